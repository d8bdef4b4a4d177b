"""The position of the day: posted once a server and day, answered the next one, and ended where nobody wants it; whatever Discord says meanwhile."""

from __future__ import annotations

import time
from typing import Any

import pytest

from cogs.play.outbox_worker import LOST, REFUSED, Trouble
from cogs.service.daily_practice import BEGINS, PATIENCE, PERIOD, DailyPractice, today
from data.content import games
from data.language import texts
from data.practice import puzzles
from data.store.daily_practice import PracticeDay
from playground.error_codes import Rejected
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, HERE, JUDGE, THERE, Chat

HOME = 2000


@pytest.fixture
def chat(chat):
    """It is an hour after a day has begun, whenever the test runs."""
    chat.ahead = (BEGINS + HOUR - time.time()) % DAY
    return chat


def daily(chat: Chat) -> DailyPractice:
    found: DailyPractice = chat.bot.get_cog("PracticeCommands").daily
    return found


async def look(chat: Chat) -> None:
    """The bot looks, as it does every few minutes."""
    await daily(chat).settle()
    await chat.settle()


def of_days(chat: Chat, channel: str = HERE) -> list[dict]:
    return [message for message in chat.seen(None, channel) if "Position of the day" in message["content"]]


async def wanted(chat: Chat, channel: str = HERE, game: str = "monster_hex") -> None:
    """A moderator wants positions in a channel."""
    await chat.use(JUDGE, "referee settings", channel)
    await chat.press(JUDGE, chat.private(JUDGE, channel), "Position of the day")
    await chat.pick(JUDGE, chat.private(JUDGE, channel), game)
    await look(chat)


async def set_up(chat: Chat) -> None:
    """The same where Discord refuses what is said in the channel."""
    await chat.bot.store.daily_practice.set(HOME, int(HERE), "monster_hex")
    await look(chat)


async def days_pass(chat: Chat, days: int = 1) -> None:
    for _ in range(days):
        chat.ahead += DAY
        await look(chat)


async def test_it_is_posted_once_a_day_and_answered_the_next(chat):
    await wanted(chat)
    for _ in range(2):
        await look(chat)
        [message] = of_days(chat)
    assert chat.labels(message) == ["Try it"]
    assert "Best: **" not in message["content"]
    assert "<@" not in message["content"], "it mentions nobody"
    assert not message["mentions"]
    assert {file["filename"] for file in message["attachments"]} >= {"board.png"}
    await days_pass(chat)
    first, second = of_days(chat)
    assert first["id"] == message["id"]
    assert "Best: **" in first["content"]
    assert "Next best: " in first["content"], "and why"
    assert first["attachments"], "its pictures stay"
    assert "Try it" not in chat.labels(first)
    assert chat.labels(second) == ["Try it"]
    days = await chat.bot.store.daily_practice.days(HOME)
    assert len({day.puzzle for day in days}) == 2, "another position"
    if "Show me" in chat.labels(first):
        await chat.press(ANNA, first, "Show me")
        assert [file["filename"] for file in chat.private(ANNA)["attachments"]] == ["line.gif"]


async def test_games_without_positions_are_not_offered(chat):
    """Nothing would come in such a channel; one that was chosen before stays to be seen."""
    for kept, extra in ((None, set()), ("hexknight", {"hexknight"})):
        if kept:
            await chat.bot.store.daily_practice.set(HOME, int(HERE), kept)
        await chat.use(JUDGE, "referee settings")
        await chat.press(JUDGE, chat.private(JUDGE), "Position of the day")
        (menu,) = chat.menus(chat.private(JUDGE))
        assert {option["value"] for option in menu["options"][2:]} == {game for game in games() if puzzles(game)} | extra


async def test_a_press_opens_it_privately_and_nobody_learns_who_tried(chat):
    await wanted(chat)
    [message] = of_days(chat)
    before = len(chat.seen(None))
    await chat.press(ANNA, message, "Try it")
    shown = chat.private(ANNA)
    assert "Practice: Monster Hex" in shown["content"]
    await chat.press(ANNA, shown, "Show the answer")
    assert "Best: **" in chat.private(ANNA)["content"]
    assert len(chat.seen(None)) == before
    assert "Best: **" not in of_days(chat)[0]["content"]
    [day] = await chat.bot.store.daily_practice.days(HOME)
    assert day.pressed


