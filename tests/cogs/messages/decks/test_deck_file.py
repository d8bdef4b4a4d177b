"""`/deck import` without a list opens a form that takes a file; what stands in it is read as a typed list is, after a restart, too."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, HERE, Chat

NAME = {"name": "Mine", "game": "hexygame"}


async def hand_over(chat: Chat, content: str) -> str:
    """Opens the form, starts the bot anew, and sends a file; gives the answer."""
    await chat.use(ANNA, "deck list", game="hexygame")  # Its cards are read.
    result = await chat.standin.play("command", {"member": ANNA, "channel": HERE, "name": ["deck", "import"], "options": NAME})
    form = result["modal"]
    (label,) = form["components"]
    assert (label["type"], label["component"]["type"], label["component"]["required"]) == (18, 19, True)
    await chat.restart()
    chosen = {"type": 19, "custom_id": label["component"]["custom_id"], "files": [{"name": "deck.txt", "content": content}]}
    body = {"member": ANNA, "channel": HERE, "custom_id": form["custom_id"], "components": [{"type": 18, "component": chosen}]}
    return await chat._answer(await chat.standin.play("modal", body))


@pytest.mark.parametrize("head", ["", "\ufeff"])
async def test_a_list_in_a_file_is_kept(chat, head):
    answer = await hand_over(chat, head + "14x Red Hearth\n4 Meteor\n")
    assert "Mine" in answer
    (deck,) = (await chat.bot.store.decks.of(int(ANNA), "hexygame")).values()
    assert sorted(deck.values()) == [4, 14]
    assert chat.private(ANNA)["attachments"], "the deck's picture"


async def test_what_is_no_deck_is_said(chat):
    assert "16 kB" in await hand_over(chat, "x" * 16_001)
    assert "at most 4000 letters" in await hand_over(chat, "x\n" * 2_500)
    assert "nothing of the kind" in await hand_over(chat, "nothing of the kind")
    assert not await chat.bot.store.decks.of(int(ANNA), "hexygame")


async def test_a_form_without_a_file_is_too_old(chat):
    for components in ([], [{"type": 18, "component": {"type": 19, "custom_id": "file", "values": []}}], [{"type": 1, "components": []}]):
        body = {"member": ANNA, "channel": HERE, "custom_id": "f:deckfile:hexygame:Mine", "components": components}
        await chat._answer(await chat.standin.play("modal", body))
        assert not await chat.bot.store.decks.of(int(ANNA), "hexygame")
