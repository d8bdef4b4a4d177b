"""One game in two worlds: in the first some seats say in secret what they will do, in the second they do the same by hand at that very moment.

What everybody else is shown must not differ. The worlds are compared by all that goes out and by all that can be asked for; which actions were
carried out when is read off the first, and nothing of what the code takes for secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.play.history.record import export
from cogs.play.new_table import Opening, Party
from cogs.play.order_pauses import LONGEST_PAUSE, SHORTEST_PAUSE
from cogs.play.table import Table
from render.painter import painter
from rules.competition.clock import Clock
from rules.game import Action, Refused, Seat
from rules.legal_actions import legal
from rules.notation import write
from rules.parts.ahead import DRAFT, READY, SEAL, giving, sealed
from tests.bids import KEY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat
from tests.every_game.saying import saying
from tests.every_game.test_knowledge import oracle
from tests.painters import bids
from tests.reading import read
from tests.waiting import within

BEGUN = 1_790_000_000.0
"""When all games begin: the clock stands but for what a test lets pass."""
MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
NUMBERS = re.compile(r"(?<!<t:)(?<!\d)(\d{15,}|\d{8})(?!\d)|(?<=:)[0-9a-f]{8}\b")
"""Ids of messages, marks of questions and of proposals."""


@contextmanager
def painted() -> Iterator[None]:
    """The house's toy of bids has a painter."""
    sys.modules[f"render.{KEY}"] = bids
    try:
        yield
    finally:
        del sys.modules[f"render.{KEY}"]
        painter.cache_clear()


class Heartbeat(NamedTuple):
    """What happened at a moment: what the one who looks on did, and all that was carried out, for whomever."""

    at: float
    looker: Action
    rows: tuple[tuple[Seat, Action], ...]


class Setting(NamedTuple):
    """How a game is set up: the looker's seat among so many, the game's key and options, its clock."""

    looker: Seat
    seats: int
    game: str = KEY
    options: dict[str, str] = {}
    clock: Clock | None = None


