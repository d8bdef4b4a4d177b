"""The facts of HexyGame for a computer's reasons: what falls and comes, the Winning Dice, and how near realities are to Centre and Flag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import Fact, Measure
from rules.game import Action, Seat, Step
from rules.hexygame.computer.sums import sums
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.state import State

DICE, HELD, FALLEN, BUILDING, POINT = 4.0, 1.5, 1.5, 2.0, 0.5
"""What a point of the Winning Dice is worth, to go to the Centre, what is destroyed, as much again for a building, and each of its points."""
ENERGY, BODY, KEPT = 0.12, 1.0, 0.5
"""What energy that buildings hold is worth where a line stops, each building and creature, and each card in the hand."""
STEP, NEAR = 0.15, 3
"""What each step nearer to the other's Flag is worth, and from how far away that is told of the other seat."""
ALWAYS = {"cancelled": -1.5, "forbidden": -0.8, "searched": 1.0, "raised": 1.0, "drew": 0.6, "activated": 0.2, "cast": 0.3, "granted": 0.2}
"""What an event is worth to the seat that it names."""
EACH_TURN = "HX-7.3"
"""By this rule everybody draws at the beginning of their turn, which is no news."""

STAYING = ("artifact", "building", "creature")
"""Cards of which it is told that they come, not that they are cast."""


def notable(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """The facts of a step for a seat; what is good for one is bad for the other. Its own sums explain an action."""
    yield from sums(rules, before, acting, action, step, seat)
    if before.stage != "play":  # Everybody draws a hand.
        return
    at = {reality.hex: reality for reality in before.realities.values()}
    for event in step.events:
        kind, facts = event.kind, event.facts
        share = 1.0 if facts.get("seat") == seat else -1.0
        if kind in ("destroyed", "bounced"):
            points = at[facts["hex"]].points if facts["hex"] in at else 0
            fallen = FALLEN + BUILDING * (rules.content.types[facts["card"]] == "building") + POINT * points
            yield Fact(kind, facts, -share * fallen)
        elif kind == "winning_dice":
            yield Fact(kind, facts, share * DICE)
        elif kind == "entered" and (share > 0 or facts["card"] not in rules.content.basics):  # Everybody builds, which is no news.
            shown = {name: facts[name] for name in ("seat", "card", "hex")}
            yield Fact("enters", shown, share * (1.0 + POINT * facts["points"] / 2))
        elif kind == "combat" and facts["n"] and facts["left"]:
            yield Fact(kind, facts, share * POINT * facts["n"])
        elif kind == "counters_changed":
            yield Fact(kind, facts, share * POINT * facts["by"])
        elif kind in ("moved", "shifted") and facts["hex"] == CENTRE:
            yield Fact("centre", {"seat": facts["seat"], "card": facts["card"]}, share * HELD)
        elif kind in ("moved", "shifted"):
            goal = FLAGS[1 - facts["seat"]]
            left, was = distance(facts["hex"], goal), distance(facts["origin"], goal)
            if left < was and (share > 0 or left <= NEAR):
                yield Fact("nears", {"seat": facts["seat"], "card": facts["card"], "hex": facts["hex"], "n": left}, share * STEP * max(7 - left, 1))
        elif kind in ALWAYS and event.rule != EACH_TURN and not (kind == "cast" and rules.content.types[facts["card"]] in STAYING):
            yield Fact(kind, facts, share * ALWAYS[kind])


def measures(rules: Any, state: State, seat: Seat) -> Iterator[Measure]:
    """What is left of energy and cards to a seat, and of buildings and creatures to both."""
    types = rules.content.types
    yield Measure(
        "left_energy", {"seat": seat}, sum(r.points for r in state.realities.values() if r.owner == seat and types[r.card] == "building"), ENERGY
    )
    yield Measure("left_cards", {"seat": seat}, len(state.sides[seat].hand), KEPT)
    for whose, worth in ((seat, BODY), (1 - seat, -BODY)):
        for kind in ("building", "creature"):
            here = sum(r.owner == whose and types[r.card] == kind for r in state.realities.values())
            yield Measure(f"left_{kind}s", {"seat": whose}, here, worth)
