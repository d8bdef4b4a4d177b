"""Playing over days: windows, stops, standing orders, defaults (section 15), and computers."""

from __future__ import annotations

import pytest

from rules.computer_levels import computed
from rules.game import to_builtins
from rules.hexygame.automatic_answers import ORDERS
from rules.randomness import Chance
from tests.hexygame.questions import QUESTIONS
from tests.hexygame.table import CONTENT, RULES, TestTable
from tests.tools.strength import play

NONE: frozenset[str] = frozenset()


def quiet(table: TestTable, seat: int, *orders: str) -> bool:
    """Whether the seat passes with these orders, without being asked."""
    return RULES.standing(table.state, seat, frozenset(orders)) == ("pass",)


def armed() -> TestTable:
    """Seat 1 can always do something, and everybody sees it."""
    return TestTable().put(1, "blue_jetty", "e8").hand(1, "undertow").put(0, "red_hearth", "e2")


def test_a_turn_without_attack_or_spell_asks_nobody_else():
    """HX-15.8, HX-15.7: one decision after the other of the active seat, and the next question is the other's Main Phase."""
    table = armed().put(0, "cinder_hound", "e3", die=2).hand(0, "red_hearth", "red_energy")
    table.play("0 cast red_energy", "0 cast red_hearth d2", "0 move e3 e4 e2x1", "0 pass", "1 pass", stops=True)
    assert table.all("turn_began")[-1]["seat"] == 0
    kinds = [i["seat"] for i in table.all("passed")]
    assert len(kinds) > 10, "windows are passed by stops, and stand in the record like any pass"


def test_windows_and_their_defaults():
    """HX-15.1, HX-15.4: each window by name, whether it asks, and the orders that change it."""
    draw = armed().turn_begins()
    assert (draw.window, quiet(draw, 0), quiet(draw, 0, "ask_draw")) == ("draw", True, False)

    own = armed().hand(0, "red_energy").play("0 cast red_energy")
    assert (own.window, quiet(own, 0), quiet(own, 0, "ask_own")) == ("own", True, False)
    own.play("0 pass")
    assert (own.window, quiet(own, 1), quiet(own, 1, "ask_spell")) == ("spell", True, False), "an energy card does not touch"

    spell = armed().put(1, "gull_scout", "e7").hand(0, "spark_lance").pool(0, "R").play("0 cast spark_lance e7", "0 pass")
    assert (spell.window, quiet(spell, 1), quiet(spell, 1, "pass_spell")) == ("spell", False, True)

    attack = armed().put(0, "cinder_hound", "e6", die=2).put(1, "gull_scout", "e7").put(0, "bramble_spider", "d6", die=1).pool(0, "CC")
    attack.play("0 attack d6 e7", "0 pass")
    assert attack.window == "attack"
    assert not any(quiet(attack, 1, order) for order in ORDERS), "never passed for a seat"

    move = armed().put(0, "cinder_hound", "e4", die=2).pool(0, "C").play("0 move e4 e5", "0 pass")
    assert (move.window, quiet(move, 1), quiet(move, 1, "ask_move")) == ("move", True, False)
    near = armed().put(0, "cinder_hound", "e6", die=2).pool(0, "C").play("0 move e6 e7", "0 pass")
    assert (near.window, quiet(near, 1), quiet(near, 1, "pass_move")) == ("move", False, True), "next to the Flag"

    early = armed().put(0, "cinder_hound", "e4").hand(1, "spark_lance").turn_begins().pool(1, "R").play("0 pass", "1 cast spark_lance e4")
    assert (early.seat, early.window, quiet(early, 0)) == (0, "response", False), "also in the Draw Phase"

    end = armed().play("0 pass")
    assert (end.window, quiet(end, 1), quiet(end, 1, "ask_end_main")) == ("end_main", True, False)
    end.play("1 pass")
    assert (end.window, quiet(end, 0), quiet(end, 0, "ask_centre")) == ("centre", True, False)
    end.play("--")
    assert (end.window, quiet(end, 0), quiet(end, 0, "ask_end")) == ("end", True, False)


