"""Reads the options of a table for an engine: chosen values and defaults. `Option` in `rules/game.py` describes one."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Option, Options, Refused


def settings(declared: Sequence[Option], options: Options, rule: str) -> dict[str, str]:
    """All options of a table that a game declares (`Rules.options`) with their chosen values, in present words, the others at their defaults.

    Raises Refused, under `rule`, for an unknown option or value.
    """
    known = {option.key: option for option in declared}
    for key, value in options.items():
        if key not in known or known[key].meant(value) not in (*known[key].values, *known[key].given):
            raise Refused("no_such_option", rule, option=f"{key}={value}")
    return {key: option.meant(options.get(key, option.values[0])) for key, option in known.items()}
