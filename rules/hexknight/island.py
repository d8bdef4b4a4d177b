"""The island: a grid of flat-topped hexes with terrain and features, what it costs to walk, and how far one sees (HK-2).

A hex is a number, column times height plus row, so that sets of hexes are bit masks; people read it as a letter for the column and a
number for the row, `c13` for (2, 13).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.hexknight.content import CENTRE, SIDES, Content, Place
from rules.parts.lazy import once

ISLANDS = 512
"""Islands kept in memory: those of games going on, and those that computer players imagine."""


def neighbour(x: int, y: int, direction: int) -> Place:
    """The next hex in a direction (HK-2.1): columns with an odd number lie half a hex lower."""
    o = x % 2
    return ((x, y - 1), (x + 1, y - 1 + o), (x + 1, y + o), (x, y + 1), (x - 1, y + o), (x - 1, y - 1 + o))[direction]


def label(x: int, y: int) -> str:
    """How people write a hex."""
    return f"{chr(97 + x)}{y}"


class Grid:
    """What all islands of a size have in common. `around`: -1 for what is outside. `beside`: the bits of all neighbours."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.places = tuple((x, y) for x in range(width) for y in range(height))
        self.labels = tuple(label(x, y) for x, y in self.places)
        self.index = {text: i for i, text in enumerate(self.labels)}
        self.around = tuple(tuple(self._number(*neighbour(x, y, d)) for d in range(6)) for x, y in self.places)
        self.beside = tuple(sum(1 << n for n in ring if n >= 0) for ring in self.around)

    def _number(self, x: int, y: int) -> int:
        return x * self.height + y if 0 <= x < self.width and 0 <= y < self.height else -1


grid = once(Grid)


def bits(mask: int) -> Iterator[int]:
    """The hexes of a set, in rising order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Island:
    """Terrain and feature of every hex, with what follows from them. `cost[day]` is what each hex costs to enter, at night (False) or by day
    (True); 0 cannot be entered."""

    def __init__(self, content: Content, ground: Grid, terrain: Sequence[str], feature: Sequence[str]) -> None:
        self.grid = ground
        self.terrain, self.feature = tuple(terrain), tuple(feature)
        lands = [content.terrains[t] for t in terrain]
        works = [content.features[f] for f in feature]
        self.cost = (tuple(t.cost_night or 0 for t in lands), tuple(t.cost_day or 0 for t in lands))
        self.view = (
            tuple(max(t.view_night, f.view_night) for t, f in zip(lands, works, strict=True)),
            tuple(max(t.view_day, f.view_day) for t, f in zip(lands, works, strict=True)),
        )
        self.high = tuple(max(t.height, f.height) for t, f in zip(lands, works, strict=True))
        self.portal = self.feature.index("portal")
        self.guarded = tuple(i for i, f in enumerate(self.feature) if f in content.guards)
        self._seen: dict[tuple[int, bool], int] = {}

    def sight(self, at: int, day: bool) -> int:
        """The set of hexes that a hero standing on a hex reveals (HK-2.3)."""
        found = self._seen.get((at, day))
        if found is None:
            found = self._seen[at, day] = self._look(at, self.view[day][at])
        return found

    def _look(self, at: int, budget: int) -> int:
        best = {at: 0}
        seen = 1 << at | self.grid.beside[at]
        queue = [(0, at)]
        while queue:
            paid, here = heapq.heappop(queue)
            if paid > best[here]:
                continue
            seen |= 1 << here
            if paid < budget:
                seen |= self.grid.beside[here]
            for there in self.grid.around[here]:
                if there >= 0:
                    total = paid + self.high[there]
                    if total < best.get(there, budget + 1):
                        best[there] = total
                        heapq.heappush(queue, (total, there))
        return seen


class Islands:
    """Makes islands, and caches those in use."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.centres = (*content.layout.easy_centres, *content.layout.hard_centres)
        self.random = lru_cache(ISLANDS)(self._random)
        self.fixed = once(self._fixed)

    def covered(self, centre: Place) -> list[int]:
        """The seven hexes of a metatile that lies there: the middle, then the sides in the order of `SIDES`."""
        ground = self.ground
        middle = ground.index[label(*centre)]
        return [middle, *ground.around[middle]]

    @property
    def ground(self) -> Grid:
        """The grid of the random map."""
        return grid(self.content.layout.width, self.content.layout.height)

    def _random(self, tiles: tuple[str, ...]) -> Island:
        """The random map (HK-2.7): `tiles` lie on the easy centres, then on the hard ones."""
        ground = self.ground
        terrain, feature = ["sea"] * len(ground.places), ["none"] * len(ground.places)
        start = next(m.id for m in self.content.metatiles.values() if m.kind == "start")
        for centre, tile in zip((self.content.layout.start_centre, *self.centres), (start, *tiles), strict=True):
            for side, at in zip((CENTRE, *SIDES), self.covered(centre), strict=True):
                terrain[at], feature[at] = self.content.metatiles[tile].hexes[side]
        return Island(self.content, ground, terrain, feature)

    def _fixed(self) -> Island:
        fixed = self.content.fixed
        ground = grid(fixed.width, fixed.height)
        terrain, feature = [fixed.default_terrain] * len(ground.places), ["none"] * len(ground.places)
        for x, y, land, work in fixed.hexes:
            at = ground.index[label(x, y)]
            terrain[at], feature[at] = land, work
        return Island(self.content, ground, terrain, feature)
