"""Monster Hex's scenes: the board for everybody, pictures to choose from, and tiles to look up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from render import stage
from render.canvas import Item, Key, Scene
from render.hexgrid import HexLayout, extent, sprite_size
from render.look import Look
from render.monster_hex.ending import decisive, endings, final, gains
from render.monster_hex.ground import Beyond, left_of
from render.monster_hex.side_boxes import Last
from render.monster_hex.side_boxes import Seat as SeatKey
from render.monster_hex.sprites import HEADER, PAD, WIDTH
from render.monster_hex.stage_layout import Table, lies_flat, near_table, table
from render.monster_hex.stones import StoneKey
from render.monster_hex.tiles import MARKS, POWERS, Cut, FreeKey, TileKey, cut
from render.text import largest
from rules.game import Seat, View
from rules.monster_hex.view import BoardView, FactionView, MonsterView, StoneView, TileView
from rules.parts.halves import written
from rules.parts.hexes import Hex, distance
from rules.printed_cards import Face

LARGEST_IN_HAND = 190
CAPTION, RANKS = 46, 50
"""How high a line below a tile is, and the line on what ranks are for."""

# Keys


def shown_in(board: BoardView, slot: int | None) -> str:
    """The faction whose colour stands for a slot; "" for no slot, and before the faction is chosen (MH-1.4)."""
    return "" if slot is None else board.factions[slot].faction


def called(look: Look, faction: str, tile: str) -> tuple[str, ...]:
    """A tile's name in its faction; empty before the faction is chosen."""
    return (look.say(f"mh.monster.{faction}.{tile}"),) if faction else ()


def monster_name(look: Look, faction: str, tile: str) -> str:
    """A tile's name in its faction; its number before it belongs to one."""
    return next(iter(called(look, faction, tile)), tile.upper())


def seat_colour(view: View[BoardView], seat: Seat) -> str | None:
    """The role of a seat's colour: its faction's, once it has chosen one."""
    return next((f.faction for f in view.board.factions if f.seat == seat and f.faction), None)


def seat_sign(view: View[BoardView], seat: Seat) -> str:
    """The shape of a seat's faction, once it has chosen one."""
    return _SIGNS[MARKS[faction]] if (faction := seat_colour(view, seat)) else ""


_SIGNS = {"triangle": "▲", "circle": "●", "square": "■", "diamond": "◆"}


PRIZES_AT_END = 0.54
"""How large prizes are at the end, as a share of a hex's radius."""


def _stone_key(board: BoardView, stone: StoneView, at: Table, lit: Lit) -> Key:
    new = stone.label in lit.new
    values = tuple((v.value, shown_in(board, v.slot) or None, shown_in(board, v.taken) or None) for v in sorted(stone.values, key=lambda v: -v.value))
    totals = tuple((shown_in(board, slot), power) for slot, power in stone.totals)
    key = StoneKey(stone.label.upper(), values, totals, stone.captured, stone.choosing, new, stone.choosing and lit.chooses)
    sizes = at.cut._replace(power=max(at.cut.power, round(at.cut.radius * PRIZES_AT_END))) if lit.over else at.cut
    return ("stone", sizes, key, at.ground(stone.at))


def has_turn(view: View[BoardView], faction: FactionView) -> bool:
    """Whether it is a faction's turn while the game waits for somebody else: who takes a prize, or places the shared tile (MH-4.5, MH-6.3)."""
    return view.board.placing == faction.slot and faction.seat not in view.to_act


def just_captured(board: BoardView, stone: StoneView) -> bool:
    """Whether the tile that was placed last has completed the ring of a stone (MH-4.1)."""
    return stone.captured and board.last is not None and distance(board.hexes[board.last], stone.at) == 1


def just_gained(board: BoardView) -> dict[int, int]:
    """What each slot has scored so far at the stones that were captured last."""
    found: dict[int, int] = {}
    for stone in board.stones:
        if just_captured(board, stone):
            for slot, points in gains(stone).items():
                found[slot] = found.get(slot, 0) + points
    return found


def rings(view: View[BoardView]) -> dict[str, str]:
    """The monsters that have a bright rim, by the role of its colour: the one that was placed last; at the end the winners', and the one that decided
    it."""
    board = view.board
    if view.outcome is None:
        return {board.last: "last"} if board.last else {}
    found = {monster.hex: "best" for monster in board.monsters if monster.slot in view.outcome.winners}
    turn = decisive(view)
    return found | ({turn.monster.hex: "last"} if turn else {})


def _new_stones(view: View[BoardView]) -> frozenset[str]:
    """The stones that have a golden rim: just captured; at the end those that decided it."""
    turn = decisive(view)
    return frozenset(stone.label for stone in (turn.stones if turn else filter(partial(just_captured, view.board), view.board.stones)))


