"""The moderators' panel keeps itself up to date for a quarter of an hour, and says when it does not."""

from __future__ import annotations

import re

import pytest

from playground.error_codes import Rejected
from rules.competition.clock import MINUTE
from tests.chat import ANNA, BOHUMIL, JUDGE
from tests.cogs.tournaments.in_chat import MEMBERS, open_with, settle, threads
from tests.cogs.tournaments.test_desk import call, desk, match_of, panel, table_of
from tests.decided import decided

SECOND = "4014"
LIVE, STILL = "Changes appear by themselves until <t:", "not kept up to date since."


@pytest.fixture
async def chat(chat):
    """Four in a round robin; two moderators who do not play."""
    chat.moderates(SECOND)
    for member in (JUDGE, SECOND):
        await chat.set(member, "language", language="en")
    await open_with(chat, *MEMBERS, name="Cup", format="robin", seeding="hand", clock="24h")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    return chat


def live(chat):
    return chat.bot.cogs["RefereeCommands"].panel.live


async def look(chat) -> int:
    """Lets the panels be looked at; gives the number of changes that were asked of Discord."""
    asked, by_token = [], chat.world.by_token
    chat.world.by_token = lambda token: asked.append(token) or by_token(token)
    await live(chat).settle()
    del chat.world.by_token
    return len(asked)


async def ends(chat, n: int) -> None:
    """A match ends."""
    await decided(await table_of(chat, threads(chat)[n]))
    table = await table_of(chat, threads(chat)[n])
    await table.concede(table.acting[0], anyway=True)
    await settle(chat)


async def test_it_changes_when_something_has_changed_and_else_not(chat):
    shown = await desk(chat)
    assert LIVE in shown["content"]
    assert await look(chat) == 0
    await ends(chat, 0)
    messages = len(chat.world.messages)
    assert await look(chat) == 1
    assert "over in this round: 1" in panel(chat)["content"]
    assert (panel(chat)["id"], len(chat.world.messages)) == (shown["id"], messages), "it is the same message"
    assert await look(chat) == 0


async def test_a_dispute_lands_in_it(chat):
    await desk(chat)
    thread = next(t for t in threads(chat) if "Anna" in chat.world.channels[t])
    await call(chat, ANNA, thread, "I hold three suns")
    assert await look(chat) == 1
    assert "❗ Anna calls a moderator" in panel(chat)["content"]


async def test_the_page_of_a_match_is_live_and_nothing_covers_it(chat):
    """Until the match is over: then the panel stands there again."""
    thread = await match_of(chat, ANNA)
    n = threads(chat).index(thread)
    await ends(chat, 1 - n)
    assert await look(chat) == 0, "another match is none of its business"
    await ends(chat, n)
    assert await look(chat) == 1
    assert panel(chat)["content"].startswith("**Cup (Monster Hex")


async def test_after_a_quarter_of_an_hour_it_says_since_when_it_is_not_kept_up_to_date(chat):
    await desk(chat)
    await chat.later(13 * MINUTE)
    await ends(chat, 0)
    assert await look(chat) == 1
    now = int(chat.bot.store.now() + 61)
    chat.ahead += 61
    assert await look(chat) == 1
    last = panel(chat)["content"].splitlines()[-1]
    assert last.endswith(STILL)
    assert abs(int(re.search(r"<t:(\d+):t>", last)[1]) - now) < 5
    await ends(chat, 1)
    assert await look(chat) == 0
    await chat.press(JUDGE, panel(chat), "Look again")
    assert LIVE in panel(chat)["content"]
    await chat.later(MINUTE)
    assert LIVE in panel(chat)["content"]


async def test_nothing_is_sent_to_a_panel_that_has_been_closed(chat):
    shown = await desk(chat)
    del chat.world.messages[shown["id"]]
    await ends(chat, 0)
    assert await look(chat) == 1, "it is told that there is none"
    await ends(chat, 1)
    assert await look(chat) == 0


async def test_one_panel_a_moderator(chat):
    first = await desk(chat)
    await desk(chat, SECOND)
    second = await desk(chat)
    assert second["id"] != first["id"]
    words = {m["id"]: m["content"] for m in chat.seen(JUDGE)}
    assert words[first["id"]].endswith(STILL)
    assert LIVE in words[second["id"]]
    await ends(chat, 0)
    assert await look(chat) == 2, "one of each moderator"


async def test_a_restart_stops_it_and_it_says_so(chat):
    await desk(chat)
    await chat.restart()
    assert panel(chat)["content"].endswith(STILL)
    await ends(chat, 0)
    assert await look(chat) == 0
    await chat.press(JUDGE, panel(chat), "Look again")
    assert LIVE in panel(chat)["content"]


@pytest.mark.parametrize("status", [500, 429])
async def test_what_discord_refuses_for_a_while_is_shown_later(chat, status, monkeypatch):
    await desk(chat)
    await ends(chat, 0)
    change, refusals = chat.world.edit, [1]

    def edit(*args, **kwargs):
        if refusals:
            refusals.pop()
            raise Rejected(status, 0, "Later", retry_after=0.1 if status == 429 else None)
        return change(*args, **kwargs)

    monkeypatch.setattr(chat.world, "edit", edit)
    await look(chat)
    await look(chat)
    assert "over in this round: 1" in panel(chat)["content"]


async def test_a_change_that_is_late_covers_the_next_page_for_a_moment_only(chat, monkeypatch):
    """The moderator opens a match while a change of the panel is on its way, and Discord gets that one last."""
    await desk(chat)
    await ends(chat, 0)
    change, pressed = live(chat)._change, []

    async def late(found, message):
        if not pressed:
            pressed.append(True)
            (menu,) = chat.menus(panel(chat))
            names = chat.world.channels[threads(chat)[1]]
            await chat.choose(JUDGE, panel(chat), menu, [next(o["value"] for o in menu["options"] if o["label"].split()[1] in names)])
            assert "Remind" in chat.labels(panel(chat))
        await change(found, message)

    monkeypatch.setattr(live(chat), "_change", late)
    assert await look(chat) >= 1
    assert await look(chat) == 1
    assert "Remind" in chat.labels(panel(chat))
    assert await look(chat) == 0


async def test_whoever_gave_up_the_tournament_reads_that_it_is_over_and_nothing_fails(chat):
    await desk(chat)
    await chat.use(JUDGE, "referee tournament end", reason="snow")
    assert await look(chat) <= 1
    await chat.bot.store.departed_servers.forget(int(chat.world.guild))
    assert await look(chat) == 0
    assert await look(chat) == 0
    assert BOHUMIL not in panel(chat)["content"]
