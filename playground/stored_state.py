"""The stand-in's stored state, in Discord's shapes: servers, channels, members, roles, messages, commands, interactions.

It is written to disk at each change, as Discord too remembers a message it has taken, so that the bot can be stopped and started.
"""

from __future__ import annotations

import os
import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from playground.error_codes import UNKNOWN_CHANNEL, Rejected
from playground.permission_bits import ALL_RIGHTS, INVITED, ORDINARY, VIEW_CHANNEL
from rules.parts.lazy import converted

Json = dict[str, Any]
MEMBERS = (
    "Anna", "Bohumil", "Cécile", "Dara", "Emil", "Františka", "Gaston", "Hana",
    "Ivo", "Jana", "Karel", "Lucie", "Marek", "Nina", "Otto", "Pavla",
)  # fmt: skip
"""The people of the server, enough for a tournament; their numbers begin with 4001."""
REGULARS, REGULAR = "2001", 8
"""A role, and how many of the first members have it."""
BOT_ROLE = "2002"
"""The bot's own role: what it may do in all channels."""
OWNER, MODERATOR = "4001", "4004"
"""Whose servers these are, the one who may do everything there; and who moderates them. All others are ordinary members."""
LOCALES = ("en-US", "cs", "fr", "en-GB")
"""Their languages, in turn."""
BOT = "1000"
EPOCH = 1420070400000
TEXT, VOICE, ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, STAGE, FORUM, MEDIA = 0, 2, 5, 10, 11, 12, 13, 15, 16
IN_POSTS = (FORUM, MEDIA)
"""Channels of posts: each is a thread, and nothing stands in the channel itself."""
SPOKEN = (VOICE, STAGE)
"""Channels to talk in, which have a text chat as well."""
CHANNELS = {
    "3001": "game-table",
    "3002": "second-table",
    "3003": "third-table",
    "3004": "fourth-table",
    "3005": "fifth-table",
    "3006": "tournament",
    "3009": "quiet-corner",
}
REQUIRES_TAG = 1 << 4
"""The flag of a forum of which each post has a tag."""
DAY = 1440
"""Minutes until a thread archives itself, unless something else is said."""


