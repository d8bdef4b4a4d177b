"""A seat's own cards: taking one from a pack, the list for the clock, and the deck. Everything is private to who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.card_drafts.own_cards import DECK_FORM, WISH_FORM, Reader, deck_form, own_message, wish_form
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.reply import answer_with, theme_of, voice
from cogs.messages.rules.find_cards import card_name, find_card, near_cards
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from cogs.service.access import tournament_for
from data.content import build
from data.store.rows import Tournament
from data.user_text import Typed
from rules.decks import Deck, read_list

if TYPE_CHECKING:
    from cogs.service.bot import Referee

MOST_WISHES = 60
"""Cards of an own list."""


class OwnCards:
    """Handles `/tournament cards` and `/tournament pick`, and the buttons, menus and forms of the panel."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(cpanel=self.on_panel, cpack=self.on_pack, cpick=self.on_pick, cwish=self.on_wish, cself=self.on_again)
        bot.handlers.update(cadd=self.on_add, cout=self.on_out, ctext=self.on_text, cmake=self.on_make, chand=self.on_hand_in)

    async def show(self, interaction: discord.Interaction[Any], tournament: Tournament, page: int = 0, note: str = "") -> None:
        """Shows the pack that the asker picks from, or the deck that they build. Raises Unfit for a person without a seat."""
        there, mine = await self.bot.tournaments.drafting_of(tournament.id, interaction.user.id)
        say = await voice(interaction, tournament.game)
        reader = Reader(there.seat(mine.entrant), say, await theme_of(interaction), page, note)
        await answer_with(interaction, **await own_message(there, reader))

    async def take(self, interaction: discord.Interaction[Any], tournament: Tournament, card: str, number: int | None = None) -> None:
        """Takes a card, and shows what comes next."""
        await self.bot.tournaments.pick(tournament.id, interaction.user.id, card, number)
        say = await voice(interaction, tournament.game)
        await self.show(interaction, tournament, note=say("limited.taken", card=card_name(say, card)))

    async def named(self, interaction: discord.Interaction[Any], tournament: Tournament, name: str) -> str:
        """The card that a typed `name` means. Raises Unfit, which names the likely ones, where none or several fit."""
        if (found := find_card(tournament.game, name)) is None:
            say = await voice(interaction, tournament.game)
            near = await apart(near_cards, tournament.game, name, say.language)
            raise Unfit("limited.no_such_card", name=Typed(name), cards=", ".join(card_name(say, card) for card in near) or "–")
        return found

    # Picking

    async def on_panel(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*My cards*, below a public message: opens the presser's panel."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.show(interaction, await tournament_for(interaction, rest))

    async def on_pack(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows another page of the panel, or the same page as it is now: `tournament:page`."""
        await taken_up(interaction)
        number, page = rest.split(":")
        await self.show(interaction, await tournament_for(interaction, number), int(page))

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Takes the card chosen from the menu. A second press finds that it is for a pick that is over."""
        await taken_up(interaction)
        number, pick = rest.split(":")
        await self.take(interaction, await tournament_for(interaction, number), values[0], int(pick))

    async def on_again(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*I pick again*: a person whose computer has been picking picks by hand from now on."""
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        await self.bot.tournaments.pick_again(tournament.id, interaction.user.id)
        await self.show(interaction, tournament)

    async def on_wish(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*My list*: opens the form in which the presser ranks cards for the clock."""
        await shown_form(interaction, self._form(interaction, rest, wish_form))

    async def _form(self, interaction: discord.Interaction[Any], number: str, form: Any) -> discord.ui.Modal:
        tournament = await tournament_for(interaction, number)
        there, mine = await self.bot.tournaments.drafting_of(tournament.id, interaction.user.id)
        made: discord.ui.Modal = form(there, there.seat(mine.entrant), await voice(interaction, tournament.game))
        return made

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the two forms when they are submitted: the list of wishes, and the deck as text."""
        await sent(interaction, {WISH_FORM: self._wished, DECK_FORM: self._written})

    async def _wished(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        tournament, cards, unread = await self._read(interaction, rest, form)
        await self.bot.tournaments.wish(tournament.id, interaction.user.id, [*cards][:MOST_WISHES])
        await self.show(interaction, tournament, note=await self._unread(interaction, tournament, unread))

    # Building

    async def on_add(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Adds one copy each of the chosen cards to the deck, the presser's own or free ones."""
        await self._changed(interaction, rest, values, 1)

    async def on_out(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Takes one copy each of the chosen cards out of the deck."""
        await self._changed(interaction, rest, values, -1)

    async def _changed(self, interaction: discord.Interaction[Any], rest: str, values: Sequence[str], by: int) -> None:
        await taken_up(interaction)
        number, page, *_ = rest.split(":")
        tournament = await tournament_for(interaction, number)
        known = build(tournament.game).faces
        if any(card not in known for card in values):
            raise Unfit("error.too_old")

        def change(deck: Mapping[str, int]) -> Deck:
            return {**deck, **{card: deck.get(card, 0) + by for card in values}}

        await self.bot.tournaments.build(tournament.id, interaction.user.id, change)
        await self.show(interaction, tournament, int(page))

    async def on_make(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*As a computer would*: builds the presser's deck automatically."""
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        await self.bot.tournaments.build(tournament.id, interaction.user.id)
        await self.show(interaction, tournament)

    async def on_hand_in(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hand it in*: submits the presser's deck."""
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        await self.bot.tournaments.hand_in(tournament.id, interaction.user.id)
        await self.show(interaction, tournament)

    async def on_text(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*As text*: opens a form with the deck as a list."""
        await shown_form(interaction, self._form(interaction, rest, deck_form))

    async def _written(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        tournament, deck, unread = await self._read(interaction, rest, form)
        if not deck:
            raise Unfit("limited.unread", lines=Typed(", ".join(unread)[:500] or "–"))
        await self.bot.tournaments.build(tournament.id, interaction.user.id, lambda _: deck)
        await self.show(interaction, tournament, note=await self._unread(interaction, tournament, unread))

    async def _read(self, interaction: discord.Interaction[Any], number: str, form: Any) -> tuple[Tournament, dict[str, int], list[str]]:
        """Parses a submitted form: its cards with their counts, in its order, and the lines that name no card. Raises Unfit."""
        text = field(form, "cards")
        if text is None or not number.isdecimal():
            raise Unfit("error.too_old")
        await taken_up(interaction)
        tournament = await tournament_for(interaction, number)
        return tournament, *await apart(read_list, text, partial(find_card, tournament.game))

    async def _unread(self, interaction: discord.Interaction[Any], tournament: Tournament, unread: Sequence[str]) -> str:
        if not unread:
            return ""
        return (await voice(interaction, tournament.game))("deck.unread_lines", lines=Typed(", ".join(unread)[:500]))
