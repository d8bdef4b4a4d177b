"""Rated tables, `/profile`, `/leaderboard`, `/mygames`."""

from __future__ import annotations

from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE


async def rated_game(chat, winner: str, loser: str, channel: str = HERE) -> None:
    """A rated table that the loser gives up at once."""
    answer = await chat.use(winner, "game new", channel, game="monster_hex", opponent=loser, rated="True")
    assert "open and rated" in answer or "otevřený a hodnocený" in answer
    assert "Rated" in chat.board(channel)["content"] or "Hodnoceno" in chat.board(channel)["content"]
    assert (await chat.bot.tables.lobby(int(channel)))[1][0].player == int(winner), "nobody is seated without agreeing"
    await chat.press(loser, chat.board(channel), chat.labels(chat.board(channel))[0])
    assert (await chat.bot.tables.here(int(channel))).game.rated
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
    await rated_game(chat, BOHUMIL, ANNA)
    answer = await chat.use(ANNA, "leaderboard", game="monster_hex", scope="everywhere")
    assert "2 games" in answer


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
    assert "from 1605" in picture["description"]
    other = await chat.use(DARA, "profile", player=BOHUMIL)
    assert "**Bohumil**" in other
    assert "2 lost in a row" in other
    assert "Hockey" not in await chat.use(ANNA, "profile", game="monster_hex")
    assert "does not work" in await chat.use(ANNA, "profile", game="chess")


async def test_what_is_not_rated(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(ANNA, "game resign", sure="True")
    assert "Ratings" not in chat.board()["content"]
    assert "no computer seats" in await chat.use(ANNA, "game new", game="monster_hex", computers="1", rated="True")
    assert "Nobody has a rating" in await chat.use(ANNA, "leaderboard", game="monster_hex")
    assert "Which game" in await chat.use(ANNA, "leaderboard", "3009")


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
