"""An earlier position of a game as its reader may see it: the picture, what led to it, and buttons to its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import closer_files, hand_file, narrate, plain, view_file
from cogs.messages.reply import in_full, theme_of
from cogs.messages.table.rewind_points import label, point_typed
from cogs.messages.truncation import cut
from cogs.play.history.earlier_positions import Retrospect, retrospect
from cogs.play.history.record_replay import EarlierRules
from cogs.play.history.rewind_points import Point, at_point, points
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart, turn
from data.language import Texts
from data.user_text import Typed, escaped
from render.look import Look
from render.painter import painter

NUMBER = 1_000_000_000
"""No action has a number that is larger."""


class Sought(NamedTuple):
    """A request for an earlier position: after action `number`, or `step` steps from there, and how to `show` it (picture, closeups or text). Or a
    `point` called `name`, which may lie between the positions after two actions."""

    number: int
    step: int = 0
    show: str = "picture"
    point: Point | None = None
    name: str = ""


async def sought(table: Table, at: str, show: str, say: Texts) -> Sought:
    """The position that a person means by a chosen point, a typed one, or the number of an action. Raises Unfit for anything else."""
    if at.isascii() and at.strip().isdecimal():
        return Sought(min(int(at.strip()), NUMBER), show=show)
    try:
        known = await points(table)
    except EarlierRules:
        raise Unfit("past.earlier_rules") from None
    point = point_typed(table, known, at, say)
    if point is None:
        raise Unfit("past.no_such_point", point=Typed(at))
    return Sought(point.row, show=show, point=point, name=label(table, known, point, say))


async def past_message(interaction: discord.Interaction[Any], table: Table, sought: Sought, say: Texts) -> dict[str, Any]:
    """The private message with an earlier position: arguments for an edit. Raises Unfit if earlier rules have played the whole game."""
    async with turn(interaction.user.id):
        try:
            past = await retrospect(table)
        except EarlierRules:
            raise Unfit("past.earlier_rules") from None
        number = past.beside(sought.number, sought.step) if sought.point is None else past.numbers.get(sought.number, past.first)
        stage = await apart(past.stage, number) if sought.point is None else await apart(at_point, past.past, sought.point)
    own = table.seats_of(interaction.user.id)
    everybody_sees = past.past.view(stage, None)
    seat = next((seat for seat in own if seat in everybody_sees.to_act), own[0] if own else None)
    view = everybody_sees if seat is None else past.view(stage, seat)
    names = past.names(stage)
    look = Look(await theme_of(interaction, table.row.theme), say, plain(names))
    seen = [event for event in stage.events if event.to is None or any(s in event.to for s in own)]
    words = _words(past, sought, number, narrate(table, seen, look._replace(names=tuple(map(escaped, names)))), say)
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
    """Which position is shown, why it is not the requested one, if so, and what led to it."""
    if sought.point is not None:
        return cut("\n".join([say("past.point", point=Typed(sought.name)), *happened]))
    lines = [say("past.action", n=number, last=past.last) if number else say("past.deal", last=past.last)]
    if not sought.step and sought.number > max(past.known, default=0):
        lines.append(say("past.no_such_action", n=sought.number))
    elif not sought.step and sought.number < past.first:
        lines.append(say("past.since_base"))
    elif not sought.step and sought.number != number:
        lines.append(say("past.taken_back", n=sought.number))
    return cut("\n".join([*lines, *happened]))


def _ways(table: Table, past: Retrospect, number: int, say: Texts) -> list[Press]:
    """The buttons *Back*, *Next* and *Play*."""
    here = f"{table.id}:{number}"
    return [
        Press("back", here, say("button.back"), disabled=number == past.first),
        Press("next", here, say("button.next"), disabled=number == past.last),
        Press("play", here, say("button.play"), discord.ButtonStyle.primary, disabled=number == past.last),
    ]
