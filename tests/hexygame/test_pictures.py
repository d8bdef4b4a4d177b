"""The stage as a picture: the map, whose turn it is, what has just happened, energy, the end; the map close up; and that nothing is cut."""

from __future__ import annotations

import io
import math
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from data.language import LANGUAGES, texts
from render.canvas import Canvas, Scene
from render.hexygame.acts import short_name
from render.hexygame.arrows import Arrow, between
from render.hexygame.ground import SHARE, Ground, bright, ink, slab, tinted
from render.hexygame.hex_sizes import FAR, LARGE, LARGE_NEAR, MIDDLE, NEAR, Tile, shape
from render.hexygame.hexes import GROUNDS, INKS, WON, WON_INK, Marks, Standing, pictured, reality
from render.hexygame.map import close_up_scene
from render.hexygame.number_chips import Figures
from render.hexygame.recent_events import at_beginning, story
from render.look import Look
from render.painter import painter
from render.stage import HEIGHT, TURN, WAITS, WIDTH, sizes
from render.theme import THEMES, theme
from rules.computer_levels import computed
from rules.game import Event
from rules.hexygame.map import PLACES
from rules.parts.event_trace import MOST, traced
from rules.randomness import Chance
from tests.hexygame.table import RULES, TestTable
from tests.once_a_run import once_a_run
from tests.render.test_themes import contrast
from tests.sampled import often

PAINT: Any = painter("hexygame")
NAMES = ("Bohumil Nejdelší-Příjmení z Příbrami", "W" * 15 + " " + "Q" * 16)
"""As long as Discord allows."""
POSTED = 200_000
"""The bytes that a posted picture may have."""
ON_STAGE, NAMED = (FAR, MIDDLE, LARGE, LARGE_NEAR), ["far", "middle", "large", "large near", "near"]
"""The layouts of hexes on the stage, and the names of all."""
EDGE = 40
"""So much lighter or darker may be the edge of a letter with something else behind it."""
READ = 4.5
"""The contrast of letters."""


def look(language: str = "en", style: str = "dark", names: tuple[str, str] = ("Anna", "Bohumil")) -> Look:
    return Look(style, texts(language, "hexygame"), names)


@once_a_run
def states() -> list[Any]:
    """A game between computers."""
    state, chance = RULES.setup(2, {"decks": "drawn"}, 11).state, Chance.of(11)
    found = [state]
    while acting := RULES.to_act(state):
        state = RULES.apply(state, acting[0], computed(RULES, state, acting[0], "easy", chance)).state
        found.append(state)
    return found


def fight() -> TestTable:
    table = TestTable(turn=9).put(0, "red_hearth", "e2", points=4).put(0, "yellow_hall", "d3").put(0, "goblin_warcaller", "e4", die=2)
    table.put(1, "violet_crypt", "e8", points=6).put(1, "bone_walker", "e5").put(1, "moss_troll", "f5").dice(0, 3).dice(1, 6)
    return table.hand(0, "spark_lance").hand(1, "wither").pool(0, "CCR").pool(1, "VV")


def scene(table: TestTable, seat: int | None = None) -> Scene:
    found: Scene = PAINT.board(RULES.view(table.state, seat), look())
    return found


# What has happened


def test_marks_go_with_what_has_moved_and_stay_with_nothing_else():
    """A blow against what has fallen is no wound of what stands there now."""
    table = TestTable(turn=9).put(0, "cinder_hound", "e4", die=2).put(1, "torchrunner", "e5").pool(0, "CC")
    table.play("0 attack e4 e5", "--", "--")
    view = RULES.view(table.state, None)
    assert story(view.board).changes.get("e5", 0) < 0
    table.play("0 move e4 e5", "--")
    found = story(RULES.view(table.state, None).board)
    assert not found.changes
    assert [way for way in found.arrows if way[0] == "attack"] == []


# The map


