"""What a seat may say ahead: its next placement, and values at stones that are still open (MH-13)."""

from __future__ import annotations

from rules.game import Action, Seat, Word
from rules.monster_hex.capture import left
from rules.monster_hex.content import Board, Stone
from rules.monster_hex.state import SHARED, State
from rules.parts import known_cards
from rules.parts.ahead import ANY, ELSE, choices
from rules.parts.engine import walked

TAKE = "take"
VALUE = "choose_value"


def turn_of(state: State) -> Seat | None:
    """Whose turn it is: captures belong to the placement that caused them, whoever takes their values (MH-2.1, MH-4.1)."""
    turn = placement_of(state)
    return None if turn is None else turn[0]


def placement_of(state: State) -> tuple[int, ...] | None:
    """The seat of the present or last placement, its round, and its number in that round."""
    if state.phase != "play":
        return None
    turn = state.turn - bool(state.queue)
    return state.seat_of(state.slot_at(turn)), state.round, turn


def placement(state: State, board: Board, seat: Seat) -> tuple[int, ...] | None:
    """The round and the point in it of a seat's turn, the present one or the next; None if none follows.

    Placements in a row are one turn (MH-6.3).
    """
    if state.phase != "play" or seat in state.resigned:
        return None

    def places(point: int) -> bool:
        round_, turn = divmod(point, state.slots)
        slot = state.slot_at(turn)
        return seat == (state.holder_in(round_) if slot >= state.seats else slot)

    now = state.round * state.slots + state.turn - bool(state.queue)
    found = next((point for point in range(now, (board.rounds + 1) * state.slots) if places(point)), None)
    while found is not None and found > state.slots and places(found - 1):
        found -= 1
    return None if found is None else divmod(found, state.slots)


def come(state: State, board: Board, seat: Seat) -> State | None:
    """Advances to a seat's next turn, in place: all captures are done, and of the tiles to be drawn it has those that it knows.

    None if there is no such turn, or nothing to place yet.
    """
    if state.phase != "play" or not state.placed or seat in state.resigned or turn_of(state) == seat:
        return None
    # A turn that is not over has one more placement, unless its captures are what is left of it.
    state.turn += not state.queue
    state.queue, state.bold, state.looking = [], False, False
    while state.turn >= state.slots or state.seat_of(state.slot) != seat:
        state.turn += 1
        if state.turn >= state.slots:
            if state.round == board.rounds:
                return None
            _next_round(state, board, seat)
    return state if state.hands[state.slot] else None


def _next_round(state: State, board: Board, seat: Seat) -> None:
    state.round += 1
    state.turn = 0
    if state.known[seat] and len(state.hands[seat]) < board.hand:
        state.hands[seat].append(state.stacks[seat].pop(0))
        state.known[seat] = known_cards.drawn(state.known[seat], 1)
    if state.shared:  # Which tile the shared faction will have, nobody knows.
        state.stacks[SHARED], state.hands[SHARED] = state.hands[SHARED] + state.stacks[SHARED], []


def open_stones(state: State, board: Board) -> dict[str, Stone]:
    """The stones at which somebody may still have to choose, by label; small ones have one value."""
    found = {}
    for stone in board.stones.values():
        capture = state.captures.get(stone.id)
        if len(stone.values) > 1 and (capture is None or (capture.next_to_take() is not None and len(left(stone, capture)) > 1)):
            found[stone.label] = stone
    return found


def ready_words(state: State, board: Board, prefix: Action) -> list[Word]:
    """The next words of values laid ready for a stone, or for all: the best one first (MH-9.2)."""
    stones = open_stones(state, board) if state.phase == "play" else {}

    def following(prefix: Action) -> list[Word]:
        if not prefix:
            return [Word(VALUE)] if stones else []
        if len(prefix) == 1:
            return [Word(label) for label in (ANY, *stones)]
        *others, last = choices(prefix[2:]) or ((),)
        meant = stones.values() if prefix[1] == ANY else [stones[prefix[1]]]
        free = {n for stone in meant for n, _ in stone.values}.difference(int(value) for _, value in others)
        if len(last) == 2:
            return [Word(ELSE)] if len(free) > 1 else []
        return [Word(str(n), True) for n in sorted(free, reverse=True)] if last else [Word(TAKE)]

    return following(prefix) if walked(following, prefix)[0] == len(prefix) else []
