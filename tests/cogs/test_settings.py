"""`/settings` is one panel: whatever had a command of its own is on it, each choice counts at once, and what was sent before still works."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord import app_commands

from cogs.messages.settings import PAGES
from cogs.moderation.channel_settings import SOON, RoomDesk
from cogs.people.challenge_settings import MOST_NAMED, Challenges
from cogs.people.own_data import OwnData
from cogs.people.rests import Rest
from cogs.settings import SettingsCommands
from data.language import LANGUAGES, texts
from data.store.challenge_settings import Accepting
from playground.error_codes import Rejected
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.settings import Panel

IN_THE_PANEL = {
    "language": "m:set:language", "theme": "m:set:theme", "pings": "b:set:pings:", "direct": "b:set:direct:", "profile": "b:set:profile:",
    "hours": "b:settings:hours", "away": "b:settings:hours", "challenges": "b:settings:challenges", "block": "b:settings:block",
    "stops": "b:settings:stops", "data": "b:settings:data",
}  # fmt: skip
"""What had a command of its own before."""


def speaks(chat, member: str, language: str) -> None:
    chat.world.members[member]["locale"] = {"en": "en-US"}.get(language, language)


async def opened(chat, member: str = ANNA, channel: str = HERE) -> Panel:
    panel = Panel(chat, member, channel)
    await panel.open()
    return panel


def test_who_does_it(chat):
    cog = chat.bot.cogs["SettingsCommands"]
    assert type(cog).__name__ == SettingsCommands.__name__, "its module is loaded anew for each bot"
    assert (type(cog.rest), type(cog.challenges), type(cog.own_data)) == (Rest, Challenges, OwnData)
    assert type(chat.bot.cogs["RefereeCommands"].rooms) is RoomDesk


COMMANDS = 76
"""So many there are; `docs/playing.md` says why, and a new one has to be worth a place in the list that everybody scrolls through."""


def test_there_are_as_many_commands_as_the_page_says(chat):
    commands = [c for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    page = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    assert len(commands) == COMMANDS
    assert f"There are {COMMANDS} of them." in page


async def test_what_has_no_command_any_more_has_a_button_where_it_is_wanted(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="3")
    await chat.press(BOHUMIL, chat.board(), "Join")
    await chat.press_verb(ANNA, "start")
    await chat.use(ANNA, "game resign", sure="True")
    assert any(b["custom_id"].startswith("b:analysis:") for b in chat.buttons(chat.board()))
    assert "tcheck" in chat.bot.handlers, "the call to a check-in has it: tests/cogs/test_tournament.py"


async def test_all_that_had_a_command_is_on_the_panel(chat):
    found = {part["custom_id"] for part in (await opened(chat)).parts()}
    for what, begins in IN_THE_PANEL.items():
        assert any(name.startswith(begins) for name in found), what
    commands = {c.qualified_name for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert [name for name in commands if name.startswith("settings")] == ["settings"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("channel", [HERE, "direct"])
async def test_every_page_opens_in_place_and_leads_back(chat, language, channel):
    speaks(chat, ANNA, language)
    panel = await opened(chat, ANNA, World.direct(ANNA) if channel == "direct" else channel)
    first = panel.shown["content"]
    for page in PAGES:
        await panel.touch(f"b:settings:{page}")
        assert panel.shown["content"] not in ("", first)
        await panel.touch("b:settings:main")
        assert panel.shown["content"] == first
    assert len([m for m in chat.seen(ANNA, panel.channel) if m["_only"] == ANNA]) == 1


async def test_each_choice_counts_at_once_and_the_panel_shows_it(chat):
    panel = await opened(chat)
    await panel.touch("m:set:language", ["fr"])
    assert panel.shown["content"].startswith("Langue\N{NO-BREAK SPACE}: Français.")
    await chat.restart()
    await panel.touch("b:set:pings:off")
    await panel.touch("b:set:profile:on")
    await panel.touch("b:set:motion:off")
    await panel.touch("m:set:theme", ["large"])
    settings = await chat.bot.store.personal_settings.settings(int(ANNA))
    assert settings == ("fr", "large", False, True, False)
    marked = [part["custom_id"] for part in panel.parts() if part.get("label", "").startswith("✓")]
    assert marked == ["b:set:profile:off"]


async def test_people_are_put_on_a_list_and_taken_off_it_by_choosing_them(chat):
    panel = await opened(chat)
    await panel.touch("b:settings:challenges")
    await panel.touch("u:setwhom:", [BOHUMIL])
    assert f"<@{BOHUMIL}>" in panel.shown["content"], "whoever names somebody accepts their challenges"
    await panel.touch("u:setwhom:", [ANNA])
    assert "yourself" in panel.read()
    await panel.touch("u:setwhom:", [BOHUMIL])
    assert (await chat.bot.store.challenge_settings.of(int(ANNA))).named == frozenset()
    many = Accepting(named=frozenset(range(1, MOST_NAMED + 1)))
    await chat.bot.store.challenge_settings.keep(int(ANNA), many)
    await panel.touch("u:setwhom:", [BOHUMIL])
    assert "up to 50" in panel.read()


async def test_nobody_is_forgotten_by_one_press(chat):
    await chat.set(ANNA, "pings", on="False")
    panel = await opened(chat)
    await panel.touch("b:settings:data")
    assert "your settings" in panel.shown["content"]
    await panel.touch("b:settings:data:sure")
    assert "cannot be undone" in panel.shown["content"]
    await panel.touch("b:settings:main")
    assert await chat.bot.store.all("SELECT * FROM settings") != []


async def test_buttons_of_messages_from_before_still_work(chat):
    """The menu of usual stops and *Forget me*, on messages without the panel around them."""
    stops = {"type": 3, "custom_id": "m:usual:hexygame:0", "options": [{"label": "x", "value": "pass_move"}], "min_values": 0, "max_values": 1}
    forget = {"type": 2, "style": 4, "label": "x", "custom_id": f"b:forget:{ANNA}"}
    for part, values in ((stops, ["pass_move"]), (forget, [])):
        old = chat.world.post(HERE, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, chat.standin.address)
        body = {"member": ANNA, "channel": HERE, "message": old["id"], "custom_id": part["custom_id"], "values": values}
        await chat._answer(await chat.standin.play("component", body))
        kept = await chat.bot.store.personal_settings.stops(int(ANNA), "hexygame")
        assert kept == ({"pass_move"} if part is stops else frozenset())


async def test_a_form_begins_with_what_is_set(chat):
    await chat.set(ANNA, "hours", zone="paris", start="22:00", end="7")
    panel = await opened(chat)
    await panel.touch("b:settings:hours")
    found = await panel.touch("b:setask:hours")
    assert found
    assert [row["components"][0]["value"] for row in found["modal"]["components"]] == ["Europe/Paris", "22", "7"]
    await chat.submit(ANNA, "f:settings:hours", HERE, panel.shown, zone="Europe/Paris", start="", end="")
    assert "No quiet hours" in panel.shown["content"], "a form of an earlier version has no stamp"


# What holds for all


@pytest.mark.parametrize("language", LANGUAGES)
async def test_moderators_have_the_channels_settings_in_it_and_others_have_not(chat, language):
    for member in (BOHUMIL, DARA):
        speaks(chat, member, language)
    assert not [p for p in (await opened(chat, BOHUMIL)).parts() if "roomset" in p["custom_id"]]
    assert not [p for p in (await opened(chat, DARA, World.direct(DARA))).parts() if "roomset" in p["custom_id"]]
    panel = await opened(chat, DARA)
    await panel.touch("b:roomset:channel:0:show")
    assert texts(language)("room.of_channel") in panel.shown["content"]
    await panel.touch("m:roomset:channel:0:starters", ["moderators"])
    assert texts(language)("room.moderators") in panel.shown["content"]
    assert (await chat.bot.room(int(chat.world.guild), int(HERE))).starters == "moderators"
    assert (await chat.bot.room(int(chat.world.guild), int(THERE))).starters is None


async def test_whoever_discord_lets_use_the_desk_changes_things_for_a_while(chat):
    """A server may let somebody use it who manages no events: Discord's word holds for fifteen minutes."""
    with pytest.raises(Rejected):
        await chat.use(CECILE, "referee settings")
    chat.world.allowed["referee"] = {CECILE}
    panel = Panel(chat, CECILE, HERE)
    await panel.open("referee settings")
    theme = next(p["custom_id"] for p in panel.parts() if p["custom_id"].endswith(":theme"))
    await panel.touch(theme, ["light"])
    assert (await chat.bot.room(int(chat.world.guild), int(HERE))).theme == "light"
    chat.ahead += SOON + 5
    await panel.touch(theme, ["large"])
    assert panel.read() == texts("fr")("wish.gone")
    assert (await chat.bot.room(int(chat.world.guild), int(HERE))).theme == "light"


async def test_what_is_set_for_a_channel_is_forgotten_by_one_button(chat):
    await chat.set_room(DARA, games="monster hex, hexygame", pings="false", language="cs")
    await chat.set_room(DARA, scope="server", theme="light")
    panel = Panel(chat, DARA, HERE)
    await panel.open("referee settings")
    reset = next(p["custom_id"] for p in panel.parts() if p["custom_id"].endswith(":reset"))
    await panel.touch(reset)
    room = await chat.bot.room(int(chat.world.guild), int(HERE))
    assert (room.games, room.pings, room.language, room.theme) == (None, None, None, "light")
