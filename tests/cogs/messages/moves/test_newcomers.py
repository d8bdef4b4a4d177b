"""What somebody who plays for the first time has to read beside their choices: why so few are left, what a value is worth, what came of a press."""

from __future__ import annotations

import pytest

from cogs.messages.moves.choice_menus import _verb_of
from cogs.messages.moves.picker import _question, _ready_question
from cogs.messages.moves.picker_context import picking_at
from cogs.messages.moves.typed_names import completed
from cogs.messages.moves.undo_button import undo_label
from cogs.play.history.recent_actions import Pressed
from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from rules.game import Word
from rules.legal_actions import legal
from rules.parts.ahead import ANY
from tests.chat import ANNA, BOHUMIL, HERE
from tests.every_game.attempts import played
from tests.table_stand_in import desk

every_language = pytest.mark.parametrize("language", LANGUAGES)


def asked(game, kind, language, wanted=lambda rules, state, seat: True):
    """Who is asked a question of a kind, in a position that is wanted."""
    known = played(game, 11, 10_000)
    state, seat, seats, _ = next(p for p in known.positions if known.rules.decision(p[0], p[1]).kind == kind and wanted(known.rules, p[0], p[1]))
    say = texts(language, game)
    return picking_at(desk(known.rules, state, seats), seat, Look("dark", say, tuple("ABCD")), say)


@every_language
def test_where_the_first_tile_goes_is_said(language):
    """MH-3.2: on a starting hex; why no other may be chosen."""
    known = asked("monster_hex", "place", language, lambda rules, state, seat: not state.placed)
    tile = next(iter(legal(known.table.rules, known.state, known.seat, ("place",))))[1]
    assert known.paint.aside(known.view, known.look, ("place", tile), []) == known.say("mh.fits.start")


@every_language
def test_what_must_match_is_said_where_a_tile_is_placed(language):
    """MH-3.3: which edges match is found by another road, from the numbers that a neighbour shows and those of the turned tile."""
    known = asked("monster_hex", "place", language, lambda rules, state, seat: len(state.placed) > 3)
    rules, say, board = known.table.rules, known.say, known.view.board
    assert rules.decision(known.state, known.seat).rule == "MH-3.3"
    _, tile, label, _ = next(iter(legal(rules, known.state, known.seat, ("place",))))
    assert known.paint.aside(known.view, known.look, ("place", tile), []) == say("mh.fits.hex")
    turns = [word.text for word in known.words(("place", tile, label))]
    line = known.paint.aside(known.view, known.look, ("place", tile, label), turns)
    assert line.startswith(say("mh.fits.turns", n=len(turns), edges="").rstrip(". "))
    q, r = board.hexes[label]
    named = {m.hex.upper() for m in board.monsters if m.hex.upper() in line}
    assert named
    assert all(max(abs(board.hexes[n.lower()][0] - q), abs(board.hexes[n.lower()][1] - r)) <= 1 for n in named)
    after = rules.view(rules.apply(known.state, known.seat, ("place", tile, label, turns[0])).state, known.seat).board
    shown = next(m for m in after.monsters if m.hex == label).powers
    assert any(f"{power} " in line for power in shown)
    assert not known.paint.aside(known.view, known.look, ("bold", tile, label), turns)


@every_language
def test_a_value_is_counted_up(language):
    def coloured(rules, state, seat):
        stones = [stone for stone in rules.view(state, seat).board.stones if stone.choosing]
        return any(v.slot == seat and v.taken is None for stone in stones for v in stone.values)

    known = asked("monster_hex", "choose_value", language, coloured)
    value = next(v.value for stone in known.view.board.stones if stone.choosing for v in stone.values if v.slot == known.seat and v.taken is None)
    assert known.hint_of(("take",), str(value)).startswith(f"{value} + 2 = {value + 2} ")
    notes = known.paint.notes(known.view, known.look)
    assert notes[0] == known.say("mh.note.colour", value=value, bonus=2)
    theirs = [
        (v.value, v.slot)
        for stone in known.view.board.stones
        if stone.choosing
        for v in stone.values
        if v.taken is None and v.slot in (stone.first, stone.second) and v.slot != known.seat
    ]
    told = [known.say("mh.note.their_colour", value=value, who=known.look.names[slot], bonus=2) for value, slot in theirs]
    assert notes[1:] == told, "and what the others would have of what is left"
    facts = {"slot": 0, "hex": "c2", "stone": "l1", "value": 5}
    told = [painter("monster_hex").narrate("scored", {**facts, "points": points}, known.look) for points in (5, 7)]
    assert "5 + 2 = 7 " in told[1]
    assert "+" not in told[0]
    assert " 5 " in told[0].replace(":", "")


