"""The greeting of a server that the bot joins, `/help` with what the bot can do in short pages, and the choice of games."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.drawing import cover_file
from cogs.messages.table.characters import MENU
from cogs.messages.table.new_game import COMPUTER, SEATS, newgame_menus
from data.content import build, games
from data.language import Texts, texts
from data.lesson import lesson
from rules.computers.characters import characters_of

LEARN, MORE = "learn", "more"
PAGES = 4
"""Pages of what the bot can do."""


def welcome_message(say: Texts, more: bool = False) -> dict[str, Any]:
    """A short text, and a button for each way to begin; `more` adds one that tells what else the bot can do."""
    titles = ", ".join(f"**{texts(say.language, key)('title')}**" for key in games())
    buttons = _beginnings(say)
    if more:
        buttons.append(Press("welcome", f"{MORE}:0", say("welcome.more")))
    return {"content": say("welcome.text", games=titles), "view": panel(buttons)}


def _beginnings(say: Texts) -> list[Press]:
    """A button for each way to begin."""
    return [Press("welcome", way, say(f"welcome.{way}"), discord.ButtonStyle.primary) for way in (COMPUTER, SEATS, LEARN)]


_STYLES = {COMPUTER: discord.ButtonStyle.success}


def begin_message(way: str, say: Texts) -> dict[str, Any]:
    """The games, for one way to begin: choosing one deals it, or opens its lesson."""
    if way == LEARN:
        found = [key for key in games() if lesson(key)]
        return {"content": say("welcome.lessons"), "view": panel([Press("lesson", key, texts(say.language, key)("title")) for key in found])}
    menus: list[Press | Choose] = [menu for menu in newgame_menus(say) if menu.rest in ((way, "") if way == COMPUTER else (way,))]
    return {"content": say("newgame.which"), "view": panel(menus)}


def more_message(page: int, say: Texts) -> dict[str, Any]:
    """A page of what the bot can do."""
    page = min(page, PAGES - 1)
    ways = [(page - 1, say("list.before")), (page + 1, say("list.after"))]
    buttons = [Press("welcome", f"{MORE}:{at}", label) for at, label in ways if 0 <= at < PAGES]
    buttons += _beginnings(say)
    return {"content": f"{say(f'help.page.{page + 1}')}\n-# {page + 1}/{PAGES}", "view": panel(buttons)}


def cover_files(theme: str, language: str) -> dict[str, discord.File]:
    """The cover pictures of all games that have one; slow."""
    found = {key: cover_file(key, theme, language) for key in games()}
    return {key: file for key, file in found.items() if file}


def games_message(say: Texts, pictures: dict[str, discord.File]) -> dict[str, Any]:
    """All games with their covers: what each is about, its length, number of players and difficulty, and buttons to begin."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(say("newgame.which")))
    for key in games():
        said = texts(say.language, key)
        words = f"**{said('title')}** · {said('intro.about')}" + (f"\n-# {said('intro.size')}" if said.find("intro.size") else "")
        cover: list[ui.Item[Any]] = [ui.MediaGallery(discord.MediaGalleryItem(pictures[key]))] if key in pictures else []
        ways = [Press("fresh", f"{way}:{key}", say(f"newgame.{way}"), _STYLES.get(way, discord.ButtonStyle.secondary)) for way in (COMPUTER, SEATS)]
        ways += [Press(MENU, key, say("newgame.characters"))] if characters_of(build(key)) else []
        view.add_item(ui.Container(*cover, ui.TextDisplay(words), ui.ActionRow(*ways)))
    return {"view": view, "attachments": [*pictures.values()]}
