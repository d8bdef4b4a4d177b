"""An evening spent as a cheating moderator and as a pest: what each trick comes to. EMIL is Anna's second account.

What a trick would have won stands in its name or beside it; what refuses it is tried one by one elsewhere (`play/test_permissions.py`,
`play/test_notification_rules.py`, `play/test_blocks.py`).
"""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.table import Table
from cogs.play.tournaments.announced_acts import SILENCE
from data.store.rows import OVER
from playground.permission_bits import ORDINARY
from playground.world import World
from rules.competition.clock import DAY, FORFEIT, HOUR
from rules.legal_actions import legal
from rules.notation import REDRAW
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, JUDGE, THERE, Chat
from tests.cogs.test_ahead import forged
from tests.cogs.tournaments.in_chat import open_with, settle, threads

EMIL, FAY = "4005", "4006"
GAME = {"game": "monster_hex", "options": "seating=joined"}
CARDS = {"game": "planetary_conquerors", "options": "seating=joined"}
PLAYS, NOT_ASKED, GONE = "another moderator", "not needed here", "no longer stands"


@pytest.fixture(autouse=True)
def _english(chat):
    for member in chat.world.members.values():
        member["locale"] = "en-US"


async def at(chat: Chat, channel: str = HERE) -> Table:
    return await chat.bot.tables.here(int(channel))


async def moves(chat: Chat, count: int = 1) -> None:
    """Somebody does something, so often."""
    for _ in range(count):
        table = await at(chat)
        seat = table.acting[0]
        await table.act(seat, next(legal(table.rules, table.state, seat)))
    await chat.settle()


async def tries(chat: Chat, member: str, channel: str = HERE, **acts: dict[str, Any]) -> dict[str, str]:
    """What somebody is told who rules: each act by its name, with a reason."""
    return {act: await chat.use(member, f"referee {act.replace('_', ' ')}", channel, reason="as I like", **how) for act, how in acts.items()}


def called(chat: Chat, member: str = BOHUMIL) -> int:
    """How often somebody has been pinged, or brought into a thread."""
    count = sum(people.count(member) for people in chat.world.in_threads.values())
    for method, path, body in chat.standin.requests:
        if method == "POST" and path.endswith("/messages"):
            count += member in map(str, (body.get("allowed_mentions") or {}).get("users", [])) and f"<@{member}>" in str(body)
    return count


async def questions(chat: Chat, channel: str = HERE) -> list[dict[str, Any]]:
    return [m for m in chat.seen(None, channel) if "Object" in chat.labels(m)]


# The cheating moderator


DECIDING = {
    "decide": {"winner": ANNA}, "rollback": {"action": "0"}, "forfeit": {"player": BOHUMIL}, "replace": {"player": BOHUMIL, "new": EMIL},
    "clock": {"clock": "7d"},
}  # fmt: skip
GENTLE = {"end": {}, "pause": {}}


@pytest.mark.parametrize("by", ["playing", "having resigned", "having given the seat away", "by another name"])
async def test_who_plays_or_has_played_wins_nothing_by_ruling(chat, by):
    chat.moderates(ANNA)
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    await moves(chat, 3)
    if by == "having resigned":
        await chat.use(ANNA, "game resign", sure="True")
    elif by == "having given the seat away":
        await chat.use(ANNA, "game offer", on="True")
        assert "yours" in await chat.use(EMIL, "game take")
    elif by == "by another name":
        chat.calls_themselves(ANNA, "Bohumil")
    before = await at(chat)
    position = before.position
    told = await tries(chat, ANNA, **DECIDING)
    assert all(PLAYS in words for words in told.values()), told
    told = await tries(chat, ANNA, **GENTLE)
    assert all("the others decide" in words for words in told.values()), told
    table = await at(chat)
    assert (table.position, table.over, bool(table.row.paused)) == (position, False, False)
    assert called(chat) <= 3, "two questions at once call nobody twice"
    ends, pauses = await questions(chat)
    yes, no = (chat.button(ends, label)["custom_id"] for label in ("Agree", "Object"))
    assert NOT_ASKED in await chat.press(ANNA, ends, "Agree")
    assert NOT_ASKED in await chat.press(FAY, ends, "Agree")
    if by == "having given the seat away":
        assert "still have to agree" in await chat.press(EMIL, ends, "Agree"), "her second account alone is not all"
    await chat.press(BOHUMIL, ends, "Object")
    for member in (BOHUMIL, CECILE):
        assert GONE in await forged(chat, member, yes), "an old button"
    told = await forged(chat, ANNA, no)
    assert GONE in told or "do not sit" in told
    await chat.press(ANNA, pauses, "Object")
    told = await tries(chat, ANNA, **GENTLE)
    assert all("objected to or taken back" in words for words in told.values()), "neither after an objection nor when she has taken it back"
    assert not (await at(chat)).over


