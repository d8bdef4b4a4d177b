"""The act that decided something as a short loop: shards fly from where it struck, or fireworks over who has won; a cry across the picture; once.

In a message, and in a replay (`render/animation.py`). Its first and its last frame are the board after the act, for clients that do not animate.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Item, Scene
from render.gif import still
from render.picture_cache import Studio
from render.text import fitted, font
from render.theme import Theme

LIMIT = 300_000
"""Bytes of a loop, at most: a board whose loop would be larger is posted as it is."""
STEPS = 4
"""Frames between the first one and the last."""
SECONDS = 0.12
"""For which each of them is seen."""
READ = 0.9
"""For which one is seen that is to be read."""
FLOWN = 0.5
"""For which one is seen in which a bolt flies."""
SCALE = 2
"""How many times as large a burst is drawn before it is reduced."""
BEAMS = 16
"""So many beams come from the middle of a cry's band."""
SHARDS, SHORTER = 14, 0.7
"""So many shards fly from a blow, and how far every second one reaches beside the others."""
FLIGHT = ((0.4, 1.2, 1.0), (0.72, 1.42, 0.8), (1.02, 1.55, 0.5), (1.28, 1.6, 0.3))
"""Where shards begin and end in each frame, as shares of the radius of what was struck, and how wide they are beside the room that each has."""
ROCKETS = ((0.13, 0.34, 0), (0.72, 0.15, 0), (0.28, 0.16, 1), (0.87, 0.32, 1))
"""Fireworks: where each is in what is celebrated, as shares of its width and height, and by how many frames it is late."""
ROCKET, SPARK = 66, 0.4
"""How large one is, in pixels, and how wide its sparks are beside shards."""
BOLT = 11
"""Half of how wide a bolt is."""
CRY = (190, 150, 120, 96, 72, 56)
"""Sizes of the letters of a cry: the first one in which it fits."""


class Blow(NamedTuple):
    """What was decided: the places of a scene that it struck, or `otherwise` if none of those is visible; the words cried out, if any, and their
    font. With `rockets` it is celebrated by fireworks, behind all that lies over what is celebrated if they are `covered` by that. `before`: scenes
    that led to it, a frame each; in them a bolt flies from the first of the `sources` that is visible. `over`: what lies over the first frames, one
    in each, for as long as it takes to read it."""

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
    seen = ([scene.items[place] for place in places if place in scene.items] for places in (blow.places, blow.otherwise))
    hit = next(filter(None, seen), [])
    if not hit and not blow.cry and not blow.over:
        return []
    bursts = [burst for item in hit for burst in _bursts(item, studio.sprite(item.key, look).picture.size, blow.rockets)]
    pages = {number: studio.page(earlier, theme_name).picture for number, earlier in {id(scene): scene for scene in blow.before}.items()}
    led = [pages[id(earlier)].copy() for earlier in blow.before]
    for n, (frame, earlier) in enumerate(zip(led, blow.before, strict=True), 1):
        if source := next((earlier.items[place] for place in blow.sources if place in earlier.items), None):
            (begin,) = _bursts(source, studio.sprite(source.key, look).picture.size)
            for burst in bursts:
                _fly(frame, look, begin, burst, n / len(led))
    pictures = [*led, *(_frame(after, look, bursts, blow, n) for n in range(STEPS - len(led)))]
    if blow.rockets and blow.covered:
        for item in hit:
            pictures[len(led) :] = [_behind(after, picture, item, studio.sprite(item.key, look).mask) for picture in pictures[len(led) :]]
    for picture, item in zip(pictures, blow.over, strict=False):
        sprite = studio.sprite(item.key, look)
        picture.paste(sprite.picture, (item.x, item.y), sprite.mask)
    led_for = FLOWN if blow.sources else SECONDS
    return [Frame(picture, READ if n < len(blow.over) else led_for if n < len(led) else SECONDS) for n, picture in enumerate(pictures)]


class _Burst(NamedTuple):
    """The middle of what was struck, its radius, the frame in which shards begin to fly, and how wide they are."""

    x: float
    y: float
    radius: float
    late: int = 0
    wide: float = 1


def _bursts(item: Item, size: tuple[int, int], rockets: Sequence[tuple[float, float, int]] = ()) -> list[_Burst]:
    """One burst from the middle of a sprite, or fireworks over it."""
    width, height = size
    if rockets:
        return [_Burst(item.x + width * x, item.y + height * y, ROCKET, late, SPARK) for x, y, late in rockets]
    return [_Burst(item.x + width / 2, item.y + height / 2, min(size) / 2)]


def _frame(after: Image.Image, look: Theme, bursts: Sequence[_Burst], blow: Blow, n: int) -> Image.Image:
    """The picture in frame `n` of a blow."""
    frame = after.copy()
    for burst in bursts:
        if 0 <= n - burst.late < len(FLIGHT):
            _shatter(frame, look, burst, n - burst.late)
    if blow.cry and n < STEPS - 1:
        _cried(frame, look, blow, (n + 1) / STEPS)
    return frame


def _behind(after: Image.Image, frame: Image.Image, item: Item, mask: Image.Image | None) -> Image.Image:
    """A frame of what happens on an item, behind all that lies over it."""
    if not mask:
        return frame
    shown = after.copy()
    shown.paste(frame.crop((item.x, item.y, item.x + mask.width, item.y + mask.height)), (item.x, item.y), mask)
    return shown


