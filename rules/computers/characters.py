"""Characters: computer opponents with a name, a level and a temper. Who they are in a game is in its `computer/characters.py`.

A character chooses as its level does, but what is to its liking looks better to it: `likes` adds to an action's promise, which is in log odds. So it
is a choice among what is nearly as good. Who teaches has no likings, and says what its moves are good for (`rules/computers/teaching.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from rules.computers.tree_search import Candidate, Guide
from rules.game import Action, Budget, Glimpse, Opponent, Rules, Seat
from rules.randomness import Chance

S = TypeVar("S")
Temper = Literal["bold", "careful", "greedy", "thrifty", "builder", "teacher"]
TEACHER: Temper = "teacher"
Likes = Callable[[Any, S, Seat, Candidate], float]
"""How much a candidate is to a temper's liking, in log odds: for the rules, an imagined state, and a seat."""


def doing(weights: Mapping[str, float]) -> Likes[Any]:
    """The likings of one that likes some verbs and dislikes others."""
    return lambda rules, state, seat, candidate: weights.get(candidate.action[0], 0.0)


def indifferent(rules: Any, state: Any, seat: Seat, candidate: Candidate) -> float:
    """The likings of one that has none."""
    return 0.0


class Role(NamedTuple):
    """What makes a character of a level."""

    level: str
    temper: Temper
    likes: Likes[Any] = indifferent


class _Leaning(Generic[S]):
    """A guide whose candidates look better as far as they are to a temper's liking; in all else the guide itself."""

    def __init__(self, guide: Guide[S], likes: Likes[S]) -> None:
        self._guide, self._likes = guide, likes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._guide, name)

    def candidates(self, rules: Any, state: S, seat: Seat) -> Sequence[Candidate]:
        found = self._guide.candidates(rules, state, seat)
        return [c._replace(promise=c.promise + self._likes(rules, state, seat, c)) for c in found]


class Character(Generic[S]):
    """A computer opponent with a temper. `name`: the same in all languages, its key in lower case."""

    def __init__(self, key: str, role: Role, levels: Mapping[str, Opponent[S]]) -> None:
        """`levels`: the game's opponents that choose as such a level does; they have a guide."""
        self.name, self.level, self.temper = key.capitalize(), role.level, role.temper
        player: Any = copy(levels[role.level])
        self.guide = player.guide = cast("Guide[S]", _Leaning(player.guide, role.likes))
        self._player: Opponent[S] = player

    @property
    def nodes(self) -> int:
        return self._player.nodes

    def decide(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget) -> Action:
        return self._player.decide(rules, glimpse, seat, chance, budget)


def cast_as(roles: Mapping[str, Role], levels: Mapping[str, Opponent[S]]) -> dict[str, Opponent[S]]:
    """The opponents of a game, with its characters."""
    return {**levels, **{key: Character(key, role, levels) for key, role in roles.items()}}


def characters_of(rules: Rules[Any]) -> dict[str, Character[Any]]:
    """The characters of a game, by key."""
    return {key: found for key, found in rules.opponents.items() if isinstance(found, Character)}


def character_of(rules: Rules[Any], opponent: str | None) -> Character[Any] | None:
    """The character called so; None for a level, a name of earlier versions, or a person."""
    found = rules.opponents.get(opponent or "")
    return found if isinstance(found, Character) else None


def teacher_of(rules: Rules[Any]) -> tuple[str, Character[Any]] | None:
    """The character of a game that explains its moves, with its key; None for a game without one."""
    return next(((key, one) for key, one in characters_of(rules).items() if one.temper == TEACHER), None)


def teaches(rules: Rules[Any], opponent: str | None) -> bool:
    """Whether an opponent is a character that explains its moves."""
    found = character_of(rules, opponent)
    return found is not None and found.temper == TEACHER
