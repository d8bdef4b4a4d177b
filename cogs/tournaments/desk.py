"""The moderators' panel of a tournament: `/referee tournament desk` and its button, matches, disputes, and acts with a reason."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.card_drafts.public_messages import desk_lines
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.reply import answer_with, voice
from cogs.messages.tournaments.desk import (
    A_PAGE,
    ABSENT,
    ALL,
    CALL_FORM,
    DECIDE,
    DRAW,
    EXTEND,
    FORM,
    ORDER,
    OUT,
    PAUSE,
    RUNG,
    SAY,
    SETTLE,
    OpenMatch,
    Page,
    Told,
    call_form,
    choices,
    desk_message,
    facts_of,
    match_message,
    reason_form,
    rung_form,
    usual_reason,
)
from cogs.messages.tournaments.shown_tournament import shown
from cogs.moderation.decisions import decide
from cogs.moderation.table import LATE, owing_words
from cogs.play.history.record import open_rows
from cogs.play.nudges import remind
from cogs.play.permissions import Act, NeedsConsent, check
from cogs.play.relations import at_table
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tournaments.disputes import call
from cogs.play.tournaments.matches import Match
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from cogs.service.access import check_moderator, moderates, table_for, tournament_for
from cogs.tournaments.live_panel import LivePanels
from cogs.tournaments.preparation import TournamentPreparation
from data.language import Texts, texts
from data.store.changes import TABLE
from data.store.rows import OPEN, OVER, Dispute, TableAct, Tournament
from data.timestamps import moment
from data.typed_numbers import whole_number
from data.user_text import Typed
from rules.competition.clock import write

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TournamentDesk:
    """Handles the panel, which keeps itself up to date for a while, its menus, buttons and forms, and *Call a moderator*."""

    def __init__(self, bot: Referee, preparation: TournamentPreparation) -> None:
        self.bot, self.preparation = bot, preparation
        self.tournaments, self.store = bot.tournaments, bot.store
        self.live = LivePanels(bot)
        bot.handlers.update(tdesk=self.on_desk, tmatch=self.on_match, tremind=self.on_remind, trule=self.on_rule, truling=self.on_ruling)
        bot.handlers.update(tpause=self.on_pause, tsettle=self.on_settle, tround=self.on_round, tcall=self.on_call)
        bot.handlers.update(tsetrung=self.on_rung)

    # Looking

    async def on_desk(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Moderators*, another page, and *Look again*."""
        await taken_up(interaction)
        number, _, page = rest.partition(":")
        check_moderator(interaction)
        await self.show(interaction, await tournament_for(interaction, number), int(page or 0))

    async def show(self, interaction: discord.Interaction[Any], tournament: Tournament, page: int = 0, note: str = "") -> None:
        """Shows a page of the panel. People whom Discord lets use the command, but who are no moderators otherwise, can read it and press nothing."""
        say = await voice(interaction, tournament.game)
        if tournament.state is None:
            if tournament.status != OPEN:
                raise Unfit("tournament.over")
            return await self.preparation.show(interaction, tournament, page, note)
        await self.live.show(interaction, partial(self._drawn, tournament.id, page, moderates(interaction), say), say, note)

    async def _drawn(self, number: int, page: int, rules: bool, say: Texts) -> dict[str, Any]:
        """A page of the panel. `rules`: with what moderators press. Raises NoTournament, Unfit."""
        tournament = await self.tournaments.get(number)
        if tournament.state is None:
            raise Unfit("tournament.not_begun")
        if tournament.status == OVER and not tournament.state.fixtures:
            raise Unfit("tournament.over")
        disputes = await self.store.disputes.of(tournament.id)
        matches = await self._matches(tournament, disputes)
        pages = max(1, -(-len(matches) // A_PAGE))
        page = min(page, pages - 1)
        here = [await self._read(*one) for one in matches[page * A_PAGE : (page + 1) * A_PAGE]]
        told = [one for dispute in disputes if (one := await self._told(dispute)) is not None]
        cards = await self._cards(tournament, say)
        content = Page(here, page, pages, told, await self._owed(tournament, say), rules, cards)
        return desk_message(await shown(self.store, tournament, say), content, say)

    async def _cards(self, tournament: Tournament, say: Texts) -> list[str]:
        """Lines on the progress of a draft, until the first round is paired."""
        there = await self.tournaments.drafting(tournament) if tournament.state is not None and not tournament.state.fixtures else None
        return desk_lines(there, await self.store.tournaments.entrants(tournament.id), say) if there is not None else []

    async def _matches(self, tournament: Tournament, disputes: Sequence[Dispute]) -> list[tuple[Match, int | None, float | None, list[Dispute]]]:
        """The open matches with their tables, the time since when nothing has happened, and their disputes; those with disputes first, then those
        that wait for a thread or table, then the longest without any action."""
        live = {dealt.fixture: dealt.table for dealt in await self.store.tournaments.live_tables(tournament.id)}
        since = await self.store.tables.last_of(live.values())
        places = {dealt.table: dealt.fixture for dealt in await self.store.tournaments.tables(tournament.id)}
        found = []
        for match in await self.tournaments.matches(tournament.id):
            table = live.get(match.fixture.number)
            mine = [dispute for dispute in disputes if places.get(dispute.table) == match.fixture.number]
            found.append((match, table, since.get(table) if table is not None else None, mine))
        return sorted(found, key=lambda one: (not one[3], one[2] or 0, one[0].fixture.number))

    async def _read(self, match: Match, table: int | None, since: float | None, disputes: Sequence[Dispute]) -> OpenMatch:
        found = None
        if table is not None:
            with contextlib.suppress(NoTable, Stranded):
                found = await self.bot.tables.get(table)
        return OpenMatch(match, found, since, disputes)

    async def _told(self, dispute: Dispute) -> Told | None:
        """A dispute as shown, with the number of public actions before it; None if its table can't be read."""
        with contextlib.suppress(NoTable, Stranded):
            table = await self.bot.tables.get(dispute.table)
            known = max((n for n, row in (await open_rows(table)).items() if row.number <= dispute.number), default=0)
            return Told(dispute, table.names[dispute.seat], table.row.channel, known)
        return None

    async def _owed(self, tournament: Tournament, say: Texts) -> list[str]:
        """Lines on late or failing outbox rows of the tournament and its tables, and why."""
        tables = {dealt.table for dealt in await self.store.tournaments.tables(tournament.id)}
        title, lines = texts(say.language, tournament.game)("title"), []
        for owing in await self.store.outbox.late(tournament.guild or 0, self.store.now() - LATE):
            if owing.subject.id in (tables if owing.subject.kind == TABLE else {tournament.id}):
                link = f"[{title}](https://discord.com/channels/{tournament.guild}/{owing.channel})"
                lines.append(say(f"desk.owes_{owing.subject.kind}", title=link, **owing_words(owing, say)))
        return lines

    async def on_match(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the match chosen from the menu."""
        await taken_up(interaction)
        tournament = await self._ruled(interaction, rest.partition(":")[0])
        await self._show_match(interaction, tournament, _number(values[0]))

    async def _show_match(self, interaction: discord.Interaction[Any], tournament: Tournament, fixture: int, what: str = "", note: str = "") -> None:
        """Shows a match, or the panel if it is over."""
        say, rules = await voice(interaction, tournament.game), moderates(interaction)

        async def drawn() -> dict[str, Any]:
            there = await self.tournaments.get(tournament.id)
            found = await self._match(there, fixture) if there.state is not None else None
            if found is None:
                return await self._drawn(tournament.id, 0, rules, say)
            told = [one for dispute in found.disputes if (one := await self._told(dispute)) is not None]
            return match_message(await shown(self.store, there, say), found, told, say, what)

        await self.live.show(interaction, drawn, say, note)

    async def _match(self, tournament: Tournament, fixture: int) -> OpenMatch | None:
        matches = await self._matches(tournament, await self.store.disputes.of(tournament.id))
        one = next((one for one in matches if one[0].fixture.number == fixture), None)
        return await self._read(*one) if one is not None else None

    # Doing

    async def _ruled(self, interaction: discord.Interaction[Any], number: str) -> Tournament:
        """The tournament of a number, in progress, for a moderator. Raises Unfit, NoTournament."""
        check_moderator(interaction)
        tournament = await tournament_for(interaction, number)
        if tournament.state is None:
            raise Unfit("tournament.not_begun")
        return tournament

    async def _at(self, tournament: Tournament, fixture: str, table: str) -> OpenMatch:
        """An open match, still at the table that the panel has shown. Raises Unfit."""
        found = await self._match(tournament, int(fixture))
        if found is None or (found.table.id if found.table is not None else 0) != int(table):
            raise Unfit("desk.match_went_on")
        return found

    @staticmethod
    def _table(found: OpenMatch) -> Table:
        if found.table is None:
            raise Unfit("desk.no_game_yet")
        return found.table

    async def on_remind(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Remind*: pings the asked players."""
        await taken_up(interaction)
        number, fixture, table = rest.split(":")
        tournament = await self._ruled(interaction, number)
        names = await remind(self._table(await self._at(tournament, fixture, table)))
        say = await voice(interaction)
        await self._show_match(interaction, tournament, int(fixture), note=say("desk.reminded", names=", ".join(f"{name}" for name in names)))

    async def on_rule(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Extend*, *Absent*, *Decide*: shows a menu of how long, or of whom."""
        await taken_up(interaction)
        number, fixture, table, what = rest.split(":")
        tournament = await self._ruled(interaction, number)
        await self._at(tournament, fixture, table)
        await self._show_match(interaction, tournament, int(fixture), what)

    async def on_ruling(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens the form for the reason, after a choice from that menu."""
        number, fixture, table, what = rest.split(":")
        await self._ask(interaction, f"{number}:{what}:{fixture}:{table}:{values[0]}", what)

    async def on_pause(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Pause all* and *Resume all*: opens the form for the reason."""
        await self._ask(interaction, rest, rest.partition(":")[2])

    async def on_settle(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Settled*: opens the form for how."""
        number, about = rest.split(":", 1)
        await self._ask(interaction, f"{number}:{SETTLE}:{about}", SETTLE)

    async def _ask(self, interaction: discord.Interaction[Any], about: str, what: str) -> None:
        async def form() -> discord.ui.Modal:
            await self._ruled(interaction, about.partition(":")[0])
            return reason_form(about, what, await voice(interaction))

        await shown_form(interaction, form())

    async def on_rung(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens the form for another rung of whoever has been chosen from the menu."""

        async def form() -> discord.ui.Modal:
            tournament = await self._ruled(interaction, rest)
            mine = next((p for p in await self.store.tournaments.entrants(tournament.id) if str(p.player) == values[0]), None)
            ladder = tournament.state.ladder if tournament.state is not None else None
            if mine is None or ladder is None or mine.entrant not in ladder.rungs:
                raise Unfit("desk.not_in")
            rung = ladder.rungs.index(mine.entrant) + 1
            return rung_form(tournament.id, mine.entrant, rung, len(ladder.rungs), await voice(interaction))

        await shown_form(interaction, form())

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles submitted forms."""
        await sent(interaction, {FORM: self._reasoned, CALL_FORM: self._called})

    async def _reasoned(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        try:
            facts, written = facts_of(rest), field(form, "reason")
        except ValueError:
            raise Unfit("error.too_old") from None
        if written is None:
            raise Unfit("error.too_old")
        await taken_up(interaction)
        check_moderator(interaction)
        tournament, what = await tournament_for(interaction, facts["tournament"]), facts["what"]
        say = await voice(interaction)
        reason = "" if what in (SAY, ORDER) else written.strip() or usual_reason(what, texts(tournament.language))
        ruling = Ruling(interaction.user.id, str(Typed(reason)))
        if what in (OUT, SAY, ORDER):
            note = await self.preparation.written(tournament, facts, ruling, written, say)
        elif tournament.state is None:
            raise Unfit("tournament.not_begun")
        elif what == RUNG:
            rung = whole_number((field(form, "rung") or "").strip(), 4)
            await self.tournaments.put_on_rung(tournament.id, int(facts["entrant"]), rung or 0, ruling)
            note = say("desk.done")
        elif what == SETTLE:
            note = await self._settled(tournament, facts, ruling, say)
        elif what in (ABSENT, DECIDE, EXTEND):
            note = await self._at_match(tournament, facts, ruling, say)
        else:
            note = await self._course(tournament, what == PAUSE, ruling, say)
        await self.show(interaction, await tournament_for(interaction, tournament.id), note=note)

    async def _settled(self, tournament: Tournament, facts: Mapping[str, str], ruling: Ruling, say: Texts) -> str:
        which = (int(facts["table"]), int(facts["seat"]), int(facts["mark"]))
        dispute = next((d for d in await self.store.disputes.of(tournament.id) if (d.table, d.seat, d.mark) == which), None)
        if dispute is None:
            raise Unfit("desk.settled_already")
        await self.tournaments.settle_dispute(tournament.id, dispute, ruling)
        return say("desk.done")

    async def _at_match(self, tournament: Tournament, facts: Mapping[str, str], ruling: Ruling, say: Texts) -> str:
        """Carries out an act at a match; for a moderator who plays in the tournament, only puts it to the others. Raises Unfit."""
        found, what, value = await self._at(tournament, facts["fixture"], facts["table"]), facts["what"], facts["value"]
        number = found.match.fixture.number
        if value not in dict(choices(found, what, say)):
            raise Unfit("error.too_old")
        if what == ABSENT:
            missing = [p.player for p in found.match.entrants if value in (ALL, str(p.entrant))]
            try:
                await self.tournaments.absent(tournament.id, missing, ruling, number)
            except NeedsConsent:
                put = await self.bot.motions.absent(tournament.id, missing, (ruling.by, ruling.reason))
                return say("desk.done" if put.done else "desk.put")
            return say("desk.done")
        table = self._table(found)
        check(Act.DECIDE if what == DECIDE else Act.EXTEND, *await at_table(self.store, table.row, table.seats, ruling.by))
        if what == EXTEND and found.deadline is not None:
            await self.tournaments.prolong(tournament.id, number, float(value), ruling)
        if what == EXTEND and table.row.clock is not None:
            asked = table.view(None).to_act
            whom = f"{', '.join(table.seats[seat].name for seat in asked)} → +{write(float(value))}"
            await table.clocks.extend(asked, float(value), TableAct(ruling.by, Act.EXTEND, whom, ruling.reason))
        elif what == DECIDE:
            await decide(self.store, table, None if value == DRAW else _seat(table, found, int(value)), ruling.by, ruling.reason)
        return say("desk.done")

    async def _course(self, tournament: Tournament, paused: bool, ruling: Ruling, say: Texts) -> str:
        """Pauses or resumes the tournament with all tables. A moderator who is entered only announces it."""
        try:
            await self.tournaments.pause(tournament.id, paused, ruling, tables=True)
        except NeedsConsent:
            act = Act.PAUSE if paused else Act.RESUME
            return say("desk.announced", at=moment(await self.tournaments.announce(tournament.id, act, ruling)))
        return say("desk.done")

    async def on_round(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Next round*: starts it, if it waits for a moderator."""
        await taken_up(interaction)
        tournament = await self._ruled(interaction, rest)
        await self.tournaments.next_round(tournament.id)
        await self.show(interaction, await tournament_for(interaction, rest), note=(await voice(interaction))("tournament.next"))

    # Disputes

    async def on_call(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Call a moderator*: asks a player of the match for the reason."""

        async def form() -> discord.ui.Modal:
            table = await table_for(interaction, rest)
            table.seat_of(interaction.user.id)
            return call_form(table.id, await voice(interaction))

        await shown_form(interaction, form())

    async def _called(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        reason = field(form, "reason")
        if whole_number(rest, 18) is None or reason is None:
            raise Unfit("error.too_old")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await call(await table_for(interaction, rest), interaction.user.id, reason)
        await answer_with(interaction, content=(await voice(interaction))("dispute.called"))


def _number(text: str) -> int:
    """Parses a number chosen from a menu. Raises Unfit."""
    if (number := whole_number(text, 9)) is None:
        raise Unfit("error.too_old")
    return number


def _seat(table: Table, found: OpenMatch, entrant: int) -> int:
    """The seat of an entrant at the table of their match."""
    player = next(p.player for p in found.match.entrants if p.entrant == entrant)
    return table.seat_of(player)
