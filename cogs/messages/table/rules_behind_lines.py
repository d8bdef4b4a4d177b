"""*Why?* below a board: the rules behind the lines of its text. The button's custom id holds all of it."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from cogs.messages.buttons import Press, fits
from data.language import Texts


def why_press(game: str, reasons: Sequence[str], say: Texts) -> Press:
    """The button *Why?* with as many of the `reasons` as fit into its custom id."""
    for room in range(len(reasons), 0, -1):
        why = Press("why", " ".join([game, *reasons[:room]]), say("button.why"), row=1)
        if fits(why.custom_id):
            break
    return why


def reasons_of(lines: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """The rules behind the lines of a message, those of the last line first, as *Why?* has them: each with a letter for every line that rests on it,
    `a` for the last line of the text."""
    found: dict[str, str] = {}
    below = 0
    for line, rules in reversed(lines):
        for rule in rules:
            found[rule] = found.get(rule, "") + ascii_lowercase[below : below + 1]
        below += line.count("\n") + 1
    return [f"{rule}/{letters}" if letters else rule for rule, letters in found.items()]


def explained_lines(words: str, reasons: Sequence[str]) -> list[str]:
    """The lines of a message that rest on rules, each with these beside it; the `reasons` are those of its *Why?* (`reasons_of`)."""
    rules: dict[int, list[str]] = {}
    for rule, _, letters in (reason.partition("/") for reason in reasons):
        for letter in letters:
            rules.setdefault(ascii_lowercase.index(letter), []).append(rule)
    lines = words.split("\n")
    told = [(lines[-1 - below], rules[below]) for below in sorted(rules, reverse=True) if below < len(lines)]
    return [f"{line} · {', '.join(behind)}" for line, behind in told if line]
