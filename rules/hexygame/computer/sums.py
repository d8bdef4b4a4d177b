"""The sums behind an action, for reasons: energy before and after and what it pays for, blows, and how near and in whose reach a hex is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.computers.reasons import FIRST, LAST, NEXT, Fact
from rules.game import Action, Seat, Step
from rules.hexygame.combat import Blow, attack_blow, counter_blow
from rules.hexygame.energy import missing, more, plan
from rules.hexygame.map import CENTRE, FLAGS, PLACES, distance
from rules.hexygame.position import Field
from rules.hexygame.state import Item, State

ENOUGH_FOR, CHEAP, SHORT = 3, 3, 2
"""So many cards are named at most that can be paid for; what costs no more energy than this is cheap;
and so little more is told that would be enough."""

ENERGY = ("cast", "discard")
"""Verbs after which it is told what little more energy would be enough for."""


def sums(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """What is certain of an action of the seat itself. What its hand can do is private."""
    if acting == seat and before.stage == "mulligan" and action == ("keep",):
        yield _hand(rules, before, seat)
    if acting != seat or not action or before.stage != "play" or step.state.over or before.pick:
        return
    verb, field = action[0], Field(rules.content, before)
    if verb == "cast":
        yield from _cast(rules, field, seat, step)
    elif verb == "move":
        told = next(event.facts for event in step.events if event.kind == "move_declared")
        yield _place(field, seat, told["card"], told["hex"])
    elif verb in ("attack", "counterstrike"):
        yield from _blows(rules, step.state)
    elif verb == "pass" and before.stack and before.stack[-1].kind == "attack":
        yield from _blows(rules, before)
    elif verb == "pass" and before.stack and before.stack[-1].card:
        yield _resolves(field, before.stack[-1])
    if verb not in ("cast", "activate", "discard", "draw", "pass", "attack", "move"):
        return
    yield from _means(rules, before, step.state, seat, verb)


def _means(rules: Any, before: State, after: State, seat: Seat, verb: str) -> Iterator[Fact]:
    """The energy that is left, and what that pays for."""
    if verb == "pass":
        yield from _kept(rules, before, after, seat)
        return
    field = Field(rules.content, after)
    was, now = energy(Field(rules.content, before), seat), energy(field, seat)
    if was or now or verb == "activate":  # What follows in the same line would be told in its place.
        yield Fact("energy_left", {"seat": seat, "n": now, "of": was}, NEXT, True)
    hand = [w for w in after.sides[seat].hand if price(field, w)]
    if hand and not (cards := castable(field, seat, hand)) and verb in ENERGY and (almost := _short_of(field, seat, hand)):
        yield almost
    elif hand:
        yield Fact("castable" if cards else "castable_none", {"seat": seat, "cards": cards}, LAST, True, True)


def _kept(rules: Any, before: State, after: State, seat: Seat) -> Iterator[Fact]:
    """What a seat that passes could answer with: at the end of its turn only by its buildings (HX-5.5), of which it is told, too, what they give in
    its next one."""
    ends = not before.stack
    if ends:
        after = before.copy()
        after.sides[seat].pool = (0, 0, 0, 0, 0, 0)
        if before.slow and before.active == seat:
            yield _next_turn(Field(rules.content, after), seat)
    field = Field(rules.content, after)
    hand = [w for w in after.sides[seat].hand if price(field, w) and field.content.types[w] == "wizardry"]
    cards = castable(field, seat, hand)
    kind = "answers" if cards else "answers_none" if hand else "no_answers"
    facts = {"seat": seat, "cards": cards} if hand else {"seat": seat}
    yield Fact(kind, facts, FIRST if cards else LAST if ends else NEXT, True, True)
    yield Fact("energy_kept", {"seat": seat, "n": energy(field, seat)}, NEXT if ends else LAST, True)


def _next_turn(field: Field, seat: Seat) -> Fact:
    """The energy of a seat's next turn, if its buildings stay as they are (HX-7.1), and what that pays for that they do not pay for now."""
    state, hand = field.state.copy(), field.state.sides[seat].hand
    for b in field.buildings(seat) if state.sides[seat].library else ():
        state.realities[b.uid] = replace(b, points=b.points + field.numbers[b.uid].gain, turn=0)
    later, now = Field(field.content, state), castable(field, seat, hand)
    cards = [w for w in castable(later, seat, [w for w in hand if w not in now]) if price(field, w)]
    return Fact("next_turn", {"seat": seat, "n": energy(later, seat), "cards": cards}, NEXT, True, True)


def _short_of(field: Field, seat: Seat, hand: list[str]) -> Fact | None:
    """The cards that a little more energy would pay for, such as that of a card given up (HX-5.3)."""
    for n in range(1, min(SHORT, len(field.state.sides[seat].hand) - 1) + 1):
        state = field.state.copy()
        state.sides[seat].pool = more(state.sides[seat].pool, "C", n)
        if cards := castable(Field(field.content, state), seat, hand):
            return Fact("short_of", {"seat": seat, "n": n, "cards": cards}, LAST, True, True)
    return None


