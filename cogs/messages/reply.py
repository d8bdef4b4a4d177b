"""What every private answer needs: the asker's language and theme, Discord's limits on length, and an answer to every error."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from cogs.messages.channel_rights import LacksRights, rights_words
from cogs.messages.interaction_channel import channel_of
from cogs.messages.panel_layout import NO_PICTURES, in_words, laid_out
from cogs.messages.refusals import explain
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.fault_rules import Failed
from cogs.play.history.record_check import NOT_COMPARED, Verdict
from cogs.play.history.record_replay import EarlierRules
from cogs.play.table_queries import Closed, NoTable, NotSeated, Paused, Stale, Stranded
from cogs.play.thinking.pool import Ceased
from cogs.play.tournaments.registry import Garbled, NoTournament
from cogs.play.unfit import Unfit
from data.content import build
from data.language import Texts, language_of, texts
from data.rulebook import game_of
from data.store import Unreachable
from data.store.channel_settings import Room
from data.store.configured_limits import TooMany
from data.store.rows import ChannelTaken, Repeated
from data.user_text import FENCE, Called, Typed, fenced, typed
from render.theme import USUAL_THEME, known_theme
from rules.game import Refused

log = logging.getLogger("referee")
Offers = Callable[[discord.Interaction[Any], BaseException, Texts], discord.ui.View | None]
"""Buttons for whoever has done something wrong, in their language."""
PATIENCE = 1.5
"""Seconds for which an answer waits for what is stored, of the three that Discord waits for the first sign of one."""
ACKNOWLEDGED = 40060
"""Discord's word for an interaction that has been acknowledged by somebody else. Everything that is done for anybody begins with that."""
BEYOND_ANSWERING = {ACKNOWLEDGED: "another process answers it", 10062: "it came too late", 10015: "it is too old", 50083: "its thread is archived"}
"""Discord's words for interactions to which nobody can say anything here any more, which is no fault of ours."""
DISCONNECTED = (aiohttp.ClientError, discord.DiscordServerError)
"""Discord could not be reached, or did not manage to answer: what it was asked for may have been done, or not."""
LAID_OUT = "laid out"
"""Under what name an interaction carries that its answer is a layout by now, which takes no content any more."""
LINES, LINE = 8, 30
"""How many lines of a record are named that nobody has looked at, and with how many letters of each."""


async def voice(interaction: discord.Interaction[Any], game: str | None = None) -> Texts:
    """The texts of the person who asks: the language they have set, or Discord's."""
    settings = await interaction.client.store.personal_settings.settings(interaction.user.id)
    return texts(settings.language or language_of(str(interaction.locale)), game)


async def theme_of(interaction: discord.Interaction[Any], default: str = USUAL_THEME) -> str:
    """The theme of private messages: the asker's own, or else the table's."""
    settings = await interaction.client.store.personal_settings.settings(interaction.user.id)
    return known_theme(settings.theme, known_theme(default))


async def theme_here(interaction: discord.Interaction[Any]) -> str:
    """The theme of public messages in a channel."""
    room: Room = await interaction.client.room(interaction.guild_id, channel_of(interaction))
    return known_theme(room.theme)


def called(user: discord.User | discord.Member) -> Called:
    """A user's names in this server: the displayed one and their account's."""
    return Called(user.display_name, user.name)


def in_full(words: str, name: str, head: str = "") -> dict[str, Any]:
    """A message with a block of code after a head; if it is too long, it is cut and a file holds the whole."""
    whole = head + fenced(words)
    if len(whole) <= MAX_CONTENT:
        return {"content": whole, "attachments": []}
    content = cut(whole.removesuffix(FENCE), MAX_CONTENT - len(FENCE)) + FENCE
    return {"content": content, "attachments": [discord.File(io.BytesIO(words.encode()), f"{name}.txt")]}


