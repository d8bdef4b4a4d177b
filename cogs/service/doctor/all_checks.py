"""Runs all checks of `python bot.py doctor`, step by step. Exit status 1 where anything is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cogs.service.bot import INTENTS
from cogs.service.doctor import application, database, machine
from cogs.service.doctor.client import Discord, Unanswered
from cogs.service.doctor.commands import compared, ours
from cogs.service.doctor.findings import Finding, right, status, untold, wrong
from cogs.service.doctor.sharding import shards
from data.store import is_address
from data.store.configured_limits import USUAL, Limits


async def visit(settings: Mapping[str, str], beside: Path, tell: Callable[[str], None], secrets: Path) -> int:
    """Runs all checks, and tells each finding as soon as it is known; returns the exit status. Changes nothing.

    `beside`: the database's file, or, for one on a server, the path beside which copies are put. `secrets`: the file with the settings.
    """
    found: list[Finding] = []

    def told(findings: Iterable[Finding]) -> None:
        for finding in findings:
            found.append(finding)
            tell(str(finding))

    await with_discord(settings, told)
    told(await asyncio.to_thread(_database, settings, beside))
    limits = USUAL
    try:
        limits = Limits.read(settings)
        told([right("settings", "the limits can be read.")])
    except ValueError as error:
        told([wrong("settings", f"{error}.", "correct it in .env.")])
    told([machine.secrets(secrets), machine.zones(), machine.fonts(), machine.memory(limits)])
    told([await machine.thinking(limits)])
    return status(found)


def _database(settings: Mapping[str, str], beside: Path) -> list[Finding]:
    address = settings.get("DATABASE_URL", "").strip()
    if address and not is_address(address):
        return [wrong("database", "DATABASE_URL (.env) is no address.", "write postgresql://user:password@host:port/database, or leave it empty.")]
    return database.server(address, beside) if address else database.file(beside)


async def with_discord(settings: Mapping[str, str], told: Callable[[Iterable[Finding]], None]) -> None:
    """The checks that ask Discord. They open no gateway and change nothing there."""
    given = settings.get("DISCORD_TOKEN", "").strip()
    if not given:
        told([wrong("token", "there is none.", "put the one of the application's Bot page into .env as DISCORD_TOKEN=...")])
        return
    try:
        async with Discord(given) as asked:
            me = await asked.get("/users/@me")
            told([application.token(me), application.clock(me.ahead)])
            if me.status != 200:
                return
            known = await asked.get("/applications/@me")
            told([application.intents(known, INTENTS), *application.installation(known)])
            if known.status != 200:
                return
            number = known.body["id"]
            told([compared(await asked.get(f"/applications/{number}/commands?with_localizations=true"), await ours())])
            told(await application.servers(asked, number))
            told(shards(settings, await asked.get("/gateway/bot"), int(known.body.get("approximate_guild_count") or 0)))
    except Unanswered as error:
        told([untold("Discord", f"{error}. Look at the network of this machine, a proxy, and discordstatus.com.")])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        told([untold("Discord", f"what it answers is not as expected ({type(error).__name__}).")])
