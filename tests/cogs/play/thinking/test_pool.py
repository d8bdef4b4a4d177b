"""Computers think in other processes: what becomes of a game when these die, dawdle or talk nonsense, and who thinks first."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from cogs.play import table_actions, tables
from cogs.play.commit_builder import BY_ONESELF
from cogs.play.fair_queue import Asker
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.thinking import pool as thinking
from cogs.play.thinking import worker_process as minds
from cogs.play.thinking.pool import HERE, Apart
from cogs.play.thinking.worker_requests import Request
from cogs.service import table_messages
from data.content import build
from data.store.changes import COMPUTERS
from data.store.rows import TableAct
from rules.computer_levels import USUAL_LEVEL
from rules.legal_actions import legal
from rules.randomness import Chance
from tests import odd_mind
from tests.bids import KEY, Bids, known, memory
from tests.chat import ANNA, Chat
from tests.chat import HERE as CHANNEL
from tests.minds import SHARED
from tests.sampled import often
from tests.waiting import until, within

ROOT = Path(__file__).resolve().parents[4]
SOMEBODY = Asker(1, 1)
ACT = TableAct(9, "act", "whom", "why")


def runs(pid: int) -> bool:
    """Whether a process is there that has not ended."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


# A process is started when it is needed, and no longer there than it is needed


def a_request(game: str = "hexknight", seed: int = 5) -> Request:
    rules = build(game)
    state = rules.setup(rules.seats[0], {}, seed).state
    return Request(game, rules.dump(state), rules.to_act(state)[0], USUAL_LEVEL, Chance.of(seed).key)


async def test_nothing_is_started_before_somebody_asks_and_it_ends_when_nobody_does():
    apart = Apart(1, idle=0.05)
    assert apart.minds == []
    await apart.think(a_request(), SOMEBODY)
    (mind,) = apart.minds
    assert runs(mind.pid)
    await until(lambda: not apart.minds and not runs(mind.pid))
    await apart.think(a_request(), SOMEBODY)
    (other,) = apart.minds
    assert other.pid != mind.pid
    apart.close()
    assert not runs(other.pid)


async def test_a_process_is_used_again_and_stands_back():
    for seed in range(3):
        await SHARED.think(a_request(seed=seed), SOMEBODY)
    (mind,) = SHARED.minds
    assert os.getpriority(os.PRIO_PROCESS, mind.pid) >= os.getpriority(os.PRIO_PROCESS, 0) + 5
    await SHARED.think(a_request("hockey_game"), SOMEBODY)
    assert SHARED.minds == [mind]


async def test_a_hop_costs_little():
    """One that takes no time is not made to: of several the one in the middle, whatever else this machine does."""
    request, times = a_request("planetary_conquerors"), []
    for _ in range(21):
        begun = time.perf_counter()
        await SHARED.think(request, SOMEBODY)
        times.append(time.perf_counter() - begun)
    assert sorted(times)[10] < 0.03


