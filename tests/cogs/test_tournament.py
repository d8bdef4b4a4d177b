"""Whole tournaments through the playground: sign-up, threads with dealt tables, results that arrive by themselves, the end."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time

import pytest

from cogs.play.outbox_worker import REFUSED
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.service.tournament_messages import TournamentMessages
from data.store import Store
from data.store.changes import GO_ON, TOURNAMENT, Message, Subject
from data.store.configured_limits import Limits
from playground.permission_bits import SEND_IN_THREADS
from playground.world import ALL_RIGHTS, ANNOUNCEMENT, SEND_MESSAGES
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY, HOUR
from rules.competition.tournament import Plan
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.tournaments.in_chat import MEMBERS, give_up, open_with, said, settle, threads
from tests.decided import decided
from tests.moved_databases import contents
from tests.ports import ByHand, FakePort, notifications
from tests.waiting import within


async def test_a_swiss_of_four_from_sign_up_to_the_trophy(chat):
    await open_with(chat, name="Autumn cup", rounds="2", rated="True")
    first_words = chat.board()["content"]
    for member in MEMBERS:
        await chat.press(member, chat.board(), "Join")
    signup = chat.seen(None)[0]
    assert "**Autumn cup (Monster Hex, Swiss)**" in signup["content"]
    (published,) = re.findall("seed of all lots: `([0-9a-f]{32})…`", signup["content"])
    assert "4. Dara" in signup["content"]
    assert "Jsi" not in await chat.press(BOHUMIL, signup, "Join")
    assert "2 rounds" in signup["content"]
    assert "4 players are in: Anna, Bohumil, Cécile, Dara" in await chat.press(ANNA, signup, "Start")
    assert not threads(chat), "nothing has begun by one press"
    await chat.press(ANNA, chat.private(ANNA), "Start now")
    await settle(chat)
    assert len(threads(chat)) == 2
    assert "**Autumn cup, round 1**" in said(chat)
    for thread in threads(chat):
        found = await chat.bot.tables.here(int(thread))
        assert found.row.rated
        assert sorted(chat.world.in_threads[thread]) == sorted(str(s.player) for s in found.seats)
        assert f"<#{thread}>" in said(chat)
        assert "Your move" in chat.labels(chat.board(thread))
        await decided(found)
    why = await chat.use(ANNA, "tournament why")
    assert "You meet" in why
    assert "you both have 0 points." in why
    assert "Buchholz" in why
    assert "0 points." in why
    assert "by itself" not in why
    assert "Seen by **Cécile**" in await chat.use(ANNA, "tournament why", player=CECILE)
    await give_up(chat, threads(chat)[0])
    assert "round 2" not in said(chat)
    await chat.restart()
    await give_up(chat, threads(chat)[1])
    assert "**Autumn cup, round 2**" in said(chat)
    assert len(threads(chat)) == 4
    standings = await chat.use(CECILE, "tournament standings")
    assert "Points\u00a0; puis Buchholz médian" in standings
    assert standings.count("** 1 point, Buchholz médian") == 2
    assert f"`{published}" in standings, "the whole of what the message of the tournament shows the beginning of"
    assert f"`{published[:16]}…`" in said(chat)
    places = [await chat.use(ANNA, "tournament why", player=member) for member in MEMBERS]
    assert sum("**Place 1**, 1 point." in text for text in places) == 1
    assert sum("as many points and is ahead by" in text for text in places) == 2, "second and fourth"
    assert sum("is ahead of you with 1 point." in text for text in places) == 1, "third"
    assert "Kolo" not in await chat.use(ANNA, "tournament pairings")
    for thread in threads(chat)[2:]:
        await give_up(chat, thread)
    assert "🏆 **Autumn cup** is over. Winner: " in said(chat)
    (seed,) = re.findall("Seed of all lots: `([0-9a-f]{64})`", said(chat))
    assert hashlib.sha256(seed.encode()).hexdigest().startswith(published)
    assert published in first_words, "it stood there before anybody had entered"
    state = (await chat.bot.tournaments.get(1)).state
    assert list(state.seeds) == tournament_rules.seeded(range(4), "random", int(seed, 16), {}), "and is the seed of the lots"
    podium, standings = (picture["description"] for picture in chat.board()["attachments"])
    assert re.match(r"The end of Autumn cup \(Monster Hex · Swiss\)\. \w+ wins\. 1\. \w+ \(2 points\); 2\. ", podium)
    assert re.search(r"2\. \w+ \(1 point · [\w ]+ [\d½]+\); 3\. ", podium), "of those with as many points it is said what has told them apart"
    assert "4 players · 2 rounds · 4 matches · " in podium
    assert standings.startswith("Autumn cup (Swiss · 2 rounds · 4 players): 1. "), "the last picture, with its words"
    assert "2 (1 1, median Buchholz " in standings
    assert "is over" in await chat.use(BOHUMIL, "tournament join") or "skončil" in chat.private(BOHUMIL)["content"]
    assert "🥇 " in await chat.use(ANNA, "tournament standings")
    assert "rating" in await chat.use(ANNA, "profile")


async def test_an_elimination_with_somebody_who_drops_out(chat):
    await open_with(chat, *MEMBERS, format="single", games="3")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await chat.use(DARA, "tournament leave")
    await settle(chat)
    open_threads = [t for t in threads(chat) if not (await chat.bot.tables.here(int(t))).over]
    assert len(open_threads) == 1
    await give_up(chat, open_threads[0])
    table = await chat.bot.tables.here(int(open_threads[0]))
    assert not table.over, "the second game of the match is dealt in the same thread"
    async with within("the end of the game"):
        while not (await chat.bot.tables.here(int(open_threads[0]))).over:
            await give_up(chat, open_threads[0])
    assert len(threads(chat)) == 3, "the final has its thread"
    await chat.use(CECILE, "tournament standings")
    (bracket,) = chat.private(CECILE)["attachments"]
    assert "Demi-finales: " in bracket["description"]
    assert "Finale: " in bracket["description"]
    assert "> Dara" in bracket["description"]
    async with within("the end of the tournament"):
        while "🏆" not in said(chat):
            await give_up(chat, threads(chat)[2])
    assert "bracket" in await chat.use(ANNA, "tournament why")


async def test_bad_input(chat):
    assert "no tournament" in await chat.use(ANNA, "tournament join")
    assert "no such game" in (await chat.use(ANNA, "tournament create", game="chess")).lower() or chat.private(ANNA)["content"]
    await open_with(chat, ANNA)
    assert "not over" in await chat.use(ANNA, "tournament create", game="monster_hex")
    assert "already" in await chat.use(ANNA, "tournament join")
    assert "Fewer than two would play" in await chat.use(ANNA, "tournament start")
    assert "not begun" in await chat.use(ANNA, "tournament standings")
    assert "not in this tournament" in await chat.use(DARA, "tournament leave")
    await chat.use(ANNA, "tournament leave")
    assert "1. Anna" not in chat.seen(None)[0]["content"]
    assert chat.seen(None)[0]["channel_id"] == HERE


async def test_what_cannot_be_played_is_refused_when_it_is_made(chat):
    soon = time.strftime("%Y-%m-%d %H:%M", time.gmtime(time.time() + HOUR))
    chat.moderates(BOHUMIL)
    chat.moderates(CECILE)
    for options, words in (
        ({"format": "single", "cut": "4"}, "The cut takes two or more"),
        ({"seats": "4"}, "only there"),
        ({"format": "groups"}, "Say how many groups"),
        ({"groups": "2"}, "Only the format with groups"),
        ({"format": "pods", "games": "3"}, "for two seats only"),
        ({"format": "double", "third": "true"}, "of four or more"),
        ({"rounds": "5", "most": "4"}, "nobody meets anybody twice"),
        ({"format": "single", "rounds": "3"}, "In an elimination"),
        ({"cut": "8", "most": "6"}, "no more than there are"),
        ({"format": "robin", "late": "3"}, "Late entries"),
        ({"format": "double", "breaks": "wins"}, "no tie-breaks"),
        ({"format": "pods", "options": "board=four"}, "not made for 3 seats"),
        ({"format": "pods", "game": "hockey_game"}, "This game seats 2."),
        ({"starts": soon, "check_in": "90"}, "before anybody could enter"),
        ({"starts": soon, "clock": f"until {soon}"}, "over before"),
    ):
        for member in (ANNA, BOHUMIL, CECILE):
            answer = await chat.use(member, "tournament create", **{"game": "monster_hex", **options})
            assert answer, options
            assert not re.search(r"[a-z]\.[a-z]+_|unplayable|\{", answer), answer
            assert member != ANNA or words in answer, (options, answer)
    assert not chat.seen(None)
    chat.becomes(THERE, ANNOUNCEMENT)
    await chat.settle()
    assert "announcements" in await chat.use(ANNA, "tournament create", THERE, game="monster_hex")


async def test_two_at_once_in_a_channel_and_too_many_in_a_server(chat):
    both = await asyncio.gather(*(chat.use(member, "tournament create", game="monster_hex") for member in (ANNA, DARA)))
    assert sorted("not over" in answer for answer in both) == [False, True]
    assert len([m for m in chat.seen(None) if m["components"]]) == 1
    chat.bot.tables._limits = chat.bot.tournaments._limits = Limits(1, 1, 1)
    assert "has 1 tournament that is not over" in await chat.use(ANNA, "tournament create", THERE, game="monster_hex")
    await chat.use(ANNA, "game new", THERE, game="monster_hex")
    assert "You have opened 1 table that" in await chat.use(ANNA, "game new", "3003", game="monster_hex")
    assert "This server has 1 table that" in await chat.use(DARA, "game new", "3003", game="monster_hex")


async def test_a_tournament_made_before_seeds_had_a_hash_goes_on(chat):
    await open_with(chat, ANNA, BOHUMIL, rounds="1")
    await chat.bot.store.database.write(lambda db: db.execute("UPDATE tournaments SET seed = NULL"))
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await give_up(chat, threads(chat)[0])
    assert "🏆" in said(chat)
    assert "Seed of all lots: `" in said(chat)


async def test_an_end_before_the_beginning_rings_no_more(chat):
    starts = time.strftime("%Y-%m-%d %H:%M", time.gmtime(time.time() + 2 * DAY))
    await open_with(chat, ANNA, BOHUMIL, starts=starts)
    await chat.use(JUDGE, "referee tournament end", reason="snow")
    said_before = said(chat)
    await chat.later(3 * DAY)
    assert said(chat) == said_before


async def test_looking_after_again_does_nothing_twice(tmp_path, places):
    """Without Discord: a tournament may be looked after at any time, and a table is dealt once."""
    where = places.where(tmp_path / "games.sqlite3")
    store = await Store.open(where)
    port, subject = FakePort(), Subject(TOURNAMENT, 1)

    def begin() -> tuple[Tournaments, ByHand]:
        tournaments, worker = Tournaments(Tables(store)), ByHand(store)
        TournamentMessages(tournaments, port, worker, notifications(store))
        return tournaments, worker

    try:
        tournaments, worker = begin()
        tournament = await tournaments.create(NewTournament(1, 5, "Cup", 1, "hockey_game", {}, "en", Plan("robin"), "hand", False))
        for player in range(3):
            await tournaments.enter(tournament, 100 + player, f"P{player}")
        await tournaments.start(tournament)
        await worker.work(subject)
        assert len(await store.tournaments.tables(tournament)) == len(port.threads) == 1
        before = contents(where)
        await tournaments.go_on(tournament)
        await worker.work(subject)
        assert contents(where) == before
        tables, played = Tables(store), 0
        async with within("the end of the tournament"):
            while True:
                live = [d.table for d in await store.tournaments.tables(tournament) if not (await tables.get(d.table)).over]
                if not live:
                    break
                table = await tables.get(live[0])
                await table.concede(table.rules.to_act(table.state)[0])
                played += 1
                tournaments, worker = begin()
                await worker.work(subject)
        found = await tournaments.get(tournament)
        assert (played, found.status) == (3, "over")
        assert len(await store.tournaments.tables(tournament)) == 3
        told = [re.sub(r"\*\*P\d\*\* beats P\d\.", "a result", words.splitlines()[0])[:16] for words in port.said(5)]
        assert told == [
            "**Cup (Hockey Ga",
            *[words for n in (1, 2, 3) for words in (f"**Cup, round {n}**"[:16], "a result")],
            "🏆 **Cup** is ove",
        ]
    finally:
        await store.close()


async def test_tie_breaks_late_entries_and_a_match_for_third_place_can_be_chosen(chat):
    offered = await chat.complete(CECILE, "tournament create", "settings", "rondes:5 par", game="monster_hex")
    assert offered == ["rondes:5 parties:"]
    assert "no tie-break" in await chat.use(ANNA, "tournament create", game="monster_hex", breaks="wins, luck")
    assert "no tie-break" in await chat.use(ANNA, "tournament create", game="monster_hex", breaks="wins, Wins")
    await open_with(chat, ANNA, BOHUMIL, name="Cup", rounds="2", late="2", breaks="victoires, Buchholz")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "Points; then wins, Buchholz" in await chat.use(ANNA, "tournament standings")
    await chat.use(CECILE, "tournament join")
    await give_up(chat, threads(chat)[0])
    assert "**Cup, round 2**" in said(chat)
    assert "too late" in await chat.use(DARA, "tournament join")
    assert "Cécile" in chat.board()["content"]
    await chat.use(JUDGE, "referee tournament end", reason="enough")
    await open_with(chat, *MEMBERS, format="single", third="True")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    for thread in threads(chat)[2:]:
        await give_up(chat, thread)
    assert len(threads(chat)) == 6, "the final and the match for third place"
    pictures = await chat.use(ANNA, "tournament standings") and chat.private(ANNA)["attachments"]
    assert "third place" in pictures[-1]["description"]


@pytest.mark.deep
async def test_a_swiss_of_sixteen_with_a_cut(chat):
    """From sign-up to the trophy, with a drop, a no-show, a game against everybody's will and a restart in the middle of a round."""
    everybody = list(chat.world.members)
    judge = chat.newcomer("Judge")
    chat.moderates(judge)
    await open_with(chat, *everybody, name="Open", rounds="2", cut="4", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert len(threads(chat)) == 8
    await chat.use(everybody[9], "tournament leave")
    await chat.use(judge, "referee tournament absent", player=everybody[5], reason="asleep")
    await settle(chat)
    done = 0
    for thread in threads(chat):
        if done == 3:
            await chat.restart()
        if not (await chat.bot.tables.here(int(thread))).over:
            await give_up(chat, thread)
            done += 1
    assert done == 6
    assert "**Open, round 2**" in said(chat)
    assert ": sits out and has a point" in said(chat), "fifteen are left"
    assert len(threads(chat)) == 8 + 7
    assert any([("You meet" in await chat.use(member, "tournament why")) for member in (everybody[0], everybody[3], everybody[4])])
    for thread in threads(chat)[8:]:
        await give_up(chat, thread)
    assert "**Open, elimination, round 1**" in said(chat)
    for first in (15, 17):
        for thread in threads(chat)[first:]:
            async with within("the end of the game"):
                while not (await chat.bot.tables.here(int(thread))).over:
                    await give_up(chat, thread)
    assert len(threads(chat)) == 18
    assert "🏆 **Open** is over" in said(chat)
    podium, bracket = (a["description"] for a in chat.board()["attachments"])
    assert re.search(r"1\. \w+; 2\. \w+; 3\. \w+, \w+\. 16 players", podium), "both who lost a semifinal have bronze"
    assert bracket.startswith("Open (elimination). Winner: ")
    assert ". Semifinals: " in bracket
    await chat.use(ANNA, "tournament standings")
    assert "Jana" in chat.private(ANNA)["attachments"][-1]["description"], "who has left keeps a place"


async def play_on(chat) -> bool:
    """Gives the first game away that is still being played; says whether there was one."""
    for thread in threads(chat):
        if not (await chat.bot.tables.here(int(thread))).over:
            await give_up(chat, thread)
            return True
    return False


async def test_a_double_elimination_by_the_clock(chat):
    """Eight players from check-in to the trophy: a no-show at the check-in, one who drops, one who is slow, a restart, time that runs."""
    starts = time.strftime("%Y-%m-%d %H:%M", time.gmtime(time.time() + 2 * DAY))
    everybody = list(chat.world.members)[:9]
    terms = {"clock": "24h", "time_over": "forfeit", "starts": starts, "check_in": "60"}
    await open_with(chat, *everybody, name="Cup", format="double", seeding="hand", **terms)
    signup = chat.seen(None)[0]["content"]
    assert "⏱ 1 day for each decision" in signup
    assert "everybody has 60 minutes to check in" in signup
    assert "is no date to come" in await chat.use(ANNA, "tournament create", THERE, game="monster_hex", starts="yesterday")
    await chat.later(2 * DAY - 50 * 60)
    call = chat.board()
    assert "**Cup** is about to begin" in call["content"]
    assert len(call["mentions"]) == 9
    for member in everybody[:7]:
        await chat.press(member, call, "I am here")
    assert "already" in await chat.press(ANNA, call, "I am here")
    await chat.restart()
    await chat.press(everybody[7], call, "I am here")
    assert "1. Anna ✓" in chat.seen(None)[0]["content"]
    await chat.later(HOUR)
    await settle(chat)
    assert "Not checked in, and not in it: Ivo." in said(chat)
    assert len(threads(chat)) == 4
    await chat.use(everybody[6], "tournament leave")
    await settle(chat)
    slow = await chat.bot.tables.here(int(threads(chat)[0]))
    assert chat.board(threads(chat)[0])["content"].endswith("⏱ 1 day")
    assert "time over" in await chat.use(ANNA, "mygames")
    await chat.later(5.2 * DAY)
    await settle(chat)
    assert slow.over, "two answers by the clock, then the game is lost"
    assert slow.outcome.reason == "resigned"
    await chat.restart()
    async with within("the end of the tournament"):
        while await play_on(chat):
            await settle(chat)
    assert "🏆 **Cup** is over" in said(chat)
    podium, final = (a["description"] for a in chat.board()["attachments"])
    assert "wins. 1. " in podium
    assert "Winner: " in final
    await chat.use(ANNA, "tournament standings")
    assert any("losers" in a["description"] for a in chat.private(ANNA)["attachments"])
    assert "is over" in await chat.use(ANNA, "tournament join")


async def test_pods_of_four_with_a_substitute(chat):
    everybody = list(chat.world.members)[:8]
    await open_with(chat, *everybody[:7], name="Pods", format="pods", seats="4", rounds="2", seeding="hand", most="7", clock="within 7d")
    assert "full" in await chat.press(everybody[7], chat.seen(None)[0], "Join")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert len(threads(chat)) == 2, "a table of four and one of three"
    pods = [await chat.bot.tables.here(int(t)) for t in threads(chat)]
    assert sorted(len(pod.seats) for pod in pods) == [3, 4]
    assert "already" in await chat.use(JUDGE, "referee tournament substitute", player=BOHUMIL, new=CECILE, reason="x")
    await chat.use(JUDGE, "referee tournament substitute", player=BOHUMIL, new=everybody[7], reason="exams")
    await settle(chat)
    assert "names a substitute: Bohumil → Hana. Reason: exams" in said(chat)
    assert sum("Hana" in pod.names for pod in pods) == 1
    hana_at = next(t for t, pod in zip(threads(chat), pods, strict=True) if "Hana" in pod.names)
    await chat.use(everybody[7], "game draw", hana_at)  # From now on she plays, and her time runs.
    assert "not in this tournament" in await chat.use(JUDGE, "referee tournament absent", player=BOHUMIL, reason="gone")
    anna_at = next(t for t, pod in zip(threads(chat), pods, strict=True) if "Anna" in pod.names)
    assert "are not passed on" in await chat.use(ANNA, "game offer", anna_at)
    assert "belongs to a tournament" in await chat.use(JUDGE, "referee end", threads(chat)[0], reason="x")
    await chat.use(JUDGE, "referee tournament drop", player=everybody[6], reason="left us")
    await settle(chat)
    await chat.restart()
    await give_up(chat, threads(chat)[0])
    assert "round 2" not in said(chat), "three-player games go on when one gives up"
    await chat.later(7 * DAY + 60)  # The restart has cost nobody its moment.
    await settle(chat)
    for thread in threads(chat)[:2]:
        assert (await chat.bot.tables.here(int(thread))).over, "the deadline has come"
    assert "**Pods, round 2**" in said(chat)
    async with within("the end of the tournament"):
        while await play_on(chat):
            await settle(chat)
    assert "🏆 **Pods** is over" in said(chat)
    assert "Hana" in chat.board()["attachments"][-1]["description"]


async def test_nobody_is_put_back_where_a_substitute_has_seen_the_hand(chat):
    """Else somebody would look into a hand, and leave it to its owner."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "been told" in await chat.use(DARA, "referee tournament substitute", player=BOHUMIL, new=CECILE, reason="ill")
    await settle(chat)
    assert "has seen the hand" in await chat.use(DARA, "referee tournament substitute", player=CECILE, new=BOHUMIL, reason="well again")
    assert {p.player for p in await chat.bot.store.tournaments.entrants(1)} == {int(ANNA), int(CECILE)}


async def test_a_substitute_who_says_nothing_loses_nothing(chat):
    """A moderator may name anybody, who need not even know of it."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", games="5", rated="True", clock="1m", time_over="at_once", options="seating=joined")
    await chat.use(DARA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    await chat.use(DARA, "referee tournament substitute", player=BOHUMIL, new=CECILE, reason="grudge")
    await settle(chat)
    for _ in range(2):  # At the table that was open, and at the next one.
        found = await chat.bot.tables.here(int(thread))
        mine = found.seats_of(int(CECILE))[0]
        assert [s.agreed for s in found.seats] == [s.player != int(CECILE) for s in found.seats]
        assert mine not in found.dials
        await found.concede(mine, own=False)
        await settle(chat)
    assert await chat.bot.store.ratings.ranked(2000) == []
    assert await chat.bot.store.finished_games.played(int(CECILE)) == []
    found = await chat.bot.tables.here(int(thread))
    mine = found.seats_of(int(CECILE))[0]
    if found.acting != (mine,):
        await chat.use(ANNA, "move", thread, action="faction ember")
    await chat.use(CECILE, "move", thread, action="faction tide")
    if found.acting != (mine,):
        await chat.use(ANNA, "move", thread, action="faction ember")
    assert all(s.agreed for s in found.seats)
    assert len(await chat.bot.store.ratings.ranked(2000)) == 0
    await chat.use(CECILE, "game resign", thread, sure="True")
    assert len(await chat.bot.store.ratings.ranked(2000)) == 2
    await settle(chat)
    assert found.over


async def test_only_its_tournament_deals_in_the_thread_of_a_match(chat):
    """Else players could choose the terms of the next game of their match, or keep it from being dealt."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", games="3")
    await chat.use(ANNA, "game new", THERE, game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    stray = await chat.bot.tables.here(int(THERE))
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    await chat.use(JUDGE, "referee tournament pause", reason="lunch")
    await give_up(chat, thread)
    chat.world.delete_channel(THERE)
    for forget in (False, True):
        if forget:  # As before the thread is noted.
            await chat.bot.store.database.write(lambda db: db.execute("DELETE FROM tournament_threads"))
        new = {"game": "monster_hex", "opponent": ANNA, "options": "seating=joined"}
        assert "zápasu turnaje" in await chat.use(BOHUMIL, "game new", thread, **new)
        assert "belongs to a match" in await chat.use(ANNA, "game here", thread, table=str(stray.id))
    assert await chat.bot.store.tables.live_in(int(thread)) is None


async def test_the_end_of_a_match_that_is_told_after_the_tournament_offers_no_rematch(chat):
    await open_with(chat, ANNA, BOHUMIL, settings="rounds:1")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    chat.world.rights[thread] = ALL_RIGHTS & ~SEND_IN_THREADS
    await give_up(chat, thread)
    assert "🏆" in said(chat)
    chat.world.rights.clear()
    await chat.bot.worker.retry(REFUSED)
    await settle(chat)
    labels = [button["label"] for button in chat.buttons(chat.board(thread))]
    assert "Replay" in labels
    assert "Rematch" not in labels


async def test_rounds_at_a_moderators_word(chat):
    await open_with(chat, *MEMBERS, name="Cup", rounds="2", by_hand="true")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "No round waits" in await chat.use(ANNA, "tournament next")
    for thread in threads(chat):
        await give_up(chat, thread)
    assert len(threads(chat)) == 2
    assert said(chat).count("Round 1 of **Cup** is over") == 1
    await chat.restart()
    await settle(chat)
    assert said(chat).count("Round 1 of **Cup** is over") == 1, "it is said once"
    assert "next round begins" in await chat.use(ANNA, "tournament next")
    await settle(chat)
    assert len(threads(chat)) == 4
    async with within("the end of the round"):
        while await play_on(chat):
            await settle(chat)
    assert "🏆" in said(chat), "the end needs nobody's word"


async def test_one_deck_for_all_matches(chat):
    await chat.use(ANNA, "tournament create", game="hexygame", decks="true", name="Cup")
    signup = chat.board()
    assert "one deck for all matches" in await chat.press(ANNA, signup, "Join")
    menu = chat.private(ANNA)
    assert "ember_raid" in [o["value"] for o in chat.menus(menu)[0]["options"]]
    await chat.pick(ANNA, menu, "ember_raid")
    assert "1. Anna" in chat.seen(None)[0]["content"]
    await chat.bot.store.decks.save(int(BOHUMIL), "hexygame", "Broken", {"c01": 2})
    assert "</deck check:" in await chat.use(BOHUMIL, "tournament join", deck="Broken")
    assert "Broken" in (await chat.complete(BOHUMIL, "tournament join", "deck", "bro"))
    await chat.use(BOHUMIL, "tournament join", deck="old_forest")
    assert "old_forest" not in said(chat)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    found = await chat.bot.tables.here(int(threads(chat)[0]))
    assert all(side.deck for side in found.state.sides)
    assert found.state.stage != "deck"
    assert "ember" not in chat.board(threads(chat)[0])["content"].casefold()
    await give_up(chat, threads(chat)[0])
    assert "🏆" in said(chat)


async def test_what_could_not_be_said_is_said_when_it_can_be(chat):
    await open_with(chat, *MEMBERS, name="Cup", format="single", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert said(chat).count("round 1") == 1
    await chat.bot.store.outbox.owe(Subject(TOURNAMENT, 1), *[Message(GO_ON)] * 3)
    await chat.restart()
    await settle(chat)
    assert said(chat).count("round 1") == 1, "nothing is told twice, however often it is looked after"
    assert len(threads(chat)) == 2
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    for thread in threads(chat)[:2]:
        await give_up(chat, thread)
    assert len(threads(chat)) == 3
    assert "round 2" not in said(chat)
    del chat.world.rights[HERE]
    await chat.restart()
    await settle(chat)
    assert said(chat).count("round 2") == 1, "said when Discord takes it again"
