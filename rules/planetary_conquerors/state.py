"""The state of a game, and what follows from it alone: who still plays, who is asked in a window (PC-1, PC-2, PC-7a, PC-11)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.parts.ahead import Given, SaidAhead, lifted
from rules.parts.event_trace import Trace
from rules.parts.known_cards import Zones
from rules.planetary_conquerors.content import MINE
from rules.randomness import Chance

UNTIL_TARGETED = "until_targeted"
HOLDS = ("until_turn", "until_mine", "until_attack", UNTIL_TARGETED)
"""Orders that pass everything for a while (PC-19.4)."""
FEWEST_BUILDING_HP = 30
"""So many HP of buildings win (PC-14.2)."""


class Thing(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Something on a planet: a miner, a building, a warrior, or a mine (PC-1.5, PC-1.8).

    `uid` is the number of this stay; mines have negative ones. `source` is the card's number as a source of damage, the same for every
    stay of one turn. `attack` and `shielding` are changes until the next start phase, `used` the paid effects that are used up,
    `absorbed` what Shielding prevented this turn by source. `letter` tells it from those on all planets that are called like it, from 0 on: it is
    given on arrival, and stays.
    """

    uid: int
    card: str
    owner: int
    controller: int
    hp: int = 0
    exhausted: bool = False
    illusion: bool = False
    used: tuple[str, ...] = ()
    attack: int = 0
    shielding: int = 0
    absorbed: tuple[tuple[int, int], ...] = ()
    number: int = 0
    letter: int = 0

    @property
    def source(self) -> int:
        """The thing's number as a source of damage; its uid if it has been there all turn."""
        return self.number or self.uid

    @property
    def is_mine(self) -> bool:
        return self.card == MINE


