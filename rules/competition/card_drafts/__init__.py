"""Limited play: packs of cards, card drafts and sealed decks, and the decks built from such cards (HX-3.6, HX-3.7, PC-3.5, PC-3.6).

Everything is a pure function of a seed and of the picks so far, which are rows: `packs.py` says what is in a pack, `draft_state.py` who has which
pack before them, `card_table.py` whose time is over, `automatic_picks.py` what a computer picks, `automatic_decks.py` which deck it
builds.
"""

from rules.competition.card_drafts.automatic_decks import built
from rules.competition.card_drafts.automatic_picks import chosen
from rules.competition.card_drafts.card_table import MISSED, CardTable, Pace, Place, seated
from rules.competition.card_drafts.draft_state import (
    DRAFT,
    FEWEST,
    KINDS,
    MOST,
    PACKS,
    SEALED,
    SEALED_PACKS,
    Draft,
    NoPick,
    Pick,
    Sight,
    dealt,
    packs_of,
    replayed,
)
from rules.competition.card_drafts.packs import Bounds, Limited, Written, pack, read_limited

__all__ = [
    "DRAFT", "FEWEST", "KINDS", "MISSED", "MOST", "PACKS", "SEALED", "SEALED_PACKS", "Bounds", "CardTable", "Draft", "Limited", "NoPick", "Pace",
    "Pick", "Place", "Sight", "Written", "built", "chosen", "dealt", "pack", "packs_of", "read_limited", "replayed", "seated",
]  # fmt: skip
