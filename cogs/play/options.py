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


def check_options(rules: Rules[Any], options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, as `settings` has them. Raises Unfit for a key or a value that it does not have."""
    try:
        return settings(rules.options, options, "")
    except Refused as error:
        raise Unfit("game.no_such_option", option=Typed(error.facts["option"])) from None


def for_stakes(rules: Rules[Any], options: Options) -> Options:
    """The options of a game with a prize or a rating: unless something else was chosen, nobody can tell standing orders from people there."""
    return {PAUSE: USUAL, **options} if any(option.key == PAUSE for option in rules.options) else options
