"""Answers that are sealed, and what is prepared: nobody waits for another, and nobody learns who has answered (PC-19.7, PC-19.8)."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from cogs.messages.moves.typed_ahead import Sayings
from rules.game import Refused, Said, to_builtins
from rules.legal_actions import LONGEST, legal
from rules.notation import Misread, complete, read
from rules.parts.ahead import drafting
from rules.planetary_conquerors.state import Window
from rules.randomness import Chance
from tests.every_game.saying import saying
from tests.every_game.setups import SETUPS, random_action
from tests.planetary_conquerors.table import RULES, TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}
PASS, WHATEVER = ("pass",), ("pass", "whatever")
every_size = pytest.mark.parametrize("setup", [s for s in SETUPS if s.game == "planetary_conquerors" and not s.options], ids=str)


def apply(state, seat, text):
    return RULES.apply(state, seat, tuple(text.split())).state


def public(state):
    """Everything that who only watches may know, imagined states included."""
    return to_builtins(RULES.view(state, None)), RULES.dump(RULES.imagine(state, None, Chance.of(3)))


def rich(seats=4, card="surge_strike", **options):
    """A window of a spell that is played by seat 1, in which everybody could react."""
    t = TestTable(seats, active=1, loud=options.pop("loud", True), **options)
    for seat in range(seats):
        t.stock(seat, **RICH).hand(seat, card, "short_circuit", "patch_up")
    t.put(0, "outpost").put(2, "outpost", "other")
    return t.play(f"1 play {card}")


# Asked at the same time


def test_all_are_asked_at_the_same_time():
    """PC-7.3, PC-19.8: from the active player clockwise; whoever has answered, nobody else sees it (PC-19.7)."""
    t = rich()
    assert RULES.to_act(t.state) == (1, 2, 3, 0)
    assert all(RULES.decision(t.state, s).sealed for s in range(4))
    assert len({RULES.decision(t.state, s).occasion for s in range(4)}) == 1
    before = public(t.state)
    state = t.state
    for seat, text in ((3, "seal pass"), (0, "seal play patch_up"), (2, "seal pass whatever"), (0, "seal pass"), (3, "pass")):
        state = apply(state, seat, text)
        assert public(state) == before
        assert RULES.to_act(state) == (1, 2, 3, 0)
        assert RULES.due(state, range(4)) is None, "the active player comes first"
    assert [RULES.said(state, s) for s in range(4)] == [Said(PASS), None, Said(WHATEVER), Said(PASS)]


def test_answers_are_changed_and_taken_back_until_they_are_carried_out():
    """PC-19.8: the last answer counts; one that is not possible is refused with its reason."""
    t = rich()
    state = apply(apply(t.state, 2, "seal pass"), 2, "seal play patch_up")
    assert RULES.said(state, 2) == Said(("play", "patch_up"))
    assert RULES.said(apply(state, 2, "seal"), 2) is None
    for text, reason in (
        ("seal play raider", "not_in_hand"),
        ("play raider", "not_in_hand"),
        ("seal convert", "only_in_main"),
        ("seal dance", "not_an_action"),
    ):
        with pytest.raises(Refused) as refused:
            apply(state, 2, text)
        assert refused.value.reason == reason


def test_nothing_is_sealed_where_nobody_else_is_asked():
    """PC-19.8 is about windows only."""
    t = TestTable()
    with pytest.raises(Refused) as refused:
        apply(t.state, 0, "seal end")
    assert refused.value.reason == "nothing_to_seal"


def table(seed, state, seat):
    """What a seat answers whenever it is asked: laid down beforehand, by the number of the question."""
    rng = random.Random(f"{seed} {RULES.decision(state, seat).occasion} {seat}")
    reactions = [a for a in legal(RULES, state, seat) if a[0] != "pass"]
    if reactions and rng.random() < 0.25:
        return rng.choice(reactions)
    return WHATEVER if rng.random() < 0.2 else PASS


def in_turn(seed, state):
    """A window by the plain rule: one seat after the other is asked, from the active player, and again after each reaction (PC-7.3).

    Who has passed whatever happens is not asked again in that window. Gives the state after it, the events and who was asked.
    """
    events, stays = [], {}
    while state.ask and state.ask.kind == "react":
        seat, depth = RULES.to_act(state)[0], len(state.frames)
        here = depth, state.frames[-1].reason, state.attack.line if state.attack else 0
        stays = {window: seats for window, seats in stays.items() if window[0] < depth or window == here}
        answer = PASS if seat in stays.get(here, ()) else table(seed, state, seat)
        if answer == WHATEVER:
            stays.setdefault(here, set()).add(seat)
        step = RULES.apply(state, seat, answer[:1] if answer == WHATEVER else answer)
        events += step.events
        state = step.state
    return state, events


def at_once(seed, state, rng):
    """The same with sealed answers, given in any order; each is carried out as soon as the rules say so."""
    events = []
    while state.ask and state.ask.kind == "react":
        order = [s for s in RULES.to_act(state) if RULES.said(state, s) is None]
        first = list(RULES.to_act(state))
        answers = {s: said.action for s in first if (said := RULES.said(state, s))}
        rng.shuffle(order)
        reacting = next((s for s in first if answers.get(s, table(seed, state, s))[0] != "pass"), None)
        for seat in order:
            answers[seat] = table(seed, state, seat)
            if answers[seat] == WHATEVER and reacting is not None and first.index(seat) > first.index(reacting):
                answers[seat] = PASS  # In turn it would not yet have been asked.
            state = RULES.apply(state, seat, ("seal", *answers[seat])).state
            ready = all_there(first, answers)
            assert (RULES.due(state, ()) is not None) == ready
            if ready:
                break
        occasion = RULES.decision(state, first[0]).occasion
        while (due := RULES.due(state, ())) and RULES.decision(state, due[0]).occasion == occasion:
            assert due == (first[0], Said(answers[first.pop(0)]))
            step = RULES.apply(state, due[0], due[1].action)
            events += step.events
            state = step.state
    return state, events


def all_there(order, answers):
    """PC-19.8: whether all have answered, up to the first who reacts."""
    for seat in order:
        if seat not in answers:
            return False
        if answers[seat][0] != "pass":
            return True
    return True


@every_size
def test_sealed_answers_come_out_as_if_all_were_asked_one_after_another(setup):
    """PC-7.3, PC-7.4, PC-19.8: whoever answers first, over whole games with reactions to reactions."""
    windows = reacted = 0
    for seed in range(6 - setup.seats // 2):
        rng = random.Random(seed)
        state = RULES.setup(setup.seats, setup.options, seed).state
        for n in range(260):
            if not RULES.to_act(state):
                break
            if state.stage == "play":
                state = state.copy()
                for side in state.sides:
                    side.stock = (0, 0, 0) if side.out else (6, 6, 3)
            if state.ask and state.ask.kind == "react":
                plain, told = in_turn(f"{seed} {n}", state)
                sealed, heard = at_once(f"{seed} {n}", state, rng)
                assert heard == told
                assert (plain.ahead, sealed.ahead) == ({}, {})
                assert RULES.dump(sealed) == RULES.dump(plain) or without_marks(sealed) == without_marks(plain)
                windows, reacted = windows + 1, reacted + any(e.kind in ("played", "activated") for e in told)
                state = plain
            else:
                seat = rng.choice(RULES.to_act(state))
                thought = [random_action(RULES, state, seat, rng) for _ in range(3)]
                action = next((a for a in thought if a[0] not in ("end", "none")), thought[0])
                state = RULES.apply(state, seat, action).state
    assert windows > 20
    assert reacted > 5


def without_marks(state):
    """A position but for who passes whatever happens, which the plain rule does not keep."""
    found = json.loads(RULES.dump(state))
    for frame in found.get("frames", ()):
        frame.pop("whatever", None)
    return found


# After a reaction


def test_after_a_reaction_answers_lapse_but_for_whatever_happens():
    """PC-19.8: the reaction's own window asks all, then the outer one asks anew."""
    t = rich()
    state = apply(apply(apply(t.state, 0, "seal pass"), 3, "seal pass whatever"), 2, "seal play patch_up")
    old = RULES.decision(state, 0).occasion
    state = apply(state, 1, "pass")
    assert RULES.due(state, ()) == (2, Said(("play", "patch_up")))
    state = apply(state, 2, "play patch_up")
    assert [RULES.said(state, s) for s in range(4)] == [None] * 4, "that is another window"
    assert RULES.to_act(state) == (1, 2, 3, 0)
    inner = RULES.decision(state, 0).occasion
    for seat in (1, 2, 3, 0):
        state = apply(state, seat, "pass")
    assert (state.ask.kind, state.ask.seat) == ("target", 2)
    state = apply(state, 2, "choose m3")
    assert [RULES.said(state, s) for s in range(4)] == [None, None, None, Said(WHATEVER)]
    assert len({old, inner, RULES.decision(state, 0).occasion}) == 3, "each is a question of its own"
    assert RULES.said(apply(state, 3, "seal"), 3) is None, "and this can be taken back"
    assert RULES.said(apply(state, 3, "seal play patch_up"), 3) == Said(("play", "patch_up"))
    for viewer in (None, 0, 1, 2):
        assert not any(f.whatever for f in RULES.imagine(state, viewer, Chance.of(1)).frames if isinstance(f, Window))
    assert to_builtins(RULES.view(state, 0)) == to_builtins(RULES.view(apply(state, 3, "seal"), 0))


