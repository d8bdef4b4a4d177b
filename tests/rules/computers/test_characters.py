"""Characters: computers with a temper that shows in whole games, and that are never above their level's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from data.content import build, games
from data.language import LANGUAGES, texts
from rules.computer_levels import LEVELS, computed, level_of
from rules.computers.characters import Character, character_of, characters_of, teaches
from rules.game import Action
from rules.hexygame.map import FLAGS, distance
from rules.monster_hex.computer.evaluation import field, standings
from rules.randomness import Chance

Counts = Callable[[Any, Any, int, Action], float | None]
"""What a temper shows in an action of a seat in a state, 0 to 1; None for one in which it cannot show."""
CAST = [(game, key) for game in games() for key in characters_of(build(game))]
DEALS = {"monster_hex": 10, "hexknight": 2, "hockey_game": 1, "hexygame": 2, "planetary_conquerors": 2}


def beside(good: Callable[[Any, int], bool]) -> Counts:
    """Placements of Monster Hex beside an open stone with a good standing."""

    def counts(rules: Any, state: Any, seat: int, action: Action) -> float | None:
        if action[0] != "place":
            return None
        there = field(rules.board(state), state.slots)
        stood = standings(state, there, rules.tiles)
        return float(any(n in stood and good(stood[n], seat) for n, _ in there.touched[action[2]]))

    return counts


def others(standing: Any, seat: int) -> int:
    return max(power for slot, power in enumerate(standing.powers) if slot != seat)


def verb(kind: str, *wanted: str) -> Counts:
    """Decisions of a kind that were taken so."""
    return lambda rules, state, seat, action: float(action[0] in wanted) if rules.decision(state, seat).kind == kind else None


def played_type(*types: str) -> Counts:
    """Cards of Planetary Conquerors, by type."""
    return lambda rules, state, seat, action: float(rules.faces[action[1]].type in types) if action[0] == "play" else None


def where_possible(verb: str, *types: str) -> Counts:
    """Whether a verb is used, with a card of some types if any are named, of the decisions in which it can be."""

    def counts(rules: Any, state: Any, seat: int, action: Action) -> float | None:
        words = [word.text for word in rules.words(state, seat, (verb,))]
        if not any(not types or rules.faces[word].type in types for word in words):
            return None
        return float(action[0] == verb and (not types or rules.faces[action[1]].type in types))

    return counts


def near_own_flag(rules: Any, state: Any, seat: int, action: Action) -> float | None:
    placed = action[0] == "move" or (action[0] == "cast" and rules.faces[action[1]].type in ("creature", "building", "artifact"))
    return float(distance(action[2], FLAGS[seat]) <= 3) if placed else None


SHOWS: dict[str, tuple[Counts, int]] = {
    "brakka": (beside(lambda s, seat: others(s, seat) > s.powers[seat]), 1),
    "ondi": (beside(lambda s, seat: s.powers[seat] > others(s, seat)), 1),
    "grumo": (beside(lambda s, seat: s.open <= 2), 1),
    "sella": (beside(lambda s, seat: not s.monsters[seat]), 1),
    "rodra": (verb("provocation", "provoke"), 1),
    "elwin": (verb("defence", "take_wounds"), -1),
    "gildo": (verb("movement", "play"), -1),
    "kolda": (verb("attack_declare", "shot", "strength"), 1),
    "nissa": (verb("attack_declare", "pass"), 1),
    "zubo": (verb("attack_play", "bonus"), 1),
    "vexa": (verb("main", "attack"), 1),
    "palun": (near_own_flag, 1),
    "murra": (where_possible("cast", "building"), 1),
    "raxo": (verb("attack", "attack"), 1),
    "sorna": (verb("attack", "attack"), -1),
    "bodda": (played_type("building", "miner"), 1),
}
"""How each character's temper is seen from outside, and whether it is more (1) or less (-1) than with its level."""


def shown(game: str, key: str, counts: Counts, deals: int) -> float:
    """The mean of what shows in games of an opponent against its level, on the same deals."""
    rules: Any = build(game)
    level, found = level_of(rules, key), list[float]()
    for deal in range(2 * deals):
        state, mine = rules.setup(2, {}, deal // 2).state, deal % 2
        chance = Chance.of(deal, "characters")
        while acting := rules.to_act(state):
            seat = acting[0]
            action = computed(rules, state, seat, key if seat == mine else level, chance)
            if seat == mine and (counted := counts(rules, state, seat, action)) is not None:
                found.append(counted)
            state = rules.apply(state, seat, action).state
    return sum(found) / len(found)


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize(("game", "key"), [(game, key) for game, key in CAST if key in SHOWS])
def test_a_temper_shows_in_whole_games(game, key):
    counts, more = SHOWS[key]
    own, usual = (shown(game, name, counts, DEALS[game]) for name in (key, level_of(build(game), key)))
    assert more * own > more * usual, (own, usual)


def test_each_character_with_likings_is_seen():
    assert {key for game, key in CAST if not teaches(build(game), key)} == {*SHOWS}


@pytest.mark.parametrize(("game", "key"), CAST)
def test_a_character_is_never_above_hard_and_says_its_level(game, key):
    """It has its level's own player, with its number of positions; who it is depends on nothing else."""
    rules = build(game)
    found = rules.opponents[key]
    assert isinstance(found, Character)
    assert character_of(rules, key) is found
    assert level_of(rules, key) == found.level in LEVELS[:-1]
    assert found.nodes == rules.opponents[found.level].nodes
    assert found.guide.shares.__func__ is rules.opponents[found.level].guide.shares.__func__
    for language in LANGUAGES:
        say = texts(language, game)
        assert None not in map(say.find, (f"character.{key}", f"temper.{found.temper}", f"level.{found.level}"))


@pytest.mark.parametrize("game", games())
def test_there_is_one_teacher_who_plays_exactly_as_its_level(game):
    rules: Any = build(game)
    (teacher,) = (key for key in characters_of(rules) if teaches(rules, key))
    state, chance = rules.setup(2, {}, 3).state, Chance.of(1, game)
    for number in range(20):
        seat = rules.to_act(state)[0]
        own, usual = (computed(rules, state, seat, name, Chance.of(number)) for name in (teacher, level_of(rules, teacher)))
        assert own == usual
        state = rules.apply(state, seat, computed(rules, state, seat, "easy", chance)).state


def test_names_are_nobody_elses():
    names = [key for _, key in CAST]
    assert len({*names}) == len(names)
    assert not {*names} & {*LEVELS, *games(), "computer", "seats"}


@pytest.mark.parametrize("name", ["nobody", "strategist", "hard", ""])
def test_who_is_no_character_counts_as_before(name):
    for game in games():
        rules = build(game)
        assert character_of(rules, name) is None
        assert level_of(rules, name) == ("hard" if name == "hard" else "normal")
