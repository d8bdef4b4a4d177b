"""The pictures of a tournament: standings with results by round, brackets, and the podium, each with its alt text."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import NamedTuple

import discord

from cogs.messages.drawing import to_file
from cogs.messages.tournaments.bracket import NOW, Pictured, brackets
from data.language import Texts
from data.user_text import set_apart
from render.text import fitting
from render.tournaments import paint_cross, paint_podium, paint_standings
from render.tournaments.player_marks import METALS, Player
from render.tournaments.podium import Podium, Step
from render.tournaments.standings import CELLS, LOST, NONE, PLAYING, SELF, SHARED, WON, Heads, Line, Result, Table
from rules.competition import tournament as tournament_rules
from rules.competition.standings import MatchResult, Standing, Standings
from rules.competition.tournament import DOUBLE, GROUPS, LADDER, LEAGUE, MAIN, ROBIN, SINGLE, Fixture, TournamentState, ladders
from rules.competition.tournament.state import Ladder

CROSSED = (ROBIN, GROUPS, LEAGUE)
"""Formats of which the standings are cross tables."""
GROUPED = (GROUPS, LEAGUE)
"""Those with a table of each group."""
MOST = 10
"""Pictures that a message can carry."""
FEW = 4
"""Tables of standings that are painted where not everything is shown: no more stand beside each other."""


class Ended(NamedTuple):
    """What the podium shows beside its places: the game's title, the tournament's days, and the key of the game that was `played`."""

    game: str
    days: str
    played: str


def scoreboard(shown: Pictured, everything: bool = True) -> list[discord.File]:
    """The pictures of a tournament's state, all or those that matter now: the bracket, if any, then the standings. What a message can't carry
    is left out: the bracket's first rounds, the last places. Slow: call it in a worker thread."""
    state, trees, tables = shown.state, [], []
    if state.finalists or state.plan.format in (SINGLE, DOUBLE):
        trees = brackets(shown, everything)
    if state.plan.format not in (SINGLE, DOUBLE) and (everything or not trees):
        say, crossed = shown.say, state.plan.format in CROSSED
        note = f". {say('tournament.cross')}" if crossed else ""
        paint = paint_cross if crossed else paint_standings
        pages = (one for whole in _tables(shown) for one in paint(whole, shown.theme))
        for picture, page in islice(pages, MOST if everything else 1 if state.plan.format == LADDER else FEW):
            forms = [partial(_words, page, say, results, breaks, note) for results, breaks in ((True, True), (True, False), (False, False))]
            tables.append(to_file(picture, fitting(*forms), "standings"))
    return (trees[-MOST:] + tables)[:MOST]


def _words(page: Table, say: Texts, results: bool, breaks: bool, note: str) -> str:
    """A page of standings in words, with results and tie-breaks if they fit."""
    said = []
    for line in page.lines:
        won = [" ".join(filter(None, (r.text + NOW * (r.kind == PLAYING) for r in line.results)))] if results else []
        more = [*filter(None, won), *(f"{name} {value}" for name, value in zip(page.heads.breaks, line.breaks, strict=True) if breaks)]
        out = f", {say('tournament.left_out')}" if line.out else ""
        said.append(f"{line.place}. {set_apart(line.player.name)} {line.points}" + (f" ({', '.join(more)})" if more else "") + out)
    live = results and any(r.kind == PLAYING for line in page.lines for r in line.results)
    now = f". {NOW}: {page.legend}" if live else ""
    return f"{page.title} ({page.below}): " + "; ".join(said) + now + (note if results else "")


def _tables(shown: Pictured) -> Iterator[Table]:
    """The tables of standings: one, or one for each group; the rungs of a ladder."""
    state, say = shown.state, shown.say
    if state.ladder is not None:
        yield _rungs(shown, state.ladder)
        return
    if state.plan.format not in GROUPED:
        yield _table(shown, shown.title, tournament_rules.standings(state))
        return
    for n in range(len(state.groups)):
        of = say("league.division", n=n + 1) if state.plan.format == LEAGUE else say("tournament.group", name=chr(ord("A") + n))
        yield _table(shown, f"{shown.title} · {of}", tournament_rules.group_standings(state, n))


