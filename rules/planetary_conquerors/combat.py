"""The attack: lines, blocks, fights, traps and strikes (PC-11 and PC-12)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.effects import BLOW, OPEN, fight_packets, in_turn
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import HOLDS, Act, Ask, Assault, Attack, Blow, Fight, Happened, Packet, Thing, Window

_SETTLE = ("victory", "batch_up")
"""After the damage of a line: the victory check, then what was triggered (PC-11.4)."""


def begin(run: Run) -> None:
    """Asks for attackers, if there are any (PC-11.1); else the attack phase ends by itself (PC-5.7)."""
    state = run.state
    state.picks = ()
    if run.field.can_attack(state.active):
        state.ask = Ask("attack", state.active)
        state.todo.insert(0, "lined_up")
    else:
        state.todo.insert(0, "change")


def lined_up(run: Run) -> None:
    """Starts all attackers: the k-th against a target is in line k (PC-11.3), of all opponents together (PC-15.1). Without any the phase ends."""
    state = run.state
    if not state.picks:
        state.todo.insert(0, "change")
        return
    lines: Counter[int] = Counter()
    assaults = []
    for uid, target in state.picks:
        lines[target] += 1
        assaults.append(Assault(uid, target, lines[target]))
        run.change(state.things[uid], exhausted=True)
    state.picks = ()
    state.attack = Attack(tuple(assaults))
    field = run.field
    told = [{"card": state.things[a.uid].card, "thing": field.word(a.uid), "target": field.word(a.target), "line": a.line} for a in assaults]
    named = [state.things[a.target].card for a in assaults]
    letters = field.letters(*(state.things[uid] for a in assaults for uid in (a.uid, a.target)))
    run.tell("attack", "PC-11.3", seat=state.active, attackers=told, targets=named, **letters)
    for a in assaults:
        state.lift(state.things[a.target].controller, *HOLDS)
        run.fire("attacks", Happened(a.uid, a.target, state.active))
    state.todo[:0] = ["batch_up", "line"]


def of_line(field: Field) -> list[Assault]:
    """The attackers of the present line that still attack."""
    attack = field.state.attack
    return [a for a in attack.assaults if a.line == attack.line] if attack else []


def targets_of_line(field: Field) -> dict[str, str]:
    """The targets of the present line with their attackers, as words."""
    return {field.word(a.target): field.word(a.uid) for a in of_line(field)}


def line(run: Run) -> None:
    """Goes on to the next line with an attacker in it, or ends the phase (PC-11.4, PC-11.9)."""
    state = run.state
    attack = state.attack
    assert attack is not None
    further = sorted({a.line for a in attack.assaults if a.line > attack.line})
    if not further:
        state.attack = None
        run.tell("attack_over", "PC-11.9", seat=state.active)
        state.todo.insert(0, "change")
        return
    state.attack = Attack(attack.assaults, further[0])
    state.todo[:0] = ["blocks", "line_window", "fights", *_SETTLE, "unblocked", "advance", "strikes", *_SETTLE, "done", "line"]


# Blocks (PC-11.4 a)


def attacked(field: Field) -> list[int]:
    """The seats with something attacked in this line, clockwise from the active player."""
    struck = {field.state.things[a.target].controller for a in of_line(field)}
    return [s for s in field.state.living() if s in struck]


def blocks_of(field: Field, seat: int) -> dict[Thing, list[Thing]]:
    """The blocks that a seat may declare now: attackers with their possible blockers."""
    things = field.state.things
    line_ = of_line(field)
    busy = {a.blocker for a in line_}
    able = [t for t in field.own(seat, "warrior") if not t.exhausted and t.uid not in busy]
    free = [things[a.uid] for a in line_ if not a.blocker and things[a.target].controller == seat]
    return {t: able for t in free if able and not field.trait(t, "unblockable")}


def blocks(run: Run) -> None:
    """Asks each attacked player for blocks (PC-11.4 a), once a line: who comes later blocks in later ones (PC-11.8)."""
    state = run.state
    attack = state.attack
    assert attack is not None
    for seat in attacked(run.field):
        if seat in attack.asked:
            continue
        if blocks_of(run.field, seat):
            state.ask = Ask("block", seat)
            state.todo.insert(0, "blocks")
            return
        attack = replace(attack, asked=(*attack.asked, seat))
        state.attack = attack


def line_window(run: Run) -> None:
    """Opens the window before the damage of a line (PC-R9)."""
    if of_line(run.field):
        run.push(Window("line"), "poll")


# Fights (PC-11.4 c)


def fights(run: Run) -> None:
    """Lets all blocked attackers fight their blockers, at the same time; a fight whose partner has gone does not take place (PC-11.7)."""
    things = run.state.things
    pairs = []
    for a in of_line(run.field):
        blocker = things.get(a.blocker)
        if blocker and blocker.controller != things[a.uid].controller:
            pairs.append((things[a.uid], blocker))
    packets = fight_packets(run, pairs)
    if pairs:
        told = [{"attacker": run.field.word(a.uid), "blocker": run.field.word(b.uid)} for a, b in pairs]
        run.tell("fight", "PC-11.4", pairs=told, cards=[[a.card, b.card] for a, b in pairs])
        fought = tuple([Fight(a.uid, b.uid, run.field.attack(a)) for a, b in pairs])
        run.push(Blow(packets, fought), *BLOW)


def unblocked(run: Run) -> None:
    """Removes from the attack every blocked attacker that is left (PC-11.4 c)."""
    line_ = {a.uid for a in of_line(run.field) if a.blocker}
    for uid in run.leave_attack(line_):
        run.tell_of("repelled", "PC-11.4", run.state.things[uid])


# Traps (PC-12.5)


def facing(field: Field) -> list[Assault]:
    """The attackers of this line that have traps still to pass; who activates none skips them, and they stay (PC-12.6)."""
    attack, things = field.state.attack, field.state.things
    assert attack is not None
    waiting = [a for a in of_line(field) if not a.blocker and a.uid not in attack.advanced and field.column(a.target)]
    return [a for a in waiting if not field.trait(things[a.uid], "ignores_traps")]


def advance(run: Run) -> None:
    """Sends the next attacker through the traps in front of its target; the active player chooses which attacker (PC-11.4 d)."""
    state = run.state
    waiting = facing(run.field)
    if not waiting:
        return
    state.todo.insert(0, "advance")
    if len(waiting) == 1:
        set_out(run, waiting[0].uid)
    else:
        state.ask = Ask("advance", state.active, tuple(run.field.word(a.uid) for a in waiting))


def set_out(run: Run, uid: int) -> None:
    """Begins an attacker's advance: it meets the column as it stands now (PC-12.5)."""
    state = run.state
    assert state.attack is not None
    target = next(a.target for a in state.attack.assaults if a.uid == uid)
    column = tuple(t.uid for t in run.field.column(target))
    state.attack = replace(state.attack, advanced=(*state.attack.advanced, uid), advancing=uid, column=column)
    state.todo.insert(0, "column")


