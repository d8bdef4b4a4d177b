"""Draws the atlases: `python -m render.art [--from icons.json ...] [game ...]`; and `python -m render.art --noise` the noises of grounds.

Needs resvg-py and numpy (requirements-dev.txt). `--from` names the `icons.json` of npm packages @iconify-json/game-icons, noto and
fluent-emoji-flat, from which shapes that `shapes.json` lacks are taken; those that no word uses any more are left out. A shape of a set in colours
bears the set's name (`noto:castle`). `face-jakub` is a portrait of our own (`render.art.portraits`), `play-icing` a play of
ice hockey (`render.art.hockey_plays`).
"""

from __future__ import annotations

import argparse
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from PIL import Image, ImageChops

from render.art import CELL, COLOURED, LARGE
from render.art.hockey_plays import PLAYS
from render.art.portraits import FACES, portrait

FOLDER = Path(__file__).parent
SHAPES = FOLDER / "shapes.json"
BOX = 512
"""The box in which outlines are drawn."""
LEVELS = 15
"""Edges have so many steps: more cannot be seen, and cost space."""
FACE, PLAY = "face-", "play-"
"""How the names of portraits begin, and those of plays of ice hockey."""


def main() -> None:
    """Draws the atlases that are named, or all."""
    options = argparse.ArgumentParser(description="Draws the pictures of words into atlases.")
    options.add_argument("--from", dest="icons", type=Path, nargs="*", default=(), help="icons.json of packages, for shapes that are new")
    options.add_argument("--noise", action="store_true", help="draws the noises of grounds, nothing else")
    options.add_argument("games", nargs="*")
    asked = options.parse_args()
    if asked.noise:
        blue_noise().save(FOLDER / "noise.png", optimize=True)
        clouds().save(FOLDER / "clouds.png", optimize=True)
        return
    chosen = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json")) if path != SHAPES}
    shapes = gathered(chosen, json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}, asked.icons)
    SHAPES.write_text(json.dumps(shapes, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    shapes |= {FACE + word: portrait(face) for word, face in FACES.items()} | {PLAY + name: play for name, play in PLAYS.items()}
    for game in asked.games or chosen:
        print(game, write(FOLDER / f"{game}.zip", chosen[game], shapes), "bytes")


def gathered(chosen: Mapping[str, Mapping[str, str]], shapes: Mapping[str, str], icons: Iterable[Path]) -> dict[str, str]:
    """The shapes that words use, those that are new from packages. Raises SystemExit naming those that are nowhere."""
    wanted = {name for words in chosen.values() for name in words.values() if not name.startswith((FACE, PLAY))}
    package: dict[str, str] = {}
    for path in icons:
        found = json.loads(path.read_text(encoding="utf-8"))
        prefix = f"{found['prefix']}:" if f"{found['prefix']}:" in COLOURED else ""
        package |= {prefix + name: _boxed(icon["body"], found.get("width", 16)) if prefix else icon["body"] for name, icon in found["icons"].items()}
    if missing := wanted - shapes.keys() - package.keys():
        raise SystemExit(f"no such shapes: {', '.join(sorted(missing))}; new ones are taken from the package with --from")
    return {name: shapes.get(name) or package[name] for name in wanted}


def _boxed(body: str, side: int) -> str:
    """Scales a shape from a box of the width `side` to the box of all shapes."""
    return f'<g transform="scale({BOX / side:g})">{body}</g>'


def write(path: Path, words: Mapping[str, str], shapes: Mapping[str, str]) -> int:
    """Writes an atlas; returns its size in bytes. The same words and shapes give the same bytes."""
    packed = {name: _made(name, shapes[name]) for name in set(words.values())}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as atlas:
        for word, name in sorted(words.items()):
            atlas.writestr(zipfile.ZipInfo(word), packed[name])
    return path.stat().st_size


def _made(name: str, body: str) -> bytes:
    """The picture of a shape as PNG."""
    return _coloured(body) if name.startswith(COLOURED) else _packed(drawn(body, LARGE if name.startswith(FACE) else CELL))


def drawn(body: str, size: int = CELL) -> Image.Image:
    """An outline as a mask that fills its box: the lighter and the more opaque, the more it covers."""
    whole = _raster(body)
    return _square(ImageChops.multiply(whole.getchannel("A"), whole.convert("L")), size)


def _coloured(body: str) -> bytes:
    """A shape in its colours, of 64 colours and transparencies, as PNG."""
    file = io.BytesIO()
    _square(_raster(body), CELL).quantize(64, Image.Quantize.FASTOCTREE).convert("RGBA").save(file, "PNG", optimize=True)
    return file.getvalue()


def _raster(body: str) -> Image.Image:
    import resvg_py

    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}" width="{BOX}" height="{BOX}" color="#fff">{body}</svg>'
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA")


def _square(whole: Image.Image, size: int) -> Image.Image:
    """The visible part of a picture, centred and resized to a square."""
    seen = whole.crop(whole.getbbox())
    square = Image.new(whole.mode, (max(seen.size), max(seen.size)))
    square.paste(seen, ((square.width - seen.width) // 2, (square.height - seen.height) // 2))
    return square.resize((size, size), Image.Resampling.LANCZOS)


def blue_noise(side: int = 64, seed: int = 0) -> Image.Image:
    """Noise in which alike values lie far apart, the same on each side: places are taken one by one where those taken before are farthest.

    (Void and cluster, Ulichney 1993, without its first phase.)
    """
    import numpy

    across = numpy.minimum(numpy.arange(side), side - numpy.arange(side))
    near = numpy.exp(-(across[:, None] ** 2 + across[None, :] ** 2) / (2 * 1.9**2))
    crowd = numpy.random.default_rng(seed).random((side, side)) * 1e-3
    rank = numpy.zeros((side, side))
    for n in range(side * side):
        row, column = numpy.unravel_index(numpy.argmin(crowd), crowd.shape)
        rank[row, column] = n
        crowd += numpy.roll(near, (int(row), int(column)), (0, 1))
        crowd[row, column] = numpy.inf
    return Image.fromarray((rank * 256 // (side * side)).astype("uint8"), "L")


def clouds(side: int = 256, seed: int = 5) -> Image.Image:
    """Soft noise that goes on at its edges: the larger a patch, the more it stands out; all of its levels are equally frequent."""
    import numpy

    across = numpy.fft.fftfreq(side) * side
    waves = numpy.hypot(across[:, None], across[None, :])
    power = numpy.where(waves < 2, 0, 1 / numpy.maximum(waves, 1) ** 1.7)
    soft = numpy.fft.ifft2(numpy.fft.fft2(numpy.random.default_rng(seed).standard_normal((side, side))) * power).real
    rank = soft.ravel().argsort().argsort().reshape(side, side)
    levels = rank * 32 // (side * side) * 255 // 31
    return Image.fromarray(levels.astype("uint8"), "L")


def _packed(picture: Image.Image) -> bytes:
    """A mask as PNG."""
    file = io.BytesIO()
    picture.point([round(v / 255 * LEVELS) * 255 // LEVELS for v in range(256)]).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
