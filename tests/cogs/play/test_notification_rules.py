"""The one door for calls: kinds of calls x what somebody has set, on the pure function, and each kind once through the bot.

What went out is read off the requests that have reached the stand-in: whom a message pings, and who is written to alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Any

import pytest

from cogs.play.notification_rules import Call, Target, Way, way
from cogs.play.permissions import Relation
from cogs.play.tables import Tables
from cogs.service.sealed_question_messages import PrivateMessages
from data.store.blocks import MOST_BLOCKED, PingKey
from data.store.challenge_settings import EVERYBODY, LISTED, Accepting
from data.store.changes import LAPSED, WHISPER, Subject
from data.store.configured_limits import TooMany
from playground.world import World
from rules.competition.clock import DAY, HOUR
from tests.bids import Bids, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE, Chat
from tests.cogs.test_ahead import asked, bids, forged
from tests.cogs.test_tournament import open_with, settle, threads
from tests.ports import ByHand, FakePort, notifications
from tests.waiting import rounds

__all__ = ["bids"]  # The game of `tests.bids` can be played in chat.
SENDS = 1 << 11
GAME = {"game": "Monster Hex", "options": "seating=joined"}

# The pure function


BY_PEOPLE = {"challenge", "thread", "proposal", "nudge", "nudged", "followed"}
"""Nothing else is anybody's doing who may be blocked."""
PRIVATE = {"own_turn", "asked", "lost", "nudged", "followed"}
ONLY_A_CALL = {"reminder", "nudge", "thread"}
AFTER_A_REST = {"turn", "reminder", "nudge"}
ONCE_AN_HOUR = {"turn", "timed", "challenge", "thread", "proposal", "motion"}


def expected(call: str, pings: bool, direct: bool, rests: bool, since: float | None, direct_messages: Relation | None) -> str:
    """The matrix in words."""
    if call == "match":
        return "mention"
    shut = direct_messages == "blocked" and call in BY_PEOPLE
    if call in PRIVATE:
        wanted = (direct or call == "followed") and not shut
        return "silent" if not wanted else "later" if rests else "direct"
    if shut:
        return "silent" if call == "thread" else "name"
    quiet = "silent" if call in ONLY_A_CALL else "name"
    again = call in ONCE_AN_HOUR and since is not None and since < 3600
    if not pings or again:
        return quiet
    return ("later" if call in AFTER_A_REST else quiet) if rests else "mention"


def test_the_matrix():
    names = {
        "turn", "timed", "reminder", "waited", "closed", "check_in", "host", "match", "challenge", "thread", "proposal", "motion", "nudge",
        "own_turn", "asked", "lost", "nudged", "followed",
    }  # fmt: skip
    assert {call.value for call in Call} == names, "say of a new kind of call what it is"
    either = (True, False)
    for call, pings, direct, rests, since in product(Call, either, either, either, (None, 0.0, 3599.0, 3601.0)):
        for direct_messages in (None, *Relation):
            found = way(call, Target(pings, direct, rests, since), direct_messages)
            assert found == expected(call.value, pings, direct, rests, since, direct_messages), (call, pings, direct, rests, since, direct_messages)


@pytest.mark.parametrize("call", Call)
def test_who_is_blocked_or_not_wanted_calls_nobody(call):
    for rests, since, direct in product((True, False), (None, 1.0), (True, False)):
        if call.value in BY_PEOPLE:
            assert way(call, Target(direct=direct, rests=rests, since=since), Relation.BLOCKED) in (Way.NAME, Way.SILENT)
        if call is not Call.MATCH:
            assert way(call, Target(pings=False, direct=direct, rests=rests, since=since)) is not Way.MENTION


# Through the bot


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        in_english(request.getfixturevalue("chat"))


def in_english(chat) -> None:
    for member in chat.world.members.values():
        member["locale"] = "en-US"


def pings(chat, member: str = BOHUMIL) -> int:
    """How many messages and threads have pinged somebody so far, as Discord would."""
    count = sum(people.count(member) for people in chat.world.in_threads.values())
    for method, path, body in chat.standin.requests:
        if method == "POST" and path.endswith("/messages") and path.split("/")[-2] != World.direct(member):
            called = (body.get("allowed_mentions") or {}).get("users", [])
            count += member in map(str, called) and f"<@{member}>" in str(body)
    return count


def directs(chat, member: str = BOHUMIL) -> int:
    """How many messages somebody has got alone."""
    return sum(m == "POST" and path.endswith(f"/channels/{World.direct(member)}/messages") for m, path, _ in chat.standin.requests)


