"""Undo: which actions it takes back (`taken_back`), whom that concerns, and whether they have revealed anything. `cogs/play/proposals.py` says who
has to agree; `cogs/play/undo_redraw.py` draws chance anew, `do_go_back` in
`cogs/play/table_actions.py` carries it out, `after_undo` in `cogs/play/clocks/dials.py` says what clocks show then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from cogs.play.history.record_replay import since_base
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.store.rows import Base
from rules.game import Event, Refused, Rules, Seat, to_builtins
from rules.notation import RESIGN, Row, counting, play
from rules.parts.ahead import sealed
from rules.randomness import Chance

WORLDS = 12
"""How many states that a seat cannot tell apart are tried to see whether actions show it anything new."""


def reveals(rules: Rules[Any], before: Any, rows: Sequence[Row], seat: Seat) -> bool:
    """Whether actions have shown anybody what the seat that began them could not know: a draw, a die, something turned up.

    They are played in imagined states that the seat can't tell from the one before; if anything differs, something was revealed. What a seat shows
    of its own will by acting does not count.
    """
    own = _seen(rules, before, rows, seat)
    return own is None or any(_seen(rules, rules.imagine(before, seat, Chance.of(0, "undo", n)), rows, seat) != own for n in range(WORLDS))


def noticed(rules: Rules[Any], state: Any, rows: Sequence[Row], seat: Seat) -> list[Row]:
    """Those actions since `state` of which a seat may know.

    Secret preparations of others, such as an order, are left out, unless their seat has acted visibly since; otherwise asking for consent would
    reveal them.
    """
    last: dict[Seat, int] = {}
    for n, row in enumerate(rows):
        step = play(rules, state, row)
        seen = any(e.to is None or seat in e.to for e in step.events)
        if seen or row.seat == seat or row.action == RESIGN or rules.redact(row.action) or rules.view(state, seat) != rules.view(step.state, seat):
            last[row.seat] = n
        state = step.state
    return [row for n, row in enumerate(rows) if n <= last.get(row.seat, -1)]


def meant(rules: Rules[Any], state: Any, rows: Sequence[Row]) -> set[Seat]:
    """The seats that have acted since `state`, by hand or by something said ahead; nobody may learn by which of these."""
    return {row.seat for row in doings(rules, state, rows)}


def doings(rules: Rules[Any], state: Any, rows: Sequence[Row]) -> list[Row]:
    """Those actions since `state` that are their seat's own: by hand, a plan, an order, or an answer laid ready. Answers of the game, the clock or
    a computer are not, nor is saying something ahead."""
    found = []
    for row in rows:
        if not sealed(row.action):
            said = rules.said(state, row.seat) if row.auto else None
            if not row.auto or (said is not None and said.ordered and said.action == row.action):
                found.append(row)
        state = play(rules, state, row).state
    return found


def _seen(rules: Rules[Any], state: Any, rows: Sequence[Row], seat: Seat) -> Any:
    """All events, and what the seat and everybody know afterwards; None if the actions are not possible."""
    events: list[Event] = []
    try:
        for row in rows:
            step = play(rules, state, row)
            state, events = step.state, [*events, *step.events]
    except Refused:
        return None
    return to_builtins([events, rules.view(state, seat), rules.view(state, None)])


def last_doing(table: Table, base: Base | None, rows: Sequence[Row], seat: Seat, least: int | None) -> int | None:
    """The index in `rows` of the seat's latest own action (`doings`), or of its first one from the number `least` on; without resigning; None if
    there is none. Of rows before the base only actions by hand count."""
    since = since_base(base, rows)
    own = [row for row in rows[: len(rows) - len(since)] if not row.auto and not sealed(row.action)]
    own += doings(table.rules, table.record.beginning(base).state, since)
    numbers = {row.number for row in own if row.seat == seat and row.action != RESIGN}
    found = [n for n, row in enumerate(rows) if row.number in numbers and row.number >= (least or 0)]
    return next(iter(found if least is not None else found[::-1]), None)


async def taken_back(table: Table, seat: Seat, pressed: int | None = None) -> tuple[int, tuple[Seat, ...]]:
    """The action to which the table goes back if a seat takes back its last action, or all since the interaction `pressed`; and the other seats that
    have to agree: all where something was revealed, else those that have acted since. Raises Unfit."""
    base = await table.record.base()
    rows = counting(await table.store.tables.actions(table.id))
    least = None if pressed is None else await table.store.tables.number_of(table.id, pressed)
    last = await asyncio.to_thread(last_doing, table, base, rows, seat, least)
    if last is None:
        raise Unfit("undo.nothing")
    if base is not None and rows[last].number <= base.number:
        raise Unfit("undo.earlier_rules")
    target = rows[last - 1].number if last else 0
    before = await table.record.position_after(target)
    await _check_beyond(table, rows[last:])
    since = await asyncio.to_thread(noticed, table.rules, before, rows[last:], seat)
    revealed = await asyncio.to_thread(reveals, table.rules, before, since, seat)
    acted = await asyncio.to_thread(meant, table.rules, before, since)
    return target, tuple(s for s in table.others(seat) if revealed or s in acted)


async def _check_beyond(table: Table, rows: Sequence[Row]) -> None:
    """Raises Unfit if a player has left in these rows, or a moderator has answered for one: only moderators take that back."""
    acts = await table.store.tables.acts(table.id)
    answered = {number for number, _, act in acts if act.act == "timeout"}
    if any(row.action == RESIGN or row.number in answered for row in rows):
        raise Unfit("undo.beyond")
