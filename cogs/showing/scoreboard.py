"""The pictures of a tournament: standings with the results round by round, and brackets, each with its alt text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import discord

from cogs.showing.drawing import to_file
from data.language import Texts
from render.text import fitting
from render.tournaments import LOST, NONE, SELF, SHARED, WON, Box, Line, Result, Round, paint_bracket, paint_cross, paint_standings
from rules.competition import formats
from rules.competition import tournament as course
from rules.competition.formats import Node
from rules.competition.standings import MatchResult, Standings
from rules.competition.tournament import DOUBLE, GROUPS, MAIN, ROBIN, SINGLE, Fixture, TournamentState

NAME = (100, 20, 12)
"""Letters of a name in the words of a bracket, as there is room."""
MOST = 10
"""Pictures that a message can carry."""
Names = Mapping[int, str]
"""What entrants are called, by number."""


def scoreboard(state: TournamentState, title: str, names: Names, say: Texts, theme: str) -> list[discord.File]:
    """All pictures of a tournament as it stands: the bracket first where there is one, then the standings.

    Slow: for a thread. Where a message cannot carry them all, the first rounds of the bracket and the last places are left out.
    """
    brackets, tables = [], []
    if state.finalists or state.plan.format in (SINGLE, DOUBLE):
        for side, rounds in _sides(state, names, say):
            heading = f"{title} · {say(f'tournament.side.{side}')}" if state.plan.format == DOUBLE or side == "third" else title
            brackets += [
                to_file(picture, fitting(*(partial(_words, heading, part, letters) for letters in NAME)), "bracket")
                for picture, part in paint_bracket(heading, rounds, theme)
            ]
    if state.plan.format not in (SINGLE, DOUBLE):
        for heading, table in _tables(state, title, say):
            crossed = state.plan.format in (ROBIN, GROUPS)
            lines = [(_cross_line if crossed else _line)(state, table, n, names) for n in range(len(table.lines))]
            for picture, page in (paint_cross if crossed else paint_standings)(heading, lines, theme):
                note = f". {say('tournament.cross')}" if crossed else ""
                tables.append(
                    to_file(picture, fitting(partial(_table_words, heading, page, True, note), partial(_table_words, heading, page)), "standings")
                )
                if len(tables) == MOST:
                    break
    return (brackets[-MOST:] + tables)[:MOST]


def _table_words(heading: str, page: Sequence[Line], results: bool = False, note: str = "") -> str:
    """A page of standings in words; the results only where there is room for them."""
    shown = [f" ({' '.join(r.text for r in line.results)})" if results else "" for line in page]
    return f"{heading}: " + "; ".join(f"{line.place}. {line.name} {line.points}{more}" for line, more in zip(page, shown, strict=True)) + note


def _tables(state: TournamentState, title: str, say: Texts) -> Iterable[tuple[str, Standings]]:
    if state.plan.format != GROUPS:
        yield title, course.standings(state)
        return
    for n in range(state.plan.groups):
        yield f"{title} · {say('tournament.group', name=chr(ord('A') + n))}", course.group_standings(state, n)


def _line(state: TournamentState, table: Standings, n: int, names: Names) -> Line:
    line = table.lines[n]
    rounds: dict[int, Fixture] = {f.round: f for f in state.fixtures if f.stage == MAIN and f.places and line.entrant in f.entrants}
    results = tuple(_result(rounds.get(number), line.entrant) for number in range(1, _last_round(state) + 1))
    return Line(str(line.place), names[line.entrant], halves(line.points), results, line.entrant in state.dropped)


def _cross_line(state: TournamentState, table: Standings, n: int, names: Names) -> Line:
    """A line of a cross table: its number, and what it has brought against each line; two results where two have met twice."""
    mine = table.lines[n].entrant
    played = [f for f in state.fixtures if f.stage == MAIN and f.places and mine in f.entrants]
    results = []
    for line in table.lines:
        found = [_result(f, mine) for f in played if line.entrant in f.entrants]
        kinds = {r.kind for r in found}
        kind = kinds.pop() if len(kinds) == 1 else LOST if found else NONE
        results.append(Result("–", SELF) if line.entrant == mine else Result("/".join(r.text for r in found) or "·", kind))
    return Line(str(n + 1), names[mine], halves(table.lines[n].points), tuple(results), mine in state.dropped)


def _last_round(state: TournamentState) -> int:
    return max((f.round for f in state.fixtures if f.stage == MAIN), default=0)


def _result(fixture: Fixture | None, entrant: int) -> Result:
    """What a round brought: points, `+` for sitting out, `–` for who did not come, `·` while it is open or was missed."""
    if fixture is None:
        return Result("·", NONE)
    if fixture.bye:
        return Result("+", NONE)
    if entrant in fixture.absent:
        return Result("–", NONE)
    group = next(group for group in fixture.places if entrant in group)
    kind = SHARED if len(group) > 1 else WON if group == fixture.places[0] else LOST
    return Result(halves(MatchResult(fixture.entrants, fixture.places).points(entrant)), kind)


def halves(points: int) -> str:
    """Half points as people write them: 3½."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


