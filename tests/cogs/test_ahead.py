"""*Plan ahead*: sealed answers, drafts, answers laid ready and stops in chat, by buttons and by typing; seen by nobody else."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.order_pauses import LONGEST_PAUSE
from cogs.play.table import Table
from playground.world import World
from rules.game import Refused
from rules.notation import Row
from rules.parts.ahead import Ahead, Ready, sealed
from tests.bids import KEY, known
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, Chat
from tests.painters import bids as painted
from tests.reading import read

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
    shown = read(chat.world.messages[message["id"]])["content"]
    return shown if shown != "x" else chat.private(member)["content"]


async def bid(chat: Chat, member: str, value: str) -> dict[str, Any]:
    """Chooses a bid from the menu of a private message."""
    await chat.pick(member, chat.private(member), f"{value}:0")
    return chat.private(member)


# Answers that are sealed


async def test_an_answer_is_sealed_changed_and_taken_back(chat):
    found = await asked(chat)
    public = len(chat.seen(None))
    await chat.press(CECILE, chat.board(), "Your move")
    shown = await step(chat, CECILE, "LET")
    sealed, waits = shown["content"].splitlines()
    assert sealed == "Your answer is sealed: **LET**. You may change it until it is carried out."
    assert waits.startswith("It is up to **Bohumil**"), "whom the game waits for besides"
    assert chat.labels(shown) == ["Change my answer", "Take the answer back", "Plan ahead"]
    assert (said(found, 2).answer, found.awaited) == (("let",), (1,))
    assert "TOP" in chat.labels(await step(chat, CECILE, "Change my answer"))
    assert "**TOP**" in (await step(chat, CECILE, "TOP"))["content"]
    assert said(found, 2).answer == ("top",)
    await chat.press(CECILE, chat.board(), "Your move")
    assert "Your answer is sealed: **TOP**" in chat.private(CECILE)["content"]
    shown = await step(chat, CECILE, "Take the answer back")
    assert "Taken back." in shown["content"]
    assert "LET" in chat.labels(shown), "and is asked again"
    assert (said(found, 2).answer, found.awaited) == ((), (1, 2))
    assert len(chat.seen(None)) == public, "nobody else has read anything"


async def test_answers_are_carried_out_in_their_order_whoever_gives_them_first(chat):
    found = await asked(chat)
    assert "Your answer is sealed: **LET**" in await chat.use(CECILE, "move", action="let")
    assert [row.action for row in await rows(found)] == [("bid", "2"), ("seal", "let")]
    assert "✓ **You choose: LET.**" in await chat.use(BOHUMIL, "move", action="let")
    assert [(row.seat, row.action) for row in await rows(found)][2:] == [(1, ("let",)), (2, ("let",))]
    assert found.acting == (1,), "the next turn"


async def test_a_sealed_answer_lapses_when_somebody_reacts_before(chat):
    found = await asked(chat)
    await chat.use(CECILE, "move", action="top")
    await chat.use(BOHUMIL, "move", action="top")
    assert said(found, 2).answer == ()
    assert found.acting == (2, 0)
    await chat.press(CECILE, chat.board(), "Your move")
    assert "LET" in chat.labels(chat.private(CECILE)), "asked anew"


async def test_a_button_of_before_takes_nothing_back(chat):
    found = await asked(chat)
    await chat.press(CECILE, chat.board(), "Your move")
    old = await step(chat, CECILE, "LET")
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
    await asyncio.gather(*(chat.press(CECILE, message, "TOP") for _ in range(2)))
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
    message = await step(chat, CECILE, "LET")
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
    assert "TOP" in chat.labels(await step(chat, BOHUMIL, "Answer myself"))
    await chat.press(BOHUMIL, chat.board(), "Your move")
    shown = await step(chat, BOHUMIL, "Withdraw: order.let_be")
    assert found.orders(1) == frozenset()
    assert "TOP" in chat.labels(shown)


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


# A turn ahead


async def test_a_turn_is_drafted_by_buttons_and_carried_out_when_it_comes(chat):
    found = await opened(chat, BOHUMIL)
    await panel(chat, BOHUMIL)
    shown = await step(chat, BOHUMIL, "Plan my next turn")
    assert "Every step is noted at once" in shown["content"]
    assert chat.labels(shown)[-1] == "Done"
    shown = await bid(chat, BOHUMIL, "3")
    assert "1. BID the bid of 3\nHere your turn ends." in shown["content"]
    assert said(found, 1).draft == (("bid", "3"),)
    await step(chat, BOHUMIL, "If the last step")
    shown = await bid(chat, BOHUMIL, "1")
    assert "1. BID the bid of 3 – or else – BID the bid of 1" in shown["content"]
    assert said(found, 1).draft == (("bid", "3", "else", "bid", "1"),)
    assert "1. BID the bid of 3 – or else" in (await step(chat, BOHUMIL, "Done"))["content"]
    public = len(chat.seen(None))
    await chat.use(ANNA, "move", action="bid 1")
    assert len(chat.seen(None)) == public + 1
    assert found.acting == (1,), "Anna's bid waits for an answer; the draft is for the turn"
    await chat.use(BOHUMIL, "move", action="let")
    assert (await rows(found))[-1].action == ("let",), "in no haste: nobody bids in the same moment"
    await chat.later(LONGEST_PAUSE)
    assert [(row.seat, row.action, row.auto) for row in await rows(found)][-1] == (1, ("bid", "3"), True)
    assert said(found, 1) == Ahead()


async def test_steps_are_removed_and_a_draft_is_discarded(chat):
    found = await opened(chat, BOHUMIL)
    await chat.use(BOHUMIL, "ahead", action="draft look")
    shown = await step(chat, BOHUMIL, "Change my plan")
    assert "1. LOOK\n⏸ The plan waits for you here" in shown["content"]
    assert "position as it could be" in shown["content"]
    shown = await step(chat, BOHUMIL, "Remove the last step")
    assert said(found, 1).draft == ()
    await step(chat, BOHUMIL, "Plan my next turn")
    await bid(chat, BOHUMIL, "2")
    await step(chat, BOHUMIL, "Done", "Discard my plan")
    assert said(found, 1) == Ahead()
    assert "planned nothing" in chat.private(BOHUMIL)["content"]


async def test_a_draft_that_has_stopped_goes_on_or_is_discarded(chat):
    found = await opened(chat, BOHUMIL)
    for end in ("Go on with my plan", "Discard my plan"):
        await chat.use(BOHUMIL, "move", action="draft look then bid 2")
        await chat.use(ANNA, "move", action="bid 1")
        await chat.use(BOHUMIL, "move", action="let")
        await chat.later(LONGEST_PAUSE)
        assert said(found, 1) == Ahead(draft=(("bid", "2"),), waits=True)
        await chat.press(BOHUMIL, chat.board(), "Your move")
        shown = chat.private(BOHUMIL)
        assert "Your plan has stopped.** What is left of it:\n1. BID the bid of 2" in shown["content"]
        assert chat.labels(shown)[-4:] == ["Go on with my plan", "Discard my plan", "Undo: LET", "Plan ahead"]
        await panel(chat, BOHUMIL)
        assert {"Go on with my plan", "Discard my plan"} < {*chat.labels(chat.private(BOHUMIL))}
        await step(chat, BOHUMIL, end)
        assert said(found, 1) == Ahead()
        if end.startswith("Discard"):
            assert (found.acting, (await rows(found))[-1].action) == ((1,), ("draft",))
            return
        assert (await rows(found))[-1].action == ("bid", "2")
        await chat.use(ANNA, "move", action="let")


async def test_the_last_button_of_a_draft_is_not_pressed_twice(chat):
    found = await opened(chat, BOHUMIL)
    await chat.use(BOHUMIL, "ahead")
    message = await step(chat, BOHUMIL, "Plan my next turn")
    await chat.restart()
    found = await table(chat)
    await asyncio.gather(*(chat.press(BOHUMIL, message, "Plan: LOOK") for _ in range(2)))
    assert said(found, 1).draft == (("look",),)
    old = await panel(chat, BOHUMIL)
    discard = chat.button(old, "Discard my plan")
    await chat.use(BOHUMIL, "ahead", action="draft bid 1")
    assert "Something has changed" in await chat.press_exactly(BOHUMIL, old, discard)
    assert said(found, 1).draft == (("bid", "1"),), "not the one that was shown"


async def test_what_is_told_in_private_can_be_answered_there(chat):
    found = await asked(chat)
    await chat.bot.store.direct_messages.set_direct(int(BOHUMIL), True)
    await chat.use(BOHUMIL, "ahead", action="draft look; bid 2")
    for member in (BOHUMIL, CECILE):
        await chat.use(member, "move", action="let")
    assert (found.acting, found.awaited) == ((1,), ())
    chat.ahead += 601
    await chat.bot.worker.retry()
    await chat.settle()
    direct = World.direct(BOHUMIL)
    (told,) = [m for m in chat.seen(BOHUMIL, direct) if "what you had said ahead has been carried out as far as it goes" in m["content"]]
    await chat.press(BOHUMIL, told, "Your move")
    await chat.press(BOHUMIL, chat.private(BOHUMIL, direct), "Go on with my plan")
    assert (await rows(found))[-1].action == ("bid", "2")
    for member in (CECILE, DARA):  # What everybody at a table may read is theirs in private alone.
        part = {"type": 2, "custom_id": f"b:log:{found.id}", "style": 2, "label": "x"}
        message = chat.world.post(World.direct(member), {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, chat.standin.address)
        answer = await chat.press_exactly(member, message, part)
        assert ("no such table" in answer, "bids" in answer) == (member == DARA, member == CECILE)


# Answers laid ready, and passes in advance


async def test_an_answer_is_laid_ready_and_taken_back(chat):
    found = await opened(chat, BOHUMIL, CECILE)
    await panel(chat, CECILE)
    shown = await step(chat, CECILE, "Lay an answer ready")
    assert chat.labels(shown) == ["Whatever it is", "A bid of by0", "A bid of by1", "Back"]
    shown = await step(chat, CECILE, "A bid of by0", "Plan: TOP")
    assert "1. Choose how to go on · a bid of by0 → **TOP**" in shown["content"]
    await step(chat, CECILE, "Lay an answer ready", "Whatever it is", "Plan: LET")
    assert said(found, 2).ready == (Ready("answer", "by0", (("top",),)), Ready("answer", "any", (("let",),)))
    shown = await step(chat, CECILE, "Take answer 1 back")
    assert said(found, 2).ready == (Ready("answer", "any", (("let",),)),)
    assert "1. Choose how to go on → **LET**" in shown["content"]
    await chat.use(ANNA, "move", action="bid 2")
    await chat.press(CECILE, chat.board(), "Your move")
    shown = chat.private(CECILE)
    assert "An answer you have laid ready is given for you: **LET**." in shown["content"]
    await step(chat, CECILE, "Take the ready answer back")
    assert said(found, 2).ready == ()
    assert "TOP" in chat.labels(chat.private(CECILE))


# By typing


async def test_everything_can_be_typed(chat):
    found = await opened(chat, BOHUMIL, CECILE)
    assert "planned nothing" in await chat.use(CECILE, "ahead")
    assert await chat.complete(CECILE, "ahead", "action", "") == ["stops", "draft", "ready"]
    assert await chat.complete(CECILE, "ahead", "action", "ready answer ") == [f"ready answer {about}" for about in ("any", "by0", "by1")]
    assert await chat.complete(CECILE, "ahead", "action", "stops ") == ["stops again", "stops let_be"]
    assert await chat.complete(CECILE, "ahead", "action", "draft ") == ["draft bid", "draft look"]
    assert await chat.complete(CECILE, "ahead", "action", "draft bid 2; ") == [], "the turn is over then"
    assert "Noted" in await chat.use(CECILE, "ahead", action="ready answer by0 let")
    assert "Noted" in await chat.use(CECILE, "ahead", action="draft bid 3 else bid 1")
    assert "order.again" in await chat.use(CECILE, "ahead", action="stops again")
    assert said(found, 2) == Ahead(draft=(("bid", "3", "else", "bid", "1"),), ready=(Ready("answer", "by0", (("let",),)),))
    for action in ("ready answer by0", "draft", "stops"):
        await chat.use(CECILE, "ahead", action=action)
    assert (said(found, 2), found.orders(2)) == (Ahead(), frozenset())
    before = len(await rows(found))
    for wrong in (
        "draft bid 7",
        "draft bid 2; bid 1",
        "ready answer by2 let",
        "ready bid by0 let",
        "stops dance",
        "seal let",
        "bid 2",
        "draft seal let",
        "💥",
    ):
        answer = await chat.use(CECILE, "ahead", action=wrong)
        assert "Noted" not in answer, wrong
        assert "our side" not in answer, wrong
    for wrong in ("draft bid 7", "ready answer by0 dance"):
        assert "Noted" not in await chat.use(CECILE, "move", action=wrong)
    assert len(await rows(found)) == before


async def test_what_is_typed_is_read_where_the_steps_before_have_led(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
    found = await table(chat)
    for member in (ANNA, BOHUMIL):
        chat.world.members[member]["locale"] = "en-US"
        await chat.use(member, "move", action="keep")
    hand = found.state.sides[1].hand
    card = min(hand, key=hand.count)
    offered = await chat.complete(BOHUMIL, "ahead", "action", f"draft discard {card}; ")
    assert f"draft discard {card}; pass" in offered
    answer = await chat.use(BOHUMIL, "ahead", action=f"draft discard {card}; discard {card}; discard {card}; discard {card}; discard {card}")
    assert "Noted" not in answer, "there are not so many"
    assert "Noted" in await chat.use(BOHUMIL, "ahead", action=f"draft discard {card}; pass")
    assert said(found, 1).draft == (("discard", card), ("pass",))


async def test_a_pass_is_given_in_advance(chat):
    """HX-8.4: the opponent of whoever has priority may pass before it has priority."""
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
    found = await table(chat)
    for member in (ANNA, BOHUMIL):
        chat.world.members[member]["locale"] = "en-US"
        await chat.use(member, "move", action="keep")
    assert found.acting == (0,)
    await panel(chat, BOHUMIL)
    shown = await step(chat, BOHUMIL, "In advance: Pass")
    assert "Your answer is sealed: **Pass**" in shown["content"]
    assert said(found, 1).answer == ("pass",)
    shown = await step(chat, BOHUMIL, "Take the answer back")
    assert said(found, 1).answer == ()
    assert "In advance: Pass" in chat.labels(shown)


# Who is waited for, and what others see


async def test_my_games_wait_for_me_only_until_i_have_answered(chat):
    found = await asked(chat)
    for member, told in ((ANNA, "Others are to act"), (BOHUMIL, "**Your move**"), (CECILE, "**Your move**")):
        assert told in await chat.use(member, "mygames")
    first = await chat.use(BOHUMIL, "mygames")
    await chat.later(100)
    await chat.use(CECILE, "move", action="let")
    assert "You have answered" in await chat.use(CECILE, "mygames")
    assert first == await chat.use(BOHUMIL, "mygames"), "nobody else learns when"
    await chat.use(CECILE, "move", action="seal")
    assert "**Your move**" in await chat.use(CECILE, "mygames")
    assert found.awaited == (1, 2)


async def test_what_is_planned_shows_nowhere(chat):
    """Board, completion, clock, log and record are the same whatever the others have planned; so is the panel of somebody else."""
    found = await opened(chat, BOHUMIL, CECILE, clock="24h")
    await chat.use(ANNA, "move", action="bid 2")

    async def looks() -> list[Any]:
        seen = [await chat.use(BOHUMIL, command) for command in ("ahead", "game clock", "game log", "board", "mygames")]
        seen.append(chat.private(BOHUMIL)["components"])
        seen.append(await chat.complete(BOHUMIL, "ahead", "action", ""))
        seen.append(found.sight(1))
        return [*seen, [(m["content"], m["components"]) for m in chat.seen(None)]]

    before = await looks()
    await panel(chat, CECILE)
    await step(chat, CECILE, "Your move", "TOP", "Plan ahead", "Plan my next turn", "Plan: LOOK", "Done", "order.let_be")
    await chat.use(CECILE, "ahead", action="ready answer any top")
    assert len([row for row in await rows(found) if sealed(row.action)]) == 4
    assert await looks() == before


async def test_a_seat_that_is_handed_over_hands_no_plans_over(chat):
    found = await asked(chat)
    await chat.use(CECILE, "ahead", action="draft bid 3")
    await chat.use(CECILE, "move", action="let")
    message = await panel(chat, CECILE)
    await chat.use(JUDGE, "referee replace", player=CECILE, new=DARA, reason="gone")
    assert said(found, 2) == Ahead()
    assert "planned nothing" in await chat.use(DARA, "ahead")
    await chat.press(CECILE, message, "Discard my plan")
    assert "do not sit" in chat.private(CECILE)["content"]


async def test_a_plan_that_is_too_long_is_refused_in_words(chat):
    """The longest that is taken can still be read from a record."""
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
    found = await table(chat)
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    card = found.state.sides[1].hand[0]
    step = f" else discard {card}"
    fits = f"draft discard {card}{step * 9}"
    assert "Noted" in await chat.use(BOHUMIL, "ahead", action=fits)
    await found.say(1, tuple(fits.split()))
    for too_long in ("draft " + "x" * 901, f"draft discard {card}{step * 20}"):
        with pytest.raises(Refused) as refused:
            await found.say(1, tuple(too_long.split()))
        assert refused.value.reason == "plan_too_long"
    assert "Noted" not in await chat.use(BOHUMIL, "ahead", action=f"draft discard {card}{step * 20}")
    await chat.use(ANNA, "game resign", sure="true")
    assert check(await export(found, [])).key == "check.right"
