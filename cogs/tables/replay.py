"""`/game replay`, *Replay* and *Play*: a game as an animated picture, private to the asker, who may share it.

It shows only what everybody saw.
"""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import look_of, unescaped
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.reply import DISCONNECTED, answer_with, called, theme_of, voice
from cogs.messages.table.replay import LARGEST, Replays, Span, Wish, replay_message
from cogs.play.history.secret_decks import check_told
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.service.access import table_for, table_to_show
from data.language import Texts
from render.animation import PictureProgress

if TYPE_CHECKING:
    from cogs.service.bot import Referee


log = logging.getLogger("referee.replay")


class TableReplay:
    """Handles the command and the buttons of replays."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.replays = Replays()
        bot.handlers.update(replay=self.on_replay, play=self.on_play, replayshow=self.on_show)

    async def replay(self, interaction: discord.Interaction[Any], turns: int) -> None:
        """Shows a replay of this channel's game, or of the last one that ended there."""
        await interaction.response.defer(ephemeral=True)
        await self._tell(interaction, await table_for(interaction), Span(turns=turns))

    async def on_replay(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Replay* below the end of a game: the whole game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell(interaction, await table_for(interaction, rest), Span())

    async def on_play(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Play* below an earlier position: what came after it."""
        number, since = rest.split(":")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell(interaction, await table_for(interaction, number), Span(since=int(since)))

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show to all*: posts the replay in the channel."""
        number, since, turns, language = rest.split(":")
        table, say = await table_to_show(interaction, number, language)
        message = await self._message(interaction, table, Span(int(since), int(turns)), (say, table.row.theme))
        by = say("rules.shown", name=called(interaction.user))
        await _send(interaction, message | {"content": f"{message['content']}\n{by}"})

    async def _tell(self, interaction: discord.Interaction[Any], table: Table, span: Span) -> None:
        say = await voice(interaction, table.rules.key)
        moving = (await self.bot.store.personal_settings.settings(interaction.user.id)).motion
        message = await self._message(interaction, table, span, (say, await theme_of(interaction, table.row.theme)), moving)
        show = Press("replayshow", f"{table.id}:{span.since}:{span.turns}:{say.language}", say("rules.show"))
        await _send(interaction, message | {"view": panel([show])})

    async def _message(
        self, interaction: discord.Interaction[Any], table: Table, span: Span, reader: tuple[Texts, str], moving: bool = True
    ) -> dict[str, Any]:
        """A replay with the texts and the theme of its `reader`; `moving` as far as the channel's boards move."""
        takes_long()
        await check_told(table)
        say, theme = reader
        moving = moving and (await self.bot.room(table.row.guild, table.row.channel)).motion is not False
        wish = Wish(table.id, table.row.revision, span, theme, say.language, min(LARGEST, interaction.filesize_limit), moving)
        look = unescaped(table, look_of(table, say, theme))
        replay = await self.replays.of(table, wish, look, interaction.user.id, partial(_told, interaction, say))
        return replay_message(table, replay, say)


async def _send(interaction: discord.Interaction[Any], message: dict[str, Any]) -> None:
    """Sends a replay to everybody who still waits for it. Raises Unfit if Discord refuses it."""
    try:
        await interaction.edit_original_response(**message)  # Its alt text is no replay: it is said that there is none.
    except discord.NotFound:
        log.info("nobody waits any more for a replay")
    except discord.HTTPException as refused:
        if refused.status >= 500:
            raise
        log.warning("a replay has been refused: %s", refused)
        raise Unfit("replay.refused") from refused


async def _told(interaction: discord.Interaction[Any], say: Texts, progress: PictureProgress) -> None:
    """Tells the waiting asker the progress; ignores failures."""
    words = say("replay.progress", n=progress.done, of=progress.whole) if progress.whole else say("replay.wait")
    with contextlib.suppress(discord.HTTPException, *DISCONNECTED):
        await answer_with(interaction, content=words)
