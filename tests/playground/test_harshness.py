"""The stand-in is harsh unless it is told otherwise, and whoever tells it so stands here with the reason."""

from __future__ import annotations

import re

from playground.http_server import Standin
from playground.permission_bits import INVITED, MANAGE_THREADS, ORDINARY
from playground.world import BOT_ROLE, World
from tests.standin import ROOT

HERE = "3001"
STARTS, KEEPS = "bots are started again at once", "what was said long ago is read"
KIND = {
    "tests/chat.py": STARTS,
    "tests/standin.py": STARTS,
    "tests/tools/faults/net.py": STARTS,
    "tests/tools/bench/starts.py": STARTS,
    "tests/cogs/service/test_kill.py": STARTS,
    "tests/cogs/service/test_shutdown.py": STARTS,
    "tests/cogs/service/test_watchdog.py": STARTS,
    "tests/cogs/service/test_shards_apart.py": STARTS,
    "tests/playground/test_servers.py": STARTS,
    "tests/playground/test_shards.py": STARTS,
    "tests/tools/bench/largest_inputs.py": "it is the event loop that is measured, and no patience",
    "tests/tools/soak/stage.py": KEEPS,
    "tests/two_worlds.py": KEEPS,
    "tests/cogs/test_authority.py": KEEPS,
    "tests/cogs/test_once_a_layout.py": KEEPS,
    "tests/cogs/messages/test_mentions.py": KEEPS,
    "tests/cogs/test_slow_database.py": KEEPS,
}
"""Suites whose stand-in is kinder than the world in some way."""
KINDER = re.compile(
    r"starts\.span = 0(?!\.)|\.span, .* = 0(?!\.)|span: float = 0|at_once = [\d_]{3,}|kept_messages ?= ?[\d_]{3,}|set_role_rights\(BOT_ROLE\)",
    re.MULTILINE,
)


def test_nobody_else_has_a_kind_one():
    files = [path for room in ("tests", "playground") for path in (ROOT / room).rglob("*.py") if path.name != "test_harshness.py"]
    found = {str(path.relative_to(ROOT)) for path in files if KINDER.search(path.read_text(encoding="utf-8"))}
    assert found == {*KIND}


def test_the_bot_may_what_its_invitation_asks_for_and_members_what_everybody_may():
    world = World()
    assert int(world.role(BOT_ROLE)["permissions"]) == INVITED
    assert int(world.role(world.guild)["permissions"]) == ORDINARY
    assert not world.bot_rights(HERE) & MANAGE_THREADS
    assert [m for m in world.members if world.rights_of(m, world.guild) != ORDINARY] == ["4001", "4004"]


def test_the_readme_asks_for_the_rights_that_the_stand_in_gives():
    names = {
        "View Channels": 10, "Send Messages": 11, "Send Messages in Threads": 38, "Embed Links": 14, "Attach Files": 15,
        "Read Message History": 16, "Create Public Threads": 35, "Pin Messages": 51,
    }  # fmt: skip
    asked = (ROOT / "README.md").read_text(encoding="utf-8").split("and the permissions", 1)[1].split("No privileged intent", 1)[0]
    assert {" ".join(name.split()) for name in re.findall(r"\*([A-Z][^*]+)\*", asked)} == {*names, "View Audit Log"}, "which nobody need give"
    assert sum(1 << bit for bit in names.values()) == INVITED


def test_sessions_begin_as_slowly_as_discord_wants_it():
    starts = Standin(World()).gateway.starts
    assert (starts.span, starts.max_concurrency, starts.total) == (5.0, 1, 1000)
