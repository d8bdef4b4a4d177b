"""Records of games: what happened so far for one pair of eyes, the export, and the check of a record."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cogs.playing.apart import apart
from cogs.playing.replaying import EARLIER, EarlierRules, earliest
from cogs.playing.table import Table
from data.content import build, games
from rules.game import Action, Event, Outcome, Seat
from rules.notation import HEADER, RESIGN, SETTLE, UNDO, VERSIONS, OtherRules, Record, Row, Wrong, counting, replay
from rules.parts.ahead import sealed
from rules.parts.chance import seed_hash


async def events_seen(table: Table, own: Sequence[Seat]) -> list[Event]:
    """All events of a game that the given seats may see, by playing its record once more, as far as the present rules have played it."""
    try:
        base = await table.base()
    except EarlierRules:
        return [EARLIER]
    rows = await table.store.tables.actions(table.id)
    events = await apart(lambda: [event for stage in table.past(base, rows).stages() for event in stage.events])
    return [e for e in events if e.to is None or any(s in e.to for s in own)]


async def export(table: Table, own: Sequence[Seat]) -> str:
    """The record as text. While a game goes on it holds nothing the given seats may not know: no seed, and no words others chose in secret."""
    row = await table.store.tables.get(table.id)
    bases = await table.store.tables.bases(table.id)
    rows = await table.store.tables.actions(table.id)
    assert row is not None
    assert row.seed is not None
    header: dict[str, Any] = {
        "game": table.rules.key,
        "version": row.version,
        "seats": len(table.seats),
        "names": list(table.names),
        "options": table.row.chosen,
        "seed_sha256": seed_hash(row.seed),
    }
    sittings, over, position = await table.store.tables.sittings(table.id), table.over, table.position
    if over:
        header["seed"] = f"{row.seed:064x}"
        header["result"] = row.outcome

    def text() -> str:
        numbers, shown = {n: n for n in range(position + 1)}, rows
        if not over:
            # Whether a standing order has answered for others is not told either.
            begun = {s.seat: s.number for s in sittings}  # Orders are of whoever gave them.
            mine = [r.seat in own and not (sealed(r.action) and r.number <= begun.get(r.seat, 0)) for r in rows]
            visible = [r if m else Row(r.number, r.seat, redacted(table, r.action)) for r, m in zip(rows, mine, strict=True)]
            numbers, shown = _numbers(visible), _counted_anew(visible)
        if sittings:
            header["before"] = [{"seat": s.seat, "name": s.name, "until_action": numbers[s.number]} for s in sittings]
        if bases:
            header[VERSIONS] = [{"version": base.version, "after_action": numbers[base.number]} for base in bases]
        return Record(header, tuple(shown)).write()

    return await apart(text)


def redacted(table: Table, action: Action) -> Action:
    """An action as the other seats may read it while the game goes on."""
    return action if action == RESIGN or action[0] in (UNDO, SETTLE) else table.rules.redact(action)


async def open_rows(table: Table) -> dict[int, Row]:
    """A table's actions as everybody may read them, by the numbers under which everybody knows them: hidden ones do not count."""
    return await apart(_open, table, await table.store.tables.actions(table.id))


async def open_counting(table: Table) -> dict[int, Row]:
    """Those of them that still count."""

    def found(rows: Sequence[Row]) -> dict[int, Row]:
        counts = {row.number for row in counting(rows)}
        return {number: row for number, row in _open(table, rows).items() if row.number in counts}

    return await apart(found, await table.store.tables.actions(table.id))


async def known_rows(table: Table) -> dict[int, Row]:
    """A table's actions by the numbers under which everybody knows them now: as they may be read while the game goes on, or as they are recorded."""
    if not table.over:
        return await open_rows(table)
    return {row.number: row for row in await table.store.tables.actions(table.id)}


async def open_earliest(table: Table) -> tuple[int, int]:
    """The earliest action that a game can go back to (0: the deal), by the number under which everybody knows it, and by its own.

    Raises EarlierRules.
    """
    base = await table.base()
    if base is None:
        return 0, 0
    number = earliest(base, counting(await table.store.tables.actions(table.id)))
    return max((shown for shown, row in (await open_counting(table)).items() if row.number <= number), default=0), number


def _open(table: Table, rows: Sequence[Row]) -> dict[int, Row]:
    shown = [r._replace(action=redacted(table, r.action)) for r in rows]
    new = _numbers(shown)
    return {new[r.number]: r for r in shown if r.action}


def _numbers(rows: Sequence[Row]) -> dict[int, int]:
    """The number of each row if only those that say something count."""
    new, last = {0: 0}, 0
    for row in rows:
        last += bool(row.action)
        new[row.number] = last
    return new


def _counted_anew(rows: Sequence[Row]) -> list[Row]:
    """Those rows that say something, without gaps: a gap would tell that something was left out."""
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


class Verdict(NamedTuple):
    """The result of checking a record: the key of a text and its facts; with the reason why it does not hold, and the game if it is known."""

    key: str
    facts: Mapping[str, Any] = {}
    wrong: Wrong | None = None
    game: str | None = None


_SEED = re.compile(r"(?:0x)?([0-9a-fA-F]{1,64})")


def check(text: str, seed_text: str | None = None) -> Verdict:
    """Replays a record with its seed, or the one given: does the seed fit the hash, is every action legal, is the result right?

    Of a record of other rules than the present ones nothing of that is claimed.
    """
    game = None
    try:
        record = Record.read(text)
        header = record.header
        said = HEADER if seed_text else {**HEADER, "seed": str}
        if missing := next((key for key in said if key not in header), None):
            return Verdict("check.missing", {"line": missing})
        if not isinstance(header["game"], str):
            raise Wrong("record.header", line="game")
        if header["game"] not in games():
            return Verdict("check.unknown_game", {"game": header["game"][:40]})
        game = header["game"]
        seed = _SEED.fullmatch((seed_text or str(header["seed"])).strip())
        if seed is None:
            raise Wrong("record.seed")
        _, outcome = replay(build(game), record, int(seed[1], 16))
    except OtherRules as error:
        return Verdict(error.reason, error.facts)
    except Wrong as error:
        for kept in (error, error.refused):  # Else they would keep the whole record.
            if kept is not None:
                kept.__traceback__ = kept.__context__ = None
        return Verdict("check.wrong", {}, error, game)
    if "result" in header and not _same(header["result"], outcome):
        return Verdict("check.wrong_result")
    return Verdict("check.right" if outcome else "check.right_so_far", {"actions": len(record.rows)})


def _same(result: Any, outcome: Outcome | None) -> bool:
    """Whether the result that a record tells is how the game has ended."""
    if outcome is None or not isinstance(result, dict) or "places" not in result:
        return False
    found = outcome._asdict()
    return all(json.dumps(found.get(key)) == json.dumps(value) for key, value in result.items())
