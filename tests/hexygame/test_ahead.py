"""What is said ahead in HexyGame (HX-15.4): a pass in advance, answers to attacks laid ready, a draft of the Main Phase, holds.

`carried` plays on as a table does: whatever has been said is carried out, pauses being over, until somebody must be asked.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from cogs.messages.drawing import look_of
from cogs.messages.table.board import board_message
from cogs.play.new_table import Opening, Party
from cogs.play.notification_rules import Pinged
from cogs.play.nudges import _message as nudge_row
from cogs.play.nudges import nudges
from cogs.play.tables import Tables
from data.store.changes import BOARD, WHISPER, Subject
from render.painter import painter
from render.stage import WAITS
from rules.game import Refused
from rules.hexygame import priority
from rules.hexygame.changes import Run
from rules.legal_actions import legal
from rules.notation import Row, play
from rules.parts.ahead import FITTING
from rules.randomness import Chance
from tests.bids import memory, ripened
from tests.every_game.saying import saying
from tests.hexygame.table import CONTENT, RULES, TestTable
from tests.reading import spoken
from tests.sampled import often

BOTH = (0, 1)


def armed() -> TestTable:
    """Both seats have a building with energy, and seat 1 a card: it is asked wherever stops ask."""
    return TestTable().put(1, "blue_jetty", "e8").hand(1, "undertow").put(0, "red_hearth", "e2")


def under_attack(*hand: str) -> TestTable:
    """A Cinder Hound stands before a Moss Troll of seat 1."""
    return armed().put(0, "cinder_hound", "e6", die=2).put(1, "moss_troll", "e7").hand(1, *hand or ("mend",)).pool(0, "CC")


def say(table: TestTable, seat: int, *lines: str) -> TestTable:
    """A seat says something ahead; the table is as it was for everybody else."""
    for line in lines:
        before = RULES.view(table.state, 1 - seat)
        table._apply(seat, tuple(line.split()))
        assert RULES.view(table.state, 1 - seat) == before
    return table


def carried(table: TestTable, ripe: tuple[int, ...] = BOTH) -> list[str]:
    """Carries out what has been said, and tells what that was."""
    done = []
    while found := RULES.due(table.state, ripe):
        seat, said = found
        done.append(f"{seat} {' '.join(said.action)}")
        table._apply(seat, said.action)
    return done


def ahead(table: TestTable, seat: int) -> tuple[str, list[str], bool, int, int]:
    """What is left of what a seat has said: its answer, its draft, whether that waits, how many answers lie ready, how many actions follow one."""
    said = RULES.ahead(table.state, seat)
    return " ".join(said.answer), [" ".join(step) for step in said.draft], said.waits, len(said.ready), len(said.then)


def words(table: TestTable, seat: int, *prefix: str) -> list[str]:
    return [w.text for w in RULES.sayable(table.state, seat, prefix)]


def refused(table: TestTable, seat: int, line: str) -> str:
    return table.refusal(line, seat).reason


# The pass in advance


def test_a_pass_in_advance_is_carried_out_when_priority_comes():
    """HX-15.4, HX-8.3: where the other passes, and where an order or a hand would be asked for it at that moment."""
    table = say(under_attack().play("0 attack e6 e7"), 1, "seal pass")
    assert (words(table, 1, "seal"), words(table, 0, "seal")) == (["pass"], [])
    assert carried(table)[:2] == ["0 pass", "1 pass"], "what was attacked has not struck back"
    assert (table.stack, table.state.ahead) == ([], {})
    assert table.points("e7") < CONTENT.printed["moss_troll"][3]


def test_a_pass_in_advance_is_an_order_and_takes_its_time():
    """HX-15.3: where stops would ask, it waits for the pause; where everybody knows that the seat passes, it comes at once like any."""
    table = say(under_attack().play("0 attack e6 e7"), 1, "seal pass")
    assert carried(table, ()) == ["0 pass"]
    found = RULES.said(table.state, 1)
    assert found == (("pass",), True, True)
    assert carried(table, (1,))[0] == "1 pass"
    idle = say(armed(), 1, "seal pass").play("0 pass")
    assert RULES.said(idle.state, 1) == (("pass",), True, False)


def test_only_who_comes_next_may_pass_in_advance():
    """HX-8.4: the active seat comes after a resolution, of which nobody knows what it brings; choices and opening hands are no passes."""
    table = under_attack().play("0 attack e6 e7", "0 pass")
    assert (table.seat, words(table, 0, "seal")) == (1, [])
    assert refused(table, 0, "seal pass") == "nothing_to_seal"
    assert refused(table, 1, "seal pass") == "nothing_to_seal", "who is asked answers"
    choosing = TestTable().hand(0, "dark_whisper").pool(0, "V").hand(1, "meteor", "mend").play("0 cast dark_whisper", "--")
    assert (choosing.asked, refused(choosing, 0, "seal pass")) == ("pick_discard", "nothing_to_seal")
    state = RULES.setup(2, {"decks": "drawn"}, 4).state
    with pytest.raises(Refused, match="nothing_to_seal"):
        RULES.apply(RULES.apply(state, 0, ("keep",)).state, 0, ("seal", "pass"))
    assert refused(armed(), 1, "seal cast undertow") == "nothing_to_seal", "priority is kept: nothing but a pass"


@pytest.mark.parametrize("line", ["0 cast red_energy", "0 draw e2 1", "0 discard mend", "0 move e3 e4", "0 attack e3 e5"])
def test_anything_but_a_pass_of_the_other_undoes_it(line):
    """HX-15.4."""
    table = armed().put(0, "cinder_hound", "e3", die=2).put(0, "sun_lancer", "e4", die=2).put(1, "moss_troll", "e5").pool(0, "CC")
    say(table.hand(0, "red_energy", "mend"), 1, "seal pass")
    line = line.replace("e3 e4", "e3 d3").replace("e3 e5", "e4 e5")
    assert ahead(table.play(line), 1)[0] == ""


def test_held_triggers_undo_it():
    """HX-8.8: a pass that brings triggers onto the stack is none that the other has foreseen."""
    table = say(armed().put(0, "mausoleum", "e3").put(0, "torchrunner", "d3"), 1, "seal pass")
    run = Run(CONTENT, table.state.copy())
    run.destroy([r for r in run.state.realities.values() if r.card == "torchrunner"])
    priority.filled(run)
    table.state = run.state
    assert words(table, 1) == ["ready"] or words(table, 1) == []
    assert ahead(table.play("0 pass"), 1)[0] == ""


def always_asked() -> dict[str, tuple[TestTable, tuple[str, ...]]]:
    """Positions in which seat 0 is about to bring what is never passed automatically, and what it does."""
    flag = TestTable().put(1, "blue_jetty", "h5").hand(1, "undertow").put(0, "dusk_bat", "e7", die=1).pool(0, "C")
    onto = TestTable().put(1, "blue_jetty", "h5").hand(1, "undertow").put(0, "red_hearth", "e7").hand(0, "torchrunner").pool(0, "RRCC")
    return {
        "attack": (under_attack(), ("attack e6 e7",)),
        "move": (flag, ("move e7 e8",)),
        "spell": (onto, ("cast torchrunner e8",)),
        "centre": (armed().put(0, "moss_troll", "e5").dice(0, 11), ("pass",)),
    }


@pytest.mark.parametrize("what", always_asked())
def test_what_is_never_passed_automatically_is_passed_in_advance_only_when_it_is_there(what):
    """HX-15.1: given before, the pass lapses, and so does every hold; given for it, with the thing on top, it answers."""
    table, lines = always_asked()[what]
    say(table, 1, "stops until_turn until_draw until_attack until_targeted", "seal pass")
    for line in lines:
        table.play(f"0 {line}")
    carried(table)
    assert table.seat == 1
    assert RULES.said(table.state, 1) is None
    assert (table.window, RULES.given(table.state, 1)) == (what, frozenset())

    table, lines = always_asked()[what]
    for line in lines:
        table.play(f"0 {line}")
    while table.window != what and not (table.seat == 0 and table.stack and what in (table.stack[0].split()[0], "spell")):
        table.play(f"{table.seat} pass")
    assert table.seat == 0
    say(table, 1, "seal pass")
    assert carried(table)[:2] == ["0 pass", "1 pass"]


def test_a_pass_in_advance_is_taken_back():
    """HX-15.4."""
    table = say(under_attack().play("0 attack e6 e7"), 1, "seal pass", "seal")
    assert table.state.ahead == {}
    assert carried(table) == ["0 pass"]
    assert RULES.said(table.state, 1) is None


# Holds


def test_pass_until_something_of_mine_is_targeted():
    """HX-15.4, HX-15.9: what can change something of the seat's ends it, what only comes near does not, nor does what only the default asks."""
    near = armed().put(0, "red_hearth", "e6").hand(0, "torchrunner").pool(0, "RRCC").put(1, "gull_scout", "e7").orders(1, "until_targeted")
    near.play("0 cast torchrunner d6", "0 pass")
    assert (near.window, RULES.standing(near.state, 1, frozenset())) == ("spell", None), "two hexes away: asked by default"
    assert RULES.said(near.state, 1) == (("pass",), True, True)

    aimed = armed().put(1, "gull_scout", "e7").hand(0, "spark_lance").pool(0, "R").orders(1, "until_targeted", "until_turn")
    aimed.play("0 cast spark_lance e7", "0 pass")
    assert (RULES.given(aimed.state, 1), RULES.said(aimed.state, 1)) == ({"until_turn"}, (("pass",), True, True))

    hand = armed().hand(0, "dark_whisper").pool(0, "V").orders(1, "until_targeted").play("0 cast dark_whisper", "0 pass")
    assert RULES.said(hand.state, 1) is None, "it has a hand"

    responded = armed().put(1, "moss_troll", "e6").hand(0, "spark_lance", "mend").hand(1, "mist_veil").pool(0, "RY").pool(1, "B")
    responded.put(0, "cinder_hound", "b1").play("0 cast spark_lance e6", "0 pass", "1 cast mist_veil e6")
    assert RULES.said(responded.orders(0, "until_targeted").state, 0) == (("pass",), True, True), "they strengthen their own"


