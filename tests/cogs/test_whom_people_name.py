"""Whom somebody names in a command: Discord resolves whoever it is, also without a member, and any number of times."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, Chat

GAME = {"game": "Monster Hex", "options": "seating=joined"}
OUTSIDE = {"en-GB": "Gaston is not a member of this server", "cs": "Gaston na tomto serveru není", "fr": "Gaston n'est pas membre de ce serveur"}


def outsider(chat: Chat) -> str:
    """Somebody who was a member once."""
    gaston = chat.newcomer("Gaston")
    chat.leaves(gaston)
    return gaston


async def tables(chat: Chat) -> int:
    row = await chat.bot.store.one("SELECT COUNT(*) FROM games")
    return int(row[0])


@pytest.mark.parametrize("at", ["opponent", "opponent2", "opponent3"])
async def test_nobody_outside_the_server_is_challenged(chat, at):
    gaston = outsider(chat)
    others = {"opponent": BOHUMIL} | {at: gaston}
    for locale, words in OUTSIDE.items():
        member = chat.newcomer("Somebody", locale)
        assert words in await chat.use(member, "game new", **GAME, **others)
    assert not await tables(chat)
    assert not chat.seen(None)
    chat.comes_back(gaston)
    assert "not a member" not in await chat.use(ANNA, "game new", **GAME, **others)
    assert await tables(chat) == 1


async def test_whoever_names_themselves_or_one_person_twice_is_told_so(chat):
    assert await chat.use(ANNA, "game new", **GAME, opponent=ANNA) == "You have named yourself. Name the others."
    assert "yourself" in await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=ANNA)
    assert await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent3=BOHUMIL) == "You have named Bohumil twice."
    assert not await tables(chat)


async def test_nobody_outside_the_server_is_seated_by_a_moderator(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    gaston = outsider(chat)
    why = {"player": BOHUMIL, "reason": "gone"}
    assert "Gaston is not a member" in await chat.use(JUDGE, "referee replace", **why, new=gaston)
    assert [s.player for s in (await chat.bot.tables.here(int(HERE))).seats] == [int(ANNA), int(BOHUMIL)]
    chat.leaves(BOHUMIL)
    chat.comes_back(gaston)
    assert "Done" in await chat.use(JUDGE, "referee replace", **why, new=gaston), "who has left can be replaced"
    assert [s.player for s in (await chat.bot.tables.here(int(HERE))).seats] == [int(ANNA), int(gaston)]


async def test_who_has_left_can_still_be_ruled_on(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    chat.leaves(BOHUMIL)
    assert "Done" in await chat.use(JUDGE, "referee forfeit", player=BOHUMIL, reason="gone")


async def test_in_a_tournament_nobody_outside_the_server_plays_on_for_somebody(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex", settings="rounds:1")
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        await chat.use(member, "tournament join")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    gaston = outsider(chat)
    why = {"player": BOHUMIL, "reason": "gone"}
    assert "Gaston is not a member" in await chat.use(JUDGE, "referee tournament substitute", **why, new=gaston)
    assert await chat.use(JUDGE, "referee tournament substitute", **why, new=CECILE) == "That player is in this tournament already."
    assert await chat.use(JUDGE, "referee tournament absent", **why, both=BOHUMIL) == "You have named Bohumil twice."
    assert int(gaston) not in {p.player for p in await chat.bot.store.tournaments.entrants(1)}
    chat.leaves(BOHUMIL)
    assert "Done" in await chat.use(JUDGE, "referee tournament drop", **why)


async def test_nobody_accepts_their_own_challenges(chat):
    assert "yourself" in await chat.set(ANNA, "challenges", add=ANNA)
    assert not (await chat.bot.store.challenge_settings.of(int(ANNA))).named


async def test_nobody_is_asked_for_a_rematch_who_has_left_since(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await chat.use(ANNA, "game resign", sure="True")
    end, before = chat.board(), await tables(chat)
    chat.leaves(BOHUMIL)
    assert await chat.press(ANNA, end, "Rematch") == "Bohumil is not a member of this server, and can play here only as one."
    assert await tables(chat) == before
    chat.comes_back(BOHUMIL)
    assert "Bohumil" in await chat.press(ANNA, end, "Rematch")
    assert await tables(chat) == before + 1
