"""The stage of Hockey Game: whose turn it is, what can be chosen, great moments."""

from __future__ import annotations

import math

import pytest

from data.language import LANGUAGES
from render import stage
from render.hockey_game import side_boxes
from render.hockey_game.questions import AskKey, ask
from render.hockey_game.scenes import chips
from render.hockey_game.side_boxes import Chip, SeatKey, ValueKey, value
from render.look import Look
from render.painter import painter
from render.text import font
from render.theme import theme
from rules.hockey_game.state import Goal
from rules.hockey_game.view import PartView, TurnView
from tests.every_game.setups import Setup, whole_game
from tests.every_game.strict import Strict
from tests.hockey_game.table import RULES, TestTable

PAINT = painter("hockey_game")
NAMES = ("Anna", "Bohumil")
HEROES = ("dex", "colt", "mason", "rhett", "wade")


def look(theme: str = "dark", language: str = "en") -> Look:
    return Look(theme, Strict(language, "hockey_game"), NAMES)


def board(table, theme="dark"):
    return PAINT.board(RULES.view(table.state, None), look(theme)).items


def chosen(table, *prefix, theme="dark"):
    """The fields that stand out in the panel of whoever is asked, with the moves to them."""
    (seat,) = RULES.to_act(table.state)
    scene = PAINT.on_board(RULES.view(table.state, seat), look(theme), prefix, [word.text for word in RULES.words(table.state, seat, prefix)])
    keys = {place[1]: item.key[1] for place, item in scene.items.items() if place[0] == "rink"}
    return {name: [move for move, *_ in key.chosen] for name, key in keys.items() if key.open}


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("options", [{}, {"mode": "draft"}], ids=str)
def test_the_loud_sign_is_at_whom_the_game_waits_for_in_pictures_and_in_words(options):
    for state, *_ in whole_game(Setup("hockey_game", 2, options)):
        view = RULES.view(state, None)
        drawn = {place[1]: item.key[3].sign for place, item in PAINT.board(view, look()).items.items() if place[0] == "seat"}
        assert {seat for seat, sign in drawn.items() if sign == stage.WAITS} == set(RULES.to_act(state))
        lines = [line for line in PAINT.describe(view, look()).splitlines() if line.startswith(stage.WAITS)]
        assert [name for name in NAMES if any(name in line for line in lines)] == [NAMES[seat] for seat in RULES.to_act(state)]


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_what_can_be_declared_stands_out_and_nothing_else(theme):
    """HG-3.3: from N3 no pass to the circles of the attacking third; a shot is at the goal."""
    table = TestTable().attack(0, "n3")
    table.act("go_on")
    found = chosen(table, theme=theme)
    assert set(found) == {"ga", "gb", "a1", "a2", "ba", "n1", "n2", "n4", "c", "bb", "b1"}
    assert found["gb"] == ["shot"]
    assert found["b1"] == ["speed"]
    assert set(chosen(table, "strength", theme=theme)) == {"c", "bb"}, "once a move is named, its targets alone"


def test_where_play_goes_on_after_a_save_is_chosen_on_the_rink():
    """HG-6.4."""
    table = TestTable().attack(0, "b1").dice(1, 1, 6, 6).round("shot")
    assert set(chosen(table)) == set(chosen(table, "restart")) == {"gb", "b1", "b2"}


def test_everything_that_is_left_of_a_draft_has_a_place():
    for state, *_ in whole_game(Setup("hockey_game", 2, {"mode": "draft"})):
        view = RULES.view(state, None)
        if view.board.draft is None:
            break
        shown = [item for place, item in PAINT.board(view, look()).items.items() if place[0] == "left" and item.key[0] != "plain"]
        assert len(shown) == len(view.board.draft.left) + len(view.board.draft.teams)


