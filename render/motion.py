"""The act that decided something as a short loop, played once: what struck it, a ring around it, fireworks around who has won, a cry.

In a message, and in a replay (`render/animation.py`). Its first and its last frame are the board after the act, for clients that do not animate.
What is drawn over a frame is in `render/motion_effects.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from PIL import Image

from render.canvas import Item, Scene
from render.gif import still
from render.motion_effects import RINGS, Shape, cry, fly, ring, rocket
from render.picture_cache import Studio
from render.theme import Theme

LIMIT = 300_000
"""Bytes of a loop, at most: a board whose loop would be larger is posted as it is."""
STEPS = len(RINGS)
"""Frames of a blow after those that led to it."""
SECONDS, FLOWN, READ = 0.14, 0.45, 0.9
"""For which a frame is seen; one in which something flies; and one that is to be read."""
ROCKETS = ((0.13, 0.34, 0), (0.72, 0.15, 0), (0.28, 0.16, 1), (0.87, 0.32, 1))
"""Fireworks: where each is in what is celebrated, as shares of its width and height, and by how many frames it is late."""


class Blow(NamedTuple):
    """What was decided: the places of a scene that it struck, or `otherwise` if none of those is visible; the words cried out, if any, and their
    font. With `rockets` it is celebrated by fireworks, behind all that lies over what is celebrated if they are `covered` by that. `before`: scenes
    that led to it, a frame each; in them something flies from the first of the `sources` that is visible. `over`: what lies over the first frames,
    one in each, for as long as it takes to read it."""

    places: tuple[Hashable, ...]
    cry: str = ""
    face: str = "Bold"
    otherwise: tuple[Hashable, ...] = ()
    rockets: tuple[tuple[float, float, int], ...] = ()
    covered: bool = True
    before: tuple[Scene, ...] = ()
    over: tuple[Item, ...] = ()
    sources: tuple[Hashable, ...] = ()


class Frame(NamedTuple):
    """A frame of a blow, and for how long it is seen."""

    picture: Image.Image
    seconds: float


def loop(studio: Studio, scene: Scene, theme_name: str, blow: Blow) -> bytes | None:
    """A scene with a blow as a GIF that is played once; None if it would be too large, or nothing that was struck is visible any more."""
    after = studio.page(scene, theme_name).picture
    between = struck(studio, scene, after, theme_name, blow)
    if not between:
        return None
    pictures, seconds = zip(*between, strict=True)
    gif = still([after, *pictures, after], studio.theme(theme_name), [SECONDS * 2, *seconds, SECONDS])
    return gif if len(gif) <= LIMIT else None


def struck(studio: Studio, scene: Scene, after: Image.Image, theme_name: str, blow: Blow) -> list[Frame]:
    """The frames of a blow over a scene, which is drawn as `after`; none if nothing that was struck is visible any more."""
    look = studio.theme(theme_name)

    def shapes(shown: Scene, places: Iterable[Hashable]) -> list[Shape]:
        items = [shown.items[place] for place in places if place in shown.items]
        return [Shape(*studio.sprite(item.key, look), item.x, item.y) for item in items]

    hit = shapes(scene, blow.places) or shapes(scene, blow.otherwise)
    if not hit and not blow.cry and not blow.over:
        return []
    pages = {number: studio.page(earlier, theme_name).picture for number, earlier in {id(earlier): earlier for earlier in blow.before}.items()}
    led = [pages[id(earlier)].copy() for earlier in blow.before]
    for n, (frame, earlier) in enumerate(zip(led, blow.before, strict=True), 1):
        for source in shapes(earlier, blow.sources)[:1]:
            ring(frame, look, source, 0)
            for target in hit:
                fly(frame, look, source, target, n / len(led))
    for frame, item in zip(led, blow.over, strict=False):
        Shape(*studio.sprite(item.key, look), item.x, item.y).put(frame)
    led_for = FLOWN if blow.sources else SECONDS
    frames = [Frame(frame, READ if n < len(blow.over) else led_for) for n, frame in enumerate(led)]
    standing = shapes(blow.before[-1], blow.places) if blow.before and not blow.rockets else []
    for n in range(STEPS):
        still_there = n == 0 and bool(standing)
        frame = (pages[id(blow.before[-1])] if still_there else after).copy()
        for target in standing if still_there else hit:
            if blow.rockets:
                _celebrate(frame, look, target, blow, n)
            else:
                ring(frame, look, target, n)
        if blow.cry:
            cry(frame, look, blow.cry, blow.face, (n + 1) / STEPS)
        frames.append(Frame(frame, SECONDS))
    return frames


def _celebrate(frame: Image.Image, look: Theme, target: Shape, blow: Blow, n: int) -> None:
    """Draws fireworks over what is celebrated, behind all that lies over it if they are `covered`."""
    shown = frame.copy()
    for across, down, late in blow.rockets:
        rocket(shown, look, (target.x + target.picture.width * across, target.y + target.picture.height * down), n - late)
    if blow.covered and target.mask:
        box = target.x, target.y, target.x + target.picture.width, target.y + target.picture.height
        frame.paste(shown.crop(box), box[:2], target.mask)
    else:
        frame.paste(shown)
