"""One row that nobody can read keeps nobody but its own people from anything: the bot starts, and says what it cannot read.

A few columns in an ordinary run, on both databases; all of them by `make faults`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from data.store.changes import BOARD, BUTTONS, SAID, TABLE, Message, Subject
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.damaging import Column, columns, damage
from tests.sampled import EVERYWHERE, sampled

CUP, OPEN, ALONE, OVER, SET = "3070", "3071", "3072", "3073", "3074"
"""Channels: a tournament of those who are well, one of those who are not; a table against a computer; a game that is over; settings."""
BAD = 1
"""The table of which something cannot be read."""
KINDS = [
    ("settings.zone", "games.clock", "tournaments.state", "rooms.games", "facts.value"),
    ("settings.quiet", "games.options", "tournaments.terms", "decks.cards", "stops.orders", "drafts.settings"),
    ("games.snapshot", "owed.payload", "tournaments.plan"),
    ("games.outcome", "dials.nudges", "proposals.asked", "tournaments.clock"),
]
"""One of each kind, several at a time that do not hide each other."""
SHOWN = {
    "settings.zone", "settings.quiet", "games.clock", "games.options", "games.outcome", "games.snapshot", "games.seed", "games.asked", "games.game",
    "owed.payload", "tournaments.state", "tournaments.plan", "tournaments.terms", "tournaments.options", "tournaments.clock", "tournaments.seed",
    "tournaments.game", "tournaments.seeding", "proposals.asked", "proposals.agreed", "rooms.games", "rooms.starters", "rooms.language",
}  # fmt: skip
"""What `/referee tables` names."""
COMPUTED = {"dials.nudges", "facts.value", "owed.trouble"}
"""What is worked out anew by what has been stored beside it, or struck off when it has been done."""
OURS = "on our side"


async def filled(chat: Chat) -> None:
    """Somebody plays at tables of which something will be damaged, and others at ones that are well."""
    for number, name in ((CUP, "cup"), (OPEN, "open"), (ALONE, "alone"), (OVER, "over"), (SET, "set")):
        chat.world.add_channel(number, name)
    game = {"game": "monster_hex", "options": "seating=joined"}
    await chat.set(ANNA, "hours", zone="Europe/Prague", start="22", end="7")
    await chat.use(ANNA, "game new", **game, opponent=BOHUMIL, clock="24h")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(ANNA, "game draw")
    await chat.use(CECILE, "game new", THERE, **game, opponent=DARA, clock="24h")
    await chat.use(CECILE, "game new", ALONE, game="monster_hex", computers="1", options="seating=joined")
    await chat.use(ANNA, "game new", OVER, **game, opponent=BOHUMIL)
    await chat.use(ANNA, "game resign", OVER, sure="True")
    for channel, members in ((CUP, (DARA, CECILE)), (OPEN, (ANNA, BOHUMIL))):
        await chat.use(members[0], "tournament create", channel, game="monster_hex", name=f"Cup {channel}", clock="24h")
        for member in members:
            await chat.use(member, "tournament join", channel)
        await chat.use(members[0], "tournament start", channel)
        await chat.settle()
    await chat.use(ANNA, "tournament create", SET, post=False, game="monster_hex")
    await chat.set_room(DARA, SET, games="Monster Hex", starters="moderators", language="cs", theme="light")
    store = chat.bot.store
    await store.decks.save(int(ANNA), "hexygame", "Mine", {"yellow_hall": 3})
    await store.personal_settings.set_stops(int(ANNA), "hexygame", ["pass_move"])
    await chat.settle()


async def own(chat: Chat) -> dict[str, str]:
    """Whose rows are damaged, as conditions or lists."""
    store = chat.bot.store
    (cup,) = (row[0] for row in await store.all("SELECT id FROM tournaments WHERE channel = ?", (int(OPEN),)))
    over = (await store.all("SELECT id FROM games WHERE channel = ?", (int(OVER),)))[0][0]
    return {
        "games": f"id = {BAD}", "games.outcome": f"id = {over}", "tournaments": f"id = {cup}", "game": f"{BAD}, {over}", "tournament": f"{cup}",
        "player": ANNA,
        "host": ANNA, "settings": f"player = {ANNA}", "rooms": f"channel = {SET}", "decks": f"player = {ANNA}", "stops": f"player = {ANNA}",
    }  # fmt: skip


async def served(chat: Chat) -> None:
    """Who sits at other tables plays on; computers answer, clocks ring, tournaments and lists go on."""
    store = chat.bot.store
    before = chat.board(THERE)["id"]
    await chat.use(CECILE, "move", THERE, action="faction ember")
    assert chat.board(THERE)["id"] != before
    await chat.use(CECILE, "move", ALONE, action="faction ember")
    alone = (await chat.bot.tables.here(int(ALONE))).id
    for _ in range(3):
        await chat.settle()
    assert {seat for _, seat, *_ in await store.tables.actions(alone)} == {0, 1}, "the computer has answered"
    lists = {"mygames": {}, "game list": {}, "leaderboard": {"game": "monster_hex"}, "profile": {}, "game clock": {}, "game log": {}}
    for command, options in lists.items():
        assert OURS not in await chat.use(CECILE, command, THERE, **options), command
    ((thread,),) = await store.all(
        "SELECT m.channel FROM tournament_threads m JOIN tournaments t ON t.id = m.tournament WHERE t.host = ?", (int(DARA),)
    )
    match = await chat.bot.tables.here(int(thread))
    await chat.use(str(match.seats[match.acting[0]].player), "game resign", str(thread), sure="True")
    await chat.settle()
    assert "🏆" in "".join(m["content"] for m in chat.seen(None, CUP))


async def rung(chat: Chat) -> None:
    """The clocks of those who are well ring."""
    await chat.later(25 * 3600)
    there = (await chat.bot.tables.here(int(THERE))).id
    assert any(row.auto for row in await chat.bot.store.tables.actions(there)), "the clock has rung"


async def asked_of_the_bad_one(chat: Chat) -> None:
    """Its own people get an answer that is clear, whatever they ask."""
    chat.accepting = False
    for channel, command, options in (
        (HERE, "mygames", {}), (HERE, "game clock", {}), (HERE, "move", {"action": "pass"}), (HERE, "profile", {}), (HERE, "settings", {}),
        (HERE, "game list", {}), (OVER, "mygames", {}),
        (OPEN, "tournament standings", {}), (SET, "game new", {"game": "monster_hex", "seats": "2"}), (HERE, "deck list", {"game": "hexygame"}),
    ):  # fmt: skip
        answer = await chat.use(ANNA, command, channel, **options)
        assert OURS not in answer, (command, channel)
    for what, options in (("pings", {"on": "True"}), ("data", {"what": "export"}), ("hours", {"weekends": "True"}), ("challenges", {})):
        assert OURS not in await chat.set(ANNA, what, **options), what


async def spoil(chat: Chat, names: Iterable[str]) -> dict[str, tuple[str, Any]]:
    """Damages columns while no bot is there to see it; gives what stands in each and counts it."""
    store, whose, stand = chat.bot.store, await own(chat), {}
    await chat.bot.worker.close()
    for name in names:
        column = Column(*name.split("."))
        if column.table == "owed":
            messages = Message(SAID, {"key": "seed.now", "facts": {"seed": "x"}}), Message(BUTTONS, {"channel": 1, "message": 2})
            await store.outbox.owe(Subject(TABLE, BAD), *messages, Message(BOARD, {"events": [], "by": None}))
        for counting, value in (await damage(store, column, whose)).items():
            stand[f"{name} {len(stand)}"] = (counting, value)
    await chat.restart()
    await chat.settle()
    return stand


async def stays(chat: Chat, stand: dict[str, tuple[str, Any]]) -> None:
    """What cannot be read stays as it is: nobody knows what it has said."""
    for name, (counting, value) in stand.items():
        ((there,),) = await chat.bot.store.all(counting, (value,))
        assert there or name.split()[0] in COMPUTED, name


async def each_stops_nobody(folder: Path, names: Sequence[str]) -> list[str]:
    """Damages some columns; gives what is shown of it to moderators."""
    async with Chat(folder) as chat:
        await filled(chat)
        stand = await spoil(chat, names)
        shown = await chat.use(DARA, "referee tables", HERE)
        assert OURS not in shown
        await stays(chat, stand)
        await served(chat)
        await asked_of_the_bad_one(chat)
        await stays(chat, stand)
        await rung(chat)
        return [line for line in shown.splitlines() if "🧩" in line or "cannot be read" in line]


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize("names", KINDS, ids=lambda names: names[0])
async def test_rows_that_cannot_be_read_stop_nobody_and_are_shown(places, tmp_path, caplog, names):
    caplog.set_level(logging.CRITICAL, "referee.worker")
    shown = await each_stops_nobody(tmp_path, names)
    assert len(shown) >= len(SHOWN.intersection(names)), shown


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("share", [1.0 if EVERYWHERE else 0.01])
async def test_whatever_column_it_is(places, tmp_path, caplog, share):
    """Each alone: one of them in an ordinary run."""
    caplog.set_level(logging.CRITICAL, "referee.worker")
    async with Chat(tmp_path / "first") as chat:
        every = [str(column) for column in await columns(chat.bot.store)]
    wrong = []
    for name in sampled(every, share):
        try:
            shown = await each_stops_nobody(tmp_path / name, [name])
            assert shown or name not in SHOWN
        except Exception as error:  # All of them are told, whatever it is.
            wrong.append(f"{name}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
