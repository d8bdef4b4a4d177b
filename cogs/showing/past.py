"""An earlier position of a game, as whoever asks might see it then: the picture, what led to it, and ways to its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs.playing.apart import apart, turn
from cogs.playing.replaying import EarlierRules
from cogs.playing.retrospect import Retrospect, retrospect
from cogs.playing.table import Table
from cogs.playing.tables import Unfit
from cogs.showing.buttons import Press, panel
from cogs.showing.drawing import closer_files, hand_file, narrate, view_file
from cogs.showing.picking import plainly
from cogs.showing.reply import cut, in_full, theme_of
from data.language import Texts
from data.typed import escaped
from render.look import Look
from render.painting import painter
from rules.notation import Row

CHOICES = 25


class Sought(NamedTuple):
    """The position that is sought: after an action, or so many steps from there; and what of it: the picture, parts close up, or text."""

    number: int
    step: int = 0
    show: str = "picture"


async def past_message(interaction: discord.Interaction[Any], table: Table, sought: Sought, say: Texts) -> dict[str, Any]:
    """The private message: arguments for an edit. Raises Unfit where earlier rules have played all of the game."""
    async with turn(interaction.user.id):
        try:
            past = await retrospect(table)
        except EarlierRules:
            raise Unfit("past.earlier_rules") from None
        number = past.beside(sought.number, sought.step)
        stage = await apart(past.stage, number)
    own = table.seats_of(interaction.user.id)
    everybody_sees = past.past.view(stage, None)
    seat = next((seat for seat in own if seat in everybody_sees.to_act), own[0] if own else None)
    view = everybody_sees if seat is None else past.past.view(stage, seat)
    look = Look(await theme_of(interaction, table.row.theme), say, past.names(stage, table.names))
    seen = [event for event in stage.events if event.to is None or any(s in event.to for s in own)]
    words = _words(past, sought, number, narrate(table, seen, look._replace(names=tuple(map(escaped, look.names)))), say)
    buttons = panel(_ways(table, past, number, say))
    if sought.show == "text":
        return in_full(painter(view.game).describe(view, look), "board", f"{words}\n") | {"view": buttons}
    if sought.show == "closer":
        files = await closer_files(view, look, table.rules.faces)
    else:
        hand = None if seat is None else await hand_file(view, look)
        files = [await view_file(view, look), *([hand] if hand else [])]
    return {"content": words, "attachments": files, "view": buttons}


def _words(past: Retrospect, sought: Sought, number: int, happened: Sequence[str], say: Texts) -> str:
    """Which position it is, why it is not the one that was asked for, and what led to it."""
    lines = [say("past.action", n=number, last=past.last) if number else say("past.deal", last=past.last)]
    if not sought.step and sought.number > max(past.known, default=0):
        lines.append(say("past.no_such_action", n=sought.number))
    elif not sought.step and sought.number < past.first:
        lines.append(say("past.since_base"))
    elif not sought.step and sought.number != number:
        lines.append(say("past.taken_back", n=sought.number))
    return cut("\n".join([*lines, *happened]))


def _ways(table: Table, past: Retrospect, number: int, say: Texts) -> list[Press]:
    """*Back*, *Next* and *Play*."""
    here = f"{table.id}:{number}"
    return [
        Press("back", here, say("button.back"), disabled=number == past.first),
        Press("next", here, say("button.next"), disabled=number == past.last),
        Press("play", here, say("button.play"), discord.ButtonStyle.primary, disabled=number == past.last),
    ]


def action_choices(table: Table, known: Mapping[int, Row], current: str, say: Texts) -> list[app_commands.Choice[int]]:
    """What completion offers where the number of an action is typed: the latest ones that fit."""
    found: list[app_commands.Choice[int]] = []
    for number, row in sorted(known.items(), reverse=True):
        if len(found) == CHOICES:
            break
        if not str(number).startswith(current[: len(str(number))]):
            continue  # Thousands of them need no name.
        name = f"{number} · {table.names[row.seat]!s} · {plainly(say, row.action)}"
        if name.startswith(current):
            found.append(app_commands.Choice(name=name[:100], value=number))
    return found
