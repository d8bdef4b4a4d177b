"""`/cards` and the deck builder: menus add and remove cards, each time starting from the deck as it is stored by then."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.messages.buttons import SHAPES
from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.decks.card_pool import LONGEST_SEARCH, NEW, Browsing, Reader, browsing, card_message, card_numbered, menu_bits, pool_message
from cogs.messages.decks.deck_panel import (
    LONGEST_NAME,
    ShownDeck,
    begin,
    begin_empty,
    check_game,
    deck_message,
    decks_message,
    mark_of,
    marked,
    put,
    referred,
    rename,
)
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.reply import answer_with, theme_of, voice
from cogs.messages.rules.find_cards import OwnDeck, card_name, with_decks
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.play.unfit import Unfit
from data.language import Texts
from data.user_text import Typed

if TYPE_CHECKING:
    from cogs.service.bot import Referee

SEARCH, NAME = "f:cards:", "f:deckname:"
"""The beginnings of the custom ids of forms; what they are about follows, in the shape of the buttons that open them."""
SEARCHED, NAMED = re.compile(SHAPES["cardseek"]), re.compile(SHAPES["deckname"])


class SearchForm(ui.Modal):
    """The form for words to search cards by."""

    def __init__(self, browsed: Browsing, say: Texts) -> None:
        super().__init__(title=cut(say("cards.search"), 45), custom_id=f"{SEARCH}{browsed.written()}"[:100])
        self.text: ui.TextInput[SearchForm] = ui.TextInput(
            label=cut(say("cards.search.label"), 45), default=browsed.text, max_length=LONGEST_SEARCH, required=False, custom_id="text"
        )
        self.add_item(self.text)


class NameForm(ui.Modal):
    """The form for a deck's new name."""

    def __init__(self, about: str, name: str, say: Texts) -> None:
        super().__init__(title=cut(say("deck.form", name=str(name)), 45), custom_id=f"{NAME}{about}")
        self.name: ui.TextInput[NameForm] = ui.TextInput(
            label=cut(say("deck.name.label"), 45), default=str(name), max_length=LONGEST_NAME, custom_id="name"
        )
        self.add_item(self.name)


