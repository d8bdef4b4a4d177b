"""What is known of a tournament, as plain data: its plan, its entrants, its matches with their games, and who has which seat in the next one."""

from __future__ import annotations

import msgspec

from rules.competition import Entrant, formats
from rules.competition.standings import rounds_needed

SWISS, SINGLE, DOUBLE, ROBIN, GROUPS, PODS, LEAGUE, LADDER = "swiss", "single", "double", "robin", "groups", "pods", "league", "ladder"
FORMATS = (SWISS, SINGLE, DOUBLE, ROBIN, GROUPS, PODS, LEAGUE, LADDER)
MAIN, CUT, BOARD = "main", "cut", "board"
"""Stages: the format itself, the elimination that follows a Swiss or groups, and the boards of which matches of teams consist."""


CHAINS = {
    SWISS: ("median_buchholz", "buchholz", "sonneborn_berger", "wins", "lot"),
    ROBIN: ("head_to_head", "sonneborn_berger", "wins", "lot"),
    GROUPS: ("head_to_head", "sonneborn_berger", "wins", "lot"),
    LEAGUE: ("head_to_head", "sonneborn_berger", "wins"),
    PODS: ("opponents_share", "wins", "lot"),
    SINGLE: (),
    DOUBLE: (),
    LADDER: (),
}
"""The usual tie-breaks of a format. In a league whoever is seeded higher stays so where nothing tells two apart."""


OF_TEAMS = ("board_points", "head_to_head", "sonneborn_berger", "lot")
"""The usual tie-breaks among teams."""


class Unplayable(ValueError):
    """A plan, a report or a change is impossible; the message is a text key."""


class Plan(msgspec.Struct, frozen=True):
    """How a tournament is played.

    `seats`: those of a table (more than two for pods only). `games`: the most games of a match. `rounds`: those of a Swiss or of pods (0: as many as
    needed), or how often a round robin goes round (1 or 2). `cut`: how many go on to an elimination after a Swiss, or of each group. `late`: until
    which round one may still enter. `by_dummy`: unplayed rounds of a Swiss count in tie-breaks as in `Standings` with `rounds`; False for tournaments
    from before there was this. `division`: the most entrants in a division of a league. `boards`: those of a match where the entrants are teams; 0
    where they are people. Of a ladder: how many rungs above one may challenge somebody (`reach`), within how many days they answer (`answer`), after
    how many days without a match one slides (`idle`), and how many matches an entrant plays at the same time (`at_once`), at most.
    """

    format: str
    seats: int = 2
    games: int = 1
    rounds: int = 0
    cut: int = 0
    groups: int = 0
    third: bool = False
    late: int = 0
    chain: tuple[str, ...] | None = None
    by_dummy: bool = False
    division: int = 0
    boards: int = 0
    reach: int = 0
    answer: int = 0
    idle: int = 0
    at_once: int = 0

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks, the weightiest first."""
        return self.chain if self.chain is not None else OF_TEAMS if self.boards else CHAINS[self.format]


class GameResult(msgspec.Struct, frozen=True):
    """A finished game of a match: places, best first, the game's own figures by entrant, and who did not come."""

    places: tuple[tuple[Entrant, ...], ...]
    scores: dict[Entrant, int] = {}
    absent: tuple[Entrant, ...] = ()


class Fixture(msgspec.Struct, frozen=True):
    """A match: its round in its stage, who plays it, the first seat of its first game first, and its games. `node` is its place in a bracket.

    `places` are empty while it is open. A board belongs to a `match` of two teams, which has no games: once it is over it has one result, with the
    half points of both on all boards as scores.
    """

    number: int
    stage: str
    round: int
    entrants: tuple[Entrant, ...]
    node: int | None = None
    group: int | None = None
    games: tuple[GameResult, ...] = ()
    places: tuple[tuple[Entrant, ...], ...] = ()
    absent: tuple[Entrant, ...] = ()
    match: int | None = None

    @property
    def bye(self) -> bool:
        """Whether this is a bye and no match."""
        return len(self.entrants) == 1

    @property
    def seating(self) -> tuple[Entrant, ...]:
        """The entrants by seat in the next game: seats rotate."""
        turn = len(self.games) % len(self.entrants)
        return self.entrants[turn:] + self.entrants[:turn]


class Wish(msgspec.Struct, frozen=True):
    """A wish of an entrant to play another one of its division, from the moment `at` on; `asked`: when it was first said; `told`: when the other one
    was last told."""

    by: Entrant
    other: Entrant
    asked: float
    at: float
    told: float


class Season(msgspec.Struct, frozen=True):
    """A season of a league, which `ends` at a moment: who would play whom, which pairs are `ready` to play, and of whom it is known whether they are
    `staying` for the next one, once everybody has been `asked`. When it is `closed` no match begins any more. Some of those who are ready are `busy`
    with so many matches elsewhere. Matches have `ended` in this order."""

    ends: float
    wishes: tuple[Wish, ...] = ()
    ready: tuple[tuple[Entrant, Entrant], ...] = ()
    asked: bool = False
    staying: dict[Entrant, bool] = {}
    closed: bool = False
    busy: dict[Entrant, int] = {}
    ended: tuple[int, ...] = ()


class Deadline(msgspec.Struct, frozen=True):
    """When a match has to be over: `at` a moment, and never after `last`, whoever is away; `remind`: when its players are reminded, 0 once they
    are."""

    at: float
    last: float
    remind: float = 0.0


