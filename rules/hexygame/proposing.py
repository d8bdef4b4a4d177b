"""What is worth trying: the candidates of a computer opponent for each decision, with what they promise at first sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.game import Action
from rules.hexygame import energy, gains
from rules.hexygame.advice import standing, whole
from rules.hexygame.combat import taking_part
from rules.hexygame.content import COLORS, Activated, Card, Cost, GainEnergy, Instruction, Slot
from rules.hexygame.effects import ability_of, slots_of
from rules.hexygame.features import is_energy, way, worth
from rules.hexygame.ground import CENTRE, FLAGS, distance
from rules.hexygame.offers import NONE, Offers
from rules.hexygame.refusing import PASS
from rules.hexygame.state import Item, Reality, Target
from rules.parts.searching import Candidate

WINS = 25.0
"""The promise of what wins at once."""
SCALE = 0.5
"""How much promise a point of gain makes."""
PLACES, AIMS, TO = 3, 4, 3
"""So many hexes, targets and ways to move are proposed for each card, ability and reality."""
MOST = 24
FUEL = 2
"""So many cards are discarded at most to pay for another one."""
_NO_ORDERS: frozenset[str] = frozenset()


def candidates(offers: Offers) -> list[Candidate]:
    """What the seat that is asked could do."""
    kind = offers.kind
    if kind == "deck":
        names = list(offers.content.presets)
        return [Candidate(0.0, ("deck", names[int(offers.state.seed, 16) % len(names)]))]
    if kind == "mulligan":
        return [Candidate(0.0, ("keep",) if keeps(offers) else ("mulligan",))]
    if offers.state.pick:
        return picks(offers)
    if kind == "respond":
        return answers(offers)
    found: dict[Action, float] = {PASS: 0.0}
    for promise, action, _ in _plays(offers):
        found[action] = max(promise, found.get(action, promise))
    best = sorted((Candidate(promise, action) for action, promise in found.items()), key=lambda c: -c.promise)
    kept = best[:MOST]
    return kept if any(c.action == PASS for c in kept) else [*kept, Candidate(0.0, PASS)]


def keeps(offers: Offers) -> bool:
    """Whether a hand can begin: something to build, something to pay with, something to do."""
    hand, content = offers.side.hand, offers.content
    bases = sum(w in content.basics for w in hand)
    return len(hand) <= 5 or 2 <= bases <= len(hand) - 2


# The Main Phase


def _plays(offers: Offers) -> Iterator[Candidate]:
    yield from _castings(offers)
    yield from _activations(offers)
    yield from _attacks(offers)
    yield from _moves(offers)


def _castings(offers: Offers) -> Iterator[Candidate]:
    content = offers.content
    able = set(offers.castable)
    fuelled: list[tuple[float, Action]] = []
    for word in dict.fromkeys(offers.side.hand):
        card = content.cards[word]
        if is_energy(content, word):
            continue
        if word in able:
            found = list(casts(offers, card))
            yield from found
            best = max((c.promise for c in found), default=-9.0)
            first = _saving(offers, card)
        else:
            best = _promise_of(card) if card.is_reality and offers.free else 0.5
            first = _fuel(offers, card)
        if first:
            fuelled.append((best, first))
    for best, first in fuelled:
        yield Candidate(best - 0.2 if first[0] == "cast" else best - 1.0, first)


def casts(offers: Offers, card: Card) -> Iterator[Candidate]:
    """The ways to cast a card that can be paid for."""
    if card.is_reality:
        yield from _placings(offers, card)
        return
    spell = card.spell.effects if card.type != "enchantment" else ()
    price = gains.CARD * 0.7 + gains.ENERGY * card.cost.total
    for words, aimed, gain in _aims(offers, card.slots, Item(0, "spell", offers.seat, card.word), spell):
        extra = _bestowed(offers, card, aimed.targets) if card.type == "enchantment" else 0.0
        yield Candidate(SCALE * (gain + extra - price), whole(offers, ("cast", card.word, *words)))


def _promise_of(card: Card) -> float:
    return 1.2 if card.type == "building" else 1.0 + 0.1 * card.cost.total


def _placings(offers: Offers, card: Card) -> Iterator[Candidate]:
    field, seat = offers.field, offers.seat
    goal = FLAGS[1 - seat]
    if goal in offers.free:
        yield Candidate(WINS, whole(offers, ("cast", card.word, goal)))
    spots = sorted(((_spot(offers, card, at), at) for at in offers.free if at != goal), reverse=True)[:PLACES]
    base = _promise_of(card) - (0.2 * max(0, len(field.buildings(seat)) - 4) if card.type == "building" else 0.0)
    for spot, at in spots:
        yield Candidate(base + SCALE * (spot - spots[0][0]) + 0.1 * spot, whole(offers, ("cast", card.word, at)))


def _spot(offers: Offers, card: Card, at: str) -> float:
    """How good a hex is for a card."""
    field, seat = offers.field, offers.seat
    attack, _, actions, _ = card.numbers
    near = [e for e in field.own(1 - seat) if distance(e.hex, at) <= max(2, card.range)]
    if card.type == "building":
        found = 0.25 * (6 - distance(at, FLAGS[1 - seat])) + 0.25 * max(0, 4 - distance(at, CENTRE)) - 0.3 * len(near) * (not attack)
        found += 1.0 if at == CENTRE else 0.0
        return found + 1.5 * (at == FLAGS[seat])
    found = gains.place(at, seat) if actions else 0.5 * gains.place(at, seat)
    return found + 0.3 * bool(attack and near) + 0.6 * any(e.hex == FLAGS[1 - seat] for e in near)


def _bestowed(offers: Offers, card: Card, targets: tuple[Target, ...]) -> float:
    """What an enchantment changes for its reality."""
    r = offers.state.realities[targets[0].uid]
    mine = 1.0 if r.owner == offers.seat else -1.0
    found = 0.0
    for static in offers.content.statics[card.word]:
        change = static.modify
        found += 1.3 * change.attack + 1.3 * change.defense + 0.8 * change.actions + 1.2 * len(change.keywords) - 0.5 * change.move_energy
        found -= 1.5 * ("move" in change.cannot and offers.field.numbers[r.uid].actions > 0)
    return mine * found * (0.5 + 0.1 * gains.value(offers.field, r))


class _Aimed(NamedTuple):
    """A way to aim a spell or an ability."""

    words: Action
    item: Item
    gain: float


def _aims(offers: Offers, slots: Sequence[Slot], item: Item, effects: Sequence[Instruction]) -> list[_Aimed]:
    """The best ways to aim an item that has no targets yet."""
    found = [_Aimed(words, aimed, gains.aim(offers.field, aimed, effects)) for words, aimed in _targeted(offers, slots, item, ())]
    return sorted(found, key=lambda f: -f.gain)[:AIMS]


def _targeted(offers: Offers, slots: Sequence[Slot], item: Item, words: Action) -> Iterator[tuple[Action, Item]]:
    if len(words) == len(slots):
        yield words, item
        return
    for word, target in offers.field.choices(slots[len(words)], item.seat, item.source, item.hex, item.targets).items():
        yield from _targeted(offers, slots, replace(item, targets=(*item.targets, target)), (*words, word))


# Energy


def _saving(offers: Offers, card: Card) -> Action | None:
    """An energy card that pays a part of a card which buildings could pay for as well."""
    if offers.covers(card.cost):
        return None
    return next((("cast", w) for w in dict.fromkeys(offers.side.hand) if w != card.word and is_energy(offers.content, w)), None)


def _fuel(offers: Offers, card: Card) -> Action | None:
    """The first of the energy cards and discards that make a card payable together with the buildings; None if they do not suffice."""
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
    for word in spare[: FUEL if offers.field.buildings(offers.seat) else FUEL + 1]:
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
    """What it is worth to keep a card in hand."""
    card = offers.content.cards[word]
    if card.rarity == "basic":
        few = offers.side.hand.count(word) <= 2 and len(offers.field.buildings(offers.seat)) < 5
        return 1.5 if card.type == "wizardry" else 2.2 if few else 0.8
    if word not in offers.side.deck:
        return 1.6 + 0.1 * card.cost.total
    colours = {offers.content.cards[w].produces for w in offers.side.deck}
    castable = all(n == 0 or c in colours for n, c in zip(card.cost.colors, COLORS, strict=True))
    return (1.6 + 0.1 * card.cost.total) if castable else 0.5


# Abilities, attacks, moves


def _activations(offers: Offers) -> Iterator[Candidate]:
    for at, abilities in offers.activatable.items():
        for name, ability in abilities.items():
            if not name.startswith("i"):
                yield from _activated(offers, offers.field.at[at], name, ability)


def _activated(offers: Offers, r: Reality, name: str, ability: Activated) -> Iterator[Candidate]:
    cost = ability.cost
    price = gains.ENERGY * cost.energy.total + 0.5 * cost.remove_points + 0.5 * cost.spend_action
    price += gains.value(offers.field, r) if cost.destroy_self else 0.0
    if ability.names_color:
        wanted = {c.lower() for w in offers.side.hand for c, n in zip(COLORS, offers.content.cards[w].cost.colors, strict=True) if n}
        for color in sorted(wanted):
            yield Candidate(-1.5, whole(offers, ("activate", r.hex, name, color)))
        return
    item = Item(0, "ability", offers.seat, r.card, r.uid, name, hex=r.hex)
    for words, _, gain in _aims(offers, ability.targets, item, ability.effects):
        yield Candidate(SCALE * (gain - price), whole(offers, ("activate", r.hex, name, *words)))


def _attacks(offers: Offers) -> Iterator[Candidate]:
    """Each attack alone, with as many as it takes to destroy the target, and with everybody who can join."""
    field, tried = offers.field, set[tuple[str, ...]]()
    for lead, targets in offers.attackers.items():
        for at in targets:
            joiners = offers.joiners(lead, at)
            strongest = sorted(joiners, key=lambda h: -field.numbers[field.at[h].uid].attack)
            for n in range(len(strongest) + 1):
                group = tuple(sorted((lead, *strongest[:n])))
                if (at, *group) in tried or not offers.affords(Cost(generic=n + 1)):
                    continue
                tried.add((at, *group))
                yield _attack(offers, lead, at, [h for h in joiners if h in group])


def _attack(offers: Offers, lead: str, at: str, joiners: list[str]) -> Candidate:
    field = offers.field
    victim = field.at[at]
    item = Item(0, "attack", offers.seat, attackers=tuple(field.at[h].uid for h in (lead, *joiners)), victim=victim.uid)
    gain = gains.fight(field, item)
    if struck := gains.answered(field, item):
        worst, kills = struck
        gain -= gains.value(field, worst) * (1.0 if kills else 0.3)
    if at == FLAGS[1 - offers.seat] and gains.loses(field, item) and _enters(offers, (lead, *joiners)):
        gain += WINS
    return Candidate(SCALE * (gain - gains.ENERGY * (1 + len(joiners))), whole(offers, ("attack", lead, at, *joiners)))


def _enters(offers: Offers, busy: Iterable[str]) -> bool:
    """Whether something could walk onto the opponent's Flag once an attack by these has emptied it."""
    goal = FLAGS[1 - offers.seat]
    for r in offers.field.own(offers.seat):
        left = r.die - (r.hex in busy) if r.has_action else 0
        if distance(r.hex, goal) <= left and "move" not in offers.field.numbers[r.uid].cannot:
            return True
    return False


