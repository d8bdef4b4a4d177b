"""Members of a server: their names, and the permissions of them and of the bot, computed as Discord does.

Nothing here is told to the bot but what is about itself: it has no privileged intent, and hears of no members.
"""

from __future__ import annotations

from playground.error_codes import MISSING_ACCESS, MISSING_PERMISSIONS, OVERLOADED, Rejected
from playground.permission_bits import ALL_RIGHTS, CONNECT, IN_TIMEOUT, INVITED, MANAGE_THREADS, MODERATES, ORDINARY, SEND_MESSAGES, VIEW_CHANNEL
from playground.stored_state import (
    BOT_ROLE,
    MODERATOR,
    OWNER,
    PRIVATE_THREAD,
    REGULARS,
    SPOKEN,
    Json,
    Memory,
    now_text,
)

MANY_MEMBERS = 4_000_000
"""Where the numbers of members begin that come later."""


class People(Memory):
    """Members of servers and their permissions, and the bot's."""

    # Members

    def add_member(self, name: str, locale: str = "en-US") -> str:
        """Adds a member with any name; returns their id."""
        number = str(MANY_MEMBERS + len(self.members))
        self.members[number] = self._person(number, name, locale)
        return number

    def add_members(self, count: int) -> list[str]:
        """Adds many members; returns their ids."""
        return [self.add_member(f"Player {n}") for n in range(len(self.members), len(self.members) + count)]

    def has_left(self, member: str, server: str) -> bool:
        """Whether a member has left this server."""
        return member in self.left or f"{server}/{member}" in self.left

    def timed_out(self, member: str, server: str) -> bool:
        """Whether a moderator has timed a member out; a server's owner can't be."""
        return member != OWNER and max(self.timeouts.get(member, 0), self.timeouts.get(f"{server}/{member}", 0)) > self.now()

    def rights_of(self, member: str, server: str) -> int:
        """The permissions of a member in a server: all for its owner, else those of everybody or of moderators, unless set differently."""
        usual = {OWNER: ALL_RIGHTS, MODERATOR: ORDINARY | MODERATES}.get(member, ORDINARY)
        own = self.member_rights.get(f"{server}/{member}", self.member_rights.get(member, usual))
        return own & IN_TIMEOUT if self.timed_out(member, server) else own

    def member(self, number: str, server: str | None = None) -> Json:
        """A member object of a person in a server."""
        server = server or self.guild
        until = max(self.timeouts.get(number, 0), self.timeouts.get(f"{server}/{number}", 0))
        return {
            "user": self.user(number),
            "nick": self.nicks.get(f"{server}/{number}"),
            "roles": [REGULARS] if number in self.regulars and server == self.guild else [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "communication_disabled_until": now_text(until) if until else None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(self.rights_of(number, server)),
        }

    def member_of(self, server: str, number: str) -> Json | None:
        """The member object of a person or the bot in a server, as sent to others; None for a person who isn't there."""
        if number == self.bot["id"]:
            return self.bot_member(server)
        if number not in self.members or self.has_left(number, server):
            return None
        return {k: v for k, v in self.member(number, server).items() if k != "permissions"}

    def members_called(self, server: str, beginning: str, most: int) -> list[Json]:
        """At most `most` members of a server whose names begin with `beginning`."""
        names = {n: (p["global_name"], p["username"], self.nicks.get(f"{server}/{n}", "")) for n, p in self.members.items()}
        called = [n for n, all_of_them in names.items() if any(x.casefold().startswith(beginning.casefold()) for x in all_of_them)]
        return [m for n in called if (m := self.member_of(server, n)) is not None][:most]

    def sees(self, member: str, channel: str) -> bool:
        """Whether a member can see a channel; a private thread only if they are in it or manage threads."""
        server = self.home(channel)
        if self.has_left(member, server) or member in self.unseen.get(self.threads.get(channel, channel), ()):
            return False
        return self._is_in(member, channel) or bool(self.rights_of(member, server) & MANAGE_THREADS)

    def _is_in(self, person: str, channel: str) -> bool:
        """Whether `person` may be in a channel: any but private threads, and those they made or were added to."""
        return self.kinds.get(channel) != PRIVATE_THREAD or person == self.note(channel).owner or person in self.in_threads.get(channel, ())

    def changed_member(self, member: str, server: str | None = None) -> None:
        """Tells the open pages that a member has changed; the bot is told nothing."""
        self.save()
        self.tell("GUILD_MEMBER_UPDATE", self.member(member, server) | {"guild_id": server or self.guild})

    # Rights of the bot

    def bot_rights(self, channel: str) -> int:
        """The bot's permissions in a channel; in a thread those of the channel above it."""
        above = self.threads.get(channel, channel)
        everybody = self.role_rights.get(self.guild, ORDINARY)
        if self.home(channel) == self.guild and self.bot_has_role:
            everybody |= self.role_rights.get(BOT_ROLE, INVITED)
        return self.rights.get(channel, self.rights.get(above, ALL_RIGHTS)) & everybody

    def bot_sees(self, channel: str) -> bool:
        """Whether the bot can see a channel. For a voice channel it needs the right to connect; a private thread it has to be in."""
        rights = self.bot_rights(channel)
        if not rights & VIEW_CHANNEL or self.home(channel) in self.out:
            return False
        if self.kinds.get(channel) in SPOKEN and not rights & CONNECT:
            return False
        return self._is_in(self.bot["id"], channel) or bool(rights & MANAGE_THREADS)

    def need_rights(self, channel: str, *rights: int) -> None:
        """Raises Rejected if the channel does not exist, the bot cannot see it, or lacks one of these permissions there."""
        self.channel(channel)
        if self.partner(channel) is not None:
            return
        if self.home(channel) in self.away:
            raise Rejected(503, OVERLOADED, "Service Unavailable")
        if not self.bot_sees(channel):
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        has = self.bot_rights(channel)
        if not all(has & right for right in rights or (SEND_MESSAGES,)):
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")

    def set_rights(self, channel: str, rights: int = ALL_RIGHTS) -> None:
        """Sets the bot's permissions in a channel, and tells it. Threads that become visible are told of (THREAD_LIST_SYNC)."""
        before = self.bot_sees(channel)
        self.rights[channel] = rights
        if channel in self.threads:  # Threads have no rights of their own: this is what a test says, and Discord nothing.
            return
        self.tell("CHANNEL_UPDATE", self.channel(channel))
        if self.bot_sees(channel) and not before:
            below = [t for t, parent in self.threads.items() if parent == channel and not self.note(t).archived and self.bot_sees(t)]
            shown = {"threads": [self.channel(t) for t in below], "members": []}
            self.tell("THREAD_LIST_SYNC", {"guild_id": self.home(channel), "channel_ids": [channel], **shown})

    def set_role_rights(self, role: str, rights: int = ALL_RIGHTS) -> None:
        """Sets the permissions of a role, and tells the bot."""
        self.role_rights[role] = rights
        self.tell("GUILD_ROLE_UPDATE", {"guild_id": self.guild, "role": self.role(role)})

    def give_bot_role(self, given: bool = True) -> None:
        """Gives the bot its role back, or takes it away, as a moderator would; tells the bot."""
        self.bot_has_role = given
        self.tell("GUILD_MEMBER_UPDATE", self.bot_member(self.guild) | {"guild_id": self.guild})
