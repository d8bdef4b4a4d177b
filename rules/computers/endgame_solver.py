"""An exact endgame solver for two seats without hidden information (minimax with alpha-beta cuts)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from rules.game import Action, Budget, Seat

Moves = Callable[[Any, Any], Iterable[Action] | None]
"""Every legal action of whoever is to act in a position; the sooner good ones come, the faster it goes."""

BETWEEN = 256
"""So many positions are looked at between two looks at the clock."""


class Unfinished(Exception):
    """The endgame is too large for the budget."""


class Count:
    """Computes a seat's share of the victory if both play perfectly; `looks`: the positions visited."""

    def __init__(self, rules: Any, moves: Moves, seat: Seat, budget: Budget) -> None:
        self.rules, self.moves, self.seat, self.budget = rules, moves, seat, budget
        self.looks = 0

    def after(self, state: Any, action: Action, least: float = 0.0, most: float = 1.0) -> float:
        """The seat's share after an action of whoever is to act; exact between two bounds, else a bound. Raises Unfinished."""
        self.looks += 1
        if self.looks > self.budget.nodes or (self.looks % BETWEEN == 0 and self.budget.over()):
            raise Unfinished
        acting = self.rules.to_act(state)[0]
        after = self.rules.apply(state, acting, action).state
        return self._share(after, least, most)

    def _share(self, state: Any, least: float, most: float) -> float:
        acting = self.rules.to_act(state)
        if not acting:
            share: float = self.rules.outcome(state).shares[self.seat]
            return share
        mine = acting[0] == self.seat
        for action in self.moves(self.rules, state) or ():
            share = self.after(state, action, least, most)
            if mine:
                least = max(least, share)
            else:
                most = min(most, share)
            if least >= most:
                break
        return least if mine else most

    def winning_answers(self, state: Any, action: Action, most: float = math.inf) -> float:
        """How many answers of the other seat win for it after an action of one's own that loses; `most` or more count as that many.

        Where the game is over, that is more than any number; where the seat itself acts again, its best follow-up counts. Raises Unfinished.
        """
        after = self.rules.apply(state, self.seat, action).state
        acting = self.rules.to_act(after)
        if not acting:
            return math.inf
        moves = self.moves(self.rules, after) or ()
        if acting[0] == self.seat:
            for follow_up in moves:
                most = min(most, self.winning_answers(after, follow_up, most))
            return most
        found = 0
        for answer in moves:
            found += self.after(after, answer, 0.0, 0.5) == 0.0
            if found >= most:
                break
        return found
