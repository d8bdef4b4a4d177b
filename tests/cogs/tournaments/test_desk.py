"""The moderators' panel: what it shows, what is done from it and by whom, and disputes."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from cogs.messages.tournaments.desk import A_PAGE, OpenMatch, Page, desk_message
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.history.record import open_rows
from cogs.play.tournaments.matches import Match
from cogs.play.tournaments.moderation import Ruling
from data.language import LANGUAGES, texts
from data.store import Store
from data.store.rows import LIVE, EntrantRow, Tournament
from playground.world import ALL_RIGHTS, CREATE_THREADS
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY, HOUR
from rules.competition.tournament import Plan
from tests.bids import known
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.mortal import Mortal
from tests.cogs.tournaments.in_chat import MEMBERS, give_up, open_with, said, settle, threads
from tests.cogs.tournaments.test_departed_entrants import opened
from tests.decided import decided
from tests.waiting import rounds, until

SECOND = "4014"
"""Another moderator who plays nowhere."""


@pytest.fixture
async def cup(chat):
    """Four in a round robin by the clock; two moderators who do not play read English."""
    chat.moderates(SECOND)
    for member in (JUDGE, SECOND):
        await chat.set(member, "language", language="en")
    await open_with(chat, *MEMBERS, name="Cup", format="robin", seeding="hand", clock="24h")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    return chat


def panel(chat, member: str = JUDGE) -> dict[str, Any]:
    return chat.private(member)


async def desk(chat, member: str = JUDGE) -> dict[str, Any]:
    """The panel, by the button below the message of the tournament."""
    await chat.press(member, chat.seen(None)[0], "Moderators")
    return panel(chat, member)


async def match_of(chat, player: str, member: str = JUDGE) -> str:
    """Chooses a player's match from the panel; gives its thread."""
    await desk(chat, member)
    name = chat.world.members[player]["global_name"]
    (menu,) = chat.menus(panel(chat, member))
    value = next(o["value"] for o in menu["options"] if name in o["label"])
    await chat.choose(member, panel(chat, member), menu, [value])
    return re.search(r"<#(\d+)>", panel(chat, member)["content"])[1]


async def table_of(chat, thread: str):
    return await chat.bot.tables.here(int(thread))


async def ask(chat, label: str, value: str, member: str = JUDGE) -> str:
    """Presses a button of a match and chooses from the menu that comes; gives the custom id of the form that opens."""
    await chat.press(member, panel(chat, member), label)
    menu = chat.menus(panel(chat, member))[0]
    picked = next(o["value"] for o in menu["options"] if o["label"].startswith(value))
    body = {"member": member, "channel": HERE, "message": panel(chat, member)["id"], "custom_id": menu["custom_id"], "values": [picked]}
    return (await chat.standin.play("component", body))["modal"]["custom_id"]


async def rule(chat, label: str, value: str, reason: str = "rain", member: str = JUDGE) -> str:
    """The same, with a reason sent; gives what the moderator reads then."""
    form = await ask(chat, label, value, member)
    return await send(chat, member, form, reason)


async def send(chat, member: str, form: str, reason: str) -> str:
    """Sends a form that the panel has opened; gives what its sender reads then, in the panel or below it."""
    await chat.submit(member, form, beside=panel(chat, member), reason=reason)
    return panel(chat, member)["content"]


async def press(chat, member: str, label: str) -> str:
    """Presses a button of the panel; gives what is read then."""
    await chat.press(member, panel(chat, member), label)
    return panel(chat, member)["content"]


async def test_it_shows_every_match_with_whom_it_waits_for_and_since_when(cup):
    words = (await desk(cup))["content"]
    assert words.startswith("**Cup (Monster Hex, round robin)**\nRound 1. Open matches: 2; over in this round: 0.")
    for thread in threads(cup):
        table = await table_of(cup, thread)
        asked = " · ".join([f"<#{thread}>", f"{table.names[table.acting[0]]}, asked <t:{int(table.row.begun)}:R>"])
        assert asked in words
    await cup.later(5 * HOUR)
    played = await table_of(cup, threads(cup)[0])
    await decided(played, 1)
    await cup.press(JUDGE, panel(cup), "Look again")
    lines = [line for line in panel(cup)["content"].splitlines() if line.startswith(("1. ", "2. "))]
    assert f"<#{threads(cup)[1]}>" in lines[0], "who has waited longer comes first"
    assert "Not begun" not in words


