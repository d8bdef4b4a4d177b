"""A table's board is one container in the colour of whoever is to act; when the next one comes it is drawn again without its buttons."""

from __future__ import annotations

import copy
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.service.old_buttons import without_buttons
from playground.layouts import check_layout
from playground.world import ALL_RIGHTS
from render.painter import painter
from tests.chat import ANNA, BOHUMIL, DARA, HERE
from tests.cogs.test_trouble import legal_text, past_factions
from tests.reading import read

THEMES = Path(__file__).parents[4] / "render" / "themes"
LAYOUT = 1 << 15
READ_HISTORY = 1 << 16


def boards(chat, channel: str = HERE):
    """The boards of a channel as Discord has them, the earliest first."""
    return [m for m in chat.world.messages.values() if m["channel_id"] == channel and m["_only"] is None and m["flags"] & LAYOUT]


def colour(game: str, role: str) -> int:
    """A colour on dark ground, by the file of themes."""
    found = json.loads((THEMES / f"{game}.json").read_text())["colours"][role]
    return int((found if isinstance(found, str) else found[1])[1:], 16)


async def act(chat, channel: str = HERE):
    """Whoever is asked does the first thing that is legal."""
    table = await chat.bot.tables.here(int(channel))
    await chat.use(str(table.seats[table.acting[0]].player), "move", channel, action=await legal_text(chat))


