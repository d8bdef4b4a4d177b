"""A gateway that is away for a moment, or says anything at any moment: nothing that arrives ends the process but Discord's own word."""

from __future__ import annotations

import asyncio
import logging
import time
from types import SimpleNamespace

import discord
import pytest
from aiohttp import web

from cogs.service import gateway
from cogs.service.gateway import FINAL, Gateway
from playground.http_server import Standin
from tests import hostile
from tests.cogs.service.test_kill import connected, standin, start  # noqa: F401
from tests.hostile import ANSWERS, Hostile, closes, plays, there
from tests.sampled import sampled
from tests.waiting import until, within


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    hostile.hasty(monkeypatch)


@pytest.fixture
async def foe(chat):
    await plays(chat)
    return Hostile(chat)


@pytest.mark.sampled(0.4, any=True)
@pytest.mark.parametrize("answer", ["closes 1000", "op 7", "op 9", "no JSON", "breaks"])
async def test_one_attempt_fails_and_the_next_socket_says_something_else(foe, answer):
    """What ended the process with status 1: the library does not foresee it while it connects."""
    foe.chat.standin.gateway.refusals = [502]
    foe.plan = [("HELLO", ANSWERS[answer])]
    await foe.lost()
    await plays(foe.chat)
    assert not foe.plan


async def test_every_phase_of_a_handshake_with_everything_that_may_be_said_there(foe, monkeypatch):
    """A session that is taken up again, and one that begins. In an ordinary run each answer is given in two phases of four."""
    monkeypatch.setattr("cogs.service.gateway.WELCOME", 0.3)
    monkeypatch.setattr("cogs.service.gateway.OPENING", 0.3)
    tried = [(phase, name) for n, name in enumerate(ANSWERS) for phase in sampled(("HELLO", "RESUMED", "READY", "GUILD_CREATE"), 0.5, n)]
    for phase, name in tried:
        async with within(f"{phase} {name}", 30):
            foe.plan = [(phase, ANSWERS[name])]
            await foe.lost()
            if phase in ("READY", "GUILD_CREATE"):
                foe.forget()
            await until(lambda: not foe.plan, f"{phase} {name}", 20)
            await until(lambda: there(foe.chat), f"the bot after {phase} {name}", 20)
    await plays(foe.chat)


async def test_a_connection_that_says_nothing_more_is_left(foe, monkeypatch):
    monkeypatch.setattr("cogs.service.gateway.WELCOME", 0.2)
    monkeypatch.setattr("cogs.service.gateway.OPENING", 0.2)

    async def silence(session, text):
        return None

    for phase in ("HELLO", "READY", "RESUMED"):
        foe.plan = [(phase, silence)]
        await foe.lost()
        if phase == "READY":
            foe.forget()
        await until(lambda: not foe.plan)
        await plays(foe.chat)


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize("code", sorted(FINAL))
async def test_what_discord_says_for_good_ends_the_bot(foe, code):
    foe.plan = [("HELLO", closes(code))]
    await foe.lost()
    async with within("the end", 20):
        with pytest.raises(discord.ConnectionClosed) as told:
            await asyncio.shield(foe.chat._task)
    assert told.value.code == code


async def test_a_token_that_is_no_longer_good_ends_the_bot(foe):
    foe.chat.standin.token = foe.chat.standin.gateway.token = "another one"
    await foe.lost()
    foe.forget()
    async with within("the end", 20):
        with pytest.raises((discord.ConnectionClosed, discord.LoginFailure)):
            await asyncio.shield(foe.chat._task)


async def test_discord_may_answer_anything_at_a_start(chat):
    """Away, overloaded, behind another one's page, with half of an answer: it is asked again."""
    answers = [(status, {}) for status in (403, 404, 429, 503, 520)] + [(200, {}), (200, {"id": None}), (200, [])]
    asked = {path: iter(answers) for path in ("/users/@me", "/applications/@me", "/gateway/bot")}

    async def meddle(request, handler):
        for path, left in asked.items():
            if request.path.endswith(path) and (answer := next(left, None)) is not None:
                return web.json_response(answer[1], status=answer[0])
        return await handler(request)

    await chat.disconnect()
    chat.standin.rates.meddle = meddle
    await chat.connect()
    chat.standin.rates.meddle = None
    assert not any(list(left) for left in asked.values())
    await plays(chat)


async def test_a_token_that_is_wrong_at_a_start_is_not_tried_again(chat):
    await chat.disconnect()
    chat.standin.token = "another one"
    with pytest.raises(discord.LoginFailure):
        await chat.connect()
    await chat.disconnect()
    chat.standin.token = "playground"
    await chat.connect()


