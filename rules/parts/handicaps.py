"""Handicaps: how much more one seat has, at the beginning or in each of its turns, so that friends of different strength meet on even terms.

A table's option names one seat and a size in one word (`seat2_3`). Nobody chooses that word: the house writes it once it is known who sits where.
What a size is worth stands where it is given: points in Monster Hex's `opening` and HexKnight's `engine`, goals in Hockey Game's `engine`, energy in
HexyGame's `game_flow`, materials in `data/planetary_conquerors/seats.json`.
"""

from __future__ import annotations

from rules.game import Option, Options, Seat

HANDICAP, NONE = "handicap", "none"
"""The option, and its value where all begin as the rules have it."""
SIZES = range(1, 7)
"""The sizes that there are in each game."""


def handicaps(seats: range) -> Option:
    """The option of a game with so many seats."""
    return Option(HANDICAP, (NONE,), given=tuple(handicap_word(seat, size) for seat in range(seats[-1]) for size in SIZES))


def handicap_word(seat: Seat, size: int) -> str:
    """The value of the option for a seat and a size."""
    return f"seat{seat + 1}_{size}"


def handicap_of(options: Options) -> tuple[Seat, int] | None:
    """The seat that has more, and the size; None where all have the same."""
    value = options.get(HANDICAP, NONE)
    if value == NONE:
        return None
    seat, _, size = value.removeprefix("seat").partition("_")
    return int(seat) - 1, int(size)


def size_of(options: Options, seat: Seat) -> int:
    """The size of a seat's handicap; 0 for none."""
    found = handicap_of(options)
    return found[1] if found is not None and found[0] == seat else 0
