"""Card drafts and sealed decks through the playground: from the sign-up over packs, decks and matches to the published log."""

from __future__ import annotations

import re

import pytest

from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.unfit import Unfit
from cogs.tournament import TournamentCommands
from data.content import limited_of
from rules.competition.card_drafts import pack
from rules.competition.clock import HOUR
from rules.randomness import Chance, seed_hash
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.waiting import rounds

PEOPLE = (ANNA, BOHUMIL, CECILE, DARA)


async def opened(chat, *members: str, game: str = "hexygame", settings: str = "", limited: str = "draft") -> None:
    await chat.use(ANNA, "tournament create", game=game, name="Friday", settings=f"cards:{limited} {settings}".strip())
    for member in members:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.press(ANNA, chat.seen(None)[0], "Start")
    await chat.press(ANNA, chat.private(ANNA), "Start now")
    await chat.settle()


def said(chat) -> str:
    return "\n".join(m["content"] for m in chat.seen(None))


async def cards(chat, member: str) -> dict:
    """The panel of somebody's own cards, opened below the message for everybody."""
    await chat.press(member, chat.seen(None)[0], "My cards")
    return chat.private(member)


def offered(chat, panel: dict) -> list[str]:
    """The cards that a panel offers to take."""
    menu = next((m for m in chat.menus(panel) if m["custom_id"].startswith("m:cpick")), None)
    return [option["value"] for option in menu["options"]] if menu else []


async def takes(chat, member: str, which: int = 0) -> str:
    """Somebody takes a card by the menu, if there is a pack before them; gives which."""
    panel = await cards(chat, member)
    there = offered(chat, panel)
    if not there:
        return ""
    menu = next(m for m in chat.menus(panel) if m["custom_id"].startswith("m:cpick"))
    await chat.choose(member, panel, menu, [there[which]])
    return there[which]


async def table(chat):
    bot = chat.bot
    return (await bot.tournaments.drafting(await bot.tournaments.get(1))).table


async def give_up(chat, thread: str) -> None:
    found = await chat.bot.tables.here(int(thread))
    (seat, *_) = found.rules.to_act(found.state)
    await chat.use(str(found.seats[seat].player), "game resign", thread, sure="True")
    await chat.settle()


async def test_a_draft_of_six_with_people_computers_and_a_restart_a_day(chat):
    """Anna takes cards by the menu, Bohumil by typing, Cécile leaves it to her list and the clock, and Dara never comes."""
    await opened(chat, *PEOPLE, settings="time_for_a_pick:600 computers:2 rounds:2")
    signup = chat.seen(None)[0]["content"]
    (published,) = re.findall("`([0-9a-f]{64})`", signup)
    assert "2 computers draft along" in signup
    assert "Pack 1 of 3" in signup
    assert not chat.world.threads, "no match before there are decks"
    assert "The packs are open" in said(chat)
    await cards(chat, CECILE)
    await chat.press_verb(CECILE, "cwish")
    names = limited_of("hexygame").by_rarity["rare"]
    await chat.submit(CECILE, "f:cwish:1", beside=chat.private(CECILE), cards="\n".join(names))
    assert "Ta liste" in chat.private(CECILE)["content"]
    told = ""
    for _day in rounds("the end of the draft"):
        told += said(chat)
        if (await table(chat)).draft.over:
            break
        for _ in range(3):
            mine = await takes(chat, ANNA)
            theirs = offered(chat, await cards(chat, BOHUMIL))
            if theirs:
                assert "Máš: " in await chat.use(BOHUMIL, "tournament pick", card=theirs[-1])
            assert not mine or mine.replace("_", " ").casefold() not in said(chat).casefold()
            await chat.later(8 * HOUR + 60)
        await chat.restart()
    assert re.search(r"A computer picks for .*\*\*Dara\*\* from now on", told)
    assert "The next packs are open" in told
    assert "Build your deck" in said(chat)
    assert _day >= 3
    before = await table(chat)
    assert [len(picks) for picks in before.draft.picks] == [36] * 6
    rares = limited_of("hexygame").by_rarity["rare"]
    cecile = before.seat_of(2)
    assert set(before.draft.picks[cecile]) & set(rares), "her list has picked for her"
    # Decks: Anna builds hers, Bohumil writes his, Cécile and Dara hand none in.
    panel = await cards(chat, ANNA)
    await chat.press(ANNA, panel, "Hand it in")
    assert "It is handed in" in chat.private(ANNA)["content"]
    await cards(chat, BOHUMIL)
    await chat.submit(BOHUMIL, "f:cdeck:1", beside=chat.private(BOHUMIL), cards="10x Red Hearth\n1x Moss Troll")
    assert "HX-3.6" in chat.private(BOHUMIL)["content"]
    await chat.later(80 * HOUR)
    await chat.restart()
    await chat.settle()
    assert len(chat.world.threads) == 2
    tables = [await chat.bot.tables.here(int(thread)) for thread in chat.world.threads]
    for found in tables:
        assert found.state.limited
        for seat in found.seats:
            deck = found.state.sides[seat.seat].deck
            mine = (await table(chat)).draft.pool((await table(chat)).seat_of(PEOPLE.index(str(seat.player))))
            assert limited_of("hexygame").decks_of(mine).faults(deck) == []
    assert "Draft log" not in str(chat.seen(None))
    codes = [place.deck for place in (await table(chat)).places if place.deck is not None]
    first = tables[0].id
    for round in (1, 2):
        for thread in list(chat.world.threads)[2 * (round - 1) :]:
            await give_up(chat, thread)
        if round == 1:
            over = await chat.bot.tables.get(first)
            assert over.over
            thread, record = next(iter(chat.world.threads)), await export(over, [])
            assert not any(code in record for code in codes), "others have yet to meet these decks"
            assert "last match" in await chat.press_old(ANNA, f"b:replay:{first}", thread)
            assert "last match" in await chat.press_old(ANNA, f"b:analysis:{first}", thread)
        await chat.restart()
        await chat.settle()
    record = await export(await chat.bot.tables.get(first), [])
    assert check(record).right, "its decks are those of a draft, and its record says so"
    assert any(code in record for code in codes), "now everything is told"
    end = next(m for m in chat.seen(None) if any(f["filename"].startswith("draft-") for f in m.get("attachments", [])))
    assert "Friday" in end["content"]
    answer = await chat.press(DARA, end, "Draft log")
    assert "Seed, packs, picks and decks" in answer
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.get(1))
    assert seed_hash(there.tournament.seed) == published, "the packs were fixed before anybody opened one"
    for seat, packs in enumerate(there.table.draft.packs):
        for n, opened_pack in enumerate(packs, 1):
            assert opened_pack == pack(limited_of("hexygame"), Chance.of(there.tournament.seed, "pack", n, seat))


