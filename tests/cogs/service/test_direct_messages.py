"""Direct messages at one's turn, to those who follow a game, and nudges: once, no more than the board tells, to nobody who may not see it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from cogs.play.notification_rules import LULL
from cogs.play.nudges import NUDGE_AGAIN, nudge
from cogs.play.outbox_worker import FULL, LOST, Trouble
from cogs.play.outbox_worker import REFUSED as NOT_ALLOWED
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from cogs.service.direct_messages import DirectMessages
from cogs.service.sealed_question_messages import PrivateMessages
from cogs.service.table_messages import TableMessages
from data.store import Store
from data.store.changes import BUTTONS, CALL, NUDGE, WHISPER, Calls, Message, Subject
from data.store.configured_limits import TooMany
from data.store.direct_messages import OFF, ON, REFUSED
from data.store.follows import MOST_FOLLOWED, MOST_FOLLOWERS
from data.store.nudges import Nudged
from rules.competition.clock import DAY, HOUR
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.databases import drop, fresh
from tests.ports import ByHand, FakePort, notifications

GAME = {"game": "Monster Hex", "options": "seating=joined"}


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request, tmp_path):
    where = tmp_path / "games.sqlite3" if request.param == "sqlite" else fresh()
    opened = await Store.open(where)
    try:
        yield opened
    finally:
        await opened.close()
        if request.param == "postgresql":
            drop(where)


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        for member in request.getfixturevalue("chat").world.members.values():
            member["locale"] = "en-US"


def written(chat, member: str) -> list[str]:
    """What the bot has written to a member alone."""
    return [m["content"] for m in chat.seen(None, chat.world.direct(member))]


async def deal(chat, **options) -> None:
    """Anna plays Bohumil, who wants direct messages."""
    await chat.set(BOHUMIL, "direct", on="True")
    await chat.use(ANNA, "game new", **GAME | options, opponent=BOHUMIL)


async def pick(chat, member: str, faction: str) -> None:
    await chat.use(member, "move", action=f"faction {faction}")


async def test_it_is_told_once_with_a_way_to_the_board(chat):
    await deal(chat)
    assert "From now on I write to you here" in written(chat, BOHUMIL)[0]
    await pick(chat, ANNA, "ember")
    assert len(written(chat, BOHUMIL)) == 1, "whoever is there sees the board"
    await chat.later(LULL + 5)
    (told,) = written(chat, BOHUMIL)[1:]
    row = (await chat.bot.tables.here(int(HERE))).row
    assert told.startswith(
        f"**Monster Hex** · <#{HERE}> · [to the board](https://discord.com/channels/{row.guild}/{HERE}/{row.message})\n🔔 Your turn, asked <t:"
    )
    assert written(chat, ANNA) == [], "she has not asked for any"
    await chat.later(DAY)
    assert len(written(chat, BOHUMIL)) == 2
    assert await chat.bot.store.all("SELECT * FROM owed") == []


async def test_whoever_answers_at_once_reads_nothing_and_many_decisions_are_one_turn(chat):
    await deal(chat)
    await pick(chat, ANNA, "ember")
    await pick(chat, BOHUMIL, "tide")
    await chat.later(HOUR)
    assert len(written(chat, BOHUMIL)) == 1
    for _ in range(40):  # Whoever is asked acts, he last half a minute before.
        table = await chat.bot.tables.here(int(HERE))
        (seat,) = table.awaited
        await chat.use(str(table.seats[seat].player), "move", action=" ".join(table.rules.decision(table.state, seat).default))
        await chat.later(20)
        if table.over:
            break
    assert len(written(chat, BOHUMIL)) == 1, "he is there"


async def test_quiet_hours_are_waited_for_and_only_the_newest_is_told(chat):
    await deal(chat)
    now = chat.bot.store.now()
    await chat.bot.store.personal_settings.go_away(int(BOHUMIL), now, now + 8 * HOUR)
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    await chat.use(ANNA, "game undo")
    if any("b:agree" in b["custom_id"] for m in chat.seen(None) for b in chat.buttons(m)):
        await chat.press(BOHUMIL, chat.board(), "Agree")
    await pick(chat, ANNA, "moss")
    await chat.later(5 * HOUR)
    assert len(written(chat, BOHUMIL)) == 1
    await chat.restart()
    await chat.later(4 * HOUR)
    assert len(written(chat, BOHUMIL)) == 2


async def test_undone_nothing_is_told_and_over_neither(chat):
    await deal(chat)
    await pick(chat, ANNA, "ember")
    await chat.use(ANNA, "game resign", sure="True")
    await chat.later(HOUR)
    assert len(written(chat, BOHUMIL)) == 1


async def test_of_a_turn_that_was_taken_back_nobody_is_told(chat):
    await deal(chat)
    await pick(chat, ANNA, "ember")
    await chat.later(LULL / 2)
    await chat.use(ANNA, "game undo")
    assert "takes the last action back" in "\n".join(m["content"] for m in chat.seen(None))
    await chat.later(HOUR)
    assert len(written(chat, BOHUMIL)) == 1


async def test_of_what_is_taken_back_in_the_middle_of_a_turn_nobody_is_told(chat):
    await deal(chat, game="HexyGame", options="seating=joined decks=drawn")
    await watch(chat, CECILE, "Follow each turn")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    await chat.later(HOUR)
    before = [written(chat, member) for member in (BOHUMIL, CECILE)]
    card = (await chat.bot.tables.here(int(HERE))).state.sides[0].hand[0]
    await chat.use(ANNA, "move", action=f"discard {card}")
    assert len(await chat.bot.store.all("SELECT * FROM owed WHERE kind = 'held'")) == 1
    await chat.use(ANNA, "game undo")
    assert await chat.bot.store.all("SELECT * FROM owed") == []
    await chat.later(HOUR)
    assert [written(chat, member) for member in (BOHUMIL, CECILE)] == before
    await chat.use(ANNA, "move", action="pass")
    await chat.later(HOUR)
    assert [len(written(chat, member)) for member in (BOHUMIL, CECILE)] == [len(told) + 1 for told in before]


async def test_closed_messages_switch_it_off_and_are_told_of_next_time(chat):
    await deal(chat)
    chat.world.silent.add(BOHUMIL)
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    assert await chat.bot.store.direct_messages.direct(int(BOHUMIL)) == REFUSED
    assert await chat.bot.store.all("SELECT * FROM owed") == []
    await chat.press(BOHUMIL, chat.board(), "Your move")
    assert "Your direct messages are closed" in chat.private(BOHUMIL)["content"]
    await chat.press(BOHUMIL, chat.board(), "Your move")
    assert "Your direct messages are closed" not in chat.private(BOHUMIL)["content"]
    assert "at your turn: no" in await chat.set(BOHUMIL, "pings", on="True")
    assert "does not let me write" in await chat.set(BOHUMIL, "direct", on="True")
    assert await chat.bot.store.direct_messages.direct(int(BOHUMIL)) == OFF


async def test_settings_tell_of_it_too(chat):
    await chat.bot.store.direct_messages.refused(int(BOHUMIL))
    assert "Your direct messages are closed" in await chat.set(BOHUMIL, "pings", on="True")
    assert "Your direct messages are closed" not in await chat.set(BOHUMIL, "pings", on="True")


# Followers


async def watch(chat, member: str, label: str) -> None:
    await chat.press(member, chat.board(), "Your move")
    await chat.press(member, chat.private(member), label)


async def test_a_follower_reads_of_each_turn_and_of_the_end(chat):
    await deal(chat)
    await watch(chat, CECILE, "Follow each turn")
    await watch(chat, DARA, "Only tell me the end")
    assert "You follow this game" in chat.private(CECILE)["content"]
    assert [len(written(chat, m)) for m in (CECILE, DARA)] == [1, 1]
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    assert "It is up to **Bohumil**" in written(chat, CECILE)[-1]
    assert [len(written(chat, m)) for m in (CECILE, DARA)] == [2, 1]
    await chat.use(ANNA, "game resign", sure="True")
    await chat.later(HOUR)
    assert [written(chat, m)[-1].splitlines()[1] for m in (CECILE, DARA)] == ["🏁 The game is over: **Bohumil** has won."] * 2
    assert await chat.bot.store.all("SELECT * FROM follows") == []
    assert await chat.bot.store.all("SELECT * FROM owed") == []


async def test_a_button_below_it_ends_it(chat):
    await deal(chat)
    await watch(chat, CECILE, "Follow each turn")
    await chat.press(CECILE, chat.board(chat.world.direct(CECILE)), "Stop following")
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    assert len(written(chat, CECILE)) == 1
    assert await chat.bot.store.all("SELECT * FROM follows") == []


async def gone(chat) -> None:
    chat.world.left.add(CECILE)


async def blind(chat) -> None:
    chat.world.hide(HERE, CECILE)
    await chat.settle()


@pytest.mark.parametrize("happens", [gone, blind])
async def test_who_cannot_see_it_there_reads_nothing(chat, happens):
    await deal(chat)
    await watch(chat, CECILE, "Follow each turn")
    await happens(chat)
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    await chat.use(ANNA, "game resign", sure="True")
    await chat.later(HOUR)
    assert len(written(chat, CECILE)) == 1
    assert await chat.bot.store.all("SELECT * FROM owed") == []


async def test_who_plays_does_not_follow(chat):
    await deal(chat)
    assert "You play here" in await chat.use(ANNA, "game follow")
    chat.world.silent.add(CECILE)
    assert "does not let me write" in await chat.use(CECILE, "game follow")
    assert await chat.bot.store.all("SELECT * FROM follows") == []


async def test_of_a_deleted_channel_nobody_reads_anything(chat):
    await deal(chat)
    await watch(chat, CECILE, "Follow each turn")
    await pick(chat, ANNA, "ember")
    chat.world.delete_channel(HERE)
    await chat.settle()
    await chat.later(HOUR)
    assert len(written(chat, CECILE)) == 1


# Nudges


async def test_a_nudge_calls_whoever_is_asked_once_a_day(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.press(ANNA, chat.private(ANNA), "Nudge")
    told = chat.board()
    assert told["content"].startswith(f"👉 Anna would like to go on. <@{BOHUMIL}>, it is your turn (asked <t:")
    assert [m["id"] for m in told["mentions"]] == [BOHUMIL]
    assert "once a day at most" in await chat.use(ANNA, "game nudge")
    await chat.later(DAY)
    assert "Nudged: **Bohumil**" in await chat.use(ANNA, "game nudge")
    assert len([m for m in chat.seen(None) if m["content"].startswith("👉")]) == 2
    assert "nobody to nudge" in await chat.use(BOHUMIL, "game nudge")
    assert "do not sit" in await chat.use(CECILE, "game nudge")


async def test_no_nudge_at_night_nor_for_those_who_want_none_nor_with_a_clock(chat):
    await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
    await pick(chat, ANNA, "ember")
    now = chat.bot.store.now()
    await chat.bot.store.personal_settings.go_away(int(BOHUMIL), now, now + 8 * HOUR)
    assert f"<t:{int(now + 8 * HOUR)}:R>" in await chat.use(ANNA, "game nudge")
    await chat.later(9 * HOUR)
    await chat.set(BOHUMIL, "pings", on="False")
    assert "does not want to be called" in await chat.use(ANNA, "game nudge")
    await chat.use(CECILE, "game new", THERE, **GAME, opponent=DARA, clock="24h")
    assert "has a clock" in await chat.use(CECILE, "game nudge", THERE)
    assert not [m for m in chat.seen(None) if m["content"].startswith("👉")]


async def test_secret_questions_are_nudged_for_in_private_and_tell_nobody_who_has_answered():
    """Both others are asked in secret, and one has answered: what Anna reads is the same as for the other, who alone is told."""
    with known():
        async with memory() as store:
            table, port = await open_table(store, 3, asked="window"), FakePort()
            await table.act(0, ("bid", "2"))
            await table.act(2, ("let",))
            for player in (102, 103):
                await store.direct_messages.set_direct(player, True)
            tables = Tables(store)
            whispers = PrivateMessages(tables, port, ByHand(store), notifications(store))
            assert await nudge(table, 0, notifications(store)) == ["Bohumil", "Cécile"]
            debts = [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == WHISPER]
            assert len(debts) == 2
            for debt in debts:
                await whispers._whisper([debt])
            assert [player for player, _ in port.whispered] == [102]
            with pytest.raises(Unfit) as refused:
                await nudge(table, 0, notifications(store))
            assert refused.value.reason == "nudge.later"


@pytest.mark.parametrize(("language", "follow", "told"), [("cs", "Sledovat každý tah", "na desku"), ("fr", "Suivre chaque tour", "voir le plateau")])
async def test_in_the_readers_language(chat, language, follow, told):
    await deal(chat)
    chat.world.members[CECILE]["locale"] = language
    await watch(chat, CECILE, follow)
    await pick(chat, ANNA, "ember")
    await chat.later(HOUR)
    first, last = written(chat, CECILE)
    assert told in first
    assert told in last
    assert "**Bohumil**" in last


# What may fail between the lines


class Killed(BaseException):
    """The process is no more."""


def failing(at: int, error: BaseException):
    """A request fails before (1) or after (2) it has been carried out; all later ones go well."""
    count = 0

    def happens(what: str) -> None:
        nonlocal count
        count += what.startswith("whisper")
        if count == at and what.startswith("whisper"):
            raise error

    return happens


async def called(store: Store, tables: Tables, port: FakePort, table: int) -> None:
    """One step of what is owed to Bohumil, by a process that has just begun."""
    direct_messages = DirectMessages(tables, port, ByHand(store), notifications(store))
    debts = [debt for debt in await store.outbox.of(Subject("table", table)) if debt.kind == CALL]
    if debts:
        with suppress(Killed, Trouble):
            await direct_messages._call(debts)


UNKNOWN = [Killed(), Trouble(LOST)]
"""After these nobody knows whether Discord has taken it."""


@pytest.mark.parametrize(("at", "error"), [*((at, error) for at in (1, 2) for error in UNKNOWN), (1, Trouble(FULL)), (1, Trouble(NOT_ALLOWED))])
@pytest.mark.parametrize("moves_on", [False, True])
async def test_killed_or_failed_it_is_told_once_and_never_lost(store, error, at, moves_on):
    """Before Discord has taken it, or after; perhaps the next turn comes before somebody tries again."""
    with known():
        table, tables = await open_table(store, asked="one"), Tables(store)
        begun, ahead = store.now(), LULL
        store.now = lambda: begun + ahead
        await store.direct_messages.set_direct(102, True)
        port = FakePort(failing(at, error))

        async def turn() -> None:
            await table.act(0, ("bid", "2"))
            await tables.reread([table.id])
            await store.outbox.done([], table.id, 900, Calls(LULL, [102]))

        await turn()
        ahead += 2 * LULL
        await called(store, tables, port, table.id)
        if moves_on:
            await table.act(1, ("bid", "2"))
            await turn()
            ahead += 2 * LULL
        for _ in range(3):
            ahead += 2 * LULL
            await called(store, tables, port, table.id)
    # Of a turn that comes meanwhile they read, at the price that it may be told twice where nobody knows what the first try has told.
    assert len(port.whispered) == 1 + (moves_on and error in UNKNOWN)
    assert await owing(store) == []


async def test_the_end_is_told_even_where_a_turn_was_being_told_when_the_process_died(store):
    """Discord keeps the message about the turn; under that message's nonce nobody would ever read how the game ended."""
    with known():
        table, tables = await open_table(store, asked="one"), Tables(store)
        begun, ahead = store.now(), LULL
        store.now = lambda: begun + ahead
        await store.follows.follow(table.id, 102_000, True)
        port = FakePort(failing(2, Killed()))
        await store.outbox.done([], table.id, 900, Calls(LULL, turn=True))
        ahead += 2 * LULL
        await called(store, tables, port, table.id)
        await table.concede(0)
        await tables.reread([table.id])
        await store.outbox.done([], table.id, 901, Calls(LULL, over=True))
        for _ in range(3):
            ahead += 2 * LULL
            await called(store, tables, port, table.id)
    assert ["🏁" in words["content"] for _, words in port.whispered] == [False, True]
    assert await owing(store) == []
    assert await store.all("SELECT * FROM follows") == []


