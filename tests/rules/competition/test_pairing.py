"""Swiss pairing: nobody twice while it can be avoided, equal scores meet, byes and first seats fair; against the Dutch engine of py4swiss."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from rules.competition.pairing import BYE, Entry, Pairing, first_seated, swiss
from tests.swiss import Swiss, faults, rounds


def entry(number: int, score: int = 0, *met: int, **more) -> Entry:
    return Entry(number, score, dict.fromkeys(met, 1), **more)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("seed", range(60))
def test_whole_tournaments(seed):
    """Three thousand more with `python -m tests.swiss`."""
    rng = random.Random(seed)
    for entries, pairing in rounds(rng.randint(3, 40), rng.randint(3, 8), seed):
        assert not faults(entries, pairing)
        assert all(abs(e.firsts) <= 3 for e in entries)


def test_the_first_round_folds_the_field():
    pairing = swiss([entry(n) for n in range(8)])
    assert {frozenset(pair) for pair in pairing.pairs} == {frozenset(p) for p in ((0, 4), (1, 5), (2, 6), (3, 7))}
    assert pairing.bye is None


def test_equal_scores_meet_unless_they_have_met():
    pairing = swiss([entry(0, 4), entry(1, 4), entry(2, 2), entry(3, 2)])
    assert {frozenset(p) for p in pairing.pairs} == {frozenset((0, 1)), frozenset((2, 3))}
    pairing = swiss([entry(0, 4, 1), entry(1, 4, 0), entry(2, 2), entry(3, 2)])
    assert frozenset((0, 1)) not in {frozenset(p) for p in pairing.pairs}


def test_one_more_meeting_only_where_nothing_else_is_left():
    pairing = swiss([entry(0, 4, 1), entry(1, 0, 0)])
    assert pairing.pairs in ([(0, 1)], [(1, 0)])
    assert pairing.reason(0).again


def test_a_bye_goes_to_the_lowest_who_has_had_none():
    assert swiss([entry(0, 4), entry(1, 2), entry(2, 0)]).bye == 2
    assert swiss([entry(0, 4), entry(1, 2), entry(2, 0, byes=1)]).bye == 1
    assert swiss([entry(0, 4), entry(1, 2), entry(2, 0, byes=1)]).opponent[1] == BYE
    assert swiss([entry(0, 0, byes=2), entry(1, 0, byes=1), entry(2, 0, byes=1)]).bye in (1, 2)


def test_first_seats_even_out():
    assert first_seated(entry(0, firsts=1), entry(1, firsts=-1)) == (1, 0)
    assert first_seated(entry(0, lately=True), entry(1, lately=False)) == (1, 0)
    assert first_seated(entry(0), entry(1), 0) == (0, 1)
    assert first_seated(entry(0), entry(1), 1) == (1, 0)
    due = [entry(0, 2, firsts=2), entry(1, 2, firsts=2), entry(2, 2, firsts=-2), entry(3, 2, firsts=-2)]
    assert {frozenset(p) for p in swiss(due).pairs} in ({frozenset((0, 2)), frozenset((1, 3))}, {frozenset((0, 3)), frozenset((1, 2))})


def test_reasons():
    pairing = swiss([entry(0, 4, 1), entry(1, 4, 0), entry(2, 2), entry(3, 2), entry(4, 0)])
    reason = pairing.reason(0)
    assert (reason.score, reason.other, reason.group, reason.met, reason.again) == (4, 2, 1, 1, False)
    assert pairing.reason(4)[:2] == (0, None)
    with pytest.raises(KeyError):
        pairing.reason(99)


def test_too_few():
    with pytest.raises(ValueError, match="two entrants"):
        swiss([entry(0)])


# Against the FIDE engine


def dutch(tournament: Swiss, number: int) -> Pairing:
    """How py4swiss pairs the next round of a tournament without byes of its own making."""
    lines = []
    order = sorted(tournament.active, key=lambda e: (-tournament.scores[e], e))
    for who in range(len(tournament.scores)):
        results = []
        for row in tournament.history:
            one = next(((b, "w", won) for a, b, won in row if a == who), None) or next(((a, "b", 2 - won) for a, b, won in row if b == who), None)
            results.append(f"{one[0] + 1:4d} {one[1]} {'0=1'[one[2]]}" if one else "0000 - U")
        head = f"001 {who + 1:4d}      {'P' + str(who):<33} {2000 - who:4d}"
        lines.append(f"{head:<80}{tournament.scores[who] / 2:4.1f} {order.index(who) + 1:4d}  " + "  ".join(results))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.trf"
        path.write_text("\n".join([*lines, f"XXR {number}"]) + "\n", encoding="utf-8")
        found = DutchEngine.generate_pairings(TrfParser.parse(path))
    pairs = [(p.white - 1, p.black - 1) for p in found if p.black]
    bye = next((p.white - 1 for p in found if not p.black), None)
    return Pairing(tournament.entries(), pairs, bye)


def floats(pairing: Pairing) -> int:
    """How far scores of opponents lie apart, squared and summed."""
    return sum((pairing.entries[a].score - pairing.entries[b].score) ** 2 for a, b in pairing.pairs)


@pytest.mark.parametrize("entrants", [6, 9, 14, 21])
def test_against_the_dutch_engine(entrants):
    """Both avoid second meetings and byes; ours brings scores at least as near together, and the bye to as low a score."""
    tournament = Swiss(entrants, entrants)
    for _ in range(4):
        ours, theirs = swiss(tournament.entries()), dutch(tournament, 6)
        for pairing in (ours, theirs):
            assert not faults(tournament.entries(), pairing)
        assert floats(ours) <= floats(theirs)
        if ours.bye is not None and theirs.bye is not None:
            assert tournament.scores[ours.bye] <= tournament.scores[theirs.bye]
        tournament.play(ours)


# Against all rounds there are


def matchings(rest):
    """All ways to make pairs of some ranks; with an odd number None is one of them."""
    if not rest:
        yield []
        return
    first, *others = rest
    for other in others:
        for more in matchings([r for r in others if r != other]):
            yield [(first, other), *more]


def wishes(entries, pairs):
    """What a round leaves to be wished for, the weightiest first: second meetings and byes, the bye's score, scores apart, seats, ranks."""
    again = bye = scores = seats = ranks = 0
    for one, other in pairs:
        if None in (one, other):
            out = entries[one if other is None else other]
            again += out.byes
            bye += (out.score - min(e.score for e in entries)) ** 2
            ranks += len(entries) - entries.index(out)
            continue
        a, b = sorted((one, other))
        again += entries[a].met.get(entries[b].id, 0)
        scores += (entries[a].score - entries[b].score) ** 2
        same = (entries[a].firsts > 0) == (entries[b].firsts > 0) and 0 not in (entries[a].firsts, entries[b].firsts)
        seats += min(abs(entries[a].firsts), abs(entries[b].firsts), 3) if same else 0
        level = sum(e.score == entries[a].score for e in entries)
        ranks += abs(b - a - (level // 2 if entries[a].score == entries[b].score else 1))
    return again, bye, scores, seats, ranks


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8])
def test_no_round_is_better(n):
    """Of all rounds there are, none leaves less to be wished for, also late in a tournament in which everybody has met nearly everybody."""
    rng = random.Random(n)
    for trial in range(16):
        levels, share = (1, 0.1) if trial % 2 else (4, 0.5)
        entries = [
            Entry(i, rng.randint(0, levels), {}, rng.choice((0, rng.randint(-4, 4))), rng.choice((True, False, None)), rng.randint(0, 2))
            for i in range(n)
        ]
        entries.sort(key=lambda e: -e.score)
        met = {e.id: {} for e in entries}
        for one in entries:
            for other in entries:
                if one.id < other.id and rng.random() < share:
                    met[one.id][other.id] = met[other.id][one.id] = rng.randint(1, 2)
        entries = [e._replace(met=met[e.id]) for e in entries]
        pairing, rank = swiss(entries), {e.id: i for i, e in enumerate(entries)}
        ours = [(rank[a], rank[b]) for a, b in pairing.pairs] + ([(rank[pairing.bye], None)] if n % 2 else [])
        assert sorted(r for pair in ours for r in pair if r is not None) == list(range(n))
        best = min(wishes(entries, pairs) for pairs in matchings([*range(n), *[None] * (n % 2)]))
        assert wishes(entries, ours) == best
        tops = [min(rank[a], rank[b]) for a, b in pairing.pairs]
        assert tops == sorted(tops), "the best tables come first"
        for e in entries:
            reason, level = pairing.reason(e.id), [o for o in entries if o.score == e.score and o is not e]
            other = next((o for o in entries if o.id == pairing.opponent[e.id]), None)
            assert reason.group == len(level)
            assert reason.met == sum(o.id in e.met for o in level)
            assert reason.odd == (len(level) % 2 == 0)
            assert reason.again == (other is not None and other.id in e.met)
            assert (reason.score, reason.firsts) == (e.score, e.firsts)
            assert (reason.other, reason.other_firsts) == ((other.score, other.firsts) if other else (None, 0))


def test_far_ranks_meet_where_the_near_ones_have_met():
    """Also when nobody within two dozen ranks is left: everybody is looked at then."""
    n = 60
    entries = [Entry(i, 0, {j: 1 for j in range(n) if j != i and abs(j - i) < 30}) for i in range(n)]
    assert all(abs(a - b) == 30 for a, b in swiss(entries).pairs)


def test_seats():
    """Who had the first seat less often, then who had it longer ago, then in turn; before anything was played nobody had it lately."""
    assert first_seated(entry(0, firsts=0), entry(1, firsts=-1)) == (1, 0)
    assert first_seated(entry(0, firsts=-1), entry(1, firsts=0)) == (0, 1)
    assert first_seated(entry(0, lately=False), entry(1, lately=True), 1) == (0, 1)
    for one, other in ((None, True), (None, False), (True, None), (False, None), (True, True), (False, False)):
        assert [first_seated(entry(0, lately=one), entry(1, lately=other), table) for table in range(3)] == [(0, 1), (1, 0), (0, 1)]