def test_it_knows_the_rules_and_nothing_else():
    code = (
        "import sys, cogs.play.thinking.worker; print(*sorted({m.split('.')[0] for m in sys.modules} & {'discord', 'PIL', 'aiosqlite', 'asyncio'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == ""


# Opponents that go wrong


@pytest.fixture
def odd(tmp_path, monkeypatch):
    """Computers are played by `tests.odd_mind`; who is told by calling this. The folder tells which processes have begun."""
    monkeypatch.setenv("ODD", str(tmp_path))
    monkeypatch.setattr(minds, "MODULE", "tests.odd_mind")

    class Odd:
        name = "waits"

        def play(self, name: str) -> None:
            self.name = name
            monkeypatch.setattr(Bids, "opponents", {name: None})

        @property
        def begun(self) -> list[int]:
            file = tmp_path / "begun"
            return [int(line) for line in file.read_text().splitlines()] if file.exists() else []

        def free(self) -> None:
            (tmp_path / "free").touch()

        def request(self, seed: int = 1) -> Request:
            rules = build(KEY)
            return Request(KEY, rules.dump(rules.setup(2, {"asked": "one"}, seed).state), 0, self.name, Chance.of(seed).key)

    odd = Odd()
    with known():
        odd.play("waits")
        yield odd
        odd.free()


async def test_one_that_has_gone_is_not_asked_and_leaves_nothing_open(odd):
    odd.free()
    open_files, mind = len(os.listdir("/proc/self/fd")), minds.Mind()
    assert (mind.alive, mind.pid) == (True, None), "it is started when it is asked"
    assert await asyncio.to_thread(mind.ask, msgspec.msgpack.encode(odd.request()))
    assert mind.alive
    os.kill(mind.pid, signal.SIGKILL)
    await until(lambda: not mind.alive, seconds=5)
    mind.close()
    assert len(os.listdir("/proc/self/fd")) == open_files


def test_one_that_is_ended_before_it_was_asked_is_never_started():
    mind = minds.Mind()
    mind.kill()
    assert not mind.alive
    with pytest.raises(minds.Died):
        mind.ask(b"")
    assert mind.pid is None


@pytest.mark.parametrize(("cores", "most"), [(1, 1), (2, 1), (3, 2), (8, 7)])
@pytest.mark.parametrize("told", ["ours", "all", "unknown"])
def test_one_core_is_left_for_the_others(monkeypatch, cores, most, told):
    """Of those that are ours where the system says which; one thinks though nobody knows how many there are."""
    monkeypatch.setattr(os, "cpu_count", lambda: {"ours": 64, "all": cores, "unknown": None}[told])
    if told == "ours":
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set() if pid else set(range(cores)), raising=False)
    else:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert minds.spare_cores() == (1 if told == "unknown" else most)


@asynccontextmanager
async def thinking_apart(most: int = 1, longest: float = 60.0):
    apart = Apart(most, longest=longest)
    try:
        yield apart
    finally:
        apart.close()


@asynccontextmanager
async def at_a_table(apart: Apart, monkeypatch, seats: int = 2):
    """A table whose last seat is played by a computer, after a first bid; nobody has waited for it."""
    monkeypatch.setattr(table_actions, "PATIENCE", 0.0)
    monkeypatch.setattr(tables, "PATIENCE", 0.0)
    async with memory() as store:
        here = Tables(store, thinker=apart)
        people = [(n, f"P{n}") for n in range(2, seats)]
        party = Party((1, "A"), people, agreed=True, computers=1, computer_name="C", level=next(iter(Bids.opponents)))
        made, _ = await here.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), party)
        table = await here.get(made)
        for seat in range(seats - 1):
            await table.act(seat, ("bid", "1"))
        try:
            yield table
        finally:
            await here.close()


async def rows_of(table) -> list[str]:
    return [f"{row.seat} {' '.join(row.action)}" for row in await table.store.tables.actions(table.id)]


async def test_one_that_is_killed_while_it_thinks_loses_nothing(odd, monkeypatch):
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        os.kill(odd.begun[0], signal.SIGKILL)
        await until(lambda: len(odd.begun) == 2)
        odd.free()
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "1 bid 3"]
        assert odd.begun[0] != odd.begun[1]


async def test_those_that_are_killed_while_they_do_nothing_are_replaced():
    async with thinking_apart() as apart:
        answer = (await apart.think(a_request(), SOMEBODY)).answer
        for _ in range(2):
            (mind,) = apart.minds
            os.kill(mind.pid, signal.SIGKILL)
            await until(lambda pid=mind.pid: not runs(pid))
            assert (await apart.think(a_request(), SOMEBODY)).answer == answer


