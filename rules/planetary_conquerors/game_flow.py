"""The flow of the game: turns and their phases, effects, triggers, windows, damage, and who is out (sections 5 to 8, 10, 14).

`state.todo` holds the names of the steps that come before the next decision (`rules.parts.step_queue`); the steps of the uppermost frame come
first, those of the turn last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.parts import step_queue
from rules.planetary_conquerors import combat, effects, ending, reaction_windows, replacement_effects, trigger_order
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import PHASES
from rules.planetary_conquerors.position import seat_of_mine
from rules.planetary_conquerors.state import (
    HOLDS,
    UNTIL_TARGETED,
    Act,
    Ask,
    Blow,
    Chosen,
    Fired,
    Happened,
    Leaving,
    Packet,
    Window,
)


def go_on(run: Run, quiet: bool = False) -> None:
    """Takes steps until somebody has to decide, or the game is over. `quiet`, for computers' search: nobody reacts to anything."""
    step_queue.go_on(run, run.state, _QUIET if quiet else STEPS)


# The turn (section 5)


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

    The phase `mining` has no step of its own: each miner pays by an ability in `cards.json`, which `effects._add` carries out.
    """
    state = run.state
    state.todo[:0] = ["hp", "victory", "triggers", "batch_up", "decide"]
    if state.phase == "start":
        _recharge(run)
    elif state.phase == "kuk":
        effects.kuk(run, state.active, 1)
    elif state.phase == "trap":
        run.draw(state.active, 1, "PC-5.8")


def _recharge(run: Run) -> None:
    """Does the automatic step of the start phase (PC-5.3)."""
    state = run.state
    state.former = ()
    for t in list(state.things.values()):
        own = t.controller == state.active
        ready, used = t.exhausted and not own, () if own else t.used
        if (t.exhausted, t.used, t.attack, t.shielding, t.absorbed) != (ready, used, 0, 0, ()):
            run.change(t, exhausted=ready, used=used, attack=0, shielding=0, absorbed=())
    side = state.sides[state.active]
    side.converted = side.placed = side.moved = False


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


# Batches of triggers (section 8)


def _batch_up(run: Run) -> None:
    """Lets triggers run that have waited for the end of a step (PC-7.9)."""
    fired, run.state.fired = run.state.fired, []
    run.batch(fired)


def _batch(run: Run) -> None:
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


def _begin(run: Run) -> None:
    """Begins a trigger: checks its "if" again, and asks its controller if it is optional (PC-8.1, PC-8.5)."""
    act: Act = run.top()
    ability = run.content.ability(act.card, act.ability)
    if act.off or not run.field.holds(ability.cond, act.seat):
        run.top(off=True)
        return
    if ability.optional and (not ability.targets or any(s.up_to or run.field.choices(s, act) for s in ability.targets)):
        run.state.ask = Ask("optional", act.seat)
    run.top(collects=True)


# Effects (section 6)


def announce(run: Run, act: Act, cost: tuple[int, int, int], sacrifice: int = 0) -> None:
    """Announces and pays for a card or paid effect; triggers of the payment run before its window (PC-6.3)."""
    window = run.field.window()
    if window:
        run.top(**reaction_windows.reopened(run.state, window, act.seat))
    run.spend(act.seat, cost)
    run.push(act, "hp", "victory", "spent", *effects.OPEN)
    if sacrifice:
        effects.leave(run, [run.state.things[sacrifice]], "sacrifice")


def _spent(run: Run) -> None:
    """Runs the triggers of the payment (PC-6.3 step 3)."""
    act: Act = run.top(collects=False)
    buffer = act.buffer
    run.top(buffer=())
    run.batch(buffer)


def _window(run: Run) -> None:
    """Opens the window of a card, a paid effect or a trap (PC-7.1)."""
    act: Act = run.top(pending=run.top().kind in ("play", "paid"))
    run.push(Window(act.kind), "poll")


def _resolve(run: Run) -> None:
    """Goes on after a closed window: a permanent enters, anything else begins (PC-6.3)."""
    act: Act = run.top(pending=False)
    if act.off:
        return
    act = run.top(collects=True)
    if act.kind == "play" and run.content.types[act.card] != "spell":
        run.enter(act.card, act.seat)


def _targets(run: Run) -> None:
    """Asks for targets in the order of the card; then the instructions are fixed (PC-6.5, PC-6.7)."""
    act: Act = run.top()
    if act.off or not act.ability:
        return
    ability = run.content.ability(act.card, act.ability)
    for slot in ability.targets:
        if slot.id in act.chosen:
            continue
        choices = run.field.choices(slot, act)
        if choices and (slot.up_to or len(set(choices)) > slot.count):
            run.state.ask = Ask("target", act.seat, tuple(choices), min(slot.count, len(choices)), slot.up_to)
            run.state.todo.insert(0, "targets")
            return
        aim(run, choices[: slot.count], automatic=True)
        act = run.top()
    if ability.targets and not any(s.up_to for s in ability.targets) and not any(c.words for c in act.chosen.values()):
        run.tell("fizzled", "PC-6.5", seat=act.seat, card=act.card)
        return
    run.top(program=tuple(str(i) for i in range(len(ability.do))))


def aim(run: Run, words: list[str], automatic: bool = False) -> None:
    """Notes what was chosen for the next slot."""
    act: Act = run.top()
    slot = next(s for s in run.content.ability(act.card, act.ability).targets if s.id not in act.chosen)
    zone = slot.zone
    if zone == "planet" and slot.filter.kind == ("trap",):
        uids = {word: trap.uid for word, _, trap in run.field.traps()}
        zone, kept = "trap", [f"t{uids[w]}" for w in words]
    else:
        kept = words
    things = [run.field.by_word[w] for w in words if w in run.field.by_word]
    cards, letters = [t.card for t in things], run.field.letters(*things)
    for seat in run.field.owners(zone, words) - {act.seat}:
        run.state.lift(seat, UNTIL_TARGETED)
    if words:
        run.tell("aimed", "PC-6.7", seat=act.seat, card=act.card, zone=zone, words=words, cards=cards, automatic=automatic, **letters)
    run.top(chosen=act.chosen | {slot.id: Chosen(zone, tuple(kept))})


def _run(run: Run) -> None:
    """Carries out the next instruction (PC-6.5); HP are checked after each (PC-10.7)."""
    act: Act = run.top()
    if act.off or not act.program:
        return
    path, *rest = act.program
    act = run.top(program=tuple(rest), doing=path)
    run.state.todo[:0] = ["hp", "run"]
    effects.do(run, act, effects.present(run.content, act))


def _finish(run: Run) -> None:
    """Finishes an effect: a spell goes to the junkyard; then the check, then what was triggered (PC-6.3, PC-7.8)."""
    act: Act = run.top(collects=False)
    if act.kind == "play" and not act.off and run.content.types[act.card] == "spell":
        run.junk(act.seat, act.card)
    run.state.todo[:0] = ["hp", "victory", "finished"]


def _finished(run: Run) -> None:
    run.batch(run.pop().buffer)


# Damage (section 10)


def _damage_window(run: Run) -> None:
    """Opens the window before damage of an effect; holds end for those about to be hit (PC-10.5, PC-19.4)."""
    frame: Blow = run.top()
    for packet in frame.packets:
        run.state.lift(run.state.things[packet.to].controller, *HOLDS)
    run.push(Window("damage"), "poll")


def _recount(run: Run) -> None:
    """Recomputes amounts after the window, for things that are still there (PC-10.5)."""
    frame: Blow = run.top()
    things = run.state.things
    if frame.fights:
        pairs = [(things[f.attacker], things[f.blocker]) for f in frame.fights if f.attacker in run.field.assaults and f.blocker in things]
        fights = [replace(f, attack=run.field.attack(things[f.attacker])) if f.attacker in things else f for f in frame.fights]
        run.top(packets=effects.fight_packets(run, pairs), fights=tuple(fights))
        return
    act = run.state.frames[-2]
    assert isinstance(act, Act)
    if act.off:
        run.top(packets=())
        return
    now = effects.packets_of(effects.Doing(run, act), effects.present(run.content, act))
    before = {p.to for p in frame.packets}
    run.top(packets=tuple(p for p in now if p.to in before))


def _strike(run: Run) -> None:
    """Deals all damage at the same time: Shielding, HP, and triggers (PC-10.3, PC-13.5)."""
    frame: Blow = run.top()
    hits: list[tuple[Packet, int]] = []
    for packet in frame.packets:
        t = run.state.things.get(packet.to)
        if t is None:
            continue
        absorbed = dict(t.absorbed)
        prevented = max(0, min(packet.amount, run.field.shielding(t) - absorbed.get(packet.number, 0)))
        if prevented:
            absorbed[packet.number] = absorbed.get(packet.number, 0) + prevented
        n = packet.amount - prevented
        run.change(t, hp=t.hp - n, absorbed=tuple(absorbed.items()))
        source = next((s for s in run.state.things.values() if s.source == packet.number), None)
        dealer = {"source": run.field.word(source.uid)} if source else {}
        letters = run.field.letters(t, *([source] if source else []))
        facts: dict[str, Any] = {"n": n, "prevented": prevented, "left": t.hp - n, "by": packet.card, **dealer}
        run.tell("damaged", "PC-10.3", seat=t.controller, card=t.card, thing=run.field.word(t.uid), **facts, **letters)
        if n:
            hits.append((packet, n))
    for packet, n in hits:
        t = run.state.things[packet.to]
        run.fire("damage", Happened(t.uid, packet.number, t.controller, n))


def _struck_down(run: Run) -> None:
    """Ends a blow; an attacker that was blocked by an effect leaves the attack."""
    frame: Blow = run.pop()
    # The fights of a line lie on no effect; their attackers leave after the triggers.
    if frame.fights and run.state.frames:
        fought = {f.attacker for f in frame.fights}
        for uid in run.leave_attack(fought):
            run.tell_of("repelled", "PC-11.4", run.state.things[uid])


# Leaving planets, and the checks (sections 9, 10, 14)


def _leave(run: Run) -> None:
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


def _hp(run: Run) -> None:
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


# Windows (section 7)


def _poll(run: Run) -> None:
    """Asks all who may react at the same time; the window closes when all of them have passed (PC-7.3, PC-19.8)."""
    state = run.state
    if not reaction_windows.void(run.field):
        if not run.top().asked:
            state.polls += 1
            run.top(**reaction_windows.polled(run.field))
        state.ask = Ask("react", state.active)
        if left := state.polled():
            state.ask = Ask("react", left[0])
            state.todo.insert(0, "poll")
            return
        state.ask = None
    run.pop()


STEPS: dict[str, Callable[[Run], None]] = {
    "enter": _enter,
    "triggers": _triggers,
    "batch_up": _batch_up,
    "decide": _decide,
    "change": _change,
    "next": _next,
    "next_turn": _next_turn,
    "batch": _batch,
    "begin": _begin,
    "spent": _spent,
    "window": _window,
    "poll": _poll,
    "resolve": _resolve,
    "targets": _targets,
    "run": _run,
    "each_sacrifices": effects.each_sacrifices,
    "finish": _finish,
    "finished": _finished,
    "damage_window": _damage_window,
    "recount": _recount,
    "replace": replacement_effects.blow,
    "strike": _strike,
    "struck_down": _struck_down,
    "leave": _leave,
    "gain": replacement_effects.gaining,
    "hp": _hp,
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

_ASKED_AGAIN = frozenset({"main", "react", "block", "advance", "target", "order", "replace", "sacrifice_choice", "trap"})
"""Questions whose step stands in front of what is to be done, and asks anew if there is still something to ask (PC-15.5)."""

_OF_THE_TURN = frozenset(
    {
        "enter", "triggers", "batch_up", "decide", "change", "next", "lined_up", "line", "blocks", "line_window", "fights", "unblocked", "advance",
        "column", "strikes", "done",
    }
)  # fmt: skip
"""Steps of the turn and of its attack, which end with their player (PC-15.4)."""