def _moves(offers: Offers) -> Iterator[Candidate]:
    field, seat = offers.field, offers.seat
    goal = FLAGS[1 - seat]
    for at, hexes in offers.movable.items():
        r = field.at[at]
        if goal not in field.at and (path := way(field, at, goal, r.die)) and offers.affords(Cost(generic=len(path))):
            yield Candidate(WINS, whole(offers, ("move", at, path[0])))
        here = _stand(offers, r, at)
        better = sorted(((_stand(offers, r, to) - here, to) for to in hexes), reverse=True)[:TO]
        for gain, to in better:
            yield Candidate(SCALE * (gain - gains.ENERGY) - 0.3, whole(offers, ("move", at, to)))


def _stand(offers: Offers, r: Reality, at: str) -> float:
    """How good a hex is for a reality that may move there."""
    field = offers.field
    found = gains.place(at, offers.seat)
    numbers = field.numbers[r.uid]
    if numbers.attack:
        found += 0.5 * any(distance(e.hex, at) <= numbers.range for e in field.own(1 - offers.seat))
    return found + (gains.ON_FLAG / 2 if at == FLAGS[offers.seat] else 0.0)


# Answers


def answers(offers: Offers) -> list[Candidate]:
    """What is worth trying with priority: only where a table would ask, and only what meets what is about to happen."""
    found = [Candidate(0.0, PASS)]
    if standing(offers, _NO_ORDERS) is not None:
        return found
    if offers.struck:
        found += _counterstrikes(offers)
    near = _concerned(offers)
    for word in offers.castable:
        card = offers.content.cards[word]
        if not is_energy(offers.content, word):
            found += [c for c in casts(offers, card) if _meets(offers, card, c.action, near)]
    for at, abilities in offers.activatable.items():
        for name, ability in abilities.items():
            r = offers.field.at[at]
            if not name.startswith("i") and not ability.energy_only:
                found += [c for c in _activated(offers, r, name, ability) if at in near or near & set(c.action)]
    return found


