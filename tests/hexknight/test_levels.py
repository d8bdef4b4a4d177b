"""The computer opponent: sensible, quick, and seeing only what its seat may. A hundred games by `python -m tests.tools.strength hexknight`."""

from __future__ import annotations

import pytest

from rules.computer_levels import computed
from rules.game import Budget
from rules.hexknight import movement
from rules.hexknight.computer import distances
from rules.hexknight.island import bits
from rules.randomness import Chance
from tests.hexknight.table import RULES, TestTable
from tests.sampled import often
from tests.tools.strength import RANDOM, play


def wish(table: TestTable, opponent: str = "normal", nodes: int = 0) -> str:
    return " ".join(computed(RULES, table.state, table.seat, opponent, Chance.of(3), Budget(nodes) if nodes else None))


def go(table: TestTable, steps: int = 40, opponent: str = "normal", nodes: int = 0) -> None:
    """Lets the computer play until the turn is over."""
    seat = table.seat
    for _ in range(steps):
        if table.seat != seat:
            return
        table.act(wish(table, opponent, nodes))
    raise AssertionError("a turn that does not end")


BOTH = pytest.mark.parametrize(("opponent", "nodes"), [("normal", 0), ("hard", 60)])


def test_beats_random_play():
    games = [play("hexknight", "normal", RANDOM, seed) for seed in range(often(2, 5))]
    assert sum(g.won for g in games) >= len(games) - 0.5
    assert max(g.slowest for g in games) < 1


def test_walks_to_a_monster_and_beats_it():
    table = TestTable().monsters(d11="marauder").hero(0, hand="2*sa 2*wc pr", deck="9*sa").turn(0)
    go(table)
    assert table.state.heroes[0].experience == 2
    assert table.state.heroes[0].wounds == 0


@BOTH
def test_takes_no_wounds_that_a_block_prevents(opponent: str, nodes: int):
    table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="3*shield 2*sacrifice", deck="9*sa").turn(0)
    go(table, opponent=opponent, nodes=nodes)
    assert table.state.heroes[0].wounds == 0
    assert table.state.heroes[0].experience == 3


@BOTH
def test_leaves_a_dragon_alone_that_it_cannot_beat(opponent: str, nodes: int):
    table = TestTable().monsters(e11="red_dragon").hero(0, "e12", hand="5*pr", deck="9*pr").turn(0)
    go(table, opponent=opponent, nodes=nodes)
    assert table.state.heroes[0].wounds == 0


@BOTH
def test_heals(opponent: str, nodes: int):
    table = TestTable().hero(0, "g6", hand="3*w 2*oasis", deck="9*sa").turn(0)
    while table.step != "rest":
        table.act("confirm")
    go(table, opponent=opponent, nodes=nodes)
    assert table.state.heroes[0].wounds == 0


def test_exchanges_wounds_on_a_circle():
    table = TestTable("random")
    circle = table.island.feature.index("magic_circle")
    table.hero(0, table.island.grid.labels[circle], hand="2*w 3*sa", deck="9*pr").turn(0)
    assert wish(table) == "play wound"


def test_hard_prepares_when_the_hand_is_too_weak():
    """What the new cards may beat is not seen at first sight."""
    hand = "oasis 2*sp"
    table = TestTable().monsters(e11="vampire").hero(0, "e12", hand=hand, deck="9*sacrifice 9*plate_armour").hero(1, deck="sa").turn(0)
    assert table.step == "preparation"
    assert wish(table, "hard", 60).startswith("play")
    assert wish(table, "normal") == "confirm"


def test_picks_what_the_deck_lacks():
    def offered(deck: str) -> str:
        table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="4*wc", deck=deck).turn(0)
        while table.step != "provocation":
            table.act("confirm")
        table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike")
        table.state.offer = ["pursuit", "plate_armour", "sacrifice"]
        return wish(table)

    assert offered("12*shield") == "select sacrifice"
    assert offered("12*sacrifice") == "select plate_armour"


