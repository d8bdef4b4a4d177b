"""Rehearses a draft: plays a seat's next turn through in a predicted position, as far as possible."""

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
    """The result of playing a draft through, as far as it goes in the present position.

    `before`: the position before each possible step. `state`: the one in which the next step is chosen, or would be; None if the seat has no turn
    to draft. `ends`: why nothing can be added, if so. `stops`: numbers of steps that reveal something unforeseeable: a draft waits there for its
    seat, and later steps are chosen in an imagined position.
    """

    before: tuple[Any, ...]
    state: Any
    ends: str = ""
    stops: tuple[int, ...] = ()


def unsaid(state: Any, seat: Seat) -> Any:
    """A state as if a seat had said nothing ahead; the state itself in a game without such."""
    if not hasattr(state, "ahead"):
        return state
    left = {name: {s: said for s, said in getattr(state, name).items() if s != seat} for name in ("orders", "ahead")}
    return msgspec.structs.replace(state, **left)


def rehearse(rules: Any, state: Any, seat: Seat, steps: Sequence[Action]) -> Rehearsal:
    """Plays a draft through in the position that a seat foresees, in which nobody reacts or does more than they must."""
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
    """The rest of a draft that can't go on without its seat: it waits, or its turn has come and the seat is asked nevertheless."""
    ahead = kept(rules, state, seat)
    if not ahead.draft or ahead.waits:
        return ahead.draft
    there = rules.turn(state) == seat and seat in rules.to_act(state) and rules.said(state, seat) is None
    return ahead.draft if there else ()


def sources(rules: Any, state: Any, seat: Seat) -> Iterator[Action]:
    """The sealed actions that would each take back, or change, the answer that a seat has given ahead."""
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
