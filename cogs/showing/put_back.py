"""What everybody at a table or a tournament is told when the database has been put back to an earlier moment."""

from __future__ import annotations

from data.store.changes import TABLE
from render.look import Say


def put_back_words(at: float | None, say: Say, whose: str = TABLE) -> str:
    """To which moment, if that is known, and what that means there."""
    return say(f"put_back.told_{whose}_once") if at is None else say(f"put_back.told_{whose}", at=moment(at))


def moment(at: float) -> str:
    """A moment as each reader's Discord shows it."""
    return f"<t:{round(at)}:f>"
