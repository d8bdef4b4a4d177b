"""`/game new`: opens a table in this channel, or in a thread of its own, which is offered if the channel has a game."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.channel_rights import check_rights, missing_rights
from cogs.messages.forms import taken_up
from cogs.messages.options import parse_options
from cogs.messages.refusals import explain
from cogs.messages.reply import answer_with, called, voice
from cogs.messages.table.clocks import TypedClock, read_clock
from cogs.messages.table.terms import level_name
from cogs.messages.truncation import cut
from cogs.messages.typed_time_confirmation import deadline, read_words, zone_of
from cogs.play.new_table import Opening, Party
from cogs.play.notification_rules import Call
from cogs.play.notifications import Calling
from cogs.play.open_tables import asked, names
from cogs.play.outbox_worker import FULL, LOST, Trouble
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import turn
from cogs.service.access import check_room, setup_for, table_for
from cogs.service.discord_port import has_public_threads
from cogs.service.thread_places import MATCHES
from cogs.tables.typed_time_confirmation import CLOCK, NO, YES, ClockQuestion
from data.language import Texts, texts
from data.store.ratings import MONTH
from data.store.rows import EVERYWHERE, ChannelTaken, TableRow
from data.store.setups import REMATCH, SEATED, TABLE, Setup
from data.user_text import Typed
from render.theme import known_theme
from rules.competition.ratings import IN_FULL
from rules.computer_levels import USUAL_LEVEL
from rules.game import Refused

if TYPE_CHECKING:
    from cogs.service.bot import Referee

THREAD, CHARACTERS = "thread", "characters"
"""The settings that ask for a thread of its own, and for characters (their keys, with commas between)."""
TITLE = 100
"""Letters of a thread's name."""
PAUSES = (1.0, 2.0, 4.0)
"""Seconds after which a thread is looked for, and made if it is not there, whose making had no answer."""
Opens = Callable[[int], Awaitable[int]]
"""Opens a table in a channel, and gives its number."""


