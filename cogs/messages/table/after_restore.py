"""Words for a table or a tournament whose database has been restored from a backup. Who is told: `data/store/after_restore.py`."""

from __future__ import annotations

from data.store.changes import TABLE
from data.timestamps import moment
from render.look import Say


def put_back_words(at: object, say: Say, whose: str = TABLE) -> str:
    """To which moment the database was restored, if known, and what follows for a table or tournament (`whose`)."""
    return say(f"put_back.told_{whose}", at=moment(at)) if isinstance(at, int | float) else say(f"put_back.told_{whose}_once")
