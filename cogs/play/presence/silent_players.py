"""Silent (*vanished*) players at a table without a clock: what the others may decide after waiting for a week. Imports no discord.

The week is the silent player's own time: their rests do not count, nor does time in which the process did not run, the game was paused, or nobody
could act there. Time is counted in pieces of at most 15 minutes, at each periodic check.

The wait follows what everybody sees. A player who has secretly answered a secret question is waited for like one who has not, and ends the wait by
any act once they are asked for it. A player who is asked without the others' knowledge is not waited for.

Games with a rating or a prize are left to clocks, claims and moderators.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from cogs.play.clocks.claims import begin
from cogs.play.fair_share import rest_after
from cogs.play.notification_rules import LULL
from cogs.play.table import Table
from cogs.play.table_queries import Closed, NoTable, Paused, Stale, Stranded
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store.changes import VANISHED, Calls, Message
from data.store.silent_players import COUNTED, OFFERED, TAKEN, WARNED, Place, SilentWait
from rules.competition.clock import DAY
from rules.competition.rests import Rests, after, awake, no_rests, passed
from rules.game import Seat
from rules.notation import ABANDONED

WEEK = 7 * DAY
"""Seconds of somebody's own time for which a table waits before the others may decide; they are told a day before."""
PERIOD = 600.0
"""Seconds between two looks."""
PIECE = 1.5 * PERIOD
"""What is longer than this between two looks nobody has looked at."""
LONGEST_REST = 0.5
"""Seconds at most between two tables that are read."""
COMPUTER, ENDING, WAIT = "computer", "end", "wait"
"""What the others may choose."""
CAME = "came"
"""What is told when somebody has shown that they are there."""
Reached = Callable[[Place], str | None]
"""Why nobody can act at a table; None where people can."""


class Asked(NamedTuple):
    """A seat for which the others publicly wait. `question`: the action since which it is asked (None: it isn't known to be asked). `seen`: what
    is public then. `sat`: how many had the seat before."""

    question: int | None
    seen: str
    sat: int


