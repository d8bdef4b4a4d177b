"""The database, and the only place with SQL: one module a subject, one transaction for what belongs together.

The effects of a commit happen after it.

A row that cannot be read (cut, damaged, of a later version) affects nobody else. Text columns are parsed in one place (`data/store/parsing.py`). A
query for many rows skips such a row with a line in the log, and `/referee tables` names it (`data/store/unreadable_rows.py`). The row stays as it
is until somebody sets it anew. Its table or tournament waits. Its person plays in UTC without quiet hours and is told so, and time that could not
be credited is kept for them.

A database that is put back to an earlier moment (`data/store/after_restore.py`) is told from one that goes on by what people have seen of it:
public buttons carry a stamp (which table of its number, at which edition), and nothing hidden counts for it. `restore` writes into the copy what
everybody has to be told, before the copy takes its place in one step. Where it was skipped, the first button with a stamp later than what is
stored does the same (`cogs/service/buttons_after_restore.py`). A *gap* is the numbers that are not given again since then. Questions of the time
that is undone have other marks.

Forgetting somebody (`data/store/people_in_json.py`) is one walk through all that is stored as JSON, before they are taken out of their seats
(`data/store/own_data.py`): their names, several in one fact too, and their number. A message that names people who sit nowhere any more says by
number whom it names. Personal settings of people who have not been here for two years are deleted (`data/store/unused_settings.py`). For that, the
day of their latest interaction is stored for people who have such settings, and for nobody else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

from data.store.absences import AbsenceRows
from data.store.after_restore import AfterRestore
from data.store.blocks import BlockRows
from data.store.bot_facts import KEY, BotFacts, key_of
from data.store.card_drafts import CardDraftRows
from data.store.challenge_settings import ChallengeSettings
from data.store.channel_settings import ChannelSettings
from data.store.counts import Counts
from data.store.daily_practice import DailyPracticeRows
from data.store.database import Conflict, Database, DatabaseError, Unreachable, Unusable
from data.store.decks import DeckRows
from data.store.departed_servers import DepartedServers
from data.store.direct_messages import DirectMessageRows
from data.store.display_names import DisplayNameRows
from data.store.disputes import DisputeRows
from data.store.finished_games import FinishedGames
from data.store.follows import FollowRows
from data.store.games_played import GamesPlayed
from data.store.heartbeat import Heartbeat
from data.store.motions import MotionRows
from data.store.nudges import NudgeRows
from data.store.outbox import Outbox
from data.store.own_data import OwnData
from data.store.personal_settings import PersonalSettings
from data.store.practice import PracticeRows
from data.store.ratings import Ratings
from data.store.reply_times import ReplyTimeRows
from data.store.setups import Setups
from data.store.shards import Shards
from data.store.silent_players import SilentPlayerRows
from data.store.sqlite import Sqlite
from data.store.tables import TableRows
from data.store.tournaments import TournamentRows
from data.store.unreadable_rows import UnreadableRows
from data.store.unused_settings import UnusedSettings

SERVERS = ("postgresql://", "postgres://")
"""What the address of a database on a server begins with."""


def is_address(where: str | Path) -> bool:
    """Whether `where` is the address of a PostgreSQL server, not the path of a file."""
    return str(where).startswith(SERVERS)


async def _nothing_missed() -> None:
    """The default of `Store.accounted`: there is no downtime to credit."""


class Store:
    """The database with a member for each subject. `key` is the secret of the marks on buttons. Backups are written `beside` a path.

    Every change of a table awaits `accounted` first, which credits downtime to the players. `away` says whether the gateway of a server delivers
    nothing at present, so that nobody there can be heard.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.path, self.shared, self.due_changed = database.path, database.shared, database.due_changed
        self.all, self.one, self.records, self.transaction = database.all, database.one, database.records, database.transaction
        self.beside = database.path
        self.key = b""
        self.accounted: Callable[[], Awaitable[None]] = _nothing_missed
        self.away: Callable[[int | None], bool] = lambda guild: False
        self.bot_facts = BotFacts(database)
        self.heartbeat = Heartbeat(database)
        self.outbox = Outbox(database)
        self.tables = TableRows(database, self.outbox)
        self.finished_games = FinishedGames(database)
        self.ratings = Ratings(database)
        self.games_played = GamesPlayed(database)
        self.tournaments = TournamentRows(database, self.outbox)
        self.card_drafts = CardDraftRows(database)
        self.setups = Setups(database)
        self.personal_settings = PersonalSettings(database)
        self.decks = DeckRows(database)
        self.own_data = OwnData(database)
        self.departed_servers = DepartedServers(database)
        self.challenge_settings = ChallengeSettings(database)
        self.blocks = BlockRows(database)
        self.absences = AbsenceRows(database)
        self.display_names = DisplayNameRows(database)
        self.direct_messages = DirectMessageRows(database)
        self.follows = FollowRows(database)
        self.nudges = NudgeRows(database, self.outbox)
        self.silent_players = SilentPlayerRows(database, self.outbox)
        self.motions = MotionRows(database, self.outbox)
        self.disputes = DisputeRows(database, self.outbox)
        self.practice = PracticeRows(database)
        self.daily_practice = DailyPracticeRows(database)
        self.unused_settings = UnusedSettings(database)
        self.reply_times = ReplyTimeRows(database)
        self.channel_settings = ChannelSettings(database)
        self.counts = Counts(database)
        self.unreadable_rows = UnreadableRows(database, self.personal_settings)
        self.after_restore = AfterRestore(database, self.outbox)

    @classmethod
    async def open(cls, where: str | Path) -> Self:
        """Opens a database, in a file or, by its address, on a server; creates it if need be and migrates it.

        Raises Unusable, and Unreachable where it may be possible later.
        """
        database: Database
        if is_address(where):
            from data.store.postgres.database import Postgres  # What it needs is only there where somebody wants it.

            database = await Postgres.open(str(where))
        else:
            database = await Sqlite.open(where)
        store = cls(database)
        try:
            await store.reread_key()
        except BaseException:
            await database.close()
            raise
        return store

    async def reread_key(self) -> None:
        """Reads the stored secret key of marks again."""
        self.key = key_of(await self.bot_facts.get(KEY) or "")

    async def close(self) -> None:
        """Closes the database."""
        await self.database.close()

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        return self.database.shards

    @shards.setter
    def shards(self, shards: Shards) -> None:
        self.database.shards = shards

    @property
    def now(self) -> Callable[[], float]:
        """The clock, a function: seconds since 1970."""
        return self.database.now

    @now.setter
    def now(self, clock: Callable[[], float]) -> None:
        self.database.now = clock


__all__ = ["Conflict", "Database", "DatabaseError", "Store", "Unreachable", "Unusable", "is_address"]
