"""What is answered for a seat whose time is over, and by its standing order (MH-9.2, MH-9.8)."""

from __future__ import annotations

from rules.game import Action, Seat
from rules.monster_hex import abilities, capture
from rules.monster_hex.legal_actions import LegalActions
from rules.monster_hex.state import State
from rules.monster_hex.whose_decision import PLACING, active, kind_of

TAKE_BEST = "take_best"
"""The standing order of MH-9.2."""


def default(actions: LegalActions, state: State, seat: Seat) -> Action:
    """The answer for a seat whose time is over (MH-9.8): the first legal one, the best value, or no change."""
    kind = kind_of(state)
    if kind == "choose_value":
        return take_best(actions, state, seat)
    if kind == "put_back":
        return ("order", *state.stacks[seat][: abilities.DEPTH])
    return next(actions.legal(state, seat, ("place",) if kind in PLACING else ()), ())


def take_best(actions: LegalActions, state: State, seat: Seat) -> Action:
    """The action that takes the best value (MH-9.2)."""
    stone = actions.content.board(state).stones[state.queue[0]]
    return ("take", str(capture.best_value(stone, state.captures[stone.id], seat)))


def standing(actions: LegalActions, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
    """What a seat's standing orders answer now, if anything."""
    if TAKE_BEST in orders and seat == active(state) and kind_of(state) == "choose_value":
        return take_best(actions, state, seat)
    return None
