"""Handicaps in all games: one seat begins with more, by its rule, and nothing else is different."""

from __future__ import annotations

import json

import pytest

from data.content import build, games
from rules.computer_levels import computed
from rules.game import Refused
from rules.parts.handicaps import HANDICAP, NONE, SIZES, handicap_of, handicap_word, size_of
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.computer.sums import next_means
from rules.planetary_conquerors.game_flow import _handicap
from rules.randomness import Chance

RULES = {"monster_hex": "MH-1.10", "hexknight": "HK-12.6", "hockey_game": "HG-1.7", "hexygame": "HX-3.8", "planetary_conquerors": "PC-4.7"}
EACH_TURN = ("hexygame", "planetary_conquerors")
"""In these games it gives something in each turn, in the others once."""
LATE = 90
"""Answers within which the latest of them is told."""


def events_of(game: str, options: dict[str, str], seats: int = 2):
    """What happens in the first turns of easy computers, and the state before them."""
    rules = build(game)
    first = step = rules.setup(seats, options, 11)
    events = list(step.events)
    for n in range(LATE):
        if not (acting := rules.to_act(step.state)):
            break
        seat = acting[0]
        step = rules.apply(step.state, seat, computed(rules, step.state, seat, "easy", Chance.of(n)))
        events += step.events
    return first.state, events


def before_the_third_turn(events, seat):
    """What happens before a seat has its third turn, in games that tell of turns; else all."""
    turns = [n for n, event in enumerate(events) if event.kind == "turn_began" and event.facts["seat"] == seat]
    return events[: turns[2]] if len(turns) > 2 else events


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_has_one_begins_with_more_and_everybody_is_told(game, seat):
    """By the game's own rule, once or in each of their turns, and the larger the size the more."""
    given = []
    for size in (1, 3, SIZES[-1]):
        _, events = events_of(game, {HANDICAP: handicap_word(seat, size)})
        told = [event for event in before_the_third_turn(events, seat) if event.kind == "handicap"]
        assert {(event.to, event.facts["seat"], event.rule) for event in told} == {(None, seat, RULES[game])}
        assert len(told) == (1 if game not in EACH_TURN or (game, size) == ("planetary_conquerors", 1) else 2)
        given.append(sum(sum(n) if isinstance(n := event.facts["n"], list) else n for event in told))
    assert 0 < given[0] < given[1] < given[2]


@pytest.mark.parametrize("game", games())
def test_without_one_games_are_as_ever(game):
    """The option's default changes nothing, and what was stored before there were handicaps is still read."""
    rules = build(game)
    plain, events = events_of(game, {})
    assert not [event for event in events if event.kind == "handicap"]
    assert rules.dump(rules.setup(2, {HANDICAP: NONE}, 11).state) == rules.dump(plain)

    def without(node):
        if isinstance(node, dict):
            return {key: without(value) for key, value in node.items() if key not in ("handicap", "lead")}
        return [without(value) for value in node] if isinstance(node, list) else node

    old = json.dumps(without(json.loads(rules.dump(plain)))).encode()
    assert rules.dump(rules.load(old)) == rules.dump(plain)


@pytest.mark.parametrize("game", games())
def test_a_seat_or_a_size_that_does_not_exist_is_refused(game):
    rules = build(game)
    for value in ("seat9_1", "seat1_0", f"seat1_{SIZES[-1] + 1}", "seat_1", "1", ""):
        with pytest.raises(Refused):
            rules.setup(2, {HANDICAP: value}, 1)


def test_what_counts_at_the_end_counts_from_the_beginning():
    """Points of Monster Hex and HexKnight, and goals of Hockey Game, stand in the score that everybody sees."""
    hex_, knight, hockey = (build(game) for game in ("monster_hex", "hexknight", "hockey_game"))
    assert hex_.setup(3, {HANDICAP: "seat3_4"}, 1).state.points(2) == 4
    plain, given = (knight.setup(2, options, 1).state.heroes[1].score for options in ({}, {HANDICAP: "seat2_2"}))
    assert given - plain == 10
    assert hockey.setup(2, {HANDICAP: "seat2_2"}, 1).state.score == (0, 2)


def test_storages_hold_what_they_hold():
    """PC-2.2, PC-4.7: what does not fit is lost, in turns with even numbers as in those with odd ones; the sums of a hint know what comes."""
    rules, limits = build("planetary_conquerors"), (6, 6, 3)
    for size, turn, stock, meant in ((5, 1, (0, 0, 0), [2, 1, 0]), (5, 2, (5, 6, 0), [1, 0, 0]), (1, 2, (0, 0, 0), []), (6, 3, limits, [])):
        state = rules.setup(2, {HANDICAP: handicap_word(0, size), "decks": "drawn"}, 3).state.copy()
        state.stage, state.phase, state.active, state.todo = "play", "start", 0, []
        state.sides[0].turns, state.sides[0].stock = turn, stock
        run = Run(rules.content, state)
        _handicap(run)
        assert [event.facts["n"] for event in run.events] == ([meant] if meant else [])
        assert state.sides[0].stock == tuple(n + more for n, more in zip(stock, meant or (0, 0, 0), strict=True))
        with_it = next_means(rules, state, 0)
        state.sides[0].handicap = 0
        without = next_means(rules, state, 0)
        coming = rules.content.handicap(size, turn + 1)
        assert with_it == tuple(min(most, n + more) for most, n, more in zip(limits, without, coming, strict=True))


def test_words():
    assert handicap_of({HANDICAP: "seat2_3"}) == (1, 3)
    assert handicap_of({}) is handicap_of({HANDICAP: NONE}) is None
    assert [size_of({HANDICAP: "seat2_3"}, seat) for seat in range(3)] == [0, 3, 0]
