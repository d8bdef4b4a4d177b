"""People who are called something else from some moment on, by themselves or by a moderator: the present name is used where they play."""

from __future__ import annotations

import pytest

from data.store import Unreachable
from data.store.changes import TABLE, TOURNAMENT, Subject
from data.user_text import Called
from playground.world import ALL_RIGHTS
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.cogs.tournaments.in_chat import settle

FOUL, GOOD = "Foul name", "Renate"
MOSS = {"game": "monster_hex", "options": "seating=joined"}


async def names(chat: Chat, channel: str = HERE) -> list[str]:
    return [*map(str, (await chat.bot.tables.here(int(channel))).names)]


def by_themselves(chat: Chat) -> None:
    chat.calls_themselves(ANNA, GOOD)


def by_a_moderator(chat: Chat) -> None:
    chat.renamed(ANNA, GOOD)


@pytest.mark.parametrize("renamed", [by_themselves, by_a_moderator])
async def test_the_present_name_is_used_at_all_live_tables_of_the_server(chat, renamed):
    chat.calls_themselves(ANNA, FOUL)
    for channel in (HERE, THERE):
        await chat.use(ANNA, "game new", channel, **MOSS, opponent=BOHUMIL)
    renamed(chat)
    await chat.use(BOHUMIL, "game list")
    assert FOUL in await chat.use(BOHUMIL, "board", show="text"), "nobody has said otherwise yet"
    await chat.use(ANNA, "help")
    for channel in (HERE, THERE):
        assert await names(chat, channel) == [GOOD, "Bohumil"]
        assert FOUL not in await chat.use(BOHUMIL, "board", channel, show="text")
    before = len(chat.seen(None))
    await chat.use(ANNA, "move", action="faction moss")
    await chat.use(BOHUMIL, "move", action="faction ember")
    told = "\n".join(text for m in chat.seen(None)[before:] for text in (m["content"], *(a.get("description") or "" for a in m["attachments"])))
    assert GOOD in told
    assert FOUL not in told
    await chat.restart()
    assert await names(chat) == [GOOD, "Bohumil"]


async def test_the_very_interaction_that_brings_a_name_uses_it(chat):
    chat.calls_themselves(ANNA, FOUL)
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    chat.renamed(ANNA, GOOD)
    before = len(chat.seen(None))
    await chat.use(ANNA, "move", action="faction moss")
    assert GOOD in chat.seen(None)[before]["content"]
    chat.renamed(BOHUMIL, "Bob")
    await chat.press(BOHUMIL, chat.board(), "Your move")
    assert await names(chat) == [GOOD, "Bob"], "buttons bring it, too"


async def test_an_open_table_says_at_once_who_sits_there(chat):
    chat.calls_themselves(ANNA, FOUL)
    await chat.use(ANNA, "game new", **MOSS)
    assert FOUL in chat.board()["content"]
    chat.renamed(ANNA, GOOD)
    await chat.use(ANNA, "game list", THERE)
    assert f"1. {GOOD}" in chat.board()["content"]
    assert FOUL not in chat.board()["content"]
    await chat.press(BOHUMIL, chat.board(), "Join")
    assert await names(chat) == [GOOD, "Bohumil"]


async def test_names_are_compared_anew(chat):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    found = await chat.bot.tables.here(int(HERE))
    chat.renamed(ANNA, "bohumil")
    await chat.use(ANNA, "game list")
    assert [name.shown for name in found.names] == ["bohumil (anna)", "Bohumil (bohumil)"]
    chat.renamed(ANNA, None)
    await chat.use(ANNA, "game list")
    assert [name.shown for name in found.names] == ["Anna", "Bohumil"]


async def test_what_is_over_stays_as_it_is_and_so_do_other_servers(chat):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    await chat.use(BOHUMIL, "game resign", sure="True")
    await chat.use(ANNA, "game new", THERE, **MOSS, opponent=BOHUMIL)
    chat.renamed(ANNA, GOOD)
    await chat.bot.renaming.met(77, int(ANNA), Called("Elsewhere", "anna"))
    await chat.bot.renaming.met(None, int(ANNA), Called("In private", "anna"))
    assert await names(chat, THERE) == ["Anna", "Bohumil"]
    await chat.use(ANNA, "game list")
    assert await names(chat) == ["Anna", "Bohumil"]
    assert await names(chat, THERE) == [GOOD, "Bohumil"]
    await chat.use(ANNA, "game export")
    record = chat.world.file(chat.private(ANNA)["attachments"][0]["id"]).decode()
    assert "Anna" in record
    assert GOOD not in record


