"""`/deck`: building, importing, showing and using decks. All of it is private to the deck's owner."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.playing.apart import apart, turn
from cogs.playing.tables import Unfit
from cogs.running.doors import table_for
from cogs.showing.cards import OwnDeck, card_name, deck_choices, find_card, find_deck, with_decks
from cogs.showing.deck_file import FORM as FILE_FORM
from cogs.showing.deck_file import FileForm, handed_over
from cogs.showing.drawing import drawn, to_file
from cogs.showing.games import GameName, game_choices, game_meant
from cogs.showing.reply import PATIENCE, answer_error, anywhere, command_text, cut, explain, in_full, theme_of, voice, worded
from data.content import build as game_of
from data.language import Texts
from data.store import Unreachable
from data.typed import Typed
from render.look import Look
from render.painting import painter
from render.text import fitting
from rules.game import Refused, Rules
from rules.parts.decks import Deck, read_list

if TYPE_CHECKING:
    from cogs.running.bot import Referee

LONGEST_NAME = 40
LONGEST_TEXT = 4000
"""Letters of a deck written as a list; a form holds no more."""
MOST_DECKS = 25
DeckName = app_commands.Range[str, 0, LONGEST_NAME]
DeckText = app_commands.Range[str, 1, LONGEST_TEXT]
FORM = "f:deck:"
"""The beginning of the custom id of the form; the game and the deck's name follow, so that it is understood after a restart."""


def listed(rules: Rules[Any], deck: Deck, say: Texts) -> str:
    """A deck as a text list."""
    assert rules.decks is not None
    known = [f"{deck[word]}x {card_name(say, word)}" for word in rules.decks.limits if deck.get(word)]
    return "\n".join([*known, *(f"{n}x {word}" for word, n in deck.items() if word not in rules.decks.limits)])


def deck_words(rules: Rules[Any], name: str, deck: Deck, say: Texts) -> str:
    """A deck for an alt text: as a list, or where that is too long with the cards together of which there are as many."""

    def together() -> str:
        numbers = sorted(set(deck.values()), reverse=True)
        return "\n".join(f"{n}x {', '.join(card_name(say, word) for word in deck if deck[word] == n)}" for n in numbers)

    return fitting(lambda: f"{name!s}\n{listed(rules, deck, say)}", lambda: f"{name!s}\n{together()}")


def verdict(rules: Rules[Any], deck: Deck, say: Texts) -> str:
    """Everything that is wrong with a deck, each with its rule, or that nothing is."""
    assert rules.decks is not None
    lines = []
    for fault in rules.decks.faults(deck):
        facts = {k: card_name(say, v) if k == "card" else v for k, v in fault.facts.items()}
        lines.append(f"- {say(f'refused.{fault.reason}', **facts)} ({fault.rule})")
    size = sum(deck.values())
    return "\n".join([say("deck.faulty", n=len(lines)), *lines]) if lines else say("deck.fine", n=size)


class DeckForm(ui.Modal):
    """The form in which a deck is written as a list. What is sent is read by the cog, so that it also works after a restart."""

    def __init__(self, game: str, name: str, text: str, say: Texts) -> None:
        super().__init__(title=cut(say("deck.form", name=str(name)), 45), custom_id=f"{FORM}{game}:{name!s}"[:100])
        self.cards: ui.TextInput[DeckForm] = ui.TextInput(
            label=say("deck.form.label")[:45],
            style=discord.TextStyle.paragraph,
            default=cut(text, LONGEST_TEXT),
            max_length=LONGEST_TEXT,
            custom_id="cards",
        )
        self.add_item(self.cards)


