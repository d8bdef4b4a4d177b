"""Runs one scenario: its people act, look, and retry if nothing happens.
The messages everybody has seen are then compared, line by line, with those of the run without a fault."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import discord

from cogs.play.outbox_worker import FIRST_PAUSE
from cogs.play.thinking.pool import HERE as IN_THIS_PROCESS
from cogs.service.bot import Referee
from data.store import Store
from playground.api_address import point_at
from playground.error_codes import Rejected
from playground.http_server import TOKEN, Standin
from playground.world import World
from tests.reading import read
from tests.tools.faults.faults import FASTER, LIFE, NONE, Fault, Faults, Life, hooks

HERE, THERE = "3001", "3002"
QUIET, SHORTLY = 0.7, 0.12
"""Seconds without a request or a commit after which nothing more is to be expected: where something is missing, and where nothing is."""
COLD = 1.0
"""The same where everything is read for the first time."""
MOMENT, BUSY = 0.005, 4
PATIENCE, ANSWER, ACKNOWLEDGED = 12.0, 1.0, 3.0
"""Seconds that people wait at most for everything to happen, and for an answer; what Discord gives for an acknowledgement."""
LONGEST = 180.0
"""Seconds for a run, on a machine that has much else to do."""
TRIES = 3
LATE, LOST, DOUBLED, STUCK, THREADS, BUTTONS, UNACKNOWLEDGED, ERROR = (
    "late", "lost", "doubled", "stuck", "threads", "buttons", "unacknowledged", "error",
)  # fmt: skip
ASKED = re.compile(r"Your turn, (<@\d+>|\*\*\w+\*\*): (choose a faction|place a monster|lead your hero|keep your hand|cast)")
"""A line of a board that says who is to act."""
Lines = Counter[tuple[str, str]]
"""What stands in channels for everybody: how often each line, by the channel's name."""


def hurry(bot: Referee) -> None:
    """Shortens the bot's pauses between retries as much as the library's. Timers of a minute stay: nothing should have to wait for them."""
    bot._connection.guild_ready_timeout = 0.02
    bot.worker.pause = FIRST_PAUSE / FASTER


class Calm:
    """Waits until nothing has stirred for some seconds in which the processor was free."""

    def __init__(self, faults: Faults, seconds: float) -> None:
        self._faults = faults
        self._seconds = seconds
        self._until = time.monotonic() + PATIENCE
        self.begin()

    def begin(self) -> None:
        """Starts the wait anew."""
        self._last, self._left = self._faults.stirred, self._seconds

    async def waits(self) -> bool:
        """Sleeps for a moment; returns whether there is still something to wait for."""
        began, worked = time.monotonic(), time.process_time()
        await asyncio.sleep(MOMENT)
        passed, worked = time.monotonic() - began, time.process_time() - worked
        if self._faults.stirred != self._last:
            self.begin()
        elif passed < BUSY * MOMENT and worked < MOMENT / 2:  # Neither we nor others keep the processor.
            self._left -= passed
        return self._left > 0 and time.monotonic() < self._until


class Told(dict[str, Any]):
    """What the run without a fault has recorded: the lines shown after each step and at the end, and the moves made."""

    def __init__(self, *found: Any) -> None:
        super().__init__(*found)
        self.pictured: set[str] = set()
        """The lines that describe the boards of games that go on."""


class Broken(Exception):
    """Raised when the scenario cannot go on."""


