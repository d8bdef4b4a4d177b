"""Themes: what must differ does, also for the colour-blind, what is written can be read, and a game's colours fit into a palette.

How colours look without one kind of cones is computed in two ways that know nothing of each other: Machado, Oliveira and Fernandes 2009, and
Brettel, Viénot and Mollon 1997 (as fitted to sRGB by DaltonLens). Differences are CIEDE2000 (Sharma, Wu and Dalal 2005).
"""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path

import pytest

from data.content import games
from render.theme import THEMES, USUAL_THEME, theme

FOLDER = Path(__file__).resolve().parents[2] / "render" / "themes"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
BLIND = ("protanopia", "deuteranopia", "tritanopia")
SEEN_BY = {
    "dark": [], "light": [], "contrast": [*BLIND], "large": [*BLIND],
    "deuteranopia": ["deuteranopia"], "protanopia": ["protanopia"], "tritanopia": ["tritanopia"],
}  # fmt: skip
"""For whom each theme is made besides those who see all colours."""
CLEAR, SEEN = 12, 9
"""How far colours must be apart at least: for those whom a theme is made for, and where one theme serves all of them."""
SHADES, SHADES_APART = 5, 7
"""The same where something has its own pattern besides: for those who see all colours, and for the others."""
READ, READ_WELL, READ_BEST = 4, 4.5, 7
"""Contrast of letters as WCAG measures it: everywhere, in themes of high contrast, and there of texts on grounds of the house (AAA)."""

MACHADO = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
BRETTEL = {
    "protanopia": (
        ((0.14510, 1.20165, -0.34675), (0.10447, 0.85316, 0.04237), (0.00429, -0.00603, 1.00174)),
        ((0.14115, 1.16782, -0.30897), (0.10495, 0.85730, 0.03776), (0.00431, -0.00586, 1.00155)),
        (0.00048, 0.00416, -0.00464),
    ),
    "deuteranopia": (
        ((0.36198, 0.86755, -0.22953), (0.26099, 0.64512, 0.09389), (-0.01975, 0.02686, 0.99289)),
        ((0.37009, 0.88540, -0.25549), (0.25767, 0.63782, 0.10451), (-0.01950, 0.02741, 0.99209)),
        (-0.00293, -0.00645, 0.00938),
    ),
    "tritanopia": (
        ((1.01354, 0.14268, -0.15622), (-0.01181, 0.87561, 0.13619), (0.07707, 0.81208, 0.11085)),
        ((0.93337, 0.19999, -0.13336), (0.05809, 0.82565, 0.11626), (-0.37923, 1.13825, 0.24098)),
        (0.03960, -0.02831, -0.01129),
    ),
}
"""For each half of the colours a matrix, and what says in which half a colour lies."""


def linear(colour):
    return tuple(c / 255 / 12.92 if c <= 10.31 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)


def times(matrix, colour):
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in matrix)


def looks(colour, blindness):
    """How a colour looks to somebody: as linear light, once for each way to compute it."""
    light = linear(colour)
    if blindness is None:
        return [light]
    one, other, halves = BRETTEL[blindness]
    side = sum(a * b for a, b in zip(halves, light, strict=True))
    return [times(MACHADO[blindness], light), times(one if side >= 0 else other, light)]


def lab(light):
    """CIELAB of linear sRGB light."""
    rows = ((0.4124564, 0.3575761, 0.1804375, 0.95047), (0.2126729, 0.7151522, 0.0721750, 1), (0.0193339, 0.1191920, 0.9503041, 1.08883))
    values = [sum(a * b for a, b in zip(row[:3], light, strict=True)) / row[3] for row in rows]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in values)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = (math.degrees(math.atan2(b, a * (1 + g))) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = ((h2 - h1 + 180) % 360 - 180) if c1 * c2 else 0.0
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    middle = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    t = 1 + sum(k * math.cos(math.radians(n * middle + shift)) for k, n, shift in waves)
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = 60 * math.exp(-(((middle - 275) / 25) ** 2))
    rotation = -math.sin(math.radians(bend)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def apart(one, other, blindness=None):
    """How different two colours look to somebody, by whatever shows them closer to each other."""
    return min(ciede2000(lab(a), lab(b)) for a, b in zip(looks(one, blindness), looks(other, blindness), strict=True))


def contrast(one, other):
    high, low = sorted((sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def held(name):
    """What a file of themes says about its colours."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def test_how_colours_are_compared():
    """Values from the papers: pairs of Sharma, Wu and Dalal; red and green of equal lightness are alike without the cones for them."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447)) == pytest.approx(1.4441, abs=1e-4)
    assert apart((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.01)
    assert apart((185, 80, 60), (105, 125, 60)) > 40 > 12 > apart((185, 80, 60), (105, 125, 60), "deuteranopia")
    assert apart((30, 120, 200), (0, 130, 120)) > 25 > 12 > apart((30, 120, 200), (0, 130, 120), "tritanopia")
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


def test_what_there_is_to_choose():
    assert set(THEMES) == set(SEEN_BY)
    assert USUAL_THEME == THEMES[0] == "dark"
    assert set(FILES) - set(games()) == {"house", "tournament"}
    assert theme("large").letters > 1 == theme("contrast").letters
    with pytest.raises(KeyError):
        theme("pink")


@pytest.mark.parametrize("file", FILES)
def test_every_game_says_what_must_differ_and_be_legible(file):
    said = held(file)
    assert said["differ"]
    assert said["legible"]
    known = {*held("house")["colours"], *said["colours"]}
    assert {role for key in ("differ", "shades") for roles in said.get(key, {}).values() for role in roles} <= known
    assert {role for pair in said["legible"] for role in pair} <= known
    layers = {layer for layers in held("house")["themes"].values() for layer in layers}
    assert set(said["instead"]) <= layers
    for replaced in said["instead"].values():
        assert {role for role in replaced if not role.startswith("$")} <= known


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", THEMES)
def test_roles_that_must_differ_do(file, name):
    look, said = theme(name, file), held(file)
    close = []
    for key, clear, seen in (("differ", CLEAR, SEEN), ("shades", SHADES, SHADES_APART)):
        for what, roles in said.get(key, {}).items():
            for one, other in combinations(roles, 2):
                for blindness in (None, *SEEN_BY[name]):
                    least = clear if blindness is None or (key == "differ" and len(SEEN_BY[name]) == 1) else seen
                    if (found := apart(look[one], look[other], blindness)) < least:
                        close.append(f"{what}: {one} and {other} ({blindness or 'all colours'}): {found:.1f}, not {least}")
    assert not close


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", THEMES)
def test_what_is_written_can_be_read(file, name):
    look = theme(name, file)
    strong = name in ("contrast", "large")
    least = READ if not strong else READ_BEST if file == "house" else READ_WELL
    faint = [f"{ink} on {ground}: {found:.1f}" for ink, ground in held(file)["legible"] if (found := contrast(look[ink], look[ground])) < least]
    assert not faint


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", THEMES)
def test_palettes_hold_every_role_and_no_more_than_png_can(file, name):
    look = theme(name, file)
    assert len(look.palette) <= 256
    assert all(look[role] in look.index for role in look.colours)
    assert not [role for role in look.colours if role.startswith("$")]