def _fly(frame: Image.Image, look: Theme, begin: _Burst, end: _Burst, share: float) -> None:
    """Draws a bolt with its tail, which has come so far on its way."""
    across, down = end.x - begin.x, end.y - begin.y
    x, y = begin.x + across * share, begin.y + down * share
    left, right, top, bottom = min(begin.x, x), max(begin.x, x), min(begin.y, y), max(begin.y, y)
    part = _Part(frame, look, (round(left) - BOLT * 3, round(top) - BOLT * 3, round(right) + BOLT * 3, round(bottom) + BOLT * 3))
    angle, long = math.atan2(across, -down) / math.tau, math.hypot(x - begin.x, y - begin.y)
    for role, edge in (("page", 4.0), ("best", 0.0)):
        part.bolt((x, y), angle, long + edge, BOLT + edge, look[role])
    part.put()


def _shatter(frame: Image.Image, look: Theme, burst: _Burst, n: int) -> None:
    """Draws the shards of a burst, `n` frames after it began."""
    begins, ends, wide = FLIGHT[n]
    reach = burst.radius * ends
    part = _Part(frame, look, (round(burst.x - reach) - 4, round(burst.y - reach) - 4, round(burst.x + reach) + 4, round(burst.y + reach) + 4))
    half = wide * burst.wide * math.pi / SHARDS
    for role, edge in (("page", 3.0), ("best", 0.0)):
        for shard in range(SHARDS):
            near, far = burst.radius * begins, reach
            if shard % 2 == 0:
                near, far = (near, far * SHORTER) if n < 2 else (near - burst.radius * 0.12, far - burst.radius * 0.22)
            if burst.wide < 1:
                near *= 0.7
            part.shard((burst.x, burst.y), (shard + n * 0.25) / SHARDS, (near - edge, far + edge * 1.5), half, edge, look[role])
    part.put()


def _cried(frame: Image.Image, look: Theme, blow: Blow, share: float) -> None:
    """Draws the blow's words across the frame on a band; they grow with `share`."""
    width, height = frame.size
    size = next((size for size in CRY if font(blow.face, size).getlength(blow.cry) <= width - 80), CRY[-1])
    words = fitted(blow.cry, blow.face, size, width - 80)
    high = size * 1.6  # What the board itself says of it is hidden as long as it is cried.
    size = round(size * (0.75 + 0.25 * min(1, share * 1.5)))
    part = _Part(frame, look, (0, round(height / 2 - high / 2), width, round(height / 2 + high / 2)))
    part.band(look["best_fill"], look["page"], look["best"], share)
    part.words(words, font(blow.face, size * SCALE), look["ink"])
    part.put()


class _Part:
    """A part of a picture, enlarged, to be drawn on with smooth edges."""

    def __init__(self, frame: Image.Image, look: Theme, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        self._box = max(0, left), max(0, top), min(frame.width, right), min(frame.height, bottom)
        self._frame, self._look = frame, look
        part = frame.crop(self._box).convert("RGB")
        self._image = part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.NEAREST)
        self._pen = ImageDraw.Draw(self._image)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self._box[0]) * SCALE, (y - self._box[1]) * SCALE

    def shard(
        self, centre: tuple[float, float], turn: float, reach: tuple[float, float], half: float, edge: float, colour: tuple[int, int, int]
    ) -> None:
        """Draws a shard at a `turn` around a centre: from one distance to another, widest in its first third, `half` an angle and `edge` pixels."""
        near, far = reach
        middle = near + (far - near) * 0.3
        angle, side = math.tau * turn, half + edge / max(1.0, middle)
        corners = ((near, angle), (middle, angle + side), (far, angle), (middle, angle - side))
        self._pen.polygon([self._at(centre[0] + math.sin(at) * out, centre[1] - math.cos(at) * out) for out, at in corners], fill=colour)

    def bolt(self, head: tuple[float, float], turn: float, long: float, half: float, colour: tuple[int, int, int]) -> None:
        """Draws a bolt that flies at a `turn`: its point, and behind it a tail so `long` that is as wide as twice a `half` at most."""
        (x, y), (right, up) = head, (math.sin(math.tau * turn), math.cos(math.tau * turn))
        corners = ((half * 1.6, 0), (0, half), (-long, 0), (0, -half))
        self._pen.polygon([self._at(x + on * right + aside * up, y - on * up + aside * right) for on, aside in corners], fill=colour)

    def band(self, fill: tuple[int, int, int], beam: tuple[int, int, int], edge: tuple[int, int, int], share: float) -> None:
        """Draws a band with beams from its middle to all sides, which turn from step to step."""
        (x, y), far = (self._image.width / 2, self._image.height / 2), self._image.width
        self._pen.rectangle((0, 0, self._image.width, self._image.height), fill=fill)
        for n in range(BEAMS):
            ends = [math.tau * (n + part + share * 0.5) / BEAMS for part in (0, 0.5)]
            self._pen.polygon([(x, y), *((x + far * math.cos(at), y + far * math.sin(at)) for at in ends)], fill=beam)
        for top in (0, self._image.height - 6 * SCALE):
            self._pen.rectangle((0, top, self._image.width, top + 6 * SCALE), fill=edge)

    def words(self, words: str, face: object, colour: tuple[int, int, int]) -> None:
        self._pen.text((self._image.width / 2, self._image.height / 2), words, fill=colour, font=face, anchor="mm")  # type: ignore[arg-type]

    def put(self) -> None:
        """Pastes the part back into the picture."""
        self._frame.paste(self._look.quantise(self._image.reduce(SCALE)), self._box[:2])
