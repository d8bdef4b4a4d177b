"""Row W1: how long the event loop stands still while people send the largest inputs they may, found from the commands as they are registered.

Every command is used in a world as full as it may be, each of its options with every largest value in turn; whatever is completed is typed
6,000 letters long; every form is sent full, every file at its largest. An option, form or file whose largest input cannot be told is a fault.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cogs.deck import FORM, LONGEST_TEXT
from cogs.play.ahead_limits import LARGEST_RECORD
from cogs.service.start_up import settle_in
from data.content import build, games
from data.lookup.answering import lookup
from data.store import Store
from data.store.changes import TournamentChange
from data.store.rows import LIVE, OPEN, EntrantRow, SeatRow, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import GameResult, Plan
from rules.legal_actions import legal
from rules.notation import UNDO, Record, Row, write
from rules.parts.ahead import giving
from rules.randomness import seed_hash
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.stored import live_table, new_row
from tests.tools.bench.games import SUBJECTS, Subject
from tests.tools.bench.measure import result
from tests.waiting import until

RUNS = 2
TYPED = 6000
"""Letters that may be typed into an option before it is sent."""
STRING, INTEGER, BOOLEAN, USER, ROLE, FILE = 3, 4, 5, 6, 8, 11
GROUPS = (1, 2)
LONG = "long"
"""The table with the longest record."""
RUNNING, WAITING, OPEN_TOURNAMENT, LOBBY, EMPTY = "running", "waiting", "open", "lobby", "empty"
CHANNELS = {name: str(6001 + n) for n, name in enumerate((*SUBJECTS, LONG, RUNNING, WAITING, OPEN_TOURNAMENT, LOBBY, EMPTY))}
NAME = "Wolfeschlegelsteinhausenbergerdo"
"""A name of 32 letters, as long as Discord takes them."""
FIRST_CHANNEL = 10_000
"""Where the games of the history were and are played."""
ROWS, FINISHED, LIVE_TABLES, DECKS, ENTRANTS = 5000, 2000, 60, 25, 128
LETTERS = ("x", "a ", "é", "²", "\u0301", "😀", ", ", "; ", "= ", "9", "a-", "(", "<@1>", "ﷺ", "\n")
"""What long texts are made of when nothing better is known."""
OF_THE_TABLE = ("action", "order", "card", "deck")
"""Options that mean something else at every table."""
SCHEDULED = Path("/proc/thread-self/schedstat")
LAST = ("game resign", "game leave", "referee", "tournament leave")
"""Commands after which the world is no longer full."""


class Use(NamedTuple):
    """One input: a command in a channel with its options; `typed` is the option that is being completed."""

    path: str
    channel: str
    options: dict[str, Any]
    typed: str | None = None

    def __str__(self) -> str:
        told = ", ".join(f"{name}: {str(value)[:24]!r}" for name, value in self.options.items())
        where = next(name for name, number in CHANNELS.items() if number == self.channel)
        return f"/{self.path} ({told}) in {where}{f', completing {self.typed}' if self.typed else ''}"


# A full world


@cache
def late(subject: Subject) -> tuple[list[Row], Any]:
    """The rows and the state of a late position at which the first seat may do most."""
    best, rows, found = -1, [], None
    whole = subject.game(3)
    for n, (state, seat, action, _) in enumerate(whole):
        if seat == 0 and 0 in subject.rules.to_act(state) and n > len(whole) // 3:
            count = sum(1 for _ in islice(legal(subject.rules, state, 0), 300))
            if count > best:
                best, found = count, (n, state)
        rows.append(Row(n + 1, seat, action))
    assert found is not None
    return rows[: found[0]], found[1]


def endless(subject: Subject) -> tuple[list[Row], Any]:
    """As many rows as a table may well have: a game, and orders given and withdrawn all over again."""
    rows, state = list(late(subject)[0]), late(subject)[1]
    rules = subject.rules
    while len(rows) < ROWS:
        action = giving(rules.orders[:1], frozenset() if rules.given(state, 0) else frozenset(rules.orders))
        rows.append(Row(len(rows) + 1, 0, action))
        state = rules.apply(state, 0, action).state
    return rows, state


async def put_table(store: Store, subject: Subject, channel: str, rows: list[Row], state: Any) -> None:
    """A live table whose first seat is Anna's."""
    header = subject.record(3).header if subject.records else {"options": {}, "seed": f"{3:064x}"}
    seats = [SeatRow(n, int(ANNA) + n, None, NAME) for n in range(subject.seats)]
    options = {"seats": subject.seats, **header["options"]}
    new = new_row(int(channel), subject.key, 2000, int(ANNA), version=subject.rules.version, options=options)
    made = (await live_table(store, new, seats, int(header["seed"], 16), subject.rules.dump(state))).id
    async with store.transaction() as db:
        values = [(made, r.number, r.seat, write(r.action), 1_700_000_000.0 + r.number) for r in rows]
        await db.executemany("INSERT INTO actions (game, number, seat, action, at) VALUES (?, ?, ?, ?, ?)", values)
        await db.execute("UPDATE games SET position = ? WHERE id = ?", (len(rows), made))
        await db.execute("DELETE FROM owed")