async def test_after_three_days_away_one_is_posted(chat):
    await wanted(chat)
    await chat.disconnect()
    chat.ahead += 3 * DAY
    await chat.connect()
    await look(chat)
    assert len(of_days(chat)) == 2
    assert "Best: **" in of_days(chat)[0]["content"], "the earlier one has its answer"


async def test_a_clock_that_is_set_back_repeats_nothing(chat):
    await wanted(chat)
    await days_pass(chat)
    chat.ahead -= DAY
    await look(chat)
    assert len(of_days(chat)) == 2
    chat.ahead += DAY
    await look(chat)
    assert len(of_days(chat)) == 2


async def test_it_ends_after_seven_days_without_a_press_and_says_so_once(chat):
    await wanted(chat)
    await days_pass(chat, PATIENCE - 1)
    assert len(of_days(chat)) == PATIENCE
    await days_pass(chat, 3)
    assert len(of_days(chat)) == PATIENCE
    assert sum("there will be no more" in message["content"] for message in chat.seen(None)) == 1
    assert all("Best: **" in message["content"] for message in of_days(chat)), "all have their answers"
    await wanted(chat)
    assert len(of_days(chat)) == PATIENCE + 1, "it begins anew"


async def test_it_goes_on_where_somebody_presses(chat):
    await wanted(chat)
    await days_pass(chat, PATIENCE - 1)
    await chat.press(BOHUMIL, of_days(chat)[-1], "Try it")
    await days_pass(chat, 2)
    assert len(of_days(chat)) == PATIENCE + 2


def refusing(chat: Chat, monkeypatch: pytest.MonkeyPatch, error: Rejected) -> list[int]:
    """Discord takes no message of the bot, as long as what is returned is not emptied."""
    post, refuses = chat.world.post, [1]

    def refuse(channel: str, *args: Any, **kwargs: Any) -> Any:
        if refuses and channel == HERE:
            raise error
        return post(channel, *args, **kwargs)

    monkeypatch.setattr(chat.world, "post", refuse)
    return refuses


async def test_what_is_refused_once_is_tried_again_soon_and_not_at_once(chat, monkeypatch):
    refuses = refusing(chat, monkeypatch, Rejected(403, 50001, "no"))
    await set_up(chat)
    refuses.clear()
    await look(chat)
    assert not of_days(chat), "it waits a little"
    chat.ahead += 2 * PERIOD
    await look(chat)
    assert len(of_days(chat)) == 1


async def test_of_any_game_it_is_one_that_the_channel_allows(chat):
    await chat.set_room(JUDGE, games="planetary_conquerors")
    await wanted(chat, game="any")
    assert [day.game for day in await chat.bot.store.daily_practice.days(HOME)] == ["planetary_conquerors"]


async def test_an_answer_that_is_lost_posts_nothing_twice(chat, monkeypatch):
    """Discord has taken the message, and nobody is told so."""
    port, send = type(chat.bot.port), type(chat.bot.port).send

    async def loses(self: Any, *args: Any) -> int:
        await send(self, *args)
        raise Trouble(LOST)

    with monkeypatch.context() as broken:
        broken.setattr(port, "send", loses)
        await set_up(chat)
    chat.ahead += 2 * PERIOD
    await look(chat)
    [message] = of_days(chat)
    assert (await chat.bot.store.daily_practice.days(HOME))[0].message == int(message["id"])


async def test_what_is_refused_for_a_day_is_given_up_for_that_day(chat, monkeypatch):
    refuses = refusing(chat, monkeypatch, Rejected(403, 50001, "no"))
    await set_up(chat)
    refuses.clear()
    await days_pass(chat)
    assert len(of_days(chat)) == 1


async def test_what_is_refused_for_ever_ends(chat, monkeypatch):
    refuses = refusing(chat, monkeypatch, Rejected(403, 50001, "no"))
    await set_up(chat)
    await days_pass(chat, PATIENCE + 1)
    assert await chat.bot.store.daily_practice.room(HOME) is None
    refuses.clear()
    await days_pass(chat)
    assert not of_days(chat)


