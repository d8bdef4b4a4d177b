"""The set-up of a tournament before its sign-up: a private panel, stored in the database so that it survives a restart."""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from msgspec import structs

from cogs.messages.buttons import SHAPES
from cogs.messages.channel_rights import check_rights
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.interaction_channel import channel_of
from cogs.messages.refusals import explain
from cogs.messages.reply import answer_with, voice
from cogs.messages.table.clocks import duration
from cogs.messages.tournaments.edited_settings import base, changed, settings_of
from cogs.messages.tournaments.presets import filled, presets_of
from cogs.messages.tournaments.public_messages import played_lines
from cogs.messages.tournaments.setup_panel import (
    FORM,
    KEYS,
    LATER,
    LESS,
    MORE,
    READ_APART,
    RESULTS,
    ROLE,
    WRITTEN,
    Outlook,
    SettingForm,
    confirmed,
    doubts,
    kept,
    meant_by,
    named_moment,
    read_setting,
    setup_panel,
    typed_settings,
)  # fmt: skip
from cogs.messages.typed_game_names import game_named
from cogs.messages.typed_time_confirmation import doubt, zone_of
from cogs.play.tournaments.new_tournament import NewTournament, checked
from cogs.play.unfit import Unfit
from cogs.service.access import check_moderator, check_room, moderates, setup_for, tournament_for
from cogs.service.thread_places import home_of, rights_in
from data.content import games
from data.language import Texts
from data.store.rows import OPEN, OVER, Tournament
from data.store.setups import BASE, CUP, EDIT, Setup
from rules.game import Refused

if TYPE_CHECKING:
    from cogs.service.bot import Referee

ENOUGH = 5
"""So many games must have been played for it to be said how long they take."""


