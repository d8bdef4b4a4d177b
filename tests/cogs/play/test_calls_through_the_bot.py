"""Each call and each message in private once, through a whole bot, at rest and in quiet hours."""

from __future__ import annotations

import time
from typing import Any

import pytest

from cogs.play.tables import Tables
from cogs.service.sealed_question_messages import PrivateMessages
from data.store.changes import LAPSED, WHISPER, Subject
from playground.world import World
from rules.competition.clock import DAY, HOUR
from tests.bids import Bids, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.cogs.play.calls_in_chat import (
    GAME,
    Does,
    blocks,
    challenges,
    dealt,
    direct,
    drawn,
    followed,
    his_turn,
    in_english,
    moved,
    named,
    no_pings,
    nothing,
    nudged,
    opens,
    pings,
    rests,
)
from tests.cogs.test_ahead import asked, bids
from tests.cogs.tournaments.in_chat import open_with, settle
from tests.ports import ByHand, FakePort, notifications
from tests.waiting import rounds

__all__ = ["bids"]  # The game of `tests.bids` can be played in chat.

# Through the bot


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        in_english(request.getfixturevalue("chat"))


def directs(chat, member: str = BOHUMIL) -> int:
    """How many messages somebody has got alone."""
    return sum(m == "POST" and path.endswith(f"/channels/{World.direct(member)}/messages") for m, path, _ in chat.standin.requests)


async def busy(chat) -> None:
    """Another game goes on in a channel, and the lobby of the new one has pinged him lately."""
    await chat.use(CECILE, "game new", THERE, **GAME, opponent=DARA)
    await opens(chat)


async def in_a_thread(chat) -> None:
    chat.accepting = False
    await chat.use(ANNA, "game new", THERE, **GAME, opponent=BOHUMIL)
    await chat.press(ANNA, chat.private(ANNA, THERE), "In a thread")


async def declines(chat) -> None:
    await chat.press(ANNA, chat.board(), "Decline")


async def a_clock(chat) -> None:
    await dealt(chat, clock="24h")
    await moved(chat)


async def half_a_day(chat) -> None:
    await chat.later(13 * HOUR)


async def entered(chat) -> None:
    starts = time.strftime("%Y-%m-%d %H:%M", time.gmtime(chat.bot.store.now() + 2 * HOUR))
    terms = {"clock": "24h", "time_over": "forfeit", "starts": starts, "check_in": "60"}
    await open_with(chat, ANNA, BOHUMIL, CECILE, name="Cup", **terms)


async def checked(chat) -> None:
    await chat.later(1.5 * HOUR)


async def week(chat) -> None:
    for _ in range(80):
        chat.ahead += 2 * HOUR
        await chat.bot.waits.settle()
    await chat.settle()


PINGS: dict[str, tuple[Does, Does, str]] = {
    "turn": (dealt, moved, "rests"),
    "timed": (lambda chat: dealt(chat, clock="24h"), moved, "rests"),
    "proposal": (his_turn, drawn, "rests blocked"),
    "nudge": (his_turn, nudged, "rests blocked"),
    "challenge": (nothing, named, "rests blocked"),
    "thread": (busy, in_a_thread, "rests blocked"),
    "closed": (challenges, declines, "rests"),
    "reminder": (a_clock, half_a_day, ""),
    "check_in": (entered, checked, "rests"),
    "waited": (his_turn, week, ""),
}
"""What comes before a call of Bohumil by Anna, what makes it, and in which states, beside his having pings off, it does not ping him."""


async def nothing_set(chat) -> None:
    """As everybody begins."""


async def quiet_hours(chat) -> None:
    hour = time.gmtime(chat.bot.store.now()).tm_hour
    await chat.set(BOHUMIL, "hours", zone="UTC", start=str(hour), end=str((hour + 5) % 24))


STATES: dict[str, Does] = {"": nothing_set, "no_pings": no_pings, "rests": rests, "blocked": blocks}


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("kind", PINGS)
async def test_each_call_once_through_the_bot(chat, kind, state, monkeypatch):
    monkeypatch.setattr("cogs.play.presence.silent_players.PIECE", 3 * HOUR)
    before, does, quiet = PINGS[kind]
    await before(chat)
    await STATES[state](chat)
    count, alone, before_it = pings(chat), directs(chat), len(chat.standin.requests)
    await does(chat)
    await settle(chat)
    if state in ("no_pings", *quiet.split()):
        assert pings(chat) == count
        named = any(name in str(chat.standin.requests[before_it:]) for name in ("**Bohumil**", f"<@{BOHUMIL}>"))
        assert named or kind in ("nudge", "reminder", "thread", "closed"), "his name stands there"
    else:
        assert pings(chat) > count
    assert directs(chat) == alone, "he has not asked for any"


