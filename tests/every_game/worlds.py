"""Two tables at which the same is done, but that a seat says things ahead at one of them: all that anybody else may see of either.

What others see is put together from what goes out and what can be asked for; what the code takes for secret is not asked.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from cogs.messages.table.clocks import public_line, seat_line
from cogs.messages.table.rewind_points import label
from cogs.play.history.record import events_seen, export
from cogs.play.history.rewind_points import points
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.language import texts
from data.store import Store
from data.store.changes import RIPE, WHISPER, Subject
from data.store.rows import TableAct
from rules.competition.clock import BANK, HOUR, Clock
from rules.computer_levels import USUAL_LEVEL, computed
from rules.game import Action, Refused, Seat, to_builtins
from rules.notation import UNDO, Row
from rules.parts.ahead import SEAL, sealed
from rules.randomness import Chance
from tests.bids import memory
from tests.every_game.saying import saying
from tests.every_game.setups import BRIEFLY, joined, random_action
from tests.every_game.test_knowledge import oracle

BEGUN, LATER = 1_790_000_000.0, 300.0
"""When games begin, and the pause after which orders answer."""
ACT = TableAct(9, "table_rollback", "0", "why not")
PEOPLE = ((101, "Ada"), (102, "Bob"), (103, "Cid"), (104, "Dee"))
SENSIBLE = {"hexygame": 0.7, "planetary_conquerors": 0.4, "hexknight": 0.4}
"""How often somebody does what makes sense, so that there is something to fight about."""
OURS = ("actions", "mark", "number", "target")
"""What messages keep for the house itself, of which nothing is shown."""


class World:
    """A table, the time at it, and what others have seen there."""

    def __init__(self, table: Table, planner: Seat) -> None:
        self.table, self.planner = table, planner
        self.at, self.others = BEGUN, [s.seat for s in table.seats if s.seat != planner]
        self._marks: dict[str, dict[int, int]] = {}
        table.store.now = lambda: self.at

    async def rows(self) -> list[Row]:
        return await self.table.store.tables.actions(self.table.id)

    async def carried(self) -> list[tuple[Seat, Action]]:
        """What everybody may have noticed the planner and the others doing."""
        return [(r.seat, r.action if r.action[0] != UNDO else (UNDO,)) for r in await self.rows() if not sealed(r.action)]

    async def read(self) -> dict[str, Any]:
        """What anybody but the planner may read of all that has happened."""
        table, say = self.table, texts("en", self.table.rules.key)
        known = await points(table)
        return {
            "exports": [await export(table, own) for own in ([], *([seat] for seat in self.others))] if not table.over else None,
            "log": [to_builtins(await events_seen(table, own)) for own in ([], self.others)],
            "points": [(point.spelled, label(table, known, point, say)) for point in known.all],
            "back to": table.proposal and known.holding(table.proposal.target).spelled,
            "last": await table.store.tables.last_action(table.id),
            "needs": await table.store.tables.needing_attention(1, BEGUN + 9e9),
        }

    async def seen(self) -> dict[str, Any]:
        """What anybody but the planner may see now, and what goes out to them and when."""
        table, say = self.table, texts("en", self.table.rules.key)
        owed = await table.store.outbox.of(Subject("table", table.id))
        return {
            "views": [to_builtins(table.view(who)) for who in (None, *self.others)],
            "owed": [(debt.kind, _shown(debt.payload), debt.next) for debt in owed if not self._own(debt.kind, debt.payload)],
            "dials": [table.dials.get(seat) for seat in self.others],
            "clock": [seat_line(table, s.seat, say, s.seat in self.others) for s in table.seats if not table.over],
            "asked": [public_line(table, seat, say) for seat, _ in table.view(None).asked],
            "proposed": table.proposal and (table.proposal.kind, table.proposal.seat, table.proposal.asked, table.proposal.agreed),
            "seats": table.seats,
            "questions": [self._renewed(f"mark {seat}", table.mark(seat)) for seat in self.others if seat in table.acting],
            "sights": [self._renewed(f"sight {seat}", table.sight(seat)) for seat in self.others],
        }

    def _own(self, kind: str, payload: dict[str, Any]) -> bool:
        """What goes to the planner alone, or to nobody: when an order of theirs is to answer."""
        return kind == RIPE or (kind == WHISPER and payload["seat"] == self.planner)

    def _renewed(self, what: str, mark: int) -> int:
        """Which of the different marks that a button has had it is: the mark itself says nothing."""
        known = self._marks.setdefault(what, {})
        return known.setdefault(mark, len(known))


class Worlds:
    """The same game with and without secrets; `said` is what the planner has said last."""

    def __init__(self, plain: World, secret: World) -> None:
        self.plain, self.secret = plain, secret
        self.planner = plain.planner
        self.said: Action = ()

    async def do(self, what: Callable[[Table], Awaitable[Any]]) -> tuple[Any, Any]:
        """Does something at both tables. Gives what came of it; a refusal is an answer, too."""
        found = []
        for world in (self.plain, self.secret):
            try:
                found.append(await what(world.table))
            except Exception as error:  # Whatever it is, it has to be the same in both worlds.
                found.append(type(error))
        return found[0], found[1]

    async def say(self, ahead: Action) -> bool:
        """The planner says something, if it is taken; nothing may come of it at once but what everybody sees from it being carried out."""
        try:
            await self.secret.table.say(self.planner, ahead)
        except Refused:
            return False
        self.said = ahead
        return True

    async def alike(self, when: str, wholly: bool = False) -> bool:
        """Compares the worlds. Whether they still are in step: as long as nothing that was said has been carried out."""
        if await self.plain.carried() != await self.secret.carried():
            return False
        one, other = await self.plain.seen(), await self.secret.seen()
        if wholly:
            one, other = one | await self.plain.read(), other | await self.secret.read()
        for what, seen in one.items():
            assert seen == other[what], f"{when}: {what} tells what seat {self.planner} has said: {(await self.secret.rows())[-6:]}"
        return True

    async def pass_by(self, seconds: float) -> None:
        for world in (self.plain, self.secret):
            world.at += seconds

    async def play(self, rng: random.Random, quickly: bool = False) -> bool:
        """Who is asked does something, by hand, at both tables. Whether that was possible."""
        if not self.plain.table.awaited or not set(self.plain.table.awaited) & set(self.secret.table.awaited):
            return False
        table = self.plain.table
        seat = next(seat for seat in table.awaited if seat in self.secret.table.awaited)
        action = table.rules.decision(table.state, seat).default if quickly else by_hand(table, seat, rng)
        await self.do(lambda each: each.act(seat, action))
        return True


def by_hand(table: Table, seat: Seat, rng: random.Random) -> Action:
    """An action that is not said ahead: what a computer of the usual level would do, or anything."""
    if rng.random() < SENSIBLE.get(table.rules.key, 0):
        action = computed(table.rules, table.state, seat, USUAL_LEVEL, Chance.of(table.position, "by hand"), BRIEFLY)
    else:
        action = oracle(table.rules.key).acts(table.rules, table.state, seat, rng)
    return random_action(table.rules, table.state, seat, rng) if sealed(action) else action


def planned(worlds: Worlds, verb: str, rng: random.Random) -> Action | None:
    """Something of a kind that the planner may say now; no orders to be asked where others are not, which may be seen (PC-19.7). Who is asked
    first answers for all to see."""
    table = worlds.secret.table
    if verb == SEAL and table.acting[:1] == (worlds.planner,):
        return None
    for _ in range(6):
        said = saying(table.rules, table.state, worlds.planner, rng, (verb,))
        if said is not None and len(said) > 1 and not any(word.startswith("ask_") for word in said):
            return said
    return None


@asynccontextmanager
async def two(game: str, seats: int, planner: Seat) -> AsyncIterator[Worlds]:
    """A game that has just begun, twice."""
    async with memory() as first, memory() as second:
        yield Worlds(World(await _opened(first, game, seats), planner), World(await _opened(second, game, seats), planner))


async def _opened(store: Store, game: str, seats: int) -> Table:
    store.now = lambda: BEGUN
    opening = Opening(game, 1, 5, joined(game), "en", "light", False, Clock(BANK, 100 * HOUR, 60.0))
    made, _ = await Tables(store).open(opening, Party(PEOPLE[0], PEOPLE[1:seats], seats=seats, agreed=True))
    return await Tables(store).get(made)


def _shown(payload: Any) -> Any:
    """What of an owed message is shown."""
    if isinstance(payload, dict):
        return {key: _shown(value) for key, value in payload.items() if key not in OURS}
    return [_shown(value) for value in payload] if isinstance(payload, list) else payload
