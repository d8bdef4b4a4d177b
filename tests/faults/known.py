"""What may fail all the same, by complaint and kind of fault, with the reason why nothing can be done."""

from __future__ import annotations

from tests.faults.faults import REFUSED, Fault
from tests.faults.net import BUTTONS

WHY: dict[str, dict[str, str]] = {
    BUTTONS: dict.fromkeys(REFUSED, "Discord does not let an earlier message be edited: its buttons answer with the present question"),
}


def known(scenario: str, fault: Fault, complaint: str) -> str | None:
    """Why a complaint is to be expected, None where it is not."""
    return WHY.get(complaint, {}).get(fault.kind)
