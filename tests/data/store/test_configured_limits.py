"""Limits of what may be open at once: read from the settings, and kept whatever happens at the same moment."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from data.store import Store
from data.store.changes import Change, TournamentChange
from data.store.configured_limits import HIGHEST, Limits, TooMany
from data.store.rows import OPEN, OVER, ChannelTaken, Dealing, MatchTable, SeatRow, TableRow, Tournament
from rules.competition.tournament import Plan

ROOT = Path(__file__).resolve().parents[3]
FEW = Limits(tables_by_person=2, tables_by_server=3, tournaments_by_server=2)


def test_settings_have_defaults_and_wrong_ones_are_refused():
    assert Limits.read({}) == Limits.read({"TABLES_BY_PERSON": " ", "OTHER": "x"}) == Limits()
    assert Limits.read({"TABLES_BY_PERSON": "3", "TOURNAMENTS_BY_SERVER": " 7 "}) == Limits(tables_by_person=3, tournaments_by_server=7)
    for wrong in ("0", "-1", "many", "3.5", "²", "١", str(HIGHEST + 1), "9" * 5000):
        with pytest.raises(ValueError, match=r"TABLES_BY_SERVER .*whole number from 1"):
            Limits.read({"TABLES_BY_SERVER": wrong})
    example = (ROOT / ".env.example").read_text().splitlines()
    assert all(f"{name.upper()}={value}" in example for name, value in Limits()._asdict().items())


def test_the_bot_does_not_start_with_a_wrong_setting(tmp_path):
    environment = {**os.environ, "TABLES_BY_PERSON": "lots", "PLAYGROUND_FILES": str(tmp_path), "DISCORD_TOKEN": ""}
    done = subprocess.run([sys.executable, "bot.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "TABLES_BY_PERSON (.env) must be a whole number from 1 to 1000000, not 'lots'" in done.stderr
    assert "Traceback" not in done.stderr


async def create(store: Store, channel: int, host: int, guild: int = 1, limits: Limits | None = FEW, dealt: Dealing | None = None) -> int:
    row = TableRow(
        id=0, game="monster_hex", version=1, guild=guild, channel=channel, message=None, language="en", theme="light", options={}, host=host,
        status=OPEN, seed=None, position=0, snapshot=None, outcome=None, created=0, ended=None,
    )  # fmt: skip
    return await store.tables.create(Change(row, seats=[SeatRow(0, host, None, "x")]), limits, dealt)


async def outcomes(*attempts) -> list[str]:
    """The names of the refusals, empty for what was done."""
    done = await asyncio.gather(*attempts, return_exceptions=True)
    return sorted("" if isinstance(one, int) else getattr(one, "limit", type(one).__name__) for one in done)


@pytest.mark.usefixtures("places")
async def test_tables_are_counted_where_they_are_made(tmp_path):
    store = await Store.open(tmp_path / "g.sqlite3")
    assert await outcomes(*(create(store, 10 + n, host=7) for n in range(5))) == ["", "", *["tables_by_person"] * 3]
    assert await outcomes(*(create(store, 20 + n, host=8) for n in range(2))) == ["", "tables_by_server"]
    assert await outcomes(create(store, 30, host=7, guild=2)) == ["tables_by_person"], "a person's are counted everywhere"
    assert await outcomes(create(store, 30, host=8, guild=2), create(store, 31, host=9, guild=2, limits=None)) == ["", ""]
    (first, *_) = await store.tables.live_of(7)
    await store.tables.commit(Change(first._replace(status=OVER)))
    match = Dealing(await tournament(store, 50), 1, MatchTable(0, 0, 0, 41))
    assert await outcomes(create(store, 41, host=7, limits=None, dealt=match)) == [""], "a match has no limit"
    assert await outcomes(create(store, 40, host=7), create(store, 42, host=7)) == ["", "tables_by_person"], "nothing that is over, nor matches"
    await store.close()


async def tournament(store: Store, channel: int, guild: int = 1) -> int:
    row = Tournament(
        id=0, guild=guild, channel=channel, message=None, name="Cup", host=1, game="monster_hex", options={}, language="en", plan=Plan("swiss"),
        seeding="random", rated=False, status=OPEN, seed=1, state=None,
    )  # fmt: skip
    return await store.tournaments.create(TournamentChange(row), FEW.tournaments_by_server)


@pytest.mark.usefixtures("places")
async def test_a_channel_has_one_tournament_and_a_server_a_few(tmp_path):
    store = await Store.open(tmp_path / "g.sqlite3")
    assert await outcomes(tournament(store, 5), tournament(store, 5)) == ["", "ChannelTaken"]
    assert await outcomes(*(tournament(store, 6 + n) for n in range(3))) == ["", *["tournaments_by_server"] * 2]
    assert await outcomes(tournament(store, 9, guild=2)) == [""]
    with pytest.raises((ChannelTaken, TooMany)):
        await tournament(store, 5)
    await store.close()
