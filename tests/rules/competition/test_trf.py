"""The report for pairing programs, read back by its columns as FIDE's description has them (TRF16), and told again from the results."""

from __future__ import annotations

import msgspec
import pytest

from rules.competition import tournament as t
from rules.competition import trf
from rules.competition.tournament import GameResult, Plan, TournamentState, teams
from tests.rules.competition.test_teams import gathered, opened, paired, won
from tests.rules.competition.test_tournament import play

PLANS = [Plan("swiss", late=2), Plan("swiss", games=3), Plan("swiss", cut=4, rounds=3), Plan("robin"), Plan("robin", rounds=2)]
WORTH = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "Z": 0}
AGAINST = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-"}


def read(report: str) -> tuple[dict[str, str], dict[int, dict]]:
    """The heading by code, and the players by number, cut out of a report at the columns of the description."""
    assert report.isascii()
    assert report.endswith("\r\n")
    lines = report[:-2].split("\r\n")
    heading = {line[:3]: line[4:] for line in lines if not line.startswith("001")}
    players = {}
    for line in lines:
        if line.startswith("001"):
            rounds = [(line[at : at + 4], line[at + 5], line[at + 7]) for at in range(91, len(line), 10)]
            assert all(set(line[at : at + 2]) == {" "} for at in range(89, len(line), 10))
            players[int(line[4:8])] = {"name": line[14:47].rstrip(), "points": float(line[80:84]), "rank": int(line[85:89]), "rounds": rounds}
    return heading, players


def check(state: TournamentState) -> dict[int, dict]:
    """A report says of everybody what the standings say, and of both of a pair the same; gives the players."""
    heading, players = read(trf.report(state, "Cup", {e: f"N{e}" for e in state.seeds}))
    assert int(heading["062"]) == len(players) == len(state.seeds)
    assert int(heading["XXR"]) == state.rounds
    assert sorted(p["rank"] for p in players.values()) == list(range(1, len(players) + 1))
    for number, player in players.items():
        assert player["name"] == f"N{state.seeds[number - 1]}"
        assert player["points"] * 2 == sum(WORTH[code] for _, _, code in player["rounds"])
        for n, (other, colour, code) in enumerate(player["rounds"]):
            if other == "0000":
                assert (colour, code) in {("-", "U"), ("-", "Z")}
                continue
            back, theirs, met = players[int(other)]["rounds"][n]
            assert int(back) == number
            assert {colour, theirs} == {"w", "b"}
            assert met in AGAINST[code]
    return players


@pytest.mark.parametrize("trouble", [False, True])
@pytest.mark.parametrize(
    "plan", [Plan("swiss", late=2), Plan("swiss", games=3), Plan("swiss", cut=4, rounds=3), Plan("robin"), Plan("robin", rounds=2)]
)
def test_a_report_holds_what_was_played(plan, trouble):
    for entrants in (4, 7, 12):
        state = play(plan, entrants, entrants, trouble)
        players = check(state)
        table = t.standings(state)
        assert [state.seeds[n - 1] for n in sorted(players, key=lambda n: players[n]["rank"])] == [line.entrant for line in table.lines]
        assert {state.seeds[n - 1]: p["points"] * 2 for n, p in players.items()} == table.points


def test_byes_forfeits_and_rounds_without_a_game():
    state = t.advance(t.begin(Plan("swiss", rounds=3, late=2), range(5), 1))
    (sat,) = [f.entrants[0] for f in state.fixtures if f.bye]
    first, second = (f for f in state.open)
    state = t.absent(state, first.number, first.entrants[1:])
    assert not trf.has_report(state), "a round is over with its last match"
    state = t.enter(t.absent(state, second.number, second.entrants), 5)
    state = t.drop(state, second.entrants[0])
    players = check(state)
    codes = {e: players[state.seeds.index(e) + 1]["rounds"] for e in state.seeds}
    assert codes[sat] == [("0000", "-", "U")]
    assert [codes[e][0][1:] for e in first.entrants] == [("w", "+"), ("b", "-")]
    assert [codes[e][0][1:] for e in second.entrants] == [("w", "-"), ("b", "-")]
    assert codes[5] == [("0000", "-", "Z")], "who came late"
    state = t.advance(state)
    assert len(check(state)[1]["rounds"]) == 1, "what is being played is not in it"
    for fixture in state.open:
        assert len(check(state)[1]["rounds"]) == 1, "also while half of it has been played"
        state = t.report(state, fixture.number, GameResult((fixture.entrants,)))
    players = check(state)
    assert players[state.seeds.index(second.entrants[0]) + 1]["rounds"][1] == ("0000", "-", "Z"), "who has left"
    assert sum(p["rounds"][1][2] == "=" for p in players.values()) == 4


