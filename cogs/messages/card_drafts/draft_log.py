"""The draft log: the file of a tournament's last message with the seed, packs, all picks and the decks."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from cogs.messages.card_drafts.public_messages import _listed
from cogs.messages.rules.find_cards import card_name
from cogs.messages.tournaments.shown_tournament import entrant_names
from cogs.play.fair_share import in_thread
from cogs.play.tournaments.draft_progress import Drafting
from data.language import Texts
from data.store import Store
from data.store.rows import EntrantRow
from rules.randomness import seed_hash


async def draft_log(store: Store, there: Drafting, entrants: Sequence[EntrantRow], say: Texts) -> discord.File:
    """The log of a draft as a file."""
    text = await in_thread(log_text, there, entrants, await store.card_drafts.picks(there.tournament.id), say)
    return discord.File(io.BytesIO(text.encode()), f"draft-{there.tournament.id}.txt")


def log_text(there: Drafting, entrants: Sequence[EntrantRow], rows: Sequence[tuple[int, str]], say: Texts) -> str:
    """The log of a draft after its last match: seed and hash, all packs, every pick in order, and the decks."""
    found, table = there.tournament, there.table
    assert found.seed is not None
    names = {entrant: str(name) for entrant, name in entrant_names(entrants).items()}
    seats = [names.get(place.entrant, "–") if place.entrant is not None else say("limited.log.computer") for place in table.places]
    lines = [say("tournament.seed", seed=f"{found.seed:064x}", hash=seed_hash(found.seed)), ""]
    for seat, packs in enumerate(table.draft.packs):
        lines.append(f"{seat + 1}. {seats[seat]}")
        lines += [f"  {say('limited.log.pack', n=n)} {_listed(cards, say)}" for n, cards in enumerate(packs, 1)]
    lines += ["", say("limited.log.picks")] if rows else []
    lines += [f"{n}. {seat + 1} {seats[seat]}: {card_name(say, card)}" for n, (seat, card) in enumerate(rows, 1)]
    decks = [(seat, place.deck) for seat, place in enumerate(table.places) if place.deck is not None]
    lines += ["", say("limited.log.decks")] if decks else []
    for seat, code in decks:
        cards = table.draft.limited.decks.decode(code)
        lines.append(f"{seat + 1}. {seats[seat]}: {', '.join(f'{n}x {card_name(say, card)}' for card, n in cards.items())}")
    return "\n".join(lines) + "\n"
