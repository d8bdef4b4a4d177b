"""Whether the order of triggers matters, and how they are named (PC-8.3, PC-8.4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.planetary_conquerors import card_vocabulary
from rules.planetary_conquerors.card_vocabulary import MATERIALS
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Fired

_GIVING = (card_vocabulary.Add, card_vocabulary.Draw, card_vocabulary.Heal)
"""Instructions whose order among each other changes nothing."""


def words(field: Field, waiting: Sequence[Fired]) -> list[str]:
    """The names of waiting triggers; those that can't be told apart share one (PC-8.3)."""
    return list(by_word(field, waiting))


def by_word(field: Field, waiting: Sequence[Fired]) -> dict[str, Fired]:
    """The triggers by their words: the card with the ability, and, if that is ambiguous, what happened to whom."""
    kinds: dict[tuple[object, ...], Fired] = {}
    for fired in waiting:
        mine = fired.source if fired.ability in card_vocabulary.KEYWORD_ABILITIES or _speaks_of_itself(field, fired) else 0
        kinds.setdefault((fired.seat, fired.card, fired.ability, mine, fired.event if not _is_own(fired) else None), fired)
    names = [f"c{f.source}.{f.ability}" for f in kinds.values()]
    subjects = [field.word(f.event.subject) for f in kinds.values()]
    whole = [n if names.count(n) == 1 else f"{n}.{s}" for n, s in zip(names, subjects, strict=True)]
    return dict(zip(whole, kinds.values(), strict=True))


def _is_own(fired: Fired) -> bool:
    """Whether the event happened to the card itself."""
    return fired.event.subject == fired.source


def _speaks_of_itself(field: Field, fired: Fired) -> bool:
    """Whether it matters which of two copies it is: they are different sources of damage."""
    return any(isinstance(i, card_vocabulary.Damage) for i in field.content.ability(fired.card, fired.ability).do)


def matters(field: Field, waiting: Sequence[Fired]) -> bool:
    """Whether another order could have another result."""
    content = field.content
    abilities = [content.ability(f.card, f.ability) for f in waiting]
    if any(a.targets or a.optional for a in abilities):
        return True
    losses = [f for f in waiting if f.ability == "selfdestroy"]
    gifts = [all(isinstance(i, _GIVING) for i in a.do) for a in abilities]
    if not all(gift or f in losses for gift, f in zip(gifts, waiting, strict=True)):
        return True
    if any(_may_spoil(field, f, a.cond.material, waiting) for f, a in zip(waiting, abilities, strict=True) if a.cond and a.cond.material):
        return True
    if any(_overflows(field, seat, waiting) for seat in {f.seat for f in waiting}):
        return True
    heals = any(isinstance(i, card_vocabulary.Heal) for a in abilities for i in a.do)
    doomed = any(t.hp <= f.event.amount for f in losses if (t := field.state.things.get(f.source)))
    return bool(losses) and (heals or (doomed and len(waiting) > 1))


def _added(field: Field, fired: Fired, material: str) -> int:
    """How much of a material a trigger adds at most."""
    n = 0
    for i in field.content.ability(fired.card, fired.ability).do:
        if isinstance(i, card_vocabulary.Add):
            part = getattr(i, material)
            n += part if isinstance(part, int) else len(field.state.things)
    return n


def _may_spoil(field: Field, fired: Fired, material: str, waiting: Sequence[Fired]) -> bool:
    """Whether another trigger adds the material that a trigger's "if" tests."""
    return any(f.card != fired.card and f.seat == fired.seat and _added(field, f, material) for f in waiting)


def _overflows(field: Field, seat: int, waiting: Sequence[Fired]) -> bool:
    """Whether a replacement of added material could come into force on the way, as the storage may fill up (PC-8.4)."""
    for t in field.own(seat):
        for _, ability in field.content.replacements[t.card]:
            material = ability.would.material
            if ability.would.event == "add" and material:
                i = MATERIALS.index(material)
                coming = sum(_added(field, f, material) for f in waiting if f.seat == seat)
                if coming and field.state.sides[seat].stock[i] + coming > field.limits(seat)[i]:
                    return True
    return False
