"""Whether a gateway is behind: nothing is said where Discord's answer is read before the thread notes that it has sent, and much where it is late."""

from __future__ import annotations

import logging
import time
from types import SimpleNamespace
from typing import Any

import pytest
from discord.gateway import KeepAliveHandler

from cogs.service.gateway_latency import _payload, install

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

INTERVAL = 41.25


@pytest.fixture
def handler() -> Any:
    """The heartbeats of a gateway, the last of which was sent an interval ago."""
    install()
    made = KeepAliveHandler(ws=SimpleNamespace(HEARTBEAT=1, sequence=7, _max_heartbeat_timeout=60, thread_id=0), interval=INTERVAL, shard_id=0)
    made._last_send = time.perf_counter() - INTERVAL
    return made


def test_an_answer_that_is_read_at_once_is_not_late(handler, caplog):
    """Discord answers before the thread that has sent runs again."""
    assert handler.get_payload() == {"op": 1, "d": 7}
    handler.ack()
    assert handler.latency < 1
    assert not caplog.records


def test_without_it_the_heartbeat_before_is_taken_for_this_one(handler, caplog):
    """What is mended is there."""
    _payload(handler)
    handler.ack()
    assert handler.latency > INTERVAL - 1
    assert "Can't keep up" in caplog.text


def test_an_answer_that_is_late_is_said_to_be(handler, caplog):
    handler.get_payload()
    handler._last_send -= 20
    with caplog.at_level(logging.WARNING):
        handler.ack()
    assert "Can't keep up, shard ID 0 websocket is 20" in caplog.text
