"""FIDE's tournament report file (TRF16), as pairing programs read it: the rounds of a Swiss or a round robin of two seats that are over.

A match counts as one game, whoever had the first seat in its first game as White. Nobody here has a FIDE rating, a federation or a date of birth;
those columns are empty.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from itertools import takewhile

from rules.competition import Entrant
from rules.competition.tournament.ranking import standings
from rules.competition.tournament.state import MAIN, ROBIN, SWISS, Fixture, TournamentState

SYSTEMS = {SWISS: "Individual: Swiss-System", ROBIN: "Individual: Round-Robin"}
TWICE = "Individual: Double-Round-Robin"
NAME = 33
"""Letters of a name."""
LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "ı": "i"}
)
"""Letters that are not a plain one with a mark."""
WON, DRAWN, LOST = "1", "=", "0"
FORFEIT_WON, FORFEIT_LOST = "+", "-"
BYE = "0000 - U"
"""A bye that the pairing has given, for a full point."""
AWAY = "0000 - Z"
"""A round without a game and without a point: not in yet, not in any more, or free in a round robin."""


def has_report(state: TournamentState) -> bool:
    """Whether there is such a file: for the main stage of a Swiss or round robin of people at two seats, once its first round is over."""
    return state.plan.format in SYSTEMS and state.plan.seats == 2 and not state.plan.boards and bool(_finished(state))


def report(state: TournamentState, name: str, names: Mapping[Entrant, str], begun: str = "", ended: str = "") -> str:
    """The report on a tournament called `name`, with its entrants' names, between two dates (YYYY/MM/DD), if known. Raises ValueError if there is
    none."""
    if not has_report(state):
        raise ValueError("no report")
    numbers = {e: n for n, e in enumerate(state.seeds, 1)}
    finished = _finished(state)
    own = {(f.round, e): f for f in state.fixtures if f.stage == MAIN for e in f.entrants}
    table = standings(state, [f for f in state.fixtures if f.stage == MAIN and f.round in finished])
    ranks = {line.entrant: (rank, line.points) for rank, line in enumerate(table.lines, 1)}
    system = TWICE if state.plan.format == ROBIN and state.plan.rounds == 2 else SYSTEMS[state.plan.format]
    lines = [f"012 {ascii_name(name) or 'Tournament'}"]
    lines += [f"{code} {date}" for code, date in (("042", begun), ("052", ended)) if date]
    lines += [f"062 {len(numbers)}", f"092 {system}", f"XXR {state.rounds}"]
    for entrant, number in numbers.items():
        rank, points = ranks[entrant]
        called = ascii_name(names[entrant])[:NAME] or f"Player {number}"
        results = "".join(f"  {_result(own.get((n, entrant)), entrant, numbers)}" for n in finished)
        lines.append(f"001 {number:4} {'':4} {called:{NAME}} {'':4} {'':3} {'':11} {'':10} {points / 2:4.1f} {rank:4}{results}")
    return "".join(f"{line}\r\n" for line in lines)


def ascii_name(name: str) -> str:
    """A name in ASCII, on one line: letters without their marks, a question mark for what there is no letter for. Empty if nothing of it is left."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.translate(LETTERS)) if not unicodedata.combining(c))
    plain = " ".join("".join(c if " " <= c <= "~" else "?" if c.isprintable() else " " for c in bare).split())
    return plain if any(c.isalnum() for c in plain) else ""


def _finished(state: TournamentState) -> list[int]:
    """The rounds of the main stage before the first one that is open."""
    going = {f.round for f in state.open if f.stage == MAIN}
    rounds = sorted({f.round for f in state.fixtures if f.stage == MAIN})
    return list(takewhile(lambda n: n not in going, range(1, rounds[-1] + 1))) if rounds else []


def _result(fixture: Fixture | None, entrant: Entrant, numbers: Mapping[Entrant, int]) -> str:
    """One round of an entrant: opponent, colour, result."""
    if fixture is None:
        return AWAY
    if fixture.bye:
        return BYE
    other = next(e for e in fixture.entrants if e != entrant)
    colour = "w" if fixture.entrants[0] == entrant else "b"
    return f"{numbers[other]:4} {colour} {_code(fixture, entrant)}"


def _code(fixture: Fixture, entrant: Entrant) -> str:
    if fixture.absent:
        return FORFEIT_LOST if entrant in fixture.absent else FORFEIT_WON
    if len(fixture.places) == 1:
        return DRAWN
    return WON if fixture.places[0] == (entrant,) else LOST
