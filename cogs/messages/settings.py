"""The pages of `/settings` and of `/referee settings`: the present settings, with a menu or button for each, which takes effect at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.messages.buttons import Choose, Press, Whom, panel
from cogs.messages.challenge_settings import WHERE, terms_lines
from cogs.messages.forms import TextForm
from cogs.messages.mentions import mention_by_id
from cogs.messages.truncation import cut
from data.content import games
from data.language import NAMES, Texts, texts
from data.practice import puzzles
from data.rest_hours import Hours
from data.store.challenge_settings import LISTED, NOBODY, TABLES, WHOM, Accepting
from data.store.channel_settings import EVERYBODY, MODERATORS, Room
from data.store.daily_practice import PracticeRoom
from data.store.personal_settings import Settings
from render.theme import THEMES, USUAL_THEME

MAIN, HOURS, CHALLENGES, BLOCK, STOPS, DATA = "main", "hours", "challenges", "block", "stops", "data"
PAGES = (HOURS, CHALLENGES, BLOCK, STOPS, DATA)
CLOCKS, AWAY = "clocks", "away"
THE_TABLES = "table"
"""Chosen in the place of a theme by whoever has none of their own."""
ON, OFF = "on", "off"
SERVER, CHANNEL = "server", "channel"
NO_DAILY, ANY_DAILY = "none", "any"
"""Chosen in the place of a game whose positions of the day are posted."""
FORM = "f:settings:"
LAST_ROW = 4
GREEN, GREY = discord.ButtonStyle.success, discord.ButtonStyle.secondary


def _options(named: Iterable[tuple[str, str]], chosen: Iterable[str]) -> list[discord.SelectOption]:
    held = {*chosen}
    return [discord.SelectOption(label=label[:100], value=value, default=value in held) for value, label in named]


def _switch(what: str, on: bool, say: Texts, row: int) -> Press:
    """A button that says whether a setting is on, and toggles it."""
    label = f"{'✓ ' if on else ''}{say(f'settings.{what}')}"
    return Press("set", f"{what}:{OFF if on else ON}", label, GREEN if on else GREY, row=row)


def _back(say: Texts) -> Press:
    return Press("settings", MAIN, say("pick.back"), row=LAST_ROW)


def _titles(say: Texts) -> list[tuple[str, str]]:
    return [(key, texts(say.language, key)("title")) for key in games()]


def _page(lines: Iterable[str], items: Sequence[Any]) -> dict[str, Any]:
    return {"content": cut("\n".join(line for line in lines if line)), "attachments": [], "view": panel(items)}


def main_page(say: Texts, settings: Settings, direct: bool, notes: Sequence[str], moderator: bool) -> dict[str, Any]:
    """The first page: language, look and pings, and buttons to the other pages; for moderators also to the channel's settings."""
    theme = settings.theme or THE_TABLES
    now = say(
        "settings.now",
        language=NAMES[say.language],
        theme=say(f"theme.{theme}"),
        pings=say("settings.on" if settings.pings else "settings.off"),
        everywhere=say("settings.on" if settings.everywhere else "settings.off"),
        direct=say("settings.on" if direct else "settings.off"),
        motion=say("settings.on" if settings.motion else "settings.off"),
    )
    looks = [(name, say(f"cmd.theme.{name}")) for name in (*THEMES, THE_TABLES)]
    items: list[Any] = [
        Choose("set", "language", _options(NAMES.items(), [say.language]), say("settings.language"), 0),
        Choose("set", "theme", _options(looks, [theme]), say("settings.theme"), 1),
        _switch("pings", settings.pings, say, 2),
        _switch("direct", direct, say, 2),
        _switch("profile", settings.everywhere, say, 2),
        _switch("motion", settings.motion, say, 2),
        *(Press("settings", page, say(f"settings.{page}"), discord.ButtonStyle.primary, row=3) for page in PAGES),
    ]
    if moderator:
        items.append(Press("roomset", f"{CHANNEL}:0:show", say("settings.room"), discord.ButtonStyle.primary, row=LAST_ROW))
    return _page([now, *notes], items)


