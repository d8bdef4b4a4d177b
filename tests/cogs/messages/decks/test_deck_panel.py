"""Browsing cards and building decks by menus."""

from __future__ import annotations

import re

import pytest

from cogs.messages.decks.deck_panel import MOST_DECKS, preset_name
from data.content import build
from data.language import texts
from tests.chat import ANNA, BOHUMIL
from tests.cogs.messages.decks.deck_panel import GAMES, choose, chosen, decks, form, menu, opened, press
from tests.cogs.test_play import table
from tests.waiting import within


def cards_of(chat, message):
    """The names of the cards on a page, as its menu has them."""
    return [option["label"] for option in menu(chat, message, "cardlook")["options"]]


# Browsing


async def test_a_pool_page_by_page(chat):
    """Every card that may be in a deck is on one page, once."""
    await chat.use(ANNA, "cards", game="hexygame")
    seen, pages = [], 0
    async with within("the last page"):
        while True:
            shown = chat.private(ANNA)
            pages += 1
            seen += cards_of(chat, shown)
            assert len(shown["attachments"]) == 1
            assert set(cards_of(chat, shown)) <= set(re.findall(r"^(.+?) \(", shown["attachments"][0]["description"], re.MULTILINE)), (
                "the words say as much"
            )
            if "▶" not in chat.labels(shown):
                break
            await press(chat, "▶")
    say = texts("en", "hexygame")
    assert sorted(seen) == sorted(say(f"word.{word}") for word in build("hexygame").decks.limits)
    assert f"page {pages} of {pages}" in chat.private(ANNA)["content"]
    assert len([m for m in chat.seen(ANNA) if m["_only"] == ANNA]) == 1, "one message is edited"


async def test_filters_leave_what_has_one_of_each_kind(chat):
    await chat.use(ANNA, "cards", game="hexygame")
    await choose(chat, "cardsift", "Colour: red", "Colour: blue", "Type: Sorcery")
    shown = chat.private(ANNA)
    faces = build("hexygame").faces
    wanted = [w for w in faces if faces[w].color in "RB" and faces[w].type == "sorcery"]
    assert f"{len(wanted)} cards" in shown["content"]
    lit = [o["label"] for o in menu(chat, shown, "cardsift")["options"] if o.get("default")]
    assert lit == ["Colour: red", "Colour: blue", "Type: Sorcery"]
    second = next(m for m in chat.menus(shown) if m["custom_id"].startswith("m:cardsift:1:"))
    await chat.choose(ANNA, shown, second, chosen(second, "Cost: 3"))
    dear = [w for w in wanted if sum(int(p) if p.isdigit() else 1 for p in faces[w].cost) == 3]
    assert dear
    assert cards_of(chat, chat.private(ANNA)) == [texts("en", "hexygame")(f"word.{w}") for w in dear]
    await chat.choose(ANNA, chat.private(ANNA), menu(chat, chat.private(ANNA), "cardsift"), [])
    assert len([w for w in faces if sum(int(p) if p.isdigit() else 1 for p in faces[w].cost) == 3]) > len(wanted)
    assert " cards · page 1 of" in chat.private(ANNA)["content"], "a filter is taken away again"


async def test_an_option_only_where_a_game_has_it(chat):
    await chat.use(ANNA, "cards", game="planetary_conquerors")
    kinds = {o["label"].partition(":")[0] for m in chat.menus(chat.private(ANNA)) for o in m["options"] if ": " in o["label"]}
    assert kinds == {"Type", "Rarity", "Cost"}, "a colour says no more than a type"


async def test_search_by_text_in_any_language_and_misspelled(chat):
    await chat.use(ANNA, "cards", text="jiskrne kopi", game="hexygame")
    assert cards_of(chat, chat.private(ANNA)) == ["Spark Lance"]
    custom_id, field = await opened(chat, "Search")
    assert field["value"] == "jiskrne kopi"
    assert "with “draw a card”" in await form(chat, custom_id, chat.private(ANNA), text="draw a card")
    assert "Tide Adept" in cards_of(chat, chat.private(ANNA)), "what a card says"
    assert "Perhaps you mean: Spark Lance" in await form(chat, custom_id, chat.private(ANNA), text="spark lnace")
    assert not chat.private(ANNA)["attachments"]
    assert cards_of(chat, chat.private(ANNA)) == ["Spark Lance"], "to be looked at"
    await form(chat, custom_id, chat.private(ANNA), text="spark")
    await choose(chat, "cardsift", "Colour: blue")
    assert "No card is like that" in chat.private(ANNA)["content"], "it says so, and is red"
    await choose(chat, "cardsift")
    assert "112 cards" in await press(chat, "Without search")
    assert "with “a\\:b\\*\\*”" in await form(chat, custom_id, chat.private(ANNA), text="  a:b**\n")
    await chat.restart()
    assert "Without search" in chat.labels(chat.private(ANNA))
    assert "112 cards" in await press(chat, "Without search")


