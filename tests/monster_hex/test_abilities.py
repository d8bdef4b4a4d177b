"""The optional abilities (section 10)."""

from __future__ import annotations

import msgspec
import pytest

from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from rules.game import Refused
from rules.monster_hex import capture
from rules.monster_hex.placement import needs
from tests.monster_hex.table import RULES, TestTable

PAINT = painter("monster_hex")


def table_with(*choices: str, seed: int = 1) -> TestTable:
    """Two seats with abilities; the choices in the order in which they are made: seat 1, seat 0."""
    table = TestTable("two", seed=seed, abilities="on")
    for choice in choices:
        table.act(f"ability {choice}")
    return table


def test_choice():
    """MH-8.1: last seat first, all different, public; each works once."""
    table = TestTable("two", abilities="on")
    assert RULES.to_act(table.state) == (1,)
    assert RULES.decision(table.state, 1).kind == "choose_ability"
    table.act("ability bold")
    assert RULES.to_act(table.state) == (0,)
    assert "ability bold" not in table.legal()
    table.act("ability twist")
    assert [f.ability for f in RULES.view(table.state, None).board.factions] == ["twist", "bold"]
    assert table.state.phase == "play"


def test_the_fourth_seat_has_the_one_that_is_left():
    """MH-8.1: nobody is asked what is no choice."""
    table = TestTable("four", abilities="on")
    for ability in ("bold", "champion", "insight"):
        assert RULES.decision(table.state, table.seat).kind == "choose_ability"
        table.act(f"ability {ability}")
    assert table.last("ability") == {"seat": 0, "ability": "twist"}
    assert (table.state.phase, table.seat, table.state.chosen) == ("play", 0, ["twist", "insight", "champion", "bold"])


def test_off_by_default():
    """MH-8.1: without the option nobody has an ability."""
    table = TestTable("two")
    assert table.refusal("bold").reason == "no_abilities"


def test_twist():
    """MH-8.2: turns a monster of another faction that lies alone at its stones by one edge clockwise; no capture check follows."""
    table = table_with("twist", "bold")
    table.play("0 m02 c1 r3")
    table.lay("1 m01 d6 r0")
    assert table.legal("twist") == ["twist c1 r4"]
    assert table.refusal("twist d6 r1").reason == "own_monster"
    assert table.refusal("twist b2 r0").reason == "no_monster"
    for rotation in ("r0", "r3", "r5"):
        other = table.refusal(f"twist c1 {rotation}")
        assert (other.reason, other.rule, other.legal) == ("other_rotation", "MH-8.2", ("r4",))
    assert table.refusal("twist c1 r6").reason == "no_such_rotation"
    table.act("twist c1 r4")
    assert table.state.placed["c1"] == (0, "m02", 4)
    assert table.state.need == needs(table.state, RULES.board(table.state), RULES.tiles)
    assert RULES.to_act(table.state) == (1,)
    assert table.refusal("twist c1 r5").reason == "ability_used"
    table.act("")
    assert RULES.to_act(table.state) == (0,)
    assert table.refusal("twist d6 r1").reason == "not_your_ability"


def test_twist_goes_round():
    """MH-8.2: after the last rotation comes the first."""
    table = table_with("twist", "bold")
    table.play("0 m02 c1 r5")
    assert table.legal("twist") == ["twist c1 r0"]


def test_twist_turns_a_lonely_monster():
    """MH-8.2: not one beside which another lies at a stone, whosever that is. A small stone is one like others."""
    table = table_with("bold", "twist")
    table.play("0 m02 c1 r3", "1 m05 b1 r1")
    assert table.legal("twist") == []
    refused = table.refusal("twist b1 r2")
    assert (refused.reason, refused.rule, refused.facts) == ("not_alone", "MH-8.2", {"hex": "b1", "stone": "c2"})
    assert (table.refusal("twist").reason, table.refusal("twist").rule) == ("nothing_to_turn", "MH-8.2")
    table.lay("1 m06 e2 r0")
    assert table.legal("twist") == ["twist e2 r1"], "no stone at all"
    table.lay("1 m01 d6 r0", "0 m03 b4 r0")
    assert table.legal("twist") == ["twist d6 r1", "twist e2 r1"], "a large and a small stone"
    table.lay("0 m01 c5 r0")
    assert table.legal("twist") == ["twist e2 r1"], "one's own is another monster, too"
    table.lay("1 m09 d3 r0")
    assert table.refusal("twist d3 r1").facts == {"hex": "d3", "stone": "c4"}


