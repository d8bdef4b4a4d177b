"""Finds what a message of Monster Hex animates: stones that have just been captured (MH-4.1), and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from render import stage
from render.canvas import Item, Scene
from render.look import Look
from render.monster_hex.capture_box import CaptureKey, Side
from render.monster_hex.ending import gains
from render.monster_hex.scenes import Lit, board_scene, cells_of, layout, shown_in
from render.motion import Blow
from rules.game import Event, View
from rules.monster_hex.view import BoardView, StoneView
from rules.parts.hexes import DIRECTIONS

ROCKETS = ((0.08, 0.14, 0), (0.92, 0.86, 0), (0.92, 0.13, 1), (0.08, 0.87, 1))
"""Fireworks in the corners, where no hexes are: the ground is what is celebrated, and all else lies over it."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the stones that were captured and whose prizes `events` gave out, from before the monster lay that surrounded them, then with the
    strengths around them; at the end fireworks after that; None without such a stone. As long as somebody chooses a prize there is nothing to be
    told yet."""
    labels = {str(event.facts["hex"]) for event in events if event.kind in ("captured", "scored")}
    stones = [stone for stone in view.board.stones if stone.label in labels and not stone.choosing]
    if not stones:
        return Blow(("ground",), rockets=ROCKETS) if view.outcome else None
    earlier = _earlier(view, look.in_pictures, stones)
    over = _boxes(view, look, stones)
    if view.outcome:
        return Blow(("ground",), rockets=ROCKETS, before=(earlier,), over=over[1:])
    return Blow(tuple(stone.label for stone in stones), before=(_placing(view, look, earlier), earlier, earlier), over=(None, *over))


def _earlier(view: View[BoardView], look: Look, stones: Sequence[StoneView]) -> Scene:
    """The table when the last monster lay, before it captured `stones`: nobody had gained anything there."""
    board = view.board
    gained = [gains(stone) for stone in stones]
    factions = tuple(
        faction if faction.score is None else faction._replace(score=faction.score - sum(found.get(faction.slot, 0) for found in gained))
        for faction in board.factions
    )
    standing = tuple(_standing(stone) if stone in stones else stone for stone in board.stones)
    before = board_scene(view._replace(board=board._replace(factions=factions, stones=standing), outcome=None), look, whole=view.outcome is not None)
    if view.outcome is None:
        return before
    lying = board_scene(view, look).items  # Monsters are as in the first frame, the end: two boards would be too many bytes.
    return before._replace(items={**before.items, **{monster.hex: lying[monster.hex] for monster in board.monsters}})


def _placing(view: View[BoardView], look: Look, earlier: Scene) -> Scene:
    """That table just before the last monster lay there, with what had been the strengths around its stones."""
    board = view.board
    last = next(monster for monster in board.monsters if monster.hex == board.last)
    at, spot = layout(view, look), board.hexes[last.hex]
    stones = []
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        for stone in (stone for stone in board.stones if stone.at == (spot[0] + dq, spot[1] + dr)):
            strengths = dict(stone.totals)
            strengths[last.slot] -= last.powers[direction]
            stones.append(_standing(stone)._replace(totals=tuple(total for total in strengths.items() if total[1])))
    free = board._replace(hexes={last.hex: spot}, monsters=(), stones=tuple(stones))
    cells = cells_of(free, look, at, Lit())
    return earlier._replace(items={**earlier.items, **{label: Item(key, *at.hexes.corner(place)) for label, (place, key) in cells.items()}})


def _standing(stone: StoneView) -> StoneView:
    """A stone before it was captured."""
    return stone._replace(captured=False, choosing=False, values=tuple(v._replace(taken=None) for v in stone.values))


def _boxes(view: View[BoardView], look: Look, stones: Sequence[StoneView]) -> tuple[Item, Item]:
    """The strengths around stones, and then what they brought, over the column of seats: on the board they would cover hexes."""
    keys = tuple(_key(view.board, stone) for stone in stones)
    left = layout(view, look).width
    size = stage.WIDTH - left, stage.HEIGHT
    strengths, gained = (Item(("capture", size, stage.sizes(look), keys, told), left, 0) for told in (False, True))
    return strengths, gained


def _key(board: BoardView, stone: StoneView) -> CaptureKey:
    """A captured stone as it is drawn in large."""
    found = gains(stone)
    strongest = sorted(stone.totals, key=lambda total: (-total[1], total[0] != stone.first))
    return CaptureKey(stone.label.upper(), tuple(Side(shown_in(board, slot), n, slot == stone.first, found.get(slot, 0)) for slot, n in strongest))
