"""Marks on buttons, by which an answer to an outdated question is refused (`check_fresh` in `table_queries.py`), and nonces of messages.

Both are HMACs: equal for equal things, and revealing nothing about them, such as the number of hidden actions.
"""

from __future__ import annotations

import hashlib
import hmac

from data.store.changes import Debt

LEAST = 10_000_000
"""Marks are numbers of eight digits; numbers of actions are smaller."""


def mark(key: bytes, *what: object) -> int:
    """A number of eight digits for `what`, made with the bot's secret `key`: equal for equal things."""
    return LEAST + int(digest(key, *what), 16) % (9 * LEAST)


def digest(key: bytes, *what: object) -> str:
    """The HMAC-SHA-256 of `what` with a secret `key`, in hexadecimal."""
    return hmac.new(key, ":".join(map(str, what)).encode(), hashlib.sha256).hexdigest()


def nonce(key: bytes, debt: Debt) -> str:
    """The nonce of a message: the same for each attempt at one outbox row, so that Discord doesn't post it twice if the bot was killed after
    sending.

    Everybody may see it, so it tells nothing of how many there were: some may be hidden.
    """
    return digest(key, "owed", debt.subject.kind, debt.subject.id, debt.id, debt.created)[:25]
