"""What everybody reads of an undo: which deed it was, and whose answer is gone with it."""

from __future__ import annotations

from tests.chat import ANNA, Chat
from tests.cogs.test_play import table


async def test_a_public_undo_names_the_deed_and_who_had_answered_it(chat: Chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers=1, options="seating=joined opening=fixed")
    await chat.use(ANNA, "move", action="faction ember")
    for _ in range(2):
        told = chat.board()["content"]
        found = await table(chat)
        await chat.use(ANNA, "move", action=" ".join(found.rules.decision(found.state, 0).default))
    before, told = told, chat.board()["content"]
    assert told != before, "the computer has answered"
    await chat.use(ANNA, "game undo")
    line = next(line for line in chat.board()["content"].splitlines() if line.startswith("↩"))
    deed = next(line for line in told.splitlines() if line.startswith("Anna"))
    assert line == f"↩ **Anna** takes the last action back: {deed} What followed is taken back, too (Computer)."
