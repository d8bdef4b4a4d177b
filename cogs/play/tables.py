"""The registry of tables: finds, opens, fills and starts them, rematches too (`rematch`: seats turned by one).

A few are kept in memory, the others loaded on demand.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any

from cogs.play import order_pauses
from cogs.play.cascade import Cascade
from cogs.play.clocks.dials import going, hours_of
from cogs.play.default_orders import usual_orders
from cogs.play.new_table import Opening, Party, hinted, seated
from cogs.play.open_tables import (
    agreeing,
    asked,
    begins_at,
    clock_of,
    complete,
    gives_handicaps,
    leaving,
    names,
    no_seat,
    ruled,
    unseen,
    waiting,
    without,
)
from cogs.play.options import SEATING, check_options, for_one_game, for_stakes, handicapped
from cogs.play.table import Table
from cogs.play.table_actions import PATIENCE
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.thinking.pool import HERE, Thinker
from cogs.play.unfit import Unfit
from data.content import build
from data.store import Store
from data.store.changes import BOARD, LOBBY, RIPE, Change, Message, Raced, events_to_json
from data.store.configured_limits import USUAL, Limits
from data.store.rows import LIVE, OPEN, OVER, Dealing, SeatRow, TableRow
from data.timestamps import distance
from rules.competition.clock import UNTIL, begun, wound
from rules.game import Rules
from rules.parts.ahead import OFF, PAUSE
from rules.parts.handicaps import HANDICAP
from rules.randomness import new_seed, seating, seed_hash

KEPT = 256
"""Tables kept in memory though nobody uses them just now."""


class Tables:
    """The registry of all the bot's tables."""

    def __init__(self, store: Store, limits: Limits = USUAL, thinker: Thinker = HERE) -> None:
        self.store = store
        self.thinker = thinker
        self._limits = limits
        self._kept: OrderedDict[int, Table] = OrderedDict()
        # Two objects for one game would mean two locks; whoever still holds a table keeps it findable.
        self._alive: weakref.WeakValueDictionary[int, Table] = weakref.WeakValueDictionary()
        self._lobbies: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    async def get(self, table: int) -> Table:
        """A table whose game has begun. Raises NoTable, and Stranded for one that the present rules can't read."""
        found = self._alive.get(table)
        if found is not None and self.store.shared:
            await self._catch_up(found)
        if found is None:
            row = await self.store.tables.get(table)
            if row is None or (row.snapshot is None and not row.unreadable):
                raise NoTable
            made = await self._read(row)
            found = self._alive.get(table) or made
        self._alive[table] = self._kept[table] = found
        self._kept.move_to_end(table)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def _catch_up(self, table: Table) -> None:
        """Updates a table in memory to what is stored, whatever other processes have done. Raises NoTable, Stranded."""
        revision = await self.store.tables.revision(table.id)
        if revision is None:
            self.gone([table.id])
            raise NoTable
        if revision != table.row.revision:
            async with table.lock:  # It may have been we who have just changed it.
                if revision > table.row.revision:
                    await table.reread()

    async def _read(self, row: TableRow) -> Table:
        try:
            seats = await self.store.tables.seats(row.id)
            if row.unreadable:
                raise Stranded(row, seats)
            made = Table(self.store, build(row.game), row, seats, self.thinker)
            await made.reread()
        except Stranded as stranded:
            raise Stranded(await self._let_stand(row), stranded.seats) from stranded
        return made

    async def _let_stand(self, row: TableRow) -> TableRow:
        """Stops the clocks of a game that can't go on: dials return to when they were last started. Returns its row."""
        shown, rule = await self.store.tables.dials(row.id), row.clock
        if rule is not None and any(dial.since is not None for dial in shown.values()):
            with contextlib.suppress(Raced):
                return await self.store.tables.commit(Change(row, dials={seat: wound(rule, dial) for seat, dial in shown.items()}))
        return row

    async def close(self) -> None:
        """Stops all thinking computers."""
        for table in list(self._alive.values()):
            await table.stop()
        self.thinker.close()

    async def reread(self, tables: Iterable[int]) -> None:
        """Reads tables that are in memory anew from the store."""
        for table in tables:
            if (found := self._alive.get(table)) is not None:
                try:
                    async with found.lock:
                        await found.reread()
                except Stranded:
                    self.gone([table])

    def gone(self, tables: Iterable[int]) -> None:
        """Drops deleted tables from memory."""
        for table in tables:
            self._kept.pop(table, None)
            if (found := self._alive.pop(table, None)) is not None:
                found.forsake()

    async def here(self, channel: int) -> Table:
        """The present table of a channel, or the last that ended there. Raises NoTable."""
        found = await self.store.tables.latest_in(channel)
        if found is None:
            raise NoTable
        return await self.get(found)

    async def lobby(self, channel: int) -> tuple[TableRow, list[SeatRow]]:
        """The open table of a channel. Raises NoTable, Stranded."""
        found = await self.store.tables.live_in(channel)
        if found is None:
            raise NoTable
        return await self._lobby(found)

    async def _lobby(self, table: int) -> tuple[TableRow, list[SeatRow]]:
        row = await self.store.tables.get(table)
        if row is None or row.status != OPEN:
            raise NoTable
        seats = await self.store.tables.seats(table)
        if row.unreadable:
            raise Stranded(row, seats)
        return row, seats

    async def open(self, opening: Opening, party: Party, dealt: Dealing | None = None, decks: Sequence[str | None] = ()) -> tuple[int, bool]:
        """A new table, dealt at once if all seats are taken; returns its id and whether it was.

        For a tournament's match, `dealt` says which game it is, and `decks` are the players' share codes; no limits apply to it. A person named by
        the host is asked first, unless they accept that host's challenges automatically.

        Raises Unfit, Refused, data.store.configured_limits.TooMany, ChannelTaken; for a match Repeated or Raced where it has been dealt or
        changed.
        """
        rules, chosen, seats, wanted = self.check(opening, party)
        if dealt is None:
            chosen |= for_one_game(rules, opening.options, wanted)
        row = TableRow(
            id=0, game=opening.game, version=rules.version, guild=opening.guild, channel=opening.channel, message=None, language=opening.language,
            theme=opening.theme, options={"seats": wanted, **chosen}, host=party.host[0], status=OPEN, seed=None, position=0, snapshot=None,
            played=rules.version, outcome=None, created=self.store.now(), ended=None, rated=opening.rated, clock=opening.clock,
            hints=not dealt and hinted(opening, seats, wanted),
        )  # fmt: skip
        if dealt is None:
            return await self._opened(row, seats)
        change = await self._dealt(row, seats, decks)
        made = await self.store.tables.create(change, dealt=dealt)
        await self._answered(made, change)
        return made, True

    def check(self, opening: Opening, party: Party) -> tuple[Rules[Any], dict[str, Any], list[SeatRow], int]:
        """The rules, the options, the seats and their number of a table to be opened. Raises Unfit, Refused."""
        rules = build(opening.game)
        chosen = check_options(rules, for_stakes(rules, opening.options) if opening.rated else opening.options)
        seats, wanted = seated(rules, opening, party)
        rules.setup(wanted, chosen, 0)  # Options that do not fit are refused now, not when the last seat fills.
        hinted(opening, seats, wanted)
        return rules, chosen, seats, wanted

    async def rematch(self, table: Table, by: int, channel: int) -> tuple[int, bool]:
        """Opens a table with the same players and terms for one of them (`by`), with the seats rotated; otherwise like `open`. A deadline in the
        past is dropped. Raises Unfit."""
        before, turned, now = table.row, [*table.seats[1:], *table.seats[:1]], self.store.now()
        if any(s.player is None and s.computer is None for s in turned):
            raise Unfit("rematch.gone")
        options = before.options | ({SEATING: "joined"} if SEATING in before.options else {})
        options.pop(HANDICAP, None)  # It goes with its player, and is written anew.
        clock = before.clock if before.clock is not None and before.clock.kind != UNTIL else None
        row = before._replace(
            id=0, channel=channel, message=None, options=options, host=by, status=OPEN, seed=None, position=0, snapshot=None, outcome=None,
            created=now, ended=None, clock=clock, paused=0, asked={}, revision=0, ripe=0, begun=None, version=table.rules.version,
            played=table.rules.version, edition=0, stands=None, stood=0,
        )  # fmt: skip
        return await self._opened(
            row, [SeatRow(n, s.player, s.computer, s.name, agreed=s.player in (None, by), handicap=s.handicap) for n, s in enumerate(turned)]
        )

    async def _opened(self, row: TableRow, seats: list[SeatRow]) -> tuple[int, bool]:
        """Stores a new table, dealt if all have agreed to play."""
        row = row._replace(clock=clock_of(row))
        change = await self._begins(row, seats) or waiting(row, seats, self.store.now())
        made = await self.store.tables.create(change, self._limits)
        await self._answered(made, change)
        return made, change.row.status == LIVE

    async def _begins(self, row: TableRow, seats: Sequence[SeatRow]) -> Change | None:
        """The change that begins a table's game, if all have agreed to play; None if somebody is awaited."""
        ready = complete(row, seats, await self._selves(row, seats))
        return unseen(await self._dealt(row, seats), self.store.now()) if ready else None

    async def _selves(self, row: TableRow, seats: Sequence[SeatRow]) -> Collection[int]:
        """Those who accept by their settings alone: nobody where somebody has a handicap, of which these say nothing."""
        return () if any(s.handicap for s in seats) else await self.store.challenge_settings.among(row, seats)

    async def _answered(self, table: int, change: Change) -> None:
        """Waits a little for computers that act first."""
        if change.computers:
            await (await self.get(table)).computers_answer(PATIENCE)

    async def _change(self, table: int, think: Callable[[TableRow, list[SeatRow]], Awaitable[Change]]) -> Change:
        """Changes an open table by `think`, a function of its row and seats; calls that again if another change came first. Raises NoTable."""
        async with self._lobbies.setdefault(table, asyncio.Lock()):
            while True:
                row, seats = await self._lobby(table)
                change = await think(row, seats)
                with contextlib.suppress(Raced):
                    await self.store.tables.commit(change)
                    break
        await self._answered(table, change)
        return change

    async def join(self, table: int, player: tuple[int, str]) -> bool:
        """Seats a person at an open table, or accepts for a named one; True if that started the game. Raises NoTable, Unfit."""

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            mine = next((s for s in seats if s.player == player[0]), None)
            if mine is not None and mine.agreed:
                raise Unfit("game.joined_already")
            if mine is None and (why := await no_seat(self.store, row, seats, player[0])):
                raise Unfit(why)
            seats = agreeing(seats, player[0]) if mine is not None else [*seats, SeatRow(len(seats), player[0], None, player[1])]
            return await self._begins(row, seats) or waiting(row, seats)

        return (await self._change(table, think)).row.status == LIVE

    async def leave(self, table: int, player: int) -> bool:
        """Removes a person from an open table, or declines for a named one; returns whether the table is closed, as nobody is left. Raises
        NoTable, Unfit."""

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            mine = next((s for s in seats if s.player == player), None)
            if mine is None:
                raise Unfit("game.not_seated")
            return leaving(row, seats, mine, self.store.now())

        return (await self._change(table, think)).row.status == OVER

    async def handicap(self, table: int, by: int, player: int, size: int) -> None:
        """Gives a player of an open table a handicap in the place of any other, for whoever `gives_handicaps` there (`by`); 0 takes it away. Whoever
        had agreed to play is asked again. Raises NoTable, Unfit."""

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            if row.rated:
                raise Unfit("handicap.rated")
            if not gives_handicaps(row, seats, by):
                raise Unfit("handicap.host")
            if all(s.player != player for s in seats):
                raise Unfit("handicap.gone")
            given = [s._replace(handicap=size if s.player == player else 0) for s in seats]
            if given == seats:
                return Change(row)
            anew = [s._replace(agreed=s.player in (None, by)) for s in given]
            return waiting(row, anew, self.store.now() if len(asked(anew)) > len(asked(seats)) else None)

        await self._change(table, think)

    async def close_open(self, table: int, by: tuple[int, str], reason: str) -> None:
        """Closes an open table for a moderator. Raises NoTable."""

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            return ruled(row, by, reason, self.store.now())

        await self._change(table, think)

    async def unanswered(self, table: int) -> None:
        """Ends the wait for named players: they lose their seats at an open table; a game that they accepted automatically and never saw ends.
        Raises NoTable."""
        if (there := await self.store.tables.get(table)) is not None and there.status == LIVE:
            return await (await self.get(table)).clocks.unlooked()

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            return without(row, seats, silent, "unanswered", self.store.now()) if (silent := asked(seats)) else Change(row)

        await self._change(table, think)

    async def start(self, table: int, by: int | None = None) -> Table:
        """Deals, for a player. Drops empty seats, and those of people who have not accepted, if the game allows fewer. Raises NoTable, Unfit,
        Refused."""

        async def think(row: TableRow, seats: list[SeatRow]) -> Change:
            if (at := begins_at(row, seats, by)) > self.store.now():
                raise Unfit("game.host_begins", soon=distance(at))
            seats = agreeing(seats, by)
            selves = await self._selves(row, seats)
            ready = [s for s in seats if s.player is None or s.agreed or s.player in selves]
            if len(ready) not in build(row.game).seats:
                silent = asked(seats)
                raise Unfit("game.waits_for", **names(silent)) if silent else Unfit("game.too_few", n=min(build(row.game).seats))
            return unseen(await self._dealt(row, [s._replace(seat=n) for n, s in enumerate(ready)]), self.store.now())

        await self._change(table, think)
        return await self.get(table)

    async def _dealt(self, row: TableRow, seats: Sequence[SeatRow], decks: Sequence[str | None] = ()) -> Change:
        """The change that begins a table's game: seed, seats, first position, clock, with the decks that players have brought."""
        rules: Rules[Any] = build(row.game)
        seed = new_seed()
        if row.chosen.get(SEATING) == "drawn":
            seats = [seats[i]._replace(seat=n) for n, i in enumerate(seating(seed, len(seats)))]
        if any(s.handicap for s in seats):
            row = row._replace(options=handicapped(row.options, seats))
        step = rules.setup(len(seats), row.chosen, seed)
        cascade = Cascade(rules, step.state, seats, dict.fromkeys(rules.to_act(step.state), 0), 0, row.chosen.get(PAUSE) == OFF)
        cascade.events += step.events
        for who in seats:
            if orders := await usual_orders(self.store.personal_settings, rules, who.player):
                cascade.take(who.seat, orders, auto=True, announced=False)
        for seat, deck in enumerate(decks):
            if deck is not None and seat in cascade.acting:
                cascade.take(seat, ("deck", deck))
        cascade.follow()
        now = self.store.now()
        clock = begun(rule, now) if (rule := clock_of(row)) else None
        awaited = [seat for seat in cascade.acting if rules.said(cascade.state, seat) is None]
        dials = going(clock, {}, await hours_of(self.store.personal_settings, seats), awaited, now) if clock else None
        told = {"events": events_to_json(cascade.events), "by": None, "seed_sha256": seed_hash(seed), "turn": True}
        owed = [*([Message(LOBBY)] if row.message else []), Message(BOARD, told | {"asks": [*rules.view(cascade.state, None).to_act]})]
        owners = order_pauses.owners(cascade, dials or {})
        ripe = now + await order_pauses.drawn(self.store, row._replace(clock=clock), owners, now) if owners else 0
        owed += [Message(RIPE, due=ripe)] if ripe else []
        row = row._replace(status=LIVE, seed=seed, snapshot=rules.dump(cascade.state), position=cascade.number, asked=cascade.asked, clock=clock)
        row = row._replace(version=rules.version, played=rules.version, ripe=ripe, begun=now)
        computers = cascade.computer is not None if any(s.computer for s in seats) else None
        return Change(row, cascade.rows, seats=seats, dials=dials, owed=owed, computers=computers)
