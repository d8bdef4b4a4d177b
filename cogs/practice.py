"""`/practice`: positions to solve, private, one action or one turn each, by buttons or typing. The first try at each counts, for nobody else to see.

Everything a button needs is in its custom id: the game, the number of the position, how many actions of a turn are done, and the words chosen so far.
Which actions these are is stored, so that a turn goes on after a restart.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.drawing import plain
from cogs.messages.forms import TextForm, field, sent, shown_form, taken_up
from cogs.messages.lesson_panel import Spot, is_complete, named_at, picked, pointing_at
from cogs.messages.moves.line_film import film_message
from cogs.messages.moves.typed_actions import meant
from cogs.messages.panel_navigation import opened, show
from cogs.messages.practice import answer_message, found, games_message, offered, others, question_message, tally
from cogs.messages.refusals import why_not
from cogs.messages.reply import called, theme_of, voice
from cogs.messages.table.replay import LARGEST
from cogs.messages.typed_game_names import GameName, game_choices, game_named
from cogs.play.unfit import Unfit
from cogs.service.daily_practice import DailyPractice
from data.content import build, games
from data.language import Texts
from data.lesson import actions
from data.practice import SOLVER, joined, position, puzzles, solved
from data.store.shards import Shards
from render.look import Look
from rules.game import Action, Refused
from rules.notation import SEPARATOR, Misread
from rules.randomness import Chance

if TYPE_CHECKING:
    from cogs.service.bot import Referee

FORM = "f:practice:"
LONGEST = 300
"""Letters of what is typed as an answer."""


class PracticeCommands(commands.Cog):
    """The command `/practice`, and the buttons of positions to solve."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(practice=self.on_practice, prstep=self.on_step, prdo=self.on_do, prpick=self.on_pick)
        self.daily = DailyPractice(bot)
        bot.handlers.update(prtype=self.on_type, pranswer=self.on_answer, prshow=self.on_show, prday=self.on_day)

    async def cog_unload(self) -> None:
        await self.daily.close()

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        """Positions of the day, in servers that this process serves now."""
        self.daily.start()
        self.daily.look()

    @commands.Cog.listener()
    async def on_practice_wanted(self) -> None:
        """A server has chosen a channel: it does not wait for the next look."""
        self.daily.look()

    @app_commands.command(name=command_text("practice"), description=command_text("practice.desc"))
    @worded("practice", "game")
    @anywhere
    async def practice(self, interaction: discord.Interaction[Any], game: GameName = "") -> None:
        """Shows a position to solve, or all games to choose from."""
        await interaction.response.defer(ephemeral=True)
        named = game_named(game, games(), await voice(interaction)) if game else ""
        await show(interaction, await self._fresh(interaction, named))

    @practice.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, offered())

    async def on_practice(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Another one*, of a game and not the one shown, or, without a game, of one to be chosen. Raises Unfit."""
        await opened(interaction)
        game, _, shown = rest.partition(":")
        if game and game not in offered():
            raise Unfit("practice.gone")
        await show(interaction, await self._fresh(interaction, game, int(shown or 0)))

    async def on_day(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Try it* below the position of a day. Raises Unfit."""
        await opened(interaction)
        rows = self.bot.store.daily_practice
        day = await rows.day(interaction.guild_id or 0, int(rest))
        if day is None or not day.game:
            raise Unfit("practice.gone")
        message = await self._question(interaction, Spot(day.game, day.puzzle, 0))
        await rows.pressed(day)
        await show(interaction, message)

    # What is chosen

    async def on_step(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the choices for the next word. Raises Unfit."""
        await opened(interaction)
        await show(interaction, await self._question(interaction, Spot.read(rest)))

    async def on_do(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a whole action as the answer. Raises Unfit."""
        await opened(interaction)
        spot = Spot.read(rest)
        await show(interaction, await self._acted(interaction, spot, spot.prefix))

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a choice from a menu: the answer, or a word that leads on. Raises Unfit."""
        await opened(interaction)
        spot = Spot.read(rest)
        turn, state = await self._position(interaction, spot)
        if spot.done != len(actions(turn)):
            return await show(interaction, await self._question(interaction, spot))
        action, *_ = picked(spot, values, state)
        if is_complete(action, state, spot.game):
            await show(interaction, await self._acted(interaction, spot, action))
        else:
            await show(interaction, await self._question(interaction, spot._replace(menu=0, prefix=action)))

    async def on_type(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Type it*: the form for an answer."""

        async def form() -> ui.Modal:
            say = await voice(interaction)
            return TextForm(say("learn.type"), f"{FORM}{rest}", [("words", say("learn.type.label"), "", LONGEST)])

        await shown_form(interaction, form())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the form *Type it* when it is submitted."""
        await sent(interaction, {FORM: self._typed})

    async def _typed(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        """Handles a typed answer, or several actions of a turn: what cannot be read, or is not legal, is explained, and is no try. Raises Unfit."""
        game, _, number = rest.partition(":")
        words = field(form, "words")
        if words is None or not number.isdecimal():
            raise Unfit("practice.gone")
        await taken_up(interaction)
        words, spot = words[:LONGEST], Spot(game, int(number), 0)
        several = [part for part in words.split(SEPARATOR) if part.strip()] if found(game, spot.page).whole else []
        for part in several or [words]:
            message, goes_on = await self._read(interaction, spot, part)
            if not goes_on:
                break
        await show(interaction, message)

    async def _read(self, interaction: discord.Interaction[Any], spot: Spot, words: str) -> tuple[dict[str, Any], bool]:
        """The message after a typed action, or that explains why it is none; and whether a turn goes on with it. Raises Unfit."""
        game, number, *_ = spot
        turn, state = await self._position(interaction, spot)
        say, look = await voice(interaction, game), await self._look(interaction, game)
        try:
            action = await asyncio.to_thread(lambda: meant(build(game), state, SOLVER, named_at(game, state, look), words))
            message = await self._acted(interaction, spot._replace(done=len(actions(turn))), action)
        except (Misread, Refused) as error:
            note = why_not(error, say, game, await asyncio.to_thread(pointing_at, game, state, words, look))
            return await self._question(interaction, spot, note), False
        return message, bool(await self.bot.store.practice.turn(interaction.user.id, game, number))

    # What is answered

    async def on_answer(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show the answer*: counts as a try that was not right. Raises Unfit."""
        await opened(interaction)
        game, number = rest.split(":")
        await self._position(interaction, Spot(game, int(number), 0))
        await show(interaction, await self._ended(interaction, game, int(number), "", False))

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show me*: what the computer looked at, as a film. Raises Unfit."""
        await opened(interaction)
        game, number = rest.split(":")
        line = found(game, int(number)).line
        if line is None:
            raise Unfit("hint.film.nothing")
        say, look = await voice(interaction, game), await self._look(interaction, game)
        message = await film_message(build(game), line, look, min(LARGEST, interaction.filesize_limit))
        tried = int(number) in await self.bot.store.practice.of(interaction.user.id, game)
        back = [Press("pranswer", f"{game}:{number}", say("practice.answer"))] if tried else []
        presses = [*back, *others(game, int(number), say)]
        await show(interaction, message | {"view": panel(presses)})

    async def _acted(self, interaction: discord.Interaction[Any], spot: Spot, action: Action) -> dict[str, Any]:
        """The message after an action: the next question of a turn that goes on, or the answer. An action for an earlier question changes nothing.

        Raises Unfit, and Refused for an illegal action.
        """
        game, number, step, *_ = spot
        before, _ = await self._position(interaction, spot)
        if step != len(actions(before)):
            return await self._question(interaction, spot)
        done = joined(before, action)
        right = await asyncio.to_thread(solved, game, number, done)
        if right is not None:
            return await self._ended(interaction, game, number, done, right)
        await self.bot.store.practice.went_on(interaction.user.id, game, number, before, done)
        return await self._question(interaction, Spot(game, number, step + 1))

    async def _ended(self, interaction: discord.Interaction[Any], game: str, number: int, done: str, right: bool) -> dict[str, Any]:
        """The message after a try that has ended, the first of which is stored; nothing `done`: given up."""
        player, rows = interaction.user.id, self.bot.store.practice
        await rows.tried(player, game, number, right)
        say, look = await voice(interaction, game), await self._look(interaction, game)
        verdict = "practice.right" if right else "practice.wrong" if done else "practice.given_up"
        return await answer_message(Spot(game, number, 0), look, say, verdict, () if right else actions(done), await rows.of(player, game))

    # What is shown

    async def _fresh(self, interaction: discord.Interaction[Any], game: str, shown: int = 0) -> dict[str, Any]:
        """A position of a game that the person has not tried, or else any, but not the one that is `shown` if there are others; without a game, or
        for one that has no positions, a choice of games."""
        player, rows = interaction.user.id, self.bot.store.practice
        if game not in offered():
            say = await voice(interaction)
            return games_message(say, {key: tally(await rows.of(player, key), say) for key in offered()}, game)
        tries = await rows.of(player, game)
        rest = [number for number in puzzles(game) if number != shown] or [shown]
        left = [number for number in rest if number not in tries] or rest
        number = Chance.of(player, game, len(tries), self.bot.store.now()).choice(left)
        return await self._question(interaction, Spot(game, number, 0))

    async def _question(self, interaction: discord.Interaction[Any], spot: Spot, note: str = "") -> dict[str, Any]:
        """The message of a position, as it stands in a turn under way; words chosen for an earlier question are dropped. Raises Unfit."""
        turn, _ = await self._position(interaction, spot)
        step = len(actions(turn))
        spot = spot if spot.done == step else Spot(spot.game, spot.page, step)
        say, look = await voice(interaction, spot.game), await self._look(interaction, spot.game)
        tries = await self.bot.store.practice.of(interaction.user.id, spot.game)
        return await question_message(spot, look, say, tries, note, turn)

    async def _position(self, interaction: discord.Interaction[Any], spot: Spot) -> tuple[str, Any]:
        """The actions of a person's turn under way, as typed, and the position, played off the event loop the first time. Raises Unfit."""
        game, number, *_ = spot
        found(game, number)
        player, rows = interaction.user.id, self.bot.store.practice
        turn = await rows.turn(player, game, number)
        try:
            return turn, await asyncio.to_thread(position, game, number, turn)
        except Refused:
            if not turn:
                raise
        # A computer that has been changed answers otherwise, so that what was done after its answer is not legal: the turn begins anew.
        await rows.went_on(player, game, number, turn, "")
        return "", await asyncio.to_thread(position, game, number)

    @staticmethod
    async def _look(interaction: discord.Interaction[Any], game: str) -> Look:
        """The solver's theme, texts and names, for the painter."""
        say: Texts = await voice(interaction, game)
        return Look(await theme_of(interaction), say, plain([called(interaction.user), say("learn.computer")]))


async def setup(bot: Referee) -> None:
    await bot.add_cog(PracticeCommands(bot))
