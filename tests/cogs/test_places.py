"""Games in threads and posts that members have made, in channels to talk in and of announcements, with an ordinary bot and ordinary members."""

from __future__ import annotations

import pytest

from data.store.channel_settings import Room
from playground.error_codes import Rejected
from playground.permission_bits import CONNECT, MANAGE_THREADS, SEND_IN_THREADS, VIEW_CHANNEL
from playground.stored_state import ANNOUNCEMENT, TEXT
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat

PLACES = ("a member's thread", "a post", "a chat beside talk", "announcements")


def place(chat: Chat, kind: str) -> str:
    return {
        "a member's thread": lambda: chat.thread_in(HERE, BOHUMIL, minutes=60),
        "a post": lambda: chat.post_in(chat.forum(), BOHUMIL),
        "a chat beside talk": chat.voice,
        "announcements": chat.announcements,
    }[kind]()


async def begin(chat: Chat, channel: str) -> None:
    await chat.use(ANNA, "game new", channel, game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.settle()


@pytest.mark.parametrize("kind", PLACES)
async def test_a_game_is_played_from_its_opening_to_its_end(chat, kind):
    channel = place(chat, kind)
    await begin(chat, channel)
    assert await chat.press(ANNA, chat.board(channel), "Your move")
    await chat.use(ANNA, "move", channel, action="faction ember")
    assert "leads Ember" in chat.board(channel)["content"]
    await chat.use(BOHUMIL, "game resign", channel, sure="True")
    assert "the seed was" in chat.board(channel)["content"]
    assert "1" in await chat.use(BOHUMIL, "game log", channel)


@pytest.mark.parametrize("manages", [False, True])
@pytest.mark.parametrize("kind", PLACES[:2])
async def test_a_thread_that_a_member_has_made_stays_open_while_a_game_goes_on(chat, kind, manages):
    """Where the bot manages threads, it gives them the longest time, too; nothing is asked for that Discord refuses."""
    thread = place(chat, kind)
    if manages:
        chat.role_may(MANAGE_THREADS)
    await begin(chat, thread)
    for _ in range(2):
        chat.archives(thread)
        await chat.settle()
        note = chat.world.note(thread)
        assert (note.archived, note.minutes) == (False, 10080 if manages else 60 if kind == PLACES[0] else 1440)
    assert chat.standin.rates.invalid == 0
    await chat.disconnect()
    chat.archives(thread)
    await chat.connect()
    await chat.settle()
    assert not chat.world.note(thread).archived, "what closed while nobody was there, too"
    assert chat.standin.rates.invalid == 0


async def test_a_thread_of_the_bots_own_gets_the_longest_time(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex", settings="rounds:1")
    await chat.use(ANNA, "tournament join")
    await chat.use(BOHUMIL, "tournament join")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    (thread,) = chat.world.threads
    chat.world.note(thread).minutes = 60
    chat.archives(thread)
    await chat.settle()
    assert (chat.world.note(thread).archived, chat.world.note(thread).minutes) == (False, 10080)


async def unsaid(chat: Chat, channel: str) -> int:
    """Something happens in a place where the bot may not say so; gives how many messages there were before."""
    before = len(chat.seen(None, channel))
    await chat.use(ANNA, "move", channel, action="faction ember")
    await chat.settle()
    assert len(chat.seen(None, channel)) == before
    return before


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("right", [SEND_IN_THREADS, VIEW_CHANNEL])
@pytest.mark.parametrize("kind", PLACES[:2])
async def test_rights_given_back_to_a_channel_wake_what_is_below_it(chat, kind, right, archived):
    thread = place(chat, kind)
    above = chat.world.threads[thread]
    await begin(chat, thread)
    chat.bot_may_not(above, right)
    await chat.settle()
    before = await unsaid(chat, thread)
    if archived:  # Not known to the library any more, in the first case; what it does not see it is not told of.
        chat.archives(thread)
        await chat.settle()
    chat.bot_may(above)
    await chat.settle()
    assert "leads Ember" in chat.seen(None, thread)[before]["content"]


async def test_a_locked_thread_is_written_to_as_soon_as_it_is_unlocked(chat):
    thread = place(chat, "a post")
    await begin(chat, thread)
    chat.locks(thread)
    before = await unsaid(chat, thread)
    with pytest.raises(Rejected, match="160005"):
        await chat.use(BOHUMIL, "game list", thread)
    chat.unlocks(thread)
    await chat.settle()
    assert "leads Ember" in chat.seen(None, thread)[before]["content"]


async def test_a_private_thread_is_written_to_as_soon_as_the_bot_is_let_in(chat):
    thread = chat.thread_in(HERE, ANNA, private=True)
    await chat.use(ANNA, "game new", thread, game="monster_hex", computers="1")
    assert chat.seen(None, thread) == []
    chat.puts_in(thread)
    await chat.settle()
    assert "Your move" in chat.labels(chat.board(thread))


async def test_without_the_right_to_connect_the_chat_beside_talk_is_not_there(chat):
    voice = chat.voice()
    chat.bot_may_not(voice, CONNECT)
    assert "**Connect**" in await chat.use(ANNA, "game new", voice, game="monster_hex", computers="1")
    assert chat.seen(None, voice) == []


async def test_a_game_whose_forum_is_deleted_goes_on_in_another_post(chat):
    forum = chat.forum()
    lost, waiting = chat.post_in(forum, ANNA), chat.post_in(forum, CECILE)
    await begin(chat, lost)
    await chat.use(CECILE, "game new", waiting, game="monster_hex")
    chat.archives(waiting)
    await chat.settle()
    table = await chat.bot.tables.here(int(lost))
    chat.deletes(forum)
    await chat.settle()
    assert await chat.bot.store.tables.live_in(int(waiting)) is None, "an open table goes with its post, archived or not"
    other = chat.post_in(chat.forum("another"), CECILE)
    await chat.use(BOHUMIL, "game here", other, table=str(table.id))
    await chat.settle()
    assert "Your move" in chat.labels(chat.board(other))
    assert await chat.press(ANNA, chat.board(other), "Your move")


async def test_matches_wait_while_their_channel_is_one_of_announcements(chat):
    assert "text channel" in await chat.use(ANNA, "tournament create", chat.announcements(), game="monster_hex")
    await chat.use(ANNA, "tournament create", game="monster_hex", settings="rounds:1")
    await chat.use(ANNA, "tournament join")
    await chat.use(BOHUMIL, "tournament join")
    chat.becomes(HERE, ANNOUNCEMENT)
    await chat.settle()
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    assert chat.world.threads == {}
    chat.becomes(HERE, TEXT)
    await chat.settle()
    assert len(chat.world.threads) == 1


@pytest.mark.parametrize("kind", PLACES[:2])
async def test_what_is_set_for_a_channel_holds_in_archived_threads_and_posts_below_it(chat, kind):
    """The library does not know them: what is above them is asked of Discord, once."""
    thread = place(chat, kind)
    guild, above = int(chat.world.guild), int(chat.world.threads[thread])
    await chat.bot.store.channel_settings.set(guild, above, Room(("hexygame",), None, None, None, None))
    chat.archives(thread)
    await chat.settle()
    assert chat.bot.get_channel(int(thread)) is None
    for _ in range(2):
        assert "HexyGame" in await chat.use(ANNA, "game new", thread, game="monster_hex", computers="1")
    assert not any(chat.buttons(message) for message in chat.seen(None, thread)), "nothing has been opened"
    assert (await chat.bot.room(guild, 999)).games is None, "of what Discord does not know nothing is set"
