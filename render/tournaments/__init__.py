"""Pictures of tournaments: standings and cross tables, brackets, and the podium."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from render.canvas import Canvas, Key
from render.picture_cache import Picture, Studio
from render.theme import Theme
from render.tournaments.bracket import Tree, box_sprite, bracket, champion_sprite, lines_sprite, round_sprite
from render.tournaments.player_marks import head
from render.tournaments.podium import Podium, fact_sprite, podium, stage_sprite
from render.tournaments.standings import Table, cross, cut_sprite, heads_sprite, legend_sprite, line_sprite, standings

_SPRITES: dict[str, Callable[..., Canvas]] = {
    "head": head,
    "heads": heads_sprite,
    "line": line_sprite,
    "cut": cut_sprite,
    "legend": legend_sprite,
    "round": round_sprite,
    "box": box_sprite,
    "lines": lines_sprite,
    "champion": champion_sprite,
    "stage": stage_sprite,
    "fact": fact_sprite,
}


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key."""
    return _SPRITES[str(key[0])](look, *key[1:])


STUDIO = Studio(draw, "tournament")


def paint_standings(table: Table, theme: str) -> Iterator[tuple[Picture, Table]]:
    """Draws standings in pages; yields each page with its part of the table."""
    return ((STUDIO.paint(scene, theme), part) for scene, part in standings(table))


def paint_cross(table: Table, theme: str) -> Iterator[tuple[Picture, Table]]:
    """A cross table in pages, each with its part of the table; each is drawn when it is asked for."""
    return ((STUDIO.paint(scene, theme), part) for scene, part in cross(table))


def paint_bracket(tree: Tree, theme: str) -> Picture:
    """Draws a page of a bracket."""
    return STUDIO.paint(bracket(tree), theme)


def paint_podium(end: Podium, theme: str) -> Picture:
    """Draws the end of a tournament."""
    return STUDIO.paint(podium(end), theme)
