"""What a newcomer is told at the questions of HexyGame: what a card on the stack does, what one's own buildings lose, what to do without energy."""

from __future__ import annotations

import pytest

from cogs.messages.moves.button_colours import beside
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Place, did_in_words, in_words, prompt
from data.language import LANGUAGES, texts
from render.hexygame.names import price
from render.look import Look
from render.painter import painter
from rules.legal_actions import legal
from rules.parts.ahead import FITTING
from tests.every_game.test_menus import menus, picking
from tests.hexygame.table import RULES, TestTable

PAINT = painter("hexygame")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def look(language: str) -> Look:
    return Look("light", texts(language, "hexygame"), ("Anna", "Bob"))


def notes(table: TestTable, seat: int, language: str) -> str:
    return "\n".join(PAINT.notes(RULES.view(table.state, seat), look(language)))


@every_language
def test_what_waits_on_the_stack_says_what_it_does(language):
    """HX-8.4: whoever is to respond reads the text of the card, or of the one ability that is used."""
    table = TestTable().put(0, "goblin_sapper", "e4").put(1, "red_hearth", "e5")
    text = PAINT.hint(RULES.view(table.state, 0), look(language), ("activate",), "e4")
    assert text
    table.play("0 activate e4 a0 e5")
    assert text in notes(table, 1, language)


BLOW = {"en": "E2 Red Hearth 2 → 0: destroyed", "cs": "E2 Rudé ohniště 2 → 0: zničeno", "fr": "E2 Âtre rouge 2 → 0\u00a0: détruit"}


@every_language
def test_a_button_says_that_it_destroys_ones_own_building(language):
    """HX-5.2: the last potency is its end, where it is moved to another building and where it becomes energy."""
    table = TestTable().put(0, "red_hearth", "e2", points=2).put(0, "red_hearth", "e3", points=3)
    for action in (("activate", "e2", "i0", "e3"), ("draw", "e2", "2")):
        after = RULES.apply(table.state, 0, action).state
        said = PAINT.brings(RULES.view(table.state, 0), RULES.view(after, 0), look(language), action)
        assert said.startswith(BLOW[language])
        assert ("3 → 4" in said) == (action[0] == "activate")


OWN = {
    "en": "⚠ destroys your own E2 Red Hearth",
    "cs": "⚠ zničí tvoje vlastní: E2 Rudé ohniště",
    "fr": "⚠ détruit ce qui est à toi\u00a0: E2 Âtre rouge",
}


@every_language
def test_a_button_says_what_harm_it_does_to_ones_own(language):
    """HX-11.2: and nothing of the kind where it is aimed at somebody else's, or does not destroy."""
    for owner, points, warns, falls in ((0, 3, True, True), (0, 4, True, False), (1, 3, False, False)):
        table = TestTable().put(0, "goblin_sapper", "e3").put(owner, "red_hearth", "e2", points=points)
        action = ("activate", "e3", "a0", "e2")
        after = RULES.apply(table.state, 0, action).state
        said = PAINT.brings(RULES.view(table.state, 0), RULES.view(after, 0), look(language), action)
        assert ("⚠" in said, OWN[language] in said) == (warns, falls)


@every_language
def test_whoever_can_answer_nothing_is_told_so(language):
    """HX-8.4: but not where a card in hand is a wizardry, whatever it costs."""
    words = texts(language, "hexygame")("hx.no_answer")
    for hand, told in ((("torchrunner",), True), (("torchrunner", "undertow"), False)):
        table = TestTable().hand(0, "red_energy").hand(1, *hand).play("0 cast red_energy", "0 pass")
        assert (words in notes(table, 1, language)) == told
    assert words not in notes(table, 0, language)


