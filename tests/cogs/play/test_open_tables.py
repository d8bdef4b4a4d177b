"""A table that names people: it is dealt when all have accepted, ends when somebody declines or nobody answers, and counts for nobody until then."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.challenge_settings import EVERYBODY, LISTED, NOBODY, Accepting
from data.store.rows import SeatRow
from rules.competition.challenge_terms import ANYWHERE, ChallengeTerms
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.databases import drop, fresh
from tests.stored import new_row

GAME = {"game": "Monster Hex", "options": "seating=joined"}


@pytest.fixture(autouse=True)
def asking(chat):
    """Nobody accepts by themselves."""
    chat.accepting = False


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request, tmp_path):
    where = tmp_path / "games.sqlite3" if request.param == "sqlite" else fresh()
    opened = await Store.open(where)
    yield opened
    await opened.close()
    if request.param == "postgresql":
        drop(where)


async def status(chat) -> list[tuple[str, int]]:
    """What tables there are, and how many have been dealt."""
    return [tuple(row) for row in await chat.bot.store.all("SELECT status, snapshot IS NOT NULL FROM games ORDER BY id")]


async def test_one_interaction_each(chat):
    """The host asks, each of the two others says yes, and the game is there."""
    answer = await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    assert "Bohumil, Cécile will be asked" in answer
    lobby = chat.board()
    assert {f"<@{BOHUMIL}>", f"<@{CECILE}>"} <= {*lobby["content"].split(": ")[1].split("\n")[-1].split(", ")}
    assert {m["id"] for m in lobby["mentions"]} == {BOHUMIL, CECILE}
    assert chat.labels(lobby)[:3] == ["Accept", "Decline", "Start"]
    assert await status(chat) == [("open", 0)]
    assert "commence quand tout le monde a accepté" in await chat.press(CECILE, lobby, "Accept")
    assert await status(chat) == [("open", 0)]
    await chat.restart()
    await chat.press(BOHUMIL, chat.seen(None)[-1], "Accept")
    assert await status(chat) == [("live", 1)]
    table = await chat.bot.tables.here(int(HERE))
    assert [(s.player, s.agreed) for s in table.seats] == [(int(ANNA), True), (int(BOHUMIL), True), (int(CECILE), True)]
    assert "Your move" in chat.labels(chat.board())


async def test_nobody_else_takes_a_seat_that_is_kept(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    assert await chat.press(DARA, chat.board(), "Accept") == "This challenge is for Bohumil to answer."
    assert "not accepted yet: Bohumil" in await chat.press_old(ANNA, "b:start:1")
    assert await status(chat) == [("open", 0)]


async def test_declined_it_ends_and_is_told(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, clock="24h")
    lobby = chat.board()
    await chat.press(BOHUMIL, lobby, "Decline")
    assert await status(chat) == []
    told = chat.board()
    assert told["id"] != lobby["id"]
    assert told["content"] == f"<@{ANNA}> **Monster Hex** · Bohumil does not want to play. The table is closed."
    assert [m["id"] for m in told["mentions"]] == [ANNA]
    assert chat.buttons(chat.world.messages[lobby["id"]]) == []
    assert await chat.bot.store.all("SELECT * FROM owed") == []
    for member in (ANNA, BOHUMIL):
        assert "1 won" not in await chat.use(member, "profile", player=member)
    await chat.use(ANNA, "game new", channel=HERE, **GAME)
    assert await status(chat) == [("open", 0)], "the channel is free again"


async def test_the_others_go_on_without_somebody_who_declines(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    await chat.press(BOHUMIL, chat.board(), "Decline")
    assert "Bohumil does not want to play; the seat is free." in [m["content"] for m in chat.seen(None)]
    lobby = chat.seen(None)[0]
    await chat.press(CECILE, lobby, "Join")
    await chat.press(DARA, lobby, "Join")
    assert await status(chat) == [("live", 1)]


async def test_unanswered_for_48_hours_it_ends_and_is_told_also_after_a_restart(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await chat.later(47 * HOUR)
    assert await status(chat) == [("open", 0)]
    await chat.restart()
    await chat.later(2 * HOUR)
    assert await status(chat) == []
    assert "No answer within 48 hours from Bohumil. The table is closed." in chat.board()["content"]
    assert await chat.bot.store.all("SELECT * FROM owed") == []


async def test_whoever_has_accepted_plays_on_with_a_free_seat_after_48_hours(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    await chat.press(BOHUMIL, chat.board(), "Accept")
    await chat.later(49 * HOUR)
    assert await status(chat) == [("open", 0)]
    assert any("No answer within 48 hours from Cécile" in m["content"] for m in chat.seen(None))
    await chat.press(DARA, chat.seen(None)[0], "Join")
    assert await status(chat) == [("live", 1)]
    await chat.later(3 * DAY)
    assert await status(chat) == [("live", 1)], "nothing is left that would end it"


async def test_the_host_takes_it_back(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await chat.use(ANNA, "game leave")
    assert "Anna takes the challenge back" in chat.board()["content"]
    assert await status(chat) == []


async def test_the_host_may_start_without_those_who_have_not_answered(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    await chat.press(BOHUMIL, chat.board(), "Accept")
    await chat.press(ANNA, chat.seen(None)[0], "Start")
    table = await chat.bot.tables.here(int(HERE))
    assert [s.player for s in table.seats] == [int(ANNA), int(BOHUMIL)]


async def test_accepting_from_everybody_from_a_list_and_from_nobody(chat):
    assert "whenever" not in await chat.set(ANNA, "challenges", servers="everywhere", **{"from": "everybody"})
    told = chat.private(ANNA)["content"]
    assert "You are in at once when somebody names you for a game on these terms" in told
    await chat.use(CECILE, "game new", **GAME, opponent=ANNA)
    assert await status(chat) == [("live", 1)], "at once"
    await chat.use(ANNA, "game resign", sure="true")
    assert f"<@{CECILE}>" in await chat.set(ANNA, "challenges", add=CECILE, **{"from": "listed"})
    await chat.use(CECILE, "game new", **GAME, opponent=ANNA)
    assert (await status(chat))[-1] == ("live", 1)
    await chat.use(ANNA, "game resign", sure="true")
    await chat.use(DARA, "game new", **GAME, opponent=ANNA)
    assert (await status(chat))[-1] == ("open", 0), "she has not been named"
    await chat.use(DARA, "game leave")
    assert "named nobody yet" in await chat.set(ANNA, "challenges", remove=CECILE)
    assert "always asked first" in await chat.set(ANNA, "challenges", **{"from": "nobody"})
    await chat.use(CECILE, "game new", **GAME, opponent=ANNA)
    assert (await status(chat))[-1] == ("open", 0)


async def test_a_rated_table_is_asked_for_and_accepting_is_enough(chat):
    await chat.set(BOHUMIL, "challenges", servers="everywhere", **{"from": "everybody"})
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, rated="True")
    assert await status(chat) == [("open", 0)]
    await chat.press(BOHUMIL, chat.board(), "Accept")
    assert await status(chat) == [("live", 1)]


@pytest.mark.parametrize(("member", "language", "accept"), [(BOHUMIL, "cs", "Přijmout"), (CECILE, "fr", "Accepter")])
async def test_in_other_languages(chat, member, language, accept):
    await chat.set(member, "language", language=language)
    await chat.use(member, "game new", **GAME, opponent=ANNA)
    lobby = chat.board()
    assert f"<@{ANNA}>\u00a0: " in lobby["content"] or f"<@{ANNA}>: " in lobby["content"]
    await chat.press(ANNA, lobby, accept)
    assert await status(chat) == [("live", 1)]


async def test_what_is_accepted_is_kept_by_both_databases(store):
    kept, anywhere = store.challenge_settings, ChallengeTerms(where=ANYWHERE)
    seats = [SeatRow(n, player, None, "P", agreed=False) for n, player in enumerate((1, 2, 3, 4))]

    async def among(host: int) -> set[int]:
        return await kept.among(new_row(host=host), seats)

    assert await kept.of(1) == Accepting(NOBODY, frozenset())
    await kept.keep(1, Accepting(EVERYBODY, frozenset({7}), anywhere))
    await kept.keep(2, Accepting(LISTED, frozenset({7, 8}), anywhere))
    await kept.keep(3, Accepting(NOBODY, frozenset({7}), anywhere))
    assert await among(7) == {1, 2}
    assert await among(9) == {1}
    assert await kept.among(new_row(host=7), [seats[0]._replace(agreed=True)]) == set()
    assert await kept.of(2) == Accepting(LISTED, frozenset({7, 8}), anywhere)
    terms = ChallengeTerms(frozenset({"hexknight"}), 2 * DAY, 5 * DAY, True, "", frozenset({3, 4}))
    await kept.keep(4, Accepting(EVERYBODY, frozenset(), terms))
    assert await kept.of(4) == Accepting(EVERYBODY, frozenset(), terms)
    await kept.keep(4, Accepting(EVERYBODY, frozenset(), terms, LISTED))
    assert await kept.of(4) == Accepting(EVERYBODY, frozenset(), terms, LISTED)
    async with store.transaction() as db:
        await db.execute("UPDATE settings SET accept_servers = '[3' WHERE player = 4")
    assert (await kept.of(4)).whom == NOBODY, "what cannot be read accepts nothing"
    await store.own_data.forget(7)
    assert await kept.of(2) == Accepting(LISTED, frozenset({8}), anywhere)


async def test_with_whom_people_sit_down_is_asked_of_both_databases(store):
    """The host by their list, everybody there by whom they have blocked."""
    kept, row, seats = store.challenge_settings, new_row(host=1), [SeatRow(0, 1, None, "P"), SeatRow(1, 2, None, "P"), SeatRow(2, None, "hard", "C")]

    async def welcome() -> list[int]:
        return [player for player in (7, 8) if await kept.welcome(row, seats, player)]

    assert await welcome() == [7, 8]
    await kept.keep(2, Accepting(NOBODY, tables=LISTED))
    assert await welcome() == [7, 8], "who has not opened it keeps nobody away by a list"
    await kept.keep(1, Accepting(NOBODY, frozenset({7}), tables=LISTED))
    assert await welcome() == [7]
    assert await kept.welcome(row, seats[1:], 8), "nor does who does not sit there"
    await store.blocks.add(2, 7)
    assert await welcome() == []
    assert await kept.welcome(row, seats, 2), "who sits there stays"


async def test_to_be_refused_takes_the_same_way_for_whatever_reason(store, monkeypatch):
    """What is asked of the database, in order: nobody learns from the time that it takes, either."""
    tables, asked = Tables(store), []
    party = Party((1, "P"), seats=2)
    made, _ = await tables.open(Opening("monster_hex", 1, 5, {}, "en", "light"), party)
    database, before = store.tables._database, store.tables._database.one

    async def one(sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return await before(sql, *rest)

    monkeypatch.setattr(database, "one", one)
    ways = []
    for sets in (store.blocks.add(1, 7), store.challenge_settings.keep(1, Accepting(NOBODY, tables=LISTED))):
        await store.blocks.remove(1, 7)
        await sets
        asked.clear()
        with pytest.raises(Unfit, match=r"game\.no_seat"):
            await tables.join(made, (7, "P"))
        ways.append([*asked])
    assert ways[0] == ways[1]
    assert any("blocks" in sql for sql in ways[0])
    await store.challenge_settings.keep(1, Accepting(NOBODY, frozenset({7}), tables=LISTED))
    assert await tables.join(made, (7, "P"))


async def test_nobody_is_in_by_their_settings_where_somebody_sits_whom_they_have_blocked(store):
    seats = [SeatRow(0, 1, None, "P"), SeatRow(1, 2, None, "P", agreed=False), SeatRow(2, 3, None, "P", agreed=False)]
    for player in (2, 3):
        await store.challenge_settings.keep(player, Accepting(EVERYBODY, frozenset(), ChallengeTerms(where=ANYWHERE)))
    assert await store.challenge_settings.among(new_row(host=1), seats) == {2, 3}
    await store.blocks.add(2, 3)
    assert await store.challenge_settings.among(new_row(host=1), seats) == {3}
    await store.own_data.forget(2)
    assert await store.all("SELECT player, host FROM accepted") == []


@pytest.mark.parametrize(
    ("member", "language", "accept", "begun"),
    [
        (CECILE, "en", "Accept", "The game has begun"),
        (BOHUMIL, "cs", "Přijmout", "Hra začala"),
        (CECILE, "fr", "Accepter", "La partie a commencé"),
    ],
)
async def test_a_lobby_says_that_its_game_has_begun(chat, member, language, accept, begun):
    """No longer that it waits for anybody; it is the same message, has no buttons, and the board comes after it."""
    await chat.set(member, "language", language=language)
    await chat.use(member, "game new", **GAME, opponent=ANNA)
    lobby = chat.board()
    assert begun not in lobby["content"]
    await chat.press(ANNA, lobby, accept)
    shown = chat.world.messages[lobby["id"]]
    assert begun in shown["content"].splitlines()[-1]
    assert "<t:" not in shown["content"]
    assert "…" not in shown["content"]
    assert chat.buttons(shown) == []
    assert chat.board()["id"] != lobby["id"]
