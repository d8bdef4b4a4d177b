"""Reminders before the end of a seat's time: when they are due. `cogs/play/clocks/expiry.py` sends them. Those still to come are
`Dial.reminders` (`clock`); one that was sent is taken out there."""

from __future__ import annotations

from rules.competition.rests import Rests, after, awake, passed

NOT_REMINDED = 600.0
"""Seconds: who has less time than this is not reminded."""
NEAR = 3600.0
"""Seconds: the last reminder comes at a tenth of the time, at the earliest this long before the end."""
BEFORE_CLAIM = 86400.0
"""Seconds before a game may be claimed at which that is said."""


def moments(now: float, due: float, rests: Rests, claim: bool) -> tuple[float, ...]:
    """When a seat is reminded whose time begins `now`.

    After a rest during which the person could not be called, at half time, and near the end; with a claim, a day before it (or at half time, if
    that is later). Never while the person rests.
    """
    whole = passed(now, due, rests)
    found = [awake(now, rests)]
    if whole >= NOT_REMINDED:
        lengths = (max(whole - BEFORE_CLAIM, whole / 2),) if claim else (whole / 2, whole - min(whole / 10, NEAR))
        found += [awake(after(now, length, rests), rests) for length in lengths]
    return tuple(sorted({at for at in found if now < at < due}))
