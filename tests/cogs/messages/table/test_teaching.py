"""*Explain the move*: only where somebody teaches, the same for everybody, before and after the first move, and through a restart."""

from __future__ import annotations

import pytest

from data.content import games
from tests.chat import ANNA, BOHUMIL, HERE

TEACHERS = {"hexknight": "osmer", "hexygame": "ilara", "hockey_game": "trenna", "monster_hex": "tavi", "planetary_conquerors": "quen"}


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
async def test_whoever_asks_reads_what_its_last_turn_was_good_for(chat, game):
    await chat.use(ANNA, "game new", game=game, character=TEACHERS[game])
    assert "Explain the move" in chat.labels(chat.board())
    table = await chat.bot.tables.here(int(HERE))
    for _ in range(60):
        if table.position > 14:
            break
        await table.computers_answer()
        seat = table.seat_of(int(ANNA))
        if seat in table.awaited:
            await table.act(seat, table.rules.decision(table.state, seat).default)
    await chat.settle()
    told = await chat.press_verb(ANNA, "teach")
    assert TEACHERS[game].capitalize() in told
    assert "was good for" in told
    assert TEACHERS[game].capitalize() in (other := await chat.press_verb(BOHUMIL, "teach"))
    assert other != told  # He reads Czech.
    await chat.restart()
    assert await chat.press_verb(ANNA, "teach") == told


async def test_a_lesson_is_played_against_whoever_teaches(chat):
    assert "Your opponent is **Tavi**" in await chat.use(ANNA, "learn", game="monster_hex")


async def test_where_nobody_teaches_there_is_no_such_button(chat):
    await chat.use(ANNA, "game new", game="monster_hex", character="brakka")
    assert "Explain the move" not in chat.labels(chat.board())
    number = (await chat.bot.tables.here(int(HERE))).id
    assert "Nobody here explains" in await chat.press_old(ANNA, f"b:teach:{number}")


async def test_before_its_first_move_there_is_nothing_to_explain(chat):
    await chat.use(ANNA, "game new", game="hexknight", character="osmer", options="seating=joined")
    assert "no move to explain yet" in await chat.press_verb(ANNA, "teach")
