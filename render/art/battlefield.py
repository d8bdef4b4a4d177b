"""The ground of Monster Hex, a torn battlefield: `python -m render.art.battlefield` bakes it with numpy into `battlefield.png`.

Lava, reef, wood and dune meet in its middle, with chasms between them. A pixel says which land it is of and how bright: `land * LEVELS + level`;
chasms come after the lands. The painter gives each its colour (`render.monster_hex.ground`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

SIZE = 1000, 640
LEVELS = 4
LANDS = ("lava", "reef", "wood", "sand")
"""Upper left, upper right, lower left, lower right."""
ABYSS, CLIFF = len(LANDS) * LEVELS, len(LANDS) * LEVELS + 1
"""The depth of a chasm, and its lit edge."""
PATH = Path(__file__).with_name("battlefield.png")


def baked(seed: int = 5) -> Image.Image:
    """The ground; the same seed gives the same."""
    import numpy

    chance = numpy.random.default_rng(seed)
    width, height = SIZE
    y, x = numpy.mgrid[0:height, 0:width].astype(float)

    def noise(cell: float, octaves: int = 3) -> Any:
        """Smooth noise from -1 to 1 with features of so many pixels."""
        total, weight = numpy.zeros((height, width)), 0.0
        for octave in range(octaves):
            step = cell / 2**octave
            rows, columns = int(height / step) + 3, int(width / step) + 3
            grid = chance.uniform(-1, 1, (rows, columns))
            fy, fx = y / step, x / step
            iy, ix = fy.astype(int), fx.astype(int)
            ty, tx = fy - iy, fx - ix
            ty, tx = ty * ty * (3 - 2 * ty), tx * tx * (3 - 2 * tx)
            upper = grid[iy, ix] * (1 - tx) + grid[iy, ix + 1] * tx
            lower = grid[iy + 1, ix] * (1 - tx) + grid[iy + 1, ix + 1] * tx
            total += (upper * (1 - ty) + lower * ty) / 2**octave
            weight += 1 / 2**octave
        return total / weight

    def cells(count: int) -> tuple[Any, Any, Any, Any]:
        """The distances to the nearest and the second nearest of so many points, and the way from the nearest."""
        points = chance.uniform(0, 1, (count, 2)) * (width + 80, height + 80) - 40
        first, second = numpy.full((height, width), 1e9), numpy.full((height, width), 1e9)
        right, down = numpy.zeros((height, width)), numpy.zeros((height, width))
        bent_x, bent_y = x + 6 * noise(40), y + 6 * noise(40)
        for px, py in points:
            dx, dy = bent_x - px, bent_y - py
            far = numpy.hypot(dx, dy)
            nearer = far < first
            second = numpy.where(nearer, first, numpy.minimum(second, far))
            right, down = numpy.where(nearer, dx, right), numpy.where(nearer, dy, down)
            first = numpy.where(nearer, far, first)
        return first, second, right, down

    first, second, right, down = cells(240)
    crack = second - first
    lava = numpy.where(crack < 2.6, 3, numpy.where(crack < 6.5, 2, numpy.where(noise(70) + 0.012 * (right + down) > 0.05, 0, 1)))
    depth = noise(150) + 0.25 * noise(30)
    foam = numpy.abs(noise(46, 2) + 0.25 * noise(18, 1))
    reef = numpy.where(foam < 0.028, 3, numpy.where(depth > 0.12, 2, numpy.where(depth > -0.16, 1, 0)))
    wood = numpy.zeros((height, width), int)
    frayed = 2.5 * noise(9, 2)
    for px, py, size in sorted(zip(*chance.uniform(0, 1, (3, 900)), strict=True), key=lambda tree: tree[1]):
        dx, dy, radius = x - px * width, y - py * height, 11 + 11 * size
        crown = numpy.hypot(dx, dy) + frayed
        lit = (dx + dy) / radius + 0.12 * frayed
        wood = numpy.where(crown < radius, numpy.where(crown > radius - 2, 0, numpy.where(lit < -0.7, 3, numpy.where(lit < 0.25, 2, 1))), wood)
    ripple = numpy.sin((y * 0.9 + x * 0.35 + 22 * noise(120) + 5 * noise(40)) / 5.2) + 0.5 * noise(200)
    sand = numpy.where(ripple > 0.98, 3, numpy.where(ripple > 0.2, 2, numpy.where(ripple > -0.85, 1, 0)))

    over = x - width / 2 + 46 * noise(130, 4)
    under = y - height / 2 + 40 * noise(120, 4)
    land = numpy.where(under < 0, numpy.where(over < 0, 0, 1), numpy.where(over < 0, 2, 3))
    ground = numpy.choose(land, [kind + n * LEVELS for n, kind in enumerate((lava, reef, wood, sand))])
    torn = numpy.minimum(numpy.abs(over), numpy.abs(under))
    wide = 5 + 4 * noise(60, 2)
    ground = numpy.where(torn < wide + 2.5, CLIFF, ground)
    ground = numpy.where(torn < wide, ABYSS, ground)
    return Image.fromarray(ground.astype("uint8"), "L")


if __name__ == "__main__":
    baked().save(PATH, optimize=True)
