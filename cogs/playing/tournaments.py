"""Tournaments between signing up and the last place: seats players, deals tables, takes their results. Imports no discord, tested alone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from cogs.playing.tables import SEATING, NoContest, Tables, Unfit, check_options, seats_refused
from data.content import build
from data.contests import Act, Contest, Contests, Dealt, Player, Terms
from data.limits import USUAL, Limits
from data.store import EVERYWHERE, LIVE, OPEN, OVER, ChannelTaken, Repeated, Store
from rules.competition import tournament
from rules.competition.clock import MINUTE, UNTIL, Clock
from rules.competition.tournament import Fixture, Game, Plan, State, Unplayable
from rules.game import Refused
from rules.notation import ABANDONED
from rules.parts.chance import new_seed
from rules.parts.decks import Deck

MOST = 128
WAITING = "waiting"
USUAL_TERMS = Terms()
OpenThread = Callable[[Contest, Sequence[Player], str], Awaitable[int]]
"""Makes a channel for a match, with a title; returns its id."""


class Moved(NamedTuple):
    """What came of looking after a tournament: the tables dealt, and what its channel is to be told now, if anything.

    `news` is `over`, `waiting` and a round that waits for a moderator, or a stage and a round that have begun.
    """

    dealt: tuple[int, ...] = ()
    news: str = ""

    @property
    def over(self) -> bool:
        return self.news == OVER


class MatchThread(NamedTuple):
    """The thread of an open match: who plays there, and its title."""

    fixture: int
    channel: int
    players: tuple[Player, ...]
    title: str


class Ruled(NamedTuple):
    """A moderator's act, the tables at which it has changed something, and the channels of matches that no longer count."""

    act: Act
    tables: Sequence[int] = ()
    channels: Sequence[int] = ()


