"""`/learn`: whole lessons by buttons and by typing, in three languages, with mistakes, after a restart, by direct message."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data.content import build, games
from data.language import texts
from data.lesson import actions, done, lesson, stand
from playground.layouts import parts
from playground.world import World
from rules.game import Refused
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.reading import read
from tests.sampled import in_one_language

MEMBERS = {"en": ANNA, "cs": BOHUMIL, "fr": CECILE}
PHONE = 420
"""Letters of a page's own text: about ten lines on a phone."""


def spoken(text: str) -> str:
    """A text with its commands by their own words, mentions or not."""
    return re.sub(r"</([^:>]+):\d+>", r"/\1", text).replace("`", "")


class Live(dict):
    """A private message as its member reads it at any time, whatever it has become."""

    def __init__(self, chat: Chat, number: str) -> None:
        super().__init__(id=number)
        self.chat = chat

    def __getitem__(self, key: str) -> Any:
        return read(self.chat.world.messages[super().__getitem__("id")])[key]


def live(chat: Chat, member: str, channel: str = HERE) -> Live:
    """The latest private message of a member."""
    return Live(chat, chat.private(member, channel)["id"])


async def forged(chat: Chat, shown: Live, custom_id: str) -> None:
    """Presses a button that says something else than what it was shown with."""
    raw = chat.world.messages[shown["id"]]
    button = next(part for part in parts(raw["components"]) if part.get("custom_id", "").startswith("b:"))
    button["custom_id"] = custom_id
    await chat.press_exactly(ANNA, shown, button)


def button_of(game: str, number: int, choice: str) -> str:
    """What leads on from a page by a choice, or by *Next* where there is none: the first page is asked as at a table."""
    page = lesson(game).pages[number]
    if not choice:
        return f"b:learn:{game}:{number + 1}:"
    return f"b:learn:{game}:{number}:{sorted([page.do, *page.others]).index(choice)}" if number else f"b:learndo:{game}:0:0:0:{choice}"


async def walk(chat, member: str, game: str, *, typing: bool) -> None:
    """Plays a lesson to its end by direct message, right answers only."""
    channel, say = World.direct(member), texts(next(language for language, who in MEMBERS.items() if who == member), game)
    await chat.use(member, "learn", channel, game=game)
    shown = live(chat, member, channel)
    pages = lesson(game).pages
    for number, page in enumerate(pages):
        text = say.find(f"learn.{number + 1}")
        assert spoken(text) in spoken(shown["content"]), "whole, whatever has happened"
        assert len(text) <= PHONE, f"learn.{number + 1}: {len(text)}"
        assert bool(shown["attachments"]) == bool(page.show)
        labels = [b["custom_id"] for b in chat.buttons(shown)]
        if number + 1 == len(pages):
            assert f"b:learn:{game}:{number + 1}:" not in labels
        elif page.do and typing:
            assert await chat.press(member, shown, say("learn.type")) == "modal"
            await chat.submit(member, f"f:learn:{game}:{number}", channel, shown, words=page.do.replace("; ", " ;").upper())
        else:
            wanted = button_of(game, number, page.do)
            await chat.press_exactly(member, shown, next(b for b in chat.buttons(shown) if b["custom_id"] == wanted))
    assert re.search(rf"`\w+:{game} ", shown["content"]), "a command to go on with"
    assert say("learn.page", n=len(pages), of=len(pages)) in shown["content"]


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("language", MEMBERS)
@pytest.mark.parametrize("game", games())
async def test_a_whole_lesson_by_buttons(chat, game, language):
    assert len(lesson(game).pages) >= 6
    await walk(chat, MEMBERS[language], game, typing=False)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
async def test_a_whole_lesson_by_typing(chat, game, language):
    """What is typed is the same in all languages, and what is answered has been read in each by whoever presses buttons."""
    await walk(chat, MEMBERS[language], game, typing=True)


async def test_planetary_conquerors_teaches_what_a_first_game_needs(chat):
    """Told by the referee while the lesson is played, not by its texts."""
    told = []
    await chat.use(ANNA, "learn", game="planetary_conquerors")
    shown = live(chat, ANNA)
    for number, page in enumerate(lesson("planetary_conquerors").pages[:-1]):
        wanted = button_of("planetary_conquerors", number, page.do)
        await chat.press_exactly(ANNA, shown, next(b for b in chat.buttons(shown) if b["custom_id"] == wanted))
        told += [line.removeprefix("> ") for line in shown["content"].splitlines() if line.startswith("> ")]
    for line in (
        "Anna places a trap in front of Anna's mine.", "A trap of Anna: Spike Pit against Recruit", "Outpost enters.", "Iron Skin → Outpost",
        "Plasma Shot: 2 damage to Recruit, 0 HP left", "Trooper blocks Recruit (a).", "Anna converts 4 cosmium into 1 electricity.",
        "Rapid Shelter enters.", "Anna wins: 30 HP of buildings on the planet.",
    ):  # fmt: skip
        assert line in told, line


