"""The loop of a blow: it begins and ends with the board, is played once, and changes nothing but where it strikes."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from render import motion
from render.canvas import Canvas, Item, Scene
from render.motion import ROCKETS, Blow, loop
from render.motion_effects import BURST, SIGN
from render.picture_cache import Studio
from render.theme import THEMES

SIDE, WIDTH = 100, 1000


def draw(key, look):
    sketch = Canvas((SIDE, SIDE), look)
    sketch.box((0, 0, SIDE, SIDE), 4, key[0], "line")
    return sketch


SCENE = Scene((WIDTH, SIDE * 3), {(x, y): Item(("panel" if (x + y) % 2 else "accent",), x * SIDE, y * SIDE) for x in range(10) for y in range(3)})


def frames(gif):
    picture = Image.open(io.BytesIO(gif))
    for n in range(picture.n_frames):
        picture.seek(n)
        yield picture.convert("RGB")


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("name", THEMES)
def test_first_and_last_frame_are_the_board_and_it_is_played_once(name):
    studio = Studio(draw)
    gif = loop(studio, SCENE, name, Blow(((2, 1),), "Goal!", "Scoreboard"))
    still = Image.open(io.BytesIO(studio.paint(SCENE, name).png)).convert("RGB")
    shown = list(frames(gif))
    assert len(shown) == motion.STEPS + 2
    assert b"NETSCAPE" not in gif, "a client repeats what says so"
    assert ImageChops.difference(shown[0], still).getbbox() is None
    assert ImageChops.difference(shown[-1], still).getbbox() is None
    assert all(ImageChops.difference(one, still).getbbox() for one in shown[1:-1])


def test_scenes_that_led_to_a_blow_come_before_it():
    studio = Studio(draw)
    earlier = Scene(SCENE.size, {place: Item(("accent",), item.x, item.y) for place, item in SCENE.items.items()})
    shown = list(frames(loop(studio, SCENE, "dark", Blow((), "Goal!", before=(earlier, earlier)))))
    then = Image.open(io.BytesIO(studio.paint(earlier, "dark").png)).convert("RGB")
    assert len(shown) == motion.STEPS + 4
    assert [n for n, one in enumerate(shown) if ImageChops.difference(one, then).getbbox() is None] == [1, 2]


TARGET = 7, 1
FELL = Scene(SCENE.size, SCENE.items | {TARGET: Item(("legal",), TARGET[0] * SIDE, SIDE)})
"""The scene before something fell."""


def struck(blow):
    studio = Studio(draw)
    return motion.struck(studio, SCENE, studio.page(SCENE, "dark").picture, "dark", blow)


def share(frame, look, role):
    """How much of the place that was struck has a role's colour."""
    box = TARGET[0] * SIDE, SIDE, (TARGET[0] + 1) * SIDE, 2 * SIDE
    return sum(n for n, colour in frame.picture.crop(box).convert("RGB").getcolors(100_000) if colour == look[role]) / SIDE**2


def test_what_falls_is_shaken_and_then_there_is_less_and_less_of_it():
    """It was there in a frame and gone in the next."""
    look = Studio(draw).theme("dark")
    shown = struck(Blow((TARGET,), before=(FELL,)))
    left = [share(frame, look, "legal") for frame in shown]
    assert left[0] > 0.9
    assert all(0.8 < whole < left[0] for whole in left[1:3]), "shaken, in a ring"
    assert 0.8 > left[3] > left[4] > 0.1
    assert [frame.seconds for frame in shown] == [motion.SECONDS] * 5


def test_what_is_struck_and_lasts_is_seen_as_it_was_then_as_it_is_and_never_smaller():
    look = Studio(draw).theme("dark")
    shown = struck(Blow((TARGET,), before=(FELL,), lasting=frozenset({TARGET})))
    left = [share(frame, look, "legal") for frame in shown]
    assert min(left[:3]) > 0.8
    assert left[3:] == [0, 0]


def test_what_struck_draws_back_and_comes_nearer_below_what_it_strikes():
    """Its own place is 7 to 8 hundred, what it strikes lies from 6 to 7 hundred on."""
    apart = Scene(SCENE.size, {place: item for place, item in SCENE.items.items() if place[0] != 8})
    blow = Blow(((6, 1),), before=(apart, apart), sources=("gone", TARGET))
    studio = Studio(draw)
    board = studio.page(apart, "dark").picture
    shown = motion.struck(studio, apart, board, "dark", blow)
    changed = [ImageChops.difference(board.convert("RGB"), frame.picture.convert("RGB")).getbbox() for frame in shown[:2]]
    assert changed[0][2] == 8 * SIDE - motion.LUNGES[0], "back"
    assert changed[1][2] <= 8 * SIDE, "and forth"
    assert all(box[0] >= 7 * SIDE for box in changed), "numbers of what is struck lie above it"
    assert [frame.seconds for frame in shown[:2]] == [motion.FLOWN] * 2


