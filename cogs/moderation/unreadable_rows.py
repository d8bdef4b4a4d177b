"""The report of stored rows that cannot be read, for the moderators of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.messages.mentions import mention_by_id
from cogs.messages.reply import columns_words, stranded_words
from cogs.play.table_queries import Stranded
from cogs.play.unreadable_tables import stranded_in
from data.language import Texts, texts
from data.store.rows import OVER
from data.store.unreadable_rows import Unread

if TYPE_CHECKING:
    from cogs.service.bot import Referee


async def damaged(bot: Referee, guild: int, say: Texts) -> list[tuple[int, str]]:
    """The lines of the report, tables first, each with the channel that it is about."""
    found = [(table.row.channel, _table(guild, table, say)) for table in await stranded_in(bot.tables, guild)]
    for row in await bot.store.tournaments.unreadable(guild):
        facts = {"name": row.name, "id": row.id, "link": _link(guild, row.channel)}
        found.append((row.channel, say("desk.garbled", what=columns_words(row.unreadable, say), **facts)))
    return found + [(unread.channel, _other(guild, unread, say)) for unread in await bot.store.unreadable_rows.of(guild)]


def _table(guild: int, table: Stranded, say: Texts) -> str:
    row = table.row
    name = say("desk.some_game") if "game" in row.unreadable else texts(say.language, row.game)("title")
    facts = {"title": f"[{name}]({_link(guild, row.channel)})", "id": row.id}
    if row.status == OVER:
        return say("desk.over_unreadable", what=columns_words(row.unreadable, say), **facts)
    return stranded_words(table, "desk.needs_", say, **facts)


def _other(guild: int, unread: Unread, say: Texts) -> str:
    who = mention_by_id(unread.id) if unread.kind == "person" else unread.id
    channel = f"<#{unread.channel}>" if unread.channel else say("desk.server")
    return say(f"desk.unread.{unread.kind}", id=who, channel=channel, link=_link(guild, unread.channel), what=columns_words(unread.columns, say))


def _link(guild: int, channel: int) -> str:
    return f"https://discord.com/channels/{guild}/{channel}"