def test_a_draft_says_which_of_how_many_is_picked():
    """In the picture, in words, and in the panel of whoever picks: "Which card?" was asked twenty-one times."""
    found = []
    for state, *_ in whole_game(Setup("hockey_game", 2, {"mode": "draft"})):
        view = RULES.view(state, None)
        if view.board.draft is None:
            break
        if not found or RULES.to_act(state) == (0,):
            (seat,) = RULES.to_act(state)
            said = PAINT.board(view, look()).items["clock"].key[3].period.replace("\u00a0", " ")
            assert PAINT.describe(view, look()).replace("\u00a0", " ").startswith(f"All-Stars draft · {said}")
            mine, theirs = (PAINT.notes(RULES.view(state, who), look()) for who in (seat, 1 - seat))
            assert ([note.replace("\u00a0", " ") for note in mine], theirs) == ([said], [])
            found.append(said)
    heroes, specials, bonus = (
        [f"{what} {n} of {of}" for n in range(1, of + 1)] for what, of in (("Hero", 5), ("Special card", 3), ("Bonus card", 11))
    )
    assert found[-20:] == [*heroes, *specials, "Injury", *bonus]
    assert set(found[:-20]) == {"Team"}


def test_before_the_first_round_both_teams_face_off():
    table = TestTable("usa", "ger")
    items = board(table)
    assert items["deed"].key[3:] == (("usa", "ger"), "Faceoff: the first round begins")
    assert not [place for place in items if place[0] == "value"], "nobody has a value yet"


def test_lines_that_cost_nothing_are_called_free():
    parts = [PartView("attribute", "speed", 3, ""), PartView("lines", "2", 0, ""), PartView("referee", "icing", -1, "")]
    turn = TurnView("", "", (), (), (), False, False, tuple(parts), 2)
    assert [(chip.sign, chip.amount) for chip in chips(turn, look())] == [("speed", "+3"), ("lines", "free"), ("referee", "−1")]


def test_parts_of_a_value_are_as_large_as_all_of_them_have_room():
    """Two parts are larger than ten, and none of ten is left out."""
    few, many = (value(theme("dark", "hockey_game"), 396, 140, ValueKey("attacks", (), "5", (Chip("pass", "2"),) * n, True, False)) for n in (2, 10))
    sizes = [{text.size for text in drawn.texts if text.words == "2"} for drawn in (few, many)]
    assert max(sizes[1]) < min(sizes[0])
    assert [text.words for text in many.texts].count("2") == 10


@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_sign_stands_nearer_to_its_own_number_than_to_the_one_before(name, monkeypatch):
    """`/2♥3»4` in large type read as one number."""
    signs = []
    monkeypatch.setattr(side_boxes, "badge", lambda s, at, r, *_: signs.append((at[0] - r, at[0] + r)))
    key = next(item.key for item in board(TestTable(), name).values() if item.key[0] == "seat")
    drawn = side_boxes.seat(theme(name, "hockey_game"), *key[1:])
    numbers = [text for text in drawn.texts if text.words.isdecimal()][-len(signs) :]
    assert len(signs) == 7
    middles = [(text.x, font("Bold", round(text.size)).getlength(text.words) / 2) for text in numbers]
    edges = [((x - half) / drawn.scale, (x + half) / drawn.scale) for x, half in middles]
    inside = [start - end for (_, end), (start, _) in zip(signs, edges, strict=True)]
    between = [start - end for (_, end), (start, _) in zip(edges, signs[1:], strict=False)]
    assert 0 < max(inside) < 0.5 * min(between), (inside, between)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_seat_is_called_the_same_whoever_has_the_turn(name):
    """The sign has a place of its own, and takes no room from a long name."""
    called = ("Maximilian Weissenberg", "Maximilian")
    found = set()
    for sign in ("", stage.WAITS, stage.TURN, "★"):
        key = SeatKey(sign, called, "svk", (("attack", 2, "attack"),) * 7, True, 28)
        texts = side_boxes.seat(theme(name, "hockey_game"), 410, 140, key).texts
        found |= {(text.words, text.x, text.size) for text in texts if text.words.startswith("Max")}
        assert sign == "" or any(text.words == sign for text in texts)
    assert len(found) == 1


