"""A handicap from the lobby to the end: who gives it, who is asked, at which seat it arrives, and that such a game counts nowhere."""

from __future__ import annotations

import re

import pytest

from cogs.play.open_tables import ANSWER_WITHIN
from cogs.play.options import check_options
from cogs.play.stored_results import UNRATED, rating, ruling
from cogs.play.table_queries import NoTable
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import texts
from data.store.ratings import Ranked
from data.store.rows import EVERYWHERE
from rules.competition.clock import HOUR
from rules.competition.ratings import Rating
from rules.notation import Row
from rules.parts.handicaps import HANDICAP, NONE
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat


async def lobby(chat: Chat):
    return await chat.bot.tables.lobby(int(HERE))


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


def posted(chat: Chat) -> dict:
    """The lobby's message."""
    return next(m for m in reversed(chat.seen(None)) if "Handicap" in chat.labels(m))


async def gives(chat: Chat, player: str, size: int, by: str = ANNA) -> str:
    """Presses *Handicap* and chooses."""
    await chat.press(by, posted(chat), "Handicap")
    asked = chat.private(by)
    (menu,) = chat.menus(asked)
    return await chat.choose(by, asked, menu, [f"{player}:{size}"])


@pytest.mark.sampled(0.4, any=True)
@pytest.mark.parametrize("game", games())
async def test_it_arrives_where_the_player_sits(chat, monkeypatch, game):
    """Seats are drawn by lot, and the one of whoever has it is found after that."""
    chat.accepting = False
    drawn = set()
    for seed in range(2, 12):
        monkeypatch.setattr("cogs.play.tables.new_seed", lambda seed=seed: seed)
        await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, options="seating=drawn")
        await gives(chat, BOHUMIL, 2)
        await chat.press(BOHUMIL, posted(chat), "Accept")
        found = await table(chat)
        seat = found.seat_of(int(BOHUMIL))
        assert found.row.options[HANDICAP] == f"seat{seat + 1}_2"
        assert [s.handicap for s in found.seats if s.seat != seat] == [0]
        drawn.add(seat)
        await chat.use(ANNA, "game resign", sure="True")
        if len(drawn) == 2:
            break
    assert drawn == {0, 1}


async def test_it_is_told_in_the_lobby_and_whoever_has_agreed_is_asked_again(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="3")
    await chat.use(BOHUMIL, "game join")
    await gives(chat, BOHUMIL, 3)
    assert "2. Bohumil … · handicap 3" in posted(chat)["content"]
    _, seats = await lobby(chat)
    assert [(s.agreed, s.handicap) for s in seats] == [(True, 0), (False, 3)]
    assert "Each size is 1 point at the beginning" in posted(chat)["content"], "those who are asked read what it is"
    await gives(chat, ANNA, 1)
    _, seats = await lobby(chat)
    assert [s.handicap for s in seats] == [1, 0], "there is one at a table"
    await gives(chat, ANNA, 0)
    _, seats = await lobby(chat)
    assert not any(s.handicap for s in seats)
    assert "Each size" not in posted(chat)["content"]


