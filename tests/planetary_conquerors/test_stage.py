"""The stage: whom the game waits for is one thing in pictures, frames and words; something is always told; every place stays where it is."""

from __future__ import annotations

from itertools import combinations, islice, pairwise
from typing import Any

import pytest
from PIL import ImageChops, ImageStat

from data.language import texts
from render.canvas import Canvas
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.board import board_scene
from render.planetary_conquerors.icons import halves, health
from render.planetary_conquerors.stage_layout import layout
from render.stage import HEIGHT, TURN, WAITS, WIDTH
from render.theme import THEMES, theme
from rules.game import View
from rules.planetary_conquerors.view import BoardView
from tests.every_game.setups import Setup, random_game
from tests.planetary_conquerors.table import RULES, TestTable
from tests.render.test_themes import contrast
from tests.sampled import often

PAINT = painter("planetary_conquerors")
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
GAMES = (Setup("planetary_conquerors", 2, {}), Setup("planetary_conquerors", 3, {}), Setup("planetary_conquerors", 4, {"decks": "drawn"}))


KINDS = (
    "deck", "mulligan", "main", "react", "kuk", "look", "attack", "block", "advance", "target", "order", "optional", "replace", "pay_or_else",
    "sacrifice_choice", "trapback", "trap",
)  # fmt: skip
"""The kinds of decisions."""
FIGURE = 3.0
"""The least contrast of a figure with its ground."""


def look(seats: int, name: str = "dark") -> Look:
    return Look(name, texts("en", "planetary_conquerors"), NAMES[:seats])


def signed(scene: Any, sign: str) -> set[int]:
    """The seats beside whose name a picture has a sign."""
    heads = {item.key[1].seat: item.key[3].sign for item in scene.items.values() if item.key[0] == "head"}
    heads |= {item.key[1].seat: item.key[4] for item in scene.items.values() if item.key[0] == "gone"}
    return {seat for seat, found in heads.items() if found == sign}


def framed(scene: Any) -> set[int]:
    return {place[1] for place, item in scene.items.items() if place[0] == "edge" and item.key[-1] == "accent"}


@pytest.mark.parametrize("setup", GAMES, ids=str)
@pytest.mark.parametrize("name", ["dark", "large"])
def test_one_sign_says_whom_the_game_waits_for(setup, name):
    """The loud one in the picture, the frame and the words mean the same seats in every position; the quiet one whose turn it is besides.
    Beside the turn's number there is its owner's mark, also where the game waits for the owner among others."""
    quiet = 0
    for *_, step in islice(random_game(setup, 5), 0, None, often(6, 1)):
        view = RULES.view(step.state, None)
        if view.outcome:
            break
        scene = board_scene(view, look(setup.seats, name))
        assert signed(scene, WAITS) == framed(scene) == set(view.to_act)
        lines = PAINT.describe(view, look(setup.seats)).splitlines()
        assert {n for n, who in enumerate(NAMES) for line in lines if line.startswith(f"{WAITS} {who}")} == set(view.to_act)
        turn = {view.board.active} - set(view.to_act) if view.board.stage == "play" else set()
        assert signed(scene, TURN) == turn
        assert scene.items["clock"].key[-1].turn == (view.board.active if view.board.stage == "play" else None)
        assert {n for n, who in enumerate(NAMES) for line in lines if line.startswith(f"{TURN} {who}")} == turn
        quiet += bool(turn)
    assert quiet, "somebody else was asked in a turn"