@every_language
def test_whoever_has_no_energy_is_told_where_it_comes_from(language):
    """HX-5.1, HX-5.3: cards are discarded for it; not told to who has a building to draw from, and otherwise to who has nothing to discard."""
    words = texts(language, "hexygame")("hx.no_energy")
    assert words in notes(TestTable().hand(0, "torchrunner"), 0, language)
    assert words not in notes(TestTable().hand(0, "torchrunner").put(0, "red_hearth", "e2"), 0, language)
    assert words not in notes(TestTable(), 0, language)
    assert words not in notes(TestTable().hand(0, "blue_energy", "torchrunner"), 0, language), "something can be cast for nothing"
    spent = texts(language, "hexygame")("hx.energy_spent")
    assert spent in notes(TestTable().put(0, "torchrunner", "e4", die=2), 0, language)
    assert spent not in notes(TestTable(), 0, language), "nothing would move or attack"
    assert spent not in notes(TestTable().put(0, "red_hearth", "e2", points=3), 0, language)


@every_language
def test_whoever_has_only_last_potencies_is_told_how_to_spend_them(language):
    """HX-5.2: nothing is paid from them unasked, so that *Move* is not there; once one is drawn, it is."""
    words = texts(language, "hexygame")("hx.last_potency")
    table = TestTable().put(0, "red_hearth", "e2", points=1).put(0, "torchrunner", "e4", die=1)
    assert words in notes(table, 0, language)
    assert not RULES.words(table.state, 0, ("move",))
    table.play("0 draw e2 1")
    assert words not in notes(table, 0, language)
    assert RULES.words(table.state, 0, ("move",))
    assert words not in notes(TestTable().put(0, "red_hearth", "e2", points=2).put(0, "torchrunner", "e4", die=1), 0, language)
    assert words not in notes(TestTable().put(0, "red_hearth", "e2", points=1), 0, language), "there is nothing to pay for"


@every_language
def test_a_move_onto_the_rivals_flag_is_said_to_win(language):
    """HX-12.1; nothing is said of one's own, nor of the hex beside it."""
    view, say = RULES.view(TestTable().put(0, "red_hearth", "e2").put(0, "torchrunner", "e7", die=1).state, 0), texts(language, "hexygame")
    assert PAINT.hint(view, look(language), ("move", "e7"), "e8") == say("hx.wins")
    assert not PAINT.hint(view, look(language), ("move", "e7"), "e6")
    assert PAINT.hint(view, look(language), ("cast", "torchrunner"), "e8") != say("hx.wins")
    for to, wins in (("e8", True), ("e6", False)):
        assert PAINT.brings(view, view, look(language), ("move", "e7", to, "e2x1")).startswith(say("hx.wins")) is wins


@every_language
def test_the_end_names_the_card_on_the_flag(language):
    """HX-12.1; an end that was kept without the card is told without it."""
    table = TestTable().put(0, "red_hearth", "e2").put(0, "torchrunner", "e7", die=1)
    table.play("0 move e7 e8 e2x1", "--")
    over = table.last("over")
    assert over["card"] == "torchrunner"
    said = PAINT.narrate("over", over, look(language))
    assert texts(language, "hexygame")("word.torchrunner") in said
    older = PAINT.narrate("over", {name: fact for name, fact in over.items() if name != "card"}, look(language))
    assert older not in (None, said)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "E7: choose the payment …"), ("cs", "E7: zvolit platbu …"), ("fr", "E7\u00a0: choisir le paiement …")]
)
def test_a_button_that_leads_on_to_the_payment_alone_says_so(language, said):
    """HX-5.4: one step, paid from the pool at once or as is chosen; no further step."""
    table = TestTable().put(0, "torchrunner", "e6", die=1).pool(0, "RG")
    labels = [item.item.label for item in _shown(picking(RULES, table.state, 0, language), Place(1, 1, 0, ("move", "e6")), 0).items]
    assert said in labels


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Move: E6 Torchrunner, E7, for 1× green"),
        ("cs", "Táhnout: E6 Běžec s pochodní, E7, za 1× zelenou"),
        ("fr", "Déplacer\u00a0: E6 Porte-torche, E7, pour 1× verte"),
    ],
)
def test_an_action_with_its_payment_in_words_leaves_out_what_only_leads_to_it(language, said):
    """HX-5.4."""
    table = TestTable().put(0, "torchrunner", "e6", die=1).pool(0, "RG")
    asked, action = picking(RULES, table.state, 0, language), ("move", "e6", "e7", "pay", "g")
    assert action in [*legal(RULES, table.state, 0)]
    assert in_words(asked, action, asked.view, asked.words) == said