def now_text(at: float | None = None) -> str:
    """A moment, by default the present one, in Discord's format."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00", time.gmtime(at))


class ThreadNote(msgspec.Struct):
    """State of a thread: when something was last said in it (`active`), when it was last archived or opened (`turned`), who made it (`owner`)."""

    active: float
    turned: float
    minutes: int = DAY
    archived: bool = False
    locked: bool = False
    owner: str = BOT
    tags: list[str] = []


class Memory:
    """The stand-in's memory. `listeners` are told of every change as (event, payload, who may see it).

    `ahead` are the seconds that people have let pass to see clocks run; `said` are the messages of each channel. `rights` are the bot's by
    channel, `member_rights` those of a member everywhere, or in a server under `server/member`; `allowed` are members to whom a server has given
    a command whatever its default is. Those who are `silent` take no direct messages, those who have `left` are in no server, or not in that of
    `server/member`; `nicks` and `timeouts` (until when) are of one server in the same way. The bot has been thrown out of servers that are `out`,
    those that are `away` have broken down. Commands are `switched_off` by their names in a server, all of them by "*".
    Unless it `keeps_files`, what is attached is forgotten.
    """

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.clock = clock
        self.listeners: list[Callable[[str, Json, str | None], None]] = []
        self.files: dict[str, bytes] = {}
        self.keeps_files = True
        self.rights: dict[str, int] = {}
        self.member_rights: dict[str, int] = {}
        self.silent: set[str] = set()
        self.left: set[str] = set()
        self.nicks: dict[str, str] = {}
        self.timeouts: dict[str, float] = {}
        self.out: set[str] = set()
        self.joined: dict[str, str] = {}
        self.system_channels: dict[str, str] = {}
        self.locales: dict[str, str] = {}
        self.audit: dict[str, list[Json]] = {}
        """What moderators have done in a server, as its audit log tells."""
        self.away: set[str] = set()
        self.switched_off: dict[str, set[str]] = {}
        self.role_rights: dict[str, int] = {}
        self.allowed: dict[str, set[str]] = {}
        self.bot_has_role = True
        self._count = 0
        self.bot: Json = {"id": BOT, "username": "Referee", "global_name": "Referee", "discriminator": "0", "avatar": None, "bot": True}
        self.application = BOT
        self.guild = "2000"
        self.servers: dict[str, str] = {self.guild: "Playground"}
        self.channels: dict[str, str] = dict(CHANNELS)
        self.homes: dict[str, str] = {}
        self.kinds: dict[str, int] = {}
        self.tags: dict[str, list[Json]] = {}
        """The tags of forums."""
        self.requires_tag: set[str] = set()
        self.events: dict[str, Json] = {}
        """Scheduled events."""
        self.unseen: dict[str, set[str]] = {}
        self.roles: dict[str, str] = {self.guild: "@everyone", REGULARS: "Regulars"}
        self.threads: dict[str, str] = {}
        self.notes: dict[str, ThreadNote] = {}
        self.in_threads: dict[str, list[str]] = {}
        self.members: dict[str, Json] = {}
        for n, name in enumerate(MEMBERS):
            number = str(4001 + n)
            self.members[number] = self._person(number, name, LOCALES[n % len(LOCALES)])
        self.regulars = {*[*self.members][:REGULAR]}
        self._ahead = 0.0
        self.messages: dict[str, Json] = {}
        self.said: dict[str, list[str]] = {}
        self.commands: list[Json] = []
        self._load()

    # Time

    @property
    def ahead(self) -> float:
        """The seconds by which the clock has been advanced."""
        return self._ahead

    @ahead.setter
    def ahead(self, seconds: float) -> None:
        self._ahead = seconds
        self.pass_time()

    def now(self) -> float:
        """The present moment, with the advance, for threads, old messages and nonces."""
        return self.clock() + self._ahead

    def pass_time(self) -> None:
        """Applies what happens by the passing of time alone; overridden by parts that have such effects."""

    # Memory

    def _load(self) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "world.json"
        if path.exists():
            kept = msgspec.json.decode(path.read_bytes())
            self.messages, self.commands, self._count = kept["messages"], kept["commands"], kept["count"]
            self.channels, self.threads = kept["channels"], kept.get("threads", {})
            for number, message in self.messages.items():
                self.said.setdefault(message["channel_id"], []).append(number)
            self._ahead = kept.get("ahead", 0.0)
            self.notes = converted(kept.get("notes", {}), dict[str, ThreadNote])
            self.servers |= kept.get("servers", {})
            self.homes, self.kinds = kept.get("homes", {}), kept.get("kinds", {})
            self.tags, self.requires_tag = kept.get("tags", {}), {*kept.get("requires_tag", ())}
            self.events = kept.get("events", {})
            self.unseen = {channel: set(members) for channel, members in kept.get("unseen", {}).items()}
            self.left, self.out, self.away = ({*kept.get(name, ())} for name in ("left", "out", "away"))
            self.nicks, self.timeouts = kept.get("nicks", {}), kept.get("timeouts", {})
            self.switched_off = {server: {*names} for server, names in kept.get("switched_off", {}).items()}
            for number, locale in kept["locales"].items():
                self.members[number]["locale"] = locale

    def save(self) -> None:
        """Writes everything to disk atomically, if there is a folder."""
        if self.folder is None:
            return
        kept = {
            "messages": self.messages,
            "commands": self.commands,
            "count": self._count,
            "channels": self.channels,
            "threads": self.threads,
            "notes": self.notes,
            "servers": self.servers,
            "homes": self.homes,
            "kinds": self.kinds,
            "tags": self.tags,
            "requires_tag": sorted(self.requires_tag),
            "events": self.events,
            "unseen": {channel: sorted(members) for channel, members in self.unseen.items()},
            "left": sorted(self.left),
            "out": sorted(self.out),
            "away": sorted(self.away),
            "nicks": self.nicks,
            "timeouts": self.timeouts,
            "switched_off": {server: sorted(names) for server, names in self.switched_off.items()},
            "ahead": self.ahead,
            "locales": {n: m["locale"] for n, m in self.members.items()},
        }
        fresh = self.folder / "world.json.new"
        fresh.write_bytes(msgspec.json.encode(kept))
        os.replace(fresh, self.folder / "world.json")

    def keep_file(self, number: str, body: bytes) -> None:
        if not self.keeps_files:
            return
        if self.folder is None:
            self.files[number] = body
        else:
            (self.folder / f"file-{number}").write_bytes(body)

    def file(self, number: str) -> bytes | None:
        """The contents of an attachment; None if it does not exist."""
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
        """A new snowflake."""
        self._count += 1
        return str(((int(self.now() * 1000) - EPOCH) << 22) | (self._count & 0x3FFFFF))

    def tell(self, event: str, payload: Json, only: str | None = None) -> None:
        """Tells all listeners of an event; `only` is the one member who may see it."""
        for listen in [*self.listeners]:
            listen(event, payload, only)

    # Shapes

    def _person(self, number: str, name: str, locale: str) -> Json:
        """A new user: the display name may be in any script and used twice, the account name is unique."""
        plain = re.sub(r"[^a-z0-9_.]", "", unicodedata.normalize("NFKD", name).lower())
        if len(plain) < 2 or any(person["username"] == plain for person in self.members.values()):
            plain = f"player.{number}"
        return {"id": number, "username": plain, "global_name": name, "discriminator": "0", "avatar": None, "locale": locale}

    def user(self, number: str) -> Json:
        """A user object, as Discord has it. Raises KeyError."""
        member = self.members[number]
        return {k: member[k] for k in ("id", "username", "global_name", "discriminator", "avatar")}

    def home(self, channel: str) -> str:
        """The id of the server of a channel or thread."""
        return self.homes.get(self.threads.get(channel, channel), self.guild)

    @staticmethod
    def direct(member: str) -> str:
        """The id of the direct message channel of a member and the bot."""
        return "5" + member[1:]

    def partner(self, channel: str) -> str | None:
        """The member whose direct message channel with the bot this is; None for any other channel."""
        member = "4" + channel[1:]
        return member if channel.startswith("5") and member in self.members else None

    def channel(self, number: str) -> Json:
        """A channel object for a channel, thread or direct channel. Raises Rejected if it does not exist."""
        partner = self.partner(number)
        if partner is not None:
            return {"id": number, "type": 1, "recipients": [self.user(partner)], "last_message_id": None, "flags": 0}
        if number not in self.channels:
            raise Rejected(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if number in self.threads:
            note = self.note(number)
            return {
                "id": number, "type": self.kinds.get(number, PUBLIC_THREAD), "name": self.channels[number], "guild_id": self.home(number),
                "parent_id": self.threads[number], "owner_id": note.owner, "message_count": 0, "member_count": 1, "rate_limit_per_user": 0,
                "flags": 0, "total_message_sent": 0, "applied_tags": [*note.tags],
                "thread_metadata": {
                    "archived": note.archived, "auto_archive_duration": note.minutes, "archive_timestamp": now_text(note.turned),
                    "locked": note.locked,
                },
            }  # fmt: skip
        kind = self.kinds.get(number, TEXT)
        more: Json = {"default_reaction_emoji": None, "default_forum_layout": 0} if kind in IN_POSTS else {}
        more |= {"available_tags": self.tags.get(number, [])} if kind in IN_POSTS else {}
        more |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None} if kind in SPOKEN else {}
        denied = dict.fromkeys(sorted(self.unseen.get(number, ())), VIEW_CHANNEL)
        if number in self.rights:
            denied[self.bot["id"]] = ALL_RIGHTS & ~self.rights[number]
        return more | {
            "id": number,
            "type": kind,
            "name": self.channels[number],
            "guild_id": self.home(number),
            "position": int(number) % 10,
            "permission_overwrites": [{"id": member, "type": 1, "allow": "0", "deny": str(rights)} for member, rights in denied.items()],
            "nsfw": False,
            "parent_id": None,
            "flags": REQUIRES_TAG if number in self.requires_tag else 0,
        }

    def bot_member(self, server: str) -> Json:
        """The bot as a member of a server."""
        roles = [BOT_ROLE] if server == self.guild and self.bot_has_role else []
        return {
            "user": self.bot,
            "roles": roles,
            "joined_at": self.joined.get(server, "2024-01-01T00:00:00+00:00"),
            "flags": 0,
            "deaf": False,
            "mute": False,
        }

    def note(self, thread: str) -> ThreadNote:
        """The state of a thread."""
        return self.notes.setdefault(thread, ThreadNote(self.now(), self.now()))

    def role(self, number: str) -> Json:
        name = self.roles.get(number, self.bot["username"] if number == BOT_ROLE else "@everyone")
        return {
            "id": number, "name": name, "color": 0, "hoist": False, "position": 0,
            "permissions": str(self.role_rights.get(number, INVITED if number == BOT_ROLE else ORDINARY)),
            "managed": False, "mentionable": False, "flags": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }  # fmt: skip

    def guild_objects(self, servers: Iterable[str]) -> Iterator[Json]:
        """Guild objects as the gateway sends them, with channels and open threads."""
        self.pass_time()
        own: dict[str, list[str]] = {}
        for channel in self.channels:
            own.setdefault(self.home(channel), []).append(channel)
        for server in servers:
            yield self._guild_object(server, [channel for channel in own.get(server, ()) if channel in self.channels])

    def guild_object(self, server: str | None = None) -> Json:
        """A server in the shape of a gateway event."""
        return next(self.guild_objects([server or self.guild]))

    def _guild_object(self, server: str, own: Sequence[str]) -> Json:
        roles = [*self.roles, BOT_ROLE] if server == self.guild else [server]
        return {
            "id": server, "name": self.servers[server], "icon": None, "splash": None, "discovery_splash": None, "owner_id": OWNER,
            "afk_channel_id": None, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "roles": [self.role(number) for number in roles], "emojis": [], "features": [], "mfa_level": 0,
            "application_id": None,
            "system_channel_id": self.system_channels.get(server), 
            "system_channel_flags": 0, "rules_channel_id": None, "vanity_url_code": None, "description": None,
            "banner": None, "premium_tier": 0, "preferred_locale": self.locales.get(server, "en-US"), 
            "public_updates_channel_id": None, "nsfw_level": 0,
            "stickers": [], "premium_progress_bar_enabled": False, "joined_at": "2024-01-01T00:00:00+00:00", "large": False,
            "unavailable": False, "member_count": len(self.members) + 1, "voice_states": [],
            "members": [self.bot_member(server)],
            "channels": [self.channel(c) for c in own if c not in self.threads],
            "threads": [self.channel(c) for c in own if c in self.threads and not self.note(c).archived and self.bot_sees(c)],
            "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    @staticmethod
    def public(message: Json) -> Json:
        """A message as the API returns it, without the stand-in's own fields."""
        return {k: v for k, v in message.items() if not k.startswith("_")}

    def bot_sees(self, channel: str) -> bool:
        """Whether the bot can see a channel."""
        raise NotImplementedError
