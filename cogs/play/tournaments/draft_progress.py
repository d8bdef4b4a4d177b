"""A tournament during its card draft: its table as stored, its beginning, and messages on its progress. Imports no discord."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.play.tournaments.draft_pace import SLOW, pace_of
from cogs.play.unfit import Unfit
from data.content import limited_of
from data.store.changes import NOTICE, Message
from data.store.rows import CardSeat, Tournament
from rules.competition import card_drafts
from rules.competition.card_drafts import CardTable, Pace


class Drafting(NamedTuple):
    """A tournament during its draft: its row, its card table, how many picks are stored, and its pace."""

    tournament: Tournament
    table: CardTable
    stored: int
    pace: Pace

    def seat(self, entrant: int) -> int:
        """The seat of an entrant. Raises Unfit for an entrant without one."""
        try:
            return self.table.seat_of(entrant)
        except ValueError:
            raise Unfit("tournament.not_in") from None

    def suggested(self, seat: int) -> dict[str, int]:
        """The deck that a computer would build of a seat's cards."""
        draft = self.table.draft
        return card_drafts.built(draft.limited, draft.pool(seat), draft.seed)

    def building(self, seat: int) -> dict[str, int]:
        """A seat's deck as far as it is built; at first the suggested one."""
        return dict(self.table.places[seat].building) or self.suggested(seat)


def seat_rows(table: CardTable) -> list[CardSeat]:
    """The seats of a card table, as stored."""
    packs = [[list(cards) for cards in own] for own in table.draft.packs]
    return [
        CardSeat(seat, p.entrant, packs[seat], p.since, p.missed, p.computer, [*p.wishes], dict(p.building), p.deck)
        for seat, p in enumerate(table.places)
    ]


def opened_table(found: Tournament, entrants: Sequence[int], seed: int, now: float) -> CardTable:
    """The card table at the beginning of a draft, with as many computers as wanted, as fit, and as are needed for the fewest seats."""
    terms, game = found.terms, limited_of(found.game)
    drafted = terms.limited == card_drafts.DRAFT
    seats = min(max(len(entrants) + terms.computers, card_drafts.FEWEST), max(card_drafts.MOST, len(entrants))) if drafted else len(entrants)
    packs = card_drafts.packs_of(game, terms.limited, seed, seats)
    return card_drafts.seated(card_drafts.dealt(game, terms.limited, seed, packs), entrants, now).goes_on(pace_of(found), now)


def progress_messages(there: Drafting, table: CardTable, after: CardTable) -> list[Message]:
    """The messages on what has changed: a new round of packs, that decks are built, for whom a computer picks, and who has a pack to pick from."""
    before, found = there.table, there.tournament
    messages = []
    if fresh := [p.entrant for p, was in zip(after.places, before.places, strict=True) if p.computer and not was.computer and p.entrant is not None]:
        messages.append(call(found, "computer", fresh))
    waiting = {after.places[seat].entrant for seat in after.awaited(there.pace)}
    if after.draft.over and not before.draft.over:
        messages.append(call(found, "build", sorted(e for e in waiting if e is not None)))
    elif after.draft.round != before.draft.round:
        messages.append(call(found, "round", sorted(e for e in waiting if e is not None)))
    elif there.pace.pick >= SLOW and not after.draft.over:
        called = [after.places[seat].entrant for seat in after.awaited(there.pace) if not before.draft.queues[seat]]
        messages += [call(found, "pack", [e for e in called if e is not None])] if called else []
    return messages


def call(found: Tournament, what: str, entrants: Sequence[int]) -> Message:
    return Message(NOTICE, {"channel": found.channel, "cards": what, "entrants": [*entrants]})


def begun_call(found: Tournament, entrants: Sequence[int]) -> Message:
    """The call to the first packs, or to sealed decks."""
    return call(found, "begun" if found.terms.limited == card_drafts.DRAFT else "sealed", entrants)
