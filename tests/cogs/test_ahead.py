"""*Plan ahead*: sealed answers, drafts, answers laid ready and stops in chat, by buttons and by typing; seen by nobody else."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from cogs.playing.table import Table
from rules.notation import Row
from rules.parts.ahead import Ahead
from tests.bids import KEY, known
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat
from tests.painters import bids as painted

WINDOW = {"game": KEY, "options": "asked=window"}


@pytest.fixture(autouse=True)
def bids(monkeypatch):
    """The game of `tests.bids` can be played in chat."""
    monkeypatch.setitem(sys.modules, f"render.{KEY}", painted)
    with known():
        yield


async def table(chat: Chat) -> Table:
    return await chat.bot.tables.here(int(HERE))


async def opened(chat: Chat, *others: str, **options: str) -> Table:
    """A table of Anna and others."""
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        chat.world.members[member]["locale"] = "en-US"
    people = {f"opponent{n or ''}": member for n, member in zip((0, 2, 3), others, strict=False)}
    await chat.use(ANNA, "game new", **{**WINDOW, **options}, **people)
    return await table(chat)


async def asked(chat: Chat, **options: str) -> Table:
    """Anna has bid; Bohumil and Cécile may top it, in this order."""
    found = await opened(chat, BOHUMIL, CECILE, **options)
    await chat.use(ANNA, "move", action="bid 2")
    assert found.acting == (1, 2)
    return found


def said(found: Table, seat: int) -> Ahead:
    return found.rules.ahead(found.state, seat)


async def rows(found: Table) -> list[Row]:
    return list(await found.store.tables.actions(found.id))


async def panel(chat: Chat, member: str) -> dict[str, Any]:
    """The panel of somebody, opened from the board."""
    await chat.press(member, chat.board(), "Plan ahead")
    return chat.private(member)


async def step(chat: Chat, member: str, *labels: str) -> dict[str, Any]:
    """Presses buttons of a private message, one after the other."""
    for label in labels:
        await chat.press(member, chat.private(member), label)
    return chat.private(member)


async def forged(chat: Chat, member: str, custom_id: str) -> str:
    """The answer to a press of a button that was never shown to somebody."""
    part = {"type": 2, "custom_id": custom_id, "style": 2, "label": "x"}
    message = chat.world.post(HERE, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, chat.standin.address)
    await chat.press_exactly(member, message, part)
    shown = chat.world.messages[message["id"]]["content"]
    return shown if shown != "x" else chat.private(member)["content"]


# Answers that are sealed


async def test_an_answer_is_sealed_changed_and_taken_back(chat):
    found = await asked(chat)
    public = len(chat.seen(None))
    await chat.press(CECILE, chat.board(), "Your move")
    shown = await step(chat, CECILE, "Confirm LET")
    assert shown["content"] == "Your answer is sealed: **LET**. You may change it until it is carried out."
    assert chat.labels(shown) == ["Change it", "Take the answer back", "Plan ahead"]
    assert (said(found, 2).answer, found.awaited) == (("let",), (1,))
    assert "Confirm TOP" in chat.labels(await step(chat, CECILE, "Change it"))
    assert "**TOP**" in (await step(chat, CECILE, "Confirm TOP"))["content"]
    assert said(found, 2).answer == ("top",)
    await chat.press(CECILE, chat.board(), "Your move")
    assert "Your answer is sealed: **TOP**" in chat.private(CECILE)["content"]
    shown = await step(chat, CECILE, "Take the answer back")
    assert "Taken back." in shown["content"]
    assert "Confirm LET" in chat.labels(shown), "and is asked again"
    assert (said(found, 2).answer, found.awaited) == ((), (1, 2))
    assert len(chat.seen(None)) == public, "nobody else has read anything"


async def test_answers_are_carried_out_in_their_order_whoever_gives_them_first(chat):
    found = await asked(chat)
    assert "Your answer is sealed: **LET**" in await chat.use(CECILE, "move", action="let")
    assert [row.action for row in await rows(found)] == [("bid", "2"), ("seal", "let")]
    assert "Done: `let`" in await chat.use(BOHUMIL, "move", action="let")
    assert [(row.seat, row.action) for row in await rows(found)][2:] == [(1, ("let",)), (2, ("let",))]
    assert found.acting == (1,), "the next turn"


async def test_a_sealed_answer_lapses_when_somebody_reacts_before(chat):
    found = await asked(chat)
    await chat.use(CECILE, "move", action="top")
    await chat.use(BOHUMIL, "move", action="top")
    assert said(found, 2).answer == ()
    assert found.acting == (2, 0)
    await chat.press(CECILE, chat.board(), "Your move")
    assert "Confirm LET" in chat.labels(chat.private(CECILE)), "asked anew"


async def test_a_button_of_before_takes_nothing_back(chat):
    found = await asked(chat)
    await chat.press(CECILE, chat.board(), "Your move")
    old = await step(chat, CECILE, "Confirm LET")
    button = chat.button(old, "Take the answer back")
    await chat.use(BOHUMIL, "move", action="top")
    await chat.use(ANNA, "move", action="let")
    assert said(found, 0).answer == ("let",)
    answer = await chat.press_exactly(CECILE, old, button)
    assert "Something has changed since" in answer
    await chat.use(CECILE, "move", action="let")
    assert found.acting == (1,)


async def test_everything_works_after_a_restart_and_twice_at_once(chat):
    found = await asked(chat)
    await chat.press(CECILE, chat.board(), "Your move")
    message = chat.private(CECILE)
    await chat.restart()
    found = await table(chat)
    await asyncio.gather(*(chat.press(CECILE, message, "Confirm TOP") for _ in range(2)))
    assert [row.action for row in await rows(found)] == [("bid", "2"), ("seal", "top")]
    await chat.restart()
    found = await table(chat)
    message = chat.private(CECILE)
    button = chat.button(message, "Take the answer back")
    await asyncio.gather(*(chat.press_exactly(CECILE, message, button) for _ in range(2)))
    assert [row.action for row in await rows(found)] == [("bid", "2"), ("seal", "top"), ("seal",)]


async def test_nobody_presses_for_somebody_else(chat):
    """Ids of private messages do not leave them; whoever sends one acts for their own seat, or for none."""
    found = await asked(chat)
    await chat.press(CECILE, chat.board(), "Your move")
    message = await step(chat, CECILE, "Confirm LET")
    button = chat.button(message, "Take the answer back")
    assert "do not sit" in await forged(chat, DARA, button["custom_id"])
    assert "Something has changed since" in await forged(chat, BOHUMIL, button["custom_id"])
    assert (said(found, 2).answer, len(await rows(found))) == (("let",), 2)


async def test_which_order_answers_is_shown_and_it_can_be_withdrawn(chat):
    found = await asked(chat)
    await chat.use(BOHUMIL, "ahead", action="stops let_be")
    await chat.press(BOHUMIL, chat.board(), "Your move")
    shown = chat.private(BOHUMIL)
    assert "A standing order answers for you: **LET** (order.let_be)." in shown["content"]
    assert chat.labels(shown) == ["Answer myself", "Withdraw: order.let_be", "Plan ahead"]
    assert "Confirm TOP" in chat.labels(await step(chat, BOHUMIL, "Answer myself"))
    await chat.press(BOHUMIL, chat.board(), "Your move")
    shown = await step(chat, BOHUMIL, "Withdraw: order.let_be")
    assert found.orders(1) == frozenset()
    assert "Confirm TOP" in chat.labels(shown)


async def test_a_paused_table_takes_what_is_said_ahead_and_one_that_is_over_does_not(chat):
    found = await asked(chat)
    await chat.use(DARA, "referee pause", reason="rain")
    await panel(chat, CECILE)
    assert "order.let_be" in (await step(chat, CECILE, "order.let_be"))["content"]
    assert found.orders(2) == {"let_be"}
    messages = {label: await panel(chat, CECILE) for label in ("✓ order.let_be", "order.again", "Lay an answer ready")}
    await chat.use(DARA, "referee end", reason="rain")
    for label, message in messages.items():
        assert "over" in await chat.press(CECILE, message, label)
    assert "over" in await chat.use(CECILE, "ahead", action="stops again")
    assert found.orders(2) == {"let_be"}
