"""Motions: what a moderator who plays at a table, or a person who asks for a seat, proposes to its players. Imports no discord.

Needed because a moderator may not rule where they play (`cogs.play.permissions`). A motion is carried out when all others who play on have agreed,
and ends at the first objection. Acts in `BY_SILENCE` are also carried out by silence: announced after 48 hours without an objection, done after 24
more.

These are hours of each silent player's own time (`cogs.play.presence.silent_players`). Not counted are their rests, time in which nobody can act at
the table or the motion has not been told, and the first day in which Discord says that the player cannot act. A pause of the game changes nothing.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection, Sequence
from typing import NamedTuple

from cogs.play.fault_rules import Failed
from cogs.play.permissions import BY_SILENCE, Act, Answer
from cogs.play.presence.absence_rules import LONGEST
from cogs.play.presence.silent_players import PIECE, Reached
from cogs.play.table import Table
from cogs.play.table_queries import Closed, NoTable, Stale, Stranded
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.registry import NoTournament
from cogs.play.unfit import Unfit
from data.store.changes import MOTION, Message, Subject
from data.store.motions import ANNOUNCED, ASKED, OBJECTED, Motion
from data.store.rows import BLIND, MUTED, TableAct
from data.timestamps import distance
from rules.competition.clock import DAY
from rules.competition.rests import passed
from rules.game import Seat
from rules.notation import ABANDONED, UNDO, Row
from rules.parts.ahead import sealed

SILENCE, NOTICE = 2 * DAY, DAY
"""Seconds of their own time for which those who do not answer are waited for: until it is announced, and from then until it is done."""
AGAIN = DAY
"""Seconds after an objection until the same may be put to the others again."""
LASTS = 7 * DAY
"""Seconds for which somebody asks for a seat, unless all have agreed."""
DOUBT = DAY / 2
"""Each time when so much of somebody's silence has passed, Discord is asked whether they can act at all."""


class Put(NamedTuple):
    """The result of putting a motion: the motion as stored, whether it was open `before`, and whether it is `done`, since nobody has to be asked."""

    motion: Motion
    before: bool = False
    done: bool = False


