"""Exports the entrants of a tournament as CSV, and enters people from such a file: `/referee tournament entrants`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, called, voice
from cogs.messages.text_pages import named_few
from cogs.messages.tournaments.standings_files import ID, entrants_csv, written_file
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.unfit import Unfit
from data.store.rows import OPEN, Tournament
from data.user_text import Typed, escaped
from rules.competition.csv_sheets import first_cells
from rules.competition.tournament.plan import LARGEST as MOST

if TYPE_CHECKING:
    from cogs.service.bot import Referee

LARGEST = 64_000
"""Bytes of a list."""
BY_ACCOUNT = 40
"""How many in a list may be named by their accounts: each is a question of its own to Discord, which takes 120 of a connection a minute."""
AT_ONCE = 100
"""How many members Discord tells of at once."""
PATIENCE = 15.0
"""Seconds for Discord to say who is in the server."""
SHOWN = 40
"""Letters of a cell that stands for nobody."""
AN_ID = 17
"""Digits of an id, at least; shorter numbers are accounts, too."""
_NUMBER = re.compile(r"(?:<@!?)?([0-9]{1,19})>?", re.ASCII)
_ACCOUNT = re.compile(r"@?([a-z0-9_.]{2,32})", re.ASCII)
ADDED, BEFORE, STRANGERS, BOTS, ROLE, FULL = "added", "before", "strangers", "bots", "role", "full"
REFUSED = {"tournament.full": FULL, "tournament.role": ROLE, "tournament.entered_already": BEFORE}
"""What may stand between somebody and their entry, as it is told of several."""


class TournamentEntrants:
    """Exports the entrants, and enters people named in a file."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def answer(self, interaction: discord.Interaction[Any], tournament: Tournament, file: discord.Attachment | None) -> None:
        """Enters the people in `file`, if given, and sends the list of entrants. Raises Unfit."""
        say, lines = await voice(interaction), []
        if file is not None:
            lines = await self.entered(interaction, tournament, await _read(file))
        written = entrants_csv(await self.bot.store.tournaments.entrants(tournament.id), say)
        attached = [written_file(written, f"entrants-{tournament.id}.csv")]
        await answer_with(interaction, content=cut("\n".join([*lines, say("entrants.file")])), attachments=attached)

    async def entered(self, interaction: discord.Interaction[Any], tournament: Tournament, cells: list[str]) -> list[str]:
        """Enters people named by mention, id or account; returns the results in words. Raises Unfit."""
        told, say = await self._enter(interaction, tournament, cells), await voice(interaction)
        room = MAX_CONTENT // max(1, len(told)) - 100
        return [say(f"entrants.{key}", names=named_few([escaped(name) for name in names], room, say)) for key, names in told.items()]

    async def _enter(self, interaction: discord.Interaction[Any], tournament: Tournament, cells: list[str]) -> dict[str, list[str]]:
        """Enters members of this server, each by the sign-up's rules; returns the cells by result."""
        if tournament.status != OPEN:
            raise Unfit("tournament.begun")
        if tournament.terms.decks:
            raise Unfit("entrants.decks")
        assert interaction.guild is not None
        members, strangers = await named_members(interaction.guild, cells)
        told: dict[str, list[str]] = {key: [] for key in (ADDED, BEFORE, STRANGERS, BOTS, ROLE, FULL)}
        told[STRANGERS] = [Typed(cut(cell, SHOWN)) for cell in strangers]
        for member in members:
            what = BOTS if member.bot else await self._entered(tournament, member)
            told[what].append(called(member))
        return {key: names for key, names in told.items() if names}

    async def _entered(self, tournament: Tournament, member: discord.Member) -> str:
        try:
            await self.bot.tournaments.enter(tournament.id, member.id, called(member), [role.id for role in member.roles])
        except Unfit as unfit:
            if unfit.reason not in REFUSED:
                raise
            return REFUSED[unfit.reason]
        return ADDED


async def _read(file: discord.Attachment) -> list[str]:
    """The people named in a file, each once. Raises Unfit if it is too large, no list, or names nobody or too many."""
    if file.size > LARGEST:
        raise Unfit("entrants.too_large", n=LARGEST // 1000)
    body = await file.read()
    text = body.decode("utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")
    try:
        cells = [cell for cell in dict.fromkeys(first_cells(text)) if cell.casefold() != ID]
    except ValueError:
        raise Unfit("entrants.no_list") from None
    if not cells:
        raise Unfit("entrants.no_list")
    if len(cells) > MOST:
        raise Unfit("entrants.too_many", n=MOST)
    return cells


async def named_members(server: discord.Guild, cells: Iterable[str]) -> tuple[list[discord.Member], list[str]]:
    """The members named by mention, id or account, each once and in order; and the cells that name none. Raises Unfit while Discord does not
    answer."""
    numbers = {cell: int(found[1]) for cell in cells if (found := _NUMBER.fullmatch(cell)) and int(found[1]) < 2**63}
    short = [cell for cell in cells if cell not in numbers or len(cell) < AN_ID]
    accounts = {cell: found[1] for cell in short if (found := _ACCOUNT.fullmatch(cell.casefold()))}
    if len(accounts) > BY_ACCOUNT:
        raise Unfit("entrants.too_many_accounts", n=BY_ACCOUNT)
    by_number: dict[int, discord.Member] = {}
    by_account: dict[str, discord.Member] = {}
    try:
        async with asyncio.timeout(PATIENCE):
            for some in _blocks(list(dict.fromkeys(numbers.values()))):
                by_number |= {m.id: m for m in await server.query_members(user_ids=some, limit=AT_ONCE, cache=False)}
            for account in dict.fromkeys(accounts.values()):
                by_account |= {m.name: m for m in await server.query_members(query=account, limit=AT_ONCE, cache=False)}
    except (TimeoutError, ConnectionError, discord.DiscordException):
        raise Unfit("entrants.unknown") from None
    named = {cell: by_number.get(numbers.get(cell, 0)) or by_account.get(accounts.get(cell, "")) for cell in cells}
    members = {member.id: member for member in named.values() if member is not None}
    return list(members.values()), [cell for cell, member in named.items() if member is None]


def _blocks(numbers: list[int]) -> Iterator[list[int]]:
    return (numbers[at : at + AT_ONCE] for at in range(0, len(numbers), AT_ONCE))