class Lit(NamedTuple):
    """What stands out on the hexes of a board: labels of free ones that can be chosen (`legal`), the figure that is `chosen` for them, the `rings` of
    monsters, stones that are `new`; the stone of which the viewer `chooses` a value. Monsters of which nothing is told are `dim`. When the game is
    `over` no powers are left: only who has what counts."""

    legal: frozenset[str] = frozenset()
    chosen: str = ""
    rings: Mapping[str, str] = {}
    new: frozenset[str] = frozenset()
    dim: frozenset[str] = frozenset()
    chooses: bool = False
    over: bool = False


def _lit(view: View[BoardView], legal: frozenset[str] = frozenset(), chosen: str = "") -> Lit:
    """What stands out on the board of a view."""
    board, bright = view.board, rings(view)
    chooses = view.decision is not None and view.decision.kind == "choose_value"
    if chooses:  # What lies around the stone.
        near = [stone.at for stone in board.stones if stone.choosing]
        told = {m.hex for m in board.monsters if any(distance(board.hexes[m.hex], at) == 1 for at in near)}
    else:
        told = {*bright} if view.outcome else {m.hex for m in board.monsters}
    dim = frozenset(m.hex for m in board.monsters) - told
    return Lit(legal, chosen, bright, _new_stones(view), dim, chooses, view.outcome is not None)


def _breaks_ties(board: BoardView, monster: MonsterView) -> bool:
    """Whether the rank of a monster counts: it lies at a small stone that is open (MH-4.8)."""
    return any(not stone.large and not stone.captured and distance(stone.at, board.hexes[monster.hex]) == 1 for stone in board.stones)


def cells_of(board: BoardView, look: Look, at: Table, lit: Lit) -> dict[str, tuple[Hex, Key]]:
    """The hexes of the board that are seen, with their sprite keys, by label. On the stage a monster has its rank only where that counts: beside its
    powers it looks like one."""
    found: dict[str, tuple[Hex, Key]] = {}
    for label, spot in board.hexes.items():
        legal = label in lit.legal
        free = FreeKey(label.upper(), label in board.starts, legal, lit.chosen if legal else "")
        found[label] = spot, ("empty", at.cut, free, at.ground(spot))
    for m in board.monsters:
        faction = shown_in(board, m.slot)
        name = "".join(called(look, faction, m.tile)) if at.cut.named else ""
        rank = m.rank if at.cut.named or _breaks_ties(board, m) else ""
        tile = TileKey(faction, m.tile, m.powers, rank, m.champion, name)
        if lit.over or m.hex in lit.dim:
            tile = TileKey(faction, m.tile, dim=m.hex in lit.dim)
        found[m.hex] = board.hexes[m.hex], ("monster", at.cut, tile, lit.rings.get(m.hex, ""))
    for stone in board.stones:
        found[stone.label] = stone.at, _stone_key(board, stone, at, lit)
    return {label: cell for label, cell in found.items() if at.has(cell[0])}


def _seat(view: View[BoardView], faction: FactionView, look: Look) -> SeatKey:
    """The contents of a faction's box; at the end without tiles."""
    board, say = view.board, look.say
    waits = faction.seat is not None and faction.seat in view.to_act
    won = view.outcome is not None and faction.seat in view.outcome.winners
    names = (say("mh.shared"), say("mh.shared_short")) if faction.seat is None else look.forms(faction.seat)
    ability = say(f"mh.ability.{faction.ability}") + (" ✓" if faction.ability_used else "") if faction.ability else ""
    hand, stack = ("", "") if view.outcome else ("" if faction.seat is None else str(faction.hand), str(faction.stack))
    note = say("mh.resigned") if faction.resigned else ""
    score = "" if faction.score is None else str(written(faction.score))
    shown = "" if stage.is_large(look) or view.outcome else ability
    points = just_gained(board).get(faction.slot, 0) if faction.seat is not None and not view.outcome else 0
    stones = ", ".join(stone.label.upper() for stone in board.stones if just_captured(board, stone) and faction.slot in gains(stone))
    gain: tuple[str, ...] = (f"{stones}{say('colon')}+{points}", f"+{points}") if points else ()
    if board.split is not None and board.begins is None:  # One of the two will begin with them (MH-1.8).
        gain = (f"+{written(board.split / 2)} ?",)
    return SeatKey(shown_in(board, faction.slot), names, score, gain, hand, stack, note, shown, waits, has_turn(view, faction), won)


# Scenes

ABOVE, LARGE_ABOVE = (156, 100), (138, 108)
"""How high the place is that says how far the game is and what was placed last: above few and above `MANY` seats, also on the stage of large
letters."""
MANY = 4
AT_END, LARGE_AT_END = 94, 98
"""How high a panel of a seat is when the game is over, also on the stage of large letters."""


