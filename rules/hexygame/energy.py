"""Paying with energy: what a pool can pay, and which buildings to draw from at least loss. `actions.py` produces energy (HX-5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.hexygame.card_vocabulary import COLORS, POOL, Cost, GainEnergy
from rules.hexygame.content import Content
from rules.hexygame.map import ORDER
from rules.hexygame.position import Field

Pool = tuple[int, ...]


class Well(NamedTuple):
    """An amount of energy drawn from the building on a hex."""

    hex: str
    amount: int


def is_energy(content: Content, word: str) -> bool:
    """Whether a card only gives energy."""
    card = content.cards[word]
    return card.type == "wizardry" and all(isinstance(e, GainEnergy) for e in card.spell.effects)


@lru_cache(8192)
def missing(pool: Pool, cost: Cost) -> str:
    """The energy that a pool lacks for a cost, written like a cost; empty if it covers it (HX-4.4)."""
    lacks = [max(0, need - pool[i + 1]) for i, need in enumerate(cost.colors)]
    left = pool[0] + sum(max(0, pool[i + 1] - need) for i, need in enumerate(cost.colors))
    generic = max(0, cost.generic - left)
    return (str(generic) if generic else "") + "".join(c * n for c, n in zip(COLORS, lacks, strict=True))


def paid(pool: Pool, cost: Cost) -> Pool:
    """The pool after paying by HX-5.8: generic energy from colourless first, then from the colour of which most is left."""
    left = [pool[0], *(n - need for n, need in zip(pool[1:], cost.colors, strict=True))]
    generic = cost.generic
    spent = min(left[0], generic)
    left[0] -= spent
    for _ in range(generic - spent):
        most = max(range(1, 6), key=lambda i: (left[i], -i))
        left[most] -= 1
    assert min(left) >= 0, "the pool was checked before"
    return tuple(left)


def spelled(energies: Pool) -> str:
    """Energies as a word, such as `crr`."""
    return "".join(c.lower() * n for c, n in zip(POOL, energies, strict=True))


def read(word: str) -> Pool | None:
    """Energies from a word; None for anything else or another order of letters."""
    energies = tuple(word.count(c.lower()) for c in POOL)
    return energies if spelled(energies) == word else None


def has_choice(pool: Pool, cost: Cost) -> bool:
    """Whether there is more than one way to pay a cost from a pool (HX-5.8)."""
    left = _beyond(pool, cost)
    return min(left) >= 0 and 0 < cost.generic < sum(left) and sum(n > 0 for n in left) > 1


def ways(pool: Pool, cost: Cost) -> list[str]:
    """All exact ways to pay a cost from a pool (HX-5.8); none where it does not cover it."""
    left = _beyond(pool, cost)
    if not cost.total or min(left) < 0:
        return []
    fixed = (0, *cost.colors)
    return [spelled(tuple(a + b for a, b in zip(fixed, extra, strict=True))) for extra in _splits(left, cost.generic)]


def _beyond(pool: Pool, cost: Cost) -> Pool:
    """What a pool holds beyond the coloured parts of a cost."""
    return (pool[0], *(n - need for n, need in zip(pool[1:], cost.colors, strict=True)))


def _splits(left: Pool, amount: int) -> Iterator[Pool]:
    if len(left) == 1:
        if amount <= left[0]:
            yield (amount,)
        return
    for n in range(min(left[0], amount), -1, -1):
        for rest in _splits(left[1:], amount - n):
            yield (n, *rest)


def plan(field: Field, seat: int, cost: Cost, spared: int = 0) -> tuple[Well, ...]:
    """Which buildings to draw from so that the pool covers a cost, at least loss; empty if they can't or need not.

    No building gives its last counter away, those with most give first, and colours that the cost names come before the part of any kind. `spared`
    is the uid of a building that is left alone.
    """
    pool = field.state.sides[seat].pool
    lacks = missing(pool, cost)
    if not lacks:
        return ()
    wells = {b.hex: b.points - 1 for b in field.wells(seat) if b.points > 1 and b.uid != spared}
    colors = {b.hex: field.content.cards[b.card].produces for b in field.wells(seat)}
    taken: dict[str, int] = {}

    def draw(color: str | None) -> bool:
        able = [h for h, n in wells.items() if n and (color is None or colors[h] == color)]
        if not able:
            return False
        best = max(able, key=lambda h: (wells[h], -ORDER[h]))
        wells[best] -= 1
        taken[best] = taken.get(best, 0) + 1
        return True

    generic = int(lacks.rstrip(COLORS) or 0)
    coloured = lacks.lstrip("0123456789")
    if not all(draw(c) for c in coloured) or not all(draw(None) for _ in range(generic)):
        return ()
    return tuple(Well(h, taken[h]) for h in sorted(taken, key=ORDER.__getitem__))


def more(pool: Pool, color: str, amount: int) -> Pool:
    """The pool with more of a colour."""
    at = POOL.index(color)
    return (*pool[:at], pool[at] + amount, *pool[at + 1 :])


def plan_word(wells: tuple[Well, ...]) -> str:
    """A plan as a word, such as `e2x2+e3x1`."""
    return "+".join(f"{w.hex}x{w.amount}" for w in wells)