def test_a_pass_whatever_happens_holds_in_its_window_at_any_depth():
    """PC-19.8: in the window below it is still there after two reactions, and gone with the window."""
    t = rich()
    state = apply(t.state, 3, "seal pass whatever")
    state = apply(state, 1, "play patch_up")
    assert RULES.said(state, 3) is None
    state = apply(state, 1, "play short_circuit")
    while RULES.said(state, 3) is None:
        target = state.ask.kind == "target"
        state = apply(state, RULES.to_act(state)[0], f"choose {state.ask.options[-1]}" if target else "pass")
    assert RULES.said(state, 3) == Said(WHATEVER)
    while state.ask.kind == "react":
        state = apply(state, RULES.to_act(state)[0], "pass")
    assert not any(f.whatever for f in state.frames if isinstance(f, Window))


def test_who_leaves_takes_the_answer_along_and_all_are_asked_anew():
    """PC-14.7, PC-15.5, PC-19.8."""
    t = rich()
    state = apply(apply(t.state, 3, "seal pass"), 2, "seal pass")
    left = RULES.concede(state, 2).state
    assert left.ahead == {}
    assert RULES.to_act(left) == (1, 3, 0)
    assert RULES.decision(left, 3).occasion != RULES.decision(state, 3).occasion
    everybody = RULES.concede(RULES.concede(left, 0).state, 3).state
    assert everybody.over


