"""Placing: where a tile can be placed, and why not elsewhere (MH-4)."""

from __future__ import annotations

from rules.game import Action, Refused
from rules.monster_hex.content import Board, Tile, edge_bit, powers_of
from rules.monster_hex.state import Slot, State
from rules.parts.hexes import distance, opposite

FIRST, MATCH, BOLD, START, ANY = "first", "match", "bold", "start", "any"
RULE = {FIRST: "MH-3.2", MATCH: "MH-3.3", BOLD: "MH-8.4", START: "MH-3.4", ANY: "MH-3.5"}
"""The rule behind each way of placing."""

Tiles = dict[str, Tile]


def _wanted(state: State) -> int:
    """The powers, as five bits, that would match somewhere on the board."""
    wanted = 0
    for bits in state.need.values():
        wanted |= bits
    return powers_of(wanted)


def way(state: State, board: Board, tiles: Tiles, slot: Slot) -> str:
    """The way of placing that a slot must use now (MH-3.6)."""
    if not state.placed:
        return FIRST
    if state.bold:
        return BOLD
    wanted = _wanted(state)
    if any(tiles[t].any & wanted for t in state.hands[slot]):
        return MATCH
    return START if any(s not in state.placed for s in board.starts) else ANY


def open_tiles(state: State, tiles: Tiles, slot: Slot, how: str) -> list[str]:
    """The tiles of the hand that can be placed somewhere, in rising order."""
    hand = sorted(state.hands[slot])
    if how != MATCH:
        return hand
    wanted = _wanted(state)
    return [t for t in hand if tiles[t].any & wanted]


def open_hexes(state: State, board: Board, tile: Tile, how: str) -> list[str]:
    """The hexes where a tile can be placed in some rotation, by label."""
    if how == MATCH:
        return sorted(label for label, bits in state.need.items() if tile.any & powers_of(bits))
    if how == BOLD:
        return sorted(state.need)
    if how == ANY:
        return [label for label in board.hexes if label not in state.placed]
    return [label for label in board.starts if label not in state.placed]


def open_places(state: State, board: Board, tiles: Tiles) -> tuple[str, ...]:
    """The hexes where any tile of the slot whose turn it is can be placed, by label."""
    how = way(state, board, tiles, state.slot)
    found = {label for tile in open_tiles(state, tiles, state.slot, how) for label in open_hexes(state, board, tiles[tile], how)}
    return tuple([label for label in board.hexes if label in found])


def open_rotations(state: State, tile: Tile, label: str, how: str) -> list[int]:
    """The rotations in which a tile can lie on an open hex."""
    if how != MATCH:
        return list(range(6))
    bits = state.need.get(label, 0)
    return [k for k in range(6) if tile.shows[k] & bits]


def put(state: State, board: Board, tile: Tile, label: str, slot: Slot, rotation: int) -> None:
    """Places a tile, in place."""
    state.placed[label] = (slot, tile.id, rotation)
    state.need.pop(label, None)
    _show(state, board, tile, label, rotation, state.need)


def needs(state: State, board: Board, tiles: Tiles) -> dict[str, int]:
    """`State.need` recomputed from what lies on the board."""
    found: dict[str, int] = {}
    for label, (_, tile, rotation) in state.placed.items():
        _show(state, board, tiles[tile], label, rotation, found)
    return found


def _show(state: State, board: Board, tile: Tile, label: str, rotation: int, need: dict[str, int]) -> None:
    """Adds what a lying tile shows to its empty neighbours."""
    for direction, neighbour in board.neighbours[label]:
        if neighbour not in state.placed:
            bit = edge_bit(opposite(direction), tile.edge(direction, rotation))
            need[neighbour] = need.get(neighbour, 0) | bit


def check(state: State, board: Board, tiles: Tiles, slot: Slot, placement: Action) -> None:
    """Raises Refused with the first reason against a placement (`tile hex rotation`), or the beginning of one (MH-7.2)."""
    tile, label, rotation = (*placement, None, None)[:3]
    how = way(state, board, tiles, slot)
    hand = state.hands[slot]
    if tile not in tiles:
        raise Refused("no_such_tile", "MH-3.1", tuple(open_tiles(state, tiles, slot, how)), tile=tile)
    if tile not in hand:
        raise Refused("not_in_hand", "MH-3.1", tuple(open_tiles(state, tiles, slot, how)), tile=tile)
    if label is None:
        return
    piece = tiles[tile]

    def near() -> tuple[str, ...]:
        return _near(board, label, open_hexes(state, board, piece, how))

    if label in board.stone_at:
        raise Refused("stone_there", "MH-3.1", near(), hex=label)
    if label not in board.hexes:
        raise Refused("no_such_hex", "MH-3.1", near(), hex=label)
    if label in state.placed:
        raise Refused("occupied", "MH-2.4", near(), hex=label)
    if rotation is not None and rotation not in ROTATIONS:
        turns = tuple(f"r{k}" for k in open_rotations(state, piece, label, how))
        raise Refused("no_such_rotation", "MH-3.1", turns, rotation=rotation)
    matching = open_rotations(state, piece, label, MATCH)
    if how in (MATCH, START) and not (matching if rotation is None else ROTATIONS[rotation] in matching):
        if how == START and label in board.starts:
            return
        if how == START:
            raise Refused("nothing_matches", "MH-3.4", near(), hex=label)
        if label in board.starts:
            raise Refused("match_elsewhere", "MH-3.6", near() or tuple(open_tiles(state, tiles, slot, how)), hex=label)
        if label not in state.need:
            raise Refused("touches_nothing", "MH-3.3", near() or tuple(open_tiles(state, tiles, slot, how)), hex=label)
        turns, elsewhere = tuple(f"r{k}" for k in matching), near() or tuple(open_tiles(state, tiles, slot, how))
        raise Refused("no_match" if turns else "no_turn", "MH-3.3", turns or elsewhere, tile=tile, hex=label)
    if how == FIRST and label not in board.starts:
        raise Refused("first_on_start", "MH-3.2", near(), hex=label)
    if how == BOLD and label not in state.need:
        raise Refused("bold_must_touch", "MH-8.4", near(), hex=label)


ROTATIONS = {f"r{k}": k for k in range(6)}
"""The words for rotations."""


def _near(board: Board, label: str, hexes: list[str]) -> tuple[str, ...]:
    stone = board.stone_at.get(label)
    at = board.hexes.get(label) or (stone.hex if stone else None)
    return tuple(sorted(hexes, key=lambda h: distance(board.hexes[h], at))) if at else tuple(hexes)