def test_its_first_lines():
    state = msgspec.structs.replace(play(Plan("robin", rounds=2), 3, 1), seeds=(2, 0, 1))
    names = {0: "Jiří Řehoř\nzvaný Ťuhýk", 1: "東京", 2: "001    1 " + "x" * 60}
    heading, players = read(trf.report(state, "Été ♞ à Nîmes", names, "2026/11/27", "2026/12/01"))
    assert heading["012"] == "Ete ? a Nimes"
    assert (heading["042"], heading["052"]) == ("2026/11/27", "2026/12/01")
    assert heading["092"] == "Individual: Double-Round-Robin"
    assert [p["name"] for p in players.values()] == ["001 1 " + "x" * 27, "Jiri Rehor zvany Tuhyk", "Player 3"]


def test_others_have_none():
    for plan in (Plan("single"), Plan("double"), Plan("groups", groups=2, cut=2), Plan("pods", seats=4, rounds=3)):
        state = play(plan, 8, 1)
        assert not trf.has_report(state)
        with pytest.raises(ValueError, match="no report"):
            trf.report(state, "Cup", {})
    assert not trf.has_report(t.begin(Plan("swiss"), range(4), 1))


def of_teams(sizes: list[int], plan: Plan) -> TournamentState:
    """Two rounds of teams, in which whoever has the first seat wins, but for draws on the second board."""
    state = gathered(sizes, plan)
    for _ in range(2):
        state = opened(paired(state), 10**9)
        for board in state.open:
            a, b = board.entrants
            places = ((a, b),) if teams.boards(state, board.match).index(board) == 1 else ((a,), (b,))
            state = won(state, board, *places)
    return state


@pytest.mark.parametrize("plan", [Plan("robin", boards=2), Plan("swiss", boards=3, rounds=3)])
def test_a_report_on_teams_has_their_members_and_who_is_in_which(plan):
    """Section 013: the name in columns 5 to 36, the numbers of members from column 37 on; nothing of it depends on the line-ups."""
    state = of_teams([4, 3, 2, 4], plan)
    names = {team: f"Team {n}" for n, team in enumerate(state.seeds)} | {e: f"N{e}" for own in state.teams.values() for e in own}
    report = trf.report(state, "Nations", names)
    heading, players = read(report)
    assert heading["082"] == "4"
    assert heading["062"] == str(len(players)) == "13"
    assert heading["092"].startswith("Team: ")
    by_name = {p["name"]: number for number, p in players.items()}
    listed = [line for line in report.split("\r\n") if line.startswith("013")]
    assert [line[4:36].rstrip() for line in listed] == [f"Team {n}" for n in range(4)]
    for line, team in zip(listed, state.seeds, strict=True):
        assert [int(line[at : at + 4]) for at in range(36, len(line), 5)] == [by_name[f"N{e}"] for e in sorted(state.teams[team])]
    scores = teams.scores(state)
    for own in state.teams.values():
        for e in own:
            player = players[by_name[f"N{e}"]]
            assert player["points"] * 2 == (scores[e].points if e in scores else 0)
            assert sum(other != "0000" or code == "+" for other, _, code in player["rounds"]) == (scores[e].boards if e in scores else 0)
            for n, (other, _, code) in enumerate(player["rounds"]):
                if other != "0000":
                    back, _, met = players[int(other)]["rounds"][n]
                    assert (int(back), met in AGAINST[code]) == (by_name[f"N{e}"], True)
    moved = msgspec.structs.replace(state, teams={team: tuple(reversed(own)) for team, own in state.teams.items()})
    assert trf.report(moved, "Nations", names) == report


def test_a_round_of_teams_that_is_played_has_no_report_yet():
    state = opened(paired(gathered([2, 2], Plan("robin", boards=2))), 10**9)
    assert not trf.has_report(state)
