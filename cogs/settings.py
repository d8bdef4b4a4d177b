"""`/settings`: language, theme, pings, quiet hours, and default standing orders. All private."""

from __future__ import annotations

import contextlib
import io
import json
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.challenge_terms import WHERE, TypedTerms, read_terms, terms_lines
from cogs.messages.games import GameName, game_choices, game_named
from cogs.messages.mentions import silent
from cogs.messages.moves.ahead import chosen_stops, listed_stops, stop_menus
from cogs.messages.reply import anywhere, command_text, in_a_row, voice, worded
from cogs.messages.table.terms import THEME_CHOICES
from cogs.messages.truncation import cut
from cogs.people.blocking import Blocking
from cogs.play.endings import settle_stranded
from cogs.play.table_queries import Closed, NoTable, Stale, Stranded
from cogs.play.tables import NoTournament, Unfit
from cogs.play.worker_threads import apart, turn
from cogs.service.access import table_for
from cogs.service.named_people import check_others
from data.content import build, games
from data.language import NAMES, Texts, folded, texts
from data.rest_hours import AWAY_DAYS, LONGEST_NIGHT, Hours, is_zone, night_length, year_of, zones
from data.store.challenge_settings import LISTED, NOBODY, TABLES, WHOM, Accepting
from data.store.direct_messages import ON
from data.timestamps import distance, moment
from data.user_text import Typed
from rules.competition.clock import DAY
from rules.game import Refused

if TYPE_CHECKING:
    from cogs.service.bot import Referee

MOST_NAMED = 50
"""People whose challenges somebody accepts at once."""
THE_TABLES = "table"
"""Chosen in the place of a theme by whoever has none of their own."""


