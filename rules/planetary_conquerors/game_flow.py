"""The flow of the game: turns and their phases (PC-5). Effects: `resolution`; triggers: `triggers`; damage: `damage`; who is out: `leaving`.

`state.todo` holds the names of the steps that come before the next decision (`rules.parts.step_queue`); the steps of the uppermost frame come
first, those of the turn last.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.parts import step_queue
from rules.planetary_conquerors import combat, damage, effects, ending, leaving, reaction_windows, replacement_effects, resolution, triggers
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import PHASES
from rules.planetary_conquerors.state import Ask, Window


def go_on(run: Run, quiet: bool = False) -> None:
    """Takes steps until somebody has to decide, or the game is over. `quiet`, for computers' search: nobody reacts to anything."""
    step_queue.go_on(run, run.state, _QUIET if quiet else STEPS)


# The turn (PC-5)


def begin_game(run: Run) -> None:
    """Begins the first player's first turn, without a window before it (PC-4.5, PC-5.2)."""
    run.state.stage = "play"
    run.state.active = run.state.first
    _begin_turn(run)


def _begin_turn(run: Run) -> None:
    state = run.state
    state.turn += 1
    state.sides[state.active].turns += 1
    state.phase = "start"
    for seat in range(len(state.sides)):
        state.lift(seat, "until_turn")
    state.lift(state.active, "until_mine")
    run.tell("turn_began", "PC-5.1", seat=state.active, n=state.turn)
    state.todo = ["enter"]


def _next_turn(run: Run) -> None:
    """Begins the turn of the next living player clockwise (PC-5.9, PC-15.4)."""
    state = run.state
    state.attack, state.fired, state.picks = None, [], ()
    state.active = state.living((state.active + 1) % len(state.sides))[0]
    _begin_turn(run)


def _enter(run: Run) -> None:
    """Enters a phase: its automatic step, the check, its triggers, its decisions (PC-5.2).

    The phase `mining` has no step of its own (PC-5.4): each miner pays by an ability in `cards.json`, which `effects._add` carries out.
    Victory is checked here and wherever a step `victory` stands (PC-14.1).
    """
    state = run.state
    state.todo[:0] = ["hp", "victory", "triggers", "batch_up", "decide"]
    if state.phase == "start":
        _recharge(run)
        _handicap(run)
    elif state.phase == "kuk":
        effects.kuk(run, state.active, 1)  # PC-5.5
    elif state.phase == "trap":
        run.draw(state.active, 1, "PC-5.8")


def _recharge(run: Run) -> None:
    """Does the automatic step of the start phase (PC-5.3). Changes and Shielding of all cards end, all else is of the active seat's (PC-5.10)."""
    state = run.state
    state.former = ()
    for t in list(state.things.values()):
        own = t.controller == state.active
        ready, used = t.exhausted and not own, () if own else t.used
        if (t.exhausted, t.used, t.attack, t.shielding, t.absorbed) != (ready, used, 0, 0, ()):
            run.change(t, exhausted=ready, used=used, attack=0, shielding=0, absorbed=())
    side = state.sides[state.active]
    side.converted = side.placed = side.moved = False


def _handicap(run: Run) -> None:
    """Gives the active seat what it has more in this turn as a handicap, as far as its storages hold it (PC-4.7)."""
    state = run.state
    more = run.content.handicap(state.sides[state.active].handicap, state.sides[state.active].turns)
    room = (limit - n for limit, n in zip(run.field.limits(state.active), state.sides[state.active].stock, strict=True))
    gained = [min(n, free) for n, free in zip(more, room, strict=True)]
    if any(gained):
        for material, n in enumerate(gained):
            run.shift(state.active, material, n)
        run.tell("handicap", "PC-4.7", seat=state.active, n=gained)


def _triggers(run: Run) -> None:
    run.fire_phase(run.state.phase)


def _decide(run: Run) -> None:
    """Asks for the decisions of a phase; a phase without any ends, as does the trap phase of a player who has placed a trap and can move none
    (PC-16.3)."""
    state = run.state
    done = state.phase == "trap" and state.sides[state.active].placed and not run.field.movable(state.active)
    if state.phase in ("main", "trap") and not done:
        state.ask = Ask(state.phase, state.active)
        state.todo.insert(0, "decide")
    elif state.phase == "attack":
        combat.begin(run)
    else:
        state.todo.insert(0, "change")


def end_phase(run: Run) -> None:
    """Ends a phase for the active player."""
    assert run.state.todo[0] == "decide"
    run.state.todo[0] = "change"


def _change(run: Run) -> None:
    """Opens the window of a change of phase (PC-5.2)."""
    state = run.state
    following = PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]
    state.todo.insert(0, "next")
    run.push(Window(f"phase:{following}"), "poll")


def _next(run: Run) -> None:
    state = run.state
    if state.phase == "end":
        _next_turn(run)
    else:
        state.phase = PHASES[PHASES.index(state.phase) + 1]
        state.todo.insert(0, "enter")


STEPS: dict[str, Callable[[Run], None]] = {
    "enter": _enter,
    "triggers": _triggers,
    "batch_up": triggers.batch_up,
    "decide": _decide,
    "change": _change,
    "next": _next,
    "next_turn": _next_turn,
    "batch": triggers.batch,
    "begin": triggers.begin,
    "spent": resolution.spent,
    "window": resolution.window,
    "poll": reaction_windows.poll,
    "resolve": resolution.resolve,
    "targets": resolution.targets,
    "run": resolution.carry_out,
    "each_sacrifices": effects.each_sacrifices,
    "finish": resolution.finish,
    "finished": resolution.finished,
    "damage_window": damage.damage_window,
    "recount": damage.recount,
    "replace": replacement_effects.blow,
    "strike": damage.strike,
    "struck_down": damage.struck_down,
    "leave": leaving.leave,
    "gain": replacement_effects.gaining,
    "hp": leaving.check_hp,
    "victory": ending.check_victory,
    "lined_up": combat.lined_up,
    "line": combat.line,
    "blocks": combat.blocks,
    "line_window": combat.line_window,
    "fights": combat.fights,
    "unblocked": combat.unblocked,
    "advance": combat.advance,
    "column": combat.column,
    "strikes": combat.strikes,
    "done": combat.done,
}
"""The engine's steps by name."""
_QUIET: dict[str, Callable[[Run], None]] = {**STEPS, "poll": Run.pop}