async def put_history(store: Store) -> None:
    """Games that are over, with ratings; and many that wait for Anna."""
    outcome = json.dumps({"places": [[0], [1]], "reason": "score", "scores": [], "order": []})
    rules = build("monster_hex")
    snapshot = rules.dump(rules.setup(2, {}, 1).state)
    async with store.transaction() as db:
        for n in range(FINISHED + LIVE_TABLES):
            status = "over" if n < FINISHED else "live"
            values = (1000 + n, FIRST_CHANNEL + n, status, f"{n:064x}", snapshot, outcome if status == "over" else None, 1e9 + n)
            columns = "id, game, version, guild, channel, language, theme, options, host, status, seed, snapshot, outcome, created, ended"
            given = """?, 'monster_hex', 1, 2000, ?, 'en', 'light', '{"seats": 2}', 1, ?, ?, ?, ?, 0, ?"""
            await db.execute(f"INSERT INTO games ({columns}) VALUES ({given})", values)
            rows = [(1000 + n, 0, int(ANNA), NAME), (1000 + n, 1, int(BOHUMIL) + n % 300, NAME)]
            await db.executemany("INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, ?)", rows)
            if status == "over":
                rated = [(1000 + n, who, guild, 20 + n % 10, 2.0) for who in (int(ANNA), int(BOHUMIL) + n % 300) for guild in (0, 2000)]
                await db.executemany("INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?)", rated)
        ranked = [(int(ANNA) + n, "monster_hex", guild, 25 + n % 9, 3.0, 9) for guild in (0, 2000) for n in range(300)]
        await db.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", ranked)


async def put_tournaments(store: Store) -> None:
    """A Swiss of 128 in its last round, one before it, and one that is open for entries."""
    chance, tournaments = random.Random(1), store.tournaments
    plan = Plan("swiss")
    state = tournament_rules.begin(plan, range(ENTRANTS), 1)
    waiting = state
    while state.round < 7:
        for fixture in state.open:
            order = chance.sample(fixture.entrants, 2)
            state = tournament_rules.report(state, fixture.number, GameResult(((order[0],), (order[1],))))
        waiting, state = state, tournament_rules.advance(state)
    for channel, stands in ((RUNNING, state), (WAITING, waiting), (OPEN_TOURNAMENT, None)):
        # One that has begun is paused, else its tables would be dealt when the bot starts.
        row = Tournament(
            id=0, guild=2000, channel=int(CHANNELS[channel]), message=None, name=NAME, host=int(ANNA), game="monster_hex",
            options={"board": "two"}, language="en", plan=plan, seeding="random", rated=False, status=LIVE if stands else OPEN, seed=1,
            state=stands, paused=stands is not None,
        )  # fmt: skip
        entrants = [EntrantRow(n, int(ANNA) + n, f"{NAME[:-3]}{n}") for n in range(ENTRANTS)]
        await tournaments.create(TournamentChange(row, entrants))


async def put_decks(store: Store) -> None:
    for key in games():
        rules = build(key)
        if rules.decks is not None:
            every = dict.fromkeys(rules.decks.limits, 99)
            for n in range(DECKS):
                await store.decks.save(int(ANNA), key, f"{'Deck ' * 7}{n:02}", every)


