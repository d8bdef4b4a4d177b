"""What is said ahead in HexKnight: a turn drafted while others play (HK-14.1)."""

from __future__ import annotations

import pytest

from rules.game import Refused
from rules.legal_actions import legal
from rules.parts.ahead import GONE_BY
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_game
from tests.hexknight.table import RULES, SHORT, TestTable

DECK = "9*sa"


def waiting(explored: bool = True, **zones) -> TestTable:
    """Seat 0 plays far away, seat 1 waits at E12, in the wood beside the orc camp of E11."""
    table = TestTable()
    table.hero(0, "c14", hand="wc wc", deck=DECK)
    table.hero(1, "e12", **{"hand": "sa sa pr wc", "deck": DECK, **zones})
    if explored:
        table.state.revealed = (1 << len(table.island.grid.labels)) - 1
    return table


def drafted(table: TestTable, *actions: str) -> TestTable:
    """Seat 1 drafts, then seat 0 plays its turn."""
    table.turn(0)
    table.act("draft " + " then ".join(actions), seat=1)
    assert table.due == "", "it is not the turn of seat 1"
    table.pass_turn()
    return table


def follow(table: TestTable) -> list[str]:
    """What seat 1 does without being asked."""
    short = {long: name for name, long in SHORT.items()}
    return [" ".join(short.get(word, word) for word in line.removeprefix("1 ").split()) for line in table.follow()]


def left(table: TestTable) -> list[str]:
    """What is left of the draft of seat 1."""
    return [" ".join(action) for action in table.state.ahead[1].draft]


def test_a_turn_is_carried_out_when_it_has_come_and_nobody_sees_it_before():
    """HK-6.4, HK-9.6: walking over known land shows nothing."""
    table = waiting().turn(0)
    seen = [RULES.view(table.state, seat) for seat in (0, None)]
    drafted(table, "play sa", "travel e13", "confirm", "confirm")
    said = RULES.apply(waiting().turn(0).state, 1, ("draft", "confirm")).state
    assert [RULES.view(said, seat) for seat in (0, None)] == seen
    assert follow(table) == ["play sa", "travel e13", "confirm", "confirm"]
    assert table.state.heroes[1].at == table.at("e13")
    assert (table.seat, table.state.ahead) == (0, {})


def test_a_fight_is_drafted_too():
    """HK-7.3, HK-7.7: a marauder (2/2) is blocked and beaten, and the draft goes on with the rest."""
    actions = ["confirm", "provoke e11", "play pr", "block", "play sa", "strike", "confirm"]
    table = drafted(waiting().monsters(e11="marauder"), *actions)
    assert follow(table) == actions
    assert table.state.heroes[1].experience == 2
    assert table.seat == 0


def test_a_draft_stops_where_land_comes_to_light():
    """HK-2.3: the step into the fog shows hexes; the rest stays a draft."""
    table = drafted(waiting(explored=False).dark(), "play sa", "travel e13", "confirm", "confirm")
    known = table.state.revealed
    assert follow(table) == ["play sa", "travel e13"]
    assert table.state.revealed != known
    assert left(table) == ["confirm", "confirm"]
    assert table.state.ahead[1].waits
    assert table.seat == 1
    table.act("draft confirm then confirm", seat=1)
    assert follow(table) == ["confirm", "confirm"], "said anew, it goes on"


@pytest.mark.parametrize(
    ("hidden", "actions", "stops"),
    [
        ({"e11": "archer"}, ("confirm", "provoke e11", "play pr", "play pr"), "provoke e11"),
        ({"e11": "warrior"}, ("confirm", "provoke e11", "take_wounds", "play sa", "strike", "select oasis", "confirm"), "select oasis"),
    ],
)
def test_a_draft_stops_at_a_soldiers_face_and_at_the_next_card_of_the_offer(hidden, actions, stops):
    """HK-2.6, HK-8.4: by night the soldier stays face down until it is provoked."""
    table = waiting(hand="sa sa pr pr").monsters(**hidden).night()
    table.state.offer = ["oasis", "shield", "pursuit"]
    drafted(table, *actions)
    assert follow(table)[-1] == stops
    assert table.state.ahead[1].waits
    assert table.seat == 1


@pytest.mark.parametrize(("step", "hand"), [("preparation", "sp sa"), ("exchange", "sa wc")])
def test_a_draft_stops_where_cards_are_drawn(step, hand):
    """HK-5.2, HK-5.4: what is planned after that waits."""
    table = TestTable("random").hero(0, hand="wc", deck=DECK)
    at = table.island.feature.index("magic_circle" if step == "exchange" else "village")
    table.hero(1, table.island.grid.labels[at], hand=hand, deck=DECK)
    first = "play " + hand.split()[0]
    drafted(table, first, "confirm", "confirm", "confirm")
    assert table.step == step
    assert follow(table) == [first, "confirm"]
    assert table.state.ahead[1].waits


