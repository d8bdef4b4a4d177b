"""All faults of a scenario: each kind at each place it can have."""

from __future__ import annotations

from collections.abc import Iterator

from tests.tools.faults.faults import AT_COMMITS, AT_REQUESTS, Fault
from tests.tools.faults.net import Told


def places(told: Told) -> Iterator[Fault]:
    """Every fault that a scenario can meet, by what its run without one has done."""
    yield from (Fault(kind, place) for kind in AT_REQUESTS for place in range(1, told["requests"] + 1))
    yield from (Fault(kind, place) for kind in AT_COMMITS for place in range(1, told["commits"] + 1))