async def test_what_is_refused_for_ever_is_given_up_after_a_day(store):
    """For some hours it is tried again; then it is struck off, and whoever followed the game follows it no more."""
    with known():
        table, tables = await open_table(store, asked="one"), Tables(store)
        begun, ahead = store.now(), 0.0
        store.now = lambda: begun + ahead
        await store.follows.follow(table.id, 102_000, True)

        def refused(what: str) -> None:
            if what == "whisper":
                raise Trouble(NOT_ALLOWED)

        direct_messages = DirectMessages(tables, FakePort(refused), ByHand(store), notifications(store))
        await table.concede(0)
        await tables.reread([table.id])
        await store.outbox.done([], table.id, 901, Calls(LULL, over=True))
        owed = []
        for hours in (1, 7, 13, 19, 25, 31):
            ahead = hours * HOUR
            if debts := [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == CALL]:
                try:
                    await direct_messages._call(debts)
                except Trouble:
                    await store.outbox.failed(debts, NOT_ALLOWED, 0)
            owed.append(len(await owing(store)))
    assert owed == [1, 1, 1, 1, 0, 0]
    assert await store.all("SELECT * FROM follows") == []


async def test_an_earlier_board_that_is_never_answered_for_does_not_keep_others_waiting(store):
    """Discord answers nothing for one message, for ever; after a day the next one has its turn."""
    with known():
        table, port = await open_table(store, asked="one"), FakePort()
        begun, ahead = store.now(), 0.0
        store.now = lambda: begun + ahead

        async def retire(channel: int, message: int) -> None:
            asked.append(message)
            if message == 900:
                raise Trouble(LOST)

        port.retire, asked = retire, []
        table_messages = TableMessages(Tables(store), port, ByHand(store), notifications(store))
        for message in (900, 901, 902):
            await store.outbox.done([], table.id, message)
        for hours in (0, 1, 2, 25, 25, 25):
            ahead = hours * HOUR
            if debts := [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == BUTTONS]:
                try:
                    await table_messages._retire(debts)
                except Trouble:
                    await store.outbox.failed(debts, LOST, 0)
    assert asked == [900, 900, 900, 900, 901]


