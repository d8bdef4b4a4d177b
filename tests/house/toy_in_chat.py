"""Run by the house test in a copy of the project that has the toy game: it is playable in chat like any other."""

from __future__ import annotations

from tests.chat import ANNA, Chat


async def test_toy_game_in_chat(tmp_path):
    async with Chat(tmp_path) as chat:
        assert "toy_nim" in await chat.complete(ANNA, "game new", "game", "")
        await chat.use(ANNA, "game new", game="toy_nim", computers="1", options="beans=21")
        for _ in range(20):
            found = await chat.bot.tables.here(3001)
            if found.over:
                break
            await chat.press(ANNA, chat.board(), "Your move")
            await chat.press(ANNA, chat.private(ANNA), "Confirm")
        assert found.over
        assert "takes" in chat.board()["content"]
        assert "one to three beans" in await chat.use(ANNA, "rules", question="how many may I take")
        assert "**TN-2** Taking" in await chat.use(ANNA, "rules", question="tn-2")
