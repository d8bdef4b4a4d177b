"""The benchmark: `python -m tests.tools.bench [GAME ...] [LETTERS]`, for example `python -m tests.tools.bench hexknight E R`.

Every figure is a ratio to an anchor measured in the same run, medians of interleaved rounds. Anchors: E python-chess random play, P6 Pillow
encoding the posted picture as a palette PNG at level 6, of row A1 Pillow's default GIF, S a 20 kB pwrite with fdatasync, I importing discord,
PIL and aiosqlite; of rows P a bare transaction of one row on the same PostgreSQL, which is TEST_DATABASE_URL's or one of its own. B
(boardgame.io, one move) is taken as 6.9 E, the ratio once measured side by side, so that the benchmark needs no Node. Row Q alone is in
milliseconds of one core.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

from data.content import build
from data.store import Store
from render.painter import painter
from rules.notation import Row
from tests.every_game.setups import Setup, random_action, random_game
from tests.stored import acted
from tests.tools.bench.computers import computers
from tests.tools.bench.fairness import fairness
from tests.tools.bench.games import ROOT, SUBJECTS, engine, late_moves, pictures
from tests.tools.bench.largest_inputs import stalls
from tests.tools.bench.lookups import lookups
from tests.tools.bench.measure import RESULTS, percentile, result
from tests.tools.bench.orders import orders
from tests.tools.bench.panels import labels
from tests.tools.bench.replays import replays
from tests.tools.bench.servers import servers
from tests.tools.bench.starts import RESIDENT, child, starts
from tests.tools.bench.tournaments import tournaments

RULES: Any = build("monster_hex")
paint = painter("monster_hex").paint
TWO = Setup("monster_hex", 2, {})
FOUR = Setup("monster_hex", 4, {})
LOOK = SUBJECTS["monster_hex"].look


# Remembering


def disk_write(folder: Path) -> Callable[[], float]:
    handle = os.open(folder / "anchor", os.O_CREAT | os.O_RDWR)
    body = os.urandom(20_000)
    os.pwrite(handle, body, 0)

    def write() -> float:
        start = time.perf_counter()
        os.pwrite(handle, body, 0)
        os.fdatasync(handle)
        return time.perf_counter() - start

    return write


async def filled(path: Path, games: int) -> Store:
    """A store with many games, each with a few seats."""
    store = await Store.open(path)
    snapshot = RULES.dump(RULES.setup(4, {}, 1).state)
    async with store.transaction() as db:
        rows = [("monster_hex", 1, 1, 10_000 + n, "en", "light", "{}", 1, "live", f"{n:064x}", snapshot, 0.0) for n in range(games)]
        await db.executemany(
            "INSERT INTO games (game, version, guild, channel, language, theme, options, host, status, seed, snapshot, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        await db.executemany(
            "INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, ?)", [(n + 1, s, n * 4 + s, "x") for n in range(games) for s in range(4)]
        )
    return store


async def remembering(folder: Path) -> None:
    few, many = await filled(folder / "few.sqlite3", 1000), await filled(folder / "many.sqlite3", 100_000)
    write = disk_write(folder)
    snapshot = RULES.dump(list(random_game(FOUR, 3))[-1][3].state)
    rows = {id(store): row for store in (few, many) if (row := await store.tables.get(1)) is not None}

    async def commit(store: Store) -> float:
        row = rows[id(store)]
        start = time.perf_counter()
        rows[id(store)] = await store.tables.commit(acted(row, [Row(row.position + 1, 0, ("place", "m01", "c1", "r0"))], snapshot))
        return time.perf_counter() - start

    async def read(store: Store) -> float:
        start = time.perf_counter()
        game = await store.tables.live_in(10_500)
        await store.tables.get(game or 0)
        return time.perf_counter() - start

    anchor, small, large, read_small, read_large = [], [], [], [], []
    for _ in range(400):
        anchor.append(write())
        small.append(await commit(few))
        large.append(await commit(many))
        read_small.append(await read(few))
        read_large.append(await read(many))
    unit = statistics.median(anchor)
    print(f"S = {unit * 1e3:.3f} ms")
    result("S1", "an accepted action committed, p50 / S", statistics.median(small) / unit, "6", "3")
    result("S1", "an accepted action committed, p99 / S", percentile(small, 0.99) / unit, "20", "8")
    result("S2", "reading a game by channel, 100,000 games / 1,000", statistics.median(read_large) / statistics.median(read_small), "2", "1.3")
    result("S2", "committing an action, 100,000 games / 1,000", statistics.median(large) / statistics.median(small), "1.5", "1.2")
    await few.close()
    await many.close()


# The whole bot


async def whole(folder: Path) -> None:
    from tests.chat import ANNA, BOHUMIL, CECILE, DARA, Chat

    chat = Chat(folder)
    await chat.__aenter__()
    chat.standin.rest.keep_requests = False
    chat.bot.intake.budget = 1000  # Few play many games at the same time here.
    channels = [str(6000 + n) for n in range(64)]
    for channel in channels:
        chat.world.channels[channel] = f"bench-{channel}"
    world_save, chat.world.save = chat.world.save, lambda: None
    for channel, host in zip(channels, cycle((ANNA, CECILE, DARA))):  # One person may not open so many tables.
        await chat.use(host, "game new", channel, game="monster_hex", opponent=BOHUMIL, options="seating=joined")

    posted: dict[str, asyncio.Event] = {}

    def watch(event: str, message: Any, only: str | None) -> None:
        if event == "MESSAGE_CREATE" and only is None and message["channel_id"] in posted:
            posted[message["channel_id"]].set()

    chat.world.listeners.append(watch)

    async def one(channel: str) -> tuple[float, float]:
        """From the interaction received to the picture uploaded, and to the acknowledgement."""
        table = await chat.bot.tables.here(int(channel))
        (seat,) = table.rules.to_act(table.state)
        text = " ".join(random_action(table.rules, table.state, seat, random.Random(table.position)))
        posted[channel] = asyncio.Event()
        start = time.perf_counter()
        body = {"member": str(table.seats[seat].player), "channel": channel, "name": ["move"], "options": {"action": text}}
        await chat.standin.play("command", body)
        acknowledged = time.perf_counter() - start
        await asyncio.wait_for(posted[channel].wait(), 30)
        return time.perf_counter() - start, acknowledged

    parts = await sum_of_parts(folder, chat)
    alone = [(await one(channels[0]))[0] for _ in range(10)]
    result("I1", "interaction to picture uploaded, one at a time / sum of its parts", statistics.median(alone) / parts, "2", "1.4")
    alone += [(await one(channels[1]))[0] for _ in range(10)]
    result("I2", "the same p99 as a share of 3 s, 1 at once, percent", 100 * percentile(alone, 0.99) / 3, "2", "0.5")
    for count, must, good in ((8, "10", "2"), (64, "50", "10")):
        times, acks = [], []
        for _ in range(4):
            found = await asyncio.gather(*(one(c) for c in (channels[2:10] if count == 8 else channels)))
            times += [f[0] for f in found]
            acks += [f[1] for f in found]
        result("I2", f"the same p99 as a share of 3 s, {count} at once, percent", 100 * percentile(times, 0.99) / 3, must, good)
        if count == 8:
            result("I3", "acknowledgement p99 with 8 at once, share of 3 s, percent", 100 * percentile(acks, 0.99) / 3, "1", "0.3")
    chat.world.save = world_save  # type: ignore[method-assign]
    await chat.settle()
    await chat.disconnect()
    await chat.standin.stop()


async def sum_of_parts(folder: Path, chat: Any) -> float:
    """Engine, commit, drawing, and the four requests of a move sent to the stand-in with bare aiohttp."""
    import json

    import aiohttp

    store = await filled(folder / "parts.sqlite3", 1)
    row = await store.tables.get(1)
    assert row is not None
    moves = [move for seed in (90, 91) for move in random_game(TWO, seed)]
    api, channel, times = chat.standin.address + "/api/v10", "6063", []
    headers = {"Authorization": "Bot playground"}
    async with aiohttp.ClientSession(headers=headers) as session:
        board = await (await session.post(f"{api}/channels/{channel}/messages", json={"content": "x"})).json()
        for n, (state, seat, action, _) in enumerate(moves, 1):
            interaction, _ = chat.world.interact(2, "4001", channel, {"name": "move"})
            start = time.perf_counter()
            callback = f"{api}/interactions/{interaction.id}/{interaction.token}/callback"
            await (await session.post(callback, json={"type": 5, "data": {"flags": 64}})).read()
            step = RULES.apply(state, seat, action)
            row = await store.tables.commit(acted(row, [Row(n, seat, action)], RULES.dump(step.state)))
            picture = await asyncio.to_thread(paint, RULES.view(step.state, None), LOOK._replace(names=LOOK.names[:2]), "parts")
            edit = f"{api}/webhooks/1000/{interaction.token}/messages/@original"
            await (await session.patch(edit, json={"content": "done"})).read()
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps({"content": "x"}))
            form.add_field("files[0]", picture.png, filename="board.png", content_type="image/png")
            await (await session.post(f"{api}/channels/{channel}/messages", data=form)).read()
            await (await session.patch(f"{api}/channels/{channel}/messages/{board['id']}", json={"components": []})).read()
            times.append(time.perf_counter() - start)
    await store.close()
    return statistics.median(times)


GROWTH = """
import asyncio, gc, pathlib
from tests.tools.bench.__main__ import filled
from cogs.play.tables import Tables, KEPT
async def main(folder):
    path = pathlib.Path(folder)
    path.mkdir()
    store = await filled(path / 'g.sqlite3', 10000)
    tables = Tables(store)
    for game in range(1, KEPT + 200):
        await tables.get(game)
    gc.collect(); before = rss()
    for game in range(1, 10001):
        await tables.get(game)
    gc.collect()
    print(max(0, rss() - before))
    await store.close()
