"""What Monster Hex's reasons say of a stone, counted by hand: what each faction shows to it, monster by monster."""

from __future__ import annotations

from typing import Any

from rules.parts.hexes import DIRECTIONS


def stands(rules: Any, fact: Any, state: Any) -> bool:
    """Whether it stands so at a stone."""
    stone = next(stone for stone in rules.board(state).stones.values() if stone.label == fact.facts["hex"])
    power: dict[int, int] = {}
    for label, (slot, tile, rotation) in state.placed.items():
        q, r = rules.board(state).hexes[label]
        side = next((d for d, (dq, dr) in enumerate(DIRECTIONS) if (q + dq, r + dr) == stone.hex), None)
        if side is not None:
            power[slot] = power.get(slot, 0) + rules.tiles[tile].powers[(side - rotation) % 6]
    own, others = power.get(fact.facts["slot"], 0), max((p for slot, p in power.items() if slot != fact.facts["slot"]), default=0)
    if fact.kind != "overtakes" and (own, others) != (fact.facts["power"], fact.facts["of"]):
        return False
    most = max(value + 2 * (colour == fact.facts["slot"]) for value, colour in stone.values)
    if (most, sum(label not in state.placed for label, _ in stone.ring)) != (fact.facts["n"], fact.facts["left"]):
        return False
    return {"level": own == others > 0, "behind": own < others}.get(fact.kind, own > others)


def adds_up(rules: Any, fact: Any, story: Any, end: Any) -> bool:
    """Whether it stood so after one of the steps."""
    return any(stands(rules, fact, state) for state in [*(state for state, _ in story[1:]), end])


LEFT = {
    "left_power": lambda rules, state, seat: sum(sum(rules.tiles[tile].powers) for tile in state.hands[seat]),
    "left_points": lambda rules, state, seat: state.scores[seat],
}
"""How what is left is counted."""
