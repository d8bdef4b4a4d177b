"""Carries out what a player clicked or typed, action by action, and the questions after it that have one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cogs.messages.moves.several_actions import Left
from cogs.play.commit_builder import Acted
from cogs.play.only_answers import Answered, answer_on
from cogs.play.table import Table
from rules.game import Action, Event, Refused, Rules, Said, Seat
from rules.notation import Misread
from rules.parts.ahead import sealed


class Carried(NamedTuple):
    """The result of several `actions` in a row, each done in a state of `before`.
    `kept`: nobody else knows of them yet. `error`: the refusal that stopped the rest. `after`, `position`: numbers of the action before them, and of
    the last that followed at once. `only`: answers that followed automatically as the only legal ones. `turned`: the position after which another
    turn began. `over`: the seat's own turn has ended. `ordered`: in words, which standing orders were given or withdrawn."""

    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    after: int
    position: int
    kept: bool = False
    error: Refused | Misread | None = None
    before: tuple[Any, ...] = ()
    only: tuple[Answered, ...] = ()
    turned: int | None = None
    over: bool = False
    left: Left | None = None
    ordered: str = ""


def carried(acted: Acted, *actions: Action, ordered: str = "") -> Carried:
    """The result of something said ahead, or of orders given (without `actions`; `ordered` says which)."""
    return Carried(actions, acted.events, acted.after, acted.position, bool(actions), ordered=ordered)


async def carry_out(table: Table, seat: Seat, actions: Iterator[Action], question: int | None, interaction: int) -> Carried:
    """Carries out actions one by one until the turn is over, since the rest was meant for a position that is gone. Then answers questions that have
    one legal answer (`cogs.play.only_answers`).

    Actions before a refused one stay done: what they showed cannot be unseen.

    Raises Stale, data.store.rows.Repeated, and for the first action Refused or rules.notation.Misread.
    """
    with table.presses:
        return await _carry_out(table, seat, actions, question, interaction)


async def _carry_out(table: Table, seat: Seat, actions: Iterator[Action], question: int | None, interaction: int) -> Carried:
    """Does the work of `carry_out`, while boards wait for its end."""
    done: list[Acted] = []
    taken: list[Action] = []
    before: list[Any] = []
    kept, stopped = False, None
    try:
        for action in actions:
            state = table.state
            done.append(await table.act(seat, action, None if done else question, None if done else interaction))
            taken.append(action)
            before.append(state)
            kept = sealed(action) or (seat in table.acting and table.rules.said(table.state, seat) == Said(action))
            if done[-1].passed:
                break
    except (Refused, Misread) as error:
        if not done:
            raise
        stopped = error
    only = [] if kept or stopped else await answer_on(table, seat)
    done += [one.acted for one in only]
    events = tuple(event for acted in done for event in acted.events)
    states = [*before, *(one.before for one in only)]
    return Carried(
        tuple(taken),
        events,
        done[0].after,
        done[-1].position,
        kept,
        stopped,
        tuple(before),
        tuple(only),
        _turned(table.rules, states, done),
        (turn := table.rules.present_turn(before[0])) is not None and turn[0] == seat and table.rules.present_turn(table.state) != turn,
    )


def _turned(rules: Rules[Any], states: Sequence[Any], done: Sequence[Acted]) -> int | None:
    """The position after the last action of the first action's turn; None if all belong to that turn. `states` are those before each."""
    turns = [rules.present_turn(state) for state in states]
    return next((one.position for one, turn in zip(done, turns[1:], strict=False) if turns[0] is not None and turn not in (None, turns[0])), None)