def test_who_has_answered_in_a_window_cannot_be_told_from_the_picture():
    """PC-19.7: of two worlds that differ in a sealed answer alone, others see the same picture."""
    seen = 0
    for state, seat, action, step in random_game(GAMES[1], 5):
        if state.polling is None or step.state.polling is None or step.state.polls != state.polls or step.events:
            continue
        assert action
        one, other = (board_scene(RULES.view(world, None), look(3)) for world in (state, step.state))
        assert one == other, seat
        seen += 1
    assert seen, "somebody has answered before others"


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_something_is_always_told(setup):
    """What is going on, or what the turn before has brought, from the moment in which something has been brought."""
    begun = False
    for *_, step in islice(random_game(setup, 5), 0, None, often(3, 1)):
        view = RULES.view(step.state, None)
        if view.outcome:
            break
        scene = board_scene(view, look(setup.seats))
        told = [item.key for item in scene.items.values() if item.key[0] == "assault" or (item.key[0] == "story" and item.key[-1].words)]
        begun = begun or bool(told)
        assert told or not begun


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_every_place_stays_where_it_is(setup):
    """So that a replay does not jump: the same place lies at the same spot, and has one size, in all frames in which one turn is told, of one camera
    of four; with two seats of three."""
    found: dict[Any, set[Any]] = {}
    for *_, step in islice(random_game(setup, 5), 0, None, often(2, 1)):
        view = RULES.view(step.state, None)
        if not view.outcome:
            for place, item in board_scene(view, look(setup.seats)).items.items():
                if place[0] in ("edge", "head", "mine", "tile", "miners", "stock"):
                    sized = item.key[2][:4] if place[0] != "edge" else item.key[1:3]
                    found.setdefault((place, step.state.since), set()).add((item.x, item.y, sized))
    assert found
    assert all(len(spots) == 1 for spots in found.values())
    cameras = {place: {spot for (one, _), spots in found.items() if one == place for spot in spots} for place, _ in found}
    assert all(len(spots) <= (3 if setup.seats == 2 else 4) for spots in cameras.values())
    assert max(map(len, cameras.values())) > 1


def test_the_last_two_have_room_from_the_turn_after_the_one_in_which_the_others_fell():
    t = TestTable(4).put(0, "raider").put(1, "outpost")

    def wide() -> dict[int, int]:
        scene = board_scene(RULES.view(t.state, None), look(4))
        found = [(item.key[1].seat, item.key[1].width) for item in scene.items.values() if item.key[0] in ("head", "gone")]
        assert scene.size == (1000, 640)
        return dict(found)

    half = wide()
    assert len({*half.values()}) == 1
    for seat in (2, 3):
        t.state = RULES.concede(t.state, seat).state
        assert wide() == half, "in that turn all stays where it is"
    t.stock(1, gold=2).hand(1, "recruit")
    while RULES.decision(t.state, RULES.to_act(t.state)[0]).kind != "main" or t.state.active != 1:
        seat = RULES.to_act(t.state)[0]
        t.state = RULES.apply(t.state, seat, RULES.decision(t.state, seat).default).state
    t.play("1 play recruit", "--")
    assert wide() == {0: 988, 1: 988, 2: half[2], 3: half[3]}


def test_the_camera_comes_closer_while_little_stands_on_planets():
    """With room for what comes in a turn, so that the number of what is left out is seldom needed."""

    def figures(t: TestTable, seat: int = 1) -> list[Any]:
        items = board_scene(RULES.view(t.state, None), look(4)).items.values()
        return [item.key for item in items if item.key[0] in ("tile", "others") and item.key[1].seat == seat]

    def wide(n: int, seat: int = 1) -> int:
        t = TestTable(4).put(0, "outpost")
        for k in range(n):
            t.put(1, "outpost", f"t{k}")
        (found,) = {key[2].width for key in figures(t, seat)}
        return int(found)

    assert wide(2) > wide(3) > wide(4)
    assert wide(4, seat=0) == wide(2), "whatever stands on other planets: more may come where the turn is"
    t = TestTable(4, active=1).put(1, "outpost", "a").put(1, "outpost", "b").stock(1, gold=6).hand(1, "recruit", "recruit")
    before = {key[2].width for key in figures(t)}
    t.play("1 play recruit", "--", "1 play recruit", "--")
    assert {key[2].width for key in figures(t)} == before
    assert [key[0] for key in figures(t)] == ["tile"] * 4, "nothing is left out"


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_the_camera_of_large_letters_stays_for_a_turn(setup):
    """As long as nobody falls: what is shown in full, and where, is the same in all pictures of a turn that tell of it for everybody."""
    found: dict[Any, set[Any]] = {}
    for *_, step in random_game(setup, 5):
        view = RULES.view(step.state, None)
        if not view.outcome and view.board.stage == "play":
            scene = board_scene(view, look(setup.seats, "large"))
            spots = frozenset((item.key[1]._replace(dead=False), item.x, item.y) for item in scene.items.values() if item.key[0] in ("head", "gone"))
            found.setdefault((view.board.turn, step.state.since, tuple(bool(side.out) for side in view.board.sides)), set()).add(spots)
    assert len(found) > 3
    assert all(len(cameras) == 1 for cameras in found.values())


