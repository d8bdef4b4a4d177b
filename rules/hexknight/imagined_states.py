"""Draws anew what a seat does not know (determinization): the basis of leak tests and of computer players (HK-13)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from rules.hexknight.content import CENTRE, SIDES
from rules.hexknight.island import Island, Islands
from rules.hexknight.state import State
from rules.parts import known_cards
from rules.parts.ahead import known_to
from rules.randomness import Chance

MIXING = 3
"""How often the unknown metatiles are shuffled through: a tile may only move where it agrees with what is revealed."""


def imagined(islands: Islands, state: State, seat: int | None, chance: Chance) -> State:
    """A state that a seat can't tell from this one; None stands for a spectator. By the same chance it is the same for all such states."""
    new = _unseen(islands, state, chance, anew=True)
    if state.step == "over":
        return new
    new.orders = known_to(state.orders, seat)
    new.ahead = known_to(state.ahead, seat)
    for other, hero in enumerate(new.heroes):
        if other == seat:
            hero.deck = known_cards.imagined(hero.deck, chance, hero.top, hero.bottom)
            continue
        top, below = hero.deck[: hero.top], len(hero.deck) - hero.top
        pool = known_cards.mixed([*hero.deck[hero.top :], *hero.hand, *hero.play], chance)
        # While somebody moves, everybody sees the points that each card has added.
        seen = islands.content.speed if state.step == "movement" else dict.fromkeys(islands.content.cards, 0)
        for i, kind in enumerate(hero.play):
            hero.play[i] = next(other for other in pool if seen[other] == seen[kind])
            pool.remove(hero.play[i])
        hero.hand = pool[below:]
        hero.deck = [*top, *pool[:below]]
    return new


def redrawn(islands: Islands, state: State, chance: Chance) -> State:
    """The state with what nobody has seen drawn anew, and the order of decks, except for what their owners know of it."""
    new = _unseen(islands, state, chance)
    if state.step != "over":
        for hero in new.heroes:
            hero.deck = known_cards.imagined(hero.deck, chance, hero.top, hero.bottom)
    return new


def _unseen(islands: Islands, state: State, chance: Chance, anew: bool = False) -> State:
    """The state with the island in the fog, unseen monsters and special cards, and future chance drawn anew; `anew`: from no more than what has been
    seen."""
    new = state.copy()
    if state.step != "over":
        new.chance = Chance(f"{chance.key}:{chance.drawn}")
        new.special = known_cards.mixed(new.special, chance)
        if state.tiles:
            new.tiles = _tiles(islands, state, chance, anew)
        _monsters(islands, state, new, islands.random(tuple(new.tiles)) if new.tiles else islands.fixed(), chance)
    return new


def foretold(islands: Islands, state: State, seat: int) -> State:
    """An imagined state that is always drawn in the same way, so that seeing it teaches nothing."""
    return imagined(islands, state, seat, Chance.of(0))


def _first(tiles: list[str], spots: range, fits: Callable[[str, int], bool]) -> list[str]:
    """The first way in which metatiles can lie on some spots, in the order of their names."""
    if not spots:
        return []
    for n, tile in enumerate(tiles):
        if fits(tile, spots[0]) and (n == 0 or tile != tiles[n - 1]):
            rest = _first(tiles[:n] + tiles[n + 1 :], spots[1:], fits)
            if len(rest) == len(spots) - 1:
                return [tile, *rest]
    return []


def _fitting(islands: Islands, state: State) -> Callable[[str, int], bool]:
    """Whether a metatile could lie on a spot, as far as the revealed hexes tell."""
    content, revealed = islands.content, state.revealed
    island = islands.random(tuple(state.tiles))
    seen = [[(n, at) for n, at in enumerate(islands.covered(centre)) if revealed >> at & 1] for centre in islands.centres]
    shape = {tile: [content.metatiles[tile].hexes[side] for side in (CENTRE, *SIDES)] for tile in state.tiles}
    return lambda tile, spot: all(shape[tile][n] == (island.terrain[at], island.feature[at]) for n, at in seen[spot])


def _tiles(islands: Islands, state: State, chance: Chance, anew: bool) -> list[str]:
    """The metatiles where they could lie as well, shuffled from where they lie, or `anew` from the first way in which they could."""
    fits = _fitting(islands, state)
    tiles = list(state.tiles)
    easy = len(islands.content.layout.easy_centres)
    for low, high in ((0, easy), (easy, len(tiles))):
        if anew:
            tiles[low:high] = _first(sorted(tiles[low:high]), range(low, high), fits)
        for _ in range(MIXING):
            for i in range(high - 1, low, -1):
                j = low + chance.below(i - low + 1)
                if fits(tiles[i], j) and fits(tiles[j], i):
                    tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def _monsters(islands: Islands, state: State, new: State, island: Island, chance: Chance) -> None:
    """Draws the monsters that nobody has seen anew: those in the fog, and the faces of soldiers."""
    content = islands.content
    pools: dict[str, list[str]] = defaultdict(list)
    known = {at: kind for at, kind in state.monsters.items() if state.revealed >> at & 1 and at not in state.down}
    unknown = [kind for at, kind in state.monsters.items() if at not in known]
    for kind in sorted([*state.stock, *unknown]):
        pools[content.monsters[kind].family].append(kind)
    for pool in pools.values():
        chance.shuffle(pool)
    unseen = {at: pools[content.guards[island.feature[at]]].pop() for at in island.guarded if at in state.down or not state.revealed >> at & 1}
    new.monsters = dict(sorted({**known, **unseen}.items()))
    new.down = [at for at in unseen if content.guards[island.feature[at]] in content.face_down]
    new.stock = [kind for pool in pools.values() for kind in pool]