async def test_whoever_is_no_moderator_reads_nothing_of_it(cup):
    await desk(cup, BOHUMIL)
    assert "Cup" not in panel(cup, BOHUMIL)["content"]
    for verb in ("tmatch:1:0", "tremind:1:0:1", "trule:1:0:1:decide", "tround:1"):
        await cup.press_old(BOHUMIL, f"b:{verb}")
        assert "Cup" not in panel(cup, BOHUMIL)["content"], verb
    await cup.submit(BOHUMIL, "f:ruling:1:decide:0:1:0", reason="grudge")
    assert not await cup.bot.store.all("SELECT 1 FROM games WHERE status = 'over'")


async def test_who_is_asked_is_called_once_a_day_by_whichever_moderator(cup):
    thread = await match_of(cup, ANNA)
    (late,) = (await table_of(cup, thread)).acting
    name = (await table_of(cup, thread)).names[late]
    assert f"Called: {name}." in await press(cup, JUDGE, "Remind")
    assert "a moderator" in cup.board(thread)["content"] or "moderátor" in cup.board(thread)["content"]
    await match_of(cup, ANNA, SECOND)
    assert "possible again" in await press(cup, SECOND, "Remind")
    assert len([m for m in cup.seen(None, thread) if "👉" in m["content"]]) == 1


async def test_more_time_is_given_to_who_is_asked(cup):
    thread = await match_of(cup, ANNA)
    table = await table_of(cup, thread)
    (seat,) = table.acting
    due = table.dials[seat].due
    assert "Done" in await rule(cup, "Extend", "24 hours")
    table = await table_of(cup, thread)
    assert table.dials[seat].due == pytest.approx(due + DAY, abs=60)
    assert f"gives more time ({table.names[seat]} → +1d): rain" in "\n".join(m["content"] for m in cup.seen(None, thread))
    await cup.later(30 * HOUR)
    assert (await table_of(cup, thread)).acting == (seat,), "the time that was given is not over"


async def test_two_moderators_at_the_same_absence(cup):
    """One form is sent, then the other one, and a third from a panel of before: the match is lost once."""
    await match_of(cup, ANNA)
    await match_of(cup, ANNA, SECOND)
    first, second = await ask(cup, "Absent", "Anna"), await ask(cup, "Absent", "Anna", SECOND)
    assert "Done" in await send(cup, JUDGE, first, "asleep")
    assert "has gone on" in await send(cup, SECOND, second, "asleep")
    acts = [act.act for act in await cup.bot.store.tournaments.acts(1)]
    assert acts == ["absent"]
    assert said(cup).count("did not come, the match is lost. Reason: asleep") == 1


async def test_two_forms_sent_at_the_same_moment_decide_once(cup):
    thread = await match_of(cup, ANNA)
    await match_of(cup, ANNA, SECOND)
    first, second = await ask(cup, "Decide", "Anna"), await ask(cup, "Decide", "Nobody", SECOND)
    await asyncio.gather(
        cup.submit(JUDGE, first, beside=panel(cup), reason="one"), cup.submit(SECOND, second, beside=panel(cup, SECOND), reason="two")
    )
    table = await table_of(cup, thread)
    assert table.over
    assert len(await cup.bot.store.tables.acts(table.id)) == 1
    assert sum("Done" in panel(cup, member)["content"] for member in (JUDGE, SECOND)) == 1


async def test_who_plays_in_it_decides_nothing(cup):
    """Neither their own match nor another one, by which they would profit; that somebody did not come they put to the others."""
    cup.moderates(BOHUMIL)
    await cup.set(BOHUMIL, "language", language="en")
    for player in (BOHUMIL, ANNA):
        for label, value in (("Decide", "Nobody"), ("Extend", "60 minutes")):
            await match_of(cup, player, BOHUMIL)
            assert "another moderator" in await rule(cup, label, value, member=BOHUMIL), (player, label)
    table = await table_of(cup, await match_of(cup, BOHUMIL, BOHUMIL))
    rival = next(str(s.player) for s in table.seats if s.player != int(BOHUMIL))
    assert "put to those who play" in await rule(cup, "Absent", cup.world.members[rival]["global_name"], member=BOHUMIL)
    assert not await cup.bot.store.all("SELECT 1 FROM games WHERE status = 'over'")
    await desk(cup, BOHUMIL)
    await cup.submit(BOHUMIL, "f:ruling:1:pause", reason="rain")
    assert "the others know first" in panel(cup, BOHUMIL)["content"]
    assert not (await cup.bot.tournaments.get(1)).paused


async def paused(chat) -> list[bool]:
    rows = await chat.bot.store.all("SELECT paused FROM games WHERE status = 'live' ORDER BY id")
    return [bool(row[0]) for row in rows]


