"""Where everything lies: the board for all, hands, what may be chosen, tiles to look up."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

from render.canvas import Frame, Item, Key, Scene
from render.ending import HEIGHT
from render.hexgrid import ROOT3, PointyLayout, sprite_size
from render.look import Look
from render.monster_hex.ending import ending
from render.monster_hex.sprites import BOX, HEADER, PAD, WIDTH, StoneKey
from render.monster_hex.tiles import MARKS, TileKey
from render.strip import places
from rules.game import Seat, View
from rules.monster_hex.view import BoardView, FactionView, StoneView, TileView
from rules.parts.hexes import DIRECTIONS, Hex, distance

LARGEST = 78
LARGEST_IN_HAND = 150
CAPTION = 40
LARGEST_TURNED = 104
"""The radius of a hex where one tile is shown with its neighbours, at most."""

# Keys


def shown_in(board: BoardView, slot: int | None) -> str:
    """The faction whose colour stands for a slot; none for nobody's, and before it is chosen (MH-1.4)."""
    return "" if slot is None else board.factions[slot].faction


def called(look: Look, faction: str, tile: str) -> tuple[str, ...]:
    """A tile's name in its faction; nothing where that is not chosen yet."""
    return (look.say(f"mh.monster.{faction}.{tile}"),) if faction else ()


def seat_colour(view: View[BoardView], seat: Seat) -> str | None:
    """The role of a seat's colour: its faction's, once it has chosen one."""
    return next((f.faction for f in view.board.factions if f.seat == seat and f.faction), None)


def seat_sign(view: View[BoardView], seat: Seat) -> str:
    """The shape of a seat's faction, once it has chosen one."""
    return _SIGNS[MARKS[faction]] if (faction := seat_colour(view, seat)) else ""


_SIGNS = {"triangle": "▲", "circle": "●", "square": "■", "diamond": "◆"}


def _stone_key(board: BoardView, stone: StoneView, radius: float) -> Key:
    values = tuple((v.value, shown_in(board, v.slot) or None, shown_in(board, v.taken) or None) for v in sorted(stone.values, key=lambda v: -v.value))
    totals = tuple((shown_in(board, slot), power) for slot, power in stone.totals)
    return ("stone", radius, StoneKey(stone.label.upper(), values, totals, stone.captured, stone.choosing, just_captured(board, stone)))


def just_captured(board: BoardView, stone: StoneView) -> bool:
    """Whether the tile that was placed last has completed the ring of a stone (MH-4.1)."""
    return stone.captured and board.last is not None and distance(board.hexes[board.last], stone.at) == 1


def _cells(board: BoardView, radius: float, legal: Iterable[str] = (), mark_last: bool = True) -> dict[str, tuple[Hex, Key]]:
    """Every hex of the board with its sprite key, by label."""
    wanted = set(legal)
    found: dict[str, tuple[Hex, Key]] = {}
    for label, at in board.hexes.items():
        found[label] = at, ("empty", radius, label.upper(), label in board.starts, label in wanted)
    for m in board.monsters:
        last = mark_last and m.hex == board.last
        found[m.hex] = board.hexes[m.hex], ("monster", radius, TileKey(shown_in(board, m.slot), m.tile, m.powers, m.rank, m.champion), last)
    for stone in board.stones:
        found[stone.label] = stone.at, _stone_key(board, stone, radius)
    return found


EMBLEM, SCORE, LINE = 98, 100, 58
"""Where a box is cut: right of the shape, left of the points, below the name. Parts that stay the same are not drawn anew."""


def _box(view: View[BoardView], faction: FactionView, look: Look, x: int, y: int, width: int) -> dict[Hashable, Item]:
    """A faction's box in parts."""
    board = view.board
    best = view.outcome is not None and faction.seat in view.outcome.winners
    say = look.say
    score = tag = ""
    if faction.seat is None:
        name, detail, active = say("mh.shared"), say("mh.stack", n=faction.stack), board.placing == faction.slot
    else:
        name, score, active = look.names[faction.seat], str(faction.score), faction.seat in view.to_act
        detail = say("mh.resigned") if faction.resigned else f"{say('mh.hand', n=faction.hand)} · {say('mh.stack', n=faction.stack)}"
        if faction.ability:
            tag = say(f"mh.ability.{faction.ability}") + (" ✓" if faction.ability_used else "")
    right = SCORE if score else 0
    below = 0 if tag else right
    found: dict[Hashable, Item] = {}

    def put(part: str, corner: tuple[int, int], size: tuple[int, int], *shown: Hashable) -> None:
        frame = Frame(*corner, (width, BOX), "accent" if active else "")
        found[part, faction.slot] = Item((part, *size, frame, *shown), x + corner[0], y + corner[1])

    put("emblem", (0, 0), (EMBLEM, BOX), shown_in(board, faction.slot))
    put("name", (EMBLEM, 0), (width - EMBLEM - right, LINE), ("▶ " if active else "★ " if best else "") + name, faction.resigned)
    put("detail", (EMBLEM, LINE), (width - EMBLEM - below, BOX - LINE), detail, tag)
    if score:
        put("score", (width - SCORE, 0), (SCORE, LINE if tag else BOX), score, bool(tag))
    return found


