"""All tables: finding, opening, filling and starting them. A small number is kept in memory; the others are back from disk at once."""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from cogs.playing.dials import going, hours_of
from cogs.playing.table import Table
from data.clocks import Clocks
from data.content import build
from data.desk import Desk
from data.limits import USUAL, Limits
from data.store import LIVE, OPEN, GameRow, SeatRow, Store, events_to_json
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


class NoContest(Exception):
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

    async def get(self, game: int) -> Table:
        """A table that has begun. Raises NoTable."""
        found = self._alive.get(game)
        if found is None:
            row = await self.store.game(game)
            if row is None or row.snapshot is None:
                raise NoTable
            seats, dials = await self.store.seats(game), await Clocks(self.store).dials(game)
            proposal = await Desk(self.store).proposal(game)
            found = self._alive.get(game) or Table(self.store, build(row.game), row, seats, dials, proposal)
        self._alive[game] = self._kept[game] = found
        self._kept.move_to_end(game)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def reseat(self, games: Iterable[int]) -> None:
        """Tables in memory learn anew who sits at them."""
        for game in games:
            if (found := self._alive.get(game)) is not None:
                found.seats = await self.store.seats(game)

    def gone(self, games: Iterable[int]) -> None:
        """Tables that have been deleted are not kept in memory."""
        for game in games:
            self._kept.pop(game, None)
            self._alive.pop(game, None)

    async def here(self, channel: int) -> Table:
        """The table of a channel, or the last that ended there. Raises NoTable."""
        game = await self.store.latest_in(channel)
        if game is None:
            raise NoTable
        return await self.get(game)

    async def lobby(self, channel: int) -> tuple[GameRow, list[SeatRow]]:
        """The open table of a channel. Raises NoTable."""
        game = await self.store.live_in(channel)
        row = await self.store.game(game) if game else None
        if row is None or row.status != OPEN:
            raise NoTable
        return row, await self.store.seats(row.id)

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
        """A new table; returns its id and whether it could start at once. Raises Unfit, Refused, data.limits.TooMany or data.store.ChannelTaken.

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
        made = await self.store.create(
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
            limits=None if agreed else self._limits,
        )
        if full:
            await self.start(made)
        return made, full

    async def join(self, game: int, player: tuple[int, str]) -> bool:
        """Sits somebody down at an open table, or takes the yes of one who is named there; True when that started the game. Raises NoTable, Unfit."""
        async with self._lobbies:
            row, seats = await self._lobby(game)
            if any(s.player == player[0] and not s.agreed for s in seats):
                await self.store.sit(game, agreeing(seats, player[0]))
                return False
            if any(s.player == player[0] for s in seats):
                raise Unfit("game.joined_already")
            seats.append(SeatRow(len(seats), player[0], None, player[1]))
            if len(seats) > row.options["seats"]:
                raise Unfit("game.full")
            await self.store.sit(game, seats)
        if len(seats) == row.options["seats"]:
            await self.start(game)
            return True
        return False

    async def leave(self, game: int, player: int) -> bool:
        """Lets somebody go from an open table; True when nobody was left and the table is gone. Raises NoTable, Unfit."""
        async with self._lobbies:
            _, seats = await self._lobby(game)
            rest = [s for s in seats if s.player != player]
            if len(rest) == len(seats):
                raise Unfit("game.not_seated")
            if not any(s.player for s in rest):
                await self.store.close_table(game)
                return True
            await self.store.sit(game, [s._replace(seat=i) for i, s in enumerate(rest)])
            return False

    async def start(self, game: int, by: int | None = None) -> Table:
        """Deals, at the word of a player. Empty seats are left away where the game allows fewer. Raises NoTable, Unfit, Refused."""
        async with self._lobbies:
            row, seats = await self._lobby(game)
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
            dials = going(clock, {}, await hours_of(Clocks(self.store), seats), rules.to_act(step.state), self.store.now()) if clock else {}
            await self.store.begin(game, seats, seed, rules.dump(step.state), payload, clock, dials)
        table = await self.get(game)
        await table.open_with_computers()
        return table

    async def _lobby(self, game: int) -> tuple[GameRow, list[SeatRow]]:
        row = await self.store.game(game)
        if row is None or row.status != OPEN:
            raise NoTable
        return row, await self.store.seats(game)

    async def move(self, game: int, before: int, channel: int) -> None:
        """Lets a live table go on in another channel of its server. Raises data.store.ChannelTaken, NoTable where it has left `before` already."""
        table = await self.get(game)
        async with table.lock:
            if table.game.status != LIVE or table.over or table.game.channel != before:
                raise NoTable
            await self.store.move_table(game, channel)
            table.game = table.game._replace(channel=channel, message=None)


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