def test_windows_of_a_combat():
    """HX-15.1, HX-R31: a counterstrike asks the attacker, a half asks who still has to lose, the rest is passed."""
    table = armed().put(0, "sun_lancer", "e4", die=1).put(1, "moss_troll", "e5").hand(0, "mend").pool(0, "YY").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy")
    assert (table.window, quiet(table, 0), quiet(table, 0, "pass_counterstrike")) == ("counterstrike", False, True)
    table.play("0 pass")
    assert (table.window, quiet(table, 1)) == ("other", True)
    table.play("1 pass")
    assert (table.window, quiet(table, 0), quiet(table, 0, "pass_half")) == ("half", False, True)
    table.play("0 pass")
    assert (table.window, quiet(table, 1)) == ("half", True)
    table.play("1 pass")
    assert (table.window, quiet(table, 0), quiet(table, 0, "ask_after_combat")) == ("after_combat", True, False)


def test_a_response_to_an_own_item_asks():
    """HX-15.1, HX-15.4."""
    table = armed().put(1, "moss_troll", "e6").hand(0, "spark_lance", "mend").hand(1, "mist_veil").pool(0, "RY").pool(1, "B")
    table.play("0 cast spark_lance e6", "0 pass", "1 cast mist_veil e6")
    assert (table.window, quiet(table, 0), quiet(table, 0, "pass_response")) == ("response", False, True)


def test_never_passed():
    """HX-15.1: the point that wins, a move onto the Flag, the Main Phase, choices, the opening hand."""
    point = armed().put(0, "moss_troll", "e5").dice(0, 11).play("0 pass", "1 pass", "0 pass")
    assert (point.seat, point.window) == (1, "centre")
    eleven = armed().put(0, "moss_troll", "e5").dice(0, 10).play("0 pass", "1 pass", "0 pass")
    flag = TestTable().put(1, "blue_jetty", "h5").hand(1, "undertow").put(0, "dusk_bat", "e7", die=1).pool(0, "C").play("0 move e7 e8", "0 pass")
    choice = TestTable().hand(0, "dark_whisper").pool(0, "V").hand(1, "meteor", "mend").play("0 cast dark_whisper", "--")
    for order in ORDERS:
        assert not quiet(point, 1, order)
        assert not quiet(flag, 1, order)
        assert not quiet(choice, 1, order)
        assert not quiet(armed(), 0, order)
    assert (eleven.window, quiet(eleven, 1), quiet(eleven, 1, "pass_centre")) == ("centre", False, True)
    assert RULES.standing(RULES.setup(2, {}, 1).state, 0, frozenset(ORDERS)) is None


def test_a_seat_that_can_publicly_do_nothing_is_passed():
    """HX-15.2: also under an attack; a card in hand, a building, a payable counterstrike are enough to be asked."""

    def attacked(**kwargs) -> TestTable:
        table = TestTable().put(0, "cinder_hound", "e4", die=1).pool(0, "C").put(1, "barricade", "e5", **kwargs)
        return table.play("0 attack e4 e5", "0 pass")

    assert quiet(attacked(), 1)
    with_card = (
        TestTable().put(0, "cinder_hound", "e4", die=1).pool(0, "C").put(1, "barricade", "e5").hand(1, "meteor").play("0 attack e4 e5", "0 pass")
    )
    assert not quiet(with_card, 1), "the card is of no use, but nobody else knows that"
    striker = TestTable().put(0, "cinder_hound", "e4", die=1).pool(0, "C").put(1, "thorn_boar", "e5").play("0 attack e4 e5", "0 pass")
    assert not quiet(striker, 1), "it could pay with a counter"


def test_whether_somebody_is_asked_never_depends_on_hidden_cards():
    """HX-15.3, HX-13.1: the stops answer alike in all states that the other seat cannot tell apart."""
    rng, asked = Chance.of(5), 0
    state = RULES.setup(2, {}, 9).state
    for seat in (0, 1):
        state = RULES.apply(state, seat, ("deck", list(CONTENT.presets)[seat])).state
    for number in range(400):
        acting = RULES.to_act(state)
        if not acting:
            break
        seat = acting[0]
        if number % 5 == 0:
            other = RULES.imagine(state, 1 - seat, Chance.of(number))
            for orders in (NONE, frozenset(["ask_spell"]), frozenset(["until_turn"])):
                assert RULES.standing(other, seat, orders) == RULES.standing(state, seat, orders)
            assert [k for _, k in RULES.view(other, None).asked] == [k for _, k in RULES.view(state, None).asked]
            asked += 1
        action = RULES.standing(state, seat, NONE) or computed(RULES, state, seat, "strategist", rng)
        state = RULES.apply(state, seat, action).state
    assert asked > 30


