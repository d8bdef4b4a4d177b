"""Messages about teams: who is in them, invitations, the boards of a match, and the private panel of a member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, Whom, panel
from cogs.messages.mentions import called_only, mention, mention_by_id
from cogs.messages.tournaments.pictures import halves, points_words
from cogs.messages.tournaments.shown_tournament import ShownTournament, entrant_names, voice_of
from cogs.messages.truncation import cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered, stamp
from cogs.play.tournaments.teams import members_of
from data.language import Texts
from data.store.rows import OPEN, OVER, EntrantRow, Invitation, Team, Tournament
from data.timestamps import dated, moment
from data.user_text import Called, escaped
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import RESERVES, Fixture, TournamentState, teams

GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
MOST_JOINED = 5
"""Invitations that a panel has buttons for."""


# Everybody


def terms_lines(tournament: Tournament, say: Texts) -> list[str]:
    """How teams meet: boards, reserves, line-ups."""
    boards = tournament.plan.boards
    return [say("teams.terms", n=boards, reserves=RESERVES)] if boards and tournament.status != OVER else []


def entering(tournament: Tournament, say: Texts) -> list[Press]:
    """The buttons by which teams enter and a tournament of teams begins."""
    number = numbered(tournament)
    return [
        Press("tfound", number, say("button.found_team"), GREEN),
        Press("tteam", number, say("button.my_team")),
        Press("tleave", number, say("button.leave")),
        Press("tstart", number, say("button.start"), BLUE),
    ]


def buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """*My team* while a tournament of teams is under way."""
    going = tournament.plan.boards and tournament.status not in (OPEN, OVER)
    return [Press("tteam", numbered(tournament), say("button.my_team"), GREEN)] if going else []


def count_words(state: TournamentState, n: int, say: Texts) -> str:
    """A number of entrants, which are teams or players, in words."""
    return say("teams.count" if state.plan.boards else "tournament.players", n=n)


def team_lines(tournament: Tournament, entrants: Sequence[EntrantRow]) -> list[str]:
    """The teams that have entered, each with its members, the captain first."""
    names = entrant_names(entrants)
    found = []
    for n, team in enumerate(dict.fromkeys(p.entry for p in entrants), 1):
        own = [f"{escaped(names[p.entrant])}{' ✓' if p.here and tournament.status == OPEN else ''}" for p in members_of(entrants, team)]
        found.append(f"{n}. **{escaped(names[team])}**{voice_of(tournament)('colon')}{', '.join(own)}")
    return found


def start_lines(tournament: Tournament, entrants: Sequence[EntrantRow], say: Texts) -> list[str]:
    """The teams that would play, each with how many there are of it, and those that have fewer members than a match has boards."""
    names = entrant_names(entrants)
    sizes = {team: len(members_of(entrants, team)) for team in dict.fromkeys(p.entry for p in entrants)}
    small = [escaped(names[team]) for team, size in sizes.items() if size < tournament.plan.boards]
    lines = [say("teams.start_in", names=", ".join(f"{escaped(names[team])} ({size})" for team, size in sizes.items()) or "–")]
    return [*lines, say("teams.too_small", names=", ".join(small))] if small else lines


def invitation_message(tournament: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any], pinged: Pinged) -> dict[str, Any] | None:
    """A captain's invitation; None if it is outdated."""
    say, names = voice_of(tournament), entrant_names(entrants)
    team = payload["team"]
    if tournament.status != OPEN or team not in names or any(p.player == payload["player"] for p in entrants):
        return None
    who = mention(payload["player"], escaped(Called(payload["name"])), pinged)
    words = say("teams.invites", who=who, captain=mention_by_id(payload["by"]), team=names[team], name=tournament.name)
    rest = f"{tournament.id}:{team}{stamp(tournament)}"
    items = [Press("tjointeam", rest, say("button.join_team"), GREEN), Press("tdecline", rest, say("button.no_thanks"))]
    return {"content": cut(words), "view": panel(items), "allowed_mentions": called_only(pinged)}


