"""The Referee. `python bot.py` runs it: on Discord with a DISCORD_TOKEN in `.env`, otherwise the playground on this machine.

`python bot.py check RECORD [SEED [HASH]]` checks a game's record against its seed, and its moves against their hash.
`python bot.py doctor` looks whether everything is as it has to be, and says what to do where it is not.
`python bot.py restore COPY` puts a backup back.
`python bot.py move FROM TO` copies the whole database into another one: each is a file, or postgresql://...
"""

from __future__ import annotations

import gc

gc.disable()  # Until the modules are read: it would look through all of them again and again, for a seventh of the time.

import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from dotenv import load_dotenv

from cogs.service.log import PLAIN, set_up
from cogs.service.metrics_address import Address
from cogs.service.shutdown import until_told
from data.store import DatabaseError, Unreachable, is_address
from data.store.configured_limits import Limits
from data.store.private_files import open_to_others
from data.store.shards import Shards

gc.freeze()  # Modules stay.
gc.enable()

if TYPE_CHECKING:
    from cogs.service.bot import Referee
    from data.store import Store
    from data.store.peers import Peers
    from data.store.transfer.copying import CopyProgress

HERE = Path(__file__).parent
SECRETS = HERE / ".env"
log = logging.getLogger("referee")


def check_record(arguments: list[str]) -> int:
    """Prints whether a record is right; the exit status tells scripts."""
    from cogs.messages.reply import verdict_words
    from cogs.play.history.record_check import check, compared

    record, *published = arguments
    verdict = check(Path(record).read_text(encoding="utf-8", errors="replace"), *published[:1])
    verdict = compared(verdict, published[1]) if len(published) > 1 else verdict
    print(verdict_words(verdict, "en"))
    return 0 if verdict.right else 1


def database_file() -> Path:
    """The path of the database, or, for one on a server, the path beside which copies are put."""
    return HERE / os.environ.get("REFEREE_DB", "referee.sqlite3")


class Line:
    """Prints progress: on a terminal one line that is overwritten, else a line for each tenth."""

    def __init__(self) -> None:
        self._looked_on, self._tenth = sys.stderr.isatty(), -1

    def __call__(self, progress: CopyProgress) -> None:
        share = 100 * progress.done // max(progress.rows, 1)
        line = f"{progress.doing} {progress.table}: {progress.done:,} of {progress.rows:,} rows, {share} %"
        if self._looked_on:
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)
        elif share // 10 != self._tenth:
            print(line, file=sys.stderr, flush=True)
        self._tenth = share // 10

    def end(self) -> None:
        if self._looked_on and self._tenth >= 0:
            print(file=sys.stderr)


def restore_copy(copy: Path) -> int:
    """Replaces the database by a backup; the exit status tells scripts."""
    from data.store.transfer.backup import restore, restore_on_server

    line = Line()
    try:
        where = database_of(os.environ)
        aside = restore_on_server(copy, where, database_file(), line) if isinstance(where, str) else restore(copy, where)
        words, status = f"Restored {copy}." + (f" The database before is {aside}." if aside else ""), 0
    except (ValueError, OSError, DatabaseError) as error:
        words, status = f"{copy} cannot be restored: {str(error).rstrip('.')}. Nothing has changed.", 1
    line.end()
    print(words)
    return status


def move_database(source: str, target: str) -> int:
    """Copies a database into another one; the exit status tells scripts."""
    from data.store.transfer.move_database import Unmovable, move, shown

    line = Line()
    try:
        moved = move(source, target, line)
        rows = sum(summary.rows for summary in moved.tables.values())
        words = f"Moved {rows:,} rows of {len(moved.tables)} tables, and looked at each of them again. {shown(source)} is as it was."
        status, words = 0, "It is all there already: both databases hold the same." if moved.already else words
    except Unmovable as error:
        status, words = 1, f"{error} Nothing has been moved."
    except KeyboardInterrupt:
        status, words = 1, "Stopped. Nothing has been moved."
    line.end()
    print(words)
    return status


def see_the_doctor() -> int:
    """Prints for everything that the bot needs whether it is right; the exit status tells scripts."""
    from cogs.service.doctor.all_checks import visit

    if "DISCORD_API" in os.environ:
        from playground.api_address import point_at

        point_at(os.environ["DISCORD_API"])
    return asyncio.run(visit(os.environ, database_file(), lambda line: print(line, flush=True), SECRETS))


async def peers_on(database: str | Path) -> Peers:
    """The interface to other processes on a database, by its address or file. A file has no others."""
    from data.store.peers import Alone

    if isinstance(database, Path):
        return Alone()
    from data.store.postgres.peers import PostgresPeers  # What it needs is not there for whoever has a file.

    peers = PostgresPeers(database)
    await peers.start()
    return peers


def alone_on(database: str | Path) -> AbstractAsyncContextManager[object]:
    """A context in which no other process runs the bot on a database's file; one on a server is shared."""
    if not isinstance(database, Path):
        return nullcontext()
    from data.store.only_process import only_process

    return only_process(database)


async def opened(database: str | Path) -> Store:
    """Opens the store as soon as the database can be reached. Raises data.store.Unusable if waiting is useless."""
    from data.store import Store

    while True:
        try:
            return await Store.open(database)
        except Unreachable as error:  # Which has been tried for a while.
            log.warning("the database cannot be reached; waiting for it (%s)", error)


