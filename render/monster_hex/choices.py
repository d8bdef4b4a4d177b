"""Monster Hex's pictures to choose from: the board with what can be chosen there, beside it the hand or the values of a stone; rotations close up."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from render import stage
from render.canvas import Item, Key, Scene
from render.hexgrid import HexLayout, extent, sprite_size
from render.look import Look
from render.monster_hex.action_effects import worth
from render.monster_hex.choice_boxes import Chooser, question_height, scores_height
from render.monster_hex.ground import part_of_ground
from render.monster_hex.scenes import (
    Lit,
    Tiles,
    board_scene,
    called,
    cells_of,
    field,
    holding,
    in_hand,
    layout,
    shown_in,
    tiles_scene,
)
from render.monster_hex.stage_layout import Table, lies_flat
from render.monster_hex.tiles import POWERS, TileKey, cut
from render.text import font
from rules.game import View
from rules.monster_hex.view import BoardView, TileView
from rules.monster_hex.whose_decision import PLACING
from rules.parts.halves import written
from rules.parts.hexes import DIRECTIONS

LARGEST_TURNED = 104
"""The radius of a hex where one tile is shown with its neighbours, at most."""
TITLE = 48
"""The line above close-ups."""
NAMED = 0.8
"""How large tiles of a hand have to be with their names beside those without."""
ROOM = 6
"""What is left around the tiles of a hand beside a board, in pixels."""


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The picture for the next word of an action: the board with the hexes that can be chosen, or on which anything in the hand can be placed, and
    beside it the hand, or what is left on a stone; close-ups for rotations; tiles alone where they go back on the stack."""
    if view.decision is None:
        return board_scene(view, look)
    board, kind = view.board, view.decision.kind
    if prefix[:1] == ("place",) and len(prefix) == 3:
        tile = next(t for t in ((board.shared_tile,) if kind == "place_shared" else board.hand) if t and t.tile == prefix[1])
        turns = [int(w[1]) for w in words if w.startswith("r")]
        slot = board.placing if board.placing is not None else view.seat
        assert slot is not None
        return rotations_scene(view, look, tile, slot, prefix[2], turns)
    if kind == "put_back":
        looked = Tiles([(t, "") for t in board.looked], [shown_in(board, view.seat)] * len(board.looked), lies_flat(board))
        return tiles_scene(looked, look, look.say("mh.top_of_stack"), "")
    on_hexes = bool(words) and all(w in board.hexes for w in words)
    placed = prefix[1] if prefix[:1] == ("place",) and len(prefix) > 1 else ""
    faction = shown_in(board, board.placing)
    legal = frozenset(words if on_hexes else board.places if prefix in ((), ("place",)) else ())
    at = layout(view, look, legal)
    items = field(view, look, at, legal, f"{faction}.{placed}" if placed and faction else "")
    return stage.stage(items | _column(view, look, at, prefix, words, _asked(view, look, prefix, on_hexes)))


def beside(view: View[BoardView], look: Look) -> bool:
    """Whether the picture to choose from has on it what is needed of the hand, with the names of monsters: for large letters these have no room."""
    return view.decision is not None and view.decision.kind != "put_back" and not stage.is_large(look)


def _asked(view: View[BoardView], look: Look, prefix: tuple[str, ...], on_hexes: bool) -> str:
    """What is asked, in a few words."""
    kind = view.decision.kind if view.decision else ""
    if prefix[:1] == ("place",):
        asked = look.say("pick.place.2" if on_hexes else "mh.choose_tile")
    elif prefix[:1] == ("twist",):
        asked = look.say("word.twist")
    elif kind == "choose_value":
        asked = look.say("mh.choose_value", at=next(stone.label.upper() for stone in view.board.stones if stone.choosing))
    else:
        asked = look.say("asked.place" if kind in PLACING else f"asked.{kind}")
    return asked[:1].upper() + asked[1:]


def _column(view: View[BoardView], look: Look, at: Table, prefix: tuple[str, ...], words: Sequence[str], asked: str) -> dict[Hashable, Item]:
    """The items of the column: what is asked, below it the values that can be taken, or the hand, and the scores."""
    board, sizes, width = view.board, stage.sizes(look), stage.WIDTH - at.width
    top = question_height(asked, width, sizes)
    scores = tuple((shown_in(board, faction.slot), str(written(faction.score))) for faction in board.factions if faction.score is not None)
    low = stage.HEIGHT - scores_height(len(scores), width, sizes)
    items: dict[Hashable, Item] = {
        "header": Item(("question", (width, top), sizes, asked), at.width, 0),
        "scores": Item(("scores", (width, stage.HEIGHT - low), sizes, scores, shown_in(board, view.seat)), at.width, low),
    }
    if view.decision and view.decision.kind == "choose_value":
        values = tuple(
            (value.value, shown_in(board, value.slot), worth(value, view.seat))
            for stone in board.stones
            if stone.choosing
            for value in sorted(stone.values, key=lambda value: -value.value)
            if value.taken is None
        )
        totals = [total for stone in board.stones if stone.choosing for total in stone.totals]
        strengths = tuple((shown_in(board, slot), power) for slot, power in sorted(totals, key=lambda total: -total[1]))
        chooser = Chooser(shown_in(board, view.seat), strengths)
        return items | {"values": Item(("values", (width, low - top), sizes, values, chooser), at.width, top)}
    return items | _hand(_held(view, look, prefix, words), look, (at.width, top, width, low - top), prefix[1] if len(prefix) > 1 else "")


