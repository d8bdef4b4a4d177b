"""Whose decision it is, and which kind of decision (MH-1, MH-3, MH-5, MH-7, MH-8)."""

from __future__ import annotations

from rules.game import Seat
from rules.monster_hex.state import State

NAMES, CHOOSES = "name_split", "choose_turn"
"""The two questions of an opening with a pie (MH-1.8)."""
PLACING = ("place", "place_shared")
"""The decisions in which a tile is placed."""


def active(state: State) -> Seat | None:
    """The seat that has to decide; None when the game is over."""
    if state.phase == "over":
        return None
    if state.phase == "opening":
        return 1 if state.split is None else 0
    if state.phase == "faction":
        return next(seat for seat in state.order if not state.factions[seat])
    if state.phase == "ability":
        return state.unfilled()[0]
    choosing = state.choosing()
    return state.seat_of(state.slot) if choosing is None else choosing


def acting(state: State) -> Seat:
    """The seat that has to decide, in a game that is not over."""
    seat = active(state)
    assert seat is not None
    return seat


def kind_of(state: State) -> str:
    """The kind of the present decision."""
    if state.phase == "opening":
        return NAMES if state.split is None else CHOOSES
    if state.phase == "faction":
        return "choose_faction"
    if state.phase == "ability":
        return "choose_ability"
    if state.looking:
        return "put_back"
    if state.queue:
        return "choose_value"
    return "place_shared" if state.turn >= state.seats else "place"
