"""What the search knows of the game: which decisions are played on without search, and the evaluation of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.computers.reasons import Fact, Measure, Rows
from rules.computers.tree_search import Candidate, Guide
from rules.game import Action, Seat, Step
from rules.parts.engine import walked
from rules.planetary_conquerors import automatic_answers
from rules.planetary_conquerors.actions import act
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.computer import candidates as promising
from rules.planetary_conquerors.computer import evaluation
from rules.planetary_conquerors.computer.first_sight import Mind
from rules.planetary_conquerors.computer.reasons import measures, notable
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.legal_actions import Offers
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.reaction_windows import PASS
from rules.planetary_conquerors.state import Leaving, State
from rules.randomness import Chance

FAR = 120
"""So many answers are given by habit at most, one after another."""
GOING_ON = ("main", "attack", "deck", "mulligan")
"""Decisions in which a turn goes on."""
THOUGHT_OF = (*GOING_ON, "target")
"""Decisions that are not taken by habit."""
JUDGED = ("main", "attack", "trap")


class PlanetGuide(Guide[State]):
    """Windows, blocks, small questions and traps are decided by habit: a tree holds whole attacks and main phases."""

    worlds = 6
    boldness = 0.3
    names = evaluation.NAMES

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        return promising.candidates(rules, state, seat)

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        if state.ask and state.ask.kind == "target":
            run = Run(rules.content, state.copy())
            _by_habit(rules, run, GOING_ON)
            state = run.state
            if state.over:
                return rules.outcome(state).shares
        content: Content = rules.content
        return rules.judgement.shares(evaluation.features(content, state))

    def reached(self, rules: Any, state: State, seat: Seat) -> State:
        """A window after those asked before have passed, for which an answer is meant (PC-19.8)."""
        while state.polling and (first := state.polled()[0]) != seat:
            state = rules.apply(state, first, PASS).state
        return state

    def after(self, rules: Any, state: State, seat: Seat, candidate: Candidate, chance: Chance, done: Rows = None) -> State:
        run = Run(rules.content, state.copy())
        _act(run, seat, candidate.action, done)
        for action in candidate.plan or ():
            # What the first one has set off may have made the next one impossible.
            _by_habit(rules, run, GOING_ON, done)
            if not _legal(run, seat, action):
                break
            _act(run, seat, action, done)
        _by_habit(rules, run, THOUGHT_OF, done)
        return run.state

    def step(self, rules: Any, state: State, seat: Seat, action: Action) -> Step:
        """Carries an action out; nobody is asked whether they react."""
        run = Run(rules.content, state.copy())
        _act(run, seat, action)
        return Step(run.state, tuple(run.events))

    def cost(self, rules: Any, action: Action) -> float:
        """The card that it plays, with its price."""
        return 1.0 + rules.content.cards[action[1]].price.total if action[0] in ("play", "place") else 0.0

    def notable(self, rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        return notable(rules, before, acting, action, step, seat)

    def measures(self, rules: Any, state: State, seat: Seat) -> Iterable[Measure]:
        return measures(rules, state, seat)

    # Fitting

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        """The features to be weighed."""
        return evaluation.features(rules.content, state)[seat]

    def fit(self, rules: Any, state: State) -> bool:
        """Whether a position can be evaluated."""
        return state.ask is not None and state.ask.kind in JUDGED


def _legal(run: Run, seat: Seat, action: Action) -> bool:
    """Whether a seat is asked, and the action is legal."""
    ask = run.state.ask
    return ask is not None and ask.seat == seat and walked(Offers(Field(run.content, run.state), seat).words, action) == (len(action), True)


def _act(run: Run, seat: Seat, action: Action, done: Rows = None) -> None:
    if done is not None:
        done.append((seat, action))
    act(run, Offers(Field(run.content, run.state), seat), action, quiet=True)


def _by_habit(rules: Any, run: Run, thought_of: Sequence[str], done: Rows = None) -> None:
    """Answers all questions by habit, except kinds in `thought_of`."""
    state = run.state
    for _ in range(FAR):
        ask = state.ask
        if ask is None or state.over or (ask.kind in thought_of and not (ask.kind == "target" and len(ask.options) == 1)):
            break
        _act(run, ask.seat, _habit(rules, state, Offers(Field(rules.content, state), ask.seat)), done)
        run.events.clear()


def _habit(rules: Any, state: State, offers: Offers) -> Action:
    """The answer by habit."""
    kind = offers.kind
    if kind == "react":
        return PASS
    if kind in ("block", "look", "trap", "trapback"):
        action: Action = getattr(Mind(rules.content, offers), kind)()
        return action
    if kind == "target":
        return max(promising.candidates(rules, state, offers.seat)).action
    if kind == "optional":
        return ("yes",)
    if kind == "pay_or_else":
        return ("pay",)
    if kind == "replace" and isinstance(state.frames[-1], Leaving):
        return automatic_answers.first(offers)
    return automatic_answers.default(offers)


GUIDE = PlanetGuide()