def layout(view: View[BoardView], look: Look, legal: Iterable[str] = (), whole: bool = False) -> Table:
    """The layout of the board in a picture: near for large letters, as long as the game goes on and what is legal has room there."""
    sizes = stage.sizes(look)
    return near_table(view.board, sizes, legal) if stage.is_large(look) and not view.outcome and not whole else table(view.board, sizes)


def board_scene(view: View[BoardView], look: Look, legal: Iterable[str] = (), whole: bool = False) -> Scene:
    """The table on the stage: the board, and a column of seats. `legal` hexes are highlighted. `whole`: the whole board for large letters, too."""
    at = layout(view, look, legal, whole)
    return stage.stage(field(view, look, at, frozenset(legal)) | _column(view, look, at))


def field(view: View[BoardView], look: Look, at: Table, legal: frozenset[str], chosen: str = "") -> dict[Hashable, Item]:
    """The items left of the column: the hexes that are seen, and the ground around them; `legal` ones with the figure that is `chosen` for them."""
    cells = cells_of(view.board, look, at, _lit(view, legal, chosen))
    items: dict[Hashable, Item] = {label: Item(key, *at.hexes.corner(spot)) for label, (spot, key) in cells.items()}
    return items | {"ground": Item(("ground", at.beside((spot for spot, _ in cells.values()), _beyond(view.board, at))), 0, 0)}


