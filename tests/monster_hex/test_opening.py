"""Who begins, and what for: a pie of half points (MH-1.8, MH-1.9)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from data.content import read
from data.language import LANGUAGES, texts
from render.look import Look
from render.monster_hex.action_effects import notes
from render.monster_hex.descriptions import describe, label, narrate
from rules.computer_levels import LEVELS, computed
from rules.game import Budget, Refused
from rules.legal_actions import legal
from rules.parts.halves import written
from rules.randomness import Chance
from tests.every_game.setups import random_action
from tests.monster_hex.table import RULES

SEATS = read("monster_hex")["seats"]


def opened(*actions: str, seed: int = 5, **options: str) -> Any:
    """A game for two with a pie, and typed actions of whoever is asked."""
    state = RULES.setup(2, {"opening": "pie", **options}, seed).state
    for text in actions:
        state = RULES.apply(state, RULES.to_act(state)[0], tuple(text.split())).state
    return state


def asked(state: Any) -> tuple[int, str]:
    (seat,) = RULES.to_act(state)
    return seat, RULES.decision(state, seat).kind


def reason(state: Any, seat: int, text: str) -> str:
    with pytest.raises(Refused) as caught:
        RULES.apply(state, seat, tuple(text.split()))
    return caught.value.reason


def test_one_names_half_points_and_the_other_chooses():
    """MH-1.8: seat 1 first, any number from 0 to 20, then seat 0; both in public."""
    state = opened()
    assert asked(state) == (1, "name_split")
    assert {a[1] for a in legal(RULES, state, 1)} == {str(n) for n in range(21)}
    assert reason(state, 0, "begin") == "not_your_turn"
    assert reason(state, 1, "split 21") == reason(state, 1, "split moss") == "no_such_split"
    step = RULES.apply(state, 1, ("split", "5"))
    assert [(e.kind, e.facts["halves"], e.to) for e in step.events] == [("split", 5, None)]
    assert asked(step.state) == (0, "choose_turn")
    assert list(legal(RULES, step.state, 0)) == [("begin",), ("second",)]
    for word, first in (("begin", 0), ("second", 1)):
        found = RULES.apply(step.state, 0, (word,))
        assert found.events[0].facts == {"seat": first, "by": 0, "halves": 5}
        assert asked(found.state) == (first, "choose_faction")


@pytest.mark.parametrize("board", ["two", "three"])
def test_the_number_that_was_measured_stands_first_and_is_the_default(board):
    """MH-1.8, MH-9.8."""
    state = opened(board=board)
    measured = str(round(SEATS[board]["normal"]["halves"]))
    assert RULES.words(state, 1, ("split",))[0].text == measured
    assert RULES.decision(state, 1).default == ("split", measured)
    assert RULES.decision(RULES.apply(state, 1, ("split", "3")).state, 0).default == ("begin",)


def test_hands_are_seen_only_when_it_is_settled_who_begins():
    """MH-1.8: no view, no plan and no order tells of what nobody has drawn, and the choice is not taken back for nothing."""
    for actions in ((), ("split 4",)):
        state = opened(*actions)
        for seat in (None, 0, 1):
            board = RULES.view(state, seat).board
            assert (board.hand, board.looked, [f.hand for f in board.factions]) == ((), (), [0, 0])
            worlds = {tuple(map(tuple, RULES.imagine(state, seat, Chance.of(n)).stacks)) for n in range(9)}
            assert len(worlds) == 9
        for seat in (0, 1):
            assert RULES.foreseen(state, seat) is None
            assert not [w for verb in ("ready", "draft") for w in RULES.sayable(state, seat, (verb,))]
    step = RULES.apply(opened("split 4"), 0, ("begin",))
    drew = [e for e in step.events if e.kind == "drew"]
    assert [(e.to, len(e.facts["tiles"])) for e in drew] == [((0,), 3), ((1,), 3)]
    assert [sorted(hand) for hand in step.state.hands] == [e.facts["tiles"] for e in drew]
    hands = {str(RULES.apply(RULES.imagine(opened("split 4"), 0, Chance.of(n)), 0, ("begin",)).state.hands) for n in range(9)}
    assert len(hands) > 1, "whoever takes it back has learnt something"


def test_the_stacks_are_those_of_a_fixed_opening():
    """MH-1.5: whatever is named and chosen, the tiles come in the order in which they were shuffled at setup."""
    fixed = RULES.setup(2, {}, 8).state
    for actions in (("split 0", "begin"), ("split 20", "second")):
        state = opened(*actions, seed=8)
        assert (state.hands, state.stacks) == (fixed.hands, fixed.stacks)


def mirrored(state: Any) -> Any:
    """A state in which both seats have changed places, by hand."""
    new = state.copy()
    for pairs in (new.factions, new.hands, new.stacks, new.known):
        pairs[0], pairs[1] = pairs[1], pairs[0]
    return new


@pytest.mark.parametrize("options", [{"board": "two"}, {"board": "three", "abilities": "on"}])
def test_whoever_begins_plays_as_the_first_seat_does(options):
    """MH-1.9: a whole game beside its mirror image, in which the other seat begins: turns, colours, holder and abilities are exchanged, no more."""
    rng = random.Random(3)
    one, other = (mirrored(opened("split 0", "begin", **options)), opened("split 0", "second", **options))
    while acting := RULES.to_act(one):
        seat = acting[0]
        assert RULES.to_act(other) == (1 - seat,)
        assert sorted(legal(RULES, one, seat)) == sorted(legal(RULES, other, 1 - seat))
        mine, theirs = (RULES.opponents["normal"].guide.candidates(RULES, state, who) for state, who in ((one, seat), (other, 1 - seat)))
        assert sorted((round(c.promise, 6), c.action) for c in mine) == sorted((round(c.promise, 6), c.action) for c in theirs)
        if one.placed and not one.queue:
            guide = RULES.opponents["hard"].guide
            assert guide.shares(RULES, one) == pytest.approx(list(reversed(guide.shares(RULES, other))))
        action = random_action(RULES, one, seat, rng)
        one, other = RULES.apply(one, seat, action).state, RULES.apply(other, 1 - seat, action).state
        assert one.scores == other.scores[::-1]
        assert RULES.load(RULES.dump(other)) == other
    assert [tuple(1 - s for s in group) for group in RULES.outcome(other).places] == list(RULES.outcome(one).places)


@pytest.mark.parametrize(("halves", "points"), [(0, 0), (1, 0.5), (2, 1), (5, 2.5)])
def test_half_points_count_like_points(halves, points):
    """MH-1.9, MH-5.2: those of whoever begins, from the choice on; an uneven number leaves no tie."""
    state = opened(f"split {halves}")
    assert [f.score for f in RULES.view(state, None).board.factions] == [0, 0]
    for word, first in (("begin", 0), ("second", 1)):
        state = opened(f"split {halves}", word)
        assert [f.score for f in RULES.view(state, None).board.factions] == [points if seat == first else 0 for seat in (0, 1)]
        bare = state.copy()
        bare.phase, bare.scores = "over", [7, 7]
        outcome = RULES.outcome(bare)
        assert outcome.scores[first] - outcome.scores[1 - first] == points
        assert outcome.winners == ((0, 1) if not halves else (first,))


def test_who_resigns_before_the_choice_has_lost_and_nobody_has_points():
    for seat in (0, 1):
        step = RULES.concede(opened("split 5"), seat)
        outcome = RULES.outcome(step.state)
        assert (outcome.winners, outcome.scores) == ((1 - seat,), (0, 0))
        assert RULES.load(RULES.dump(step.state)) == step.state


@pytest.mark.parametrize("seats", [3, 4])
def test_a_pie_is_for_two(seats):
    """MH-1.8."""
    with pytest.raises(Refused) as caught:
        RULES.setup(seats, {"opening": "pie"}, 1)
    assert (caught.value.reason, caught.value.rule) == ("pie_for_two", "MH-1.8")


@pytest.mark.parametrize("board", ["two", "three"])
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_has_its_own_number_and_takes_what_it_knows_to_be_better(board, level):
    """MH-1.8: it names what it knows as even, and begins where more is offered than that."""
    even = SEATS[board][level]["halves"]
    named = computed(RULES, opened(board=board), 1, level, Chance.of(2), Budget(16))
    assert named == ("split", str(round(even)))
    for halves in (0, 1, 2, 3, 9, 20):
        word = computed(RULES, opened(f"split {halves}", board=board), 0, level, Chance.of(2), Budget(16))
        assert word == ("begin" if halves >= even else "second",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_points_are_read_as_people_write_them(language):
    """On a button, in what has happened, and in the table's words."""
    say = texts(language, "monster_hex")
    look = Look("light", say, ("Anna", "Bohumil"))
    state = opened("split 5")
    labels = [label(RULES.view(opened(), 1), look, ("split",), str(n)) or "" for n in (0, 1, 4, 5)]
    assert [words.split()[0] for words in labels] == ["0", "½", "2", "2½"]
    assert "2½" in (narrate("split", {"seat": 1, "halves": 5}, look) or "")
    assert "2½" in describe(RULES.view(state, None), look)
    for word, first in (("begin", "Anna"), ("second", "Bohumil")):
        step = RULES.apply(state, 0, (word,))
        told = narrate("begins", step.events[0].facts, look) or ""
        assert "2½" in told
        assert first in told
        assert f"{first} (" in describe(RULES.view(step.state, None), look).replace("▶ ", "")
        assert "2½" in describe(RULES.view(step.state, None), look, brief=True)


