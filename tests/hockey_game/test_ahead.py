"""What is said ahead in Hockey Game: cards laid ready for a defence, a draft of the next attack (HG-15.5)."""

from __future__ import annotations

import pytest

from rules.legal_actions import legal
from rules.parts.ahead import READY
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_game
from tests.hockey_game.table import RULES, TestTable


def say(table: TestTable, seat: int, text: str) -> None:
    table.state = RULES.apply(table.state, seat, tuple(text.split())).state


def offered(table: TestTable, seat: int, *words: str) -> list[str]:
    return [w.text for w in RULES.sayable(table.state, seat, (READY, *words))]


# Defence


def test_cards_laid_ready_are_played_against_the_move_for_which_they_lie():
    """HG-5.11, HG-5.12: the hero against speed, the bonus card after the dice, then the end of the turn."""
    table = TestTable("cze", "swe").side(1, hand="erik +2 +1 +1 +1").attack(0, "n1").dice(4, 4, 4, 3)
    say(table, 1, "ready defend_open speed go_on")
    say(table, 1, "ready defend_play speed bonus +2 then finish")
    say(table, 1, "ready defend_open shot deploy erik")
    seen = [RULES.view(table.state, seat) for seat in (0, None)]
    assert seen == [RULES.view(TestTable("cze", "swe").side(1, hand="erik +2 +1 +1 +1").attack(0, "n1").dice(4, 4, 4, 3).state, s) for s in (0, None)]
    table.act("go_on", "speed b1")
    assert table.due == ""
    table.act("finish")
    assert table.follow() == ["1 go_on", "1 bonus +2", "1 finish"]
    assert [ready.about for ready in table.state.ahead[1].ready] == ["shot"]


def test_a_card_that_is_gone_or_may_not_be_played_is_asked():
    """HG-5.2: no bonus card beside a hero deployed in this turn; HG-5.7: none for another move."""
    for hand, laid, asked in (
        ("+1 +1", "bonus +2", "defend_play"),
        ("shot+2 +1", "bonus shot+2", "defend_play"),
        ("erik +2", "bonus +2", "defend_play"),
    ):
        table = TestTable("cze", "swe").side(1, hand=f"{hand} {laid.split()[1]}").attack(0, "n1").dice(4, 4, 4, 3)
        if "erik" in hand:
            say(table, 1, "ready defend_open any deploy erik")
        else:
            say(table, 1, "ready defend_open any go_on")
        say(table, 1, f"ready defend_play any {laid} then finish")
        table.side(1, hand=hand)
        table.act("go_on", "speed b1", "finish")
        assert len(table.follow()) == 1
        assert (table.seat, table.stage) == (1, asked)
        assert len(table.state.ahead[1].ready) == 1, "it stays"


@pytest.mark.parametrize(
    ("dice", "hand", "done"),
    [
        ((1, 1, 1, 2), "+1 +2 +1", ["finish"]),  # It holds already.
        ((4, 4, 1, 2), "+1 speed+3r +2", ["finish"]),  # No card alone holds.
        ((4, 4, 3, 4), "+2 pass+3r +1", ["bonus +1", "finish"]),
        ((4, 4, 2, 4), "+1 +3 speed+2r +2 +1", ["bonus +2", "finish"]),  # A referee card may change both values.
    ],
)
def test_the_card_that_fits_is_the_cheapest_that_holds(dice, hand, done):
    """HG-5.16: equal values hold. Beside the dice there are attack 2, speed 2, field 3, less 2 for lines, against defence 3 and speed 2."""
    table = TestTable("cze", "swe").side(1, hand=hand).attack(0, "n1").dice(*dice)
    say(table, 1, "ready defend_open any go_on")
    say(table, 1, "ready defend_play speed bonus * else finish then finish")
    table.act("go_on", "speed b1", "finish")
    assert table.follow() == [f"1 {action}" for action in ("go_on", *done)]