def verdict_words(verdict: Verdict, language: str) -> str:
    """The result of checking a record: of its own checks, of comparing its moves, and what nobody checked. If it is wrong, why, with the rule by
    which the engine refuses an action."""
    say, wrong = texts(language, verdict.game), verdict.wrong
    if wrong is not None:
        sentence = say(verdict.key, reason=say(wrong.reason, **typed(wrong.facts)))
        return f"{sentence}\n{explain(wrong.refused, say, verdict.game or '')}" if wrong.refused else sentence
    lines = [say(verdict.key, **typed(verdict.facts))]
    if verdict.compared:
        lines.append(say(verdict.compared))
    if verdict.right:
        unseen = [say("check.line", line=Typed(line[:LINE])) for line in verdict.unseen[:LINES]] + ["…"] * (len(verdict.unseen) > LINES)
        stars = [say("check.stars")] * (verdict.compared == NOT_COMPARED)
        if unseen or stars:
            lines.append(say("check.unseen", what=", ".join([*unseen, *stars])))
    return "\n".join(lines)


async def answer_with(interaction: discord.Interaction[Any], **message: Any) -> discord.InteractionMessage:
    """Puts a message (`content`, `attachments`, `view`) in the place of the answer: of the pressed message, or of "thinking". If Discord refuses
    its pictures, their alt texts stand in their place.

    A message that is a layout can have no content, and one with content can't become a layout.
    """
    edit = interaction.edit_original_response
    if isinstance(message.get("view"), discord.ui.LayoutView):
        return await edit(**{"content": None, "attachments": [], **message})
    files, laid, worded = message.get("attachments") or (), stands_laid_out(interaction), in_words(message)
    pictures = bool(files) and all(file.description for file in files)
    try:
        return await edit(**laid_out(message) if laid else message)
    except discord.HTTPException as refused:
        if refused.status not in NO_PICTURES or not pictures:
            raise
        log.warning("an answer goes without its pictures: %s", refused)
    return await edit(**laid_out(worded) if laid else worded)


