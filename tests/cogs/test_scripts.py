"""People whose names are written in any script: texts keep their order, pictures tell them apart."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PIL import Image, ImageChops

from data.language import LANGUAGES, texts
from data.store.personal_settings import Settings
from playground.world import ALL_RIGHTS
from render.look import Look
from render.painter import painter
from render.theme import USUAL_THEME
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat
from tests.cogs.test_names import sent
from tests.cogs.tournaments.in_chat import settle
from tests.markup import together
from tests.reading import read

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

DANA, ALI = "דנה כהן", "علي"


def said(chat: Chat) -> list[str]:
    """All words that the bot has sent: messages, alt texts, labels, titles of threads."""
    shown: list[Any] = list(chat.world.messages.values())
    alts = [a.get("description") or "" for m in map(read, shown) for a in m["attachments"]]
    labels = [text for m in shown for text in _labels(m.get("components") or [])]
    return [*sent(chat), *alts, *labels, *(str(chat.world.channels[t]) for t in chat.world.threads)]


def _labels(parts: list[dict[str, Any]]) -> list[str]:
    found = []
    for part in parts:
        found += [part[key] for key in ("label", "placeholder", "content", "description") if isinstance(part.get(key), str)]
        for inner in ("components", "options", "items"):
            found += _labels(part.get(inner) or [])
    return found


def check_apart(chat: Chat, *names: str) -> None:
    """Wherever one of these names stands, it stands apart; and all have been said somewhere."""
    words = said(chat)
    for name in names:
        assert any(name in text for text in words), name
        bare = [text for text in words if name in text.replace(f"\u2068{name}", "").replace(f"{name}\u2069", "")]
        assert not bare, json.dumps(bare[0], ensure_ascii=True)
    assert not [text for text in words if "\u2068" in together(text) or "\u2069" in together(text)], "nothing else is set apart, and all that is ends"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_names_from_right_to_left_at_a_table(chat, language):
    chat.calls_themselves(ANNA, DANA)
    chat.renamed(BOHUMIL, ALI)
    for member in (ANNA, BOHUMIL):
        await chat.bot.store.personal_settings.set_settings(int(member), Settings(language=language))
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", clock="24h")
    await chat.use(CECILE, "game list")
    await chat.press_exactly(BOHUMIL, chat.board(), chat.buttons(chat.board())[0])
    await chat.use(ANNA, "move", action="faction moss")
    await chat.use(BOHUMIL, "move", action="faction ember")
    for show in ("picture", "closer", "text", "post"):
        await chat.use(BOHUMIL, "board", show=show)
    for command in ("game log", "game clock", "game list", "mygames", "why"):
        await chat.use(BOHUMIL, command)
    await chat.use(ANNA, "game draw")
    await chat.use(BOHUMIL, "game resign", sure="True")
    await chat.settle()
    check_apart(chat, DANA, ALI)


SEEN = {
    "cyrillic": ("Анастасія", "Анастасія"),
    "greek": ("Ὀδυσσεύς", "Ὀδυσσεύς"),
    "vietnamese": ("Nguyễn Thị Phượng", "Nguyễn Thị Phượng"),
    "a third is missing": ("ab🔥", "ab·"),
    "hebrew": (DANA, "some.body_1"),
    "japanese": ("さくら", "some.body_1"),
    "korean": ("김철수", "some.body_1"),
    "emoji": ("🔥🐉🔥", "some.body_1"),
}


def alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures look the same; one of a series has its colours from the one before."""
    first, second = (Image.open(io.BytesIO(png)).convert("RGB") for png in (one, other))
    return first.size == second.size and max(high for _, high in ImageChops.difference(first, second).getextrema()) < 24


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("name", SEEN)
async def test_what_people_are_called_in_pictures(chat, name):
    """Where too much of a name would be missing, the account's stands in its place; words keep the name."""
    called, drawn = SEEN[name]
    chat.calls_themselves(ANNA, called)
    chat.world.members[ANNA]["username"] = "some.body_1"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction moss")
    await chat.restart()
    await chat.use(BOHUMIL, "board", show="picture")
    (shown,) = chat.private(BOHUMIL)["attachments"]
    found = await chat.bot.tables.here(int(HERE))
    expected = {
        name: painter("monster_hex").paint(found.view(None), Look(USUAL_THEME, texts("cs", "monster_hex"), (name, "Bohumil")))
        for name in (drawn, "x")
    }
    assert [alike(chat.world.file(shown["id"]), picture.png) for picture in expected.values()] == [True, False]
    assert called in shown["description"]
    assert "some.body_1" not in "".join(said(chat))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_of_one_name_at_a_table(chat, language):
    """In sentences the sign of their seat and the name of their account stand beside the name; the faction is the sign in Monster Hex."""
    chat.calls_themselves(ANNA, "Dana")
    chat.renamed(BOHUMIL, "DANА")
    chat.world.members[ANNA]["username"], chat.world.members[BOHUMIL]["username"] = "dana_k", "d.b"
    for member in (ANNA, BOHUMIL):
        await chat.bot.store.personal_settings.set_settings(int(member), Settings(language=language))
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", clock="24h")
    await chat.use(CECILE, "game list")
    assert "Dana" in str(chat.seen(CECILE)[-1]), "nobody else is there yet"
    await chat.press_exactly(BOHUMIL, chat.board(), chat.buttons(chat.board())[0])
    assert "Dana (dana\\_k)" in lobby(chat)
    assert "DANА (d.b)" in lobby(chat)
    await chat.use(ANNA, "move", action="faction moss")
    await chat.use(BOHUMIL, "move", action="faction ember")
    here = {"clock": "game clock", "log": "game log", "list": "game list", "mine": "mygames"}
    for what, command in here.items():
        await chat.use(BOHUMIL, command)
        words = json.dumps(chat.private(BOHUMIL), ensure_ascii=False).replace("\\", "")
        if what in ("clock", "list", "mine"):
            assert "(dana_k)" in words, what
    before = len(chat.seen(None))
    await chat.use(BOHUMIL, "game resign", sure="True")
    end = chat.seen(None)[before]
    assert "DANА ▲ (d.b)" in end["content"]
    assert "Dana ■ (dana\\_k)" in end["content"]
    (alt,) = [a["description"] for a in end["attachments"]]
    assert "Dana ■ (dana_k)" in alt
    found = await chat.bot.tables.here(int(HERE))
    assert [s.name for s in found.seats] == ["Dana", "DANА"]
    await chat.use(ANNA, "game export")
    record = chat.world.file(chat.private(ANNA)["attachments"][0]["id"]).decode()
    assert [name in record for name in ("Dana", "DANА", "dana_k")] == [True, True, False], "a record says what they were called"