def test_large_letters_show_the_planet_on_which_something_is_chosen():
    t = TestTable(4).put(0, "raider").put(2, "outpost")
    view = RULES.view(t.state, 0)
    (word,) = (thing.word for thing in view.board.sides[2].things if thing.card == "outpost")
    scene = board_scene(view, look(4, "large"), frozenset({word}))
    lit = [item.key[1].seat for item in scene.items.values() if item.key[0] == "tile" and item.key[3].lit]
    assert lit == [2]


def test_what_may_be_chosen_has_a_place_before_others():
    t = TestTable(4)
    for n in range(9):
        t.put(0, "outpost", f"o{n}").put(0, "recruit", f"r{n}")
    view = RULES.view(t.state, 0)
    word = [thing.word for thing in view.board.sides[0].things if thing.card == "recruit"][-1]
    scene = board_scene(view, look(4), frozenset({word}))
    assert [item.key[3].card for item in scene.items.values() if item.key[0] == "tile" and item.key[3].lit] == ["recruit"]


def test_what_has_no_place_is_counted():
    """Of many things the ones that attack and the strongest are seen; the last place says how many others there are."""
    t = TestTable(4)
    for n in range(9):
        t.put(0, "recruit", f"r{n}").put(0, "outpost", f"o{n}")
    scene = board_scene(RULES.view(t.state, None), look(4))
    shown = [item.key for item in scene.items.values() if item.key[0] == "tile"]
    (more,) = [item.key[3] for item in scene.items.values() if item.key[0] == "others"]
    assert len(shown) + more == 18
    assert len(shown) == 5


@pytest.mark.parametrize("name", THEMES)
def test_figures_stand_out_from_their_ground(name):
    """Exhausted ones too; on sky, ground and rock alike."""
    colours = theme(name, "planetary_conquerors")
    grounds = ["sky_low", *(f"{part}{seat}" for part in ("soil", "haze", "land") for seat in range(4))]
    pairs = [(f"fig_{kind}", ground) for kind in ("building", "warrior", "mine", "tired") for ground in grounds]
    pairs += [(figure, ground) for figure in ("fig_miner", "fig_tired") for ground in ("rock", "wall")]
    faint = [f"{one} on {other}: {found:.1f}" for one, other in pairs if (found := contrast(colours[one], colours[other])) < FIGURE]
    assert not faint


@pytest.mark.parametrize(("attackers", "said"), [(1, "Recruit (a) deals 1 to Bohumil's mine"), (2, "Recruit (a) deals 1 to Bohumil's mine"), (4, "")])
def test_an_attack_is_drawn_and_said(attackers, said):
    """Beside its picture, where a few leave room, also while a blocker is asked for; of as many as fill the row the pictures alone."""
    t = TestTable(2).stops(1, "ask_line_any").hand(1, "rally").stock(1, 1).put(1, "wall_drone")
    for n in range(4):
        t.put(0, "recruit", f"r{n}")
    t.play("0 end", *(f"0 attack r{n} m2" for n in range(attackers)), "0 confirm")
    for line in ((), ("1 done",)):
        t.play(*line)
        items = board_scene(RULES.view(t.state, None), look(2)).items
        assert [item.key[0] for item in items.values()].count("assault") == attackers
        assert ("story" in items) == bool(said)
        if said:
            story = items["story"].key[-1]
            assert all(said in form.words[0] for form in story.forms)
            assert story.least[-1].words[0].startswith(said), "where there is little room, nothing but the blow"


