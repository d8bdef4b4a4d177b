"""What a turn costs in clicks, *Your move* included, over whole games that have been recorded: everybody takes the shortest way the panel has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from rules.game import Refused
from rules.notation import Record, Row
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat
from tests.cogs.driving import click_on
from tests.waiting import within

MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)
TESTS = Path(__file__).parents[2]
MOST = 6
NAMED = ("opponent", "opponent2", "opponent3")


def turn_of(table: Any, seat: int) -> tuple[Any, ...] | None:
    """The own turn of a seat in which it is asked; None in somebody else's and before the first."""
    state = table.state
    if table.rules.key == "hexknight":
        return state.phase, state.heroes[seat].turns
    return (state.turn,) if state.stage == "play" and state.active == seat else None


def is_open(chat: Chat, table: Any, seat: int, member: str) -> bool:
    """Whether somebody's panel shows what they are asked now."""
    if not any(m["_only"] == member for m in chat.seen(member)):
        return False
    shown = [*chat.buttons(chat.private(member)), *chat.menus(chat.private(member))]
    return any(item["custom_id"].startswith(("b:do:", "b:step:", "b:go:", "m:")) and f":{table.mark(seat)}:" in item["custom_id"] for item in shown)


async def turns(chat: Chat, rows: Sequence[Row]) -> Counter[tuple[Any, ...]]:
    """The clicks of each own turn of each seat."""
    found, done = Counter[tuple[Any, ...]](), 0
    async with within("the last row"):
        while done < len(rows):
            table, row = await chat.bot.tables.here(int(HERE)), rows[done]
            seat, member = row.seat, str(table.seats[row.seat].player)
            if table.over:
                break
            if seat not in table.acting or table.rules.said(table.state, seat):  # What they have answered before is carried out by itself.
                done += 1
                continue
            if row.action[0] in ("deck", "offer_draw", "accept_draw"):
                await chat.use(member, "move", action=" ".join(row.action))
                done += 1
                continue
            try:
                table.rules.apply(table.state, seat, row.action)
            except Refused:  # Answers that were given at the same time have come in another order.
                break
            turn, clicks = turn_of(table, seat), 0
            if not is_open(chat, table, seat, member):
                await chat.press(member, chat.board(), "Your move")
                clicks += 1
            more, taken = await click_on(chat, member, [r.action for r in takewhile(lambda r, seat=seat: r.seat == seat, rows[done:])])
            done += taken
            if turn is not None:
                found[seat, *turn] += clicks + more
    return found


@pytest.mark.deep
@pytest.mark.parametrize("game", ["hexknight", "hexygame", "planetary_conquerors"])
async def test_a_turn_takes_six_interactions_at_the_median(tmp_path, monkeypatch, game):
    counts: list[int] = []
    for path in sorted((TESTS / game / "records").rglob("*.txt")):
        record = Record.read(path.read_text(encoding="utf-8"))
        monkeypatch.setattr("cogs.play.tables.new_seed", lambda record=record: int(record.header["seed"], 16))
        options = " ".join(f"{key}={value}" for key, value in record.header["options"].items())
        (tmp_path / path.stem).mkdir()
        async with Chat(tmp_path / path.stem) as chat:
            others = dict(zip(NAMED, MEMBERS[1 : record.header["seats"]], strict=False))
            await chat.use(ANNA, "game new", game=game, **others, **({"options": options} if options else {}))
            counts += (await turns(chat, [row for row in record.rows if not row.auto])).values()
    assert len(counts) > 80
    assert median(counts) <= MOST, sorted(counts)
