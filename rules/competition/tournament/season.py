"""A season of a league: each pair of a division plays when both want, the rest is forfeited, and at the end some change divisions.

The caller gives the time. A pair is *left* until its match has begun, *ready* once both would play and that moment has come; it begins as soon as
neither plays two other matches, in this league or elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from msgspec import structs

from rules.competition import Entrant, formats
from rules.competition.clock import DAY, HOUR
from rules.competition.tournament import ranking
from rules.competition.tournament.ranking import annulled
from rules.competition.tournament.state import MAIN, Fixture, Season, TournamentState, Unplayable, Wish

AT_ONCE = 2
"""Matches that an entrant plays at the same time, at most."""
ASK = 5 * DAY
"""Seconds before the end at which everybody is asked whether they stay."""
ANSWER = 2 * DAY
"""Seconds for which that is waited for where everything has been played."""
PATIENCE = 3 * DAY
"""Seconds before the end at which whoever never gets an answer has to have asked, for the match to be forfeited by the other one."""
AGAIN = DAY
"""Seconds after which somebody is told once more who would play them."""
LAST = HOUR
"""Seconds before the end at which those begin who have agreed on a later moment."""
LARGE = 6
"""Entrants of a division of which two go up or down; of smaller ones one does."""
FORM = 5
"""Matches in the form of an entrant."""
WON, SHARED, LOST, MISSED = "won", "shared", "lost", "missed"
Pair = tuple[Entrant, Entrant]


def under_way(state: TournamentState) -> Season:
    """The season of a league that has begun. Raises Unplayable for anything else, and once it is closed."""
    if state.season is None or state.season.closed:
        raise Unplayable("no_season")
    return state.season


def opened(state: TournamentState, ends: float) -> TournamentState:
    """A league whose season begins."""
    return structs.replace(state, season=Season(ends))


def division(state: TournamentState, entrant: Entrant) -> int:
    """The division of an entrant, from 0."""
    return next(n for n, group in enumerate(state.groups) if entrant in group)


def left(state: TournamentState) -> list[tuple[int, Pair]]:
    """The pairs whose match has not begun, of entrants still in, each with its division, the first seat first."""
    return [(n, pair) for n, pair in _unmet(state) if not state.dropped.keys() & {*pair}]


def _unmet(state: TournamentState) -> Iterator[tuple[int, Pair]]:
    met = {frozenset(f.entrants) for f in state.fixtures}
    for n, group in enumerate(state.groups):
        for pairs in formats.round_robin(group):
            yield from ((n, pair) for pair in pairs if frozenset(pair) not in met)


def opponents(state: TournamentState, entrant: Entrant) -> list[Entrant]:
    """The entrants whom one has yet to meet, in the order of the seeds."""
    if entrant in state.dropped:
        return []
    met = {e for f in state.fixtures if entrant in f.entrants for e in f.entrants}
    return [e for e in state.groups[division(state, entrant)] if e != entrant and e not in met and e not in state.dropped]


# Who would play whom


def wish(state: TournamentState, by: Entrant, other: Entrant) -> Wish | None:
    """An entrant's wish to play another one, while it has not led to a match; None if there is none."""
    wishes = state.season.wishes if state.season is not None else ()
    return next((w for w in wishes if (w.by, w.other) == (by, other)), None)


def agreed(state: TournamentState, a: Entrant, b: Entrant) -> float | None:
    """The moment from which on both of a pair would play; None if one has not said so."""
    return _agreed(state).get(frozenset((a, b)))


def _agreed(state: TournamentState) -> dict[frozenset[Entrant], float]:
    """The pairs of which both would play, each with the moment from which on."""
    at = {(w.by, w.other): w.at for w in state.season.wishes} if state.season is not None else {}
    return {frozenset(pair): max(mine, at[pair[::-1]]) for pair, mine in at.items() if pair[::-1] in at}


def waits(state: TournamentState, a: Entrant, b: Entrant) -> bool:
    """Whether a pair is ready, and waits until one of them has fewer open matches."""
    return state.season is not None and ({a, b} in [{*pair} for pair in state.season.ready])


def asked_by(state: TournamentState, entrant: Entrant) -> list[Entrant]:
    """The entrants who would play one and wait for an answer, the longest waiting first."""
    wishes = state.season.wishes if state.season is not None and entrant in state.active else ()
    asked = sorted((w for w in wishes if w.other == entrant), key=lambda w: w.asked)
    return [w.by for w in asked if wish(state, entrant, w.by) is None and w.by not in state.dropped]


def owes_answer(state: TournamentState, entrant: Entrant) -> bool:
    """Whether an entrant is asked whether they stay, and has not answered."""
    season = state.season
    return season is not None and season.asked and not season.closed and entrant in state.active and entrant not in season.staying


