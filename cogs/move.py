"""Making a move: *Your move* with the private picker, and `/move` for those who type."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import panel
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.drawing import look_of
from cogs.messages.moves.ahead import ahead_message
from cogs.messages.moves.ahead_clicks import said_message, sealed_action
from cogs.messages.moves.carrying_out import carried, carry_out
from cogs.messages.moves.choice_menus import chosen_word
from cogs.messages.moves.picker import picker
from cogs.messages.moves.picker_context import Place, answer_in_words, deed_in_words, picking_at, waiting
from cogs.messages.moves.result import carried_message, confirming_error
from cogs.messages.moves.several_actions import JOINT, Chain, Left, acted_since, going_on_press, typed_left
from cogs.messages.moves.typed_names import completed, pointing
from cogs.messages.moves.typos import asking_back
from cogs.messages.panel_navigation import show
from cogs.messages.refusals import explain, misread
from cogs.messages.reply import voice
from cogs.messages.table.eliminated_panel import out_message
from cogs.messages.table.follows import watching_message
from cogs.play.table import Table
from cogs.play.table_queries import NotSeated, Stale
from cogs.play.tables import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from rules.game import Action, Refused, Seat
from rules.notation import Misread, write
from rules.parts.ahead import sealed

if TYPE_CHECKING:
    from cogs.service.bot import Referee

CHOICE_LIMIT = 100
CLICKS = 1000
"""The latest questions that were answered by a click, each in the message in which it was."""


class MoveCommands(commands.Cog):
    """The command `/move`, and the buttons of the move picker."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self._answered: OrderedDict[tuple[int, int], None] = OrderedDict()
        bot.handlers.update(
            move=self.on_move, panel=self.on_panel, step=self.on_step, pick=self.on_pick, do=self.on_do, go=self.on_go, order=self.on_order
        )
        bot.handlers.update(meant=self.on_meant, rest=self.on_rest)

    # By clicking

    async def on_move(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Your move*, on a board, in a list or in a direct message: opens the picker for the presser's seat."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        if not table.seats_of(interaction.user.id):
            return await self._watch(interaction, table)
        note = await self._switched_off(interaction)
        await show(interaction, await picker(interaction, table, table.seat_of(interaction.user.id), note=note))

    async def on_panel(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Back to the game*: replaces what was looked up in a panel by its present question."""
        await interaction.response.defer()
        table = await table_for(interaction, rest)
        if not table.seats_of(interaction.user.id):
            return await self._watch(interaction, table)
        await show(interaction, await picker(interaction, table, table.seat_of(interaction.user.id)))

    async def _watch(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Shows a person without a seat whom the game waits for, and how to follow it."""
        follows, since = await self.bot.store.follows.follows(table.id, interaction.user.id), await self.bot.store.tables.since(table.row)
        say = await voice(interaction, table.rules.key)
        note, message = await self._switched_off(interaction), watching_message(table, say, follows, since)
        await show(interaction, message | {"content": "\n".join(filter(None, [note, message["content"]]))})

    async def _switched_off(self, interaction: discord.Interaction[Any]) -> str:
        """Tells the asker that Discord has refused them a direct message, if they don't know yet; and that their hours of rest can't be read, if
        so."""
        told, say = await self.bot.store.direct_messages.learns_of_refusal(interaction.user.id), await voice(interaction)
        lost = (await self.bot.store.personal_settings.hours(interaction.user.id)).unreadable
        return "\n".join([*([say("direct.refused")] if told else []), *([say("hours.unreadable")] if lost else [])])

    async def on_step(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the picker after a word that others follow, after *Back*, or on another page."""
        await interaction.response.defer()
        await self._go_to(interaction, Place.read(rest))

    async def _go_to(self, interaction: discord.Interaction[Any], place: Place) -> None:
        """Shows the picker at a place."""
        table = await table_for(interaction, place.table)
        seat = table.seat_of(interaction.user.id)
        try:
            message = await picker(interaction, table, seat, place)
            self._answered.pop((interaction.message.id if interaction.message else 0, place.question), None)  # Another answer may follow.
        except Stale:
            message = await self._stale(interaction, table, place.ahead)
        await show(interaction, message)

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles words chosen from a menu: one that others follow, or last words, each of which completes an action."""
        await interaction.response.defer()
        place = Place.read(rest)
        words = [chosen_word(value) for value in values]
        table = await table_for(interaction, place.table)
        seat = table.seat_of(interaction.user.id)
        picking = picking_at(table, seat, look_of(table), await voice(interaction, table.rules.key), place.prefix)
        action = (*place.prefix, words[0])
        if several := picking.together(place.prefix):
            if not set(words) <= set(several.options):
                raise Unfit("error.too_old")
            await self._take(interaction, table, seat, [(*place.prefix, *several.spelled(words))], place.question)
        elif picking.ends(action) and not picking.words(action):
            await self._take(interaction, table, seat, [(*place.prefix, word) for word in words], place.question)
        else:
            await self._go_to(interaction, place._replace(prefix=action, page=0))

    async def _stale(self, interaction: discord.Interaction[Any], table: Table, ahead: bool = False) -> dict[str, Any]:
        say = await voice(interaction, table.rules.key)
        if ahead:
            return await ahead_message(interaction, table, table.seat_of(interaction.user.id), say("ahead.changed"))
        return await picker(interaction, table, table.seat_of(interaction.user.id), note=say("error.stale"))

    async def on_do(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Carries out the whole action of a button."""
        await interaction.response.defer()
        place = Place.read(rest)
        if not place.prefix:  # There is no such button.
            raise Unfit("error.too_old")
        table = await table_for(interaction, place.table)
        await self._take(interaction, table, table.seat_of(interaction.user.id), [place.prefix], place.question)

    async def on_go(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Carries out a shortcut: several actions in one press."""
        await interaction.response.defer()
        number, question, shortcut, *verb = rest.split(":")
        table = await table_for(interaction, number)
        seat = table.seat_of(interaction.user.id)
        picking = picking_at(table, seat, look_of(table), await voice(interaction, table.rules.key), tuple(verb))
        rows = [] if picking.state is None else table.rules.shortcuts(picking.state, seat)
        actions = [(*verb, *action) for action in rows[int(shortcut)]] if int(shortcut) < len(rows) else []
        await self._take(interaction, table, seat, actions, int(question))

    async def _take(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, actions: Sequence[Action], question: int) -> None:
        """Carries out clicked actions, unless their question is outdated, and shows the next one; stores what is said ahead."""
        if actions and sealed(actions[0]):
            message = await said_message(interaction, table, seat, sealed_action(table, seat, actions), question)
            await show(interaction, message)
            return
        say = await voice(interaction, table.rules.key)
        panel = (interaction.message.id if interaction.message else 0, question)
        if panel in self._answered:  # A double click: what the first one has brought is not written over.
            return
        self._answered[panel] = None
        while len(self._answered) > CLICKS:
            self._answered.popitem(last=False)
        try:
            try:
                if not actions:  # A shortcut that there is no more.
                    raise Stale
                table.check_fresh(seat, question)
                acted = await carry_out(table, seat, iter(actions), question, interaction.id)
            except BaseException:  # Whatever hindered it, such as a pause: the next click counts.
                self._answered.pop(panel, None)
                raise
        except Stale:
            await show(interaction, await self._stale(interaction, table))
        except Refused as error:
            note = explain(error, say, table.rules.key, pointing=pointing(table, seat, say, ""))
            await show(interaction, await picker(interaction, table, table.seat_of(interaction.user.id), note=note))
        else:
            left = actions[len(acted.actions) :]
            picking = picking_at(table, seat, look_of(table, say), say)
            words, label = (", ".join(deed_in_words(one, action, acted.before[0]) for action in left) for one in (picking.in_text, picking))
            unplayed = Left(JOINT.join(map(write, left)), words, label) if left else None
            await show(interaction, await carried_message(interaction, table, seat, acted._replace(left=unplayed), say))

    async def on_order(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Gives a standing order, by a button or menu of the picker."""
        await interaction.response.defer()
        number, order, switch = rest.split(":")
        order = next(iter(values), order)
        table = await table_for(interaction, number)
        if order not in table.rules.orders:
            raise Unfit("error.too_old")
        seat = table.seat_of(interaction.user.id)
        if table.out(seat):
            await show(interaction, await out_message(interaction, table, seat))
            return
        say = await voice(interaction, table.rules.key)
        orders = table.orders(seat) | {order} if switch == "on" else table.orders(seat) - {order}
        acted = await table.order(seat, orders)
        what, held = say(f"order.{order}"), order in table.orders(seat)
        kept = f"{what}." if switch == "on" and not held else say("order.set" if held else "order.off", what=what)
        if acted is not None and acted.events:
            message = await carried_message(interaction, table, seat, carried(acted, ordered=kept), say)
        else:
            message = await picker(interaction, table, seat, note=kept)
        await show(interaction, message)

    # By typing

    @app_commands.command(name=command_text("move"), description=command_text("move.desc"))
    @worded("move", "action")
    @app_commands.guild_only()
    async def move(self, interaction: discord.Interaction[Any], action: app_commands.Range[str, 1, 100]) -> None:
        """Carries out a typed action."""
        # What Discord does not let us answer is not done either: whoever sees no answer types it again.
        await interaction.response.defer(ephemeral=True)
        await self._typed(interaction, await table_for(interaction), action)

    async def on_meant(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Yes*: carries out a typed action with its wrong letter corrected, unless the question is outdated."""
        await interaction.response.defer()
        number, question, action = rest.split(":", 2)
        table = await table_for(interaction, number)
        try:
            table.check_fresh(table.seat_of(interaction.user.id), int(question))
        except Stale:
            await show(interaction, await self._stale(interaction, table))
        else:
            await self._typed(interaction, table, action)

    async def on_rest(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Then*: goes on with typed actions that were not carried out before others had been asked: `table:position:actions`."""
        await interaction.response.defer()
        number, position, text = rest.split(":", 2)
        table = await table_for(interaction, number)
        seat, say, left = table.seat_of(interaction.user.id), await voice(interaction, table.rules.key), typed_left(text)
        if table.out(seat) or table.over or acted_since(table, seat, int(position)):
            await show(interaction, await picker(interaction, table, seat, note=say("unplayed.gone", actions=left.shown)))
        elif seat not in table.awaited:
            press = going_on_press(table, left, say, int(position))
            lines = [say("unplayed.waits", actions=left.shown), waiting(table, say)]
            await show(interaction, {"content": "\n".join(lines), "attachments": [], "view": panel([press] if press else [])})
        else:
            await self._typed(interaction, table, text)

    async def _typed(self, interaction: discord.Interaction[Any], table: Table, text: str) -> None:
        """Carries out typed actions, and shows the result."""
        seat = table.seat_of(interaction.user.id)
        if table.out(seat):
            await show(interaction, await out_message(interaction, table, seat))
            return
        say = await voice(interaction, table.rules.key)
        chain, view = Chain(table, seat, text, say), None
        try:
            done = await carry_out(table, seat, chain, None, interaction.id)
        except Misread as error:
            view = confirming_error(table, seat, error, say)
            what = answer_in_words(picking_at(table, seat, look_of(table, say), say).in_text, error.attempt) if view else ""
            content = misread(error, say, pointing(table, seat, say, text), what)
            if view and chain.behind:
                content += "\n" + say("unplayed.behind", actions=typed_left(chain.behind).shown)
            view = view or asking_back(error, table, seat, say)
        except Refused as error:
            content = explain(error, say, table.rules.key, pointing=pointing(table, seat, say, text))
            if error.reason == "not_your_turn":
                content += "\n" + waiting(table, say)
        else:
            done = done._replace(left=typed_left(chain.left) if chain.left else None)
            await show(interaction, await carried_message(interaction, table, seat, done, say, typed=True))
            return
        if chain.behind and view is None:
            content += "\n" + say("unplayed.none")
        await show(interaction, {"content": content, "view": view})

    @move.autocomplete("action")
    async def complete_action(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completions of a typed action: legal words only, from what the player may know."""
        try:
            table = await table_for(interaction)
            seat = table.seat_of(interaction.user.id)
        except (NoTable, NotSeated):
            return []
        found = completed(table, seat, current, await voice(interaction, table.rules.key)) if not table.over and not table.out(seat) else []
        return [app_commands.Choice(name=shown[:CHOICE_LIMIT], value=text) for shown, text in found if len(text) <= CHOICE_LIMIT]


async def setup(bot: Referee) -> None:
    await bot.add_cog(MoveCommands(bot))
