"""The outbox worker: the one place that works off what commits have left to do (messages, moves of computers, the next round of a tournament).

Everything that follows from a commit is a row of its transaction, and is tried afterwards as often as it takes. Every step may be repeated without
doing anything twice. Tables and tournaments do not wait for each other; the rows of one of them are worked off in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from cogs.play.log_context import about
from data.store.changes import HELD, Debt, Subject
from data.store.database import Superseded, Unreachable
from data.store.lease import Lease, undertake
from data.store.outbox import Outbox
from data.store.shards import Shards
from rules.competition.clock import DAY

log = logging.getLogger("referee.worker")
FIRST_PAUSE = 1.0
"""Seconds until something is tried again for the first time."""
GROWTH, LONGEST_PAUSE = 2, 300.0
"""How much longer each further pause is while a connection is lost, and seconds at most: it may be back at any moment, and costs nobody anything."""
PARKED_GROWTH, PARKED_LONGEST = 8, 6 * 3600.0
"""The same after any trouble but a lost connection, since a second failure mostly has a cause that lasts; when a right, a channel or the table
changes, it is tried at once."""
SEEN_AGAIN = 3
"""Tries after which a fault of ours with one debt keeps those behind it waiting no longer."""
STUMBLED = 60.0
"""Seconds until everything is looked at anew after a fault of ours."""
AT_ONCE = 256
"""Steps under way at most: after a long silence of Discord there may be thousands, each with a picture."""
LOST, REFUSED, GONE, FULL, FAULT, STRANDED = "lost", "refused", "gone", "full", "fault", "stranded"
"""Troubles: no answer; no right to do it; no such channel or message; too many at once; a fault of ours; a game that its rules cannot read."""


class Trouble(Exception):
    """The exception for something that could not be done now. Unless it is LOST it has surely not been done; `wait` is the least delay before a
    retry.
    """

    def __init__(self, kind: str, said: object = "", wait: float = 0) -> None:
        super().__init__(f"{kind}: {said}")
        self.kind = kind
        self.wait = wait


def outlived(debt: Debt, now: float) -> bool:
    """Whether something that nobody misses is given up when it fails once more: it has been owed for a day, and tried more than once."""
    return debt.tries > 1 and now - debt.created > DAY


Step = Callable[[Sequence[Debt]], Awaitable[None]]
"""Does what is owed, and strikes it off in the store. Raises Trouble for what could not be done."""


class HasNow(Protocol):
    """A clock, such as the store's."""

    now: Callable[[], float]


class Lane(NamedTuple):
    """How a kind of debt is worked off: those of one subject in a lane of one name wait for each other, in order; lanes do not."""

    name: str
    step: Step

    def of(self, debt: Debt) -> str:
        """The lane's name for a debt: `thread {fixture}` is one for each fixture."""
        return self.name.format_map(debt.payload)


