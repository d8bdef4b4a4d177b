"""The rows that every game has: its engine (E), its pictures (R), and late moves (S3)."""

from __future__ import annotations

import asyncio
import io
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from data.store import Store
from data.store.changes import BOARD, Message, events_to_json
from render.canvas import Key, Scene
from render.picture_cache import Studio
from render.theme import theme
from rules.notation import Row
from tests.stored import acted
from tests.tools.bench.measure import ROUNDS, interleaved, percentile, result
from tests.tools.bench.subject import ROOT, Subject, subjects

B_IN_E = 6.9


SUBJECTS = subjects()
GROUNDS = ("light", "dark", "contrast")
"""The themes whose colours are far from each other; the others are made from them."""


# Engine


def chess_moves(count: int = 3000) -> float:
    import chess

    rng, board, start = random.Random(1), chess.Board(), time.perf_counter()
    for _ in range(count):
        if board.is_game_over():
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
    return (time.perf_counter() - start) / count


def our_moves(subject: Subject, games: int) -> list[float]:
    """The time of each decision of random play."""
    rules, rng, found = subject.rules, random.Random(1), []
    for seed in range(games):
        state = rules.setup(subject.seats, {}, seed).state
        while acting := rules.to_act(state):
            start = time.perf_counter()
            action: tuple[str, ...] = ()
            while True:
                word = rng.choice(rules.words(state, acting[0], action))
                action = (*action, word.text)
                if word.end:
                    break
            state = rules.apply(state, acting[0], action).state
            found.append(time.perf_counter() - start)
    return found


def engine(subject: Subject) -> None:
    """Rows E1 or E2, E3, E5."""
    rules = subject.rules
    games = 12 if subject.row == "E2" else 40
    pairs = [(chess_moves(), our_moves(subject, games)) for _ in range(ROUNDS)]
    anchor = statistics.median(p[0] for p in pairs)
    ours = statistics.median(statistics.mean(p[1]) for p in pairs)
    print(f"{subject.key}: E = {anchor * 1e6:.1f} us, B = {anchor * B_IN_E * 1e6:.0f} us")
    result(subject.row, "one decision of random play / E", ours / anchor, subject.must, subject.good)
    if subject.row == "E2":
        times = [t for p in pairs for t in p[1]]
        result("E2", "the same, p99 / median", percentile(times, 0.99) / statistics.median(times), "10", "10")

    whole = subject.game(3)

    def actions() -> None:
        for state, seat, action, _ in whole:
            step = rules.apply(state, seat, action)
            rules.dump(step.state)
            for viewer in (*range(subject.seats), None):
                rules.view(step.state, viewer)

    (time_all,) = interleaved(actions)
    size = len(rules.dump(whole[-1][3].state))
    must, good = ("0.6", "0.3") if size < 10_000 else ("2", "1")
    result("E3", f"a whole accepted action, state of {size / 1000:.1f} kB / B", time_all / len(whole) / (anchor * B_IN_E), must, good)

    rows = [(seat, action) for _, seat, action, _ in whole]

    def replayed(count: int) -> Callable[[], None]:
        def run() -> None:
            for start in range(0, count, len(rows)):
                state = subject.begin(3)
                for seat, action in rows[: count - start]:
                    state = rules.apply(state, seat, action).state

        return run

    long, short = interleaved(replayed(1000), lambda: [replayed(10)() for _ in range(20)])
    result("E5", "replaying 1000 actions / replaying 10", long / (short / 20), "120", "105")


# Pictures


def p6(picture: Any) -> Callable[[], Any]:
    """The anchor: Pillow encoding the same picture."""
    from PIL import Image

    image = Image.open(io.BytesIO(picture.png))
    image.load()
    return lambda: image.save(io.BytesIO(), "PNG", compress_level=6)


def late_views(subject: Subject) -> list[Any]:
    """The last boards posted before the end of a game."""
    return subject.posted(5)[-16:-1]


