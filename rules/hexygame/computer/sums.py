"""The sums behind an action, for reasons: energy before and after and what it pays for, blows, and how near and in whose reach a hex is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import FIRST, LAST, NEXT, Fact
from rules.game import Action, Seat, Step
from rules.hexygame.combat import attack_blow
from rules.hexygame.energy import missing, plan
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.position import Field
from rules.hexygame.state import State

ENOUGH_FOR, CHEAP = 3, 3
"""So many cards are named at most that can be paid for; what costs no more energy than this is cheap."""


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
    elif verb == "attack":
        yield from _blow(rules, step.state)
    elif verb == "pass" and before.stack and (card := before.stack[-1].card):
        yield Fact("resolves", {"seat": before.stack[-1].seat, "card": card}, FIRST, True)
    elif verb == "pass" and before.stack:
        yield from _blow(rules, before)
    if verb not in ("cast", "activate", "discard", "draw", "pass", "attack", "move"):
        return
    yield from _means(rules, before, step.state, seat, verb)


def _means(rules: Any, before: State, after: State, seat: Seat, verb: str) -> Iterator[Fact]:
    """The energy that is left, and what that pays for; at the end of a turn only that of the buildings, for answers (HX-5.5)."""
    if verb == "pass" and not before.stack:
        after = before.copy()
        after.sides[seat].pool = (0, 0, 0, 0, 0, 0)
    field = Field(rules.content, after)
    was, now = energy(Field(rules.content, before), seat), energy(field, seat)
    if verb == "pass":
        yield Fact("energy_kept", {"seat": seat, "n": now}, NEXT, True)
    elif was or now or verb == "activate":  # What follows in the same line would be told in its place.
        yield Fact("energy_left", {"seat": seat, "n": now, "of": was}, NEXT, True)
    hand = [w for w in after.sides[seat].hand if price(field, w) and (verb != "pass" or field.content.types[w] == "wizardry")]
    if hand:
        cards = castable(field, seat, hand)
        kind = "answers" if verb == "pass" else "castable"
        yield Fact(kind if cards else f"{kind}_none", {"seat": seat, "cards": cards}, LAST, True, True)
    elif verb == "pass":
        yield Fact("no_answers", {"seat": seat}, LAST, True, True)


def _hand(rules: Any, before: State, seat: Seat) -> Fact:
    """What a first hand is made of: basic buildings, which give the energy for all else, and what costs little of it."""
    hand, field = before.sides[seat].hand, Field(rules.content, before)
    buildings = sum(card in rules.content.basics for card in hand)
    cheap = sum(card not in rules.content.basics and price(field, card) <= CHEAP for card in hand)
    return Fact("first_hand", {"seat": seat, "n": len(hand), "buildings": buildings, "cheap": cheap, "most": CHEAP}, FIRST, True, True)


def _cast(rules: Any, field: Field, seat: Seat, step: Step) -> Iterator[Fact]:
    """Where a creature comes to stand, or what a building holds."""
    told = next(event.facts for event in step.events if event.kind == "cast")
    card = rules.content.cards[told["card"]]
    if card.type == "creature" and told["hex"]:
        yield _place(field, seat, told["card"], told["hex"])
    elif card.type == "building":
        facts = {"seat": seat, "card": told["card"], "n": card.points, "buildings": len(field.buildings(seat)) + 1}
        yield Fact("holds_energy", facts, FIRST, True)


def _place(field: Field, seat: Seat, card: str, hex_: str) -> Fact:
    """How far a hex is from where the game is won, and how many creatures of the other reach it."""
    steps = {"flag": distance(hex_, FLAGS[1 - seat]), "centre": distance(hex_, CENTRE)}
    reach = [r for r in field.own(1 - seat) if field.content.types[r.card] == "creature" and distance(r.hex, hex_) <= field.numbers[r.uid].range]
    return Fact("place", {"seat": seat, "card": card, "hex": hex_, **steps, "reach": len(reach)}, FIRST, True)


def _blow(rules: Any, state: State) -> Iterator[Fact]:
    """The attack that lies uppermost on the stack, in numbers."""
    item = state.stack[-1] if state.stack else None
    blow = attack_blow(Field(rules.content, state), item) if item is not None and item.kind == "attack" else None
    if item is not None and blow is not None:
        attack, defense, target, *_ = blow
        facts = {"seat": item.seat, "card": target.card, "hex": target.hex, "attack": attack, "defense": defense, "points": target.points}
        yield Fact("blow", {**facts, "n": max(0, attack - defense)}, FIRST, True)


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