@pytest.mark.parametrize("half", [71, 66, 50, 39])
def test_hexes_share_no_pixel_and_leave_none_out(half):
    """Nine hexes side by side in three rows: all around the middle one, every pixel belongs to exactly one of them."""
    tile = Tile(half)
    seen = Image.new("L", (10 * half, 4 * tile.tall))
    for r in range(3):
        for q in range(4):
            at = (q * 2 * half + (r % 2) * half, r * tile.row)
            before = seen.crop((*at, at[0] + 2 * half, at[1] + tile.tall))
            assert not any(a and b for a, b in zip(before.tobytes(), shape(tile).convert("L").tobytes(), strict=True))
            seen.paste(255, at, shape(tile))
    middle = (2 * half, tile.row // 2 + 2, 6 * half, 2 * tile.row)
    assert seen.crop(middle).getextrema() == (255, 255)
    assert abs(tile.row - half * math.sqrt(3)) <= 0.5


def labels(found: Scene) -> set[str]:
    return {key[1] for key in found.items if key[0] == "hex"}


def test_the_stage_is_near_and_all_of_the_map_where_something_stands_beyond():
    """HX-2.1: all that stands is there; within a turn only what goes beyond an edge changes what is seen, and each hex keeps its place else."""
    near, turn, shown, few = 0, -1, set[str](), False
    places: dict[frozenset[str], tuple[Any, ...]] = {}
    for state in states():
        board = RULES.view(state, None).board
        scene = PAINT.board(RULES.view(state, None), look())
        assert scene.size == (WIDTH, HEIGHT)
        seen = labels(scene)
        if not seen:
            continue
        assert {reality.hex for reality in board.realities} <= seen
        assert seen == {*PLACES} or ({"e2", "e5", "e8"} <= seen and max(len([at for at in seen if at[0] == row]) for row in "abcdefghi") == 7)
        assert seen >= shown or turn != board.turn
        rows = {at[0] for at in seen}
        standing = {reality.hex[0] for reality in board.realities}
        few |= len(rows) == 5 and {"c", "g"}.isdisjoint(at[0] for at in at_beginning(board)) and standing <= rows
        where = tuple(scene.items["hex", at][1:] for at in sorted(seen))
        assert places.setdefault(frozenset(seen), where) == where
        near, turn, shown = near + (len(seen) < len(PLACES)), board.turn, seen
    assert near * 5 > len(states())
    assert few, "an opening leaves room for both hosts above and below it"
    far = PAINT.board(RULES.view(fight().put(0, "cinder_hound", "a1").put(1, "cinder_hound", "i5").state, None), look())
    assert labels(far) == {*PLACES}


@pytest.mark.sampled(0.34)
@pytest.mark.parametrize("name", ["dark", "light", "large"])
def test_a_stage_can_be_posted(name):
    for state in states()[:: len(states()) // 4]:
        assert len(PAINT.paint(RULES.view(state, None), look(style=name)).png) <= POSTED


def test_it_is_undone_what_has_happened_in_the_turn():
    """In a whole game: what stood there as the turn began, by what is told of it, which in a long turn is not all."""
    began: dict[int, set[str]] = {}
    for state in states():
        board = RULES.view(state, None).board
        if board.stage == "play" and len(board.trace) < MOST:
            assert at_beginning(board) == began.setdefault(board.turn, {r.hex for r in board.realities}), board.turn
    assert len(began) > 10


def test_hexes_to_choose_from_are_lit():
    """Also those behind the own Flag."""
    table = fight().hand(0, "red_hearth")
    words = table.offered("cast", "red_hearth")
    for paint in (PAINT.choice, PAINT.on_board):
        found = paint(RULES.view(table.state, 0), look(), ("cast", "red_hearth"), words)
        assert {at for at in PLACES if found.items["hex", at].key[2].lit} == set(words) & set(PLACES)


def test_cards_to_choose_from_are_named_on_the_stage():
    table = TestTable().hand(0, "call_the_masons").library(0, "yellow_hall", "red_hearth", "sun_lancer").pool(0, "YC")
    table.play("0 cast call_the_masons", "--")
    view = RULES.view(table.state, 0)
    found = PAINT.on_board(view, look(), ("choose",), [face.word for face in view.board.faces])
    assert {line.sign for line in found.items["cards",].key[4]} == {face.word for face in view.board.faces} != set()


@pytest.mark.parametrize("name", THEMES)
def test_labels_can_be_read_on_all_grounds(name):
    """HX-2.5: 3.5 : 1 was too little for whoever looks at a territory."""
    colours = theme(name, "hexygame")
    for spheres, lit, seat in (((), False, 0), ((0,), False, 0), ((1,), False, 0), ((0, 1), False, 0), ((), True, 0)):
        for label in ("A1", "A2", "A3"):
            ground = Ground(label, "", spheres, ((),) * len(spheres), lit)
            seen = slab(colours, Tile(39), ground).reduced()
            for at in ((32, 46), (46, 46)):
                assert contrast(colours[ink(ground)], seen.getpixel(at)) >= READ, (spheres, lit, seat)


@pytest.mark.parametrize("name", THEMES)
def test_numbers_names_and_borders_stand_out(name):
    """Letters by 4.5 : 1, figures by 3 : 1 from all that lies below them."""
    colours = theme(name, "hexygame")
    letters = [("plate", role) for role in ("attack", "defense", "points", "grey", "seat0_deep", "seat1_deep", "edge")]
    letters += [("gold", "die"), ("gold", "edge"), ("die", "plate"), ("edge", "gold"), ("gold", "seat0_deep"), ("gold", "seat1_deep")]
    letters += [("land_ink", role) for role in ("land", "land_low", "land_high")]
    figures = [(art, role) for art, ground in zip(INKS, GROUNDS, strict=True) for role in ground]
    figures += [(WON_INK, role) for role in WON]
    figures += [("plate", "seat0"), ("plate", "seat1"), ("soft", "panel"), ("accent", "panel"), ("plate", "blow")]
    figures += [(bright(colours, seat), role) for seat in (0, 1) for role in ("land", "land_low", "land_high")]
    for least, pairs in ((READ, letters), (3, figures)):
        for one, other in pairs:
            assert contrast(colours[one], colours[other]) >= least, (one, other)
    for seat in (0, 1):
        assert contrast(colours[bright(colours, seat)], tinted(colours, "land", f"seat{seat}", SHARE)) >= 3


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("layout", [*ON_STAGE, NEAR], ids=NAMED)
@pytest.mark.parametrize("side", range(6))
def test_arrows_cover_neither_pictures_nor_numbers_nor_labels(layout, side, monkeypatch):
    """From edge to edge, from a neighbour on each side and to it, and over what stands between."""
    tile, colours = Tile(layout.half, layout in (LARGE, LARGE_NEAR)), theme("dark", "hexygame")
    angle = math.radians(60 * side + 30)
    way = (2 * tile.half * math.sin(angle), -2 * tile.half * math.cos(angle))
    (x1, y1), (x2, y2) = between(way, tile.unit, both=False)
    ends = [((x1 - n * way[0], y1 - n * way[1]), (x2 - m * way[0], y2 - m * way[1])) for n, m in ((0, 0), (1, 1), (1, -1))]
    ground, standing, figures = Ground("E5", "", (), (), False), Standing(0, "sun_lancer", 0, "", "R", "Lancer"), Figures(2, 1, 3, 2, 2)
    for (sx, sy), (ex, ey) in ends:
        marks = Marks((Arrow("attack", False, (round(sx), round(sy)), (round(ex), round(ey))),))
        drawn = reality(colours, tile, ground, standing, figures, marks).reduced()
        with monkeypatch.context() as without:
            without.setattr("render.hexygame.hexes.draw_arrow", lambda *_: None)
            pictured.cache_clear()
            bare = reality(colours, tile, ground, standing, figures, marks).reduced()
            pictured.cache_clear()
        changed = ImageChops.difference(bare, drawn).convert("L")
        light = bare.convert("L").point([255 * (v > 240) for v in range(256)])
        assert changed.getbbox() is not None, "it is seen"
        assert ImageChops.multiply(changed.point([255 * (v > EDGE) for v in range(256)]), light).getbbox() is None


def test_close_up_has_names_and_all_that_stands_there():
    found = close_up_scene(RULES.view(fight().state, None), look())
    assert {"e2", "d3", "e4", "e5", "f5", "e8"} <= labels(found)
    assert not {"a1", "i5"} & labels(found)
    assert found.items["hex", "e4"].key[3].name == "Warcaller"
    whole = close_up_scene(RULES.view(fight().put(0, "cinder_hound", "e1").put(0, "cinder_hound", "e9").state, None), look())
    assert labels(whole) >= {"e1", "e9"}
    assert whole.size[0] <= 1200
    assert [words for words, _ in PAINT.closer(RULES.view(fight().state, None), look(), RULES.faces)]


# Whose turn it is


def signs(view: Any) -> list[str]:
    """The signs at the seats, as they are drawn."""
    found = PAINT.board(view, look()).items
    return [found["head", seat].key[4].sign for seat in (0, 1)]


@pytest.mark.parametrize("style", ["dark", "large"])
def test_names_beside_each_other_have_one_size(style):
    """One was whole in two small lines, and the other in short and large."""
    view = RULES.view(fight().dice(1, 12).state, None)
    for names in (("Anna", "Bohumil"), ("Maximilian Weissenberg", "Bohumil Nejdelší"), ("Ann", "Kateřina Veselá")):
        items = PAINT.board(view, look(style=style, names=names)).items
        texts = [text for seat in (0, 1) for text in PAINT.studio.draw(items["head", seat].key, theme(style, "hexygame")).texts]
        written = [text for text in texts if not text.words.isdigit()]
        assert len(written) == 2
        assert len({text.size for text in written}) == 1
        assert all(name.startswith(text.words) for name, text in zip(names, written, strict=True))


def test_signs_and_frames_stand_at_the_same_seats_in_all_positions():
    """The loud sign and the frame: for whom the game waits; the quiet one: who has the turn while another one is waited for. So say words, too.

    Who is asked by a stop of its own alone is not named to others, but to itself (HX-15.3): where it had none, nothing would be asked.
    """
    met = set()
    for state in [*states()[:: often(3, 1)], states()[-1]]:
        asked = RULES.to_act(state)
        mine = bool(asked) and any(sign == WAITS for sign in signs(RULES.view(state, asked[0])))
        assert mine == bool(asked), "one knows that one is asked"
        view, see = RULES.view(state, None), look()
        found = PAINT.board(view, see)
        lines = PAINT.describe(view, see).splitlines()
        for seat in (0, 1):
            _, _, _, frame, head = found.items["head", seat].key
            waits = seat in view.to_act and RULES.standing(state, seat, frozenset()) is None
            turn = view.board.stage == "play" and view.outcome is None and seat == view.board.active
            won = view.outcome is not None and seat in view.outcome.winners
            assert head.sign == (WAITS if waits else TURN if turn else "★" if won else "")
            assert frame.strong == ("accent" if waits else "gold" if won else "")
            (line,) = (one for one in lines if see.names[seat] + " (" in one)
            assert [sign for sign in (WAITS, TURN) if sign in line] == [sign for sign in (WAITS, TURN) if sign == head.sign]
            met.add(head.sign)
    assert met == {WAITS, TURN, "★", ""}


def test_what_everybody_sees_tells_neither_hands_nor_stops():
    """HX-15.3: in a world that only the hidden cards and the stops of seats tell apart, the stage and its words are the same."""
    for n, state in enumerate(states()[::25]):
        view = RULES.view(state, None)
        others = [RULES.imagine(state, seat, Chance.of(n)) for seat in (0, 1)]
        if not view.outcome and view.board.stage == "play":
            others += [RULES.apply(state, seat, ("stops", "ask_end_main", "ask_own", "until_turn")).state for seat in (0, 1)]
        for other in others:
            assert PAINT.board(RULES.view(other, None), look()) == PAINT.board(view, look())
            assert PAINT.describe(RULES.view(other, None), look()) == PAINT.describe(view, look())


# What has just happened


def arrows(found: Scene, at: str) -> set[tuple[str, bool]]:
    return {(arrow.kind, arrow.done) for arrow in found.items["hex", at].key[-1].arrows}


def test_attack_counterstrike_and_move_are_drawn_first_as_declared_then_as_done():
    table = fight().play("0 move e4 f4")
    assert arrows(scene(table), "f4") == {("move", False)}
    before = table.points("f5")
    table.play("--", "0 attack f4 f5", "0 pass", "1 counterstrike f4 energy")
    found = scene(table)
    assert arrows(found, "f5") == {("attack", False), ("counterstrike", False)}
    assert arrows(found, "e4") == set(), "that it moved there is told no more: arrows of one moment"
    table.play("--")
    found = scene(table)
    assert {("attack", True), ("counterstrike", True)} <= arrows(found, "f5")
    lost = before - table.points("f5")
    assert lost > 0
    assert found.items["hex", "f5"].key[-1].change == f"−{lost}"
    assert arrows(found, "d3") == set(), "far from what has happened"


def test_spells_stand_where_they_are_aimed_and_what_they_did():
    table = fight().play("0 cast spark_lance f5")
    assert scene(table).items["hex", "f5"].key[-1].spells == (("spark_lance", 0),)
    before = table.points("f5")
    table.play("--")
    marks = scene(table).items["hex", "f5"].key[-1]
    assert marks.spells == (("spark_lance", 0),)
    lost = before - table.points("f5")
    assert lost > 0
    assert (marks.change if table.at("f5") else f"−{lost}") == f"−{lost}"


def test_what_comes_what_came_and_what_is_gone():
    table = fight().hand(0, "cinder_hound").pool(0, "RRCC").play("0 cast cinder_hound e3")
    assert scene(table).items["hex", "e3"].key[-1].coming == ("cinder_hound", 0)
    table.play("--")
    assert scene(table).items["hex", "e3"].key[-1].came
    gone = TestTable().put(0, "goblin_warcaller", "e4", die=2).put(1, "bone_walker", "e5", points=1).pool(0, "C").play("0 attack e4 e5", "--")
    assert gone.at("e5") is None
    assert scene(gone).items["hex", "e5"].key[-1].gone == "bone_walker"


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_large_type_what_has_just_happened_and_the_reason_of_the_end_are_whole(language):
    see, large = look(language, "large"), theme("large", "hexygame")
    views = [RULES.view(state, None) for state in states()]
    fought = [view for view in views if {event.kind for event in view.board.trace} & {"combat", "winning_dice"}]
    assert fought
    for view in fought:
        if act := PAINT.board(view, see).items.get(("act",)):
            assert not [text.words for text in PAINT.studio.draw(act.key, large).texts if text.words.endswith("…")]
    end = views[-1]
    written = [text.words for text in PAINT.studio.draw(PAINT.board(end, see).items["banner",].key, large).texts]
    assert end.outcome.reason == "centre"
    assert see.say("hx.end.centre_short") in " ".join(written)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["dark", "large"])
def test_the_ways_to_win_and_what_is_asked_of_the_centre_have_room(language, style):
    see, seen = look(language, style), PAINT.board(RULES.view(states()[0], None), look(language, style))
    key = seen.items["act",].key
    written = " ".join(text.words for text in PAINT.studio.draw(key, theme(style, "hexygame")).texts)
    assert written in (see.say("intro.won"), see.say("hx.goal"))
    asked = next(found for state in states() for found in RULES.view(state, None).board.stack if found.kind == "centre")
    state = next(state for state in states() if asked in RULES.view(state, None).board.stack)
    items = [item.key for place, item in PAINT.board(RULES.view(state, None), see).items.items() if place[0] == "item"]
    texts = [text.words for key in items for text in PAINT.studio.draw(key, theme(style, "hexygame")).texts]
    assert texts
    assert not [words for words in texts if words.endswith("…")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["dark", "large"])
def test_a_fight_is_told_in_the_picture_and_in_its_words(language, style):
    """Who struck whom, the sum as a headline, and in usual type what is left of whom; names in the words."""
    table = fight().play("0 attack e4 e5", "--")
    view, see = RULES.view(table.state, None), look(language, style)
    combat = table.last("combat")
    canvas = PAINT.studio.draw(PAINT.board(view, see).items["act",].key, theme(style, "hexygame"))
    drawn = {text.words: text.size / canvas.scale for text in sorted(canvas.texts, key=lambda text: text.size)}
    damage = max(0, combat["attack"] - combat["defense"])
    sum_of = [f"{combat['attack']}", f"{combat['defense']}", f"= {damage}"]
    assert {"E4", "E5", *sum_of} <= set(drawn)
    assert min(drawn[words] for words in sum_of) >= sizes(see).headline
    if style == "dark":
        assert {f"{combat['left'] + combat['n']}", f"{combat['left']}", short_name("bone_walker", see)} <= set(drawn)
    words = PAINT.describe(view, see, brief=True)
    for name in (see.say("word.goblin_warcaller"), see.say("word.bone_walker")):
        assert f"{name} E" in words.split(see.say("hx.just_now"))[1].splitlines()[0]


def test_what_is_told_is_one_thing():
    """An attack yet to come beside one that was over, or arrows of both: two moments at once. The stack comes before what has happened."""
    met = set()
    for state in states()[:: often(3, 1)]:
        items = PAINT.board(RULES.view(state, None), look()).items
        board = RULES.view(state, None).board
        assert (("act",) in items) + (("item", 0) in items) + (("banner",) in items) == 1
        assert (("item", 0) in items) == bool(board.stack)
        done = {arrow.done for place, item in items.items() if place[0] == "hex" for arrow in item.key[-1].arrows}
        assert len(done) < 2
        met |= done
    assert met == {True, False}


def test_the_stack_is_shown_from_its_top_as_far_as_there_is_room():
    """A combat by who strikes whom and its sums; what is below and not shown is counted."""
    table = fight().play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy")
    (shown,) = (item.key[3] for name, item in PAINT.board(RULES.view(table.state, None), look()).items.items() if name[0] == "item")
    assert (shown.place, shown.words, shown.more) == (1, "E4 → E5", 0)
    assert [(blow.at, blow.was) for blow in shown.blows] == [("E5", table.points("e5")), ("E4", table.points("e4"))]
    view = RULES.view(table.state, None)
    many = view._replace(board=view.board._replace(stack=view.board.stack * 5))
    for style, room in (("dark", 3), ("large", 2)):
        found = [item.key[3] for name, item in PAINT.board(many, look(style=style)).items.items() if name[0] == "item"]
        assert [one.place for one in found] == list(range(1, room + 1))
        assert found[-1].more == 5 - room


def test_it_stays_until_something_happens_in_the_next_turn():
    """A turn that only begins wipes nothing off, also after a restart; cards that others may not see are no part of it."""
    table = fight().hand(0).play("0 attack e4 e5", "--", "--")
    while table.state.active == 0:
        table.play(f"{table.seat} pass")
    state = RULES.load(RULES.dump(table.state))
    kinds = [deed.kind for deed in RULES.view(state, None).board.trace]
    assert "combat" in kinds
    assert kinds[-1] == "turn_began"
    while table.state.phase != "main":
        table.play(f"{table.seat} pass")
    assert "drew_cards" not in [deed.kind for deed in table.state.trace]
    table.hand(1, "violet_energy").play("1 cast violet_energy")
    assert [deed.kind for deed in table.state.trace] == ["turn_began", "cast"]


def test_only_what_everybody_knows_is_kept():
    events = [Event("cast", {"card": "secret"}, to=(0,)), Event("cast", {"card": "open"}), Event("passed", {})]
    assert [deed.facts for deed in traced((), events, ("cast",), "turn_began")] == [{"card": "open"}]


def test_a_table_of_before_goes_on():
    """A snapshot of a version that did not note what happened."""
    data = msgspec.json.decode(RULES.dump(fight().play("0 attack e4 e5").state))
    assert data.pop("trace")
    state = RULES.load(msgspec.json.encode(data))
    assert state.trace == ()
    assert PAINT.paint(RULES.view(state, None), look()).png
    assert RULES.apply(state, 0, ("pass",)).state


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_large_type_an_item_alone_on_the_stack_is_told_whole(language):
    see, large = look(language, "large"), theme("large", "hexygame")
    alone = [view for state in states() if len((view := RULES.view(state, None)).board.stack) == 1 and view.board.stack[0].kind in ("spell", "draw")]
    drawn = {item.key for view in alone for place, item in PAINT.board(view, see).items.items() if place[0] == "item"}
    assert len(drawn) > 3
    written = [text for key in drawn for text in PAINT.studio.draw(key, large).texts]
    assert not [text.words for text in written if text.weight == "Bold" and text.words.endswith("…")], "what it aims at may be much"


# Energy, and the end


def test_energy_as_sources_and_pool():
    """Sources are what buildings could give now: not one that settles, and not what has been drawn."""
    table = fight().put(0, "red_hearth", "f3", turn=9).pool(0, "")
    side = RULES.view(table.state, None).board.sides[0]
    hall = table.points("d3")
    assert dict(zip("CRBGYV", side.sources, strict=True)) == {"C": 0, "R": 4, "B": 0, "G": 0, "Y": hall, "V": 0}
    table.play("0 draw e2 3")
    side = RULES.view(table.state, None).board.sides[0]
    assert dict(zip("CRBGYV", side.sources, strict=True))["R"] == 1
    key = scene(table).items["energies", 0].key
    assert key[4] == ("R" + "Y" * hall, "RRR")


def won() -> TestTable:
    return TestTable(turn=21).put(0, "goblin_warcaller", "e7", die=2).put(1, "violet_crypt", "d7").dice(1, 8).pool(0, "CC").play("0 move e7 e8", "--")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_says_who_has_won_how_and_when(language):
    see = look(language)
    found = PAINT.board(RULES.view(won().state, None), see)
    end = found.items["banner",].key[3]
    assert (end.seat, end.sign, end.stands) == (0, "goblin_warcaller", True), "what stands on the Flag (HX-12.1)"
    assert all("Anna" in title for title in end.titles)
    assert [found.items["head", seat].key[4].dice for seat in (0, 1)] == [1, 8]
    assert "21" in PAINT.describe(RULES.view(won().state, None), see)
    assert see.say("word.goblin_warcaller") in end.why
    assert found.size == (WIDTH, HEIGHT)
    assert arrows(found, "e8") == {("move", True)}


def test_a_draw_has_no_winner():
    table = fight()
    state = RULES.apply(RULES.apply(table.state, 0, ("offer_draw",)).state, 1, ("accept_draw",)).state
    end = PAINT.board(RULES.view(state, None), look()).items["banner",].key[3]
    assert (end.seat, end.sign, end.stands, end.titles[0]) == (None, "agreed", False, "A draw")


# Nothing is cut


@pytest.mark.sampled(0.4, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["dark", "large"])
def test_a_map_full_of_large_numbers_shows_them_all(language, style, monkeypatch):
    """Also two digits each; names, where they are, whole."""
    drawn: list[tuple[str, float]] = []
    text = Canvas.text

    def noted(self: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        drawn.append((words, size))
        text(self, at, words, size, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    long = sorted(RULES.faces.values(), key=lambda face: -len(texts(language, "hexygame")(f"word.{face.word}")))
    table = fight().dice(0, 12).dice(1, 12).pool(0, "CCCCRRRRRBBBBBGGGGYYYYVVV")
    free = iter(at for at in PLACES if table.at(at) is None)
    for n, face in enumerate(f for f in long if f.type in ("creature", "building", "artifact")):
        if n < 40:
            table.put(n % 2, face.word, next(free), points=12)
    view, see = RULES.view(table.state, None), look(language, style, NAMES)
    studio = type(PAINT.studio)(PAINT.studio.draw, "hexygame")
    picture = studio.paint(PAINT.board(view, see), style)
    assert Image.open(io.BytesIO(picture.png)).size == picture.size == (WIDTH, HEIGHT)
    assert ("12", 34 if style == "large" else 24) in drawn
    drawn.clear()
    studio.paint(close_up_scene(view, see), style)
    assert len(drawn) > 200
    assert not [words for words, _ in drawn if "…" in words]
