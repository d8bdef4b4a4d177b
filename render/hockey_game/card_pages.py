"""Whole cards of what can be looked up: teams, heroes, bonus cards, special cards, injuries, referee cards."""

from __future__ import annotations

from collections.abc import Sequence

from render import cards
from render.canvas import Box, Canvas, Scene
from render.cards import Art, RowKey, ShownCard
from render.hockey_game.emblems import emblem
from render.hockey_game.icons import symbol
from render.hockey_game.names import card_name
from render.look import Look
from render.theme import theme
from rules.printed_cards import Face

ATTRIBUTES = ("attack", "defence", "speed", "strength", "pass", "shot", "goalie")
REFEREE = "referee"
"""The part of a price that stands for the referee's sign."""
SHOWN = ("team", "hero")
"""What has attributes."""


def _value(s: Canvas, x: float, y: float, r: float, text: str) -> None:
    """Draws what a bonus card adds, or that it lets the referee act."""
    if text == REFEREE:
        return symbol(s, x, y, r)
    s.ellipse((x, y), r, "edge")
    s.text((x, y), text, r * 1.1, "plate")


class _Art(Art):
    """Draws a team's picture: its emblem, large, as beside its name."""

    def picture(self, s: Canvas, box: Box, shown: ShownCard | RowKey, ground: str = "") -> None:
        if not (isinstance(shown, ShownCard) and shown.type == "team"):
            return super().picture(s, box, shown, ground)
        left, top, width, height = box
        role, size = self.role(shown.colour), min(width, height) * 0.78
        s.glow(box, (f"{role}_deep", role, f"{role}_glow"), min(16, width / 8))
        emblem(s, left + (width - size) / 2, top + (height - size) / 2, size, shown.word)


ART = _Art(
    "hockey_game",
    lambda colour: colour,
    str.split,
    _value,
    {name: name for name in ATTRIBUTES},
    {"team": "rays", "bonus": "rays", "special": "rings", "injury": "teeth", "referee": "works"},
    {"team": "gold", "hero": "gold", "special": "gold"},
    off="dim",
)


def card_scene(face: Face, look: Look, lines: Sequence[str], now: Sequence[str] = ()) -> Scene:
    """The page of a team, a card or a referee card; `lines` say what it does, `now` its state in a match."""
    say = look.say
    numbers = face.numbers if face.type in SHOWN else ()
    colour = face.type if face.type in ("hero", "special", "injury") else "bonus"
    name, price = card_name(face.word, look), ""
    if face.type == "bonus":
        colour = face.subtypes[0] if face.subtypes else "bonus"
        name, price = say(f"word.{colour}") if face.subtypes else say("hg.any_move"), f"+{face.numbers[0][1]}"
    text = () if numbers else tuple(lines)
    shown = ShownCard(face.word, colour, face.type, face.type, name[:1].upper() + name[1:], price, say(f"hg.kind.{face.type}"), numbers, text)
    return cards.card_scene(shown, {what: say(f"word.{what}") for what, _ in numbers}, now, "", theme(look.theme).letters)
