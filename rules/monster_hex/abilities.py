"""The optional abilities (MH-10): one for each seat, public, usable once, in the own turn before placing."""

from __future__ import annotations

from rules.game import Event, Refused
from rules.monster_hex.content import Board, Stone, Tile
from rules.monster_hex.placement import ROTATIONS, needs
from rules.monster_hex.state import State

TWIST, INSIGHT, BOLD, CHAMPION = "twist", "insight", "bold", "champion"
ABILITIES = (TWIST, INSIGHT, BOLD, CHAMPION)
VERBS = (TWIST, INSIGHT, BOLD)
"""Those that are used by an action of their own; Champion goes with a placement."""
RULE = {TWIST: "MH-8.2", INSIGHT: "MH-8.3", BOLD: "MH-8.4", CHAMPION: "MH-8.5"}
DEPTH = 3
"""How many tiles Insight looks at."""


def ready(state: State, seat: int) -> str | None:
    """The unused ability of a seat, if any."""
    return state.chosen[seat] if state.abilities and not state.used[seat] else None


def verbs(state: State, board: Board, seat: int) -> list[str]:
    """The abilities that a seat can use now as an action of its own (Champion is declared while placing)."""
    ability = ready(state, seat)
    if state.bold:
        return []
    if ability == TWIST and twistable(state, board, seat):
        return [TWIST]
    if ability == INSIGHT and state.stacks[seat]:
        return [INSIGHT]
    if ability == BOLD and state.placed:
        return [BOLD]
    return []


def twistable(state: State, board: Board, seat: int) -> list[str]:
    """The monsters of other factions that lie alone at all stones that they touch, by label (MH-8.2)."""
    return sorted(h for h, (slot, _, _) in state.placed.items() if slot != seat and _held_by(state, board, h) is None)


def _held_by(state: State, board: Board, label: str) -> Stone | None:
    """The first stone that prevents a monster from being turned: another monster lies at it, too. In games from before version 6: it has been
    captured."""
    if state.twist_beside:
        return next((stone for stone in board.touched[label] if stone.id in state.captures), None)
    return next((stone for stone in board.touched[label] if any(h != label and h in state.placed for h, _ in stone.ring)), None)


def twist_rotations(state: State, label: str) -> list[str]:
    """The ways to turn a lying monster: by one side, clockwise."""
    turned = (state.placed[label][2] + 1) % len(ROTATIONS)
    return [word for word, k in ROTATIONS.items() if k == turned]


def check(state: State, board: Board, seat: int, action: tuple[str, ...]) -> None:
    """Raises Refused unless a seat may use the ability `action` now in this way, as far as it is spelled."""
    name = action[0]
    if not state.abilities:
        raise Refused("no_abilities", "MH-8.1")
    if state.chosen[seat] != name:
        raise Refused("not_your_ability", "MH-8.1", tuple(verbs(state, board, seat)), ability=name)
    if state.used[seat]:
        raise Refused("ability_used", "MH-8.1", ability=name)
    if name == INSIGHT and not state.stacks[seat]:
        raise Refused("stack_empty", "MH-8.3")
    if name == BOLD and not state.placed:
        raise Refused("first_on_start", "MH-3.2", tuple(board.starts), hex="")
    if name != TWIST:
        return
    targets = tuple(twistable(state, board, seat))
    if not targets and len(action) == 1:
        raise Refused("nothing_to_turn", "MH-8.2")
    if len(action) > 1:
        _check_twist(state, board, seat, action, targets)


def _check_twist(state: State, board: Board, seat: int, action: tuple[str, ...], targets: tuple[str, ...]) -> None:
    label, rotation = action[1], action[2] if len(action) > 2 else None
    if label not in state.placed:
        raise Refused("no_monster", "MH-8.2", targets, hex=label)
    if state.placed[label][0] == seat:
        raise Refused("own_monster", "MH-8.2", targets, hex=label)
    if stone := _held_by(state, board, label):
        raise Refused("stone_captured" if state.twist_beside else "not_alone", "MH-8.2", targets, hex=label, stone=stone.label)
    if rotation is None:
        return
    if rotation in ROTATIONS and rotation not in twist_rotations(state, label):
        raise Refused("other_rotation", "MH-8.2", tuple(twist_rotations(state, label)), rotation=rotation, hex=label)
    if rotation not in ROTATIONS:
        raise Refused("no_such_rotation", "MH-8.2", tuple(twist_rotations(state, label)), rotation=rotation)


def use(state: State, board: Board, tiles: dict[str, Tile], seat: int, action: tuple[str, ...]) -> list[Event]:
    """Carries an ability out, in place."""
    name = action[0]
    state.used[seat] = True
    if name == TWIST:
        label, rotation = action[1], ROTATIONS[action[2]]
        slot, tile, _ = state.placed[label]
        state.placed[label] = (slot, tile, rotation)
        state.need = needs(state, board, tiles)
        return [Event("twisted", {"seat": seat, "hex": label, "tile": tile, "slot": slot, "rotation": rotation}, rule="MH-8.2")]
    if name == BOLD:
        state.bold = True
        return [Event("bold", {"seat": seat}, rule="MH-8.4")]
    seen = state.stacks[seat][:DEPTH]
    state.known[seat] = max(state.known[seat], len(seen))
    state.looking = len(seen) > 1
    return [
        Event("looked", {"seat": seat, "count": len(seen)}, rule="MH-8.3"),
        Event("saw", {"seat": seat, "tiles": seen, "faction": state.factions[seat]}, to=(seat,), rule="MH-8.3"),
    ]


def reorder(state: State, seat: int, tiles: tuple[str, ...]) -> list[Event]:
    """Puts the tiles that Insight has looked at back in this order, the first on top, in place (MH-8.3)."""
    state.stacks[seat][: len(tiles)] = list(tiles)
    state.looking = False
    return [Event("put_back", {"seat": seat, "count": len(tiles)}, rule="MH-8.3")]
