"""A gateway that says anything: after each of it the bot is there, and a table can be played.

Every event that the bot hears with each field left out, null, or of another kind; what Discord's description (where it is at hand) knows besides, as
null; frames cut anywhere; every phase of a handshake answered with anything, op 7 and op 9 at every moment; floods. The suite plays a short one;
`python -m tests.cogs.service.test_gateway_fuzz SECONDS [SEED]` goes on for longer, and through all fields one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playground.world import COMMAND, COMPONENT, SUBMIT, TEXT
from tests.chat import ANNA, HERE, Chat
from tests.discord_api import properties
from tests.hostile import ANSWERS, Answer, Hostile, cut, hasty, plays, there
from tests.sampled import often
from tests.waiting import until, within

Way = tuple[Any, ...]
GONE, ODD = "left out", ("", "x", -1, 1e300, True, [], {}, [None], {"id": None}, "9" * 5000, "\ud800")
SCHEMAS = {
    "CHANNEL_CREATE": "GuildChannelResponse", "CHANNEL_UPDATE": "GuildChannelResponse", "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse", "THREAD_UPDATE": "ThreadResponse", "GUILD_CREATE": "GuildResponse", "GUILD_UPDATE": "GuildResponse",
    "message": "MessageResponse",
}  # fmt: skip
"""By which of Discord's descriptions an event, or a part of one, is told."""
PHASES = ("HELLO", "READY", "GUILD_CREATE", "RESUMED", "ACK", "*")


def ways(value: Any, before: Way = ()) -> Iterator[Way]:
    """Where there is something in an object; of a list only the first."""
    found = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, inner in found:
        yield (*before, key)
        yield from ways(inner, (*before, key))


def changed(value: Any, way: Way, into: Any) -> Any:
    """A copy with something else at a place, or nothing (GONE)."""
    found = copy.deepcopy(value)
    inner = found
    for key in way[:-1]:
        inner = inner[key]
    if into is GONE:
        del inner[way[-1]]
    else:
        inner[way[-1]] = into
    return found


