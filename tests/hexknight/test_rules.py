"""Every numbered rule and ruling of HexKnight, played through the engine."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.chance import Chance
from rules.game import Faults, Refused
from rules.hexknight import build
from rules.hexknight.content import WOUND
from rules.hexknight.course import outcome
from rules.hexknight.fighting import wounds_from
from tests.every_game.setups import Setup, random_game
from tests.hexknight.table import RULES, TestTable, cards

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
        "oasis": (1, 1, 1, 2), "shield": (1, 3, 2, 0), "fortress": (2, 3, 1, 0), "sacrifice": (4, 1, 1, 0),
        "versatility": (2, 2, 2, 1), "pursuit": (1, 1, 3, 0), "plate_armour": (1, 4, 0, 1), "wound": (0, 0, 0, 0),
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
    from data.content import read

    broken = {**read("hexknight"), "levels": {"levels": []}}
    broken["map_fixed"] = {**broken["map_fixed"], "hexes": [[0, 0, "lava", "none"]]}
    with pytest.raises(Faults) as error:
        build(broken)
    assert len(error.value.faults) == 3
    with pytest.raises(Faults, match="cards"):
        build({})


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_is_lost_or_made(seats):
    """HK-1.2, HK-1.4, HK-1.6, HK-1.7: 16 starting cards a seat and 28 special ones through a whole game; the score always adds up."""
    for _, _, _, step in random_game(Setup("hexknight", seats, {}), 5, random.Random(8)):
        state = step.state
        assert owned(state) == Counter(CONTENT.special)
        for hero in state.heroes:
            zones = hero.deck + hero.hand + hero.play + hero.discard
            assert Counter(k for k in zones if k in CONTENT.start) == Counter(CONTENT.start)
            assert hero.score == hero.experience + hero.ruins + len([k for k in zones if k in CONTENT.special]) - 2 * zones.count(WOUND)


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


# Phases, turns, last round


@pytest.mark.parametrize(("days", "phases"), [(2, 4), (3, 6)])
def test_length(days, phases):
    """HK-4.1, HK-4.6, HK-11.5: days and nights alternate; after the last phase the game is over. HK-R1."""
    table = TestTable(days=days)
    while RULES.to_act(table.state):
        table.pass_turn()
    told = table.all("phase")
    assert [(e["phase"], e["day"]) for e in told] == [(n, n % 2 == 1) for n in range(1, phases + 1)]
    assert table.state.phase == phases


def test_turns_go_round():
    """HK-4.2, HK-4.4, HK-14.1: seat after seat, and nobody acts out of turn."""
    table = TestTable(seats=3)
    seats = []
    for _ in range(7):
        seats.append(table.seat)
        for other in {0, 1, 2} - {table.seat}:
            assert table.refusal("confirm", seat=other).rule == "HK-14.1"
        table.pass_turn()
    assert seats == [0, 1, 2, 0, 1, 2, 0]


def test_last_round_with_three():
    """HK-4.5, HK-11.4, HK-11.5: each other seat plays one more turn; the one that declared begins the next phase. HK-R6."""
    table = TestTable(seats=3)
    for seat in range(3):
        table.hero(seat, hand="sa", deck="12*sa")
    table.hero(1, deck="").turn(1)
    table.pass_turn()
    seats = []
    while table.state.phase == 1:
        seats.append(table.seat)
        table.pass_turn()
    assert seats == [2, 0]
    assert table.seat == 1


def test_steps_are_skipped_without_a_choice():
    """HK-4.3: exactly the steps with an entry condition fulfilled are asked. HK-R15, HK-R31."""
    table = TestTable().hero(0, hand="2*plate_armour", deck="sa").turn(0)
    assert table.step == "preparation"
    table.act("confirm")
    assert table.step == "rest", "no speed, no monster"
    only_wounds = TestTable().hero(0, hand="2*w", deck="9*sa").turn(0)
    assert (only_wounds.step, only_wounds.legal()) == ("rest", ["heal", "confirm"])
    no_deck = TestTable().hero(0, hand="sp", deck="").turn(0)
    assert no_deck.step == "movement"
    table = TestTable().hero(0, hand="", deck="sa").turn(0)
    assert table.seat == 1, "a turn without any choice is over at once"


def test_empty_deck_during_a_turn_declares_nothing():
    """HK-4.7: a deck used up by a preparation or a refill is no last round yet."""
    table = TestTable().hero(0, hand="oasis", deck="2*sa").turn(0)
    table.act("play oasis", "confirm")
    assert table.own.deck == []
    assert not table.state.last_round
    table.pass_turn()
    assert table.state.last_round, "the deck is empty when the refill begins"


# Exchange and preparation


def circle(**zones) -> TestTable:
    table = TestTable("random")
    where = table.island.feature.index("magic_circle")
    return table.hero(0, table.island.grid.labels[where], **zones).turn(0)


def test_laid_out_cards_can_be_taken_back():
    """HK-5.1, HK-14.3: free until the step is confirmed, and nobody else hears of it."""
    table = circle(hand="sa w", deck="5*wc")
    before = RULES.dump(table.state)
    events = [*table.act("play w"), *table.act("take_back w")]
    assert events == []
    assert sorted(table.own.hand) == sorted(cards("sa w"))
    assert table.refusal("take_back w").rule == "HK-5.1"
    assert RULES.load(before).heroes[0].deck == table.own.deck


def test_exchange():
    """HK-5.2, HK-5.3: any number of cards, once a turn, and no action in the sense of HK-9.2. HK-R8."""
    table = circle(hand="4*sa w", deck="9*wc")
    assert table.step == "exchange"
    for kind in cards("4*sa w"):
        table.act(f"play {kind}")
    table.act("confirm")
    assert table.own.hand == cards("5*wc")
    assert table.own.deck == cards("4*wc 4*sa w")
    assert not table.state.acted
    assert table.step == "movement"
    passed = circle(hand="sa", deck="9*wc")
    passed.act("confirm")
    assert passed.own.hand == cards("sa")
    assert not passed.all("exchanged")


def test_no_exchange_away_from_a_circle():
    """HK-5.2, HK-10.1: only where the turn begins on a magic circle."""
    assert TestTable().hero(0, hand="sa", deck="sa").turn(0).step == "movement"


def test_preparation():
    """HK-5.4: cards with meditation become draws, as many as the deck has; what is drawn cannot be used again. HK-R36."""
    table = TestTable().hero(0, hand="oasis sp sa", deck="sp wc").turn(0)
    assert table.step == "preparation"
    refused = table.refusal("play sa")
    assert (refused.reason, refused.rule) == ("no_preparation_value", "HK-5.4")
    table.act("play oasis", "play sp")
    assert RULES.view(table.state, 0).board.turn.warnings == ("more_than_deck",)
    table.act("confirm")
    assert table.last("prepared") == {"seat": 0, "cards": ["oasis", "secret_path"], "n": 2}
    assert sorted(table.own.hand) == sorted(cards("sa sp wc"))
    assert table.step == "movement", "no second preparation"


# Movement


def test_points_end_with_the_movement():
    """HK-6.5: cards in play are discarded and points are lost."""
    table = TestTable().hero(0, hand="sa pr wc", deck="sa").turn(0)
    table.act("play sa", "play pr", "step c12", "confirm")
    assert sorted(table.state.heroes[0].discard) == sorted(cards("sa pr"))
    assert (table.state.residue, table.last("dropped")["cards"]) == (0, ["protection"])


def test_alternating():
    """HK-6.1: play, step, play, step; a card without speed cannot be played."""
    table = TestTable().hero(0, hand="sa pr plate_armour", deck="").turn(0)
    table.act("play sa", "step d13", "play pr", "step e13")
    assert table.refusal("play plate_armour").reason == "no_movement_value"
    assert table.own.discard == cards("sa pr")


def test_refusals_of_steps_come_in_order():
    """HK-6.2, HK-14.2: not adjacent, not explored, impassable, monster, hero, guard, points: the first that applies."""
    table = TestTable().dark().monsters(d12="marauder").hero(0, "d13", hand="sa", deck="sa").hero(1, "e13").turn(0)
    table.act("play sa")
    assert table.refusal("step a1").reason == "not_adjacent"
    assert table.refusal("travel a1").reason == "not_explored"
    assert table.refusal("step d14").reason == "impassable"
    assert table.refusal("step d12").reason == "monster_there"
    assert table.refusal("step e13").reason == "hero_there"
    assert table.refusal("step e14").reason == "impassable"
    assert table.refusal("travel d13").reason == "there_already"
    assert table.refusal("step z99").reason == "no_such_hex"
    guarded = TestTable().monsters(e11="marauder").hero(0, "e12", hand="sa", deck="sa").turn(0)
    guarded.act("confirm", "confirm") if guarded.step == "preparation" else guarded.act("play sa")
    refused = guarded.refusal("step d11")
    assert (refused.reason, refused.facts["monster"]) == ("guarded", "e11")


def test_travel_takes_the_cheapest_way():
    """HK-6.7: cheapest, and of equal ways the one whose directions come first."""
    table = TestTable().hero(0, "d13", hand="6*pursuit", deck="sa").turn(0).play("6*pursuit")
    costs = table.costs()
    table.act("travel e12")
    moved = table.last("moved")
    assert moved["cost"] == costs["e12"]
    assert moved["path"] == ["e13", "e12"], "over plains and forest: 2 + 3"
    tie = TestTable().hero(0, "h10", hand="9*pursuit", deck="sa").turn(0).play("9*pursuit")
    tie.state.revealed = (1 << 225) - 1
    several = 0
    for target in [label for label, cost in tie.costs().items() if cost <= 12]:
        ways = cheapest_ways(tie, target)
        several += len(ways) > 1
        step = RULES.apply(tie.state, 0, ("travel", target))
        assert next(e for e in step.events if e.kind == "moved").facts["path"] == ways[0]
    assert several


def cheapest_ways(table: TestTable, target: str) -> list[list[str]]:
    """All cheapest ways to a hex, found by trying every one; in the order of their directions."""
    grid, cost = table.island.grid, table.island.cost[table.state.day]
    best = table.costs()[target]
    found: list[list[str]] = []

    def walk(at: int, path: list[str], paid: int) -> None:
        if paid == best and grid.labels[at] == target:
            found.append(path)
        for there in grid.around[at]:
            if there >= 0 and cost[there] and paid + cost[there] <= best and not table.state.guards >> there & 1 and grid.labels[there] not in path:
                walk(there, [*path, grid.labels[there]], paid + cost[there])

    walk(table.own.at, [], 0)
    return found


def test_travel_stops_when_a_monster_comes_into_sight():
    """HK-6.7, HK-13.1: unseen monsters change neither the list nor the costs; walking stops with the points left."""
    empty = TestTable().dark().hero(0, hand="5*pursuit", deck="sa").turn(0).play("5*pursuit")
    table = TestTable().dark().monsters(f13="warrior").hero(0, hand="5*pursuit", deck="sa").turn(0).play("5*pursuit")
    assert table.costs() == empty.costs()
    assert table.legal() == empty.legal()
    empty.act("travel e13")
    table.act("travel e13")
    assert empty.last("moved")["path"] == ["d13", "e13"]
    assert table.last("moved")["path"] == ["d13"]
    assert table.last("revealed")["monsters"] == [["f13", "warrior"]]
    assert table.state.residue + 3 * len(table.own.play) == 15 - 2


def test_no_way():
    """HK-6.7: a revealed hex that cannot be reached at all says so."""
    table = TestTable().monsters(d12="marauder", c11="marauder", d13="marauder").hero(0, hand="sa", deck="sa")
    table.hero(1, "c12").turn(0).reveal("e12").act("play sa")
    assert table.refusal("travel e12").reason == "no_way"


def test_heroes_block():
    """HK-6.9, HK-6.2: the portal is shared at the start only; nobody walks through a hero. HK-R11, HK-R40."""
    table = TestTable().hero(0, hand="4*sa", deck="5*sa").turn(0).play("2*sa")
    table.act("step d13")
    refused = table.refusal("step c13")
    assert (refused.reason, refused.rule) == ("hero_there", "HK-6.9")
    assert table.refusal("travel c13").reason == "hero_there"


def test_acted():
    """HK-9.2, HK-6.8: a step or a provocation is an action; playing cards without stepping is none. HK-R14."""
    table = TestTable().hero(0, hand="2*sa w", deck="9*sa").turn(0)
    table.act("play sa", "confirm")
    assert (table.step, table.state.acted) == ("rest", False)
    assert "heal" in table.legal()
    walked = TestTable().hero(0, hand="2*sa w", deck="9*sa").turn(0)
    walked.act("play sa", "step d13", "confirm")
    assert (walked.step, walked.state.acted) == ("rest", True)
    assert "heal" not in walked.legal()


# Fights


def beside(kind: str, hand: str, **zones) -> TestTable:
    """A hero that is asked for a provocation, beside a monster on E11."""
    table = TestTable().monsters(e11=kind).hero(0, "e12", hand=hand, **{"deck": "9*sa", **zones}).turn(0)
    while table.step in ("preparation", "movement"):
        table.act("confirm")
    return table


def test_provocation():
    """HK-7.1, HK-7.2: one adjacent monster, or none; declining goes to rest. HK-R16."""
    table = beside("marauder", "sa")
    table.reveal("n6").monsters(n6="warrior")
    assert table.legal() == ["provoke e11", "decline"]
    assert table.refusal("provoke n6").reason == "not_adjacent"
    assert table.refusal("provoke d12").reason == "no_monster"
    assert table.refusal("provoke o1").reason == "not_explored"
    assert table.refusal("provoke").reason == "not_an_action"
    table.act("decline")
    assert table.step == "rest"
    table = beside("marauder", "4*wc")
    table.monsters(f11="warrior")
    table.act("provoke e11")
    assert table.state.acted
    table.act("play wc", "block", "play wc", "strike")
    assert table.step == "rest", "at most one fight a turn"


def test_defence():
    """HK-7.3, HK-7.4, HK-7.5: block needs the whole attack; wounds may be taken although a block is possible. HK-R17, HK-R18."""
    table = beside("warrior", "3*pr")
    table.act("provoke e11", "play pr")
    refused = table.refusal("block")
    assert (refused.rule, refused.facts["need"], refused.facts["have"]) == ("HK-7.3", 3, 2)
    assert table.refusal("play sa").reason == "not_in_hand"
    table.act("take_wounds")
    assert sorted(table.own.hand) == sorted(cards("3*pr 2*w")), "cards laid out come back"
    assert table.last("wounded")["n"] == 2
    assert table.step == "attack"
    plate = beside("warrior", "3*plate_armour")
    plate.act("provoke e11", "play plate_armour", "play plate_armour", "block")
    assert len(plate.own.hand) == 2, "only what is needed is spent"


def test_wound_table():
    """HK-7.5: attack divided by armour, rounded up."""
    table = [[wounds_from(attack, armour) for armour in (2, 3, 4)] for attack in range(2, 8)]
    assert table == [[1, 1, 1], [2, 1, 1], [2, 2, 1], [3, 2, 2], [3, 2, 2], [4, 3, 2]]


def test_attack():
    """HK-7.6, HK-7.7, HK-7.10: strike, or give up and keep the cards; a hero stays where it is. HK-R19."""
    table = beside("spectre", "wc 2*sacrifice")
    table.act("provoke e11", "play wc", "block", "play sacrifice")
    refused = table.refusal("strike")
    assert (refused.rule, refused.facts["need"], refused.facts["have"]) == ("HK-7.6", 6, 4)
    table.act("give_up")
    assert table.own.hand == cards("2*sacrifice")
    assert table.at("e11") in table.state.monsters
    assert table.last("stays")["hex"] == "e11"
    table = beside("spectre", "wc 3*sacrifice")
    table.act("provoke e11", "play wc", "block", "play sacrifice", "play sacrifice", "strike")
    assert table.at("e11") not in table.state.monsters
    assert table.own.experience == 5
    assert table.island.grid.labels[table.own.at] == "e12"


def test_attack_looks_the_same_given_up_or_impossible():
    """HK-7.6: nobody learns whether the hand could have beaten the monster."""
    could = beside("spectre", "wc 2*sacrifice")
    could.act("provoke e11", "play wc", "block", "give_up")
    could_not = beside("spectre", "wc 2*pr")
    could_not.act("provoke e11", "play wc", "block")
    public = [[e for e in t.events if e.to is None and e.kind == "stays"] for t in (could, could_not)]
    assert public[0] == public[1]


def test_ruins():
    """HK-7.8: beating the guardian captures the ruins, once; walking there gives nothing. HK-R25."""
    table = TestTable().monsters(j5="spectre").hero(0, "i5", hand="wc 3*sacrifice 4*pursuit", deck="9*sa").turn(0)
    while table.step != "provocation":
        table.act("confirm")
    table.act("provoke j5", "play wc", "block", "play sacrifice", "play sacrifice", "strike")
    assert table.own.ruins == 1
    assert table.last("ruins")["hex"] == "j5"
    other = TestTable().hero(0, "i5", hand="4*pursuit", deck="9*sa").turn(0).play("4*pursuit")
    other.act("travel j5")
    assert other.own.ruins == 0


# Levels and selection


def test_level_table():
    """HK-8.1: the table of levels. HK-R21, HK-R23."""
    rows = [(lv.experience, lv.gain, lv.armour, lv.hand_size) for lv in CONTENT.levels]
    assert rows == [
        (0, "none", 2, 5), (3, "card", 2, 5), (8, "armour", 3, 5), (15, "card", 3, 5), (24, "hand_size", 3, 6),
        (35, "card", 3, 6), (48, "armour", 4, 6), (63, "card", 4, 6), (80, "hand_size", 4, 7), (99, "card", 4, 7),
    ]  # fmt: skip
    assert [CONTENT.level(x).level for x in (0, 2, 3, 7, 8, 98, 99, 500)] == [0, 0, 1, 1, 2, 8, 9, 9]


def test_hand_size_counts_in_the_same_turn():
    """HK-8.3: the refill after the fight already uses the new hand size."""
    table = beside("marauder", "4*wc", experience=23)
    table.act("provoke e11", "play wc", "block", "play wc", "strike")
    assert RULES.view(table.state, 0).board.heroes[0].hand_size == 6
    table.act("confirm")
    assert len(table.state.heroes[0].hand) == 6


def test_selection():
    """HK-8.4: mandatory, onto the top of the deck, and the offer is filled."""
    table = beside("warrior", "4*wc")
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike")
    assert table.step == "selection"
    refused = table.refusal("confirm")
    assert refused.reason == "asked_otherwise"
    assert table.refusal("select wound").reason == "not_in_offer"
    follows = table.state.special[0]
    table.state.offer[0] = "oasis"
    table.act("select oasis")
    assert table.own.deck[0] == "oasis"
    assert table.state.offer[-1] == follows


def test_offer_without_a_stock():
    """HK-8.5: an empty stock does not refill, an empty offer cancels the selection."""
    table = beside("warrior", "4*wc")
    table.state.special, table.state.offer = [], ["oasis"]
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike", "select oasis")
    assert table.state.offer == []
    table = beside("warrior", "4*wc")
    table.state.special, table.state.offer = [], []
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike")
    assert (table.step, table.own.due) == ("rest", 0)


# Rest, features, end of turn


def test_healing_points():
    """HK-9.1, HK-10.1: a monastery or castle gives one, idleness gives one; features serve everybody."""
    for label, points in (("c13", 1), ("g6", 2), ("h4", 2), ("e5", 1)):
        table = TestTable().hero(0, label, hand="w", deck="9*sa").turn(0)
        assert RULES.view(table.state, 0).board.turn.points == points, label


def test_resting_discards():
    """HK-9.3, HK-9.6: any number of cards, even the whole hand; confirming with nothing is a pass. HK-R37."""
    table = TestTable().hero(0, hand="3*pr", deck="9*sa").turn(0)
    table.act("confirm").__len__()
    table.play("3*pr").act("confirm")
    assert table.state.heroes[0].discard == cards("3*pr")
    assert table.state.heroes[0].hand == cards("5*sa")
    table = TestTable().hero(0, hand="3*pr", deck="9*sa").turn(0)
    table.act("confirm", "confirm")
    assert table.state.heroes[0].discard == []


def test_wounds_outside_the_hand_cannot_be_healed():
    """HK-9.6, HK-9.4: only wounds in hand."""
    table = TestTable().hero(0, hand="pr", deck="9*w", discard="w").turn(0)
    table.act("confirm")
    assert table.refusal("heal").reason == "no_wound"


def test_wounds_can_be_taken_back():
    """HK-9.5, HK-9.4: a wound laid out for healing goes back into the hand; one point heals one."""
    table = TestTable().hero(0, hand="2*w pr", deck="9*sa").turn(0)
    table.act("confirm", "heal")
    assert table.refusal("heal").rule == "HK-9.4"
    table.act("take_back w")
    assert table.own.hand.count(WOUND) == 2
    table.act("heal", "confirm")
    assert table.state.heroes[0].wounds == 1


def test_refill_target():
    """HK-11.2, HK-10.1: a village or castle lets the hand be one larger. HK-R4, HK-R39."""
    for label, size in (("c13", 5), ("e5", 6), ("h4", 6), ("g6", 5)):
        table = TestTable().hero(0, label, hand="sa", deck="12*pr").turn(0)
        table.pass_turn()
        assert len(table.state.heroes[0].hand) == size, label


def test_hand_above_the_target_is_kept():
    """HK-11.2, HK-11.3: nothing is discarded, unplayed cards stay. HK-R38."""
    table = TestTable().hero(0, hand="4*sa 4*w", deck="9*pr").turn(0)
    table.act("confirm", "confirm")
    assert sorted(table.state.heroes[0].hand) == sorted(cards("4*sa 4*w"))


def test_tomb_every_turn_but_not_between_phases():
    """HK-11.1, HK-10.1: one wound for each turn that ends there, none at a change of phase. HK-R26."""
    table = TestTable("random")
    tomb = table.island.grid.labels[table.island.feature.index("tomb")]
    table.hero(0, tomb, hand="5*sa", deck="sa").hero(1, deck="", hand="sa")
    table.turn(0).pass_turn()
    assert table.state.heroes[0].wounds == 1
    table.pass_turn()
    table.pass_turn()
    assert (table.state.phase, table.state.heroes[0].wounds) == (2, 2)


def test_end_of_phase():
    """HK-11.5: hand and discard go into the deck, wounds too, and the refill target is drawn. HK-R32."""
    table = TestTable().hero(0, "e5", hand="w sa", deck="", discard="7*pr w").hero(1, hand="pr", deck="", discard="9*sa")
    table.turn(0)
    table.pass_turn()
    table.pass_turn()
    hero = table.state.heroes[0]
    assert (table.state.phase, len(hero.hand), hero.discard) == (2, 6, [])
    assert sorted(hero.hand + hero.deck) == sorted(cards("2*w sa 7*pr")) or hero.wounds <= 2
    assert not table.state.last_round


# End and score


def test_shared_victory():
    """HK-12.2, HK-12.3: equal scores share; the table of a tournament looks at experience, wounds, ruins. HK-R33."""
    table = TestTable().hero(0, experience=5, ruins=1).hero(1, experience=6)
    table.state.step = "over"
    found = outcome(table.state)
    assert (found.places, found.reason) == (((0, 1),), "shared")
    assert found.order == ((5, 0, 1), (6, 0, 0))


def test_idle_phase_ends():
    """HK-12.4: two idle turns in a row of every seat end the phase. HK-R34."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr", deck="11*sa")
    table.turn(0)
    for _ in range(3):
        table.pass_turn()
    assert table.state.phase == 1
    table.pass_turn()
    assert (table.state.phase, table.last("stagnation")["idle"], table.seat) == (2, True, 0)


