"""Matches of teams: sealed line-ups, boards, their points, and who is passed over."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

import msgspec
import pytest

from rules.competition import tournament as t
from rules.competition.tournament import GameResult, Plan, TournamentState, Unplayable, teams
from tests.sampled import often

ROUND = 3600.0


def gathered(sizes: list[int], plan: Plan, seed: int = 7) -> TournamentState:
    """A tournament of teams 0, 10, 20 and so on, whose members are 1, 2, 3, 11, 12 and so on, the captain first."""
    numbers = [10 * n for n in range(len(sizes))]
    state = t.enlisted(plan, numbers, seed)
    return teams.gathered(state, {team: [team + n + 1 for n in range(size)] for team, size in zip(numbers, sizes, strict=True)})


def paired(state: TournamentState, now: float = 0) -> TournamentState:
    return teams.settled(teams.asked(t.step(state), now + ROUND))


def opened(state: TournamentState, now: float, gone: tuple[int, ...] = ()) -> TournamentState:
    for match in teams.due(state, now):
        state = teams.opened(state, match, gone)
    return state


def won(state: TournamentState, board, *places: tuple[int, ...]) -> TournamentState:
    return teams.settled(t.report(state, board.number, GameResult(places)))


ROBIN = Plan("robin", boards=3)


def test_boards_are_known_once_both_line_ups_are_in():
    state = paired(gathered([3, 4], ROBIN))
    assert not state.open
    assert [f.entrants for f in state.unfinished] == [(0, 10)]
    state = teams.handed_in(teams.moved(state, 0, 3, -2), 0)
    assert not teams.due(state, 0), "nothing follows from one"
    assert state == paired(state, 100)
    state = opened(teams.handed_in(teams.moved(state, 10, 14, -1), 10), 0)
    assert [f.entrants for f in state.open] == [(3, 11), (12, 1), (2, 14)], "the first seat goes from side to side"
    assert teams.line_ups_of(state, 0) is None
    assert teams.boards(state, 0) == state.open


def test_when_its_time_is_over_a_line_up_stands_as_it_is():
    state = paired(gathered([3, 3], ROBIN))
    assert not teams.due(state, ROUND - 1)
    assert [f.entrants for f in opened(teams.later(state, 50), ROUND).open] == []
    assert [f.entrants for f in opened(state, ROUND).open] == [(1, 11), (12, 2), (3, 13)]


def test_board_points_decide_and_equal_ones_are_shared():
    state = opened(paired(gathered([3, 3], ROBIN)), ROUND)
    for board, winner in zip(state.open, (1, 12), strict=False):
        state = won(state, board, (winner,), tuple(e for e in board.entrants if e != winner))
    assert not state.fixtures[0].places
    assert teams.match_score(state, 0) == {0: 2, 10: 2}
    drawn = won(state, state.open[0], (3, 13))
    assert drawn.fixtures[0].places == ((0, 10),)
    assert t.over(drawn)
    decided = won(state, state.open[0], (13,), (3,))
    assert decided.fixtures[0].places == ((10,), (0,))
    assert decided.fixtures[0].games[0].scores == {0: 2, 10: 4}
    assert [(line.entrant, line.points, line.breaks[0]) for line in t.standings(decided).lines] == [(10, 2, 2), (0, 0, 1)]
    assert teams.scores(decided)[13] == (2, 1)
    assert teams.scores(decided)[3] == (0, 1)


def test_too_few_members_leave_the_last_boards_to_the_others():
    """Two against three: the third board is won without a game; whoever has left the server is passed over for a reserve."""
    state = opened(paired(gathered([2, 4], ROBIN)), ROUND, gone=(11,))
    assert [(f.entrants, f.places) for f in teams.boards(state, 0)] == [((1, 12), ()), ((13, 2), ()), ((14,), ((14,),))]
    for board in state.open:
        state = won(state, board, (board.entrants[0],), (board.entrants[1],))
    assert state.fixtures[0].games[0].scores == {0: 2, 10: 4}
    assert not state.fixtures[0].absent


def test_a_team_of_which_nobody_is_there_forfeits_the_match():
    state = opened(paired(gathered([3, 3], ROBIN)), ROUND, gone=(1, 2, 3))
    assert state.fixtures[0].places == ((10,), (0,))
    assert state.fixtures[0].absent == (0,)
    assert t.over(state)
    state = opened(paired(gathered([3, 3], ROBIN)), ROUND, gone=(1, 2, 3, 11, 12, 13))
    assert [line.points for line in t.standings(state).lines] == [0, 0]
    assert t.over(state)


def test_whoever_leaves_loses_their_board_and_the_next_one_is_captain():
    state = opened(paired(gathered([3, 3], ROBIN)), ROUND)
    state = t.drop(state, 1, of_own_accord=True)
    assert teams.captain(state, 0) == 2
    assert [f.entrants for f in state.open] == [(12, 2), (3, 13)]
    assert teams.boards(state, 0)[0].places == ((11,), (1,))
    assert state.active == [0, 10]
    with pytest.raises(Unplayable, match="not_in"):
        t.drop(state, 1)
    state = teams.settled(t.drop(t.drop(state, 2), 3))
    assert state.active == [10], "a team without members is out"
    assert state.fixtures[0].places == ((10,), (0,))


def test_a_round_is_taken_back_with_its_boards():
    state = opened(paired(gathered([3, 3, 3], ROBIN)), ROUND)
    back = t.rollback(state)
    assert not back.fixtures
    assert not back.sealed
    assert t.rollback(paired(gathered([3, 3], ROBIN))).sealed == ()


def test_only_who_is_asked_hands_in_and_only_members_are_moved():
    state = gathered([3, 3, 3], ROBIN)
    with pytest.raises(Unplayable, match="nothing_asked"):
        teams.handed_in(state, 0)
    with pytest.raises(Unplayable, match="not_in"):
        teams.moved(state, 0, 11, -1)
    assert teams.moved(state, 0, 1, -5).teams[0] == (1, 2, 3)
    assert teams.moved(state, 0, 1, 99).teams[0] == (2, 3, 1)


def test_a_board_concerns_all_who_belong_to_its_teams():
    """A moderator who belongs to one of them, on the bench or on another board, plays in the match."""
    state = opened(paired(gathered([3, 4, 3, 3], ROBIN)), ROUND)
    match = next(f for f in state.fixtures if f.match is None and 0 in f.entrants)
    other = next(e for e in match.entrants if e != 0)
    assert teams.in_match_of(state, 1) == {*state.teams[0], *state.teams[other]}
    assert teams.in_match_of(state, 99) == set()


@pytest.mark.parametrize("plan", [
    Plan("single", boards=3), Plan("swiss", boards=3, cut=2), Plan("swiss", boards=6), Plan("robin", boards=1), Plan("swiss", boards=2, late=2),
    Plan("pods", seats=3, boards=2), Plan("league", division=4, boards=2),
])  # fmt: skip
def test_only_a_swiss_or_a_round_robin_has_teams(plan):
    with pytest.raises(Unplayable, match="boards"):
        t.check_plan(plan)


def test_tie_breaks_of_teams_and_of_people_are_not_mixed():
    t.check_plan(Plan("robin", boards=2, chain=("board_points",)))
    for plan in (Plan("robin", boards=2, chain=("game_score",)), Plan("robin", chain=("board_points",))):
        with pytest.raises(Unplayable, match="breaks"):
            t.check_plan(plan)


@pytest.mark.parametrize("seed", range(often(30, 1000)))
def test_the_standings_are_what_a_plain_count_of_all_boards_gives(seed):
    """Whole tournaments with changing line-ups, members who leave, no-shows and byes; each match is also stored and read."""
    chance = random.Random(seed)
    plan = Plan(chance.choice(["robin", "swiss"]), boards=chance.randint(2, 5), rounds=0)
    sizes = [chance.randint(1, plan.boards + 2) for _ in range(chance.randint(2, 7))]
    state, now = paired(gathered(sizes, plan, seed)), 0.0
    on_boards: dict[int, int] = defaultdict(int)
    in_matches: dict[int, int] = defaultdict(int)
    own: dict[int, int] = defaultdict(int)
    rounds = 0
    while not t.over(state):
        rounds += 1
        assert rounds < 20, "it ends"
        here = [f for f in state.fixtures if f.stage == "main" and f.round == state.round]
        for team in (team for match in here if not match.bye for team in match.entrants):
            for _ in range(3):
                if there := teams.still_in(state, team):
                    state = teams.moved(state, team, chance.choice(there), chance.choice([-1, 1]))
            if chance.random() < 0.5:
                state = teams.handed_in(state, team)
        now += ROUND
        gone = tuple(e for members in state.teams.values() for e in members if chance.random() < 0.1)
        lined_up = {team: [e for e in teams.still_in(state, team) if e not in gone][: plan.boards] for team in state.teams}
        state = opened(state, now, gone)
        for match in (f for f in here if not f.bye):
            a, b = match.entrants
            points = {a: 0, b: 0}
            for n in range(plan.boards):
                pair = {team: lined_up[team][n] for team in (a, b) if n < len(lined_up[team])}
                if len(pair) < 2:
                    for team, e in pair.items():
                        points[team] += 2
                        own[e] += 2
                    continue
                board = next(f for f in state.fixtures if {*f.entrants} == {*pair.values()} and f.match == match.number)
                what = chance.choice(["a", "b", "draw", "absent", "left", "nobody"])
                if what == "draw":
                    state = t.report(state, board.number, GameResult((tuple(pair.values()),)))
                elif what in "ab":
                    order = (pair[a], pair[b]) if what == "a" else (pair[b], pair[a])
                    state = t.report(state, board.number, GameResult(tuple((e,) for e in order)))
                elif what == "nobody":
                    state = t.absent(state, board.number, [*pair.values()])
                elif what == "absent":
                    state = t.absent(state, board.number, [pair[b]])
                else:
                    state = t.drop(state, pair[b])
                for team, gain in ((a, {"b": 0, "draw": 1, "nobody": 0}.get(what, 2)), (b, {"b": 2, "draw": 1}.get(what, 0))):
                    points[team] += gain
                    own[pair[team]] += gain
            for team, other in ((a, b), (b, a)):
                on_boards[team] += points[team]
                in_matches[team] += (points[team] > points[other]) * 2 + (points[team] == points[other] > 0)
            state = teams.settled(state)
        assert not state.unfinished
        assert msgspec.json.decode(msgspec.json.encode(state), type=TournamentState) == state
        state = paired(state, now)
    for team in (team for f in state.fixtures if f.stage == "main" and f.bye for team in f.entrants):  # Also of a last round that is nothing else.
        on_boards[team] += plan.boards
        in_matches[team] += 2
    lines = {line.entrant: (line.points, line.breaks[0]) for line in t.standings(state).lines}
    assert lines == {team: (in_matches[team], Fraction(on_boards[team], 2)) for team in state.teams}
    assert {e: score.points for e, score in teams.scores(state).items() if score.points} == {e: n for e, n in own.items() if n}
