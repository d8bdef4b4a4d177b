"""Triggers: their targets are chosen, and they go onto the stack, or under it (HX-8.5, HX-11.3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.hexygame.changes import Run
from rules.hexygame.effects import slots_of
from rules.hexygame.state import Item, Pick, Target


def begin_batch(run: Run, items: list[Item], under: bool = False) -> None:
    """Lets triggers be placed before anything else: those of the active seat first, those of one seat by their arrival."""
    state = run.state
    state.batch = sorted(items, key=lambda i: (i.seat != state.active, i.source, i.ability == "regeneration", i.ability))
    state.under = under
    if items:
        state.todo.insert(0, "place")


def place(run: Run) -> None:
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


def phase_triggers(run: Run, event: str) -> None:
    """Puts the triggers of a phase's beginning under what waits on the stack (HX-8.5)."""
    run.fire(event)
    place_fired(run)


def place_fired(run: Run) -> None:
    """Puts the triggers that have fired under what waits on the stack."""
    fired, run.state.fired = run.state.fired, []
    begin_batch(run, fired, under=True)
