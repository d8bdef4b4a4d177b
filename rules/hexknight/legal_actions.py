"""The legal actions of a seat, word by word (HK-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.game import Action, Word
from rules.hexknight import combat, game_flow, movement
from rules.hexknight.content import WOUND, Content
from rules.hexknight.island import Island
from rules.hexknight.state import State

VERBS = {
    "exchange": ("play", "take_back", "confirm"),
    "preparation": ("play", "take_back", "confirm"),
    "movement": ("play", "take_back", "step", "travel", "confirm"),
    "provocation": ("provoke", "decline"),
    "defence": ("play", "take_back", "block", "take_wounds"),
    "attack": ("play", "take_back", "strike", "give_up"),
    "selection": ("select",),
    "rest": ("play", "heal", "take_back", "confirm"),
}
"""The verbs of each step: the table of HK-14."""


def words(content: Content, island: Island, state: State, prefix: Action) -> list[Word]:
    """The legal next words after `prefix`, for the seat whose turn it is."""
    if len(prefix) > 1:
        return []
    return objects(content, island, state, prefix[0]) if prefix else verbs(content, island, state)


def verbs(content: Content, island: Island, state: State) -> list[Word]:
    """The first words of actions, in the order of the table of HK-14."""
    step = state.step
    found = []
    if step == "provocation":
        return [Word("provoke"), Word("decline", True)]
    if step == "selection":
        return [Word("select")]
    if playable := len(_playable(content, state)):
        found.append(Word("play", False, playable))
    if step == "rest" and (points := _heals(content, island, state)):
        found.append(Word("heal", True, points))
    if backs := _backs(content, island, state):
        found.append(Word("take_back", False, sum(w.times for w in backs)))
    if step == "movement" and _steps(content, island, state):
        found += [Word("travel"), Word("step")]
    if step == "defence":
        if combat.total(state, content.defence) >= combat.opponent(content, state).attack:
            found.append(Word("block", True))
        return [*found, Word("take_wounds", True)]
    if step == "attack":
        if combat.total(state, content.attack) >= combat.opponent(content, state).defence:
            found.append(Word("strike", True))
        return [*found, Word("give_up", True)]
    return [*found, Word("confirm", True)]


def objects(content: Content, island: Island, state: State, verb: str) -> list[Word]:
    """The words after a verb."""
    step = state.step
    labels = island.grid.labels
    if step == "provocation":
        near = island.grid.beside[state.hero.at] & state.guards
        return [Word(labels[at], True) for at in island.grid.around[state.hero.at] if at >= 0 and near >> at & 1] if verb == "provoke" else []
    if step == "selection":
        return _counted(content, state.offer, once=True) if verb == "select" else []
    if verb == "play":
        return _counted(content, _playable(content, state))
    if verb == "take_back":
        return _backs(content, island, state)
    if step == "movement" and verb == "travel":
        found = movement.reach(island, state, movement.points(state, content.speed))
        return [Word(labels[at], True) for at in sorted(found, key=lambda at: (found[at], at))]
    if step == "movement" and verb == "step":
        return [Word(labels[at], True) for at in _steps(content, island, state)]
    return []


def _value(content: Content, step: str) -> dict[str, int] | None:
    """The value for which cards are played in a step; None if any card may be played."""
    return {"preparation": content.meditation, "movement": content.speed, "defence": content.defence, "attack": content.attack}.get(step)


def _playable(content: Content, state: State) -> list[str]:
    """The cards in hand that may be played in the present step."""
    hand, step = state.hero.hand, state.step
    if step == "exchange":
        return hand
    value = _value(content, step)
    return [kind for kind in hand if kind != WOUND and (value is None or value[kind])]


def _backs(content: Content, island: Island, state: State) -> list[Word]:
    """The cards in play that may be taken back (HK-5.1, HK-6.6, HK-9.5)."""
    play = state.hero.play
    if not play or state.step != "rest":
        return _counted(content, play)
    points = game_flow.healing(content, island, state)
    value = content.meditation
    found = []
    for word in _counted(content, play):
        costs = value[word.text]
        times = word.times if not costs else min(word.times, max(points, 0) // costs)
        if times:
            found.append(Word(word.text, True, times))
    return found


def _heals(content: Content, island: Island, state: State) -> int:
    """How many wounds could be healed now (HK-9.4)."""
    return min(max(game_flow.healing(content, island, state), 0), state.hero.hand.count(WOUND))


def _steps(content: Content, island: Island, state: State) -> list[int]:
    return movement.steps(island, state, movement.points(state, content.speed))


def _counted(content: Content, cards: Iterable[str], once: bool = False) -> list[Word]:
    """A word for each kind, in the order of the data, with the number of cards; `once` where only one can be chosen."""
    counts = Counter(cards)
    return [Word(kind, True, 1 if once else counts[kind]) for kind in sorted(counts, key=content.order.__getitem__)]
