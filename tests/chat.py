"""A chat for whole-bot tests: real discord.py against the stand-in, written down as members would use it."""

from __future__ import annotations

import asyncio
import json
import time
from itertools import takewhile
from pathlib import Path
from typing import Any

from cogs.service.bot import Referee
from cogs.service.command_sync import HASH, IDS
from data.store import Store
from playground.api_address import point_at
from playground.gateway import Session
from playground.http_server import TOKEN, Standin
from playground.permission_bits import MODERATES, ORDINARY
from playground.situations import Situations
from playground.world import World
from tests.databases import directly
from tests.discord_api import faults
from tests.loops import at_work
from tests.minds import SHARED
from tests.reading import read
from tests.settings import set_for, set_room
from tests.waiting import LONGEST, until, within

ANNA, BOHUMIL, CECILE, DARA = "4001", "4002", "4003", "4004"
JUDGE = "4013"
"""A moderator who plays nowhere: who plays does not rule."""
HERE, THERE = "3001", "3002"
PATIENCE = 15.0
HANDLING = ("discord.py: ", "discord-ui-", "CommandTree")
"""How the tasks of the library are called in which the bot does what it was told."""


def as_settings(options: dict[str, Any]) -> dict[str, Any]:
    """The options of `/tournament create` with what is none of its own as typed settings."""
    own = {name: value for name, value in options.items() if name in ("game", "name", "format", "clock", "settings")}
    more = " ".join(f"{name}:{value}" for name, value in options.items() if name not in own)
    return own | ({"settings": more} if more else {})


