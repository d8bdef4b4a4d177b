"""Read-only queries on a table in memory: who sits there, who is asked since when, and their time. A base class of `Table`.

Changes and stores nothing.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cogs.play.button_marks import mark
from data.similar_names import told_apart
from data.store import Store
from data.store.rows import LIVE, OVER, Absence, Fault, Proposal, SeatRow, Sitting, TableRow
from data.user_text import Called
from render.painter import painter
from rules.competition.clock import Dial
from rules.game import Outcome, Refused, Rules, Seat, View
from rules.notation import ACCEPT
from rules.parts.ahead import kept

log = logging.getLogger("referee.table")


class Stale(Exception):
    """An answer to a position that is outdated."""


class NoTable(Exception):
    """A table does not exist, or there is none in this channel."""


class Stranded(NoTable):
    """A table can't be loaded: the present rules can't read its position, or other columns are broken (`row.unreadable`).

    It has the readable part of the row, and the seats; it waits for rules that can read it, or for a moderator.
    """

    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(f"table {row.id} was last played by version {row.played} of its rules, and {sorted(row.unreadable)} cannot be read")
        self.row = row
        self.seats = seats


class NotSeated(Exception):
    """A person has no seat at this table."""


class Paused(Exception):
    """A moderator has paused the game."""


class Closed(Exception):
    """The game is over."""


class Known(NamedTuple):
    """What is stored of a table beside its row and seats: dials, the open proposal, faults of the rules, and absences by player."""

    dials: Mapping[Seat, Dial] = {}
    proposal: Proposal | None = None
    faults: Mapping[Seat, Fault] = {}
    absences: Mapping[int, Absence] = {}


class Position:
    """A table that has begun, as it was last stored: its `row` with the state, its seats, and what else is known of it.

    `settled` is the end that agreement or a moderator gave it, which the engine does not know of.
    """

    row: TableRow
    state: Any
    seats: list[SeatRow]
    dials: dict[Seat, Dial]
    proposal: Proposal | None
    faults: Mapping[Seat, Fault]
    absences: Mapping[int, Absence]
    settled: Outcome | None

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.store = store
        self.rules = rules
        self._stand(row, seats, Known())

    def _stand(self, row: TableRow, seats: Sequence[SeatRow], known: Known, state: Any = None) -> None:
        """Takes over everything as stored; `state` is that of `row`, if already read. Raises Stranded."""
        self.state = _read(self.rules, row, seats) if state is None else state
        self.row, self.seats, self.dials = row, list(seats), dict(known.dials)
        self.proposal, self.faults, self.absences = known.proposal, known.faults, known.absences
        self.settled = None
        if row.status == OVER and row.outcome and self.rules.outcome(self.state) is None:
            places = tuple(tuple(group) for group in row.outcome["places"])
            self.settled = Outcome(places, row.outcome.get("reason", ""), "")

    def shown(self, edition: int) -> None:
        """Notes how often the table has been shown publicly, which is stored already."""
        self.row = self.row._replace(edition=edition)

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def position(self) -> int:
        """The number of actions so far."""
        return self.row.position

    @property
    def asked(self) -> dict[Seat, int]:
        """For each asked seat the number of the action since which it is asked."""
        return {seat: self.row.asked.get(seat, self.row.position) for seat in self.acting}

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats that have to decide now, also those that have answered ahead; empty if and only if the game is over.

        What of this is public is in a view.
        """
        return () if self.settled else self.rules.to_act(self.state)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answers are missing: those in `acting` that have not answered ahead."""
        return tuple(seat for seat in self.acting if self.rules.said(self.state, seat) is None)

    @property
    def plainly_asked(self) -> tuple[Seat, ...]:
        """The seats that everybody at the table knows to be asked: those that everybody sees, and at a table of two, where each knows of oneself,
        also the one that is asked by orders of its own alone."""
        return self.view(None).to_act or (self.acting if len(self.seats) == 2 else ())

    @property
    def outcome(self) -> Outcome | None:
        """The result, by the rules or as settled; None during the game."""
        return self.settled or self.rules.outcome(self.state)

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def names(self) -> tuple[Called, ...]:
        """The players' names by seat, made distinct; not escaped. Stored are the names themselves."""
        return told_apart([s.name for s in self.seats], lambda seat: painter(self.rules.key).sign(self.view(None), seat))

    def seats_of(self, player: int) -> list[Seat]:
        """A person's seats; several if they play against themselves."""
        return [s.seat for s in self.seats if s.player == player]

    def seat_of(self, player: int) -> Seat:
        """A person's seat; of several, one that is awaited, else one that has to act, else one still in the game. Raises NotSeated."""
        own = self.seats_of(player)
        if not own:
            raise NotSeated
        return own[0] if len(own) == 1 else next(s for seats in (self.awaited, self.acting, self.playing(), own) for s in own if s in seats)

    def orders(self, seat: Seat) -> frozenset[str]:
        """A seat's standing orders."""
        return self.rules.given(self.state, seat)

    def view(self, seat: Seat | None) -> View[Any]:
        """What a seat may know of the present state; None stands for everybody."""
        return at_the_end(self.rules.view(self.state, seat), self.settled)

    def playing(self) -> list[Seat]:
        """The seats still in the game."""
        return [s.seat for s in self.seats if self._can_concede(s.seat)] if not self.over else []

    def offered_draw(self) -> list[Seat]:
        """The seats that may accept a draw which has been offered by the game's own rule."""
        return [s.seat for s in self.seats if ACCEPT in self.rules.asides(self.state, s.seat)] if not self.over else []

    def others(self, seat: Seat) -> list[Seat]:
        """The seats of other persons still in the game, who may have to agree to this seat's wishes."""
        mine = self.seats[seat].player
        return [s for s in self.playing() if (who := self.seats[s].player) is not None and who != mine]

    def out(self, seat: Seat) -> bool:
        """Whether a seat is out of a game that others still play."""
        return not self.over and not self._can_concede(seat)

    def plays(self, player: int) -> bool:
        """Whether a person has a seat that is still in the game."""
        return any(seat in self.playing() for seat in self.seats_of(player))

    def free_seats(self, sittings: Sequence[Sitting]) -> list[Seat]:
        """The seats that a person may take over: offered ones, and those a computer has taken from a person."""
        left = {s.seat for s in sittings if s.player is not None}
        return [seat for seat in self.playing() if (s := self.seats[seat]).offered or (s.computer is not None and seat in left)]

    def check_open(self) -> None:
        """Raises Closed for a game that is over."""
        if self.over:
            raise Closed

    def _can_concede(self, seat: Seat) -> bool:
        try:
            self.rules.concede(self.state, seat)
        except Refused:
            return False
        except Exception:  # Where the rules fail on it, moderators must still be able to name a winner.
            return True
        return True

    def mark(self, seat: Seat) -> int:
        """A number that identifies the present question of a seat, and reveals nothing of how many actions came before."""
        return self._mark(seat, self.asked.get(seat, self.position), self.row.created)

    def _mark(self, seat: Seat, since: int, *of: float) -> int:
        rules = [self.row.played] if self.row.played != self.row.version else []
        return mark(self.store.key, self.id, seat, since, *rules, *of)

    def sight(self, seat: Seat) -> int:
        """A hash of everything that a seat sees and has said ahead; what others have said ahead doesn't change it."""
        seen = (self.view(seat), kept(self.rules, self.state, seat), self.orders(seat))
        body = msgspec.json.encode(msgspec.to_builtins(seen, str_keys=True, order="deterministic"))
        return mark(self.store.key, self.id, seat, "sight", hashlib.sha256(body).hexdigest())

    def check_fresh(self, seat: Seat, question: int) -> None:
        """Raises Stale if a question (its mark, or the number of the action since which it was asked) is not the seat's present one. Earlier marks
        didn't distinguish tables of one number."""
        since = self.asked.get(seat, self.position)
        if question not in (self.mark(seat), self._mark(seat, since), since):
            raise Stale