# Building


async def test_from_a_card_to_a_deck_that_is_played(chat):
    """`/cards`, one card whole, into a new deck, more of it, the rest by menus; a restart in between; then at a table."""
    await chat.use(ANNA, "cards", game="hexygame")
    await choose(chat, "cardlook", "Torchrunner")
    await choose(chat, "cardinto", "A new deck")
    assert "In **New deck**: 1 (at most 5)" in chat.private(ANNA)["content"]
    assert "In **New deck**: 5 (at most 5)" in await press(chat, "+ 4")
    assert chat.button(chat.private(ANNA), "+ 1")["disabled"]
    await chat.restart()
    assert "**New deck** · HexyGame · 5 cards" in await press(chat, "More cards")
    assert "Added: Red Hearth, Spark Lance" in await choose(chat, "cardadd", "Red Hearth", "Spark Lance")
    shown = chat.private(ANNA)["attachments"][0]["description"]
    assert "Spark Lance (1× red) · Wizardry · common\n2 damage to a creature.\nin the deck: 1" in shown
    await choose(chat, "cardlook", "Red Hearth")
    for _ in range(9):
        await press(chat, "+ 5")
    assert await decks(chat) == {"New deck": {"torchrunner": 5, "red_hearth": 46, "spark_lance": 1}}
    shown = await press(chat, "The deck")
    assert shown.startswith("**New deck** · HexyGame\n52 cards; a deck has 48 to 120\nIt may be played.")
    alt = chat.private(ANNA)["attachments"][0]["description"]
    assert "46x Red Hearth" in alt
    await choose(chat, "decktake", "46× Red Hearth", "1× Spark Lance")
    assert await decks(chat) == {"New deck": {"torchrunner": 5, "red_hearth": 45}}
    custom_id, field = await opened(chat, "Name")
    assert field["value"] == "New deck"
    assert (await form(chat, custom_id, chat.private(ANNA), name=" Fire *and* hearth ")).startswith("**Fire \\*and\\* hearth** · HexyGame")
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
    assert "You play" in await chat.use(ANNA, "deck use", name="Fire *and* hearth")
    await chat.use(ANNA, "deck build", name="fire *and* hearth", game="hexygame")
    await choose(chat, "decktake", "5× Torchrunner")
    assert await decks(chat) == {"Fire *and* hearth": {"torchrunner": 4, "red_hearth": 45}}
    assert (await table(chat)).state.sides[0].deck == {"torchrunner": 5, "red_hearth": 45}, "a table goes on with what it was given"


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_rule_still_asks_is_said_with_its_rule(chat, game):
    """HX-3.1, PC-3.1, PC-3.3: the number, and where a game has them the cards that have to be there; the entry opens from a menu."""
    shown = await chat.use(ANNA, "deck build", game=game)
    decks = build(game).decks
    rule = decks.rules.get("deck_size", decks.rule)
    assert f"0 cards; {decks.least} to" in shown
    assert shown.count(f"({rule})") == 1
    assert shown.count(f"({decks.rules.get('deck_needs', decks.rule)})") == (len(decks.musts) or 1)
    found = menu(chat, chat.private(ANNA), "ruleopen")
    await chat.choose(ANNA, chat.private(ANNA), found, [rule])
    assert f"**{rule}**" in chat.private(ANNA)["content"]


async def test_a_deck_without_cards_is_begun_once(chat):
    """Whoever opens one and leaves it finds it again; with cards in it, it stands."""
    for _ in range(2):
        await chat.use(ANNA, "deck build", game="hexygame")
        await press(chat, "All decks")
        await press(chat, "New deck: HexyGame")
    assert await decks(chat) == {"New deck": {}}
    await press(chat, "Add cards")
    await choose(chat, "cardadd", "Red Hearth")
    await chat.use(ANNA, "deck build", game="hexygame")
    assert await decks(chat) == {"New deck": {"red_hearth": 1}, "New deck 2": {}}


