"""Monte Carlo tree search for computer players, over worlds that their seat cannot tell apart.

Worlds are drawn by glimpses (determinization); each has a tree of its own below the actions that the seat may take now, whose results are counted
over all worlds (Monte Carlo tree search, with priors as in PUCT and progressive widening). A game's own knowledge is its `Guide`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rules.computers.endgame_solver import Count, Unfinished
from rules.computers.reasons import SAME, Done, Fact, Line, Measure, Reason, Rows, end_better, followed, reason, shown
from rules.computers.weighed import EQUAL, Weighed, as_good, calibrated_for_people, put_first, thrifty
from rules.game import Action, Budget, Glimpse, Seat, Step
from rules.legal_actions import legal
from rules.randomness import Chance

S = TypeVar("S")

WIDTH = 1.5
"""How many candidates of a position that has been looked at n times are tried: this times the root of n, and two at least."""
FIRST_LOOK = 0.05
"""By how much less than its position a candidate is taken to be worth that has not been tried."""

BETWEEN = 8
"""So many positions are looked at between two looks at the clock, which can take longer than a position."""
GLANCES, RIVALS = 6, 2
"""Worlds in which an action is judged at first sight, and with how many others, which look most promising, it is compared there."""
COMPARED = 2
"""How often an action that was played is looked at in each world before it is compared with others, and half as often as the best at the least."""
LOST = 0.01
"""Where the best action is worth less, all is as good as lost, and that counts which is worth most."""
UNDOING = ("take_back", "reset")
"""Verbs that only undo what has been laid out."""
FAR = 24
"""So many decisions are followed at most for a reason."""


class Candidate(NamedTuple):
    """An action worth trying; `promise`: how good it looks before any search, in log odds.

    Several may share an action and differ in their `plan` for what follows, which only the guide understands.
    """

    promise: float
    action: Action
    plan: Any = None


class Guide(ABC, Generic[S]):
    """A game's knowledge for the search: candidates, and an evaluation. All methods may use the whole state, since it is imagined."""

    worlds = 16
    """So many worlds are imagined for a decision."""
    boldness = 1.0
    """How much candidates are tried that look good at first sight or have been tried little (PUCT's constant)."""

    @abstractmethod
    def candidates(self, rules: Any, state: S, seat: Seat) -> Sequence[Candidate]:
        """Legal actions worth trying, at least one. At the root they must be the same, in any order, in all worlds of a seat."""

    @abstractmethod
    def shares(self, rules: Any, state: S) -> Sequence[float]:
        """Each seat's expected share of the victory in a position that is not over; they add up to 1."""

    def expected(self, rules: Any, state: S, chance: Chance) -> Sequence[float]:
        """Each seat's expected share of the victory in any position, which is first played on until it can be evaluated."""
        settled = self.played_on(rules, state, chance)
        outcome = rules.outcome(settled)
        return self.shares(rules, settled) if outcome is None else outcome.shares

    def reached(self, rules: Any, state: S, seat: Seat) -> S:
        """The position in which the seat has to decide, after those asked at the same time who come before it."""
        return state

    def after(self, rules: Any, state: S, seat: Seat, candidate: Candidate, chance: Chance, done: Rows = None) -> S:
        """The position after a candidate: its action, and the part of its plan that is carried out at once, then played on. All actions on the
        way, of every seat, are added to `done`."""
        if done is not None:
            done.append((seat, candidate.action))
        return self.played_on(rules, rules.apply(state, seat, candidate.action).state, chance, done)

    def played_on(self, rules: Any, state: S, chance: Chance, done: Rows = None) -> S:
        """A position new to the tree, played on by simple rules until it can be evaluated, or needs a decision again; these actions are added to
        `done`."""
        return state

    def step(self, rules: Any, state: S, seat: Seat, action: Action) -> Step:
        """Carries out one of the actions that `after` adds to `done`; returns its events, too."""
        step: Step = rules.apply(state, seat, action)
        return step

    def notable(self, rules: Any, before: S, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        """The facts of an action, of whichever seat, that matter to `seat`, for a reason. The events of `step` are those that it may know."""
        return ()

    def cost(self, rules: Any, action: Action) -> float:
        """What an action spends that could be kept for later: of actions that are as good, the cheapest is told."""
        return 0.0

    def measures(self, rules: Any, state: S, seat: Seat) -> Iterable[Measure]:
        """What a position is worth to a seat, as far as it can be counted: always the same measures."""
        return ()

    def alternative(self, rules: Any, state: S, seat: Seat, action: Action) -> Action | None:
        """A legal action of another kind than `action`, and with another effect: what is done for a seat that does not answer, or else the first;
        None if there is none."""
        default, alike = rules.decision(state, seat).default, (action[0], *UNDOING)
        if default and default[0] not in alike:
            return tuple(default)
        after = rules.apply(state, seat, action).state
        others = (found for found in legal(rules, state, seat) if found[0] not in alike)
        return next((found for found in others if rules.apply(state, seat, found).state != after), None)

    def last_moves(self, rules: Any, state: S) -> Iterable[Action] | None:
        """All legal actions, good ones first, if two play, nothing is hidden and so little is left that the game may be solved; else None."""
        return None


class _Arm(Generic[S]):
    """A candidate in the tree. `total`: the sum of the shares of the seat that chooses it."""

    __slots__ = ("candidate", "looks", "node", "prior", "total")

    def __init__(self, candidate: Candidate, prior: float) -> None:
        self.candidate = candidate
        self.prior = prior
        self.looks = 0
        self.total = 0.0
        self.node: _Node[S] | None = None

    @property
    def action(self) -> Action:
        return self.candidate.action

    @property
    def mean(self) -> float:
        return self.total / self.looks


class _Node(Generic[S]):
    """A position: its evaluated shares, and its candidates once it was visited again."""

    __slots__ = ("arms", "looks", "seat", "shares", "state")

    def __init__(self, state: S, seat: Seat | None, shares: Sequence[float]) -> None:
        self.state = state
        self.seat = seat
        self.shares = shares
        self.arms: list[_Arm[S]] = []
        self.looks = 0


class Search(Generic[S]):
    """An opponent that looks ahead."""

    def __init__(self, guide: Guide[S], nodes: int) -> None:
        self.guide = guide
        self.nodes = nodes

    def decide(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget) -> Action:
        return self.advise(rules, glimpse, seat, chance, budget).action

    def advise(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget) -> Weighed:
        """The action it would choose, with what it knows about it."""
        return self.weigh(rules, glimpse, seat, chance, budget)[0]

    def weigh(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget, played: Action | None = None) -> list[Weighed]:
        """The actions that were looked at, the best first; `played` is among them, looked at often enough to be compared."""
        return _Deliberation(self.guide, rules, glimpse, seat, chance, played).run(budget)

    def explained(
        self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget, played: Action | None = None
    ) -> tuple[list[Weighed], Reason | None]:
        """The evaluated actions, the first choice, and why it is better than the one played, or else than the second best; where none was looked at
        beside it, what comes of it alone. Where none was played, the cheapest of equally good ones is the first, and one that looked no good stands
        beside the only one that did. All shares are calibrated, as people are told them."""
        deliberation = _Deliberation(self.guide, rules, glimpse, seat, chance, played)
        found = deliberation.run(budget)
        if played is None:
            found = thrifty(rules, self.guide, found, COMPARED * self.guide.worlds)
            if len(found) == 1 and not found[0].proven:
                found = deliberation.beside(found[0])
        others = [weighed for weighed in found[1:] if played is None or weighed.action == played]
        if not others and played is None and not found[0].proven:
            return calibrated_for_people(rules, deliberation.seats, found, deliberation.alone(found[0]))
        found, why = deliberation.reason(found, others[0] if others else None, played)
        return calibrated_for_people(rules, deliberation.seats, found, why)

    def glance(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, action: Action) -> tuple[float, float] | None:
        """The mean share of the victory that a seat expects, without search, over a few worlds: after the best of the actions that look most
        promising, and after this one; None if it has nothing to choose."""
        compared, sums = list[Candidate](), [0.0] * (1 + RIVALS)
        for _ in range(GLANCES):
            state = self.guide.reached(rules, glimpse(chance), seat)
            found = sorted(self.guide.candidates(rules, state, seat), key=lambda candidate: candidate.promise)
            if len(found) < 2:
                return None
            if not compared:
                best = {candidate.action: candidate for candidate in found}  # Of candidates that begin alike.
                compared = [best.pop(action, Candidate(0.0, action)), *[*best.values()][: -RIVALS - 1 : -1]]
            for n, candidate in enumerate(compared):
                after = self.guide.after(rules, state, seat, candidate, chance)
                outcome = rules.outcome(after)
                sums[n] += (self.guide.shares(rules, after) if outcome is None else outcome.shares)[seat]
        return max(sums) / GLANCES, sums[0] / GLANCES


class _Deliberation(Generic[S]):
    """The search for one decision."""

    def __init__(self, guide: Guide[S], rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, played: Action | None) -> None:
        self.guide, self.rules, self.seat, self.chance = guide, rules, seat, chance
        self._glimpse = glimpse
        first = self._world()
        self._arms = _arms(guide.candidates(rules, first, seat))
        self._played = next((arm for arm in self._arms if arm.action == played), None)
        if played is not None and self._played is None:
            self._played = _Arm(Candidate(0.0, played), 0.0)
            self._arms.append(self._played)
        self._worlds = [(first, {})]  # type: list[tuple[S, dict[_Arm[S], _Node[S]]]]
        shares = guide.shares(rules, first)
        self.seats, self._share = len(shares), shares[seat]
        self._count = Count(rules, guide.last_moves, seat, Budget(0))

    def _world(self) -> S:
        return self.guide.reached(self.rules, self._glimpse(self.chance), self.seat)

    def run(self, budget: Budget) -> list[Weighed]:
        """The candidates with what they are worth.

        Near the end of a game in which nothing is hidden the rest is solved exactly (`_counted`). Where that is impossible or too long, positions
        are visited until the budget is spent or no candidate can overtake the most visited one. The action `played` is compared even beyond the
        budget.
        """
        if counted := self._counted(budget):
            return counted
        looks = 0
        if len(self._arms) > 1:
            while looks < budget.nodes and not self._settled(budget.nodes - looks):
                self._look(self._chosen(looks))
                looks += 1
                if looks % BETWEEN == 0 and budget.over():
                    break
        if self._played is not None:
            least = max(COMPARED * self.guide.worlds, max(arm.looks for arm in self._arms) // 2)
            while self._played.looks < least:
                self._look(self._played)
        order = sorted(self._arms, key=lambda arm: (arm.looks, arm.mean if arm.looks else 0.0, arm.prior), reverse=True)
        if order[0].looks and order[0].mean < LOST:
            # It has been looked at most because it looked good before the search, not because it is better.
            order.sort(key=lambda arm: arm.mean if arm.looks >= COMPARED * self.guide.worlds else 0.0, reverse=True)
        best: dict[Action, Weighed] = {}  # Of candidates that begin alike.
        for arm in order:
            best.setdefault(arm.action, Weighed(arm.action, arm.mean if arm.looks else self._share, arm.looks))
        return list(best.values())

    def _counted(self, budget: Budget) -> list[Weighed]:
        """The best action, and the one played, with their exact shares; none if the game can't be solved.

        Where all is lost, the one is best after which the fewest answers of the other win: people do not see everything.
        """
        state = self._worlds[0][0]
        moves = self.guide.last_moves(self.rules, state)
        if moves is None:
            return []
        moves = list(moves)
        count = self._count = Count(self.rules, self.guide.last_moves, self.seat, budget)
        found = list[Weighed]()
        try:
            best = -1.0
            for action in moves:
                share = count.after(state, action, max(best, 0.0))
                if share > best:
                    best = share
                    found = [Weighed(action, share, count.looks, True)]
                if best == 1.0:
                    break
            if best == 0.0 and len(moves) > 1:
                found = [Weighed(self._stubborn(state, moves, count), 0.0, count.looks, True)]
            if self._played is not None and self._played.action != found[0].action:
                found.append(Weighed(self._played.action, count.after(state, self._played.action), count.looks, True))
        except Unfinished:
            return []
        return found

    def _stubborn(self, state: S, moves: Sequence[Action], count: Count) -> Action:
        """Of actions that all lose, the one after which the fewest answers of the other seat win, as far as the budget goes."""
        best, fewest = moves[0], math.inf
        try:
            for action in moves:
                if (answers := count.winning_answers(state, action, fewest)) < fewest:
                    best, fewest = action, answers
        except Unfinished:
            pass
        return best

    # Why

    def reason(self, found: list[Weighed], other: Weighed | None, played: Action | None) -> tuple[list[Weighed], Reason | None]:
        """Why the first action is better than another one, by what was looked at below both; of actions that were counted, where none was played,
        than the next one that looks good. Where both are as good and none was played, the one comes first after which the lines end better."""
        best = found[0]
        try:
            if best.proven and other is None and played is None:
                other = self._next_counted(best.action)
            if other is None:
                return found, None
            rows = self._counted_rows if best.proven else self._searched_rows
            if not best.proven:
                other = self._compared(other)
            better, worse = list[Line](), list[Line]()
            for number in range(1 if best.proven else self.guide.worlds):
                pair = [followed(self.rules, *rows(number, action), self.seat, self.guide) for action in (best.action, other.action)]
                better.append(pair[0])
                worse.append(pair[1])
        except Unfinished:
            return found, None
        if played is None and not best.proven and as_good(best, other) and end_better(worse, better):
            found = put_first(found, other)
            (best, other), better, worse = found[:2], worse, better
        why = reason(other.action, best.share, other.share, better, worse)
        return found, why._replace(shown=shown(self.rules, better, why, self.seat, self.guide))

    def alone(self, only: Weighed) -> Reason:
        """What comes of the only action that was looked at; the reason names no other one."""
        lines = [followed(self.rules, *self._searched_rows(number, only.action), self.seat, self.guide) for number in range(self.guide.worlds)]
        why = reason((), only.share, only.share, lines, [])
        return why._replace(shown=shown(self.rules, lines, why, self.seat, self.guide))

    def beside(self, only: Weighed) -> list[Weighed]:
        """The only action that looked good, and one of another kind, unless that is found to be better: what comes of it is worth knowing."""
        alternative = self.guide.alternative(self.rules, self._worlds[0][0], self.seat, only.action)
        if alternative is None:
            return [only]
        self._arms.append(_Arm(Candidate(0.0, alternative), 0.0))
        found = [self._compared(Weighed(action, 0.0, 0)) for action in (only.action, alternative)]
        best, other = found
        more = best.share - other.share
        saves = abs(more) < EQUAL and self.guide.cost(self.rules, best.action) < self.guide.cost(self.rules, other.action)
        return [best._replace(cheaper=saves), other] if more > -SAME else [only]

    def _compared(self, other: Weighed) -> Weighed:
        """An action, looked at often enough to be compared."""
        arm = self._arm(other.action)
        while arm.looks < COMPARED * self.guide.worlds:
            self._look(arm)
        return other._replace(share=arm.mean, looks=arm.looks)

    def _arm(self, action: Action) -> _Arm[S]:
        """The most visited of the candidates that begin with an action."""
        return max((arm for arm in self._arms if arm.action == action), key=lambda arm: arm.looks)

    def _next_counted(self, best: Action) -> Weighed | None:
        state = self._worlds[0][0]
        other = next((action for action in self.guide.last_moves(self.rules, state) or () if action != best), None)
        return None if other is None else Weighed(other, self._count.after(state, other), 0, True)

    def _counted_rows(self, number: int, action: Action) -> tuple[S, Iterable[Done]]:
        """The only world, and right play of all in it after an action, to the end. Raises Unfinished."""
        world = self._worlds[number][0]
        state, done = self.rules.apply(world, self.seat, action).state, [(self.seat, action)]
        while acting := self.rules.to_act(state):
            moves = list(self.guide.last_moves(self.rules, state) or ())
            sign = 1.0 if acting[0] == self.seat else -1.0
            chosen = max(moves, key=lambda move: sign * self._count.after(state, move)) if len(moves) > 1 else moves[0]
            done.append((acting[0], chosen))
            state = self.rules.apply(state, acting[0], chosen).state
        return world, done

    def _searched_rows(self, number: int, action: Action) -> tuple[S, Iterable[Done]]:
        """A world, and what was looked at most there after an action, then what looks best, until the seat has its next turn."""
        arm = self._arm(action)
        while len(self._worlds) <= number:
            self._worlds.append((self._world(), {}))
        state, nodes = self._worlds[number]
        return state, self._row(state, nodes.get(arm) or self._new(state, self.seat, arm.candidate), arm)

    def _row(self, state: S, node: _Node[S], arm: _Arm[S]) -> Iterator[Done]:
        seat, others = self.seat, False
        for _ in range(FAR):
            done: list[Done] = []
            self.guide.after(self.rules, state, seat, arm.candidate, self.chance, done)
            yield from done
            if node.seat is None or (others and node.seat == self.seat):
                return
            others = others or node.seat != self.seat
            state, seat = node.state, node.seat
            arm = max(node.arms or _arms(self.guide.candidates(self.rules, state, seat)), key=lambda arm: (arm.looks, arm.prior))
            node = arm.node or self._new(state, seat, arm.candidate)

    def _settled(self, left: int) -> bool:
        first, second = sorted((arm.looks for arm in self._arms), reverse=True)[:2]
        return first - second > left

    def _chosen(self, looks: int) -> _Arm[S]:
        """The candidate to visit next; where all that have been visited are as good as lost, one of the others, however little it promises."""
        few = COMPARED * self.guide.worlds
        seldom = next((arm for arm in self._arms if arm.looks < few), None)
        if seldom and looks >= few and all(arm.mean < LOST for arm in self._arms if arm.looks):
            return seldom
        return _chosen(self._arms, looks, self._share, self.guide.boldness)

    def _look(self, arm: _Arm[S]) -> None:
        """Adds one position below a candidate, in the next world; worlds come in the same order for all candidates."""
        number = arm.looks % self.guide.worlds
        if number == len(self._worlds):
            self._worlds.append((self._world(), {}))
        state, nodes = self._worlds[number]
        node = nodes.get(arm)
        if node is None:
            node = nodes[arm] = self._new(state, self.seat, arm.candidate)
            shares = node.shares
        else:
            shares = self._descend(node)
        arm.looks += 1
        arm.total += shares[self.seat]

    def _descend(self, node: _Node[S]) -> Sequence[float]:
        """Adds one position below a node, and adds its shares to all nodes on the way."""
        path: list[tuple[_Node[S], _Arm[S]]] = []
        while True:
            if node.seat is None:
                shares = node.shares
                break
            if not node.arms:
                node.arms = _arms(self.guide.candidates(self.rules, node.state, node.seat))
            arm = _chosen(node.arms, node.looks, node.shares[node.seat], self.guide.boldness)
            path.append((node, arm))
            if arm.node is None:
                arm.node = self._new(node.state, node.seat, arm.candidate)
                shares = arm.node.shares
                break
            node = arm.node
        for passed, arm in path:
            assert passed.seat is not None
            passed.looks += 1
            arm.looks += 1
            arm.total += shares[passed.seat]
        return shares

    def _new(self, state: S, seat: Seat, candidate: Candidate) -> _Node[S]:
        """The position after a candidate."""
        rules = self.rules
        after = self.guide.after(rules, state, seat, candidate, self.chance)
        outcome = rules.outcome(after)
        if outcome is not None:
            return _Node(after, None, outcome.shares)
        return _Node(after, rules.to_act(after)[0], self.guide.shares(rules, after))


def _arms(candidates: Sequence[Candidate]) -> list[_Arm[Any]]:
    """Candidates with prior probabilities, the most likely first."""
    top = max(c.promise for c in candidates)
    weights = [math.exp(c.promise - top) for c in candidates]
    whole = sum(weights)
    arms: list[_Arm[Any]] = [_Arm(c, w / whole) for c, w in zip(candidates, weights, strict=True)]
    return sorted(arms, key=lambda arm: -arm.prior)


def _chosen(arms: list[_Arm[Any]], looks: int, share: float, boldness: float) -> _Arm[Any]:
    """The candidate to visit next (PUCT)."""
    wide = max(2, int(WIDTH * math.sqrt(looks)))
    bold = boldness * math.sqrt(looks + 1)
    untried = share - FIRST_LOOK
    best, found = arms[0], -1.0
    for arm in arms[:wide]:
        n = arm.looks
        value = (arm.total / n if n else untried) + bold * arm.prior / (1 + n)
        if value > found:
            best, found = arm, value
    return best
