"""What is said ahead, in every game that knows something of it: nobody else learns of it, and it is carried out as far as it was meant.

What comes to light is found by playing in worlds that a seat cannot tell apart, by their views alone.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from data.content import build, games
from rules.game import Action, Refused, to_builtins
from rules.legal_actions import legal
from rules.parts.ahead import ANY, AUTOSEAL, DRAFT, GONE_BY, READY, SEAL, SEALED, STOPS, drafting, sealed, spoken
from rules.randomness import Chance
from tests.every_game.saying import draft, saying, walked
from tests.every_game.setups import SETUPS, Setup, random_action
from tests.every_game.test_knowledge import oracle
from tests.positions import built, seats_of
from tests.sampled import often

WORLDS = 4
"""So many worlds that a seat cannot tell apart."""
LIVES = int(os.environ.get("LIVES", "1"))
"""So many games, times what a test needs at least."""
LONGEST = 400
"""So many actions of a game are looked at, where that is enough."""
WHOLE = 10_000
"""More than any game has."""
OFTEN = 5
"""So often each kind of event is looked at; the last of a game always is."""
POSITIONS = 60 * LIVES
"""So many are built of a game."""
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_silent_setup = pytest.mark.parametrize("setup", [s for s in SETUPS if s.options.get("quick") != "on"], ids=str)
"""Without tables that accept that waiting tells who can react (PC-19.5)."""


def knowing(verb: str, setup: Setup) -> Any:
    """The rules of a game in which such a thing may be said."""
    if verb not in setup.rules.verbs:
        pytest.skip(f"no {verb} here")
    return setup.rules


def openly(setup: Setup, state: Any, seat: int, rng: random.Random) -> Action:
    """What somebody does by hand, so that cards are looked at and shown."""
    action = oracle(setup.game).acts(setup.rules, state, seat, rng)
    return random_action(setup.rules, state, seat, rng) if sealed(action) else action


def course(setup: Setup, seed: int, longest: int = LONGEST) -> Iterator[tuple[Any, int, Action, Any]]:
    """A game in which cards are looked at and shown, with default stops; yields (state, seat, action, step)."""
    rules, rng, player = setup.rules, random.Random(seed), oracle(setup.game)
    state = rules.setup(setup.seats, setup.options, seed).state
    for _ in range(longest):
        acting = rules.to_act(state)
        if not acting:
            return
        seat = acting[0] if rules.decision(state, acting[0]).sealed else rng.choice(acting)
        standing = rules.standing(state, seat, frozenset())
        action = standing or openly(setup, state, seat, rng)
        step = rules.apply(state, seat, action)
        yield state, seat, action, step
        state = player.eased(step.state)


# (a) What comes to light


def seen(rules: Any, step: Any, seat: int) -> Any:
    return to_builtins(rules.view(step.state, seat))


@pytest.mark.sampled(0.05, any=True)
@every_silent_setup
def test_what_comes_to_light_stops_a_draft(setup):
    """An action after which a seat sees different things in worlds that it could not tell apart has an event that stops its draft.

    That is so in its turn, for its own actions that a draft may hold, and for those of others that leave a draft as it is, while the game goes on.
    """
    rules, met = knowing(DRAFT, setup), Counter[str]()
    looked = 0
    for seed in range(3):
        for number, (state, by, action, step) in enumerate(course(setup, seed, WHOLE)):
            kinds, seat = {e.kind for e in step.events}, rules.turn(state)
            may = rules.drafts(state, by) if by == seat else rules.leaves(state, by, action)
            if seat is None or not may or not rules.to_act(step.state) or all(met[kind] >= OFTEN for kind in kinds):
                continue
            met.update(kinds)
            told = None if shows(rules, step, seat) else seen(rules, step, seat)
            for world in (rules.imagine(state, seat, Chance.of(seed, number, n)) for n in range(WORLDS if told else 0)):
                other = played(rules, unseen(rules, state, world), by, action)
                assert other or seat != by, "who cannot tell two worlds apart may do the same in both"
                found = not other or shows(rules, other, seat) or not rules.to_act(other.state) or seen(rules, other, seat) == told
                assert found, f"{by}: {' '.join(action)} shows {seat} something by {sorted(kinds)}"
                looked += bool(other)
    assert looked > 20


def unseen(rules: Any, state: Any, world: Any) -> Any:
    """A world in which those have passed who have already passed, which nobody sees before all have answered."""
    for seat in [s for s in rules.to_act(world) if s not in rules.to_act(state)]:
        if seat in rules.to_act(world):
            world = rules.apply(world, seat, rules.decision(world, seat).default).state
    return world


def played(rules: Any, state: Any, seat: int, action: Action) -> Any:
    """The step of an action; None where it is not possible."""
    try:
        return rules.apply(state, seat, action)
    except Refused:
        return None


def shows(rules: Any, step: Any, seat: int) -> bool:
    """Whether an event of a step stops a draft of the seat: one of a kind that shows something, or one for its eyes."""
    return any(e.kind in rules.shows or (e.to is not None and seat in e.to) for e in step.events)


# (b) Nobody else learns of it


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_nobody_else_learns_what_is_said(setup):
    """In a game in which all seats say things ahead, each has the views that it has where it alone does, and who watches has those of a game in which
    nobody does. The actions, all by hand, bring the same events and offer the same words.
    """
    rules, said, eased = setup.rules, 0, oracle(setup.game).eased
    verbs = tuple(verb for verb in (SEAL, READY, DRAFT) if verb in rules.verbs)
    if not verbs:
        pytest.skip("nothing but orders can be said ahead here")
    for seed in range(2 * LIVES):
        rng, loud = random.Random(seed), rules.setup(setup.seats, setup.options, seed).state
        alone = dict.fromkeys(range(setup.seats), loud)
        for number, (state, by, action, step) in enumerate(course(setup, seed, often(80, 130))):
            for seat in range(setup.seats):
                line = saying(rules, loud, seat, rng, verbs) if rng.random() < 0.3 else None
                if line is None or (line[0] == SEAL and seat in rules.to_act(loud)):
                    continue  # Of answers to open questions the games' own tests tell.
                said += 1
                spoken = rules.apply(loud, seat, line)
                assert (spoken.events, rules.redact(line)) == ((), ())
                for other in (None, *(s for s in range(setup.seats) if s != seat)):
                    worlds = [rules.imagine(s, other, Chance.of(number)) for s in (loud, spoken.state)]
                    assert rules.dump(worlds[0]) == rules.dump(worlds[1])
                loud, alone[seat] = spoken.state, rules.apply(alone[seat], seat, line).state
            for viewer, heard in ((None, state), *alone.items()):
                assert to_builtins(rules.view(loud, viewer)) == to_builtins(rules.view(heard, viewer))
            assert list(rules.words(loud, by, ())) == list(rules.words(state, by, ()))
            after = rules.apply(loud, by, action)
            assert after.events == step.events
            loud, alone = eased(after.state), {seat: eased(rules.apply(heard, by, action).state) for seat, heard in alone.items()}
    assert said > 3


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_a_replay_knows_what_was_said(setup):
    """A state with all that was said goes through its snapshot, and what is offered to be said is accepted, nothing else."""
    rules = setup.rules
    verbs = [verb for verb in (SEAL, READY) if verb in rules.verbs]
    if not verbs:
        pytest.skip("nothing but orders and drafts can be said ahead here")
    rng, found = random.Random(8), set()
    for state, _, _, _ in (turn for seed in range(5, often(6, 7)) for turn in course(setup, seed, 200)):
        for seat in range(setup.seats):
            assert {w.text for w in rules.sayable(state, seat, ())} <= {*verbs}
            for verb in verbs:
                line = walked(rules, state, seat, (verb,), rng) if rng.random() < 0.3 else None
                if line is None:
                    continue
                found.add(verb)
                after = rules.apply(state, seat, line).state
                assert after != state
                assert rules.load(rules.dump(after)) == after
                assert verb in spoken(rules, after, seat)
                assert verb not in spoken(rules, rules.apply(after, seat, (verb,)).state, seat), "taken back, nothing is left of it"
                if verb == SEAL:
                    with pytest.raises(Refused):
                        rules.apply(state, seat, (*line, "no_such_word"))
    assert found == {*verbs}


@every_setup
def test_who_is_not_there_says_nothing_ahead(setup):
    """Nor is anything offered to a seat that there is not; who has resigned is told so."""
    rules = setup.rules
    lines = [(v,) for v in SEALED] + [(STOPS, *rules.orders[:1]), (DRAFT, "pass"), (READY, next(iter(rules.kinds)), ANY, "pass")]
    for state, _, _, _ in [*course(setup, 5, 100)][::20]:
        left = [seat for seat in range(setup.seats) if setup.seats > 2 and seat != rules.to_act(state)[0]][:1]
        gone = rules.concede(state, left[0]).state if left else state
        for seat in (-1, setup.seats, 99, *left):
            assert rules.sayable(gone, seat, ()) == []
            assert rules.foreseen(gone, seat) is None
            for line in lines:
                with pytest.raises(Refused) as refused:
                    rules.apply(gone, seat, line)
                known = (SEAL if line[0] == AUTOSEAL else line[0]) in rules.verbs
                assert refused.value.reason in (("resigned_already", "already_out") if seat in left else ("not_your_turn",)) or not known
            with pytest.raises(Refused):
                rules.concede(gone, seat)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
def test_what_is_foreseen_rests_on_what_is_known_or_the_game_says_so(game, monkeypatch):
    """Found by other chance in the place of that with which a game draws what a seat does not know."""
    rules, real, other = build(game), Chance.of, [""]
    states = [built(game, number, "foreseen") for number in range(POSITIONS)]
    monkeypatch.setattr(Chance, "of", lambda seed, *labels: real(seed, *labels, *other))
    looked = supposed = 0
    for number, state in enumerate(states):
        for seat in seats_of(state):
            seen = []
            for other[0] in ("", "a", "b", "c"):
                there = rules.foreseen(state, seat)
                seen.append(there and to_builtins(rules.view(there, seat)))
            other[0] = ""
            looked += seen[0] is not None
            if seen[0] is not None and any(one != seen[0] for one in seen):
                supposed += 1
                assert rules.supposes(state, seat), f"{number}: {seat} sees what it cannot know"
    assert looked > 10 or DRAFT not in rules.verbs
    assert supposed <= looked / 5, "a plan that rests on nothing known is not worth making"


# (c) A draft is carried out


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_a_draft_is_carried_out_as_far_as_it_goes(setup):
    """Made of what is legal in a foreseen turn, it is carried out action by action, as far as they are legal, never beyond what has shown something.

    Meanwhile nobody reacts. Whoever drafted is asked as soon as it does not go on.
    """
    rules, player = knowing(DRAFT, setup), oracle(setup.game)
    done = stopped = whole = longest = 0
    for seed in range(often(3, 5) * LIVES):
        rng, drafts = random.Random(seed), dict[int, list[Action]]()
        shown = dict[int, bool]()
        state = rules.setup(setup.seats, setup.options, seed).state
        for _ in range(LONGEST):
            acting = rules.to_act(state)
            if not acting:
                break
            for seat in range(setup.seats):
                if seat not in drafts and rng.random() < 0.2 and rules.turn(state) != seat and (steps := draft(rules, state, seat, rng)):
                    state = rules.apply(state, seat, drafting(steps)).state
                    drafts[seat], shown[seat], longest = steps, False, max(longest, len(steps))
            seat = acting[0]
            due = rules.due(state, range(setup.seats))
            mine = drafts.get(seat) if rules.turn(state) == seat else None
            if mine and rules.drafts(state, seat):
                shown[seat] |= rules.ahead(state, seat).waits  # A game may have it stop sooner.
            if mine and rules.drafts(state, seat) and not shown[seat] and mine[0] in set(legal(rules, state, seat)):
                assert due is not None
                assert (due[0], due[1].action, due[1].auto) == (seat, mine[0], True)
                done += 1
            elif mine and rules.drafts(state, seat):
                assert due is None or due[0] != seat or due[1].action == rules.standing(state, seat, frozenset()), "it goes on beyond where it stops"
                stopped += 1
            by, action = (due[0], due[1].action) if due else (seat, openly(setup, state, seat, rng))
            step = rules.apply(state, by, action)
            for drafter, steps in list(drafts.items()):
                if rules.turn(state) != drafter:
                    # Another turn may be coming than the one that was foreseen, or none.
                    now = rules.ahead(step.state, drafter)
                    shown[drafter] = now.waits
                    if not now.draft:
                        assert now.lost == GONE_BY
                        del drafts[drafter]
                    continue
                if by == drafter and rules.drafts(state, by) and not shown[drafter] and steps and action == steps[0]:
                    steps.pop(0)
                    whole += not steps
                elif not rules.leaves(state, by, action):
                    shown[drafter] = True
                shown[drafter] = shown[drafter] or any(e.kind in rules.shows or e.to is not None for e in step.events)
                if rules.turn(step.state) != drafter or not steps:
                    del drafts[drafter]
            state = player.eased(step.state)
    assert done > 1
    assert stopped or longest == 1, "a turn of one action has nothing left"
    assert whole
