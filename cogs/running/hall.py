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
from data.language import Texts, texts
from data.store.rooms import MODERATORS, Room
from data.store.tournaments import Player, Tournament
from data.store.values import LIVE, OPEN
from data.typed import escaped
from rules.competition import tournament as course
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

    async def go_on(self, tournament: int) -> None:
        """Takes results, deals what can be played, and tells the tournament's channel of a new round or of the end."""
        lock = self._locks.setdefault(tournament, asyncio.Lock())  # Results that come together bring one piece of news.
        try:
            async with lock:
                moved = await self.steward.look_after(tournament)
                for table in moved.dealt:
                    pass
                found = await self.steward.get(tournament)
                if found.state is not None and moved.news and await self._tell_news(found, found.state, moved):
                    await self._bot.store.tournaments.told(tournament, moved.news)
        except discord.HTTPException as error:
            log.warning("tournament %d: Discord refused (%s); it goes on with the next result or start", tournament, error)
        except Exception:
            log.exception("tournament %d could not go on", tournament)

    async def _tell_news(self, tournament: Tournament, state: State, moved: Moved) -> bool:
        """A new round, the end, or that a round waits; says whether Discord has taken it."""
        say = texts(tournament.language, tournament.game)
        if moved.over:
            words = await self._end_lines(tournament, state, say)
            return await self.tell(tournament.channel, words, await self.pictures(tournament, state, say))
        if moved.news.startswith(WAITING):
            return await self.tell(tournament.channel, say("tournament.waiting", name=tournament.name, n=state.round))
        return await self.tell(tournament.channel, await self.round_lines(tournament, state, say))

    async def ring(self, tournament: int) -> None:
        """The hour of the check-in, or of the start, has come."""
        if await self.check_in(tournament):
            return
        found = await self.steward.get(tournament)
        try:
            await self.start(tournament)
        except Unfit as unfit:
            await self.steward.reopen(tournament)
            await self.tell(found.channel, texts(found.language, found.game)(unfit.reason, **unfit.facts))
            await self.show_entries(tournament)

    async def check_in(self, tournament: int) -> bool:
        """Lets the check-in begin, if there is one that has not, and calls everybody who has entered; says whether it did."""
        if not await self.steward.open_check_in(tournament):
            return False
        found = await self.steward.get(tournament)
        say = texts(found.language, found.game)
        players = await self._bot.store.tournaments.players(tournament)
        until = f"<t:{int(found.checking or 0)}:R>"
        for n in range(0, len(players), CALLED):
            block = players[n : n + CALLED]
            words = say("tournament.check_in", name=found.name, until=until, who=" ".join(f"<@{p.player}>" for p in block))
            mentions = discord.AllowedMentions(users=[discord.Object(p.player) for p in block], everyone=False, roles=False)
            await self.tell(found.channel, words, view=entry_buttons(found), mentions=mentions)
        await self.show_entries(tournament)
        return True

    async def start(self, tournament: int) -> None:
        """Closes the entries; who has not checked in is out. Raises Unfit."""
        missing = await self.steward.start(tournament)
        found = await self.steward.get(tournament)
        if missing:
            names = ", ".join(map(escaped, missing))
            await self.tell(found.channel, texts(found.language, found.game)("tournament.missing", names=names))
        await self.show_entries(tournament)
        await self.go_on(tournament)

    async def leave(self, tournament: int, player: int) -> None:
        """Somebody withdraws or drops out, and everybody sees what follows. Raises Unfit."""
        before = await self.steward.get(tournament)
        given = await self.steward.leave(tournament, player)
        if before.status == OPEN:
            await self.show_entries(tournament)
            return
        for table in given:
            pass
        await self.go_on(tournament)

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
        tournaments, channel = self._bot.store.tournaments, interaction.channel
        match = await tournaments.in_thread(interaction.channel_id or 0) is not None
        if not match and isinstance(channel, discord.Thread) and self._bot.user is not None and channel.owner_id == self._bot.user.id:
            above = await tournaments.latest_in(channel.parent_id)
            match = above is not None and above.status == LIVE
        if match:
            raise Unfit("tournament.match_thread")

    async def live_tournament(self, table: int) -> int | None:
        """The tournament that a table belongs to, while it is being played."""
        tournament = await self._bot.store.tournaments.of_table(table)
        return tournament if tournament is not None and (await self.steward.get(tournament)).status == LIVE else None

    async def without_buttons(self, message: discord.Message) -> None:
        """Takes the buttons off a message that has been answered; nothing is lost if that is impossible."""
        try:
            await self._bot.get_partial_messageable(message.channel.id).get_partial_message(message.id).edit(view=None)
        except discord.HTTPException as failed:
            log.info("a message keeps its buttons (%s)", failed)

    async def _open_thread(self, tournament: Tournament, players: Sequence[Player], title: str) -> int:
        """A thread for a match below the tournament's channel, with its players in it."""
        channel = self._bot.get_channel(tournament.channel) or await self._bot.fetch_channel(tournament.channel)
        if not has_public_threads(channel):
            raise Unfit("tournament.no_threads")
        thread = await channel.create_thread(name=title, type=discord.ChannelType.public_thread)
        for player in players:
            try:
                await thread.add_user(discord.Object(player.player))
            except discord.HTTPException as failed:  # They find the thread by the channel's message.
                log.info("tournament %d: a player cannot be added to a thread (%s)", tournament.id, failed)
        return thread.id

    async def rehouse(self, tournament: int, thread: int) -> None:
        """The match of a thread that is gone gets a new one: its table goes on there, with its board, its players, and a word to everybody.

        May be called at any time: where the match has been seen to already, nothing happens. Raises discord.HTTPException, Unfit.
        """
        lock = self._locks.setdefault(tournament, asyncio.Lock())
        async with lock:
            match = next((match for match in await self.steward.threads(tournament) if match.channel == thread), None)
            if match is None:
                return
            found = await self.steward.get(tournament)
            fresh = await self._open_thread(found, match.players, match.title)
            for table in await self.steward.rehouse(tournament, match, fresh):
                pass
            who = " – ".join(escaped(p.name) for p in match.players)
            await self.tell(found.channel, texts(found.language)("tournament.rehoused", who=who, channel=f"<#{fresh}>"))

    async def end_without_channel(self, tournament: Tournament) -> None:
        """A tournament whose channel has been deleted ends as it stands, since nobody could be told how it goes on."""
        assert self._bot.user is not None
        await self.steward.end(tournament.id, self._bot.user.id, texts(tournament.language)("tournament.channel_gone"))

    async def show_entries(self, tournament: int) -> None:
        """Brings the sign-up message up to date; nothing is lost if it is gone."""
        found = await self.steward.get(tournament)
        if found.message is None:
            return
        message = self._bot.get_partial_messageable(found.channel).get_partial_message(found.message)
        try:
            await message.edit(content=await self.entries(found), view=entry_buttons(found) if found.status == OPEN else None)
        except discord.HTTPException as failed:
            log.info("tournament %d: its sign-up message cannot be changed (%s)", tournament, failed)

    async def entries(self, tournament: Tournament) -> str:
        say = texts(tournament.language, tournament.game)
        players = await self._bot.store.tournaments.players(tournament.id)
        plan = tournament.plan
        lines = [f"**{title_of(tournament, say)}**"]
        if plan.games > 1:
            lines.append(say("tournament.best_of", n=plan.games))
        if tournament.rated:
            lines.append(say("lobby.rated"))
        if tournament.clock:
            lines.append(clock_words(tournament.clock, say))
        lines += _terms(tournament, say)
        if tournament.seed is not None:
            lines.append(say("tournament.seed_hash", hash=seed_hash(tournament.seed)))
        for n, p in enumerate(players, 1):
            mark = " ✓" if p.here and tournament.status == OPEN else ""
            lines.append(f"{n}. {p.name}{mark}")
        lines.append(say({OPEN: "tournament.how", LIVE: "tournament.running"}.get(tournament.status, "tournament.over")))
        return cut("\n".join(lines))

    async def names(self, tournament: Tournament) -> dict[int, str]:
        """What entrants are called, for messages."""
        return {p.entrant: escaped(p.name) for p in await self._bot.store.tournaments.players(tournament.id)}

    async def pictures(self, tournament: Tournament, state: State, say: Texts, theme: str = "light") -> list[discord.File]:
        """The bracket and the standings as they are."""
        names = {p.entrant: str(p.name) for p in await self._bot.store.tournaments.players(tournament.id)}
        return await asyncio.to_thread(scoreboard, state, str(tournament.name), names, say, theme)

    async def round_lines(self, tournament: Tournament, state: State, say: Texts) -> str:
        """The matches of the latest round, each with its thread or its result."""
        names = await self.names(tournament)
        channels = await self._bot.store.tournaments.threads(tournament.id)
        key = "tournament.cut_round" if state.stage == CUT else "tournament.round"
        now = (state.stage, state.round)
        lines = [f"**{say(key, name=tournament.name, n=state.round)}**"]
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

    async def standing_lines(self, tournament: Tournament, state: State, say: Texts) -> list[str]:
        names = await self.names(tournament)
        lines = [f"**{title_of(tournament, say)}**"]
        if state.plan.format in (SINGLE, DOUBLE) or course.over(state):
            if not course.over(state):
                return [*lines, await self.round_lines(tournament, state, say)]
            at = 1
            for group in course.places(state):
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

    async def _end_lines(self, tournament: Tournament, state: State, say: Texts) -> str:
        """The last message: who has won, and everybody's place."""
        names = await self.names(tournament)
        winners = ", ".join(names[e] for e in course.places(state)[0])
        lines = (await self.standing_lines(tournament, state, say))[1:]
        return "\n".join([say("tournament.won", name=tournament.name, who=winners), *seed_lines(tournament, say), *lines])