async def dealt(chat, **options: Any) -> None:
    await chat.use(ANNA, "game new", **GAME | options, opponent=BOHUMIL)


async def moved(chat) -> None:
    await chat.use(ANNA, "move", action="faction ember")


async def his_turn(chat) -> None:
    await dealt(chat)
    await moved(chat)


async def drawn(chat) -> None:
    await chat.use(ANNA, "game draw")


async def nudged(chat) -> None:
    await chat.use(ANNA, "game nudge")


async def named(chat) -> None:
    chat.accepting = False
    await dealt(chat)


async def busy(chat) -> None:
    """Another game goes on in a channel, and the lobby of the new one has pinged him lately."""
    await chat.use(CECILE, "game new", THERE, **GAME, opponent=DARA)
    await opens(chat)


async def in_a_thread(chat) -> None:
    chat.accepting = False
    await chat.use(ANNA, "game new", THERE, **GAME, opponent=BOHUMIL)
    await chat.press(ANNA, chat.private(ANNA, THERE), "In a thread")


async def nothing(chat) -> None:
    """Nothing is needed before."""


async def challenges(chat) -> None:
    chat.accepting = False
    await chat.use(BOHUMIL, "game new", **GAME, opponent=ANNA)


async def declines(chat) -> None:
    await chat.press(ANNA, chat.board(), "Decline")


async def a_clock(chat) -> None:
    await dealt(chat, clock="24h")
    await moved(chat)


async def half_a_day(chat) -> None:
    await chat.later(13 * HOUR)


async def entered(chat) -> None:
    starts = time.strftime("%Y-%m-%d %H:%M", time.gmtime(chat.bot.store.now() + 2 * HOUR))
    terms = {"clock": "24h", "time_over": "forfeit", "starts": starts, "check_in": "60"}
    await open_with(chat, ANNA, BOHUMIL, CECILE, name="Cup", **terms)


async def checked(chat) -> None:
    await chat.later(1.5 * HOUR)


async def week(chat) -> None:
    for _ in range(80):
        chat.ahead += 2 * HOUR
        await chat.bot.waits.settle()
    await chat.settle()


Does = Callable[[Any], Awaitable[None]]
PINGS: dict[str, tuple[Does, Does, str]] = {
    "turn": (dealt, moved, "rests"),
    "timed": (lambda chat: dealt(chat, clock="24h"), moved, "rests"),
    "proposal": (his_turn, drawn, "rests blocked"),
    "nudge": (his_turn, nudged, "rests blocked"),
    "challenge": (nothing, named, "rests blocked"),
    "thread": (busy, in_a_thread, "rests blocked"),
    "closed": (challenges, declines, "rests"),
    "reminder": (a_clock, half_a_day, ""),
    "check_in": (entered, checked, "rests"),
    "waited": (his_turn, week, ""),
}
"""What comes before a call of Bohumil by Anna, what makes it, and in which states, beside his having pings off, it does not ping him."""


async def nothing_set(chat) -> None:
    """As everybody begins."""


async def no_pings(chat) -> None:
    await chat.set(BOHUMIL, "pings", on="False")


async def rests(chat) -> None:
    await chat.bot.store.personal_settings.go_away(int(BOHUMIL), chat.bot.store.now(), chat.bot.store.now() + 4 * HOUR)


async def quiet_hours(chat) -> None:
    hour = time.gmtime(chat.bot.store.now()).tm_hour
    await chat.set(BOHUMIL, "hours", zone="UTC", start=str(hour), end=str((hour + 5) % 24))


async def blocks(chat) -> None:
    await chat.set(BOHUMIL, "block", add=ANNA)


STATES: dict[str, Does] = {"": nothing_set, "no_pings": no_pings, "rests": rests, "blocked": blocks}
HE, SHE = int(BOHUMIL), int(ANNA)


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("kind", PINGS)
async def test_each_call_once_through_the_bot(chat, kind, state, monkeypatch):
    monkeypatch.setattr("cogs.play.presence.silent_players.PIECE", 3 * HOUR)
    before, does, quiet = PINGS[kind]
    await before(chat)
    await STATES[state](chat)
    count, alone, before_it = pings(chat), directs(chat), len(chat.standin.requests)
    await does(chat)
    await settle(chat)
    if state in ("no_pings", *quiet.split()):
        assert pings(chat) == count
        named = any(name in str(chat.standin.requests[before_it:]) for name in ("**Bohumil**", f"<@{BOHUMIL}>"))
        assert named or kind in ("nudge", "reminder", "thread", "closed"), "his name stands there"
    else:
        assert pings(chat) > count
    assert directs(chat) == alone, "he has not asked for any"


