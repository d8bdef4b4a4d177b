"""The facts of HexKnight for a computer's reasons: monsters beaten, wounds, cards of the offer, what is uncovered, and where a turn leads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from rules.computers.reasons import Fact, Measure
from rules.game import Action, Seat, Step
from rules.hexknight.computer.sums import sums
from rules.hexknight.island import bits
from rules.hexknight.state import State

WOUND, CARD, LEVEL, RUINS, CASTLE, HEALED = 1.7, 1.5, 1.0, 1.0, 0.5, 1.2
EXPLORED, GONE, SPENT = 0.25, 0.05, 0.1
"""What a hex uncovered is worth, to have gone somewhere, and cards exchanged, prepared or discarded."""
OTHERS = 0.4
"""What a monster that others beat, or a card that they take, costs of its worth."""
POINT, AWAY, FARTHEST = 1.0, 0.25, 9
"""What a point is worth where a line stops, and each step less to the nearest monster in sight; more steps than that are not told apart."""
WORTH = {"level": LEVEL, "ruins": RUINS, "castle": CASTLE, "exchanged": SPENT, "prepared": SPENT}


def notable(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """The facts of a step that matter to a seat. Its own sums explain an action."""
    yield from sums(rules, before, acting, action, step, seat)
    for event in step.events:
        kind, facts = event.kind, event.facts
        mine = facts.get("seat") == seat
        share = 1.0 if mine else -OTHERS
        if kind == "beaten":
            shown = {name: facts[name] for name in ("seat", "hex", "monster", "experience")}
            yield Fact("beats", shown, share * max(facts["experience"], 0.5))
        elif kind == "selected":
            yield Fact("takes", {"seat": facts["seat"], "card": facts["card"]}, share * CARD)
        elif not mine:
            continue
        elif kind == "wounded" and facts["n"]:
            yield Fact(kind, facts, -WOUND * facts["n"])
        elif kind == "rested":
            yield Fact(kind, facts, HEALED * facts["n"] or SPENT)
        elif kind == "revealed":
            yield Fact("explores", {"seat": seat, "n": facts["n"]}, EXPLORED * facts["n"])
        elif kind == "moved":
            at = step.state.heroes[seat].at
            where = {"hex": facts["path"][-1], "place": rules.island(before).feature[at], "by": _beside(rules, before, at)}
            yield Fact("goes", {"seat": seat, **where}, GONE)
        elif kind in WORTH:
            yield Fact(kind, facts, WORTH[kind])


def _away(rules: Any, state: State, at: int) -> int:
    """As the crow flies, the steps from a hex to the nearest monster in sight."""
    beside, near, steps = rules.island(state).grid.beside, 1 << at, 0
    while steps < FARTHEST and not near & state.guards:
        near, steps = near | reduce(or_, map(beside.__getitem__, bits(near))), steps + 1
    return steps


def _beside(rules: Any, before: State, at: int) -> list[list[str]]:
    """The monsters in sight beside a hex, as (hex, kind or family), before somebody goes there."""
    content, island = rules.content, rules.island(before)
    kind = before.monsters.__getitem__
    near = bits(island.grid.beside[at] & before.guards)
    return [[island.grid.labels[n], content.monsters[kind(n)].family if n in before.down else kind(n)] for n in near]


def measures(rules: Any, state: State, seat: Seat) -> Iterator[Measure]:
    """A seat's points and its way to a monster, and the points of the others."""
    hero = state.heroes[seat]
    yield Measure("left_points", {"seat": seat}, hero.score, POINT)
    yield Measure("left_away", {"seat": seat}, _away(rules, state, hero.at), -AWAY)
    for other in range(len(state.heroes)):
        if other != seat:
            yield Measure("left_points", {"seat": other}, state.heroes[other].score, -OTHERS * POINT)
