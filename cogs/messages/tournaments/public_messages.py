"""Public messages of a tournament: the sign-up, the matches of a round, the standings, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from msgspec import structs

from cogs.messages.buttons import Press, joining, panel
from cogs.messages.card_drafts.public_messages import draft_buttons
from cogs.messages.drawing import drawn
from cogs.messages.mentions import called_only, mention, mention_by_id
from cogs.messages.table.after_restore import put_back_words
from cogs.messages.table.clocks import clock_words
from cogs.messages.table.notices import said_message
from cogs.messages.table.seed import SHORT
from cogs.messages.text_pages import fitting, named_few
from cogs.messages.tournaments import leagues_and_ladders, teams
from cogs.messages.tournaments.bracket import round_name
from cogs.messages.tournaments.ladders import outcome_lines
from cogs.messages.tournaments.pictures import MOST as MOST_PICTURES
from cogs.messages.tournaments.pictures import figure, podium, points_words, score, scoreboard
from cogs.messages.tournaments.seed import hash_lines, seed_lines
from cogs.messages.tournaments.setup_panel import setting_label
from cogs.messages.tournaments.shown_tournament import ShownTournament, voice_of
from cogs.messages.tournaments.terms import public_terms
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.fair_share import in_thread
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered, stamp
from cogs.play.tournaments.announced_acts import announced
from cogs.play.tournaments.matches import TOO_FEW, WAITING
from data.language import Texts
from data.similar_names import told_apart
from data.store.changes import PUT_BACK, TOURNAMENT
from data.store.rows import LIVE, OPEN, OVER, EntrantRow, Tournament
from data.timestamps import dated, distance
from data.user_text import escaped, typed
from rules.competition import tournament as tournament_rules
from rules.competition.clock import of_rated
from rules.competition.standings import Standings
from rules.competition.tournament import CUT, DOUBLE, SINGLE, Fixture, TournamentState

TOP = 32
"""Lines of standings in a message."""
FIRST = 8
"""Lines of them beside the news of a round."""
BREAKS = 2
"""Tie-breaks in a line."""
BINDING = 32
"""Digits of the hash in the sign-up: too many for two seeds with the same ones to be found."""
LOT = "lot"
"""The tie-break that needs no telling."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
GALLERY = 4
"""Pictures in a message to a channel: as many as are shown large enough beside each other."""


# Entries


def entries_message(tournament: Tournament, entrants: Sequence[EntrantRow]) -> dict[str, Any]:
    """The sign-up message: game, terms and entrants; with buttons while it is open."""
    say = voice_of(tournament)
    lines = [f"**{tournament_title(tournament, say)}**", *played_lines(tournament, say)]
    lines += hash_lines(tournament, say, BINDING)
    enter = "teams.how_to_enter" if tournament.plan.boards else "tournament.how"
    how = say({OPEN: enter, LIVE: "tournament.running"}.get(tournament.status, "tournament.over"))
    content, more = fitting(lines, entrant_lines(tournament, entrants), [how], say)
    return {"content": content, "view": _below(tournament, say, more, desk=True)}


def played_lines(tournament: Tournament, say: Texts) -> list[str]:
    """How a tournament is played: games in a match, ratings, clock, start, rounds, who may enter."""
    lines = [say("tournament.best_of", n=tournament.plan.games)] if tournament.plan.games > 1 else []
    if tournament.rated:
        lines.append(say("lobby.rated"))
    if rule := of_rated(tournament.clock) if tournament.rated else tournament.clock:
        lines.append(clock_words(rule, say))
    return lines + public_terms(tournament, say)


