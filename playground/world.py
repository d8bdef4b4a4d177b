"""The stand-in's whole world: its memory, and what members and the bot do in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.command_checks import check_choices
from playground.error_codes import (
    ARCHIVED,
    INVALID_FORM,
    INVALID_TOKEN,
    LOCKED,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_TEXT,
    OVERLOADED,
    UNKNOWN_APPLICATION,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Rejected,
)
from playground.forms import check_modal
from playground.interaction import (
    ANSWER_WITHIN,
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
from playground.messages import EPHEMERAL, LOADING
from playground.permission_bits import ALL_RIGHTS, CREATE_THREADS, MANAGE_THREADS, SEND_MESSAGES, USE_COMMANDS, VIEW_CHANNEL
from playground.places import Places
from playground.scheduled_events import ScheduledEvents
from playground.stored_state import (
    ANNOUNCEMENT,
    BOT_ROLE,
    FORUM,
    IN_POSTS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    REGULARS,
    TEXT,
    VOICE,
    Json,
)

__all__ = (
    "ALL_RIGHTS", "ANNOUNCEMENT", "AUTOCOMPLETE", "BOT_ROLE", "COMMAND", "COMPONENT", "CREATE_THREADS", "FORUM", "IN_DIRECT", "PRIVATE_THREAD",
    "PUBLIC_THREAD", "REGULARS", "SEND_MESSAGES", "SUBMIT", "TEXT", "VIEW_CHANNEL", "VOICE", "Interaction", "Json", "World",
)  # fmt: skip
TOKEN_LIVES = 15 * 60.0
IN_DIRECT = 1
"""The context of an interaction in a direct message."""


class World(Places, ScheduledEvents):
    """Members' use of the bot, with the interactions by token."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.interactions: dict[str, Interaction] = {}
        self.answer_within = ANSWER_WITHIN
        super().__init__(*args, **kwargs)

    def interact(
        self, kind: int, member: str, channel: str, data: Json, message: Json | None = None, extra: Json | None = None
    ) -> tuple[Interaction, Json]:
        """Makes a member's interaction; returns it with what the gateway sends. Raises Rejected for what their client does not allow."""
        self.channel(channel)
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
        """Removes interactions whose tokens expired long ago."""
        while self.interactions and self.clock() - (oldest := next(iter(self.interactions.values()))).created > 2 * TOKEN_LIVES:
            del self.interactions[oldest.token]

    def _reach(self, kind: int, member: str, channel: str) -> None:
        """Checks that a member's client allows something here. Raises Rejected if not: then nothing arrives."""
        if self.partner(channel) is not None:
            return
        server = self.home(channel)
        rights, manages = self.rights_of(member, server), bool(self.rights_of(member, server) & MANAGE_THREADS)
        if server in self.away:
            raise Rejected(503, OVERLOADED, "Service Unavailable")
        if server in self.out:
            raise Rejected(404, UNKNOWN_APPLICATION, "Unknown Application")
        if not self.sees(member, channel):
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        if self.timed_out(member, server):  # They read and do nothing.
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        if kind in (COMMAND, AUTOCOMPLETE):
            self._let_type(channel, rights, manages)
        if kind == COMPONENT and channel in self.threads and self.note(channel).archived:  # The client opens the thread first.
            if not manages:
                raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
            self.unarchive(channel)

    def _let_type(self, channel: str, rights: int, manages: bool) -> None:
        """Raises Rejected where no command can be typed: in a forum itself, in a locked thread, without the right to use commands."""
        if self.channel(channel)["type"] in IN_POSTS:
            raise Rejected(400, NO_TEXT, "Cannot send messages in a non-text channel")
        if channel in self.threads and self.note(channel).locked and not manages:
            raise Rejected(403, LOCKED, "Thread is locked")
        if not rights & USE_COMMANDS:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")

    def by_token(self, token: str) -> Interaction:
        """The interaction of a token that is still valid. Raises Rejected."""
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
        found.check_unanswered(self.clock(), self.answer_within)
        if found.channel in self.threads and self.note(found.channel).archived and self.note(found.channel).locked:
            raise Rejected(400, ARCHIVED, "Thread is archived")
        kind, data = int(body["type"]), body.get("data") or {}
        message = self._first_answer(found, kind, data, files, base)
        found.answer, found.acknowledged = kind, self.clock()
        found.answered.set()
        return message

    def _first_answer(self, found: Interaction, kind: int, data: Json, files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json | None:
        if (kind == CHOICES) != (found.kind == AUTOCOMPLETE) or (kind == MODAL and found.kind == SUBMIT):
            raise Rejected(400, INVALID_FORM, "This is no answer to such an interaction")
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
        """The message that `@original` refers to."""
        if found.answer is None or found.original is None:
            raise Rejected(404, UNKNOWN_MESSAGE, "Unknown Message")
        return self.find(None, found.original)
