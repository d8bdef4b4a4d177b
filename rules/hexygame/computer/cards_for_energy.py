"""Which cards and buildings a computer gives up for energy, and in which order, if the other buildings can't pay; the rules (HX-5.2, HX-5.3) are in
`actions.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.game import Action
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import COLORS, Cost, GainEnergy
from rules.hexygame.content import Card
from rules.hexygame.energy import is_energy
from rules.hexygame.legal_actions import Offers
from rules.hexygame.state import Reality

DISCARDED = 2
"""So many cards are discarded at most to pay for something; one more while nothing is built."""
GIVEN_UP = 3
"""So many buildings are tried at most to give their last potency, one of them."""


class _Source(NamedTuple):
    """What makes energy."""

    action: Action
    color: str
    amount: int


def saving(offers: Offers, card: Card) -> Action | None:
    """An energy card that saves part of a cost that buildings could pay alone."""
    if offers.covers(card.cost):
        return None
    return next((("cast", w) for w in dict.fromkeys(offers.side.hand) if w != card.word and is_energy(offers.content, w)), None)


def fuel(offers: Offers, cost: Cost, card: str = "") -> list[tuple[Action, ...]]:
    """The ways to make a cost affordable together with the buildings: by energy cards and discards, but not of `card`, or else by one of the
    buildings that are given up most easily."""
    rest = list(offers.side.hand)
    if card:
        rest.remove(card)
    if by_cards := _enough(offers, cost, [*_cards(offers, rest)]):
        return [by_cards]
    return [row for source in _last_potencies(offers) if (row := _enough(offers, cost, [source]))]


def _enough(offers: Offers, cost: Cost, sources: list[_Source]) -> tuple[Action, ...]:
    """So many sources of energy, in their order, as a cost needs; none if all are not enough."""
    pool, wells, used = offers.side.pool, offers.field.wells(offers.seat), list[Action]()
    for source in sources:
        pool = energy.more(pool, source.color, source.amount)
        wells = [b for b in wells if b.hex not in source.action]
        used.append(source.action)
        if _suffices(offers, pool, cost, wells):
            return tuple(used)
    return ()


def _cards(offers: Offers, rest: list[str]) -> Iterator[_Source]:
    for word in rest:
        if is_energy(offers.content, word):
            effect = offers.content.cards[word].spell.effects[0]
            assert isinstance(effect, GainEnergy)
            yield _Source(("cast", word), effect.color, effect.amount)
    spare = sorted((w for w in rest if not is_energy(offers.content, w)), key=lambda w: keeping(offers, w))
    for word in spare[: DISCARDED if offers.field.buildings(offers.seat) else DISCARDED + 1]:
        yield _Source(("discard", word), "C", 1)


def _last_potencies(offers: Offers) -> Iterator[_Source]:
    for b in sorted(offers.field.wells(offers.seat), key=lambda b: b.points)[:GIVEN_UP]:
        color = offers.content.cards[b.card].produces
        assert color is not None
        yield _Source(("draw", b.hex, str(b.points)), color, b.points)


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
