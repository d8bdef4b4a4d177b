"""Monster Hex on the stage: who is waited for, places that stay, the whole board for large type, too, and numbers that nothing crosses."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops, ImageFilter

from data.language import LANGUAGES, texts
from render import stage
from render.canvas import Canvas
from render.hexgrid import HexLayout, sprite_size
from render.look import Look
from render.monster_hex import side_boxes, stones
from render.monster_hex.choices import choice_scene
from render.monster_hex.descriptions import describe
from render.monster_hex.ending import final, turning_point
from render.monster_hex.ground import INSET
from render.monster_hex.hand import hand_scene, hand_strip
from render.monster_hex.scenes import MANY, board_scene, closer_scenes
from render.monster_hex.sprites import draw
from render.monster_hex.stage_layout import PLACES
from render.monster_hex.tiles import MARKS, ROOT, TileKey, cut, monster, reach_of
from render.monster_hex.viewport import all_spots, camera, parts
from render.text import font
from render.theme import theme
from rules.parts.halves import written
from rules.parts.hexes import distance
from tests.every_game.setups import SETUPS, whole_game
from tests.monster_hex.table import RULES

SETUPS = [s for s in SETUPS if s.game == "monster_hex"]
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def views(setup):
    """What everybody sees, all through a game."""
    return [RULES.view(step.state, None) for _, _, _, step in whole_game(setup)]


def look(setup, name="dark"):
    return Look(name, texts("en", "monster_hex"), NAMES[: setup.seats])


@every_setup
def test_the_loud_sign_means_waited_for_and_the_quiet_one_the_turn_of_who_is_not(setup):
    for view in views(setup):
        panels = [item.key[3] for place, item in board_scene(view, look(setup)).items.items() if place[0] == "seat"]
        loud = [n for n, panel in enumerate(panels) if panel.waits]
        quiet = [n for n, panel in enumerate(panels) if panel.turn]
        assert loud == list(view.to_act)
        assert quiet == [slot for slot in [view.board.placing] if slot is not None and slot not in loud]
        said = describe(view, look(setup)).splitlines()
        factions = [line for line in said if " stack " in line]
        assert [n for n, line in enumerate(factions) if line.startswith("▶ ")] == loud
        assert [n for n, line in enumerate(factions) if line.startswith("▷ ")] == quiet


def test_a_panel_tells_what_its_seat_has_just_gained():
    """The points are the difference of the score, as the table has it before and after the tile; with large letters and four seats, too."""
    for setup, name in ((setup, name) for setup in SETUPS if setup.options == {} for name in ("dark", "large")):
        told, before = 0, None
        for view in views(setup):
            if view.outcome:
                break
            scores = [faction.score or 0 for faction in view.board.factions]
            if before and before[0] != view.board.last:
                gained = [now - was for now, was in zip(scores, before[1], strict=True)]
            elif before:  # Somebody has chosen a prize of the same stone.
                gained = [sums + now - was for sums, now, was in zip(gained, scores, before[1], strict=True)]
            else:
                gained = [0] * len(scores)
            before = view.board.last, scores
            for place, item in board_scene(view, look(setup, name)).items.items():
                if place[0] == "seat" and (gained[place[1]] or view.board.last):
                    words = [text.words for text in draw(item.key, theme(name, "monster_hex")).texts]
                    plus = [word for word in words if "+" in word]
                    assert [int(word.rpartition("+")[2]) for word in plus] == [points for points in [gained[place[1]]] if points], (setup, words)
                    told += len(plus)
        assert told > setup.seats


@every_setup
def test_nothing_moves_during_a_game(setup):
    lies = {}
    for view in views(setup):
        scene = board_scene(view, look(setup))
        assert scene.size == (stage.WIDTH, stage.HEIGHT)
        for place, item in scene.items.items():
            if place in view.board.hexes or place in {stone.label for stone in view.board.stones} or place == "ground":
                assert lies.setdefault(place, item[1:]) == item[1:]
    assert len(lies) == len(view.board.hexes) + len(view.board.stones) + 1, "the whole board is there"


@every_setup
def test_large_type_sees_the_board_near_where_the_last_monster_lies(setup):
    """With all its neighbours, in a part of the board that moves no oftener than it must; the whole one before the first monster and at the end. The
    ground says which stones lie beyond its edges."""
    before, cuts, game = None, 0, views(setup)
    for view in game:
        board, items = view.board, board_scene(view, look(setup, "large")).items
        spots = dict((*board.hexes.items(), *((stone.label, stone.at) for stone in board.stones)))
        shown = {label for label in spots if label in items}
        if not board.monsters or view.outcome:
            assert shown == {*spots}
            continue
        place = PLACES[board.board]
        assert shown < {*spots}
        assert {label for label, spot in spots.items() if distance(spot, board.hexes[board.last]) <= 1} <= shown
        radius = items[board.last].key[1].radius
        assert radius == place.near >= 1.1 * place.radius
        cuts += before not in (None, shown)
        before = shown
        beyond = [stone for stone in board.stones if stone.label not in shown]
        words = [text.words for text in draw(items["ground"].key, theme("large", "monster_hex")).texts]
        told: list[str] = []
        for stone in beyond:
            strongest = [] if stone.captured else [str(max(n for _, n in stone.totals))] if stone.totals else []
            told += [stone.label.upper(), *(str(value.value) for value in stone.values), *strongest]
        assert words == told
        assert len(beyond) <= 3
    assert cuts < len(game) * 0.6, "at random; computers play nearer to each other"


@pytest.mark.parametrize("board", PLACES)
def test_every_ring_of_a_board_is_whole_in_a_part_of_it(board):
    """Else a picture could not show what has just been surrounded."""
    view = RULES.view(RULES.setup({"two": 2, "three": 3, "four": 4}[board], {"board": board}, 1).state, None)
    spots, place = all_spots(view.board), PLACES[board]
    windows = parts(spots, place.near, place.width, place.flat)
    for at in view.board.hexes.values():
        assert any({spot for spot in spots if distance(spot, at) <= 1} <= window.spots for window in windows)
    assert camera(view.board, place.near, place.width, place.flat) is None, "nothing lies there"


@every_setup
def test_large_type_sees_all_free_hexes_once_a_part_of_the_board_has_them(setup):
    """With the ring of the last monster: where one could go next lay outside the picture."""
    found = 0
    for view in views(setup):
        board = view.board
        if not board.monsters or view.outcome:
            continue
        spots, place = all_spots(board), PLACES[board.board]
        free = {label: spot for label, spot in board.hexes.items() if label not in {monster.hex for monster in board.monsters}}
        needed = {*free.values(), *(spot for spot in spots if distance(spot, board.hexes[board.last]) <= 1)}
        if any(window.spots >= needed for window in parts(spots, place.near, place.width, place.flat)):
            assert {*free} <= {*board_scene(view, look(setup, "large")).items}
            found += 1
    assert found


@every_setup
def test_large_type_shows_all_hexes_that_can_be_chosen(setup):
    """In the part of the board that is nearest to the one that everybody sees, or in the whole one."""
    near = 0
    for state, seat, *_ in whole_game(setup):
        view = RULES.view(state, seat)
        items = board_scene(view, look(setup, "large"), view.board.places).items
        assert {*view.board.places} <= {*items}
        near += bool(view.board.places) and not {*view.board.hexes} <= {*items}
    assert near


@every_setup
def test_a_tile_in_hand_lies_as_on_the_board(setup):
    """A tile is turned by the eye alone: its sides point the same way in a hand, on the board, where a rotation is chosen, and close up."""
    seen, here = set(), look(setup)
    for state, seat, action, _ in whole_game(setup):
        view = RULES.view(state, seat)
        scenes = [hand_scene(view, here), hand_strip(view, here), board_scene(view, here), closer_scenes(view, here, {})[0][1]]
        scenes += [choice_scene(view, here, action[:n], [word.text for word in RULES.words(state, seat, action[:n])]) for n in range(len(action))]
        seen |= {(view.board.board, item.key[1].flat) for scene in scenes if scene for item in scene.items.values() if item.key[0] == "monster"}
    assert seen == {(board, board == "three") for board, _ in seen}


@every_setup
def test_the_stage_shows_the_two_highest_strengths_and_the_whole_board_all(setup):
    view = views(setup)[-setup.seats]
    ((_, whole),) = closer_scenes(view, look(setup), {})
    colours = theme("dark", "monster_hex")
    for stone in view.board.stones:
        powers = sorted((power for _, power in stone.totals), reverse=True)
        for scene, most in ((board_scene(view, look(setup)), 2), (whole, len(powers))):
            words = [text.words for text in draw(scene.items[stone.label].key, colours).texts]
            prizes = len(stone.values)
            numbers = [int(word) for word in words if word.isdecimal()]
            assert numbers[:prizes] == sorted((v.value for v in stone.values), reverse=True)
            done = stone.captured and not stone.choosing
            assert numbers[prizes:] == ([] if done else powers[:most])


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("board", PLACES)
@pytest.mark.parametrize(("name", "near"), [("dark", False), ("light", False), ("large", True)])
@pytest.mark.parametrize("faction", MARKS)
def test_the_ring_of_the_last_tile_crosses_no_power(faction, name, near, board):
    place = PLACES[board]
    radius, flat = place.near if near else place.radius, place.flat
    sizes, colours = stage.USUAL.times(stage.LARGER if name == "large" else 1), theme(name, "monster_hex")
    tile = TileKey(faction, "m03", (5, 4, 3, 5, 4, 2), "A")
    usual, last = (monster(colours, cut(radius, (sizes.dense, sizes.label), flat=flat), tile, ring) for ring in ("rim", "last"))
    ink = Image.new("RGB", usual.image.size, colours[f"{faction}_ink"])
    letters = ImageChops.difference(usual.image, ink).convert("L").point([255] + [0] * 255).filter(ImageFilter.MaxFilter(3))
    marks = ImageChops.difference(usual.image, last.image).convert("L").point([0] + [255] * 255)
    assert marks.getbbox(), "the last tile is marked"
    for text in last.texts:
        left, top, right, bottom = font(text.weight, round(text.size)).getbbox(text.words, anchor=text.anchor)
        box = tuple(round(n) for n in (text.x + left, text.y + top, text.x + right, text.y + bottom))
        assert ImageChops.multiply(letters.crop(box), marks.crop(box)).getbbox() is None, text.words


@every_setup
@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_score_with_a_half_point_lies_beside_the_portrait(setup, name, monkeypatch):
    """17½ read as 7½: its 1 lay on the white figure of the faction."""
    portraits, scores = [], []
    text = Canvas.text
    monkeypatch.setattr(side_boxes, "portrait", lambda canvas, at, size, faction: portraits.append(at[0] + size / 2))

    def written(canvas, at, words, size, *rest):
        if words == "27½":
            scores.append(at[0] - font("Bold", round(size)).getlength(words))
        text(canvas, at, words, size, *rest)

    monkeypatch.setattr(Canvas, "text", written)
    for place, item in board_scene(views(setup)[9], look(setup, name)).items.items():
        if place[0] == "seat":
            side_boxes.panel(theme(name, "monster_hex"), item.key[1], item.key[2], item.key[3]._replace(score="27½"))
    assert len(scores) >= setup.seats
    assert len(portraits) == len(scores)
    assert all(right <= left for right, left in zip(portraits, scores, strict=True)), (portraits, scores)


def test_what_lies_on_half_a_pixel_is_moved_with_its_layout():
    layout = HexLayout(50, 500, 320, flat=True)
    for moved in (layout._replace(y=120 - 1e-10), layout._replace(y=120 + 1e-10)):
        for spot in ((0, 0), (1, -2), (2, 3), (-1, 2)):
            (x, y), (left, top) = layout.corner(spot), moved.corner(spot)
            assert (left, top) == (x, y - 200)


@pytest.mark.parametrize("radius", sorted({place.radius for place in PLACES.values()}))
@pytest.mark.parametrize("size", [stage.USUAL, stage.USUAL.times(stage.LARGER)])
def test_powers_are_not_cut_at_the_edge_of_their_hex(radius, size):
    sizes = cut(radius, (size.dense, size.label))
    high = max(-font("Bold", sizes.power).getbbox(digit, anchor="ms")[1] for digit in "12345")
    assert reach_of(radius, sizes.power) + high / 2 <= radius * ROOT - INSET


def test_plates_of_a_stone_stay_in_its_hex_in_large_type(monkeypatch):
    """Where hexes lie, they are narrow above and below."""
    drawn = []
    monkeypatch.setattr(stones, "plate", lambda s, faction, box, *_: drawn.append(box))
    sizes = cut(PLACES["three"].radius, (stage.USUAL.times(stage.LARGER).dense, stage.USUAL.times(stage.LARGER).label), flat=True)
    for totals in ((("ember", 9), ("tide", 8)), (("ember", 12), ("tide", 8))):
        key = stones.StoneKey("C4", ((5, "tide", None), (4, "moss", None), (3, "ember", None)), totals, False, False, False)
        stones.stone(theme("large", "monster_hex"), sizes, key, (0, 0))
    x, y = (side / 2 for side in sprite_size(sizes.radius, flat=True))
    assert len(drawn) >= 2 * 3
    for left, top, wide, high in drawn:
        for px in (left, left + wide):
            for py in (top, top + high):
                assert abs(px - x) + abs(py - y) / 3**0.5 <= sizes.radius + 4, "its rounded corner touches the edge at most"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shared_faction_is_said_in_short_before_it_is_cut(language):
    """MH-6: two players on the board of three, in large type."""
    view = RULES.view(RULES.setup(2, {"board": "three"}, 1).state, None)
    for name in ("dark", "large"):
        (panel,) = [
            item for place, item in board_scene(view, Look(name, texts(language, "monster_hex"), NAMES[:2])).items.items() if place == ("seat", 2)
        ]
        written = [text.words for text in draw(panel.key, theme(name, "monster_hex")).texts]
        assert not [words for words in written if words.endswith("…")]


def test_the_points_of_whoever_begins_stand_at_both_until_that_is_chosen():
    setup = next(setup for setup in SETUPS if setup.options.get("opening") == "pie")
    found = views(setup)
    chosen = next(n for n, view in enumerate(found) if view.board.begins is not None)
    for n, view in enumerate(found[: chosen + 1]):
        seats = [item for place, item in board_scene(view, look(setup)).items.items() if place[0] == "seat"]
        words = [text.words for item in seats for text in draw(item.key, theme("dark", "monster_hex")).texts]
        named = view.board.split is not None and n < chosen
        assert [word for word in words if word.startswith("+")] == [f"+{written(view.board.split / 2)} ?"] * 2 * named
    assert chosen > 0


@pytest.mark.parametrize("seats", [2, 4])
def test_the_end_says_a_long_name_in_short_before_it_is_cut(seats):
    setup = next(setup for setup in SETUPS if setup.seats == seats)
    view = RULES.view(whole_game(setup)[-1][3].state, None)
    assert view.outcome
    scene = board_scene(view, Look("dark", texts("en", "monster_hex"), ("Bohumil Nejdelší-Příjmení",) * seats))
    words = [text.words for text in draw(scene.items["ending"].key, theme("dark", "monster_hex")).texts]
    assert "Bohumil" in " ".join(words)
    assert not [row for row in words if row.endswith("…")]


@every_setup
@pytest.mark.parametrize("name", ["dark", "large"])
def test_what_was_placed_last_stands_above_the_seats(setup, name):
    """Its hex in the largest letters of the place, its figure, and its name where few play. How far the game is is not cut."""
    names = 0
    for view in views(setup):
        last, items = view.board.last, board_scene(view, look(setup, name)).items
        assert ("header" in items) == (view.outcome is None)
        if "header" in items:
            texts_of = draw(items["header"].key, theme(name, "monster_hex")).texts
            written = [text.words for text in texts_of]
            assert written[0].startswith((f"Round {view.board.round} of", f"{view.board.round} /"))
            told = items["header"].key[4]
            if last is None:
                assert told is None
                assert written[1:] == []
                continue
            lies = next(monster for monster in view.board.monsters if monster.hex == last)
            assert told.word == lies.tile
            assert not [words for words in written if words.endswith("…")]
            assert told.faction == view.board.factions[lies.slot].faction
            named = name != "large" and setup.seats < MANY
            assert written[1] == f"→ {last.upper()}"
            assert " ".join(written[2:]) in (told.name if named else "", ""), "a long name is left out"
            names += len(written) > 2
            assert texts_of[1].size == max(text.size for text in texts_of)
    assert (names > 5) == (name != "large" and setup.seats < MANY)


@every_setup
def test_the_end_has_the_seats_by_place_and_the_winners_monsters_in_gold(setup):
    view = views(setup)[-1]
    assert view.outcome
    items = board_scene(view, look(setup)).items
    seats = sorted((item.y, place[1]) for place, item in items.items() if place[0] == "seat")
    ranked = [seat for group in view.outcome.places for seat in group]
    if len(view.outcome.winners) == 1:  # Whose score stands beside who has won.
        score = ":".join(str(written(view.board.factions[seat].score)) for seat in (ranked if len(ranked) == 2 else ranked[:1]))
        ranked.pop(0)
        assert score in [text.words for text in draw(items["ending"].key, theme("dark", "monster_hex")).texts]
    assert [slot for _, slot in seats][: len(ranked)] == ranked
    turn = turning_point(view.board, view.outcome.winners[0])
    for lies in view.board.monsters:
        decided = turn is not None and lies.hex == turn.monster.hex
        assert items[lies.hex].key[3] == ("last" if decided else "best" if lies.slot in view.outcome.winners else "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.seats in (2, 4) and "opening" not in setup.options], ids=str)
def test_the_end_tells_the_turning_point(setup, name, language):
    view = RULES.view(whole_game(setup)[-1][3].state, None)
    assert view.outcome
    turn = turning_point(view.board, view.outcome.winners[0])
    assert turn
    scene = board_scene(view, Look(name, texts(language, "monster_hex"), NAMES[: setup.seats]))
    words = " ".join(text.words for text in draw(scene.items["ending"].key, theme(name, "monster_hex")).texts)
    assert turn.monster.hex.upper() in words
    scores = re.findall(r"[\d½]+:[\d½]+", words)
    assert scores == [final(view.board, view.outcome.winners[0])][: len(scores)], "a score of before would stand beside the last one"


def test_with_large_type_a_panel_has_the_first_name_where_nobody_else_has_it():
    """A whole one is cut there; two who share their first name keep what tells them apart."""
    view = RULES.view(RULES.setup(3, {}, 1).state, None)

    def named(style, *names):
        scene = board_scene(view, Look(style, texts("en", "monster_hex"), names))
        drawn = [draw(item.key, theme(style, "monster_hex")) for item in scene.items.values() if item.key[0] == "seat"]
        return [text.words for panel in drawn for text in panel.texts if text.words[:1].isalpha()]

    assert named("large", "Dara Nováková", "Bohumil", "Cécile") == ["Dara", "Bohumil", "Cécile"]
    one, other, _ = named("large", "Dara Nováková", "Dara Černohorská", "Cécile")
    assert one.startswith("Dara N")
    assert other.startswith("Dara Č")
    assert named("light", "Dara Nováková", "Bohumil", "Cécile") == ["Dara Nováková", "Bohumil", "Cécile"]


@every_setup
def test_a_tile_is_called_by_its_name_and_by_its_number_only_before_it_is_a_factions(setup):
    for n, (state, seat, *_) in enumerate(whole_game(setup)):
        view = RULES.view(state, seat)
        for scene in (hand_scene(view, look(setup)), hand_strip(view, look(setup))) if n % 7 == 0 else ():
            for place, item in (scene.items if scene else {}).items():
                named = place[0] == "caption" and item.key[3].upper() in {tile.tile.upper() for tile in view.board.hand}
                assert not named
                if place[0] == "tile":
                    written = [text.words for text in draw(item.key, theme("dark", "monster_hex")).texts]
                    assert (item.key[2].word.upper() in written) == (not item.key[2].faction)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_low_panel_has_a_large_portrait_beside_its_numbers(name, monkeypatch):
    """Of four seats in a game, with points just gained, too: what is written lies within the panel, and not on the portrait."""
    drawn = []
    monkeypatch.setattr(side_boxes, "portrait", lambda canvas, at, size, faction: drawn.append((at, size)))
    sizes = stage.USUAL.times(stage.LARGER if name == "large" else 1)
    for gain in ((), ("C3: +4", "+4"), ("A1, C3: +12", "+12")):
        seat = side_boxes.Seat("ember", ("Anna",), "17½", gain, "4", "6", "", "", False, False, False)
        texts_of = side_boxes.panel(theme(name, "monster_hex"), (212, 150), sizes, seat).texts
        (x, y), size = drawn.pop()
        assert size >= (70 if name == "dark" else 34)
        assert "17½" in [text.words for text in texts_of]
        for text in texts_of:
            box = [n / 2 for n in text.box()]
            assert box[0] >= 0
            assert box[2] <= 212
            assert box[3] <= 150
            beside = box[0] >= x + size / 2 * ROOT - 1
            assert beside or box[3] <= y - size / 4, (text.words, "on the portrait")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dark", "large"])
def test_names_of_tiles_beside_each_other_have_one_size(language, name):
    """In large type each was enlarged by itself, as far as there was room."""
    for setup in SETUPS:
        for n, (state, seat, *_) in enumerate(whole_game(setup)):
            view, here = RULES.view(state, seat), Look(name, texts(language, "monster_hex"), NAMES[: setup.seats])
            for scene in (hand_scene(view, here), hand_strip(view, here)) if n % 9 == 0 else ():
                shown = [
                    draw(item.key, theme(name, "monster_hex")).texts
                    for place, item in (scene.items if scene else {}).items()
                    if place[0] == "caption"
                ]
                assert not [text.words for texts_of in shown for text in texts_of if text.words.endswith("…")]
                sizes = {text.size for texts_of in shown for text in texts_of}
                assert len(sizes) <= 1
