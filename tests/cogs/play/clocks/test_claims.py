"""A rated game always ends: by a clock, or since whoever waits may claim it after a stated time."""

from __future__ import annotations

import pytest

from cogs.play.clocks.claims import begin, claim
from cogs.play.nudges import nudges
from cogs.play.table_queries import Closed, Paused
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store.changes import TABLE, Subject
from data.store.rows import TableAct
from rules.competition.clock import DAY, FORFEIT, HOUR, MOVE, UNTIL, USUAL_CLAIM, WITHIN, Clock, claimed, read
from tests.bids import credited, open_table
from tests.chat import ANNA, BOHUMIL, HERE
from tests.decided import decided
from tests.waiting import rounds

ACT = TableAct(9, "table_pause", "", "why")
WEEKS = USUAL_CLAIM


async def rated(store, seats: int = 2, **how):
    return await open_table(store, seats, rated=True, **{"asked": "one", **how})


async def ring(table, time, to: float) -> None:
    """Time goes by until a moment, and clocks ring."""
    for _ in rounds("what rings until then"):
        due = min((dial.next for dial in table.dials.values() if dial.next is not None), default=to)
        if due >= to:
            break
        time.at = max(due, time.at)
        for seat in list(table.dials):
            await table.expiry.lapse(seat) or await table.expiry.reminded(seat, time.at)
    time.at = to


async def kinds(store, table) -> list[str]:
    """What has been owed at a table, without its boards' contents."""
    return [
        event[0] for debt in await store.outbox.of(Subject(TABLE, table.id)) for event in debt.payload.get("events", []) if event[0][:5] == "table"
    ]


