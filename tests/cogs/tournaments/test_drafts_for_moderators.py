"""A card draft as moderators have it in hand: what the desk says before there is a round, and a tournament that ends in the middle."""

from __future__ import annotations

import json

import pytest

from cogs.messages.rules.find_cards import card_name
from cogs.play.history.record import export
from data.content import limited_of
from data.language import texts
from rules.competition.clock import HOUR, MINUTE
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.test_card_drafts import PEOPLE, cards, give_up, offered, opened, takes
from tests.waiting import rounds

LATER = "after the last match"


async def desk(chat) -> dict:
    """The moderators' panel, opened below the pinned message."""
    await chat.press(JUDGE, chat.seen(None)[0], "Moderators")
    return chat.private(JUDGE)


async def test_the_desk_says_who_picks_and_nothing_of_cards(chat):
    await opened(chat, *PEOPLE)
    mine = offered(chat, await cards(chat, ANNA))
    await takes(chat, ANNA)
    await takes(chat, DARA)
    said = (await desk(chat))["content"]
    assert "Round" not in said
    assert "Pack 1 of 3; picked so far: 2 of 144." in said
    assert "Bohumil" in said
    assert "The longest wait began" in said
    assert "drop` takes them out" in said
    assert not any(card_name(texts("en", "hexygame"), card) in said for card in mine)
    await chat.press(JUDGE, chat.private(JUDGE), "Pause all")
    await chat.use(JUDGE, "referee tournament pause", reason="dinner")
    said = (await desk(chat))["content"]
    assert "Time stands" in said
    assert "longest" not in said
    await chat.use(JUDGE, "referee tournament log")
    assert "before the first round" in chat.private(JUDGE)["content"]


@pytest.mark.parametrize(("member", "words"), [(ANNA, "no matches yet"), (BOHUMIL, "Zápasy ještě nejsou"), (CECILE, "pas encore de matchs")])
async def test_there_are_no_standings_before_there_are_decks(chat, member, words):
    await opened(chat, ANNA, BOHUMIL, CECILE, limited="sealed")
    for command in ("standings", "pairings", "why"):
        assert words in await chat.use(member, f"tournament {command}")


async def test_a_moderator_ends_a_draft_in_the_middle(chat):
    """Nobody has met anybody, so nobody stands anywhere; and what was drafted is told at once, as nobody plays with it."""
    await opened(chat, *PEOPLE)
    await takes(chat, ANNA)
    await chat.use(JUDGE, "referee tournament end", reason="storm")
    await chat.settle()
    pinned, news = chat.seen(None)[0], chat.seen(None)[-1]
    for message in (pinned, news):
        assert "No match has been played." in message["content"]
        assert "1." not in message["content"]
        assert chat.labels(message) == ["Draft log"]
    assert [file["filename"] for file in news["attachments"]] == ["draft-1.txt"]
    assert "No match has been played" in await chat.use(ANNA, "tournament standings")
    assert "over" in await chat.use(ANNA, "tournament cards")
    assert "over" in await chat.use(ANNA, "tournament pick", card="Moss Troll")


async def test_what_was_drafted_stays_secret_while_a_game_that_the_end_has_left_open_goes_on(chat):
    await opened(chat, *PEOPLE, limited="sealed")
    for member in PEOPLE:
        await cards(chat, member)
        await chat.press_verb(member, "chand")
    await chat.settle()
    first, second = chat.world.threads
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))
    codes = [place.deck for place in there.table.places]
    await chat.use(JUDGE, "referee tournament end", reason="storm")
    await chat.settle()
    news = chat.seen(None)[-1]
    assert not any(file["filename"].startswith("draft-") for file in news["attachments"])
    assert "when the last game with these cards is over" in news["content"]
    assert f"{there.tournament.seed:064x}" not in news["content"], "it would tell all packs"
    assert LATER in await chat.press(ANNA, news, "Draft log")
    over = await chat.bot.tables.here(int(first))
    await give_up(chat, first)
    assert LATER in await chat.press(ANNA, news, "Draft log")
    record = await export(await chat.bot.tables.get(over.id), [])
    assert not any(code in record for code in codes)
    await give_up(chat, second)
    assert "Seed, packs" in await chat.press(ANNA, news, "Draft log")
    record = await export(await chat.bot.tables.get(over.id), [])
    assert any(code in record for code in codes)


