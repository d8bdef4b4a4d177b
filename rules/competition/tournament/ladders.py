"""A ladder: one challenges somebody some rungs above, who plays or passes the rung on; whoever beats somebody above takes their rung.
Whoever plays nothing for weeks slides.

The caller gives the time. Whatever changes a rung is worked out by `goes_on`, from the matches that are over and the challenges that are due, so
that nobody keeps a rung by not playing, whatever way they do it. The time of whoever is on holiday stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec import structs

from rules.competition import Entrant
from rules.competition.clock import DAY, HOUR
from rules.competition.rests import Rests, passed
from rules.competition.tournament.season import FORM, LOST, MISSED, SHARED, WON, Pair, free
from rules.competition.tournament.state import MAIN, Challenge, Fixture, Ladder, Move, Reign, Rematch, TournamentState, Unplayable

APART = 7 * DAY
"""Seconds after a match or a challenge in which the same two may not challenge each other."""
AGAIN = 6 * HOUR
"""Seconds after which somebody on holiday is looked at again."""
LATEST = 10
"""Moves that are kept."""
TOOK, HELD, DRAWN, SILENT, PASSED, SLID, PUT = "took", "held", "drawn", "silent", "passed", "slid", "put"
"""Moves: a rung is taken or held by a match, or a match drawn; it is passed on for want of an answer, or by word; somebody slides, or is put
elsewhere by a moderator."""

PLAYS, BACK, VOID = "plays", "back", "void"
"""What a challenge comes to, if it is not PASSED: a match, to be taken back, or nothing."""


def under_way(state: TournamentState) -> Ladder:
    """The ladder of a state. Raises Unplayable for anything else, and once it is closed."""
    if state.ladder is None or state.ladder.closed is not None:
        raise Unplayable("no_ladder")
    return state.ladder


def opened(state: TournamentState, now: float) -> TournamentState:
    """A ladder that begins, the first seed on the first rung."""
    rungs = tuple(state.active)
    return structs.replace(state, ladder=Ladder(rungs, now, idle=dict.fromkeys(rungs, now), reigns=(Reign(rungs[0], now),)))


def rung(state: TournamentState, entrant: Entrant) -> int:
    """The rung of an entrant, from 1, which is the first; 0 for one who has none (yet)."""
    rungs = state.ladder.rungs if state.ladder is not None else ()
    return rungs.index(entrant) + 1 if entrant in rungs else 0


# Challenges


def within_reach(state: TournamentState, by: Entrant, deaf: Collection[Entrant] = ()) -> list[Entrant]:
    """The entrants above whom one's challenges reach, the highest first. Those who take none at the moment are not counted: whoever is on holiday or
    has left the server, and the `deaf`."""
    above = [e for e in under_way(state).rungs[: max(rung(state, by) - 1, 0)] if not _takes_none(state, e, deaf)]
    return above[-state.plan.reach :]


def _takes_none(state: TournamentState, entrant: Entrant, deaf: Collection[Entrant]) -> bool:
    return entrant in under_way(state).resting or entrant in state.away or entrant in deaf


def obstacle(state: TournamentState, by: Entrant, other: Entrant, now: float, deaf: Collection[Entrant] = ()) -> str | None:
    """Why an entrant may not challenge another one now, as a text key; None if they may."""
    ladder = under_way(state)
    if not rung(state, by):
        return "not_in"
    if waiting(state, by, other) is not None:
        return "waits_already"
    if {by, other} in [{*pair} for pair in (*ladder.ready, *(f.entrants for f in state.open))]:
        return "plays_already"
    if not 0 < rung(state, other) < rung(state, by):
        return "not_above"
    if _takes_none(state, other, deaf):
        return "takes_none"
    if other not in within_reach(state, by, deaf):
        return "too_far"
    if again_at(state, by, other) > now:
        return "too_soon"
    playing = Counter(e for pair in (*ladder.ready, *(f.entrants for f in state.open)) for e in pair)
    if playing[by] + sum(c.by == by for c in ladder.challenges) >= state.plan.at_once:
        return "you_full"
    if playing[other] + sum(c.other == other for c in ladder.challenges) >= state.plan.at_once:
        return "they_full"
    return None


def waiting(state: TournamentState, by: Entrant, other: Entrant) -> Challenge | None:
    """A challenge without an answer; None if there is none."""
    challenges = state.ladder.challenges if state.ladder is not None else ()
    return next((c for c in challenges if (c.by, c.other) == (by, other)), None)


def asked_outcome(state: TournamentState, by: Entrant, other: Entrant) -> str:
    """What a challenge that does not wait any more has come to: PLAYS, PASSED, BACK or VOID. Only the latest moves are known, so one that ended
    long ago may be VOID."""
    ladder = state.ladder
    if ladder is None:
        return VOID
    pair = {by, other}
    if any({*one} == pair for one in (*ladder.ready, *(f.entrants for f in state.open))):
        return PLAYS
    apart = next((r.at - APART for r in ladder.rematches if {*r.pair} == pair), None)
    if apart is None:
        return VOID
    latest = next((m for m in reversed(ladder.moves) if {m.who, m.other} == pair and m.at > apart - APART), None)
    return BACK if latest is None else PASSED if latest.what in (PASSED, SILENT) else PLAYS


def again_at(state: TournamentState, by: Entrant, other: Entrant) -> float:
    """The moment from which on two may challenge each other again; 0 if they have not met lately."""
    return next((r.at for r in under_way(state).rematches if {*r.pair} == {by, other}), 0)


def challenge(state: TournamentState, by: Entrant, other: Entrant, now: float, deaf: Collection[Entrant] = ()) -> TournamentState:
    """Notes a challenge. Raises Unplayable with the `obstacle`."""
    if why := obstacle(state, by, other, now, deaf):
        raise Unplayable(why)
    said = Challenge(by, other, now + state.plan.answer * DAY)
    return _put(state, challenges=(*under_way(state).challenges, said))


def withdraw(state: TournamentState, by: Entrant, other: Entrant, now: float) -> TournamentState:
    """Takes a challenge back before its answer. Raises Unplayable if there is none."""
    return _apart(_without(state, by, other), by, other, now)


def answer(state: TournamentState, other: Entrant, by: Entrant, plays: bool, now: float) -> TournamentState:
    """An answer to a challenge: the match is ready, or the rung passed on. Raises Unplayable if there is no such challenge."""
    after = _without(state, by, other)
    if not plays:
        return _passed_on(after, by, other, PASSED, now)
    met = sum({*f.entrants} == {by, other} for f in state.fixtures)
    pair = (by, other) if met % 2 else (other, by)
    return _put(after, ready=(*under_way(after).ready, pair))


def _without(state: TournamentState, by: Entrant, other: Entrant) -> TournamentState:
    if (found := waiting(state, by, other)) is None or under_way(state).closed is not None:
        raise Unplayable("no_challenge")
    return _put(state, challenges=tuple(c for c in under_way(state).challenges if c != found))


def replaced(state: TournamentState, entrant: Entrant, now: float) -> TournamentState:
    """Gives an entrant's rung to another person: they challenge nobody yet, have all the time to answer, and may meet everybody."""
    ladder = state.ladder
    if ladder is None or entrant not in ladder.rungs:
        return state
    full = now + state.plan.answer * DAY
    kept = tuple(structs.replace(c, due=max(c.due, full)) if c.other == entrant else c for c in ladder.challenges if c.by != entrant)
    rematches = tuple(r for r in ladder.rematches if entrant not in r.pair)
    return _put(state, challenges=kept, rematches=rematches, idle={**ladder.idle, entrant: now})