def test_in_large_type_a_place_with_the_puck_keeps_its_name_while_others_are_chosen():
    """On its light disc, in the ink for that."""
    table = TestTable().attack(0, "bb").dice(1, 1, 6, 6).round("shot")
    assert chosen(table, theme="large") == {"gb": [], "b1": [], "b2": []}
    (seat,) = RULES.to_act(table.state)
    scene = PAINT.on_board(RULES.view(table.state, seat), look("large"), (), [])
    (key,) = (item.key for place, item in scene.items.items() if place[0] == "rink" and item.key[1].skater and not item.key[1].open)
    drawn = PAINT.studio.draw(key, theme("large", "hockey_game"))
    assert {text.role for text in drawn.texts if text.words == key[1].field.label} == {"plate_ink"}


def test_in_large_type_heroes_of_a_draft_have_a_line_each_with_all_of_their_name():
    for state, *_ in whole_game(Setup("hockey_game", 2, {"mode": "draft"})):
        view = RULES.view(state, None)
        if view.board.draft is None or view.board.draft.kind != "team":
            break
    keys = [item.key for place, item in PAINT.board(view, look("large")).items.items() if place[0] == "left" and item.key[0] == "pick"]
    assert len(keys) == 40
    for key in keys:
        texts = PAINT.studio.draw(key, theme("large", "hockey_game")).texts
        assert key[3].name in [text.words for text in texts]
        assert len({text.y for text in texts}) == 1


@pytest.mark.parametrize("name", ["dark", "large"])
def test_what_is_not_thrown_yet_has_blank_dice(name):
    unknown, known = (
        value(theme(name, "hockey_game"), 390, 160, ValueKey("defends", dice, total, (), False, False))
        for dice, total in (((), "?"), (((6, True),), "6"))
    )
    sizes = [next(text.size for text in drawn.texts if text.words in "?6") for drawn in (unknown, known)]
    assert sizes[0] > sizes[1]


def test_a_goal_lies_across_the_rink_until_the_next_move():
    table = TestTable().attack(0, "b1").dice(6, 6, 1, 1).round("shot")
    band = board(table)["band"].key[2]
    assert (band.word, band.score, band.below, band.team) == ("GOAL!", "1:0", ("Anna",), "cze")
    assert not [place for place in board(table) if place[0] == "rink"]
    assert chosen(table), "whoever is asked sees the rink"
    table.act("go_on", "pass ga" if RULES.to_act(table.state) == (0,) else "pass gb")
    assert "band" not in board(table)


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_the_loop_of_a_goal_shows_the_puck_on_its_way_first(theme):
    table = TestTable("usa", "ger").attack(1, "a1").dice(6, 6, 1, 1).round("shot")
    view, goal = RULES.view(table.state, None), [event for event in table.events if event.kind == "goal"]
    assert PAINT.blow(view, look(theme), []) is None
    blow = PAINT.blow(view, look(theme), goal)
    ways = []
    assert len(blow.before) == len(blow.seconds), "nothing is struck: they tell it all"
    for scene in blow.before:
        assert (scene.items["clock"].key[3].goals, scene.items["deed"].key[3].result) == (("0", "0"), ""), "nobody knows yet"
        tiles = {place[1]: item.key[1] for place, item in scene.items.items() if place[0] == "rink"}
        assert [field for field, tile in tiles.items() if tile.skater] == ["a1"]
        (arrow,) = {tile.arrow for tile in tiles.values() if tile.arrow}
        assert tiles["a1"].flying, "he has no puck any more"
        assert all(tile.flying for tile in tiles.values() if tile.arrow)
        ways.append((arrow[2], tiles["ga"].dive, tiles["ga"].lamp, tiles["gb"].dive))
    tips, dives, lamps, other = zip(*ways, strict=True)
    assert tips == tuple(sorted(set(tips), reverse=True)), "to the left"
    assert dives == tuple(sorted(dives))
    assert lamps == (False,) * (len(ways) - 1) + (True,)
    assert not any(other), "at one goal only"
    assert dives[-1] > 45
    table.act("go_on", "pass a1")
    assert PAINT.blow(RULES.view(table.state, None), look(theme), goal) is None, "the rink shows something else"


