"""*Drop* and *Keep*: what a host or a moderator decides about entrants who have left the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.messages.tournaments.shown_tournament import voice_of
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from cogs.service.access import check_moderator, moderates, tournament_for
from data.typed_numbers import whole_number

if TYPE_CHECKING:
    from cogs.service.bot import Referee

DIGITS = 4
"""Of the number of an entrant, at most."""


class TournamentAway:
    """Handles *Drop* and *Keep*."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(tdrop=self.on_drop, tkeep=self.on_keep)

    async def on_drop(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Drop*: takes the entrants out, as `/referee tournament drop` does."""
        tournament, entrants, ruling = await self._chosen(interaction, rest, values)
        await self.bot.tournaments.drop_away(tournament, entrants, ruling, await self._gone(tournament))
        await self._done(interaction)

    async def on_keep(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Keep*: has the entrants paired again, from the next round on."""
        tournament, entrants, ruling = await self._chosen(interaction, rest, values)
        await self.bot.tournaments.keep_away(tournament, entrants, ruling, await self._gone(tournament))
        await self._done(interaction)

    async def _gone(self, tournament: int) -> list[int]:
        """Players who aren't in the server now, according to Discord."""
        return [player for player, there in (await self.bot.tournaments.seen(tournament)).items() if not there]

    async def _chosen(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> tuple[int, list[int], Ruling]:
        """The tournament, the entrants, and who decides. Raises Unfit for anybody but the host and moderators."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, _, one = rest.partition(":")
        tournament = await tournament_for(interaction, number)
        host = interaction.user.id == tournament.host and not moderates(interaction)
        if not host:
            check_moderator(interaction)
        entrants = [found for value in ([one] if one else values) if (found := whole_number(value, DIGITS)) is not None]
        if not entrants:
            raise Unfit("error.too_old")
        return tournament.id, entrants, Ruling(interaction.user.id, voice_of(tournament)("tournament.left_server"), host=host)

    async def _done(self, interaction: discord.Interaction[Any]) -> None:
        await answer_with(interaction, content=(await voice(interaction))("desk.done"))
