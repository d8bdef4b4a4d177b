"""Checks a loaded state (HK-1 to HK-13)."""

from __future__ import annotations

from rules.hexknight.content import WOUND
from rules.hexknight.ending import TURN_LIMIT
from rules.hexknight.island import Island, Islands
from rules.hexknight.state import STEPS, Hero, State
from rules.parts.validation import distinct, known, need, within

MOST_CARDS = 1_000
"""More than a hero ever owns."""


def check(islands: Islands, state: State) -> range:
    """The seats of a state, if it is possible in this game. Raises ValueError."""
    content, seats = islands.content, range(len(state.heroes))
    within(state.days, 1, 9, "days")
    within(len(seats), 2, 3, "heroes")
    if state.tiles:
        spots = len(content.layout.easy_centres)
        for kind, tiles in (("easy", state.tiles[:spots]), ("hard", state.tiles[spots:])):
            known(tiles, content.tiles_of(kind), "metatiles")
    island = islands.random(tuple(state.tiles)) if state.tiles else islands.fixed()
    within(state.phase, 1, state.phases, "phase")
    known([state.active], seats, "whose turn it is")
    known([state.step], (*STEPS, "over"), "step")
    known(state.resigned, seats, "resigned")
    distinct(state.resigned, "resigned")
    need(len(state.resigned) < len(seats), "resigned")
    for hero in state.heroes:
        _hero(islands, island, hero)
    known([*state.offer, *state.special], content.special, "special cards")
    _monsters(islands, island, state)
    _turn(islands, island, state)
    return seats


def _hero(islands: Islands, island: Island, hero: Hero) -> None:
    content = islands.content
    known([hero.at], range(len(island.grid.labels)), "hex")
    need(island.terrain[hero.at], "hex")
    zones = [*hero.deck, *hero.hand, *hero.play, *hero.discard]
    known(zones, {*content.cards, WOUND}, "cards")
    within(len(zones), 0, MOST_CARDS, "cards")
    within(hero.top, 0, len(hero.deck), "known cards")
    within(hero.bottom, 0, len(hero.deck), "known cards")
    within(hero.due, 0, len(content.levels), "selections")
    within(hero.turns, 0, TURN_LIMIT * 2, "turns")
    for number in (hero.experience, hero.ruins, hero.idle):
        need(number >= 0, "figures")


def _monsters(islands: Islands, island: Island, state: State) -> None:
    """Checks that monsters are where some were at the beginning, of a kind that was there."""
    content, hexes = islands.content, range(len(island.grid.labels))
    known(state.monsters, island.guarded, "guarded hexes")
    known([*state.monsters.values(), *state.stock], content.monsters, "monsters")
    for at, kind in state.monsters.items():
        need(content.monsters[kind].family == content.guards[island.feature[at]], "a monster of another kind")
    known(state.down, state.monsters, "monsters")
    distinct(state.down, "monsters")
    for at in state.down:
        need(content.monsters[state.monsters[at]].family in content.face_down, "a monster that is never face down")
    within(state.revealed, 0, (1 << len(hexes)) - 1, "revealed")
    within(state.known, 0, (1 << len(hexes)) - 1, "known")
    known(state.trail, hexes, "hexes")
    seats = range(len(state.heroes))
    if state.fight:
        known([state.fight.at], hexes, "hexes")
        known([state.fight.seat], seats, "seats")
        known([state.fight.monster], content.monsters, "monsters")
    for won in state.victories:
        known([won.at], hexes, "hexes")
        known([won.seat], seats, "seats")
        known([won.monster], content.monsters, "monsters")
        need(len(won.scores) == len(seats), "scores")


def _turn(islands: Islands, island: Island, state: State) -> None:
    """Checks that the step has something to decide, if the game goes on."""
    within(state.target, -1, len(island.grid.labels) - 1, "target")
    need(state.residue >= 0, "movement points")
    if state.step == "over":
        return
    need(state.active not in state.resigned and not state.hero.finished, "whose turn it is")
    need(state.step not in ("defence", "attack") or state.target in state.monsters, "target")
    need(state.step != "selection" or (state.offer and state.hero.due), "nothing to select")
