"""Whether seats are even at every table and every level: `python -m tests.tools.balance.levels [GAME ...] [--usual] [--hours N] [--write]`.

Each game is played with every board, option and number of seats that changes what is played, by easy computers (as beginners do), normal and hard
ones, the same deals at each level. It plans by itself: what can be decided soonest is played next, up to so many games, looked at a few times on the
way. Games add up in `FILE`, so that it may be stopped. In docs/fairness.md each figure is kept, broken, or not shown, with the hours still needed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from cogs.play.options import OPENING, PIE, for_one_game
from data.content import build, games
from data.language import texts
from rules.computer_levels import computed
from rules.game import Budget
from rules.randomness import Chance
from tests.every_game.setups import fits
from tests.tools.balance.figures import BROKEN, EVEN, KEPT, OPEN, SEAT, Row, fair, wilson
from tests.tools.fairness_page import put

FILE = Path(__file__).with_suffix(".json")
"""For each table, level and version of its game: the games, the seconds that they took, and the victories by seat, counted from who began."""
VARIED = {
    "hexknight": ("map", "days"),
    "hexygame": (),
    "hockey_game": ("mode", "period_cards"),
    "monster_hex": ("board", "abilities", "opening"),
    "planetary_conquerors": ("quick",),
}
"""The options of each game that change what is played."""
AUTO = {2: "two", 3: "three", 4: "four"}
"""The boards for which `auto` stands."""
LEVELS = {"easy": 2500, "normal": 2500, "hard": 400}
"""How many games are played at most by computers of each level; by hard ones only at the tables that a new game gets."""
OF_A_PIE = 2500
"""How many are played at most where a pie settles who begins: its number should hold at each level."""
GUESS = {"easy": 0.05, "normal": 0.3, "hard": 8.0}
"""The seconds that a game is taken to need before one has been played."""
HARD = {"monster_hex": 400, "hexknight": 60}
TENTH = 10
"""At so many positions hard looks in these games, and at a tenth of those at a table in the others."""
LOOKS = (250, 500, 1000, 2500)
BATCH = 10
"""So many games are played before it is thought about what to play next."""


class Place(NamedTuple):
    """A table at which a level plays."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    level: str

    @property
    def table(self) -> str:
        words = [value if key in ("board", "map", "mode") else f"{key.replace('_', ' ')} {value}" for key, value in self.options]
        return ", ".join((f"{self.seats} seats", *words))

    @property
    def most(self) -> int:
        """So many games are played there at most."""
        return OF_A_PIE if (OPENING, PIE) in self.options else LEVELS[self.level]

    @property
    def key(self) -> str:
        return f"{self.game} {build(self.game).version}, {self.table}: {self.level}"


class Found(NamedTuple):
    """What has been played at a place."""

    games: int = 0
    seconds: float = 0.0
    won: tuple[float, ...] = ()

    def rows(self, place: Place) -> list[Row]:
        """How often each seat wins; of two the first alone."""
        limits = EVEN if place.seats == 2 else fair(place.seats, SEAT)
        return [self._row(n, limits) for n in range(1 if place.seats == 2 else place.seats)]

    def _row(self, seat: int, limits: tuple[float, float]) -> Row:
        share = self.won[seat] / self.games
        low, high = wilson(share, self.games)
        return Row(f"seat {seat + 1}", 100 * share, *limits, "%", (100 * low, 100 * high))

    def verdict(self, place: Place) -> str:
        """Broken if a seat is, kept if all are."""
        found = {row.verdict for row in self.rows(place)} if self.games else {OPEN}
        return BROKEN if BROKEN in found else OPEN if OPEN in found else KEPT

    def left(self, place: Place) -> int:
        """How many more games may be needed: none once it is decided at a look."""
        return 0 if self.games in LOOKS and self.verdict(place) != OPEN else max(0, place.most - self.games)


