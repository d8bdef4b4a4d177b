"""Clocks in words: parses typed clocks, describes what a clock does, and how much time a seat has."""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from discord import app_commands

from cogs.messages.command_declarations import command_text
from cogs.messages.typed_time_confirmation import deadline
from cogs.play.presence.absence_rules import stands
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.language import Texts
from data.rest_hours import Hours
from data.store import Store
from data.store.rows import Absence, TableRow
from data.timestamps import dated, distance, moment
from data.typed_times import exactly
from data.user_text import Typed
from rules.competition import clock
from rules.competition.clock import BANK, CLAIM, COMPUTER, DAY, FORFEIT, HOUR, MINUTE, MOVE, UNTIL, WITHIN, Clock
from rules.game import Seat

ANSWERS, AT_ONCE = "answers", "at_once"
TIME_OVER = (ANSWERS, COMPUTER, FORFEIT, AT_ONCE)
"""What may happen at zero: the game's answer each time; that twice and then a computer, or the loss of the game; the loss at once."""
TIME_OVER_CHOICES = [app_commands.Choice(name=command_text(f"time_over.{key}"), value=key) for key in TIME_OVER]
TimeOver = Literal["answers", "computer", "forfeit", "at_once"]
UNIT_WORDS = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))
NO_CLOCK = "none"
USUAL = ("12h", "24h", "2d", "3d", "7d", "3d+12h/5d", "7d+1d/10d", "30m+1m", "within 7d", "within 14d", "claim 14d")
"""Clocks that are offered."""
NO_CLOCK_WORDS = (NO_CLOCK, "no", "žádné", "aucune")


class TypedClock(NamedTuple):
    """A clock as typed, and the options chosen beside it. At a `friendly` table a computer plays on at zero, unless something else is chosen."""

    text: str
    time_over: str | None
    strict: bool
    friendly: bool


async def meant(store: Store, player: int, typed: TypedClock) -> Clock | None:
    """The clock that a player's typed clock means, with dates in their time zone. Raises Unfit."""
    return read_clock(typed, (await store.personal_settings.hours(player)).zone, store.now())


def read_clock(which: TypedClock, zone: str, now: float) -> Clock | None:
    """The clock that a text and the options mean; None for no clock. Raises Unfit."""
    text, time_over = which.text, which.time_over
    typed = text.strip().casefold()
    if not typed or typed in NO_CLOCK_WORDS:
        if time_over or which.strict:
            raise Unfit("clock.which")
        return None
    try:
        if (end := deadline(typed)) is not None:
            found = Clock(UNTIL, exactly(end, zone).at, answers=0)
            if not now + clock.SHORTEST <= found.time <= now + clock.LONGEST:
                raise ValueError("moment")
        else:
            found = clock.read(typed)
    except ValueError:
        raise Unfit(
            "clock.unread", text=Typed(text), examples=", ".join(f"`{c}`" for c in ("24h", "5d+12h/7d", "within 7d", "until 2026-12-24"))
        ) from None
    if found.then == CLAIM:
        if time_over or which.strict:
            raise Unfit("clock.claim_alone")
        return found
    then = time_over or (COMPUTER if which.friendly else FORFEIT)
    answers = {ANSWERS: -1, AT_ONCE: 0}.get(then, 2 if found.kind == MOVE else 0)
    return msgspec.structs.replace(found, then=COMPUTER if then == COMPUTER else FORFEIT, answers=answers, strict=which.strict)


def clock_choices(current: str, say: Texts) -> list[app_commands.Choice[str]]:
    """Completions of a typed clock, each with its meaning."""
    typed = current.strip().casefold()
    offered = [c for c in USUAL if c.startswith(typed)]
    if typed and typed not in offered:
        with contextlib.suppress(ValueError):
            clock.read(typed)
            offered.insert(0, typed)
    found = [app_commands.Choice(name=f"{c} · {kind_words(clock.read(c), say)}"[:100], value=c) for c in offered]
    none = say("clock.none")
    return [*found, app_commands.Choice(name=none, value=NO_CLOCK)] if none.casefold().startswith(typed) else found