def pictures(subject: Subject) -> None:
    """Rows R1 to R5."""
    paint, look = subject.paint, subject.look
    views = late_views(subject)
    picture = paint.paint(views[-1], look)
    anchor_call = p6(picture)
    for v in views:
        paint.paint(v, look)
        paint.paint(v, look, "bench")
    # Real moves of games not seen before: the sprites that a move brings are drawn as they are at a table.
    moves = iter([view for number in range(40, 44) for view in subject.posted(number)] * 2)
    whole, anchor, _ = interleaved(lambda: paint.paint(views[-1], look), anchor_call, lambda: None, rounds=25)
    print(f"{subject.key}: P6 = {anchor * 1e3:.1f} ms")
    result("R1", "a board, everything redrawn, warm / P6", whole / anchor, "2", "0.6")
    differences, anchor = interleaved(lambda: paint.paint(next(moves), look, "bench"), anchor_call, rounds=120)
    result("R2", "the picture after one move / P6", differences / anchor, "0.6", "0.25")

    first = []
    for _ in range(5):
        code = (
            "import time,sys; sys.path.insert(0,'.')\nfrom tests.tools.bench.games import SUBJECTS, late_views\n"
            f"s=SUBJECTS['{subject.key}']; v=late_views(s)[-1]; p,l=s.paint,s.look\n"
            "t=time.perf_counter(); p.paint(v, l); print(time.perf_counter()-t)"
        )
        first.append(float(subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300).stdout))
    result("R3", "first picture of a process / P6", statistics.median(first) / anchor, "15", "6")
    sizes(subject, views[-1], picture)
    asyncio.run(stall(subject, views))


def sizes(subject: Subject, view: Any, picture: Any) -> None:
    """R4: bytes against an RGB PNG, and how far the palette is from the true colours."""
    from PIL import Image, ImageChops

    buffer = io.BytesIO()
    pasted(subject, subject.paint.board(view, subject.look)).save(buffer, "PNG", compress_level=6)
    result("R4", "bytes / bytes of the RGB PNG at level 6", len(picture.png) / len(buffer.getvalue()), "0.6", "0.5")
    share = 0.0
    for name in GROUNDS:
        look = subject.look._replace(theme=name)
        image = Image.open(io.BytesIO(subject.paint.paint(view, look).png)).convert("RGB")
        bands = ImageChops.difference(image, pasted(subject, subject.paint.board(view, look), name)).split()
        worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).histogram()
        share = max(share, sum(worst[17:]) / (image.width * image.height))
    result("R4", "share of pixels off by more than 16, in percent, in the worst theme", 100 * share, "0.2", "0.2")


def pasted(subject: Subject, scene: Scene, name: str = "light") -> Any:
    """A scene in the true colours of a theme."""
    from PIL import Image

    colours = theme(name, subject.key)
    exact = Image.new("RGB", scene.size, colours["page"])
    for item in scene.items.values():
        picture, mask = sprite(subject, item.key, name)
        exact.paste(picture, (item.x, item.y), mask)
    return exact


@cache
def sprite(subject: Subject, key: Key, name: str) -> tuple[Any, Any]:
    """A sprite in its true colours, and its mask."""
    sketch = subject.paint.studio.draw(key, theme(name, subject.key))
    return sketch.reduced(), sketch.mask


async def stall(subject: Subject, views: list[Any]) -> None:
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
        await asyncio.to_thread(subject.paint.paint, views[n % len(views)], subject.look)
    fresh = Studio(subject.paint.studio.draw, subject.key)
    await asyncio.to_thread(fresh.paint, subject.paint.board(views[-1], subject.look), "light")
    stop.set()
    await watcher
    result("R5", "event-loop stall while drawing, p99, ms", percentile(late, 0.99) * 1000, "15", "6")


# Remembering


async def late_moves(subject: Subject, store: Store) -> None:
    """S3: engine, commit and picture of move 1000 against move 10, on an equal board: the record behind it is what has grown."""
    state, seat, action, _ = subject.game(3)[20]
    rules = subject.rules

    rows = {game: row for game in (1, 2) if (row := await store.tables.get(game)) is not None}

    async def move(game: int, number: int) -> float:
        start = time.perf_counter()
        step = rules.apply(state, seat, action)
        owed = [Message(BOARD, {"events": events_to_json(step.events), "by": seat})]
        rows[game] = await store.tables.commit(acted(rows[game], [Row(number, seat, action)], rules.dump(step.state), owed=owed))
        await asyncio.to_thread(subject.paint.paint, rules.view(step.state, None), subject.look, f"late-{game}")
        return time.perf_counter() - start

    for game, before in ((2, 990), (1, 10)):
        for number in range(1, before):
            rows[game] = await store.tables.commit(acted(rows[game], [Row(number, 0, ("x",))], b""))
    early, late = [], []
    for n in range(60):
        early.append(await move(1, 10 + n))
        late.append(await move(2, 990 + n))
    result("S3", f"move 1000 / move 10 of one game ({subject.key})", statistics.median(late) / statistics.median(early), "1.5", "1.1")