class SilentPlayers:
    """Counts how long tables wait for silent players, and carries out what the other players decide."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        self._known: dict[int, int] = {}

    # Counting

    async def look(self, reached: Reached) -> set[int]:
        """Counts the time since the last look, warns players whose week is nearly over, and lets the others decide where it is over. Returns
        players who have been waited for another day: they may have left the server."""
        await begin(self._tables)  # Rated games, for which nobody waits without an end.
        now, untold = self._store.now(), await self._store.outbox.untold()
        places = await self._store.silent_players.places(self._store.shards)
        self._known = {place.id: self._known[place.id] for place in places if place.id in self._known}
        for place in places:
            if self._known.get(place.id) != place.revision:
                began = time.monotonic()
                await self._reread(place)
                await asyncio.sleep(rest_after(time.monotonic() - began, LONGEST_REST))  # After a start there are thousands, and people play.
        runs = {place.id for place in places if not place.paused and place.id not in untold and reached(place) is None}
        people, gone = await self._store.silent_players.people(), await self._store.silent_players.gone()
        hours, waits, doubtful = await self._store.personal_settings.hours_of(set(people.values())), [], set()
        for wait in await self._store.silent_players.all(self._store.shards):
            which = wait.table, wait.seat
            if wait.stage == TAKEN or which not in people:
                continue
            rests = no_rests if which in gone else hours[people[which]].rests
            fresh = _counted(wait, now, wait.table in runs, rests)
            if fresh.waited // DAY > wait.waited // DAY:
                doubtful.add(people[which])
            waits.append((fresh, _next(fresh, which in gone, awake(now, rests) <= now) if wait.table in runs else None))
        await self._store.silent_players.count([fresh for fresh, _ in waits])
        for fresh, stage in waits:
            if stage is not None:
                await self._advance(fresh, stage)
        return doubtful

    async def _reread(self, place: Place) -> None:
        """Recomputes the waits of a table that has changed."""
        with contextlib.suppress(NoTable, Stranded):
            table = await self._tables.get(place.id)
            async with table.lock:
                await self._renewed(table)
        self._known[place.id] = place.revision

    async def _renewed(self, table: Table) -> dict[Seat, SilentWait]:
        """The waits of a table by seat, each since the present question; stored if changed. Call it with the table's lock."""
        before, asked, now = await self._store.silent_players.of(table.id), await self._asked(table), self._store.now()
        found: dict[Seat, SilentWait] = {}
        for seat, wait in before.items():
            if not table.over and table.seats[seat].player is None and wait.stage in (OFFERED, TAKEN):
                found[seat] = wait._replace(stage=TAKEN, computer=(), ending=())
        for seat, (question, seen, sat) in asked.items():
            fresh = SilentWait(table.id, seat, question, seen, sat, 0, now)
            known = before.get(seat)
            # What nobody else knows of may have asked somebody anew; who waits for them sees no difference.
            same = known is not None and known.stage != TAKEN and known.sat == sat and (question in (None, known.question) or known.seen == seen)
            found[seat] = known._replace(question=known.question if question is None else question, seen=seen) if known and same else fresh
        if found != before:
            await self._store.silent_players.keep(table.id, found.values())
        return found

    async def _asked(self, table: Table) -> dict[Seat, Asked]:
        """The persons who are plainly asked, if nothing else ends the waiting."""
        if table.over or table.row.clock is not None or table.row.rated:
            return {}
        if await self._store.tournaments.of_table(table.id) is not None:
            return {}
        view = table.view(None)
        seen = hashlib.sha256(msgspec.json.encode(msgspec.to_builtins(view, str_keys=True, order="deterministic"))).hexdigest()[:16]
        sat = [sitting.seat for sitting in await self._store.tables.sittings(table.id)]
        asked = table.asked
        waited = [seat for seat in table.plainly_asked if table.seats[seat].player is not None and table.seats[seat].agreed]
        return {seat: Asked(asked.get(seat), seen, sat.count(seat)) for seat in waited}

    async def _advance(self, wait: SilentWait, stage: str) -> None:
        """Moves a wait to `stage` (warns the player, or lets the others decide), unless it has changed meanwhile."""
        with contextlib.suppress(NoTable, Stranded, Stale):
            table = await self._tables.get(wait.table)
            async with table.changing(0):
                waits = await self._renewed(table)
                if waits.get(wait.seat) != wait or table.row.paused:
                    return
                least = WEEK - DAY if stage == WARNED else 0
                mark = secrets.token_hex(4) if stage == OFFERED else ""
                waits[wait.seat] = wait._replace(stage=stage, waited=max(wait.waited, least), mark=mark)
                player = table.seats[wait.seat].player
                called = [player] if stage == WARNED and player is not None else []
                await self._store.silent_players.keep(table.id, waits.values(), [_told(waits[wait.seat])], Calls(LULL, called))

    # What people do

    async def acted(self, table: Table, player: int) -> None:
        """Ends the waits for a player who does anything at a table; if they had been warned or offered to the others, these are told."""
        mine = table.seats_of(player)
        if not mine or not _shown(await self._store.silent_players.of(table.id), mine):
            return
        with contextlib.suppress(Stale):
            async with table.changing(0):
                waits = await self._store.silent_players.of(table.id)
                shown = _shown(waits, mine)
                said = [_told(waits[seat], CAME) for seat in shown if waits[seat].stage == OFFERED]
                waits |= {seat: waits[seat].anew(self._store.now()) for seat in shown}
                if shown:
                    await self._store.silent_players.keep(table.id, waits.values(), said)

    async def choose(self, table: Table, player: int, seat: Seat, what: str, mark: str) -> list[str]:
        """Stores what a player chooses for a silent player's seat. Returns the names whose agreement is missing; none if it is done. Raises
        Closed, Paused, Stale, and Unfit if the choice is no longer offered, or not to them."""
        async with table.changing():
            if table.over:
                raise Closed
            if table.row.paused:
                raise Paused
            waits = await self._renewed(table)
            wait = waits.get(seat)
            if wait is None or wait.stage != OFFERED or wait.mark != mark:
                raise Unfit("vanished.gone")
            voters = deciding(table, waits)
            mine = [s for s in voters if table.seats[s].player == player]
            if not mine:
                raise Unfit("vanished.others")
            if what == WAIT:
                waits[seat] = wait.anew(self._store.now())
                await self._store.silent_players.keep(table.id, waits.values(), [_told(wait, WAIT, mine[0])])
                return []
            before = wait.computer if what == COMPUTER else wait.ending
            wait = _voted(wait, mine, what)
            waits[seat] = wait
            agreed = wait.computer if what == COMPUTER else wait.ending
            missing = [s for s in voters if s not in agreed]
            if missing:
                said = [] if set(mine) <= set(before) else [_told(wait, what, mine[0])]
                await self._store.silent_players.keep(table.id, waits.values(), said)
            else:
                await self._decided(table, waits, seat, what)
            return [table.names[s] for s in missing]

    async def _decided(self, table: Table, waits: dict[Seat, SilentWait], seat: Seat, what: str) -> None:
        """Carries out what all have agreed on."""
        if what == COMPUTER:
            await table.seating.do_hand_over(seat, "table.computer_stands_in")
            waits[seat] = waits[seat]._replace(stage=TAKEN, computer=(), ending=())
            await self._store.silent_players.keep(table.id, waits.values(), [_told(waits[seat])])
        else:
            await table.do_settle(seat, ABANDONED, [[s.seat for s in table.seats]], agreed=True)
            await self._store.silent_players.keep(table.id, [])

    async def kept(self, table: Table) -> dict[Seat, int | None]:
        """The seats at which a computer replaces a person, with that person's id: nobody else may take them."""
        waits = await self._store.silent_players.of(table.id)
        taken = [seat for seat, wait in waits.items() if wait.stage in (OFFERED, TAKEN) and table.seats[seat].player is None]
        sittings = await self._store.tables.sittings(table.id) if taken else []
        return {seat: next((s.player for s in reversed(sittings) if s.seat == seat and s.player is not None), None) for seat in taken}

    async def come_back(self, table: Table, player: tuple[int, str]) -> Seat | None:
        """Gives a person their seat back from a computer, and returns the seat; None if there is none. Raises Closed, Stale."""
        seat = next((seat for seat, owner in (await self.kept(table)).items() if owner == player[0]), None)
        if seat is not None:
            await table.seating.sit(seat, player, before=table.seats[seat], agreed=True)
            async with table.lock:
                await self._renewed(table)
        return seat


