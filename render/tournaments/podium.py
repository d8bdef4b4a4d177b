"""The end of a tournament as a picture: the winner, the first three with their medals, and the tournament's facts."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, NamedTuple

from PIL import Image, ImageOps

from render.art import mask
from render.canvas import PLAIN, Canvas, Item, Point, Scene
from render.look import Look
from render.painter import painter
from render.text import font, largest, named
from render.theme import USUAL_THEME, Theme, theme
from render.tournaments.player_marks import COLOURS, EDGE, METALS, WIDTH, Player, head_height, mark, medal, rows, trophy

STAGE, SPARED = 614, 48
"""Height of the stage with its steps, and by how much it is lower where nobody shares a place: two who do need room above each other."""
STEP = 300
"""Width of a step."""
TOPS = {1: 362, 2: 406, 3: 440}
"""How far below the top of the stage the step of a place is."""
ORDER = (2, 1, 3)
"""The places from left to right."""
SHARING = 2
"""So many who share a place are shown; of more their number."""
RAYS = 15
"""Rays of light behind the winner."""
COVER, FADING = 22, 70
"""Where the cover of the game begins, and how much of it fades into the light above and below it."""
FACT, FACTS = 52, (30, 28, 26, 24)
"""Height of a line of facts, and the sizes of its letters."""


class Step(NamedTuple):
    """The player of a place, or several who share it, and what they won it with."""

    place: int
    players: tuple[Player, ...]
    points: str = ""


class Podium(NamedTuple):
    """The end: the tournament's name, its game and format, the winner in a sentence, the first places, lines of facts, and the key of the game that
    has been `played`."""

    title: str
    below: str
    won: str
    steps: tuple[Step, ...]
    facts: tuple[str, ...]
    played: str = ""


def podium(end: Podium) -> Scene:
    """The scene of the end."""
    items: dict[Hashable, Item] = {"head": Item(("head", end.title, end.below), 0, 0)}
    y = head_height(end.below)
    items["stage"] = Item(("stage", end.won, end.steps, end.played), 0, y)
    y += stage_height(end.steps)
    for n, words in enumerate(_in_few_lines(end.facts)):
        items["fact", n] = Item(("fact", words), 0, y + 10)
        y += FACT
    return Scene((WIDTH, y + EDGE), items)


def stage_height(steps: tuple[Step, ...]) -> int:
    """How high the stage is for who stands on it: a desktop shows a low picture larger."""
    return STAGE if any(len(step.players) > 1 for step in steps) else STAGE - SPARED


def _in_few_lines(facts: tuple[str, ...]) -> tuple[str, ...]:
    """Facts in one line if they have room there."""
    whole = " · ".join(facts)
    return (whole,) if facts and font("Medium", FACTS[0]).getlength(whole) <= WIDTH - 2 * EDGE - 8 else facts


def stage_sprite(look: Theme, won: str, steps: tuple[Step, ...], played: str = "") -> Canvas:
    """Draws a stage in golden light before the game's cover: three steps, on each the players of that place, and the winner's name above."""
    high = stage_height(steps)
    s = Canvas((WIDTH, high), look, PLAIN)
    s.glow((EDGE, 0, WIDTH - 2 * EDGE, high), ("stage", "stage_light"), 0, (0.5, 0.42))
    _rays(s, (WIDTH / 2, high * 0.42))
    if played:
        _cover(s, played)
    _frame(s)
    _headline(s, won)
    by_place = {step.place: step for step in steps}
    for n, place in enumerate(ORDER):
        if place in by_place:
            _step(s, WIDTH / 2 + (n - 1) * (STEP + 8), by_place[place])
    return s


def _rays(s: Canvas, centre: Point) -> None:
    """Darkens every other sector around the winner."""
    for n in range(RAYS):
        turns = (2 * math.pi * (n + part) / RAYS for part in (0, 0.45))
        s.polygon([centre, *((centre[0] + WIDTH * math.sin(turn), centre[1] + WIDTH * math.cos(turn)) for turn in turns)], "stage")


class _Silent:
    """Texts that are all empty: the cover has no name then."""

    language = "en"

    def __call__(self, key: str, **facts: Any) -> str:
        return ""

    def find(self, key: str, n: Any = None) -> str | None:
        return None


def _cover(s: Canvas, game: str) -> None:
    """Draws the game's cover in the light of the stage; nothing for a game without one."""
    paint = painter(game)
    if paint.cover is None:
        return
    (item,) = paint.cover(Look(USUAL_THEME, _Silent(), ())).items.values()
    drawn = paint.studio.draw(item.key, theme(USUAL_THEME, game)).image.convert("L")
    level = ImageOps.autocontrast(drawn.resize((s.image.width, drawn.height * s.image.width // drawn.width)), 1)
    colours = s.theme.ramp(("stage", "stage_light"))
    shown = level.point([value * (len(colours) - 1) // 255 for value in range(256)])
    shown.putpalette([part for colour in colours for part in colour])
    fading = Image.new("L", (1, level.height), 255)
    for n in range(FADING * s.scale):
        for y in (n, level.height - 1 - n):
            fading.putpixel((0, y), 255 * n // (FADING * s.scale))
    s.image.paste(shown.convert("RGB"), (0, COVER * s.scale), fading.resize(level.size))


def _frame(s: Canvas) -> None:
    """Draws the stage's edge, and what is outside."""
    far = 60
    for inset, radius, role, line in ((-far, far + 22, "page", far + 1), (0, 22, "best", 5)):
        s.box((EDGE + inset, inset, WIDTH - 2 * (EDGE + inset), s.size[1] - 2 * inset), radius, None, role, line)


def _headline(s: Canvas, won: str) -> None:
    """Draws the winner's name, between two cups if they fit."""
    room = WIDTH - 2 * EDGE - 60
    size, lines = named(won, "Bold", (60, 54, 48, 42), (36, 32, 28), room - 220)
    if len(lines) > 1:
        size, lines = named(won, "Bold", (42, 38), (36, 32, 28), room)
    wide = max(font("Bold", size).getlength(words) for words in lines)
    rows(s, (WIDTH / 2, 64), (size, lines), "ink", "Bold", "mm")
    if wide <= room - 220:
        for side in (-1, 1):
            trophy(s, (WIDTH / 2 + side * (wide / 2 + 62), 62), 78)


def _step(s: Canvas, middle: float, step: Step) -> None:
    top, metal = TOPS[step.place] + s.size[1] - STAGE, METALS[step.place]
    left, below = middle - STEP / 2, s.size[1] - 5
    s.shade((left, top, STEP, below - top), (f"{metal}_glow", metal), 10)
    s.box((left, top, STEP, 12), 5, metal)
    if not step.points:
        medal(s, step.place, (middle, (top + below) / 2 + 24), 54 if step.place == 1 else 44, True)
    else:
        reasons = step.points.split(" · ")
        medal(s, step.place, (middle, top + (80 if len(reasons) < 2 else 68)), 36 if step.place == 1 else 31, True)
        size = min(largest(words, "Bold", (27, 25, 23, 21), STEP - 20) for words in reasons)
        s.lines((middle, below - 24 - (len(reasons) - 1) * size * 0.55), reasons, (size, size * 1.1), "medal_ink", "mm")
    if len(step.players) > SHARING:
        s.text((left + STEP - 14, top + 34), f"+{len(step.players) - SHARING}", 28, "medal_ink", "rm")
    shown = step.players[:SHARING]
    if step.place == 1:
        _winners(s, (middle, top), shown)
        return
    y = top - 10.0
    for player in reversed(shown):
        name = named(player.name, "Bold", (32, 30, 28), (27, 25, 23, 22), STEP - 8)
        high, size = name[0] * 1.2 * len(name[1]), 84 if len(shown) == 1 else 60
        rows(s, (middle, y - high / 2), name, "ink", "Bold", "mm")
        y -= high + size + 8
        mark(s, player, (middle, y + size / 2), size)
        y -= 10


def _winners(s: Canvas, at: Point, players: tuple[Player, ...]) -> None:
    """Draws the winners' marks, in golden rings and crowned."""
    size = 124 if len(players) == 1 else 104
    for n, player in enumerate(players):
        x, y = at[0] + (n - (len(players) - 1) / 2) * (size + 28), at[1] - size / 2 - 16
        s.ellipse((x, y), size / 2 + 9, "gold", "gold_deep", 2)
        mark(s, player._replace(number=player.number % COLOURS), (x, y), size)
        s.figure(mask("tournament", "crown"), (x, y - size / 2 - 34), size * 0.62, "gold", "gold_deep")


def fact_sprite(look: Theme, words: str) -> Canvas:
    s = Canvas((WIDTH, FACT), look, PLAIN)
    size, lines = named(words, "Medium", FACTS, (24, 22), WIDTH - 2 * EDGE - 8)
    rows(s, (WIDTH / 2, FACT / 2), (size, lines), "ink", "Medium", "mm")
    return s
