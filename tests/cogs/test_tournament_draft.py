"""Setting a tournament up in its private panel: menus, a form, what does not go together, and who may touch it."""

from __future__ import annotations

import json

from rules.competition.clock import DAY
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
    assert words[2:] == ["- Rounds: 3", "- Games: 3", "- Rated: yes"]
    await choose(chat, "rated", "usual")
    await chat.press(ANNA, panel(chat), "Post the sign-up")
    found = await chat.bot.tournaments.here(int(HERE))
    assert (str(found.name), found.plan.rounds, found.plan.games, found.rated) == ("Autumn cup", 3, 3, False)
    assert "Autumn cup" in chat.board()["content"]
    assert not panel(chat)["components"]
    assert await chat.bot.store.all("SELECT id FROM drafts") == []


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


async def test_nobody_else_touches_it_and_it_is_swept_after_a_day(chat):
    await begin(chat)
    message = panel(chat)
    number = chat.menus(message)[0]["custom_id"].rpartition(":")[2]
    draft = await chat.bot.store.drafts.get(int(number))
    await chat.submit(DARA, f"f:draft:{number}:name", value="Mine")
    assert "no longer there" in panel(chat, DARA)["content"]
    assert await chat.bot.store.drafts.get(int(number)) == draft
    await chat.bot.store.drafts.sweep(chat.bot.store.now() - DAY)
    assert await chat.bot.store.drafts.get(int(number)) == draft, "it is still young"
    await chat.bot.store.drafts.sweep(chat.bot.store.now() + 1)
    await chat.press(ANNA, message, "Post the sign-up")
    assert "no longer there" in panel(chat)["content"]
    assert not chat.seen(None)


async def test_a_form_that_nobody_was_shown_changes_nothing(chat):
    """Numbers of any length, signs that are digits somewhere, drafts and settings that do not exist: each gets an answer that is no fault of ours."""
    for about in ("9" * 80 + ":name", "٣:name", "1:nobody", "1:format", ":name", "1", "99:name"):
        await chat.submit(ANNA, f"f:draft:{about}", value="x")
        assert "wrong on our side" not in panel(chat)["content"], about
    assert await chat.bot.store.all("SELECT id FROM drafts") == []