@pytest.mark.sampled(0.34)
@pytest.mark.parametrize("theme", ["dark", "light", "large"])
def test_a_posted_table_is_small(theme, fine):
    """At most 200 kB."""
    table = TestTable("usa", "ger").side(0, heroes="dex colt mason rhett wade").side(1, heroes="henning gernot falk lorenz eike").attack(1, "c")
    for action in ("go_on", "strength n1", "finish"):
        table.act(action)
        assert len(PAINT.paint(RULES.view(table.state, None), look(theme)).png) <= 200_000


def test_the_end_is_a_scoreboard_with_the_stars_of_the_match():
    table = TestTable("svk", "can").side(0, heroes="radovan").attack(0, "b1").dice(6, 5, 2, 1)
    table.state.goals, table.state.period, table.state.clock = [Goal(1, 0, 4, "b1", (14, 11))], 3, 5
    table.round("shot")
    items = board(table)
    assert items["end"].key[3].won == "Anna wins"
    assert items["end"].key[3].goals == ("2", "0")
    assert items["end"].key[3].periods == (("1.", "1:0"), ("2.", "0:0"), ("3.", "1:0"))
    assert items["end"].key[3].how[0] == "Period 1 · B1, 14 > 11"
    assert items["end"].key[3].ahead == (True, False)
    assert [items["seat", seat].key[3].sign for seat in (0, 1)] == [side_boxes.WON, ""]
    assert items["star", 0].key[3].hero == "radovan"
    assert items["star", 1].key[3] is None, "nobody else has helped"
    assert PAINT.paint_moving(RULES.view(table.state, None), look(), []), "and fireworks, also where no goal was the last act"