@every_language
def test_what_an_effect_says_a_hint_beside_it_does_not_repeat(language):
    wins = texts(language, "hexygame")("hx.wins")
    assert beside(f"{wins} · 1", wins) == f"{wins} · 1"


@pytest.mark.parametrize(("language", "said"), [("en", "free"), ("cs", "zdarma"), ("fr", "gratuit")])
def test_a_card_that_costs_nothing_is_free(language, said):
    assert price("0", look(language)) == said
    assert said not in price("0R", look(language)) + price("1R", look(language))


@every_language
def test_a_menu_of_moves_and_of_attacks_names_the_price(language):
    """HX-9.1, HX-9.3."""
    table = TestTable().put(0, "red_hearth", "e2", points=9).put(1, "moss_troll", "e6")
    for at in ("d4", "e5", "f5"):
        table.put(0, "torchrunner", at, die=2)
    shown = [menu.item.placeholder for menu in menus(picking(RULES, table.state, 0, language))]
    assert {texts(language, "hexygame")(f"menu.main.{verb}") for verb in ("move", "attack")} <= {*shown}


@every_language
def test_the_hand_tells_what_all_buildings_can_do(language):
    table = TestTable().hand(0, "red_hearth")
    view = RULES.view(table.state, 0)
    standing = TestTable().put(0, "red_hearth", "e2").put(0, "red_hearth", "e3").state
    text = PAINT.hint(RULES.view(standing, 0), look(language), ("activate", "e2"), "i0")
    assert text
    assert text in PAINT.describe_hand(view, look(language))


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", ("Which card?", "Where or at what?", "How much energy?")),
        ("cs", ("Kterou kartu?", "Kam, nebo na co?", "Kolik energie?")),
        ("fr", ("Quelle carte\u00a0?", "Où, ou sur quoi\u00a0?", "Combien d'énergie\u00a0?")),
    ],
)
def test_questions_ask_for_what_is_chosen(language, asked):
    say = texts(language, "hexygame")
    for kind in ("main", "respond"):
        chosen = (("cast",), ("cast", "torchrunner"), ("draw", "e2"))
        assert tuple(prompt(say, kind, len(words), words) for words in chosen) == asked


@pytest.mark.parametrize(
    ("language", "said"), [("en", "at whoever can be struck"), ("cs", "na kohokoli, na koho lze"), ("fr", "contre qui l'on peut")]
)
def test_a_counterstrike_laid_ready_at_whatever_fits_says_at_whom(language, said):
    """HX-15.4."""
    asked = picking(RULES, TestTable().state, 0, language)
    assert said in in_words(asked, ("counterstrike", FITTING), asked.view, lambda prefix: [])


@pytest.mark.parametrize(
    ("language", "told", "offered"),
    [
        ("en", "You strike back at E6 Cinder Hound.", "Strike back at E6"),
        ("cs", "Vracíš úder na E6 Žhavý ohař.", "Vrátit úder na E6"),
        ("fr", "Tu ripostes contre E6 Molosse de cendre.", "Riposter contre E6"),
    ],
)
def test_a_counterstrike_names_whom_it_strikes_and_not_as_if_that_one_struck(language, told, offered):
    """HX-9.5: what is named is the attacker; what strikes back is what is attacked."""
    table = TestTable().put(0, "cinder_hound", "e6", die=2).put(1, "moss_troll", "e7").pool(0, "CC").play("0 attack e6 e7", "0 pass")
    at = picking(RULES, table.state, 1, language)
    assert did_in_words(at, ("counterstrike", "e6", "counter"), table.state) == told
    rows = [row for row in RULES.shortcuts(table.state, 1) if row[0][0] == "counterstrike"]
    assert rows
    assert all(PAINT.shortcut(at.view, at.look, row).startswith(offered) for row in rows)
