"""The benchmark: `python -m tests.bench [ROW ...]`. Every figure is a ratio to an anchor measured in the same run, medians of interleaved rounds.

Anchors: E python-chess random play, P6 Pillow encoding the posted picture as a palette PNG at level 6, S a 20 kB pwrite with fdatasync,
I importing discord, PIL and aiosqlite. B (boardgame.io, one move) is taken as 6.9 E, the ratio once measured side by side, so that the
benchmark needs no Node.
"""

from __future__ import annotations

import asyncio
import gc
import io
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from data.content import build
from data.language import texts
from data.store import Store
from render import monster_hex as paint
from render.canvas import Studio
from render.look import Look
from render.theme import theme
from rules.game import to_builtins
from rules.notation import Row
from tests.every_game.setups import SETUPS, Setup, random_action, random_game

ROUNDS = 7
B_IN_E = 6.9
ROOT = Path(__file__).resolve().parents[2]
RULES: Any = build("monster_hex")
FOUR = next(s for s in SETUPS if s.game == "monster_hex" and s.seats == 4 and not s.options)
TWO = Setup("monster_hex", 2, {})
RESULTS: list[tuple[str, str, float, str, str]] = []


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def interleaved(*calls: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """The median time of each call, taken in turns so that a busy moment meets all of them."""
    for call in calls:
        call()
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, found in zip(calls, times, strict=True):
            gc.collect()
            found.append(seconds(call))
    return [statistics.median(t) for t in times]


def result(row: str, what: str, value: float, must: str, good: str) -> None:
    RESULTS.append((row, what, value, must, good))
    numbers = [float(m) for m in (must, good)]
    verdict = "good" if value <= numbers[1] else "must" if value <= numbers[0] else "MISSED"
    print(f"{row:4} {what:62} {value:8.2f}   must {must:>5}  good {good:>5}   {verdict}", flush=True)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


# Engine


def chess_moves(count: int = 3000) -> float:
    import chess

    rng, board, start = random.Random(1), chess.Board(), time.perf_counter()
    for _ in range(count):
        if board.is_game_over():
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
    return (time.perf_counter() - start) / count


def our_moves(games: int = 40) -> float:
    rng, count, start = random.Random(1), 0, time.perf_counter()
    for seed in range(games):
        state = RULES.setup(4, {}, seed).state
        while acting := RULES.to_act(state):
            action: tuple[str, ...] = ()
            while True:
                word = rng.choice(RULES.words(state, acting[0], action))
                action = (*action, word.text)
                if word.end:
                    break
            state = RULES.apply(state, acting[0], action).state
            count += 1
    return (time.perf_counter() - start) / count


def engine() -> None:
    pairs = [(chess_moves(), our_moves()) for _ in range(ROUNDS)]
    anchor = statistics.median(p[0] for p in pairs)
    ours = statistics.median(p[1] for p in pairs)
    print(f"E = {anchor * 1e6:.1f} us, B = {anchor * B_IN_E * 1e6:.0f} us")
    result("E1", "one decision of random play / E", ours / anchor, "2", "1")

    whole = list(random_game(FOUR, 3))

    def actions() -> None:
        for state, seat, action, _ in whole:
            step = RULES.apply(state, seat, action)
            RULES.dump(step.state)
            for viewer in (*range(4), None):
                RULES.view(step.state, viewer)

    (time_all,) = interleaved(actions)
    size = len(RULES.dump(whole[-1][3].state))
    result("E3", f"a whole accepted action, state of {size / 1000:.1f} kB / B", time_all / len(whole) / (anchor * B_IN_E), "0.6", "0.3")

    rows = [(seat, action) for _, seat, action, _ in whole]

    def replayed(count: int) -> Callable[[], None]:
        def run() -> None:
            for start in range(0, count, len(rows)):
                state = RULES.setup(4, FOUR.options, 3).state
                for seat, action in rows[: count - start]:
                    state = RULES.apply(state, seat, action).state

        return run

    long, short = interleaved(replayed(1000), lambda: [replayed(10)() for _ in range(20)])
    result("E5", "replaying 1000 actions / replaying 10", long / (short / 20), "120", "105")


# Pictures

LOOK = Look("light", texts("en", "monster_hex"), ("Anna", "Bohumil", "Cécile", "Dara"))


def late_views() -> list[Any]:
    return [RULES.view(step.state, None) for _, _, _, step in list(random_game(FOUR, 5))[-16:-1]]


def p6(picture: Any) -> Callable[[], Any]:
    from PIL import Image

    image = Image.open(io.BytesIO(picture.png))
    image.load()
    return lambda: image.save(io.BytesIO(), "PNG", compress_level=6)


def pictures() -> None:
    views = late_views()
    picture = paint.paint(views[-1], LOOK)
    anchor_call = p6(picture)
    for v in views:
        paint.paint(v, LOOK)
        paint.paint(v, LOOK, "bench")
    # Real moves of games not seen before: the sprites that a move brings are drawn as they are at a table.
    moves = iter([RULES.view(step.state, None) for seed in range(40, 44) for _, _, _, step in random_game(FOUR, seed)])
    whole, anchor, _ = interleaved(lambda: paint.paint(views[-1], LOOK), anchor_call, lambda: None, rounds=25)
    print(f"P6 = {anchor * 1e3:.1f} ms")
    result("R1", "a board, everything redrawn, warm / P6", whole / anchor, "2", "0.6")
    differences, anchor = interleaved(lambda: paint.paint(next(moves), LOOK, "bench"), anchor_call, rounds=120)
    result("R2", "the picture after one move / P6", differences / anchor, "0.6", "0.25")

    first = []
    for _ in range(5):
        code = (
            "import time,sys; sys.path.insert(0,'.')\nfrom tests.bench.__main__ import late_views, LOOK, paint\nv=late_views()[-1]\n"
            "t=time.perf_counter(); paint.paint(v, LOOK); print(time.perf_counter()-t)"
        )
        first.append(float(subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout))
    result("R3", "first picture of a process / P6", statistics.median(first) / anchor, "15", "6")
    sizes(views[-1], picture)
    asyncio.run(stall(views))


def sizes(view: Any, picture: Any) -> None:
    """R4: bytes against an RGB PNG, and how far the palette is from the true colours."""
    from PIL import Image, ImageChops

    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    buffer = io.BytesIO()
    exact = Image.new("RGB", image.size, theme("light", "monster_hex")["page"])
    for item in paint.board_scene(view, LOOK).items.values():
        sketch = paint.draw(item.key, theme("light", "monster_hex"))
        exact.paste(sketch.reduced(), (item.x, item.y), sketch.mask)
    exact.save(buffer, "PNG", compress_level=6)
    result("R4", "bytes / bytes of the RGB PNG at level 6", len(picture.png) / len(buffer.getvalue()), "0.6", "0.5")
    bands = ImageChops.difference(image, exact).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).histogram()
    result("R4", "share of pixels off by more than 16, in percent", 100 * sum(worst[17:]) / (image.width * image.height), "0.2", "0.2")


