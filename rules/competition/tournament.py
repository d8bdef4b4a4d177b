"""The state machine of a tournament, as plain data: what is played next, and who stands where.

The shell plays the matches and reports each game; `advance` opens whatever can be played then. All functions leave the state they are given
as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from rules.chance import Chance
from rules.competition import Entrant, formats
from rules.competition.formats import Bracket, Node
from rules.competition.pairing import Entry, Pairing, swiss
from rules.competition.standings import MatchResult, Standings, rounds_needed

SWISS, SINGLE, DOUBLE, ROBIN, GROUPS, PODS = "swiss", "single", "double", "robin", "groups", "pods"
FORMATS = (SWISS, SINGLE, DOUBLE, ROBIN, GROUPS, PODS)
MAIN, CUT = "main", "cut"
"""Stages: the format itself, and the elimination that follows a Swiss or groups."""
EXTRA_GAMES = 3
"""Games beyond the planned ones that an elimination match may take to find a winner; then the lot does."""
CHAINS = {
    SWISS: ("median_buchholz", "buchholz", "sonneborn_berger", "wins", "lot"),
    ROBIN: ("head_to_head", "sonneborn_berger", "wins", "lot"),
    GROUPS: ("head_to_head", "sonneborn_berger", "wins", "lot"),
    PODS: ("opponents_share", "wins", "lot"),
    SINGLE: (),
    DOUBLE: (),
}
"""The usual tie-breaks of a format."""


class Unplayable(ValueError):
    """A plan, a report or a change that does not fit; the message is a key."""


class Plan(msgspec.Struct, frozen=True):
    """How a tournament is played.

    `seats` are those of a table (more than two for pods only), `games` the most games of a match, `rounds` those of a Swiss or of pods (0: as
    many as needed) or how often a round robin goes round (1 or 2), `cut` how many go on to an elimination after a Swiss, or how many of each
    group, `late` until which round one may still enter. `by_dummy` is about tie-breaks of a Swiss: unplayed rounds count as in `Standings` with
    `rounds`; tournaments that began before there was this go on without.
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


class GameResult(msgspec.Struct, frozen=True):
    """A finished game of a match: places, best first, the game's own figures by entrant, and who did not come."""

    places: tuple[tuple[Entrant, ...], ...]
    scores: dict[Entrant, int] = {}
    absent: tuple[Entrant, ...] = ()


