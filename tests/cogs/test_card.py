"""`/card` for every game: cards, tiles, teams, monsters, places, with their rules and how they stand in a live game."""

from __future__ import annotations

import re

import pytest

from cogs.messages.rules.find_cards import card_choices, find_offered, with_cards
from data.content import build
from data.language import LANGUAGES, texts
from data.rulebook import rulebook
from render.look import Look
from render.painter import painter
from tests.chat import ANNA, BOHUMIL, CECILE
from tests.cogs.test_play import table
from tests.every_game.strict import Strict
from tests.planetary_conquerors.table import TestTable as Planets

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", with_cards())
def test_everything_has_a_name_a_text_and_rules(game, language):
    rules, paint, look = build(game), painter(game), Look("light", Strict(language, game), ())
    for word, face in rules.faces.items():
        text = paint.cards.words(face, look)
        assert len(text.splitlines()) > 1, word
        numbers = paint.cards.rules(face)
        assert numbers
        assert set(numbers) <= rulebook(game, language).keys()


@pytest.mark.parametrize("game", with_cards())
def test_every_kind_can_be_drawn(game):
    rules, paint, look = build(game), painter(game), Look("dark", texts("fr", game), ())
    kinds = {face.type: face for face in rules.faces.values()}
    for face in kinds.values():
        assert paint.paint_card(face, look, ["…"]).png


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", with_cards())
def test_what_is_opened_is_what_the_menu_offers(game, language):
    """For every longer word of every name, whole or with a letter missing; in its game, and its own language, it is found at all."""
    names = [texts(language, game)(f"word.{word}") for word in build(game).faces if texts(language, game).find(f"word.{word}")]
    words = sorted({word for name in names for word in re.findall(r"[^\W\d_]+", name) if len(word) >= 6})
    for n, word in enumerate(words):
        for typed in (word, word[: 1 + n % 4] + word[2 + n % 4 :]):
            offered = [choice.value for choice in card_choices(game, language, typed)]
            opened = find_offered(typed, language, game, with_cards())
            assert opened, typed
            assert opened.word in offered or opened.game != game, (typed, opened, offered)
            opened = find_offered(typed, language, game, [game])
            assert opened, typed
            assert opened.word in offered, (typed, opened, offered)


async def test_things_of_every_game(chat):
    assert "Rank S" in await chat.use(ANNA, "card", card="m01")
    assert "**Rudý drak**" in await chat.use(BOHUMIL, "card", card="rudý drak")
    assert "`HK-1.8` Příšery" in chat.private(BOHUMIL)["content"]
    assert "**Village**" in await chat.use(CECILE, "card", card="village")
    assert "Un héros adverse quitte la table" in await chat.use(CECILE, "card", card="civière")
    assert "shield" not in await chat.complete(ANNA, "card", "card", "shield", game="hockey_game")
    assert "hexknight:shield" in await chat.complete(ANNA, "card", "card", "shield")
    assert "meditation" in await chat.use(ANNA, "card", card="hexknight:shield")
    menu = chat.menus(chat.private(ANNA))[0]
    await chat.choose(ANNA, chat.private(ANNA), menu, ["HK-7.4"])
    assert "**HK-7.4**" in chat.private(ANNA)["content"]


async def test_how_it_stands_in_the_game_of_the_channel(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    tile = (await table(chat)).state.hands[0][0]
    await chat.use(ANNA, "move", action=f"place {tile} c1 r0")
    shown = await chat.use(CECILE, "card", card=tile)
    assert "Anna\u00a0: C1" in shown
    assert "Bohumil\u00a0: pas encore placée" in shown
    held = (await table(chat)).state.hands[1][0]
    assert "Bohumil\u00a0: pas encore placée" in await chat.use(CECILE, "card", card=held), "nothing tells hand from stack"
    assert "main" not in chat.private(CECILE)["content"]
    assert "Ve tvé ruce: 1" in await chat.use(BOHUMIL, "card", card=held)


def test_a_trap_is_named_to_its_owner_alone():
    """PC-12.4, PC-18.2."""
    planets = Planets().put(0, "outpost").trap("outpost", "spike_pit").hand(0, "spike_pit")
    paint, look = painter("planetary_conquerors"), Look("light", texts("en", "planetary_conquerors"), ("Anna", "Bohumil"))
    seen = [paint.cards.now(planets.RULES.view(planets.state, seat).board, "spike_pit", look) for seat in (0, 1, None)]
    assert seen[0][0] == "In your hand: 1"
    assert seen[0][1] == "Anna: Spike Pit (trap 1 in front of Outpost)"
    assert seen[1:] == [[], []]
