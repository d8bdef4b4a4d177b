"""Tournaments between signing up and the last place: seats players, deals tables, takes their results. Imports no discord, tested alone."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cogs._tables import SEATING, NoContest, Tables, Unfit, check_options
from data.content import build
from data.contests import Act, Contest, Contests, Dealt, Player
from data.store import EVERYWHERE, LIVE, OPEN, OVER, ChannelTaken, Repeated, Store
from rules import tournament
from rules.chance import new_seed
from rules.game import Refused
from rules.tournament import Fixture, Game, Plan, State, Unplayable

MOST = 128
OpenThread = Callable[[Contest, Fixture, str], Awaitable[int]]
"""Makes a channel for a match, with a title; returns its id."""


class Moved(NamedTuple):
    """What came of looking after a tournament: the tables dealt, whether a new round began, whether it has ended."""

    dealt: tuple[int, ...]
    round: bool = False
    over: bool = False


class Steward:
    """Runs all tournaments of the bot."""

    def __init__(self, store: Store, tables: Tables, open_thread: OpenThread) -> None:
        self.contests = Contests(store)
        self._store = store
        self._tables = tables
        self._open_thread = open_thread
        self._lock = asyncio.Lock()

    async def create(
        self, *, guild: int | None, channel: int, name: str, host: int, game: str, options: Mapping[str, str], language: str,
        plan: Plan, seeding: str, rated: bool,
    ) -> int:  # fmt: skip
        """A new tournament, open for entries. Raises Unfit for what cannot be played."""
        rules = build(game)
        chosen = check_options(rules, options)
        if plan.seats not in rules.seats:
            raise Unfit("game.seats_out_of_range", low=min(rules.seats), high=max(rules.seats))
        if SEATING in chosen:
            chosen[SEATING] = "joined"
        rules.setup(plan.seats, chosen, 0)
        there = await self.contests.latest_in(channel)
        if there and there.status != OVER:
            raise Unfit("tournament.channel_taken")
        return await self.contests.create(
            guild=guild, channel=channel, name=name, host=host, game=game, options=chosen, language=language, plan=plan, seeding=seeding, rated=rated
        )

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

    async def enter(self, contest: int, player: int, name: str) -> None:
        """Somebody joins, late where the plan allows it. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status == OVER:
                raise Unfit("tournament.over")
            if len(await self.contests.players(contest)) >= MOST:
                raise Unfit("tournament.full", n=MOST)
            if found.state is not None:
                try:
                    tournament.enter(found.state, -1)
                except Unplayable:
                    raise Unfit("tournament.too_late") from None
            try:
                entrant = await self.contests.enter(contest, player, name)
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
                    await table.concede(table.seats_of(player.player)[0])
                    given.append(table.id)
        return given

    # The moderators' desk

    async def drop(self, contest: int, player: int, by: int, reason: str) -> list[int]:
        """Takes somebody out. Returns the tables given up. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            mine = await self._entered(found, player, "desk.not_in")
            await self._act(found._replace(state=self._dropped(_begun(found), mine, "desk.not_in")), by, "drop", mine.name, reason)
            return await self._give_up_tables(found, _begun(found), [mine])

    async def absent(self, contest: int, players: Sequence[int], by: int, reason: str) -> list[int]:
        """Some did not come to their match: it is lost for them, by both of them if need be. Returns the tables given up. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            state = _begun(found)
            missing = [await self._entered(found, player, "desk.not_in") for player in players]
            match = next((f for f in state.open if all(p.entrant in f.entrants for p in missing)), None)
            if match is None:
                raise Unfit("desk.no_open_match")
            if len(match.entrants) == 2:
                state = tournament.absent(state, match.number, [p.entrant for p in missing])
            await self._act(found._replace(state=state), by, "absent", ", ".join(p.name for p in missing), reason)
            return await self._give_up_tables(found, _begun(found), missing)

    async def take_back(self, contest: int, by: int, reason: str) -> list[int]:
        """The latest round as if it had not been paired; the tournament pauses. Returns the channels of its matches. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            try:
                state = tournament.rollback(_begun(found))
            except Unplayable:
                raise Unfit("desk.nothing_to_take_back") from None
            gone = {d.channel for d in await self.contests.games(contest) if d.fixture >= len(state.fixtures)}
            await self._act(found._replace(state=state, paused=True), by, "rollback", "", reason)
            return sorted(gone)

    async def pause(self, contest: int, paused: bool, by: int, reason: str) -> None:
        """No new matches until it goes on; those that are open may be played. Raises Unfit."""
        async with self._lock:
            found = await self._live(contest)
            if found.paused == paused:
                raise Unfit("desk.paused_already" if paused else "desk.not_paused")
            await self._act(found._replace(paused=paused), by, "pause" if paused else "resume", "", reason)

    async def end(self, contest: int, by: int, reason: str) -> None:
        """The tournament ends as it stands, or never begins; its open tables are ordinary games from now on. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status == OVER:
                raise Unfit("tournament.over")
            await self._act(found._replace(status=OVER), by, "end", "", reason)

    async def _live(self, contest: int) -> Contest:
        found = await self.get(contest)
        if found.status == OVER:
            raise Unfit("tournament.over")
        if found.state is None:
            raise Unfit("tournament.not_begun")
        return found

    async def _act(self, after: Contest, by: int, act: str, whom: str, reason: str) -> None:
        number = after.state.round if after.state is not None else 0
        await self.contests.moderated(after, Act(time.time(), by, act, number, whom, reason))

    async def start(self, contest: int) -> None:
        """Closes the entries and makes the first matches. Raises Unfit."""
        async with self._lock:
            found = await self.get(contest)
            if found.status != OPEN:
                raise Unfit("tournament.begun")
            players = await self.contests.players(contest)
            ratings = await self._ratings(found, players)
            seed = new_seed()
            order = tournament.seeded([p.entrant for p in players], found.seeding, seed, ratings)
            try:
                state = tournament.begin(found.plan, order, seed, ratings)
            except Unplayable as error:
                raise Unfit(f"tournament.unplayable_{error}", n=len(players)) from None
            await self.contests.begin(contest, seed, state)

    async def _ratings(self, contest: Contest, players: list[Player]) -> dict[int, int]:
        known = {r.player: r.rating.shown for r in await self._store.ratings(contest.guild or EVERYWHERE, contest.game)}
        return {p.entrant: known[p.player] for p in players if p.player in known}

    async def look_after(self, contest: int) -> Moved:
        """Takes the results of tables that are over, opens what can be played then, and deals it. May be called at any time."""
        async with self._lock:
            found = await self.get(contest)
            if found.state is None or found.status != LIVE:
                return Moved(())
            state = await self._collected(found, found.state)
            further = state if found.paused else await asyncio.to_thread(tournament.advance, state)
            ended = not found.paused and tournament.over(further)
            if further != found.state or ended:
                await self.contests.save(contest, further, ended)
            if found.paused:
                return Moved(())
            dealt = await self._deal(found, further)
            begun = (further.stage, further.round) != (found.state.stage, found.state.round) or not await self._any_before(dealt, contest)
            return Moved(tuple(dealt), begun and bool(dealt), ended)

    async def _any_before(self, dealt: list[int], contest: int) -> bool:
        """Whether there were tables before those that have just been dealt."""
        return len(await self.contests.games(contest)) > len(dealt)

    async def _collected(self, contest: Contest, state: State) -> State:
        """The state with the results of all tables that are over."""
        players = {p.player: p.entrant for p in await self.contests.players(contest.id)}
        for dealt in await self.contests.games(contest.id):
            fixture = state.fixtures[dealt.fixture] if dealt.fixture < len(state.fixtures) else None
            if fixture is None or fixture.places or len(fixture.games) != dealt.number:
                continue
            table = await self._tables.get(dealt.game)
            outcome = table.outcome
            if outcome is None:
                continue
            who = {seat.seat: players[seat.player] for seat in table.seats if seat.player is not None}
            places = tuple(tuple(who[seat] for seat in group) for group in outcome.places)
            scores = {who[seat]: n for seat, n in enumerate(outcome.scores)}
            state = tournament.report(state, fixture.number, Game(places, scores))
        return state

    async def _deal(self, contest: Contest, state: State) -> list[int]:
        """A table for the next game of each open match that has none, in the match's own thread."""
        games = await self.contests.games(contest.id)
        there = {(d.fixture, d.number) for d in games}
        channels = {d.fixture: d.channel for d in games}
        names = {p.entrant: p for p in await self.contests.players(contest.id)}
        found = []
        for fixture in state.open:
            if (fixture.number, len(fixture.games)) in there:
                continue
            seats = [names[e] for e in fixture.seating]
            title = f"{contest.name} {fixture.round}: " + " – ".join(p.name for p in seats)
            channel = channels.get(fixture.number) or await self._open_thread(contest, fixture, title[:100])
            table = await self._open(contest, channel, seats)
            if table is not None:
                await self.contests.dealt(contest.id, Dealt(fixture.number, len(fixture.games), table, channel))
                found.append(table)
        await self._give_up_tables(contest, state, [names[e] for e in state.dropped])
        return found

    async def _open(self, contest: Contest, channel: int, seats: list[Player]) -> int | None:
        """A table that starts at once; None where the channel is taken, so that it is tried again."""
        try:
            made, _ = await self._tables.open(
                game=contest.game, guild=contest.guild, channel=channel, host=(seats[0].player, seats[0].name), options=contest.options,
                players=[(p.player, p.name) for p in seats[1:]], computers=0, seats=len(seats), language=contest.language, theme="light",
                computer_name="", rated=contest.rated, agreed=True,
            )  # fmt: skip
        except ChannelTaken:
            return None
        return made


def _begun(contest: Contest) -> State:
    assert contest.state is not None
    return contest.state


def title_of(contest: Contest, say: Any) -> str:
    """A tournament's name with its game and format."""
    return say("tournament.title", name=contest.name, game=say("title"), format=say(f"tournament.format.{contest.plan.format}"))