def hours_page(say: Texts, hours: Hours, words: str) -> dict[str, Any]:
    """The page of resting hours."""
    items = [
        Press("setask", HOURS, say("hours.set"), discord.ButtonStyle.primary, row=0),
        Press("setask", AWAY, say("hours.go"), discord.ButtonStyle.primary, row=0),
        _switch("weekends", hours.weekends, say, 0),
        _back(say),
    ]
    return _page([words], items)


def challenges_page(say: Texts, now: Accepting) -> dict[str, Any]:
    """The page of challenges: whose challenges a person accepts automatically, on what terms, and who may sit down with them."""
    terms, names = now.terms, ", ".join(map(mention_by_id, sorted(now.named)))
    key = "accepts.listed_none" if now.whom == LISTED and not names else f"accepts.{now.whom}"
    lines = [say(key, names=names), *(terms_lines(terms, say) if now.whom != NOBODY else [])]
    if now.tables == LISTED:
        lines.append(say("accepts.tables", names=names) if names else say("accepts.tables_none"))
    where = terms.where or WHERE[1]
    items: list[Any] = [
        Choose("set", "whom", _options([(whom, say(f"challenges.{whom}")) for whom in WHOM], [now.whom]), say("challenges.whom"), 0),
        Choose("set", "games", _options(_titles(say), terms.games), say("challenges.games"), 1, (0, len(games()))),
        Choose("set", "servers", _options([(at, say(f"challenges.servers.{at}")) for at in WHERE], [where]), say("challenges.servers"), 2),
        Whom("setwhom", CHALLENGES, say("challenges.named"), 3),
        Press("setask", CLOCKS, say("challenges.clocks"), discord.ButtonStyle.primary, row=LAST_ROW),
        _switch("rated", terms.rated, say, LAST_ROW),
        _switch("mine", now.tables == LISTED, say, LAST_ROW),
        _back(say),
    ]
    return _page(lines, items)


def block_page(say: Texts, blocked: Sequence[int]) -> dict[str, Any]:
    """The page of the people whom a person has blocked."""
    words = say("block.list", names=", ".join(map(mention_by_id, blocked))) if blocked else say("block.nobody")
    return _page([words], [Whom("setwhom", BLOCK, say("block.named"), 0), _back(say)])


def games_page(say: Texts) -> dict[str, Any]:
    """The page of the games, for each of which a person may have usual stops."""
    return _page([say("settings.stops.which")], [Choose("set", STOPS, _options(_titles(say), ()), say("settings.stops"), 0), _back(say)])


def stops_page(say: Texts, lines: Sequence[str], menus: Sequence[Choose]) -> dict[str, Any]:
    """The page of a game's usual stops, with menus that change them."""
    return _page(lines, [*menus, Press("settings", STOPS, say("pick.back"), row=LAST_ROW)])


def data_page(say: Texts, words: str, player: int, sure: bool = False) -> dict[str, Any]:
    """The page of a person's stored data: export it, or delete it, which has to be confirmed."""
    forget = Press("forget", str(player), say("button.forget"), discord.ButtonStyle.danger, row=0)
    ask = Press("settings", f"{DATA}:sure", say("button.forget"), row=0)
    items = [forget] if sure else [Press("settings", f"{DATA}:export", say("settings.data.export"), discord.ButtonStyle.primary, row=0), ask]
    return _page([words, say("data.forget" if sure else "data.more")], [*items, _back(say)])


def room_words(room: Room, say: Texts) -> str:
    """The settings of a channel, in words."""
    allowed = [texts(say.language, key)("title") for key in room.games or ()]
    lines = [
        say("room.games", games=", ".join(allowed)) if allowed else say("room.all_games"),
        say(f"room.{room.starters or EVERYBODY}"),
        say("room.language", language=NAMES.get(room.language, room.language)) if room.language else say("room.any_language"),
        say("room.no_pings" if room.pings is False else "room.pings"),
        say("room.theme", theme=say(f"theme.{room.theme or USUAL_THEME}")),
        say("room.still" if room.motion is False else "room.moving"),
    ]
    return "\n".join(lines)