def test_a_seat_that_defends_is_asked_where_its_value_will_stand():
    """While it has none, beside what it has before the dice; everybody else sees blank dice and the move."""
    table = TestTable().attack(0, "bb").dice(1, 1, 6, 6)
    while RULES.to_act(table.state) == (0,):
        table.act({"attack_open": "go_on", "attack_declare": "pass b1"}.get(table.stage, "finish"))
    assert RULES.to_act(table.state) == (1,)
    view = RULES.view(table.state, 1)
    own, others = (PAINT.on_board(RULES.view(table.state, who), look(), (), []).items for who in (1, 0))
    assert own["ask"].key[3].asked == (f"Defend against {table.state.round.turns[0].total}", "Hero or special?")
    assert (own["ask"].key[3].total, own["ask"].key[3].dice) == (f"{view.board.sure} +", ())
    assert not {("value", 1), "deed"} & set(own)
    assert {("value", 0), ("value", 1), "deed"} <= set(others)
    assert "ask" not in others


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_whoever_is_asked_is_told_in_the_box_of_their_value_and_what_stops_the_attack(theme):
    """One grammar for each question about a value: a frame, the order, and for a defence the number to reach."""
    table, orders = TestTable().side(0, hand="+2 +1").side(1, hand="+2 +1").attack(0, "bb").dice(1, 1, 6, 5), {}
    for _ in range(9):
        (seat,) = RULES.to_act(table.state)
        if table.stage not in ("attack_open", "attack_declare"):
            items = PAINT.on_board(RULES.view(table.state, seat), look(theme), (), []).items
            assert (items["ask"].x > 0) == bool(seat), "at its own side"
            orders[table.stage] = items["ask"].key[3].asked
        if "defend_play" in orders:
            break
        table.act({"attack_open": "go_on", "attack_declare": "pass b1", "defend_open": "go_on"}.get(table.stage, "finish"))
    total = table.state.round.turns[0].total
    assert orders == {
        "attack_play": ("Play bonus cards?",),
        "defend_open": (f"Defend against {total}", "Hero or special?"),
        "defend_play": ("Play bonus cards?", f"{total} stops it"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dark", "large"])
def test_an_order_is_whole_beside_the_dice(name, language):
    say = look(language=language).say
    for total, dice, asked in (
        ("13 +", (), (say("hg.against", value=24), say("hg.step.defend_open"))),
        ("", (), (say("hg.step.recover_pick"),)),
        ("20", ((6, True), (6, True)), (say("hg.step.defend_play"), say("hg.needed", value=24))),
        ("20", ((6, True), (6, True), (1, False)), (say("hg.step.attack_play"),)),
    ):
        key = AskKey(asked, "pass", total, dice, (Chip("defence", "+3"),) * (3 if dice else 0))
        drawn = ask(theme(name, "hockey_game"), 604, 130 if name == "dark" else 170, key)
        words = [text.words for text in drawn.texts]
        assert not [word for word in words if word.endswith("…")]
        assert max(text.size for text in drawn.texts if text.words.split()[0] in asked[0]) >= 28 * drawn.scale, "and large"
        assert [part for part in asked if "".join(part.split()) not in "".join("".join(words).split())] == [], words


@pytest.mark.parametrize("name", ["dark", "large"])
def test_no_part_of_a_value_is_left_out(name):
    """Where there is no room for the role beside them, that is."""
    for n in (2, 4, 6):
        key = AskKey(("Play bonus cards?", "23 stops it"), "pass", "20", ((6, True), (5, True)), (Chip("pass", "+2"),) * n)
        drawn = ask(theme(name, "hockey_game"), 604, 130 if name == "dark" else 170, key)
        parts = [text for text in drawn.texts if text.words == "+2"]
        assert len(parts) == n
        if name == "dark":
            assert min(text.size for text in parts) > stage.USUAL.dense * drawn.scale, "larger than usual, if need be in two rows"
        key = ValueKey("attacks", ((6, True), (5, True)), "20", (Chip("pass", "+2"),) * n, False, False)
        words = [text.words for text in value(theme(name, "hockey_game"), 396, 130 if name == "dark" else 170, key).texts]
        assert words.count("+2") == n
        assert ("attacks" in words) == (name == "dark" or n < 6)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_the_two_attributes_of_each_side_that_decide_stand_out(name):
    """HG-3.6, HG-4: none before a move is declared; a shot is met by the goalkeeper."""
    table = TestTable("usa", "ger").attack(0, "b1")
    found = []
    for action in ("go_on", "shot"):
        table.act(action)
        keys = {place[1]: item.key[3] for place, item in board(table, name).items() if place[0] == "seat"}
        found.append([keys[seat].in_play for seat in (0, 1)])
    assert found == [[(), ()], [("attack", "shot"), ("defence", "goalie")]]
    drawn = side_boxes.seat(theme(name, "hockey_game"), 410, 104 if name == "dark" else 140, keys[0])
    roles = [text.role for text in drawn.texts if text.words.isdecimal()]
    assert roles == ["ink", "ink"], "the others are not there until the next move"
    assert {"attack", "shot"} <= {text.words for text in drawn.texts}, "with their names"


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_where_the_declared_move_leads_has_a_ring_and_the_arrow_ends_within_it(theme):
    table = TestTable().attack(1, "ba")
    table.act("go_on", "pass a1")
    tiles = {place[1]: item.key[1] for place, item in board(table, theme).items() if place[0] == "rink"}
    assert [field for field, tile in tiles.items() if tile.aimed] == ["a1"]
    (arrow,) = {tile.arrow for tile in tiles.values() if tile.arrow}
    rink = tiles["a1"].rink
    middle = rink.centre(tiles["a1"].field.x, tiles["a1"].field.y)
    assert rink.radius - 12 <= math.dist(arrow[2:4], middle) <= rink.radius + 8
    assert math.dist(arrow[:2], arrow[2:4]) >= 40, "it can be seen"


def test_all_scores_of_the_end_have_the_same_side_first():
    """A winner at the right reads 2:3, and the goal that decided is 1:3 there: "3:1" beside it read as another result."""
    table = TestTable("svk", "can").attack(1, "a1").dice(6, 5, 2, 1)
    table.state.goals, table.state.period, table.state.clock = [Goal(0, 0, 4, "b1", (14, 11)), Goal(1, 1, 4, "a2", (12, 11))], 3, 5
    table.round("shot")
    end = board(table)["end"].key[3]
    assert (end.goals, end.score) == (("1", "2"), "1:2")


def test_what_is_of_no_use_in_a_turn_is_grey_in_the_hand():
    """Shots when a pass is met; the opponent's move is known to all."""
    table = TestTable().side(1, hand="shot+2 +1").attack(0, "bb").dice(1, 1, 6, 6)
    while RULES.to_act(table.state) == (0,):
        table.act({"attack_open": "go_on", "attack_declare": "pass b1"}.get(table.stage, "finish"))
    strip = PAINT.hand.strip(RULES.view(table.state, 1), look())
    assert {item.key[3].shown.word: item.key[3].off for item in strip.items.values()} == {"shot+2": True, "+1": False}


def test_of_what_can_be_chosen_it_is_shown_where_one_has_the_best_chance():
    table = TestTable().attack(0, "bb")
    (seat,) = RULES.to_act(table.state)
    items = PAINT.on_board(RULES.view(table.state, seat), look(), (), []).items
    spots = [item.key[1] for place, item in items.items() if place[0] == "rink" and item.key[1].chosen]
    leads = {spot.field.label: max(own - other for _, own, other in spot.chosen) for spot in spots}
    assert len(set(leads.values())) > 1
    assert {spot.field.label for spot in spots if spot.best} == {label for label, found in leads.items() if found == max(leads.values())}


def test_a_draft_shows_what_has_been_picked_in_large_type_too():
    for state, *_ in whole_game(Setup("hockey_game", 2, {"mode": "draft"})):
        view = RULES.view(state, None)
        if any(side.picks for side in view.board.sides):
            break
    rows = [item.key[3] for place, item in PAINT.board(view, look("large")).items.items() if place[0] == "roster"]
    assert sorted(map(len, rows)) == [0, 1]


def test_heroes_are_larger_as_long_as_neither_bench_has_many():
    """All of them have a place in any case."""

    def heights(heroes: str) -> list[int]:
        items = board(TestTable("usa", "ger").side(0, heroes=heroes).side(1, heroes="henning"))
        shown = [item.key for place, item in items.items() if place[0] == "bench" and not isinstance(item.key[3], str)]
        assert [key[3].word for key in shown] == [*heroes.split(), "henning"]
        return [key[2] for key in shown]

    assert [set(heights(" ".join(HEROES[:n]))) for n in (1, 2, 3, 4, 5)] == [{175}, {175}, {116}, {87}, {70}]


def test_in_large_type_heroes_stand_beside_the_name_with_whoever_helps_in_gold():
    """Where there are no benches; elsewhere they sit there."""
    table = TestTable("usa", "ger").side(0, heroes="dex colt").side(1, heroes="henning").attack(0, "c")
    for action in ("go_on", "pass bb"):
        table.act(action)
    large, usual = ([item.key[3].heroes for place, item in board(table, name).items() if place[0] == "seat"] for name in ("large", "dark"))
    assert large == [(("dex", False), ("colt", True)), (("henning", False),)]
    assert usual == [(), ()]


@pytest.mark.parametrize("theme_name", ["dark", "large"])
def test_what_a_bonus_card_adds_is_large_in_a_hand_of_any_size(theme_name):
    """At least twice as large as the smallest letters, also beside the sign of the referee."""
    for hand in ("shot+2", "+1 +2 +3", "+1 +3 speed+2r pass+3r shot+3"):
        table = TestTable().side(0, hand=hand).attack(0, "b1")
        scene = PAINT.hand.scene(RULES.view(table.state, 0), look(theme_name))
        assert scene.size == (stage.WIDTH, stage.HEIGHT)
        for place, item in scene.items.items():
            if place[0] == "held":
                drawn = PAINT.studio.draw(item.key, theme(theme_name, "hockey_game"))
                (size,) = {text.size / drawn.scale for text in drawn.texts if text.words == item.key[3].shown.price.split()[0]}
                assert size >= 36, (hand, size)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_what_is_asked_before_a_move_is_declared_stands_below_the_rink(name):
    """Not in a value: there is none of this round yet, and that of the round before is another one."""
    table = TestTable("usa", "ger").side(0, hand="twisted_knee").side(1, heroes="henning gernot").attack(0, "bb")
    table.act("special twisted_knee")
    assert table.stage == "injury_target"
    items = PAINT.on_board(RULES.view(table.state, 0), look(name), ("injure",), ["gernot", "henning"]).items
    assert items["question"].key[3].asked == "Injure whom?"
    assert not [place for place in items if place == "deed" or place[0] == "value"]
