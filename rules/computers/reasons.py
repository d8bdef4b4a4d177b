"""A computer's reason for an action: what follows from it in imagined worlds, compared with what follows from another.

The search follows both actions in its worlds to the asker's next turn (`Line`). What comes about there and matters is a `Fact`, an event of the rules
or the like, chosen by the game (`notable` of its guide). A reason names those that come more often after one action; neither what comes anyway, nor
the action itself in other words.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules.game import Action, Event, Seat, Step

BROUGHT, PREVENTED, FEARED, INSTEAD, EITHER, CERTAIN, OTHERS_CERTAIN, LEFT = 2, 1, 1, 1, 1, 2, 1, 1
"""So many facts are named at most: that an action brings, prevents, and has to fear; that the other one would bring; that come whatever is done,
where nothing else is named; that are certain of this action, and of the other one; and what is left on average, where the lines stop."""
FIRST, NEXT, LAST = 3.0, 2.0, 1.0
"""What facts that are certain are worth: in which order they are told."""
OVER, END = "hint.over", 50.0
"""The fact that a line ends the game, which is no event of its own, and what a victory is worth."""
HARM, WEIGHTY = 0.2, 2.5
"""What harms less is not feared; and less than this is not, where it comes as often after the other action, or more often."""
ALIKE = ("n", "lost", "thing", "things", "source", "letters")
"""In facts, the numbers and what tells things alike apart."""
SAME = 0.005
"""Shares that differ by less are as good, as far as can be told."""
FEWEST = 2
"""What comes in fewer worlds is not told, unless they all are fewer."""
PLAIN, TELLING = 0.5, 0.3
"""By so much averages differ at least, and in so much worth, to be told."""
CLEARLY = 0.5
"""By so much worth on average lines end better that speak for one of two actions that are as good."""

Done = tuple[Seat, Action]
Rows = list[Done] | None


class Fact(NamedTuple):
    """Something that matters to a seat: a kind and facts, as an event has them, and its value for the seat, negative for harm.

    `certain`: it explains an action, such as a sum or the odds of a throw; it is told of one alone if it is true in all worlds, apart from what
    comes of it, and the weightiest first. `private`: it follows from what only the seat knows, such as its hand.
    """

    kind: str
    facts: Mapping[str, Any]
    worth: float
    certain: bool = False
    private: bool = False

    @property
    def essence(self) -> str:
        """A text that is equal for equal facts of different worlds."""
        return f"{self.kind} {json.dumps(self.facts, sort_keys=True)}"

    @property
    def apart(self) -> str:
        """A text that is equal for facts that differ only in numbers, or in which of things alike they are about."""
        return self._replace(facts={name: value for name, value in self.facts.items() if name not in ALIKE}).essence

    def repeats(self, seat: Seat, action: Action) -> bool:
        """Whether it says of a seat's action only what its words say, such as that a card is played."""
        texts = {value for value in self.facts.values() if isinstance(value, str)}
        return self.facts.get("seat") == seat and bool(texts) and texts <= {*action}


class Measure(NamedTuple):
    """How much a seat has of something, or another seat (`facts`), in a position: what each of it is worth, negative for the other's."""

    kind: str
    facts: Mapping[str, Any]
    n: float
    worth: float


class Line(NamedTuple):
    """What follows from an action in an imagined world: the actions of all seats, the first one included, and the facts; `came`: at which of the
    actions each fact comes; `left`: what is measured where it stops."""

    world: Any
    done: tuple[Done, ...]
    facts: tuple[Fact, ...]
    came: tuple[int, ...] = ()
    left: tuple[Measure, ...] = ()

    @property
    def worth(self) -> float:
        """How well it goes for the seat."""
        return sum(fact.worth for fact in self.facts if not fact.certain) + sum(measure.worth * measure.n for measure in self.left)


class ShownLine(NamedTuple):
    """A line to be shown to its seat, as far as most worlds agree on it: a world (a snapshot), and the actions there. The first `sure` ones are the
    seat's own, with the same public effects in all worlds."""

    world: bytes
    done: tuple[Done, ...]
    sure: int


class Named(NamedTuple):
    """A fact that a reason names, and the numbers of worlds in which it comes: after the better action, and after the other one."""

    kind: str
    facts: dict[str, Any]
    better: int
    other: int


class Average(NamedTuple):
    """How much is left of something where the lines of an action stop, on average, and after the other action."""

    kind: str
    facts: dict[str, Any]
    better: float
    other: float