def test_twist_in_a_game_that_has_begun_before():
    """MH-8.2: a position of before version 6 has the rule of then, to its end: a monster that touches no captured stone is turned."""
    table = table_with("bold", "twist")
    table.play("0 m02 c1 r3", "1 m05 b1 r1")
    before = msgspec.json.decode(RULES.dump(table.state))
    del before["twist_beside"]
    table.state = RULES.load(msgspec.json.encode(before))
    assert table.legal("twist") == ["twist b1 r2"]
    table.play("0 m05 d1 r1", "1 m01 b2 r1")
    assert "s1" in table.state.captures
    refused = table.refusal("twist b1 r2")
    assert (refused.reason, refused.rule) == ("stone_captured", "MH-8.2")
    assert RULES.load(RULES.dump(table.state)).twist_beside


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_says_what_twist_may_turn(language):
    """MH-8.2: what the monsters have in common that are offered; where there are none, why not. Nobody without an unused Twist reads of it."""
    say = texts(language, "monster_hex")
    table = table_with("bold", "twist")
    table.play("0 m02 c1 r3", "1 m05 b1 r1")
    assert noted(table, 0, language) == [say("mh.note.twist")]
    assert noted(table, 1, language) == []
    table.state.twist_beside = True
    assert noted(table, 0, language) == []
    table.state.twist_beside = False
    table.lay("1 m01 d6 r0")
    assert noted(table, 0, language) == []
    view = RULES.view(table.state, 0)
    assert view.board.turnable == ("d6",)
    assert PAINT.aside(view, Look("light", say, ("A", "B")), ("twist",), ["d6"]) == say("mh.fits.twist")
    table.act("twist d6 r1")
    table.lay("1 m03 d5 r0")
    assert noted(table, 0, language) == []


def noted(table: TestTable, seat: int, language: str) -> list[str]:
    return PAINT.notes(RULES.view(table.state, seat), Look("light", texts(language, "monster_hex"), ("A", "B")))


def test_insight():
    """MH-8.3: only its owner sees the top three tiles, and puts them back in any order."""
    table = table_with("bold", "insight")
    top = table.state.stacks[0][:3]
    events = table.act("insight")
    assert [e.to for e in events] == [None, (0,)]
    assert events[1].facts["tiles"] == top
    assert RULES.decision(table.state, 0).kind == "put_back"
    assert len(table.legal()) == 6
    stand_in = RULES.decision(table.state, 0).default
    assert stand_in == ("order", *top), "in the place of a seat that does not answer nothing changes"
    assert top != sorted(top)
    assert RULES.apply(table.state, 0, stand_in).state.stacks[0] == table.state.stacks[0]
    assert table.refusal(f"order {top[0]} {top[0]} {top[1]}").reason == "not_an_action"
    assert RULES.view(table.state, 1).board.looked == ()
    table.act(f"order {top[2]} {top[0]} {top[1]}")
    assert table.state.stacks[0][:3] == [top[2], top[0], top[1]]
    assert [t.tile for t in RULES.view(table.state, 0).board.looked] == [top[2], top[0], top[1]]
    assert RULES.decision(table.state, 0).kind == "place"


def test_bold_step():
    """MH-8.4: the placement of this turn need not match, but must touch a monster."""
    table = table_with("bold", "twist")
    table.play("0 m01 c1 r0")
    table.hold(1, "m05", "m07", "m09")
    table.act("bold")
    assert {a.split()[2] for a in table.legal()} == {"b1", "d1"}
    assert table.refusal("place m05 c7 r0").reason == "bold_must_touch"
    table.act("place m05 b1 r0")
    assert table.last("placed")["how"] == "bold"
    table.act("")
    assert not table.state.bold
    assert table.refusal("bold").reason == "ability_used"


def test_bold_needs_a_monster():
    """MH-8.4, MH-3.2: not before the first tile lies."""
    table = table_with("twist", "bold")
    assert table.refusal("bold").rule == "MH-3.2"


def test_champion():
    """MH-8.5: the declared tile counts as rank S at small stones."""
    table = table_with("champion", "twist")
    table.play("0 m02 c1 r3")
    table.give(1, "m05")
    assert "place m05 b1 r1 champion" in table.legal()
    table.act("place m05 b1 r1 champion")
    assert table.state.champions == ["b1"]
    stone = RULES.board(table.state).stones["s1"]
    assert capture.ranks(table.state, stone, RULES.tiles, 1) == [0]
    table.act("")
    assert all("champion" not in a for a in table.legal())
    with pytest.raises(Refused, match="ability_used"):
        RULES.apply(table.state, 1, (*RULES.decision(table.state, 1).default, "champion"))


