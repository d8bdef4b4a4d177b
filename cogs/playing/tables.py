"""All tables: finding, opening, filling and starting them. A small number is kept in memory; the others are back from disk at once."""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from cogs.playing.dials import going, hours_of
from cogs.playing.table import Table
from data.content import build
from data.limits import USUAL, Limits
from data.store import Store
from data.store.owed import events_to_json
from data.store.values import LIVE, OPEN, NewTable, SeatRow, TableRow
from data.typed import Typed
from rules.competition.clock import Clock, begun, forfeiting
from rules.game import Refused, Rules, settings
from rules.parts.chance import new_seed, seating, seed_hash

KEPT = 256
"""Tables kept in memory though nobody uses them just now."""
SEATING = "seating"
"""The option that says whether chance decides who sits where (MH-1.7); a game without it seats in joining order."""


class NoTable(Exception):
    """There is no such table, or none in this channel."""


class NoTournament(Exception):
    """There is no such tournament, or none in this channel."""


class Unfit(Exception):
    """A table that cannot be opened or filled like this: a text key and its facts."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Tables:
    """The tables of the bot."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        self.store = store
        self._limits = limits
        self._kept: OrderedDict[int, Table] = OrderedDict()
        # Two objects for one game would mean two locks; whoever still holds a table keeps it findable.
        self._alive: weakref.WeakValueDictionary[int, Table] = weakref.WeakValueDictionary()
        # Two who press *Join* or *Start* at the same moment must find the lobby as the other has left it.
        self._lobbies = asyncio.Lock()

    async def get(self, table: int) -> Table:
        """A table that has begun. Raises NoTable."""
        found = self._alive.get(table)
        if found is None:
            row = await self.store.tables.get(table)
            if row is None or row.snapshot is None:
                raise NoTable
            seats, dials = await self.store.tables.seats(table), await self.store.tables.dials(table)
            proposal = await self.store.tables.proposal(table)
            found = self._alive.get(table) or Table(self.store, build(row.game), row, seats, dials, proposal)
        self._alive[table] = self._kept[table] = found
        self._kept.move_to_end(table)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def reseat(self, tables: Iterable[int]) -> None:
        """Tables in memory learn anew who sits at them."""
        for table in tables:
            if (found := self._alive.get(table)) is not None:
                found.seats = await self.store.tables.seats(table)

    def gone(self, tables: Iterable[int]) -> None:
        """Tables that have been deleted are not kept in memory."""
        for table in tables:
            self._kept.pop(table, None)
            self._alive.pop(table, None)

    async def here(self, channel: int) -> Table:
        """The table of a channel, or the last that ended there. Raises NoTable."""
        table = await self.store.tables.latest_in(channel)
        if table is None:
            raise NoTable
        return await self.get(table)

    async def lobby(self, channel: int) -> tuple[TableRow, list[SeatRow]]:
        """The open table of a channel. Raises NoTable."""
        table = await self.store.tables.live_in(channel)
        row = await self.store.tables.get(table) if table else None
        if row is None or row.status != OPEN:
            raise NoTable
        return row, await self.store.tables.seats(row.id)

    async def open(
        self,
        *,
        game: str,
        guild: int | None,
        channel: int,
        host: tuple[int, str],
        options: Mapping[str, str],
        players: Iterable[tuple[int, str]],
        computers: int,
        seats: int | None,
        language: str,
        theme: str,
        computer_name: str,
        rated: bool = False,
        agreed: bool = False,
        silent: Collection[int] = (),
        clock: Clock | None = None,
    ) -> tuple[int, bool]:
        """A new table; returns its id and whether it could start at once. Raises Unfit, Refused, data.limits.TooMany or ChannelTaken.

        Only the host has agreed to play, unless all have `agreed` before; at a rated table nobody else is seated then: who joins agrees that the
        result counts. Those who have agreed play a match of a tournament, for which there are no limits of its own; `silent` are those of them
        who were named in the place of others, and have said nothing.
        """
        rules = build(game)
        chosen = check_options(rules, options)
        named = list({player: (player, name) for player, name in (host, *players)}.values())  # Whoever is named twice has one seat.
        wanted = seats or max(len(named) + computers, min(rules.seats))
        if wanted not in rules.seats:
            raise seats_refused(rules)
        if len(named) + computers > wanted:
            raise Unfit("game.too_many", n=wanted)
        rules.setup(wanted, chosen, 0)  # Options that do not fit are refused now, not when the last seat fills.
        computer = next(iter(rules.players))
        if rated and computers:
            raise Unfit("game.rated_computers")
        clock = forfeiting(clock) if rated and clock is not None else clock
        named = named[:1] if rated and not agreed else named
        rows = [SeatRow(i, player, None, name, agreed=(agreed or not i) and player not in silent) for i, (player, name) in enumerate(named)]
        for i in range(computers):
            name = computer_name if computers == 1 else f"{computer_name} {i + 1}"
            rows.append(SeatRow(len(rows), None, computer, name))
        full = len(rows) == wanted
        new = NewTable(
            game=game,
            version=rules.version,
            guild=guild,
            channel=channel,
            language=language,
            theme=theme,
            options={"seats": wanted, **chosen},
            host=host[0],
            seats=rows,
            owed=None if full else "lobby",
            rated=rated,
            clock=clock,
        )
        made = await self.store.tables.create(new, None if agreed else self._limits)
        if full:
            await self.start(made)
        return made, full

    async def join(self, table: int, player: tuple[int, str]) -> bool:
        """Sits somebody down at an open table, or takes the yes of one who is named there; True when that started the game. Raises NoTable, Unfit."""
        async with self._lobbies:
            row, seats = await self._lobby(table)
            if any(s.player == player[0] and not s.agreed for s in seats):
                await self.store.tables.sit(table, agreeing(seats, player[0]))
                return False
            if any(s.player == player[0] for s in seats):
                raise Unfit("game.joined_already")
            seats.append(SeatRow(len(seats), player[0], None, player[1]))
            if len(seats) > row.options["seats"]:
                raise Unfit("game.full")
            await self.store.tables.sit(table, seats)
        if len(seats) == row.options["seats"]:
            await self.start(table)
            return True
        return False

    async def leave(self, table: int, player: int) -> bool:
        """Lets somebody go from an open table; True when nobody was left and the table is gone. Raises NoTable, Unfit."""
        async with self._lobbies:
            _, seats = await self._lobby(table)
            rest = [s for s in seats if s.player != player]
            if len(rest) == len(seats):
                raise Unfit("game.not_seated")
            if not any(s.player for s in rest):
                await self.store.tables.close_table(table)
                return True
            await self.store.tables.sit(table, [s._replace(seat=i) for i, s in enumerate(rest)])
            return False

    async def start(self, table: int, by: int | None = None) -> Table:
        """Deals, at the word of a player. Empty seats are left away where the game allows fewer. Raises NoTable, Unfit, Refused."""
        async with self._lobbies:
            row, seats = await self._lobby(table)
            seats = agreeing(seats, by)
            rules: Rules[Any] = build(row.game)
            if len(seats) not in rules.seats:
                raise Unfit("game.too_few", n=min(rules.seats))
            options = row.chosen
            seed = new_seed()
            if options.get(SEATING) == "drawn":
                seats = [seats[i]._replace(seat=n) for n, i in enumerate(seating(seed, len(seats)))]
            step = rules.setup(len(seats), options, seed)
            payload = {"events": events_to_json(step.events), "by": None, "seed_sha256": seed_hash(seed)}
            clock = begun(row.clock, self.store.now()) if row.clock else None
            dials = going(clock, {}, await hours_of(self.store.people, seats), rules.to_act(step.state), self.store.now()) if clock else {}
            await self.store.tables.begin(table, seats, seed, rules.dump(step.state), payload, clock, dials)
        found = await self.get(table)
        await found.open_with_computers()
        return found

    async def _lobby(self, table: int) -> tuple[TableRow, list[SeatRow]]:
        row = await self.store.tables.get(table)
        if row is None or row.status != OPEN:
            raise NoTable
        return row, await self.store.tables.seats(table)

    async def move(self, table: int, before: int, channel: int) -> None:
        """Lets a live table go on in another channel of its server. Raises ChannelTaken, NoTable where it has left `before` already."""
        found = await self.get(table)
        async with found.lock:
            if found.row.status != LIVE or found.over or found.row.channel != before:
                raise NoTable
            await self.store.tables.move_table(table, channel)
            found.row = found.row._replace(channel=channel, message=None)


def agreeing(seats: Iterable[SeatRow], player: int | None) -> list[SeatRow]:
    """The seats of a table when somebody has agreed to play."""
    return [s._replace(agreed=True) if s.player == player else s for s in seats]


def seats_refused(rules: Rules[Any]) -> Unfit:
    """That a game has not so many seats."""
    low, high = min(rules.seats), max(rules.seats)
    return Unfit("game.seats_exactly", n=low) if low == high else Unfit("game.seats_out_of_range", low=low, high=high)


def check_options(rules: Rules[Any], options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, the missing ones at their defaults. Raises Unfit for a key or value that does not exist."""
    try:
        return settings(rules.options, options, "")
    except Refused as error:
        raise Unfit("game.no_such_option", option=Typed(error.facts["option"])) from None
