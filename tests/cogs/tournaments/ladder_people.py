"""People who play on a ladder, each in their own language."""

from __future__ import annotations

from tests.cogs.tournaments.in_chat import threads
from tests.cogs.tournaments.league_people import button, latest, lost_by


async def rung(chat, member: str) -> str:
    """*My rung*; gives what is read."""
    message = latest(chat, "trung")
    await chat.press_exactly(member, message, button(chat, message, "trung"))
    return chat.private(member)["content"]


async def chooses(chat, member: str, other: str) -> None:
    """Chooses somebody in the menu of *My rung*."""
    await rung(chat, member)
    (menu,) = chat.menus(chat.private(member))
    name = chat.world.members[other]["global_name"]
    number = next(o["value"] for o in menu["options"] if o["label"].startswith(name))
    await chat.choose(member, chat.private(member), menu, [number])


async def challenges(chat, member: str, other: str) -> str:
    """Chooses somebody and challenges them; gives what is read then."""
    await chooses(chat, member, other)
    await chat.press_exactly(member, chat.private(member), button(chat, chat.private(member), "tchallenge"))
    return chat.private(member)["content"]


async def answers(chat, member: str, what: str, which: int = -1) -> str:
    """Answers a challenge below the message that calls them, of those that name them the latest; gives what is read."""
    called = [m for m in chat.seen(None) if m["content"].startswith(f"<@{member}>") and any("tanswer" in b["custom_id"] for b in chat.buttons(m))]
    message = called[which]
    await chat.press_exactly(member, message, next(b for b in chat.buttons(message) if f":{what}" in b["custom_id"]))
    return chat.private(member)["content"]


async def begins(chat, by: str, other: str) -> str:
    """A challenge that is accepted; gives the thread of the match."""
    before = {*threads(chat)}
    await challenges(chat, by, other)
    await answers(chat, other, "play")
    (thread,) = {*threads(chat)} - before
    return thread


async def beats(chat, winner: str, loser: str, challenger: str) -> None:
    """A match from the challenge to its end."""
    by, other = (winner, loser) if challenger == winner else (loser, winner)
    await lost_by(chat, loser, await begins(chat, by, other))


async def order(chat, channel: int) -> list[str]:
    """Who stands on the rungs, the first one on top."""
    cup = await chat.bot.tournaments.here(channel)
    players = {p.entrant: str(p.player) for p in await chat.bot.store.tournaments.entrants(cup.id)}
    return [players[e] for e in cup.state.ladder.rungs]