async def secretly_asked(chat) -> None:
    await asked(chat)


async def by_orders(chat) -> None:
    """What Bohumil has said ahead is carried out as far as it goes, and he is asked."""
    await chat.use(BOHUMIL, "ahead", action="draft look; bid 2")
    for member in (BOHUMIL, CECILE):
        await chat.use(member, "move", action="let")
    chat.ahead += 601
    await chat.bot.worker.retry()
    await chat.settle()


async def followed(chat) -> None:
    await chat.use(ANNA, "game new", **GAME, opponent=CECILE)
    await chat.press(BOHUMIL, chat.board(), "Your move")
    await chat.press(BOHUMIL, chat.private(BOHUMIL), "Follow each turn")


async def moved_a_while_ago(chat) -> None:
    await moved(chat)
    await chat.later(HOUR / 2)


async def direct(chat) -> None:
    await chat.bot.store.direct_messages.set_direct(HE, True)


async def direct_at_rest(chat) -> None:
    await direct(chat)
    await rests(chat)


async def direct_and_blocks(chat) -> None:
    await direct(chat)
    await blocks(chat)


async def is_blocked(chat) -> None:
    await direct(chat)
    await chat.set(ANNA, "block", add=BOHUMIL)


ALONE: dict[str, tuple[Does, Does, set[str]]] = {
    "own_turn": (dealt, moved_a_while_ago, {"direct", "blocks", "blocked"}),
    "asked": (secretly_asked, by_orders, {"direct", "blocks", "blocked"}),
    "nudged": (secretly_asked, nudged, {"direct", "blocked"}),
    "followed": (followed, moved_a_while_ago, {"", "direct", "blocks"}),
}
"""What comes before a message to Bohumil alone, what makes it, and in which states he gets one."""
DIRECT: dict[str, Does] = {
    "": nothing_set, "direct": direct, "rests": direct_at_rest, "blocks": direct_and_blocks, "blocked": is_blocked,
}  # fmt: skip


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.parametrize("state", DIRECT)
@pytest.mark.parametrize("kind", ALONE)
async def test_each_direct_message_once_through_the_bot(chat, kind, state):
    before, does, told = ALONE[kind]
    await before(chat)
    await DIRECT[state](chat)
    count = directs(chat)
    await does(chat)
    assert (directs(chat) > count) is (state in told)


async def test_who_wants_no_direct_messages_is_not_told_of_a_plan_that_is_lost(monkeypatch):
    for wanted in (True, False):
        async with memory() as store:
            table, port = await open_table(store, 3, asked="window"), FakePort()
            await store.direct_messages.set_direct(102, wanted)
            await table.say(1, ("ready", "answer", "any", "top"))
            monkeypatch.setattr(Bids, "_meanings", fails)
            await table.act(0, ("bid", "2"))
            whispers = PrivateMessages(Tables(store), port, ByHand(store), notifications(store))
            debts = [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == WHISPER and debt.payload["why"] == LAPSED]
            assert debts
            await whispers._whisper(debts)
            assert [player for player, _ in port.whispered] == [102] * wanted


def fails(self: Any, *_: Any) -> Any:
    raise IndexError


async def test_at_rest_it_is_told_afterwards(chat):
    """At a table without a clock nothing else reminds him: a mention in the channel, and the direct message."""
    await dealt(chat)
    await direct_at_rest(chat)
    count, alone = pings(chat), directs(chat)
    await moved(chat)
    await chat.later(3 * HOUR)
    assert (pings(chat), directs(chat)) == (count, alone)
    await chat.later(2 * HOUR)
    assert (pings(chat), directs(chat)) == (count + 1, alone + 1)
    assert "☀ <@4002>, it is your turn" in chat.board()["content"]
    await chat.later(DAY)
    assert (pings(chat), directs(chat)) == (count + 1, alone + 1)


async def test_who_has_acted_at_rest_is_not_called_for_it(chat):
    await dealt(chat)
    await rests(chat)
    await moved(chat)
    count = pings(chat)
    await chat.use(BOHUMIL, "move", action="faction tide")
    table = await chat.bot.tables.here(int(HERE))
    for _ in rounds("the end of his turn", most=60):
        if table.view(None).to_act != (1,):
            break
        await chat.use(BOHUMIL, "move", action=" ".join(table.rules.decision(table.state, 1).default))
    await chat.later(6 * HOUR)
    assert pings(chat) == count