async def test_it_speaks_the_language_of_its_channel(chat):
    await chat.set_room(JUDGE, scope="channel", language="fr")
    await wanted(chat)
    say = texts("fr", "monster_hex")
    message = chat.seen(None)[-1]
    assert message["content"].startswith(f"**{say('practice.day', game=say('title'))}**")
    assert chat.labels(message) == [say("practice.try")]


async def test_an_answer_that_is_refused_for_a_week_is_given_up(chat, monkeypatch):
    """Until its last day it is tried."""
    await set_up(chat)
    rows = chat.bot.store.daily_practice
    (first,) = await rows.days(HOME)

    async def refused(*_):
        raise Trouble(REFUSED, "no")

    monkeypatch.setattr(chat.bot.port, "edit", refused)
    await days_pass(chat, PATIENCE)
    assert not (await rows.day(HOME, first.day)).closed
    await days_pass(chat)
    assert (await rows.day(HOME, first.day)).closed


async def test_a_deleted_channel_ends_it(chat, monkeypatch):
    refusing(chat, monkeypatch, Rejected(404, 10003, "unknown channel"))
    await set_up(chat)
    assert await chat.bot.store.daily_practice.room(HOME) is None


async def test_where_the_bot_may_not_write_nothing_is_asked_of_discord(chat):
    chat.bot_may_not(HERE, 1 << 11)
    await chat.settle()
    rows = chat.bot.store.daily_practice
    await rows.set(HOME, int(HERE), "monster_hex")
    sent = len(chat.standin.requests)
    await look(chat)
    assert not await rows.days(HOME)
    assert not [r for r in chat.standin.requests[sent:] if f"/channels/{HERE}/messages" in str(r)]


@pytest.mark.parametrize("sent", [False, True])
async def test_a_process_that_dies_between_two_lines_loses_and_repeats_nothing(chat, monkeypatch, sent):
    """Before the message has gone out, or after that and before it was noted."""
    rows = type(chat.bot.store.daily_practice)

    async def dies(*_: Any, **__: Any) -> Any:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(*((rows, "posted", dies) if sent else (type(chat.bot.port), "send", dies)))
        await wanted(chat)
    assert len(of_days(chat)) == int(sent)
    await chat.restart()
    await look(chat)
    assert len(of_days(chat)) == 1
    [day] = await chat.bot.store.daily_practice.days(HOME)
    assert day.message == int(of_days(chat)[0]["id"])


async def test_of_two_processes_one_takes_a_day_on(chat):
    rows = chat.bot.store.daily_practice
    day = PracticeDay(HOME, 7, int(HERE), "monster_hex", next(iter(puzzles("monster_hex"))), 0.0)
    assert [await rows.claim(day), await rows.claim(day)] == [True, False]


async def test_a_server_has_one_channel_and_only_moderators_choose_it(chat):
    await wanted(chat)
    await wanted(chat, THERE, "any")
    assert (await chat.bot.store.daily_practice.room(HOME)).channel == int(THERE)
    assert len(of_days(chat)) + len(of_days(chat, THERE)) == 1, "one a server and day"
    await chat.use(JUDGE, "referee settings")
    await chat.press(JUDGE, chat.private(JUDGE), "Position of the day")
    assert f"<#{THERE}>" in chat.private(JUDGE)["content"]
    await chat.press_old(ANNA, f"m:roomset:channel:{int(chat.bot.store.now()) - 5000}:practice")
    assert (await chat.bot.store.daily_practice.room(HOME)).channel == int(THERE)
    await chat.pick(JUDGE, chat.private(JUDGE), "none")
    assert await chat.bot.store.daily_practice.room(HOME) is None


async def test_what_is_stored_of_a_server_goes_with_it(chat):
    await wanted(chat)
    store = chat.bot.store
    await store.departed_servers.note((), [HOME], store.now())
    await store.departed_servers.forget(HOME)
    assert await store.daily_practice.room(HOME) is None
    assert not await store.daily_practice.days(HOME)


def test_a_day_begins_at_noon():
    assert today(BEGINS - 1) == -1
    assert today(BEGINS) == 0
    assert today(BEGINS + DAY) == 1
