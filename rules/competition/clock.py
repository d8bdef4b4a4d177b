"""Clocks: how long a seat may take, and when its time is over. Reminders are in `reminders.py`, time without rests in `rests.py`.

Times are seconds since 1970 and lengths seconds. `cogs/play/clocks` starts, stops and pauses the clocks of a table.

A clock is the rule of a table, a dial is what it shows for one seat. A dial runs while its seat is asked. While the person rests, at night, at
weekends or away, time does not pass for them, unless the clock is strict.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from rules.competition.reminders import moments
from rules.competition.rests import Rests, after, no_rests, passed

MOVE, BANK, WITHIN, UNTIL = "move", "bank", "within", "until"
"""So much for each decision; so much in all, and more for each answer; a length from the deal on; a moment. A deal turns WITHIN into UNTIL."""
FORFEIT, COMPUTER, CLAIM = "forfeit", "computer", "claim"
"""What follows when a seat has used up its answers by the clock: it has lost, a computer plays on, or whoever waits may claim the game."""
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
UNITS = {"m": MINUTE, "h": HOUR, "d": DAY, "j": DAY}
"""Letters of lengths; `j` is the French day."""
SHORTEST, LONGEST = MINUTE, 90 * DAY
USUAL_CLAIM = 14 * DAY
"""After how long a rated game without any other clock may be claimed. None may be after less than a day."""


class Clock(msgspec.Struct, frozen=True):
    """The rule of a table. `time` is a length, or the moment of UNTIL; `increment` and `cap` are those of a bank (cap 0: none).

    A seat whose time is over gets the game's own answer, `answers` times (-1: always), and then `then` happens. On a `strict` clock time
    passes for those who rest, too.
    """

    kind: str
    time: float
    increment: float = 0
    cap: float = 0
    answers: int = 2
    then: str = FORFEIT
    strict: bool = False


class Dial(NamedTuple):
    """A seat's dial: the time left when it was last started, since when it runs, and when it is over (None: stopped).

    `reminders`: moments of future reminders. `lapses`: how often time was over. `spent`: time taken for the present question until the last start.
    """

    left: float
    lapses: int = 0
    since: float | None = None
    due: float | None = None
    reminders: tuple[float, ...] = ()
    spent: float = 0

    @property
    def next(self) -> float | None:
        """The moment of the next reminder or of the end; None for a stopped dial."""
        return min((*self.reminders, self.due)) if self.due is not None else None


def wound(clock: Clock, dial: Dial | None) -> Dial:
    """A stopped dial for a new question: a decision gets its whole time, a bank keeps what is left."""
    if dial is None:
        return Dial(clock.time)
    return Dial(clock.time if clock.kind == MOVE else dial.left, dial.lapses)


def running(clock: Clock, dial: Dial, now: float, rests: Rests) -> Dial:
    """A dial started `now`, with its end and reminders. If the game can be claimed already, it gets neither."""
    if claimable(clock, dial):
        return dial._replace(since=now, due=None, reminders=())
    due = clock.time if clock.kind == UNTIL else after(now, dial.left, no_rests if clock.strict else rests)
    return dial._replace(since=now, due=due, reminders=moments(now, due, rests, clock.then == CLAIM))


def stopped(clock: Clock, dial: Dial, now: float, rests: Rests, answered: bool) -> Dial:
    """A dial stopped `now`; an answer adds a bank's increment."""
    if dial.since is None:
        return dial
    took = passed(dial.since, max(now, dial.since), no_rests if clock.strict else rests)
    left = max(dial.left - took, 0)
    if clock.kind == BANK and answered:
        left = min(left + clock.increment, clock.cap) if clock.cap else left + clock.increment
    return Dial(left, dial.lapses, spent=dial.spent + dial.left - left if not answered else 0)


def spared(clock: Clock, dial: Dial) -> Dial:
    """A stopped dial for a question that costs a bank nothing."""
    return dial._replace(left=dial.left + dial.spent if clock.kind == BANK else dial.left, spent=0)


def at_least(clock: Clock, dial: Dial, now: float) -> float:
    """Seconds until a seat's time is over: exact for a deadline; for other clocks a lower bound, since rests only make it longer."""
    if clock.kind == UNTIL:
        return clock.time - now
    return dial.left if dial.due is None else dial.due - now


def begun(clock: Clock, now: float) -> Clock:
    """The clock of a table dealt now."""
    return msgspec.structs.replace(clock, kind=UNTIL, time=now + clock.time) if clock.kind == WITHIN else clock


def of_rated(clock: Clock | None) -> Clock:
    """The clock for a rated table: the chosen one, or one that lets the game be claimed; and no computer takes a seat, as ratings know none."""
    if clock is None:
        return claimed(USUAL_CLAIM)
    return clock if clock.then == CLAIM else msgspec.structs.replace(clock, then=FORFEIT)


def claimed(time: float) -> Clock:
    """A clock that only lets a waiting player claim the game after `time` for a decision."""
    return Clock(MOVE, time, answers=0, then=CLAIM)


def claimable(clock: Clock | None, dial: Dial | None) -> bool:
    """Whether the game may be claimed against a seat."""
    return clock is not None and clock.then == CLAIM and dial is not None and dial.left <= 0


def delayed(clock: Clock, by: float) -> Clock:
    """A clock after time that is credited: a deadline moves."""
    return msgspec.structs.replace(clock, time=clock.time + by) if clock.kind == UNTIL else clock


_LENGTH = r"(\d{1,3})\s*([mhdj])"
_BANK = re.compile(rf"{_LENGTH}\s*\+\s*{_LENGTH}(?:\s*/\s*{_LENGTH})?")
_CLAIM = re.compile(rf"(?:claim|nárok|narok|réclamer|reclamer)\s+{_LENGTH}")
_WITHIN = re.compile(rf"(?:within|do|sous|=)\s*{_LENGTH}")


def read(text: str) -> Clock:
    """A clock as people type it: `24h` a decision, `5d+12h/7d` a bank with increment and cap, `within 7d` a deadline, `claim 14d` a
    time after which whoever waits may claim the game. Raises ValueError."""
    text = text.casefold().strip()
    if found := re.fullmatch(_LENGTH, text):
        return _checked(Clock(MOVE, _length(found[1], found[2])))
    if found := _BANK.fullmatch(text):
        cap = _length(found[5], found[6]) if found[5] else 0
        return _checked(Clock(BANK, _length(found[1], found[2]), _length(found[3], found[4]), cap, answers=0))
    if found := _WITHIN.fullmatch(text):
        return _checked(Clock(WITHIN, _length(found[1], found[2]), answers=0))
    if (found := _CLAIM.fullmatch(text)) and _length(found[1], found[2]) >= DAY:
        return _checked(claimed(_length(found[1], found[2])))
    raise ValueError(text)


def write(length: float) -> str:
    """A length as `read` takes it, in the largest unit that fits."""
    letter, unit = next((letter, unit) for letter, unit in (("d", DAY), ("h", HOUR), ("m", MINUTE)) if length % unit == 0 or unit == MINUTE)
    return f"{int(length // unit)}{letter}"


def _length(number: str, letter: str) -> float:
    return int(number) * UNITS[letter]


def _checked(clock: Clock) -> Clock:
    if not SHORTEST <= clock.time <= LONGEST or (clock.cap and clock.cap < clock.time):
        raise ValueError("length")
    return clock
