"""People who play in teams: who founds one, invites, joins and lines up, in the words of the chat."""

from __future__ import annotations

from typing import Any

from tests.chat import HERE, JUDGE
from tests.cogs.tournaments.league_people import button, latest


async def found(chat, captain: str, name: str) -> str:
    """Somebody founds a team; gives what they read."""
    sign_up = latest(chat, "tfound")
    return await chat.submit(captain, "f:team:1", beside=sign_up, name=name)


async def invite(chat, captain: str, member: str) -> str:
    """A captain invites somebody in *My team*; gives what they read."""
    await my_team(chat, captain)
    panel = chat.private(captain)
    await chat.choose(captain, panel, _people(panel, "tinvite"), [member])
    return chat.private(captain)["content"]


async def take_out(chat, captain: str, member: str) -> str:
    """A captain takes somebody, or an invitation, out of the team in *My team*; gives what they read."""
    await my_team(chat, captain)
    panel = chat.private(captain)
    await chat.choose(captain, panel, _people(panel, "ttakeout"), [member])
    return chat.private(captain)["content"]


def _people(panel: dict[str, Any], verb: str) -> dict[str, Any]:
    """The menu of people that does something."""
    return next(c for row in panel["components"] for c in row["components"] if c["custom_id"].startswith(f"u:{verb}:"))


async def my_team(chat, member: str) -> str:
    """*My team*; gives what is read."""
    message = latest(chat, "tteam")
    await chat.press_exactly(member, message, button(chat, message, "tteam"))
    return chat.private(member)["content"]


async def join(chat, member: str) -> str:
    """Somebody answers the latest invitation."""
    message = latest(chat, "tjointeam")
    await chat.press_exactly(member, message, button(chat, message, "tjointeam"))
    return chat.private(member)["content"]


async def gathered(chat, teams: dict[str, list[str]], boards: int, **settings: str) -> None:
    """A tournament whose teams, the captain of each first, have entered and which has begun."""
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Nations", format="robin", teams=str(boards), seeding="hand", **settings)
    for name, (captain, *others) in teams.items():
        await found(chat, captain, name)
        for member in others:
            await invite(chat, captain, member)
            await join(chat, member)


async def begin(chat) -> None:
    """The host starts it."""
    await chat.press(JUDGE, latest(chat, "tstart"), "Start")
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    await chat.settle()


async def move_up(chat, captain: str, member: str) -> None:
    """A captain moves somebody to the top of the line-up, in *My team*."""
    panel = chat.private(captain)
    (menu,) = chat.menus(panel)
    name = chat.world.members[member]["global_name"]
    value = next(o["value"] for o in menu["options"] if o["label"] == name)
    await chat.choose(captain, panel, menu, [value])
    for _ in menu["options"]:
        await chat.press_exactly(captain, chat.private(captain), button(chat, chat.private(captain), "tlineup"))


async def hand_in(chat, captain: str, *first: str) -> None:
    """A captain hands a line-up in, with some members at its top, in this order."""
    await my_team(chat, captain)
    for member in reversed(first):
        await move_up(chat, captain, member)
    await chat.press_exactly(captain, chat.private(captain), button(chat, chat.private(captain), "thand"))
    await chat.settle()


def boards(chat) -> dict[str, str]:
    """The threads of boards by their titles."""
    return {chat.world.channels[thread]: thread for thread in chat.world.threads}


def public(chat) -> list[dict[str, Any]]:
    """What everybody sees in the channel, down to ids and colours, without when it was changed."""
    return [{k: m[k] for k in ("id", "content", "components", "embeds") if k in m} for m in chat.seen(None, HERE)]


def board_of(chat, number: int, member: str) -> str:
    """The thread of somebody's board in a round; "" without one."""
    name = chat.world.members[member]["global_name"]
    return next((thread for title, thread in boards(chat).items() if title.startswith(f"Nations {number}.") and name in title), "")