async def test_whoever_has_been_forgotten_gets_no_name_again(chat):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL, opponent2=CECILE)
    await chat.set(ANNA, "data", what="forget")
    await chat.press(ANNA, chat.private(ANNA), "Forget me")
    await chat.settle()
    chat.renamed(ANNA, GOOD)
    await chat.use(ANNA, "game list")
    assert await names(chat) == ["—", "Bohumil", "Cécile"]


async def test_what_moderators_did_names_them_as_they_are_called_and_they_are_forgotten_whole(chat):
    chat.world.member_rights[DARA] = ALL_RIGHTS
    chat.calls_themselves(ANNA, FOUL)
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL, opponent2=CECILE, clock="24h")
    await chat.use(DARA, "referee timeout", player=ANNA, reason="asleep")
    chat.renamed(ANNA, GOOD)
    await chat.use(ANNA, "game list")
    found = await chat.bot.tables.here(int(HERE))
    assert [act.whom for _, _, act in await chat.bot.store.tables.acts(found.id) if act.act == "timeout"] == [GOOD]
    assert GOOD in await chat.use(DARA, "referee log")
    await chat.bot.store.own_data.forget(int(ANNA))
    assert [act.whom for _, _, act in await chat.bot.store.tables.acts(found.id) if act.act == "timeout"] == ["—"]


async def test_the_act_about_another_of_the_same_name_is_left_alone(chat):
    chat.world.member_rights[DARA] = ALL_RIGHTS
    chat.calls_themselves(BOHUMIL, "Anna")
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL, opponent2=CECILE, clock="24h")
    await chat.use(DARA, "referee timeout", player=ANNA, reason="asleep")
    chat.renamed(BOHUMIL, GOOD)
    await chat.use(BOHUMIL, "game list")
    found = await chat.bot.tables.here(int(HERE))
    assert [act.whom for _, _, act in await chat.bot.store.tables.acts(found.id) if act.act == "timeout"] == ["Anna"]


async def test_entrants_of_a_tournament(chat):
    chat.world.member_rights[DARA] = ALL_RIGHTS
    chat.calls_themselves(ANNA, FOUL)
    await chat.use(DARA, "tournament create", game="monster_hex", name="Cup", rounds="2")
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.seen(None)[0], "Join")
    chat.renamed(ANNA, GOOD)
    await chat.use(ANNA, "game list", THERE)
    assert FOUL not in chat.seen(None)[0]["content"]
    assert f"1. {GOOD}" in chat.seen(None)[0]["content"]
    await chat.use(DARA, "tournament start")
    await settle(chat)
    (thread,) = chat.world.threads
    assert GOOD in str(chat.world.channels[thread])
    chat.renamed(ANNA, "Third")
    await chat.use(ANNA, "tournament standings")
    alts = [a["description"] for m in chat.seen(ANNA) for a in m["attachments"]]
    assert any("Third" in alt for alt in alts)
    assert "Third" in await names(chat, thread)


async def test_nothing_is_written_where_nothing_has_changed(chat):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    found = await chat.bot.tables.here(int(HERE))
    before = found.row.revision
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.use(member, "game list")
    assert found.row.revision == before == await chat.bot.store.tables.revision(found.id)


async def test_a_name_that_cannot_be_written_keeps_nobody_from_anything(chat, monkeypatch):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    chat.renamed(ANNA, GOOD)

    async def failing(*_: object) -> None:
        raise Unreachable("gone")

    monkeypatch.setattr(chat.bot.store.display_names, "otherwise", failing)
    await chat.use(ANNA, "move", action="faction moss")
    assert "Moss" in chat.board()["content"]
    monkeypatch.undo()
    await chat.use(ANNA, "game list")
    assert (await names(chat))[0] == GOOD, "the next interaction brings it again"


async def test_a_table_that_cannot_be_read_gets_the_name_all_the_same(chat):
    await chat.use(ANNA, "game new", **MOSS, opponent=BOHUMIL)
    found = await chat.bot.tables.here(int(HERE))
    async with chat.bot.store.transaction() as db:
        await db.execute("UPDATE games SET options = '[' WHERE id = ?", (found.id,))
    await chat.restart()
    chat.renamed(ANNA, GOOD)
    await chat.use(ANNA, "game list", THERE)
    assert [str(s.name) for s in await chat.bot.store.tables.seats(found.id)] == [GOOD, "Bohumil"]
    assert not [debt for debt in await chat.bot.store.outbox.of(Subject(TABLE, found.id)) if debt.kind == "lobby"]
    assert await chat.bot.store.outbox.of(Subject(TOURNAMENT, 1)) == []