async def test_who_drafts_takes_it_with_them_and_is_forgotten(chat):
    """In the file: one's own picks in their order, list and deck; no pack, of which most lie elsewhere or are closed. Forgotten: list and deck as
    far as it is built go, picks stay as actions of a game do, and a computer picks on."""
    await opened(chat, *PEOPLE)
    mine = await takes(chat, ANNA)
    await takes(chat, BOHUMIL)
    wanted = limited_of("hexygame").by_rarity["rare"][0]
    await chat.bot.tournaments.wish(1, int(ANNA), [wanted])
    await chat.set(ANNA, "data", what="export")
    found = json.loads(chat.world.file(chat.private(ANNA)["attachments"][0]["id"]))
    assert found["card_picks"] == [{"tournament": 1, "card": mine}]
    (seat,) = found["card_drafts"]
    assert json.loads(seat["wishes"]) == [wanted]
    assert "packs" not in seat
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))
    closed = there.table.draft.packs[there.seat(0)][1]
    assert not any(f'"{card}"' in json.dumps(found) for card in {*closed} - {mine, wanted})
    await chat.set(ANNA, "data", what="forget")
    await chat.press(ANNA, chat.private(ANNA), "Forget me")
    await chat.settle()
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))
    place = there.table.places[there.seat(0)]
    assert (place.wishes, place.building) == ((), {})
    assert there.table.draft.picks[there.seat(0)][0] == mine
    assert not there.table.draft.queues[there.seat(0)], "nobody waits for who is gone"


async def test_a_substitute_has_their_own_time_list_and_hands(chat):
    """Three picks by the clock, and a computer picks on: not for whoever takes the cards over. What the other wanted they never learn."""
    await opened(chat, *PEOPLE, settings="time_for_a_pick:60")
    wanted = limited_of("hexygame").by_rarity["rare"][0]
    await chat.bot.tournaments.wish(1, int(DARA), [wanted])
    for _ in range(3):
        for member in (ANNA, BOHUMIL, CECILE):
            await takes(chat, member)
        await chat.later(HOUR + MINUTE)
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))
    assert there.table.places[there.seat(3)].computer
    picks = there.table.draft.picks[there.seat(3)]
    await chat.use(JUDGE, "referee tournament substitute", player=DARA, new=JUDGE, reason="ill")
    place = (there := await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))).table.places[there.seat(3)]
    assert (place.computer, place.missed, place.wishes) == (False, 0, ())
    assert place.since > chat.bot.store.now() - MINUTE
    assert there.table.draft.picks[there.seat(3)][: len(picks)] == picks
    assert "Your list" not in (await cards(chat, JUDGE))["content"]


async def test_two_leave_and_the_draft_goes_on_with_the_others_to_its_matches(chat):
    await opened(chat, *PEOPLE, settings="rounds:1")
    await takes(chat, ANNA)
    for member in (CECILE, DARA):
        await chat.use(member, "tournament leave")
    await chat.settle()
    (waits,) = [line for line in chat.seen(None)[0]["content"].splitlines() if "waits for" in line]
    assert "Bohumil" in waits
    assert not any(name in waits for name in ("Cécile", "Dara"))
    for _ in rounds("the end of the draft"):
        if not any([await takes(chat, ANNA), await takes(chat, BOHUMIL)]):
            break
    for member in (ANNA, BOHUMIL):
        await cards(chat, member)
        await chat.press_verb(member, "chand")
    await chat.settle()
    (thread,) = chat.world.threads
    await give_up(chat, thread)
    end = chat.seen(None)[-1]
    assert any(file["filename"] == "draft-1.txt" for file in end["attachments"])
    assert "Cécile" in await chat.press(DARA, end, "Draft log") or "draft" in chat.private(DARA)["content"]


async def test_the_channel_is_deleted_while_cards_are_picked(chat):
    """Nobody pays with picks for what nobody can see; nothing of it is left waiting for ever, and people draft elsewhere."""
    await opened(chat, *PEOPLE)
    await takes(chat, ANNA)
    chat.deletes(HERE)
    await chat.settle()
    await chat.later(3 * HOUR)
    assert await chat.bot.store.all("SELECT COUNT(*) FROM card_picks") == [(1,)]
    assert (await chat.bot.store.tournaments.get(1)).status == "over"
    assert await chat.bot.store.all("SELECT kind FROM owed") == []
    await chat.use(ANNA, "tournament create", THERE, game="hexygame", settings="cards:draft")
    assert chat.seen(None, THERE)


async def test_a_pack_stands_among_what_waits_for_somebody(chat):
    """In /mygames, with the way to it; not once the card is taken and no other pack has come."""
    await opened(chat, *PEOPLE)
    assert "Your pick" in await chat.use(ANNA, "mygames")
    assert "Tvůj výběr" in await chat.use(BOHUMIL, "mygames")
    assert "Ton choix" in await chat.use(CECILE, "mygames", THERE)
    await chat.use(ANNA, "mygames")
    await chat.press(ANNA, chat.private(ANNA), "My cards")
    assert "Pack 1 of 3" in chat.private(ANNA)["content"]
    await takes(chat, ANNA)
    assert "You sit at no table" in await chat.use(ANNA, "mygames")
