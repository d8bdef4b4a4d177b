"""The moderators' desk at a table: an answer for who does not answer, a game given away, and who did it why."""

from __future__ import annotations

from data.desk import Desk
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE


async def test_a_moderator_answers_and_gives_a_game_away(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    found = await chat.bot.tables.here(int(HERE))
    before = found.position
    assert "not asked anything" in await chat.use(DARA, "referee timeout", player=BOHUMIL, reason="early")
    assert "does not play" in await chat.use(DARA, "referee timeout", player=CECILE, reason="wrong")
    assert "been told" in await chat.use(DARA, "referee timeout", player=ANNA, reason="three *days*")
    await chat.settle()
    assert found.position > before
    assert found.rules.to_act(found.state) == (1,)
    public = [m["content"] for m in chat.seen(None)]
    assert any("<@4004> answers for Anna" in text and r"three \*days\*" in text for text in public)
    assert "<@4002>" in chat.board()["content"], "the board follows and calls the next player"
    await chat.restart()
    await chat.use(DARA, "referee forfeit", player=ANNA, reason="left the server")
    await chat.settle()
    found = await chat.bot.tables.here(int(HERE))
    assert found.over
    assert found.rules.outcome(found.state).places[0] == (1,)
    log = await chat.use(CECILE, "referee log")
    assert "left the server" in log
    assert "akce" not in log
    assert log.index("left the server") < log.index("days"), "the latest first"
    assert "action 1 " in log
    await chat.use(DARA, "referee forfeit", player=BOHUMIL, reason="too late")
    assert len(await Desk(chat.bot.store).acts(found.id)) == 2, "nothing happens to a game that is over"


async def test_without_a_table_and_without_acts(chat):
    assert "no such table here" in await chat.use(ANNA, "referee log", THERE)
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    assert "No moderator" in await chat.use(ANNA, "referee log")
