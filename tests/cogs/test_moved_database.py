"""A played database is moved, and the bot plays on where everybody was: open pickers, old buttons, clocks, orders, proposals, what is owed."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cogs.housekeeping import UNUSED_DAYS
from cogs.play.history.record import export
from cogs.play.outbox_worker import REFUSED
from data.store.transfer.move_database import move
from playground.world import ALL_RIGHTS, SEND_MESSAGES
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE, Chat
from tests.cogs.driving import click
from tests.failing import failing, only
from tests.moved_databases import contents, database, server

EMIL = "4005"
CUP, QUIET, CONQUERED, FINISHED = "6001", "6002", "6003", "6004"
CHANNELS = {CUP: "cup", QUIET: "quiet", CONQUERED: "conquered", FINISHED: "finished"}
ODD = "Žofie 👩‍👩‍👧 ‏שלום‏ \\N ' \" %s"
"""A name that is easily lost on the way."""


async def play(chat: Chat) -> None:
    """Something of all that a database holds."""
    chat.world.members[CECILE]["global_name"] = ODD
    for number, name in CHANNELS.items():
        chat.world.channels[number] = name
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        await chat.set(member, "language", language="en")
    await settings(chat)
    # A card game with a clock, orders, a draw proposed and a picker open.
    await chat.use(ANNA, "game new", HERE, game="hexygame", seats="2", options="seating=joined", clock="24h")
    await chat.use(CECILE, "game join", HERE)
    for member, deck in ((ANNA, "ember_raid"), (CECILE, "old_forest")):
        await chat.use(member, "move", HERE, action=f"deck {deck}")
    for member in (ANNA, CECILE):
        await chat.use(member, "move", HERE, action="keep")
    await chat.set(CECILE, "order", HERE, order="ask_end_main", on="true")
    await chat.press(ANNA, chat.board(HERE), "Your move")
    await chat.use(CECILE, "game draw", HERE)
    # The other card game, with a picker open for something hidden.
    await chat.use(ANNA, "game new", CONQUERED, game="planetary_conquerors", opponent=BOHUMIL, options="seating=joined")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", CONQUERED, action="deck iron_tide")
    await chat.set(ANNA, "order", CONQUERED, order="pass_play", on="true")
    await chat.use(ANNA, "game nudge", CONQUERED)
    await chat.use(CECILE, "game follow", CONQUERED)
    await chat.press(BOHUMIL, next(m for m in reversed(chat.seen(None, CONQUERED)) if m["attachments"]), "Your move")
    # A rated game that is over, a lobby, a tournament with its threads, and a board that could not be sent.
    await chat.use(ANNA, "game new", FINISHED, game="monster_hex", seats="2", rated="True", options="seating=joined")
    await chat.use(BOHUMIL, "game join", FINISHED)
    for member, faction in ((ANNA, "ember"), (BOHUMIL, "tide")):
        await chat.use(member, "move", FINISHED, action=f"faction {faction}")
    await chat.use(BOHUMIL, "game resign", FINISHED, sure="true")
    await chat.use(DARA, "game new", THERE, game="monster_hex", seats="3")
    await chat.use(ANNA, "tournament create", THERE, post=False, game="monster_hex", name=ODD, settings="rounds:3")
    await chat.use(DARA, "tournament create", CUP, game="monster_hex", name=ODD, format="single")
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        await chat.use(member, "tournament join", CUP)
    await chat.use(DARA, "tournament start", CUP)
    await chat.use(JUDGE, "referee tournament substitute", CUP, player=BOHUMIL, new=EMIL, reason=ODD)
    await chat.use(ANNA, "game new", QUIET, game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(DARA, "referee replace", QUIET, player=BOHUMIL, new=CECILE, reason=ODD)
    await chat.use(DARA, "referee pause", QUIET, reason=ODD)
    await chat.use(DARA, "referee resume", QUIET, reason="–")
    await chat.use(ANNA, "referee end", CONQUERED, reason=ODD)
    with failing("monster_hex", only(("faction", "tide"))):
        await chat.use(ANNA, "move", QUIET, action="faction tide")
    chat.world.rights[QUIET] = ALL_RIGHTS & ~SEND_MESSAGES
    await chat.use(ANNA, "move", QUIET, action="faction ember")
    await chat.use(CECILE, "game draw", QUIET)
    await chat.settle()


async def settings(chat: Chat) -> None:
    """What people have set and saved."""
    await chat.set(CECILE, "hours", zone="Europe/Prague", start="22", end="8", weekends="true")
    await chat.set(DARA, "away", days="3")
    await chat.set(BOHUMIL, "direct", on="True")
    await chat.set(BOHUMIL, "challenges", add=DARA)
    await chat.set(ANNA, "profile", everywhere="True")
    await chat.use(CECILE, "deck import", name=ODD, deck="1 gold_miner", game="planetary_conquerors")
    await chat.bot.store.personal_settings.set_stops(int(CECILE), "hexygame", ["pass_move"])
    await chat.set_room(DARA, CUP, games="HexyGame, Monster Hex", language="en")
    await chat.bot.store.unused_settings.tidy(UNUSED_DAYS)


async def games_of(chat: Chat) -> list[tuple[Any, ...]]:
    """All games under way, as their referee has them; the time that runs is told by rows."""
    numbers = await chat.bot.store.all("SELECT id FROM games WHERE status = 'live' ORDER BY id")
    tables = [await chat.bot.tables.get(number) for (number,) in numbers]
    return [(await export(t, range(4)), t.state, t.proposal, t.acting, [t.mark(seat) for seat in range(len(t.seats))]) for t in tables]


async def carry(chat: Chat, target: str) -> None:
    """The bot stands still, its database is moved, and it begins again there."""
    games = await games_of(chat)
    await chat.disconnect()
    before = contents(chat.database)
    assert {name for name, rows in before.items() if not rows} == EMPTY
    await asyncio.to_thread(move, str(chat.database), target, lambda progress: None)
    assert contents(target) == before == contents(chat.database)
    chat.database = target
    await chat.connect()
    await chat.settle()
    assert await games_of(chat) == games


EMPTY = {
    *("absences", "bases", "blocks", "card_picks", "card_seats", "departed", "disputes", "waits"),
    *("practice_tries", "practice_rooms", "practice_days", "team_invitations", "tournament_teams", "asked_messages"),
}
"""Tables that nothing of this fills; see tests.data.store.transfer.test_move_database for them."""


async def actions(chat: Chat, channel: str) -> list[tuple[int, tuple[str, ...]]]:
    """Who has done what at the table of a channel."""
    return [(row.seat, row.action) for row in await chat.bot.store.tables.actions((await chat.bot.tables.here(int(channel))).id)]


async def give_up(chat: Chat, thread: str) -> None:
    """Whoever is to act in a match of the tournament gives up."""
    found = await chat.bot.tables.here(int(thread))
    await chat.use(str(found.seats[found.acting[0]].player), "game resign", thread, sure="true")


async def play_on(chat: Chat) -> None:
    """Everything that was open is answered where it stood, by the buttons of before."""
    await chat.press(BOHUMIL, chat.private(BOHUMIL, CONQUERED), "Keep")
    assert (1, ("keep",)) in await actions(chat, CONQUERED)
    card = (await chat.bot.tables.here(int(HERE))).state.sides[0].hand[0]
    await click(chat, ANNA, ("discard", card))
    assert (0, ("discard", card)) in await actions(chat, HERE)
    await chat.press(ANNA, chat.seen(None, THERE)[-1], "Join")
    assert "Anna" in chat.board(THERE)["content"]
    assert len(chat.world.threads) == 2
    await give_up(chat, next(iter(chat.world.threads)))


async def play_to_the_end(chat: Chat) -> None:
    """What waited all the time: a board that could not be sent, draws proposed, another match."""
    assert not any("ember" in message["content"].lower() for message in chat.seen(None, QUIET))
    chat.world.rights.clear()
    await chat.bot.worker.retry(REFUSED)
    await chat.settle()
    assert any("ember" in message["content"].lower() for message in chat.seen(None, QUIET))
    for channel in (HERE, QUIET):
        await chat.use(ANNA, "game draw", channel)
        assert (await chat.bot.tables.here(int(channel))).over
    for number in (1, 2):
        await give_up(chat, list(chat.world.threads)[number])
    assert len(chat.world.threads) == 3
    assert (await chat.bot.store.all("SELECT status FROM tournaments")) == [("over",)]


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("kind", ["file", "server"])
async def test_a_played_database_goes_elsewhere_and_back(chat: Chat, tmp_path: Path, kind: str):
    with ExitStack() as opened:
        there = str(tmp_path / "elsewhere.sqlite3") if kind == "file" else opened.enter_context(database(opened.enter_context(server())))
        await play(chat)
        await carry(chat, there)
        await play_on(chat)
        await carry(chat, str(tmp_path / "back.sqlite3"))
        await chat.later(HOUR)
        await play_to_the_end(chat)