async def test_all_tables_pause_and_go_on_together(cup):
    await desk(cup)
    assert "Done" in await send(cup, JUDGE, "f:ruling:1:pause", "the power is out")
    assert await paused(cup) == [True, True]
    assert "The tournament is paused" in panel(cup)["content"]
    await cup.settle()
    assert "The tournament is paused" in cup.seen(None)[0]["content"], "who looks at the pinned message knows why nothing begins"
    for thread in threads(cup):
        assert "pauses the game: the power is out" in "\n".join(m["content"] for m in cup.seen(None, thread))
    assert "paused already" in await send(cup, SECOND, "f:ruling:1:pause", "mine, too")
    await cup.restart()
    assert "Resume all" in cup.labels(await desk(cup))
    assert "Done" in await send(cup, JUDGE, "f:ruling:1:resume", "")
    assert await paused(cup) == [False, False]
    assert "The break is over." in said(cup)
    assert "The tournament is paused" not in cup.seen(None)[0]["content"]


async def test_whenever_the_bot_is_killed_all_tables_pause(tmp_path):
    """What is stored is done: between two writes the process dies, and another one goes on."""
    with known():
        store = await Store.open(tmp_path / "games.sqlite3")
        cup, write = await opened(store, Plan("robin"), 4), store.database.write
        await cup.tournaments.start(1)
        await cup.go_on()
        for kill_at in rounds("coming through", 1, most=40):
            hold = kill_at % 2 == 1
            await cup.tournaments.pause(1, hold, Ruling(9, "rain"), tables=True)
            killed = await is_killed(cup, kill_at)
            store.database.write = write
            cup.begin()
            await cup.go_on()
            live = await store.all("SELECT paused > 0 FROM games WHERE status = 'live'")
            assert [bool(there) for (there,) in live] == [hold, hold], kill_at
            if not killed:
                break
        await store.close()
    assert kill_at > 4, "it has been killed before each of its writes and after it"


async def is_killed(cup, kill_at: int) -> bool:
    """What is owed is done, unless the process is killed before, at its so-manieth write."""
    mortal = Mortal(cup.store, kill_at)
    done = asyncio.ensure_future(cup.go_on())
    await until(lambda: done.done() or mortal.dead.is_set(), "the end of what is owed, or of the process", pause=0.001)
    done.cancel()
    await asyncio.gather(done, return_exceptions=True)
    return mortal.dead.is_set()


async def call(chat, member: str, thread: str, reason: str) -> str:
    """*Call a moderator*, below the board of a match."""
    board = next(m for m in reversed(chat.seen(None, thread)) if any(b["custom_id"].startswith("b:tcall:") for b in chat.buttons(m)))
    button = next(b for b in chat.buttons(board) if b["custom_id"].startswith("b:tcall:"))
    body = {"member": member, "channel": thread, "message": board["id"], "custom_id": button["custom_id"]}
    form = (await chat.standin.play("component", body))["modal"]
    return await chat.submit(member, form["custom_id"], thread, reason=reason)


async def test_a_player_calls_a_moderator_who_reads_why_where_and_after_which_action(cup):
    thread = await match_of(cup, ANNA)
    table = await table_of(cup, thread)
    await decided(table, 2)
    await settle(cup)
    actions = len(await open_rows(table))
    assert "read your reason" in await call(cup, ANNA, thread, "I hold *three* suns")
    assert f"Anna calls a moderator to <#{thread}>" in said(cup)
    assert "suns" not in said(cup), "what it is about is for moderators alone"
    assert "called already" in await call(cup, ANNA, thread, "again")
    for about in ("f:call:99", "f:call:x", f"f:call:{'9' * 30}"):
        await cup.submit(DARA, about, thread, reason="mine")
    assert len(await cup.bot.store.disputes.of(1)) == 1, "who does not play there calls nobody"
    await cup.restart()
    words = (await desk(cup))["content"]
    assert f"❗ Anna calls a moderator in <#{thread}>, after action {actions}, <t:" in words
    assert "I hold \\*three\\* suns" in words
    first = next(line for line in words.splitlines() if line.startswith("1. "))
    assert thread in first, "a match with a dispute comes first"
    await cup.press(JUDGE, panel(cup), "Settled: Anna")
    about = next(b["custom_id"] for b in cup.buttons(panel(cup)) if b["custom_id"].startswith("b:tsettle:")).removeprefix("b:tsettle:1:")
    form = f"f:ruling:1:settle:{about}"
    cup.moderates(BOHUMIL)
    await cup.submit(BOHUMIL, form, reason="mine")
    assert "jiný moderátor" in panel(cup, BOHUMIL)["content"]
    assert "Done" in await send(cup, JUDGE, form, "two suns count")
    assert "settled already" in await send(cup, SECOND, form, "three count")
    assert "has settled what Anna called a moderator for: two suns count" in said(cup)
    assert "❗" not in (await desk(cup))["content"]


