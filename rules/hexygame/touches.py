"""Whether an opponent's spell or ability touches something of a seat's (HX-15.9), by public facts alone: then the seat is asked.

Which targets a spell may have: `legal_actions`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.hexygame import card_vocabulary
from rules.hexygame.effects import ability_of, slots_of
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.position import Field
from rules.hexygame.state import Item, Reality

NEAR = 2
"""An enemy reality this near to something of one's own is a touch."""
NOWHERE = -1
"""Nothing is so near: what counts then is what happens to the seat's own things."""


def touches(field: Field, item: Item, seat: int, near: int = NEAR) -> bool:
    """Whether an item of the opponent may change something of this seat's, or brings or strengthens an enemy within `near` of it."""
    if item.kind == "spell" and field.content.cards[item.card].is_reality:
        return _close(field, item.hex, seat, near) or _spreads(field, item, seat, near)
    ability = ability_of(field.content, item)
    effects = ability.effects if ability else ()
    for n, (slot, target) in enumerate(zip(slots_of(field.content, item), item.targets, strict=True), 1):
        if slot.what == "stack" and any(i.id == target.uid and i.seat == seat for i in field.state.stack):
            return True
        if target.what in ("reality", "enchantment"):
            r = field.state.realities.get(target.uid) or field.enchanted(target.uid)
            if r is not None and (r.owner == seat or _close(field, r.hex, seat, near) or _loses(effects, f"t{n}", r, seat)):
                return True
            if r is not None and any(e.uid == target.uid and e.owner == seat for e in r.under):
                return True
        if target.what == "hex" and _close(field, target.name, seat, near):
            return True
    return any(_reaches(field, item, effect, seat, near) for effect in effects)


def _reaches(field: Field, item: Item, effect: card_vocabulary.Instruction, seat: int, near: int) -> bool:
    """Whether an effect without targets concerns the seat."""
    if isinstance(effect, card_vocabulary.Discard | card_vocabulary.RevealHand | card_vocabulary.WinningDice):
        return effect.player == "opponent"
    if isinstance(effect, card_vocabulary.Sacrifice):
        theirs = (r for r in field.own(item.seat) if field.fits(r, effect.filter, item.seat))
        return effect.player == "opponent" or any(_lies_under(r, seat) for r in theirs)
    if not isinstance(effect, card_vocabulary.ForEach):
        return False
    found = field.matching(item, effect.filter)
    return any(r.owner == seat or _close(field, r.hex, seat, near) or _loses(effect.do, "it", r, seat) for r in found)


def _lies_under(r: Reality, seat: int) -> bool:
    """Whether an enchantment of the seat's lies under a reality."""
    return any(e.owner == seat for e in r.under)


def _loses(effects: Sequence[card_vocabulary.Instruction], ref: str, r: Reality, seat: int) -> bool:
    """Whether effects on `ref` would remove this reality now, and with it an enchantment of the seat's (HX-11.6)."""
    goes = any(isinstance(e, card_vocabulary.Destroy | card_vocabulary.Bounce) and e.what == ref for e in effects)
    damage = sum(e.amount for e in effects if isinstance(e, card_vocabulary.Damage | card_vocabulary.RemovePoints) and e.to == ref)
    return _lies_under(r, seat) and (goes or damage >= r.points)


def _spreads(field: Field, item: Item, seat: int, near: int) -> bool:
    """Whether a reality being cast will change realities of the seat's from a distance, or strengthen enemies near them."""
    scopes = [(s.scope, s.modify) for s in field.content.statics[item.card] if isinstance(s.scope, card_vocabulary.Filter)]
    return any(
        field.fits(r, scope, item.seat, place=item.hex) and (r.owner == seat or (_is_gain(change) and _close(field, r.hex, seat, near)))
        for scope, change in scopes
        for r in field.state.realities.values()
    )


def _is_gain(change: card_vocabulary.Changes) -> bool:
    """Whether a change strengthens something in any way."""
    return bool(change.keywords) or max(change.attack, change.defense, change.actions, change.potency_gain, -change.move_energy) > 0


def _close(field: Field, at: str, seat: int, near: int) -> bool:
    """Whether a hex is within `near` of a reality of the seat's, its Flag, or the Centre."""
    marks = [FLAGS[seat], CENTRE, *(r.hex for r in field.own(seat))]
    return any(distance(at, mark) <= near for mark in marks)
