"""Applies the notification policy (`cogs.play.notification_rules`) to people's present settings, and stores who was notified, why and by whom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from cogs.play.notification_rules import AGAIN, PRIVATE, Call, Pinged, Target, Way, way
from cogs.play.permissions import Relation
from data.store import Store
from data.store.blocks import PingKey
from data.store.channel_settings import Room
from data.store.direct_messages import ON
from data.store.rows import TableRow, Tournament
from rules.competition.rests import awake

Rooms = Callable[[int | None, int], Awaitable[Room]]
"""What moderators have set for a channel of a server."""
WIDE = frozenset({Call.CHALLENGE, Call.THREAD})
"""Calls of which the next one may come from another table: it counts who calls, not where."""
UNDONE = "undone"
"""Under what name it is kept that something was taken back at a table: whoever has been called before is not called for the same once more."""


class Calling(NamedTuple):
    """One reason to notify people: which call, `by` whom (0: the game itself), at a table or in a tournament.

    The people asked `anew` have not been notified of that question.
    """

    call: Call
    at: TableRow | Tournament
    by: int = 0
    anew: frozenset[int] = frozenset()

    @property
    def key(self) -> PingKey:
        """The reason as stored."""
        return PingKey(self.call.value, 0 if self.call in WIDE else self.at.id, self.by)


class Answers(NamedTuple):
    """How each person of a message is notified."""

    ways: Mapping[int, Way]

    @property
    def pinged(self) -> Pinged:
        """The people whom the message pings or writes to."""
        return Pinged(player for player, how in self.ways.items() if how in (Way.MENTION, Way.DIRECT))

    @property
    def later(self) -> list[int]:
        """The people to notify after their rest."""
        return [player for player, how in self.ways.items() if how is Way.LATER]


class Notifications:
    """Decides how people are notified, and stores who has been."""

    def __init__(self, store: Store, room: Rooms) -> None:
        self._store = store
        self.room = room

    async def answers(self, calling: Calling, players: Iterable[int], changed: bool = False) -> Answers:
        """How `players` are notified now. A message that is `changed` notifies nobody again and keeps its mentions. Nobody notifies themselves."""
        asked = [player for player in dict.fromkeys(players) if player and player != calling.by]
        hours, now = await self._store.personal_settings.hours_of(asked), self._store.now()
        since = {} if changed else await self._since(calling, asked)
        blocked = await self._store.blocks.among(asked, calling.by) if calling.by and asked else set()
        found = {}
        for player in asked:
            caller = Relation.BLOCKED if player in blocked else Relation.OPPONENT if calling.by else None
            found[player] = way(calling.call, await self._target(calling, player, hours[player].resting(now), since.get(player)), caller)
        return Answers(found)

    async def _target(self, calling: Calling, player: int, rests: bool, since: float | None) -> Target:
        if calling.call in PRIVATE:
            return Target(direct=await self._store.direct_messages.direct(player) == ON, rests=rests)
        room = await self.room(calling.at.guild, calling.at.channel)
        return Target(room.pings is not False and (await self._store.personal_settings.settings(player)).pings, rests=rests, since=since)

    async def _since(self, calling: Calling, players: Collection[int]) -> dict[int, float]:
        """How many seconds ago each player was last notified for this reason, if that still counts."""
        if calling.call not in AGAIN or not players:
            return {}
        now, before = self._store.now(), await self._store.blocks.last_pings(calling.key, players)
        if not calling.anew & before.keys():
            return {player: now - at for player, at in before.items()}
        undone = await self._store.blocks.last_pings(PingKey(UNDONE, calling.at.id), players)
        return {p: now - at for p, at in before.items() if p not in calling.anew or undone.get(p, 0) >= at}

    async def note_pings(self, calling: Calling, players: Collection[int]) -> None:
        """Stores that these players have been pinged for this reason; nothing for reasons without a pause between two pings."""
        if calling.call in AGAIN:
            await self._store.blocks.note_pings(calling.key, players)

    async def undone(self, table: TableRow, players: Collection[int]) -> None:
        """Stores that something was taken back at a table of `players`."""
        await self._store.blocks.note_pings(PingKey(UNDONE, table.id), players)

    async def follows(self, player: int, of: Collection[int]) -> Way:
        """How a follower of a game is notified; SILENT if one of its players has blocked them."""
        blocked = await self._store.blocks.among(of, player)
        return way(Call.FOLLOWED, Target(), Relation.BLOCKED if blocked else Relation.OPPONENT)

    async def awake(self, player: int) -> float:
        """When a player's rest ends (seconds since 1970); now if they don't rest."""
        return awake(self._store.now(), (await self._store.personal_settings.hours(player)).rests)
