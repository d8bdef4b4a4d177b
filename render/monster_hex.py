"""Pictures of Monster Hex, and the same in words (MH-9.7)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from render import cards, painting
from render.canvas import PLAIN, Item, Key, Picture, Scene, Sketch, Studio
from render.hexgrid import Layout, outline, sprite_size, towards
from render.look import Look
from render.text import fitted
from render.theme import Theme
from rules.cards import Face
from rules.hexes import DIRECTIONS, Hex
from rules.monster_hex.view import ASKED_BY, BoardView, FactionView, StoneView, TileView

WIDTH = 1000
LARGEST = 78
GAP = 1.5
HEADER = 64
BOX = 104
PAD = 12
HAND_RADIUS = 92
CARD_RADIUS = 150
CROP_RADIUS = 60

MARKS = {"ember": "triangle", "tide": "circle", "moss": "square", "dune": "diamond"}
"""Each faction has a shape beside its colour, so that nobody needs to tell colours apart."""


# Sprites


def draw(key: Key, look: Theme) -> Sketch:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


def _hex(look: Theme, radius: float) -> tuple[Sketch, float, float]:
    size = sprite_size(radius)
    sketch = Sketch(size, look)
    x, y = size[0] / 2, size[1] / 2
    # Sprites lie on whole pixels: a place must be a little smaller than its hex, or two would share pixels.
    sketch.clip(outline(radius - 1.2, x, y))
    return sketch, x, y


def _body(sketch: Sketch, radius: float, x: float, y: float, fill: str, edge: str, width: float) -> None:
    """A hex with an edge inside it."""
    sketch.polygon(outline(radius - GAP, x, y), fill)
    sketch.polygon(outline(radius - GAP - width * 0.6, x, y), outline=edge, width=width)


def _mark(sketch: Sketch, shape: str, x: float, y: float, radius: float, role: str) -> None:
    r = radius
    if shape == "triangle":
        sketch.polygon([(x, y - r * 1.15), (x + r * 1.12, y + r * 0.8), (x - r * 1.12, y + r * 0.8)], role)
    elif shape == "circle":
        sketch.ellipse(x, y, r * 0.98, role)
    elif shape == "square":
        sketch.box(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, r * 0.15, role)
    else:
        sketch.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role)


def _empty(look: Theme, radius: float, label: str, start: bool, legal: bool) -> Sketch:
    sketch, x, y = _hex(look, radius)
    fill = "legal" if legal else "start_fill" if start else "cell"
    edge = "legal_line" if legal else "start" if start else "cell_line"
    _body(sketch, radius, x, y, fill, edge, 4 if legal or start else 2)
    if start:
        sketch.ellipse(x, y - radius * 0.48, radius * 0.13, "start")
    sketch.text(x, y + (radius * 0.08 if start else 0), label, radius * 0.46, "ink" if legal else "cell_ink", weight="Bold" if legal else "Medium")
    return sketch


def _monster(look: Theme, radius: float, faction: str, powers: tuple[int, ...], rank: str, champion: bool, last: bool) -> Sketch:
    sketch, x, y = _hex(look, radius)
    sketch.polygon(outline(radius - GAP, x, y), faction)
    if last:
        sketch.polygon(outline(radius - GAP - 2.5, x, y), outline="last", width=6)
    reach = radius * ROOT * (0.70 if last else 0.74)
    for direction, power in enumerate(powers):
        dx, dy = towards(direction, reach)
        sketch.text(x + dx, y + dy, str(power), radius * 0.43, faction + "_ink")
    shape = MARKS[faction]
    _mark(sketch, shape, x, y, radius * 0.27, faction + "_ink")
    sketch.text(x, y + (radius * 0.05 if shape == "triangle" else 0), "S" if champion else rank, radius * 0.32, faction)
    if champion:
        sketch.line([(x - radius * 0.14, y + radius * 0.19), (x + radius * 0.14, y + radius * 0.19)], faction, 3)
    return sketch


ROOT = math.sqrt(3) / 2


def _stone(
    look: Theme,
    radius: float,
    label: str,
    large: bool,
    values: tuple[tuple[int, str | None, str | None], ...],
    totals: tuple[tuple[str, int], ...],
    done: bool,
    choosing: bool,
) -> Sketch:
    """`values` are (value, faction of the colour, faction of the taker); `totals` (faction, power)."""
    sketch, x, y = _hex(look, radius)
    body, ink = ("done", "done_ink") if done else ("stone", "stone_ink")
    _body(sketch, radius, x, y, body, "accent" if choosing else "stone_line", 5 if choosing else 2)
    sketch.text(x, y - radius * 0.77, label, radius * 0.25, ink, weight="Medium")
    width = radius * 0.54
    left = x - width * (len(values) - 1) / 2
    top = y - radius * (0.34 if totals else 0.1)
    for i, (value, colour, taker) in enumerate(values):
        cx = left + i * width
        owner = taker or (None if done else colour)
        low = 0.0
        if owner:
            shape = MARKS[owner]
            _mark(sketch, shape, cx, top, radius * (0.26 if shape == "diamond" else 0.27), owner)
            low = radius * 0.05 if shape == "triangle" else 0
        sketch.text(cx, top + low, str(value), radius * (0.35 if owner else 0.42), owner + "_ink" if owner else ink)
        if taker:
            sketch.line([(cx - radius * 0.25, top + radius * 0.27), (cx + radius * 0.25, top - radius * 0.27)], ink, 3)
    rows = [totals] if len(totals) <= 2 else [totals[:2], totals[2:]]
    for n, row in enumerate(rows):
        cy = y + radius * ((0.12 if len(rows) > 1 else 0.32) + n * 0.35)
        for i, (faction, power) in enumerate(row):
            cx = x + (i - (len(row) - 1) / 2) * radius * 0.8
            _mark(sketch, MARKS[faction], cx - radius * 0.18, cy, radius * 0.14, faction if done else "stone_ink")
            _mark(sketch, MARKS[faction], cx - radius * 0.18, cy, radius * 0.105, faction)
            sketch.text(cx - radius * 0.01, cy, str(power), radius * 0.32, ink, "lm")
    return sketch


def _header(look: Theme, title: str, right: str) -> Sketch:
    sketch = Sketch((WIDTH, HEADER), look, PLAIN)
    sketch.text(PAD * 2, HEADER / 2 + 4, fitted(title, "Bold", 36, 620), 36, "ink", "lm")
    sketch.text(WIDTH - PAD * 2, HEADER / 2 + 4, fitted(right, "Medium", 32, 340), 32, "soft", "rm", "Medium")
    return sketch


def _frame(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool) -> Sketch:
    """The part of a faction's box that lies at `spot` (left, top, width, height); the box is `whole` wide."""
    left, top, width, height = spot
    sketch = Sketch((width, height), look, PLAIN)
    sketch.panel(-left, -top, whole, BOX, "accent" if active else "")
    return sketch


