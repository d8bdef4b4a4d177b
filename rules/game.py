"""The contract of a game: `Rules`, and the types that it speaks in. Read this first.

A game is an object that follows `Rules`. Its states are plain data, its actions are tuples of words, and every question about it is
answered by a pure function:

>>> from data.content import build
>>> rules = build("monster_hex")
>>> state, events = rules.setup(2, {"board": "two"}, seed=7)
>>> rules.to_act(state)
(0,)
>>> [word.text for word in rules.words(state, 0, ("faction",))]
['ember', 'tide', 'moss', 'dune']
>>> state, events = rules.apply(state, 0, ("faction", "moss"))
>>> rules.apply(state, 0, ("faction", "dune"))
Traceback (most recent call last):
    ...
rules.game.Refused: not_your_turn (MH-2.1)

What games are built from lies in `rules/parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from rules.decks import Deck, DeckRules
from rules.printed_cards import Face
from rules.randomness import Chance

Seat = int
Action = tuple[str, ...]
Options = Mapping[str, str]
S = TypeVar("S")
K = TypeVar("K", contravariant=True)
B = TypeVar("B")


class Word(NamedTuple):
    """One possible next word of a legal action, in lower case. `end` tells whether the action may stop after it.

    `times` is how often in a row it may be chosen: 3 beside a kind of card says that there are three of them, and beside a verb that
    up to three of its actions may follow each other, so that a menu can let people choose several at once.
    """

    text: str
    end: bool = False
    times: int = 1


class Several(NamedTuple):
    """Words of an action that are chosen together, in any order: at least and at most so many of `options`, which are in the order in which they are
    spelled, copies together."""

    options: tuple[str, ...]
    least: int
    most: int

    def spelled(self, chosen: Sequence[str]) -> Action:
        """The chosen words in the order in which the action spells them. Raises ValueError for words that can't be chosen."""
        return tuple(sorted(chosen, key=self.options.index))


class Event(NamedTuple):
    """Something that happened in a game, for people to read and pictures to show.

    `facts` are plain JSON values and hold nothing that a seat outside `to` may not know; `to` is None for everybody.
    `rule` is the number under which a reader finds the reason.
    """

    kind: str
    facts: Mapping[str, Any]
    to: tuple[Seat, ...] | None = None
    rule: str | None = None


class Step(NamedTuple):
    """The result of an accepted action: the new state, and the events on the way to it."""

    state: Any
    events: tuple[Event, ...]


class Decision(NamedTuple):
    """The question that one seat has to answer.

    `default` is the answer given for a seat whose time is over, `rule` the rule that asks. `goes_on` says that the seat is in the middle of
    its turn: what has happened so far is told to the others when the turn is over. A `sealed` answer is nobody's business until it is carried out:
    others may be asked at the same time, and answers are carried out in the order of `to_act`. The `occasion` tells questions apart that follow
    each other without an answer of the seat.
    """

    kind: str
    default: Action
    rule: str
    goes_on: bool = False
    sealed: bool = False
    occasion: int = 0


class Said(NamedTuple):
    """An answer that a seat has given to its question and that is not carried out yet.

    `auto`: not for this very question, but by an order, or because everybody can see that the seat passes. `ordered`: by an order of which nobody
    knows.
    """

    action: Action
    auto: bool = False
    ordered: bool = False


class Option(NamedTuple):
    """An option of a table: its key and its values, the first of which is the default.

    `former` are the values' earlier names, each with the value that it means now: tables and records have them, and people still type them.
    `given` are values that nobody chooses: tables have them that something else opens, such as matches after a card draft.
    """

    key: str
    values: tuple[str, ...]
    former: tuple[tuple[str, str], ...] = ()
    given: tuple[str, ...] = ()

    def meant(self, value: str) -> str:
        """The present name of a value that was typed or stored. What is no name at all is given back as it was."""
        return next((now for before, now in self.former if before == value), value)