@pytest.mark.parametrize(("left", "asked"), [(1, "place"), (2, "put_back"), (3, "put_back")])
def test_insight_into_a_short_stack(left, asked):
    """MH-8.3: a single tile has one order, which is no question; two have two. What was seen stays known until it is drawn."""
    table = table_with("bold", "insight")
    state = table.state.copy()
    state.stacks[0] = state.stacks[0][:left]
    table.state = state
    table.act("insight")
    assert RULES.decision(table.state, 0).kind == asked
    assert table.last("saw")["tiles"] == state.stacks[0]
    assert [t.tile for t in RULES.view(table.state, 0).board.looked] == state.stacks[0]
    if asked == "put_back":
        assert len(table.legal()) == {2: 2, 3: 6}[left]


def test_insight_again_after_a_look():
    """MH-8.1, MH-8.3: no second look; without tiles in the stack there is nothing to look at."""
    table = table_with("bold", "insight")
    state = table.state.copy()
    state.stacks[0] = []
    table.state = state
    refused = table.refusal("insight")
    assert (refused.reason, refused.rule) == ("stack_empty", "MH-8.3")
    assert all(not action.startswith("insight") for action in table.legal())


def test_abilities_are_used_before_placing():
    """MH-8.1: not while something else is asked, and not for the shared faction."""
    table = table_with("bold", "twist")
    table.play("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4", "1 m03 c3 r1")
    kind = RULES.decision(table.state, table.seat).kind
    assert kind == "choose_value"
    for word in ("bold", "insight", "twist b1 r2", "champion"):
        refused = table.refusal(word)
        assert (refused.reason, refused.rule, refused.legal, refused.facts["kind"]) == ("asked_otherwise", "MH-4.5", ("take",), kind)
    shared = TestTable("three", seats=2, abilities="on", seed=3)
    shared.act("ability champion")
    shared.act("ability twist")
    shared.act("")
    shared.act("")
    assert RULES.decision(shared.state, shared.seat).kind == "place_shared"
    assert shared.refusal("bold").reason == "asked_otherwise"
    placed = " ".join(RULES.decision(shared.state, shared.seat).default)
    assert (shared.refusal(f"{placed} champion").reason, shared.refusal(f"{placed} champion").rule) == ("not_your_ability", "MH-8.1")
    assert (shared.refusal(f"{placed} bold").reason, shared.refusal(f"{placed} bold").rule) == ("not_an_action", "MH-3.1")


def test_a_champion_is_declared_with_a_placement():
    """MH-8.5: the word alone is no action, and each reason against a placement comes before those against the champion."""
    table = table_with("champion", "twist")
    table.play("0 m02 c1 r3")
    table.give(1, "m05")
    assert table.refusal("champion").reason == "not_an_action"
    assert table.refusal("place m05 c1 r1 champion").reason == "occupied"
    assert table.refusal("place m05 b1 r0 champion").reason == "no_match"
    assert RULES.words(table.state, 1, ("place", "m05", "b1", "r0")) == []
    assert [w.text for w in RULES.words(table.state, 1, ("place", "m05", "b1", "r1"))] == ["champion"]
    assert table.refusal("place m05 b1 r1 champion champion").reason == "not_an_action"


def test_what_each_ability_offers():
    """MH-8.1, MH-8.2, MH-8.3, MH-8.4: the ability is offered beside the placements while it can be used, whole or to be aimed."""
    for ability, own in {"twist": ("twist", False), "insight": ("insight", True), "bold": ("bold", True), "champion": None}.items():
        table = table_with("twist" if ability != "twist" else "bold", ability)
        offered = {w.text: w.end for w in RULES.words(table.state, 0, ())}
        assert offered == ({"place": False, "insight": True} if ability == "insight" else {"place": False}), "no monster lies yet"
        table.play("0 m02 c1 r3")
        table.play("1 m05 b1 r1")
        table.lay("1 m01 d6 r0")
        offered = {w.text: w.end for w in RULES.words(table.state, 0, ())}
        assert offered == {"place": False, **({own[0]: own[1]} if own else {})}
        if own:
            table.act("twist d6 r1" if ability == "twist" else ability)
            assert table.refusal("bold" if ability != "bold" else "twist d6 r1").reason in ("not_your_ability", "asked_otherwise")