class Motions:
    """Puts motions to the players of a table, and collects consent and objections."""

    def __init__(self, tables: Tables, cups: Tournaments) -> None:
        self._tables = tables
        self._cups = cups
        self._store = tables.store

    # What people do

    async def put(self, table: Table, act: Act, by: tuple[int, str], seats: Sequence[Seat] = (), target: str = "") -> Put:
        """Puts an act to the other players, with a reason; returns the open motion if it was put before. The caller has checked permissions.
        Raises Closed, Stale, and Unfit if the act makes no sense now or was objected to lately."""
        async with table.changing():
            if table.over:
                raise Closed
            known = (await self._store.motions.of(table.id)).get(act)
            if known is not None and known.stage == OBJECTED and self._store.now() < known.counted + AGAIN:
                raise Unfit("motion.objected_lately", soon=distance(known.counted + AGAIN))
            if known is not None and known.stage != OBJECTED and await self._stands(table, known):
                return Put(known, before=True)
            await self._check(table, act, seats)
            now = self._store.now()
            motion = Motion(
                table.id, act, by[0], tuple(seats), target, table.position, now, by[1], secrets.token_hex(4), counted=now,
            )  # fmt: skip
            alone = not asked(table, motion)
            await self._store.motions.keep(known, motion, [] if alone else [_told(motion)])
            if alone:
                await self._carry_out(table, motion)
        if alone:
            await self._follow(table, motion)
        return Put(motion, done=alone)

    async def absent(self, tournament: int, players: Collection[int], by: tuple[int, str]) -> Put:
        """Puts to the players of a match, at its table, that some of them did not come to it. Raises Unfit."""
        match = next((m for m in await self._cups.matches(tournament) if {*players} <= {p.player for p in m.entrants}), None)
        if match is None:
            raise Unfit("desk.no_open_match")
        for dealt in await self._store.tournaments.live_tables(tournament):
            if dealt.fixture == match.fixture.number:
                table = await self._tables.get(dealt.table)
                return await self.put(table, Act.ABSENT, by, [s.seat for s in table.seats if s.player in players])
        raise Unfit(Answer.PLAYS)

    async def marked(self, table: Table, mark: str) -> bool:
        """Whether `mark` is that of an open motion at a table, to which nobody has objected."""
        return await self._store.motions.marked(table.id, mark) is not None

    async def agree(self, table: Table, player: int, mark: str) -> list[Seat]:
        """Stores a player's consent; carries the act out when all have agreed. Returns the seats whose answers are missing. Raises Unfit, Stale."""
        async with table.changing():
            motion = await self._found(table, mark)
            everybody = asked(table, motion)
            mine = [s for s in everybody if table.seats[s].player == player]
            if not mine:
                raise Unfit("consent.not_asked")
            before, motion = motion, motion._replace(agreed=tuple(sorted({*motion.agreed, *mine})))
            await self._store.motions.keep(before, motion)
            missing = [s for s in everybody if s not in motion.agreed]
            if not missing:
                await self._carry_out(table, motion)
        if not missing:
            await self._follow(table, motion)
        return missing

    async def object(self, table: Table, player: int, mark: str, *settled: Message, moderates: bool = False) -> None:
        """Ends a motion by the objection of a player, its proposer, or a person who `moderates`. All are told. Raises Unfit, Stale."""
        async with table.changing():
            motion = await self._found(table, mark)
            mine = table.seats_of(player)
            own = player == motion.by
            if not mine and not own and not moderates:
                raise Unfit("consent.not_asked")
            ended = motion._replace(stage=OBJECTED, counted=self._store.now())
            told = _told(ended, mine[0] if mine and not own else None, overruled=not mine and not own)
            await self._store.motions.keep(motion, ended, [*settled, told])

    async def _found(self, table: Table, mark: str) -> Motion:
        motion = None if table.over else await self._store.motions.marked(table.id, mark)
        if motion is None or not await self._stands(table, motion):
            raise Unfit("consent.gone")
        return motion

    # What makes sense

    async def _check(self, table: Table, act: Act, seats: Sequence[Seat]) -> None:
        """Raises Unfit for an act that is impossible now, judged by public facts."""
        if act is Act.TIMEOUT and not {*seats} <= {*table.view(None).to_act}:
            raise Unfit("desk.not_asked")
        if act in (Act.TABLE_PAUSE, Act.TABLE_RESUME) and bool(table.row.paused) == (act is Act.TABLE_PAUSE):
            raise Unfit("desk.table_paused_already" if table.row.paused else "desk.table_not_paused")
        if act is Act.TAKE_SEAT and any(table.seats[s].player is not None for s in seats):
            raise Unfit("take.none")
        if act is Act.TABLE_END and await self._cups.live_of(table.id):
            raise Unfit("desk.end_of_match")

    async def _stands(self, table: Table, motion: Motion) -> bool:
        """Whether a motion's act still makes sense, judged by public facts: it hasn't been done, nor has its cause gone."""
        try:
            await self._check(table, Act(motion.act), motion.seats)
        except (Unfit, ValueError):  # An act that nobody knows is of a later version.
            return False
        if motion.act == Act.TAKE_SEAT:
            asks = bool(motion.seats) and not table.seats_of(motion.by) and self._store.now() < motion.made + LASTS
            return asks and len({table.seats[s].player for s in asked(table, motion)}) > 1
        if motion.act not in (Act.TIMEOUT, Act.ABSENT):
            return True
        since = await self._since(table, motion)
        undone = motion.act == Act.TIMEOUT and any(row.action[0] == UNDO for row in since)
        return bool(motion.seats) and not undone and not any(row.seat in motion.seats for row in since)

    async def _since(self, table: Table, motion: Motion) -> list[Row]:
        """The public actions at the table since the motion was last counted."""
        return [row for row in await self._store.tables.actions(table.id) if row.number > motion.number and not sealed(row.action)]

    # Time

    async def look(self, reached: Reached) -> set[int]:
        """Counts time for all open motions, announces those to which nobody has objected for long, and carries out those announced long enough
        ago.

        Returns some of the silent players, who may be unable to act.
        """
        untold, doubtful = await self._store.outbox.untold(), set()
        for place in await self._store.motions.places(self._store.shards):
            runs = place.id not in untold and reached(place) is None and not self._store.away(place.guild)
            for act in await self._store.motions.of(place.id):
                with contextlib.suppress(NoTable, Stranded, Stale, Failed):
                    doubtful |= await self._look_at(await self._tables.get(place.id), act, runs)
        return doubtful

    async def _look_at(self, table: Table, act: str, runs: bool) -> set[int]:
        async with table.changing(0):
            motion, now = (await self._store.motions.of(table.id)).get(act), self._store.now()
            if motion is None:
                return set()
            if motion.stage == OBJECTED:
                if now >= motion.counted + AGAIN:
                    await self._store.motions.keep(motion, None)
                return set()
            if not await self._stands(table, motion):
                await self._store.motions.keep(motion, None)
                return set()
            waiting = [s for s in asked(table, motion) if s not in motion.agreed]
            before, motion = motion, await self._counted(table, motion, waiting, runs)
            limit = SILENCE if motion.stage == ASKED else NOTICE
            due = not waiting or (act in BY_SILENCE and all(motion.silent.get(s, 0) >= limit for s in waiting))
            announced = due and waiting and motion.stage == ASKED
            if announced:
                motion = motion._replace(stage=ANNOUNCED, silent={})
            await self._store.motions.keep(before, motion, [_told(motion)] if announced else [])
            if due and not announced:
                await self._carry_out(table, motion)
        if due and not announced:
            await self._follow(table, motion)
        longer = [s for s in waiting if motion.silent.get(s, 0) // DOUBT != before.silent.get(s, 0) // DOUBT]
        return {player for s in longer if (player := table.seats[s].player) is not None}

    async def _counted(self, table: Table, motion: Motion, waiting: Collection[Seat], runs: bool) -> Motion:
        """The motion with the time since the last look counted, unless the asked players could not have answered then. A player who has not agreed
        to play is waited for without limit; before the announcement, one who acts in the game is not silent."""
        now, since = self._store.now(), motion.counted
        if motion.stage == ASKED:
            played = {row.seat for row in await self._since(table, motion) if not row.auto}
            motion = motion._replace(silent={s: n for s, n in motion.silent.items() if s not in played}, number=table.position)
        motion = motion._replace(counted=now)
        owed = await self._store.outbox.of(Subject("table", table.id))
        if not runs or not 0 < now - since <= PIECE or any(debt.kind == MOTION and debt.payload["mark"] == motion.mark for debt in owed):
            return motion
        people = {s: player for s in waiting if (player := table.seats[s].player) and table.seats[s].agreed and not self._cannot(table, player)}
        hours = await self._store.personal_settings.hours_of({*people.values()})
        silent = {s: motion.silent.get(s, 0) + passed(since, now, hours[player].rests) for s, player in people.items()}
        return motion._replace(silent={**motion.silent, **silent})

    def _cannot(self, table: Table, player: int) -> bool:
        """Whether a player is unable to answer, according to Discord's latest reply; that is believed for a day."""
        absence = table.absences.get(player)
        return absence is not None and absence.why in (BLIND, MUTED) and self._store.now() < absence.since + LONGEST

    # Doing it

    async def _carry_out(self, table: Table, motion: Motion) -> None:
        """Carries a motion's act out once, within `changing`: the same commit ends the motion. What is no act at a table waits until its lock is
        free (`_follow`). Raises Raced, cogs.play.fault_rules.Failed."""
        act = TableAct(motion.by, motion.act, ", ".join(table.seats[s].name for s in motion.seats), motion.reason)
        if motion.act == Act.TABLE_END:
            await table.do_settle(0, ABANDONED, [[s.seat for s in table.seats]], act)
        elif motion.act == Act.TAKE_SEAT:
            await table.seating.do_sit(motion.seats[0], (motion.by, motion.target), agreed=True)
        elif motion.act in (Act.TABLE_PAUSE, Act.TABLE_RESUME):
            await table.clocks.do_pause(motion.act == Act.TABLE_PAUSE, act)
        elif motion.act == Act.TIMEOUT:
            try:
                done = await table.do_time_out(motion.seats[0], act)
            except Failed:  # All are told of that, and of what can be done.
                await self._store.motions.drop(motion)
                raise
            if done is None:
                await self._store.motions.drop(motion)

    async def _follow(self, table: Table, motion: Motion) -> None:
        """Does the part of an act that needs a tournament's lock, after the table's lock is free."""
        if motion.act == Act.ABSENT:
            await self._did_not_come(table, motion)

    async def _did_not_come(self, table: Table, motion: Motion) -> None:
        """Counts the match as lost for absent players."""
        cup = await self._store.tournaments.of_table(table.id)
        players = [player for s in motion.seats if (player := table.seats[s].player) is not None]
        try:
            if cup is not None and players:
                return await self._cups.absent(cup, players, Ruling(motion.by, motion.reason, (table.id, motion.mark)))
        except (Unfit, NoTournament):
            pass
        await self._store.motions.drop(motion)


def asked(table: Table, motion: Motion) -> list[Seat]:
    """The seats asked by a motion: all other persons still in the game. Persons who have not agreed to play yet are left out, unless it is about
    them."""
    return others(table, motion.by, motion.seats)


def others(table: Table, player: int, about: Collection[Seat] = ()) -> list[Seat]:
    """The seats of all persons still in the game, except one person's; those who have not agreed to play yet only if it is `about` them."""
    return [s for s in table.playing() if (who := table.seats[s]).player not in (None, player) and (who.agreed or s in about)]


def _told(motion: Motion, by: Seat | None = None, overruled: bool = False) -> Message:
    """The message on a motion's state; an objection is `by` a seat, by a moderator (`overruled`), or else by its proposer."""
    return Message(MOTION, {"mark": motion.mark, "stage": motion.stage, "by": by, "overruled": overruled})
