"""What moderators do to a tournament before its first round: other settings, who is in, the order of seeds; and what they tell its players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from cogs.play.permissions import Act
from cogs.play.tournaments.moderation import Ruling, TournamentDesk
from cogs.play.tournaments.new_tournament import NewTournament, checked
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.tournaments.sign_up import event_owed, in_order
from cogs.play.unfit import Unfit
from data.store.changes import ENTRIES, Message, TournamentChange
from data.store.values import OPEN, OVER, Tournament

HAND, RATING, RANDOM = "hand", "rating", "random"
"""How seeds come about."""


class BeforeStart(TournamentDesk):
    """Acts on a tournament that is open for entries. All of them raise Unfit once it has begun, and NoTournament."""

    async def edit(self, was: Tournament, new: NewTournament, changed: Sequence[str]) -> None:
        """Other settings, by the names of those that have `changed`: who has entered is told of them. Raises Refused by the game, and Unfit during
        the check-in, where more have entered than may, and where other settings have changed since it `was` read."""
        await self._edit(was.id, was, new, changed)

    @one_at_a_time
    async def _edit(self, tournament: int, was: Tournament, new: NewTournament, changed: Sequence[str]) -> None:
        found = await self._not_begun(tournament)
        if (found.name, found.plan, found.seeding, found.clock, found.terms) != (was.name, was.plan, was.seeding, was.clock, was.terms):
            raise Unfit("edit.meanwhile")
        if found.checking is not None:
            raise Unfit("edit.checking")
        entrants = await self.store.tournaments.entrants(tournament)
        if len(entrants) > new.terms.most:
            raise Unfit("edit.most", n=len(entrants))
        row = checked(new._replace(options=found.options), self.store.now())
        terms = structs.replace(row.terms, decks=found.terms.decks, order=found.terms.order, posts=found.terms.posts)
        after = found._replace(name=row.name, plan=row.plan, terms=terms, clock=row.clock, seeding=row.seeding, alarm=row.alarm)
        told = await self.to_entrants(found, "tournament.changed", changed=[*changed])
        await self.store.tournaments.commit(TournamentChange(after, owed=[Message(ENTRIES), *told, *event_owed(after)], edited=True))

    @one_at_a_time
    async def take_out(self, tournament: int, entrant: int, ruling: Ruling) -> None:
        """Somebody is out before it has begun; the channel is told why."""
        found = await self._not_begun(tournament)
        entrants = await self.store.tournaments.entrants(tournament)
        mine = next((p for p in entrants if p.entrant == entrant), None)
        if mine is None:
            raise Unfit("desk.not_in")
        act = await self._act(found, Act.DROP, [mine], ruling)
        rest = [p for p in entrants if p != mine]
        await self.store.tournaments.commit(TournamentChange(found, entrants=rest, act=act, owed=[Message(ENTRIES)]))

    @one_at_a_time
    async def seed(self, tournament: int, how: str) -> None:
        """Seeds are drawn, or sorted by rating, when it begins."""
        await self._seeded(await self._not_begun(tournament), how, ())

    @one_at_a_time
    async def seed_by_hand(self, tournament: int, order: Sequence[int]) -> None:
        """Seeds are in this order; who is not named follows in the order so far."""
        found = await self._not_begun(tournament)
        so_far = await self._order(found)
        first = [e for e in dict.fromkeys(order) if e in so_far]
        await self._seeded(found, HAND, [*first, *(e for e in so_far if e not in first)])

    @one_at_a_time
    async def move_seed(self, tournament: int, entrant: int, by: int) -> None:
        """Somebody is so many places further down, or up where it is less than none; seeds are by hand then. Raises Unfit for who is not in."""
        found = await self._not_begun(tournament)
        order = await self._order(found)
        if entrant not in order:
            raise Unfit("desk.not_in")
        at = order.index(entrant)
        order.insert(min(max(at + by, 0), len(order) - 1), order.pop(at))
        await self._seeded(found, HAND, order)

    async def seeds(self, tournament: int) -> list[int]:
        """Entrants in the order of their seeds as far as it is known: by hand, by rating, or as they have entered where it will be drawn."""
        return await self._order(await self.get(tournament))

    @one_at_a_time
    async def tell(self, tournament: int, by: int, text: str) -> None:
        """Tells those who are in something, in the name of a moderator. Raises Unfit when it is over."""
        found = await self.get(tournament)
        if found.status == OVER:
            raise Unfit("tournament.over")
        told = await self.to_entrants(found, "tournament.said", facts={"text": text}, by=by)
        if not told:
            raise Unfit("desk.nobody_in")
        await self.store.tournaments.commit(TournamentChange(found, owed=told))

    async def _order(self, found: Tournament) -> list[int]:
        entrants = await self.store.tournaments.entrants(found.id)
        order = in_order(found, entrants)
        if found.seeding != RATING:
            return order
        ratings = await self._ratings(found, entrants)
        return sorted(order, key=lambda e: -ratings.get(e, 0))

    async def _seeded(self, found: Tournament, how: str, order: Sequence[int]) -> None:
        terms = structs.replace(found.terms, order=tuple(order))
        await self.store.tournaments.commit(TournamentChange(found._replace(seeding=how, terms=terms), edited=True))

    async def _not_begun(self, tournament: int) -> Tournament:
        found = await self.get(tournament)
        if found.status != OPEN:
            raise Unfit("tournament.begun")
        return found