def length_words(length: float, say: Texts) -> str:
    """An exact length of time, such as 3 days or 36 hours."""
    for unit, size in UNIT_WORDS:
        if length >= size and length % size == 0:
            return say(f"time.{unit}", n=int(length // size))
    return say("time.seconds", n=round(length))


def kind_words(rule: Clock, say: Texts) -> str:
    """How a clock counts, in words."""
    if rule.kind == UNTIL:
        return say("clock.until", until=moment(rule.time))
    if rule.then == CLAIM:
        return say("clock.claim", time=length_words(rule.time, say))
    words = say(f"clock.{rule.kind}", time=length_words(rule.time, say), more=length_words(rule.increment, say))
    return f"{words} {say('clock.cap', time=length_words(rule.cap, say))}" if rule.cap else words


def clock_words(rule: Clock, say: Texts) -> str:
    """A clock as a sentence: how it counts, and what happens at zero."""
    if rule.then == CLAIM:
        return say("clock.sentence", parts=kind_words(rule, say))
    end = "answers" if rule.answers < 0 and rule.kind not in (UNTIL, WITHIN) else rule.then
    zero = say(f"clock.zero.{end}")
    if rule.answers > 0 and rule.kind not in (UNTIL, WITHIN):
        zero = f"{say('clock.first_answers', n=rule.answers)} {zero}"
    elif end != "answers":
        zero = say("clock.at_zero", what=zero)
    parts = [kind_words(rule, say), zero]
    if rule.strict and rule.kind not in (UNTIL, WITHIN):
        parts.append(say("clock.strict"))
    return say("clock.sentence", parts=" · ".join(parts))


def waited_for(table: Table, seat: Seat) -> bool:
    """Whether a seat's time begins only when its player agrees to play."""
    return table.row.clock is not None and not table.seats[seat].agreed


def due_words(table: Table, seat: Seat, say: Texts) -> str:
    """The public words on an asked seat's time: the game's common deadline, or the time for a decision; "" where no clock runs or that time has
    not begun. A person's own deadline is not public: it would tell when they sleep or are away."""
    if waited_for(table, seat):
        return say("clock.not_begun")
    rule = table.row.clock
    if seat in table.expiry.claimable:
        return say("claim.may")
    if rule is None or table.row.paused or table.seats[seat].computer or rule.kind == BANK or (table.row.stands and rule.kind == UNTIL):
        return ""
    return distance(rule.time) if rule.kind == UNTIL else f"⏱ {length_words(rule.time, say)}"


def left_words(table: Table, seat: Seat, hours: Hours, now: float, say: Texts) -> str:
    """The time left to a seat whose dial runs, in words."""
    dial, rule = table.dials.get(seat), table.row.clock
    if rule is None or dial is None or dial.due is None:
        return ""
    left = dial.due - now if rule.kind == UNTIL else clock.stopped(rule, dial, now, hours.rests, False).left
    return duration(max(left, 0), say)


def stands_words(row: TableRow, say: Texts) -> str:
    """Why a table's clocks are stopped while nobody can act there, and since when."""
    return say(f"stands.{row.stands}", since=moment(row.stood))


def absent_words(table: Table, absence: Absence, say: Texts) -> str:
    """Whose clock is stopped for their absence, why, and until when at most."""
    name = next(s.name for s in table.seats if s.player == absence.player)
    return say(f"absent.{absence.why or 'gone'}", name=name, until=moment(absence.until))


def absent_lines(table: Table, player: int, say: Texts) -> list[str]:
    """Whose clocks are stopped for absence, as far as everybody knows; and the reader's own, which only they may know of."""
    now = table.store.now()
    lines = [absent_words(table, found, say) for found in table.absences.values() if stands(found, True, now) and table.seats_of(found.player)]
    own = table.absences.get(player)
    if own is not None and stands(own, False, now) and not stands(own, True, now):
        lines.append(say("absent.yours", until=moment(own.alone)))
    return lines


def public_line(table: Table, seat: Seat, say: Texts) -> str:
    """The line of the board about a seat that is asked."""
    due = due_words(table, seat, say)
    return say("clock.asked", name=table.names[seat]) + (f" · {due}" if due else "")


def own_line(table: Table, seat: Seat, say: Texts) -> str:
    """When a seat's time ends, for its own player; "" where no clock runs."""
    dial = table.dials.get(seat)
    return say("clock.yours", due=dated(dial.due)) if dial is not None and dial.due is not None else ""


def seat_line(table: Table, seat: Seat, say: Texts, own: bool) -> str:
    """The line about a seat's time, for those who sit at its table.

    Others don't see the time of a seat that answers in secret, or that its standing orders may answer for: it would tell whether it is asked.
    """
    dial = table.dials.get(seat)
    name = table.names[seat]
    if waited_for(table, seat):
        return say("clock.begins", name=name)
    asked = seat in table.view(None).to_act
    sealed = seat in table.acting and table.rules.decision(table.state, seat).sealed
    hidden = not own and (sealed or asked != (seat in table.acting))
    if hidden and asked:
        return public_line(table, seat, say)
    if seat in table.expiry.claimable:
        return say("claim.may_seat", name=name)
    if dial is not None and dial.due is not None and not hidden:
        return say("clock.runs", name=name, due=dated(dial.due))
    rule = table.row.clock
    if rule is None or table.seats[seat].computer:
        return say("clock.no_time", name=name)
    if rule.kind == UNTIL:
        return say("clock.no_time", name=name)
    if dial is not None and hidden and not asked:
        dial = clock.spared(rule, dial)  # That a question of which others know nothing takes time shows nowhere.
    left = (
        duration(dial.left, say) if dial is not None and (rule.kind == BANK or table.row.paused or table.row.stands) else length_words(rule.time, say)
    )
    return say("clock.stands", name=name, time=left)


def day(at: float, say: Texts, zone: str = "UTC") -> str:
    """The date of a moment for a picture, where Discord can't format it."""
    found = datetime.fromtimestamp(at, ZoneInfo(zone))
    return say("day", d=found.day, month=say(f"month.{found.month}"), y=found.year)


def duration(seconds: float, say: Texts) -> str:
    """A rounded length of time, in the largest unit of which it has two or more."""
    for unit, length in UNIT_WORDS:
        if seconds >= 2 * length:
            return say(f"time.{unit}", n=round(seconds / length))
    return say("time.seconds", n=round(seconds))
