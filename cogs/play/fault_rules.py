"""Errors of the rules engine on legal actions: the clock stands for a while, then other answers are tried.

Nothing is stored here.
"""

from __future__ import annotations

import copy
import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cogs.play.cascade import Cascade
from data.store.values import OVER, Fault, TableRow
from rules.competition.clock import DAY
from rules.game import Action, Refused, Rules, Seat
from rules.legal_actions import closing, legal

log = logging.getLogger("referee.table")
LONGEST = DAY
"""Seconds for which the time of a seat stands because of faults, in a whole game: whoever has found one shall not stop the clock again and again."""
MOST_TRIED = 200
"""Answers that are tried in the place of the game's own."""


class Failed(Exception):
    """The exception for an error of the rules engine on a seat's action; the log tells of it under a `number`.

    `offered`: its own words offer it, so that it is a fault of the question. `stuck`: neither can any other that was tried be carried out.
    """

    def __init__(self, seat: Seat, number: str, offered: bool = True, stuck: bool = False) -> None:
        super().__init__(number)
        self.seat = seat
        self.number = number
        self.offered = offered
        self.stuck = stuck


@contextmanager
def guarded(cascade: Cascade, seat: Seat, action: Action, number: str | None, place: str) -> Iterator[None]:
    """While an action of a seat is carried out: raises Failed for whatever the rules raise but Refused, and for a position that they cannot go on
    from. `number` is the one under which earlier faults of the question are known, `place` where it is played."""
    state = cascade.state
    try:
        yield
        _use(cascade.rules, cascade.state)
    except Refused:
        raise
    except Exception as error:
        number = number or secrets.token_hex(4)
        log.exception("error %s at %s, action %d: the rules fail", number, place, cascade.number + 1)
        raise Failed(seat, number, _offered(cascade.rules, state, seat, action)) from error


def _offered(rules: Rules[Any], state: Any, seat: Seat, action: Action) -> bool:
    """Whether the words of the rules offer an action; where they fail as well it was none that anybody could choose."""
    try:
        return closing(rules, state, seat, action)
    except Exception:
        return False


def _use(rules: Rules[Any], state: Any) -> None:
    """Asks of a position what is asked as soon as it is stored. Raises whatever the rules raise."""
    rules.dump(state)
    rules.outcome(state)
    rules.view(state, None)
    for seat in rules.to_act(state):
        rules.decision(state, seat)


def branch(cascade: Cascade) -> Cascade:
    """A course of its own, that goes on from where another one stands."""
    further = copy.copy(cascade)
    vars(further).update({name: copy.copy(value) for name, value in vars(cascade).items() if isinstance(value, list | set | dict)})
    return further


def answered(cascade: Cascade, seat: Seat, action: Action) -> Cascade:
    """A course with an answer of a seat that nobody has given, and all that follows; the other one stays as it was.

    Raises Refused, and whatever the rules raise.
    """
    further = branch(cascade)
    further.answer(seat, action, auto=True)
    further.follow()
    _use(further.rules, further.state)
    return further


def otherwise(cascade: Cascade, seat: Seat, most: int = MOST_TRIED) -> Cascade | None:
    """A course with the first legal answer of a seat that the rules can carry out, in the order in which they offer them; None where none of those
    that are tried can be."""
    offered = legal(cascade.rules, cascade.state, seat)
    for _ in range(most):
        try:
            return answered(cascade, seat, next(offered))
        except StopIteration:
            return None
        except Exception:  # Whatever it is: the next one may do.
            continue
    return None


def present(faults: Mapping[Seat, Fault], asked: Mapping[Seat, int]) -> dict[Seat, Fault]:
    """The faults of the questions that are asked, each since an action."""
    return {seat: fault for seat, fault in faults.items() if fault.question is not None and asked.get(seat) == fault.question}


def standing(faults: Mapping[Seat, Fault], asked: Mapping[Seat, int], now: float) -> set[Seat]:
    """The seats whose time stands because of the question that they are asked: for a while, or until it can be answered."""
    return {seat for seat, fault in present(faults, asked).items() if fault.stuck or now < fault.until}


def found(before: Fault | None, failed: Failed, question: int, now: float) -> Fault:
    """The fault of a question; `before` is an earlier one of the same seat."""
    stood = before.stood if before is not None else 0.0
    return Fault(failed.seat, question, now, now + max(LONGEST - stood, 0), failed.number, stood, failed.stuck)


def gone(fault: Fault, now: float) -> Fault:
    """Closes the fault of a question that is asked no longer: it keeps only how long the time of its seat has stood."""
    return fault._replace(question=None, stood=fault.stood + max(min(now, fault.until) - fault.at, 0), stuck=False)


def after(faults: Mapping[Seat, Fault], row: TableRow, now: float) -> dict[Seat, Fault]:
    """The faults of a table whose row has become this."""
    if row.status == OVER:
        return {}
    asked = {seat: row.asked.get(seat, row.position) for seat in faults}
    return {seat: fault if fault.question in (None, asked[seat]) else gone(fault, now) for seat, fault in faults.items()}
