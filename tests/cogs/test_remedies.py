"""What a refusal says, and what it says would help, fits what was typed and the moment."""

from __future__ import annotations

import pytest

from cogs.messages.refusals import explain
from cogs.why import verdict
from data.content import build
from data.language import texts
from rules.legal_actions import unusable
from tests.chat import ANNA, BOHUMIL, CECILE
from tests.hexknight.table import TestTable as HexKnightTable
from tests.hexygame.table import TestTable as HexyTable
from tests.monster_hex.table import TestTable as MonsterTable
from tests.planetary_conquerors.table import TestTable as PlanetTable
from tests.table_stand_in import desk


def told(table, text, seat=0, language="en"):
    """What `/why` answers."""
    rules = build(table.state.__class__.__module__.split(".")[1])
    return "\n".join(verdict(desk(rules, table.state), seat, text, texts(language, rules.key))[0])


def monsters():
    """Seat 1 is to place; a monster lies on C1."""
    table = MonsterTable("two")
    table.play("0 m02 c1 r3")
    table.hold(1, "m05", "m07", "m09")
    return table


def planets():
    return PlanetTable().hand(0, "spike_pit", "recruit", "trooper").put(0, "trooper", "own").put(0, "outpost").put(1, "outpost", "theirs")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Not now: `attack` belongs to another moment (your attack phase). Now: your main phase."),
        ("cs", "Teď ne: `attack` patří do jiné chvíle (tvá fáze útoku). Teď: tvá hlavní fáze."),
        ("fr", "Pas maintenant\u00a0: `attack` appartient à un autre moment (ta phase d'attaque). Maintenant\u00a0: ta phase principale."),
    ],
)
def test_the_right_verb_at_the_wrong_time(language, said):
    """PC-11.2: when it is possible, what is now, and what is possible now."""
    table = planets().stock(0, 5, 5, 5)
    answer = told(table, "attack c1 m2", language=language)
    assert answer.startswith(f"**{said}**")
    assert "PC-11.2" in answer
    assert "`play`" in answer.splitlines()[-1]
    assert "`end`" in answer.splitlines()[-1]


def test_a_verb_by_its_name_in_another_language():
    table = planets()
    answer = told(table, "přidat útočníka outpost", language="cs")
    assert "`attack` patří do jiné chvíle" in answer


def test_an_unfinished_placement_is_explained():
    """MH-3.1: a stone lies there, whichever way round the tile was to be."""
    table = monsters()
    assert "A stone lies on C2." in told(table, "place m05 c2", 1)
    assert "C1 is occupied." in told(table, "place m05 c1", 1)
    assert "M01 is not in your hand." in told(table, "place m01", 1)
    assert "`r1`" in told(table, "place m05 b1", 1), "what is right so far only lacks a rotation"


def test_a_hex_that_touches_nothing():
    """MH-3.3: a matching placement elsewhere is no reason where none could ever be."""
    table = monsters()
    far = next(
        h
        for h in build("monster_hex").board(table.state).hexes
        if h not in table.state.need and h not in build("monster_hex").board(table.state).starts
    )
    assert f"{far.upper()} touches no monster." in told(table, f"place m05 {far} r0", 1)
    free = next(h for h in build("monster_hex").board(table.state).starts if h not in table.state.placed and h not in table.state.need)
    assert "matching placement elsewhere" in told(table, f"place m05 {free} r0", 1)


def test_a_twist_to_another_rotation_than_the_next():
    """MH-8.2."""
    table = MonsterTable("two", abilities="on")
    table.act("ability twist")
    table.act("ability bold")
    table.play("0 m02 c1 r3")
    answer = told(table, "twist c1 r1", 1)
    assert "turns the monster on C1 by one edge clockwise, not to R1" in answer
    assert answer.endswith("Legal here: `r4` (120° left)")
    assert "no such rotation" not in answer
    assert "No monster lies on D3." in told(table, "twist d3", 1)


def test_what_is_no_trap_is_not_placed():
    """PC-12.1."""
    table = planets().play("0 end", "0 none")
    answer = told(table, "place recruit m1 1")
    assert "Recruit is no trap." in answer
    assert "by its number" not in answer
    assert "by its number" not in told(table, "place raider m1 1")
    assert "by its number" in told(table, "move recruit m1 1")


def test_nobody_walks_while_provoking():
    """HK-7.1, HK-13.2: the movement is over, and an unexplored hex stays one."""
    table = HexKnightTable().hero(0, at="d11", hand="pr pr wc").monsters(e11="marauder").turn()
    while table.step != "provocation":
        table.act("confirm")
    for hex_ in ("o1", "n6"):
        answer = told(table, f"provoke {hex_}")
        assert "movement of this turn is over" in answer
        assert "Step closer" not in answer
        assert "travel" not in answer


def test_a_counterstrike_without_attack():
    """HX-9.5: only the reality that is attacked could strike back."""
    table = HexyTable().put(0, "torchrunner", "e4", die=1).put(1, "thorn_boar", "e5", attack=-9).pool(0, "C").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass")
    answer = told(table, "counterstrike e4 energy", 1)
    assert "has attack 0" in answer
    assert "another reality" not in answer
    assert "ambush" not in answer


