"""The options of a table: which of them count, with a rating or a prize as without. Imports no discord.

A game declares them (`Rules.options`; `rules/parts/options.py` gives all of them with their values and defaults). `cogs/messages/options.py` reads
those that are typed, and shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogs.play.unfit import Unfit
from data.user_text import Typed
from rules.game import Options, Refused, Rules
from rules.parts.ahead import PAUSE, USUAL
from rules.parts.options import settings

SEATING = "seating"
"""The option that says whether chance decides who sits where (MH-1.7); a game without it seats in joining order."""


OPENING, PIE = "opening", "pie"
"""The option that says how it is settled who begins, and the value that new tables have where their game has it for so many seats (MH-1.8)."""


def check_options(rules: Rules[Any], options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, as `settings` has them. Raises Unfit for a key or a value that it does not have."""
    try:
        return settings(rules.options, options, "")
    except Refused as error:
        raise Unfit("game.no_such_option", option=Typed(error.facts["option"])) from None


def for_stakes(rules: Rules[Any], options: Options) -> Options:
    """The options of a game with a prize or a rating: unless something else was chosen, nobody can tell standing orders from people there."""
    return {PAUSE: USUAL, **options} if any(option.key == PAUSE for option in rules.options) else options


def for_one_game(rules: Rules[Any], options: Options, seats: int) -> Options:
    """What a new table that stands alone has beside the options that were chosen: who begins is settled as evenly as the game can. Where everybody
    has each seat once, in a match, that is not needed."""
    if OPENING in options or not any(option.key == OPENING and PIE in option.values for option in rules.options):
        return {}
    try:
        rules.setup(seats, {**options, OPENING: PIE}, 0)
    except Refused:
        return {}
    return {OPENING: PIE}