async def test_quiet_hours_are_kept_like_days_away(chat):
    await dealt(chat)
    await quiet_hours(chat)
    count = pings(chat)
    await moved(chat)
    await drawn(chat)
    assert pings(chat) == count
    assert any("🤝" in m["content"] and f"<@{BOHUMIL}>: do you agree" in m["content"] for m in chat.seen(None)), "the proposal lies there"


# How often


async def draws(chat) -> None:
    await drawn(chat)
    await chat.press(ANNA, [m for m in chat.seen(None) if "🤝" in m["content"]][-1], "Refuse")


async def takes_back(chat) -> None:
    await chat.use(ANNA, "game undo")
    await moved(chat)


async def shows(chat) -> None:
    await chat.use(ANNA, "board", show="post")


async def offers(chat) -> None:
    await chat.use(ANNA, "game offer", on="True")
    await chat.use(ANNA, "game offer", on="False")


async def opens(chat) -> None:
    await named(chat)
    await chat.use(ANNA, "game leave")


async def joined(chat) -> None:
    await chat.use(BOHUMIL, "game new", **GAME, seats="4")


async def comes_and_goes(chat) -> None:
    await chat.use(ANNA, "game join")
    await chat.use(ANNA, "game leave")


OFTEN: dict[str, tuple[Does, Does, int]] = {
    "draw": (his_turn, drawn, 1), "draw and refuse": (his_turn, draws, 1), "undo": (his_turn, takes_back, 0), "post": (his_turn, shows, 0),
    "offer": (his_turn, offers, 0), "open and leave": (nothing, opens, 1), "nudge": (his_turn, nudged, 1),
    "join and leave": (joined, comes_and_goes, 0),
}  # fmt: skip


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("what", OFTEN)
async def test_ten_times_the_same_calls_once(chat, what):
    before, does, most = OFTEN[what]
    await before(chat)
    count = pings(chat)
    for _ in range(10):
        await does(chat)
    assert pings(chat) - count == most
    chat.ahead += 2 * HOUR
    await does(chat)
    assert pings(chat) - count <= most + 1
    if what.startswith(("draw and", "open", "post")):
        assert pings(chat) - count == most + 1, "after an hour it may be said again"


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("what", OFTEN)
async def test_ten_times_the_same_calls_nobody_who_wants_no_pings(chat, what):
    before, does, _ = OFTEN[what]
    await no_pings(chat)
    await before(chat)
    for _ in range(10):
        await does(chat)
    assert pings(chat) == 0


async def test_play_goes_on_after_an_undo_with_the_usual_calls(chat):
    await his_turn(chat)
    await takes_back(chat)
    count = pings(chat)
    table = await chat.bot.tables.here(int(HERE))
    await chat.use(BOHUMIL, "move", action="faction tide")
    for _ in range(40):
        if pings(chat) > count:
            return
        (seat,) = table.awaited
        await chat.use(str(table.seats[seat].player), "move", action=" ".join(table.rules.decision(table.state, seat).default))
    raise AssertionError("he is not called any more")


async def test_what_is_owed_is_asked_again_when_it_goes_out(chat):
    """The question waits, since Discord refuses it; meanwhile he has blocked her."""
    await his_turn(chat)
    chat.bot_may_not(HERE, SENDS)
    await drawn(chat)
    await blocks(chat)
    count = pings(chat)
    chat.bot_may(HERE)
    await chat.settle()
    await chat.later(HOUR / 2)
    assert f"<@{BOHUMIL}>: do you agree" in chat.board()["content"]
    assert pings(chat) == count


# Blocking


def words(chat, member: str, channel: str) -> list[str]:
    """What somebody and everybody read in a channel, but for numbers of what is told apart anyway."""
    numbers = r"\b[0-9a-f]{6,}|\d{4,}|\d+ seconds?\b"
    return [re.sub(numbers, "#", m["content"].replace(BOHUMIL, "Bohumil")) + str(chat.labels(m)) for m in chat.seen(member, channel)]


async def lies(chat, channel: str) -> None:
    chat.accepting = False
    await chat.use(ANNA, "game new", channel, **GAME, opponent=BOHUMIL)
    await chat.later(49 * HOUR)


