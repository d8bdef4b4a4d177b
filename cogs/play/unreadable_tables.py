"""Tables whose rows can't be read: finds them, and lets a moderator repair or end one."""

from __future__ import annotations

from cogs.play.table_queries import Closed, NoTable, Stale, Stranded
from cogs.play.tables import Tables
from data.content import build, games
from data.store.changes import BOARD, LOBBY, Change, Message, Raced
from data.store.rows import LIVE, OVER, TableAct
from rules.competition.clock import Clock, begun, of_rated, wound

LOOKED_AT = 100
"""Tables under way whose position is looked at when somebody asks what cannot be read."""


async def stranded_in(tables: Tables, guild: int) -> list[Stranded]:
    """The tables of a server with unreadable columns, and the latest of those that the present rules can't read, as others that earlier rules have
    left go on meanwhile."""
    store = tables.store
    others = await store.tables.played_otherwise(guild, {key: build(key).version for key in games()})
    lost = {row.id: row for row in await store.tables.unreadable(guild)}
    found = [Stranded(row, await store.tables.seats(row.id)) for row in lost.values()]
    for table in sorted({*(row.id for row in others), *await store.tables.under_way(guild, LOOKED_AT)} - lost.keys()):
        try:
            await tables.get(table)
        except Stranded as stranded:
            found.append(stranded)
        except NoTable:  # It is gone this very moment.
            continue
    return found


async def set_clock_anew(tables: Tables, table: Stranded, rule: Clock | None, act: TableAct) -> None:
    """Repairs a table whose clock alone can't be read: by another clock, with the whole time for everybody, or by none. Raises Closed, Stale."""
    row, now = table.row, tables.store.now()
    if row.status == OVER:
        raise Closed
    live = row.status == LIVE
    rule = of_rated(rule) if row.rated else rule
    rule = begun(rule, now) if rule and live else rule
    dials = {s.seat: wound(rule, None) for s in table.seats if s.player is not None and s.agreed} if rule and live else {}
    owed = [Message(BOARD, {"events": [], "by": None}) if live else Message(LOBBY)]
    after = row._replace(clock=rule, unreadable=row.unreadable - {"clock"})
    try:
        await tables.store.tables.commit(Change(after, dials=dials, owed=owed, act=act))
    except Raced:
        raise Stale from None
    await tables.store.heartbeat.forgive(row.id)
    if live:
        await tables.get(row.id)  # Whoever is asked, their time begins.
