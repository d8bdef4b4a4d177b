"""In a panel, the turns of others have a heading, and the end of one's own is told."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, Chat
from tests.cogs.test_play import table
from tests.waiting import rounds

SINCE = "**Since your last move**"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("game", ["planetary_conquerors", "hexygame"])
async def test_what_follows_for_want_of_a_choice_does_not_swallow_the_heading_of_the_computers_turn(chat: Chat, monkeypatch, game):
    """The player's own answers may come after it, of which nobody has pressed any."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    await chat.use(ANNA, "game new", game=game, computers=1, options="seating=joined")
    turns = headed = 0
    for _ in rounds("turns against the computer"):
        found = await table(chat)
        if found.over or turns == 3:
            break
        if 0 not in found.acting:
            await found.computers_answer()
            continue
        before = found.rules.present_turn(found.state)
        await chat.use(ANNA, "move", action=" ".join(found.rules.decision(found.state, 0).default))
        found, told = await table(chat), chat.private(ANNA)["content"]
        if before and before[0] == 0 and found.rules.present_turn(found.state) != before:
            turns += 1
            lines = told.splitlines()
            theirs = [n for n, line in enumerate(lines) if line.startswith("Computer")]
            headed += bool(theirs)
            assert not theirs or SINCE in lines[: theirs[0]], told
            begun = [n for n, line in enumerate(lines) if line.strip("*").startswith("Turn ") and "Computer" in line]
            assert not begun or SINCE in lines[: begun[0]], told
            assert "turn" in lines[0], told
    assert turns
    assert headed
