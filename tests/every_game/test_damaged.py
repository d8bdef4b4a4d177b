"""A damaged snapshot is refused with a ValueError, whatever has been done to it; one that loads nevertheless answers what a table asks."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from data.content import build, games
from rules.game import to_builtins
from tests.every_game.setups import SETUPS, spread
from tests.positions import built, seats_of
from tests.sampled import often

BUILT = int(os.environ.get("BUILT", often(6, 12)))
"""So many built positions a game."""
DAMAGES = often(15, 40)
"""So many damages of each."""
LEAVES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 99, 10**30, -(10**30), 1.5, "", "x", "e5", "-1", "\u0000", [], {}, [[]], {"": 0}, [0], ["x"], "a" * 20_000,
)  # fmt: skip
every_game = pytest.mark.parametrize("game", games())


@lru_cache(None)
def positions(game: str) -> list[Any]:
    """States of random games, and such as were built."""
    played = [state for setup in SETUPS if setup.game == game for state, _, _, _ in spread(setup, 3, 3)]
    return [*played[:12], *(built(game, number, "damaged") for number in range(BUILT))]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything that plain data hold."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inside for found in places(item, (*path, key)))]


def damaged(plain: Any, path: tuple[Any, ...], rng: random.Random) -> Any:
    """The same with one thing in it replaced, dropped, doubled, cut short or exchanged for another."""
    if not path:
        return rng.choice(LEAVES)
    copy = json.loads(json.dumps(plain))
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    key, how = path[-1], rng.randrange(7)
    item = holder[key]
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.insert(key, item)
    elif how == 2 and isinstance(holder, list):
        del holder[key:]
    elif how == 3 and isinstance(holder, dict):
        holder[str(rng.choice(LEAVES[:16]))] = holder.pop(key)
    elif how == 4 and isinstance(item, int):
        holder[key] = item + rng.choice((-1, 1, 2, 100))
    elif how == 5:
        elsewhere = rng.choice(places(plain))
        found = plain
        for step in elsewhere:
            found = found[step]
        holder[key] = found
    else:
        holder[key] = rng.choice(LEAVES)
    return copy


def answers(rules: Any, state: Any) -> None:
    """What is asked of a position that was read."""
    acting, outcome = rules.to_act(state), rules.outcome(state)
    assert bool(acting) == (outcome is None)
    for seat in acting:
        assert rules.decision(state, seat).kind in rules.kinds
        assert rules.words(state, seat, ())
    for viewer in (None, *seats_of(state)):
        to_builtins(rules.view(state, viewer))
    assert rules.load(rules.dump(state)) == state


@pytest.mark.sampled(0.4)
@every_game
def test_every_position_loads(game):
    rules = build(game)
    for state in positions(game):
        assert rules.load(rules.dump(state)) == state


@pytest.mark.sampled(0.2)
@every_game
def test_a_damaged_snapshot_is_refused_or_answers(game):
    rules, rng, met = build(game), random.Random(5), Counter[str]()
    for state in positions(game):
        plain = json.loads(rules.dump(state))
        ways = places(plain)
        for path in rng.sample(ways, min(DAMAGES, len(ways))):
            snapshot = json.dumps(damaged(plain, path, rng)).encode()
            try:
                found = rules.load(snapshot)
            except ValueError:
                met["refused"] += 1
                continue
            met["answers"] += 1
            answers(rules, found)
    assert met["refused"] > 50
    assert met["answers"] > 5, "not everything is noticed: a card more in a hand is a position, too"


@every_game
def test_what_is_no_snapshot_is_refused(game):
    rules = build(game)
    whole = rules.dump(positions(game)[0])
    cut = [whole[: len(whole) * n // 20] for n in range(20)]
    deep = [b"[" * 100_000, b'{"sides":' * 50_000, whole[:-1] + b',"ahead":' + b"[" * 100_000]
    odd = (b"", b"null", b"NaN", b"[]", b"{}", b'""', b"1e999", b"\xff\xfe", b"\x00")
    spoilt = (whole + b"x", whole[:-1] + b',"x":NaN}', whole.replace(b"{", b"[", 1), whole.replace(b'"', b"'"))
    for snapshot in (*cut, *deep, *odd, *spoilt):
        with pytest.raises(ValueError, match=r"."):
            rules.load(snapshot)


@every_game
@pytest.mark.parametrize("seat", ["-1", "9", "x"])
def test_who_is_not_there_has_said_nothing(game, seat):
    rules = build(game)
    plain = json.loads(rules.dump(positions(game)[0]))
    for field, said in (("orders", []), ("ahead", {})):
        with pytest.raises(ValueError, match=r"."):
            rules.load(json.dumps(plain | {field: {seat: said}}).encode())