def test_numbers_with_a_half():
    assert [f"{written(n)}" for n in (0, 0.5, 1, 2.5, 10.5)] == ["0", "½", "1", "2½", "10½"]
    assert [int(written(n)) for n in (0.5, 2.5, 3)] == [1, 3, 3]


@pytest.mark.parametrize("board", ["two", "three"])
def test_before_the_choice_it_is_told_which_values_have_the_colour_of_either(board):
    """MH-1.4, MH-1.9: the printed colours are those of the order of play, and each brings two points more (MH-4.6)."""
    printed = [(v, slot, stone["label"].upper()) for b in read("monster_hex")["boards"]["boards"] if b["id"] == board for stone in b["stones"]
               for v, slot in stone["values"]]  # fmt: skip
    for actions in ((), ("split 5",)):
        state = opened(*actions, board=board)
        (seat,) = RULES.to_act(state)
        (line,) = notes(RULES.view(state, seat), Look("dark", texts("en", "monster_hex"), ("Anna", "Bob")))
        begins, second = line.removesuffix(". Each brings its owner 2 more.").split(". In the colour of whoever goes second: ")
        for slot, told in ((0, begins), (1, second)):
            for value in {v for v, _, _ in printed}:
                stones = ", ".join(label for v, of, label in printed if (v, of) == (value, slot))
                assert (f"{value} ({stones})" in told) == bool(stones), (slot, value, told)


