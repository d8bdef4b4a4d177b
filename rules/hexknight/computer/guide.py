"""What the search knows of HexKnight: plans for a turn, which are carried out at once, and the evaluation of the position after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.computers.reasons import Fact, Measure, Rows
from rules.computers.tree_search import Candidate, Guide
from rules.game import Action, Seat, Step
from rules.hexknight.actions import perform
from rules.hexknight.changes import Run
from rules.hexknight.computer.candidates import Plan, Turn, broken, next_action
from rules.hexknight.computer.evaluation import NAMES, rows
from rules.hexknight.computer.reasons import measures, notable
from rules.hexknight.state import State
from rules.randomness import Chance

RELUCTANCE = 6.0
"""By how much less it promises to take back what has been laid out."""


class TurnGuide(Guide[State]):
    """A candidate is a plan for the rest of a turn; positions are judged when a turn begins."""

    worlds = 16
    boldness = 0.3
    names = NAMES
    varied = ("map",)

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        run = rules.run(state, [])
        turn = Turn(run)
        found = [Candidate(plan.value, next_action(run, plan), plan) for plan in turn.plans()]
        # What has been laid out stays there, lest a change of mind be followed by another one for ever; but nothing can be made good after the last
        # turn of all.
        kept = [c for c in found if c.action[0] != "take_back"]
        undone = [c._replace(promise=c.promise - RELUCTANCE) for c in found if c.action[0] == "take_back"] if turn.over else []
        return [*kept, *undone] or found

    def after(self, rules: Any, state: State, seat: Seat, candidate: Candidate, chance: Chance, done: Rows = None) -> State:
        """Carries out an action; without a plan, the rest of the turn is what looks best then."""
        run = rules.run(state.copy(), [])
        turn = seat, state.phase, state.hero.turns
        if candidate.plan is None:
            if done is not None:
                done.append((seat, candidate.action))
            perform(run, candidate.action)
        take_turn(rules, run, turn, candidate.plan, done)
        after: State = run.state
        return after

    def notable(self, rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        return notable(rules, before, acting, action, step, seat)

    def measures(self, rules: Any, state: State, seat: Seat) -> Iterable[Measure]:
        return measures(rules, state, seat)

    def cost(self, rules: Any, action: Action) -> float:
        """The cards that it plays."""
        return len(action) - 1.0 if action[0] == "play" else 0.0

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        return rules.judgement.shares(rows(rules.content, rules.island(state), state))

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        """The features of a seat; none for one that has resigned."""
        return rows(rules.content, rules.island(state), state)[seat]

    def fit(self, rules: Any, state: State) -> bool:
        """Whether a turn begins, so that the position can be evaluated."""
        return state.step in ("exchange", "preparation", "movement") and not (state.acted or state.spent or state.hero.play)


def take_turn(rules: Any, run: Run, turn: tuple[Seat, int, int], plan: Plan | None, done: Rows = None) -> None:
    """Plays the rest of a turn (its seat, phase and number) in place, by a plan as far as it goes, then by those that look best; its actions are
    added to `done`."""
    state = run.state
    while state.step != "over" and (state.active, state.phase, state.hero.turns) == turn:
        if plan is None or broken(run, plan):
            plan = Turn(run).plans()[0]
        action, seen = next_action(run, plan), state.revealed
        if done is not None:
            done.append((state.active, action))
        perform(run, action)
        if action[0] == "travel" and (run.hero.at != plan.at or (plan.fight < 0 and state.revealed != seen)):
            plan = None


GUIDE = TurnGuide()
