"""Quick estimates of effects for the seat that causes them, without search, by which a computer opponent chooses what to try."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hexygame import card_vocabulary
from rules.hexygame.combat import attack_blow, counter_blow
from rules.hexygame.computer.evaluation import worth
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.position import Field
from rules.hexygame.state import COUNTERSTRUCK, Item, Reality, Target

CARD = 1.5
ENERGY = 0.4
ON_CENTRE, ON_FLAG = 3.0, 4.0
_LIFE = 0.5
_ITEMS = {"spell": 3.0, "attack": 2.5, "move": 1.5, "ability": 1.5}


def value(field: Field, r: Reality) -> float:
    """The value of a reality to its owner where it stands."""
    found = worth(field, r, field.numbers[r.uid])
    if r.hex == CENTRE:
        found += ON_CENTRE
    elif r.hex == FLAGS[r.owner]:
        found += ON_FLAG
    return found


def place(at: str, seat: int) -> float:
    """The value to a seat of having something that can move on a hex."""
    if at == CENTRE:
        return ON_CENTRE
    return 0.5 * max(0, 4 - distance(at, CENTRE)) + 0.35 * (6 - distance(at, FLAGS[1 - seat]))


def aim(field: Field, item: Item, effects: Sequence[card_vocabulary.Instruction]) -> float:
    """What an item with its targets gains for its seat."""
    return sum(_gain(field, item, e, None) for e in effects)


def _gain(field: Field, item: Item, effect: card_vocabulary.Instruction, it: Reality | None) -> float:
    if isinstance(effect, card_vocabulary.ForEach):
        return sum(_gain(field, item, inner, r) for r in field.matching(item, effect.filter) for inner in effect.do)
    if isinstance(
        effect,
        card_vocabulary.Damage
        | card_vocabulary.RemovePoints
        | card_vocabulary.Heal
        | card_vocabulary.AddPoints
        | card_vocabulary.Modify
        | card_vocabulary.Grant
        | card_vocabulary.AddActions
        | card_vocabulary.Forbid,
    ):
        r = _reality(field, item, effect.to, it)
        return 0.0 if r is None else _on(field, item.seat, effect, r)
    if isinstance(effect, card_vocabulary.Destroy | card_vocabulary.Bounce):
        r = _reality(field, item, effect.what, it)
        if r is None:
            target = _target(item, effect.what)
            return 1.0 if target and target.what == "enchantment" else 0.0
        lost = value(field, r) if isinstance(effect, card_vocabulary.Destroy) else value(field, r) - CARD
        return lost if r.owner != item.seat else -lost
    return _plain(field, item, effect)


def _plain(field: Field, item: Item, effect: card_vocabulary.Instruction) -> float:
    """The value of effects that touch no single reality, or move some."""
    if isinstance(effect, card_vocabulary.Move):
        r, to = _reality(field, item, effect.what, None), _target(item, effect.to)
        return _shift(r, to.name, item.seat) if r and to else 0.0
    if isinstance(effect, card_vocabulary.Swap):
        a, b = _reality(field, item, effect.a, None), _reality(field, item, effect.b, None)
        return _shift(a, b.hex, item.seat) + _shift(b, a.hex, item.seat) if a and b else 0.0
    if isinstance(effect, card_vocabulary.Draw):
        return CARD * effect.amount
    if isinstance(effect, card_vocabulary.Discard):
        return CARD * min(effect.amount, len(field.state.sides[1 - item.seat].hand))
    if isinstance(effect, card_vocabulary.Sacrifice):
        able = sorted(value(field, r) for r in field.own(1 - item.seat) if field.fits(r, effect.filter, 1 - item.seat))
        return sum(able[: effect.amount])
    if isinstance(effect, card_vocabulary.Counter):
        target = _target(item, effect.what)
        found = next((i for i in field.state.stack if target and i.id == target.uid), None)
        if found is None:
            return 0.0
        worth_it = _ITEMS.get(found.kind, 1.0) + (field.content.cards[found.card].cost.total if found.kind == "spell" else 0)
        return worth_it if found.seat != item.seat else -worth_it
    if isinstance(effect, card_vocabulary.WinningDice):
        return 2.0 if field.state.sides[1 - item.seat].dice > 1 else 0.0
    return {card_vocabulary.Raise: 2.0, card_vocabulary.Search: CARD, card_vocabulary.Dig: 2 * CARD, card_vocabulary.GainEnergy: ENERGY}.get(
        type(effect), 0.0
    )


def _on(field: Field, seat: int, effect: card_vocabulary.Instruction, r: Reality) -> float:
    """The value of what happens to one reality, for or against its owner."""
    mine = 1.0 if r.owner == seat else -1.0
    if isinstance(effect, card_vocabulary.Damage | card_vocabulary.RemovePoints):
        whole = value(field, r)
        return -mine * (whole if effect.amount >= r.points else 0.4 * whole * effect.amount / r.points)
    if isinstance(effect, card_vocabulary.Heal):
        lack = max(0, field.content.printed[r.card][3] - r.points)
        return mine * _LIFE * min(effect.amount, lack)
    if isinstance(effect, card_vocabulary.AddPoints):
        return mine * _LIFE * effect.amount
    if isinstance(effect, card_vocabulary.Forbid):
        return -mine * 0.4 * field.numbers[r.uid].attack
    busy = r.owner == field.state.active and 0 < r.die < COUNTERSTRUCK and _in_reach(field, r)
    fights = any(i.kind == "attack" and r.uid in (i.victim, *i.attackers) for i in field.state.stack)
    if isinstance(effect, card_vocabulary.Modify):
        found = (0.6 * effect.attack + 0.6 * effect.defense) * (2.0 if fights else 1.0 if busy else 0.2)
        return mine * (found + (_felled(field, r, effect.attack) if busy and effect.attack > 0 else 0.0))
    if isinstance(effect, card_vocabulary.AddActions):
        return mine * effect.amount * (1.5 if busy else 0.7) if r.owner == field.state.active else 0.0
    return 0.2 * mine


def _in_reach(field: Field, r: Reality) -> bool:
    """Whether an enemy is where a reality could strike it in this turn."""
    numbers = field.numbers[r.uid]
    far = r.die - 1 + numbers.range
    return bool(numbers.attack) and any(distance(e.hex, r.hex) <= far for e in field.own(1 - r.owner))


def _felled(field: Field, r: Reality, more: int) -> float:
    """The value of the best enemy that a reality can destroy in this turn only with `more` attack."""
    numbers = field.numbers[r.uid]
    far = r.die - 1 + numbers.range
    found = 0.0
    for e in field.own(1 - r.owner):
        left = e.points + field.numbers[e.uid].defense - numbers.attack
        if 0 < left <= more and distance(e.hex, r.hex) <= far and field.may_meet(r, e):
            found = max(found, value(field, e))
    return found


def _shift(r: Reality, to: str, seat: int) -> float:
    change = place(to, r.owner) - place(r.hex, r.owner)
    return change if r.owner == seat else -change


def _target(item: Item, ref: str) -> Target | None:
    return item.targets[int(ref[1]) - 1] if ref in ("t1", "t2") and len(item.targets) >= int(ref[1]) else None


def _reality(field: Field, item: Item, ref: str, it: Reality | None) -> Reality | None:
    """The reality that a reference of an effect means."""
    if ref == "it":
        return it
    target = _target(item, ref)
    uid = item.source if ref == "self" else target.uid if target and target.what == "reality" else 0
    return field.state.realities.get(uid)


def fight(field: Field, item: Item) -> float:
    """What an attack gains for the attacker as things stand, with its counterstrike if any."""
    gain = 0.0
    for blow in (attack_blow(field, item), counter_blow(field, item) if item.against else None):
        if blow is None:
            continue
        share = min(1.0, blow.damage / blow.hit.points)
        lost = value(field, blow.hit) * (1.0 if share >= 1 else 0.45 * share)
        gain += lost if blow.hit.owner != item.seat else -lost
    return gain


def answered(field: Field, item: Item) -> tuple[Reality, bool] | None:
    """The attacker that a counterstrike hurts most, and whether it is destroyed; None if it hurts nobody."""
    target = field.may_counter(item)
    if target is None:
        return None
    attackers = [field.state.realities[u] for u in item.attackers if u in field.state.realities]
    force = field.numbers[target.uid].attack - sum(field.numbers[a.uid].defense for a in attackers)
    if force <= 0:
        return None
    hit = [(a.points <= force, value(field, a) * min(1.0, force / a.points), a) for a in attackers if field.reaches(target, a)]
    if not hit:
        return None
    kills, _, worst = max(hit, key=lambda h: h[:2])
    blow = attack_blow(field, item)
    first = bool(attackers) and all(field.has(a, "combat_priority") for a in attackers) and not field.has(target, "combat_priority")
    return None if first and blow is not None and blow.damage >= target.points else (worst, kills)


def loses(field: Field, item: Item) -> bool:
    """Whether an attack destroys its target as things stand."""
    blow = attack_blow(field, item)
    return blow is not None and blow.damage >= blow.hit.points
