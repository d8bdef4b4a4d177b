"""A database that does not answer: everybody is heard in time, reads that it takes a moment, and what they press again then counts once."""

from __future__ import annotations

import asyncio
import io
import logging
from contextlib import asynccontextmanager
from typing import Any

import pytest
from discord import app_commands

from cogs.service.log import set_up
from cogs.service.shutdown import finish
from data.store import Unreachable
from data.store.changes import HELD, TABLE, Subject
from playground.interaction import ANSWER_WITHIN
from playground.world import ALL_RIGHTS
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.cogs.test_authority import BUTTONS, COMMANDS, EMIL, FORMS, Asker, Attempt, furnish
from tests.cogs.test_play import table
from tests.cogs.test_trouble import legal_text, past_factions
from tests.waiting import within

FOREVER = 4.0
"""Seconds after which nobody waits for the database any more: longer than Discord waits for a sign."""
MOMENT = {ANNA: "One moment", EMIL: "One moment", BOHUMIL: "Okamžik", CECILE: "Un instant"}


class Silent:
    """A database that does not answer for a while; in `waits` seconds it is said to be out of reach."""

    def __init__(self, chat: Chat, monkeypatch: pytest.MonkeyPatch, waits: float = FOREVER) -> None:
        self.down, self.asked = False, 0
        chat.world.answer_within = chat.standin.members.patience = ANSWER_WITHIN
        kind = type(chat.bot.store.database)
        for name in ("all", "records", "write"):
            monkeypatch.setattr(kind, name, self._around(getattr(kind, name), waits))
        begin = kind.transaction

        @asynccontextmanager
        async def transaction(database: Any) -> Any:
            await self._fail(waits)
            async with begin(database) as found:
                yield found

        monkeypatch.setattr(kind, "transaction", transaction)

    def _around(self, function: Any, waits: float) -> Any:
        async def call(database: Any, *args: Any, **kwargs: Any) -> Any:
            await self._fail(waits)
            return await function(database, *args, **kwargs)

        return call

    async def _fail(self, waits: float) -> None:
        if self.down:
            self.asked += 1
            await asyncio.sleep(waits)
            raise Unreachable("the server has gone")


@pytest.fixture
def written():
    root, level = logging.getLogger(), logging.getLogger("referee").level
    stream = io.StringIO()
    ours = set_up("INFO", stream)
    yield stream
    root.removeHandler(ours)
    logging.getLogger("referee").setLevel(level)


async def test_everything_is_acknowledged_before_the_database_is_asked(chat, monkeypatch, written):
    """Every command, completion, button, menu and form; and each of them says what there is to say."""
    chat.world.kept_messages = 2000
    facts = await furnish(chat, offered=False)
    attempt = Attempt(chat, Asker(EMIL, HERE, ALL_RIGHTS), facts)
    silent = Silent(chat, monkeypatch)
    monkeypatch.setattr(chat.bot.tree, "completion_within", 0.5)
    chat.bot.intake.budget = 10_000  # One person asks for all of it at once.
    silent.down = True
    completed = await asyncio.gather(*(attempt.complete(c) for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)))
    await asyncio.gather(*(attempt.command(name) for name in COMMANDS))
    await asyncio.gather(*(attempt.component(verb, rest.format(**facts)) for verb, rest in BUTTONS.items()), *map(attempt.form, FORMS.values()))
    await asyncio.sleep(FOREVER + 1)
    silent.down = False
    assert not [i for i in chat.world.interactions.values() if i.answer is None]
    assert silent.asked > len(COMMANDS)
    offered = [answer for answers in completed for _, answer in answers]
    assert len(offered) > 40
    assert offered.count("[]·") > len(offered) - 6  # Time zones need no database, and neither do games' options.
    answers = [m["content"] for m in chat.world.messages.values() if m["_only"] == EMIL]
    assert sum(MOMENT[EMIL] in words for words in answers) > len(COMMANDS) + len(BUTTONS) - 10
    assert not [words for words in answers if "our side" in words]
    assert written.getvalue().count("data.store.database.Unreachable: ") == 1