def test_holds_end_on_their_own_and_at_the_main_phase():
    """HX-15.1, HX-15.4."""
    table = armed().orders(1, "until_targeted", "until_draw").play("0 pass", "1 pass", "--", "--", "--")
    assert (table.state.phase, RULES.given(table.state, 1)) == ("draw", {"until_targeted"})
    while table.asked != "main":
        table.play("--")
    assert (table.seat, RULES.given(table.state, 1)) == (1, frozenset())


# Answers laid ready


def test_a_counterstrike_is_laid_ready():
    """HX-15.4, HX-9.5: `*` is the attacker; it is used once, and only for the reality that it was laid ready for."""
    table = say(under_attack(), 1, "ready respond e7 counterstrike * counter")
    table.play("0 attack e6 e7", "0 pass")
    assert RULES.said(table.state, 1) == (("counterstrike", "e6", "counter"), True, True)
    assert carried(table, (1,))[0] == "1 counterstrike e6 counter"
    assert (table.at("e7").die, ahead(table, 1)[3]) == (6, 0)

    other = say(under_attack().put(1, "thorn_boar", "d7"), 1, "ready respond d7 counterstrike * counter").play("0 attack e6 e7", "0 pass")
    assert RULES.said(other.state, 1) is None, "another one is attacked"
    assert ahead(other.play("1 pass"), 1)[3] == 1