@pytest.mark.usefixtures("places")
class TestByRows:
    async def test_every_rated_game_has_one_and_others_have_none(self, store, time):
        assert (await rated(store)).row.clock == claimed(WEEKS)
        assert (await rated(store, channel=2, clock=Clock(MOVE, HOUR))).row.clock == Clock(MOVE, HOUR, then=FORFEIT)
        assert (await rated(store, channel=3, clock=claimed(3 * DAY))).row.clock == claimed(3 * DAY)
        assert (await open_table(store, 2, channel=4)).row.clock is None

    async def test_it_may_be_claimed_after_a_reminder_a_day_before_and_not_earlier(self, store, time):
        table = await rated(store)
        begun = time.at
        await ring(table, time, begun + WEEKS - HOUR)
        owed = [debt for debt in await store.outbox.of(Subject(TABLE, table.id)) if debt.kind == "reminder"]
        assert [(debt.payload["seat"], debt.created - begun) for debt in owed] == [(0, WEEKS - DAY)]
        with pytest.raises(Unfit, match=r"claim\.nothing"):
            await claim(table, 102)
        await ring(table, time, begun + WEEKS + 1)
        assert await kinds(store, table) == ["table.claimable"]
        assert table.expiry.claimable == [0]
        await ring(table, time, begun + 3 * WEEKS)
        assert await kinds(store, table) == ["table.claimable"], "it is told once"
        assert not table.over, "nothing ends by itself"
        assert await claim(table, 102) == ["Anna"]
        assert table.over
        assert table.outcome.places == ((1,), (0,))
        with pytest.raises(Closed):
            await claim(table, 102)

    async def test_an_answer_counts_until_somebody_has_claimed(self, store, time):
        table = await rated(store)
        await ring(table, time, time.at + WEEKS + DAY)
        await table.act(0, ("bid", "1"))
        assert table.expiry.claimable == []
        with pytest.raises(Unfit, match=r"claim\.nothing"):
            await claim(table, 102)
        assert table.dials[1].left == WEEKS
        begun = time.at
        await ring(table, time, begun + WEEKS + 1)
        assert table.expiry.claimable == [1], "each question has its own time"

    async def test_the_others_play_on(self, store, time):
        table = await decided(await rated(store, 3))
        begun, late = time.at, table.acting[0]
        await ring(table, time, begun + WEEKS + 1)
        other = table.seats[(late + 1) % 3].player
        await claim(table, other)
        assert not table.over
        assert table.out(late)
        assert late not in table.acting

    async def test_against_those_who_have_not_answered_and_by_whoever_has(self, store, time):
        """All are asked at once; what one has answered is nobody's business."""
        table = await rated(store, 3, asked="all")
        await table.act(0, ("bid", "1"))
        await ring(table, time, time.at + WEEKS + 1)
        assert table.expiry.claimable == [1, 2]
        for player, why in ((102, r"claim\.answer_first"), (103, r"claim\.answer_first")):
            with pytest.raises(Unfit, match=why):
                await claim(table, player)
        with pytest.raises(Unfit, match="not_seated"):
            await claim(table, 999)
        assert await claim(table, 101) == ["Bohumil", "Cécile"]
        assert table.over
        assert table.outcome.places[0] == (0,)

    async def test_who_has_answered_a_sealed_question_is_not_claimed_against(self, store, time):
        table = await rated(store, 3, asked="window")
        await table.act(0, ("bid", "1"))
        await table.say(2, ("seal", "let"))
        await ring(table, time, time.at + WEEKS + 1)
        assert table.expiry.claimable == [1]
        assert await claim(table, 103) == ["Bohumil"]
        assert not table.out(2)

    async def test_nor_who_answers_it_when_their_time_is_over(self, store, time):
        table = await rated(store, 3, asked="window")
        await table.act(0, ("bid", "1"))
        await ring(table, time, time.at + WEEKS + 1)
        assert table.expiry.claimable == [1, 2]
        await table.say(2, ("seal", "let"))
        assert table.expiry.claimable == [1]

    async def test_their_time_is_theirs_alone(self, store, time):
        """Neither nights, nor a pause, nor where nobody can act, nor while the process stands still."""
        await store.personal_settings.set_hours(101, Hours("UTC", (22, 8)))
        table = await rated(store)
        assert table.dials[0].due - time.at > WEEKS * 1.5
        await table.clocks.pause(True, ACT)
        time.at += 30 * DAY
        with pytest.raises(Paused):
            await claim(table, 102)
        await table.clocks.pause(False, ACT)
        await table.clocks.stand("channel", time.at)
        time.at += 30 * DAY
        await table.clocks.run()
        before = time.at
        time.at += 30 * DAY
        await credited(table, before)
        assert table.expiry.claimable == []
        assert table.dials[0].due - time.at > WEEKS * 1.5 - DAY

    async def test_what_may_be_claimed_may_be_so_after_a_pause_and_a_restart(self, store, time):
        table = await rated(store)
        await ring(table, time, time.at + WEEKS + 1)
        await table.clocks.pause(True, ACT)
        await table.clocks.pause(False, ACT)
        again = await Tables(store).get(table.id)
        assert again.expiry.claimable == [0]
        assert again.dials[0].next is None
        assert await claim(again, 102) == ["Anna"]

    async def test_a_moderator_takes_no_clock_away_for_good(self, store, time):
        table = await rated(store, clock=Clock(MOVE, HOUR))
        await table.clocks.set_clock(None, ACT)
        assert table.row.clock == claimed(WEEKS)

    async def test_running_games_without_a_clock_get_a_fortnight_and_are_told(self, store, time):
        tables = Tables(store)
        found = {}
        for n, seats in enumerate((2, 3)):
            found[n] = await rated(store, seats, channel=n + 1)
        friendly = await open_table(store, 2, channel=9)
        async with store.transaction() as db:
            await db.execute("UPDATE games SET clock = NULL")
            await db.execute("DELETE FROM dials")
            await db.execute("DELETE FROM owed")
        assert await store.tables.endless(store.shards) == [found[0].id, found[1].id]
        for _ in range(2):
            await begin(tables)
            for n in found:
                table = await tables.get(found[n].id)
                assert table.row.clock == claimed(WEEKS)
                assert table.dials[0].due == time.at + WEEKS
                assert await kinds(store, table) == ["table.may_be_claimed"], "once"
        assert (await tables.get(friendly.id)).row.clock is None
        await ring(table, time, time.at + WEEKS + 1)
        assert table.expiry.claimable == [0]

    async def test_a_rematch_of_a_game_with_a_deadline_has_one(self, store, time):
        table = await rated(store, clock=Clock(WITHIN, DAY))
        assert table.row.clock.kind == UNTIL
        await table.concede(0)
        made, _ = await Tables(store).rematch(table, 101, 7)
        row = await store.tables.get(made)
        assert row.rated
        assert row.clock == claimed(WEEKS)

    async def test_a_lobby_of_before_is_dealt_with_one(self, store, time):
        tables, table = Tables(store), await rated(store)
        await table.concede(0)
        made, _ = await tables.rematch(table, 101, 7)
        async with store.transaction() as db:
            await db.execute("UPDATE games SET clock = NULL WHERE id = ?", (made,))
        await tables.join(made, (102, "Bohumil"))
        assert (await tables.get(made)).row.clock == claimed(WEEKS)

    async def test_who_is_asked_without_the_others_knowing_is_answered_for_like_that(self, store, time, monkeypatch):
        """Nobody can claim what they do not know of, and the game goes on all the same."""
        table = await rated(store)
        shown = type(table.rules).view

        def view(rules, state, seat):
            found = shown(rules, state, seat)
            return found._replace(to_act=tuple(s for s in found.to_act if s != 0)) if seat is None else found

        monkeypatch.setattr(type(table.rules), "view", view)
        await ring(table, time, time.at + WEEKS + 1)
        assert table.expiry.claimable == []
        assert await kinds(store, table) == []
        assert table.acting == (1,)
        assert [row.auto for row in await store.tables.actions(table.id)] == [True]

    async def test_whoever_waits_may_nudge_meanwhile(self, store, time):
        """The clock reminds but once, a day before; other clocks do so often enough."""
        assert nudges(await rated(store), 102) == [0]
        assert nudges(await rated(store, channel=2, clock=Clock(MOVE, HOUR)), 102) == []

    async def test_the_result_counts(self, store, time):
        table = await decided(await rated(store))
        loser = table.acting[0]
        await ring(table, time, time.at + WEEKS + 1)
        await claim(table, table.seats[1 - loser].player)
        ranked = await store.ratings.ranked(1)
        assert [one.player for one in ranked] == [table.seats[1 - loser].player, table.seats[loser].player]


