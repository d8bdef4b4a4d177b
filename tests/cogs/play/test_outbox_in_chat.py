"""What somebody has done is carried out once, in a whole chat, while pictures are drawn and Discord refuses."""

from __future__ import annotations

import asyncio
import contextlib
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.messages.moves import picker
from playground.error_codes import Rejected
from rules.notation import understand
from tests.chat import ANNA, DARA, HERE, Chat
from tests.cogs.test_play import table as here
from tests.cogs.test_trouble import legal_text, past_factions
from tests.waiting import LONGEST, within


async def test_the_picker_is_drawn_though_somebody_moves_at_that_moment(chat, monkeypatch):
    """Between a move and the picker that follows it the store is asked for settings: by then the table has gone on."""
    await past_factions(chat)
    table = await here(chat)
    keep = picker.theme_of

    async def slow(interaction: Any, default: str) -> str:
        monkeypatch.setattr(picker, "theme_of", keep)
        await table.act(0, understand(table.rules, table.state, 0, await legal_text(chat)))
        return await keep(interaction, default)

    monkeypatch.setattr(picker, "theme_of", slow)
    answer = await chat.press(ANNA, chat.board(), "Your move")
    assert "on our side" not in answer
    assert "Bohumil" in answer
    assert len(table.state.placed) == 1


async def about_to_place(chat: Chat) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """A table of which Anna has chosen all but *Confirm*: the table, her panel, the button."""
    await past_factions(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    async with within("a panel with all but the last word"):
        while not any(b["custom_id"].startswith("b:do:") for b in chat.buttons(chat.private(ANNA))):
            panel = chat.private(ANNA)
            if chat.menus(panel):
                await chat.pick(ANNA, panel, chat.menus(panel)[0]["options"][0]["value"])
            else:
                await chat.press(ANNA, panel, chat.labels(panel)[0])
    panel = chat.private(ANNA)
    return await here(chat), panel, chat.plays(panel)


async def press_often(chat: Chat, panel: dict[str, Any], button: dict[str, Any], often: int) -> None:
    """As quickly as a finger can: interactions of their own."""
    body = {"member": ANNA, "channel": HERE, "message": panel["id"], "custom_id": button["custom_id"]}
    await asyncio.gather(*(chat.standin.play("component", body) for _ in range(often)))
    await chat.settle()


async def test_a_double_click_does_not_write_over_the_answer(chat):
    table, panel, confirm = await about_to_place(chat)
    await press_often(chat, panel, confirm, 3)
    words = chat.private(ANNA)["content"]
    assert "✓" in words
    assert "moved on" not in words
    assert not any("moved on" in message["content"] for message in chat.seen(ANNA))
    assert len(table.state.placed) == 1


async def test_a_click_that_a_pause_has_hindered_may_be_repeated(chat):
    table, panel, confirm = await about_to_place(chat)
    await chat.use(DARA, "referee pause", reason="coffee")
    assert "paused" in await chat.press_exactly(ANNA, panel, confirm) or any("paused" in m["content"] for m in chat.seen(ANNA))
    assert len(table.state.placed) == 0
    await chat.use(DARA, "referee resume")
    await chat.press_exactly(ANNA, panel, confirm)
    assert len(table.state.placed) == 1


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_typed_move_whose_acknowledgement_fails_is_not_carried_out(chat, status, monkeypatch):
    """Whoever reads that the application did not respond types it again."""
    await past_factions(chat)
    table = await here(chat)
    before, mark = table.position, table.mark(0)
    text = await legal_text(chat)
    failing = True
    keep = discord.InteractionResponse.defer

    async def refused(self: Any, **how: Any) -> None:
        if failing:
            response: Any = SimpleNamespace(status=status, reason="no")
            raise discord.HTTPException(response, {"code": 10062, "message": "Unknown interaction"})
        await keep(self, **how)

    monkeypatch.setattr(discord.InteractionResponse, "defer", refused)
    chat.standin.members.patience = 0.3
    body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": text}}
    with contextlib.suppress(Rejected, AssertionError):
        await chat.standin.play("command", body)
    await chat.settle()
    assert (table.position, table.mark(0)) == (before, mark)
    assert len(await chat.bot.store.tables.actions(table.id)) == before
    failing, chat.standin.members.patience = False, LONGEST
    assert "✓" in await chat.use(ANNA, "move", action=text)
    assert table.position == before + 1
