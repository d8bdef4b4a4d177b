"""What panels of HexKnight say about a choice, its moment and what comes of it."""

from __future__ import annotations

import re
from itertools import product
from types import SimpleNamespace

import pytest

from cogs.messages.buttons import LONGEST_LABEL
from cogs.messages.drawing import choice_words
from cogs.messages.moves.button_colours import coloured
from cogs.messages.moves.choice_labels import labelled
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Place, did_in_words
from cogs.messages.moves.score import score, score_changed
from cogs.messages.moves.undo_button import undo_label
from cogs.play.history.recent_actions import Pressed
from data.language import LANGUAGES, texts
from data.rulebook import rulebook
from render.art import mask
from render.canvas import Canvas
from render.hexknight.descriptions import hint, narrate, notes, shortcut
from render.hexknight.hand import hand_scene, hand_strip
from render.look import Look
from rules.hexknight.content import WOUND
from rules.legal_actions import unusable
from rules.notation import Record, play
from tests.every_game.test_menus import picking
from tests.hexknight.table import RULES, TestTable, beside
from tests.hexknight.test_fight import RECORDS
from tests.hexknight.test_questions import QUESTIONS

PROSPECTS = {
    "both": (True, True, True),
    "either": (True, True, False),
    "block": (True, False, False),
    "strike": (False, True, False),
    "neither": (False, False, False),
}
"""Whether a hand can block, beat, and do both, by what is said of it."""