def places(keys: Iterable[str], only_usual: bool = False) -> list[Place]:
    """All tables of some games, or only those that a new game gets, with the levels that play there."""
    found = []
    for key in keys:
        rules: Any = build(key)
        options = [option for option in rules.options if option.key in VARIED[key]]
        for values in product(*([value for value in option.values if value != "auto"] for option in options)):
            chosen = {option.key: value for option, value in zip(options, values, strict=True)}
            for seats in rules.seats:
                if fits(rules, seats, chosen):
                    new = {option.key: option.values[0] for option in rules.options if option.key != OPENING}
                    new |= for_one_game(rules, new, seats)
                    usual = all(value in (new.get(key, value), AUTO[seats]) for key, value in chosen.items())
                    levels = [level for level in LEVELS if usual or not (level == "hard" or only_usual)]
                    found += [Place(key, tuple(chosen.items()), seats, level) for level in levels]
    return found


def play(place: Place, number: int) -> tuple[float, ...]:
    """Plays a game; returns the shares of the seats, from whoever began."""
    rules: Any = build(place.game)
    options = {option.key: option.values[0] for option in rules.options} | dict(place.options)
    deal = int(sha256(repr((*place[:-1], number)).encode()).hexdigest(), 16)
    nodes = HARD.get(place.game, rules.opponents["hard"].nodes // TENTH)
    budget = Budget(nodes) if place.level == "hard" else None
    state, chance = rules.setup(place.seats, options, deal).state, Chance.of(deal, "levels")
    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], place.level, chance, budget)).state
    shares, first = rules.outcome(state).shares, getattr(state, "first", 0)
    return (*shares[first:], *shares[:first])


def stored() -> dict[str, Found]:
    """What has been played, by the keys of places."""
    rows = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return {key: Found(count, seconds, tuple(won)) for key, (count, seconds, won) in rows.items()}


def go_on(wanted: Sequence[Place], seconds: float) -> None:
    """Plays what is decided soonest, until all is, or the time is over."""
    known, until = stored(), time.process_time() + seconds

    def cost(place: Place) -> float:
        """The seconds to the next look."""
        found = known.get(place.key, Found())
        ahead = min(look for look in (*LOOKS, place.most) if look > found.games) - found.games
        return ahead * (found.seconds / found.games if found.games else GUESS[place.level])

    while time.process_time() < until and (left := [place for place in wanted if known.get(place.key, Found()).left(place)]):
        place = min(left, key=cost)
        found, start = known.get(place.key, Found()), time.process_time()
        won, count = found.won or (0.0,) * place.seats, found.games
        while count == found.games or (count % BATCH and time.process_time() < until):
            won = tuple(map(sum, zip(won, play(place, count), strict=True)))
            count += 1
        known[place.key] = Found(count, round(found.seconds + time.process_time() - start, 3), won)
        store(known)


def store(known: dict[str, Found]) -> None:
    """Writes down what has been played."""
    FILE.write_text("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(known[key])}" for key in sorted(known)) + "\n}\n", encoding="utf-8")


def lines(keys: Iterable[str]) -> list[str]:
    """The table of the page."""
    made, known = ["| table | level | seats win | games | shown | hours still needed |", "| --- | --- | --- | --- | --- | --- |"], stored()
    for place in places(keys):
        found = known.get(place.key, Found())
        rows = found.rows(place) if found.games else []
        won = ", ".join(f"{row.value:.1f} ({row.interval[0]:.1f} to {row.interval[1]:.1f})" for row in rows if row.interval)
        left = found.left(place)
        each = found.seconds / found.games if found.games else GUESS[place.level]
        hours = f"{'' if found.games else 'about '}{left * each / 3600:.2f}" if left else ""
        title = texts("en", place.game)("title")
        made.append(f"| {title}, {place.table} | {place.level} | {won} | {found.games} | {found.verdict(place)} | {hours} |")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance.levels")
    parser.add_argument("game", nargs="*", help=", ".join(games()))
    parser.add_argument("--usual", action="store_true", help="plays only at the tables that a new game gets: most people never see another one")
    parser.add_argument("--hours", type=float, default=0.0, help="of a processor")
    parser.add_argument("--write", action="store_true", help="puts the table into docs/fairness.md")
    asked = parser.parse_args()
    go_on(places(asked.game or games(), asked.usual), 3600 * asked.hours)
    table = lines(games())
    print("\n".join(table))
    if asked.write:
        put("levels", table)


if __name__ == "__main__":
    main()
