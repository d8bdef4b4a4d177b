"""Messages about leagues: tables of divisions, remaining opponents, calls, the next season, and the page of honours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.mentions import called_only, mention
from cogs.messages.tournaments.pictures import points_words
from cogs.messages.tournaments.shown_tournament import ShownTournament, entrant_names, voice_of
from cogs.messages.truncation import cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered, stamp
from cogs.play.tournaments.leagues import ASKED_FOR, BETWEEN
from data.language import Texts
from data.store.rows import OVER, EntrantRow, Tournament
from data.timestamps import dated, moment
from data.user_text import escaped
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import LEAGUE, Season, TournamentState
from rules.competition.tournament import season as seasons

GREEN, RED, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.danger, discord.ButtonStyle.primary
NOW, IN_TWO_DAYS = 0, 2
"""In how many days somebody would play."""
FIRST_PLACES = 3
"""Places of the first division in the page of honours; of others it is the first one."""


# Everybody


def title(tournament: Tournament, say: Texts) -> str:
    """A season's name."""
    return say("league.title", name=tournament.name, n=tournament.terms.season)


def terms_lines(tournament: Tournament, say: Texts) -> list[str]:
    """Lines on how a league is played: the length of a season, the size of divisions, and what counts of entrants who leave."""
    plan, terms, state = tournament.plan, tournament.terms, tournament.state
    if plan.format != LEAGUE:
        return []
    if state is not None and state.season is not None:
        key = "league.ending" if state.season.closed else "league.until"
        return [] if tournament.status == OVER else [say(key, until=dated(state.season.ends))]
    lines = [say("league.terms", n=terms.weeks, division=plan.division), say("league.leaving")]
    return lines if terms.season == 1 else [say("league.kept"), *lines]


def buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """*My season* during a season, and *Honours* if one is over."""
    if tournament.plan.format != LEAGUE:
        return []
    going = tournament.state is not None and tournament.status != OVER
    found = [Press("tseason", numbered(tournament), say("button.my_season"), GREEN)] if going else []
    honours = tournament.terms.follows or tournament.status == OVER
    return [*found, *([Press("thonours", numbered(tournament), say("button.honours"))] if honours else [])]


def division_lines(cup: ShownTournament, which: Collection[int] | None = None) -> list[str]:
    """The tables of all divisions, or of some: points, matches played, and the form."""
    lines, names = list[str](), cup.names
    for n in range(len(cup.state.groups)) if which is None else sorted(which):
        lines += [f"**{say_division(n, cup.say)}**", *_table_lines(cup, names, n)]
    return lines


def say_division(number: int, say: Texts) -> str:
    """The name of a division, by its number from 0."""
    return say("league.division", n=number + 1)


def _table_lines(cup: ShownTournament, names: Mapping[int, str], number: int) -> list[str]:
    state, say = cup.state, cup.say
    out = tournament_rules.annulled(state)
    of = sum(e not in out for e in state.groups[number]) - 1
    records, lines = seasons.records(state, number), []
    for line in tournament_rules.ranked(state, number):
        entrant, record = line.entrant, records[line.entrant]
        form = "".join(say(f"league.form.{one}") for one in record.form)
        facts = {"place": "–" if entrant in out else f"{line.place}.", "name": names[entrant], "points": points_words(line.points, say)}
        notes = [say("league.annulled")] if entrant in out else [say("tournament.left_out")] if entrant in state.dropped else []
        notes += [say("league.forfeits", n=record.forfeits)] if record.forfeits else []
        more = "".join(f" · {note}" for note in notes)
        played = "" if entrant in out else say("league.played", n=record.played, of=of)
        lines.append(say("league.line", played=f" · {played}" if played else "", form=f" · {form}" if form else "", notes=more, **facts))
    return lines


def open_lines(cup: ShownTournament) -> list[str]:
    """The open matches with their threads, and the pairs that have agreed on a moment or wait until one of them is free."""
    state, names, say = cup.state, cup.names, cup.say
    lines = []
    for f in state.open:
        lines.append(" – ".join(names[e] for e in f.entrants) + cup.link(f.number))
    season = state.season
    for a, b in season.ready if season is not None else ():
        lines.append(say("league.pair_waits", a=names[a], b=names[b]))
    for a, b in sorted({(min(w.by, w.other), max(w.by, w.other)) for w in season.wishes} if season is not None else ()):
        if (at := seasons.agreed(state, a, b)) is not None:
            lines.append(say("league.pair_agreed", a=names[a], b=names[b], at=moment(at)))
    return lines


def begun_lines(cup: ShownTournament) -> list[str]:
    """Lines that a season has begun, and how to play."""
    say, season = cup.say, cup.state.season
    assert season is not None
    return [say("league.begun", name=title(cup.tournament, say), until=dated(season.ends)), say("league.how")]


def news_lines(cup: ShownTournament) -> list[str]:
    """The entrants of each division, as a season begins."""
    names, say = cup.names, cup.say
    return [f"**{say_division(n, say)}**{say('colon')}{', '.join(names[e] for e in group)}" for n, group in enumerate(cup.state.groups)]


def next_lines(cup: ShownTournament) -> list[str]:
    """Lines on the next season after a finished one, or that nobody stays."""
    if cup.state.season is None or not cup.state.season.closed:
        return []
    stay = seasons.staying(cup.state)
    return [cup.say("league.next" if stay else "league.no_next", n=len(stay), days=BETWEEN)]


