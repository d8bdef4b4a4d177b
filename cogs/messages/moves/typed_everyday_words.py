"""Reads a typed action a second time: without filler words, and with words of the game for everyday phrases."""

from __future__ import annotations

from typing import Any

from cogs.messages.moves.typed_names import Reading
from data.lookup.everyday_verbs import BESIDE
from data.lookup.everyday_words import plainer
from rules.game import Action, Refused, Rules
from rules.notation import Misread

SURE = ("number", "not_your_turn", *BESIDE)
"""What is said to a text that has been understood as a whole."""


def plainly(reading: Reading, rules: Rules[Any], text: str) -> Action:
    """The action read from a text, or else from the text without filler words. One that rests on an everyday phrase has to be confirmed.

    Raises what `reading` raises for the text as typed, unless that failed at a filler word.
    """
    try:
        return reading(text)
    except (Misread, Refused) as error:
        plain = plainer(rules.key, rules.knows, text)
        if error.reason in SURE or not (plain.dropped or plain.guessed):
            raise
        try:
            action = reading(plain.text)
        except (Misread, Refused) as second:
            if isinstance(second, Misread) and second.reason == "number":
                raise Misread("number", text, second.candidates, second.attempt) from None
            if plain.guessed or not _blamed(error).isdisjoint(plain.dropped):
                raise
            raise error from None
        if plain.guessed:
            raise Misread("number", text, (), action) from None
        return action


def _blamed(error: Misread | Refused) -> set[str]:
    """The words at which a reading failed, or of which a refusal speaks."""
    return {error.word} if isinstance(error, Misread) else {str(fact).casefold() for fact in error.facts.values()}
