"""Looks a round ahead: how much better or worse a place is for the puck than estimated."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Seat
from rules.hockey_game import game_flow
from rules.hockey_game.changes import Run
from rules.hockey_game.computer.evaluation import features, logit
from rules.hockey_game.computer.expected_goals import Place
from rules.hockey_game.computer.expert import Expert
from rules.hockey_game.state import State

NARROW = 4
"""So many moves are weighed with all cards a round ahead."""
OTHERS = 2
"""So many hands the other seat thinks of."""
TARGETS = 5


def places(expert: Expert) -> list[Place]:
    """Where the puck may be after this round without a faceoff, and who may attack then; first where it stays if the attack fails."""
    state = expert.state
    round_ = state.present
    attacker = round_.attacker
    shot_from_third = expert.ground.in_third(attacker, round_.puck)
    crease = (expert.ground.own_goal(1 - attacker).crease, 1 - attacker)
    lost = (round_.puck, 1 - attacker)
    if state.stage in ("attack_open", "attack_declare"):
        return [lost, *([crease] if shot_from_third else []), *((target, attacker) for target in expert.targets()[:TARGETS])]
    if not round_.move:
        return []
    if round_.move != "shot":
        return [lost, (round_.target, attacker)]
    return [crease if shot_from_third else lost]


def surprise(expert: Expert, worlds: Sequence[State], place: Place) -> float:
    """By how much the present attacker's log odds with the puck at a place are better than estimated."""
    rules, seat = expert.rules, expert.seat
    puck, attacks = place
    after = [_after(expert, world, puck, attacks) for world in worlds]
    if attacks == seat:
        found = _better(expert, after, attacks)
    else:
        # The other seat knows its own hand only.
        each = [_better(expert, [rules.imagine(s, attacks, expert.chance) for _ in range(OTHERS)], attacks) for s in after]
        found = sum(each) / len(each)
    return found if attacks == expert.state.present.attacker else -found


def _better(expert: Expert, worlds: Sequence[State], seat: Seat) -> float:
    rules = expert.rules
    share = Expert(rules, worlds, seat, expert.chance, None, NARROW).weigh()[0].share
    judged = [rules.judgement.shares([features(rules.content, rules.prospects, s, who) for who in (0, 1)])[seat] for s in worlds]
    return logit(share) - logit(sum(judged) / len(judged))


def _after(expert: Expert, world: State, puck: str, attacks: Seat) -> State:
    """The beginning of the next round there; the seat that lost the puck refills (HG-6.3)."""
    state = world.copy()
    run = Run(expert.content, expert.ground, state, [])
    lost = state.present.attacker
    if attacks != lost:
        run.refill(lost, "HG-6.3")
    state.puck = puck
    state.resume = ""
    game_flow.begin_round(run, attacks)
    return state
