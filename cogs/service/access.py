"""Access control: the one place in which a table or a tournament is fetched for a person, and who may open one.

A table is there only for its own server, and there only in its own channel; its players also reach it from other channels and from private messages
of the bot. A number, typed or from a custom id, proves nothing: for anybody else the thing is not there. `cogs.messages.buttons.SHAPES` has checked
before that it is a number at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from cogs.messages.channel_rights import check_rights
from cogs.messages.interaction_channel import channel_of
from cogs.messages.reply import voice
from cogs.play.log_context import also_about
from cogs.play.open_tables import asked
from cogs.play.permissions import Answer, is_moderator
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tournaments.registry import Garbled, NoTournament
from cogs.play.unfit import Unfit
from cogs.service.buttons_after_restore import check_edition, check_missing, check_which
from data.language import LANGUAGES, Texts, texts
from data.store.changes import TABLE, TOURNAMENT
from data.store.channel_settings import MODERATORS, Room
from data.store.rows import LIVE, SeatRow, TableRow, Tournament
from data.store.setups import EDIT, Setup
from data.store.setups import TOURNAMENT as TOURNAMENT_SETUP
from data.user_text import Called


async def table_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> Table:
    """The table of a number, or of the asker's channel; in private, of a number at which they have a seat. Raises NoTable, Stranded."""
    tables = interaction.client.tables
    await interaction.client.renaming.written(interaction.guild_id, interaction.user.id)
    found: Table | Stranded
    try:
        found = await (tables.here(channel_of(interaction)) if number is None else tables.get(int(number)))
    except Stranded as stranded:
        found = stranded
    except NoTable:
        if number is not None:
            await _check_undone(interaction, int(number))
        else:
            await _check_begun(interaction)
        raise
    also_about(table=found.row.id)
    await check_which(interaction, found.row)
    sits = any(s.player == interaction.user.id for s in found.seats)
    told = interaction.guild_id is None and number is not None  # What they are told in private has buttons, too.
    if found.row.guild != interaction.guild_id and not told:
        raise NoTable
    if found.row.channel != interaction.channel_id and not sits:
        raise NoTable
    if isinstance(found, Stranded):
        raise found
    await check_edition(interaction, found.row)
    if sits:
        await found.clocks.look(interaction.user.id)
        await interaction.client.silent_players.acted(found, interaction.user.id)
    return found


async def table_to_show(interaction: discord.Interaction[Any], number: str, language: str) -> tuple[Table, Texts]:
    """Acknowledges a public answer about a table; returns the table, and the texts of the language that its button names. Raises Unfit for a
    language of an old button, LacksRights, and what `table_for` raises."""
    if language not in LANGUAGES:
        raise Unfit("error.too_old")
    await interaction.response.defer(thinking=True)
    table = await table_for(interaction, number)
    check_rights(interaction)
    return table, texts(language, table.rules.key)


async def _check_begun(interaction: discord.Interaction[Any]) -> None:
    """Raises Unfit, with what to do, if the table of the asker's channel has not begun."""
    try:
        row, seats = await interaction.client.tables.lobby(channel_of(interaction))
    except (NoTable, Stranded):
        return
    if row.guild == interaction.guild_id:
        waits = asked(seats)
        raise Unfit(
            "error.challenge" if waits else "error.lobby", names=listed(waits), game=texts((await voice(interaction)).language, row.game)("title")
        )


def listed(seats: Iterable[SeatRow]) -> str:
    """The names of players, in words."""
    return ", ".join(f"{Called(seat.name)}" for seat in seats)


async def _check_undone(interaction: discord.Interaction[Any], number: int) -> None:
    """Raises Unfit for a table that has not begun, or does not exist, if a restored backup has undone it."""
    row: TableRow | None = await interaction.client.store.tables.get(number)
    if row is None:
        return await check_missing(interaction, TABLE, number)
    await check_which(interaction, row)
    if (row.guild, row.channel) == (interaction.guild_id, interaction.channel_id):
        await check_edition(interaction, row)


async def lobby_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> TableRow:
    """The open table of the asker's channel; where a number is given, it must be that one. Raises NoTable."""
    found: TableRow
    try:
        found, _ = await interaction.client.tables.lobby(channel_of(interaction))
        also_about(table=found.id)
        if found.guild != interaction.guild_id or (number is not None and found.id != int(number)):
            raise NoTable
    except NoTable:
        if number is not None:
            await _check_undone(interaction, int(number))
        raise
    await check_which(interaction, found)
    await check_edition(interaction, found)
    return found


async def tournament_for(interaction: discord.Interaction[Any], number: int | str | None = None) -> Tournament:
    """The tournament of a number, if it is in the asker's channel, or else the channel's present one. Raises NoTournament, Garbled."""
    tournaments = interaction.client.tournaments
    await interaction.client.renaming.written(interaction.guild_id, interaction.user.id)
    found: Tournament
    try:
        found = await (tournaments.here(channel_of(interaction)) if number is None else tournaments.get(int(number)))
    except Garbled as garbled:
        found = garbled.row
    except NoTournament:
        if number is not None:
            await check_missing(interaction, TOURNAMENT, int(number))
        raise
    also_about(tournament=found.id)
    await check_which(interaction, found)
    if (found.guild, found.channel) != (interaction.guild_id, interaction.channel_id):
        raise NoTournament
    if found.unreadable:
        raise Garbled(found)
    await check_edition(interaction, found)
    return found


async def setup_for(interaction: discord.Interaction[Any], number: int | str, *commands: str) -> Setup:
    """The setup of a tournament that the asker has begun in this channel, or the setup of one of `commands`. Raises Unfit."""
    found: Setup | None = await interaction.client.store.setups.get(int(number))
    own = found is not None and (found.host, found.guild, found.channel) == (interaction.user.id, interaction.guild_id, interaction.channel_id)
    if found is None or not own or found.command not in (commands or (TOURNAMENT_SETUP, EDIT)):
        raise Unfit("wish.gone" if commands else "draft.gone")
    return found


def moderates(interaction: discord.Interaction[Any]) -> bool:
    """Whether the asker is a moderator here."""
    return is_moderator(interaction.permissions)


def check_moderator(interaction: discord.Interaction[Any]) -> None:
    """Raises Unfit if the asker is no moderator here."""
    if not moderates(interaction):
        raise Unfit(Answer.MODERATORS)


async def check_room(interaction: discord.Interaction[Any], game: str, moves: bool = False) -> Room:
    """The settings of a channel. Raises Unfit if they don't allow this game, or a game by the asker (unless it only `moves` here)."""
    await _check_thread(interaction)
    room: Room = await interaction.client.room(interaction.guild_id, channel_of(interaction))
    if room.games and game not in room.games:
        language = (await voice(interaction)).language
        raise Unfit("room.not_here", games=", ".join(texts(language, key)("title") for key in room.games))
    if room.starters == MODERATORS and not moves:
        check_moderator(interaction)
    return room


async def _check_thread(interaction: discord.Interaction[Any]) -> None:
    """Raises Unfit in the thread of a match, even one made just now: only its tournament deals there."""
    tournaments, channel, me = interaction.client.store.tournaments, interaction.channel, interaction.client.user
    match = await tournaments.in_thread(channel_of(interaction)) is not None
    if not match and isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id:
        above = await tournaments.latest_in(channel.parent_id)
        own = await interaction.client.store.tables.latest_in(channel.id) is not None  # It was made for a table, not for a match.
        match = above is not None and above.status == LIVE and not own
    if match:
        raise Unfit("tournament.match_thread")
