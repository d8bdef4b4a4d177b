"""Row Q: the time to compute the labels of one private panel, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from cogs.messages.buttons import Choose, Press
from cogs.messages.moves.button_colours import Looking, options_that_play, plays, told, tried
from cogs.messages.moves.choice_labels import labelled
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Picking, Place
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_menus import picking
from tests.positions import built
from tests.tools.bench.measure import percentile, result

PLAYED, BUILT, DEEP = 150, 60, 4
"""So many positions of a random game and built ones, and so many of the first words that lead on from each."""


def asked(game: str) -> Iterator[Picking]:
    """Panel questions from positions of a random game and from built positions."""
    setup = next(s for s in SETUPS if s.game == game)
    whole = whole_game(setup)
    for state, seat, *_ in whole[:: max(1, len(whole) // PLAYED)]:
        yield picking(setup.rules, state, seat, "en")
    for number in range(BUILT):
        state = built(game, number, "labels")
        if acting := setup.rules.to_act(state):
            yield picking(setup.rules, state, acting[0], "en")


def labels(game: str) -> None:
    """Measures row Q: all actions tried for the labels, colours and options of one panel."""
    times = []
    for one in asked(game):
        rules, state, seat = one.table.rules, one.state, one.seat
        further: list[tuple[str, ...]] = [(word.text,) for word in rules.words(state, seat, ()) if not word.end]
        for prefix in [(), *further[:DEEP]]:
            start = time.process_time()
            items = _shown(one, Place(1, 1, 0, prefix), 0).items
            rows: list[Any] = [row for item in items if isinstance(item, Press) and (row := plays(one, item))]
            rows += [[action] for item in items if isinstance(item, Choose) for _, action in options_that_play(one, item)]
            if rows and not rules.decision(state, seat).sealed:
                tried(rules, state, Looking(seat, 1), rows, partial(told, one))
            labelled(one, items, {})
            times.append(time.process_time() - start)
    result("Q", f"labels of a panel, p99 in ms of one core ({game}, {len(times)} panels)", 1000 * percentile(times, 0.99), "50", "25")
