"""After the game: what the end says, the rematch with the seats turned, a new game, the log in pages, a first game for those who have none."""

from __future__ import annotations

import pytest

from cogs.messages.drawing import look_of, told_by_rule
from cogs.messages.table.analysis import analysis_message
from cogs.play.history.record import events_seen
from cogs.play.thinking.analysis import Analysis
from data.content import games
from data.language import texts
from data.lesson import lesson
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.driving import skip
from tests.cogs.test_play import by_buttons, table
from tests.waiting import within

GAME = {"game": "monster_hex", "options": "seating=joined"}


async def finish(chat) -> dict:
    """Plays the last moves by buttons; the message of the end."""
    await skip(chat, 4)
    async with within("the end of the game"):
        while not (await table(chat)).over:
            await by_buttons(chat)
    return chat.board()


async def test_the_end_says_who_won_with_what_how_long_it_took_and_what_changed(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE, rated="True")
    chat.ahead += 3 * 3600
    end = await finish(chat)
    found = await table(chat)
    outcome = found.outcome
    lines = end["content"].split("\n")
    assert any("wins" in line or "share" in line for line in lines)
    best = outcome.places[0][0]
    places = next(line for line in lines if line.startswith("🏁"))
    assert f"1. {found.seats[best].name} ({outcome.scores[best]})" in places
    assert "*Analysis* shows the moments that counted most." in lines
    assert f"The game took {found.position} actions, 3 hours in all." in lines
    assert any(line.startswith("Ratings: ") for line in lines)
    rows = [[b["label"] for b in row["components"]] for row in end["components"]]
    assert rows[0] == ["Rematch", "New game", "Replay", "Record"]
    assert {"Log", "Analysis", "Seed"} <= {*rows[1]}


@pytest.mark.parametrize(
    ("member", "language", "again", "took"), [(BOHUMIL, "cs", "Odveta", "Hra měla"), (CECILE, "fr", "Revanche", "La partie a duré")]
)
async def test_in_other_languages_and_against_computers_the_seats_turn(chat, member, language, again, took):
    await chat.set(member, "language", language=language)
    await chat.use(member, "game new", **GAME, computers="1")
    await chat.use(member, "game resign", sure="true")
    end = chat.board()
    assert took in end["content"]
    before = await table(chat)
    await chat.press(member, end, again)
    after = await table(chat)
    assert after.id != before.id
    assert [s.player for s in after.seats] == [s.player for s in (*before.seats[1:], before.seats[0])] == [None, int(member)]


async def test_the_end_says_what_decided_it(chat):
    """For everybody, after the game itself has said who won; where nobody was ahead at the end, nothing decided it."""
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    end = await finish(chat)
    found = await table(chat)
    told = [line for line in end["content"].split("\n") if line.startswith("⚡ Turning point: ")]
    least, most = sorted(found.outcome.scores)
    assert len(told) == (least < most)
    assert all(found.seats[found.outcome.winners[0]].name in line for line in told)
    for language, begins in (("en", "⚡ Turning point: "), ("fr", "⚡ ")):
        analysis = await analysis_message(found, Analysis((), True), texts(language, "monster_hex"), "light")
        lines = analysis["content"].split("\n")
        assert [line.startswith(begins) for line in lines] == [False, *(True for _ in told)], "the analysis has the same moment"
        assert language != "en" or lines[1:] == told


async def test_a_rematch_asks_the_others_and_turns_the_seats(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE, clock="24h")
    await chat.use(ANNA, "game resign", sure="true")
    await chat.use(BOHUMIL, "game resign", sure="true")
    end, before = chat.board(), await table(chat)
    assert before.over
    assert "You do not sit at this table" in await chat.press(DARA, end, "Rematch")
    assert await chat.bot.store.tables.live_in(int(HERE)) is None
    assert "Ptám se: Cécile, Anna." in await chat.press(BOHUMIL, end, "Rematch")
    lobby = chat.board()
    for member in (ANNA, CECILE):
        await chat.press(member, lobby, "Accept")
    after = await table(chat)
    assert [s.player for s in after.seats] == [int(BOHUMIL), int(CECILE), int(ANNA)]
    assert after.row.clock == before.row.clock
    assert after.row.seed != before.row.seed
    assert after.row.chosen["board"] == before.row.chosen["board"]


async def test_a_new_game_is_chosen_from_menus(chat):
    await chat.use(ANNA, "game new", **GAME, computers="1")
    await chat.use(ANNA, "game resign", sure="true")
    await chat.press(DARA, chat.board(), "New game")
    against, seats, characters = chat.menus(chat.private(DARA))
    assert {o["value"] for o in characters["options"]} == {*games()}
    assert {o["value"] for o in against["options"]} == {o["value"] for o in seats["options"]} == {*games()}
    await chat.choose(DARA, chat.private(DARA), seats, ["hexygame"])
    row = await chat.bot.store.tables.get(await chat.bot.store.tables.live_in(int(HERE)))
    assert (row.game, row.host, row.status) == ("hexygame", int(DARA), "open")


async def test_a_lesson_ends_with_a_table_against_the_computer(chat):
    script = lesson("monster_hex")
    await chat.use(ANNA, "learn", game="monster_hex")
    for page in script.pages[:-1]:
        message = chat.private(ANNA)
        if not page.do:
            await chat.press(ANNA, message, "Next")
            continue
        right = sorted([page.do, *page.others]).index(page.do)
        await chat.press_exactly(ANNA, message, chat.buttons(message)[right])
    await chat.press(ANNA, chat.private(ANNA), "Play against Tavi")
    found = await table(chat)
    assert (found.rules.key, [s.player for s in found.seats if s.player]) == ("monster_hex", [int(ANNA)])


async def test_the_log_in_pages(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await finish(chat)
    latest = await chat.use(ANNA, "game log")
    seen = [latest]
    async with within("the first page of the log"):
        while "Earlier" in chat.labels(chat.private(ANNA)):
            seen.append(await chat.press(ANNA, chat.private(ANNA), "Earlier"))
    assert len(seen) > 1
    look, events = look_of(await table(chat)), await events_seen(await table(chat), [0])
    told = [" · ".join([line, *filter(None, [", ".join(rules)])]) for line, rules in told_by_rule(await table(chat), events, look)]
    assert "\n".join(reversed(seen)).split("\n") == told, "all of it, once, in order"
    assert await chat.press(ANNA, chat.private(ANNA), "Later") == seen[-2]
    assert "Earlier" in chat.labels(chat.private(ANNA))


async def test_by_direct_message_an_empty_profile_promises_no_menu(chat):
    told = await chat.use(ANNA, "profile", World.direct(ANNA))
    assert "In a server, </game new:" in told
    assert "Choose" not in told
    assert not chat.menus(chat.private(ANNA, World.direct(ANNA)))


async def test_an_empty_profile_says_what_to_do_first(chat):
    told = await chat.use(ANNA, "profile")
    assert "How to begin: </learn:" in told
    computer, *_ = chat.menus(chat.private(ANNA))
    assert "How to begin" not in await chat.use(BOHUMIL, "profile", player=ANNA), "that is hers to read"
    message = [m for m in chat.seen(ANNA) if m["_only"] == ANNA][-1]
    await chat.choose(ANNA, message, computer, ["monster_hex"])
    assert len((await table(chat)).seats) == 2
    await chat.use(ANNA, "game resign", sure="true")
    assert "How to begin" not in await chat.use(ANNA, "profile")
