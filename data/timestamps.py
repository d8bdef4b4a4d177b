"""Timestamps as Discord shows them, to everybody in their own time and language.

The name of a text's fact says its kind. A moment (`MOMENTS`) stands after *since*, *until* or *by*. A distance (`DISTANCES`) brings its own *ago* or
*in*, and stands alone. A time of day (`HOURS`) stands after *at*. A length of time (`LENGTHS`) is in the bot's own words.
"""

from __future__ import annotations

MOMENTS = frozenset({"at", "since", "until", "due", "ends"})
"""Facts of texts that are moments: *28 November 2026 07:30*, some with how far away they are in brackets."""
DISTANCES = frozenset({"ago", "soon"})
"""Facts of texts that say how far away a moment is: *17 seconds ago*, *in 2 days*."""
HOURS = frozenset({"hour", "till"})
"""Facts of texts that are a time of day: *07:30*."""
LENGTHS = frozenset({"time", "more", "pick", "build"})
"""Facts of texts that are lengths of time: *3 days*."""


def moment(at: float) -> str:
    """A moment: day and time."""
    return f"<t:{round(at)}:f>"


def time_of_day(at: float) -> str:
    """A moment of today or tonight: only its time."""
    return f"<t:{round(at)}:t>"


def distance(at: float) -> str:
    """The time until or since a moment."""
    return f"<t:{int(at)}:R>"


def dated(at: float) -> str:
    """A moment, cut to whole seconds, with the time until or since then."""
    return f"{moment(int(at))} ({distance(at)})"
