"""What may fail all the same, with the reason why nothing can be done."""

from __future__ import annotations

from tests.faults.faults import REFUSED, Fault
from tests.faults.net import BUTTONS

EDIT = "PATCH channels/…/messages/…"
GONE = "Discord has said that a message is gone, which it is not: it is posted anew where it is needed, and else forgotten"
KEPT = "Discord does not let an earlier message be edited: its buttons answer with the present question"


def known(fault: Fault, hit: str, complaint: str) -> str | None:
    """Why a complaint about a fault is to be expected, by the request that it has hit; None where it is not."""
    if hit == EDIT and fault.kind == "404":
        return GONE
    return KEPT if hit == EDIT and complaint == BUTTONS and fault.kind in REFUSED else None
