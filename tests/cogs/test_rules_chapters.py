"""The rulebooks to leaf through: `/rules` without a question, chapters, what is asked most, and a book as one file."""

from __future__ import annotations

import base64
import io
import re
import threading
from html.parser import HTMLParser

import pytest
from PIL import Image

from cogs.messages.rules import download as booklet
from data.content import games
from data.language import DATA, texts
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE
from tests.sampled import often

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

MEMBERS = {"en": ANNA, "cs": BOHUMIL, "fr": CECILE}
CONTENTS, MENU_OF_GAMES, MENU_OF_CHAPTERS = "☰", "m:book:", "m:leaf:"


def headings(game: str, language: str) -> dict[str, str]:
    """Number and heading of everything in a book, in its order, read from its file."""
    body = (DATA / game / f"rulebook.{language}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^##? (\S+) (.+)$", body))


def menu(chat, message, begins: str):
    return next(m for m in chat.menus(message) if m["custom_id"].startswith(begins))


def values(found) -> list[str]:
    return [option["value"] for option in found["options"]]


@pytest.mark.parametrize("language", MEMBERS)
async def test_without_words_the_books_open(chat, language):
    member, direct = MEMBERS[language], World.direct(MEMBERS[language])
    await chat.use(member, "rules", direct)
    shown = chat.private(member, direct)
    for game in games():
        assert texts(language, game)("title") in shown["content"]
    assert values(menu(chat, shown, MENU_OF_GAMES)) == [*games()]
    await chat.choose(member, shown, menu(chat, shown, MENU_OF_GAMES), ["hexknight"])
    chapters = [number for number in headings("hexknight", language) if "." not in number and not re.search(r"-[RE]\d", number)]
    assert values(menu(chat, shown, MENU_OF_CHAPTERS)) == chapters
    assert all(f"`{number}` {headings('hexknight', language)[number]}" in shown["content"] for number in chapters)
    assert "hexknight" not in values(menu(chat, shown, MENU_OF_GAMES))


