"""Which cards a computer gives up for energy, and in which order, if its buildings alone can't pay; the rule (HX-5.3) is in `actions.py`."""

from __future__ import annotations

from rules.game import Action
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import COLORS, Cost, GainEnergy
from rules.hexygame.content import Card
from rules.hexygame.energy import is_energy
from rules.hexygame.legal_actions import Offers
from rules.hexygame.state import Reality

DISCARDED = 2
"""So many cards are discarded at most to pay for another one; one more while nothing is built."""


def saving(offers: Offers, card: Card) -> Action | None:
    """An energy card that saves part of a cost that buildings could pay alone."""
    if offers.covers(card.cost):
        return None
    return next((("cast", w) for w in dict.fromkeys(offers.side.hand) if w != card.word and is_energy(offers.content, w)), None)


def fuel(offers: Offers, card: Card) -> Action | None:
    """The first energy card or discard of those that make a card affordable together with the buildings; None if they can't."""
    if not offers.may_cast(card):
        return None
    content, pool = offers.content, offers.side.pool
    rest = list(offers.side.hand)
    rest.remove(card.word)
    first: Action | None = None
    wells = offers.field.wells(offers.seat)
    for word in [w for w in rest if is_energy(content, w)]:
        effect = content.cards[word].spell.effects[0]
        assert isinstance(effect, GainEnergy)
        pool = energy.more(pool, effect.color, effect.amount)
        first = first or ("cast", word)
        if _suffices(offers, pool, card.cost, wells):
            return first
    spare = sorted((w for w in rest if not is_energy(content, w)), key=lambda w: keeping(offers, w))
    for word in spare[: DISCARDED if offers.field.buildings(offers.seat) else DISCARDED + 1]:
        pool = energy.more(pool, "C", 1)
        first = first or ("discard", word)
        if _suffices(offers, pool, card.cost, wells):
            return first
    return None


def _suffices(offers: Offers, pool: energy.Pool, cost: Cost, wells: list[Reality]) -> bool:
    """Whether a pool pays a cost with the help of buildings."""
    lacks = energy.missing(pool, cost)
    if not lacks:
        return True
    coloured = lacks.lstrip("0123456789")
    have = {c: sum(b.points - 1 for b in wells if offers.content.cards[b.card].produces == c) for c in set(coloured)}
    if any(coloured.count(c) > have[c] for c in have):
        return False
    return int(lacks.rstrip(COLORS) or 0) + len(coloured) <= sum(b.points - 1 for b in wells)


def keeping(offers: Offers, word: str) -> float:
    """The value of keeping a card in hand."""
    card = offers.content.cards[word]
    if card.rarity == "basic":
        few = offers.side.hand.count(word) <= 2 and len(offers.field.buildings(offers.seat)) < 5
        return 1.5 if card.type == "wizardry" else 2.2 if few else 0.8
    if word not in offers.side.deck:
        return 1.6 + 0.1 * card.cost.total
    colours = {offers.content.cards[w].produces for w in offers.side.deck}
    castable = all(n == 0 or c in colours for n, c in zip(card.cost.colors, COLORS, strict=True))
    return (1.6 + 0.1 * card.cost.total) if castable else 0.5
