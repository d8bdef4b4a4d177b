"""Following a table: messages to followers, and for people without a seat who press *Your move*, how to follow and to stop."""

from __future__ import annotations

from typing import Any

from cogs.messages.buttons import Press, panel
from cogs.messages.moves.picker_context import waiting
from cogs.messages.table.direct_messages import place_of
from cogs.messages.truncation import cut
from cogs.play.restore_stamps import stamp
from cogs.play.table import Table
from data.language import Texts

TURNS, END, STOP = "turns", "end", "stop"
"""Ways to follow a table (each turn, or only its end), and to stop."""


def followed_message(table: Table, say: Texts, since: float | None) -> dict[str, Any]:
    """The message about whose turn it is at a table that a person follows."""
    return {"content": cut(f"{place_of(table, say)}\n{waiting(table, say, since)}"), "view": panel([following(table, say, STOP)])}


def over_message(table: Table, say: Texts) -> dict[str, Any]:
    """The message that a followed game has ended, and how."""
    winners = [table.names[seat] for seat in table.outcome.winners] if table.outcome and table.outcome.places else []
    key = "direct.over_won" if 0 < len(winners) < len(table.seats) else "direct.over"
    words = say(key, n=len(winners), names=", ".join(f"**{name}**" for name in winners))
    return {"content": cut(f"{place_of(table, say)}\n{words}"), "view": None}


def following(table: Table, say: Texts, how: str) -> Press:
    """A button that starts, changes or ends following a table (`how`)."""
    return Press("follow", f"{table.id}:{how}{stamp(table.row)}", say(f"button.follow.{how}"))


def watching_message(table: Table, say: Texts, turns: bool | None, since: float | None) -> dict[str, Any]:
    """The message for people without a seat: whom the game waits for, and how to follow it. `turns`: True if they
    follow each turn already, False if only the end, None if nothing."""
    lines = [say("error.not_seated"), waiting(table, say, since)]
    if table.over:
        return {"content": "\n".join(lines), "view": None}
    return {"content": "\n".join([*lines, follow_line(turns, say)]), "view": panel(follow_presses(table, turns, say))}


def follow_line(turns: bool | None, say: Texts) -> str:
    """How a person follows a game: each turn, its end only; or, for None, that they may."""
    return say("follow.offer" if turns is None else "follow.turns" if turns else "follow.end")


def follow_presses(table: Table, turns: bool | None, say: Texts) -> list[Press]:
    """Buttons for the other ways to follow a game, and to stop."""
    ways = [way for way, now in ((TURNS, turns is True), (END, turns is False), (STOP, turns is None)) if not now]
    return [following(table, say, way) for way in ways]
