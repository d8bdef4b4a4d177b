"""The bot itself: what all cogs share, and the loading of the cogs."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import importlib
import json
import logging
import pkgutil
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs as cogs_room
from cogs.playing.apart import apart
from cogs.playing.tables import Tables
from cogs.playing.tournaments import Tournaments
from cogs.playing.worker import GONE, LOST, Trouble, Worker
from cogs.running.announcer import Announcer
from cogs.running.clockwork import Clockwork
from cogs.running.outbox import Outbox
from cogs.running.port import DiscordPort
from cogs.showing.buttons import DYNAMIC, Handler
from cogs.showing.cards import card_choices, find_card
from cogs.showing.reply import answer_error, translate
from data.content import build, games
from data.hours import all_zones
from data.language import LANGUAGES, house_texts
from data.limits import USUAL, Limits
from data.rulebook import rulebook
from data.store import Store
from data.store.changes import Subject
from data.store.rooms import Room
from data.store.values import TableRow
from render.painting import painter

log = logging.getLogger("referee")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # The bot never speaks; nobody needs to hear why.
COMMANDS_HASH = "commands_sha256"
LAST_STEPS = 6.0
"""Seconds in which what is being sent when the bot stops may still arrive. Nothing is lost by what does not."""


def cog_names() -> list[str]:
    """The cogs: every module of the room whose name does not begin with an underscore."""
    return [f"cogs.{m.name}" for m in pkgutil.iter_modules(cogs_room.__path__) if not m.ispkg and not m.name.startswith("_")]


LONGEST_TYPED = 200
"""Letters that a completion looks at. Discord bounds what is sent by the option, but not what is being typed."""


def _shortened(options: Iterable[dict[str, Any]]) -> None:
    """Cuts what is typed so far in the options of a command, those of its subcommands too."""
    for option in options:
        _shortened(option.get("options") or ())
        if isinstance(option.get("value"), str):
            option["value"] = option["value"][:LONGEST_TYPED]


class Tree(app_commands.CommandTree["Referee"]):
    """The commands; an error in any of them is answered."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Lets everybody in; what is typed while completing is cut to a size that is quickly looked through."""
        if interaction.type is discord.InteractionType.autocomplete:
            data: Any = interaction.data or {}
            _shortened(data.get("options") or ())
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, getattr(error, "original", error))


def _read_all() -> None:
    """Each game's rules, painter, texts, cards and rulebooks, and the names of time zones."""
    all_zones()
    for key in games():
        build(key)
        painter(key)
        find_card(key, "")
        for language in LANGUAGES:
            card_choices(key, language, "")
            rulebook(key, language)


async def settle_in() -> None:
    """Once the bot is ready: reads what the first to ask would otherwise make everybody wait for.

    What has been loaded by then stays, so that nobody waits for the garbage collector to look through it again and again.
    """
    if not gc.get_freeze_count():
        await apart(_read_all)
        gc.freeze()


class _Translator(app_commands.Translator):
    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes) -> str | None:
        return translate(string, str(locale))


class Referee(commands.Bot):
    """The bot. It needs no privileged intent and mentions nobody unless told to."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            # Commands are about a server's tables, unless they say otherwise: see `cogs.showing.reply.anywhere`.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30,  # What takes longer is owed, and does not hold up anything else.
        )
        self.store = store
        self.limits = limits
        self.tables = Tables(store, limits)
        self.port = DiscordPort(self)
        self.worker = Worker(store.owed, store)
        self.worker.troubled = self._troubled
        self.outbox = Outbox(self.tables, self.port, self.worker, self.wants_pings)
        self.tournaments = Tournaments(self.tables, limits)
        self.announcer = Announcer(self.tournaments, self.port, self.worker)
        self.clockwork = Clockwork(store, self.tables, self.tournaments.ring)
        self.handlers: dict[str, Handler] = {}

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*DYNAMIC)
        await self.tree.set_translator(_Translator())
        for name in cog_names():
            await self.load_extension(name)
        await self._sync()

    async def _sync(self) -> None:
        """Tells Discord about the commands, but only when they may have changed: a global sync is rationed, and translating takes its time."""
        described = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps([self.application_id, described, discord.__version__], sort_keys=True).encode())
        for file in house_texts():
            digest.update(file)
        if await self.store.facts.get(COMMANDS_HASH) != digest.hexdigest():
            await self.tree.sync()
            await self.store.facts.set(COMMANDS_HASH, digest.hexdigest())
            log.info("commands synchronised")

    async def room(self, guild: int | None, channel: int) -> Room:
        """What moderators have set for a channel; a thread has its channel's settings too."""
        return await self.store.rooms.here(guild, channel, getattr(self.get_channel(channel), "parent_id", None))

    async def wants_pings(self, row: TableRow, player: int) -> bool:
        """Whether a player may be called to a table: by their own settings and the channel's."""
        room = await self.room(row.guild, row.channel)
        return room.pings is not False and (await self.store.people.settings(player)).pings

    def _troubled(self, subject: Subject, trouble: Trouble) -> None:
        if trouble.kind == GONE:
            self.dispatch("unreachable", subject)

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        await self.clockwork.start()  # First, so that time in which nobody was here is charged to nobody.
        await self.worker.start()

    async def on_disconnect(self) -> None:
        self.clockwork.lost()

    async def on_connect(self) -> None:
        await self.clockwork.found()

    async def on_resumed(self) -> None:
        await self.clockwork.found()
        await self.worker.retry(LOST)

    async def close(self) -> None:
        await self.clockwork.close()
        await asyncio.gather(self.worker.close(LAST_STEPS), self.tables.close())
        await super().close()


def check_cogs() -> list[str]:
    """The names of cogs that cannot be loaded as an extension: those without a `setup`."""
    return [name for name in cog_names() if not hasattr(importlib.import_module(name), "setup")]
