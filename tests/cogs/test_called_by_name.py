"""Games and decks are found by the names that people know, in every command that takes one."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, BOHUMIL, DARA, HERE, THERE

FOUND = {
    "Monster Hex": "monster_hex",
    "monster": "monster_hex",
    "HOCKEY": "hockey_game",
    "conq": "planetary_conquerors",
    "hexk": "hexknight",
    "planetary-conquerors": "planetary_conquerors",
}


@pytest.mark.parametrize("typed", FOUND)
async def test_a_table(chat, typed):
    await chat.use(ANNA, "game new", game=typed)
    row = await chat.bot.store.tables.get(await chat.bot.store.tables.live_in(int(HERE)))
    assert row.game == FOUND[typed]


async def test_every_command_that_takes_a_game(chat):
    """What a game's own name answers, its key answers too."""
    for command, further in (
        ("learn", {}),
        ("rules", {"question": "how do I win"}),
        ("leaderboard", {}),
        ("profile", {}),
    ):
        named = await chat.use(ANNA, command, game="Monster Hex", **further)
        assert named == await chat.use(ANNA, command, game="monster_hex", **further)
        assert "no game" not in named
        assert "may be one of several games: HexKnight, HexyGame" in await chat.use(ANNA, command, game="hex", **further)
        assert "no game called “chess”. Perhaps you mean:" in await chat.use(ANNA, command, game="chess", **further)
    assert "This does not work for Hockey Game" not in await chat.use(ANNA, "card", card="Goalie", game="Hockey Game")
    for command, further in (("deck list", {}), ("deck show", {"name": "ember raid"}), ("deck check", {"name": "ember raid"})):
        assert "Ember Raid" in await chat.use(ANNA, command, game="Hexy", **further)
        assert "This does not work for Monster Hex; it does for: HexyGame, Planetary" in await chat.use(ANNA, command, game="Monster Hex", **further)


async def test_a_tournament_and_what_a_channel_allows(chat):
    assert "Monster Hex" in await chat.set_room(DARA, games="monster hex, hockey game")
    room = await chat.bot.room(int(chat.world.guild), int(HERE))
    assert set(room.games) == {"monster_hex", "hockey_game"}
    await chat.use(DARA, "tournament create", channel=THERE, game="hockey")
    assert (await chat.bot.tournaments.here(int(THERE))).game == "hockey_game"


async def test_answers_are_in_the_language_of_whoever_asks(chat):
    chat.world.members[BOHUMIL]["locale"] = "cs"
    assert "Hra „šachy“ tu není. Nemáš na mysli:" in await chat.use(BOHUMIL, "learn", game="šachy")
    chat.world.members[BOHUMIL]["locale"] = "fr"
    assert "«\u00a0hex\u00a0» peut désigner plusieurs jeux\u00a0: HexKnight, HexyGame" in await chat.use(BOHUMIL, "learn", game="hex")


async def test_presets_in_any_language_without_accents_and_signs(chat):
    for typed in ("Ember Raid (red, fast)", "Ember Raid", "ember_raid", "zhavy najezd", "Raid de braise", "braise", "EMBER"):
        assert "**Ember Raid (red, fast)**" in await chat.use(ANNA, "deck show", name=typed, game="hexygame"), typed


async def test_a_deck_of_another_game_is_found_where_none_is_named(chat):
    assert "**Iron Tide**" in await chat.use(ANNA, "deck check", name="iron")
    assert "no deck called “iron”. Perhaps you mean:" in await chat.use(ANNA, "deck check", name="iron", game="hexygame")


async def test_own_decks_go_before_presets_of_their_name_and_unclear_ones_are_asked_for(chat):
    await chat.use(ANNA, "deck import", name="Ember Raid", deck="4 Meteor", game="hexygame")
    assert "4 cards" in await chat.use(ANNA, "deck check", name="ember raid", game="hexygame")
    assert "may be one of several decks: Ember Raid, Ember Raid (red, fast)" in await chat.use(ANNA, "deck check", name="embe", game="hexygame")
    assert "4 cards" in await chat.use(ANNA, "deck check", name="EMBER-RAID", game="hexygame")


async def test_suggestions_show_names_and_come_without_accents(chat):
    chat.world.members[BOHUMIL]["locale"] = "cs"
    (found,) = await chat.choices(BOHUMIL, "deck show", "name", "zhavy", game="hexygame")
    assert (found["name"], found["value"]) == ("Žhavý nájezd (rudý, rychlý)", "ember_raid")
    assert [c["value"] for c in await chat.choices(BOHUMIL, "game new", "game", "hex")] == ["hexknight", "hexygame", "monster_hex"]
    assert "board=three" in await chat.complete(BOHUMIL, "game new", "options", "bo", game="Monster Hex")
