"""`/deck`: building, importing, showing and using decks. All of it is private to the deck's owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.decks.deck_file import FORM as FILE_FORM
from cogs.messages.decks.deck_file import FileForm, handed_over
from cogs.messages.decks.deck_panel import (
    LONGEST_NAME,
    Decks,
    Offer,
    ShownDeck,
    begin,
    begin_empty,
    check_game,
    deck_message,
    decks_message,
    headed,
    keep,
    listed,
    marked,
    verdict,
    version_of,
)
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.refusals import explain
from cogs.messages.reply import answer_with, in_full, theme_of, voice
from cogs.messages.rules.find_cards import OwnDeck, card_name, deck_choices, decks_choices, find_card, find_deck, near_cards, told_apart, with_decks
from cogs.messages.truncation import cut
from cogs.messages.typed_again import Typo
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart, turn
from cogs.service.access import table_for
from data.accents import folded
from data.content import build as game_of
from data.language import Texts
from data.user_text import Typed
from rules.decks import read_line, read_list
from rules.game import Refused, Rules

if TYPE_CHECKING:
    from cogs.service.bot import Referee

LONGEST_TEXT = 4000
"""Letters of a deck written as a list; a form holds no more."""
MOST_OFFERED = 6
"""For so many lines that cannot be read others are offered."""
LONGEST_CHOICE = 70
"""Letters of a deck's name with its game before it."""
DeckName = app_commands.Range[str, 0, LONGEST_CHOICE]
DeckText = app_commands.Range[str, 1, LONGEST_TEXT]
FORM = "f:deck:"
"""The beginning of the custom id of the form; the game, perhaps a mark of what it begins with, and the deck's name follow, so that it is understood
after a restart."""


class Written(NamedTuple):
    """A deck as text, and the version (`version_of`) of the stored deck that its author saw; "" for none."""

    text: str
    seen: str = ""


class DeckForm(ui.Modal):
    """The form in which a deck is written as a list. The cog reads what is submitted, so that it also works after a restart."""

    def __init__(self, about: str, name: str, text: str, say: Texts) -> None:
        super().__init__(title=cut(say("deck.form", name=str(name)), 45), custom_id=f"{FORM}{about}:{name!s}"[:100])
        self.cards: ui.TextInput[DeckForm] = ui.TextInput(
            label=say("deck.form.label")[:45],
            style=discord.TextStyle.paragraph,
            default=cut(text, LONGEST_TEXT),
            max_length=LONGEST_TEXT,
            custom_id="cards",
        )
        self.add_item(self.cards)


