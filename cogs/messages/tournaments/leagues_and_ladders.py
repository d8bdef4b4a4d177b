"""Messages about tournaments without rounds: each part is a league's (`leagues.py`) or a ladder's (`ladders.py`)."""

from __future__ import annotations

from cogs.messages.buttons import Press
from cogs.messages.tournaments import ladders, leagues
from cogs.messages.tournaments.shown_tournament import ShownTournament
from data.language import Texts
from data.store.rows import Tournament
from rules.competition.tournament import LEAGUE


def title(tournament: Tournament, say: Texts) -> str:
    """A tournament's name, in a league with its season."""
    return leagues.title(tournament, say) if tournament.plan.format == LEAGUE else tournament.name


def terms_lines(tournament: Tournament, say: Texts) -> list[str]:
    """Lines on how a league or ladder is played; none for other tournaments."""
    return leagues.terms_lines(tournament, say) + ladders.terms_lines(tournament, say)


def buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """What stands below their messages; nothing for other tournaments."""
    return leagues.buttons(tournament, say) + ladders.buttons(tournament, say)


def standing_lines(cup: ShownTournament) -> list[str]:
    """The tables of the divisions, or the rungs."""
    return ladders.rung_lines(cup) if cup.state.ladder is not None else leagues.division_lines(cup)


def open_lines(cup: ShownTournament) -> list[str]:
    """Open matches, and what is about to begin."""
    return ladders.open_lines(cup) if cup.state.ladder is not None else leagues.open_lines(cup)


def how(cup: ShownTournament) -> str:
    """How to play."""
    return cup.say("ladder.how" if cup.state.ladder is not None else "league.how")


def begun_lines(cup: ShownTournament) -> list[str]:
    """Lines that it has begun, and how to play."""
    if cup.state.ladder is not None:
        return [cup.say("ladder.begun", name=cup.tournament.name), how(cup)]
    return leagues.begun_lines(cup)


def news_lines(cup: ShownTournament) -> list[str]:
    """Who plays in which division, as a season begins."""
    return leagues.news_lines(cup) if cup.state.season is not None else []


def after_lines(cup: ShownTournament) -> list[str]:
    """Lines on what follows the end: the next season, or who stood on top."""
    if cup.state.ladder is not None:
        return ladders.honours_lines(cup, cup.state.ladder.looked)
    return leagues.next_lines(cup)
