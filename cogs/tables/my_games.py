"""`/mygames`: the user's games, those that wait for them, their card drafts, and what they are asked in leagues, on ladders and in teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import discord

from cogs.messages.button_lists import MOST_LETTERS, ButtonLine, address, leading, listed, together
from cogs.messages.buttons import Press
from cogs.messages.reply import answer_with, voice
from cogs.messages.tournaments.shown_tournament import entrant_names
from cogs.play.table_queries import Stranded
from data.language import Texts, texts
from data.similar_names import told_apart
from data.store.rows import LIVE, TableRow, Tournament
from data.timestamps import distance
from rules.competition.tournament import season as seasons
from rules.competition.tournament import teams

if TYPE_CHECKING:
    from cogs.service.bot import Referee


MOST_NAMES = 100
"""Letters of the names of those who would play somebody in a league."""


class Waiting(NamedTuple):
    """A player's table: whether it waits for them, since when nothing has happened, when their time ends, whether it waits for other rules,
    whether they have answered ahead, and whether they are out of the game."""

    row: TableRow
    mine: bool
    since: float
    due: float | None = None
    stranded: bool = False
    answered: bool = False
    out: bool = False


class MyGames:
    """Handles `/mygames` and the buttons for its pages."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(mygames=self.on_page)

    async def show(self, interaction: discord.Interaction[Any], page: int = 0) -> None:
        """Lists the asker's tables in all servers: first those that wait for them, by the end of their time, then the longest waiting first."""
        say = await voice(interaction)
        found = [await self._waiting(row, interaction.user.id) for row in await self.bot.store.tables.live_of(interaction.user.id)]
        found.sort(key=lambda one: (not one.mine, one.due is None, one.due or one.since))
        tables = [ButtonLine(await self._words(one, say), _button(one, interaction.guild_id, say)) for one in found]
        player, guild = interaction.user.id, interaction.guild_id
        lines = [*await self._cards(player, guild, say), *await self._leagues(player, guild, say), *await self._ladders(player, guild, say)]
        lines += [*await self._line_ups(player, guild, say), *tables]
        await answer_with(interaction, **listed(lines, page, "mygames", say, say("mygames.none")))

    async def _cards(self, player: int, guild: int | None, say: Texts) -> list[ButtonLine]:
        """The drafts in which a pack or deck waits for a player."""
        lines = []
        for number in (await self.bot.store.own_data.unfinished(player))[2]:
            found = await self.bot.store.tournaments.get(number)
            if found is None or found.unreadable or not found.terms.limited or found.status != LIVE:
                continue
            if (there := await self.bot.tournaments.drafting(found)) is None or there.table.over:
                continue
            mine = next(p for p in await self.bot.store.tournaments.entrants(number) if p.player == player)
            seat = there.seat(mine.entrant)
            if seat not in there.table.awaited(there.pace):
                continue
            due = there.table.places[seat].since + (there.pace.build if there.table.draft.over else there.pace.pick)
            when = say("mygames.due", soon=distance(due)) if there.pace.runs else say("limited.stands")
            words = say("mygames.cards" if not there.table.draft.over else "mygames.deck", game=_linked(found, say))
            lines.append(ButtonLine(f"{words} · {when}", _panel_button(found, guild, "cpanel", say("button.my_cards"))))
        return lines

    async def _leagues(self, player: int, guild: int | None, say: Texts) -> list[ButtonLine]:
        """The leagues in which somebody would play a player and has no answer, or in which they have not said whether they stay."""
        lines = []
        for number in (await self.bot.store.own_data.unfinished(player))[2]:
            found = await self.bot.store.tournaments.get(number)
            if found is None or found.unreadable or found.state is None or found.state.season is None or found.state.season.closed:
                continue
            entrants = await self.bot.store.tournaments.entrants(number)
            mine, names = next(p.entrant for p in entrants if p.player == player), entrant_names(entrants)
            asked = seasons.asked_by(found.state, mine)
            wanted = [say("mygames.would_play", names=together([names[e] for e in asked], MOST_NAMES))] if asked else []
            wanted += [say("mygames.stay")] if seasons.owes_answer(found.state, mine) else []
            if wanted:
                words = " · ".join([*wanted, _linked(found, say)])
                lines.append(ButtonLine(words, _panel_button(found, guild, "tseason", say("button.my_season"))))
        return lines

    async def _line_ups(self, player: int, guild: int | None, say: Texts) -> list[ButtonLine]:
        """The tournaments in which a player's team has been asked for a line-up and they are its captain."""
        lines = []
        for number in (await self.bot.store.own_data.unfinished(player))[2]:
            found = await self.bot.store.tournaments.get(number)
            if found is None or found.unreadable or found.state is None or not found.state.sealed:
                continue
            mine = next(p for p in await self.bot.store.tournaments.entrants(number) if p.player == player)
            asked = teams.line_ups_of(found.state, mine.entry)
            if asked is not None and mine.entry not in asked.ready and teams.captain(found.state, mine.entry) == mine.entrant:
                words = " · ".join([say("mygames.line_up"), _linked(found, say), say("mygames.due", soon=distance(asked.until))])
                lines.append(ButtonLine(words, _panel_button(found, guild, "tteam", say("button.my_team"))))
        return lines

    async def _ladders(self, player: int, guild: int | None, say: Texts) -> list[ButtonLine]:
        """The ladders on which somebody has challenged a player and has no answer."""
        lines = []
        for number in (await self.bot.store.own_data.unfinished(player))[2]:
            found = await self.bot.store.tournaments.get(number)
            if found is None or found.unreadable or found.state is None or found.state.ladder is None:
                continue
            entrants = await self.bot.store.tournaments.entrants(number)
            mine, names = next(p.entrant for p in entrants if p.player == player), entrant_names(entrants)
            if asked := [c for c in found.state.ladder.challenges if c.other == mine]:
                words = say("mygames.challenged", names=together([names[c.by] for c in asked], MOST_NAMES), soon=distance(min(c.due for c in asked)))
                lines.append(ButtonLine(f"{words} · {_linked(found, say)}", _panel_button(found, guild, "trung", say("button.my_rung"))))
        return lines

    async def on_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows another page of the list."""
        await interaction.response.defer()
        await self.show(interaction, int(rest))

    async def _waiting(self, row: TableRow, player: int) -> Waiting:
        since = await self.bot.store.tables.since(row) or row.created
        if row.status != LIVE:
            return Waiting(row, False, since)
        try:
            table = await self.bot.tables.get(row.id)
        except Stranded:
            return Waiting(row, False, since, stranded=True)
        seats = table.seats_of(player)
        own, asked = ([seat for seat in those if seat in seats] for those in (table.awaited, table.acting))
        dues = [due for seat in own if (dial := table.dials.get(seat)) and (due := dial.due)]
        return Waiting(row, bool(own), since, min(dues, default=None), answered=bool(asked), out=not table.plays(player))

    async def _words(self, waiting: Waiting, say: Texts) -> str:
        row = waiting.row
        seats = await self.bot.store.tables.seats(row.id)
        state = "stranded" if waiting.stranded else "yours" if waiting.mine else "open" if row.status != LIVE else "others"
        state = "answered" if waiting.answered and not waiting.mine else "out" if waiting.out else state
        when = say("mygames.due", soon=distance(waiting.due)) if waiting.due else distance(waiting.since)
        head = f"{say(f'mygames.{state}')} · [{texts(say.language, row.game)('title')}]({address(row)})"
        return f"{head} · {together(told_apart([s.name for s in seats]), MOST_LETTERS - len(f'{head} ·  · {when}'))} · {when}"


def _where(found: Tournament) -> str:
    return f"https://discord.com/channels/{found.guild}/{found.channel}"


def _linked(found: Tournament, say: Texts) -> str:
    """The game of a tournament as a link to its channel."""
    return f"[{texts(say.language, found.game)('title')}]({_where(found)})"


def _panel_button(found: Tournament, guild: int | None, verb: str, label: str) -> Press | discord.ui.Button[Any]:
    """A button that opens a private panel of a tournament; in another server a link to its channel."""
    here = Press(verb, str(found.id), label, discord.ButtonStyle.primary)
    return here if guild == found.guild else discord.ui.Button[Any](label=label, url=_where(found))


def _button(waiting: Waiting, guild: int | None, say: Texts) -> Press | discord.ui.Button[Any]:
    """*Your move* if it is theirs, and possible from here; else a link to the table."""
    if waiting.mine and guild in (waiting.row.guild, None):
        return Press("move", str(waiting.row.id), say("button.move"), discord.ButtonStyle.primary)
    return leading(waiting.row, say)
