"""Private panels that keep themselves up to date, for as long as Discord takes changes of a private answer: about a quarter of an hour.

A person has one at a time: whoever opens another, or another page, leaves the earlier one as it is. Nothing of it is stored. A panel that is not
kept up to date any more says since when, also where the process stops in order; of a killed one only the moment stands that it has always shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import DISCONNECTED, answer_with
from cogs.messages.tournaments.desk import as_of
from cogs.play.tournaments.registry import NoTournament
from cogs.play.unfit import Unfit
from cogs.service.background_task import Looking
from data.language import Texts
from data.store import Unreachable
from rules.competition.clock import MINUTE

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.panel")
PERIOD = 10.0
"""Seconds between two looks at what has changed, and so between two changes of a panel at least."""
LASTS = 14 * MINUTE
"""Seconds for which a panel is kept up to date: Discord takes changes for 15 minutes after a press."""
PATIENCE = 20.0
"""Seconds for which a change is waited for."""
AGAIN = (*DISCONNECTED, OSError, TimeoutError, Unreachable)
"""Why a change may not have been made that is tried again."""
Draw = Callable[[], Awaitable[Mapping[str, Any]]]
"""Makes the message of a panel anew. May raise NoTournament, Unfit."""


class _Panel:
    """A panel: by which interaction, how it is made anew, until when it is kept up to date, what it shows, and its `message` (0: unknown yet)."""

    def __init__(self, interaction: discord.Interaction[Any], draw: Draw, say: Texts, until: float) -> None:
        self.interaction, self.draw, self.say, self.until = interaction, draw, say, until
        self.content, self.controls, self.message = "", list[Any](), 0

    def takes(self, message: Mapping[str, Any]) -> bool:
        """Notes what is to be shown; returns whether that is other than before."""
        shown = message["content"], message["view"].to_components()
        new = shown != (self.content, self.controls)
        self.content, self.controls = shown
        return new


class LivePanels(Looking):
    """The panels of this process."""

    def __init__(self, bot: Referee) -> None:
        super().__init__(PERIOD, log, "what panels show could not be looked at")
        self._bot = bot
        self._panels: dict[int, _Panel] = {}

    async def show(self, interaction: discord.Interaction[Any], draw: Draw, say: Texts, note: str = "") -> None:
        """Answers with a panel, below a note for this once, and keeps it up to date from now on."""
        message = await draw()
        user, now = interaction.user.id, self._bot.store.now()
        before, panel = self._panels.get(user), _Panel(interaction, draw, say, now + LASTS)
        panel.takes(message)
        self._panels[user] = panel  # From here on nothing covers it but what is on its way already.
        content = "\n".join([*([note] if note else []), message["content"]])
        try:
            shown = await answer_with(interaction, **{**message, "content": as_of(content, now, say, panel.until)})
        except BaseException:
            self._drop(user, panel)
            raise
        panel.message = shown.id
        if before is not None and before.message != panel.message:
            await self._ends(before)
        self.start()

    async def settle(self) -> None:
        """Changes the panels that would show something else by now; leaves those whose time is over."""
        await asyncio.gather(*(self._look(user, panel) for user, panel in [*self._panels.items()]))

    async def close(self) -> None:
        await super().close()
        ending = [*self._panels.values()]
        self._panels.clear()
        await asyncio.gather(*(self._ends(panel) for panel in ending))

    async def _look(self, user: int, panel: _Panel) -> None:
        now = self._bot.store.now()
        if not panel.message:  # It is just being shown.
            return
        if now >= panel.until or not self._bot.sharing.holds(panel.interaction.guild_id):
            self._drop(user, panel)
            return await self._ends(panel)
        try:
            message = await panel.draw()
            if self._panels.get(user) is panel and panel.takes(message):
                await self._change(panel, {**message, "content": as_of(panel.content, now, panel.say, panel.until)})
        except AGAIN:
            panel.content = ""  # The next look tries again.
        except (NoTournament, Unfit, discord.HTTPException) as over:
            log.info("the panel of %d is not kept up to date any more: %r", user, over)
            self._drop(user, panel)
        if (later := self._panels.get(user)) is not None and later is not panel and later.message in (0, panel.message):
            later.content = ""  # Another page was opened while this one was changed, and may have been covered.

    def _drop(self, user: int, panel: _Panel) -> None:
        if self._panels.get(user) is panel:
            del self._panels[user]

    async def _ends(self, panel: _Panel) -> None:
        """Says that a panel is not kept up to date any more, if that can still be said."""
        with contextlib.suppress(discord.HTTPException, *AGAIN):
            await self._change(panel, {"content": as_of(panel.content, self._bot.store.now(), panel.say)})

    @staticmethod
    async def _change(panel: _Panel, message: Mapping[str, Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            await panel.interaction.edit_original_response(**message)
