"""Challenges and invitations by their messages: what they say and let press, once answered, however Discord takes it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.play.outbox_worker import LOST, REFUSED, Trouble
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.tournaments.teams import Newcomer
from cogs.service.tournament_messages import TournamentMessages
from data.store import Store
from data.store.changes import ASKED, TOURNAMENT, Message, Subject
from data.store.rows import Terms
from rules.competition.clock import DAY, FORFEIT, MOVE, Clock
from rules.competition.tournament import LADDER, ROBIN, Plan
from tests.bids import KEY, known
from tests.ports import ByHand, FakePort, notifications

CUP, HOST, CHANNEL = Subject(TOURNAMENT, 1), Ruling(9, "because"), 1
LADDER_PLAN = Plan(LADDER, reach=3, answer=3, idle=21, at_once=2)


class Asking:
    """A tournament with all its messages."""

    def __init__(self, store: Store) -> None:
        self.store, self.at = store, 1_000_000.0
        store.now = lambda: self.at
        self.port = FakePort()
        self.begin()

    def begin(self) -> None:
        """As after a start of the process."""
        self.tournaments = Tournaments(Tables(self.store))
        self.worker = ByHand(self.store)
        TournamentMessages(self.tournaments, self.port, self.worker, notifications(self.store))

    async def work(self) -> None:
        await self.worker.work(CUP)

    async def opened(self, plan: Plan) -> None:
        terms = Terms(most=64)
        await self.tournaments.create(
            NewTournament(1, CHANNEL, "Stairs", 9, KEY, {}, "en", plan, "hand", False, Clock(MOVE, DAY, then=FORFEIT), terms)
        )
        if plan.format == LADDER:
            for n in range(5):
                await self.tournaments.enter(1, 100 + n, f"P{n}")
            await self.tournaments.start(1)
        await self.work()

    def asked(self) -> list[tuple[str, int]]:
        """The messages that ask or have asked somebody, with how many buttons they have."""
        found = [(m["content"], m.get("view")) for number, (_, m) in sorted(self.port.messages.items()) if number not in self.port.pinned]
        shown = [(words, len(view.children) if view is not None else 0) for words, view in found]
        return [one for one in shown if re.search("challenge[sd] |invit|joined", one[0])]


@pytest.fixture
async def there() -> AsyncIterator[Asking]:
    with known():
        store = await Store.open(":memory:")
        yield Asking(store)
        await store.close()


async def test_a_challenge_says_what_it_has_come_to_and_has_no_buttons_then(there):
    await there.opened(LADDER_PLAN)
    for by, other in ((1, 0), (2, 0), (3, 2), (4, 3)):
        await there.tournaments.challenge(1, 100 + by, other)
        await there.work()
    assert [buttons for _, buttons in there.asked()] == [2, 2, 2, 2]
    await there.tournaments.answer(1, 100, 1, True)
    await there.tournaments.answer(1, 100, 2, False)
    await there.tournaments.withdraw(1, 103, 2)
    await there.tournaments.leave(1, 104)
    await there.work()
    assert there.asked() == [
        ("**P1** challenged **P0**: they play.", 0),
        ("**P2** challenged **P0**: the rung is passed on.", 0),
        ("**P3** challenged **P2**: taken back.", 0),
        ("**P4** challenged **P3**: nothing comes of it.", 0),
    ]
    assert await there.store.tournaments.asked(1) == []


async def test_a_challenge_that_nobody_answers_and_one_at_the_end_say_so(there):
    await there.opened(LADDER_PLAN)
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    there.at += 3 * DAY + 1
    await there.tournaments.go_on(1)
    await there.tournaments.challenge(1, 103, 2)
    await there.work()
    await there.tournaments.end(1, HOST)
    await there.work()
    assert there.asked() == [("**P1** challenged **P0**: the rung is passed on.", 0), ("**P3** challenged **P2**: nothing comes of it.", 0)]


async def test_after_a_pause_the_message_of_a_challenge_says_its_new_moment(there):
    await there.opened(LADDER_PLAN)
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    moment = int(there.at + 3 * DAY)
    assert f"<t:{moment}:" in there.asked()[0][0]
    await there.tournaments.pause(1, True, HOST)
    await there.work()
    assert there.asked() == [("<@100>, **P1** challenges you for rung 1. While the tournament is paused, the time to answer stands.", 2)]
    assert "**P1** challenges **P0**: the time to answer stands" in there.port.messages[there.port.pinned[0]][1]["content"]
    there.at += 2 * DAY
    await there.tournaments.pause(1, False, HOST)
    await there.work()
    ((words, buttons),) = there.asked()
    assert f"<t:{int(moment + 2 * DAY)}:" in words
    assert buttons == 2


@pytest.mark.parametrize("trouble", [LOST, REFUSED])
@pytest.mark.parametrize("days", [0, 0.5, 2])
async def test_an_answered_challenge_loses_its_buttons_as_soon_as_discord_lets_it(there, trouble, days):
    """Refused once, for half a day, and for longer than anybody would miss it: nothing else waits for that."""
    await there.opened(LADDER_PLAN)
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    (message,) = [one.message for one in await there.store.tournaments.asked(1)]
    edit = there.port.edit

    async def refused(channel: int, number: int, changes: Any) -> None:
        if number == message:
            raise Trouble(trouble)
        await edit(channel, number, changes)

    there.port.edit = refused
    await there.tournaments.answer(1, 100, 1, True)
    await there.work()
    await there.tournaments.challenge(1, 103, 2)
    await there.work()
    assert [buttons for _, buttons in there.asked()] == [2, 2], "what comes later is told"
    for _ in range(3):
        there.at += days * DAY / 3
        there.begin()
        await there.work()
    there.port.edit = edit
    await there.work()
    assert [buttons for _, buttons in there.asked()] == [2 if days > 1 else 0, 2]
    assert [debt for debt in await there.store.outbox.of(CUP) if debt.kind == ASKED] == []


async def test_a_message_that_is_gone_owes_nothing(there):
    await there.opened(LADDER_PLAN)
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    del there.port.messages[(await there.store.tournaments.asked(1))[0].message]
    await there.tournaments.answer(1, 100, 1, True)
    await there.work()
    assert (await there.store.tournaments.asked(1), await there.store.outbox.of(CUP)) == ([], [])


async def test_an_answer_while_the_message_is_on_its_way_takes_its_buttons_too(there):
    await there.opened(LADDER_PLAN)
    send = there.port.send

    async def slow(channel: int, message: Any, nonce: str) -> int:
        number = await send(channel, message, nonce)
        if "challenges" in message["content"]:
            await there.tournaments.withdraw(1, 101, 0)
        return number

    there.port.send = slow
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    assert there.asked() == [("**P1** challenged **P0**: taken back.", 0)]


async def test_a_process_that_dies_after_an_edit_leaves_the_same(there, monkeypatch):
    """And two that look at the same moment, as far as each owes the edit."""
    await there.opened(LADDER_PLAN)
    await there.tournaments.challenge(1, 101, 0)
    await there.work()
    rows, told_how = there.store.tournaments, there.store.tournaments.told_how

    async def dies(*given: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rows, "told_how", dies)
    await there.tournaments.answer(1, 100, 1, False)
    await rows.instead(1, (), [Message(ASKED, {"message": one.message}) for one in await rows.asked(1)] * 2)
    with pytest.raises(KeyboardInterrupt):
        await there.work()
    monkeypatch.setattr(rows, "told_how", told_how)
    there.begin()
    await there.work()
    assert there.asked() == [("**P1** challenged **P0**: the rung is passed on.", 0)]
    assert (await rows.asked(1), await there.store.outbox.of(CUP)) == ([], [])


async def test_an_invitation_that_is_accepted_or_over_says_so(there):
    await there.opened(Plan(ROBIN, boards=2))
    await there.tournaments.found_team(1, Newcomer(200, "Ada"), "Alps")
    for n in (1, 2):
        await there.tournaments.invite_to_team(1, 200, 200 + n, f"P{n}")
    await there.work()
    assert [buttons for _, buttons in there.asked()] == [2, 2]
    await there.tournaments.join_team(1, Newcomer(201, "P1"), 0)
    await there.work()
    assert there.asked()[0] == ("<@201> has joined the team **Alps**.", 0)
    assert there.asked()[1][1] == 2
    for player in (201, 200):
        await there.tournaments.leave(1, player)
    await there.work()
    assert there.asked()[1] == ("This invitation is over: the team is gone.", 0)