# Orders


def test_who_is_called_whatever_private_orders_say():
    """PC-19.2, PC-19.7: who passes by an order is asked like the others; who is asked by a stop of their own is not called."""
    quiet = rich(loud=False, card="quick_peek")
    assert RULES.view(quiet.state, None).to_act == (2, 3, 0), "one's own card does not ask oneself"
    t = TestTable(4, active=1)
    for seat in range(4):
        t.stock(seat, **RICH).hand(seat, "quick_peek", "short_circuit", "patch_up")
    t.put(0, "outpost").put(2, "outpost", "other").stops(2, "pass_play").stops(3, "until_mine").stops(1, "ask_play_own").play("1 play quick_peek")
    assert RULES.to_act(t.state) == (1, 2, 3, 0)
    assert public(t.state)[0] == public(quiet.state)[0]
    assert RULES.view(t.state, 1).to_act == (1, 2, 3, 0), "who is asked knows it"
    assert RULES.view(t.state, 0).to_act == (2, 3, 0)
    assert [RULES.said(t.state, s) for s in (1, 2, 3)] == [None, *[Said(PASS, auto=True, ordered=True)] * 2]
    state = apply(apply(t.state, 0, "seal pass"), 1, "seal pass")
    assert RULES.due(state, (3,)) is None, "an order that is not ripe counts as no answer"
    assert RULES.due(state, (2, 3)) == (1, Said(PASS))


