"""What a teacher says of its moves: what everybody has seen, and answers out of worlds that a spectator imagines; the same whatever is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from data.content import build, games
from rules.computer_levels import computed
from rules.computers.characters import characters_of, teaches
from rules.computers.reasons import Fact
from rules.computers.teaching import MOST, WORLDS, Stage, taught
from rules.game import Step
from rules.randomness import Chance

ACTIONS = {"hexygame": 240}
"""So many actions into a game turns are explained; 70 in others."""


def turns(game: str) -> list[tuple[Any, int, list[tuple[int, tuple[str, ...]]]]]:
    """Turns of the second half of a game's beginning: the state before, the seat, and the actions of all until its last one there."""
    rules: Any = build(game)
    state, chance, rows = rules.setup(2, {}, 5).state, Chance.of(1, game), []
    while rules.to_act(state) and len(rows) < ACTIONS.get(game, 70):
        seat = rules.to_act(state)[0]
        action = computed(rules, state, seat, "normal", chance)
        rows.append((state, seat, action, rules.present_turn(state)))
        state = rules.apply(state, seat, action).state
    found, seen = [], set()
    for n, (before, seat, _, turn) in enumerate(rows):
        if turn is not None and rules.turn(before) in (seat, None) and (seat, turn) not in seen:
            seen.add((seat, turn))
            last = max(m for m, row in enumerate(rows) if row[3] == turn)
            found.append((before, seat, [(s, a) for _, s, a, _ in rows[n : last + 1]]))
    return found[len(found) // 2 :][:3]


def stages(rules: Any, state: Any, rows: list[tuple[int, tuple[str, ...]]]) -> list[Stage]:
    """The stages of a turn."""
    found = []
    for acting, action in rows:
        step = rules.apply(state, acting, action)
        found.append(Stage(state, acting, action, step))
        state = step.state
    return found


def elsewhere(rules: Any, stage: Stage, chance: Chance) -> Stage:
    """The same stage in worlds that look the same to everybody, with what everybody has seen of it."""
    before, after = (rules.imagine(state, None, chance) for state in (stage.before, stage.step.state))
    return Stage(before, stage.acting, stage.action, Step(after, tuple(event for event in stage.step.events if event.to is None)))


class Telling:
    """A game that is over, and its guide, to which everything of which it is told matters."""

    def imagine(self, state: Any, seat: Any, chance: Chance) -> Any:
        return state

    def redact(self, action: Any) -> Any:
        return action

    def to_act(self, state: Any) -> tuple[int, ...]:
        return ()

    def notable(self, rules: Any, before: Any, acting: int, action: Any, step: Step, seat: int) -> list[Fact]:
        return [Fact("hand", {}, 1.0, certain=True, private=True), Fact("point", {}, 1.0), Fact("spell", {}, 1.0, private=True)]


def test_what_follows_from_a_hand_is_not_told():
    """Not even of the one that is imagined: everybody may ask."""
    game: Any = Telling()
    own = taught(game, game, [Stage(None, 0, ("play",), Step(None, ()))], 0, Chance.of(1))
    assert ([fact.kind for fact in own.brings], own.certain) == (["point"], ())


@pytest.mark.parametrize("game", games())
def test_it_depends_on_nothing_hidden(game):
    """Where hands, decks and fog are others, and everybody has seen the same, it says the same; and it says something."""
    rules: Any = build(game)
    teacher = next(found for key, found in characters_of(rules).items() if teaches(rules, key))
    said, differed = 0, 0
    for before, seat, rows in turns(game):
        turn = stages(rules, before, rows)
        own = taught(rules, teacher.guide, turn, seat, Chance.of(1))
        said += bool(own.brings or own.costs)
        assert max(map(len, (own.brings, own.costs, own.fears))) <= MOST
        assert all(2 * fact.better >= WORLDS for fact in own.fears)
        others = [elsewhere(rules, stage, Chance.of(2, number)) for number, stage in enumerate(turn)]
        differed += any(rules.dump(one.before) != rules.dump(other.before) for one, other in zip(turn, others, strict=True))
        assert taught(rules, teacher.guide, others, seat, Chance.of(1)) == own
    assert differed
    assert said