@pytest.mark.parametrize("name", [f.__name__ for f in odd_mind.WRONG])
async def test_a_game_goes_on_without_an_answer(odd, monkeypatch, caplog, name):
    """Whoever dies of a position, fails in it or says what is no action: the game answers, and the log says so without a secret."""
    odd.play(name)
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "1 bid 1"], "what is answered when time is over"
        await table.act(0, ("bid", "2"))
        await table.computers_answer()
        assert (await rows_of(table))[2:] == ["0 bid 2", "1 bid 1"]
        assert len(odd.begun) == 2 * (thinking.TRIES if name == "dies" else 1)
        assert await table.store.all("SELECT 1 FROM owed WHERE kind = ?", (COMPUTERS,)) == []
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(said) == 2
    assert all(f"table {table.id} (bids), action {n}, seat 1: the game answers" in line for n, line in zip((2, 4), said, strict=True))
    assert odd_mind.SECRET not in caplog.text
    assert ("in fails" in said[0]) == (name == "fails"), "where it has failed"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize(("name", "longest"), [("burns", 60.0), ("sleeps", 0.5)])
async def test_whoever_thinks_for_too_long_is_ended(odd, monkeypatch, caplog, name, longest):
    odd.play(name)
    async with thinking_apart(longest=longest) as apart, at_a_table(apart, monkeypatch) as table:
        begun = time.monotonic()
        await asyncio.wait_for(table.computers_answer(), 50)
        assert await rows_of(table) == ["0 bid 1", "1 bid 1"]
        assert time.monotonic() - begun >= min(longest, odd_mind.CPU) / 2
        await until(lambda: not apart.minds and not any(map(runs, odd.begun)))
        assert len(odd.begun) <= 1, "it is not tried again"
    assert "for too long" in caplog.text


async def test_what_it_prints_is_no_answer(odd):
    odd.play("prints")
    async with thinking_apart() as apart:
        for _ in range(3):
            assert (await apart.think(odd.request(), SOMEBODY)).answer == ("bid", "3")


async def test_where_no_process_can_be_started_it_stays_owed(odd, monkeypatch):
    python = sys.executable
    monkeypatch.setattr(minds.sys, "executable", "/nowhere/python")
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        with pytest.raises(OSError, match="nowhere"):
            await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1"]
        assert len(await table.store.all("SELECT 1 FROM owed WHERE kind = ?", (COMPUTERS,))) == 1
        monkeypatch.setattr(minds.sys, "executable", python)
        odd.free()
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "1 bid 3"]


# What happens meanwhile


async def test_nobody_thinks_on_when_the_action_is_taken_back(odd, monkeypatch):
    odd.play("sleeps")
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        await table.go_back(0, 0)
        await until(lambda: not runs(odd.begun[0]))
        assert (table.computer, table.acting) == (None, (0,))
        odd.play("waits")
        odd.free()
        table.seats[1] = table.seats[1]._replace(computer="waits")
        await table.act(0, ("bid", "2"))
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "0 undo 0", "0 bid 2", "1 bid 3"]


async def test_nobody_thinks_on_when_the_game_is_over(odd, monkeypatch):
    odd.play("sleeps")
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        await table.concede(0)
        await until(lambda: not runs(odd.begun[0]))
        assert table.over
        assert await rows_of(table) == ["0 bid 1", "0 resign"]
        await until(lambda: apart.turns.taken == 0)


async def test_nobody_thinks_on_when_the_table_is_deleted(odd, monkeypatch):
    odd.play("sleeps")
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        here = Tables(table.store, thinker=apart)
        here._alive[table.id] = table
        here.gone([table.id])
        await until(lambda: apart.turns.taken == 0 and not runs(odd.begun[0]), seconds=30)


