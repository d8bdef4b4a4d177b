"""Whole cards of what can be looked up: cards, monsters, places, terrain."""

from __future__ import annotations

from collections.abc import Sequence

from render import cards
from render.canvas import Canvas, Scene
from render.cards import Art, ShownCard
from render.look import Look
from render.theme import theme
from rules.printed_cards import Face

COLOUR = {
    "white": "card_white", "blue": "card_blue", "red": "card_red", "green": "card_green", "wound": "card_wound",
    "orc": "card_green", "dragon": "card_red", "soldier": "card_blue", "undead": "card_wound",
    "portal": "meditation", "village": "sand", "monastery": "meditation", "castle": "card_blue",
    "magic_circle": "meditation", "ruins": "card_white", "tomb": "card_wound", "tower": "card_blue",
    "plains": "card_green", "forest": "card_green", "swamp": "card_green", "sea": "card_blue",
    "arid": "sand", "hills": "sand", "desert": "sand", "mountain": "card_white",
}  # fmt: skip
"""The role of a card's colour, a monster's family, a place or a terrain."""


def _no_part(s: Canvas, x: float, y: float, r: float, text: str) -> None:
    """Draws nothing: HexKnight's cards have no cost."""


ART = Art(
    "hexknight",
    lambda colour: COLOUR[colour],
    lambda text: [],
    _no_part,
    {"attack": "attack", "defence": "defence", "speed": "speed", "meditation": "meditation", "experience": "edge"},
    {"card": "rays", "wound": "teeth", "monster": "land", "place": "land"},
    {"card": "stone", "wound": "stone", "monster": "gold", "place": "stone", "terrain": "stone"},
)


def card_scene(face: Face, look: Look, lines: Sequence[str], now: Sequence[str] = ()) -> Scene:
    """A card, a monster, a place or a terrain; `lines` say what it does, `now` how it stands in a game."""
    say = look.say
    name = say(f"word.{face.word}")
    kind = say(f"hk.kind.{face.type}") + "".join(f" – {say(f'hk.family.{family}')}" for family in face.subtypes)
    colour = face.subtypes[0] if face.subtypes else face.color or face.word
    numbers = tuple((what, n) for what, n in face.numbers if what in ART.numbers) if face.type in ("card", "monster") else ()
    # The first line of a card and of a monster says its numbers.
    text = tuple(lines[1:] if numbers else lines)
    shown = ShownCard(face.word, colour, face.type, face.type, name[:1].upper() + name[1:], "", kind, numbers, text)
    return cards.card_scene(shown, {what: say(f"hk.number.{what}") for what, _ in numbers}, now, "", theme(look.theme).letters)
