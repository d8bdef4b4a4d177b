"""Setting a tournament up in its private panel: menus, a form, what does not go together, and who may touch it."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE


def panel(chat, member: str = ANNA) -> dict:
    return chat.private(member)


async def choose(chat, key: str, value: str | None = None, member: str = ANNA) -> None:
    """A setting chosen from the first menu, and a value from the one that comes then."""
    await chat.choose(member, panel(chat, member), chat.menus(panel(chat, member))[0], [key])
    if value is not None:
        await chat.choose(member, panel(chat, member), chat.menus(panel(chat, member))[1], [value])


async def begin(chat, member: str = ANNA, **options: str) -> None:
    await chat.use(member, "tournament create", post=False, game="monster_hex", **options)


async def test_a_tournament_is_set_up_by_menus_and_a_form_and_then_posted(chat):
    await begin(chat, name="Cup")
    assert panel(chat)["content"].startswith("**Cup (Monster Hex, Swiss)**\nNobody sees this yet.")
    assert not chat.seen(None), "nothing has been posted"
    await choose(chat, "rounds", "3")
    await chat.restart()
    await choose(chat, "games", "3")
    await choose(chat, "rated", "yes")
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:name", value="Autumn cup")
    words = panel(chat)["content"].splitlines()
    assert words[0] == "**Autumn cup (Monster Hex, Swiss)**"
    assert words[2:6] == ["- Rounds: 3", "- Games: 3", "- Rated: yes", "The sign-up would say:"]
    await choose(chat, "rated", "usual")
    said = [line.removeprefix("> ") for line in panel(chat)["content"].partition("would say:\n")[2].splitlines()]
    await chat.press(ANNA, panel(chat), "Post the sign-up")
    found = await chat.bot.tournaments.here(int(HERE))
    assert (str(found.name), found.plan.rounds, found.plan.games, found.rated) == ("Autumn cup", 3, 3, False)
    assert chat.board()["content"].splitlines()[: 1 + len(said)] == ["**Autumn cup (Monster Hex, Swiss)**", *said], "word by word"
    assert not panel(chat)["components"]
    assert await chat.bot.store.all("SELECT id FROM drafts") == []


async def test_what_somebody_has_typed_for_a_setting_makes_no_link(chat):
    """Of no setting that is written: what cannot be read is shown as it was typed."""
    trap = "[free](https://free.example)"
    await begin(chat, name=trap)
    for key in ("clock", "starts", "breaks", "options"):
        await chat.submit(ANNA, f"f:draft:{_number(chat)}:{key}", value=trap)
        words = re.sub("`[^`]*`", "", panel(chat)["content"])
        assert words.count("free") >= 2
        assert not re.search(r"(?<!\\)\]\(|https?:/", words), words


def _number(chat) -> str:
    return chat.menus(panel(chat))[0]["custom_id"].rpartition(":")[2]


async def test_what_does_not_go_together_is_said_at_once_and_cannot_be_posted(chat):
    await begin(chat, format="single")
    await choose(chat, "cut", "4")
    assert "⚠ The cut takes two or more" in panel(chat)["content"]
    post = chat.button(panel(chat), "Post the sign-up")
    assert post["disabled"]
    await choose(chat, "cut", "usual")
    assert "⚠" not in panel(chat)["content"]
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:starts", value="yesterday")
    assert "is no date to come" in panel(chat)["content"]
    await chat.press(ANNA, panel(chat), "Cancel")
    assert panel(chat)["content"] == "Nothing has been posted."
    assert not chat.seen(None)


async def test_no_warning_hides_another_one(chat):
    """What cannot be read and what does not go together are told at once, and each goes when it is put right."""
    await begin(chat, format="single")
    await choose(chat, "cut", "4")
    for key, value in (("starts", "yesterday"), ("clock", "soon"), ("breaks", "luck")):
        await chat.submit(ANNA, f"f:draft:{_number(chat)}:{key}", value=value)
    words = panel(chat)["content"]
    assert words.count("⚠") == 4, words
    for part in ("The cut takes two or more", "is no date to come", "soon", "luck"):
        assert part in words
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:clock", value="24h")
    await choose(chat, "cut", "usual")
    assert panel(chat)["content"].count("⚠") == 2
    assert chat.button(panel(chat), "Post the sign-up")["disabled"]


async def test_typing_stays_possible_in_every_language(chat):
    chat.moderates(BOHUMIL)
    chat.moderates(CECILE)
    await begin(chat, BOHUMIL, settings="kola:2 nasazeni:podle přihlášení hodnocený:ano opozdilci:2")
    (row,) = await chat.bot.store.all("SELECT settings FROM drafts")
    assert json.loads(row[0]) == {"format": "swiss", "rounds": "2", "seeding": "hand", "rated": "yes", "late": "2"}
    await begin(chat, CECILE, settings="rondes:5 parties:3")
    assert "Ronde" in panel(chat, CECILE)["content"]
    assert "is no setting" in await chat.use(DARA, "tournament create", game="monster_hex", settings="luck:7")
    assert "nothing that can be set" in await chat.use(DARA, "tournament create", game="monster_hex", settings="rounds:77")


@pytest.mark.parametrize(("label", "means"), [
    ("Tonight", {"rounds": "3", "clock": "30m", "check_in": "10", "starts": "2026-11-27T15:00Z"}),
    ("This week", {"rounds": "4", "clock": "24h"}),
    ("Cup", {"format": "double", "clock": "24h"}),
    ("League", {"format": "league", "clock": "24h"}),
    ("Ladder", {"format": "ladder", "clock": "24h"}),
])  # fmt: skip
async def test_a_preset_fills_the_panel_and_can_be_posted_at_once(chat, label, means):
    """It keeps the name, and nothing that concerns the same: what was doubtful before is not asked about any more."""
    chat.ahead = datetime(2026, 11, 27, 14, 28, tzinfo=UTC).timestamp() - time.time()
    await begin(chat, name="Cup night", settings="groups:2 format:groups starts:tonight 8pm")
    await chat.press(ANNA, panel(chat), label)
    (row,) = await chat.bot.store.all("SELECT settings FROM drafts")
    assert json.loads(row[0]) == {"name": "Cup night", **means}
    assert "⚠" not in panel(chat)["content"]
    assert ("Check-in: 10 minutes" in panel(chat)["content"]) == ("check_in" in means), "with its unit"
    await chat.press(ANNA, panel(chat), "Post the sign-up")
    found = await chat.bot.tournaments.here(int(HERE))
    assert found.plan.rounds == int(means.get("rounds", 0))
    assert found.plan.format == means.get("format", "swiss")


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
async def test_a_draft_is_one_press_in_a_card_game(chat, game):
    """It takes the place of what does not go with it, and another preset that of it; a game without cards has no such button."""
    await chat.use(ANNA, "tournament create", post=False, game=game, settings="rated:yes decks:yes most:32 late:3 format:double")
    assert chat.labels(panel(chat)) == ["Tonight", "This week", "Cup", "League", "Ladder", "Draft", "Post the sign-up", "Cancel"]
    await chat.press(ANNA, panel(chat), "Draft")
    assert "⚠" not in panel(chat)["content"]
    assert "A card draft first" in panel(chat)["content"]
    await chat.press(ANNA, panel(chat), "Tonight")
    assert "- Starts: <t:" in panel(chat)["content"], "a moment, not what a machine writes"
    assert "draft first" not in panel(chat)["content"]
    await chat.press(ANNA, panel(chat), "Draft")
    await chat.press(ANNA, panel(chat), "Post the sign-up")
    found = await chat.bot.tournaments.here(int(HERE))
    assert (found.terms.limited, found.plan.format, found.rated, found.terms.starts) == ("draft", "swiss", False, None)


async def test_what_is_no_card_game_has_no_draft(chat):
    await begin(chat)
    assert "Draft" not in chat.labels(panel(chat))
    await chat.press_old(ANNA, f"b:dpreset:{_number(chat)}:draft")
    assert "no longer works" in panel(chat)["content"]
    assert "limited" not in str(await chat.bot.store.all("SELECT settings FROM drafts"))


@pytest.mark.parametrize(("member", "right"), [(BOHUMIL, "Spravovat události"), (CECILE, "Gérer les événements")])
async def test_who_may_not_open_one_reads_who_can(chat, member, right):
    await chat.use(member, "tournament create", game="hexygame", settings="cards:draft")
    assert right in panel(chat, member)["content"]
    assert "/tournament create" in panel(chat, member)["content"] or "</tournament create:" in panel(chat, member)["content"]


async def test_with_two_questions_and_a_menu_of_values_there_is_room_for_the_rest(chat):
    await begin(chat, settings="starts:tomorrow 20:00 clock:until tomorrow 22:00")
    await choose(chat, "rounds")
    labels = chat.labels(panel(chat))
    assert labels[-2:] == ["Post the sign-up", "Cancel"]
    assert len(panel(chat)["components"]) == 5


async def test_how_long_it_takes_is_said_where_enough_such_games_have_been_played_here(chat):
    """Of this game and clock, in this server, among people: five of an hour, with others in between."""
    now, store = chat.bot.store.now(), chat.bot.store
    guild = int(chat.world.guild)
    await begin(chat, settings="rounds:3")
    assert "has taken" not in panel(chat)["content"]
    played = [("monster_hex", guild, HOUR)] * 5 + [("hexknight", guild, DAY)] * 9 + [("monster_hex", 77, DAY)] * 9
    columns = "id, guild, channel, game, host, options, language, theme, status, created, begun, ended, position, revision, version, seed"
    for n, (game, place, length) in enumerate(played, 900):
        row = n, place, 7, game, 1, "{}", "en", "dark", "over", now, now, now + length, 0, 0, 1, "1"
        await store.database.write(lambda db, *row: db.execute(f"INSERT INTO games ({columns}) VALUES ({', '.join('?' * len(row))})", row), *row)
    await choose(chat, "games", "3")
    assert "A game like this has taken 60 minutes here; 3 rounds take about 9 hours." in panel(chat)["content"]


async def test_nobody_else_touches_it_and_it_is_swept_after_a_day(chat):
    await begin(chat)
    message = panel(chat)
    number = chat.menus(message)[0]["custom_id"].rpartition(":")[2]
    setup = await chat.bot.store.setups.get(int(number))
    await chat.submit(DARA, f"f:draft:{number}:name", value="Mine")
    assert "no longer there" in panel(chat, DARA)["content"]
    assert await chat.bot.store.setups.get(int(number)) == setup
    await chat.bot.store.setups.sweep(chat.bot.store.now() - DAY)
    assert await chat.bot.store.setups.get(int(number)) == setup, "it is still young"
    await chat.bot.store.setups.sweep(chat.bot.store.now() + 1)
    await chat.press(ANNA, message, "Post the sign-up")
    assert "no longer there" in panel(chat)["content"]
    assert not chat.seen(None)


async def test_a_form_that_nobody_was_shown_changes_nothing(chat):
    """Numbers of any length, signs that are digits somewhere, drafts and settings that do not exist: each gets an answer that is no fault of ours."""
    for about in ("9" * 80 + ":name", "٣:name", "1:nobody", "1:format", ":name", "1", "99:name"):
        await chat.submit(ANNA, f"f:draft:{about}", value="x")
        assert "wrong on our side" not in panel(chat)["content"], about
    assert await chat.bot.store.all("SELECT id FROM drafts") == []


async def form_of(chat, member: str, message: dict, label: str) -> dict:
    """The form that a button opens."""
    body = {"member": member, "channel": HERE, "message": message["id"], "custom_id": chat.button(message, label)["custom_id"]}
    return (await chat.standin.play("component", body))["modal"]


def posting(chat, member: str) -> dict:
    """The button that posts the sign-up."""
    return next(b for b in chat.buttons(panel(chat, member)) if b["custom_id"].startswith("b:dpost:"))


FRIDAY = datetime(2026, 11, 27, 15, 30, tzinfo=ZoneInfo("Europe/Prague")).timestamp()
EVENING = FRIDAY + 4.5 * HOUR


@pytest.mark.parametrize(
    ("member", "typed", "asked", "yes", "no"),
    [
        (ANNA, "tonight 8pm", "did you mean", "Yes, then", "No, write it again"),
        (BOHUMIL, "dnes večer v 8", "myslíš", "Ano, tehdy", "Ne, napsat znovu"),
        (CECILE, "ce soir 20h", "tu veux dire", "Oui, à ce moment", "Non, l'écrire autrement"),
    ],
)
async def test_a_moment_in_words_is_shown_and_counts_when_it_is_confirmed(chat, member, typed, asked, yes, no):
    """In the writer's language and zone, also after a restart; whoever says no gets back what they have written, and loses nothing."""
    chat.moderates(member)
    chat.ahead = FRIDAY - time.time()
    await chat.set(member, "hours", zone="Europe/Prague")
    await begin(chat, member, name="Cup", settings=f"starts:{typed}")
    shown = panel(chat, member)
    assert asked in shown["content"]
    assert f"<t:{int(EVENING)}:f>" in shown["content"]
    assert "UTC" not in shown["content"]
    assert posting(chat, member)["disabled"]
    await chat.restart()
    form = await form_of(chat, member, shown, no)
    assert form["components"][0]["components"][0]["value"] == typed
    number = chat.menus(shown)[0]["custom_id"].rpartition(":")[2]
    (row,) = await chat.bot.store.all("SELECT settings FROM drafts")
    assert json.loads(row[0])["name"] == "Cup"
    assert "starts" not in json.loads(row[0])
    await chat.submit(member, f"f:draft:{number}:starts", value="20:30")
    await chat.press(member, shown, yes)
    assert f"<t:{int(EVENING + HOUR / 2)}:f>" in panel(chat, member)["content"], "what an earlier panel asked about is not meant any more"
    await chat.press(member, panel(chat, member), yes)
    assert asked not in panel(chat, member)["content"]
    await chat.press_exactly(member, panel(chat, member), posting(chat, member))
    assert (await chat.bot.tournaments.here(int(HERE))).terms.starts == EVENING + HOUR / 2


