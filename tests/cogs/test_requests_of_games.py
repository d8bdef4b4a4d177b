"""Golden requests: a game of each kind from its lobby to its end, as what the bot asks of Discord meanwhile, compared line by line.

`python -m tests.cogs.test_requests_of_games [GAME ...]` writes them anew; the difference is what a reviewer reads. A person plays against a computer
by buttons and by typing. The middle of a long game is stored at once, as if it had been played (`skip`). Of a request there is its route, whom it
pings, how its texts begin, and its custom ids; what differs from run to run (numbers of messages, times, marks, hashes) is `#`.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from cogs.play.outbox_worker import Worker
from cogs.play.table_queries import NoTable
from data.content import games
from data.store.changes import TABLE, Debt, Subject
from rules.game import Action
from rules.notation import write
from rules.parts.ahead import PAUSE
from tests.chat import ANNA, HANDLING, HERE, Chat
from tests.coarse import blank
from tests.cogs.driving import click, skip
from tests.discord_api import route
from tests.every_game.setups import joined, random_action
from tests.waiting import until

FOLDER = Path(__file__).resolve().parents[1] / "requests"
SEED = 20_261_127
SHORT = {"hexknight": {"days": "2"}, "hockey_game": {"period_cards": "3"}, "hexygame": {"decks": "drawn"}, "planetary_conquerors": {"decks": "drawn"}}
"""Options by which a game is short, or begins without a choice of decks. Orders answer without a pause in all of them."""
CLICKED, TYPED, LEFT = 4, 4, 24
"""So many answers by buttons and by typing, and so many actions before the end of a game at random."""
FOREVER = 600.0
_CHANGING = re.compile(r"(?<=~)\w+|\d{4,}|(?<=actions, )\d+|\b[0-9a-f]{16,}\b")
"""What is another one in each run."""


def written(requests: list[tuple[str, str, Any]]) -> list[str]:
    """Requests as lines, in the order of their letters: of what is sent side by side, nobody knows what goes first."""
    return sorted(
        _CHANGING.sub("#", f"  {method} {route(path)} {' | '.join(_told(body))}").rstrip()
        for method, path, body in requests
        if "/commands" not in path
    )


def _told(body: Any) -> Iterator[str]:
    """What is in a payload that a reviewer would see changed."""
    data = body.get("data", body) or {}
    if "type" in body:
        yield f"type {body['type']}"
    if data.get("flags"):
        yield f"flags {data['flags']}"
    if users := (data.get("allowed_mentions") or {}).get("users"):
        yield f"pings {len(users)}"
    if data.get("content"):
        yield _beginning(data["content"])
    yield from (f"file {file.get('filename')}" for file in data.get("attachments") or ())
    yield from _parts(data.get("components") or ())


def _parts(components: Any) -> Iterator[str]:
    """The texts and custom ids of components, in their order."""
    for part in components:
        if part.get("custom_id"):
            yield f"[{part['custom_id']}]"
        if part["type"] == 10:
            yield _beginning(part["content"])
        yield from _parts([*(part.get("components") or ()), *([part["accessory"]] if part.get("accessory") else ())])


def _beginning(text: str) -> str:
    """The first words of each line, without what counts seconds."""
    return " / ".join(" ".join(line.split()[:6]) for line in text.splitlines()[:4] if line.strip())


async def told(chat: Chat, game: str) -> str:
    """A whole game, step by step, with the requests that belong to each."""
    lines: list[str] = []
    since = 0

    def step(what: str) -> None:
        nonlocal since
        lines.extend([f"# {what}", *written(chat.standin.requests[since:])])
        since = len(chat.standin.requests)

    for member in chat.world.members.values():
        member["locale"] = "en-US"
    chance = Random(SEED)
    options = joined(game) | {PAUSE: "off"} | SHORT.get(game, {})
    await chat.use(ANNA, "game new", game=game, computers=1, level="easy", options=" ".join(f"{key}={value}" for key, value in options.items()))
    step(f"/game new {game}")
    for n in range(CLICKED + TYPED):
        if (action := await _chosen(chat, chance)) is None:
            break
        if n < CLICKED:
            await chat.press(ANNA, chat.board(), "Your move")
            await click(chat, ANNA, action)
        else:
            await chat.use(ANNA, "move", action=write(action))
        step(f"{'clicks' if n < CLICKED else 'types'} {write(action)}")
    if await skip(chat, LEFT, SEED):
        await chat.restart()
        await chat.settle()
        step("most of the game")
    for _ in range(100):
        if (action := await _chosen(chat, chance)) is None:
            break
        await chat.use(ANNA, "move", action=write(action))
        step(f"types {write(action)}")
    assert (await chat.bot.tables.here(int(HERE))).over, "a whole game"
    return "\n".join(lines) + "\n"


async def _chosen(chat: Chat, chance: Random) -> Action | None:
    """What the person does who is asked; None when the game is over."""
    table = await chat.bot.tables.here(int(HERE))
    return None if table.over else random_action(table.rules, table.state, table.acting[0], chance)


@contextmanager
def steady(chat: Chat) -> Iterator[None]:
    """One seed, and nothing is said in public before the person is answered and all computers have acted, however slow the machine is."""
    in_lanes = Worker._in_lanes

    async def in_turn(self: Worker, subject: Subject) -> dict[str, list[Debt]]:
        await until(lambda: not any(task.get_name().startswith(HANDLING) for task in asyncio.all_tasks()), "the answer to the person", pause=0.002)
        with suppress(NoTable):
            if subject.kind == TABLE:
                await (await chat.bot.tables.get(subject.id)).computers_answer(FOREVER)
        return await in_lanes(self, subject)

    seeds = SimpleNamespace(randbits=lambda bits: SEED % (1 << bits))
    with (
        patch("rules.randomness.secrets", seeds),
        patch("cogs.play.table_actions.PATIENCE", FOREVER),
        patch.object(Worker, "_in_lanes", in_turn),
    ):
        yield


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
async def test_requests_of_a_whole_game(game, chat, pie):
    path = FOLDER / f"{game}.txt"
    assert path.exists(), "write it with python -m tests.cogs.test_requests_of_games"
    with steady(chat):
        assert await told(chat, game) == path.read_text(encoding="utf-8")


async def _write(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder, blank():
        async with Chat(Path(folder)) as chat:
            with steady(chat):
                text = await told(chat, game)
            (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or games():
        asyncio.run(_write(game))
