"""The panel *Plan ahead*: what a player has said ahead at a table, with buttons to add to it and to take it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, panel, with_room
from cogs.messages.drawing import look_of
from cogs.messages.moves.picker_context import Picking, Place, draft_in_words, in_words, picking_at
from cogs.messages.moves.waiting_panel import (
    answered_lines,
    answered_presses,
    numbered,
    plans,
    ready_in_words,
    stopped_lines,
    stopped_presses,
    take_back,
)
from cogs.messages.reply import voice
from cogs.messages.table.eliminated_panel import out_message
from cogs.messages.table.notices import lost_words
from cogs.messages.truncation import cut
from cogs.play.default_orders import lasting
from cogs.play.table import Table
from data.language import Texts
from rules.game import Action, Rules, Seat
from rules.legal_actions import unchosen
from rules.parts.ahead import DRAFT, READY, SEAL
from rules.parts.planned_turns import Rehearsal, kept, rehearse, stopped
from rules.parts.stops import is_hold

GREEN, BLUE, GREY = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.secondary
ROW = 5
MENU = 25
"""Choices of a menu at most."""
STOPS_PAGE = "stops"
GROUPS = ("pass", "ask", "other")
"""How orders begin that pass without asking, and that ask; and all others."""


async def ahead_message(interaction: discord.Interaction[Any], table: Table, seat: Seat, note: str = "", page: str = "") -> dict[str, Any]:
    """The panel, or its page of stops: arguments for an edit. A player who is out of the game gets the message of that instead."""
    if table.out(seat):
        return await out_message(interaction, table, seat, note)
    say = await voice(interaction, table.rules.key)
    picking = picking_at(table, seat, look_of(table, say), say)
    if table.over or not plans(table.rules):
        words = say("refused.game_over" if table.over else "ahead.no_such_game")
        return {"content": words, "attachments": [], "view": None}
    if page == STOPS_PAGE:
        return _stops_page(picking, note)
    rows = [_ways(picking), *_chunks(_backs(picking)), _toggles(picking)]
    items = []
    for n, row in enumerate(row for row in rows if row):
        for press in row:
            press.row = n
            items.append(press)
    return {"content": cut("\n".join(_lines(picking, note))), "attachments": [], "view": panel(items)}


def _lines(picking: Picking, note: str) -> list[str]:
    """Describes what has been said ahead, in plain words."""
    table, seat, say = picking.table, picking.seat, picking.say
    given, ahead = table.orders(seat), kept(table.rules, table.state, seat)
    said = [lost_words(ahead.lost, say)] if ahead.lost else []
    said += answered_lines(picking)
    if ahead.answer and seat not in table.acting:
        said.append(say("ahead.sealed", action=_in_advance(picking, ahead.answer)))
    if given:
        orders = " · ".join(say(f"order.{order}") for order in table.rules.orders if order in given)
        said.append(f"**{say('ahead.orders')}** {orders}")
    if ahead.ready:
        said += [f"**{say('ahead.lies_ready')}**", *numbered(ready_in_words(picking))]
    if left := stopped_lines(picking):
        said += left
    elif ahead.draft:
        said += [f"**{say('ahead.draft')}**", *_drafted(picking, ahead.draft)]
    return [*([note] if note else []), f"**{say('ahead.title')}** · {say('ahead.secret')}", *(said or [say("ahead.nothing")])]


def _drafted(picking: Picking, draft: Sequence[Action]) -> list[str]:
    """The actions of a draft in plain words, and where it would stop in the present position."""
    return draft_in_words(picking, draft, rehearse(picking.table.rules, picking.table.state, picking.seat, draft))


def _toggle(picking: Picking, order: str) -> Press:
    on = order in picking.table.orders(picking.seat)
    label = f"{'✓ ' if on else ''}{picking.say(f'order.{order}')}"
    press = Press("toggle", f"{picking.table.id}:{order}:{'off' if on else 'on'}", label, GREEN if on else GREY)
    return with_room(press, label, picking.say("order.switch_off" if on else "order.switch_on"))


def _toggles(picking: Picking) -> list[Press]:
    """A button for each standing order; in games with many, only for those that end by themselves."""
    orders = picking.table.rules.orders
    few = orders if len(orders) <= ROW else [order for order in orders if is_hold(order)]
    return [_toggle(picking, order) for order in few[:ROW]]


def drafts(rules: Rules[Any], state: Any, seat: Seat) -> Rehearsal | None:
    """The rehearsal of a seat's draft, if the seat may add to it now; None where the draft has stopped, or the seat has no turn to draft."""
    if DRAFT not in rules.verbs or stopped(rules, state, seat):
        return None
    found = rehearse(rules, state, seat, kept(rules, state, seat).draft)
    return found if found.state is not None else None


def pass_ahead(rules: Rules[Any], state: Any, seat: Seat) -> Action:
    """The one answer that a seat may give before it is asked; () where it may give none."""
    if seat in rules.to_act(state) or SEAL not in rules.verbs:
        return ()
    found, words = unchosen(lambda prefix: rules.sayable(state, seat, prefix), (SEAL,))
    return (*found, words[0].text) if len(words) == 1 else ()


