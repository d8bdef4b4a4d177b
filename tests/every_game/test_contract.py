"""The contract of `rules/game.py`, for every game."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from data.content import build, games
from data.language import texts
from data.rulebook import rulebook
from rules.computer_levels import computed
from rules.game import Refused, to_builtins
from rules.legal_actions import legal, rule_of
from rules.notation import Record, Row, complete, read, replay, write
from rules.parts.ahead import SEAL, giving, sealed
from rules.randomness import Chance
from tests.every_game.setups import BRIEFLY, SETUPS, random_action, spread, whole_game
from tests.own import own
from tests.positions import built, seats_of
from tests.sampled import often

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
SAMPLE = often(6, 12)
"""Positions of a game that are looked at closely."""


def positions(setup, seed=1):
    """A few positions spread over a random game."""
    return spread(setup, seed, SAMPLE)


@every_setup
def test_apply_accepts_exactly_what_legal_lists(setup):
    rules, rng = setup.rules, random.Random(2)
    for state, _, action, _ in positions(setup):
        for seat in range(setup.seats):
            listed = set(legal(rules, state, seat))
            assert bool(listed) == (seat in rules.to_act(state)), "somebody is asked exactly when there is something to do"
            for one in rng.sample(sorted(listed), min(40, len(listed))):
                rules.apply(state, seat, one)
            for other in broken(action, listed, rng):
                with pytest.raises(Refused):
                    rules.apply(state, seat, other)


@every_setup
def test_every_kind_of_action_has_a_rule(setup):
    rules, book = setup.rules, rulebook(setup.game, "en")
    for state, seat, _, _ in positions(setup):
        for word in rules.words(state, seat, ()):
            assert rule_of(rules, rules.decision(state, seat), word.text) in book
    assert set(rules.verbs.values()) <= book.keys()


@every_setup
def test_what_is_offered_is_declared(setup):
    """The verbs of each kind of decision are those that its answers name, so that one at the wrong time can be explained."""
    rules, where = setup.rules, f"rules/{setup.game}: its"
    for state, seat, action, _ in whole_game(setup):
        decision = rules.decision(state, seat)
        assert decision.kind in rules.kinds, f"{where} `kinds` have no rule for {decision.kind}, which is asked"
        assert action[0] in rules.answers.get(decision.kind, ()), f"{where} `answers` have no {action[0]} for {decision.kind}, where it is offered"
        assert not decision.sealed or SEAL in rules.verbs, f"{where} `verbs` have no rule for `{SEAL}`, though answers to {decision.kind} are sealed"


def broken(action, listed, rng):
    """Actions that are not legal: words swapped, dropped, added, taken from elsewhere."""
    pool = sorted({w for a in listed for w in a} | {"", "x", "0", "-1", "place", "é"})
    for _ in range(25):
        words = list(rng.choice(sorted(listed)) if listed else action)
        kind = rng.randrange(4)
        if kind == 0 and words:
            words[rng.randrange(len(words))] = rng.choice(pool)
        elif kind == 1 and words:
            words.pop(rng.randrange(len(words)))
        elif kind == 2:
            words.insert(rng.randint(0, len(words)), rng.choice(pool))
        else:
            words = [rng.choice(pool) for _ in range(rng.randint(0, 5))]
        if tuple(words) not in listed:
            yield tuple(words)


@every_setup
def test_pure_and_deterministic(setup):
    rules = setup.rules
    for state, seat, action, step in positions(setup):
        before = rules.dump(state)
        again = rules.apply(state, seat, action)
        assert rules.dump(state) == before
        assert rules.dump(again.state) == rules.dump(step.state)
        assert again.events == step.events


@every_setup
def test_orders_answer_for_who_is_asked(setup):
    """Somebody who is not to act has no answer to give, whatever they have ordered; and an answer is a legal one."""
    rules = setup.rules
    for state, _, _, _ in positions(setup):
        for seat in range(setup.seats):
            for orders in (frozenset(), frozenset(rules.orders)):
                answer = rules.standing(state, seat, orders)
                assert answer is None or answer in set(legal(rules, state, seat))


@every_setup
def test_nothing_is_asked_when_it_is_over(setup):
    """No words, no orders, nothing on one click, for nobody; and giving up leaves the position before as it was."""
    rules = setup.rules
    state = positions(setup)[-1][0]
    for seat in range(setup.seats):
        if rules.outcome(state) is None:
            before, kept = state, rules.dump(state)
            state = rules.concede(state, seat).state
            assert rules.dump(before) == kept
    assert rules.outcome(state)
    assert rules.to_act(state) == ()
    for seat in range(setup.seats):
        assert rules.words(state, seat, ()) == []
        assert rules.standing(state, seat, frozenset(rules.orders)) is None
        assert rules.shortcuts(state, seat) == []
        with pytest.raises(Refused):
            rules.decision(state, seat)


@every_setup
def test_only_options_that_there_are(setup):
    """An option or a value that a game does not have is refused, and one that is not named has its default."""
    rules = setup.rules
    whole = {o.key: setup.options.get(o.key, o.values[0]) for o in rules.options}
    assert rules.dump(rules.setup(setup.seats, setup.options, 3).state) == rules.dump(rules.setup(setup.seats, whole, 3).state)
    wrong = [{**whole, "days_": "2"}, {**whole, "": ""}, *({**whole, o.key: v} for o in rules.options for v in ("7", "", "AUTO", None, 2, ["on"]))]
    for options in wrong:
        with pytest.raises(Refused) as refused:
            rules.setup(setup.seats, options, 3)
        assert refused.value.reason == "no_such_option"
        key = next(k for k in options if whole.get(k) != options[k])
        assert texts("en", setup.game)("refused.no_such_option", **refused.value.facts) == f"There is no option `{key}={options[key]}`."


def renamed(built, path=()):
    """Paths to all fields of structs in a state, however deep."""
    if isinstance(built, msgspec.Struct):
        array = built.__struct_config__.array_like
        for i, name in enumerate(built.__struct_fields__):
            if not array:
                yield (*path, name)
            yield from renamed(getattr(built, name), (*path, i if array else name))
    elif isinstance(built, dict):
        for key, value in built.items():
            yield from renamed(value, (*path, str(key)))
    elif isinstance(built, list | tuple):
        for i, value in enumerate(built):
            yield from renamed(value, (*path, i))


@every_setup
def test_a_snapshot_of_something_else_is_no_state(setup):
    """A field by another name is not taken for one that is missing and has its default."""
    rules, rng = setup.rules, random.Random(8)
    tried = 0
    for state, _, _, _ in positions(setup):
        for *path, name in rng.sample(found := list(renamed(state)), min(25, len(found))):
            snapshot = msgspec.json.decode(rules.dump(state))
            place = snapshot
            for step in path:  # What has its default may not be written at all.
                place = place.get(step, {}) if isinstance(place, dict) else place[step]
            if name in place:
                tried += 1
                place[f"{name}_"] = place.pop(name)
                with pytest.raises(ValueError, match=r".+"):
                    rules.load(msgspec.json.encode(snapshot))
    assert tried > 20


@every_setup
def test_json_round_trip(setup):
    rules = setup.rules
    for state, seat, _, _ in positions(setup):
        back = rules.load(rules.dump(state))
        assert back == state
        assert rules.dump(back) == rules.dump(state)
        assert to_builtins(rules.view(back, seat)) == to_builtins(rules.view(state, seat))
    with pytest.raises(ValueError, match=r".+"):
        rules.load(b"{}")


@every_setup
def test_record_replays_to_the_same_state(setup):
    from rules.randomness import seed_hash

    rules, seed = setup.rules, 1
    rows, last = [], None
    for _, seat, action, step in whole_game(setup, seed):
        rows.append(Row(len(rows) + 1, seat, action))
        last = step.state
    header = {"game": rules.key, "version": rules.version, "seats": setup.seats, "options": setup.options, "seed_sha256": seed_hash(seed)}
    record = Record.read(Record(header, tuple(rows)).write())
    assert rules.dump(replay(rules, record, seed)[0]) == rules.dump(last)
    with pytest.raises(ValueError, match="hash"):
        replay(rules, record, seed + 1)
    worse = record._replace(rows=(*record.rows, record.rows[-1]._replace(number=len(rows) + 1)))
    with pytest.raises(ValueError, match="after"):
        replay(rules, worse, seed)


@every_setup
def test_typed_notation_round_trip(setup):
    rules, rng = setup.rules, random.Random(3)
    for state, seat, _, _ in positions(setup):
        action = random_action(rules, state, seat, rng)
        assert read(rules, state, seat, write(action).upper()) == action
        text = ""
        for word in action:
            offered = complete(rules, state, seat, text, limit=10_000)
            assert any(f" {word}" in f" {o}" for o in offered), f"{word!r} is not offered after {text!r}"
            text += word + " "


@every_setup
def test_decisions_and_views(setup):
    rules = setup.rules
    for state, _, _, _ in positions(setup):
        acting = rules.to_act(state)
        public = rules.view(state, None).to_act
        own = [seat for seat in acting if seat not in public and rules.standing(state, seat, frozenset()) is not None]  # By their own orders alone.
        assert sorted((*public, *own)) == sorted(acting) or all(rules.decision(state, seat).sealed for seat in acting)
        for seat in (*range(setup.seats), None):
            view = rules.view(state, seat)
            assert {s for s in view.to_act if s != seat} == {s for s in public if s != seat}
            assert (seat in view.to_act) == (seat in acting)
            assert tuple(s for s, _ in view.asked) == view.to_act
            assert (view.decision is not None) == (seat in acting)
            if view.decision:
                assert rules.kinds[view.decision.kind].split(".")[0] == view.decision.rule.split(".")[0], "or a nearer rule beside it"
                rules.apply(state, seat, view.decision.default)
                assert seat in dict(view.asked)
        assert rules.outcome(state) is None


@every_setup
def test_shortcuts_are_legal(setup):
    """Every action of a shortcut is legal when its turn comes, and it is made from what the seat may know."""
    rules = setup.rules
    for state, seat, _, _ in positions(setup):
        rows = rules.shortcuts(state, seat)
        assert rows == rules.shortcuts(rules.imagine(state, seat, Chance.of(6)), seat)
        for row in rows:
            now = state
            for action in row:
                assert rules.to_act(now) == (seat,)
                now = rules.apply(now, seat, action).state
        assert all(not rules.shortcuts(state, other) for other in range(setup.seats) if other not in rules.to_act(state))


@every_setup
def test_what_is_chosen_together_is_every_choice_whatever_its_order(setup):
    """Each choice of so many options, spelled in their order, is one legal action, and there are no others; the options are no secret."""
    rules = setup.rules
    for state, seat, _, _ in positions(setup):
        for prefix in ((), *((word.text,) for word in rules.words(state, seat, ()))):
            several = rules.together(state, seat, prefix)
            assert several == rules.together(rules.imagine(state, seat, Chance.of(6)), seat, prefix)
            if several is None:
                continue
            assert 1 <= several.least <= several.most <= len(several.options)
            assert several.least < len(several.options)
            sizes = range(several.least, several.most + 1)
            wanted = {several.spelled(some) for n in sizes for some in combinations(several.options[:12], n)}
            found = {
                several.spelled(action[len(prefix) :])
                for action in legal(rules, state, seat, prefix)
                if {*action[len(prefix) :]} <= {*several.options[:12]}
            }
            assert found == wanted
        assert all(rules.together(state, other, ()) is None for other in range(setup.seats) if other not in rules.to_act(state))


# At positions that play seldom reaches


BUILT = often(10, 25)
"""So many of them."""
every_game = pytest.mark.parametrize("game", games())


@every_game
def test_the_contract_at_built_positions(game):
    """Who is asked has something to do, what is offered is taken, and leaves the position as it was; nobody else does anything."""
    rules, rng = build(game), random.Random(2)
    for number in range(BUILT):
        state = built(game, number, "contract")
        before, acting = rules.dump(state), rules.to_act(state)
        assert rules.load(before) == state
        assert bool(acting) == (rules.outcome(state) is None)
        for seat in seats_of(state):
            assert bool(rules.words(state, seat, ())) == (seat in acting)
            if seat not in acting:
                with pytest.raises(Refused):
                    rules.decision(state, seat)
                continue
            for action in (rules.decision(state, seat).default, *(random_action(rules, state, seat, rng) for _ in range(5))):
                step = rules.apply(state, seat, action)
                assert rules.load(rules.dump(step.state)) == step.state
                assert rules.apply(state, seat, action) == step
                for viewer in (*seats_of(state), None):
                    assert to_builtins(rules.view(step.state, viewer))
        assert rules.dump(state) == before


@every_game
def test_built_positions_can_be_played_and_left(game):
    """By random play each comes to its end; and everybody who is there may give up, until it is over."""
    rules, rng = build(game), random.Random(3)
    for number in range(6):
        state = left = built(game, number, "played")
        while acting := rules.to_act(state):
            state = rules.apply(state, acting[0], random_action(rules, state, acting[0], rng)).state
        assert rules.outcome(state) is not None
        for seat in rng.sample(seats_of(left), len(seats_of(left))):
            try:
                left = rules.concede(left, seat).state
            except Refused:
                continue
            assert seat not in rules.to_act(left)
        assert rules.outcome(left) is not None


@every_setup
def test_end(setup):
    rules = setup.rules
    _, _, _, step = whole_game(setup)[-1]
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert sorted(s for group in outcome.places for s in group) == list(range(setup.seats))
    assert all(not rules.words(step.state, s, ()) for s in range(setup.seats))
    assert len(outcome.order) == setup.seats or own(setup.game, "ways", "RANKED") is False, (
        f"rules/{setup.game}: the `order` of its Outcome has no figures for each seat, by which tournaments rank those who share a place; "
        f"where nothing does, `RANKED = False` in tests/{setup.game}/ways.py says so"
    )
    with pytest.raises(Refused):
        rules.concede(step.state, 0)


@every_setup
def test_everybody_may_give_up_at_any_time(setup):
    rules, rng = setup.rules, random.Random(5)
    for state, _, _, _ in positions(setup):
        order = list(range(setup.seats))
        rng.shuffle(order)
        for seat in order:
            before = rules.dump(state)
            step = rules.concede(state, seat)
            assert rules.dump(state) == before
            state = step.state
            assert seat not in rules.to_act(state)
            if rules.outcome(state):
                break
        assert rules.outcome(state) is not None


@every_setup
def test_computers_play_legal_moves_from_what_they_may_know(setup):
    rules = setup.rules
    state, seat, _, _ = positions(setup)[SAMPLE // 2]
    for opponent in rules.opponents:
        action = computed(rules, state, seat, opponent, Chance.of(1), BRIEFLY)
        rules.apply(state, seat, action)


@pytest.mark.sampled(0.1)
@every_setup
def test_orders_are_given_out_of_turn_and_nobody_else_knows(setup):
    """They stand in the state, change no question, and are nobody else's business; a replay knows them."""
    rules = setup.rules
    if not rules.orders:
        pytest.skip("no orders")
    for state, _, _, _ in positions(setup):
        for seat in range(setup.seats):
            for orders in ((), rules.orders, rules.orders[:1]):
                action = giving(rules.orders, frozenset(orders))
                assert (sealed(action), rules.redact(action)) == (True, ())
                before = rules.dump(state)
                step = rules.apply(state, seat, action)
                assert (rules.dump(state), step.events) == (before, ())
                assert rules.given(step.state, seat) == frozenset(orders)
                assert rules.given(rules.load(rules.dump(step.state)), seat) == frozenset(orders)
                assert [rules.words(step.state, s, ()) for s in range(setup.seats)] == [rules.words(state, s, ()) for s in range(setup.seats)]
                for other in (None, *(s for s in range(setup.seats) if s != seat)):
                    assert to_builtins(rules.view(step.state, other)) == to_builtins(rules.view(state, other))
                    assert rules.given(rules.imagine(step.state, other, Chance.of(1)), seat) == frozenset()
                assert rules.given(rules.imagine(step.state, seat, Chance.of(1)), seat) == frozenset(orders)
            for wrong in (("no_such_order",), (*rules.orders[:1], *rules.orders[:1])):
                with pytest.raises(Refused) as refused:
                    rules.apply(state, seat, ("stops", *wrong))
                assert refused.value.reason == "unknown_order"


@every_setup
def test_no_orders_once_a_game_is_over(setup):
    rules = setup.rules
    if not rules.orders:
        pytest.skip("no orders")
    state = whole_game(setup)[-1][-1].state
    assert rules.outcome(state) is not None
    with pytest.raises(Refused) as refused:
        rules.apply(state, 0, giving(rules.orders, frozenset(rules.orders)))
    assert refused.value.reason == "game_over"
