"""The moderators' panel before the start: entrants, the order of seeds, and messages to all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.forms import shown_form, taken_up
from cogs.messages.reply import answer_with, voice
from cogs.messages.tournaments.desk import OUT, SAY, reason_form
from cogs.messages.tournaments.preparation import A_PAGE, order_form, preparation, read_order, words_form
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from cogs.service.access import check_moderator, tournament_for
from cogs.tournaments.entrants import TournamentEntrants
from data.language import Texts
from data.store.rows import OPEN, EntrantRow, Tournament
from data.typed_numbers import whole_number
from data.user_text import Typed

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TournamentPreparation:
    """Handles the panel of a tournament that is open for entries."""

    def __init__(self, bot: Referee, lists: TournamentEntrants) -> None:
        self.bot = bot
        self.tournaments, self.lists = bot.tournaments, lists
        bot.handlers.update(tadd=self.on_add, tpick=self.on_pick, tmove=self.on_move, tout=self.on_out)
        bot.handlers.update(tseed=self.on_seed, torder=self.on_order, tsay=self.on_say)

    async def show(
        self, interaction: discord.Interaction[Any], tournament: Tournament, page: int = 0, note: str = "", picked: int | None = None
    ) -> None:
        """Shows a page of the panel, or the page with the entrant `picked`."""
        entrants = await self._entrants(tournament)
        at = next((n for n, p in enumerate(entrants) if p.entrant == picked), None)
        page = page if at is None else at // A_PAGE
        say = await voice(interaction, tournament.game)
        await answer_with(interaction, attachments=[], **preparation(tournament, entrants, page, say, note, None if at is None else picked))

    async def _entrants(self, tournament: Tournament) -> list[EntrantRow]:
        """The entrants in the order of their seeds; a team under its own name."""
        rows = await self.bot.store.tournaments.entrants(tournament.id)
        known = {p.entry: p._replace(entrant=p.entry, name=p.team.name) if p.team is not None else p for p in reversed(rows)}
        return [known[e] for e in await self.tournaments.seeds(tournament.id) if e in known]

    async def _open(self, interaction: discord.Interaction[Any], number: str) -> Tournament:
        """The tournament of a number, open for entries, for a moderator. Raises Unfit, NoTournament."""
        check_moderator(interaction)
        tournament = await tournament_for(interaction, number)
        if tournament.status != OPEN:
            raise Unfit("tournament.begun")
        return tournament

    async def on_add(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Enters a person of the server, by the sign-up's rules."""
        await taken_up(interaction)
        tournament = await self._open(interaction, rest)
        told = await self.lists.entered(interaction, tournament, values[:1])
        await self.show(interaction, await self._open(interaction, rest), note="\n".join(told))

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the panel with the chosen entrant."""
        await taken_up(interaction)
        number, page = rest.split(":")
        tournament = await self._open(interaction, number)
        await self.show(interaction, tournament, int(page), picked=whole_number(values[0], 4))

    async def on_move(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Up* and *Down*: moves an entrant by one seed."""
        await taken_up(interaction)
        number, entrant, way = rest.split(":")
        tournament = await self._open(interaction, number)
        await self.tournaments.move_seed(tournament.id, int(entrant), -1 if way == "up" else 1)
        await self.show(interaction, await self._open(interaction, number), picked=int(entrant))

    async def on_seed(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Has seeds drawn, or sorted by rating."""
        await taken_up(interaction)
        number, how = rest.split(":")
        await self.tournaments.seed((await self._open(interaction, number)).id, how)
        await self.show(interaction, await self._open(interaction, number))

    # Forms

    async def on_out(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Take out*: asks for a reason."""
        number, entrant = rest.split(":")

        async def form() -> discord.ui.Modal:
            await self._open(interaction, number)
            return reason_form(f"{number}:{OUT}:{entrant}", OUT, await voice(interaction))

        await shown_form(interaction, form())

    async def on_order(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*As a list*: opens a form with the seeds, whose lines can be reordered."""

        async def form() -> discord.ui.Modal:
            tournament = await self._open(interaction, rest)
            return order_form(tournament.id, await self._entrants(tournament), await voice(interaction))

        await shown_form(interaction, form())

    async def on_say(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Announce*: opens the form for the text."""

        async def form() -> discord.ui.Modal:
            check_moderator(interaction)
            return words_form((await tournament_for(interaction, rest)).id, await voice(interaction))

        await shown_form(interaction, form())

    async def written(self, tournament: Tournament, facts: Mapping[str, str], ruling: Ruling, text: str, say: Texts) -> str:
        """Handles a submitted form; returns the answer to its sender. Raises Unfit."""
        if facts["what"] == OUT:
            await self.tournaments.take_out(tournament.id, int(facts["entrant"]), ruling)
            return say("desk.done")
        if facts["what"] == SAY:
            if not text.strip():
                raise Unfit("desk.no_words")
            await self.tournaments.tell(tournament.id, ruling.by, str(Typed(text)))
            return say("desk.done")
        await self.tournaments.seed_by_hand(tournament.id, read_order(text))
        return say("desk.ordered")