def _column(view: View[BoardView], look: Look, at: Table) -> dict[Hashable, Item]:
    """The items of the column: the game's progress and the seats; or the end, and the seats in the order of their places."""
    board, sizes = view.board, stage.sizes(look)
    width, say = stage.WIDTH - at.width, look.say
    count, seats = len(board.factions), list(board.factions)
    top = 0 if view.outcome else (LARGE_ABOVE if stage.is_large(look) else ABOVE)[count >= MANY]
    items: dict[Hashable, Item] = {}
    if top:
        words = say("mh.round", n=board.round, of=board.rounds), f"{board.round} / {board.rounds}"
        items["header"] = Item(("header", (width, top), sizes, words, _last_tile(board, look)), at.width, 0)
    if view.outcome:
        winners, score = view.outcome.winners, ""
        places = [seat for group in view.outcome.places for seat in group]
        seats.sort(key=lambda faction: len(places) if faction.seat is None else places.index(faction.seat))
        if len(winners) == 1:  # Whose score stands beside who has won.
            score, seats = final(board, winners[0]), seats[1:]
        count, top = len(seats), stage.HEIGHT - len(seats) * (LARGE_AT_END if stage.is_large(look) else AT_END)
        won = tuple(shown_in(board, winner) for winner in winners)
        looks = (look.in_short,) if stage.is_large(look) or len(winners) > 1 else (look, look.in_short)
        items["ending"] = Item(("ending", (width, top), sizes, won, score, tuple(endings(view, looks))), at.width, 0)
    for n, faction in enumerate(seats):
        here, below = (top + (stage.HEIGHT - top) * part // count for part in (n, n + 1))
        items["seat", faction.slot] = Item(("seat", (width, below - here), sizes, _seat(view, faction, look)), at.width, here)
    return items


def _last_tile(board: BoardView, look: Look) -> Last | None:
    """The tile that was placed last; None before the first one."""
    last = next((monster for monster in board.monsters if monster.hex == board.last), None)
    if last is None:
        return None
    faction, place = shown_in(board, last.slot), last.hex.upper()
    return Last(faction, last.tile, f"→ {place}", "".join(called(look, faction, last.tile)))


def _beyond(board: BoardView, at: Table) -> tuple[Beyond, ...]:
    """The stones that lie beyond the edges of a part of a board, with their values and the strongest faction around each that is open."""
    found = []
    for stone in board.stones:
        if not at.has(stone.at):
            slot, power = max(stone.totals, key=lambda total: total[1], default=(None, 0)) if not stone.captured else (None, 0)
            values = tuple((v.value, shown_in(board, v.slot if v.taken is None and not stone.captured else v.taken)) for v in stone.values)
            strongest = shown_in(board, slot), str(power) if power else ""
            found.append(Beyond(stone.label.upper(), values, *strongest, stone.captured, at.hexes.centre(stone.at)))
    return tuple(found)


WHOLE, MARGIN, LINE = 1200, 12, 46
"""How wide the whole board is, the margin around it, and the height of a line below."""
NAME = 0.2
"""The size of a monster's name there, as a share of its radius."""


def closer_scenes(view: View[BoardView], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """The whole board as large as a picture may be: names and ranks of monsters, and how strong every faction is at every stone."""
    board, say = view.board, look.say
    spots = [*board.hexes.values(), *(stone.at for stone in board.stones)]
    flat = lies_flat(board)
    hexes, height = HexLayout.fit(spots, WHOLE, 90, MARGIN, flat)
    zoom = stage.HEIGHT / height
    at = Table(hexes, cut(hexes.radius, named=round(hexes.radius * NAME), flat=flat), WHOLE, (), left_of(round(WHOLE * zoom)), zoom)
    items: dict[Hashable, Item] = {
        label: Item(key, *hexes.corner(spot))
        for label, (spot, key) in cells_of(board, look, at, Lit(rings=rings(view), new=_new_stones(view))).items()
    }
    for n, faction in enumerate(board.factions):
        name = say("mh.shared") if faction.seat is None else look.names[faction.seat]
        found = [say("mh.hand", n=faction.hand)] if faction.seat is not None else []
        found += [say("mh.stack", n=faction.stack)]
        found += [say(f"mh.ability.{faction.ability}") + (" ✓" if faction.ability_used else "")] if faction.ability else []
        scored = name if faction.score is None else f"{name} {written(faction.score)}"
        items["line", n] = Item(("caption", WHOLE, LINE, f"{scored}{say('colon')}{' · '.join(found)}", False), 0, height + n * LINE)
    return [(say("mh.title"), Scene((WHOLE, height + LINE * len(board.factions)), items))]


def in_hand(radius: float, look: Look, flat: bool = False) -> Cut:
    """The sizes of a tile that lies beside others, as large as there is room."""
    times = (1 + stage.factor(look)) / 2
    sizes = cut(radius, (round(radius * 0.41 * times), round(radius * 0.27 * times)), flat=flat)
    return sizes._replace(power=max(round(radius * POWERS[1]), round(radius * 0.41 * times)))


class Tiles(NamedTuple):
    """Tiles to be shown beside each other, each with a note that may be empty, and its faction; `flat`: as they lie on a board that lies on its
    side."""

    shown: Sequence[tuple[TileView, str]]
    factions: Sequence[str]
    flat: bool


def captions(look: Look, faction: str, tile: TileView, note: str) -> tuple[str, ...]:
    """What stands below a tile: its name, if it belongs to a faction; else its number stands on it; its note, if it has one."""
    return tuple(filter(None, (*called(look, faction, tile.tile), note)))


def caption_size(below: Iterable[Sequence[str]], look: Look, width: int) -> int:
    """The size of letters in which all captions of tiles beside each other are written: the largest in which each has room in a width."""
    sizes = (*((40, 36) if stage.is_large(look) else ()), 32, 27, 23)
    return min((largest(words, "Bold", sizes, width - 24) for lines in below for words in lines), default=sizes[-1])


def tiles_scene(tiles: Tiles, look: Look, title: str, right: str) -> Scene:
    """Tiles side by side on the stage, as large as there is room, with names and notes; and what ranks are for."""
    step = WIDTH / max(len(tiles.shown), 1)
    below = [captions(look, faction, tile, note) for (tile, note), faction in zip(tiles.shown, tiles.factions, strict=True)]
    lines = max(map(len, below), default=1)
    across, tall = extent(1, tiles.flat)
    room = stage.HEIGHT - HEADER - PAD - lines * CAPTION - RANKS
    radius = min(LARGEST_IN_HAND, int(step - 24) / across, (room - 2) / tall)
    width, height = sprite_size(radius, tiles.flat)
    letters = caption_size(below, look, int(step))
    items: dict[Hashable, Item] = {"heading": Item(("heading", title, right), 0, 0)}
    top = HEADER + PAD + (room - height) // 2
    for i, ((tile, _), faction) in enumerate(zip(tiles.shown, tiles.factions, strict=True)):
        key = ("monster", in_hand(radius, look, tiles.flat), TileKey(faction, tile.tile, tile.powers, tile.rank), "")
        items[("tile", i)] = Item(key, round(step * i + (step - width) / 2), top)
        for n, words in enumerate(below[i]):
            items[("caption", i, n)] = Item(("caption", int(step), CAPTION, words, not n, letters), round(step * i), top + height + CAPTION * n)
    items["ranks"] = Item(("caption", WIDTH, RANKS, look.say("mh.ranks"), False), 0, stage.HEIGHT - RANKS)
    return stage.stage(items)


def cover_scene(look: Look) -> Scene:
    """The game's cover: a monster of each faction on its land, around a stone."""
    return Scene(stage.COVER, {"cover": Item(("cover", look.say("mh.title")), 0, 0)})


def holding(view: View[BoardView], look: Look) -> Tiles:
    """The viewer's tiles, with the shared one last."""
    board = view.board
    if view.seat is None:
        return Tiles((), (), lies_flat(board))
    own = shown_in(board, view.seat)
    tiles = [(t, "") for t in board.hand]
    factions = [own] * len(tiles)
    if board.shared_tile:
        tiles.append((board.shared_tile, look.say("mh.shared")))
        factions.append(shown_in(board, len(board.factions) - 1))
    return Tiles(tiles, factions, lies_flat(board))