class DeckCommands(commands.Cog):
    """What a player may do with decks."""

    group = anywhere(app_commands.Group(name=command_text("deck"), description=command_text("deck.desc")))

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    # Finding

    async def _own(self, interaction: discord.Interaction[Any], game: str) -> dict[str, dict[str, int]]:
        return await self.bot.store.people.decks(interaction.user.id, game)

    async def _find(self, interaction: discord.Interaction[Any], rules: Rules[Any], name: str) -> OwnDeck:
        """A deck by name. Raises Unfit."""
        return await find_deck(self.bot.store, interaction.user.id, rules, name, await voice(interaction, rules.key))

    async def _complete(self, interaction: discord.Interaction[Any], current: str, presets: bool) -> list[app_commands.Choice[str]]:
        try:
            game = await _game(interaction, getattr(interaction.namespace, "game", "") or "")
        except Unfit:
            return []
        say = await voice(interaction, game)
        return await deck_choices(self.bot.store, interaction.user.id, game_of(game), current, say, presets)

    async def _open(self, interaction: discord.Interaction[Any], game: str) -> tuple[Rules[Any], Texts]:
        """Acknowledges a private answer; the game that is meant, and the reader's texts."""
        await interaction.response.defer(ephemeral=True)
        rules = game_of(await _game(interaction, game))
        return rules, await voice(interaction, rules.key)

    async def _open_deck(self, interaction: discord.Interaction[Any], name: str, game: str) -> tuple[Rules[Any], Texts, OwnDeck]:
        """The same with the deck that is meant: where no game is named, of the first that has one of this name."""
        rules, say = await self._open(interaction, game)
        try:
            return rules, say, await self._find(interaction, rules, name)
        except Unfit:
            for key in with_decks() if not game else ():
                with contextlib.suppress(Unfit):
                    deck = await self._find(interaction, game_of(key), name)
                    return game_of(key), await voice(interaction, key), deck
            raise

    # Writing

    @group.command(name=command_text("deck.build"), description=command_text("deck.build.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), like=command_text("deck.like.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), like=command_text("deck.like"), game=command_text("card.game"))
    async def build(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, LONGEST_NAME], like: DeckName = "", game: GameName = ""
    ) -> None:
        """Opens the form, with the deck as it is or another one to begin with."""
        try:  # A form has to be the first answer: nothing can be said before it.
            async with asyncio.timeout(PATIENCE):
                rules = game_of(await _game(interaction, game))
                say = await voice(interaction, rules.key)
                own = await self._own(interaction, rules.key)
                begin: Deck = (await self._find(interaction, rules, like)).cards if like else own.get(name, {})
        except TimeoutError:
            raise Unreachable("what a form begins with has not come in time") from None
        await interaction.response.send_modal(DeckForm(rules.key, _name(name), listed(rules, begin, say), say))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """The form comes back."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        form = next((form for form in (FORM, FILE_FORM) if custom_id.startswith(form)), None)
        if interaction.type is not discord.InteractionType.modal_submit or form is None:
            return
        if not await self.bot.intake.takes(interaction):
            return
        try:
            game, _, name = custom_id.removeprefix(form).partition(":")
            text = _field(data, "cards")
            if game not in with_decks() or (text is None and form == FORM):
                raise Unfit("error.too_old")
            await interaction.response.defer(ephemeral=True, thinking=True)
            if text is None:
                text = await handed_over(interaction)
            await self._keep(interaction, game_of(game), _name(name), text)
        except Exception as error:  # Whatever happens, the person gets an answer.
            await answer_error(interaction, error)

    @group.command(name=command_text("deck.import"), description=command_text("deck.import.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), deck=command_text("deck.import.deck.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), deck=command_text("deck.import.deck"), game=command_text("card.game"))
    async def import_deck(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, LONGEST_NAME], deck: DeckText | None = None, game: GameName = ""
    ) -> None:
        """A share code, or a list with commas between the cards; where there is none, a form that takes a file."""
        if deck is None:
            return await self._ask_for_file(interaction, game, _name(name))
        rules, _ = await self._open(interaction, game)
        await self._keep(interaction, rules, _name(name), deck.replace(",", "\n").replace(";", "\n"))

    async def _ask_for_file(self, interaction: discord.Interaction[Any], game: str, name: Typed) -> None:
        try:  # As with the other form.
            async with asyncio.timeout(PATIENCE):
                rules = game_of(await _game(interaction, game))
                say = await voice(interaction, rules.key)
        except TimeoutError:
            raise Unreachable("what a form begins with has not come in time") from None
        await interaction.response.send_modal(FileForm(rules.key, name, say))

    async def _keep(self, interaction: discord.Interaction[Any], rules: Rules[Any], name: str, text: str) -> None:
        """Reads a code or a list and keeps it; a deck with faults is kept too, and may not be used."""
        say = await voice(interaction, rules.key)
        if len(text) > LONGEST_TEXT:  # Discord promises so for a form, and nobody checks a promise but us.
            raise Unfit("deck.too_long", most=LONGEST_TEXT)
        async with turn(interaction.user.id):
            deck, unread = await apart(_read, rules, text)
            if not deck:
                raise Unfit("deck.unread", lines=Typed(", ".join(unread)[:500] or "–"))
            own = await self._own(interaction, rules.key)
            if name not in own and len(own) >= MOST_DECKS:
                raise Unfit("deck.too_many", n=MOST_DECKS)
            await self.bot.store.people.save_deck(interaction.user.id, rules.key, name, deck)
        lines = [say("deck.kept", name=name), verdict(rules, deck, say)]
        lines += [say("deck.unread_lines", lines=Typed(", ".join(unread)[:800]))] if unread else []
        await self._show(interaction, rules, OwnDeck(name, deck, False), "\n".join(lines))

    # Reading

    async def _show(self, interaction: discord.Interaction[Any], rules: Rules[Any], deck: OwnDeck, words: str) -> None:
        """A deck as a picture, with words."""
        say = await voice(interaction, rules.key)
        look = Look(await theme_of(interaction), say, ())
        cards = {word: n for word, n in deck.cards.items() if word in rules.faces}
        picture = await drawn(painter(rules.key).paint_deck, cards, rules.faces, look)
        await interaction.edit_original_response(content=cut(words), attachments=[to_file(picture, deck_words(rules, deck.name, cards, say), "deck")])

    @group.command(name=command_text("deck.show"), description=command_text("deck.show.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def show(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """The deck as a picture with its curve of costs."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        await self._show(interaction, rules, deck, f"**{deck.name}**\n{verdict(rules, deck.cards, say)}")

    @group.command(name=command_text("deck.export"), description=command_text("deck.export.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def export(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """The share code and the text list."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        assert rules.decks is not None
        known = {word: n for word, n in deck.cards.items() if word in rules.decks.limits}
        head = f"**{deck.name}**\n`{rules.decks.code(known)}`\n"
        await interaction.edit_original_response(**in_full(listed(rules, deck.cards, say), "deck", head))

    @group.command(name=command_text("deck.check"), description=command_text("deck.check.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def check(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """Every fault at once."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        await interaction.edit_original_response(content=cut(f"**{deck.name}**\n{verdict(rules, deck.cards, say)}"))

    @group.command(name=command_text("deck.list"), description=command_text("deck.list.desc"))
    @worded("card", "game")
    async def list_decks(self, interaction: discord.Interaction[Any], game: GameName = "") -> None:
        """One's own decks, and those for everybody."""
        rules, say = await self._open(interaction, game)
        assert rules.decks is not None
        lines = [say("deck.yours")]
        for name, cards in (await self._own(interaction, rules.key)).items():
            faults = len(rules.decks.faults(cards))
            lines.append(f"- **{name}** · {say('deck.faulty', n=faults) if faults else say('deck.fine', n=sum(cards.values()))}")
        lines += [say("deck.none")] if len(lines) == 1 else []
        lines += [say("deck.presets"), *(f"- {card_name(say, word)}" for word in rules.presets)]
        await interaction.edit_original_response(content=cut("\n".join(lines)))

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
            await interaction.edit_original_response(content=explain(error, say, rules.key))
            return
        await interaction.edit_original_response(content=say("deck.used", name=deck.name))

    @group.command(name=command_text("deck.delete"), description=command_text("deck.delete.desc"))
    @app_commands.describe(name=command_text("deck.name.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(name=command_text("deck.name"), game=command_text("card.game"))
    async def delete(self, interaction: discord.Interaction[Any], name: DeckName, game: GameName = "") -> None:
        """One of the asker's own decks is gone. Raises Unfit for those that belong to everybody."""
        rules, say, deck = await self._open_deck(interaction, name, game)
        if deck.preset:
            raise Unfit("deck.is_preset", name=deck.name)
        await self.bot.store.people.delete_deck(interaction.user.id, rules.key, deck.name)
        await interaction.edit_original_response(content=say("deck.deleted", name=deck.name))

    # What is offered while typing

    @show.autocomplete("name")
    @export.autocomplete("name")
    @check.autocomplete("name")
    @use.autocomplete("name")
    async def complete_any(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """The asker's own decks and those for everybody."""
        return await self._complete(interaction, current, presets=True)

    @build.autocomplete("like")
    async def complete_like(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await self._complete(interaction, current, presets=True)

    @build.autocomplete("name")
    @import_deck.autocomplete("name")
    @delete.autocomplete("name")
    async def complete_own(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """The asker's own decks."""
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
    """The deck of a share code or a list, and the lines that could not be read."""
    assert rules.decks is not None
    try:
        return rules.decks.decode(text.strip().casefold()), []
    except ValueError:
        return read_list(text, lambda called: find_card(rules.key, called))


def _field(form: Any, name: str) -> str | None:
    """What was written into a field of a form, None where it has no such field."""
    fields = (field for row in form.get("components") or () for field in row.get("components") or ())
    found = next((field.get("value") for field in fields if field.get("custom_id") == name), None)
    return found if isinstance(found, str) else None


def _name(name: str) -> Typed:
    """A deck's name, on one line."""
    return Typed(Typed(name)[:LONGEST_NAME])


async def _game(interaction: discord.Interaction[Any], game: str) -> str:
    """The game whose decks are meant. Raises Unfit."""
    return await game_meant(interaction, game, with_decks()) or with_decks()[0]


async def setup(bot: Referee) -> None:
    await bot.add_cog(DeckCommands(bot))
