"""Random games against the rules as they are written: slow and plain, from the content files and what lies on the table alone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from data.content import read
from rules.legal_actions import legal
from tests.every_game.setups import SETUPS, random_game
from tests.monster_hex.table import RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "monster_hex"]
BOARDS = {board["id"]: board for board in read("monster_hex")["boards"]["boards"]}
POWERS = {tile["id"]: tile["powers"] for tile in read("monster_hex")["tiles"]["tiles"]}
RANKS = {tile["id"]: "SABC".index(tile["rank"]) for tile in read("monster_hex")["tiles"]["tiles"]}
SIDES = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def around(at):
    return [(at[0] + dq, at[1] + dr) for dq, dr in SIDES]


def lying(state):
    """What lies where, by coordinates: slot, tile, rotation, label."""
    where = {label: (q, r) for label, q, r in BOARDS[state.board]["hexes"]}
    return {where[label]: (*monster, label) for label, monster in state.placed.items()}


def edge(tile, rotation, side):
    """MH-3.1: turned clockwise, step by step."""
    powers = list(POWERS[tile])
    for _ in range(rotation):
        powers = [powers[-1], *powers[:-1]]
    return powers[side]


def placements(state, hand):
    """MH-3.2 to MH-3.6 and MH-8.4: every tile, hex and rotation that may be placed."""
    board, lies = BOARDS[state.board], lying(state)
    empty = {(q, r): label for label, q, r in board["hexes"] if (q, r) not in lies}
    everything = [(tile, at, k) for tile in hand for at in empty for k in range(6)]
    starting = [p for p in everything if empty[p[1]] in board["starts"]]
    touching = [p for p in everything if any(n in lies for n in around(p[1]))]

    def matches(tile, at, k):
        return any(n in lies and edge(tile, k, d) == edge(*lies[n][1:3], (d + 3) % 6) for d, n in enumerate(around(at)))

    if not lies:
        found = starting
    elif state.bold:
        found = touching
    else:
        found = [p for p in touching if matches(*p)] or starting or everything
    return {f"place {tile} {empty[at]} r{k}" for tile, at, k in found}


@every_setup
def test_what_may_be_placed(setup):
    """MH-3.2, MH-3.3, MH-3.4, MH-3.5, MH-3.6, MH-6.3, MH-8.4, MH-8.5: on the table of every game."""
    rng = random.Random(5)
    for seed in range(2):
        for state, seat, _, _ in random_game(setup, seed):
            kind = RULES.decision(state, seat).kind
            if kind not in ("place", "place_shared"):
                continue
            table = TestTable.__new__(TestTable)
            table.state = state
            mine = state.hands[2] if kind == "place_shared" else state.hands[seat]
            expected = placements(state, mine)
            if kind == "place" and state.abilities and state.chosen[seat] == "champion" and not state.used[seat]:
                expected |= {f"{p} champion" for p in expected}
            assert set(table.legal("place")) == expected
            for tile in mine[:1]:
                for label, _, _ in BOARDS[state.board]["hexes"]:
                    turns = {w.text for w in RULES.words(state, seat, ("place", tile, label))}
                    assert turns == {p.split()[3] for p in expected if p.split()[1:3] == [tile, label]}
            few = state.copy()  # A single tile leads to fallbacks more often.
            few.hands[2 if kind == "place_shared" else seat] = [tile := rng.choice(sorted(POWERS))]
            assert {" ".join(a[:4]) for a in legal(RULES, few, seat, ("place",))} == placements(few, [tile])


def captured(state, stone):
    """MH-4.2, MH-4.3, MH-4.4, MH-4.8, MH-8.5: totals, first and second at a stone."""
    lies = lying(state)
    power, ranks = Counter(), {}
    for side, at in enumerate(around((stone["q"], stone["r"]))):
        if at in lies:
            slot, tile, rotation, label = lies[at]
            power[slot] += edge(tile, rotation, (side + 3) % 6)
            ranks.setdefault(slot, []).append(0 if label in state.champions else RANKS[tile])
    best = [slot for slot in power if power[slot] == max(power.values())]
    if stone["kind"] == "small":
        for n in range(6):
            level = min(sorted(ranks[slot])[n] if n < len(ranks[slot]) else 9 for slot in best)
            best = [slot for slot in best if (sorted(ranks[slot])[n] if n < len(ranks[slot]) else 9) == level]
        return power, best[0] if len(best) == 1 else None, None
    rest = [total for total in power.values() if total < max(power.values())]
    next_best = [slot for slot in power if rest and power[slot] == max(rest)]
    return power, best[0] if len(best) == 1 else None, next_best[0] if len(next_best) == 1 else None


@every_setup
def test_captures_and_points(setup):
    """MH-4.1, MH-4.5, MH-4.6, MH-4.7, MH-6.4: what is captured when, in which order, who takes what, and what that scores."""
    for seed in range(3):
        done, points, asked, began = [], Counter(), [], 0
        for state, seat, action, step in random_game(setup, seed):
            stones = BOARDS[state.board]["stones"]
            assert (RULES.decision(state, seat).kind == "choose_value") == (action[0] == "take")
            after = step.state
            lies = lying(after)
            cells = {(q, r) for _, q, r in BOARDS[state.board]["hexes"]}
            full = [s for s in stones if all(n in lies for n in around((s["q"], s["r"])) if n in cells)]
            for event in step.events:
                facts = event.facts
                if event.kind == "begins":
                    began = facts["seat"]
                if event.kind == "captured":
                    stone = next(s for s in stones if s["id"] == facts["stone"])
                    power, first, second = captured(after, stone)
                    totals = {str(slot): n for slot, n in power.items()}
                    large = stone["kind"] == "large"
                    told = {"stone": stone["id"], "hex": stone["label"], "large": large, "totals": totals, "first": first, "second": second}
                    assert facts == told
                    done.append(stone["id"])
                    asked = [slot for slot in (first, second) if slot is not None]
                elif event.kind == "scored":
                    stone = next(s for s in stones if s["id"] == facts["stone"])
                    assert facts["slot"] == asked.pop(0)
                    colour = 1 - facts["slot"] if facts["slot"] < 2 and began == 1 else facts["slot"]  # MH-1.9
                    bonus = 2 * ([facts["value"], colour] in stone["values"])
                    seated = facts["slot"] < setup.seats
                    assert facts["points"] == (facts["value"] + bonus if seated else 0)
                    assert event.rule == ("MH-4.5" if stone["kind"] == "large" else "MH-4.8") if seated else "MH-6.4"
                    points[facts["slot"]] += facts["points"]
            if not after.queue:
                assert sorted(done) == sorted(s["id"] for s in full)
            assert after.scores == [points[s] for s in range(setup.seats)]
            waiting = RULES.view(after, None).board.stones
            assert [s.id for s in waiting if s.choosing] == after.queue[:1]


@every_setup
def test_the_table_as_everybody_sees_it(setup):
    """MH-2.1, MH-6.1: round, whose tile comes next, and what each faction has where, from the events alone."""
    state = RULES.setup(setup.seats, setup.options, 9).state
    board = BOARDS[state.board]
    factions = setup.seats + (setup.seats < board["factions"])
    for _, _, _, step in random_game(setup, 9):
        seen = RULES.view(step.state, None).board
        laid = [m.slot for m in seen.monsters]
        assert seen.last == (seen.monsters[-1].hex if seen.monsters else None)
        assert (seen.round, seen.rounds) == (min(len(laid) // factions + 1, board["rounds"]), board["rounds"]) or step.state.queue
        if not step.state.queue and 0 < len(laid) < len(board["hexes"]):
            turn = len(laid) % factions
            assert seen.placing == (1 - turn if turn < 2 and seen.begins == 1 else turn)  # MH-1.9
        assert [f.slot for f in seen.factions] == list(range(factions))
        for faction in seen.factions:
            own = {m.tile for m in seen.monsters if m.slot == faction.slot}
            assert set(faction.unseen) == POWERS.keys() - own
            assert faction.hand + faction.stack == 10 - len(own)
            assert (faction.seat, faction.score is None) == ((None, True) if faction.slot == setup.seats else (faction.slot, False))
        for monster in seen.monsters:
            assert list(monster.powers) == [edge(monster.tile, monster.rotation, d) for d in range(6)]
            assert monster.rank == "SABC"[RANKS[monster.tile]]
            assert monster.champion == (monster.hex in step.state.champions)