def would_play(state: TournamentState, by: Entrant, other: Entrant, now: float, at: float) -> TournamentState:
    """Notes that an entrant would play another one from a moment on (at the latest shortly before the end), in place of an earlier wish. Raises
    Unplayable if they have no match left."""
    season = under_way(state)
    if by in state.dropped:
        raise Unplayable("not_in")
    if other not in opponents(state, by) or waits(state, by, other):
        raise Unplayable("no_match_left")
    before, at = wish(state, by, other), min(at, max(now, season.ends - LAST))
    said = Wish(by, other, now, at, now)
    if before is not None:
        said = Wish(by, other, before.asked, at, now if before.told + AGAIN <= now else before.told)
    return _put(state, wishes=(*(w for w in season.wishes if w != before), said))


def stays(state: TournamentState, entrant: Entrant, yes: bool) -> TournamentState:
    """Notes whether an entrant stays for the next season. Raises Unplayable before everybody is asked, and once the season is closed."""
    season = under_way(state)
    if not season.asked or entrant in state.dropped:
        raise Unplayable("not_asked")
    return _put(state, staying={**season.staying, entrant: yes})


def replaced(state: TournamentState, entrant: Entrant) -> TournamentState:
    """Forgets an entrant's wishes, and whether they stay, as another person plays for them."""
    if state.season is None:
        return state
    season = state.season
    wishes = tuple(w for w in season.wishes if w.by != entrant)
    return _put(state, wishes=wishes, staying={e: yes for e, yes in season.staying.items() if e != entrant})


def _put(state: TournamentState, **changes: object) -> TournamentState:
    assert state.season is not None
    return structs.replace(state, season=structs.replace(state.season, **changes))


# What time brings


def goes_on(state: TournamentState, now: float, resting: Collection[Entrant] = (), busy: Mapping[Entrant, int] | None = None) -> TournamentState:
    """A league at a moment: with the pairs that are ready, everybody asked about the next season, and the season closed, if it is time.

    Nobody wins without a game against `resting` entrants. `busy`: the number of matches elsewhere.
    """
    season = state.season
    if season is None or season.closed:
        return state
    state = _readied(_put(state, ended=_in_order_of_end(state)), now)
    assert state.season is not None
    known = busy or {}
    state = _put(state, busy={e: known[e] for pair in state.season.ready for e in pair if known.get(e)})
    played = not state.open and not left(state)
    if not season.asked and (played or now >= season.ends - ASK):
        state = _put(state, asked=True, ends=min(season.ends, now + ANSWER) if played else season.ends)
    assert state.season is not None
    answered = played and season.asked and state.season.staying.keys() >= {*state.active}
    return _closed(state, now, resting) if now >= state.season.ends or answered else state


def _in_order_of_end(state: TournamentState) -> tuple[int, ...]:
    """The matches that are over, by when they were known to be."""
    before = state.season.ended if state.season is not None else ()
    known = {*before}
    return (*before, *(f.number for f in state.fixtures if f.places and f.number not in known))


def _readied(state: TournamentState, now: float) -> TournamentState:
    season = under_way(state)
    there = {frozenset(pair) for _, pair in left(state)}
    wishes = tuple(w for w in season.wishes if {w.by, w.other} in there)
    ready = tuple(pair for pair in season.ready if frozenset(pair) in there)
    due = {pair for pair, at in _agreed(state).items() if at <= now and pair in there}
    fresh = [pair for _, pair in left(state) if frozenset(pair) in due] if due else []
    return _put(state, wishes=tuple(w for w in wishes if {w.by, w.other} not in due), ready=(*ready, *fresh))


def startable(state: TournamentState) -> list[Pair]:
    """The pairs that are ready and may begin now, the longest waiting first."""
    if state.season is None or state.season.closed:
        return []
    return free(state.season.ready, state, state.season.busy, AT_ONCE)


def free(ready: Collection[Pair], state: TournamentState, busy: Mapping[Entrant, int], most: int) -> list[Pair]:
    """Those of the pairs that may begin, where nobody plays more than `most` matches at once, with those elsewhere."""
    playing = Counter(e for f in state.open for e in f.entrants) + Counter(busy)
    found = []
    for pair in ready:
        if all(playing[e] < most for e in pair):
            found.append(pair)
            playing.update(pair)
    return found


def started(state: TournamentState) -> TournamentState:
    """Begins the matches of startable pairs. A pair with an absent entrant has to agree again."""
    if not (pairs := startable(state)):
        return state
    assert state.season is not None
    made = list(state.fixtures)
    for pair in pairs:
        if not {*state.away} & {*pair}:
            made.append(Fixture(len(made), MAIN, 1, pair, group=division(state, pair[0])))
    ready = tuple(pair for pair in state.season.ready if pair not in pairs)
    return structs.replace(_put(state, ready=ready), fixtures=tuple(made))


