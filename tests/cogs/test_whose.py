"""What is told to whoever asks for what is not there, or is somebody else's: what there is, and whose it is."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, BOHUMIL, CECILE


@pytest.mark.parametrize(("command", "options"), [("game resign", {"sure": "True"}), ("move", {"action": "keep"}), ("hand", {}), ("board", {})])
async def test_with_a_challenge_open_it_is_said_what_there_is(chat, command, options):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    answer = await chat.use(ANNA, command, **options)
    assert "HexyGame" in answer
    assert "Bohumil" in answer
    assert "game leave" in answer, "the way out"


async def test_with_an_open_table_it_is_said_how_it_begins(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats=3)
    assert "*Start*" in await chat.use(ANNA, "game resign", sure="True")


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_somebody_elses_challenge_says_whose_it_is(chat, label):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    lobby = chat.seen(None)[-1]
    assert "Bohumil" in await chat.press(CECILE, lobby, label)
    assert (await chat.press(BOHUMIL, lobby, "Accept")) is not None, "who is asked can still answer"


async def test_another_games_deck_says_which_games_it_is(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    for name in ("court_of_mirrors", "planetary_conquerors:court_of_mirrors", "Court of Mirrors"):
        answer = await chat.use(ANNA, "deck use", name=name)
        assert "Planetary Conquerors" in answer
        assert "HexyGame" in answer