# Scenes


def board_scene(view: View[BoardView], look: Look, legal: Iterable[str] = ()) -> Scene:
    """The table: header, a box a faction, the board. `legal` hexes are highlighted."""
    board = view.board
    say = look.say
    items: dict[Hashable, Item] = {}
    right = say("mh.over") if view.outcome else say("mh.round", n=board.round, of=board.rounds)
    items["header"] = Item(("header", say("mh.title"), right), 0, 0)
    top = HEADER
    if view.outcome:
        winners = view.outcome.winners
        items["ending"] = Item(("ending", WIDTH, shown_in(board, winners[0]) if len(winners) == 1 else "", *ending(view, look)), 0, top)
        top += HEIGHT
    columns = 2
    width = (WIDTH - PAD * (columns + 1)) // columns
    for i, faction in enumerate(board.factions):
        items |= _box(view, faction, look, PAD + (i % columns) * (width + PAD), top + (i // columns) * (BOX + PAD), width)
    top += math.ceil(len(board.factions) / columns) * (BOX + PAD)
    spots = [*board.hexes.values(), *(s.at for s in board.stones)]
    layout, height = PointyLayout.fit(spots, WIDTH, LARGEST)
    layout = layout._replace(y=layout.y + top)
    for label, (at, key) in _cells(board, layout.radius, legal, not view.outcome).items():
        items[label] = Item(key, *layout.corner(at))
    return Scene((WIDTH, top + height), items)


def tiles_scene(tiles: Sequence[tuple[TileView, str]], faction_of: Sequence[str], look: Look, title: str, right: str) -> Scene:
    """Tiles side by side, as large as there is room, with captions and names; and what ranks are for."""
    step = WIDTH / max(len(tiles), 1)
    radius = min(LARGEST_IN_HAND, int(step - 24) / ROOT3)
    width, height = sprite_size(radius)
    items: dict[Hashable, Item] = {"header": Item(("header", title, right), 0, 0)}
    bottom = HEADER + PAD + height
    for i, (tile, caption) in enumerate(tiles):
        key = ("monster", radius, TileKey(faction_of[i], tile.tile, tile.powers, tile.rank), False)
        items[("tile", i)] = Item(key, round(step * i + (step - width) / 2), HEADER + PAD)
        for n, words in enumerate((caption, *called(look, faction_of[i], tile.tile))):
            items[("caption", i, n)] = Item(("caption", int(step), 42, words, not n), round(step * i), bottom + 42 * n)
    items["ranks"] = Item(("caption", WIDTH, 50, look.say("mh.ranks"), False), 0, bottom + 92)
    return Scene((WIDTH, bottom + 92 + 50), items)


def rotations_scene(view: View[BoardView], look: Look, tile: TileView, slot: int, label: str, turns: Sequence[int]) -> Scene:
    """One close-up for each rotation in which the tile can lie on a hex, with its word below."""
    board = view.board
    columns = min(3, len(turns))
    wide = WIDTH // columns
    radius = min(LARGEST_TURNED, math.floor((wide - 4) / (3 * ROOT3)))
    crop = radius * 5 + 2
    cells = dict(_cells(board, radius, mark_last=False).values())
    where = board.hexes[label]
    name = look.say(f"mh.monster.{shown_in(board, slot)}.{tile.tile}")
    title = f"{name} {tile.tile.upper()} → {label.upper()}"
    items: dict[Hashable, Item] = {"header": Item(("header", title, look.say("mh.choose_rotation")), 0, 0)}
    for n, k in enumerate(turns):
        left, top = (n % columns) * wide, HEADER + (n // columns) * (crop + 52)
        layout = PointyLayout(radius, 0, 0)
        ox, oy = layout.centre(where)
        layout = PointyLayout(radius, left + wide / 2 - ox, top + crop / 2 - oy)
        turned = tuple(tile.powers[(d - k) % 6] for d in range(6))
        items[("tile", n)] = Item(("monster", radius, TileKey(shown_in(board, slot), tile.tile, turned, tile.rank), True), *layout.corner(where))
        for d, (dq, dr) in enumerate(DIRECTIONS):
            at = (where[0] + dq, where[1] + dr)
            if at in cells:
                items[(n, d)] = Item(cells[at], *layout.corner(at))
        items[("caption", n)] = Item(("caption", wide, 48, look.say(f"mh.turn.{k}"), True), left, top + crop)
    rows = math.ceil(len(turns) / columns)
    return Scene((WIDTH, HEADER + rows * (crop + 52)), items)


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """What the viewer holds, the shared tile too; None for nobody's hand and an empty one."""
    tiles, factions = holding(view, look)
    if view.seat is None or not tiles:
        return None
    hidden = look.say("mh.stack", n=view.board.factions[view.seat].stack)
    return tiles_scene(tiles, factions, look, look.say("mh.your_hand"), hidden)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The tiles of the same as a low picture."""
    tiles, factions = holding(view, look)
    if view.seat is None or not tiles:
        return None
    found = places(len(tiles), widest=WIDTH // 3)
    items: dict[Hashable, Item] = {}
    for n, ((tile, caption), faction, place) in enumerate(zip(tiles, factions, found.shown, strict=False)):
        radius = min((place.width - 12) / ROOT3, (place.height - 2 * CAPTION - 8) / 2)
        width, height = sprite_size(radius)
        key = ("monster", radius, TileKey(faction, tile.tile, tile.powers, tile.rank), False)
        items["tile", n] = Item(key, round(place.x + (place.width - width) / 2), place.y + 4)
        for m, words in enumerate((*called(look, faction, tile.tile), caption)):
            items["caption", n, m] = Item(("caption", place.width, CAPTION, words, not m), place.x, place.y + 4 + math.ceil(height) + m * CAPTION)
    return Scene((WIDTH, found.height), items)


def holding(view: View[BoardView], look: Look) -> tuple[list[tuple[TileView, str]], list[str]]:
    """The tiles of the viewer with their captions, the shared one last, and the faction of each."""
    board = view.board
    if view.seat is None:
        return [], []
    own = shown_in(board, view.seat)
    tiles = [(t, t.tile.upper()) for t in board.hand]
    factions = [own] * len(tiles)
    if board.shared_tile:
        tiles.append((board.shared_tile, f"{board.shared_tile.tile.upper()} {look.say('mh.shared')}"))
        factions.append(shown_in(board, len(board.factions) - 1))
    return tiles, factions


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The picture for the next word of an action: the hand for tiles, the board for hexes, close-ups for rotations."""
    board = view.board
    if prefix == ("place",):
        return tiles_scene(*_of_tiles(view, look, words), look, look.say("mh.choose_tile"), "")
    if prefix[:1] == ("place",) and len(prefix) == 3:
        shared = view.decision is not None and view.decision.kind == "place_shared"
        tile = next(t for t in ((board.shared_tile,) if shared else board.hand) if t and t.tile == prefix[1])
        turns = [int(w[1]) for w in words if w.startswith("r")]
        slot = board.placing if board.placing is not None else view.seat
        assert slot is not None
        return rotations_scene(view, look, tile, slot, prefix[2], turns)
    if words and all(w in board.hexes for w in words):
        return board_scene(view, look, words)
    if view.decision and view.decision.kind == "put_back":
        tiles = [(t, t.tile.upper()) for t in board.looked]
        return tiles_scene(tiles, [shown_in(board, view.seat)] * len(tiles), look, look.say("mh.top_of_stack"), "")
    return board_scene(view, look)


def table_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The same without the hand: the board in its place."""
    return board_scene(view, look) if prefix == ("place",) else choice_scene(view, look, prefix, words)


def _of_tiles(view: View[BoardView], look: Look, words: Sequence[str]) -> tuple[list[tuple[TileView, str]], list[str]]:
    """The tiles that may be placed now: the hand's, or the shared one alone (MH-6.3)."""
    tiles, factions = holding(view, look)
    own = len(view.board.hand)
    chosen = range(own, len(tiles)) if view.decision and view.decision.kind == "place_shared" else range(own)
    kept = [i for i in chosen if tiles[i][0].tile in words]
    return [tiles[i] for i in kept], [factions[i] for i in kept]
