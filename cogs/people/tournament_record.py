"""A person's tournaments in a few lines: rungs of ladders, and of what is over how much, the medals, and the latest places."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cogs.messages.tournaments.leagues import say_division, title
from data.language import Texts
from data.store.rows import Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import LEAGUE, TournamentState
from rules.competition.tournament.ladders import rung
from rules.competition.tournament.season import division
from rules.competition.tournament.teams import team_of

LATEST = 3
"""Tournaments that are named."""
MEDALS = "🥇🥈🥉"


class Finish(NamedTuple):
    """A place of so many, in a division (from 0) of a league, or None; or the rung of a ladder that goes on."""

    place: int
    of: int
    division: int | None = None
    rung: bool = False


def finish(state: TournamentState, entrant: int) -> Finish | None:
    """Where a person, or their team, stands at the end, or on a ladder now; None before the end, if it was ended early, or they have left. Slow."""
    if state.ladder is not None and state.ladder.closed is None and entrant in state.ladder.rungs:
        return Finish(rung(state, entrant), len(state.ladder.rungs), rung=True)
    if entrant in state.dropped or not tournament_rules.over(state):
        return None
    entrant = team if (team := team_of(state, entrant)) is not None else entrant
    if entrant not in state.seeds:
        return None
    if state.plan.format == LEAGUE:
        n = division(state, entrant)
        line = next(line for line in tournament_rules.ranked(state, n) if line.entrant == entrant)
        return Finish(line.place, len(state.groups[n]), n)
    place = 1
    for group in tournament_rules.places(state):
        if entrant in group:
            return Finish(place, len(state.seeds))
        place += len(group)
    return None


async def record_lines(played: Sequence[tuple[Tournament, int]], may_name: Callable[[Tournament], bool], say: Texts) -> list[str]:
    """The lines for tournaments, the latest first, each with the number of the entrant; none if there are none. A first division, and whatever has
    none, gives medals. Only those are named that the reader `may_name`."""
    ends = await asyncio.to_thread(lambda: [(t, found) for t, entrant in played if t.state is not None and (found := finish(t.state, entrant))])
    if not ends:
        return []
    over = [found for _, found in ends if not found.rung]
    won = Counter(found.place for found in over if not found.division)
    medals = " ".join(f"{medal} {won[n]}" for n, medal in enumerate(MEDALS, 1) if won[n])
    lines = [say("profile.tournaments", n=len(over)) + (f" · {medals}" if medals else "")] if over else []
    for tournament, found in sorted((one for one in ends if may_name(one[0])), key=lambda one: not one[1].rung)[:LATEST]:
        name = f"{tournament.name}" if found.division is None else f"{title(tournament, say)}, {say_division(found.division, say)}"
        lines.append(say("profile.rung" if found.rung else "profile.place", name=name, place=found.place, of=found.of))
    return lines