class Net:
    """One run of a scenario. `complaints` are the faults found in the bot: each a kind and a sentence."""

    def __init__(self, folder: Path, fault: Fault, told: Told) -> None:
        self.folder = folder
        self.told = told
        self.world = World()
        self.standin = Standin(self.world)
        self.standin.members.patience = ACKNOWLEDGED
        self.standin.gateway.starts.span = 0
        self.faults = Faults(fault, self.world)
        self.standin.rates.meddle = self.faults.meddle
        self.complaints: list[tuple[str, str]] = []
        self.first = fault.kind == NONE
        self._names: dict[str, str] = {}
        self._boards: set[str] = set()
        self._step = 0
        self._known: Lines = Counter()
        self._awaited: str | None = None
        self._bot: Referee
        self._store: Store
        self._life: Life
        self.world.listeners.append(self._hear)
        for member in self.world.members.values():
            member["locale"] = "en-US"

    def _hear(self, event: str, payload: Any, only: str | None) -> None:
        """Notes the messages that show boards of running games; their pictures replace each other."""
        if event == "MESSAGE_CREATE" and "Your move" in _labels(message := read(payload)):
            self._boards.add(payload["id"])
            if self.first:
                self.told.pictured.update(line for a in message["attachments"] for line in self._said(a["description"]))

    async def __aenter__(self) -> Net:
        self._hooks = hooks(self.faults)
        self._hooks.__enter__()
        self._seeds = patch("rules.randomness.secrets", SimpleNamespace(randbits=lambda bits: SEED % (1 << bits)))
        self._seeds.start()
        await self.standin.start()
        point_at(self.standin.address)
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._kill()
        await self.standin.stop()
        self._seeds.stop()
        self._hooks.__exit__(None, None, None)

    # The process

    async def _start(self) -> None:
        """Starts a new process on the same database. Raises Broken if it does not become ready."""
        self._life = self.faults.life = Life()
        token = LIFE.set(self._life)
        try:
            self._store = await Store.open(self.folder / "games.sqlite3")
            self._store.now = self.world.now
            self.standin.pages.on_later = self._store.due_changed.set
            self._bot = Referee(self._store, thinker=IN_THIS_PROCESS)  # Where its lives are told apart.
            hurry(self._bot)
            running = asyncio.create_task(self._bot.start(TOKEN))
            ready = asyncio.create_task(self._bot.sharing.serving.wait())
        finally:
            LIFE.reset(token)
        await asyncio.wait([running, ready], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done() and not self._life.dead:
            raise Broken("the bot does not become ready")

    async def _kill(self) -> None:
        """Ends the process abruptly, with no chance to clean up."""
        self._life.died.set()
        tasks = [*self._life.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=2) if tasks else None
        await discord.AutoShardedClient.close(self._bot)
        await self._store.close()
        self.standin.sessions.clear()

    async def restart(self) -> None:
        """Kills the process and starts a new one."""
        await self._kill()
        await self._start()

    async def registered(self) -> None:
        """Waits until Discord has been told of the commands. Raises TimeoutError."""
        await asyncio.wait_for(self._bot.registering.done.wait(), PATIENCE)

    async def _revive(self) -> bool:
        """Starts a new process if the old one was killed; returns whether it was."""
        if not self._life.dead:
            return False
        await self.restart()
        return True

    # What members do

    async def use(self, member: str, command: str, channel: str = HERE, **options: Any) -> str:
        """Types a slash command."""
        return await self._answer("command", {"member": member, "channel": channel, "name": command.split(), "options": options})

    async def press(self, member: str, label: str, channel: str = HERE) -> str:
        """Presses the button whose label begins with `label`, on the latest message that has one."""
        for message in reversed(self.seen(channel)):
            for row in message["components"]:
                for child in row["components"]:
                    if (child.get("label") or "").startswith(label) and not child.get("disabled"):
                        return await self.press_part(member, message, child)
        return NO_ANSWER

    async def press_part(self, member: str, message: dict[str, Any], part: dict[str, Any]) -> str:
        """Presses a button, or picks the first entry of a menu."""
        body = {"member": member, "channel": message["channel_id"], "message": message["id"], "custom_id": part["custom_id"]}
        return await self._answer(
            "component", body | ({"values": [one["value"] for one in part["options"][: part.get("min_values", 1)]]} if part["type"] == 3 else {})
        )

    async def reads(self, member: str, label: str, channel: str = HERE) -> str:
        """The private message that a member gets after pressing a button; without one they press again, and "" is returned in the end."""
        for _ in range(TRIES):
            before = len(self.seen(channel, member))
            await self.press(member, label, channel)
            private = self.seen(channel, member)
            if len(private) > before and OUR_SIDE not in private[-1]["content"]:
                return str(private[-1]["content"])
            await self.quiet(SHORTLY)
        return ""

    async def offered(self, member: str, text: str, channel: str = HERE) -> list[str]:
        """The completions offered for a move."""
        body = {"member": member, "channel": channel, "name": ["move"], "options": {"action": text}, "focused": "action"}
        return [c["value"] for c in (await self.standin.play("autocomplete", body)).get("choices") or ()]

    async def move(self, member: str, channel: str = HERE, which: int = 0) -> str:
        """Types a move: in the run without a fault the `which`-th one offered, in later runs the same one again."""
        key = f"move {self._step}"
        if self.first and key not in self.told:
            self.faults.counting = False  # Later runs know the move, and need not ask.
            text = (await self.offered(member, "", channel))[which]
            while further := [t for t in await self.offered(member, f"{text} ", channel) if t != text]:
                text = further[0]
            self.told[key] = text
            self.faults.counting = True
        return await self.use(member, "move", channel, action=self.told[key])

    async def _answer(self, what: str, body: dict[str, Any]) -> str:
        """Performs an interaction and waits for its acknowledgement; returns "", or `NO_ANSWER` if there was none."""
        if self._life.dead:
            return NO_ANSWER
        doing, died = asyncio.create_task(self.standin.play(what, body)), asyncio.create_task(self._life.died.wait())
        await asyncio.wait([doing, died], return_when=asyncio.FIRST_COMPLETED)
        died.cancel()
        if not doing.done():
            doing.cancel()
            return NO_ANSWER
        try:
            result = doing.result()
        except Rejected:
            return NO_ANSWER
        if "error" in result:
            return NO_ANSWER
        self._asked = asked = next(i for i in self.world.interactions.values() if i.id == result["interaction"])
        calm = Calm(self.faults, ANSWER)
        while asked.answer in THINKING and not asked.followed and not self._life.dead and await calm.waits():
            pass
        return ""

    def _failed(self, answer: str) -> bool:
        """Whether a member was told of a failure on the bot's side, or got no answer."""
        asked = self._asked
        if answer == NO_ANSWER or asked is None or (asked.answer in THINKING and not asked.followed):
            return True
        message = self.world.messages.get(asked.original or "")
        return message is not None and OUR_SIDE in read(message)["content"]

    # What members see

    def seen(self, channel: str, member: str | None = None) -> list[dict[str, Any]]:
        """The messages in a channel that everybody sees, or those that only `member` sees."""
        return [read(m) for m in self.world.messages.values() if m["channel_id"] == channel and m["_only"] == member and not m["flags"] & 128]

    def thread(self, number: int) -> str:
        """The id of the thread made `number`-th in the run without a fault; "nowhere" if it is missing or empty."""
        key, there = f"thread {number}", {self.world.channels[t]: t for t in self.world.threads}
        if self.first and number < len(there):
            self.told.setdefault(key, [*there][number])
        found = there.get(self.told.get(key, ""), "nowhere")
        return found if self.seen(found) else "nowhere"

    def asked(self, channel: str = HERE) -> str:
        """The id of the last user mentioned in a channel."""
        for message in reversed(self.seen(channel)):
            if found := re.findall(r"<@(\d+)>", message["content"]):
                return found[0]
        return "4001"

    def lines(self) -> Lines:
        """How often each line stands in each channel, without the lines on whose turn it is, which each board repeats."""
        self._names |= self.world.channels
        found: Lines = Counter()
        for message in map(read, self.world.messages.values()):
            if message["_only"] is None and not message["flags"] & 128:
                where = self._names.get(message["channel_id"], "?")
                said = self._said(message["content"])
                if message["id"] not in self._boards:
                    said += [line for a in message["attachments"] for line in self._said(a["description"])]
                elif not message["attachments"]:  # A picture that was not taken is told in its words.
                    said = [line for line in said if line not in self.told.pictured]
                found.update((where, line) for line in said)
        return found

    def _said(self, words: str) -> list[str]:
        """The lines of a text, with times and durations that vary between runs replaced."""
        words = re.sub(r"<#(\d+)>", lambda m: f"#{self._names.get(m[1], '?')}", words)
        words = re.sub(r"The game took (\d+ \w+), .* in all", r"The game took \1", words)
        words = re.sub(r"<t:\d+(:\w)?>", "<t>", words)
        words = re.sub(r"⏱ \d+ \w+|time left: .*", "⏱", words)
        return [line for line in words.splitlines() if not ASKED.match(line)]

    def _threads(self) -> Counter[str]:
        return Counter(self.world.channels[t] for t in self.world.threads)

    def _buttons(self) -> Counter[tuple[str, tuple[str, ...]]]:
        """The public messages that still have buttons, as (channel, labels), counted."""
        public = [m for m in map(read, self.world.messages.values()) if m["_only"] is None and m["components"]]
        return Counter((self._names.get(m["channel_id"], "?"), _labels(m)) for m in public)

    # The run

    async def step(self, doing: Callable[[], Awaitable[object]], expect: str = "", channel: str | None = None) -> None:
        """Somebody does something that everybody is told of, `expect` in what is new of it, or anything in a `channel`.

        Who sees nothing of it tries again. Raises Broken.
        """
        self._step += 1
        self._awaited = channel
        self.faults.counting = True
        key = f"step {self._step}"
        self._known = self.lines()
        tries = 0
        for tries in range(1, TRIES + 1):
            self._asked = None
            before, age = self.lines(), self._life
            answer = await doing()
            if await self._comes(key, expect):
                self._check_acknowledged(before, age, str(answer), key)
                break
            if self.faults.give_back() and await self._comes(key, expect):
                break
            if self._failed(str(answer)) and tries < TRIES:
                continue
            missing = self._missing(key, expect)
            await self.restart()
            if await self._comes(key, expect):
                self.complain(LATE, f"{key}: {missing[:3]} came only after a restart")
                break
            if tries == TRIES:
                self.complain(STUCK, f"{key}: {missing[:3]} never came")
                raise Broken(key)
        if await self._revive() or self.first:
            await self.quiet(SHORTLY)
        if self.first:
            self.told[key] = self.lines()

    def _check_acknowledged(self, before: Lines, life: Life, answer: str, key: str) -> None:
        """Complains if a step was done although its member got no answer, unless the process was killed meanwhile."""
        if answer == NO_ANSWER and life is self._life and self.lines() != before:
            self.complain(UNACKNOWLEDGED, f"{key} was done although nobody could be answered")

    def complain(self, kind: str, words: str) -> None:
        self.complaints.append((kind, words))

    def _missing(self, key: str, expect: str) -> list[str]:
        """The lines expected by now that nobody has seen."""
        now = self.lines()
        wanted = self.told.get(key)
        found = [f"{where}: {line}" for where, line in ((wanted or Counter()) - now)]
        if wanted is None and expect and not any(expect in line for _, line in now - self._known):
            found.append(expect)
        if self._awaited is not None and not self.seen(self._awaited):
            found.append(f"anything in {self._awaited}")
        return found

    async def _comes(self, key: str, expect: str) -> bool:
        """Waits until all expected lines are there, or nothing stirs any more; returns whether they are."""
        calm = Calm(self.faults, COLD if self.first else QUIET)
        while await self._goes_on(calm):
            if not self._missing(key, expect):
                return True
        return False

    async def quiet(self, seconds: float = QUIET) -> None:
        """Waits until nothing has stirred for `seconds`."""
        calm = Calm(self.faults, seconds)
        while await self._goes_on(calm):
            pass

    async def _goes_on(self, calm: Calm) -> bool:
        """Sleeps for a moment, restarting a killed process first; returns whether there is still something to wait for."""
        if await self._revive():
            calm.begin()
        return await calm.waits()

    async def judge(self) -> None:
        """Compares the final lines, threads and buttons with those of the run without a fault, and complains about differences."""
        if self.first:
            await self.quiet(0.3)
            if any(OUR_SIDE in m["content"] for m in self.world.messages.values()):
                self.complain(ERROR, "something went wrong on our side although nothing failed")
            self.told["end"] = (self.lines(), self._threads(), self._buttons())
            self.told["requests"], self.told["commits"] = self.faults.requests, self.faults.commits
            return
        calm = SHORTLY
        for _ in range(2):
            await self.quiet(calm)
            self.faults.give_back()
            lines, threads, buttons = self.told["end"]
            if (self.lines(), self._threads(), self._buttons()) == (lines, threads, buttons):
                return
            calm = QUIET
        now = self.lines()
        doubled = self._doubled()
        for kind, gap in ((LOST, (lines - now) + (now - lines - doubled)), (DOUBLED, doubled)):
            if gap:
                self.complain(kind, _few(gap))
        if self._threads() != threads:
            self.complain(THREADS, f"{dict(self._threads())} instead of {dict(threads)}")
        elif self._buttons() != buttons:
            self.complain(BUTTONS, f"more {dict(self._buttons() - buttons)}, fewer {dict(buttons - self._buttons())}")

    def _doubled(self) -> Lines:
        """The lines that stand more often than after any step of the run without a fault."""
        ceiling: Lines = Counter(self.told["end"][0])
        for key, lines in self.told.items():
            if key.startswith("step "):
                ceiling |= lines
        return self.lines() - ceiling

    def broken(self, broken: Broken) -> None:
        """Adds the complaints about a run that could not go on."""
        if not self.complaints:
            self.complain(STUCK, str(broken))
        if "end" in self.told:
            _, threads, _ = self.told["end"]
            if doubled := self._doubled():
                self.complain(DOUBLED, _few(doubled))
            if self._threads() - threads:
                self.complain(THREADS, f"{dict(self._threads() - threads)} too many")

    async def later(self, hours: float) -> str:
        """Advances the clock by `hours` once everything is sent; Discord forgets its nonces meanwhile."""
        await self.quiet()
        self.world.ahead += hours * 3600
        self.standin.pages.on_later()
        self._asked = None
        return NO_ANSWER if self._life.dead else ""


THINKING = (5, 6)
"""Acknowledgements after which something is to follow."""
OUR_SIDE = "on our side"
"""What a member reads when something went wrong that is no fault of theirs."""
NO_ANSWER = "The application did not respond"
SEED = 0x5EED_0F_7E575_0123456789ABCDEF_0123456789ABCDEF_0123456789ABCDEF_0123456789ABCDEF
Scenario = Callable[[Net], Awaitable[None]]


def _few(lines: Lines) -> str:
    """The first three lines as a text."""
    return str([f"{where}: {line}" for where, line in lines][:3])


def _labels(message: dict[str, Any]) -> tuple[str, ...]:
    return tuple(c.get("label") or "" for row in message["components"] for c in row["components"])


class Stage:
    """Runs scenarios in a folder, with a database in which commands are already registered, and keeps their results without a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._commands: list[Any] = []
        self._told: dict[str, Told] = {}
        self._runs = 0

    async def _prepared(self) -> Path:
        """A new folder with a copy of the database of a new bot."""
        template = self.folder / "template"
        if not self._commands:
            template.mkdir(parents=True)
            async with Net(template, Fault(), Told()) as net:
                await net.registered()
                self._commands = net.world.commands
        self._runs += 1
        folder = self.folder / f"run{self._runs}"
        shutil.copytree(template, folder)
        return folder

    async def told(self, scenario: Scenario) -> Told:
        """The record of a scenario without a fault, made at the first call; its `complaints` are those raised even then."""
        name = scenario.__name__
        if name not in self._told:
            told = self._told[name] = Told()
            told["complaints"] = (await self._run(scenario, Fault(), told)).complaints
        return self._told[name]

    async def play(self, scenario: Scenario, fault: Fault) -> Net:
        """Runs a scenario with a fault; returns the net with its complaints and the place of the fault."""
        return await self._run(scenario, fault, await self.told(scenario))

    async def _run(self, scenario: Scenario, fault: Fault, told: Told) -> Net:
        folder = await self._prepared()
        try:
            async with Net(folder, fault, told) as net:
                net.world.commands = self._commands
                try:
                    async with asyncio.timeout(LONGEST):
                        await scenario(net)
                        await net.judge()
                except Broken as broken:
                    net.broken(broken)
                except TimeoutError:
                    net.complain(STUCK, "it does not come to an end")
                return net
        finally:
            shutil.rmtree(folder)


def memory_folder() -> Path:
    """A new temporary folder, in memory (/dev/shm) if possible, since a disk would take most of the time."""
    return Path(tempfile.mkdtemp(prefix="faults-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
