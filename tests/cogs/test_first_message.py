"""The first message of a table: what the game is about, how it is won, the ways to learn it, and the seed's hash, short there and whole on demand."""

from __future__ import annotations

import hashlib
import re

import pytest

from data.content import games
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.waiting import until

LANGUAGES = {"en": ANNA, "cs": BOHUMIL, "fr": CECILE}
WON = {
    ("monster_hex", "en"): "most points after the last round wins",
    ("monster_hex", "cs"): "po posledním kole nejvíc bodů",
    ("monster_hex", "fr"): "après la dernière manche gagne",
    ("hexygame", "en"): "such as a creature, on your opponent's Flag",
    ("hexygame", "cs"): "na soupeřově Vlajce stojí něco tvého",
    ("hexygame", "fr"): "une créature, sur le Drapeau adverse",
}


def first(chat: Chat) -> dict:
    """The message that began the table of the channel."""
    return chat.seen(None)[0]


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_says_in_two_lines_what_the_game_is_and_how_it_is_won(chat, game, language):
    who = LANGUAGES[language]
    await chat.set(who, "language", language=language)
    await chat.use(who, "game new", game=game, computers="1")
    about, won, *_ = first(chat)["content"].split("\n")
    assert about.startswith("**")
    assert " · " in about
    assert WON.get((game, language), won) in won
    assert max(len(about), len(won)) < 190
    assert not re.search("[0-9a-f]{17}", re.sub("<[^>]*>", "", first(chat)["content"])), "no long number drowns it"
    labels = {"en": {"Your move", "Learn", "Rules"}, "cs": {"Tvůj tah", "Naučit se", "Pravidla"}, "fr": {"À toi", "Apprendre", "Règles"}}
    await until(
        lambda: labels[language] <= {label for message in chat.seen(None) for label in chat.labels(message)}, "the buttons, here or further on"
    )


@pytest.mark.parametrize("game", games())
async def test_of_the_options_it_names_those_that_are_not_as_usual(chat, game):
    await chat.use(ANNA, "game new", game=game, seats="2")
    assert "Options:" not in chat.board()["content"], "whoever chose nothing has nothing to read"
    await chat.use(ANNA, "game leave")
    await chat.use(ANNA, "game new", game=game, seats="2", options="pause=off")
    (line,) = [line for line in chat.board()["content"].splitlines() if line.startswith("Options:")]
    assert "," not in line, "the only one that was chosen"


async def test_learn_begins_the_lesson_in_private_and_in_the_readers_language(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined")
    lobby, public = chat.board(), len(chat.seen(None))
    assert chat.labels(lobby) == ["Join", "Leave", "Start", "Handicap", "Learn", "Rules"]
    assert "Vítej v **Monster Hex**" in await chat.press(BOHUMIL, lobby, "Learn")
    assert "**MH-0 L'essentiel**" in await chat.press(CECILE, lobby, "Rules")
    await chat.press(BOHUMIL, lobby, "Join")
    assert "Welcome to **Monster Hex**" in await chat.press(ANNA, chat.board(), "Learn")
    assert len(chat.seen(None)) == public + 1, "the board, and no lesson that all see"
    assert "Ember" in " ".join(chat.labels(chat.private(ANNA)))


async def test_the_hash_is_published_before_the_game_and_the_seed_fits_it_afterwards(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    board = first(chat)
    (short,) = re.findall("`([0-9a-f]{16})…`", board["content"])
    told = await chat.press(CECILE, board, "Seed")
    (published,) = re.findall("[0-9a-f]{64}", told)
    assert published.startswith(short)
    table = await chat.bot.tables.here(int(HERE))
    assert table.position == 0, "nobody has done anything yet"
    assert f"{table.row.seed:064x}" not in told, "the seed is secret as long as the game goes on"
    await chat.use(ANNA, "game resign", sure="true")
    end = chat.board()
    assert not re.search("[0-9a-f]{17}", end["content"])
    again, seed, moves = re.findall("[0-9a-f]{64}", await chat.press(BOHUMIL, end, "Seed"))
    assert again == published
    assert hashlib.sha256(seed.encode()).hexdigest() == published
    assert re.findall("`([0-9a-f]{16})…`", end["content"]) == [seed[:16], published[:16], moves[:16]], "and that the seed is the one of the hash"


async def test_later_boards_have_the_log_in_its_place(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    labels = chat.labels(chat.board())
    assert "Log" in labels
    assert not {"Learn", "Seed"} & {*labels}
    assert "Fair play" not in chat.board()["content"]
