"""The introduction to a game, for people who have never played it: text and buttons."""

from __future__ import annotations

from cogs.messages.buttons import Press
from data.language import Texts
from data.lesson import lesson


def intro(say: Texts) -> list[str]:
    """Two lines: what a game is about, and how it is won."""
    return [say("intro.line", title=say("title"), about=say("intro.about")), say("intro.won")]


def learning(game: str, say: Texts, row: int | None = None) -> list[Press]:
    """The button *Learn*, if the game has a lesson."""
    return [Press("lesson", game, say("button.learn"), row=row)] if lesson(game) else []
