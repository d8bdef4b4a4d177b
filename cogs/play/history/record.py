"""Records of games: the log as one reader may see it, the export, and the hash that commits to the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.play.earlier_occupants import inherited
from cogs.play.history.record_header import header_of
from cogs.play.history.record_replay import EARLIER, EarlierRules, earliest
from cogs.play.history.secret_decks import all_told
from cogs.play.table import Table
from cogs.play.worker_threads import apart
from data.store.rows import Sitting
from rules.commitment import MOVES, moves_hash
from rules.game import Action, Event, Rules, Seat
from rules.notation import REDRAW, RESIGN, SETTLE, SO_FAR, UNDO, VERSIONS, Record, Row, counting
from rules.parts.ahead import sealed


async def events_seen(table: Table, own: Sequence[Seat]) -> list[Event]:
    """All events of a game that the seats `own` may see, found by replaying its record as far as the present rules have played it."""
    try:
        base = await table.record.base()
    except EarlierRules:
        return [EARLIER]
    rows = await table.store.tables.actions(table.id)
    events = await apart(lambda: [event for stage in table.record.past(base, rows).stages() for event in stage.events])
    return [e for e in events if e.to is None or any(s in e.to for s in own)]


async def moves_of(table: Table) -> str | None:
    """The hash of a game's moves; None before the end, since they could be guessed from it."""
    if not table.over:
        return None
    return await apart(moves_hash, header_of(table.row, table.seats), await table.store.tables.actions(table.id))


async def export(table: Table, own: Sequence[Seat]) -> str:
    """The record as text. While a game goes on it holds nothing the given seats may not know: no seed, no hash of moves, and no words others chose
    in secret; it says of itself that something may be missing."""
    over, position = await all_told(table), table.position  # First: what is read after the end is all of it.
    row = await table.store.tables.get(table.id)
    bases, sittings = await table.store.tables.bases(table.id), await table.store.tables.sittings(table.id)
    rows = await table.store.tables.actions(table.id)
    assert row is not None
    assert row.seed is not None
    header = header_of(row, table.seats)
    if over:
        header |= {"seed": f"{row.seed:064x}", MOVES: await apart(moves_hash, header, rows), "result": row.outcome}
    else:
        header[SO_FAR] = {"seats": [*own]}

    def text() -> str:
        numbers, shown = {n: n for n in range(position + 1)}, rows
        if not over:
            visible = _visible(table.rules, rows, sittings, own)
            numbers, shown = _numbers(visible), _counted_anew(visible)
        if sittings:
            header["before"] = [{"seat": s.seat, "name": s.name, "until_action": numbers[s.number]} for s in sittings]
        if bases:
            header[VERSIONS] = [{"version": base.version, "after_action": numbers[base.number]} for base in bases]
        return Record(header, tuple(shown)).write()

    return await apart(text)


def shown_so_far(rules: Rules[Any], rows: Sequence[Row], sittings: Sequence[Sitting], own: Sequence[Seat]) -> list[Row]:
    """The rows of a record as the seats `own` may read them during the game, without gaps in the numbers."""
    return _counted_anew(_visible(rules, rows, sittings, own))


def _visible(rules: Rules[Any], rows: Sequence[Row], sittings: Sequence[Sitting], own: Sequence[Seat]) -> list[Row]:
    """The rows as in `shown_so_far`, with their own numbers; a hidden row has no words."""
    before = inherited(rows, sittings)
    return [_shown(rules, r, r.seat in own, r.number in before) for r in rows]


def _shown(rules: Rules[Any], row: Row, own: bool, before: bool) -> Row:
    """A row as it may be read during the game, at its own seat (`own`) or at others. Others, and those who sit there since (`before`), don't learn
    that an order has answered."""
    if not own or row.action[0] == REDRAW or (before and sealed(row.action)):
        return Row(row.number, row.seat, redacted(rules, row.action))
    return row._replace(auto=False) if before else row


def redacted(rules: Rules[Any], action: Action) -> Action:
    """An action as other seats may read it during the game; () for a redraw, which would tell that its seat has seen something secret."""
    if action[0] == REDRAW:
        return ()
    return action if action == RESIGN or action[0] in (UNDO, SETTLE) else rules.redact(action)


async def open_rows(table: Table) -> dict[int, Row]:
    """A table's actions as everybody may read them, by public number: hidden ones have none."""
    return await apart(_open, table, await table.store.tables.actions(table.id))


async def open_counting(table: Table) -> dict[int, Row]:
    """The public rows that still count."""

    def found(rows: Sequence[Row]) -> dict[int, Row]:
        counts = {row.number for row in counting(rows)}
        return {number: row for number, row in _open(table, rows).items() if row.number in counts}

    return await apart(found, await table.store.tables.actions(table.id))


async def known_rows(table: Table) -> dict[int, Row]:
    """A table's actions by public number: as they may be read during the game, or after it as they are recorded."""
    if not await all_told(table):
        return await open_rows(table)
    return {row.number: row for row in await table.store.tables.actions(table.id)}


async def open_earliest(table: Table) -> tuple[int, int]:
    """The earliest action that a game can go back to (0: the deal): its public number, and its own.

    Raises EarlierRules.
    """
    base = await table.record.base()
    if base is None:
        return 0, 0
    number = earliest(base, counting(await table.store.tables.actions(table.id)))
    return max((shown for shown, row in (await open_counting(table)).items() if row.number <= number), default=0), number


def _open(table: Table, rows: Sequence[Row]) -> dict[int, Row]:
    shown = [r._replace(action=redacted(table.rules, r.action)) for r in rows]
    new = _numbers(shown)
    return {new[r.number]: r for r in shown if r.action}


def _numbers(rows: Sequence[Row]) -> dict[int, int]:
    """For each row its number if hidden rows don't count."""
    new, last = {0: 0}, 0
    for row in rows:
        last += bool(row.action)
        new[row.number] = last
    return new


def _counted_anew(rows: Sequence[Row]) -> list[Row]:
    """The rows that aren't hidden, renumbered without gaps, which would tell that something is left out."""
    new, kept = _numbers(rows), []
    counts = [0]  # The numbers of those that say something and count: what is taken back leads to one of these.
    for row in (r for r in rows if r.action):
        if row.action[0] == UNDO:
            while counts[-1] > int(row.action[1]):
                counts.pop()
            row = row._replace(action=(UNDO, str(new[counts[-1]])))
        else:
            counts.append(row.number)
        kept.append(row._replace(number=new[row.number]))
    return kept
