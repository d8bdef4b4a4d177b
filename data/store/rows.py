"""Row types of tables and tournaments, and constants that several modules share."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from rules.competition.clock import Clock
from rules.competition.tournament import Plan, TournamentState
from rules.game import Seat

OPEN, LIVE, OVER = "open", "live", "over"
"""What may be the status of a table or a tournament."""
GONE, BLIND, MUTED = "gone", "blind", "muted"
ABSENT = (GONE, BLIND, MUTED)
"""Why somebody cannot act at a table: they are not in its server, do not see its channel, or a moderator has timed them out."""
UNDO, DRAW, END, GIVE_UP = "undo", "draw", "end", "give_up"
"""What may be proposed; END: without a result; GIVE_UP: that computers resign."""
EVERYWHERE = 0
"""The server of ratings over all servers."""


class Repeated(Exception):
    """An interaction has been carried out before."""


class ChannelTaken(Exception):
    """A channel already has an open table or tournament."""


class SeatRow(NamedTuple):
    """A seat of a table. `player` is None for a computer, then `computer` names the opponent. An `offered` seat may be taken over.

    Who was named by somebody else and has neither joined nor acted has not `agreed`: nothing happens to them there. With a name the one of the
    account may be stored (`data.user_text.Called`), also where somebody sat or has entered. `proposed`: after which action a computer last proposed
    to give up (0: never). `handicap`: the size of theirs (0: none).
    """

    seat: int
    player: int | None
    computer: str | None
    name: str
    offered: bool = False
    agreed: bool = True
    proposed: int = 0
    handicap: int = 0


class TableRow(NamedTuple):
    """The row of a table. `seed` is secret until the status is OVER; `paused` is since when it is paused, or 0.

    `asked` tells since which action each seat is asked; without an entry since the latest. Each commit raises the `revision`. `message` is the
    latest one that shows the table, and changes without a commit. It began by a `version` of its rules, and is `played` by another one since.
    Orders answer the present question from `ripe` on, or at once for 0. `hints`: those who play may ask the computer for some. It was `created` when
    its lobby was opened, and has `begun` when it was dealt, which is not known of games of before. Why its time `stands` (cogs.service.reachability),
    and since when it has `stood`: nobody can act there. `edition` is how often it has been shown to everybody, by its lobby or its board, and changes
    without a commit while it is live. Columns that are `unreadable` are as if nothing stood there, and a commit leaves them as they are.
    """

    id: int
    game: str
    version: int
    guild: int | None
    channel: int
    message: int | None
    language: str
    theme: str
    options: dict[str, Any]
    host: int
    status: str
    seed: int | None
    position: int
    snapshot: bytes | None
    outcome: dict[str, Any] | None
    created: float
    ended: float | None
    rated: bool = False
    clock: Clock | None = None
    paused: float = 0
    asked: dict[Seat, int] = {}
    revision: int = 0
    played: int = 0
    ripe: float = 0
    hints: bool = False
    begun: float | None = None
    stands: str | None = None
    stood: float = 0
    edition: int = 0
    unreadable: frozenset[str] = frozenset()

    @property
    def chosen(self) -> dict[str, Any]:
        """The game's own options: all but the number of seats."""
        return {k: v for k, v in self.options.items() if k != "seats"}


class Base(NamedTuple):
    """A change of the rules' version during a game: after which action, which version, and the position then. Nothing before it is replayed."""

    number: int
    version: int
    snapshot: bytes


class TableAct(NamedTuple):
    """A moderator's act at a table: by whom, what, to whom (names as at the table, so that they can be forgotten with it), why."""

    by: int
    act: str
    whom: str
    reason: str


class Sitting(NamedTuple):
    """An earlier occupant of a seat, and the number of the last action of their time; None was a computer."""

    seat: Seat
    number: int
    at: float
    player: int | None
    name: str


class MatchTable(NamedTuple):
    """A table that is a game of a match: which match, which game, which table, in which channel."""

    fixture: int
    number: int
    table: int
    channel: int


class Dealing(NamedTuple):
    """A game of a match that is about to be dealt, with the revision of its tournament."""

    tournament: int
    revision: int
    game: MatchTable


class Proposal(NamedTuple):
    """An open proposal to undo, draw, give up or end without a result: by which seat, after which action; an undo goes back to `target`.

    It holds when all seats of `asked` are among `agreed`. `mark` tells it from others, and says nothing of the game.
    """

    kind: str
    seat: Seat
    number: int
    target: int
    asked: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()
    mark: str = ""

    def ended_by(self, seat: Seat, undo: bool) -> bool:
        """Whether an action of a seat ends the proposal, which may be an `undo`: for a draw, an action of an asked seat, as moving on is an answer;
        the same for giving up, and any undo; else any."""
        return self.kind not in (DRAW, GIVE_UP) or seat in self.asked or (undo and self.kind == GIVE_UP)

    @property
    def accepted(self) -> bool:
        """Whether all who are asked have agreed."""
        return set(self.agreed) >= set(self.asked)


class Fault(NamedTuple):
    """An error of the rules on a legal answer of a seat: to which question, when, and its `number` in the log.

    The question is known by the action at which it arose. The time of the seat stands until a moment, and had `stood` for so many seconds because of
    earlier ones. `stuck`: nothing that was tried can be carried out. Without a question it is one that is asked no longer.
    """

    seat: Seat
    question: int | None
    at: float
    until: float
    number: str
    stood: float = 0
    stuck: bool = False