def _put(state: TournamentState, **changes: object) -> TournamentState:
    assert state.ladder is not None
    return structs.replace(state, ladder=structs.replace(state.ladder, **changes))


def _apart(state: TournamentState, a: Entrant, b: Entrant, now: float) -> TournamentState:
    others = tuple(r for r in under_way(state).rematches if {*r.pair} != {a, b})
    return _put(state, rematches=(*others, Rematch((a, b), now + APART)))


# How rungs change


def climbed(rungs: Iterable[Entrant], winner: Entrant, loser: Entrant) -> tuple[Entrant, ...]:
    """The rungs after a win: whoever stood below takes the rung of the one who has lost; those between move down by one."""
    order = list(rungs)
    if order.index(winner) > order.index(loser):
        order.remove(winner)
        order.insert(order.index(loser), winner)
    return tuple(order)


def _moved(state: TournamentState, what: str, who: Entrant, other: Entrant | None, now: float) -> TournamentState:
    move = Move(now, what, who, rung(state, who), other)
    return _put(state, moves=(*under_way(state).moves, move)[-LATEST:])


def _passed_on(state: TournamentState, by: Entrant, other: Entrant, what: str, now: float) -> TournamentState:
    """A rung passed on without a match."""
    ladder = under_way(state)
    state = _put(state, rungs=climbed(ladder.rungs, by, other), idle={**ladder.idle, by: now})
    return _apart(_moved(state, what, by, other, now), by, other, now)


