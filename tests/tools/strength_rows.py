"""Whether hard is as strong as it should be: `python -m tests.tools.strength_rows [GAME ...] [--hours N] [--write]`, for docs/fairness.md.

At a table's budget it should win three games of four against itself with a tenth of that: it thinks to some use. And it should win against a search
that knows nothing but the contract and has more time. Each row has a hundred games at most and ends as soon as it is decided, looked at after every
tenth one. Games add up in `FILE`; of a row that is not decided the hours that the rest would take are named.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from data.content import build, games
from data.language import texts
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.game import Seat
from rules.randomness import Chance
from tests.tools.balance.figures import OPEN, Row, percent
from tests.tools.fairness_page import put
from tests.tools.strength import PLAIN, play

FILE = Path(__file__).with_suffix(".json")
"""For each row and version of its game who won, and the seconds of a processor that each game took."""
HARD = LEVELS[-1]
TENTH, LEAST = 10, 75.0
"""How much less time hard has against itself, in games where that is no matter of luck, and how much it should win, in per cent."""
THINKERS = ("monster_hex", "hexknight", "hexygame", "planetary_conquerors")
TIMES, AGAINST_PLAIN = {"monster_hex": 10, "hexygame": 10, "hexknight": 3, "hockey_game": 3, "planetary_conquerors": 3}, 60.0
"""How much more time the plain search has, and how much hard should win against it."""
MOST, EACH = 100, 10
"""So many games are played at most, so many between two looks."""
TIMED = 9
"""So many decisions say how long a game would take."""

Game = tuple[float, float]
"""Hard's share of the victory, and the seconds that the game took."""


class Pairing(NamedTuple):
    """Hard, as at a table, against another, and the least that it should win."""

    game: str
    other: str
    least: float

    @property
    def key(self) -> str:
        return f"{self.game} {build(self.game).version} {self.other}"

    def row(self, played: Sequence[Game]) -> Row:
        name, _, number = self.other.partition(":")
        other = f"the plain search with {number} times its time" if name == PLAIN else f"hard with {number} positions"
        return percent(f"{texts('en', self.game)('title')}, hard wins against {other}", [won for won, _ in played], (self.least, float("inf")))


def pairings(keys: Iterable[str]) -> list[Pairing]:
    """The rows of some games."""
    found = []
    for key in keys:
        rules: Any = build(key)
        if key in THINKERS:
            found.append(Pairing(key, f"{HARD}:{rules.opponents[HARD].nodes // TENTH}", LEAST))
        found.append(Pairing(key, f"{PLAIN}:{TIMES[key]}", AGAINST_PLAIN))
    return found


def stored() -> dict[str, list[Game]]:
    """The games that have been played, by the key of their row."""
    return {key: [(won, seconds) for won, seconds in rows] for key, rows in json.loads(FILE.read_text("utf-8")).items()} if FILE.exists() else {}


def decided(pairing: Pairing, played: Sequence[Game]) -> bool:
    """Whether no more games are needed: its figure is kept or broken at a look, or the last game has been played."""
    return len(played) >= MOST or any(pairing.row(played[:n]).verdict != OPEN for n in range(EACH, len(played) + 1, EACH))


def go_on(pairing: Pairing, seconds: float) -> None:
    """Plays games of a row until it is decided, or the time is over."""
    known, until = stored(), time.process_time() + seconds
    played = known.setdefault(pairing.key, [])
    while not decided(pairing, played) and time.process_time() < until:
        start = time.process_time()
        won = play(pairing.game, HARD, pairing.other, len(played)).won
        played.append((won, round(time.process_time() - start, 1)))
        FILE.write_text("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(rows)}" for key, rows in known.items()) + "\n}\n", encoding="utf-8")


def estimated(pairing: Pairing) -> float:
    """The seconds of a processor that a game of a row takes, by a few decisions of another game."""
    return _thinking(pairing.game) * (1 + (TIMES[pairing.game] if pairing.least == AGAINST_PLAIN else 1 / TENTH))


@lru_cache(None)
def _thinking(game: str) -> float:
    """The seconds that hard thinks in a game, as one of two."""
    rules: Any = build(game)
    chance, decided = Chance.of(1, "strength"), list[tuple[Any, Seat]]()
    state = rules.setup(2, {option.key: option.values[0] for option in rules.options}, 1).state
    while acting := rules.to_act(state):
        decided.append((state, acting[0]))
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], USUAL_LEVEL, chance)).state
    timed = random.Random(1).sample(decided, min(TIMED, len(decided)))
    start = time.process_time()
    for state, seat in timed:
        computed(rules, state, seat, HARD, chance)
    return (time.process_time() - start) / len(timed) * len(decided) / 2


def lines(keys: Iterable[str]) -> list[str]:
    """The table of the page."""
    found = ["| figure | measured | should be | shown | games | hours still needed |", "| --- | --- | --- | --- | --- | --- |"]
    known = stored()
    for pairing in pairings(keys):
        played = known.get(pairing.key, [])
        what, value, limits, verdict = pairing.row(played or [(0.5, 0.0)]).cells
        left = 0 if decided(pairing, played) else MOST - len(played)
        each = mean(seconds for _, seconds in played) if played else estimated(pairing)
        hours = f"{left * each / 3600:.1f}" if left else ""
        found.append(f"| {what} | {value if played else ''} | {limits} | {verdict} | {len(played)} | {hours} |")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.strength_rows")
    parser.add_argument("game", nargs="*", help=", ".join(games()))
    parser.add_argument("--hours", type=float, default=0.0, help="of a processor, for each row that is not decided")
    parser.add_argument("--write", action="store_true", help="puts the table into docs/fairness.md")
    asked = parser.parse_args()
    for pairing in pairings(asked.game or games()):
        go_on(pairing, 3600 * asked.hours)
    table = lines(games())
    print("\n".join(table))
    if asked.write:
        put("strength", table)


if __name__ == "__main__":
    main()
