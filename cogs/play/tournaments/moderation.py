"""Moderators' acts in a tournament. Each is one commit, with its reason; what follows is an outbox row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from cogs.play.permissions import TOLD_BY_DISCORD, WHOLE_TOURNAMENT, Act, Relation, Stake, check
from cogs.play.relations import check_unseen, ever_entered, in_matches_of, in_tournament
from cogs.play.tournaments.announced_acts import AGAIN, ANNOUNCED, OBJECTED, SILENCE, announcement
from cogs.play.tournaments.departed_entrants import without
from cogs.play.tournaments.owed_messages import end_elsewhere, event_owed
from cogs.play.tournaments.registry import Garbled, one_at_a_time
from cogs.play.tournaments.sign_up import Entries
from cogs.play.unfit import Unfit
from data.store.changes import ENTRIES, GO_ON, NEWS, NOTICE, Message, TournamentChange
from data.store.rows import OVER, CardSeat, Dispute, EntrantRow, Tournament, TournamentAct
from data.timestamps import distance, moment
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import LADDER, TournamentState, Unplayable


class Ruling(NamedTuple):
    """Who decides and why: a moderator, with the players' consent if there was a `motion` (its table and mark); or the tournament's `host`, who is
    no moderator."""

    by: int
    reason: str
    motion: tuple[int, str] | None = None
    host: bool = False


class TournamentDesk(Entries):
    """Moderators' acts in a tournament. All methods raise Unfit if the act is not possible, and NoTournament."""

    @one_at_a_time
    async def drop(self, tournament: int, player: int, ruling: Ruling) -> None:
        """Takes an entrant out; resigns their games."""
        found = await self._live(tournament)
        mine = await self._entered(found, player, "desk.not_in")
        act = await self._act(found, Act.DROP, [mine], ruling)
        after = found._replace(state=without(state_of(found), mine, "desk.not_in"))
        await self.store.tournaments.commit(TournamentChange(after, act=act, owed=[Message(GO_ON)]))

    @one_at_a_time
    async def drop_away(self, tournament: int, entrants: Collection[int], ruling: Ruling, gone: Collection[int] = ()) -> None:
        """Takes out those of `entrants` who have left the server; `gone` are players found absent just now. Entrants who are back stay in,
        whatever an old button says."""
        found, mine = await self._still_in(tournament, entrants, gone if ruling.host else None)
        state = state_of(found)
        left = all(p.entrant in state.away or p.player in gone for p in mine)
        act = await self._act(found, Act.DROP_LEFT if left else Act.DROP, mine, ruling)
        for one in mine:
            state = without(state, one, "desk.not_in")
        await self.store.tournaments.commit(TournamentChange(found._replace(state=state), act=act, owed=[Message(GO_ON)]))

    @one_at_a_time
    async def keep_away(self, tournament: int, entrants: Collection[int], ruling: Ruling, gone: Collection[int] = ()) -> None:
        """Has entrants who have left the server paired nevertheless, from the next pairing on."""
        found, mine = await self._still_in(tournament, entrants, gone if ruling.host else None)
        act = await self._act(found, Act.KEEP_LEFT, mine, ruling)
        state = tournament_rules.keep(state_of(found), [p.entrant for p in mine])
        await self.store.tournaments.commit(TournamentChange(found._replace(state=state), act=act, owed=[Message(GO_ON)]))

    async def _still_in(self, tournament: int, entrants: Collection[int], gone: Collection[int] | None = None) -> tuple[Tournament, list[EntrantRow]]:
        """A tournament in progress, and those of `entrants` still in it; with `gone`, only those who have left the server. Raises Unfit for none."""
        found = await self._live(tournament)
        state = state_of(found)
        mine = [p for p in await self.store.tournaments.entrants(tournament) if p.entrant in {*state.people} & {*entrants}]
        if not mine:
            raise Unfit("desk.not_in")
        mine = mine if gone is None else [p for p in mine if p.entrant in state.away or p.player in gone]
        if not mine:
            raise Unfit("desk.there_again")
        return found, mine

    @one_at_a_time
    async def absent(self, tournament: int, players: Sequence[int], ruling: Ruling, fixture: int | None = None) -> None:
        """A no-show: counts the present match, or that `fixture`, as lost for absent players, for both if need be. By consent of the others (a
        motion) only once."""
        if ruling.motion is not None and await self.store.motions.marked(*ruling.motion) is None:
            raise Unfit("consent.gone")
        found = await self._live(tournament)
        state = state_of(found)
        missing = [await self._entered(found, player, "desk.not_in") for player in players]
        act = await self._act(found, Act.ABSENT, missing, ruling)
        entrants = [p.entrant for p in missing]
        match = next((f for f in state.open if set(entrants) <= set(f.entrants) and fixture in (None, f.number)), None)
        if match is None:
            raise Unfit("desk.no_open_match")
        payload: dict[str, Any] = {}
        if len(match.entrants) == 2:
            state = tournament_rules.absent(state, match.number, entrants)
        else:  # The others play on.
            there = [dealt for dealt in await self.store.tournaments.live_tables(tournament) if dealt.fixture == match.number]
            payload = {"out": [[dealt.table, match.seating.index(entrant)] for dealt in there for entrant in entrants]}
        after = found._replace(state=state)
        await self.store.tournaments.commit(TournamentChange(after, act=act, owed=[Message(GO_ON, payload)], motion=ruling.motion))

    @one_at_a_time
    async def take_back(self, tournament: int, ruling: Ruling) -> None:
        """Undoes the pairing of the latest round, and pauses the tournament. The round's games end without a result."""
        found = await self._live(tournament)
        act = await self._act(found, Act.ROLLBACK, [], ruling)
        try:
            state = tournament_rules.rollback(state_of(found))
        except Unplayable:
            raise Unfit("desk.nothing_to_take_back") from None
        gone = [dealt for dealt in await self.store.tournaments.tables(tournament) if dealt.fixture >= len(state.fixtures)]
        owed = [Message(NOTICE, {"channel": channel, "key": "desk.not_counted", "facts": {}}) for channel in sorted({d.channel for d in gone})]
        owed.append(Message(GO_ON, {"void": [dealt.table for dealt in gone]}))
        after = found._replace(state=state, paused=True, news="rollback")
        await self.store.tournaments.commit(TournamentChange(after, act=act._replace(round=state.round), owed=owed))

    @one_at_a_time
    async def pause(self, tournament: int, paused: bool, ruling: Ruling, tables: bool = False) -> None:
        """Pauses a tournament: no new matches until it is resumed. Open matches go on, unless `tables` pauses or resumes them, too."""
        found = await self._live(tournament)
        _check_paused(found, paused)
        act = await self._act(found, Act.PAUSE if paused else Act.RESUME, [], ruling)
        payload = {"hold": paused, "by": ruling.by, "reason": ruling.reason} if tables else {}
        seats = None if paused else await self._cards_again(found)
        after = (found if paused else await self._after_pause(found))._replace(paused=paused)
        await self.store.tournaments.commit(TournamentChange(after, act=act, owed=[Message(GO_ON, payload), Message(ENTRIES)], card_seats=seats))

    async def _cards_again(self, found: Tournament) -> Sequence[CardSeat] | None:
        """The seats of a card draft when it goes on after a pause; None if there is none."""
        return None

    async def _after_pause(self, found: Tournament) -> Tournament:
        """A tournament that goes on after a pause."""
        return found

    def _replaced(self, found: Tournament, entrant: int) -> Tournament:
        """A tournament with another person in an entrant's place."""
        return found

    async def _cards_for_new(self, found: Tournament, entrant: int) -> Sequence[CardSeat] | None:
        """The seats of a card draft with a substitute for an entrant; None if there is none."""
        return None

    @one_at_a_time
    async def settle_dispute(self, tournament: int, dispute: Dispute, ruling: Ruling) -> None:
        """Closes a player's call for a moderator; the channel is told the decision."""
        found = await self._live(tournament)
        if dispute not in await self.store.disputes.of(tournament):
            raise Unfit("desk.settled_already")
        act = await self._act(found, Act.SETTLE, [], ruling)
        seat = (await self.store.tables.seats(dispute.table))[dispute.seat]
        await self.store.tournaments.commit(TournamentChange(found, act=act._replace(whom=seat.name), settled=dispute))

    @one_at_a_time
    async def end(self, tournament: int, ruling: Ruling) -> None:
        """Ends a tournament as it stands or before it begins, also one that can't be read; its open tables become ordinary games."""
        try:
            found = await self.get(tournament)
        except Garbled as garbled:
            return await self._close(garbled.row, ruling)
        if found.status == OVER:
            raise Unfit("tournament.over")
        act = await self._act(found, Act.END, [], ruling)
        ruled = found.plan.format != LADDER  # A ladder has no other end.
        news = [Message(NEWS, {"channel": found.channel, "news": OVER, "ruled": ruled})] if found.state is not None else []
        after = self._at_end(found)._replace(status=OVER, news=OVER, checking=None, alarm=None)
        await self.store.tournaments.commit(
            TournamentChange(after, act=act, owed=[*news, Message(ENTRIES), *event_owed(found), *end_elsewhere(found, ruled=ruled)])
        )

    def _at_end(self, found: Tournament) -> Tournament:
        """A tournament that a moderator ends."""
        return found

    async def _close(self, row: Tournament, ruling: Ruling) -> None:
        if row.status == OVER:
            raise Unfit("tournament.over")
        await self.store.tournaments.close(row, await self._act(row, Act.END, [], ruling, lost=True))

    @one_at_a_time
    async def announce(self, tournament: int, act: Act, ruling: Ruling) -> float:
        """Announces an act on the whole tournament for a moderator who is entered; returns from when on they may do it."""
        found = await self._live(tournament)
        if act is not Act.END:
            _check_paused(found, act is Act.PAUSE)
        now, so_far = self.store.now(), announcement(await self.store.tournaments.acts(tournament), act)
        if so_far.open(now):
            raise Unfit("desk.announced_already", at=moment(so_far.announced + SILENCE))
        if now < so_far.objected + AGAIN:
            raise Unfit("motion.objected_lately", soon=distance(so_far.objected + AGAIN))
        kept = TournamentAct(now, ruling.by, ANNOUNCED + act, state_of(found).round, "", ruling.reason)
        await self.store.tournaments.commit(TournamentChange(found, act=kept))
        return now + SILENCE

    @one_at_a_time
    async def object(self, tournament: int, player: int, act: Act, moderates: bool = False) -> None:
        """Ends an announced act by the objection of an entrant, a former one, the host, a moderator (`moderates`), or the one who announced it."""
        found = await self._live(tournament)
        now, so_far = self.store.now(), announcement(await self.store.tournaments.acts(tournament), act)
        if not so_far.open(now):
            raise Unfit("consent.gone")
        if not moderates and player not in {found.host, so_far.by, *await ever_entered(self.store, tournament)}:
            raise Unfit("consent.not_asked")
        kept = TournamentAct(now, player, OBJECTED + act, state_of(found).round, "", "")
        await self.store.tournaments.commit(TournamentChange(found, act=kept))

    @one_at_a_time
    async def substitute(self, tournament: int, player: int, new: tuple[int, str], ruling: Ruling) -> None:
        """Replaces an entrant by another person, also at open tables."""
        found, entrants = await self._live(tournament), await self.store.tournaments.entrants(tournament)
        mine = await self._entered(found, player, "desk.not_in")
        act = await self._act(found, Act.SUBSTITUTE, [mine], ruling, new[1])
        if any(p.player == new[0] for p in entrants):
            raise Unfit("desk.in_already")
        for dealt in await self.store.tournaments.live_tables(tournament):
            sittings = await self.store.tables.sittings(dealt.table)
            for seat in await self.store.tables.seats(dealt.table):
                if seat.player == mine.player:
                    check_unseen(sittings, seat, new[0])
        entrants = [p._replace(player=new[0], name=new[1]) if p == mine else p for p in entrants]
        seats = await self._cards_for_new(found, mine.entrant)
        owed = [Message(GO_ON), *([Message(ENTRIES)] if seats is not None else [])]
        after = self._replaced(found, mine.entrant)
        await self.store.tournaments.commit(TournamentChange(after, entrants, replaced=mine, act=act, owed=owed, card_seats=seats))

    @one_at_a_time
    async def next_round(self, tournament: int) -> None:
        """Starts the next round, in a tournament whose rounds wait for a moderator."""
        found = await self._live(tournament)
        state = state_of(found)
        if not found.terms.by_hand or state.unfinished or found.cleared > len(state.fixtures):
            raise Unfit("tournament.not_waiting")
        await self.store.tournaments.commit(TournamentChange(found._replace(cleared=len(state.fixtures) + 1), owed=[Message(GO_ON)]))

    async def _live(self, tournament: int) -> Tournament:
        found = await self.get(tournament)
        if found.status == OVER:
            raise Unfit("tournament.over")
        if found.state is None:
            raise Unfit("tournament.not_begun")
        return found

    async def _act(
        self, tournament: Tournament, act: Act, whom: Sequence[EntrantRow], ruling: Ruling, new: str = "", lost: bool = False
    ) -> TournamentAct:
        """The act to store for a ruling, after the permission table has allowed it: every ruling goes through here. In a `lost` tournament there
        is no prize. Raises Unfit if it is refused, NeedsConsent if it has to be announced or put to others first."""
        if act in TOLD_BY_DISCORD:
            relation = await in_matches_of(self.store, tournament, ruling.by, [p.entrant for p in whom])
        else:
            relation = await in_tournament(self.store, tournament, ruling.by)
        agreed = ruling.motion is not None
        if act in WHOLE_TOURNAMENT and relation is Relation.MODERATOR_PLAYS:
            agreed = lost or announcement(await self.store.tournaments.acts(tournament.id), act).ripe(ruling.by, self.store.now())
        check(act, relation, Stake.PRIZE, agreed)
        number = tournament.state.round if tournament.state is not None else 0
        names = ", ".join(p.name for p in whom)
        word = Act.DROP if act is Act.DROP_LEFT else act
        return TournamentAct(self.store.now(), ruling.by, word.value, number, f"{names} → {new}" if new else names, ruling.reason)


def _check_paused(tournament: Tournament, paused: bool) -> None:
    """Raises Unfit if a tournament is paused (or not) already."""
    if tournament.paused == paused:
        raise Unfit("desk.paused_already" if paused else "desk.not_paused")


def state_of(tournament: Tournament) -> TournamentState:
    """The state of a tournament that has begun."""
    assert tournament.state is not None
    return tournament.state