@pytest.mark.parametrize("game", GAMES)
async def test_a_preset_as_a_beginning(chat, game):
    """By *Copy*, by the menu of an empty deck, and by the command; the preset stays as it is."""
    rules = build(game)
    word, cards = next(iter(rules.presets.items()))
    name = texts("en", game)(f"word.{word}")
    listed = await chat.use(ANNA, "deck list")
    for key in GAMES:
        assert all(texts("en", key)(f"word.{preset}") in listed for preset in build(key).presets), "presets of all games"
    assert listed.count("(") >= sum(len(build(key).presets) for key in ("hexygame", "planetary_conquerors")), "what each is about"
    await chat.choose(ANNA, chat.private(ANNA), menu(chat, chat.private(ANNA), "deck"), [f"{game}:+{word}"])
    assert chat.labels(chat.private(ANNA)) == ["Copy", "All decks"]
    shown = chat.private(ANNA)
    assert [o["value"] for m in chat.menus(shown) for o in m["options"]] == sorted(cards, key=[*rules.decks.limits].index), (
        "all of it can be looked at"
    )
    await choose(chat, "cardlook", menu(chat, shown, "cardlook")["options"][0]["label"])
    await press(chat, "More cards")
    await chat.use(ANNA, "deck show", name=word, game=game)
    assert "It may be played" in await press(chat, "Copy")
    assert await decks(chat, game=game) == {name[:40]: dict(cards)}
    await press(chat, "Copy")
    assert len(await decks(chat, game=game)) == 2, "under another name"
    await chat.use(ANNA, "deck build", name="Third", game=game)
    await choose(chat, "deckbegin", preset_name(texts("en", game), word))
    assert (await decks(chat, game=game))["Third"] == dict(cards)
    await choose(chat, "decktake", menu(chat, chat.private(ANNA), "decktake")["options"][0]["label"])
    assert sum((await decks(chat, game=game))["Third"].values()) == sum(cards.values()) - 1
    assert dict(build(game).presets[word]) == dict(cards)


async def test_a_deck_with_more_kinds_than_a_menu_has_room_for(chat):
    rules = build("planetary_conquerors")
    every = dict.fromkeys(rules.decks.limits, 1)
    await chat.bot.store.decks.save(int(ANNA), rules.key, "All", every)
    await chat.use(ANNA, "deck show", name="All", game=rules.key)
    seen = []
    for n in range(1, 6):
        assert f"Cards {n}/5 ▶" in chat.labels(chat.private(ANNA))
        seen += [o["value"] for o in menu(chat, chat.private(ANNA), "decktake")["options"]]
        await press(chat, "Cards")
    assert sorted(seen) == sorted(every)
    await press(chat, "Cards")
    await choose(chat, "decktake", menu(chat, chat.private(ANNA), "decktake")["options"][3]["label"])
    assert "Cards 2/5 ▶" in chat.labels(chat.private(ANNA)), "one stays on the page"


async def test_as_many_decks_as_there_may_be(chat):
    for n in range(MOST_DECKS):
        await chat.bot.store.decks.save(int(ANNA), "hexygame", f"Deck {n}", {"meteor": n + 1})
    await chat.use(ANNA, "deck list")
    for label in ("New deck: HexyGame",):
        await press(chat, label)
        assert "You can keep 25 decks a game" in chat.private(ANNA)["content"]
    await chat.use(ANNA, "cards", game="hexygame")
    await choose(chat, "cardlook", "Red Hearth")
    labels = [o["label"] for o in menu(chat, chat.private(ANNA), "cardinto")["options"]]
    assert len(labels) == MOST_DECKS
    assert "A new deck" not in labels
    assert len(await decks(chat)) == MOST_DECKS


async def test_decks_say_which_game_they_are_for(chat):
    """Where nothing says which game is meant, decks of one name are told apart by it."""
    for game in GAMES:
        await chat.use(ANNA, "deck build", name="Mine", game=game)
    offered = {c["name"]: c["value"] for c in await chat.choices(ANNA, "deck show", "name", "mine")}
    assert offered == {"Mine · HexyGame": "hexygame:Mine", "Mine · Planetary Conquerors": "planetary_conquerors:Mine"}
    for title, value in offered.items():
        assert (await chat.use(ANNA, "deck show", name=value)).startswith("**" + title.replace(" ·", "** ·"))
        assert title.replace(" ·", "** ·") in await chat.use(ANNA, "deck build", name=value)
    assert [c["name"] for c in await chat.choices(ANNA, "deck build", "like", "tide")] == [
        "High Tide (blue and yellow, flying) · HexyGame", "Iron Tide · Planetary Conquerors"
    ]  # fmt: skip
    await chat.use(ANNA, "deck build", name="planetary_conquerors:Mine", like="hexygame:ember_raid")
    assert (await decks(chat))["Mine"] == {}
    assert [len(await decks(chat, game=game)) for game in GAMES] == [1, 1]
