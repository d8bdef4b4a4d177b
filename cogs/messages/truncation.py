"""Cuts texts to Discord's limits, between words, and never inside a character, a mention or a formatting mark."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_CONTENT = 2000
_WHOLE = re.compile(
    r"\u2068[^\u2068\u2069]*\u2069|\\.|<[^<>\n]{1,100}>|\[[^\[\]\n]*\]\([^()\s]*\)|[\U0001f1e6-\U0001f1ff]{2}|"
    r"[^\\<\[\u2068](?:[\u0300-\u036f\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)+",
    re.DOTALL,
)
"""What means something only as a whole."""


def cut(words: str, limit: int = MAX_CONTENT) -> str:
    """A text cut to `limit` letters, but not inside a mention, a timestamp, a link, an escape, or a character of several code points."""
    if len(words) <= limit:
        return words
    end = limit - 1
    for whole in _WHOLE.finditer(words):
        if whole.end() > end:
            end = min(end, whole.start())
            break
    return words[:end] + "…"


def shortened(words: str, limit: int) -> str:
    """A text cut between words to `limit` letters; inside a word only if the first one is longer."""
    if len(words) <= limit:
        return words
    whole = words[: limit - 1].rpartition(" ")[0].rstrip(" ,;:·(–\u00a0\u202f")
    return f"{whole} …" if whole else cut(words, limit)


def cut_lines(lines: Iterable[str], limit: int = MAX_CONTENT) -> str:
    """As many whole lines as have `limit` letters together, and … for the others."""
    words = "\n".join(lines)
    return words if len(words) <= limit else words[: limit - 1].rpartition("\n")[0] + "\n…"
