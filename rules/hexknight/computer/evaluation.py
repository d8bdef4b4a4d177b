"""The features of a position by which it is evaluated, for each seat, at the beginning of a turn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.hexknight.combat import wounds_from
from rules.hexknight.computer.candidates import UNKNOWN_SOLDIER, around_twice
from rules.hexknight.computer.distances import FARTHEST, walks
from rules.hexknight.content import WOUND, Content
from rules.hexknight.island import Island, bits
from rules.hexknight.state import STARTING_CARDS, State

NAMES = (
    "score",
    "score_late",
    "score_later",
    "score_end",
    "score_last",
    "wounds_hand",
    "wounds_deck",
    "wounds_hand_end",
    "wounds_deck_end",
    "cards",
    "cards_end",
    "deck",
    "deck_end",
    "deck_lead",
    "armour",
    "hand_size",
    "attack",
    "defence",
    "speed",
    "meditation",
    "level_near",
    "now",
    "now_end",
    "hurt",
    "hurt_end",
    "best",
    "best_end",
    "second",
    "second_end",
    "field",
    "field_end",
    "ours",
    "ours_end",
    "explore",
    "home",
    "monastery",
    "circle",
    "tomb",
    "turn",
    "turn_end",
)
A_TURN = 3.2
"""Cards that a turn usually takes."""
TURNS = 4.2
"""Turns that a phase usually takes."""
NEAR = 4.0
"""By how many movement points one has to be nearer to a monster to be rather sure to have it."""


class Means(NamedTuple):
    """How many cards are not wounds, and their mean values."""

    cards: int
    attack: float
    defence: float
    speed: float
    meditation: float


class Target(NamedTuple):
    """A monster as a seat sees it: how far away it is, what is needed to block and to beat it, and what it brings."""

    paid: int
    block: int
    strike: int
    prize: float


class Clock(NamedTuple):
    """The size of the smallest deck still in use, about how many turns are left in this phase and in the game, and whether it is the last phase."""

    shortest: int
    turns: float
    rest: float
    last: bool


def _clock(state: State) -> Clock:
    shortest = min((len(hero.deck) for hero in state.heroes if not hero.finished), default=0)
    turns = 1.0 if state.last_round else 1 + shortest / A_TURN
    phases = state.phases - state.phase
    return Clock(shortest, turns, phases * TURNS + turns, phases == 0)


def rows(content: Content, island: Island, state: State) -> list[list[float]]:
    """The features of all seats, in the order of NAMES; none for seats that have resigned."""
    playing = [seat for seat in range(len(state.heroes)) if seat not in state.resigned]
    clock = _clock(state)
    targets = {seat: _targets(content, island, state, seat) for seat in playing}
    found: list[list[float]] = [[] for _ in state.heroes]
    for seat in playing:
        found[seat] = _row(content, island, state, seat, clock, targets)
    return found


def _row(content: Content, island: Island, state: State, seat: int, clock: Clock, targets: Mapping[int, dict[int, Target]]) -> list[float]:
    hero = state.heroes[seat]
    others = [theirs for other, theirs in targets.items() if other != seat]
    last, rest = clock.last, clock.rest
    turns = 0.0 if hero.finished else clock.turns
    share, ahead = min(rest, 12.0) / 12, min(rest, 3.0) / 3
    some = min(turns, 3.0) / 3 * last
    level = content.level(hero.experience)
    wounds = hero.wounds
    means = _means(content, hero.deck, hero.hand, hero.play, hero.discard)
    in_hand = [k for k in hero.hand if k != WOUND]
    hand_wounds = len(hero.hand) - len(in_hand)
    score = hero.experience + hero.ruins + means.cards - STARTING_CARDS - 2 * wounds + hero.head_start
    cards = 0 if hero.finished else min(len(in_hand), 8)
    deck = 0 if hero.finished else len(hero.deck)
    missing = next((line.experience - hero.experience for line in content.levels[level.level + 1 :]), 100)
    feature = island.feature[hero.at]
    now = hurt = ours = 0.0
    attack, defence, speed = 0.01, 0.01, 0.01
    for kind in in_hand:
        attack += content.attack[kind]
        defence += content.defence[kind]
        speed += content.speed[kind]
    size = level.hand_size
    usual = means.attack * size, means.defence * size, means.speed * size
    promises = []
    for at, (paid, block, strike, prize) in targets[seat].items():
        load = paid / speed + strike / attack
        if load <= 1.0 and not hero.finished:
            hurt = max(hurt, prize - 1.7 * wounds_from(block, level.armour))
            load += block / defence
            if load <= 1.15:
                now = max(now, prize if load <= 1.0 else 0.5 * prize)
        load = paid / usual[2] + strike / usual[0]
        whole = load + block / usual[1]
        promise = prize / max(whole, 0.6) if whole < 1.1 else prize / (load + 0.3 + 0.3 * wounds_from(block, level.armour))
        promises.append(promise)
        lead = min((other[at].paid if at in other else FARTHEST for other in others), default=FARTHEST) - paid
        ours += promise / (1 + math.exp(-lead / NEAR))
    promises.sort(reverse=True)
    promises += [0.0] * 2
    best, second, field = promises[0], promises[1], sum(promises[2:8])
    going_on = float(last and turns > 0)
    return [
        score,
        score / (rest + 1),
        score / math.sqrt(rest + 1),
        score * last,
        score * last / (rest + 0.3),
        hand_wounds * (not last),
        (wounds - hand_wounds) * (not last),
        hand_wounds * some,
        (wounds - hand_wounds) * some,
        cards * (not last),
        cards * some,
        deck * (not last),
        deck * some,
        max(min(deck - clock.shortest, 6), 0),
        level.armour * share,
        level.hand_size * share,
        means.attack * share,
        means.defence * share,
        means.speed * share,
        means.meditation * share,
        share / (1 + missing),
        now * (not last),
        now * last,
        max(hurt, now) * (not last),
        max(hurt, now) * last,
        best * (not last),
        best * going_on,
        second * (not last),
        second * going_on,
        field * share,
        field * going_on,
        ours * (not last),
        ours * going_on,
        (around_twice(island.grid)[hero.at] & ~state.revealed).bit_count() * share,
        (feature in ("village", "castle")) * ahead,
        (feature in ("monastery", "castle")) * min(hand_wounds, 2),
        feature == "magic_circle",
        feature == "tomb",
        seat == state.active,
        (seat == state.active) * last,
    ]


def _means(content: Content, *zones: list[str]) -> Means:
    counts: dict[str, int] = {}
    for zone in zones:
        for kind in zone:
            counts[kind] = counts.get(kind, 0) + 1
    counts.pop(WOUND, None)
    return _of_deck(content, tuple(sorted(counts.items())))


@lru_cache(4096)
def _of_deck(content: Content, counts: tuple[tuple[str, int], ...]) -> Means:
    whole = sum(n for _, n in counts)
    sums = [sum(n * values[kind] for kind, n in counts) for values in (content.attack, content.defence, content.speed, content.meditation)]
    attack, defence, speed, meditation = (total / max(whole, 1) for total in sums)
    return Means(whole, attack, defence, speed, meditation)


def _targets(content: Content, island: Island, state: State, seat: int) -> dict[int, Target]:
    """The monsters in sight that a seat can walk to."""
    beside, guards = island.grid.beside, state.guards
    left = [(at, beside[at]) for at in bits(guards)]
    found = {}
    for paid, hexes in walks(island, state.day, ~state.revealed | guards, guards, state.heroes[seat].at):
        if not left:
            break
        for at, near in left:
            if near & hexes:
                if at in state.down:
                    block, strike, prize = UNKNOWN_SOLDIER
                else:
                    monster = content.monsters[state.monsters[at]]
                    block, strike, prize = monster.attack, monster.defence, float(monster.experience)
                found[at] = Target(paid, block, strike, prize + (island.feature[at] == "ruins"))
        left = [pair for pair in left if not pair[1] & hexes]
    return found
