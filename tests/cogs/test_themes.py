"""Who chooses how pictures look: a person for what only they see, a table, a channel or a server for what all see. Told by their ground."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.messages.settings import main_page, room_page
from cogs.play.new_table import Opening, Party
from data.language import LANGUAGES, texts
from data.store.channel_settings import Room
from data.store.personal_settings import Settings
from render.theme import THEMES
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

DARK, LIGHT, BLACK = (0x1E, 0x1F, 0x24), (0xF4, 0xF1, 0xEA), (0, 0, 0)


def grounds(chat, message) -> set[tuple[int, int, int]]:
    """The colours in the upper right corner of a message's pictures, where no game has its ground; it must have some."""
    found = [Image.open(io.BytesIO(chat.world.file(one["id"]))).convert("RGB") for one in message["attachments"]]
    assert found
    return {image.getpixel((image.width - 1, 0)) for image in found}


async def test_a_person_chooses_for_what_only_they_see(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    assert grounds(chat, chat.board()) == {DARK}
    assert "Theme: light." in await chat.set(ANNA, "theme", theme="light")
    assert "velké písmo" in await chat.set(BOHUMIL, "theme", theme="large")
    seen = {ANNA: LIGHT, BOHUMIL: BLACK, CECILE: DARK}
    for member, ground in seen.items():
        for command, options in (("board", {}), ("card", {"card": "m04"}), ("learn", {"game": "monster_hex"}), ("rules", {"question": "MH-4.4"})):
            await chat.use(member, command, **options)
            assert grounds(chat, chat.private(member)) == {ground}, (member, command)
    await chat.use(ANNA, "move", action="faction ember")
    assert grounds(chat, chat.board()) == {DARK}, "what all see stays the table's"
    assert "Theme: as the table has it." in await chat.set(ANNA, "theme", theme="table")
    await chat.use(ANNA, "board")
    assert grounds(chat, chat.private(ANNA)) == {DARK}


async def test_a_table_has_its_own_its_channels_its_servers_or_the_usual_theme(chat):
    async def opened(**options: str) -> str:
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, **options)
        table = await chat.bot.tables.here(int(HERE))
        await table.concede(table.acting[0])
        await chat.settle()
        return table.row.theme

    await chat.set(ANNA, "theme", theme="tritanopia")
    assert await opened() == "dark", "a person chooses for themselves alone"
    assert await opened(theme="protanopia") == "protanopia"
    assert "Theme of new boards: dark" in await chat.set_room(DARA)
    await chat.set_room(DARA, scope="server", theme="light")
    assert await opened() == "light"
    assert "Theme of new boards: high contrast" in await chat.set_room(DARA, theme="contrast")
    assert await opened() == "contrast"
    assert await opened(theme="dark") == "dark"


async def test_running_tables_keep_theirs(chat):
    opening = Opening("monster_hex", int(chat.world.guild), int(HERE), {}, "en", "light")
    await chat.bot.tables.open(opening, Party((int(ANNA), "Anna"), ((int(BOHUMIL), "Bohumil"),), seats=2, agreed=True))
    await chat.restart()
    await chat.set_room(DARA, theme="contrast")
    found = await chat.bot.tables.here(int(HERE))
    await chat.use(str(found.seats[found.acting[0]].player), "move", action="faction ember")
    assert grounds(chat, chat.board()) == {LIGHT}


async def test_tournaments_look_as_their_channel(chat):
    await chat.set_room(DARA, theme="light")
    await chat.set(ANNA, "theme", theme="contrast")
    await chat.use(ANNA, "tournament create", game="monster_hex", rounds="1")
    signup = chat.board()
    for member in (ANNA, BOHUMIL):
        await chat.press(member, signup, "Join")
    await chat.press(ANNA, signup, "Start")
    await chat.press(ANNA, chat.private(ANNA), "Start now")
    await chat.settle()
    (thread,) = chat.world.threads
    assert grounds(chat, chat.board(thread)) == {LIGHT}
    for member, ground in ((ANNA, BLACK), (BOHUMIL, LIGHT)):
        await chat.use(member, "tournament standings")
        assert grounds(chat, chat.private(member)) == {ground}
    table = await chat.bot.tables.here(int(thread))
    await table.concede(table.acting[0])
    await chat.settle()
    assert grounds(chat, chat.board()) == {LIGHT}, "the final standings"


async def test_what_is_shown_to_all_looks_as_the_channel(chat):
    await chat.set_room(DARA, THERE, theme="light")
    await chat.set(ANNA, "theme", theme="contrast")
    for channel, ground in ((HERE, DARK), (THERE, LIGHT)):
        await chat.use(ANNA, "rules", channel, question="MH-4.4")
        mine = chat.private(ANNA, channel)
        assert grounds(chat, mine) == {BLACK}
        await chat.press(ANNA, mine, "Show to all")
        assert grounds(chat, chat.board(channel)) == {ground}


def test_every_theme_is_offered_and_named_everywhere(chat):
    """In all languages, to whoever sets it: as Discord got the commands."""
    commands = {node["name"]: node for node in chat.world.commands}

    def choices(command: str, *path: str) -> list[str]:
        node = commands[command]
        for name in path:
            node = next(option for option in node["options"] if option["name"] == name)
        return [choice["value"] for choice in node["choices"]]

    assert choices("game", "new", "theme") == [*THEMES]
    for language in LANGUAGES:
        say = texts(language)
        named = [say.find(f"theme.{name}") for name in (*THEMES, "table")]
        assert len(set(named)) == len(named)
        assert None not in named
        assert all(say(f"cmd.theme.{name}").startswith(short) for name, short in zip((*THEMES, "table"), named, strict=True))
        pages = main_page(say, Settings(), False, (), False), room_page(say, "channel", 0, Room())
        mine, room = ({o.value for row in page["view"].children for o in getattr(row.item, "options", ())} for page in pages)
        assert {*THEMES, "table"} <= mine
        assert {*THEMES} <= room