def column(run: Run) -> None:
    """Springs the next trap of the column that is still there (PC-12.5)."""
    state = run.state
    attack = state.attack
    assert attack is not None
    assault = run.field.assaults.get(attack.advancing)
    if assault is None or assault.blocker:
        return
    there = {t.uid for t in run.field.column(assault.target)}
    left = [uid for uid in attack.column if uid in there]
    if not left:
        return
    state.attack = replace(attack, column=tuple(left[1:]))
    state.todo.insert(0, "column")
    _spring(run, left[0], assault)


def _spring(run: Run, uid: int, assault: Assault) -> None:
    """Turns a trap over and puts it into its owner's junkyard; then comes its window, then its effect."""
    state = run.state
    owner = state.things[assault.target].controller
    place = [t.uid for t in run.field.column(assault.target)].index(uid) + 1
    trap = run.lift(uid)
    card = trap.card
    run.junk_trap(owner, trap)
    attacker = state.things[assault.uid]
    word = f"{run.field.word(assault.target)}.{place}"
    letters = run.field.letters(attacker)
    run.tell("trap", "PC-12.5", seat=owner, card=card, place=word, attacker=attacker.card, thing=run.field.word(attacker.uid), **letters)
    act = Act(run.count(), "trap", owner, card, 0, trap.source, "a0", attacker=assault.uid, target=assault.target)
    run.push(act, *OPEN)


# Strikes (PC-11.4 e)


def strikes(run: Run) -> None:
    """Deals the damage of all unblocked attackers of the line to their targets, at the same time."""
    things = run.state.things
    packets = []
    for a in of_line(run.field):
        attacker = things[a.uid]
        if not a.blocker and (n := run.field.attack(attacker)):
            packets.append(Packet(attacker.source, attacker.card, attacker.controller, a.target, n))
    if packets:
        run.push(Blow(in_turn(run, packets)), *BLOW)


def done(run: Run) -> None:
    """Marks the line's attackers as done: they stay attacking, and do nothing more (PC-11.4 e)."""
    attack = run.state.attack
    assert attack is not None
    run.state.attack = replace(attack, assaults=tuple(replace(a, done=True) if a.line == attack.line else a for a in attack.assaults))
