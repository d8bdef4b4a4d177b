"""Themes: colours by role, and the fixed palette of 256 colours that all pictures of a game in a theme share.

A palette picture is a third of the size of an RGB picture and encodes ten times as fast. Since a sprite is quantised once, when it is
first drawn, posting a picture costs no quantising at all. The palette holds each role's colour and the blends that smooth edges need.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from rules.parts.lazy import once

RGB = tuple[int, int, int]
_WIDEST_STEP = 34
"""The largest difference in a channel between neighbouring colours of a blend; half of it is how far a pixel may be off. Where few colours are needed
there may be smaller ones: `step` of a game has them by layer, and at "" for all themes."""
_ALIKE = 9
"""Blended colours this near to one that is there already are not needed."""
_REDS = _ALIKE + 1
"""Colours that are alike lie in the same range of so many reds, or in neighbouring ones."""
_MIDDLE = [min(255, level + 2) for level in range(256)] * 3
"""What each level of red, green and blue becomes before it is quantised."""
SMALL = 20_000
"""Up to so many pixels it takes less time to add another picture to one than to make Pillow a table of levels."""
NIGHT, LIGHT = ((18, 14, 22), 0.62), ((255, 240, 205), 0.5)
"""What a colour that is `lit` goes towards, and how far: `red` has `red_deep` for what lies in the dark and `red_glow` for what is in the light."""
_FOLDER = Path(__file__).parent / "themes"


@once
def _part(name: str) -> dict[str, Any]:
    """The contents of a theme file; empty for a game without colours of its own."""
    path = _FOLDER / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


THEMES = tuple(_part("house")["themes"])
"""Everything that can be chosen, in the order in which it is offered."""
USUAL_THEME: str = _part("house")["usual"]
"""How things look that nobody has chosen a theme for."""


class Theme:
    """Colours by role, and the palette made from them. Letters are set up to `letters` times as large where there is room for it."""

    def __init__(self, name: str, colours: dict[str, str], blends: list[list[str]], letters: float = 1, step: int = _WIDEST_STEP) -> None:
        self.name = name
        self.letters = letters
        self._step = step
        self.colours = {role: _rgb(text) for role, text in colours.items()}
        found: dict[RGB, None] = dict.fromkeys(self.colours.values())
        reds: dict[int, list[RGB]] = {}  # By which few are looked through for one that is like another.
        for colour in found:
            reds.setdefault(colour[0] // _REDS, []).append(colour)
        for roles in blends:
            for mixed in self._met(*(self.colours[role] for role in roles)):
                at = mixed[0] // _REDS
                if not any(_has_like(reds.get(near, ()), mixed) for near in (at, at - 1, at + 1)):
                    found[mixed] = None
                    reds.setdefault(at, []).append(mixed)
        if len(found) > 256:
            raise ValueError(f"theme {name}: {len(found)} colours, at most 256")
        self.palette = list(found)
        flat = [part for colour in self.palette for part in colour]
        self.bytes = bytes(flat)
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(flat + flat[:3] * (256 - len(self.palette)))
        self.index = {colour: i for i, colour in enumerate(self.palette)}

    def __getitem__(self, role: str) -> RGB:
        return self.colours[role]

    def ramp(self, roles: Sequence[str]) -> list[RGB]:
        """The colours of a gradient from role to role: theirs, and the blends between neighbours."""
        stops = [self.colours[role] for role in roles]
        return [*(c for a, b in pairwise(stops) for c in (a, *self._between(a, b))), stops[-1]]

    def _met(self, one: RGB, other: RGB, upon: RGB | None = None) -> list[RGB]:
        """The blends for the edges between two colours; with a third one, those between it and the gradient of the two."""
        between = self._between(one, other)
        return between if upon is None else [mixed for ground in (one, *between, other) for mixed in self._between(ground, upon)]

    def _between(self, a: RGB, b: RGB) -> list[RGB]:
        """The blends between two colours."""
        steps = math.ceil(_difference(a, b) / self._step)
        return [_mix(a, b, i / steps) for i in range(1, steps)]

    def quantise(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in the theme's palette, without dithering.

        Pillow takes four levels of a channel together, for the lowest of them: half of that is added, so that it is off to neither side.
        """
        small = picture.width * picture.height <= SMALL
        brighter = ImageChops.add(picture, Image.new("RGB", picture.size, (2, 2, 2))) if small else picture.point(_MIDDLE)
        return brighter.quantize(palette=self._image, dither=Image.Dither.NONE)

    def blank(self, size: tuple[int, int], role: str = "page") -> Image.Image:
        """A palette picture of one colour."""
        picture = Image.new("P", size, self.index[self[role]])
        picture.putpalette(self.bytes)
        return picture


def known_theme(name: str | None, otherwise: str = USUAL_THEME) -> str:
    """`name` if a theme has that name, else `otherwise`."""
    return name if name is not None and name in THEMES else otherwise


def letters(name: str) -> float:
    """How many times as large letters may be in a theme: without its palette, which takes some time to make."""
    house = _part("house")
    return float(max(house["letters"].get(layer, 1) for layer in house["themes"][name]))


@once
def theme(name: str, game: str | None = None) -> Theme:
    """A theme by name, with the colours of a game beside the house's own. Raises KeyError for one that does not exist.

    `themes` of the house says of which layers a theme is made. A role has one colour, or one for a light and one for a dark ground; `instead` of
    a layer replaces some, later layers over earlier ones. A colour may be the name of another one, also of a `$swatch`, which no pixel has by
    itself. Beside the colours stands what tests hold: which roles must `differ` for whoever a theme is made for, which differ by their
    pattern or shape besides (`shades`), and which are `legible` on which.
    """
    house = _part("house")
    layers = house["themes"][name]
    parts = [house, _part(game)] if game else [house]
    found: dict[str, str] = {}
    for part in parts:
        found |= {role: c if isinstance(c, str) else c["dark" in layers] for role, c in part.get("colours", {}).items()}
    for layer in layers:
        for part in parts:
            found |= part.get("instead", {}).get(layer, {})
    colours = {role: found.get(c, c) for role, c in found.items() if not role.startswith("$")}
    blends = [meeting for part in parts for meeting in part.get("blends", [])]
    for role in (role for part in parts for role in part.get("lit", ())):
        colours[f"{role}_deep"], colours[f"{role}_glow"] = (_text(_mix(_rgb(colours[role]), end, share)) for end, share in (NIGHT, LIGHT))
        blends += [[f"{role}_deep", role], [role, f"{role}_glow"]]
    step = min(part.get("step", {}).get(layer, _WIDEST_STEP) for part in parts for layer in ("", *layers))
    return Theme(name, colours, blends, letters(name), step)


def _text(colour: RGB) -> str:
    return "#" + bytes(colour).hex()


def _rgb(text: str) -> RGB:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _has_like(found: Iterable[RGB], wanted: RGB) -> bool:
    """Whether a colour is near enough to one of `found`. Called some ten thousand times before the first picture."""
    red, green, blue = wanted
    return any(-_ALIKE <= r - red <= _ALIKE and -_ALIKE <= g - green <= _ALIKE and -_ALIKE <= b - blue <= _ALIKE for r, g, b in found)


def _difference(a: RGB, b: RGB) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _mix(a: RGB, b: RGB, share: float) -> RGB:
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]
