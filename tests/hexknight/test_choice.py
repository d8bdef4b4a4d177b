"""What is asked is seen: which ways can be paid now, which the hand pays, what it would add, and what a rest can do, in words and never cut."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from data.language import LANGUAGES
from render import stage
from render.canvas import PLAIN, Canvas
from render.hexknight.ground import LAND, Spot
from render.hexknight.hand import hand_scene, hand_strip
from render.hexknight.places import COLOURED, ROLES, feature
from render.hexknight.scenes import table_scene
from render.hexknight.sprites import SpotKey, draw
from render.hexknight.stage_layout import LARGE_RADII, RADII
from render.look import Look
from render.theme import THEMES, theme
from tests.every_game.strict import Strict
from tests.hexknight.table import RULES, TestTable

NAMES = ("Anna", "Bohumil", "Cécile")


def look(name: str = "dark", language: str = "en", seats: int = 2) -> Look:
    return Look(name, Strict(language, "hexknight"), NAMES[:seats])


def asked(table: TestTable, name: str = "dark", language: str = "en"):
    return table_scene(RULES.view(table.state, table.seat), look(name, language, len(table.state.heroes)))


def spots(scene):
    return [item.key[-1] for item in scene.items.values() if isinstance(item.key[-1], SpotKey)]


def words(item, name):
    return " ".join(text.words for text in draw(item.key, theme(name, "hexknight")).texts)


def colours(canvas, name):
    """The roles of plates and frames that are seen on a sprite."""
    shown = {colour for _, colour in canvas.image.getcolors(1 << 24)}
    return {role for role in ("gold", "speed", "plate") if theme(name, "hexknight")[role] in shown}


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("name", ["dark", "large", "contrast"])
def test_what_can_be_paid_what_the_hand_pays_and_what_it_cannot_are_three_looks(name):
    """HK-6.4: and the order box shows both plates: the points there are, and what the hand would add."""
    table = TestTable().hero(0, "e12", hand="3*sp").turn(0)
    while table.step != "movement":
        table.act("confirm")
    table.act("play sp")
    scene, turn = asked(table, name), RULES.view(table.state, 0).board.turn
    found = {kind: [spot for spot in spots(scene) if (spot.cost and (1 + spot.paid)) == kind] for kind in (0, 1, 2)}
    assert [len(found[kind]) for kind in (2, 1)] == [len(turn.reach), len(turn.beyond)]
    assert all(found.values())
    key = next(item.key for item in scene.items.values() if item.key[-1] in found[1])
    plain = found[1][0]._replace(feature="none", path=())
    now, later, never = (
        colours(draw((*key[:-1], plain._replace(cost=cost, paid=paid)), theme(name, "hexknight")), name) for cost, paid in ((2, 1), (2, 0), (0, 0))
    )
    assert now == {"gold", "speed", "plate"}
    assert later == {"plate"}
    assert never == set()
    box = scene.items["act"].key
    assert box[-1].paid
    assert {"gold", "speed", "plate"} <= colours(draw(box, theme(name, "hexknight")), name)
    speed = sum(card.speed for card in RULES.view(table.state, 0).board.hand)
    said = words(scene.items["act"], name)
    assert str(turn.points) in said
    assert f"+{speed}" in said
    assert max(cost for _, cost in turn.beyond) <= turn.points + speed


def test_whom_one_may_fight_has_a_frame_and_a_golden_one_if_the_hand_is_enough():
    """HK-7.1: as the hints say."""
    table = (
        TestTable()
        .light()
        .monsters(e11="warrior", e13="archer", d11="green_dragon", h8="spectre")
        .hero(0, "e12", hand="pr wc sa", deck="9*sa")
        .turn(0)
    )
    while table.step != "provocation":
        table.act("confirm")
    table.state.target = -1
    words = {word.text for word in RULES.words(table.state, 0, ("provoke",))}
    places = {(h.x, h.y): h.label for h in RULES.view(table.state, 0).board.hexes}
    frames = {places[spot.spot[:2]]: spot.frame for spot in spots(asked(table)) if spot.frame}
    assert frames.keys() == words
    assert frames["e11"] == "now"
    assert frames["e13"] == "perhaps", "nobody knows what is face down"
    assert not [spot for spot in spots(table_scene(RULES.view(table.state, 1), look())) if spot.frame], "it would tell of the hand"


@pytest.mark.parametrize("radius", sorted({*RADII[:1], *LARGE_RADII[:1]}))
@pytest.mark.parametrize("place", sorted(COLOURED | ROLES.keys() | {"magic_circle"}))
def test_a_place_to_walk_to_is_seen_beside_its_price(radius, place):
    """Nine tenths as large as without one, of which at most a third lies below the plate."""
    drawn, dense = theme("dark", "hexknight"), 24 if radius in RADII else 34
    spot = SpotKey(Spot(0, 0, LAND * 6), "plains", False, "none", cost=4)
    with_it, without = (draw(("hex", radius, dense, spot._replace(feature=what)), drawn).image for what in (place, "none"))
    alone = Canvas((radius * 2, radius * 2), drawn, PLAIN, grows=False)
    empty = alone.image.copy()
    feature(alone, place, (radius, radius), 1.2 * radius, False, "plains_mark")
    seen, whole = (
        ImageChops.difference(*pair).convert("L").point(lambda v: 255 * (v > 8)).histogram()[255]
        for pair in ((with_it, without), (alone.image, empty))
    )
    assert seen >= 0.9**2 * 2 / 3 * whole


@pytest.mark.sampled(0.3, any=True)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", THEMES)
def test_what_is_said_in_the_order_box_is_said_whole(name, language, seats):
    for step, hand, play in (
        ("rest", "w w sp", ""),
        ("rest", "w sp", "w"),
        ("rest", "sa", "sa w"),
        ("provocation", "sa", ""),
        ("exchange", "sa", "sa"),
    ):
        table = TestTable(seats=seats).hero(0, "e12", hand="sa").turn(0)
        table.hero(0, hand=hand, play=play).state.step = step
        box = asked(table, name, language).items["act"]
        assert box.key[-1].said
        assert " ".join(box.key[-1].said.split()) in words(box, name)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dark", "large"])
def test_the_sum_of_a_step_stands_beside_its_title_or_what_the_hand_adds(name, language, seats):
    """Large enough, however many cards are laid out, and whatever that is called."""
    for laid in range(6):
        table = TestTable(seats=seats).hero(0, "e12", hand="6*sp").turn(0)
        table.hero(0, hand=f"{6 - laid}*sp", play=f"{laid}*sp").state.step = "movement"
        box = asked(table, name, language).items["act"]
        written = {text.words: text.size / 2 for text in draw(box.key, theme(name, "hexknight")).texts}
        assert written[str(2 * laid)] >= stage.sizes(look(name)).dense
        assert written[f"+{12 - 2 * laid}"] >= stage.sizes(look(name)).dense
        assert not [words for words in written if words.endswith("…")]


def test_a_rest_says_what_it_can_do():
    """HK-9.1, HK-9.3: wounds healed now, wounds healed by meditation, or cards discarded."""
    table = TestTable().hero(0, "e12", hand="2*w sa", deck="9*sa").turn(0)
    table.state.step = "rest"
    assert "1 wound" in asked(table).items["act"].key[-1].said
    table.state.acted = True
    assert "Discard" in asked(table).items["act"].key[-1].said
    table.own.hand.append("secret_path")
    assert "Meditation" in asked(table).items["act"].key[-1].said


def test_no_card_that_is_laid_out_is_empty():
    table = TestTable().hero(0, "e12", hand="w sa sp wc", deck="9*sa").turn(0)
    table.state.step = "rest"
    table.act("heal", "play wc")
    for card in asked(table).items["cards"].key[-1].cards:
        assert card.sign or card.values


@pytest.mark.parametrize("name", ["dark", "large"])
def test_until_cards_are_laid_out_those_in_hand_stand_there_by_the_value_that_counts(name):
    """Together they make what the order box says of the hand; where none counts there is the offer."""
    table = TestTable().hero(0, "e12", hand="sp wc sa w", deck="9*sa").turn(0)
    for step, value in (("movement", "speed"), ("rest", "meditation")):
        table.state.step = step
        scene = asked(table, name)
        cards = scene.items["cards"].key[-1].cards
        assert [what for card in cards for what, _ in card.values] == [value] * 3
        assert [card.sign for card in cards if not card.values] == ["–"]
        if added := scene.items["act"].key[-1].hand[0]:
            assert int(added) == sum(n for card in cards for _, n in card.values)
    table.state.step = "exchange"
    assert all(len(card.values) == 4 for item in asked(table).items.values() if item.key[0] == "few" for card in item.key[-1].cards)
    table.act("play sp")
    assert [card.sign for card in asked(table, name).items["cards"].key[-1].cards] == ["→"]


@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("hand", ["sa", "sa pr", "sa pr wc", "sa pr wc w", "2*sa 2*pr wc sp w"])
def test_a_hand_uses_the_width_of_its_picture(name, hand):
    view = RULES.view(TestTable().hero(0, hand=hand).turn(0).state, 0)
    for scene in (hand_scene(view, look(name)), hand_strip(view, look(name))):
        held = [item for place, item in scene.items.items() if place[0] == "held"]
        right, left = max(item.x + item.key[1] for item in held), min(item.x for item in held)
        assert right - left >= (0.6 if len(held) == 1 else 0.99) * stage.WIDTH


@pytest.mark.parametrize("hand", ["sa pr wc", "sa pr wc w", "sa pr wc sp w"])
def test_cards_of_a_hand_are_of_one_size(hand):
    scene = hand_scene(RULES.view(TestTable().hero(0, hand=hand).turn(0).state, 0), look())
    assert len({item.key[1:3] for place, item in scene.items.items() if place[0] == "held"}) == 1


def test_a_walk_that_is_over_is_not_taken_for_the_way_to_a_price():
    """It is seen on the board, and not where hexes are chosen, on which it would lead from price to price."""
    table = TestTable().hero(0, "e12", hand="3*sp").hero(1, "c10").turn(0)
    while table.step != "movement":
        table.act("confirm")
    table.act("play sp")
    table.state.trail = [table.at(label) for label in ("c12", "c11", "c10")]
    walked = [spot for spot in spots(table_scene(RULES.view(table.state, None), look())) if spot.path]
    chosen = spots(asked(table))
    assert walked
    assert any(spot.cost for spot in chosen)
    assert not any(spot.path for spot in chosen)