async def plays(chat, channel: str) -> None:
    chat.accepting = True
    await chat.use(BOHUMIL, "game new", channel, **GAME, opponent=ANNA)
    table = await chat.bot.tables.here(int(channel))
    if table.acting == (1,):
        await chat.use(ANNA, "move", channel, action="faction ember")
    await chat.use(BOHUMIL, "move", channel, action="faction tide")
    await chat.use(ANNA, "move", channel, action="faction ember")
    for command in ("game nudge", "game draw", "game undo", "game offer"):
        await chat.use(ANNA, command, channel)
    await chat.use(ANNA, "game resign", channel, sure="True")
    chat.accepting = False
    await chat.press(ANNA, [m for m in chat.seen(None, channel) if "Rematch" in chat.labels(m)][-1], "Rematch")


@pytest.mark.parametrize("does", [lies, plays])
async def test_the_blocked_read_what_anybody_reads(chat, does):
    """Once by somebody who accepts nobody's challenges, once by somebody who accepts everybody's and has blocked her."""
    await does(chat, HERE)
    chat.ahead += 2 * HOUR
    await chat.bot.store.challenge_settings.keep(HE, Accepting(EVERYBODY))
    await blocks(chat)
    count = pings(chat)
    await does(chat, THERE)
    assert words(chat, ANNA, HERE) == words(chat, ANNA, THERE)
    if does is lies:
        assert pings(chat) == count


CANNOT = "Somebody at this table plays only with people of their choice."


async def test_who_is_blocked_sits_down_nowhere(chat):
    """At an open table, in a seat that is offered, in one that a moderator gives away; others may."""
    await blocks(chat)
    await chat.use(BOHUMIL, "game new", **GAME, seats="3")
    assert await chat.press(ANNA, chat.board(), "Join") == await chat.use(ANNA, "game join") == CANNOT
    assert "You sit at the table" in await chat.press(CECILE, chat.board(), "Join")
    await chat.use(BOHUMIL, "game new", THERE, **GAME, opponent=DARA)
    nothing_free = await chat.use(ANNA, "game take", THERE)
    await chat.use(BOHUMIL, "game offer", THERE, on="True")
    assert "No seat is free" in nothing_free
    assert await chat.use(ANNA, "game take", THERE) == CANNOT
    assert await chat.use(JUDGE, "referee replace", THERE, player=DARA, new=ANNA, reason="exams") == CANNOT
    assert "yours" in await chat.use(CECILE, "game take", THERE)
    assert "yours" not in await chat.use(ANNA, "game take", THERE)


async def has_blocked(chat) -> None:
    await blocks(chat)


async def has_a_list(chat) -> None:
    assert "only these sit down" in await chat.set(BOHUMIL, "challenges", add=CECILE, tables="listed")


async def refused(chat) -> list[str]:
    """All that Anna is told by the way to tables and seats of Bohumil's, and what everybody reads of it."""
    found: list[str] = []

    async def tries(member: str, command: str, channel: str, **options: Any) -> None:
        found.append(await chat.use(member, command, channel, **options))

    await chat.use(BOHUMIL, "game new", **GAME, seats="2")
    lobby = chat.board()
    button = chat.button(lobby, "Join")
    await tries(ANNA, "game join", HERE)
    found.append(await chat.press_exactly(ANNA, lobby, button))
    await chat.press(CECILE, lobby, "Join")
    await tries(ANNA, "game join", HERE)
    found.append(await forged(chat, ANNA, button["custom_id"]))
    await tries(ANNA, "game take", HERE)
    await chat.use(BOHUMIL, "game offer", HERE, on="True")
    await tries(ANNA, "game take", HERE)
    await tries(JUDGE, "referee replace", HERE, player=CECILE, new=ANNA, reason="exams")
    table = await chat.bot.tables.here(int(HERE))
    await table.seating.offer(0, False)
    async with table.changing(0):
        await table.seating.do_hand_over(1, "table.computer_takes")
    await tries(ANNA, "game take", HERE)
    chat.accepting = False
    await tries(ANNA, "game new", THERE, **GAME, opponent=BOHUMIL)
    return [*found, *words(chat, ANNA, HERE), *words(chat, ANNA, THERE)]


async def test_who_is_not_welcome_cannot_tell_why(tmp_path):
    """Whoever is blocked is told what anybody is told who is not on the list of a host, who may have one or not."""
    told = []
    for sets in (has_blocked, has_a_list):
        (tmp_path / sets.__name__).mkdir()
        async with Chat(tmp_path / sets.__name__) as chat:
            in_english(chat)
            await sets(chat)
            told.append(await refused(chat))
    assert told[0] == told[1]
    answers = told[0]
    assert answers[:2] == [CANNOT, CANNOT]
    assert "begun" in answers[2], "what everybody sees is said first"
    assert "No seat is free" in answers[4]
    assert answers[5:8] == [CANNOT] * 3
    assert "will be asked" in answers[8]


