"""Tournaments from the first match to the last place: takes results, deals the next games, and keeps track of matches' threads.

An entrant who does not come (a no-show) loses by a moderator's word or by a motion (`moderation.py`, `cogs/play/motions.py`), not by itself; in a
league the season forfeits (`rules/competition/tournament/season.py`).

Imports no discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import FAULT, Trouble
from cogs.play.stored_results import settle_stranded
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Stale, Stranded
from cogs.play.tournaments.leagues_and_ladders import alarm_of, news_of
from cogs.play.tournaments.owed_messages import end_elsewhere, event_owed, last_results, news_again
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.tournaments.teams import Teams, titled
from cogs.play.unfit import Unfit
from data.similar_names import told_apart
from data.store.changes import ENTRIES, GO_ON, INVITE, NEWS, NEXT, NOTICE, TAG, THREAD, TOURNAMENT, Debt, Message, Subject, TournamentChange
from data.store.rows import LIVE, OVER, ChannelTaken, Dealing, EntrantRow, MatchTable, Repeated, TableAct, Tournament
from data.user_text import set_apart
from render.theme import known_theme
from rules.competition import tournament as tournament_rules
from rules.competition.clock import MINUTE
from rules.competition.tournament import Fixture, GameResult, TournamentState, teams
from rules.game import Refused
from rules.notation import ABANDONED

log = logging.getLogger("referee.tournament")
WAITING = "waiting"
"""News that a round waits for a moderator. Other news is OVER, or a stage and a round."""
TOO_FEW = "short"
"""News that nothing goes on since too few are in the server."""
LOOK_AGAIN = 15 * MINUTE
"""Seconds after which it is asked again who is there where too few are."""
TOGETHER = 25
"""Entrants of whom one message tells that they are away: as many as a menu holds."""
PATIENCE = 60.0
"""Seconds for which the news of a round waits for its threads."""


class Match(NamedTuple):
    """An open match: its entrants, the first seat first, the title of its thread, and the thread if there is one."""

    tournament: Tournament
    fixture: Fixture
    entrants: tuple[EntrantRow, ...]
    title: str
    thread: int | None


class Uninvited(NamedTuple):
    """Entrants who could not be added to their match's thread: `gone` from the server, or `refused` by Discord."""

    gone: Sequence[int] = ()
    refused: Sequence[int] = ()


NOBODY = Uninvited()


