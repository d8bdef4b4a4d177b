"""What a teacher says of its own moves: what they have brought, and which answers it fears, as a spectator may see it.

Nothing hidden is used. What has happened is taken from events that everybody sees, between positions in which all that a spectator does not know is
drawn anew; the answers are those that look best at first sight in such worlds, where the teacher's hand is another one, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rules.computers.reasons import HARM, Done, Fact, Named, followed
from rules.computers.tree_search import Guide
from rules.game import Action, Seat, Step
from rules.randomness import Chance

WORLDS, FAR = 8, 12
"""So many worlds are imagined for the answers of others, and so many decisions followed in each."""
MOST = 2
"""So many facts are named at most, of either kind."""


class Stage(NamedTuple):
    """An action of the teacher, or another one in the same turn by which its own takes effect: the state before, and the step."""

    before: Any
    acting: Seat
    action: Action
    step: Step


class Taught(NamedTuple):
    """What moves have brought and cost, and what they have to fear, with the number of worlds (of `worlds`) in which it comes; and what explains
    them for certain, such as sums."""

    brings: tuple[Named, ...]
    costs: tuple[Named, ...]
    fears: tuple[Named, ...]
    worlds: int
    certain: tuple[Named, ...] = ()


def taught(rules: Any, guide: Guide[Any], stages: Sequence[Stage], seat: Seat, chance: Chance) -> Taught:
    """What a seat's moves of one turn, in order, are good for."""
    facts = dict[str, Fact]()
    for stage in stages:
        for fact in _seen(rules, guide, stage, seat, chance):
            if not fact.private:  # By a hand that is imagined it would not even be true.
                facts.setdefault(fact.essence, fact)
    known = sorted((fact for fact in facts.values() if fact.certain), key=lambda fact: -fact.worth)
    good = sorted((fact for fact in facts.values() if fact.worth > 0 and not fact.certain), key=lambda fact: -fact.worth)
    bad = sorted((fact for fact in facts.values() if -fact.worth >= HARM), key=lambda fact: fact.worth)
    brings, costs, sums = (tuple(Named(fact.kind, dict(fact.facts), 1, 0) for fact in named[:MOST]) for named in (good, bad, known))
    fears, worlds = _feared(rules, guide, stages[-1].step.state, seat, chance)
    return Taught(brings, costs, tuple(fears), worlds, sums)


def _seen(rules: Any, guide: Guide[Any], stage: Stage, seat: Seat, chance: Chance) -> list[Fact]:
    """The facts of an action, as everybody sees them."""
    before, after = (rules.imagine(state, None, chance) for state in (stage.before, stage.step.state))
    public = tuple(event for event in stage.step.events if event.to is None)
    return [*guide.notable(rules, before, stage.acting, rules.redact(stage.action), Step(after, public), seat)]


def _feared(rules: Any, guide: Guide[Any], state: Any, seat: Seat, chance: Chance) -> tuple[list[Named], int]:
    """What comes in at least half of the worlds until the seat has its next turn, and harms it most."""
    if not rules.to_act(state):
        return [], 0
    counted, facts = Counter[str](), dict[str, Fact]()
    for _ in range(WORLDS):
        world = rules.imagine(state, None, chance)
        for fact in followed(rules, world, _answers(rules, guide, world, seat, chance), seat, guide).facts:
            counted[fact.essence] += 1
            facts[fact.essence] = fact
    feared = sorted((e for e, n in counted.items() if 2 * n >= WORLDS and -facts[e].worth >= HARM), key=lambda e: (facts[e].worth * counted[e], e))
    return [Named(facts[e].kind, dict(facts[e].facts), counted[e], 0) for e in feared[:MOST]], WORLDS


def _answers(rules: Any, guide: Guide[Any], world: Any, seat: Seat, chance: Chance) -> Iterator[Done]:
    """The actions that look best at first sight to the others, until the seat is asked in its own turn."""
    for _ in range(FAR):
        acting = rules.to_act(world)
        if not acting or (acting[0] == seat and rules.turn(world) in (seat, None)):
            return
        world = guide.reached(rules, world, acting[0])
        best = max(guide.candidates(rules, world, acting[0]), key=lambda candidate: candidate.promise)
        done: list[Done] = []
        world = guide.after(rules, world, acting[0], best, chance, done)
        yield from done