class Fixture(msgspec.Struct, frozen=True):
    """A match: its round in its stage, who plays it, the first seat of its first game first, and its games. `node` is its place in a bracket.

    `places` are empty while it is open.
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

    @property
    def bye(self) -> bool:
        """Whether it is a round sat out, and not a match."""
        return len(self.entrants) == 1

    @property
    def seating(self) -> tuple[Entrant, ...]:
        """The entrants by seat in the next game: the seats go round."""
        turn = len(self.games) % len(self.entrants)
        return self.entrants[turn:] + self.entrants[:turn]


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament. `seeds` are all who ever entered, best first; `entered` says in which round, `dropped` after which. `finalists` play the cut.

    Who is `away` has not dropped out, and is not paired; who is `kept` is paired all the same, by the word of whoever runs it. Of those who have
    dropped out, some have `left` of their own accord, and may come back.
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

    @property
    def open(self) -> list[Fixture]:
        """The matches that are being played."""
        return [f for f in self.fixtures if not f.places]

    @property
    def stage(self) -> str:
        """The format itself (MAIN), or the elimination after it (CUT)."""
        return CUT if self.finalists else MAIN

    @property
    def round(self) -> int:
        """The latest round of the present stage, 0 before the first one."""
        stage = self.stage
        return max((f.round for f in self.fixtures if f.stage == stage), default=0)

    @property
    def active(self) -> list[Entrant]:
        """The entrants who are still in, in the order of the seeds."""
        return [e for e in self.seeds if e not in self.dropped]

    @property
    def present(self) -> list[Entrant]:
        """The active entrants who are paired."""
        return [e for e in self.active if e not in self.away]

    @property
    def rounds(self) -> int:
        """How many rounds the main stage has."""
        if self.plan.format == ROBIN or self.plan.format == GROUPS:
            return max(len(formats.round_robin(group, self.plan.rounds == 2)) for group in self._groups())
        return self.plan.rounds or rounds_needed(sum(number == 1 for number in self.entered.values()))

    def _groups(self) -> list[list[Entrant]]:
        first = [e for e in self.seeds if self.entered[e] == 1]
        return formats.groups(first, self.plan.groups) if self.plan.format == GROUPS else [first]


def seeded(entrants: Sequence[Entrant], how: str, seed: int, ratings: Mapping[Entrant, int]) -> list[Entrant]:
    """Entrants in the order of their seeds: `random` draws them, `rating` sorts them (equal ones drawn), `hand` leaves them as they are."""
    order = list(entrants)
    if how != "hand":
        Chance.of(seed, "seeds").shuffle(order)
    return sorted(order, key=lambda e: -ratings.get(e, 0)) if how == "rating" else order


def begin(plan: Plan, seeds: Sequence[Entrant], seed: int, ratings: Mapping[Entrant, int] | None = None) -> TournamentState:
    """A tournament with its first matches. Raises Unplayable for a plan that does not fit the entrants."""
    _check(plan, len(seeds))
    state = TournamentState(plan, seed, tuple(seeds), dict.fromkeys(seeds, 1), ratings=dict(ratings or {}))
    return advance(state)


def check_plan(plan: Plan, most: int = 128) -> None:
    """Raises Unplayable for a plan that could not be played as it says, whoever of at most so many entrants comes."""
    most = next((n for n in range(most, 1, -1) if _fits(plan, n)), most)
    _check(plan, most)
    if plan.groups and plan.format != GROUPS:
        raise Unplayable("no_groups")
    if plan.format == GROUPS and plan.groups * plan.cut > most:
        raise Unplayable("cut")
    # In a Swiss nobody need meet anybody twice; with an odd number everybody sits out once.
    rounds = {SWISS: most - 1 + most % 2, PODS: plan.rounds, ROBIN: 2, GROUPS: 2}.get(plan.format, 0)
    if plan.rounds > rounds:
        raise Unplayable("rounds" if rounds else "no_rounds")
    bracket = {SINGLE: most, SWISS: plan.cut, GROUPS: plan.groups * plan.cut}.get(plan.format, 0)
    if plan.third and bracket < 4:
        raise Unplayable("third")
    if plan.late > 1 and (plan.format not in (SWISS, PODS) or plan.late > (plan.rounds or rounds_needed(most))):
        raise Unplayable("late")
    if plan.chain and not CHAINS[plan.format]:
        raise Unplayable("breaks")


def sizes(plan: Plan) -> tuple[int, ...]:
    """How many may sit at a table."""
    return (plan.seats - 1, plan.seats) if plan.format == PODS else (plan.seats,)


def _fits(plan: Plan, entrants: int) -> bool:
    try:
        _check(plan, entrants)
    except Unplayable:
        return False
    return True


def _check(plan: Plan, entrants: int) -> None:
    if plan.format not in FORMATS:
        raise Unplayable("format")
    if not 2 <= entrants <= 128:
        raise Unplayable("entrants")
    if plan.games < 1 or plan.games % 2 == 0 or (plan.games > 1 and plan.seats > 2):
        raise Unplayable("games")
    if (plan.format == PODS) != (plan.seats > 2) or plan.seats > 4:
        raise Unplayable("seats")
    if plan.format == GROUPS and not (plan.groups >= 1 and entrants >= 2 * plan.groups):
        raise Unplayable("groups")
    if plan.format == PODS and entrants in (1, 2, 5)[: 3 if plan.seats == 4 else 2]:
        raise Unplayable("entrants")
    if plan.cut == 1 or plan.cut > entrants or (plan.cut and plan.format not in (SWISS, GROUPS)):
        raise Unplayable("cut")


# What happens


def report(state: TournamentState, number: int, game: GameResult) -> TournamentState:
    """A game of a match is over. Raises Unplayable for a match that is not open, or places that do not name its entrants."""
    fixture = next((f for f in state.open if f.number == number), None)
    if fixture is None:
        raise Unplayable("not_open")
    if sorted(e for group in game.places for e in group) != sorted(fixture.entrants):
        raise Unplayable("places")
    games = (*fixture.games, game)
    return _put(state, _decided(state, msgspec.structs.replace(fixture, games=games)))


def drop(state: TournamentState, entrant: Entrant, of_own_accord: bool = False) -> TournamentState:
    """Drops an entrant: open matches of two are lost, at larger tables the others play on. Raises Unplayable for one who is not in."""
    if entrant not in state.active:
        raise Unplayable("not_in")
    own = (*state.left, entrant) if of_own_accord else state.left
    left = msgspec.structs.replace(state, dropped={**state.dropped, entrant: state.round}, left=own)
    for fixture in state.open:
        if entrant in fixture.entrants and len(fixture.entrants) == 2:
            left = absent(left, fixture.number, [entrant])
    return left


def absent(state: TournamentState, number: int, who: Sequence[Entrant]) -> TournamentState:
    """A no-show: some of a match's entrants did not come. The others share its first place; if nobody came, nobody has a point."""
    fixture = next((f for f in state.open if f.number == number), None)
    if fixture is None or not set(who) <= set(fixture.entrants):
        raise Unplayable("not_open")
    there = tuple(e for e in fixture.entrants if e not in who)
    places = (there, tuple(who)) if there else (tuple(who),)
    done = msgspec.structs.replace(fixture, places=places, absent=tuple(who))
    return _put(state, _with_winner(state, done))


