"""The hall of all tournaments: what everybody sees of them in their channels, and what happens by itself."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeGuard

import discord

from cogs.playing.tables import Unfit
from cogs.playing.tournaments import MOST, WAITING, Moved, Steward, title_of
from cogs.showing.buttons import Press, joining, panel
from cogs.showing.clockface import clock_words
from cogs.showing.reply import cut, voice
from cogs.showing.scoreboard import scoreboard
from data.contests import Contest, Player
from data.language import Texts, texts
from data.rooms import MODERATORS, Room
from data.store import LIVE, OPEN
from data.typed import escaped
from rules.competition import tournament
from rules.competition.standings import Standings
from rules.competition.tournament import CUT, DOUBLE, SINGLE, State
from rules.parts.chance import seed_hash

if TYPE_CHECKING:
    from cogs.running.bot import Referee

log = logging.getLogger("referee.tournament")
CALLED = 60
"""Players called by one message; more would not fit."""
TOP = 32
"""Lines of standings in a message."""


class Hall:
    """Tournaments in their channels."""

    def __init__(self, bot: Referee) -> None:
        self._bot = bot
        self.steward = Steward(bot.store, bot.tables, self._open_thread, bot.limits)
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    async def go_on(self, contest: int) -> None:
        """Takes results, deals what can be played, and tells the tournament's channel of a new round or of the end."""
        lock = self._locks.setdefault(contest, asyncio.Lock())  # Results that come together bring one piece of news.
        try:
            async with lock:
                moved = await self.steward.look_after(contest)
                for table in moved.dealt:
                    await self._bot.outbox.send(table)
                found = await self.steward.get(contest)
                if found.state is not None and moved.news and await self._tell_news(found, found.state, moved):
                    await self.steward.contests.told(contest, moved.news)
        except discord.HTTPException as error:
            log.warning("tournament %d: Discord refused (%s); it goes on with the next result or start", contest, error)
        except Exception:
            log.exception("tournament %d could not go on", contest)

    async def _tell_news(self, contest: Contest, state: State, moved: Moved) -> bool:
        """A new round, the end, or that a round waits; says whether Discord has taken it."""
        say = texts(contest.language, contest.game)
        if moved.over:
            words = await self._end_lines(contest, state, say)
            return await self.tell(contest.channel, words, await self.pictures(contest, state, say))
        if moved.news.startswith(WAITING):
            return await self.tell(contest.channel, say("tournament.waiting", name=contest.name, n=state.round))
        return await self.tell(contest.channel, await self.round_lines(contest, state, say))

    async def ring(self, contest: int) -> None:
        """The hour of the check-in, or of the start, has come."""
        if await self.check_in(contest):
            return
        found = await self.steward.get(contest)
        try:
            await self.start(contest)
        except Unfit as unfit:
            await self.steward.reopen(contest)
            await self.tell(found.channel, texts(found.language, found.game)(unfit.reason, **unfit.facts))
            await self.show_entries(contest)

    async def check_in(self, contest: int) -> bool:
        """Lets the check-in begin, if there is one that has not, and calls everybody who has entered; says whether it did."""
        if not await self.steward.open_check_in(contest):
            return False
        found = await self.steward.get(contest)
        say = texts(found.language, found.game)
        players = await self.steward.contests.players(contest)
        until = f"<t:{int(found.checking or 0)}:R>"
        for n in range(0, len(players), CALLED):
            block = players[n : n + CALLED]
            words = say("tournament.check_in", name=found.name, until=until, who=" ".join(f"<@{p.player}>" for p in block))
            mentions = discord.AllowedMentions(users=[discord.Object(p.player) for p in block], everyone=False, roles=False)
            await self.tell(found.channel, words, view=entry_buttons(found), mentions=mentions)
        await self.show_entries(contest)
        return True

    async def start(self, contest: int) -> None:
        """Closes the entries; who has not checked in is out. Raises Unfit."""
        missing = await self.steward.start(contest)
        found = await self.steward.get(contest)
        if missing:
            names = ", ".join(map(escaped, missing))
            await self.tell(found.channel, texts(found.language, found.game)("tournament.missing", names=names))
        await self.show_entries(contest)
        await self.go_on(contest)

    async def leave(self, contest: int, player: int) -> None:
        """Somebody withdraws or drops out, and everybody sees what follows. Raises Unfit."""
        before = await self.steward.get(contest)
        given = await self.steward.leave(contest, player)
        if before.status == OPEN:
            await self.show_entries(contest)
            return
        for table in given:
            await self._bot.outbox.send(table)
        await self.go_on(contest)

    async def tell(
        self,
        channel: int,
        words: str,
        files: Sequence[discord.File] = (),
        view: discord.ui.View | None = None,
        mentions: discord.AllowedMentions | None = None,
    ) -> bool:
        """A message to everybody in a channel; where it cannot be sent, the log says so and everything goes on. Says whether it was."""
        further: dict[str, Any] = ({"view": view} if view else {}) | ({"allowed_mentions": mentions} if mentions else {})
        try:
            await self._bot.get_partial_messageable(channel).send(cut(words), files=files, **further)
        except discord.HTTPException as failed:
            log.warning("a message to channel %d cannot be sent (%s)", channel, failed)
            return False
        return True

    async def check_room(self, interaction: discord.Interaction[Any], game: str, moves: bool = False) -> Room:
        """What is set for a channel. Raises Unfit where this game, or a game by this person (who only `moves` one?), is not allowed."""
        await self._check_thread(interaction)
        room = await self._bot.room(interaction.guild_id, interaction.channel_id or 0)
        if room.games and game not in room.games:
            language = (await voice(interaction)).language
            raise Unfit("room.not_here", games=", ".join(texts(language, key)("title") for key in room.games))
        if room.starters == MODERATORS and not moves:
            check_moderator(interaction)
        return room

    async def _check_thread(self, interaction: discord.Interaction[Any]) -> None:
        """Raises Unfit in the thread of a match, which may have been made this very moment: only its tournament deals there."""
        contests, channel = self.steward.contests, interaction.channel
        match = await contests.in_thread(interaction.channel_id or 0) is not None
        if not match and isinstance(channel, discord.Thread) and self._bot.user is not None and channel.owner_id == self._bot.user.id:
            above = await contests.latest_in(channel.parent_id)
            match = above is not None and above.status == LIVE
        if match:
            raise Unfit("tournament.match_thread")

    async def live_contest(self, table: int) -> int | None:
        """The tournament that a table belongs to, while it is being played."""
        contest = await self.steward.contests.of_game(table)
        return contest if contest is not None and (await self.steward.get(contest)).status == LIVE else None

    async def without_buttons(self, message: discord.Message) -> None:
        """Takes the buttons off a message that has been answered; nothing is lost if that is impossible."""
        try:
            await self._bot.get_partial_messageable(message.channel.id).get_partial_message(message.id).edit(view=None)
        except discord.HTTPException as failed:
            log.info("a message keeps its buttons (%s)", failed)

    async def _open_thread(self, contest: Contest, players: Sequence[Player], title: str) -> int:
        """A thread for a match below the tournament's channel, with its players in it."""
        channel = self._bot.get_channel(contest.channel) or await self._bot.fetch_channel(contest.channel)
        if not has_public_threads(channel):
            raise Unfit("tournament.no_threads")
        thread = await channel.create_thread(name=title, type=discord.ChannelType.public_thread)
        for player in players:
            try:
                await thread.add_user(discord.Object(player.player))
            except discord.HTTPException as failed:  # They find the thread by the channel's message.
                log.info("tournament %d: a player cannot be added to a thread (%s)", contest.id, failed)
        return thread.id

    async def rehouse(self, contest: int, thread: int) -> None:
        """The match of a thread that is gone gets a new one: its table goes on there, with its board, its players, and a word to everybody.

        May be called at any time: where the match has been seen to already, nothing happens. Raises discord.HTTPException, Unfit.
        """
        lock = self._locks.setdefault(contest, asyncio.Lock())
        async with lock:
            match = next((match for match in await self.steward.threads(contest) if match.channel == thread), None)
            if match is None:
                return
            found = await self.steward.get(contest)
            fresh = await self._open_thread(found, match.players, match.title)
            for table in await self.steward.rehouse(contest, match, fresh):
                await self._bot.outbox.send(table)
            who = " – ".join(escaped(p.name) for p in match.players)
            await self.tell(found.channel, texts(found.language)("tournament.rehoused", who=who, channel=f"<#{fresh}>"))

    async def end_without_channel(self, contest: Contest) -> None:
        """A tournament whose channel has been deleted ends as it stands, since nobody could be told how it goes on."""
        assert self._bot.user is not None
        await self.steward.end(contest.id, self._bot.user.id, texts(contest.language)("tournament.channel_gone"))

    async def show_entries(self, contest: int) -> None:
        """Brings the sign-up message up to date; nothing is lost if it is gone."""
        found = await self.steward.get(contest)
        if found.message is None:
            return
        message = self._bot.get_partial_messageable(found.channel).get_partial_message(found.message)
        try:
            await message.edit(content=await self.entries(found), view=entry_buttons(found) if found.status == OPEN else None)
        except discord.HTTPException as failed:
            log.info("tournament %d: its sign-up message cannot be changed (%s)", contest, failed)

    async def entries(self, contest: Contest) -> str:
        say = texts(contest.language, contest.game)
        players = await self.steward.contests.players(contest.id)
        plan = contest.plan
        lines = [f"**{title_of(contest, say)}**"]
        if plan.games > 1:
            lines.append(say("tournament.best_of", n=plan.games))
        if contest.rated:
            lines.append(say("lobby.rated"))
        if contest.clock:
            lines.append(clock_words(contest.clock, say))
        lines += _terms(contest, say)
        if contest.seed is not None:
            lines.append(say("tournament.seed_hash", hash=seed_hash(contest.seed)))
        for n, p in enumerate(players, 1):
            mark = " ✓" if p.here and contest.status == OPEN else ""
            lines.append(f"{n}. {p.name}{mark}")
        lines.append(say({OPEN: "tournament.how", LIVE: "tournament.running"}.get(contest.status, "tournament.over")))
        return cut("\n".join(lines))

    async def names(self, contest: Contest) -> dict[int, str]:
        """What entrants are called, for messages."""
        return {p.entrant: escaped(p.name) for p in await self.steward.contests.players(contest.id)}

    async def pictures(self, contest: Contest, state: State, say: Texts, theme: str = "light") -> list[discord.File]:
        """The bracket and the standings as they are."""
        names = {p.entrant: str(p.name) for p in await self.steward.contests.players(contest.id)}
        return await asyncio.to_thread(scoreboard, state, str(contest.name), names, say, theme)

    async def round_lines(self, contest: Contest, state: State, say: Texts) -> str:
        """The matches of the latest round, each with its thread or its result."""
        names = await self.names(contest)
        channels = await self.steward.contests.threads(contest.id)
        key = "tournament.cut_round" if state.stage == CUT else "tournament.round"
        now = (state.stage, state.round)
        lines = [f"**{say(key, name=contest.name, n=state.round)}**"]
        for fixture in state.fixtures:
            if fixture.places and (fixture.stage, fixture.round) != now:
                continue
            who = " – ".join(names[e] for e in fixture.entrants)
            if fixture.bye:
                lines.append(say("tournament.bye", who=who))
            elif fixture.places:
                lines.append(say("tournament.result", who=who, places=_places(fixture.places, names)))
            elif fixture.number in channels:
                lines.append(f"{who} · <#{channels[fixture.number]}>")
            else:
                lines.append(who)
        return "\n".join(lines)

    async def standing_lines(self, contest: Contest, state: State, say: Texts) -> list[str]:
        names = await self.names(contest)
        lines = [f"**{title_of(contest, say)}**"]
        if state.plan.format in (SINGLE, DOUBLE) or tournament.over(state):
            if not tournament.over(state):
                return [*lines, await self.round_lines(contest, state, say)]
            at = 1
            for group in tournament.places(state):
                lines.append(f"{at}. {', '.join(names[e] for e in group)}")
                at += len(group)
            return lines[: TOP + 1]
        table = await asyncio.to_thread(_ranked, state)
        lines.append(say("tournament.breaks", names=", ".join(say(f"tournament.break.{name}") for name in table.chain)))
        for line in table.lines[:TOP]:
            figures = " · ".join(figure(value) for value in line.breaks)
            out = " ✗" if line.entrant in state.dropped else ""
            lines.append(say("tournament.line", place=line.place, name=names[line.entrant] + out, n=figure(Fraction(line.points, 2)), breaks=figures))
        return lines

    async def _end_lines(self, contest: Contest, state: State, say: Texts) -> str:
        """The last message: who has won, and everybody's place."""
        names = await self.names(contest)
        winners = ", ".join(names[e] for e in tournament.places(state)[0])
        lines = (await self.standing_lines(contest, state, say))[1:]
        return "\n".join([say("tournament.won", name=contest.name, who=winners), *seed_lines(contest, say), *lines])


