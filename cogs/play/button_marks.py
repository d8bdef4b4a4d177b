"""Marks on buttons, by which an answer to an outdated question is refused (`check_fresh` in `table_queries.py`), and nonces of messages.

Both are HMACs: equal for the same thing, and revealing nothing of it, such as how many hidden actions there were.
"""

from __future__ import annotations

import hashlib
import hmac

from data.store.changes import Debt

LEAST = 10_000_000
"""Marks are numbers of eight digits; numbers of actions are smaller."""


def mark(key: bytes, *what: object) -> int:
    """The mark of something, with the secret key of the bot."""
    return LEAST + int(digest(key, *what), 16) % (9 * LEAST)


def digest(key: bytes, *what: object) -> str:
    """The HMAC-SHA-256 of something, in hexadecimal."""
    return hmac.new(key, ":".join(map(str, what)).encode(), hashlib.sha256).hexdigest()


def nonce(key: bytes, debt: Debt) -> str:
    """The nonce of a message: equal for the same owed message, so that Discord does not post it twice when we were killed after sending.

    Everybody may see it, so it tells nothing of how many there were: some may be hidden.
    """
    return digest(key, "owed", debt.subject.kind, debt.subject.id, debt.id, debt.created)[:25]
