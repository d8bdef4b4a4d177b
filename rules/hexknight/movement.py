"""Walking: which steps are legal, which hexes can be reached, and how it is paid (HK-6). What terrain costs is `Island.cost`, by
`data/hexknight/tiles.json`. The walk itself, and where it stops: `actions`."""

from __future__ import annotations

import heapq

from rules.game import Refused
from rules.hexknight.content import Content
from rules.hexknight.island import Island
from rules.hexknight.state import State


def points(state: State, speed: dict[str, int]) -> int:
    """The movement points of the hero whose turn it is (HK-6.4)."""
    return state.residue + sum(speed[kind] for kind in state.hero.play)


def reach(island: Island, state: State, limit: int) -> dict[int, int]:
    """The cheapest cost of every revealed hex that can be walked to for at most `limit` points (HK-6.7), by revealed ones alone (HK-13.1)."""
    ground, cost = island.grid, island.cost[state.day]
    guards = state.guards
    closed = guards | state.standing(state.active)
    start = state.hero.at
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        paid, here = heapq.heappop(queue)
        if paid > best[here]:
            continue
        near = ground.beside[here] & guards
        for there in ground.around[here]:
            if there < 0 or not cost[there] or not state.revealed >> there & 1 or closed >> there & 1:
                continue
            total = paid + cost[there]
            if total < best.get(there, limit + 1) and not near & ground.beside[there]:
                best[there] = total
                heapq.heappush(queue, (total, there))
    del best[start]
    return best


def steps(island: Island, state: State, have: int) -> list[int]:
    """The neighbouring hexes to which a single step is legal (HK-6.2), in the order of directions."""
    ground, cost = island.grid, island.cost[state.day]
    here, guards = state.hero.at, state.guards
    near = ground.beside[here] & guards
    closed = guards | state.standing(state.active)
    return [
        there
        for there in ground.around[here]
        if there >= 0 and 0 < cost[there] <= have and not closed >> there & 1 and not near & ground.beside[there]
    ]


def cheapest_path(island: Island, state: State, target: int, limit: int) -> list[int]:
    """The cheapest way to a hex within `limit` points; of several the one whose directions come first (HK-6.7)."""
    ground, cost = island.grid, island.cost[state.day]
    guards = state.guards
    start = state.hero.at
    best = {start: 0, **reach(island, state, limit)}

    def leads(here: int, there: int) -> bool:
        return here in best and there in best and best[here] + cost[there] == best[there] and not ground.beside[here] & ground.beside[there] & guards

    useful, rest = {target}, [target]
    while rest:
        there = rest.pop()
        for here in ground.around[there]:
            if here not in useful and leads(here, there):
                useful.add(here)
                rest.append(here)
    path, at = [], start
    while at != target:
        at = next(there for there in ground.around[at] if there in useful and leads(at, there))
        path.append(at)
    return path


def check_step(island: Island, state: State, target: int, have: int) -> None:
    """Raises Refused when a single step is not legal, with the first reason in the order of HK-14.2."""
    ground = island.grid
    here = state.hero.at
    name = ground.labels[target]
    if not ground.beside[here] >> target & 1:
        raise Refused("not_adjacent", "HK-6.2", hex=name)
    check_hex(island, state, target)
    guard = ground.beside[here] & ground.beside[target] & state.guards
    if guard:
        raise Refused("guarded", "HK-6.3", hex=name, monster=ground.labels[guard.bit_length() - 1])
    need = island.cost[state.day][target]
    if need > have:
        raise Refused("needs_points", "HK-6.2", hex=name, need=need, have=have)


def check_hex(island: Island, state: State, target: int) -> None:
    """Raises Refused if nobody could stop on a hex now. About an unexplored hex nothing else is said (HK-13.2)."""
    name = island.grid.labels[target]
    if not state.revealed >> target & 1:
        raise Refused("not_explored", "HK-6.7", hex=name)
    if not island.cost[state.day][target]:
        raise Refused("impassable", "HK-2.2", hex=name)
    if target in state.monsters:
        raise Refused("monster_there", "HK-6.2", hex=name)
    if state.standing(state.active) >> target & 1:
        raise Refused("hero_there", "HK-6.9", hex=name)


def check_travel(island: Island, state: State, target: int, have: int) -> None:
    """Raises Refused when a hex cannot be travelled to with the points there are."""
    name = island.grid.labels[target]
    if target == state.hero.at:
        raise Refused("there_already", "HK-6.7", hex=name)
    check_hex(island, state, target)
    whole = reach(island, state, 10_000)
    if target not in whole:
        raise Refused("no_way", "HK-6.7", hex=name)
    if whole[target] > have:
        raise Refused("needs_points", "HK-6.7", hex=name, need=whole[target], have=have)


def pay(state: State, cost: int, content: Content) -> list[str]:
    """Pays for a step: from the residue first, then with cards in the order played (HK-6.4). Returns the kinds discarded."""
    hero = state.hero
    gone = []
    while state.residue < cost:
        kind = hero.play.pop(0)
        state.residue += content.speed[kind]
        hero.discard.append(kind)
        gone.append(kind)
    state.residue -= cost
    return gone