async def stall(views: list[Any]) -> None:
    """R5: how late the event loop is while pictures are drawn in threads."""
    late: list[float] = []
    stop = asyncio.Event()

    async def watch() -> None:
        while not stop.is_set():
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append(time.perf_counter() - start - 0.001)

    watcher = asyncio.create_task(watch())
    for n in range(150):
        await asyncio.to_thread(paint.paint, views[n % len(views)], LOOK)
    fresh = Studio(paint.draw)
    await asyncio.to_thread(fresh.paint, paint.board_scene(views[-1], LOOK), "light")
    stop.set()
    await watcher
    result("R5", "event-loop stall while drawing, p99, ms", percentile(late, 0.99) * 1000, "15", "6")


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
    async with store._transaction() as db:
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
    numbers = {id(few): 0, id(many): 0}

    async def commit(store: Store) -> float:
        numbers[id(store)] += 1
        start = time.perf_counter()
        await store.record(1, [Row(numbers[id(store)], 0, ("place", "m01", "c1", "r0"))], snapshot, {"events": []}, None)
        return time.perf_counter() - start

    async def read(store: Store) -> float:
        start = time.perf_counter()
        game = await store.live_in(10_500)
        await store.game(game or 0)
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
    await late_moves(folder)


async def late_moves(folder: Path) -> None:
    """S3: engine, commit and picture of move 1000 against move 10, on an equal board: the record behind it is what has grown."""
    store = await filled(folder / "long.sqlite3", 2)
    positions = list(random_game(FOUR, 3))
    state, seat, action, _ = positions[20]

    async def move(game: int, number: int) -> float:
        start = time.perf_counter()
        step = RULES.apply(state, seat, action)
        await store.record(game, [Row(number, seat, action)], RULES.dump(step.state), {"events": [to_builtins(e) for e in step.events]})
        await asyncio.to_thread(paint.paint, RULES.view(step.state, None), LOOK, f"late-{game}")
        return time.perf_counter() - start

    for number in range(1, 990):
        await store.record(2, [Row(number, 0, ("x",))], b"", {"events": []})
    for number in range(1, 10):
        await store.record(1, [Row(number, 0, ("x",))], b"", {"events": []})
    early, late = [], []
    for n in range(60):
        early.append(await move(1, 10 + n))
        late.append(await move(2, 990 + n))
    result("S3", "move 1000 / move 10 of one game", statistics.median(late) / statistics.median(early), "1.5", "1.1")
    await store.close()


# The whole bot


