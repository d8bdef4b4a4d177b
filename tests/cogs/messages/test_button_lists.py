"""Lists with a button in each line: where one plays, and what is played here."""

from __future__ import annotations

import json

from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE

QUIET = "3009"


async def crowd(chat, count: int) -> None:
    """So many tables of Anna's, of which a computer is never asked."""
    for n in range(count):
        channel = str(3100 + n)
        chat.world.add_channel(channel, f"room-{n}")
        await chat.settle()
        host = (ANNA, BOHUMIL, CECILE, DARA)[n % 4]
        other = BOHUMIL if host == ANNA else ANNA
        await chat.use(host, "game new", channel, game="monster_hex", opponent=other, options="seating=joined")


def sections(chat, member: str, channel: str = HERE):
    """The lines of the latest private list: text and button."""
    number = chat.private(member, channel)["id"]
    (container,) = chat.world.messages[number]["components"]
    return [(part["components"][0]["content"], part["accessory"]) for part in container["components"] if part["type"] == 9]


async def test_each_table_has_its_button(chat):
    """*Your move* where it is, else a way to the table; it works from another channel, in private and after a restart."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(BOHUMIL, "game new", THERE, game="hexknight", opponent=ANNA, options="seating=joined")
    for where in (QUIET, World.direct(ANNA)):
        await chat.use(ANNA, "mygames", where)
        mine, theirs = sections(chat, ANNA, where)
        assert (mine[1]["label"], mine[1]["custom_id"], mine[1]["style"]) == ("Your move", "b:move:1", 1)
        assert (theirs[1]["label"], theirs[1]["style"], "custom_id" in theirs[1]) == ("To the table", 5, False)
        assert theirs[1]["url"].startswith(f"https://discord.com/channels/2000/{THERE}/")
        await chat.restart()
        await chat.press_exactly(ANNA, chat.private(ANNA, where), mine[1])
        assert "Which faction is yours?" in chat.private(ANNA, where)["content"]


async def test_one_joins_from_the_list(chat):
    """In the channel of an open table with room; others get there, and who sits there already, too."""
    await chat.use(ANNA, "game new", game="monster_hex", seats="3")
    labels = {}
    for member, where in ((CECILE, THERE), (ANNA, HERE), (DARA, HERE)):
        await chat.set(member, "language", where, language="en")
        await chat.use(member, "game list", where)
        ((_, button),) = sections(chat, member, where)
        labels[member] = button["label"]
    assert labels == {CECILE: "To the table", ANNA: "To the table", DARA: "Join"}
    await chat.press(DARA, chat.private(DARA), "Join")
    assert "2. Dara" in chat.board()["content"]


async def test_long_lists_have_pages(chat):
    """Ten lines a page, within Discord's 40 components; a list that has become shorter shows its last page, an empty one says so."""
    await crowd(chat, 12)
    await chat.use(ANNA, "mygames", QUIET)
    shown = [sections(chat, ANNA, QUIET)]
    assert chat.labels(chat.private(ANNA, QUIET))[-1] == "Next"
    await chat.press(ANNA, chat.private(ANNA, QUIET), "Next")
    shown.append(sections(chat, ANNA, QUIET))
    assert chat.labels(chat.private(ANNA, QUIET))[-1] == "Previous"
    assert [len(page) for page in shown] == [10, 2]
    whole = [words for page in shown for words, _ in page]
    assert len(set(whole)) == 12
    states = ["**Your move**" in words for words in whole]
    assert states == sorted(states, reverse=True), "what waits for her comes first"
    for n in range(12):
        await chat.use(ANNA, "game resign", str(3100 + n), sure="True")
    await chat.press(ANNA, chat.private(ANNA, QUIET), "Previous")
    assert chat.private(ANNA, QUIET)["content"].startswith("You sit at no table")
    assert not chat.buttons(chat.private(ANNA, QUIET))


async def test_names_and_channels_of_any_length_fit(chat):
    """The longest names, and twenty tables: what is sent keeps Discord's limits (`Chat` holds it against its description as well)."""
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        chat.world.members[member]["global_name"] = "*" * 32
    await crowd(chat, 12)
    for n in range(12):
        await chat.use(ANNA, "game list", str(3100 + n))
    assert len(sections(chat, ANNA, "3111")) == 10
    sent = json.dumps(chat.world.messages[chat.private(ANNA, "3111")["id"]]["components"])
    assert sent.count('"type": 9') == 10


async def test_long_names_give_way_to_what_stands_behind_them(chat):
    """Four of the longest names, every letter of which is a sign: they are cut, and not the time, the place, or half a sign."""
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        chat.world.members[member]["global_name"] = "*" * 32
    await chat.use(ANNA, "game new", game="monster_hex", seats="4", clock="24h")
    for member in (BOHUMIL, CECILE, DARA):
        await chat.press(member, chat.board(), "Join")
    await chat.use(ANNA, "game list")
    ((line, _),) = sections(chat, ANNA)
    assert len(line) <= 360
    assert line.startswith("#1 Monster Hex in <#3001>: ") or "open seats" in line
    if chat.labels(chat.board()).count("Start"):
        await chat.press(ANNA, chat.board(), "Start")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "mygames")
        ((line, _),) = sections(chat, member)
        assert len(line) <= 360
        assert line.endswith(":R>"), line
        names = line.split(" · ")[2].split(", ")
        assert len(names) == 4
        assert all(name.replace("\\*", "").strip("…") == "" for name in names)
