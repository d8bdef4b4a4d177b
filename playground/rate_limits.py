"""Rate limits and failures: requests that fail on purpose, 429 responses, and the ban after too many invalid requests."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Awaitable, Callable

from aiohttp import web

from playground.error_codes import Rejected

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Meddler = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]
INVALID = (401, 403, 429)
MOST_INVALID, INVALID_SPAN = 10_000, 600.0
"""So many answers of these statuses within so many seconds ban an address (Discord's documentation)."""


def refusal(error: Rejected) -> web.Response:
    """A refusal in Discord's form; one for a rate limit has the time to wait in body and headers."""
    body, headers = error.body(), {"Content-Type": "application/json"}
    if error.retry_after is not None:
        body |= {"retry_after": error.retry_after, "global": False}
        headers |= {"Via": "1.1 playground", "Retry-After": f"{error.retry_after:g}", "X-RateLimit-Scope": "shared" if error.shared else "user"}
    return web.Response(body=json.dumps(body).encode(), status=error.status, headers=headers)


class Rates:
    """Rate limits and failures before every request. `trouble`: statuses with which to answer the next ones. `meddle` wraps each of them, for
    tests."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.trouble: deque[int] = deque()
        self.meddle: Meddler | None = None
        self.most_invalid = MOST_INVALID
        self._clock = clock
        self._invalid: deque[float] = deque()

    @property
    def invalid(self) -> int:
        """The number of invalid requests in the last ten minutes."""
        while self._invalid and self._invalid[0] <= self._clock() - INVALID_SPAN:
            self._invalid.popleft()
        return len(self._invalid)

    async def answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answers a request of the bot, perhaps with a refusal; counts invalid requests."""
        if self.invalid >= self.most_invalid:
            return web.Response(status=429, text="error code: 1015")  # Not from Discord's API: it knows no JSON and no patience.
        try:
            if self.trouble:
                raise _trouble(self.trouble.popleft())
            response = await (self.meddle(request, handler) if self.meddle else handler(request))
        except Rejected as error:
            response = refusal(error)
        if response.status in INVALID and response.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.append(self._clock())
        return response


def _trouble(status: int) -> Rejected:
    return Rejected(429, 0, "You are being rate limited.", retry_after=0.2) if status == 429 else Rejected(status, 0, "trouble")