async def whole(folder: Path) -> None:
    from tests.chat import ANNA, BOHUMIL, Chat

    chat = Chat(folder)
    await chat.__aenter__()
    chat.standin.keep_requests = False
    channels = [str(5000 + n) for n in range(64)]
    for channel in channels:
        chat.world.channels[channel] = f"bench-{channel}"
    world_save, chat.world.save = chat.world.save, lambda: None
    for channel in channels:
        await chat.use(ANNA, "game new", channel, game="monster_hex", opponent=BOHUMIL, options="seating=joined")

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
    await chat.disconnect()
    await chat.standin.stop()


async def sum_of_parts(folder: Path, chat: Any) -> float:
    """Engine, commit, drawing, and the four requests of a move sent to the stand-in with bare aiohttp."""
    import json

    import aiohttp

    store = await filled(folder / "parts.sqlite3", 1)
    moves = [move for seed in (90, 91) for move in random_game(TWO, seed)]
    api, channel, times = chat.standin.address + "/api/v10", "5063", []
    headers = {"Authorization": "Bot playground"}
    async with aiohttp.ClientSession(headers=headers) as session:
        board = await (await session.post(f"{api}/channels/{channel}/messages", json={"content": "x"})).json()
        for n, (state, seat, action, _) in enumerate(moves, 1):
            interaction, _ = chat.world.interact(2, "4001", channel, {"name": "move"})
            start = time.perf_counter()
            callback = f"{api}/interactions/{interaction.id}/{interaction.token}/callback"
            await (await session.post(callback, json={"type": 5, "data": {"flags": 64}})).read()
            step = RULES.apply(state, seat, action)
            await store.record(1, [Row(n, seat, action)], RULES.dump(step.state), {"events": []})
            picture = await asyncio.to_thread(paint.paint, RULES.view(step.state, None), LOOK._replace(names=LOOK.names[:2]), "parts")
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


def child(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout.strip().splitlines()[-1]


RESIDENT = "import os\ndef rss():\n return int(open('/proc/self/statm').read().split()[1])*os.sysconf('SC_PAGE_SIZE')\n"
SERVE = """
import asyncio, time, sys, pathlib, tempfile
START = time.perf_counter()
import bot
from tests.chat import Chat
async def main(folder):
    chat = Chat(pathlib.Path(folder))
    await chat.__aenter__()
    ready = time.perf_counter() - START
    size = rss()
    print(ready, size, flush=True)
    import os
    os._exit(0)
"""


def process(folder: Path) -> None:
    imports = "import discord, PIL.Image, aiosqlite"
    plain = [float(child(f"import time; t=time.perf_counter(); {imports}; print(time.perf_counter()-t)")) for _ in range(5)]
    bare = int(child(RESIDENT + imports + "; print(rss())"))
    ready, memory = [], []
    for n in range(5):
        found = child(RESIDENT + SERVE + f"asyncio.run(main({str(folder / f'serve{n}')!r}))").split()
        ready.append(float(found[0]))
        memory.append(int(found[1]))
    unit = statistics.median(plain)
    print(f"I = {unit:.2f} s, imports alone {bare / 1e6:.0f} MB (the figures below include the stand-in in the same process)")
    result("M1", "memory when ready / memory of the imports", statistics.median(memory) / bare, "2", "1.5")
    result("T1", "start to able to serve / I", statistics.median(ready) / unit, "2", "1.3")
    growth = child(RESIDENT + GROWTH + f"asyncio.run(main({str(folder / 'grow')!r}))")
    result("M2", "growth from 0 to 10,000 live games, KiB a game", float(growth) / 1024 / 10_000, "1", "0.3")
    asyncio.run(many_games(folder))


GROWTH = """
import asyncio, gc, pathlib
from tests.bench.__main__ import filled
from cogs._tables import Tables, KEPT
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


async def many_games(folder: Path) -> None:
    """T2: opening the store and asking what is owed, with 100,000 games against one."""
    for name, games in (("one", 1), ("lots", 100_000)):
        await (await filled(folder / f"{name}.sqlite3", games)).close()
    times: dict[str, list[float]] = {"one": [], "lots": []}
    for _ in range(9):
        for name, found in times.items():
            start = time.perf_counter()
            store = await Store.open(folder / f"{name}.sqlite3")
            await store.owing()
            found.append(time.perf_counter() - start)
            await store.close()
    result("T2", "start with 100,000 games / with 1", statistics.median(times["lots"]) / statistics.median(times["one"]), "1.3", "1.05")


def main() -> None:
    wanted = set(sys.argv[1:])
    groups: dict[str, Callable[[Path], Any]] = {
        "E": lambda folder: engine(),
        "R": lambda folder: pictures(),
        "S": lambda folder: asyncio.run(remembering(folder)),
        "I": lambda folder: asyncio.run(whole(folder)),
        "MT": process,
    }
    with tempfile.TemporaryDirectory(dir=ROOT / "tests") as name:
        for key, group in groups.items():
            if not wanted or any(letter in "".join(wanted) for letter in key):
                group(Path(name))
    missed = [r for r in RESULTS if r[2] > float(r[3])]
    print(f"{len(RESULTS)} rows, {len(missed)} missed")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
