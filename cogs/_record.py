"""Records of games: what happened so far for one pair of eyes, the export, and the check of a record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from cogs._table import Table
from data.content import build, games
from data.desk import Desk
from data.typed import Typed
from rules.chance import seed_hash
from rules.game import Action, Event, Seat
from rules.notation import RESIGN, SETTLE, UNDO, Record, Row, counting, play, replay, settled


async def events_seen(table: Table, own: Sequence[Seat]) -> list[Event]:
    """All events of a game that the given seats may see, by playing its record once more."""
    row = await table.store.game(table.id)
    rows = await table.store.actions(table.id)
    assert row is not None
    assert row.seed is not None
    seed = row.seed

    def run() -> list[Event]:
        step = table.rules.setup(len(table.seats), table.game.chosen, seed)
        events = list(step.events)
        for action in counting(rows):
            if settled(action):
                break
            step = play(table.rules, step.state, action)
            if action.action == RESIGN:
                events.append(Event("table.out" if action.auto else "table.resigned", {"seat": action.seat}))
            events += step.events
        return events

    events = await asyncio.to_thread(run)
    return [e for e in events if e.to is None or any(s in e.to for s in own)]


async def export(table: Table, own: Sequence[Seat]) -> str:
    """The record as text. While a game goes on it holds nothing the given seats may not know: no seed, and no words others chose in secret."""
    row = await table.store.game(table.id)
    rows = await table.store.actions(table.id)
    assert row is not None
    assert row.seed is not None
    header: dict[str, Any] = {
        "game": table.rules.key,
        "version": row.version,
        "seats": len(table.seats),
        "names": list(table.names),
        "options": table.game.chosen,
        "seed_sha256": seed_hash(row.seed),
    }
    numbers = {n: n for n in range(table.position + 1)}
    if table.over:
        header["seed"] = f"{row.seed:064x}"
        header["result"] = row.outcome
    else:
        # Whether a standing order has answered for others is not told either.
        visible = [r if r.seat in own else Row(r.number, r.seat, redacted(table, r.action)) for r in rows]
        numbers, rows = _numbers(visible), _counted_anew(visible)
    if sittings := await Desk(table.store).sittings(table.id):
        header["before"] = [{"seat": s.seat, "name": s.name, "until_action": numbers[s.number]} for s in sittings]
    return Record(header, tuple(Row(*r) for r in rows)).write()


def redacted(table: Table, action: Action) -> Action:
    """An action as the other seats may read it while the game goes on."""
    return action if action == RESIGN or action[0] in (UNDO, SETTLE) else table.rules.redact(action)


async def open_rows(table: Table) -> dict[int, Row]:
    """A table's actions as everybody may read them, by the numbers under which everybody knows them: hidden ones do not count."""
    rows = [r._replace(action=redacted(table, r.action)) for r in await table.store.actions(table.id)]
    new = _numbers(rows)
    return {new[r.number]: r for r in rows if r.action}


def _numbers(rows: Sequence[Row]) -> dict[int, int]:
    """The number of each row if only those that say something count."""
    new, last = {0: 0}, 0
    for row in rows:
        last += bool(row.action)
        new[row.number] = last
    return new


def _counted_anew(rows: Sequence[Row]) -> list[Row]:
    """Those rows that say something, without gaps: a gap would tell that something was left out."""
    new = _numbers(rows)
    kept = [r._replace(number=new[r.number]) for r in rows if r.action]
    return [r._replace(action=(UNDO, str(new[int(r.action[1])]))) if r.action[0] == UNDO else r for r in kept]


class Verdict:
    """The result of checking a record: the key of a text, and its facts."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.key = key
        self.facts = {name: Typed(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}  # Out of somebody's file.


def check(text: str, seed_text: str | None = None) -> Verdict:
    """Replays a record with its seed, or the one given: does the seed fit the hash, is every action legal, is the result right?"""
    try:
        record = Record.read(text)
        seed = int(seed_text or str(record.header["seed"]), 16)
        key = str(record.header["game"])
        if key not in games():
            return Verdict("check.unknown_game", game=key)
        rules = build(key)
        _, outcome = replay(rules, record, seed)
    except KeyError as error:
        return Verdict("check.missing", line=str(error.args[0]))
    except ValueError as error:
        return Verdict("check.wrong", reason=str(error))
    result = record.header.get("result")
    if outcome and result and [list(g) for g in outcome.places] != result["places"]:
        return Verdict("check.wrong_result")
    return Verdict("check.right" if outcome else "check.right_so_far", actions=len(record.rows))
