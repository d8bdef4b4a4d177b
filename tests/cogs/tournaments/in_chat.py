"""A tournament as members see and play it in chat."""

from __future__ import annotations

from tests.chat import ANNA, BOHUMIL, CECILE, DARA

MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)


def threads(chat) -> list[str]:
    """The channels of matches, in the order in which they were made."""
    return list(chat.world.threads)


async def open_with(chat, *members: str, **options: str) -> None:
    """Anna makes a tournament, which these members join."""
    await chat.use(ANNA, "tournament create", game="monster_hex", **options)
    signup = chat.board()
    for member in members:
        await chat.press(member, signup, "Join")


async def give_up(chat, thread: str) -> None:
    """The seat that is to act at a thread's table gives up."""
    found = await chat.bot.tables.here(int(thread))
    (seat, *_) = found.rules.to_act(found.state)
    await chat.use(str(found.seats[seat].player), "game resign", thread, sure="True")
    await settle(chat)


async def settle(chat) -> None:
    """Waits until the tournament has taken notice, and the messages that follow are out."""
    await chat.settle()


def said(chat) -> str:
    """All that stands in the tournament's channel for everybody."""
    return "\n".join(m["content"] for m in chat.seen(None))