def asked_message(tournament: Tournament, entrants: Sequence[EntrantRow], team: int, player: int) -> dict[str, Any]:
    """What an invitation that has been told, and does not wait for its answer any more, has come to, without its button."""
    say, names = voice_of(tournament), entrant_names(entrants)
    joined = next((p for p in entrants if (p.player, p.entry) == (player, team)), None)
    facts = {"who": mention_by_id(player), "team": names[team]} if team in names else {}
    key = "teams.asked.joined" if joined is not None else "teams.asked.over" if facts else "teams.asked.gone"
    return {"content": cut(say(key, **facts)), "view": None}


# Matches


def match_lines(cup: ShownTournament) -> list[str]:
    """The matches of the latest round, each with its boards, or with until when line-ups are taken."""
    state, names, say = cup.state, cup.names, cup.say
    lines = []
    sealed = {one.match: one for one in state.sealed}
    for match in state.fixtures:
        if not state.of_teams(match) or match.round != state.round:
            continue
        if match.bye:
            lines.append(say("teams.bye", team=names[match.entrants[0]], points=points_words(state.plan.boards, say)))
            continue
        boards = teams.boards(state, match.number)
        points = teams.match_score(state, match.number)
        score = f" **{' : '.join(halves(points[e]) for e in match.entrants)}**" if match.places or any(b.places for b in boards) else ""
        ready = sealed[match.number].ready if match.number in sealed else ()
        lines.append(" – ".join(f"**{names[e]}**{' ✓' if e in ready else ''}" for e in match.entrants) + score)
        if match.number in sealed:
            lines.append(say("teams.sealed", until=dated(sealed[match.number].until)))
        lines += [_board_line(cup, match, board, n) for n, board in enumerate(boards, 1)]
    playing = {e for match in state.fixtures if match.round == state.round and state.of_teams(match) for e in match.entrants}
    idle = [team for team in state.seeds if team not in playing and team not in state.dropped] if playing else []
    return lines + [say("teams.sits_out", team=names[team]) for team in idle]


def _board_line(cup: ShownTournament, match: Fixture, board: Fixture, n: int) -> str:
    """A board with its players, those of the match's first team first, and its result or its thread."""
    sides = [next((e for e in board.entrants if e in cup.state.teams[team]), None) for team in match.entrants]
    who = " – ".join(cup.names[e] if e is not None else say_nobody(cup.say) for e in sides)
    score = " : ".join(halves(teams.points(board, e)) if e is not None else "0" for e in sides) if board.places else ""
    thread = cup.link(board.number)
    return f"{n}. {who}{f' {score}' if score else ''}{thread}"


def say_nobody(say: Texts) -> str:
    """What stands for a side of a board that has nobody."""
    return say("teams.nobody")


def result_words(cup: ShownTournament, match: Fixture) -> str:
    """The end of a match of teams, as a sentence."""
    points = teams.match_score(cup.state, match.number)
    one, other = sorted(match.entrants, key=lambda e: -points[e])
    key = "teams.match_shared" if points[one] == points[other] else "teams.match_won"
    return cup.say(key, winner=cup.names[one], loser=cup.names[other], score=f"{halves(points[one])} : {halves(points[other])}")


def score_lines(cup: ShownTournament) -> list[str]:
    """What each member of a team has done on the boards, team by team in the order of the standings; none before any board is over."""
    state, say, names = cup.state, cup.say, cup.names
    if not (scores := teams.scores(state)):
        return []
    order = [line.entrant for line in tournament_rules.standings(state).lines]
    own = [(team, e) for team in order for e in sorted(state.teams[team], key=lambda e: (-scores.get(e, (0, 0))[0], e)) if e in scores]
    lines = []
    for team, members in groupby(own, key=lambda pair: pair[0]):
        done = [say("teams.score", name=names[e], points=halves(scores[e].points), n=scores[e].boards) for _, e in members]
        lines.append(f"{names[team]}{say('colon')}{', '.join(done)}")
    return [f"**{say('teams.scores')}**", *lines]


# A member's own


class EnteredTeams(NamedTuple):
    """A tournament with those who have entered, and who is invited."""

    tournament: Tournament
    entrants: Sequence[EntrantRow]
    invitations: Sequence[Invitation]