class Absence(NamedTuple):
    """The absence of a player from a table, as Discord last said: `why` they cannot act there (None: they can), known since a moment.

    Until when their time stands, or stood, for it, as everybody knows (0: it never has); and the same of a question of which they know `alone`.
    """

    player: int
    why: str | None
    since: float
    until: float = 0
    alone: float = 0


class Needing(NamedTuple):
    """A table that needs a moderator's attention, and why.

    When something last happened, whether it is paused, the number of a present fault and whether it is `stuck` there, and why and since when its
    clocks are stopped (`stands`).
    """

    id: int
    game: str
    channel: int
    last: float
    paused: bool
    fault: str | None = None
    stuck: bool = False
    stands: str | None = None
    stood: float = 0


class Terms(msgspec.Struct, frozen=True):
    """The conditions of a tournament: entry, start, and how rounds follow.

    `role`: what entrants must have. `most`: how many may enter. `starts`: when it begins automatically. `check_in`: for how many minutes before that
    everybody has to say that they are there. `decks`: everybody brings one deck for all matches. `by_hand`: each round waits for a moderator.
    `limited`: cards are drafted first, or decks sealed, with so many minutes for a `pick`, and so many `computers` that draft along. `order`: who has
    been seeded by hand, the first seed first; others follow as they entered. `posts`: it is in a forum, and so are its matches. `results`: a channel
    in which its end is told, too. A season of a league lasts so many `weeks`; `season` is its number, and it `follows` another tournament unless it
    is the first. Each match has to be over after `round_days`.
    """

    role: int | None = None
    most: int = 128
    starts: float | None = None
    check_in: int = 0
    decks: bool = False
    by_hand: bool = False
    order: tuple[int, ...] = ()
    limited: str = ""
    pick: int = 0
    computers: int = 0
    posts: bool = False
    results: int | None = None
    weeks: int = 0
    season: int = 1
    follows: int = 0
    round_days: int = 0


class Tournament(NamedTuple):
    """The row of a tournament. `seed`, from which all its draws come, is secret until it is over; `state` is None before it has begun.

    `checking`: when the check-in ends, once it has begun. `cleared`: the round that may begin where rounds wait for a moderator. `news`: the last
    thing that its channel is told. `alarm`: when something has to be done, which waits while its time is stopped (`stands`: why, `stood`: since
    when). Each commit raises the number of `commits` and, unless nobody is to see it, the `revision`. `message`: the one that shows the
    entrants; `announced`: the one with these `news`; `event`: the server's scheduled one; these change without a commit. A row with `unreadable`
    columns, which then have their defaults, is never committed.
    """

    id: int
    guild: int | None
    channel: int
    message: int | None
    name: str
    host: int
    game: str
    options: dict[str, str]
    language: str
    plan: Plan
    seeding: str
    rated: bool
    status: str
    seed: int | None
    state: TournamentState | None
    paused: bool = False
    clock: Clock | None = None
    terms: Terms = Terms()
    checking: float | None = None
    cleared: int = 1
    news: str = ""
    alarm: float | None = None
    revision: int = 0
    announced: int | None = None
    created: float = 0
    stands: str | None = None
    stood: float = 0
    event: int | None = None
    commits: int = 0
    unreadable: frozenset[str] = frozenset()


class TournamentAct(NamedTuple):
    """A moderator's act in a tournament: what, when, in which round; `whom` are names, not ids."""

    at: float
    by: int
    act: str
    round: int
    whom: str
    reason: str


class Dispute(NamedTuple):
    """A call for a moderator from a `seat` of a `table`, after the action of a `number`, and its reason."""

    table: int
    seat: Seat
    tournament: int
    player: int
    number: int
    at: float
    reason: str

    @property
    def mark(self) -> int:
        """What distinguishes it from an earlier dispute of the same seat."""
        return int(self.at)


class Team(NamedTuple):
    """A team of a tournament, by a number that it shares with no entrant."""

    number: int
    name: str


class Invitation(NamedTuple):
    """That somebody may enter a tournament with a team, by its number."""

    team: int
    player: int


class AskedMessage(NamedTuple):
    """A message below which somebody answers: the challenge of an entrant (`asker`) to another one (`asked`), `until` a moment, or the invitation of
    a team (`asker`) to a `player`."""

    message: int
    asker: int
    asked: int | None = None
    player: int | None = None
    until: float = 0


class EntrantRow(NamedTuple):
    """A person in a tournament, by a number that never changes. `here` says who has checked in; `deck` is a share code, and secret. Where the
    entrants are teams, everybody belongs to one."""

    entrant: int
    player: int
    name: str
    here: bool = False
    deck: str | None = None
    team: Team | None = None

    @property
    def entry(self) -> int:
        """The number of the entrant that is paired: the team, or where there are none the person."""
        return self.team.number if self.team is not None else self.entrant


class CardSeat(NamedTuple):
    """A seat of a card draft as it is stored: whose it is (None: a computer's), its packs as they were opened, since when it is asked, for how
    many picks in a row its time was over, whether a computer picks for it, the cards it would have first, the deck it is building and the one it has
    handed in. All but the first is secret.
    """

    seat: int
    entrant: int | None
    packs: list[list[str]]
    since: float
    missed: int
    computer: bool
    wishes: list[str]
    building: dict[str, int]
    deck: str | None


def clock_text(clock: Clock | None) -> str | None:
    """A clock as stored."""
    return msgspec.json.encode(clock).decode() if clock else None
