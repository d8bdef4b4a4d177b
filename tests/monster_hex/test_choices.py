"""The picture from which something is chosen: what is asked, where it can go, and the hand, in one; of a stone the values and their points."""

from __future__ import annotations

import pytest

from data.language import LANGUAGES, texts
from render import stage
from render.look import Look
from render.monster_hex.action_effects import worth
from render.monster_hex.choice_boxes import question_height
from render.monster_hex.scenes import board_scene
from render.monster_hex.sprites import draw
from render.monster_hex.stage_layout import PLACES
from render.painter import painter
from render.stage import LARGER, USUAL
from render.text import font
from render.theme import theme
from rules.parts.halves import written
from rules.parts.hexes import distance
from tests.every_game.setups import whole_game
from tests.monster_hex.table import RULES
from tests.monster_hex.test_pictured_choices import choosing
from tests.monster_hex.test_stage import NAMES, every_setup, look

PAINT = painter("monster_hex")
QUESTIONS = (
    "mh.choose_tile", "mh.choose_value", "pick.place.2", "word.twist", "asked.place", "asked.name_split", "asked.choose_turn", "asked.choose_faction",
    "asked.choose_ability",
)  # fmt: skip


def written_on(item, name="dark"):
    return [text.words for text in draw(item.key, theme(name, "monster_hex")).texts]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sizes", [USUAL, USUAL.times(LARGER)])
def test_what_is_asked_is_written_whole(sizes, language):
    say, name = texts(language, "monster_hex"), "dark" if sizes == USUAL else "large"
    for place in PLACES.values():
        for key in QUESTIONS:
            width = stage.WIDTH - place.width
            asked = say(key, at="E2")
            canvas = draw(("question", (width, question_height(asked, width, sizes)), sizes, asked), theme(name, "monster_hex"))
            assert " ".join(text.words for text in canvas.texts).split() == asked.split()
            for text in canvas.texts:
                left, top, right, low = font("Bold", round(text.size)).getbbox(text.words, anchor="mm")
                assert text.x + left >= 0
                assert text.x + right <= canvas.image.width
                assert text.y + top >= 0
                assert text.y + low <= canvas.image.height


@every_setup
def test_the_first_picture_of_a_turn_shows_what_is_asked_and_all_hexes_on_which_a_tile_can_go(setup):
    """Those that the legal actions have, for whoever places alone; others see no hint of a hand."""
    seen = 0
    for state, seat, *_ in whole_game(setup):
        kind = RULES.decision(state, seat).kind
        view, here = RULES.view(state, seat), look(setup)
        others = [viewer for viewer in (None, *range(setup.seats)) if viewer != seat]
        assert not any(RULES.view(state, viewer).board.places for viewer in others)
        if kind not in ("place", "place_shared"):
            assert view.board.places == ()
            if kind == "choose_value":
                (told,) = [item.key for item in PAINT.on_board(view, here, (), ["take"]).items.values() if item.key[0] == "question"]
                (stone,) = (stone.label for stone in view.board.stones if stone.choosing)
                assert told[3].lower() == here.say("mh.choose_value", at=stone).lower()
            continue
        tiles = [word.text for word in RULES.words(state, seat, ("place",))]
        legal = {word.text for tile in tiles for word in RULES.words(state, seat, ("place", tile))}
        assert {*view.board.places} == legal
        for prefix, words in (((), ["place"]), (("place",), tiles)):
            scene = PAINT.on_board(view, here, prefix, words)
            keys = [item.key for item in scene.items.values()]
            assert {key[2].label.lower() for key in keys if key[0] == "empty" and key[2].legal} == legal
            (asked,) = [key for key in keys if key[0] == "question"]
            assert asked[3].lower() == here.say("mh.choose_tile" if prefix else "asked.place").lower()
        tile = tiles[0]
        places = {word.text for word in RULES.words(state, seat, ("place", tile))}
        keys = [item.key for item in PAINT.on_board(view, here, ("place", tile), sorted(places)).items.values()]
        (faction,) = {view.board.factions[view.board.placing].faction}
        assert {key[2].label.lower() for key in keys if key[0] == "empty" and key[2].chosen == f"{faction}.{tile}"} == places, (
            "the monster stands where it can go"
        )
        seen += 1
    assert seen


