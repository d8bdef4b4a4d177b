"""Which cards in a line that is shown a seat cannot know: by worlds that it cannot tell from the one in which the line is played.

It knows what it held when the line began. What it draws on the way is imagined; what others play, if they do not hold it in every such world; and
what turns up, if it does not in every such world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, NamedTuple

from render.canvas import Scene
from rules.computers.reasons import Done
from rules.game import Action, Refused, Rules, Seat, Step
from rules.randomness import Chance

WORLDS = 24
"""So many worlds are looked at."""

Carry = Callable[[Any, Seat, Action], Step]


class ImaginedCards:
    """Follows a line, step by step, for a seat. `places` are those of the scene at which cards stand that it cannot know."""

    def __init__(self, rules: Rules[Any], state: Any, seat: Seat, scene: Scene, carry: Carry) -> None:
        """`carry` carries out an action of the line."""
        self._rules = rules
        self._shown = self._cards(scene)
        self._viewer = _Viewer(rules, seat, held(rules, state, seat), carry)
        self._marked: dict[Hashable, frozenset[str]] = {}
        self._untold, self._on_the_way = set[str](), Counter[str]()

    @property
    def places(self) -> frozenset[Hashable]:
        """The places of the present scene at which cards stand that the seat cannot know."""
        return frozenset(self._marked)

    def follow(self, before: Any, done: Done, step: Step, scene: Scene) -> list[str]:
        """Goes one step on, after which the board looks like `scene`; returns the cards that its events or the board now show though the seat cannot
        know them."""
        turn, action = _Turn(self._viewer, before, done, step), done[1]
        old, new = self._shown, self._cards(scene)
        lay = {card for cards in old.values() for card in cards}
        named = {word for event in step.events if event.to is None for word in words_in(event.facts) if word in self._rules.faces}
        self._untold |= {word for word in action if word in self._rules.faces and turn.unknown(word)}
        found = {card for card in named if card in self._untold or (card not in lay and turn.unknown(card))}
        self._untold -= found
        self._on_the_way += Counter(found)
        gone = Counter(card for place, cards in self._marked.items() for card in cards - new.get(place, frozenset()))
        marked = dict[Hashable, frozenset[str]]()
        for place, cards in new.items():
            came = cards - old.get(place, frozenset())
            found |= {card for card in came if turn.unknown(card)}
            imagined = {card for card in came if card in found or gone[card] or self._on_the_way[card]}
            self._on_the_way -= Counter(imagined)
            if imagined := imagined | (self._marked.get(place, frozenset()) & cards):
                marked[place] = frozenset(imagined)
        self._shown, self._marked = new, marked
        return sorted(found)

    def _cards(self, scene: Scene) -> dict[Hashable, frozenset[str]]:
        """The cards at each place of a scene."""
        return {place: frozenset(word for word in words_in(item.key) if word in self._rules.faces) for place, item in scene.items.items()}


class _Viewer(NamedTuple):
    """A seat, what it held when the line began, and what carries out its actions."""

    rules: Rules[Any]
    seat: Seat
    own: Counter[str]
    carry: Carry


class _Turn:
    """One action of a line, and what comes of it in other worlds."""

    def __init__(self, viewer: _Viewer, before: Any, done: Done, step: Step) -> None:
        self._viewer, self._before, (self._acting, self._action) = viewer, before, done
        self._held = held(viewer.rules, before, self._acting)
        self._opened = opened(viewer.rules, before, step.state)

    @property
    def _own(self) -> bool:
        """Whether the action is the seat's own."""
        return self._acting == self._viewer.seat

    @cached_property
    def _worlds(self) -> list[Any]:
        rules, seat = self._viewer.rules, self._viewer.seat
        return [rules.imagine(self._before, seat, Chance.of(0, "film", n)) for n in range(WORLDS)]

    @cached_property
    def _holding(self) -> list[Counter[str]]:
        """What the acting seat holds in other worlds."""
        return [held(self._viewer.rules, world, self._acting) for world in self._worlds]

    @cached_property
    def _opening(self) -> list[Counter[str]]:
        """What is seen after the action in other worlds and was not before; nothing where others cannot do it."""
        rules, found = self._viewer.rules, []
        carry = self._viewer.carry if self._own else rules.apply
        for world in self._worlds:
            try:
                found.append(opened(rules, world, carry(world, self._acting, self._action).state))
            except Refused:
                found.append(Counter())
        return found

    def unknown(self, card: str) -> bool:
        """Whether the seat cannot know a card that has been played or has turned up by the action."""
        known = self._viewer.own[card]
        if self._held[card]:
            return not known if self._own else not all(hand[card] for hand in self._holding)
        return bool(self._opened[card] and not known and not all(cards[card] for cards in self._opening))


def held(rules: Rules[Any], state: Any, seat: Seat) -> Counter[str]:
    """The words that a seat sees and others do not: the cards in its hand among them."""
    return Counter(words_in(rules.view(state, seat).board)) - Counter(words_in(rules.view(state, None).board))


def opened(rules: Rules[Any], before: Any, after: Any) -> Counter[str]:
    """The words that everybody sees in a position, but not in the one before."""
    return Counter(words_in(rules.view(after, None).board)) - Counter(words_in(rules.view(before, None).board))


def words_in(value: Any) -> list[str]:
    """All texts within plain data, in its order."""
    found = list[str]()
    _gather(value, found)
    return found


def _gather(value: Any, found: list[str]) -> None:
    """Adds all texts within plain data. Of a board there are thousands of parts, so that numbers, the most of them, are passed over at once."""
    if isinstance(value, str):
        found.append(value)
    elif value is None or isinstance(value, int | float):
        return
    elif isinstance(value, dict):
        for key, part in value.items():
            _gather(key, found)
            _gather(part, found)
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            _gather(part, found)
    else:
        for name in getattr(value, "__struct_fields__", ()):
            _gather(getattr(value, name), found)
