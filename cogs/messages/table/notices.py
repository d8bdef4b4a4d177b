"""Messages in a table's channel other than the board: moderators' acts, proposals, reminders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from cogs.messages.buttons import Press, blocking, panel
from cogs.messages.drawing import drawn, look_of, to_file, unescaped
from cogs.messages.mentions import called_only, mention, mention_by_id
from cogs.messages.table.clocks import left_words
from cogs.messages.table.rewind_points import noted, noted_words
from cogs.play.history.rewind_points import points
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered, stamp
from cogs.play.table import Table
from data.language import Texts, texts
from data.rest_hours import Hours
from data.store.people_in_json import NOBODY, NOBODYS_ID
from data.store.rows import GIVE_UP, UNDO, Proposal, TableAct, TournamentAct
from data.timestamps import distance, moment
from data.user_text import Names, Typed, typed
from render.painter import painter
from rules.competition.clock import HOUR
from rules.game import Seat

GREEN, RED, GREY = discord.ButtonStyle.success, discord.ButtonStyle.danger, discord.ButtonStyle.secondary

SNOOZE = 3 * HOUR
"""Seconds after which a reminder comes again."""


def act_words(act: TournamentAct | TableAct, say: Texts) -> str:
    """A moderator's act as a sentence."""
    whom = noted_words(act.whom, say) if act.act == "table_rollback" else Names(act.whom)
    return say(f"desk.{act.act}", by=NOBODY if act.by == NOBODYS_ID else mention_by_id(act.by), whom=whom, reason=Typed(act.reason))


def said_message(payload: Mapping[str, Any], say: Texts) -> dict[str, Any]:
    """The message about what somebody did or answered: a text's `key` with `facts` and `moments`, or a moderator's `act`."""
    if "act" in payload:
        return {"content": act_words(TableAct(*payload["act"]), say)}
    moments = {name: moment(at) for name, at in payload.get("moments", {}).items()}
    facts = typed(payload["facts"])
    return {"content": say(payload["key"], **facts, **moments)}


def waiting_for(table: Table, proposal: Proposal) -> list[int]:
    """The players who have still to agree to a proposal."""
    return [player for s in proposal.asked if s not in proposal.agreed and (player := table.seats[s].player) is not None]


async def proposal_message(table: Table, proposal: Proposal, pinged: Pinged) -> dict[str, Any]:
    """The message of a proposal, to those who must agree and may block its proposer, with a picture of the position that an undo returns to."""
    say = texts(table.row.language, table.rules.key)
    who = ", ".join(dict.fromkeys(map(mention_by_id, waiting_for(table, proposal))))
    rest, lost = f"{table.id}:{proposal.mark}{stamp(table.row)}", proposal.kind == GIVE_UP
    buttons = [
        Press("agree", rest, say("button.end_here" if lost else "button.agree"), RED if lost else GREEN),
        Press("refuse", rest, say("button.play_on" if lost else "button.refuse"), GREY if lost else RED),
    ]
    if (caller := table.seats[proposal.seat].player) is not None:
        buttons.append(blocking(table.row, caller, say))
    files, where = [], ""
    if proposal.kind == UNDO:
        known = await points(table)
        where = noted_words(noted(table, known, known.holding(proposal.target)), say)
        files.append(await _position(table, proposal))
    by = [seat for seat in table.playing() if table.seats[seat].computer] if lost else [proposal.seat]
    words = say(f"consent.{proposal.kind}", name=", ".join(f"{table.names[seat]}" for seat in by), who=who, point=where)
    return {"content": words, "files": files, "view": panel(buttons), "allowed_mentions": called_only(pinged)}


async def _position(table: Table, proposal: Proposal) -> discord.File:
    """The public picture of the position that an undo would return to."""
    state = await table.record.position_after(proposal.target)
    look, paint = unescaped(table, look_of(table)), painter(table.rules.key)
    view = table.rules.view(state, None)
    picture = await drawn(paint.paint, view, look)
    return to_file(picture, paint.describe(view, look, brief=True))


