"""Random games against the rules as they are written: slow and plain, from the content files and what the table shows."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from data.content import read
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_action
from tests.planetary_conquerors.table import CONTENT, RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "planetary_conquerors" and not s.options]
DATA = {c["id"]: c for c in read("planetary_conquerors")["cards"]["cards"] + read("planetary_conquerors")["cards"]["tokens"]}
TOKENS = {c["id"] for c in read("planetary_conquerors")["cards"]["tokens"]}
ILLUSIONS = {w for w, c in DATA.items() if any(k["kw"] == "illusion" for k in c.get("keywords", []))}
STORES = ("gold", "cosmium", "electricity")
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def games(setup, seed, most=350):
    """Games at random in which more is played than passed; storages are full every other time."""
    rng = random.Random(seed)
    state = RULES.setup(setup.seats, setup.options, seed).state
    for n in range(most):
        acting = RULES.to_act(state)
        if not acting:
            return
        seat = rng.choice(acting)
        if state.stage == "play" and n % 2:
            state = state.copy()
            for side in state.sides:
                side.stock = (6, 6, 3)
        thought = [random_action(RULES, state, seat, rng) for _ in range(3)]
        action = next((a for a in thought if a[0] not in ("pass", "end", "none", "done")), thought[0])
        yield state, seat, action
        state = RULES.apply(state, seat, action).state


def price(card):
    return tuple(DATA[card].get("cost", {}).get(m, 0) for m in STORES)


def statics(board, kind):
    """Static abilities of a kind, by the seat that controls them and the word of their card."""
    for side in board.sides:
        for thing in side.things:
            for ability in DATA.get(thing.card, {}).get("abilities", []):
                if ability["kind"] == "static" and kind in ability:
                    yield side.seat, thing.word, ability


def fits(thing, seat, source, affects):
    return (
        thing.type in affects["kind"]
        and (affects.get("controller") != "you" or thing.controller == seat)
        and not (affects.get("not_self") and thing.word == source)
    )


@every_setup
def test_numbers_of_the_table(setup):
    """PC-2.2, PC-10.1, PC-10.2, PC-13.5, PC-14.2: limits, attack, Shielding and HP follow from what is printed on the cards in play."""
    seen = Counter()
    for state, seat, _ in (found for seed in (3, 4, 5) for found in games(setup, seed, 250)):
        board = RULES.view(state, seat).board
        things = [thing for side in board.sides for thing in side.things]
        for side in board.sides:
            if state.stage == "play":
                caps = [a["caps"] for s, _, a in statics(board, "caps") if s == side.seat]
                assert side.limits == tuple(n + sum(c.get(m, 0) for c in caps) for n, m in zip((6, 6, 3), STORES, strict=True))
                seen["caps"] += bool(caps)
            assert side.building_hp == sum(t.hp for t in side.things if t.type == "building")
        for thing in things:
            own = state.things[int(thing.word[1:]) if thing.word[0] == "c" else -int(thing.word[1:])]
            if thing.type == "mine":
                assert (thing.hp, thing.most) <= (15, 15)
                continue
            data = DATA[thing.card]
            more = [a for s, word, a in statics(board, "attack") if fits(thing, s, word, a["affects"])]
            seen["attack"] += bool(more)
            assert thing.printed == data.get("attack", 0)
            assert thing.attack == max(0, data.get("attack", 0) + own.attack + sum(a["attack"] for a in more))
            shields = [k["x"] for k in data.get("keywords", []) if k["kw"] == "shielding"] + [own.shielding]
            shields += [k["x"] for s, word, a in statics(board, "keywords") if fits(thing, s, word, a["affects"]) for k in a["keywords"]]
            assert thing.shielding == sum(shields)
            seen["keywords"] += bool(sum(shields))
            assert thing.most == data.get("hp", 0)
            assert thing.hp <= thing.most
    assert seen["caps"] + seen["attack"] + seen["keywords"]


def may_react(card):
    """PC-6.1: spells, and what has electricity in its cost."""
    return DATA[card]["type"] == "spell" or price(card)[2] > 0


def targets(card):
    return any(a.get("targets") for a in DATA[card].get("abilities", []) if a["kind"] == "spell")


@every_setup
def test_what_may_be_played(setup):
    """PC-2.4, PC-2.5, PC-6.1, PC-6.2: what is paid for and is in time; targets aside, everything that is."""
    seen = Counter()
    for state, seat, _ in games(setup, 5):
        kind = RULES.decision(state, seat).kind
        if kind not in ("main", "react"):
            continue
        side, board = state.sides[seat], RULES.view(state, seat).board
        payable = {w for w in side.hand if DATA[w]["type"] != "trap" and all(n <= have for n, have in zip(price(w), side.stock, strict=True))}
        in_time = {w for w in payable if kind == "main" or may_react(w)}
        offered = {w.text for w in RULES.words(state, seat, ("play",))}
        assert offered <= in_time
        assert {w for w in in_time if not targets(w)} <= offered
        assert {c.face.word for c in board.hand if c.able} == offered
        seen["play"] += len(offered)
        full = side.stock[2] >= board.sides[seat].limits[2]
        verbs = {w.text for w in RULES.words(state, seat, ())}
        assert ("convert" in verbs) == (kind == "main" and side.stock[1] >= 4 and not full and not side.converted)
        assert board.sides[seat].converted == side.converted
        for thing in board.sides[seat].things:
            own = state.things[int(thing.word[1:])] if thing.word[0] == "c" else None
            if own is None:
                continue
            abilities = [(n, a) for n, a in enumerate(DATA[thing.card].get("abilities", [])) if a["kind"] == "paid"]
            usable = {w.text for w in RULES.words(state, seat, ("activate", thing.word))}
            for n, ability in abilities:
                cost = [ability["pay"].get(m, 0) for m in STORES]
                able = all(c <= have for c, have in zip(cost, side.stock, strict=True)) and f"a{n}" not in own.used
                able = able and (ability["timing"] == "any" or kind == "main")
                assert f"a{n}" not in usable or able
                if not ability.get("targets") and not isinstance(ability["pay"].get("sacrifice"), dict):
                    assert (f"a{n}" in usable) == able, (thing.card, ability)
                    seen["paid"] += able
    assert seen["play"] > 10


@every_setup
def test_who_may_attack_whom(setup):
    """PC-11.1, PC-11.2, PC-13.13: warriors that are not exhausted and may; mines and buildings of the others, clockwise."""
    seen = 0
    for seed in range(7, 10):
        for state, seat, _ in games(setup, seed):
            if RULES.decision(state, seat).kind != "attack":
                continue
            board = RULES.view(state, seat).board
            picked = {a for a, _ in board.picks}
            able = [t.word for t in board.sides[seat].things if t.type == "warrior" and not t.exhausted and t.word not in picked]
            able = [w for w in able if "cannot_attack" not in CONTENT.traits[board.thing(w).card]]
            others = [s % setup.seats for s in range(seat + 1, seat + setup.seats) if not board.sides[s % setup.seats].out]
            goals = [t.word for s in others for t in sorted(board.sides[s].things, key=lambda t: t.type != "mine") if t.type in ("mine", "building")]
            assert [w.text for w in RULES.words(state, seat, ("attack",))] == able
            for word in able:
                assert [w.text for w in RULES.words(state, seat, ("attack", word))] == goals
                seen += 1
            verbs = {w.text for w in RULES.words(state, seat, ())}
            assert verbs == {"reset", "confirm"} | ({"attack"} if able else set()) if picked else {"attack", "none"}
    assert seen


@every_setup
def test_where_traps_may_lie(setup):
    """PC-12.1, PC-12.2, PC-12.3: in front of the own mine and buildings, at any place of the column; one laid and one moved a turn."""
    seen = Counter()
    for seed in range(2, 5):
        for state, seat, _ in games(setup, seed):
            if RULES.decision(state, seat).kind != "trap":
                continue
            board = RULES.view(state, seat).board
            own = board.sides[seat]
            columns = {t.word: len(t.traps) for t in own.things if t.type in ("mine", "building")}
            traps = {w for w in state.sides[seat].hand if DATA[w]["type"] == "trap"} if not own.placed else set()
            assert {w.text for w in RULES.words(state, seat, ("place",))} == traps
            assert {c.face.word for c in board.hand if c.able} == traps
            for trap in traps:
                assert {w.text for w in RULES.words(state, seat, ("place", trap))} == set(columns)
                for word, n in columns.items():
                    assert [w.text for w in RULES.words(state, seat, ("place", trap, word))] == [str(k) for k in range(1, n + 2)]
                    seen["place"] += 1
            lying = {f"{word}.{k}" for word, n in columns.items() for k in range(1, n + 1)} if len(columns) > 1 and not own.moved else set()
            assert {w.text for w in RULES.words(state, seat, ("move",))} == lying
            for place in lying:
                others = set(columns) - {place.split(".")[0]}
                assert {w.text for w in RULES.words(state, seat, ("move", place))} == others
                for word in others:
                    assert [w.text for w in RULES.words(state, seat, ("move", place, word))] == [str(k) for k in range(1, columns[word] + 2)]
                    seen["move"] += 1
    assert seen["place"]


@every_setup
def test_imagined_worlds_are_made_of_the_same_cards(setup):
    """Section 18: cards move between what is hidden only; each side keeps its numbers, what was shown, and all that lies open."""
    changed = Counter()
    for n, (state, seat, _) in enumerate(games(setup, 6)):
        if n % 9 or state.stage == "deck":
            continue
        for viewer in (seat, None):
            world = RULES.imagine(state, viewer, Chance.of(n))
            for s, (now, then) in enumerate(zip(state.sides, world.sides, strict=True)):
                assert (len(now.library), len(now.hand), now.junkyard, now.stock) == (len(then.library), len(then.hand), then.junkyard, then.stock)
                assert not Counter(now.shown) - Counter(then.hand)
                if s == viewer:
                    assert now.hand == then.hand
                    assert Counter(now.library) == Counter(then.library)
                    changed["order"] += now.library != then.library
                else:
                    changed["hand"] += now.hand != then.hand
            assert {uid: (t.card, t.hp) for uid, t in state.things.items()} == {uid: (t.card, t.hp) for uid, t in world.things.items()}
            assert {uid: len(c) for uid, c in state.columns.items()} == {uid: len(c) for uid, c in world.columns.items()}
    assert changed["order"]
    assert changed["hand"]


@pytest.mark.parametrize(
    ("text", "reason", "rule"),
    [
        ("play recruit", "cannot_pay", "PC-2.5"),
        ("play spike_pit", "traps_are_placed", "PC-6.1"),
        ("play raider", "not_in_hand", "PC-6.3"),
        ("play nothing", "not_in_hand", "PC-6.3"),
        ("play", "nothing_to_do", "PC-5.6"),
        ("activate", "nothing_to_do", "PC-5.6"),
        ("activate m1 a0", "no_paid_effect", "PC-6.2"),
        ("activate m2 a0", "not_yours", "PC-1.3"),
        ("activate field_medic a7", "no_paid_effect", "PC-6.2"),
        ("activate field_medic a0", "cannot_pay", "PC-2.5"),
        ("convert", "cannot_pay", "PC-2.5"),
        ("convert now", "nothing_to_do", "PC-5.6"),
        ("pass", "asked_otherwise", "PC-5.6"),
        ("dance", "not_an_action", "PC-5.6"),
        ("end now", "not_an_action", "PC-5.6"),
        ("attack field_medic m2", "asked_otherwise", "PC-5.6"),
        ("mulligan recruit recruit recruit", "asked_otherwise", "PC-5.6"),
        ("block field_medic outpost", "asked_otherwise", "PC-5.6"),
        ("place spike_pit m1 1", "asked_otherwise", "PC-5.6"),
        ("move m1.1 outpost 1", "asked_otherwise", "PC-5.6"),
        ("choose m1", "asked_otherwise", "PC-5.6"),
        ("look recruit", "asked_otherwise", "PC-5.6"),
        ("bottom recruit", "asked_otherwise", "PC-5.6"),
        ("deck first_settlers", "asked_otherwise", "PC-5.6"),
    ],
)
def test_refusals_of_the_main_phase(text, reason, rule):
    """PC-16.2: each reason with its rule, and nothing changes."""
    table = TestTable().put(0, "field_medic").put(0, "outpost").hand(0, "recruit", "spike_pit")
    refused = table.refusal(text)
    assert (refused.reason, refused.rule) == (reason, rule)


def test_what_is_missing():
    """PC-2.5: the first material that does not suffice, with how much is needed and there."""
    for stock, missing in (((0, 9, 9), ("gold", 2, 0)), ((1, 9, 9), ("gold", 2, 1)), ((2, 0, 9), ("cosmium", 1, 0))):
        table = TestTable().stock(0, *stock).hand(0, "topdecker")
        refused = table.refusal("play topdecker")
        assert (refused.facts["material"], refused.facts["need"], refused.facts["have"]) == missing
    assert "play topdecker" in TestTable().stock(0, 2, 1).hand(0, "topdecker").legal("play")


@every_setup
def test_no_card_is_lost_or_made(setup):
    """PC-1.2, PC-1.3, PC-1.7, PC-13.9: between plays each card is with its owner, in one zone; traps lie in front of what there is."""
    brought = {}
    for state, _, _ in games(setup, 8):
        if state.stage != "play" or state.frames or state.looked or any(side.out for side in RULES.view(state, None).board.sides):
            continue
        owned = [Counter([*side.library, *side.hand, *side.junkyard]) for side in state.sides]
        for thing in state.things.values():
            if not thing.is_mine and thing.card not in TOKENS and not thing.illusion:
                owned[thing.owner][thing.card] += 1
        for uid, column in state.columns.items():
            assert uid in state.things or not column
            for trap in column:
                owned[state.things[uid].controller][trap.card] += 1
        for seat, cards in enumerate(owned):
            gone = brought.setdefault(seat, +cards) - cards
            assert brought[seat] - gone == +cards
            assert set(gone) <= ILLUSIONS, "only illusions vanish (PC-13.9)"
    assert brought
