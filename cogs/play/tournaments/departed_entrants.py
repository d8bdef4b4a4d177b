"""Entrants who leave a tournament that has begun, and who return."""

from __future__ import annotations

from cogs.play.unfit import Unfit
from data.store.rows import EntrantRow
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import TournamentState, Unplayable


def without(state: TournamentState, mine: EntrantRow, unfit: str = "tournament.not_in", of_own_accord: bool = False) -> TournamentState:
    """The state without an entrant. Raises Unfit."""
    try:
        return tournament_rules.drop(state, mine.entrant, of_own_accord)
    except Unplayable:
        raise Unfit(unfit) from None


def returned(state: TournamentState | None, mine: EntrantRow) -> TournamentState:
    """The state with an entrant who returns. Raises Unfit."""
    if state is None or mine.entrant in state.active:
        raise Unfit("tournament.entered_already")
    try:
        return tournament_rules.come_back(state, mine.entrant)
    except Unplayable as error:
        raise Unfit(f"tournament.{error}") from None
