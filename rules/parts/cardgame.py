"""A base for games whose players bring decks: it connects an engine's parts, for states and actions.

How cards work is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from rules.competition.card_drafts.packs import Limited
from rules.decks import Deck, DeckRules
from rules.game import Action, Event, Refused, Rules, Seat, Several, View, Word
from rules.parts.known_cards import Zones
from rules.parts.planning import WithOrders
from rules.printed_cards import Face
from rules.randomness import Chance

LIMITED = "limited"
"""The value of the option `decks` at tables whose decks come from a card draft or are sealed."""


class Pool(Protocol):
    """The content of a card game: its cards, and the rules for decks made of them."""

    faces: dict[str, Face]
    rules: DeckRules
    presets: dict[str, dict[str, int]]
    limited: Limited

    def sort(self, words: list[str]) -> list[str]:
        """Cards in the order of the data."""
        ...


class Sided(Protocol):
    """The state of a card game."""

    count: int

    @property
    def sides(self) -> Sequence[Zones]: ...


class Asked(Protocol):
    """The legal actions of an asked seat, in a fixed position."""

    @property
    def kind(self) -> str: ...

    def words(self, prefix: Action) -> list[Word]: ...

    def together(self, prefix: Action) -> Several | None: ...


class Viewer(Protocol):
    """Builds the boards of views."""

    def board(self, field: Any, offers: Any, seat: Seat | None) -> Any: ...


C = TypeVar("C", bound=Pool)
S = TypeVar("S")
D = TypeVar("D", bound=Sided)
F = TypeVar("F")
A = TypeVar("A", bound=Asked)


class CardGame(WithOrders, Rules[S], Generic[C, S, F, A]):
    """Base class of card games, which answers the contract by its parts: `field` shows a state, `offers` a seat's choices, `viewer` what a seat sees.

    `turns_up` are the kinds of events that depend on hidden cards, beside those that show something.
    """

    turns_up: frozenset[str] = frozenset()

    def __init__(self, content: C, field: Callable[[C, S], F], offers: Callable[[F, Seat], A], viewer: Viewer) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces
        self.decks: DeckRules | None = content.rules
        self.presets: Mapping[str, Deck] = content.presets
        self.limited: Limited = content.limited
        self._field, self._offering, self._viewer = field, offers, viewer
        self._last: tuple[S, F, dict[Seat, A]] | None = None

    def _of(self, state: S) -> tuple[S, F, dict[Seat, A]]:
        """The state with what has been computed for it; kept, since several questions about one state follow each other."""
        if self._last is None or self._last[0] is not state:
            self._last = (state, self._field(self.content, state), {})
        return self._last

    def _offers(self, state: S, seat: Seat) -> A:
        """The legal actions of a seat; computed once for each state."""
        _, field, offers = self._of(state)
        if seat not in offers:
            offers[seat] = self._offering(field, seat)
        return offers[seat]

    def words(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        return self._offers(state, seat).words(prefix) if seat in self.to_act(state) else []

    def together(self, state: S, seat: Seat, prefix: Action) -> Several | None:
        return self._offers(state, seat).together(prefix) if seat in self.to_act(state) else None

    def foresees(self, state: S, seat: Seat) -> tuple[S | None, list[Event]]:
        """The position that a seat foresees, and the events until then."""
        raise NotImplementedError("`foresees`")

    def foreseen(self, state: S, seat: Seat) -> S | None:
        return None if self.absent(state, seat) else self.foresees(state, seat)[0]

    def supposes(self, state: S, seat: Seat) -> bool:
        """Whether the events until then may reveal hidden cards; drawing alone does not."""
        if self.absent(state, seat):
            return False
        found, events = self.foresees(state, seat)
        return found is not None and any(e.kind in self.shows | self.turns_up or (e.to == (seat,) and e.kind != "drew_cards") for e in events)

    def view(self, state: S, seat: Seat | None) -> View[Any]:
        acting = self.to_act(state)
        asked = tuple((s, self._offers(state, s).kind) for s in acting)
        own = seat if seat in acting else None
        decision = self.decision(state, own) if own is not None else None
        offers = self._offers(state, own) if own is not None else None
        board = self._viewer.board(self._of(state)[1], offers, seat)
        return View(self.key, seat, acting, asked, decision, self.outcome(state), board)


# Decks


def by_lot(presets: Mapping[str, Deck], seed: int, seats: int) -> list[dict[str, int]]:
    """Different presets for the seats, drawn by lot."""
    names = list(presets)
    Chance.of(seed, "decks").shuffle(names)
    return [dict(presets[name]) for name in names[:seats]]


def chosen_deck(content: Pool, word: str) -> dict[str, int]:
    """The deck that an action names: a preset, or a share code."""
    return dict(content.presets[word]) if word in content.presets else content.rules.decode(word)


def check_code(rules: DeckRules, presets: Mapping[str, Deck], code: str, rule: str) -> None:
    """Checks a share code, which no menu lists: it must be a legal deck. All faults are named (HX-3.1, PC-3.4).

    `rule` is that of codes. Raises Refused.
    """
    try:
        deck = rules.decode(code)
    except ValueError:
        raise Refused("deck_unread", rule, tuple(presets)) from None
    if faults := [Refused(fault.reason, fault.rule, **fault.facts) for fault in rules.faults(deck)]:
        faults[0].others = tuple(faults[1:])
        raise faults[0]


# While an action is carried out


class CardRun(Generic[C, D, F]):
    """A working copy of a state while an action is carried out, with the events so far. `field` caches what follows from the state: whoever
    changes that clears it."""

    def __init__(self, content: C, state: D, field: Callable[[C, D], F]) -> None:
        self.content = content
        self.state = state
        self.events: list[Event] = []
        self._shows = field
        self._field: F | None = None

    @property
    def field(self) -> F:
        """The field of the present state, computed on first use."""
        if self._field is None:
            self._field = self._shows(self.content, self.state)
        return self._field

    def tell(self, kind: str, rule: str, to: Seat | None = None, **facts: Any) -> None:
        """Adds an event, for everybody or for one seat."""
        self.events.append(Event(kind, facts, None if to is None else (to,), rule))

    def count(self) -> int:
        """The next number for things that need one."""
        self.state.count += 1
        return self.state.count

    def draw(self, seat: Seat, amount: int, rule: str) -> None:
        """Draws cards from the library into the hand, as many as there are."""
        if cards := self.state.sides[seat].draw(amount):
            self.tell("drew", rule, seat=seat, n=len(cards))
            self.tell("drew_cards", rule, to=seat, seat=seat, cards=self.content.sort(cards))

    def give_back(self, seat: Seat) -> None:
        """Returns cards that a seat has just drawn in a foreseen turn, since it can't know which they will be."""
        side = self.state.sides[seat]
        for event in self.events:
            for card in event.facts["cards"] if event.kind == "drew_cards" and event.facts["seat"] == seat else ():
                side.drop(card)
                side.library.insert(0, card)