def test_where_a_stop_alone_asks_others_know_that_somebody_is_asked():
    """PC-19.7: not who; in worlds that they imagine it is now this seat, now that."""
    t = TestTable(4).stock(0, 1).hand(0, "recruit", "recruit")
    for seat in (1, 2, 3):
        t.stock(seat, 1).hand(seat, "patch_up")
    t.stops(2, "ask_play_any").play("0 play recruit")
    assert RULES.to_act(t.state) == (2,)
    assert RULES.view(t.state, None).to_act == RULES.view(t.state, 1).to_act == ()
    assert RULES.view(t.state, 2).to_act == (2,)
    assert {RULES.to_act(RULES.imagine(t.state, 1, Chance.of(n))) for n in range(30)} == {(2,), (3,)}
    assert RULES.to_act(RULES.imagine(t.state, 2, Chance.of(1))) == (2,)


@every_size
def test_orders_and_answers_ahead_show_nobody_else_anything(setup):
    """PC-19.7, PC-19.10: of two games that differ only in what seats have said ahead, one with holds and passes, everybody else sees the same."""
    said = closed = 0
    for seed in range(2):
        rng = random.Random(seed)
        quiet = loud = RULES.setup(setup.seats, setup.options, seed).state
        secret = rng.randrange(setup.seats)
        for n in range(200):
            acting = RULES.to_act(quiet)
            if not acting:
                break
            others = [None, *(s for s in range(setup.seats) if s != secret)]
            if n % 40 < 3 and quiet.stage == "play":
                quiet, loud = quiet.copy(), loud.copy()
                for state in (quiet, loud):
                    for side in state.sides:
                        side.stock = (0, 0, 0) if side.out else (6, 6, 3)
            if rng.random() < 0.3:
                line = saying(RULES, loud, secret, rng)
                if line and not any(word.startswith("ask_") for word in line):
                    loud, said = RULES.apply(loud, secret, line).state, said + 1
            for viewer in others:
                assert to_builtins(RULES.view(loud, viewer)) == to_builtins(RULES.view(quiet, viewer))
                if n % 4 == 0:
                    assert RULES.dump(RULES.imagine(loud, viewer, Chance.of(n))) == RULES.dump(RULES.imagine(quiet, viewer, Chance.of(n)))
            if quiet.ask and quiet.ask.kind == "react" and secret in acting and (answer := RULES.said(loud, secret)):
                # All others seal a pass; the secret seat answers by hand here and has answered there.
                depth = len(quiet.frames)
                for seat in acting:
                    quiet = RULES.apply(quiet, seat, ("seal", *(answer.action if seat == secret else PASS))).state
                    loud = RULES.apply(loud, seat, ("seal", *PASS)).state if seat != secret else loud
                while len(quiet.frames) == depth and (one := RULES.due(quiet, ())):
                    two = RULES.due(loud, range(setup.seats))
                    assert (one[0], one[1].action) == (two[0], two[1].action)
                    steps = RULES.apply(quiet, one[0], one[1].action), RULES.apply(loud, two[0], two[1].action)
                    assert steps[0].events == steps[1].events
                    quiet, loud, closed = steps[0].state, steps[1].state, closed + 1
                continue
            seat = acting[0]
            action = random_action(RULES, quiet, seat, rng)
            steps = RULES.apply(quiet, seat, action), RULES.apply(loud, seat, action)
            assert steps[0].events == steps[1].events
            quiet, loud = steps[0].state, steps[1].state
    assert said > 20
    assert closed


def test_a_hold_ends_when_something_of_mine_is_targeted():
    """PC-19.4: a target that has no window of its own ends this hold, and no other."""
    for hold, left in (("until_targeted", set()), ("until_mine", {"until_mine"})):
        t = TestTable().stock(0, 0, 2).hand(0, "emergency_recall").put(1, "raider").put(1, "trooper").stops(1, hold)
        t.play("0 play emergency_recall", "0 choose raider")
        assert RULES.given(t.state, 1) == left
    t = TestTable().stock(0, 1).hand(0, "rally").put(0, "raider").put(0, "trooper").stops(1, "until_targeted").stops(0, "until_targeted")
    t.play("0 play rally", "0 choose raider")
    assert RULES.given(t.state, 1) == RULES.given(t.state, 0) == {"until_targeted"}, "not by what others do with their own, nor oneself"