async def test_sealed_decks_are_built_from_six_packs_and_played(chat):
    await opened(chat, ANNA, BOHUMIL, game="planetary_conquerors", limited="sealed", settings="rounds:1")
    panel = await cards(chat, ANNA)
    assert "from 84 cards" in panel["content"]
    out = next(m for m in chat.menus(panel) if m["custom_id"].startswith("m:cout"))
    await chat.choose(ANNA, panel, out, [out["options"][0]["value"], out["options"][1]["value"]])
    assert "PC-3.5" in chat.private(ANNA)["content"]
    free = next(m for m in chat.menus(chat.private(ANNA)) if m["custom_id"].endswith(":free"))
    await chat.choose(ANNA, chat.private(ANNA), free, ["gold_miner", "collector_of_cosmium"])
    for member in (ANNA, BOHUMIL):
        await cards(chat, member)
        await chat.press_verb(member, "chand")
    await chat.settle()
    (thread,) = chat.world.threads
    panel = await cards(chat, ANNA)
    await chat.choose(ANNA, panel, next(m for m in chat.menus(panel) if m["custom_id"].endswith(":free")), ["gold_miner"])
    await chat.press(ANNA, chat.private(ANNA), "Hand it in")
    assert "in a match" in chat.seen(ANNA)[-1]["content"], "never within a match"
    await give_up(chat, thread)
    assert "Draft log" in chat.labels(chat.seen(None)[0])


async def test_the_thread_of_a_match_is_deleted_and_it_goes_on_in_another_one_with_the_same_decks(chat):
    await opened(chat, ANNA, BOHUMIL, game="planetary_conquerors", limited="sealed", settings="rounds:1")
    for member in (ANNA, BOHUMIL):
        await cards(chat, member)
        await chat.press_verb(member, "chand")
    await chat.settle()
    (thread,) = chat.world.threads
    before = await chat.bot.tables.here(int(thread))
    chat.deletes(thread)
    await chat.settle()
    (again,) = chat.world.threads
    after = await chat.bot.tables.here(int(again))
    assert (after.id, after.state) == (before.id, before.state)
    await chat.restart()
    await give_up(chat, again)
    assert "Draft log" in chat.labels(chat.seen(None)[0])