def test_where_one_attack_alone_has_a_place_the_others_are_counted_beside_it():
    """In large type; of several one that is still to come."""
    t = TestTable(3).put(1, "wall_drone")
    for n in range(5):
        t.put(0, "recruit", f"r{n}")
    t.play("0 end", *(f"0 attack r{n} m2" for n in range(5)), "0 confirm")
    scene = board_scene(RULES.view(t.state, None), look(3, "large"))
    (attack,) = [item.key[-1] for item in scene.items.values() if item.key[0] == "assault"]
    assert not attack.done
    assert [item.key[-1] for item in scene.items.values() if item.key[0] == "rest"] == [4]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_beside_each_other_are_of_one_size(seats):
    names = ("Anna", "Bohumil Nejdelší-Příjmení", "Cécile", "Dara")[:seats]
    view = RULES.view(TestTable(seats).state, None)
    keys = [item.key for item in board_scene(view, look(seats)._replace(names=names)).items.values() if item.key[0] == "head"]
    sizes = {
        text.size for key in keys for text in PAINT.studio.draw(key, theme("dark", "planetary_conquerors")).texts if text.words[:3] in ("Ann", "Boh")
    }
    assert len(sizes) == 1


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_what_is_being_played_is_said_once(language):
    """Beside the question for reactions, however the sentences are worded."""
    t = TestTable(3).stock(0, 1).hand(0, "recruit", "recruit").stock(1, 1).hand(1, "patch_up")
    t.stops(1, "ask_play_any").play("0 play recruit")
    scene = board_scene(RULES.view(t.state, None), Look("dark", texts(language, "planetary_conquerors"), NAMES[:3]))
    assert len(scene.items["story"].key[-1].words) == 2


def about(t: TestTable, **changed: Any) -> list[tuple[str, int] | None]:
    """What the picture beside the sentences shows, and whose it is, for every length of the story."""
    view = RULES.view(t.state, None)
    story = board_scene(view._replace(board=view.board._replace(**changed)), look(2)).items["story"].key[-1]
    return [(form.about.card, form.about.seat) if form.about else None for form in story.forms]


def test_the_picture_beside_a_sentence_is_of_its_card_and_its_seat():
    """Also where another seat has the same card, or something else has happened since."""
    t = TestTable(2).stock(0, gold=2).hand(0, "outpost").play("0 play outpost", "--").put(1, "outpost")
    assert about(t) == [("outpost", 0)]
    t = (
        TestTable(2)
        .put(0, "raider")
        .stock(0, gold=2)
        .hand(0, "outpost")
        .play("0 play outpost", "--", "0 end", "0 attack raider m2", "0 confirm", "--")
    )
    assert about(t) == [("outpost", 0), ("raider", 0)], "the shorter form tells of the blow alone"


def test_a_question_without_a_card_has_no_picture_beside_it():
    t = TestTable(2).stock(0, gold=2).hand(0, "outpost").play("0 play outpost", "--")
    assert about(t, window="phase:start") == [None, None]


def test_where_one_sentence_has_room_it_says_why_something_is_gone():
    t = TestTable().put(0, "heavy_walker").put(1, "outpost")
    t.play("0 end", "0 attack heavy_walker outpost", "0 confirm", "--")
    forms = board_scene(RULES.view(t.state, None), look(2, "large")).items["story"].key[-1].forms
    assert forms[-1].words == ("Heavy Walker: 6 damage to Outpost, 0 HP left",)


def test_what_has_gone_keeps_its_letter():
    t = TestTable().put(0, "heavy_walker").put(1, "outpost", "a").put(1, "outpost", "b")
    t.play("0 end", "0 attack heavy_walker b", "0 confirm", "--")
    items = board_scene(RULES.view(t.state, None), look(2)).items.values()
    assert [item.key[3:] for item in items if item.key[0] == "ghost"] == [("outpost", "b")]


def test_of_two_planets_what_stands_there_is_larger_while_it_is_little_and_stands_around_the_middle():
    """Buildings to the left of the mine, warriors to its right, each on the place that it has among more."""

    def tiles(n: int, seats: int = 2) -> list[Any]:
        t = TestTable(seats)
        for k in range(n):
            t.put(0, "outpost" if k % 2 else "recruit", f"t{k}")
        items = board_scene(RULES.view(t.state, None), look(seats)).items.values()
        return [item for item in items if item.key[0] == "tile" or (item.key[0] == "mine" and item.key[1].seat == 0)]

    few, some, many = (tiles(n) for n in (2, 4, 8))
    assert [len(items) for items in (few, some, many)] == [3, 5, 9]
    assert few[-1].key[2].width > some[-1].key[2].width > many[-1].key[2].width
    for items in (few, some, many, tiles(2, 4), tiles(4, 4)):
        items.sort(key=lambda item: item.x)
        half = len(items) // 2
        assert [item.key[3].kind for item in items] == ["building"] * half + ["mine"] + ["warrior"] * half
        assert all(b.x == a.x + a.key[2].width for a, b in pairwise(items)), "side by side"
    assert few[1].x < 500 < few[2].x
    assert {item.x for item in tiles(3)} <= {item.x for item in some}