@every_language
def test_a_hero_forbids_cards_before_and_after(language):
    known = asked("hockey_game", "attack_open", language)
    assert _verb_of(known, Word("deploy")) == known.say("menu.attack_open.deploy")
    after = asked("hockey_game", "attack_play", language, lambda rules, state, seat: rules.view(state, seat).board.round.turns[seat].deployed)
    assert known.say("hg.note.deployed") in after.paint.notes(after.view, after.look)


@every_language
def test_a_row_of_actions_is_undone_as_a_whole_and_says_so(language):
    """By the words in which it was offered, else by the deeds and how many there are."""
    known = asked("hexknight", "movement", language, lambda rules, state, seat: len(rules.shortcuts(state, seat)[-1]) > 1)
    row = known.table.rules.shortcuts(known.state, known.seat)[-1]
    label = undo_label(known, Pressed(known.view, 1, row, (known.state,) * len(row)))
    whole = known.say("button.undo_what", what=known.paint.shortcut(known.view, known.look, row))
    assert label == whole if len(whole) <= 38 else label.startswith(known.say("button.undo_what", what=""))
    assert "…" not in label
    cards = [("play", word.text) for word in known.words(("play",))][:2]
    label = undo_label(known, Pressed(known.view, 1, tuple(cards), (known.state, known.state)))
    assert label.startswith(known.say("button.undo_several", what=""))
    assert len(label) <= 38


@every_language
def test_completion_says_what_verbs_are_and_finds_things_by_name(language):
    known = asked("hexknight", "movement", language)
    found = {value: shown for shown, value in completed(known.table, known.seat, "", known.say)}
    assert found["confirm"] == f"confirm · {known.say('do.movement.confirm')}"
    card = known.words(("play",))[0].text
    assert f"play {card}" in [value for _, value in completed(known.table, known.seat, known.say(f"word.{card}"), known.say)]
    assert completed(known.table, known.seat, "nothing like this", known.say) == []


async def test_what_an_order_has_done_is_said_beside_ones_own_deed(chat):
    """Nothing passes unnoticed: the movement ends, and with it the turn."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined")
    await chat.set(ANNA, "order", order="skip_preparation", on=True)
    await chat.set(ANNA, "order", order="decline_fights", on=True)
    await chat.set(ANNA, "order", order="quick_rest", on=True)
    table = await chat.bot.tables.here(int(HERE))
    assert table.state.step == "movement"
    await chat.use(ANNA, "move", action="confirm")
    assert "\nBy your standing order: " in chat.private(ANNA)["content"], "in a line of its own"


@every_language
def test_places_say_what_they_are_for_and_cards_laid_for_the_exchange_what_they_bring(language):
    def beside(rules, state, seat):
        view = rules.view(state, seat)
        return any(h.feature in ("monastery", "magic_circle") and h.label in dict(view.board.turn.reach) for h in view.board.hexes)

    known = asked("hexknight", "movement", language, beside)
    spot = next(h for h in known.view.board.hexes if h.feature in ("monastery", "magic_circle") and h.label in dict(known.view.board.turn.reach))
    assert f"({known.say(f'hk.hint.{spot.feature}')})" in known.hint_of(("travel",), spot.label)
    turn = known.view.board.turn._replace(step="exchange", play=known.view.board.hand[:2])
    view = known.view._replace(board=known.view.board._replace(turn=turn))
    assert known.say("hk.note.exchange", n=2) in known.paint.notes(view, known.look)


@every_language
def test_what_is_chosen_beforehand_is_asked_in_words_of_its_question(language):
    known = asked("monster_hex", "choose_value", language)._replace(root=("ready",))
    assert _ready_question(known.say, ("ready", "choose_value")) == known.say("ahead.ready.choose_value")
    assert _ready_question(known.say, ("ready",)) == known.say("ahead.ready.1")
    assert known.name_of(("ready", "choose_value"), ANY) == known.say("ahead.any.choose_value")


IDLE = [("hockey_game", "attack_play"), ("hockey_game", "defend_play"), ("planetary_conquerors", "main")]


@every_language
@pytest.mark.parametrize(("game", "kind"), IDLE)
def test_who_can_do_nothing_more_is_told_so_instead_of_being_asked_what_they_do(game, kind, language):
    def bound(rules, state, seat):
        return len({action[0] for action in legal(rules, state, seat)}) == 1

    known = asked(game, kind, language, bound)
    assert _question(known.say, kind, (), known.words(())) == known.say(f"pick.{kind}.idle")
    known = asked(game, kind, language, lambda *position: not bound(*position))
    assert _question(known.say, kind, (), known.words(())) == known.say(f"pick.{kind}")