def enter(state: TournamentState, entrant: Entrant) -> TournamentState:
    """A late entry, with no points, from the next round on. Raises Unplayable where the plan or the hour forbids it."""
    last = min(max(state.plan.late, 1), state.rounds)
    if state.plan.format not in (SWISS, PODS) or state.finalists or state.round >= last or entrant in state.seeds:
        raise Unplayable("too_late")
    return msgspec.structs.replace(state, seeds=(*state.seeds, entrant), entered={**state.entered, entrant: state.round + 1})


def come_back(state: TournamentState, entrant: Entrant) -> TournamentState:
    """Takes in again, from the next round on, an entrant who has left a Swiss or pods; the rounds between count as not played.

    Raises Unplayable for one who has not left of their own accord, and where nobody is paired any more.
    """
    if entrant not in state.left:
        raise Unplayable("not_left")
    if state.plan.format not in (SWISS, PODS) or state.finalists or state.round >= state.rounds:
        raise Unplayable("too_late")
    dropped = {e: number for e, number in state.dropped.items() if e != entrant}
    return msgspec.structs.replace(state, dropped=dropped, left=tuple(e for e in state.left if e != entrant))


def attended(state: TournamentState, seen: Mapping[Entrant, bool]) -> TournamentState:
    """Notes which entrants are in the server, before more is paired; about all others nothing changes."""
    kept = tuple(e for e in state.kept if not seen.get(e, False))
    away = tuple(e for e in state.active if e not in kept and not seen.get(e, e not in state.away))
    return msgspec.structs.replace(state, away=away, kept=kept)


def keep(state: TournamentState, who: Sequence[Entrant]) -> TournamentState:
    """Has some entrants paired whether they are there or not, from the next pairing on, until they have been seen. Raises Unplayable for one who
    is not in."""
    if not set(who) <= set(state.active):
        raise Unplayable("not_in")
    return msgspec.structs.replace(state, kept=tuple(dict.fromkeys((*state.kept, *who))))


def rollback(state: TournamentState) -> TournamentState:
    """The latest round of the present stage as if it had not been paired. Raises Unplayable before the first one."""
    latest = (state.stage, state.round)
    if not state.round:
        raise Unplayable("nothing")
    kept = tuple(f for f in state.fixtures if (f.stage, f.round) != latest)
    finalists = state.finalists if any(f.stage == CUT for f in kept) else ()
    return msgspec.structs.replace(state, fixtures=kept, finalists=finalists)


