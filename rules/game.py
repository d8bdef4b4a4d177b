"""The vocabulary of every game: the page to read first.

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
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from rules.parts.cards import Face
from rules.parts.chance import Chance
from rules.parts.decks import Deck, DeckRules

Seat = int
Action = tuple[str, ...]
Options = Mapping[str, str]
S = TypeVar("S")
K = TypeVar("K", contravariant=True)


class Word(NamedTuple):
    """One word that a legal action may continue with, in lower case; `end` tells whether the action may stop after it.

    `times` is how often in a row it may be chosen: 3 beside a kind of card says that there are three of them, and beside a verb that
    up to three of its actions may follow each other, so that a menu can let people choose several at once.
    """

    text: str
    end: bool = False
    times: int = 1


class Event(NamedTuple):
    """Something that happened.

    `facts` are plain JSON values and hold nothing that a seat outside `to` may not know; `to` is None for everybody.
    `rule` is the number under which a reader finds the reason.
    """

    kind: str
    facts: Mapping[str, Any]
    to: tuple[Seat, ...] | None = None
    rule: str | None = None


class Step(NamedTuple):
    """What an accepted action leads to: the new state, and what happened on the way."""

    state: Any
    events: tuple[Event, ...]


class Decision(NamedTuple):
    """What one seat is asked.

    `default` is the answer given for a seat whose time is over. `window` names the reaction window, if it is one.
    `must_ask` forbids any automatic answer but a standing order made for it. `rule` is the rule that asks.
    `goes_on` says that the seat is in the middle of its turn: what has happened so far is told to the others when the turn is over.
    """

    kind: str
    default: Action
    rule: str
    window: str | None = None
    must_ask: bool = True
    goes_on: bool = False


class Option(NamedTuple):
    """A choice made when a table is set up: its key and its values, the first of which is the default."""

    key: str
    values: tuple[str, ...]


class Outcome(NamedTuple):
    """The end of a game: groups of seats, best first (several seats in a group share the place), and why it ended.

    `order` holds, for each seat, the figures by which tables of tournaments rank those who share a place, higher ones first.
    """

    places: tuple[tuple[Seat, ...], ...]
    reason: str
    rule: str
    scores: tuple[int, ...] = ()
    order: tuple[tuple[int, ...], ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.places[0]


class View(NamedTuple):
    """What one seat may know, or everybody for seat None.

    `asked` is public: who has to decide, and the kind of decision as far as everybody may know it. `decision` is the viewer's own, if
    there is one.
    `board` is the game's own dataclass.
    """

    game: str
    seat: Seat | None
    to_act: tuple[Seat, ...]
    asked: tuple[tuple[Seat, str], ...]
    decision: Decision | None
    outcome: Outcome | None
    board: Any


class Refused(Exception):
    """An action that the rules forbid: a key and facts, from which a sentence is made in the reader's language.

    `legal` may hold words that would be legal in the place of the word that is wrong, nearest first; `others` are further reasons.
    """

    def __init__(self, reason: str, rule: str, legal: tuple[str, ...] = (), **facts: Any) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule
        self.legal = legal
        self.others: tuple[Refused, ...] = ()
        self.facts = facts


class Faults(ValueError):
    """Everything that is wrong with a game's content, in one error."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Player(Protocol[K]):
    """A computer opponent. `glimpse(chance)` gives a state as it could be, as far as the seat can tell, a new one each time;
    it sees no other, so that it cannot know what its seat may not."""

    def __call__(self, rules: Any, glimpse: Callable[[Chance], K], seat: Seat, chance: Chance) -> Action: ...