def test_a_step_that_is_not_legal_any_more_is_asked():
    """HK-6.2, HK-6.9: another hero stands there now; HK-7.1: the monster is gone."""
    table = waiting().hero(0, "e14", hand="sa sa").turn(0)
    table.act("draft play sa then travel e13 then confirm", seat=1)
    table.act("play sa", "travel e13", "confirm", "confirm")
    assert table.seat == 1
    assert follow(table) == ["play sa"]
    assert left(table) == ["travel e13", "confirm"]
    assert not table.state.ahead[1].waits
    table.act("travel e11")
    assert table.state.ahead[1].waits, "its person does otherwise"
    assert table.due == ""
    table = waiting().monsters(e11="marauder").turn(0)
    table.act("draft confirm then provoke e11 then play pr", seat=1)
    table.state = table.state.copy()
    table.state.monsters.clear()
    table.pass_turn()
    assert (follow(table), table.step) == (["confirm"], "rest")


def test_choices_in_a_draft():
    """HK-6.2: "to E13, else to E11, else ask"."""
    table = waiting().hero(0, "e14", hand="sa sa").turn(0)
    table.act("draft play sa then travel e13 else travel e11 then confirm", seat=1)
    table.act("play sa", "travel e13", "confirm", "confirm")
    assert follow(table) == ["play sa", "travel e11", "confirm"]


def test_the_turn_that_is_drafted_begins_with_its_first_step_and_the_hand_of_now():
    """HK-4.3: steps without anything to decide are skipped; what seat 0 has laid out is no matter."""
    table = waiting().turn(0)
    assert RULES.foreseen(table.state, 0) is None, "it is the turn of seat 0"
    table.play("wc")
    foreseen = RULES.foreseen(table.state, 1)
    assert (RULES.to_act(foreseen), foreseen.step) == ((1,), "movement")
    assert sorted(foreseen.heroes[1].hand) == sorted(table.state.heroes[1].hand)
    assert foreseen.heroes[0].play == []
    assert RULES.foreseen(waiting(hand="sp sa").turn(0).state, 1).step == "preparation"
    assert RULES.foreseen(waiting(hand="w w").monsters(e11="marauder").turn(0).state, 1).step == "provocation"
    assert RULES.foreseen(waiting(hand="w w").turn(0).state, 1).step == "rest", "a point for not acting (HK-9.1)"
    assert RULES.foreseen(waiting(hand="").turn(0).state, 1) is None, "nothing to decide"


def test_without_a_turn_in_this_phase_nothing_can_be_drafted():
    """HK-4.5: who is finished has none; HK-4.1: nor has anybody after the end."""
    assert RULES.foreseen(waiting(finished=True).turn(0).state, 1) is None
    table = waiting().turn(0)
    assert RULES.foreseen(table.state, 1) is not None
    assert RULES.foreseen(RULES.concede(table.state, 0).state, 1) is None
    three = TestTable(seats=3).turn(0)
    assert RULES.foreseen(RULES.concede(three.state, 2).state, 2) is None
    assert RULES.foreseen(RULES.concede(three.state, 2).state, 1) is not None


def test_a_draft_made_by_day_does_not_run_at_night_with_a_new_hand():
    """HK-11.5, HK-12.4, HK-14.1: nobody has done anything for two turns, and the phase ends before the turn that was drafted."""
    table = waiting(hand="sa sa wc wc").turn(0)
    table.state.heroes[0].idle, table.state.heroes[1].idle = 1, 2
    table.act("draft confirm then play sa then travel e13 then confirm", seat=1)
    before = table.state.phase
    table.pass_turn()
    assert (table.state.phase, table.state.active) == (before + 1, 1), "the night begins with seat 1"
    assert table.due == "", "it is asked"
    said = table.state.ahead[1]
    assert (said.draft, said.lost) == ((), GONE_BY)
    table.act("draft confirm", seat=1)
    assert table.state.ahead[1].lost == "", "who plans anew knows"


def test_a_draft_leaves_with_its_seat_and_is_in_no_record_of_others():
    table = TestTable(seats=3).turn(0)
    table.act("draft confirm", seat=1)
    table.act("draft confirm", seat=2)
    assert set(RULES.concede(table.state, 1).state.ahead) == {2}
    assert RULES.redact(("draft", "confirm")) == ()
    with pytest.raises(Refused) as refused:
        RULES.apply(table.state, 1, ("ready", "rest", "any", "confirm"))
    assert refused.value.reason == "not_an_action"
    assert RULES.sayable(table.state, 1, ()) == []


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game == "hexknight"], ids=str)
def test_what_is_foreseen_tells_a_seat_nothing(setup):
    """HK-13: it is the same for all states that the seat cannot tell from each other, the fog included."""
    found = 0
    whole = list(random_game(setup, 5))
    for n, (state, *_) in enumerate(whole[:: max(1, len(whole) // 25)]):
        for seat in range(setup.seats):
            foreseen = RULES.foreseen(state, seat)
            for k in range(2):
                other = RULES.foreseen(RULES.imagine(state, seat, Chance.of(n, k)), seat)
                assert (foreseen and RULES.dump(foreseen)) == (other and RULES.dump(other))
            if foreseen:
                found += 1
                assert foreseen.revealed == state.revealed
                assert next(legal(RULES, foreseen, seat))
    assert found > 10
