"""The bot object (`Referee`): what all cogs share, and the loading of the cogs."""

from __future__ import annotations

import gc

gc.disable()  # Until the modules are read, as in `bot.py`.

import asyncio
import contextlib
import importlib
import logging
import pkgutil
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs as cogs_room
from cogs.messages.buttons import DYNAMIC, Handler
from cogs.messages.command_declarations import translate
from cogs.messages.intake import Intake
from cogs.messages.reply import answer_error, called, offer_nothing
from cogs.messages.silent_completion import offering_quietly
from cogs.messages.typed_again import asking_again
from cogs.play.fair_share import take_turns
from cogs.play.motions import Motions
from cogs.play.notifications import Notifications
from cogs.play.outbox_worker import GONE, LOST, Trouble, Worker
from cogs.play.presence.silent_players import SilentPlayers
from cogs.play.tables import Tables
from cogs.play.thinking.pool import Apart, Thinker
from cogs.play.tournaments.matches import Tournaments
from cogs.service import acknowledgement, gateway_latency
from cogs.service.absence_checks import AbsenceChecks
from cogs.service.command_sync import CommandSync
from cogs.service.deaf_gateway import Hearing
from cogs.service.direct_messages import DirectMessages
from cogs.service.discord_port import DiscordPort
from cogs.service.display_names import DisplayNames
from cogs.service.gateway import Gateway
from cogs.service.heartbeat import Heartbeat
from cogs.service.login import log_in
from cogs.service.reachability import Reach
from cogs.service.shard_leases import ShardLeases
from cogs.service.shard_starts import ShardStarts
from cogs.service.table_messages import TableMessages
from cogs.service.timer import Clocks
from cogs.service.tournament_messages import TournamentMessages
from cogs.service.unreadable_events import guard
from cogs.service.wait_checks import WaitChecks
from data.language import LANGUAGES
from data.store import DatabaseError, Store
from data.store.changes import Subject
from data.store.channel_settings import Room
from data.store.configured_limits import USUAL, Limits
from data.store.peers import Alone, Peers
from data.store.shards import PRIVATE, Shards
from data.user_text import storable

gc.freeze()
gc.enable()

log = logging.getLogger("referee")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # The bot never speaks; nobody needs to hear why.
INTENTS = discord.Intents(guilds=True)
"""What the bot hears of. None of them has to be switched on."""
COMPLETION = 2.0
"""Seconds for which choices are looked for, of the three that Discord waits."""


def cog_names() -> list[str]:
    """The names of all cogs: every module of the package whose name does not begin with an underscore."""
    return [f"cogs.{m.name}" for m in pkgutil.iter_modules(cogs_room.__path__) if not m.ispkg and not m.name.startswith("_")]


LONGEST_TYPED = 200
"""Letters that a completion looks at. Discord bounds what is sent by the option, but not what is being typed."""


def _cleaned(options: Iterable[dict[str, Any]], longest: int | None) -> None:
    """Cleans texts in a command's options (also of its subcommands), so that they can be stored, and cuts them to `longest`."""
    for option in options:
        _cleaned(option.get("options") or (), longest)
        if isinstance(option.get("value"), str):
            option["value"] = storable(option["value"])[:longest]


