"""Replacement effects: what happens instead of damage, of dying, of being destroyed, of adding material (PC-9).

An Illusion vanishes before any of this: `vanishes` in `changes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.planetary_conquerors.card_vocabulary import MATERIALS, ChangeAmount, Damage, Replacement
from rules.planetary_conquerors.changes import Run, concerns
from rules.planetary_conquerors.effects import Doing, do
from rules.planetary_conquerors.state import Act, Ask, Blow, Gain, Happened, Leaving, Packet, Thing

DECLINE = "decline"


class Candidate(NamedTuple):
    """A replacement that could apply: the card it stands on, its name there, and the word that chooses it."""

    source: Thing
    name: str
    ability: Replacement
    word: str


def _matches(run: Run, event: str, subject: Thing | None, what: Happened, used: tuple[str, ...], material: str = "") -> list[Candidate]:
    """The replacements of an event that have not been used on it, and whose price could be paid (PC-9.1, PC-9.2).

    `subject`: the affected thing; for added material the player.
    """
    found = []
    field = run.field
    for t in run.state.things.values():
        for name, ability in run.content.replacements[t.card]:
            word = f"{field.word(t.uid)}.{name}"
            would = ability.would
            if would.event != event or word in used or not run.field.holds(ability.cond, t.controller):
                continue
            if event == "add" and (would.material not in (None, material) or t.controller != what.player):
                continue
            if not concerns(field, would, t, subject, what):
                continue
            if ability.pay is None or field.affords(t.controller, ability.pay.parts):
                found.append(Candidate(t, name, ability, word))
    return found


def _settled(run: Run, matches: list[Candidate], seat: int) -> Candidate | None:
    """The replacement that applies without a question; else asks the controller of the affected thing (PC-9.2, PC-9.3)."""
    if len(matches) == 1 and not matches[0].ability.optional:
        return matches[0]
    optional = any(m.ability.optional for m in matches)
    run.state.ask = Ask("replace", seat, tuple([m.word for m in matches] + ([DECLINE] if optional else [])))
    return None


def _agree(run: Run, match: Candidate) -> None:
    """Accepts a replacement by paying for it (PC-9.3)."""
    if match.ability.pay:
        run.spend(match.source.controller, match.ability.pay.parts)
    run.tell_of("replaced", "PC-9.1", match.source, ability=match.name)


def _apply(run: Run, match: Candidate, what: Happened) -> tuple[list[Packet], int]:
    """Applies a replacement; returns the damage it deals instead, and the factor of the amount."""
    _agree(run, match)
    t, ability = match.source, match.ability
    act = Act(0, "trigger", t.controller, t.card, t.uid, t.source, match.name, event=what)
    packets: list[Packet] = []
    times = 1
    for instruction in ability.do:
        if isinstance(instruction, Damage):
            doing = Doing(run, act)
            packets += [Packet(what.source, "", -1, to.uid, doing.number(instruction.amount)) for to in doing.things(instruction.to)]
        elif isinstance(instruction, ChangeAmount):
            times *= instruction.times
        else:
            do(run, act, instruction)
    return packets, times


def _spared(matches: list[Candidate]) -> tuple[str, ...]:
    """The replacements that are not offered again once declined."""
    return tuple(m.word for m in matches if m.ability.optional)


# Damage


def blow(run: Run) -> None:
    """Lets replacements change each packet of damage, one after another (PC-9.4, PC-10.3)."""
    while True:
        frame: Blow = run.top()
        i = next((i for i, p in enumerate(frame.packets) if not p.settled), None)
        if i is None:
            return
        packet = frame.packets[i]
        matches = _of_packet(run, packet)
        if not matches:
            _put(run, i, [replace(packet, settled=True)])
            continue
        match = _settled(run, matches, run.state.things[packet.to].controller)
        if match is None:
            run.state.todo.insert(0, "replace")
            return
        _change(run, i, packet, match)


def _of_packet(run: Run, packet: Packet) -> list[Candidate]:
    to = run.state.things.get(packet.to)
    return _matches(run, "damage", to, _hit(run, packet), packet.used) if to else []


def _hit(run: Run, packet: Packet) -> Happened:
    to = run.state.things.get(packet.to)
    return Happened(packet.to, packet.number, to.controller if to else -1, packet.amount)


def _change(run: Run, i: int, packet: Packet, match: Candidate) -> None:
    packets, times = _apply(run, match, _hit(run, packet))
    used = (*packet.used, match.word)
    if packets:  # Redirected: no new window (PC-9.5), the same source (PC-10.6).
        _put(run, i, [replace(packet, to=p.to, amount=p.amount, used=used) for p in packets])
    elif times != 1:
        _put(run, i, [replace(packet, amount=packet.amount * times, used=used)])
    else:
        _put(run, i, [])


def _put(run: Run, i: int, packets: list[Packet]) -> None:
    frame: Blow = run.top()
    run.top(packets=(*frame.packets[:i], *packets, *frame.packets[i + 1 :]))


# Dying and being destroyed


def leaving(run: Run) -> None:
    """Lets replacements save what is about to go, then sends the rest away together (PC-9.4, PC-9.6)."""
    while True:
        frame: Leaving = run.top()
        if frame.settled >= len(frame.uids):
            return
        uid = frame.uids[frame.settled]
        matches = _of_leaving(run, uid, frame)
        if not matches:
            run.top(settled=frame.settled + 1)
            continue
        match = _settled(run, matches, run.state.things[uid].controller)
        if match is None:
            run.state.todo.insert(0, "leave")
            return
        _stay(run, uid, match)


def _of_leaving(run: Run, uid: int, frame: Leaving) -> list[Candidate]:
    t = run.state.things.get(uid)
    if t is None or run.field.is_illusion(t):
        return []
    event = {"warrior": "dies", "building": "destroyed"}.get(run.field.type(t))
    return _matches(run, event, t, Happened(uid, player=t.controller), frame.used) if event else []


def _stay(run: Run, uid: int, match: Candidate) -> None:
    frame: Leaving = run.top()
    run.top(settled=frame.settled + 1, stays=(*frame.stays, uid), used=())
    _apply(run, match, Happened(uid, player=match.source.controller))


# Adding material


def gaining(run: Run) -> None:
    """Lets replacements change each material that is about to be added (PC-9.1)."""
    while True:
        frame: Gain = run.top()
        if not frame.parts:
            run.pop()
            return
        (material, amount), *rest = frame.parts
        matches = _of_gain(run, frame)
        if matches:
            match = _settled(run, matches, frame.seat)
            if match is None:
                run.state.todo.insert(0, "gain")
                return
            _instead(run, match)
            continue
        run.store(frame.seat, material, amount)
        run.top(parts=tuple(rest), used=())


def _of_gain(run: Run, frame: Gain) -> list[Candidate]:
    material, amount = frame.parts[0]
    what = Happened(player=frame.seat, amount=amount)
    return _matches(run, "add", None, what, frame.used, MATERIALS[material])


def _instead(run: Run, match: Candidate) -> None:
    """Adds other material instead; the same replacement does not apply to it again."""
    frame: Gain = run.top()
    (_, amount), *rest = frame.parts
    _agree(run, match)
    doing = Doing(run, Act(0, "trigger", frame.seat, match.source.card, match.source.uid, event=Happened(player=frame.seat, amount=amount)))
    parts: list[tuple[int, int]] = []
    for e in match.ability.do:
        if isinstance(e, ChangeAmount):
            parts.append((frame.parts[0][0], amount * e.times))
        else:
            parts += [(i, n) for i, part in enumerate(getattr(e, "parts", ())) if (n := doing.number(part)) > 0]
    run.top(parts=(*parts, *rest), used=(*frame.used, match.word))


# Answers


def chosen(run: Run, word: str) -> None:
    """Applies the replacement that the controller has chosen, or notes that the optional ones were declined (PC-9.3)."""
    frame = run.top()
    matches = list(_now(run))
    match = next((m for m in matches if m.word == word), None)
    if isinstance(frame, Blow):
        i = next(i for i, p in enumerate(frame.packets) if not p.settled)
        packet = frame.packets[i]
        if match:
            _change(run, i, packet, match)
        else:
            _put(run, i, [replace(packet, used=(*packet.used, *_spared(matches)))])
    elif isinstance(frame, Leaving):
        if match:
            _stay(run, frame.uids[frame.settled], match)
        else:
            run.top(used=(*frame.used, *_spared(matches)))
    elif match:
        _instead(run, match)
    else:
        run.top(used=(*frame.used, *_spared(matches)))


def _now(run: Run) -> Iterator[Candidate]:
    """The replacements among which the asked seat chooses."""
    frame = run.top()
    if isinstance(frame, Blow):
        yield from _of_packet(run, next(p for p in frame.packets if not p.settled))
    elif isinstance(frame, Leaving):
        yield from _of_leaving(run, frame.uids[frame.settled], frame)
    else:
        yield from _of_gain(run, frame)
