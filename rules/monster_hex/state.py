"""The state of a game, and what follows from it alone: the order of turns, who places the shared tile (MH-1.6, MH-6.1, MH-6.3), points."""

from __future__ import annotations

import msgspec

from rules.parts.ahead import Given, SaidAhead

Slot = int
"""A faction's number: its seat's, or 2 for the shared faction (MH-1.4)."""

SHARED: Slot = 2


class Capture(msgspec.Struct, forbid_unknown_fields=True):
    """The result at one stone (MH-4.9): totals by slot, first and second place, and who took which value."""

    totals: dict[Slot, int]
    first: Slot | None
    second: Slot | None
    taken: dict[int, Slot]

    def next_to_take(self) -> Slot | None:
        """The slot that takes a value next, first place before second (MH-4.5)."""
        for slot in (self.first, self.second):
            if slot is not None and slot not in self.taken.values():
                return slot
        return None


class State(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game. Lists by slot hold one entry a faction, the shared one included.

    `phase` is "opening", "faction", "ability", "play" or "over". `queue` holds the stones whose rings are full and that are not finished.
    `placed` maps a hex to (slot, tile, rotation), in the order of play. `need` holds, for each empty hex that touches a monster, the
    edge bits that would match there (MH-3.3); it follows from `placed` and is kept since every question asks for it.
    `known` is how many tiles on top of a stack its owner has seen (MH-8.3). `first` is the seat that begins, `split` the half points that have been
    named for it, None without a pie and before that (MH-1.8, MH-1.9). `twist_beside` is whether Twist may turn monsters beside which others lie at a
    stone, as in games that began before version 6 (MH-8.2).
    """

    board: str
    seats: int
    shared: bool
    abilities: bool
    phase: str
    factions: list[str]
    hands: list[list[str]]
    stacks: list[list[str]]
    known: list[int]
    scores: list[int]
    round: int = 0
    turn: int = 0
    placed: dict[str, tuple[Slot, str, int]] = {}
    need: dict[str, int] = {}
    queue: list[str] = []
    captures: dict[str, Capture] = {}
    chosen: list[str] = []
    used: list[bool] = []
    bold: bool = False
    looking: bool = False
    champions: list[str] = []
    resigned: list[int] = []
    orders: Given = {}
    ahead: SaidAhead = {}
    first: int = 0
    split: int | None = None
    twist_beside: bool = True

    def copy(self) -> State:
        """A copy that may be changed without changing this state."""
        new = msgspec.structs.replace(self)
        new.factions = self.factions[:]
        new.hands = [hand[:] for hand in self.hands]
        new.stacks = [stack[:] for stack in self.stacks]
        new.known = self.known[:]
        new.scores = self.scores[:]
        new.placed = self.placed.copy()
        new.need = self.need.copy()
        new.queue = self.queue[:]
        new.captures = {k: c if len(c.taken) == 2 else Capture(c.totals, c.first, c.second, c.taken.copy()) for k, c in self.captures.items()}
        new.chosen = self.chosen[:]
        new.used = self.used[:]
        new.champions = self.champions[:]
        new.resigned = self.resigned[:]
        return new

    @property
    def slots(self) -> int:
        """How many factions are in play."""
        return self.seats + self.shared

    @property
    def order(self) -> list[int]:
        """The seats in the order of their turns (MH-1.6, MH-1.9)."""
        return [(self.first + n) % self.seats for n in range(self.seats)]

    @property
    def holder(self) -> int:
        """The seat that places the shared tile of this round (MH-6.1)."""
        return self.holder_in(self.round)

    def holder_in(self, round_: int) -> int:
        """The seat that places the shared tile of a round."""
        return self.order[round_ % 2]

    @property
    def slot(self) -> Slot:
        """The slot whose tile is placed at this point of the round."""
        return self.slot_at(self.turn)

    def slot_at(self, turn: int) -> Slot:
        """The slot whose tile is placed at a point of a round; the shared faction's last (MH-6.3)."""
        return SHARED if turn >= self.seats else (self.first + turn) % self.seats

    def seat_of(self, slot: Slot) -> int:
        """The seat that places a slot's tiles."""
        return self.holder if slot >= self.seats else slot

    def points(self, seat: int) -> float:
        """What a seat has scored, with the half points that it began with (MH-1.9); a whole number is an int."""
        if self.split is None or self.phase == "opening" or seat != self.first:
            return self.scores[seat]
        whole, half = divmod(self.split, 2)
        return self.scores[seat] + whole + (0.5 if half else 0)

    def choosing(self) -> Slot | None:
        """The slot that has to choose a value now (MH-4.5)."""
        return self.captures[self.queue[0]].next_to_take() if self.queue else None

    def unfilled(self) -> list[int]:
        """The seats that have no ability yet, in the order in which they choose: last seat first (MH-8.1)."""
        return [seat for seat in reversed(self.order) if not self.chosen[seat]]