def _hand(rules: Any, before: State, seat: Seat) -> Fact:
    """What a first hand is made of: basic buildings, which give the energy for all else, and what costs little of it."""
    hand, field = before.sides[seat].hand, Field(rules.content, before)
    buildings = sum(card in rules.content.basics for card in hand)
    cheap = sum(card not in rules.content.basics and price(field, card) <= CHEAP for card in hand)
    return Fact("first_hand", {"seat": seat, "n": len(hand), "buildings": buildings, "cheap": cheap, "most": CHEAP}, FIRST, True, True)


def _cast(rules: Any, field: Field, seat: Seat, step: Step) -> Iterator[Fact]:
    """Where a card comes to stand, and what a building holds."""
    told = next(event.facts for event in step.events if event.kind == "cast")
    if told["hex"]:
        yield _place(field, seat, told["card"], told["hex"])
    if rules.content.types[told["card"]] == "building":
        yield _holds(field, seat, told["card"])


def _holds(field: Field, seat: Seat, card: str) -> Fact:
    """The energy that a building holds, how many its seat has then, and whether it can do more than the basic ones."""
    printed = field.content.cards[card]
    facts = {"seat": seat, "card": card, "n": printed.points, "buildings": len(field.buildings(seat)) + 1}
    return Fact("holds_energy", {**facts, "able": bool(printed.abilities) and not printed.numbers[0]}, FIRST, True)


def _place(field: Field, seat: Seat, card: str, hex_: str) -> Fact:
    """How far a hex is from where the game is won, and how many creatures of the other reach it."""
    steps = {"flag": distance(hex_, FLAGS[1 - seat]), "centre": distance(hex_, CENTRE)}
    reach = [r for r in field.own(1 - seat) if field.content.types[r.card] == "creature" and distance(r.hex, hex_) <= field.numbers[r.uid].range]
    return Fact("place", {"seat": seat, "card": card, "hex": hex_, **steps, "reach": len(reach)}, FIRST, True)


def _resolves(field: Field, item: Item) -> Fact:
    """What takes effect on the stack: of what comes or moves and may strike where it will stand, and what it threatens there; of another building
    the energy that it holds."""
    facts, moving = {"seat": item.seat, "card": item.card}, field.state.realities.get(item.source) if item.kind == "move" else None
    if moving is not None:
        numbers = field.numbers[moving.uid]
        attack, defense, far = numbers.attack, numbers.defense, numbers.range
    elif item.kind == "spell" and item.hex and (field.content.types[item.card] == "creature" or field.content.cards[item.card].numbers[0]):
        card = field.content.cards[item.card]
        (attack, defense, *_), far = card.numbers, card.range
    elif item.kind == "spell" and item.hex and field.content.types[item.card] == "building":
        return _holds(field, item.seat, item.card)
    else:
        aims = [field.state.realities[t.uid].hex if t.what == "reality" else t.name for t in item.targets if t.name or t.uid in field.state.realities]
        return Fact("resolves", {**facts, "targets": [at for at in aims if at in PLACES]}, FIRST, True)
    steps = {"flag": distance(item.hex, FLAGS[1 - item.seat]), "centre": distance(item.hex, CENTRE)}
    reach = sum(distance(r.hex, item.hex) <= far for r in field.own(1 - item.seat))
    return Fact("arrives", {**facts, "hex": item.hex, **steps, "attack": attack, "defense": defense, "reach": reach}, FIRST, True)


def _blows(rules: Any, state: State) -> Iterator[Fact]:
    """The attack that lies uppermost on the stack, in numbers, and the counterstrike against it."""
    item, field = state.stack[-1] if state.stack else None, Field(rules.content, state)
    if item is None or item.kind != "attack":
        return
    if blow := attack_blow(field, item):
        yield _blow("blow", item.seat, blow)
    if blow := counter_blow(field, item):
        yield _blow("counter", 1 - item.seat, blow)


def _blow(kind: str, seat: Seat, blow: Blow) -> Fact:
    """A blow of a seat: what strikes, less the defense, against what is left of the one that is struck."""
    struck = {"card": blow.hit.card, "hex": blow.hit.hex, "points": blow.hit.points}
    facts = {"seat": seat, **struck, "attack": blow.attack, "defense": blow.defense, "n": max(0, blow.attack - blow.defense)}
    return Fact(kind, facts, FIRST, True)


def energy(field: Field, seat: Seat) -> int:
    """The energy that a seat can still use now: in its pool, and in buildings to draw from."""
    return sum(field.state.sides[seat].pool) + sum(b.points for b in field.wells(seat))


def castable(field: Field, seat: Seat, hand: list[str]) -> list[str]:
    """The dearest of some cards that the pool and the buildings pay for without giving one up, each by itself."""
    cards, pool = field.content.cards, field.state.sides[seat].pool
    able = [w for w in dict.fromkeys(field.content.sort(hand)) if not missing(pool, cards[w].cost) or plan(field, seat, cards[w].cost)]
    return sorted(able, key=lambda w: -price(field, w))[:ENOUGH_FOR]


def price(field: Field, word: str) -> int:
    """The energy that a card costs."""
    cost = field.content.cards[word].cost
    return int(cost.generic + sum(cost.colors))