def test_pass_until():
    """HX-15.4: until my turn, my Draw Phase, an attack; each ends at the first thing that is always asked."""
    every = {"until_turn", "until_draw", "until_attack"}
    spell = armed().put(1, "gull_scout", "e7").hand(0, "spark_lance").pool(0, "R").orders(1, *every).play("0 cast spark_lance e7", "0 pass")
    assert all(quiet(spell, 1, order) for order in every)
    assert RULES.given(spell.state, 1) == every
    attack = armed().put(0, "cinder_hound", "e6", die=1).put(1, "town_militia", "e7").pool(0, "C").orders(1, *every, "pass_spell")
    attack.play("0 attack e6 e7")
    assert RULES.given(attack.state, 1) == {*every, "pass_spell"}, "the attacker comes first"
    assert RULES.given(attack.play("0 pass").state, 1) == {"pass_spell"}
    turn = armed().orders(1, *every)
    passed_until(turn, 1, "draw")
    assert RULES.given(turn.state, 1) == {"until_attack"}, "passing until an attack goes on through the Draw Phase"
    passed_until(turn, 1, None)
    assert (turn.asked, RULES.given(turn.state, 1)) == ("main", frozenset()), "the Main Phase ends them all"
    turn.orders(1, "until_turn").play("1 pass")
    assert RULES.given(turn.state, 1) == {"until_turn"}, "given in the own turn, it is for the turn of the other"


def test_holds_given_before_the_game():
    """HX-15.4: they stand while others answer, and end where their own seat is asked what is never passed."""
    table = QUESTIONS["mulligan"]().orders(1, "until_attack", "pass_spell").play("0 keep")
    assert RULES.given(table.state, 1) == {"until_attack", "pass_spell"}
    table.orders(0, "until_turn").play("1 keep")
    assert (table.seat, table.asked) == (0, "main")
    assert [RULES.given(table.state, seat) for seat in (0, 1)] == [frozenset(), {"until_attack", "pass_spell"}]


def passed_until(table: TestTable, seat: int, window: str | None) -> None:
    """Everybody passes until a seat is asked in a window, or where there is none."""
    while (table.seat, table.window) != (seat, window):
        table.play(f"{table.seat} pass")


def resolved(card: str, pool: str, library: list[str]) -> TestTable:
    """A sorcery that asks for a choice as it resolves."""
    table = TestTable().hand(0, card).pool(0, pool).library(0, *library).hand(1, "mend", "meteor")
    return table.play(f"0 cast {card}", "--")


@pytest.mark.parametrize(
    ("table", "answer"),
    [
        (armed(), ("pass",)),
        (armed().play("0 pass"), ("pass",)),
        (resolved("dark_whisper", "V", []), ("choose", "meteor")),
        (resolved("deep_study", "CCB", ["mend", "meteor", "wither"]), ("choose", "meteor", "mend")),
        (resolved("call_the_masons", "CY", ["red_hearth"]), ("choose", "red_hearth")),
        (resolved("call_the_masons", "CY", []), ("choose", "none")),
        (TestTable().put(0, "volcano_heart", "d4").put(1, "thorn_boar", "e5").put(1, "moss_troll", "d5").turn_begins(), ("choose", "d5")),
    ],
)
def test_when_time_runs_out(table, answer):
    """HX-15.5."""
    decision = RULES.decision(table.state, table.seat)
    assert decision.default == answer
    RULES.apply(table.state, table.seat, answer)


def test_opening_hands_are_kept_when_time_runs_out():
    """HX-15.5."""
    state = RULES.setup(2, {}, 1).state
    for seat in (0, 1):
        state = RULES.apply(state, seat, RULES.decision(state, seat).default).state
    assert RULES.decision(state, 0).default == ("keep",)


def test_automatic_passes_are_ordinary_rows():
    """HX-15.6: a game replays from its rows alone, whatever stops were set."""
    from pathlib import Path

    from rules.notation import Record, replay

    record = Record.read((Path(__file__).parent / "records" / "whole" / "night_and_dawn.txt").read_text(encoding="utf-8"))
    assert sum(row.auto and row.action == ("pass",) for row in record.rows) > 100
    record = record._replace(header={**record.header, "version": RULES.version})  # What has changed since does not concern it.
    assert replay(RULES, record, int(record.header["seed"], 16))[1].reason == "centre"