def _put(state: TournamentState, fixture: Fixture) -> TournamentState:
    return msgspec.structs.replace(state, fixtures=tuple(fixture if f.number == fixture.number else f for f in state.fixtures))


def _decided(state: TournamentState, fixture: Fixture) -> Fixture:
    """A match with its places, once its games have decided it."""
    if len(fixture.entrants) > 2:
        return msgspec.structs.replace(fixture, places=fixture.games[-1].places)
    a, b = fixture.entrants
    won = {e: sum(game.places[0] == (e,) for game in fixture.games) for e in (a, b)}
    planned = state.plan.games
    ahead = abs(won[a] - won[b])
    left = planned - len(fixture.games)
    if max(won.values()) <= planned // 2 and left > 0:
        return fixture
    if ahead:
        order = (a, b) if won[a] > won[b] else (b, a)
        return msgspec.structs.replace(fixture, places=((order[0],), (order[1],)))
    if fixture.node is not None and len(fixture.games) < planned + EXTRA_GAMES:
        return fixture
    return _with_winner(state, msgspec.structs.replace(fixture, places=((a, b),)))


def _with_winner(state: TournamentState, fixture: Fixture) -> Fixture:
    """In a bracket somebody goes on: where nothing else tells two apart the lot does."""
    if fixture.node is None or len(fixture.places[0]) == 1:
        return fixture
    order = list(fixture.entrants)
    Chance.of(state.seed, "winner", fixture.number).shuffle(order)
    return msgspec.structs.replace(fixture, places=((order[0],), (order[1],)))


# What is played next


def advance(state: TournamentState) -> TournamentState:
    """Opens the matches that can be played now: a round when the one before is over, in brackets each match as soon as both are known.

    Nothing changes while there is nothing to open, or when the tournament is over.
    """
    while True:
        further = step(state)
        if further == state:
            return state
        state = further


def step(state: TournamentState) -> TournamentState:
    """The same, but no more than one round, or those matches of a bracket of which both are known now."""
    return _bracket(state) if _in_bracket(state) else _round(state)


def _in_bracket(state: TournamentState) -> bool:
    return bool(state.finalists) or state.plan.format in (SINGLE, DOUBLE)


def next_up(state: TournamentState) -> list[Entrant]:
    """The entrants whom the next step would pair, away or not; none where it does nothing."""
    if _in_bracket(state):
        return [e for _, *pair in _ready(state) for e in pair if e not in state.dropped]
    if state.open or (state.round >= state.rounds and not state.plan.cut):
        return []
    return state.active


def short(state: TournamentState) -> bool:
    """Whether too few entrants are there for another pairing, though enough are still in: nobody plays alone, and no match is given to nobody."""
    if not state.away or state.open:
        return False
    if _in_bracket(state):
        return any(_nobody_there(state, pair) for _, *pair in _ready(state))
    least = min(sizes(state.plan))
    return bool(next_up(state)) and len(state.present) < least <= len(state.active)


def _nobody_there(state: TournamentState, pair: Sequence[Entrant]) -> bool:
    """Whether a match waits: both are still in, or one of them, and who is still in is away."""
    left = [e for e in pair if e not in state.dropped]
    return bool(left) and all(e in state.away for e in left)


def _round(state: TournamentState) -> TournamentState:
    """The next round of the main stage, or the beginning of the cut."""
    if state.open or short(state):
        return state
    if state.round >= state.rounds:
        return _to_the_cut(state)
    number = state.round + 1
    if state.plan.format in (ROBIN, GROUPS):
        return _add(state, _scheduled(state, number))
    if len(state.present) < 2:
        return state
    if state.plan.format == PODS:
        return _add(state, _pods(state, number))
    pairing = next_pairing(state)
    rows: list[tuple[tuple[Entrant, ...], int | None]] = [(pair, None) for pair in pairing.pairs]
    return _add(state, [*((MAIN, number, pair, None, group) for pair, group in rows), *_byes(number, pairing.bye)])


