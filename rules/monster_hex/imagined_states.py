"""States that a seat cannot tell from the true one, and what nobody knows drawn anew."""

from __future__ import annotations

from rules.game import Seat
from rules.monster_hex.state import State
from rules.parts import known_cards
from rules.parts.ahead import known_to
from rules.randomness import Chance


def imagined(state: State, seat: Seat | None, chance: Chance) -> State:
    """A state that `seat` (None: everybody) cannot tell from this one: what it does not know is drawn anew."""
    new = state.copy()
    if state.phase == "over":
        return new
    new.orders = known_to(state.orders, seat)
    new.ahead = known_to(state.ahead, seat)
    for slot in range(state.slots):
        if seat == state.seat_of(slot):
            new.stacks[slot] = known_cards.imagined(new.stacks[slot], chance, state.known[slot])
        else:
            pool, size = known_cards.mixed([*new.hands[slot], *new.stacks[slot]], chance), len(new.hands[slot])
            new.hands[slot], new.stacks[slot] = pool[:size], pool[size:]
    return new


def redrawn(state: State, chance: Chance) -> State:
    """The state with what nobody knows drawn anew."""
    new = state.copy()
    if state.phase != "over":
        new.stacks = [known_cards.imagined(stack, chance, known) for stack, known in zip(state.stacks, state.known, strict=True)]
    return new