class World:
    """A bot with one table, and all that the looker has seen: strings, by beats."""

    def __init__(self, chat: Chat, party: Setting) -> None:
        self.chat, self.party = chat, party
        self.seen: list[list[str]] = []
        self.names: dict[str, str] = {}
        self.known = self.before = 0
        self.answers: list[str] = []
        self.log: list[Any] = []
        self.whispered: list[tuple[int, str]] = []
        others = [m for m in MEMBERS if m != ANNA]
        others.insert(party.looker, ANNA)
        self.members = others[: party.seats]
        self.table: Table
        self.looker: Seat

    async def begin(self) -> None:
        bot, party = self.chat.bot, self.party
        self.chat.world.kept_messages = 10_000
        bot.store.now = lambda: BEGUN + self.chat.ahead

        async def whisper(player: int, message: Any, nonce: str) -> None:
            self.whispered.append((player, message["content"]))

        bot.port.whisper = whisper  # type: ignore[method-assign]
        people = [(int(m), NAMES[MEMBERS.index(m)]) for m in self.members]
        opening = Opening(party.game, int(self.chat.world.guild), int(HERE), party.options, "en", "light", False, party.clock)
        made, begun = await bot.tables.open(opening, Party(people[0], people[1:], 0, "Computer", party.seats, agreed=True))
        assert begun
        self.table = await bot.tables.get(made)
        self.looker = self.table.seat_of(int(ANNA))
        await self.chat.settle()

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Nothing goes out before all of it has been done."""
        owed, woken = self.chat.bot.store.outbox, []
        wake, owed.woken = owed.woken, woken.append
        due, owed.subjects = owed.subjects, _nobody  # type: ignore[method-assign]
        try:
            yield
        finally:
            owed.woken, owed.subjects = wake, due  # type: ignore[method-assign]
            for subject in woken:
                wake(subject)
        await self.chat.settle()

    async def carried(self) -> list[Any]:
        """What has been carried out."""
        return [row for row in await self.chat.bot.store.tables.actions(self.table.id) if not sealed(row.action)]

    async def acts(self, action: Action) -> None:
        """The looker makes a move, by typing it where there is room."""
        if len(write(action)) > TYPED:
            await self.table.act(self.looker, action)
            return
        body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": write(action)}}
        if action == TAKES_BACK:
            body |= {"name": list(action), "options": {}}
        result = await self.chat.standin.play("command", body)
        interaction = next(reversed(self.chat.world.interactions.values()))
        async with within("the answer"):
            while not interaction.followed:
                await asyncio.sleep(0.002)
        self.answers.append(result["message"])

    async def pass_to(self, at: float) -> None:
        """It is later; what is due is done."""
        self.chat.ahead = at
        await self.chat.bot.clockwork.tick()
        for subject in await self.chat.bot.store.outbox.subjects(self.chat.bot.store.now()):
            self.chat.bot.worker.wake(subject)
        await self.chat.settle()

    async def next_due(self) -> float | None:
        owed = await self.chat.bot.store.outbox.next(self.chat.bot.store.now())
        return None if owed is None else owed - BEGUN

    # What is seen

    def starts(self) -> None:
        """What has been sent so far does not count: several at a time, as it happened to be."""
        self.known, self.before = len(self.chat.standin.requests), len(self.chat.seen(None))

    def note(self, *what: Any) -> None:
        def named(found: re.Match[str]) -> str:
            return self.names.setdefault(found[0], f"#{len(self.names)}")

        self.seen[-1].append(NUMBERS.sub(named, " ".join(map(str, what))))

    def note_private(self, member: str) -> None:
        """What somebody has been shown alone."""
        mine = self.chat.private(member)
        self.note(mine["content"], mine["components"], [(a["description"], self.chat.world.file(a["id"])) for a in mine["attachments"]])

    async def look(self, asks: Sequence[str]) -> None:
        """All that has gone out since, all that can be read, and the answers to some commands."""
        chat, table = self.chat, self.table
        own = [self.looker]
        for method, path, body in chat.standin.requests[self.known :]:
            if path.startswith(f"/api/v10/channels/{HERE}") or path.endswith("/threads"):
                self.note(method, NUMBERS.sub("*", path), {k: v for k, v in (body or {}).items() if k not in ("nonce", "attachments")})
        self.known = len(chat.standin.requests)
        for message in chat.seen(None)[self.before :][-2:]:
            self.note(message["content"], message["components"], message["mentions"])
            self.note([(a["description"], chat.world.file(a["id"])) for a in message["attachments"]])
        for answer in self.answers:
            shown = read(chat.world.messages[answer])
            self.note(shown["content"], shown["components"])
        self.answers.clear()
        self.note([words for player, words in self.whispered if player == int(ANNA)])
        for eyes in ([], own):
            self.note(await export(table, eyes))
        rows = chat.bot.store.tables
        self.note("last", await rows.last_action(table.id), await rows.needing_attention(int(chat.world.guild), BEGUN + 9e9))
        self.note("owes", await chat.bot.store.outbox.late(int(chat.world.guild), chat.bot.store.now() - 600))
        self.note("asked", table.view(None), table.view(own[0]))
        self.note("own", [(a["number"], a["action"]) for a in (await chat.bot.store.own_data.about(int(ANNA)))["actions"]])
        for ask in asks:
            for member in (ANNA, *(m for m in MEMBERS if m not in self.members)):
                self.note(ask, await chat.use(member, ask))
        if asks:
            self.note(await chat.complete(ANNA, "referee rollback", "action", "", reason="x"))
            self.note(await chat.complete(ANNA, "move", "action", ""))
            self.note(await chat.complete(ANNA, "board", "at", ""))
            for member in (ANNA, *(m for m in MEMBERS if m not in self.members)):
                for at in ("2", "999999"):
                    await chat.use(member, "board", at=at)
                    self.note_private(member)
                await chat.use(member, "game replay", turns="2")
                self.note_private(member)
            if not table.over:
                board = next(m for m in reversed(chat.seen(None)) if "Your move" in chat.labels(m))
                self.note(await chat.press(ANNA, board, "Your move"))
                self.note_private(ANNA)
        self.known = len(chat.standin.requests)


async def _nobody(now: float) -> list[Any]:
    return []


TAKES_BACK = ("game", "undo")
"""What the looker does to take something back."""
TYPED = 100
"""Letters of what may be typed."""
ASKS = ("game clock", "game log", "mygames", "game list", "referee tables", "referee log", "board", "profile")


async def lived(world: World, rng: random.Random, beats: int, does: Any) -> list[Heartbeat]:
    """A life with secrets; gives what others may have seen of it. `does` lets a seat do something."""
    await world.begin()
    async with world.at_once():
        found = [Heartbeat(0, (), await does.begin(world, rng))]
    world.starts()
    for _ in range(beats):
        table, looker, before = world.table, world.looker, world.table.position
        if table.over:
            break
        world.seen.append([])
        mine: Action = ()
        due = await world.next_due()
        if due is not None and rng.random() < 0.3:
            await world.pass_to(due)
        elif rng.random() < 0.2:
            later = world.chat.ahead + rng.choice([1.0, 7.0, 50.0, 300.0])
            await world.pass_to(later if due is None else min(later, due - 0.5) if due - 0.5 > world.chat.ahead else due)
        elif (back := rng.random() < 0.06) or (looker in table.view(None).to_act and rng.random() < 0.4):
            mine = TAKES_BACK if back else does.acts(table, looker, rng)
            async with world.at_once():
                await world.acts(mine)
        else:
            seat = rng.choice([s for s in range(world.party.seats) if s != looker])
            async with world.at_once():
                await does.by_other(table, seat, rng)
        rows = [r for r in await world.chat.bot.store.tables.actions(table.id) if r.number > before]
        world.log.append([(r.seat, write(r.action), r.auto) for r in rows])
        found.append(Heartbeat(world.chat.ahead, mine, tuple((r.seat, r.action) for r in rows if not sealed(r.action))))
        await world.look(ASKS if rng.random() < 0.12 else ())
    return found


async def repeated(world: World, beats: Sequence[Heartbeat], asked: Sequence[bool]) -> None:
    """The same without secrets: who acts does so by hand, when it was carried out in the other world."""
    await world.begin()
    async with world.at_once():
        for seat, action in beats[0].rows:
            await world.table.act(seat, action)
    world.starts()
    carried = len(await world.carried())
    for beat, asks in zip(beats[1:], asked, strict=True):
        world.seen.append([])
        world.chat.ahead = beat.at
        async with world.at_once():
            await world.chat.bot.clockwork.tick()
            later = []
            for n, (seat, action) in enumerate(beat.rows, carried):
                if seat != world.looker and len(await world.carried()) <= n:
                    if seat in world.table.awaited:
                        await world.table.act(seat, action)
                    else:
                        later.append((n, seat, action))
            if beat.looker:
                await world.acts(beat.looker)
            for n, seat, action in later:
                if len(await world.carried()) <= n:
                    await world.table.act(seat, action)
        carried += len(beat.rows)
        await world.look(ASKS if asks else ())


class Bidding:
    """What people do in the toy of bids with windows."""

    async def begin(self, world: World, rng: random.Random) -> tuple[tuple[Seat, Action], ...]:
        return ()

    def acts(self, table: Table, seat: Seat, rng: random.Random) -> Action:
        return rng.choice(list(legal(table.rules, table.state, seat)))

    def says(self, table: Table, seat: Seat, rng: random.Random) -> Action:
        turn = (("bid", "1"), ("look",), ("bid", "2"), ("bid", "3"))
        ahead = [
            giving(table.rules.orders, frozenset(o for o in table.rules.orders if rng.random() < 0.5)),
            (DRAFT, *(() if rng.random() < 0.3 else _drafted(rng.sample(turn, 2)))),
            (READY, "answer", rng.choice(["any", f"by{table.state.owner}"]), rng.choice(["let", "top", ""])),
            (SEAL, rng.choice(["let", "top", ""])),
        ]
        return tuple(w for w in rng.choice(ahead) if w)

    async def by_other(self, table: Table, seat: Seat, rng: random.Random) -> None:
        """Something in secret, or by hand where one is asked."""
        with contextlib.suppress(Refused):
            if seat in table.acting and rng.random() < 0.5:
                await table.act(seat, self.acts(table, seat, rng))
            elif ahead := self.says(table, seat, rng):
                await table.say(seat, ahead)


class Playing(Bidding):
    """What people do in a real game, from some actions on; orders that ask more than others are left out, which may be seen (PC-19.7)."""

    def __init__(self, longest: int) -> None:
        self.longest = longest

    async def begin(self, world: World, rng: random.Random) -> tuple[tuple[Seat, Action], ...]:
        table, found = world.table, []
        for _ in range(rng.randint(self.longest // 4, self.longest)):
            if table.over:
                break
            seat = table.awaited[0]
            action = self.acts(table, seat, rng)
            await table.act(seat, action)
            found.append((seat, action))
        return tuple(found)

    def acts(self, table: Table, seat: Seat, rng: random.Random) -> Action:
        return oracle(table.rules.key).acts(table.rules, table.state, seat, rng)

    def says(self, table: Table, seat: Seat, rng: random.Random) -> Action:
        said = saying(table.rules, table.state, seat, rng) or ()
        return said if not any(word.startswith("ask_") for word in said) else ()


def _drafted(actions: Sequence[Action]) -> Action:
    return tuple(w for n, action in enumerate(actions) for w in (("then",) if n else ()) + action)


def draws(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Pauses and seeds are the same in all worlds."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    rng = random.Random(seed)
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: rng.uniform(SHORTEST_PAUSE, LONGEST_PAUSE))


async def same_in_both(folder: Path, party: Setting, seed: int, beats: int, does: Any) -> list[Heartbeat]:
    """Plays both worlds and compares them beat by beat."""
    worlds = []
    lives: list[Heartbeat] = []
    for name in ("secret", "by_hand"):
        (folder / name).mkdir()
        async with Chat(folder / name) as chat:
            world = World(chat, party)
            if not worlds:
                lives = await lived(world, random.Random(seed), beats, does)
            else:
                await repeated(world, lives, [any(line.startswith("game clock") for line in lines) for lines in worlds[0].seen])
            worlds.append(world)
    for n, (secret, by_hand) in enumerate(zip(worlds[0].seen, worlds[1].seen, strict=False)):
        for one, other in zip(secret, by_hand, strict=True):
            assert one == other, f"beat {n}: {lives[1 : n + 2]}\n{worlds[0].log[: n + 1]}\n\n{one}\n\n{other}"
    return lives