def test_the_hero_that_fits_adds_most_to_this_defence():
    """HG-3.6: against speed Erik adds 4 and Torsten 2; against a shot Sixten 4."""
    for move, hero in (("speed b1", "erik"), ("shot", "sixten")):
        table = TestTable("cze", "swe").side(1, hand="torsten sixten erik axel").attack(0, "n1")
        say(table, 1, "ready defend_open any deploy *")
        table.act("go_on", move, "finish")
        assert table.due == f"1 deploy {hero}"
    table = TestTable("cze", "swe").side(1, hand="ludde axel").attack(0, "n1")
    say(table, 1, "ready defend_open any deploy *")
    table.act("go_on", "pass c", "finish")
    assert table.due == "", "neither adds anything"


def test_what_may_be_laid_ready_is_what_the_hand_holds():
    """HG-15.5: heroes and specials for the opening, bonus cards that fit for the dice."""
    table = TestTable("cze", "ger").side(1, hand="butterfly battering_ram falk +1 shot+4").attack(0)
    assert offered(table, 1) == ["defend_open", "defend_play"]
    assert offered(table, 1, "defend_open") == ["any", "speed", "strength", "pass", "shot"]
    assert offered(table, 1, "defend_open", "shot") == ["deploy", "special", "go_on"]
    assert offered(table, 1, "defend_open", "shot", "deploy") == ["falk", "*"]
    assert offered(table, 1, "defend_open", "any", "special") == ["butterfly"], "Battering Ram is for attacks"
    assert offered(table, 1, "defend_play", "pass", "bonus") == ["+1", "*"]
    assert offered(table, 1, "defend_play", "shot", "bonus") == ["+1", "shot+4", "*"]
    assert offered(table, 1, "defend_play", "any", "bonus") == ["+1", "shot+4", "*"]
    assert offered(table.side(1, hand="+1"), 1, "defend_open", "any") == ["go_on"]
    assert offered(table.side(1, hand=""), 1, "defend_play", "any") == ["finish"]
    for words in (("attack_open",), ("defend_open", "goal"), ("defend_open", "any", "bonus"), ("defend_open", "any", "deploy", "erik")):
        assert offered(table, 1, *words) == []
    assert RULES.sayable(RULES.setup(2, {}, 1).state, 0, (READY,)) == []


def test_answers_go_on_after_the_opening_and_have_alternatives():
    """HG-5.11, HG-5.12: first hero or special, then the dice, then bonus cards; no card more often than it is held."""
    table = TestTable("cze", "ger").side(1, hand="butterfly falk +1 +1 shot+4").attack(0)
    shot = ("defend_open", "shot")
    assert offered(table, 1, *shot, "deploy", "falk") == ["then", "else"]
    assert offered(table, 1, *shot, "deploy", "falk", "else") == ["special", "go_on"]
    assert offered(table, 1, *shot, "go_on") == ["then"], "that is always possible"
    assert offered(table, 1, *shot, "go_on", "then") == ["bonus", "finish"]
    assert offered(table, 1, *shot, "go_on", "then", "bonus") == ["+1", "shot+4"], "what fits is known for the first question alone"
    twice = (*shot, "go_on", "then", "bonus", "+1", "then", "bonus", "+1", "then", "bonus")
    assert offered(table, 1, *twice) == ["shot+4"]
    assert offered(table, 1, *twice[:-1], "finish") == []
    assert offered(table, 1, "defend_play", "shot", "bonus", "*", "else") == ["bonus", "finish"]
    assert offered(table, 1, "defend_play", "shot", "bonus", "*", "else", "bonus") == ["+1", "shot+4"]
    assert offered(table, 1, "defend_play", "shot", "bonus", "*", "else", "finish") == ["then"], "for the case that a card was played"
    assert offered(table, 1, "defend_play", "shot", "finish") == []
    table.side(1, hand="butterfly falk radovan +1 +1 shot+4")
    say(table, 1, "ready defend_open shot deploy radovan else special butterfly then bonus shot+4 else finish")
    table.side(1, hand="butterfly falk +1 +1 shot+4")
    table.act("go_on", "shot", "finish")
    assert table.follow() == ["1 special butterfly", "1 bonus shot+4"]


