"""Seats at every table and level: what is played, in which order, and what the page says of it."""

from __future__ import annotations

import pytest

from data.content import build, games
from tests.tools.balance import levels
from tests.tools.balance.figures import BROKEN, KEPT, OPEN
from tests.tools.balance.levels import Found, Place, go_on, lines, places, play, stored

TWO = Place("monster_hex", (("board", "two"), ("abilities", "off"), ("opening", "fixed")), 2, "easy")


def test_every_table_is_played_by_easy_and_normal_and_the_usual_ones_by_hard():
    found = places(games())
    tables = {place[:3] for place in found}
    for level in ("easy", "normal"):
        assert {place[:3] for place in found if place.level == level} == tables
    usual = [(place.game, place.seats) for place in found if place.level == "hard"]
    hard = {place[:3] for place in found if place.level == "hard"}
    assert places(games(), only_usual=True) == [place for place in found if place[:3] in hard]
    assert sorted(usual) == sorted((game, seats) for game in games() for seats in build(game).seats)
    assert len({place.key for place in found}) == len(found)
    (two,) = [dict(place.options) for place in found if place.game == "monster_hex" and place.seats == 2 and place.level == "hard"]
    assert two == {"board": "two", "abilities": "off", "opening": "pie"}, "a new table for two has the pie"
    assert ("hockey_game", (("mode", "draft"), ("period_cards", "3")), 2) in tables
    assert ("hexknight", (("map", "fixed"), ("days", "3")), 3) in tables


def test_what_is_decided_at_a_look_is_not_played_on():
    assert Found(1000, 9.0, (500.0, 500.0)).verdict(TWO) == KEPT
    assert Found(250, 9.0, (70.0, 180.0)).verdict(TWO) == BROKEN
    assert Found(250, 9.0, (70.0, 180.0)).left(TWO) == 0
    assert Found(240, 9.0, (70.0, 170.0)).left(TWO) == 2260, "between two looks nothing is decided"
    assert Found(250, 9.0, (125.0, 125.0)).verdict(TWO) == OPEN
    assert Found(250, 9.0, (125.0, 125.0)).left(TWO) == 2250
    assert Found(1000, 9.0, (450.0, 550.0)).left(TWO) == 1500
    assert Found(2500, 9.0, (1125.0, 1375.0)).left(TWO) == 0, "more are not played"
    three = TWO._replace(seats=3)
    assert Found(1000, 9.0, (330.0, 330.0, 340.0)).verdict(three) == KEPT
    assert Found(1000, 9.0, (330.0, 170.0, 500.0)).verdict(three) == BROKEN


def test_what_costs_least_is_decided_first_and_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    """Of two places, the one whose games are short is decided, or has all its games, before the other is begun."""
    clock, played = [0.0], list[Place]()
    slow = TWO._replace(level="normal")

    def pretended(place, number):
        clock[0] += 0.01 if place == TWO else 10.0
        played.append(place)
        return (1.0, 0.0) if number % 2 else (0.0, 1.0)

    monkeypatch.setattr(levels, "FILE", tmp_path / "levels.json")
    monkeypatch.setattr(levels, "play", pretended)
    monkeypatch.setattr(levels.time, "process_time", lambda: clock[0])
    go_on([TWO, slow], 15)
    assert stored()[TWO.key].games == played.count(TWO) == 1000, "decided"
    assert played.count(slow) == 1
    go_on([TWO, slow], 1e9)
    assert played.count(TWO) == 1000
    assert stored()[TWO.key].left(TWO) == stored()[slow.key].left(slow) == 0
    assert played.count(slow) == 1000


def test_the_page_says_of_each_figure_what_it_knows(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "FILE", tmp_path / "levels.json")
    assert all("| 0 | not shown | about " in line for line in lines(["monster_hex"])[2:])
    levels.store({TWO.key: Found(500, 3600.0, (250.0, 250.0))})
    (line,) = [line for line in lines(["monster_hex"]) if "50.0" in line]
    assert line == "| Monster Hex, 2 seats, two, abilities off, opening fixed | easy | 50.0 (44.2 to 55.8) | 500 | not shown | 4.00 |"


@pytest.mark.parametrize("seats", [2, 3])
def test_shares_are_counted_from_who_began_and_levels_meet_the_same_deals(seats):
    place = next(p for p in places(["monster_hex"]) if p.seats == seats)
    shares = play(place, 3)
    assert len(shares) == seats
    assert sum(shares) == pytest.approx(1)
    assert play(place, 3) == shares
