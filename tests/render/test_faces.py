"""Faces of characters: each has one of its own in its game, out of art that is there, and all are drawn in every theme."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from data.content import build, games
from render.art import has
from render.faces import FACES, HIGH, WIDE, paint_faces
from render.theme import THEMES
from rules.computers.characters import characters_of


@pytest.mark.parametrize("game", games())
def test_each_character_has_a_face_of_its_own(game):
    assert [*FACES[game]] == [*characters_of(build(game))]
    assert all(has(game, word) for word in FACES[game].values())
    assert len({*FACES[game].values()}) == len(FACES[game])


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", games())
def test_faces_stand_beside_each_other_and_differ(game, theme):
    names = {key: one.name for key, one in characters_of(build(game)).items()}
    drawn = Image.open(io.BytesIO(paint_faces(game, names, theme).png)).convert("RGB")
    assert drawn.width / len(names) / (drawn.height / HIGH) == WIDE
    width = drawn.width // len(names)
    assert len({drawn.crop((n * width, 0, (n + 1) * width, drawn.height)).tobytes() for n in range(len(names))}) == len(names)
