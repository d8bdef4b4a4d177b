"""Which actions of a Main Phase are worth trying: the candidates of a computer opponent, with a first estimate of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from msgspec.structs import replace

from rules.computers.tree_search import Candidate
from rules.game import Action
from rules.hexygame.automatic_answers import completed
from rules.hexygame.card_vocabulary import COLORS, Activated, Cost, Instruction, Slot
from rules.hexygame.computer import effect_estimates
from rules.hexygame.computer.cards_for_energy import fuel, saving
from rules.hexygame.computer.evaluation import way
from rules.hexygame.content import Card
from rules.hexygame.energy import is_energy
from rules.hexygame.legal_actions import MOVE_PRICE, Offers
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.refusals import PASS
from rules.hexygame.state import Item, Reality, Target

WINS = 25.0
"""The promise of what wins at once."""
SCALE = 0.5
"""How much promise a point of gain makes."""
PLACES, AIMS, TO = 3, 4, 3
"""So many hexes, targets and ways to move are proposed for each card, ability and reality."""
MOST = 24
"""So many candidates are kept at most."""
HELD_BACK = -4.0
"""The promise of what pays for nothing at first sight, and is found good by a search alone."""


def plays(offers: Offers) -> list[Candidate]:
    """Candidates of a Main Phase, the most promising first, and passing."""
    found: dict[Action, float] = {PASS: 0.0}
    for promise, action, _ in _all(offers):
        found[action] = max(promise, found.get(action, promise))
    best = sorted((Candidate(promise, action) for action, promise in found.items()), key=lambda c: -c.promise)
    kept = best[:MOST]
    return kept if any(c.action == PASS for c in kept) else [*kept, Candidate(0.0, PASS)]


def _all(offers: Offers) -> Iterator[Candidate]:
    yield from _castings(offers)
    yield from _activations(offers)
    yield from _attacks(offers)
    yield from _moves(offers)
    yield from shifts(offers, {FLAGS[offers.seat], CENTRE})
    if not offers.affords(MOVE_PRICE) and any(r.has_action for r in offers.field.own(offers.seat)):
        yield from (Candidate(HELD_BACK, row[0]) for row in fuel(offers, MOVE_PRICE))


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
            first = saving(offers, card)
            fuelled += [(best, first)] if first else []
        else:
            best = _promise_of(card) if card.is_reality and offers.free else 0.5
            fuelled += [(best, row[0]) for row in fuel(offers, card.cost, word)]
    for best, first in fuelled:
        yield Candidate(best - 0.2 if first[0] == "cast" else best - 1.0 if first[0] == "discard" else HELD_BACK, first)


def casts(offers: Offers, card: Card, near: Set[str] = frozenset()) -> Iterator[Candidate]:
    """The affordable ways to cast a card; at what is `near`, if it may be aimed there."""
    found = _placings(offers, card) if card.is_reality else notions(offers, card, near)
    yield from (Candidate(c.promise, completed(offers, c.action)) for c in found)


def notions(offers: Offers, card: Card, near: Set[str] = frozenset()) -> Iterator[Candidate]:
    """The ways to cast what is no reality, without payment; at what is `near`, if it may be aimed there."""
    spell = card.spell.effects if card.type != "enchantment" else ()
    price = effect_estimates.CARD * 0.7 + effect_estimates.ENERGY * card.cost.total
    for words, aimed, gain in _aims(offers, card.slots, Item(0, "spell", offers.seat, card.word), spell, near):
        extra = _bestowed(offers, card, aimed.targets) if card.type == "enchantment" else 0.0
        yield Candidate(SCALE * (gain + extra - price), ("cast", card.word, *words))


def _promise_of(card: Card) -> float:
    return 1.2 if card.type == "building" else 1.0 + 0.1 * card.cost.total


def _placings(offers: Offers, card: Card) -> Iterator[Candidate]:
    field, seat = offers.field, offers.seat
    goal = FLAGS[1 - seat]
    if goal in offers.free:
        yield Candidate(WINS, ("cast", card.word, goal))
    spots = sorted(((_spot(offers, card, at), at) for at in offers.free if at != goal), reverse=True)[:PLACES]
    base = _promise_of(card) - (0.2 * max(0, len(field.buildings(seat)) - 4) if card.type == "building" else 0.0)
    for spot, at in spots:
        yield Candidate(base + SCALE * (spot - spots[0][0]) + 0.1 * spot, ("cast", card.word, at))


def _spot(offers: Offers, card: Card, at: str) -> float:
    """How good a hex is for a card."""
    field, seat = offers.field, offers.seat
    attack, _, actions, _ = card.numbers
    near = [e for e in field.own(1 - seat) if distance(e.hex, at) <= max(2, card.range)]
    if card.type == "building":
        found = 0.25 * (6 - distance(at, FLAGS[1 - seat])) + 0.25 * max(0, 4 - distance(at, CENTRE)) - 0.3 * len(near) * (not attack)
        found += 1.0 if at == CENTRE else 0.0
        return found + 1.5 * (at == FLAGS[seat])
    found = effect_estimates.place(at, seat) if actions else 0.5 * effect_estimates.place(at, seat)
    return found + 0.3 * bool(attack and near) + 0.6 * any(e.hex == FLAGS[1 - seat] for e in near)


def _bestowed(offers: Offers, card: Card, targets: tuple[Target, ...]) -> float:
    """The value of what an enchantment changes for its reality."""
    r = offers.state.realities[targets[0].uid]
    mine = 1.0 if r.owner == offers.seat else -1.0
    found = 0.0
    for static in offers.content.statics[card.word]:
        change = static.modify
        found += 1.3 * change.attack + 1.3 * change.defense + 0.8 * change.actions + 1.2 * len(change.keywords) - 0.5 * change.move_energy
        found -= 1.5 * ("move" in change.cannot and offers.field.numbers[r.uid].actions > 0)
    return mine * found * (0.5 + 0.1 * effect_estimates.value(offers.field, r))


class _Aimed(NamedTuple):
    """Targets for a spell or ability, with the value of that choice."""

    words: Action
    item: Item
    gain: float


def _aims(offers: Offers, slots: Sequence[Slot], item: Item, effects: Sequence[Instruction], near: Set[str] = frozenset()) -> list[_Aimed]:
    """The best targets for an item that has none yet; of those that are `near`, if there are any."""
    targets = [*_targeted(offers, slots, item, ())]
    targets = [(words, aimed) for words, aimed in targets if near & {*words}] or targets
    found = [_Aimed(words, aimed, effect_estimates.aim(offers.field, aimed, effects)) for words, aimed in targets]
    return sorted(found, key=lambda f: -f.gain)[:AIMS]


def _targeted(offers: Offers, slots: Sequence[Slot], item: Item, words: Action) -> Iterator[tuple[Action, Item]]:
    if len(words) == len(slots):
        yield words, item
        return
    for word, target in offers.field.choices(slots[len(words)], item.seat, item.source, item.hex, item.targets).items():
        yield from _targeted(offers, slots, replace(item, targets=(*item.targets, target)), (*words, word))


# Abilities, attacks, moves


def _activations(offers: Offers) -> Iterator[Candidate]:
    for at, abilities in offers.activatable.items():
        for name, ability in abilities.items():
            if not name.startswith("i"):
                yield from activated(offers, offers.field.at[at], name, ability)


def shifts(offers: Offers, to: Set[str]) -> Iterator[Candidate]:
    """Potency given by buildings to neighbours of the same seat that stand on some hexes (HX-5.7)."""
    mine = {r.hex for r in offers.field.buildings(offers.seat)} & to
    for at, abilities in offers.activatable.items() if mine else ():
        for name, ability in abilities.items():
            found = activated(offers, offers.field.at[at], name, ability, mine) if name.startswith("i") else ()
            yield from (Candidate(HELD_BACK, c.action) for c in found if mine & {*c.action[2:]})


def activated(offers: Offers, r: Reality, name: str, ability: Activated, near: Set[str] = frozenset()) -> Iterator[Candidate]:
    """The ways to activate an ability; at what is `near`, if it may be aimed there."""
    cost = ability.cost
    price = effect_estimates.ENERGY * cost.energy.total + 0.5 * cost.remove_points + 0.5 * cost.spend_action
    price += effect_estimates.value(offers.field, r) if cost.destroy_self else 0.0
    if ability.names_color:
        wanted = {c.lower() for w in offers.side.hand for c, n in zip(COLORS, offers.content.cards[w].cost.colors, strict=True) if n}
        for color in sorted(wanted):
            yield Candidate(-1.5, completed(offers, ("activate", r.hex, name, color)))
        return
    item = Item(0, "ability", offers.seat, r.card, r.uid, name, hex=r.hex)
    for words, _, gain in _aims(offers, ability.targets, item, ability.effects, near):
        yield Candidate(SCALE * (gain - price), completed(offers, ("activate", r.hex, name, *words)))


def _attacks(offers: Offers) -> Iterator[Candidate]:
    """Each attack alone, with as many as needed to destroy the target, and with everybody who can join."""
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
    gain = effect_estimates.fight(field, item)
    if struck := effect_estimates.answered(field, item):
        worst, kills = struck
        gain -= effect_estimates.value(field, worst) * (1.0 if kills else 0.3)
    if at == FLAGS[1 - offers.seat] and effect_estimates.loses(field, item) and _enters(offers, (lead, *joiners)):
        gain += WINS
    return Candidate(SCALE * (gain - effect_estimates.ENERGY * (1 + len(joiners))), completed(offers, ("attack", lead, at, *joiners)))


def _enters(offers: Offers, busy: Iterable[str]) -> bool:
    """Whether something could move onto the opponent's Flag once an attack by these has emptied it."""
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
            yield Candidate(WINS, completed(offers, ("move", at, path[0])))
        here = _stand(offers, r, at)
        better = sorted(((_stand(offers, r, to) - here, to) for to in hexes), reverse=True)[:TO]
        for gain, to in better:
            yield Candidate(SCALE * (gain - effect_estimates.ENERGY) - 0.3, completed(offers, ("move", at, to)))


def _stand(offers: Offers, r: Reality, at: str) -> float:
    """How good a hex is for a reality that may move there."""
    field = offers.field
    found = effect_estimates.place(at, offers.seat)
    numbers = field.numbers[r.uid]
    if numbers.attack:
        found += 0.5 * any(distance(e.hex, at) <= numbers.range for e in field.own(1 - offers.seat))
    return found + (effect_estimates.ON_FLAG / 2 if at == FLAGS[offers.seat] else 0.0)
