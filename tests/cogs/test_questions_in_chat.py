"""Asking in one's own words: cards in questions, what is asked of every game, questions without an answer, `/card` by any name."""

from __future__ import annotations

import pytest

from data.language import LANGUAGES
from tests.chat import ANNA, BOHUMIL, CECILE


async def test_a_card_and_the_rules_that_touch_it(chat):
    answer = await chat.use(ANNA, "rules", question="white flag")
    assert "**White Flag**" in answer
    assert "Cancel an attack" in answer
    assert "HX-9.12" in answer, "what becomes of a cancelled attack"
    answer = await chat.use(ANNA, "rules", question="mind hijacker")
    assert "**Mind Hijacker**" in answer
    assert "PC-13.14" in answer, "control"
    assert "PC-13.5" in await chat.use(ANNA, "card", card="iron skin"), "what the card gives"
    assert "**Cannon**" in await chat.use(ANNA, "rules", question="cannon", game="hockey_game")
    assert "World-Root Colossus" in await chat.use(ANNA, "rules", question="the colossus?")


async def test_two_cards_and_a_question_about_one(chat):
    answer = await chat.use(ANNA, "rules", question="bunker link and phoenix spire", game="planetary_conquerors")
    assert "**Bunker Link**" in answer
    assert "**Phoenix Spire**" in answer
    answer = await chat.use(ANNA, "rules", question="does moss troll regeneration work in the opponent's turn", game="hexygame")
    assert "**Moss Troll**" in answer
    assert "Regeneration" in answer.partition("HX-")[2]


async def test_what_every_game_has_is_answered_for_all_of_them(chat):
    answer = await chat.use(ANNA, "rules", question="how do I win")
    for title in ("Monster Hex", "HexKnight", "HexyGame", "Hockey Game", "Planetary Conquerors"):
        assert f"**{title}**" in answer
    [menu] = chat.menus(chat.private(ANNA))
    await chat.choose(ANNA, chat.private(ANNA), menu, ["HK-0.2"])
    assert "**HK-0.2** How to win" in chat.private(ANNA)["content"]
    assert "**MH-" in await chat.use(BOHUMIL, "rules", question="jak vyhraju", game="monster_hex")


async def test_no_answer_is_said_as_such_and_the_channel_may_be_asked(chat):
    answer = await chat.use(ANNA, "rules", question="can I build a spaceship @everyone to leave the galaxy", game="planetary_conquerors")
    assert "the nearest is this one" in answer
    assert "PC-" in answer
    await chat.press(ANNA, chat.private(ANNA), "Ask the channel")
    asked = chat.seen(None)[-1]["content"]
    assert "Anna asks" in asked
    assert "spaceship" in asked
    assert "@everyone" not in asked, "nobody is called"
    assert "nearest" not in await chat.use(ANNA, "rules", question="how do edges match", game="monster_hex")


@pytest.mark.parametrize("question", ["what is the capital of france", "do you have a girlfriend", "how do i change my nickname here"])
async def test_a_question_of_no_game_gets_no_confident_answer(chat, question):
    answer = await chat.use(ANNA, "rules", question=question)
    assert "the nearest is this one" in answer or "no rule" in answer.lower(), answer
    assert "Ask the channel" in chat.labels(chat.private(ANNA))


@pytest.mark.parametrize(
    ("typed", "name"), [("colossus", "World-Root Colossus"), ("bodygard", "Bodyguard"), ("militia", "Town Militia"), ("Bouclier", "Shield")]
)
async def test_a_card_by_what_people_call_it(chat, typed, name):
    assert f"**{name}**" in await chat.use(ANNA, "card", card=typed)


async def test_a_card_of_the_game_at_hand_first(chat):
    for game, name in (("hexygame", "Mirror Current"), ("planetary_conquerors", "Mirror")):
        assert f"**{name}" in await chat.use(ANNA, "card", card="mirror", game=game)
    assert "No card" in await chat.use(ANNA, "card", card="qqqqqq")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_odd_questions_do_no_harm(chat, language):
    for question in ("?", "the", "a" * 200, "white flag white flag white flag", "'\"*"):
        assert await chat.use({"en": ANNA, "cs": BOHUMIL, "fr": CECILE}[language], "rules", question=question)


@pytest.mark.parametrize(
    ("player", "question", "rule"),
    [(CECILE, "le premier joueur pioche au premier tour ?", "HX-3.4"), (ANNA, "why cant i walk past this monster", "HK-6.3")],
)
async def test_words_of_rules_that_are_names_of_cards_too(chat, player, question, rule):
    answer = await chat.use(player, "rules", question=question)
    assert answer.partition("**")[2].startswith(f"{rule}**"), "no card stands before it"


async def test_what_is_asked_about_a_card_is_answered_by_the_rules_behind_it(chat):
    answer = await chat.use(BOHUMIL, "rules", question="Watchtower má akce, může teda chodit po mapě?", game="hexygame")
    assert "**HX-R51**" in answer, "the ruling about this card"


async def test_a_card_of_one_word_is_found_among_others(chat):
    """By its name, though rulings and questions have that word too; a word of the rules is a name where it is written as one."""
    assert "**Catapult**" in await chat.use(ANNA, "rules", question="how far does the catapult shoot", game="hexygame")
    assert "**Rearm**" in await chat.use(ANNA, "rules", question="does rearm let it attack twice", game="planetary_conquerors")
    assert "**Prism**" in await chat.use(ANNA, "rules", question="how often can I use my Prism in a turn", game="hexygame")
    assert "**Prism**" not in await chat.use(ANNA, "rules", question="is a prism a building or an artifact in general", game="hexygame")


@pytest.mark.parametrize(("question", "shown"), [("mind hijacker", "Mind Hijacker"), ("wall drone", "Wall Drone"), ("white flag", "White Flag")])
async def test_the_name_of_another_games_card_shows_it(chat, question, shown):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    assert f"**{shown}**" in await chat.use(ANNA, "rules", question=question)


@pytest.mark.parametrize("question", ["barrage", "the tower", "may a wall drone be stolen", "may my reality walk past a raider"])
async def test_what_only_contains_one_is_answered_by_the_game_at_hand(chat, question):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    assert "HexyGame" in await chat.use(ANNA, "rules", question=question)