class TableWishes:
    """Handles `/game new` and all buttons that open a table."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.clocks = ClockQuestion(bot, TABLE, "w", self.new)
        self._making: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        bot.handlers.update(wthread=self.on_thread)

    async def new(self, interaction: discord.Interaction[Any], setup: Setup) -> None:
        """Opens the table of a setup, after a clock with an uncertain end was confirmed. Raises Unfit, TooMany, ChannelTaken."""
        check_rights(interaction)
        room = await check_room(interaction, setup.game)
        if await self.clocks.asked(interaction, setup):
            return
        say, chosen = await voice(interaction, setup.game), setup.settings
        zone, rated = await zone_of(self.bot.store, interaction.user.id), "rated" in chosen
        clock, level = chosen.get(CLOCK, ""), chosen.get("level", USUAL_LEVEL)
        try:
            typed = TypedClock(clock, chosen.get("time_over"), "strict" in chosen, friendly=not rated)
            opening = Opening(
                setup.game, setup.guild, setup.channel, parse_options(chosen.get("options", "")), room.language or say.language,
                known_theme(chosen.get("theme") or room.theme), rated, read_clock(typed, zone, self.bot.store.now()),
                {YES: True, NO: False}.get(chosen.get("hints", "")),
            )  # fmt: skip
            seated = [(int(key.removeprefix(SEATED)), Typed(name)) for key, name in chosen.items() if key.startswith(SEATED)]
            host, seats = (interaction.user.id, called(interaction.user)), int(chosen["seats"]) if "seats" in chosen else None
            named, characters = level_name(level, say), chosen.get(CHARACTERS, "").split(",")
            computers = int(chosen.get("computers", 0))
            party = Party(host, seated, computers, say("computer"), seats, level=level, level_name=named, characters=characters)

            self.bot.tables.check(opening, party)  # Before a thread is made for it.

            async def opens(channel: int) -> int:
                return (await self.bot.tables.open(opening._replace(channel=channel), party))[0]

            until = read_words(deadline(clock) or "", zone, say)
            await self._place(interaction, setup, opens, [until] if until else [])
        except Refused as error:
            await answer_with(interaction, content=explain(error, say, setup.game), view=None)

    async def again(self, interaction: discord.Interaction[Any], setup: Setup) -> None:
        """Opens the rematch of a setup. Raises Unfit, TooMany, ChannelTaken."""
        table = await table_for(interaction, setup.settings["table"])
        table.seat_of(interaction.user.id)
        check_rights(interaction)
        await check_room(interaction, table.rules.key)

        async def opens(channel: int) -> int:
            return (await self.bot.tables.rematch(table, interaction.user.id, channel))[0]

        await self._place(interaction, setup, opens)

    # Where it stands

    async def _place(self, interaction: discord.Interaction[Any], setup: Setup, opens: Opens, notes: Sequence[str] = ()) -> None:
        """Opens a table in this channel, or in a thread if the asker wants it; if the channel has a table, offers a thread. Raises Unfit, TooMany,
        ChannelTaken."""
        say, told = await voice(interaction), list(notes)
        if THREAD in setup.settings and has_public_threads(interaction.channel):
            made = await self._in_thread(interaction, setup, opens)
        else:
            told += [say("thread.not_here")] if THREAD in setup.settings else []
            try:
                made = await opens(setup.channel)
            except ChannelTaken:
                if not has_public_threads(interaction.channel) or missing_rights(interaction, *MATCHES):
                    raise
                kept = setup if setup.id else await self.bot.store.setups.make(setup)
                offer = panel([Press("wthread", str(kept.id), say("button.in_thread"), discord.ButtonStyle.success)])
                await answer_with(interaction, content=say("error.channel_taken"), view=offer)
                return
        if setup.id:
            await self.bot.store.setups.drop(setup.id)
        await self._tell(interaction, made, told)

    async def _in_thread(self, interaction: discord.Interaction[Any], setup: Setup, opens: Opens) -> int:
        """Opens a table in a new thread; deletes the thread if that fails. Raises Unfit, TooMany."""
        check_rights(interaction, *MATCHES)
        language = (await self.bot.room(setup.guild, setup.channel)).language or (await voice(interaction)).language
        title = cut(f"{texts(language, setup.game)('title')} · {called(interaction.user)!s}", TITLE)
        async with self._making.setdefault(setup.channel, asyncio.Lock()):  # Of two with one title, none is taken for the other.
            thread = await self._thread(setup.channel, title)
            try:
                made = await opens(thread)
            except BaseException:
                with contextlib.suppress(Trouble):
                    await self.bot.port.delete(thread)
                raise
        await self._invite(made, thread, interaction.user.id)
        return made

    async def _invite(self, made: int, thread: int, host: int) -> None:
        """Adds the players to a table's thread; pings those who may be pinged."""
        row, seats = await self.bot.store.tables.get(made), await self.bot.store.tables.seats(made)
        if row is None:
            return
        calling = Calling(Call.THREAD, row, host)
        pinged = (await self.bot.notifications.answers(calling, [s.player for s in seats if s.player is not None])).pinged
        await self.bot.notifications.note_pings(calling, pinged)
        for player in [host, *sorted(pinged)]:
            with contextlib.suppress(Trouble):  # Who is asked is called there by the table's message, too.
                await self.bot.port.invite(thread, player)

    async def _thread(self, channel: int, title: str) -> int:
        """Makes a thread without a table; reuses one that Discord made without confirming it, or that was left over as the bot may not delete it.
        Raises Unfit."""
        for pause in (*PAUSES, None):
            besides = await self.bot.store.tournaments.known_threads()
            try:
                return await self.bot.port.open_thread(channel, title, besides)
            except Trouble as trouble:
                if trouble.kind != LOST or pause is None:
                    raise Unfit("thread.later" if trouble.kind in (LOST, FULL) else "thread.refused") from trouble
                await asyncio.sleep(pause)
        raise AssertionError("the last try has an end")

    async def on_thread(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*In a thread*: opens the table in a thread, as its channel has a game."""
        await taken_up(interaction)
        async with turn(interaction.user.id):  # Of two presses, the second finds the setup gone.
            setup = await setup_for(interaction, rest, TABLE, REMATCH)
            in_thread = setup._replace(settings={**setup.settings, THREAD: YES})
            await (self.new if setup.command == TABLE else self.again)(interaction, in_thread)

    async def _tell(self, interaction: discord.Interaction[Any], made: int, told: Sequence[str]) -> None:
        """Says where a new table is, and whether it is dealt, or whom it waits for."""
        say, row = await voice(interaction), await self.bot.store.tables.get(made)
        waits = asked(await self.bot.store.tables.seats(made))
        begun = row is not None and row.snapshot is not None
        if not begun and waits:
            words = say("game.asked", **names(waits))
        else:
            words = say("game.dealt" if begun else "game.opened_rated" if row is not None and row.rated else "game.opened")
        elsewhere = [say("thread.made", channel=f"<#{row.channel}>")] if row is not None and row.channel != interaction.channel_id else []
        damped = await self._damped(row, say) if row is not None and row.rated else []
        await answer_with(interaction, content="\n".join([words, *elsewhere, *damped, *told]), view=None)

    async def _damped(self, row: TableRow, say: Texts) -> list[str]:
        """Names those players whom the host has met in so many rated games that the next one counts less."""
        pairs = await self.bot.store.ratings.often_met(row.guild or EVERYWHERE, self.bot.store.now() - MONTH, IN_FULL)
        seats = await self.bot.store.tables.seats(row.id)
        often = {*(pair[:2] for pair in pairs if pair.game == row.game)}
        met = [s for s in seats if s.player is not None and (min(s.player, row.host), max(s.player, row.host)) in often]
        return [say("game.damped", **names(met))] if met else []