class Worker:
    """The outbox worker: works off the rows of the shards that this process holds, those of different subjects concurrently.

    `troubled` is told of what could not be done, `elsewhere` of somebody of another shard who owes something new. Each step is under the `lease` that
    there is when it begins.
    """

    def __init__(self, owed: Outbox, clock: HasNow) -> None:
        self._owed = owed
        self._clock = clock
        self._lanes: dict[str, Lane] = {}
        self._tasks: dict[tuple[Subject, str], asyncio.Task[None]] = {}
        self._again: set[tuple[Subject, str]] = set()
        self._hastened: set[tuple[Subject, str]] = set()
        self._looks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._timer: asyncio.Task[None] | None = None
        self._closed = False
        self._changed = asyncio.Event()
        self.pause = FIRST_PAUSE
        self.troubled: Callable[[Subject, Trouble], None] = lambda subject, trouble: None
        self.elsewhere: Callable[[Subject], None] = lambda subject: None
        self.lease: Callable[[], Lease | None] = lambda: None
        owed.woken = self.wake

    def teach(self, lane: str, step: Step, *kinds: str) -> None:
        """Registers a handler for some kinds of rows, in a lane: it gets all that wait there, the oldest first, and strikes off what it has done."""
        for kind in kinds:
            self._lanes[kind] = Lane(lane, step)

    # When

    async def start(self) -> None:
        """Looks at everything owed, as after a start, and from now on whenever something is due."""
        await self.begin()

    async def begin(self, shards: Shards | None = None) -> None:
        """Works off the rows of shards that this process has just got; they are among the store's by then."""
        if self._closed:
            return
        await self._owed.retry(among=shards)
        if self._timer is None:
            self._timer = asyncio.create_task(self._run())
        self._changed.set()

    async def end(self, patience: float = 0) -> None:
        """Shards are not looked after any more; they are no longer among the store's. No further step is begun for them; those under way have some
        seconds to end, and are cancelled then: whoever looks after them next does what they leave."""
        if self._looks:  # One that looked before may still set something to work.
            await asyncio.wait(self._looks)
        given_up = [task for (subject, _), task in list(self._tasks.items()) if not await self._owed.ours(subject)]
        await _ended(given_up, patience)

    def look(self) -> None:
        """Looks at everything that is due."""
        self._changed.set()

    async def retry(self, trouble: str | None = None, channels: Sequence[int] | None = None) -> None:
        """Retries failed rows at once, since their cause may be gone."""
        self._hastened.update(self._tasks)  # What is being tried this moment may still fail for the old reason.
        await self._owed.retry(trouble, channels)
        self._changed.set()

    def wake(self, subject: Subject) -> None:
        """Wakes the worker for a new row. Before the start it waits for that."""
        self._begin_look(subject, self.elsewhere)

    def hear(self, subject: Subject) -> None:
        """Wakes the worker on a notification of another process; rows of other shards are passed on to nobody."""
        self._begin_look(subject, None)

    def _begin_look(self, subject: Subject, elsewhere: Callable[[Subject], None] | None) -> None:
        if self._closed and elsewhere is not None:  # Whoever has taken over sees to it.
            elsewhere(subject)
        if self._timer is None or self._closed:
            return
        look = asyncio.create_task(self._look_at(subject, elsewhere))
        self._looks.add(look)
        look.add_done_callback(self._looked)

    def _looked(self, look: asyncio.Task[None]) -> None:
        """What could not be looked at is looked for again in a moment, else it would wait until something else is owed."""
        self._looks.discard(look)
        if not look.cancelled() and (error := look.exception()) is not None:
            log.warning("what somebody owes could not be looked at (%s)", type(error).__name__)
            asyncio.get_running_loop().call_later(self.pause, self._changed.set)

    async def _run(self) -> None:
        while not self._closed:
            self._changed.clear()
            began, rest = time.monotonic(), 0.0
            try:
                now, busy = self._clock.now(), {subject for subject, _ in self._tasks}
                for subject in await self._owed.subjects(now):
                    if subject not in busy:  # It is looked at again when it has done what it does.
                        self.hear(subject)
                due = await self._owed.next(now)
                pause = None if due is None else max(due - self._clock.now(), 0.01)
                rest = 9 * (time.monotonic() - began)  # Looking at thousands takes long, and is done at most a tenth of the time.
            except Unreachable:
                log.exception("what is owed cannot be looked at")
                pause = FIRST_PAUSE
            except Exception:
                log.exception("the worker stumbled")
                pause = STUMBLED
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()
            if not self._closed:
                await asyncio.sleep(rest)

    async def settled(self, subject: Subject) -> None:
        """Waits until what somebody owes has been done or tried."""
        while tasks := [*self._looks, *(task for (whose, _), task in self._tasks.items() if whose == subject)]:
            await asyncio.wait(tasks)

    @property
    def under_way(self) -> Collection[asyncio.Task[None]]:
        """The rows that are being worked off."""
        return self._tasks.values()

    def stop(self) -> None:
        """Begins no further step; those under way go on."""
        self._closed = True
        self._changed.set()

    async def close(self, patience: float = 0) -> None:
        """Stops; what is owed stays so. Steps under way have some seconds to end, and are cancelled then."""
        self.stop()
        await _ended([*self._looks, *([self._timer] if self._timer else [])], 0)
        await _ended(self._tasks.values(), patience)

    # What

    async def _look_at(self, subject: Subject, elsewhere: Callable[[Subject], None] | None = None) -> None:
        """Sets those lanes of a subject to work in which something is due; `elsewhere` is told of one that is not looked after here."""
        now, lanes = self._clock.now(), await self._in_lanes(subject)
        if not lanes and elsewhere is not None and not await self._owed.ours(subject):
            elsewhere(subject)
        for name, debts in lanes.items():
            which = (subject, name)
            if which in self._tasks:
                self._again.add(which)
            elif _due(debts, now):
                self._tasks[which] = asyncio.create_task(self._work(which))

    async def _in_lanes(self, subject: Subject) -> dict[str, list[Debt]]:
        """What a subject owes, by its lanes. What cannot be read, or is of a kind that nobody knows, keeps nothing waiting."""
        lanes: dict[str, list[Debt]] = {}
        lost, now = [], self._clock.now()
        found = await self._owed.here(subject)
        for debt in [] if self._closed else found:  # Nothing is begun any more.
            if debt.readable and debt.kind in self._lanes:
                lanes.setdefault(self._lanes[debt.kind].of(debt), []).append(debt)
            elif debt.next <= now:
                lost.append(debt)
        if lost:
            await self._owed.pass_over(lost, now + PARKED_LONGEST)
            return await self._in_lanes(subject)
        return {lane: _passing(debts, now) for lane, debts in lanes.items()}

    async def _work(self, which: tuple[Subject, str]) -> None:
        """One step after another, as long as something is due in a lane."""
        subject, name = which
        about(**{subject.kind: subject.id})
        undertake(self.lease())
        try:
            async with self._slots:
                debts = (await self._in_lanes(subject)).get(name, [])
                while _due(debts, self._clock.now()):
                    self._again.discard(which)
                    self._hastened.discard(which)
                    went, before = await self._step(which, debts), {debt.id for debt in debts}
                    debts = (await self._in_lanes(subject)).get(name, [])
                    if went and before <= {debt.id for debt in debts} and _due(debts, self._clock.now()):  # Else it would be done for ever.
                        await self._failed(which, debts, Trouble(FAULT))
                        break
                    if not went and which not in self._again:
                        break
        except Superseded:
            log.info("%s %d: what it owes is for another process by now", *subject)
        except Exception:
            log.exception("%s %d: what it owes could not be looked at", *subject)
        finally:
            self._again.discard(which)
            del self._tasks[which]
            self._changed.set()

    async def _step(self, which: tuple[Subject, str], debts: list[Debt]) -> bool:
        """Does one step; says whether it went well, so that another one may follow at once."""
        subject, _ = which
        try:
            await self._lanes[debts[0].kind].step(debts)
        except Trouble as trouble:
            log.warning("%s %d: %s cannot be done (%s)", *subject, debts[0].kind, trouble)
            await self._failed(which, debts, trouble)
            self.troubled(subject, trouble)
            return False
        except Superseded:
            raise
        except Exception:
            log.exception("%s %d: %s cannot be done", *subject, debts[0].kind)
            alone = debts[0].tries >= SEEN_AGAIN
            await self._failed(which, debts[:1] if alone else debts, Trouble(FAULT))
            return alone and len(debts) > 1
        return True

    async def _failed(self, which: tuple[Subject, str], debts: Sequence[Debt], trouble: Trouble) -> None:
        """Patience grows with each try; there is none where something has changed for the better meanwhile."""
        growth, longest = (GROWTH, LONGEST_PAUSE) if trouble.kind == LOST else (PARKED_GROWTH, PARKED_LONGEST)
        pause = 0 if which in self._hastened else min(self.pause * growth ** min(debts[0].tries, 30), longest)
        await self._owed.failed(debts, trouble.kind, self._clock.now() + max(pause, trouble.wait))


async def _ended(tasks: Iterable[asyncio.Task[None]], patience: float) -> None:
    """Waits for the end of tasks; those that take longer are cancelled."""
    waiting = set(tasks)
    if waiting and patience:
        _, waiting = await asyncio.wait(waiting, timeout=patience)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


def _passing(debts: Sequence[Debt], now: float) -> list[Debt]:
    """What waits in a lane, without those at its head that a fault of ours has kept from being done again and again."""
    stuck = 0
    while stuck < len(debts) and debts[stuck].trouble == FAULT and debts[stuck].tries > SEEN_AGAIN and debts[stuck].next > now:
        stuck += 1
    return [*debts[stuck:]]


def _due(debts: Sequence[Debt], now: float) -> bool:
    """Whether a lane may go on: its first debt is due, and not all of them wait for something else to be told."""
    return bool(debts) and debts[0].next <= now and any(debt.kind != HELD for debt in debts)
