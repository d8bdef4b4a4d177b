"""The news above a private panel's question: the effect of the player's last action, and what has happened since, as much as fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.messages.buttons import Press
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.table import Table
from data.language import Texts

NEWS_LETTERS = 1500
"""So many letters at most tell what has happened; all of it stands in the log."""


class Own(NamedTuple):
    """What a panel says first after an action of its seat: the action in bold (`head`), its effects (`lines`), remarks (`foot`), and what has
    happened `since` and isn't told below; and buttons that go on with it."""

    head: Sequence[str] = ()
    lines: Sequence[str] = ()
    foot: Sequence[str] = ()
    since: Sequence[str] = ()
    presses: Sequence[Press] = ()


NOTHING = Own()


def within_room(
    table: Table, head: Sequence[str], lines: Sequence[str], foot: Sequence[str], say: Texts, taken: int = 0
) -> tuple[list[str], list[Press]]:
    """The head, the latest `lines` that fit, and the foot; and a button that shows all lines, if some are left out. `taken` letters are used up."""
    room = min(NEWS_LETTERS, MAX_CONTENT - taken - sum(len(line) + 1 for line in (*head, *foot)) - 2)
    shown = [*lines]
    while shown and sum(len(line) + 1 for line in shown) > room:
        del shown[0]
    left = len(shown) < len(lines)
    return [*head, *(["…"] if left else []), *shown, *foot], [Press("logpage", f"{table.id}:0", say("button.all_of_it"))] if left else []