def test_a_counterstrike_that_has_lost_its_energy_asks():
    """HX-15.4, HX-9.5: what was to pay for it has burnt, and the last counter cannot pay: the seat is asked, and whoever attacks plays on."""
    table = (
        TestTable().put(0, "cinder_hound", "e4", die=2).put(1, "moss_troll", "e5").put(1, "red_hearth", "e8", points=2).hand(1, "mend").pool(0, "CC")
    )
    say(table, 1, "ready respond e5 counterstrike * energy e8x1")
    (hearth,) = [uid for uid, r in table.state.realities.items() if r.hex == "e8"]
    (troll,) = [uid for uid, r in table.state.realities.items() if r.hex == "e5"]
    del table.state.realities[hearth]
    table.state.realities[troll] = replace(table.state.realities[troll], points=1)
    table.play("0 attack e4 e5", "0 pass")
    assert RULES.said(table.state, 1) is None
    assert RULES.words(table.state, 1, ("counterstrike", "e4", "energy")) == []
    table.play("1 pass")
    assert not table.at("e5")


def test_of_an_ambush_it_strikes_who_can_be_struck():
    """HX-9.5, HX-9.3."""
    table = armed().put(1, "moss_troll", "e7").hand(1, "mend").pool(0, "CC").put(0, "catapult", "e5", die=1).put(0, "cinder_hound", "d7", die=1)
    say(table, 1, "ready respond e7 counterstrike * counter").play("0 attack e5 e7 d7", "0 pass")
    assert carried(table)[0] == "1 counterstrike d7 counter"