@pytest.mark.parametrize("address", ["x", "", "ws://127.0.0.1:1"])
async def test_a_session_that_is_to_go_on_where_nobody_is_is_given_up(foe, address):
    """It has an address of its own: one that is none is not tried again, one that cannot be reached not for long."""
    said: list[str] = []

    def alters(name, data):
        if name != "READY" or said:
            return data
        said.append(data["session_id"])
        return data | {"resume_gateway_url": address}

    foe.alters = alters
    await foe.lost()
    foe.forget()
    await until(lambda: said and there(foe.chat), "the session with another address")
    await foe.lost()
    await plays(foe.chat)


# Patience


class Away:
    """A client whose gateway cannot be reached; `identifying` counts the sessions that are begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        self.pauses: list[float] = []
        self.error = error
        self.told: list[str] = []
        self.wait = asyncio.sleep
        monkeypatch.setattr(gateway.asyncio, "sleep", self.sleep)
        monkeypatch.setattr(gateway.Socket, "from_client", self.open)
        monkeypatch.setattr(gateway.random, "uniform", lambda least, most: most)
        monkeypatch.setattr(gateway, "FIRST_PAUSE", 1.0)
        monkeypatch.setattr(gateway, "LONGEST", 60.0)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) > 12:
            raise asyncio.CancelledError
        await self.wait(0)

    async def open(self, client, **how):
        raise self.error

    def turn(self, shard: int):
        return _turn()

    def dispatch(self, event: str, *_: object) -> None:
        self.told.append(event)


class _turn:  # noqa: N801
    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *_: object) -> None: ...


async def test_pauses_grow_up_to_a_minute(monkeypatch, caplog):
    away = Away(monkeypatch, OSError(104, "reset"))
    with caplog.at_level(logging.INFO):
        await Gateway(away, away, {}).run([0])  # type: ignore[arg-type]
    assert away.pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60]
    assert "ConnectionResetError" in caplog.text
    assert not away.told, "nobody is told of the end of what has never begun"


async def test_a_session_that_cannot_be_read_is_begun_ever_more_rarely_and_says_why(foe, monkeypatch, caplog):
    """Each try uses up one of a day's sessions."""
    monkeypatch.setattr("cogs.service.gateway.LONGEST_ANEW", 0.4)
    begun = foe.chat.standin.gateway.starts

    def broken(name, data):
        return {**data, "user": None} if name == "READY" else data

    foe.alters = broken
    before, began = begun._used, time.monotonic()
    with caplog.at_level(logging.INFO):
        await foe.lost()
        foe.forget()
        await asyncio.sleep(1.5)
    assert 3 < begun._used - before < 12 + (time.monotonic() - began - 1.5) / 0.2
    assert "READY cannot be read" in caplog.text
    foe.alters = None
    await plays(foe.chat)


async def test_figures_count_why_connections_begin_again(foe, monkeypatch):
    told = []
    monkeypatch.setattr("cogs.service.gateway.took", lambda *what: told.append(what[:2]))
    foe.plan = [("HELLO", ANSWERS["op 7"]), ("HELLO", ANSWERS["no JSON"]), ("HELLO", ANSWERS["op 9"])]
    foe.chat.standin.gateway.refusals = [502]
    await foe.lost()
    await plays(foe.chat)
    assert [kind for what, kind in told if what == "reconnection"][:5] == ["closed", "unreachable", "asked", "garbled", "invalidated"]


async def test_nothing_is_left_open(foe):
    """A hundred connections that fail at their beginning leave no thread and no socket behind."""
    import threading

    def beating() -> int:
        return sum(thread.name.startswith("keep-alive") for thread in threading.enumerate())

    names = [name for name in ANSWERS if name not in ("an unknown operation", "no operation")]
    foe.plan = [("HELLO", ANSWERS[names[n % len(names)]]) for n in range(60)]
    await foe.lost()
    await until(lambda: not foe.plan, "all of it", 60)
    await plays(foe.chat)
    await until(lambda: beating() <= 2 and len(foe.chat.standin.gateway.live) == 1, "what is left open to be closed", 20)


@pytest.mark.deep
async def test_a_real_process_stays_until_discord_says_so(standin, tmp_path):  # noqa: F811
    process = start(standin, tmp_path)
    try:
        await connected(standin)
        foe = Hostile(SimpleNamespace(standin=standin))  # type: ignore[arg-type]
        standin.gateway.refusals = [502]
        foe.plan = [("HELLO", ANSWERS["closes 1000"]), ("HELLO", ANSWERS["no JSON"]), ("READY", ANSWERS["op 9"])]
        await foe.lost()
        foe.forget()
        await until(lambda: not foe.plan and connected_now(standin), "the process to be connected again", 60)
        assert process.poll() is None
        foe.plan = [("HELLO", closes(4014))]
        await foe.lost()
        said, _ = await asyncio.to_thread(process.communicate, timeout=60)
        assert process.returncode == 1
        assert "it has not granted the intents" in said
        assert "Traceback" not in said
    finally:
        process.kill()
        process.wait(10)


def connected_now(standin: Standin) -> bool:  # noqa: F811
    return any(session.sequence >= 2 for session in standin.gateway.live)
