"""The clock dials of a table's seats: started when a seat is asked, stopped when it has answered. Imports no discord."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from data.rest_hours import Hours
from data.store.personal_settings import PersonalSettings
from data.store.rows import SeatRow
from rules.competition import clock, rests
from rules.competition.clock import Clock, Dial
from rules.game import Seat


async def hours_of(people: PersonalSettings, seats: Sequence[SeatRow]) -> dict[Seat, Hours]:
    """The hours of rest of each seat's player. Computers, and people who have not agreed to play, are left out: no clock runs against them."""
    playing = {s.seat: s.player for s in seats if s.player is not None and s.agreed}
    hours = await people.hours_of(playing.values())
    return {seat: hours[player] for seat, player in playing.items()}


def all_stopped(rule: Clock, dials: Mapping[Seat, Dial], hours: Mapping[Seat, Hours], now: float) -> dict[Seat, Dial]:
    """All dials stopped without an answer, as by a pause."""
    return {seat: clock.stopped(rule, dial, now, _rests(hours, seat), False) for seat, dial in dials.items()}


def going(rule: Clock, dials: Mapping[Seat, Dial], hours: Mapping[Seat, Hours], asked: Collection[Seat], now: float) -> dict[Seat, Dial]:
    """The dials of the `asked` seats, running on from where they stand."""
    found = dict(dials)
    for seat in asked:
        if seat in hours:
            found[seat] = clock.running(rule, dials.get(seat) or clock.wound(rule, None), now, hours[seat].rests)
    return found


class Questions(NamedTuple):
    """The seats whose dials may run, by their questions.

    `standing`: asked as before. `anew`: asked anew. `said`: those of them that have answered ahead, so that their dials stand. `free`: seats whose
    answers cost no time of a bank, and add none.
    """

    standing: Collection[Seat]
    anew: Collection[Seat]
    said: Collection[Seat]
    free: Collection[Seat] = ()


def turned(rule: Clock, dials: Mapping[Seat, Dial], hours: Mapping[Seat, Hours], asked: Questions, now: float) -> dict[Seat, Dial]:
    """The dials after an action: those of standing questions run on, those of new ones start, all others stop as answered.

    A seat that has answered ahead has a stopped dial, which runs on if the answer is taken back.
    """
    found = {}
    for seat, dial in dials.items():
        if seat not in asked.standing or seat in asked.said:
            free = seat in asked.free
            dial = clock.stopped(rule, dial, now, _rests(hours, seat), seat not in asked.standing and not free)
            dial = clock.spared(rule, dial) if free and seat not in asked.standing else dial
        found[seat] = dial
    anew = [seat for seat in asked.anew if seat in hours]
    fresh = {**found, **{seat: clock.wound(rule, found.get(seat)) for seat in anew}}
    waiting = [seat for seat in (*asked.standing, *anew) if seat not in asked.said and (seat not in fresh or fresh[seat].since is None)]
    return going(rule, fresh, hours, waiting, now)


def after_undo(
    rule: Clock, dials: Mapping[Seat, Dial], hours: Mapping[Seat, Hours], free: Collection[Seat], by: Seat | None, now: float
) -> dict[Seat, Dial]:  # fmt: skip
    """The dials after an undo, all stopped: nobody gains time by it, and the seat that it is `by` gives back the increment that it has won since.

    After an undo by a moderator (None) each decision gets its whole time again. Answers of `free` seats have cost no time of a bank.
    """
    shown = {seat: clock.spared(rule, dial) if seat in free else dial for seat, dial in all_stopped(rule, dials, hours, now).items()}
    if by is None:
        return {seat: clock.wound(rule, dial) for seat, dial in shown.items()}
    if by in shown and dials[by].since is None and by not in free:
        shown[by] = shown[by]._replace(left=max(shown[by].left - rule.increment, 0))
    return shown


def _rests(hours: Mapping[Seat, Hours], seat: Seat) -> rests.Rests:
    return hours[seat].rests if seat in hours else rests.no_rests
