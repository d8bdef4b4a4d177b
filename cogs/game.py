"""`/game`: opening, filling, starting, listing and leaving tables, and the records of their games."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.channel_rights import check_rights
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.drawing import drawn
from cogs.messages.interaction_channel import channel_of
from cogs.messages.options import check_spelling, completions
from cogs.messages.reply import answer_with, called, theme_of, verdict_words, voice
from cogs.messages.table.characters import character_completions, characters_meant
from cogs.messages.table.clocks import TIME_OVER_CHOICES, TimeOver, clock_choices
from cogs.messages.table.eliminated_panel import out_message
from cogs.messages.table.follows import END, STOP, TURNS
from cogs.messages.table.seed import seed_words
from cogs.messages.table.terms import LEVEL_CHOICES, THEME_CHOICES, Level, level_meant
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_named
from cogs.messages.welcome import cover_files, games_message
from cogs.play.ahead_limits import LARGEST_RECORD
from cogs.play.history.record import export, moves_of
from cogs.play.history.record_check import check, compared_with_stored
from cogs.play.history.secret_decks import all_told
from cogs.play.table import Table
from cogs.play.table_queries import Closed
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart, turn
from cogs.service.access import check_room, table_for
from cogs.service.lost_channels import gone, visible
from cogs.service.named_people import check_others, check_seated
from cogs.tables.analysis import TableAnalysis
from cogs.tables.claims import TableClaims
from cogs.tables.clock import TableClock
from cogs.tables.follows import Follows
from cogs.tables.game_list import GameList
from cogs.tables.handicaps import Handicaps
from cogs.tables.hints import TableHints
from cogs.tables.lobby import TableLobby
from cogs.tables.log import TableLog
from cogs.tables.new_game import CHARACTERS, THREAD, TableWishes
from cogs.tables.new_game_buttons import TableOpening
from cogs.tables.nudges import Nudges
from cogs.tables.proposals import Proposals
from cogs.tables.replay import TableReplay
from cogs.tables.seat_takeover import SeatTakeover
from cogs.tables.silent_players import TableSilentPlayers
from cogs.tables.teaching import TableTeaching
from cogs.tables.typed_time_confirmation import CLOCK, NO, YES, wished
from data.content import games
from data.language import Texts
from data.store.changes import TOURNAMENT, Subject
from data.store.setups import SEATED, TABLE
from data.user_text import escaped

if TYPE_CHECKING:
    from cogs.service.bot import Referee

Completing = Callable[[str, str, Texts], list[tuple[str, str]]]
"""Completes what is typed, for a game: each completion as shown, and the whole text with it."""
SOON = 5.0
"""Seconds for which somebody waits for what is owed."""


class GameCommands(commands.Cog):
    """The command group `/game`."""

    group = app_commands.Group(name=command_text("game"), description=command_text("game.desc"), guild_only=True)

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.list = GameList(bot)
        self.lobby = TableLobby(bot)
        self.handicaps = Handicaps(bot)
        self.wishes = TableWishes(bot)
        self.opening = TableOpening(bot, self.wishes)
        self.proposals, self.seat_takeover, self.table_clock = Proposals(bot), SeatTakeover(bot), TableClock(bot)
        TableSilentPlayers(bot)
        TableTeaching(bot)
        self.claims, self.table_log = TableClaims(bot), TableLog(bot)
        self.hints = TableHints(bot)
        self.follows, self.nudges = Follows(bot), Nudges(bot)
        self.analyses = TableAnalysis(bot)
        self.replays = TableReplay(bot)
        bot.handlers.update(record=self.on_record, seed=self.on_seed)

    # Opening

    @group.command(name=command_text("game.new"), description=command_text("game.new.desc"))
    @worded("game.new", "game", "opponent", "opponent2", "opponent3", "computers", "level", "character", "seats", "options")
    @worded("game.new", "hints", "rated", "clock", "time_over", "strict", "theme", "thread")
    @app_commands.choices(level=LEVEL_CHOICES, time_over=TIME_OVER_CHOICES, theme=THEME_CHOICES)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        game: GameName = "",
        opponent: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        computers: app_commands.Range[int, 0, 3] = 0,
        level: Level | None = None,
        character: app_commands.Range[str, 0, 60] = "",
        seats: app_commands.Range[int, 2, 4] | None = None,
        options: app_commands.Range[str, 0, 100] = "",
        hints: bool | None = None,
        rated: bool = False,
        clock: app_commands.Range[str, 0, 40] = "",
        time_over: TimeOver | None = None,
        strict: bool = False,
        theme: str | None = None,
        thread: bool = False,
    ) -> None:
        """A new table in this channel, or in a thread of its own below it; with all seats taken it is dealt at once. Without a game, those to choose
        from."""
        await interaction.response.defer(ephemeral=True)
        if not game:
            say = await voice(interaction)
            covers = await drawn(cover_files, await theme_of(interaction), say.language)
            await answer_with(interaction, **games_message(say, covers))
            return
        key = game_named(game, games(), await voice(interaction))
        check_spelling(options, key)
        named = [u for u in (opponent, opponent2, opponent3) if u]
        check_others(interaction, *named)
        check_seated(interaction, *named)
        characters = characters_meant(character, key) if character else []
        may_ask = None if hints is None else YES if hints else NO
        chosen = {
            **{f"{SEATED}{u.id}": str(called(u)) for u in named}, "computers": computers, CHARACTERS: ",".join(characters),
            "level": level and level_meant(level, max(computers - len(characters), 0)), "seats": seats, "options": options, "hints": may_ask,
            "rated": rated, CLOCK: clock, "time_over": time_over, "strict": strict, "theme": theme, THREAD: thread,
        }  # fmt: skip
        await self.wishes.new(interaction, wished(interaction, key, TABLE, chosen))

    @new.autocomplete("clock")
    async def complete_clock(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return clock_choices(current, await voice(interaction))

    @new.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())

    @new.autocomplete("options")
    async def complete_options(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await self._completed(interaction, current, completions)

    @new.autocomplete("character")
    async def complete_character(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await self._completed(interaction, current, character_completions)

    async def _completed(self, interaction: discord.Interaction[Any], current: str, completing: Completing) -> list[app_commands.Choice[str]]:
        """The completions of an option that depends on the game that is named."""
        try:
            key = game_named(getattr(interaction.namespace, "game", "") or "", games(), await voice(interaction))
        except Unfit:
            return []
        say = await voice(interaction, key)
        return [app_commands.Choice(name=name[:100], value=text[:100]) for name, text in completing(current, key, say)][:25]

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the form in which a clock is typed, when it is submitted."""
        await self.wishes.clocks.on_form(interaction)

    # Filling

    @group.command(name=command_text("game.join"), description=command_text("game.join.desc"))
    async def join(self, interaction: discord.Interaction[Any]) -> None:
        await self.lobby.join(interaction)

    @group.command(name=command_text("game.leave"), description=command_text("game.leave.desc"))
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        await self.lobby.leave(interaction)

    # While it lasts

    @group.command(name=command_text("game.list"), description=command_text("game.list.desc"))
    async def list_games(self, interaction: discord.Interaction[Any]) -> None:
        """Lists the asker's tables, and those of this server in channels that the asker can see."""
        await interaction.response.defer(ephemeral=True)
        await self.list.show(interaction)

    @group.command(name=command_text("game.resign"), description=command_text("game.resign.desc"))
    @worded("game.resign", "sure")
    async def resign(self, interaction: discord.Interaction[Any], sure: bool) -> None:
        """Gives up the asker's seat at this channel's table; without `sure`, only explains."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        say = await voice(interaction, table.rules.key)
        seat = table.seat_of(interaction.user.id)
        if not sure:
            await answer_with(interaction, content=say("resign.not_sure"))
            return
        await table.concede(seat, interaction.id)
        message = await out_message(interaction, table, seat, say("resign.done")) if table.out(seat) else {"content": say("resign.done")}
        await answer_with(interaction, **message)

    @group.command(name=command_text("game.undo"), description=command_text("game.undo.desc"))
    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        await self.proposals.undo(interaction)

    @group.command(name=command_text("game.draw"), description=command_text("game.draw.desc"))
    async def draw(self, interaction: discord.Interaction[Any]) -> None:
        await self.proposals.draw(interaction)

    @group.command(name=command_text("game.offer"), description=command_text("game.offer.desc"))
    @worded("game.offer", "on")
    async def offer(self, interaction: discord.Interaction[Any], on: bool = True) -> None:
        await self.seat_takeover.offer(interaction, on)

    @group.command(name=command_text("game.take"), description=command_text("game.take.desc"))
    async def take(self, interaction: discord.Interaction[Any]) -> None:
        await self.seat_takeover.take(interaction)

    @group.command(name=command_text("game.clock"), description=command_text("game.clock.desc"))
    async def clock(self, interaction: discord.Interaction[Any]) -> None:
        await self.table_clock.clock(interaction)

    @group.command(name=command_text("game.claim"), description=command_text("game.claim.desc"))
    async def claim(self, interaction: discord.Interaction[Any]) -> None:
        await self.claims.claim(interaction)

    @group.command(name=command_text("game.nudge"), description=command_text("game.nudge.desc"))
    async def nudge(self, interaction: discord.Interaction[Any]) -> None:
        await self.nudges.nudge(interaction)

    @group.command(name=command_text("game.follow"), description=command_text("game.follow.desc"))
    @worded("game.follow", "how")
    @app_commands.choices(how=[app_commands.Choice(name=command_text(f"game.follow.{how}"), value=how) for how in (TURNS, END, STOP)])
    async def follow(self, interaction: discord.Interaction[Any], how: str = TURNS) -> None:
        await self.follows.follow(interaction, how)

    @group.command(name=command_text("game.hint"), description=command_text("game.hint.desc"))
    async def hint(self, interaction: discord.Interaction[Any]) -> None:
        await self.hints.hint(interaction)

    @group.command(name=command_text("game.replay"), description=command_text("game.replay.desc"))
    @worded("game.replay", "turns")
    async def replay(self, interaction: discord.Interaction[Any], turns: app_commands.Range[int, 1, 1000] | None = None) -> None:
        await self.replays.replay(interaction, turns or 0)

    @group.command(name=command_text("game.log"), description=command_text("game.log.desc"))
    async def log(self, interaction: discord.Interaction[Any]) -> None:
        await self.table_log.log(interaction)

    @group.command(name=command_text("game.here"), description=command_text("game.here.desc"))
    @worded("game.here", "table")
    async def here(self, interaction: discord.Interaction[Any], table: app_commands.Range[int, 1, 1_000_000_000]) -> None:
        """Moves a game whose channel has been deleted to this channel. Raises Unfit if the old one still exists."""
        await interaction.response.defer(ephemeral=True)
        check_rights(interaction)
        found = await table_for(interaction, table)
        found.seat_of(interaction.user.id)
        say = await voice(interaction)
        before = found.row.channel
        if found.over:
            raise Closed
        if not await self._gone(before):
            raise Unfit("here.not_gone", channel=f"<#{before}>")
        tournament = await self.bot.tournaments.live_of(found.id)
        if tournament is not None:
            await self._replace_thread(tournament, before)
            moved = found.row.channel != before
            words = say("here.match", channel=f"<#{found.row.channel}>") if moved else say("here.match_waits")
            await answer_with(interaction, content=words)
            return
        await check_room(interaction, found.rules.key, moves=True)
        await self._check_seen(interaction, found)
        await found.move(before, channel_of(interaction))
        await answer_with(interaction, content=say("board.posted"))

    async def _replace_thread(self, tournament: int, thread: int) -> None:
        """Gives a match whose thread is gone a new one, at once if that takes a few seconds at most."""
        await self.bot.tournaments.replace_thread(tournament, thread)
        await self.bot.worker.retry(channels=[(await self.bot.tournaments.get(tournament)).channel])
        subject = Subject(TOURNAMENT, tournament)
        self.bot.worker.wake(subject)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await self.bot.worker.settled(subject)

    async def _check_seen(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Raises Unfit if a player of the table who is in this server can't see this channel."""
        unseen = []
        for seat in table.seats:
            if seat.player is None or seat.player == interaction.user.id or interaction.guild is None:
                continue
            try:
                member = await interaction.guild.fetch_member(seat.player)
            except discord.NotFound:
                continue
            except discord.HTTPException:
                raise Unfit("here.unknown") from None
            if not await visible(self.bot, channel_of(interaction), member):
                unseen.append(escaped(table.names[seat.seat]))
        if unseen:
            raise Unfit("here.unseen", names=", ".join(unseen))

    async def _gone(self, channel: int) -> bool:
        """Whether a channel has been deleted. Raises Unfit while Discord does not say."""
        try:
            return await gone(self.bot, channel)
        except discord.HTTPException:
            raise Unfit("here.unknown") from None

    # Records

    @group.command(name=command_text("game.export"), description=command_text("game.export.desc"))
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        await self._send_record(interaction, table)

    async def on_record(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Sends the record of a finished game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._send_record(interaction, await table_for(interaction, rest))

    async def on_seed(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Seed*: shows the hash of the seed, and after the game the seed itself and the hash of the moves."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        assert table.row.seed is not None
        await answer_with(interaction, content=seed_words(table.row.seed, await moves_of(table), await voice(interaction)))

    async def _send_record(self, interaction: discord.Interaction[Any], table: Table) -> None:
        say = await voice(interaction, table.rules.key)
        here = "record.here" if await all_told(table) else "record.so_far"  # First: what is read after the end is all of it.
        async with turn(interaction.user.id):
            words = await export(table, table.seats_of(interaction.user.id))
        file = discord.File(io.BytesIO(words.encode()), f"{table.rules.key}-{table.id}.txt")
        await answer_with(interaction, content=say(here), attachments=[file])

    @group.command(name=command_text("game.check"), description=command_text("game.check.desc"))
    @worded("game.check", "record", "seed")
    async def check(
        self, interaction: discord.Interaction[Any], record: discord.Attachment, seed: app_commands.Range[str, 1, 70] | None = None
    ) -> None:
        """Replays a record; tells whether seed, hash, actions and result agree, and whether its moves are those played here."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        if record.size > LARGEST_RECORD:
            raise Unfit("check.too_large", n=LARGEST_RECORD // 1000)
        async with turn(interaction.user.id):
            text = (await record.read()).decode("utf-8", errors="replace")
            verdict = await compared_with_stored(await apart(check, text, seed), self.bot.store)
        await answer_with(interaction, content=cut(verdict_words(verdict, say.language)))


async def setup(bot: Referee) -> None:
    await bot.add_cog(GameCommands(bot))
