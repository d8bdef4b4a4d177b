"""The lines of `/leaderboard`: players ranked by their rating in a game, or by games played and won, which needs no rating."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import discord

from cogs.messages.reply import called
from cogs.people.names import known_names
from data.language import Texts, texts
from data.store.games_played import Tally
from data.store.ratings import Ranked
from data.store.rows import EVERYWHERE

if TYPE_CHECKING:
    from cogs.service.bot import Referee

TOP = 10
"""Lines of a leaderboard."""
RATING, GAMES, WINS, STREAK = "rating", "games", "wins", "streak"
BY = (RATING, GAMES, WINS, STREAK)
By = Literal["rating", "games", "wins", "streak"]
THIS, LAST, ALWAYS = "this", "last", "always"
MONTHS = (THIS, LAST, ALWAYS)
Month = Literal["this", "last", "always"]
_ORDER: Mapping[str, Callable[[Tally], tuple[int, ...]]] = {
    GAMES: lambda tally: (-tally.games, -tally.wins),
    WINS: lambda tally: (-tally.wins, tally.games),
    STREAK: lambda tally: (-tally.streak, -tally.wins),
}


class Asked(NamedTuple):
    """A request for a leaderboard: of a game (None: all) in a server, ordered by what, for which month (None: this one, or all time if nobody has
    played in it)."""

    game: str | None
    guild: int
    by: str = WINS
    month: str | None = None


def month_of(which: str, now: float, zone: str) -> tuple[float, float]:
    """The begin and end of a month in a time zone (seconds since 1970); of all time for ALWAYS."""
    if which == ALWAYS:
        return 0, now + 1
    here = datetime.fromtimestamp(now, ZoneInfo(zone))
    first = here.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    if which == THIS:
        return first.timestamp(), now + 1
    before = first.replace(year=first.year - 1, month=12) if first.month == 1 else first.replace(month=first.month - 1)
    return before.timestamp(), first.timestamp()


async def played_lines(bot: Referee, interaction: discord.Interaction[Any], asked: Asked, say: Texts) -> list[str]:
    """Players ranked by games played or won, as far as a server may know; over all servers only those who allow it, and the asker."""
    store, me = bot.store, interaction.user.id
    only = None if asked.guild != EVERYWHERE else {me, *await store.personal_settings.everywhere()}
    zone = (await store.personal_settings.hours(me)).zone
    month = asked.month or THIS
    found = await store.games_played.of(asked.guild, asked.game, *month_of(month, store.now(), zone), only)
    if not found and asked.month is None:
        month = ALWAYS
        found = await store.games_played.of(asked.guild, asked.game, *month_of(month, store.now(), zone), only)
    ordered = sorted(found, key=lambda tally: (*_ORDER[asked.by](tally), tally.player))
    ranked = list(enumerate(ordered, 1))
    shown: Sequence[tuple[int, Tally]] = [*ranked[:TOP], *((n, tally) for n, tally in ranked[TOP:] if tally.player == me)]
    names = {me: called(interaction.user), **await known_names(bot, interaction, (tally.player for _, tally in shown))}
    title = texts(say.language, asked.game)("title") if asked.game else say("leaderboard.all_games")
    lines = [f"**{say('leaderboard.title', game=title)}** · {say(f'leaderboard.by_{asked.by}')} · {say(f'leaderboard.month_{month}')}"]
    for n, tally in shown:
        facts = {"games": say("leaderboard.games_n", n=tally.games), "wins": tally.wins, "streak": tally.streak}
        lines.append(say("leaderboard.played", place=n, name=names.get(tally.player, "?"), **facts))
    return [*lines, say("leaderboard.counted" if shown else "leaderboard.nothing_played")]


async def rated_lines(bot: Referee, interaction: discord.Interaction[Any], game: str, guild: int, say: Texts) -> list[str]:
    """Players of a game ranked by a cautious estimate of their rating; over all servers only those who allow it, and the asker."""
    store, me = bot.store, interaction.user.id
    ranked = list(enumerate(await store.ratings.ranked(guild, game), 1))
    if guild == EVERYWHERE:
        agreed = {me, *await store.personal_settings.shown_everywhere(r.player for _, r in ranked)}
        ranked = [(n, r) for n, r in ranked if r.player in agreed]
    shown = [*ranked[:TOP], *((n, r) for n, r in ranked[TOP:] if r.player == me)]
    names = {me: called(interaction.user)} | await known_names(bot, interaction, (r.player for _, r in shown))
    lines = [f"**{say('leaderboard.title', game=texts(say.language, game)('title'))}**"]
    for n, r in shown:
        lines.append(say("leaderboard.line", place=n, name=names.get(r.player, "?"), rating=rating_words(r), n=r.games))
    return [*lines, say("leaderboard.how" if ranked else "leaderboard.none")]


def rating_words(ranked: Ranked) -> str:
    """A rating with its uncertainty."""
    return f"{ranked.rating.shown} ± {ranked.rating.unsure}"