async def test_who_has_no_seat_sees_nothing_and_picks_nothing(chat):
    await opened(chat, *PEOPLE)
    assert "not in this tournament" in await chat.press(JUDGE, chat.seen(None)[0], "My cards")
    assert "not in this tournament" in await chat.use(JUDGE, "tournament pick", card="Moss Troll")
    mine = offered(chat, await cards(chat, ANNA))
    theirs = offered(chat, await cards(chat, BOHUMIL))
    strange = next(card for card in theirs if card not in mine)
    assert "not in the pack" in await chat.use(ANNA, "tournament pick", card=strange)
    assert "no card" in await chat.use(ANNA, "tournament pick", card="nothing at all")
    assert not TournamentCommands.pick.get_parameter("card").autocomplete, "completion would say what lies there"
    first = chat.private(ANNA) if offered(chat, chat.private(ANNA)) else await cards(chat, ANNA)
    menu = next(m for m in chat.menus(first) if m["custom_id"].startswith("m:cpick"))
    assert not any(card in button["custom_id"] for card in mine for button in [*chat.buttons(first), *chat.menus(first)])
    await chat.choose(ANNA, first, menu, [mine[0]])
    with pytest.raises(Unfit, match="picked_before"):  # The second of two quick presses.
        await chat.bot.tournaments.pick(1, int(ANNA), mine[1], 1)
    assert "no matches yet" in await chat.use(ANNA, "tournament standings")
    assert "too late" in (await chat.use(JUDGE, "tournament join")).lower() or "late" in chat.private(JUDGE)["content"]


async def test_who_leaves_has_a_computer_pick_on_and_a_substitute_takes_the_picks_over(chat):
    await opened(chat, *PEOPLE)
    for member in PEOPLE:
        await takes(chat, member)
    await chat.use(DARA, "tournament leave")
    seat = (await table(chat)).seat_of(3)
    assert not (await table(chat)).draft.queues[seat], "nobody waits for who has left"
    before = (await table(chat)).draft.picks[(await table(chat)).seat_of(2)]
    await chat.use(JUDGE, "referee tournament substitute", player=CECILE, new=JUDGE, reason="ill")
    panel = await cards(chat, JUDGE)
    assert f"Your picks ({len(before)})" in panel["content"]
    assert "Tu n'es pas" in await chat.press_verb(CECILE, "cpanel")


async def test_time_for_picks_stands_while_nobody_can_act_and_during_a_pause(chat):
    await opened(chat, *PEOPLE, settings="time_for_a_pick:60")
    chat.bot_may(HERE, 0)
    await chat.later(1)
    await chat.later(5 * HOUR)
    assert sum(map(len, (await table(chat)).draft.picks)) == 0
    chat.bot_may(HERE)
    await chat.later(60)
    assert sum(map(len, (await table(chat)).draft.picks)) == 0
    await chat.disconnect()
    chat.ahead += 3 * HOUR
    await chat.connect()
    await chat.later(60)
    assert sum(map(len, (await table(chat)).draft.picks)) == 0, "a process that stands still charges nobody"
    await chat.use(JUDGE, "referee tournament pause", reason="dinner")
    await chat.later(5 * HOUR)
    await chat.use(JUDGE, "referee tournament resume", reason="coffee")
    await chat.later(HOUR / 2)
    assert sum(map(len, (await table(chat)).draft.picks)) == 0, "after a pause everybody has their whole time"
    await chat.later(HOUR)
    assert sum(map(len, (await table(chat)).draft.picks)) > 0


async def test_two_drafts_of_one_person(chat):
    """Each channel has its own, and what is done in one is done there."""
    await opened(chat, *PEOPLE)
    await chat.use(ANNA, "tournament create", THERE, game="planetary_conquerors", settings="cards:draft")
    other = chat.seen(None, THERE)[0]
    for member in PEOPLE:
        await chat.press(member, other, "Join")
    await chat.use(ANNA, "tournament start", THERE)
    await chat.settle()
    here, there = chat.seen(None)[0], chat.seen(None, THERE)[0]
    await chat.press(ANNA, here, "My cards")
    await chat.press(ANNA, there, "My cards")
    assert "of 36" in chat.private(ANNA)["content"]
    mine = offered(chat, chat.private(ANNA, THERE))
    assert "of 42" in chat.private(ANNA, THERE)["content"]
    await chat.use(ANNA, "tournament pick", THERE, card=mine[0])
    assert sum(map(len, (await table(chat)).draft.picks)) == 0
    cup = await chat.bot.tournaments.get(2)
    assert sum(map(len, (await chat.bot.tournaments.drafting(cup)).table.draft.picks)) == 1
    assert "not in the pack" in await chat.use(ANNA, "tournament pick", card="salvage_crew") or "no card" in chat.private(ANNA)["content"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [("format:double elimination", "Swiss"), ("most:16", "for 8 at most"), ("rated:yes", "without ratings"), ("decks:yes", "nobody brings one")],
)
async def test_what_does_not_go_with_a_draft_is_said_in_the_panel(chat, settings, words):
    answer = await chat.use(ANNA, "tournament create", game="hexygame", settings=f"cards:draft {settings}", post="False")
    assert words in answer + str(chat.private(ANNA)["content"])
