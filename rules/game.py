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

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from rules.chance import Chance
from rules.decks import Deck, DeckRules
from rules.faces import Face

Seat = int
Action = tuple[str, ...]
Options = Mapping[str, str]
S = TypeVar("S")
K = TypeVar("K", contravariant=True)
B = TypeVar("B")


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

    `default` is the answer given for a seat whose time is over, `rule` the rule that asks. `goes_on` says that the seat is in the middle of
    its turn: what has happened so far is told to the others when the turn is over. A `sealed` answer is nobody's business until it is carried out:
    others may be asked at the same time, and answers come in their order, whoever gives them first. The `occasion` tells questions apart that follow
    each other without an answer of the seat.
    """

    kind: str
    default: Action
    rule: str
    goes_on: bool = False
    sealed: bool = False
    occasion: int = 0


class Said(NamedTuple):
    """What a seat has answered to its question before that is carried out. `auto`: not for this very question, but by an order, or because everybody
    can see that it passes; `ordered`: by an order of which nobody knows."""

    action: Action
    auto: bool = False
    ordered: bool = False


class Option(NamedTuple):
    """A choice made when a table is set up: its key and its values, the first of which is the default. `former` are words of before, each with the
    value that it means: tables and records have them, and people still type them."""

    key: str
    values: tuple[str, ...]
    former: tuple[tuple[str, str], ...] = ()

    def meant(self, value: str) -> str:
        """The value that is meant, which need not be one of the option's."""
        return next((now for before, now in self.former if before == value), value)


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
        """Who has the first place, all seats if all share it."""
        return self.places[0]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory."""
        winners = self.winners
        return [(seat in winners) / len(winners) for seat in range(sum(map(len, self.places)))]


class View(NamedTuple, Generic[B]):
    """What one seat may know, or everybody for seat None.

    `asked` is public: who has to decide, and the kind of decision as far as everybody may know it, and so is `to_act`, its seats. Whoever has
    answered ahead stands there like the others. `decision` is the viewer's own, if there is one.
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


def never() -> bool:
    """No time is ever over."""
    return False


class Budget(NamedTuple):
    """How much a computer may think about one decision: so many positions; it ends in any case, with what it has, when `over` says so,
    which it asks now and then."""

    nodes: int
    over: Callable[[], bool] = never


Glimpse = Callable[[Chance], S]
"""Gives a state as it could be, as far as a seat can tell, a new one each time."""


class Opponent(Protocol[K]):
    """A computer opponent. It sees glimpses of the state only, so that it cannot know what its seat may not.

    Within its nodes it gives the same answer to the same question on any machine.
    """

    @property
    def nodes(self) -> int:
        """At how many positions it looks for a decision at a table; 0 for one that does not count them."""
        ...

    def decide(self, rules: Any, glimpse: Glimpse[K], seat: Seat, chance: Chance, budget: Budget) -> Action:
        """What it does."""
        ...


