"""Row A1: a replay against the GIFs that Pillow makes by default of the same pictures in their true colours."""

from __future__ import annotations

import io

from render.animation import Animation
from render.canvas import Scene
from tests.bench.games import pasted
from tests.bench.measure import interleaved, result
from tests.bench.subject import Subject

FRAMES, ROUNDS = 60, 3


def replays(subject: Subject) -> None:
    """Drawing and encoding of a game's last pictures, and how many bytes they take; its sprites have been drawn before, as at a table."""
    scenes: list[Scene] = []
    for *_, step in subject.game(1):
        scene = subject.paint.board(subject.rules.view(step.state, None), subject.look)
        if not scenes or scene != scenes[-1]:
            scenes.append(scene)
    scenes = scenes[-FRAMES:]
    exact = [pasted(subject, scene) for scene in scenes]
    ours: dict[str, bytes] = {}

    def made() -> None:
        film = Animation(subject.paint.studio, scenes, "light", 10**9)
        for _ in film:
            pass
        ours["gif"] = film.gif

    def default() -> None:
        buffer = io.BytesIO()
        exact[0].save(buffer, "GIF", save_all=True, append_images=exact[1:])
        ours["anchor"] = buffer.getvalue()

    time, anchor = interleaved(made, default, rounds=ROUNDS)
    result("A1", f"a replay of {len(scenes)} frames / Pillow's default ({subject.key})", time / anchor, "0.7", "0.15")
    result("A1", "the same, bytes", len(ours["gif"]) / len(ours["anchor"]), "0.6", "0.25")