class BuildingCommands(commands.Cog):
    """The command `/cards`, and the buttons of the deck builder. A button acts on the decks of whoever presses it."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(cards=self.on_cards, cardsift=self.on_sift, cardseek=self.on_seek, cardlook=self.on_look, cardadd=self.on_add)
        bot.handlers.update(cardcount=self.on_count, cardinto=self.on_into, deck=self.on_deck, decks=self.on_decks, decktake=self.on_take)
        bot.handlers.update(
            decklook=self.on_deck_look,
            deckname=self.on_name,
            deckcopy=self.on_copy,
            deckbegin=self.on_begin,
            deckmend=self.on_mend,
            decknew=self.on_new,
        )

    @app_commands.command(name=command_text("cards"), description=command_text("cards.desc"))
    @worded("cards", "text", "game")
    @anywhere
    async def cards(self, interaction: discord.Interaction[Any], text: app_commands.Range[str, 0, LONGEST_SEARCH] = "", game: GameName = "") -> None:
        """Opens a list of the cards that decks of a game may hold, with filters."""
        await interaction.response.defer(ephemeral=True)
        key = await game_meant(interaction, game, with_decks()) or with_decks()[0]
        await self._pool(interaction, Browsing(key, text=str(Typed(text)) if text else ""))

    @cards.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, with_decks())

    # Showing

    async def _reader(self, interaction: discord.Interaction[Any], game: str) -> Reader:
        own = await self.bot.store.decks.of(interaction.user.id, game)
        return Reader(await voice(interaction, game), await theme_of(interaction), own)

    async def _pool(self, interaction: discord.Interaction[Any], browsed: Browsing, note: str = "") -> None:
        await answer_with(interaction, **await pool_message(browsed, await self._reader(interaction, browsed.game), note))

    async def _card(self, interaction: discord.Interaction[Any], browsed: Browsing, word: str, note: str = "") -> None:
        await answer_with(interaction, **await card_message(browsed, word, await self._reader(interaction, browsed.game), note))

    async def _deck(self, interaction: discord.Interaction[Any], game: str, about: str, note: str = "", page: int = 0) -> None:
        rules, reader = check_game(game), await self._reader(interaction, game)
        deck = referred(rules, reader.own, about, reader.say)
        await answer_with(interaction, **await deck_message(rules, deck, ShownDeck(reader.say, reader.theme, note, page)))

    async def _named(self, interaction: discord.Interaction[Any], game: str, name: str) -> None:
        """Shows the deck called `name`."""
        rules, reader = check_game(game), await self._reader(interaction, game)
        deck = OwnDeck(Typed(name), reader.own.get(name, {}), False)
        await answer_with(interaction, **await deck_message(rules, deck, ShownDeck(reader.say, reader.theme)))

    # Browsing

    async def on_cards(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows a page of the card list."""
        browsed = browsing(rest)
        await taken_up(interaction)
        await self._pool(interaction, browsed)

    async def on_sift(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Filters the card list: the choices of one menu replace its earlier ones."""
        menu, _, about = rest.partition(":")
        browsed = browsing(about)
        await taken_up(interaction)
        bits = menu_bits(browsed.game, (await voice(interaction)).language, int(menu))
        chosen = sum(1 << bit for bit in bits if str(bit) in values)
        others = browsed.traits & ~sum(1 << bit for bit in bits)
        await self._pool(interaction, browsed._replace(traits=others | chosen, page=0))

    async def on_seek(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Search*: opens the form for search words."""
        browsed = browsing(rest)

        async def form() -> SearchForm:
            return SearchForm(browsed, await voice(interaction))

        await shown_form(interaction, form())

    async def on_look(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows one card in full."""
        number, _, about = rest.partition(":")
        browsed = browsing(about)
        word = card_numbered(browsed.game, number) if number else next(iter(values), "")
        if word not in check_game(browsed.game).faces:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        await self._card(interaction, browsed, word)

    async def on_add(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Adds one copy each of the cards chosen from a page to the deck."""
        browsed = browsing(rest)
        await taken_up(interaction)
        words = _known(browsed.game, values)
        await self._put(interaction, browsed.game, browsed.deck, dict.fromkeys(words, 1))
        say = await voice(interaction, browsed.game)
        await self._pool(interaction, browsed, say("cards.added", cards=", ".join(card_name(say, word) for word in words)))

    async def on_count(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Adds copies of a card to the deck, or removes some: `n:card:...`, where `n` may be negative."""
        n, number, about = rest.split(":", 2)
        browsed = browsing(about)
        word = card_numbered(browsed.game, number)
        await taken_up(interaction)
        await self._put(interaction, browsed.game, browsed.deck, {word: int(n)})
        await self._card(interaction, browsed, word)

    async def on_into(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Add to deck*: adds a card to a deck of the asker's, or to a new one, and goes on with that deck."""
        number, _, about = rest.partition(":")
        browsed = browsing(about)
        word, chosen = card_numbered(browsed.game, number), next(iter(values), "")
        await taken_up(interaction)
        if chosen == NEW:
            title = (await voice(interaction))("deck.untitled")
            name = await self._change(interaction, browsed.game, partial(_begin_with, title=title, word=word))
        else:
            name = await self._put(interaction, browsed.game, chosen, {word: 1})
        say = await voice(interaction, browsed.game)
        await self._card(interaction, browsed._replace(deck=mark_of(name)), word, say("cards.added", cards=card_name(say, word)))

    # Building

    async def on_deck(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows a deck, named by a button or chosen from a list."""
        game, _, about = (values[0] if values else rest).partition(":")
        about, _, page = about.partition(":")
        check_game(game)
        await taken_up(interaction)
        await self._deck(interaction, game, about, page=int(page) if page.isdecimal() else 0)

    async def on_decks(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Lists the asker's decks, and those for everybody."""
        await taken_up(interaction)
        await answer_with(interaction, **decks_message({game: await self._own(interaction, game) for game in with_decks()}, await voice(interaction)))

    async def on_take(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Takes one copy each of the chosen cards out of a deck."""
        game, mark, page = rest.split(":")
        check_game(game)
        await taken_up(interaction)
        await self._put(interaction, game, mark, dict.fromkeys(values, -1))
        await self._deck(interaction, game, mark, page=int(page))

    async def on_mend(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Adds the cards that an unreadable line of a deck list may have meant, in the number that the line said."""
        game, _, mark = rest.partition(":")
        meant = {word: n for n, _, word in (value.partition(":") for value in values) if n.isdecimal()}
        words = _known(game, list(meant))
        await taken_up(interaction)
        await self._put(interaction, game, mark, {word: int(meant[word][:3]) for word in words})
        await self._deck(interaction, game, mark)

    async def on_deck_look(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows one of a deck's cards in full."""
        game, _, mark = rest.partition(":")
        words = _known(game, values[:1])
        await taken_up(interaction)
        await self._card(interaction, Browsing(game, mark), words[0])

    async def on_name(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Name*: opens the form for a deck's new name."""
        game, _, mark = rest.partition(":")
        check_game(game)

        async def form() -> NameForm:
            return NameForm(rest, marked(await self._own(interaction, game), mark), await voice(interaction))

        await shown_form(interaction, form())

    async def on_copy(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Copy*: makes the asker a deck with the same cards under a free name."""
        game, _, about = rest.partition(":")
        rules = check_game(game)
        await taken_up(interaction)
        say = await voice(interaction, game)

        def copied(decks: dict[str, dict[str, int]]) -> str:
            deck = referred(rules, decks, about, say)
            return begin(decks, deck.name, deck.cards)

        await self._named(interaction, game, await self._change(interaction, game, copied))

    async def on_begin(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Fills an empty deck with the cards of a preset."""
        game, _, mark = rest.partition(":")
        preset = check_game(game).presets.get(next(iter(values), ""))
        if preset is None:
            raise Unfit("error.too_old")
        await taken_up(interaction)

        def filled(decks: dict[str, dict[str, int]]) -> None:
            name = marked(decks, mark)
            decks[name] = decks[name] or dict(preset)

        await self._change(interaction, game, filled)
        await self._deck(interaction, game, mark)

    async def on_new(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Makes an empty deck, and shows it."""
        check_game(rest)
        await taken_up(interaction)
        say = await voice(interaction)
        await self._named(interaction, rest, await self._change(interaction, rest, partial(begin_empty, say=say)))

    async def _own(self, interaction: discord.Interaction[Any], game: str) -> dict[str, dict[str, int]]:
        return await self.bot.store.decks.of(interaction.user.id, game)

    async def _change(self, interaction: discord.Interaction[Any], game: str, change: Any) -> Any:
        return await self.bot.store.decks.change(interaction.user.id, game, change)

    async def _put(self, interaction: discord.Interaction[Any], game: str, mark: str, copies: dict[str, int]) -> str:
        name: str = await self._change(interaction, game, partial(put, mark=mark, copies=copies))
        return name

    # Forms

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the search form and the name form when they are submitted."""
        await sent(interaction, {SEARCH: self._searched, NAME: self._renamed})

    async def _searched(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        text = field(form, "text")
        if not SEARCHED.fullmatch(rest) or text is None:
            raise Unfit("error.too_old")
        browsed = browsing(rest)
        await taken_up(interaction)
        await self._pool(interaction, browsed._replace(text=str(Typed(text))[:LONGEST_SEARCH] if text.strip() else "", page=0))

    async def _renamed(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        name = field(form, "name")
        if not NAMED.fullmatch(rest) or not (name or "").strip():
            raise Unfit("error.too_old")
        game, _, mark = rest.partition(":")
        check_game(game)
        await taken_up(interaction)
        new = str(Typed(str(Typed(str(name)))[:LONGEST_NAME]))
        await self._change(interaction, game, partial(rename, mark=mark, name=new))
        await self._named(interaction, game, new)


def _begin_with(decks: dict[str, dict[str, int]], title: str, word: str) -> str:
    """Makes a deck of one card; returns its name."""
    return begin(decks, title, {word: 1})


def _known(game: str, words: list[str]) -> list[str]:
    """Those of `words` that are cards for decks of the game. Raises Unfit if none is."""
    decks = check_game(game).decks
    known = [word for word in words if decks and word in decks.limits]
    if not known:
        raise Unfit("error.too_old")
    return known


async def setup(bot: Referee) -> None:
    await bot.add_cog(BuildingCommands(bot))