class Rules(Protocol[S]):
    """A game. All methods are pure: they leave their arguments as they were and give the same answer on any machine."""

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
        """The beginning of a game; options that are not named have their defaults. Raises Refused for those that do not exist or do not fit."""
        ...

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that have to decide now, whoever comes first before the others; empty exactly when the game is over.

        It is for the referee alone: it knows of orders. What everybody may know of it is in a view.
        """
        ...

    def decision(self, state: S, seat: Seat) -> Decision:
        """What is asked of a seat that is to act."""
        ...

    def words(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        """The next words that some legal action beginning with `prefix` continues with; empty for a seat not to act.

        Any words may be asked about, also such as were never offered: nothing follows what is no beginning. An action has LONGEST words at most.
        """
        ...

    def knows(self, word: str) -> bool:
        """Whether a word without a digit may stand in actions, now or later: typed in full, it never means a longer one."""
        ...

    def apply(self, state: S, seat: Seat, action: Action) -> Step:
        """Carries an action out, with everything that follows without a choice: one of `words`, of `asides`, or a sealed one. Raises Refused."""
        ...

    def turn(self, state: S) -> Seat | None:
        """Whose turn it is, whoever is asked in it; None where what is asked belongs to nobody's turn, or may follow more than one."""
        ...

    def present_turn(self, state: S) -> tuple[int, ...] | None:
        """The turn that is being played, as everybody can see: its seat, with numbers that no other turn of that seat has.

        None before the first one, and where nothing is played.
        """
        ...

    def shortcuts(self, state: S, seat: Seat) -> list[tuple[Action, ...]]:
        """Rows of actions that a seat may well want to take in one go, each legal after the one before; best first."""
        ...

    # Out of turn, and ahead

    def given(self, state: S, seat: Seat) -> frozenset[str]:
        """The standing orders that a seat has given and that have not ended."""
        ...

    def standing(self, state: S, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The answer that such orders give to the seat's present decision, if they do; None for a seat that must be asked."""
        ...

    def said(self, state: S, seat: Seat) -> Said | None:
        """What a seat has answered to its present decision, sealed or by orders; None for a seat that must be asked."""
        ...

    def answered(self, state: S, seat: Seat) -> Said | None:
        """The same, but where that cannot be made out it raises whatever that raises; `said` is None then."""
        ...

    def due(self, state: S, ripe: Collection[Seat]) -> tuple[Seat, Said] | None:
        """The answer that is to be carried out next, of all that have been said; orders answer for `ripe` seats only."""
        ...

    def sayable(self, state: S, seat: Seat, prefix: Action) -> list[Word]:
        """The next words of what a seat may say ahead now, as `words` has them for what it may do; a draft of a turn is made in `foreseen`.

        Any words may be asked about, and every way comes to an end, as with `words`.
        """
        ...

    def foreseen(self, state: S, seat: Seat) -> S | None:
        """A state in which the seat's next turn has come and nothing else has happened, all unknown to the seat drawn anew: where a draft is made.

        What the seat sees there follows from what it knows, unless it `supposes` something. None where there is no such turn, or none can be drafted.
        """
        ...

    def supposes(self, state: S, seat: Seat) -> bool:
        """Whether what the seat sees in the position that it foresees rests on things that it does not know, and may be otherwise."""
        ...

    def asides(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do openly at any time, asked or not, beside its words: such as accepting a draw."""
        ...

    # Who may know what

    def view(self, state: S, seat: Seat | None) -> View[Any]:
        """What a seat may know; None: what everybody may know."""
        ...

    def imagine(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Determinizes: a state that `seat` cannot tell from this one, all that is unknown to it drawn anew, what chance has still to bring as well.

        Whether an action may be taken back without consent is judged by it.
        """
        ...

    def redrawn(self, state: S, chance: Chance) -> S:
        """A state that no seat can tell from this one: what nobody at all knows is drawn anew, and what chance has still to bring; what any seat
        knows stays, as do hands and what has been said ahead."""
        ...

    def redact(self, action: Action) -> Action:
        """An action as the other seats may read it in a record while the game goes on; () for one they may not even know of.

        It is asked of actions of earlier versions, too, and hides what it does not know.
        """
        ...

    # The end

    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over. Every question about the end is answered here."""
        ...

    def concede(self, state: S, seat: Seat) -> Step:
        """Resignation or removal; the others play on where the rules allow. Raises Refused once the game is over, or for a seat that has left."""
        ...

    # Memory

    def dump(self, state: S) -> bytes:
        """The state as JSON."""
        ...

    def load(self, snapshot: bytes) -> S:
        """The state from `dump`, also of an earlier version as far as it can be gone on from. Raises ValueError for anything else."""
        ...


class Plain:
    """What a game answers that has no use for a part of the contract: no decks, no orders, nothing out of turn, nothing that nobody knows."""

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


LEVELS = ("easy", "normal", "hard")
"""How strong computer opponents may be; every game has all three."""
USUAL_LEVEL = "normal"


def level_of(opponent: str) -> str:
    """How strong players may take an opponent to be; one of an earlier version's names is like the usual one."""
    return opponent if opponent in LEVELS else USUAL_LEVEL


def opponent_of(rules: Rules[S], name: str) -> Opponent[S]:
    """The computer opponent of a name; the usual one for a name that nobody knows any more."""
    return rules.opponents.get(name) or rules.opponents[USUAL_LEVEL]


def computed(rules: Rules[S], state: S, seat: Seat, opponent: str, chance: Chance, budget: Budget | None = None) -> Action:
    """What a computer opponent does for a seat that is to act; without a budget it thinks for as long as it likes."""
    found = opponent_of(rules, opponent)
    return found.decide(rules, partial(rules.imagine, state, seat), seat, chance, budget or Budget(found.nodes))


LONGEST = 200
"""Words of an action at most, in every game, and of what is said ahead: every way that `words` and `sayable` open has come to its end by then."""


def unchosen(words: Callable[[Action], list[Word]], prefix: Action) -> tuple[Action, list[Word]]:
    """The first place from `prefix` on where there is something to choose, or an action to end, and the words there.

    No words where a way goes on without a choice for longer than any action is (LONGEST).
    """
    found = words(prefix)
    while len(found) == 1 and not found[0].end:
        prefix = (*prefix, found[0].text)
        found = words(prefix) if len(prefix) < LONGEST else []
    return prefix, found


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


def belonging(rules: Rules[S], verb: str) -> tuple[tuple[str, ...], str]:
    """The kinds of decision that a verb belongs to, whatever is legal just now, and the rule behind it there; none and nothing for any other word."""
    when = tuple(kind for kind, answers in rules.answers.items() if verb in answers)
    return when, rule_of(rules, Decision(when[0], (), rules.kinds[when[0]]), verb) if when else ""


def unusable(rules: Rules[S], state: S, seat: Seat, verb: str) -> Refused | None:
    """Why a seat that is asked something cannot use a verb of the game at all now, with the rule behind it and the verbs that are legal.

    It belongs to other kinds of decision (`when`) than the present one (`now`), or it belongs here and leads nowhere. None for any other word.

    It says no more than the seat's own decision does.
    """
    when, rule = belonging(rules, verb)
    if not when or seat not in rules.to_act(state):
        return None
    now = rules.decision(state, seat)
    verbs = tuple(word.text for word in rules.words(state, seat, ()))
    if now.kind not in when:
        return Refused("wrong_moment", rule, verbs, verb=verb, when=when, now=(now.kind,))
    return None if verb in verbs else Refused("nothing_to_do", rule_of(rules, now, verb), verbs, verb=verb)


def closing(rules: Rules[S], state: S, seat: Seat, prefix: Action) -> bool:
    """Whether `prefix` as it stands is a whole legal action."""
    return bool(prefix) and any(w.text == prefix[-1] and w.end for w in rules.words(state, seat, prefix[:-1]))


def to_builtins(value: Any) -> Any:
    """Views, events and outcomes as plain JSON values, for tests, logs and comparisons."""
    return msgspec.to_builtins(value)
