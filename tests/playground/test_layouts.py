"""Messages with IS_COMPONENTS_V2: what Discord takes and refuses, what it shows of files, whom they ping, and that they stay what they are."""

from __future__ import annotations

import json

import discord
import pytest
from discord import ui

from data.language import texts
from playground.error_codes import Rejected
from playground.world import World
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.discord_api import faults
from tests.reading import read

FLAG = 32768
PICTURE = {0: ("board.png", b"png", "image/png")}


@pytest.fixture
def world():
    return World()


def text(words):
    return {"type": 10, "content": words}


def button(custom_id="x"):
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": "y"}


def row(*children):
    return {"type": 1, "components": list(children)}


def section(words, accessory):
    return {"type": 9, "components": [text(words)], "accessory": accessory}


def gallery(*urls, words="a board"):
    return {"type": 12, "items": [{"media": {"url": url}, "description": words} for url in urls]}


def container(*inner, colour=None):
    return {"type": 17, "accent_color": colour, "components": list(inner)}


def body(*components, **more):
    return {"flags": FLAG, "components": list(components), **more}


WELL = [
    body(text("x")),
    body(container(text("x"), gallery("attachment://board.png"), row(button()), {"type": 14, "divider": True, "spacing": 2}, colour=0xFF0000)),
    body(*(section("x", button(str(n))) for n in range(13))),
    body(section("x", {"type": 11, "media": {"url": "attachment://board.png"}, "description": "small"})),
    body({"type": 13, "file": {"url": "attachment://board.png"}}),
    body(text("x" * 2000), container(text("y" * 2000))),
    body(text("x"), row({"type": 2, "style": 5, "label": "there", "url": "https://discord.com/channels/1/2"})),
]
ILL = [
    body(text("x"), content="y"),
    body(text("x"), embeds=[{"title": "y"}]),
    body(*(section("x", button(str(n))) for n in range(14))),  # 42 components: sections, texts and accessories count.
    body(*(text("x") for _ in range(41))),
    body(text("x" * 2000), container(text("y" * 2001))),
    body(text("")),
    body(container()),
    body(container(container(text("x")))),
    body(button()),
    body(section("x", text("y"))),
    body({"type": 9, "components": [text("x")]}),
    body({"type": 9, "components": [text("x")] * 4, "accessory": button()}),
    body(section("x", button("a")), row(button("a"))),
    body(row()),
    body(row(*(button(str(n)) for n in range(6)))),
    body(gallery()),
    body(gallery(*["attachment://board.png"] * 11)),
    body(gallery("attachment://other.png")),
    body(gallery("attachment://board.png", words="")),
    body(gallery("attachment://board.png", words="x" * 1025)),
    body({"type": 13, "file": {"url": "https://example.org/board.png"}}),
    body(container(text("x"), colour=0x1000000)),
    {"components": [text("x")]},  # Without the flag.
]


@pytest.mark.parametrize("wanted", WELL, ids=range(len(WELL)))
def test_layouts_that_discord_takes(world, wanted):
    world.post(HERE, wanted, PICTURE, "http://x")
    assert not faults([("POST", f"/api/v10/channels/{HERE}/messages", wanted)])


@pytest.mark.parametrize("wanted", ILL, ids=range(len(ILL)))
def test_layouts_that_discord_refuses(world, wanted):
    with pytest.raises(Rejected) as refused:
        world.post(HERE, wanted, PICTURE, "http://x")
    assert refused.value.code == 50035
    assert not world.messages


def test_an_empty_layout_is_refused(world):
    for change in (
        lambda: world.post(HERE, body(), {}, ""),
        lambda: world.edit(world.post(HERE, body(text("x")), {}, ""), {"components": []}, {}, ""),
    ):
        with pytest.raises(Rejected) as refused:
            change()
        assert refused.value.code == 50006


def test_the_flag_stays(world):
    """An edit that says nothing of flags is one of a layout, with its limits; neither content nor embeds come back."""
    shown = world.post(HERE, body(text("x")), {}, "")
    for wrong in ({"content": "y"}, {"embeds": [{"title": "y"}]}, {"components": [container()]}, {"flags": 0, "content": "y"}):
        with pytest.raises(Rejected):
            world.edit(shown, wrong, {}, "")
    world.edit(shown, {"flags": 0, "components": [text("z")] * 6}, {}, "")
    assert shown["flags"] & FLAG
    assert read(shown)["content"] == "z\n" * 5 + "z"