def test_a_turn_that_spends_a_card_is_not_idle():
    """HK-12.4: discarding counts, so does healing."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr w", deck="99*sa")
    table.turn(0)
    for _ in range(8):
        table.act("confirm", "play pr", "confirm")
    assert table.state.phase == 1


def test_thirty_turns_end_a_phase():
    """HK-12.4: whatever happens, a phase has at most 30 turns a seat."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr", deck="99*pr")
    table.turn(0)
    turns = 0
    while table.state.phase == 1:
        table.act("confirm", "play pr", "confirm")
        turns += 1
    assert (turns, table.last("stagnation")["idle"]) == (60, False)


def test_final_score_is_told_line_by_line():
    """HK-12.1: the last event holds every part of every score."""
    *_, (_, _, _, step) = random_game(Setup("hexknight", 2, {}), 31)
    facts = next(e.facts for e in step.events if e.kind == "over")
    for line, score in zip(facts["lines"], facts["scores"], strict=True):
        assert line["experience"] + line["ruins"] + line["cards"] - 16 - 2 * line["wounds"] == line["score"] == score


def test_resignation():
    """HK-4.4, HK-12.2: with two seats the other wins; with three the others play on without that hero."""
    step = RULES.concede(TestTable().state, 1)
    found = RULES.outcome(step.state)
    assert (found.places, found.reason) == (((0,), (1,)), "resigned")
    table = TestTable(seats=3)
    table.state = RULES.concede(table.state, 0).state
    assert table.seat == 1
    assert RULES.view(table.state, None).board.heroes[0].hex == ""
    with pytest.raises(Refused, match="resigned_already"):
        RULES.concede(table.state, 0)
    while RULES.to_act(table.state):
        assert table.seat != 0
        table.pass_turn()
    assert RULES.outcome(table.state).places[-1] == (0,)


