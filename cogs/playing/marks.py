"""Marks for what everybody sees or holds: the same for the same thing, and telling nothing of it, such as how many hidden ones came before."""

from __future__ import annotations

import hashlib
import hmac

LEAST = 10_000_000
"""Marks are numbers of eight digits; numbers of actions are smaller."""


def mark(key: bytes, *what: object) -> int:
    """The mark of something, with the secret key of the bot."""
    return LEAST + int(digest(key, *what), 16) % (9 * LEAST)


def digest(key: bytes, *what: object) -> str:
    """The HMAC-SHA-256 of something, in hexadecimal."""
    return hmac.new(key, ":".join(map(str, what)).encode(), hashlib.sha256).hexdigest()