class SetupPanel:
    """Handles `/tournament create`, and the menus, the form and the buttons of its panel."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(dkey=self.on_key, dval=self.on_value, dpost=self.on_post, dcancel=self.on_cancel)
        bot.handlers.update(dsure=self.on_sure, dagain=self.on_again, dpreset=self.on_preset, tedit=self.on_edit)

    async def open(self, interaction: discord.Interaction[Any], game: str, chosen: Mapping[str, str], typed: str) -> None:
        """Opens a new setup with the command's options and typed settings. Raises Unfit if no tournament can be held here."""
        game = game_named(game, games(), await voice(interaction))
        await self._check_place(interaction, game)
        say = await voice(interaction, game)
        read = {key: read_setting(key, value, say) for key, value in chosen.items()} | typed_settings(typed, say)
        weighed = [await self._weighed(interaction, key, value, say) for key, value in read.items()]
        settings = {key: value for changes in weighed for key, value in changes.items() if value is not None}
        setup = await self.bot.store.setups.make(Setup(0, interaction.guild_id, channel_of(interaction), interaction.user.id, game, settings))
        await self._show(interaction, setup)

    async def _check_place(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Raises Unfit if no tournament of a game can be held here, or not by the asker."""
        channel = channel_of(interaction)
        if not moderates(interaction):
            raise Unfit("tournament.who_opens")
        if home_of(interaction.channel) is None:
            raise Unfit("tournament.no_threads")
        check_rights(interaction, *rights_in(interaction.channel))
        there = await self.bot.store.tournaments.latest_in(channel)
        if there is not None and there.status != OVER:
            raise Unfit("tournament.channel_taken")
        await check_room(interaction, game)

    async def _weighed(self, interaction: discord.Interaction[Any], key: str, value: str | None, say: Texts) -> dict[str, str | None]:
        """The changes to a setup for a value; an uncertain date has to be confirmed first."""
        text = named_moment(key, value or "")
        return kept(key, value, await doubt(text, self.bot.store, interaction.user.id, say.language) if text else None)

    async def _meant(self, interaction: discord.Interaction[Any], setup: Setup, say: Texts) -> NewTournament:
        language = (await self.bot.room(setup.guild, setup.channel)).language or say.language
        return meant_by(setup, language, await zone_of(self.bot.store, setup.host), self.bot.store.now())

    async def _show(self, interaction: discord.Interaction[Any], setup: Setup, key: str | None = None) -> None:
        """Shows the panel with its faults; for a `key` with the values of a setting, or the second page of the menu."""
        say = await voice(interaction, setup.game)
        outlook = await self._outlook(interaction, setup, say)
        offered = _offered(interaction, key)
        zone = await zone_of(self.bot.store, setup.host)
        await answer_with(interaction, **setup_panel(setup, say, zone, outlook, key, offered))

    async def _outlook(self, interaction: discord.Interaction[Any], setup: Setup, say: Texts) -> Outlook:
        """What a setup amounts to, or its faults: unreadable values, and settings that don't suit each other."""
        faults, readable = list[str](), setup
        for keys in READ_APART:
            try:
                await self._meant(interaction, setup._replace(settings={k: v for k, v in setup.settings.items() if k in keys}), say)
            except Unfit as unfit:
                faults.append(say(unfit.reason, **unfit.facts))
                readable = readable._replace(settings={k: v for k, v in readable.settings.items() if k not in keys})
        try:
            tournament = checked(await self._meant(interaction, readable, say), self.bot.store.now())
        except Unfit as unfit:
            faults.append(say(unfit.reason, **unfit.facts))
        except Refused as refused:
            faults.append(explain(refused, say, setup.game))
        return Outlook(faults=faults) if faults else Outlook([*played_lines(tournament, say), *await self._takes(tournament, say)])

    async def _takes(self, tournament: Tournament, say: Texts) -> list[str]:
        """How long such games have taken here, and the whole tournament would; none if too few have been played."""
        lengths = await self.bot.store.finished_games.lengths(tournament.guild or 0, tournament.game, tournament.clock)
        if len(lengths) < ENOUGH:
            return []
        game, rounds = statistics.median(lengths), tournament.plan.rounds
        if not rounds:
            return [say("draft.takes_game", time=duration(game, say))]
        return [say("draft.takes", time=duration(game, say), more=duration(game * rounds * tournament.plan.games, say), n=rounds)]

    async def on_preset(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Fills the panel with a preset."""
        await interaction.response.defer()
        number, preset = rest.split(":")
        setup = await setup_for(interaction, number)
        if preset not in presets_of(setup.game):
            raise Unfit("error.too_old")
        await self.bot.store.setups.change(setup.id, filled(preset, self.bot.store.now()))
        await self._show(interaction, await setup_for(interaction, number))

    async def on_key(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens a setting's values (a menu or a form), or another page of the menu."""
        key = values[0]
        if key not in (*KEYS, MORE, LESS):
            raise Unfit("error.too_old")
        if key in WRITTEN:  # A form has to be the first answer.

            async def form() -> SettingForm:
                setup = await setup_for(interaction, rest)
                return SettingForm(setup, key, await voice(interaction, setup.game))

            return await shown_form(interaction, form())
        await interaction.response.defer()
        await self._show(interaction, await setup_for(interaction, rest), None if key == LESS else key)

    async def on_value(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Stores a chosen value."""
        await interaction.response.defer()
        number, key = rest.split(":")
        await self._change(interaction, number, key, values[0])

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles a submitted form."""
        await sent(interaction, {FORM: self._written})

    async def _written(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        number, _, key = rest.partition(":")
        value = field(form, "value")
        if key not in WRITTEN or not re.fullmatch(SHAPES["dval"], rest) or value is None:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        await self._change(interaction, number, key, value)

    async def _change(self, interaction: discord.Interaction[Any], number: str, key: str, value: str) -> None:
        setup = await setup_for(interaction, number)
        if key not in KEYS:
            raise Unfit("error.too_old")
        say = await voice(interaction)
        await self.bot.store.setups.change(setup.id, await self._weighed(interaction, key, read_setting(key, value, say), say))
        await self._show(interaction, await setup_for(interaction, number), MORE if key in LATER else None)

    async def on_sure(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Yes*: takes an uncertain date as shown, if it is still the one asked about."""
        await interaction.response.defer()
        number, key, at = rest.split(":")
        setup = await setup_for(interaction, number)
        if (meant := doubts(setup).get(key)) is not None and meant.at == int(at):
            await self.bot.store.setups.change(setup.id, confirmed(key, meant))
        await self._show(interaction, await setup_for(interaction, number))

    async def on_again(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Not meant*: opens the form with the typed text."""
        number, _, key = rest.partition(":")
        await self.on_key(interaction, number, [key])

    async def on_post(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Post the sign-up*: opens the tournament for entries. A second press finds the channel taken, or the setup gone."""
        await interaction.response.defer()
        setup = await setup_for(interaction, rest)
        if doubts(setup):
            return await self._show(interaction, setup)
        if setup.command == EDIT:
            return await self._save(interaction, setup)
        await self._check_place(interaction, setup.game)
        say = await voice(interaction, setup.game)
        try:
            new = await self._meant(interaction, setup, say)
            _check_results(interaction, new.terms.results)
            posts = isinstance(interaction.channel, discord.Thread)
            await self.bot.tournaments.create(new._replace(terms=structs.replace(new.terms, posts=posts)))
        except Refused as refused:
            await interaction.followup.send(explain(refused, say, setup.game), ephemeral=True)
            return
        await self.bot.store.setups.drop(setup.id)
        unpinned = [] if interaction.app_permissions.pin_messages else [say("tournament.unpinned")]
        unheard = [say("tournament.no_event_right")] if new.terms.starts is not None and not interaction.app_permissions.create_events else []
        await answer_with(interaction, content="\n".join([say("tournament.created"), *unpinned, *unheard]), view=None)

    async def on_edit(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Change settings* of a tournament that has not begun, for its host or a moderator."""
        await taken_up(interaction)
        check_moderator(interaction)
        cup = await tournament_for(interaction, rest)
        if cup.status != OPEN:
            raise Unfit("tournament.begun")
        settings = settings_of(cup)
        kept_for = settings | {CUP: str(cup.id), BASE: base(settings)}
        made = Setup(0, interaction.guild_id, channel_of(interaction), interaction.user.id, cup.game, kept_for, EDIT)
        await self._show(interaction, await self.bot.store.setups.make(made))

    async def _save(self, interaction: discord.Interaction[Any], setup: Setup) -> None:
        """*Save*: stores the settings, unless somebody else has changed some meanwhile. Raises Unfit."""
        check_moderator(interaction)
        cup = await tournament_for(interaction, setup.settings[CUP])
        before, say = settings_of(cup), await voice(interaction, setup.game)
        if base(before) != setup.settings[BASE]:
            raise Unfit("edit.meanwhile")
        new = meant_by(setup, cup.language, await zone_of(self.bot.store, setup.host), self.bot.store.now())
        _check_results(interaction, new.terms.results)
        if found := changed(before, settings_of(checked(new, self.bot.store.now()))):
            await self.bot.tournaments.edit(cup, new, found)
        await self.bot.store.setups.drop(setup.id)
        await answer_with(interaction, content=say("edit.saved" if found else "edit.nothing"), view=None)

    async def on_cancel(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        await interaction.response.defer()
        await self.bot.store.setups.drop((await setup_for(interaction, rest)).id)
        await answer_with(interaction, content=(await voice(interaction))("draft.cancelled"), view=None)


def _offered(interaction: discord.Interaction[Any], key: str | None) -> list[tuple[str, str]]:
    """The roles of the server, or the channels for results, as names and ids."""
    if interaction.guild is None or key not in (ROLE, RESULTS):
        return []
    if key == ROLE:
        return [(role.name, str(role.id)) for role in reversed(interaction.guild.roles) if not role.is_default()]
    channels = sorted(interaction.guild.text_channels, key=lambda channel: (not channel.is_news(), channel.position))
    return [(f"#{channel.name}", str(channel.id)) for channel in channels if channel.id != interaction.channel_id and _may_tell(interaction, channel)]


def _may_tell(interaction: discord.Interaction[Any], channel: object) -> bool:
    """Whether a channel may be used for results: the asker and the bot may write there."""
    if not isinstance(channel, discord.TextChannel) or not isinstance(interaction.user, discord.Member):
        return False
    rights = [channel.permissions_for(member) for member in (interaction.user, channel.guild.me)]
    return all(right.view_channel and right.send_messages for right in rights)


def _check_results(interaction: discord.Interaction[Any], channel: int | None) -> None:
    """Raises Unfit for a channel that may not be used for results."""
    if channel is not None and not _may_tell(interaction, interaction.guild.get_channel(channel) if interaction.guild else None):
        raise Unfit("tournament.no_results", channel=f"<#{channel}>")
