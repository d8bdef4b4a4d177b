"""What `words` and refusals say about actions that are not legal, for every game."""

from __future__ import annotations

import random

import pytest

from rules.game import Refused
from rules.legal_actions import legal
from tests.every_game.setups import SETUPS
from tests.every_game.test_contract import broken, positions

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def branches(listed):
    """The tree of words from the whole legal actions alone: what may follow each beginning, and whether the action may end there."""
    tree = {(): {}}
    for action in listed:
        for n, word in enumerate(action):
            tree.setdefault(action[:n], {}).setdefault(word, False)
        tree[action[:-1]][action[-1]] = True
    return tree


@every_setup
def test_beginnings_of_nothing_go_on_with_nothing(setup):
    """Words follow a beginning exactly if some legal action begins so; another seat, or words put elsewhere, have none."""
    rules, rng = setup.rules, random.Random(12)
    for state, _, action, _ in positions(setup):
        for seat in range(setup.seats):
            listed = set(legal(rules, state, seat))
            tree = branches(listed)
            tries = {b[: rng.randint(0, len(b))] for _ in range(4) for b in broken(action, listed, rng)} | set(
                rng.sample(sorted(tree), min(20, len(tree)))
            )
            for prefix in sorted(tries):
                assert {w.text: w.end for w in rules.words(state, seat, prefix)} == tree.get(prefix, {}), f"{seat}: {prefix}"


@every_setup
def test_a_refusal_names_what_is_legal_there(setup):
    """The words that a refusal offers instead are legal in the place of one of those that were said, and what it says is not itself legal."""
    rules, rng = setup.rules, random.Random(13)
    for state, _, action, _ in positions(setup):
        for seat in rules.to_act(state):
            listed = set(legal(rules, state, seat))
            for said in broken(action, listed, rng):
                with pytest.raises(Refused) as caught:
                    rules.apply(state, seat, said)
                for word in caught.value.legal:
                    assert any(word in {w.text for w in rules.words(state, seat, said[:n])} for n in range(len(said) + 1)), (
                        f"{said}: {caught.value!r} {caught.value.legal}"
                    )
