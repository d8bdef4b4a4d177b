"""What an action shows, judged by another road than `imagine`: the same game is played with some numbers of chance drawn otherwise.

Up to some action its seat cannot tell the two games apart. If that action tells them apart it has shown something, so it may be taken back
only with consent, and what it has shown differs between imagined worlds as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.play.undo import WORLDS, reveals
from rules.game import Refused
from rules.notation import Row
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_action
from tests.sampled import often

DEALS, DEALT = often(30, 60), 5
"""So often cards are dealt otherwise, and so many games are played with a deal that a seat cannot tell from the real one."""
ACTIONS = often(6, 12)
"""So many actions in which chance has a part are played otherwise."""
FURTHER = 60
"""So many actions are looked at then; in one game of two all."""
SEED = 31


class Draws:
    """Counts the numbers that are drawn, and lets those from `first` to `last` come out otherwise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begin()
        below = Chance.below

        def drawn(chance: Chance, limit: int) -> int:
            self.drawn += 1
            found = below(chance, limit)
            return (found + 1 + self.drawn % 5) % limit if self.first <= self.drawn <= self.last else found

        monkeypatch.setattr(Chance, "below", drawn)

    def begin(self, first: int = 0, last: int = 0) -> None:
        self.drawn, self.first, self.last = 0, first, last


class Played:
    """A game as it is played, and what seats are told by its steps; step 0 is the deal. `drawn[n]` is how many numbers step n has drawn."""

    def __init__(self, setup: Any, draws: Draws) -> None:
        self.rules, self.setup = setup.rules, setup
        draws.begin()
        self.steps = [self.deal()]
        self.rows, self.drawn = [], [draws.drawn]
        rng = random.Random(SEED)
        while acting := self.rules.to_act(self.steps[-1].state):
            seat = rng.choice(acting)
            row = Row(len(self.steps), seat, random_action(self.rules, self.steps[-1].state, seat, rng))
            draws.begin()
            self.steps.append(self.rules.apply(self.steps[-1].state, row.seat, row.action))
            self.rows.append(row)
            self.drawn.append(draws.drawn)
        self._told: dict[tuple[int, int | None], Any] = {}

    def deal(self) -> Any:
        return self.rules.setup(self.setup.seats, self.setup.options, SEED)

    def told(self, n: int, who: int | None) -> Any:
        if (n, who) not in self._told:
            self._told[n, who] = told(self.rules, self.steps[n], who)
        return self._told[n, who]

    def telling(self, begin: int, seat: int, last: int) -> Iterator[tuple[int, int | None]]:
        """The actions of a seat that tell it that another game than this one has been played since a step, and to whom they show that."""
        other = self.steps[begin - 1] if begin else None
        for n in range(begin, min(last, len(self.steps))):
            row = self.rows[n - 1] if n else None
            try:
                other = self.rules.apply(other.state, row.seat, row.action) if other and row else self.deal()
            except Refused:
                assert row.seat != seat, "who cannot tell two games apart may do the same in both"
                return
            learnt = [who for who in (seat, None) if told(self.rules, other, who) != self.told(n, who)]
            if row and row.seat == seat:
                yield from ((n, who) for who in learnt)
            if seat in learnt:
                return


def told(rules: Any, step: Any, who: int | None) -> Any:
    """What a seat, or everybody, is told by a step."""
    return [e for e in step.events if e.to is None or who in e.to], rules.view(step.state, who)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_chance_has_shown_is_not_taken_back_without_consent(setup, monkeypatch):
    rules, draws = setup.rules, Draws(monkeypatch)
    game = Played(setup, draws)
    shown = {*otherwise_dealt(game, draws), *otherwise_drawn(game, draws)}
    draws.begin()
    for n, who in shown:
        state, row = game.steps[n - 1].state, game.rows[n - 1]
        assert reveals(rules, state, [row], row.seat), f"{row.action} has shown something"
        worlds = (rules.apply(rules.imagine(state, row.seat, Chance.of(k)), row.seat, row.action) for k in range(WORLDS))
        assert any(told(rules, world, who) != game.told(n, who) for world in worlds), f"{row.action} shows the same everywhere"
    assert not all(reveals(rules, step.state, [row], row.seat) for step, row in zip(game.steps[:20], game.rows, strict=False))


def otherwise_dealt(game: Played, draws: Draws) -> Iterator[tuple[int, int | None]]:
    """What actions show when one number was drawn otherwise at the deal."""
    rng, found = random.Random(SEED), 0
    for n in range(DEALS if game.drawn[0] else 0):
        one, seat = rng.randint(1, game.drawn[0]), n % game.setup.seats
        draws.begin(one, one)
        if found < DEALT and told(game.rules, game.deal(), seat) == game.told(0, seat):
            found += 1
            draws.begin(one, one)
            yield from game.telling(0, seat, len(game.steps) if found == 1 and game.setup.seats == 2 else FURTHER)


def otherwise_drawn(game: Played, draws: Draws) -> Iterator[tuple[int, int | None]]:
    """What actions show when all that was drawn in one of them, the first or others, comes out otherwise."""
    by_chance = [n for n in range(1, len(game.steps)) if game.drawn[n]]
    for n in by_chance[:1] + random.Random(SEED).sample(by_chance[1:], min(ACTIONS, len(by_chance[1:]))):
        draws.begin(1, game.drawn[n])
        yield from game.telling(n, game.rows[n - 1].seat, n + FURTHER)
