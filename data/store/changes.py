"""The values that make up one commit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from data.store.reply_times import Replied
from data.store.rows import (
    Absence,
    Base,
    CardSeat,
    Dispute,
    EntrantRow,
    Fault,
    Invitation,
    Proposal,
    SeatRow,
    Sitting,
    TableAct,
    TableRow,
    Tournament,
    TournamentAct,
)  # fmt: skip
from rules.competition.clock import Dial
from rules.game import Event, Seat
from rules.notation import Row


class Raced(Exception):
    """Another commit has changed the row since it was read, so this one is refused (optimistic locking)."""


class Subject(NamedTuple):
    """The owner of an outbox row: a table or a tournament."""

    kind: str
    id: int


TABLE, TOURNAMENT = "table", "tournament"

BOARD, HELD, LOBBY, COMPUTERS = "board", "held", "lobby", "computers"
"""What a table may owe: its board with what has happened; the same, but waiting for the end of a turn; its lobby; that computers act."""
RIPE, WHISPER = "ripe", "whisper"
"""That orders answer, at a time drawn for it; that a seat is told in private that it is asked, and `why`."""
REMINDED, LAPSED = "reminded", "lapsed"
"""Why: a reminder of a sealed question, since whoever has answered gets none; that something said ahead is `lost`, for a reason, with the number of
what failed in the log."""
SAID, PROPOSED, REMINDER, BUTTONS, REOPEN = "said", "proposed", "reminder", "buttons", "reopen"
"""What a moderator did, or an answer to a proposal; a question to those who must agree to one; a reminder of a seat; that the buttons of an earlier
`message` in a `channel` go; that its thread is open."""
STARTED = "started"
"""That the lobby, a `message` in a `channel`, says that its game has begun."""
CALL, NUDGE, AWAKE = "call", "nudge", "awake"
"""That a `player` is told by direct message how things stand, if they want it; that a `seat` is nudged in its channel `by` another one; that it is
called there, since its player rested when everybody saw that it is asked."""
FAULT, GOES_ON = "fault", "goes_on"
"""That the rules have failed, under a `number` in the log, so that time stands `until` a moment (0: it does not), or nothing can be answered any more
(`stuck`); that time goes on then, or that it is tried again whether something can be answered."""
VANISHED = "vanished"
"""What is told of somebody at a `seat` who has not come for long, by `what` there is to tell, and by the mark of an offer."""
MOTION = "motion"
"""That what a moderator who plays has put to the others, by its mark, has come to a `stage`."""
NEXT = "next"
"""How its match stands, in which another game follows."""
UNANSWERED, CLOSED = "unanswered", "closed"
"""That those who are named at an open table have had their time to answer; that it is closed before it has begun, and `why`."""
ASKS = "asks"
"""Under what name a lobby is owed that asks people. They are called by a new message alone: one that is changed calls nobody."""
PUT_BACK = "put_back"
"""Under what name it is said what a lobby, or the channel of a tournament, is owed because the database was put back: to which moment, if known."""
BACK_AT = "table.put_back"
"""The kind of event by which a board tells the same."""
GO_ON, THREAD = "go_on", "thread"
"""What a tournament may owe: that results are taken and matches dealt, with tables (`out`, with a seat) at which somebody is out, and others that
do not count any more (`void`); the thread of a match (`fixture`), for the second time if it is so `again`."""
INVITE, TAG, EVENT = "invite", "tag", "event"
"""The same: that an `entrant` of a match (`fixture`), whom Discord has refused, is in its `thread`; that a `thread`, which is a post, has the tag
of a match that is over; that the server's event is as the tournament is."""
ASKED = "asked"
"""The same: that a `message`, below which somebody answers a challenge or an invitation, says how that stands."""
ENTRIES, PIN, NEWS, CHECK_IN, NOTICE = "entries", "pin", "news", "check_in", "notice"
"""The same: who has entered, and how it stands since it began; that the `message` that shows it is pinned; what its `channel` is told of a round or
the end; a call to `entrants`; what else a `channel` is told."""


