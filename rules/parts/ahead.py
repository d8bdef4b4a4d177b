"""Actions said ahead: standing orders, a sealed answer, a draft of a whole turn, answers laid ready.

All of it is said at any time by an action of its own, of which nobody else knows. Such a *sealed* action answers nothing; it is a row of the record
like any other, and what it says is kept in the state, so that a replay, an undo and a snapshot know it too:

- `stops ...`: all the orders that stand from then on (`rules.parts.stops`);
- `seal ...`: the answer to the question that is open, good as long as nobody reacts before it; it is carried out when its turn comes;
- `autoseal ...`: the same, given for a seat whose time is over, or by a computer;
- `draft ... then ...`: the seat's next turn, action by action, as far as it comes;
- `ready KIND ABOUT ... then ...`: the answer to the first question of a kind that is about something; `*` stands for what fits there;
- `lapse WHY PART ...`: parts of it are set aside by the referee, since they cannot be carried out, or belong to a time that has been taken back.

Each of the first five without more takes back what was said. In a draft and an answer laid ready, `else` stands between actions of which the first
that is legal is carried out: `draft place m05 f3 r1 else place m05 f4 r2`; where none is, the seat is asked.

What comes of it is an ordinary action: `said` is what a seat has answered to its question, `due` what is to be carried out now.

What is said is made for an *occasion*: an answer for the question that is open, a draft for one turn of its seat (`rules.parts.planning`). When that
has gone by, or been taken back, or somebody has left, it is not carried out: `lost` tells its seat why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from rules.game import Action, Option, Seat

STOPS, SEAL, AUTOSEAL, DRAFT, READY, LAPSE = "stops", "seal", "autoseal", "draft", "ready", "lapse"
SEALED = (STOPS, SEAL, AUTOSEAL, DRAFT, READY, LAPSE)
"""The words that begin actions of which nobody else knows, and which answer nothing."""
REFEREES = (AUTOSEAL, LAPSE)
"""Those of them that no player says."""
GONE_BY, LEFT, FAULT, BACK, HEIR = "gone_by", "left", "fault", "back", "heir"
"""Why something said ahead is lost: its turn comes no more; somebody has left the game, and it waits; it cannot be carried out; the time it was made
for has been taken back; somebody else sits there now, whom that does not concern."""
LAPSES = (FAULT, BACK, HEIR)
"""The reasons that a referee gives; the others follow from the game."""
THEN, ELSE, ANY, FITTING = "then", "else", "any", "*"
"""What stands between the steps of a draft; between the actions of a step, best first; for a question about anything; for the word that fits what a
question is about."""
MOST_ACTIONS, MOST_WORDS, MOST_READY = 20, 16, 8
"""Actions of a draft and words of an action at most, and answers laid ready."""
MOST_LETTERS = 900
"""Letters of a plan at most: it is one row of a record."""
LONGEST_ACTION = 150
"""Letters that one action of a plan may take: so much room there must be for another one to be offered."""
PAUSE, SHORT, USUAL, OFF = "pause", "short", "usual", "off"
PAUSES = Option(PAUSE, (SHORT, USUAL, OFF), former=(("on", SHORT),))
"""The option of a game by which orders answer after a pause of seconds or minutes, which others can tell from a person; after one as their owner
usually takes; or at once."""
Given = dict[Seat, tuple[str, ...]]
"""The orders of the seats: the field `orders` of a state. It is never changed, but replaced."""
V = TypeVar("V")


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prepared answers to the first question of a `kind` that is `about` something, to be given one after the other."""

    kind: str
    about: str
    actions: tuple[Action, ...]


