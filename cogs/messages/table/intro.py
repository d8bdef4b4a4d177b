"""The introduction to a game, for people who have never played it: text and buttons."""

from __future__ import annotations

from cogs.messages.buttons import Press
from data.language import Texts
from data.lesson import lesson
from rules.randomness import seed_hash

SHORT = 16
"""Digits of a number of 64 that are shown to everybody; the whole is there for whoever asks."""


def intro(say: Texts) -> list[str]:
    """Two lines: what a game is about, and how it is won."""
    return [say("intro.line", title=say("title"), about=say("intro.about")), say("intro.won")]


def learning(game: str, say: Texts, row: int | None = None) -> list[Press]:
    """The button *Learn*, if the game has a lesson."""
    return [Press("lesson", game, say("button.learn"), row=row)] if lesson(game) else []


def seed_words(seed: int, moves: str | None, say: Texts) -> str:
    """The text that makes a game's chance checkable: the whole hash of its seed, and when the game is over the seed itself and the hash of its
    moves."""
    told = [say("seed.later")] if moves is None else [say("seed.now", seed=f"{seed:064x}"), say("seed.moves", moves=moves)]
    return "\n".join([say("seed.hash", hash=seed_hash(seed)), *told, say("seed.check")])
