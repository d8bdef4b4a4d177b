"""The whole world of the stand-in: what it remembers, and what members and the bot do in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.interaction import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    SUBMIT,
    UPDATE,
    Interaction,
)
from playground.limits import (
    ACKNOWLEDGED,
    ARCHIVED,
    INVALID_FORM,
    INVALID_TOKEN,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Rejected,
    check_choices,
    check_modal,
)
from playground.memory import ANNOUNCEMENT, BOT_ROLE, CHANNELS, PRIVATE_THREAD, PUBLIC_THREAD, REGULARS, TEXT, Json
from playground.messages import EPHEMERAL, LOADING, Messages
from playground.rights import ALL_RIGHTS, CREATE_THREADS, MANAGE_THREADS, SEND_MESSAGES, VIEW_CHANNEL

__all__ = (
    "ALL_RIGHTS", "ANNOUNCEMENT", "AUTOCOMPLETE", "BOT_ROLE", "COMMAND", "COMPONENT", "CREATE_THREADS", "IN_DIRECT", "PRIVATE_THREAD",
    "PUBLIC_THREAD", "REGULARS", "SEND_MESSAGES", "SUBMIT", "TEXT", "VIEW_CHANNEL", "Interaction", "Json", "World",
)  # fmt: skip
ANSWER_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0
MANY, MANY_MEMBERS = 1 << 20, 4_000_000
"""Where the numbers of servers, as their shards count them, and of members begin that are made in bulk."""
IN_DIRECT = 1
"""The context of an interaction in a direct message."""


class World(Messages):
    """Servers and channels that come and go, and interactions by their token."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.interactions: dict[str, Interaction] = {}
        super().__init__(*args, **kwargs)

    def table(self, number: int) -> str:
        """The channel for one of the tables that wait, counted from 0; beyond those that are there always, a channel is made for it."""
        always = [channel for channel, name in CHANNELS.items() if name.endswith("-table")]
        if number < len(always):
            return always[number]
        channel = str(3010 + number)
        self.channels.setdefault(channel, f"table-{number + 1}")
        return channel

    def call(self, channel: str, name: str) -> None:
        """Another name for a channel."""
        if self.channels.get(channel) != name:
            self.channels[channel] = name
            self.save()
            self.tell("CHANNEL_UPDATE", self.channel(channel))

    # Servers and channels

    def add_server(self, number: str, name: str, channels: Mapping[str, str]) -> None:
        """Another server with the same people and the bot in it."""
        self._add_server(number, name, channels)
        self.save()
        self.tell("GUILD_CREATE", self.guild_object(number))

    def _add_server(self, number: str, name: str, channels: Mapping[str, str]) -> None:
        self.servers[number] = name
        self.channels.update(channels)
        self.homes.update(dict.fromkeys(channels, number))

    def add_servers(self, count: int, channels: int) -> dict[str, list[str]]:
        """Many servers, each with as many channels; returns the channels by server. Their numbers spread them over shards in turn."""
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

    def add_members(self, count: int) -> list[str]:
        """Many more people; returns their numbers."""
        made = []
        for n in range(len(self.members), len(self.members) + count):
            number = str(MANY_MEMBERS + n)
            name = f"Player {n}"
            self.members[number] = self._person(number, name, "en-US")
            made.append(number)
        return made

    def add_channel(self, number: str, name: str, server: str | None = None) -> None:
        """A new channel; the bot is told."""
        self.channels[number] = name
        self.homes[number] = server or self.guild
        self.save()
        self.tell("CHANNEL_CREATE", self.channel(number))

    def hide(self, channel: str, *members: str) -> None:
        """These members, and nobody else, do not see a channel from now on."""
        self.unseen[channel] = set(members)
        self.save()
        self.tell("CHANNEL_UPDATE", self.channel(channel))

    def delete_channel(self, number: str, told: bool = True) -> None:
        """A channel goes with its threads, or a thread; the bot is `told` unless it misses the event."""
        shape = self.channel(number)
        event = "THREAD_DELETE" if number in self.threads else "CHANNEL_DELETE"
        for gone in (number, *(t for t, parent in self.threads.items() if parent == number)):
            del self.channels[gone]
            self.notes.pop(gone, None)
            for message in [*self.said.get(gone, ())]:
                self._drop(message)
        self.threads = {t: parent for t, parent in self.threads.items() if number not in (t, parent)}
        self.save()
        if told:
            self.tell(event, shape)

    # Interactions

    def interact(
        self, kind: int, member: str, channel: str, data: Json, message: Json | None = None, extra: Json | None = None
    ) -> tuple[Interaction, Json]:
        """A member does something; returns the interaction and what the gateway sends."""
        self.channel(channel)
        if not self.sees(member, channel):
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        self._reach(kind, member, channel)
        number, server = self.new_id(), self.home(channel)
        interaction = Interaction(number, kind, member, channel, message["id"] if message else None, self.clock())
        self._forget_interactions()
        self.interactions[interaction.token] = interaction
        payload: Json = {
            "id": number,
            "application_id": self.application,
            "type": kind,
            "data": data,
            "guild_id": server,
            "guild": {"id": server, "locale": "en-US", "features": []},
            "channel_id": channel,
            "channel": self.channel(channel),
            "member": self.member(member, server),
            "token": interaction.token,
            "version": 1,
            "locale": self.members[member]["locale"],
            "guild_locale": "en-US",
            "app_permissions": str(self.bot_rights(channel)),
            "entitlements": [],
            "authorizing_integration_owners": {"0": server},
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
            **(extra or {}),
        }
        if channel == self.direct(member):
            payload["user"] = payload.pop("member")["user"]
            for absent in ("guild_id", "guild", "guild_locale"):
                del payload[absent]
            payload |= {"authorizing_integration_owners": {"0": "0"}, "context": IN_DIRECT}
        if message:
            payload["message"] = self.public(message)
        return interaction, payload

    def _forget_interactions(self) -> None:
        """Those whose tokens have been dead for long are known no more."""
        while self.interactions and self.clock() - (oldest := next(iter(self.interactions.values()))).created > 2 * TOKEN_LIVES:
            del self.interactions[oldest.token]

    def _reach(self, kind: int, member: str, channel: str) -> None:
        """A button in an archived thread: the member's client opens the thread first. Raises Rejected, and nothing arrives, where they may not."""
        if kind == COMPONENT and channel in self.threads and self.note(channel).archived:
            if not self.rights_of(member, self.home(channel)) & MANAGE_THREADS:
                raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
            self.unarchive(channel)

    def by_token(self, token: str) -> Interaction:
        """The interaction of a token that is still good."""
        found = self.interactions.get(token)
        if found is None:
            raise Rejected(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        if self.clock() - found.created > TOKEN_LIVES:
            raise Rejected(401, INVALID_TOKEN, "Invalid Webhook Token")
        return found

    def answer(self, number: str, token: str, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json | None:
        """The bot's first answer to an interaction; returns the message it made or changed."""
        found = self.interactions.get(token)
        if found is None or found.id != number:
            raise Rejected(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if found.answer is not None:
            raise Rejected(400, ACKNOWLEDGED, "Interaction has already been acknowledged.")
        if self.clock() - found.created > ANSWER_WITHIN:
            raise Rejected(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if found.channel in self.threads and self.note(found.channel).archived and self.note(found.channel).locked:
            raise Rejected(400, ARCHIVED, "Thread is archived")
        kind, data = int(body["type"]), body.get("data") or {}
        message = self._first_answer(found, kind, data, files, base)
        found.answer, found.acknowledged = kind, self.clock()
        found.answered.set()
        return message

    def _first_answer(self, found: Interaction, kind: int, data: Json, files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json | None:
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            flags = data.get("flags", 0) & EPHEMERAL
            found.ephemeral = bool(flags)
            message = self.post(found.channel, data, files, base, found, flags | (LOADING if kind == DEFERRED_MESSAGE else 0))
            found.original = message["id"]
            return message
        if kind in (DEFERRED_UPDATE, UPDATE):
            if found.kind not in (COMPONENT, SUBMIT) or not found.message:
                raise Rejected(400, INVALID_FORM, "There is no message to update")
            message = self.find(None, found.message)
            return self.edit(message, data, files, base) if kind == UPDATE else message
        if kind == CHOICES:
            check_choices(data.get("choices") or ())
            found.choices = list(data.get("choices") or ())
            return None
        if kind == MODAL:
            check_modal(data)
            found.modal = data
            return None
        raise Rejected(400, INVALID_FORM, f"Unknown answer type {kind}")

    def original(self, found: Interaction) -> Json:
        """The message that `@original` means."""
        if found.answer is None or found.original is None:
            raise Rejected(404, UNKNOWN_MESSAGE, "Unknown Message")
        return self.find(None, found.original)
