"""`/tournament`: sign-up, start, standings. Threads, tables, results and rounds follow automatically."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.card_drafts.own_cards import OwnCards
from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.channel_rights import check_rights
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.reply import answer_with, called, voice
from cogs.messages.rules.find_cards import deck_choices, find_deck
from cogs.messages.table.clocks import clock_choices
from cogs.messages.tournaments.pictures import decisive, figure, points_words
from cogs.messages.tournaments.public_messages import LOT, start_question
from cogs.messages.tournaments.setup_panel import KEYS, setting_name
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.typed_game_names import GameName, game_choices
from cogs.play.tournaments.registry import NoTournament
from cogs.play.unfit import Unfit
from cogs.service.access import check_moderator, tournament_for
from cogs.service.thread_places import rights_in
from cogs.tournaments.departed_entrants import TournamentAway
from cogs.tournaments.ladders import LadderPanel
from cogs.tournaments.leagues import League
from cogs.tournaments.setup_panel import SetupPanel
from cogs.tournaments.standings_and_entrants import PAIRINGS, STANDINGS, WHY, TournamentLists
from cogs.tournaments.teams import TournamentTeams
from data.content import build, games
from data.language import Texts
from data.store.rows import OPEN, OVER, Tournament
from render.ending import signed
from rules.competition import tournament as tournament_rules
from rules.competition.pairing import BYE
from rules.competition.standings import OPPONENTS, Part, Standings
from rules.competition.tournament import CUT, DOUBLE, FORMATS, LADDER, SINGLE, SWISS, TournamentState
from rules.competition.tournament.ladders import rung

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TournamentCommands(commands.Cog):
    """The command group `/tournament`."""

    group = app_commands.Group(name=command_text("tournament"), description=command_text("tournament.desc"), guild_only=True)

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.tournaments = bot.tournaments
        self.setups = SetupPanel(bot)
        self.lists = TournamentLists(bot, _reasons)
        self.away = TournamentAway(bot)
        self.cards = OwnCards(bot)
        self.league = League(bot)
        self.teams = TournamentTeams(bot)
        self.ladder = LadderPanel(bot)
        bot.handlers.update(tjoin=self.on_join, tleave=self.on_leave, tstart=self.on_start, tcheck=self.on_check_in)
        bot.handlers.update(tbegin=self.on_begin, tdeck=self.on_deck)

    # Opening and entering

    @group.command(name=command_text("tournament.create"), description=command_text("tournament.create.desc"))
    @worded("tournament.create", "game", "name", "format", "clock", "settings")
    @app_commands.choices(format=[app_commands.Choice(name=command_text(f"tournament.format.{key}"), value=key) for key in FORMATS])
    async def create(
        self,
        interaction: discord.Interaction[Any],
        game: GameName,
        name: app_commands.Range[str, 1, 60] = "",
        format: Literal["swiss", "single", "double", "robin", "groups", "pods", "league", "ladder"] = "swiss",
        clock: app_commands.Range[str, 0, 40] = "",
        settings: app_commands.Range[str, 0, 500] = "",
    ) -> None:
        """Opens a private panel to set up a tournament in this channel; its sign-up is posted later."""
        await interaction.response.defer(ephemeral=True)
        await self.setups.open(interaction, game, {"name": name, "format": format, "clock": clock}, settings)

    @create.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, games())

    @create.autocomplete("clock")
    async def complete_clock(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return clock_choices(current, await voice(interaction))

    @create.autocomplete("settings")
    async def complete_settings(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completions of typed settings: the names of those not typed yet."""
        before, space, typed = current.rpartition(" ")
        say = await voice(interaction)
        names = [setting_name(key, say) for key in KEYS if f"{setting_name(key, say)}:" not in current]
        found = [f"{before}{space}{name}:" for name in names if name.startswith(typed.casefold())]
        return [app_commands.Choice(name=text, value=text) for text in found[:25] if len(text) <= 100]

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the form of a setting when it is submitted."""
        await self.setups.on_form(interaction)
        await self.cards.on_form(interaction)
        await self.teams.on_form(interaction)

    async def on_join(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._join(interaction, await tournament_for(interaction, rest))

    async def on_leave(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._leave(interaction, await tournament_for(interaction, rest))

    async def on_start(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._start(interaction, await tournament_for(interaction, rest))

    async def on_begin(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Start now*, below the list of who would be in."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._start(interaction, await tournament_for(interaction, rest), sure=True)

    @group.command(name=command_text("tournament.join"), description=command_text("tournament.join.desc"))
    @worded("tournament.join", "deck")
    async def join(self, interaction: discord.Interaction[Any], deck: app_commands.Range[str, 0, 40] = "") -> None:
        await interaction.response.defer(ephemeral=True)
        await self._join(interaction, await tournament_for(interaction), deck)

    @join.autocomplete("deck")
    async def complete_deck(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        try:
            tournament = await tournament_for(interaction)
        except NoTournament:
            return []
        say = await voice(interaction, tournament.game)
        return await deck_choices(self.bot.store, interaction.user.id, build(tournament.game), current, say, presets=True)

    @group.command(name=command_text("tournament.leave"), description=command_text("tournament.leave.desc"))
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._leave(interaction, await tournament_for(interaction))

    @group.command(name=command_text("tournament.start"), description=command_text("tournament.start.desc"))
    async def start(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._start(interaction, await tournament_for(interaction))

    async def on_check_in(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*I am here*: checks the presser in."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.tournaments.check_in((await tournament_for(interaction, rest)).id, interaction.user.id)
        await answer_with(interaction, content=(await voice(interaction))("tournament.here"))

    @group.command(name=command_text("tournament.next"), description=command_text("tournament.next.desc"))
    async def next_round(self, interaction: discord.Interaction[Any]) -> None:
        """Starts the round that waits for a moderator."""
        await interaction.response.defer(ephemeral=True)
        tournament = await tournament_for(interaction)
        if interaction.user.id != tournament.host:
            check_moderator(interaction)
        await self.tournaments.next_round(tournament.id)
        await answer_with(interaction, content=(await voice(interaction))("tournament.next"))

    async def on_deck(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Enters the presser with a deck from the menu that *Join* has shown."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._join(interaction, await tournament_for(interaction, rest), values[0])

    async def _join(self, interaction: discord.Interaction[Any], tournament: Tournament, deck: str = "") -> None:
        """Enters the asker; if a deck is required and none is named, shows a menu of decks."""
        rules = build(tournament.game)
        say = await voice(interaction, tournament.game)
        cards = None
        if tournament.terms.decks and tournament.status != OVER:
            if not deck:
                choices = await deck_choices(self.bot.store, interaction.user.id, rules, "", say, presets=True)
                options = [discord.SelectOption(label=c.name, value=c.value) for c in choices]
                menu = Choose("tdeck", str(tournament.id), options, say("tournament.which_deck"))
                await answer_with(interaction, content=say("tournament.one_deck"), view=panel([menu]))
                return
            cards = (await find_deck(self.bot.store, interaction.user.id, rules, deck, say)).cards
        roles = [role.id for role in interaction.user.roles] if isinstance(interaction.user, discord.Member) else []
        again = await self.tournaments.enter(tournament.id, interaction.user.id, called(interaction.user), roles, cards)
        back = "ladder.back" if tournament.plan.format == LADDER else "tournament.back"
        await answer_with(interaction, content=(await voice(interaction))(back if again else "tournament.joined"))

    async def _leave(self, interaction: discord.Interaction[Any], tournament: Tournament) -> None:
        await self.tournaments.leave(tournament.id, interaction.user.id)
        await answer_with(interaction, content=(await voice(interaction))("tournament.left"))

    async def _start(self, interaction: discord.Interaction[Any], tournament: Tournament, sure: bool = False) -> None:
        """Opens the check-in, or starts; first shows who would be in, unless the asker is `sure`, or used the command and nobody would be out."""
        if interaction.user.id != tournament.host:
            check_moderator(interaction)
        check_rights(interaction, *rights_in(interaction.channel))
        say = await voice(interaction)
        if await self.tournaments.open_check_in(tournament.id):
            await answer_with(interaction, content=say("tournament.check_in_begun"))
            return
        if tournament.status == OPEN and not sure:
            who = await self.bot.store.tournaments.entrants(tournament.id)
            typed = interaction.type is discord.InteractionType.application_command
            nobody_out = tournament.checking is None or all(p.here for p in who)
            if not (typed and nobody_out):
                begin = Press("tbegin", str(tournament.id), say("button.start_now"), discord.ButtonStyle.success)
                await answer_with(interaction, content=start_question(tournament, who, say), view=panel([begin]))
                return
        await self.tournaments.start(tournament.id)
        kind = "ladder" if tournament.plan.format == LADDER else "teams" if tournament.plan.boards else "tournament"
        await answer_with(interaction, content=say(f"{kind}.started"))

    # Card drafts

    @group.command(name=command_text("tournament.cards"), description=command_text("tournament.cards.desc"))
    async def own_cards(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the asker's pack, or the deck that they build."""
        await interaction.response.defer(ephemeral=True)
        await self.cards.show(interaction, await tournament_for(interaction))

    @group.command(name=command_text("tournament.pick"), description=command_text("tournament.pick.desc"))
    @worded("tournament.pick", "card")
    async def pick(self, interaction: discord.Interaction[Any], card: app_commands.Range[str, 1, 60]) -> None:
        """Takes a card from the asker's pack. There is no completion: it would tell what is in the pack."""
        await interaction.response.defer(ephemeral=True)
        tournament = await tournament_for(interaction)
        await self.cards.take(interaction, tournament, await self.cards.named(interaction, tournament, card))

    # Looking

    @group.command(name=command_text("tournament.standings"), description=command_text("tournament.standings.desc"))
    async def standings(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the standings with tie-breaks."""
        await interaction.response.defer(ephemeral=True)
        await self.lists.show(interaction, await tournament_for(interaction), STANDINGS)

    @group.command(name=command_text("tournament.pairings"), description=command_text("tournament.pairings.desc"))
    async def pairings(self, interaction: discord.Interaction[Any]) -> None:
        """Lists the matches of the present round, with their threads."""
        await interaction.response.defer(ephemeral=True)
        await self.lists.show(interaction, await tournament_for(interaction), PAIRINGS)

    @group.command(name=command_text("tournament.why"), description=command_text("tournament.why.desc"))
    @worded("tournament.why", "player")
    async def why(self, interaction: discord.Interaction[Any], player: discord.User | None = None) -> None:
        """Explains a player's pairing, place and tie-breaks."""
        await interaction.response.defer(ephemeral=True)
        await self.lists.show(interaction, await tournament_for(interaction), WHY, player=(player or interaction.user).id)


def _reasons(cup: ShownTournament, player: int, asker: int) -> list[str]:
    """Explains an entrant's pairing, place and tie-breaks. Raises Unfit for anybody else."""
    state, names, say = cup.state, cup.names, cup.say
    mine = next((p.entry for p in cup.entrants if p.player == player), None)
    if mine is None or mine not in state.seeds:
        raise Unfit("tournament.not_in" if player == asker else "desk.not_in")
    lines = [say("tournament.seen_by", name=names[mine])] if player != asker else []
    if state.ladder is not None:
        stands = say("ladder.you_stand", n=rung(state, mine), of=len(state.ladder.rungs)) if rung(state, mine) else say("tournament.left_out")
        return [*lines, say("tournament.reason.ladder"), stands]
    table = tournament_rules.own_standings(state, mine)
    return [*lines, *_pairing_reason(state, mine, names, say), *_place(state, table, mine, names, say), *_breaks(table, mine, names, say)]


def _pairing_reason(state: TournamentState, mine: int, names: dict[int, str], say: Texts) -> list[str]:
    """Why the latest round paired an entrant like that: in a Swiss by what was known before, else by schedule or bracket."""
    if state.stage == CUT or state.plan.format != SWISS:
        return [say(f"tournament.reason.{CUT if state.stage == CUT else state.plan.format}")]
    pairing = tournament_rules.next_pairing(tournament_rules.rollback(state))
    if mine not in pairing.entries:
        return [say("tournament.reason.out")]
    reason = pairing.reason(mine)
    opponent = pairing.opponent[mine]
    if opponent == BYE:
        return [say("tournament.reason.bye", score=points_words(reason.score, say))]
    facts = {"who": names[opponent], "score": points_words(reason.score, say), "other": points_words(reason.other or 0, say)}
    lines = [say("tournament.reason.same" if reason.score == reason.other else "tournament.reason.float", **facts)]
    if reason.score != reason.other:
        lines.append(say("tournament.reason.group", n=reason.group, met=reason.met))
    if reason.again:
        lines.append(say("tournament.reason.again"))
    lines.append(say("tournament.reason.seats", mine=signed(reason.firsts), theirs=signed(reason.other_firsts)))
    return lines


def _place(state: TournamentState, table: Standings, mine: int, names: dict[int, str], say: Texts) -> list[str]:
    """An entrant's place, and what decides between them and their neighbours: points, or the first tie-break that differs."""
    if state.plan.format in (SINGLE, DOUBLE):
        return []
    at = next(n for n, line in enumerate(table.lines) if line.entrant == mine)
    own = table.lines[at]
    lines = [say("tournament.place", place=own.place, points=points_words(own.points, say))]
    for n, side in ((at - 1, "ahead"), (at + 1, "behind")):
        if not 0 <= n < len(table.lines):
            continue
        other = table.lines[n]
        facts = {"who": names[other.entrant]}
        decides = decisive(own, other)
        if other.points != own.points:
            lines.append(say(f"tournament.{side}_points", points=points_words(other.points, say), **facts))
        elif decides is not None and table.chain[decides] == LOT:
            lines.append(say(f"tournament.{side}_lot", **facts))
        elif decides is not None:
            facts |= {"name": say(f"tournament.break.{table.chain[decides]}"), "theirs": figure(other.breaks[decides], say)}
            lines.append(say(f"tournament.{side}_break", mine=figure(own.breaks[decides], say), **facts))
        else:
            lines.append(say("tournament.level", **facts))
    return lines


def _breaks(table: Standings, mine: int, names: dict[int, str], say: Texts) -> list[str]:
    """How an entrant's tie-breaks are computed."""
    lines = []
    for name in table.chain:
        if name == LOT:  # Its number means nothing to anybody.
            continue
        made = [_part(part, names, say) for part in table.parts(name, mine) if part.opponent is not None or name in OPPONENTS]
        own = say("tournament.break_value", name=say(f"tournament.break.{name}"), n=figure(table.value(name, mine), say))
        lines.append(say("tournament.break_made", own=own, parts=", ".join(made)) if made else own)
    return lines


def _part(part: Part, names: dict[int, str], say: Texts) -> str:
    """The contribution of one opponent, or of a round without a game, to a tie-break."""
    n = figure(part.value, say)
    if part.opponent is None:
        return say("tournament.part_missed" if part.missed else "tournament.part_bye", n=n)
    return say("tournament.part_left" if part.adjusted else "tournament.part_opponent", who=names[part.opponent], n=n)


async def setup(bot: Referee) -> None:
    await bot.add_cog(TournamentCommands(bot))
