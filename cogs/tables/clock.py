"""`/game clock`: the clock of a table, everybody's time, and how long until the others may decide about a silent player; *Remind me later*."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.messages.table.clocks import absent_lines, clock_words, public_line, seat_line, stands_words
from cogs.messages.table.notices import SNOOZE
from cogs.messages.table.silent_players import waits_lines
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from data.language import Texts
from data.timestamps import distance, time_of_day

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableClock:
    """Handles the command and the button."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(snooze=self.on_snooze)

    async def clock(self, interaction: discord.Interaction[Any]) -> None:
        """Shows this table's clock, and to its players everybody's time; to others what the board tells."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        say = await voice(interaction, table.rules.key)
        rule = table.row.clock
        if rule is None:
            return await self._no_clock(interaction, table, say)
        lines = [clock_words(rule, say)]
        if table.row.paused:
            lines.append(say("clock.paused", ago=distance(table.row.paused)))
        if table.row.stands:
            lines.append(stands_words(table.row, say))
        if not table.over:
            lines += absent_lines(table, interaction.user.id, say)
        if not table.over and table.seats_of(interaction.user.id):
            lines += [seat_line(table, s.seat, say, s.player == interaction.user.id) for s in table.seats]
        elif not table.over:
            lines += [*(public_line(table, seat, say) for seat, _ in table.view(None).asked), say("clock.players_only")]
        await answer_with(interaction, content="\n".join(lines))

    async def _no_clock(self, interaction: discord.Interaction[Any], table: Table, say: Texts) -> None:
        """Says that there is no clock, and how long until the others may decide about a silent player."""
        waits = await self.bot.store.silent_players.of(table.id)
        if table.over or not waits:
            raise Unfit("clock.no_clock")
        lines = [say("clock.no_clock"), say("vanished.rule")]
        if table.seats_of(interaction.user.id):
            hours = await self.bot.store.personal_settings.hours_of({s.player for s in table.seats if s.player is not None})
            lines += waits_lines(table, waits, hours, say)
        await answer_with(interaction, content="\n".join(lines))

    async def on_snooze(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Remind me later*: puts the next reminder off."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, _, place = rest.partition(":")
        table = await table_for(interaction, number)
        seat = int(place)
        if seat not in table.seats_of(interaction.user.id):
            raise Unfit("clock.not_yours")
        say = await voice(interaction)
        at = self.bot.store.now() + SNOOZE
        later = await table.expiry.remind_at(seat, at)
        await answer_with(interaction, content=say("clock.snoozed", hour=time_of_day(at)) if later else say("clock.no_snooze"))
