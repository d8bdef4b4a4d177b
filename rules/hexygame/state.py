"""The state of a game, with what is shared (HX-1.3): the map's realities (HX-1.4), enchantments under them, the stack (HX-8); seats: HX-1.2."""

from __future__ import annotations

import msgspec

from rules.parts.ahead import Given, SaidAhead
from rules.parts.event_trace import Trace
from rules.parts.known_cards import Zones

COUNTERSTRUCK = 6
"""What a die shows on a reality that has counterstruck (HX-9.5)."""
WINNING = 12
"""A Winning Dice that shows so much wins (HX-12.2)."""
PICKS = ("pick_discard", "pick_dig", "pick_search", "pick_sacrifice")


class Enchantment(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """An enchantment under a reality."""

    uid: int
    card: str
    owner: int


class Reality(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A reality on the map (HX-1.4).

    `uid` is its arrival number. `die` is 0 without one and COUNTERSTRUCK after a counterstrike. `turn` is the turn of its arrival;
    `attack`, `defense`, `keywords` and `forbidden` are its changes of this turn, `used` the abilities of this turn, one entry a use.
    """

    uid: int
    card: str
    owner: int
    hex: str
    points: int
    turn: int
    die: int = 0
    under: tuple[Enchantment, ...] = ()
    attack: int = 0
    defense: int = 0
    keywords: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    used: tuple[str, ...] = ()

    @property
    def has_action(self) -> bool:
        """Whether an action is left on its die (HX-9.6)."""
        return 0 < self.die < COUNTERSTRUCK


class Target(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A chosen thing: `what` is reality, enchantment, hex, item or card; `uid` or `name` says which."""

    what: str
    uid: int = 0
    name: str = ""


class Item(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Something on the stack (HX-8.1).

    `card` is the spell, or the card whose ability it is; `source` is the uid of a reality: whose ability it is, or what moves.
    `ability` names the ability. `hex` is where a reality is to enter or to move, `origin` where it moves from. An attack has
    `attackers`, the lead first, a `victim`, and `against`: the attacker that is counterstruck, 0 for none.
    """

    id: int
    kind: str
    seat: int
    card: str = ""
    source: int = 0
    ability: str = ""
    targets: tuple[Target, ...] = ()
    color: str = ""
    hex: str = ""
    origin: str = ""
    attackers: tuple[int, ...] = ()
    victim: int = 0
    against: int = 0


class Pick(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A choice that must be made first (HX-8.7): `amount` of the `options`, which may contain copies."""

    kind: str
    seat: int
    options: tuple[str, ...]
    amount: int
    owner: int = 0


class Resolving(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """An item being resolved: how many of its effects are done, and which targets are still legal."""

    item: Item
    done: int = 0
    good: tuple[bool, ...] = ()


class Side(Zones, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's zones (HX-1.2); `hand` has no limit (HX-7.8). `pool` holds energy in the order of content.POOL.

    `ready` tells whether the seat keeps its hand. `handicap` is the size of its handicap: so much more energy in each of its turns (HX-3.8).
    """

    deck: dict[str, int] = {}
    graveyard: list[str] = []
    pool: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    dice: int = 1
    shuffles: int = 0
    mulligans: int = 0
    ready: bool = False
    handicap: int = 0

    def copy(self) -> Side:
        """A copy that may be changed, sharing no list."""
        new = msgspec.structs.replace(self)
        new.library, new.hand, new.graveyard, new.shown = self.library[:], self.hand[:], self.graveyard[:], self.shown[:]
        return new


class State(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole game.

    `stage` is deck, mulligan, play or over; `phase` one of the six phases. `todo` are the steps that the engine takes before anybody has
    priority. `fired` are triggers since the last settling, `held` those of filling a pool (HX-8.8), `batch` those being placed, of which
    `placed` have their targets; `under` tells where they go. `lost` maps the uids of realities that have gone to their last hexes.
    `count` numbers realities, enchantments and items. `quiet` counts the turns of
    HX-12.5, and is -1 in a turn in which something happened. `offer` is the seat that offers a draw, `began` tells
    whether the active seat has done something in its Main Phase, `filling` whether whoever has priority has just taken energy. `trace` is what
    pictures mark as done. `limited`: decks come from a draft or are sealed (HX-3.6).
    """

    seed: str
    sides: list[Side]
    stage: str = "deck"
    phase: str = "main"
    turn: int = 1
    active: int = 0
    realities: dict[int, Reality] = {}
    stack: list[Item] = []
    priority: int = 0
    passes: int = 0
    after_combat: bool = False
    todo: list[str] = []
    fired: list[Item] = []
    held: list[Item] = []
    batch: list[Item] = []
    placed: list[Item] = []
    under: bool = False
    pick: Pick | None = None
    resolving: Resolving | None = None
    lost: dict[int, str] = {}
    count: int = 0
    quiet: int = 0
    offer: int = -1
    began: bool = False
    filling: bool = False
    winner: int = -1
    reason: str = ""
    orders: Given = {}
    ahead: SaidAhead = {}
    trace: Trace = ()
    limited: bool = False

    def copy(self) -> State:
        """A copy that may be changed without changing this state. Realities and items are immutable."""
        new = msgspec.structs.replace(self)
        new.sides = [side.copy() for side in self.sides]
        new.realities = self.realities.copy()
        new.stack, new.todo, new.lost = self.stack[:], self.todo[:], self.lost.copy()
        new.fired, new.held, new.batch, new.placed = self.fired[:], self.held[:], self.batch[:], self.placed[:]
        return new

    @property
    def over(self) -> bool:
        return self.stage == "over"

    @property
    def waits(self) -> bool:
        """Whether the engine has to wait for a choice, or the game is over."""
        return self.over or self.pick is not None

    @property
    def top(self) -> Item | None:
        """The item that would resolve next."""
        return self.stack[-1] if self.stack else None

    @property
    def slow(self) -> bool:
        """Whether the active seat may take slow actions: its Main Phase, an empty stack, not after a combat (HX-6.1, HX-9.11)."""
        return self.phase == "main" and not self.stack and not self.after_combat
