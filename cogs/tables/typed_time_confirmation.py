"""Asks for confirmation of a clock with an uncertain end, then goes on with the command.

An end that is typed in words is uncertain: the bot shows what it understood, and the person confirms it. The command's options are kept in the
database meanwhile, so that a *no* or a restart loses nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.interaction_channel import channel_of
from cogs.messages.reply import answer_with, voice
from cogs.messages.typed_time_confirmation import deadline, doubt, zone_of
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import turn
from cogs.service.access import setup_for
from data.language import Texts
from data.store.setups import Setup
from data.typed_numbers import whole_number
from data.typed_times import Reading
from rules.competition.clock import UNTIL

if TYPE_CHECKING:
    from cogs.service.bot import Referee

CLOCK, MEANT = "clock", "meant"
"""Settings of a setup: the clock as it was written, and the moment that is asked about."""
LONGEST_CLOCK = 40
YES, NO = "yes", "no"
FORMS = {"w": "f:wclock:", "c": "f:cclock:"}
"""How the custom ids of the forms begin, by the letter of their command."""
GoesOn = Callable[[discord.Interaction[Any], Setup], Awaitable[None]]
"""Carries out what a setup says."""


def wished(interaction: discord.Interaction[Any], game: str, command: str, settings: Mapping[str, object]) -> Setup:
    """The setup of a command with its options, without those that are absent or off."""
    chosen = {key: YES if value is True else str(value) for key, value in settings.items() if value not in (None, False, "", 0)}
    return Setup(0, interaction.guild_id, channel_of(interaction), interaction.user.id, game, chosen, command)


class ClockForm(discord.ui.Modal):
    """The form in which a clock is typed again."""

    def __init__(self, setup: Setup, begins: str, say: Texts) -> None:
        label = say("cmd.game.new.clock")
        super().__init__(title=label[:45], custom_id=f"{begins}{setup.id}")
        self.value: discord.ui.TextInput[ClockForm] = discord.ui.TextInput(
            label=label[:45], default=setup.settings.get(CLOCK, "")[:LONGEST_CLOCK], max_length=LONGEST_CLOCK, required=False, custom_id="value"
        )
        self.add_item(self.value)


class ClockQuestion:
    """The question, its buttons and its form, for one command, whose `letter` begins the verbs of its buttons."""

    def __init__(self, bot: Referee, command: str, letter: str, goes_on: GoesOn) -> None:
        self.bot = bot
        self._command, self._letter, self._goes_on = command, letter, goes_on
        self._form = FORMS[letter]
        bot.handlers.update({f"{letter}sure": self.on_sure, f"{letter}again": self.on_again})

    async def asked(self, interaction: discord.Interaction[Any], setup: Setup) -> bool:
        """Asks if the clock's end is uncertain; returns whether it did."""
        say, text = await voice(interaction), deadline(setup.settings.get(CLOCK, ""))
        meant = await doubt(text, self.bot.store, interaction.user.id, say.language) if text else None
        if meant is None:
            return False
        settings = {**setup.settings, MEANT: str(meant.at)}
        if setup.id:
            await self.bot.store.setups.change(setup.id, settings)
        else:
            setup = await self.bot.store.setups.make(setup._replace(settings=settings))
        presses = [
            Press(f"{self._letter}sure", f"{setup.id}:{meant.at}", say("button.meant"), discord.ButtonStyle.success),
            Press(f"{self._letter}again", str(setup.id), say("button.not_meant")),
        ]
        words = meant.words(await zone_of(self.bot.store, interaction.user.id), say)
        await answer_with(interaction, content=words, view=panel(presses))
        return True

    async def on_sure(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Yes*: takes the shown moment, if it is still the one asked about, and goes on."""
        await taken_up(interaction)
        number, _, at = rest.partition(":")
        async with turn(interaction.user.id):  # Of two presses, the second finds the setup gone.
            setup = await setup_for(interaction, number, self._command)
            if setup.settings.get(MEANT) == at:
                setup = setup._replace(settings={**setup.settings, CLOCK: f"{UNTIL} {Reading(int(at), True).written()}"})
            await self._goes_on(interaction, setup)

    async def on_again(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Not meant*: opens a form with the typed text, which has to be the first answer."""

        async def form() -> ClockForm:
            return ClockForm(await setup_for(interaction, rest, self._command), self._form, await voice(interaction))

        await shown_form(interaction, form())

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the form when it is submitted."""
        await sent(interaction, {self._form: self._written})

    async def _written(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        value = field(form, "value")
        if whole_number(rest, 18) is None or value is None:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        async with turn(interaction.user.id):
            setup = await setup_for(interaction, rest, self._command)
            await self._goes_on(interaction, setup._replace(settings={**setup.settings, CLOCK: value[:LONGEST_CLOCK]}))
