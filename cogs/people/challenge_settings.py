"""The page of `/settings` on challenges: whose a person accepts automatically, on what terms, and who may sit down with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.challenge_settings import WHERE, TypedTerms, read_terms
from cogs.messages.forms import field
from cogs.messages.reply import voice
from cogs.messages.settings import ON, TABLES_OF, challenges_page
from cogs.play.unfit import Unfit
from data.content import games
from data.store.challenge_settings import LISTED, NOBODY, WHOM, Accepting

if TYPE_CHECKING:
    from cogs.service.bot import Referee

MOST_NAMED = 50
"""People whose challenges somebody accepts at once."""


class Challenges:
    """Shows and changes these settings. A change holds for challenges from then on."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def page(self, interaction: discord.Interaction[Any]) -> dict[str, Any]:
        """The page with the asker's settings, and menus to change them."""
        return challenges_page(await voice(interaction), await self._now(interaction))

    async def _now(self, interaction: discord.Interaction[Any]) -> Accepting:
        found: Accepting = await self.bot.store.challenge_settings.of(interaction.user.id)
        return found

    async def choose(self, interaction: discord.Interaction[Any], what: str, values: list[str]) -> None:
        """Stores a choice from a menu, or toggles a setting. Raises Unfit."""
        now, value = await self._now(interaction), values[0] if values else ""
        if what == "whom" and value in WHOM:
            now = now._replace(whom=value)
        elif what == "mine":
            now = now._replace(tables=TABLES_OF[value])
        elif what == "games" and {*values} <= {*games()}:
            now = now._replace(terms=now.terms._replace(games=frozenset(values) if len(values) < len(games()) else frozenset()))
        elif what == "rated":
            now = now._replace(terms=now.terms._replace(rated=value == ON))
        elif what == "servers" and value in WHERE:
            typed = TypedTerms(servers=value, guild=interaction.guild_id)
            now = now._replace(terms=read_terms(typed, now.terms))
        else:
            raise Unfit("error.too_old")
        await self.bot.store.challenge_settings.keep(interaction.user.id, now)

    async def name(self, interaction: discord.Interaction[Any], player: int) -> None:
        """Adds a person to the list, or removes them. Raises Unfit."""
        now = await self._now(interaction)
        named = now.named ^ {player}
        if len(named) > MOST_NAMED:
            raise Unfit("accepts.too_many", n=MOST_NAMED)
        accepts = LISTED if player in named and now.whom == NOBODY and now.tables != LISTED else now.whom
        await self.bot.store.challenge_settings.keep(interaction.user.id, now._replace(whom=accepts, named=named))

    async def written(self, interaction: discord.Interaction[Any], form: Any) -> None:
        """Stores the fastest and the slowest clock of a form; an empty field changes nothing. Raises Unfit."""
        fastest, slowest = ((field(form, name) or "").strip()[:20] or None for name in ("fastest", "slowest"))
        now = await self._now(interaction)
        terms = read_terms(TypedTerms(fastest, slowest), now.terms)
        await self.bot.store.challenge_settings.keep(interaction.user.id, now._replace(terms=terms))
