"""Turns a tournament open for entries into the settings of the set-up panel, so that they can be edited."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from cogs.messages.table.clocks import ANSWERS, AT_ONCE
from cogs.messages.tournaments.setup_panel import KEYS, LADDERS, ON, RESULTS, ROLE, USUAL_DIVISION, USUAL_WEEKS
from data.language import texts
from data.store.rows import Tournament
from data.typed_times import Reading
from rules.competition.card_drafts import MOST as FULL_TABLE
from rules.competition.clock import BANK, CLAIM, MOVE, UNTIL, WITHIN, Clock, write
from rules.competition.tournament import PODS, most_entrants


def settings_of(cup: Tournament) -> dict[str, str]:
    """The settings that would set up this tournament."""
    plan, terms, clock = cup.plan, cup.terms, cup.clock
    numbers = {
        "rounds": plan.rounds, "games": plan.games if plan.games > 1 else 0, "cut": plan.cut, "groups": plan.groups, ROLE: terms.role or 0,
        RESULTS: terms.results or 0,
        "seats": plan.seats if plan.seats != (4 if plan.format == PODS else 2) else 0, "late": plan.late if plan.late > 1 else 0,
        "check_in": terms.check_in, "most": terms.most if terms.most < (FULL_TABLE if terms.limited else most_entrants(plan)) else 0,
        "pick": terms.pick, "computers": terms.computers, "weeks": terms.weeks if terms.weeks != USUAL_WEEKS else 0,
        "round_days": terms.round_days, "teams": plan.boards,
        "division": plan.division if plan.division != USUAL_DIVISION else 0,
        **{key: value for key, usual in LADDERS.items() if (value := getattr(plan, key)) != usual},
    }  # fmt: skip
    on = {"third": plan.third, "rated": cup.rated, "strict": clock is not None and clock.strict, "decks": terms.decks, "by_hand": terms.by_hand}
    found = {"name": str(cup.name), "format": plan.format, "seeding": cup.seeding, **{key: str(n) for key, n in numbers.items() if n}}
    found |= {key: ON for key, there in on.items() if there}
    if terms.limited:
        found["limited"] = terms.limited
    if terms.starts is not None:
        found["starts"] = Reading(terms.starts, True).written()
    if plan.chain is not None:
        found["breaks"] = ", ".join(texts(cup.language)(f"tournament.break.{key}") for key in plan.chain)
    return found | (_clock_settings(clock) if clock is not None else {})


def _clock_settings(clock: Clock) -> dict[str, str]:
    """The settings for a clock."""
    if clock.then == CLAIM:
        return {"clock": f"claim {write(clock.time)}"}
    bank = f"{write(clock.time)}+{write(clock.increment)}" + (f"/{write(clock.cap)}" if clock.cap else "")
    kinds = {BANK: bank, WITHIN: f"within {write(clock.time)}", UNTIL: f"{UNTIL} {Reading(clock.time, True).written()}"}
    over = ANSWERS if clock.answers < 0 else "" if clock.answers or clock.kind != MOVE else AT_ONCE
    return {"clock": kinds.get(clock.kind, write(clock.time))} | ({"time_over": over} if over else {})


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The keys of the settings that differ, in the panel's order."""
    return [key for key in KEYS if before.get(key) != after.get(key)]


def base(settings: Mapping[str, str]) -> str:
    """A short hash of settings, by which the panel notices that they have changed meanwhile."""
    return sha256(repr(sorted(settings.items())).encode()).hexdigest()[:16]
