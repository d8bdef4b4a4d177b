"""What leaves the planets, buildings and warriors without HP, and seats that are out (PC-9, PC-10, PC-14).

To which zone things go, and that Illusions vanish: `depart` in `changes`. What becomes of a fallen player's cards: `Run.eliminate` there.
"""

from __future__ import annotations

from rules.planetary_conquerors import effects, ending, replacement_effects
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.position import seat_of_mine
from rules.planetary_conquerors.state import Ask, Blow, Fired, Happened, Leaving

_ASKED_AGAIN = frozenset({"main", "react", "block", "advance", "target", "order", "replace", "sacrifice_choice", "trap"})
"""Questions whose step stands in front of what is to be done, and asks anew if there is still something to ask (PC-15.5)."""
_OF_THE_TURN = frozenset(
    {
        "enter", "triggers", "batch_up", "decide", "change", "next", "lined_up", "line", "blocks", "line_window", "fights", "unblocked", "advance",
        "column", "strikes", "done",
    }
)  # fmt: skip
"""Steps of the turn and of its attack, which end with their player (PC-15.4)."""


def leave(run: Run) -> None:
    """Puts things that no replacement has saved into junkyards, all together; Final hit answers its blocker (PC-13.6)."""
    replacement_effects.leaving(run)
    if run.state.waits:
        return
    frame: Leaving = run.pop()
    things = run.state.things
    gone = run.depart([things[uid] for uid in frame.uids if uid in things and uid not in frame.stays], frame.cause)
    below = run.state.frames[-1] if run.state.frames else None
    if frame.cause != "hp" or not isinstance(below, Blow):
        return
    fights = {f.attacker: f for f in below.fights}
    for t in gone:
        fight = fights.get(t.uid)
        if fight and "final_hit" in run.content.keywords[t.card]:
            run.collect([Fired(t.controller, t.uid, t.source, t.card, "final_hit", Happened(fight.blocker, t.source, amount=fight.attack))])


def check_hp(run: Run) -> None:
    """Removes mines without HP, then dead warriors and destroyed buildings together, until nothing changes (PC-10.7)."""
    state = run.state
    types = run.content.types
    fallen = [t for t in state.things.values() if t.hp <= 0 and types[t.card] != "miner"]
    if not fallen:
        return
    mines = [seat_of_mine(t.uid) for t in fallen if t.is_mine]
    if mines:
        for seat in mines:
            run.tell("mine_fell", "PC-14.3", seat=seat)
        eliminate(run, mines)
        if state.over:
            return
    state.todo.insert(0, "hp")
    effects.leave(run, fallen, "hp")


def eliminate(run: Run, seats: list[int]) -> None:
    """Eliminates players; the last one left wins. If the active player is out, the turn is over (PC-14.4, PC-15.3, PC-15.4)."""
    state = run.state
    run.eliminate(seats)
    if run.field.window():
        run.top(asked=(), called=())
    if state.ask and (state.ask.kind in _ASKED_AGAIN or _is_idle(run, state.ask)):
        state.ask = None
    left = state.living()
    if len(left) <= 1:
        run.end(ending.places(run, [left] if left else [sorted(seats)]), "last_mine" if left else "all_fell", "PC-14.4")
    elif state.stage == "play" and state.sides[state.active].out and "next_turn" not in state.todo:
        state.todo = [*(s for s in state.todo if s not in _OF_THE_TURN), "next_turn"]


def _is_idle(run: Run, ask: Ask) -> bool:
    """Whether a pending question has lost its object as a player was eliminated (PC-12.7, PC-16.3)."""
    if ask.kind == "pay_or_else":
        return effects.payer(run) != ask.seat
    return ask.kind == "attack" and not run.field.attackers(ask.seat)