def test_what_can_touch():
    """HX-15.9: realities and hands of the seat, enemies near something of its own; energy and building far away do not."""

    def asked(card: str, *words: str, pool: str = "CCCRRBBVVGG") -> bool:
        table = armed().put(0, "red_hearth", "e7").put(0, "thorn_boar", "b1").put(0, "moss_troll", "e6").put(0, "red_hearth", "b2")
        table.put(1, "gull_scout", "d6").hand(0, card).pool(0, pool).play(" ".join(["0 cast", card, *words]), "0 pass")
        return not quiet(table, 1)

    assert asked("dark_whisper")
    assert asked("spark_lance", "d6")
    assert asked("war_drums", "e6"), "strengthens an enemy near the Flag"
    assert not asked("war_drums", "b1")
    assert not asked("red_energy")
    assert not asked("deep_study")
    assert asked("red_hearth", "d7"), "brings a reality near"
    assert not asked("red_hearth", "a2")
    assert asked("fire_rain", "d6")


def test_an_enchantment_of_ones_own_is_touched():
    """HX-15.9, HX-11.6: under whomever it lies, wherever that stands, whatever takes it away; nothing else makes it a matter of its owner."""

    def asked(card: str, *words: str, owner: int = 1, points: int = 6) -> bool:
        far = {"points": points, "under": [("curse_of_chains", owner)]}
        table = armed().put(0, "moss_troll", "b1", **far).put(0, "thorn_boar", "i1").hand(0, card).pool(0, "CCCRRBBVVGG")
        table.play(" ".join(["0 cast", card, *words]), "0 pass")
        return not quiet(table, 1)

    assert asked("overgrowth", "b1.1")
    assert not asked("overgrowth", "b1.1", owner=0), "the opponent's own"
    assert asked("back_to_the_foam", "b1")
    assert not asked("back_to_the_foam", "i1")
    assert asked("death_pact", "b1")
    assert asked("spark_lance", "b1", points=2)
    assert not asked("spark_lance", "b1", points=3)
    assert not asked("war_drums", "b1")
    assert asked("fire_rain", "b1", points=2)
    assert not asked("fire_rain", "i1", points=2)


def test_strength_from_afar_touches():
    """HX-15.9: a reality that strengthens an enemy within two hexes of something of the seat's, wherever it is put."""

    def asked(card: str, at: str, *others: tuple[str, str]) -> bool:
        table = armed().put(0, "red_hearth", "b2").put(0, "red_hearth", "e3").hand(0, card).pool(0, "CCCCRRBBYYGG")
        for other, hex_ in others:
            table.put(0, other, hex_)
        return not quiet(table.play(f"0 cast {card} {at}", "0 pass"), 1)

    assert not asked("war_standard", "c2")
    assert not asked("war_standard", "c2", ("cinder_hound", "b1")), "strengthens something, but far away"
    assert asked("war_standard", "c2", ("cinder_hound", "c3")), "two hexes from the Centre"
    assert not asked("war_standard", "c2", ("catapult", "c3")), "no creature"
    assert not asked("war_standard", "b1", ("cinder_hound", "c3")), "not beside it"
    assert asked("pack_mother", "b1", ("cinder_hound", "e6"))
    assert not asked("pack_mother", "b1", ("torchrunner", "e6")), "no Beast"


def test_a_hold_stands_at_the_table():
    """HX-15.4: orders are the seat's own; nothing public tells of them."""
    table = armed()
    assert "order" not in str(to_builtins(RULES.view(table.state, None)))


# Computers


@pytest.mark.parametrize("seed", [1, 2])
def test_the_computer_beats_random_play(seed):
    """Far more often than not; two games here, hundreds by `make strength`."""
    assert play("hexygame", "strategist", "random", seed).won == 1.0


def test_the_computer_sees_only_what_its_seat_may():
    """HX-13.1: it decides alike when the opponent's hidden cards differ."""
    table = armed().put(0, "cinder_hound", "e4", die=2).hand(0, "torchrunner", "spark_lance").pool(0, "RR").hand(1, "undertow", "mend")
    twin = armed().put(0, "cinder_hound", "e4", die=2).hand(0, "torchrunner", "spark_lance").pool(0, "RR").hand(1, "meteor", "wither")
    assert computed(RULES, table.state, 0, "strategist", Chance.of(1)) == computed(RULES, twin.state, 0, "strategist", Chance.of(1))
