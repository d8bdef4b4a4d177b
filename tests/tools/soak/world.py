"""The world of a soak: live tables written into the database in bulk, and a ledger of all outbox rows."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from data.content import build, games
from rules.computer_levels import USUAL_LEVEL
from rules.game import Rules
from rules.parts.options import settings
from tests.tools.soak.rows import Rows
from tests.tools.soak.stage import Stage

SEEDS = 40
"""Deals of each game; tables of one deal go different ways."""
COMPUTERS, CLOCKS = 0.2, 0.1
"""Of tables, the part at which a computer plays, and the part with a clock."""
MOST_CLOCKS = 60
"""Tables with a clock at most: each of them brings a board every few seconds."""
QUICK = (4.0, 8.0, 15.0)
"""Seconds for a decision on those clocks."""
ONE_IN = 5
"""Of tables with a clock one in so many is left to its clock alone."""
COLUMNS = (
    "game, version, guild, channel, language, theme, options, host, status, seed, position, snapshot, created, rated, clock, paused, asked, revision,"
    " played, ripe"
)


class Place(NamedTuple):
    """A table as its people know it: its number, channel and players."""

    table: int
    channel: str
    game: str
    players: tuple[str, ...]
    clock: float | None
    left: bool


class Mix(NamedTuple):
    """The mix of tables: their games (all), the deals of each, the share with a computer, and the share with a clock."""

    games: tuple[str, ...] = ()
    deals: int = SEEDS
    computers: float = COMPUTERS
    clocks: float = CLOCKS


ALL_KINDS = Mix()


class Deal(NamedTuple):
    """A game dealt: its rules, how many seats, the options as they are kept, the seed and the position."""

    rules: Rules[Any]
    seats: int
    options: dict[str, Any]
    seed: int
    snapshot: bytes
    acting: tuple[int, ...]


def deals(rng: random.Random, mix: Mix) -> list[Deal]:
    """Deals of games, with two seats mostly."""
    found = []
    for key in mix.games or games():
        rules = build(key)
        for _ in range(mix.deals):
            seats = rng.choice([2, 2, 2, *rules.seats])
            given = {"pause": "off"} if any(o.key == "pause" for o in rules.options) else {}
            if any(o.key == "seating" for o in rules.options):
                given["seating"] = "joined"
            chosen = settings(rules.options, given, "")
            seed = rng.getrandbits(256)
            state = rules.setup(seats, chosen, seed).state
            found.append(Deal(rules, seats, {"seats": seats, **chosen}, seed, rules.dump(state), tuple(rules.to_act(state))))
    return found


def live_tables(servers: dict[str, list[str]], members: Sequence[str], count: int, rng: random.Random, mix: Mix) -> Iterator[tuple[Any, ...]]:
    """Tables to be, as (deal, server, channel, seats, seconds of the clock, whether nobody plays there), spread over the servers."""
    dealt = deals(rng, mix)
    channels = [(server, channel) for server, own in servers.items() for channel in own]
    rng.shuffle(channels)
    assert count <= len(channels), "a table needs a channel"
    clocks = 0
    for server, channel in channels[:count]:
        deal = rng.choice(dealt)
        players: list[str | None] = [*rng.sample(members, deal.seats)]
        clock, left = None, False
        if rng.random() < mix.computers:
            players[-1] = None
        elif rng.random() < mix.clocks and clocks < MOST_CLOCKS:
            clocks += 1
            clock, left = rng.choice(QUICK), rng.randrange(ONE_IN) == 0
        yield deal, server, channel, players, clock, left


def fill(rows: Rows, servers: dict[str, list[str]], members: Sequence[str], count: int, rng: random.Random, mix: Mix = ALL_KINDS) -> list[Place]:
    """Makes live tables and returns them."""
    now = time.time()
    made = [*live_tables(servers, members, count, rng, mix)]
    blob: Any = bytes
    rows.many(
        f"INSERT INTO games ({COLUMNS}) VALUES ({', '.join('?' * len(COLUMNS.split(', ')))})",
        (
            (
                deal.rules.key, deal.rules.version, int(server), int(channel), "en", "light", json.dumps(deal.options),
                int(next(p for p in players if p)), "live", f"{deal.seed:064x}", 0, blob(deal.snapshot), now, 0,
                json.dumps({"kind": "move", "time": clock, "answers": 2, "then": "forfeit"}) if clock else None,
                0.0, json.dumps({str(seat): 0 for seat in deal.acting}), 1, deal.rules.version, 0.0,
            )
            for deal, server, channel, players, clock, _ in made
        ),
    )  # fmt: skip
    numbers = {str(channel): number for number, channel in rows.all("SELECT id, channel FROM games")}
    seats, dials, owed = [], [], []
    for deal, _, channel, players, clock, _ in made:
        number = numbers[channel]
        for seat, player in enumerate(players):
            computer = None if player else USUAL_LEVEL
            name = f"Player {int(player) - 4_000_000}" if player else "Computer"
            seats.append((number, seat, int(player) if player else None, computer, name, 0, 1))
            if clock and seat in deal.acting:
                dials.append((number, seat, clock, 0, now, now + clock, "[]", now + clock, 0.0))
            if computer and seat in deal.acting:
                owed.append((number, "computers", "{}", now))
    rows.many("INSERT INTO seats (game, seat, player, computer, name, offered, agreed) VALUES (?, ?, ?, ?, ?, ?, ?)", seats)
    rows.many("INSERT INTO dials (game, seat, remaining, lapses, since, due, nudges, next, spent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", dials)
    rows.many("INSERT INTO owed (game, kind, payload, created) VALUES (?, ?, ?, ?)", owed)
    return [
        Place(numbers[channel], channel, deal.rules.key, tuple(p for p in players if p), clock, left)
        for deal, _, channel, players, clock, left in made
    ]


LEDGER = "CREATE TABLE ledger (id {big} PRIMARY KEY, game {big}, tournament {big}, kind TEXT, payload TEXT, parcel {big}, at {real}, struck {real})"


def keep_ledger(rows: Rows) -> None:
    """Makes the database itself note all outbox rows, and when each is deleted, as part of which parcel."""
    if not rows.postgresql:
        rows.run(LEDGER.format(big="INTEGER", real="REAL"))
        noted = "NEW.id, NEW.game, NEW.tournament, NEW.kind, NEW.payload, NEW.parcel, NEW.created, NULL"
        rows.run(f"CREATE TRIGGER ledger_in AFTER INSERT ON owed BEGIN INSERT INTO ledger VALUES ({noted}); END")
        moment = "(julianday('now') - 2440587.5) * 86400.0"
        rows.run(
            f"CREATE TRIGGER ledger_out AFTER DELETE ON owed BEGIN UPDATE ledger SET struck = {moment}, parcel = OLD.parcel WHERE id = OLD.id; END"
        )
        return
    rows.run(LEDGER.format(big="BIGINT", real="DOUBLE PRECISION"))
    rows.run(
        "CREATE FUNCTION ledger_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " INSERT INTO ledger VALUES (NEW.id, NEW.game, NEW.tournament, NEW.kind, NEW.payload, NEW.parcel, NEW.created, NULL); RETURN NULL; END $$"
    )
    rows.run(
        "CREATE FUNCTION ledger_out() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " UPDATE ledger SET struck = extract(epoch FROM clock_timestamp()), parcel = OLD.parcel WHERE id = OLD.id; RETURN NULL; END $$"
    )
    rows.run("CREATE TRIGGER ledger_in AFTER INSERT ON owed FOR EACH ROW EXECUTE FUNCTION ledger_in()")
    rows.run("CREATE TRIGGER ledger_out AFTER DELETE ON owed FOR EACH ROW EXECUTE FUNCTION ledger_out()")


async def schema(stage: Stage) -> None:
    """Creates the bot's tables, as its first start does."""
    from data.store import Store

    await (await Store.open(stage.where)).close()
