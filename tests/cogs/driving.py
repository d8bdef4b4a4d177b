"""Clicking through the private picker, as people do; and what nobody has to click."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from data.store.changes import Change
from rules.game import Action
from rules.notation import Row
from tests.chat import HERE, Chat
from tests.every_game.setups import random_action
from tests.reading import chosen


async def click_on(chat: Chat, member: str, plan: Sequence[Action]) -> tuple[int, int]:
    """Begins a row of actions in the open picker as somebody does who knows all of it: by a shortcut for several, or from a menu of several at
    once; the number of clicks, and of actions that are done."""
    found, message = await chat.bot.tables.here(int(HERE)), chat.private(member)
    rows = found.rules.shortcuts(found.state, found.seat_of(int(member)))
    for number, row in sorted(enumerate(rows), key=lambda one: -len(one[1])):
        short = next((b for b in chat.buttons(message) if b["custom_id"].startswith("b:go:") and b["custom_id"].endswith(f":{number}")), None)
        if short and [*row] == [*plan[: len(row)]]:
            await chat.press_exactly(member, message, short)
            return 1, len(row)
    menu = next((m for m in chat.menus(message) if m["custom_id"].endswith(f":{plan[0][0]}") and m.get("max_values", 1) > 1), None)
    values: list[str] = []
    for action in plan[: menu["max_values"]] if menu else ():
        value = next((o["value"] for o in menu["options"] if o["value"].partition(":")[0] == action[-1] and o["value"] not in values), None)
        if value is None or len(action) != 2 or action[0] != plan[0][0]:
            break
        values.append(value)
    if menu and len(values) > 1:
        await chat.choose(member, message, menu, values)
        return 1, len(values)
    return await click(chat, member, plan[0]), 1


async def click(chat: Chat, member: str, action: Action) -> int:
    """Chooses an action in the open picker, by a shortcut where it is one; returns the number of clicks."""
    found = await chat.bot.tables.here(int(HERE))
    rows = found.rules.shortcuts(found.state, found.seat_of(int(member)))
    if (action,) in rows:
        message = chat.private(member)
        number = str(rows.index((action,)))
        short = next(b for b in chat.buttons(message) if b["custom_id"].startswith("b:go:") and b["custom_id"].rpartition(":")[2] == number)
        await chat.press_exactly(member, message, short)
        return 1
    for clicks in range(1, 12):
        message = chat.private(member)
        whole = next(
            (b for b in chat.buttons(message) if b["custom_id"].startswith("b:do:") and b["custom_id"].endswith(f":{' '.join(action)}")), None
        )
        if whole:
            await chat.press_exactly(member, message, whole)
            return clicks
        menu = next((m for m in chat.menus(message) if len(action) > 1 and m["custom_id"].endswith(f":{action[0]}")), None)
        values = chosen(menu, action[1:]) if menu else []
        if menu and len(values) == len(action) - 1:
            await chat.choose(member, message, menu, values)
            return clicks
        await _further(chat, member, message, action)
    raise AssertionError(f"{action} cannot be clicked")


async def _further(chat: Chat, member: str, message: dict, action: Action) -> None:
    """The next word by a button, or from a menu of one."""
    steps = [b for b in chat.buttons(message) if b["custom_id"].startswith("b:step:") and not b.get("disabled")]
    further = [b for n in range(1, len(action)) for b in steps if b["custom_id"].endswith(f":{' '.join(action[:n])}")]
    for menu in chat.menus(message):
        prefix = tuple(menu["custom_id"].split(":", 5)[5].split())
        leads = action[: len(prefix)] == prefix
        values = chosen(menu, action[len(prefix) :]) if leads else []
        longest = len(further[-1]["custom_id"].rpartition(":")[2].split()) if further else 0
        if values and len(prefix) + 1 > longest:
            await chat.choose(member, message, menu, values)
            return
    assert further, f"{action} is not among {chat.labels(message)}"
    await chat.press_exactly(member, message, further[-1])


async def skip(chat: Chat, left: int, seed: int = 5) -> bool:
    """Stores what comes at the table until the first seat is asked and so many actions are left, played at random, as if it had been played; says
    whether there was anything to skip."""
    table = await chat.bot.tables.here(int(HERE))
    if table.over:
        return False
    chance, rules, state = Random(seed), table.rules, table.state
    rows: list[tuple[Row, Any]] = []
    while acting := rules.to_act(state):
        action = random_action(rules, state, acting[0], chance)
        state = rules.apply(state, acting[0], action).state
        rows.append((Row(table.position + len(rows) + 1, acting[0], action), state))
    stays = [n for n, (_, state) in enumerate(rows[:-left]) if rules.to_act(state) == (0,)]
    if not stays:
        return False
    last, state = rows[stays[-1]]
    row = table.row._replace(position=last.number, snapshot=rules.dump(state))
    await chat.bot.store.tables.commit(Change(row, [row for row, _ in rows[: stays[-1] + 1]], computers=False))
    return True