async def fill(path: Path) -> None:
    """A database as full as it may well be."""
    store = await Store.open(path)
    for key, subject in SUBJECTS.items():
        await put_table(store, subject, CHANNELS[key], *late(subject))
    planets = SUBJECTS["planetary_conquerors"]
    await put_table(store, planets, CHANNELS[LONG], *endless(planets))
    await put_history(store)
    await put_tournaments(store)
    await put_decks(store)
    await store.close()


# The largest inputs


def lines_of_cards(key: str, change: Callable[[str], str]) -> str:
    """A deck's list up to its largest, its names changed."""
    words = [change(word) for word in build(key).faces]
    text = ", ".join(f"1 {words[n % len(words)]}" for n in range(2000))
    return text[:LONGEST_TEXT]


def decks_of(key: str) -> list[str]:
    """Lists of cards: names, their beginnings, names misspelled, letters, numbers."""
    lists = [lines_of_cards(key, change) for change in (str, lambda w: w[:3], lambda w: f"{w}x", lambda w: w[::-1])]
    return [*lists, ("a," * LONGEST_TEXT)[:LONGEST_TEXT], ("9x 9x9," * LONGEST_TEXT)[:LONGEST_TEXT], "x " * (LONGEST_TEXT // 2), "9" * LONGEST_TEXT]


def taken_back(subject: Subject, rows: list[Row], again: int) -> str:
    """A record of the largest size in which the last actions of a game are taken back one by one, all over again."""
    header = dict(subject.record(3).header) if subject.records else {"options": {}, "seed": f"{3:064x}"}
    header |= {"game": subject.key, "version": subject.rules.version, "seats": subject.seats, "seed_sha256": seed_hash(int(header["seed"], 16))}
    header.pop("result", None)
    found, kept = list(rows), [r.number for r in rows]
    size = len(Record(header, tuple(found)).write())
    while True:
        for step in (*((UNDO, kept[-n - 1]) for n in range(1, again + 1)), *((r.seat, r.action) for r in rows[-again:])):
            number = len(found) + 1
            row = Row(number, 0, (UNDO, str(step[1]))) if step[0] == UNDO else Row(number, step[0], step[1])
            size += len(f"{row.number}. {row.seat} {write(row.action)}\n")
            if size > LARGEST_RECORD:
                return Record(header, tuple(found)).write()
            found.append(row)
            if row.action[0] != UNDO:
                kept.append(number)
        kept = [*kept[: len(rows) - again], *kept[-again:]]


@cache
def records() -> list[str]:
    """Records of the largest size: actions taken back again and again, one or many, and headers that nest or hold much."""
    found = [taken_back(SUBJECTS[key], late(SUBJECTS[key])[0], n) for key in ("planetary_conquerors", "monster_hex") for n in (1, 30)]
    filler = LARGEST_RECORD - 20
    return [
        *found,
        "a: " + "[" * filler,
        'a: {"' + "x" * filler,
        "\n" * filler,
        "a: 1\n\n" + "1. 0 x\n" * (filler // 7),
        "1" * filler,
        "é" * (filler // 2),
    ]


def known(path: str, name: str) -> list[Any]:
    """Large inputs for options about which more is known than their length."""
    deck = f"{'Deck ' * 7}24"
    clocks = ["90d", "30d+30d/60d", "within 90d"]
    anything: dict[str, list[Any]] = {"game": list(games()), "name": [deck], "like": [deck], "clock": clocks}
    first = next(iter(build("planetary_conquerors").faces))
    actions = ["; ".join(["attack c69 c4"] * 20)[:100], ("x" * 99), " ".join("abcdefghij" * 5), "place m01 c3 r2", "attack " * 14, "deck " + "a" * 95]
    exact: dict[tuple[str, str], list[Any]] = {
        ("card", "card"): [f"planetary_conquerors:{first}", "spark lanse"],
        ("deck import", "deck"): [text for key in ("planetary_conquerors", "hexygame") for text in decks_of(key)],
        ("move", "action"): actions,
        ("why", "action"): actions,
        ("rules", "question"): ["may a warior atack a bilding behind a hiden trapp when the oponent resists twicce " * 2, "how " * 50, "qx wz " * 33],
        ("tournament create", "settings"): ["breaks:Buchholz, Sonneborn-Berger", "starts:2026-12-24 18:00", "starts:9999-12-31"],
        ("tournament create", "game"): ["monster_hex"],
    }
    return exact.get((path, name)) or anything.get(name, [])


def largest(path: str, option: dict[str, Any]) -> list[Any]:
    """Every largest value of an option; raises LookupError where it cannot be told."""
    kind, name = option["type"], option["name"]
    if option.get("choices"):
        return [choice["value"] for choice in option["choices"]]
    if kind == STRING and "max_length" in option:
        most = option["max_length"]
        return [*(text[:most] for text in known(path, name)), *((letter * most)[:most] for letter in LETTERS)]
    if kind == INTEGER and "max_value" in option:
        return [option["max_value"], option.get("min_value", 0)]
    if kind == FILE and (path, name) == ("game check", "record"):
        return [{"name": "record.txt", "content": text} for text in records()]
    if kind == FILE and (path, name) == ("referee tournament entrants", "file"):
        lists = ["\n".join(f"<@{n}>,Name" for n in range(10**18, 10**18 + 128)), "a,b\n" * 16_000, '"' * 64_000, "=1+1\n" * 12_800]
        return [{"name": "entrants.csv", "content": text} for text in lists]
    fixed: dict[int, list[Any]] = {BOOLEAN: ["true", "false"], USER: [CECILE, BOHUMIL], ROLE: ["2000"]}
    if kind not in fixed:
        raise LookupError(f"/{path}: the largest input of {name!r} is not known")
    return fixed[kind]


def leaves(commands: list[dict[str, Any]], path: tuple[str, ...] = ()) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command with its options, groups opened."""
    for command in commands:
        here, options = (*path, command["name"]), command.get("options") or []
        if any(o["type"] in GROUPS for o in options):
            yield from leaves(options, here)
        else:
            yield " ".join(here), options


def inputs(commands: list[dict[str, Any]]) -> list[Use]:
    """Everything that is sent in a run: completions first, then each command everywhere, then with every other largest value of each option."""
    completions, plain, varied = [], [], []
    for path, options in leaves(commands):
        values = {o["name"]: largest(path, o) for o in options}
        base = {name: found[0] for name, found in values.items()}
        plain += [Use(path, channel, base) for channel in CHANNELS.values()]
        for option in options:
            name = option["name"]
            usual = EMPTY if path.endswith((" new", " create")) else LONG
            places = CHANNELS.values() if name in OF_THE_TABLE else [CHANNELS[usual]]
            varied += [Use(path, place, {**base, name: value}) for value in values[name][1:] for place in places]
            if option.get("autocomplete"):
                texts = ["", "a", *((text * TYPED)[:TYPED] for text in (*known(path, name)[:2], *LETTERS) if isinstance(text, str))]
                completions += [Use(path, place, {**base, name: text}, name) for text in texts for place in places]
    uses = [*plain, *varied]
    return [*completions, *(u for u in uses if not u.path.startswith(LAST)), *(u for u in uses if u.path.startswith(LAST))]


def forms(modal: dict[str, Any]) -> Iterator[dict[str, str]]:
    """A form filled in with the largest texts; raises LookupError for one that is not known."""
    if not modal["custom_id"].startswith(FORM):
        raise LookupError(f"the largest input of the form {modal['custom_id']!r} is not known")
    for text in decks_of(modal["custom_id"].removeprefix(FORM).partition(":")[0]):
        yield {"cards": text.replace(",", "\n")}


# Measuring


def waited() -> float:
    """Seconds for which this thread might have run while other processes had the processor; 0 where the system does not tell."""
    return int(SCHEDULED.read_text().split()[1]) / 1e9 if SCHEDULED.exists() else 0.0


class Watch:
    """How long the event loop stood still at the most since it was last asked, in milliseconds; and how much of it the loop itself computed.

    What the machine did meanwhile for others is not counted.
    """

    def __init__(self) -> None:
        self.longest = self.own = 0.0
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            start, worked, behind = time.perf_counter(), time.thread_time(), waited()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, (time.perf_counter() - start - 0.001 - (waited() - behind)) * 1000)
            self.own = max(self.own, (time.thread_time() - worked) * 1000)

    async def begin(self) -> None:
        """Leaves behind what was computed so far."""
        await asyncio.sleep(0.003)
        self.take()

    def take(self) -> tuple[float, float]:
        found, self.longest, self.own = (self.longest, self.own), 0.0, 0.0
        return found

    def stop(self) -> None:
        self._task.cancel()


async def run(folder: Path, full: Path) -> list[tuple[float, float, str]]:
    """One run over all inputs: the stall and what caused it, each."""
    folder.mkdir()
    for part in full.parent.glob(f"{full.name}*"):
        shutil.copy(part, folder / part.name.replace(full.name, "games.sqlite3"))
    chat = Chat(folder)
    for name, number in CHANNELS.items():
        chat.world.channels[number] = f"bench-{name}"
    for number in range(FIRST_CHANNEL + FINISHED, FIRST_CHANNEL + FINISHED + LIVE_TABLES):
        chat.world.channels[str(number)] = f"bench-{number}"  # Boards are told there, too.
    await chat.__aenter__()
    await settle_in()
    await asyncio.to_thread(lookup)  # Which a first start works out meanwhile.
    chat.standin.rest.keep_requests = False
    chat.world.threads_at_once = 10_000  # It is the event loop that is measured, not patience.
    chat.world.save = lambda: None  # type: ignore[method-assign]
    found = []
    uses, watch = inputs(chat.world.commands), Watch()
    gc.collect()
    gc.freeze()  # What this benchmark holds is not the bot's.
    try:
        for use in uses:
            await watch.begin()
            modal = await sent(chat, use)
            found.append((*watch.take(), str(use)))
            if modal:
                for fields in forms(modal):
                    await watch.begin()
                    await chat.submit(ANNA, modal["custom_id"], use.channel, **fields)
                    found.append((*watch.take(), f"the form {modal['custom_id']}: {fields['cards'][:30]!r}…"))
            chat.world.interactions.clear()
        found += await together(chat, watch)
    finally:
        watch.stop()
        await chat.disconnect()
        await chat.standin.stop()
    return found


async def sent(chat: Chat, use: Use) -> dict[str, Any] | None:
    """Uses a command, or completes one of its options, until all that follows from it is done; gives the form that it opens, if it does."""
    if use.typed:
        await chat.standin.play("autocomplete", {**body(use), "focused": use.typed})
        return None
    answer = await chat.standin.play("command", body(use))
    if answer.get("modal"):
        return dict(answer["modal"])
    await chat.settle()
    return None


def body(use: Use) -> dict[str, Any]:
    return {"member": ANNA, "channel": use.channel, "name": use.path.split(), "options": use.options}


async def together(chat: Chat, watch: Watch) -> list[tuple[float, float, str]]:
    """What takes longest, five times at once."""
    deck = {"name": "x", "deck": decks_of("planetary_conquerors")[2], "game": "planetary_conquerors"}
    record = {"record": {"name": "record.txt", "content": records()[1]}}
    found = []
    for use in (Use("deck import", CHANNELS[EMPTY], deck), Use("game check", CHANNELS[EMPTY], record), Use("game log", CHANNELS[LONG], {})):
        await watch.begin()
        await asyncio.gather(*(chat.standin.play("command", body(use)) for _ in range(5)))
        await until(lambda: all(i.followed for i in chat.world.interactions.values()), pause=0.01)
        found.append((*watch.take(), f"five times at once: {use}"))
        chat.world.interactions.clear()
    return found


def stalls(folder: Path, runs: int = RUNS, shown: int = 5) -> None:
    """Row W1, the better one of two runs: what stands still because of an input does so in both."""
    full = folder / "full.sqlite3"
    asyncio.run(fill(full))
    worst = []
    for n in range(runs):
        found = asyncio.run(run(folder / f"stalls{n}", full))
        found.sort(reverse=True)
        worst.append(found[0][0])
        for stall, own, what in found[:shown]:
            print(f"     {stall:6.1f} ms ({own:.1f} ms of them computed by the loop)  {what}")
    result("W1", f"longest stall of the event loop over {len(found)} largest inputs, ms", min(worst), "50", "15")
