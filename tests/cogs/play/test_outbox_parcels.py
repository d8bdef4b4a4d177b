"""What goes out in one message goes out again as it was: by what is stored, and what a chat without Discord received."""

from __future__ import annotations

import asyncio

import pytest

from cogs.play.outbox_worker import LOST, REFUSED, Trouble
from data.store.changes import TABLE, Subject
from tests.cogs.play.street import STARTED, begin, look, street
from tests.waiting import for_ever, until

__all__ = ["street"]


async def test_a_board_whose_answer_was_lost_goes_out_again_unchanged(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    street.chat.troubles.clear()
    first = await look(table, 0)
    await until(lambda: len(street.chat.asked) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    second = await look(table, 1)
    street.now += 5
    await house.quiet()
    (nonce, told), (again, retold), (other, rest) = street.chat.asked[1:]
    assert nonce == again != other
    assert told["told"] == retold["told"] == [first], "what has happened since does not slip into it"
    assert told["called"] == [102], "who has acted is not"
    assert rest["told"] == [second]
    assert street.chat.told() == [[STARTED], [first], [second]]


async def test_after_a_sure_refusal_all_goes_in_one(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    told.append(await look(table, 1))
    told.append(await look(table, 0))
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_who_is_refused_once_more_after_a_right_came_back_does_not_wait_as_long_as_before(street):
    house = await street.process()
    await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    await look(await house.tables.get(1), 0)
    await house.worker.settled(Subject(TABLE, 1))

    async def waits(**reason) -> float:
        """How long the next pause is, in first ones, after it has been tried for such a reason."""
        asked = len(street.chat.asked)
        await house.worker.retry(**reason)
        await until(lambda: len(street.chat.asked) > asked)
        await house.worker.settled(Subject(TABLE, 1))
        (debt,) = await house.debts()
        return (debt.next - street.now) / house.worker.pause

    assert [await waits(trouble=REFUSED) for _ in range(4)] == pytest.approx([8, 64, 512, 4096], rel=1e-6)
    assert await waits(channels=[1]) == pytest.approx(8, rel=1e-6)


async def test_after_a_restart_a_sure_refusal_is_still_one(street):
    """It is stored that nothing was sent: all that has happened goes in one."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    table = await house.tables.get(1)
    told += [await look(table, 1), await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_after_a_restart_what_may_be_there_already_is_left_as_it_was(street):
    """Though it is refused now: nobody knows how the try went in which the process was killed. What happened since goes in one."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    keep = house.send
    house.send = for_ever  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: house.store.all("SELECT 1 FROM owed WHERE begun IS NOT NULL"))
    house.send = keep  # type: ignore[method-assign]
    street.chat.closed[1] = REFUSED
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    table = await house.tables.get(1)
    since = [await look(table, 1), await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], since]


async def test_what_was_lost_stays_one_parcel_though_it_is_refused_afterwards(street):
    """The message may be there: with more in it, it would be taken for that one, and the rest never told."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed[1] = REFUSED
    second = await look(table, 1)
    await house.worker.settled(Subject(TABLE, 1))
    third = await look(table, 0)
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry()
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], [second, third]]


async def test_a_turn_that_goes_on_is_told_at_its_end(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    await table.act(0, ("think",))
    await table.act(0, ("think",))
    await asyncio.sleep(0.05)
    assert street.chat.told() == [[STARTED]]
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    assert street.chat.told() == [[STARTED]], "not after a restart either"
    assert [debt.tries for debt in await house.debts()] == [0, 0], "nothing has been tried, and nothing has failed"
    table = await house.tables.get(1)
    told = await look(table, 0)
    await house.quiet()
    assert street.chat.told() == [[STARTED], [told]]
    assert await house.debts() == [], "what was held went with it"


async def test_a_parcel_from_before_a_restart_goes_out_as_it_was(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    house = await street.process(start=False)
    second = await look(await house.tables.get(1), 1)
    await house.worker.start()
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], [second]]
    assert len({nonce for nonce, _ in street.chat.asked}) == 3
    assert await house.store.one("SELECT message FROM games") == (502,)
    assert (1, 501) in street.chat.edited, "the board before loses its buttons"
