"""Who was only named: no time runs against them and nothing counts before they have said yes or acted."""

from __future__ import annotations

import sqlite3

from data.store import Store
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.service.test_timer import reminders, said
from tests.cogs.test_play import table
from tests.waiting import within


async def begin(chat, clock: str = "24h", game: str = "monster_hex", **more: str) -> None:
    """Anna plays with Dara, in whose place a moderator puts Bohumil, who has said nothing yet."""
    await chat.use(ANNA, "game new", game=game, opponent=DARA, options="seating=joined", clock=clock, **more)
    await chat.use(JUDGE, "referee replace", player=DARA, new=BOHUMIL, reason="gone")


async def finish(chat, member: str = ANNA) -> None:
    await chat.use(member, "game resign", sure="true")


async def test_no_time_runs_against_somebody_who_was_only_named(chat):
    await begin(chat, "1m", time_over="at_once")
    found = await table(chat)
    await chat.use(ANNA, "move", action="faction ember")
    assert "time begins with the first move" in chat.board()["content"]
    assert "**Bohumil**: time begins with the first move" in await chat.use(ANNA, "game clock")
    await chat.restart()
    await chat.later(30 * DAY)
    found = await table(chat)
    assert not found.over
    assert not reminders(chat)
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(ANNA, "move", action=" ".join(_first(found, 0)))
    assert "time begins" not in chat.board()["content"]
    assert "time until" in await chat.use(ANNA, "game clock")
    await chat.later(120)
    assert found.over
    told = chat.board()["content"]
    assert "The time of **Bohumil** is over" in told
    assert "**Bohumil** is out of the game" in told
    assert "resign" not in told
    profile = await chat.use(ANNA, "profile", player=BOHUMIL)
    assert "1 lost" in profile
    assert "reply" not in profile, "the time before the yes counts for nothing"


def _first(found, seat):
    return found.rules.decision(found.state, seat).default


async def test_a_game_to_which_somebody_never_agreed_counts_for_nobody(chat):
    for end in ("resign", "forfeit", "decide"):
        await begin(chat)
        await chat.use(ANNA, "move", action="faction ember")
        if end == "resign":
            await finish(chat, BOHUMIL)
        elif end == "forfeit":
            await chat.use(JUDGE, "referee forfeit", player=BOHUMIL, reason="nobody there")
            assert "resign" not in "\n".join(said(chat)[-2:])
        else:
            await chat.use(JUDGE, "referee decide", winner=ANNA, reason="nobody there")
        assert (await table(chat)).over
    for member in (ANNA, BOHUMIL):
        assert "No game has been finished" in await chat.use(ANNA, "profile", player=member)
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await finish(chat)
    assert "1 won" in await chat.use(ANNA, "profile", player=BOHUMIL)


async def test_whoever_joins_an_answer_to_a_proposal_and_a_seat_taken_are_a_yes_and_an_order_is_told_to_nobody(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", clock="24h")
    await chat.press(BOHUMIL, chat.board(), "Join")
    found = await table(chat)
    assert [s.agreed for s in found.seats] == [True, True]
    await finish(chat)

    await begin(chat, opponent2=CECILE)
    found = await table(chat)
    await chat.use(ANNA, "move", action="faction ember")
    assert found.dials.keys() == {0}
    await chat.use(ANNA, "game draw")
    await chat.press(BOHUMIL, chat.board(), "Refuse")
    assert [s.agreed for s in found.seats] == [True, True, True]
    assert found.dials[1].due - chat.bot.store.now() > 23 * HOUR, "from now on"
    await chat.use(JUDGE, "referee replace", player=BOHUMIL, new="4005", reason="gone")
    assert [s.agreed for s in found.seats] == [True, False, True], "who is put there by a moderator has not said yes"
    assert 1 not in found.dials
    await finish(chat)
    await chat.use(JUDGE, "referee end", reason="enough")

    await begin(chat, game="hexygame")
    found = await table(chat)
    await chat.set(BOHUMIL, "order", order="pass_spell", on="true")
    assert not found.seats[1].agreed, "a running clock would tell that there is one"
    await chat.use(ANNA, "game resign", sure="true")

    orders: list[str] = []
    async with within("a beginning with an order that fits"):
        while not orders:  # By what is dealt: not every beginning has an order that fits.
            await chat.use(ANNA, "game resign", sure="true")
            await begin(chat, game="hexknight")
            found = await table(chat)
            while found.acting == (0,):
                await chat.use(ANNA, "move", action=" ".join(found.rules.decision(found.state, 0).default))
            orders = [o for o in found.rules.orders if found.rules.standing(found.state, 1, frozenset({o}))]
    await chat.set(BOHUMIL, "order", order=orders[0], on="true")
    assert found.seats[1].agreed, "one that answers at once is an answer"


async def test_who_is_named_at_an_open_table_says_yes_by_joining_or_starting(chat):
    chat.accepting = False
    for way in ("Join", "Start"):
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, seats="3", clock="24h")
        lobby = chat.board()
        await chat.press(BOHUMIL, lobby, way)
        seats = await chat.bot.store.tables.seats(await chat.bot.store.tables.latest_in(int(HERE)))
        assert all(s.agreed for s in seats)
        if way == "Join":
            await chat.press(ANNA, chat.board(), "Start")
        await finish(chat)


async def test_of_games_under_way_those_who_have_acted_have_agreed(tmp_path):
    """The migration: hosts, players of rated games and matches, and whoever has done something."""
    path = tmp_path / "games.sqlite3"
    store = await Store.open(path)
    await store.close()
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE seats DROP COLUMN agreed")
        db.execute("DELETE FROM migrations WHERE number = 12")
        for game, rated in ((1, 0), (2, 1), (3, 0)):
            row = (game, "monster_hex", 1, 1, game, "en", "light", "{}", 10, "live", 0.0, rated)
            columns = "id, game, version, guild, channel, language, theme, options, host, status, created, rated"
            db.execute(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            for seat, player in enumerate((10, 11, 12)):
                db.execute("INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, 'x')", (game, seat, player))
                db.execute("INSERT INTO dials VALUES (?, ?, 60, 0, 1, 61, '[]', 61, 0)", (game, seat))
        db.execute("INSERT INTO actions VALUES (1, 1, 1, 'faction tide', 0, NULL, 0)")
        db.execute("INSERT INTO actions VALUES (1, 2, 2, 'faction moss', 1, NULL, 0)")
    db.close()
    store = await Store.open(path)
    assert [[s.agreed for s in await store.tables.seats(game)] for game in (1, 2, 3)] == [[True, True, False], [True] * 3, [True, False, False]]
    assert [row[0] for row in await store.all("SELECT COUNT(*) FROM dials GROUP BY game ORDER BY game")] == [2, 3, 1]
    await store.close()
