"""`/cards` and decks built by menus: what is shown, what is stored, and what happens where two windows are open."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from unittest import mock

import pytest

from cogs.deck import FORM
from cogs.messages.decks.card_pool import Browsing, cards_matching
from cogs.messages.decks.deck_panel import MOST_DECKS, preset_name
from data.content import build
from data.language import LANGUAGES, texts
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.test_plain_words import SETTING, SNAKE, on_buttons, read
from tests.cogs.test_play import table
from tests.waiting import within

GAMES = ("hexygame", "planetary_conquerors")
LOCALES = {"en": "en-GB", "cs": "cs", "fr": "fr"}


def menu(chat, message, verb):
    """The menu of a verb on a message."""
    return next(m for m in chat.menus(message) if m["custom_id"].startswith(f"m:{verb}:"))


def chosen(found, *labels):
    """The values of a menu's options so called."""
    return [next(o["value"] for o in found["options"] if o["label"] == label) for label in labels]


async def choose(chat, verb, *labels, member=ANNA):
    """Chooses from a menu of the latest private message."""
    found = menu(chat, chat.private(member), verb)
    return await chat.choose(member, chat.private(member), found, chosen(found, *labels))


async def press(chat, label, member=ANNA):
    return await chat.press(member, chat.private(member), label)


async def decks(chat, member=ANNA, game="hexygame"):
    """As they are stored."""
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        rows = db.execute("SELECT name, cards FROM decks WHERE player = ? AND game = ?", (int(member), game)).fetchall()
    return {name: json.loads(cards) for name, cards in rows}


def cards_of(chat, message):
    """The names of the cards on a page, as its menu has them."""
    return [option["label"] for option in menu(chat, message, "cardlook")["options"]]


async def form(chat, custom_id, message=None, **fields):
    """Sends a form that was opened on a private message."""
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]} for name, value in fields.items()]
    body = {"member": ANNA, "channel": HERE, "custom_id": custom_id, "components": rows, "message": message and message["id"]}
    await chat.standin.play("modal", body)
    await chat.settle()
    return chat.private(ANNA)["content"]


async def opened(chat, label):
    """The custom id of the form that a button opens, and its first field."""
    shown = chat.private(ANNA)
    body = {"member": ANNA, "channel": HERE, "message": shown["id"], "custom_id": chat.button(shown, label)["custom_id"]}
    modal = (await chat.standin.play("component", body))["modal"]
    return modal["custom_id"], modal["components"][0]["components"][0]


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


# A misspelled card


async def test_a_misspelled_card_gets_suggestions(chat):
    answer = await chat.use(ANNA, "deck import", name="Mine", deck="4 Spark Lnace, 2 Meteor, 3 qqqqqq", game="hexygame")
    assert "“4 Spark Lnace” is no card. Perhaps you mean: Spark Lance?" in answer
    assert "Not read: 3 qqqqqq" in answer
    await choose(chat, "deckmend", "4× Spark Lance")
    assert await decks(chat) == {"Mine": {"meteor": 2, "spark_lance": 4}}
    answer = await chat.use(ANNA, "deck import", name="Other", deck="4 Spark Lnace", game="hexygame")
    assert "Perhaps you mean: Spark Lance?" in answer
    assert set(await decks(chat)) == {"Mine"}, "of nothing no deck is made"
    assert "Write a line such as “4x Gold Miner”" in await chat.use(ANNA, "deck import", name="x", deck="zzzz", game="planetary_conquerors")


# Two windows


async def test_two_windows_add_up(chat):
    """Each change is made to the deck as it is by then, however old the window."""
    await chat.use(ANNA, "deck build", name="Mine", like="ember_raid", game="hexygame")
    first = chat.private(ANNA)
    await chat.use(ANNA, "deck show", name="Mine", game="hexygame")
    second = chat.private(ANNA)
    assert first["id"] != second["id"]
    before = (await decks(chat))["Mine"]
    value = menu(chat, first, "decktake")["options"][0]["value"]
    both = [
        {"member": ANNA, "channel": HERE, "message": one["id"], "custom_id": menu(chat, one, "decktake")["custom_id"], "values": [value]}
        for one in (first, second)
    ]
    await asyncio.gather(*(chat.standin.play("component", body) for body in both))
    await chat.settle()
    assert (await decks(chat))["Mine"] == before | {value: before[value] - 2}


