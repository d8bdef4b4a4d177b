"""Damage: its window, its recount, and what it does to whom it hits (PC-10)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.planetary_conquerors import effects
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.state import HOLDS, Act, Blow, Happened, Packet, Window


def damage_window(run: Run) -> None:
    """Opens the window before damage of an effect; holds end for those about to be hit (PC-10.5, PC-19.4)."""
    frame: Blow = run.top()
    for packet in frame.packets:
        run.state.lift(run.state.things[packet.to].controller, *HOLDS)
    run.push(Window("damage"), "poll")


def recount(run: Run) -> None:
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


def strike(run: Run) -> None:
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


def struck_down(run: Run) -> None:
    """Ends a blow; an attacker that was blocked by an effect leaves the attack."""
    frame: Blow = run.pop()
    # The fights of a line lie on no effect; their attackers leave after the triggers.
    if frame.fights and run.state.frames:
        fought = {f.attacker for f in frame.fights}
        for uid in run.leave_attack(fought):
            run.tell_of("repelled", "PC-11.4", run.state.things[uid])
