"""Reaction windows: who is asked (PC-19), in which order, when a window closes or is asked anew (PC-7).

At every change of phase, card, effect, trap and line one may react (PC-19.1); who is asked follows from public facts and the seat's own stops.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Action
from rules.parts import stops
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import PHASES
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.possible_reactions import idle, reactions
from rules.planetary_conquerors.state import HOLDS, Act, Ask, Blow, State, Window
from rules.planetary_conquerors.windows_that_matter import matters, waiting

WHATEVER = "whatever"
PASS: Action = ("pass",)
PASS_WHATEVER: Action = (*PASS, WHATEVER)
"""A pass that stays when somebody else reacts (PC-19.8)."""

ASKING_PHASES = ("attack", "start")
ASKING = ("play", "paid", "trap", "line", "damage", *ASKING_PHASES)
"""Windows that ask by default (PC-19.3); the phases are those of an opponent's turn."""
SILENT = (
    *(f"{w}_any" for w in ASKING), "play_own", "paid_own", *(p for p in PHASES if p not in ASKING_PHASES), *(f"own_{p}" for p in PHASES)
)  # fmt: skip
"""Windows that pass by default: `play_any` is a play that nobody with these materials could cancel, and so on (`matters`)."""
ORDERS = stops.orders(SILENT, ASKING, [h.removeprefix("until_") for h in HOLDS])


def name_of(field: Field, seat: int) -> str:
    """The name of the open window in a seat's stops."""
    window = field.window()
    assert window is not None
    state = field.state
    reason = window.reason
    phase = reason.removeprefix("phase:")
    if phase != reason:
        if seat == state.active:
            return f"own_{phase}"
        return phase if phase not in ASKING_PHASES or matters(field, seat) else f"{phase}_any"
    if reason in ("play", "paid") and waiting(field).seat == seat:
        return f"{reason}_own"
    return reason if matters(field, seat) else f"{reason}_any"


def polled(field: Field) -> dict[str, tuple[int, ...]]:
    """The seats asked in the open window, and those called, both in the order of polling (PC-19.7, PC-19.8).

    At a quick table only those are asked who really can react (PC-19.5).

    All are called who are asked by public facts and the stops that everybody has. Called seats are asked, whatever their own stops say; of the
    others, those whose own stops say so.
    """
    state = field.state
    able = [s for s in state.living() if (reactions(field, s) if state.quick else not idle(field, s))]
    called = tuple(s for s in able if window(field, s).ask)
    return {"asked": tuple(s for s in able if s in called or _asks(field, s)), "called": called}


def together(field: Field) -> None:
    """Asks all who have not passed, in an old window that asked them one after another; changes the state."""
    state = field.state
    assert state.ask is not None
    window = state.polling
    assert window is not None
    found = {name: {state.ask.seat, *seats} for name, seats in polled(field).items()}
    state.frames[-1] = replace(window, **{name: tuple(s for s in state.living() if s in seats) for name, seats in found.items()})


def _asks(field: Field, seat: int) -> bool:
    """Whether a seat is asked by its own stops."""
    return not stops.passes(window(field, seat), frozenset(field.state.orders.get(seat, ())))


def reopened(state: State, window: Window, seat: int) -> dict[str, tuple[int, ...]]:
    """The window's fields after a seat has reacted: nobody is asked or has passed, except for those who pass whatever happens (PC-19.8)."""
    passing = {*window.whatever, *(s for s, said in state.ahead.items() if said.answer == PASS_WHATEVER)}
    return {"asked": (), "called": (), "passed": (), "whatever": tuple(sorted(passing - {seat}))}


def window(field: Field, seat: int) -> stops.Window:
    """The open window, as a seat's stops see it."""
    window, name = field.window(), name_of(field, seat)
    assert window is not None
    return stops.Window(name, name in (ASKING_PHASES if window.reason.startswith("phase:") else ASKING))


def void(field: Field) -> bool:
    """Whether the object of the open window has gone (PC-7.3, PC-15.4)."""
    state = field.state
    window = field.window()
    assert window is not None
    if window.reason.startswith("phase:") or window.reason == "line":
        return bool(state.sides[state.active].out)
    below = state.frames[-2]
    if isinstance(below, Blow):
        return not any(p.to in state.things for p in below.packets)
    return isinstance(below, Act) and below.off


def poll(run: Run) -> None:
    """Asks all who may react at the same time; the window closes when all of them have passed (PC-7.3, PC-19.8), or at once
    if nobody is asked (PC-7.5)."""
    state = run.state
    if not void(run.field):
        if not run.top().asked:
            state.polls += 1
            run.top(**polled(run.field))
        state.ask = Ask("react", state.active)
        if left := state.polled():
            state.ask = Ask("react", left[0])
            state.todo.insert(0, "poll")
            return
        state.ask = None
    run.pop()