class SettingsCommands(commands.Cog):
    """What a person may set."""

    group = anywhere(app_commands.Group(name=command_text("settings"), description=command_text("settings.desc")))

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.blocking = Blocking(bot)
        bot.handlers.update(forget=self.on_forget, usual=self.on_usual)

    async def _save(self, interaction: discord.Interaction[Any], **changes: Any) -> None:
        await interaction.response.defer(ephemeral=True)
        settings = (await self.bot.store.people.settings(interaction.user.id))._replace(**changes)
        await self.bot.store.people.set_settings(interaction.user.id, settings)
        say, calls = await voice(interaction), self.bot.store.calls
        news, direct = await calls.told(interaction.user.id), await calls.direct(interaction.user.id)
        await interaction.edit_original_response(
            content=say(
                "settings.now",
                language=NAMES[say.language],
                theme=say(f"theme.{settings.theme or THE_TABLES}"),
                pings=say("settings.on" if settings.pings else "settings.off"),
                everywhere=say("settings.on" if settings.everywhere else "settings.off"),
                direct=say("settings.on" if direct == ON else "settings.off"),
            )
            + (f"\n{say('direct.refused')}" if news else "")
            + (f"\n{say('hours.unreadable')}" if (await self.bot.store.people.hours(interaction.user.id)).unreadable else "")
        )

    @group.command(name=command_text("settings.language"), description=command_text("settings.language.desc"))
    @worded("settings", "language")
    @app_commands.choices(language=[app_commands.Choice(name=name, value=key) for key, name in NAMES.items()])
    async def language(self, interaction: discord.Interaction[Any], language: str) -> None:
        await self._save(interaction, language=language)

    @group.command(name=command_text("settings.theme"), description=command_text("settings.theme.desc"))
    @worded("settings", "theme")
    @app_commands.choices(theme=[*THEME_CHOICES, app_commands.Choice(name=command_text(f"theme.{THE_TABLES}"), value=THE_TABLES)])
    async def theme(self, interaction: discord.Interaction[Any], theme: str) -> None:
        """How all looks that only the asker sees."""
        await self._save(interaction, theme=None if theme == THE_TABLES else theme)

    @group.command(name=command_text("settings.pings"), description=command_text("settings.pings.desc"))
    @worded("settings.pings", "on")
    async def pings(self, interaction: discord.Interaction[Any], on: bool) -> None:
        await self._save(interaction, pings=on)

    @group.command(name=command_text("settings.direct"), description=command_text("settings.direct.desc"))
    @worded("settings.pings", "on")
    async def direct(self, interaction: discord.Interaction[Any], on: bool) -> None:
        """Whether the asker is told by direct message when it is their turn; that they take such messages is seen by the first one."""
        await interaction.response.defer(ephemeral=True)
        player, say = interaction.user.id, await voice(interaction)
        await self.bot.store.calls.set_direct(player, on, say.language)
        if on and not await self.bot.direct_messages.greet(player, {"content": say("direct.hello")}, str(interaction.id)):
            await self.bot.store.calls.set_direct(player, False)
            raise Unfit("direct.closed")
        await interaction.edit_original_response(content=say("direct.on" if on else "direct.off"))

    @group.command(name=command_text("settings.profile"), description=command_text("settings.profile.desc"))
    @worded("settings.profile", "everywhere")
    async def profile(self, interaction: discord.Interaction[Any], everywhere: bool) -> None:
        """Whether the asker's games are shown in all servers, or each in its own only."""
        await self._save(interaction, everywhere=everywhere)

    @group.command(name=command_text("settings.challenges"), description=command_text("settings.challenges.desc"))
    @worded("settings.challenges", "whom", "add", "remove", "games", "fastest", "slowest", "rated", "servers", "tables")
    @app_commands.choices(
        whom=[app_commands.Choice(name=command_text(f"settings.challenges.{whom}"), value=whom) for whom in WHOM],
        servers=[app_commands.Choice(name=command_text(f"settings.challenges.servers.{where}"), value=where) for where in WHERE],
        tables=[app_commands.Choice(name=command_text(f"settings.challenges.tables.{who}"), value=who) for who in TABLES],
    )
    async def challenges(
        self,
        interaction: discord.Interaction[Any],
        whom: Literal["everybody", "listed", "nobody"] | None = None,
        add: discord.User | None = None,
        remove: discord.User | None = None,
        games: app_commands.Range[str, 1, 200] | None = None,
        fastest: app_commands.Range[str, 1, 20] | None = None,
        slowest: app_commands.Range[str, 1, 20] | None = None,
        rated: bool | None = None,
        servers: Literal["played", "here", "everywhere"] | None = None,
        tables: Literal["everybody", "listed"] | None = None,
    ) -> None:
        """Whose challenges the asker accepts without being asked, on what terms, and with whom they sit down. Who is added counts from now on."""
        await interaction.response.defer(ephemeral=True)
        check_others(interaction, *(user for user in (add, remove) if user))
        before = await self.bot.store.acceptances.of(interaction.user.id)
        named = (before.named | ({add.id} if add else set())) - ({remove.id} if remove else set())
        if len(named) > MOST_NAMED:
            raise Unfit("accepts.too_many", n=MOST_NAMED)
        say = await voice(interaction)
        typed = TypedTerms(games, fastest, slowest, rated, servers, interaction.guild_id)
        accepts = whom or (LISTED if add and before.whom == NOBODY and (tables or before.tables) != LISTED else before.whom)
        now = Accepting(accepts, named, read_terms(typed, before.terms, say), tables or before.tables)
        await self.bot.store.acceptances.keep(interaction.user.id, now)
        key = "accepts.listed_none" if now.whom == LISTED and not named else f"accepts.{now.whom}"
        words = say(key, names=", ".join(map(silent, sorted(named))))
        lines = [words, *(terms_lines(now.terms, say) if now.whom != NOBODY else [])]
        if now.tables == LISTED:
            lines.append(say("accepts.tables", names=", ".join(map(silent, sorted(named)))) if named else say("accepts.tables_none"))
        await interaction.edit_original_response(content=cut("\n".join(lines)))

    @challenges.autocomplete("games")
    async def complete_games(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Games one after another, with commas between."""
        say = await voice(interaction)
        titles = [texts(say.language, key)("title") for key in games()]
        return in_a_row(current, titles if "," in current else [*titles, say("room.all")])

    @group.command(name=command_text("settings.block"), description=command_text("settings.block.desc"))
    @worded("settings.block", "add", "remove")
    async def block(self, interaction: discord.Interaction[Any], add: discord.User | None = None, remove: discord.User | None = None) -> None:
        """Whom the asker does not want to hear of."""
        await self.blocking.set(interaction, add, remove)

    @group.command(name=command_text("settings.hours"), description=command_text("settings.hours.desc"))
    @worded("settings.hours", "zone", "start", "end", "weekends")
    async def hours(
        self,
        interaction: discord.Interaction[Any],
        zone: app_commands.Range[str, 0, 40] = "",
        start: app_commands.Range[int, 0, 23] | None = None,
        end: app_commands.Range[int, 0, 23] | None = None,
        weekends: bool | None = None,
    ) -> None:
        """The asker's time zone, quiet hours and free weekends. They hold from the next question on, and while a clock runs they change once a day,
        so that nobody buys time with them."""
        await interaction.response.defer(ephemeral=True)
        people = self.bot.store.people
        now = await people.hours(interaction.user.id)
        if zone and not is_zone(zone):
            raise Unfit("hours.zone", zone=Typed(zone))
        changed = await people.hours_changed(interaction.user.id)
        if self.bot.store.now() < changed + DAY and await self.bot.store.tables.running(interaction.user.id):
            raise Unfit("hours.daily", soon=distance(changed + DAY))
        if (start is None) != (end is None):
            raise Unfit("hours.both")
        said = {name for name, given in (("zone", zone), ("quiet", start is not None), ("weekends", weekends is not None)) if given}
        quiet = now.quiet if start is None or end is None else (start, end) if start != end else None
        if quiet is not None and night_length(quiet) > LONGEST_NIGHT:
            raise Unfit("hours.long", n=LONGEST_NIGHT)
        new = now._replace(zone=zone or now.zone, quiet=quiet, weekends=now.weekends if weekends is None else weekends)
        if not now.unreadable:
            await people.set_hours(interaction.user.id, new)
        elif said:  # All else stays as it stands, for those who can read it.
            await people.set_hours(interaction.user.id, new, said)
            new = await people.hours(interaction.user.id)
        say = await voice(interaction)
        await interaction.edit_original_response(content=hours_words(new, self.bot.store.now(), say))

    @hours.autocomplete("zone")
    async def complete_zone(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone.replace("_", " "), value=zone) for zone in zones(current)[:25]]

    @group.command(name=command_text("settings.away"), description=command_text("settings.away.desc"))
    @worded("settings.away", "days")
    async def away(self, interaction: discord.Interaction[Any], days: app_commands.Range[int, 0, AWAY_DAYS]) -> None:
        """The asker is away for some days from now on, or back: clocks stand still meanwhile, as far as the budget of the year goes."""
        await interaction.response.defer(ephemeral=True)
        people, player, now = self.bot.store.people, interaction.user.id, self.bot.store.now()
        left = AWAY_DAYS * DAY - sum(until - begun for begun, until in _away_before(await people.away(player), now))
        if days * DAY > left:
            raise Unfit("hours.away_spent", n=int(left // DAY))
        await people.go_away(player, now, now + days * DAY)
        for table in await self.bot.store.tables.running(player):
            await self._rewind(table)
        say = await voice(interaction)
        await interaction.edit_original_response(content=hours_words(await people.hours(player), now, say))

    async def _rewind(self, table: int) -> None:
        """The clock of a table goes on by the hours of its players as they are now, whatever others do there at the same moment."""
        with contextlib.suppress(NoTable):
            while True:
                with contextlib.suppress(Stale):
                    return await (await self.bot.tables.get(table)).standing.rewind()

    @group.command(name=command_text("settings.data"), description=command_text("settings.data.desc"))
    @worded("settings.data", "what")
    @app_commands.choices(what=[app_commands.Choice(name=command_text(f"settings.data.{v}"), value=v) for v in ("show", "export", "forget")])
    async def data(self, interaction: discord.Interaction[Any], what: Literal["show", "export", "forget"] = "show") -> None:
        """What is stored about the asker: an overview, everything as a file, or nothing any more."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        about = await self.bot.store.people.about(interaction.user.id)
        if what == "export":
            async with turn(interaction.user.id):
                body = await apart(json.dumps, {"id": interaction.user.id, **about}, ensure_ascii=False, indent=1)
            file = discord.File(io.BytesIO(body.encode()), "data.json")
            await interaction.edit_original_response(content=say("data.export"), attachments=[file])
            return
        lines = [say(f"data.{kind}", n=len(rows)) for kind, rows in about.items() if rows]
        words = "\n".join([say("data.stored"), *lines]) if lines else say("data.nothing")
        if what == "show":
            await interaction.edit_original_response(content=f"{words}\n{say('data.more')}")
            return
        buttons = panel([Press("forget", str(interaction.user.id), say("button.forget"), discord.ButtonStyle.danger)])
        await interaction.edit_original_response(content=f"{words}\n{say('data.forget')}", view=buttons)

    async def on_forget(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Forget me*: unfinished games are resigned, and then nothing is left of a person."""
        await interaction.response.defer()
        player = interaction.user.id
        if rest != str(player):
            raise Unfit("data.not_yours")
        say = await voice(interaction)
        live, waiting, tournaments = await self.bot.store.people.unfinished(player)
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
        await self.bot.tables.reread(await self.bot.store.people.forget(player))
        await interaction.edit_original_response(content=say("data.forgotten"), view=None)

    async def _give_up(self, table: int, player: int) -> None:
        """Somebody is out of a game, whatever others do there at the same moment."""
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

    @group.command(name=command_text("settings.stops"), description=command_text("settings.stops.desc"))
    @worded("settings.stops", "game")
    async def stops(self, interaction: discord.Interaction[Any], game: GameName) -> None:
        """The standing orders that the asker begins with at tables of a game."""
        await interaction.response.defer(ephemeral=True)
        chosen = game_named(game, games(), await voice(interaction))
        await interaction.edit_original_response(**await self._stops(interaction, chosen))

    @stops.autocomplete("game")
    async def complete_stops(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())

    async def on_usual(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Usual stops chosen from one of the menus of a game."""
        await interaction.response.defer()
        game, group = rest.split(":")
        if game not in games():
            raise Unfit("error.too_old")
        people, player = self.bot.store.people, interaction.user.id
        given = await people.stops(player, game)
        await people.set_stops(player, game, chosen_stops(build(game), given, int(group), values))
        await interaction.edit_original_response(**await self._stops(interaction, game))

    async def _stops(self, interaction: discord.Interaction[Any], game: str) -> dict[str, Any]:
        """The usual stops of the asker in a game, with what they do."""
        say = await voice(interaction, game)
        given = await self.bot.store.people.stops(interaction.user.id, game)
        menus = stop_menus(build(game), given, say, "usual", game)
        lines = [f"**{say('stops.usual', game=say('title'))}**", *([say("stops.when"), say("stops.seen")] if menus else [say("stops.none")])]
        lines += listed_stops(build(game), given, say)
        return {"content": cut("\n".join(lines)), "view": panel(menus)}

    @group.command(name=command_text("settings.order"), description=command_text("settings.order.desc"))
    @app_commands.describe(order=command_text("settings.order.name.desc"), on=command_text("settings.order.on.desc"))
    @app_commands.rename(order=command_text("settings.order.name"), on=command_text("settings.pings.on"))
    async def order(self, interaction: discord.Interaction[Any], order: app_commands.Range[str, 1, 40], on: bool) -> None:
        """A standing order at this channel's table."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        say = await voice(interaction, table.rules.key)
        seat = table.seat_of(interaction.user.id)
        if order not in table.rules.orders:
            await interaction.edit_original_response(
                content=say("order.none", orders=" · ".join(say(f"order.{known}") for known in table.rules.orders))
            )
            return
        orders = table.orders(seat) | {order} if on else table.orders(seat) - {order}
        await table.order(seat, orders)
        await interaction.edit_original_response(content=say("order.set" if on else "order.off", what=say(f"order.{order}")))

    @order.autocomplete("order")
    async def complete_order(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await table_for(interaction)
        except NoTable:
            return []
        say = texts((await voice(interaction)).language, table.rules.key)
        named = [(say(f"order.{o}"), o) for o in table.rules.orders]
        return [app_commands.Choice(name=name[:100], value=o) for name, o in named if folded(current) in folded(name) or current in o][:25]


def _away_before(away: list[tuple[float, float]], now: float) -> list[tuple[float, float]]:
    """The days away of this year that have passed."""
    start, _ = year_of(now)
    return [(max(begun, start), min(until, now)) for begun, until in away if until > start and begun < now]


def hours_words(hours: Hours, now: float, say: Texts) -> str:
    """When somebody rests."""
    lines = [say("hours.unreadable")] if hours.unreadable else []
    lines.append(say("hours.zone_now", zone=hours.zone.replace("_", " ")))
    lines.append(say("hours.quiet", start=hours.quiet[0], end=hours.quiet[1]) if hours.quiet else say("hours.no_quiet"))
    lines.append(say("hours.weekends" if hours.weekends else "hours.no_weekends"))
    until = next((until for begun, until in hours.away if begun <= now < until), None)
    spent = sum(b - a for a, b in _away_before(list(hours.away), now))
    lines.append(say("hours.away", until=moment(until)) if until else say("hours.here", n=int((AWAY_DAYS * DAY - spent) // DAY)))
    return "\n".join([*lines, say("hours.note")])


async def setup(bot: Referee) -> None:
    await bot.add_cog(SettingsCommands(bot))
