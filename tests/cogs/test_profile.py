"""Rated tables, `/profile`, `/leaderboard`, `/mygames`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from data.store.personal_settings import Settings
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.data.store.test_finished_games import finished
from tests.decided import decided


async def rated_game(chat, winner: str, loser: str, channel: str = HERE, decisions: int = 1) -> None:
    """A rated table that the loser gives up after so many decisions of each."""
    chat.accepting = False
    answer = await chat.use(winner, "game new", channel, game="monster_hex", opponent=loser, rated="True")
    assert "everybody has accepted" in answer or "všichni přijmou" in answer
    assert "Rated" in chat.board(channel)["content"] or "Hodnoceno" in chat.board(channel)["content"]
    seats = (await chat.bot.tables.lobby(int(channel)))[1]
    assert [s.player for s in seats if s.agreed] == [int(winner)], "it counts for nobody who has not said yes"
    await chat.press(loser, chat.board(channel), chat.labels(chat.board(channel))[0])
    table = await chat.bot.tables.here(int(channel))
    assert table.row.rated
    await decided(table, decisions)
    await chat.use(loser, "game resign", channel, sure="True")


async def test_a_rated_game_changes_ratings_and_says_so(chat):
    await rated_game(chat, ANNA, BOHUMIL)
    final = chat.board()["content"]
    assert "Ratings:" in final
    assert "Anna 1605 (+105)" in final
    assert "Bohumil 1395 (−105)" in final
    answer = await chat.use(CECILE, "leaderboard", game="monster_hex")
    assert answer.index("1. Anna") < answer.index("2. Bohumil")
    assert "1605 ± 323" in answer
    await rated_game(chat, BOHUMIL, ANNA, decisions=5)
    answer = await chat.use(ANNA, "leaderboard", game="monster_hex", scope="everywhere")
    assert "2. Anna" in answer
    assert "1 game" in answer, "the first one was too short to count beyond its server"
    assert "Bohumil" not in answer, "nobody has agreed to be shown to everybody"
    await chat.set(BOHUMIL, "profile", everywhere="true")
    answer = await chat.use(ANNA, "leaderboard", game="monster_hex", scope="everywhere")
    assert "1. " in answer
    assert "2. " in answer
    assert "Bohumil" in answer


async def test_profile(chat):
    assert "No game" in await chat.use(ANNA, "profile")
    await rated_game(chat, ANNA, BOHUMIL)
    await rated_game(chat, ANNA, BOHUMIL)
    await chat.use(ANNA, "game new", game="hockey_game", seats="2")
    await chat.use(CECILE, "game join")
    await chat.use(ANNA, "game resign", sure="True")
    answer = await chat.use(ANNA, "profile")
    assert "All games: 2 won, 0 shared, 1 lost" in answer
    assert "Hockey Game: 0 won, 0 shared, 1 lost" in answer
    assert "Against Bohumil: 2 won" in answer
    assert "2 rated games" in answer
    (picture,) = chat.private(ANNA)["attachments"]
    words = re.search(r"from 1605 \((.+)\) to (\d+) ± \d+ \((.+)\), between \d+ and (\d+); the best on (.+)\. 2 rated games", picture["description"])
    assert {words[1], words[3], words[5]} <= {f"{day.day} {day:%b} {day.year}" for day in (datetime.now(UTC) - timedelta(days=n) for n in (0, 1))}
    assert int(words[2]) <= int(words[4])
    other = await chat.use(DARA, "profile", player=BOHUMIL)
    assert "**Bohumil**" in other
    assert "2 lost in a row" in other
    assert "Hockey" not in await chat.use(ANNA, "profile", game="monster_hex")
    assert "no game called" in await chat.use(ANNA, "profile", game="chess")


async def test_what_is_not_rated(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(ANNA, "game resign", sure="True")
    assert "Ratings" not in chat.board()["content"]
    assert "no computer seats" in await chat.use(ANNA, "game new", game="monster_hex", computers="1", rated="True")
    assert "Nobody has a rating" in await chat.use(ANNA, "leaderboard", game="monster_hex")
    assert "Which game" in await chat.use(ANNA, "leaderboard", "3009", by="rating")


async def test_ratings_are_kept_by_server_and_game_through_a_restart(chat):
    await rated_game(chat, ANNA, BOHUMIL)
    await chat.restart()
    assert "1605" in await chat.use(ANNA, "leaderboard", game="monster_hex")
    assert "Nobody" in await chat.use(ANNA, "leaderboard", game="hexknight")


async def test_mygames(chat):
    assert "no table" in await chat.use(ANNA, "mygames")
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(BOHUMIL, "game new", THERE, game="hexknight", opponent=ANNA, options="seating=joined")
    await chat.use(ANNA, "game new", "3003", game="hockey_game", seats="2")
    answer = await chat.use(ANNA, "mygames", "3009")
    lines = answer.splitlines()
    assert [line.split(" · ")[0] for line in lines] == ["**Your move**", "Others are to act", "Open"]
    assert lines[0].startswith("**Your move** · [Monster Hex](https://discord.com/channels/2000/3001/")
    assert "Anna, Bohumil" in lines[0]
    assert "no table" in await chat.use(DARA, "mygames")


async def test_a_server_sees_its_own_games_and_the_names_it_knows(chat):
    """The same people in two servers, under other names: nothing of one is told in the other, unless they want it."""
    store, direct = chat.bot.store, World.direct(ANNA)
    mona, owen = 5001, 5002
    await rated_game(chat, ANNA, BOHUMIL)
    await chat.set(CECILE, "language", language="en")
    elsewhere = {"guild": 2001, "game": "hexknight"}
    for _ in range(2):
        await finished(store, (0,), (1,), **elsewhere, people=((int(ANNA), "Secret Anna"), (int(BOHUMIL), "Secret Bohumil")), times=(0, 9000))
    await finished(store, (1,), (0,), **elsewhere, people=((int(ANNA), "Secret Anna"), (mona, "Secret Mona")))
    await finished(store, (1,), (0,), guild=2001, game="monster_hex", people=((int(ANNA), "Secret Anna"), (owen, "Secret Owen")))
    async with store.transaction() as db:
        await db.execute("DELETE FROM owed")
    for asker in (ANNA, CECILE):
        answer = await chat.use(asker, "profile", player=ANNA)
        assert "1 won, 0 shared, 0 lost" in answer
        assert "Against Bohumil: 1 won" in answer
        assert "HexKnight" not in answer
        assert "Secret" not in answer
    assert "hours" not in await chat.use(CECILE, "profile", player=BOHUMIL), "how long answers took elsewhere"
    answer = await chat.use(ANNA, "leaderboard", game="hexknight", scope="everywhere")
    assert "Anna: " in answer
    assert "Secret" not in answer
    assert "Mona" not in answer

    own = await chat.use(ANNA, "profile", direct)
    assert "3 won, 0 shared, 2 lost" in own
    assert "Against Secret Bohumil: 3 won" in own, "as Anna has met him there"
    assert "Against Secret Mona: 0 won" in own
    assert "only in the servers where" in await chat.use(CECILE, "profile", World.direct(CECILE), player=ANNA)

    assert "everywhere: yes" in await chat.set(ANNA, "profile", everywhere="true")
    answer = await chat.use(DARA, "profile", player=ANNA)
    assert "3 won, 0 shared, 2 lost" in answer
    assert "HexKnight" in answer
    assert "Against Bohumil: 3 won" in answer, "by the name he has here"
    assert "Secret" not in answer, "those whom this server does not know have not agreed"
    await store.personal_settings.set_settings(mona, Settings(everywhere=True))
    answer = await chat.use(DARA, "profile", player=ANNA)
    assert "Secret Mona" in answer
    assert "Owen" not in answer
    assert "Anna" in await chat.use(CECILE, "leaderboard", game="hexknight", scope="everywhere")
    await chat.restart()
    assert "everywhere: yes" not in await chat.set(CECILE, "pings", on="true"), "each sets it for themselves"
    assert "3 won" in await chat.use(DARA, "profile", player=ANNA)