async def test_a_moment_that_is_certain_counts_at_once_and_is_shown(chat):
    """With an offset of its own, or in UTC for whoever has set no zone, which is said."""
    chat.ahead = FRIDAY - time.time()
    await begin(chat, settings="starts:2026-11-28 20:00+05:00 clock:until 2026-12-24T18:00Z")
    offset = datetime(2026, 11, 28, 15, tzinfo=UTC).timestamp()
    words = panel(chat)["content"]
    assert f"<t:{int(offset)}:f>" in words
    assert f"<t:{int(datetime(2026, 12, 24, 18, tzinfo=UTC).timestamp())}:f>" in words
    assert "❓" not in words
    assert "Read in UTC" not in words
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:starts", value="2026-11-28 20:00")
    words = panel(chat)["content"]
    assert f"<t:{int(offset + 5 * HOUR)}:f>" in words
    assert "Read in UTC" in words
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:starts", value="tomorrow 20:00")
    assert "Read in UTC" in panel(chat)["content"].rpartition("❓")[2]
    await chat.submit(ANNA, f"f:draft:{_number(chat)}:clock", value="until tomorrow 22:00")
    assert panel(chat)["content"].count("❓") == 2
    await chat.press(ANNA, panel(chat), "Yes, then")
    await chat.press(ANNA, panel(chat), "Yes, then")
    await chat.press(ANNA, panel(chat), "Post the sign-up")
    found = await chat.bot.tournaments.here(int(HERE))
    assert found.terms.starts == offset + 5 * HOUR
    assert found.clock.time == offset + 7 * HOUR