async def test_in_a_game_of_two_a_second_account_gets_no_seat_and_sees_no_hand(chat):
    await chat.use(ANNA, "game new", **CARDS, opponent=BOHUMIL)
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck first_settlers")
    table = await at(chat)
    async with table.changing(0):
        await table.seating.do_hand_over(1, "table.computer_takes")
    assert "Nobody gives a seat away alone" in await chat.use(EMIL, "game take")
    assert "do not sit" in await chat.use(EMIL, "hand")
    chat.moderates(ANNA)
    chat.calls_themselves(EMIL, "Bohumil")
    assert "Nobody gives a seat away alone" in await chat.use(EMIL, "game take"), "a name is nobody"
    assert PLAYS in await chat.use(ANNA, "referee replace", player=BOHUMIL, new=EMIL, reason="he has gone")
    await forged(chat, EMIL, f"b:vanished:{table.id}:1:back:")
    assert (await at(chat)).seats[1].player is None
    assert "yours" in await chat.use(BOHUMIL, "game take")


async def test_who_was_replaced_reads_nothing_any_more(chat):
    """Neither by the command, nor by old buttons, nor in a copy of the record; nor do they come back."""
    await chat.use(ANNA, "game new", **CARDS, opponent=BOHUMIL)
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck first_settlers")
    before = {c["custom_id"] for m in chat.seen(None) for c in chat.buttons(m) if c.get("custom_id")}
    assert "been told" in await chat.use(JUDGE, "referee replace", player=BOHUMIL, new=CECILE, reason="exams")
    for custom_id in before:
        if custom_id.split(":")[1] in ("hand", "move", "log", "record"):
            told = await forged(chat, BOHUMIL, custom_id)
            assert "your hand" not in told.lower(), custom_id
    assert "do not sit" in await chat.use(BOHUMIL, "hand")
    assert "No seat is free" in await chat.use(BOHUMIL, "game take")
    assert "has seen the hand" in await chat.use(JUDGE, "referee replace", player=CECILE, new=BOHUMIL, reason="back")


async def test_a_second_rollback_brings_nothing_new_and_exports_tell_nothing_of_it(chat):
    await chat.use(ANNA, "game new", **CARDS, opponent=BOHUMIL)
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck first_settlers")
    await moves(chat, 4)
    found = []
    for _ in range(2):
        assert "been told" in await chat.use(JUDGE, "referee rollback", action="2", reason="a fault")
        table = await at(chat)
        found.append(table.rules.dump(table.state))
        for member in (ANNA, BOHUMIL, FAY):
            assert REDRAW not in await export(table, table.seats_of(int(member)))
        await moves(chat, 2)
    assert found[0] == found[1], "nobody rolls for luck"


async def test_in_a_cup_of_their_own_they_decide_and_end_nothing(chat):
    await open_with(chat, ANNA, BOHUMIL, CECILE, FAY, name="Cup", format="single", games="3")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    chat.moderates(ANNA)
    every = {
        "tournament_drop": {"player": BOHUMIL}, "tournament_substitute": {"player": BOHUMIL, "new": EMIL}, "tournament_rollback": {},
    }  # fmt: skip
    told = await tries(chat, ANNA, **every)
    assert all(PLAYS in words for words in told.values()), told
    for thread in threads(chat):
        told = await tries(chat, ANNA, thread, **DECIDING)
        assert all(PLAYS in words or "not play here" in words for words in told.values()), told
        assert "needs a result" in await chat.use(ANNA, "referee end", thread, reason="x")
        assert "Open your table elsewhere" in await chat.use(EMIL, "game new", thread, **GAME, seats="2")
        assert "not passed on" in await chat.use(EMIL, "game take", thread)
    assert "If nobody objects" in await chat.use(ANNA, "referee tournament end", reason="<@4002> @everyone # it rains")
    notice = chat.board()
    assert not notice["mentions"]
    assert "@everyone" not in notice["content"].replace("@\u200beveryone", "")
    assert GONE in await forged(chat, BOHUMIL, "b:tobject:1:pause"), "nobody has announced that"
    assert NOT_ASKED in await chat.press(EMIL, notice, "Object")
    await chat.press(FAY, notice, "Object")
    chat.ahead += SILENCE + HOUR
    await chat.use(ANNA, "referee tournament end", reason="again")
    assert (await chat.bot.store.tournaments.get(1)).status != OVER
    assert "cannot be undone" in await chat.set(ANNA, "data", what="forget")
    await chat.press(ANNA, chat.private(ANNA), chat.labels(chat.private(ANNA))[0])
    assert (await chat.bot.store.tournaments.get(1)).status != OVER, "to be forgotten ends nothing for others"