def test_a_ball_flies_from_its_source_to_what_it_strikes_in_the_scenes_that_led_to_it():
    """It ends before that, whose numbers can be read."""
    blow = Blow((TARGET,), before=(SCENE, SCENE), sources=("gone", (2, 1)))
    shown = list(frames(loop(Studio(draw), SCENE, "dark", blow)))
    boxes = [ImageChops.difference(shown[0], one).getbbox() for one in shown[1:3]]
    assert all(box[0] >= 2 * SIDE + min(motion.LUNGES) and box[1] >= SIDE / 2 and box[3] < SIDE * 5 / 2 for box in boxes)
    assert boxes[0][2] < 5 * SIDE + SIDE / 2 < boxes[1][2] <= 7 * SIDE + 1, "nearer and nearer"


@pytest.mark.parametrize("words", ["−3", "+12", "★"])
def test_what_happened_stands_beside_it_long_enough_to_be_read(words):
    blow = Blow((TARGET, (6, 1)), before=(FELL,), signs={TARGET: words})
    with_it, without = struck(blow), struck(blow._replace(signs={}))
    assert with_it[-1].seconds == motion.FLOWN > without[-1].seconds
    for told, bare in zip(with_it[-motion.STEPS :], without[-motion.STEPS :], strict=True):
        for x, y in blow.places:
            box = x * SIDE + 25, y * SIDE + 25, (x + 1) * SIDE - 25, (y + 1) * SIDE - 25
            assert ImageChops.difference(told.picture.crop(box), bare.picture.crop(box)).getbbox() is None, "it covers nothing of that"
        _, top, _, bottom = ImageChops.difference(told.picture.convert("RGB"), bare.picture.convert("RGB")).getbbox()
        assert bottom - top > SIGN / 2


def test_nothing_changes_far_from_where_it_strikes():
    shown = list(frames(loop(Studio(draw), SCENE, "dark", Blow(((2, 1),)))))
    changed = [ImageChops.difference(shown[0], one).getbbox() for one in shown[1:-1]]
    assert all(box and box[0] > 2 * SIDE - SIDE / 2 and box[2] < 3 * SIDE + SIDE / 2 for box in changed)


def test_fireworks_leave_the_middle_of_what_is_celebrated():
    """Who has won stands there."""
    size = WIDTH, SIDE * 4
    scene = Scene(size, {"sky": Item(("sky",), 0, 0)})
    shown = list(frames(loop(Studio(lambda key, look: Canvas(size, look)), scene, "dark", Blow(("sky",), rockets=ROCKETS))))
    boxes = [ImageChops.difference(shown[0], one) for one in shown[1:-1]]
    assert all(box.getbbox() for box in boxes)
    assert not any(box.crop((WIDTH * 2 // 5, 0, WIDTH * 3 // 5, SIDE * 4)).getbbox() for box in boxes)


def test_there_is_none_of_what_is_not_seen_and_none_that_is_too_large(monkeypatch):
    assert loop(Studio(draw), SCENE, "dark", Blow(("gone",))) is None
    assert loop(Studio(draw), SCENE, "dark", Blow(((2, 1),))) is not None
    monkeypatch.setattr(motion, "LIMIT", 100)
    assert loop(Studio(draw), SCENE, "dark", Blow(((2, 1),))) is None


def test_a_long_cry_stays_in_the_picture():
    for cry in ("Výhra!", "Y" * 80):
        middle = list(frames(loop(Studio(draw), SCENE, "light", Blow((), cry))))[2].crop((0, SIDE, WIDTH, 2 * SIDE))
        for edge in ((0, 40, 30, 60), (WIDTH - 30, 40, WIDTH, 60)):
            assert len(middle.crop(edge).getcolors()) == 1, "nothing but the band"
        assert len(middle.getcolors(100_000)) > 1


def test_fireworks_rise_behind_what_lies_over_what_is_celebrated():
    def sky(key, look):
        sketch = Canvas((WIDTH, SIDE * 4), look)
        sketch.clip([(0, 0), (WIDTH / 2, 0), (WIDTH / 2, SIDE * 4), (0, SIDE * 4)])
        return sketch

    scene = Scene((WIDTH, SIDE * 4), {"sky": Item(("sky",), 0, 0)})
    everywhere = ((0.25, 0.5, 0), (0.5, 0.5, 0), (0.75, 0.5, 0))
    shown = list(frames(loop(Studio(sky), scene, "dark", Blow(("sky",), rockets=everywhere))))
    for one in shown[1 : 1 + len(BURST)]:
        left, _, right, _ = ImageChops.difference(shown[0], one).getbbox()
        assert left < WIDTH / 4
        assert WIDTH / 2 - 25 < right <= WIDTH / 2 + 1, "half of the one in the middle is hidden, and the one behind that"