def database_of(settings: Mapping[str, str]) -> str | Path:
    """The address of the database, or its file. Raises ValueError."""
    address = settings.get("DATABASE_URL", "").strip()
    if address and not is_address(address):
        raise ValueError("DATABASE_URL (.env) must be postgresql://user:password@host:port/database, or stay empty for a file of its own")
    return address or database_file()


def shards_of(settings: Mapping[str, str], database: str | Path) -> Shards | None:
    """The shards that this process is to run, None for those that Discord recommends. Raises ValueError."""
    text = settings.get("SHARDS", "").strip()
    if not text:
        return None
    shards = Shards.parse(text)
    if not shards.everything and isinstance(database, Path):
        raise ValueError(f"SHARDS (.env) is {text}: the processes of other shards can only be met on PostgreSQL; set DATABASE_URL, too")
    return shards


def watched(bot: Referee, metrics: Address | None) -> AbstractAsyncContextManager[object]:
    """A context in which metrics are served, if an address is given."""
    if metrics is None:
        return nullcontext()
    from cogs.service.metrics import served  # What it needs is only there where somebody wants it.

    return served(bot, metrics)


async def on_discord(token: str, database: str | Path, limits: Limits, shards: Shards | None, metrics: Address | None) -> None:
    """Runs the bot on Discord. Tests put a stand-in in its place by `DISCORD_API` in the environment."""
    from cogs.service.shutdown import CLOSING, run, within

    async with alone_on(database):
        store = await opened(database)  # Before all of the bot is read, which takes longer than to find that this cannot be done.
        try:
            from cogs.service.bot import Referee
            from cogs.service.start_up import settle_in
            from cogs.service.watchdog import watchdog

            if "DISCORD_API" in os.environ:
                from playground.api_address import point_at

                point_at(os.environ["DISCORD_API"])
            store.beside = database_file()
            bot = Referee(store, limits, shards=shards, peers=await peers_on(database))
            dog = watchdog(bot.beat, database_file(), os.environ.get("WATCHDOG", ""))

            async def armed() -> None:
                dog.arm()

            bot.add_listener(armed, "on_ready")
            try:
                async with watched(bot, metrics):
                    await settle_in()
                    await run(bot, token)
            finally:
                dog.close()
        finally:
            await within(CLOSING, store.close())


def main() -> int:
    load_dotenv(SECRETS)
    set_up(os.environ.get("LOG_LEVEL", "INFO"), form=os.environ.get("LOG_FORMAT") or PLAIN)
    if sys.argv[1:2] == ["check"] and len(sys.argv) > 2:
        return check_record(sys.argv[2:])
    if sys.argv[1:2] == ["restore"] and len(sys.argv) > 2:
        return restore_copy(Path(sys.argv[2]))
    if sys.argv[1:2] == ["doctor"]:
        return see_the_doctor()
    if sys.argv[1:2] == ["move"]:
        if len(sys.argv) != 4:
            print("python bot.py move FROM TO: each is the path of a database file, or postgresql://user@host/database")
            return 2
        return move_database(sys.argv[2], sys.argv[3])
    if open_to_others(SECRETS):
        log.warning("others on this machine can read .env, in which the token stands; `chmod 600 .env` keeps it to its owner")
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    try:
        where, limits = database_of(os.environ), Limits.read(os.environ)
        shards = shards_of(os.environ, where)
        metrics = Address.read(os.environ["METRICS"]) if os.environ.get("METRICS") else None
    except ValueError as error:
        log.error("cannot start: %s", error)
        return 1
    try:
        if token:
            log.info("starting: reads the rules and texts of all games, then connects to Discord")
            asyncio.run(until_told(on_discord(token, where, limits, shards, metrics)))
        else:
            print("The Referee: reading the rules and texts of all games; the address to open follows.", flush=True)
            from playground.run import serve

            logging.getLogger("discord").setLevel(logging.WARNING)
            folder = HERE / os.environ.get("PLAYGROUND_FILES", "playground/files")
            asyncio.run(until_told(serve(folder / "playground.sqlite3", folder, int(os.environ.get("PLAYGROUND_PORT", "8080")), limits)))
    except KeyboardInterrupt:
        return 0
    except DatabaseError as error:
        log.error("the database cannot be used: %s", error)
        return 1
    except ModuleNotFoundError as error:
        log.error("cannot start: %s is missing; `pip install --require-hashes -r requirements-server-lock.txt` brings it", error.name)
        return 1
    except OSError as error:
        log.error("cannot start: %s", error)
        return 1
    except Exception as error:
        from discord import ConnectionClosed, LoginFailure

        from cogs.service.gateway import FINAL, UNAUTHENTICATED
        from data.store.peers import OtherCount

        if isinstance(error, OtherCount):
            log.error("cannot start: %s", error)
            return 1
        if isinstance(error, ConnectionClosed) and error.code != UNAUTHENTICATED:
            why = FINAL.get(error.code, f"it closes with {error.code}")
            log.error("Discord does not let the bot connect: %s. Where SHARDS is set, it may be of too few in all.", why)
            return 1
        if not isinstance(error, LoginFailure | ConnectionClosed):
            raise
        log.error("Discord does not accept the token in DISCORD_TOKEN (.env). Copy it again from the application's Bot page.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
