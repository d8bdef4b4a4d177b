"""The private panel of a player who is out of a game that goes on: their place, whose turn it is, what to watch."""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.moves.picker_context import waiting
from cogs.messages.reply import voice
from cogs.messages.table.follows import follow_line, follow_presses
from cogs.messages.truncation import cut
from cogs.play.table import Table
from rules.game import Seat


def place_of(table: Table, seat: Seat) -> int | None:
    """The final place of an eliminated seat, from 1: nobody who still plays can come behind it. None where the rules can't tell."""
    rules, state = table.rules, table.state
    try:
        for other in table.playing():
            if rules.outcome(state) is None:
                state = rules.concede(state, other).state
    except Exception:  # Where the rules fail on it, all else is still told.
        return None
    outcome = rules.outcome(state)
    groups = outcome.places if outcome is not None else ()
    return next((1 + sum(map(len, groups[:n])) for n, group in enumerate(groups) if seat in group), None)


async def out_message(interaction: discord.Interaction[Any], table: Table, seat: Seat, note: str = "") -> dict[str, Any]:
    """The panel: arguments for an edit."""
    say = await voice(interaction, table.rules.key)
    turns = await table.store.follows.follows(table.id, interaction.user.id)
    since = await table.store.tables.since(table.row)
    place, number = place_of(table, seat), str(table.id)
    lines = [note] if note else []
    lines.append(say("out.left") if place is None else say("out.place", place=place, seats=len(table.seats)))
    lines += [say("out.watch"), waiting(table, say, since), follow_line(turns, say)]
    looks = [Press(verb, number, say(f"button.{verb}")) for verb in ("replay", "log", "rules")]
    return {"content": cut("\n".join(lines)), "attachments": [], "view": panel([*follow_presses(table, turns, say), *looks])}
