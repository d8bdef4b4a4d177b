"""Planning ahead: the panel *Plan ahead* with its buttons, and `/ahead`, which does the same by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.command_declarations import command_text, worded
from cogs.messages.moves.ahead import STOPS_PAGE, ahead_message, chosen_stops, orders_told
from cogs.messages.moves.ahead_clicks import said_message
from cogs.messages.moves.carrying_out import carried
from cogs.messages.moves.result import carried_message
from cogs.messages.moves.typed_ahead import Typing
from cogs.messages.moves.waiting_panel import plans
from cogs.messages.panel_navigation import show
from cogs.messages.refusals import explain, misread
from cogs.messages.reply import voice
from cogs.play.table import Table
from cogs.play.table_queries import NotSeated
from cogs.play.tables import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from rules.game import Refused, Seat
from rules.notation import Misread
from rules.parts.ahead import MOST_LETTERS, drafting
from rules.parts.planned_turns import kept, stopped

if TYPE_CHECKING:
    from cogs.service.bot import Referee

CHOICE_LIMIT = 100


class AheadCommands(commands.Cog):
    """The command `/ahead`, and the buttons of the panel *Plan ahead*."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(
            ahead=self.on_ahead, plan=self.on_plan, say=self.on_say, onward=self.on_onward, shorten=self.on_shorten, toggle=self.on_toggle,
            stops=self.on_stops,
        )  # fmt: skip

    async def _table(self, interaction: discord.Interaction[Any], number: str) -> tuple[Table, Seat]:
        """Acknowledges a press whose answer will replace the pressed message. Returns the table of a `number`, and the presser's seat."""
        await interaction.response.defer()
        table = await table_for(interaction, number)
        return table, table.seat_of(interaction.user.id)

    async def on_ahead(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Plan ahead* below a board."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        await show(interaction, await ahead_message(interaction, table, table.seat_of(interaction.user.id)))

    async def on_plan(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the panel, or its page of stops: *Plan ahead* in a private message, *Done*, *Back*."""
        number, _, page = rest.partition(":")
        table, seat = await self._table(interaction, number)
        await show(interaction, await ahead_message(interaction, table, seat, page=page))

    async def on_say(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Takes back something that was said ahead: `table:sight:words`."""
        number, sight, words = rest.split(":", 2)
        table, seat = await self._table(interaction, number)
        await show(interaction, await said_message(interaction, table, seat, tuple(words.split()), int(sight)))

    async def on_onward(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Go on*: continues a draft that has stopped."""
        number, sight = rest.split(":")
        table, seat = await self._table(interaction, number)
        left = drafting(stopped(table.rules, table.state, seat)) if sight == str(table.sight(seat)) else drafting(())
        await show(interaction, await said_message(interaction, table, seat, left, int(sight)))

    async def on_shorten(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Removes the last step of a draft."""
        number, sight = rest.split(":")
        table, seat = await self._table(interaction, number)
        shorter = drafting(kept(table.rules, table.state, seat).draft[:-1])
        await show(interaction, await said_message(interaction, table, seat, shorter, int(sight)))

    async def on_toggle(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Gives or withdraws a standing order, by a button of the panel."""
        number, order, switch = rest.split(":")
        table, seat = await self._table(interaction, number)
        if order not in table.rules.orders:
            raise Unfit("error.too_old")
        orders = table.orders(seat) | {order} if switch == "on" else table.orders(seat) - {order}
        await self._order(interaction, table, seat, orders)

    async def on_stops(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Replaces one group of stops by what was chosen from its menu."""
        number, group = rest.split(":")
        table, seat = await self._table(interaction, number)
        await self._order(interaction, table, seat, chosen_stops(table.rules, table.orders(seat), int(group), values), STOPS_PAGE)

    async def _order(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, orders: frozenset[str], page: str = "") -> None:
        """Sets a seat's standing orders. Shows the panel, or what the orders have answered at once."""
        before = table.orders(seat)
        acted = None if table.out(seat) else await table.order(seat, orders)
        if acted is not None and acted.events:
            say = await voice(interaction, table.rules.key)
            message = await carried_message(interaction, table, seat, carried(acted, ordered=orders_told(before, orders, say)), say)
        else:
            message = await ahead_message(interaction, table, seat, page=page)
        await show(interaction, message)

    # By typing

    @app_commands.command(name=command_text("ahead"), description=command_text("ahead.desc"))
    @worded("ahead", "action")
    @app_commands.guild_only()
    async def ahead(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 0, MOST_LETTERS] = "") -> None:
        """Says a typed `action` ahead; without one, shows what has been said."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        note = ""
        if action.strip() and plans(table.rules) and not table.over and not table.out(seat):
            typing = Typing(table, seat, say)
            try:
                said = typing.read(action)
                message = await said_message(interaction, table, seat, said, table.sight(seat), typed=True)
            except Misread as error:
                note = misread(error, say, typing.pointing(action))
            except Refused as error:
                note = explain(error, say, table.rules.key, pointing=typing.pointing(action))
            else:
                await show(interaction, message)
                return
        await show(interaction, await ahead_message(interaction, table, seat, note))

    @ahead.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completes an action that is said ahead, from what the player may know."""
        try:
            table = await table_for(interaction)
            seat = table.seat_of(interaction.user.id)
        except (NoTable, NotSeated):
            return []
        if table.over or table.out(seat) or not plans(table.rules):
            return []
        found = Typing(table, seat, await voice(interaction, table.rules.key)).complete(current)
        return [app_commands.Choice(name=shown[:CHOICE_LIMIT], value=text) for shown, text in found if len(text) <= CHOICE_LIMIT]


async def setup(bot: Referee) -> None:
    await bot.add_cog(AheadCommands(bot))
