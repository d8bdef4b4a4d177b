"""The final message of a game, beside its events: the places, a link to the analysis, how long it took, what it changed in ratings."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.buttons import Press
from cogs.messages.drawing import look_of
from cogs.messages.table.characters import farewells
from cogs.messages.table.clocks import duration
from cogs.play.table import Table
from cogs.play.thinking.worker_requests import searching
from data.language import Texts
from render.look import Look
from render.painter import painter
from rules.game import Outcome
from rules.notation import ABANDONED

PLAYED = 10
"""So many actions make a game of which something may have decided."""
OUTRIGHT = frozenset({"flag"})
"""Reasons for which a game ends whatever the score, though whoever wins may lead."""


def ending(table: Table, say: Texts) -> list[str]:
    """The lines at a game's end: places among more than two, what decided it, what characters say to it, a pointer to the analysis, the number of
    actions and the time. Who has won is told by the game's own events."""
    outcome, row = table.outcome, table.row
    lines = []
    if outcome is not None and outcome.reason != ABANDONED:
        if len(table.seats) > 2 and outcome.scores:
            lines.append(_places(table, outcome))
        lines += turning_point(table, look_of(table))
        lines += farewells(table.seats, table.rules.key, outcome, say)
        if searching(table.rules) is not None and row.position >= PLAYED:
            lines.append(say("ending.decided"))
    if row.ended is not None:
        lines.append(say("ending.took", n=row.position, time=duration(row.ended - (row.begun or row.created), say)))
    return lines


def turning_point(table: Table, look: Look) -> list[str]:
    """The line on what decided a game that was played to its end; none if the game doesn't say."""
    played = table.rules.outcome(table.state) is not None
    moment = painter(table.rules.key).decided(table.view(None), look) if played else ""
    return [f"⚡ {moment}"] if moment else []


def decided_by_score(outcome: Outcome) -> bool:
    """Whether the score has decided a game: whoever has the best one has won, and nobody else."""
    best = max(outcome.scores, default=0)
    told = outcome.scores if outcome.reason not in OUTRIGHT else ()
    return bool(told) and all((count == best) == (seat in outcome.winners) for seat, count in enumerate(told))


def _places(table: Table, outcome: Outcome) -> str:
    """All players by place, with their scores where these have decided."""
    place, parts, scored = 1, [], decided_by_score(outcome)
    for group in outcome.places:
        parts += [f"{place}. {table.names[seat]}" + (f" ({outcome.scores[seat]})" if scored else "") for seat in group]
        place += len(group)
    return "🏁 " + " · ".join(parts)


def rating_line(changes: Sequence[tuple[str, int, int]], say: Texts) -> str:
    """How a rated game has changed its players' ratings (name, before, after), or that it has not."""
    parts = [f"{name} {after} ({f'{after - before:+d}'.replace('-', '−')})" for name, before, after in changes]
    return say("board.ratings", ratings=", ".join(parts)) if parts else say("board.no_rating")


def onward(number: str, say: Texts) -> list[Press]:
    """*Rematch*, with the seats rotated, and *New game*."""
    return [Press("again", number, say("button.again"), row=0), Press("newgame", "", say("button.newgame"), row=0)]
