"""`/referee`: the moderators' desk. Every act has a reason, is told to the channel, and is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs._hall import check_moderator
from cogs._reply import command_text, cut, voice, worded
from cogs._table import Table
from cogs._tables import Unfit
from data.contests import Act, Contest
from data.desk import Desk as Desks
from data.desk import TableAct
from data.language import Texts, texts

if TYPE_CHECKING:
    from cogs._bot import Referee

Reason = app_commands.Range[str, 1, 200]


class Desk(commands.Cog):
    """The moderators' desk. Discord hides it from others, and it is checked again here."""

    group = app_commands.Group(
        name=command_text("referee"),
        description=command_text("referee.desc"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_events=True),
    )
    contest = app_commands.Group(name=command_text("referee.tournament"), description=command_text("referee.tournament.desc"), parent=group)

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    # Tables

    @group.command(name=command_text("referee.timeout"), description=command_text("referee.timeout.desc"))
    @worded("referee", "player", "reason")
    async def timeout(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """The question that a player does not answer gets the game's own answer."""
        table = await self._table(interaction)
        seat, act = self._seat(table, player, interaction, "timeout", reason)
        if await table.time_out(seat, act) is None:
            raise Unfit("desk.not_asked")
        await self._told(interaction, table, act)

    @group.command(name=command_text("referee.forfeit"), description=command_text("referee.forfeit.desc"))
    @worded("referee", "player", "reason")
    async def forfeit(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """A player has lost, as if they had resigned."""
        table = await self._table(interaction)
        seat, act = self._seat(table, player, interaction, "forfeit", reason)
        await table.concede(seat, interaction.id, act)
        await self._told(interaction, table, act)

    @group.command(name=command_text("referee.log"), description=command_text("referee.table_log.desc"))
    async def table_log(self, interaction: discord.Interaction[Any]) -> None:
        """What moderators did at this table, with their reasons."""
        table = await self._table(interaction)
        say = await voice(interaction)
        lines = [
            f"<t:{int(at)}:f> · {say('desk.action', n=number)} · {_told(act, say)}" for number, at, act in await Desks(self.bot.store).acts(table.id)
        ]
        await interaction.edit_original_response(content=cut("\n".join(lines) or say("desk.no_acts")))

    async def _table(self, interaction: discord.Interaction[Any]) -> Table:
        """The table of the channel, for somebody who may moderate it. Raises Unfit, NoTable."""
        await interaction.response.defer(ephemeral=True)
        check_moderator(interaction)
        return await self.bot.tables.here(interaction.channel_id or 0)

    def _seat(self, table: Table, player: discord.User, interaction: discord.Interaction[Any], act: str, reason: str) -> tuple[int, TableAct]:
        """A player's seat, and the act to be kept. Raises Unfit for who does not play here."""
        if not table.seats_of(player.id):
            raise Unfit("desk.not_seated")
        seat = table.seat_of(player.id)
        return seat, TableAct(interaction.user.id, act, table.names[seat], reason)

    async def _told(self, interaction: discord.Interaction[Any], table: Table, act: TableAct) -> None:
        """Answers, tells the channel of the act, and shows the board after it."""
        await interaction.edit_original_response(content=(await voice(interaction))("desk.done"))
        await self.bot.hall.tell(table.game.channel, _told(act, texts(table.game.language)))
        await self.bot.outbox.send(table.id)

    # Tournaments

    @contest.command(name=command_text("referee.drop"), description=command_text("referee.drop.desc"))
    @worded("referee", "player", "reason")
    async def drop(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason) -> None:
        """Somebody is out: open games are lost."""
        contest = await self._asked(interaction)
        given = await self.bot.hall.steward.drop(contest.id, player.id, interaction.user.id, reason)
        await self._done(interaction, contest, given)

    @contest.command(name=command_text("referee.absent"), description=command_text("referee.absent.desc"))
    @worded("referee", "player", "both", "reason")
    async def absent(self, interaction: discord.Interaction[Any], player: discord.User, reason: Reason, both: discord.User | None = None) -> None:
        """Somebody, or both, did not come to their match."""
        contest = await self._asked(interaction)
        missing = list(dict.fromkeys(user.id for user in (player, both) if user is not None))
        given = await self.bot.hall.steward.absent(contest.id, missing, interaction.user.id, reason)
        await self._done(interaction, contest, given)

    @contest.command(name=command_text("referee.rollback"), description=command_text("referee.rollback.desc"))
    @worded("referee", "reason")
    async def rollback(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """The latest round is taken back; the tournament pauses."""
        contest = await self._asked(interaction)
        channels = await self.bot.hall.steward.take_back(contest.id, interaction.user.id, reason)
        say = texts(contest.language)
        for channel in channels:
            await self.bot.hall.tell(channel, say("desk.not_counted"))
        await self._done(interaction, contest)

    @contest.command(name=command_text("referee.pause"), description=command_text("referee.pause.desc"))
    @worded("referee", "reason")
    async def pause(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """No new matches for now."""
        contest = await self._asked(interaction)
        await self.bot.hall.steward.pause(contest.id, True, interaction.user.id, reason)
        await self._done(interaction, contest)

    @contest.command(name=command_text("referee.resume"), description=command_text("referee.resume.desc"))
    @worded("referee", "reason")
    async def resume(self, interaction: discord.Interaction[Any], reason: Reason = "–") -> None:
        """It goes on."""
        contest = await self._asked(interaction)
        await self.bot.hall.steward.pause(contest.id, False, interaction.user.id, reason)
        await self._done(interaction, contest)

    @contest.command(name=command_text("referee.end"), description=command_text("referee.end.desc"))
    @worded("referee", "reason")
    async def end(self, interaction: discord.Interaction[Any], reason: Reason) -> None:
        """It ends as it stands."""
        contest = await self._asked(interaction)
        await self.bot.hall.steward.end(contest.id, interaction.user.id, reason)
        await self.bot.hall.show_entries(contest.id)
        await self._done(interaction, contest)
        if contest.state is not None:
            say = texts(contest.language, contest.game)
            lines = await self.bot.hall.standing_lines(contest, contest.state, say)
            seed = say("tournament.seed", seed=f"{contest.seed:064x}")
            files = await self.bot.hall.pictures(contest, contest.state, say)
            await self.bot.hall.tell(contest.channel, "\n".join([*lines, seed]), files)

    @contest.command(name=command_text("referee.log"), description=command_text("referee.log.desc"))
    async def log(self, interaction: discord.Interaction[Any]) -> None:
        """What moderators did here, with their reasons."""
        contest = await self._asked(interaction)
        say = await voice(interaction)
        lines = []
        for act in await self.bot.hall.steward.contests.acts(contest.id):
            lines.append(f"<t:{int(act.at)}:f> · {say('desk.round', n=act.round)} · {_told(act, say)}")
        await interaction.edit_original_response(content=cut("\n".join(lines) or say("desk.no_acts")))

    async def _asked(self, interaction: discord.Interaction[Any]) -> Contest:
        """The tournament of the channel, for somebody who may moderate it. Raises Unfit, NoContest."""
        await interaction.response.defer(ephemeral=True)
        check_moderator(interaction)
        return await self.bot.hall.steward.here(interaction.channel_id or 0)

    async def _done(self, interaction: discord.Interaction[Any], contest: Contest, given: list[int] | None = None) -> None:
        """Answers, tells the channel of the act, and lets the tournament go on."""
        await interaction.edit_original_response(content=(await voice(interaction))("desk.done"))
        act = (await self.bot.hall.steward.contests.acts(contest.id))[0]
        await self.bot.hall.tell(contest.channel, _told(act, texts(contest.language)))
        for table in given or ():
            await self.bot.outbox.send(table)
        await self.bot.hall.go_on(contest.id)


def _told(act: Act | TableAct, say: Texts) -> str:
    """An act of a moderator as a sentence."""
    return say(f"desk.{act.act}", by=f"<@{act.by}>", whom=_plain(act.whom), reason=_plain(act.reason))


def _plain(text: str) -> str:
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


async def setup(bot: Referee) -> None:
    await bot.add_cog(Desk(bot))
