"""Earlier boards and lobbies lose their buttons, and hold nothing up."""

from __future__ import annotations

import asyncio

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import FULL, GONE, LOST, REFUSED, Trouble
from cogs.service import table_messages
from data.store.changes import BUTTONS, TABLE, Subject
from rules.competition.clock import DAY
from tests.bids import KEY
from tests.cogs.play.street import STARTED, begin, look, street
from tests.waiting import for_ever, rounds, until

__all__ = ["street"]


# Buttons of earlier messages


@pytest.mark.parametrize(("kind", "tries"), [(LOST, 3), (FULL, 3), (GONE, 1)])
async def test_an_earlier_board_loses_its_buttons_and_holds_nothing_up(street, kind, tries):
    """As often as it takes, unless the message is gone."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    edits: list[int] = []

    async def retire(channel: int, message: int) -> None:
        edits.append(message)
        if len(edits) < tries or kind == GONE:
            raise Trouble(kind)

    house.retire = retire  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: len(edits) == 1)
    second = await look(table, 1)
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.told() == [[STARTED], [first], [second]]
    street.now += 60
    await house.quiet()
    assert edits == [500] * tries + [501]


async def test_buttons_that_discord_refuses_to_take_away_are_owed_for_a_day_and_hold_no_board_up(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()

    async def retire(channel: int, message: int) -> None:
        raise Trouble(REFUSED)

    house.retire = retire  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    second = await look(table, 1)
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.told() == [[STARTED], [first], [second]]

    async def owed() -> list[str]:
        return [debt.kind for debt in await house.store.outbox.of(Subject(TABLE, table.id))]

    async def buttons_alone() -> bool:
        return set(await owed()) == {BUTTONS}

    await until(buttons_alone, "moderators to see the buttons, and the board to be struck off")
    street.now += 2 * DAY
    for _ in rounds("the buttons to be given up", most=20):
        await house.worker.retry()
        await asyncio.sleep(0.02)
        if not await owed():
            return


async def test_buttons_are_owed_over_a_restart(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    house.retire = for_ever  # type: ignore[method-assign]
    await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await asyncio.sleep(0.05)
    assert street.chat.edited == []
    house = await street.restart(house)
    await house.quiet()
    assert street.chat.edited == [(1, 500)]


# The lobby


@pytest.mark.parametrize("end", ["the answer is lost", "killed"])
async def test_a_lobby_of_which_nobody_knows_that_it_is_there_loses_its_buttons_when_the_game_begins(street, end):
    """It was posted and the answer never came; before it is sent again the table is full."""
    house = await street.process()
    house.worker.pause = 60.0
    street.chat.late.append(Trouble(LOST))
    party = Party((101, "Anna"), [], seats=2)
    made, begun = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), party)
    assert not begun
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    if end == "killed":
        await street.killed(house)
        house = await street.process(start=False)
    await house.tables.join(made, (102, "Bohumil"))
    if end == "killed":
        await house.worker.start()
    await house.quiet()
    lobby, board = street.chat.posts
    assert "Anna" in lobby[1]["content"]
    assert board[1]["told"] == [STARTED]
    assert street.chat.edited == [(1, 500)]


async def test_a_lobby_that_was_there_already_shows_who_has_come_since(street):
    """What is sent again is the message as it was; it is changed then."""
    house = await street.process()
    house.worker.pause = 60.0
    street.chat.late.append(Trouble(LOST))
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=3))
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert len(street.chat.posts) == 1
    assert street.chat.edited == [(1, 500)]


async def test_a_lobby_that_discord_would_not_know_any_more_is_not_posted_again_once_the_game_has_begun(street):
    house = await street.process()
    street.chat.late.append(Trouble(LOST, "", 3600.0))
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=2))
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    street.now += table_messages.NONCE_LIVES + 1
    street.chat._ids.clear()
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert ["content" in message for _, message in street.chat.posts] == [True, False], "the lobby and the board"


async def test_a_lobby_that_surely_was_never_there_is_not_posted_once_the_game_has_begun(street):
    house = await street.process()
    street.chat.closed[1] = REFUSED
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=2))
    await until(lambda: len(street.chat.asked) == 1)
    await house.worker.settled(Subject(TABLE, made))
    street.chat.closed.clear()
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert street.chat.told() == [[STARTED]]
    assert street.chat.edited == []
