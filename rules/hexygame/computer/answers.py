"""Which answers are worth trying: with priority in either seat's turn, and for choices."""

from __future__ import annotations

from collections.abc import Iterator, Set

from rules.computers.tree_search import Candidate
from rules.game import Action
from rules.hexygame.automatic_answers import completed, standing
from rules.hexygame.combat import taking_part
from rules.hexygame.computer import effect_estimates
from rules.hexygame.computer.candidates import HELD_BACK, SCALE, activated, casts, notions, shifts
from rules.hexygame.computer.cards_for_energy import fuel, keeping
from rules.hexygame.computer.evaluation import worth
from rules.hexygame.content import Card
from rules.hexygame.effects import ability_of, slots_of
from rules.hexygame.energy import is_energy
from rules.hexygame.legal_actions import NONE, Offers
from rules.hexygame.map import CENTRE
from rules.hexygame.refusals import PASS
from rules.hexygame.state import Item

_NO_ORDERS: frozenset[str] = frozenset()


def keeps(offers: Offers) -> bool:
    """Whether an opening hand is good enough to keep: something to build, to pay with, and to do."""
    hand, content = offers.side.hand, offers.content
    bases = sum(w in content.basics for w in hand)
    return len(hand) <= 5 or 2 <= bases <= len(hand) - 2


def answers(offers: Offers) -> list[Candidate]:
    """Candidates for a seat with priority: only where a table would ask it, and only what meets what is about to happen."""
    found = [Candidate(0.0, PASS)]
    if standing(offers, _NO_ORDERS) is not None:
        return found
    if offers.struck:
        found += _counterstrikes(offers)
    near = _concerned(offers)
    found += [c for c in _cast(offers, near) if _meets(offers, offers.content.cards[c.action[1]], c.action, near)]
    found += [c for c in _activated(offers, near) if near & {*c.action}]
    found += shifts(offers, near)
    found += _fuelled(offers, near)
    found += [Candidate(HELD_BACK, ("draw", b.hex, str(b.points))) for b in offers.field.wells(offers.seat) if b.hex in near]
    return found


def whatever(offers: Offers) -> list[Candidate]:
    """Whatever else could be answered, to something that happens or not, but for what only makes energy."""
    return [*_cast(offers), *_activated(offers)]


def _cast(offers: Offers, near: Set[str] = frozenset()) -> Iterator[Candidate]:
    for word in offers.castable:
        if not is_energy(offers.content, word):
            yield from casts(offers, offers.content.cards[word], near)


def _fuelled(offers: Offers, near: Set[str]) -> Iterator[Candidate]:
    """What first makes energy to cast something; the plan is all that is done for that."""
    for word in dict.fromkeys(offers.side.hand):
        card = offers.content.cards[word]
        if offers.may_cast(card) and word not in offers.castable:
            aimed = [c.action for c in notions(offers, card, near) if _meets(offers, card, c.action, near)]
            yield from (Candidate(HELD_BACK, made[0], (*made, action)) for made in fuel(offers, card.cost, word) for action in aimed)


def _activated(offers: Offers, near: Set[str] = frozenset()) -> Iterator[Candidate]:
    for at, abilities in offers.activatable.items():
        for name, ability in abilities.items():
            if not name.startswith("i") and not ability.energy_only:
                yield from activated(offers, offers.field.at[at], name, ability, near)


def _counterstrikes(offers: Offers) -> Iterator[Candidate]:
    assert offers.struck
    item, target = offers.struck
    for head in offers.words(("counterstrike",)):
        for price in offers.words(("counterstrike", head.text)):
            against = offers.field.at[head.text]
            force = offers.field.numbers[target.uid].attack - sum(offers.field.numbers[a.uid].defense for a in taking_part(offers.field, item))
            gain = effect_estimates.value(offers.field, against) * min(1.0, force / against.points) if force > 0 else -2.0
            yield Candidate(SCALE * (gain - effect_estimates.ENERGY), completed(offers, ("counterstrike", head.text, price.text)))


def _concerned(offers: Offers) -> set[str]:
    """The hexes and items that what is about to happen concerns."""
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


def _meets(offers: Offers, card: Card, action: Action, near: Set[str]) -> bool:
    return not card.slots or bool(near & set(action[2:]))


# Choices


def picks(offers: Offers) -> list[Candidate]:
    """Candidates for a choice."""
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
    """The first options, as many as are asked for; where it is one, others as well."""
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
        rated.append(Candidate(SCALE * effect_estimates.aim(field, aimed, effects), ("choose", word)))
    return sorted(rated, key=lambda c: -c.promise)
