"""Lists all faults of a scenario: each kind at each place possible."""

from __future__ import annotations

from collections.abc import Iterator

from tests.tools.faults.faults import AT_COMMITS, AT_REQUESTS, Fault
from tests.tools.faults.net import Told


def places(told: Told) -> Iterator[Fault]:
    """Every fault possible in a scenario, by the number of requests and commits of its run without a fault."""
    yield from (Fault(kind, place) for kind in AT_REQUESTS for place in range(1, told["requests"] + 1))
    yield from (Fault(kind, place) for kind in AT_COMMITS for place in range(1, told["commits"] + 1))
