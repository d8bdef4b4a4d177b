"""Tells a player privately the result of their click or typed action: carried out, kept for later, or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import panel
from cogs.messages.channel_rights import missing_rights, rights_words
from cogs.messages.drawing import look_of, narrate, unescaped
from cogs.messages.moves.ahead import ahead_message
from cogs.messages.moves.carrying_out import Carried
from cogs.messages.moves.ended_panel import ended_message
from cogs.messages.moves.panel_news import Own, within_room
from cogs.messages.moves.picker import confirming, picker
from cogs.messages.moves.picker_context import Picking, did_in_words, picking_at, waiting
from cogs.messages.moves.score import score_changed
from cogs.messages.moves.several_actions import Unplayed, unplayed
from cogs.messages.moves.typed_names import named_in, pointing, readable
from cogs.messages.moves.typos import asking_back
from cogs.messages.moves.undo_button import undo_press
from cogs.messages.refusals import explain, misread
from cogs.messages.truncation import cut
from cogs.play.history.recent_actions import Done, Pressed, seen
from cogs.play.only_answers import PASS
from cogs.play.table import Table
from data.language import Texts
from data.user_text import Typed
from rules.game import Action, Event, Refused, Seat
from rules.notation import SEPARATOR, Misread
from rules.parts.ahead import DRAFT, READY, sealed

TURN_BEGAN = "turn_began"
"""The event with which a turn begins, in games that tell of it."""


def _beside_deed(events: Sequence[Event], seat: Seat, action: Action, say: Texts) -> list[Event]:
    """The events of an action without the one that repeats its sentence: something done by the seat with the first thing that the action names, or,
    where that is secret, with the second; or to as many things as it names. One that tells of more things than the sentence stays."""

    def told(event: Event, word: str) -> bool:
        facts = {key: fact for key, fact in event.facts.items() if key != "seat"}
        values = [value for fact in facts.values() for value in (fact if isinstance(fact, list) else [fact])]
        repeats = word in map(str, values) and not any(more in values for more in _unsaid(action, say))
        return event.to is None and event.facts.get("seat") == seat and (repeats or facts == {"n": len(action) - 1})

    deed = next((n for word in action[1:3] for n, event in enumerate(events) if told(event, word)), None)
    return [event for n, event in enumerate(events) if n != deed]


def _unsaid(action: Action, say: Texts) -> Action:
    """The words of an action that its sentence leaves out: those after the second thing, such as who joins an attack, unless it lists all."""
    return action[3:] if "{b}" in (say.find(f"did.{action[0]}") or "") else ()


class Told(NamedTuple):
    """The events that a panel tells: those of the player's `own` actions, and those `since` that the panel's question doesn't tell."""

    own: list[Event]
    since: list[Event]


def _tell(table: Table, seat: Seat, done: Carried, say: Texts) -> Told:
    """Chooses what to tell now, so that each event is told once. What led to the next question is left to its panel (`news`); a waiting player isn't
    told what others may still take back."""
    player, lately = table.seats[seat].player or 0, table.lately
    before = lately.told(seat, player)
    after = min(done.after, before.until) if before else done.after
    found = lately.between(after, lately.last)
    if found is None:
        events: Sequence[Event] = [event for event in done.events if event.to is None or seat in event.to]
        for action in () if done.kept else done.actions:
            events = _beside_deed(events, seat, action, say)
        return Told([*events], [])
    last = max((one.row.number for one in found if one.row.seat == seat and not one.row.auto), default=after)
    asked = seat in table.awaited
    for one in found:
        if last < one.row.number and (asked or one.row.number <= done.position) and _let_happen(one, seat):
            last = one.row.number
        elif one.row.number > last:
            break
    until = last if asked else lately.last if table.over else max(last, done.position)
    own_turn = last if done.turned is None else min(last, done.turned)
    lately.tell(seat, player, until, until)
    own, since = ([one for one in found if a < one.row.number <= b] for a, b in ((after, own_turn), (own_turn, until)))
    told = Told(*([event for one in part for event in _brought(one, seat, done, say)] for part in (own, since)))
    others_turn = (n for n, event in enumerate(told.own) if done.over and event.kind == TURN_BEGAN and event.facts["seat"] != seat)
    own_until = next(others_turn, len(told.own))
    return Told(told.own[:own_until], [*told.own[own_until:], *told.since])


def _let_happen(one: Done, seat: Seat) -> bool:
    """Whether an automatic answer, or a pass, has only let happen what the seat began, such as a spell that nobody responds to."""
    events = [event for event in seen([one], seat) if event.facts != {"seat": one.row.seat}]
    return (one.row.auto or one.row.action == (PASS,)) and all(event.facts.get("seat") == seat for event in events)


def _brought(one: Done, seat: Seat, done: Carried, say: Texts) -> list[Event]:
    """The events of an action that the seat may know, without the one that repeats its sentence."""
    found = seen([one], seat)
    actions = (*done.actions, *(answer.action for answer in done.only))
    deed = next((action for action in actions if one.row.action[-len(action) :] == action), None)
    return found if deed is None or one.row.seat != seat or done.kept else _beside_deed(found, seat, deed, say)


def _ordered(picking: Picking, done: Carried) -> list[str]:
    """Sentences on what the seat's standing orders did right after its actions, which would pass unnoticed otherwise."""
    table, seat = picking.table, picking.seat
    rules, orders = table.rules, table.orders(seat)
    rows = table.lately.between(done.after, done.position) if orders and done.before else None
    state, deeds = done.before[0] if done.before else None, []
    for row in (one.row for one in rows or ()):
        try:
            if row.seat == seat and row.auto and rules.standing(state, seat, orders) == row.action:
                deeds.append(did_in_words(picking, row.action, state))
            state = rules.apply(state, row.seat, row.action).state
        except Refused:  # What others have sealed, or done beside the turn, is not retraced.
            break
    return deeds


