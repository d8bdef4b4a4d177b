"""Nothing mentions or writes to anybody without asking the notification policy: every place that could is listed here with its reason."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.syntax import nodes

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cogs", "data", "render", "rules")
MARK = re.compile(r"<@(?!&)!?")

WRITES = {
    "cogs/messages/mentions.py": "the one place",
    "cogs/tournaments/entrants.py": "how a mention is read in a list of entrants",
    "data/store/people_in_json.py": "how a number is found that is to go",
}
"""Where the markup of a mention is written."""
ALLOWS = {
    "cogs/messages/mentions.py": "the one place",
    "cogs/service/bot.py": "the default: nobody",
    "cogs/service/doctor/rehearsal.py": "a moderator who has begun a rehearsal, alone",
}
"""Where it is said whom Discord pings. `{"parse": []}` pings nobody."""
CHOOSES = {
    "cogs/play/notifications.py": "what the notification policy has answered",
    "cogs/messages/mentions.py": "nobody",
    "cogs/messages/table/silent_players.py": "some of those that the notification policy has named",
}
"""Where a `Pinged` is made."""
ALONE = {
    "cogs/service/direct_messages.py": "asks the notification policy; `greet` writes to somebody who has just asked for it",
    "cogs/service/sealed_question_messages.py": "asks the notification policy",
}
"""Where somebody is written to alone."""
BRINGS = {
    "cogs/tables/new_game.py": "asks the notification policy; and the host, who has made the thread",
    "cogs/service/match_threads.py": "the players of a match, which is played there",
    "cogs/service/tournament_messages.py": "has the step of the outbox done there",
}
"""Where somebody is brought into a thread."""
UNASKED = {
    "cogs/help.py": "another method of that name: a server is greeted in its system channel",
    "cogs/service/greetings.py": "the same, of the servers that have not been greeted yet",
    "cogs/settings.py": "whoever has just switched direct messages on",
    "cogs/tables/follows.py": "whoever has just pressed *Follow*",
}
"""Where `greet` is used."""
EDGES = ("cogs/service/discord_port.py", "cogs/play/port.py")
"""The way out itself."""


class Module(NamedTuple):
    """What a module has of what is looked for: the names that it calls, those that it uses of something, whether it writes a mention."""

    calls: frozenset[str]
    uses: frozenset[str]
    marks: bool


@cache
def texts() -> dict[str, str]:
    """What stands in all modules, by their paths."""
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def naming(*names: str) -> list[str]:
    """The modules in which a name stands anywhere: no others are read closely."""
    return [path for path, text in texts().items() if any(name in text for name in names)]


@cache
def module(path: str) -> Module:
    every = nodes(ast.parse(texts()[path]))
    plain = {node.value for node in every if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}  # Docstrings.
    words = (node.value for node in every if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in plain)
    return Module(
        frozenset(name_of(node) for node in every if isinstance(node, ast.Call)),
        frozenset(node.attr for node in every if isinstance(node, ast.Attribute)),
        any(MARK.search(word) for word in words),
    )


def name_of(call: ast.Call) -> str:
    """What is called, without what it is called on."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id if isinstance(call.func, ast.Name) else ""


def calling(*names: str) -> set[str]:
    return {path for path in naming(*names) if module(path).calls & {*names}}


def sources(verb: str) -> set[str]:
    """Where a method is used: called, or handed on."""
    return {path for path in naming(verb) if verb in module(path).uses} - {*EDGES}


def marking() -> set[str]:
    return {path for path, text in texts().items() if MARK.search(text) and module(path).marks}


def test_mentions_are_written_in_one_place():
    assert marking() == set(WRITES)


def test_no_text_and_no_rulebook_mentions_anybody():
    for path in (*(ROOT / "data").rglob("*.po"), *(ROOT / "data").rglob("*.md")):
        assert not MARK.search(path.read_text(encoding="utf-8")), path


def test_whom_discord_pings_is_said_in_few_places():
    assert calling("AllowedMentions") == set(ALLOWS) - {"cogs/service/bot.py"}
    assert sources("AllowedMentions") == set(ALLOWS)


def test_the_policy_alone_names_who_may_be_pinged():
    assert calling("Pinged") == set(CHOOSES)


@pytest.mark.parametrize(("verb", "places"), [("whisper", ALONE), ("invite", BRINGS), ("greet", UNASKED)])
def test_nobody_is_written_to_or_brought_in_elsewhere(verb, places):
    assert sources(verb) == set(places)


def test_no_other_way_leads_to_a_person():
    """Discord's own ways to a message in private, or to the people of a thread, are used at the edge alone."""
    ways = ("create_dm", "dm_channel", "add_user", "add_user_to_thread")
    assert set().union(*map(sources, ways)) == {"cogs/service/doctor/rehearsal.py"}, "a rehearsal puts its own moderator into its own thread"
    assert calling("fetch_user", "get_user") <= {"cogs/service/discord_port.py"}
