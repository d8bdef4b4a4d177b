"""The page of `/settings` on a person's stored data: an overview, everything as a file, or deleting it."""

from __future__ import annotations

import contextlib
import io
import json
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.messages.settings import data_page
from cogs.play.stored_results import settle_stranded
from cogs.play.table_queries import Closed, Stale, Stranded
from cogs.play.tournaments.registry import NoTournament
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart, turn
from rules.game import Refused

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class OwnData:
    """Shows, exports and deletes the data of whoever asks."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(forget=self.on_forget)

    async def page(self, interaction: discord.Interaction[Any], sure: bool = False) -> dict[str, Any]:
        """An overview of the asker's data; if `sure`, with the warning before deleting it."""
        say = await voice(interaction)
        about = await self.bot.store.own_data.about(interaction.user.id)
        lines = [say(f"data.{kind}", n=len(rows)) for kind, rows in about.items() if rows]
        words = "\n".join([say("data.stored"), *lines]) if lines else say("data.nothing")
        return data_page(say, words, interaction.user.id, sure)

    async def export(self, interaction: discord.Interaction[Any]) -> dict[str, Any]:
        """Sends all data of the asker as a file."""
        about = await self.bot.store.own_data.about(interaction.user.id)
        async with turn(interaction.user.id):
            body = await apart(json.dumps, {"id": interaction.user.id, **about}, ensure_ascii=False, indent=1)
        file = discord.File(io.BytesIO(body.encode()), "data.json")
        return {**await self.page(interaction), "content": (await voice(interaction))("data.export"), "attachments": [file]}

    async def on_forget(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Forget me*: resigns unfinished games, then deletes the person's data."""
        await interaction.response.defer()
        player = interaction.user.id
        if rest != str(player):
            raise Unfit("data.not_yours")
        say = await voice(interaction)
        live, waiting, tournaments = await self.bot.store.own_data.unfinished(player)
        for tournament in tournaments:
            with contextlib.suppress(Unfit, NoTournament):  # Out of it already, or it cannot be read, and does not go on.
                await self.bot.tournaments.leave(tournament, player)
        for table in live:
            await self._give_up(table, player)
        for table in waiting:
            try:
                await self.bot.tables.leave(table, player)
            except Stranded as stranded:
                await settle_stranded(self.bot.store, stranded)
        await self.bot.tables.reread(await self.bot.store.own_data.forget(player))
        await answer_with(interaction, content=say("data.forgotten"), view=None)

    async def _give_up(self, table: int, player: int) -> None:
        """Resigns a person's game; tries again where others act at the same moment."""
        while True:
            with contextlib.suppress(Stale):
                try:
                    found = await self.bot.tables.get(table)
                except Stranded as stranded:
                    return await settle_stranded(self.bot.store, stranded)
                for seat in found.seats_of(player):
                    with contextlib.suppress(Refused, Closed):  # Out of this game already.
                        await found.concede(seat, anyway=True)
                return
