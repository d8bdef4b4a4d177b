"""What is offered is what docs/fairness.md shows."""

from __future__ import annotations

from data.content import games
from data.handicaps import measured
from data.language import texts
from tests.tools.balance.handicaps import ENOUGH, HEAD, MARK, PAGE, PAIRS, Game, whole, worth


def test_what_sizes_are_worth_stands_in_the_table_of_fairness():
    (table,) = MARK.findall(PAGE.read_text(encoding="utf-8"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")]
    for game in games():
        shown = {
            0 if size == "–" else int(size): float(wins.split()[0]) / 100
            for title, weaker, size, played, wins, *_ in rows[2:]
            if title == texts("en", game)("title") and weaker == PAIRS[0][0] and int(played) >= ENOUGH
        }
        assert measured(game) == (shown if len(shown) > 1 else {})
    assert any(measured(game) for game in games())


def test_what_has_been_played_too_little_is_worth_nothing():
    found = [Game("nim", "easy", size, n, float(n % 4 == 0)) for size in (0, 2) for n in range(ENOUGH)]
    assert worth(found) == {"nim": {"0": 0.25, "2": 0.25}}
    assert worth(found[:-1]) == {}
    assert worth([game for game in found if game.size]) == {}


def test_games_that_were_not_played_again_keep_their_rows():
    page = "| Monster Hex | easy | 3 | 30 |\n| HexyGame | easy | 1 | 30 |\nHexyGame is no row"
    assert whole(["| HexyGame | easy | 2 | 40 |", "| HexKnight | easy | 5 | 40 |"], page) == [
        *HEAD,
        "| HexKnight | easy | 5 | 40 |",
        "| HexyGame | easy | 2 | 40 |",
        "| Monster Hex | easy | 3 | 30 |",
    ]