async def test_in_a_channel_the_book_of_its_game_opens_for_the_asker_alone(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    assert "Monster Hex" in await chat.use(ANNA, "rules")
    shown = chat.private(ANNA)
    assert shown["_only"] == ANNA
    assert "`MH-3` Placing" in shown["content"]
    assert "`HX-" in await chat.use(ANNA, "rules", game="hexygame")


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize(("game", "language"), [("monster_hex", "en"), ("hexknight", "cs"), ("hockey_game", "fr")])
async def test_a_whole_book_is_leafed_through_also_after_a_restart(chat, game, language):
    member, direct = MEMBERS[language], World.direct(MEMBERS[language])
    book = headings(game, language)
    await chat.use(member, "rules", direct, game=game)
    shown = chat.private(member, direct)
    seen, pictures = [], set()
    for chapter in values(menu(chat, shown, MENU_OF_CHAPTERS)):
        await chat.choose(member, shown, menu(chat, shown, MENU_OF_CHAPTERS), [chapter])
        assert f"**{chapter}" in shown["content"]
        assert values(menu(chat, shown, MENU_OF_CHAPTERS)), "the next chapter is one click away"
        seen.append(chapter)
    assert seen == [number for number in book if "." not in number and not re.search(r"-[RE]\d", number)]
    await chat.restart()
    chapter = seen[often(2 * len(seen) // 3, 0)]
    await chat.choose(member, shown, menu(chat, shown, MENU_OF_CHAPTERS), [chapter])
    await chat.choose(member, shown, menu(chat, shown, "m:rule:"), [f"{chapter}.1"])
    entries = [number for number in book if number not in seen]
    entries = entries[entries.index(f"{chapter}.1") :]
    for number in entries:
        assert f"**{number}** {book[number][:20]}".replace("\u00a0", " ") in shown["content"].replace("\u00a0", " ")
        if shown["attachments"]:
            pictures.add(number)
        if number != entries[-1]:
            await chat.press(member, shown, "▶")
    assert not any(label.startswith("▶") for label in chat.labels(shown))
    assert {path.stem for path in (DATA / game / "sketches").glob("*")} & {*entries} <= pictures
    await chat.press(member, shown, CONTENTS)
    assert f"`{seen[0]}`" in shown["content"]
    assert not shown["attachments"]


@pytest.mark.parametrize("language", MEMBERS)
async def test_most_asked(chat, language):
    member, direct = MEMBERS[language], World.direct(MEMBERS[language])
    book = headings("planetary_conquerors", language)
    await chat.use(member, "rules", direct, game="planetary_conquerors")
    shown = chat.private(member, direct)
    await chat.press(member, shown, texts(language)("book.asked"))
    for number in ("PC-0.1", "PC-0.2", "PC-0.3"):
        assert f"**{book[number]}**" in shown["content"]
    assert "PC-" not in shown["content"], "answers without numbers"
    offered = values(menu(chat, shown, MENU_OF_CHAPTERS))
    assert {f"PC-0.{n}" for n in range(1, 13)} < set(offered)
    assert "PC-11.4" in offered, "blocking has the most rulings"
    await chat.choose(member, shown, menu(chat, shown, MENU_OF_CHAPTERS), ["PC-11.4"])
    assert "**PC-R9**" in shown["content"]
    await chat.press(member, shown, CONTENTS)
    assert "`PC-11`" in shown["content"]


async def test_most_asked_of_every_game(chat):
    direct = World.direct(BOHUMIL)
    await chat.use(BOHUMIL, "rules", direct)
    shown = chat.private(BOHUMIL, direct)
    await chat.press(BOHUMIL, shown, "Nejčastější otázky")
    await chat.press(BOHUMIL, shown, "English")
    assert "How to win" in [option["label"] for option in menu(chat, shown, "m:asked:")["options"]]
    await chat.choose(BOHUMIL, shown, menu(chat, shown, "m:asked:"), ["0.2"])
    for game in games():
        assert f"**{texts('en', game)('title')}**" in shown["content"]
    assert "30 or more HP in all" in shown["content"]
    await chat.press(BOHUMIL, shown, CONTENTS)
    assert "The rulebooks" in shown["content"]


async def test_what_does_not_exist_is_said(chat):
    for custom_id in ("b:book:chess:en", "b:book:xx", "b:download:chess:en", "b:asked:monster_hex:xx"):
        await chat.use(ANNA, "rules", game="monster_hex")
        shown = chat.private(ANNA)
        shown["components"][0]["components"][0]["custom_id"] = custom_id
        await chat.press_exactly(ANNA, shown, shown["components"][0]["components"][0])
        assert "No rule answers" in chat.private(ANNA)["content"], custom_id


class Page(HTMLParser):
    """What a file of a book holds."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.pictures: list[bytes] = []
        self.described: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(body.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            assert found["href"].startswith("#"), "nothing outside the file"
            self.targets.append(found["href"][1:])
        if tag in ("img", "source"):
            head, _, coded = found["src" if tag == "img" else "srcset"].partition(",")
            assert head == "data:image/png;base64"
            self.pictures.append(base64.b64decode(coded, validate=True))
        if tag == "img":
            self.described.append(found["alt"])
        if tag not in ("meta", "img", "source", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
async def test_a_book_is_one_file_in_each_language(chat, game, monkeypatch):
    made = []
    whole = booklet.booklet
    monkeypatch.setattr(booklet, "booklet", lambda *wanted: made.append(threading.current_thread()) or whole(*wanted))
    files = {}
    for language, member in MEMBERS.items():
        direct = World.direct(member)
        await chat.use(member, "rules", direct, game=game)
        for _ in range(2):
            await chat.press(member, chat.private(member, direct), texts(language)("book.download"))
            (attached,) = chat.private(member, direct)["attachments"]
            assert attached["filename"] == f"{game}.{language}.html"
            await chat.use(member, "rules", direct, game=game)
        files[language] = chat.world.file(attached["id"])
    assert len(made) == len(MEMBERS), "made once, then kept"
    assert threading.main_thread() not in made
    for language, body in files.items():
        assert len(body) < 8_000_000
        page = Page(body)
        assert not page.open
        assert len(set(page.ids)) == len(page.ids)
        assert set(headings(game, language)) <= set(page.ids), "everything in the book"
        assert set(page.targets) <= set(page.ids)
        words = "".join(page.words).replace("\u00a0", " ")
        assert all(heading.replace("\u00a0", " ") in words for heading in headings(game, language).values())
        assert "~ " not in words
        assert "**" not in words
        assert f"/{texts(language).plainly('cmd.move')} " in words, "commands are called as in the palette"
        assert ("/move " in words) == (language == "en")
        assert f'lang="{language}"' in body.decode()
        sketches = list((DATA / game / "sketches").glob("*"))
        assert len(page.pictures) == 2 * len(sketches)
        assert all(Image.open(io.BytesIO(picture)).size[0] > 200 for picture in page.pictures)
        assert len(set(page.pictures)) == len(page.pictures), "light and dark"
        assert all(page.described)
        assert "http" not in re.sub(r"data:image/png;base64,[^\"]*", "", body.decode())