# Hidden information


def test_what_others_see():
    """HK-13.1, HK-14.3: numbers only; the same public view whatever lies in hand, in play and in the deck."""
    table = TestTable().hero(0, hand="sa pr", deck="wc sp").turn(0)
    other = TestTable().hero(0, hand="wc sp", deck="sa pr").turn(0)
    assert table.step == "movement"
    other.act("confirm")
    for viewer in (1, None):
        assert RULES.view(table.state, viewer) == RULES.view(other.state, viewer)
    table.act("play sa")
    board = RULES.view(table.state, 1).board
    assert (board.heroes[0].play, board.heroes[0].hand, board.points, board.turn, board.hand != ()) == (1, 1, 2, None, True)


def test_skipped_and_passed_look_the_same():
    """HK-4.3, HK-13.2: nobody learns from events whether the hand held meditation or speed. HK-R31."""
    passed = TestTable().hero(0, hand="sp", deck="9*sa").turn(0)
    passed.act("confirm", "confirm", "confirm")
    skipped = TestTable().hero(0, hand="plate_armour", deck="9*sa")
    skipped.turn(0).act("confirm", "confirm")
    public = [[e for e in t.events if e.to is None and e.kind not in ("set_up", "revealed")] for t in (passed, skipped)]
    assert public[0] == public[1]


