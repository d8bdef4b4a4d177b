"""*Show me*: the line behind a reason, step by step, with what is imagined marked, and nothing in it that only somebody else knows."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

import pytest
from PIL import Image

from cogs.messages.moves.line_film import LineFilm
from cogs.play.thinking.worker_requests import searching
from cogs.play.unfit import Unfit
from data.content import build
from data.language import texts
from render.look import Look
from rules.computers.reasons import ShownLine
from tests.rules.computers.test_reasons import GAMES, Moment, moments

NAMES = ("Anna", "Bohumil")


def film(game: str, shown: ShownLine) -> LineFilm:
    found = LineFilm(build(game), shown, Look("light", texts("en", game), NAMES), 8_000_000)
    assert len([*islice(found.steps(), 10_000)]) < 10_000
    return found


def shown_of(game: str) -> tuple[Moment, ShownLine]:
    """Of some moments the one whose film is longest."""
    return max(((m, m.why.shown) for m in moments(game) if m.why.shown is not None), key=lambda pair: len(pair[1].done))


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", GAMES)
def test_a_film_has_a_picture_for_each_step_that_is_told_and_marks_what_is_imagined(game):
    moment, shown = shown_of(game)
    rules: Any = build(game)
    found = film(game, shown)
    assert Image.open(io.BytesIO(found.gif)).n_frames >= 2
    search, state, sure = searching(rules), rules.load(shown.world), 0
    assert search is not None
    assert rules.view(state, moment.seat).board == rules.view(moment.state, moment.seat).board or game == "planetary_conquerors"
    assert shown.done[0] == (moment.seat, moment.best)
    for n, (seat, action) in enumerate(shown.done):
        assert n >= shown.sure or seat == moment.seat, "what others do is never sure"
        step = search.guide.step(rules, state, seat, action)
        sure += n < shown.sure and any(event.to is None for event in step.events)
        state = step.state
    told = [caption.startswith("Imagined: ") for caption in found.captions]
    assert told == sorted(told), "after the first thing that is imagined all is"
    assert told.count(False) <= 1 + sure
    assert "You draw" not in "".join(found.captions), "who draws what in an imagined game is nobody's knowledge, not even the seat's own"


def test_where_nothing_is_told_there_is_no_film():
    _, shown = shown_of("hexknight")
    with pytest.raises(Unfit, match="nothing"):
        film("hexknight", shown._replace(done=()))


def test_a_tile_that_nobody_can_know_has_the_name_of_its_monster():
    """That of the faction whose it is, and not the one of the tile itself."""
    films = (film("monster_hex", m.why.shown) for m in moments("monster_hex") if m.why.shown is not None)
    captions = next(one.captions for one in films if one.unknown)
    told = next(caption for caption in captions if "(you cannot know: " in caption)
    name = told.partition("cannot know: ")[2].rstrip(")")
    assert f"places {name} on" in told