def put_on_rung(state: TournamentState, entrant: Entrant, to: int, now: float) -> TournamentState:
    """Puts an entrant on another rung, from 1, as a moderator says; those between move by one. Raises Unplayable for who has no rung, and for a rung
    that there is not, or that is theirs."""
    at = rung(state, entrant)
    rungs = [e for e in under_way(state).rungs if e != entrant]
    if not at:
        raise Unplayable("not_in")
    if at == to or not 0 < to <= len(rungs) + 1:
        raise Unplayable("no_such_rung")
    rungs.insert(to - 1, entrant)
    return _overtaken(_moved(_put(state, rungs=tuple(rungs)), PUT, entrant, None, now))


def goes_on(
    state: TournamentState, now: float, rests: Mapping[Entrant, Rests] | None = None, busy: Mapping[Entrant, int] | None = None
) -> TournamentState:
    """A ladder at a moment: with the results of matches, whoever has come or gone, rungs passed on for want of an answer, and whoever has slid.

    `rests`: the holidays of entrants, in which their time stands. `busy`: the number of matches elsewhere.
    """
    if state.ladder is None or state.ladder.closed is not None:
        return state
    state = _rested(state, now, rests or {})
    state = _settled(state, now)
    state = _there(state, now)
    state = _unanswered(state, now)
    state = _slid(state, now)
    ladder, known = under_way(state), busy or {}
    reigns = ladder.reigns
    if ladder.rungs and reigns[-1].who != ladder.rungs[0]:
        reigns = (*reigns, Reign(ladder.rungs[0], now))
    return _put(
        state,
        busy={e: known[e] for pair in ladder.ready for e in pair if known.get(e)},
        rematches=tuple(r for r in ladder.rematches if r.at > now),
        reigns=reigns,
    )


def looked_at(state: TournamentState, now: float, rests: Mapping[Entrant, Rests]) -> TournamentState:
    """A ladder with whoever has come or gone, or is on holiday, and with the time of the latter put off."""
    return _there(_rested(state, now, rests), now)


def _rested(state: TournamentState, now: float, rests: Mapping[Entrant, Rests]) -> TournamentState:
    ladder = under_way(state)
    rested = {e: now - ladder.looked - passed(ladder.looked, now, own) for e, own in rests.items()} if now > ladder.looked else {}
    challenges = tuple(structs.replace(c, due=c.due + rested.get(c.other, 0)) for c in ladder.challenges)
    idle, slid = ({e: at + rested.get(e, 0) for e, at in known.items()} for known in (ladder.idle, ladder.slid))
    resting = tuple(e for e in ladder.rungs if e in rests and any(a <= now < b for a, b in [next(rests[e](now), (now + 1, now))]))
    return _put(state, looked=now, challenges=challenges, idle=idle, slid=slid, resting=resting)


