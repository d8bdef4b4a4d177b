"""What a newcomer is told at the questions of Planetary Conquerors: what comes next, what lies on top, what costs too much, which trap it is."""

from __future__ import annotations

import pytest

from cogs.messages.moves.picker_context import deed_in_words, did_in_words
from cogs.messages.refusals import explain
from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.names import line_text, window_line
from tests.every_game.test_menus import picking
from tests.planetary_conquerors.table import RULES, TestTable

PAINT = painter("planetary_conquerors")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def look(language: str) -> Look:
    return Look("dark", texts(language, "planetary_conquerors"), ("Anna", "Bob"))


def ending(table: TestTable, language: str) -> str | None:
    return PAINT.label(RULES.view(table.state, 0), look(language), (), "end")


@every_language
def test_the_end_of_the_main_phase_says_what_comes_next(language):
    """PC-11.1: an attack where somebody is ready to make it, or else the traps."""
    say = texts(language, "planetary_conquerors")
    assert ending(TestTable(), language) == say("pc.next.trap")
    assert ending(TestTable().put(0, "recruit"), language) == say("pc.next.attack")
    assert ending(TestTable().put(0, "recruit", exhausted=True), language) == say("pc.next.trap")
    assert ending(TestTable().put(1, "recruit"), language) == say("pc.next.trap")
    assert ending(TestTable().put(0, "wall_drone"), language) == say("pc.next.trap"), "who cannot attack makes no attack phase"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Recruit costs 1 gold; you have 0."),
        ("cs", "Nováček: cena je 1 (zlato), máš 0."),
        ("fr", "Recrue coûte 1 or, tu as 0."),
    ],
)
def test_what_cannot_be_paid_is_called_by_its_name(language, said):
    table = TestTable().hand(0, "recruit")
    told = explain(table.refusal("play recruit"), texts(language, "planetary_conquerors"), "planetary_conquerors")
    assert told.startswith(f"**{said}**")


@every_language
def test_a_known_trap_is_called_by_its_name_and_a_hidden_one_by_its_place(language):
    """PC-12.3: whoever has placed it sees which it is; others are told its place alone."""
    table = TestTable().put(0, "recruit").trap("recruit", "spike_pit")
    thing = f"c{table.names['recruit']}"
    own, other = (PAINT.label(RULES.view(table.state, seat), look(language), ("move",), f"{thing}.1") for seat in (0, 1))
    name = texts(language, "planetary_conquerors")("word.spike_pit")
    assert own is not None
    assert name in own
    assert other is not None
    assert name not in other


@every_language
def test_what_lies_on_top_is_told_to_who_peeks_alone(language):
    """PC-13.2."""
    table = TestTable().put(0, "watchtower").deck(0, "raider", "recruit").phase("kuk")
    views = [RULES.view(table.state, seat) for seat in (0, 1)]
    say = texts(language, "planetary_conquerors")
    line = say("pc.peeked", cards=say("word.raider"))
    assert line in PAINT.notes(views[0], look(language))
    assert say("word.raider") not in "\n".join(PAINT.notes(views[1], look(language)))


@pytest.mark.parametrize(
    ("language", "strikes", "fights"),
    [
        ("en", "Next: Raider deals 4 to Outpost. Players may react", "Raider (4) fights Bunker Link ("),
        ("cs", "Dál přijde: Nájezdník → Předsunutá hlídka: poškození 4. Hráči smějí reagovat", "Nájezdník (4) bojuje, blokuje "),
        ("fr", "Ensuite\u00a0: Pillard inflige 4 à Avant-poste. On peut réagir", "Pillard (4) combat "),
    ],
)
def test_the_window_before_damage_says_who_deals_what_to_whom(language, strikes, fights):
    """PC-11.4: an attacker to its target, or in a fight with its blocker."""
    table = TestTable().put(0, "raider").put(1, "outpost").put(1, "bunker_link").play("0 end", "0 attack raider outpost", "0 confirm")
    board = RULES.view(table.state, None).board._replace(window="line")
    assert window_line(board, look(language)) == strikes
    blocker = next(thing.word for thing in board.sides[1].things if thing.card == "bunker_link")
    own = board.sides[0]
    blocked = own._replace(things=tuple(thing._replace(blocker=blocker) if thing.target else thing for thing in own.things))
    assert fights in window_line(board._replace(sides=(blocked, board.sides[1])), look(language))