@pytest.mark.sampled(0.3, any=True)
@every_setup
@pytest.mark.parametrize("name", ["dark", "large"])
def test_who_places_sees_the_board_the_hand_and_the_scores_in_one_picture(setup, name):
    """A phone shows only one of two pictures at a time. Tiles have what is printed on them, names where letters are not large, and stay where they
    are from one word to the next, when the one to be placed has a ring."""
    seen, names, here = 0, [], look(setup, name)
    for n, (state, seat, action, _) in enumerate(whole_game(setup)):
        view = RULES.view(state, seat)
        if n % 3 or view.decision.kind != "place" or action[0] != "place":
            continue
        places = []
        for prefix in ((), ("place",), action[:2]):
            words = [word.text for word in RULES.words(state, seat, prefix)]
            items = PAINT.on_board(view, here, prefix, words).items
            assert items == PAINT.choice(view, here, prefix, words).items, "one picture, wherever it is shown"
            tiles = [item for place, item in items.items() if place[0] == "tile"]
            held = [tile for tile in view.board.hand if prefix != ("place",) or tile.tile in words]
            keys = [item.key[2] for item in tiles]
            assert [(key.word, key.rank, key.powers) for key in keys][: len(held)] == [tuple(tile) for tile in held]
            assert [item.key[2].word for item in tiles if item.key[3]] == ([action[1]] if len(prefix) > 1 else [])
            if len(prefix) != 1:
                places.append([(item.x, item.y) for item in tiles][: len(held)])
            called = [here.say(f"mh.monster.{view.board.factions[seat].faction}.{tile.tile}") for tile in held] if name == "dark" else []
            names += written_on(items["held"], name)
            assert " ".join(written_on(items["held"], name)).startswith(" ".join(called)) or not written_on(items["held"], name), "all or none"
            scores = [str(written(faction.score)) for faction in view.board.factions if faction.score is not None]
            assert written_on(items["scores"], name) == scores
        if not view.board.shared_tile:
            assert places[0] == places[1]
        table, strip = PAINT.paint_panel(view, here, (), ["place"])
        assert table.size == (stage.WIDTH, stage.HEIGHT)
        assert (strip is None) == (name != "large"), "names have no room beside it in large letters"
        seen += 1
    assert seen
    assert bool(names) == (name == "dark")


@every_setup
def test_powers_of_tiles_beside_the_board_are_no_smaller_than_on_it(setup):
    state, seat, *_ = next(step for step in whole_game(setup) if RULES.decision(step[0], step[1]).kind == "place" and step[0].placed)
    items = PAINT.on_board(RULES.view(state, seat), look(setup), (), ["place"]).items
    on_board = {item.key[1].power for place, item in items.items() if item.key[0] == "monster" and place[0] != "tile"}
    beside = {item.key[1].power for place, item in items.items() if place[0] == "tile"}
    assert min(beside) >= max(on_board)


def test_of_a_stone_the_values_that_are_left_are_shown_with_their_points():
    """And what lies around it; everything else stands back."""
    for name in ("dark", "large"):
        table = choosing()
        left = {"5", "4", "3"}
        while left and RULES.decision(table.state, table.seat).kind == "choose_value":
            state, seat = table.state, table.seat
            view = RULES.view(state, seat)
            words = [word.text for word in RULES.words(state, seat, ("take",))]
            items = PAINT.on_board(view, Look(name, texts("en", "monster_hex"), NAMES[:2]), ("take",), words).items
            brought = [RULES.apply(state, seat, ("take", word)).state.scores[seat] - state.scores[seat] for word in sorted(words, reverse=True)]
            expected = [words for word, points in zip(sorted(words, reverse=True), brought, strict=True) for words in (word, f"+{points}")]
            (stone,) = [stone for stone in view.board.stones if stone.choosing]
            strengths = sorted((power for _, power in stone.totals), reverse=True)[:2]
            assert written_on(items["values"], name) == [*map(str, strengths), *expected]
            assert items["values"].key[-1].faction == view.board.factions[seat].faction
            assert [item.key[2].label for item in items.values() if item.key[0] == "stone" and item.key[2].asked] == [stone.label.upper()]
            for monster in view.board.monsters:
                near = distance(view.board.hexes[monster.hex], stone.at) == 1
                assert monster.hex not in items or items[monster.hex].key[2].dim == (not near)
            public = board_scene(RULES.view(state, None), Look(name, texts("en", "monster_hex"), NAMES[:2])).items
            assert not [item for item in public.values() if item.key[0] == "stone" and item.key[2].asked], "only for who chooses"
            table.act(f"take {words[0]}")
            left.discard(words[0])
        assert len(left) < 3


def test_a_value_of_ones_own_colour_brings_more():
    view = RULES.view(choosing().state, 1)
    (stone,) = [stone for stone in view.board.stones if stone.choosing]
    assert {value.value: worth(value, 1) for value in stone.values} == {5: 5, 4: 6, 3: 3}


@every_setup
def test_a_monster_has_its_rank_on_the_stage_where_that_can_count(setup):
    """Beside an open small stone (MH-4.8); close up all have it. Between two powers it looks like one."""
    seen = set()
    for _, _, _, step in whole_game(setup):
        view = RULES.view(step.state, None)
        if view.outcome:
            continue
        small = [stone.at for stone in view.board.stones if not stone.large and not stone.captured]
        items = board_scene(view, look(setup)).items
        ((_, whole),) = PAINT.closer(view, look(setup), {})
        for monster in view.board.monsters:
            counts = any(distance(at, view.board.hexes[monster.hex]) == 1 for at in small)
            assert items[monster.hex].key[2].rank == (monster.rank if counts else "")
            assert whole.items[monster.hex].key[2].rank == monster.rank
            seen.add(counts)
    assert seen == {True, False}
