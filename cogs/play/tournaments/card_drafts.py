"""Card drafts and sealed decks before the first round of a tournament, and the decks built from them.

While cards are picked and decks built, the tournament is live without a match; its alarm is the next moment at which somebody's time is over
(`rules/competition/card_drafts/card_table.py`). Each
pick is one commit with what follows from it: picks of computers, and the clocks of people with a new pack. Clocks are stopped like those of a
check-in: while nobody can act, and while no process serves the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cogs.play.tournaments.draft_pace import pace_of
from cogs.play.tournaments.draft_progress import Drafting, progress_messages, seat_rows
from cogs.play.tournaments.moderation import state_of
from cogs.play.tournaments.preparation import Preparation
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.unfit import Unfit
from data.content import limited_of
from data.store.changes import ENTRIES, GO_ON, Message, TournamentChange
from data.store.heartbeat import Since
from data.store.rows import LIVE, OVER, CardSeat, EntrantRow, Tournament
from data.store.shards import Shards
from rules.competition import card_drafts
from rules.competition.card_drafts import CardTable, NoPick, Pick, Place
from rules.decks import Deck


class CardDrafts(Preparation):
    """Picks and decks. Each change is one commit. All methods raise Unfit if it is not possible, and NoTournament."""

    async def drafting(self, found: Tournament) -> Drafting | None:
        """The cards of a tournament; None if it has none, or has not begun."""
        if not found.terms.limited or found.seed is None:
            return None
        seats = await self.store.card_drafts.seats(found.id)
        if not seats:
            return None
        picks = await self.store.card_drafts.picks(found.id)
        begun = card_drafts.dealt(limited_of(found.game), found.terms.limited, found.seed, [seat.packs for seat in seats])
        draft = card_drafts.replayed(begun, (Pick(*row) for row in picks))
        places = tuple(Place(s.entrant, s.since, s.missed, s.computer, tuple(s.wishes), s.building, s.deck) for s in seats)
        return Drafting(found, CardTable(draft, places), len(picks), pace_of(found))

    async def drafting_of(self, tournament: int, player: int) -> tuple[Drafting, EntrantRow]:
        """The cards of a tournament, and a player's entry. Raises Unfit for a person without a seat there, and once it is over."""
        found = await self.get(tournament)
        if found.status == OVER:
            raise Unfit("tournament.over")
        mine = await self._entered(found, player)
        there = await self.drafting(found)
        if there is None:
            raise Unfit("limited.not_begun" if found.terms.limited else "limited.none")
        there.seat(mine.entrant)
        return there, mine

    async def _own_seat(self, tournament: int, player: int) -> tuple[Drafting, EntrantRow, int]:
        there, mine = await self.drafting_of(tournament, player)
        if mine.entrant not in state_of(there.tournament).active:
            raise Unfit("tournament.not_in")
        return there, mine, there.seat(mine.entrant)

    # What players do

    @one_at_a_time
    async def pick(self, tournament: int, player: int, card: str, number: int | None = None) -> None:
        """Takes a card for a player; `number` is the pick that it is for, if known, so that a button pressed twice picks once."""
        there, _, seat = await self._own_seat(tournament, player)
        sight = there.table.draft.view(seat)
        if there.table.draft.over:
            raise Unfit("limited.all_picked")
        if number is not None and number != sight.number:
            raise Unfit("limited.picked_before")
        if not sight.pack:
            raise Unfit("limited.nothing_here")
        try:
            table = there.table.picked(seat, card, self.store.now())
        except NoPick:
            raise Unfit("limited.not_there") from None
        await self._put(there, table.changed(seat, table.places[seat]._replace(computer=False)))

    @one_at_a_time
    async def wish(self, tournament: int, player: int, cards: Sequence[str]) -> None:
        """Sets the cards that a player wants first, in this order, if the clock picks for them."""
        there, _, seat = await self._own_seat(tournament, player)
        await self._put(there, there.table.changed(seat, there.table.places[seat]._replace(wishes=tuple(cards))))

    @one_at_a_time
    async def pick_again(self, tournament: int, player: int) -> None:
        """Lets a player for whom a computer picks pick by hand again."""
        there, _, seat = await self._own_seat(tournament, player)
        place = there.table.places[seat]
        await self._put(there, there.table.changed(seat, place._replace(computer=False, missed=0, since=self.store.now())))

    @one_at_a_time
    async def build(self, tournament: int, player: int, change: Callable[[Mapping[str, int]], Deck] | None = None) -> None:
        """Changes a player's deck; without `change` it becomes the deck that a computer would build of their cards."""
        there, _, seat = await self._own_seat(tournament, player)
        if not there.table.draft.over:
            raise Unfit("limited.still_picking")
        after = change(there.building(seat)) if change is not None else there.suggested(seat)
        building = {card: n for card, n in after.items() if n > 0}
        await self._put(there, there.table.changed(seat, there.table.places[seat]._replace(building=building)))

    @one_at_a_time
    async def hand_in(self, tournament: int, player: int) -> None:
        """Submits a player's deck for all matches that begin from now on; within a match it never changes."""
        there, mine, seat = await self._own_seat(tournament, player)
        table, game = there.table, limited_of(there.tournament.game)
        if not table.draft.over:
            raise Unfit("limited.still_picking")
        if any(mine.entrant in fixture.entrants for fixture in state_of(there.tournament).open):
            raise Unfit("limited.within_a_match")
        cards = there.building(seat)
        if game.decks_of(table.draft.pool(seat)).faults(cards):
            raise Unfit("limited.unfit")
        await self._put(there, table.changed(seat, table.places[seat]._replace(deck=game.decks.code(cards), building=cards)))

    async def _cards_again(self, found: Tournament) -> Sequence[CardSeat] | None:
        """The seats with their whole time again, after a pause; None if there is nothing to pick or build."""
        there, now = await self.drafting(found), self.store.now()
        if there is None or there.table.over:
            return None
        return seat_rows(there.table._replace(places=tuple(place._replace(since=now) for place in there.table.places)))

    async def _cards_for_new(self, found: Tournament, entrant: int) -> Sequence[CardSeat] | None:
        """The seats with a substitute, who takes over picks and deck, with their own time, list and hands: no computer picks for them, and they
        don't learn the earlier player's list."""
        there = await self.drafting(found)
        if there is None:
            return None
        seat = there.seat(entrant)
        place = there.table.places[seat]._replace(wishes=(), missed=0, computer=False, since=self.store.now())
        return seat_rows(there.table.changed(seat, place))

    # What follows

    async def _put(self, there: Drafting, table: CardTable) -> None:
        """Stores a table with what follows from it; once everybody has a deck, the tournament goes on."""
        found, now = there.tournament, self.store.now()
        after = table.goes_on(there.pace, now)
        entrants = None
        if decks := {place.entrant: place.deck for place in after.places if place.entrant is not None and place.deck is not None}:
            entrants = [p._replace(deck=decks.get(p.entrant, p.deck)) for p in await self.store.tournaments.entrants(found.id)]
        picks = [(there.stored + n, *pick) for n, pick in enumerate(after.rows)]
        owed = [*progress_messages(there, table, after), Message(ENTRIES)]
        if after.over:
            owed.append(Message(GO_ON))
        row = found._replace(alarm=after.due(there.pace)) if not there.table.over or not after.over else found
        change = TournamentChange(row, entrants, owed=owed, card_seats=seat_rows(after), card_picks=picks)
        await self.store.tournaments.commit(change)

    async def _drafted(self, found: Tournament) -> bool:
        """Whether a tournament's matches may begin: it has no cards, or everybody has a deck. Until then does what is due."""
        there = await self.drafting(found)
        if there is None or there.table.over:
            return True
        after = there.table.goes_on(there.pace, self.store.now())
        if after != there.table or found.alarm != after.due(there.pace):
            await self._put(there, there.table)
        return False

    @one_at_a_time
    async def _later(self, tournament: int, seconds: float, since: float) -> None:
        """Credits everybody `seconds` from the moment `since`, in which nobody could act."""
        found = await self.get(tournament)
        there = await self.drafting(found)
        if there is not None and not there.table.over and found.status == LIVE:
            await self._put(there, there.table.later(seconds, since))

    async def delay(self, shards: Shards, since: Since) -> None:
        """Credits downtime, as for check-ins: while no process served a server, nobody's time for picks passed."""
        await super().delay(shards, since)
        for number in await self.store.card_drafts.going_on(shards):
            found, now = await self.get(number), self.store.now()
            begun = since(found.guild)
            if begun is not None and begun < now and found.stands is None and not found.paused:
                await self._later(number, now - begun, begun)

    @one_at_a_time
    async def stand(self, tournament: int, why: str, since: float) -> bool:
        found = await self.get(tournament)
        if not await self._timed(found) or found.stands == why:
            return await self._stood(found, why, since)
        stands = found._replace(stands=why, stood=found.stood if found.stands else since, alarm=found.alarm)
        await self.store.tournaments.commit(TournamentChange(stands))
        return True

    @one_at_a_time
    async def run(self, tournament: int) -> bool:
        found = await self.get(tournament)
        there = await self.drafting(found)
        if found.stands is None or there is None or there.table.over or found.status == OVER:
            return await self._ran(found)
        again = found._replace(stands=None, stood=0)
        table = there.table.later(max(self.store.now() - found.stood, 0), found.stood)
        await self._put(Drafting(again, table, there.stored, pace_of(again)), table)
        return True

    async def _timed(self, found: Tournament) -> bool:
        """Whether clocks run for picks or decks of a tournament."""
        there = await self.drafting(found) if found.status == LIVE else None
        return there is not None and not there.table.over
