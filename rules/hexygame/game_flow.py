"""The flow of the game: turns and their phases (HX-7). Who has priority: `priority`; triggers: `triggers`; the stack: `resolution`.

`state.todo` holds the names of the steps that come before the next decision (`rules.parts.step_queue`).
"""

from __future__ import annotations

from collections.abc import Callable

from rules.hexygame import ending
from rules.hexygame.card_vocabulary import POOL
from rules.hexygame.changes import Run
from rules.hexygame.priority import active_first, settle
from rules.hexygame.resolution import resolve, resume
from rules.hexygame.state import Item
from rules.hexygame.triggers import phase_triggers, place, place_fired
from rules.parts import step_queue


def go_on(run: Run) -> None:
    """Takes the engine's steps until somebody has to decide."""
    step_queue.go_on(run, run.state, STEPS)


def begin_turn(run: Run) -> None:
    """Begins a turn: from its Potency Phase to its first decision."""
    state = run.state
    run.tell("turn_began", "HX-7.7", seat=state.active, n=state.turn)
    state.todo[:0] = ["potency", "actions", "draw", "draw_item"]


def begin_game(run: Run) -> None:
    """The very first turn starts in its Main Phase, as a new state says (HX-3.4)."""
    state = run.state
    state.stage = "play"
    run.tell("turn_began", "HX-3.4", seat=state.active, n=state.turn)
    _extra_energy(run)


def _extra_energy(run: Run) -> None:
    """The energy that the active seat has more than others: in its first turn (HX-3.5), and in each as a handicap (HX-3.8)."""
    state = run.state
    first = run.content.more[state.active] if state.turn <= len(state.sides) else 0
    for kind, rule, n in (("compensated", "HX-3.5", first), ("handicap", "HX-3.8", state.sides[state.active].handicap)):
        if n:
            run.add(state.active, "C", n)
            run.tell(kind, rule, seat=state.active, n=n)


def _potency(run: Run) -> None:
    """The Potency Phase: one potency for each building, unless the library is empty (HX-7.1, HX-12.3)."""
    state = run.state
    if not state.sides[state.active].library:
        return
    state.phase = "potency"
    field = run.field
    grown = [(b, field.numbers[b.uid].gain) for b in field.buildings(state.active)]
    for building, gain in grown:
        if gain:
            run.change(building, points=building.points + gain)
    if grown:
        run.tell("potency_placed", "HX-7.1", seat=state.active, n=sum(g for _, g in grown), buildings=len(grown))
    phase_triggers(run, "potency_phase")


def _actions(run: Run) -> None:
    """The Actions Phase: new dice for all own realities (HX-7.2)."""
    state = run.state
    state.phase = "actions"
    numbers = run.field.numbers
    for r in list(run.field.own(state.active)):
        if r.die != numbers[r.uid].actions:
            run.change(r, die=numbers[r.uid].actions)
    phase_triggers(run, "actions_phase")


def _draw(run: Run) -> None:
    """The Draw Phase: its triggers and Regeneration go under the stack (HX-7.3)."""
    state = run.state
    state.phase = "draw"
    run.fire("draw_phase")
    for r in run.field.own(state.active):
        if run.field.has(r, "regeneration") and r.points < run.content.printed[r.card][3]:
            state.fired.append(run.trigger(r, "regeneration", "regeneration"))
    place_fired(run)


def _draw_item(run: Run) -> None:
    """Puts the draw under everything, unless the library is empty (HX-12.3), then gives the active seat priority (HX-7.3)."""
    state = run.state
    if state.sides[state.active].library:
        state.stack.insert(0, Item(run.count(), "draw", state.active))
    state.priority, state.passes = state.active, 0


def _main(run: Run) -> None:
    """The Main Phase, with the seat's extra energy in its first one (HX-7.4)."""
    state = run.state
    state.phase, state.priority, state.passes, state.after_combat = "main", state.active, 0, False
    _extra_energy(run)
    state.began = False


def _after_draw(run: Run) -> None:
    _empty_pools(run)
    run.state.todo.insert(0, "main")


def _after_main(run: Run) -> None:
    _empty_pools(run)
    run.state.todo[:0] = ["cleanup", "end", "centre_item"]


def _cleanup(run: Run) -> None:
    """Removes the active seat's dice (HX-7.5)."""
    state = run.state
    state.phase = "cleanup"
    for r in list(run.field.own(state.active)):
        if r.die:
            run.change(r, die=0)
    phase_triggers(run, "cleanup_phase")


def _end(run: Run) -> None:
    run.state.phase = "end"
    phase_triggers(run, "end_phase")


def _centre_item(run: Run) -> None:
    """Puts the centre item under everything (HX-7.6)."""
    state = run.state
    state.stack.insert(0, Item(run.count(), "centre", state.active))
    state.priority, state.passes = state.active, 0


def _after_end(run: Run) -> None:
    """Ends the turn and all boosts, keywords and prohibitions that last until then (HX-7.7), and the game if it is exhausted (HX-12.5)."""
    state = run.state
    _empty_pools(run)
    for r in list(state.realities.values()):
        if r.attack or r.defense or r.keywords or r.forbidden or r.used:
            run.change(r, attack=0, defense=0, keywords=(), forbidden=(), used=())
    ending.count_quiet(state)
    if ending.is_exhausted(state):
        ending.exhausted(run)
        return
    state.turn += 1
    state.active = 1 - state.active
    begin_turn(run)


def _empty_pools(run: Run) -> None:
    """Removes unspent energy (HX-5.5)."""
    for seat, side in enumerate(run.state.sides):
        if any(side.pool):
            run.tell("energy_lost", "HX-5.5", seat=seat, n=sum(side.pool))
            side.pool = (0,) * len(POOL)


def _resolve(run: Run) -> None:
    resolve(run, run.state.stack.pop())


STEPS: dict[str, Callable[[Run], None]] = {
    "place": place,
    "settle": settle,
    "priority": active_first,
    "resolve": _resolve,
    "resume": resume,
    "potency": _potency,
    "actions": _actions,
    "draw": _draw,
    "draw_item": _draw_item,
    "main": _main,
    "cleanup": _cleanup,
    "end": _end,
    "centre_item": _centre_item,
    "after_draw": _after_draw,
    "after_main": _after_main,
    "after_end": _after_end,
}
"""The engine's steps by name."""