class Tree(app_commands.CommandTree["Referee"]):
    """The command tree; answers errors of all commands."""

    completion_within = COMPLETION

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Accepts every interaction until the bot stops; cuts a text to be completed to a length that is searched quickly."""
        data: Any = interaction.data or {}
        _cleaned(data.get("options") or (), LONGEST_TYPED if interaction.type is discord.InteractionType.autocomplete else None)
        return await self.client.intake.takes(interaction)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Answers an autocompletion that takes too long with no choices: Discord waits for three seconds."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return await super()._call(interaction)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.completion_within):
                await super()._call(interaction)
        if self.client.intake.has(interaction.id):
            await offer_nothing(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, getattr(error, "original", error), asking_again)


class Translator(app_commands.Translator):
    """Translates names and descriptions of commands."""

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes) -> str | None:
        return translate(string, str(locale)) if locale.value in LANGUAGES else None  # It is asked for each of thirty.


class Referee(commands.AutoShardedBot):
    """The bot: the client of Discord and what all cogs share. It needs no privileged intent and mentions nobody unless told to.

    It runs some `shards`, by default all that Discord recommends, and shares the servers with its `peers`. `begun_at`: when it was started.
    `known_until`: when something last happened before, as far as stored.
    """

    def __init__(
        self, store: Store, limits: Limits = USUAL, thinker: Thinker | None = None, shards: Shards | None = None, peers: Peers | None = None
    ) -> None:
        super().__init__(
            shard_count=shards.count if shards else None,
            shard_connect_timeout=None,  # It may have to wait for others.
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            # Commands are about a server's tables, unless they say otherwise: see `cogs.messages.reply.anywhere`.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30,  # What takes longer is owed, and does not hold up anything else.
        )
        self.shard_ids = sorted(shards.own) if shards else None
        self.store = store
        self.limits = limits
        self.tables = Tables(store, limits, thinker or Apart(limits.computer_workers))
        self.port = DiscordPort(self, lambda: store.now())
        self.worker = Worker(store.outbox, store)
        self.worker.troubled = self._troubled
        self.notifications = Notifications(store, self.room)
        self.table_messages = TableMessages(self.tables, self.port, self.worker, self.notifications)
        self.direct_messages = DirectMessages(self.tables, self.port, self.worker, self.notifications)
        self.tournaments = Tournaments(self.tables, limits)
        self.tournament_messages = TournamentMessages(self.tournaments, self.port, self.worker, self.notifications)
        self.beat = Heartbeat()
        self.clockwork = Clocks(store, self.tables, self.tournaments.ring, self.tournaments.delay, self.beat)
        self.noticing = AbsenceChecks(self.tables, self.port)
        self.port.refused = self.noticing.suspect
        self.clockwork.sure = self.noticing.sure
        self.reach = Reach(self.tables, self.tournaments, self)
        self.silent_players = SilentPlayers(self.tables)
        self.waits = WaitChecks(self.silent_players, self.reach, self.noticing.suspect)
        self.motions = Motions(self.tables, self.tournaments)
        self.motion_waits = WaitChecks(self.motions, self.reach, self.noticing.suspect)
        self.hearing = Hearing(self, store, self.clockwork.lost, self.clockwork.found, lambda: self.identifying.spare())
        self.peers = peers or Alone()
        self.renaming = DisplayNames(store, self.tables, lambda guild: self.sharing.holds(guild))
        self.identifying = ShardStarts(self.peers, self.http.get_bot_gateway)
        self.gateway = Gateway(self, self.identifying, getattr(self, "_AutoShardedClient__shards"))  # noqa: B009
        guard(self._connection.parsers, lambda: self._connection.shard_ids)
        self.sharing = ShardLeases(store, self.peers, self.worker, self.clockwork)
        self.sharing.begun, self.sharing.taken = self._begun, self._taken
        self.port.ours = self.sharing.goes_on
        self.registering = CommandSync(self.tree, store.bot_facts, lambda: self.sharing.holds(None))
        self.intake = Intake()
        self.intake.answers = self.sharing.answers
        self.handlers: dict[str, Handler] = {}
        self._parents: dict[int, int | None] = {}
        self._anew: set[asyncio.Task[None]] = set()
        self._greeted = False
        self.begun_at = store.now()
        self.known_until: float | None = None

    async def setup_hook(self) -> None:
        acknowledgement.install()
        gateway_latency.install()
        take_turns(asyncio.get_running_loop())
        self._greeted = True
        self.known_until = await self.store.after_restore.latest()
        self.add_dynamic_items(*DYNAMIC)
        await self.tree.set_translator(Translator())
        for name in cog_names():
            await importlib.import_module(name).setup(self)
        offering_quietly(self.tree)
        await self.registering.mention()

    async def login(self, token: str) -> None:
        """Logs in, waiting for Discord as long as it takes. Raises discord.LoginFailure for a wrong token."""
        await log_in(self, lambda: super(Referee, self).login(token), lambda: self._greeted)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connects until the bot is closed. Raises data.store.peers.OtherCount, discord.ConnectionClosed, discord.LoginFailure."""
        recommended = await self.identifying.recommended()
        self.shard_count = self._connection.shard_count = self.shard_count or recommended
        self._connection.shard_ids = self.shard_ids or range(self.shard_count)
        await self.sharing.start(Shards.all_of(self.shard_count).some(self._connection.shard_ids))
        await self.gateway.run(self._connection.shard_ids)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Does nothing: `ShardStarts.turn` has waited already."""

    async def _begun(self, shards: Shards) -> None:
        """Handles shards that this process now serves."""
        if PRIVATE in shards.own:
            self.registering.begin()
        self.dispatch("begun", shards)

    async def _taken(self, shards: Shards) -> None:
        """Reconnects shards of ours that another process now serves, without waiting for it."""
        for number in shards.own & self.shards.keys():
            task = asyncio.create_task(self.shards[number].reconnect())
            self._anew.add(task)
            task.add_done_callback(self._anew.discard)

    async def room(self, guild: int | None, channel: int) -> Room:
        """What moderators have set for a channel; a thread has its channel's settings, too."""
        return await self.store.channel_settings.here(guild, channel, await self._above(channel) if guild is not None else None)

    async def _above(self, channel: int) -> int | None:
        """The parent channel of a thread or post, also of an archived one, which the library doesn't know; None for any other channel, and if
        Discord doesn't tell."""
        if (known := self.get_channel(channel)) is not None:
            return getattr(known, "parent_id", None)
        if channel not in self._parents:
            try:
                found = await self.fetch_channel(channel)
            except (discord.DiscordException, OSError, TimeoutError):
                return None
            self._parents[channel] = getattr(found, "parent_id", None)
        return self._parents[channel]

    def _troubled(self, subject: Subject, trouble: Trouble) -> None:
        self.reach.look()
        if trouble.kind == GONE:
            self.dispatch("unreachable", subject)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs what an event has raised. While the process stops, its database is closed beneath what events do: that is no fault."""
        if self.intake.closed:
            log.info("%s was given up, as the process stops", event_method)
        else:
            log.exception("%s failed", event_method)

    async def on_ready(self) -> None:
        self.beat.start()
        log.info("ready as %s, servers: %d", self.user, len(self.guilds))

    async def on_shard_ready(self, shard: int) -> None:
        self.sharing.ready(shard)
        self.reach.start()
        self.noticing.start()
        self.waits.start()
        self.motion_waits.start()
        self.hearing.start()
        self.reach.look()

    async def on_shard_disconnect(self, shard: int) -> None:
        self.clockwork.lost(shard)
        self.sharing.away(shard)

    async def on_shard_connect(self, shard: int) -> None:
        if shard not in self.hearing.deaf:  # Else it is not known yet whether it hears.
            await self.clockwork.found(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self.sharing.ready(shard)
        if shard not in self.hearing.deaf:
            await self.clockwork.found(shard)
        await self.worker.retry(LOST)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.hearing.spoken(interaction.guild_id)
        self.noticing.heard(interaction.user.id)
        if interaction.type is not discord.InteractionType.autocomplete:
            await self.renaming.met(interaction.guild_id, interaction.user.id, called(interaction.user))
        with contextlib.suppress(DatabaseError):  # The next interaction brings it again.
            await self.store.unused_settings.met(interaction.user.id)

    async def close(self) -> None:
        await self.sharing.close()
        self.registering.close()
        self.identifying.close()
        await self.hearing.close()
        await self.noticing.close()
        await self.waits.close()
        await self.motion_waits.close()
        await self.reach.close()
        await self.clockwork.close()
        await self.beat.close()
        await self.worker.close()
        await self.tables.close()
        if isinstance(self.loop, asyncio.AbstractEventLoop):  # Else it has never been started, and discord.py has nothing to close.
            await self.gateway.close()
            await super().close()
        await self.peers.close()
