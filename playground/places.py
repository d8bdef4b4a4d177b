"""Servers and channels: created, changed and deleted, with or without the bot."""

from __future__ import annotations

from collections.abc import Mapping

from playground.messages import Messages
from playground.stored_state import ANNOUNCEMENT, CHANNELS, TEXT, Json, now_text

MANY = 1 << 20
"""Where the numbers of servers begin that are made in bulk, as their shards count them."""


class Places(Messages):
    """Servers and channels."""

    def table(self, number: int) -> str:
        """The channel for a numbered first table, from 0; creates one beyond the channels that always exist."""
        always = [channel for channel, name in CHANNELS.items() if name.endswith("-table")]
        if number < len(always):
            return always[number]
        channel = str(3010 + number)
        self.channels.setdefault(channel, f"table-{number + 1}")
        return channel

    def call(self, channel: str, name: str) -> None:
        """Renames a channel."""
        if self.channels.get(channel) != name:
            self.channels[channel] = name
            self.save()
            self.tell("CHANNEL_UPDATE", self.channel(channel))

    # Servers and channels

    def add_server(self, number: str, name: str, channels: Mapping[str, str]) -> None:
        """Adds a server with the same members and the bot."""
        self._add_server(number, name, channels)
        self.save()
        self.tell("GUILD_CREATE", self.guild_object(number))

    def _add_server(self, number: str, name: str, channels: Mapping[str, str]) -> None:
        self.servers[number] = name
        self.channels.update(channels)
        self.homes.update(dict.fromkeys(channels, number))

    def add_servers(self, count: int, channels: int) -> dict[str, list[str]]:
        """Adds `count` servers with as many `channels` each; returns the channels by server. Their ids spread them over shards in turn."""
        made: dict[str, list[str]] = {}
        for n in range(len(self.servers), len(self.servers) + count):
            first = (MANY + n) << 22
            named = {str(first + 1 + k): f"table-{k + 1}" for k in range(channels)}
            self._add_server(str(first), f"Server {n}", named)
            made[str(first)] = [*named]
        self.save()
        for server in self.guild_objects(made):
            self.tell("GUILD_CREATE", server)
        return made

    def add_channel(self, number: str, name: str, server: str | None = None, kind: int = TEXT) -> None:
        """Adds a channel of any kind; tells the bot."""
        self.channels[number], self.kinds[number] = name, kind
        self.homes[number] = server or self.guild
        self.save()
        self.tell("CHANNEL_CREATE", self.channel(number))

    def hide(self, channel: str, *members: str) -> None:
        """Hides a channel from these members alone."""
        self.unseen[channel] = set(members)
        self.save()
        self.tell("CHANNEL_UPDATE", self.channel(channel))

    def change_kind(self, channel: str, kind: int) -> None:
        """Makes a text channel an announcement channel or back, the only change that Discord knows; tells the bot."""
        assert {self.kinds.get(channel, TEXT), kind} <= {TEXT, ANNOUNCEMENT}
        self.kinds[channel] = kind
        self.save()
        self.tell("CHANNEL_UPDATE", self.channel(channel))

    def add_tags(self, forum: str, *names: str, moderated: bool = False) -> list[str]:
        """Adds tags to a forum, which only moderators may use if `moderated`; returns their ids, and tells the bot."""
        made: list[Json] = [{"id": self.new_id(), "name": name, "moderated": moderated, "emoji_id": None, "emoji_name": None} for name in names]
        self.tags.setdefault(forum, []).extend(made)
        self.save()
        self.tell("CHANNEL_UPDATE", self.channel(forum))
        return [tag["id"] for tag in made]

    def post_in(self, forum: str, member: str, name: str, words: str = "") -> Json:
        """Makes a member's post in a forum: a thread that begins with a message of the same id."""
        made = self.open_thread(member, forum, name)
        self.write(member, made["id"], words or name, made["id"])
        return made

    def delete_channel(self, number: str, told: bool = True) -> None:
        """Deletes a channel with its threads, or a thread; the bot is `told` unless it should miss the event."""
        shape, shown = self.channel(number), self.bot_sees(number)
        event = "THREAD_DELETE" if number in self.threads else "CHANNEL_DELETE"
        for gone in (number, *(t for t, parent in self.threads.items() if parent == number)):
            del self.channels[gone]
            self.kinds.pop(gone, None)
            self.notes.pop(gone, None)
            for message in [*self.said.get(gone, ())]:
                self._drop(message)
        self.threads = {t: parent for t, parent in self.threads.items() if number not in (t, parent)}
        self.save()
        if told and (shown or event == "CHANNEL_DELETE"):
            self.tell(event, shape)

    # The bot in servers

    def throw_out(self, server: str) -> None:
        """Removes the bot from a server: GUILD_DELETE without `unavailable`."""
        self.out.add(server)
        self.save()
        self.tell("GUILD_DELETE", {"id": server})

    def ask_in(self, server: str) -> None:
        """Adds the bot to a server again."""
        self.out.discard(server)
        self.joined[server] = now_text(self.now())
        self.save()
        self.tell("GUILD_CREATE", self.guild_object(server))

    def break_down(self, server: str) -> None:
        """Makes a server unavailable to everybody: GUILD_DELETE with `unavailable`."""
        self.away.add(server)
        self.save()
        self.tell("GUILD_DELETE", {"id": server, "unavailable": True})

    def recover(self, server: str) -> None:
        """Makes a server available again."""
        self.away.discard(server)
        self.save()
        self.tell("GUILD_CREATE", self.guild_object(server))
