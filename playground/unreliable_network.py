"""An unreliable network between bot and Discord: slow, and losing answers to requests that were carried out."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter

from aiohttp import web

from playground.error_codes import Rejected
from playground.rate_limits import Handler

MAKING = ("messages", "threads")
LOSABLE = (
    ("POST", re.compile(r"/callback$"), "acknowledgements"),
    ("POST", re.compile(r"/channels/\d+/messages$"), "messages"),
    ("POST", re.compile(r"/threads$"), "threads"),
    ("POST", re.compile(r"/scheduled-events$"), "events"),
    ("POST", re.compile(r"/webhooks/\d+/[^/]+$"), "follow-ups"),
    ("PATCH", re.compile(r"/webhooks/\d+/[^/]+/messages/"), "late answers"),
    ("PATCH", re.compile(r"/channels/\d+/messages/\d+$"), "edits"),
)
"""Requests by method and path, of which the answer may get lost."""


class Way:
    """A meddler with requests (`playground.rate_limits`). Requests that create a message or a thread take up to `lag` seconds to arrive, and so do
    their answers. Of the answers to these, to first and late answers and to edits, the share `loses` is lost after the work is done. `lost` counts
    them."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self.lag = self.loses = 0.0
        self.lost: Counter[str] = Counter()
        self._rng = rng or random.Random()

    async def __call__(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Passes a request on. Raises Rejected with a failure that says nothing, or breaks the connection, if the answer gets lost."""
        slow = request.method == "POST" and request.path.endswith(MAKING)
        if slow:
            await asyncio.sleep(self._rng.uniform(0, self.lag))
        response = await handler(request)
        if slow:
            await asyncio.sleep(self._rng.uniform(0, self.lag))
        what = next((name for method, path, name in LOSABLE if request.method == method and path.search(request.path)), None)
        if what is None or self._rng.random() >= self.loses:
            return response
        self.lost[what] += 1
        if request.transport is None or self._rng.random() < 0.5:
            raise Rejected(500, 0, "Internal Server Error")
        request.transport.close()
        return response
