"""Draws the atlases: `python -m render.art [--from icons.json] [game ...]`.

Needs resvg-py (requirements-dev.txt). `--from` names the `icons.json` of the npm package @iconify-json/game-icons, from which outlines that
`shapes.json` lacks are taken; those that no word uses any more are left out. `face-jakub` is a portrait of our own (`render.art.faces`).
"""

from __future__ import annotations

import argparse
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageChops

from render.art import CELL, LARGE
from render.art.faces import FACES, portrait

FOLDER = Path(__file__).parent
SHAPES = FOLDER / "shapes.json"
BOX = 512
"""The box in which outlines are drawn."""
LEVELS = 15
"""Edges have so many steps: more cannot be seen, and cost space."""
FACE = "face-"
"""How the names of portraits begin."""


def main() -> None:
    """Draws the atlases that are named, or all."""
    options = argparse.ArgumentParser(description="Draws the pictures of words into atlases.")
    options.add_argument("--from", dest="icons", type=Path, help="icons.json of @iconify-json/game-icons, for shapes that are new")
    options.add_argument("games", nargs="*")
    asked = options.parse_args()
    chosen = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json")) if path != SHAPES}
    shapes = gathered(chosen, json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}, asked.icons)
    SHAPES.write_text(json.dumps(shapes, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    shapes |= {FACE + word: portrait(face) for word, face in FACES.items()}
    for game in asked.games or chosen:
        print(game, write(FOLDER / f"{game}.zip", chosen[game], shapes), "bytes")


def gathered(chosen: Mapping[str, Mapping[str, str]], shapes: Mapping[str, str], icons: Path | None) -> dict[str, str]:
    """The outlines that words use, those that are new from the package. Raises SystemExit naming those that are nowhere."""
    wanted = {name for words in chosen.values() for name in words.values() if not name.startswith(FACE)}
    package = {name: icon["body"] for name, icon in json.loads(icons.read_text(encoding="utf-8"))["icons"].items()} if icons else {}
    if missing := wanted - shapes.keys() - package.keys():
        raise SystemExit(f"no such shapes: {', '.join(sorted(missing))}; new ones are taken from the package with --from")
    return {name: shapes.get(name) or package[name] for name in wanted}


def write(path: Path, words: Mapping[str, str], shapes: Mapping[str, str]) -> int:
    """Writes an atlas; returns its size in bytes. The same words and shapes give the same bytes."""
    packed = {name: _packed(drawn(shapes[name], LARGE if name.startswith(FACE) else CELL)) for name in set(words.values())}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as atlas:
        for word, name in sorted(words.items()):
            atlas.writestr(zipfile.ZipInfo(word), packed[name])
    return path.stat().st_size


def drawn(body: str, size: int = CELL) -> Image.Image:
    """An outline as a mask that fills its box: the lighter and the more opaque, the more it covers."""
    import resvg_py

    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}" width="{BOX}" height="{BOX}" color="#fff">{body}</svg>'
    whole = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA")
    whole = ImageChops.multiply(whole.getchannel("A"), whole.convert("L"))
    seen = whole.crop(whole.getbbox())
    square = Image.new("L", (max(seen.size), max(seen.size)))
    square.paste(seen, ((square.width - seen.width) // 2, (square.height - seen.height) // 2))
    return square.resize((size, size), Image.Resampling.LANCZOS)


def _packed(picture: Image.Image) -> bytes:
    """A mask as PNG."""
    file = io.BytesIO()
    picture.point([round(v / 255 * LEVELS) * 255 // LEVELS for v in range(256)]).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
