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

WITHIN = 12
"""So many pixels from its edge nothing is drawn over what was struck."""
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


@pytest.mark.sampled(0.4)
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
    """Well within what was struck nothing is drawn: it looks as before, then as after."""
    blow, scene = paint.blow(view, look, events), paint.board(view, look)
    if blow.rockets or blow.cry:
        return
    after = paint.studio.page(scene, look.theme).picture
    before = [paint.studio.page(one, look.theme).picture for one in blow.before[-1:]]
    shown = motion.struck(paint.studio, scene, after, look.theme, blow)[-motion.STEPS :]
    for n, frame in enumerate(shown):
        for place in blow.places:
            if item := scene.items.get(place):
                sprite = paint.studio.sprite(item.key, paint.studio.theme(look.theme))
                wide, high = sprite.picture.size
                inside = Image.new("L", (wide + 2, high + 2))
                inside.paste(sprite.mask.convert("L") if sprite.mask else 255, (1, 1, wide + 1, high + 1))
                inside = inside.filter(ImageFilter.MinFilter(2 * WITHIN + 1)).crop((1, 1, wide + 1, high + 1))
                box = item.x, item.y, item.x + wide, item.y + high
                now, then = (one.crop(box).convert("RGB") for one in (frame.picture, before[0] if n == 0 and before else after))
                assert not ImageChops.multiply(ImageChops.difference(now, then).convert("L"), inside).getbbox()


def test_every_game_with_a_cover_shows_blows():
    assert [game for game in games() if painter(game).cover is not None] == MOVING