async def test_nothing_that_is_hidden_is_told_of_a_dispute(chat):
    """A plan that only its owner knows of counts for no number."""
    chat.accepting = False
    await chat.set(JUDGE, "language", language="en")
    await chat.use(ANNA, "tournament create", game="planetary_conquerors", format="single")
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    table = await table_of(chat, thread)
    seat = table.acting[0]
    await chat.use(str(table.seats[1 - seat].player), "ahead", thread, action="stops until_turn")
    hidden = table.position
    await call(chat, str(table.seats[seat].player), thread, "hm")
    assert "after action 0" in (await desk(chat))["content"], hidden


async def test_what_is_stuck_is_said_with_its_reason(chat):
    await chat.set(JUDGE, "language", language="en")
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single")
    chat.bot_may_not(HERE, CREATE_THREADS)
    await chat.bot.tournaments.start(1)
    await settle(chat)
    words = (await desk(chat))["content"]
    assert "· no thread yet" in words
    assert "the thread of a match has been due since" in words
    assert "the bot has no right to do that there" in words


def match(n: int, state: tournament_rules.TournamentState) -> OpenMatch:
    fixture = state.open[n]
    entrants = tuple(EntrantRow(e, 10**18 + e, "W" * 32) for e in fixture.entrants)
    return OpenMatch(Match(LARGE, fixture, entrants, "t", 10**19 + n), None, None)


LARGE = Tournament(1, 1, 1, None, "N" * 60, 1, "monster_hex", {}, "en", Plan("swiss"), "hand", False, LIVE, None, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sixty_four_matches_are_eight_pages_that_discord_takes(language):
    """With the longest names there are."""
    state = tournament_rules.advance(tournament_rules.begin(LARGE.plan, range(128), 1, {}))
    cup, seen = LARGE._replace(state=state), set()
    for page in range(8):
        found = [match(n, state) for n in range(page * A_PAGE, (page + 1) * A_PAGE)]
        shown = desk_message(ShownTournament(cup, state, [], {}, texts("en"), "dark"), Page(found, page, 8, [], [], True), texts(language))
        assert len(shown["content"]) <= MAX_CONTENT
        assert "…" not in shown["content"], "no match is cut off"
        (menu,) = [item.item for item in shown["view"].children if item.item.type.value == 3]
        seen |= {option.value for option in menu.options}
        assert all(len(item.item.label or "") <= 80 for item in shown["view"].children if item.item.type.value == 2)
    assert len(seen) == 64


async def test_a_round_that_waits_for_a_word_gets_it(chat):
    await chat.set(JUDGE, "language", language="en")
    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, name="Cup", rounds="2", by_hand="yes")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "Next round" not in chat.labels(await desk(chat))
    for thread in threads(chat):
        table = await table_of(chat, thread)
        await table.concede(table.acting[0], anyway=True)
        await settle(chat)
    assert "Next round" in chat.labels(await desk(chat))
    await chat.press(JUDGE, panel(chat), "Next round")
    await settle(chat)
    assert len(threads(chat)) == 4


async def test_a_dispute_goes_with_its_tournament(cup):
    thread = await match_of(cup, ANNA)
    await call(cup, ANNA, thread, "too late?")
    await cup.use(JUDGE, "referee tournament end", reason="snow")
    assert await cup.bot.store.all("SELECT * FROM disputes") == []
    await call(cup, ANNA, thread, "and now?")
    assert "no match of a tournament under way" in panel(cup, ANNA)["content"] or await cup.bot.store.all("SELECT * FROM disputes") == []