def test_records_keep_quiet():
    """HK-14.3: what only concerns the layout is left out of what others may read."""
    assert RULES.redact(("play", "oasis")) == RULES.redact(("confirm",)) == RULES.redact(("give_up",)) == ()
    assert RULES.redact(("travel", "d13")) == ("travel", "d13")


def test_after_the_end_everything_is_shown():
    """HK-13.3: the whole island, all faces, what was left over."""
    *_, (_, _, _, step) = random_game(Setup("hexknight", 2, {}), 3)
    board = RULES.view(step.state, None).board
    assert len(board.hexes) == 256
    assert all(m.kind for m in board.monsters)
    assert Counter(board.unused) == Counter(step.state.stock)


def test_every_reason_names_its_table_row():
    """HK-14.1, HK-14.2: verbs that a step does not know are told apart from cards and hexes that do not fit."""
    table = TestTable().hero(0, hand="sa", deck="sa").turn(0)
    refused = table.refusal("strike")
    assert (refused.reason, refused.legal) == ("asked_otherwise", ("play", "confirm"))
    assert table.refusal("play oasis").reason == "not_in_hand"
    assert table.refusal("take_back sa").rule == "HK-6.6"
    assert table.refusal("play").legal == ("surprise_attack",)
    assert table.refusal("").reason == "asked_otherwise"