def test_an_older_message_becomes_a_layout_without_its_content(world):
    """What it said must be taken away in the same edit; from then on it is a layout."""
    shown = world.post(HERE, {"content": "old", "components": [row(button())]}, {}, "")
    with pytest.raises(Rejected):
        world.edit(shown, body(text("new")), {}, "")
    world.edit(shown, body(text("new"), content=None, embeds=[]), {}, "")
    with pytest.raises(Rejected):
        world.edit(shown, {"content": "old"}, {}, "")
    assert read(shown)["content"] == "new"


def test_a_file_shows_only_where_a_component_names_it(world):
    """Its words are those of the component; Discord lists it among the attachments no more."""
    hidden = world.post(HERE, body(text("x"), attachments=[{"id": 0, "description": "unseen"}]), PICTURE, "http://x")
    assert read(hidden)["attachments"] == []
    shown = world.post(HERE, body(gallery("attachment://board.png", words="seen")), PICTURE, "http://x")
    assert shown["attachments"] == []
    (picture,) = read(shown)["attachments"]
    assert (picture["description"], world.file(picture["id"])) == ("seen", b"png")


def test_an_edit_lists_the_files_it_keeps(world):
    """A file that is not listed is gone, and no gallery may name it; one that is listed is named as before."""
    shown = world.post(HERE, body(gallery("attachment://board.png")), PICTURE, "http://x")
    number = read(shown)["attachments"][0]["id"]
    again = {"components": [text("x"), gallery("attachment://board.png")]}
    with pytest.raises(Rejected):
        world.edit(shown, again | {"attachments": []}, {}, "http://x")
    world.edit(shown, again | {"attachments": [{"id": number}]}, {}, "http://x")
    assert read(shown)["attachments"][0]["id"] == number
    assert world.file(number) == b"png"
    world.edit(shown, {"components": [text("x")], "attachments": []}, {}, "http://x")
    assert world.file(number) is None


def test_an_edit_lists_the_new_files_that_it_shows(world):
    """discord-api-docs #7529: a new picture in a gallery is refused where it is not among the attachments."""
    message = world.post(HERE, body(text("x")), {}, "http://x")
    shown = body(gallery("attachment://board.png"))
    with pytest.raises(Rejected):
        world.edit(message, shown, PICTURE, "http://x")
    world.edit(message, shown | {"attachments": [{"id": "0", "filename": "board.png"}]}, PICTURE, "http://x")
    assert message["components"][0]["items"][0]["media"]["url"].endswith("board.png")


def test_pings_are_read_from_text_displays(world):
    named = body(container(text(f"<@{ANNA}>"), section(f"<@{BOHUMIL}>", button())))
    assert [u["id"] for u in world.post(HERE, named, {}, "")["mentions"]] == [ANNA, BOHUMIL]
    only = named | {"allowed_mentions": {"parse": [], "users": [BOHUMIL]}}
    assert [u["id"] for u in world.post(HERE, only, {}, "")["mentions"]] == [BOHUMIL]


def test_a_layout_is_back_after_a_restart(tmp_path):
    first = World(tmp_path)
    shown = first.post(HERE, body(gallery("attachment://board.png")), PICTURE, "http://x")
    again = World(tmp_path)
    again.delete(again.messages[shown["id"]])
    assert again.file(read(shown)["attachments"][0]["id"]) is None


async def test_the_library_and_the_stand_in_agree(tmp_path):
    """What discord.py sends is taken and fits Discord's description (`Chat` looks at that), and a button within a section is found by its id."""
    async with Chat(tmp_path) as chat:
        view = ui.LayoutView(timeout=None)
        beside: ui.Section[ui.LayoutView] = ui.Section("hello", accessory=ui.Button(label="Old", custom_id="b:nothing:1"))
        view.add_item(ui.Container(beside, ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="a")), accent_colour=0x112233))
        channel = chat.bot.get_partial_messageable(int(HERE))
        sent = await channel.send(view=view, file=discord.File(__file__, "a.png"))
        assert await chat.press(ANNA, chat.board(), "Old") == texts("en")("error.too_old")
        assert chat.board()["attachments"][0]["description"] == "a"
        (whole,) = [m for m in chat.world.messages.values() if m["id"] == str(sent.id)]
        assert json.dumps(whole["components"]).count('"custom_id"') == 1
