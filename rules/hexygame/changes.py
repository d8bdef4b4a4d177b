"""`Run`: the state that is being changed and the events so far. Cards enter, leave, are damaged and destroyed, and energy is gained, by its methods.

Everything that happens to cards happens here, so that triggers fire and wins are seen wherever a change comes from.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.game import Seat
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import Filter, Triggered
from rules.hexygame.content import Content
from rules.hexygame.map import FLAGS
from rules.hexygame.position import Field
from rules.hexygame.state import Item, Reality, State
from rules.parts.cardgame import CardRun
from rules.randomness import Chance


class Run(CardRun[Content, State, Field]):
    """A working copy of a state: what happens to realities, energy and cards."""

    def __init__(self, content: Content, state: State) -> None:
        super().__init__(content, state, Field)

    def win(self, seat: Seat, reason: str, rule: str, **by: Any) -> None:
        """Ends the game; -1 for nobody (a draw). `by` may name the card that has won it."""
        state = self.state
        if state.over:
            return
        state.stage, state.winner, state.reason = "over", seat, reason
        self.tell("over", rule, seat=seat, reason=reason, **by)

    # Realities

    def change(self, reality: Reality, **changes: Any) -> Reality:
        """Sets fields of a reality (realities are immutable: a changed copy takes its place)."""
        new = replace(reality, **changes)
        self.state.realities[new.uid] = new
        self._field = None
        return new

    def enter(self, card: str, owner: Seat, at: str) -> None:
        """Puts a reality from the stack onto the battlefield (HX-4.3, HX-10.2)."""
        new = Reality(self.count(), card, owner, at, self.content.printed[card][3], self.state.turn)
        self.state.realities[new.uid] = new
        self._field = None
        if "haste" in self.field.numbers[new.uid].keywords and (actions := self.field.numbers[new.uid].actions):
            new = self.change(new, die=actions)
        self.tell("entered", "HX-6.4", seat=owner, card=card, hex=at, points=new.points, die=new.die)
        self.check_flag(new)
        self.fire("enters", new)

    def put(self, reality: Reality, at: str, kind: str = "moved") -> None:
        """Moves a reality, for itself or by an effect; on the opponent's Flag it wins (HX-12.1)."""
        self.tell(kind, "HX-9.1", seat=reality.owner, card=reality.card, origin=reality.hex, hex=at)
        self.check_flag(self.change(reality, hex=at))

    def check_flag(self, reality: Reality) -> None:
        """Ends the game if a reality has reached the opponent's Flag (HX-12.1)."""
        if reality.hex == FLAGS[1 - reality.owner]:
            self.win(reality.owner, "flag", "HX-12.1", card=reality.card)

    def damage(self, reality: Reality, amount: int) -> int:
        """Removes counters, at most all; returns how many."""
        lost = min(amount, reality.points)
        if lost > 0:
            self.change(reality, points=reality.points - lost)
            self.state.quiet = -1
        return max(0, lost)

    def destroy(self, realities: list[Reality]) -> None:
        """Puts realities into their owners' graveyards, all together, with the enchantments under them (HX-11.5)."""
        if not realities:
            return
        before = self.field
        before.numbers  # noqa: B018  the numbers before anything leaves: last known data
        watching = list(self.state.realities.values())
        for r in realities:
            self.tell("destroyed", "HX-11.5", seat=r.owner, card=r.card, hex=r.hex)
            self._leave(r)
            self.state.sides[r.owner].graveyard.append(r.card)
        for r in realities:
            self.fire("destroyed", r, before, watching)

    def bounce(self, reality: Reality) -> None:
        """Returns a reality to its owner's hand, where everybody has seen it go (HX-11.6)."""
        self.tell("bounced", "HX-11.6", seat=reality.owner, card=reality.card, hex=reality.hex)
        self._leave(reality)
        self.state.sides[reality.owner].take(reality.card)

    def _leave(self, reality: Reality) -> None:
        state = self.state
        state.lost[reality.uid] = reality.hex
        del state.realities[reality.uid]
        self._field = None
        for e in reality.under:
            state.sides[e.owner].graveyard.append(e.card)
            self.tell("destroyed", "HX-11.6", seat=e.owner, card=e.card, hex=reality.hex)

    # Energy

    def gain(self, seat: Seat, color: str, amount: int, rule: str) -> None:
        """Adds energy to a pool, and tells it."""
        self.add(seat, color, amount)
        self.tell("energy_gained", rule, seat=seat, color=color, n=amount)

    def add(self, seat: Seat, color: str, amount: int) -> None:
        """Adds energy to a pool without an event."""
        side = self.state.sides[seat]
        side.pool = energy.more(side.pool, color, amount)

    # Cards

    def shuffle(self, seat: Seat) -> None:
        """Shuffles a library by its own stream of chance (HX-1.7)."""
        side = self.state.sides[seat]
        side.shuffles += 1
        side.library = self.content.sort(side.library)
        Chance.of(int(self.state.seed, 16), "shuffle", seat, side.shuffles).shuffle(side.library)
        side.forget()
        self.tell("shuffled", "HX-1.7", seat=seat)

    def bury(self, seat: Seat, card: str) -> None:
        """Puts a card that is in no zone into its owner's graveyard."""
        self.state.sides[seat].graveyard.append(card)

    # Triggers

    def fire(self, event: str, subject: Reality | None = None, seen: Field | None = None, watching: list[Reality] | None = None) -> None:
        """Notes the triggers of an event (HX-11.3). For a destruction `seen` and `watching` are the position just before."""
        field = seen or self.field
        active = self.state.active
        for r in watching if watching is not None else self.state.realities.values():
            for number, ability in self.content.triggers[r.card]:
                if ability.event == event and self._concerns(field, ability, r, subject, active):
                    self.state.fired.append(self.trigger(r, str(number)))

    @staticmethod
    def _concerns(field: Field, ability: Triggered, source: Reality, subject: Reality | None, active: Seat) -> bool:
        if ability.who == "self":
            return subject is not None and subject.uid == source.uid
        if ability.who == "you":
            return source.owner == active
        assert isinstance(ability.who, Filter)
        return subject is not None and field.fits(subject, ability.who, source.owner, source.uid, source.hex)

    def fire_cast(self, item: Item) -> None:
        """Notes the triggers of a spell that was cast (HX-6.6)."""
        for r in self.state.realities.values():
            for number, ability in self.content.triggers[r.card]:
                if ability.event == "spell_cast" and isinstance(ability.who, Filter) and self.field.fits_item(item, ability.who, r.owner):
                    self.state.fired.append(self.trigger(r, str(number)))

    def trigger(self, source: Reality, ability: str, kind: str = "trigger") -> Item:
        """The stack item of a reality's triggered ability, or of its Regeneration."""
        return Item(self.count(), kind, source.owner, card=source.card, source=source.uid, ability=ability, hex=source.hex)
