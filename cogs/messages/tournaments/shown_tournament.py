"""A tournament that has begun, as messages, lists and pictures show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import structs

from cogs.messages.drawing import in_picture
from cogs.messages.table.clocks import day
from cogs.messages.tournaments.bracket import Pictured
from cogs.messages.tournaments.pictures import Ended
from data.language import Texts, texts
from data.similar_names import told_apart
from data.store import Store
from data.store.rows import OVER, EntrantRow, Tournament
from data.user_text import Called, escaped
from render.theme import known_theme
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import CUT, MAIN, TournamentState
from rules.competition.tournament.state import BOARD


def entrant_names(entrants: Sequence[EntrantRow]) -> dict[int, Called]:
    """The names of people and teams, made distinct for readers."""
    teams = dict.fromkeys(p.team for p in entrants if p.team is not None)
    people = {p.entrant: name for p, name in zip(entrants, told_apart([p.name for p in entrants]), strict=True)}
    return people | {team.number: name for team, name in zip(teams, told_apart([team.name for team in teams]), strict=True)}


@dataclass(frozen=True)
class ShownTournament:
    """A tournament that has begun, with what is shown of it: state, entrants, threads of matches, its end; and in which texts and theme."""

    tournament: Tournament
    state: TournamentState
    entrants: Sequence[EntrantRow]
    threads: Mapping[int, int]
    say: Texts
    theme: str
    ended: Ended | None = None

    def pictured(self, theme: str) -> Pictured:
        """What its pictures need, in a theme."""
        return Pictured(self.state, str(self.tournament.name), {entrant: in_picture(name) for entrant, name in self.told.items()}, self.say, theme)

    def link(self, fixture: int) -> str:
        """A link to the thread of a match, for the end of its line; "" without one."""
        return f" · <#{self.threads[fixture]}>" if fixture in self.threads else ""

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of entrants, for messages."""
        return {entrant: escaped(name) for entrant, name in self.told.items()}

    @cached_property
    def told(self) -> dict[int, Called]:
        """The names of entrants, distinct for readers."""
        return entrant_names(self.entrants)


async def shown(store: Store, tournament: Tournament, say: Texts | None = None) -> ShownTournament:
    """The present state of a tournament that has begun, in its own language or `say`, and in its channel's theme."""
    assert tournament.state is not None
    rows, say = store.tournaments, say or voice_of(tournament)
    theme = known_theme((await store.channel_settings.here(tournament.guild, tournament.channel)).theme)
    ended = None
    if tournament.status == OVER and tournament_rules.over(tournament.state):
        span = await rows.span(tournament.id)
        days = dict.fromkeys(day(at, say) for at in span or ())
        ended = Ended(say("title"), " – ".join(days), tournament.game)
    entrants, threads = await rows.entrants(tournament.id), await rows.threads(tournament.id)
    return ShownTournament(tournament, tournament.state, entrants, threads, say, theme, ended)


def finished_round(cup: ShownTournament, news: str) -> ShownTournament | None:
    """A tournament as it was when the round of some news was over, with all its results; None for other news."""
    stage, _, number = news.partition(" ")
    of_it = (stage, BOARD) if stage == MAIN else (stage,)
    last = max((f.number for f in cup.state.fixtures if f.stage in of_it and str(f.round) == number), default=None)
    if last is None:
        return None
    played = tuple(f for f in cup.state.fixtures if f.number <= last and (f.stage != stage or f.round <= int(number)))
    then = structs.replace(cup.state, fixtures=played, finalists=cup.state.finalists if stage == CUT else ())
    return replace(cup, state=then, ended=None)


def voice_of(tournament: Tournament) -> Texts:
    """The texts in a tournament's language."""
    return texts(tournament.language, tournament.game)
