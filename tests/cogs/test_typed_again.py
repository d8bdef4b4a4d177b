"""One letter wrong in a name after a command: what was meant is asked, and *Yes* gives the command again, whole."""

from __future__ import annotations

import pytest

from cogs.messages.typed_again import AGAIN, Again, Typo, near
from data.language import LANGUAGES, texts
from playground.world import World
from tests.chat import ANNA, BOHUMIL, HERE, THERE, Chat
from tests.cogs.test_play import table

RIGHT = {
    ("deck show", "name"): ("ember raib", {"game": "hexygame"}, "Ember Raid"),
    ("deck check", "name"): ("emberraid", {}, "Ember Raid"),
    ("deck export", "name"): ("Embre Raid", {}, "Ember Raid"),
    ("learn", "game"): ("hexyname", {}, "HexyGame"),
    ("leaderboard", "game"): ("monser hex", {}, "Monster Hex"),
    ("profile", "game"): ("hokey game", {}, "Hockey Game"),
    ("cards", "game"): ("hexigame", {}, "HexyGame"),
    ("deck list", "game"): ("hexigame", {}, "HexyGame"),
}  # fmt: skip


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize(("command", "option"), RIGHT)
async def test_yes_is_as_if_it_had_been_typed_right(chat: Chat, command, option):
    wrong, further, right = RIGHT[command, option]
    wanted = await chat.use(ANNA, command, **further, **{option: right})
    asked = await chat.use(ANNA, command, **further, **{option: wrong})
    assert asked.startswith(f"Did you mean **{right}")
    question = chat.private(ANNA)
    await chat.restart()
    assert await chat.press(ANNA, question, "Yes") == wanted
    assert not [b for b in chat.buttons(chat.private(ANNA)) if b["custom_id"].startswith("b:retry:")], "and is not asked any more"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_the_language_of_whoever_types(chat, language):
    chat.world.members[ANNA]["locale"] = {"en": "en-US"}.get(language, language)
    say = texts(language)
    assert await chat.use(ANNA, "learn", game="hexyname") == say("misread.slip", word="hexyname", words="**HexyGame**")
    assert chat.labels(chat.private(ANNA)) == [say("slip.yes")]


async def test_a_deck_that_one_has_made_and_brings_to_the_table(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
    cards = (await table(chat)).rules.presets["ember_raid"]
    await chat.bot.store.decks.save(int(ANNA), "hexygame", "Wild Wolves", dict(cards))
    assert "Did you mean **Wild Wolves**?" in await chat.use(ANNA, "deck use", name="wild wolfes")
    assert "Wild Wolves" in await chat.press(ANNA, chat.private(ANNA), "Yes")
    assert (await table(chat)).position == 1
    assert not chat.buttons(chat.private(ANNA))


async def test_a_table_is_dealt_as_it_was_typed(chat):
    asked = await chat.use(ANNA, "game new", THERE, game="hexygme", seats="2", rated="True")
    assert "Did you mean" in asked
    await chat.press(ANNA, chat.private(ANNA, THERE), "Yes")
    row, _ = await chat.bot.tables.lobby(int(THERE))
    assert (row.game, row.rated) == ("hexygame", True)


async def test_one_of_several_options(chat):
    typed = {"game": "monster_hex", "seats": "3", "options": "seating=joined bord=three"}
    assert "Did you mean **board=three**? You typed `bord=three`" in await chat.use(ANNA, "game new", THERE, **typed)
    await chat.press(ANNA, chat.private(ANNA, THERE), "Yes")
    row, _ = await chat.bot.tables.lobby(int(THERE))
    assert (row.options["board"], row.options["seating"]) == ("three", "joined")
    assert "no option `boats=three`" in await chat.use(ANNA, "game new", HERE, game="monster_hex", options="boats=three")


async def test_somebody_named_beside_it_has_no_room_on_a_button(chat):
    """Whom Discord has resolved for the command is nobody that a button can name."""
    assert "Did you mean" in await chat.use(ANNA, "profile", game="hexigame", player=BOHUMIL)
    assert not chat.buttons(chat.private(ANNA))


async def test_nothing_is_guessed_where_two_are_as_near_or_nothing_is(chat):
    assert "Perhaps you mean" in await chat.use(ANNA, "learn", game="chess")
    for name in ("Wolf", "Golf"):
        await chat.bot.store.decks.save(int(ANNA), "hexygame", name, {"yellow_hall": 3})
    assert "Perhaps you mean" in await chat.use(ANNA, "deck show", name="Rolf", game="hexygame")
    assert near("abc", {"x": ["abd"]}) is None, "short names are too much like each other"


async def test_only_what_may_be_given_again_is(chat):
    for about in ("referee backup:", "game resign:sure=1", "nothing:", "deck show:colour=red"):
        button = {"type": 2, "custom_id": f"b:retry:{about}", "style": 2, "label": "x"}
        message = chat.world.post(HERE, {"content": "x", "components": [{"type": 1, "components": [button]}]}, {}, chat.standin.address)
        await chat.press_exactly(ANNA, message, button)
        assert "no longer works" in chat.private(ANNA)["content"], about
    known = {c.qualified_name for c in chat.bot.tree.walk_commands()}
    assert known >= AGAIN
    assert not [name for name in AGAIN if name.startswith("referee")]


async def test_by_direct_message(chat):
    direct = World.direct(ANNA)
    assert "Did you mean" in await chat.use(ANNA, "deck show", direct, name="ember raib")
    assert "Ember Raid" in await chat.press(ANNA, chat.private(ANNA, direct), "Yes")


def test_what_is_written_is_read():
    for options in ({"name": "Ä & = ; : % +"}, {}, {"name": "x", "game": "hexygame"}):
        assert Again.read(Again("deck show", options).written()) == ("deck show", options)
    assert Typo("a", "b").reason == "misread.slip"
