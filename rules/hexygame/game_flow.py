"""The flow of the game: turns and their phases, the stack, priority, and creatures that die for want of counters (sections 7 and 8).

`state.todo` holds the names of the steps that come before the next decision (`rules.parts.step_queue`).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.hexygame import ending
from rules.hexygame.changes import Run
from rules.hexygame.content import POOL
from rules.hexygame.effects import slots_of
from rules.hexygame.stack import resolve, resume
from rules.hexygame.state import LAST_TURN, QUIET, Item, Pick, Target
from rules.parts import step_queue


def go_on(run: Run) -> None:
    """Takes the engine's steps until somebody has to decide."""
    step_queue.go_on(run, run.state, STEPS)


# Priority (HX-8.3, HX-8.4)


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
        _begin_batch(run, state.held)
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


def _priority(run: Run) -> None:
    run.state.priority = run.state.active


def _settle(run: Run) -> None:
    """Destroys what has no counters, then places the triggers (HX-8.3)."""
    _bury(run)
    state = run.state
    if state.over:
        return
    fired, state.fired, state.held = [*state.fired, *state.held], [], []
    _begin_batch(run, fired)
    if not state.stack and not state.batch and not state.resolving:
        state.lost.clear()


def _bury(run: Run) -> None:
    """Destroys together all realities without counters, until there are none (HX-11.5)."""
    while gone := [r for r in run.state.realities.values() if r.points <= 0]:
        run.destroy(gone)


# Triggers (HX-8.5, HX-11.3)


def _begin_batch(run: Run, items: list[Item], under: bool = False) -> None:
    state = run.state
    state.batch = sorted(items, key=lambda i: (i.seat != state.active, i.source, i.ability == "regeneration", i.ability))
    state.under = under
    if items:
        state.todo.insert(0, "place")


def _place(run: Run) -> None:
    """Chooses targets for triggers one by one, or drops those without any; then inserts the whole batch."""
    state = run.state
    while state.batch:
        item = state.batch[0]
        choices = _target_choices(run, item)
        if choices is None:
            state.placed.append(state.batch.pop(0))
        elif not choices:
            state.batch.pop(0)
        elif len(choices) == 1:
            state.batch[0] = replace(item, targets=(*item.targets, *choices.values()))
        else:
            state.pick = Pick("trigger_target", item.seat, tuple(choices), 1)
            state.todo.insert(0, "place")
            return
    _insert(run)


def _target_choices(run: Run, item: Item) -> dict[str, Target] | None:
    """The possible next targets of a trigger; None if it has all."""
    slots = slots_of(run.content, item)
    if len(item.targets) == len(slots):
        return None
    field = run.field
    return field.choices(slots[len(item.targets)], item.seat, item.source, field.where(item.source), item.targets)


def target_chosen(run: Run, word: str) -> None:
    """Notes the target that a trigger's controller has chosen."""
    state = run.state
    item = state.batch[0]
    choices = _target_choices(run, item)
    assert choices is not None
    state.batch[0] = replace(item, targets=(*item.targets, choices[word]))
    state.pick = None


def _insert(run: Run) -> None:
    """Puts the batch of triggers onto the stack, or under it, the first one uppermost (HX-8.5)."""
    state = run.state
    for item in state.placed:
        run.tell("triggered", "HX-8.5", seat=item.seat, card=item.card, what=item.kind, hex=item.hex, targets=[t.name for t in item.targets])
    placed = state.placed[::-1]
    state.stack = [*placed, *state.stack] if state.under else [*state.stack, *placed]
    state.placed, state.under = [], False


# Phases (section 7)


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


def _potency(run: Run) -> None:
    """The Potency Phase: one potency for each building, unless the library is empty (HX-7.1)."""
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
    _phase_triggers(run, "potency_phase")


def _actions(run: Run) -> None:
    """The Actions Phase: new dice for all own realities (HX-7.2)."""
    state = run.state
    state.phase = "actions"
    numbers = run.field.numbers
    for r in list(run.field.own(state.active)):
        if r.die != numbers[r.uid].actions:
            run.change(r, die=numbers[r.uid].actions)
    _phase_triggers(run, "actions_phase")


def _draw(run: Run) -> None:
    """The Draw Phase: its triggers and Regeneration go under the stack (HX-7.3)."""
    state = run.state
    state.phase = "draw"
    run.fire("draw_phase")
    for r in run.field.own(state.active):
        if run.field.has(r, "regeneration") and r.points < run.content.printed[r.card][3]:
            state.fired.append(run.trigger(r, "regeneration", "regeneration"))
    _place_fired(run)


def _draw_item(run: Run) -> None:
    """Puts the draw under everything, then gives the active seat priority (HX-7.3)."""
    state = run.state
    if state.sides[state.active].library:
        state.stack.insert(0, Item(run.count(), "draw", state.active))
    state.priority, state.passes = state.active, 0


def _main(run: Run) -> None:
    """The Main Phase, with the seat's extra energy in its first one (HX-7.4, HX-3.5)."""
    state = run.state
    state.phase, state.priority, state.passes, state.after_combat = "main", state.active, 0, False
    if state.turn <= len(state.sides) and (more := run.content.more[state.active]):
        run.add(state.active, "C", more)
        run.tell("compensated", "HX-3.5", seat=state.active, n=more)
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
    _phase_triggers(run, "cleanup_phase")


def _end(run: Run) -> None:
    run.state.phase = "end"
    _phase_triggers(run, "end_phase")


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
    empty = not any(side.library for side in state.sides)
    state.quiet = state.quiet + 1 if empty else 0
    if state.turn >= LAST_TURN or state.quiet >= QUIET:
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


def _phase_triggers(run: Run, event: str) -> None:
    """Puts the triggers of a phase's beginning under what waits on the stack (HX-8.5)."""
    run.fire(event)
    _place_fired(run)


def _place_fired(run: Run) -> None:
    fired, run.state.fired = run.state.fired, []
    _begin_batch(run, fired, under=True)


def _resolve(run: Run) -> None:
    resolve(run, run.state.stack.pop())


STEPS: dict[str, Callable[[Run], None]] = {
    "place": _place,
    "settle": _settle,
    "priority": _priority,
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
