"""A live rehearsal: sends one of each kind of request that the bot makes, and checks Discord's responses.

Everything it creates is noted before the next request, so that it is deleted even after a kill. None of it is a table, or counts as one.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord.http import MultipartParameters, handle_message_parameters

from cogs.service.discord_port import has_public_threads
from cogs.service.doctor.expected_responses import EXPECTED, Difference, differences

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.doctor")
LEFT, HELD = "rehearsal", "rehearsed"
"""The kinds of facts that say what is to be cleaned up in a server, and when it has had its latest rehearsal."""
HOUR = 3600.0
GONE = 404
NOTICES = (discord.MessageType.pins_add.value, discord.MessageType.thread_created.value)
"""What Discord says in the bot's name below what it does."""


class Outcome(NamedTuple):
    """The result of one request: its differences from what is expected, and Discord's refusal, if any."""

    step: str
    differences: tuple[Difference, ...] = ()
    refused: str = ""

    @property
    def right(self) -> bool:
        """Whether the response is as expected."""
        return not self.differences and not self.refused


class Rehearsal:
    """A rehearsal in one channel, for one moderator, the only person it mentions. For a thread, `above` is its channel, where threads are made.

    In a channel without plain threads, such as a forum, none is tried."""

    def __init__(self, bot: Referee, guild: int, channel: int, moderator: int, above: int | None = None) -> None:
        self.bot, self.guild, self.channel, self.moderator = bot, guild, channel, moderator
        self.above = above or channel
        self.outcomes: dict[str, Outcome] = {}
        self._made: list[tuple[str, int, int]] = []

    async def take(self, step: str, request: Awaitable[Any]) -> Any:
        """Makes one request, and checks the answer; None if it is refused."""
        try:
            answer = await request
        except discord.HTTPException as error:
            self.outcomes[step] = Outcome(step, refused=f"{error.status}, code {error.code}")
            return None
        except (discord.DiscordException, OSError, TimeoutError) as error:
            self.outcomes[step] = Outcome(step, refused=type(error).__name__)
            return None
        self.look(step, answer)
        return answer

    def look(self, step: str, answer: Any) -> None:
        """Compares an answer with what is expected."""
        self.outcomes[step] = Outcome(step, tuple(differences(step, answer)))

    async def note(self, kind: str, place: int, number: int) -> None:
        """Notes something created that has to be deleted."""
        self._made.append((kind, place, number))
        await self.bot.store.bot_facts.set(f"{LEFT} {self.guild}", json.dumps(self._made))

    async def perform(self, boards: Callable[[int], dict[str, Any]], title: str, words: str) -> None:
        """Does everything that needs no press. `boards` makes the message with a first, second and third picture."""
        http = self.bot.http
        only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(self.moderator)])

        def message(**given: Any) -> MultipartParameters:
            return handle_message_parameters(allowed_mentions=only, **given)

        with message(**boards(0)) as params:
            board = await self.take("board", http.send_message(self.channel, params=params))
        if board is not None:
            number = int(board["id"])
            await self.note("message", self.channel, number)
            for step, which in (("edit", 1), ("picture", 2)):
                shown = boards(which)
                file = shown.pop("file")
                with message(attachments=[file], **shown) as params:
                    await self.take(step, http.edit_message(self.channel, number, params=params))
            await self.take("pin", http.pin_message(self.channel, number))
        threads = has_public_threads(self.bot.get_channel(self.above))
        thread = await self.take("thread", self._thread(title)) if threads else None
        if thread is not None:
            number = int(thread["id"])
            await self.note("thread", self.above, number)
            await self.take("member", http.add_user_to_thread(number, self.moderator))
            with message(content=words) as params:
                said = await self.take("in thread", http.send_message(number, params=params))
            if said is not None:
                await self.note("message", number, int(said["id"]))
        direct = await self.take("channel", http.start_private_message(self.moderator))
        if direct is not None:
            with message(content=words) as params:
                said = await self.take("direct", http.send_message(int(direct["id"]), params=params))
            if said is not None:
                await self.note("message", int(direct["id"]), int(said["id"]))

    async def _thread(self, title: str) -> Any:
        kind: Any = discord.ChannelType.public_thread.value
        return await self.bot.http.start_thread_without_message(self.above, name=title, type=kind, auto_archive_duration=60)

    async def end(self) -> None:
        """Deletes all that was created, and checks the answers to that. A thread that may not be deleted is archived, which is as good."""
        for outcome in await cleaned(self.bot, self._made):
            self.outcomes[outcome.step] = outcome
        await self.bot.store.bot_facts.drop(f"{LEFT} {self.guild}")

    def report(self) -> str:
        """The result as text: how many requests were tried, each unexpected answer, and what was not tried; without names, tokens and contents."""
        lines = [f"rehearsal: {len(self.outcomes)} requests, {len(self.wrong)} not as expected, discord.py {discord.__version__}"]
        for outcome in self.wrong:
            lines.append(f"\nrequest: {outcome.step}")
            if outcome.refused:
                lines.append(f"answer: refused ({outcome.refused})\nexpected: it is taken")
            lines += [f"answer: {field} is {answered}\nexpected: {field} is {wanted}" for field, answered, wanted in outcome.differences]
        missing = [step for step in EXPECTED if step not in self.outcomes]
        return "\n".join([*lines, *([f"\nnot tried: {', '.join(missing)}"] if missing else [])]) + "\n"

    @property
    def wrong(self) -> list[Outcome]:
        """The answers that differ from what was expected."""
        return [outcome for outcome in self.outcomes.values() if not outcome.right]


async def cleaned(bot: Referee, made: list[tuple[str, int, int]]) -> list[Outcome]:
    """Deletes what a rehearsal has created, the latest first; returns an outcome for each kind of deletion."""
    found: dict[str, Outcome] = {}
    for kind, place, number in reversed(made):
        step = "delete thread" if kind == "thread" else "delete"
        try:
            await _without_notices(bot, place, number)
            if kind == "thread":
                await _without_thread(bot, number)
            else:
                await bot.http.delete_message(place, number)
            found.setdefault(step, Outcome(step))
        except discord.HTTPException as error:
            if error.status != GONE:
                found[step] = Outcome(step, refused=f"{error.status}, code {error.code}")
        except (discord.DiscordException, OSError, TimeoutError) as error:
            found[step] = Outcome(step, refused=type(error).__name__)
    return [*found.values()]


async def _without_thread(bot: Referee, thread: int) -> None:
    """Deletes a thread, or archives it where that is not allowed."""
    try:
        await bot.http.delete_channel(thread)
    except discord.Forbidden:
        await bot.http.edit_channel(thread, archived=True)


async def _without_notices(bot: Referee, channel: int, number: int) -> None:
    """Deletes Discord's own notices of a pinned message or a new thread."""
    with contextlib.suppress(discord.HTTPException):
        for near in await bot.http.logs_from(channel, 20, around=number):
            about: Any = near.get("message_reference") or {}
            if near["type"] in NOTICES and str(number) in (str(about.get("message_id")), str(about.get("channel_id"))):
                await bot.http.delete_message(channel, near["id"])