def test_a_stop_before_the_trap_phase_is_not_one_at_traps():
    """PC-19.3: they share their name, not their default."""
    t = TestTable().stock(1, 1).hand(1, "patch_up").play("0 end")
    assert t.asked == "trap"
    t = TestTable().stock(1, 1).hand(1, "patch_up").stops(1, "ask_trap").play("0 end")
    assert (t.seat, t.window) == (1, "trap")


# Asked enough (PC-19.3)


def dome(**of_other):
    """E3 with the stops that everybody has: 23 HP of buildings, and a Dome of 7 to come."""
    t = TestTable().stock(0, 2, 5, 0).hand(0, "habitat_dome", "short_circuit")
    t.put(0, "outpost").put(0, "command_citadel").put(0, "habitat_dome").stock(1, **of_other)
    return t


def test_e3_by_default_stops():
    """PC-19.3, PC-14.2: with one electricity seat 1 is asked, and the game is not lost."""
    t = dome(electricity=1).hand(1, "surge_strike").play("0 play habitat_dome")
    assert (t.seat, t.window) == (1, "play")
    t.play("1 play surge_strike", "0 play short_circuit")
    assert t.state.over
    t = dome(electricity=1).hand(0, "habitat_dome").hand(1, "surge_strike").play("0 play habitat_dome", "1 play surge_strike", "1 choose outpost")
    assert not t.state.over
    for stored in ({"electricity": 1}, {"gold": 3, "cosmium": 2}):
        assert dome(**stored).hand(1, "recruit").play("0 play habitat_dome").seat == 1, "whatever it really holds"
    for stored in ({"gold": 6}, {"cosmium": 2}):
        assert dome(**stored).hand(1, "surge_strike").play("0 play habitat_dome").state.over, "nothing of the pool could lower a building"


def test_a_ready_cannon_is_asked():
    """PC-19.3: a paid effect counts like a card, also with an empty hand."""
    t = dome(electricity=1).put(1, "orbital_cannon").play("0 play habitat_dome")
    assert (t.seat, t.window) == (1, "play")
    assert dome(electricity=1).put(1, "orbital_cannon", used=("a0",)).play("0 play habitat_dome").state.over
    t = TestTable().stock(1, 0, 0, 1).put(1, "orbital_cannon").play("0 end", "0 end")
    assert (t.seat, t.window) == (1, "start")


def test_healing_to_thirty_is_a_victory_too():
    """PC-14.2, PC-19.3."""
    t = TestTable().stock(0, 1).hand(0, "patch_up").stock(1, 0, 0, 1).hand(1, "recruit")
    t.put(0, "command_citadel").put(0, "command_citadel").put(0, "habitat_dome", hp=4)
    assert t.play("0 play patch_up").window == "play"
    t = TestTable().stock(0, 1).hand(0, "patch_up").stock(1, 0, 0, 1).hand(1, "recruit").mine(0, 9)
    assert t.put(0, "command_citadel").put(0, "command_citadel").put(0, "outpost").play("0 play patch_up").seat == 0, "no building is damaged"


def test_the_attacker_before_a_line_in_which_nothing_stands():
    """PC-19.3: as long as attack can still be raised."""
    for gold, window in ((1, "line"), (0, None)):
        t = TestTable().put(0, "trooper").stock(0, gold).hand(0, "recruit").play("0 end", "0 attack trooper m2", "0 confirm")
        assert (t.window if t.seat == 0 else "") == window


def test_the_end_of_the_turn_before_mine():
    """PC-19.3: Quick Peek for a cosmium, Watchtower with an empty hand; only the one who is next."""
    t = TestTable(3).stock(1, 0, 1).hand(1, "recruit").stock(2, 0, 1).hand(2, "quick_peek").play("0 end", "0 end")
    assert (RULES.to_act(t.state), t.window) == ((1,), "start")
    t = TestTable().stock(1, 0, 1).put(1, "watchtower").play("0 end", "0 end")
    assert (t.seat, t.window) == (1, "start")