def test_a_spell_is_laid_ready_with_its_energy_and_what_follows():
    """HX-15.4: actions one after the other, each only while it is possible, the second also after the other has passed in between."""
    table = say(under_attack("spark_lance"), 1, "ready respond e7 counterstrike * counter then draw e8 1").put(1, "red_hearth", "i1")
    table.play("0 attack e6 e7", "0 pass")
    assert carried(table) == ["1 counterstrike e6 counter"], "the attacker is asked"
    assert carried(table.play("0 pass"))[0] == "1 draw e8 1"
    shot = say(under_attack("spark_lance").put(1, "red_hearth", "i1"), 1, "ready respond e7 cast spark_lance * i1x1")
    shot.play("0 attack e6 e7", "0 pass")
    assert carried(shot)[0] == "1 cast spark_lance e6 i1x1"
    carried(shot.play("0 pass"))
    assert shot.all("destroyed")[0]["card"] == "cinder_hound"
    twice = under_attack("spark_lance").put(1, "red_hearth", "i1")
    say(twice, 1, "ready respond e7 draw i1 1 then cast spark_lance *").play("0 attack e6 e7", "0 pass")
    assert carried(twice)[:2] == ["1 draw i1 1", "1 cast spark_lance e6"], "aimed at the same attacker"
    either = say(under_attack("undertow").put(1, "red_hearth", "i1"), 1, "ready respond e7 draw i1 1 else counterstrike * counter")
    del either.state.realities[either.at("i1").uid]
    either.play("0 attack e6 e7", "0 pass")
    assert carried(either)[0] == "1 counterstrike e6 counter", "the first that is possible"


def test_so_many_answers_lie_ready():
    """As many as there may be; then one takes the place of another."""
    table = armed().put(0, "cinder_hound", "a1")
    places = [f"i{n}" for n in range(1, 6)] + [f"h{n}" for n in range(1, 6)]
    for at in places:
        table.put(1, "thorn_boar", at)
    say(table, 1, *(f"ready respond {at} pass" for at in places[:8]))
    assert refused(table, 1, "ready respond e8 pass") == "plan_too_long"
    assert sorted(words(table, 1, "ready", "respond")) == sorted(places[:8])
    assert ahead(say(table, 1, "ready respond i1 discard undertow"), 1)[3] == 8
    assert ahead(say(table, 1, "ready respond i1"), 1)[3] == 7
    assert ahead(say(table, 1, "ready"), 1)[3] == 0


