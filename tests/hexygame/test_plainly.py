"""Random games against the rules as they are written: slow and plain, from the content files and what the table shows."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from data.content import read
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import COLORS, POOL, Cost
from rules.hexygame.map import FLAGS, ORDER, PLACES
from rules.hexygame.position import Field
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_action
from tests.hexygame.knowledge import KNOWING
from tests.hexygame.table import CONTENT, RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "hexygame"]
DATA = {c["id"]: c for c in read("hexygame")["cards"]["cards"]}
CARDS = {word: DATA[card.id] for word, card in CONTENT.cards.items()}
SLOW = ("cast", "move", "attack", "activate")


# Energy (section 5)


def costs_and_pools():
    rng = random.Random(6)
    for _ in range(200):
        cost = Cost(generic=rng.randint(0, 4), **{c: rng.choice((0, 0, 0, 1, 2)) for c in COLORS})
        yield cost, tuple(rng.choice((0, 0, 1, 2, 3)) for _ in POOL)


def payments(pool, cost):
    """HX-4.4, HX-5.8: all energies of a pool that pay a cost to the point: its colours, and any for the rest."""
    found = []
    for spent in product(*(range(n + 1) for n in pool)):
        if sum(spent) == cost.generic + sum(cost.colors) and all(n >= need for n, need in zip(spent[1:], cost.colors, strict=True)):
            found.append("".join(c.lower() * n for c, n in zip(POOL, spent, strict=True)))
    return found


def test_all_ways_to_pay():
    """HX-4.4, HX-5.8: against every part of the pool; more than one way is a choice."""
    for cost, pool in costs_and_pools():
        found = payments(pool, cost)
        assert sorted(energy.ways(pool, cost)) == (sorted(found) if cost.generic or sum(cost.colors) else [])
        assert energy.has_choice(pool, cost) == (len(found) > 1)
        assert (energy.missing(pool, cost) == "") == bool(found)


def test_what_is_missing():
    """HX-4.4: added to the pool it is just enough, and with any one energy less it is not."""
    for cost, pool in costs_and_pools():
        lack = energy.missing(pool, cost)
        generic, colours = lack.rstrip(COLORS), lack.lstrip("0123456789")
        for spare in COLORS:
            whole = list(pool)
            for c in colours:
                whole[POOL.index(c)] += 1
            whole[POOL.index(spare)] += int(generic or 0)
            assert payments(tuple(whole), cost)
        for i, letter in enumerate(colours):
            less = list(pool)
            for c in colours[:i] + colours[i + 1 :]:
                less[POOL.index(c)] += 1
            less[0] += int(generic or 0) + 9
            assert not payments(tuple(less), cost), letter
        if generic:
            less = list(pool)
            for c in colours:
                less[POOL.index(c)] += 1
            less[0] += int(generic) - 1
            assert not payments(tuple(less), cost)


def test_what_is_paid_where_nothing_is_said():
    """HX-5.8: colourless first, then of the colour of which most is left, the first in their order of equals."""
    for cost, pool in costs_and_pools():
        if not payments(pool, cost):
            continue
        left = [pool[0], *(n - need for n, need in zip(pool[1:], cost.colors, strict=True))]
        for _ in range(cost.generic):
            at = 0 if left[0] else next(i for i in range(1, 6) if left[i] == max(left[1:]))
            left[at] -= 1
        assert energy.paid(pool, cost) == tuple(left)


def test_energies_as_words():
    for _, pool in costs_and_pools():
        word = "".join(c.lower() * n for c, n in zip(POOL, pool, strict=True))
        assert energy.spelled(pool) == word
        assert energy.read(word) == pool
        if len(set(word)) > 1:
            assert energy.read(word[::-1]) is None
    for wrong in ("x", "C", "c r", "rc"):
        assert energy.read(wrong) is None
    assert energy.more((0, 1, 2, 3, 4, 5), POOL[3], 2) == (0, 1, 2, 5, 4, 5)


def test_which_buildings_fill_the_pool():
    """HX-5.2, HX-5.9: what is missing and no more, colours first, from the fullest building and the first on the map; never the last counter."""
    rng = random.Random(7)
    buildings = {"red_hearth": "R", "blue_jetty": "B", "violet_crypt": None, "yellow_hall": "Y"}
    buildings = {w: CARDS[w]["produces"] for w in buildings}
    hexes = ["d2", "e2", "f2", "d3", "e3", "c3"]
    tried = 0
    for _ in range(250):
        table = TestTable()
        wells = {}
        for at in rng.sample(hexes, rng.randint(0, 4)):
            word, points = rng.choice(list(buildings)), rng.randint(1, 4)
            table.put(0, word, at, points=points)
            wells[at] = [points - 1, buildings[word]]
        cost = Cost(generic=rng.randint(0, 3), **{c: rng.choice((0, 0, 0, 1)) for c in COLORS})
        table.pool(0, rng.choice(("", "C", "R", "CB", "RY")))
        pool = table.state.sides[0].pool
        lack = energy.missing(pool, cost)
        wanted, taken = [*lack.lstrip("0123456789"), *[None] * int(lack.rstrip(COLORS) or 0)], Counter()
        for colour in wanted:
            able = [at for at in sorted(wells) if wells[at][0] > 0 and colour in (None, wells[at][1])]
            if not able:
                taken = None
                break
            best = max(wells[at][0] for at in able)
            at = next(at for at in able if wells[at][0] == best)
            wells[at][0] -= 1
            taken[at] += 1
        found = energy.plan(Field(CONTENT, table.state), 0, cost)
        assert {w.hex: w.amount for w in found} == dict(taken or {})
        assert [w.hex for w in found] == sorted(w.hex for w in found)
        assert energy.plan_word(found) == "+".join(f"{w.hex}x{w.amount}" for w in found)
        tried += bool(taken)
    assert tried > 30


# What is offered


def games(seed, most=400):
    """Games at random in which cards are played rather than made energy, with energy for everything every other time."""
    setup = SETUPS[0]
    rng = random.Random(seed)
    state = RULES.setup(setup.seats, setup.options, seed).state
    decks = [RULES.decks.code(KNOWING), *RULES.presets]
    for n in range(most):
        acting = RULES.to_act(state)
        if not acting:
            return
        seat = acting[0]
        if state.stage == "play" and n % 2:
            state = state.copy()
            state.sides[seat].pool = (3, 2, 2, 2, 2, 2)
        if state.stage == "deck":
            action = ("deck", rng.choice(decks))
        else:
            thought = [random_action(RULES, state, seat, rng) for _ in range(3)]
            action = next((a for a in thought if a[0] not in ("draw", "discard", "pass")), thought[0])
        step = RULES.apply(state, seat, action)
        yield state, seat, action, step
        state = step.state


def several(seeds):
    return (found for seed in seeds for found in games(seed))


def steps(a, b):
    """HX-2.1: how far two hexes lie apart on the map."""
    (q, r), (s, t) = PLACES[a], PLACES[b]
    return max(abs(q - s), abs(r - t), abs(q - s + r - t))


def at_hand(state, seat, board, spared=""):
    """All energy that a seat could have: the pool, and the buildings but for their last counters."""
    wells = [r for r in board.realities if r.owner == seat and r.type == "building" and not r.settling and r.hex != spared]
    return sum(state.sides[seat].pool) + sum(r.points - 1 for r in wells if r.points > 1)


def test_who_may_move_and_attack():
    """HX-2.4, HX-9.1, HX-9.2, HX-9.3, HX-10.1: in the own Main Phase on an empty stack, by the numbers that everybody sees."""
    tried = Counter()
    for state, seat, _, _ in several(range(5)):
        if RULES.decision(state, seat).kind not in ("main", "respond"):
            continue
        board = RULES.view(state, seat).board
        words = {w.text for w in RULES.words(state, seat, ())}
        slow = seat == state.active and state.phase == "main" and not state.stack and not state.after_combat
        if not slow:
            assert not words & {"move", "attack"}
            continue
        energies = at_hand(state, seat, board)
        there = {r.hex: r for r in board.realities}
        able = [r for r in board.realities if r.owner == seat and r.die and r.die <= 5]
        moves, attacks = {}, {}
        for r in able:
            extra = sum(s.modify.move_energy for s in CONTENT.statics[r.card]) if r.type else 0
            near = {h for h in ORDER if steps(r.hex, h) == 1 and h not in there}
            if near and "move" not in r.cannot and energies >= max(0, 1 + extra):
                moves[r.hex] = near
            enemies = {
                e.hex
                for e in board.realities
                if e.owner != seat
                and steps(r.hex, e.hex) <= r.range
                and ("flying" not in e.keywords or r.range >= 2 or {"flying", "reach"} & set(r.keywords))
            }
            if r.attack >= 1 and enemies and "attack" not in r.cannot and energies >= 1:
                attacks[r.hex] = enemies
        assert {w.text for w in RULES.words(state, seat, ("attack",))} == set(attacks)
        for at, targets in attacks.items():
            assert {w.text for w in RULES.words(state, seat, ("attack", at))} == targets
            tried["attack"] += 1
        if not any(s.modify.move_energy for r in board.realities for c in (r.card, *(u for u, _ in r.under)) for s in CONTENT.statics[c]):
            assert {w.text for w in RULES.words(state, seat, ("move",))} == set(moves)
            for at, to in moves.items():
                assert {w.text for w in RULES.words(state, seat, ("move", at))} == to
                tried["move"] += 1
    assert tried["move"] > 5


def test_where_realities_are_cast_and_energy_is_drawn():
    """HX-2.4, HX-5.2, HX-5.3, HX-5.9, HX-6.1, HX-6.3: into the empty hexes of the Sphere, in the own Main Phase; from buildings that give."""
    tried = 0
    for state, seat, _, _ in several(range(10, 15)):
        if RULES.decision(state, seat).kind not in ("main", "respond"):
            continue
        board = RULES.view(state, seat).board
        there = {r.hex: r for r in board.realities}
        buildings = [r for r in board.realities if r.owner == seat and r.type == "building"]
        sphere = {h for h in ORDER for b in buildings if steps(h, b.hex) == 1} if buildings else {FLAGS[seat]}
        assert set(board.sides[seat].sphere) == sphere
        wells = {r.hex: r.points for r in buildings if r.points > 0 and not r.settling}
        assert [w.text for w in RULES.words(state, seat, ("draw",))] == sorted(wells, key=ORDER.__getitem__)
        for at, n in wells.items():
            assert [w.text for w in RULES.words(state, seat, ("draw", at))] == [str(k) for k in range(1, n + 1)]
        hand = state.sides[seat].hand
        assert {w.text for w in RULES.words(state, seat, ("discard",))} == set(hand)
        slow = seat == state.active and state.phase == "main" and not state.stack and not state.after_combat
        castable = {w.text for w in RULES.words(state, seat, ("cast",))}
        assert {c.face.word for c in board.hand if c.castable} == castable
        for word in set(hand):
            card = CARDS[word]
            if card["type"] != "wizardry":
                assert word not in castable or slow
            if "attack" in card and word in castable:
                tried += 1
                assert {w.text for w in RULES.words(state, seat, ("cast", word))} == sphere - set(there)
    assert tried > 10


@pytest.mark.parametrize("seed", range(3))
def test_imagined_worlds_are_made_of_the_same_cards(seed):
    """Section 13: what is in the own library and hand stays, only its order changes; the other side keeps its numbers of cards and what was shown."""
    changed = Counter()
    for n, (state, _, _, _) in enumerate(games(seed + 20)):
        if n % 9 or state.stage == "deck":
            continue
        for viewer in (0, 1, None):
            world = RULES.imagine(state, viewer, Chance.of(n))
            for s, (now, then) in enumerate(zip(state.sides, world.sides, strict=True)):
                assert (len(now.library), len(now.hand), now.graveyard, now.pool) == (len(then.library), len(then.hand), then.graveyard, then.pool)
                assert viewer is None or not Counter(now.shown) - Counter(then.hand), "what a seat was shown, who watches does not know"
                if s == viewer:
                    assert now.hand == then.hand
                    assert Counter(now.library) == Counter(then.library)
                    assert now.library[len(now.library) - now.sunk :] == then.library[len(then.library) - now.sunk :]
                    changed["order"] += now.library != then.library
                else:
                    assert (then.topped, then.peeked, then.sunk) == (0, 0, 0), "where its cards lie its owner may know, nobody else"
                    changed["hand"] += now.hand != then.hand
    assert changed["order"]
    assert changed["hand"]


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_lost_or_made(seed):
    """HX-1.2, HX-4.5, HX-11.5, HX-11.6: what each seat brought is in its zones, on the map, under a reality or on the stack; one on a hex."""
    brought = {}
    for _, _, _, step in games(seed + 30):
        state = step.state
        if state.stage != "play" or RULES.outcome(state):
            continue
        owned = [Counter([*side.library, *side.hand, *side.graveyard]) for side in state.sides]
        for r in state.realities.values():
            owned[r.owner][r.card] += 1
            for enchantment in r.under:
                owned[enchantment.owner][enchantment.card] += 1
        items = [*state.stack, *([state.resolving.item] if state.resolving else [])]
        for item in items:
            owned[item.seat][item.card] += item.kind == "spell"
        for seat, cards in enumerate(owned):
            assert +cards == brought.setdefault(seat, +cards)
            assert cards.total() == sum(state.sides[seat].deck.values())
        assert len({r.hex for r in state.realities.values()}) == len(state.realities)
        assert all(r.points >= 0 and min(side.pool, default=0) >= 0 for r in state.realities.values() for side in state.sides)