async def secretly_asked(chat) -> None:
    await asked(chat)


async def by_orders(chat) -> None:
    """What Bohumil has said ahead is carried out as far as it goes, and he is asked."""
    await chat.use(BOHUMIL, "ahead", action="draft look; bid 2")
    for member in (BOHUMIL, CECILE):
        await chat.use(member, "move", action="let")
    chat.ahead += 601
    await chat.bot.worker.retry()
    await chat.settle()


async def moved_a_while_ago(chat) -> None:
    await moved(chat)
    await chat.later(HOUR / 2)


async def direct_at_rest(chat) -> None:
    await direct(chat)
    await rests(chat)


async def direct_and_blocks(chat) -> None:
    await direct(chat)
    await blocks(chat)


async def is_blocked(chat) -> None:
    await direct(chat)
    await chat.set(ANNA, "block", add=BOHUMIL)


ALONE: dict[str, tuple[Does, Does, set[str]]] = {
    "own_turn": (dealt, moved_a_while_ago, {"direct", "blocks", "blocked"}),
    "asked": (secretly_asked, by_orders, {"direct", "blocks", "blocked"}),
    "nudged": (secretly_asked, nudged, {"direct", "blocked"}),
    "followed": (followed, moved_a_while_ago, {"", "direct", "blocks"}),
}
"""What comes before a message to Bohumil alone, what makes it, and in which states he gets one."""
DIRECT: dict[str, Does] = {
    "": nothing_set, "direct": direct, "rests": direct_at_rest, "blocks": direct_and_blocks, "blocked": is_blocked,
}  # fmt: skip


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.parametrize("state", DIRECT)
@pytest.mark.parametrize("kind", ALONE)
async def test_each_direct_message_once_through_the_bot(chat, kind, state):
    before, does, told = ALONE[kind]
    await before(chat)
    await DIRECT[state](chat)
    count = directs(chat)
    await does(chat)
    assert (directs(chat) > count) is (state in told)


async def test_who_wants_no_direct_messages_is_not_told_of_a_plan_that_is_lost(monkeypatch):
    for wanted in (True, False):
        async with memory() as store:
            table, port = await open_table(store, 3, asked="window"), FakePort()
            await store.direct_messages.set_direct(102, wanted)
            await table.say(1, ("ready", "answer", "any", "top"))
            monkeypatch.setattr(Bids, "_meanings", fails)
            await table.act(0, ("bid", "2"))
            whispers = PrivateMessages(Tables(store), port, ByHand(store), notifications(store))
            debts = [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == WHISPER and debt.payload["why"] == LAPSED]
            assert debts
            await whispers._whisper(debts)
            assert [player for player, _ in port.whispered] == [102] * wanted


def fails(self: Any, *_: Any) -> Any:
    raise IndexError


async def test_at_rest_it_is_told_afterwards(chat):
    """At a table without a clock nothing else reminds him: a mention in the channel, and the direct message."""
    await dealt(chat)
    await direct_at_rest(chat)
    count, alone = pings(chat), directs(chat)
    await moved(chat)
    await chat.later(3 * HOUR)
    assert (pings(chat), directs(chat)) == (count, alone)
    await chat.later(2 * HOUR)
    assert (pings(chat), directs(chat)) == (count + 1, alone + 1)
    assert "☀ <@4002>, it is your turn" in chat.board()["content"]
    await chat.later(DAY)
    assert (pings(chat), directs(chat)) == (count + 1, alone + 1)


async def test_who_has_acted_at_rest_is_not_called_for_it(chat):
    await dealt(chat)
    await rests(chat)
    await moved(chat)
    count = pings(chat)
    await chat.use(BOHUMIL, "move", action="faction tide")
    table = await chat.bot.tables.here(int(HERE))
    for _ in rounds("the end of his turn", most=60):
        if table.view(None).to_act != (1,):
            break
        await chat.use(BOHUMIL, "move", action=" ".join(table.rules.decision(table.state, 1).default))
    await chat.later(6 * HOUR)
    assert pings(chat) == count


async def test_quiet_hours_are_kept_like_days_away(chat):
    await dealt(chat)
    await quiet_hours(chat)
    count = pings(chat)
    await moved(chat)
    await drawn(chat)
    assert pings(chat) == count
    assert any("🤝" in m["content"] and f"<@{BOHUMIL}>: do you agree" in m["content"] for m in chat.seen(None)), "the proposal lies there"
