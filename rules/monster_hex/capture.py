"""Captures: who is first and second at a surrounded stone, and what they take (MH-5)."""

from __future__ import annotations

from rules.game import Event
from rules.monster_hex.content import RANKS, Board, Stone, Tile
from rules.monster_hex.state import Capture, Slot, State

COLOUR_BONUS = 2
"""Points more for a value in one's own colour (MH-4.6)."""
CHAMPION_RANK = "S"
"""The rank of champions (MH-8.5)."""


def totals(state: State, stone: Stone, tiles: dict[str, Tile]) -> dict[Slot, int]:
    """The power that each faction with a monster in a stone's ring shows to it (MH-4.2)."""
    found: dict[Slot, int] = {}
    for label, side in stone.ring:
        lying = state.placed.get(label)
        if lying:
            slot, tile, rotation = lying
            found[slot] = found.get(slot, 0) + tiles[tile].powers[(side - rotation) % 6]
    return found


def ranks(state: State, stone: Stone, tiles: dict[str, Tile], slot: Slot) -> list[int]:
    """The ranks of a faction's monsters in the ring, best (0) first; champions count as S (MH-8.5)."""
    found = []
    for label, _ in stone.ring:
        lying = state.placed.get(label)
        if lying and lying[0] == slot:
            rank = CHAMPION_RANK if label in state.champions else tiles[lying[1]].rank
            found.append(RANKS.index(rank))
    return sorted(found)


def places(state: State, stone: Stone, tiles: dict[str, Tile], power: dict[Slot, int]) -> tuple[Slot | None, Slot | None]:
    """First and second place: large stones by MH-4.3 and MH-4.4, small ones by MH-4.8."""
    levels = sorted(set(power.values()), reverse=True)

    def alone(level: int) -> Slot | None:
        holders = [slot for slot, total in power.items() if total == level]
        return holders[0] if len(holders) == 1 else None

    if stone.large:
        return alone(levels[0]), alone(levels[1]) if len(levels) > 1 else None
    tied = [slot for slot, total in power.items() if total == levels[0]]
    # A longer list beats its own beginning: the missing rank counts as worse than any.
    lists = {slot: [*ranks(state, stone, tiles, slot), len(RANKS)] for slot in tied}
    best = min(lists.values())
    winners = [slot for slot in tied if lists[slot] == best]
    return (winners[0] if len(winners) == 1 else None), None


def worth(stone: Stone, value: int, slot: Slot) -> int:
    """What a value scores for a slot, the colour bonus included (MH-4.6)."""
    return value + (COLOUR_BONUS if stone.slot_of[value] == slot else 0)


def left(stone: Stone, capture: Capture) -> list[int]:
    """The values still on a stone, highest first."""
    return sorted((value for value, _ in stone.values if value not in capture.taken), reverse=True)


def best_value(stone: Stone, capture: Capture, slot: Slot) -> int:
    """The value worth most to a slot; of equals the higher printed one (MH-9.2, MH-9.8)."""
    return max(left(stone, capture), key=lambda value: (worth(stone, value, slot), value))


def take(state: State, stone: Stone, slot: Slot, value: int) -> Event:
    """Scores a value for a slot, in place (MH-4.5, MH-4.6); the shared faction scores nothing (MH-6.4)."""
    state.captures[stone.id].taken[value] = slot
    points = worth(stone, value, slot) if slot < state.seats else 0
    if slot < state.seats:
        state.scores[slot] += points
    rule = "MH-6.4" if slot >= state.seats else "MH-4.5" if stone.large else "MH-4.8"
    facts = {"slot": slot, "hex": stone.label, "stone": stone.id, "value": value, "points": points}
    return Event("scored", facts, rule=rule)


def settle(state: State, board: Board, tiles: dict[str, Tile], events: list[Event]) -> None:
    """Handles the queue of full rings, in place, until somebody has to choose a value (MH-4.1, MH-4.7)."""
    while state.queue:
        stone = board.stones[state.queue[0]]
        capture = state.captures.get(stone.id)
        if capture is None:
            power = totals(state, stone, tiles)
            first, second = places(state, stone, tiles, power)
            capture = state.captures[stone.id] = Capture(power, first, second, {})
            facts = {"hex": stone.label, "stone": stone.id, "large": stone.large, "totals": _by_text(power), "first": first, "second": second}
            events.append(Event("captured", facts, rule="MH-4.2" if stone.large else "MH-4.8"))
        slot = capture.next_to_take()
        if slot is None or not left(stone, capture):
            state.queue.pop(0)
        elif slot >= state.seats or len(left(stone, capture)) == 1:
            events.append(take(state, stone, slot, left(stone, capture)[0]))
        else:
            return


def completed(state: State, board: Board, label: str) -> list[str]:
    """The stones whose rings a placement on `label` has filled, small ones first, by id (MH-4.1)."""
    return [s.id for s in board.touched[label] if all(ring in state.placed for ring, _ in s.ring)]


def _by_text(power: dict[Slot, int]) -> dict[str, int]:
    return {str(slot): total for slot, total in sorted(power.items())}
