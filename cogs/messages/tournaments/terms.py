"""The public terms of a tournament, as its sign-up says them: format, games, clock, ratings, start, who may join."""

from __future__ import annotations

from cogs.messages.card_drafts.public_messages import terms_lines
from cogs.messages.tournaments import leagues_and_ladders, teams
from data.language import Texts
from data.store.rows import OPEN, Tournament
from data.timestamps import distance, moment
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import DOUBLE, PODS, SINGLE, SWISS


def public_terms(tournament: Tournament, say: Texts) -> list[str]:
    """The terms of entering and of going on, while they matter."""
    terms, plan, lines = tournament.terms, tournament.plan, []
    if tournament.status == OPEN and tournament.checking is not None:
        lines.append(say("tournament.checking", soon=distance(tournament.checking)))
    elif tournament.status == OPEN and terms.starts is not None:
        lines.append(say("tournament.starts", at=moment(terms.starts)))
    if tournament.status == OPEN and terms.check_in and tournament.checking is None:
        lines.append(say("tournament.check_in_first", n=terms.check_in))
    if tournament.status == OPEN and terms.role is not None:
        lines.append(say("tournament.role", role=f"<@&{terms.role}>"))
    if plan.format in (SWISS, PODS) and plan.rounds:
        lines.append(say("tournament.rounds", n=plan.rounds))
    elif plan.format in (SWISS, PODS) and tournament.status == OPEN:
        lines.append(say("tournament.rounds_by_number"))
    if terms.most < tournament_rules.most_entrants(plan):
        lines.append(say("teams.at_most" if plan.boards else "tournament.at_most", n=terms.most))
    if terms.decks:
        lines.append(say("tournament.one_deck"))
    if terms.by_hand:
        lines.append(say("tournament.by_hand"))
    if terms.round_days and tournament.status == OPEN:
        key = "bracket" if plan.format in (SINGLE, DOUBLE) else "cut" if plan.cut else "points"
        lines.append(say(f"deadline.terms.{key}", n=terms.round_days))
    return [*lines, *terms_lines(tournament, say), *leagues_and_ladders.terms_lines(tournament, say), *teams.terms_lines(tournament, say)]
