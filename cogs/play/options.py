"""The options of a table: checks them, and sets defaults for games with and without a rating or prize. Imports no discord.

A game declares them (`Rules.options`; `rules/parts/options.py` has all, with values and defaults). `cogs/messages/options.py` parses and shows
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.play.unfit import Unfit
from data.store.rows import SeatRow
from data.user_text import Typed
from rules.game import Options, Refused, Rules
from rules.parts.ahead import PAUSE, USUAL
from rules.parts.handicaps import HANDICAP, NONE, handicap_word
from rules.parts.options import settings

SEATING = "seating"
"""The option that says whether chance decides who sits where (MH-1.7); a game without it seats in joining order."""


OPENING, PIE = "opening", "pie"
"""The option that says how it is settled who begins, and the value that new tables have where their game has it for so many seats (MH-1.8)."""


def check_options(rules: Rules[Any], options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game with their values, as `settings` has them. Raises Unfit for an unknown key or value, and for a handicap, which the house
    writes."""
    if options.get(HANDICAP, NONE) != NONE:
        raise Unfit("handicap.typed")
    try:
        return settings(rules.options, options, "")
    except Refused as error:
        raise Unfit("game.no_such_option", option=Typed(error.facts["option"])) from None


def for_stakes(rules: Rules[Any], options: Options) -> Options:
    """The options of a game with a rating or prize: by default standing orders answer like people, so that nobody can tell. Raises Unfit for a
    handicap, which there is not."""
    if options.get(HANDICAP, NONE) != NONE:
        raise Unfit("handicap.rated")
    return {PAUSE: USUAL, **options} if any(option.key == PAUSE for option in rules.options) else options


def for_one_game(rules: Rules[Any], options: Options, seats: int) -> Options:
    """Extra options of a single game: by default the pie rule (if the game has it) settles who begins. A match, in which all have each seat once,
    doesn't need it."""
    if OPENING in options or not any(option.key == OPENING and PIE in option.values for option in rules.options):
        return {}
    try:
        rules.setup(seats, {**options, OPENING: PIE}, 0)
    except Refused:
        return {}
    return {OPENING: PIE}


def handicapped(options: Mapping[str, Any], seats: Sequence[SeatRow]) -> dict[str, Any]:
    """The options of a table with the handicap of whoever has one, once it is known who sits where."""
    return {**options, HANDICAP: next((handicap_word(s.seat, s.handicap) for s in seats if s.handicap), NONE)}