class Tournaments(Teams):
    """All tournaments of the bot."""

    async def go_on(self, tournament: int, debts: Sequence[Debt] = ()) -> None:
        """Takes the results of finished tables, opens the matches that can be played then, and deals those with a thread. May be called at any
        time.

        Raises Trouble if something could not be dealt; everything else is done then.
        """
        for debt in debts:
            for table, seat in debt.payload.get("out", ()):
                await self._give_up(table, seat)
            for table in debt.payload.get("void", ()):
                await self._abandon(table)
            if "hold" in debt.payload:
                await self._hold(tournament, **debt.payload)
        if any(debt.payload.get("start") for debt in debts):
            await self.start_by_itself(tournament)
        seen: dict[int, bool | None] = {}
        while unasked := await self._advance(tournament, seen):  # The lock is held while nobody is waited for.
            seen |= dict.fromkeys(unasked) | dict(await self.seen(tournament, unasked))
        failed: set[int] = set()
        while await self._deal(tournament, failed):
            pass
        await self._reseat(tournament)
        await self.tell_round(tournament)
        if failed:
            raise Trouble(FAULT, f"matches {sorted(failed)} cannot be dealt")
        await self.store.outbox.done(debts)

    async def tell_round(self, tournament: int, tried: Debt | None = None) -> None:
        """Sends a round's news once the threads of all its matches have been tried, with `tried` as the present one."""
        waiting = [debt for debt in await self._owing(tournament) if debt.kind == THREAD and not debt.tries]
        if all(tried is not None and debt.id == tried.id for debt in waiting):
            await self.store.outbox.hasten(Subject(TOURNAMENT, tournament), NEWS)

    async def _owing(self, tournament: int) -> list[Debt]:
        return await self.store.outbox.of(Subject(TOURNAMENT, tournament))

    # What is played next

    @one_at_a_time
    async def _advance(self, tournament: int, seen: Mapping[int, bool | None]) -> Collection[int]:
        """Takes results, and opens the matches that can be played. `seen`: which players are in the server (None: asked, but unknown). Returns the
        players to ask Discord about first; nothing has changed then."""
        found = await self.get(tournament)
        if found.state is None or found.status == OVER or not await self._drafted(found):
            return ()
        state, ended = await self._overdue(found, await self._collected(found, found.state))
        state = teams.settled(state)
        waits = found.paused or (found.terms.by_hand and (bool(state.unfinished) or found.cleared <= len(state.fixtures)))
        further, unasked = (state, ()) if waits or found.stands is not None else await self._by_now(found, state, seen)
        if not waits and not unasked:
            further, unasked = await (self._boards_opened if further.plan.boards else self._opened)(found, further, seen)
        if unasked:
            return unasked
        further = await self._with_deadlines(found, further)
        short = not waits and tournament_rules.short(further)
        again = alarm_of(further, self.store.now()) if not found.paused else None
        after = found._replace(state=further, alarm=self.store.now() + LOOK_AGAIN if short else again)
        owed, tables = [*ended, *_told(found, state), *await self._tagged(found, state), *_away(found, further)], await self._going_on(found, state)
        following = None
        if not found.paused:
            threads = await self._threads_needed(tournament, further)
            owed += threads
            over = tournament_rules.over(further)
            what = further.stage if further.unfinished else TOO_FEW if short else WAITING
            news = news_of(further, over) or (OVER if over else f"{what} {further.round}")
            owed += self._time_told(found, further) + self._captains_called(found, further)
            due = self.store.now() + PATIENCE if threads else 0.0
            if news != found.news:
                owed += last_results(found)
                owed.append(Message(NEWS, {"channel": found.channel, "news": news}, due))
            elif (owed or tables or further.deadlines != found.state.deadlines) and not further.lasts:  # It shows what has come since.
                owed.append(news_again(found)._replace(due=due))
            if owed:
                owed.append(Message(ENTRIES))
            owed += [*event_owed(found), *end_elsewhere(found)] if over else []
            following = await self._next_season(found, further) if over else None
            after = after._replace(news=news, status=OVER if over else LIVE)
        if after != found or owed or tables:
            await self.store.tournaments.commit(TournamentChange(after, owed=owed, tables=tables, following=following))
        return ()

    async def _opened(self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]) -> tuple[TournamentState, Collection[int]]:
        """The state with the matches that can be played now; or the players to ask Discord about first."""
        players = {p.entrant: p.player for p in await self.store.tournaments.entrants(found.id)}
        while wanted := {entrant: players[entrant] for entrant in tournament_rules.next_up(state)}:
            if unasked := [player for player in wanted.values() if player not in seen]:
                return state, unasked
            known = {entrant: there for entrant, player in wanted.items() if (there := seen[player]) is not None}
            attended = tournament_rules.attended(state, known)
            state = await asyncio.to_thread(tournament_rules.step, attended)
            if state == attended:
                break
        return state, ()

    async def _tagged(self, tournament: Tournament, state: TournamentState) -> list[Message]:
        """The outbox rows that tag the forum posts of finished matches."""
        over = [now.number for before, now in _reported(tournament, state) if now.places and not before.places] if tournament.terms.posts else []
        threads = await self.store.tournaments.threads(tournament.id) if over else {}
        return [Message(TAG, {"thread": threads[number]}) for number in over if number in threads]

    async def _going_on(self, tournament: Tournament, state: TournamentState) -> dict[int, list[Message]]:
        """For tables whose match goes on after a reported game, the row of the match's score: it has to follow the end of that game."""
        on = {(now.number, len(now.games) - 1) for before, now in _reported(tournament, state) if not now.places}
        there = await self.store.tournaments.tables(tournament.id) if on else []
        return {dealt.table: [Message(NEXT)] for dealt in there if (dealt.fixture, dealt.number) in on}

    async def _collected(self, tournament: Tournament, state: TournamentState) -> TournamentState:
        """The state with the results of all finished tables."""
        for number, game, outcome in await self.store.tournaments.results(tournament.id):
            fixture = state.fixtures[number] if number < len(state.fixtures) else None
            if fixture is None or fixture.places or len(fixture.games) != game:
                continue
            who = fixture.seating  # Not who sits there now: they may have been replaced or forgotten.
            places = tuple(tuple(who[seat] for seat in group) for group in outcome["places"])
            scores = {who[seat]: n for seat, n in enumerate(outcome["scores"])}
            state = tournament_rules.report(state, number, GameResult(places, scores))
        return state

    async def _threads_needed(self, tournament: int, state: TournamentState) -> list[Message]:
        """The outbox rows for threads of open matches that have none, unless there is a row already."""
        threads = await self.store.tournaments.threads(tournament)
        owed = {debt.payload["fixture"] for debt in await self._owing(tournament) if debt.kind == THREAD}
        return [Message(THREAD, {"fixture": f.number}) for f in state.open if f.number not in threads and f.number not in owed]

    @one_at_a_time
    async def _deal(self, tournament: int, failed: set[int]) -> bool:
        """Deals the next game of a match that has a thread and hasn't `failed`; returns whether there was one."""
        found = await self.get(tournament)
        if found.state is None or found.status != LIVE or found.paused:
            return False
        there = {(dealt.fixture, dealt.number) for dealt in await self.store.tournaments.tables(tournament)}
        for match in await self._matches(found, found.state.open):
            number, game = match.fixture.number, len(match.fixture.games)
            if match.thread is None or (number, game) in there or number in failed:
                continue
            try:
                await self._open(match, Dealing(tournament, found.revision, MatchTable(number, game, 0, match.thread)))
            except Repeated:
                continue
            except (ChannelTaken, Unfit, Refused) as error:
                log.warning("tournament %d: match %d cannot be dealt (%r)", tournament, number, error)
                failed.add(number)
            return True
        return False

    async def _open(self, match: Match, dealing: Dealing) -> None:
        """Opens a match's table, which starts at once, with its players' decks."""
        cup, entrants = match.tournament, match.entrants
        people = [(p.player, p.name) for p in entrants]
        silent = await self.store.tournaments.silent(cup.id)
        room = await self.store.channel_settings.here(cup.guild, cup.channel)
        opening = Opening(cup.game, cup.guild, dealing.game.channel, cup.options, cup.language, known_theme(room.theme), cup.rated, cup.clock)
        party = Party(people[0], people[1:], seats=len(people), agreed=True, silent=silent)
        await self._tables.open(opening, party, dealing, [p.deck for p in entrants])

    # Who sits at its tables

    async def _reseat(self, tournament: int) -> None:
        """Resigns for entrants who are out, and seats substitutes, at open tables."""
        found = await self.get(tournament)
        if found.state is None:
            return
        replaced = await self.store.tournaments.replaced(tournament)
        entrants = {p.entrant: p for p in await self.store.tournaments.entrants(tournament)}
        for dealt in await self.store.tournaments.live_tables(tournament):
            if dealt.fixture >= len(found.state.fixtures):
                continue
            fixture = found.state.fixtures[dealt.fixture]
            turn = dealt.number % len(fixture.entrants)
            with contextlib.suppress(Stranded):  # It is seen to when the game can be read again.
                for seat, entrant in enumerate(fixture.entrants[turn:] + fixture.entrants[:turn]):
                    if entrant in found.state.dropped or entrant in fixture.absent:
                        await self._give_up(dealt.table, seat)
                    elif entrant in replaced:
                        await self._substitute(dealt.table, seat, entrants[entrant], replaced[entrant])

    async def _give_up(self, table: int, seat: int) -> None:
        async def concede(there: Table) -> None:
            with contextlib.suppress(Refused):  # Out of this game already.
                await there.concede(seat, anyway=True, own=False)

        await self._at(table, concede)

    async def _abandon(self, table: int) -> None:
        try:
            await self._at(table, lambda there: there.settle(0, ABANDONED, [[s.seat for s in there.seats]]))
        except Stranded as stranded:
            with contextlib.suppress(Closed):
                await settle_stranded(self.store, stranded)

    async def _hold(self, tournament: int, hold: bool, by: int, reason: str) -> None:
        """Pauses or resumes all tables of a tournament for a moderator; tables in that state already stay as they are."""
        act = TableAct(by, "table_pause" if hold else "table_resume", "", reason)
        for dealt in await self.store.tournaments.live_tables(tournament):
            with contextlib.suppress(Stranded):  # Nobody can play there, and no time runs.
                await self._at(dealt.table, lambda there: there.clocks.pause(hold, act))

    async def _substitute(self, table: int, seat: int, player: EntrantRow, before: Collection[int]) -> None:
        async def sit(there: Table) -> None:
            sitting = there.seats[seat]
            if sitting.player != player.player and sitting.player in before:
                await there.seating.sit(seat, (player.player, player.name), before=sitting)

        await self._at(table, sit)

    async def _at(self, table: int, act: Callable[[Table], Awaitable[Any]]) -> None:
        """Does something at a table, unless its game is over; again if another change came first. Raises Stranded."""
        there = await self._tables.get(table)
        while not there.over:
            with contextlib.suppress(Stale, Closed):
                await act(there)
                return

    # Where its matches are played

    async def _matches(self, tournament: Tournament, fixtures: Sequence[Fixture]) -> list[Match]:
        threads = await self.store.tournaments.threads(tournament.id)
        everybody = await self.store.tournaments.entrants(tournament.id)
        told = told_apart([p.name for p in everybody])
        known = {p.entrant: p._replace(name=name) for p, name in zip(everybody, told, strict=True)}
        found = []
        for fixture in fixtures:
            entrants = tuple(known[entrant] for entrant in fixture.seating)
            title = f"{titled(tournament, fixture)}: " + " – ".join(set_apart(p.name) for p in entrants)
            found.append(Match(tournament, fixture, entrants, title[:100], threads.get(fixture.number)))
        return found

    async def matches(self, tournament: int) -> list[Match]:
        """The open matches of a tournament that is under way."""
        found = await self.get(tournament)
        return await self._matches(found, _being_played(found))

    async def match(self, tournament: int, number: int) -> Match | None:
        """An open match of a tournament under way; None if it is not open."""
        found = await self.get(tournament)
        return next(iter(await self._matches(found, [f for f in _being_played(found) if f.number == number])), None)

    @one_at_a_time
    async def assign_thread(self, tournament: int, match: Match, thread: int, debt: Debt, missing: Uninvited = NOBODY) -> bool:
        """Assigns a thread to a match, for all its tables; False if it needs none any more. Entrants who were `missing` at the invitation are
        noted; those whom Discord refused get another one.

        `debt` is the outbox row of the thread. News of the round that could not name the thread are updated.
        """
        now = await self.match(tournament, match.fixture.number)
        if now is None or now.thread is not None or now.fixture.entrants != match.fixture.entrants:
            return False
        cup, owed = now.tournament, [Message(GO_ON)]
        assert cup.state is not None
        again = debt.payload.get("again", False)
        late = debt.tries or debt.created + PATIENCE < self.store.now()
        if again:
            owed.append(Message(NOTICE, {"channel": cup.channel, "key": "tournament.rehoused", "fixture": now.fixture.number}))
        elif late and cup.news == f"{cup.state.stage} {cup.state.round}":  # It may be under way this moment, without this thread.
            owed.append(news_again(cup))
        owed.append(Message(ENTRIES))
        if missing.gone:
            owed.append(_missing(cup, missing.gone, thread))
        owed += [Message(INVITE, {"fixture": now.fixture.number, "entrant": entrant, "thread": thread}) for entrant in missing.refused]
        threads = {**await self.store.tournaments.threads(tournament), now.fixture.number: thread}
        await self.store.tournaments.commit(TournamentChange(cup, threads=threads, owed=owed, done=[debt]))
        await self._tables.reread([d.table for d in await self.store.tournaments.tables(tournament) if d.fixture == now.fixture.number])
        return True

    @one_at_a_time
    async def uninvited(self, tournament: int, debts: Sequence[Debt]) -> None:
        """Tells the host that a player who was to be invited to a match's thread has left the server."""
        cup, asked = await self.get(tournament), debts[0].payload
        owed = [_missing(cup, [asked["entrant"]], asked["thread"])]
        await self.store.tournaments.commit(TournamentChange(cup, owed=owed, done=debts))

    @one_at_a_time
    async def replace_thread(self, tournament: int, thread: int) -> bool:
        """Handles a deleted thread: an open match that was played there gets a new one. Returns whether there is such a match. May be repeated."""
        numbers = {d.fixture for d in await self.store.tournaments.tables(tournament) if d.channel == thread}
        match = next((m for m in await self.matches(tournament) if m.thread == thread or m.fixture.number in numbers), None)
        if match is None or match.thread not in (None, thread):
            return False
        if match.thread is not None:
            threads = {fixture: channel for fixture, channel in (await self.store.tournaments.threads(tournament)).items() if channel != thread}
            owed = [Message(THREAD, {"fixture": match.fixture.number, "again": True})]
            await self.store.tournaments.commit(TournamentChange(match.tournament, threads=threads, owed=owed))
        return True

    async def live_of(self, table: int) -> int | None:
        """The id of the tournament in progress to which a table belongs; None if there is none."""
        tournament = await self.store.tournaments.of_table(table)
        found = await self.store.tournaments.get(tournament) if tournament is not None else None
        return tournament if found is not None and found.status == LIVE else None