class Chat(Situations):
    """The stand-in with the bot connected. Open it with `async with`."""

    registered: tuple[str, str] | None = None
    """The commands of the first chat of this process and their hash: later ones are as after a restart, with commands that Discord knows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database: str | Path = folder / "games.sqlite3"
        self.world = World()
        self.world.member_rights[JUDGE] = ORDINARY | MODERATES
        self.standin = Standin(self.world)
        self.standin.rest.keep_requests = True
        self.standin.gateway.starts.span = 0  # Bots are started again at once.
        self.world.answer_within = self.standin.members.patience = LONGEST  # On a busy machine three seconds are soon over.
        self.bot: Referee
        self._task: asyncio.Task[None]
        self.accepting = True
        """Whether those who are named for a new table accept at once, and the game begins."""

    async def __aenter__(self) -> Chat:
        await self.standin.start()
        point_at(self.standin.address)
        await self.connect(new=True)
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        await self.disconnect()
        await self.standin.stop()
        if kind is None:
            found = faults(self.standin.requests)
            assert not found, found

    async def connect(self, *, new: bool = False) -> None:
        """Starts the bot, as after a restart; a `new` one has a database with nothing in it."""
        with directly():
            store = await Store.open(self.database)
        store.beside = self.folder / "games.sqlite3"
        store.now = lambda: time.time() + self.ahead
        self.standin.pages.on_later = store.due_changed.set
        if new and Chat.registered:
            commands, digest = Chat.registered
            self.world.commands = json.loads(commands)
            await store.bot_facts.set(HASH, digest)
            await store.bot_facts.set(IDS, json.dumps({command["name"]: int(command["id"]) for command in self.world.commands}))
        self.bot = Referee(store, thinker=SHARED)
        self.bot._connection.guild_ready_timeout = 0.05
        self.bot.worker.pause = 0.05
        self.bot.tree.completion_within = LONGEST
        if new and Chat.registered:
            known = Chat.registered[1]
            self.bot.registering.digest = lambda: known  # type: ignore[method-assign]  # What all bots of this process have, worked out by the first.
        self._task = asyncio.create_task(self.bot.start(TOKEN))
        serving = self.bot.sharing.serving
        await until(lambda: serving.is_set() or self._task.done(), "the bot to be ready", pause=0.001)
        if self._task.done():
            self._task.result()
        if Chat.registered is None:
            await asyncio.wait_for(self.bot.registering.done.wait(), PATIENCE)
            digest = await store.bot_facts.get(HASH)
            assert digest
            Chat.registered = json.dumps(self.world.commands), digest

    async def disconnect(self) -> None:
        """Stops the bot; the stand-in goes on."""
        await self.bot.close()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.bot.store.close()

    async def restart(self) -> None:
        await self.disconnect()
        await self.connect()

    @property
    def ahead(self) -> float:
        """The seconds by which time has been put ahead."""
        return self.world.ahead

    @ahead.setter
    def ahead(self, seconds: float) -> None:
        self.world.ahead = seconds

    async def later(self, seconds: float) -> None:
        """Lets time pass: clocks ring as if it had. In small steps, so that what rings leads to what rings after it."""
        end = self.ahead + seconds
        async with within("the time that was to pass"):
            while self.ahead < end:
                now = self.bot.store.now()
                dues = [at for at in (await self.bot.store.tables.next_ring(), await self.bot.store.outbox.next(now)) if at]
                self.ahead = min(max(self.ahead, min(dues) - time.time() + 1), end) if dues else end
                for subject in await self.bot.store.outbox.subjects(self.bot.store.now()):
                    self.bot.worker.wake(subject)
                await self.bot.reach.settle()
                await self.bot.noticing.settle()
                await self.bot.clockwork.tick()
                await self.settle()

    # What members do

    async def use(self, member: str, command: str, channel: str = HERE, **options: Any) -> str:
        """Types a slash command; gives the text of the private answer. The sign-up of a new tournament is posted at once, unless `post` is false;
        what its panel has more than the command is typed as settings."""
        post = options.pop("post", True)
        if command == "tournament create":
            options = as_settings(options)
        result = await self.standin.play("command", {"member": member, "channel": channel, "name": command.split(), "options": options})
        answer = await self._answer(result)
        if command == "tournament create" and post:
            # Somebody else's sign-up may have come meanwhile.
            private = next(
                (m for m in reversed(self.seen(member, channel)) if any(b["custom_id"].startswith("b:dpost:") for b in self.buttons(m))), None
            )
            button = next((b for b in self.buttons(private) if b["custom_id"].startswith("b:dpost:")), None) if private else None
            if private and button and not button.get("disabled"):
                await self.press_exactly(member, private, button)
                answer = self.private(member, channel)["content"]
        if command == "game new" and self.accepting:
            for member in (options[name] for name in ("opponent", "opponent2", "opponent3") if name in options):
                lobby = next(reversed(self.seen(None, channel)), None)
                name = self.world.members[member]["global_name"]
                if lobby is not None and (f"<@{member}>" in lobby["content"] or f". {name} …" in lobby["content"]):
                    await self.press_exactly(member, lobby, self.buttons(lobby)[0])
        return answer

    async def set(self, member: str, what: str, /, channel: str = HERE, **options: Any) -> str:
        """Sets something in `/settings`; gives what they read then."""
        return await set_for(self, member, what, channel, **options)

    async def set_room(self, member: str, channel: str = HERE, **options: Any) -> str:
        """Sets something in `/referee settings`; gives what they read then."""
        return await set_room(self, member, channel, **options)

    async def complete(self, member: str, command: str, option: str, text: str, channel: str = HERE, **options: Any) -> list[str]:
        """What autocomplete fills in."""
        return [c["value"] for c in await self.choices(member, command, option, text, channel, **options)]

    async def choices(self, member: str, command: str, option: str, text: str, channel: str = HERE, **options: Any) -> list[dict[str, Any]]:
        """What autocomplete offers: what it shows (`name`), and what it fills in."""
        body = {"member": member, "channel": channel, "name": command.split(), "options": {**options, option: text}, "focused": option}
        result = await self.standin.play("autocomplete", body)
        found: list[dict[str, Any]] = result["choices"]
        return found

    async def press(self, member: str, message: dict[str, Any], label: str) -> str:
        """Presses the button whose label begins like this; gives the text of the answer."""
        return await self.press_exactly(member, message, self.button(message, label))

    async def press_exactly(self, member: str, message: dict[str, Any], button: dict[str, Any]) -> str:
        """Presses one of a message's buttons."""
        body = {"member": member, "channel": message["channel_id"], "message": message["id"], "custom_id": button["custom_id"]}
        return await self._answer(await self.standin.play("component", body))

    async def press_verb(self, member: str, verb: str, channel: str = HERE) -> str:
        """Presses the newest button of a verb that a member sees."""
        messages = [m for m in self.seen(member, channel) if any(b["custom_id"].startswith(f"b:{verb}:") for b in self.buttons(m))]
        assert messages, f"no button {verb}"
        return await self.press_exactly(member, messages[-1], next(b for b in self.buttons(messages[-1]) if b["custom_id"].startswith(f"b:{verb}:")))

    async def press_old(self, member: str, custom_id: str, channel: str = HERE) -> str:
        """Presses a button of a message of long ago, on which it stands alone."""
        part = {"type": 2, "custom_id": custom_id, "style": 2, "label": "x"}
        message = self.world.post(channel, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, self.standin.address)
        return await self.press_exactly(member, message, part)

    async def submit(self, member: str, custom_id: str, channel: str = HERE, beside: dict[str, Any] | None = None, **fields: str) -> str:
        """Sends a form, perhaps one that a button of a message has opened; gives the text of the private answer."""
        rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]} for name, value in fields.items()]
        body = {"member": member, "channel": channel, "custom_id": custom_id, "components": rows, "message": beside and beside["id"]}
        return await self._answer(await self.standin.play("modal", body))

    async def pick(self, member: str, message: dict[str, Any], value: str) -> str:
        """Chooses from the menu of a message."""
        return await self.choose(member, message, self.menus(message)[0], [value])

    async def choose(self, member: str, message: dict[str, Any], menu: dict[str, Any], values: list[str]) -> str:
        """Chooses values from one of several menus."""
        body = {"member": member, "channel": message["channel_id"], "message": message["id"], "custom_id": menu["custom_id"], "values": values}
        return await self._answer(await self.standin.play("component", body))

    async def _answer(self, result: dict[str, Any]) -> str:
        assert "error" not in result, result
        await self.settle()
        if result.get("modal"):
            return "modal"
        message = self.world.messages.get(result["message"] or "")
        return read(message)["content"] if message else ""

    async def settle(self) -> None:
        """Waits until the bot has nothing more to do or to say, but for what Discord has refused."""
        later = "('ripe', 'unanswered', 'call', 'whisper', 'goes_on', 'awake')"
        unsaid = f"SELECT 1 FROM owed WHERE kind <> 'held' AND (next <= ?1 OR (kind NOT IN {later} AND (trouble IS NULL OR trouble = 'lost')))"

        calm = 0
        busy: Any = False
        async with within("the bot to have done what it was told"):
            while calm < 3:  # What is on its way through the loop takes a turn or two.
                await asyncio.sleep(0.004 if busy else 0.001)
                busy = self._busy() or await self.bot.store.all(unsaid, (self.bot.store.now(),))
                calm = 0 if busy else calm + 1

    def _busy(self) -> bool:
        """Whether somebody waits for an answer, or the bot is at work on something it was told."""
        since = self.world.clock() - PATIENCE / 3
        recent = takewhile(lambda i: i.created > since, reversed(self.world.interactions.values()))
        if any(i.answer is None or (i.answer in (5, 6) and not i.followed) for i in recent if not i.lost):
            return True
        if self.standin.telling or any(self._heard(session) != session.sequence for session in self.standin.gateway.live):
            return True
        return at_work(*HANDLING)

    def _heard(self, session: Session) -> int | None:
        """The number of the last event of a session that has reached the bot; of one that is not its own, of all."""
        shard = self.bot.get_shard(session.shard)
        socket = shard._parent.ws if shard is not None else None
        own = socket is not None and socket.session_id == session.id
        return socket.sequence if own and socket is not None else session.sequence

    # What members see

    def seen(self, member: str | None, channel: str = HERE) -> list[dict[str, Any]]:
        """The messages of a channel that a member sees, as they read them; None: those everybody sees."""
        return [read(m) for m in self.world.messages.values() if m["channel_id"] == channel and m["_only"] in (None, member)]

    def board(self, channel: str = HERE) -> dict[str, Any]:
        """The latest public message."""
        return self.seen(None, channel)[-1]

    def private(self, member: str, channel: str = HERE) -> dict[str, Any]:
        """The latest private message of a member."""
        return [m for m in self.seen(member, channel) if m["_only"] == member][-1]

    @staticmethod
    def buttons(message: dict[str, Any]) -> list[dict[str, Any]]:
        return [c for row in message["components"] for c in row["components"] if c["type"] == 2]

    @staticmethod
    def menus(message: dict[str, Any]) -> list[dict[str, Any]]:
        return [c for row in message["components"] for c in row["components"] if c["type"] == 3]

    def labels(self, message: dict[str, Any]) -> list[str]:
        """The labels of a message's buttons."""
        return [b["label"] for b in self.buttons(message)]

    def plays(self, message: dict[str, Any]) -> dict[str, Any]:
        """The first button of a panel that plays an action at once."""
        return next(b for b in self.buttons(message) if b["custom_id"].startswith("b:do:"))

    def button(self, message: dict[str, Any], label: str) -> dict[str, Any]:
        found = [b for b in self.buttons(message) if b["label"].startswith(label)]
        assert found, f"no button {label!r} among {[b['label'] for b in self.buttons(message)]}"
        return found[0]