async def test_an_answer_comes_while_the_action_is_taken_back(odd, monkeypatch, caplog):
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        async with table.changing(0):
            odd.free()
            await until(lambda: apart.turns.taken == 0)
            await asyncio.sleep(0.02)
            await table.do_go_back(0, 0, None, BY_ONESELF)
        async with within("the computer's thought"):
            await asyncio.wait([table._thinking])
        assert await rows_of(table) == ["0 bid 1", "0 undo 0"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_what_does_not_concern_the_question_does_not_disturb_a_thought(odd, monkeypatch):
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        await table.seating.offer(0, True)
        await table.clocks.recount()
        odd.free()
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "1 bid 3"]
        assert len(odd.begun) == 1


async def test_a_pause_at_the_wrong_moment(odd, monkeypatch):
    """Paused and resumed before anybody has noticed: it is thought about anew."""
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: len(odd.begun) == 1)
        await table.clocks.pause(True, ACT)
        await table.clocks.pause(False, ACT)
        odd.free()
        async with within("the computer's thought"):
            await asyncio.wait([table._thinking])
        assert await rows_of(table) == ["0 bid 1", "1 bid 3"]


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("name", ["sleeps", "burns"])
async def test_when_the_bot_stops_all_thinking_ends_at_once(odd, monkeypatch, name):
    odd.play(name)
    monkeypatch.setenv("ODD_CPU", "60")
    async with thinking_apart(2) as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: odd.begun)
        begun = time.monotonic()
        await table.stop()
        apart.close()
        assert not any(map(runs, odd.begun))
        assert time.monotonic() - begun < 2
        await table.act(0, ("nod",))  # Somebody whose action has begun still acts.
        await table.computers_answer()
        assert await rows_of(table) == ["0 bid 1", "0 nod"]
        assert not apart.minds
        assert len(await table.store.all("SELECT 1 FROM owed WHERE kind = ?", (COMPUTERS,))) == 1


