"""`/why` and the buttons *Rules* and *Why?*: whether an action is legal and by which rule, and why something happened.

Why an action is refused: `rules/<game>/refusals`, in words: `cogs/messages/refusals.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.drawing import label_of, look_of, rule_text
from cogs.messages.moves.picker_context import answer_in_words, capital, picking_at, prompt, waiting
from cogs.messages.moves.typed_actions import understood
from cogs.messages.moves.typed_names import naming, pointing, readable
from cogs.messages.moves.typos import asking_back
from cogs.messages.panel_navigation import opened, show, way_back
from cogs.messages.refusals import explain, misread
from cogs.messages.reply import theme_of, voice
from cogs.messages.rules.cards_in_messages import cards_in, texts_in
from cogs.messages.rules.entry import open_menu
from cogs.messages.rules.find_cards import card_text
from cogs.messages.table.rules_behind_lines import explained_lines
from cogs.messages.truncation import cut
from cogs.play.table import Table
from cogs.play.table_queries import NotSeated
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from data.content import games
from data.language import Texts
from data.lookup.everyday_verbs import BESIDE
from data.rulebook import rulebook
from data.user_text import Typed
from render.painter import painter
from rules.game import Action, Refused, Seat
from rules.legal_actions import rule_of
from rules.notation import Misread, first

if TYPE_CHECKING:
    from cogs.service.bot import Referee

CARDS = 3
"""So many cards are shown at most."""


class WhyCommands(commands.Cog):
    """The command `/why`, and the buttons *Rules* and *Why?*."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(rules=self.on_rules, why=self.on_why, whymeant=self.on_meant)

    async def on_rules(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Rules*: what the asker can do now and by which rules, or whom the game waits for."""
        await opened(interaction)
        table = await table_for(interaction, rest)
        say = await voice(interaction, table.rules.key)
        try:
            seat = table.seat_of(interaction.user.id)
        except NotSeated:
            seat = None
        asked = seat is not None and seat in table.acting
        lines, numbers = _own_rules(table, seat, say) if asked and seat is not None else _public_rules(table, say)
        await _answer(interaction, lines, numbers, say, way_back(interaction, table.id, say))

    async def on_why(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Why?*: the texts of cards that a message names, and the rules behind its lines."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        game, *reasons = rest.split()
        if game not in games():
            raise Unfit("error.too_old")
        say = await voice(interaction, game)
        cards = cards_in(interaction.message, game)[:CARDS] if interaction.message is not None else []
        faces = [card_text(card, say, await theme_of(interaction)) for card in cards]
        numbers = [reason.partition("/")[0] for reason in reasons]
        told = explained_lines(next(texts_in(message.components), ""), reasons) if (message := interaction.message) is not None else []
        lines = [*faces, say("why.events"), *told, *(rule_text(game, number, say.language) for number in reversed(numbers))]
        await _answer(interaction, lines, numbers, say)

    async def on_meant(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Yes*: answers the question with its wrong letter corrected."""
        await interaction.response.defer()
        number, _, action = rest.split(":", 2)
        await self.explain(interaction, await table_for(interaction, number), action)

    @app_commands.command(name=command_text("why"), description=command_text("why.desc"))
    @worded("why", "action")
    @app_commands.guild_only()
    async def why(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 1, 100]) -> None:
        """Tells whether an action is legal for the asker now; if not, which condition fails, by which rule, and what would make it legal."""
        await interaction.response.defer(ephemeral=True)
        await self.explain(interaction, await table_for(interaction), action)

    @staticmethod
    async def explain(interaction: discord.Interaction[Any], table: Table, action: str) -> None:
        """Tells whether a typed action is legal for the asker."""
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        one, more = first(table.rules, table.state, seat, action)
        try:
            understood(table, seat, one, say)
        except (Misread, Refused) as error:
            if yes := asking_back(error, table, seat, say, "whymeant"):
                await show(interaction, {"content": misread(error, say), "view": yes})  # type: ignore[arg-type]
                return
        lines, numbers = verdict(table, seat, one, say)
        await _answer(interaction, [*lines, *([say("why.first")] if more else [])], numbers, say)