@pytest.mark.parametrize("word", ["begin", "second"])
def test_whoever_chooses_a_faction_is_told_the_values_of_their_seat(word):
    """MH-1.4, MH-1.9: the faction decides nothing."""
    state = opened("split 5", word)
    look = Look("dark", texts("en", "monster_hex"), ("Anna", "Bob"))
    told = []
    for faction in ("moss", "tide"):
        (seat,) = RULES.to_act(state)
        told.append(notes(RULES.view(state, seat), look))
        state = RULES.apply(state, seat, ("faction", faction)).state
    assert told[0] == ["In your colour, whatever the faction: 5 (C2). Each brings you 2 more."]
    assert told[1] == ["In your colour, whatever the faction: 7 (C4), 5 (C6), 4 (C2, C6). Each brings you 2 more."]


def test_half_points_have_a_plural_of_their_own_in_czech():
    """Two and a half *bodu*, whatever whole numbers take."""
    say = texts("cs", "monster_hex")
    assert [say("mh.split", n=written(n)) for n in (1, 2.5, 3, 5, 5.5)] == ["1 bod", "2½ bodu", "3 body", "5 bodů", "5½ bodu"]
    assert [texts("en", "monster_hex")("mh.split", n=written(n)) for n in (0.5, 2.5)] == ["½ point", "2½ points"]
    french = [texts("fr", "monster_hex")("mh.split", n=written(n)).replace("\N{NO-BREAK SPACE}", " ") for n in (0, 0.5, 1, 1.5, 2, 2.5)]
    assert french == ["0 point", "½ point", "1 point", "1½ point", "2 points", "2½ points"]