# The database


async def a_table(store: Store) -> int:
    columns = "game, version, guild, channel, language, theme, options, host, status, created"
    values = "'bids', 1, 2000, (SELECT COUNT(*) FROM games), 'en', 'light', '{}', 1, 'live', 1"
    return await store.database.write(lambda db: db.execute(f"INSERT INTO games ({columns}) VALUES ({values}) RETURNING id").fetchall()[0][0])


async def owing(store: Store) -> list[str]:
    return [row[0] for row in await store.all("SELECT payload FROM owed WHERE kind = 'call' ORDER BY id")]


async def test_nobody_is_owed_two_and_only_who_wants_it_any(store):
    table = await a_table(store)
    for player in (1, 2):
        await store.direct_messages.set_direct(player, True)
    await store.direct_messages.set_direct(2, False)
    await store.follows.follow(table, 7, True)
    await store.follows.follow(table, 8, False)
    for calls in (Calls(LULL, [1, 2, 3]), Calls(LULL, [1], turn=True), Calls(LULL, [1], turn=True)):
        await store.outbox.done([], table, 900, calls)
    assert await owing(store) == ['{"player": 1}', '{"player": 7}']
    await store.outbox.done([], table, 900, Calls(LULL, over=True))
    assert await owing(store) == ['{"player": 1}', '{"player": 7}', '{"player": 8}']
    debts = [debt for debt in await store.outbox.of(Subject("table", table)) if debt.kind == "call"]
    await store.outbox.begin(debts[:1])
    await store.outbox.done([], table, 900, Calls(LULL, [1]))
    assert (await owing(store)).count('{"player": 1}') == 2, "what has begun may be there already, as things were then"
    await store.own_data.forget(7)
    await store.own_data.forget(1)
    assert await owing(store) == ['{"player": 8}']
    await store.database.write(lambda db: db.execute("DELETE FROM games WHERE id = ?", (table,)))
    for gone in ("follows", "nudges", "owed"):
        assert await store.all(f"SELECT * FROM {gone}") == []