def _held(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Tiles:
    """What the viewer holds; of what is placed only the tiles that can be (MH-6.3)."""
    tiles, own, kind = holding(view, look), len(view.board.hand), view.decision.kind if view.decision else ""
    if kind in PLACING and prefix[:1] == ("place",):
        asked = range(own, len(tiles.shown)) if kind == "place_shared" else range(own)
        kept = [n for n in asked if len(prefix) > 1 or tiles.shown[n][0].tile in words]
        return tiles._replace(shown=[tiles.shown[n] for n in kept], factions=[tiles.factions[n] for n in kept])
    return tiles


def _hand(tiles: Tiles, look: Look, box: tuple[int, int, int, int], placed: str) -> dict[Hashable, Item]:
    """The items of a box, and of tiles below each other in it, each with its name beside or below it, whichever leaves the tiles larger, if that
    leaves them large enough; the one that is `placed` has a bright ring."""
    left, top, wide, high = box
    held, least, step = [*zip(tiles.shown, tiles.factions, strict=True)], stage.sizes(look), high / max(1, len(tiles.shown))
    names = ["" if stage.is_large(look) else "".join(called(look, faction, tile.tile)) for (tile, _), faction in held]
    named = max((font("Bold", least.label).getlength(word) + 2 * ROOM for name in names for word in name.split()), default=0)
    line = round(least.dense * 1.3)
    across, tall = extent(1, tiles.flat)
    alone, beside, above = (min((wide - aside - 2 * ROOM) / across, (step - below - ROOM) / tall) for aside, below in ((0, 0), (named, 0), (0, line)))
    if not named or max(beside, above) < alone * NAMED:
        names, line, radius = [""] * len(held), 0, math.floor(alone)
    else:
        line, radius = 0 if beside > above else line, math.floor(max(beside, above))
    width, height = sprite_size(radius, tiles.flat)
    aside = any(names) and not line
    x = ROOM if aside else (wide - width) // 2
    room = (width + ROOM, 0, wide - width - 3 * ROOM, height) if aside else (ROOM - x, height, wide - 2 * ROOM, line)
    size = in_hand(radius, look, tiles.flat)
    size = size._replace(power=max(round(radius * POWERS[0]), least.dense), label=max(size.label, least.label), ranked=True)
    items: dict[Hashable, Item] = {}
    corners = [round(step * n + (step - height - line) / 2) for n in range(len(held))]
    for n, (((tile, _), faction), y) in enumerate(zip(held, corners, strict=True)):
        key = TileKey(faction, tile.tile, tile.powers, tile.rank)
        items["tile", n] = Item(("monster", size, key, "accent" if tile.tile == placed else ""), left + x, top + y)
    lies = tuple(((x, y), name) for y, name in zip(corners, names, strict=True))
    return items | {"held": Item(("held", (wide, high), least, (radius, tiles.flat), lies, room), left, top)}


def rotations_scene(view: View[BoardView], look: Look, tile: TileView, slot: int, label: str, turns: Sequence[int]) -> Scene:
    """One close-up for each rotation in which the tile can lie on a hex, with its words above."""
    board, sizes = view.board, stage.sizes(look)
    head = 0 if stage.is_large(look) else TITLE
    first = len(turns) if len(turns) <= 3 else math.ceil(len(turns) / 2)
    rows = [row for row in (turns[:first], turns[first:]) if row]
    high, line = (stage.HEIGHT - head) // len(rows), round(sizes.label * 1.55)
    flat = lies_flat(board)
    across, tall = (2.5 * side if side == 2 else 3 * side for side in extent(1, flat))  # Of a hex with its neighbours.
    radius = min(LARGEST_TURNED, (high - line - 4) / tall, (stage.WIDTH / first - 4) / across)
    layout = HexLayout(radius, stage.WIDTH / 2, stage.HEIGHT / 2, flat)
    at = Table(layout, cut(radius, (sizes.dense, sizes.label), flat=flat), stage.WIDTH, (), 0)
    where, faction = board.hexes[label], shown_in(board, slot)
    cells = dict(cells_of(board, look, at, Lit()).values())
    name = "".join(called(look, faction, tile.tile))
    title = f"{name} → {label.upper()}{look.say('colon')}{look.say('mh.choose_rotation')}"
    items: dict[Hashable, Item] = {"title": Item(("title", (stage.WIDTH, head), sizes, title), 0, 0)} if head else {}
    ox, oy = at.hexes.centre(where)
    around = [spot for spot in ((where[0] + dq, where[1] + dr) for dq, dr in DIRECTIONS) if spot in cells]
    for r, row in enumerate(rows):
        top = head + r * high
        for c, k in enumerate(row):
            left, right = (stage.WIDTH * n // len(row) for n in (c, c + 1))
            layout = at.hexes._replace(x=at.hexes.x + (left + right) / 2 - ox, y=at.hexes.y + top + line + (high - line) / 2 - oy)
            turned = tuple(tile.powers[(d - k) % 6] for d in range(6))
            items["tile", k] = Item(("monster", at.cut, TileKey(faction, tile.tile, turned, tile.rank), "last"), *layout.corner(where))
            room, inside = (right - left, high - line), layout._replace(x=layout.x - left, y=layout.y - top - line)
            ground = part_of_ground(at.ground(where), room)
            items |= {(k, spot): Item(_upon(cells[spot], inside.corner(spot), ground), *layout.corner(spot)) for spot in around}
            items["ground", k] = Item(("flower", room, inside, (where, *around), ground), left, top + line)
            items["caption", k] = Item(("title", (right - left, line), sizes, look.say(f"mh.turn.{k}")), left, top)
    return stage.stage(items)


def _upon(key: Key, corner: tuple[int, int], ground: tuple[int, int]) -> Key:
    """The key of a hex that lies at this corner of a part of the ground, whose own corner is `ground`."""
    return key if key[0] == "monster" else (*key[:-1], (ground[0] + corner[0], ground[1] + corner[1]))
