"""Entrants, rounds and standings of a tournament, as private paged lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press
from cogs.messages.card_drafts.draft_log import draft_log
from cogs.messages.forms import taken_up
from cogs.messages.reply import answer_with, theme_of, voice
from cogs.messages.text_pages import paged
from cogs.messages.tournaments.public_messages import entrant_lines, pictures, round_lines, standing_lines
from cogs.messages.tournaments.seed import hash_lines
from cogs.messages.tournaments.shown_tournament import ShownTournament, shown
from cogs.messages.tournaments.standings_files import TRF, file_buttons, standings_csv, standings_trf, written_file
from cogs.play.fair_share import in_thread
from cogs.play.history.secret_decks import cards_told
from cogs.play.unfit import Unfit
from cogs.service.access import tournament_for
from data.store.rows import OPEN, OVER, Tournament
from rules.competition.tournament import LADDER

if TYPE_CHECKING:
    from cogs.service.bot import Referee

DRAFT = "draft"
"""The file of a draft's log."""
ENTRANTS, STANDINGS, PAIRINGS, WHY = "entrants", "standings", "pairings", "why"
Reasons = Callable[[ShownTournament, int, int], list[str]]
"""Why somebody was paired and stands as they do, by their number and that of whoever asks. Raises Unfit."""


class TournamentLists:
    """Handles `/tournament standings`, `pairings` and `why`, the buttons for their pages, and *All of it* below public messages."""

    def __init__(self, bot: Referee, reasons: Reasons) -> None:
        self.bot = bot
        self._reasons = reasons
        bot.handlers.update(tall=self.on_all, tlist=self.on_page, tfile=self.on_file)

    async def show(self, interaction: discord.Interaction[Any], tournament: Tournament, what: str, page: int = 0, player: int = 0) -> None:
        """Shows a page of a list; with the first page of the standings also their pictures. Raises Unfit before there is anything."""
        say = await voice(interaction, tournament.game)
        files: list[discord.File] = []
        more: list[Press] = []
        if what == ENTRANTS:
            lines = entrant_lines(tournament, await self.bot.store.tournaments.entrants(tournament.id))
        else:
            _check_paired(tournament)
            cup = await shown(self.bot.store, tournament, say)
            if what == STANDINGS:
                lines = [*"\n".join([*await standing_lines(cup, None), *hash_lines(tournament, say)]).splitlines()]
                files = await pictures(cup, await theme_of(interaction, cup.theme)) if page == 0 else []
                more = file_buttons(tournament, say)
            elif what == PAIRINGS:
                lines = round_lines(cup).splitlines()
            else:
                lines = await in_thread(self._reasons, cup, player, interaction.user.id)
        about = f"{tournament.id}:{what}:{player}"
        await answer_with(interaction, **paged(lines, page, ("tlist", about), say, more), attachments=files)

    async def on_all(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*All of it*: the entrants, the present round, or the end."""
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        ladder = tournament.plan.format == LADDER  # All rungs, which fill its message.
        await self.show(interaction, tournament, {OPEN: ENTRANTS, OVER: STANDINGS}.get(tournament.status, STANDINGS if ladder else PAIRINGS))

    async def on_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows another page of a list."""
        await taken_up(interaction)
        number, what, player, page = rest.split(":")
        await self.show(interaction, await tournament_for(interaction, number), what, int(page), int(player))

    async def on_file(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Sends the standings as a file, beside the pressed message. Raises Unfit if there is none, or not yet."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, kind = rest.split(":")
        tournament = await tournament_for(interaction, number)
        if kind == DRAFT:
            return await self._draft_log(interaction, tournament)
        _check_paired(tournament)
        cup = await shown(self.bot.store, tournament, await voice(interaction, tournament.game))
        if kind == TRF:
            written = await in_thread(standings_trf, cup, await self.bot.store.tournaments.span(tournament.id))
        else:
            written = await in_thread(standings_csv, cup)
        if not written:
            raise Unfit("tournament.no_file")
        file = written_file(written, f"standings-{tournament.id}.{kind}")
        await answer_with(interaction, content=cup.say(f"tournament.file_{kind}"), attachments=[file])

    async def _draft_log(self, interaction: discord.Interaction[Any], tournament: Tournament) -> None:
        """Sends the log of the draft, after the last match. Raises Unfit before."""
        there = await self.bot.tournaments.drafting(tournament) if await cards_told(self.bot.store, tournament) else None
        if there is None:
            raise Unfit("limited.later" if tournament.terms.limited else "tournament.no_file")
        say = await voice(interaction, tournament.game)
        entrants = await self.bot.store.tournaments.entrants(tournament.id)
        file = await draft_log(self.bot.store, there, entrants, say)
        await answer_with(interaction, content=say("limited.log"), attachments=[file])


def _check_paired(tournament: Tournament) -> None:
    """Raises Unfit if there are no matches: before the start, during a draft, and if the tournament ended before any."""
    if tournament.state is not None and (tournament.state.fixtures or tournament.state.ladder is not None):
        return
    if tournament.status == OVER:
        raise Unfit("tournament.no_matches")
    raise Unfit("limited.before_matches" if tournament.state is not None and tournament.terms.limited else "tournament.not_begun")
