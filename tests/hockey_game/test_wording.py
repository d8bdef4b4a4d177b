"""What a newcomer reads: what a move brings, what a card that is played sets off, whom a referee card injures."""

from __future__ import annotations

import pytest

from cogs.messages.buttons import Press
from cogs.messages.moves.choice_labels import labelled
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Place, did_in_words
from cogs.messages.moves.typed_names import pointing
from data.language import LANGUAGES, texts
from render.hockey_game.close_up import _value
from render.hockey_game.names import part_amount, part_name
from render.hockey_game.stage_layout import sizes
from render.look import Look
from render.painter import painter
from render.stage import WIDTH
from render.text import fitted
from render.theme import theme
from rules.hockey_game.legal_actions import VERBS
from rules.hockey_game.view import PartView
from tests.every_game.test_menus import picking
from tests.hockey_game.table import RULES, TestTable

PAINT = painter("hockey_game")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def look(language: str = "en") -> Look:
    return Look("dark", texts(language, "hockey_game"), ("Anna", "Bob"))


def declaring() -> TestTable:
    table = TestTable("cze", "swe").attack(0, "b1")
    table.act("go_on")
    return table


def brings(table: TestTable, *action: str) -> str:
    view = RULES.view(table.state, 0)
    return PAINT.brings(view, view, look(), action)


def test_a_shot_tells_its_values_as_every_move_does():
    """HG-15.7."""
    table = declaring()
    shot = next(t for t in RULES.view(table.state, 0).board.targets if t.move == "shot")
    assert brings(table, "shot") == f"{shot.own} and two dice; they have {shot.other}, two dice and what they hold"
    assert brings(table, "finish") == ""


def test_what_is_in_a_value_stands_behind_it():
    """The price of a line is no further price: it is in the value already (HG-2.4)."""
    table = declaring()
    target = next(t for t in RULES.view(table.state, 0).board.targets if t.lines == 1 and t.move != "shot")
    hint = PAINT.hint(RULES.view(table.state, 0), look(), (target.move,), target.field)
    assert hint.startswith(f"{target.own} and two dice; they have {target.other}, two dice and what they hold · with −{target.price} for a line")


@pytest.mark.parametrize(("heroes", "said"), [("", "there is no hero to injure"), ("erik", "Erik is injured"), ("erik torsten", "a hero is injured")])
def test_whom_the_stretcher_injures(heroes, said):
    """HG-7.3: the only hero by name, nobody where nobody is on the table."""
    table = TestTable("cze", "swe").side(0, hand="+2r +1").side(1, heroes=heroes).attack(0, "c").referee("stretcher")
    table.act("go_on", "shot", "bonus +2r")
    told = PAINT.narrate("referee", table.last("referee"), look())
    assert told is not None
    assert told.endswith(f"turns **Stretcher** ({said}).")


@every_language
def test_a_defender_is_told_that_the_dice_fall(language):
    """HG-5.11: whatever opens a defence rolls the dice."""
    say = texts(language, "hockey_game")
    dice = {"en": "the dice fall", "cs": "padají kostky", "fr": "les dés sont jetés"}[language]
    assert all(dice in say.find(f"did.defend_open.{verb}") for verb in ("deploy", "special"))
    assert dice.replace("padají", "padnou") in say("pick.defend_open")


@every_language
def test_the_title_of_a_question_is_whole(language):
    """It has a line of the stage."""
    say = texts(language, "hockey_game")
    for name in ("dark", "large"):
        z = sizes(theme(name))
        for stage in VERBS:
            title = say(f"hg.step.{stage}")
            assert fitted(title, "Bold", z.number, WIDTH - 48) == title


@every_language
def test_a_card_with_the_symbol_is_named_by_the_referee(language):
    part = part_name(PartView("bonus", "+2r", 2, "HG-5.7"), look(language))
    assert part.endswith({"en": "(referee)", "cs": "(rozhodčí)", "fr": "(arbitre)"}[language])


