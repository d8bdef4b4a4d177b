"""*Found a team*, *My team*, invitations, and line-ups."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.forms import TextForm, field, sent, shown_form, taken_up
from cogs.messages.mentions import mention_by_id
from cogs.messages.reply import answer_with, called, voice
from cogs.messages.tournaments.teams import EnteredTeams, team_panel
from cogs.play.tournaments.teams import LONGEST_NAME, Newcomer
from cogs.play.unfit import Unfit
from cogs.service.access import tournament_for
from cogs.tournaments.entrants import named_members
from data.store.rows import Tournament
from data.typed_numbers import whole_number

if TYPE_CHECKING:
    from cogs.service.bot import Referee

FORM = "f:team:"


class TournamentTeams:
    """Handles the buttons, menus and form of teams."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.tournaments = bot.tournaments
        bot.handlers.update(tfound=self.on_found, tteam=self.on_team, tinvite=self.on_invite, tjointeam=self.on_join, tdecline=self.on_decline)
        bot.handlers.update(ttakeout=self.on_take_out)
        bot.handlers.update(tmember=self.on_member, tlineup=self.on_move, thand=self.on_hand_in)

    # Entering

    async def on_found(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Found a team*: opens the form for its name."""

        async def form() -> discord.ui.Modal:
            tournament, say = await tournament_for(interaction, rest), await voice(interaction)
            await self.tournaments.check_may_found(tournament.id, _newcomer(interaction))
            fields = [("name", say("teams.name"), "", LONGEST_NAME)]
            return TextForm(say("button.found_team"), f"{FORM}{tournament.id}", fields)

        await shown_form(interaction, form())

    async def on_form(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the submitted form."""
        await sent(interaction, {FORM: self._named})

    async def _named(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        name = field(form, "name")
        if name is None or not re.fullmatch("[0-9]{1,18}", rest, re.ASCII):
            raise Unfit("error.too_old")
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        await self.tournaments.found_team(tournament.id, _newcomer(interaction), name)
        await self._show(interaction, tournament.id, (await voice(interaction))("teams.founded"))

    async def on_join(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Join the team*: enters the presser in a team that has invited them."""
        await taken_up(interaction)
        number, team = rest.split(":")
        tournament = await tournament_for(interaction, number)
        joined = await self.tournaments.join_team(tournament.id, _newcomer(interaction), int(team))
        await self._show(interaction, tournament.id, (await voice(interaction))("teams.joined", team=joined.name))

    async def on_invite(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Invites a member of the server to the captain's team."""
        await taken_up(interaction)
        tournament, say = await tournament_for(interaction, rest), await voice(interaction)
        assert interaction.guild is not None
        members, _ = await named_members(interaction.guild, values[:1])
        if not members or members[0].bot:
            raise Unfit("teams.nobody_to_invite")
        await self.tournaments.invite_to_team(tournament.id, interaction.user.id, members[0].id, called(members[0]))
        await self._show(interaction, tournament.id, say("teams.has_been_invited", name=called(members[0])))

    async def on_decline(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*No, thanks*: declines an invitation."""
        await taken_up(interaction)
        number, team = rest.split(":")
        tournament = await tournament_for(interaction, number)
        await self.tournaments.decline_team(tournament.id, interaction.user.id, int(team))
        await self._show(interaction, tournament.id, (await voice(interaction))("teams.declined"))

    async def on_take_out(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Takes a member out of the captain's team, or an invitation back."""
        await taken_up(interaction)
        tournament, say = await tournament_for(interaction, rest), await voice(interaction)
        player = whole_number(values[0], 19)
        if player is None:
            raise Unfit("teams.not_yours")
        member = await self.tournaments.take_out_of_team(tournament.id, interaction.user.id, player)
        await self._show(interaction, tournament.id, say("teams.has_been_taken_out" if member else "teams.taken_back", who=mention_by_id(player)))

    # One's own team

    async def on_team(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*My team*: shows the presser's panel."""
        await taken_up(interaction)
        await self._show(interaction, (await tournament_for(interaction, rest)).id)

    async def on_member(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the panel with a member chosen, to be moved in the line-up."""
        await taken_up(interaction)
        await self._show(interaction, (await tournament_for(interaction, rest)).id, picked=whole_number(values[0], 4))

    async def on_move(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Up* and *Down*: moves a member in the next line-up."""
        await taken_up(interaction)
        number, member, way = rest.split(":")
        tournament = await tournament_for(interaction, number)
        await self.tournaments.move_in_line_up(tournament.id, interaction.user.id, int(member), -1 if way == "up" else 1)
        await self._show(interaction, tournament.id, picked=int(member))

    async def on_hand_in(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hand in*: the captain's line-up is in."""
        await taken_up(interaction)
        tournament = await tournament_for(interaction, rest)
        await self.tournaments.hand_in_line_up(tournament.id, interaction.user.id)
        await self._show(interaction, tournament.id)

    async def _show(self, interaction: discord.Interaction[Any], number: int, note: str = "", picked: int | None = None) -> None:
        """Shows the asker's team. Raises Unfit where there are no teams."""
        tournament: Tournament = await self.tournaments.get(number)
        if not tournament.plan.boards:
            raise Unfit("teams.none")
        rows = self.bot.store.tournaments
        entered = EnteredTeams(tournament, await rows.entrants(number), await rows.invitations(number))
        say = await voice(interaction, tournament.game)
        await answer_with(interaction, **team_panel(entered, interaction.user.id, say, note, picked))


def _newcomer(interaction: discord.Interaction[Any]) -> Newcomer:
    roles = [role.id for role in interaction.user.roles] if isinstance(interaction.user, discord.Member) else []
    return Newcomer(interaction.user.id, called(interaction.user), roles)