def called_message(tournament: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any], pinged: Pinged) -> dict[str, Any] | None:
    """The message to entrants of a league: that somebody would play them, or whether they stay; None if it is outdated."""
    say, state, what = voice_of(tournament), tournament.state, payload["league"]
    season = state.season if state is not None else None
    if state is None or season is None or season.closed:
        return None
    names = entrant_names(entrants)
    called = [p for p in entrants if p.entrant in payload["entrants"] and p.entrant in state.active]
    who = " ".join(mention(p.player, p.name, pinged) for p in called)
    if what == ASKED_FOR:
        by = payload["by"]
        if not called or by not in names or seasons.wish(state, by, called[0].entrant) is None or seasons.agreed(state, by, called[0].entrant):
            return None
        words = say("league.asked_for", who=who, name=names[by])
        items = _days(tournament, by, say, stamped=True)
    else:
        words = say("league.asks", who=who, until=dated(season.ends))
        items = _staying(tournament, say, stamped=True)
    return {"content": cut(words), "view": panel(items), "allowed_mentions": called_only(pinged)} if called else None


def _days(tournament: Tournament, other: int, say: Texts, stamped: bool = False, row: int | None = None) -> list[Press]:
    """*Play now* and *In two days*, with another entrant."""
    rest = str(stamp(tournament)) if stamped else ""
    labels = ((NOW, "button.play_now", GREEN), (IN_TWO_DAYS, "button.in_two_days", BLUE))
    return [Press("twish", f"{tournament.id}:{other}:{days}{rest}", say(label), style, row=row) for days, label, style in labels]


def _staying(tournament: Tournament, say: Texts, stamped: bool = False, row: int | None = None) -> list[Press]:
    """*I stay* and *I stop*."""
    rest = str(stamp(tournament)) if stamped else ""
    return [Press("tstay", f"{tournament.id}:{yes}{rest}", say(f"button.stay.{yes}"), row=row) for yes in ("yes", "no")]


# One's own


def season_panel(cup: ShownTournament, mine: int, now: float, note: str = "", chosen: int | None = None) -> dict[str, Any]:
    """An entrant's private panel: the table of their division, the opponents left and how far that is, and whether they stay."""
    tournament, state, names, say = cup.tournament, cup.state, cup.names, cup.say
    season, own = state.season, seasons.division(state, mine)
    assert season is not None
    left = seasons.opponents(state, mine) if not season.closed else []
    lines = [*([note] if note else []), *division_lines(cup, [own]), *terms_lines(tournament, say)]
    for f in state.open:
        if mine in f.entrants:
            lines.append(say("league.plays", name=names[next(e for e in f.entrants if e != mine)]) + cup.link(f.number))
    lines += [_stands(state, mine, e, names[e], now, say) for e in left]
    items: list[Press | Choose] = []
    choice = [e for e in left if not seasons.waits(state, mine, e) and not _begins(state, mine, e, now)]
    if choice and mine in state.active:
        told = entrant_names(cup.entrants)
        options = [discord.SelectOption(label=told[e].shown[:100] or "–", value=str(e), default=e == chosen) for e in choice[:25]]
        items.append(Choose("topp", str(tournament.id), options, say("league.whom"), row=0))
    if chosen in choice:
        items += _days(tournament, chosen, say, row=1)
    if season.asked and not season.closed and mine in state.active:
        lines.append(say(_answer(season, mine), until=dated(season.ends)))
        items += _staying(tournament, say, row=2)
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def _answer(season: Season, mine: int) -> str:
    if mine not in season.staying:
        return "league.stay_asked"
    return "league.stays" if season.staying[mine] else "league.leaves"


def _begins(state: TournamentState, mine: int, other: int, now: float) -> bool:
    """Whether a match is about to begin."""
    at = seasons.agreed(state, mine, other)
    return at is not None and at <= now


def _stands(state: TournamentState, mine: int, other: int, name: str, now: float, say: Texts) -> str:
    """The progress towards a match that has not begun, in words."""
    if _begins(state, mine, other, now):
        return say("league.begins", name=name)
    if seasons.waits(state, mine, other):
        return say("league.waits", name=name)
    if (at := seasons.agreed(state, mine, other)) is not None:
        return say("league.agreed", name=name, at=moment(at))
    if seasons.wish(state, mine, other) is not None:
        return say("league.you_asked", name=name)
    return say("league.asked_you" if seasons.wish(state, other, mine) is not None else "league.not_played", name=name)


def said_note(state: TournamentState, mine: int, other: int, name: str, now: float, say: Texts) -> str:
    """The answer to an entrant who would play another one: what follows from it."""
    still = other in seasons.opponents(state, mine)
    return _stands(state, mine, other, name, now, say) if still else say("league.begins", name=name)


# The page of honours


class PastSeason(NamedTuple):
    """A finished season."""

    tournament: Tournament
    entrants: Sequence[EntrantRow]


def honours_lines(past: Sequence[PastSeason], say: Texts) -> list[str]:
    """The winners of finished seasons, the latest first: the first three of the first division, and the first of each other one."""
    lines = []
    for tournament, entrants in past:
        state = tournament.state
        assert state is not None
        names = {entrant: escaped(name) for entrant, name in entrant_names(entrants).items()}
        lines.append(f"**{title(tournament, say)}**")
        for n in range(len(state.groups)):
            first = [line.entrant for line in tournament_rules.ranked(state, n)][: 1 if n else FIRST_PLACES]
            medals = " ".join(f"{medal} {names[e]}" for medal, e in zip("🥇🥈🥉", first, strict=False))
            lines.append(f"{say_division(n, say)}{say('colon')}{medals}")
    return lines or [say("league.no_honours")]
