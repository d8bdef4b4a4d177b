"""What the colours of buttons mean: green plays, blue goes on, grey is aside, and red plays what cannot be taken back without the others.

Whether something is red is found in worlds that the seat cannot tell from the true one, so that it tells nothing: not what is hidden, nor what others
hold, plan or have answered. An answer that is sealed may be changed as long as it is, whoever else is asked, so that it is never red.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press
from cogs.messages.moves.picking import Picking, Place
from cogs.play.threads import apart
from rules.chance import Chance
from rules.game import Action, Refused, Rules, Seat
from rules.parts.ahead import sealed

GREEN, BLUE, GREY, RED = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.danger
WORLDS = 4
"""In so many worlds it is tried what an action would show."""


async def coloured(picking: Picking, items: Sequence[Press | Choose]) -> None:
    """Gives the buttons that play their colour."""
    rules, state, seat = picking.table.rules, picking.state, picking.seat
    playing = {item: row for item in items if isinstance(item, Press) and (row := plays(picking, item))}
    if not playing or rules.decision(state, seat).sealed:
        return
    sight = picking.table.sight(seat)
    found = await apart(finals, rules, state, seat, sight, [*playing.values()])
    for item, final in zip(playing, found, strict=True):
        item.item.style = RED if final else GREEN


def plays(picking: Picking, item: Press) -> Sequence[Action]:
    """The actions that a button carries out at once; none for one that leads on, or that keeps something that is said ahead."""
    if item.verb == "do" and not sealed(prefix := Place.read(item.rest).prefix):
        return [prefix]
    if item.verb == "go" and item.rest.count(":") == 2:
        rows = picking.table.rules.shortcuts(picking.state, picking.seat)
        return rows[int(item.rest.rpartition(":")[2])]
    return []


def finals(rules: Rules[Any], state: Any, seat: Seat, sight: int, rows: Sequence[Sequence[Action]]) -> list[bool]:
    """For each row of actions whether it shows anybody what the seat could not know, or ends the game."""
    worlds = [rules.imagine(state, seat, Chance.of(sight, "colours", n)) for n in range(WORLDS)]
    return [_final(rules, worlds, seat, row) for row in rows]


def _final(rules: Rules[Any], worlds: Sequence[Any], seat: Seat, row: Sequence[Action]) -> bool:
    first = _shown(rules, worlds[0], seat, row)
    return first is None or first[-1] is not None or any(_shown(rules, world, seat, row) != first for world in worlds[1:])


def _shown(rules: Rules[Any], state: Any, seat: Seat, row: Sequence[Action]) -> tuple[Any, ...] | None:
    """All that actions bring in a world; None where they are not possible there."""
    events: list[Any] = []
    try:
        for action in row:
            step = rules.apply(state, seat, action)
            state, events = step.state, [*events, step.events]
    except Refused:
        return None
    return events, rules.view(state, seat), rules.view(state, None), rules.outcome(state)
