"""The requests to worker processes: plain self-contained values, and the function that answers each.

Nothing here depends on Discord or the store.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple, cast

import msgspec

from cogs.play.thinking.budget import DECISION
from data.content import build
from rules.computer_levels import computed, opponent_of
from rules.computers.evaluation import calibrated
from rules.computers.reasons import Reason
from rules.computers.teaching import Stage, Taught, taught
from rules.computers.tree_search import GLANCES, UNDOING, Guide, Search
from rules.game import Action, Budget, Opponent, Refused, Rules, Seat
from rules.legal_actions import closing, legal
from rules.notation import Row, play
from rules.randomness import Chance

STRONGEST = "hard"


class Request(msgspec.Struct, frozen=True, tag="decide"):
    """A request to decide: position, seat, opponent, the key of chance that it draws from, and the time limit.

    The same request gets the same answer in any process, unless it takes too long there.
    """

    game: str
    snapshot: bytes
    seat: Seat
    opponent: str
    chance: str
    seconds: float = DECISION

    KIND: ClassVar[str] = "decide"
    ANSWER: ClassVar[Any] = Action

    def answer(self) -> Action:
        """The action that the opponent chooses. Raises whatever a failing opponent raises."""
        rules = build(self.game)
        state = rules.load(self.snapshot)
        budget = Budget(opponent_of(rules, self.opponent).nodes, ending(self.seconds))
        return computed(rules, state, self.seat, self.opponent, Chance(self.chance), budget)


class Advised(NamedTuple):
    """A hint: an action; the share of the victory that it gets for certain, if that is `proven`; whether it is `cheaper` than equally good ones; why
    it is this one; whether it stood `alone`: no other looked good enough to be compared with it; and whether it is `forced`: nothing else is legal,
    but to undo what was laid out."""

    action: Action
    proven: float | None = None
    cheaper: bool = False
    why: Reason | None = None
    alone: bool = False
    forced: bool = False


class Advice(Request, frozen=True, tag="advise"):
    """A request for a hint: the decision, with what the opponent knows about it."""

    KIND: ClassVar[str] = "advise"
    ANSWER: ClassVar[Any] = Advised

    def answer(self) -> Any:
        """Computes the hint. Raises whatever a failing opponent raises."""
        rules = build(self.game)
        found = opponent_of(rules, self.opponent)
        if not isinstance(found, Search):
            return Advised(super().answer())
        state, budget = rules.load(self.snapshot), Budget(found.nodes, ending(self.seconds))
        glimpse = partial(rules.imagine, state, self.seat)
        (best, *others), why = found.explained(rules, glimpse, self.seat, Chance(self.chance), budget)
        proven, alone = best.share if best.proven else None, not (others or best.proven)
        forced = alone and _forced(rules, state, self.seat, best.action)
        return Advised(best.action, proven, best.cheaper, _sums_of(why) if forced else why, alone, forced)


def _sums_of(why: Reason | None) -> Reason | None:
    """What is certain of the only thing that is left to do; None if that is nothing."""
    return Reason((), why.share, why.share, why.worlds, (), (), (), certain=why.certain) if why is not None and why.certain else None


def _forced(rules: Rules[Any], state: Any, seat: Seat, action: Action) -> bool:
    """Whether all legal actions undo something, or are `action` with more words."""
    return all(found[0] in UNDOING or found[: len(action)] == action for found in legal(rules, state, seat))


class Judge(Request, frozen=True, tag="judge"):
    """A request for the calibrated share of the victory that an opponent expects for its seat, without searching: from public knowledge, or from its
    `own`."""

    own: bool = False

    KIND: ClassVar[str] = "judge"
    ANSWER: ClassVar[Any] = float | None

    def answer(self) -> Any:
        """The share; None for an opponent that doesn't evaluate. Raises whatever rules and guides may raise."""
        rules = build(self.game)
        viewer = self.seat if self.own else None
        return share_of(rules, opponent_of(rules, self.opponent), rules.load(self.snapshot), self.seat, viewer, Chance(self.chance))


class Glances(NamedTuple):
    """The quick evaluation of rows: for each for which there was time the share that its seat expects after the best action and after this one; and
    the position then."""

    shares: list[tuple[float, float] | None]
    snapshot: bytes


class Replay(msgspec.Struct, frozen=True):
    """A request to replay rows of a record from a position."""

    game: str
    snapshot: bytes
    rows: tuple[Row, ...]
    chance: str