def test_what_follows_lapses_when_the_other_does_something():
    """HX-15.4."""
    table = under_attack("spark_lance").hand(0, "mend").pool(0, "CCY")
    say(table, 1, "ready respond e7 counterstrike * counter then draw e8 1").play("0 attack e6 e7", "0 pass", "1 counterstrike e6 counter")
    assert ahead(table, 1)[4] == 1
    assert ahead(table.play("0 cast mend e6"), 1)[4] == 0


def test_it_answers_the_first_question_of_an_attack():
    """HX-15.4: not the later ones of the same attack, and not before what the seat has said of this very moment."""
    table = say(under_attack(), 1, "ready respond e7 draw e8 1").play("0 attack e6 e7", "0 pass", "1 counterstrike e6 counter", "0 pass")
    assert RULES.said(table.state, 1) == (("pass",), True, False)
    assert ahead(table, 1)[3] == 1
    exact = say(under_attack(), 1, "ready respond e7 counterstrike * counter").play("0 attack e6 e7")
    assert carried(say(exact, 1, "seal pass"))[:2] == ["0 pass", "1 pass"]
    assert ahead(exact, 1)[3] == 1


def test_the_attack_itself_can_be_answered():
    """HX-9.12: White Flag is aimed at what lies on the stack, which nobody can name before."""
    table = say(under_attack("white_flag").put(1, "dawn_chapel" if "dawn_chapel" in CONTENT.cards else "yellow_hall", "i1"), 1)
    chain = next(a for a in _ready(table, 1, ("ready", "respond", "e7", "cast", "white_flag")))
    assert chain[5] == FITTING
    say(table, 1, " ".join(chain)).play("0 attack e6 e7", "0 pass")
    assert carried(table)[0].startswith("1 cast white_flag s")
    table.play("--")
    assert table.all("cancelled")[0]["what"] == "attack"


def _ready(table: TestTable, seat: int, prefix: tuple[str, ...]):
    """Whole answers that may be laid ready, one action long."""
    for word in RULES.sayable(table.state, seat, prefix):
        if word.text in ("then", "else"):
            continue
        action = (*prefix, word.text)
        if word.end:
            yield action
        yield from _ready(table, seat, action)


def test_only_what_the_seat_has_is_offered_to_be_laid_ready():
    """HX-15.4: own realities, own cards, and a word for whoever attacks."""
    table = under_attack("spark_lance", "gull_scout").put(1, "red_hearth", "i1")
    assert words(table, 1, "ready", "respond") == ["e7", "e8", "i1"]
    assert words(table, 1, "ready", "respond", "e6") == []
    offered = {" ".join(a[3:]) for a in _ready(table, 1, ("ready", "respond", "e7"))}
    assert {"counterstrike * counter", "counterstrike * energy e8x1", "cast spark_lance * i1x1", "cast spark_lance e7 i1x1", "pass"} <= offered
    assert not any("gull_scout" in a.split() and a.startswith("cast") for a in offered), "too slow for an answer"
    assert words(table, 1, "ready", "respond", "e7", "counterstrike", "*", "counter") == ["then", "else"]
    assert "counterstrike" not in words(table, 1, "ready", "respond", "e7", "counterstrike", "*", "counter", "then")
    assert "counterstrike" in words(table, 1, "ready", "respond", "e7", "draw", "e8", "1", "then")
    assert "counterstrike" in words(table, 1, "ready", "respond", "e7", "cast", "spark_lance", "*", "i1x1", "else")
    assert words(table, 1, "ready", "respond", "e7", "pass") == []
    late = TestTable(active=1).put(0, "cinder_hound", "e4").put(1, "blue_jetty", "e8").put(1, "moss_troll", "e7", die=2).pool(1, "CC")
    assert words(late, 1, "ready", "respond", "e7", "counterstrike") == ["*"], "its die will be gone by then"
    assert words(late, 1, "ready", "respond", "e7", "counterstrike", "*", "energy") == ["e8x1"], "and so will the energy"
    assert words(TestTable().put(1, "moss_troll", "e7"), 1) == ["seal"], "there is nobody to attack"


