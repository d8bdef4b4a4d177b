"""The map in a picture: hexes, what stands on them, and what has just happened there."""

from __future__ import annotations

from collections.abc import Hashable

from render.canvas import Item, Key, Scene
from render.hexygame.arrows import BLOWS, Arrow, between, touches
from render.hexygame.ground import Ground
from render.hexygame.hex_sizes import Tile
from render.hexygame.hexes import Marks, Standing
from render.hexygame.names import card_name, hex_name, icons
from render.hexygame.number_chips import Figures
from render.hexygame.recent_events import Story, story
from render.hexygame.viewport import Window, close_up
from render.look import Look
from rules.game import View
from rules.hexygame.map import CENTRE, FLAGS, PLACES
from rules.hexygame.view import BoardView, RealityView
from rules.parts.hexes import DIRECTIONS

SIDES = tuple((dq, dr) for dq, dr in DIRECTIONS)


def hexes(board: BoardView, look: Look, lit: frozenset[str], seen: Window, width: int, matters: frozenset[str] = frozenset()) -> dict[Hashable, Item]:
    """The hexes of a window, each at its place, in the left top corner of a picture; dim where some are lit, or others `matter`."""
    painter = _Map(board, look, lit, matters | lit, story(board))
    arrows = painter.arrows(seen.tile(width))
    return {("hex", label): Item(painter.key(label, tile, arrows.get(label, ())), x, y) for label, tile, x, y in seen.places(width)}


def close_up_scene(view: View[BoardView], look: Look) -> Scene:
    """The part of the map where something is or has just happened, as large as a picture can be."""
    seen, width = close_up({*(r.hex for r in view.board.realities), *story(view.board).places, CENTRE})
    return Scene((width, seen.height(width)), hexes(view.board, look, frozenset(), seen, width))


class _Map:
    """The hexes of a board as items."""

    def __init__(self, board: BoardView, look: Look, lit: frozenset[str], matters: frozenset[str], happened: Story) -> None:
        self.look, self.lit, self.matters, self.story = look, lit, matters, happened
        self.there = {r.hex: r for r in board.realities}
        self.spheres = [frozenset(side.sphere) for side in board.sides]

    def key(self, label: str, tile: Tile, arrows: tuple[Arrow, ...]) -> Key:
        """The sprite key of a hex."""
        ground, marks = self._ground(label), self._marks(label, arrows)
        found = self.there.get(label)
        if found is None:
            return ("hex", tile, ground, marks)
        figures = Figures(found.attack, found.defense, found.points, found.die, found.actions)
        return ("reality", tile, ground._replace(spheres=(), borders=()), self._standing(found, tile), figures, marks)

    def _ground(self, label: str) -> Ground:
        bare = _BARE[label]
        inside = tuple(seat for seat, sphere in enumerate(self.spheres) if label in sphere)
        lit, dim = label in self.lit, bool(self.matters) and label not in self.matters
        if not (inside or lit or dim):
            return bare
        return bare._replace(spheres=inside, borders=tuple(self._borders(label, seat) for seat in inside), lit=lit, dim=dim)

    def _borders(self, label: str, seat: int) -> tuple[int, ...]:
        """The sides at which a seat's land ends: its Sphere, and where it stands."""
        return tuple(side for side, other in enumerate(_AROUND[label]) if not self._owned(other, seat))

    def _owned(self, label: str, seat: int) -> bool:
        found = self.there.get(label)
        return label in self.spheres[seat] or (found is not None and found.owner == seat)

    def _standing(self, r: RealityView, tile: Tile) -> Standing:
        gives = r.color if r.type == "building" else ""
        if tile.layout.name is None:
            return Standing(r.owner, r.card, len(r.under), gives)
        name = self.look.say.find(f"hx.short.{r.card}") or card_name(r.card, self.look)
        return Standing(r.owner, r.card, len(r.under), gives, r.color, name, icons(r))

    def _marks(self, label: str, arrows: tuple[Arrow, ...]) -> Marks:
        found = self.story
        change = f"{by:+d}".replace("-", "−").replace("+0", "0") if (by := found.changes.get(label)) is not None else ""
        if label == CENTRE and found.scored:
            change = "★"
        spells = tuple(found.spells.get(label, ()))
        return Marks(arrows, change, spells, label in found.came, found.gone.get(label, ""), found.coming.get(label))

    def arrows(self, tile: Tile) -> dict[str, tuple[Arrow, ...]]:
        """The arrows that touch a hex, by its label, as they lie from its middle."""
        found: dict[str, tuple[Arrow, ...]] = {}
        if not self.story.arrows:
            return found
        u = tile.unit
        middles = {label: ((2 * q + r) * tile.half, r * tile.row) for label, (q, r) in PLACES.items()}
        for (kind, origin, to), done in self.story.arrows.items():
            (ox, oy), (tx, ty) = middles[origin], middles[to]
            both = any(one == to and other == origin for _, one, other in self.story.arrows)
            start, end = between((tx - ox, ty - oy), u, both, origin not in self.there, to not in self.there)
            for label, (x, y) in middles.items():
                dx, dy = ox - x, oy - y
                first, last = (round(start[0] + dx), round(start[1] + dy)), (round(end[0] + dx), round(end[1] + dy))
                if touches(first, last, (0, 0), tile.radius + 16 * u):
                    struck = kind in BLOWS and label == to
                    found[label] = (*found.get(label, ()), Arrow(kind, done, first, last, struck, both))
        return found


_SPECIAL = {CENTRE: "centre"} | {label: f"flag{seat}" for seat, label in enumerate(FLAGS)}
_BARE = {label: Ground(hex_name(label), _SPECIAL.get(label, ""), (), (), False) for label in PLACES}
"""Every hex where nothing is: made once, so that those of one picture are soon found to be those of the next."""
_AT = {at: label for label, at in PLACES.items()}
_AROUND = {label: tuple(_AT.get((q + dq, r + dr), "") for dq, dr in SIDES) for label, (q, r) in PLACES.items()}
"""The hexes at the sides of a hex (0 NE, clockwise); an empty word beyond the edge of the map."""
