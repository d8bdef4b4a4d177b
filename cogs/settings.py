"""`/settings`: one private panel of a person's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.messages.command_declarations import anywhere, command_text
from cogs.messages.forms import sent, shown_form, taken_up
from cogs.messages.moves.ahead import chosen_stops, listed_stops, stop_menus
from cogs.messages.reply import answer_with, voice
from cogs.messages.settings import (
    AWAY,
    BLOCK,
    CHALLENGES,
    CLOCKS,
    DATA,
    FORM,
    HOURS,
    ON,
    SETTABLE,
    STOPS,
    THE_TABLES,
    away_form,
    clocks_form,
    games_page,
    hours_form,
    main_page,
    stops_page,
)
from cogs.people.blocking import Blocking
from cogs.people.challenge_settings import Challenges
from cogs.people.own_data import OwnData
from cogs.people.rests import Rest
from cogs.play.unfit import Unfit
from cogs.service.access import moderates
from data.content import build, games
from data.language import NAMES
from data.store.direct_messages import ON as DIRECT
from data.typed_numbers import whole_number
from render.theme import THEMES

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class SettingsCommands(commands.Cog):
    """The command `/settings`. Each choice takes effect at once, and its page shows that."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.blocking, self.rest, self.challenges, self.own_data = Blocking(bot), Rest(bot), Challenges(bot), OwnData(bot)
        bot.handlers.update(settings=self.on_page, set=self.on_set, setask=self.on_ask, setwhom=self.on_whom, usual=self.on_usual)

    @app_commands.command(name=command_text("settings"), description=command_text("settings.desc"))
    @anywhere
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the asker's settings, with menus to change them."""
        await interaction.response.defer(ephemeral=True)
        await answer_with(interaction, **await self._main(interaction))

    async def _main(self, interaction: discord.Interaction[Any]) -> dict[str, Any]:
        """The first page, with news that the person has to read once."""
        player, say, people = interaction.user.id, await voice(interaction), self.bot.store.personal_settings
        news, direct = await self.bot.store.direct_messages.learns_of_refusal(player), await self.bot.store.direct_messages.direct(player)
        notes = [say("direct.refused")] if news else []
        notes += [say("hours.unreadable")] if (await people.hours(player)).unreadable else []
        moderator = interaction.guild_id is not None and moderates(interaction)
        return main_page(say, await people.settings(player), direct == DIRECT, notes, moderator)

    async def on_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens a page in place of the one before."""
        await interaction.response.defer()
        await answer_with(interaction, **await self._page(interaction, rest))

    async def _page(self, interaction: discord.Interaction[Any], page: str) -> dict[str, Any]:
        name, _, what = page.partition(":")
        if what == "export":
            return await self.own_data.export(interaction)
        if name == DATA:
            return await self.own_data.page(interaction, sure=bool(what))
        if name == STOPS:
            return games_page(await voice(interaction))
        pages = {HOURS: self.rest.page, CHALLENGES: self.challenges.page, BLOCK: self.blocking.page}
        return await pages.get(name, self._main)(interaction)

    async def on_set(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Stores a choice from a menu, or toggles a setting. Raises Unfit."""
        await interaction.response.defer()
        what, _, switch = rest.partition(":")
        values = values if not switch else [switch]
        if what == STOPS:
            await answer_with(interaction, **await self._stops(interaction, _one_of(values, games())))
        elif what == "weekends":
            await self.rest.weekends(interaction, switch == ON)
            await answer_with(interaction, **await self.rest.page(interaction))
        elif what in ("whom", "games", "servers", "rated", "mine"):
            await self.challenges.choose(interaction, what, values)
            await answer_with(interaction, **await self.challenges.page(interaction))
        else:
            await self._choose(interaction, what, values)
            await answer_with(interaction, **await self._main(interaction))

    async def _choose(self, interaction: discord.Interaction[Any], what: str, values: list[str]) -> None:
        """Stores a choice on the first page."""
        if what == "direct":
            return await self._direct(interaction, values[0] == ON)
        if what == "language":
            changes: dict[str, Any] = {"language": _one_of(values, NAMES)}
        elif what == "theme":
            theme = _one_of(values, (*THEMES, THE_TABLES))
            changes = {"theme": None if theme == THE_TABLES else theme}
        else:
            changes = {SETTABLE[what]: values[0] == ON}
        people, player = self.bot.store.personal_settings, interaction.user.id
        await people.set_settings(player, (await people.settings(player))._replace(**changes))

    async def _direct(self, interaction: discord.Interaction[Any], on: bool) -> None:
        """Switches direct messages at the asker's turn on or off; a first message tests whether they accept any. Raises Unfit."""
        player, say = interaction.user.id, await voice(interaction)
        await self.bot.store.direct_messages.set_direct(player, on, say.language)
        if on and not await self.bot.direct_messages.greet(player, {"content": say("direct.hello")}, str(interaction.id)):
            await self.bot.store.direct_messages.set_direct(player, False)
            raise Unfit("direct.closed")

    async def on_whom(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a person chosen from a menu. Raises Unfit, data.store.configured_limits.TooMany."""
        await interaction.response.defer()
        if (player := whole_number(values[0], 19)) is None:
            raise Unfit("error.too_old")
        if player == interaction.user.id:
            raise Unfit("named.yourself")
        what = self.blocking if rest == BLOCK else self.challenges
        await what.name(interaction, player)
        await answer_with(interaction, **await what.page(interaction))

    async def on_ask(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens a form for a typed setting, which has to be the first answer."""

        async def form() -> ui.Modal:
            say = await voice(interaction)
            if rest == HOURS:
                return hours_form(say, await self.bot.store.personal_settings.hours(interaction.user.id))
            return away_form(say) if rest == AWAY else clocks_form(say)

        await shown_form(interaction, form())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles submitted forms."""
        await sent(interaction, {FORM: self._written})

    async def _written(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        readings = {HOURS: (self.rest.written, self.rest.page), AWAY: (self.rest.away, self.rest.page)}
        readings[CLOCKS] = self.challenges.written, self.challenges.page
        if rest not in readings:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        read, page = readings[rest]
        await read(interaction, form)
        await answer_with(interaction, **await page(interaction))

    async def on_usual(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Stores usual stops chosen from a menu of a game."""
        await interaction.response.defer()
        game, group = rest.split(":")
        if game not in games():
            raise Unfit("error.too_old")
        people, player = self.bot.store.personal_settings, interaction.user.id
        given = await people.stops(player, game)
        await people.set_stops(player, game, chosen_stops(build(game), given, int(group), values))
        await answer_with(interaction, **await self._stops(interaction, game))

    async def _stops(self, interaction: discord.Interaction[Any], game: str) -> dict[str, Any]:
        """The page of the asker's usual stops in a game, with what they do."""
        say = await voice(interaction, game)
        given = await self.bot.store.personal_settings.stops(interaction.user.id, game)
        menus = stop_menus(build(game), given, say, "usual", game)
        lines = [f"**{say('stops.usual', game=say('title'))}**", *([say("stops.when"), say("stops.seen")] if menus else [say("stops.none")])]
        lines += listed_stops(build(game), given, say)
        return stops_page(say, lines, menus)


def _one_of(values: list[str], known: Any) -> str:
    """The chosen value, which has to be in `known`. Raises Unfit."""
    if not values or values[0] not in known:
        raise Unfit("error.too_old")
    return values[0]


async def setup(bot: Referee) -> None:
    await bot.add_cog(SettingsCommands(bot))
