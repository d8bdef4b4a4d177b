"""Whoever waits for an answer that does not come is told so, and whether anything was done: nobody reads "thinking" for a quarter of an hour."""

from __future__ import annotations

import asyncio
import threading
from contextlib import nullcontext

import pytest

import tests.chat
from cogs.messages import interaction_deadlines
from cogs.messages.interaction_deadlines import takes_long, words_of
from data.language import LANGUAGES, texts
from data.store.changes import Raced
from data.store.progress import follow, storing
from tests.chat import ANNA, Chat
from tests.waiting import for_ever, until

SOON = 1.0


@pytest.fixture
def hasty(monkeypatch):
    """Nobody waits for longer than a moment."""
    monkeypatch.setattr(interaction_deadlines, "DEADLINE", SOON)
    monkeypatch.setattr(interaction_deadlines, "ENDING", SOON)


def said(what: str) -> str:
    return texts("en").plainly(f"moment.late.{what}")


async def ask(chat: Chat, command: str, **options: str) -> str:
    return await asyncio.wait_for(chat.use(ANNA, command, **options), 30)


async def test_a_query_that_hangs_is_told_and_nothing_was_done(chat, hasty, monkeypatch):
    monkeypatch.setattr(chat.bot.store.personal_settings, "settings", for_ever)
    assert await ask(chat, "mygames") == said("nothing")
    monkeypatch.undo()
    assert await ask(chat, "mygames") != said("nothing"), "and then it goes on"


@pytest.fixture
def threads(monkeypatch):
    """The database answers in a thread of its own, so that it can hang alone."""
    monkeypatch.setattr(tests.chat, "directly", nullcontext)


async def test_a_commit_that_hangs_may_have_been_done(threads, chat, hasty, monkeypatch):
    go_on, write = threading.Event(), chat.bot.store.database.write

    async def slowly(function, *args, alone=False):
        def wait(db):
            assert go_on.wait(30)
            return function(db, *args)

        hangs = "set_settings" in function.__qualname__  # What the bot looks after meanwhile is not asked about.
        return await write(wait if hangs else function, *(() if hangs else args), alone=alone)

    monkeypatch.setattr(chat.bot.store.database, "write", slowly)
    asked = asyncio.create_task(asyncio.wait_for(chat.set(ANNA, "language", language="cs"), 30))
    try:  # Whatever else is written meanwhile waits behind it.
        await until(lambda: any(message["content"] == said("unknown") for message in chat.seen(ANNA)))
    finally:
        go_on.set()
    assert await asked == said("unknown")
    monkeypatch.undo()


async def test_what_is_stored_is_said_to_be_so(chat, hasty, monkeypatch):
    people = chat.bot.store.personal_settings
    keep = people.set_settings

    async def keep_and_hang(*args, **kwargs):
        await keep(*args, **kwargs)
        await for_ever()

    monkeypatch.setattr(people, "set_settings", keep_and_hang)
    assert await asyncio.wait_for(chat.set(ANNA, "language", language="cs"), 30) == said("stored")
    assert (await people.settings(int(ANNA))).language == "cs"


async def test_what_takes_long_says_so_and_has_its_time(chat, hasty, monkeypatch):
    settings = chat.bot.store.personal_settings.settings

    async def slowly(player):
        takes_long()
        await asyncio.sleep(1.5 * SOON)
        return await settings(player)

    monkeypatch.setattr(chat.bot.store.personal_settings, "settings", slowly)
    assert await ask(chat, "mygames") not in {said(what) for what in ("nothing", "unknown", "stored")}


async def test_progress_counts_what_is_stored_and_not_what_is_refused():
    progress = follow()
    assert words_of(progress) == "moment.late.nothing"
    with pytest.raises(Raced), storing():
        raise Raced
    assert words_of(progress) == "moment.late.nothing"
    with pytest.raises(asyncio.CancelledError), storing():
        raise asyncio.CancelledError
    assert words_of(progress) == "moment.late.unknown"
    progress = follow()
    with storing():
        assert words_of(progress) == "moment.late.unknown"
    assert words_of(progress) == "moment.late.stored"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_end_has_its_words(language):
    assert len({texts(language).plainly(f"moment.late.{what}") for what in ("nothing", "unknown", "stored")}) == 3