def entry_buttons(contest: Contest) -> discord.ui.View:
    """*Join*, *Leave*, *Start*, and *I am here* during the check-in."""
    say = texts(contest.language)
    here = [Press("tcheck", str(contest.id), say("button.check_in"), discord.ButtonStyle.success)] if contest.checking else []
    return panel([*here, *joining(str(contest.id), say, "t")])


def _ranked(state: State) -> Standings:
    """The standings with their lines, which take long."""
    table = tournament.standings(state)
    assert table.lines is not None
    return table


def _terms(contest: Contest, say: Texts) -> list[str]:
    """On what terms a tournament is entered and goes on, while that matters."""
    terms, lines = contest.terms, []
    if contest.status == OPEN and contest.checking is not None:
        lines.append(say("tournament.checking", until=f"<t:{int(contest.checking)}:R>"))
    elif contest.status == OPEN and terms.starts is not None:
        lines.append(say("tournament.starts", at=f"<t:{int(terms.starts)}:f>"))
    if contest.status == OPEN and terms.check_in and contest.checking is None:
        lines.append(say("tournament.check_in_first", n=terms.check_in))
    if contest.status == OPEN and terms.role is not None:
        lines.append(say("tournament.role", role=f"<@&{terms.role}>"))
    if terms.most < MOST:
        lines.append(say("tournament.at_most", n=terms.most))
    if terms.decks:
        lines.append(say("tournament.one_deck"))
    if terms.by_hand:
        lines.append(say("tournament.by_hand"))
    return lines


def seed_lines(contest: Contest, say: Texts) -> list[str]:
    """The seed of a tournament that is over, beside the hash that was published before anybody could enter."""
    return [say("tournament.seed", seed=f"{contest.seed:064x}", hash=seed_hash(contest.seed))] if contest.seed is not None else []


def has_public_threads(channel: object) -> TypeGuard[discord.TextChannel]:
    """Whether a channel may have the threads of matches: an ordinary text channel, no channel of announcements, which has others."""
    return isinstance(channel, discord.TextChannel) and channel.type is discord.ChannelType.text


def check_moderator(interaction: discord.Interaction[Any]) -> None:
    """Raises Unfit for somebody who may not manage events in this server."""
    if not (interaction.permissions.manage_events or interaction.permissions.manage_guild):
        raise Unfit("tournament.moderators")


def figure(value: Fraction) -> str:
    """A number as people write it: whole, or with at most three decimals."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.3f}".rstrip("0")


def _places(places: tuple[tuple[int, ...], ...], names: dict[int, str]) -> str:
    return " > ".join(" = ".join(names[e] for e in group) for group in places)