_Opening = tuple[str, int, tuple[Entrant, ...], int | None, int | None]
"""Stage, round, entrants, node and group of a match to open."""


def _byes(number: int, *who: Entrant | None) -> Iterator[_Opening]:
    return ((MAIN, number, (e,), None, None) for e in who if e is not None)


def _scheduled(state: TournamentState, number: int) -> list[_Opening]:
    """A round of a round robin or of groups; who has left, or is away, is a bye for the others."""
    rows: list[_Opening] = []
    present = set(state.present)
    for n, group in enumerate(state._groups()):
        schedule = formats.round_robin(group, state.plan.rounds == 2)
        pairs = schedule[number - 1] if number <= len(schedule) else []
        for pair in pairs:
            there = tuple(e for e in pair if e in present)
            if there:
                rows.append((MAIN, number, there, None, n if state.plan.format == GROUPS else None))
    return rows


def _pods(state: TournamentState, number: int) -> list[_Opening]:
    """Pods from the standings; an entrant too many for full tables sits out, the lowest who has not done so."""
    order = [line.entrant for line in standings(state).lines if line.entrant in state.present] if number > 1 else state.present
    out: list[Entrant] = []
    sat = {e: sum(f.bye and e in f.entrants for f in state.fixtures) for e in order}
    while True:
        try:
            tables = formats.pods(order, _met(state), state.plan.seats)
            break
        except ValueError:
            least = min(sat[e] for e in order)
            out.append(next(e for e in reversed(order) if sat[e] == least))
            order = [e for e in order if e not in out]
            if not order:
                return []
    return [*((MAIN, number, _turned(state, pod), None, None) for pod in tables), *_byes(number, *out)]


