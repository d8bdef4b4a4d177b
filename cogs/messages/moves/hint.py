"""Formats a hint: an action in plain words, with its rule, its place on the board, and a button that takes it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import discord

from cogs.messages.buttons import BRIEF, Press, fits, panel
from cogs.messages.drawing import addressing, look_of, panel_files, rule_text
from cogs.messages.moves.button_colours import GREEN, coloured
from cogs.messages.moves.picker_context import Picking, Place, answer_in_words, deed_in_words, picking_at
from cogs.messages.moves.reason import reason_lines
from cogs.messages.reply import theme_of
from cogs.messages.truncation import cut
from cogs.play.table import Table
from cogs.play.thinking.hints import supposed
from cogs.play.thinking.worker_requests import Advised
from data.language import Texts
from rules.game import Action, Seat
from rules.legal_actions import rule_of


def known_of(found: Advised, say: Texts) -> list[str]:
    """What is certain about a hint, and what a game says of its kind of action."""
    lines = list[str]()
    verb = found.action[0] if found.action else ""
    own = say.find(f"hint.why.{verb}")
    if own or found.forced or found.alone:
        key = "hint.forced" if found.forced else "hint.alone"
        lines.append(own or say.find(f"{key}.{verb}") or say(key))
    if found.proven is not None:
        lines.append(say("hint.wins" if found.proven == 1 else "hint.loses" if found.proven == 0 else "hint.shares"))
    return lines


async def hint_message(
    interaction: discord.Interaction[Any], table: Table, seat: Seat, found: Advised, say: Texts, aim: Sequence[Action] = ()
) -> dict[str, Any]:
    """The private message of a hint: arguments for an edit. `aim` are the actions for which the first one prepares."""
    action = found.action
    look = look_of(table, say, await theme_of(interaction, table.row.theme))
    # From here to the picture nothing is waited for: the table stands still.
    picking = picking_at(table, seat, look, say)
    words = answer_in_words(picking, action)
    decision = table.rules.decision(table.state, seat)
    # The rule of this very position says more than that of all questions of its kind.
    rule = rule_of(table.rules, decision, action[0]) if decision.rule == table.rules.kinds[decision.kind] else decision.rule
    aims = [say("hint.then", what=", ".join(_further(picking.in_text, (action, *aim))))] if aim else []
    lines = [say("hint.title"), f"**{answer_in_words(picking.in_text, action)}**", *aims, rule_text(table.rules.key, rule, say.language)]
    lines += known_of(found, say)
    if found.why is not None:
        told = picking.in_text
        other = answer_in_words(told, found.why.other) if found.why.other else ""
        lines += reason_lines(told._replace(look=addressing(told.look, seat)), found.why, other, found.cheaper)
    here = Place(table.id, table.mark(seat), 0, ())
    presses = [
        Press("do", here._replace(prefix=action).write(), words if len(words) <= BRIEF else say("pick.play"), GREEN),
        Press("panel", str(table.id), say("hint.otherwise")),
    ]
    if found.why is not None and found.why.shown is not None:
        presses.insert(1, Press("showme", f"{table.id}:{table.mark(seat)}", say("hint.show")))
    await coloured(picking, presses)
    files = await panel_files(picking.view, picking.look, action[:-1], action[-1:])
    return {"content": cut("\n".join(lines)), "attachments": files, "view": panel([press for press in presses if fits(press.custom_id)])}


def _further(picking: Picking, row: Sequence[Action]) -> list[str]:
    """The actions of a row after the first, each named as in the position where it would be done."""
    rules, seat = picking.table.rules, picking.seat
    state, found = supposed(picking.table, seat), []
    for before, action in pairwise(row):
        state = rules.apply(state, seat, before).state
        found.append(deed_in_words(picking, action, state))
    return found