def test_nothing_lies_ready_before_the_teams_are_chosen():
    table = TestTable.__new__(TestTable)
    table.state, table.events = RULES.setup(2, {}, 1).state, []
    assert table.refusal("ready defend_open any go_on", 0).reason == "never_asked"


def test_an_answer_to_this_move_comes_before_one_to_any():
    """HG-15.5: whichever was said first."""
    for lines in (("any deploy erik", "speed deploy torsten"), ("speed deploy torsten", "any deploy erik")):
        table = TestTable("cze", "swe").side(1, hand="torsten erik").attack(0, "n1")
        for line in lines:
            say(table, 1, f"ready defend_open {line}")
        table.act("go_on", "speed b1", "finish")
        assert table.follow()[0] == "1 deploy torsten"
        assert [ready.about for ready in table.state.ahead[1].ready] == ["any"]


@pytest.mark.parametrize(
    ("text", "word", "nearest"),
    [
        ("ready defend_open spede go_on", "spede", "speed"),
        ("ready defend_open any deploy torston", "torston", "torsten"),
        ("ready defend_open any bonus +1", "bonus", ""),
        ("ready attack_open any go_on", "attack_open", "defend_open"),
    ],
)
def test_what_is_not_offered_cannot_be_laid_ready(text, word, nearest):
    """HG-15.5: the refusal names the word, and what could stand there, the most alike first."""
    refused = TestTable("cze", "swe").side(1, hand="axel torsten erik").attack(0, "n1").refusal(text, 1)
    assert (refused.reason, refused.rule, refused.facts["word"]) == ("never_asked", "HG-15.5", word)
    assert nearest in ("", *refused.legal[:1])


# Attack


def attacking(puck: str = "c", move: str = "pass bb") -> TestTable:
    """Seat 0 has declared a move and finished, seat 1 has begun to defend."""
    return TestTable("sui", "can").attack(0, puck).dice(3, 4, 4, 4)


def test_a_draft_is_an_attack_after_a_round_that_ended_as_foreseen():
    """HG-6.3: the defender who holds attacks from where the puck was; the dice stop a draft (HG-5.5)."""
    table = attacking()
    foreseen = RULES.foreseen(table.state, 1)
    assert (RULES.to_act(foreseen), foreseen.stage, foreseen.puck) == ((1,), "attack_open", "c")
    assert "pass ba" in " ".join(" ".join(a) for a in legal(RULES, RULES.apply(foreseen, 1, ("go_on",)).state, 1))
    say(table, 1, "draft go_on then pass ba then bonus +1 then finish")
    table.round("pass bb")
    assert (table.state.puck, table.seat) == ("c", 1)
    assert table.follow() == ["1 go_on", "1 pass ba"]
    assert table.stage == "attack_play"
    assert (table.state.ahead[1].waits, table.state.ahead[1].draft) == (True, (("bonus", "+1"), ("finish",)))
    table.act("finish")
    assert table.state.ahead == {}, "the attack is over"


def test_the_attacker_drafts_the_attack_after_a_success():
    """HG-6.1: the same seat attacks again, from the target."""
    table = TestTable("sui", "can").attack(0, "c").dice(6, 6, 1, 1)
    assert RULES.foreseen(table.state, 0) is None, "that attack is being played"
    table.act("go_on", "pass bb", "finish")
    foreseen = RULES.foreseen(table.state, 0)
    assert (RULES.to_act(foreseen), foreseen.puck) == ((0,), "bb")
    say(table, 0, "draft go_on then shot")
    say(table, 1, "draft go_on then shot")
    table.act("go_on", "finish")
    assert table.follow() == ["0 go_on", "0 shot"]
    assert table.state.ahead[1].waits, "the puck went on without seat 1"
    table.act("finish", "go_on", "finish")
    assert table.due == "", "so its person is asked when its attack comes"