def room_page(say: Texts, scope: str, made: int, room: Room) -> dict[str, Any]:
    """The page of settings of a channel, or of its whole server (`scope`); `made` is when a moderator opened it (seconds since 1970)."""
    about, other = f"{scope}:{made}", SERVER if scope == CHANNEL else CHANNEL
    starters = [(who, say(f"room.{who}")) for who in (EVERYBODY, MODERATORS)]
    looks = [(name, say(f"cmd.theme.{name}")) for name in THEMES]
    quiet, still = room.pings is False, room.motion is False
    items: list[Any] = [
        Choose("roomset", f"{about}:games", _options(_titles(say), room.games or ()), say("room.which"), 0, (0, len(games()))),
        Choose("roomset", f"{about}:starters", _options(starters, [room.starters or EVERYBODY]), say("room.starters"), 1),
        Choose("roomset", f"{about}:language", _options(NAMES.items(), [room.language or ""]), say("room.speaks"), 2),
        Choose("roomset", f"{about}:theme", _options(looks, [room.theme or USUAL_THEME]), say("room.look"), 3),
        Press("roomset", f"{about}:{'pings' if quiet else 'quiet'}", f"{'' if quiet else '✓ '}{say('room.ping')}", GREY if quiet else GREEN, row=4),
        Press(
            "roomset", f"{about}:{'motion' if still else 'still'}", f"{'' if still else '✓ '}{say('room.motion')}", GREY if still else GREEN, row=4
        ),
        Press("roomset", f"{other}:{made}:show", say(f"room.to_{other}"), discord.ButtonStyle.primary, row=4),
        *([Press("roomset", f"{about}:daily", say("room.daily"), discord.ButtonStyle.primary, row=4)] if scope == CHANNEL else []),
        Press("roomset", f"{about}:reset", say("room.reset"), discord.ButtonStyle.danger, row=4),
    ]
    return _page([f"**{say(f'room.of_{scope}')}**", room_words(room, say)], items)


def daily_page(say: Texts, made: int, now: PracticeRoom | None, channel: int) -> dict[str, Any]:
    """The page of the position of the day, as it is `now` in a server, opened in a channel at a moment (`made`). It offers games with positions."""
    if now is None:
        words = say("daily.none")
    else:
        game = texts(say.language, now.game)("title") if now.game else say("daily.any")
        words = say("daily.here" if now.channel == channel else "daily.elsewhere", game=game, channel=f"<#{now.channel}>")
    chosen = NO_DAILY if now is None or now.channel != channel else now.game or ANY_DAILY
    having = [(key, title) for key, title in _titles(say) if puzzles(key) or key == chosen]
    named = [(NO_DAILY, say("daily.off")), (ANY_DAILY, say("daily.any")), *having]
    items = [
        Choose("roomset", f"{CHANNEL}:{made}:practice", _options(named, [chosen]), say("daily.choose"), 0),
        Press("roomset", f"{CHANNEL}:{made}:show", say("pick.back"), row=1),
    ]
    return _page([f"**{say('room.daily')}**", say("daily.what"), words], items)


# Forms


def hours_form(say: Texts, hours: Hours) -> ui.Modal:
    """The form for a time zone and the hours of rest."""
    start, end = ("", "") if hours.quiet is None else map(str, hours.quiet)
    fields = [("zone", hours.zone, 40), ("start", start, 2), ("end", end, 2)]
    return TextForm(say("hours.set"), f"{FORM}{HOURS}", [(name, say(f"hours.form.{name}"), value, most) for name, value, most in fields])


def away_form(say: Texts) -> ui.Modal:
    """The form for the number of days that a person is away."""
    return TextForm(say("hours.go"), f"{FORM}{AWAY}", [("days", say("hours.form.days"), "", 2)])


def clocks_form(say: Texts) -> ui.Modal:
    """The form for the fastest and slowest clock on which challenges are accepted; empty fields stay unchanged."""
    fields = [(name, say(f"challenges.{name}"), "", 20) for name in ("fastest", "slowest")]
    return TextForm(say("challenges.clocks"), f"{FORM}{CLOCKS}", fields)


SETTABLE = {"pings": "pings", "profile": "everywhere", "motion": "motion"}
"""Switches that are columns of somebody's settings, by the name of their button."""
TABLES_OF = {ON: TABLES[1], OFF: TABLES[0]}
"""Who may sit down at tables that somebody opens, as the switch has it."""
