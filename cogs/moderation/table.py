"""Moderators' acts at a table. Each is announced in the table's channel with its reason, and stored."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.messages.reply import answer_with, called, voice
from cogs.messages.table.clocks import absent_words, stands_words
from cogs.messages.table.motions import open_words, put_words
from cogs.messages.table.notices import act_words
from cogs.messages.table.rewind_points import noted, point_choices, point_typed
from cogs.messages.text_pages import say_all
from cogs.moderation.audit_log import AuditLog
from cogs.moderation.decisions import decide
from cogs.moderation.unreadable_rows import damaged
from cogs.play.history.record import open_earliest, open_rows
from cogs.play.history.record_replay import EarlierRules
from cogs.play.history.rewind_points import points
from cogs.play.motions import Put
from cogs.play.open_tables import NOT_WELCOME
from cogs.play.outbox_worker import STRANDED
from cogs.play.permissions import Act, NeedsConsent, check
from cogs.play.presence.absence_rules import stands
from cogs.play.relations import at_table, check_unseen
from cogs.play.seat_takeover import left_to
from cogs.play.stored_results import settle_stranded
from cogs.play.table import Table
from cogs.play.table_queries import Closed, NoTable, Stranded
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from cogs.play.unreadable_tables import set_clock_anew
from cogs.service.access import lobby_for, table_for
from cogs.service.lost_channels import visible
from cogs.service.named_people import check_seated
from data.language import Texts, texts
from data.store.changes import ASKED, BUTTONS, COMPUTERS, EVENT, GO_ON, INVITE, PIN, THREAD
from data.store.motions import OBJECTED
from data.store.outbox import Owing
from data.store.ratings import MONTH
from data.store.rows import OVER, Needing, SeatRow, TableAct, Tournament
from data.timestamps import distance, moment
from data.user_text import Typed
from rules.competition.clock import DAY, Clock
from rules.competition.ratings import IN_FULL
from rules.game import Seat
from rules.notation import ABANDONED

if TYPE_CHECKING:
    from cogs.service.bot import Referee

IDLE = 3 * DAY
"""Seconds without any action after which a table needs a look."""
LATE = 600.0
"""Seconds after which an outbox row needs a look; one that has failed does at once."""
OWED = {COMPUTERS: "step", GO_ON: "step", THREAD: "thread", INVITE: "invite", PIN: "pin", BUTTONS: "buttons", ASKED: "buttons", EVENT: "event"}
"""Kinds of outbox rows that are no message, by what they are called."""


class TableDesk:
    """Carries out moderators' acts at tables."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.doers = AuditLog(bot)

    async def table(self, interaction: discord.Interaction[Any], act: Act) -> Table:
        """The channel's table, if the permission table lets the moderator do `act` there. Raises NoTable, Stranded, Unfit."""
        found = await self._ruled(interaction, act)
        if isinstance(found, Stranded):
            raise found
        return found

    async def put(self, interaction: discord.Interaction[Any], act: Act, reason: str, player: discord.User | None = None) -> Table | None:
        """Like `table`. If the act needs the players' consent, puts it to them as a motion, tells the moderator so, and returns None.
        Raises NoTable, Stranded, Unfit."""
        try:
            return await self.table(interaction, act)
        except NeedsConsent as needs:
            try:
                table = await table_for(interaction)
            except Stranded:
                raise needs from None
        seats = [] if player is None else [_seat(table, player)]
        await self.said(interaction, table, await self.bot.motions.put(table, act, (interaction.user.id, reason), seats))
        return None

    async def said(self, interaction: discord.Interaction[Any], table: Table, put: Put) -> None:
        """Tells a moderator who plays the state of their motion."""
        say = await voice(interaction, table.rules.key)
        words = say("desk.done") if put.done else put_words(table, put.motion, put.before, say)
        await answer_with(interaction, content=words, view=None)

    async def absent(self, interaction: discord.Interaction[Any], tournament: int, players: Sequence[discord.User], reason: str) -> None:
        """Counts a match as lost for absent players. If the moderator is entered in the tournament, puts that as a motion to the players of the
        match instead. Raises Unfit."""
        missing = [user.id for user in players]
        try:
            await self.bot.tournaments.absent(tournament, missing, Ruling(interaction.user.id, reason))
        except NeedsConsent:
            put = await self.bot.motions.absent(tournament, missing, (interaction.user.id, reason))
            return await self.said(interaction, await self.bot.tables.get(put.motion.table), put)
        await self._done(interaction)

    async def clocked(self, interaction: discord.Interaction[Any]) -> Table | Stranded:
        """Like `table`, but also returns a table whose clock alone can't be read: a new clock repairs it. Raises NoTable, Stranded, Unfit."""
        found = await self._ruled(interaction, Act.CLOCK)
        if isinstance(found, Stranded) and found.row.unreadable != {"clock"}:
            raise found
        return found

    async def _ruled(self, interaction: discord.Interaction[Any], act: Act) -> Table | Stranded:
        """The table of the channel. Raises NoTable, and Unfit where the permission table refuses the act."""
        if not interaction.response.is_done():
            await interaction.response.defer(ephemeral=True)
        table: Table | Stranded
        try:
            table = await table_for(interaction)
        except Stranded as stranded:
            table = stranded
        if table.row.status != OVER:
            check(act, *await at_table(self.bot.store, table.row, table.seats, interaction.user.id))
        return table

    async def timeout(self, interaction: discord.Interaction[Any], player: discord.User, reason: str) -> None:
        """Ends an asked player's time now, whatever the clock says: the game answers for them. Raises Unfit for a player who isn't asked."""
        table = await self.put(interaction, Act.TIMEOUT, reason, player)
        if table is None:
            return
        seat = _seat(table, player)
        act = TableAct(interaction.user.id, "timeout", table.seats[seat].name, reason)
        if await table.time_out(seat, act) is None:
            raise Unfit("desk.not_asked")
        await self._done(interaction)

    async def forfeit(self, interaction: discord.Interaction[Any], player: discord.User, reason: str) -> None:
        """Makes a player lose; the others play on if the rules allow it."""
        table = await self.table(interaction, Act.FORFEIT)
        seat = _seat(table, player)
        act = TableAct(interaction.user.id, "forfeit", table.seats[seat].name, reason)
        await table.concede(seat, interaction.id, act)
        await self._done(interaction)

    async def pause(self, interaction: discord.Interaction[Any], paused: bool, reason: str) -> None:
        """Stops the game and its clocks, or lets them go on. Raises Unfit if that changes nothing."""
        table = await self.put(interaction, Act.TABLE_PAUSE if paused else Act.TABLE_RESUME, reason)
        if table is None:
            return
        act = TableAct(interaction.user.id, "table_pause" if paused else "table_resume", "", reason)
        if not await table.clocks.pause(paused, act):
            raise Unfit("desk.table_paused_already" if paused else "desk.table_not_paused")
        await self._done(interaction)

    async def replace(self, interaction: discord.Interaction[Any], player: discord.User, new: discord.User, reason: str) -> None:
        """Seats `new` in a player's place. Raises Unfit for bots, people outside the server or at the table already, and in matches, which have
        substitutes."""
        table = await self.table(interaction, Act.REPLACE)
        sittings = await table.store.tables.sittings(table.id)
        seat = next(iter(left_to(table, sittings, player.id)), None)  # A computer may have taken it from them.
        seat = _seat(table, player) if seat is None else seat
        check_seated(interaction, new)
        if table.seats_of(new.id):
            raise Unfit("take.seated_other")
        if await self.bot.tournaments.live_of(table.id):
            raise Unfit("take.tournament")
        check_unseen(sittings, table.seats[seat], new.id)
        if not await table.store.challenge_settings.welcome(table.row, table.seats, new.id):
            raise Unfit(NOT_WELCOME)
        act = TableAct(interaction.user.id, "replace", " → ".join((table.seats[seat].name, called(new))), reason)
        await table.seating.sit(seat, (new.id, called(new)), act)
        await self._done(interaction)

    async def decide(self, interaction: discord.Interaction[Any], winner: discord.User | None, reason: str) -> None:
        """Ends the game: `winner` comes first, or those still in it share it (all players, where the rules can't tell)."""
        table: Table | Stranded
        try:
            table = await self.table(interaction, Act.DECIDE)
            first = _seat(table, winner) if winner else None
        except Stranded as stranded:
            table = stranded
            first = _only_seat(table.seats, winner) if winner else None
        await decide(self.bot.store, table, first, interaction.user.id, reason)
        await self._done(interaction)

    async def end(self, interaction: discord.Interaction[Any], reason: str) -> None:
        """Ends a game without a result, also one that has not begun, or that the present rules can't read. Raises Unfit for a match, which needs a
        result."""
        if await self._closed(interaction, reason):
            return await self._done(interaction)
        act = TableAct(interaction.user.id, "table_end", "", reason)
        try:
            table = await self.put(interaction, Act.TABLE_END, reason)
            if table is None:
                return
            await self._check_no_match(table.id)
            await table.settle(0, ABANDONED, [[s.seat for s in table.seats]], act)
        except Stranded as stranded:
            await self._check_no_match(stranded.row.id)
            await settle_stranded(self.bot.store, stranded, act=act)
        await self._done(interaction)

    async def _closed(self, interaction: discord.Interaction[Any], reason: str) -> bool:
        """Closes the channel's table if its game has not begun; returns whether it did. Nobody's consent is needed then."""
        await interaction.response.defer(ephemeral=True)
        try:
            lobby = await lobby_for(interaction)
            await self.bot.tables.close_open(lobby.id, (interaction.user.id, called(interaction.user)), reason)
        except (NoTable, Stranded):
            return False
        return True

    async def _check_no_match(self, table: int) -> None:
        """Raises Unfit for a table of a tournament: its match must have a result."""
        if await self.bot.tournaments.live_of(table):
            raise Unfit("desk.end_of_match")

    async def go_back(self, interaction: discord.Interaction[Any], text: str, reason: str) -> None:
        """Takes the game back to a public point, or to the position after a numbered action. Raises Unfit for no such point and for earlier rules,
        Closed."""
        table = await self.table(interaction, Act.TABLE_ROLLBACK)
        if table.over:
            raise Closed
        first, _ = await open_earliest(table)
        known, latest = await points(table), max(await open_rows(table), default=0)
        found = point_typed(table, known, text, await voice(interaction, table.rules.key))
        try:
            # The latest of all is where the game stands, whatever may have happened since that nobody knows of.
            if found is None or found == known.all[-1] or text.strip() == str(latest):
                raise ValueError(text)
            await table.go_back(0, found.row, act=TableAct(interaction.user.id, "table_rollback", noted(table, known, found), reason))
        except EarlierRules:
            raise Unfit("desk.earlier_rules", n=first) from None
        except ValueError:
            raise Unfit("desk.no_such_point", point=Typed(text)) from None
        await self._done(interaction)

    async def points(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completions of the points that the game can go back to, the latest first."""
        try:
            table = await table_for(interaction)
        except NoTable:
            return []
        known = await points(table)
        return point_choices(table, known._replace(all=known.all[:-1]), current, await voice(interaction, table.rules.key)) if not table.over else []

    async def set_clock(self, interaction: discord.Interaction[Any], table: Table | Stranded, rule: Clock | None, words: str, reason: str) -> None:
        """Sets another clock, or none; `words` is how the record names it."""
        act = TableAct(interaction.user.id, "table_clock", words, reason)
        if isinstance(table, Stranded):
            await set_clock_anew(self.bot.tables, table, rule, act)
        else:
            await table.clocks.set_clock(rule, act)
        await self._done(interaction)

    async def log(self, interaction: discord.Interaction[Any]) -> None:
        """Shows moderators' acts at this table, with their reasons."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        say = await voice(interaction)
        acts = await self.bot.store.tables.acts(table.id)
        rows = await open_rows(table)
        lines = await self._standing(table, say)
        for number, at, act in acts:
            shown = max((n for n, row in rows.items() if row.number <= number), default=0)
            lines.append(f"{moment(at)} · {say('desk.action', n=shown)} · {act_words(act, say)}")
        await say_all(interaction, lines, say("desk.no_acts"))

    async def _standing(self, table: Table, say: Texts) -> list[str]:
        """Lines on open motions, on why clocks are stopped, and on whether a player of the table has done that as a moderator."""
        row, now, lines = table.row, self.bot.store.now(), [words async for words in self._open(table, say)]
        if row.stands is not None:
            lines.append(" ".join([stands_words(row, say), *await self.doers.words(row.guild or 0, row.id, row.stands, row.channel, say)]))
        for absence in table.absences.values():
            if stands(absence, True, now) and table.seats_of(absence.player):
                doers = await self.doers.words(row.guild or 0, row.id, absence.why, absence.player, say)
                lines += [" ".join([absent_words(table, absence, say), *doers])]
        return lines

    async def _open(self, table: Table, say: Texts) -> AsyncIterator[str]:
        """Lines on the open motions at a table."""
        if not table.over:
            for motion in (await self.bot.store.motions.of(table.id)).values():
                if motion.stage != OBJECTED:
                    yield open_words(table, motion, say)

    async def _asked(self, interaction: discord.Interaction[Any], guild: int, say: Texts) -> list[str]:
        """Lines on the open motions at tables of a server whose channel the asker can see."""
        lines = []
        for number in await self.bot.store.motions.open_in(guild):
            with contextlib.suppress(NoTable, Stranded):
                table = await self.bot.tables.get(number)
                if await self._sees(interaction, table.row.channel):
                    title = f"[{texts(say.language, table.row.game)('title')}](https://discord.com/channels/{guild}/{table.row.channel})"
                    lines += [say("desk.needs_motion", title=title, id=number, words=words) async for words in self._open(table, say)]
        return lines

    async def attention(self, interaction: discord.Interaction[Any]) -> None:
        """Shows what needs moderators: unreadable rows, outbox rows that fail, tables that are paused, idle for days or stopped by a fault, and
        open motions."""
        await interaction.response.defer(ephemeral=True)
        say, now, guild = await voice(interaction), self.bot.store.now(), interaction.guild_id or 0
        lines = [line for channel, line in await damaged(self.bot, guild, say) if await self._sees(interaction, channel)]
        for owing in await self.bot.store.outbox.late(guild, now - LATE):
            if owing.trouble != STRANDED and await self._sees(interaction, owing.channel):
                lines.append(say(f"desk.owes_{owing.subject.kind}", **self._named(guild, owing, say), **owing_words(owing, say)))
        waited = await self.bot.store.absences.waited_for(guild, now)
        for found in await self.bot.store.tables.needing_attention(guild, now - IDLE):
            if await self._sees(interaction, found.channel):
                facts = {**self._named(guild, found, say), "id": found.id, "since": moment(found.last), "ago": distance(found.last)}
                if found.fault is not None:
                    lines.append(say("desk.needs_stuck" if found.stuck else "desk.needs_fault", **facts, number=found.fault))
                if found.stands is not None:
                    why = say(f"stands.{found.stands}", since=moment(found.stood))
                    doers = await self.doers.words(guild, found.id, found.stands, found.channel, say)
                    lines.append(say("desk.needs_standing", **facts, why=" ".join([why, *doers])))
                for player, name, absence, until in waited.get(found.id, ()):
                    absent = say(f"absent.{absence or 'gone'}", name=name, until=moment(until))
                    doers = await self.doers.words(guild, found.id, absence, player, say)
                    lines.append(say("desk.needs_standing", **facts, why=" ".join([absent, *doers])))
                if found.paused or found.last < now - IDLE:
                    lines.append(say("desk.needs_paused" if found.paused else "desk.needs_idle", **facts))
        for cup in await self.bot.store.tournaments.timed(self.bot.store.shards):
            if cup.guild == guild and cup.stands is not None and await self._sees(interaction, cup.channel):
                facts = {**self._named(guild, cup, say), "id": cup.id, "why": say(f"stands.{cup.stands}", since=moment(cup.stood))}
                lines.append(say("desk.needs_cup_standing", **facts))
        lines += await self._asked(interaction, guild, say)
        lines += await self._often_met(guild, say)
        await say_all(interaction, lines, say("desk.needs_nothing"))

    async def _often_met(self, guild: int, say: Texts) -> list[str]:
        """Pairs of players with so many rated games against each other that further ones count less."""
        pairs = await self.bot.store.ratings.often_met(guild, self.bot.store.now() - MONTH, IN_FULL + 1)
        names = await self.bot.store.finished_games.names({player for pair in pairs for player in pair[:2]}, guild)
        facts = [(names.get(p.one, "?"), names.get(p.other, "?"), texts(say.language, p.game)("title"), p.games) for p in pairs]
        return [say("desk.often_met", one=one, other=other, title=title, n=n) for one, other, title, n in facts]

    @staticmethod
    def _named(guild: int, found: Needing | Owing | Tournament, say: Texts) -> dict[str, str]:
        """A table or tournament by its game's title, with a link to its channel."""
        return {"title": f"[{texts(say.language, found.game)('title')}](https://discord.com/channels/{guild}/{found.channel})"}

    async def _sees(self, interaction: discord.Interaction[Any], channel: int) -> bool:
        """Whether the asker can see a channel, or the channel is gone."""
        if self.bot.get_channel(channel) is None:
            return True
        return isinstance(interaction.user, discord.Member) and await visible(self.bot, channel, interaction.user)

    async def _done(self, interaction: discord.Interaction[Any]) -> None:
        """Answers the moderator; the channel is told the act and its reason, and the board after it, by the outbox."""
        await answer_with(interaction, content=(await voice(interaction))("desk.done"), view=None)


def _only_seat(seats: Sequence[SeatRow], player: discord.User) -> Seat:
    """A player's seat at a table whose state can't be read. Raises Unfit for anybody without a seat."""
    found = next((s.seat for s in seats if s.player == player.id), None)
    if found is None:
        raise Unfit("desk.not_seated")
    return found


def owing_words(owing: Owing, say: Texts) -> dict[str, Any]:
    """Describes a failing outbox row: what, since when, and why it has not been done."""
    what = say(f"desk.owed.{OWED.get(owing.kind, 'message')}")
    return {"id": owing.subject.id, "what": what, "since": moment(owing.since), "why": say(f"desk.trouble.{owing.trouble or 'none'}")}


def _seat(table: Table, player: discord.User) -> Seat:
    """A player's seat. Raises Unfit for anybody without one."""
    if not table.seats_of(player.id):
        raise Unfit("desk.not_seated")
    return table.seat_of(player.id)