def fault_message(table: Table, payload: Mapping[str, Any], match: bool) -> dict[str, Any]:
    """The message that the rules have failed on a question: until when time stands, and what can be done; where nothing can be answered, a button
    for the others to end the game without a result, or in a match whom to ask."""
    say = texts(table.row.language, table.rules.key)
    if not payload["stuck"]:
        stands = say("fault.stands", until=moment(payload["until"])) if payload["until"] and table.row.clock is not None else ""
        return {"content": " ".join(filter(None, [say("fault.told", id=payload["number"]), stands]))}
    told = {"content": say("fault.stuck_match" if match else "fault.stuck", id=payload["number"])}
    return told if match else told | {"view": panel([Press("abandon", numbered(table.row), say("button.abandon"), RED)])}


def reminder_message(table: Table, seat: Seat, hours: Hours, now: float, pinged: Pinged, moderator: bool = False) -> dict[str, Any]:
    """A reminder to the player of an asked seat, with the time left; sent by the clock, or for a `moderator`."""
    say, name = texts(table.row.language, table.rules.key), mention(table.seats[seat].player, table.names[seat], pinged)
    kind = table.rules.decision(table.state, seat).kind
    left = left_words(table, seat, hours, now, say)
    words = say("desk.reminder" if moderator else "clock.reminder", name=name, what=say(f"asked.{kind}"), left=left)
    buttons = [Press("move", numbered(table.row), say("button.move"), discord.ButtonStyle.primary)]
    if table.row.clock is not None:
        buttons.append(Press("snooze", f"{table.id}:{seat}{stamp(table.row)}", say("button.snooze", n=round(SNOOZE / HOUR))))
    return {"content": words, "view": panel(buttons), "allowed_mentions": called_only(pinged)}


def asked_message(table: Table, seat: Seat, hours: Hours, now: float, why: str, by: int | None = None) -> dict[str, Any]:
    """The private message to an asked player of whose question the others see nothing, by `why`: their orders ask them, their orders have played
    until now, or somebody (`by`, whom they may block) nudges them at a secret question."""
    say = texts(table.row.language, table.rules.key)
    kind = table.rules.decision(table.state, seat).kind
    left = left_words(table, seat, hours, now, say)
    words = say(f"ahead.asked.{why}", where=f"<#{table.row.channel}>", name=table.names[seat], what=say(f"asked.{kind}"), left=left)
    buttons = [Press("move", numbered(table.row), say("button.move"), discord.ButtonStyle.primary)]
    return {"content": words, "view": panel(buttons if by is None else [*buttons, blocking(table.row, by, say)])}


def lost_message(table: Table, why: str, number: str) -> dict[str, Any]:
    """The private message to a player whose plans have partly failed, with a button to plan anew; `number` is that of the error in the log."""
    say = texts(table.row.language, table.rules.key)
    words = say("ahead.lost", where=f"<#{table.row.channel}>", why=lost_words(why, say, number))
    return {"content": words, "view": panel([Press("ahead", numbered(table.row), say("ahead.plan_anew"), discord.ButtonStyle.primary)])}


def lost_words(why: str, say: Texts, number: str = "") -> str:
    """Why something said ahead is not carried out."""
    words = say(f"ahead.lost.{why}")
    return f"{words} {say('ahead.lost.number', id=number)}" if number else words


def nudge_message(table: Table, seat: Seat, by: Seat | None, since: float | None, pinged: Pinged) -> dict[str, Any]:
    """A call to the player of an asked seat: for another seat (`by`), whose player they may block; or, for None, after their rest, as they were
    asked during it."""
    say, player = texts(table.row.language, table.rules.key), table.seats[seat].player or 0
    name = mention(player, table.names[seat], pinged) if by is None else mention_by_id(player)
    kind, asked = table.rules.decision(table.state, seat).kind, distance(since or table.row.created)
    words = say("awake.told" if by is None else "nudge.told", by=table.names[by or 0], name=name, what=say(f"asked.{kind}"), ago=asked)
    buttons = [Press("move", numbered(table.row), say("button.move"), discord.ButtonStyle.primary)]
    if by is not None and (caller := table.seats[by].player) is not None:
        buttons.append(blocking(table.row, caller, say))
    return {"content": words, "view": panel(buttons), "allowed_mentions": called_only(pinged)}
