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
from data.store.rows import OVER, Fault, TableRow
from rules.competition.clock import DAY
from rules.game import Action, Refused, Rules, Seat
from rules.legal_actions import closing, legal

log = logging.getLogger("referee.table")
LONGEST = DAY
"""Seconds for which the time of a seat stands because of faults, in a whole game: whoever has found one shall not stop the clock again and again."""
MOST_TRIED = 200
"""Answers that are tried in the place of the game's own."""


class Failed(Exception):
    """The rules engine has failed on a seat's action; the log has the error under `number`.

    `offered`: the rules had offered the action as legal, so the question itself is faulty. `stuck`: no other answer that was tried works either.
    """

    def __init__(self, seat: Seat, number: str, offered: bool = True, stuck: bool = False) -> None:
        super().__init__(number)
        self.seat = seat
        self.number = number
        self.offered = offered
        self.stuck = stuck


@contextmanager
def guarded(cascade: Cascade, seat: Seat, action: Action, number: str | None, place: str) -> Iterator[None]:
    """A context in which a seat's action is carried out: raises Failed for any exception of the rules but Refused, and for a state in which they
    fail. `number` is that of an earlier fault of the question, `place` says in the log which table it is."""
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
    """Whether the rules offer an action as legal; False if they fail on that, too."""
    try:
        return closing(rules, state, seat, action)
    except Exception:
        return False


def _use(rules: Rules[Any], state: Any) -> None:
    """Reads from a state what is needed as soon as it is stored. Raises whatever the rules raise."""
    rules.dump(state)
    rules.outcome(state)
    rules.view(state, None)
    for seat in rules.to_act(state):
        rules.decision(state, seat)


def branch(cascade: Cascade) -> Cascade:
    """A copy of a cascade that can go on independently."""
    further = copy.copy(cascade)
    vars(further).update({name: copy.copy(value) for name, value in vars(cascade).items() if isinstance(value, list | set | dict)})
    return further


def answered(cascade: Cascade, seat: Seat, action: Action) -> Cascade:
    """A copy of a cascade with an automatic answer of a seat, and all that follows; the original doesn't change.

    Raises Refused, and whatever the rules raise.
    """
    further = branch(cascade)
    further.answer(seat, action, auto=True)
    further.follow()
    _use(further.rules, further.state)
    return further


def otherwise(cascade: Cascade, seat: Seat, most: int = MOST_TRIED) -> Cascade | None:
    """A copy of a cascade with the first of a seat's `most` first legal answers on which the rules don't fail; None if they fail on all."""
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
    """The faults of the questions now `asked` (seat: action since which it is asked)."""
    return {seat: fault for seat, fault in faults.items() if fault.question is not None and asked.get(seat) == fault.question}


def standing(faults: Mapping[Seat, Fault], asked: Mapping[Seat, int], now: float) -> set[Seat]:
    """The seats whose clock is stopped by a fault of their question: for a while, or until it can be answered."""
    return {seat for seat, fault in present(faults, asked).items() if fault.stuck or now < fault.until}


def fault_after(before: Fault | None, failed: Failed, question: int, now: float) -> Fault:
    """The fault to store for a question; `before` is an earlier one of the seat."""
    stood = before.stood if before is not None else 0.0
    return Fault(failed.seat, question, now, now + max(LONGEST - stood, 0), failed.number, stood, failed.stuck)


def gone(fault: Fault, now: float) -> Fault:
    """A fault whose question is no longer asked: only the time for which its seat's clock has been stopped remains."""
    return fault._replace(question=None, stood=fault.stood + max(min(now, fault.until) - fault.at, 0), stuck=False)


def after(faults: Mapping[Seat, Fault], row: TableRow, now: float) -> dict[Seat, Fault]:
    """The faults of a table whose row is now `row`."""
    if row.status == OVER:
        return {}
    asked = {seat: row.asked.get(seat, row.position) for seat in faults}
    return {seat: fault if fault.question in (None, asked[seat]) else gone(fault, now) for seat, fault in faults.items()}
