"""The log at its most talkative: whole stretches of the card games leave no seed, hand, deck or token in it."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import re
import sqlite3
from datetime import datetime
from types import SimpleNamespace

import aiohttp
import discord
import pytest

import bot
from cogs.play.log_context import about
from cogs.service.log import JSON, OURS, PLAIN, Discreet, set_up
from data.store.changes import BOARD, ENTRIES, TABLE, TOURNAMENT, Message, Subject
from playground.http_server import TOKEN
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, DARA, THERE, Chat
from tests.cogs.test_play import table
from tests.waiting import until

MEMBERS = (ANNA, BOHUMIL)
DECISIONS = 8
CARD = re.compile(r"\b[a-z]\d{1,3}\b")


@pytest.fixture(params=[PLAIN, JSON])
def log(request):
    """What a bot at DEBUG writes, for people and for machines, and every record that reaches any handler at all."""
    root, before = logging.getLogger(), [(logging.getLogger(n), logging.getLogger(n).level) for n in (None, *OURS)]
    written, records = io.StringIO(), list[logging.LogRecord]()
    everything = logging.Handler(logging.NOTSET)
    everything.emit = records.append
    ours = set_up("DEBUG", written, request.param)
    root.addHandler(everything)
    yield SimpleNamespace(
        form=request.param, written=written, records=records, told=lambda: "\n".join([written.getvalue(), *(r.getMessage() for r in records)])
    )
    for handler in (ours, everything):
        root.removeHandler(handler)
    for logger, level in before:
        logger.setLevel(level)


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
async def test_a_game_at_debug_leaves_no_secret_in_the_log(tmp_path, log, game):
    secrets, chance = set[str](), random.Random(7)
    async with Chat(tmp_path) as chat:
        logging.getLogger("referee.test").debug("ours at DEBUG")
        await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL)
        found = await table(chat)
        for n in range(DECISIONS):
            seat = found.acting[0]
            member = str(found.seats[seat].player)
            await chat.press(member, chat.board(), "Hand" if n % 2 else chat.labels(chat.board())[0])
            choices = [a for a, _ in zip(legal(found.rules, found.state, seat), range(40), strict=False)]
            action = ("deck", "ember_raid") if ("deck", "ember_raid") in choices else chance.choice(choices)
            before = found.position
            await chat.use(member, "move", action=" ".join(action))
            if found.position == before:
                await found.act(seat, action)
            for side in range(len(found.seats)):
                secrets |= set(CARD.findall(str(found.rules.view(found.state, side))))
        row = await chat.bot.store.tables.get(found.id)
        secrets |= await typed_words(chat)
        await faults(chat, sorted(secrets)[0])
        secrets |= {f"{row.seed:064x}", str(row.seed), TOKEN, *chat.world.interactions}
        secrets |= {str(chat.world.members[member][name]) for member in MEMBERS for name in ("username", "global_name")}
        await asyncio.sleep(0)
    assert found.position >= DECISIONS
    assert len(secrets) > 10
    told = log.told()
    assert "ours at DEBUG" in told
    assert "KeyError" in log.written.getvalue()
    assert {s for s in secrets if re.search(rf"(?<![\w-]){re.escape(s)}(?![\w-])", log.written.getvalue())} == set()
    assert [r.name for r in log.records if r.levelno < logging.INFO and not r.name.startswith(OURS)] == []


async def typed_words(chat: Chat) -> set[str]:
    """What people type by themselves: words of actions, rules, decks, reasons and names; and gives them back."""
    await chat.use(ANNA, "move", action="quixotic words")
    await chat.use(ANNA, "ahead", action="quixotic thoughts")
    await chat.use(ANNA, "rules", question="quixotic question")
    await chat.use(ANNA, "deck import", name="Quixotic deck", deck="2 c01, quixotic card", game="hexygame")
    await chat.use(ANNA, "deck show", name="quixotic deck of nobody", game="hexygame")
    await chat.complete(ANNA, "move", "action", "quixotic")
    await chat.use(DARA, "referee pause", reason="quixotic reason")
    await chat.use(DARA, "referee resume", reason="quixotic reason")
    await chat.use(DARA, "tournament create", THERE, game="monster_hex", name="Quixotic cup")
    return {"quixotic", "Quixotic"}


async def faults(chat: Chat, card: str) -> None:
    """Errors that hold a card: in an answer, and in a task that nobody waits for."""

    async def stumble(*_: object) -> None:
        raise KeyError(card) from ValueError(card)

    chat.bot.handlers["hand"] = stumble
    await chat.press(ANNA, chat.board(), chat.labels(chat.board())[1])
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"message": "Task exception was never retrieved", "future": {card: 1}, "exception": KeyError(card)})


def test_errors_are_told_by_kind_and_place_and_harmless_ones_with_their_message():
    card = "c1" + "2"  # Lines of the code that failed are written, too.

    def written(error: BaseException, message: str = "failed", name: str = "referee") -> str:
        try:
            try:
                raise LookupError(card)
            except LookupError:
                raise error  # noqa: B904 -- what led to it is to be told, too.
        except BaseException as raised:
            record = logging.LogRecord(name, logging.ERROR, "", 0, message, (), (type(raised), raised, raised.__traceback__))
            record.exc_text = f"{card} written out by somebody else"
            return Discreet().format(record)

    text = written(KeyError(card))
    assert card not in text
    assert text.index("LookupError") < text.index("which led to") < text.index("KeyError")
    assert "test_log.py" in text
    assert "database is locked" in written(sqlite3.OperationalError("database is locked"))
    refused = discord.HTTPException(SimpleNamespace(status=400, reason="Bad Request"), {"code": 50035, "message": "Invalid Form Body"})
    assert "Invalid Form Body" in written(refused)
    late = aiohttp.ConnectionTimeoutError("Connection timeout to host https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback")
    assert "interactions/123/…/callback" in written(late)
    text = written(late, "POST https://discord.com/api/v10/webhooks/77/aW50ZXJ.x-y_z?wait=1 and /webhooks/77/abc responded with 429")
    assert "aW50ZXJ" not in text
    assert "abc" not in text
    assert "webhooks/77/…" in text
    token = ".".join(("M" * 24, "G1a2b3", "x" * 38))
    assert token not in written(OSError(f"cannot use {token}"))
    held = f"Executing <Handle set_result({card!r})> took 0.2 seconds\nfuture: <Task result={card!r}>"
    assert "Executing <…> took" in written(KeyError(card), held, "asyncio")
    assert card not in written(KeyError(card), held, "asyncio")
    unknown = f"View interaction referencing unknown view for item <Button label={card!r}>. Discarding"
    assert "unknown view for item <…>. Discarding" in written(KeyError(card), unknown, "discord.ui.view")


async def test_a_line_names_the_interaction_the_table_and_the_tournament(tmp_path, log, monkeypatch):
    """That somebody asked with, and that the worker works for; what is about nothing names nothing."""
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
        await chat.use(ANNA, "game new", THERE, game="monster_hex", computers="1")
        await chat.use(DARA, "tournament create", "3003", game="monster_hex")
        cup = await chat.bot.tournaments.here(3003)

        async def stumble(*_: object) -> None:
            raise KeyError

        for way in ("send", "edit"):
            monkeypatch.setattr(type(chat.bot.port), way, stumble)
        here = await chat.bot.tables.here(int(THERE))
        log.written.truncate(log.written.seek(0))
        logging.getLogger("referee.test").info("about nothing")
        await chat.bot.store.outbox.owe(Subject(TABLE, here.id), Message(BOARD, {"events": [], "by": None}))
        await chat.bot.store.outbox.owe(Subject(TOURNAMENT, cup.id), Message(ENTRIES))
        monkeypatch.setattr(type(here), "act", stumble)
        result = await chat.standin.play(
            "command", {"member": ANNA, "channel": THERE, "name": ["move"], "options": {"action": await legal_text(chat)}}
        )
        await asyncio.sleep(0.5)
    lines = [line for line in log.written.getvalue().splitlines() if "referee" in line]
    read = [json.loads(line) for line in lines] if log.form == JSON else [in_brackets(line) for line in lines if re.match(r"\d{4}-", line)]
    assert {"table": here.id} in [ids(line) for line in read]
    assert {"tournament": cup.id} in [ids(line) for line in read]
    assert {"interaction": int(result["interaction"]), "shard": 0, "table": here.id} in [ids(line) for line in read]
    assert ids(read[0]) == {}
    assert "about nothing" in lines[0]


def ids(line: dict) -> dict:
    return {name: number for name, number in line.items() if name in ("interaction", "table", "tournament", "shard")}


def in_brackets(line: str) -> dict:
    """The ids at the end of a line for people."""
    found = re.search(r"\[([^\[\]]+)\]$", line)
    return {name: int(number) for name, _, number in (part.partition("=") for part in found[1].split())} if found else {}


async def legal_text(chat: Chat) -> str:
    found = await chat.bot.tables.here(int(THERE))
    return " ".join(next(legal(found.rules, found.state, found.acting[0])))


def test_lines_for_machines_are_one_object_each():
    written, card = io.StringIO(), "c1" + "2"
    ours = set_up("INFO", written, JSON)
    try:
        about(table=7)
        try:
            raise KeyError(card) from OSError("disk\nfull")
        except KeyError:
            logging.getLogger("referee.test").exception("two\nlines of %s", "words")
        about()
        logging.getLogger("elsewhere").warning("https://discord.com/api/v10/webhooks/77/aW50ZXJ and <a thing>")
    finally:
        logging.getLogger().removeHandler(ours)
    first, second = map(json.loads, written.getvalue().splitlines())
    assert {key: first[key] for key in ("level", "logger", "message", "table")} == {
        "level": "ERROR",
        "logger": "referee.test",
        "message": "two\nlines of words",
        "table": 7,
    }
    assert "disk\nfull" in first["error"]
    assert "KeyError" in first["error"]
    assert card not in first["error"]
    assert datetime.fromisoformat(first["at"]).tzinfo is not None
    assert second["message"] == "https://discord.com/api/v10/webhooks/77/… and <…>"
    assert "error" not in second


def test_an_unknown_level_is_told(log):
    set_up("loud", log.written)
    logging.getLogger().removeHandler(logging.getLogger().handlers[-1])
    assert "LOG_LEVEL" in log.written.getvalue()
    assert logging.getLogger("referee").level == logging.INFO


def test_an_unknown_form_is_told(log):
    set_up("INFO", log.written, "xml")
    logging.getLogger().removeHandler(logging.getLogger().handlers[-1])
    assert "LOG_FORMAT" in log.written.getvalue()


def test_the_level_set_for_the_bot_does_not_concern_libraries(log, monkeypatch, tmp_path):
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setattr("sys.argv", ["bot.py", "restore", str(tmp_path / "none")])
    handlers = logging.getLogger().handlers[:]
    assert bot.main() == 1
    logging.getLogger().handlers[:] = handlers
    levels = {name: logging.getLogger(name).getEffectiveLevel() for name in (*OURS, "aiosqlite", "discord.http", "discord.gateway", "asyncio")}
    assert levels == {name: logging.DEBUG if name in OURS else logging.INFO for name in levels}


@pytest.mark.parametrize("stops", [False, True])
async def test_what_an_event_raises_while_the_process_stops_is_no_fault(chat, caplog, stops):
    """The database is closed beneath what events do."""

    async def on_begun(*_: object) -> None:
        raise OSError("closed")

    chat.bot.add_listener(on_begun)
    if stops:
        chat.bot.intake.close()
    caplog.set_level(logging.INFO)
    chat.bot.dispatch("begun", chat.bot.store.shards)
    told = await until(lambda: [record for record in caplog.records if "on_begun" in record.getMessage()], "the line about it")
    assert [bool(record.exc_info) for record in told] == [not stops]