@pytest.mark.parametrize("hp", [(7, 7), (5, 9), (4, 9), (1, 7), (0, 7)])
def test_a_number_of_hp_stands_on_one_colour(hp):
    """Beside its digits the plate is the same, however much has been lost: that is told by a line at its foot."""
    look = theme("dark", "planetary_conquerors")
    building, warrior = Canvas((140, 60), look), Canvas((140, 60), look)
    health(building, (10, 10, 120, 40), hp, 28)
    halves(warrior, (10, 10, 120, 40), ("3", False), hp, 28)
    for canvas, left, right in ((building, 30, 110), (warrior, 78, 122)):
        drawn = canvas.reduced()
        assert drawn.getpixel((left, 28)) == drawn.getpixel((right, 28)) != look["edge"]
        foot = {drawn.getpixel((x, 47)) for x in range(left, right)}
        assert (look["plate"] in foot) == (0 < hp[0] < hp[1])


def test_what_has_no_place_on_its_side_stands_on_the_other():
    plot = layout([0, 0], ()).plots[0]._replace(rows=2, columns=4)
    assert plot.outwards(left=True) == [5, 4, 1, 0, 6, 7, 2, 3]
    assert plot.outwards(left=False) == [6, 7, 2, 3, 5, 4, 1, 0]
    assert plot.nearest() == [5, 6, 4, 7, 1, 2, 0, 3], "the row at the foot of the mine first"


@pytest.mark.parametrize("seats", [2, 4])
def test_numbers_of_stores_are_larger_where_there_is_room(seats):
    place = next(item for item in board_scene(RULES.view(TestTable(seats).state, None), look(seats)).items.values() if item.key[0] == "stock")
    canvas = PAINT.studio.draw(place.key, theme("dark", "planetary_conquerors"))
    assert max(text.size / canvas.scale for text in canvas.texts) >= (38 if seats == 2 else 32)


def test_whoever_chooses_on_the_table_reads_there_what_is_asked_once():
    """In the clock, as everybody does, or beside it where others may not know it."""
    t = TestTable(2).put(0, "raider").put(1, "outpost").stock(0, gold=2).hand(0, "outpost").play("0 play outpost", "--", "0 end")

    def said(view: View[BoardView]) -> tuple[str, tuple[str, ...]]:
        items = board_scene(view, look(2)).items
        return items["clock"].key[-1].asked, items["story"].key[-1].words

    for seat in (0, 1, None):
        clock, story = said(RULES.view(t.state, seat))
        assert (clock, "Choose your attackers" in story) == ("Choose your attackers", False)
    clock, story = said(RULES.view(t.state, 0)._replace(asked=((0, "main"),)))
    assert (clock, story[0]) == ("Play a card, or end", "Choose your attackers")


@pytest.mark.parametrize("near", [None, (1, 2)], ids=["usual", "large"])
@pytest.mark.parametrize("fallen", [(), (0,), (3,), (0, 3)], ids=str)
def test_whoever_has_fallen_has_a_line_and_the_others_what_fewer_have(fallen, near):
    """All of the stage is somebody's, or the clock's or the story's, and nothing lies on anything else."""
    living = 4 - len(fallen)
    found = layout([3] * 4, fallen, near)
    assert [plot.land.seat for plot in found.plots] == [0, 1, 2, 3]
    boxes = [*(plot.frame for plot in found.plots), found.clock, found.story]
    assert sum(wide * high for _, _, wide, high in boxes) == WIDTH * HEIGHT
    for (x, y, wide, high), (left, top, across, down) in combinations(boxes, 2):
        assert x + wide <= left or left + across <= x or y + high <= top or top + down <= y
    if living == 3:
        three = layout([3] * 3, (), near and tuple(seat - (0 in fallen) for seat in near))
        alive = [plot for plot in found.plots if plot.land.seat not in fallen]
        assert [plot.frame for plot in alive] == [plot.frame for plot in three.plots]