def entry_buttons(tournament: Tournament) -> discord.ui.View:
    """*Join*, *Leave*, *Start*, and *I am here* during the check-in."""
    say = texts(tournament.language)
    here = [Press("tcheck", str(tournament.id), say("button.check_in"), discord.ButtonStyle.success)] if tournament.checking else []
    return panel([*here, *joining(str(tournament.id), say, "t")])


def _ranked(state: State) -> Standings:
    """The standings with their lines, which take long."""
    table = course.standings(state)
    assert table.lines is not None
    return table


def _terms(tournament: Tournament, say: Texts) -> list[str]:
    """On what terms a tournament is entered and goes on, while that matters."""
    terms, lines = tournament.terms, []
    if tournament.status == OPEN and tournament.checking is not None:
        lines.append(say("tournament.checking", until=f"<t:{int(tournament.checking)}:R>"))
    elif tournament.status == OPEN and terms.starts is not None:
        lines.append(say("tournament.starts", at=f"<t:{int(terms.starts)}:f>"))
    if tournament.status == OPEN and terms.check_in and tournament.checking is None:
        lines.append(say("tournament.check_in_first", n=terms.check_in))
    if tournament.status == OPEN and terms.role is not None:
        lines.append(say("tournament.role", role=f"<@&{terms.role}>"))
    if terms.most < MOST:
        lines.append(say("tournament.at_most", n=terms.most))
    if terms.decks:
        lines.append(say("tournament.one_deck"))
    if terms.by_hand:
        lines.append(say("tournament.by_hand"))
    return lines


def seed_lines(tournament: Tournament, say: Texts) -> list[str]:
    """The seed of a tournament that is over, beside the hash that was published before anybody could enter."""
    return [say("tournament.seed", seed=f"{tournament.seed:064x}", hash=seed_hash(tournament.seed))] if tournament.seed is not None else []


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
