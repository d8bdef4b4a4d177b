"""Plays games between computers or simple plans for the balance figures, each with its own seed, and counts what happens in them."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from data.content import build
from rules.computer_levels import computed
from rules.game import Action, Budget, Seat, Step
from rules.randomness import Chance

Note = tuple[Seat, Hashable]
"""Something that is counted, and the seat that it is counted for."""


class Deal(NamedTuple):
    """A game to be played: its options, what each seat brings (a deck, a team, or nothing), the player of each seat, and the game's number."""

    game: str
    options: tuple[tuple[str, str], ...]
    brought: tuple[str, ...]
    players: tuple[str, ...]
    number: int

    @property
    def seed(self) -> int:
        """The seed, a hash of all but the players, so that levels and changes are compared on the same deals; different deals differ in it."""
        return int(sha256(repr(self._replace(players=("",) * len(self.players))).encode()).hexdigest(), 16)


class Played(NamedTuple):
    """A game that is over: each seat's share of the victory, why it ended, what was counted, who began, and the scores if there are any."""

    deal: Deal
    shares: tuple[float, ...]
    reason: str
    notes: Counter[Note]
    first: Seat
    scores: tuple[int, ...] = ()

    def sum(self, what: Hashable) -> int:
        """How often `what` was noted, over all seats."""
        return sum(n for (_, noted), n in self.notes.items() if noted == what)

    def each(self, what: str) -> list[int]:
        """The counts of all notes that are pairs beginning with `what`, such as the decisions of each turn."""
        return [n for (_, noted), n in self.notes.items() if isinstance(noted, tuple) and noted[0] == what]


def of(game: str) -> Any:
    """The module `tests.tools.balance.<game>`."""
    return importlib.import_module(f"tests.tools.balance.{game}")


def play(deal: Deal) -> Played:
    """Plays a deal to its end and returns the result with all notes."""
    rules: Any = build(deal.game)
    here, chance = of(deal.game), Chance.of(deal.seed, "balance")
    state = rules.setup(len(deal.players), dict(deal.options), deal.seed).state
    notes: Counter[Note] = Counter()
    for seat, word in enumerate(deal.brought):
        state = rules.apply(state, seat, (here.BRINGS, word)).state
    first = here.first(state)
    trail: list[tuple[Any, Seat, Action]] = []
    while acting := rules.to_act(state):
        seat = acting[0]
        action = _decided(rules, here, state, seat, deal.players[seat], chance)
        step: Step = rules.apply(state, seat, action)
        notes.update(here.notes(rules, state, seat, action, step))
        trail.append((state, seat, action))
        state = step.state
    if hasattr(here, "turns"):
        notes.update(here.turns(clicks(rules, trail)))
    outcome = rules.outcome(state)
    return Played(deal, tuple(outcome.shares), outcome.reason, notes, first, outcome.scores)


def clicks(rules: Any, trail: Sequence[tuple[Any, Seat, Action]]) -> Iterator[tuple[Any, Seat]]:
    """The positions in which a person would act, and the seat: several actions that the game offers as one shortcut count as one click."""
    done = 0
    for i, (state, seat, _) in enumerate(trail):
        if i >= done:
            rows = [[(seat, action) for action in row] for row in rules.shortcuts(state, seat)]
            done = i + max((len(row) for row in rows if row == [step[1:] for step in trail[i : i + len(row)]]), default=1)
            yield state, seat


def _decided(rules: Any, here: Any, state: Any, seat: Seat, player: str, chance: Chance) -> Action:
    name, _, nodes = player.partition(":")
    plan = getattr(here, "PLANS", {}).get(name)
    if plan is not None:
        action: Action = plan(rules, rules.imagine(state, seat, chance), seat, chance)
        return action
    return computed(rules, state, seat, name, chance, Budget(int(nodes)) if nodes else None)


def nothing(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Notes nothing: the `notes` of a game that counts nothing."""
    return ()
