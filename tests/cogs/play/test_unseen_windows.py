"""Waiting tells nothing: a game in which seats say things ahead looks to others like the same game played by hand, over random lives."""

from __future__ import annotations

import os

import pytest

from rules.competition.clock import BANK, HOUR, MOVE, UNTIL, Clock
from tests.bids import known
from tests.sampled import often
from tests.two_worlds import BEGUN, Bidding, Playing, Setting, draws, painted, same_in_both

LIVES = int(os.environ.get("LIVES", "2"))
"""Lives of the toy, and half as many of real games of each kind; a hundred take half an hour."""
BEATS = 25 if LIVES > 2 else often(7, 10)
CLOCKS = (None, Clock(MOVE, 24 * HOUR), Clock(BANK, 24 * HOUR, HOUR), Clock(UNTIL, BEGUN + 240 * HOUR))


@pytest.mark.parametrize("seed", range(1, LIVES + 1))
async def test_windows_tell_nothing(tmp_path, monkeypatch, seed):
    draws(monkeypatch, seed)
    party = Setting(seed % 3, 3 + (seed // 2) % 2, options={"asked": "window"}, clock=CLOCKS[seed % 4])
    with known(), painted():
        beats = await same_in_both(tmp_path, party, seed, BEATS, Bidding())
    assert any(beat.rows for beat in beats)


SIMPLE = (("monster_hex", 2), ("hexknight", 3), ("hockey_game", 2), ("monster_hex", 4), ("hexknight", 2), ("monster_hex", 3))
GAMES = (("hexygame", 2), ("planetary_conquerors", 3), ("planetary_conquerors", 2), ("planetary_conquerors", 4))


@pytest.mark.parametrize("seed", range(1, LIVES // 2 + 1))
async def test_card_games_tell_nothing(tmp_path, monkeypatch, seed):
    draws(monkeypatch, seed)
    game, seats = GAMES[seed % 4]
    await same_in_both(tmp_path, Setting(seed % 2, seats, game, clock=CLOCKS[(seed + 2) % 4]), seed, BEATS, Playing(60))


@pytest.mark.parametrize("seed", range(1, LIVES // 2 + 1))
async def test_drafts_of_simple_games_tell_nothing(tmp_path, monkeypatch, seed):
    draws(monkeypatch, seed)
    game, seats = SIMPLE[seed % 6]
    await same_in_both(tmp_path, Setting(seed % 2, seats, game, clock=CLOCKS[(seed + 1) % 4]), seed, BEATS, Playing(40))
