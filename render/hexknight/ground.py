"""The ground of HexKnight's island: textures, surf along the coast, clouds over what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.art import clouds
from render.canvas import Canvas
from render.flat_hexgrid import height_of, outline, sprite_size
from render.theme import RGB, Theme
from rules.parts.lazy import once

LAND, SEA, FOG = "l", "s", "?"
"""What lies beside a hex."""
COAST, BANK = 0.16, 0.2
"""How soft the edges of the coast and of clouds are, as shares of the radius."""
SHORE, BEACH, CLOUD, RIM = 104, 84, 88, 72
"""From how much of their neighbourhood on water, sand, a cloud and its rim reach into a hex, of 255."""
FOGS = ("fog_mark", "fog_dim", "fog", "fog_bright", "fog_light")
"""The roles of a cloud's colours, darkest first."""


class Spot(NamedTuple):
    """A place on the map: column, row, and what lies beside it, clockwise from the north."""

    x: int
    y: int
    around: str


def ground(look: Theme, radius: int, terrain: str, night: bool, spot: Spot) -> Image.Image:
    """A revealed hex without anything on it, in its final size: its texture goes on beyond its edges, with surf on the sea, sand on the coast."""
    role = f"{terrain}_night" if night else terrain
    rough = _texture(radius, spot)
    if terrain == "sea":
        surf = _beside(radius, spot.around, LAND, COAST)
        made = _painted(ImageChops.add(rough.point(_CALM), ImageChops.add(surf, surf)), look.ramp(_sea(night)))
    else:
        made = _painted(rough, look.ramp((f"{role}_mark", role)), dark=90)
        coast = _ragged(_beside(radius, spot.around, SEA, COAST), rough)
        sand = "desert_night" if night else "desert"
        for least, colour in ((BEACH, sand), (SHORE, _sea(night)[-1])):
            made.paste(look[colour], (0, 0), coast.point(_from(least)))
    return made


def fog(look: Theme, radius: int, spot: Spot) -> Image.Image:
    """A cloud over a hex that is not known, in its final size."""
    return _painted(_texture(radius, spot, 2), [look[role] for role in FOGS])


def veil(s: Canvas, radius: int, spot: Spot) -> None:
    """The clouds over what is not known reach over the edges of a hex that is."""
    if FOG not in spot.around:
        return
    bank = _ragged(_beside(radius, spot.around, FOG, BANK), _texture(radius, spot))
    cloud = fog(s.theme, radius, spot).resize(s.image.size, Image.Resampling.NEAREST)
    for least, what in ((RIM, Image.new("RGB", s.image.size, s.theme["fog_light"])), (CLOUD, cloud)):
        s.image.paste(what, (0, 0), bank.point(_from(least)).resize(s.image.size, Image.Resampling.NEAREST))


def _sea(night: bool) -> Sequence[str]:
    return ("sea_night_mark", "sea_night", "foam_night") if night else ("sea_mark", "sea", "foam")


def _ragged(soft: Image.Image, rough: Image.Image) -> Image.Image:
    """A soft edge that goes this way and that."""
    return ImageChops.add(soft, rough.point(_FAINT), 1, -32)


_CALM, _FAINT = [v * 9 // 20 for v in range(256)], [v // 4 for v in range(256)]
"""What is left of a texture on the sea, and of it at an edge."""


@lru_cache(None)
def _from(least: int) -> list[int]:
    """A table that makes levels from one on white, others black."""
    return [255 * (v >= least) for v in range(256)]


def _painted(brightness: Image.Image, colours: Sequence[RGB], dark: int = 0) -> Image.Image:
    """An image in some colours, darkest first, in steps as of a brush; black is as bright as the level `dark`."""
    level = brightness.point(_steps(len(colours), dark))
    level.putpalette([part for colour in colours for part in colour])
    return level.convert("RGB")


@lru_cache(None)
def _steps(count: int, dark: int) -> list[int]:
    """A table that makes levels the numbers of so many steps."""
    return [min(count - 1, (dark + v * (255 - dark) // 255) * count // 256) for v in range(256)]


def _texture(radius: int, spot: Spot, coarse: int = 1) -> Image.Image:
    """The part of the texture of the whole map that lies at a hex."""
    width, height = sprite_size(radius)
    side = clouds().width * coarse
    left = radius * 3 // 2 * spot.x % side
    top = (height * spot.y + height // 2 * (spot.x % 2)) % side
    return _wide(coarse).crop((left, top, left + width, top + height))


@once
def _wide(coarse: int) -> Image.Image:
    """The texture four times, beside and below itself."""
    one = clouds().resize((clouds().width * coarse,) * 2, Image.Resampling.BICUBIC)
    if coarse > 1:
        one = one.filter(ImageFilter.GaussianBlur(1.5 * coarse))
    whole = Image.new("L", (one.width * 2, one.width * 2))
    for left in (0, one.width):
        for top in (0, one.width):
            whole.paste(one, (left, top))
    return whole


@lru_cache(512)
def _beside(radius: int, around: str, what: str, soft: float) -> Image.Image:
    """A mask of how near the neighbouring hexes of a kind are, from 0 to 255."""
    width, height = sprite_size(radius)
    pad = radius // 2
    found = Image.new("L", (width + 2 * pad, height + 2 * pad))
    pen = ImageDraw.Draw(found)
    for (dx, dy), kind in zip(ways(radius), around, strict=True):
        if kind == what:
            pen.polygon(outline(radius, pad + width / 2 + dx, pad + height / 2 + dy, height), fill=255)
    return found.filter(ImageFilter.GaussianBlur(radius * soft)).crop((pad, pad, pad + width, pad + height))


def ways(radius: int) -> tuple[tuple[float, float], ...]:
    """From a hex's centre to those of its neighbours, clockwise from the north."""
    step, height = radius * 3 // 2, height_of(radius)
    return (0, -height), (step, -height / 2), (step, height / 2), (0, height), (-step, height / 2), (-step, -height / 2)