class DeckCommands(commands.Cog):
    """The command `/deck` and its forms."""

    group = anywhere(app_commands.Group(name=command_text("deck"), description=command_text("deck.desc")))

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(decktext=self.on_text)

    # Finding

    async def _own(self, interaction: discord.Interaction[Any], game: str) -> dict[str, dict[str, int]]:
        return await self.bot.store.decks.of(interaction.user.id, game)

    async def _find(self, interaction: discord.Interaction[Any], rules: Rules[Any], name: str) -> OwnDeck:
        """The asker's deck, or the preset, called `name`. Raises Unfit."""
        return await find_deck(self.bot.store, interaction.user.id, rules, name, await voice(interaction, rules.key))

    async def _complete(self, interaction: discord.Interaction[Any], current: str, presets: bool) -> list[app_commands.Choice[str]]:
        """Completes a deck's name: decks of the game that is meant; where no game is known, of all games, each named with its own."""
        try:
            game = await game_meant(interaction, getattr(interaction.namespace, "game", "") or "", with_decks())
        except Unfit:
            return []
        store, player = self.bot.store, interaction.user.id
        if game:
            return await deck_choices(store, player, game_of(game), current, await voice(interaction, game), presets)
        return await decks_choices(store, player, current, (await voice(interaction)).language, presets)

    async def _open(self, interaction: discord.Interaction[Any], game: str) -> tuple[Rules[Any], Texts]:
        """Acknowledges a private answer; the game that is meant, and the reader's texts."""
        await interaction.response.defer(ephemeral=True)
        rules = game_of(await _game(interaction, game))
        return rules, await voice(interaction, rules.key)

    async def _open_deck(self, interaction: discord.Interaction[Any], name: str, game: str) -> tuple[Rules[Any], Texts, OwnDeck]:
        """Like `_open`, with the deck called `name`. Without a game, the first game that has such a deck is meant; `game:name` names both."""
        name, game = told_apart(name, game)
        rules, say = await self._open(interaction, game)
        try:
            return rules, say, await self._find(interaction, rules, name)
        except Unfit as unfit:
            wrong = unfit
        for key in with_decks() if not game else ():
            try:
                deck = await self._find(interaction, game_of(key), name)
            except Typo as typo:  # Unless another game has one of this very name.
                wrong = typo
            except Unfit:
                continue
            else:
                return game_of(key), await voice(interaction, key), deck
        raise wrong

    # Writing

    @group.command(name=command_text("deck.build"), description=command_text("deck.build.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), like=command_text("deck.like.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), like=command_text("deck.like"), game=command_text("card.game"))
    async def build(self, interaction: discord.Interaction[Any], name: DeckName = "", like: DeckName = "", game: GameName = "") -> None:
        """Opens a deck to build on: an existing one, or a new one, with the cards of the deck `like` if that is named."""
        name, game = told_apart(name, game)
        like, game = told_apart(like, game)
        rules, say = await self._open(interaction, game)
        cards = (await self._find(interaction, rules, like)).cards if like else {}

        def opened(decks: Decks) -> str:
            wanted = str(_name(name)) if name else ""
            there = next((own for own in decks if wanted and folded(own) == folded(wanted)), None)
            if there is None:
                return begin(decks, wanted or say("deck.untitled"), cards) if wanted or cards else begin_empty(decks, say)
            if like:
                raise Unfit("deck.name_taken", name=Typed(there))
            return there

        called = await self.bot.store.decks.change(interaction.user.id, rules.key, opened)
        await self._show(interaction, rules, OwnDeck(Typed(called), (await self._own(interaction, rules.key)).get(called, {}), False))

    async def on_text(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*As text*: opens a form with the deck as a list."""
        game, _, mark = rest.partition(":")
        rules = check_game(game)

        async def form() -> DeckForm:
            own = await self._own(interaction, game)
            name = marked(own, mark)
            say = await voice(interaction, game)
            return DeckForm(f"{game}/{version_of(own[name])}", name, listed(rules, own[name], say), say)

        await shown_form(interaction, form())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the text form and the file form when they are submitted."""
        await sent(interaction, {FORM: self._written, FILE_FORM: self._handed_over})

    async def _written(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        about, _, name = rest.partition(":")
        game, _, seen = about.partition("/")
        text = field(form, "cards")
        if game not in with_decks() or text is None:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        await self._keep(interaction, game_of(game), _name(name), Written(text, seen))

    async def _handed_over(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        game, _, name = rest.partition(":")
        if game not in with_decks():
            raise Unfit("error.too_old")
        await taken_up(interaction)
        await self._keep(interaction, game_of(game), _name(name), Written(await handed_over(interaction)))

    @group.command(name=command_text("deck.import"), description=command_text("deck.import.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), deck=command_text("deck.import.deck.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), deck=command_text("deck.import.deck"), game=command_text("card.game"))
    async def import_deck(
        self,
        interaction: discord.Interaction[Any],
        name: app_commands.Range[str, 1, LONGEST_CHOICE],
        deck: DeckText | None = None,
        game: GameName = "",
    ) -> None:
        """Imports a deck from a share code or a list with commas; without either, opens a form that takes a file."""
        name, game = told_apart(name, game)
        if deck is None:
            return await shown_form(interaction, self._file_form(interaction, game, _name(name)))
        rules, _ = await self._open(interaction, game)
        await self._keep(interaction, rules, _name(name), Written(deck.replace(",", "\n").replace(";", "\n")))

    async def _file_form(self, interaction: discord.Interaction[Any], game: str, name: Typed) -> FileForm:
        rules = game_of(await _game(interaction, game))
        return FileForm(rules.key, name, await voice(interaction, rules.key))

    async def _keep(self, interaction: discord.Interaction[Any], rules: Rules[Any], name: str, written: Written) -> None:
        """Parses a code or list and stores it as a deck. A deck with faults is stored, too, but may not be used. If the stored deck has changed since
        its author saw it, the text is returned to them instead. Raises Unfit."""
        say = await voice(interaction, rules.key)
        if len(written.text) > LONGEST_TEXT:  # Discord promises so for a form, and nobody checks a promise but us.
            raise Unfit("deck.too_long", most=LONGEST_TEXT)

        def kept(decks: Decks) -> bool:
            if written.seen and name in decks and version_of(decks[name]) != written.seen:
                return False
            keep(decks, name, deck)
            return True

        async with turn(interaction.user.id):
            deck, unread = await apart(_read, rules, written.text)
            near = await apart(_offers, rules, unread, say)
            perhaps = [say("deck.perhaps", line=Typed(line), cards=", ".join(card_name(say, word) for word in words)) for line, words in near.items()]
            if not deck:
                example, further = card_name(say, next(iter(rules.faces))), "".join(f"\n{line}" for line in perhaps)
                raise Unfit("deck.unread", lines=Typed(", ".join(unread)[:500] or "–"), card=example, perhaps=further)
            if not await self.bot.store.decks.change(interaction.user.id, rules.key, kept):
                await answer_with(interaction, **in_full(written.text, "deck", say("deck.changed", name=name) + "\n"))
                return
        lost = [line for line in unread if line not in near]
        lines = [say("deck.kept", name=name), *perhaps]
        lines += [say("deck.unread_lines", lines=Typed(", ".join(lost)[:800]))] if lost else []
        offers = [Offer(found.n, word, line) for line, words in near.items() for word in words if (found := read_line(line))]
        await self._show(interaction, rules, OwnDeck(name, deck, False), "\n".join(lines), offers)

    # Reading

    async def _show(
        self, interaction: discord.Interaction[Any], rules: Rules[Any], deck: OwnDeck, note: str = "", offers: Sequence[Offer] = ()
    ) -> None:
        """Shows a deck as a picture, with words and ways to change it."""
        shown = ShownDeck(await voice(interaction, rules.key), await theme_of(interaction), note, 0, offers)
        await answer_with(interaction, **await deck_message(rules, deck, shown))

    @group.command(name=command_text("deck.show"), description=command_text("deck.show.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def show(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """Shows a deck as a picture with its curve of costs."""
        rules, _, deck = await self._open_deck(interaction, name, game)
        await self._show(interaction, rules, deck)

    @group.command(name=command_text("deck.export"), description=command_text("deck.export.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def export(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """Shows a deck's share code and its text list."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        head = f"{headed(rules, deck.name, say)}\n`{_share_code(rules, deck.cards)}`\n"
        await answer_with(interaction, **in_full(listed(rules, deck.cards, say), "deck", head))

    @group.command(name=command_text("deck.check"), description=command_text("deck.check.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def check(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """Lists all faults of a deck."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        await answer_with(interaction, content=cut(f"{headed(rules, deck.name, say)}\n{verdict(rules, deck.cards, say)}"))

    @group.command(name=command_text("deck.list"), description=command_text("deck.list.desc"))
    @worded("card", "game")
    async def list_decks(self, interaction: discord.Interaction[Any], game: GameName = "") -> None:
        """Lists the asker's decks and those for everybody, of one game or of all."""
        await interaction.response.defer(ephemeral=True)
        keys = [await _game(interaction, game)] if game else with_decks()
        await answer_with(interaction, **decks_message({key: await self._own(interaction, key) for key in keys}, await voice(interaction)))

    # Using

    @group.command(name=command_text("deck.use"), description=command_text("deck.use.desc"))
    @worded("deck", "name")
    async def use(self, interaction: discord.Interaction[Any], name: DeckName) -> None:
        """Brings a deck to this channel's table."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        rules = table.rules
        say = await voice(interaction, rules.key)
        if rules.decks is None:
            raise Unfit("deck.not_here")
        seat = table.seat_of(interaction.user.id)
        deck = await self._find(interaction, rules, name)
        if rules.decks.faults(deck.cards):
            raise Unfit("deck.refused", verdict=verdict(rules, deck.cards, say))
        try:
            await table.act(seat, ("deck", rules.decks.code(deck.cards)), None, interaction.id)
        except Refused as error:
            await answer_with(interaction, content=explain(error, say, rules.key))
            return
        await answer_with(interaction, content=say("deck.used", name=deck.name))

    @group.command(name=command_text("deck.delete"), description=command_text("deck.delete.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def delete(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """Deletes one of the asker's decks; its share code can restore it. Raises Unfit for a deck that belongs to everybody."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        if deck.preset:
            raise Unfit("deck.is_preset", name=deck.name)
        await self.bot.store.decks.delete(interaction.user.id, rules.key, deck.name)
        await answer_with(interaction, content=say("deck.deleted", name=deck.name, code=_share_code(rules, deck.cards)))

    # What is offered while typing

    @show.autocomplete("name")
    @export.autocomplete("name")
    @check.autocomplete("name")
    @use.autocomplete("name")
    async def complete_any(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completes a deck's name: the asker's decks and those for everybody."""
        return await self._complete(interaction, current, presets=True)

    @build.autocomplete("like")
    async def complete_like(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await self._complete(interaction, current, presets=True)

    @build.autocomplete("name")
    @import_deck.autocomplete("name")
    @delete.autocomplete("name")
    async def complete_own(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completes a deck's name: the asker's decks alone."""
        return await self._complete(interaction, current, presets=False)

    @build.autocomplete("game")
    @import_deck.autocomplete("game")
    @show.autocomplete("game")
    @export.autocomplete("game")
    @check.autocomplete("game")
    @list_decks.autocomplete("game")
    @delete.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, with_decks())


def _read(rules: Rules[Any], text: str) -> tuple[dict[str, int], list[str]]:
    """Parses a share code or a list: the deck, and the lines that could not be read."""
    assert rules.decks is not None
    try:
        return rules.decks.decode(text.strip().casefold()), []
    except ValueError:
        return read_list(text, lambda called: find_card(rules.key, called))


def _offers(rules: Rules[Any], unread: list[str], say: Texts) -> dict[str, list[str]]:
    """For each unreadable line of a deck list, the cards that it may have meant; lines without any are left out."""
    names = {line: read_line(line) for line in unread[:MOST_OFFERED]}
    near = {line: near_cards(rules.key, found.name, say.language) for line, found in names.items() if found}
    return {line: words for line, words in near.items() if words}


def _share_code(rules: Rules[Any], cards: Mapping[str, int]) -> str:
    """The share code of a deck, without cards that the game no longer has."""
    assert rules.decks is not None
    return rules.decks.code({word: n for word, n in cards.items() if word in rules.decks.limits})


def _name(name: str) -> Typed:
    """A deck's name as typed, on one line and cut to `LONGEST_NAME`."""
    return Typed(Typed(name)[:LONGEST_NAME])


async def _game(interaction: discord.Interaction[Any], game: str) -> str:
    """The game whose decks are meant: `game`, or else the one of this channel. Raises Unfit."""
    return await game_meant(interaction, game, with_decks()) or with_decks()[0]


async def setup(bot: Referee) -> None:
    await bot.add_cog(DeckCommands(bot))