@pytest.mark.parametrize(
    ("text", "time"), [("claim 14d", 14 * DAY), ("Claim 24h", DAY), ("nárok 3d", 3 * DAY), ("narok 3d", 3 * DAY), ("réclamer 5j", 5 * DAY)]
)
def test_it_is_typed_in_each_language(text, time):
    assert read(text) == claimed(time)


@pytest.mark.parametrize("text", ["claim 23h", "claim", "claim 91d", "claim 1m"])
def test_what_is_no_time_for_a_claim(text):
    with pytest.raises(ValueError, match=r".+"):
        read(text)


async def begun(chat, **options) -> None:
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True", options="seating=joined", **options)
    await chat.press(BOHUMIL, chat.board(), chat.labels(chat.board())[0])


async def test_a_game_that_nobody_ends_is_claimed_in_the_chat(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True", options="seating=joined", clock="claim 3d")
    assert "who has not answered after 3 days: whoever waits may claim the game" in chat.board()["content"]
    await chat.press(BOHUMIL, chat.board(), "Accept")
    table = await chat.bot.tables.here(int(HERE))
    late, waits = ((ANNA, BOHUMIL) if table.acting == (0,) else (BOHUMIL, ANNA)) if len(table.acting) == 1 else (ANNA, BOHUMIL)
    if len(table.acting) > 1:
        await table.act(1, table.rules.decision(table.state, 1).default)
    await chat.later(2 * DAY + HOUR)
    assert any(f"<@{late}>" in m["content"] for m in chat.seen(None)[-3:]), "reminded a day before"
    await chat.later(DAY)
    board = chat.board()
    assert "is over: whoever waits may claim the game" in board["content"]
    assert "Claim the game" in chat.labels(board)
    await chat.restart()
    await chat.press(late, board, "Claim the game")
    assert not (await chat.bot.tables.here(int(HERE))).over
    await chat.press(waits, board, "Claim the game")
    assert (await chat.bot.tables.here(int(HERE))).over
    assert "claims the game" in chat.board()["content"]


async def test_the_command_and_what_the_clock_tells(chat):
    await begun(chat)
    table = await chat.bot.tables.here(int(HERE))
    assert table.row.clock == claimed(WEEKS)
    assert "14" in await chat.use(ANNA, "game clock")
    for member in (ANNA, BOHUMIL):
        await chat.set(member, "language", language="en")
    await chat.set(ANNA, "challenges", **{"from": "nobody"})
    assert "nothing to claim" in await chat.use(ANNA, "game claim")
    await chat.later(WEEKS + HOUR)
    table = await chat.bot.tables.here(int(HERE))
    (late,) = table.expiry.claimable
    other = str(next(s.player for s in table.seats if s.seat != late))
    assert "may be claimed" in await chat.use(other, "game clock")
    assert "You are asked yourself" in await chat.use(str(table.seats[late].player), "game claim")
    assert "Claimed." in await chat.use(other, "game claim")


async def test_with_a_claim_goes_nothing_else(chat):
    told = await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, clock="claim 3d", time_over="at_once")
    assert "says itself" in told
    told = await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, clock="claim 3h")
    assert "is no clock" in told


async def test_a_rated_tournament_without_a_clock_says_when_its_games_may_be_claimed(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex", rated="True")
    assert "who has not answered after 14 days: whoever waits may claim the game" in chat.board()["content"]
    await chat.use(ANNA, "tournament create", "3003", game="monster_hex")
    assert "claim" not in chat.board("3003")["content"]
