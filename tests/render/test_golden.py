"""Golden pictures (MH-9.7): a few positions in our own font, compared with a tolerance. `python -m tests.render.test_golden` draws them anew."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from data.content import build
from data.language import texts
from render import hexknight, monster_hex
from render.look import Look
from rules.notation import Record, play
from tests.every_game.setups import Setup, random_game
from tests.hexknight.ways import RECORDS

GOLDEN = Path(__file__).parent / "golden"
FAILED = Path(__file__).resolve().parents[1] / "failed"
OFF = 24
"""A channel may be off by so much in a pixel before it counts as different."""
SHARE = 0.004
"""The share of pixels that may differ, for another FreeType or Pillow."""

RULES: Any = build("monster_hex")
KNIGHT: Any = build("hexknight")


def position(seats: int, number: int, **options: str) -> Any:
    return list(random_game(Setup("monster_hex", seats, options), 5))[number][0]


def look(theme: str, language: str, seats: int) -> Look:
    return Look(theme, texts(language, "monster_hex"), ("Anna", "Bohumil", "Cécile", "Dara")[:seats])


def board(theme: str, language: str, seats: int, number: int, **options: str) -> Any:
    return monster_hex.paint(RULES.view(position(seats, number, **options), None), look(theme, language, seats))


def rotations() -> Any:
    state = position(3, 20)
    (seat,) = RULES.to_act(state)
    view = RULES.view(state, seat)
    tile = RULES.words(state, seat, ("place",))[0].text
    label = RULES.words(state, seat, ("place", tile))[0].text
    words = [w.text for w in RULES.words(state, seat, ("place", tile, label))]
    return monster_hex.paint_choice(view, look("dark", "en", 3), ("place", tile, label), words)


def hand() -> Any:
    return monster_hex.paint_hand(RULES.view(position(2, 12, board="three"), 1), look("light", "fr", 2))


def island(number: int, name: str = "two_days") -> Any:
    """The state of a recorded game of HexKnight after so many actions."""
    record = Record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = KNIGHT.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    for row in record.rows[:number]:
        state = play(KNIGHT, state, row).state
    return state


def sees(theme: str, language: str, seats: int = 2) -> Look:
    return Look(theme, texts(language, "hexknight"), ("Anna", "Bohumil", "Cécile")[:seats])


def turn(step: str, theme: str, language: str, laid: bool = True) -> Any:
    """The panel of the first turn in the record that has such a step, with cards laid out."""
    for number in range(400):
        state = island(number)
        if state.step == step and bool(state.hero.play) == laid:
            return hexknight.paint_choice(KNIGHT.view(state, state.active), sees(theme, language), (), [])
    raise AssertionError(f"no {step} in the record")


PICTURES: dict[str, Callable[[], Any]] = {
    "two_light_en": lambda: board("light", "en", 2, 14),
    "three_dark_cs": lambda: board("dark", "cs", 3, 24),
    "four_light_fr": lambda: board("light", "fr", 4, 34, abilities="on"),
    "shared_dark_en": lambda: board("dark", "en", 2, 21, board="three"),
    "rotations_dark": rotations,
    "hand_light": hand,
    "island_day_light_en": lambda: hexknight.paint(KNIGHT.view(island(20), None), sees("light", "en")),
    "island_night_dark_cs": lambda: hexknight.paint(KNIGHT.view(island(140), None), sees("dark", "cs")),
    "island_over_light_fr": lambda: hexknight.paint(KNIGHT.view(island(448, "three_on_the_fixed_map"), None), sees("light", "fr", 3)),
    "turn_movement_light_en": lambda: turn("movement", "light", "en"),
    "turn_defence_dark_fr": lambda: turn("defence", "dark", "fr"),
    "turn_selection_light_cs": lambda: turn("selection", "light", "cs", laid=False),
    "turn_rest_dark_en": lambda: turn("rest", "dark", "en"),
}


def open_picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", PICTURES)
def test_golden_picture(name):
    path = GOLDEN / f"{name}.png"
    assert path.exists(), "draw it with python -m tests.render.test_golden"
    drawn, golden = open_picture(PICTURES[name]().png), open_picture(path.read_bytes())
    assert drawn.size == golden.size
    bands = ImageChops.difference(drawn, golden).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).histogram()
    share = sum(worst[OFF + 1 :]) / (drawn.width * drawn.height)
    if share > SHARE:
        FAILED.mkdir(exist_ok=True)
        drawn.save(FAILED / f"{name}.png")
        golden.save(FAILED / f"{name}.golden.png")
    assert share <= SHARE, f"{share:.2%} of the pixels differ; see {FAILED}"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (GOLDEN / f"{name}.png").write_bytes(make().png)
        print(GOLDEN / f"{name}.png")