def _emblem(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, faction: str) -> Sketch:
    """The faction's shape."""
    sketch = _frame(look, spot, whole, active)
    if faction:
        _mark(sketch, MARKS[faction], 56, BOX / 2, 28, faction)
    return sketch


def _name(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, name: str, best: bool, gone: bool) -> Sketch:
    """Who plays the faction."""
    sketch = _frame(look, spot, whole, active)
    words = fitted(("▶ " if active else "★ " if best else "") + name, "Bold", 36, spot[2] - 8)
    sketch.text(102 - spot[0], 38, words, 36, "soft" if gone else "ink", "lm")
    return sketch


def _detail(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, detail: str, tag: str) -> Sketch:
    """Hand and stack, and an ability at the right."""
    sketch = _frame(look, spot, whole, active)
    left, top, width, _ = spot
    sketch.text(102 - left, 76 - top, fitted(detail, "Medium", 28, width - (176 if tag else 8)), 28, "soft", "lm", "Medium")
    if tag:
        sketch.text(width - 28, BOX - 24 - top, fitted(tag, "Medium", 24, 160), 24, "soft", "rm", "Medium")
    return sketch


def _score(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, score: str, raised: bool) -> Sketch:
    """The points, a little higher where an ability stands below."""
    sketch = _frame(look, spot, whole, active)
    sketch.text(spot[2] - 28, BOX / 2 - (12 if raised else 0), score, 54, "ink", "rm")
    return sketch


