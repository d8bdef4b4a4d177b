"""The news in a private panel, above its question: what the player's last action brought, and what has happened since.

Of the latter as much as there is room for.
"""

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
    """What a panel begins with after an action of its seat: that itself, in bold (`head`), the `lines` of what it has brought, what else there is
    to say of it, and what has happened `since` that the question's news do not tell."""

    head: Sequence[str] = ()
    lines: Sequence[str] = ()
    foot: Sequence[str] = ()
    since: Sequence[str] = ()


NOTHING = Own()


def within_room(
    table: Table, head: Sequence[str], lines: Sequence[str], foot: Sequence[str], say: Texts, taken: int = 0
) -> tuple[list[str], list[Press]]:
    """The last of the lines that there is room for, between what stands in any case; and a button for all of them where some are left out."""
    room = min(NEWS_LETTERS, MAX_CONTENT - taken - sum(len(line) + 1 for line in (*head, *foot)) - 2)
    shown = [*lines]
    while shown and sum(len(line) + 1 for line in shown) > room:
        del shown[0]
    left = len(shown) < len(lines)
    return [*head, *(["…"] if left else []), *shown, *foot], [Press("logpage", f"{table.id}:0", say("button.all_of_it"))] if left else []
