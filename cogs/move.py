"""Making a move: *Your move* with the private picker, and `/move` for those who type."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.playing.position import NotSeated, Stale
from cogs.playing.table import Table
from cogs.playing.tables import NoTable, Unfit
from cogs.running.doors import table_for
from cogs.showing.drawing import look_of, narrate
from cogs.showing.picker import Place, chosen_word, confirming, picker, waiting
from cogs.showing.reply import command_text, cut, explain, misread, missing_rights, voice, worded
from data.language import Texts
from rules.game import Action, Event, Refused, Seat, closing
from rules.notation import SEPARATOR, Misread, complete, first, understand, write

if TYPE_CHECKING:
    from cogs.running.bot import Referee

CHOICE_LIMIT = 100
CLICKS = 1000
"""The latest questions that were answered by a click, each in the message in which it was."""


class Carried(NamedTuple):
    """What came of several actions in a row; `error` is what stopped the rest."""

    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    held: bool
    error: Refused | Misread | None = None


async def carry_out(table: Table, seat: Seat, actions: Iterator[Action], question: int | None, interaction: int) -> Carried:
    """Carries out actions one by one, until the turn is over: what follows was meant for a position that is gone.

    Those before one that is refused stay done: what they showed cannot be unseen.

    Raises Stale, data.store.values.Repeated, and for the first action Refused or rules.notation.Misread.
    """
    done: list[Action] = []
    events: list[Event] = []
    held = False
    try:
        for action in actions:
            acted = await table.act(seat, action, None if done else question, None if done else interaction)
            done.append(action)
            events += acted.events
            held = acted.held
            if acted.passed:
                break
    except (Refused, Misread) as error:
        if not done:
            raise
        return Carried(tuple(done), tuple(events), held, error)
    return Carried(tuple(done), tuple(events), held)


class MoveCommands(commands.Cog):
    """Actions of players."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self._answered: OrderedDict[tuple[int, int], None] = OrderedDict()
        bot.handlers.update(move=self.on_move, step=self.on_step, pick=self.on_pick, do=self.on_do, go=self.on_go, order=self.on_order)

    # By clicking

    async def on_move(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Your move*: opens the picker for whoever is to act."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        await interaction.edit_original_response(**await picker(interaction, table, table.seat_of(interaction.user.id)))

    async def on_step(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A word that is not the last one, *Back*, or another page."""
        await interaction.response.defer()
        await self._go_to(interaction, Place.read(rest))

    async def _go_to(self, interaction: discord.Interaction[Any], place: Place) -> None:
        """Shows the picker at a place."""
        table = await table_for(interaction, place.table)
        seat = table.seat_of(interaction.user.id)
        try:
            message = await picker(interaction, table, seat, place)
        except Stale:
            message = await self._stale(interaction, table)
        await interaction.edit_original_response(**message)

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Words chosen from a menu: one that leads on, or last words, each of which makes a whole action."""
        await interaction.response.defer()
        place = Place.read(rest)
        words = [chosen_word(value) for value in values]
        table = await table_for(interaction, place.table)
        seat = table.seat_of(interaction.user.id)
        action = (*place.prefix, words[0])
        if closing(table.rules, table.state, seat, action) and not table.rules.words(table.state, seat, action):
            await self._take(interaction, table, seat, [(*place.prefix, word) for word in words], place.question)
        else:
            await self._go_to(interaction, place._replace(prefix=action, page=0))

    async def _stale(self, interaction: discord.Interaction[Any], table: Table) -> dict[str, Any]:
        say = await voice(interaction, table.rules.key)
        return await picker(interaction, table, table.seat_of(interaction.user.id), note=say("error.stale"))

    async def on_do(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Confirm*."""
        await interaction.response.defer()
        place = Place.read(rest)
        table = await table_for(interaction, place.table)
        await self._take(interaction, table, table.seat_of(interaction.user.id), [place.prefix], place.question)

    async def on_go(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A shortcut: several actions in one click."""
        await interaction.response.defer()
        number, question, shortcut = map(int, rest.split(":"))
        table = await table_for(interaction, number)
        seat = table.seat_of(interaction.user.id)
        rows = table.rules.shortcuts(table.state, seat)
        await self._take(interaction, table, seat, rows[shortcut] if shortcut < len(rows) else (), question)

    async def _take(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, actions: Sequence[Action], question: int) -> None:
        """Carries out what was clicked, unless the question has gone by, and goes on with the picker."""
        say = await voice(interaction, table.rules.key)
        panel = (interaction.message.id if interaction.message else 0, question)
        if panel in self._answered:  # A double click: what the first one has brought is not written over.
            return
        self._answered[panel] = None
        while len(self._answered) > CLICKS:
            self._answered.popitem(last=False)
        try:
            try:
                table.check_fresh(seat, question)
                acted = await carry_out(table, seat, iter(actions), question, interaction.id)
            except BaseException:  # Whatever hindered it, such as a pause: the next click counts.
                self._answered.pop(panel, None)
                raise
        except Stale:
            await interaction.edit_original_response(**await self._stale(interaction, table))
        except Refused as error:
            note = explain(error, say, table.rules.key)
            await interaction.edit_original_response(**await picker(interaction, table, table.seat_of(interaction.user.id), note=note))
        else:
            await self._done(interaction, table, seat, acted, say)

    async def on_order(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A standing order given in the picker."""
        await interaction.response.defer()
        number, order, switch = rest.split(":")
        table = await table_for(interaction, number)
        if order not in table.rules.orders:
            raise Unfit("error.too_old")
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        orders = table.orders(seat) | {order} if switch == "on" else table.orders(seat) - {order}
        acted = await table.order(seat, orders)
        if acted:
            await self._done(interaction, table, seat, Carried((), acted.events, acted.held), say)
        else:
            await interaction.edit_original_response(content=say("order.set"), attachments=[], view=None)

    async def _done(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, carried: Carried, say: Texts) -> None:
        """Posts what happened, and tells the player what only they may see; if they are to act again the picker goes on."""
        seen = [e for e in carried.events if (seat in e.to if e.to else carried.held)]
        lines = [say("move.done", action=f"{SEPARATOR} ".join(map(write, carried.actions))) if carried.actions else say("order.set")]
        lines += narrate(table, seen, look_of(table, say))
        if isinstance(carried.error, Refused):
            lines.append(explain(carried.error, say, table.rules.key))
        elif carried.error:
            lines.append(misread(carried.error, say))
        if missing := missing_rights(interaction):
            lines.append(say("move.untold", rights=missing))
        note = "\n".join(lines)
        view = _confirming(table, seat, carried.error, say)
        if seat in table.acting and not view:
            message = await picker(interaction, table, seat, note=note)
        else:
            message = {"content": cut(note), "attachments": [], "view": view}
        await interaction.edit_original_response(**message)

    # By typing

    @app_commands.command(name=command_text("move"), description=command_text("move.desc"))
    @worded("move", "action")
    @app_commands.guild_only()
    async def move(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 1, 100]) -> None:
        """Carries a typed action out."""
        # What Discord does not let us answer is not done either: whoever sees no answer types it again.
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        seat = table.seat_of(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        view = None
        try:
            carried = await carry_out(table, seat, self._readings(table, seat, action), None, interaction.id)
        except Misread as error:
            content, view = misread(error, say), _confirming(table, seat, error, say)
        except Refused as error:
            content = explain(error, say, table.rules.key)
            if error.reason == "not_your_turn":
                content += "\n" + waiting(table, say)
        else:
            await self._done(interaction, table, seat, carried, say)
            return
        await interaction.edit_original_response(content=content, view=view)

    @staticmethod
    def _readings(table: Table, seat: Seat, text: str) -> Iterator[Action]:
        """The actions of a text, each read when the one before has been carried out."""
        while text:
            one, text = first(table.rules, table.state, seat, text)
            yield understand(table.rules, table.state, seat, one)

    @move.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Legal words only, from what the player may know."""
        try:
            table = await table_for(interaction)
            seat = table.seat_of(interaction.user.id)
        except (NoTable, NotSeated):
            return []
        found = complete(table.rules, table.state, seat, current) if not table.over else []
        return [app_commands.Choice(name=text, value=text) for text in found if len(text) <= CHOICE_LIMIT]


def _confirming(table: Table, seat: Seat, error: Exception | None, say: Texts) -> ui.View | None:
    """*Confirm*, where the error says what may be meant by a bare number."""
    return confirming(table, seat, error.attempt, say) if isinstance(error, Misread) and error.reason == "number" else None


async def setup(bot: Referee) -> None:
    await bot.add_cog(MoveCommands(bot))
