"""`/settings stops`: what somebody usually wants to be asked is given for them when they sit down, and nobody else can tell."""

from __future__ import annotations

import pytest

from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from data.language import LANGUAGES, texts
from data.store import Store
from rules.parts.ahead import sealed
from tests.bids import KEY, known, memory
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, JUDGE, THERE
from tests.cogs.test_play import table

WISHES = ["ask_own", "pass_move"]
NEW = {"game": "hexygame", "options": "seating=joined decks=drawn"}


async def usual(chat, member: str, *groups: tuple[int, list[str]], game: str = "hexygame") -> str:
    """Chooses from the menus of the page of a game, as many as there are."""
    await chat.set(member, "stops", game=game)
    for number, values in groups:
        message = chat.private(member)
        await chat.choose(member, message, chat.menus(message)[number], values)
    return chat.private(member)["content"]


async def test_usual_stops_are_chosen_changed_and_taken_back(chat):
    for member in (ANNA, BOHUMIL):
        chat.world.members[member]["locale"] = "en-US"
    people = chat.bot.store.personal_settings
    shown = await usual(chat, ANNA, (0, ["pass_move", "pass_half"]), (1, ["ask_own"]))
    assert shown.endswith(
        "- Always pass on moves near my Flag\n- Always pass between the blows of a combat\n- Hold: ask me after each of my own items"
    )
    assert await people.stops(int(ANNA), "hexygame") == {"pass_move", "pass_half", "ask_own"}
    chosen = [[o["value"] for o in menu["options"] if o.get("default")] for menu in chat.menus(chat.private(ANNA))]
    assert chosen == [["pass_move", "pass_half"], ["ask_own"]], "the menus show what has been chosen"
    assert await people.stops(int(ANNA), "planetary_conquerors") == frozenset() == await people.stops(int(BOHUMIL), "hexygame")
    await usual(chat, ANNA, (0, []))
    assert await people.stops(int(ANNA), "hexygame") == {"ask_own"}
    await usual(chat, ANNA, (1, []))
    assert await chat.bot.store.all("SELECT * FROM stops") == []
    offered = [o["value"] for menu in chat.menus(chat.private(ANNA)) for o in menu["options"]]
    assert not [order for order in offered if order.startswith("until_")], "what ends by itself is for a table"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_tells_what_others_can_see(chat, language):
    chat.world.members[ANNA]["locale"] = language
    assert texts(language)("stops.seen") in await usual(chat, ANNA)
    assert all(len(o["label"]) <= 100 for menu in chat.menus(chat.private(ANNA)) for o in menu["options"])


async def test_they_are_given_at_the_deal_and_tables_that_have_begun_stay_as_they_are(chat):
    await usual(chat, ANNA, (0, ["pass_move"]), (1, ["ask_own"]))
    await chat.use(ANNA, "game new", **NEW)
    await chat.press(BOHUMIL, chat.board(), "Join")
    found = await table(chat)
    assert (found.orders(0), found.orders(1)) == ({*WISHES}, frozenset())
    await usual(chat, BOHUMIL, (1, ["ask_move"]))
    await usual(chat, ANNA, (0, []))
    assert (found.orders(0), found.orders(1)) == ({*WISHES}, frozenset())
    await chat.use(ANNA, "game resign", sure="true")
    assert check(await export(found, [])).key == "check.right"


async def test_they_are_given_to_whoever_sits_down(chat):
    await usual(chat, CECILE, (0, ["pass_move"]))
    await usual(chat, BOHUMIL, (0, ["pass_half"]))
    await chat.use(ANNA, "game new", **NEW, opponent=BOHUMIL)
    found = await table(chat)
    assert found.orders(1) == {"pass_half"}
    await chat.use(JUDGE, "referee replace", player=BOHUMIL, new=CECILE, reason="gone")
    assert found.orders(1) == {"pass_move"}, "their own, and no others"
    for who in (BOHUMIL, CECILE):
        about = await chat.bot.store.own_data.about(int(who))
        assert not [row for row in about["actions"] if row["action"].startswith("stops")], "they have not done it by hand"
    rows = [row for row in await chat.bot.store.tables.actions(found.id) if sealed(row.action)]
    assert [(row.seat, row.action, row.auto) for row in rows] == [
        (1, ("stops", "pass_half"), True),
        (1, ("lapse", "heir", "stops"), True),
        (1, ("stops", "pass_move"), True),
    ]
    await chat.use(ANNA, "game resign", sure="true")
    assert check(await export(found, [])).key == "check.right"


async def test_nobody_sees_usual_stops_before_the_end(chat):
    """Two games that differ in them alone look the same to the others, in every message and record."""
    seen = []
    for channel, stops in ((HERE, []), (THERE, ["pass_move"])):
        await usual(chat, BOHUMIL, (0, stops))
        await chat.use(ANNA, "game new", channel, **NEW, opponent=BOHUMIL)
        found = await chat.bot.tables.here(int(channel))
        assert found.orders(1) == {*stops}
        record = await export(found, [0])
        assert "stops" not in record
        log = await chat.use(ANNA, "game log", channel)
        seen.append((len(record.splitlines()), len(chat.seen(None, channel)), log))
    assert seen[0][:2] == seen[1][:2]
    assert seen[0][2].count("\n") == seen[1][2].count("\n")
    await chat.use(ANNA, "game resign", THERE, sure="true")
    assert "stops pass_move" in await export(found, [0]), "a record that is to be checked has everything"


# Orders that answer at once


async def dealt(store: Store, **options: str):
    """A table of the game of `tests.bids` whose first player always bids the same."""
    await store.personal_settings.set_stops(101, KEY, {"again"})
    tables = Tables(store)
    made, _ = await tables.open(Opening(KEY, 1, 1, options, "en", "light"), Party((101, "Anna"), [(102, "Bohumil")], seats=2, agreed=True))
    return await tables.get(made)


async def test_what_usual_orders_answer_at_the_deal_comes_after_a_pause():
    async with memory() as store:
        with known():
            found = await dealt(store, asked="one")
            assert (found.acting, found.awaited) == ((0,), ())
            assert 20 <= found.row.ripe - store.now() <= 600
            due = found.row.ripe
            store.now = lambda: due
            await found.ripen()
            assert found.acting == (1,)


async def test_without_the_pause_they_answer_at_the_deal():
    async with memory() as store:
        with known():
            found = await dealt(store, asked="one", pause="off")
            assert (found.acting, found.row.ripe) == ((1,), 0)


async def test_whoever_sits_down_is_answered_for_after_a_pause():
    async with memory() as store:
        with known():
            found = await dealt(store, asked="one")
            due = found.row.ripe
            store.now = lambda: due
            await found.ripen()
            await store.personal_settings.set_stops(103, KEY, {"again"})
            await found.seating.sit(1, (103, "Cécile"))
            assert (found.acting, found.awaited) == ((1,), ())
            assert 20 <= found.row.ripe - due <= 600
            store.now = lambda: found.row.ripe
            await found.ripen()
            assert (found.acting, found.orders(1)) == ((0,), {"again"})