def _in_advance(picking: Picking, answer: Action) -> str:
    """An answer given before its question is asked, in plain words."""
    table, seat = picking.table, picking.seat
    return in_words(picking, answer, picking.view, lambda prefix: table.rules.sayable(table.state, seat, (SEAL, *prefix)))


def _ways(picking: Picking) -> list[Press]:
    """Buttons to say more ahead: answer now, draft a turn, lay answers ready."""
    table, seat, say = picking.table, picking.seat, picking.say
    rules, state, sight = table.rules, table.state, table.sight(seat)
    found = []
    if seat in table.awaited:
        found.append(Press("step", Place(table.id, table.mark(seat), 0, ()).write(), say("button.move"), BLUE))
    if drafts(rules, state, seat):
        label = say("ahead.add" if kept(rules, state, seat).draft else "ahead.plan_turn")
        found.append(Press("step", Place(table.id, sight, 0, (DRAFT,)).write(), label, BLUE))
    if READY in rules.verbs and rules.sayable(state, seat, (READY,)):
        found.append(Press("step", Place(table.id, sight, 0, (READY,)).write(), say("ahead.lay_ready"), BLUE))
    if (answer := pass_ahead(rules, state, seat)) and not kept(rules, state, seat).answer:
        label = say("ahead.in_advance", action=_in_advance(picking, answer[1:]))
        words = say("ahead.in_advance", action=_in_advance(picking.in_text, answer[1:]))
        found.append(with_room(Press("do", Place(table.id, sight, 0, answer).write(), label, GREEN), words, say("pick.plan")))
    if len(rules.orders) > ROW:
        found.append(Press("plan", f"{table.id}:{STOPS_PAGE}", say("ahead.stops")))
    return found


def _backs(picking: Picking) -> list[Press]:
    """Buttons that take back what has been said, one each."""
    table, seat = picking.table, picking.seat
    ahead = kept(table.rules, table.state, seat)
    found: list[Press | None] = []
    if ahead.answer:
        found += answered_presses(picking) if seat in table.acting else [take_back(picking, (SEAL,), "ahead.take_back")]
    if left := stopped_presses(picking):
        found += left
    elif ahead.draft:
        found.append(take_back(picking, (DRAFT,), "ahead.discard"))
    for n, ready in enumerate(ahead.ready, 1):
        found.append(take_back(picking, (READY, ready.kind, ready.about), "ahead.take_number_back", number=n))
    return [press for press in found if press is not None]


def _chunks(presses: list[Press]) -> list[list[Press]]:
    return [presses[n : n + ROW] for n in range(0, len(presses), ROW)]


# Stops


def groups(rules: Rules[Any]) -> list[tuple[str, list[str]]]:
    """The lasting orders of a game, divided among menus: the name of the group (one of GROUPS), and its orders."""
    found: dict[str, list[str]] = {name: [] for name in GROUPS}
    for order in lasting(rules):
        begins = order.partition("_")[0]
        found[begins if begins in found else GROUPS[-1]].append(order)
    return [(name, names[n : n + MENU]) for name, names in found.items() for n in range(0, len(names), MENU)]


def stop_menus(rules: Rules[Any], given: frozenset[str], say: Texts, verb: str, about: str) -> list[Choose]:
    """A menu for each group of orders, with the `given` ones chosen."""
    menus = []
    for row, (name, names) in enumerate(groups(rules)):
        options = [discord.SelectOption(label=say(f"order.{o}")[:100], value=o, default=o in given) for o in names]
        menus.append(Choose(verb, f"{about}:{row}", options, say(f"stops.{name}"), row, (0, len(options))))
    return menus


def listed_stops(rules: Rules[Any], given: frozenset[str], say: Texts) -> list[str]:
    """The `given` orders, a line each."""
    return [f"- {say(f'order.{order}')}" for order in lasting(rules) if order in given]


def orders_told(before: frozenset[str], now: frozenset[str], say: Texts) -> str:
    """Which standing orders hold from now on and which no longer do, by their names."""
    changed = {"order.set": now - before, "order.off": before - now}
    return " ".join(say(key, what=", ".join(say(f"order.{order}") for order in sorted(orders))) for key, orders in changed.items() if orders)


def chosen_stops(rules: Rules[Any], given: frozenset[str], group: int, values: Sequence[str]) -> frozenset[str]:
    """All orders given after `values` were chosen from the menu of `group`."""
    found = groups(rules)
    names = found[group][1] if group < len(found) else []
    return given.difference(names) | {value for value in values if value in names}


def _stops_page(picking: Picking, note: str) -> dict[str, Any]:
    """The page of stops: which orders let the seat pass, or ask it, at this table."""
    table, say = picking.table, picking.say
    lines = [*([note] if note else []), f"**{say('stops.title')}**", say("stops.here"), say("stops.seen")]
    lines += listed_stops(table.rules, table.orders(picking.seat), say)
    items: list[Press | Choose] = [*stop_menus(table.rules, table.orders(picking.seat), say, "stops", str(table.id))]
    items.append(Press("plan", str(table.id), say("pick.back"), row=4))
    return {"content": cut("\n".join(lines)), "attachments": [], "view": panel(items)}