def test_who_fights_is_framed_and_all_others_stand_aside_until_it_is_over():
    """Attackers of the present line, blockers, and what is attacked without one; but not what the reader can choose."""
    t = TestTable(2).stops(1, "ask_line_any").hand(1, "rally").stock(1, 1).put(1, "wall_drone").put(1, "outpost").put(0, "raider").put(0, "recruit")

    def seen(lit: frozenset[str] = frozenset()) -> dict[str, tuple[bool, bool]]:
        keys = [item.key for item in board_scene(RULES.view(t.state, 1), look(2), lit).items.values() if item.key[0] in ("tile", "mine")]
        return {f"{key[3].card} of {key[1].seat}": (key[3].fights, key[3].aside) for key in keys}

    fights, aside, neither = (True, False), (False, True), (False, False)
    assert {*seen().values()} == {neither}
    t.play("0 end", "0 attack raider m2", "0 confirm")
    others = {"recruit of 0": aside, "outpost of 1": aside, "mine of 0": aside}
    assert seen() == {"raider of 0": fights, "mine of 1": fights, "wall_drone of 1": aside, **others}
    assert seen(frozenset({f"c{t.names['wall_drone']}"}))["wall_drone of 1"] == neither
    t.play("1 block raider wall_drone")
    assert seen() == {"raider of 0": fights, "wall_drone of 1": fights, "mine of 1": aside, **others}
    t.play("1 pass", "--")
    assert {*seen().values()} == {neither}


@pytest.mark.parametrize("name", ["dark", "large"])
def test_what_stands_aside_is_fainter_but_for_its_numbers(name):
    key = next(item.key for item in board_scene(RULES.view(TestTable(2).state, None), look(2, name)).items.values() if item.key[0] == "mine")
    ground, before, aside = (
        PAINT.studio.draw(one, theme(name, "planetary_conquerors")).reduced().convert("RGB")
        for one in (("empty", *key[1:3]), key, (*key[:3], key[3]._replace(aside=True)))
    )
    low = (0, before.height - 40, before.width, before.height - 10)
    assert ImageChops.difference(*(one.crop(low) for one in (before, aside))).getbbox() is None
    assert ImageChops.difference(*(one.crop(low) for one in (before, ground))).getbbox()
    bright, faint = (
        sum(ImageStat.Stat(ImageChops.difference(one, ground).crop((0, 0, before.width, before.height // 2))).sum) for one in (before, aside)
    )
    assert 0.5 * bright < faint < 0.65 * bright


@pytest.mark.sampled(0.16)
@pytest.mark.parametrize("language", ["en", "cs", "fr"])
@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_clock_says_what_is_asked_and_of_whom(seats, name, language):
    """Whatever that is, of one seat or of all: whole, and beside it the turn, where both have room; one mark where these are one seat's."""
    say = texts(language, "planetary_conquerors")
    view = RULES.view(TestTable(seats).state, None)
    for kind in KINDS:
        for asked in ((view.board.active,), (1,), tuple(range(seats))):
            scene = board_scene(view._replace(asked=tuple((seat, kind) for seat in asked), to_act=asked), Look(name, say, NAMES[:seats]))
            key = scene.items["clock"].key
            written = PAINT.studio.draw(key, theme(name, "planetary_conquerors")).texts
            told = " ".join(text.words for text in written if text.weight == "Medium")
            words = say.find(f"pc.now.{kind}") or say(f"asked.{kind}")
            assert told.casefold() == words.casefold()
            assert key[-1].seats == asked
            turn = [text.words for text in written if text.weight != "Medium"]
            assert turn in ([say("pc.turn", n=view.board.turn)], []) if name == "large" and seats != 3 else [say("pc.turn", n=view.board.turn)]


def test_nobody_but_the_viewer_reads_in_the_clock_what_others_may_not_know():
    """PC-19.7: it says what the view's public part says, the same for all whom the game does not ask."""
    for state, *_ in islice(random_game(GAMES[1], 5), 0, None, 5):
        shown = {seat: RULES.view(state, seat) for seat in (*range(3), None)}
        clocks = {seat: board_scene(view, look(3)).items.get("clock") for seat, view in shown.items()}
        same = [seat for seat, view in shown.items() if (view.asked, view.to_act) == (shown[None].asked, shown[None].to_act)]
        assert len({clocks[seat] for seat in same}) == 1
