"""Making a move: *Your move* with the private picker, and `/move` for those who type."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs._draw import look_of, narrate
from cogs._picker import Place, picker
from cogs._reply import command_text, explain, misread, voice
from cogs._table import Acted, NotSeated, Stale, Table
from cogs._tables import NoTable
from data.language import Texts
from rules.game import Action, Refused, Seat
from rules.notation import Misread, complete, read

if TYPE_CHECKING:
    from cogs._bot import Referee

CHOICE_LIMIT = 100


class Move(commands.Cog):
    """Actions of players."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(move=self.on_move, step=self.on_step, pick=self.on_pick, do=self.on_do, order=self.on_order)

    # By clicking

    async def on_move(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Your move*: opens the picker for whoever is to act."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await self.bot.tables.get(int(rest))
        await interaction.edit_original_response(**await self._present(interaction, table))

    async def _present(self, interaction: discord.Interaction[Any], table: Table, note: str = "") -> dict[str, Any]:
        """The present question as a picker, or who is asked instead."""
        say = await voice(interaction, table.rules.key)
        seat = table.seat_of(interaction.user.id)
        if seat in table.rules.to_act(table.state):
            return await picker(interaction, table, seat, note=note)
        return {"content": f"{note}\n{waiting(table, say)}".strip(), "attachments": [], "view": None}

    async def on_step(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A word that is not the last one, *Back*, or another page."""
        await interaction.response.defer()
        place = Place.read(rest)
        table = await self.bot.tables.get(place.game)
        seat = table.seat_of(interaction.user.id)
        try:
            self._check(table, seat, place)
            message = await picker(interaction, table, seat, place.prefix, place.page)
        except Stale:
            message = await self._stale(interaction, table)
        await interaction.edit_original_response(**message)

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A word chosen from a menu."""
        place = Place.read(rest)
        chosen = place._replace(prefix=(*place.prefix, values[0]), page=0)
        await self.on_step(interaction, chosen.write(), [])

    @staticmethod
    def _check(table: Table, seat: Seat, place: Place) -> None:
        """Raises Stale for a picker of another position, or whose words no longer lead anywhere."""
        table.check_fresh(seat, place.position)
        if seat not in table.rules.to_act(table.state):
            raise Stale
        if place.prefix:
            before = table.rules.words(table.state, seat, place.prefix[:-1])
            if all(w.text != place.prefix[-1] for w in before):
                raise Stale

    async def _stale(self, interaction: discord.Interaction[Any], table: Table) -> dict[str, Any]:
        say = await voice(interaction, table.rules.key)
        return await self._present(interaction, table, say("error.stale"))

    async def on_do(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Confirm*."""
        await interaction.response.defer()
        place = Place.read(rest)
        table = await self.bot.tables.get(place.game)
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        try:
            acted = await table.act(seat, place.prefix, place.position, interaction.id)
        except Stale:
            await interaction.edit_original_response(**await self._stale(interaction, table))
            return
        except Refused as error:
            note = explain(error, say, table.rules.key)
            await interaction.edit_original_response(**await self._present(interaction, table, note))
            return
        await self._done(interaction, table, seat, acted, say, place.prefix)

    async def on_order(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A standing order given in the picker."""
        await interaction.response.defer()
        game, order, switch = rest.split(":")
        table = await self.bot.tables.get(int(game))
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        orders = table.seats[seat].orders | {order} if switch == "on" else table.seats[seat].orders - {order}
        acted = await table.order(seat, orders)
        if acted:
            await self._done(interaction, table, seat, acted, say, ())
        else:
            await interaction.edit_original_response(content=say("order.set"), attachments=[], view=None)

    async def _done(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, acted: Acted, say: Texts, action: Action) -> None:
        """Posts what happened, and tells the player what only they may see; if they are to act again the picker goes on."""
        private = narrate(table, [e for e in acted.events if e.to and seat in e.to], look_of(table, say))
        note = "\n".join([say("move.done", action=" ".join(action)) if action else say("order.set"), *private])
        # Everybody need not wait for the private answer, nor it for them.
        public = asyncio.create_task(self.bot.outbox.send(table.id))
        try:
            if seat in table.rules.to_act(table.state):
                message = await picker(interaction, table, seat, note=note)
            else:
                message = {"content": note, "attachments": [], "view": None}
            await interaction.edit_original_response(**message)
        finally:
            await public

    # By typing

    @app_commands.command(name=command_text("move"), description=command_text("move.desc"))
    @app_commands.describe(action=command_text("move.action.desc"))
    @app_commands.rename(action=command_text("move.action"))
    @app_commands.guild_only()
    async def move(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 1, 100]) -> None:
        """Carries a typed action out."""
        # The acknowledgement is under way while the action is carried out, and has arrived before anything is answered.
        acknowledged = asyncio.create_task(interaction.response.defer(ephemeral=True))
        try:
            await self._typed(interaction, action, acknowledged)
        finally:
            await acknowledged

    async def _typed(self, interaction: discord.Interaction[Any], action: str, acknowledged: asyncio.Task[Any]) -> None:
        table = await self.bot.tables.here(interaction.channel_id or 0)
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        content = ""
        try:
            words = self._read(table, seat, action)
            acted = await table.act(seat, words, None, interaction.id)
        except Misread as error:
            content = misread(error, say)
        except Refused as error:
            content = explain(error, say, table.rules.key)
            if error.reason == "not_your_turn":
                content += "\n" + waiting(table, say)
        await acknowledged
        if content:
            await interaction.edit_original_response(content=content)
        else:
            await self._done(interaction, table, seat, acted, say, words)

    @staticmethod
    def _read(table: Table, seat: Seat, text: str) -> Action:
        """The action that a text means. Raises Refused where the engine knows the reason better, else Misread."""
        try:
            return read(table.rules, table.state, seat, text)
        except Misread as error:
            try:
                table.rules.apply(table.state, seat, error.attempt)
            except Refused as refused:
                if refused.reason in ("not_an_action", "asked_otherwise"):
                    raise error from None
                raise
            return error.attempt

    @move.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Legal words only, from what the player may know."""
        try:
            table = await self.bot.tables.here(interaction.channel_id or 0)
            seat = table.seat_of(interaction.user.id)
        except (NoTable, NotSeated):
            return []
        found = complete(table.rules, table.state, seat, current)
        return [app_commands.Choice(name=text, value=text) for text in found if len(text) <= CHOICE_LIMIT]


def waiting(table: Table, say: Texts) -> str:
    """Whose decision it is, without a ping."""
    if table.over:
        return say("refused.game_over")
    asked = table.view(None).asked
    return "\n".join(say("board.asked", name=table.seats[seat].name, what=say(f"asked.{kind}")) for seat, kind in asked)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Move(bot))
