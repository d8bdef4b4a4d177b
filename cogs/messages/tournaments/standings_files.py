"""The standings of a tournament as files: CSV for spreadsheets, and TRF for pairing programs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction

import discord

from cogs.messages.buttons import Press
from cogs.messages.mentions import mention_by_id
from cogs.messages.tournaments.pictures import halves
from cogs.messages.tournaments.shown_tournament import ShownTournament
from data.language import Texts
from data.store.rows import OVER, EntrantRow, Tournament
from data.user_text import as_shown
from rules.competition import trf
from rules.competition.csv_sheets import csv_text, rows
from rules.competition.tournament import DOUBLE, LEAGUE, SINGLE, teams

CSV, TRF = "csv", "trf"
ID = "id"
"""What stands above the mentions in a list of entrants."""


def file_buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """A button for each file of the standings."""
    state = tournament.state
    if state is None:
        return []
    kinds = [CSV] if tournament.status == OVER or state.plan.format not in (SINGLE, DOUBLE) else []
    kinds += [TRF] if trf.has_report(state) else []
    return [Press("tfile", f"{tournament.id}:{kind}", say(f"button.{kind}")) for kind in kinds]


def standings_csv(cup: ShownTournament) -> str:
    """The standings in the reader's language, one line per entrant; "" during an elimination. Slow: call it in a worker thread."""
    say = cup.say
    chain, found = rows(cup.state)
    if not found:
        return ""
    groups, points = found[0].group is not None, found[0].points is not None
    heads = [say("tournament.head.place"), say("teams.head" if cup.state.plan.boards else "tournament.head.player")]
    heads += [say("tournament.head.points")] * points + [say(f"tournament.break.{name}") for name in chain]
    league = cup.state.plan.format == LEAGUE
    grouped = say("league.divisions" if league else "tournament.format.groups")
    boards = {team: _on_boards(cup, team) for team in cup.state.teams}
    lines: list[Sequence[str | int | Fraction | None]] = [[*[grouped] * groups, *heads, *([say("teams.scores")] if boards else [])]]
    for row in found:
        scored = [Fraction(row.points, 2)] if row.points is not None else []
        won = [boards[row.entrant]] if boards else []
        lines.append([*[_group(row.group, league)] * groups, row.place, as_shown(cup.told[row.entrant]), *scored, *row.breaks, *won])
    return csv_text(lines)


def standings_trf(cup: ShownTournament, span: tuple[float, float] | None) -> str:
    """The report for pairing programs (TRF); "" if there is none. `span`: when its games began and ended. Slow: call it in a worker thread."""
    if not trf.has_report(cup.state):
        return ""
    begun, ended = [datetime.fromtimestamp(at, UTC).strftime("%Y/%m/%d") for at in span] if span else ["", ""]
    names = {entrant: as_shown(name) for entrant, name in cup.told.items()}
    return trf.report(cup.state, str(cup.tournament.name), names, begun, ended if cup.tournament.status == OVER else "")


def entrants_csv(entrants: Sequence[EntrantRow], say: Texts) -> str:
    """The entrants, each with a mention (spreadsheets would round a bare number) and a name."""
    return csv_text([[ID, say("tournament.head.player")], *([mention_by_id(p.player), str(p.name)] for p in entrants if p.player > 0)])


def written_file(text: str, name: str) -> discord.File:
    """A text as an attachment."""
    return discord.File(io.BytesIO(text.encode()), name)


def _on_boards(cup: ShownTournament, team: int) -> str:
    """A text with each member of a team by name, points and number of boards played, in order of entry."""
    scores = teams.scores(cup.state)
    own = [(e, scores[e]) for e in sorted(cup.state.teams[team]) if e in scores]
    return ", ".join(cup.say("teams.score", name=as_shown(cup.told[e]), points=halves(score.points), n=score.boards) for e, score in own)


def _group(number: int | None, league: bool) -> str:
    if number is not None and league:
        return str(number + 1)
    return chr(ord("A") + number) if number is not None else ""
