"""The port to Discord: implements `cogs.play.port`, and turns Discord's refusals into its exceptions."""

from __future__ import annotations

import io
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeGuard

import aiohttp
import discord
from discord.http import MultipartParameters, Route

from cogs.play.outbox_worker import FULL, GONE, LOST, REFUSED, Trouble
from cogs.play.presence.whereabouts import BLIND, HERE, MUTED, UNKNOWN, Whereabouts
from cogs.play.presence.whereabouts import GONE as LEFT
from cogs.service.fallback_messages import malformed, plainer
from cogs.service.forum_posts import retagged, thread_body
from cogs.service.old_buttons import without_buttons
from cogs.service.thread_places import home_of
from data.user_text import one_line

log = logging.getLogger("referee.port")
LONGEST_OPEN: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread, at most."""
TOO_MANY_THREADS = 160006
ARCHIVED = 50083
"""What Discord says where a message in a thread that has been archived is to be changed."""
OPENED_TOO_FAST = 40003
"""So Discord calls it when too many direct messages have been begun; it goes over."""
TAKES_NONE = (50007, 50278)
"""What Discord says where somebody takes no direct messages from the bot, or has no server in common with it any more."""
UNKNOWN_MEMBER = 10007
"""What Discord says of somebody who is not in a server, and of nothing else."""
BAN_COUNTS, MOST_REFUSED = 600.0, 3000
"""Seconds over which Discord counts invalid requests, and how many of ours it may refuse in them: far from the 10,000 that end in a ban."""


def trouble_of(error: Exception) -> Trouble | None:
    """The exception of `cogs.play.port` for a failed request; None for an error that is neither Discord's refusal nor a lost connection."""
    if isinstance(error, discord.RateLimited):
        return Trouble(FULL, error, error.retry_after)
    if isinstance(error, discord.NotFound):
        return Trouble(GONE, error)
    if isinstance(error, discord.HTTPException):
        if error.status >= 500:
            return Trouble(LOST, error)
        return Trouble(FULL if error.status == 429 or error.code in (TOO_MANY_THREADS, OPENED_TOO_FAST) else REFUSED, error)
    if isinstance(error, discord.InvalidData):
        return Trouble(REFUSED, error)
    if isinstance(error, aiohttp.ClientError | OSError | TimeoutError):
        return Trouble(LOST, error)
    return None


class Brake:
    """A circuit breaker for refused requests: after too many in ten minutes, Discord bans this address for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._refused: deque[float] = deque()

    def check(self) -> None:
        """Raises Trouble while a further refusal could bring a ban."""
        now = self._clock()
        while self._refused and self._refused[0] <= now - BAN_COUNTS:
            self._refused.popleft()
        if len(self._refused) >= MOST_REFUSED:
            raise Trouble(FULL, "too much has been refused", self._refused[0] + BAN_COUNTS - now)

    def note(self, error: Exception) -> None:
        """Counts a failed request, if it counts for Discord."""
        if isinstance(error, discord.HTTPException) and error.status in (401, 403, 429):
            self._refused.append(self._clock())


class _Once(discord.File):
    """Added to the files of a request, it keeps the library from sending it again: if the answer was lost, something would be created twice."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())

    def reset(self, *, seek: int | bool = True) -> None:
        """Called before the library sends the request, the first time with `seek` 0. Raises Trouble after that."""
        if seek:
            raise Trouble(LOST, "no answer, or none that says what has been done")


