"""Moderators' acts on a tournament before its first round: settings, entrants, seeds, messages. Sign-up, check-in and start: `sign_up.py`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from cogs.play.permissions import Act
from cogs.play.tournaments.moderation import Ruling, TournamentDesk
from cogs.play.tournaments.new_tournament import NewTournament, checked
from cogs.play.tournaments.owed_messages import event_owed
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.tournaments.sign_up import in_order
from cogs.play.unfit import Unfit
from data.store.changes import ENTRIES, Message, TournamentChange
from data.store.rows import OPEN, OVER, Tournament

HAND, RATING, RANDOM = "hand", "rating", "random"
"""How seeds come about."""


class Preparation(TournamentDesk):
    """Acts on a tournament that is open for entries. All of them raise Unfit once it has begun, and NoTournament."""

    async def edit(self, was: Tournament, new: NewTournament, changed: Sequence[str]) -> None:
        """Replaces the settings; the entrants are told which have `changed`. Raises Refused by the game, and Unfit during the check-in, if too
        many have entered for the new ones, and if the tournament is no longer as it `was`."""
        await self._edit(was.id, was, new, changed)

    @one_at_a_time
    async def _edit(self, tournament: int, was: Tournament, new: NewTournament, changed: Sequence[str]) -> None:
        found = await self._not_begun(tournament)
        if (found.name, found.plan, found.seeding, found.clock, found.terms) != (was.name, was.plan, was.seeding, was.clock, was.terms):
            raise Unfit("edit.meanwhile")
        if found.checking is not None:
            raise Unfit("edit.checking")
        entrants = await self.store.tournaments.entrants(tournament)
        if len({p.entry for p in entrants}) > new.terms.most:
            raise Unfit("edit.most", n=len(entrants))
        row = checked(new._replace(options=found.options), self.store.now())
        terms = structs.replace(row.terms, decks=found.terms.decks, order=found.terms.order, posts=found.terms.posts)
        terms = structs.replace(terms, season=found.terms.season, follows=found.terms.follows)
        after = found._replace(name=row.name, plan=row.plan, terms=terms, clock=row.clock, seeding=row.seeding, alarm=row.alarm)
        told = await self.to_entrants(found, "tournament.changed", changed=[*changed])
        await self.store.tournaments.commit(TournamentChange(after, owed=[Message(ENTRIES), *told, *event_owed(after)], edited=True))

    @one_at_a_time
    async def take_out(self, tournament: int, entrant: int, ruling: Ruling) -> None:
        """Takes an entrant out, a team with all its members; the channel is told why."""
        found = await self._not_begun(tournament)
        entrants = await self.store.tournaments.entrants(tournament)
        mine = [p for p in entrants if p.entry == entrant]
        if not mine:
            raise Unfit("desk.not_in")
        act = await self._act(found, Act.DROP, mine, ruling)
        rest = [p for p in entrants if p not in mine]
        await self.store.tournaments.commit(TournamentChange(found, entrants=rest, act=act, owed=[Message(ENTRIES)]))

    @one_at_a_time
    async def seed(self, tournament: int, how: str) -> None:
        """Has seeds drawn, or sorted by rating, at the start."""
        await self._seeded(await self._not_begun(tournament), how, ())

    @one_at_a_time
    async def seed_by_hand(self, tournament: int, order: Sequence[int]) -> None:
        """Sets the order of seeds; entrants who are not named follow in their present order."""
        found = await self._not_begun(tournament)
        so_far = await self._order(found)
        first = [e for e in dict.fromkeys(order) if e in so_far]
        await self._seeded(found, HAND, [*first, *(e for e in so_far if e not in first)])

    @one_at_a_time
    async def move_seed(self, tournament: int, entrant: int, by: int) -> None:
        """Moves an entrant `by` places down (up if negative); seeds are set by hand from then on. Raises Unfit for a person who hasn't entered."""
        found = await self._not_begun(tournament)
        order = await self._order(found)
        if entrant not in order:
            raise Unfit("desk.not_in")
        at = order.index(entrant)
        order.insert(min(max(at + by, 0), len(order) - 1), order.pop(at))
        await self._seeded(found, HAND, order)

    async def seeds(self, tournament: int) -> list[int]:
        """The entrants in the order of their seeds, as far as known: by hand, by rating, or as entered if it will be drawn."""
        return await self._order(await self.get(tournament))

    @one_at_a_time
    async def tell(self, tournament: int, by: int, text: str) -> None:
        """Tells all who are in the tournament a text from a moderator. Raises Unfit if it is over, or nobody is in it."""
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
