"""`/profile`: games played, results, ratings and tournaments of a player."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import panel
from cogs.messages.command_declarations import also_in_private, command_text, worded
from cogs.messages.drawing import drawn, to_file
from cogs.messages.reply import answer_with, called, theme_of, voice
from cogs.messages.table.clocks import day, duration
from cogs.messages.table.new_game import newgame_menus
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.people.leaderboard import rating_words
from cogs.people.names import known_names
from cogs.people.tournament_record import record_lines
from cogs.play.unfit import Unfit
from data.content import games
from data.language import Texts, texts
from data.store.finished_games import Played
from data.store.ratings import Ranked
from data.store.rows import EVERYWHERE
from render.charts import Curve, paint_curve

if TYPE_CHECKING:
    from cogs.service.bot import Referee

OPPONENTS = 5
"""Opponents named in a profile."""
TOURNAMENTS = 50
"""The latest tournaments that a profile counts."""


class ProfileCommands(commands.Cog):
    """The command `/profile`."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @app_commands.command(name=command_text("profile"), description=command_text("profile.desc"))
    @also_in_private
    @worded("profile", "player", "game")
    async def profile(self, interaction: discord.Interaction[Any], player: discord.User | None = None, game: GameName = "") -> None:
        """Shows a player's games, results, reply times and ratings, with the curve of one rating: those of this server; of all servers for players
        who allow it, and for oneself outside of servers."""
        await interaction.response.defer(ephemeral=True)
        who = player or interaction.user
        say = await voice(interaction)
        chosen = await game_meant(interaction, game, games()) if game else None
        here = interaction.guild_id or EVERYWHERE
        everywhere = (await self.bot.store.personal_settings.settings(who.id)).everywhere
        if not (here or everywhere or who.id == interaction.user.id):
            raise Unfit("profile.hidden")
        guild = EVERYWHERE if everywhere else here
        played = [p for p in await self.bot.store.finished_games.played(who.id, guild) if chosen in (None, p.game)]
        ratings = [r for r in await self.bot.store.ratings.ranked(guild, chosen, who.id) if chosen in (None, r.game)]
        lines = [f"**{called(who)}**"]
        lines += _ratings(ratings, say) if ratings else [say("profile.unrated")]
        lines += _results(played, who.id, say) if played else [say("profile.no_games")]
        lines += await self._opponents(played, who.id, interaction, say)
        entered = await self.bot.store.tournaments.begun_of(who.id, guild, chosen, TOURNAMENTS)
        lines += await record_lines(entered, lambda t: t.guild == interaction.guild_id or who.id == interaction.user.id, say)
        if replies := await self.bot.store.finished_games.answer_times(who.id, guild):
            lines.append(say("profile.reply", time=duration(statistics.median(replies), say)))
        if guild:
            lines.append(say("profile.here"))
        files = [await self._curve(interaction, who.id, max(ratings, key=lambda r: r.games), guild, say)] if ratings else []
        begins = not played and who.id == interaction.user.id  # They learn what to do first.
        lines += [say("profile.begin" if interaction.guild is not None else "profile.begin_private")] if begins else []
        view = panel(newgame_menus(say) if begins and interaction.guild is not None else [])
        await answer_with(interaction, content=cut("\n".join(lines)), attachments=files, view=view)

    async def _opponents(self, played: Sequence[Played], player: int, interaction: discord.Interaction[Any], say: Texts) -> list[str]:
        """Results against the most frequent opponents whose names the asker may know."""
        met: dict[int, Counter[str]] = {}
        for one in played:
            for other in {p for group in one.places for p in group if p not in (None, player)}:
                met.setdefault(other or 0, Counter())[against(one, player, other or 0)] += 1
        names = await known_names(self.bot, interaction, met)
        often = sorted(names, key=lambda other: (-met[other].total(), other))[:OPPONENTS]
        return [say("profile.against", name=names[other], results=tally(met[other], say)) for other in often]

    async def _curve(self, interaction: discord.Interaction[Any], player: int, ranked: Ranked, guild: int, say: Texts) -> discord.File:
        rated = list((await self.bot.store.ratings.curve(player, ranked.game, guild)).values())
        zone = (await self.bot.store.personal_settings.hours(interaction.user.id)).zone
        shown = [r.rating.shown for r in rated]
        best, last, low = max(shown), shown[-1], min(shown)
        title = say("profile.curve", game=texts(say.language, ranked.game)("title"))
        below = f"{say('profile.rated_games', n=len(rated))} · {say('profile.band')}"
        now = say("profile.now_best" if last == best else "profile.now", rating=last)
        days = [day(r.ended, say, zone) for r in rated]
        curve = Curve(title, below, [(r.rating.shown, r.rating.unsure) for r in rated], days, say("profile.best", rating=best), now)
        picture = await drawn(paint_curve, curve, await theme_of(interaction))
        facts = {"first": shown[0], "last": last, "low": low, "high": best, "unsure": rated[-1].rating.unsure, "start": days[0], "end": days[-1]}
        words = say("profile.curve_words", title=title, when=days[max(n for n, value in enumerate(shown) if value == best)], **facts)
        return to_file(picture, f"{words} {say('profile.rated_games', n=len(rated))}", "curve")

    @profile.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())


def result_of(played: Played, player: int) -> str:
    """`won`, `shared` or `lost`: the result of a game for a player."""
    first = played.places[0]
    return "lost" if player not in first else "won" if len(first) == 1 else "shared"


def against(played: Played, player: int, other: int) -> str:
    """`won`, `shared` or `lost`: whether `player` was placed above `other`."""
    mine, theirs = (next(n for n, group in enumerate(played.places) if who in group) for who in (player, other))
    return "won" if mine < theirs else "lost" if mine > theirs else "shared"


def tally(results: Counter[str], say: Texts) -> str:
    """Counts of results, such as 3 won, 1 shared, 2 lost."""
    return say("profile.tally", won=results["won"], shared=results["shared"], lost=results["lost"])


def _ratings(ratings: Sequence[Ranked], say: Texts) -> list[str]:
    return [say("profile.rating", game=texts(say.language, r.game)("title"), rating=rating_words(r), n=r.games) for r in ratings]


def _results(played: Sequence[Played], player: int, say: Texts) -> list[str]:
    """Results in all and by game, and the present streak."""
    results = [result_of(one, player) for one in played]
    lines = [say("profile.all", results=tally(Counter(results), say))]
    for key in sorted({one.game for one in played}):
        own = Counter(r for r, one in zip(results, played, strict=True) if one.game == key)
        lines.append(say("profile.by_game", game=texts(say.language, key)("title"), results=tally(own, say)))
    streak = next((n for n, r in enumerate(results) if r != results[0]), len(results))
    if streak > 1:
        lines.append(say(f"profile.streak_{results[0]}", n=streak))
    return lines


async def setup(bot: Referee) -> None:
    await bot.add_cog(ProfileCommands(bot))
