"""The board: the public message of a game that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.messages.buttons import Press, in_rows
from cogs.messages.drawing import board_file, look_of, moving_file, told_by_rule
from cogs.messages.mentions import called_only, mention
from cogs.messages.moves.waiting_panel import plans
from cogs.messages.table.clocks import due_words
from cogs.messages.table.ending import onward
from cogs.messages.table.intro import learning
from cogs.messages.table.rules_behind_lines import reasons_of, why_press
from cogs.messages.table.teaching import teaching_press
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered
from cogs.play.table import Table
from cogs.play.thinking.worker_requests import searching
from data.language import texts
from data.timestamps import distance
from render.painter import painter
from rules.game import Event


class Stage(NamedTuple):
    """Where a board stands: it is the `first` one of a game, or in the thread of a tournament's `match`."""

    first: bool = False
    match: bool = False


ORDINARY = Stage()
"""Any other one."""
TEXT_LIMIT = 1700
"""Letters for what happened; the rest of a message's 2000 is for who is to act."""


def board_buttons(table: Table, reasons: Sequence[str] = (), stage: Stage = ORDINARY) -> list[Press]:
    """The buttons below a board: *Your move*, *Hand*, *Plan ahead* and *Explain the move* where there are any, *Call a moderator* in a match,
    *Rules*, *Log*, in the place of which the `first` board has *Learn* and *Seed*; when it is over *Rematch*, *New game* (neither in the thread of a
    match, which is for that alone), *Replay*, the record, *Log*, *Analysis* where there is one, and *Seed*.

    *Why?* opens the rules behind the lines of the message (`reasons`), if there are any.
    """
    say = texts(table.row.language, table.rules.key)
    number, first = numbered(table.row), stage.first
    if table.over:
        buttons = [
            *(onward(number, say) if not stage.match else []),
            Press("replay", number, say("button.replay"), row=0),
            Press("record", number, say("button.record"), row=0),
            Press("log", number, say("button.log"), row=1),
            *([Press("analysis", number, say("button.analysis"), row=1)] if searching(table.rules) is not None else []),
            Press("seed", number, say("button.seed"), row=1),
        ]
    else:
        buttons = [
            Press("move", number, say("button.move"), discord.ButtonStyle.primary, row=0),
            *([Press("hand", number, say("button.hand"), row=0)] if painter(table.rules.key).hand else []),
            *([Press("ahead", number, say("button.ahead"), row=0)] if plans(table.rules) else []),
            *teaching_press(table, say),
            *([Press("tcall", number, say("button.call_moderator"), row=0)] if stage.match else []),
            *(learning(table.rules.key, say, row=1) if first else []),
            Press("rules", number, say("button.rules"), row=1),
            Press("seed" if first else "log", number, say("button.seed" if first else "button.log"), row=1),
        ]
        if table.expiry.claimable:
            buttons.append(Press("claim", number, say("button.claim"), discord.ButtonStyle.danger, row=1))
        if any(s.offered for s in table.seats):
            buttons.append(Press("take", number, say("button.take"), discord.ButtonStyle.success, row=1))
        if any(table.seats[seat].player is not None for seat in table.offered_draw()):
            buttons.append(Press("accept", number, say("button.accept_draw"), discord.ButtonStyle.success, row=2))
    return [*buttons, why_press(table.rules.key, reasons, say)] if reasons else buttons


def _whose(table: Table, pinged: Pinged) -> str:
    """The line that says whom the game waits for, and pings those in `pinged`."""
    say = texts(table.row.language, table.rules.key)
    view = table.view(None)
    words = []
    for seat, kind in view.asked:
        name = mention(table.seats[seat].player, table.names[seat], pinged)
        due = due_words(table, seat, say)
        call = f"call.{kind}" if say.find(f"call.{kind}") else "board.asked"  # What is answered is nobody's turn.
        words.append(say(call, name=name, what=say(f"asked.{kind}")) + (f" · {due}" if due else ""))
    if table.row.paused:
        words.append(say("clock.paused", ago=distance(table.row.paused)))
    return "\n".join(words)


async def board_message(
    table: Table, events: list[Event], extra: list[str], pinged: Pinged, stage: Stage = ORDINARY, moving: bool = False
) -> dict[str, Any]:
    """The arguments of a board message, at a `stage` of its table: what happened, the picture, `moving` where something
    has been decided, who is asked, and the buttons, in the colour of the seat that is asked, if it is one alone."""
    look = look_of(table)
    happened = told_by_rule(table, events, look)
    beside: list[tuple[str, list[str]]] = [(line, []) for line in extra]
    # The hash of the seed opens a game, the seed itself closes it.
    lines = [*happened, *beside] if table.over else [*beside, *happened]
    shown: list[tuple[str, list[str]]] = []
    # The newest lines are the ones that matter when there are too many.
    for line in reversed(lines):
        if sum(len(words) + 1 for words, _ in shown) + len(line[0]) > TEXT_LIMIT:
            shown.append(("…", []))
            break
        shown.append(line)
    shown.reverse()
    whose = _whose(table, pinged)
    paint = painter(table.rules.key)
    view = table.view(None)
    going_on = cut("\n".join(paint.going_on(view, look)), MAX_CONTENT - len(whose) - 1)  # Whoever is asked is told so whatever goes on.
    asking = "\n".join(filter(None, [going_on, whose]))
    picture = (await moving_file(table, look, events) if moving else None) or await board_file(table, look)
    parts = [
        *_text("\n".join(words for words, _ in shown)),
        ui.MediaGallery(discord.MediaGalleryItem(picture)),
        *_text(asking),
        *in_rows(board_buttons(table, reasons_of(shown), stage)),
    ]
    picture.description = None  # Its words are those of the gallery.
    colour = paint.accent(view, view.to_act[0], look) if len(view.to_act) == 1 else None
    return {
        "file": picture,
        "view": ui.LayoutView(timeout=None).add_item(ui.Container(*parts, accent_colour=colour)),
        "allowed_mentions": called_only(pinged),
    }


def _text(words: str) -> list[ui.Item[Any]]:
    """Words as an item of a layout; no item for no words."""
    return [ui.TextDisplay(cut(words))] if words else []