class Outcome(NamedTuple):
    """The result of a game: groups of seats, best first (seats in one group share the place), and why it ended.

    `order` holds, for each seat, the figures by which tables of tournaments rank those who share a place, higher ones first.
    """

    places: tuple[tuple[Seat, ...], ...]
    reason: str
    rule: str
    scores: tuple[float, ...] = ()
    order: tuple[tuple[int, ...], ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; all of them if all share it."""
        return self.places[0]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory, from 0 to 1; winners share it equally."""
        winners = self.winners
        return [(seat in winners) / len(winners) for seat in range(sum(map(len, self.places)))]


class View(NamedTuple, Generic[B]):
    """What one seat may know of the state; for seat None what everybody may know.

    `asked` is public: who has to decide, and the kind of decision as far as everybody may know it, and so is `to_act`, its seats. Whoever has
    answered ahead stands there like the others, and who is asked by orders of its own alone stands there for itself alone. `decision` is the
    viewer's own, if there is one.
    `board` is the game's own type.
    """

    game: str
    seat: Seat | None
    to_act: tuple[Seat, ...]
    asked: tuple[tuple[Seat, str], ...]
    decision: Decision | None
    outcome: Outcome | None
    board: B


class Refused(Exception):
    """The exception for an illegal action: a reason key and facts, from which a sentence is made in the reader's language.

    `legal` may hold words that would be legal in the place of the word that is wrong, nearest first; `others` are further reasons.
    """

    def __init__(self, reason: str, rule: str, legal: tuple[str, ...] = (), **facts: Any) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule
        self.legal = legal
        self.others: tuple[Refused, ...] = ()
        self.facts = facts


def never() -> bool:
    """A time limit that is never over."""
    return False


class Budget(NamedTuple):
    """The budget of a computer for one decision: a number of positions to look at, and a time limit."""

    nodes: int
    over: Callable[[], bool] = never


Glimpse = Callable[[Chance], S]
"""Gives a state as it could be, as far as a seat can tell, a new one each time."""


class Opponent(Protocol[K]):
    """A computer player. It is given imagined states only (`Glimpse`), so that it cannot use what its seat may not know.

    As long as it is stopped by its number of positions and not by `budget.over`, it gives the same answer to the same question on any machine.
    """

    @property
    def nodes(self) -> int:
        """How many positions it looks at for one decision at a table; 0 for an opponent that does not count them."""
        ...

    def decide(self, rules: Any, glimpse: Glimpse[K], seat: Seat, chance: Chance, budget: Budget) -> Action:
        """Gives the action that it chooses."""
        ...


class Rules(Protocol[S]):
    """The contract of a game. All methods are pure: they change no argument, and give the same answer on any machine."""

    key: str
    version: int  # goes up when an old record would replay differently; games under way go on from their snapshots
    seats: range
    options: tuple[Option, ...]
    orders: tuple[str, ...]  # standing orders a seat may give, by name (rules.parts.ahead)
    kinds: Mapping[str, str]  # the rule behind each kind of decision
    answers: Mapping[str, tuple[str, ...]]  # the verbs that belong to each kind of decision, whatever is legal just now
    takes: Mapping[str, tuple[str, ...]]  # the types of cards (`Face.type`) that come first after a verb; "" for what is no card
    verbs: Mapping[str, str]  # the rule behind each kind of action, by `verb` or `decision.verb`; for others the decision's own
    opponents: Mapping[str, Opponent[S]]  # computers by name: those of LEVELS, and others that records name; given from rules/<key>/computer
    faces: Mapping[str, Face]  # cards that can be looked up, by word
    decks: DeckRules | None  # what decks that players bring must be; None where they bring none
    presets: Mapping[str, Deck]  # decks for everybody, by word

    # Playing

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Deals a new game. Options that are not named have their defaults. Raises Refused for options that do not exist or do not fit together."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to decide now, those whose answers come first in front; empty exactly when the game is over.

        It is for the referee alone: it knows of orders. What everybody may know of it is in a view.
        """
        ...

    def decision(self, state: S, seat: Seat) -> Decision:
        """The question that a seat has to answer; only for a seat that is to act."""
        ...

    def words(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        """The possible next words of legal actions that begin with `prefix`; empty for a seat that is not to act.

        Any words may be asked about, also such as were never offered: nothing follows what is no beginning. An action has LONGEST words at most.
        """
        ...

    def knows(self, word: str) -> bool:
        """Whether a word (without a digit) may occur in actions of this game at all, now or later: typed in full, it never means a longer one."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> Step:
        """Carries an action out, with everything that follows from it without a choice. Legal are those from `words`, from `asides`, and sealed ones.
        Raises Refused for any other.
        """
        ...

    def turn(self, state: S) -> Seat | None:
        """The seat whose turn it is, whoever is asked in it; None where the question belongs to nobody's turn, or may follow more than one."""
        ...

    def present_turn(self, state: S) -> tuple[int, ...] | None:
        """An identifier of the turn that is being played, known to everybody: its seat, with numbers that no other turn of that seat has.

        None before the first one, and where nothing is played.
        """
        ...

    def shortcuts(self, state: S, seat: Seat) -> list[tuple[Action, ...]]:
        """Sequences of actions that a seat is likely to take in one go, each legal after the one before; best first."""
        ...

    def together(self, state: S, seat: Seat, prefix: Action) -> Several | None:
        """The words that follow `prefix` where several are chosen in whatever order; None where each is chosen after the one before."""
        ...

    # Out of turn, and ahead

    def given(self, state: S, seat: Seat) -> frozenset[str]:
        """The standing orders of a seat that are in force."""
        ...

    def standing(self, state: S, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The answer that standing orders give to the seat's present decision; None where the seat must be asked."""
        ...

    def said(self, state: S, seat: Seat) -> Said | None:
        """The answer that a seat has already given to its present decision, sealed or by orders; None where the seat must be asked."""
        ...

    def answered(self, state: S, seat: Seat) -> Said | None:
        """The same as `said`, but an error while finding it out is raised; `said` gives None then."""
        ...

    def due(self, state: S, ripe: Collection[Seat]) -> tuple[Seat, Said] | None:
        """The next answer to be carried out, of all that have been given ahead, with its seat. Standing orders answer for `ripe` seats only."""
        ...

    def sayable(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        """The possible next words of what a seat may say ahead now, as `words` gives those of what it may do. Drafts of a turn are made in the state
        `foreseen`.

        Any words may be asked about, and every way comes to an end, as with `words`.
        """
        ...

    def foreseen(self, state: S, seat: Seat) -> S | None:
        """A predicted state for planning: the seat's next turn has come, nothing else has happened, and all that the seat does not know is drawn
        anew.

        What the seat sees there follows from what it knows, unless it `supposes` something. None where there is no such turn, or none can be drafted.
        """
        ...

    def supposes(self, state: S, seat: Seat) -> bool:
        """Whether the state that the seat foresees shows it things that it does not know and that may turn out otherwise."""
        ...

    def asides(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Actions that a seat may take openly at any time, asked or not, beside those of `words`; accepting a draw, for instance."""
        ...

    # Who may know what

    def view(self, state: S, seat: Seat | None) -> View[Any]:
        """What a seat may know of the state; for None what everybody may know."""
        ...

    def imagine(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Determinizes a state: gives one that `seat` cannot tell from it, with all that is unknown to the seat, and all future chance, drawn anew.

        Whether an action may be taken back without consent is judged by it.
        """
        ...

    def redrawn(self, state: S, chance: Chance) -> S:
        """A state that no seat can tell from this one: what nobody at all knows, and all future chance, is drawn anew.

        What any seat knows stays, as do hands and what has been said ahead.
        """
        ...

    def redact(self, action: Action) -> Action:
        """An action as the other seats may read it in a record while the game goes on; () for one of which they may not even know.

        It is asked of actions of earlier versions, too, and hides what it does not know.
        """
        ...

    # The end

    def outcome(self, state: S) -> Outcome | None:
        """The result once the game is over, else None. Every question about the end is answered here."""
        ...

    def concede(self, state: S, seat: Seat) -> Step:
        """Removes a seat that resigns or is removed; the others play on where the rules allow. Raises Refused once the game is over, or for a seat
        that has left.
        """
        ...

    # Memory

    def dump(self, state: S) -> bytes:
        """Serialises a state as JSON."""
        ...

    def load(self, snapshot: bytes) -> S:
        """Reads a state from `dump`, also of an earlier version as far as it can be continued. Raises ValueError for anything else."""
        ...


class Plain:
    """Defaults for the optional parts of the contract: a game without decks, orders, actions out of turn, or anything that nobody knows."""

    opponents: Mapping[str, Opponent[Any]] = {}
    answers: Mapping[str, tuple[str, ...]] = {}
    takes: Mapping[str, tuple[str, ...]] = {}
    verbs: Mapping[str, str] = {}
    faces: Mapping[str, Face] = {}
    decks: DeckRules | None = None
    presets: Mapping[str, Deck] = {}
    orders: tuple[str, ...] = ()

    def turn(self: Any, state: Any) -> Seat | None:
        return next(iter(self.to_act(state)), None)

    def present_turn(self: Any, state: Any) -> tuple[int, ...] | None:
        seat = self.turn(state)
        return None if seat is None else (seat,)

    def together(self, state: Any, seat: Seat, prefix: Action) -> Several | None:
        return None

    def given(self, state: Any, seat: Seat) -> frozenset[str]:
        return frozenset()

    def standing(self, state: Any, seat: Seat, orders: frozenset[str]) -> Action | None:
        return None

    def said(self, state: Any, seat: Seat) -> Said | None:
        return None

    def answered(self, state: Any, seat: Seat) -> Said | None:
        return None

    def due(self, state: Any, ripe: Collection[Seat]) -> tuple[Seat, Said] | None:
        return None

    def sayable(self, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        return []

    def foreseen(self, state: Any, seat: Seat) -> Any:
        return None

    def supposes(self, state: Any, seat: Seat) -> bool:
        return False

    def asides(self, state: Any, seat: Seat) -> tuple[Action, ...]:
        return ()

    def redrawn(self, state: Any, chance: Chance) -> Any:
        return state


def to_builtins(value: Any) -> Any:
    """Converts views, events and outcomes into plain JSON values, for tests, logs and comparisons."""
    return msgspec.to_builtins(value)
