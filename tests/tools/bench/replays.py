"""Row A1: a replay against the GIFs that Pillow makes by default of the same pictures in their true colours."""

from __future__ import annotations

import io

from PIL import Image

from render.animation import Animation
from render.canvas import Scene
from tests.tools.bench.games import pasted
from tests.tools.bench.measure import interleaved, result
from tests.tools.bench.subject import Subject

FRAMES, ROUNDS = 60, 5
SAMPLE = 6
"""Pillow's time is that for one frame of so many, times so many: it takes a sixth of a second for each."""


def replays(subject: Subject) -> None:
    """Drawing and encoding of a game's last pictures, and how many bytes they take; its sprites have been drawn before, as at a table."""
    scenes: list[Scene] = []
    for *_, step in subject.game(1):
        scene = subject.paint.board(subject.rules.view(step.state, None), subject.look)
        if not scenes or scene != scenes[-1]:
            scenes.append(scene)
    scenes = scenes[-FRAMES:]
    exact = [pasted(subject, scene) for scene in scenes]
    films: list[Animation] = []

    def made() -> None:
        films[:] = [Animation(subject.paint.studio, scenes, "light", 10**9)]
        for _ in films[0]:
            pass

    time, anchor = interleaved(made, lambda: default(exact[::SAMPLE]), rounds=ROUNDS)
    whole = anchor * len(exact) / len(exact[::SAMPLE])
    result("A1", f"a replay of {len(scenes)} frames / Pillow's default ({subject.key})", time / whole, "0.7", "0.15")
    result("A1", "the same, bytes", len(films[0].gif) / len(default(exact)), "0.6", "0.25")


def default(frames: list[Image.Image]) -> bytes:
    """The anchor: the frames as a GIF with Pillow's default settings."""
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    return buffer.getvalue()