def asked(table, language):
    return picking(RULES, table.state, table.seat, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_declining_a_fight_says_that_the_turn_ends_where_it_does(language):
    """HK-7.2: the rest follows; with no card in hand there is none."""
    for table in (QUESTIONS["provocation"](), beside("spectre", "")):
        assert table.step == "provocation"
        at = asked(table, language)
        presses = [item for item in _shown(at, Place(1, 1, 0, ()), 0).items if getattr(item, "verb", "") == "do"]
        (press,) = (press for press in presses if press.rest.endswith("decline"))
        brings = await coloured(at, presses)
        labelled(at, presses, brings)
        did = did_in_words(at, ("decline",), table.state)
        table.act("decline")
        ended = table.seat != at.seat
        assert (did == at.say("did.decline.ends")) == ended
        assert (did == at.say("did.decline")) == (not ended)
        assert brings.get(press, "") == (at.say("hk.brings_end") if ended else "")
        assert (at.say("hk.brings_end") in (press.beside or press.item.label or "")) == ended


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", [step for step in QUESTIONS if step not in ("provocation", "defence", "attack", "selection")])
def test_alt_texts_name_choices_as_the_buttons_do(step, language):
    """What is called by its verb alone elsewhere has the button's words in the alt text; cards are discarded in the rest (HK-9.3), exchanged
    on a magic circle (HK-5.2)."""
    table = QUESTIONS[step]()
    at = asked(table, language)
    verbs = [word.text for word in at.words(())]
    told = choice_words(at.paint, at.view, at.look, (), verbs)
    assert at.say(f"do.{step}.confirm") in told
    assert not re.search(rf"\b{at.say('word.confirm')}\b", told)
    if "play" in verbs:
        own = {"rest": "do.rest.play", "exchange": "do.exchange.play"}
        assert at.name_of((), "play") == at.say(own.get(step, "word.play"))
        assert [key for key in ("word.play", *own.values()) if at.say(key) in told] == [own.get(step, "word.play")]


def test_a_verb_of_several_moments_is_refused_by_the_rule_of_the_last_one_before():
    """What ends the movement is not told by the rule of the exchange (HK-5.2)."""
    table = QUESTIONS["defence"]()
    refused = unusable(RULES, table.state, table.seat, "confirm")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("wrong_moment", "HK-6.5")
    other = unusable(RULES, table.state, table.seat, "strike")
    assert other is not None
    assert other.rule == "HK-7.7", "a verb of one moment has its own rule"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_provocation_is_not_said_to_be_past_undoing(language):
    """HK-7.1: *Undo* takes it back while nobody has seen it; the fight is what cannot be left."""
    said = rulebook("hexknight", language)["HK-7.1"].text
    assert {"en": "broken off", "cs": "přerušit", "fr": "s'interrompt"}[language] in said
    assert not re.search("undone|vzít zpět|définitif", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_of_the_movement_are_called_so(language):
    at = asked(QUESTIONS["movement"](), language)
    (label, cost) = at.view.board.turn.reach[0]
    said = hint(at.view, at.look, ("travel",), label).split(" · ")[0]
    assert said == at.say("hk.hint.points", n=cost)
    assert {"en": "movement", "cs": "pohybu", "fr": "déplacement"}[language] in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_journey_that_a_discovery_may_stop_says_where(language):
    """HK-6.7: the price of the whole way first, then how far it goes if a monster lies in the fog; whether one does is nobody's to say."""
    at = asked(QUESTIONS["movement"](), language)
    board, (label, cost) = at.view.board, max(at.view.board.turn.reach, key=lambda one: one[1])
    other = "zz9"
    for end, stopped in ((label, False), (other, True)):
        heroes = tuple(hero._replace(hex=end) if hero.seat == at.seat else hero for hero in board.heroes)
        after = at.view._replace(board=board._replace(heroes=heroes, points=board.points - 1))
        said = at.paint.brings(at.view, after, at.look, ("travel", label))
        assert (other.upper() in said) == stopped
        assert said.startswith(at.say("hk.hint.points", n=cost if stopped else 1))
        assert ({"en": "a monster discovered", "cs": "objevíš-li", "fr": "un monstre découvert"}[language] in said) == stopped
        assert len(said) <= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_for_the_circle_is_put_in_for_the_exchange(language):
    """HK-5.2: no card is played there, and going off is not arriving."""
    table = QUESTIONS["exchange"]()
    at = asked(table, language)
    (word, *_) = at.words(("play",))
    did = did_in_words(at, ("play", word.text), table.state)
    assert {"en": "exchange", "cs": "k výměně", "fr": "à l'échange"}[language] in did
    assert {"en": "travel to", "cs": "Cestuješ", "fr": "Tu vas"}[language] in at.say.find("did.travel")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exchange_says_how_many_cards_come_for_those_put_in(language):
    """HK-5.3."""
    table = QUESTIONS["exchange"]()
    at = asked(table, language)
    was = len(at.view.board.turn.play)
    (word, *_) = at.words(("play",))
    table.act(f"play {word.text}")
    told = at.paint.brings(at.view, asked(table, language).view, at.look, ("play", word.text))
    assert told == f"{was} → {at.say('hk.figure.preparation', n=was + 1)}"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_card_on_offer_says_its_values_beside_its_button(language):
    """HK-8.2."""
    at = asked(QUESTIONS["selection"](), language)
    presses = [item for item in _shown(at, Place(1, 1, 0, ()), 0).items if getattr(item, "verb", "") == "do"]
    labelled(at, presses, await coloured(at, presses))
    for card in at.view.board.offer:
        (press,) = (press for press in presses if press.rest.endswith(card.kind))
        values = at.say("hk.values", attack=card.attack, defence=card.defence, speed=card.speed, meditation=card.meditation)
        assert (press.beside or "").count(values.replace(" · ", ", ")) == 1
        assert values not in (press.beside or ""), "once"


def test_wounds_say_what_they_cost_in_the_end():
    """HK-12.1: two points each."""
    table = QUESTIONS["defence"]()
    was, wounds = table.own.score, table.own.wounds
    (line, *_) = asked(table, "en").paint.notes(asked(table, "en").view, asked(table, "en").look)
    while table.own.play:
        table.act(f"take_back {table.own.play[-1]}")
    table.act("take_wounds")
    assert f"{table.own.wounds - wounds} wound (−{was - table.own.score} points)" in line


def test_a_fight_in_one_go_reads_as_a_sentence():
    for language, provoke in (
        ("en", "Provoke the spectre E11 · 1 wound unless blocked"),
        ("cs", "Vyzvat: přízrak E11 · bez obrany 1 zranění"),
        ("fr", "Provoquer : spectre E11 · 1 blessure sans parade"),
    ):
        at = asked(QUESTIONS["provocation"](), language)
        assert shortcut(at.view, at.look, [("provoke", "e11")]).replace("\u00a0", " ").replace("\u202f", " ") == provoke


@pytest.mark.parametrize(
    ("language", "whole"),
    [
        ("en", "Beat the warrior E11: block with Shield, strike with War cry"),
        ("cs", "Porazit: válečník E11: blok Štít, úder Válečný pokřik"),
        ("fr", "Battre guerrier E11 : bloque avec Bouclier, frappe avec Cri de guerre"),
    ],
)
def test_a_whole_fight_says_which_card_blocks_and_which_strikes(language, whole):
    """HK-7.1; to take it back is said in words, by what it was for, where the cards have no room."""
    table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="wc shield sacrifice pr", deck="9*sa").turn(0)
    at, (row,) = asked(table, language), RULES.shortcuts(table.state, 0)
    told = shortcut(at.view, at.look, row)
    assert told.replace("\u00a0", " ").replace("\u202f", " ") == whole
    label = undo_label(at, Pressed(at.view, 1, tuple(row), (table.state,) * len(row)))
    assert label == at.say("button.undo_what", what=told.split(":")[0].strip())


def test_a_score_below_nought_has_a_minus_sign():
    assert score((9, -4), 1, ("Anna", "Bo")) == "−4:9"
    then, now = (SimpleNamespace(board=SimpleNamespace(heroes=[SimpleNamespace(score=n), SimpleNamespace(score=9)])) for n in (0, -4))
    rules = SimpleNamespace(
        key="hexknight", to_act=lambda state: (0,), decision=lambda state, seat: SimpleNamespace(sealed=False),
        apply=lambda state, seat, action: SimpleNamespace(state=now), view=lambda state, seat: state,
    )  # fmt: skip
    table = SimpleNamespace(rules=rules, seats=(0, 1), names=("Anna", "Bo"))
    assert score_changed(table, 0, [("any",)], [then], texts("en", "hexknight")) == ["−4, now −4:9."]


def test_the_four_values_have_the_same_pictures_on_every_card(monkeypatch):
    """Those of the low picture of the hand are those of cards that lie open."""
    at = asked(TestTable().hero(0, hand="oasis sp").turn(0), "en")
    drawn = []
    real = Canvas.figure
    monkeypatch.setattr(Canvas, "figure", lambda self, shape, *args: (drawn.append(shape), real(self, shape, *args))[1])
    values = [mask("hexknight", kind) for kind in ("attack", "defence", "speed", "meditation")]
    for scene in (hand_scene(at.view, at.look), hand_strip(at.view, at.look)):
        drawn.clear()
        at.paint.studio.paint(scene, "contrast")
        assert all(any(shape is value for shape in drawn) for value in values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_stands_somewhere_reads_what_the_place_gives(language):
    """HK-11.2: a village; on open land there is nothing to say."""
    say = texts(language, "hexknight")
    for feature in ("village", "none"):
        table = TestTable().hero(0, hand="2*sa")
        where = next(n for n, found in enumerate(table.island.feature) if found == feature and table.island.terrain[n] == "plains")
        at = asked(table.hero(0, table.island.grid.labels[where]).turn(0), language)
        told = "\n".join(notes(at.view, at.look))
        assert (say("hk.hint.village") in told) == (feature == "village")
        assert (say("hk.note.here", what="") in told) == (feature == "village")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_provocation_says_what_it_costs_without_a_block(language):
    """HK-7.5: attack divided by armour, rounded up."""
    at = asked(QUESTIONS["provocation"](), language)
    (monster,) = (m for m in at.view.board.monsters if m.hex == "e11")
    armour = at.view.board.heroes[at.seat].armour
    assert f" · {at.say('hk.hint.unblocked', n=-(-monster.attack // armour))} · " in hint(at.view, at.look, ("provoke",), "e11")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_strike_after_which_the_turn_is_over_says_so(language):
    """HK-11.1: the rest that nobody can use is passed over."""
    say = texts(language, "hexknight")
    for experience, over in ((90, True), (0, False)):  # A level is followed by a selection.
        table = beside("spectre", "wc 2*sacrifice", experience=experience)
        table.act("provoke e11", "play wc", "block", "play sacrifice", "play sacrifice")
        assert (table.seat not in RULES.to_act(RULES.apply(table.state, table.seat, ("strike",)).state)) == over
        assert did_in_words(asked(table, language), ("strike",), table.state) == say("did.strike.ends" if over else "did.strike")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rest_says_where_healing_points_come_from_where_there_is_a_wound(language):
    """HK-9.1, HK-9.3: only whoever has something to heal needs to know."""
    say = texts(language, "hexknight")
    wounded, well = QUESTIONS["rest"](), TestTable().hero(0, hand="oasis sp", deck="sa").turn(0)
    well.act("confirm", "confirm")
    assert well.step == "rest"
    for table, told in ((wounded, True), (well, False)):
        at = asked(table, language)
        assert (say("hk.note.healing") in notes(at.view, at.look)) == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("phase", "anew"), [(1, False), (2, True), (3, True)])
def test_a_new_day_or_night_says_that_hands_are_new(phase, anew, language):
    """HK-11.5: nobody has to guess why five other cards are in hand."""
    look = Look("dark", texts(language, "hexknight"), ("Anna", "Bob"))
    told = narrate("phase", {"phase": phase, "phases": 4, "day": bool(phase % 2)}, look) or ""
    assert told.endswith(look.say("hk.event.anew")) == anew


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menus_of_movement_tell_a_way_from_a_step(language):
    """HK-6.1, HK-6.2: both offer neighbouring hexes, so that their names have to say what differs."""
    table = TestTable().hero(0, "e12", hand="sp sp sp").turn(0)
    table.act(*(["confirm"] if table.step == "preparation" else []), *["play sp"] * 3, "step e11")
    at = asked(table, language)
    shown = _shown(at, Place(1, 1, 0, ()), 0)
    menus = " ".join(str(item.item.placeholder) for item in shown.items if hasattr(item.item, "placeholder"))
    assert {at.say(f"menu.movement.{verb}") in menus for verb in ("travel", "step")} == {True}


def plainly(hand, monster):
    """Whether the cards block, beat, and do both, by going through all ways to lay them out."""
    cards = [RULES.content.cards[kind] for kind in hand if kind != WOUND]
    ways = [
        (sum(card.defence for card, use in zip(cards, uses, strict=True) if use == 1) >= monster.attack)
        + 2 * (sum(card.attack for card, use in zip(cards, uses, strict=True) if use == 2) >= monster.defence)
        for uses in product(range(3), repeat=len(cards))
    ]
    return any(way & 1 for way in ways), any(way & 2 for way in ways), 3 in ways


def test_before_a_fight_a_panel_says_what_the_hand_can_do_and_nobody_else_reads_it():
    met = set()
    for path in RECORDS:
        record = Record.read(path.read_text(encoding="utf-8"))
        state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
        for row in record.rows:
            seat = state.active
            if state.step == "provocation":
                view, places = RULES.view(state, seat), RULES.island(state).grid.index
                for label, prospect in view.board.turn.prospects:
                    monster = RULES.content.monsters[state.monsters[places[label]]]
                    assert PROSPECTS[prospect] == plainly(state.heroes[seat].hand, monster), (label, state.heroes[seat].hand)
                    met.add(prospect)
                faces = {monster.hex for monster in view.board.monsters if monster.kind}
                assert dict(view.board.turn.prospects).keys() == {word.text for word in RULES.words(state, seat, ("provoke",))} & faces
                assert RULES.view(state, (seat + 1) % len(state.heroes)).board.turn is None
            state = play(RULES, state, row).state
    assert len(met) > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_hand_can_do_fits_beside_every_monster(language):
    say = texts(language, "hexknight")
    longest = max(len(say(f"hk.prospect.{prospect}")) for prospect in PROSPECTS)
    for kind in RULES.content.monsters:
        table = beside(kind, "sa pr")
        view = RULES.view(table.state, table.seat)
        figures, _, told = hint(view, Look("light", say, ("Anna", "Bohumil")), ("provoke",), "e11").rpartition(" · ")
        assert (told in {say(f"hk.prospect.{prospect}") for prospect in PROSPECTS}) == bool(view.board.monsters[0].kind)
        assert len(figures) + 3 + longest <= LONGEST_LABEL, kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hidden", [{}, {"b10": "warrior"}])
def test_a_way_that_a_monster_stops_is_not_told_as_if_it_had_been_walked(hidden, language):
    """HK-6.7: who wants to reach a hex and sees a monster on the way stands somewhere else afterwards, and none knew that beforehand."""
    table = TestTable().monsters(**hidden).dark().hero(0, hand="5*sa", deck="sa").turn(0).play("5*sa")
    at = asked(table, language)
    did = did_in_words(at, ("travel", "d11"), table.state)
    table.act("travel d11")
    stopped = table.state.heroes[0].at != table.at("d11")
    assert stopped == bool(hidden)
    assert did == at.say("did.travel.short" if stopped else "did.travel", a="D11")