async def test_the_moderators_desk(chat):
    await open_with(chat, *MEMBERS, name="Cup", format="robin", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await chat.use(JUDGE, "referee tournament absent", player=ANNA, both=BOHUMIL, reason="both *asleep*")
    assert "no open match" in chat.private(JUDGE)["content"], "they do not meet in this round"
    await chat.use(JUDGE, "referee tournament absent", player=ANNA, both=DARA, reason="both *asleep*")
    await settle(chat)
    assert "Anna, Dara did not come, the match is lost. Reason: both \\*asleep\\*" in said(chat)
    assert "round 2" not in said(chat)
    await chat.use(JUDGE, "referee tournament pause", reason="holidays")
    assert "paused already" in await chat.use(JUDGE, "referee tournament pause", reason="again")
    (still,) = [thread for thread in threads(chat) if not (await chat.bot.tables.here(int(thread))).over]
    await give_up(chat, still)
    assert "round 2" not in said(chat), "no new round while it is paused"
    standings = await chat.use(ANNA, "tournament standings")
    assert standings.count("** 1 point, ") == 1
    assert standings.count("** 0 points, ") == 3
    await chat.use(JUDGE, "referee tournament resume")
    await settle(chat)
    assert "**Cup, round 2**" in said(chat)
    assert len(threads(chat)) == 4
    await chat.use(JUDGE, "referee tournament rollback", reason="wrong day")
    await settle(chat)
    assert "no longer counts" in "\n".join(m["content"] for m in chat.seen(None, threads(chat)[2]))
    await give_up(chat, threads(chat)[2])
    assert standings == await chat.use(ANNA, "tournament standings"), "a game of a round that was taken back changes nothing"
    await chat.restart()
    await chat.use(JUDGE, "referee tournament drop", player=DARA, reason="left us")
    assert "not in this tournament" in await chat.use(JUDGE, "referee tournament drop", player=DARA, reason="again")
    assert len(threads(chat)) == 4, "it is still paused"
    await chat.use(JUDGE, "referee tournament resume")
    await settle(chat)
    assert len(threads(chat)) == 5, "one match, and a bye for who would have met the one who left"
    await chat.use(JUDGE, "referee tournament end", reason="snow")
    await settle(chat)
    assert "ends the tournament: snow" in said(chat)
    assert "Seed of all lots" in said(chat)
    await give_up(chat, threads(chat)[4])
    assert "🏆" not in said(chat)
    log = await chat.use(ANNA, "referee tournament log")
    assert [word in log for word in ("snow", "left us", "wrong day", "holidays", "both", "again")] == [True] * 5 + [False]
    assert "is over" in await chat.use(JUDGE, "referee tournament pause", reason="late")


async def test_the_desk_is_for_moderators_and_checks_its_rights(chat):
    desk = next(c for c in chat.world.commands if c["name"] == "referee")
    assert int(desk["default_member_permissions"]) == 1 << 33, "hidden from who may not manage events"
    await open_with(chat, ANNA)
    await chat.use(JUDGE, "referee tournament end", reason="nobody came")
    assert not chat.seen(None)[0]["components"]
    assert "ends the tournament" in said(chat)
    assert "No match has been played" in await chat.use(ANNA, "tournament standings")
    chat.world.rights[HERE] = ALL_RIGHTS & ~CREATE_THREADS
    assert "Create Public Threads" in await chat.use(ANNA, "tournament create", game="monster_hex")


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("rated", ["True", "False"])
async def test_nobody_rules_in_a_tournament_of_their_own(chat, rated):
    await open_with(chat, *MEMBERS, name="Cup", rounds="2", rated=rated, seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    tables = [await chat.bot.tables.here(int(t)) for t in threads(chat)]
    own = next(t for t in tables if t.seats_of(int(ANNA)))
    rival = next(str(s.player) for s in own.seats if s.player != int(ANNA))
    other = next(str(s.player) for t in tables if t is not own for s in t.seats)
    acts = {
        "drop": {"player": rival},
        "substitute": {"player": rival, "new": "4005"},
        "rollback": {},
    }
    for act, options in acts.items():
        assert "another moderator" in await chat.use(ANNA, f"referee tournament {act}", reason="grudge", **options), act
    assert not own.over
    assert str(own.row.rated) == rated
    assert not await chat.bot.store.tournaments.acts(1)
    (away,) = [t for t in threads(chat) if t == str(own.row.channel)]
    for act, options in {"decide": {"winner": ANNA}, "rollback": {"action": "0"}, "clock": {"clock": "7d"}}.items():
        assert "another moderator" in await chat.use(ANNA, f"referee {act}", away, reason="grudge", **options), act
    refused = await chat.use(ANNA, "referee tournament absent", player=other, reason="not there")
    assert "so the others decide" in refused, "in others' matches neither: who is first of all depends on them"
    await chat.use(JUDGE, "referee tournament substitute", player=ANNA, new="4005", reason="ill")
    await settle(chat)
    assert "another moderator" in await chat.use(ANNA, "referee tournament rollback", reason="grudge"), "nor whoever had entered"
    assert "been told" in await chat.use(JUDGE, "referee tournament absent", player=rival, reason="not there")
    await settle(chat)
    assert own.over
