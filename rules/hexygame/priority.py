"""Priority: who may act next, when both have passed, and what happens before anybody has it (HX-8.3, HX-8.4)."""

from __future__ import annotations

from rules.hexygame.changes import Run
from rules.hexygame.state import Item
from rules.hexygame.triggers import begin_batch


def pushed(run: Run, item: Item) -> None:
    """Puts an item on the stack; after settling, the active seat has priority."""
    run.state.stack.append(item)
    after_push(run)


def after_push(run: Run) -> None:
    """Lets the stack settle, then gives the active seat priority; also after a counterstrike (HX-9.5)."""
    run.state.passes = 0
    run.state.todo[:0] = ["settle", "priority"]


def filled(run: Run) -> None:
    """After energy was drawn: destroys what has no counters, holds triggers, keeps priority (HX-8.3, HX-8.8)."""
    _bury(run)
    state = run.state
    state.held += state.fired
    state.fired = []


def passed(run: Run, seat: int) -> None:
    """A seat passes: held triggers go onto the stack, the other seat gets priority, or after both the stack resolves or the phase ends (HX-8.3)."""
    state = run.state
    run.tell("passed", "HX-8.4", seat=seat)
    if state.held:
        state.todo.insert(0, "priority")
        begin_batch(run, state.held)
        state.held, state.passes = [], 0
        return
    state.passes += 1
    if state.passes < 2:
        state.priority = 1 - seat
        return
    state.passes = 0
    if state.stack:
        state.todo[:0] = ["resolve", "settle", "priority"]
    elif state.phase == "main" and state.after_combat:
        state.after_combat = False
        state.priority = state.active
        run.tell("window_closed", "HX-8.9", seat=state.active)
    else:
        state.todo.insert(0, f"after_{state.phase}")


def active_first(run: Run) -> None:
    """Gives the active seat priority."""
    run.state.priority = run.state.active


def settle(run: Run) -> None:
    """Destroys what has no counters, then places the triggers (HX-8.3)."""
    _bury(run)
    state = run.state
    if state.over:
        return
    fired, state.fired, state.held = [*state.fired, *state.held], [], []
    begin_batch(run, fired)
    if not state.stack and not state.batch and not state.resolving:
        state.lost.clear()


def _bury(run: Run) -> None:
    """Destroys together all realities without counters, until there are none (HX-11.5)."""
    while gone := [r for r in run.state.realities.values() if r.points <= 0]:
        run.destroy(gone)
