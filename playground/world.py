"""What the stand-in remembers: a server (tests add others) with its channels, members, messages, commands, interactions, in Discord's shapes.

It is written to disk at each change, as Discord too remembers a message it has taken, so that the bot can be stopped and started.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from playground.limits import (
    ACKNOWLEDGED,
    INVALID_TOKEN,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    Rejected,
    check_choices,
    check_message,
    check_modal,
)

Json = dict[str, Any]
EPHEMERAL = 64
LOADING = 128
ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES = 1 << 3, 1 << 10, 1 << 11
ALL_RIGHTS = ((1 << 50) - 1) & ~ADMINISTRATOR
"""Every right by its own bit, so that one can be taken away."""
MEMBERS = (
    "Anna", "Bohumil", "Cécile", "Dara", "Emil", "Františka", "Gaston", "Hana",
    "Ivo", "Jana", "Karel", "Lucie", "Marek", "Nina", "Otto", "Pavla",
)  # fmt: skip
"""The people of the server, enough for a tournament; their numbers begin with 4001."""
REGULARS, REGULAR = "2001", 8
"""A role, and how many of the first members have it."""
LOCALES = ("en-US", "cs", "fr", "en-GB")
"""Their languages, in turn."""
CREATE_THREADS = 1 << 35
ANSWER_WITHIN = 3.0
TOKEN_LIVES = 15 * 60.0
NONCE_LIVES = 300.0
KEPT_MESSAGES = 120
EPOCH = 1420070400000

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5


def now_text() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00", time.gmtime())


class Interaction:
    """One use of a command, button, menu or modal, and how far the bot has answered it."""

    def __init__(self, number: str, kind: int, member: str, channel: str, message: str | None, created: float) -> None:
        self.id = number
        self.token = secrets.token_urlsafe(32)
        self.kind = kind
        self.member = member
        self.channel = channel
        self.message = message
        self.created = created
        self.answer: int | None = None
        self.original: str | None = message
        self.ephemeral = False
        self.followed = False  # Whether something came after a deferred answer.
        self.choices: list[Json] = []
        self.modal: Json | None = None
        self.answered = asyncio.Event()


TEXT, ANNOUNCEMENT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 5, 11, 12
IN_DIRECT = 1
"""The context of an interaction in a direct message."""
CHANNELS = {
    "3001": "game-table",
    "3002": "second-table",
    "3003": "third-table",
    "3004": "fourth-table",
    "3005": "fifth-table",
    "3009": "quiet-corner",
}


class World:
    """The stand-in's memory. `listen` is told of every change as (event, payload, who may see it).

    `ahead` are the seconds that people have let pass to see clocks run. `rights` are the bot's by channel, `member_rights` those of a member
    everywhere, or in a server under `server/member`; `allowed` are members to whom a server has given a command whatever its default is.
    """

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.clock = clock
        self.listeners: list[Callable[[str, Json, str | None], None]] = []
        self.files: dict[str, bytes] = {}
        self.interactions: dict[str, Interaction] = {}
        self.rights: dict[str, int] = {}
        self.member_rights: dict[str, int] = {}
        self.role_rights: dict[str, int] = {}
        self.allowed: dict[str, set[str]] = {}
        self._count = 0
        self.bot: Json = {"id": "1000", "username": "Referee", "global_name": "Referee", "discriminator": "0", "avatar": None, "bot": True}
        self.application = "1000"
        self.guild = "2000"
        self.servers: dict[str, str] = {self.guild: "Playground"}
        self.channels: dict[str, str] = dict(CHANNELS)
        self.homes: dict[str, str] = {}
        self.kinds: dict[str, int] = {}
        self.unseen: dict[str, set[str]] = {}
        self.roles: dict[str, str] = {self.guild: "@everyone", REGULARS: "Regulars"}
        self.threads: dict[str, str] = {}
        self.in_threads: dict[str, list[str]] = {}
        self.members: dict[str, Json] = {}
        for n, name in enumerate(MEMBERS):
            number = str(4001 + n)
            self.members[number] = {
                "id": number,
                "username": name.lower(),
                "global_name": name,
                "discriminator": "0",
                "avatar": None,
                "locale": LOCALES[n % len(LOCALES)],
            }
        self.ahead = 0.0
        self.messages: dict[str, Json] = {}
        self.commands: list[Json] = []
        self._load()

    def table(self, number: int) -> str:
        """The channel for one of the tables that wait, counted from 0; beyond those that are there always, a channel is made for it."""
        always = [channel for channel, name in CHANNELS.items() if name.endswith("-table")]
        if number < len(always):
            return always[number]
        channel = str(3010 + number)
        self.channels.setdefault(channel, f"table-{number + 1}")
        return channel

    # Memory

    def _load(self) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "world.json"
        if path.exists():
            kept = msgspec.json.decode(path.read_bytes())
            self.messages, self.commands, self._count = kept["messages"], kept["commands"], kept["count"]
            self.channels, self.threads, self.ahead = kept["channels"], kept.get("threads", {}), kept.get("ahead", 0.0)
            self.servers |= kept.get("servers", {})
            self.homes, self.kinds = kept.get("homes", {}), kept.get("kinds", {})
            self.unseen = {channel: set(members) for channel, members in kept.get("unseen", {}).items()}
            for number, locale in kept["locales"].items():
                self.members[number]["locale"] = locale

    def save(self) -> None:
        """Writes everything down, whole or not at all."""
        if self.folder is None:
            return
        kept = {
            "messages": self.messages,
            "commands": self.commands,
            "count": self._count,
            "channels": self.channels,
            "threads": self.threads,
            "servers": self.servers,
            "homes": self.homes,
            "kinds": self.kinds,
            "unseen": {channel: sorted(members) for channel, members in self.unseen.items()},
            "ahead": self.ahead,
            "locales": {n: m["locale"] for n, m in self.members.items()},
        }
        fresh = self.folder / "world.json.new"
        fresh.write_bytes(msgspec.json.encode(kept))
        os.replace(fresh, self.folder / "world.json")

    def keep_file(self, number: str, body: bytes) -> None:
        if self.folder is None:
            self.files[number] = body
        else:
            (self.folder / f"file-{number}").write_bytes(body)

    def file(self, number: str) -> bytes | None:
        if self.folder is None:
            return self.files.get(number)
        path = self.folder / f"file-{number}"
        return path.read_bytes() if number.isdigit() and path.exists() else None

    def _drop_files(self, attachments: list[Json]) -> None:
        for attachment in attachments:
            self.files.pop(attachment["id"], None)
            if self.folder is not None:
                (self.folder / f"file-{attachment['id']}").unlink(missing_ok=True)

    def new_id(self) -> str:
        """The next snowflake."""
        self._count += 1
        return str(((int(self.clock() * 1000) - EPOCH) << 22) | (self._count & 0x3FFFFF))

    def tell(self, event: str, payload: Json, only: str | None = None) -> None:
        for listen in [*self.listeners]:
            listen(event, payload, only)

    # Shapes

    def user(self, number: str) -> Json:
        member = self.members[number]
        return {k: member[k] for k in ("id", "username", "global_name", "discriminator", "avatar")}

    def home(self, channel: str) -> str:
        """The server of a channel or thread."""
        return self.homes.get(self.threads.get(channel, channel), self.guild)

    def rights_of(self, member: str, server: str) -> int:
        """What a member may do in a server."""
        return self.member_rights.get(f"{server}/{member}", self.member_rights.get(member, ALL_RIGHTS))

    def member(self, number: str, server: str | None = None) -> Json:
        return {
            "user": self.user(number),
            "nick": None,
            "roles": [REGULARS] if number in list(self.members)[:REGULAR] else [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(self.rights_of(number, server or self.guild)),
        }

    @staticmethod
    def direct(member: str) -> str:
        """The channel in which a member and the bot write to each other alone."""
        return "5" + member[1:]

    def channel(self, number: str) -> Json:
        partner = next((m for m in self.members if self.direct(m) == number), None)
        if partner:
            return {"id": number, "type": 1, "recipients": [self.user(partner)], "last_message_id": None, "flags": 0}
        if number not in self.channels:
            raise Rejected(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if number in self.threads:
            since = "2024-01-01T00:00:00+00:00"
            return {
                "id": number, "type": self.kinds.get(number, PUBLIC_THREAD), "name": self.channels[number], "guild_id": self.home(number),
                "parent_id": self.threads[number],
                "owner_id": self.bot["id"], "message_count": 0, "member_count": 1, "rate_limit_per_user": 0, "flags": 0, "total_message_sent": 0,
                "thread_metadata": {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": since, "locked": False},
            }  # fmt: skip
        return {
            "id": number,
            "type": self.kinds.get(number, TEXT),
            "name": self.channels[number],
            "guild_id": self.home(number),
            "position": int(number) % 10,
            "permission_overwrites": [
                {"id": member, "type": 1, "allow": "0", "deny": str(VIEW_CHANNEL)} for member in sorted(self.unseen.get(number, ()))
            ],
            "nsfw": False,
            "parent_id": None,
        }

    def sees(self, member: str, channel: str) -> bool:
        """Whether a member sees a channel."""
        return member not in self.unseen.get(self.threads.get(channel, channel), ())

    def role(self, number: str) -> Json:
        return {
            "id": number, "name": self.roles.get(number, "@everyone"), "color": 0, "hoist": False, "position": 0,
            "permissions": str(self.role_rights.get(number, ALL_RIGHTS)),
            "managed": False, "mentionable": False, "flags": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }  # fmt: skip

    def guild_object(self, server: str | None = None) -> Json:
        server = server or self.guild
        own = [c for c in self.channels if self.home(c) == server]
        roles = list(self.roles) if server == self.guild else [server]
        return {
            "id": server, "name": self.servers[server], "icon": None, "splash": None, "discovery_splash": None, "owner_id": "4001",
            "afk_channel_id": None, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "roles": [self.role(number) for number in roles], "emojis": [], "features": [], "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None, "system_channel_flags": 0, "rules_channel_id": None, "vanity_url_code": None, "description": None,
            "banner": None, "premium_tier": 0, "preferred_locale": "en-US", "public_updates_channel_id": None, "nsfw_level": 0,
            "stickers": [], "premium_progress_bar_enabled": False, "joined_at": "2024-01-01T00:00:00+00:00", "large": False,
            "unavailable": False, "member_count": len(self.members) + 1, "voice_states": [], "members": [],
            "channels": [self.channel(c) for c in own if c not in self.threads],
            "threads": [self.channel(c) for c in own if c in self.threads], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    @staticmethod
    def public(message: Json) -> Json:
        """A message as the API shows it: without the stand-in's own notes."""
        return {k: v for k, v in message.items() if not k.startswith("_")}

    # Messages

    def need_rights(self, channel: str, right: int = SEND_MESSAGES) -> None:
        self.channel(channel)
        has = self.rights.get(channel, ALL_RIGHTS)
        if not has & VIEW_CHANNEL:
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        if not has & right:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")

    def _attachments(self, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], base: str, old: list[Json]) -> list[Json]:
        if "attachments" not in body and not files:
            return old
        wanted = body.get("attachments")
        kept = [a for a in old if wanted is None or any(str(w["id"]) == a["id"] for w in wanted)]
        notes = {int(w["id"]): w for w in wanted or () if str(w["id"]).isdigit() and int(w["id"]) < 100}
        self._drop_files([a for a in old if a not in kept])
        for index, (name, content, kind) in files.items():
            number = self.new_id()
            self.keep_file(number, content)
            url = f"{base}/files/{number}/{name}"
            kept.append(
                {
                    "id": number, "filename": name, "size": len(content), "url": url, "proxy_url": url, "content_type": kind,
                    "description": notes.get(index, {}).get("description"),
                }
            )  # fmt: skip
        return kept

    def post(
        self,
        channel: str,
        body: Mapping[str, Any],
        files: Mapping[int, tuple[str, bytes, str]],
        base: str,
        interaction: Interaction | None = None,
        ephemeral: bool = False,
        loading: bool = False,
    ) -> Json:
        """A new message of the bot."""
        if not loading:
            check_message(body, len(files), True)
        if body.get("enforce_nonce") and body.get("nonce"):
            for old in self.messages.values():
                if old.get("nonce") == body["nonce"] and self.clock() - old["_at"] < NONCE_LIVES and old["channel_id"] == channel:
                    return old
        number = self.new_id()
        content = body.get("content") or ""
        allowed = body.get("allowed_mentions") or {"parse": ["users"]}
        pinged = [
            m for m in self.members if f"<@{m}>" in content and ("users" in allowed.get("parse", ()) or m in map(str, allowed.get("users", ())))
        ]
        message: Json = {
            "id": number,
            "channel_id": channel,
            "author": self.bot,
            "content": content,
            "timestamp": now_text(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [self.user(m) for m in pinged],
            "mention_roles": [],
            "attachments": self._attachments(body, files, base, []),
            "embeds": list(body.get("embeds") or ()),
            "pinned": False,
            "type": 20 if interaction and interaction.kind == COMMAND else 0,
            "components": list(body.get("components") or ()),
            "flags": (EPHEMERAL if ephemeral else 0) | (LOADING if loading else 0),
            "_at": self.clock(),
            "_only": interaction.member if interaction and ephemeral else None,
        }
        if body.get("nonce"):
            message["nonce"] = body["nonce"]
        if interaction:
            message["application_id"] = self.application
            message["webhook_id"] = self.application
        self.messages[number] = message
        self._forget()
        self.save()
        self.tell("MESSAGE_CREATE", message, message["_only"])
        return message

    def _forget(self) -> None:
        by_channel: dict[str, list[str]] = {}
        for number, message in self.messages.items():
            by_channel.setdefault(message["channel_id"], []).append(number)
        for numbers in by_channel.values():
            for number in numbers[:-KEPT_MESSAGES]:
                self._drop_files(self.messages.pop(number)["attachments"])

    def find(self, channel: str | None, number: str) -> Json:
        message = self.messages.get(number)
        if message is None or (channel is not None and message["channel_id"] != channel):
            raise Rejected(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def edit(self, message: Json, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json:
        """Changes a message of the bot."""
        check_message(body, len(files), False)
        if "content" in body:
            message["content"] = body["content"] or ""
        for key in ("embeds", "components"):
            if key in body:
                message[key] = list(body[key] or ())
        message["attachments"] = self._attachments(body, files, base, message["attachments"])
        message["flags"] &= ~LOADING
        message["edited_timestamp"] = now_text()
        self.save()
        self.tell("MESSAGE_UPDATE", message, message["_only"])
        return message

    def delete(self, message: Json) -> None:
        self._drop_files(message["attachments"])
        del self.messages[message["id"]]
        self.save()
        gone = {"id": message["id"], "channel_id": message["channel_id"], "guild_id": self.home(message["channel_id"])}
        self.tell("MESSAGE_DELETE", gone, message["_only"])

    def create_thread(self, parent: str, body: Mapping[str, Any]) -> Json:
        """A public thread in a channel."""
        self.need_rights(parent, CREATE_THREADS)
        if self.channel(parent)["type"] != TEXT or not 1 <= len(body.get("name") or "") <= 100 or body.get("type", PUBLIC_THREAD) != PUBLIC_THREAD:
            raise Rejected(400, 50035, "Invalid Form Body")
        number = self.new_id()
        self.channels[number], self.threads[number] = body["name"], parent
        self.save()
        shape = self.channel(number)
        self.tell("THREAD_CREATE", shape)
        return shape

    def add_to_thread(self, thread: str, member: str) -> None:
        """Puts a member into a thread."""
        if thread not in self.threads:
            raise Rejected(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if member not in self.members:
            raise Rejected(404, 10013, "Unknown User")
        self.in_threads.setdefault(thread, []).append(member)

    def add_server(self, number: str, name: str, channels: Mapping[str, str]) -> None:
        """Another server with the same people and the bot in it."""
        self.servers[number] = name
        self.channels |= channels
        self.homes |= dict.fromkeys(channels, number)
        self.save()
        self.tell("GUILD_CREATE", self.guild_object(number))

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
            self.messages = {k: m for k, m in self.messages.items() if m["channel_id"] != gone}
        self.threads = {t: parent for t, parent in self.threads.items() if number not in (t, parent)}
        self.save()
        if told:
            self.tell(event, shape)

    # Interactions

    def interact(
        self, kind: int, member: str, channel: str, data: Json, message: Json | None = None, extra: Json | None = None
    ) -> tuple[Interaction, Json]:
        """A member does something; returns the interaction and what the gateway sends."""
        if not self.sees(member, channel):
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        number, server = self.new_id(), self.home(channel)
        interaction = Interaction(number, kind, member, channel, message["id"] if message else None, self.clock())
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
            "app_permissions": str(self.rights.get(channel, ALL_RIGHTS)),
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

    def by_token(self, token: str) -> Interaction:
        """The interaction of a token that is still good."""
        found = self.interactions.get(token)
        if found is None:
            raise Rejected(404, 10015, "Unknown Webhook")
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
        kind, data = int(body["type"]), body.get("data") or {}
        message = self._first_answer(found, kind, data, files, base)
        found.answer = kind
        found.answered.set()
        return message

    def _first_answer(self, found: Interaction, kind: int, data: Json, files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json | None:
        ephemeral = bool(data.get("flags", 0) & EPHEMERAL)
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            found.ephemeral = ephemeral
            message = self.post(found.channel, data, files, base, found, ephemeral, loading=kind == DEFERRED_MESSAGE)
            found.original = message["id"]
            return message
        if kind in (DEFERRED_UPDATE, UPDATE):
            if found.kind not in (COMPONENT, SUBMIT) or not found.message:
                raise Rejected(400, 50035, "There is no message to update")
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
        raise Rejected(400, 50035, f"Unknown answer type {kind}")

    def original(self, found: Interaction) -> Json:
        """The message that `@original` means."""
        if found.answer is None or found.original is None:
            raise Rejected(404, UNKNOWN_MESSAGE, "Unknown Message")
        return self.find(None, found.original)
