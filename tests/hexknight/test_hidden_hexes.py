"""What computers make of the fog (HK-2.4, HK-13): where monsters may be, and when it is worth going there (HK-12.4)."""

from __future__ import annotations

import pytest

from rules.computer_levels import computed
from rules.game import Budget
from rules.hexknight.computer import hidden_hexes
from rules.hexknight.computer.candidates import Turn, around_twice
from rules.randomness import Chance
from tests.hexknight.table import RULES, TestTable
from tests.tools.balance.hexknight import notes


def hidden(table: TestTable) -> dict[str, float]:
    """How likely there is a monster on each hex that is not revealed."""
    found: dict[str, float] = {}
    for there in hidden_hexes.of(RULES.content, table.island, table.state).monsters:
        label = table.island.grid.labels[there.at]
        found[label] = found.get(label, 0.0) + there.chance
    return found


def test_on_the_fixed_map_all_know_where_monsters_are():
    """HK-2.9: 25 of them; where it is revealed nothing is hidden any more, whether a monster is there or not."""
    assert list(hidden(TestTable().dark()).values()) == [1.0] * 25
    assert hidden(TestTable().light().conceal("m11")) == {"m11": 1.0}
    assert not hidden(TestTable().light())


def test_of_a_drawn_island_nobody_knows_more_than_is_revealed():
    """HK-13: worlds that a seat cannot tell apart have the same fog, and it covers all that may be there."""
    table = TestTable("random", keep_monsters=True, seed=5)
    near = table.state.revealed
    for label in ("e10", "g8"):
        table.state.revealed |= table.island.sight(table.at(label), True)
    found = hidden(table)
    assert table.state.revealed != near
    for number in range(8):
        other = TestTable("random")
        other.state = RULES.imagine(table.state, 0, Chance.of(number))
        assert hidden(other) == found
        labels = {other.island.grid.labels[at] for at in other.state.monsters if not other.state.revealed >> at & 1}
        assert labels <= set(found)
    assert all(0 < chance <= 1 + 1e-9 for chance in found.values())
    assert 20 < sum(found.values()) < 40
    assert not hidden(table.light())


def behind(idle: int, *fog: str, phase: int = 3, **mine: object) -> TestTable:
    """A seat with five points less, all revealed but some hexes, and no monster in sight."""
    table = TestTable().light().conceal(*fog)
    table.hero(0, "e5", **{"hand": "3*sp sa pr", "deck": "9*sa", "idle": idle, **mine}).hero(1, "c13", experience=5)
    table.state.phase = phase
    return table.turn(0)


def paces(table: TestTable) -> int:
    """The movement points to the nearest hidden monster for the hero whose turn it is; 0 if there is none any more."""
    return min((paid for paid, _ in hidden_hexes.near(RULES.content, table.island, table.state)), default=0)


@pytest.mark.parametrize("opponent", ["easy", "normal", "hard"])
def test_walks_towards_monsters_in_the_fog(opponent: str):
    """HK-12.4: nothing is to be seen, and ruins are not revealed."""
    table = behind(1, "j5")
    far = paces(table)
    for n in range(40):
        if table.seat != 0:
            break
        table.act(" ".join(computed(RULES, table.state, 0, opponent, Chance.of(n), Budget(20))))
    assert paces_of(table, 0) < far


def paces_of(table: TestTable, seat: int) -> int:
    table.state.active = seat
    return paces(table)


@pytest.mark.parametrize(("idle", "fog", "waits"), [(1, ("m11",), False), (0, ("m11",), True), (1, (), True)])
def test_whoever_is_behind_does_not_wait_where_something_is_hidden(idle: int, fog: tuple[str, ...], waits: bool):
    """HK-12.4: to do nothing once more could end the phase."""
    table = behind(idle, *fog, hand="5*sa")
    assert table.step == "movement"
    plans = Turn(RULES.run(table.state, [])).plans()
    assert any(plan.at == table.own.at for plan in plans) == waits


def test_nobody_sets_out_for_what_cannot_be_reached_any_more():
    """In the last phase the cards that are left have to do for the way and for the fight."""
    table = behind(1, "m11", phase=4, deck="sa")
    assert not hidden_hexes.hopes(RULES.content, table.island, table.state, 1 << table.own.at, lambda _: 5.0)[table.own.at]
    table.hero(0, deck="20*sa")
    assert hidden_hexes.hopes(RULES.content, table.island, table.state, 1 << table.own.at, lambda _: 5.0)[table.own.at]


def test_exploring_is_worth_nothing_where_nothing_can_be():
    """On the fixed map the sea is known: to stand beside what nobody has seen is worth no more than elsewhere."""
    table = behind(0)
    values = []
    for _ in range(2):
        turn = Turn(RULES.run(table.state, []))
        turn.walks()
        values.append(turn.place(table.own.at))
        table.state.revealed &= ~table.island.sight(table.at("e3"), True)
    assert values[0] == values[1]
    assert around_twice(table.island.grid)[table.own.at] & ~table.state.revealed


@pytest.mark.parametrize(("monsters", "counted"), [({"m11": "archer"}, ["early", "phase"]), ({}, ["phase"])])
def test_the_balance_counts_early_ends_only_where_a_monster_is_left(monsters: dict[str, str], counted: list[str]):
    """HK-12.4: with nothing left to win, doing nothing is right."""
    table = TestTable().monsters(**monsters)
    for seat in (0, 1):
        table.hero(seat, hand="5*pr", deck="11*sa", idle=2 - seat)
    table.turn(1).act("confirm")
    state, step = table.state, RULES.apply(table.state, 1, ("confirm",))
    assert step.state.phase == 2
    assert [what for _, what in notes(RULES, state, 1, ("confirm",), step) if isinstance(what, str)] == counted
