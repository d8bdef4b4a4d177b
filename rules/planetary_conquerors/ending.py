"""The end of the game: the victory check, an empty deck, and the places of all (PC-14)."""

from __future__ import annotations

from rules.game import Outcome
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, State, mine_uid


def check_victory(run: Run) -> None:
    """Ends the game if somebody has won (PC-14.2), or somebody's deck is empty now (PC-14.6). When it is checked: PC-14.1."""
    state = run.state
    living = state.living()
    totals = {s: run.field.building_hp(s) for s in living}
    best = max(totals.values())
    if best >= FEWEST_BUILDING_HP:
        winner = next(s for s in living if totals[s] == best)
        run.end(places(run, [[winner]]), "planet", "PC-14.2")
    elif any(not state.sides[s].library for s in living):
        run.tell("deck_out", "PC-14.5", seats=[s for s in living if not state.sides[s].library])
        top = max((totals[s], state.mine(s).hp) for s in living)
        run.end(places(run, [[s for s in living if (totals[s], state.mine(s).hp) == top]]), "deck_out", "PC-14.5")


def places(run: Run, first: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    """All places: winners, then surviving players by HP, then eliminated ones, the last one first (PC-14.8)."""
    state = run.state
    placed = {s for group in first for s in group}
    worth: dict[tuple[int, ...], list[int]] = {}
    for seat in range(len(state.sides)):
        if seat not in placed:
            out = state.sides[seat].out
            key = (-1, out, 0) if out else (0, run.field.building_hp(seat), state.mine(seat).hp)
            worth.setdefault(key, []).append(seat)
    return tuple(tuple(group) for group in [*first, *(worth[key] for key in sorted(worth, reverse=True))])


def outcome(state: State, field: Field) -> Outcome:
    """The outcome of a finished game, with the HP of buildings (PC-14.2 to PC-14.5)."""
    rule = {"planet": "PC-14.2", "deck_out": "PC-14.5"}.get(state.reason, "PC-14.4")
    scores = tuple(field.building_hp(s) for s in range(len(state.sides)))
    mines = [t.hp if (t := state.things.get(mine_uid(s))) else 0 for s in range(len(state.sides))]
    return Outcome(state.places, state.reason, rule, scores, tuple(zip(scores, mines, strict=True)))
