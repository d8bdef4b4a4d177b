"""*My season*: wishes to play, and whether to stay for the next season; and *Honours*."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.forms import taken_up
from cogs.messages.reply import answer_with, voice
from cogs.messages.text_pages import paged
from cogs.messages.tournaments.ladders import honours_lines as on_top_lines
from cogs.messages.tournaments.leagues import PastSeason, honours_lines, said_note, season_panel
from cogs.messages.tournaments.shown_tournament import shown
from cogs.play.tournaments.registry import NoTournament
from cogs.play.unfit import Unfit
from cogs.service.access import tournament_for
from data.store.rows import OVER, Tournament
from data.typed_numbers import whole_number

if TYPE_CHECKING:
    from cogs.service.bot import Referee

SEASONS = 50
"""Seasons in a page of honours, at most."""


class League:
    """Handles the buttons and the menu of leagues."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(tseason=self.on_season, topp=self.on_opponent, twish=self.on_wish, tstay=self.on_stay, thonours=self.on_honours)

    async def on_season(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*My season*: shows the presser's panel."""
        await taken_up(interaction)
        await self._show(interaction, await tournament_for(interaction, rest))

    async def on_opponent(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the panel with the opponent chosen from its menu."""
        await taken_up(interaction)
        await self._show(interaction, await tournament_for(interaction, rest), chosen=whole_number(values[0], 4))

    async def on_wish(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Play now* and *In two days*: notes that the presser would play an opponent."""
        await taken_up(interaction)
        number, other, days = rest.split(":")
        cup = await tournament_for(interaction, number)
        await self.bot.tournaments.would_play(cup.id, interaction.user.id, int(other), int(days))
        await self._show(interaction, await self.bot.tournaments.get(cup.id), said=int(other))

    async def on_stay(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*I stay* and *I stop*: notes it for the next season."""
        await taken_up(interaction)
        number, _, answer = rest.partition(":")
        cup = await tournament_for(interaction, number)
        await self.bot.tournaments.stays(cup.id, interaction.user.id, answer == "yes")
        say = await voice(interaction)
        await self._show(interaction, await self.bot.tournaments.get(cup.id), note=say("league.noted"))

    async def _show(
        self, interaction: discord.Interaction[Any], tournament: Tournament, note: str = "", chosen: int | None = None, said: int | None = None
    ) -> None:
        """Shows the asker's season. Raises Unfit for a person who does not play in it."""
        say = await voice(interaction, tournament.game)
        state = tournament.state
        entrants = await self.bot.store.tournaments.entrants(tournament.id)
        mine = next((p.entrant for p in entrants if p.player == interaction.user.id), None)
        if state is None or state.season is None:
            raise Unfit("league.no_season")
        if mine is None or mine not in state.seeds:
            raise Unfit("tournament.not_in")
        cup = await shown(self.bot.store, tournament, say)
        now = self.bot.store.now()
        if said is not None:
            note = said_note(state, mine, said, cup.names[said], now, say)
        await answer_with(interaction, **season_panel(cup, mine, now, note, chosen))

    async def on_honours(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Honours*: shows the winners of past seasons, or for how long each has stood on top of a ladder, page by page."""
        await taken_up(interaction)
        number, _, page = rest.partition(":")
        cup = await tournament_for(interaction, number)
        say = await voice(interaction, cup.game)
        if cup.state is not None and cup.state.ladder is not None:
            lines = on_top_lines(await shown(self.bot.store, cup, say), self.bot.store.now())
        else:
            lines = honours_lines(await self._past(cup), say)
        await answer_with(interaction, **paged(lines, int(page or 0), ("thonours", str(cup.id)), say))

    async def _past(self, tournament: Tournament) -> list[PastSeason]:
        """A league's finished seasons up to this one, the latest first."""
        found: list[PastSeason] = []
        with contextlib.suppress(NoTournament):  # One may be gone.
            while len(found) < SEASONS:
                state = tournament.state
                if tournament.status == OVER and state is not None and state.season is not None:
                    found.append(PastSeason(tournament, await self.bot.store.tournaments.entrants(tournament.id)))
                if not tournament.terms.follows:
                    break
                tournament = await self.bot.tournaments.get(tournament.terms.follows)
        return found