def deciding(table: Table, waits: Mapping[Seat, SilentWait]) -> list[Seat]:
    """The seats that decide about silent players: persons still in the game who are not silent themselves."""
    lost = {table.seats[seat].player for seat, wait in waits.items() if wait.stage == OFFERED}
    return [s for s in table.playing() if (who := table.seats[s].player) is not None and table.seats[s].agreed and who not in lost]


def until(wait: SilentWait, hours: Hours) -> float:
    """When the others may decide, if nothing happens before (seconds since 1970)."""
    return after(wait.counted, max(WEEK - wait.waited, 0), hours.rests)


def _counted(wait: SilentWait, now: float, runs: bool, rests: Rests) -> SilentWait:
    """The wait with the time since the last look added, if the table `runs` and that look was recent."""
    piece = passed(wait.counted, now, rests) if runs and 0 < now - wait.counted <= PIECE else 0
    return wait._replace(waited=wait.waited + piece, counted=now)


def _next(wait: SilentWait, gone: bool, wakes: bool) -> str | None:
    """The wait's next stage, if it is reached. A player gone from the server has a day left; nobody is warned while they rest."""
    if wait.stage == COUNTED and wakes and (gone or wait.waited >= WEEK - DAY):
        return WARNED
    return OFFERED if wait.stage == WARNED and wait.waited >= WEEK else None


def _voted(wait: SilentWait, mine: Sequence[Seat], what: str) -> SilentWait:
    """The wait with a player's choice, which replaces their earlier one."""
    computer, ending = ({*agreed} - {*mine} for agreed in (wait.computer, wait.ending))
    (computer if what == COMPUTER else ending).update(mine)
    return wait._replace(computer=tuple(sorted(computer)), ending=tuple(sorted(ending)))


def _shown(waits: Mapping[Seat, SilentWait], mine: Sequence[Seat]) -> list[Seat]:
    """Those of a player's seats for which a wait has been announced."""
    return [seat for seat in mine if seat in waits and waits[seat].stage in (WARNED, OFFERED)]


def _told(wait: SilentWait, what: str = "", by: Seat | None = None) -> Message:
    """The message on a seat's wait: its stage, or what another seat (`by`) has done."""
    return Message(VANISHED, {"seat": wait.seat, "what": what or wait.stage, "mark": wait.mark, "by": by})