def test_what_takes_something_away_without_a_window_of_its_own():
    """PC-19.3: before a recall, a change of control, a destruction, a sacrifice or a theft something can still be done with what goes."""
    for card, mine, asked in (
        ("emergency_recall", "raider", True), ("emergency_recall", "outpost", False), ("demolition_charge", "outpost", True),
        ("mind_hijacker", "trooper", True), ("mind_hijacker", "raider", False), ("blood_price", "raider", True), ("blood_price", "outpost", False),
        ("rally", "raider", False),
    ):  # fmt: skip
        t = TestTable().stock(0, **RICH).hand(0, card).put(0, "trooper", "own").put(0, "outpost", "his").put(1, mine).stock(1, 1).hand(1, "recruit")
        assert ((t.play(f"0 play {card}").seat, t.asked) == (1, "react")) == asked, (card, mine)
    for gold, seat in ((1, 1), (0, 0)):
        t = TestTable().stock(0, 0, 1).put(0, "ore_smuggler").stock(1, gold, 1).hand(1, "recruit").play("0 activate ore_smuggler a1")
        assert t.seat == seat


# Prepared


def test_a_block_is_laid_ready():
    """PC-19.6, PC-19.8: for the first attack on one thing, whoever attacks; it answers no other question."""
    t = TestTable().put(0, "trooper").put(0, "raider").put(1, "wall_drone").put(1, "outpost")
    drone, own = t._word("wall_drone"), t._word("outpost")
    assert RULES.sayable(t.state, 1, ("ready", "block"))[0].text == "m2"
    t._apply(1, ("ready", "block", own, "block", "*", drone))
    t.play("0 end", "0 attack raider outpost", "0 attack trooper m2", "0 confirm")
    blocked = t.all("blocked")
    assert [(e["attacker"], e["blocker"]) for e in blocked] == [("raider", "wall_drone")]
    assert t.asked == "trap", "the line is over, without a question"
    assert t.state.ahead == {}
    t = TestTable().put(0, "trooper").put(1, "wall_drone").put(1, "outpost")
    t._apply(1, ("ready", "block", t._word("outpost"), "block", "*", t._word("wall_drone")))
    t.play("0 end", "0 attack trooper m2", "0 confirm")
    assert (t.seat, t.asked) == (1, "block"), "that is another attack"


def test_a_reaction_to_the_first_attack_is_laid_ready_with_its_target():
    """PC-19.8: cast at the attacker, who is not known before."""
    t = TestTable().put(0, "trooper").put(0, "raider").put(1, "outpost").stock(1, 1, 1).hand(1, "plasma_shot")
    words = ("ready", "react", t._word("outpost"), "play", "plasma_shot", "then", "choose")
    assert RULES.sayable(t.state, 1, words)[0].text == "*"
    t._apply(1, (*words, "*"))
    t.play("0 end", "1 pass", "0 attack raider outpost", "0 attack trooper m2", "0 confirm")
    assert t.last("aimed")["cards"] == ["raider"]
    assert t.thing("raider") is None
    assert t.state.ahead == {}


def test_what_lies_ready_for_a_thing_ends_when_that_has_gone():
    """PC-19.8, PC-1.5: nobody is asked about it any more; what is for anything, and for the mine, stays."""
    t = TestTable().put(0, "trooper").put(1, "outpost", hp=1).stock(1, 1, 1).hand(1, "plasma_shot")
    for line in (f"react {t._word('outpost')} play plasma_shot then choose *", "react m2 play plasma_shot then choose *", "kuk any keep"):
        t._apply(1, ("ready", *line.split()))
    t.play("0 end")
    assert len(t.state.ahead[1].ready) == 3
    t.play("1 pass", "0 attack trooper outpost", "0 confirm")
    while t.thing("outpost"):
        seat = RULES.to_act(t.state)[0]
        t._apply(seat, RULES.decision(t.state, seat).default)
    assert [ready.about for ready in t.state.ahead[1].ready] == ["m2", "any"]


