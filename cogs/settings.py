"""`/settings`: language, theme, pings, and a seat's standing orders. All private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs._reply import command_text, voice, worded
from cogs._tables import NoTable
from data.language import NAMES, texts

if TYPE_CHECKING:
    from cogs._bot import Referee


class Settings(commands.Cog):
    """What a person may set."""

    group = app_commands.Group(name=command_text("settings"), description=command_text("settings.desc"))

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def _save(self, interaction: discord.Interaction[Any], **changes: Any) -> None:
        await interaction.response.defer(ephemeral=True)
        settings = (await self.bot.store.settings(interaction.user.id))._replace(**changes)
        await self.bot.store.set_settings(interaction.user.id, settings)
        say = await voice(interaction)
        await interaction.edit_original_response(
            content=say(
                "settings.now",
                language=NAMES[say.language],
                theme=say(f"settings.theme.{settings.theme}") if settings.theme else say("settings.theme.table"),
                pings=say("settings.on" if settings.pings else "settings.off"),
            )
        )

    @group.command(name=command_text("settings.language"), description=command_text("settings.language.desc"))
    @worded("settings", "language")
    @app_commands.choices(language=[app_commands.Choice(name=name, value=key) for key, name in NAMES.items()])
    async def language(self, interaction: discord.Interaction[Any], language: str) -> None:
        await self._save(interaction, language=language)

    @group.command(name=command_text("settings.theme"), description=command_text("settings.theme.desc"))
    @worded("settings", "theme")
    @app_commands.choices(theme=[app_commands.Choice(name=command_text(f"settings.{v}"), value=v) for v in ("light", "dark")])
    async def theme(self, interaction: discord.Interaction[Any], theme: Literal["light", "dark"]) -> None:
        await self._save(interaction, theme=theme)

    @group.command(name=command_text("settings.pings"), description=command_text("settings.pings.desc"))
    @worded("settings.pings", "on")
    async def pings(self, interaction: discord.Interaction[Any], on: bool) -> None:
        await self._save(interaction, pings=on)

    @group.command(name=command_text("settings.order"), description=command_text("settings.order.desc"))
    @app_commands.describe(order=command_text("settings.order.name.desc"), on=command_text("settings.order.on.desc"))
    @app_commands.rename(order=command_text("settings.order.name"), on=command_text("settings.pings.on"))
    async def order(self, interaction: discord.Interaction[Any], order: str, on: bool) -> None:
        """A standing order at this channel's table."""
        await interaction.response.defer(ephemeral=True)
        table = await self.bot.tables.here(interaction.channel_id or 0)
        say = await voice(interaction, table.rules.key)
        seat = table.seat_of(interaction.user.id)
        if order not in table.rules.orders:
            await interaction.edit_original_response(content=say("order.none", orders=", ".join(table.rules.orders)))
            return
        orders = table.orders(seat) | {order} if on else table.orders(seat) - {order}
        await table.order(seat, orders)
        await interaction.edit_original_response(content=say("order.set" if on else "order.off"))
        await self.bot.outbox.send(table.id)

    @order.autocomplete("order")
    async def complete_order(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await self.bot.tables.here(interaction.channel_id or 0)
        except NoTable:
            return []
        say = texts((await voice(interaction)).language, table.rules.key)
        return [app_commands.Choice(name=say(f"order.{o}")[:100], value=o) for o in table.rules.orders]


async def setup(bot: Referee) -> None:
    await bot.add_cog(Settings(bot))
