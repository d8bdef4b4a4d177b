"""Random games against the rules as they are written: slow and plain, from the content files and what the table shows."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from data.content import read
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_game
from tests.hexknight.table import RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "hexknight" and s.options.get("days") != "3"]
DATA = read("hexknight")
TERRAINS = {t["id"]: t for t in DATA["tiles"]["terrains"]}
FEATURES = {f["id"]: f for f in DATA["tiles"]["features"]}
FAMILY = {m["id"]: m["family"] for m in DATA["monsters"]["monsters"]}
KINDS = {c["id"]: c for c in DATA["cards"]["starting_deck"] + DATA["cards"]["special_stock"]}
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def cells(island):
    """All hexes by column and row: label, terrain, feature."""
    grid = island.grid
    return {grid.places[i]: (grid.labels[i], island.terrain[i], island.feature[i]) for i in range(len(grid.labels))}


def around(at, land):
    """HK-2.1: columns with an odd number lie half a hex lower."""
    x, y = at
    low = y if x % 2 else y - 1
    return [n for n in ((x, y - 1), (x + 1, low), (x + 1, low + 1), (x, y + 1), (x - 1, low + 1), (x - 1, low)) if n in land]


def figure(cell, name):
    """HK-2.2: the higher one of terrain and feature."""
    return max(TERRAINS[cell[1]][name], FEATURES[cell[2]][name])


def costs(land, start, price):
    """The smallest sums to every hex, by looking at all hexes until nothing gets cheaper. `price` is None where nobody goes."""
    found, rest = {start: 0}, {start}
    while rest:
        here = rest.pop()
        for there in around(here, land):
            cost = price(here, there)
            if cost is not None and found[here] + cost < found.get(there, 10_000):
                found[there] = found[here] + cost
                rest.add(there)
    return found


@pytest.mark.parametrize("day", [True, False])
@pytest.mark.parametrize("map", ["fixed", "random"])
def test_what_is_seen_from_every_hex(map, day):
    """HK-2.3: itself and its neighbours; what the budget reaches over the heights; and the neighbours of what it reaches with some left."""
    island = TestTable(map, seed=4).island
    land = cells(island)
    rng = random.Random(8)
    for at in rng.sample(sorted(land), 60):
        budget = figure(land[at], "view_day" if day else "view_night")
        reached = costs(land, at, lambda here, there: figure(land[there], "height"))
        seen = {at, *around(at, land), *(q for q, c in reached.items() if c <= budget)}
        seen |= {n for q, c in reached.items() if c < budget for n in around(q, land)}
        number = island.grid.index[land[at][0]]
        found = island.sight(number, day)
        assert {place for i, place in enumerate(island.grid.places) if found >> i & 1} == seen


@every_setup
def test_where_one_can_walk(setup):
    """HK-6.2, HK-6.3, HK-6.4, HK-6.7, HK-6.9: by what the table shows; the cheapest costs, and what the hand would pay for as well."""
    tried = 0
    for seed in range(2):
        for state, seat, _, _ in random_game(setup, seed):
            board = RULES.view(state, seat).board
            if board.turn.step != "movement":
                assert (board.turn.reach, board.turn.beyond, board.points) == ((), (), 0)
                continue
            tried += 1
            land = {(h.x, h.y): (h.label, h.terrain, h.feature) for h in board.hexes}
            name = {cell[0]: at for at, cell in land.items()}
            monsters = {name[m.hex] for m in board.monsters}
            heroes = {name[h.hex] for h in board.heroes if h.hex and h.seat != seat}

            def price(here, there, land=land, monsters=monsters, heroes=heroes, day=board.day):
                cost = TERRAINS[land[there][1]]["cost_day" if day else "cost_night"]
                guarded = any(m in around(here, land) and m in around(there, land) for m in monsters)
                return None if there in monsters | heroes or guarded else cost

            start = name[board.heroes[seat].hex]
            found = costs(land, start, price)
            del found[start]
            have = state.residue + sum(c.speed for c in board.turn.play)
            more = sum(c.speed for c in board.hand)
            assert board.points == board.turn.points == have
            assert dict(board.turn.reach) == {land[at][0]: c for at, c in found.items() if c <= have}
            assert dict(board.turn.beyond) == {land[at][0]: c for at, c in found.items() if have < c <= have + more}
            assert [c for _, c in board.turn.reach] == sorted(c for _, c in board.turn.reach)
            steps = {w.text for w in RULES.words(state, seat, ("step",))}
            assert steps == {land[n][0] for n in around(start, land) if (price(start, n) or 99) <= have}
    assert tried > 20


@every_setup
def test_heroes_as_everybody_sees_them(setup):
    """HK-8.1, HK-12.1: level, armour and what comes next follow from the experience; the score from its parts."""
    levels = DATA["levels"]["levels"]
    for _, _, _, step in random_game(setup, 6):
        for hero in RULES.view(step.state, None).board.heroes:
            line = max((one for one in levels if one["experience"] <= hero.experience), key=lambda one: one["level"])
            following = [one["experience"] for one in levels if one["experience"] > hero.experience]
            assert (hero.level, hero.armour, hero.next_level) == (line["level"], line["armour"], min(following, default=None))


@every_setup
def test_monsters_as_everybody_sees_them(setup):
    """HK-1.8, HK-2.6: soldiers show their family alone until they are turned up, then all figures; nothing shows in the fog."""
    data = {m["id"]: m for m in DATA["monsters"]["monsters"]}
    for _, _, _, step in random_game(setup, 7):
        state = step.state
        over = RULES.outcome(state) is not None
        board, labels = RULES.view(state, None).board, RULES.island(state).grid.labels
        seen = {h.label for h in board.hexes}
        assert {m.hex for m in board.monsters} == {labels[at] for at in state.monsters if over or labels[at] in seen}
        for monster in board.monsters:
            at = labels.index(monster.hex)
            kind = data[state.monsters[at]]
            down = at in state.down and not over
            metrics = ("", 0, 0, 0) if down else (kind["id"], kind["attack"], kind["defence"], kind["experience"])
            assert monster == (monster.hex, kind["family"], *metrics)


@every_setup
def test_every_card_that_is_drawn_is_told_to_its_owner(setup):
    """HK-3.3, HK-5.2, HK-5.4, HK-11.5: what comes into a hand from a deck is what `drew` tells, and nobody else is told."""
    drew = 0
    for seed in range(3):
        for state, seat, action, step in random_game(setup, seed):
            told = Counter(c for e in step.events if e.kind == "drew" and e.facts["seat"] == seat for c in e.facts["cards"])
            drew += bool(told)
            assert all(e.to == (e.facts["seat"],) for e in step.events if e.kind == "drew")
            if step.state.phase == state.phase and action[0] == "confirm" and state.step in ("exchange", "preparation"):
                before, after = state.heroes[seat], step.state.heroes[seat]
                assert Counter(after.hand) == Counter(before.hand) + told
                gain = [1 if state.step == "exchange" else KINDS[c]["meditation"] if c in KINDS else 0 for c in before.play]
                assert told.total() <= sum(gain) <= told.total() + (0 if before.deck[sum(gain) :] else 99)
    assert drew


def test_the_highest_level_has_no_next():
    """HK-8.1: on every line, and one point before it."""
    for n, line in enumerate(DATA["levels"]["levels"]):
        for experience in (line["experience"], line["experience"] - 1):
            if experience < 0:
                continue
            hero = RULES.view(TestTable().hero(0, experience=experience).turn(0).state, 1).board.heroes[0]
            level = n if experience == line["experience"] else n - 1
            nexts = [one["experience"] for one in DATA["levels"]["levels"][level + 1 :]]
            assert (hero.level, hero.next_level) == (level, nexts[0] if nexts else None)


def everything(state):
    """All monsters by family, and all cards: those of each hero, and those of the stock."""
    monsters = Counter([*state.stock, *state.monsters.values()])
    heroes = [Counter([*h.deck, *h.hand, *h.play, *h.discard]) for h in state.heroes]
    return monsters, heroes, Counter([*state.special, *state.offer])


@every_setup
def test_imagined_worlds_are_made_of_the_same_things(setup):
    """Section 13: what nobody has seen is drawn anew, and nothing is lost or made by it; guards stay with what they guard."""
    changed = Counter()
    for n, (state, seat, _, _) in enumerate(random_game(setup, 2)):
        if n % 7:
            continue
        for viewer in (seat, None):
            other = RULES.imagine(state, viewer, Chance.of(n))
            now, then = everything(state), everything(other)
            assert (now[0], now[2]) == (then[0], then[2])
            assert now[1] == then[1]
            island = RULES.island(other)
            guards = {at: next(f["id"] for f in DATA["monsters"]["families"] if island.feature[at] in f["features"]) for at in other.monsters}
            assert {at: FAMILY[kind] for at, kind in other.monsters.items()} == guards
            for at, kind in state.monsters.items():
                if state.revealed >> at & 1 and at not in state.down:
                    assert other.monsters[at] == kind
            changed["monsters"] += other.monsters != state.monsters
            changed["stock"] += other.special != state.special
            changed["tiles"] += other.tiles != state.tiles
            changed["deck"] += [h.deck for h in other.heroes] != [h.deck for h in state.heroes]
    assert changed["monsters"]
    assert changed["stock"]
    assert changed["deck"]
    assert bool(changed["tiles"]) == (setup.options.get("map") != "fixed")