def _counterstrikes(offers: Offers) -> Iterator[Candidate]:
    assert offers.struck
    item, target = offers.struck
    for head in offers.words(("counterstrike",)):
        for price in offers.words(("counterstrike", head.text)):
            against = offers.field.at[head.text]
            force = offers.field.numbers[target.uid].attack - sum(offers.field.numbers[a.uid].defense for a in taking_part(offers.field, item))
            gain = gains.value(offers.field, against) * min(1.0, force / against.points) if force > 0 else -2.0
            yield Candidate(SCALE * (gain - gains.ENERGY), whole(offers, ("counterstrike", head.text, price.text)))


def _concerned(offers: Offers) -> set[str]:
    """The hexes and items of what is about to happen."""
    state, top = offers.state, offers.state.top
    if top is None:
        return set()
    found = {f"s{top.id}", top.hex, top.origin}
    if top.kind == "centre":
        found.add(CENTRE)
    for uid in (*top.attackers, top.victim, top.source, *(t.uid for t in top.targets if t.what == "reality")):
        if uid in state.realities:
            found.add(state.realities[uid].hex)
    return found - {""}


def _meets(offers: Offers, card: Card, action: Action, near: set[str]) -> bool:
    return not card.slots or bool(near & set(action[2:]))


# Choices


