"""Cuts texts to the lengths that Discord takes, between words, and never through a sign, a mention or a formatting mark."""

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
    """The text, cut where Discord would not take it, but not within a mention, a moment, a link, an escaped sign, or a letter of several signs."""
    if len(words) <= limit:
        return words
    end = limit - 1
    for whole in _WHOLE.finditer(words):
        if whole.end() > end:
            end = min(end, whole.start())
            break
    return words[:end] + "…"


def shortened(words: str, limit: int) -> str:
    """The text, cut before a word that there is no room for; within it only where the first word is longer than all the room."""
    if len(words) <= limit:
        return words
    whole = words[: limit - 1].rpartition(" ")[0].rstrip(" ,;:·(–\u00a0\u202f")
    return f"{whole} …" if whole else cut(words, limit)


def cut_lines(lines: Iterable[str], limit: int = MAX_CONTENT) -> str:
    """The lines, as many whole ones as Discord takes."""
    words = "\n".join(lines)
    return words if len(words) <= limit else words[: limit - 1].rpartition("\n")[0] + "\n…"
