"""Reads in the server's audit log which moderator has stopped a game from outside, if they play in it.

Locking or deleting a channel, or kicking, banning or timing out a player, stops the clocks.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.mentions import mention_by_id
from cogs.play.clocks.table_clocks import DELETED, LOCKED
from data.language import Texts
from data.store.rows import GONE, MUTED

if TYPE_CHECKING:
    from cogs.service.bot import Referee

AUDITED: dict[str, tuple[Any, ...]] = {LOCKED: (111,), DELETED: (12, 112), GONE: (20, 22), MUTED: (24,)}
"""Under which of Discord's numbers it stands in the audit log of a server: a thread is changed; a channel or a thread deleted; a member thrown out or
banned; a member changed."""
CHANGED = {LOCKED: "locked", MUTED: "communication_disabled_until"}
"""What must have changed then."""
NEEDED = {
    LOCKED: ("manage_threads",),
    DELETED: ("manage_channels", "manage_threads"),
    GONE: ("kick_members", "ban_members"),
    MUTED: ("moderate_members",),
}
"""Whoever may do one of these could have done it."""
LATEST = 50
"""Entries of the audit log that are looked through."""


class AuditLog:
    """Asks Discord's audit log each time that a moderator wants to know."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def words(self, guild: int, table: int, why: str | None, target: int, say: Texts) -> list[str]:
        """A line that a player of the table did this to `target` (a channel or person); or, if the bot may not read the log, that one of the
        players could have done it. None otherwise."""
        server = self.bot.get_guild(guild)
        if why not in AUDITED or server is None or server.unavailable:
            return []
        players = {seat.player for seat in await self.bot.store.tables.seats(table) if seat.player is not None}
        try:
            if server.me.guild_permissions.view_audit_log:
                by = await self._by(server, why, target)
                return [say("desk.own_doing", who=mention_by_id(by))] if by in players else []
            could = [player for player in sorted(players - {target}) if await self._could(server, player, why)]
        except (discord.DiscordException, OSError, TimeoutError):
            return []
        return [say("desk.own_unknown", who=", ".join(map(mention_by_id, could)))] if could else []

    async def _by(self, server: discord.Guild, why: str, target: int) -> int | None:
        """The id of whoever did it last. Raises discord.HTTPException."""
        entries: list[Any] = []
        for action in AUDITED[why]:
            entries += (await self.bot.http.get_audit_logs(server.id, limit=LATEST, action_type=action))["audit_log_entries"]
        found = [e for e in entries if e["target_id"] == str(target) and _changes(e, CHANGED.get(why))]
        latest = max(found, key=lambda entry: int(entry["id"]), default=None)
        return int(latest["user_id"]) if latest is not None and latest["user_id"] else None

    async def _could(self, server: discord.Guild, player: int, why: str) -> bool:
        """Whether a player has the right to do it. Raises discord.HTTPException."""
        try:
            rights = (await server.fetch_member(player)).guild_permissions
        except discord.NotFound:
            return False
        return any(getattr(rights, right) for right in NEEDED[why])


def _changes(entry: Any, key: str | None) -> bool:
    changed: Collection[Any] = entry.get("changes") or ()
    return key is None or any(change["key"] == key and change.get("new_value") for change in changed)
