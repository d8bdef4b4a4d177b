"""What others may read in a record while the game goes on, judged by what they are told and see: an action shows nothing more than that."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from data.store import Store
from rules.game import Action
from rules.legal_actions import legal
from rules.parts.ahead import SEAL
from tests.databases import at_once
from tests.every_game.setups import SETUPS, random_action, random_game
from tests.sampled import often

LONGEST = often(80, 150)
"""Actions of a game that are looked at."""
OTHERS = 2
"""Other actions in the place of each."""


def told(rules: Any, step: Any, who: int | None) -> Any:
    """What a seat, or everybody, is told by a step and sees after it."""
    return [e for e in step.events if e.to is None or who in e.to], rules.view(step.state, who)


def written(rules: Any, state: Any, seat: int, action: Action) -> Action:
    """An answer as it stands in a record: sealed, as long as others come first."""
    waits = rules.decision(state, seat).sealed and seat != rules.to_act(state)[0]
    return (SEAL, *action) if waits else action


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_record_shows_others_only_what_they_are_told(setup):
    """What changes nothing for somebody is not even mentioned, and what looks the same to them reads the same."""
    rules, rng = setup.rules, random.Random(3)
    for state, seat, plain, step in islice(random_game(setup, 5), LONGEST):
        action = written(rules, state, seat, plain)
        kept = (written(rules, state, seat, random_action(rules, state, seat, rng)) for _ in range(OTHERS))
        others = {other: rules.apply(state, seat, other) for other in kept}
        for who in (*(s for s in range(setup.seats) if s != seat), None):
            seen = told(rules, step, who)
            if seen == ([], rules.view(state, who)):
                assert rules.redact(action) == (), f"{who} does not know of {action}"
            for other, otherwise in others.items():
                if told(rules, otherwise, who) == seen:
                    assert rules.redact(action) == rules.redact(other), f"{who} cannot tell {action} from {other}"


async def exported(store: Store, game: str, channel: int, rows: list[tuple[int, Action]], orders: frozenset[str] = frozenset()) -> str:
    """What a spectator and the other seat may read of a game of seat 0, but for the hash of its seed. An action may be its beginning alone."""
    opening = Opening(game, 1, channel, {"seating": "joined"}, "en", "light")
    made, _ = await Tables(store).open(opening, Party((100, "A"), [(101, "B")], seats=2, agreed=True))
    table = await Tables(store).get(made)
    if orders:
        await table.order(0, orders)
    for seat, action in rows:
        await table.act(seat, next(legal(table.rules, table.state, seat, action), action))
    texts = [await export(table, own) for own in ([], [1])]
    bodies = ["\n".join(line for line in text.splitlines() if not line.startswith("seed_sha256")) for text in texts]
    assert bodies[0].count("\n") == bodies[1].count("\n")
    return bodies[0]


async def test_secret_choices_and_orders_do_not_show_in_an_export():
    store = await at_once()
    decks = [(0, ("deck", "iron_tide")), (1, ("deck", "first_settlers"))]
    kept = await exported(store, "planetary_conquerors", 1, [*decks, (0, ("keep",))])
    other = await exported(store, "planetary_conquerors", 2, [(0, ("deck", "web_of_wires")), decks[1], (0, ("mulligan",))])
    ordered = await exported(store, "planetary_conquerors", 3, [*decks, (0, ("keep",))], frozenset({"pass_play"}))
    assert kept == other == ordered
    assert "keep" not in kept
    await store.close()
