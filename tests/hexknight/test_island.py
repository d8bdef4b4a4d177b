"""Components, map, sight, exploration, setup (sections 1 to 3)."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from data.content import read
from data.rulebook import rulebook
from rules.game import Refused
from rules.hexknight import build
from rules.hexknight.content import WOUND
from rules.parts.engine import Faults
from rules.randomness import Chance
from tests.every_game.setups import Setup, random_game
from tests.hexknight.table import RULES, TestTable

CONTENT = RULES.content


def owned(state) -> Counter:
    """All special cards of a game, wherever they are."""
    found = Counter(state.offer + state.special)
    for hero in state.heroes:
        found += Counter(k for k in hero.deck + hero.hand + hero.play + hero.discard if k in CONTENT.special)
    return found


# Components and zones


def test_components():
    """HK-1.1 to HK-1.5, HK-1.8: seats, cards, monsters as the tables have them; wounds have no values. HK-R7."""
    assert list(RULES.seats) == [2, 3]
    with pytest.raises(Refused, match="wrong_seats"):
        RULES.setup(4, {}, 1)
    rows = {
        "surprise_attack": (2, 1, 2, 0), "protection": (1, 2, 2, 0), "war_cry": (2, 2, 1, 0), "secret_path": (1, 1, 2, 1),
        "oasis": (1, 1, 2, 2), "shield": (1, 3, 2, 0), "fortress": (2, 3, 1, 0), "sacrifice": (4, 1, 1, 0),
        "versatility": (2, 2, 2, 1), "pursuit": (2, 1, 3, 0), "plate_armour": (1, 4, 0, 1), "wound": (0, 0, 0, 0),
    }  # fmt: skip
    assert {c.id: (c.attack, c.defence, c.speed, c.meditation) for c in CONTENT.cards.values()} == rows
    assert set(Counter(CONTENT.start).values()) == set(Counter(CONTENT.special).values()) == {4}
    assert (len(CONTENT.start), len(CONTENT.special), CONTENT.offer_size) == (16, 28, 3)
    monsters = {m.id: (m.family, m.copies, m.attack, m.defence, m.experience) for m in CONTENT.monsters.values()}
    assert monsters == {
        "marauder": ("orc", 10, 2, 2, 2), "warrior": ("orc", 10, 3, 2, 3), "green_dragon": ("dragon", 8, 5, 5, 6),
        "red_dragon": ("dragon", 8, 7, 7, 8), "archer": ("soldier", 8, 4, 2, 4), "guard": ("soldier", 8, 4, 4, 5),
        "spectre": ("undead", 8, 2, 6, 5), "vampire": ("undead", 8, 6, 4, 6),
    }  # fmt: skip


def test_wounds_cannot_be_played():
    """HK-1.5, HK-9.3: a wound is neither played for a value nor discarded; only healing or an exchange takes it away."""
    table = TestTable().hero(0, hand="w sa", deck="9*sa").turn(0)
    assert table.step == "movement"
    assert table.refusal("play w").rule == "HK-1.5"
    table.act("confirm")
    assert (table.step, table.refusal("play w").reason) == ("rest", "wound_stays")


def test_content_that_is_wrong_is_refused():
    """HK-1.2, HK-1.3: faults are named, all at once."""
    broken = {**read("hexknight"), "levels": {"levels": []}}
    broken["map_fixed"] = {**broken["map_fixed"], "hexes": [[0, 0, "lava", "none"]]}
    with pytest.raises(Faults) as error:
        build(broken)
    assert len(error.value.faults) == 3
    with pytest.raises(Faults, match="cards"):
        build({})


def points(seats):
    """HK-12.5: of a table with the usual options."""
    lines = read("hexknight")["seats"]["compensation"]
    return next(line["points"] for line in lines if (line["map"], line["days"], len(line["points"])) == ("random", 2, seats))


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_is_lost_or_made(seats):
    """HK-1.2, HK-1.4, HK-1.6, HK-1.7, HK-12.5: 16 starting cards a seat and 28 special ones through a whole game; the score always adds up."""
    for _, _, _, step in random_game(Setup("hexknight", seats, {}), 5, random.Random(8)):
        state = step.state
        assert owned(state) == Counter(CONTENT.special)
        for hero, seat in zip(state.heroes, points(seats), strict=True):
            zones = hero.deck + hero.hand + hero.play + hero.discard
            assert Counter(k for k in zones if k in CONTENT.start) == Counter(CONTENT.start)
            assert hero.score == hero.experience + hero.ruins + len([k for k in zones if k in CONTENT.special]) - 2 * zones.count(WOUND) + seat


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
@pytest.mark.parametrize(("entry", "kinds"), [("HK-1.3", "starting_deck"), ("HK-1.4", "special_stock")])
def test_the_rulebook_names_the_values_of_cards(language, entry, kinds):
    """HK-1.2, HK-1.3, HK-1.4: attack, defence, speed and meditation of each kind, in the order of the data."""
    wanted = [[c[name] for name in ("attack", "defence", "speed", "meditation")] for c in read("hexknight")["cards"][kinds]]
    told = re.findall(r"\(([^()]*)\)", rulebook("hexknight", language)[entry].text)
    assert [[int(n) for n in re.findall(r"\d+", values)] for values in told] == wanted


# Map, sight, exploration


def test_directions():
    """HK-2.1: flat-topped hexes, odd columns half a hex lower, neighbours in the fixed order."""
    grid = TestTable().island.grid

    def around(label):
        return [grid.labels[i] for i in grid.around[grid.index[label]]]

    assert around("c5") == ["c4", "d4", "d5", "c6", "b5", "b4"]
    assert around("d5") == ["d4", "e5", "e6", "d6", "c6", "c5"]


def test_terrain_table():
    """HK-2.2: costs, sight and heights by day and by night. HK-R2, HK-R28."""
    table = {t.id: (t.cost_day, t.cost_night, t.view_day, t.view_night, t.height) for t in CONTENT.terrains.values()}
    assert table == {
        "plains": (2, 2, 2, 1, 1), "forest": (3, 5, 1, 1, 2), "arid": (4, 4, 2, 1, 1), "hills": (4, 4, 3, 1, 3),
        "desert": (5, 3, 2, 1, 1), "swamp": (4, 4, 2, 1, 1), "mountain": (None, None, 4, 2, 4), "sea": (None, None, 2, 1, 1),
    }  # fmt: skip
    island = TestTable("random").island
    tower = next(i for i, f in enumerate(island.feature) if f == "tower")
    assert (island.view[True][tower], island.view[False][tower], island.high[tower]) == (3, 1, 3)
    harmless = {f for f in CONTENT.features if f not in ("castle", "tower")}
    assert all((f.view_day, f.view_night, f.height) == (0, 0, 0) for f in CONTENT.features.values() if f.id in harmless)


def test_mountains_and_sea_cannot_be_entered():
    """HK-2.2, HK-14.2: impassable comes before guards and points."""
    table = TestTable().hero(0, "e7", hand="4*pursuit", deck="sa").turn(0).play("4*pursuit")
    assert table.refusal("step f6").reason == "impassable"
    assert table.refusal("travel f6").reason == "impassable"


def test_revealed_is_common_and_for_good():
    """HK-2.4, HK-2.5, HK-6.8: what one hero sees, all see from then on. HK-R30."""
    table = TestTable().dark().hero(0, hand="4*sa", deck="sa").turn(0)
    before = table.state.revealed
    table.play("4*sa").act("step d13", "step e13")
    assert table.state.revealed & before == before
    assert table.state.revealed != before
    new = {h.label for h in RULES.view(table.state, 1).board.hexes}
    assert "f13" in new
    assert new == {h.label for h in RULES.view(table.state, None).board.hexes}
    assert table.last("revealed")["seat"] == 0


def test_new_phase_looks_anew():
    """HK-2.5, HK-11.5: all heroes look around when a phase begins."""
    table = TestTable().night().dark().hero(0, deck="", hand="pr").hero(1, "d11", deck="sa", hand="pr")
    table.turn(0)
    seen = table.state.revealed
    table.pass_turn()
    table.pass_turn()
    assert table.state.day
    assert table.state.revealed.bit_count() > seen.bit_count()


def test_soldiers_face_down():
    """HK-2.6, HK-13.2: a soldier shows its face by day beside a hero, or when provoked; by night it stays hidden. HK-R27."""
    table = TestTable().monsters(i12="guard").hero(0, "h12", hand="sa", deck="sa").hero(1, "g12").turn(0)
    soldier = RULES.view(table.state, 0).board.monsters[0]
    assert (soldier.family, soldier.kind, soldier.attack) == ("soldier", "", 0)
    table = TestTable().monsters(i12="guard").hero(0, "g13", hand="3*pursuit", deck="sa").turn(0).play("3*pursuit")
    table.act("step h12")
    assert table.last("turned_up") == {"hex": "i12", "monster": "guard"}
    assert RULES.view(table.state, None).board.monsters[0].kind == "guard"
    night = TestTable().monsters(i12="guard").night().hero(0, "g13", hand="3*pursuit", deck="sa").turn(0).play("3*pursuit")
    night.act("step h12")
    assert not night.all("turned_up")
    night.act("confirm", "provoke i12")
    assert night.last("turned_up")["monster"] == "guard"


def test_soldiers_are_turned_up_at_daybreak():
    """HK-2.6, HK-11.5: castles are checked at the start of a day."""
    table = TestTable().monsters(i12="guard").night().hero(0, "h12", deck="", hand="pr").hero(1, deck="3*sa", hand="sa").turn(0)
    table.pass_turn()
    assert not table.all("turned_up")
    table.pass_turn()
    assert table.state.day
    assert table.last("turned_up")["hex"] == "i12"


@pytest.mark.parametrize("seed", range(30))
def test_random_map(seed):
    """HK-2.7, HK-2.8, HK-3.1: 19 metatiles on their centres, 133 hexes without overlap, 32 guards of the right families."""
    state = RULES.setup(2, {}, seed).state
    island = RULES.island(state)
    layout = CONTENT.layout
    assert (layout.width, layout.height, layout.start_centre) == (16, 16, (2, 12))
    assert sorted(state.tiles[:10]) == sorted(f"easy_{n}" for n in range(1, 11))
    assert sorted(state.tiles[10:]) == sorted(f"hard_{n}" for n in range(1, 9))
    covered = [at for centre in (layout.start_centre, *RULES.islands.centres) for at in RULES.islands.covered(centre)]
    assert len(covered) == len(set(covered)) == 133
    places = [island.grid.places[at] for at in covered]
    assert {v for place in places for v in place} <= set(range(1, 15))
    rest = [i for i in range(256) if i not in covered]
    assert {(island.terrain[i], island.feature[i]) for i in rest} == {("sea", "none")}
    families = Counter(CONTENT.monsters[kind].family for kind in state.monsters.values())
    assert families == {"orc": 9, "dragon": 6, "soldier": 9, "undead": 8}
    for at, kind in state.monsters.items():
        assert CONTENT.guards[island.feature[at]] == CONTENT.monsters[kind].family
    assert Counter([*state.stock, *state.monsters.values()]) == Counter(CONTENT.stock)
    assert [at for at in state.monsters if at in state.down] == [at for at in state.monsters if island.feature[at] == "castle"]


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("seed", range(40))
def test_beating_everything_opens_the_island(seed):
    """HK-2.7: fighting on, one can always get everywhere, or to a neighbouring hex of every monster."""
    state = RULES.setup(2, {}, seed).state
    island = RULES.island(state)
    left = set(state.monsters)
    reached: set[int] = set()
    while True:
        frontier, reached = [island.portal], {island.portal}
        while frontier:
            here = frontier.pop()
            for there in island.grid.around[here]:
                near = {m for m in left if island.grid.beside[here] >> m & 1 and island.grid.beside[there] >> m & 1} if there >= 0 else set()
                if there >= 0 and there not in reached and there not in left and island.cost[1][there] and not near:
                    reached.add(there)
                    frontier.append(there)
        beatable = {m for m in left if any(island.grid.beside[m] >> r & 1 for r in reached)}
        if not beatable:
            break
        left -= beatable
    land = {i for i in range(256) if island.cost[1][i]}
    assert not left
    assert land == reached


def test_fixed_map():
    """HK-2.9: the 15x15 map with 25 monsters and the portal on (2, 13)."""
    state = RULES.setup(3, {"map": "fixed"}, 9).state
    island = RULES.island(state)
    assert (island.grid.width, island.grid.height, len(state.monsters)) == (15, 15, 25)
    assert island.grid.places[island.portal] == (2, 13)


# Setup


def test_setup():
    """HK-3.1, HK-3.2, HK-3.3, HK-1.6: everybody on the portal with five cards, level 0, armour 2; seat 0 begins by day."""
    step = RULES.setup(3, {}, 3)
    state = step.state
    assert {hero.at for hero in state.heroes} == {RULES.island(state).portal}
    for hero in state.heroes:
        assert sorted(hero.deck + hero.hand) == sorted(CONTENT.start)
        assert (len(hero.hand), hero.experience, hero.ruins, CONTENT.level(0).armour) == (5, 0, 0, 2)
    assert (state.phase, state.day, RULES.to_act(state), len(state.offer), len(state.special)) == (1, True, (0,), 3, 25)
    assert RULES.dump(state) == RULES.dump(RULES.setup(3, {}, 3).state)
    assert RULES.dump(state) != RULES.dump(RULES.setup(3, {}, 4).state)


def test_draws_follow_the_order_of_the_rule():
    """HK-3.1: tiles, monsters, special stock and decks come out of one stream of chance in this order."""
    chance = Chance.of(12)
    easy, hard, stock, special = CONTENT.tiles_of("easy"), CONTENT.tiles_of("hard"), list(CONTENT.stock), list(CONTENT.special)
    for pile in (easy, hard, stock, special):
        chance.shuffle(pile)
    deck = list(CONTENT.start)
    chance.shuffle(deck)
    state = RULES.setup(2, {}, 12).state
    assert state.tiles == easy + hard
    assert state.offer + state.special == special
    assert state.heroes[0].hand + state.heroes[0].deck == deck
    first = min(state.monsters)
    family = CONTENT.guards[RULES.island(state).feature[first]]
    assert state.monsters[first] == next(k for k in stock if CONTENT.monsters[k].family == family)