def picks(offers: Offers) -> list[Candidate]:
    """The options of a choice."""
    pick = offers.state.pick
    assert pick is not None
    if pick.kind == "trigger_target":
        return _trigger_targets(offers)
    if pick.kind == "pick_sacrifice":
        rated = {w: worth(offers.field, offers.field.at[w], offers.field.numbers[offers.field.at[w].uid]) for w in offers.options}
        return _taken(offers, sorted(offers.options, key=lambda w: rated[w]))
    keep = pick.kind != "pick_discard" or pick.owner != offers.seat
    return _taken(offers, sorted(offers.options, key=lambda w: keeping(offers, w), reverse=keep))


def _taken(offers: Offers, order: list[str]) -> list[Candidate]:
    """The first options that are asked for; where it is one, others as well."""
    pick = offers.state.pick
    assert pick is not None
    if not order:
        return [Candidate(0.0, ("choose", NONE))]
    if pick.amount == 1:
        return [Candidate(-0.5 * n, ("choose", word)) for n, word in enumerate(dict.fromkeys(order))]
    chosen = order[: pick.amount]
    left = list(chosen)
    row = []
    for word in offers.options:
        if word in left:
            left.remove(word)
            row.append(word)
    return [Candidate(0.0, ("choose", *row))]


def _trigger_targets(offers: Offers) -> list[Candidate]:
    item = offers.state.batch[0]
    field = offers.field
    slot = slots_of(offers.content, item)[len(item.targets)]
    choices = field.choices(slot, item.seat, item.source, field.where(item.source), item.targets)
    effects = ability_of(offers.content, item).effects
    rated = []
    for word in offers.options:
        aimed = Item(0, item.kind, item.seat, item.card, item.source, item.ability, (*item.targets, choices[word]), hex=item.hex)
        rated.append(Candidate(SCALE * gains.aim(field, aimed, effects), ("choose", word)))
    return sorted(rated, key=lambda c: -c.promise)
