"""What a panel says that an action has brought: nothing of it twice, and nothing left out."""

from __future__ import annotations

import pytest

from cogs.messages.moves.result import _beside_deed
from rules.game import Event

BOARD = Event("round", {"round": 2})


@pytest.mark.parametrize(
    ("action", "deed"),
    [
        (("play", "plasma"), {"card": "plasma", "price": 3}),
        (("play", "plasma", "m2"), {"cards": ["plasma", "other"]}),
        (("discard", "plasma", "drone"), {"n": 2}),
    ],
)
def test_the_deed_itself_is_told_by_its_sentence(action, deed):
    events = [BOARD, Event("done", {"seat": 0, **deed}), Event("done", {"seat": 0, **deed})]
    assert _beside_deed(events, 0, action) == [BOARD, events[2]], "once"


@pytest.mark.parametrize(
    ("action", "event"),
    [
        (("play", "plasma"), Event("done", {"seat": 1, "card": "plasma"})),
        (("play", "plasma"), Event("done", {"seat": 0, "card": "drone"})),
        (("play", "plasma"), Event("done", {"seat": 0, "card": "plasma"}, to=(0,))),
        (("discard", "plasma", "drone"), Event("done", {"seat": 0, "n": 3})),
        (("discard", "plasma", "drone"), Event("done", {"seat": 0, "n": 2, "more": 1})),
        (("pass",), Event("done", {"seat": 0, "n": 0})),
    ],
)
def test_all_else_is_news(action, event):
    assert _beside_deed([BOARD, event], 0, action) == [BOARD, event]