def _caption(look: Theme, width: int, height: int, words: str, strong: bool) -> Sketch:
    sketch = Sketch((width, height), look, PLAIN)
    sketch.text(width / 2, height / 2, fitted(words, "Bold" if strong else "Medium", 32, width - 8), 32, "ink" if strong else "soft")
    return sketch


_SPRITES: dict[str, Any] = {
    "line": cards.line,
    "empty": _empty,
    "monster": _monster,
    "stone": _stone,
    "header": _header,
    "emblem": _emblem,
    "name": _name,
    "detail": _detail,
    "score": _score,
    "caption": _caption,
}
STUDIO = Studio(draw, "monster_hex")


# Keys


def _faction(board: BoardView, slot: int | None) -> str:
    return board.factions[slot].faction if slot is not None else ""


def _shown(board: BoardView, slot: int | None) -> str:
    """The faction whose colour stands for a slot; before all have chosen, the colours stand by in data order."""
    if slot is None:
        return ""
    chosen = [f.faction for f in board.factions]
    free = [name for name in MARKS if name not in chosen]
    waiting = [f.slot for f in board.factions if not f.faction]
    return chosen[slot] or free[waiting.index(slot)]


def _stone_key(board: BoardView, stone: StoneView, radius: float) -> Key:
    values = tuple((v.value, _shown(board, v.slot) or None, _shown(board, v.taken) or None) for v in sorted(stone.values, key=lambda v: -v.value))
    totals = tuple((_shown(board, slot), power) for slot, power in stone.totals)
    return ("stone", radius, stone.label.upper(), stone.large, values, totals, stone.captured, stone.choosing)


def _cells(board: BoardView, radius: float, legal: Iterable[str] = (), mark_last: bool = True) -> dict[str, tuple[Hex, Key]]:
    """Every hex of the board with its sprite key, by label."""
    wanted = set(legal)
    found: dict[str, tuple[Hex, Key]] = {}
    for label, at in board.hexes.items():
        found[label] = at, ("empty", radius, label.upper(), label in board.starts, label in wanted)
    for m in board.monsters:
        last = mark_last and m.hex == board.last
        found[m.hex] = board.hexes[m.hex], ("monster", radius, _shown(board, m.slot), m.powers, m.rank, m.champion, last)
    for stone in board.stones:
        found[stone.label] = stone.at, _stone_key(board, stone, radius)
    return found


EMBLEM, SCORE, LINE = 98, 100, 58
"""Where a box is cut: right of the shape, left of the points, below the name. Parts that stay the same are not drawn anew."""


def _box(view: Any, faction: FactionView, look: Look, x: int, y: int, width: int) -> dict[Hashable, Item]:
    """A faction's box in parts."""
    board: BoardView = view.board
    best = bool(view.outcome) and faction.seat in view.outcome.winners
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

    def put(part: str, left: int, top: int, wide: int, high: int, *shown: Hashable) -> None:
        found[part, faction.slot] = Item((part, (left, top, wide, high), width, active, *shown), x + left, y + top)

    put("emblem", 0, 0, EMBLEM, BOX, _shown(board, faction.slot))
    put("name", EMBLEM, 0, width - EMBLEM - right, LINE, name, best, faction.resigned)
    put("detail", EMBLEM, LINE, width - EMBLEM - below, BOX - LINE, detail, tag)
    if score:
        put("score", width - SCORE, 0, SCORE, LINE if tag else BOX, score, bool(tag))
    return found


# Scenes


