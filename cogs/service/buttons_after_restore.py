"""Detects by a pressed button that the database was replaced by an older copy without `restore` (a copied file, `pg_restore`).

Proof is a stamp with a later edition than is stored, of a table that is not stored, or of another table of the same number, on a message of the
bot that is older than this process. The first such button has everybody concerned told, and does nothing else. A button of a table that is gone
never does anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from cogs.messages.buttons import stamp_on
from cogs.play.restore_stamps import Stamp, stamp
from cogs.play.unfit import Unfit
from data.store.changes import TABLE, TOURNAMENT
from data.store.rows import TableRow, Tournament
from data.timestamps import moment


async def check_which(interaction: discord.Interaction[Any], row: TableRow | Tournament) -> None:
    """Raises Unfit if the pressed button belongs to another table or tournament of the same number, which a restored backup has undone."""
    told = stamp_on(interaction)
    if told is not None and told.which != stamp(row).which:
        raise await _undone(interaction, _kind(row), row.id, told)


async def check_edition(interaction: discord.Interaction[Any], row: TableRow | Tournament) -> None:
    """Raises Unfit if the pressed button is later than what is stored of a table or tournament, and nobody has been told of that yet."""
    told = stamp_on(interaction)
    if told is not None and told.edition > stamp(row).edition and await _noticed(interaction):
        raise Unfit(f"put_back.{_kind(row)}")


async def check_missing(interaction: discord.Interaction[Any], kind: str, number: int) -> None:
    """Raises Unfit for a missing table or tournament, if a restored backup has undone it."""
    told, store = stamp_on(interaction), interaction.client.store
    if await store.after_restore.gap(kind, number) is not None or (told is not None and await store.after_restore.ahead(kind, number)):
        raise await _undone(interaction, kind, number, told)


async def _undone(interaction: discord.Interaction[Any], kind: str, number: int, told: Stamp | None) -> Unfit:
    """The refusal for an undone table or tournament; tells everybody, if nobody has been told yet."""
    if told is not None:
        await _noticed(interaction)
    gap = await interaction.client.store.after_restore.gap(kind, number)
    if gap is None or gap.moment is None:
        return Unfit(f"put_back.{kind}_gone")
    return Unfit(f"put_back.{kind}_gone_since", at=moment(gap.moment))


async def _noticed(interaction: discord.Interaction[Any]) -> bool:
    """Notes that a button proves a restored backup, and has everybody told; returns whether that is new."""
    bot, message = interaction.client, interaction.message
    if message is None or bot.user is None or message.author.id != bot.user.id:
        return False
    data: Any = interaction.data or {}
    posted, pressed = message.created_at.timestamp(), data.get("custom_id")
    if posted >= bot.begun_at or pressed not in [*_custom_ids(message.components)]:
        return False
    until = bot.known_until if bot.known_until is not None and bot.known_until < posted else None
    if not await bot.store.after_restore.noticed(posted, until):
        return False
    await bot.store.reread_key()
    bot.worker.look()
    return True


def _custom_ids(components: Any) -> Iterator[str]:
    """The custom ids in a message's components, at any depth."""
    for part in components:
        if (found := getattr(part, "custom_id", None)) is not None:
            yield found
        yield from _custom_ids(getattr(part, "children", ()))
        if (beside := getattr(part, "accessory", None)) is not None:
            yield from _custom_ids([beside])


def _kind(row: TableRow | Tournament) -> str:
    return TABLE if isinstance(row, TableRow) else TOURNAMENT