def _turned(state: TournamentState, pod: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """A pod with the first seat for who has had it least."""
    had = {e: [f.entrants.index(e) for f in state.fixtures if e in f.entrants and not f.bye] for e in pod}
    return tuple(sorted(pod, key=lambda e: (had[e].count(0), -sum(had[e]), state.seeds.index(e))))


def _met(state: TournamentState) -> dict[Entrant, dict[Entrant, int]]:
    met: dict[Entrant, dict[Entrant, int]] = {e: {} for e in state.seeds}
    for fixture in state.fixtures:
        for a, b in combinations(fixture.entrants, 2):
            met[a][b] = met[a].get(b, 0) + 1
            met[b][a] = met[b].get(a, 0) + 1
    return met


def next_pairing(state: TournamentState) -> Pairing:
    """How the next Swiss round pairs, with its reasons."""
    return swiss(entries(state))


def entries(state: TournamentState) -> list[Entry]:
    """What Swiss pairing needs to know of everybody who is in and there, in the order of the standings."""
    met = _met(state)
    if not state.fixtures:
        return [_entry(state, e, 0, met) for e in state.present]
    return [_entry(state, line.entrant, line.points, met) for line in standings(state).lines if line.entrant in state.present]


def _entry(state: TournamentState, entrant: Entrant, points: int, met: Mapping[Entrant, Mapping[Entrant, int]]) -> Entry:
    own = [f for f in state.fixtures if entrant in f.entrants]
    seats = [f.entrants[0] == entrant for f in own if not f.bye]
    firsts = sum(1 if first else -1 for first in seats)
    return Entry(entrant, points, met[entrant], firsts, seats[-1] if seats else None, sum(f.bye for f in own))


def _add(state: TournamentState, rows: Sequence[_Opening]) -> TournamentState:
    made: list[Fixture] = []
    for stage, number, who, node, group in rows:
        places = (who,) if len(who) == 1 else ()
        made.append(Fixture(len(state.fixtures) + len(made), stage, number, who, node, group, places=places))
    return msgspec.structs.replace(state, fixtures=(*state.fixtures, *made))


# Brackets and the cut


def _to_the_cut(state: TournamentState) -> TournamentState:
    """Those who go on, best first: from a Swiss the first ones, from groups the winners of all, then the seconds of all, and so on."""
    if not state.plan.cut:
        return state
    present = set(state.present)
    if state.plan.format == SWISS:
        order = [line.entrant for line in standings(state).lines if line.entrant in present][: state.plan.cut]
    else:
        tables = [[line.entrant for line in group_standings(state, n).lines] for n in range(state.plan.groups)]
        order = [table[place] for place in range(state.plan.cut) for table in tables if place < len(table) and table[place] in present]
    return msgspec.structs.replace(state, finalists=tuple(order)) if len(order) > 1 else state


def bracket(state: TournamentState) -> Bracket:
    """The bracket that is played, or will be."""
    double = state.plan.format == DOUBLE
    return Bracket(state.finalists or state.seeds, double, state.plan.third)


def bracket_results(state: TournamentState) -> dict[int, Entrant]:
    """Winners by match of the bracket."""
    return {f.node: f.places[0][0] for f in state.fixtures if f.node is not None and f.places}


def _ready(state: TournamentState) -> list[tuple[Node, Entrant, Entrant]]:
    """The matches of the bracket of which both are known, and which are not opened yet."""
    placed = {f.node for f in state.fixtures if f.node is not None}
    return [(node, a, b) for node, a, b in bracket(state).ready(bracket_results(state)) if node.number not in placed]


def _bracket(state: TournamentState) -> TournamentState:
    stage = CUT if state.finalists else MAIN
    ready = [(node, a, b) for node, a, b in _ready(state) if not _nobody_there(state, (a, b))]
    further = _add(state, [(stage, node.round, (a, b), node.number, None) for node, a, b in ready])
    for fixture in further.fixtures[len(state.fixtures) :]:
        gone = [e for e in fixture.entrants if e in state.dropped or e in state.away]
        if gone:
            further = absent(further, fixture.number, gone)
    return further


# Where everybody stands


def standings(state: TournamentState, fixtures: Sequence[Fixture] | None = None, among: Sequence[Entrant] | None = None) -> Standings:
    """The standings of the main stage after all finished matches, or after some. A bye counts when its round is over, as the matches beside it do."""
    own = [f for f in (state.fixtures if fixtures is None else fixtures) if f.stage == MAIN]
    going = {f.round for f in own if not f.places}
    chosen = [f for f in own if f.places and not (f.bye and f.round in going)]
    matches = [MatchResult(f.entrants, f.places, _scores(f), frozenset(f.absent), f.round) for f in chosen]
    chain = CHAINS[state.plan.format] if state.plan.chain is None else state.plan.chain
    rounds = {f.round for f in own} - going if state.plan.by_dummy and state.plan.format == SWISS else None
    return Standings(state.seeds if among is None else among, matches, chain, state.seed, state.ratings, rounds)


def group_standings(state: TournamentState, group: int) -> Standings:
    """The standings of a group."""
    return standings(state, [f for f in state.fixtures if f.group == group], state._groups()[group])


def _scores(fixture: Fixture) -> dict[Entrant, int]:
    named = {e for game in fixture.games for e in game.scores}
    return {e: sum(game.scores.get(e, 0) for game in fixture.games) for e in named}


def over(state: TournamentState) -> bool:
    """Whether everything has been played."""
    if state.open or short(state) or (state.plan.format == SWISS and not state.finalists and state.round < state.rounds and len(state.present) > 1):
        return False  # Two can always be paired; how, takes long to find.
    return advance(state) == state


def places(state: TournamentState) -> list[list[Entrant]]:
    """Everybody by place when it is over: first the bracket's, then the others by the standings of the main stage."""
    found: list[list[Entrant]] = []
    if state.finalists or state.plan.format in (SINGLE, DOUBLE):
        found = bracket(state).places(bracket_results(state))
    named = {e for group in found for e in group}
    if len(named) < len(state.seeds):
        by_place: dict[int, list[Entrant]] = {}
        for line in standings(state).lines:
            if line.entrant not in named:
                by_place.setdefault(line.place, []).append(line.entrant)
        found += [by_place[place] for place in sorted(by_place)]
    return found
