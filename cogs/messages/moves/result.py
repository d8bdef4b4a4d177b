"""What came of what somebody has clicked or typed: carried out, kept for later, or refused; told to them alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import panel, undoing
from cogs.messages.drawing import look_of, narrate
from cogs.messages.moves.ahead import ahead_message
from cogs.messages.moves.picker import confirming, picker
from cogs.messages.moves.picking import did_in_words, picking_at
from cogs.messages.reply import cut, explain, misread, missing_rights, rights_words
from cogs.play.table import Table
from data.language import Texts
from rules.game import Action, Event, Refused, Said, Seat
from rules.notation import SEPARATOR, Misread, write
from rules.parts.ahead import sealed


class Carried(NamedTuple):
    """What came of several actions in a row, each from a state `before` it; `kept` says that nobody else knows of them yet, `error` is what stopped
    the rest."""

    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    held: bool
    kept: bool = False
    error: Refused | Misread | None = None
    before: tuple[Any, ...] = ()


async def carry_out(table: Table, seat: Seat, actions: Iterator[Action], question: int | None, interaction: int) -> Carried:
    """Carries out actions one by one, until the turn is over: what follows was meant for a position that is gone.

    Those before one that is refused stay done: what they showed cannot be unseen.

    Raises Stale, data.store.values.Repeated, and for the first action Refused or rules.notation.Misread.
    """
    done: list[Action] = []
    before: list[Any] = []
    events: list[Event] = []
    held = kept = False
    try:
        for action in actions:
            state = table.state
            acted = await table.act(seat, action, None if done else question, None if done else interaction)
            done.append(action)
            before.append(state)
            events += _beside_deed(acted.events, seat, action)
            held = acted.held
            kept = sealed(action) or (seat in table.acting and table.rules.said(table.state, seat) == Said(action))
            if acted.passed:
                break
    except (Refused, Misread) as error:
        if not done:
            raise
        return Carried(tuple(done), tuple(events), held, kept, error, tuple(before))
    return Carried(tuple(done), tuple(events), held, kept, None, tuple(before))


def _beside_deed(events: Sequence[Event], seat: Seat, action: Action) -> list[Event]:
    """What an action has brought beside the deed itself, which its sentence tells: what somebody did with the first thing that the action names, or
    to as many things as it names."""

    def told(event: Event) -> bool:
        facts = {key: fact for key, fact in event.facts.items() if key != "seat"}
        values = [value for fact in facts.values() for value in (fact if isinstance(fact, list) else [fact])]
        return event.to is None and event.facts.get("seat") == seat and (action[1] in values or facts == {"n": len(action) - 1})

    deed = next((n for n, event in enumerate(events) if len(action) > 1 and told(event)), None)
    return [event for n, event in enumerate(events) if n != deed]


async def carried_message(
    interaction: discord.Interaction[Any], table: Table, seat: Seat, carried: Carried, say: Texts, typed: bool = False
) -> dict[str, Any]:
    """What happened, with what only the player may see, and the next question; what has been kept, with ways to change it.

    Who has `typed` reads what they would have to type to do the same.
    """
    lines = []
    if not carried.actions:
        lines.append(say("order.given"))
    elif not carried.kept:
        picking = picking_at(table, seat, look_of(table, say), say).in_text
        deeds = (did_in_words(picking, action, state) for action, state in zip(carried.actions, carried.before, strict=True))
        lines.append(say("move.done", deeds=" ".join(deeds)))
        if typed:
            lines.append(say("move.typed", action=f"{SEPARATOR} ".join(map(write, carried.actions))))
    elif sealed(carried.actions[-1]):
        lines.append(say("ahead.kept" if len(carried.actions[-1]) > 1 else "ahead.taken_back"))
    later = (table.lately.since(seat) or []) if seat in table.awaited else []  # The question begins with it.
    seen = [e for e in carried.events if (seat in e.to if e.to else carried.held) and e not in later]
    lines += narrate(table, seen, look_of(table, say))
    if isinstance(carried.error, Refused):
        lines.append(explain(carried.error, say, table.rules.key))
    elif carried.error:
        lines.append(misread(carried.error, say))
    if (carried.events or not carried.kept) and (missing := missing_rights(interaction)):
        lines.append(say("move.untold", rights=rights_words(missing, say)))
    if seat not in table.acting and (late := table.late):
        lines.append(say(late))
    note = "\n".join(lines)
    if view := confirming_error(table, seat, carried.error, say):
        return {"content": cut(note), "attachments": [], "view": view}
    if seat in table.acting:
        return await picker(interaction, table, seat, note=note, undo=bool(carried.before) and not carried.kept)
    if carried.kept and not table.over:
        return await ahead_message(interaction, table, seat, note)
    undo = carried.before and not carried.kept and not table.over
    return {"content": cut(note), "attachments": [], "view": panel([undoing(table.id, seat, table.sight(seat), say)]) if undo else None}


def confirming_error(table: Table, seat: Seat, error: Exception | None, say: Texts) -> discord.ui.View | None:
    """*Confirm*, where the error says what may be meant by a bare number."""
    return confirming(table, seat, error.attempt, say) if isinstance(error, Misread) and error.reason == "number" else None