class Steward:
    """Runs all tournaments of the bot."""

    def __init__(self, store: Store, tables: Tables, open_thread: OpenThread, limits: Limits = USUAL) -> None:
        self.contests = Contests(store)
        self._store = store
        self._tables = tables
        self._open_thread = open_thread
        self._limits = limits
        self._lock = asyncio.Lock()

    async def create(
        self, *, guild: int | None, channel: int, name: str, host: int, game: str, options: Mapping[str, str], language: str,
        plan: Plan, seeding: str, rated: bool, clock: Clock | None = None, terms: Terms = USUAL_TERMS,
    ) -> int:  # fmt: skip
        """A new tournament, open for entries. Raises Unfit, or Refused by the game, for what cannot be played; data.limits.TooMany."""
        rules = build(game)
        chosen = check_options(rules, options)
        try:
            tournament.check(plan, min(MOST, terms.most))
        except Unplayable as error:
            raise Unfit(f"tournament.unplayable_{error}", n=min(MOST, terms.most)) from None
        if SEATING in chosen:
            chosen[SEATING] = "joined"
        for seats in tournament.sizes(plan):
            if seats not in rules.seats:
                raise seats_refused(rules)
            rules.setup(seats, chosen, 0)
        if terms.decks and rules.decks is None:
            raise Unfit("deck.not_here")
        alarm = terms.starts - MINUTE * terms.check_in if terms.starts is not None else None
        if alarm is not None and alarm <= self._store.now():
            raise Unfit("tournament.check_in_at_once", n=terms.check_in)
        if clock is not None and clock.kind == UNTIL and clock.time <= (terms.starts or self._store.now()):
            raise Unfit("tournament.over_at_once")
        try:
            return await self.contests.create(
                guild=guild, channel=channel, name=name, host=host, game=game, options=chosen, language=language, plan=plan, seeding=seeding,
                rated=rated, clock=clock, terms=terms, alarm=alarm, seed=new_seed(), most=self._limits.tournaments_by_server,
            )  # fmt: skip
        except ChannelTaken:
            raise Unfit("tournament.channel_taken") from None

    async def here(self, channel: int) -> Contest:
        """The tournament of a channel. Raises NoContest."""
        found = await self.contests.latest_in(channel)
        if found is None:
            raise NoContest
        return found

    async def get(self, contest: int) -> Contest:
        """A tournament. Raises NoContest."""
        found = await self.contests.get(contest)
        if found is None:
            raise NoContest
        return found

    async def enter(self, contest: int, player: int, name: str, roles: Collection[int] = (), deck: Deck | None = None) -> None:
        """Somebody with some roles joins, late where the plan allows it, with a deck where one is to be brought. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status == OVER:
                raise Unfit("tournament.over")
            if len(await self.contests.players(contest)) >= min(MOST, found.terms.most):
                raise Unfit("tournament.full", n=min(MOST, found.terms.most))
            if found.terms.role is not None and found.terms.role not in roles:
                raise Unfit("tournament.role", role=f"<@&{found.terms.role}>")
            code = _checked(found, deck)
            if found.state is not None:
                try:
                    tournament.enter(found.state, -1)
                except Unplayable:
                    raise Unfit("tournament.too_late") from None
            try:
                entrant = await self.contests.enter(contest, player, name, found.checking is not None, code)
            except Repeated:
                raise Unfit("tournament.entered_already") from None
            if found.state is not None:
                await self.contests.save(contest, tournament.enter(found.state, entrant), False)

    async def leave(self, contest: int, player: int) -> list[int]:
        """Somebody withdraws before the beginning, or drops out later: open games are lost. Returns their tables. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            mine = await self._entered(found, player)
            if found.state is None:
                await self.contests.withdraw(contest, player)
                return []
            await self.contests.save(contest, self._dropped(found.state, mine), False)
            return await self._give_up_tables(found, _begun(found), [mine])

    async def _entered(self, contest: Contest, player: int, unfit: str = "tournament.not_in") -> Player:
        """Somebody's entry, while the tournament is not over. Raises Unfit, with the text that fits the one who asks."""
        mine = next((p for p in await self.contests.players(contest.id) if p.player == player), None)
        if mine is None or contest.status == OVER:
            raise Unfit(unfit)
        return mine

    def _dropped(self, state: State, mine: Player, unfit: str = "tournament.not_in") -> State:
        try:
            return tournament.drop(state, mine.entrant)
        except Unplayable:
            raise Unfit(unfit) from None

    async def _give_up_tables(self, contest: Contest, state: State, players: Sequence[Player]) -> list[int]:
        """Resigns the tables of a state's open matches at which some still play; returns them."""
        given = []
        matches = {f.number for f in state.open if any(p.entrant in f.entrants for p in players)}
        for dealt in await self.contests.games(contest.id) if matches else ():
            if dealt.fixture not in matches:
                continue
            table = await self._tables.get(dealt.game)
            for player in players:
                if table.over or not table.seats_of(player.player):
                    continue
                with contextlib.suppress(Refused):  # Out of this game already.
                    await table.concede(table.seats_of(player.player)[0], anyway=True, own=False)
                    given.append(table.id)
        return given

    # The moderators' desk

    async def drop(self, contest: int, player: int, by: int, reason: str) -> Ruled:
        """Takes somebody out; their tables are given up. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            mine = await self._entered(found, player, "desk.not_in")
            await self._check_own(found, by, [mine])
            act = await self._act(found._replace(state=self._dropped(_begun(found), mine, "desk.not_in")), by, "drop", mine.name, reason)
            return Ruled(act, await self._give_up_tables(found, _begun(found), [mine]))

    async def absent(self, contest: int, players: Sequence[int], by: int, reason: str) -> Ruled:
        """Some did not come to their match: it is lost for them, by both of them if need be. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            state = _begun(found)
            missing = [await self._entered(found, player, "desk.not_in") for player in players]
            await self._check_own(found, by, missing)
            match = next((f for f in state.open if all(p.entrant in f.entrants for p in missing)), None)
            if match is None:
                raise Unfit("desk.no_open_match")
            if len(match.entrants) == 2:
                state = tournament.absent(state, match.number, [p.entrant for p in missing])
            act = await self._act(found._replace(state=state), by, "absent", ", ".join(p.name for p in missing), reason)
            return Ruled(act, await self._give_up_tables(found, _begun(found), missing))

    async def take_back(self, contest: int, by: int, reason: str) -> Ruled:
        """The latest round as if it had not been paired; the tournament pauses. The games of the round end without a result. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            await self._check_own(found, by)
            try:
                state = tournament.rollback(_begun(found))
            except Unplayable:
                raise Unfit("desk.nothing_to_take_back") from None
            gone = [d for d in await self.contests.games(contest) if d.fixture >= len(state.fixtures)]
            act = await self._act(found._replace(state=state, paused=True, told="rollback"), by, "rollback", "", reason)
            for dealt in gone:
                table = await self._tables.get(dealt.game)
                if not table.over:
                    await table.settle(0, ABANDONED, [[s.seat for s in table.seats]])
            return Ruled(act, [d.game for d in gone], sorted({d.channel for d in gone}))

    async def pause(self, contest: int, paused: bool, by: int, reason: str) -> Ruled:
        """No new matches until it goes on; those that are open may be played. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            if found.paused == paused:
                raise Unfit("desk.paused_already" if paused else "desk.not_paused")
            return Ruled(await self._act(found._replace(paused=paused), by, "pause" if paused else "resume", "", reason))

    async def end(self, contest: int, by: int, reason: str) -> Ruled:
        """The tournament ends as it stands, or never begins; its open tables are ordinary games from now on. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status == OVER:
                raise Unfit("tournament.over")
            return Ruled(await self._act(found._replace(status=OVER, told=OVER), by, "end", "", reason))

    async def _check_own(self, contest: Contest, by: int, concerned: Sequence[Player] = ()) -> None:
        """Raises Unfit where a moderator would rule on an open match of their own that counts for ratings, of those with the `concerned` if any."""
        mine = [p.entrant for p in await self.contests.players(contest.id) if p.player == by]
        own = [f for f in _begun(contest).open if any(entrant in f.entrants for entrant in mine)]
        if contest.rated and any(not concerned or any(p.entrant in f.entrants for p in concerned) for f in own):
            raise Unfit("desk.own_game")

    async def _live(self, contest: int) -> Contest:
        found = await self.get(contest)
        if found.status == OVER:
            raise Unfit("tournament.over")
        if found.state is None:
            raise Unfit("tournament.not_begun")
        return found

    async def _act(self, after: Contest, by: int, act: str, whom: str, reason: str) -> Act:
        number = after.state.round if after.state is not None else 0
        done = Act(self._store.now(), by, act, number, whom, reason)
        await self.contests.moderated(after, done)
        return done

    async def check_in(self, contest: int, player: int) -> None:
        """Somebody is there. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            mine = await self._entered(found, player)
            if found.status != OPEN or found.checking is None:
                raise Unfit("tournament.no_check_in")
            if mine.here:
                raise Unfit("tournament.here_already")
            await self.contests.check_in(contest, player)

    async def open_check_in(self, contest: int) -> bool:
        """Lets the check-in begin, where there is one and it has not; says whether it did."""
        async with self._lock:
            found = await self.get(contest)
            if found.status != OPEN or not found.terms.check_in or found.checking is not None:
                return False
            until = self._store.now() + MINUTE * found.terms.check_in
            await self.contests.checking(contest, until, until)
            return True

    async def reopen(self, contest: int) -> None:
        """It could not start: the entries go on, and somebody has to start it by hand."""
        await self.contests.checking(contest, None, None)

    async def start(self, contest: int) -> list[str]:
        """Closes the entries and makes the first matches; gives the names of those who had not checked in, and are not in it. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status != OPEN:
                raise Unfit("tournament.begun")
            everybody = await self.contests.players(contest)
            players = [p for p in everybody if p.here or found.checking is None]
            ratings = await self._ratings(found, players)
            seed = found.seed if found.seed is not None else new_seed()  # Old ones were made without.
            order = tournament.seeded([p.entrant for p in players], found.seeding, seed, ratings)
            try:
                state = await asyncio.to_thread(tournament.begin, found.plan, order, seed, ratings)
            except Unplayable as error:
                raise Unfit(f"tournament.unplayable_{error}", n=len(players)) from None
            for missing in everybody:
                if missing not in players:
                    await self.contests.withdraw(contest, missing.player)
            await self.contests.begin(contest, seed, state)
            return [p.name for p in everybody if p not in players]

    async def next_round(self, contest: int) -> None:
        """Where rounds wait for a moderator's word, this is it. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            state = _begun(found)
            if not found.terms.by_hand or state.open or found.cleared > len(state.fixtures):
                raise Unfit("tournament.not_waiting")
            await self.contests.cleared(contest, len(state.fixtures) + 1)

    async def substitute(self, contest: int, player: int, new: tuple[int, str], by: int, reason: str) -> Ruled:
        """Somebody else plays on for an entrant, at open tables too. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            mine = await self._entered(found, player, "desk.not_in")
            await self._check_own(found, by, [mine])
            act = Act(self._store.now(), by, "substitute", _begun(found).round, " → ".join((mine.name, new[1])), reason)
            try:
                await self.contests.substitute(contest, mine.entrant, *new, act)
            except Repeated:
                raise Unfit("tournament.entered_already") from None
            tables = [await self._tables.get(d.game) for d in await self.contests.games(contest)]
            moved = [table for table in tables if not table.over and table.seats_of(player)]
            for table in moved:
                await table.sit(table.seats_of(player)[0], new)
            return Ruled(act, [table.id for table in moved])

    async def _ratings(self, contest: Contest, players: list[Player]) -> dict[int, int]:
        known = {r.player: r.rating.shown for r in await self._store.ratings(contest.guild or EVERYWHERE, contest.game)}
        return {p.entrant: known[p.player] for p in players if p.player in known}

    async def look_after(self, contest: int) -> Moved:
        """Takes the results of tables that are over, opens what can be played then, and deals it. May be called at any time."""
        async with self._lock:
            found = await self.get(contest)
            if found.status == OVER:
                return Moved((), OVER if found.told not in (OVER, "") else "")
            if found.state is None:
                return Moved()
            state = await self._collected(found, found.state)
            waits = found.paused or (found.terms.by_hand and (bool(state.open) or found.cleared <= len(state.fixtures)))
            further = state if waits else await asyncio.to_thread(tournament.advance, state)
            ended = not found.paused and tournament.over(further)
            if further != found.state or ended:
                await self.contests.save(contest, further, ended)
            if found.paused:
                return Moved()
            dealt = await self._deal(found, further)
            news = OVER if ended else f"{further.stage} {further.round}"
            if waits and not further.open and not ended:
                news = f"{WAITING} {further.round}"
            return Moved(tuple(dealt), news if news != found.told else "")

    async def _collected(self, contest: Contest, state: State) -> State:
        """The state with the results of all tables that are over."""
        for dealt in await self.contests.games(contest.id):
            fixture = state.fixtures[dealt.fixture] if dealt.fixture < len(state.fixtures) else None
            if fixture is None or fixture.places or len(fixture.games) != dealt.number:
                continue
            table = await self._tables.get(dealt.game)
            outcome = table.outcome
            if outcome is None:
                continue
            who = fixture.seating  # Not who sits there now: they may have been replaced or forgotten.
            places = tuple(tuple(who[seat] for seat in group) for group in outcome.places)
            scores = {who[seat]: n for seat, n in enumerate(outcome.scores)}
            state = tournament.report(state, fixture.number, Game(places, scores))
        return state

    async def _deal(self, contest: Contest, state: State) -> list[int]:
        """A table for the next game of each open match that has none, in the match's own thread."""
        there = {(d.fixture, d.number) for d in await self.contests.games(contest.id)}
        channels = await self.contests.threads(contest.id)
        names = {p.entrant: p for p in await self.contests.players(contest.id)}
        found = []
        for fixture in state.open:
            if (fixture.number, len(fixture.games)) in there:
                continue
            seats = [names[e] for e in fixture.seating]
            channel = channels.get(fixture.number)
            if channel is None:
                channel = await self._open_thread(contest, seats, _thread_title(contest, fixture, seats))
                await self.contests.thread(contest.id, fixture.number, channel)
            table = await self._dealt_before(contest, channel, seats) or await self._open(contest, channel, seats)
            if table is not None:
                if contest.terms.decks:
                    await self._bring_decks(table, seats)
                await self.contests.dealt(contest.id, Dealt(fixture.number, len(fixture.games), table, channel))
                found.append(table)
        await self._give_up_tables(contest, state, [names[e] for e in state.dropped])
        return found

    async def threads(self, contest: int) -> list[MatchThread]:
        """The threads of the open matches of a tournament that is under way."""
        found = await self.get(contest)
        if found.state is None or found.status == OVER:
            return []
        threads = await self.contests.threads(contest)
        names = {p.entrant: p for p in await self.contests.players(contest)}
        open_ones = []
        for fixture in found.state.open:
            players = tuple(names[e] for e in fixture.seating)
            if fixture.number in threads:
                open_ones.append(MatchThread(fixture.number, threads[fixture.number], players, _thread_title(found, fixture, players)))
        return open_ones

    async def rehouse(self, contest: int, before: MatchThread, channel: int) -> list[int]:
        """A match goes on in another thread with its tables, which are returned; none where it has left its old one meanwhile."""
        async with self._lock, contextlib.AsyncExitStack() as locks:
            tables = [await self._tables.get(d.game) for d in await self.contests.games(contest) if d.fixture == before.fixture]
            for table in tables:
                await locks.enter_async_context(table.lock)
            if not await self.contests.rehoused(contest, before.fixture, before.channel, channel):
                return []
            for table in tables:
                table.game = table.game._replace(channel=channel, message=None)
            return [table.id for table in tables]

    async def _open(self, contest: Contest, channel: int, seats: list[Player]) -> int | None:
        """A table that starts at once; None where the channel is taken, so that it is tried again."""
        try:
            made, _ = await self._tables.open(
                game=contest.game, guild=contest.guild, channel=channel, host=(seats[0].player, seats[0].name), options=contest.options,
                players=[(p.player, p.name) for p in seats[1:]], computers=0, seats=len(seats), language=contest.language, theme="light",
                computer_name="", rated=contest.rated, agreed=True, clock=contest.clock, silent=await self.contests.silent(contest.id),
            )  # fmt: skip
        except ChannelTaken:
            return None
        return made

    async def _dealt_before(self, contest: Contest, channel: int, seats: list[Player]) -> int | None:
        """The table of these players in a thread, if it was dealt and the process died before that was noted."""
        there = await self._store.live_in(channel)
        row = await self._store.game(there) if there else None
        if row is None or (row.game, row.chosen, row.rated) != (contest.game, contest.options, contest.rated):
            return None
        sitting = [s.player for s in await self._store.seats(row.id)]
        return row.id if row.status == LIVE and sitting == [p.player for p in seats] else None

    async def _bring_decks(self, game: int, seats: list[Player]) -> None:
        """Those who have brought a deck for all matches play it."""
        table = await self._tables.get(game)
        for seat, player in enumerate(seats):
            if player.deck is not None and seat in table.acting:
                await table.act(seat, ("deck", player.deck), own=False)


def _checked(contest: Contest, deck: Deck | None) -> str | None:
    """The share code of a deck that somebody brings to a tournament for which decks are to be brought. Raises Unfit."""
    if not contest.terms.decks:
        return None
    rules = build(contest.game).decks
    assert rules is not None
    if deck is None:
        raise Unfit("tournament.deck_needed")
    if rules.faults(deck):
        raise Unfit("tournament.deck_unfit")
    return rules.code(deck)


def _thread_title(contest: Contest, fixture: Fixture, players: Sequence[Player]) -> str:
    return (f"{contest.name!s} {fixture.round}: " + " – ".join(p.name for p in players))[:100]


def _begun(contest: Contest) -> State:
    assert contest.state is not None
    return contest.state


def title_of(contest: Contest, say: Any) -> str:
    """A tournament's name with its game and format."""
    return say("tournament.title", name=contest.name, game=say("title"), format=say(f"tournament.format.{contest.plan.format}"))