@every_language
def test_the_only_answer_to_lay_ready_says_what_it_is_for(language):
    """Five questions about five moves have one answer each: no two buttons are alike, and each says that it plans."""
    table = TestTable("cze", "swe").side(0, hand="+1").side(1, hand="+1").attack(0, "b1")
    at = picking(RULES, table.state, 1, language)._replace(root=("ready",))
    items = _shown(at, Place(1, 1, 0, ("ready", "defend_open")), 1).items
    labelled(at, items, {})
    presses = [item for item in items if isinstance(item, Press) and item.verb == "do"]
    said = [press.beside or press.item.label or "" for press in presses]
    abouts = [at.name_of(("ready", "defend_open"), Place.read(press.rest).prefix[2]) for press in presses]
    assert len(said) == len(set(said)) == 5
    answer = at.say("do.defend_open.go_on")
    assert all(about.casefold() in words.casefold() and answer in words for about, words in zip(abouts, said, strict=True))


def test_a_hero_who_does_not_help_says_so():
    table = TestTable("cze", "swe").side(0, hand="+1 +2").attack(0, "b1")
    table.act("go_on", "shot")
    total = RULES.view(table.state, 0).board.round.turns[0].total
    assert brings(table, "hero", "erik") == f"{total} → {total}"
    assert brings(table, "bonus", "+1") == ""


def test_a_card_that_is_swapped_turns_no_referee_card():
    """HG-5.8: only one that is played does."""
    table = TestTable("cze", "swe").side(0, hand="+2r").attack(0, "b1")
    view = RULES.view(table.state, 0)
    symbol = look().say("hg.hint.symbol")
    assert symbol in PAINT.hint(view, look(), ("bonus",), "+2r")
    assert symbol not in PAINT.hint(view, look(), ("time",), "+2r")


@pytest.mark.parametrize(("hand", "said"), [("+2r +2r", True), ("+2r +1", False)])
def test_a_second_card_with_the_symbol_is_missed_with_a_reason(hand, said):
    """HG-5.8: one in a turn."""
    table = TestTable("cze", "swe").side(0, hand=hand).attack(0, "b1").referee("play_on")
    table.act("go_on", "shot")
    note = look().say("hg.note.symbol")
    assert note not in PAINT.notes(RULES.view(table.state, 0), look())
    table.act("bonus +2r")
    assert (note in PAINT.notes(RULES.view(table.state, 0), look())) == said


@every_language
def test_a_defender_reads_what_the_defence_is_worth_before_the_dice(language):
    """HG-5.11: what is sure stays in the total when the dice have fallen, heroes included; it is the defender's own to read."""
    table = TestTable("cze", "swe").side(1, heroes="falk torsten").attack(0, "b1")
    table.act("go_on", "shot", "finish")
    notes = [PAINT.notes(RULES.view(table.state, seat), look(language)) for seat in (1, 0)]
    sure = RULES.view(table.state, 1).board.sure
    assert any(f" {sure} " in line for line in notes[0])
    assert RULES.view(table.state, 0).board.sure is RULES.view(table.state, None).board.sure is None
    table.act("go_on")
    turn = RULES.view(table.state, 1).board.round.turns[1]
    assert turn.used
    assert turn.total - sum(turn.counts) == sure


@pytest.mark.parametrize(("bonus", "key"), [(0, "hg.note.reached"), (1, "hg.note.enough")])
def test_a_tie_is_spoken_of_where_there_is_one(bonus, key):
    """HG-5.16."""
    table = TestTable("cze", "swe").side(1, hand="+1 +1").attack(0, "b1")
    table.act("go_on", "shot", "finish", "go_on")
    board = RULES.view(table.state, 1).board
    attack, defence = board.round.turns
    turns = (attack, defence._replace(total=attack.total + bonus))
    view = RULES.view(table.state, 1)
    view = view._replace(board=board._replace(round=board.round._replace(turns=turns)))
    assert look().say(key, own=attack.total + bonus, n=attack.total) in PAINT.notes(view, look())


