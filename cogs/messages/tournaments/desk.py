"""The moderators' panel of a tournament: its matches and whom they wait for, disputes, failed outbox rows; and the page of one match.

It shows only what everybody may know of a game, since a moderator of today may be a player of tomorrow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, Whom, panel
from cogs.messages.forms import TextForm
from cogs.messages.table.clocks import due_words, duration, stands_words
from cogs.messages.tournaments.pictures import score
from cogs.messages.tournaments.public_messages import tournament_title
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.table import Table
from cogs.play.tournaments.disputes import LONGEST
from cogs.play.tournaments.matches import Match
from data.language import Texts
from data.store.rows import Dispute, Tournament
from data.timestamps import distance, time_of_day
from data.typed_numbers import whole_number
from data.user_text import Called, Typed, escaped
from rules.competition.clock import DAY, HOUR, MINUTE
from rules.competition.tournament.state import BOARD

A_PAGE = 8
"""Matches of a page."""
MOST_LINES = 5
"""Disputes, and lines of what is owed, that are shown; others follow when those are settled."""
REASON = 120
"""Letters of a reason in a list."""
ABSENT, DECIDE, EXTEND, PAUSE, RESUME, SETTLE = "absent", "decide", "extend", "pause", "resume", "settle"
OUT, SAY, ORDER, RUNG = "out", "say", "order", "rung"
"""What is done from the panel for a reason."""
AT_A_MATCH = (ABSENT, DECIDE, EXTEND)
ALL, DRAW = "all", "draw"
"""Who did not come: all who play it; and a result without a winner."""
LONGER = (10 * MINUTE, HOUR, 12 * HOUR, DAY, 3 * DAY)
"""Seconds that may be added."""
FORM, CALL_FORM = "f:ruling:", "f:call:"
GREEN, BLUE, RED = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.danger


class OpenMatch(NamedTuple):
    """An open match, its present table if that can be read, since when nothing has happened there, and disputes: for what players have called a
    moderator."""

    match: Match
    table: Table | None
    since: float | None
    disputes: Sequence[Dispute] = ()

    @property
    def deadline(self) -> float | None:
        """When the match ends, whatever has been played; None if it has no such moment."""
        state = self.match.tournament.state
        found = state.deadlines.get(self.match.fixture.number) if state is not None else None
        return found.at if found is not None else None


class Told(NamedTuple):
    """A dispute as shown: who called a moderator, in which channel, and after which public action."""

    dispute: Dispute
    name: Called
    channel: int
    action: int


class Page(NamedTuple):
    """A page of the panel: open matches, disputes, lines about failed outbox rows. `rules`: the reader may press its buttons. `cards`: lines on
    the progress of a draft before the first round."""

    matches: Sequence[OpenMatch]
    page: int
    pages: int
    disputes: Sequence[Told]
    owed: Sequence[str]
    rules: bool
    cards: Sequence[str] = ()


def desk_message(cup: ShownTournament, page: Page, say: Texts) -> dict[str, Any]:
    """The panel of a tournament under way."""
    tournament, state = cup.tournament, cup.state
    stage = BOARD if state.plan.boards else state.stage
    done = sum(bool(f.places) and not f.bye for f in state.fixtures if (f.stage, f.round) == (stage, state.round))
    lines = [f"**{tournament_title(tournament, say)}**"]
    if state.lasts:
        lines.append(say("league.desk", open=len(state.open), over=sum(bool(f.places) for f in state.fixtures)))
    else:
        lines += page.cards or [say("desk.panel.round", n=state.round, open=len(state.open), over=done)]
    if tournament.paused:
        lines.append(say("desk.panel.paused"))
    lines += [f"❗ {dispute_line(told, say)}" for told in page.disputes[:MOST_LINES]]
    lines += [_line(found, page.page * A_PAGE + n, say) for n, found in enumerate(page.matches, 1)]
    lines += page.owed[:MOST_LINES]
    if page.pages > 1:
        lines.append(say("desk.panel.page", n=page.page + 1, of=page.pages))
    return {"content": cut("\n".join(lines)), "view": panel(_controls(tournament, page, say))}


def as_of(content: str, now: float, say: Texts, until: float | None = None) -> str:
    """What a panel says, with a last line: as of when, and until when it is kept up to date; without `until`, that it is not any more."""
    line = say("desk.panel.still", hour=time_of_day(now)) if until is None else say("desk.panel.live", hour=time_of_day(now), till=time_of_day(until))
    return f"{cut(content, MAX_CONTENT - len(line) - 1)}\n{line}"


def dispute_line(told: Told, say: Texts) -> str:
    """Why a player has called a moderator, and where."""
    reason = Typed(cut(told.dispute.reason, REASON))
    facts = {"name": told.name, "channel": f"<#{told.channel}>", "n": told.action, "ago": distance(told.dispute.at)}
    return say("desk.panel.dispute", reason=reason, **facts)


def _controls(tournament: Tournament, page: Page, say: Texts) -> list[Press | Choose | Whom]:
    """Buttons for other pages; for a reader who may rule, also a menu of the matches, *Pause* or *Resume*, the next round if it waits, *Settled*,
    and whom to put on another rung."""
    number, items = str(tournament.id), list[Press | Choose | Whom]()
    if page.rules and page.matches:
        options = [_option(found, page.page * A_PAGE + n) for n, found in enumerate(page.matches, 1)]
        items.append(Choose("tmatch", f"{number}:{page.page}", options, say("desk.panel.which"), row=0))
    turns = [(page.page - 1, say("list.before")), (page.page + 1, say("list.after"))]
    items += [Press("tdesk", f"{number}:{at}", label, row=1) for at, label in turns if 0 <= at < page.pages]
    if page.rules:
        course = RESUME if tournament.paused else PAUSE
        items.append(Press("tpause", f"{number}:{course}", say(f"button.{course}_all"), row=1))
        assert tournament.state is not None
        if tournament.terms.by_hand and not tournament.state.open and not page.cards:
            items.append(Press("tround", number, say("button.next_round"), GREEN, row=1))
        items += _settling(tournament, page.disputes, say)
        if tournament.state.ladder is not None:
            items.append(Whom("tsetrung", number, say("desk.panel.whom_rung"), row=4))
    items.append(Press("tdesk", f"{number}:{page.page}", say("button.look_again"), row=3))
    return items


def _settling(tournament: Tournament, told: Sequence[Told], say: Texts) -> list[Press]:
    """*Settled* buttons for the first disputes."""
    found = [(one, one.dispute) for one in told[:MOST_LINES]]
    about = [f"{tournament.id}:{dispute.table}:{dispute.seat}:{dispute.mark}" for _, dispute in found]
    return [Press("tsettle", rest, say("button.settle", name=one.name.shown)[:80], row=2) for rest, (one, _) in zip(about, found, strict=True)]


def _option(found: OpenMatch, n: int) -> discord.SelectOption:
    label = f"{'❗ ' if found.disputes else ''}{n}. {_who(found.match)}"[:100]
    return discord.SelectOption(label=label, value=str(found.match.fixture.number))


def _who(match: Match) -> str:
    """The players of a match, for a menu."""
    return " – ".join(str(p.name) for p in match.entrants)


def _line(found: OpenMatch, n: int, say: Texts) -> str:
    """A match in one line: who plays, where, and whom it waits for since when."""
    who = " – ".join(escaped(p.name) for p in found.match.entrants)
    return " · ".join([f"{n}. {who}", *_state(found, say)])


def _state(found: OpenMatch, say: Texts) -> list[str]:
    """Where a match is played, how it stands, and whom it waits for since when, from public facts."""
    match, table = found.match, found.table
    if match.thread is None:
        return [say("desk.panel.no_thread")]
    parts = [f"<#{match.thread}>"]
    if match.fixture.games and len(match.entrants) == 2:
        parts.append(score(match.fixture, match.fixture.entrants[0]))
    if found.deadline is not None:
        parts.append(f"⏳ {distance(found.deadline)}")
    if table is None:
        return [*parts, say("desk.panel.no_table")]
    if table.row.paused:
        return [*parts, say("desk.panel.table_paused", ago=distance(table.row.paused))]
    asked = table.view(None).to_act
    if asked:
        names, since = ", ".join(f"{table.names[seat]}" for seat in asked), found.since or table.row.created
        parts.append(say("desk.panel.asked", names=names, ago=distance(since)))
        parts += dict.fromkeys(due for seat in asked if (due := due_words(table, seat, say)))
    return [*parts, *([stands_words(table.row, say)] if table.row.stands else [])]


# One match


def match_message(cup: ShownTournament, found: OpenMatch, told: Sequence[Told], say: Texts, what: str = "") -> dict[str, Any]:
    """The page of a match with moderators' acts; with `what`, the name of an act, also a menu of what that may be about."""
    match, table = found.match, found.table
    who = " – ".join(escaped(p.name) for p in match.entrants)
    lines = [f"**{who}**", " · ".join(_state(found, say)), *(f"❗ {dispute_line(one, say)}" for one in told)]
    about = f"{cup.tournament.id}:{match.fixture.number}:{table.id if table is not None else 0}"
    items: list[Press | Choose] = []
    if what:
        options = [discord.SelectOption(label=label[:100], value=value) for value, label in choices(found, what, say)]
        items.append(Choose("truling", f"{about}:{what}", options, say(f"desk.panel.{what}"), row=0))
    plays = table is not None
    items += [
        Press("tremind", about, say("button.remind"), BLUE, disabled=not plays, row=1),
        Press(
            "trule", f"{about}:{EXTEND}", say("button.extend"), disabled=table is None or (table.row.clock is None and found.deadline is None), row=1
        ),
        Press("trule", f"{about}:{ABSENT}", say("button.absent"), RED, row=1),
        Press("trule", f"{about}:{DECIDE}", say("button.decide"), RED, disabled=not plays, row=1),
    ]
    items += [*_settling(cup.tournament, told, say), Press("tdesk", str(cup.tournament.id), say("pick.back"), row=3)]
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def choices(found: OpenMatch, what: str, say: Texts) -> list[tuple[str, str]]:
    """What the act `what` may be about (an entrant, all or none of them, a length of time): each value with its label."""
    entrants = [(str(p.entrant), str(p.name)) for p in found.match.entrants]
    if what == EXTEND:
        return [(str(round(length)), duration(length, say)) for length in LONGER]
    last = (ALL, say("desk.panel.nobody")) if what == ABSENT else (DRAW, say("desk.panel.shared"))
    return [*entrants, last]


