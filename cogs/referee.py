"""`/referee`: the moderators' commands. Every act has a reason, is announced in the channel, and is stored."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.command_declarations import command_text, worded
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.reply import answer_with, called, voice
from cogs.messages.table.clocks import TIME_OVER_CHOICES, TimeOver, TypedClock, clock_choices, kind_words, meant
from cogs.messages.table.notices import act_words
from cogs.messages.text_pages import say_all
from cogs.moderation.channel_settings import RoomDesk
from cogs.moderation.doctor import DoctorDesk
from cogs.moderation.table import TableDesk
from cogs.play.permissions import Act, NeedsConsent
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from cogs.service.access import moderates, tournament_for
from cogs.service.named_people import check_once, check_seated
from cogs.tables.typed_time_confirmation import CLOCK, ClockQuestion, wished
from cogs.tournaments.desk import TournamentDesk
from cogs.tournaments.entrants import TournamentEntrants
from cogs.tournaments.preparation import TournamentPreparation
from data.language import texts
from data.store import DatabaseError
from data.store.rows import Tournament
from data.store.setups import CLOCK as CLOCK_COMMAND
from data.store.setups import Setup
from data.store.shards import Shards
from data.store.transfer.backup import backup
from data.timestamps import moment
from rules.competition.clock import of_rated

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.desk")
Reason = app_commands.Range[str, 1, 200]
SOON = 900.0
"""Seconds for which a button may still carry out what Discord has let somebody command."""


class RefereeCommands(commands.Cog):
    """Moderators' commands, for whoever Discord lets use them: by default who may manage events, else whom a server names.

    A second check here would take away what a server has allowed.
    """

    group = app_commands.Group(
        name=command_text("referee"),
        description=command_text("referee.desc"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_events=True),
    )
    tournament = app_commands.Group(name=command_text("referee.tournament"), description=command_text("referee.tournament.desc"), parent=group)

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.tournaments = bot.tournaments
        self.desk = TableDesk(bot)
        self.doctor_desk = DoctorDesk(bot)
        self.rooms = RoomDesk(bot)
        self.lists = TournamentEntrants(bot)
        self.panel = TournamentDesk(bot, TournamentPreparation(bot, self.lists))
        self.clocks = ClockQuestion(bot, CLOCK_COMMAND, "c", self._set_clock)
        bot.handlers.update(tobject=self.on_object)

    async def cog_unload(self) -> None:
        await self.panel.live.close()

    # Tables

    @group.command(name=command_text("referee.timeout"), description=command_text("referee.timeout.desc"))
    @worded("referee", "player", "reason")
    async def timeout(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """Ends a player's time: the game answers for them."""
        await self.desk.timeout(interaction, player, reason)

    @group.command(name=command_text("referee.forfeit"), description=command_text("referee.forfeit.desc"))
    @worded("referee", "player", "reason")
    async def forfeit(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """Makes a player lose, as if they had resigned."""
        await self.desk.forfeit(interaction, player, reason)

    @group.command(name=command_text("referee.pause"), description=command_text("referee.table_pause.desc"))
    @worded("referee", "reason")
    async def pause_table(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """Pauses a table: nobody may act, and all clocks stop."""
        await self.desk.pause(interaction, True, reason)

    @group.command(name=command_text("referee.resume"), description=command_text("referee.table_resume.desc"))
    @worded("referee", "reason")
    async def resume_table(self, interaction: discord.Interaction[Any], reason: Reason = "–") -> None:
        """Resumes a paused table."""
        await self.desk.pause(interaction, False, reason)

    @group.command(name=command_text("referee.replace"), description=command_text("referee.replace.desc"))
    @worded("referee", "player", "new", "reason")
    async def replace(self, interaction: discord.Interaction[Any], player: discord.User, new: discord.User, reason: Reason) -> None:
        """Seats another person in a player's place; the record keeps who sat when."""
        await self.desk.replace(interaction, player, new, reason)

    @group.command(name=command_text("referee.decide"), description=command_text("referee.decide.desc"))
    @worded("referee", "reason", "winner")
    async def decide(self, interaction: discord.Interaction[Any], reason: Reason, winner: discord.User | None = None) -> None:
        """Ends a game with a winner or a draw."""
        await self.desk.decide(interaction, winner, reason)

    @group.command(name=command_text("referee.rollback"), description=command_text("referee.table_rollback.desc"))
    @worded("referee", "action", "reason")
    async def rollback_table(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 1, 100], reason: Reason) -> None:
        """Takes a game back to a point that everybody saw."""
        await self.desk.go_back(interaction, action, reason)

    @rollback_table.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completions of the points that the game can go back to."""
        return await self.desk.points(interaction, current)

    @group.command(name=command_text("referee.end"), description=command_text("referee.table_end.desc"))
    @worded("referee", "reason")
    async def end_table(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """Ends a game without a result."""
        await self.desk.end(interaction, reason)

    @group.command(name=command_text("referee.clock"), description=command_text("referee.clock.desc"))
    @worded("referee", "clock", "reason", "time_over", "strict")
    @app_commands.choices(time_over=TIME_OVER_CHOICES)
    async def clock(
        self,
        interaction: discord.Interaction[Any],
        clock: app_commands.Range[str, 1, 40],
        reason: Reason,
        time_over: TimeOver | None = None,
        strict: bool = False,
    ) -> None:
        """Sets another clock for this table; everybody's time begins anew."""
        table = await self.desk.clocked(interaction)
        chosen = {CLOCK: clock, "time_over": time_over, "strict": strict, "reason": reason}
        await self._set_clock(interaction, wished(interaction, table.row.game, CLOCK_COMMAND, chosen))

    async def _set_clock(self, interaction: discord.Interaction[Any], setup: Setup) -> None:
        """Sets the clock of a setup once its end is confirmed, soon after Discord has let the moderator use the command. Raises Unfit."""
        if setup.id and self.bot.store.now() > setup.made + SOON:
            raise Unfit("wish.gone")
        table = await self.desk.clocked(interaction)
        if await self.clocks.asked(interaction, setup):
            return
        chosen, say = setup.settings, texts(table.row.language)
        match = await self.bot.store.tournaments.of_table(table.row.id) is not None  # No computer plays for a prize.
        typed = TypedClock(chosen.get(CLOCK, ""), chosen.get("time_over"), "strict" in chosen, friendly=not (table.row.rated or match))
        rule = await meant(self.bot.store, interaction.user.id, typed)
        rule = of_rated(rule) if table.row.rated or (match and rule) else rule
        await self.desk.set_clock(interaction, table, rule, kind_words(rule, say) if rule else say("clock.none"), chosen["reason"])
        if setup.id:
            await self.bot.store.setups.drop(setup.id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles submitted forms: of a clock, of a rehearsal, of the tournament's panel."""
        await self.clocks.on_form(interaction)
        await self.doctor_desk.on_form(interaction)
        await self.panel.on_form(interaction)

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        """Deletes the samples of interrupted rehearsals."""
        await self.doctor_desk.tidy(shards)

    @clock.autocomplete("clock")
    async def complete_clock(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return clock_choices(current, await voice(interaction))

    @group.command(name=command_text("referee.log"), description=command_text("referee.table_log.desc"))
    async def table_log(self, interaction: discord.Interaction[Any]) -> None:
        await self.desk.log(interaction)

    # The server

    @group.command(name=command_text("referee.tables"), description=command_text("referee.tables.desc"))
    async def tables(self, interaction: discord.Interaction[Any]) -> None:
        """Lists tables that need attention."""
        await self.desk.attention(interaction)

    @group.command(name=command_text("referee.settings"), description=command_text("referee.settings.desc"))
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the settings here: games allowed, who may start one, language, pings and look of new tables."""
        await self.rooms.look(interaction)

    @group.command(name=command_text("referee.backup"), description=command_text("referee.backup.desc"))
    async def backup(self, interaction: discord.Interaction[Any]) -> None:
        """Makes a copy of the whole database beside it, for whoever runs the bot."""
        await interaction.response.defer(ephemeral=True)
        if not await self.bot.is_owner(interaction.user):
            raise Unfit("backup.owner")
        try:
            takes_long()
            with self.bot.beat.resting():
                path = await backup(self.bot.store)
        except (DatabaseError, OSError) as error:
            log.warning("no copy could be made: %s", error)
            raise Unfit("backup.failed") from error
        size = f"{path.stat().st_size / 1e6:.1f}"
        await answer_with(interaction, content=(await voice(interaction))("backup.done", file=path.name, size=size))

    @group.command(name=command_text("referee.doctor"), description=command_text("referee.doctor.desc"))
    async def doctor(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the bot's rights here and in threads, and offers a rehearsal of all kinds of messages that it sends."""
        await self.doctor_desk.look(interaction)

    # Tournaments

    @tournament.command(name=command_text("referee.drop"), description=command_text("referee.drop.desc"))
    @worded("referee", "player", "reason")
    async def drop(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """Takes an entrant out; open games are lost."""
        tournament = await self._asked(interaction)
        await self.tournaments.drop(tournament.id, player.id, Ruling(interaction.user.id, reason))
        await self._done(interaction)

    @tournament.command(name=command_text("referee.absent"), description=command_text("referee.absent.desc"))
    @worded("referee", "player", "both", "reason")
    async def absent(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason, both: discord.User | None = None) -> None:
        """Counts a match as lost for a player, or for both, who did not come."""
        tournament = await self._asked(interaction)
        missing = [user for user in (player, both) if user is not None]
        check_once(*missing)
        await self.desk.absent(interaction, tournament.id, missing, reason)

    @tournament.command(name=command_text("referee.substitute"), description=command_text("referee.substitute.desc"))
    @worded("referee", "player", "new", "reason")
    async def substitute(self, interaction: discord.Interaction[Any], player: discord.User, new: discord.User, reason: Reason) -> None:
        """Replaces an entrant by another person, from the open matches on."""
        tournament = await self._asked(interaction)
        check_seated(interaction, new)
        await self.tournaments.substitute(tournament.id, player.id, (new.id, called(new)), Ruling(interaction.user.id, reason))
        await self._done(interaction)

    @tournament.command(name=command_text("referee.rollback"), description=command_text("referee.rollback.desc"))
    @worded("referee", "reason")
    async def rollback(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """Takes back the latest round; the tournament pauses."""
        tournament = await self._asked(interaction)
        await self.tournaments.take_back(tournament.id, Ruling(interaction.user.id, reason))
        await self._done(interaction)

    @tournament.command(name=command_text("referee.pause"), description=command_text("referee.pause.desc"))
    @worded("referee", "reason")
    async def pause(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """Pauses a tournament: no new matches."""
        await self._course(interaction, Act.PAUSE, reason)

    @tournament.command(name=command_text("referee.resume"), description=command_text("referee.resume.desc"))
    @worded("referee", "reason")
    async def resume(self, interaction: discord.Interaction[Any], reason: Reason = "–") -> None:
        """Resumes a paused tournament."""
        await self._course(interaction, Act.RESUME, reason)

    @tournament.command(name=command_text("referee.end"), description=command_text("referee.end.desc"))
    @worded("referee", "reason")
    async def end(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """Ends a tournament as it stands."""
        await self._course(interaction, Act.END, reason)

    async def _course(self, interaction: discord.Interaction[Any], act: Act, reason: str) -> None:
        """Carries out an act on the whole tournament. A moderator who is entered only announces it, so that others can object. Raises
        NoTournament, Unfit."""
        tournament, ruling = await self._asked(interaction), Ruling(interaction.user.id, reason)
        try:
            if act is Act.END:
                await self.tournaments.end(tournament.id, ruling)
            else:
                await self.tournaments.pause(tournament.id, act is Act.PAUSE, ruling)
        except NeedsConsent:
            at = await self.tournaments.announce(tournament.id, act, ruling)
            words = (await voice(interaction))("desk.announced", at=moment(at))
            await answer_with(interaction, content=words)
        else:
            await self._done(interaction)

    async def on_object(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Object*: ends an act announced by a moderator who is entered. Raises NoTournament, Unfit."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, _, act = rest.partition(":")
        tournament = await tournament_for(interaction, number)
        await self.tournaments.object(tournament.id, interaction.user.id, Act(act), moderates(interaction))
        await answer_with(interaction, content=(await voice(interaction))("consent.refused"))

    @tournament.command(name=command_text("referee.desk"), description=command_text("referee.desk.desc"))
    async def tournament_desk(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the panel: matches and whom they wait for, disputes, failing outbox rows, and buttons for all acts."""
        await self.panel.show(interaction, await self._asked(interaction))

    @tournament.command(name=command_text("referee.entrants"), description=command_text("referee.entrants.desc"))
    @worded("referee", "file")
    async def entrants(self, interaction: discord.Interaction[Any], file: discord.Attachment | None = None) -> None:
        """Sends the entrants as a file; before the start enters those named in a given `file`."""
        tournament = await self._asked(interaction)
        await self.lists.answer(interaction, tournament, file)

    @tournament.command(name=command_text("referee.log"), description=command_text("referee.log.desc"))
    async def log(self, interaction: discord.Interaction[Any]) -> None:
        """Lists moderators' acts here, with their reasons."""
        tournament = await self._asked(interaction)
        say = await voice(interaction)
        lines = []
        for act in await self.bot.store.tournaments.acts(tournament.id):
            lines.append(f"{moment(act.at)} · {say('desk.round', n=act.round) if act.round else say('desk.before_rounds')} · {act_words(act, say)}")
        await say_all(interaction, lines, say("desk.no_acts"))

    async def _asked(self, interaction: discord.Interaction[Any]) -> Tournament:
        """The tournament of the channel. Raises NoTournament."""
        await interaction.response.defer(ephemeral=True)
        return await tournament_for(interaction)

    async def _done(self, interaction: discord.Interaction[Any]) -> None:
        """Says that an act is done; the outbox tells the channel."""
        await answer_with(interaction, content=(await voice(interaction))("desk.done"))


async def setup(bot: Referee) -> None:
    await bot.add_cog(RefereeCommands(bot))
