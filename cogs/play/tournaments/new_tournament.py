"""The settings of a new tournament: whether it can be played with them, when it begins, and when its players are reminded of that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cogs.play.new_table import seats_refused
from cogs.play.options import SEATING, check_options, for_stakes
from cogs.play.unfit import Unfit
from data.content import build, limited_of
from data.store.rows import OPEN, Terms, Tournament
from rules.competition import card_drafts
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY, MINUTE, UNTIL, Clock
from rules.competition.tournament import LADDER, LEAGUE, ROBIN, SWISS, Plan, Unplayable
from rules.parts.cardgame import LIMITED
from rules.randomness import new_seed

SHORTLY = 15 * MINUTE
"""Seconds before the start at which those are reminded whom nothing else calls."""


class NewTournament(NamedTuple):
    """A tournament to be opened."""

    guild: int | None
    channel: int
    name: str
    host: int
    game: str
    options: Mapping[str, str]
    language: str
    plan: Plan
    seeding: str
    rated: bool
    clock: Clock | None = None
    terms: Terms = Terms()


def checked(new: NewTournament, now: float) -> Tournament:
    """The row of a new tournament, with a new seed, if it can be played. Raises Unfit, or Refused by the game."""
    terms = new.terms
    chosen = _playable(new)
    begins = begins_at(terms)
    if begins is not None and begins <= now:
        raise Unfit("tournament.check_in_at_once", n=terms.check_in)
    if new.clock is not None and new.clock.kind == UNTIL and new.clock.time <= (terms.starts or now):
        raise Unfit("tournament.over_at_once")
    return Tournament(
        id=0, guild=new.guild, channel=new.channel, message=None, name=new.name, host=new.host, game=new.game, options=chosen,
        language=new.language, plan=new.plan, seeding=new.seeding, rated=new.rated, status=OPEN, seed=new_seed(), state=None,
        clock=new.clock, terms=terms, alarm=next_alarm(terms, now),
    )  # fmt: skip


def begins_at(terms: Terms) -> float | None:
    """When the check-in begins, or without one the tournament (seconds since 1970); None if it is started by hand."""
    return terms.starts - MINUTE * terms.check_in if terms.starts is not None else None


def next_alarm(terms: Terms, now: float) -> float | None:
    """When something has to be done next before the start: a reminder a day before and, without a check-in, shortly before; then the start."""
    begins = begins_at(terms)
    if begins is None:
        return None
    before = (DAY,) if terms.check_in else (DAY, SHORTLY)
    return min(at for at in (*(begins - length for length in before), begins) if at > now or at == begins)


def _playable(new: NewTournament) -> dict[str, str]:
    """The options of the game, if the tournament can be played with these settings. Raises Unfit, Refused."""
    rules, most = build(new.game), min(tournament_rules.most_entrants(new.plan), new.terms.most)
    chosen = check_options(rules, for_stakes(rules, new.options))
    try:
        tournament_rules.check_plan(new.plan, most)
    except Unplayable as error:
        raise Unfit(f"tournament.unplayable_{error}", n=most) from None
    if SEATING in chosen:
        chosen[SEATING] = "joined"
    for seats in tournament_rules.sizes(new.plan):
        if seats not in rules.seats:
            raise seats_refused(rules)
        rules.setup(seats, chosen, 0)
    if new.plan.format in (LEAGUE, LADDER):
        if new.clock is None or new.clock.kind == UNTIL:
            raise Unfit(f"{new.plan.format}.clock")
        if new.terms.by_hand:
            raise Unfit(f"{new.plan.format}.by_hand")
        if new.terms.round_days:
            raise Unfit(f"{new.plan.format}.round_days")
    if new.plan.boards and (new.terms.decks or new.terms.limited or new.terms.by_hand):
        raise Unfit("teams.by_hand" if new.terms.by_hand else "teams.cards")
    if new.terms.decks and rules.decks is None:
        raise Unfit("deck.not_here")
    return _with_cards(new, chosen) if new.terms.limited else chosen


def _with_cards(new: NewTournament, chosen: dict[str, str]) -> dict[str, str]:
    """The options of a tournament that begins with a card draft or sealed decks. Raises Unfit if they don't suit it."""
    try:
        limited_of(new.game)
    except LookupError:
        raise Unfit("deck.not_here") from None
    if new.plan.format not in (SWISS, ROBIN) or new.plan.late > 1:
        raise Unfit("limited.format")
    if new.terms.most > card_drafts.MOST:
        raise Unfit("limited.most", n=card_drafts.MOST)
    if new.terms.decks or new.rated:
        raise Unfit("limited.decks" if new.terms.decks else "limited.rated")
    return chosen | {"decks": LIMITED}