# Forms


def reason_form(about: str, what: str, say: Texts) -> TextForm:
    """The form for the reason of an act, filled with the usual one."""
    return TextForm(say(f"desk.panel.{what}"), f"{FORM}{about}", [("reason", say("desk.panel.reason"), usual_reason(what, say), 200)])


def rung_form(tournament: int, entrant: int, rung: int, rungs: int, say: Texts) -> TextForm:
    """The form in which a moderator says on which rung somebody stands from now on, and why."""
    fields = [("rung", say("desk.panel.rung_number", n=rungs), str(rung), 4), ("reason", say("desk.panel.reason"), usual_reason(RUNG, say), 200)]
    return TextForm(say("desk.panel.rung"), f"{FORM}{tournament}:{RUNG}:{entrant}", fields)


def usual_reason(what: str, say: Texts) -> str:
    """The reason recorded where nobody writes another."""
    return say(f"desk.reason.{what}")


def call_form(table: int, say: Texts) -> TextForm:
    """The form in which a player says why a moderator is called."""
    return TextForm(say("button.call_moderator"), f"{CALL_FORM}{table}", [("reason", say("dispute.why"), "", LONGEST)])


def facts_of(rest: str) -> Mapping[str, str]:
    """Parses the custom id of the form that asks for a reason: tournament, act, and what it is about. Raises ValueError for what is unknown."""
    tournament, what, *about = rest.split(":")
    names: dict[str, tuple[str, ...]] = {
        **dict.fromkeys((PAUSE, RESUME, SAY, ORDER), ()),
        SETTLE: ("table", "seat", "mark"),
        **dict.fromkeys((OUT, RUNG), ("entrant",)),
    }
    names |= dict.fromkeys(AT_A_MATCH, ("fixture", "table", "value"))
    if len(about) != len(names.get(what, ())) or what not in names:
        raise ValueError(rest)
    for one in (tournament, *about):
        if one not in (ALL, DRAW) and whole_number(one, 18) is None:
            raise ValueError(rest)
    return {"tournament": tournament, "what": what, **dict(zip(names[what], about, strict=True))}