class Ahead(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that a seat has said ahead, except its standing orders.

    `answer` is to the question that is open, `auto` where it was given for the seat. A draft is for the turn that is its `occasion`, and `waits` when
    it has come as far as it could without its seat. `then` follows an answer that was laid ready. `lost` is why something is no longer there, or
    waits, until the seat plans anew.
    """

    answer: Action = ()
    draft: tuple[Action, ...] = ()
    waits: bool = False
    ready: tuple[Ready, ...] = ()
    then: tuple[Action, ...] = ()
    auto: bool = False
    occasion: tuple[int, ...] = ()
    lost: str = ""


NOTHING = Ahead()
SaidAhead = dict[Seat, Ahead]
"""What the seats have said ahead: the field `ahead` of a state. It is never changed, but replaced."""


def sealed(action: Action) -> bool:
    """Whether an action says something ahead: nobody else may know of it, and all questions stand as they were."""
    return bool(action) and action[0] in SEALED


def giving(names: Sequence[str], orders: frozenset[str]) -> Action:
    """The action that gives these orders, in the order of a game's `names`; without orders it withdraws all."""
    return (STOPS, *(name for name in names if name in orders))


def drafting(actions: Iterable[Action]) -> Action:
    """The action that drafts a turn; without actions it takes the draft back."""
    return (DRAFT, *joined(actions))


def joined(steps: Iterable[Action]) -> Action:
    """Several steps as the words of one action."""
    return _with(THEN, steps)


def parted(words: Action) -> tuple[Action, ...]:
    """The steps of an action from `joined`."""
    return _without(THEN, words)


def preferred(actions: Iterable[Action]) -> Action:
    """Alternatives as one step: the first legal one is carried out."""
    return _with(ELSE, actions)


def choices(step: Action) -> tuple[Action, ...]:
    """The alternatives of a step, best first."""
    return _without(ELSE, step)


def _with(separator: str, actions: Iterable[Action]) -> Action:
    words: list[str] = []
    for n, action in enumerate(actions):
        words += (separator, *action) if n else action
    return tuple(words)


def _without(separator: str, words: Action) -> tuple[Action, ...]:
    found: list[list[str]] = [[]]
    for word in words:
        if word == separator:
            found.append([])
        else:
            found[-1].append(word)
    return tuple(tuple(action) for action in found) if words else ()


def kept(rules: Any, state: Any, seat: Seat) -> Ahead:
    """Everything that a seat has said ahead, beside its orders; empty in a game without such."""
    return rules.ahead(state, seat) if hasattr(rules, "ahead") else NOTHING


def spoken(rules: Any, state: Any, seat: Seat) -> list[str]:
    """The verbs by which a seat can take back what it has said ahead."""
    return [verb for verb in parts(rules, state, seat) if verb != THEN]


def parts(rules: Any, state: Any, seat: Seat) -> list[str]:
    """The parts of all that a seat has said ahead, as `lapse` names them."""
    said = kept(rules, state, seat)
    found = {STOPS: rules.given(state, seat), SEAL: said.answer, DRAFT: said.draft, READY: said.ready, THEN: said.then}
    return [part for part, there in found.items() if there]


def lapsing(why: str, lapsed: Iterable[str]) -> Action:
    """The action by which the referee sets aside parts of what a seat has said."""
    return (LAPSE, why, *lapsed)


class Since(NamedTuple):
    """What a seat has done since a position to which the game returns: it has `acted`, it has given `orders`, or it has a new player (`heir`)."""

    acted: bool
    ordered: bool
    heir: bool


def gone_back(rules: Any, now: Any, before: Any, seat: Seat, since: Since) -> list[Action]:
    """The sealed actions after an undo that turn what a seat had said ahead in the state `before` into what still holds `now`.

    What has been carried out or taken back meanwhile does not come back. A draft only comes back for the same turn. Of what was said before an
    heir sat down nothing is theirs, and nothing that they have lost.
    """
    has, had = kept(rules, now, seat), kept(rules, before, seat)
    found: list[Action] = []
    lost = [part for part, same in ((SEAL, has.answer == had.answer), (THEN, has.then == had.then)) if since.acted or not same]
    if (has.draft, has.occasion) != (had.draft, had.occasion):
        if has.draft and not since.acted and has.occasion == rules.occasion(before, seat):
            found.append(drafting(has.draft))
        else:
            lost.append(DRAFT)
    if has.ready != had.ready:
        found += [(READY,), *((READY, one.kind, one.about, *joined(one.actions)) for one in has.ready)]
    if since.ordered or (since.heir and rules.given(now, seat) != rules.given(before, seat)):
        found.append(giving(rules.orders, rules.given(now, seat)))
    there = parts(rules, before, seat)
    gone = [part for part in lost if part in there or part == DRAFT]
    why = HEIR if since.heir and not (has.answer or has.draft or has.then) else BACK
    return [*found, lapsing(why, gone)] if gone else found


def known_to(given: dict[Seat, V], seat: Seat | None) -> dict[Seat, V]:
    """Those entries of what is said ahead that a seat may know: its own."""
    return {s: said for s, said in given.items() if s == seat}


def lifted(given: Given, seat: Seat, ended: Iterable[str]) -> Given:
    """All orders, after some of a seat's orders have ended."""
    ended = set(ended)
    return {**given, seat: tuple(o for o in given[seat] if o not in ended)} if ended.intersection(given.get(seat, ())) else given