@pytest.mark.parametrize("card", ["plasma_shot", "rally", "pull_back", "repair_bay"])
@pytest.mark.parametrize("typed", ["then x", "x", "then", "then choose", "then choose x", "else x", "then choose * else x"])
def test_what_is_aimed_at_nothing_yet_is_read_to_an_end(card, typed):
    """PC-19.8: where no warrior is on a planet one aim is left, so that nothing has to be chosen; what is typed instead of it is explained."""
    t = TestTable()
    own = "activate c1 repair" if card == "repair_bay" else f"play {card}"
    t = t.put(0, card) if card == "repair_bay" else t.hand(0, card)
    own = f"activate {t._word(card)} {RULES.content.paid[card][0][0]}" if card == "repair_bay" else own
    asked = 0

    class Counted(Sayings):
        def words(self, *place):
            nonlocal asked
            asked += 1
            assert asked < 1_000
            return super().words(*place)

    sayings: Any = Counted(RULES)
    with suppress(Misread, Refused):
        read(sayings, t.state, 0, f"ready react m1 {own} {typed}")
    complete(sayings, t.state, 0, f"ready react m1 {own} {typed}")
    assert asked > 3


def test_answers_laid_ready_come_to_an_end():
    """PC-19.8: so many as a plan has room for are offered, and all of these are taken."""
    t = TestTable().hand(0, "plasma_shot")
    for joint in ("else", "then"):
        line = ("ready", "react", "m1", "play", "plasma_shot")
        while found := {w.text: w for w in RULES.sayable(t.state, 0, line)}:
            line = (*line, joint if joint in found else "else" if "else" in found else next(iter(found)))
            assert len(line) <= LONGEST
        RULES.apply(t.state, 0, line)
        assert line.count(joint) + line.count("else") > 3


def test_the_next_kuk_may_be_answered_before():
    """PC-19.6: by an order made for just that."""
    t = TestTable(active=1)
    t._apply(0, ("ready", "kuk", "any", "keep"))
    t.play("1 end", "1 end")
    assert (t.state.active, t.asked) == (0, "main")


def test_a_turn_is_drafted_and_carried_out():
    """PC-19.8: from the main phase on, action by action; the kuk before it is asked."""
    t = TestTable(active=1).hand(0, "recruit", "trooper").stock(0, 1).put(0, "gold_miner").put(0, "gold_miner", "second")
    foreseen = RULES.foreseen(t.state, 0)
    assert (foreseen.active, foreseen.phase, RULES.to_act(foreseen), foreseen.sides[0].stock) == (0, "main", (0,), (3, 0, 0))
    assert sorted(foreseen.sides[0].hand) == ["recruit", "trooper"]
    assert RULES.foreseen(t.state, 1) is None, "that is the turn that is on"
    t._apply(0, drafting([("play", "recruit"), ("play", "trooper"), ("end",), ("none",)]))
    t.play("1 end", "1 end", "0 pass")
    assert t.asked == "kuk"
    t.play("0 keep")
    assert {"recruit", "trooper"} <= set(t.planet(0))
    assert (t.asked, t.state.ahead) == ("trap", {})


def test_a_draft_stops_at_a_reaction_and_stays():
    """PC-19.8: passes let it go on, a reaction does not."""
    for answer, bought in (("pass", True), ("play short_circuit", False)):
        t = TestTable(active=1).hand(0, "quick_peek", "overcharge", "recruit").stock(0, 3, 1).stock(1, 0, 3).hand(1, "short_circuit", "patch_up")
        t._apply(0, drafting([("play", "overcharge"), ("play", "recruit"), ("end",)]))
        t.play("1 end", "1 end", "0 pass", "0 keep", f"1 {answer}")
        assert ("recruit" in t.planet(0)) == bought
        if not bought:
            assert t.asked == "main"
            assert (t.state.ahead[0].waits, t.state.ahead[0].draft) == (True, (("play", "recruit"), ("end",)))


# Games of before


def test_a_window_of_version_2_asks_all_who_have_not_passed():
    """Its snapshot says whose turn it was to answer, and who had passed."""
    t = rich()
    state = apply(t.state, 1, "pass")
    old = json.loads(RULES.dump(state))
    del old["polls"]
    for name in ("asked", "called"):
        del old["frames"][-1][name]
    loaded = RULES.load(json.dumps(old).encode())
    assert RULES.to_act(loaded) == (2, 3, 0)
    for seat in (2, 3, 0):
        loaded = apply(loaded, seat, "pass")
    assert loaded.ask.kind != "react"