async def test_of_many_who_nudge_at_the_same_moment_one_does(store):
    table = await a_table(store)
    await store.direct_messages.set_direct(5, True)
    nudge = [Nudged(5, Message(NUDGE, {"seat": 0, "by": 1}))]
    done = await asyncio.gather(*(store.nudges.nudge(table, nudge, NUDGE_AGAIN, LULL) for _ in range(8)))
    assert sorted(done) == [[]] * 7 + [[5]]
    assert [kind for (kind,) in await store.all("SELECT kind FROM owed ORDER BY kind")] == ["call", "nudge"]
    begun = store.now()
    store.now = lambda: begun + DAY + 1
    assert await store.nudges.nudge(table, nudge, NUDGE_AGAIN, LULL) == [5]
    await store.own_data.forget(5)
    assert await store.all("SELECT * FROM nudges") == []


async def test_limits_and_states(store):
    tables = [await a_table(store) for _ in range(MOST_FOLLOWED + 1)]
    for table in tables[:-1]:
        await store.follows.follow(table, 5, True)
    with pytest.raises(TooMany):
        await store.follows.follow(tables[-1], 5, True)
    await store.follows.follow(tables[0], 5, False)
    assert await store.follows.follows(tables[0], 5) is False
    await store.direct_messages.set_direct(5, True)
    assert await store.direct_messages.direct(5) == ON
    await store.direct_messages.refused(5)
    assert (await store.direct_messages.direct(5), await store.follows.follows(tables[1], 5)) == (REFUSED, None)
    assert [
        await store.direct_messages.learns_of_refusal(5),
        await store.direct_messages.learns_of_refusal(5),
        await store.direct_messages.direct(5),
    ] == [True, False, OFF]


async def test_a_hundred_follow_a_table_and_no_more(store):
    table = await a_table(store)
    for player in range(1, MOST_FOLLOWERS + 1):
        await store.follows.follow(table, player, True)
    with pytest.raises(TooMany):
        await store.follows.follow(table, 999, True)
    await store.outbox.done([], table, 900, Calls(LULL, turn=True))
    assert sorted(await owing(store)) == sorted(f'{{"player": {player}}}' for player in range(1, MOST_FOLLOWERS + 1))
