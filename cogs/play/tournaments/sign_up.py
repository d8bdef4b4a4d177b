"""Tournaments before their first round: whether they can be played, sign-up, check-in, and the start."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from statistics import mean
from typing import Any

from cogs.play.presence.membership import Knows, attendance
from cogs.play.tables import Tables
from cogs.play.tournaments.departed_entrants import returned, without
from cogs.play.tournaments.draft_progress import begun_call, opened_table, seat_rows
from cogs.play.tournaments.new_tournament import NewTournament, begins_at, checked, next_alarm
from cogs.play.tournaments.owed_messages import event_owed
from cogs.play.tournaments.registry import Registry, one_at_a_time
from cogs.play.unfit import Unfit
from data.content import build
from data.store.changes import CHECK_IN, ENTRIES, GO_ON, NOTICE, TOURNAMENT, Message, Subject, TournamentChange
from data.store.configured_limits import USUAL, Limits
from data.store.heartbeat import Since
from data.store.rows import EVERYWHERE, LIVE, OPEN, OVER, ChannelTaken, EntrantRow, Tournament
from data.store.shards import Shards
from rules.competition import tournament as tournament_rules
from rules.competition.clock import MINUTE
from rules.competition.tournament import TournamentState, Unplayable
from rules.competition.tournament.teams import gathered
from rules.decks import Deck
from rules.randomness import new_seed

CALLED = 60
"""Players called by one message; more would not fit."""
LATE = 5.0
"""Seconds by which a check-in may begin late, or miss somebody who looks after it, without lasting longer for that."""


class Entries(Registry):
    """Opens tournaments, and enters people. Each change is one commit, with outbox rows for what follows."""

    def __init__(self, tables: Tables, limits: Limits = USUAL) -> None:
        super().__init__(tables.store)
        self._tables = tables
        self._limits = limits
        self.chat: Knows | None = None
        """What can be asked who is in a server; without it nobody is known to be gone."""

    async def create(self, new: NewTournament) -> int:
        """Stores a new tournament, open for entries; returns its id. Raises Unfit, or Refused by the game, if it can't be played; TooMany."""
        row = checked(new, self.store.now())
        try:
            return await self.store.tournaments.create(
                TournamentChange(row, owed=[Message(ENTRIES), *event_owed(row)]), self._limits.tournaments_by_server
            )
        except ChannelTaken:
            raise Unfit("tournament.channel_taken") from None

    async def _commit(self, row: Tournament, *owed: Message, entrants: Sequence[EntrantRow] | None = None) -> None:
        await self.store.tournaments.commit(TournamentChange(row, entrants=entrants, owed=owed))

    # Who plays

    @one_at_a_time
    async def enter(self, tournament: int, player: int, name: str, roles: Collection[int] = (), deck: Deck | None = None) -> bool:
        """Enters a person with their roles, late if the plan allows it, with a deck if one is required; a person who left returns with what they
        brought before. Returns whether they were in it before. Raises Unfit."""
        found, entrants = await self.get(tournament), await self.store.tournaments.entrants(tournament)
        most = min(tournament_rules.most_entrants(found.plan), found.terms.most)
        if found.status == OVER:
            raise Unfit("tournament.over")
        if found.plan.boards:
            raise Unfit("teams.enter" if found.status == OPEN else "teams.closed")
        if before := next((p for p in entrants if p.player == player), None):
            await self._commit(found._replace(state=returned(found.state, before)), Message(ENTRIES), Message(GO_ON))
            return True
        if found.terms.limited and found.status != OPEN:
            raise Unfit("tournament.too_late")
        if len(entrants) >= most:
            raise Unfit("tournament.full", n=most)
        self._check_role(found, roles)
        code = _deck_code(found, deck)
        entrant = await self._free_number(found, entrants, player)
        try:
            state = tournament_rules.enter(found.state, entrant) if found.state is not None else None
        except Unplayable:
            raise Unfit("tournament.too_late") from None
        mine = EntrantRow(entrant, player, name, found.checking is not None, code)
        owed = [Message(ENTRIES), *([Message(GO_ON)] if state is not None and state.lasts else [])]
        await self._commit(found._replace(state=state), *owed, entrants=[*entrants, mine])
        return False

    def _check_role(self, found: Tournament, roles: Collection[int]) -> None:
        """Raises Unfit for whoever lacks the role that entrants must have."""
        if found.terms.role is not None and found.terms.role not in roles:
            raise Unfit("tournament.role", role=f"<@&{found.terms.role}>")

    async def _free_number(self, found: Tournament, entrants: Sequence[EntrantRow], player: int) -> int:
        """The number of a new entrant."""
        return max((max(p.entrant, p.entry) for p in entrants), default=-1) + 1

    @one_at_a_time
    async def leave(self, tournament: int, player: int) -> None:
        """Withdraws an entrant before the start, or drops them later, which loses open games. Raises Unfit."""
        found = await self.get(tournament)
        mine = await self._entered(found, player)
        if found.state is None:
            entrants = await self.store.tournaments.entrants(tournament)
            await self._commit(found, Message(ENTRIES), entrants=[p for p in entrants if p != mine])
        else:
            await self._commit(found._replace(state=without(found.state, mine, of_own_accord=True)), Message(GO_ON))

    async def _entered(self, tournament: Tournament, player: int, unfit: str = "tournament.not_in") -> EntrantRow:
        """A person's entry, while the tournament is not over. Raises Unfit with the text `unfit`."""
        mine = next((p for p in await self.store.tournaments.entrants(tournament.id) if p.player == player), None)
        if mine is None or tournament.status == OVER:
            raise Unfit(unfit)
        return mine

    # Who is there

    @one_at_a_time
    async def check_in(self, tournament: int, player: int) -> None:
        """Checks an entrant in. Raises Unfit."""
        found = await self.get(tournament)
        join_first = "teams.in_none" if found.plan.boards else "tournament.join_first"
        mine = await self._entered(found, player, join_first if found.status == OPEN else "tournament.not_in")
        if found.status != OPEN or found.checking is None:
            raise Unfit("tournament.no_check_in")
        if mine.here:
            raise Unfit("tournament.here_already")
        entrants = [p._replace(here=p.here or p == mine) for p in await self.store.tournaments.entrants(tournament)]
        await self._commit(found, Message(ENTRIES), entrants=entrants)

    @one_at_a_time
    async def open_check_in(self, tournament: int) -> bool:
        """Opens the check-in and calls all entrants to it, if there is one and it has not begun; returns whether it did."""
        return await self._opened_check_in(await self.get(tournament))

    async def _opened_check_in(self, found: Tournament) -> bool:
        if found.status != OPEN or not found.terms.check_in or found.checking is not None:
            return False
        entrants = [p.entrant for p in await self.store.tournaments.entrants(found.id)]
        blocks = [entrants[n : n + CALLED] for n in range(0, len(entrants), CALLED)]
        calls = [Message(CHECK_IN, {"channel": found.channel, "entrants": block}) for block in blocks]
        await self._check_until(found, self.store.now() + MINUTE * found.terms.check_in, *calls)
        return True

    async def _check_until(self, found: Tournament, until: float, *calls: Message) -> None:
        await self._commit(found._replace(checking=until, alarm=until), *calls, Message(ENTRIES))

    @one_at_a_time
    async def called(self, tournament: int) -> None:
        """Starts the check-in's time once its call has been posted, since nobody could follow it before."""
        found = await self.get(tournament)
        if found.status == OPEN and found.checking is not None:
            until = self.store.now() + MINUTE * found.terms.check_in
            if until - found.checking > LATE:
                await self._check_until(found, until)

    async def delay(self, shards: Shards, since: Since) -> None:
        """Prolongs the check-ins of shards by the time in which no process served their servers."""
        for number in await self.store.tournaments.checking(shards):
            await self._delay(number, since)

    @one_at_a_time
    async def _delay(self, tournament: int, since: Since) -> None:
        found, now = await self.get(tournament), self.store.now()
        begun = since(found.guild)
        if found.status == OPEN and found.checking is not None and begun is not None and found.stands is None:
            until = _made_longer(found, found.checking, begun, now)
            if until - found.checking > LATE:
                await self._check_until(found, until)

    # Where nobody can act

    @one_at_a_time
    async def stand(self, tournament: int, why: str, since: float) -> bool:
        """Stops the alarm of a tournament that has not begun, since a moment, for a reason. Returns whether that changes anything: not after the
        start, nor if it is stopped for that reason already."""
        return await self._stood(await self.get(tournament), why, since)

    async def _stood(self, found: Tournament, why: str, since: float) -> bool:
        if found.status != OPEN or found.stands == why:
            return False
        await self._commit(found._replace(stands=why, stood=found.stood if found.stands else since))
        return True

    @one_at_a_time
    async def run(self, tournament: int) -> bool:
        """Restarts a stopped alarm. A check-in in progress is prolonged, which is told. Returns whether it was stopped."""
        return await self._ran(await self.get(tournament))

    async def _ran(self, found: Tournament) -> bool:
        now = self.store.now()
        if found.stands is None:
            return False
        again, told = found._replace(stands=None, stood=0), []
        if found.status == OPEN and found.checking is not None:
            until = _made_longer(found, found.checking, found.stood, now)
            again = again._replace(checking=until, alarm=until)
            moments = {"since": found.stood, "until": now, "ends": until}
            told = [Message(NOTICE, {"channel": found.channel, "key": "tournament.stood", "facts": {}, "moments": moments}), Message(ENTRIES)]
        await self._commit(again, *told)
        return True

    # The beginning

    @one_at_a_time
    async def ring(self, tournament: int) -> None:
        """Handles the alarm, if it is still due: a reminder, the check-in, the start, or another look whether enough people are there. A check-in
        that could not be announced goes on. Starting is left to the outbox, since asking who is in the server may take long."""
        found = await self.get(tournament)
        if found.status == OVER or found.stands is not None or found.alarm is None or found.alarm > self.store.now():
            return
        if found.status == LIVE:
            return await self._commit(found._replace(alarm=None), Message(GO_ON))
        begins = begins_at(found.terms)
        if found.checking is None and begins is not None and self.store.now() < begins:
            owed = await self.to_entrants(found, "tournament.reminder", moments={"at": found.terms.starts})
            return await self._commit(found._replace(alarm=next_alarm(found.terms, self.store.now())), *owed)
        if await self._opened_check_in(found):
            return
        if found.checking is not None and await self._calls(found):
            return await self._check_until(found, self.store.now() + MINUTE * found.terms.check_in)
        if self.chat is None:
            return await self._start_by_itself(found, {})
        await self._commit(found._replace(alarm=None), Message(GO_ON, {"start": True}))

    async def to_entrants(self, found: Tournament, key: str, **payload: Any) -> list[Message]:
        """The message to all who are in a tournament, with mentions: the text `key` with its facts."""
        active = None if found.state is None else found.state.people
        entrants = [p.entrant for p in await self.store.tournaments.entrants(found.id) if active is None or p.entrant in active]
        blocks = [entrants[n : n + CALLED] for n in range(0, len(entrants), CALLED)]
        told = {"channel": found.channel, "key": key, "facts": {}, **payload}
        return [Message(NOTICE, {**told, "entrants": block}) for block in blocks]

    async def start_by_itself(self, tournament: int) -> None:
        """Starts a tournament at its time, unless it has changed meanwhile. If that is impossible, entries stay open until it is started by hand."""
        await self._by_itself(tournament, await self.seen(tournament))

    @one_at_a_time
    async def _by_itself(self, tournament: int, seen: Mapping[int, bool]) -> None:
        found = await self.get(tournament)
        if found.status == OPEN and found.stands is None and found.alarm is None:
            await self._start_by_itself(found, seen)

    async def _start_by_itself(self, found: Tournament, seen: Mapping[int, bool]) -> None:
        try:
            await self._started(found, seen)
        except Unfit as why:
            notice = Message(NOTICE, {"channel": found.channel, "key": why.reason, "facts": why.facts})
            await self._commit(found._replace(checking=None, alarm=None), notice, Message(ENTRIES))

    async def _calls(self, found: Tournament) -> bool:
        """Whether the call to the check-in has not been posted yet."""
        return any(debt.kind == CHECK_IN for debt in await self.store.outbox.of(Subject(TOURNAMENT, found.id)))

    async def start(self, tournament: int) -> None:
        """Closes the entries and makes the first matches, without people who have not checked in (if required) or have left the server. Raises
        Unfit."""
        await self._start(tournament, await self.seen(tournament))

    @one_at_a_time
    async def _start(self, tournament: int, seen: Mapping[int, bool]) -> None:
        await self._started(await self.get(tournament), seen)

    async def seen(self, tournament: int, players: Collection[int] | None = None) -> Mapping[int, bool]:
        """Which players (by default all entrants) are in the server, as far as known. Called without the lock, so that nobody waits for it."""
        found = await self.get(tournament)
        if self.chat is None or found.guild is None:
            return {}
        asked = [p.player for p in await self.store.tournaments.entrants(tournament)] if players is None else players
        return await attendance(self.chat, found.guild, [player for player in asked if player > 0])

    async def _started(self, found: Tournament, seen: Mapping[int, bool]) -> None:
        if found.status != OPEN:
            raise Unfit("tournament.begun")
        tournament = found.id
        everybody = await self.store.tournaments.entrants(tournament)
        called = [p for p in everybody if p.here or found.checking is None]
        entrants = [p for p in called if seen.get(p.player, True)]
        ratings = await self._ratings(found, entrants)
        seed = found.seed if found.seed is not None else new_seed()  # Old ones were made without.
        order = tournament_rules.seeded(in_order(found, entrants), found.seeding, seed, ratings)
        try:
            later = found.terms.limited or found.plan.boards
            begin = tournament_rules.enlisted if later else tournament_rules.begin
            state = await asyncio.to_thread(begin, found.plan, order, seed, ratings)
        except Unplayable as error:
            few = "tournament.too_few" if len(order) < 2 else f"tournament.unplayable_{error}"
            why = few if entrants == called else "tournament.unplayable_left"
            raise Unfit(why, n=len(order)) from None
        state = await self._opens(found, state)
        if found.plan.boards:
            state = gathered(state, {team: [p.entrant for p in entrants if p.entry == team] for team in order})
        row = found._replace(status=LIVE, seed=seed, state=state, checking=None, alarm=None)
        owed, cards = [Message(ENTRIES), Message(GO_ON), *event_owed(found)], None
        if found.terms.limited:
            seats = tournament_rules.seeded([p.entrant for p in entrants], "random", seed, {})
            cards = opened_table(row, seats, seed, self.store.now())
            owed.append(begun_call(row, seats))
        for out, left in ((called, True), (everybody, False)):
            if missing := {str(p.player): str(p.name) for p in out if p not in (entrants if left else called)}:
                owed.insert(0, Message(NOTICE, {"channel": found.channel, "missing": missing} | ({"left": True} if left else {})))
        dealt = (seat_rows(cards), [(n, *pick) for n, pick in enumerate(cards.rows)]) if cards else (None, [])
        await self.store.tournaments.commit(TournamentChange(row, entrants, owed=owed, card_seats=dealt[0], card_picks=dealt[1], invitations=()))

    async def _opens(self, found: Tournament, state: TournamentState) -> TournamentState:
        """The state of a tournament that has just begun: in a league with its season, of a ladder with its rungs."""
        return state

    async def _ratings(self, tournament: Tournament, entrants: Sequence[EntrantRow]) -> dict[int, int]:
        """The ratings of entrants; of a team the mean of its members."""
        known = {r.player: r.rating.shown for r in await self.store.ratings.ranked(tournament.guild or EVERYWHERE, tournament.game)}
        rated: dict[int, list[int]] = {}
        for p in entrants:
            if p.player in known:
                rated.setdefault(p.entry, []).append(known[p.player])
        return {entry: round(mean(found)) for entry, found in rated.items()}


def in_order(tournament: Tournament, entrants: Sequence[EntrantRow]) -> list[int]:
    """Entrants in the order seeded by hand; the others follow as they entered."""
    there, seeded = list(dict.fromkeys(p.entry for p in entrants)), tournament.terms.order
    return [*(e for e in seeded if e in there), *(e for e in there if e not in seeded)] if tournament.seeding == "hand" else there


def _made_longer(found: Tournament, checking: float, since: float, now: float) -> float:
    """When a check-in ends after time since a moment in which nobody could check in: that much later, as far as it had begun by then."""
    return checking + now - max(since, checking - MINUTE * found.terms.check_in)


def _deck_code(tournament: Tournament, deck: Deck | None) -> str | None:
    """The share code of a deck for a tournament that requires one. Raises Unfit."""
    if not tournament.terms.decks:
        return None
    rules = build(tournament.game).decks
    assert rules is not None
    if deck is None:
        raise Unfit("tournament.deck_needed")
    if rules.faults(deck):
        raise Unfit("tournament.deck_unfit")
    return rules.code(deck)
