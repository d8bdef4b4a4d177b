"""Open tables: who may join, when the game may begin, what happens when the host leaves, and challenges to named players.

A challenge is an open table at which named players have not accepted yet. Whom a block or a host's list keeps out: `welcome` in
`data/store/challenge_settings.py`; how many tables may be open: `data/store/configured_limits.py`, refused by `data/store/commits.py`.

The game is dealt when all have accepted; until then nothing counts for anybody. A named player accepts by joining, or by their settings
(`data.store.challenge_settings`): then they are dealt in, and count as agreed when they first look at the game. They decline by leaving.

Those who have not answered after `ANSWER_WITHIN` lose their seats. A challenge closes when nobody but its host is left. An open table without named
players does not expire; it closes when nobody is left at it, or by a moderator's word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from data.store import Store
from data.store.changes import ASKS, CLOSED, LOBBY, SAID, UNANSWERED, Change, Message
from data.store.people_in_json import NAMED, named
from data.store.rows import OVER, SeatRow, TableRow
from data.user_text import Typed
from rules.competition.clock import HOUR, Clock, of_rated

FOR_THE_HOST = HOUR
"""Seconds after opening in which only the host of a table may begin before all seats are taken: they know for whom they wait."""
NOT_WELCOME = "game.no_seat"
"""The refusal for a person whom somebody at the table has blocked, or who is not among those with whom its host plays. Both look the same."""
LEFT = "left"
"""The reason for closing a table that everybody has left: nobody is told, only its message changes."""
ANSWER_WITHIN = 48 * HOUR
"""Seconds within which named players must answer, and within which a player who accepts by their settings alone must have looked at the game."""
UNSEEN = "unseen"
"""The reason for standing clocks: somebody who accepted by their settings alone has not looked at the game yet."""


def asked(seats: Iterable[SeatRow]) -> list[SeatRow]:
    """The seats of named players who have not accepted yet."""
    return [s for s in seats if s.player is not None and not s.agreed]


async def no_seat(store: Store, row: TableRow, seats: Sequence[SeatRow], newcomer: int) -> str | None:
    """The text key of the reason why a person who is not named can't sit down at an open table; None if they can. Public reasons come first, so
    that a blocked person is refused like others."""
    if len(seats) >= row.options["seats"]:
        return "game.full"
    return None if await store.challenge_settings.welcome(row, seats, newcomer) else NOT_WELCOME


def agreeing(seats: Iterable[SeatRow], player: int | None) -> list[SeatRow]:
    """The seats, with `player` having agreed to play."""
    return [s._replace(agreed=True) if s.player == player else s for s in seats]


def complete(row: TableRow, seats: Sequence[SeatRow], selves: Collection[int]) -> bool:
    """Whether all seats are taken, and everybody has agreed or accepts automatically (`selves`)."""
    return len(seats) == row.options["seats"] and all(s.player in selves for s in asked(seats))


def unseen(change: Change, now: float) -> Change:
    """Changes the beginning of a game that some players accepted automatically: nothing counts and no clock runs until they have looked at it; if
    they don't in time, it ends without a result."""
    silent = asked(change.seats or ())
    if not silent:
        return change
    row = change.row._replace(stands=UNSEEN, stood=now) if change.row.clock is not None else change.row
    owed = [Message(SAID, {"key": "challenge.by_itself", "facts": names(silent)}), Message(UNANSWERED, due=now + ANSWER_WITHIN)]
    return change._replace(row=row, dials={} if change.dials is not None else None, owed=[*change.owed, *owed])


def clock_of(row: TableRow) -> Clock | None:
    """The clock of a table's game. A rated game without one gets a clock that lets it be claimed."""
    return of_rated(row.clock) if row.rated else row.clock


def waiting(row: TableRow, seats: Sequence[SeatRow], now: float | None = None) -> Change:
    """Keeps a table open; with `now`, its named players have `ANSWER_WITHIN` from then on."""
    patience = [Message(UNANSWERED, due=now + ANSWER_WITHIN)] if now is not None and asked(seats) else []
    return Change(row, seats=seats, owed=[Message(LOBBY, {ASKS: True} if patience else {}), *patience])


def begins_at(row: TableRow, seats: Sequence[SeatRow], by: int | None) -> float:
    """From when on a person may start a game with free seats (seconds since 1970). In the first hour that is only the host, while they have a
    seat, or a person named by the host, who accepts by it."""
    there = any(s.player == row.host and s.agreed for s in seats)
    named = any(s.player == by for s in asked(seats))
    return row.created + FOR_THE_HOST if there and not named and by not in (None, row.host) else 0


def gives_handicaps(row: TableRow, seats: Sequence[SeatRow], by: int) -> bool:
    """Whether a person says who has a handicap: the host, and once they have left their table whoever has agreed to play there."""
    players = {s.player for s in seats if s.agreed}
    return by in players and (by == row.host or row.host not in players)


def leaving(row: TableRow, seats: Sequence[SeatRow], mine: SeatRow, now: float) -> Change:
    """Removes a player or named person from an open table; closes it if nobody is left who has agreed to play."""
    if not mine.agreed:
        return without(row, seats, [mine], "declined", now)
    rest = [s for s in seats if s.player != mine.player]
    if not any(s.player for s in rest):
        return closed(row, LEFT, (), now)
    if not any(s.player and s.agreed for s in rest):
        return closed(row, "withdrawn", [mine], now)
    return waiting(row, [s._replace(seat=i) for i, s in enumerate(rest)])


def ruled(row: TableRow, by: tuple[int, str], reason: str, now: float) -> Change:
    """Closes an open table for a moderator, with a reason."""
    facts = {"who": Typed(by[1]), "reason": Typed(reason)}
    told = {"why": "ruled", "facts": facts, NAMED: named({by[0]: by[1]})}
    return Change(row._replace(status=OVER, ended=now), owed=[Message(CLOSED, told)])


def without(row: TableRow, seats: Sequence[SeatRow], gone: Sequence[SeatRow], why: str, now: float) -> Change:
    """Removes named players from a challenge: their seats become free, or it closes if only its host is left."""
    rest = [s for s in seats if s not in gone]
    if any(s.player not in (None, row.host) for s in rest) and any(s.player is not None and s.agreed for s in rest):
        left = [s._replace(seat=n) for n, s in enumerate(rest)]
        return Change(row, seats=left, owed=[Message(SAID, {"key": f"challenge.{why}", **_told(gone)}), Message(LOBBY)])
    return closed(row, why, gone, now)


def closed(row: TableRow, why: str, gone: Sequence[SeatRow], now: float) -> Change:
    """Closes a challenge; its channel is told why, and because of whom."""
    return Change(row._replace(status=OVER, ended=now), owed=[Message(CLOSED, {"why": why, **_told(gone)})])


def names(seats: Sequence[SeatRow]) -> dict[str, str]:
    """The players' names, as a fact of a sentence."""
    return {"who": Typed(", ".join(s.name for s in seats))}


def _told(gone: Sequence[SeatRow]) -> dict[str, Any]:
    """The people who no longer have a seat, for a message: nothing else knows their names if they want to be forgotten."""
    return {"facts": names(gone), NAMED: named({s.player: s.name for s in gone})} if gone else {"facts": {}}