# A draft of the turn


def drafted(*steps: str) -> TestTable:
    """Seat 0 has said what it will do in its Main Phase; its turn begins."""
    table = armed().put(0, "cinder_hound", "e3").hand(0, "red_energy", "torchrunner", "deep_study", "stolen_secrets")
    say(table, 0, "draft " + " then ".join(steps))
    return table.turn_begins()


def test_a_draft_is_carried_out_in_the_main_phase():
    """HX-15.4, HX-7.4: not in the Draw Phase, and own windows are left to the stops: what follows comes when the spell has resolved."""
    table = drafted("cast red_energy", "cast torchrunner d2 e2x1", "pass")
    assert table.state.phase == "draw"
    table.put(1, "moss_troll", "i1")
    done = [line for line in carried(table) if line.startswith("0") and line != "0 pass"]
    assert [line.split()[1] for line in done] == ["cast"] * len(done)
    assert done[0] == "0 cast red_energy"
    assert table.all("cast")[0]["card"] == "red_energy"


def test_a_whole_turn_is_carried_out():
    """HX-15.4: with its last pass; nothing of it is left for the turn after."""
    table = drafted("cast red_energy", "cast torchrunner d2", "pass")
    carried(table)
    assert (table.at("d2").card, table.state.ahead) == ("torchrunner", {})
    assert (table.seat, table.asked) == (1, "main")


def test_what_is_drafted_comes_one_after_the_other():
    """HX-15.4, HX-6.1: a wizardry could be cast in response to the one before, but a draft is of the Main Phase."""
    table = say(armed().hand(0, "red_energy", "green_energy"), 0, "draft cast red_energy then cast green_energy")
    assert carried(table) == ["0 cast red_energy", "0 pass", "1 pass", "0 cast green_energy", "0 pass", "1 pass"]


def test_a_draft_stops_at_a_card_that_a_forced_discard_shows():
    """HX-8.11: the last card of a hand goes without a question, and everybody sees it."""
    table = say(armed().hand(0, "dark_whisper", "red_energy").hand(1, "mend").pool(0, "V"), 0, "draft cast dark_whisper then cast red_energy")
    assert carried(table) == ["0 cast dark_whisper", "0 pass"]
    table.play("1 pass")
    assert table.all("discarded") == [{"seat": 1, "card": "mend"}]
    assert (carried(table), ahead(table, 0)[1:3]) == ([], (["cast red_energy"], True))


def test_a_draft_stops_at_what_is_not_possible():
    """HX-15.4: the seat is asked, the rest stays, and goes with the turn."""
    table = drafted("cast red_energy", "cast torchrunner a1", "pass")
    carried(table)
    assert (table.seat, table.asked, ahead(table, 0)[1]) == (0, "main", ["cast torchrunner a1", "pass"])
    table.play("0 cast torchrunner d2")
    assert ahead(table, 0)[2], "done otherwise than drafted: it waits"
    carried(table)
    assert (table.seat, table.asked) == (0, "main")
    assert ahead(table.play("0 pass", "1 pass"), 0)[1] == []


def test_a_draft_stops_when_the_other_reacts():
    """HX-15.4."""
    table = drafted("cast red_energy", "cast torchrunner d2", "pass").orders(1, "ask_spell")
    assert carried(table)[-2:] == ["0 cast red_energy", "0 pass"]
    table.play("1 draw e8 1")
    assert ahead(table, 0)[2]
    table.play("1 pass")
    carried(table)
    assert (table.seat, table.asked, ahead(table, 0)[1]) == (0, "main", ["cast torchrunner d2", "pass"])
    say(table, 0, "draft cast torchrunner d2 then pass")
    assert "0 cast torchrunner d2" in carried(table), "said anew, it goes on"


