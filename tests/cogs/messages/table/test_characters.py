"""A character is chosen by a command, by completion, from a menu and by a button, sits under its name, and the lobby says who it is."""

from __future__ import annotations

import pytest

from cogs.messages.table.characters import character_completions, characters_meant
from cogs.play.reseating import Seating
from cogs.play.unfit import Unfit
from data.language import LANGUAGES, texts
from tests.chat import ANNA, BOHUMIL, CECILE, HERE


async def seats(chat):
    return [(s.computer, s.name) for s in (await chat.bot.tables.here(int(HERE))).seats if s.player is None]


async def test_a_typed_character_plays_under_its_name(chat):
    """Beside it sits a computer of the level that was asked for."""
    await chat.use(ANNA, "game new", game="monster_hex", character="brakka", computers="2", level="easy", seats="3")
    assert sorted(await seats(chat)) == [("brakka", "Brakka"), ("easy", "Computer (easy)")]
    first = next(m["content"] for m in chat.seen(None) if "Fair play" in m["content"])
    assert "Brakka (computer, normal): plays boldly" in first
    assert "Computer: easy" in first
    assert "💬 **Brakka**: No waiting. I come to you." in first


@pytest.mark.parametrize(("gives_up", "words"), [(True, "That is what courage is for."), (False, "Well played!")])
async def test_what_it_says_last_depends_on_who_has_won_alone(chat, gives_up, words):
    await chat.use(ANNA, "game new", game="monster_hex", character="brakka")
    table = await chat.bot.tables.here(int(HERE))
    mine = table.seat_of(int(ANNA))
    await table.concede(mine if gives_up else 1 - mine)
    await chat.settle()
    assert f"{words}" in next(line for line in chat.board()["content"].splitlines() if "💬 **Brakka**" in line)


async def test_a_character_counts_as_its_level_and_sits_at_a_rematch_too(chat):
    """Who takes a seat over beside it is as strong; it judges whether all is lost as its level does."""
    await chat.use(ANNA, "game new", game="monster_hex", character="grumo")
    table = await chat.bot.tables.here(int(HERE))
    assert Seating(table).level == "easy"
    assert hasattr(table.rules.opponents["grumo"], "guide")
    await table.concede(table.seat_of(int(ANNA)))
    await chat.settle()
    await chat.press(ANNA, chat.board(), "Rematch")
    again = await chat.bot.tables.here(int(HERE))
    assert again.id != table.id
    assert await seats(chat) == [("grumo", "Grumo")]


async def test_one_alone_needs_no_number_of_computers(chat):
    await chat.use(CECILE, "game new", game="monster_hex", character="Grumo, sella", seats="4")
    lobby = chat.board()["content"]
    assert "Grumo (ordinateur, facile)\u00a0: joue avec avidité" in lobby
    assert "Sella" in lobby
    assert "Ordinateur" not in lobby


@pytest.mark.parametrize("options", [{"rated": "True"}, {"level": "hard"}])
async def test_where_no_computer_may_sit_none_does(chat, options):
    """Not in a rated game; and a level that nobody would play at is refused as before."""
    await chat.use(ANNA, "game new", game="monster_hex", character="ondi", opponent=BOHUMIL, **options)
    assert not chat.seen(None)


async def test_a_menu_leads_to_the_characters_of_a_game_and_a_button_begins(chat):
    await chat.use(ANNA, "help")
    await chat.press(ANNA, chat.private(ANNA), "Play the computer")
    menu = next(menu for menu in chat.menus(chat.private(ANNA)) if menu["custom_id"].startswith("m:characters"))
    words = await chat.choose(ANNA, chat.private(ANNA), menu, ["monster_hex"])
    assert "**Brakka** · normal · plays boldly" in words
    (faces,) = chat.private(ANNA)["attachments"]
    assert "Brakka: normal · plays boldly" in faces["description"]
    await chat.press(ANNA, chat.private(ANNA), "Ondi")
    assert await seats(chat) == [("ondi", "Ondi")]


async def test_a_character_that_is_gone_is_refused(chat):
    assert "no longer works" in await chat.press_old(ANNA, "b:fresh:nobody:monster_hex")


async def test_completion_depends_on_the_game(chat):
    assert await chat.complete(ANNA, "game new", "character", "v", game="hexygame") == ["Vexa"]
    assert await chat.complete(ANNA, "game new", "character", "v") == []


def test_names_are_completed_and_understood():
    for language in LANGUAGES:
        say = texts(language, "monster_hex")
        assert len(character_completions("", "monster_hex", say)) >= 4
        assert [text for _, text in character_completions("Brakka, on", "monster_hex", say)] == ["Brakka, Ondi"]
        assert characters_meant("ONDI , brakka,ondi,", "monster_hex") == ["ondi", "brakka"]
    with pytest.raises(Unfit) as refused:
        characters_meant("brakka, nobody", "monster_hex")
    assert refused.value.reason == "characters.unknown"
