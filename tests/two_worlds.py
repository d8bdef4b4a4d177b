"""One game in two worlds: in the first some seats say in secret what they will do, in the second they do the same by hand at that very moment.

What everybody else is shown must not differ. The worlds are compared by all that goes out and by all that can be asked for; which actions were
carried out when is read off the first, and nothing of what the code takes for secret.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from cogs.playing.course import LONGEST_PAUSE, SHORTEST_PAUSE
from cogs.playing.record import export
from cogs.playing.table import Table
from cogs.playing.tables import Opening, Party
from render.canvas import Picture
from render.painting import Painter, painter
from rules.competition.clock import Clock
from rules.game import Action, Refused, Seat, legal, to_builtins
from rules.notation import write
from rules.parts.ahead import DRAFT, READY, SEAL, giving, sealed
from tests.bids import KEY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat

BEGUN = 1_790_000_000.0
"""When all games begin: the clock stands but for what a test lets pass."""
MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
NUMBERS = re.compile(r"(?<!<t:)(?<!\d)(\d{15,}|\d{8})(?!\d)|(?<=:)[0-9a-f]{8}\b")
"""Ids of messages, marks of questions and of proposals."""


class Plain(Painter[Any]):
    """Paints a view as its values."""

    def paint(self, view: Any, look: Any, previous: Any = None) -> Picture:
        return Picture(repr(to_builtins(view)).encode(), (1, 1))

    def paint_choice(self, view: Any, look: Any, prefix: Any, words: Any) -> Picture:
        return self.paint(view, look)


PLAIN = Plain(
    studio=None,  # type: ignore[arg-type]
    board=lambda view, look: None,  # type: ignore[arg-type, return-value]
    describe=lambda view, look, brief=False: repr(to_builtins(view)),
    narrate=lambda kind, facts, look: f"{kind} {dict(facts)}",
    rules_now=lambda view: [],
)


@contextmanager
def painted() -> Iterator[None]:
    """The house's toy of bids has a painter."""
    module = ModuleType(f"render.{KEY}")
    module.PAINTER = PLAIN  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        del sys.modules[module.__name__]
        painter.cache_clear()


class Beat(NamedTuple):
    """What happened at a moment: what the one who looks on did, and what was carried out for the others."""

    at: float
    looker: str
    others: tuple[tuple[Seat, Action], ...]


class Party4(NamedTuple):
    """How a game is set up: the looker's seat among so many, the game's key and options, its clock."""

    looker: Seat
    seats: int
    game: str = KEY
    options: dict[str, str] = {}
    clock: Clock | None = None


