"""The facts of Hockey Game for a computer's reasons: the result of the attack, the cards spent for it, and the sums behind both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import Done, Fact, Line, Measure
from rules.game import Action, Seat, Step
from rules.hockey_game.computer.expert import Expert
from rules.hockey_game.computer.next_round import NARROW
from rules.hockey_game.computer.sums import shot_odds, sums
from rules.hockey_game.state import State
from rules.randomness import Chance

WORLDS = 16
"""In so many worlds an attack is followed."""
FAR, ROUNDS = 60, 2
"""So many actions at most, and so many rounds of the same attack."""
GOAL, MOVED, STOPPED, CARD, FIT = 10.0, 2.0, 2.0, 0.1, 0.8
"""What a goal is worth to whoever scores, to bring the puck forward and to stop an attack, a card that is kept, and a hero that is."""


BONUS, SPECIAL, HERO, THEIRS, SHOT = 0.15, 0.4, 0.5, 0.2, 0.05
"""What is left where a line stops: a point of a bonus card, a special card, a hero on the table, a card in the other's hand, and each of
100 throws in which a shot from where the next attack begins is a goal."""
THEN = ("scores", "stops")
"""What may come of the attack, or of the one that goes on."""


def notable(rules: Any, before: State, acting: Seat, step: Step, seat: Seat) -> Iterator[Fact]:
    """The facts of a step for a seat; what is good for one is bad for the other. Its own sums explain an action."""
    yield from sums(rules, before, acting, step, seat)
    for event in step.events:
        kind, facts = event.kind, event.facts
        who = facts.get("seat")
        share = 1.0 if who == seat else -1.0
        if kind == "goal":
            yield Fact("scores", {"seat": who}, share * GOAL)
        elif kind == "moved":
            yield Fact("advances", {"seat": who, "target": facts["target"]}, share * MOVED)
        elif kind in ("lost", "missed"):
            yield Fact("stops", {"seat": 1 - facts["seat"]}, -share * STOPPED)
        elif kind == "injured":
            yield Fact(kind, {"seat": who, "hero": facts["hero"], "lost": 0}, -share * FIT)
        elif kind in ("bonus", "special") and who == seat:
            yield Fact("spends", {"seat": seat, "card": facts["card"]}, -CARD)


def in_turn(line: Line) -> Line:
    """A line in which what comes only after the puck was brought on is told as such."""
    on = next((at for fact, at in zip(line.facts, line.came, strict=True) if fact.kind == "advances"), None)
    if on is None:
        return line
    facts = (
        fact._replace(kind=f"{fact.kind}_then") if fact.kind in THEN and at > on else fact for fact, at in zip(line.facts, line.came, strict=True)
    )
    return line._replace(facts=tuple(facts))


def rest_of_attack(rules: Any, world: State, seat: Seat, action: Action, chance: Chance) -> Iterator[Done]:
    """The actions of both seats from `action` on, each chosen by what its seat knows, until the attack has come to its end, or `ROUNDS` have: a pass
    is told by the shot for which it is made."""
    state = world
    for _ in range(FAR):
        yield seat, action
        state = rules.apply(state, seat, action).state
        if not rules.to_act(state) or (state.rounds != world.rounds and _over(world, state)):
            return
        (seat,) = rules.to_act(state)
        action = Expert(rules, [rules.imagine(state, seat, chance)], seat, chance, None, NARROW).weigh()[0].action


def _over(world: State, state: State) -> bool:
    """Whether somebody else attacks, a goal has fallen, or enough rounds are over."""
    enough = state.rounds - world.rounds >= ROUNDS or len(state.goals) != len(world.goals)
    return enough or state.round is None or state.present.attacker != world.present.attacker


def measures(rules: Any, state: State, seat: Seat) -> Iterator[Measure]:
    """The cards that are left in both hands, and the heroes on the table."""
    own, other = state.sides[seat], state.sides[1 - seat]
    cards = [rules.content.cards[word] for word in own.hand]
    yield Measure("left_bonus", {"seat": seat}, sum(card.value for card in cards if card.kind == "bonus"), BONUS)
    yield Measure("left_special", {"seat": seat}, sum(card.kind == "special" for card in cards), SPECIAL)
    yield Measure("left_hand", {"seat": 1 - seat}, len(other.hand), -THEIRS)
    for whose, worth in ((seat, SHOT), (1 - seat, -SHOT)):
        attacks = state.round is not None and state.present.attacker == whose
        yield Measure("left_shot", {"seat": whose}, shot_odds(rules, state, whose, state.puck) if attacks else 0, worth)
    yield Measure("left_heroes", {"seat": seat}, len(own.heroes), HERO)
    yield Measure("left_heroes", {"seat": 1 - seat}, len(other.heroes), -HERO)
