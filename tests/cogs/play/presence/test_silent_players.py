"""A friend who has vanished from a table without a clock: what the others may decide, and that whoever comes back has everything again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.play.presence.silent_players import COMPUTER, ENDING, PERIOD, WAIT, WEEK, SilentPlayers
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.content import build, games
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import VANISHED, Change, Subject
from data.store.rows import Absence, TableAct
from data.store.shards import EVERYTHING
from data.store.silent_players import COUNTED, OFFERED, TAKEN, WARNED
from rules.competition.clock import DAY, HOUR, MOVE, Clock
from rules.legal_actions import legal
from rules.notation import write
from tests.bids import BEGUN, Time, known, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.test_play import table as table_of
from tests.looks import looks, seldom

ACT = TableAct(9, "table_pause", "", "why")


class Friends:
    """A table and whoever looks at it from time to time."""

    def __init__(self, store: Store, time: Time, table: Any, tables: Tables | None = None) -> None:
        self.store, self.time, self.id = store, time, table.id
        self.tables = tables or Tables(store)
        self.silent_players = SilentPlayers(self.tables)
        self.why: str | None = None

    async def table(self) -> Any:
        return await self.tables.get(self.id)

    async def look(self) -> None:
        await self.silent_players.look(lambda place: self.why)

    async def pass_by(self, seconds: float) -> None:
        """Time goes by, and somebody looks at the table all the while."""
        await self.look()
        with seldom():
            for at in looks(self.time.at, self.time.at + seconds):
                self.time.at = at
                await self.look()

    async def stages(self) -> dict[int, str]:
        return {seat: wait.stage for seat, wait in (await self.store.silent_players.of(self.id)).items()}

    async def told(self) -> list[tuple[str, int]]:
        """What is owed to everybody, by kind and seat."""
        owed = await self.store.outbox.of(Subject("table", self.id))
        return [(debt.payload["what"], debt.payload["seat"]) for debt in owed if debt.kind == VANISHED]

    async def choose(self, player: int, seat: int, what: str) -> list[str]:
        table = await self.table()
        waits = await self.store.silent_players.of(self.id)
        return await self.silent_players.choose(table, player, seat, what, waits[seat].mark if seat in waits else "")


async def friends(store: Store, time: Time, seats: int = 3, asked: str = "one", **how: Any) -> Friends:
    return Friends(store, time, await open_table(store, seats, asked=asked, **how))


async def test_after_six_days_they_are_told_and_after_seven_the_others_decide(store, time):
    there = await friends(store, time)
    await there.pass_by(6 * DAY - HOUR)
    assert (await there.stages(), await there.told()) == ({0: COUNTED}, [])
    await there.pass_by(HOUR)
    assert (await there.stages(), await there.told()) == ({0: WARNED}, [("warned", 0)])
    await there.pass_by(DAY - HOUR)
    assert await there.stages() == {0: WARNED}
    await there.pass_by(HOUR + PERIOD)
    assert (await there.stages(), await there.told()) == ({0: OFFERED}, [("warned", 0), ("offered", 0)])
    await there.pass_by(DAY)
    assert await there.told() == [("warned", 0), ("offered", 0)], "once"


async def test_time_is_theirs_alone(store, time):
    """Neither what passes at night, nor a pause, nor where nobody can act, nor while the process stands still or is gone."""
    await store.personal_settings.set_hours(101, Hours("UTC", (22, 8)))
    there = await friends(store, time)
    await there.pass_by(3 * DAY)
    assert (await store.silent_players.of(there.id))[0].waited == 3 * 14 * HOUR
    table = await there.table()
    before = (await store.silent_players.of(there.id))[0].waited
    await table.clocks.pause(True, ACT)
    await there.pass_by(5 * DAY)
    await table.clocks.pause(False, ACT)
    await there.look()
    there.why = "channel"
    await there.pass_by(5 * DAY)
    there.why = None
    time.at += 5 * DAY
    again = Friends(store, time, table)
    await again.look()
    assert (await store.silent_players.of(there.id))[0].waited == pytest.approx(before, abs=2 * PERIOD)


@pytest.mark.parametrize("how", [{"clock": Clock(MOVE, HOUR)}, {"rated": True}])
async def test_clocks_and_moderators_see_to_rated_games(store, time, how):
    rated = how.pop("rated", False)
    there = await friends(store, time, **how)
    if rated:
        table = await there.table()
        await table.commit(Change(table.row._replace(rated=True)))
    await there.pass_by(8 * DAY)
    assert (await there.stages(), await there.told()) == ({}, [])


async def offered(store: Store, time: Time, seats: int = 3, asked: str = "one") -> Friends:
    there = await friends(store, time, seats, asked)
    await there.pass_by(WEEK + 2 * PERIOD)
    assert OFFERED in (await there.stages()).values()
    return there


async def test_everybody_who_still_plays_must_agree(store, time):
    there = await offered(store, time)
    with pytest.raises(Unfit, match="others"):
        await there.choose(999, 0, COMPUTER)
    assert await there.choose(102, 0, COMPUTER) != []
    table = await there.table()
    assert table.seats[0].player == 101
    assert await there.choose(103, 0, COMPUTER) == []
    assert table.seats[0].player is None
    assert table.seats[0].computer
    assert await there.stages() | {0: TAKEN} == await there.stages()
    with pytest.raises(Unfit, match="gone"):
        await there.choose(103, 0, ENDING)


async def test_different_wishes_are_no_agreement_and_may_be_changed(store, time):
    there = await offered(store, time)
    assert await there.choose(102, 0, COMPUTER)
    assert await there.choose(103, 0, ENDING)
    assert not (await there.table()).over
    assert await there.choose(102, 0, ENDING) == []
    table = await there.table()
    assert table.over
    assert table.outcome.reason == "abandoned"
    assert await there.stages() == {}


async def test_one_who_waits_on_is_enough(store, time):
    there = await offered(store, time)
    await there.choose(102, 0, COMPUTER)
    await there.choose(103, 0, WAIT)
    with pytest.raises(Unfit, match="gone"):
        await there.choose(103, 0, COMPUTER)
    await there.pass_by(6 * DAY - HOUR)
    assert await there.stages() == {0: COUNTED}
    await there.pass_by(DAY + 2 * HOUR)
    wait = (await store.silent_players.of(there.id))[0]
    assert (wait.stage, wait.computer) == (OFFERED, ()), "nobody has agreed to this one"


async def test_with_one_left_their_word_is_enough(store, time):
    there = await offered(store, time, 2)
    assert await there.choose(102, 0, ENDING) == []
    assert (await there.table()).over


async def test_two_who_have_vanished_each_have_their_own_and_do_not_hold_up_others(store, time):
    there = await offered(store, time, 3, "all")
    assert set((await there.stages()).values()) == {OFFERED}
    await there.silent_players.acted(await there.table(), 103)
    assert await there.stages() == {0: OFFERED, 1: OFFERED, 2: COUNTED}
    assert await there.choose(103, 0, COMPUTER) == []
    table = await there.table()
    assert table.seats[0].computer
    assert table.seats[1].player == 102
    assert await there.choose(103, 1, COMPUTER) == []
    assert table.seats[1].computer


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("days", [6.5, 7.5])
async def test_any_act_of_theirs_ends_it(store, time, days):
    there = await friends(store, time)
    await there.pass_by(days * DAY)
    await there.silent_players.acted(await there.table(), 102)
    assert await there.stages() in ({0: WARNED}, {0: OFFERED}), "of theirs"
    await there.silent_players.acted(await there.table(), 101)
    assert await there.stages() == {0: COUNTED}
    assert ("came", 0) in await there.told() if days > 7 else ("came", 0) not in await there.told()
    with pytest.raises(Unfit, match="gone"):
        await there.choose(102, 0, COMPUTER)


async def test_a_move_ends_it_whatever_way_it_came(store, time):
    there = await offered(store, time)
    table = await there.table()
    mark = (await store.silent_players.of(there.id))[0].mark
    await table.act(0, ("bid", "2"))
    with pytest.raises(Unfit, match="gone"):
        await there.silent_players.choose(table, 102, 0, COMPUTER, mark)
    assert table.seats[0].player == 101


async def test_two_presses_at_once_and_a_return_in_the_same_second(store, time):
    there = await offered(store, time)
    await there.choose(102, 0, COMPUTER)
    table = await there.table()
    done = await asyncio.gather(
        there.choose(103, 0, COMPUTER), there.choose(103, 0, COMPUTER), there.silent_players.acted(table, 101), return_exceptions=True
    )
    assert sum(found == [] for found in done) == 1
    assert table.seats[0].player is None
    assert await there.silent_players.come_back(table, (101, "Anna")) == 0
    assert table.seats[0].player == 101


async def test_the_seat_is_kept_for_its_owner_until_the_end(store, time):
    there = await offered(store, time, 2)
    await there.choose(102, 0, COMPUTER)
    table = await there.table()
    assert await there.silent_players.kept(table) == {0: 101}
    assert await there.silent_players.come_back(table, (103, "Cécile")) is None
    time.at += 90 * DAY
    await there.look()
    again = Friends(store, time, table)
    there_now = await again.table()
    if not there_now.over:
        assert await again.silent_players.come_back(there_now, (101, "Anna")) == 0
        assert there_now.seats[0].player == 101
        assert await again.silent_players.kept(there_now) == {}


async def test_a_process_that_died_between_the_two_is_made_up_for(store, time):
    """The computer sits there, and nothing more has been written."""
    there = await offered(store, time)
    table = await there.table()
    async with table.changing():
        await table.seating.do_hand_over(0, "table.computer_stands_in")
    again = Friends(store, time, table)
    assert await again.silent_players.kept(await again.table()) == {0: 101}
    await again.look()
    assert (await again.stages())[0] == TAKEN


async def test_who_sits_down_later_is_not_blamed_for_who_sat_there_before(store, time):
    there = await friends(store, time)
    await there.pass_by(6.5 * DAY)
    table = await there.table()
    await table.seating.sit(0, (109, "Dara"))
    await there.look()
    wait = (await store.silent_players.of(there.id)).get(0)
    assert wait is None or (wait.stage, wait.waited) == (COUNTED, 0)


async def test_who_is_gone_from_the_server_has_a_day(store, time):
    there = await friends(store, time)
    await there.pass_by(HOUR)
    table = await there.table()
    await table.commit(Change(table.row, absences={101: Absence(101, "gone", time.at)}))
    await there.look()
    assert await there.stages() == {0: WARNED}
    await there.pass_by(DAY - HOUR)
    assert await there.stages() == {0: WARNED}
    await there.pass_by(HOUR + PERIOD)
    assert await there.stages() == {0: OFFERED}


async def test_of_two_worlds_that_differ_in_who_has_answered_in_secret_everybody_reads_the_same(store, time):
    """Some have sealed an answer by hand on the third day, or nobody has: until they are asked for a sign nobody can tell."""
    there = await friends(store, time, 3, "window")
    other = Friends(store, time, await open_table(store, 3, channel=2, asked="window"), there.tables)
    for at in (there, other):
        await (await at.table()).act(0, ("bid", "2"))
    await there.look()
    table = await there.table()
    time.at += PERIOD
    assert table.rules.decision(table.state, 1).sealed
    await table.act(1, ("let",))
    assert (table.awaited, (await other.table()).awaited) == ((2,), (1, 2))
    await there.pass_by(WEEK + 2 * PERIOD)
    assert await there.told() == await other.told() == [("warned", 1), ("warned", 2), ("offered", 1), ("offered", 2)]
    assert await there.stages() == await other.stages()


# As people see it


class Evening:
    """A chat in which time goes by and somebody looks all the while."""

    def __init__(self, chat: Any) -> None:
        self.chat = chat

    async def deal(self, game: str, *others: str) -> None:
        named = dict(zip(("opponent", "opponent2", "opponent3"), others, strict=False))
        await self.chat.use(ANNA, "game new", game=game, **named)
        self.table = await self.chat.bot.tables.here(int(HERE))
        self.seat = {str(s.player): s.seat for s in self.table.seats}
        for member in self.seat:
            self.chat.world.members[member]["locale"] = "en-GB"

    async def pass_by(self, seconds: float) -> None:
        with seldom():
            for at in looks(self.chat.ahead, self.chat.ahead + seconds):
                self.chat.ahead = at
                await self.chat.bot.waits.settle()
        await self.chat.settle()

    def latest(self, label: str, member: str) -> dict[str, Any]:
        """The latest message about a member with a button."""
        seat = self.seat[member]
        about = f"b:vanished:{self.table.id}:{seat}:"
        return next(
            m for m in reversed(self.chat.seen(None)) if any(b["label"] == label and b["custom_id"].startswith(about) for b in self.chat.buttons(m))
        )

    def members(self) -> tuple[str, list[str]]:
        """Who is waited for, and the others."""
        seat = self.table.view(None).to_act[0]
        lost = str(self.table.seats[seat].player)
        return lost, [str(s.player) for s in self.table.seats if s.player is not None and str(s.player) != lost]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", [*games()])
async def test_a_computer_plays_on_and_the_seat_comes_back(chat, game):
    evening = Evening(chat)
    await evening.deal(build(game).key, BOHUMIL)
    lost, others = evening.members()
    name = chat.world.members[lost]["global_name"]
    await evening.pass_by(6 * DAY + 4 * HOUR)
    warned = evening.latest("I am here", lost)
    assert f"<@{lost}>" in warned["content"]
    await evening.pass_by(DAY + 4 * HOUR)
    offer = evening.latest("Wait on", lost)
    assert name in offer["content"]
    told = await chat.use(others[0], "game clock")
    assert f"**{name}**: the others may decide now." in told
    for other in others:
        if evening.table.seats_of(int(lost)):
            await chat.press(other, offer, "Let a computer play on")
    assert not evening.table.seats_of(int(lost))
    await chat.bot.tables.here(int(HERE))
    back = evening.latest("Take my seat back", lost)
    before = evening.table.position
    assert "kept for the player" in await chat.press(DARA, back, "Take my seat back")
    await chat.restart()
    table = await chat.bot.tables.here(int(HERE))
    if not table.over:
        assert "yours again" in await chat.press(lost, back, "Take my seat back")
        assert table.seats_of(int(lost))
        assert table.position >= before


async def test_the_game_ends_when_all_agree_and_a_button_of_before_says_so(chat):
    evening = Evening(chat)
    await evening.deal("monster_hex", BOHUMIL, CECILE)
    lost, others = evening.members()
    await evening.pass_by(WEEK + 4 * HOUR)
    offer = evening.latest("Wait on", lost)
    assert chat.world.members[others[1]]["global_name"] in await chat.press(others[0], offer, "End without")
    assert not evening.table.over
    await chat.press(others[1], offer, "End without a result")
    assert evening.table.over
    assert "without a result" in "\n".join(m["content"] for m in chat.seen(None))
    assert "The game is over" in await chat.press(others[1], offer, "Let a computer")


@pytest.mark.parametrize("act", ["here", "panel", "move"])
async def test_whoever_does_anything_is_there(chat, act):
    evening = Evening(chat)
    await evening.deal("monster_hex", BOHUMIL)
    lost, others = evening.members()
    await evening.pass_by(WEEK + 4 * HOUR)
    offer = evening.latest("Wait on", lost)
    if act == "here":
        assert "Good that you are here" in await chat.press(lost, evening.latest("I am here", lost), "I am here")
    elif act == "panel":
        await chat.use(lost, "game clock")
    else:
        action = next(iter(legal(evening.table.rules, evening.table.state, evening.seat[lost])))
        await chat.use(lost, "move", action=write(action))
    assert "not to be decided" in await chat.press(others[0], offer, "Let a computer play on")
    assert "is here again" in "\n".join(m["content"] for m in chat.seen(None))
    assert evening.table.seats_of(int(lost))


async def test_who_wants_no_calls_is_named_and_not_called(chat):
    evening = Evening(chat)
    await evening.deal("monster_hex", BOHUMIL)
    lost, _ = evening.members()
    await chat.set(lost, "pings", on="False")
    await evening.pass_by(6 * DAY + 4 * HOUR)
    warned = evening.latest("I am here", lost)
    assert f"<@{lost}>" not in warned["content"]


async def test_a_match_is_left_to_its_moderators(chat):
    evening = Evening(chat)
    await evening.deal("monster_hex", BOHUMIL)
    async with chat.bot.store.transaction() as db:
        await db.execute(
            "INSERT INTO tournaments (id, channel, name, host, game, options, language, plan, seeding, rated, status, created)"
            " VALUES (1, 7, 'Cup', 1, 'monster_hex', '{}', 'en', '{}', 'random', 0, 'over', 0)"
        )
        await db.execute("INSERT INTO tournament_games (tournament, fixture, number, game, channel) SELECT 1, 0, 0, id, channel FROM games")
    await evening.pass_by(8 * DAY)
    assert await chat.bot.store.all("SELECT * FROM waits") == []


async def test_on_a_server_as_in_a_file(where, time):
    store = await Store.open(where)
    try:
        store.now, store.shards = time, EVERYTHING
        with known():
            there = await friends(store, time)
            await there.look()
            await there.pass_by(HOUR)
            table = await there.table()
            await table.commit(Change(table.row, absences={101: Absence(101, "gone", time.at)}))
            await there.pass_by(DAY + 2 * PERIOD)
            assert (await there.stages(), await there.told()) == ({0: OFFERED}, [("warned", 0), ("offered", 0)])
            assert await there.choose(102, 0, COMPUTER)
            assert await there.choose(103, 0, COMPUTER) == []
            assert await there.silent_players.come_back(await there.table(), (101, "Anna")) == 0
    finally:
        await store.close()


async def test_whether_they_have_left_is_asked_after_each_day(store, time):
    there = await friends(store, time)
    asked = []
    for _ in range(int(3 * DAY // PERIOD) + 1):
        asked += [(player, time.at - BEGUN) for player in await there.silent_players.look(lambda place: None)]
        time.at += PERIOD
    assert asked == [(101, day * DAY) for day in (1, 2, 3)]


async def test_who_has_left_a_table_without_a_clock_is_noticed(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    chat.leaves(BOHUMIL)
    for _ in range(int(DAY // PERIOD) + 3):
        chat.ahead += PERIOD
        await chat.bot.waits.settle()
        await chat.bot.noticing.settle()
    found = await table_of(chat)
    assert (await chat.bot.store.absences.of(found.id))[int(BOHUMIL)].why == "gone"
    assert any(wait.stage == WARNED for wait in (await chat.bot.store.silent_players.of(found.id)).values()), "and they are told, if they can be"
    await chat.settle()
    assert "**Bohumil** has left the server, and the game waits for them" in chat.board()["content"]


async def test_what_is_known_of_the_vanished_goes_when_they_are_forgotten_and_with_the_game(store, time):
    there, other = await friends(store, time), await friends(store, time, channel=2, asked="all")
    await there.pass_by(2 * DAY)
    await other.look()
    assert set(await store.silent_players.of(other.id)) == {0, 1, 2}
    await store.own_data.forget(101)
    assert await store.silent_players.of(there.id) == {}
    assert set(await store.silent_players.of(other.id)) == {1, 2}
    await other.tables.reread([other.id])
    await (await other.table()).settle(1, "agreed", [[0, 1, 2]])
    await store.silent_players.tidy()
    assert await store.silent_players.of(other.id) == {}