class Message(NamedTuple):
    """An outbox row to be written: its kind, its payload, and the earliest time to do it (`due`)."""

    kind: str
    payload: Mapping[str, Any] = {}
    due: float = 0


class Calls(NamedTuple):
    """The direct messages to send after a board, to people who want them.

    They wait for `after` seconds. `players`: whose turn it has become. Followers of the table are told, too: all when it is `over`, else those who
    want each turn.
    """

    after: float
    players: Sequence[int] = ()
    turn: bool = False
    over: bool = False


class Withdrawn(NamedTuple):
    """Actions that an undo took back: messages about them that are still held are dropped. `said`: the message to send if others have been told of
    one of them."""

    actions: frozenset[int]
    said: Message


class Change(NamedTuple):
    """A commit of a table: its new `row`, with the revision on which it is based, and everything that belongs to the same transaction.

    `rows` are new actions; the interaction belongs to the first. None leaves seats, dials and proposal (`proposed`, with one or none) as they
    are. `sitting` is who sat somewhere before, `act` what a moderator did, of which the channel is told, `rated` the players by place where the
    game is over and counts for their ratings, over all servers too where it is `wide`. `computers` says whether a computer is to act now, None where
    there are none. From `base` on it is played by other rules. Actions that are `withdrawn` were taken back. `faults` are those of the rules,
    `absences` those of players by their numbers; None leaves them as they are. `replied` is that somebody has answered by hand.
    """

    row: TableRow
    rows: Sequence[Row] = ()
    interaction: int | None = None
    seats: Sequence[SeatRow] | None = None
    sitting: Sitting | None = None
    dials: Mapping[Seat, Dial] | None = None
    proposed: Sequence[Proposal] | None = None
    owed: Sequence[Message] = ()
    computers: bool | None = None
    act: TableAct | None = None
    rated: Sequence[Sequence[int]] | None = None
    wide: bool = False
    base: Base | None = None
    withdrawn: Withdrawn | None = None
    faults: Mapping[Seat, Fault] | None = None
    absences: Mapping[int, Absence] | None = None
    replied: Replied | None = None


class Debt(NamedTuple):
    """An outbox row as stored."""

    id: int
    subject: Subject
    kind: str
    payload: dict[str, Any]
    created: float
    parcel: int = 0
    next: float = 0
    tries: int = 0
    trouble: str | None = None
    begun: float | None = None
    readable: bool = True


class TournamentChange(NamedTuple):
    """A commit of a tournament: its new `row`, with the revision on which it is based, and everything that belongs to the same transaction.

    None leaves `entrants`, `threads` (by match), `card_seats` and `invitations` as they are; a match with another thread goes on there with its
    tables. `replaced`: who has played for an entrant before. `act`: what a moderator did, of which the channel is told. `motion`: the table and mark
    of the motion that allows it; nothing changes if that is no longer open. `tables`: new outbox rows of its matches' tables. `done`: outbox rows to
    delete. `settled`: a dispute, which must still be open. `edited`: name, plan, seeding, clock and terms are replaced, too. `card_picks`: further
    picks of its draft, each with its number. `following`: another tournament, created with it. `invitations`: all those to teams. An `unseen` change
    leaves the revision as it is, which is on public buttons, and is lost to no other one for that.
    """

    row: Tournament
    entrants: Sequence[EntrantRow] | None = None
    threads: Mapping[int, int] | None = None
    replaced: EntrantRow | None = None
    act: TournamentAct | None = None
    owed: Sequence[Message] = ()
    tables: Mapping[int, Sequence[Message]] = {}
    done: Sequence[Debt] = ()
    motion: tuple[int, str] | None = None
    settled: Dispute | None = None
    edited: bool = False
    card_seats: Sequence[CardSeat] | None = None
    card_picks: Sequence[tuple[int, int, str]] = ()
    following: TournamentChange | None = None
    invitations: Sequence[Invitation] | None = None
    unseen: bool = False


def events_to_json(events: Iterable[Event]) -> list[list[Any]]:
    """Public events for a payload; private ones are left out."""
    return [[e.kind, dict(e.facts), e.rule] for e in events if e.to is None]
