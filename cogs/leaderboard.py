"""`/leaderboard`: the strongest players of a game, or those who have played and won most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.command_declarations import command_text, worded
from cogs.messages.reply import answer_with, voice
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.people.leaderboard import BY, GAMES, MONTHS, RATING, STREAK, WINS, Asked, By, Month, played_lines, rated_lines
from cogs.play.unfit import Unfit
from data.content import games
from data.store.rows import EVERYWHERE

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class LeaderboardCommands(commands.Cog):
    """The command `/leaderboard`."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @app_commands.command(name=command_text("leaderboard"), description=command_text("leaderboard.desc"))
    @worded("leaderboard", "game", "scope", "by", "month")
    @app_commands.choices(
        scope=[app_commands.Choice(name=command_text(f"leaderboard.{v}"), value=v) for v in ("server", "everywhere")],
        by=[app_commands.Choice(name=command_text(f"leaderboard.{v}"), value=v) for v in BY],
        month=[app_commands.Choice(name=command_text(f"leaderboard.{v}"), value=v) for v in MONTHS],
    )
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        game: GameName = "",
        scope: Literal["server", "everywhere"] = "server",
        by: By | None = None,
        month: Month | None = None,
    ) -> None:
        """Ranks the players of a game by a cautious estimate of their rating; or by games played or won, also over all games and for unrated players.
        Shows the asker's own rank, too."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        chosen = await game_meant(interaction, game, games())
        guild = interaction.guild_id or EVERYWHERE if scope == "server" else EVERYWHERE
        if chosen is None and by == RATING:
            raise Unfit("leaderboard.which")
        rated = chosen is not None and (by == RATING or (by is None and month is None and await self.bot.store.ratings.ranked(guild, chosen)))
        if chosen is not None and rated:
            lines = await rated_lines(self.bot, interaction, chosen, guild, say)
        else:
            asked = Asked(chosen, guild, by if by in (GAMES, STREAK) else WINS, month)
            lines = await played_lines(self.bot, interaction, asked, say)
        lines += [say("leaderboard.agreed")] if guild == EVERYWHERE else []
        lines += [say("leaderboard.none")] if not rated and chosen is not None and by is None and month is None else []
        await answer_with(interaction, content=cut("\n".join(lines)))

    @leaderboard.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())


async def setup(bot: Referee) -> None:
    await bot.add_cog(LeaderboardCommands(bot))
