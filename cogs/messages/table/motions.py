"""Messages about motions: what a moderator who plays at the table proposes, with buttons to agree and object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.mentions import called_only, mention, mention_by_id
from cogs.play.motions import LASTS, asked
from cogs.play.notification_rules import Pinged
from cogs.play.permissions import BY_SILENCE, Act
from cogs.play.restore_stamps import stamp
from cogs.play.table import Table
from data.language import Texts, texts
from data.store.motions import ANNOUNCED, ASKED, OBJECTED, Motion
from data.timestamps import distance, moment
from data.user_text import Typed


def motion_message(table: Table, motion: Motion, payload: Mapping[str, Any], pinged: Pinged) -> dict[str, Any]:
    """The message about a motion: that it is put to the others, that it will be done unless somebody objects, or that somebody has objected. Those
    who have yet to answer are mentioned, if they may be called."""
    say = texts(table.row.language, table.rules.key)
    facts = _facts(table, motion, say)
    if motion.stage == OBJECTED:
        by = payload["by"]
        if payload.get("overruled"):
            return {"content": say("motion.overruled", **facts)}
        return {"content": say("motion.withdrawn", **facts) if by is None else say("motion.objected", **facts, name=table.names[by])}
    waiting = {table.seats[s].player: s for s in asked(table, motion) if s not in motion.agreed}
    who = ", ".join(mention(player, table.names[s], pinged) for player, s in waiting.items())
    rest = f"{table.id}:{motion.mark}{stamp(table.row)}"
    buttons = [
        Press("agree", rest, say("button.agree"), discord.ButtonStyle.success),
        Press("refuse", rest, say("button.object"), discord.ButtonStyle.danger),
    ]
    return {"content": say(_key(motion), **facts, who=who), "view": panel(buttons), "allowed_mentions": called_only(pinged)}


def put_words(table: Table, motion: Motion, before: bool, say: Texts) -> str:
    """The answer to a moderator who puts a motion: that the others were asked; or which motion was open `before`, and whose answers are missing."""
    if not before:
        if motion.act == Act.TAKE_SEAT:
            return say("take.asked", **_facts(table, motion, say))
        return say("motion.put" if motion.act in BY_SILENCE else "motion.put_all")
    key = "take.open" if motion.act == Act.TAKE_SEAT else "motion.open"
    missing = ", ".join(f"**{table.names[s]}**" for s in asked(table, motion) if s not in motion.agreed)
    return say(key, **_facts(table, motion, say), ago=distance(motion.made), names=missing)


def open_words(table: Table, motion: Motion, say: Texts) -> str:
    """Describes an open motion to moderators: since when, what for, whose answers are missing, and how it will end."""
    missing = ", ".join(f"**{table.names[s]}**" for s in asked(table, motion) if s not in motion.agreed)
    facts = _facts(table, motion, say) | {"ago": distance(motion.made), "names": missing}
    if motion.act == Act.TAKE_SEAT:
        return say("motion.stands_take", **facts, until=moment(motion.made + LASTS))
    return say("motion.stands_announced" if motion.stage == ANNOUNCED else "motion.stands_asked", **facts)


def _key(motion: Motion) -> str:
    if motion.act == Act.TAKE_SEAT:
        return "motion.take"
    if motion.stage == ASKED:
        return "motion.asked" if motion.act in BY_SILENCE else "motion.asked_all"
    return "motion.announced"


def _facts(table: Table, motion: Motion, say: Texts) -> dict[str, Any]:
    whom = ", ".join(f"**{table.names[s]}**" for s in motion.seats)
    what = say(f"motion.what.{motion.act}", whom=whom)
    return {"by": mention_by_id(motion.by), "whom": whom, "what": what, "reason": Typed(motion.reason)}
