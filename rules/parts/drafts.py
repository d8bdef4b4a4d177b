"""Making a draft: a turn is played through in a position that is foreseen, as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rules.game import Action, Event, Seat, closing
from rules.parts.ahead import DRAFT, NOTHING, READY, SEAL, STOPS, Ahead, giving

ILLEGAL, SHOWN, TURN_OVER = "illegal", "shown", "turn_over"
"""Why a draft goes no further: an action does not go there, something unknown comes to light, or the turn is over."""
MOST_ANSWERS = 200
"""Answers of others to one action that a rehearsal gives for them, at most."""


class Rehearsal(NamedTuple):
    """How far a draft goes as things stand.

    `before` holds the position before each action that goes; `state` is that in which the next one is chosen, or would have been; None where the
    seat has no turn to draft. `ends` says why nothing more can be added, if that is so.
    """

    before: tuple[Any, ...]
    state: Any
    ends: str = ""


def kept(rules: Any, state: Any, seat: Seat) -> Ahead:
    """What a seat has said ahead beside its orders; nothing in a game that knows of none."""
    return rules.ahead(state, seat) if hasattr(rules, "ahead") else NOTHING


def rehearse(rules: Any, state: Any, seat: Seat, actions: Sequence[Action]) -> Rehearsal:
    """Plays a draft through in the position that a seat foresees, where the others answer what they must and no more."""
    before: list[Any] = []
    now = rules.foreseen(state, seat)
    if now is None or seat not in rules.to_act(now):
        return Rehearsal((), None)
    for action in actions:
        if not closing(rules, now, seat, action):
            return Rehearsal(tuple(before), now, ILLEGAL)
        before.append(now)
        step = rules.apply(now, seat, action)
        now, ends = _answered(rules, step.state, seat, step.events)
        if ends:
            return Rehearsal(tuple(before), now, ends)
    return Rehearsal(tuple(before), now)


def _answered(rules: Any, state: Any, seat: Seat, events: Sequence[Event]) -> tuple[Any, str]:
    """The position in which a seat's turn goes on after an action, or why the draft ends there."""
    for _ in range(MOST_ANSWERS):
        if any(event.kind in rules.shows or event.to is not None for event in events):
            return state, SHOWN
        acting = rules.to_act(state)
        if not acting or rules.turn(state) != seat:
            return state, TURN_OVER
        if acting[0] == seat:
            return state, ""
        state, events = rules.apply(state, acting[0], rules.decision(state, acting[0]).default)
    return state, TURN_OVER


def stopped(rules: Any, state: Any, seat: Seat) -> tuple[Action, ...]:
    """What is left of a draft that has come as far as it can without its seat, in the turn it was made for."""
    draft = kept(rules, state, seat).draft
    there = bool(draft) and rules.turn(state) == seat and seat in rules.to_act(state) and rules.said(state, seat) is None
    return draft if there else ()


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
        if action[0] == STOPS or action[0] in rules.verbs:
            after = rules.apply(state, seat, action).state
            if rules.said(after, seat) != said:
                yield action
