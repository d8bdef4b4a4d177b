"""Golden playthroughs: whole games written out with everything that can be seen, compared line by line.

`python -m tests.every_game.test_playthroughs [GAME ...]` writes them anew; the difference is what a reviewer reads. Each game has one for every
way it can end (`WAYS` in its `tests/<game>/ways.py`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from data.content import build, games
from render.look import Look
from render.painter import painter
from rules.game import to_builtins
from rules.notation import play, write
from tests.every_game.strict import Strict
from tests.own import own

FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"


def ways(game: str) -> dict[str, dict[str, Any]]:
    """The playthroughs of a game: name -> setup, seed, the way it ends, and the rows to play."""
    found: dict[str, dict[str, Any]] = own(game, "ways", "WAYS") or {}
    return found


def written(game: str, way: dict[str, Any]) -> Iterator[str]:
    """A playthrough as text."""
    rules = build(game)
    paint = painter(game)
    seats, options, seed = way["seats"], way["options"], way["seed"]
    look = Look("light", Strict("en", game), tuple(f"P{s}" for s in range(seats)))
    step = rules.setup(seats, options, seed)
    yield f"{game}, {seats} seats, {json.dumps(options)}, seed {seed}"
    for row in way["rows"](rules, step.state):
        yield from _events(step.events, paint, look)
        state = step.state
        for seat in rules.to_act(state):
            count = sum(1 for _ in _legal(rules, state, seat))
            yield f"  asked: {seat} {rules.decision(state, seat).kind}, {count} legal"
        yield f"{row.number}. {row.seat} {write(row.action)}"
        step = play(rules, state, row)
        way["state"] = step.state
    yield from _events(step.events, paint, look)
    outcome = rules.outcome(step.state)
    assert outcome is not None
    yield f"outcome: {json.dumps(to_builtins(outcome))}"
    yield paint.describe(rules.view(step.state, None), look)


def _legal(rules: Any, state: Any, seat: int) -> Iterator[Any]:
    from rules.legal_actions import legal

    return legal(rules, state, seat)


def _events(events: Any, paint: Any, look: Look) -> Iterator[str]:
    for e in events:
        to = "" if e.to is None else f" to {','.join(map(str, e.to))}"
        yield f"  {e.kind}{to} {e.rule or ''} {json.dumps(to_builtins(e.facts), sort_keys=True)}"
        line = paint.narrate(e.kind, e.facts, look)
        if line:
            yield f"    “{line}”"


CASES = [(game, name) for game in games() for name in ways(game)]


@pytest.mark.parametrize(("game", "name"), CASES)
def test_playthrough(game, name):
    path = FOLDER / game / f"{name}.txt"
    assert path.exists(), "write it with python -m tests.every_game.test_playthroughs"
    assert "\n".join(written(game, ways(game)[name])) + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [g for g in games() if ways(g)])
def test_every_way_to_end_is_shown(game):
    reasons = set()
    for name in ways(game):
        text = (FOLDER / game / f"{name}.txt").read_text(encoding="utf-8")
        outcome = next(line for line in text.splitlines() if line.startswith("outcome: "))
        reasons.add(json.loads(outcome.removeprefix("outcome: "))[1])
    assert reasons == own(game, "ways", "REASONS")


def test_every_game_has_playthroughs():
    missing = [game for game in games() if not ways(game)]
    assert not missing


if __name__ == "__main__":
    chosen = sys.argv[1:] or games()
    for game, name in (case for case in CASES if case[0] in chosen):
        path = FOLDER / game / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(written(game, ways(game)[name])) + "\n", encoding="utf-8")
        print(path)
