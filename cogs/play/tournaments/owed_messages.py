"""Outbox rows that a change of a tournament owes: news of a round, also in its message, and of the end elsewhere; its scheduled event."""

from __future__ import annotations

from data.store.changes import EVENT, NEWS, Message
from data.store.rows import OVER, Tournament
from rules.competition.tournament import CUT, MAIN


def end_elsewhere(tournament: Tournament, ruled: bool = False) -> list[Message]:
    """The message on the end for the channel of results, if one is set, of a tournament that has begun."""
    if tournament.terms.results is None or tournament.state is None:
        return []
    return [Message(NEWS, {"channel": tournament.terms.results, "news": OVER} | ({"ruled": True} if ruled else {}))]


def event_owed(tournament: Tournament) -> list[Message]:
    """The outbox row that updates the server's scheduled event, if there is one, or a start time calls for one."""
    return [Message(EVENT)] if tournament.event is not None or tournament.terms.starts is not None else []


def last_results(tournament: Tournament) -> list[Message]:
    """The outbox row that puts the last results of a round into its message, if that has been sent."""
    if tournament.announced is None or not tournament.news.startswith((MAIN, CUT)) or (tournament.state is not None and tournament.state.lasts):
        return []
    return [Message(NEWS, {"channel": tournament.channel, "news": tournament.news, "message": tournament.announced})]


def news_again(tournament: Tournament) -> Message:
    """The outbox row that updates the round's news."""
    return Message(NEWS, {"channel": tournament.channel, "news": tournament.news, "again": True})