def _table(shown: Pictured, title: str, ranked: Standings) -> Table:
    state, say = shown.state, shown.say
    crossed = state.plan.format in CROSSED
    rounds = () if crossed else tuple(str(n) for n in range(1, _last_round(state) + 1))
    breaks = tuple(say.find(f"tournament.head.{name}") or say(f"tournament.break.{name}") for name in ranked.chain)
    heads = Heads(
        say("tournament.head.place"),
        say("teams.head" if state.plan.boards else "tournament.head.player"),
        say("tournament.head.points"),
        rounds,
        breaks,
    )
    lines = tuple((cross_line if crossed else _line)(shown, ranked, n) for n in range(len(ranked.lines)))
    cut = 0 if state.finalists or len(lines) <= state.plan.cut else state.plan.cut
    return Table(title, _below(shown, cut, len(lines)), heads, lines, cut, tournament_rules.over(state) and not state.plan.cut, say("tournament.now"))


def _rungs(shown: Pictured, ladder: Ladder) -> Table:
    """The rungs of a ladder, with the latest results, and how many matches each has won and played."""
    state, say, records = shown.state, shown.say, ladders.records(shown.state)
    playing = {entrant for fixture in state.open for entrant in fixture.entrants}
    lines = []
    for n, entrant in enumerate(ladder.rungs, 1):
        record = records[entrant]
        latest = [Result(say(f"league.form.{one}"), NONE if one == ladders.MISSED else one) for one in record.form]
        cells = [Result("", NONE)] * CELLS + latest + [Result("", PLAYING)] * (entrant in playing)
        medal = n if n in METALS and record.won else 0
        player = Player(entrant, shown.names[entrant])
        lines.append(Line(str(n), player, str(record.won), tuple(cells[-CELLS:]), (str(record.played),), medal=medal))
    blank = ("",) * (CELLS // 2)
    heads = Heads(
        say("ladder.head.rung"),
        say("teams.head" if state.plan.boards else "tournament.head.player"),
        say("ladder.head.won"),
        (*blank, say("ladder.head.latest"), *blank),
        (say("ladder.head.played"),),
    )
    return Table(shown.title, _below(shown, 0, len(lines)), heads, tuple(lines), 0, ladder.closed is not None, say("tournament.now"))


def _below(shown: Pictured, cut: int, players: int) -> str:
    """The line below a table: format, round, number of players and of those still in, and how many advance."""
    state, say = shown.state, shown.say
    words = [say(f"tournament.format.{state.plan.format}")]
    if state.plan.format in (LEAGUE, LADDER):
        words.append(say("tournament.players", n=players))
        return " · ".join(words)
    if tournament_rules.over(state) or state.finalists:
        words.append(say("tournament.rounds", n=state.rounds))
    else:
        words.append(say("tournament.round_of", n=_last_round(state), of=state.rounds))
    words.append(say("teams.count" if state.plan.boards else "tournament.players", n=players))
    if state.dropped and state.plan.format != GROUPS and not tournament_rules.over(state):
        words.append(say("tournament.still_in", n=len(state.active)))
    if cut:
        words.append(say("tournament.go_on", n=cut))
    return " · ".join(words)


def _basics(shown: Pictured, ranked: Standings, n: int, place: str) -> Line:
    """A line of the standings without results. No medal for an entrant without points, nor in a group."""
    line = ranked.lines[n]
    breaks = tuple(figure(value, shown.say) for value in line.breaks)
    medal = line.place if line.place in METALS and line.points and shown.state.plan.format != GROUPS else 0
    player = Player(line.entrant, shown.names[line.entrant])
    return Line(place, player, halves(line.points), breaks=breaks, out=line.entrant in shown.state.dropped, medal=medal)


def _line(shown: Pictured, ranked: Standings, n: int) -> Line:
    state, line = shown.state, ranked.lines[n]
    rounds: dict[int, Fixture] = {f.round: f for f in state.fixtures if f.stage == MAIN and line.entrant in f.entrants}
    results = tuple(_result(rounds.get(number), line.entrant) for number in range(1, _last_round(state) + 1))
    return _basics(shown, ranked, n, str(line.place))._replace(results=results)


def cross_line(shown: Pictured, ranked: Standings, n: int) -> Line:
    """A line of a cross table: its number, and its result against each other line; two results for two meetings."""
    mine = ranked.lines[n].entrant
    met = [f for f in shown.state.fixtures if f.stage == MAIN and mine in f.entrants]
    results = []
    for line in ranked.lines:
        found = [_result(f, mine) for f in met if line.entrant in f.entrants]
        kinds = {r.kind for r in found}
        kind = kinds.pop() if len(kinds) == 1 else PLAYING if PLAYING in kinds else LOST if found else NONE
        results.append(Result("–", SELF) if line.entrant == mine else Result("/".join(r.text for r in found if r.text) or _gap(kind), kind))
    basics = _basics(shown, ranked, n, str(n + 1))
    return basics._replace(results=tuple(results), medal=0 if ranked.lines[n].place != n + 1 else basics.medal)


def _gap(kind: str) -> str:
    """What a cell without a result shows."""
    return "" if kind == PLAYING else "·"


def _last_round(state: TournamentState) -> int:
    return max((f.round for f in state.fixtures if f.stage == MAIN), default=0)


def _result(fixture: Fixture | None, entrant: int) -> Result:
    """The result of a round: points, `+` for a bye, `–` for absence, `·` for a missed round; during a match the games won so far."""
    if fixture is None:
        return Result("·", NONE)
    if fixture.bye:
        return Result("+", NONE)
    if not fixture.places:
        return Result(score(fixture, entrant) if fixture.games else "", PLAYING)
    if entrant in fixture.absent:
        return Result("–", NONE)
    group = next(group for group in fixture.places if entrant in group)
    kind = SHARED if len(group) > 1 else WON if group == fixture.places[0] else LOST
    return Result(halves(MatchResult(fixture.entrants, fixture.places).points(entrant)), kind)


def score(fixture: Fixture, entrant: int) -> str:
    """The games of a match won by an entrant and by the other: 1:0."""
    mine, theirs = (sum(game.places[0] == (e,) for game in fixture.games) for e in (entrant, next(e for e in fixture.entrants if e != entrant)))
    return f"{mine}:{theirs}"


# The end


def podium(shown: Pictured, ended: Ended) -> discord.File:
    """The picture of a finished tournament: the winner, the first three, and its name and days. Slow: call it in a worker thread."""
    state, say = shown.state, shown.say
    steps, at = [], 1
    table = None if state.finalists or state.plan.format in (SINGLE, DOUBLE, LADDER) else tournament_rules.own_standings(state, state.seeds[0])
    for group in tournament_rules.places(state):
        if at in METALS:
            players = tuple(Player(e, shown.names[e]) for e in group)
            steps.append(Step(at, players, won_with(table, group[0], say) if table is not None else ""))
        at += len(group)
    winners = steps[0].players
    won = say("ending.won", n=len(winners), names=" & ".join(set_apart(shown.names[p.number]) for p in winners))
    played = [f for f in state.fixtures if not f.bye and f.places and not state.of_teams(f)]
    length = [] if state.plan.format in (DOUBLE, LEAGUE, LADDER) else [say("tournament.rounds", n=_last_round(state))]
    facts = [say("teams.count" if state.plan.boards else "tournament.players", n=len(state.seeds)), *length, say("tournament.matches", n=len(played))]
    below = f"{ended.game} · {say(f'tournament.format.{state.plan.format}')}"
    end = Podium(shown.title, below, won, tuple(steps), (" · ".join(facts), *filter(None, [ended.days])), ended.played)
    called = {step.place: ", ".join(set_apart(shown.names[p.number]) for p in step.players) for step in steps}
    places = "; ".join(f"{s.place}. {called[s.place]}" + (f" ({s.points})" if s.points else "") for s in steps)
    words = say("tournament.ended_alt", title=f"{shown.title} ({below})", won=won, steps=places, facts=" · ".join(end.facts))
    return to_file(paint_podium(end, shown.theme), words, "podium")


def won_with(table: Standings, entrant: int, say: Texts) -> str:
    """An entrant's points and, if others have as many, the tie-break that decided."""
    line = next(line for line in table.lines if line.entrant == entrant)
    words = points_words(line.points, say)
    for other in table.lines:
        if other.points == line.points and (at := decisive(line, other)) is not None:
            return f"{words} · {say(f'tournament.break.{table.chain[at]}')} {figure(line.breaks[at], say)}"
    return words


def decisive(one: Standing, other: Standing) -> int | None:
    """The index of the first tie-break that differs; None if all are equal."""
    return next((n for n, (a, b) in enumerate(zip(one.breaks, other.breaks, strict=True)) if a != b), None)


def halves(points: int) -> str:
    """Points counted in halves as people write them: 3½."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def points_words(points: int, say: Texts) -> str:
    """Points counted in halves, in words: 3½ points."""
    whole, half = divmod(points, 2)
    return say("tournament.points_half", n=whole, text=halves(points)) if half else say("tournament.points", n=whole)


def figure(value: Fraction, say: Texts) -> str:
    """A number as written in a language: whole, with a half, or with at most three decimals behind its point or comma."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2 and value > 0:
        return halves(int(value * 2))
    return f"{float(value):.3f}".rstrip("0").replace(".", "." if say.language == "en" else ",")