# Playing asynchronously


def test_time_out_answers():
    """HK-14.1: an absent player spends nothing new, blocks with what lies there, heals for free, takes the first card."""
    table = beside("warrior", "4*wc")
    table.act("provoke e11")
    assert RULES.decision(table.state, 0).default == ("take_wounds",)
    table.play("2*wc")
    assert RULES.decision(table.state, 0).default == ("block",)
    laid = circle(hand="sa", deck="9*wc")
    laid.act("play sa")
    assert RULES.decision(laid.state, 0).default == ("take_back", "surprise_attack")
    resting = TestTable().hero(0, hand="w oasis", deck="9*sa").turn(0)
    resting.act("confirm", "confirm", "play oasis")
    resting.pass_turn()
    assert (resting.state.heroes[0].wounds, resting.state.heroes[0].discard) == (0, [])


def test_standing_orders():
    """HK-4.3: exchange, preparation, provocations and empty rests can be skipped for good; nothing else is."""
    orders = frozenset(RULES.orders)
    table = beside("warrior", "sp")
    assert RULES.standing(table.state, 0, orders) == ("decline",)
    assert RULES.standing(table.state, 0, frozenset()) is None
    assert RULES.standing(table.state, 1, orders) is None
    table.act("decline")
    assert RULES.standing(table.state, 0, orders) == ("confirm",)
    hurt = TestTable().hero(0, hand="w sp", deck="9*sa").turn(0)
    assert RULES.standing(hurt.state, 0, orders) == ("confirm",), "preparation"
    hurt.act("confirm")
    assert RULES.standing(hurt.state, 0, orders) is None, "movement is never skipped"
    hurt.act("confirm")
    assert RULES.standing(hurt.state, 0, orders) is None, "a wound could be healed"