def _settled(state: TournamentState, now: float) -> TournamentState:
    """With the results of matches that have ended since."""
    known = {*under_way(state).ended}
    for f in state.fixtures:
        if not f.places or f.number in known:
            continue
        ladder = under_way(state)
        state = _put(state, ended=(*ladder.ended, f.number), idle=ladder.idle | {e: now for e in f.entrants if e not in f.absent})
        if not {*ladder.rungs} >= {*f.entrants}:
            continue
        a, b = f.entrants
        state = _apart(state, a, b, now)
        winner, *others = f.places[0]
        if winner in f.absent:
            continue
        if others:
            upper = min(f.entrants, key=ladder.rungs.index)
            state = _moved(state, DRAWN, upper, next(e for e in f.entrants if e != upper), now)
        else:
            loser = next(e for e in f.entrants if e != winner)
            rungs = climbed(ladder.rungs, winner, loser)
            state = _moved(_put(state, rungs=rungs), HELD if rungs == ladder.rungs else TOOK, winner, loser, now)
    return state


def _there(state: TournamentState, now: float) -> TournamentState:
    """With newcomers on the last rungs, and without those who have left."""
    ladder = under_way(state)
    fresh = tuple(e for e in state.active if e not in {*ladder.rungs})
    kept = tuple(e for e in ladder.rungs if e not in state.dropped)
    idle = {e: ladder.idle[e] for e in kept} | dict.fromkeys(fresh, now)
    ready = tuple(pair for pair in ladder.ready if not state.dropped.keys() & {*pair})
    slid = {e: at for e, at in ladder.slid.items() if e in kept}
    return _overtaken(_put(state, rungs=(*kept, *fresh), idle=idle, slid=slid, ready=ready))


def _overtaken(state: TournamentState) -> TournamentState:
    """Without challenges of or to somebody who has left, or of somebody who stands above meanwhile."""
    ladder = under_way(state)
    at = {e: n for n, e in enumerate(ladder.rungs)}
    kept = tuple(c for c in ladder.challenges if c.by in at and c.other in at and at[c.by] > at[c.other])
    return _put(state, challenges=kept)


def due(state: TournamentState, now: float) -> list[Challenge]:
    """The challenges whose time to answer is over, if nobody has been on holiday since the last look."""
    return [c for c in state.ladder.challenges if c.due <= now] if state.ladder is not None else []


def _unanswered(state: TournamentState, now: float) -> TournamentState:
    """With the rungs passed on of those who have not answered. A challenge of somebody who has left the server comes to nothing."""
    while late := sorted(due(state, now), key=lambda c: c.due):
        state = _without(state, late[0].by, late[0].other)
        if late[0].by not in state.away:
            state = _overtaken(_passed_on(state, late[0].by, late[0].other, SILENT, now))
    return state


def slides_at(state: TournamentState, entrant: Entrant) -> float | None:
    """When an entrant slides a rung unless they play; None for those who don't: on the first and the last rung, who play, or are on holiday."""
    ladder = under_way(state)
    safe = entrant not in ladder.rungs[1:-1] or entrant in ladder.resting or entrant in _engaged(state)
    return None if safe else _slides_at(state, entrant)


def _slides_at(state: TournamentState, entrant: Entrant) -> float:
    ladder = under_way(state)
    return max(ladder.idle[entrant], ladder.slid.get(entrant, 0)) + state.plan.idle * DAY


def _engaged(state: TournamentState) -> set[Entrant]:
    """The entrants who play, are about to, or wait for an answer or owe one."""
    ladder = under_way(state)
    pairs = (*ladder.ready, *(f.entrants for f in state.open), *((c.by, c.other) for c in ladder.challenges))
    return {e for pair in pairs for e in pair}


def _slid(state: TournamentState, now: float) -> TournamentState:
    """With inactive entrants a rung lower, below somebody who has been active. The first rung, whose holder can only be challenged, is not lost like
    that, nor is one during holidays."""
    ladder, engaged = under_way(state), _engaged(state)
    for entrant in reversed(ladder.rungs[1:-1]):
        if entrant in engaged or entrant in ladder.resting or _slides_at(state, entrant) > now:
            continue
        now_on = under_way(state)
        at = now_on.rungs.index(entrant)
        below = now_on.rungs[at + 1] if at + 1 < len(now_on.rungs) else None
        if below is not None and ladder.idle[below] + state.plan.idle * DAY > now:
            state = _put(state, rungs=climbed(now_on.rungs, below, entrant), slid={**now_on.slid, entrant: now})
            state = _moved(state, SLID, entrant, None, now)
    return _overtaken(state)


