"""The outbox worker: does what commits have left to do (messages, moves of computers, the next round of a tournament).

Each such thing is a row of the commit's own transaction, and is tried until it works. Every step may be repeated without doing anything twice.
Tables and tournaments don't wait for each other; the rows of one are worked off in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from cogs.play.fair_share import rest_after
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
changes, it is tried at once. Where a server is crowded, that may be over at any moment, too."""
SEEN_AGAIN = 3
"""Tries after which a fault of ours with one debt keeps those behind it waiting no longer."""
STUMBLED = 60.0
"""Seconds until everything is looked at anew after a fault of ours."""
LONGEST_REST = 5.0
"""Seconds at most between two looks that take long."""
AT_ONCE = 256
"""Steps under way at most: after a long silence of Discord there may be thousands, each with a picture."""
LOST, REFUSED, GONE, FULL, FAULT, STRANDED, CROWDED = "lost", "refused", "gone", "full", "fault", "stranded", "crowded"
"""Troubles: no answer; no right to do it; no such channel or message; too many at once; a fault of ours; a game that its rules cannot read; a server
without room for another thread."""


class Trouble(Exception):
    """A step of the outbox has failed. Unless its kind is LOST it has certainly done nothing; `wait` is the least delay before a retry."""

    def __init__(self, kind: str, said: object = "", wait: float = 0) -> None:
        super().__init__(f"{kind}: {said}")
        self.kind = kind
        self.wait = wait


def outlived(debt: Debt, now: float) -> bool:
    """Whether a row that nobody would miss is dropped at its next failure: it is more than a day old, and was tried more than once."""
    return debt.tries > 1 and now - debt.created > DAY


Step = Callable[[Sequence[Debt]], Awaitable[None]]
"""Does what is owed, and strikes it off in the store. Raises Trouble for what could not be done."""


class HasNow(Protocol):
    """Something that tells the time, such as the store."""

    now: Callable[[], float]


class Lane(NamedTuple):
    """How rows of a kind are worked off: those of one subject and one lane wait for each other, in order; lanes don't."""

    name: str
    step: Step

    def of(self, debt: Debt) -> str:
        """The name of a row's lane: `thread {fixture}` makes one for each fixture."""
        return self.name.format_map(debt.payload)


class Worker:
    """The outbox worker: works off the rows of the shards that this process serves, several subjects at a time.

    `troubled` is told of failures, `elsewhere` of subjects of other shards with new rows. Each step runs under the `lease` held when it begins.
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
        """Registers the handler of some kinds of rows, in a lane: it gets all rows that wait there, the oldest first, and deletes those it has
        done."""
        for kind in kinds:
            self._lanes[kind] = Lane(lane, step)

    # When

    async def start(self) -> None:
        """Looks for all rows, as after a start, and from now on whenever one becomes due."""
        await self.begin()

    async def begin(self, shards: Shards | None = None) -> None:
        """Works off the rows of shards that this process has just taken over; they are in the store's `shards` by then."""
        if self._closed:
            return
        await self._owed.retry(among=shards)
        if self._timer is None:
            self._timer = asyncio.create_task(self._run())
        self._changed.set()

    async def end(self, patience: float = 0) -> None:
        """Stops working for shards that were given up. Steps in progress have `patience` seconds, then they are cancelled; the shards' next
        process does the rest."""
        if self._looks:  # One that looked before may still set something to work.
            await asyncio.wait(self._looks)
        given_up = [task for (subject, _), task in list(self._tasks.items()) if not await self._owed.ours(subject)]
        await _ended(given_up, patience)

    def look(self) -> None:
        """Looks for all rows that are due."""
        self._changed.set()

    async def retry(self, trouble: str | None = None, channels: Sequence[int] | None = None) -> None:
        """Retries failed rows now, since their cause may be gone."""
        self._hastened.update(self._tasks)  # What is being tried this moment may still fail for the old reason.
        await self._owed.retry(trouble, channels)
        self._changed.set()

    def wake(self, subject: Subject) -> None:
        """Wakes the worker for a subject's new row; before `start` it waits."""
        self._begin_look(subject, self.elsewhere)

    def hear(self, subject: Subject) -> None:
        """Wakes the worker when another process has announced a row; rows of other shards are not passed on."""
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
        """After a failed look, looks again in a moment; else the rows would wait for the next new one."""
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
                rest = rest_after(time.monotonic() - began, LONGEST_REST)
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
        """Waits until all rows of a subject have been done or tried."""
        while tasks := [*self._looks, *(task for (whose, _), task in self._tasks.items() if whose == subject)]:
            await asyncio.wait(tasks)

    @property
    def under_way(self) -> Collection[asyncio.Task[None]]:
        """The steps in progress."""
        return self._tasks.values()

    def stop(self) -> None:
        """Begins no further step; those in progress go on."""
        self._closed = True
        self._changed.set()

    async def close(self, patience: float = 0) -> None:
        """Stops; undone rows stay stored. Steps in progress have `patience` seconds, then they are cancelled."""
        self.stop()
        await _ended([*self._looks, *([self._timer] if self._timer else [])], 0)
        await _ended(self._tasks.values(), patience)

    # What

    async def _look_at(self, subject: Subject, elsewhere: Callable[[Subject], None] | None = None) -> None:
        """Starts the lanes of a subject that have a row due; a subject of other shards is told to `elsewhere`."""
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
        """A subject's rows by lane. Unreadable rows, and those of an unknown kind, block no others."""
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
        """Does steps of a lane as long as a row is due."""
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
        """Does one step; returns whether it went well, so that another may follow at once."""
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
        """Stores a failure with the time of the next try. The delay grows with each try; it is 0 if the cause may have gone meanwhile."""
        growth, longest = (GROWTH, LONGEST_PAUSE) if trouble.kind in (LOST, CROWDED) else (PARKED_GROWTH, PARKED_LONGEST)
        pause = 0 if which in self._hastened else min(self.pause * growth ** min(debts[0].tries, 30), longest)
        await self._owed.failed(debts, trouble.kind, self._clock.now() + max(pause, trouble.wait))


async def _ended(tasks: Iterable[asyncio.Task[None]], patience: float) -> None:
    """Waits for tasks to end; cancels those that take longer than `patience` seconds."""
    waiting = set(tasks)
    if waiting and patience:
        _, waiting = await asyncio.wait(waiting, timeout=patience)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


def _passing(debts: Sequence[Debt], now: float) -> list[Debt]:
    """The rows waiting in a lane, without those at its head that have failed repeatedly by a fault of ours."""
    stuck = 0
    while stuck < len(debts) and debts[stuck].trouble == FAULT and debts[stuck].tries > SEEN_AGAIN and debts[stuck].next > now:
        stuck += 1
    return [*debts[stuck:]]


def _due(debts: Sequence[Debt], now: float) -> bool:
    """Whether a lane has work: its first row is due, and not all rows only wait for another message (HELD)."""
    return bool(debts) and debts[0].next <= now and any(debt.kind != HELD for debt in debts)
