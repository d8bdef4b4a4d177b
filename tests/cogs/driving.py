"""Clicking through the private picker, as people do."""

from __future__ import annotations

from rules.game import Action
from tests.chat import HERE, Chat


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
        value = next((o["value"] for o in menu["options"] if o["value"].partition(":")[0] == action[1]), None) if menu else None
        if menu and value and len(action) == 2:
            await chat.choose(member, message, menu, [value])
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
        value = next((o["value"] for o in menu["options"] if leads and o["value"].partition(":")[0] == action[len(prefix)]), None)
        longest = len(further[-1]["custom_id"].rpartition(":")[2].split()) if further else 0
        if value and len(prefix) + 1 > longest:
            await chat.choose(member, message, menu, [value])
            return
    assert further, f"{action} is not among {chat.labels(message)}"
    await chat.press_exactly(member, message, further[-1])