class Storm:
    """Everything that may be said to the bot of a chat, by chance."""

    def __init__(self, chat: Chat, foe: Hostile, seed: int) -> None:
        self.chat, self.foe, self.chance = chat, foe, random.Random(seed)
        self.other = chat.new_channel("other", TEXT)
        self.thread = chat.thread_in(self.other, ANNA)
        self.done = 0

    def events(self) -> dict[str, Any]:
        """One of each event that the bot hears, as it is; nothing of them concerns the table that is played."""
        world, server = self.chat.world, self.chat.world.guild
        channel = {**world.channel(self.other), "guild_id": server}
        thread = {**world.channel(self.thread), "guild_id": server}
        role = world.role(server)
        found = {
            "GUILD_CREATE": world.guild_object(server), "GUILD_UPDATE": world.guild_object(server), "GUILD_DELETE": {"id": "77", "unavailable": True},
            "CHANNEL_UPDATE": channel, "CHANNEL_CREATE": channel, "CHANNEL_DELETE": {**channel, "id": "78"},
            "THREAD_CREATE": thread, "THREAD_UPDATE": thread, "THREAD_DELETE": {"id": "79", "guild_id": server, "parent_id": self.other, "type": 11},
            "THREAD_LIST_SYNC": {"guild_id": server, "channel_ids": [self.other], "threads": [thread], "members": []},
            "GUILD_ROLE_UPDATE": {"guild_id": server, "role": role}, "GUILD_ROLE_CREATE": {"guild_id": server, "role": role},
            "GUILD_MEMBER_UPDATE": {"guild_id": server, **world.bot_member(server)}, "USER_UPDATE": world.bot,
            "INTERACTION_CREATE": self.interaction(),
        }  # fmt: skip
        for event, value in found.items():
            self._described(event, value)
        if "message" in found["INTERACTION_CREATE"]:
            self._described("message", found["INTERACTION_CREATE"]["message"])
        return json.loads(json.dumps(found))

    @staticmethod
    def _described(name: str, value: Any) -> None:
        """With what Discord may say besides, as null."""
        for field in properties(SCHEMAS[name]) if name in SCHEMAS else ():
            value.setdefault(field, None)

    def interaction(self) -> dict[str, Any]:
        """Somebody presses, types or sends something that changes nothing."""
        world, board = self.chat.world, self.chat.world.messages[self.chat.board()["id"]]
        command = next(c for c in world.commands if c["name"] == "hand")
        kind, data, message = self.chance.choice([
            (COMPONENT, {"custom_id": "b:hand:1", "component_type": 2}, board),
            (COMPONENT, {"custom_id": "m:pick:1:1:0:", "component_type": 3, "values": ["x"]}, board),
            (COMMAND, {"id": command["id"], "name": "hand", "type": 1, "options": [], "resolved": {}, "guild_id": world.guild}, None),
            (SUBMIT, {"custom_id": "f:x:1", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "a", "value": "b"}]}]}, None),
        ])  # fmt: skip
        interaction, payload = world.interact(kind, ANNA, HERE, data, message)
        interaction.lost = True
        return payload

    async def told(self, event: str, data: Any) -> None:
        """An event arrives, and is dealt with; the bot has stayed."""
        await self.chat.standin.gateway.told(event, data, self.chat.world.guild)
        self.done += 1
        await self.well(f"{event} {json.dumps(data)[:2000]}")

    async def well(self, after: str) -> None:
        """The bot is there and a table can be played. Says after what it was not so."""
        for interaction in self.chat.world.interactions.values():
            interaction.lost = True
        with contextlib.suppress(AssertionError):  # What was said may be lost for good, and no more is to come.
            await until(self.heard, seconds=1.5)
        try:
            await plays(self.chat)
        except BaseException as error:
            error.add_note(f"after {after}")
            raise

    async def field(self) -> None:
        """Something is wrong at one place of one event."""
        event, data = self.chance.choice([*self.events().items()])
        way = self.chance.choice([*ways(data)])
        await self.told(event, changed(data, way, self.chance.choice([GONE, None, self.chance.choice(ODD)])))

    async def every_field(self) -> None:
        """Each field of each event is left out, and is null."""
        for event, data in self.events().items():
            for way in ways(data):
                for into in (GONE, None):
                    if event == "INTERACTION_CREATE":  # Each has a number and a token of its own.
                        data["id"], data["token"] = (new := self.interaction())["id"], new["token"]
                    await self.told(event, changed(data, way, into))

    def answer(self) -> tuple[str, Answer]:
        name = self.chance.choice(["cut", *ANSWERS])
        return name, cut(self.chance.random()) if name == "cut" else ANSWERS[name]

    async def handshake(self) -> None:
        """The connection breaks, and what follows is answered otherwise, once or several times."""
        plan = [(self.chance.choice(PHASES[:4]), *self.answer()) for _ in range(self.chance.randint(1, 3))]
        anew = any(phase in ("READY", "GUILD_CREATE") for phase, *_ in plan)
        self.foe.plan = [(phase, answer) for phase, _, answer in plan]
        self.chat.standin.gateway.refusals = self.chance.choices([502, 404, 429, 200], k=self.chance.randint(0, 2))
        await self.foe.lost()
        if anew:
            self.foe.forget()
        await until(lambda: there(self.chat), "the bot to be connected", 60)
        self.foe.plan = []
        self.done += 1
        await self.well(str([(phase, name) for phase, name, _ in plan]))

    async def moment(self) -> None:
        """Something else is said in the place of whatever comes next, while somebody plays."""
        name, answer = self.answer()
        self.foe.plan = [("*", answer)]
        payload = self.interaction()
        await self.chat.standin.gateway.told("INTERACTION_CREATE", payload, self.chat.world.guild)
        await until(lambda: not self.foe.plan, "something to be said")
        self.done += 1
        await self.well(f"{name} at any moment")

    def heard(self) -> bool:
        """Whether the bot has heard of all that it was told."""
        live = self.chat.standin.gateway.live
        return there(self.chat) and bool(live) and all(self.chat._heard(session) == session.sequence for session in live)

    async def broken_ready(self) -> None:
        """READY cannot be read, or is odd; the sessions of before are gone."""
        said: list[str] = []

        def alters(name: str, data: Any) -> Any:
            if name != "READY" or said:
                return data
            way, into = self.chance.choice([*ways(data)]), self.chance.choice([GONE, None, *ODD])
            said.append(f"{way} {into}"[:100])
            return changed(data, way, into)

        self.foe.alters = alters
        for _ in range(2):  # The second one is as it should be.
            await self.foe.lost()
            self.foe.forget()
            await until(lambda: said, "READY")
        self.foe.alters = None
        self.done += 1
        await self.well(f"an odd READY: {said}")

    async def flood(self) -> None:
        """Hundreds of odd events at once."""
        events = [*self.events().items()]
        some = [(event, changed(data, self.chance.choice([*ways(data)]), None)) for event, data in self.chance.choices(events, k=300)]
        await asyncio.gather(*(self.chat.standin.gateway.told(event, data, self.chat.world.guild) for event, data in some))
        self.done += 1
        await self.well("a flood")

    async def some(self) -> None:
        """One of all that."""
        kinds = [self.field] * 12 + [self.handshake] * 4 + [self.moment] * 4 + [self.broken_ready, self.flood]
        await self.chance.choice(kinds)()


async def test_after_whatever_arrives_a_table_can_be_played(tmp_path, monkeypatch):
    hasty(monkeypatch)
    async with Chat(tmp_path) as chat, within("the storm", 110):
        await plays(chat)
        storm = Storm(chat, Hostile(chat), seed=39)
        for kind in (storm.field, storm.handshake, storm.moment, storm.broken_ready, storm.flood):
            await kind()
        for _ in range(often(8, 40)):
            await storm.some()
        assert storm.done > often(8, 40)


async def rage(seconds: float, seed: int) -> None:
    """Goes on for so many seconds."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        hasty(patch)
        async with Chat(Path(folder)) as chat:
            chat.standin.gateway.starts.total = 10**9  # A storm begins more sessions than Discord gives for a day, for which the bot would wait.
            await plays(chat)
            storm, end = Storm(chat, Hostile(chat), seed), time.monotonic() + seconds
            await storm.every_field()
            print(f"every field: {storm.done} things said")
            async with within("the end of the storm", seconds + 600):
                while time.monotonic() < end:
                    await storm.some()
            print(f"{storm.done} things said with seed {seed}: the bot is there, and plays")


if __name__ == "__main__":
    asyncio.run(rage(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)))
