"""FIDE's tournament report file (TRF16), as pairing programs read it: the rounds of a Swiss or a round robin of two seats that are over, also of
teams, whose boards are the games of their members.

A match counts as one game, whoever had the first seat in its first game as White. Nobody here has a FIDE rating, a federation or a date of birth;
those columns are empty.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from rules.competition import Entrant
from rules.competition.tournament.ranking import standings
from rules.competition.tournament.state import BOARD, MAIN, ROBIN, SWISS, Fixture, TournamentState
from rules.competition.tournament.teams import points

SYSTEMS = {SWISS: "Individual: Swiss-System", ROBIN: "Individual: Round-Robin"}
TWICE = "Individual: Double-Round-Robin"
NAME, TEAM_NAME = 33, 32
"""Letters of the name of a person and of a team."""
LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "ı": "i"}
)
"""Letters that are not a plain one with a mark."""
WON, DRAWN, LOST = "1", "=", "0"
FORFEIT_WON, FORFEIT_LOST = "+", "-"
BYE = "0000 - U"
"""A bye that the pairing has given, for a full point."""
AWAY = "0000 - Z"
"""A round without a game and without a point: not in yet, not in any more, free in a round robin, or a reserve."""
ALONE = "0000 - +"
"""A board on which the other team had nobody."""


def has_report(state: TournamentState) -> bool:
    """Whether there is such a file: for the main stage of a Swiss or round robin of people at two seats or of teams, once its first round is over."""
    return state.plan.format in SYSTEMS and state.plan.seats == 2 and bool(_finished(state))


def report(state: TournamentState, name: str, names: Mapping[Entrant, str], begun: str = "", ended: str = "") -> str:
    """The report on a tournament called `name`, with the names of its entrants, people and teams, between two dates (YYYY/MM/DD), if known. Members
    of teams stand in the order in which they have entered, since their line-up is secret. Raises ValueError if there is none."""
    if not has_report(state):
        raise ValueError("no report")
    teams = {team: sorted(state.teams[team]) for team in state.seeds} if state.plan.boards else {}
    numbers = {e: n for n, e in enumerate([e for members in teams.values() for e in members] or state.seeds, 1)}
    finished, stage = _finished(state), BOARD if teams else MAIN
    own = {(f.round, e): f for f in state.fixtures if f.stage == stage for e in f.entrants}
    ranks = _ranks(state, finished, numbers)
    system = TWICE if state.plan.format == ROBIN and state.plan.rounds == 2 else SYSTEMS[state.plan.format]
    system = system.replace("Individual", "Team") if teams else system
    lines = [f"012 {ascii_name(name) or 'Tournament'}"]
    lines += [f"{code} {date}" for code, date in (("042", begun), ("052", ended)) if date]
    lines += [f"062 {len(numbers)}", *([f"082 {len(teams)}"] if teams else []), f"092 {system}", f"XXR {state.rounds}"]
    for entrant, number in numbers.items():
        rank, points = ranks[entrant]
        called = ascii_name(names[entrant])[:NAME] or f"Player {number}"
        results = "".join(f"  {_result(own.get((n, entrant)), entrant, numbers)}" for n in finished)
        lines.append(f"001 {number:4} {'':4} {called:{NAME}} {'':4} {'':3} {'':11} {'':10} {points / 2:4.1f} {rank:4}{results}")
    for n, (team, members) in enumerate(teams.items(), 1):
        called = ascii_name(names[team])[:TEAM_NAME] or f"Team {n}"
        lines.append(f"013 {called:{TEAM_NAME}}{' '.join(f'{numbers[e]:4}' for e in members)}")
    return "".join(f"{line}\r\n" for line in lines)


def _ranks(state: TournamentState, finished: Sequence[int], people: Iterable[Entrant]) -> dict[Entrant, tuple[int, int]]:
    """The rank and the half points of each after some rounds; of members of teams those on the boards, and equal ones as they have entered."""
    played = [f for f in state.fixtures if f.round in finished and f.stage == (BOARD if state.plan.boards else MAIN)]
    if not state.plan.boards:
        return {line.entrant: (rank, line.points) for rank, line in enumerate(standings(state, played).lines, 1)}
    scored = dict.fromkeys(people, 0)
    for board in played:
        for e in board.entrants:
            scored[e] += points(board, e)
    return {e: (rank, scored[e]) for rank, e in enumerate(sorted(scored, key=lambda e: -scored[e]), 1)}


def ascii_name(name: str) -> str:
    """A name in ASCII, on one line: letters without their marks, a question mark for what there is no letter for. Empty if nothing of it is left."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.translate(LETTERS)) if not unicodedata.combining(c))
    plain = " ".join("".join(c if " " <= c <= "~" else "?" if c.isprintable() else " " for c in bare).split())
    return plain if any(c.isalnum() for c in plain) else ""


def _finished(state: TournamentState) -> list[int]:
    """The rounds of the main stage before the first one that is open."""
    going = {f.round for f in state.unfinished if f.stage == MAIN}
    rounds = sorted({f.round for f in state.fixtures if f.stage == MAIN})
    return list(takewhile(lambda n: n not in going, range(1, rounds[-1] + 1))) if rounds else []


def _result(fixture: Fixture | None, entrant: Entrant, numbers: Mapping[Entrant, int]) -> str:
    """One round of an entrant: opponent, colour, result."""
    if fixture is None:
        return AWAY
    if fixture.bye:
        return BYE if fixture.stage == MAIN else ALONE
    other = next(e for e in fixture.entrants if e != entrant)
    colour = "w" if fixture.entrants[0] == entrant else "b"
    return f"{numbers[other]:4} {colour} {_code(fixture, entrant)}"


def _code(fixture: Fixture, entrant: Entrant) -> str:
    if fixture.absent:
        return FORFEIT_LOST if entrant in fixture.absent else FORFEIT_WON
    if len(fixture.places) == 1:
        return DRAWN
    return WON if fixture.places[0] == (entrant,) else LOST