@pytest.mark.parametrize(
    ("puck", "move", "dice"),
    [
        ("b1", "shot", (6, 6, 1, 1)),  # A goal, and a faceoff on C (HG-6.2).
        ("b1", "shot", (1, 1, 6, 6)),  # A missed shot, and a restart (HG-6.4).
        ("c", "pass bb", (1, 1, 6, 6)),  # Lost: seat 0 does not attack (HG-6.3).
    ],
)
def test_a_draft_for_another_attack_than_the_one_that_comes_waits(puck, move, dice):
    table = TestTable("sui", "can").attack(0, puck).dice(*dice)
    table.act("go_on", move, "finish")
    say(table, 0, "draft go_on then shot")
    if move == "shot":
        assert RULES.foreseen(table.state, 0) is None
        assert RULES.foreseen(table.state, 1) is None, "a goal or a miss, nobody knows what comes then"
        say(table, 1, "draft go_on then shot")
    table.act("go_on", "finish")
    assert all(said.waits for said in table.state.ahead.values())
    assert set(table.state.ahead) == ({0, 1} if move == "shot" else {0})
    assert table.due == ""


def test_a_shot_from_afar_that_is_stopped_leaves_the_puck_there():
    """HG-6.3: the general rule, so the defender knows where it attacks."""
    table = TestTable("sui", "can").attack(0, "c").dice(1, 1, 6, 6)
    table.act("go_on", "shot", "finish")
    assert RULES.foreseen(table.state, 1).puck == "c"
    say(table, 1, "draft go_on then strength b1 else strength a1")
    table.act("go_on", "finish")
    assert table.follow()[0] == "1 go_on"
    assert not table.state.ahead.get(1) or table.state.ahead[1].draft


def test_a_referee_card_and_a_period_that_ends_stop_a_draft():
    """HG-9.1, HG-9.2: the sixth card ends the period; the next attack begins with a faceoff."""
    table = TestTable("sui", "can", period_cards="3").side(1, hand="+2r +1").attack(0, "c").dice(1, 1, 6, 6).referee("play_on")
    table.state.clock = 2
    table.act("go_on", "pass bb", "finish", "go_on")
    say(table, 1, "draft go_on then shot")
    table.act("bonus +2r", "finish")
    assert table.last("period_over")["period"] == 1
    assert table.state.ahead[1].waits


def test_without_a_round_there_is_nothing_to_draft():
    """HG-1.3, HG-6.4, HG-9.8: not while teams are chosen, not at a restart, not after the end."""
    state = RULES.setup(2, {}, 1).state
    assert (RULES.turn(state), RULES.foreseen(state, 0), RULES.foreseen(state, 1)) == (None, None, None)
    table = TestTable("sui", "can").attack(0, "b1").dice(1, 1, 6, 6)
    table.round("shot")
    assert table.stage == "restart_choice"
    assert [RULES.foreseen(table.state, seat) for seat in (0, 1)] == [None, None]
    assert RULES.turn(table.state) is None
    over = RULES.concede(table.state, 0).state
    assert [RULES.foreseen(over, seat) for seat in (0, 1)] == [None, None]


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game == "hockey_game"], ids=str)
def test_what_is_foreseen_tells_a_seat_nothing(setup):
    """Section 13: it is the same for all states that the seat cannot tell from each other."""
    found = 0
    whole = list(random_game(setup, 5))
    for n, (state, *_) in enumerate(whole[:: max(1, len(whole) // 60)]):
        for seat in range(setup.seats):
            foreseen = RULES.foreseen(state, seat)
            for k in range(2):
                other = RULES.foreseen(RULES.imagine(state, seat, Chance.of(n, k)), seat)
                assert (foreseen and RULES.dump(foreseen)) == (other and RULES.dump(other))
            if foreseen:
                found += 1
                assert sorted(foreseen.sides[seat].hand) == sorted(state.sides[seat].hand)
                assert RULES.turn(foreseen) == seat
    assert found > 20
