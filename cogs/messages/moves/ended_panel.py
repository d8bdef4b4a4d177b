"""The end of a game in a private panel: the result from the reader's seat, and how to play another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.messages.buttons import Press, panel
from cogs.messages.moves.panel_news import within_room
from cogs.messages.moves.score import score
from cogs.messages.table.ending import decided_by_score, onward
from cogs.messages.truncation import cut
from cogs.play.restore_stamps import numbered
from cogs.play.table import Table
from data.language import Texts
from rules.game import Outcome, Seat
from rules.notation import ABANDONED


async def ended_message(table: Table, seat: Seat, lines: Sequence[str], say: Texts) -> dict[str, Any]:
    """The panel of a finished game: the result for the seat in bold, what led to it, and *Rematch* (not in a tournament's match)."""
    match = await table.store.tournaments.of_table(table.id) is not None
    presses = [*([] if match else onward(numbered(table.row), say)), Press("logpage", f"{table.id}:0", say("button.log"))]
    words, _ = within_room(table, [f"**{how_ended(table.outcome, seat, table.names, say)}**"], lines, [], say)
    return {"content": cut("\n".join(words)), "attachments": [], "view": panel(presses)}


def how_ended(outcome: Outcome | None, seat: Seat, names: Sequence[str], say: Texts) -> str:
    """The result for a seat, with the score if that has decided the game."""
    if outcome is None or outcome.reason == ABANDONED or not outcome.places:
        return f"{say('panel.ended')}."
    place = 1 + sum(len(group) for group in outcome.places[: next(n for n, group in enumerate(outcome.places) if seat in group)])
    shared = len(outcome.winners) > 1
    key = "panel.shared" if place == 1 and shared else "panel.won" if place == 1 else "panel.lost"
    if not decided_by_score(outcome):
        return f"{say(key)}."
    return f"{say(key)}{' ' if len(outcome.scores) == 2 else say('colon')}{score(outcome.scores, seat, names)}."
