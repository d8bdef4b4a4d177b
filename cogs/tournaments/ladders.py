"""*My rung*: challenges, and their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.forms import taken_up
from cogs.messages.reply import answer_with, voice
from cogs.messages.tournaments.ladders import BACK, PASS, PLAY, Pressed, rung_panel
from cogs.messages.tournaments.shown_tournament import shown
from cogs.play.unfit import Unfit
from cogs.service.access import tournament_for
from data.store.rows import Tournament
from data.typed_numbers import whole_number
from rules.competition.tournament import ladders

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class LadderPanel:
    """Handles the buttons and the menu of ladders."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(trung=self.on_rung, trival=self.on_rival, tchallenge=self.on_challenge, tanswer=self.on_answer)

    async def on_rung(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*My rung*: shows the presser's panel."""
        await taken_up(interaction)
        await self._show(interaction, await tournament_for(interaction, rest))

    async def on_rival(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the panel with the rival chosen from its menu."""
        await taken_up(interaction)
        await self._show(interaction, await tournament_for(interaction, rest), chosen=whole_number(values[0], 4))

    async def on_challenge(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Challenge* and *Take back*."""
        await taken_up(interaction)
        number, other, what = rest.split(":")
        cup = await tournament_for(interaction, number)
        act = self.bot.tournaments.withdraw if what == BACK else self.bot.tournaments.challenge
        await act(cup.id, interaction.user.id, int(other))
        await self._show(interaction, cup, note="ladder.taken_back" if what == BACK else "ladder.challenged", about=int(other))

    async def on_answer(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Play*, and *Pass the rung on*, which is asked once more."""
        await taken_up(interaction)
        number, by, what = rest.split(":")
        cup = await tournament_for(interaction, number)
        if what == PASS:
            return await self._show(interaction, cup, passes=int(by))
        await self.bot.tournaments.answer(cup.id, interaction.user.id, int(by), what == PLAY)
        await self._show(interaction, cup, note="ladder.accepted" if what == PLAY else "ladder.passed", about=int(by))

    async def _show(
        self, interaction: discord.Interaction[Any], tournament: Tournament, chosen: int | None = None, passes: int | None = None, note: str = "",
        about: int = 0,
    ) -> None:  # fmt: skip
        """Shows the asker's rung, with a note about another entrant. Raises Unfit for a person who is not on it, and where somebody would pass their
        rung on to nobody who waits for it."""
        seen = await self.bot.tournaments.on_ladder(tournament.id, interaction.user.id)
        cup = await shown(self.bot.store, seen.tournament, await voice(interaction, tournament.game))
        cup = replace(cup, state=seen.state)
        said = cup.say(note, name=cup.names.get(about, "")) if note else ""
        if passes is not None:
            if ladders.waiting(seen.state, passes, seen.mine) is None:
                raise Unfit("ladder.no_challenge")
            said = cup.say("ladder.sure", name=cup.names[passes], n=ladders.rung(seen.state, seen.mine))
        await answer_with(interaction, **rung_panel(cup, seen.mine, self.bot.store.now(), seen.deaf, Pressed(said, chosen, passes)))