class World:
    """A bot with one table, and all that the looker has seen: strings, by beats."""

    def __init__(self, chat: Chat, party: Party4) -> None:
        self.chat, self.party = chat, party
        self.seen: list[list[str]] = []
        self.names: dict[str, str] = {}
        self.known = 0
        self.answers: list[str] = []
        self.log: list[Any] = []
        self.whispered: list[tuple[int, str]] = []
        others = [m for m in MEMBERS if m != ANNA]
        others.insert(party.looker, ANNA)
        self.members = others[: party.seats]
        self.table: Table

    async def begin(self) -> None:
        bot, party = self.chat.bot, self.party
        bot.store.now = lambda: BEGUN + self.chat.ahead

        async def whisper(player: int, message: Any, nonce: str) -> None:
            self.whispered.append((player, message["content"]))

        bot.port.whisper = whisper  # type: ignore[method-assign]
        people = [(int(m), NAMES[MEMBERS.index(m)]) for m in self.members]
        opening = Opening(party.game, int(self.chat.world.guild), int(HERE), party.options, "en", "light", False, party.clock)
        made, begun = await bot.tables.open(opening, Party(people[0], people[1:], 0, "Computer", party.seats))
        assert begun
        self.table = await bot.tables.get(made)
        await self.chat.settle()

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Nothing goes out before all of it has been done."""
        owed, woken = self.chat.bot.store.owed, []
        wake, owed.woken = owed.woken, woken.append
        try:
            yield
        finally:
            owed.woken = wake
            for subject in woken:
                wake(subject)
        await self.chat.settle()

    async def types(self, text: str) -> None:
        """The looker makes a move."""
        body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": text}}
        result = await self.chat.standin.play("command", body)
        interaction = next(reversed(self.chat.world.interactions.values()))
        while not interaction.followed:
            await asyncio.sleep(0.002)
        self.answers.append(result["message"])

    async def pass_to(self, at: float) -> None:
        """It is later; what is due is done."""
        self.chat.ahead = at
        await self.chat.bot.clockwork.tick()
        for subject in await self.chat.bot.store.owed.subjects(self.chat.bot.store.now()):
            self.chat.bot.worker.wake(subject)
        await self.chat.settle()

    async def next_due(self) -> float | None:
        owed = await self.chat.bot.store.owed.next(self.chat.bot.store.now())
        return None if owed is None else owed - BEGUN

    # What is seen

    def note(self, *what: Any) -> None:
        def named(found: re.Match[str]) -> str:
            return self.names.setdefault(found[0], f"#{len(self.names)}")

        self.seen[-1].append(NUMBERS.sub(named, " ".join(map(str, what))))

    async def look(self, asks: Sequence[str]) -> None:
        """All that has gone out since, all that can be read, and the answers to some commands."""
        chat, table = self.chat, self.table
        own = [self.party.looker]
        for method, path, body in chat.standin.requests[self.known :]:
            if path.startswith(f"/api/v10/channels/{HERE}") or path.endswith("/threads"):
                self.note(method, NUMBERS.sub("*", path), {k: v for k, v in (body or {}).items() if k not in ("nonce", "attachments")})
        self.known = len(chat.standin.requests)
        for message in chat.seen(None)[-2:]:
            self.note(message["content"], message["components"], message["mentions"])
            self.note([(a["description"], chat.world.file(a["id"])) for a in message["attachments"]])
        for answer in self.answers:
            self.note(chat.world.messages[answer]["content"], chat.world.messages[answer]["components"])
        self.answers.clear()
        self.note([words for player, words in self.whispered if player == int(ANNA)])
        for eyes in ([], own):
            self.note(await export(table, eyes))
        rows = chat.bot.store.tables
        self.note("last", await rows.last_action(table.id), await rows.needing_attention(int(chat.world.guild), BEGUN + 9e9))
        self.note("owes", await chat.bot.store.owed.late(int(chat.world.guild), chat.bot.store.now() - 600))
        self.note("asked", table.view(None), table.view(own[0]))
        self.note("own", [(a["number"], a["action"]) for a in (await chat.bot.store.people.about(int(ANNA)))["actions"]])
        for ask in asks:
            for member in (ANNA, *(m for m in MEMBERS if m not in self.members)):
                self.note(ask, await chat.use(member, ask))
        if asks:
            self.note(await chat.complete(ANNA, "referee rollback", "action", "", reason="x"))
            self.note(await chat.complete(ANNA, "move", "action", ""))
            if not table.over:
                self.note(await chat.press(ANNA, chat.board(), "Your move"))
                mine = chat.private(ANNA)
                self.note(mine["content"], mine["components"], [(a["description"], chat.world.file(a["id"])) for a in mine["attachments"]])
        self.known = len(chat.standin.requests)


ASKS = ("game clock", "game log", "mygames", "game list", "referee tables", "referee log", "board", "profile")


async def lived(world: World, rng: random.Random, beats: int, does: Any) -> list[Beat]:
    """A life with secrets; gives what others may have seen of it. `does` lets a seat do something."""
    await world.begin()
    found = []
    for _ in range(beats):
        table, looker, before = world.table, world.party.looker, world.table.position
        world.seen.append([])
        typed, due = "", await world.next_due()
        if table.over:
            break
        if due is not None and rng.random() < 0.3:
            await world.pass_to(due)
        elif rng.random() < 0.2:
            later = world.chat.ahead + rng.choice([1.0, 7.0, 50.0, 300.0])
            await world.pass_to(later if due is None else min(later, due - 0.5) if due - 0.5 > world.chat.ahead else due)
        elif looker in table.view(None).to_act and rng.random() < 0.4:
            typed = await does.by_looker(world, rng)
        else:
            seat = rng.choice([s for s in range(world.party.seats) if s != looker])
            async with world.at_once():
                await does.by_other(table, seat, rng)
        rows = [r for r in await world.chat.bot.store.tables.actions(table.id) if r.number > before]
        world.log.append([(r.seat, write(r.action), r.auto) for r in rows])
        rows = [r for r in rows if r.seat != looker and not sealed(r.action)]
        found.append(Beat(world.chat.ahead, typed, tuple((r.seat, r.action) for r in rows)))
        await world.look(ASKS if rng.random() < 0.12 else ())
    return found


async def repeated(world: World, rng: random.Random, beats: Sequence[Beat], asked: Sequence[bool]) -> None:
    """The same without secrets: who acts does so by hand, when it was carried out in the other world."""
    await world.begin()
    for beat, asks in zip(beats, asked, strict=True):
        world.seen.append([])
        if beat.at != world.chat.ahead:
            world.chat.ahead = beat.at
        async with world.at_once():
            await world.chat.bot.clockwork.tick()
            for seat, action in beat.others:
                await world.table.act(seat, action)
            if beat.looker:
                await world.types(beat.looker)
        await world.look(ASKS if asks else ())


class Bidding:
    """What people do in the toy of bids with windows."""

    async def by_looker(self, world: World, rng: random.Random) -> str:
        table, seat = world.table, world.party.looker
        action = rng.choice(list(legal(table.rules, table.state, seat)))
        async with world.at_once():
            await world.types(write(action))
        return write(action)

    async def by_other(self, table: Table, seat: Seat, rng: random.Random) -> None:
        """Something in secret, or by hand where one is asked."""
        turn = (("bid", "1"), ("look",), ("bid", "2"), ("bid", "3"))
        ahead = [
            giving(table.rules.orders, frozenset(o for o in table.rules.orders if rng.random() < 0.5)),
            (DRAFT, *(() if rng.random() < 0.3 else _drafted(rng.sample(turn, 2)))),
            (READY, "answer", rng.choice(["any", f"by{table.state.owner}"]), rng.choice(["let", "top", ""])),
            (SEAL, rng.choice(["let", "top", ""])),
        ]
        try:
            if seat in table.acting and rng.random() < 0.5:
                await table.act(seat, rng.choice(list(legal(table.rules, table.state, seat))))
            else:
                await table.say(seat, tuple(w for w in rng.choice(ahead) if w))
        except Refused:
            pass


def _drafted(actions: Sequence[Action]) -> Action:
    return tuple(w for n, action in enumerate(actions) for w in (("then",) if n else ()) + action)


def draws(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Pauses and seeds are the same in all worlds."""
    monkeypatch.setattr("cogs.playing.tables.new_seed", lambda: 7)
    rng = random.Random(seed)
    monkeypatch.setattr("cogs.playing.committing.pause", lambda: rng.uniform(SHORTEST_PAUSE, LONGEST_PAUSE))


async def same_in_both(folder: Path, party: Party4, seed: int, beats: int, does: Any) -> list[Beat]:
    """Plays both worlds and compares them beat by beat."""
    worlds = []
    lives: list[Beat] = []
    for name in ("secret", "by_hand"):
        (folder / name).mkdir()
        async with Chat(folder / name) as chat:
            world = World(chat, party)
            if not worlds:
                lives = await lived(world, random.Random(seed), beats, does)
            else:
                await repeated(world, random.Random(seed), lives, [any(line.startswith("game clock") for line in lines) for lines in worlds[0].seen])
            worlds.append(world)
    for n, (secret, by_hand) in enumerate(zip(worlds[0].seen, worlds[1].seen, strict=False)):
        for one, other in zip(secret, by_hand, strict=True):
            assert one == other, f"beat {n}: {lives[: n + 1]}\n{worlds[0].log[: n + 1]}\n\n{one}\n\n{other}"
    return lives