def _reported(tournament: Tournament, state: TournamentState) -> list[tuple[Fixture, Fixture]]:
    """The matches with newly reported games: before and after."""
    assert tournament.state is not None
    return [(old, now) for old, now in zip(tournament.state.fixtures, state.fixtures, strict=True) if len(now.games) > len(old.games)]


def _away(tournament: Tournament, state: TournamentState) -> list[Message]:
    """The messages on entrants who aren't paired from now on, as they have left."""
    before = tournament.state.away if tournament.state is not None else ()
    away = [entrant for entrant in state.away if entrant not in before]
    blocks = [away[n : n + TOGETHER] for n in range(0, len(away), TOGETHER)]
    return [Message(NOTICE, {"channel": tournament.channel, "away": block}) for block in blocks]


def _missing(tournament: Tournament, entrants: Sequence[int], thread: int) -> Message:
    """The message on entrants who have left, and could not be invited to a thread."""
    return Message(NOTICE, {"channel": tournament.channel, "away": [*entrants], "thread": thread})


def _told(tournament: Tournament, state: TournamentState) -> list[Message]:
    """The messages on matches that the reported games have finished."""
    over = [now for before, now in _reported(tournament, state) if now.places and not before.places]
    over.sort(key=state.of_teams)  # Boards decide the match of their teams.
    return [Message(NOTICE, {"channel": tournament.channel, "over": fixture.number}) for fixture in over]


def _being_played(tournament: Tournament) -> Sequence[Fixture]:
    """The open fixtures; none if the tournament has not begun or is over."""
    return () if tournament.state is None or tournament.status == OVER else tournament.state.open
