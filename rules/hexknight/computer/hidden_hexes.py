"""Estimates what is hidden: monsters on unrevealed hexes, judged by the revealed ones (HK-13), and the distance to go and look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil
from statistics import mean
from typing import NamedTuple

from rules.hexknight.computer.distances import Lands, free_steps, lands, waves
from rules.hexknight.content import CENTRE, SIDES, WOUND, Content
from rules.hexknight.island import Island, bits, label
from rules.hexknight.state import State

UNKNOWN_COST = 3
"""Movement points for a hex of the random map that is not revealed."""
FARTHEST = 60
"""Movement points beyond which nothing is looked for."""
ROAM = 12.0
"""The movement points after which a hope in the fog is worth half."""
SOUGHT = 6
"""So many hexes in the fog are thought about."""
POINTS = 1.6
"""The attack or defence that a card usually gives to a fight."""


class Hidden(NamedTuple):
    """A hex where a monster may be: the probability, its feature, and the mean values of its kinds."""

    at: int
    chance: float
    feature: str
    attack: int
    defence: int
    experience: float


class Fog(NamedTuple):
    """What is not revealed: where monsters may be, and the hexes that may be enterable, by cost, at night and by day."""

    monsters: tuple[Hidden, ...]
    lands: tuple[Lands, Lands]

    @property
    def hexes(self) -> int:
        """Where monsters may be, as bits."""
        return sum(1 << hidden.at for hidden in self.monsters)


@lru_cache(4096)
def fog(content: Content, island: Island, drawn: bool, revealed: int) -> Fog:
    """The fog of an island: the fixed map is known to all; of a drawn one only what is revealed is looked at, and which metatiles there are."""
    if not drawn:
        found = [_hidden(content, at, 1.0, island.feature[at]) for at in island.guarded if not revealed >> at & 1]
        night, day = (tuple((cost, land & ~revealed) for cost, land in lands(island, day)) for day in (False, True))
        return Fog(tuple(found), (night, day))
    chances, covered = _chances(content, island, revealed)
    made = tuple(_hidden(content, at, chance, feature) for (at, feature), chance in sorted(chances.items()))
    unknown: Lands = ((UNKNOWN_COST, covered & ~revealed),)
    return Fog(made, (unknown, unknown))


def _hidden(content: Content, at: int, chance: float, feature: str) -> Hidden:
    kinds = [m for m in content.monsters.values() if m.family == content.guards[feature]]
    return Hidden(at, chance, feature, ceil(mean(m.attack for m in kinds)), ceil(mean(m.defence for m in kinds)), mean(m.experience for m in kinds))


def _chances(content: Content, island: Island, revealed: int) -> tuple[dict[tuple[int, str], float], int]:
    """The probability of each guarded feature on each hex, if all metatiles that fit a spot are equally likely; and all hexes covered."""
    ground, layout = island.grid, content.layout
    found: dict[tuple[int, str], float] = {}
    covered = 0
    for kind, centres in (("easy", layout.easy_centres), ("hard", layout.hard_centres)):
        spots = []
        for centre in centres:
            middle = ground.index[label(*centre)]
            spots.append((middle, *ground.around[middle]))
        fits = _fits(content, island, revealed, kind, spots)
        for spot, tiles in zip(spots, fits, strict=True):
            for side, at in zip((CENTRE, *SIDES), spot, strict=True):
                covered |= 1 << at
                if revealed >> at & 1:
                    continue
                for tile in tiles:
                    feature = content.metatiles[tile].hexes[side][1]
                    if feature in content.guards:
                        found[at, feature] = found.get((at, feature), 0.0) + 1 / len(tiles)
    return found, covered


def _fits(content: Content, island: Island, revealed: int, kind: str, spots: Sequence[tuple[int, ...]]) -> list[list[str]]:
    """The metatiles that may lie on each spot: those that agree with what is revealed and don't certainly lie elsewhere."""
    shapes = {tile: content.metatiles[tile].hexes for tile in content.tiles_of(kind)}
    fits = []
    for spot in spots:
        seen = [(side, (island.terrain[at], island.feature[at])) for side, at in zip((CENTRE, *SIDES), spot, strict=True) if revealed >> at & 1]
        fits.append([tile for tile, hexes in shapes.items() if all(hexes[side] == known for side, known in seen)])
    sure = {tiles[0] for tiles in fits if len(tiles) == 1}
    return [tiles if len(tiles) == 1 else [t for t in tiles if t not in sure] for tiles in fits]


