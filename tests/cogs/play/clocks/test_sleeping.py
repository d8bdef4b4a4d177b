"""A machine that is put to sleep with ten games running wakes up, and nobody is hurt: with a real process that is stopped and goes on."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from rules.competition.clock import MINUTE
from tests.chat import ANNA, BOHUMIL
from tests.cogs.service.test_shutdown import asked, running, standin  # noqa: F401
from tests.waiting import until

GAMES = 10
ASLEEP = 75.0
"""Seconds, more than anybody has for a move."""


@pytest.mark.deep
async def test_a_process_that_was_stopped_goes_on_and_nobody_has_lost(standin, tmp_path):  # noqa: F811
    channels = [str(9100 + n) for n in range(GAMES)]
    for channel in channels:
        standin.world.add_channel(channel, f"table-{channel}")
    async with running(standin, tmp_path) as process:
        for n, channel in enumerate(channels):
            new = {"game": "monster_hex", "seats": "2", "options": "seating=joined", "clock": "1m", "time_over": "at_once"}
            await standin.play("command", {"member": ANNA, "channel": channel, "name": ["game", "new"], "options": new})
            await until(lambda n=n: asked(tmp_path, "SELECT COUNT(*) FROM games WHERE message IS NOT NULL") == [(n + 1,)])
            await standin.play("command", {"member": BOHUMIL, "channel": channel, "name": ["game", "join"], "options": {}})
        await until(lambda: asked(tmp_path, "SELECT COUNT(*) FROM dials WHERE due IS NOT NULL") == [(GAMES,)])
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(ASLEEP)
        process.send_signal(signal.SIGCONT)
        await asyncio.sleep(5)
        assert asked(tmp_path, "SELECT COUNT(*) FROM games WHERE status = 'live'") == [(GAMES,)]
        lefts = [due - time.time() for (due,) in asked(tmp_path, "SELECT due FROM dials WHERE due IS NOT NULL")]
        assert len(lefts) == GAMES
        assert all(0 < left <= MINUTE for left in lefts)