def at_the_end(view: View[Any], settled: Outcome | None) -> View[Any]:
    """A view with the outcome `settled` by agreement or a moderator, if any."""
    return view._replace(to_act=(), asked=(), decision=None, outcome=settled) if settled else view


def _read(rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow]) -> Any:
    """The state of a table. Raises Stranded if the rules can't read it, or can't go on from what earlier rules have left."""
    if row.unreadable:
        raise Stranded(row, seats)
    assert row.snapshot is not None
    try:
        state = rules.load(row.snapshot)
        if row.played != rules.version:
            _try(rules, row, seats, state)
    except Exception as error:  # Rules may fail in any way where they meet what they have not made.
        log.warning("table %d (%s): version %d of the rules cannot read it (%s)", row.id, row.game, rules.version, type(error).__name__)
        raise Stranded(row, seats) from error
    return state


def _try(rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow], state: Any) -> None:
    """Reads from a state all that a table needs at once. Raises ValueError if nobody could act, and whatever the rules raise."""
    acting = rules.to_act(state)
    if row.status == LIVE and (not acting or rules.outcome(state)):
        raise ValueError("nobody is to act")
    for seat in acting if row.status == LIVE else ():
        rules.decision(state, seat)
        if not rules.words(state, seat, ()):
            raise ValueError("nothing is legal")
    for viewer in (None, *(s.seat for s in seats)):
        rules.view(state, viewer)