@every_language
def test_what_is_being_carried_out_says_what_it_does(language):
    """PC-7.2: whoever may react reads the text of the card that is played."""
    table = TestTable(loud=True).hand(0, "deep_study").stock(0, 5, 5, 5).play("0 play deep_study")
    (line,) = RULES.faces["deep_study"].lines
    assert line_text(line, look(language)) in "\n".join(PAINT.notes(RULES.view(table.state, table.seat), look(language)))


@every_language
def test_who_has_not_blocked_is_not_asked_about_a_further_block(language):
    """PC-11.4."""
    t = TestTable().put(0, "trooper").put(0, "raider").put(1, "wall_drone").put(1, "ironclad_guard").put(1, "outpost")
    t.play("0 end", "0 attack trooper m2", "0 attack raider outpost", "0 confirm")
    say = texts(language, "planetary_conquerors")
    assert PAINT.label(RULES.view(t.state, 1), look(language), (), "done") == say("pc.block.none")
    t.play("1 block trooper wall_drone")
    assert PAINT.label(RULES.view(t.state, 1), look(language), (), "done") == say("pc.block.done")


@pytest.mark.parametrize(("language", "said"), [("en", "then exhausted"), ("cs", "pak vyčerpání"), ("fr", "épuisé ensuite")])
def test_an_attack_says_that_it_exhausts(language, said):
    """PC-11.3, PC-13.13."""
    t = TestTable().put(0, "trooper").play("0 end")
    action = ("attack", f"c{t.names['trooper']}", "m2")
    after = RULES.apply(t.state, 0, action).state
    assert said in PAINT.brings(RULES.view(t.state, 0), RULES.view(after, 0), look(language), action)


@pytest.mark.parametrize(("language", "front"), [("en", "in front of your mine"), ("cs", "před svůj důl"), ("fr", "devant ta mine")])
def test_a_trap_comes_in_front_of_something_and_in_a_position_where_there_is_another_one(language, front):
    """PC-12.2."""
    t = TestTable().hand(0, "spike_pit").put(0, "outpost").trap("outpost", "spike_pit").phase("trap")
    at = picking(RULES, t.state, 0, language)
    mine, outpost = "m1", f"c{t.names['outpost']}"
    alone, among = (deed_in_words(at, ("place", "spike_pit", place, "1"), t.state) for place in (mine, outpost))
    position = at.say("pc.position", n=1)
    assert front in alone
    assert position not in alone
    assert position in among
    moved = deed_in_words(at, ("move", f"{outpost}.1", mine, "1"), t.state)
    assert front in moved
    told = did_in_words(at, ("move", f"{outpost}.1", mine, "1"), t.state)
    assert front in told
    lead = front.rsplit(" ", 2)[0]
    assert f"{lead} {lead}" not in told


@every_language
def test_whoever_blocks_before_an_own_trap_reads_whom_it_waits_for(language):
    """PC-12.5: a blocked attacker does not meet it; nothing is said where none lies, or somebody else decides."""
    words = texts(language, "planetary_conquerors")("pc.trap_waits")
    for trapped in (True, False):
        table = TestTable().put(0, "recruit").put(1, "trooper")
        if trapped:
            table.trap("m2", "spike_pit")
        table.play("0 end", "--", "0 attack recruit m2", "0 confirm")
        assert RULES.decision(table.state, 1).kind == "block"
        told = [PAINT.notes(RULES.view(table.state, seat), look(language)) for seat in (0, 1)]
        assert [words in notes for notes in told] == [False, trapped]