def stands_laid_out(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that an answer replaces is a layout."""
    pressed = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return LAID_OUT in interaction.extras or (pressed and interaction.message is not None and interaction.message.flags.components_v2)


async def answer_error(interaction: discord.Interaction[Any], error: BaseException, offers: Offers | None = None) -> None:
    """Answers an error: a person's mistake with how to put it right, a fault of ours with an id that the log has, too."""
    if isinstance(error, discord.HTTPException) and error.code in BEYOND_ANSWERING:
        return log.info("interaction %s cannot be answered: %s", interaction.id, BEYOND_ANSWERING[error.code])
    if isinstance(error, Unreachable):
        log.warning("interaction %s has to wait", interaction.id, exc_info=error)
        return await ask_for_a_moment(interaction, "moment.database")
    say = await _voice_or_english(interaction)
    words = known_words(error, say)
    if words is None:
        number = secrets.token_hex(4)
        # Not what was typed or pressed: words of an action can be secret.
        log.error("error %s in interaction %s, channel %s", number, interaction.id, interaction.channel_id, exc_info=error)
        words = say("error.ours", id=number)
    if isinstance(error, NotSeated | NoTable) and interaction.message is not None and interaction.message.flags.ephemeral:
        return await _instead(interaction, words)
    await _answer(interaction, words, offers(interaction, error, say) if offers else None)


async def _instead(interaction: discord.Interaction[Any], words: str) -> None:
    """Replaces the pressed private panel by words: nothing remains of a seat that its presser has lost."""
    if interaction.response.type is not discord.InteractionResponseType.deferred_message_update:
        return await _answer(interaction, words)
    try:
        await interaction.edit_original_response(**laid_out({"content": words}))
    except (discord.HTTPException, *DISCONNECTED) as failed:
        log.warning("an answer could not be sent: %s", failed)


async def ask_for_a_moment(interaction: discord.Interaction[Any], key: str) -> None:
    """Says why something can't be done just now, by the text `key`, without a look into the database."""
    await _answer(interaction, texts(language_of(str(interaction.locale)))(key))


async def offer_nothing(interaction: discord.Interaction[Any]) -> None:
    """Answers an autocompletion with no choices, if it hasn't been answered."""
    if not interaction.response.is_done():
        try:
            await interaction.response.autocomplete([])
        except (discord.HTTPException, *DISCONNECTED) as failed:
            log.info("nothing could be offered: %s", failed)


async def _answer(interaction: discord.Interaction[Any], words: str, view: discord.ui.View | None = None) -> None:
    """Says something privately, whatever has been answered already; an autocompletion gets no choices instead."""
    with_view: dict[str, Any] = {"view": view} if view else {}
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await offer_nothing(interaction)
        elif not interaction.response.is_done():
            await interaction.response.send_message(cut(words), ephemeral=True, **with_view)
        elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message and LAID_OUT not in interaction.extras:
            await interaction.edit_original_response(content=cut(words), **with_view)
        else:
            await interaction.followup.send(cut(words), ephemeral=True, **with_view)
    except (discord.HTTPException, *DISCONNECTED) as failed:
        taken = isinstance(failed, discord.HTTPException) and failed.code == ACKNOWLEDGED
        log.log(logging.INFO if taken else logging.WARNING, "an answer could not be sent: %s", failed)


async def _voice_or_english(interaction: discord.Interaction[Any]) -> Texts:
    try:
        async with asyncio.timeout(PATIENCE):
            return await voice(interaction)
    except Exception:  # The answer must go out even when the store is what has failed.
        return texts(language_of(str(interaction.locale)))


def stranded_words(table: Stranded, where: str, say: Texts, **facts: Any) -> str:
    """Why a table can't be read, in the words for one place: `where` begins the texts' keys."""
    row = table.row
    if row.unreadable:
        return say(f"{where}unreadable", what=columns_words(row.unreadable, say), **facts)
    recorded, now = row.played, build(row.game).version
    return say(f"{where}{'stranded' if recorded != now else 'damaged'}", recorded=recorded, now=now, **facts)


def columns_words(columns: Iterable[str], say: Texts) -> str:
    """The names of unreadable columns, in the reader's words."""
    return ", ".join(say(f"column.{column}") for column in sorted(columns))


def known_words(error: BaseException, say: Texts) -> str | None:
    """The sentence for an error that needs no entry in the log: not our fault, or logged already. None for any other."""
    if isinstance(error, DISCONNECTED):
        return say("moment.discord")
    if isinstance(error, LacksRights):
        return say(error.reason, rights=rights_words(error.names, say))
    if isinstance(error, Unfit):
        return say(error.reason, **error.facts)
    if isinstance(error, Failed):  # The log has its number already.
        return say("error.stuck" if error.stuck else "error.fault" if error.offered else "error.ours", id=error.number)
    if isinstance(error, TooMany):
        return say(f"limit.{error.limit}", n=error.n)
    if isinstance(error, Refused):
        game = game_of(error.rule)
        return explain(error, texts(say.language, game), game or "")
    if isinstance(error, app_commands.NoPrivateMessage):
        return say("error.only_in_servers")
    if isinstance(error, Stranded):
        return stranded_words(error, "error.", say)
    if isinstance(error, Garbled):
        return say("error.garbled", what=columns_words(error.row.unreadable, say))
    simple = {
        EarlierRules: "undo.earlier_rules",
        NoTable: "error.no_table",
        NoTournament: "error.no_tournament",
        NotSeated: "error.not_seated",
        Stale: "error.stale",
        Paused: "error.paused",
        Ceased: "moment.restart",
        app_commands.CommandNotFound: "moment.command",
        app_commands.CommandSignatureMismatch: "moment.command",
        Closed: "refused.game_over",
        Repeated: "error.repeated",
        ChannelTaken: "error.channel_taken",
    }
    for kind, key in simple.items():
        if isinstance(error, kind):
            return say(key)
    return None
