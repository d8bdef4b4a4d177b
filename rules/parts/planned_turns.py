"""Planning a draft: plays through one's next turn in a predicted position, as far as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from rules.game import Action, Seat
from rules.legal_actions import closing
from rules.parts.ahead import DRAFT, READY, SEAL, choices, giving, kept

ILLEGAL, TURN_OVER = "illegal", "turn_over"
"""Why nothing more can be added to a draft: no action of a step goes there, or the turn is over."""


class Rehearsal(NamedTuple):
    """The result of playing a draft through: how far it goes as things stand.

    `before` holds the position before each step that goes; `state` is that in which the next one is chosen, or would have been; None where the
    seat has no turn to draft. `ends` says why nothing more can be added, if that is so. After the steps of the numbers `stops` something comes to
    light that cannot be foreseen: a draft waits there for its seat, and what follows is chosen in a position that is but imagined.
    """

    before: tuple[Any, ...]
    state: Any
    ends: str = ""
    stops: tuple[int, ...] = ()


def unsaid(state: Any, seat: Seat) -> Any:
    """A state as if a seat had said nothing ahead; the state itself in a game that knows of nothing such."""
    if not hasattr(state, "ahead"):
        return state
    left = {name: {s: said for s, said in getattr(state, name).items() if s != seat} for name in ("orders", "ahead")}
    return msgspec.structs.replace(state, **left)


def rehearse(rules: Any, state: Any, seat: Seat, steps: Sequence[Action]) -> Rehearsal:
    """Plays a draft through in the position that a seat foresees, where nobody reacts, and nobody does more than they must."""
    before: list[Any] = []
    stops: list[int] = []
    now = rules.foreseen(state, seat)
    if now is None or seat not in rules.to_act(now):
        return Rehearsal((), None)
    for number, step in enumerate(steps):
        action = next((a for a in choices(step) if closing(rules, now, seat, a)), None)
        if action is None:
            return Rehearsal(tuple(before), now, ILLEGAL, tuple(stops))
        before.append(now)
        done = rules.apply(now, seat, action)
        now = rules.drafting_on(done.state, seat)
        if now is None:
            return Rehearsal(tuple(before), done.state, TURN_OVER, tuple(stops))
        if any(event.kind in rules.shows or event.to is not None for event in done.events):
            stops.append(number)
    return Rehearsal(tuple(before), now, "", tuple(stops))


def stopped(rules: Any, state: Any, seat: Seat) -> tuple[Action, ...]:
    """What is left of a draft that has come as far as it can without its seat: it waits, or its turn is there and the seat is asked nevertheless."""
    ahead = kept(rules, state, seat)
    if not ahead.draft or ahead.waits:
        return ahead.draft
    there = rules.turn(state) == seat and seat in rules.to_act(state) and rules.said(state, seat) is None
    return ahead.draft if there else ()


def sources(rules: Any, state: Any, seat: Seat) -> Iterator[Action]:
    """The sealed actions each of which would take back the answer that a seat has given ahead, or make it another."""
    said, ahead, given = rules.said(state, seat), kept(rules, state, seat), rules.given(state, seat)
    if ahead.answer:
        yield (SEAL,)
        return
    back: list[Action] = [(READY, ready.kind, ready.about) for ready in ahead.ready]
    back += [(DRAFT,)] if ahead.draft else []
    back += [giving(rules.orders, given - {order}) for order in rules.orders if order in given]
    for action in back:
        after = rules.apply(state, seat, action).state
        if rules.said(after, seat) != said:
            yield action
