"""What Discord refuses about the thread of a match, a pin or an earlier message stays owed, and moderators see it till then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from data.store.changes import INVITE, PIN, TOURNAMENT, Subject
from playground.error_codes import UNKNOWN_USER, Rejected
from playground.permission_bits import PIN_MESSAGES
from playground.world import ALL_RIGHTS
from tests.chat import ANNA, BOHUMIL, DARA, HERE
from tests.cogs.tournaments.in_chat import give_up, open_with, settle, threads

CUP = Subject(TOURNAMENT, 1)
WORDS = {
    "en-US": ("bringing a player into the thread of a match", "pinning a message"),
    "cs": ("pozvání hráče do vlákna zápasu", "připnutí zprávy"),
    "fr": ("l'ajout d'un joueur au fil d'un match", "l'épinglage d'un message"),
}


def refusing(monkeypatch: pytest.MonkeyPatch, chat: Any, whom: str, status: int = 403, code: int = 50001) -> Callable[[], None]:
    """Discord lets one person into no thread, until what is returned is called."""
    add, refuses = chat.world.add_to_thread, [True]

    def refuse(thread: str, member: str) -> None:
        if member == whom and refuses:
            raise Rejected(status, code, "no")
        add(thread, member)

    monkeypatch.setattr(chat.world, "add_to_thread", refuse)
    return refuses.clear


def inside(chat: Any, thread: str) -> set[str]:
    """Who is in a thread."""
    return {*chat.world.in_threads.get(thread, ())}


async def owed(chat: Any, kind: str) -> list[Any]:
    return [debt for debt in await chat.bot.store.outbox.of(CUP) if debt.kind == kind]


async def again(chat: Any) -> None:
    """What has failed is tried once more."""
    await chat.bot.worker.retry()
    await settle(chat)


@pytest.mark.parametrize("refusal", [(400, 50035), (403, 50001), (404, UNKNOWN_USER)])
async def test_whom_discord_refuses_once_is_asked_again_and_moderators_see_it(chat, monkeypatch, refusal):
    accept = refusing(monkeypatch, chat, BOHUMIL, *refusal)
    await open_with(chat, ANNA, BOHUMIL)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    assert await chat.bot.store.all("SELECT COUNT(*) FROM games") == [(1,)], "the match does not wait for it"
    assert [debt.payload for debt in await owed(chat, INVITE)] == [{"fixture": 0, "entrant": 1, "thread": int(thread)}]
    assert WORDS["en-US"][0] in await chat.use(DARA, "referee tables")
    accept()
    await again(chat)
    assert await owed(chat, INVITE) == []
    assert BOHUMIL in inside(chat, thread)
    assert WORDS["en-US"][0] not in await chat.use(DARA, "referee tables")


async def test_who_leaves_while_refused_is_told_of_and_not_asked_again(chat, monkeypatch):
    accept = refusing(monkeypatch, chat, BOHUMIL)
    await open_with(chat, ANNA, BOHUMIL)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    chat.leaves(BOHUMIL)
    accept()
    await again(chat)
    assert await owed(chat, INVITE) == []
    assert sum("ould not be invited" in message["content"] for message in chat.seen(None)) == 1


async def test_nobody_is_invited_any_more_when_the_match_is_over(chat, monkeypatch):
    accept = refusing(monkeypatch, chat, BOHUMIL)
    await open_with(chat, ANNA, BOHUMIL)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    await give_up(chat, thread)
    accept()
    await again(chat)
    assert await owed(chat, INVITE) == []
    assert BOHUMIL not in inside(chat, thread)


@pytest.mark.parametrize("language", WORDS)
async def test_a_pin_is_shown_while_it_is_refused_in_every_language(chat, language):
    chat.world.rights[HERE] = ALL_RIGHTS & ~PIN_MESSAGES
    chat.world.members[DARA]["locale"] = language
    await open_with(chat, ANNA, BOHUMIL)
    await settle(chat)
    assert len(await owed(chat, PIN)) == 1
    assert WORDS[language][1] in await chat.use(DARA, "referee tables")
    chat.world.rights[HERE] = ALL_RIGHTS
    await again(chat)
    assert await owed(chat, PIN) == []
    assert WORDS[language][1] not in await chat.use(DARA, "referee tables")
