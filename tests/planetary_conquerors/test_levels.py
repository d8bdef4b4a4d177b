"""The computer opponents: what is seen by looking ahead, who beats whom, and that nothing hidden is used.

More games by `python -m tests.tools.strength planetary_conquerors`.
"""

from __future__ import annotations

import pytest

from rules.computer_levels import LEVELS, computed
from rules.game import Budget
from rules.randomness import Chance
from tests.planetary_conquerors.table import RULES, TestTable
from tests.sampled import often
from tests.tools.strength import RANDOM, play

NODES = 300


def answer(table: TestTable, opponent: str = "hard", seed: int = 3) -> tuple[str, ...]:
    return computed(RULES, table.state, table.seat, opponent, Chance.of(seed), Budget(NODES) if opponent == "hard" else None)


def played(table: TestTable, opponent: str, turn: int) -> TestTable:
    """The table once the seat that is to act has finished its turn, or the game is over; all others do nothing."""
    seat = table.seat
    while not table.state.over and table.state.turn == turn:
        asked = table.seat
        action = answer(table, opponent) if asked == seat else RULES.decision(table.state, asked).default
        table._apply(asked, action)
    return table


def wins(table: TestTable, opponent: str) -> bool:
    seat = table.seat
    end = played(table, opponent, table.state.turn).state
    return end.over and RULES.outcome(end).shares[seat] == 1


def cannon() -> TestTable:
    """Cosmium becomes the electricity of the cannon that fells the mine."""
    return TestTable().mine(1, 4).put(0, "orbital_cannon").put(1, "ironclad_guard").stock(0, cosmium=4)


def bank() -> TestTable:
    """The bank turns cosmium into the electricity of the cannon."""
    return TestTable().mine(1, 4).put(0, "orbital_cannon").put(0, "capacitor_bank").put(1, "ironclad_guard").stock(0, cosmium=3)


def overcharge() -> TestTable:
    """Two gold are the electricity of the cannon."""
    return TestTable().mine(1, 4).put(0, "orbital_cannon").put(1, "ironclad_guard").stock(0, gold=2).hand(0, "overcharge", "recruit")


def geode() -> TestTable:
    """A miner is sacrificed for the cosmium of the building that brings 30 HP."""
    table = TestTable().put(0, "geode_cutter").put(0, "command_citadel").put(0, "command_citadel", "other").put(1, "ironclad_guard")
    return table.stock(0, gold=2).hand(0, "habitat_dome", "outpost")


def charge() -> TestTable:
    """Who cannot be blocked fells the mine, whatever else would be a good trade."""
    table = TestTable().mine(1, 4).put(0, "glider_scout").put(0, "glider_scout", "other").put(0, "raider")
    return table.put(1, "outpost", hp=2).put(1, "wall_drone").put(1, "ironclad_guard").phase("attack")


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("position", [cannon, bank, overcharge, geode, charge])
def test_whoever_looks_ahead_wins_where_it_can(position, level):
    assert wins(position(), level)


def test_easy_does_not_see_two_steps_ahead():
    assert not any(wins(position(), "easy") for position in (cannon, geode))


def test_hard_keeps_at_home_who_must_block():
    """Whoever attacks with everything is struck down in the next turn."""
    table = TestTable().mine(0, 4).mine(1, 12).put(0, "ironclad_guard").put(1, "raider").put(1, "trooper", exhausted=True)
    assert answer(table.phase("attack")) == ("none",)


def test_hidden_cards_change_nothing():
    """What hard does depends on no card it may not see."""
    found = set()
    for hand, trap, deck in (("surge_strike", "land_mine", "recruit"), ("outpost", "net_launcher", "heavy_walker")):
        table = TestTable().put(0, "trooper").put(0, "raider").put(1, "outpost").put(1, "wall_drone").put(1, "trooper").trap("m2", trap)
        table.stock(0, gold=4, cosmium=2).hand(0, "recruit", "outpost", "plasma_shot").hand(1, hand, hand).deck(1, *[deck] * 10)
        found.add(answer(table))
    assert len(found) == 1


def test_levels():
    """Easy loses to normal; and beats who does anything at all."""
    games = [play("planetary_conquerors", "easy", "normal", seed) for seed in range(often(3, 8))]
    assert sum(g.won for g in games) <= 3 / 8 * len(games)
    games = [play("planetary_conquerors", "easy", RANDOM, seed) for seed in range(often(1, 4))]
    assert sum(g.won for g in games) >= 0.75 * len(games)


@pytest.mark.deep
def test_each_level_beats_the_one_below():
    """Hard with a small part of its budget."""
    assert 0.75 <= sum(play("planetary_conquerors", "normal", "easy", seed).won for seed in range(100)) / 100 <= 0.95
    assert sum(play("planetary_conquerors", "hard:300", "normal", seed).won for seed in range(20)) / 20 >= 0.7


@pytest.mark.parametrize("seats", [pytest.param(3, marks=pytest.mark.deep), 4])
def test_all_levels_finish_games_of_more(seats):
    state = RULES.setup(seats, {}, 5).state
    chance = Chance.of(5)
    while acting := RULES.to_act(state):
        name = LEVELS[acting[0] % len(LEVELS)]
        state = RULES.apply(state, acting[0], computed(RULES, state, acting[0], name, chance, Budget(15))).state
    assert sum(RULES.outcome(state).shares) == 1