def board_scene(view: Any, look: Look, legal: Iterable[str] = ()) -> Scene:
    """The table: header, a box a faction, the board. `legal` hexes are highlighted."""
    board: BoardView = view.board
    say = look.say
    items: dict[Hashable, Item] = {}
    right = say("mh.over") if view.outcome else say("mh.round", n=board.round, of=board.rounds)
    items["header"] = Item(("header", say("mh.title"), right), 0, 0)
    columns = 2
    width = (WIDTH - PAD * (columns + 1)) // columns
    for i, faction in enumerate(board.factions):
        x = PAD + (i % columns) * (width + PAD)
        y = HEADER + (i // columns) * (BOX + PAD)
        items |= _box(view, faction, look, x, y, width)
    top = HEADER + math.ceil(len(board.factions) / columns) * (BOX + PAD)
    spots = [*board.hexes.values(), *(s.at for s in board.stones)]
    layout, height = Layout.fit(spots, WIDTH, LARGEST)
    layout = layout._replace(y=layout.y + top)
    for label, (at, key) in _cells(board, layout.radius, legal, not view.outcome).items():
        items[label] = Item(key, *layout.corner(at))
    return Scene((WIDTH, top + height), items)


def tiles_scene(tiles: Sequence[tuple[TileView, str]], faction_of: Sequence[str], title: str, right: str) -> Scene:
    """Tiles side by side with captions."""
    width, height = sprite_size(HAND_RADIUS)
    items: dict[Hashable, Item] = {"header": Item(("header", title, right), 0, 0)}
    step = WIDTH / max(len(tiles), 1)
    for i, (tile, caption) in enumerate(tiles):
        x = round(step * i + (step - width) / 2)
        key = ("monster", HAND_RADIUS, faction_of[i], tile.powers, tile.rank, False, False)
        items[("tile", i)] = Item(key, x, HEADER + PAD)
        items[("caption", i)] = Item(("caption", int(step), 48, caption, True), round(step * i), HEADER + PAD + height)
    return Scene((WIDTH, HEADER + height + 48 + 2 * PAD), items)


def rotations_scene(view: Any, look: Look, tile: TileView, slot: int, label: str, turns: Sequence[int]) -> Scene:
    """One close-up for each rotation in which the tile can lie on a hex, with its word below."""
    board: BoardView = view.board
    cells = dict(_cells(board, CROP_RADIUS, mark_last=False).values())
    where = board.hexes[label]
    columns = min(3, len(turns))
    wide = WIDTH // columns
    crop = math.ceil(CROP_RADIUS * 5) + 2
    items: dict[Hashable, Item] = {"header": Item(("header", f"{tile.tile.upper()} → {label.upper()}", look.say("mh.choose_rotation")), 0, 0)}
    for n, k in enumerate(turns):
        left, top = (n % columns) * wide, HEADER + (n // columns) * (crop + 52)
        layout = Layout(CROP_RADIUS, 0, 0)
        ox, oy = layout.centre(where)
        layout = Layout(CROP_RADIUS, left + wide / 2 - ox, top + crop / 2 - oy)
        turned = tuple(tile.powers[(d - k) % 6] for d in range(6))
        items[("tile", n)] = Item(("monster", CROP_RADIUS, _shown(board, slot), turned, tile.rank, False, True), *layout.corner(where))
        for d, (dq, dr) in enumerate(DIRECTIONS):
            at = (where[0] + dq, where[1] + dr)
            if at in cells:
                items[(n, d)] = Item(cells[at], *layout.corner(at))
        items[("caption", n)] = Item(("caption", wide, 48, f"R{k}", True), left, top + crop)
    rows = math.ceil(len(turns) / columns)
    return Scene((WIDTH, HEADER + rows * (crop + 52)), items)


# What the shell asks for


def paint(view: Any, look: Look, previous: Hashable = None) -> Picture:
    """The table as a picture. `previous` names the series it continues."""
    return STUDIO.paint(board_scene(view, look), look.theme, previous)


def paint_hand(view: Any, look: Look) -> Picture | None:
    """What the viewer holds, or None for somebody without a hand."""
    board: BoardView = view.board
    tiles, factions = _holding(view, look)
    if not tiles:
        return None
    hidden = look.say("mh.stack", n=board.factions[view.seat].stack)
    return STUDIO.paint(tiles_scene(tiles, factions, look.say("mh.your_hand"), hidden), look.theme)


def _holding(view: Any, look: Look) -> tuple[list[tuple[TileView, str]], list[str]]:
    board: BoardView = view.board
    if view.seat is None:
        return [], []
    own = _shown(board, view.seat)
    tiles = [(t, t.tile.upper()) for t in board.hand]
    factions = [own] * len(tiles)
    if board.shared_tile:
        tiles.append((board.shared_tile, f"{board.shared_tile.tile.upper()} {look.say('mh.shared')}"))
        factions.append(_shown(board, len(board.factions) - 1))
    return tiles, factions


def paint_choice(view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
    """A private picture for the next word of an action: the hand for tiles, the board for hexes, close-ups for rotations."""
    board: BoardView = view.board
    if prefix == ("place",):
        scene = tiles_scene(*_of_tiles(view, look, words), look.say("mh.choose_tile"), "")
    elif prefix[:1] == ("place",) and len(prefix) == 3:
        shared = view.decision is not None and view.decision.kind == "place_shared"
        tile = next(t for t in ((board.shared_tile,) if shared else board.hand) if t and t.tile == prefix[1])
        turns = [int(w[1]) for w in words if w.startswith("r")]
        slot = board.placing if board.placing is not None else view.seat
        scene = rotations_scene(view, look, tile, slot, prefix[2], turns)
    elif words and all(w in board.hexes for w in words):
        scene = board_scene(view, look, words)
    elif view.decision and view.decision.kind == "put_back":
        tiles = [(t, t.tile.upper()) for t in board.looked]
        scene = tiles_scene(tiles, [_shown(board, view.seat)] * len(tiles), look.say("mh.top_of_stack"), "")
    else:
        scene = board_scene(view, look)
    return STUDIO.paint(scene, look.theme)


def _of_tiles(view: Any, look: Look, words: Sequence[str]) -> tuple[list[tuple[TileView, str]], list[str]]:
    """The tiles that may be placed now: the hand's, or the shared one alone (MH-6.3)."""
    tiles, factions = _holding(view, look)
    own = len(view.board.hand)
    chosen = range(own, len(tiles)) if view.decision and view.decision.kind == "place_shared" else range(own)
    kept = [i for i in chosen if tiles[i][0].tile in words]
    return [tiles[i] for i in kept], [factions[i] for i in kept]


# In words


def describe(view: Any, look: Look, brief: bool = False) -> str:
    """The table in words; `brief` fits the 1024 letters of an alt text."""
    board: BoardView = view.board
    say = look.say
    parts = [say("mh.over") if view.outcome else say("mh.round", n=board.round, of=board.rounds)]
    for f in board.factions:
        faction = say(f"mh.faction.{f.faction}") if f.faction else say("mh.no_faction")
        if f.seat is None:
            parts.append(say("mh.words.shared", faction=faction, stack=f.stack))
        else:
            key = "mh.words.seat_to_act" if f.seat in view.to_act else "mh.words.seat"
            parts.append(say(key, name=look.names[f.seat], faction=faction, n=f.score, hand=f.hand, stack=f.stack))
    lines = [" · ".join(parts) if brief else "\n".join(parts)]
    monsters = []
    for m in board.monsters:
        faction = say(f"mh.faction.{_shown(board, m.slot)}")
        powers = ("" if brief else "-").join(map(str, m.powers))
        monsters.append(f"{m.hex.upper()} {faction[:2] if brief else faction} {'S' if m.champion else m.rank} {powers}")
    if monsters:
        lines.append(say("mh.words.monsters") + ": " + (", " if brief else "\n").join(monsters))
    if board.last:
        lines.append(say("mh.words.last", hex=board.last.upper()))
    stones = [_stone_words(board, s, look, brief) for s in board.stones]
    lines.append(say("mh.words.stones") + ": " + ("; " if brief else "\n").join(stones))
    unused = [f"{_owner(board, slot, look)} {', '.join(t.upper() for t in tiles)}" for slot, tiles in enumerate(board.unused) if tiles]
    if unused:
        lines.append(say("mh.words.unused") + ": " + "; ".join(unused))
    free = [label.upper() for label in board.hexes if label not in {m.hex for m in board.monsters}]
    if free and not brief:
        lines.append(say("mh.words.free") + ": " + ", ".join(free))
        lines.append(say("mh.words.starts") + ": " + ", ".join(s.upper() for s in board.starts))
    text = "\n".join(lines)
    return text if not brief or len(text) <= 1024 else text[:1023] + "…"


def _owner(board: BoardView, slot: int, look: Look) -> str:
    seat = board.factions[slot].seat
    return look.say("mh.shared") if seat is None else look.names[seat]


def _stone_words(board: BoardView, stone: StoneView, look: Look, brief: bool) -> str:
    say = look.say

    def name(slot: int) -> str:
        full = say(f"mh.faction.{_shown(board, slot)}")
        return full[:2] if brief else full

    values = []
    for v in stone.values:
        colour = f" {name(v.slot)}" if v.slot is not None else ""
        if v.taken is not None:
            values.append(f"{v.value}→{name(v.taken)}")
        elif not (brief and stone.captured):
            values.append(f"{v.value}{colour}")
    totals = ", ".join(f"{name(slot)} {power}" for slot, power in stone.totals)
    state = f" {say('mh.words.captured')}" if stone.captured and not brief else ""
    return f"{stone.label.upper()} [{'/'.join(values)}]{state}" + (f" {totals}" if totals else "")


def describe_hand(view: Any, look: Look) -> str:
    """What the viewer holds, in words."""
    tiles, _ = _holding(view, look)
    return "\n".join(f"{caption}: {tile.rank}, {'-'.join(map(str, tile.powers))}" for tile, caption in tiles)


# Options, events and rules in words


def hint(view: Any, look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board: BoardView = view.board
    say = look.say
    for tile in (*board.hand, board.shared_tile, *board.looked):
        if tile and tile.tile == word:
            return f"{tile.rank} · {'-'.join(map(str, tile.powers))}"
    if word in board.hexes:
        by_hex = {m.hex: m for m in board.monsters}
        if word in by_hex:
            m = by_hex[word]
            return f"{say(f'mh.faction.{_shown(board, m.slot)}')} {m.rank} {'-'.join(map(str, m.powers))}"
        touching = [s for s in board.stones if _next_to(s.at, board.hexes[word])]
        monsters = [m.hex.upper() for m in board.monsters if _next_to(board.hexes[m.hex], board.hexes[word])]
        parts = [say("mh.hint.stones", stones=", ".join(s.label.upper() for s in touching))] if touching else []
        return " · ".join([*parts, *([say("mh.hint.touches", hexes=", ".join(monsters))] if monsters else [])])
    if len(prefix) == 3 and word.startswith("r"):
        tile = next((t for t in (board.shared_tile, *board.hand) if t and t.tile == prefix[1]), None)
        return "-".join(str(tile.powers[(d - int(word[1])) % 6]) for d in range(6)) if tile else ""
    if prefix == ("take",):
        stone = next(s for s in board.stones if s.choosing)
        slot = next(v.slot for v in stone.values if str(v.value) == word)
        return say("mh.hint.points", n=int(word) + (2 if slot is not None and slot == view.seat else 0))
    return say.find(f"mh.hint.{word}") or ""


# Tiles to look up


def paint_card(face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
    """A tile as it is printed; `now` says where it lies in a game."""
    powers = tuple(n for _, n in face.numbers)
    key = ("monster", CARD_RADIUS, "ember", powers, face.rarity, False, False)
    scene = cards.plain_scene(key, sprite_size(CARD_RADIUS), face.code, _tile_lines(face, look), now)
    return STUDIO.paint(scene, look.theme)


def card_text(face: Face, look: Look) -> str:
    """A tile in words."""
    return "\n".join([f"**{face.code}**", *_tile_lines(face, look)])


def _tile_lines(face: Face, look: Look) -> list[str]:
    powers = [n for _, n in face.numbers]
    return [look.say("mh.card.tile", rank=face.rarity, powers=" ".join(map(str, powers)), total=sum(powers)), look.say("mh.card.all")]


def card_rules(face: Face) -> list[str]:
    """The rules about tiles."""
    return ["MH-1.3", "MH-3.1", "MH-3.3", "MH-4.8"]


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """Where every faction's tile of this number is, as far as anybody can work out."""
    lines = painting.held((tile.tile for tile in board.hand), word, look)
    for faction in board.factions:
        owner = _owner(board, faction.slot, look)
        lying = next((m for m in board.monsters if m.slot == faction.slot and m.tile == word), None)
        if lying:
            lines.append(f"{owner}: {lying.hex.upper()}, {' '.join(map(str, lying.powers))}")
        elif word in faction.unseen:
            lines.append(f"{owner}: {look.say('mh.card.unseen')}")
    return lines


def _next_to(a: Hex, b: Hex) -> bool:
    return (a[0] - b[0], a[1] - b[1]) in DIRECTIONS


def notes(view: Any, look: Look) -> list[str]:
    """Lines for the private picker: what has been chosen so far and what might be overlooked. Here the picture says it all."""
    return []


def shortcut(view: Any, look: Look, actions: Sequence[tuple[str, ...]]) -> str:
    """The label of a row of actions taken in one go."""
    return " ".join(" ".join(action) for action in actions)


def rules_now(view: Any) -> list[str]:
    """The rules behind what the viewer may do now, or behind what is asked of others."""
    if view.decision is None:
        return list(dict.fromkeys(ASKED_BY[kind] for _, kind in view.asked))
    kind = view.decision.kind
    if kind in ("place", "place_shared"):
        return ["MH-3.2"] if not view.board.monsters else ["MH-3.3", "MH-3.4", "MH-3.5"]
    return ["MH-4.6"] if kind == "choose_value" else []


def narrate(kind: str, facts: Mapping[str, Any], look: Look) -> str | None:
    """What happened, as a sentence; None for what needs no words."""
    say = look.say

    def who(slot: int) -> str:
        return look.names[slot] if slot < len(look.names) else say("mh.shared")

    shown: dict[str, Any] = dict(facts)
    if "slot" in facts:
        shown["who"] = who(facts["slot"])
    elif "seat" in facts:
        shown["who"] = who(facts["seat"])
    for key in ("hex", "tile"):
        if key in facts:
            shown[key] = facts[key].upper()
    if kind in ("drew", "saw"):
        shown["tiles"] = ", ".join(t.upper() for t in facts["tiles"])
    if kind in ("faction", "shared_faction"):
        shown["faction"] = say(f"mh.faction.{facts['faction']}")
    if kind == "ability":
        shown["ability"] = say(f"mh.ability.{facts['ability']}")
    if kind == "placed":
        extra = "" if facts["how"] in ("first", "match") else say(f"mh.how.{facts['how']}")
        shown["extra"] = extra + (say("mh.how.champion") if facts["champion"] else "")
    if kind == "captured":
        totals = sorted(facts["totals"].items(), key=lambda t: -t[1])
        shown["totals"] = ", ".join(f"{who(int(slot))} {power}" for slot, power in totals)
        shown["first"] = who(facts["first"]) if facts["first"] is not None else say("mh.nobody")
        shown["second"] = who(facts["second"]) if facts["second"] is not None else say("mh.nobody")
        kind = "captured" if facts["large"] else "captured_small"
    if kind == "scored":
        shown["n"] = facts["points"]
        if facts["slot"] >= len(look.names):
            kind = "blocked"
    if kind == "round" and facts["round"] == 1:
        return None
    if kind == "over":
        shown["winner"] = " & ".join(who(s) for s in facts["places"][0])
        shown["scores"] = ", ".join(f"{who(s)} {n}" for s, n in enumerate(facts["scores"]))
        kind = f"over_{facts['reason']}"
    if say.find(f"mh.event.{kind}") is None:
        return None
    return say(f"mh.event.{kind}", **shown)


label, going_on, paint_closer = painting.label, painting.going_on, painting.paint_closer
