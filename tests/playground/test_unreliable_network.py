"""The simulated network loses answers to requests that were carried out: by an error that tells nothing, or by a connection that breaks."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from aiohttp import web

from playground.error_codes import Rejected
from playground.unreliable_network import Way


class Transport:
    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(
    ("method", "path", "what"),
    [
        ("POST", "/interactions/1/token/callback", "acknowledgements"),
        ("POST", "/channels/1/messages", "messages"),
        ("POST", "/channels/1/messages/2/threads", "threads"),
        ("POST", "/webhooks/1/token", "follow-ups"),
        ("PATCH", "/webhooks/1/token/messages/@original", "late answers"),
        ("PATCH", "/channels/1/messages/2", "edits"),
    ],
)
async def test_what_is_asked_for_is_done_and_its_answer_is_lost_in_either_way(method, path, what):
    way, taken, ends = Way(random.Random(1)), [], set()
    way.loses = 1.0

    async def handler(request):
        taken.append(request)
        return web.Response()

    for n in range(1, 21):
        request = SimpleNamespace(method=method, path=f"/api/v10{path}", transport=Transport())
        try:
            await way(request, handler)
            assert request.transport.closed
            ends.add("broken")
        except Rejected as error:
            ends.add(error.status)
        assert len(taken) == n == way.lost[what]
    assert ends == {"broken", 500}


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/channels/1/messages"), ("PUT", "/applications/1/commands"), ("DELETE", "/channels/1/messages/2")]
)
async def test_everything_else_is_answered(method, path):
    way, answer = Way(), web.Response()
    way.loses = 1.0

    async def handler(request):
        return answer

    assert await way(SimpleNamespace(method=method, path=f"/api/v10{path}", transport=Transport()), handler) is answer
    assert not way.lost
