"""What decides is shown in motion: games between computers have loops, and each begins and ends with the board as it is posted."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from data.content import build, games
from data.language import LANGUAGES
from render import motion
from render.look import Look
from render.motion import LIMIT
from render.painter import no_blow, painter
from rules.computer_levels import computed
from rules.randomness import Chance
from tests.every_game.setups import Setup, whole_game
from tests.every_game.strict import Strict
from tests.waiting import rounds

EDGE, SHAKEN = 3, 8
"""So many pixels from its edge nothing is drawn over what was struck, and by so many it is shaken."""
LOOPS = 2
"""So many of a game are drawn."""


def decided(game):
    """Positions in which something has just been decided, with what has happened: of a game between beginners, then of one at random."""
    rules: Any = build(game)
    blow, look = painter(game).blow, Look("dark", Strict("en", game), ("Anna", "Bob"))
    for step in (*between_beginners(rules), *(step for *_, step in whole_game(Setup(game, 2, {})))):
        public = [event for event in step.events if event.to is None]
        view = rules.view(step.state, None)
        if blow(view, look, public):
            yield view, public


def between_beginners(rules):
    """The steps of a game between computers that are easy to beat."""
    state = rules.setup(2, {o.key: o.values[0] for o in rules.options}, 5).state
    chance = Chance.of(5, "blows")
    for _ in rounds("the end of a game", most=9000):
        if not (acting := rules.to_act(state)):
            return
        step = rules.apply(state, acting[0], computed(rules, state, acting[0], "easy", chance))
        state = step.state
        yield step


MOVING = [game for game in games() if painter(game).blow is not no_blow]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", MOVING)
def test_a_blow_is_shown_where_it_struck(game):
    paint, drawn = painter(game), 0
    for view, events in decided(game):
        look = Look("light" if drawn else "dark", Strict(LANGUAGES[drawn % len(LANGUAGES)], game), ("Anna", "Bob"))
        gif = paint.paint_moving(view, look, events)
        if gif is None:
            continue
        picture, posted = Image.open(io.BytesIO(gif)), Image.open(io.BytesIO(paint.paint(view, look).png)).convert("RGB")
        assert len(gif) <= LIMIT
        for frame in (0, picture.n_frames - 1):
            picture.seek(frame)
            off = ImageChops.difference(picture.convert("RGB"), posted).getextrema()
            assert max(most for _, most in off) <= 1, "for clients that do not animate; a palette of all frames rounds a colour"  # type: ignore[misc]
        numbers_stay(paint, view, look, events)
        drawn += 1
        if drawn == LOOPS:
            return
    assert drawn, "nothing was ever shown in motion"


def numbers_stay(paint, view, look, events):
    """What was struck can be read in each frame but the two in which it goes: as it stood, at most shaken, and then as it is."""
    blow, scene = paint.blow(view, look, events), paint.board(view, look)
    if blow.rockets or blow.cry or blow.seconds:
        return
    after = paint.studio.page(scene, look.theme).picture
    last = blow.before[-1] if blow.before else scene
    shown = motion.struck(paint.studio, scene, after, look.theme, blow)
    leading = [motion.Step(0)] * len(blow.before)
    for n, (step, frame) in enumerate(zip([*leading, *motion.STRIKE], shown, strict=True)):
        for place in blow.places:
            if place not in scene.items or n < len(blow.over):  # What lies over a board is there to be read.
                continue
            falls = last.items.get(place) != scene.items[place]
            if falls and step.left < 1:
                continue
            item = last.items[place] if falls else scene.items[place]
            sprite = paint.studio.sprite(item.key, paint.studio.theme(look.theme))
            if place in blow.grounds and not sprite.mask:  # Rings lie on the ground around it.
                ground = paint.studio.sprite(blow.grounds[place].key, paint.studio.theme(look.theme)).picture
                differs = ImageChops.difference(sprite.picture, ground).point([0] + [255] * 255, "1")
                sprite = sprite._replace(mask=differs)
            assert found(sprite, item, frame.picture), (place, n)


def found(sprite, item, frame):
    """Whether a sprite can be seen in a frame, but for its edge: where it is, or shaken."""
    wide, high = sprite.picture.size
    inside = Image.new("L", (wide + 2, high + 2))
    inside.paste(sprite.mask.convert("L") if sprite.mask else 255, (1, 1, wide + 1, high + 1))
    inside = inside.filter(ImageFilter.MinFilter(2 * EDGE + 1)).crop((1, 1, wide + 1, high + 1))
    drawn = sprite.picture.convert("RGB")
    for across in range(-SHAKEN, SHAKEN + 1):
        for down in range(-SHAKEN, SHAKEN + 1):
            left, top = item.x + across, item.y + down
            there = frame.crop((left, top, left + wide, top + high)).convert("RGB")
            if not ImageChops.multiply(ImageChops.difference(there, drawn).convert("L"), inside).getbbox():
                return True
    return False


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", MOVING)
def test_an_end_is_shown_in_motion(game, fine):
    """Drawn as it is posted, it is small enough in each kind of theme."""
    paint = painter(game)
    *_, step = between_beginners(build(game))
    for name in ("dark", "light", "large"):
        gif = paint.paint_moving(
            build(game).view(step.state, None), Look(name, Strict("en", game), ("Anna", "Bob")), [event for event in step.events if event.to is None]
        )
        assert gif is not None, name


def test_every_game_with_a_cover_shows_blows():
    assert [game for game in games() if painter(game).cover is not None] == MOVING