@pytest.mark.parametrize(("card", "pool"), [("deep_study", "CCB"), ("stolen_secrets", "CCV")])
def test_a_draft_stops_when_something_hidden_shows(card, pool):
    """HX-15.4: what it shows comes to light while it resolves, by the other's pass."""
    table = say(armed().hand(0, card, "red_energy").hand(1, "mend", "meteor", "wither").pool(0, pool), 0, f"draft cast {card} then cast red_energy")
    carried(table)
    if table.seat == 1:  # Its hand is concerned.
        table.play("1 pass")
    assert (table.seat, table.asked[:5], RULES.said(table.state, 0)) == (0, "pick_", None)
    assert ahead(table, 0)[1:3] == (["cast red_energy"], True)


def test_the_drawn_card_does_not_stop_a_draft_before_it_has_begun():
    """HX-7.3: it is drawn before the Main Phase, as whoever drafted knew."""
    table = drafted("cast red_energy")
    assert "0 cast red_energy" in carried(table)
    assert table.all("drew")


def test_what_comes_is_foreseen():
    """HX-15.4, HX-7.1, HX-7.2: potency and dice of the next turn, nobody reacting meanwhile, and no card that is yet to be drawn."""
    table = armed().put(0, "cinder_hound", "e3").put(1, "moss_troll", "e7", points=3).hand(1, "mend")
    found = RULES.foreseen(table.state, 1)
    assert (found.phase, found.active, found.turn, RULES.to_act(found)) == ("main", 1, table.state.turn + 1, (1,))
    there = {r.hex: r for r in found.realities.values()}
    assert there["e8"].points == CONTENT.printed["blue_jetty"][3] + 1
    assert there["e7"].die == CONTENT.printed["moss_troll"][2]
    assert there["e7"].points == 4, "it regenerates"
    assert there["e3"].die == 0
    assert (found.sides[1].hand, len(found.sides[1].library)) == (["mend"], 10)
    assert RULES.foreseen(table.state, 0) is None, "its own Main Phase has come"
    assert RULES.foreseen(RULES.setup(2, {}, 1).state, 0) is None
    played_out = table
    while (played_out.seat, played_out.asked) != (1, "main"):
        played_out.play(f"{played_out.seat} pass")
    assert {r.hex: (r.points, r.die) for r in played_out.state.realities.values()} == {r.hex: (r.points, r.die) for r in there.values()}


def test_what_is_foreseen_follows_from_what_the_seat_knows():
    """HX-13.1, HX-15.4: it is the same in all positions that the seat cannot tell apart, menus of what may be said included."""
    rng, looked = random.Random(3), 0
    state = RULES.setup(2, {"decks": "drawn"}, 12).state
    for number in range(500):
        acting = RULES.to_act(state)
        if not acting:
            break
        if number % 9 == 0:
            for seat in BOTH:
                other = RULES.imagine(state, seat, Chance.of(number, seat))
                one, two = RULES.foreseen(state, seat), RULES.foreseen(other, seat)
                assert (one is None) == (two is None)
                if one is not None:
                    looked += 1
                    assert list(legal(RULES, one, seat)) == list(legal(RULES, two, seat))
                    assert RULES.dump(one) == RULES.dump(two)
                for prefix in ((), ("seal",), ("ready", "respond"), ("ready", "respond", *words_of(state, seat)[:1])):
                    assert RULES.sayable(state, seat, prefix) == RULES.sayable(other, seat, prefix)
        action = RULES.standing(state, acting[0], frozenset()) or rng.choice(list(legal(RULES, state, acting[0]))[:60])
        state = RULES.apply(state, acting[0], action).state
    assert looked > 10


def words_of(state, seat: int) -> list[str]:
    return [w.text for w in RULES.sayable(state, seat, ("ready", "respond"))]


# At a table


