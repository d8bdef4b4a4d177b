"""A seat's possible reactions: by public facts, and with its hand (PC-6 and PC-7)."""

from __future__ import annotations

from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act


def idle(field: Field, seat: int) -> bool:
    """Whether it is public that a seat can do nothing (PC-19.2 b)."""
    side = field.state.sides[seat]
    if side.hand and any(field.affords(seat, cost) for cost in field.content.reactions):
        return False
    return not usable(field, seat, main=False)


def usable(field: Field, seat: int, main: bool) -> dict[str, list[str]]:
    """The paid effects that a seat may use now, by the word of their card (PC-6.2); `main`: also those of the main phase alone (PC-7.6)."""
    found: dict[str, list[str]] = {}
    for t in field.state.things.values():
        if t.controller != seat or not field.content.paid[t.card]:
            continue
        for name, ability in field.content.paid[t.card]:
            if name in t.used or (ability.timing == "main" and not main):
                continue
            if not field.holds(ability.cond, seat) or not field.affords(seat, ability.pay.parts):
                continue
            if ability.pay.sacrifice is not None and not field.sacrifices(seat, ability.pay, t.uid):
                continue
            act = Act(0, "paid", seat, t.card, t.uid)
            if all(s.up_to or field.choices(s, act) for s in ability.targets):
                found.setdefault(field.word(t.uid), []).append(name)
    return found


def playable(field: Field, seat: int, main: bool) -> list[str]:
    """The cards in hand that a seat may play now, each once (PC-6.1, PC-6.2)."""
    content, side = field.content, field.state.sides[seat]
    found = []
    for word in content.sort(list(dict.fromkeys(side.hand))):
        card = content.cards[word]
        if card.type == "trap" or not (main or card.reacts) or not field.affords(seat, card.price.parts):
            continue
        if card.type == "spell":
            act = Act(0, "play", seat, word)
            if not all(s.up_to or field.choices(s, act) for s in card.abilities[0].targets):  # type: ignore[union-attr]
                continue
        found.append(word)
    return found


def reactions(field: Field, seat: int) -> list[str]:
    """All that a seat could react with now, its hand included."""
    return [*playable(field, seat, main=False), *usable(field, seat, main=False)]