BOT = """
import asyncio, sys
from cogs.play.thinking import worker_process
from cogs.play.thinking.pool import Apart
from cogs.play.thinking.worker_requests import Request
from cogs.play.fair_queue import Asker
from data.content import build
from tests.bids import KEY, known
worker_process.MODULE = "tests.odd_mind"
async def main(name):
    rules, apart = build(KEY), Apart(1)
    state = rules.dump(rules.setup(2, {}, 1).state)
    if name == "prints":
        print(await apart.think(Request(KEY, state, 0, name, "k"), Asker(1, 1)), apart.minds[0].pid, flush=True)
        await asyncio.sleep(3600)
    await apart.think(Request(KEY, state, 0, name, "k"), Asker(1, 1))
with known():
    asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize(("name", "end"), [("prints", signal.SIGKILL), ("burns", signal.SIGKILL), ("sleeps", signal.SIGTERM)])
async def test_none_outlives_the_bot(odd, monkeypatch, name, end):
    """Whether it thinks or waits for something to think about."""
    monkeypatch.setenv("ODD_CPU", "60")
    bot = subprocess.Popen([sys.executable, "-c", BOT, name], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert bot.stdout is not None
    try:
        if name == "prints":
            pid = int((await asyncio.to_thread(bot.stdout.readline)).split()[-1])
        else:
            await until(lambda: odd.begun)
            pid = odd.begun[0]
        assert runs(pid)
        bot.send_signal(end)
        await until(lambda: not runs(pid), seconds=5)
    finally:
        bot.kill()
        bot.wait(10)
        bot.stdout.close()


# Who thinks first


async def test_a_server_with_many_tables_does_not_starve_another(odd):
    """Forty requests of one server wait when one of another comes: at most one more is before it."""
    order = []
    async with thinking_apart() as apart:

        async def ask(who: Asker) -> None:
            await apart.think(odd.request(), who)
            order.append(who.server)

        many = [asyncio.create_task(ask(Asker(1, n % 3))) for n in range(40)]
        await until(lambda: odd.begun)
        one = asyncio.create_task(ask(Asker(2, 7)))
        await asyncio.sleep(0)
        odd.free()
        await asyncio.gather(one, *many)
    assert order.index(2) <= 2


class Gate:
    """Lets nobody think before it is opened; then they do so in a thinker."""

    def __init__(self, thinker) -> None:
        self.thinker = thinker
        self.open = asyncio.Event()
        self.there = 0

    async def think(self, request, asker):
        self.there += 1
        async with within("the test to let it think"):
            await self.open.wait()
        return await self.thinker.think(request, asker)

    def waits(self, asker):
        return self.thinker.waits(asker)

    def close(self):
        pass


async def test_a_hundred_tables_at_once(monkeypatch):
    """All are answered; in an ordinary run they are thirty."""
    many = often(30, 100)
    monkeypatch.setattr(tables, "PATIENCE", 0.0)
    monkeypatch.setattr(table_actions, "PATIENCE", 0.0)
    await SHARED.think(a_request("hockey_game"), SOMEBODY)
    gate = Gate(SHARED)
    async with memory() as store:
        here, found = Tables(store, thinker=gate), []
        for n in range(many):
            party = Party((1 + n % 7, "A"), computers=1, computer_name="C")
            made, _ = await here.open(Opening("hockey_game", n % 5, n, {"seating": "joined"}, "en", "light"), party)
            found.append(await here.get(made))
            async with within("a table at which a computer begins"):
                while found[-1].computer is None:
                    await found[-1].act(0, next(legal(found[-1].rules, found[-1].state, 0)))
        await until(lambda: gate.there == many)
        gate.open.set()
        await asyncio.gather(*(table.computers_answer() for table in found))
        assert [table.computer for table in found] == [None] * many
        assert all([await store.tables.actions(table.id) for table in found])
        assert (SHARED.turns.taken, SHARED.turns.waiting) == (0, 0)


# Whoever waits is told


async def test_who_waits_longer_than_usual_is_told_why(odd, monkeypatch):
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table, at_a_table(apart, monkeypatch) as other:
        await until(lambda: odd.begun)
        monkeypatch.setattr(table_actions, "PATIENCE", 3600.0)
        assert (table.late, other.late) == (None, None), "not longer than usual"
        monkeypatch.setattr(table_actions, "PATIENCE", 0.0)
        assert (table.late, other.late) == ("computer.waits", "computer.waits"), "they are tables of one person"
        odd.free()
        await table.computers_answer()
        await other.computers_answer()
        assert (table.late, other.late) == (None, None)


async def test_nobody_learns_from_it_who_is_asked(odd, monkeypatch):
    odd.play("sleeps")
    async with thinking_apart() as apart, at_a_table(apart, monkeypatch) as table:
        await until(lambda: odd.begun)
        assert table.late == "computer.thinks"
        view = Bids.view
        monkeypatch.setattr(Bids, "view", lambda self, state, seat: view(self, state, seat)._replace(to_act=(0,)))
        assert table.late is None


async def test_it_is_told_in_chat(tmp_path, monkeypatch):
    gate = Gate(HERE)
    async with Chat(tmp_path) as chat:
        chat.bot.tables.thinker = gate

        async def answered() -> None:
            await until(lambda: not chat._busy())

        monkeypatch.setattr(chat, "settle", answered)  # The computer's move stays owed.
        await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
        monkeypatch.setattr(table_actions, "PATIENCE", 0.05)
        monkeypatch.setattr(table_messages, "PATIENCE", 0.05)
        assert "is thinking for longer than usual" in await chat.use(ANNA, "move", action="faction moss")
        assert "is thinking for longer than usual" in await chat.use(ANNA, "move", action="faction dune")
        await until(lambda: chat.seen(None))
        await chat.press(ANNA, chat.board(), "Your move")
        assert "is thinking for longer than usual" in chat.private(ANNA)["content"]
        gate.open.set()
        await (await chat.bot.tables.here(int(CHANNEL))).computers_answer()
        await Chat.settle(chat)
        await chat.press(ANNA, chat.board(), "Your move")
        assert "thinking" not in chat.private(ANNA)["content"]