@every_language
def test_whoever_attacks_reads_which_goal_that_is(language):
    """HG-1.1: the one at which a shot would be, whichever seat it is."""
    for seat in (0, 1):
        table = TestTable("cze", "swe").side(seat, hand="jakub +1").attack(seat, "c")
        (line,) = PAINT.notes(RULES.view(table.state, seat), look(language))
        theirs, own = (RULES.content.rink.goals[side].crease.upper() for side in (1 - seat, seat))
        assert line.index(theirs) < line.index(own)
        assert not PAINT.notes(RULES.view(table.state, 1 - seat), look(language)), "who defends is told what the attack is worth"


def deploying(table: TestTable, seat: int, hero: str, language: str = "en") -> str:
    """What the choice of a hero to deploy says that he brings."""
    before = RULES.view(table.state, seat)
    after = RULES.view(RULES.apply(table.state, seat, ("deploy", hero)).state, seat)
    return PAINT.brings(before, after, look(language), ("deploy", hero))


@pytest.mark.parametrize("move", ["shot", "speed bb", "pass bb"])
@pytest.mark.parametrize("there", ["", "ludde", "erik torsten"])
def test_a_hero_to_deploy_in_defence_tells_what_he_adds_to_whoever_helps_already(move, there):
    """HG-5.9: one hero helps in a turn; what he adds to the value is what the dice do not."""
    table = TestTable("cze", "swe").side(1, heroes=there, hand="axel sixten +1").attack(0, "c").dice(3, 3, 2, 2)
    table.act("go_on", move, "finish")
    without = TestTable("cze", "swe").side(1, heroes=there, hand="axel sixten +1").attack(0, "c").dice(3, 3, 2, 2)
    without.act("go_on", move, "finish", "go_on")
    for hero in ("axel", "sixten"):
        played = RULES.apply(table.state, 1, ("deploy", hero)).state
        more = played.round.turns[1].total - without.total(1)
        said = deploying(table, 1, hero)
        if more or not played.round.turns[1].used:
            assert said == f"+{more} to your value"
        else:
            (helper,) = played.round.turns[1].used
            worth = next(n for source, name, n in without.parts(1) if (source, name) == ("hero", helper))
            assert helper != hero
            assert said == f"+0: {helper.capitalize()} (+{worth}) helps already"
            assert all(len(f"{helper} · {deploying(table, 1, hero, language)}") <= 60 for language in LANGUAGES)


def test_a_hero_to_deploy_in_attack_tells_what_he_adds_to_each_move():
    """HG-5.9: what the values before the dice grow by, of moves to which he adds nothing none."""
    table = TestTable("cze", "swe").side(0, heroes="jakub", hand="matous vojtech +1").attack(0, "b1")
    said = {hero: deploying(table, 0, hero) for hero in ("matous", "vojtech")}
    for hero, words in said.items():
        shown = RULES.view(RULES.apply(table.state, 0, ("deploy", hero)).state, 0).board
        for target in RULES.view(table.state, 0).board.targets:
            now = next(t.own for t in shown.targets if (t.move, t.field) == (target.move, target.field))
            assert (f"{target.move} +{now - target.own}" in words) == (now > target.own), (hero, target)
    assert len(set(said.values())) == 2


def test_a_goal_is_told_with_the_score_by_names():
    """Whose goals they are cannot be mistaken; whoever has scored comes first."""
    facts = {"seat": 1, "values": [14, 13], "score": [3, 1]}
    for language, said in (("en", "Bob scores: Bob 1, Anna 3."), ("cs", "Skóruje Bob: Bob 1, Anna 3."), ("fr", "Bob marque : Bob 1, Anna 3.")):
        told = PAINT.narrate("goal", facts, look(language))
        assert told is not None
        assert told.replace("\u00a0", " ").replace("\u202f", " ").endswith(said)


def test_a_special_card_is_told_with_what_it_does():
    told = [PAINT.narrate("special", {"seat": 0, "card": card}, look()) for card in ("battering_ram", "twisted_knee")]
    assert told == [
        "Anna plays Battering Ram: “If you move by strength: +3.”",
        "Anna plays Twisted Knee: “A hero of your opponent leaves the table; you choose which.”",
    ]


