"""The facts of Planetary Conquerors for a computer's reasons: damage to mines, what falls, cards played, materials, attacks and traps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import Fact, Measure
from rules.game import Action, Seat, Step
from rules.planetary_conquerors.computer.sums import sums
from rules.planetary_conquerors.content import MINE
from rules.planetary_conquerors.state import State

HP, HIT, FALLEN, PRICE, MATERIAL = 1.0, 0.15, 1.0, 0.4, 0.3
"""What a hit point of a mine is worth, one of anything else, what falls, and each material of its price, and each that is gained."""
STOCK, CARD, WARRIOR, BUILT = 0.2, 0.2, 0.8, 0.12
"""What is left where a line stops: a material in stock, a card in the hand, a warrior, a hit point of buildings."""
ALWAYS = {"mine_fell": -20.0, "attack": 0.5, "trap": 1.0, "blocked": 0.6, "trap_lost": -0.8, "controlled": 2.0, "activated": 0.3}
"""What an event is worth to the seat that it names."""


def notable(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """The facts of a step for a seat; what is good for others is bad for it, divided by their number. Of their cards, which are imagined, buildings
    alone are facts: those win games. Its own sums explain an action; of its own attacks and blocks what comes of them is told."""
    yield from sums(rules, before, acting, action, step, seat)
    living = max(len(before.living()) - 1, 1)
    for event in step.events:
        kind, facts = event.kind, event.facts
        share = 1.0 if facts.get("seat") == seat else -1.0 / living
        if kind == "damaged" and facts["n"]:
            if facts["card"] == MINE or facts["left"] > 0:
                yield Fact(kind, facts, -share * facts["n"] * (HP if facts["card"] == MINE else HIT))
        elif kind in ("died", "destroyed", "sacrificed"):
            yield Fact(kind, facts, -share * (FALLEN + PRICE * _price(rules, facts["card"])))
        elif kind == "played":
            if share > 0 or rules.content.types.get(facts["card"]) == "building":
                yield Fact(kind, facts, share * PRICE * (1 + _price(rules, facts["card"])))
        elif kind == "gained" and share > 0 and action[:1] != ("convert",):
            if any(facts["n"]):
                yield Fact(kind, {**facts, "lost": [0, 0, 0]}, MATERIAL * sum(facts["n"]))
            if any(facts["lost"]):
                yield Fact("no_room", {"seat": seat, "lost": facts["lost"]}, -MATERIAL * sum(facts["lost"]))
        elif kind == "stolen":
            yield Fact(kind, facts, share * 2 * MATERIAL * facts["n"])
        elif kind in ("healed", "hp_lost"):
            yield Fact(kind, facts, share * HIT * facts["n"] * (1 if kind == "healed" else -1))
        elif kind in ALWAYS and not (kind in ("attack", "blocked") and share > 0):
            yield Fact(kind, facts, share * ALWAYS[kind])


def measures(rules: Any, state: State, seat: Seat) -> Iterator[Measure]:
    """What is left to a seat of materials and cards, and of mine, buildings and warriors to everybody."""
    types, side = rules.content.types, state.sides[seat]
    yield Measure("left_stock", {"seat": seat}, sum(side.stock), STOCK)
    yield Measure("left_cards", {"seat": seat}, len(side.hand), CARD)
    others = [-1.0 / max(len(state.sides) - 1, 1)] * len(state.sides)
    for whose, share in enumerate(others):
        share = 1.0 if whose == seat else share
        here = [thing for thing in state.things.values() if thing.controller == whose]
        yield Measure("left_mine", {"seat": whose}, sum(t.hp for t in here if t.card == MINE), share * HP)
        yield Measure("left_buildings", {"seat": whose}, sum(t.hp for t in here if types.get(t.card) == "building"), share * BUILT)
        yield Measure("left_warriors", {"seat": whose}, sum(types.get(t.card) == "warrior" for t in here), share * WARRIOR)


def _price(rules: Any, word: str) -> int:
    card = rules.content.cards.get(word)
    return card.price.total if card is not None else 0
