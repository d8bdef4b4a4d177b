"""Stores an action said ahead by a click; shows what was stored, and what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.moves.ahead import ahead_message, drafts
from cogs.messages.moves.carrying_out import carried
from cogs.messages.moves.picker import picker
from cogs.messages.moves.picker_context import Place
from cogs.messages.moves.result import carried_message
from cogs.messages.moves.typed_names import pointing
from cogs.messages.refusals import explain
from cogs.messages.reply import voice
from cogs.play.table import Table
from cogs.play.table_queries import Stale
from rules.game import Action, Refused, Seat
from rules.parts.ahead import DRAFT, ELSE, choices, drafting, preferred
from rules.parts.planned_turns import kept


async def said_message(
    interaction: discord.Interaction[Any], table: Table, seat: Seat, action: Action, sight: int, typed: bool = False
) -> dict[str, Any]:
    """Says a sealed action ahead, if the seat still sees what it saw (`Position.sight`). Returns the panel, the draft with its next step, or what
    followed at once."""
    say = await voice(interaction, table.rules.key)
    asked = seat in table.awaited
    try:
        acted = await table.say(seat, action, sight, interaction.id)
    except Stale:
        return await ahead_message(interaction, table, seat, say("ahead.changed"))
    except Refused as error:
        return await ahead_message(interaction, table, seat, explain(error, say, table.rules.key, pointing=pointing(table, seat, say, "")))
    if table.over or acted.events or (not asked and seat in table.awaited):  # It was carried out at once, or there is something to answer anew.
        return await carried_message(interaction, table, seat, carried(acted, action), say)
    if action[0] == DRAFT and len(action) > 1 and not typed and drafts(table.rules, table.state, seat):
        return await picker(interaction, table, seat, Place(table.id, table.sight(seat), 0, (DRAFT,)))
    return await ahead_message(interaction, table, seat, say("ahead.kept" if len(action) > 1 else "ahead.taken_back"))


def sealed_action(table: Table, seat: Seat, chosen: Sequence[Action]) -> Action:
    """The sealed action of what was chosen in a picker: an answer; or the draft with new steps, or with alternatives (`else`) for its last step."""
    if chosen[0][0] != DRAFT:
        return chosen[0]
    draft = kept(table.rules, table.state, seat).draft
    if chosen[0][1:2] == (ELSE,):
        return drafting([*draft[:-1], preferred(dict.fromkeys([*(choices(draft[-1]) if draft else ()), *(action[2:] for action in chosen)]))])
    return drafting([*draft, *(action[1:] for action in chosen)])