@pytest.mark.parametrize(
    ("theirs", "idle", "monster", "waits"), [(10, 1, "red_dragon", False), (10, 0, "red_dragon", True), (0, 1, "red_dragon", True), (10, 1, "", True)]
)
def test_whoever_is_behind_does_nothing_once_only(theirs: int, idle: int, monster: str, waits: bool):
    """HK-12.4: twice could end the phase. A new hand may beat what this one cannot; without a monster anywhere there is nothing to hope for."""
    table = TestTable().light().monsters(**({"d11": monster} if monster else {})).hero(0, hand="5*pr", deck="9*pr", idle=idle, experience=5)
    table.hero(1, experience=theirs).night(4).turn(0).act("confirm")
    assert table.step == "rest"
    found = RULES.opponents["hard"].guide.candidates(RULES, table.state, 0)
    assert (("confirm",) in [c.action for c in found]) == waits
    assert waits or wish(table, "hard", 20) == "play protection"


@pytest.mark.parametrize("last", [True, False])
def test_what_is_laid_out_is_taken_back_in_the_last_turn_alone(last: bool):
    """The card for the walk is needed for the fight: in the last turn nothing can be made good later, in others one goes on."""
    table = (
        TestTable()
        .light()
        .monsters(e11="marauder")
        .hero(0, "e12", hand="2*sa 2*wc", deck="" if last else "9*sa")
        .hero(1, deck="" if last else "9*sa")
    )
    table.night(4 if last else 1).turn(0)
    while table.step != "movement":
        table.act("confirm")
    table.act("play sa")
    found = {c.action[0] for c in RULES.opponents["hard"].guide.candidates(RULES, table.state, 0)}
    assert ("take_back" in found) == last


def test_every_turn_ends():
    """From many positions, with three heroes as well."""
    for seed in range(3):
        state = RULES.setup(3, {}, seed).state
        table = TestTable(seats=3)
        table.state = state
        for _ in range(6):
            go(table)


def test_hard_does_not_use_what_it_cannot_know():
    """Worlds that its seat cannot tell apart get the same answer."""
    for seed in (5, 6):
        table = TestTable(keep_monsters=True, seed=seed)
        answers = set()
        for number in range(3):
            table.state = RULES.imagine(table.state, table.seat, Chance.of(number))
            answers.add(wish(table, "hard", 40))
        assert len(answers) == 1


def test_hard_needs_no_more_positions_than_it_may_look_at():
    """A decision without a choice takes none, and every turn ends, with three heroes as well."""
    table = TestTable("random", seats=3, seed=4)
    for _ in range(6):
        go(table, opponent="hard", nodes=10)


@pytest.mark.deep
def test_each_level_beats_the_one_below():
    assert sum(play("hexknight", "easy", RANDOM, seed).won for seed in range(8)) >= 7
    assert 0.75 <= sum(play("hexknight", "normal", "easy", seed).won for seed in range(100)) / 100 <= 0.95
    assert sum(play("hexknight", "hard:100", "normal", seed).won for seed in range(10)) >= 7


def test_waves_reach_what_a_queue_of_hexes_reaches():
    """The distances of the planner are those of the rules, by day and night, on both islands, with monsters in the way."""
    for seed in range(8):
        table = TestTable("random" if seed % 2 else "fixed", seed=seed, keep_monsters=True)
        state, island = table.state, table.island
        state.revealed = (1 << len(island.grid.places)) - 1
        state.phase = 1 + seed // 2 % 2
        state.hero.at = next(at for at in range(40 + 10 * seed, 225) if island.cost[1][at] and at not in state.monsters)
        closed = state.guards | state.standing(state.active)
        found = {at: paid for paid, hexes in distances.walks(island, state.day, closed, state.guards, state.hero.at) for at in bits(hexes)}
        assert found == {state.hero.at: 0, **movement.reach(island, state, distances.FARTHEST)}
