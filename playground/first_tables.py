"""Sets up the playground at its first start: a table of each game, and a tournament open for entries."""

from __future__ import annotations

from cogs.play.new_table import Opening, Party
from cogs.play.options import SEATING
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.service.bot import Referee
from data.content import build, games
from data.language import DEFAULT, texts
from data.lookup.name_matching import plain
from data.rulebook import rulebook
from playground.world import World
from render.theme import USUAL_THEME
from rules.competition.tournament import Plan

CUP = 3006
"""The channel in which a tournament signs up."""
HOST, ENTERED = 4001, (4002, 4003)
"""Who opens all that waits, and who has entered the tournament."""


def waiting_tables(world: World) -> dict[int, str]:
    """The channels of the first tables and their games, those with the shortest rulebooks first; names each channel after its game."""
    ordered = sorted(games(), key=lambda game: len(rulebook(game, DEFAULT)))
    found = {world.table(number): game for number, game in enumerate(ordered)}
    for channel, game in found.items():
        world.call(channel, plain(texts(DEFAULT, game)("title")).replace(" ", "-"))
    return {int(channel): game for channel, game in found.items()}


async def welcome(bot: Referee, world: World, waiting_tables: dict[int, str]) -> None:
    """Opens the tables, Anna against as few computers as the game allows, and a tournament for whoever wants to enter."""
    await bot.registering.done.wait()  # By then it serves, and texts mention commands.
    for channel, game in waiting_tables.items():
        rules = build(game)
        if await bot.store.tables.latest_in(channel) is None:
            options = {SEATING: "joined"} if any(option.key == SEATING for option in rules.options) else {}
            party = Party((HOST, _name(world, HOST)), (), rules.seats[0] - 1, "Computer", rules.seats[0])
            await bot.tables.open(Opening(game, int(world.guild), channel, options, DEFAULT, USUAL_THEME), party)
    if await bot.store.tournaments.latest_in(CUP) is None:
        game = next(iter(waiting_tables.values()))
        plan = Plan("swiss", min(build(game).seats), late=1, by_dummy=True)
        name = f"{texts(DEFAULT, game)('title')} Cup"
        await bot.tournaments.create(NewTournament(int(world.guild), CUP, name, HOST, game, {}, DEFAULT, plan, "random", False))
        found = await bot.tournaments.here(CUP)
        for player in ENTERED:
            await bot.tournaments.enter(found.id, player, _name(world, player))


def _name(world: World, player: int) -> str:
    called: str = world.members[str(player)]["global_name"]
    return called