async def _answer(interaction: discord.Interaction[Any], lines: list[str], numbers: Sequence[str], say: Texts, back: Sequence[Press] = ()) -> None:
    menu = open_menu(say.game or "", numbers, say)
    view = panel([*([menu] if menu else []), *back])
    await show(interaction, {"content": cut("\n".join(lines)), "view": view})


def _own_rules(table: Table, seat: Seat, say: Texts) -> tuple[list[str], list[str]]:
    """What an asked seat can do: each kind of action with its rule."""
    rules = table.rules
    book = rulebook(rules.key, say.language)
    view = table.view(seat)
    decision = rules.decision(table.state, seat)
    lines = [say("rules.you", what=prompt(say, decision.kind, 0)), rule_text(rules.key, decision.rule, say.language), say("rules.can")]
    numbers = [decision.rule]
    for word in rules.words(table.state, seat, ()):
        number = rule_of(rules, decision, word.text)
        heading = book[number].heading if number in book else ""
        lines.append(f"• {capital(label_of(say, (), word.text)).removesuffix(' …')} · **{number}** {heading}")
        numbers.append(number)
    further = [number for number in painter(rules.key).rules_now(view) if number in book and number not in numbers]
    lines += [f"· **{number}** {book[number].heading}" for number in further]
    return lines, [*numbers, *further]


def _public_rules(table: Table, say: Texts) -> tuple[list[str], list[str]]:
    """The phase, whom the game waits for, and the rules that may be shown: the exact question may be secret, so the painter names them."""
    numbers = painter(table.rules.key).rules_now(table.view(None))
    phase = painter(table.rules.key).describe(table.view(None), look_of(table, say)).splitlines()[0]
    return [phase, waiting(table, say), *(rule_text(table.rules.key, number, say.language) for number in numbers)], numbers


def verdict(table: Table, seat: Seat, text: str, say: Texts) -> tuple[list[str], list[str]]:
    """Whether a typed action is legal for a seat, and why; carries nothing out."""
    rules, state = table.rules, table.state
    try:
        action = understood(table, seat, text, say)
        rules.apply(state, seat, action)
    except Misread as error:
        if error.reason == "number":
            return _legal(table, seat, error.attempt, say)
        numbers = _rule_here(table, seat, error.attempt) if error.reason not in BESIDE else []
        return [
            misread(error, say, pointing(table, seat, say, text), only_asked=True),
            *(rule_text(rules.key, n, say.language) for n in numbers),
        ], numbers
    except Refused as error:
        waited = [waiting(table, say)] if error.reason == "not_your_turn" else []
        return [explain(error, say, rules.key, True, pointing(table, seat, say, text)), *waited], [error.rule]
    return _legal(table, seat, action, say)


def _legal(table: Table, seat: Seat, action: Action, say: Texts) -> tuple[list[str], list[str]]:
    """The answer that an action is legal, with its rule."""
    rules, state = table.rules, table.state
    what = answer_in_words(picking_at(table, seat, look_of(table, say), say).in_text, action)
    typed = readable(rules, state, seat, naming(table, seat, say), action)
    lines = [say("why.legal", what=what, action=Typed(typed))]
    if seat not in rules.to_act(state):
        return lines, []
    number = rule_of(rules, rules.decision(state, seat), action[0])
    return [*lines, rule_text(rules.key, number, say.language)], [number]


def _rule_here(table: Table, seat: Seat, attempt: Action) -> list[str]:
    """The rule of what a person seems to attempt, or else of their question; none for a person who isn't asked."""
    rules, state = table.rules, table.state
    if seat not in rules.to_act(state):
        return []
    asked = rules.decision(state, seat)
    return [rule_of(rules, asked, attempt[0]) if attempt and attempt[0] in rules.answers[asked.kind] else asked.rule]


async def setup(bot: Referee) -> None:
    await bot.add_cog(WhyCommands(bot))