async def test_hexknight_teaches_the_guarded_passage_and_a_block(chat):
    script = lesson("hexknight")
    guarded = next(n for n, page in enumerate(script.pages) if "step e7" in " ".join(page.others))
    await chat.use(ANNA, "learn", game="hexknight")
    shown = live(chat, ANNA)
    await forged(chat, shown, f"b:learn:hexknight:{guarded}:")
    await chat.press(ANNA, shown, next(label for label in chat.labels(shown) if "E7" in label))
    assert "**HK-6.3**" in shown["content"]
    for page in script.pages[guarded : guarded + 5]:
        await chat.submit(ANNA, f"f:learn:hexknight:{script.pages.index(page)}", beside=shown, words=page.do)
    assert "Anna beats the marauder" in shown["content"]
    assert await chat.press(ANNA, shown, "Back") is not None
    assert "> Anna blocks with War cry." in shown["content"]


async def test_typed_by_names_by_halves_and_wrongly(chat):
    await chat.use(ANNA, "learn", game="planetary_conquerors")
    shown = live(chat, ANNA)

    async def types(words: str) -> str:
        page = int(chat.button(shown, "Type it")["custom_id"].rpartition(":")[2])
        await chat.submit(ANNA, f"f:learn:planetary_conquerors:{page}", beside=shown, words=words)
        return shown["content"]

    await types("keep")
    await types("keep")
    assert "page 3" in shown["content"]
    assert "**PC-2.5**" in await types("play habitat_dome")
    assert "That is how it begins." in await types("play hologram scout")
    assert "`play hologram_scout; end`" in shown["content"]
    assert "frobnicate" in await types("frobnicate")
    assert "allowed too" in await types("end")
    assert "page 4" in shown["content"]
    await chat.press(ANNA, shown, "Back")
    assert "page 4" in await types("play Hologram Scout; end")
    await chat.restart()
    assert "page 5" in await types("attack hologram scout m2 ; confirm")


async def test_mistakes_are_explained_and_lose_nothing(chat):
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = live(chat, ANNA)
    assert chat.labels(shown) == [*(f"Choose a faction: {name}" for name in ("▲ Ember", "● Tide", "■ Moss", "◆ Dune")), "Type it"]
    await chat.press(ANNA, shown, "Choose a faction: ▲ Ember")
    assert "allowed too" in shown["content"]
    assert "**Choose a faction: ● Tide**" in shown["content"], "what the lesson plays"
    assert "Anna leads Tide." in shown["content"]
    wrong = next(b for b in chat.buttons(shown) if "B1" in b["label"])
    await chat.press_exactly(ANNA, shown, wrong)
    assert "starting hex" in shown["content"]
    assert "**MH-3.2**" in shown["content"]
    await chat.restart()
    await chat.press(ANNA, shown, "Back")
    assert "page 1 of 7" in shown["content"]
    await chat.pick(ANNA, shown, "MH-1.4")
    assert "**MH-1.4**" in chat.private(ANNA)["content"]
    assert await chat.bot.store.tables.live_in(3001) is None, "a lesson is no table"


async def test_an_unknown_game_and_a_page_that_is_gone(chat):
    assert "no game called" in await chat.use(ANNA, "learn", game="chess")
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = live(chat, ANNA)
    await forged(chat, shown, "b:learn:monster_hex:99:0")
    assert "Begin again" in chat.private(ANNA)["content"]
    assert set(await chat.complete(ANNA, "learn", "game", "")) == set(games())


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_what_is_legal_is_taken_and_what_is_right_is_named_after_one_miss(chat, game):
    """Every choice of every page that is not the lesson's own."""
    rules, tried = build(game), 0
    await chat.use(ANNA, "learn", game=game)
    shown = live(chat, ANNA)
    assert any(file["filename"] == "board.png" for file in shown["attachments"]), "the first picture is a board"
    for number, page in enumerate(lesson(game).pages):
        for choice in sorted([page.do, *page.others]) if page.do else []:
            if choice == page.do:
                continue
            legal = True
            try:
                done(rules, stand(game, number).state, actions(choice))
            except Refused:
                legal = False
            button = {"custom_id": button_of(game, number, choice), "type": 2}
            if not any(b["custom_id"] == button["custom_id"] for b in chat.buttons(shown)):
                continue
            await chat.press_exactly(ANNA, shown, button)
            tried += 1
            assert f"page {number + 2 if legal else number + 1} of" in shown["content"], choice
            assert ("allowed too" in shown["content"]) == legal
            assert ("Right here: **" in shown["content"]) != legal
            if legal:
                await chat.press(ANNA, shown, "Back")
        wanted = button_of(game, number, page.do)
        if number + 1 < len(lesson(game).pages):
            await chat.press_exactly(ANNA, shown, next(b for b in chat.buttons(shown) if b["custom_id"] == wanted))
    assert tried, "a lesson has choices besides the right one"
