"""The end of the game: who has won, and how ties are broken (MH-5)."""

from __future__ import annotations

from rules.game import Outcome, Seat
from rules.monster_hex.content import Board
from rules.monster_hex.state import Slot, State

SEVEN = 7
"""The value whose stone breaks ties (MH-5.2)."""


def outcome(state: State, board: Board) -> Outcome:
    """The outcome (MH-5.2): the highest score wins; on a tie the seat that was first at the stone with the 7; seats that resigned come last."""
    playing = [seat for seat in range(state.seats) if seat not in state.resigned]
    gone = tuple((seat,) for seat in reversed(state.resigned))
    scores = tuple(state.points(seat) for seat in range(state.seats))
    if len(playing) == 1:
        return Outcome(((playing[0],), *gone), "resigned", "MH-5.2", scores)
    groups: list[tuple[Seat, ...]] = [tuple(s for s in playing if scores[s] == score) for score in sorted({scores[s] for s in playing}, reverse=True)]
    reason = "score"
    if len(groups[0]) > 1:
        seven = first_at_seven(state, board)  # The shared faction has no score: if it was first there, nobody was (MH-6.5).
        reason = "shared"
        if seven is not None and seven in groups[0]:
            reason = "seven"
            groups[:1] = [(seven,), tuple(s for s in groups[0] if s != seven)]
    return Outcome((*groups, *gone), reason, "MH-5.2", scores)


def first_at_seven(state: State, board: Board) -> Slot | None:
    """The slot that was first at the stone with the 7, which decides a tie (MH-5.2)."""
    stone = next(s for s in board.stones.values() if SEVEN in s.slot_of)
    found = state.captures.get(stone.id)
    return found.first if found else None