class Survey(Replay, frozen=True, tag="survey"):
    """A request to evaluate rows quickly, every n-th one (`every`)."""

    every: int = 1
    seconds: float = DECISION

    KIND: ClassVar[str] = "survey"
    ANSWER: ClassVar[Any] = Glances

    def answer(self) -> Glances:
        """Replays the rows and evaluates them. Raises whatever rules and guides may raise."""
        rules, over, found = build(self.game), ending(self.seconds), list[tuple[float, float] | None]()
        state, search, chance = rules.load(self.snapshot), searching(rules), Chance(self.chance)
        for row in self.rows:
            decided = row.number % self.every == 0 and row.seat in rules.to_act(state) and closing(rules, state, row.seat, row.action)
            shares = None
            if decided and search is not None:
                with contextlib.suppress(Refused):  # It is not legal in all worlds.
                    shares = search.glance(rules, partial(rules.imagine, state, row.seat), row.seat, chance, row.action)
            found.append(shares)
            state = play(rules, state, row).state
            if over():
                break
        return Glances(found, rules.dump(state))


class Verdict(NamedTuple):
    """The best action found, and the expected share of the victory for it and for the one played; the position before; whether both are `proven`;
    and why it is better."""

    better: Action
    best: float
    played: float
    snapshot: bytes
    proven: bool = False
    why: Reason | None = None


class Comparison(Replay, frozen=True, tag="compare"):
    """A request to compare the last row with the strongest computer's choice."""

    seconds: float = DECISION

    KIND: ClassVar[str] = "compare"
    ANSWER: ClassVar[Any] = Verdict

    def answer(self) -> Verdict:
        """Replays the rows and compares the last one. Raises whatever rules and guides may raise."""
        rules, (*before, row) = build(self.game), self.rows
        state, search = rules.load(self.snapshot), searching(rules)
        for earlier in before:
            state = play(rules, state, earlier).state
        assert search is not None
        budget = Budget(search.nodes, ending(self.seconds))
        glimpse = partial(rules.imagine, state, row.seat)
        weighed, why = search.explained(rules, glimpse, row.seat, Chance(self.chance), budget, row.action)
        played = next(found for found in weighed if found.action == row.action)
        return Verdict(weighed[0].action, weighed[0].share, played.share, rules.dump(state), weighed[0].proven and played.proven, why)


class Teaching(Replay, frozen=True, tag="teach"):
    """A request to say, for everybody, what the rows of a turn are good for to a seat: that of an opponent that teaches."""

    seat: Seat
    opponent: str

    KIND: ClassVar[str] = "teach"
    ANSWER: ClassVar[Any] = Taught

    def answer(self) -> Taught:
        """Replays the rows and explains them. Raises whatever rules and guides may raise."""
        rules, stages = build(self.game), list[Stage]()
        state = rules.load(self.snapshot)
        for row in self.rows:
            step = play(rules, state, row)
            stages.append(Stage(state, row.seat, row.action, step))
            state = step.state
        guide: Guide[Any] = cast("Any", opponent_of(rules, self.opponent)).guide
        return taught(rules, guide, stages, self.seat, Chance(self.chance))


def share_of(rules: Rules[Any], opponent: Opponent[Any], state: Any, seat: Seat, viewer: Seat | None, chance: Chance) -> float | None:
    """The calibrated mean share of the victory that an opponent expects for a seat over a few states that `viewer` cannot tell apart; None for one
    that doesn't evaluate."""
    guide = getattr(opponent, "guide", None)
    if guide is None:
        return None
    worlds = [guide.expected(rules, rules.imagine(state, viewer, chance), chance) for _ in range(GLANCES)]
    return calibrated(rules, sum(shares[seat] for shares in worlds) / GLANCES, len(worlds[0]))


def ending(seconds: float) -> Callable[[], bool]:
    """A function that tells whether this thread has used `seconds` of processor time since now."""
    until = time.thread_time() + seconds
    return lambda: time.thread_time() >= until


def searching(rules: Rules[Any]) -> Search[Any] | None:
    """The strongest opponent of a game, if it can evaluate positions; else None."""
    found = rules.opponents.get(STRONGEST)
    return found if isinstance(found, Search) else None


Task = Request | Advice | Judge | Survey | Comparison | Teaching