# Matches, and what time brings


def startable(state: TournamentState) -> list[Pair]:
    """The pairs that are ready and may begin now, the longest waiting first."""
    if state.ladder is None or state.ladder.closed is not None:
        return []
    return free(state.ladder.ready, state, state.ladder.busy, state.plan.at_once)


def started(state: TournamentState) -> TournamentState:
    """Begins the matches of startable pairs. Of a pair with somebody who has left the server nothing comes."""
    if not (pairs := startable(state)):
        return state
    made = list(state.fixtures)
    made += [Fixture(n, MAIN, 1, pair) for n, pair in enumerate((pair for pair in pairs if not {*state.away} & {*pair}), len(made))]
    ready = tuple(pair for pair in under_way(state).ready if pair not in pairs)
    return structs.replace(_put(state, ready=ready), fixtures=tuple(made))


def next_moment(state: TournamentState) -> float | None:
    """The next moment at which time may change something; None once the ladder is closed."""
    ladder = state.ladder
    if ladder is None or ladder.closed is not None:
        return None
    engaged = _engaged(state)
    moments = {c.other: c.due for c in sorted(ladder.challenges, key=lambda c: c.due, reverse=True)}
    moments |= {e: _slides_at(state, e) for e in ladder.rungs[1:-1] if e not in engaged}
    later = [max(at, ladder.looked + AGAIN) if e in ladder.resting else at for e, at in moments.items()]
    return min((at for at in later if at > ladder.looked), default=None)


def later(state: TournamentState, seconds: float) -> TournamentState:
    """A ladder whose time stood for `seconds`, in which nobody could act."""
    ladder = state.ladder
    if ladder is None or ladder.closed is not None:
        return state
    return _put(
        state,
        looked=ladder.looked + seconds,
        challenges=tuple(structs.replace(c, due=c.due + seconds) for c in ladder.challenges),
        rematches=tuple(structs.replace(r, at=r.at + seconds) for r in ladder.rematches),
        idle={e: at + seconds for e, at in ladder.idle.items()},
        slid={e: at + seconds for e, at in ladder.slid.items()},
    )


def ended(state: TournamentState, now: float) -> TournamentState:
    """A ladder that is over: what is not decided changes nothing any more."""
    if state.ladder is None or state.ladder.closed is not None:
        return state
    return _put(state, challenges=(), ready=(), busy={}, closed=now)


# How it stands


class Record(NamedTuple):
    """An entrant's latest results, the oldest first, and the number of matches won and played."""

    form: list[str]
    won: int
    played: int


def records(state: TournamentState) -> dict[Entrant, Record]:
    """The records of all who have ever entered."""
    found: dict[Entrant, list[str]] = {e: [] for e in state.seeds}
    for number in state.ladder.ended if state.ladder is not None else ():
        f = state.fixtures[number]
        for entrant in f.entrants:
            result = SHARED if len(f.places[0]) > 1 else WON if entrant in f.places[0] else LOST
            found[entrant].append(MISSED if entrant in f.absent else result)
    return {e: Record(results[-FORM:], results.count(WON), len(results)) for e, results in found.items()}


def on_top(state: TournamentState, now: float) -> list[tuple[Entrant, float]]:
    """For how many seconds each has stood on the first rung, the longest first."""
    if state.ladder is None:
        return []
    ends = [*(r.since for r in state.ladder.reigns[1:]), state.ladder.closed or now]
    stood = Counter[Entrant]()
    for reign, until in zip(state.ladder.reigns, ends, strict=True):
        stood[reign.who] += int(until - reign.since)
    return [(e, float(seconds)) for e, seconds in stood.most_common()]
