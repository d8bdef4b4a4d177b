"""Distances on the island, by a breadth-first search over sets of hexes (as bits), which is much faster than over single ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.hexknight.island import Grid, Island, bits
from rules.parts.lazy import once

FARTHEST = 24
"""Movement points beyond which nothing is looked at."""

Waves = tuple[tuple[int, int], ...]
"""Sets of hexes with what it costs to get there, the cheapest first."""
Lands = tuple[tuple[int, int], ...]
"""Sets of hexes with what it costs to enter them."""


class Compass:
    """Steps in all directions on a grid whose rim nobody can enter. `rings`: the steps along a hex, by direction (HK-6.3)."""

    def __init__(self, ground: Grid) -> None:
        self.height = ground.height
        self.even = sum(1 << i for i, (x, _) in enumerate(ground.places) if x % 2 == 0)
        self.odd = sum(1 << i for i, (x, _) in enumerate(ground.places) if x % 2)
        self.whole = self.even | self.odd
        self.rings = tuple(_ring(around) for around in ground.around)

    def near(self, hexes: int, free: tuple[int, ...]) -> int:
        """The hexes one step from any of `hexes`, if the step in that direction is free."""
        n, ne, se, s, sw, nw = free
        even, odd, h = hexes & self.even, hexes & self.odd, self.height
        return (
            (hexes & n) >> 1
            | (hexes & s) << 1
            | (even & ne) << h - 1
            | ((odd & ne) | (even & se)) << h
            | (odd & se) << h + 1
            | ((even & sw) | (odd & nw)) >> h
            | (odd & sw) >> h - 1
            | (even & nw) >> h + 1
        )


def _ring(around: tuple[int, ...]) -> tuple[int, ...]:
    """By direction, the hexes from which a step would pass along the monster in the middle."""
    found = [0] * 6
    for i, at in enumerate(around):
        if at >= 0:
            found[(i + 2) % 6] |= 1 << at
            found[(i + 4) % 6] |= 1 << at
    return tuple(found)


compass = once(Compass)


@lru_cache(4096)
def free_steps(ground: Grid, guards: int) -> tuple[int, ...]:
    """By direction, the hexes from which a step passes along no monster."""
    found = compass(ground)
    barred = [0] * 6
    for at in bits(guards):
        for d, ring in enumerate(found.rings[at]):
            barred[d] |= ring
    return tuple(found.whole & ~b for b in barred)


@lru_cache(1024)
def lands(island: Island, day: bool) -> Lands:
    """The hexes that can be entered, by cost."""
    found: dict[int, int] = {}
    for at, cost in enumerate(island.cost[day]):
        if cost:
            found[cost] = found.get(cost, 0) | 1 << at
    return tuple(sorted(found.items()))


def waves(ground: Grid, ways: Lands, free: tuple[int, ...], start: Iterable[tuple[int, int]], limit: int = FARTHEST) -> Waves:
    """What can be reached over `ways` from sets of hexes with a starting cost, for at most `limit`: the hexes by cost."""
    near = compass(ground).near
    due = [0] * (limit + 8)
    for paid, hexes in start:
        due[min(paid, limit + 1)] |= hexes
    done = 0
    found = []
    for paid in range(limit + 1):
        fresh = due[paid] & ~done
        if fresh:
            done |= fresh
            found.append((paid, fresh))
            beside = near(fresh, free) & ~done
            for cost, land in ways:
                if beside & land:
                    due[min(paid + cost, limit + 1)] |= beside & land
    return tuple(found)


@lru_cache(4096)
def walks(island: Island, day: bool, closed: int, guards: int, start: int) -> Waves:
    """The hexes that can be reached from a hex, by cost, when some are closed, among them those of the guards."""
    ways = tuple((cost, land & ~closed) for cost, land in lands(island, day))
    return waves(island.grid, ways, free_steps(island.grid, guards), [(0, 1 << start)])


@lru_cache(8192)
def approaches(island: Island, day: bool, closed: int, guards: int, goals: int) -> Waves:
    """The hexes from which one can walk to any of `goals`, by cost, which includes that of entering the hex one comes from."""
    ways = tuple((cost, land & ~closed) for cost, land in lands(island, day))
    return waves(island.grid, ways, free_steps(island.grid, guards), [(cost, land & goals) for cost, land in ways])
