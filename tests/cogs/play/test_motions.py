"""What a moderator who plays puts to the others: it is done when all agree, ends when anybody objects, and is done when nobody does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.play.motions import AGAIN, NOTICE, SILENCE, Motions
from cogs.play.permissions import Act
from cogs.play.presence.silent_players import PERIOD
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import MOTION, Change, Subject
from data.store.motions import ANNOUNCED, ASKED, OBJECTED
from data.store.rows import Absence, TableAct
from data.store.shards import EVERYTHING
from data.timestamps import distance
from rules.competition.clock import DAY, HOUR
from tests.bids import BEGUN, Time, known, open_table
from tests.looks import SELDOM, looks, seldom
from tests.waiting import rounds

JUDGE = 999
LOOK = 2 * PERIOD
"""Seconds by which something may come late that is looked for from time to time, in two steps."""


class There:
    """A table of Anna (101), who is a moderator, and others; what is owed is told at once."""

    def __init__(self, store: Store, time: Time, table: Any, tables: Tables | None = None) -> None:
        self.store, self.time, self.id = store, time, table.id
        self.tables = tables or Tables(store)
        self.motions = Motions(self.tables, Tournaments(self.tables))
        self.why: str | None = None

    async def table(self) -> Any:
        return await self.tables.get(self.id)

    async def put(self, act: Act = Act.TABLE_PAUSE, *seats: int, by: int = 101) -> Any:
        return await self.motions.put(await self.table(), act, (by, "rain"), seats)

    async def mark(self, act: str = Act.TABLE_PAUSE) -> str:
        return (await self.store.motions.of(self.id))[act].mark

    async def agree(self, player: int, act: str = Act.TABLE_PAUSE) -> list[int]:
        return await self.motions.agree(await self.table(), player, await self.mark(act))

    async def object(self, player: int, act: str = Act.TABLE_PAUSE) -> None:
        await self.motions.object(await self.table(), player, await self.mark(act))

    async def pass_by(self, seconds: float, tell: bool = True) -> set[int]:
        """Time goes by, and somebody looks at the table all the while; gives those of whom it is doubted that they can act."""
        doubted = await self._look(tell)
        with seldom():
            for at in looks(self.time.at, self.time.at + seconds):
                self.time.at = at
                doubted |= await self._look(tell)
        return doubted

    async def _look(self, tell: bool) -> set[int]:
        if tell:
            await self.told()
        return await self.motions.look(lambda place: self.why)

    async def told(self) -> list[str]:
        """The stages that everybody is owed to be told of, which are told now."""
        owed = [debt for debt in await self.store.outbox.of(Subject("table", self.id)) if debt.kind == MOTION]
        await self.store.outbox.done(owed)
        return [debt.payload["stage"] for debt in owed]

    async def stages(self) -> dict[str, str]:
        return {act: motion.stage for act, motion in (await self.store.motions.of(self.id)).items()}

    async def acts(self) -> list[TableAct]:
        return [act for _, _, act in await self.store.tables.acts(self.id)]


async def there(store: Store, time: Time, seats: int = 3, asked: str = "one", **how: Any) -> There:
    return There(store, time, await open_table(store, seats, asked=asked, **how))


PAUSED = TableAct(101, "table_pause", "", "rain")


async def test_it_is_done_at_once_when_all_others_have_agreed(store, time):
    here = await there(store, time)
    put = await here.put()
    assert not put.done
    assert not put.before
    assert await here.told() == [ASKED]
    assert await here.agree(102) == [2], "somebody has yet to"
    assert await here.agree(102) == [2], "twice is once"
    assert await here.acts() == []
    assert await here.agree(103) == []
    assert await here.acts() == [PAUSED]
    assert (await here.table()).row.paused
    assert await here.stages() == {}


@pytest.mark.parametrize("player", [101, 104, JUDGE], ids=["who has put it", "a stranger", "a moderator without a part"])
async def test_nobody_agrees_who_is_not_asked(store, time, player):
    here = await there(store, time)
    await here.put()
    with pytest.raises(Unfit, match="not_asked"):
        await here.agree(player)
    assert await here.acts() == []


async def test_anybody_there_who_objects_ends_it_and_it_is_not_put_again_at_once(store, time):
    here = await there(store, time)
    await here.put()
    await here.agree(102)
    mark = await here.mark()
    await here.object(103)
    assert await here.told() == [ASKED, OBJECTED]
    table = await here.table()
    for again in (here.motions.agree(table, 103, mark), here.motions.object(table, 102, mark), here.put()):
        with pytest.raises(Unfit, match=r"consent.gone|objected_lately"):
            await again
    assert await here.pass_by(AGAIN - HOUR) == set()
    with pytest.raises(Unfit, match="objected_lately") as refused:
        await here.put()
    assert refused.value.facts["soon"] == distance(BEGUN + AGAIN)
    await here.pass_by(HOUR + LOOK)
    assert await here.acts() == []
    assert not (await here.put()).before, "a day later it may be asked anew"


async def test_whoever_has_put_it_may_think_better_of_it_and_strangers_have_no_word(store, time):
    here = await there(store, time)
    await here.put()
    with pytest.raises(Unfit, match="not_asked"):
        await here.object(104)
    await here.object(101)
    assert await here.stages() == {Act.TABLE_PAUSE: OBJECTED}
    owed = [debt.payload["by"] for debt in await store.outbox.of(Subject("table", here.id)) if debt.kind == MOTION]
    assert owed == [None, None], "nobody else has objected"


async def test_who_has_resigned_may_object_and_need_not_agree(store, time):
    here = await there(store, time)
    await (await here.table()).concede(2)
    await here.put()
    with pytest.raises(Unfit, match="not_asked"):
        await here.agree(103)
    await here.object(103)
    assert await here.stages() == {Act.TABLE_PAUSE: OBJECTED}


async def test_silence_is_announced_after_48_hours_and_it_is_done_a_day_later(store, time):
    here = await there(store, time)
    await here.put()
    await here.told()
    await here.pass_by(SILENCE - LOOK)
    assert await here.stages() == {Act.TABLE_PAUSE: ASKED}
    await here.pass_by(2 * LOOK, tell=False)
    assert (await here.stages(), await here.told()) == ({Act.TABLE_PAUSE: ANNOUNCED}, [ANNOUNCED])
    await here.pass_by(NOTICE - 2 * LOOK)
    assert await here.acts() == []
    await here.pass_by(3 * LOOK)
    assert await here.acts() == [PAUSED]
    await here.pass_by(DAY)
    assert await here.acts() == [PAUSED], "once"


async def test_who_objects_after_the_announcement_ends_it_too(store, time):
    here = await there(store, time)
    await here.put()
    await here.pass_by(SILENCE + LOOK)
    await here.agree(102)
    await here.object(103)
    await here.pass_by(3 * DAY)
    assert await here.acts() == []


async def test_who_agrees_need_not_be_waited_for(store, time):
    """The silence of one is counted, not the rests of another who has said yes."""
    here = await there(store, time)
    await store.personal_settings.set_hours(102, Hours("UTC", (22, 21)))
    await here.put()
    await here.agree(102)
    await here.pass_by(SILENCE + NOTICE + 2 * LOOK)
    assert await here.acts() == [PAUSED]


async def test_time_is_that_of_those_who_do_not_answer(store, time):
    """Neither what passes at night, nor where nobody can act or has been told, nor while the process stands still or is gone. A pause does."""
    here = await there(store, time, 2)
    await store.personal_settings.set_hours(102, Hours("UTC", (22, 8)))
    await (await here.table()).clocks.pause(True, TableAct(JUDGE, "table_pause", "", "why"))
    await here.put(Act.TABLE_RESUME)
    await here.pass_by(DAY, tell=False)
    assert (await store.motions.of(here.id))[Act.TABLE_RESUME].silent == {}, "it is not out yet"
    await here.pass_by(DAY)
    silent = (await store.motions.of(here.id))[Act.TABLE_RESUME].silent[1]
    assert silent == pytest.approx(14 * HOUR, abs=LOOK)
    here.why = "channel"
    await here.pass_by(3 * DAY)
    here.why, store.away = None, lambda guild: True
    await here.pass_by(3 * DAY)
    store.away = lambda guild: False
    time.at += 3 * DAY
    again = There(store, time, await here.table())
    await again.pass_by(PERIOD)
    assert (await store.motions.of(here.id))[Act.TABLE_RESUME].silent[1] == pytest.approx(silent, abs=LOOK)
    await again.pass_by(6 * DAY)
    assert not (await again.table()).row.paused, "and it goes on where it was"


async def test_whom_a_moderator_has_silenced_is_not_silent_for_a_day(store, time):
    here = await there(store, time, 2)
    await here.put()
    table = await here.table()
    async with table.changing(0):
        await table.commit(Change(table.row, absences={102: Absence(102, "muted", time.at)}))
    await here.pass_by(DAY - LOOK)
    assert not any((await store.motions.of(here.id))[Act.TABLE_PAUSE].silent.values())
    await here.pass_by(SILENCE - LOOK)
    assert await here.stages() == {Act.TABLE_PAUSE: ASKED}
    await here.pass_by(3 * LOOK)
    assert await here.stages() == {Act.TABLE_PAUSE: ANNOUNCED}


async def test_whether_they_can_act_at_all_is_asked_now_and_then(store, time):
    here = await there(store, time, 2)
    await here.put()
    assert await here.pass_by(DAY / 2 - LOOK) == set()
    assert await here.pass_by(2 * LOOK) == {102}


async def test_what_is_open_is_shown_to_whoever_asks_again_and_each_act_is_its_own(store, time):
    here = await there(store, time)
    first = await here.put()
    again = await here.put()
    assert (again.before, again.motion.mark) == (True, first.motion.mark)
    assert (await here.put(by=102)).before, "whoever asks"
    assert not (await here.put(Act.TABLE_END)).before
    assert await here.told() == [ASKED, ASKED]


async def test_the_time_of_somebody_ends_with_their_question_alone(store, time):
    here = await there(store, time, 2)
    with pytest.raises(Unfit, match="not_asked"):
        await here.put(Act.TIMEOUT, 1)
    table = await here.table()
    await table.act(0, ("bid", "2"))
    await here.put(Act.TIMEOUT, 1)
    mark = await here.mark(Act.TIMEOUT)
    await table.act(1, ("bid", "2"))
    with pytest.raises(Unfit, match="gone"):
        await here.motions.agree(await here.table(), 102, mark)
    await table.act(0, ("bid", "2"))
    await here.pass_by(4 * DAY)
    assert await here.acts() == [], "they have answered, and the new question is another one"
    await here.put(Act.TIMEOUT, 1)
    await here.pass_by(SILENCE + NOTICE + 2 * LOOK)
    assert await here.acts() == [TableAct(101, "timeout", "Bohumil", "rain")]
    assert (await here.table()).acting == (0,)


async def test_a_secret_question_is_not_told_of(store, time):
    """In a window whoever has answered stands like the others, also for a moderator who plays."""
    here = await there(store, time, asked="window")
    table = await here.table()
    await table.act(0, ("bid", "1"))
    assert {1, 2} <= {*table.view(None).to_act}
    await table.act(1, ("let",))
    for seat in (1, 2):
        put = await here.put(Act.TIMEOUT, seat)
        assert not put.before
        await store.motions.drop(put.motion)
    put = await here.put(Act.TIMEOUT, 1)
    await here.pass_by(SILENCE + NOTICE + 2 * LOOK)
    assert await here.acts() == [TableAct(101, "timeout", "Bohumil", "rain")], "what they have said stands"


async def test_what_somebody_says_ahead_in_secret_ends_nothing(store, time):
    """Else whoever presses would learn that they have answered."""
    here = await there(store, time, asked="window")
    table = await here.table()
    await table.act(0, ("bid", "1"))
    await here.put(Act.TIMEOUT, 1)
    await table.act(1, ("let",))
    assert await here.agree(102, Act.TIMEOUT) == [2]


async def test_whose_question_nobody_knows_of_cannot_be_told_from_who_is_not_asked(store, time, monkeypatch):
    here = await there(store, time, 2)
    table = await here.table()
    seen = table.rules.view
    monkeypatch.setattr(type(table.rules), "view", lambda self, state, seat: seen(state, seat)._replace(to_act=() if seat is None else (0,)))
    assert table.acting == (0,)
    with pytest.raises(Unfit, match="not_asked"):
        await here.put(Act.TIMEOUT, 0)


async def test_a_question_that_is_asked_once_more_after_a_rollback_is_another_one(store, time):
    here = await there(store, time, 2)
    table = await here.table()
    await table.act(0, ("bid", "2"))
    await here.put(Act.TIMEOUT, 1)
    mark = await here.mark(Act.TIMEOUT)
    await table.go_back(0, 0, act=TableAct(JUDGE, "table_rollback", "", "why"))
    await table.act(0, ("bid", "2"))
    assert table.acting == (1,)
    with pytest.raises(Unfit, match="gone"):
        await here.motions.agree(table, 102, mark)


async def test_whoever_plays_on_is_not_silent_until_it_is_announced(store, time):
    here = await there(store, time, 2)
    await here.put(Act.TABLE_END)
    table = await here.table()
    await here.pass_by(SILENCE - LOOK)
    for seat in (0, 1):
        await table.act(seat, ("bid", "2"))
    await here.pass_by(SILENCE - LOOK)
    assert await here.stages() == {Act.TABLE_END: ASKED}
    await here.pass_by(2 * LOOK)
    assert await here.stages() == {Act.TABLE_END: ANNOUNCED}
    await here.pass_by(NOTICE / 2)
    for seat in (0, 1):
        await table.act(seat, ("bid", "2"))
    await here.pass_by(NOTICE / 2 + LOOK)
    assert table.over, "then it takes an objection"


async def test_what_is_not_done_by_silence_needs_a_yes_of_everybody(store, time, monkeypatch):
    monkeypatch.setattr("cogs.play.motions.BY_SILENCE", frozenset())
    here = await there(store, time)
    await here.put()
    await here.agree(102)
    await here.pass_by(9 * DAY)
    assert await here.stages() == {Act.TABLE_PAUSE: ASKED}
    assert await here.agree(103) == []
    assert await here.acts() == [PAUSED]


async def test_what_makes_no_sense_is_refused(store, time):
    here = await there(store, time)
    with pytest.raises(Unfit, match="table_not_paused"):
        await here.put(Act.TABLE_RESUME)
    await (await here.table()).clocks.pause(True, TableAct(JUDGE, "table_pause", "", "why"))
    with pytest.raises(Unfit, match="paused_already"):
        await here.put()


@pytest.mark.parametrize("how", ["the same", "the end", "a new player", "the game's own end"])
async def test_what_a_second_moderator_or_the_game_does_meanwhile(store, time, how):
    here = await there(store, time, 2)
    table = await here.table()
    await here.put()
    mark = await here.mark()
    if how == "the same":
        await table.clocks.pause(True, TableAct(JUDGE, "table_pause", "", "why"))
        await table.clocks.pause(False, TableAct(JUDGE, "table_resume", "", "why"))
    elif how == "the end":
        await table.settle(0, "abandoned", [[0, 1]], TableAct(JUDGE, "table_end", "", "why"))
    elif how == "a new player":
        await table.seating.sit(1, (104, "Dara"), TableAct(JUDGE, "replace", "", "why"), agreed=True)
        assert await here.agree(104) == [], "who sits there now is asked"
        return
    else:
        await table.concede(1)
    with pytest.raises(Unfit, match="gone"):
        await here.motions.agree(await here.table(), 102, mark)
    before = await here.acts()
    await here.pass_by(4 * DAY)
    assert await here.acts() == before


async def test_what_somebody_has_agreed_to_does_not_bind_who_sits_there_after_them(store, time):
    here = await there(store, time)
    await here.put()
    await here.agree(102)
    await (await here.table()).seating.sit(1, (104, "Dara"), TableAct(JUDGE, "replace", "", "why"), agreed=True)
    assert await here.agree(103) == [1]
    assert PAUSED not in await here.acts()


async def test_nothing_happens_to_who_has_not_agreed_to_play(store, time):
    """Nor are they asked, unless it is about them: then their silence is no answer."""
    here = await there(store, time)
    table = await here.table()
    await table.act(0, ("bid", "2"))
    await table.seating.sit(1, (104, "Dara"), TableAct(JUDGE, "replace", "", "why"))
    await here.put(Act.TIMEOUT, 1)
    await here.agree(103, Act.TIMEOUT)
    await here.pass_by(9 * DAY)
    assert "timeout" not in [act.act for act in await here.acts()]
    await here.put()
    assert await here.agree(103) == []
    assert PAUSED in await here.acts()


async def test_the_game_ends_without_a_result(store, time):
    here = await there(store, time, 2, rated=True)
    await here.put(Act.TABLE_END)
    await here.agree(102, Act.TABLE_END)
    table = await here.table()
    assert table.over
    assert table.settled
    assert await here.acts() == [TableAct(101, "table_end", "", "rain")]


async def test_it_is_done_once_by_two_processes(where, time):
    """Both look at the same moments, each with what it remembers of the table."""
    first = await Store.open(where)
    second = await Store.open(where)
    try:
        for store in (first, second):
            store.now, store.shards = time, EVERYTHING
        with known():
            here = await there(first, time, 2)
            other = There(second, time, await here.table())
            await here.put(Act.TIMEOUT, 0)
            stages = []
            for _ in rounds("the time to go by", most=10_000):
                if await here.acts():
                    break
                stages += await here.told()
                time.at += SELDOM
                with seldom():
                    await asyncio.gather(here.motions.look(lambda place: None), other.motions.look(lambda place: None))
            assert time.at - BEGUN >= SILENCE + NOTICE
            assert stages == [ASKED, ANNOUNCED]
            await other.pass_by(DAY)
            await here.pass_by(DAY)
            assert await here.acts() == [TableAct(101, "timeout", "Anna", "rain")]
            assert [row.seat for row in await first.tables.actions(here.id)] == [0]
            await here.put()
            await other.object(102)
            with pytest.raises(Unfit, match="gone"):
                await here.motions.agree(await here.table(), 102, await here.mark())
    finally:
        await first.close()
        await second.close()


async def test_it_goes_with_whoever_has_put_it(store, time):
    here = await there(store, time)
    await here.put()
    assert [said["act"] for said in (await store.own_data.about(101))["put_to_others"]] == [Act.TABLE_PAUSE]
    await store.own_data.forget(101)
    assert await store.motions.of(here.id) == {}
    other = await there(store, time, channel=2)
    await other.put(by=102)
    await store.own_data.forget(103)
    assert await store.motions.of(other.id) == {}, "nor does anything stay of whom it has waited for"


async def test_what_cannot_be_read_keeps_nobody_from_anything(store, time):
    here, fine = await there(store, time, 2), await there(store, time, 2, channel=2)
    for one in (here, fine):
        await one.put()
        await one.told()
    for column, text in (("silent", "{"), ("agreed", "x"), ("seats", "?"), ("act", "conquer")):
        await store.database.write(lambda db, c=column, t=text: db.execute(f"UPDATE motions SET {c} = ? WHERE game = ?", (t, here.id)))
        await here.pass_by(PERIOD)
    assert await here.stages() == {}, "what nobody knows how to do is not done"
    await fine.pass_by(SILENCE + NOTICE + 2 * LOOK)
    assert await fine.acts() == [PAUSED]
