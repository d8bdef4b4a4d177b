"""Triggers: batches of them are put in order, and begun one by one (PC-8). Whether their order matters: `trigger_order`."""

from __future__ import annotations

from rules.planetary_conquerors import trigger_order
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.state import Act, Ask, Fired


def batch_up(run: Run) -> None:
    """Lets triggers run that have waited for the end of a step (PC-7.9)."""
    fired, run.state.fired = run.state.fired, []
    run.batch(fired)


def batch(run: Run) -> None:
    """Runs the next trigger; the active player chooses if the order matters (PC-8.3, PC-8.4)."""
    state = run.state
    waiting: tuple[Fired, ...] = run.top().fired
    if not waiting:
        run.pop()
        return
    words = trigger_order.words(run.field, waiting)
    if len(words) > 1 and trigger_order.matters(run.field, waiting):
        state.ask = Ask("order", state.living()[0], tuple(words))
        state.todo.insert(0, "batch")
    else:
        start_trigger(run, waiting[0])


def start_trigger(run: Run, fired: Fired) -> None:
    """Starts one trigger of the batch."""
    waiting = list(run.top().fired)
    waiting.remove(fired)
    run.top(fired=tuple(waiting))
    run.state.todo.insert(0, "batch")
    act = Act(run.count(), "trigger", fired.seat, fired.card, fired.source, fired.number, fired.ability, fired.event)
    run.push(act, "begin", "targets", "run", "finish")


def begin(run: Run) -> None:
    """Begins a trigger: checks its "if" again, and asks its controller if it is optional (PC-8.1, PC-8.5)."""
    act: Act = run.top()
    ability = run.content.ability(act.card, act.ability)
    if act.off or not run.field.holds(ability.cond, act.seat):
        run.top(off=True)
        return
    if ability.optional and (not ability.targets or any(s.up_to or run.field.choices(s, act) for s in ability.targets)):
        run.state.ask = Ask("optional", act.seat)
    run.top(collects=True)
