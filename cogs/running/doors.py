"""The one place in which a table or a tournament is fetched for a person.

Authority over both is that of their own server, whoever asks from wherever. A number, typed or from a custom id, proves nothing: what is of
another server is not there for the asker, and neither is what stands in another channel, which they might not even see, unless they sit there.
That it is a number at all, `cogs.showing.buttons.SHAPES` has seen to.
"""

from __future__ import annotations

from typing import Any

import discord

from cogs.playing.position import NoTable, Stranded
from cogs.playing.table import Table
from cogs.playing.tables import NoTournament
from data.store.tournaments import Tournament
from data.store.values import TableRow


async def table_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> Table:
    """The table of a number, or of the asker's channel. Raises NoTable, Stranded."""
    tables = interaction.client.tables
    found: Table | Stranded
    try:
        found = await (tables.here(interaction.channel_id or 0) if number is None else tables.get(int(number)))
    except Stranded as stranded:
        found = stranded
    if found.row.guild != interaction.guild_id:
        raise NoTable
    if found.row.channel != interaction.channel_id and not any(s.player == interaction.user.id for s in found.seats):
        raise NoTable
    if isinstance(found, Stranded):
        raise found
    return found


async def lobby_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> TableRow:
    """The open table of the asker's channel; where a number is given, it must be that one. Raises NoTable."""
    found: TableRow
    found, _ = await interaction.client.tables.lobby(interaction.channel_id or 0)
    if found.guild != interaction.guild_id or (number is not None and found.id != int(number)):
        raise NoTable
    return found


async def tournament_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> Tournament:
    """The tournament of a number if it is one of the asker's channel, or the channel's present one. Raises NoTournament."""
    steward = interaction.client.hall.steward
    found: Tournament = await (steward.here(interaction.channel_id or 0) if number is None else steward.get(int(number)))
    if (found.guild, found.channel) != (interaction.guild_id, interaction.channel_id):
        raise NoTournament
    return found