@pytest.mark.parametrize(("n", "last"), [(3, False), (4, True), (5, False)])
def test_the_last_referee_card_but_one_tells_that_the_period_will_end(n, last):
    """HG-9.1."""
    told = PAINT.narrate("referee", {"seat": 0, "code": "icing", "own": 0, "opponent": 0, "n": n, "of": 5}, look())
    assert told is not None
    assert told.endswith("the period ends after that round.") == last


@pytest.mark.parametrize(("hand", "told"), [("+1 +2", True), ("erik +1", False), ("twisted_knee", False)])
def test_whoever_can_open_with_nothing_is_told_so(hand, told):
    """HG-5.1, HG-5.3."""
    for seat in (0, 1):
        table = TestTable("cze", "swe").side(0, hand="+1", heroes="jakub").side(1, heroes="axel").side(seat, hand=hand).attack(0, "c")
        if seat:
            table.act("go_on", "shot", "finish")
        assert ("You hold no hero, and no special card for this moment." in PAINT.notes(RULES.view(table.state, seat), look())) == told


def test_lines_that_cost_nothing_are_not_told():
    """HG-2.4: of speed across a line with Breakaway."""
    table = TestTable("cze", "swe").side(0, hand="breakaway").attack(0, "n1")
    table.act("special breakaway")
    view = RULES.view(table.state, 0)
    target = next(t for t in view.board.targets if t.move == "speed" and t.lines)
    assert target.price == 0
    assert "line" not in PAINT.hint(view, look(), ("speed",), target.field)


@pytest.mark.parametrize(("language", "said"), [("en", "(Straight to the dice)"), ("cs", "(Rovnou ke kostkám)"), ("fr", "(Lancer les dés)")])
def test_a_word_in_an_explanation_is_named_as_its_button(language, said):
    table = TestTable("cze", "swe").side(0, hand="+1").side(1, hand="+1").attack(0, "b1")
    table.act("go_on", "pass bb", "finish")
    asked = picking(RULES, table.state, 1, language)
    assert pointing(asked.table, 1, asked.say, "")("go_on").endswith(said)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "a tie is the defence's"), ("cs", "při shodě vítězí obrana"), ("fr", "l'égalité est à la défense")]
)
def test_why_an_equal_value_is_stopped(language, said):
    """HG-5.16."""
    facts = {"seat": 0, "puck": "b1", "values": [21, 21]}
    assert said in PAINT.narrate("lost", facts, look(language))
    assert said not in PAINT.narrate("lost", {**facts, "values": [20, 21]}, look(language))


@pytest.mark.parametrize(("language", "free"), [("en", "free"), ("cs", "zdarma"), ("fr", "gratuit")])
def test_lines_that_cost_nothing_are_free(language, free):
    part = PartView("lines", "1", 0, "HG-5.9")
    assert part_amount(part, look(language)) == free
    assert free in _value(part, look(language))[-1], "close up, too"
    assert part_amount(PartView("lines", "1", -2, "HG-5.9"), look(language)) == "−2"
    assert part_amount(PartView("field", "b1", 0, "HG-5.7"), look(language)) == "0"


@pytest.mark.parametrize(
    ("language", "circle", "crease"),
    [
        ("en", "Restart with a faceoff on B1", "You restart from your crease."),
        ("cs", "Rozehrát bulím na B1", "Rozehráváš z brankoviště."),
        ("fr", "Reprendre par une mise au jeu en B1", "Tu reprends de ta zone de but."),
    ],
)
def test_a_restart_is_one_phrase_on_its_button_and_when_it_has_been_chosen(language, circle, crease):
    """HG-6.4: verb and place stood side by side, as in a list."""
    table = TestTable("svk", "cze").side(1, heroes="krystof").attack(0, "b1").dice(2, 2, 3, 4).round("shot")
    at = picking(RULES, table.state, 1, language)
    presses = [item for item in _shown(at, Place(1, 1, 0, ()), 0).items if isinstance(item, Press) and item.verb == "do"]
    labelled(at, presses, {})
    assert circle in [press.item.label for press in presses]
    assert did_in_words(at, ("restart", "gb"), table.state) == crease
