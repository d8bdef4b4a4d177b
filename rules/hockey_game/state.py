"""The state of a game, and what follows from it alone: the score (HG-1.7), a turn's total (HG-5.13, HG-5.14), who attacks."""

from __future__ import annotations

import msgspec

from rules.parts.ahead import Given, SaidAhead
from rules.parts.known_cards import Hand
from rules.randomness import Chance

HAND = 5
"""The most cards a hand holds (HG-1.6)."""
PERIODS = 3
"""Periods of a match without overtime (HG-9.3)."""
OPEN = ("attack_open", "defend_open")
PLAY = ("attack_play", "defend_play")


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A labelled part of a value: where it comes from, which card, hero, field or number, how much, and by which rule (HG-5.15)."""

    source: str
    name: str
    n: int
    rule: str


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's turn in a round. `dice` are as thrown; `used` are the heroes in the value, `muted` by Body Check.

    `symbol` is HG-5.8, `deployed` HG-5.2, `special` the special card in effect, `swapped` whether TIME was called in this turn.
    """

    special: str = ""
    deployed: str = ""
    symbol: bool = False
    rerolled: bool = False
    swapped: bool = False
    muted: bool = False
    finished: bool = False
    dice: list[int] = []
    used: list[str] = []
    parts: list[Part] = []

    def copy(self) -> Turn:
        """A copy that may be changed, sharing no list."""
        new = msgspec.structs.replace(self)
        new.dice, new.used, new.parts = self.dice[:], self.used[:], self.parts[:]
        return new

    @property
    def total(self) -> int:
        """The value (HG-5.13, HG-5.14); it may be negative."""
        return sum(part.n for part in self.parts)


class Round(msgspec.Struct, forbid_unknown_fields=True):
    """A round: who attacks from where, the declared move with its target (a shot has none), both turns by seat, how it ended.

    `result` is moved, goal, lost or missed, and empty while the round goes on.
    """

    attacker: int
    puck: str
    turns: list[Turn]
    move: str = ""
    target: str = ""
    result: str = ""

    def copy(self) -> Round:
        """A copy that may be changed, with its turns."""
        new = msgspec.structs.replace(self)
        new.turns = [turn.copy() for turn in self.turns]
        return new


class Tally(msgspec.Struct, forbid_unknown_fields=True):
    """What the match report counts for a seat: moves tried and won by type, referee cards turned, points added by heroes."""

    tried: dict[str, int] = {}
    won: dict[str, int] = {}
    referee: int = 0
    heroes: dict[str, int] = {}

    def copy(self) -> Tally:
        """A copy that may be changed."""
        return Tally(self.tried.copy(), self.won.copy(), self.referee, self.heroes.copy())


class Goal(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A goal: in which period and which round of the match, who shot from where, both values, and with which heroes and special card.

    Goals of an earlier version have a period and a seat only, and `round` 0.
    """

    period: int
    seat: int
    round: int = 0
    puck: str = ""
    values: tuple[int, int] = (0, 0)
    heroes: tuple[str, ...] = ()
    special: str = ""


class Side(Hand, forbid_unknown_fields=True):
    """A seat's zones (HG-1.2). The first card of `deck` is the top."""

    team: str = ""
    deck: list[str] = []
    heroes: list[str] = []
    discard: list[str] = []
    time: bool = True
    picks: list[str] = []
    tally: Tally = msgspec.field(default_factory=Tally)

    def copy(self) -> Side:
        """A copy that may be changed, sharing no list."""
        new = msgspec.structs.replace(self)
        new.deck, new.hand, new.heroes = self.deck[:], self.hand[:], self.heroes[:]
        new.discard, new.shown, new.picks = self.discard[:], self.shown[:], self.picks[:]
        new.tally = self.tally.copy()
        return new


class State(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game.

    `active` is the seat that is asked, `stage` what for (HG-6), `resume` the stage a side decision returns to. `quiet` counts
    rounds without a referee card (HG-9.6). `shots` are (period, seat) in order, as `goals` are. `last` is the round before this one, `ended`
    the period that has just ended. The first card of `referee` is the top of the deck. `lead` are the goals of a handicap by seat (HG-1.7).
    """

    sides: list[Side]
    chance: Chance
    period_cards: int = 5
    guard: bool = True
    draft: bool = False
    first: int = 0
    stage: str = "choose_team"
    active: int = 0
    resume: str = ""
    round: Round | None = None
    last: Round | None = None
    puck: str = "c"
    period: int = 1
    clock: int = 0
    quiet: int = 0
    rounds: int = 0
    ended: int = 0
    goals: list[Goal] = []
    shots: list[tuple[int, int]] = []
    referee: list[str] = []
    turned: list[str] = []
    resigned: int = -1
    orders: Given = {}
    ahead: SaidAhead = {}
    lead: tuple[int, int] = (0, 0)

    def copy(self) -> State:
        """A copy that may be changed without changing this state. A finished round never changes."""
        new = msgspec.structs.replace(self)
        new.sides = [side.copy() for side in self.sides]
        new.chance = Chance(self.chance.key, self.chance.drawn)
        new.round = self.round.copy() if self.round else None
        new.goals, new.shots = self.goals[:], self.shots[:]
        new.referee, new.turned = self.referee[:], self.turned[:]
        return new

    @property
    def score(self) -> tuple[int, int]:
        """Goals by seat, those of a handicap included (HG-1.7)."""
        second = sum(goal.seat for goal in self.goals)
        return self.lead[0] + len(self.goals) - second, self.lead[1] + second

    @property
    def present(self) -> Round:
        """The round that is being played."""
        assert self.round is not None
        return self.round

    @property
    def side(self) -> Side:
        """The side of the seat that is asked."""
        return self.sides[self.active]

    @property
    def turn(self) -> Turn:
        """The turn of the seat that is asked."""
        return self.present.turns[self.active]

    @property
    def attacking(self) -> bool:
        """Whether the seat that is asked attacks in this round."""
        return self.present.attacker == self.active
