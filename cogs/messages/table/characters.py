"""Characters in words: who plays in a game, at which level and how; choosing one by a button or by typing; what they say first and last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.drawing import to_file
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import Texts, texts
from data.lookup.name_matching import meant
from data.store.rows import SeatRow
from data.user_text import Typed
from render.faces import paint_faces
from rules.computers.characters import Character, characters_of
from rules.game import Outcome

MENU = "characters"
"""The verb of the menu of games and of the buttons that show a game's characters."""
APART = ","
"""Between names that are typed."""


def manner(character: Character[Any], say: Texts) -> str:
    """A character's level and temper: *normal · plays boldly*."""
    return f"{say(f'level.{character.level}')} · {say(f'temper.{character.temper}')}"


def characters_menu(say: Texts) -> list[Choose]:
    """The menu of the games that have characters; none if there is no such game."""
    options = [discord.SelectOption(label=texts(say.language, key)("title"), value=key) for key in games() if characters_of(build(key))]
    return [Choose(MENU, "", options, say("newgame.characters"))] if options else []


def characters_message(game: str, say: Texts, files: Sequence[discord.File] = ()) -> dict[str, Any]:
    """The arguments of the private message with the characters of a game (`say` has its texts), each with a button that opens a table against
    them; `files`: their faces."""
    found = characters_of(build(game))
    lines = [f"**{one.name}** · {manner(one, say)}\n{say(f'character.{key}')}" for key, one in found.items()]
    buttons = [Press("fresh", f"{key}:{game}", one.name, discord.ButtonStyle.success) for key, one in found.items()]
    return {"content": "\n".join([say("characters.which", title=say("title")), *lines]), "view": panel(buttons), "attachments": [*files]}


def faces_file(game: str, theme: str, say: Texts) -> discord.File:
    """A picture with the faces of a game's characters; slow."""
    found = characters_of(build(game))
    names = {key: one.name for key, one in found.items()}
    return to_file(paint_faces(game, names, theme), "\n".join(f"{one.name}: {manner(one, say)}" for one in found.values()), "characters")


def characters_meant(text: str, game: str) -> list[str]:
    """The keys of the characters that somebody typed, with commas between. Raises Unfit, with the names that there are, for any other."""
    there = characters_of(build(game))
    found = list[str]()
    for name in filter(None, (part.strip() for part in text.split(APART))):
        keys = meant(name, {key: (one.name,) for key, one in there.items()})
        if len(keys) != 1:
            raise Unfit("characters.unknown" if there else "characters.none", name=Typed(name), names=", ".join(one.name for one in there.values()))
        found += keys
    return list(dict.fromkeys(found))


def character_completions(text: str, game: str, say: Texts) -> list[tuple[str, str]]:
    """Completions of typed characters: each as shown, and the whole text with it. Those named already are left out."""
    *done, last = text.split(APART)
    named = {part.strip().casefold() for part in done}
    before = "".join(f"{part.strip()}{APART} " for part in done)
    return [
        (f"{before}{one.name} · {manner(one, say)}", f"{before}{one.name}")
        for key, one in characters_of(build(game)).items()
        if key not in named and key.startswith(last.strip().casefold())
    ]


def characters_told(opponents: Sequence[str | None], game: str, say: Texts) -> list[str]:
    """A line for each character among the opponents of a table."""
    there = characters_of(build(game))
    found = [there[name] for name in opponents if name in there]
    return [say("characters.plays", name=one.name, level=say(f"level.{one.level}"), manner=say(f"temper.{one.temper}")) for one in found]


def greetings(seats: Sequence[SeatRow], game: str, say: Texts) -> list[str]:
    """What the characters at a table say when their game begins: it depends on who they are alone."""
    return [_says(one, f"begins.{one.temper}", say) for _, one in _sitting(seats, game)]


def farewells(seats: Sequence[SeatRow], game: str, outcome: Outcome, say: Texts) -> list[str]:
    """What the characters at a table say when their game is over: it depends on who has won alone."""
    found = []
    for seat, one in _sitting(seats, game):
        shared = seat in outcome.winners and len(outcome.winners) > 1
        found.append(_says(one, "shares" if shared else f"{'wins' if seat in outcome.winners else 'loses'}.{one.temper}", say))
    return found


def _sitting(seats: Sequence[SeatRow], game: str) -> list[tuple[int, Character[Any]]]:
    there = characters_of(build(game))
    return [(s.seat, there[s.computer]) for s in seats if s.computer in there]


def _says(one: Character[Any], key: str, say: Texts) -> str:
    return say("characters.says", name=one.name, words=say(f"characters.{key}"))