def only_in_words(picking: Picking, action: Action, state: Any) -> str:
    """An action that was the only legal one, as a sentence; in the game's own words for such a case if it has any (`only.<kind>.<verb>`)."""
    decision = picking.table.rules.decision(state, picking.seat)
    return picking.say.find(f"only.{decision.kind}.{action[0]}") or did_in_words(picking, action, state)


def _counted(sentences: Iterable[str]) -> list[str]:
    """Sentences without repetitions, with the number of times."""
    return [f"{one.removesuffix('.')} ({n}×)." if n > 1 else one for one, n in Counter(sentences).items()]


def _at_once(done: Carried) -> bool:
    """Whether something laid ready or drafted was for the present question, so that its first action has been played and is no secret."""
    return done.actions[-1][0] in (DRAFT, READY) and len(done.actions[-1]) > 1 and done.position > done.after + 1 and bool(done.events)


async def carried_message(
    interaction: discord.Interaction[Any], table: Table, seat: Seat, done: Carried, say: Texts, typed: bool = False
) -> dict[str, Any]:
    """The message after actions: in bold what was done, its effects, and the next question; or what was kept, with ways to change it.

    After a `typed` action it shows what to type to do the same.
    """
    head = []
    if done.ordered:
        head.append(f"**{done.ordered}**")
    elif done.actions and not done.kept:
        picking = picking_at(table, seat, look_of(table, say), say).in_text
        deeds = [did_in_words(picking, action, state) for action, state in zip(done.actions, done.before, strict=True)]
        score = _score(table, seat, done, say)
        ordered = _ordered(picking, done)
        table.lately.press(seat, Pressed(table.view(seat), interaction.id, done.actions, done.before))
        only = _counted(only_in_words(picking, one.action, one.before) for one in done.only)
        said = _counted(deeds)
        ends = say.find("turn.over") if done.over and not table.over and say("turn.named") not in " ".join([*said, *ordered, *only]) else None
        closing = [ends] if ends else []
        head.append(say("move.done", deeds=f"**{' '.join([*said, *([] if only else closing), *score])}**"))
        if ordered:
            head.append(" ".join([say("order.followed"), *ordered]))
        if only:
            head.append(" ".join([say("move.only"), *only, *closing]))
        if typed:
            head.append(say("move.typed", action=Typed(_typed_anew(table, seat, done, say))))
    elif done.actions and sealed(done.actions[-1]):
        head.append(say("ahead.at_once" if _at_once(done) else "ahead.kept" if len(done.actions[-1]) > 1 else "ahead.taken_back"))
    told, look = _tell(table, seat, done, say), look_of(table, say)
    own, since = narrate(table, told.own, look), narrate(table, told.since, look)
    heading = [say("pick.since")] if since else []
    left = Unplayed([], [])
    if done.left:
        failed = Unplayed([say("unplayed", actions=done.left.shown)], [])
        left = failed if done.error else unplayed(table, seat, done.left, say, done.position, done.over)
    foot = left.lines
    if isinstance(done.error, Refused):
        foot.append(explain(done.error, say, table.rules.key, pointing=pointing(table, seat, say, "")))
    elif done.error:
        foot.append(misread(done.error, say, pointing(table, seat, say, ""), after=True))
    if (done.events or not done.kept) and (missing := missing_rights(interaction)):
        foot.append(say("move.untold", rights=rights_words(missing, say)))
    if done.kept and seat not in table.acting and (late := table.late):
        foot.append(say(late))
    if table.over:
        return await ended_message(table, seat, [*head, *own, *heading, *since, *foot], say)
    if view := confirming_error(table, seat, done.error, say) or asking_back(done.error, table, seat, say):
        return {"content": cut("\n".join([*head, *own, *foot])), "attachments": [], "view": view}
    if seat in table.acting:
        return await picker(interaction, table, seat, own=Own(head, own, foot, since, left.presses))
    if done.kept:
        return await ahead_message(interaction, table, seat, "\n".join([*head, *own, *heading, *since, *foot]))
    lines, more = within_room(table, head, [*own, *heading, *since], [*foot, waiting(table, say)], say)
    presses = [*left.presses, *undo_press(picking_at(table, seat, look, say)), *more]
    return {"content": cut("\n".join(lines)), "attachments": [], "view": panel(presses) if presses else None}


def _score(table: Table, seat: Seat, done: Carried, say: Texts) -> list[str]:
    """How the score has changed by a seat's actions, and by the only answers that followed them."""
    actions = [*done.actions, *(one.action for one in done.only)]
    return score_changed(table, seat, actions, [*done.before, *(one.before for one in done.only)], say)


def _typed_anew(table: Table, seat: Seat, done: Carried, say: Texts) -> str:
    """How somebody types the same again, each action as it can be read in the position before it."""
    rules, found = table.rules, []
    for action, state in zip(done.actions, done.before, strict=True):
        names = named_in(rules, rules.view(state, seat), lambda said: unescaped(table, look_of(table, said)), say)
        found.append(readable(rules, state, seat, names, action))
    return f"{SEPARATOR} ".join(found)


def confirming_error(table: Table, seat: Seat, error: Exception | None, say: Texts) -> discord.ui.View | None:
    """The button *Confirm*, if the error says which action was probably meant."""
    return confirming(table, seat, error.attempt, say) if isinstance(error, Misread) and error.reason == "number" else None
