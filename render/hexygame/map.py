"""The map in a picture: hexes, what stands on them, and what has just happened there."""

from __future__ import annotations

from collections.abc import Iterator

from render.canvas import Item, Rows
from render.cards import WIDTH
from render.hexygame.arrows import Arrow, between, touches
from render.hexygame.hexes import USUAL, Figures, Ground, Marks, Standing, Tile
from render.hexygame.names import card_name, hex_name, icons
from render.hexygame.recent_events import Story, story
from render.hexygame.viewport import WHOLE, Window, closer, window
from render.look import Look
from rules.game import View
from rules.hexygame.ground import CENTRE, FLAGS, NEIGHBOURS, PLACES
from rules.hexygame.view import BoardView, RealityView
from rules.parts.hexes import DIRECTIONS

SIDES = tuple((dq, dr) for dq, dr in DIRECTIONS)
GAP = 8
"""What is between the whole map and its close-up."""


def put_map(rows: Rows, view: View[BoardView], look: Look, lit: frozenset[str] = frozenset()) -> None:
    """The part of the map where something is or can happen, large enough to read; or all of it, with a close-up of what matters below."""
    board = view.board
    happened = story(board)
    steps = () if view.outcome else _steps(board)
    seen = window({*(r.hex for r in board.realities), *happened.places, *lit, *steps})
    painter = _Map(board, look, lit, happened)
    painter.put(rows, "hex", seen)
    if seen == WHOLE:
        rows.y += GAP
        painter.put(rows, "close", closer(lit or happened.latest or {CENTRE}))


def _steps(board: BoardView) -> Iterator[str]:
    """The hexes to which realities can go that have actions left."""
    for r in board.realities:
        if r.die and r.owner == board.active and "move" not in r.cannot:
            yield from NEIGHBOURS[r.hex]


class _Map:
    """The hexes of a board as items."""

    def __init__(self, board: BoardView, look: Look, lit: frozenset[str], happened: Story) -> None:
        self.look, self.lit, self.story = look, lit, happened
        self.there = {r.hex: r for r in board.realities}
        self.spheres = [frozenset(side.sphere) for side in board.sides]

    def put(self, rows: Rows, name: str, seen: Window) -> None:
        """The hexes of a window, each at its place."""
        arrows = self._arrows(seen.tile(WIDTH))
        for label, tile, x, y in seen.places(WIDTH):
            ground, marks = self._ground(label), self._marks(label, arrows.get(label, ()))
            found = self.there.get(label)
            if found:
                figures = Figures(found.attack, found.defense, found.points, found.die, found.actions)
                plain = ground._replace(spheres=(), borders=())
                rows.items[name, label] = Item(("reality", tile, plain, self._standing(found), figures, marks), x, rows.y + y)
            else:
                rows.items[name, label] = Item(("hex", tile, ground, marks), x, rows.y + y)
        rows.y += seen.height(WIDTH)

    def _ground(self, label: str) -> Ground:
        special = f"flag{FLAGS.index(label)}" if label in FLAGS else "centre" if label == CENTRE else ""
        inside = tuple(seat for seat, sphere in enumerate(self.spheres) if label in sphere)
        return Ground(hex_name(label), special, inside, tuple(self._borders(label, seat) for seat in inside), label in self.lit)

    def _borders(self, label: str, seat: int) -> tuple[int, ...]:
        """The sides at which a seat's land ends: its Sphere, and where it stands."""
        return tuple(side for side, other in enumerate(_AROUND[label]) if not self._owned(other, seat))

    def _owned(self, label: str, seat: int) -> bool:
        found = self.there.get(label)
        return label in self.spheres[seat] or (found is not None and found.owner == seat)

    def _standing(self, r: RealityView) -> Standing:
        name = self.look.say.find(f"hx.short.{r.card}") or card_name(r.card, self.look)
        return Standing(r.owner, r.card, r.color, name, icons(r), len(r.under), r.type == "building")

    def _marks(self, label: str, arrows: tuple[Arrow, ...]) -> Marks:
        found = self.story
        change = f"{by:+d}".replace("-", "−").replace("+0", "0") if (by := found.changes.get(label)) is not None else ""
        if label == CENTRE and found.scored:
            change = "★"
        spells = tuple(found.spells.get(label, ()))
        return Marks(arrows, change, spells, label in found.came, found.gone.get(label, ""), found.coming.get(label))

    def _arrows(self, tile: Tile) -> dict[str, tuple[Arrow, ...]]:
        """The arrows that touch a hex, by its label, as they lie from its middle."""
        found: dict[str, tuple[Arrow, ...]] = {}
        u = tile.half / USUAL
        middles = {label: ((2 * q + r) * tile.half, r * tile.row) for label, (q, r) in PLACES.items()}
        for (kind, origin, to), done in self.story.arrows.items():
            (ox, oy), (tx, ty) = middles[origin], middles[to]
            both = any(one == to and other == origin for _, one, other in self.story.arrows)
            start, end = between((tx - ox, ty - oy), u, both)
            for label, (x, y) in middles.items():
                dx, dy = ox - x, oy - y
                first, last = (round(start[0] + dx), round(start[1] + dy)), (round(end[0] + dx), round(end[1] + dy))
                if touches(first, last, (0, 0), tile.radius + 24 * u):
                    found[label] = (*found.get(label, ()), Arrow(kind, done, first, last))
        return found


_AT = {at: label for label, at in PLACES.items()}
_AROUND = {label: tuple(_AT.get((q + dq, r + dr), "") for dq, dr in SIDES) for label, (q, r) in PLACES.items()}
"""The hexes at the sides of a hex (0 NE, clockwise); an empty word beyond the edge of the map."""