async def test_in_the_colour_of_whoever_is_to_act(chat):
    """Neutral before Anna has a faction; from then on hers and Bohumil's in turn. What happened stands above the picture, who is asked below it."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction moss")
    await chat.use(BOHUMIL, "move", action="faction dune")
    await act(chat)
    await act(chat)
    containers = [m["components"] for m in boards(chat)]
    assert [[part["type"] for part in parts] for parts in containers] == [[17]] * 5
    moss, dune = colour("monster_hex", "moss"), colour("monster_hex", "dune")
    assert [parts[0].get("accent_color") for parts in containers] == [None, None, moss, dune, moss]
    kinds = [part["type"] for part in containers[-1][0]["components"]]
    assert kinds == [10, 12, 10, 1, 1]
    told, gallery, asked, *_ = containers[-1][0]["components"]
    assert "Bohumil places" in told["content"]
    assert asked["content"].startswith(f"Your turn, <@{ANNA}>")
    assert [user["id"] for user in boards(chat)[-1]["mentions"]] == [ANNA]
    (item,) = gallery["items"]
    assert len(item["description"]) > 20
    assert chat.world.file(item["media"]["attachment_id"]).startswith(b"\x89PNG")


async def test_neutral_where_several_are_asked(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
    (board,) = boards(chat)
    assert board["components"][0].get("accent_color") is None
    await chat.use(ANNA, "move", action="keep")
    assert {m["components"][0].get("accent_color") for m in boards(chat)[1:]} <= {None, colour("hexygame", "seat1")}
    await chat.use(BOHUMIL, "move", action="keep")
    table = await chat.bot.tables.here(int(HERE))
    assert boards(chat)[-1]["components"][0]["accent_color"] == colour("hexygame", f"seat{table.acting[0]}")


async def test_an_earlier_board_is_as_it_was_without_its_buttons(chat):
    """It stays a layout with its words, its colour and its very picture; after a restart, too."""
    await past_factions(chat)
    for _ in range(2):
        before = copy.deepcopy(boards(chat)[-1])
        await act(chat)
        after = chat.world.messages[before["id"]]
        assert after["flags"] & LAYOUT
        assert after["components"][0]["accent_color"] == before["components"][0]["accent_color"]
        assert read(after)["content"] == read(before)["content"]
        assert read(after)["attachments"] == read(before)["attachments"]
        assert chat.world.file(read(after)["attachments"][0]["id"])
        assert chat.buttons(read(before))
        assert not chat.buttons(read(after))
        await chat.restart()
    assert "Your move" in chat.labels(chat.board())


async def test_a_table_under_way_with_an_older_message(chat):
    """A board from before layouts keeps its kind, its words and its picture, and loses its buttons as ever; its buttons work until then."""
    await past_factions(chat)
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "b:move:1", "label": "Your move"}]}]
    old = chat.world.post(HERE, {"content": "old words", "components": rows}, {0: ("board.png", b"png", "image/png")}, chat.standin.address)
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        db.execute("UPDATE games SET message = ?", (int(old["id"]),))
    await chat.restart()
    table = await chat.bot.tables.here(int(HERE))
    asked = str(table.seats[table.acting[0]].player)
    await chat.press(asked, old, "Your move")
    assert chat.private(asked)["components"]
    await act(chat)
    assert (old["flags"] & LAYOUT, old["content"], len(old["attachments"]), old["components"]) == (0, "old words", 1, [])
    assert boards(chat)[-1]["id"] > old["id"]


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
async def test_however_much_goes_on_who_is_asked_is_called_below_it(chat, language, monkeypatch):
    """All things of four seats hit at the same time, and as much news as there is room for: it fits, and its end is who is asked."""
    await chat.set_room(DARA, language=language)
    await past_factions(chat)
    hits = ", ".join(["Outpost of the long night (b) −3"] * 200)
    longest = replace(painter("monster_hex"), going_on=lambda view, look: [hits], narrate=lambda kind, facts, look: "x" * 1600)
    monkeypatch.setattr("render.monster_hex.PAINTER", longest)
    painter.cache_clear()
    try:
        await act(chat)
    finally:
        painter.cache_clear()
    board = boards(chat)[-1]
    told, _, asked, *_ = board["components"][0]["components"]
    assert len(told["content"]) >= 1600
    assert "−3" in asked["content"]
    assert len(told["content"]) + len(asked["content"]) <= 4000
    (called,) = board["mentions"]
    assert f"<@{called['id']}>" in asked["content"].splitlines()[-1]


async def test_without_the_right_to_read_history_the_game_goes_on(chat):
    """Discord does not show the bot its own message then: it keeps its buttons, which moderators see for a day."""
    await past_factions(chat)
    chat.world.set_rights(HERE, ALL_RIGHTS & ~READ_HISTORY)
    before = boards(chat)[-1]
    await act(chat)
    assert boards(chat)[-1] is not before
    assert "Your move" in chat.labels(read(before))
    assert [tuple(row) for row in await chat.bot.store.all("SELECT kind, trouble FROM owed")] == [("buttons", "refused")]


def test_whatever_a_layout_holds_is_still_there():
    """Texts lose the button beside them and keep a picture beside them; files that nothing shows are kept as well."""
    media = {"url": "https://cdn.example/1/a%20b.png?ex=1", "attachment_id": "7", "proxy_url": "x", "width": 3}
    text, button = {"type": 10, "id": 3, "content": "words"}, {"type": 2, "id": 4, "custom_id": "x", "style": 1, "label": "y"}
    shown = {
        "flags": LAYOUT,
        "attachments": [{"id": "9"}],
        "components": [
            {"type": 9, "id": 2, "components": [text], "accessory": button},
            {"type": 9, "id": 5, "components": [text], "accessory": {"type": 11, "id": 6, "media": media, "description": None, "spoiler": False}},
            {"type": 17, "id": 7, "accent_color": None, "spoiler": False, "components": [
                {"type": 14, "id": 8, "divider": True, "spacing": 1}, {"type": 1, "id": 9, "components": [button]},
                {"type": 12, "id": 10, "items": [{"media": {"url": "https://x.example/y.png"}, "description": "y", "spoiler": False}]},
                {"type": 13, "id": 11, "file": media | {"attachment_id": "8", "url": "https://cdn.example/1/rules.txt"}},
            ]},
        ],
    }  # fmt: skip
    body = without_buttons(shown)
    words = {"type": 10, "content": "words"}
    assert body["components"] == [
        words,
        {"type": 9, "components": [words], "accessory": {"type": 11, "media": {"url": "attachment://a b.png"}, "spoiler": False}},
        {"type": 17, "spoiler": False, "components": [
            {"type": 14, "divider": True, "spacing": 1},
            {"type": 12, "items": [{"media": {"url": "https://x.example/y.png"}, "description": "y", "spoiler": False}]},
            {"type": 13, "file": {"url": "attachment://rules.txt"}},
        ]},
    ]  # fmt: skip
    assert [file["id"] for file in body["attachments"]] == ["9", "7", "8"]
    listed_too = without_buttons(shown | {"attachments": [{"id": "9"}, {"id": "8"}]})
    assert [file["id"] for file in listed_too["attachments"]] == ["9", "8", "7"]
    check_layout(body, ["a b.png", "rules.txt"])
    assert without_buttons({"flags": 0, "components": [{"type": 1, "components": [button]}], "attachments": []}) == {"components": []}
