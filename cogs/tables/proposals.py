"""What players of a table propose to each other: `/game undo`, `/game draw`, an end without a result, and the buttons that agree or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import look_of
from cogs.messages.moves.picker import picker
from cogs.messages.moves.picker_context import Place, deed_in_words, picking_at
from cogs.messages.panel_navigation import show
from cogs.messages.reply import answer_with, called, voice
from cogs.play.computer_draws import ComputerDraws
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.table_queries import NotSeated
from cogs.play.undo import doings
from cogs.play.unfit import Unfit
from cogs.service.access import moderates, table_for
from data.language import Texts
from data.store.changes import BUTTONS, Message
from data.store.rows import DRAW, GIVE_UP, Proposal
from data.user_text import escaped
from rules.game import Seat
from rules.notation import ACCEPT, OFFER, Row, counting, play

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class Proposals:
    """Handles these commands, and the buttons that go with them."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.draws = ComputerDraws(bot.tables.thinker)
        bot.handlers.update(accept=self.on_accept, agree=self.on_agree, refuse=self.on_refuse, undo=self.on_undo, abandon=self.on_abandon)

    async def _here(self, interaction: discord.Interaction[Any]) -> tuple[Table, Seat]:
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        return table, table.seat_of(interaction.user.id)

    # Undo and draw

    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        """Takes the asker's last action back: at once if nothing was revealed and nobody has acted since, else with consent."""
        table, seat = await self._here(interaction)
        mine = _last_seat(table, interaction.user.id, seat)
        say = await voice(interaction, table.rules.key)
        before, rows = table.orders(mine), await table.store.tables.actions(table.id)
        proposal = await Consent(table).undo(mine, interaction.id)
        done = await _taken_back(table, proposal, rows, before, say) if proposal.accepted else say("consent.asked")
        await answer_with(interaction, content=done)

    async def on_undo(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Undo* in the private panel: at once; or first asks whether to ask the others, who would have to agree."""
        await interaction.response.defer()
        number, hand, sight, *more = rest.split(":")
        ask, pressed = "ask" in more, next((int(one) for one in more if one != "ask"), None)
        table, seat = await table_for(interaction, number), int(hand)
        say = await voice(interaction, table.rules.key)
        if seat not in _seats(table, interaction.user.id):
            raise NotSeated
        if int(sight) != table.sight(seat):
            await show(interaction, await picker(interaction, table, seat, note=say("undo.stale")))
            return
        before, rows = table.orders(seat), await table.store.tables.actions(table.id)
        proposal = await Consent(table).undo(seat, interaction.id, alone=not ask, pressed=pressed)
        if proposal.accepted:
            note = await _taken_back(table, proposal, rows, before, say)
            await show(interaction, await picker(interaction, table, seat, note=note))
        elif ask:
            await show(interaction, {"content": say("consent.asked")})
        else:
            asking = Press("undo", f"{rest}:ask", say("button.undo_ask"), discord.ButtonStyle.danger)
            back = Press("step", Place(table.id, table.mark(seat), 0, ()).write(), say("pick.back"))
            buttons = panel([asking, back] if seat in table.acting else [asking])
            await show(interaction, {"content": say("undo.ask"), "view": buttons})

    async def draw(self, interaction: discord.Interaction[Any]) -> None:
        """Offers a draw, or accepts one; by the game's own rule if it has one."""
        table, seat = await self._here(interaction)
        say = await voice(interaction, table.rules.key)
        asides = [] if table.over else table.rules.asides(table.state, seat)
        found = next((a for a in (ACCEPT, OFFER) if a in asides), None)
        standing = table.proposal
        if found == ACCEPT:
            await self._accept(interaction, table, seat, say)
            return
        if found is None and standing is not None and standing.kind == DRAW and seat in standing.asked:
            return await self._agree(interaction, table, standing.mark)
        if found is None and table.offered_draw():
            raise Unfit("draw.offered_already")
        consent = Consent(table)
        if not table.over and not table.row.paused and seat in table.playing():
            declines = await self.draws.declining(table, seat, interaction.user.id)
            if declines is not None:
                await consent.declined(declines)
                await answer_with(interaction, content=say("draw.declined", name=escaped(table.names[declines])))
                return
        if found == OFFER:
            await table.act(seat, OFFER, None, interaction.id)
            if (other := next((s for s in table.offered_draw() if table.seats[s].computer), None)) is not None:
                await table.act(other, ACCEPT, own=False)
            await answer_with(interaction, content=say("draw.offered" if other is None else "consent.agreed"))
        else:
            await self._proposed(interaction, table, await consent.draw(seat))

    async def on_accept(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Agree to the draw* below the board, where the game's own rule knows draws. Raises Unfit if none is offered to whoever pressed it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        seats = _seats(table, interaction.user.id)
        offered = table.offered_draw()
        if (seat := next((s for s in seats if s in offered), None)) is None:
            raise Unfit("draw.offered_already" if offered else "consent.gone")
        await self._accept(interaction, table, seat, await voice(interaction, table.rules.key))

    async def _accept(self, interaction: discord.Interaction[Any], table: Table, seat: Seat, say: Texts) -> None:
        await table.act(seat, ACCEPT, None, interaction.id)
        await answer_with(interaction, content=say("draw.accepted"))

    async def _proposed(self, interaction: discord.Interaction[Any], table: Table, proposal: Proposal) -> None:
        """Says that a proposal is carried out, or that the others are asked."""
        say = await voice(interaction, table.rules.key)
        await answer_with(interaction, content=say("consent.agreed" if proposal.accepted else "consent.asked"))

    async def on_agree(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Agree*: agrees to the proposal of a mark. Raises Unfit if it is no longer open."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, mark = rest.split(":", 1)
        table = await table_for(interaction, number)
        if await self.bot.motions.marked(table, mark):
            done = not await self.bot.motions.agree(table, interaction.user.id, mark)
            await answer_with(interaction, content=(await voice(interaction))("consent.agreed" if done else "consent.others"))
        else:
            await self._agree(interaction, table, mark)

    async def _agree(self, interaction: discord.Interaction[Any], table: Table, mark: str) -> None:
        proposal = await Consent(table, *_buttons(interaction)).agree(_seats(table, interaction.user.id), mark)
        say = await voice(interaction)
        await answer_with(interaction, content=say("consent.agreed" if proposal.accepted else "consent.others"))

    async def on_refuse(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Refuses a proposal, or withdraws one's own. Raises Unfit if it is no longer open."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, mark = rest.split(":", 1)
        table = await table_for(interaction, number)
        if await self.bot.motions.marked(table, mark):
            await self.bot.motions.object(table, interaction.user.id, mark, *_buttons(interaction), moderates=moderates(interaction))
            said = "refused"
        else:
            refused = await Consent(table, *_buttons(interaction)).refuse(_seats(table, interaction.user.id), mark, called(interaction.user))
            said = "played_on" if refused.kind == GIVE_UP else "refused"
        await answer_with(interaction, content=(await voice(interaction))(f"consent.{said}"))

    async def on_abandon(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*End without a result*, if a question has no possible answer. Raises Unfit, also in a match, which needs a result."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        if await self.bot.tournaments.live_of(table.id):
            raise Unfit("fault.match")
        proposal = await Consent(table).end(interaction.user.id)
        say = await voice(interaction, table.rules.key)
        await answer_with(interaction, content=say("consent.agreed" if proposal.accepted else "consent.asked"))


async def _taken_back(table: Table, undone: Proposal, rows: Sequence[Row], orders: frozenset[str], say: Texts) -> str:
    """Describes what an undo has taken back of `rows`, and which of the former `orders` are withdrawn, as they would have done it again."""
    seat = undone.seat
    picking = picking_at(table, seat, look_of(table, say), say).in_text
    deeds, state = [], await table.record.position_after(undone.target)
    since = [row for row in counting(rows) if row.number > undone.target]
    own = {row.number for row in doings(table.rules, state, since) if row.seat == seat}
    for row in since:
        if row.number in own:
            deeds.append(deed_in_words(picking, row.action, state))
        state = play(table.rules, state, row).state
    lifted = ", ".join(say(f"order.{order}") for order in sorted(orders - table.orders(seat)))
    return "\n".join([say("undo.done", what=" · ".join(deeds)), *([say("undo.lifted", orders=lifted)] if lifted else [])])


def _buttons(interaction: discord.Interaction[Any]) -> list[Message]:
    """The outbox row that removes the buttons of a message in which a proposal has been settled."""
    asked = interaction.message
    return [Message(BUTTONS, {"channel": interaction.channel_id, "message": asked.id})] if asked is not None else []


def _seats(table: Table, player: int) -> list[Seat]:
    """The seats of a person. Raises NotSeated."""
    table.seat_of(player)
    return table.seats_of(player)


def _last_seat(table: Table, player: int, seat: Seat) -> Seat:
    """For a player against themselves, the seat whose action to take back: the one that isn't asked."""
    own = table.seats_of(player)
    return next((s for s in own if s not in table.acting), seat) if len(own) > 1 else seat
