"""A tournament between its sign-up and its start: settings, who is in, seeds, and what those who are in are told."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.messages.tournaments.edited_settings import settings_of
from cogs.messages.tournaments.preparation import order_form, preparation, read_order
from cogs.messages.tournaments.public_messages import played_lines
from cogs.messages.tournaments.setup_panel import meant_by
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.tournaments.new_tournament import checked, next_alarm
from data.language import LANGUAGES, texts
from data.store.rows import OPEN, EntrantRow, Terms, Tournament
from data.store.setups import Setup
from rules.competition.clock import DAY, HOUR, MINUTE
from rules.competition.tournament import Plan
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.tournaments.in_chat import MEMBERS, open_with, said, settle
from tests.cogs.tournaments.test_desk import SECOND, desk, panel

AFTERNOON = datetime(2026, 11, 27, 14, 28, tzinfo=UTC).timestamp()


@pytest.fixture
async def cup(chat):
    """Four have entered; two moderators who have not read English."""
    chat.moderates(SECOND)
    for member in (JUDGE, SECOND):
        await chat.set(member, "language", language="en")
    await open_with(chat, *MEMBERS, name="Cup", format="single")
    return chat


async def send(chat, member: str, form: str, reason: str) -> str:
    """Sends a form that the panel has opened; gives what its sender reads then."""
    await chat.submit(member, form, beside=panel(chat, member), reason=reason)
    return panel(chat, member)["content"]


async def form_of(chat, label: str, member: str = JUDGE) -> dict[str, Any]:
    """The form that a button of the panel opens."""
    button = chat.button(panel(chat, member), label)
    body = {"member": member, "channel": HERE, "message": panel(chat, member)["id"], "custom_id": button["custom_id"]}
    return (await chat.standin.play("component", body))["modal"]


async def choose_setting(chat, key: str, value: str, member: str = JUDGE) -> None:
    await chat.choose(member, panel(chat, member), chat.menus(panel(chat, member))[0], [key])
    await chat.choose(member, panel(chat, member), chat.menus(panel(chat, member))[1], [value])


async def order(chat) -> list[str]:
    return [line.partition(". ")[2].removesuffix(" ◀") for line in panel(chat)["content"].splitlines() if line[:1].isdigit()]


async def test_a_moderator_who_has_never_seen_it_opens_a_tournament_tonight(chat):
    """One command without an option but the game, and from then on presses: it begins by itself in half an hour."""
    chat.ahead = AFTERNOON - time.time()
    await chat.use(DARA, "tournament create", post=False, game="monster_hex")
    await chat.press(DARA, panel(chat, DARA), "Tonight" if "Tonight" in chat.labels(panel(chat, DARA)) else chat.labels(panel(chat, DARA))[1])
    await chat.press_exactly(DARA, panel(chat, DARA), next(b for b in chat.buttons(panel(chat, DARA)) if b["custom_id"].startswith("b:dpost:")))
    found = await chat.bot.tournaments.here(int(HERE))
    assert (found.status, found.plan.rounds, found.terms.check_in) == (OPEN, 3, 10)
    assert found.terms.starts == AFTERNOON + 32 * MINUTE
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.later(24 * MINUTE)
    for member in (ANNA, BOHUMIL):
        await chat.press_verb(member, "tcheck")
    await chat.later(10 * MINUTE)
    await settle(chat)
    assert (await chat.bot.tournaments.get(1)).status == "live", "after two presses"


async def test_settings_are_changed_after_posting_and_who_is_in_is_told(cup):
    await desk(cup)
    await cup.press(JUDGE, panel(cup), "Change settings")
    assert "What has been posted counts until you save." in panel(cup)["content"]
    menu = [option["value"] for option in cup.menus(panel(cup))[0]["options"]]
    assert "rated" not in menu, "to that everybody has agreed by joining"
    assert "decks" not in menu
    await choose_setting(cup, "format", "swiss")
    await choose_setting(cup, "rounds", "2")
    assert "single elimination" in cup.seen(None)[0]["content"], "not yet"
    await cup.restart()
    await cup.press(JUDGE, panel(cup), "Save")
    assert panel(cup)["content"] == "Saved; whoever has entered has been told."
    found = await cup.bot.tournaments.get(1)
    assert (found.plan.format, found.plan.rounds, str(found.name)) == ("swiss", 2, "Cup")
    assert "(Monster Hex, Swiss)" in cup.seen(None)[0]["content"]
    told = cup.board()["content"]
    assert told.startswith("✏ **Cup**: changed settings: Format, Rounds.")
    assert all(f"<@{member}>" in told for member in MEMBERS)
    await cup.use(ANNA, "tournament start")
    await settle(cup)
    assert len((await cup.bot.tournaments.get(1)).state.open) == 2


async def test_two_moderators_who_change_settings_do_not_undo_each_others(cup):
    for member, games in ((JUDGE, "3"), (SECOND, "5")):
        await desk(cup, member)
        await cup.press(member, panel(cup, member), "Change settings")
        await choose_setting(cup, "games", games, member)
    first, second = panel(cup), panel(cup, SECOND)
    await cup.press(JUDGE, first, "Save")
    await cup.press(SECOND, second, "Save")
    assert "Somebody else has changed" in panel(cup, SECOND)["content"]
    assert (await cup.bot.tournaments.get(1)).plan.games == 3
    await desk(cup)
    await cup.press(JUDGE, panel(cup), "Change settings")
    await cup.press(JUDGE, panel(cup), "Save")
    assert panel(cup)["content"] == "Nothing has changed."
    assert said(cup).count("changed settings") == 1


async def test_what_cannot_be_is_refused_and_nothing_changes(cup):
    await desk(cup)
    await cup.press(JUDGE, panel(cup), "Change settings")
    await choose_setting(cup, "most", "4")
    await cup.press("4005", cup.seen(None)[0], "Join")
    await cup.press(JUDGE, panel(cup), "Save")
    assert "Entered already: 5." in panel(cup)["content"]
    await cup.use(ANNA, "tournament start")
    await settle(cup)
    await cup.press_old(JUDGE, "b:tedit:1")
    assert "begun" in panel(cup)["content"]
    assert (await cup.bot.tournaments.get(1)).terms.most == 128


@pytest.mark.parametrize("chosen", [
    {}, {"format": "groups", "groups": "2", "cut": "2", "third": "yes", "clock": "24h", "time_over": "answers"},
    {"format": "pods", "seats": "3", "rounds": "2", "clock": "30m+1m", "strict": "yes"},
    {"rounds": "3", "games": "5", "late": "2", "clock": "7d+1d/10d", "role": "2001", "by_hand": "yes", "most": "16",
     "results": "3002"},
    {"format": "double", "clock": "12h", "time_over": "at_once", "starts": "2026-12-24T18:00Z", "check_in": "30", "rated": "yes"},
    {"seeding": "rating", "clock": "claim 14d", "breaks": "Buchholz, Sonneborn-Berger"},
    {"clock": "within 14d"}, {"clock": "until 2026-12-30T18:00Z"},
])  # fmt: skip
def test_settings_are_read_back_as_they_were_meant(chosen):
    """What the panel begins with means the same tournament."""
    once = checked(meant_by(Setup(0, 1, 1, 1, "monster_hex", chosen), "en", "Europe/Prague", AFTERNOON), AFTERNOON)
    again = checked(meant_by(Setup(0, 1, 1, 1, "monster_hex", settings_of(once)), "en", "UTC", AFTERNOON), AFTERNOON)
    assert again._replace(seed=once.seed) == once


async def test_people_are_added_and_taken_out_by_hand(cup):
    await desk(cup)
    menu = next(c for row in panel(cup)["components"] for c in row["components"] if c["type"] == 5)
    for member, words in (("4005", "Now in: Emil"), (ANNA, "In before: Anna")):
        await cup.choose(JUDGE, panel(cup), menu, [member])
        assert words in panel(cup)["content"]
    assert "5. Emil" in cup.seen(None)[0]["content"]
    await cup.choose(JUDGE, panel(cup), cup.menus(panel(cup))[0], ["1"])
    form = await form_of(cup, "Take out")
    assert "Done" in await send(cup, JUDGE, form["custom_id"], "")
    assert "takes Bohumil out of the tournament: Taken out by a moderator." in said(cup)
    assert "not in this tournament" in await send(cup, JUDGE, form["custom_id"], "again")
    await desk(cup)
    assert await order(cup) == ["Anna", "Cécile", "Dara", "Emil"]


async def test_seeds_by_up_and_down_by_a_list_by_rating_and_by_lot(cup):
    await desk(cup)
    await cup.choose(JUDGE, panel(cup), cup.menus(panel(cup))[0], ["3"])
    for expected in (["Anna", "Bohumil", "Dara", "Cécile"], ["Anna", "Dara", "Bohumil", "Cécile"]):
        await cup.press(JUDGE, panel(cup), "Up")
        assert await order(cup) == expected
    await cup.press(JUDGE, panel(cup), "Down")
    await cup.press(JUDGE, panel(cup), "Back")
    form = await form_of(cup, "Seeds as a list")
    listed = form["components"][0]["components"][0]["value"]
    assert listed == "1 Anna\n2 Bohumil\n4 Dara\n3 Cécile"
    assert "as in your list" in await send(cup, JUDGE, form["custom_id"], "4 Dara\nx\n99 Nobody\n 2 Bo\n4")
    assert await order(cup) == ["Dara", "Bohumil", "Anna", "Cécile"]
    await cup.restart()
    await cup.bot.tournaments.start(1)
    assert [*(await cup.bot.tournaments.get(1)).state.seeds] == [3, 1, 0, 2]


async def test_seeds_by_rating_are_shown_as_they_will_be(cup, monkeypatch):
    async def rated(self, tournament, entrants):
        return {2: 1700, 1: 1600, 0: 1500, 3: 1400}

    monkeypatch.setattr(type(cup.bot.tournaments), "_ratings", rated)
    await desk(cup)
    await cup.press(JUDGE, panel(cup), "Seeds by rating")
    assert await order(cup) == ["Cécile", "Bohumil", "Anna", "Dara"]
    await cup.press(JUDGE, panel(cup), "Seeds by lot")
    assert "drawn at the start" in panel(cup)["content"]
    assert await order(cup) == ["Anna", "Bohumil", "Cécile", "Dara"], "the lots are nobody's to know"


async def test_what_a_moderator_says_reaches_who_is_in(cup):
    await cup.use(CECILE, "tournament leave")
    await desk(cup)
    form = (await form_of(cup, "Announce"))["custom_id"]
    assert "Write what" in await send(cup, JUDGE, form, "  ")
    await send(cup, JUDGE, form, "Bring *snacks* @everyone")
    told = cup.board()["content"]
    assert told.startswith(f"📣 <@{JUDGE}> about **Cup**: Bring \\*snacks\\*")
    assert "@everyone" not in told
    assert f"<@{CECILE}>" not in told
    assert f"<@{DARA}>" in told


async def test_who_is_in_is_reminded_a_day_and_shortly_before(chat):
    chat.ahead = AFTERNOON - time.time()
    await open_with(chat, ANNA, BOHUMIL, name="Cup", starts="2026-11-29T20:00Z")
    await chat.later(DAY)
    assert "⏰" not in said(chat)
    await chat.later(7 * HOUR)
    assert said(chat).count("⏰ **Cup** begins") == 1
    await chat.restart()
    await chat.later(22 * HOUR + 20 * MINUTE)
    assert said(chat).count("⏰ **Cup** begins") == 2
    await chat.later(20 * MINUTE)
    await settle(chat)
    assert (await chat.bot.tournaments.get(1)).status == "live"
    assert said(chat).count("⏰") == 2


def test_the_next_thing_before_a_start():
    starts = 100 * DAY
    alone, called = Terms(starts=starts), Terms(starts=starts, check_in=60)
    for before, due in ((2 * DAY, DAY), (DAY, 15 * MINUTE), (20 * MINUTE, 15 * MINUTE), (15 * MINUTE, 0), (0, 0)):
        assert next_alarm(alone, starts - before) == starts - due, before
    for before, due in ((2 * DAY, DAY + HOUR), (DAY, HOUR), (20 * MINUTE, HOUR)):
        assert next_alarm(called, starts - before) == starts - due, before
    assert next_alarm(Terms(), 0) is None


CUP = Tournament(1, 1, 1, None, "N" * 60, 1, "monster_hex", {}, "en", Plan("swiss"), "hand", False, OPEN, None, None)


def test_a_sign_up_says_how_many_rounds_there_are():
    say = texts("en")
    assert "As many rounds as the number of players needs" in played_lines(CUP, say)
    assert "3 rounds" in played_lines(CUP._replace(plan=Plan("swiss", rounds=3)), say)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_tournament_of_the_longest_names_fits(language):
    entrants = [EntrantRow(n, 10**18 + n, "W" * 32) for n in range(128)]
    say = texts(language)
    for page in range(7):
        shown = preparation(CUP, entrants, page, say, picked=page * 20)
        assert len(shown["content"]) <= MAX_CONTENT
        assert "…" not in shown["content"]
    line = order_form(1, entrants, say).children[0]
    assert read_order(line.default) == [*range(128)]
    assert len(line.default) < 4000
