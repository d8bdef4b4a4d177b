"""A tournament at home in a forum: the sign-up in a post, a post a match, tags for their state."""

from __future__ import annotations

import pytest

from cogs.play.outbox_worker import REFUSED
from playground.permission_bits import MANAGE_THREADS, SEND_MESSAGES
from playground.stored_state import MEDIA
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, JUDGE
from tests.cogs.tournaments.in_chat import MEMBERS


async def begun(chat, post: str, **options: str) -> list[str]:
    """A tournament in a post, with four; gives the posts of its matches."""
    await chat.use(ANNA, "tournament create", post, game="monster_hex", name="Cup", **options)
    for member in MEMBERS:
        await chat.press(member, chat.seen(None, post)[1], "Join")
    await chat.use(ANNA, "tournament start", post)
    await chat.settle()
    return matches(chat, post)


def matches(chat, post: str) -> list[str]:
    return [thread for thread in chat.world.threads if thread != post]


async def give_up(chat, thread: str) -> None:
    table = await chat.bot.tables.here(int(thread))
    await table.concede(table.acting[0], anyway=True)
    await chat.settle()


async def test_each_match_is_a_post_of_the_forum_with_its_round_and_tag(chat):
    forum = chat.forum("cups")
    playing, over, other = chat.tagged(forum, "playing", "Dohráno", "Help")
    chat.role_may(MANAGE_THREADS)
    post = chat.post_in(forum, ANNA, "Autumn cup")
    first, second = await begun(chat, post, format="single")
    for thread in (first, second):
        assert chat.world.threads[thread] == forum
        assert chat.world.channels[thread].startswith("Cup 1: ")
        assert chat.world.note(thread).tags == [playing]
        assert len(chat.world.in_threads[thread]) == 2
        assert "Your move" in chat.labels(chat.board(thread))
    assert f"<#{first}>" in chat.seen(None, post)[1]["content"]
    chat.world.note(first).tags.append(other)
    await chat.restart()
    await give_up(chat, first)
    assert chat.world.note(first).tags == [over, other], "in place of the tag of before; others stay"
    assert chat.world.note(second).tags == [playing]
    await give_up(chat, second)
    (final,) = [thread for thread in matches(chat, post) if thread not in (first, second)]
    assert chat.world.channels[final].startswith("Cup 2: ")
    await give_up(chat, final)
    assert "🏆" in "\n".join(m["content"] for m in chat.seen(None, post))


async def test_where_the_bot_may_not_change_tags_nothing_waits_for_it(chat):
    forum = chat.forum("cups")
    playing, _ = chat.tagged(forum, "Playing", "Over")
    post = chat.post_in(forum, ANNA, "Autumn cup")
    first, _ = await begun(chat, post, format="single")
    await give_up(chat, first)
    assert chat.world.note(first).tags == [playing]
    assert await chat.bot.store.all("SELECT kind FROM owed WHERE kind = 'tag'") == []


async def test_a_forum_that_requires_a_tag_gets_one_that_anybody_may_use(chat):
    forum = chat.forum("cups")
    chat.tagged(forum, "Staff", moderated=True)
    (general,) = chat.tagged(forum, "General", required=True)
    post = chat.post_in(forum, ANNA, "Autumn cup")
    for thread in await begun(chat, post, format="single"):
        assert chat.world.note(thread).tags == [general]


async def test_a_post_that_has_been_archived_is_opened_again(chat):
    """Also while the bot is away; what it shows is up to date then."""
    forum = chat.forum("cups")
    post = chat.post_in(forum, ANNA, "Autumn cup")
    first, second = await begun(chat, post, format="single")
    chat.archives(post)
    await chat.settle()
    assert not chat.world.note(post).archived
    await chat.disconnect()
    chat.archives(post)
    await chat.connect()
    await chat.settle()
    assert not chat.world.note(post).archived
    for thread in (first, second):
        await give_up(chat, thread)
    assert "Cup, round 2" in "\n".join(m["content"] for m in chat.seen(None, post))


async def test_a_post_that_is_deleted_ends_it(chat):
    forum = chat.forum("cups")
    post = chat.post_in(forum, ANNA, "Autumn cup")
    await begun(chat, post, format="single")
    chat.deletes(post)
    await chat.settle()
    assert (await chat.bot.tournaments.get(1)).status == "over"


async def test_a_right_that_is_missing_is_said_and_what_is_refused_later_waits(chat):
    forum = chat.forum("cups")
    post = chat.post_in(forum, ANNA, "Autumn cup")
    chat.bot_may_not(forum, SEND_MESSAGES)
    assert "Send Messages" in await chat.use(ANNA, "tournament create", post, game="monster_hex")
    assert await chat.bot.store.all("SELECT 1 FROM tournaments") == []
    chat.bot_may(forum)
    await chat.use(ANNA, "tournament create", post, game="monster_hex", name="Cup", format="single")
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.seen(None, post)[1], "Join")
    chat.bot_may_not(forum, SEND_MESSAGES)
    await chat.bot.tournaments.start(1)
    await chat.settle()
    assert not matches(chat, post)
    assert REFUSED in [row[0] for row in await chat.bot.store.all("SELECT trouble FROM owed WHERE kind = 'thread'")]
    chat.bot_may(forum)
    await chat.settle()
    assert len(matches(chat, post)) == 1


@pytest.mark.parametrize("kind", ["media", "thread"])
async def test_elsewhere_there_is_no_home(chat, kind):
    if kind == "media":
        place = chat.post_in(chat.new_channel("pictures", MEDIA), ANNA)
    else:
        place = chat.thread_in("3001", ANNA)
    assert "in a post of a forum" in await chat.use(ANNA, "tournament create", place, game="monster_hex")


async def test_the_moderators_panel_works_in_a_post(chat):
    forum = chat.forum("cups")
    post = chat.post_in(forum, ANNA, "Autumn cup")
    await chat.set(JUDGE, "language", language="en")
    first, _ = await begun(chat, post, format="single")
    await chat.press(JUDGE, chat.seen(None, post)[1], "Moderators")
    assert f"<#{first}>" in chat.private(JUDGE, post)["content"]
    assert {CECILE, DARA} <= set(MEMBERS)