async def test_a_window_of_a_deck_with_another_name_says_so(chat):
    await chat.use(ANNA, "deck build", name="Mine", like="ember_raid", game="hexygame")
    old = chat.private(ANNA)
    await chat.use(ANNA, "deck show", name="Mine", game="hexygame")
    custom_id, _ = await opened(chat, "Name")
    await form(chat, custom_id, chat.private(ANNA), name="Yours")
    found = menu(chat, old, "decktake")
    await chat.choose(ANNA, old, found, [found["options"][0]["value"]])
    assert "no longer here" in chat.private(ANNA)["content"]
    assert (await decks(chat))["Yours"] == dict(build("hexygame").presets["ember_raid"])
    await chat.use(ANNA, "deck build", name="Mine", game="hexygame")
    custom_id, _ = await opened(chat, "Name")
    await form(chat, custom_id, chat.private(ANNA), name="Yours")
    assert "You have a deck called “Yours” already" in chat.private(ANNA)["content"]
    assert set(await decks(chat)) == {"Mine", "Yours"}


async def test_a_form_does_not_undo_what_another_window_has_done(chat):
    await chat.use(ANNA, "deck build", name="Mine", like="ember_raid", game="hexygame")
    custom_id, field = await opened(chat, "As text")
    assert custom_id.startswith(f"{FORM}hexygame/")
    found = menu(chat, chat.private(ANNA), "decktake")
    await chat.choose(ANNA, chat.private(ANNA), found, [found["options"][0]["value"]])
    kept = await decks(chat)
    await form(chat, custom_id, chat.private(ANNA), cards=field["value"])
    assert "As text" in chat.labels(chat.private(ANNA))
    assert "changed in another window" in chat.private(ANNA)["content"]
    assert field["value"].splitlines()[0] in chat.private(ANNA)["content"], "what has been written is not lost"
    assert await decks(chat) == kept
    custom_id, field = await opened_again(chat)
    assert "Kept: **Mine**" in await form(chat, custom_id, None, cards="48 Red Hearth")
    assert await decks(chat) == {"Mine": {"red_hearth": 48}}


async def opened_again(chat):
    await chat.use(ANNA, "deck show", name="Mine", game="hexygame")
    return await opened(chat, "As text")


async def test_another_person_means_their_own_decks(chat):
    """A custom id of Anna's in the hands of Bohumil changes nothing of hers and shows nothing."""
    await chat.use(ANNA, "deck build", name="Mine", like="ember_raid", game="hexygame")
    kept = await decks(chat)
    rows = list(chat.private(ANNA)["components"])
    message = chat.world.post(HERE, {"content": "x", "components": rows}, {}, chat.standin.address)
    found = menu(chat, message, "decktake")
    await chat.choose(BOHUMIL, message, found, [found["options"][0]["value"]])
    assert "balíček už tu není" in chat.private(BOHUMIL)["content"]
    await chat.press(BOHUMIL, message, "Copy")
    assert await decks(chat) == kept
    assert not await decks(chat, BOHUMIL)
    await chat.press(ANNA, message, "All decks")
    assert message["content"] == "x", "what all see does not become hers"


# What may go wrong


async def test_a_card_that_a_new_version_no_longer_has(chat):
    await chat.bot.store.decks.save(int(ANNA), "hexygame", "Old", {"gone_card": 3, "red_hearth": 47})
    shown = await chat.use(ANNA, "deck show", name="Old", game="hexygame")
    assert "GONE_CARD" in shown.upper()
    await choose(chat, "decktake", "3× GONE_CARD")
    assert (await decks(chat))["Old"] == {"gone_card": 2, "red_hearth": 47}


async def test_pictures_that_discord_does_not_take(chat):
    """The words say the same without them."""
    import discord

    whole = discord.Interaction.edit_original_response

    async def refusing(self, **kwargs):
        if kwargs.get("attachments"):
            raise discord.Forbidden(mock.Mock(status=403, reason="Forbidden"), "Missing Permissions")
        return await whole(self, **kwargs)

    with mock.patch.object(discord.Interaction, "edit_original_response", refusing):
        shown = await chat.use(ANNA, "cards", game="hexygame")
    assert "Torchrunner (1× red) · Creature – Goblin · common\nattack 1" in shown
    assert chat.menus(chat.private(ANNA))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_nobody_reads_a_word_of_the_machine(chat, language, game):
    chat.world.members[ANNA]["locale"] = LOCALES[language]
    await chat.use(ANNA, "cards", game=game)
    verbs = ("cards", "cardlook", "cardinto", "deck", "decks")
    seen = []
    for verb in verbs:
        shown = chat.private(ANNA)
        seen.append(json.dumps([read(shown["content"]), *on_buttons(shown), *(a["description"] for a in shown["attachments"])], ensure_ascii=False))
        assert len(shown["content"]) <= 2000
        if verb in ("cardlook", "cardinto"):
            found = menu(chat, shown, verb)
            await chat.choose(ANNA, shown, found, [found["options"][-1]["value"]])
        elif verb != "cards":
            button = next(b for b in chat.buttons(shown) if b["custom_id"].startswith(f"b:{verb}:"))
            await chat.press_exactly(ANNA, shown, button)
    for words in seen:
        assert not SNAKE.findall(words), words
        assert not SETTING.findall(words), words
        assert not re.search(r"\b(cards|deck|trait)\.[a-z_]+\b", words), words


