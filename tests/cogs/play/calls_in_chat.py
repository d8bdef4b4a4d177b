"""Doings in a whole chat that may call somebody, and how somebody is disturbed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playground.world import World
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, CECILE

GAME = {"game": "Monster Hex", "options": "seating=joined"}


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


async def nothing(chat) -> None:
    """Nothing is needed before."""


async def challenges(chat) -> None:
    chat.accepting = False
    await chat.use(BOHUMIL, "game new", **GAME, opponent=ANNA)


Does = Callable[[Any], Awaitable[None]]


async def no_pings(chat) -> None:
    await chat.set(BOHUMIL, "pings", on="False")


async def rests(chat) -> None:
    await chat.bot.store.personal_settings.go_away(int(BOHUMIL), chat.bot.store.now(), chat.bot.store.now() + 4 * HOUR)


async def blocks(chat) -> None:
    await chat.set(BOHUMIL, "block", add=ANNA)


HE, SHE = int(BOHUMIL), int(ANNA)


async def followed(chat) -> None:
    await chat.use(ANNA, "game new", **GAME, opponent=CECILE)
    await chat.press(BOHUMIL, chat.board(), "Your move")
    await chat.press(BOHUMIL, chat.private(BOHUMIL), "Follow each turn")


async def direct(chat) -> None:
    await chat.bot.store.direct_messages.set_direct(HE, True)


async def opens(chat) -> None:
    await named(chat)
    await chat.use(ANNA, "game leave")