class Rules(Protocol[S]):
    """A game. All methods are pure: they leave their arguments as they were and give the same answer on any machine."""

    key: str
    version: int  # goes up when an old record would replay differently
    seats: range
    options: tuple[Option, ...]
    orders: tuple[str, ...]  # standing orders a seat may give, by name
    verbs: Mapping[str, str]  # the rule behind each kind of action, by `verb` or `decision.verb`; for others the decision's own
    players: Mapping[str, Player[S]]  # computer opponents by name, the first is the default
    faces: Mapping[str, Face]  # cards that can be looked up, by word
    decks: DeckRules | None  # what decks that players bring must be; None where they bring none
    presets: Mapping[str, Deck]  # decks for everybody, by word

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """The beginning of a game; options that are not named have their defaults. Raises Refused for those that do not exist or do not fit."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to decide now; empty exactly when the game is over."""
        ...

    def decision(self, state: S, seat: Seat) -> Decision:
        """What is asked of a seat that is to act."""
        ...

    def words(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        """The next words that some legal action beginning with `prefix` continues with; empty for a seat not to act."""
        ...

    def knows(self, word: str) -> bool:
        """Whether a word without a digit may stand in actions, now or later: typed in full, it never means a longer one."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> Step:
        """Carries an action out, with everything that follows without a choice. Raises Refused."""
        ...

    def shortcuts(self, state: S, seat: Seat) -> list[tuple[Action, ...]]:
        """Rows of actions that a seat may well want to take in one go, each legal after the one before; best first."""
        ...

    def standing(self, state: S, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The answer that a seat's standing orders give to its present decision, if they do."""
        ...

    def lapsed(self, state: S, seat: Seat, orders: frozenset[str]) -> frozenset[str]:
        """Those of the orders of a seat that is asked which end here, before they answer anything."""
        ...

    def heeded(self, state: S, seat: Seat) -> frozenset[str] | None:
        """The orders of a seat, in games that keep them in the state, since they decide whether somebody is asked at all; else None."""
        ...

    def heed(self, state: S, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The action that gives a seat other orders in such a game; None if it needs none."""
        ...

    def heeds(self, action: Action) -> bool:
        """Whether an action is one by which a seat gives orders: nobody else knows of it, and it answers nothing."""
        ...

    def asides(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do at any time, asked or not, beside its words: such as accepting a draw."""
        ...

    def view(self, state: S, seat: Seat | None) -> View:
        """What a seat may know; None: what everybody may know."""
        ...

    def imagine(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """A state that `seat` cannot tell from this one: all that is unknown to it drawn anew, at every stage also what chance has still to bring.

        Whether an action may be taken back without consent is judged by it.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over. Every question about the end is answered here."""
        ...

    def concede(self, state: S, seat: Seat) -> Step:
        """Resignation or removal; the others play on where the rules allow. Raises Refused once the game is over, or for a seat that has left."""
        ...

    def redact(self, action: Action) -> Action:
        """An action as the other seats may read it in a record while the game goes on; () for one they may not even know of."""
        ...

    def dump(self, state: S) -> bytes:
        """The state as JSON."""
        ...

    def load(self, snapshot: bytes) -> S:
        """The state from `dump`. Raises ValueError for anything else."""
        ...


class Plain:
    """What a game answers that has no use for a part of the contract: no decks, orders that stay until they are withdrawn, nothing out of turn."""

    verbs: Mapping[str, str] = {}
    faces: Mapping[str, Face] = {}
    decks: DeckRules | None = None
    presets: Mapping[str, Deck] = {}

    def lapsed(self, state: Any, seat: Seat, orders: frozenset[str]) -> frozenset[str]:
        return frozenset()

    def heeded(self, state: Any, seat: Seat) -> frozenset[str] | None:
        return None

    def heed(self, state: Any, seat: Seat, orders: frozenset[str]) -> Action | None:
        return None

    def heeds(self, action: Action) -> bool:
        return False

    def asides(self, state: Any, seat: Seat) -> tuple[Action, ...]:
        return ()


class Codec(Generic[S]):
    """States of one type as JSON and back. Their structs forbid unknown fields, lest a default stand in for one by another name."""

    def __init__(self, kind: type[S]) -> None:
        self.dump: Callable[[S], bytes] = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(kind).decode

    def load(self, snapshot: bytes) -> S:
        """The state from `dump`. Raises ValueError for anything else."""
        try:
            return self._decode(snapshot)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error


def shaped(content: Mapping[str, Any], shapes: Mapping[str, type]) -> list[Any]:
    """A game's content files as the types they should have, in the order of `shapes`. Raises Faults naming every file that does not fit."""
    found: list[Any] = []
    faults = []
    for name, shape in shapes.items():
        try:
            found.append(msgspec.convert(content.get(name), shape))
        except msgspec.ValidationError as error:
            faults.append(f"{name}: {error}")
    if faults:
        raise Faults(faults)
    return found


def settings(declared: Sequence[Option], options: Options, rule: str) -> dict[str, str]:
    """All declared options as they were chosen, the others at their defaults.

    Raises Refused, under `rule`, for an option or a value that there is not.
    """
    known = {option.key: option.values for option in declared}
    for key, value in options.items():
        if value not in known.get(key, ()):
            raise Refused("no_such_option", rule, option=f"{key}={value}")
    return {key: options.get(key, values[0]) for key, values in known.items()}


def legal(rules: Rules[S], state: S, seat: Seat, prefix: Action = ()) -> Iterator[Action]:
    """All legal actions that begin with `prefix`, in the order of the tree."""
    for word in rules.words(state, seat, prefix):
        action = (*prefix, word.text)
        if word.end:
            yield action
        yield from legal(rules, state, seat, action)


def rule_of(rules: Rules[S], decision: Decision, verb: str) -> str:
    """The rule under which a decision offers a kind of action, named by its first word."""
    return rules.verbs.get(f"{decision.kind}.{verb}") or rules.verbs.get(verb) or decision.rule


def closing(rules: Rules[S], state: S, seat: Seat, prefix: Action) -> bool:
    """Whether `prefix` as it stands is a whole legal action."""
    return bool(prefix) and any(w.text == prefix[-1] and w.end for w in rules.words(state, seat, prefix[:-1]))


def walked(words: Callable[[Action], list[Word]], action: Action) -> tuple[int, bool]:
    """How many words of an action are legal one after another, and whether the last of these may end it."""
    ends = False
    for n, word in enumerate(action):
        found = next((w for w in words(action[:n]) if w.text == word), None)
        if found is None:
            return n, ends
        ends = found.end
    return len(action), ends


def check_code(rules: DeckRules, presets: Mapping[str, Deck], code: str, rule: str) -> None:
    """Refuses a share code, which is a word that no menu lists, unless it is a deck fit to play, with all its faults.

    `rule` is that of codes. Raises Refused.
    """
    try:
        deck = rules.decode(code)
    except ValueError:
        raise Refused("deck_unread", rule, tuple(presets)) from None
    if faults := [Refused(fault.reason, fault.rule, **fault.facts) for fault in rules.faults(deck)]:
        faults[0].others = tuple(faults[1:])
        raise faults[0]


def to_builtins(value: Any) -> Any:
    """Views, events and outcomes as plain JSON values, for tests, logs and comparisons."""
    return msgspec.to_builtins(value)
