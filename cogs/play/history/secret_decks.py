"""Keeps decks of a card draft secret after a game: others of its tournament have yet to meet them, so nothing tells their cards before the last
match is over."""

from __future__ import annotations

from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.rows import OVER, Tournament
from rules.parts.cardgame import LIMITED


async def cards_told(store: Store, found: Tournament) -> bool:
    """Whether a draft's cards may be told: its tournament is over, and so are all its games, also those left open when a moderator ended it."""
    return found.status == OVER and not await store.tournaments.live_tables(found.id)


async def all_told(table: Table) -> bool:
    """Whether all secrets of a game may be told: it is over, and, if its decks were drafted or sealed, so are all matches of its tournament."""
    if not table.over:
        return False
    if table.row.chosen.get("decks") != LIMITED:
        return True
    tournament = await table.store.tournaments.of_table(table.id)
    found = await table.store.tournaments.get(tournament) if tournament is not None else None
    return found is None or await cards_told(table.store, found)


async def check_told(table: Table) -> None:
    """Raises Unfit for a finished game whose decks are still secret."""
    if table.over and not await all_told(table):
        raise Unfit("limited.later")
