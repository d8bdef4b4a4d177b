"""How long a standing order waits before it answers, so that nobody can tell it from a person: some seconds, or as long as its owner usually takes.

After a short pause the others can tell that nobody has answered by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from random import Random, SystemRandom
from typing import NamedTuple

from cogs.play.cascade import Cascade
from data.rest_hours import Hours
from data.store import Store
from data.store.reply_times import Replied, Reply
from data.store.values import TableRow
from rules.competition import clock, rests
from rules.competition.clock import HOUR, MINUTE, UNTIL, Clock, Dial
from rules.game import Options, Seat
from rules.parts.ahead import PAUSE, USUAL

SHORTEST_PAUSE, LONGEST_PAUSE = 20.0, 600.0
"""Seconds of a short pause: about as long as somebody takes who is there."""
MOST = 12 * HOUR
"""Of the waking hours of whoever has given the orders, at most so many."""
ENOUGH = 20
"""So many answers by hand tell how somebody usually answers."""
NEAREST = 3
"""A pause is drawn from so many answers to questions of about the same hour."""
SPREAD, WIDEST = 0.2, 2 * MINUTE
"""By how much of it, and by how many seconds, it is longer or shorter than that answer was: nobody takes the same time twice."""
TRIES = 100
PART = 1 / 3
"""The most of the time left to a seat after which its order answers: by hand nobody answers when it is over, nor is anybody reminded who has."""
ALWAYS = Hours()
"""Somebody who never rests."""
_chance = SystemRandom()


def usually(options: Options) -> bool:
    """Whether orders answer as their owner usually does, where these options of a table hold."""
    return options.get(PAUSE) == USUAL


def short(within: float = inf, chance: Random = _chance) -> float:
    """A short pause within a limit: short ones as likely as long ones, by their lengths' order."""
    longest = min(LONGEST_PAUSE, max(within, 0))
    shortest = min(SHORTEST_PAUSE, longest / 2)
    return shortest * (longest / shortest) ** chance.random() if longest else 0


def usual(replies: Sequence[Reply], hours: Hours, now: float, within: float = inf, chance: Random = _chance) -> float:
    """A pause as somebody takes who has answered so: drawn again where it would pass a limit, or has too many waking hours.

    Whoever still rests, or rests before they answer, does so after that, as somebody who looks then.
    """
    for _ in range(TRIES):
        at = _answered(replies, hours, now, chance)
        if at - now <= within and rests.passed(now, at, hours.rests) <= MOST:
            return at - now
    at = rests.after(now, chance.uniform(0, MOST), hours.rests)
    return at - now if at - now <= within else short(within, chance)


def _answered(replies: Sequence[Reply], hours: Hours, now: float, chance: Random) -> float:
    """When somebody answers, as they usually do."""
    at = rests.awake(now, hours.rests)
    while rests.passed(now, at, hours.rests) <= MOST:
        took = _taken(replies, hours.hour(at), chance)
        if at > now and took < MINUTE:  # Nobody waits for the end of their rest with a hand on the button.
            took += chance.uniform(MINUTE, HOUR)
        begin, end = next(hours.rests(at), (inf, inf))
        if at + took < begin:
            return at + took
        at = end
    return at


def _taken(replies: Sequence[Reply], hour: float, chance: Random) -> float:
    """How long an answer takes at an hour: as one at about this hour did, or until the same time of day, where that was still to come."""
    if not replies:
        return SHORTEST_PAUSE * (MOST / SHORTEST_PAUSE) ** chance.random()
    widest = sorted(abs(_later(hour, reply.hour)) for reply in replies)[:NEAREST][-1]
    hour_then, took = chance.choice([reply for reply in replies if abs(_later(hour, reply.hour)) <= widest])
    later = _later(hour, hour_then) * HOUR
    took -= later if took > abs(later) else 0
    return max(took + chance.gauss(0, 1) * min(SPREAD * took, WIDEST), took / 3)


def _later(hour: float, than: float) -> float:
    """By how many hours one of the day is later than another, or earlier, below zero."""
    return (hour - than + 12) % 24 - 12


class Owner(NamedTuple):
    """The owner of orders that answer a question, `sealed` or not, with the dial of their seat; a computer has no number."""

    player: int | None
    sealed: bool
    dial: Dial | None = None


def owners(cascade: Cascade, dials: Mapping[Seat, Dial], seats: Iterable[Seat] | None = None) -> list[Owner]:
    """The people whose orders are to answer later after a cascade, or those at some seats."""
    rules, state, sat = cascade.rules, cascade.state, cascade.seats
    return [Owner(sat[s].player, rules.decision(state, s).sealed, dials.get(s)) for s in (cascade.ripens if seats is None else seats)]


async def drawn(store: Store, row: TableRow, whose: Sequence[Owner], now: float) -> float:
    """The drawn pause after which all these orders answer, as the table's option wants it: that of the slowest owner, well before anybody's time
    is over."""
    if not usually(row.chosen):
        return short(min((limit(row.clock, owner, now) for owner in whose), default=inf))
    hours = {owner: await store.people.hours(owner.player) if owner.player is not None else ALWAYS for owner in whose}
    within = min((limit(row.clock, owner, now, hours[owner]) for owner in whose), default=inf)
    return max([usual(await _replies(store, row.game, owner), hours[owner], now, within) for owner in whose])


def limit(rule: Clock | None, owner: Owner, now: float, hours: Hours = ALWAYS) -> float:
    """The longest pause of somebody who rests at such hours."""
    if rule is None or owner.dial is None:
        return inf
    left = clock.at_least(rule, owner.dial, now)
    if rule.strict or rule.kind == UNTIL:
        return max(left, 0) * PART
    if owner.dial.due is not None:
        left = rests.passed(now, max(owner.dial.due, now), hours.rests)
    return rests.after(now, max(left, 0) * PART, hours.rests) - now


async def woken(store: Store, row: TableRow, whose: Sequence[Owner], now: float) -> float:
    """The pause after which orders answer that would have done so now, while their owner rests; 0 where they do so now."""
    if usually(row.chosen):
        for owner in whose:
            hours = await store.people.hours(owner.player) if owner.player is not None else ALWAYS
            if 0 < rests.awake(now, hours.rests) - now < limit(row.clock, owner, now, hours):
                return await drawn(store, row, whose, now)
    return 0


async def _replies(store: Store, game: str, owner: Owner) -> Sequence[Reply]:
    """How somebody answers such questions by hand; how everybody does, where that is not known."""
    found = await store.replies.latest(game, owner.sealed, MOST, owner.player) if owner.player is not None else []
    return found if len(found) >= ENOUGH else await store.replies.latest(game, owner.sealed, MOST)


def replied(row: TableRow, player: int, sealed: bool, times: tuple[float, float], hours: Hours) -> Replied:
    """The reply time to store for somebody who was asked and has answered at these times."""
    asked, now = times
    there = rests.awake(asked, hours.rests)
    return Replied(player, row.game, sealed, asked, Reply(hours.hour(there), rests.passed(asked, now, hours.rests)))