def test_what_waits_for_ones_own_turn():
    """HX-9.1: in plain words."""
    table = HexyTable().put(0, "torchrunner", "e4", die=1).put(1, "thorn_boar", "e5", die=1).pool(0, "C").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass")
    assert "Wait for your own turn." in told(table, "move e5 e6", 1)


def test_a_word_too_much():
    table = planets()
    assert "`quickly` is too much" in told(table, "end quickly")


async def test_the_rules_button_asks_the_whole_question(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="decks=drawn seating=joined")
    await chat.use(ANNA, "move", action="keep")
    await chat.use(BOHUMIL, "move", action="keep")
    answer = await chat.press(ANNA, chat.board(), "Rules")
    assert "Your turn: what do you do?" in answer
    assert "With what?" not in answer


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "place a monster m05 c1"), ("cs", "položit příšeru m05 c1"), ("fr", "placer un monstre m05 c1")]
)
def test_an_action_by_its_whole_name(language, typed):
    """What stands on a button may be typed, in words that begin with the verb itself, too."""
    answer = told(monsters(), typed, 1, language)
    assert "MH-2.4" in answer
    assert "C1" in answer.splitlines()[0]


def test_a_name_of_several_things_at_the_wrong_time():
    """That it is the wrong time holds for all of them."""
    table = planets().put(0, "insured_depot").hand(0, "insured_depot", "trooper")
    table.play("0 end")
    answer = told(table, "play Insured Depot")
    assert answer.startswith("**Not now: `play` belongs to another moment")


def test_what_a_verb_without_anything_to_do_needs():
    table = planets().play("0 end")
    assert "Choose an attacker first" in told(table, "confirm")
    assert "Nothing can be done with `reset` now." in told(table, "reset")
    table.play("0 none", "0 place spike_pit m1 1")
    table.hand(0, "net_launcher")
    assert "PC-12.1" in (answer := told(table, "place"))
    assert "once a turn" in answer
    hexes = HexyTable().put(0, "torchrunner", "e4", die=1)
    answer = told(hexes, "attack")
    assert "an enemy within its attack distance" in answer


def test_what_is_chosen_once_is_not_waited_for():
    assert "before the first monster" in told(monsters(), "faction tide", 1)
    assert "Wait for that moment" not in told(planets(), "deck first_settlers")
    table = MonsterTable("two", abilities="on")
    assert "MH-3.1" in told(table, "place m05 b1", table.seat), "one's own monster, not the shared one"


async def test_typed_at_a_table(chat):
    """By `/why` and by `/move` alike; who is not asked reads whose decision it is."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL, options="decks=drawn seating=joined")
    await chat.use(ANNA, "move", action="keep")
    await chat.use(BOHUMIL, "move", action="keep")
    await chat.use(ANNA, "move", action="keep")  # Kuk of whoever begins.
    await chat.use(BOHUMIL, "move", action="keep")
    asked, waits = (ANNA, BOHUMIL) if "**Anna**" in await chat.press(CECILE, chat.board(), "Rules") else (BOHUMIL, ANNA)
    belongs = {ANNA: "`attack` belongs to another moment (your attack phase)", BOHUMIL: "`attack` patří do jiné chvíle (tvá fáze útoku)"}
    for command in ("why", "move"):
        assert belongs[asked] in await chat.use(asked, command, action="attack c1 m2")
        answer = await chat.use(waits, command, action="attack c1 m2")
        assert {ANNA: "When `attack` is possible: your attack phase.", BOHUMIL: "Kdy jde `attack`: tvá fáze útoku."}[waits] in answer
        assert "**PC-11.2**" in answer
        assert {ANNA: "Anna", BOHUMIL: "Bohumil"}[asked] in answer


async def test_an_unfinished_action_at_a_table(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction tide")
    await chat.use(BOHUMIL, "move", action="faction ember")
    held = (await chat.complete(ANNA, "move", "action", "place "))[0].split()[1]
    for command in ("why", "move"):
        answer = await chat.use(ANNA, command, action=f"place {held} c2")
        assert answer.startswith("**A stone lies on C2.**")


async def test_a_hex_in_the_place_of_a_tile(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction tide")
    await chat.use(BOHUMIL, "move", action="faction ember")
    answer = await chat.use(ANNA, "why", action="place c1")
    assert "C1 is no tile." in answer
    assert "Name the tile first" in answer
    assert "Your turn: what do you do?" in await chat.press(ANNA, chat.board(), "Rules")


@pytest.mark.parametrize(("language", "way"), [("en", "then provoke it"), ("cs", "vyzvi ji"), ("fr", "provoque-le")])
def test_who_types_a_verb_too_early_is_told_the_way_to_it(language, way):
    """HK-7.7: also where it is played, and not asked about."""
    rules, say = build("hexknight"), texts(language, "hexknight")
    state = HexKnightTable().state
    refused = unusable(rules, state, rules.to_act(state)[0], "strike")
    assert refused is not None
    assert way in explain(refused, say, "hexknight")
    other = unusable(rules, state, rules.to_act(state)[0], "take_wounds")
    assert other is not None
    assert say("remedy.wrong_moment") not in explain(other, say, "hexknight"), "what says nothing is left out"