def start_question(tournament: Tournament, entrants: Sequence[EntrantRow], say: Texts) -> str:
    """Asks whether to start now: who would be in, and who out for not having checked in."""
    within: list[str] = []
    out: list[str] = []
    for entrant, name in zip(entrants, told_apart([p.name for p in entrants]), strict=True):
        (within if entrant.here or tournament.checking is None else out).append(escaped(name))
    lines = [say("tournament.start_in", n=len(within), names=named_few(within, MAX_CONTENT // 3, say) or "–")]
    if tournament.plan.boards:
        lines = teams.start_lines(tournament, [p for p in entrants if p.here or tournament.checking is None], say)
    if out:
        lines.append(say("tournament.start_out", names=named_few(out, MAX_CONTENT // 3, say)))
    return "\n".join([*lines, say("tournament.start_sure")])


def entrant_lines(tournament: Tournament, entrants: Sequence[EntrantRow]) -> list[str]:
    """The lines of all entrants, with who has checked in during the check-in."""
    if tournament.plan.boards:
        return teams.team_lines(tournament, entrants)
    named = zip(entrants, told_apart([p.name for p in entrants]), strict=True)
    return [f"{n}. {name}{' ✓' if p.here and tournament.status == OPEN else ''}" for n, (p, name) in enumerate(named, 1)]


def call_message(tournament: Tournament, entrants: Sequence[EntrantRow], pinged: Pinged) -> dict[str, Any]:
    """The call to entrants to check in."""
    say, until = voice_of(tournament), dated(tournament.checking or 0)
    who = " ".join(mention(p.player, p.name, pinged) for p in entrants)
    words = say("tournament.check_in", name=tournament.name, until=until, who=who)
    return {"content": cut(words), "view": _buttons(tournament, say), "allowed_mentions": called_only(pinged)}


def told_message(tournament: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any], pinged: Pinged) -> dict[str, Any]:
    """A message to some entrants: a reminder, changed settings, or a moderator's words."""
    say = voice_of(tournament)
    facts = typed(payload["facts"]) | {name: dated(at) for name, at in payload.get("moments", {}).items()}
    facts |= {"what": ", ".join(setting_label(key, say) for key in payload.get("changed", ()))}
    facts |= {"by": mention_by_id(payload["by"]) if payload.get("by") else ""}
    who = " ".join(mention(p.player, p.name, pinged) for p in entrants)
    return {"content": cut(say(payload["key"], name=tournament.name, who=who, **facts)), "allowed_mentions": called_only(pinged)}


def _below(tournament: Tournament, say: Texts, more: bool, desk: bool = False) -> discord.ui.View | None:
    """The buttons below a public message: those of an open tournament, *All of it* if there is `more` than it shows, and the moderators' `desk`
    until it is over."""
    everything = [Press("tall", numbered(tournament), say("button.all_of_it"))] if more else []
    if desk and tournament.status != OVER:
        everything.append(Press("tdesk", numbered(tournament), say("button.desk")))
    everything += draft_buttons(tournament, say) + leagues_and_ladders.buttons(tournament, say) + teams.buttons(tournament, say)
    if tournament.status == OPEN:
        return _buttons(tournament, say, everything)
    return panel(everything) if everything else None


def _buttons(tournament: Tournament, say: Texts, more: Sequence[Press] = ()) -> discord.ui.View:
    """*Join*, *Leave*, *Start*; during the check-in *I am here*."""
    here = [Press("tcheck", numbered(tournament), say("button.check_in"), discord.ButtonStyle.success)] if tournament.checking else []
    entering = teams.entering(tournament, say) if tournament.plan.boards else joining(numbered(tournament), say, "t")
    return panel([*here, *entering, *more])


def tournament_title(tournament: Tournament, say: Texts) -> str:
    """A tournament's name with its game and format."""
    name = leagues_and_ladders.title(tournament, say)
    key = "tournament.title_of_game" if name == say("title") else "tournament.title"
    return say(key, name=name, game=say("title"), format=say(f"tournament.format.{tournament.plan.format}"))


# Rounds


def round_lines(cup: ShownTournament) -> str:
    """The matches of the latest round, each with its thread or its result."""
    state, names, say = cup.state, cup.names, cup.say
    if state.lasts:
        return "\n".join(
            [f"**{leagues_and_ladders.title(cup.tournament, say)}**", *(leagues_and_ladders.open_lines(cup) or [say("league.nothing_open")])]
        )
    key = "tournament.cut_round" if state.stage == CUT else "tournament.round"
    lines = [f"**{say(key, name=cup.tournament.name, n=state.round)}**"]
    if state.plan.boards:
        return "\n".join([*lines, *teams.match_lines(cup)])
    for fixture in state.fixtures:
        if fixture.places and (fixture.stage, fixture.round) != (state.stage, state.round):
            continue
        who = " – ".join(names[e] for e in fixture.entrants)
        thread = cup.link(fixture.number)
        if fixture.bye:
            lines.append(say("tournament.bye", who=who))
        elif fixture.places:
            places = " > ".join(" = ".join(names[e] for e in group) for group in fixture.places)
            lines.append(say("tournament.result", who=who, places=places) + thread)
        else:
            until = state.deadlines.get(fixture.number)
            lines.append(who + thread + (f" · ⏳ {distance(until.at)}" if until is not None else ""))
    return "\n".join(lines)


def _about(cup: ShownTournament) -> str:
    """What kind of round the latest one is, and how many are still in; in a single elimination as it begins."""
    state, say = cup.state, cup.say
    if not (state.stage == CUT or state.plan.format in (SINGLE, DOUBLE)):
        about = f"teams.about.{state.plan.format}" if state.plan.boards else f"tournament.about.{state.plan.format}"
        words = say(about, n=len(state.present))
        return f"{words} {say('tournament.last_round')}" if state.round == state.rounds > 1 else words
    double = state.plan.format == DOUBLE
    before = [f for f in state.fixtures if f.node is not None and (double or f.round < state.round)]
    lost = Counter(e for f in before for group in f.places[1:] for e in group)
    left = [e for e in state.finalists or state.seeds if lost[e] < 1 + double]
    if double:
        return say(f"tournament.about.{DOUBLE}", n=len(left))
    name = round_name(state, say)
    words = say("tournament.about.final") if name == say("tournament.final.1") else say(f"tournament.about.{SINGLE}", n=len(left))
    return f"{name}{say('colon')}{words[0].lower()}{words[1:]}"


async def state_message(cup: ShownTournament) -> dict[str, Any]:
    """The state of a tournament under way: the round's matches with threads and results, and the standings; at the end the places. It replaces the
    sign-up message, and pings nobody."""
    tournament, state, say = cup.tournament, cup.state, cup.say
    before, after = [f"**{tournament_title(tournament, say)}**", *public_terms(tournament, say)], hash_lines(tournament, say, SHORT)
    if tournament.paused and tournament.status == LIVE:
        before.append(say("desk.panel.paused"))
    if tournament.status == OVER:
        content, more = fitting(before, (await standing_lines(cup))[1:], [say("tournament.over"), *after], say)
    elif state.lasts:
        content, more = fitting(
            before,
            [*await in_thread(leagues_and_ladders.standing_lines, cup), *leagues_and_ladders.open_lines(cup)],
            [leagues_and_ladders.how(cup), *after],
            say,
        )
    else:
        ranked = await _ranking(cup, FIRST) if state.plan.format not in (SINGLE, DOUBLE) and state.stage != CUT else []
        content, more = fitting(before, round_lines(cup).splitlines()[1:], [*ranked, say("tournament.running"), *after], say)
    return {"content": content, "files": (await _news_pictures(cup))[:1], "view": _below(tournament, say, more, desk=True)}


async def news_message(cup: ShownTournament, news: str, ruled: bool = False, told: bool = True) -> dict[str, Any]:
    """The message about a round or the end, by rule or as a moderator has `ruled`, with the pictures that matter. A draft's seed is published with
    its log, once that is `told`."""
    say, state, name = cup.say, cup.state, leagues_and_ladders.title(cup.tournament, cup.say)
    files = await _news_pictures(cup)
    if news == OVER:
        title, *lines = await standing_lines(cup)
        thanks: list[str] = []
        if not ruled:
            title = say("tournament.won", name=name, who=", ".join(cup.names[e] for e in tournament_rules.places(state)[0]))
            played = [
                f
                for f in state.fixtures
                if not f.bye and state.of_teams(f) == bool(state.plan.boards) and not (state.lasts and (f.absent or not f.places))
            ]
            thanks = [say("tournament.thanks", n=len(played), players=teams.count_words(state, len(state.seeds), say))]
        seeds = seed_lines(cup.tournament, say) if told else [say("limited.log_later")]
        content, more = fitting([title], lines, [*thanks, *leagues_and_ladders.after_lines(cup), *seeds], say)
        return {"content": content, "files": files, "view": _below(cup.tournament, say, more)}
    if state.lasts:
        content, more = fitting(leagues_and_ladders.begun_lines(cup), leagues_and_ladders.news_lines(cup), [], say)
        return {"content": content, "view": _below(cup.tournament, say, more)}
    ranked = [] if state.plan.format in (SINGLE, DOUBLE) or state.stage == CUT else await _ranking(cup, FIRST)
    if news.startswith((WAITING, TOO_FEW)):
        words = say("tournament.short" if news.startswith(TOO_FEW) else "tournament.waiting", name=name, n=state.round)
        return {"content": cut("\n".join([words, *ranked])), "files": files}
    title, *matches = round_lines(cup).splitlines()
    if ranked and state.round > 1:
        begun = any(f.places for f in state.fixtures if (f.stage, f.round) == (state.stage, state.round) and not f.bye)
        ranked.insert(0, say("tournament.stands") if begun else say("tournament.after_round", n=state.round - 1))
    rest = [say("tournament.rest")] if len(state.seeds) > FIRST else []
    content, more = fitting([title, _about(cup)], matches, [*(ranked if state.round > 1 else []), *rest], say)
    return {"content": content, "files": files, "view": _below(cup.tournament, say, more)}


def next_message(cup: ShownTournament, number: int, played: int) -> dict[str, Any] | None:
    """The score of a match after `played` games, and which game is next; None if none followed."""
    state, names, say = cup.state, cup.names, cup.say
    fixture = state.fixtures[number] if number < len(state.fixtures) else None
    if fixture is None or len(fixture.games) < played or (fixture.places and len(fixture.games) == played):
        return None
    a, b = fixture.entrants
    facts = {"a": names[a], "b": names[b], "score": score(structs.replace(fixture, games=fixture.games[:played]), a)}
    # After the planned games each further one may be the last.
    of = max(state.plan.games, played + 1)
    return {"content": say("tournament.next_game", n=played + 1, of=of, score=say("tournament.score", **facts))}


def match_message(cup: ShownTournament, number: int, why: str | None = None) -> dict[str, Any] | None:
    """The message that a match is over (at its deadline, and `why` so), and which are still being played; None for one that is open again."""
    state, names, say = cup.state, cup.names, cup.say
    fixture = state.fixtures[number] if number < len(state.fixtures) else None
    if fixture is None or not fixture.places:
        return None
    beside = [f for f in state.open if (f.stage, f.round) == (fixture.stage, fixture.round) and (state.season is None or f.group == fixture.group)]
    others = [" – ".join(names[e] for e in f.seating) for f in beside] if state.ladder is None else []
    if state.of_teams(fixture):
        outcome = teams.result_words(cup, fixture)
    else:
        outcome = _outcome(fixture, names, state.plan.games, say) if why is None else _at_deadline(fixture, names, why, say)
    outcome = " ".join([outcome, *outcome_lines(state, fixture, names, say)])
    room = MAX_CONTENT - len(outcome) - len(say("tournament.still_playing", matches="")) - 1
    playing = [say("tournament.still_playing", matches=named_few(others, room, say))] if others else []
    return {"content": cut("\n".join([outcome, *playing]))}


def _outcome(fixture: Fixture, names: Mapping[int, str], games: int, say: Texts) -> str:
    """The end of a match, as a sentence."""
    first, *others = fixture.places
    if len(fixture.entrants) > 2:
        return say("tournament.match_places", places=" > ".join(" = ".join(names[e] for e in group) for group in fixture.places))
    if not others:
        return say("tournament.match_shared", who=" – ".join(names[e] for e in first))
    shown = f" {score(fixture, first[0])}" if games > 1 else ""
    return say("tournament.match_won", winner=names[first[0]], loser=names[others[0][0]], score=shown)


def _at_deadline(fixture: Fixture, names: Mapping[int, str], why: str, say: Texts) -> str:
    """The end of a match at its deadline, as a sentence that says why it is so."""
    who = " – ".join(names[e] for e in fixture.entrants)
    first, late = (", ".join(names[e] for e in group) for group in (fixture.places[0], fixture.absent))
    return say(f"deadline.{why}", who=who, winner=first, late=late)


def notice_message(cup: Tournament, payload: Mapping[str, Any], match: Mapping[str, str]) -> dict[str, Any]:
    """Any other message in a tournament's channel: about a `match`, about absent entrants, or one that tables have, too."""
    say = voice_of(cup)
    if PUT_BACK in payload:
        return {"content": put_back_words(payload[PUT_BACK], say, TOURNAMENT)}
    if "missing" in payload:
        key = "tournament.gone" if "left" in payload else "tournament.missing"
        room = MAX_CONTENT - len(say(key, names=""))
        return {"content": say(key, names=named_few([*map(escaped, payload["missing"].values())], room, say))}
    if "called" in payload:
        return {"content": say(payload["key"], channel=f"<#{payload['called']}>", **typed(payload["facts"]))}
    if "fixture" in payload:
        return {"content": cut(say(payload["key"], **match))}
    told = said_message(payload, say)
    act = announced(payload["act"][1]) if "act" in payload else None
    if act is not None:  # Whoever presses it later than it stands is told so.
        told["view"] = panel([Press("tobject", f"{cup.id}:{act}{stamp(cup)}", say("button.object"), discord.ButtonStyle.danger)])
    return told


# Standings


async def pictures(cup: ShownTournament, theme: str) -> list[discord.File]:
    """The whole bracket and standings in the reader's own theme; at the end the podium first."""
    found = [await drawn(podium, cup.pictured(theme), cup.ended)] if cup.ended else []
    return [*found, *(await drawn(scoreboard, cup.pictured(theme)))][:MOST_PICTURES]


async def _news_pictures(cup: ShownTournament) -> list[discord.File]:
    """The pictures that matter now, for the channel; at the end the podium first. None before anybody has played."""
    if not cup.state.fixtures:
        return []
    found = [await drawn(podium, cup.pictured(cup.theme), cup.ended)] if cup.ended else []
    return [*found, *(await drawn(scoreboard, cup.pictured(cup.theme), everything=False))][:GALLERY]


async def standing_lines(cup: ShownTournament, most: int | None = TOP) -> list[str]:
    """The first lines of the standings, or all; during an elimination the matches of the round."""
    state, names, say = cup.state, cup.names, cup.say
    lines = [f"**{tournament_title(cup.tournament, say)}**"]
    if not state.fixtures and state.ladder is None:
        return [*lines, say("tournament.no_matches")]
    if state.lasts:
        return [*lines, *await in_thread(leagues_and_ladders.standing_lines, cup)]
    if tournament_rules.over(state):
        at = 1
        for group in tournament_rules.places(state):
            lines.append(f"{MEDALS.get(at, f'{at}.')} {', '.join(names[e] for e in group)}")
            at += len(group)
        return [*(lines[: most + 1] if most is not None else lines), *teams.score_lines(cup)]
    if state.plan.format in (SINGLE, DOUBLE):
        return [*lines, *round_lines(cup).splitlines()]
    lines.append(say("tournament.breaks", names=", ".join(say(f"tournament.break.{name}") for name in state.plan.tie_breaks)))
    return [*lines, *(await _ranking(cup, most)), *teams.score_lines(cup)]


async def _ranking(cup: ShownTournament, most: int | None) -> list[str]:
    """Lines of the standings in words: points, and the tie-breaks of greatest weight, once a match is over."""
    state, say = cup.state, cup.say
    table = await in_thread(_ranked, state)
    chain = table.chain if any(f.places and not f.bye for f in state.fixtures) else ()
    shown_breaks = [(say(f"tournament.break.{name}"), at) for at, name in enumerate(chain) if name != LOT][:BREAKS]
    lines = []
    for line in table.lines[:most]:
        breaks = "".join(f", {name} {figure(line.breaks[at], say)}" for name, at in shown_breaks)
        out = f" ({say('tournament.left_out')})" if line.entrant in state.dropped else ""
        points = points_words(line.points, say)
        lines.append(say("tournament.line", place=line.place, name=cup.names[line.entrant], points=points, breaks=breaks + out))
    return lines


def _ranked(state: TournamentState) -> Standings:
    """The standings with their lines; slow."""
    table = tournament_rules.standings(state)
    assert table.lines is not None
    return table