# Brackets


def _sides(state: TournamentState, names: Names, say: Texts) -> list[tuple[str, list[Round]]]:
    """The rounds of each side of the bracket."""
    bracket = course.bracket(state)
    known = bracket.known(course.bracket_results(state))
    played = {f.node: f for f in state.fixtures if f.node is not None}
    sides: dict[str, dict[int, list[Box]]] = {}
    for node, pair in zip(bracket.nodes, known, strict=True):
        if (node.side, node.round) == ("final", 2) and node.number not in played:
            continue
        shown = [names.get(e, "?") if e is not None else "–" for e in pair]
        box = _box(node, (shown[0], shown[1]), played.get(node.number), pair, state.plan.games)
        sides.setdefault(node.side, {}).setdefault(node.round, []).append(box)
    return [
        (side, [Round(_heading(side, n, len(rounds), state, say), tuple(boxes)) for n, boxes in sorted(rounds.items())])
        for side, rounds in sides.items()
    ]


def _box(node: Node, names: tuple[str, str], fixture: Fixture | None, pair: formats.Meeting, games: int) -> Box:
    sources = tuple(s.match for s in node.sources if s.match is not None and s.winner)
    a, b = pair
    if fixture is None:
        alone = None if None not in pair or a == b or formats.OPEN in pair else pair.index(b if a is None else a)
        return Box(node.number, names, won=alone, sources=sources)
    won = pair.index(fixture.places[0][0]) if fixture.places else None
    counts = [sum(game.places[0] == (e,) for game in fixture.games) for e in (a, b)]
    figures = (str(counts[0]), str(counts[1])) if games > 1 else ("", "")
    return Box(node.number, names, figures, won, sources)


def _heading(side: str, number: int, last: int, state: TournamentState, say: Texts) -> str:
    if side == "third":
        return ""
    if side == "final":
        return say(f"tournament.final.{number}")
    if side == "winners" and state.plan.format != DOUBLE and number >= last - 1:
        return say("tournament.final.1" if number == last else "tournament.semifinals")
    return say("tournament.nth_round", n=number)


def _words(title: str, rounds: Iterable[Round], letters: int) -> str:
    """A bracket page in words: who has met whom; the one who goes on stands before `>`. Names have so many letters at most."""
    parts = []
    for part in rounds:
        meetings = []
        for box in part.boxes:
            a, b = (name if len(name) <= letters else name[: letters - 1] + "…" for name in (box.names if box.won != 1 else box.names[::-1]))
            meetings.append(f"{a} {'–' if box.won is None else '>'} {b}")
        parts.append(": ".join(filter(None, (part.title, ", ".join(meetings)))))
    return f"{title}. " + "; ".join(parts)
