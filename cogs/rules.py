"""`/rules`: finds the rule that answers a question, in a channel, by direct message, or as an app of the user.

As a user's app it works wherever its user is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.drawing import sketch_file
from cogs.messages.reply import answer_with, called, theme_here, theme_of, voice
from cogs.messages.rules.chapters import contents, shelf
from cogs.messages.rules.entry import ALONE, Beside, ask, content_of, entry_message, everywhere
from cogs.messages.rules.find_cards import Spoken, card_text, rules_of, spoken_of
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.play.fair_share import in_thread
from cogs.play.unfit import Unfit
from data.content import games
from data.language import LANGUAGES, Texts, texts
from data.lookup.answering import lookup
from data.rulebook import Rule, game_of, rulebook
from data.user_text import Typed, one_line

if TYPE_CHECKING:
    from cogs.service.bot import Referee

ANSWERS = 5
CARDS = 2
"""So many cards that a question names are shown."""
CHOICES = 25


class RulebookCommands(commands.Cog):
    """The command `/rules`, and the buttons of entries."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(rule=self.on_rule, leaf=self.on_rule, ruleopen=self.on_open, ruleshow=self.on_show, ruleask=self.on_ask)

    @app_commands.command(name=command_text("rules"), description=command_text("rules.desc"))
    @worded("rules", "question", "game")
    @anywhere
    async def rules(self, interaction: discord.Interaction[Any], question: app_commands.Range[str, 1, 200] = "", game: GameName = "") -> None:
        """Shows the rule that answers a question best, and the next ones to choose from; without a question, the books."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        here = await game_meant(interaction, game, games())
        if not question:
            await answer_with(interaction, **contents(here, say) if here else shelf(say))
            return
        index = await in_thread(lookup)  # Which is built if nobody has asked since the start.
        spoken = spoken_of(question, here, index)
        if spoken.cards:
            await self._about_cards(interaction, question, spoken, say)
            return
        answer = await in_thread(index.answer, question, say.language, here, ANSWERS)
        unanswered = one_line(question) if interaction.guild_id and not answer.sure else ""
        if not answer.rules:
            await answer_with(interaction, content=say("rules.none"), view=panel([ask(unanswered, say)] if unanswered else []))
            return
        if answer.everywhere and answer.sure:
            await answer_with(interaction, **everywhere(answer.everywhere, say, answer.rules[1:]))
            return
        head = "" if answer.sure else say("rules.nearest")
        await _show(interaction, answer.rules[0], say, Beside(head, answer.rules[1:], answer.both and answer.sure, unanswered))

    @staticmethod
    async def _about_cards(interaction: discord.Interaction[Any], question: str, spoken: Spoken, say: Texts) -> None:
        """Shows the cards that a question names, and the rule that answers the rest of it, or else the first rule about the cards."""
        game = spoken.cards[0].game
        behind = [rule for card in spoken.cards for rule in rules_of(card.game, card.word, texts(say.language, card.game))]
        rules = [] if spoken.alone else await in_thread(_asked, question, say.language, game, behind)
        faces = [card_text(card, say, await theme_of(interaction)) for card in spoken.cards[:CARDS]]
        rules = list(dict.fromkeys([*rules, *behind]))
        await _show(interaction, rules[0], say, Beside("\n".join(faces), rules[1:]))

    @rules.autocomplete("question")
    async def complete_question(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completions of a question: the best headings for what is typed so far."""
        say = await voice(interaction)
        try:
            here = await game_meant(interaction, getattr(interaction.namespace, "game", "") or "", games())
        except Unfit:
            here = None
        index = await in_thread(lookup)
        found = await in_thread(index.suggest, current[:200], say.language, here, CHOICES)
        return [app_commands.Choice(name=_name(rule, say.language, here)[:100], value=rule.number) for rule in found]

    @rules.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())

    async def on_rule(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Replaces the shown entry by another, or by its translation."""
        await interaction.response.defer()
        number, _, language = (f"{values[0]}:{rest}" if values else rest).partition(":")
        rule = self._entry(number, language)
        await _show(interaction, rule, texts(language))

    async def on_open(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens an entry beside the message that names it, in the reader's language."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        say = await voice(interaction)
        await _show(interaction, self._entry((values or [rest])[0], say.language), say)

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show to all*: posts the entry in the channel; others can open it in their own language."""
        number, _, language = rest.partition(":")
        say = texts(language)
        rule = self._entry(number, language)
        by = "\n" + say("rules.shown", name=called(interaction.user))
        await interaction.response.defer(thinking=True)
        file = await sketch_file(rule, say, await theme_here(interaction))
        view = panel([Press("ruleopen", number, say("rules.look"))])
        content = cut(content_of(rule, say), MAX_CONTENT - len(by)) + by
        await answer_with(interaction, content=content, attachments=[file] if file else [], view=view)

    async def on_ask(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Ask the channel*: posts a question that no rule answers."""
        language, _, question = rest.partition(":")
        if language not in LANGUAGES:
            raise Unfit("rules.none")
        await interaction.response.defer(thinking=True)
        await answer_with(interaction, content=texts(language)("rules.asks", name=called(interaction.user), question=Typed(question)))

    @staticmethod
    def _entry(number: str, language: str) -> Rule:
        game = game_of(number)
        rule = rulebook(game, language).get(number) if game and language in LANGUAGES else None
        if rule is None:
            raise Unfit("rules.none")
        return rule


def _asked(question: str, language: str, game: str, behind: Sequence[Rule]) -> list[Rule]:
    """The rules that surely answer a question about cards of a game; none if unsure."""
    answer = lookup().answer(question, language, game, ANSWERS, {rule.number for rule in behind})
    return [rule for rule in answer.rules if answer.sure and rule.game == game]


async def _show(interaction: discord.Interaction[Any], rule: Rule, say: Texts, beside: Beside = ALONE) -> None:
    """Shows an entry with its sketch in the private answer."""
    file = await sketch_file(rule, say, await theme_of(interaction))
    await answer_with(interaction, **entry_message(rule, say, beside), attachments=[file] if file else [])


def _name(rule: Rule, language: str, here: str | None) -> str:
    """The label of an entry in a completion, with its game unless that is the game at hand."""
    name = f"{rule.number} {rule.heading}"
    return name if rule.game == here else f"{name} · {texts(language, rule.game)('title')}"


async def setup(bot: Referee) -> None:
    await bot.add_cog(RulebookCommands(bot))