async def test_a_second_moderator_stops_what_is_put_to_others(chat):
    """Whoever is silent meanwhile need not be there for that: who moderates reads that it is open, and objects."""
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, rated="True")
    chat.moderates(ANNA)
    await chat.use(ANNA, "referee end", reason="I am losing")
    (question,) = await questions(chat)
    assert NOT_ASKED in await chat.press(FAY, question, "Object")
    await chat.press(JUDGE, question, "Object")
    assert "A moderator objects" in chat.board()["content"]
    assert "objected to" in await chat.use(ANNA, "referee end", reason="I am losing")


async def test_no_computer_plays_for_a_prize(chat):
    """Not even by the clock that a moderator sets at a match which counts for no rating."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single", games="1")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    for how in ({}, {"time_over": "computer"}):
        assert "been told" in await chat.use(JUDGE, "referee clock", thread, clock="24h", reason="it drags on", **how)
        rule = (await at(chat, thread)).row.clock
        assert rule is not None
        assert rule.then == FORFEIT
    await chat.use(JUDGE, "referee clock", thread, clock="none", reason="no hurry")
    assert (await at(chat, thread)).row.clock is None


async def test_who_hosts_drops_nobody_who_is_there(chat):
    """By the old button of a question about somebody who has left, and is back since; a second moderator has a command for that."""
    chat.moderates(FAY)
    await chat.use(FAY, "tournament create", game="monster_hex", name="Cup", format="robin", games="1")
    signup = chat.board()
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press(member, signup, "Join")
    await chat.use(FAY, "tournament start")
    await settle(chat)
    chat.may(FAY, ORDINARY)
    for member in (FAY, BOHUMIL, EMIL):
        for verb in ("tdrop", "tkeep"):
            told = await forged(chat, member, f"b:{verb}:1:1")
            assert "is settled" in told if member == FAY else "moderators" in told, (member, verb)
    cup = await chat.bot.store.tournaments.get(1)
    assert (sorted(cup.state.active), cup.state.kept) == ([0, 1, 2], ())
    chat.leaves(BOHUMIL)
    await forged(chat, FAY, "b:tdrop:1:1")
    assert sorted((await chat.bot.store.tournaments.get(1)).state.active) == [0, 2], "who has left is the host's concern"


async def test_power_in_one_server_is_none_in_another(chat):
    abroad, office = "7002", "7102"
    chat.world.add_server(abroad, "Abroad", {office: "office"})
    chat.moderates(EMIL, abroad)
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, opponent2=CECILE)
    chat.moderates(ANNA)
    await chat.use(ANNA, "referee end", reason="x")
    (question,) = await questions(chat)
    told = await tries(chat, EMIL, office, decide={"winner": ANNA}, end={}, rollback={"action": "0"})
    assert all("no such table" in words for words in told.values()), told
    part = {"type": 2, "custom_id": chat.button(question, "Agree")["custom_id"], "style": 2, "label": "x"}
    post = chat.world.post(office, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, chat.standin.address)
    for member in (BOHUMIL, CECILE):
        await chat.press_exactly(member, post, part)
    assert not (await at(chat)).over


# The pest


async def test_whatever_somebody_repeats_calls_once(chat):
    chat.accepting = False
    for channel in (HERE, THERE):
        for _ in range(3):
            await chat.use(ANNA, "game new", channel, **GAME, opponent=BOHUMIL)
            await chat.use(ANNA, "game leave", channel)
    assert called(chat) == 1, "six challenges in two channels"
    for _ in range(3):
        await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, thread="True")
        await chat.use(ANNA, "game leave", [*chat.world.threads][-1])
    assert called(chat) == 2, "and three threads: that of the first"
    chat.accepting = True
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await moves(chat)
    before = called(chat)
    for _ in range(3):
        for command, how in (("game draw", {}), ("game undo", {}), ("game offer", {"on": "True"}), ("game offer", {"on": "False"})):
            await chat.use(ANNA, command, **how)
        await chat.use(ANNA, "board", show="post")
    assert called(chat) <= before + 1
    for _ in range(3):
        await chat.use(ANNA, "game nudge")
    assert called(chat) <= before + 2


@pytest.mark.parametrize("sets", ["block", "pings", "away"])
async def test_whoever_wants_peace_has_it(chat, sets):
    """Challenges, proposals, nudges, rematches and threads call nobody; what stands in the channel is what it always is."""
    if sets == "block":
        await chat.set(BOHUMIL, "block", add=ANNA)
    elif sets == "pings":
        await chat.set(BOHUMIL, "pings", on="False")
    else:
        await chat.set(BOHUMIL, "away", days="5")
    chat.accepting = False
    assert "will be asked" in await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await chat.use(ANNA, "game leave")
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, thread="True")
    await chat.use(ANNA, "game leave", [*chat.world.threads][-1])
    assert called(chat) == 0
    chat.accepting = True
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await moves(chat)
    before = called(chat)
    for command in ("game draw", "game undo", "game nudge"):
        await chat.use(ANNA, command)
    await chat.use(ANNA, "game resign", sure="True")
    chat.accepting = False
    await chat.press(ANNA, chat.board(), "Rematch")
    assert called(chat) == before
    assert not [m for m in chat.seen(BOHUMIL, World.direct(BOHUMIL)) if "Anna" in m["content"]]


async def test_whoever_is_blocked_finds_no_other_way_in(chat):
    """By an open table, by one where the blocker is only named, by a seat that is offered, by a moderator, by following, by what is stored."""
    chat.accepting = False
    await chat.set(BOHUMIL, "block", add=ANNA)
    cannot = "plays only with people of their choice"
    await chat.use(CECILE, "game new", **GAME, opponent=BOHUMIL, seats="3")
    assert cannot in await chat.press(ANNA, chat.board(), "Join")
    await chat.press(BOHUMIL, chat.board(), "Join")
    await chat.press(FAY, chat.board(), "Join")
    assert "begun" in await chat.use(ANNA, "game join")
    await chat.use(FAY, "game offer", on="True")
    assert cannot in await chat.use(ANNA, "game take")
    assert cannot in await chat.use(JUDGE, "referee replace", player=FAY, new=ANNA, reason="she asks")
    assert "do not sit" in await chat.use(ANNA, "game nudge")
    await chat.use(ANNA, "game follow")
    told = len(chat.seen(ANNA, World.direct(ANNA)))
    await moves(chat, 2)
    await chat.later(5 * 60)
    assert len(chat.seen(ANNA, World.direct(ANNA))) == told, "nothing more than that it follows"
    hers = str(await chat.bot.store.own_data.about(int(ANNA)))
    assert BOHUMIL not in hers
    for command in ("profile", "leaderboard"):
        how = {"player": BOHUMIL} if command == "profile" else {}
        assert "block" not in (await chat.use(ANNA, command, **how)).lower()


async def test_a_stranger_neither_begins_nor_keeps_the_tables_of_others(chat):
    await chat.use(ANNA, "game new", **GAME, seats="4")
    await chat.press(EMIL, chat.board(), "Join")
    assert "Whoever has opened this table begins" in await chat.press(EMIL, chat.board(), "Start")
    await chat.use(EMIL, "game new", THERE, **GAME, seats="4")
    chat.leaves(EMIL)
    assert "been told" in await chat.use(JUDGE, "referee end", THERE, reason="he has gone")
    assert "has a game" not in await chat.use(ANNA, "game new", THERE, game="hexknight", computers="1")


async def test_friends_of_oneself_win_nothing(chat):
    """Games in a row against the second account that gives up: neither ratings nor the leaderboard count them."""
    for rated in ("False", "True", "True"):
        await chat.use(ANNA, "game new", **GAME, opponent=EMIL, rated=rated)
        await moves(chat, 1)
        table = await at(chat)
        await table.concede(1)
        await chat.settle()
    assert "No game with another person" in await chat.use(ANNA, "leaderboard", by="wins")
    assert "No rated games yet" in await chat.use(ANNA, "profile")


async def test_time_is_bought_by_nothing_twice(chat):
    """Quiet hours change once a day while a clock runs, days away are of one budget a year, and who leaves the server stops their clock for a day."""
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL, clock="24h")
    table = await at(chat)
    (seat,) = table.acting
    late = str(table.seats[seat].player)
    await chat.set(late, "hours", start="20", end="6")
    assert "once a day" in await chat.set(late, "hours", start="8", end="18")
    await chat.set(late, "away", days="20")
    assert "left" in await chat.set(late, "away", days="40")
    await chat.set(late, "away", days="0")
    await chat.set(late, "hours", zone="UTC")
    for _ in range(6):
        chat.leaves(late)
        await chat.later(DAY)
        chat.comes_back(late)
    assert (await at(chat)).position > 0 or (await at(chat)).over, "the clock has answered or ended it"