def team_panel(entered: EnteredTeams, player: int, say: Texts, note: str = "", picked: int | None = None) -> dict[str, Any]:
    """Somebody's team: its members, for the captain also whom to invite, or the next line-up with a member `picked` to be moved; for whoever is in
    none, the teams that have invited them."""
    tournament, entrants, invitations = entered
    mine = next((p for p in entrants if p.player == player), None)
    lines = [note] if note else []
    items: list[Press | Choose | Whom] = []
    if mine is None or mine.team is None:
        own = [p for p in dict.fromkeys(p.team for p in entrants if p.team is not None) if Invitation(p.number, player) in invitations]
        lines.append(say("teams.you_are_in_none" if tournament.status == OPEN else "teams.closed"))
        if tournament.status == OPEN:
            lines += [say("teams.invited_by", team=team.name) for team in own]
            for row, team in enumerate(own[:MOST_JOINED]):
                items.append(Press("tjointeam", f"{tournament.id}:{team.number}", _join_label(team, say), GREEN, row=row))
                items.append(Press("tdecline", f"{tournament.id}:{team.number}", say("button.no_thanks"), row=row))
        return {"content": cut("\n".join(lines)), "view": panel(items) if items else None}
    names = entrant_names(entrants)
    members = members_of(entrants, mine.team.number, tournament.state)
    lines.append(f"**{escaped(names[mine.team.number])}**")
    lines.append(say("teams.members", names=", ".join(escaped(names[p.entrant]) for p in members) or say_nobody(say)))
    if not members or members[0] != mine:
        lines += [say("teams.captain", name=names[members[0].entrant])] if members else []
        return {"content": cut("\n".join(lines)), "view": None}
    if tournament.status == OPEN:
        asked = [mention_by_id(one.player) for one in invitations if one.team == mine.team.number]
        lines += [say("teams.invited", names=", ".join(asked))] if asked else []
        full = len(members) >= tournament.plan.boards + RESERVES
        lines.append(say("teams.is_full" if full else "teams.how"))
        items += [] if full else [Whom("tinvite", str(tournament.id), say("teams.whom"))]
        items += [Whom("ttakeout", str(tournament.id), say("teams.whom_out"))] if asked or len(members) > 1 else []
    elif tournament.status != OVER and tournament.state is not None:
        lines += _line_up_lines(tournament.state, mine.team.number, names, say, tournament.plan.boards)
        items += _line_up_items(tournament, tournament.state, mine.team.number, names, say, picked)
    return {"content": cut("\n".join(lines)), "view": panel(items) if items else None}


def _join_label(team: Team, say: Texts) -> str:
    """A team's name on a button, where nothing is markup."""
    return say("button.join_team_named", team=str(team.name))[:38]


def _line_up_lines(state: TournamentState, team: int, names: Mapping[int, Called], say: Texts, boards: int) -> list[str]:
    """The next line-up of a team as it stands, and until when it is taken."""
    lines = [say("teams.line_up")]
    for n, e in enumerate(teams.still_in(state, team), 1):
        lines.append(say("teams.board" if n <= boards else "teams.reserve", n=n, name=names[e]))
    lines += [say("teams.no_board", n=n) for n in range(len(teams.still_in(state, team)) + 1, boards + 1)]
    asked = teams.line_ups_of(state, team)
    if asked is None:
        return [*lines, say("teams.later")]
    against = next(e for e in state.fixtures[asked.match].entrants if e != team)
    lines.append(say("teams.against", team=names[against]))
    if {team, against} <= {*asked.ready}:
        return [*lines, say("teams.both_in")]
    return [*lines, say("teams.is_in" if team in asked.ready else "teams.wanted", at=moment(asked.until))]


def _line_up_items(
    tournament: Tournament, state: TournamentState, team: int, names: Mapping[int, Called], say: Texts, picked: int | None
) -> list[Press | Choose | Whom]:
    """The menu of members, *Up* and *Down* for the one who is picked, and *Hand in* while a line-up is asked for."""
    number, order, asked = str(tournament.id), teams.still_in(state, team), teams.line_ups_of(state, team)
    options = [discord.SelectOption(label=names[e].shown[:100] or "–", value=str(e), default=e == picked) for e in order]
    items: list[Press | Choose | Whom] = [Choose("tmember", number, options, say("teams.pick"), row=0)]
    if picked in order:
        items += [Press("tlineup", f"{number}:{picked}:{way}", say(f"button.{way}"), BLUE, row=1) for way in ("up", "down")]
    if asked is not None and team not in asked.ready:
        items.append(Press("thand", number, say("button.hand_in_line_up"), GREEN, row=2))
    return items
