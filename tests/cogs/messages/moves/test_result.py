"""What a panel says that an action has brought: nothing of it twice, and nothing left out."""

from __future__ import annotations

import pytest

from cogs.messages.moves.result import _beside_deed
from data.language import texts
from rules.game import Event

BOARD = Event("round", {"round": 2})


@pytest.mark.parametrize(
    ("action", "deed"),
    [
        (("play", "plasma"), {"card": "plasma", "price": 3}),
        (("play", "plasma", "m2"), {"cards": ["plasma", "other"]}),
        (("discard", "plasma", "drone"), {"n": 2}),
        (("take", "4"), {"value": 4, "points": 6}),
        (("place", "trapdoor", "m1", "1"), {"what": "m1"}),
        (("attack", "d4", "e5"), {"hexes": ["d4"], "hex": "e5"}),
        (("bonus", "d4", "e5", "g3"), {"cards": ["d4", "e5", "g3"]}),
    ],
)
def test_the_deed_itself_is_told_by_its_sentence(action, deed):
    events = [BOARD, Event("done", {"seat": 0, **deed}), Event("done", {"seat": 0, **deed})]
    assert _beside_deed(events, 0, action, texts("en", "hexygame")) == [BOARD, events[2]], "once"


@pytest.mark.parametrize(
    ("action", "event"),
    [
        (("play", "plasma"), Event("done", {"seat": 1, "card": "plasma"})),
        (("play", "plasma"), Event("done", {"seat": 0, "card": "drone"})),
        (("play", "plasma"), Event("done", {"seat": 0, "card": "plasma"}, to=(0,))),
        (("discard", "plasma", "drone"), Event("done", {"seat": 0, "n": 3})),
        (("discard", "plasma", "drone"), Event("done", {"seat": 0, "n": 2, "more": 1})),
        (("pass",), Event("done", {"seat": 0, "n": 0})),
        (("attack", "d4", "e5", "g3"), Event("done", {"seat": 0, "hexes": ["d4", "g3"], "hex": "e5"})),
    ],
)
def test_all_else_is_news(action, event):
    """The sentence of an attack names one attacker: who joins it stands in the event alone."""
    assert _beside_deed([BOARD, event], 0, action, texts("en", "hexygame")) == [BOARD, event]