def next_moment(state: TournamentState) -> float | None:
    """The next moment at which time changes something; None once the season is closed."""
    season = state.season
    if season is None or season.closed:
        return None
    return min([season.ends, *_agreed(state).values(), *([] if season.asked else [season.ends - ASK])])


def later(state: TournamentState, seconds: float) -> TournamentState:
    """The season prolonged by `seconds` in which nobody could act; pairs begin that much later."""
    if state.season is None or state.season.closed:
        return state
    wishes = tuple(structs.replace(w, at=w.at + seconds, asked=w.asked + seconds, told=w.told + seconds) for w in state.season.wishes)
    return _put(state, ends=state.season.ends + seconds, wishes=wishes)


def _closed(state: TournamentState, now: float, resting: Collection[Entrant]) -> TournamentState:
    """The season closed: only ready pairs still begin. Entrants who have left the server are out, and unplayed matches are forfeited."""
    gone = {e: state.round for e in state.away if e not in state.dropped}
    state = structs.replace(state, dropped={**state.dropped, **gone})
    ready = [pair for pair in under_way(state).ready if not state.dropped.keys() & {*pair}]
    last = [Fixture(n, MAIN, 1, pair, group=division(state, pair[0])) for n, pair in enumerate(ready, len(state.fixtures))]
    state = structs.replace(state, fixtures=(*state.fixtures, *last))
    out, made = annulled(state), list(state.fixtures)
    for n, pair in _unmet(state):
        if not out & {*pair}:
            absent = _forfeiting(state, pair, now, resting)
            there = tuple(e for e in pair if e not in absent)
            places = (there, absent) if there else (pair,)
            made.append(Fixture(len(made), MAIN, 1, pair, group=n, places=places, absent=absent))
    closed = structs.replace(_put(state, wishes=(), ready=(), closed=True), fixtures=tuple(made))
    return _put(closed, ended=_in_order_of_end(closed))


def _forfeiting(state: TournamentState, pair: Pair, now: float, resting: Collection[Entrant]) -> tuple[Entrant, ...]:
    """Which of a pair forfeit their unplayed match: those who left; else those who did not answer; else both."""
    if gone := tuple(e for e in pair if e in state.dropped):
        return gone
    for silent, other in (pair, pair[::-1]):
        asked = wish(state, other, silent)
        if asked is not None and asked.asked <= now - PATIENCE and wish(state, silent, other) is None and silent not in resting:
            return (silent,)
    return pair


# How it stands, and what comes next


class Record(NamedTuple):
    """An entrant's matches that count: the latest results, the oldest first, the number played, and the number lost by forfeit."""

    form: list[str]
    played: int
    forfeits: int


def records(state: TournamentState, number: int) -> dict[Entrant, Record]:
    """The records of a division."""
    out, found = annulled(state), dict[Entrant, list[str]]((e, []) for e in state.groups[number])
    over = (state.fixtures[n] for n in _in_order_of_end(state))
    own = [f for f in over if f.group == number and not out & {*f.entrants}]
    for f in own:
        for entrant in f.entrants:
            won = SHARED if len(f.places[0]) > 1 else WON if entrant in f.places[0] else LOST
            found[entrant].append(MISSED if entrant in f.absent else won)
    played = Counter(e for f in own if not f.absent for e in f.entrants)
    return {entrant: Record(ended[-FORM:], played[entrant], ended.count(MISSED)) for entrant, ended in found.items()}


def moves(larger: int, smaller: int) -> int:
    """The number of entrants promoted and relegated between two divisions of these sizes."""
    return 2 if min(larger, smaller) >= LARGE else 1


def next_seeds(state: TournamentState) -> list[Entrant]:
    """All entrants in the order of the next season's seeds: the last of each division have changed places with the first of the next one, and come
    first among those below, so that the best of them keep their division if somebody does not stay."""
    ranked = []
    for n in range(len(state.groups)):
        ranked.append(sorted((line.entrant for line in ranking.ranked(state, n)), key=lambda e: e in state.dropped))
    up: list[list[Entrant]] = [[] for _ in ranked]
    down: list[list[Entrant]] = [[] for _ in ranked]
    for n, (higher, lower) in enumerate(pairwise(ranked)):
        count = moves(len(higher), len(lower))
        down[n], up[n + 1] = higher[-count:], lower[:count]
    found: list[Entrant] = []
    for n, order in enumerate(ranked):
        kept = [e for e in order if e not in up[n] and e not in down[n]]
        found += [*(down[n - 1] if n else []), *kept, *(up[n + 1] if n + 1 < len(up) else [])]
    return found


def staying(state: TournamentState) -> list[Entrant]:
    """The entrants who stay, in the order of the next season's seeds."""
    return [e for e in next_seeds(state) if state.season is not None and state.season.staying.get(e) and e not in state.dropped]
