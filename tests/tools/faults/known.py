"""Complaints that are expected, each with the reason why nothing can be done about them."""

from __future__ import annotations

from tests.tools.faults.faults import AWAY, KILLED_AFTER, REFUSED, UNCOMMITTED, Fault
from tests.tools.faults.net import BUTTONS, DOUBLED, LOST

EDIT, LOOK = "PATCH channels/…/messages/…", "GET channels/…/messages/…"
"""A board is looked at before it is drawn again without its buttons."""
GONE = "Discord has said that a message is gone, which it is not: it is posted anew where it is needed, and else forgotten"
KEPT = "Discord does not let an earlier message be edited: its buttons answer with the present question"
NONCE = "Discord knows a message by its nonce for some minutes: who is away for a day or a week after a kill cannot learn that it was taken"
STOOD = "time stands while the bot may not write, which is told, and a reminder follows at another moment"


def known(scenario: str, fault: Fault, hit: str, complaint: str) -> str | None:
    """The reason why `complaint` is expected after `fault`, by the request it has `hit`; None if it is not expected."""
    if scenario in ("clock", "days") and fault.kind in (UNCOMMITTED, KILLED_AFTER) and complaint in (DOUBLED, BUTTONS):
        return NONCE
    if scenario in ("clock", "days") and fault.kind == AWAY and complaint in (DOUBLED, BUTTONS):
        return STOOD
    if hit in (EDIT, LOOK) and fault.kind == "404":
        return GONE
    kept = complaint == BUTTONS or (hit == EDIT and scenario == "closing" and complaint == LOST)  # A closed lobby stands there still.
    return KEPT if hit in (EDIT, LOOK) and kept and fault.kind in REFUSED else None
