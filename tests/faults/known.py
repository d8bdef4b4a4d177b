"""What fails today, to be emptied."""

from __future__ import annotations

from tests.faults.faults import Fault

KNOWN: dict[tuple[str, str, str], str] = {}
"""Why a scenario with a kind of fault raises a kind of complaint."""


def known(scenario: str, fault: Fault, complaint: str) -> str | None:
    """Why a complaint is to be expected, None where it is not."""
    return KNOWN.get((scenario, fault.kind, complaint))
