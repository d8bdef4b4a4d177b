"""A person's relation to a table, for the permission table: who plays or has played there, and who has seen which hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cogs.play.permissions import Relation, Stake
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.rows import SeatRow, Sitting, TableRow, Tournament
from rules.competition.tournament.teams import in_match_of


async def at_table(store: Store, row: TableRow, seats: Sequence[SeatRow], moderator: int) -> tuple[Relation, Stake]:
    """A moderator's relation to a table, and the stake there. People who have given up a seat count as having played."""
    people = {s.player for s in seats} | {s.player for s in await store.tables.sittings(row.id)}
    people.discard(None)
    cup = await store.tournaments.of_table(row.id)
    entered = cup is not None and moderator in await ever_entered(store, cup)
    if cup is not None:
        stake = Stake.PRIZE
    else:
        stake = Stake.RATED if row.rated else Stake.HIDDEN  # There is no game without a hand, a deck or dice to come.
    if moderator not in people and not entered:
        return Relation.MODERATOR, stake
    return Relation.MODERATOR_PLAYS if entered or people > {moderator} else Relation.PLAYS_ALONE, stake


def check_unseen(sittings: Sequence[Sitting], seat: SeatRow, player: int) -> None:
    """Raises Unfit for a player who would return to a seat where somebody else has seen the hand since."""
    here = [sitting.player for sitting in sittings if sitting.seat == seat.seat and sitting.player is not None]
    if player in here and (seat.player is not None or here[-1] != player):
        raise Unfit("take.seen")


async def in_tournament(store: Store, tournament: Tournament, moderator: int) -> Relation:
    """A moderator's relation to a tournament; before it has begun, nobody plays in its matches."""
    begun = tournament.state is not None or bool(tournament.unreadable)
    return Relation.MODERATOR_PLAYS if begun and moderator in await ever_entered(store, tournament.id) else Relation.MODERATOR


async def in_matches_of(store: Store, tournament: Tournament, moderator: int, entrants: Collection[int]) -> Relation:
    """A moderator's relation to the open matches of `entrants`."""
    mine = {p.entrant for p in await store.tournaments.entrants(tournament.id) if p.player == moderator}
    being_played = tournament.state.open if tournament.state is not None else ()
    if tournament.plan.boards and tournament.state is not None:  # Whoever is in a team plays in its match, on whatever board.
        entrants = {*entrants}.union(*(in_match_of(tournament.state, e) for e in entrants))
    own = mine & {*entrants} or any(mine & {*f.entrants} and {*entrants} & {*f.entrants} for f in being_played)
    return Relation.MODERATOR_PLAYS if own else Relation.MODERATOR


async def ever_entered(store: Store, tournament: int) -> set[int]:
    """All people who are or were entered, including those who dropped out or were substituted."""
    entrants, replaced = await store.tournaments.entrants(tournament), await store.tournaments.replaced(tournament)
    return {p.player for p in entrants}.union(*replaced.values())