"""


def growth(folder: Path) -> None:
    """Row M2: the memory that each live game takes, over 10,000 games."""
    grown = child(folder, RESIDENT + GROWTH + f"asyncio.run(main({str(folder / 'grow')!r}))")
    result("M2", "growth from 0 to 10,000 live games, KiB a game", float(grown[0]) / 1024 / 10_000, "1", "0.3")


async def later(folder: Path, key: str) -> None:
    """Row S3 of the game `key`: late moves."""
    store = await filled(folder / f"long-{key}.sqlite3", 2)
    await late_moves(SUBJECTS[key], store)
    await store.close()


async def many_games(folder: Path) -> None:
    """Row T2: opening the store and reading which subjects have messages to send, with 100,000 games against one."""
    for name, games in (("one", 1), ("lots", 100_000)):
        await (await filled(folder / f"{name}.sqlite3", games)).close()
    times: dict[str, list[float]] = {"one": [], "lots": []}
    for _ in range(9):
        for name, found in times.items():
            start = time.perf_counter()
            store = await Store.open(folder / f"{name}.sqlite3")
            await store.outbox.subjects()
            found.append(time.perf_counter() - start)
            await store.close()
    result("T2", "start with 100,000 games / with 1", statistics.median(times["lots"]) / statistics.median(times["one"]), "1.3", "1.05")


def main() -> None:
    """Arguments are games and letters of rows; without them everything is measured."""
    keys = [key for key in SUBJECTS if key in sys.argv[1:]] or list(SUBJECTS)
    letters = "".join(a for a in sys.argv[1:] if a not in SUBJECTS)
    with tempfile.TemporaryDirectory(dir=ROOT / "tests") as name:
        folder = Path(name)

        def wanted(*group: str) -> bool:
            return not letters or any(letter in letters for letter in group)

        for key in keys:
            if wanted("E"):
                engine(SUBJECTS[key])
            if wanted("R"):
                pictures(SUBJECTS[key])
            if wanted("Q"):
                labels(key)
            if wanted("A"):
                replays(SUBJECTS[key])
            if wanted("S"):
                asyncio.run(later(folder, key))
            if wanted("H"):
                asyncio.run(computers(key))
        if len(keys) == len(SUBJECTS):
            if wanted("L"):
                lookups()
            if wanted("C"):
                tournaments(folder)
            if wanted("W"):
                stalls(folder)
            if wanted("S"):
                asyncio.run(remembering(folder))
            if wanted("O"):
                orders()
            if wanted("P"):
                servers()
            if wanted("F"):
                fairness(folder)
            if wanted("I"):
                asyncio.run(whole(folder))
            if wanted("M", "T"):
                starts(folder)
                growth(folder)
                asyncio.run(many_games(folder))
    missed = [r for r in RESULTS if r[2] > float(r[3])]
    print(f"{len(RESULTS)} rows, {len(missed)} missed")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
