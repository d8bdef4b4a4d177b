"""Tournaments between signing up and the last place: seats players, deals tables, takes their results. Imports no discord, tested alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from cogs._tables import SEATING, NoContest, Tables, Unfit, check_options
from data.content import build
from data.contests import Contest, Contests, Dealt, Player
from data.store import EVERYWHERE, LIVE, OPEN, OVER, ChannelTaken, Repeated, Store
from rules import tournament
from rules.chance import new_seed
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
            mine = next((p for p in await self.contests.players(contest) if p.player == player), None)
            if mine is None or found.status == OVER:
                raise Unfit("tournament.not_in")
            if found.state is None:
                await self.contests.withdraw(contest, player)
                return []
            try:
                state = tournament.drop(found.state, mine.entrant)
            except Unplayable:
                raise Unfit("tournament.not_in") from None
            await self.contests.save(contest, state, False)
            return await self._give_up_tables(found, mine)

    async def _give_up_tables(self, contest: Contest, player: Player) -> list[int]:
        """Resigns the tables at which somebody who leaves still plays; returns them."""
        given = []
        for dealt in await self.contests.games(contest.id):
            table = await self._tables.get(dealt.game)
            if not table.over and table.seats_of(player.player):
                await table.concede(table.seats_of(player.player)[0])
                given.append(table.id)
        return given

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
            further = await asyncio.to_thread(tournament.advance, state)
            ended = tournament.over(further)
            if further != found.state or ended:
                await self.contests.save(contest, further, ended)
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
            outcome = table.rules.outcome(table.state)
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


def title_of(contest: Contest, say: Any) -> str:
    """A tournament's name with its game and format."""
    return say("tournament.title", name=contest.name, game=say("title"), format=say(f"tournament.format.{contest.plan.format}"))
