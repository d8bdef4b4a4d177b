"""The state of a game, and what follows from it alone: scores (HK-12.1), day or night (HK-4.1), hexes where monsters or heroes stand."""

from __future__ import annotations

import msgspec

from rules.hexknight.content import WOUND
from rules.parts.ahead import Given, SaidAhead
from rules.parts.known_cards import drawn
from rules.randomness import Chance

STARTING_CARDS = 16
"""Cards of a hero at the beginning (HK-1.3), which score nothing (HK-12.1)."""
WOUND_LOSS = 2
"""Points that each wound costs (HK-12.1)."""
STEPS = ("exchange", "preparation", "movement", "provocation", "defence", "attack", "selection", "rest")


class Hero(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's zones and figures (HK-1.6). The first card of `deck` is the top.

    `due` counts selections to be made. `turns` and `idle` count this phase's turns and the idle ones in a row at its end (HK-12.4).
    `top` cards on the deck are known to everybody, `bottom` cards under it to their owner (HK-13). `compensation` are the points that the
    seat has from the beginning (HK-12.5), `handicap` those of a handicap (HK-12.6).
    """

    at: int
    deck: list[str]
    hand: list[str] = []
    play: list[str] = []
    discard: list[str] = []
    experience: int = 0
    ruins: int = 0
    due: int = 0
    finished: bool = False
    turns: int = 0
    idle: int = 0
    top: int = 0
    bottom: int = 0
    compensation: int = 0
    handicap: int = 0

    def copy(self) -> Hero:
        """A copy that may be changed, sharing no list."""
        new = msgspec.structs.replace(self)
        new.deck, new.hand, new.play, new.discard = self.deck[:], self.hand[:], self.play[:], self.discard[:]
        return new

    def draw(self, count: int) -> list[str]:
        """Takes cards from the top of the deck into the hand, as many as there are."""
        cards = self.deck[:count]
        del self.deck[:count]
        self.hand += cards
        self.top = drawn(self.top, len(cards))
        self.bottom = min(self.bottom, len(self.deck))
        return cards

    @property
    def wounds(self) -> int:
        """All wounds the seat owns."""
        return sum(zone.count(WOUND) for zone in (self.deck, self.hand, self.play, self.discard))

    @property
    def cards(self) -> int:
        """All cards the seat owns that are no wounds."""
        return len(self.deck) + len(self.hand) + len(self.play) + len(self.discard) - self.wounds

    @property
    def score(self) -> int:
        """The score, with what the seat has from the beginning (HK-12.1, HK-12.5, HK-12.6)."""
        return self.experience + self.ruins + self.cards - STARTING_CARDS - WOUND_LOSS * self.wounds + self.head_start

    @property
    def head_start(self) -> int:
        """The points that the seat has from the beginning (HK-12.5, HK-12.6)."""
        return self.compensation + self.handicap


class Victory(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A monster that was beaten: in which phase, by whom, on which hex, the points it brought, and the scores of all seats after it."""

    phase: int
    seat: int
    at: int
    monster: str
    points: int
    scores: tuple[int, ...]


class Fight(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A monster that was provoked: by whom, in which turn of theirs, on which hex, the wounds it dealt, the points it brought (0 if it stands); the
    sums of the cards spent on the block and on the strike (0 without one)."""

    seat: int
    turn: int
    at: int
    monster: str
    wounds: int = 0
    points: int = 0
    block: int = 0
    strike: int = 0


class State(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game: what everybody shares (HK-1.7), and the seats' heroes.

    `tiles` are the metatiles on the easy, then the hard centres; empty for the fixed map. `monsters` maps a hex to a kind, `down` are
    the hexes of those face down, `revealed` are hexes as bits, for everybody (HK-2.4), `known` those of them that
    were revealed when the present turn began. `step` is one of STEPS or "over". `acted` is HK-9.2, `spent`
    whether a card left the hand in this turn, `residue` HK-6.4, `target` the hex of the monster provoked. `trail` are the hexes over which
    a hero has walked in the present turn or the last one, or the one from which they fight without a walk, `fight` the fight of the present turn
    or the last one, `victories` the monsters beaten since the game is kept with them.
    """

    days: int
    tiles: list[str]
    heroes: list[Hero]
    monsters: dict[int, str]
    down: list[int]
    stock: list[str]
    special: list[str]
    offer: list[str]
    chance: Chance
    revealed: int = 0
    known: int = 0
    phase: int = 1
    active: int = 0
    step: str = "exchange"
    last_round: bool = False
    residue: int = 0
    acted: bool = False
    spent: bool = False
    target: int = -1
    trail: list[int] = []
    fight: Fight | None = None
    victories: list[Victory] = []
    resigned: list[int] = []
    orders: Given = {}
    ahead: SaidAhead = {}

    def copy(self) -> State:
        """A copy that may be changed without changing this state."""
        new = msgspec.structs.replace(self)
        new.tiles = self.tiles[:]
        new.heroes = [hero.copy() for hero in self.heroes]
        new.monsters = self.monsters.copy()
        new.victories = self.victories[:]
        new.trail, new.down, new.stock, new.special, new.offer = self.trail[:], self.down[:], self.stock[:], self.special[:], self.offer[:]
        new.chance = Chance(self.chance.key, self.chance.drawn)
        new.resigned = self.resigned[:]
        return new

    @property
    def day(self) -> bool:
        """Whether it is daytime (HK-4.1)."""
        return self.phase % 2 == 1

    @property
    def phases(self) -> int:
        """How many phases the game has."""
        return 2 * self.days

    @property
    def hero(self) -> Hero:
        """The hero whose turn it is."""
        return self.heroes[self.active]

    @property
    def guards(self) -> int:
        """The hexes with a monster that is seen, as bits."""
        mask = 0
        for at in self.monsters:
            mask |= 1 << at
        return mask & self.revealed

    def standing(self, seat: int) -> int:
        """The hexes on which heroes other than a seat's stand, as bits."""
        mask = 0
        for other, hero in enumerate(self.heroes):
            if other != seat and other not in self.resigned:
                mask |= 1 << hero.at
        return mask