async def test_a_move_that_had_to_wait_is_made_once(chat, monkeypatch):
    """By typing and by clicking: what is pressed again then counts, and once."""
    await past_factions(chat)
    silent = Silent(chat, monkeypatch, 0.1)
    words = await legal_text(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    picker, before = chat.private(ANNA), len(chat.seen(None))
    button = chat.button(picker, chat.labels(picker)[0])
    for member in (ANNA, BOHUMIL, CECILE):
        silent.down = True
        assert MOMENT[member] in await chat.use(member, "move", action=words)
    await chat.press_exactly(ANNA, picker, button)
    assert MOMENT[ANNA] in chat.private(ANNA)["content"]
    assert len(chat.seen(None)) == before
    silent.down = False
    assert (await table(chat)).position == 2
    assert "✓" in await chat.use(ANNA, "move", action=words)
    await chat.settle()
    assert (await table(chat)).position == 3
    assert len(chat.seen(None)) == before + 1
    assert "moved on" in await chat.press_exactly(ANNA, picker, button)
    assert (await table(chat)).position == 3


async def test_a_click_that_had_to_wait_counts_when_it_is_pressed_again(chat, monkeypatch):
    await past_factions(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    for _ in range(4):
        message = chat.private(ANNA)
        if any(b["custom_id"].startswith("b:do:") for b in chat.buttons(message)):
            break
        await chat.press(ANNA, message, chat.labels(message)[0])
    confirm = chat.plays(message)
    silent = Silent(chat, monkeypatch, 0.1)
    silent.down = True
    for _ in range(2):
        await chat.press_exactly(ANNA, message, confirm)
        assert MOMENT[ANNA] in chat.private(ANNA)["content"]
    silent.down = False
    await chat.press_exactly(ANNA, message, confirm)
    await chat.settle()
    found = await table(chat)
    assert (found.position, len(found.state.placed)) == (3, 1)


async def test_what_is_owed_meanwhile_is_sent_when_the_database_is_back(chat, monkeypatch):
    await past_factions(chat)
    silent, before = Silent(chat, monkeypatch, 0.1), len(chat.seen(None))
    sent = chat.bot.port.send

    async def send(*given: Any) -> int:
        silent.down = True  # From the moment on in which it is sent.
        return await sent(*given)

    chat.bot.port.send = send
    body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": await legal_text(chat)}}
    await chat.standin.play("command", body)
    await asyncio.sleep(1)
    silent.down, chat.bot.port.send = False, sent
    chat.bot.worker.wake(Subject(TABLE, (await table(chat)).id))
    await chat.settle()
    assert len(chat.seen(None)) == before + 1
    assert not [debt for debt in await chat.bot.store.outbox.of(Subject(TABLE, (await table(chat)).id)) if debt.kind != HELD]


async def test_a_full_disk_stores_nothing_by_half(chat):
    """Of SQLite itself, with a file that may not grow: people read that it takes a moment, and it goes on when there is room."""
    await past_factions(chat)
    file = chat.bot.store.database._db
    ((pages,),) = await file.execute_fetchall("PRAGMA page_count")
    await file.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    deck, kept = ", ".join(f"1 c{n:02}" for n in range(1, 60)), 0
    async with within("a disk that is full"):
        while MOMENT[ANNA] not in (answer := await chat.use(ANNA, "deck import", name=f"deck {kept}", deck=deck, game="hexygame")):
            assert f"deck {kept}" in answer
            kept += 1
    assert set(await chat.bot.store.decks.of(int(ANNA), "hexygame")) == {f"deck {n}" for n in range(kept)}
    position = (await table(chat)).position
    await file.execute_fetchall("PRAGMA max_page_count = 1000000")
    assert "✓" in await chat.use(ANNA, "move", action=await legal_text(chat))
    assert (await table(chat)).position == position + 1


async def test_told_to_stop_it_takes_nothing_up_any_more(chat):
    """From that moment on, though what has begun may still come to its end."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    number = (await table(chat)).id
    before = await chat.bot.store.tables.actions(number)
    await finish(chat.bot)
    assert "being restarted" in await chat.use(ANNA, "move", action="faction ember")
    assert await chat.bot.store.tables.actions(number) == before
