"""Sends the first answer to an interaction again if the connection breaks before Discord confirms it.

Discord takes one first answer. If it says "already acknowledged" to the second, the first had arrived, and the bot goes on.
"""

from __future__ import annotations

import logging
from typing import Any, cast

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.messages.reply import ACKNOWLEDGED, DISCONNECTED

log = logging.getLogger("referee.acknowledging")
LOST = (*DISCONNECTED, OSError)
"""The connection has broken: what was asked for may have been done, or not."""
FAILED = 500
"""The lowest status of answers that do not tell whether anything was done."""


class _Watched:
    """A request that notes whether Discord may have accepted it without our knowing."""

    def __init__(self, request: Any, attempts: _Attempts) -> None:
        self._request = request
        self._attempts = attempts

    async def __aenter__(self) -> Any:
        try:
            response = await self._request.__aenter__()
        except LOST:
            self._attempts.uncertain = True
            raise
        if response.status >= FAILED:
            self._attempts.uncertain = True
        return response

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> Any:
        if isinstance(error, LOST):
            self._attempts.uncertain = True
        return await self._request.__aexit__(kind, error, trace)


class _Attempts:
    """A session for all attempts at one answer. `uncertain` tells whether one of them may have been taken."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.uncertain = False

    def request(self, *args: Any, **more: Any) -> _Watched:
        return _Watched(self._session.request(*args, **more), self)


class Acknowledging(AsyncWebhookAdapter):
    """Sends first answers to interactions, with a retry: if it is unknown whether Discord has accepted one, it is sent again, and Discord says."""

    async def create_interaction_response(self, interaction_id: int, token: str, *, session: Any, params: MultipartParameters, **more: Any) -> Any:
        """Sends the first answer. Raises discord.HTTPException (with ACKNOWLEDGED if another process has answered), and errors of the connection."""
        attempts, tries = _Attempts(session), 0
        while True:
            try:
                return await super().create_interaction_response(interaction_id, token, session=cast(Any, attempts), params=params, **more)
            except LOST:
                tries += 1
                if tries > 1:
                    raise
            except discord.HTTPException as error:
                if error.code != ACKNOWLEDGED or not attempts.uncertain:
                    raise
                log.info("interaction %s: its answer had been taken", interaction_id)
                return {"interaction": {"id": str(interaction_id), "type": 0}}


def install() -> None:
    """Sends first answers of the present task, and of tasks that it starts, in this way."""
    async_context.set(Acknowledging())
