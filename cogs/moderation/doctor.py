"""`/referee doctor`: the bot's rights in a channel, and a live rehearsal of all kinds of messages that it sends."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.messages.buttons import Press
from cogs.messages.forms import field, sent, shown_form
from cogs.messages.interaction_channel import channel_of
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.rehearsal import FIELD, FORM, Form, board, panel
from cogs.messages.reply import answer_with, voice
from cogs.play.unfit import Unfit
from cogs.service.doctor.channel_permissions import RIGHTS, Right
from cogs.service.doctor.rehearsal import HELD, HOUR, LEFT, Rehearsal, cleaned
from data.language import Texts
from data.store.shards import Shards

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.doctor")
SOON = 900.0
"""Seconds for which the button may still do what Discord has let somebody command."""
PATIENCE = 600.0
"""Seconds in which everything has to be pressed."""


class DoctorDesk:
    """Shows rights, and runs rehearsals, one a server."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self._open: dict[int, tuple[Rehearsal, list[str], asyncio.TimerHandle]] = {}
        self._ending: set[asyncio.Task[None]] = set()
        bot.handlers.update(rehearse=self.on_rehearse, rehearsed=self.on_rehearsed)

    async def look(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the bot's rights in this channel and in its threads."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        view = ui.View(timeout=None).add_item(Press("rehearse", str(int(self.bot.store.now())), say("button.rehearse")))
        await answer_with(interaction, content=rights_here(interaction, say), view=view)

    async def on_rehearse(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Rehearse here*: sends the samples, then asks the moderator to press what the panel names. Raises Unfit."""
        self.bot.intake.set_aside(interaction.id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        now, guild, facts = self.bot.store.now(), interaction.guild_id, self.bot.store.bot_facts
        if guild is None or now > int(rest) + SOON:
            raise Unfit("wish.gone")
        before = await facts.get(f"{HELD} {guild}")
        if guild in self._open or (before is not None and now < float(before) + HOUR):
            raise Unfit("rehearsal.hour")
        await facts.set(f"{HELD} {guild}", str(now))
        takes_long()
        say, moderator = await voice(interaction), interaction.user.id
        held = Rehearsal(self.bot, guild, channel_of(interaction), moderator, getattr(interaction.channel, "parent_id", None))
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._over, guild, interaction)
        self._open[guild] = held, ["press", "choose", "form"], timer
        title = say.plainly("rehearsal.thread")
        await held.perform(lambda which: board(which, moderator, say), title, say("rehearsal.words"))
        shown = await answer_with(interaction, **panel(self._open[guild][1], guild, say))
        held.look("panel", _told(shown))

    async def on_rehearsed(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles the sample button, menu, and the button that opens the form. Raises Unfit if the rehearsal is over."""
        self.bot.intake.set_aside(interaction.id)
        name, held = rest.partition(":")[0], self._held(interaction)[0]
        if name == "form":

            async def form() -> Form:
                return Form(held.guild, await voice(interaction))

            return await shown_form(interaction, form())
        held.look(name, _heard(interaction) | {"component": int(_data(interaction).get("component_type", 0)), "values": len(values)})
        if name == "choose":
            await self._late(interaction, held)
        else:
            await interaction.response.defer()
        await self._pressed(interaction, name)

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the sample form when it is submitted."""
        await sent(interaction, {FORM: self._on_sent})

    async def _on_sent(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        self.bot.intake.set_aside(interaction.id)
        held = self._held(interaction)[0]
        held.look("form", _heard(interaction) | {"field": field(form, FIELD) is not None})
        await interaction.response.defer()
        await self._pressed(interaction, "form")

    async def _late(self, interaction: discord.Interaction[Any], held: Rehearsal) -> None:
        """Tests an answer that follows an acknowledgement."""
        await interaction.response.defer()
        say = await voice(interaction)
        shown = await answer_with(interaction, content=say("rehearsal.late"))
        held.look("late", _told(shown))

    async def _pressed(self, interaction: discord.Interaction[Any], name: str) -> None:
        """Notes that `name` has been pressed; after the last item deletes the samples and shows the report."""
        held, left, timer = self._held(interaction)
        say = await voice(interaction)
        if name in left:
            left.remove(name)
        if left:
            await answer_with(interaction, **panel(left, held.guild, say))
            return
        timer.cancel()
        del self._open[held.guild]
        await self._end(interaction, held)

    async def _end(self, interaction: discord.Interaction[Any], held: Rehearsal) -> None:
        """Cleans up, and answers the interaction with the report."""
        await held.end()
        say = await voice(interaction)
        file = discord.File(io.BytesIO(held.report().encode()), "rehearsal.txt")
        words = say("rehearsal.done", n=len(held.wrong)) if held.wrong else say("rehearsal.right")
        await answer_with(interaction, content=words, view=None, attachments=[file])

    def _held(self, interaction: discord.Interaction[Any]) -> tuple[Rehearsal, list[str], asyncio.TimerHandle]:
        """The rehearsal of the server, for its own moderator. Raises Unfit."""
        found = self._open.get(interaction.guild_id or 0)
        if found is None or found[0].moderator != interaction.user.id:
            raise Unfit("rehearsal.over")
        return found

    def _over(self, guild: int, interaction: discord.Interaction[Any]) -> None:
        """Ends a rehearsal in which nobody has pressed anything for long: the panel, which can still be edited, shows the report with what was not
        tried."""
        held, _, _ = self._open.pop(guild)
        task = asyncio.create_task(self._end(interaction, held))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def tidy(self, shards: Shards) -> None:
        """Deletes samples of interrupted rehearsals, in servers of shards that this process now serves."""
        for key, text in (await self.bot.store.bot_facts.all_of(LEFT)).items():
            guild = int(key.split()[1])
            if guild not in self._open and shards.holds(guild):
                try:
                    made = [(str(kind), int(place), int(number)) for kind, place, number in json.loads(text)]
                except (ValueError, TypeError):
                    made = []
                await cleaned(self.bot, made)
                await self.bot.store.bot_facts.drop(key)


def rights_here(interaction: discord.Interaction[Any], say: Texts) -> str:
    """The bot's rights in a channel and its threads, a line each with what it is needed for."""
    rights, in_thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)

    def line(right: Right) -> str:
        key = "yes" if getattr(rights, right.name) else "no" if right.needed else "wish"
        return say(f"doctor.{key}", right=f"**{say(f'right.{right.name}')}**", why=say(f"doctor.why.{right.name}"))

    here = [line(right) for right in RIGHTS if not right.threads and not (in_thread and right.name == "send_messages")]
    threads = [line(right) for right in RIGHTS if right.threads]
    return "\n".join([say("doctor.here"), *here, say("doctor.threads"), *threads, say("doctor.rehearse")])


def _data(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    found: Any = interaction.data or {}
    return dict(found)


def _heard(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """The facts about an interaction that the rehearsal checks."""
    context = interaction.context.to_array()
    message = interaction.message
    return {
        "type": interaction.type.value,
        "context": context[0] if context else None,
        "member": isinstance(interaction.user, discord.Member),
        "guild": interaction.guild_id is not None,
        "permissions": interaction.app_permissions.value > 0,
        "message": {"flags": message.flags.value} if message is not None else None,
    }


def _told(message: discord.Message) -> dict[str, Any]:
    """The facts about a sent message, as the library parsed it, that the rehearsal checks."""
    return {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "timestamp": message.created_at.isoformat(),
        "edited_timestamp": message.edited_at.isoformat() if message.edited_at else None,
        "type": message.type.value,
        "tts": message.tts,
        "mention_everyone": message.mention_everyone,
        "pinned": message.pinned,
        "flags": message.flags.value,
        "components": [component.to_dict() for component in message.components],
    }