def lobby(chat: Chat) -> str:
    """The message of the table as it was before it began."""
    return next(str(m["content"]) for m in chat.seen(None) if "1. " in m["content"])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_names_in_a_tournament(chat, language):
    """Two that look the same are told apart among all who have entered, in threads too; a name that no picture has is drawn as the account's."""
    chat.calls_themselves(ANNA, DANA)
    chat.calls_themselves(BOHUMIL, "Dara")
    for member, account in ((ANNA, "dana.k"), (BOHUMIL, "b_h"), (DARA, "dara")):
        chat.world.members[member]["username"] = account
        await chat.bot.store.personal_settings.set_settings(int(member), Settings(language=language))
    chat.world.member_rights[DARA] = ALL_RIGHTS
    await chat.use(DARA, "tournament create", game="monster_hex", name="Cup", rounds="1")
    for member in (ANNA, BOHUMIL, DARA):
        await chat.press_exactly(member, chat.seen(None)[0], chat.buttons(chat.seen(None)[0])[0])
    entries = chat.seen(None)[0]["content"]
    assert f"1. \u2068{DANA}\u2069" in entries
    assert "2. Dara (b\\_h)" in entries
    assert "3. Dara (dara)" in entries
    await chat.use(DARA, "tournament start")
    await settle(chat)
    titles = [str(chat.world.channels[t]) for t in chat.world.threads]
    assert len(titles) == 1
    assert sum(name in titles[0] for name in (f"\u2068{DANA}\u2069", "Dara (b_h)", "Dara (dara)")) == 2, titles
    for command in ("pairings", "standings", "why"):
        await chat.use(BOHUMIL, f"tournament {command}")
    await chat.use(DARA, "tournament why", player=BOHUMIL)
    assert "Dara (b\\_h)" in chat.private(DARA)["content"]
    alts = [a["description"] for m in chat.seen(BOHUMIL) for a in m["attachments"]]
    assert any("Dara (b_h)" in alt and "dana.k" in alt for alt in alts), "an alt text says what its picture shows"
    check_apart(chat, DANA)
    (table,) = [row async for row in live(chat)]
    assert {str(name) for name in table.names} <= {DANA, "Dara"}, "stored is what they are called"


async def live(chat: Chat) -> AsyncIterator[Any]:
    for number in await chat.bot.store.tables.under_way(int(chat.world.guild), 9):
        yield await chat.bot.tables.get(number)