class Trap(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A face-down trap: which seats have looked at it, and whether everybody saw it come back from a junkyard.

    `number` is that as a source of damage, for one that was one in this turn already.
    """

    uid: int
    card: str
    seen: tuple[int, ...] = ()
    back: bool = False
    number: int = 0

    @property
    def source(self) -> int:
        return self.number or self.uid


class Happened(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """What an event was, for the abilities that speak of it: the thing, the source of damage, the player, and how much."""

    subject: int = 0
    source: int = 0
    player: int = -1
    amount: int = 0


class Fired(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A triggered ability that waits (PC-8.2), also for a card that has gone (PC-8.6).

    `source` is the uid of its card, `number` its number as a source of damage.
    """

    seat: int
    source: int
    number: int
    card: str
    ability: str
    event: Happened = Happened()


class Chosen(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """What was chosen for a slot, or was created: `zone` says what the words name."""

    zone: str
    words: tuple[str, ...]


class Act(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, tag="act"):
    """A card that is played, a paid effect, a trap or a triggered ability while it is carried out (PC-7.7).

    `id` numbers it; `source` is the uid of its card on the planet, 0 for none, `number` its number as a source of damage. `attacker` and
    `target` are those of a trap. `program` are the paths of the instructions that are left, `doing` the one that is being carried out.
    While it `collects`, triggers wait in its `buffer`. It is `pending` until its own window closes; `off` tells that it was cancelled, or
    that its controller has left the game.
    """

    id: int
    kind: Literal["play", "paid", "trap", "trigger"]
    seat: int
    card: str
    source: int = 0
    number: int = 0
    ability: str = ""
    event: Happened = Happened()
    attacker: int = 0
    target: int = 0
    chosen: dict[str, Chosen] = {}
    program: tuple[str, ...] = ()
    doing: str = ""
    buffer: tuple[Fired, ...] = ()
    collects: bool = False
    pending: bool = False
    off: bool = False

    @property
    def is_announced(self) -> bool:
        """Whether it is a card that is played, which lies between hand and planet or has yet to be put away (PC-1.2)."""
        return self.kind == "play" and not self.off


class Batch(msgspec.Struct, forbid_unknown_fields=True, frozen=True, tag="batch"):
    """Triggers of which the active player chooses the next (PC-8.3)."""

    fired: tuple[Fired, ...]


class Packet(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Damage on its way: `number` is its source, `card` and `seat` whose that is (PC-10.6), `used` the replacements that have changed it."""

    number: int
    card: str
    seat: int
    to: int
    amount: int
    used: tuple[str, ...] = ()
    settled: bool = False


class Fight(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """An attacker and its blocker, who deal their attack to each other; `attack` is the attacker's, as it is last known (PC-13.6)."""

    attacker: int
    blocker: int
    attack: int


class Blow(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, tag="blow"):
    """Damage that is dealt at the same time, and the fights of which it is (PC-10.4)."""

    packets: tuple[Packet, ...]
    fights: tuple[Fight, ...] = ()


class Leaving(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, tag="leaving"):
    """Things that go to junkyards together, why, and how many of them are past their replacements (PC-9.4).

    `used` are replacements that have been used or declined, `stays` those for whom something else happens instead.
    """

    uids: tuple[int, ...]
    cause: Literal["hp", "destroy", "sacrifice"]
    settled: int = 0
    used: tuple[str, ...] = ()
    stays: tuple[int, ...] = ()


class Gain(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, tag="gain"):
    """Material that is about to be added (PC-9.1): (number of the material, amount), one after another."""

    seat: int
    parts: tuple[tuple[int, int], ...]
    used: tuple[str, ...] = ()


class Window(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True, tag="window"):
    """An open reaction window (PC-7.3).

    All who are `asked` answer at the same time (PC-19.8), in the order of polling; `called` are those of whom everybody knows that they are
    (PC-19.7). `passed` are those who have passed since the last reaction, `whatever` those who pass whatever happens.
    """

    reason: str
    asked: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    whatever: tuple[int, ...] = ()


Frame: TypeAlias = Act | Batch | Blow | Leaving | Gain | Window


class Ask(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A choice that must be made first: `amount` of the `options`, where they do not follow from the position."""

    kind: str
    seat: int
    options: tuple[str, ...] = ()
    amount: int = 1
    up_to: bool = False


class Assault(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """An attacker with its target, its line and its blocker (PC-11.3); `done` once it has struck."""

    uid: int
    target: int
    line: int
    blocker: int = 0
    done: bool = False


class Attack(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The attack of this turn: who attacks, and the line that is on.

    `asked` are the seats that have declared their blocks in it, `advancing` is the attacker on its way through the traps of `column`,
    `advanced` are those who set out.
    """

    assaults: tuple[Assault, ...]
    line: int = 0
    asked: tuple[int, ...] = ()
    advancing: int = 0
    column: tuple[int, ...] = ()
    advanced: tuple[int, ...] = ()


class Side(Zones, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's zones and marks (PC-1.2). `hand` has no limit (PC-1.9).

    `stock` is in the order of MATERIALS (PC-2.1). `thrown` are the cards of a mulligan that waits for the others.
    `turns` counts those that the seat has begun. `stops` is where snapshots of before have a seat's orders. `out` numbers those who have been
    eliminated; who fell together has the same number. `handicap` is the size of the seat's handicap (PC-4.7).
    """

    deck: dict[str, int] = {}
    junkyard: list[str] = []
    vanished: list[str] = []
    stock: tuple[int, int, int] = (0, 0, 0)
    converted: bool = False
    placed: bool = False
    moved: bool = False
    answered: bool = False
    thrown: tuple[str, ...] = ()
    turns: int = 0
    stops: tuple[str, ...] = ()
    out: int = 0
    handicap: int = 0

    def copy(self) -> Side:
        """A copy that may be changed, sharing no list."""
        new = msgspec.structs.replace(self)
        new.library, new.hand, new.junkyard = self.library[:], self.hand[:], self.junkyard[:]
        new.vanished, new.shown = self.vanished[:], self.shown[:]
        return new


class State(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole game.

    `stage` is deck, mulligan, play or over. `frames` is the stack of what is going on (PC-7.7), `todo` the steps that the engine takes
    next, those of the uppermost frame first. `fired` are triggers that wait for the present step of the turn or the attack to be over.
    `things` are in order of arrival; `columns` the traps in front of a thing, of the mine as well (PC-1.4).
    `picks` are attackers with their targets before the attack is confirmed. `looked` are the cards that the asked seat looks at. `former` are
    cards that left a planet or a column this turn, with their numbers as sources. `polls` counts how often all were asked in a window. `news` is
    what all have seen happen since the first action of turn `since`. `limited`: decks come from a draft or are sealed (PC-3.5).
    `chance` draws the first seat and shuffles, and nothing else (PC-7.10).
    """

    chance: Chance
    sides: list[Side]
    quick: bool = False
    stage: str = "deck"
    first: int = 0
    active: int = 0
    turn: int = 0
    phase: str = ""
    things: dict[int, Thing] = {}
    columns: dict[int, tuple[Trap, ...]] = {}
    attack: Attack | None = None
    picks: tuple[tuple[int, int], ...] = ()
    frames: list[Frame] = []
    todo: list[str] = []
    fired: list[Fired] = []
    ask: Ask | None = None
    looked: tuple[str, ...] = ()
    former: tuple[tuple[int, str, int], ...] = ()
    count: int = 0
    polls: int = 0
    falls: int = 0
    places: tuple[tuple[int, ...], ...] = ()
    reason: str = ""
    limited: bool = False
    orders: Given = {}
    ahead: SaidAhead = {}
    since: int = 0
    news: Trace = ()

    def copy(self) -> State:
        """A copy that may be changed without changing this state. Things and frames are immutable."""
        new = msgspec.structs.replace(self)
        new.chance = Chance(self.chance.key, self.chance.drawn)
        new.sides = [side.copy() for side in self.sides]
        new.things, new.columns = self.things.copy(), self.columns.copy()
        new.frames, new.todo, new.fired = self.frames[:], self.todo[:], self.fired[:]
        return new

    @property
    def over(self) -> bool:
        return self.stage == "over"

    @property
    def waits(self) -> bool:
        """Whether the engine has to wait for a choice, or for nothing any more."""
        return self.over or self.ask is not None

    @property
    def polling(self) -> Window | None:
        """The window that asks somebody now."""
        top = self.frames[-1] if self.ask and self.ask.kind == "react" else None
        return top if isinstance(top, Window) else None

    def polled(self) -> tuple[int, ...]:
        """The seats asked in the open window that have not passed, in the order of polling."""
        window = self.polling
        return tuple(s for s in window.asked if s not in window.passed and not self.sides[s].out) if window else ()

    def lift(self, seat: int, *holds: str) -> None:
        """Ends holds of a seat (PC-19.4)."""
        self.orders = lifted(self.orders, seat, holds)

    def living(self, start: int | None = None) -> list[int]:
        """The seats still in the game, clockwise from a seat, from the active one without."""
        n = len(self.sides)
        begin = self.active if start is None else start
        return [s % n for s in range(begin, begin + n) if not self.sides[s % n].out]

    def mine(self, seat: int) -> Thing:
        """A seat's mine."""
        return self.things[mine_uid(seat)]


def mine_uid(seat: int) -> int:
    """The uid of a seat's mine."""
    return -1 - seat
