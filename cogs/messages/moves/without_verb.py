"""Completes typed actions without a verb, such as `m01 b3` for `place m01 b3`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.game import Action, Refused, Rules
from rules.notation import Misread, split

MUTE = ("not_an_action", "asked_otherwise", "nothing_to_do")
"""Reasons of engines that say nothing about the things that were named."""


class Alone(NamedTuple):
    """The error that answers things typed without a verb, and the `verb` with which they were read."""

    verb: str
    error: Misread | Refused


def taking(rules: Rules[Any], thing: str, verbs: Sequence[str]) -> list[str]:
    """Those of `verbs` that accept a thing of this kind, in the game's order for that kind; none for an empty `thing`."""
    if not thing:
        return []
    kind = rules.faces[thing].type if thing in rules.faces else ""
    return [verb for verb, kinds in rules.takes.items() if verb in verbs and kind in kinds]


def without_verb(reading: Callable[[str], Action], verbs: Sequence[str], text: str) -> Alone | None:
    """The answer to things typed without a verb: the error of the verb that understood most of them, of equal ones the first.

    A legal reading is returned as an error too, so that it must be confirmed. None where no verb understood any.
    """
    things = split(text)
    found: list[tuple[float, Alone]] = []
    legal: list[Action] = []
    for verb in verbs:
        try:
            legal.append(reading(f"{verb} {text}"))
        except (Misread, Refused) as error:
            found.append((_reached(error, things, verb), Alone(verb, error)))
    if len(legal) == 1:
        return _sought(found, verbs[0]) or Alone(legal[0][0], Misread("number", text, (), legal[0]))
    if legal:
        return Alone("", Misread("ambiguous", text, tuple(action[0] for action in legal), ()))
    reached, alone = max(found, key=lambda one: one[0], default=(0, None))
    return alone if reached else None


def _sought(found: Sequence[tuple[float, Alone]], first: str) -> Alone | None:
    """The refusal of the thing's first verb, if it says why: the player most likely meant that verb."""
    for _, alone in found:
        if alone.verb == first and isinstance(alone.error, Refused) and alone.error.reason not in MUTE:
            return alone
    return None


def _reached(error: Misread | Refused, things: Sequence[str], verb: str) -> float:
    """How many things a reading took before its error; 0 where the error says nothing about them, 0.5 where it names none of them."""
    if isinstance(error, Refused):
        if error.reason in MUTE:
            return 0
        named = {str(fact).casefold() for fact in error.facts.values()}
        return max([0.5, *(n for n, thing in enumerate(things, 1) if thing in named)])
    if error.reason == "surplus":  # The verb takes fewer things than were named: it is hardly the one that was meant.
        return 0.25
    if error.reason in ("unfinished", "ambiguous", "number"):
        return len(things)
    attempt = [word for word in error.attempt if word != verb]
    return attempt.index(error.word) if error.word in attempt else 0
