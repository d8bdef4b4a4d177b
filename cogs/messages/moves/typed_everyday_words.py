"""Reads typed actions a second time with fewer words: without those that say nothing, and with words of the game for everyday phrases."""

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
    """What is read from a text, or else from it in fewer words. What rests on an everyday phrase is shown first.

    Raises what `reading` raises: about the text as it was typed, unless that stopped at a word that says nothing.
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
    """The words at which a reading stopped, or of which a refusal speaks."""
    return {error.word} if isinstance(error, Misread) else {str(fact).casefold() for fact in error.facts.values()}
