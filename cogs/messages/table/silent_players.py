"""Messages about a player whom a table without a clock has waited for too long, and buttons to go on without them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.mentions import called_only, mention
from cogs.play.notification_rules import Pinged
from cogs.play.presence.silent_players import COMPUTER, ENDING, WAIT, deciding, until
from cogs.play.presence.whereabouts import GONE
from cogs.play.restore_stamps import stamp
from cogs.play.table import Table
from data.language import Texts, texts
from data.rest_hours import Hours
from data.store.silent_players import OFFERED, TAKEN, WARNED, SilentWait
from data.timestamps import dated
from rules.game import Seat

HERE, BACK = "here", "back"
"""What the one who is waited for may press: that they are there; that they want their seat again."""


def done_message(table: Table, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The message that a silent player has come back, or what another player has chosen to do without them."""
    say, by = texts(table.row.language, table.rules.key), payload["by"]
    return {"content": say(f"vanished.told.{payload['what']}", name=table.names[payload["seat"]], by="" if by is None else table.names[by])}


def vanished_message(table: Table, wait: SilentWait, pinged: Pinged) -> dict[str, Any]:
    """The message about a silent player's seat, by the stage of the wait; those who may be called are mentioned."""
    say, seat = texts(table.row.language, table.rules.key), wait.seat
    if wait.stage == WARNED:
        buttons = [
            Press("move", f"{table.id}{stamp(table.row)}", say("button.move"), discord.ButtonStyle.primary),
            _press(table, wait, HERE, say, discord.ButtonStyle.success),
        ]
        left = (absence := table.absences.get(table.seats[seat].player or 0)) is not None and absence.why == GONE
        who = mention(table.seats[seat].player, table.names[seat], pinged)
        words, called = say("vanished.left", name=table.names[seat]) if left else say("vanished.warned", who=who), [seat]
    elif wait.stage == OFFERED:
        styles = {COMPUTER: discord.ButtonStyle.primary, ENDING: discord.ButtonStyle.danger, WAIT: discord.ButtonStyle.secondary}
        buttons = [_press(table, wait, what, say, style) for what, style in styles.items()]
        voters = deciding(table, {seat: wait})
        people = {table.seats[s].player: s for s in voters}
        who = ", ".join(mention(player, table.names[s], pinged) for player, s in people.items())
        words, called = say("vanished.offered", name=table.names[seat], who=who), voters
    else:
        buttons = [_press(table, wait, BACK, say, discord.ButtonStyle.success)]
        words, called = say("vanished.taken", name=table.names[seat]), []
    return {"content": words, "view": panel(buttons), "allowed_mentions": called_only(Pinged(pinged & {table.seats[s].player for s in called}))}


def _press(table: Table, wait: SilentWait, what: str, say: Texts, style: discord.ButtonStyle) -> Press:
    rest = f"{table.id}:{wait.seat}:{what}:{wait.mark}{stamp(table.row)}"
    return Press("vanished", rest, say(f"button.vanished.{what}"), style)


def waits_lines(table: Table, waits: Mapping[Seat, SilentWait], hours: Mapping[int, Hours], say: Texts) -> list[str]:
    """For the players of a table: how long until they may decide about a silent player."""
    lines = []
    for seat, wait in waits.items():
        facts = {"name": table.names[seat]}
        if wait.stage in (OFFERED, TAKEN):
            lines.append(say(f"vanished.now.{wait.stage}", **facts))
        elif not table.row.paused:
            at = until(wait, hours.get(table.seats[seat].player or 0, Hours()))
            lines.append(say("vanished.until", **facts, at=dated(at)))
    return lines