async def test_at_a_table_a_pass_in_advance_takes_the_same_time_as_an_order():
    """HX-15.3: the question is asked, and answered when the pause is over; the row is a pass like any (HX-15.6)."""
    async with memory() as store:
        opening = Opening("hexygame", 1, 7, {"decks": "drawn", "seating": "joined"}, "en", "light")
        made, _ = await Tables(store).open(opening, Party((1, "A"), [(2, "B")], 0, "C", 2, agreed=True))
        table = await Tables(store).get(made)
        table.state = under_attack().orders(0, "ask_own").play("0 attack e6 e7").state
        await table.say(1, ("seal", "pass"))
        await table.act(0, ("pass",))
        assert table.view(None).to_act == (1,)
        assert (table.awaited, table.row.ripe >= store.now() + 15) == ((), True)
        assert [(r.seat, r.action) for r in await store.tables.actions(made)] == [(1, ("seal", "pass")), (0, ("pass",))]
        await ripened(table)
        assert (await store.tables.actions(made))[2] == Row(3, 1, ("pass",), True)
        assert (table.state.ahead, table.state.stack) == ({}, [])


async def test_who_is_asked_by_a_stop_of_its_own_alone_is_told_that_in_private_alone():
    """HX-15.3: picture, line, colour and call are those of a world in which somebody else would be asked; who is asked is written to."""
    async with memory() as store:
        opening = Opening("hexygame", 1, 7, {"decks": "drawn", "seating": "joined"}, "en", "light")
        made, _ = await Tables(store).open(opening, Party((1, "A"), [(2, "B")], 0, "C", 2, agreed=True))
        table = await Tables(store).get(made)
        table.state = armed().orders(1, "ask_end_main").state
        await table.act(0, ("pass",))
        assert table.awaited == (1,)
        view, own = table.view(None), table.view(1)
        assert (view.to_act, view.asked, own.to_act) == ((), (), (1,))
        paint, look = painter("hexygame"), look_of(table)
        assert WAITS not in paint.describe(view, look)
        assert WAITS in paint.describe(own, look)
        owed = await store.outbox.of(Subject("table", made))
        assert [debt.payload for debt in owed if debt.kind == WHISPER] == [{"seat": 1, "why": "by_orders"}]
        assert "asks" not in [debt.payload for debt in owed if debt.kind == BOARD][-1]
        message = await board_message(table, [], [], Pinged())
        assert (nudges(table, 1), nudges(table, 2)) == ([1], []), "the other one knows by whom nothing is done"
        assert nudge_row(table, 1, 0).kind == WHISPER
        assert not any(mention in spoken(message) for mention in ("<@1>", "<@2>", WAITS))


# A slow plain road


def test_what_is_said_ahead_comes_to_the_same_as_answers_by_hand():
    """HX-15.6: lives with passes in advance, answers laid ready and drafts; whoever gives the same answers one after another has the same game."""
    used = 0
    for seed in range(often(2, 4)):
        rng = random.Random(seed)
        state = plain = RULES.setup(2, {"decks": "drawn"}, seed).state
        for number in range(1, 600):
            acting = RULES.to_act(state)
            if not acting:
                break
            assert acting == RULES.to_act(plain), "the same seat is asked"
            for seat in BOTH:
                if rng.random() < 0.3 and (line := saying(RULES, state, seat, rng)):
                    state = RULES.apply(state, seat, line).state
            found = RULES.due(state, BOTH)
            used += bool(found and found[1].ordered)
            seat, action = (found[0], found[1].action) if found else (acting[0], rng.choice(list(legal(RULES, state, acting[0]))[:80]))
            row = Row(number, seat, action)
            state, plain = play(RULES, state, row).state, play(RULES, plain, row).state
            bare = RULES.load(RULES.dump(state))
            bare.orders, bare.ahead = {}, {}
            assert RULES.dump(bare) == RULES.dump(plain)
    assert used > often(20, 40)
