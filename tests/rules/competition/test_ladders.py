"""Ladders: challenges upwards, rungs taken, held and passed on, holidays, who slides, who comes and goes; and by chance against a plain model."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import msgspec
import pytest

from rules.competition import tournament as t
from rules.competition.clock import DAY, HOUR
from rules.competition.rests import Rests
from rules.competition.tournament import GameResult, Plan, TournamentState, Unplayable
from rules.competition.tournament import ladders as l

PLAN = Plan("ladder", reach=3, answer=3, idle=21, at_once=2)


def ladder(entrants: int = 6, plan: Plan = PLAN) -> TournamentState:
    return l.opened(t.begin(plan, range(entrants), 7), 0)


def on(state: TournamentState, now: float = 0, rests: dict[int, Rests] | None = None, busy: dict[int, int] | None = None) -> TournamentState:
    return t.advance(l.goes_on(state, now, rests, busy))


def plays(state: TournamentState, by: int, other: int, now: float = 0) -> TournamentState:
    """A challenge whose match begins."""
    return on(l.answer(l.challenge(state, by, other, now), other, by, True, now), now)


def ends(state: TournamentState, a: int, b: int, *places: tuple[int, ...], now: float = 0) -> TournamentState:
    """The match of two ends."""
    fixture = next(f for f in state.open if {*f.entrants} == {a, b})
    return on(t.report(state, fixture.number, GameResult(places)), now)


def won(state: TournamentState, by: int, other: int, now: float = 0) -> TournamentState:
    """Whoever challenges wins."""
    return ends(plays(state, by, other, now), by, other, (by,), (other,), now=now)


def rungs(state: TournamentState) -> list[int]:
    return [*state.ladder.rungs]


def away(begin: float, end: float) -> Rests:
    def rests(start: float) -> Iterator[tuple[float, float]]:
        if end > start:
            yield begin, end

    return rests


def test_whoever_wins_takes_the_rung_and_those_between_move_down_by_one():
    state = won(ladder(), 4, 1)
    assert rungs(state) == [0, 4, 1, 2, 3, 5]
    assert t.places(state) == [[0], [4], [1], [2], [3], [5]]
    move = state.ladder.moves[-1]
    assert (move.what, move.who, move.rung, move.other) == (l.TOOK, 4, 2, 1)


def test_a_draw_or_a_loss_changes_nothing():
    drawn = ends(plays(ladder(), 3, 1), 3, 1, (3, 1))
    lost = ends(plays(ladder(), 3, 1), 3, 1, (1,), (3,))
    assert rungs(drawn) == rungs(lost) == [*range(6)]
    assert [s.ladder.moves[-1].what for s in (drawn, lost)] == [l.DRAWN, l.HELD]


@pytest.mark.parametrize(("by", "other", "why"), [
    (4, 0, "too_far"), (1, 4, "not_above"), (2, 2, "not_above"), (9, 0, "not_in"), (4, 9, "not_above"),
])  # fmt: skip
def test_whom_one_may_not_challenge(by, other, why):
    with pytest.raises(Unplayable, match=why):
        l.challenge(ladder(), by, other, 0)


def test_nobody_is_challenged_twice_nor_challenges_back_and_forth():
    state = l.challenge(ladder(), 3, 1, 0)
    assert l.obstacle(state, 3, 1, 0) == "waits_already"
    assert l.obstacle(state, 1, 3, 0) == "not_above"
    assert l.obstacle(on(plays(ladder(), 3, 1)), 3, 1, 0) == "plays_already"


def test_who_does_not_answer_in_time_passes_the_rung_on():
    state = on(l.challenge(ladder(), 4, 2, 0), 3 * DAY - 1)
    assert rungs(state) == [*range(6)]
    assert l.next_moment(state) == 3 * DAY
    state = on(state, 3 * DAY)
    assert rungs(state) == [0, 1, 4, 2, 3, 5]
    assert state.ladder.moves[-1].what == l.SILENT
    assert not state.fixtures, "no match is played"


def test_who_does_not_want_to_play_keeps_no_rung():
    """Whatever one does instead of playing, the rung is gone: it is passed on, not answered for, resigned, or one does not come."""
    asked = l.challenge(ladder(), 4, 2, 0)
    begun = plays(ladder(), 4, 2)
    ways = [
        l.answer(asked, 2, 4, False, 0),
        l.goes_on(asked, 3 * DAY),
        ends(begun, 4, 2, (4,), (2,)),
        on(t.absent(begun, begun.open[0].number, [2])),
    ]
    assert {tuple(rungs(state)) for state in ways} == {(0, 1, 4, 2, 3, 5)}
    gone = on(t.drop(begun, 2, of_own_accord=True))
    assert rungs(gone) == [0, 1, 4, 3, 5]
    assert rungs(on(t.come_back(gone, 2))) == [0, 1, 4, 3, 5, 2], "whoever comes back begins at the bottom"


def test_nobody_is_pestered_by_the_same_one_again_at_once():
    passed = l.answer(l.challenge(ladder(), 4, 2, 0), 2, 4, False, 0)
    back = l.withdraw(l.challenge(ladder(), 4, 2, 0), 4, 2, 0)
    lost = ends(plays(ladder(), 4, 2), 4, 2, (2,), (4,))
    assert [l.obstacle(passed, 2, 4, 0), l.obstacle(back, 4, 2, 0), l.obstacle(lost, 4, 2, 0)] == ["too_soon"] * 3
    later = [on(state, l.APART) for state in (passed, back, lost)]
    assert [l.obstacle(later[0], 2, 4, l.APART), l.obstacle(later[1], 4, 2, l.APART), l.obstacle(later[2], 4, 2, l.APART)] == [None] * 3
    assert not any(state.ladder.rematches for state in later)


def test_nobody_has_more_to_do_than_they_may():
    state = plays(plays(ladder(), 4, 2), 5, 2)
    assert l.obstacle(state, 3, 2, 0) == "they_full"
    assert l.obstacle(l.challenge(l.challenge(ladder(), 4, 2, 0), 5, 2, 0), 3, 2, 0) == "they_full", "also of unanswered ones"
    assert l.obstacle(l.challenge(l.challenge(ladder(), 4, 2, 0), 4, 3, 0), 4, 1, 0) == "you_full"
    own = l.challenge(l.challenge(ladder(), 2, 1, 0), 2, 0, 0)
    assert l.obstacle(own, 3, 2, 0) is None, "challenging others shields nobody"


def test_an_accepted_match_waits_until_both_may_begin():
    state = l.challenge(l.challenge(ladder(), 2, 0, 0), 2, 1, 0)
    for by in (3, 4):
        state = l.challenge(state, by, 2, 0)
        state = on(l.answer(state, 2, by, True, 0))
    state = on(l.answer(state, 0, 2, True, 0))
    assert [{*f.entrants} for f in state.open] == [{2, 3}, {2, 4}]
    assert [{*pair} for pair in state.ladder.ready] == [{0, 2}]
    state = ends(state, 2, 3, (2,), (3,))
    assert [{*f.entrants} for f in state.open] == [{2, 4}, {0, 2}]


def test_matches_elsewhere_count_until_they_are_over():
    state = on(l.answer(l.challenge(ladder(), 4, 2, 0), 2, 4, True, 0), busy={2: 2, 5: 1})
    assert not state.open
    assert state.ladder.busy == {2: 2}
    assert on(state, busy={2: 1}).open


def test_the_first_seat_changes_with_each_match_of_two():
    state = ends(plays(ladder(), 4, 2), 4, 2, (2,), (4,))
    state = plays(on(state, 8 * DAY), 4, 2, 8 * DAY)
    assert [f.entrants for f in state.fixtures] == [(2, 4), (4, 2)]


def test_on_holiday_nobody_is_challenged_nor_passes_a_rung_on():
    rests = {2: away(DAY, 11 * DAY)}
    asked = l.challenge(ladder(), 4, 2, 0)
    state = asked
    for hour in range(0, 14 * 24, 5):
        state = on(state, hour * HOUR, rests)
        assert rungs(state)[2] == 2 or hour * HOUR >= 13 * DAY
    assert rungs(on(state, 13 * DAY, rests)) == [0, 1, 4, 2, 3, 5]
    resting = on(ladder(), 2 * DAY, rests)
    assert l.obstacle(resting, 4, 2, 2 * DAY) == "takes_none"
    assert l.within_reach(resting, 4) == [0, 1, 3], "and one reaches past whoever is away"
    assert l.obstacle(on(resting, 11 * DAY, rests), 4, 2, 11 * DAY) is None


def test_who_comes_home_early_has_no_more_time_than_that():
    state = on(l.challenge(ladder(), 4, 2, 0), DAY, {2: away(DAY, 30 * DAY)})
    state = on(state, 2 * DAY, {2: away(DAY, 2 * DAY)})
    assert state.ladder.challenges[0].due == 4 * DAY


def test_who_has_blocked_somebody_cannot_be_called_by_them_and_it_reads_like_a_holiday():
    assert l.obstacle(ladder(), 4, 2, 0, deaf=[2]) == l.obstacle(on(ladder(), DAY, {2: away(0, 9 * DAY)}), 4, 2, DAY) == "takes_none"
    assert l.within_reach(ladder(), 4, deaf=[2]) == [0, 1, 3]
    assert l.obstacle(ladder(), 4, 0, 0, deaf=[2]) is None


def test_a_challenge_of_somebody_who_stands_above_meanwhile_comes_to_nothing():
    state = l.challenge(l.challenge(ladder(), 4, 2, 0), 4, 1, 0)
    state = on(l.answer(state, 1, 4, False, 0))
    assert rungs(state) == [0, 4, 1, 2, 3, 5]
    assert not state.ladder.challenges
    assert l.obstacle(state, 2, 4, 0) is None


def test_a_match_whose_winner_has_climbed_past_the_other_meanwhile():
    state = plays(plays(ladder(), 4, 2), 4, 1)
    state = ends(state, 4, 1, (4,), (1,))
    assert rungs(state) == [0, 4, 1, 2, 3, 5]
    assert rungs(ends(state, 4, 2, (4,), (2,))) == [0, 4, 1, 2, 3, 5]
    assert rungs(ends(state, 4, 2, (2,), (4,))) == [0, 2, 4, 1, 3, 5], "whoever wins stands above"


def test_who_plays_nothing_slides_below_somebody_active_and_no_further():
    state = won(ladder(), 5, 4, 20 * DAY)
    assert rungs(state) == [0, 1, 2, 3, 5, 4]
    state = on(state, 21 * DAY)
    assert rungs(state) == [0, 5, 1, 2, 3, 4], "each a rung, past whoever is active; the first rung is lost by nothing but a challenge"
    assert l.next_moment(state) == 41 * DAY
    assert rungs(on(state, 41 * DAY)) == [0, 5, 1, 2, 3, 4], "where nobody plays nothing moves"
    assert l.next_moment(on(state, 60 * DAY)) is None


def test_one_slides_a_rung_at_a_time():
    state = ladder(5)
    for by, other in ((3, 2), (4, 3)):
        state = won(on(state, 20 * DAY), by, other, 20 * DAY)
    assert rungs(state) == [0, 1, 4, 3, 2]
    state = on(state, 21 * DAY)
    assert rungs(state) == [0, 4, 1, 3, 2]
    state = won(on(state, 30 * DAY), 2, 3, 30 * DAY)
    assert rungs(on(state, 42 * DAY - 1)) == [0, 4, 1, 2, 3]
    assert rungs(on(state, 42 * DAY)) == [0, 2, 4, 1, 3]


def test_nobody_slides_on_holiday_or_while_they_play():
    state, rests = won(ladder(4), 3, 2, 20 * DAY), {1: away(20 * DAY, 30 * DAY)}
    assert rungs(on(state, 21 * DAY)) == [0, 3, 1, 2]
    assert rungs(on(state, 21 * DAY, rests)) == [0, 1, 3, 2]
    assert rungs(on(plays(state, 1, 0, 20 * DAY), 21 * DAY)) == [0, 1, 3, 2]
    assert rungs(on(l.challenge(state, 1, 0, 20 * DAY), 21 * DAY)) == [0, 1, 3, 2]
    back = on(state, 30 * DAY, rests)
    assert l.next_moment(back) == 31 * DAY
    assert rungs(on(back, 31 * DAY - 1)) == [0, 1, 3, 2]
    assert rungs(on(back, 31 * DAY)) == [0, 3, 1, 2]


def test_one_joins_at_the_bottom_at_any_time():
    state = on(t.enter(won(ladder(3), 2, 1), 3))
    assert rungs(state) == [0, 2, 1, 3]
    assert rungs(won(state, 3, 0)) == [3, 0, 2, 1]
    with pytest.raises(Unplayable):
        t.enter(state, 3)


def test_who_has_left_the_server_gets_no_rung_and_begins_no_match():
    state = t.attended(l.challenge(ladder(), 4, 2, 0), {4: False})
    assert rungs(on(state, 3 * DAY)) == [*range(6)]
    assert l.obstacle(state, 5, 4, 0) == "takes_none"
    accepted = on(t.attended(l.answer(l.challenge(ladder(), 4, 2, 0), 2, 4, True, 0), {4: False}))
    assert not accepted.fixtures
    assert not accepted.ladder.ready


def test_a_substitute_has_all_their_time_and_has_challenged_nobody():
    state = l.challenge(l.challenge(ladder(), 4, 2, 0), 2, 0, 0)
    state = l.replaced(state, 2, 2 * DAY)
    assert [(c.by, c.other, c.due) for c in state.ladder.challenges] == [(4, 2, 5 * DAY)]
    assert rungs(state) == [*range(6)]


def test_time_in_which_nobody_could_act_counts_for_nothing():
    state = l.later(on(l.challenge(ladder(), 4, 2, 0), DAY), 10 * DAY)
    assert rungs(on(state, 13 * DAY - 1)) == [*range(6)]
    assert rungs(on(state, 13 * DAY)) == [0, 1, 4, 2, 3, 5]
    slid = l.later(won(ladder(), 5, 4, 20 * DAY), 10 * DAY)
    assert rungs(on(slid, 31 * DAY - 1)) == [0, 1, 2, 3, 5, 4]
    assert rungs(on(slid, 31 * DAY)) == [0, 5, 1, 2, 3, 4]


def test_it_ends_when_somebody_ends_it_and_tells_who_stood_on_top():
    state = on(l.challenge(won(won(ladder(), 2, 0, DAY), 0, 2, 10 * DAY), 4, 3, 10 * DAY), 11 * DAY)
    assert not t.over(state)
    state = l.ended(state, 12 * DAY)
    assert t.over(state)
    assert l.on_top(state, 99 * DAY) == [(2, 9 * DAY), (0, 3 * DAY)]
    assert l.goes_on(state, 99 * DAY) == state
    assert (l.next_moment(state), l.startable(state), state.ladder.challenges) == (None, [], ())
    with pytest.raises(Unplayable, match="no_ladder"):
        l.challenge(state, 4, 3, 12 * DAY)
    assert l.ended(state, 13 * DAY) == state


def test_a_record_has_the_latest_five():
    state = ladder(3)
    for n in range(6):
        by, other = state.ladder.rungs[1], state.ladder.rungs[0]
        state = won(on(state, 8 * n * DAY), by, other, 8 * n * DAY)
    assert l.records(state)[0] == ([l.WON, l.LOST, l.WON, l.LOST, l.WON], 3, 6)
    assert l.records(state)[2] == ([], 0, 0)


def test_a_ladder_is_plain_data_and_has_no_rounds():
    state = l.challenge(on(plays(won(ladder(), 4, 1), 3, 1), 8 * DAY), 5, 2, 8 * DAY)
    assert msgspec.json.decode(msgspec.json.encode(state), type=TournamentState) == state
    with pytest.raises(Unplayable):
        t.rollback(state)
    with pytest.raises(Unplayable, match="ladder"):
        t.begin(Plan("ladder"), range(4), 7)
    with pytest.raises(Unplayable, match="ladder"):
        t.begin(Plan("swiss", reach=3), range(4), 7)


class Model:
    """A ladder told once more, plainly: each hour is lived through, and each number is counted anew from the list of all that has happened."""

    def __init__(self, people: int, holidays: dict[int, range]) -> None:
        self.events: list[tuple[int, str, int, int]] = [(0, "joins", e, 0) for e in range(people)]
        self.order = [*range(people)]
        self.waiting: dict[tuple[int, int], int] = {}
        self.playing: set[frozenset[int]] = set()
        self.holidays, self.hour = holidays, 0

    def note(self, what: str, one: int, other: int = 0) -> None:
        self.events.append((self.hour, what, one, other))
        if what == "joins":
            self.order.append(one)
        elif what == "leaves":
            self.order.remove(one)
            self.waiting = {pair: left for pair, left in self.waiting.items() if one not in pair}
            self.playing = {pair for pair in self.playing if one not in pair}
        elif what == "challenges":
            self.waiting[one, other] = 72
        elif what == "plays":
            del self.waiting[other, one]
            self.playing.add(frozenset((one, other)))
        elif what == "passes":
            del self.waiting[other, one]
            self.above(other, one)
        elif what in ("beats", "draws"):
            self.playing.remove(frozenset((one, other)))
            if what == "beats":
                self.above(one, other)
        self.tidy()
        self.slide()

    def above(self, winner: int, loser: int) -> None:
        if self.order.index(winner) > self.order.index(loser):
            self.order = [e for other in self.order if other != winner for e in ([winner, other] if other == loser else [other])]

    def tidy(self) -> None:
        self.waiting = {(a, b): left for (a, b), left in self.waiting.items() if self.order.index(a) > self.order.index(b)}

    def there(self, who: int, hour: int) -> bool:
        return hour not in self.holidays.get(who, range(0))

    @staticmethod
    def counting(what: str, one: int, other: int) -> tuple[int, ...]:
        """For whom something counts."""
        return {"beats": (one, other), "draws": (one, other), "passes": (other,), "silent": (other,)}.get(what, (one,))

    def idle(self, who: int, *kinds: str) -> int:
        """Hours without holidays since the last of such events."""
        last = next((hour for hour, what, one, other in reversed(self.events) if what in kinds and who in self.counting(what, one, other)), 0)
        off = self.holidays.get(who, range(0))
        return self.hour - last - len(range(max(last, off.start), min(self.hour, off.stop)))

    def live(self) -> None:
        """An hour goes by."""
        for pair in self.waiting:
            self.waiting[pair] -= self.there(pair[1], self.hour)
        self.hour += 1
        for by, other in [pair for pair, left in self.waiting.items() if left <= 0]:
            if (by, other) in self.waiting:
                del self.waiting[by, other]
                self.above(by, other)
                self.events.append((self.hour, "silent", other, by))
                self.tidy()
        self.slide()

    def slide(self) -> None:
        engaged = {e for pair in (*self.waiting, *self.playing) for e in pair}
        played = ("joins", "beats", "draws", "passes", "silent")
        before = [*self.order]
        for who in reversed(before[1:-1]):
            at = self.order.index(who)
            if who in engaged or not self.there(who, self.hour) or self.idle(who, *played) < 21 * 24 or self.idle(who, *played, "slides") < 21 * 24:
                continue
            below = self.order[at + 1]
            if self.idle(below, *played) < 21 * 24:
                self.order[at], self.order[at + 1] = below, who
                self.events.append((self.hour, "slides", who, 0))
        self.tidy()


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("holidays", [False, True])
def test_rungs_by_chance_are_those_of_a_plain_model(seed, holidays):
    rng = random.Random(seed)
    spans = {e: range(at := rng.randrange(24, 1500), at + rng.randrange(24, 700)) for e in range(0, 8, 2)} if holidays else {}
    rests = {e: away(span.start * HOUR, span.stop * HOUR) for e, span in spans.items()}
    model, state, fresh = Model(8, spans), ladder(8), 8
    slides = 0
    for hour in range(1, 24 * 120):
        now = hour * HOUR
        model.live()
        alarm = l.next_moment(state)
        if holidays or (alarm is not None and alarm <= now):
            state = on(state, now, rests)
        act = rng.random()
        quiet = 24 * 40 < hour < 24 * 75
        if act < (0.005 if quiet else 0.06) and state.ladder.rungs[1:]:
            by, other = rng.sample(state.ladder.rungs, 2)
            if l.obstacle(state, by, other, now) is None:
                state = on(l.challenge(state, by, other, now), now, rests)
                model.note("challenges", by, other)
        elif act < 0.09 and state.ladder.challenges:
            c, yes = rng.choice(state.ladder.challenges), rng.random() < 0.8
            state = on(l.answer(state, c.other, c.by, yes, now), now, rests)
            model.note("plays" if yes else "passes", c.other, c.by)
        elif act < 0.13 and state.open:
            a, b = rng.sample(rng.choice(state.open).entrants, 2)
            drawn = rng.random() < 0.2
            fixture = next(f for f in state.open if {*f.entrants} == {a, b})
            state = on(t.report(state, fixture.number, GameResult(((a, b),) if drawn else ((a,), (b,)))), now, rests)
            model.note("draws" if drawn else "beats", a, b)
        elif act > 0.9985 and len(state.ladder.rungs) > 4:
            free = [e for e in state.ladder.rungs if not any(e in f.entrants for f in state.open)]
            if free:
                gone = rng.choice(free)
                state = on(t.drop(state, gone, of_own_accord=True), now, rests)
                model.note("leaves", gone)
        elif act > 0.997:
            state = on(t.enter(state, fresh), now, rests)
            model.note("joins", fresh)
            fresh += 1
        assert rungs(state) == model.order, hour
        assert {(c.by, c.other) for c in state.ladder.challenges} == {*model.waiting}, hour
        slides += sum(move.what == l.SLID and move.at == now for move in state.ladder.moves)
        for entrant in state.ladder.rungs:
            assert sum(entrant in f.entrants for f in state.open) <= 2
    assert slides
    assert [what for _, what, *_ in model.events].count("silent") > 2


def test_two_hundred_people_and_four_thousand_matches_are_quick():
    state, rng = ladder(200, msgspec.structs.replace(PLAN, reach=5)), random.Random(1)
    made = [
        t.Fixture(n, "main", 1, (a, b), games=(GameResult(((a,), (b,)), {a: 20, b: 10}),), places=((a,), (b,)))
        for n, (a, b) in enumerate(rng.sample(range(200), 2) for _ in range(4000))
    ]
    for n in range(100, 4001, 100):
        state = on(msgspec.structs.replace(state, fixtures=tuple(made[:n])), n * DAY)
    written = msgspec.json.encode(state)
    assert len(written) < 1_000_000
    begun = time.process_time()
    state = on(msgspec.json.decode(written, type=TournamentState), 5000 * DAY)
    l.next_moment(state)
    l.records(state)
    msgspec.json.encode(state)
    assert time.process_time() - begun < 0.5
    assert sorted(rungs(state)) == [*range(200)]
