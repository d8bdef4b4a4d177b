"""What Discord makes of a message, read anew: links, mentions, headings, lists, quotations, emphasis. For tests of what people type."""

from __future__ import annotations

import re
from collections import Counter

FENCE = "```"
MARKS = {
    "masked link": r"\[[^\]\n]+\]\(\s*<?\w+:[^)\s]*",
    "link": r"\b(?:https?|steam|discord)://[^\s<]+",
    "invitation": r"\bdiscord(?:app)?\.(?:gg|com/invite)/\w+",
    "mention": r"<(?:@[!&]?|#)\d+>|@everyone|@here",
    "tag": r"<(?:t:|/|a?:|id:)[^>\s]*>",
    "heading": r"(?m)^(?:#{1,3}|-#) .*",
    "quotation": r"(?m)^>(?:>>)? .*",
    "entry": r"(?m)^ *(?:[-*+]|\d+\.) ",
    "emphasis": r"\*+|_+|~~|\|\|",
}
CALL = re.compile(r"<@[!&]?\d+>|@everyone|@here")
"""What calls somebody: Discord decides that before it looks at code and escapes."""
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Control letters, and letters that hide or turn round what stands beside them."""


def read(text: str) -> tuple[str, list[str]]:
    """A message's words outside code with what is escaped left out, and its pieces of code."""
    words, code, i = "", [], 0
    while i < len(text):
        if text[i] == "\\" and re.match(r"[^0-9A-Za-z\s]", text[i + 1 : i + 2]):
            words, i = words + "\0", i + 2
            continue
        fence = FENCE if text.startswith(FENCE, i) else "`"
        end = text.find(fence, i + len(fence)) if text.startswith(fence, i) else -1
        if end > i:
            code.append(text[i + len(fence) : end])
            words, i = words + "\1", end + len(fence)
        else:
            words, i = words + text[i], i + 1
    return words, code


TURNING = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""Letters that are written from right to left, and the marks among them."""
APART = re.compile(f"\u2068([^\u2066-\u2069]*[{TURNING}][^\u2066-\u2069]*)\u2069")
"""What is set apart since it is written in the other direction: that neither hides nor turns round anything."""


def together(text: str) -> str:
    """A text without what sets its parts apart."""
    return APART.sub(r"\1", text)


def made_of(text: str) -> list[tuple[str, str]]:
    """Everything that Discord makes of a message, each by its kind, with the words it is made of."""
    words, code = read(text)
    found = [(kind, match[0]) for kind, mark in MARKS.items() for match in re.finditer(mark, words)]
    found += [("call", match[0]) for match in CALL.finditer(text)]
    found += [("code", "")] * len(code)
    found += [("unseen", repr(match[0])) for match in UNSEEN.finditer(together(text))]
    return [*found, *([("line", "")] * text.count("\n"))]


def kinds(text: str) -> Counter[str]:
    """How many of each kind."""
    return Counter(kind for kind, _ in made_of(text))