async def test_it_is_chosen_anew_in_the_same_menu_until_the_game_begins(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await gives(chat, BOHUMIL, 2)
    panel = chat.private(ANNA)
    (menu,) = chat.menus(panel)
    assert [option["label"] for option in menu["options"] if option.get("default")] == ["Bohumil · handicap 2"]
    await chat.choose(ANNA, panel, menu, [f"{BOHUMIL}:4"])
    _, seats = await lobby(chat)
    assert [s.handicap for s in seats] == [0, 4]
    await chat.press(BOHUMIL, posted(chat), "Accept")
    await chat.choose(ANNA, panel, menu, [f"{BOHUMIL}:1"])
    assert "The game has begun" in chat.private(ANNA)["content"]
    assert any(s.handicap == 4 for s in (await table(chat)).seats)


async def test_only_the_host_gives_it_and_only_to_whoever_is_there(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    assert "Handicap dává jen" in await chat.press(BOHUMIL, posted(chat), "Handicap")
    row, _ = await lobby(chat)
    for by, player, why in ((BOHUMIL, BOHUMIL, "host"), (ANNA, CECILE, "gone")):
        with pytest.raises(Unfit, match=rf"handicap\.{why}"):
            await chat.bot.tables.handicap(row.id, int(by), int(player), 2)
    _, seats = await lobby(chat)
    assert not any(s.handicap for s in seats)


async def test_once_the_host_has_left_whoever_plays_gives_it_and_the_host_no_more(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="3")
    await chat.use(BOHUMIL, "game join")
    await gives(chat, BOHUMIL, 3)
    panel = chat.private(ANNA)
    await chat.use(BOHUMIL, "game join")
    await chat.press(ANNA, posted(chat), "Leave")
    (menu,) = chat.menus(panel)
    await chat.choose(ANNA, panel, menu, [f"{BOHUMIL}:6"])
    _, seats = await lobby(chat)
    assert [(s.player, s.agreed, s.handicap) for s in seats] == [(int(BOHUMIL), True, 3)], "who has gone decides nothing"
    await chat.press(BOHUMIL, posted(chat), "Handicap")
    asked = chat.private(BOHUMIL)
    await chat.pick(BOHUMIL, asked, chat.menus(asked)[0]["options"][0]["value"])
    _, seats = await lobby(chat)
    assert [(s.agreed, s.handicap) for s in seats] == [(True, 0)], "none is the first choice"


async def test_who_accepts_by_their_settings_is_asked_where_somebody_has_one(chat):
    """Neither when the last seat is taken, nor when the host begins."""
    await chat.set(BOHUMIL, "challenges", servers="everywhere", **{"from": "everybody"})
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=CECILE, opponent2=BOHUMIL, seats="3")
    await gives(chat, ANNA, 2)
    await chat.press(CECILE, posted(chat), "Accept")
    row, seats = await lobby(chat)
    assert [s.agreed for s in seats] == [True, True, False]
    begun = await chat.bot.tables.start(row.id, int(ANNA))
    assert [s.player for s in begun.seats] == [int(ANNA), int(CECILE)]


async def test_it_stays_with_the_seat_that_somebody_else_takes(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await gives(chat, BOHUMIL, 2)
    await chat.press(BOHUMIL, posted(chat), "Accept")
    found = await table(chat)
    own = chat.bot.store.own_data
    assert [game["handicap"] for who in (ANNA, BOHUMIL) for game in (await own.about(int(who)))["games"]] == [0, 2], "one's own data have it"
    await found.seating.sit(1, (int(CECILE), "Cecile"))
    await chat.restart()
    found = await table(chat)
    assert [(s.player, s.handicap) for s in found.seats] == [(int(ANNA), 0), (int(CECILE), 2)]


async def test_whoever_is_asked_again_has_all_the_time_to_answer(chat):
    """Though two days are nearly over since the table was opened; the moment that is named is the one until which it is waited for."""
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE, seats="3")
    await chat.press(BOHUMIL, posted(chat), "Accept")
    await chat.later(ANSWER_WITHIN - HOUR)
    first = posted(chat)
    await gives(chat, ANNA, 1)
    assert posted(chat)["id"] != first["id"], "they are called, which a message that is changed does not do"
    assert {person["id"] for person in posted(chat)["mentions"]} == {BOHUMIL, CECILE}
    assert not chat.labels(next(m for m in chat.seen(None) if m["id"] == first["id"]))
    until = chat.bot.store.now() + ANSWER_WITHIN
    assert abs(int(re.search(r"<t:(\d+):f>", posted(chat)["content"])[1]) - until) < HOUR
    await chat.later(ANSWER_WITHIN - HOUR)
    _, seats = await lobby(chat)
    assert [s.player for s in seats] == [int(ANNA), int(BOHUMIL), int(CECILE)]
    await chat.later(2 * HOUR)
    with pytest.raises(NoTable):
        await lobby(chat)


async def test_there_is_none_in_a_rated_game(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True")
    row, seats = await lobby(chat)
    assert not any("Handicap" in chat.labels(m) for m in chat.seen(None))
    with pytest.raises(Unfit, match=r"handicap\.rated"):
        await chat.bot.tables.handicap(row.id, int(ANNA), int(BOHUMIL), 1)
    outcome, even = ruling("score", [[0], [1]]), [s._replace(agreed=True) for s in seats]
    rows = [Row(n, n % 2, ("place", "m01")) for n in range(12)]
    assert rating(row, even, outcome, rows) != UNRATED
    assert rating(row, [even[0], even[1]._replace(handicap=1)], outcome, rows) == UNRATED


@pytest.mark.parametrize("game", games())
def test_nobody_types_it(game):
    with pytest.raises(Unfit, match=r"handicap\.typed"):
        check_options(build(game), {HANDICAP: "seat1_1"})
    assert check_options(build(game), {HANDICAP: NONE})[HANDICAP] == NONE


async def test_whoever_types_it_where_there_is_none_is_sent_to_no_button(chat):
    """In a rated game, and in a tournament."""
    why = texts("en")("handicap.rated")
    said = await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True", options="handicap=seat1_1")
    assert why in said
    settings = "options:handicap=seat1_1"
    assert why in await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup", format="swiss", settings=settings, post=False)


async def test_a_rematch_takes_it_along_to_the_other_seat(chat):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await gives(chat, BOHUMIL, 2)
    await chat.press(BOHUMIL, posted(chat), "Accept")
    found = await table(chat)
    assert found.row.options[HANDICAP] == "seat2_2"
    await chat.use(BOHUMIL, "game resign", sure="True")
    await chat.bot.tables.rematch(found, int(ANNA), int(HERE))
    row, seats = await lobby(chat)
    assert {s.player: s.handicap for s in seats} == {int(ANNA): 0, int(BOHUMIL): 2}
    await chat.bot.tables.join(row.id, (int(BOHUMIL), "Bohumil"))
    again = await table(chat)
    assert again.row.options[HANDICAP] == "seat1_2"
    assert (await chat.bot.store.tables.get(again.id)).options == again.row.options


async def test_such_a_game_stands_in_no_leaderboard(chat, monkeypatch):
    """Though both have decided enough in it; the same game without a handicap does."""
    monkeypatch.setattr("data.store.games_played._DECIDED", "1 = 1")
    chat.accepting = False
    for size in (0, 2):
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
        await gives(chat, BOHUMIL if size else ANNA, size)
        await chat.press(BOHUMIL, posted(chat), "Accept")
        await chat.use(BOHUMIL, "game resign", sure="True")
    found = await chat.bot.store.games_played.of(EVERYWHERE, None, 0, 1e12)
    assert {one.player: one.games for one in found} == {int(ANNA): 1, int(BOHUMIL): 1}


async def test_the_menu_tells_which_is_about_even_by_the_ratings_of_the_server(chat, monkeypatch):
    """The same line in the panel and after the choice; none where one of them has no rating here."""
    chat.accepting = False
    ratings = {int(ANNA): 30.0, int(BOHUMIL): 18.0}

    async def ranked(guild, game=None, player=None):
        assert guild
        return [Ranked(who, game, Rating(mu, 1.0), 9) for who, mu in ratings.items()]

    monkeypatch.setattr(chat.bot.store.ratings, "ranked", ranked)
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await gives(chat, BOHUMIL, 2)
    assert "in which Bohumil has handicap 6" in chat.private(ANNA)["content"]
    del ratings[int(BOHUMIL)]
    await gives(chat, BOHUMIL, 1)
    assert "ratings" not in chat.private(ANNA)["content"].replace("for no rating", "")
