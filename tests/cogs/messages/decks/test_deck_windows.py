"""Two windows of one deck, misspelled cards, and whatever may go wrong in the panel of decks."""

from __future__ import annotations

import asyncio
import json
import re
from unittest import mock

import pytest

from cogs.deck import FORM
from cogs.messages.decks.card_pool import Browsing, cards_matching
from cogs.messages.decks.deck_panel import MOST_DECKS
from data.content import build
from data.language import LANGUAGES, texts
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.messages.decks.deck_panel import GAMES, choose, decks, form, menu, opened, press
from tests.cogs.test_plain_words import SETTING, SNAKE, on_buttons, read
from tests.cogs.test_play import table

LOCALES = {"en": "en-GB", "cs": "cs", "fr": "fr"}


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
