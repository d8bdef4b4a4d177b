"""A card draft as moderators have it in hand: what the desk says before there is a round, and a tournament that ends in the middle."""

from __future__ import annotations

import pytest

from cogs.messages.rules.find_cards import card_name
from cogs.play.history.record import export
from data.language import texts
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, JUDGE
from tests.cogs.test_card_drafts import PEOPLE, cards, give_up, offered, opened, takes

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