@pytest.mark.parametrize(("typed", "name"), [("colossus", "Colossus"), ("bodygard", "Bodyguard"), ("militia", "Militia"), ("mirror", "Mirror")])
async def test_a_card_by_a_nickname_or_misspelled(chat, typed, name):
    """What the menu offers for it is what is opened."""
    offered = await chat.choices(ANNA, "card", "card", typed)
    shown = await chat.use(ANNA, "card", card=typed)
    head = shown.splitlines()[0]
    assert name.casefold() in head.casefold()
    assert any(choice["name"].partition(" · ")[0] in head for choice in offered)


async def test_a_card_of_the_channels_game_first_and_into_a_deck(chat):
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL)
    first = (await chat.use(ANNA, "card", card="mirror")).splitlines()[0]
    assert any(first.startswith(f"**{texts('en', 'planetary_conquerors')(f'word.{w}')}**") for w in build("planetary_conquerors").faces)
    await press(chat, "Add to deck")
    await choose(chat, "cardinto", "A new deck")
    assert len((await decks(chat, game="planetary_conquerors"))["New deck"]) == 1


async def test_a_list_of_the_longest_decks_ends_with_a_whole_line(chat):
    """25 decks whose names are 60 signs each are more than a message holds: no line is cut within a name, and the menus have all of them."""
    for n in range(MOST_DECKS):
        name = "*" * 58 + f"{n:02d}"
        await chat.bot.store.decks.change(int(ANNA), "hexygame", lambda decks, name=name: decks.__setitem__(name, {}))
    await chat.use(ANNA, "deck list")
    shown = chat.private(ANNA)
    *lines, last = shown["content"].splitlines()
    assert len(shown["content"]) <= 2000
    assert last == "…"
    assert all(line.replace("\\*", "").count("*") in (2, 4) for line in lines if "\\*" in line)
    offered = {option["label"] for menu in chat.menus(shown) for option in menu["options"]}
    assert {"*" * 58 + f"{n:02d}" for n in range(MOST_DECKS)} <= offered


async def test_a_deck_that_was_deleted_can_be_had_back(chat):
    """A beginning of its name is enough to delete one: the answer holds what brings it back."""
    await chat.use(ANNA, "deck build", name="Mine", like="ember raid")
    before = await chat.use(ANNA, "deck export", name="mine")
    answer = await chat.use(ANNA, "deck delete", name="mi")
    assert "Deleted: **Mine**" in answer
    (code,) = re.findall(": `([a-z0-9]+)`", answer)
    assert await decks(chat) == {}
    await chat.use(ANNA, "deck import", name="Mine", deck=code, game="hexygame")
    assert await chat.use(ANNA, "deck export", name="mine") == before


async def test_what_a_card_costs_is_said_in_words(chat):
    """In the reader's language, in menus and of a card alone; a search finds what cards say, not what they cost."""
    await chat.use(BOHUMIL, "cards", game="planetary_conquerors")
    described = [option["description"] for menu in chat.menus(chat.private(BOHUMIL)) for option in menu["options"] if option.get("description")]
    assert any(re.search(r"Cena: \d zlat[oa], \d cosmi", words) for words in described)
    assert not any(re.search(r"\d[gce]\b", words) for words in described)
    assert "(2 zlata, 1 cosmium)" in await chat.use(BOHUMIL, "card", card="raider")
    assert "raider" not in cards_matching(Browsing("planetary_conquerors", text="gold"), "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_deck_is_used_by_the_name_that_its_button_says(chat, game, language):
    """Whole, with what it is like in brackets, without that, and however many spaces stand in it."""
    chat.world.members[ANNA]["locale"] = LOCALES[language]
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    await chat.press(ANNA, chat.board(), texts(language)("button.move"))
    say, panel = texts(language, game), chat.private(ANNA)
    (line, *others) = panel["beside"].values()
    name = line.strip("*").partition(say("colon"))[2]
    assert others
    assert name.endswith(")")
    bare = name.partition(" (")[0]
    shown = [await chat.use(ANNA, "deck show", name=way, game=game) for way in (name, name.upper(), bare, f"  {bare.replace(' ', '  ')} ")]
    assert len({*shown}) == 1
    assert bare in shown[0]
    assert bare in await chat.use(ANNA, "deck use", name=name)
    assert (await table(chat)).view(0).board.stage != "deck"
