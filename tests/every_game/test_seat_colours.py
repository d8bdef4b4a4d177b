"""The colour in which a table's message says who is to act is one of the game's own, in every theme."""

from __future__ import annotations

from render.look import Look
from render.painter import no_colour, painter
from render.theme import THEMES, theme
from tests.every_game.strict import Strict
from tests.every_game.test_pictures import NAMES, every_setup, positions

SHARED = {"hockey_game"}
"""Games in which seats may have the same colour: teams with the same crest ground."""


@every_setup
def test_seats_have_colours_of_their_own(setup):
    """Of a position everybody looks at: each seat has a colour that the theme knows, another one than the others, or none yet."""
    paint, found = painter(setup.game), 0
    for state, *_, step in positions(setup, 2):
        for view in (setup.rules.view(state, None), setup.rules.view(step.state, None)):
            for name in THEMES:
                look = Look(name, Strict("en", setup.game), NAMES[: setup.seats])
                colours = [c for seat in range(setup.seats) if (c := paint.accent(view, seat, look)) is not None]
                assert {tuple(c.to_bytes(3, "big")) for c in colours} <= set(theme(name, setup.game).colours.values())
                assert len(set(colours)) == len(colours) or setup.game in SHARED, name
                found += len(colours)
    assert found or paint.colour is no_colour, "a game that has colours shows them"
