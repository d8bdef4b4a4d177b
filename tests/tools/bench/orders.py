"""Row O1: whether orders can be told from people by the clock (PC-19.8).

Five kinds of people answer by hand for some weeks, and then in windows; their orders answer in as many windows, after pauses drawn from those weeks.
A naive Bayes classifier that has seen half of the windows of a kind, and knows of each which one it is, judges groups of five of the others: by how
long an answer took, by the hour at which it came, and by both.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from cogs.play.order_pauses import short, usual
from data.rest_hours import Hours
from data.store.reply_times import Reply
from rules.competition.clock import DAY, HOUR, MINUTE
from rules.competition.rests import awake, passed
from tests.tools.bench.measure import result

SEED = 20
GROUP = 5
WINDOWS = 3000
ANSWERS = 60
"""What somebody has answered by hand before a group of windows."""
START = 1_800_000_000.0 // DAY * DAY
NIGHT = Hours(quiet=(23, 7))
NEVER = Hours()
Answering = Callable[[float, Random], float]


class Window(NamedTuple):
    """The moment somebody was asked, and how many seconds the answer took."""

    asked: float
    took: float


class Person(NamedTuple):
    """A model of a person: `answers` gives the moment of an answer for the moment asked; `hours` are the rests they have set."""

    answers: Answering
    hours: Hours


def wakes(asked: float) -> float:
    """The first moment from `asked` at which somebody who sleeps from 23 to 7 is awake."""
    day, hour = asked // DAY * DAY, asked % DAY / HOUR
    return asked if 7 <= hour < 23 else day + (7 if hour < 7 else 31) * HOUR


def there(asked: float, chance: Random) -> float:
    """The moment of an answer by somebody who is at it all day."""
    at = wakes(asked)
    late = chance.uniform(0, HOUR) if at > asked else 0
    return at + late + chance.lognormvariate(math.log(90), 1)


def thrice(asked: float, chance: Random) -> float:
    """The moment of an answer by somebody who looks in the morning, at noon and in the evening."""
    day = asked // DAY * DAY
    looks = (day + n * DAY + hour * HOUR + chance.gauss(0, 20 * MINUTE) for n in range(3) for hour in (8, 12.5, 20))
    return next(look for look in looks if look > asked) + chance.uniform(20, 120)


def hourly(asked: float, chance: Random) -> float:
    """The moment of an answer by somebody who looks about every hour while awake."""
    return by_day(asked, lambda: chance.expovariate(1 / HOUR) + chance.uniform(10, 60))


def by_day(asked: float, took: Callable[[], float]) -> float:
    """Whoever has gone to sleep before they have answered begins anew in the morning."""
    at = wakes(asked)
    while wakes(answer := at + took()) != answer:
        at = wakes(answer)
    return answer


def evenings(asked: float, chance: Random) -> float:
    """The moment of an answer by somebody who plays in the evening."""
    day = asked // DAY * DAY
    at = asked
    if not 18 * HOUR <= at - day < 23 * HOUR:
        at = day + 18 * HOUR + (DAY if at - day >= 23 * HOUR else 0)
    return at + chance.expovariate(1 / (20 * MINUTE)) + chance.uniform(10, 60)


def either(asked: float, chance: Random) -> float:
    """The moment of an answer by somebody who answers either within minutes or hours later."""
    return by_day(asked, lambda: chance.lognormvariate(math.log(60), 0.8) if chance.random() < 0.5 else chance.uniform(HOUR, 5 * HOUR))


PEOPLE = {
    "is there": Person(there, NIGHT), "looks thrice a day": Person(thrice, NEVER), "looks every hour": Person(hourly, NIGHT),
    "plays in the evening": Person(evenings, NIGHT), "at once or hours later": Person(either, NIGHT),
}  # fmt: skip


def by_hand(person: Person, asked: float, chance: Random) -> Reply:
    """The `Reply` that the bot would remember of an answer by hand."""
    took = passed(asked, person.answers(asked, chance), person.hours.rests)
    return Reply(person.hours.hour(awake(asked, person.hours.rests)), took)


def asked(chance: Random) -> float:
    """A random moment at which somebody is asked, at any hour of 100 days."""
    return START + chance.uniform(0, 100 * DAY)


def group(person: Person, chance: Random, pause: Callable[[Sequence[Reply], float], float] | None) -> list[Window]:
    """A group of windows, answered by hand, or after `pause` by the person's orders."""
    replies = [by_hand(person, asked(chance), chance) for _ in range(ANSWERS)]
    moments = [asked(chance) for _ in range(GROUP)]
    return [Window(at, pause(replies, at) if pause else person.answers(at, chance) - at) for at in moments]


Feature = Callable[[Window], object]
FEATURES: dict[str, Feature] = {
    "length": lambda w: round(2 * math.log2(w.took + 1)),
    "hour": lambda w: (w.asked + w.took) % DAY // HOUR,
    "both": lambda w: (round(math.log2(w.took + 1)), (w.asked + w.took) % DAY // (2 * HOUR)),
}


def right(hands: Sequence[list[Window]], orders: Sequence[list[Window]], feature: Feature) -> float:
    """The share of groups that are judged rightly, of those that were not learnt from."""
    half = len(hands) // 2
    seen = [Counter(feature(w) for windows in groups[:half] for w in windows) for groups in (hands, orders)]
    kinds = len(seen[0] | seen[1]) + 1

    def weight(windows: list[Window]) -> float:
        """How much likelier it is that windows were answered by hand than by orders, as a logarithm."""
        hand, order = ([math.log((known[feature(w)] + 1) / (known.total() + kinds)) for w in windows] for known in seen)
        return sum(hand) - sum(order)

    judged = [weight(windows) > 0 for windows in hands[half:]] + [weight(windows) <= 0 for windows in orders[half:]]
    return sum(judged) / len(judged)


def told_apart(person: Person, windows: int, chance: Random, as_usual: bool = True) -> float:
    """The share of groups of windows in which the best of the classifiers is right."""

    def pause(replies: Sequence[Reply], at: float) -> float:
        return usual(replies, person.hours, at, chance=chance) if as_usual else short(chance=chance)

    hands, orders = ([group(person, chance, way) for _ in range(windows // GROUP)] for way in (None, pause))
    return max(right(hands, orders, feature) for feature in FEATURES.values())


def orders() -> None:
    """Measures row O1."""
    chance = Random(SEED)
    for name, person in PEOPLE.items():
        result("O1", f"orders told from whoever {name}, percent of groups of five", 100 * told_apart(person, WINDOWS, chance), "60", "56")
