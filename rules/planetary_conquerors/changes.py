"""`Run`: the state that is being changed and the events so far. Things enter, leave and change, materials are gained and spent by its methods.

Everything that happens to things and cards happens here, so that triggers fire and limits hold wherever a change comes from.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from msgspec.structs import replace

from rules.game import Seat
from rules.parts.cardgame import CardRun
from rules.planetary_conquerors.card_vocabulary import MATERIALS, Filter, Occasion
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.position import Field, free_letter
from rules.planetary_conquerors.state import Act, Batch, Blow, Fired, Frame, Gain, Happened, Leaving, State, Thing, Trap


class Run(CardRun[Content, State, Field]):
    """A working copy of a state: what happens to frames, things, materials, cards and traps."""

    def __init__(self, content: Content, state: State) -> None:
        super().__init__(content, state, Field)

    def tell_of(self, kind: str, rule: str, thing: Thing, **facts: Any) -> None:
        """Adds an event about a thing."""
        field = self.field
        self.tell(kind, rule, seat=thing.controller, card=thing.card, thing=field.word(thing.uid), **field.letters(thing), **facts)

    # Frames

    def push(self, frame: Frame, *steps: str) -> None:
        """Puts a frame on the stack, with the steps that it takes first: what came last happens first (PC-7.4)."""
        self.state.frames.append(frame)
        self.state.todo[:0] = steps

    def top(self, **changes: Any) -> Any:
        """The uppermost frame; with `changes`, a changed copy replaces it first, as frames are immutable."""
        frames = self.state.frames
        if changes:
            frames[-1] = replace(frames[-1], **changes)
        return frames[-1]

    def pop(self) -> Any:
        """Removes the uppermost frame and returns it."""
        return self.state.frames.pop()

    def batch(self, fired: Iterable[Fired]) -> None:
        """Lets these triggers run next (PC-8.2)."""
        waiting = tuple(fired)
        if waiting:
            self.push(Batch(waiting), "batch")

    # Things

    def change(self, thing: Thing, **changes: Any) -> None:
        """Sets fields of a thing: a changed copy takes its place, as things are immutable."""
        self.state.things[thing.uid] = replace(thing, **changes)
        self._field = None

    def _note_former(self, owner: Seat, card: str, number: int) -> None:
        """Notes a card that left this turn, since it is the same source of damage if it comes back (PC-1.7, PC-13.5)."""
        self.state.former = (*self.state.former, (owner, card, number))

    def number_of(self, owner: Seat, card: str) -> int:
        """A card's number as a source of damage if it left earlier in this turn; 0 for any other (PC-1.7)."""
        for i, (seat, word, number) in enumerate(self.state.former):
            if (seat, word) == (owner, card):
                self.state.former = (*self.state.former[:i], *self.state.former[i + 1 :])
                return number
        return 0

    def enter(self, card: str, owner: Seat, *, exhausted: bool = False, illusion: bool = False) -> Thing:
        """Puts a card or token onto its owner's planet (PC-6.3)."""
        number = 0 if illusion or card in self.content.tokens else self.number_of(owner, card)
        exhausted = exhausted or "enters_exhausted" in self.content.traits[card]
        thing = Thing(self.count(), card, owner, owner, self.content.hp[card], exhausted, illusion, number=number)
        thing = replace(thing, letter=free_letter(self.state.things.values(), card))
        self.state.things[thing.uid] = thing
        self._field = None
        self.tell_of("entered", "PC-6.3", thing, illusion=illusion)
        self.fire("enters", Happened(thing.uid, player=owner))
        self.trim(owner)
        return thing

    def take_off(self, thing: Thing) -> None:
        """Takes a thing off its planet, with the traps in front of it (PC-1.7, PC-11.5, PC-12.8)."""
        state = self.state
        del state.things[thing.uid]
        self._field = None
        self._forget_assaults(thing)
        for trap in state.columns.pop(thing.uid, ()):
            self.junk_trap(thing.controller, trap)
            self.tell("trap_lost", "PC-12.8", seat=thing.controller, card=trap.card)
        self.trim(thing.controller)

    def move(self, thing: Thing, to: str) -> None:
        """Moves a thing from a planet to its owner's hand or deck, where everybody has seen it go; an illusion vanishes (PC-13.9)."""
        self.take_off(thing)
        if self.vanishes(thing):
            return
        side = self.state.sides[thing.owner]
        self._note_former(thing.owner, thing.card, thing.source)
        if to == "hand":
            side.take(thing.card)
        elif to == "deck_top":
            side.put_on_top(thing.card)
        elif to == "deck_bottom":
            side.sink([thing.card])
        else:
            self.junk(thing.owner, thing.card)
        letters = self.field.letters(thing)
        self.tell("returned", "PC-1.3", seat=thing.owner, card=thing.card, thing=self.field.word(thing.uid), zone=to, **letters)

    def vanishes(self, thing: Thing) -> bool:
        """Whether a thing that has left was an illusion, which goes to no zone (PC-13.9)."""
        if not self.field.is_illusion(thing):
            return False
        self.state.sides[thing.owner].vanished.append(thing.card)
        self.tell_of("vanished", "PC-13.9", thing)
        return True

    def depart(self, things: list[Thing], cause: str) -> list[Thing]:
        """Puts things into their owners' junkyards, all together; returns those that died or were destroyed (PC-13.11, PC-13.12)."""
        before = self.field.remembered()
        watching = list(self.state.things.values())
        gone = []
        for thing in things:
            self.take_off(thing)
            if self.vanishes(thing):
                continue
            self._note_former(thing.owner, thing.card, thing.source)
            self.junk(thing.owner, thing.card)
            kind = "sacrificed" if cause == "sacrifice" else "died" if before.type(thing) == "warrior" else "destroyed"
            self.tell_of(kind, "PC-13.10" if cause == "sacrifice" else "PC-10.7", thing)
            gone.append(thing)
        for thing in gone:
            event = {"warrior": "dies", "building": "destroyed"}.get(before.type(thing))
            if event:
                self.fire(event, Happened(thing.uid, player=thing.controller), before, watching, thing)
        return gone

    def junk(self, seat: Seat, card: str) -> None:
        """Puts a card into its owner's junkyard."""
        self.state.sides[seat].junkyard.append(card)

    def junk_trap(self, seat: Seat, trap: Trap) -> None:
        """Puts a trap into its owner's junkyard (PC-12.5, PC-12.8)."""
        self.junk(seat, trap.card)
        self._note_former(seat, trap.card, trap.source)

    def leave_attack(self, uids: Container[int]) -> list[int]:
        """Removes warriors from the attack; they stay exhausted (PC-11.5). Returns the uids of those who attacked."""
        attack = self.state.attack
        if attack is None:
            return []
        gone = [a.uid for a in attack.assaults if a.uid in uids]
        if gone:
            self.state.attack = replace(attack, assaults=tuple(a for a in attack.assaults if a.uid not in gone))
            self._field = None
        return gone

    def _forget_assaults(self, thing: Thing) -> None:
        """Removes a thing that has left from the attack, as attacker and as target (PC-11.5)."""
        attack = self.state.attack
        self.leave_attack({a.uid for a in attack.assaults if thing.uid in (a.uid, a.target)} if attack else ())

    # Materials (PC-2)

    def trim(self, seat: Seat) -> None:
        """Discards material above a limit that has become smaller (PC-2.3)."""
        side = self.state.sides[seat]
        gold, cosmium, electricity = map(min, side.stock, self.field.limits(seat))
        for material, had, n in zip(MATERIALS, side.stock, (gold, cosmium, electricity), strict=True):
            if had > n:
                self.tell("overflowed", "PC-2.3", seat=seat, material=material, n=had - n)
        side.stock = (gold, cosmium, electricity)

    def store(self, seat: Seat, material: int, amount: int) -> None:
        """Adds material up to the limit (PC-2.2)."""
        gained = min(amount, self.field.limits(seat)[material] - self.state.sides[seat].stock[material])
        self.shift(seat, material, gained)
        self._tell_gain(seat, material, gained, amount - gained)

    def shift(self, seat: Seat, material: int, by: int) -> None:
        """Changes what is stored of a material."""
        stock = list(self.state.sides[seat].stock)
        stock[material] += by
        self.state.sides[seat].stock = (stock[0], stock[1], stock[2])

    def _tell_gain(self, seat: Seat, material: int, gained: int, lost: int) -> None:
        """Tells consecutive gains of a seat in one event."""
        last = self.events[-1] if self.events else None
        if last is None or last.kind != "gained" or last.facts["seat"] != seat:
            self.tell("gained", "PC-2.2", seat=seat, n=[0, 0, 0], lost=[0, 0, 0])
            last = self.events[-1]
        last.facts["n"][material] += gained
        last.facts["lost"][material] += lost

    def add(self, seat: Seat, parts: Iterable[tuple[int, int]]) -> None:
        """Adds materials, each of which may be replaced first (PC-9.1)."""
        wanted = tuple((m, n) for m, n in parts if n > 0)
        if any(self.content.replacements[t.card] for t in self.state.things.values() if t.controller == seat):
            self.push(Gain(seat, wanted), "gain")
        else:
            for material, n in wanted:
                self.store(seat, material, n)

    def spend(self, seat: Seat, parts: tuple[int, int, int]) -> None:
        """Takes materials away, as much of each as there is."""
        gold, cosmium, electricity = (max(0, have - n) for have, n in zip(self.state.sides[seat].stock, parts, strict=True))
        self.state.sides[seat].stock = (gold, cosmium, electricity)

    # Traps

    def trap(self, uid: int) -> tuple[int, Trap] | None:
        """Where a trap lies now, and the trap."""
        return next(((at, t) for at, traps in self.state.columns.items() for t in traps if t.uid == uid), None)

    def lift(self, uid: int) -> Trap:
        """Takes a trap out of its column."""
        found = self.trap(uid)
        assert found is not None
        at, trap = found
        self.state.columns[at] = tuple(t for t in self.state.columns[at] if t.uid != uid)
        return trap

    def lay(self, trap: Trap, at: int, position: int) -> None:
        """Puts a trap into a column; positions count from 1 (PC-12.2)."""
        column = self.state.columns.get(at, ())
        self.state.columns[at] = (*column[: position - 1], trap, *column[position - 1 :])

    # Triggers (PC-8)

    def fire(self, event: str, what: Happened, seen: Field | None = None, watching: list[Thing] | None = None, subject: Thing | None = None) -> None:
        """Notes the triggers of an event. For things that have left, `seen` and `watching` are the position just before."""
        field = seen or self.field
        subject = subject or self.state.things.get(what.subject)
        found = []
        for t in watching if watching is not None else self.state.things.values():
            for name, ability in self.content.triggers[t.card]:
                if ability.on.event == event and concerns(field, ability.on, t, subject, what) and self.field.holds(ability.cond, t.controller):
                    found.append(Fired(t.controller, t.uid, t.source, t.card, name, what))
        self.collect(found)

    def fire_phase(self, phase: str) -> None:
        """Notes the triggers of a phase that has begun; in the end phase also Selfheal and Selfdestroy (PC-5.9)."""
        active = self.state.active
        found = []
        for t in self.state.things.values():
            for name, ability in self.content.triggers[t.card]:
                on = ability.on
                if on.event == "phase" and on.phase == phase and _whose(on, t.controller, active) and self.field.holds(ability.cond, t.controller):
                    found.append(Fired(t.controller, t.uid, t.source, t.card, name))
            if phase == "end" and t.controller == active:
                for name in ("selfheal", "selfdestroy"):
                    if n := self.field.keyword(t, name):
                        found.append(Fired(active, t.uid, t.source, t.card, name, Happened(amount=n)))
        self.collect(found)

    def collect(self, fired: list[Fired]) -> None:
        """Lets triggers wait: with the uppermost effect being carried out, else until the present step is over (PC-7.9)."""
        if not fired:
            return
        frames = self.state.frames
        for i in range(len(frames) - 1, -1, -1):
            frame = frames[i]
            if isinstance(frame, Act) and frame.collects:
                frames[i] = replace(frame, buffer=(*frame.buffer, *fired))
                return
        self.state.fired += fired

    # Elimination (PC-15)

    def eliminate(self, seats: list[Seat]) -> None:
        """Eliminates players whose mines have fallen, together (PC-14.3, PC-15.3)."""
        state = self.state
        state.falls += 1
        for seat in seats:
            state.sides[seat].out = state.falls
            self.tell("eliminated", "PC-15.3", seat=seat)
        for thing in list(state.things.values()):
            if thing.owner in seats:
                self._erase(thing)
            elif thing.controller in seats:
                self.change(thing, controller=thing.owner)
                self.leave_attack({thing.uid})
                self.tell_of("freed", "PC-15.3", thing)
        for frame in state.frames:
            if isinstance(frame, Act) and frame.seat in seats and frame.is_announced:
                state.sides[frame.seat].vanished.append(frame.card)
        for seat in seats:
            side = state.sides[seat]
            side.vanished += [*side.hand, *side.library, *side.junkyard]
            side.hand, side.library, side.junkyard, side.shown = [], [], [], []
            side.forget()
            side.stock = (0, 0, 0)
        frames = [self._without(f, seats) for f in state.frames]
        state.frames = [_stopped(f) if i and _has_ended(frames[i - 1]) else f for i, f in enumerate(frames)]
        state.fired = [f for f in state.fired if f.seat not in seats]
        state.picks = tuple(p for p in state.picks if p[0] in state.things and p[1] in state.things)
        if state.ask and state.ask.seat in seats:
            state.ask, state.looked = None, ()
        self._field = None

    def _erase(self, thing: Thing) -> None:
        """Removes a thing of an eliminated player, with the traps in front of it."""
        state = self.state
        del state.things[thing.uid]
        side = state.sides[thing.owner]
        side.vanished += [t.card for t in state.columns.pop(thing.uid, ())]
        if not thing.is_mine:
            side.vanished.append(thing.card)
        self._field = None
        self._forget_assaults(thing)

    @staticmethod
    def _without(frame: Frame, seats: list[Seat]) -> Frame:
        """A frame without what eliminated players had announced or pending."""
        if isinstance(frame, Act):
            buffer = tuple(f for f in frame.buffer if f.seat not in seats)
            return replace(frame, buffer=buffer, off=frame.off or frame.seat in seats)
        if isinstance(frame, Batch):
            return replace(frame, fired=tuple(f for f in frame.fired if f.seat not in seats))
        if isinstance(frame, Gain) and frame.seat in seats:
            return replace(frame, parts=())
        return frame

    def end(self, places: tuple[tuple[int, ...], ...], reason: str, rule: str) -> None:
        """Ends the game, and drops everything in progress."""
        state = self.state
        state.frames, state.todo, state.fired, state.attack = [], [], [], None
        self._field = None
        state.stage, state.places, state.reason, state.ask = "over", places, reason, None
        self.tell("over", rule, seats=list(places[0]), reason=reason)


def _has_ended(frame: Frame) -> bool:
    return isinstance(frame, Act) and frame.off


def _stopped(frame: Frame) -> Frame:
    """The frame of an effect that ends without effect: without its damage and departures (PC-15.3)."""
    if isinstance(frame, Blow):
        return replace(frame, packets=())
    if isinstance(frame, Leaving) and frame.cause != "hp":
        return replace(frame, uids=(), settled=0)
    return frame


def concerns(field: Field, on: Occasion, source: Thing, subject: Thing | None, what: Happened) -> bool:
    """Whether an event is one that an ability waits for (PC-17a)."""
    if on.what is not None and not _is(field, on.what, source, subject):
        return False
    if on.to is not None and not _is(field, on.to, source, subject):
        return False
    if on.target == "self" and what.source != source.uid:
        return False
    return on.source is None or what.source == source.source


def _is(field: Field, what: Filter | str, source: Thing, subject: Thing | None) -> bool:
    if subject is None:
        return False
    if isinstance(what, Filter):
        return field.fits(subject, what, source.controller, source.uid)
    return subject.uid == source.uid


def _whose(on: Occasion, controller: Seat, active: Seat) -> bool:
    return on.whose == "any" or (on.whose == "you") == (controller == active)
