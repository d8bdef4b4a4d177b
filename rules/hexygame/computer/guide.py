"""What the search knows of HexyGame: candidates, evaluation, and how trivial decisions are played on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.computers.reasons import Fact, Measure, Rows
from rules.computers.tree_search import Candidate, Guide
from rules.game import Action, Seat, Step
from rules.hexygame import game_flow, priority
from rules.hexygame.actions import act
from rules.hexygame.automatic_answers import completed
from rules.hexygame.changes import Run
from rules.hexygame.computer import effect_estimates
from rules.hexygame.computer.answers import answers, keeps, picks, whatever
from rules.hexygame.computer.candidates import plays
from rules.hexygame.computer.evaluation import NAMES, both
from rules.hexygame.computer.reasons import measures, notable
from rules.hexygame.legal_actions import Offers, is_payment
from rules.hexygame.position import Field
from rules.hexygame.state import State
from rules.randomness import Chance

PASS: Action = ("pass",)
FOR_ENERGY = ("discard", "draw")
"""Verbs of what only makes energy."""
STEPS = 200
"""So many answers are given by simple means, at most."""
HITPOINT = 2.0
"""What a hitpoint costs that pays for a counterstrike, in potencies."""
SENSE = 1.0
"""What promises less than minus this makes no sense."""


class HexyGuide(Guide[State]):
    """The positions of the tree are Main Phases: the stack is resolved on the way, with the counterstrikes that pay."""

    worlds = 4
    boldness = 0.3
    names = NAMES

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        offers = Offers(Field(rules.content, state), seat)
        if state.pick:
            return picks(offers)
        if state.stage == "mulligan":
            return [Candidate(0.0, ("keep",) if keeps(offers) else ("mulligan",))]
        if state.stage == "deck":
            decks = list(rules.content.presets)
            return [Candidate(0.0, ("deck", decks[int(state.seed, 16) % len(decks)]))]
        return plays(offers) if offers.slow else answers(offers)

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        settled = state if quiet(state) else self.played_on(rules, state, Chance.of(0))
        if settled.over:
            return [0.5, 0.5] if settled.winner < 0 else [float(seat == settled.winner) for seat in (0, 1)]
        shares: list[float] = rules.judgement.shares(both(rules.content, settled))
        return shares

    def notable(self, rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        return notable(rules, before, acting, action, step, seat)

    def measures(self, rules: Any, state: State, seat: Seat) -> Iterable[Measure]:
        return measures(rules, state, seat)

    def cost(self, rules: Any, action: Action) -> float:
        """The card that it takes out of the hand, the potencies of buildings that pay for it, and what else: a hitpoint, or what an ability uses."""
        paid = (part.rpartition("x")[2] for word in action if is_payment(word) for part in word.split("+"))
        other = HITPOINT * (action[-1] == "counter") if action[0] == "counterstrike" else float(action[0] in ("cast", "discard", "activate"))
        return other + sum(int(number) for number in paid if number.isdigit())

    def alternative(self, rules: Any, state: State, seat: Seat, action: Action) -> Action | None:
        """As in all games; but energy alone is nothing to be compared with: it is made for something, which was thought through. Beside a pass it is
        the answer that looks best, unless none makes sense."""
        found = super().alternative(rules, state, seat, action)
        if action == PASS and state.stage == "play" and not state.pick and found is not None:
            best = max(whatever(Offers(Field(rules.content, state), seat)), key=lambda c: c.promise, default=Candidate(-SENSE, ()))
            return best.action if best.promise > -SENSE else None
        return None if found is not None and found[0] in FOR_ENERGY else found

    def after(self, rules: Any, state: State, seat: Seat, candidate: Candidate, chance: Chance, done: Rows = None) -> State:
        """The position after all that a candidate plans, or after its action, played on."""
        for planned in candidate.plan or (candidate.action,):
            action = completed(Offers(Field(rules.content, state), seat), planned)
            if done is not None:
                done.append((seat, action))
            state = rules.apply(state, seat, action).state
        return self.played_on(rules, state, chance, done)

    def played_on(self, rules: Any, state: State, chance: Chance, done: Rows = None) -> State:
        """Passes for everybody until somebody has to act in a Main Phase; choices and counterstrikes are made without search."""
        if state.stage != "play":
            return state
        run = Run(rules.content, state.copy())
        for _ in range(STEPS):
            new = run.state
            if new.over or quiet(new):
                break
            seat = new.pick.seat if new.pick else new.priority
            action = self._answer(run, seat)
            if done is not None:
                done.append((seat, action or PASS))
            if action is None:
                priority.passed(run, seat)
                game_flow.go_on(run)
            else:
                act(run, Offers(Field(rules.content, new), seat), action)
            run.events.clear()
        return run.state

    @staticmethod
    def _answer(run: Run, seat: Seat) -> Action | None:
        """A choice or counterstrike that looks good without search; None to pass."""
        state, top = run.state, run.state.top
        if state.pick:
            options = picks(Offers(Field(run.content, state), seat))
            return max(options, key=lambda c: c.promise).action
        if top is None or top.kind != "attack" or top.seat == seat or top.against:
            return None
        field = Field(run.content, state)
        struck = effect_estimates.answered(field, top)
        if struck is None:
            return None
        worst, kills = struck
        offers = Offers(field, seat)
        prices = [w.text for w in offers.words(("counterstrike", worst.hex))]
        target = state.realities[top.victim]
        lost = effect_estimates.loses(field, top)
        if "counter" in prices and lost:
            return ("counterstrike", worst.hex, "counter")
        if "energy" in prices:
            return completed(offers, ("counterstrike", worst.hex, "energy"))
        return ("counterstrike", worst.hex, "counter") if prices and kills and target.points > 1 else None

    # Training

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        """The features to which `judgement.json` is fitted (`python -m tests.tools.training`)."""
        return both(rules.content, state)[seat]

    def fit(self, rules: Any, state: State) -> bool:
        """Whether a position is one of a Main Phase, so that it can be evaluated."""
        return state.stage == "play" and quiet(state)


def quiet(state: State) -> bool:
    """Whether the active seat may take slow actions, and nobody has passed."""
    return state.stage == "play" and state.slow and not state.pick and state.priority == state.active and not state.passes


GUIDE = HexyGuide()