class DiscordPort:
    """The port to Discord. It sends nothing once another process may do the work at hand (`ours`)."""

    def __init__(self, client: discord.Client, now: Callable[[], float] = time.time) -> None:
        self._client = client
        self._now = now
        self.refused: Callable[[int], None] = lambda player: None
        """Told of somebody who takes no messages, or cannot be brought into a thread."""
        self._brake = Brake()
        self.ours: Callable[[], bool] = lambda: True

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """A context for requests, whose failures become Trouble. Raises Trouble."""
        self._brake.check()
        if not self.ours():
            raise Trouble(LOST, "another process may have done it")
        try:
            yield
        except Exception as error:
            self._brake.note(error)
            trouble = trouble_of(error)
            if trouble is None:
                raise
            raise trouble from error

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        return (await self._say(self._client.get_partial_messageable(channel), message, nonce)).id

    async def _say(self, where: discord.abc.Messageable, message: Mapping[str, Any], nonce: str) -> discord.Message:
        """Posts a message; in a plainer form if Discord refuses it as malformed. Raises Trouble."""
        for plain in (message, *plainer(message)):
            try:
                with self._asking():
                    return await where.send(**plain, nonce=nonce)
            except Trouble as trouble:
                last = trouble
                if not malformed(trouble.__cause__):
                    raise
                log.exception("a message is refused for what it is; it is said more plainly")
        raise last

    async def whisper(self, player: int, message: Mapping[str, Any], nonce: str) -> bool:
        try:
            with self._asking():
                user = self._client.get_user(player) or await self._client.fetch_user(player)
            await self._say(user, message, nonce)
        except Trouble as trouble:
            if trouble.kind != GONE and getattr(trouble.__cause__, "code", 0) not in TAKES_NONE:
                raise
            log.info("a player takes no messages (%s)", trouble)
            self.refused(player)
            return False
        return True

    async def sees(self, channel: int, player: int) -> bool:
        try:
            with self._asking():
                found = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
                if not isinstance(found, discord.abc.GuildChannel | discord.Thread) or not isinstance(found.guild, discord.Guild):
                    return False
                member = await found.guild.fetch_member(player)  # What is remembered of members may be out of date.
                return shows(found, member)
        except Trouble as trouble:
            if trouble.kind in (LOST, FULL):
                raise
            return False

    async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts:
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return Whereabouts(UNKNOWN)
        try:
            with self._asking():
                member = await server.fetch_member(player)  # What is remembered of members may be out of date.
        except Trouble as trouble:
            return Whereabouts(LEFT if _left(trouble) else UNKNOWN)
        if channel is not None and await self._hidden(server, channel, member):
            return Whereabouts(BLIND)
        until = member.timed_out_until.timestamp() if member.timed_out_until is not None else 0.0
        return Whereabouts(MUTED, until) if until > self._now() else Whereabouts(HERE)

    async def _hidden(self, server: discord.Guild, channel: int, member: discord.Member) -> bool:
        """Whether a channel is certainly hidden from a member; False for one that Discord doesn't describe, and for a private thread, whose
        members are unknown."""
        found: object = server.get_channel_or_thread(channel)
        if found is None:  # An archived thread, perhaps.
            try:
                with self._asking():
                    found = await self._client.fetch_channel(channel)
            except Trouble:
                return False
        if isinstance(found, discord.Thread):
            found = found.parent
        return isinstance(found, discord.abc.GuildChannel) and not shows(found, member)

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        try:
            await self._edit(channel, message, changes)
        except Trouble as trouble:
            if getattr(trouble.__cause__, "code", 0) != ARCHIVED:
                raise
            await self.reopen(channel)
            for file in changes.get("attachments") or ():
                file.reset()
            await self._edit(channel, message, changes)

    async def _edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        with self._asking():
            await self._client.get_partial_messageable(channel).get_partial_message(message).edit(**changes)

    async def pin(self, channel: int, message: int) -> None:
        found = self._client.get_channel(channel)
        me = found.guild.me if isinstance(found, discord.abc.GuildChannel) else None
        if isinstance(found, discord.abc.GuildChannel) and me is not None and not found.permissions_for(me).pin_messages:
            raise Trouble(REFUSED, "no right to pin")  # Whoever made the tournament has been told so.
        with self._asking():
            await self._client.http.pin_message(channel, message)

    async def retire(self, channel: int, message: int) -> None:
        with self._asking():
            shown = await self._client.http.get_message(channel, message)
            body = MultipartParameters(without_buttons(shown), None, None)
            await self._client.http.edit_message(channel, message, params=body)

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        with self._asking():
            above = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
            home = home_of(above)
            if home is None:
                raise Trouble(REFUSED, "no channel for threads")
            if besides is not None and (found := await self._own_thread(home, title, besides)) is not None:
                return found
            route = Route("POST", "/channels/{channel_id}/threads", channel_id=home.id)
            made: Any = await self._client.http.request(route, json=thread_body(home, title, LONGEST_OPEN), files=[_Once()])
            return int(made["id"])

    async def open_threads(self, channel: int) -> int:
        above = self._client.get_channel(channel)
        if not isinstance(above, discord.abc.GuildChannel | discord.Thread) or self._client.user is None:
            return 0
        return sum(thread.owner_id == self._client.user.id and not thread.archived for thread in above.guild.threads)

    async def _own_thread(self, above: discord.TextChannel | discord.ForumChannel, title: str, besides: Collection[int]) -> int | None:
        """The latest thread of this title that the bot has made below a channel."""
        me = self._client.user.id if self._client.user else 0
        own = [t for t in await above.guild.active_threads() if (t.parent_id, t.owner_id) == (above.id, me)]
        found = [t for t in own if one_line(t.name) == one_line(title)]  # Without what nobody sees, of which Discord may keep less.
        return max((t.id for t in found if t.id not in besides), default=None)

    async def invite(self, thread: int, player: int) -> bool:
        try:
            with self._asking():
                await self._client.http.add_user_to_thread(thread, player)
        except Trouble as trouble:
            if trouble.kind in (LOST, FULL):
                raise
            log.info("thread %d: a player cannot be added (%s)", thread, trouble)
            self.refused(player)
            if not _left(trouble):
                raise Trouble(REFUSED, trouble) from trouble  # It is of that player, not of the thread, that something may be gone.
            return False
        return True

    async def reopen(self, thread: int) -> None:
        with self._asking():  # Alone: whoever may write in a thread may open it, while its time is for others to change.
            found: Any = await self._client.http.edit_channel(thread, archived=False)
        try:
            if found["thread_metadata"]["auto_archive_duration"] < LONGEST_OPEN and self._may_change(found):
                with self._asking():
                    await self._client.http.edit_channel(thread, auto_archive_duration=LONGEST_OPEN)
        except Trouble as trouble:
            log.info("thread %d is open, and closes as early as before (%s)", thread, trouble)

    def _may_change(self, thread: Mapping[str, Any]) -> bool:
        """Whether the bot may change a thread, as Discord describes it: its own, or any if it may manage threads."""
        me, above = self._client.user, self._client.get_channel(int(thread["parent_id"]))
        if me is not None and int(thread["owner_id"]) == me.id:
            return True
        if not isinstance(above, discord.abc.GuildChannel) or above.guild.me is None:  # Its server could not be read whole.
            return False
        return above.permissions_for(above.guild.me).manage_threads

    async def tag(self, post: int, state: str) -> None:
        with self._asking():
            found = self._client.get_channel(post) or await self._client.fetch_channel(post)
            tags = retagged(found, state) if isinstance(found, discord.Thread) else None
            if tags is not None:
                await self._client.http.edit_channel(post, applied_tags=tags)

    async def tell_event(self, guild: int, event: Mapping[str, Any], known: int | None, again: bool) -> int | None:
        server, events = self._client.get_guild(guild), "/guilds/{guild_id}/scheduled-events"
        if known is None and (server is None or server.me is None or not server.me.guild_permissions.create_events):
            return None
        with self._asking():
            if known is None and again:
                known = await self._own_event(guild, event)
            if known is None:
                made: Any = await self._client.http.request(Route("POST", events, guild_id=guild), json=dict(event), files=[_Once()])
                return int(made["id"])
            try:
                await self._client.http.request(Route("PATCH", f"{events}/{{event}}", guild_id=guild, event=known), json=dict(event))
            except discord.NotFound:
                if "name" not in event:
                    raise
                made = await self._client.http.request(Route("POST", events, guild_id=guild), json=dict(event), files=[_Once()])
                return int(made["id"])
            return known

    async def _own_event(self, guild: int, event: Mapping[str, Any]) -> int | None:
        """The latest equal event that the bot has made."""
        me, found = str(self._client.user.id if self._client.user else 0), await self._client.http.get_scheduled_events(guild, with_user_count=False)
        own = [e for e in found if str(e.get("creator_id")) == me and e["entity_metadata"] == event["entity_metadata"] and e["name"] == event["name"]]
        return max((int(e["id"]) for e in own), default=None)

    async def cancel_event(self, guild: int, event: int) -> None:
        with self._asking():
            await self._client.http.request(Route("DELETE", "/guilds/{guild_id}/scheduled-events/{event}", guild_id=guild, event=event))

    async def delete(self, thread: int) -> None:
        with self._asking():
            await self._client.http.delete_channel(thread)


def _left(trouble: Trouble) -> bool:
    """Whether a request has failed because a person isn't in the server."""
    return getattr(trouble.__cause__, "code", 0) == UNKNOWN_MEMBER


def shows(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether a member can see a channel. A private thread counts as visible only with *Manage Threads*; a voice or stage channel also needs
    *Connect*; a thread with an unknown parent is never visible."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return False
    rights = channel.permissions_for(member)
    if isinstance(channel, discord.Thread) and channel.is_private() and not rights.manage_threads:
        return False
    return rights.view_channel and (rights.connect or not isinstance(channel, discord.VoiceChannel | discord.StageChannel))


def has_public_threads(channel: object) -> TypeGuard[discord.TextChannel]:
    """Whether a channel may have the threads of matches: an ordinary text channel, no channel of announcements, which has others."""
    return isinstance(channel, discord.TextChannel) and channel.type is discord.ChannelType.text
