"""How long a standing order waits before it answers: some seconds, or as long as its owner usually takes, so that nobody can tell it from a
person.

After a pause of seconds, the others can tell that nobody has answered by hand.
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
from data.store.rows import TableRow
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
    """Whether the options of a table make orders answer as their owners usually do."""
    return options.get(PAUSE) == USUAL


def short(within: float = inf, chance: Random = _chance) -> float:
    """A pause of `within` seconds at most, drawn so that its logarithm is uniform."""
    longest = min(LONGEST_PAUSE, max(within, 0))
    shortest = min(SHORTEST_PAUSE, longest / 2)
    return shortest * (longest / shortest) ** chance.random() if longest else 0


def usual(replies: Sequence[Reply], hours: Hours, now: float, within: float = inf, chance: Random = _chance) -> float:
    """Seconds until a standing order answers: as long as one of its owner's earlier `replies` took, drawn by chance.

    Drawn again if it exceeds `within` seconds, or `MOST` seconds in which the owner is awake.

    An owner who rests now, or would before the answer, answers after that rest, like somebody who looks then.
    """
    for _ in range(TRIES):
        at = _answered(replies, hours, now, chance)
        if at - now <= within and rests.passed(now, at, hours.rests) <= MOST:
            return at - now
    at = rests.after(now, chance.uniform(0, MOST), hours.rests)
    return at - now if at - now <= within else short(within, chance)


def _answered(replies: Sequence[Reply], hours: Hours, now: float, chance: Random) -> float:
    """When a person answers, drawn from their replies (seconds since 1970)."""
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
    """How long an answer takes at an hour of the day: like an earlier reply at about that hour, or until the same time of day as that."""
    if not replies:
        return SHORTEST_PAUSE * (MOST / SHORTEST_PAUSE) ** chance.random()
    widest = sorted(abs(_later(hour, reply.hour)) for reply in replies)[:NEAREST][-1]
    hour_then, took = chance.choice([reply for reply in replies if abs(_later(hour, reply.hour)) <= widest])
    later = _later(hour, hour_then) * HOUR
    took -= later if took > abs(later) else 0
    return max(took + chance.gauss(0, 1) * min(SPREAD * took, WIDEST), took / 3)


def _later(hour: float, than: float) -> float:
    """By how many hours (-12 to 12) one hour of the day is later than another."""
    return (hour - than + 12) % 24 - 12


class Owner(NamedTuple):
    """The owner of orders that answer a question, whether it is `sealed`, and their seat's dial; a computer has no id."""

    player: int | None
    sealed: bool
    dial: Dial | None = None


def owners(cascade: Cascade, dials: Mapping[Seat, Dial], seats: Iterable[Seat] | None = None) -> list[Owner]:
    """The people whose orders answer later after a cascade, or those at `seats`."""
    rules, state, sat = cascade.rules, cascade.state, cascade.seats
    return [Owner(sat[s].player, rules.decision(state, s).sealed, dials.get(s)) for s in (cascade.ripens if seats is None else seats)]


async def drawn(store: Store, row: TableRow, whose: Sequence[Owner], now: float) -> float:
    """The pause after which all these orders answer, drawn as the table's option says: that of the slowest owner, well before anybody's time is
    over."""
    if not usually(row.chosen):
        return short(min((limit(row.clock, owner, now) for owner in whose), default=inf))
    hours = await _hours(store, whose)
    within = min((limit(row.clock, owner, now, hours[owner]) for owner in whose), default=inf)
    return max([usual(await _replies(store, row.game, owner), hours[owner], now, within) for owner in whose])


def limit(rule: Clock | None, owner: Owner, now: float, hours: Hours = ALWAYS) -> float:
    """The longest pause for an owner with these hours of rest."""
    if rule is None or owner.dial is None:
        return inf
    left = clock.at_least(rule, owner.dial, now)
    if rule.strict or rule.kind == UNTIL:
        return max(left, 0) * PART
    if owner.dial.due is not None:
        left = rests.passed(now, max(owner.dial.due, now), hours.rests)
    return rests.after(now, max(left, 0) * PART, hours.rests) - now


async def woken(store: Store, row: TableRow, whose: Sequence[Owner], now: float) -> float:
    """The pause for orders that are due while their owner rests; 0 if they answer now."""
    if usually(row.chosen):
        for owner, hours in (await _hours(store, whose)).items():
            if 0 < rests.awake(now, hours.rests) - now < limit(row.clock, owner, now, hours):
                return await drawn(store, row, whose, now)
    return 0


async def _hours(store: Store, whose: Sequence[Owner]) -> dict[Owner, Hours]:
    """The hours of rest of each owner; a computer never rests."""
    found = await store.personal_settings.hours_of(owner.player for owner in whose if owner.player is not None)
    return {owner: found[owner.player] if owner.player is not None else ALWAYS for owner in whose}


async def _replies(store: Store, game: str, owner: Owner) -> Sequence[Reply]:
    """An owner's earlier replies to such questions by hand; everybody's, if they have too few."""
    found = await store.reply_times.latest(game, owner.sealed, MOST, owner.player) if owner.player is not None else []
    return found if len(found) >= ENOUGH else await store.reply_times.latest(game, owner.sealed, MOST)


def replied(row: TableRow, player: int, sealed: bool, times: tuple[float, float], hours: Hours) -> Replied:
    """The reply time to store for a player; `times`: when they were asked and answered."""
    asked, now = times
    there = rests.awake(asked, hours.rests)
    return Replied(player, row.game, sealed, asked, Reply(hours.hour(there), rests.passed(asked, now, hours.rests)))