class LineUps(msgspec.Struct, frozen=True):
    """The line-ups of a match of two teams, sealed until those who are `ready` are both, or `until` a moment (in seconds)."""

    match: int
    until: float
    ready: tuple[Entrant, ...] = ()


class Challenge(msgspec.Struct, frozen=True):
    """A challenge to an entrant above, who answers until the moment `due`."""

    by: Entrant
    other: Entrant
    due: float


class Rematch(msgspec.Struct, frozen=True):
    """Two entrants who may challenge each other again from a moment on."""

    pair: tuple[Entrant, Entrant]
    at: float


class Move(msgspec.Struct, frozen=True):
    """What a match, a challenge without one, or inactivity has meant on a ladder: on which rung, from 1, `who` stands since then, and against
    whom."""

    at: float
    what: str
    who: Entrant
    rung: int
    other: Entrant | None = None


class Reign(msgspec.Struct, frozen=True):
    """An entrant on the first rung since a moment."""

    who: Entrant
    since: float


class Ladder(msgspec.Struct, frozen=True):
    """A ladder under way, as it was when it was last `looked` at: who stands on which rung, the first one on top; challenges without an answer, the
    oldest first; pairs that are `ready` to play, of whom some are `busy` with so many matches elsewhere; who may not meet again yet; since when each
    has been inactive, or has last slid; who was on holiday; which matches have `ended`, in this order; the latest moves, and all who stood on top.
    It is over once it has been `closed`, at a moment."""

    rungs: tuple[Entrant, ...]
    looked: float
    challenges: tuple[Challenge, ...] = ()
    ready: tuple[tuple[Entrant, Entrant], ...] = ()
    busy: dict[Entrant, int] = {}
    rematches: tuple[Rematch, ...] = ()
    idle: dict[Entrant, float] = {}
    slid: dict[Entrant, float] = {}
    resting: tuple[Entrant, ...] = ()
    ended: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    reigns: tuple[Reign, ...] = ()
    closed: float | None = None


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament. `seeds` are all who ever entered, best first; `entered` says in which round, `dropped` after which. `finalists` play the cut.

    `away`: not dropped, but not paired. `kept`: paired nevertheless, by the host's decision. `left`: dropped voluntarily; they may come back. A
    league has a `season` once it has begun, a ladder its `ladder`. Open matches may have `deadlines`.

    `teams`: where the entrants are teams, the members of each, in the order in which its next line-up has them (secret); members who have left are in
    `dropped`, too. `sealed`: the line-ups of matches whose boards are not known yet.
    """

    plan: Plan
    seed: int
    seeds: tuple[Entrant, ...]
    entered: dict[Entrant, int]
    dropped: dict[Entrant, int] = {}
    fixtures: tuple[Fixture, ...] = ()
    finalists: tuple[Entrant, ...] = ()
    ratings: dict[Entrant, int] = {}
    away: tuple[Entrant, ...] = ()
    kept: tuple[Entrant, ...] = ()
    left: tuple[Entrant, ...] = ()
    season: Season | None = None
    deadlines: dict[int, Deadline] = {}
    teams: dict[Entrant, tuple[Entrant, ...]] = {}
    sealed: tuple[LineUps, ...] = ()
    ladder: Ladder | None = None

    @property
    def lasts(self) -> bool:
        """Whether it is a league or ladder under way, which has no rounds: a match begins when both want it."""
        return self.season is not None or self.ladder is not None

    @property
    def unfinished(self) -> list[Fixture]:
        """The matches in progress, those between teams with their boards."""
        return [f for f in self.fixtures if not f.places]

    @property
    def open(self) -> list[Fixture]:
        """The matches in progress at tables."""
        return [f for f in self.unfinished if not self.of_teams(f)]

    def of_teams(self, fixture: Fixture) -> bool:
        """Whether a match is one of teams."""
        return self.plan.boards > 0 and fixture.stage == MAIN

    @property
    def stage(self) -> str:
        """The stage: the format itself (MAIN), or the elimination after it (CUT)."""
        return CUT if self.finalists else MAIN

    @property
    def round(self) -> int:
        """The latest round of the present stage, 0 before the first one."""
        stage = self.stage
        return max((f.round for f in self.fixtures if f.stage == stage), default=0)

    @property
    def active(self) -> list[Entrant]:
        """The entrants still in, by seed."""
        return [e for e in self.seeds if e not in self.dropped]

    @property
    def people(self) -> list[Entrant]:
        """The people still in: the active entrants, or the members of teams, by number."""
        return sorted(e for members in self.teams.values() for e in members if e not in self.dropped) if self.plan.boards else self.active

    @property
    def present(self) -> list[Entrant]:
        """The active entrants who are paired."""
        return [e for e in self.active if e not in self.away]

    @property
    def rounds(self) -> int:
        """The number of rounds of the main stage."""
        if self.plan.format in (ROBIN, GROUPS, LEAGUE):
            return max(len(formats.round_robin(group, self.plan.rounds == 2)) for group in self.groups)
        return self.plan.rounds or rounds_needed(sum(number == 1 for number in self.entered.values()))

    @property
    def groups(self) -> list[list[Entrant]]:
        """The groups; without groups, all who entered before the first round as one."""
        first = [e for e in self.seeds if self.entered[e] == 1]
        if self.plan.format == LEAGUE:
            return formats.divisions(first, self.plan.division)
        return formats.groups(first, self.plan.groups) if self.plan.format == GROUPS else [first]

    @property
    def eliminates(self) -> bool:
        """Whether a bracket is played now: by format, or after the cut."""
        return bool(self.finalists) or self.plan.format in (SINGLE, DOUBLE)
