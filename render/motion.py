"""The act that decided something as a short loop, played once: what strikes lunges, what is struck shakes in a ring and goes, a number tells what
happened; fireworks around who has won, a cry.

In a message, and in a replay (`render/animation.py`). Its first and its last frame are the board after the act, for clients that do not animate.
What is drawn over a frame is in `render/motion_effects.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from render.canvas import Item, Scene
from render.gif import still
from render.motion_effects import Shape, Sign, beside, cry, fly, going, hole, ring, rocket, tone
from render.picture_cache import Studio
from render.theme import Theme

LIMIT = 300_000
"""Bytes of a loop, at most: a board whose loop would be larger is posted as it is."""
SECONDS, FLOWN, READ = 0.14, 0.45, 0.9
"""For which a frame is seen; one in which something lunges or a number is read; and one that is to be read whole."""
LUNGES = (-12, 30)
"""How far what strikes has come towards what it strikes, in pixels: it draws back first."""
ROCKETS = ((0.13, 0.34, 0), (0.72, 0.15, 0), (0.28, 0.16, 1), (0.87, 0.32, 1))
"""Fireworks: where each is in what is celebrated, as shares of its width and height, and by how many frames it is late."""


class Step(NamedTuple):
    """A frame of what is struck: which ring lies around it, and in which role if not in that of what happened; by how many pixels it is shaken away
    from what strikes it; how much is left of what goes, 1 while it stands, and by how many degrees that is tilted."""

    ring: int
    role: str = ""
    shaken: int = 0
    left: float = 1
    tilted: int = 0


STRIKE = (Step(0, "ink", 7), Step(0, "", -5), Step(1, "", 0, 0.8, 10), Step(2, "", 0, 0.5, 24))
STEPS = len(STRIKE)
"""Frames of a blow after those that led to it."""


class Blow(NamedTuple):
    """What was decided: the places of a scene that it struck, or `otherwise` if none of those is visible; the words cried out, if any, and their
    font. With `rockets` it is celebrated by fireworks, behind all that lies over what is celebrated if they are `covered` by that. `before`: scenes
    that led to it, a frame each; in them the first of the `sources` that is visible lunges. `over`: what lies over the first frames, one or none in
    each, for as long as it takes to read it. `signs`: what happened to a place, in a few letters, such as "−3". `lasting`: the places in which what
    was struck stands afterwards, too. `grounds`: a place as it is without what stands there, if that is a rectangle that lunges or is struck, or lies
    under what goes. `seconds`: for how long each scene `before` is seen, where these tell all that happened, and nothing is struck.
    `lunges`: how far what strikes comes in each of them."""

    places: tuple[Hashable, ...]
    cry: str = ""
    face: str = "Bold"
    otherwise: tuple[Hashable, ...] = ()
    rockets: tuple[tuple[float, float, int], ...] = ()
    covered: bool = True
    before: tuple[Scene, ...] = ()
    over: tuple[Item | None, ...] = ()
    sources: tuple[Hashable, ...] = ()
    signs: Mapping[Hashable, str] = MappingProxyType({})
    lasting: frozenset[Hashable] = frozenset()
    grounds: Mapping[Hashable, Item] = MappingProxyType({})
    seconds: tuple[float, ...] = ()
    lunges: tuple[int, ...] = LUNGES


class Target(NamedTuple):
    """What is struck: as it stood and as it is now, whether that which stood there goes, and the sign of what happened to it."""

    stood: Shape
    now: Shape
    goes: bool
    sign: str


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

    def shapes(shown: Scene, places: Iterable[Hashable]) -> dict[Hashable, Shape]:
        items = {place: shown.items[place] for place in places if place in shown.items}
        return {place: Shape(*studio.sprite(item.key, look), item.x, item.y) for place, item in items.items()}

    if blow.seconds:
        return [Frame(studio.page(earlier, theme_name).picture, shown) for earlier, shown in zip(blow.before, blow.seconds, strict=True)]
    hit = shapes(scene, blow.places) or shapes(scene, blow.otherwise)
    if not hit and not blow.cry and not blow.over:
        return []
    last = blow.before[-1] if blow.before else scene
    pages = {id(earlier): studio.page(earlier, theme_name).picture for earlier in blow.before}
    place, source = next(iter(shapes(last, blow.sources).items()), (None, None))
    if source and place in blow.grounds:
        source = source.on(studio.sprite(blow.grounds[place].key, look).picture)
    frames = []
    for n, earlier in enumerate(blow.before):
        frame = pages[id(earlier)].copy()
        if source:
            standing = [*shapes(earlier, hit).values()]
            _lunge(frame, look, source, standing, blow.lunges[min(n, len(blow.lunges) - 1)], (n + 1) / len(blow.before))
        told = next(iter(blow.over[n : n + 1]), None)
        if told:
            Shape(*studio.sprite(told.key, look), told.x, told.y).put(frame)
        frames.append(Frame(frame, READ if told else FLOWN if source else SECONDS))
    stood = shapes(last, hit)
    changed = {place for place in hit if last.items.get(place) != scene.items[place]}
    goes = changed - blow.lasting
    for place in hit.keys() & blow.grounds.keys():
        ground = Shape(*studio.sprite(blow.grounds[place].key, look), hit[place].x, hit[place].y)
        if place in stood and not stood[place].mask:
            stood[place] = stood[place].on(ground.picture)
        hit[place] = ground if place in goes else hit[place] if hit[place].mask else hit[place].on(ground.picture)
    targets = [Target(stood.get(place, now), now, place in goes, blow.signs.get(place, "")) for place, now in hit.items()]
    signs = _signs(after, targets, source)
    for n, step in enumerate(STRIKE):
        stands = step.left == 1 and not blow.rockets and bool(changed)
        frame = (pages[id(last)] if stands else after).copy()
        for target in targets if blow.rockets else ():
            _celebrate(frame, look, target.now, blow, n)
        if not blow.rockets:
            _strike(frame, look, targets, step, source)
        for sign in signs:
            sign.put(frame, look)
        if blow.cry:
            cry(frame, look, blow.cry, blow.face, (n + 1) / STEPS)
        frames.append(Frame(frame, FLOWN if signs and n == STEPS - 1 else SECONDS))
    return frames


def _lunge(frame: Image.Image, look: Theme, source: Shape, targets: Sequence[Shape], by: float, share: float) -> None:
    """Moves what strikes by so many pixels towards the first of what it strikes, below that, and has something fly where they are far from each
    other."""
    hole(frame, look, source)
    (source.towards(targets[0], by) if targets else source).put(frame)
    for target in targets:
        fly(frame, look, source, target, share)
    for target in targets:
        target.put(frame)


def _strike(frame: Image.Image, look: Theme, targets: Sequence[Target], step: Step, source: Shape | None) -> None:
    """Draws what is struck at a step: shaken, then less and less of what goes; in rings, which lie below all of it."""
    drawn = []
    for target in targets:
        shape, goes = target.stood if step.left == 1 else target.now, target.goes and step.left < 1
        if step.shaken:
            hole(frame, look, shape)
            shape = shape.towards(source, -step.shaken) if source else shape._replace(x=shape.x + step.shaken)
        if goes:
            shape.put(frame)
        ring(frame, look, target.stood if goes else shape, step.ring, step.role or tone(target.sign))
        drawn.append((target.stood, True) if goes else (shape, False))
    for shape, goes in drawn:
        if goes:
            going(frame, look, shape, step.left, step.tilted)
        else:
            shape.put(frame)


def _signs(board: Image.Image, targets: Sequence[Target], source: Shape | None) -> list[Sign]:
    """What happened to targets, in large letters beside them."""
    taken = [target.now.box for target in targets] + ([source.box] if source else [])
    found: list[Sign] = []
    for target in targets:
        if target.sign:
            found.append(beside(board, target.now, target.sign, [*taken, *(sign.box for sign in found)]))
    return found


def _celebrate(frame: Image.Image, look: Theme, target: Shape, blow: Blow, n: int) -> None:
    """Draws fireworks over what is celebrated, behind all that lies over it if they are `covered`."""
    shown = frame.copy()
    for across, down, late in blow.rockets:
        rocket(shown, look, (target.x + target.picture.width * across, target.y + target.picture.height * down), n - late)
    if blow.covered and target.mask:
        frame.paste(shown.crop(target.box), target.box[:2], target.mask)
    else:
        frame.paste(shown)