def test_warnings():
    """HK-6.5, HK-7.3, HK-9.4, HK-4.5: what might be overlooked is said to the seat alone."""

    def warned(table):
        return RULES.view(table.state, 0).board.turn.warnings

    table = TestTable().hero(0, hand="2*sa", deck="sa").turn(0).play("sa")
    assert warned(table) == ("points_left",)
    fight = beside("warrior", "4*wc")
    fight.act("provoke e11")
    assert warned(fight) == ("block_possible",)
    fight.act("take_wounds")
    assert warned(fight) == ("strike_possible",)
    rest = TestTable().hero(0, hand="w pr", deck="").turn(0)
    rest.act("confirm")
    assert warned(rest) == ("healing_left", "declares_last_round")


def test_shortcuts_win_the_fight():
    """HK-7.1: one click provokes, blocks and strikes with the cheapest cards, and lets a face-down soldier be provoked."""
    table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="wc shield sacrifice pr", deck="9*sa").turn(0)
    (row,) = RULES.shortcuts(table.state, 0)
    for action in row:
        table.act(" ".join(action))
    assert table.own.experience == 3
    assert Counter(table.own.hand) == Counter(cards("pr sacrifice"))
    night = TestTable().monsters(i12="guard").night().hero(0, "h12", hand="4*fortress", deck="9*sa").turn(0)
    assert RULES.shortcuts(night.state, 0) == [(("confirm",), ("provoke", "i12"))]
