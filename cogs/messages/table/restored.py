"""The announcement to a table or a tournament that the database has been restored from a backup."""

from __future__ import annotations

from data.store.changes import TABLE
from data.timestamps import moment
from render.look import Say


def put_back_words(at: object, say: Say, whose: str = TABLE) -> str:
    """To which moment the database was restored, if known, and what follows for a table or tournament (`whose`)."""
    return say(f"put_back.told_{whose}", at=moment(at)) if isinstance(at, int | float) else say(f"put_back.told_{whose}_once")
