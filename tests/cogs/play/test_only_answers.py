"""What has one legal answer is pressed for whoever plays computers alone, and for nobody else."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.only_answers import MOST, answer_on, only_answer
from data.store.rows import SeatRow
from rules.game import Word
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.every_game.setups import SETUPS, whole_game
from tests.waiting import within

MINE = "ask_own_attack"
"""An order of Planetary Conquerors that asks in a window in which hardly anybody has anything to react with."""


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors", "hockey_game"])
def test_only_answers_are_those_without_another(game):
    """By another road: all legal answers are listed; several are one answer only where all of them pass."""
    setup, found = next(s for s in SETUPS if s.game == game), 0
    for state, seat, *_ in whole_game(setup):
        answers = [*legal(setup.rules, state, seat)]
        only = only_answer(setup.rules, state, seat)
        assert (only is not None) == (len(answers) == 1 or {action[0] for action in answers} == {"pass"})
        assert only is None or only in answers
        found += only is not None
    assert found


async def to_the_attack(chat: Chat, monkeypatch, **options: object) -> int:
    """A game of Planetary Conquerors in which Anna has ended her main phase by a press; how many of her own answers that was."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    await chat.use(ANNA, "game new", game="planetary_conquerors", options="seating=joined", **options)
    others = [BOHUMIL] if "opponent" in options else []
    for member in (ANNA, *others):
        await chat.use(member, "move", action="deck first_settlers")
    for member in (ANNA, *others):
        await chat.use(member, "move", action="keep")
    await chat.set(ANNA, "order", order=MINE, on=True)
    async with within("Anna's main phase"):
        while (table := await chat.bot.tables.here(int(HERE))).rules.decision(table.state, table.acting[0]).kind != "main" or table.acting != (0,):
            member = ANNA if table.acting[0] == 0 else BOHUMIL
            await chat.use(member, "move", action=" ".join(table.rules.decision(table.state, table.acting[0]).default))
    await chat.press(ANNA, chat.board(), "Your move")
    before = len([row for row in await table.store.tables.actions(table.id) if row.seat == 0 and not row.auto])
    end = next(b for b in chat.buttons(chat.private(ANNA)) if b["custom_id"].endswith(":end"))
    await chat.press_exactly(ANNA, chat.private(ANNA), end)
    return len([row for row in await table.store.tables.actions(table.id) if row.seat == 0 and not row.auto]) - before


async def test_against_the_computer_the_panel_goes_on_to_the_next_choice(chat, monkeypatch):
    assert await to_the_attack(chat, monkeypatch, computers=1) > 1
    pressed, by_itself = chat.private(ANNA)["content"].split("\n")[:2]
    assert pressed.startswith("✓")
    assert "no other choice" not in pressed
    assert by_itself.startswith("Then there was no other choice: You pass, as you have nothing to react with"), (
        "in a line and in sentences of its own"
    )
    assert not any("react or pass" in (message["content"] or "") for message in chat.seen(None)), (
        "of whom everything has been answered nobody is asked"
    )
    table = await chat.bot.tables.here(int(HERE))
    await chat.press(ANNA, chat.private(ANNA), "Undo")
    assert table.rules.decision(table.state, 0).kind == "main", "all of it is taken back by one press"


@pytest.mark.parametrize("how", ["opponent", "followed"])
async def test_where_somebody_else_would_learn_of_it_nothing_is_pressed(chat, monkeypatch, how):
    if how == "followed":
        monkeypatch.setattr("data.store.follows.FollowRows.followed", lambda *_: _true())
    options = {"opponent": BOHUMIL} if how == "opponent" else {"computers": 1}
    assert await to_the_attack(chat, monkeypatch, **options) == 1


async def test_the_board_asks_nobody_for_whom_the_same_press_answers(chat, monkeypatch):
    """However long it takes until the first answer has been followed by the last."""

    async def slowly(*args):
        await asyncio.sleep(0.3)
        return await answer_on(*args)

    monkeypatch.setattr("cogs.messages.moves.carrying_out.answer_on", slowly)
    assert await to_the_attack(chat, monkeypatch, computers=1) > 1
    assert "react or pass" not in chat.board()["content"]
    assert not any(re.search(r"(Anna\*\*|4001>): react or pass", message["content"] or "") for message in chat.seen(None)[1:])


async def test_after_so_many_in_a_row_somebody_sees_where_the_game_stands():
    done = []

    async def act(seat: int, action: tuple[str, ...], question: object) -> None:
        done.append(action)

    followed = SimpleNamespace(followed=lambda table: _false())
    rules = SimpleNamespace(words=lambda state, seat, prefix: [Word("pass", end=True)] if not prefix else [])
    table: Any = SimpleNamespace(
        id=1, rules=rules, state=None, row=SimpleNamespace(rated=False), seats=[SeatRow(0, 1, None, "Anna")], seats_of=lambda player: [0],
        others=lambda seat: [], awaited=(0,), act=act, store=SimpleNamespace(follows=followed),
    )  # fmt: skip
    assert len(await answer_on(table, 0)) == len(done) == MOST


async def _false() -> bool:
    return False


async def _true() -> bool:
    return True