async def test_whoever_has_blocked_may_still_sit_down(chat):
    await blocks(chat)
    await chat.use(ANNA, "game new", **GAME, seats="3")
    assert "You sit at the table" in await chat.press(BOHUMIL, chat.board(), "Join")
    assert "already" in await chat.press(ANNA, chat.board(), "Join")


async def test_a_rematch_of_who_is_blocked_waits_and_calls_nobody(chat):
    await dealt(chat)
    await chat.use(ANNA, "game resign", sure="True")
    await chat.bot.store.challenge_settings.keep(HE, Accepting(EVERYBODY))
    await blocks(chat)
    count = pings(chat)
    assert "asked" in (await chat.press(ANNA, chat.board(), "Rematch")).lower()
    assert "Accept" in chat.labels(chat.board())
    assert pings(chat) == count


async def test_in_a_tournament_they_meet(chat):
    await blocks(chat)
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="robin")
    count = pings(chat)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert pings(chat) > count, "he is brought into the thread"
    (thread,) = threads(chat)
    assert {s.player for s in (await chat.bot.tables.here(int(thread))).seats} == {HE, SHE}


async def test_a_block_is_set_listed_and_taken_back(chat):
    assert "You block nobody" in await chat.set(BOHUMIL, "block")
    await chat.bot.store.challenge_settings.keep(HE, Accepting(LISTED, frozenset({SHE})))
    assert f"<@{ANNA}>" in await chat.set(BOHUMIL, "block", add=ANNA)
    assert (await chat.bot.store.challenge_settings.of(HE)).named == frozenset()
    assert f"<@{ANNA}>" in await chat.set(BOHUMIL, "block")
    assert "yourself" in await chat.set(BOHUMIL, "block", add=BOHUMIL)
    assert "You block nobody" in await chat.set(BOHUMIL, "block", remove=ANNA)
    await named(chat)
    assert pings(chat) == 1


async def test_whoever_is_called_blocks_by_a_button(chat):
    await named(chat)
    lobby = chat.board()
    assert await chat.press(CECILE, lobby, "Block") == await chat.press(ANNA, lobby, "Block") == "Nobody calls you here."
    assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, lobby, "Block")
    assert await chat.bot.store.blocks.of(HE) == [SHE]
    await chat.bot.store.blocks.remove(HE, SHE)
    await chat.press(BOHUMIL, lobby, "Accept")
    await moved(chat)
    for does in (nudged, drawn):
        await does(chat)
        assert await chat.press(ANNA, chat.board(), "Block") == "Nobody calls you here."
        assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, chat.board(), "Block")
        assert await chat.bot.store.blocks.of(HE) == [SHE]
        await chat.bot.store.blocks.remove(HE, SHE)


async def test_whoever_is_nudged_alone_blocks_there(chat):
    await asked(chat)
    await direct(chat)
    await nudged(chat)
    told = chat.seen(BOHUMIL, World.direct(BOHUMIL))[-1]
    assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, told, "Block")


async def test_blocks_have_a_limit(chat):
    store = chat.bot.store.blocks
    for other in range(MOST_BLOCKED):
        await store.add(HE, 9000 + other)
    assert "no more are possible" in await chat.set(BOHUMIL, "block", add=ANNA)
    with pytest.raises(TooMany):
        await store.add(HE, SHE)
    await store.add(HE, 9000)


async def test_only_who_has_blocked_finds_it_in_their_data(chat):
    await blocks(chat)
    about = chat.bot.store.own_data.about
    assert [row["other"] for row in (await about(HE))["blocks"]] == [SHE]
    assert (await about(SHE))["blocks"] == []
    await chat.bot.store.own_data.forget(SHE)
    assert await chat.bot.store.blocks.of(HE) == []
    await blocks(chat)
    await chat.bot.store.own_data.forget(HE)
    assert await chat.bot.store.all("SELECT * FROM blocks") == []


async def test_of_calls_that_no_longer_count_nothing_is_kept(chat):
    await his_turn(chat)
    chat.ahead += 2 * HOUR
    await chat.bot.store.blocks.note_pings(PingKey("turn", 7), [HE])
    assert [row[:3] for row in await chat.bot.store.all("SELECT player, what, place FROM rings")] == [(HE, "turn", 7)]