class Reason(NamedTuple):
    """Why an action is better than another: their shares of the victory, the number of worlds in which both were followed, the facts, a line to
    show, what only the other action brings (`instead`), and what is certain of either (of the other one: only where it differs). Where no `other` one
    was looked at, it is empty."""

    other: Action
    share: float
    others: float
    worlds: int
    brings: tuple[Named, ...]
    prevents: tuple[Named, ...]
    fears: tuple[Named, ...]
    shown: ShownLine | None = None
    either: tuple[Named, ...] = ()
    """What comes in most worlds after both actions, where they differ in nothing that can be named."""
    instead: tuple[Named, ...] = ()
    certain: tuple[Named, ...] = ()
    others_certain: tuple[Named, ...] = ()
    left: tuple[Average, ...] = ()
    """What is left, on average, that speaks for the action."""

    @property
    def same(self) -> bool:
        """Whether the other action is equally good, as far as known."""
        return self.share - self.others < SAME


class Told(Protocol):
    """The part of a `Guide` that reasons need."""

    def step(self, rules: Any, state: Any, seat: Seat, action: Action) -> Step:
        """Carries out an action that was followed."""
        ...

    def notable(self, rules: Any, before: Any, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        """The facts of a step that matter to a seat."""
        ...

    def measures(self, rules: Any, state: Any, seat: Seat) -> Iterable[Measure]:
        """What a position is worth to a seat, as far as it can be counted."""
        ...


def followed(rules: Any, world: Any, done: Iterable[Done], seat: Seat, told: Told) -> Line:
    """Carries out a row of actions in a world; returns it with the facts for a seat, each named once. What is certain is that of the first action
    which has such facts, before somebody else acts."""
    state, row, found, explained = world, list[Done](), dict[str, tuple[Fact, int]](), False
    for acting, action in done:
        step = told.step(rules, state, acting, action)
        row.append((acting, action))
        seen = step._replace(events=tuple(event for event in step.events if may_see(event, seat)))
        facts = [fact for fact in told.notable(rules, state, acting, action, seen, seat) if not (fact.certain and (explained or acting != seat))]
        for fact in facts:
            found.setdefault(fact.essence, (fact, len(row)))
        explained = explained or acting != seat or any(fact.certain for fact in facts)
        state = step.state
    outcome = rules.outcome(state)
    if outcome is not None and 0 <= seat < len(outcome.shares):
        end = Fact(OVER, {"seats": list(outcome.winners)}, END * (outcome.shares[seat] - 1 / len(outcome.shares)))
        found.setdefault(end.essence, (end, len(row)))
    left = () if outcome is not None else tuple(told.measures(rules, state, seat))
    return Line(world, tuple(row), tuple(fact for fact, _ in found.values()), tuple(at for _, at in found.values()), left)


def may_see(event: Event, seat: Seat) -> bool:
    """Whether a seat may know of an event."""
    return event.to is None or seat in event.to


def reason(other: Action, share: float, others: float, better: Sequence[Line], worse: Sequence[Line]) -> Reason:
    """Compares the lines of two actions in the same worlds."""
    facts = {fact.essence: fact for line in (*worse, *better) for fact in line.facts if not fact.certain}
    here, there = _counted(better), _counted(worse)
    own, theirs = _certain(better), _certain(worse)
    theirs = tuple(fact for fact in theirs if fact not in own)
    worlds, deed = len(better), next((line.done[0] for line in better if line.done), None)
    instead = next((line.done[0] for line in worse if line.done), None)
    alike = {essence: fact.apart for essence, fact in facts.items()}

    def named(chosen: Sequence[str], most: int) -> tuple[Named, ...]:
        apart = {alike[e]: e for e in reversed(chosen)}
        first = [e for e in chosen if apart[alike[e]] == e]
        return tuple(Named(facts[e].kind, dict(facts[e].facts), here[e], there[e]) for e in first[:most])

    def gain(essence: str) -> float:
        return facts[essence].worth * (here[essence] - there[essence])

    def whole(essence: str) -> float:
        return facts[essence].worth * here[essence]

    def harmful(essence: str) -> bool:
        return -facts[essence].worth >= (WEIGHTY if there[essence] >= here[essence] else HARM)

    def often(essence: str) -> bool:
        return 4 * here[essence] >= worlds and max(here[essence], there[essence]) >= min(worlds, FEWEST)

    def makes_a_difference(essence: str) -> bool:
        """Whether a fact, counted with those that differ from it in numbers alone, comes to more than after the other action."""
        if facts[essence].kind == OVER:
            return gain(essence) >= 0
        return gain(essence) > 0 and sum(gain(e) for e in facts if alike[e] == alike[essence]) > 0

    def missing(essence: str) -> bool:
        """Whether a good fact comes of the other action, and of this one not as often, even where it differs in numbers alone."""
        fact, same = facts[essence], sum(here[e] for e in here if alike[e] == alike[essence])
        return fact.kind != OVER and fact.worth > HARM and 4 * (there[essence] - same) > worlds and not (instead and fact.repeats(*instead))

    def new(essence: str) -> bool:
        return deed is None or not facts[essence].repeats(*deed)

    good = sorted((e for e in here if facts[e].worth > 0 and often(e) and makes_a_difference(e) and new(e)), key=lambda e: (-gain(e), -whole(e), e))
    feared = sorted((e for e in here if harmful(e) and often(e)), key=lambda e: (whole(e), e))
    told = {alike[e] for e in feared[:FEARED]}
    harms = (e for e in there if facts[e].worth < 0 and 4 * (there[e] - here[e]) > worlds and alike[e] not in told)
    spared = sorted(harms, key=lambda e: (-gain(e), e))
    missed = sorted((e for e in there if missing(e)), key=lambda e: (gain(e), e))
    found, certain = (named(good, BROUGHT), named(spared, PREVENTED), named(feared, FEARED)), (own[:CERTAIN], theirs[:OTHERS_CERTAIN])
    why = Reason(other, share, others, worlds, *found, None, (), named(missed, INSTEAD), *certain, _left(better, worse)[:LEFT])
    if why.brings or why.prevents or why.fears or why.instead:
        return why
    both = (e for e in here if abs(facts[e].worth) >= HARM and 2 * min(here[e], there[e]) >= worlds and new(e))
    return why._replace(either=named(sorted(both, key=lambda e: (-abs(whole(e)), e)), EITHER))


def end_better(lines: Sequence[Line], others: Sequence[Line]) -> bool:
    """Whether lines end clearly better than others in the same worlds."""
    return sum(line.worth for line in lines) - sum(line.worth for line in others) > CLEARLY * len(lines)


def shown(rules: Any, lines: Sequence[Line], why: Reason, seat: Seat, told: Told) -> ShownLine | None:
    """The line of the better action on which most worlds agree longest: as long as they act alike, or a named fact comes that most of them share."""
    named = {Fact(fact.kind, fact.facts, 0).essence for fact in (*why.brings, *why.fears) if 2 * fact.better >= why.worlds}

    def length(line: Line) -> tuple[int, int]:
        alike = next((n for n in range(len(line.done)) if 2 * _alike(lines, line, n + 1) < len(lines)), len(line.done))
        came = [at for fact, at in zip(line.facts, line.came, strict=True) if fact.essence in named]
        return len(came), max(alike, *came) if came else alike

    if not lines:
        return None
    line = max(lines, key=length)
    return ShownLine(rules.dump(line.world), line.done[: length(line)[1]], _sure(rules, lines, line, seat, told))


def _alike(lines: Sequence[Line], line: Line, n: int) -> int:
    """The number of lines that begin with the same actions as a line."""
    return sum(other.done[:n] == line.done[:n] for other in lines)


def _sure(rules: Any, lines: Sequence[Line], line: Line, seat: Seat, told: Told) -> int:
    """The number of first actions that are the seat's own, and have the same public effects in all worlds."""
    states = [other.world for other in lines]
    for n, (acting, action) in enumerate(line.done):
        if acting != seat or _alike(lines, line, n + 1) < len(lines):
            return n
        states = [told.step(rules, state, acting, action).state for state in states]
        views = [rules.view(state, None) for state in states]
        if any(view != views[0] for view in views):
            return n
    return len(line.done)


def _counted(lines: Sequence[Line]) -> Counter[str]:
    """For each fact the number of lines with it; without those that are told only where they are certain."""
    return Counter(fact.essence for line in lines for fact in line.facts if not fact.certain)


def _certain(lines: Sequence[Line]) -> tuple[Named, ...]:
    """The facts that are told where they are certain, and are: the weightiest first."""
    counted = Counter(fact.essence for line in lines for fact in line.facts if fact.certain)
    sure = {fact.essence: fact for line in lines for fact in line.facts if fact.certain and counted[fact.essence] == len(lines)}
    return tuple(Named(fact.kind, dict(fact.facts), len(lines), 0) for fact in sorted(sure.values(), key=lambda fact: (-fact.worth, fact.essence)))


def _left(better: Sequence[Line], worse: Sequence[Line]) -> tuple[Average, ...]:
    """What is left on average where lines stop that go on in several worlds, as far as it is plainly more, or less of the other's: the weightiest
    first."""
    if min(len(better), len(worse)) < 2 or not all(line.left for line in (*better, *worse)):
        return ()
    found = list[tuple[float, Average]]()
    for own, theirs in zip(zip(*(line.left for line in better), strict=True), zip(*(line.left for line in worse), strict=True), strict=True):
        here, there = (sum(measure.n for measure in row) / len(row) for row in (own, theirs))
        gain = own[0].worth * (here - there)
        if abs(here - there) >= PLAIN and gain >= TELLING:
            found.append((gain, Average(own[0].kind, dict(own[0].facts), here, there)))
    return tuple(average for _, average in sorted(found, key=lambda pair: -pair[0]))