def of(content: Content, island: Island, state: State) -> Fog:
    """The fog of a state."""
    return fog(content, island, bool(state.tiles), state.revealed)


def roamed(state: State) -> bool:
    """Whether the seat whose turn it is goes far to look for monsters if it sees none worth fighting: on the fixed map, which everybody knows; on
    a random island, which is explored hex by hex, only after an idle turn."""
    return not state.tiles or state.hero.idle > 0


def hopes(content: Content, island: Island, state: State, hexes: int, hope: Callable[[Hidden], float]) -> dict[int, list[float]]:
    """For each of some hexes, the values of what the active seat may find from there, less the farther away; the best first.

    `hope` gives the value of such a monster. One that can't be reached and beaten with the remaining cards is worth nothing.
    """
    found: dict[int, list[float]] = {at: [] for at in bits(hexes)}
    chosen = sorted(((hidden.chance * hope(hidden) / (1 + paid / ROAM), n, hidden) for n, (paid, hidden) in enumerate(near(content, island, state))))
    if not chosen:
        return found
    cards, speed = _means(content, state)
    cost, ways, free = island.cost[state.day], _ways(content, island, state), free_steps(island.grid, state.guards)
    for _, _, hidden in chosen[-SOUGHT:]:
        worth = hidden.chance * hope(hidden)
        spare = (cards - (hidden.attack + hidden.defence) / POINTS) * speed
        goals = island.grid.beside[hidden.at]
        for paid, wave in waves(island.grid, ways, free, [(c, land & goals) for c, land in ways], FARTHEST):
            for at in bits(wave & hexes):
                if worth > 0 and paid - cost[at] <= spare:
                    found[at].append(worth / (1 + (paid - cost[at]) / ROAM))
    for values in found.values():
        values.sort(reverse=True)
    return found


def near(content: Content, island: Island, state: State) -> Iterator[tuple[int, Hidden]]:
    """The hexes where monsters may be that the hero whose turn it is can perhaps walk to, with the movement points to stand beside them."""
    there = of(content, island, state)
    if there.monsters:
        ways = _ways(content, island, state)
        reach = waves(island.grid, ways, free_steps(island.grid, state.guards), [(0, 1 << state.hero.at)], FARTHEST)
        for hidden in there.monsters:
            goals = island.grid.beside[hidden.at]
            paid = next((paid for paid, wave in reach if wave & goals), None)
            if paid is not None:
                yield paid, hidden


def _ways(content: Content, island: Island, state: State) -> Lands:
    """The hexes that can, or may be able to, be entered; not those where a monster certainly is."""
    there = of(content, island, state)
    open_, shut = state.revealed & ~state.guards, sum(1 << hidden.at for hidden in there.monsters if hidden.chance == 1)
    known = ((cost, land & open_) for cost, land in lands(island, state.day))
    return (*known, *((cost, land & ~shut) for cost, land in there.lands[state.day]))


def _means(content: Content, state: State) -> tuple[int, float]:
    """The number of cards that the active seat can still spend in this game, and their mean speed."""
    hero = state.hero
    now = [k for k in hero.hand + hero.play + hero.deck if k != WOUND]
    later = [k for k in now + hero.discard if k != WOUND]
    speed = sum(content.speed[k] for k in later) / max(len(later), 1)
    return len(now) + (state.phases - state.phase) * len(later), speed
