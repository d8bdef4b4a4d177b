"""How many of the games that a computer would give up it loses: `python -m tests.tools.given_up FILE [GAME ...] [--seconds N] [--write]`.

Computers play games of two; where one would propose to end (`cogs/play/giving_up.py`), this is noted, and the game is played on to its end. Each
game adds a line to FILE, so that games add up over runs. `--write` puts the table into docs/fairness.md.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from cogs.play.giving_up import HOPELESS, TURNS
from cogs.play.thinking.worker_requests import share_of
from data.content import build, games
from data.language import texts
from rules.computer_levels import computed, opponent_of
from rules.game import Budget, Seat
from rules.randomness import Chance
from tests.tools.balance.figures import wilson

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
"""Where the table stands."""
MARK = re.compile(r"<!-- given_up -->.*<!-- end given_up -->", re.DOTALL)
PAIRS = (("normal", "normal"), ("normal", "easy"), ("easy", "easy"))
"""Who plays whom. Weak players spare a computer that has lost most often."""
ERRORS = 1.96
"""Standard errors of an interval: these games are looked at once."""


class Game(msgspec.Struct, frozen=True):
    """A finished game: its deal and players by seat; and, if a seat would have given up, the largest share that it judged by (None: nobody did),
    and whether it has lost."""

    game: str
    number: int
    players: tuple[str, str]
    share: float | None = None
    lost: bool = False


def played(key: str, number: int, names: tuple[str, str]) -> Game:
    """Plays a deal to its end, and notes the first proposal."""
    rules: Any = build(key)
    chance, seen = Chance.of(number, "given up", *names), Chance.of(number, "judged", *names)
    state = rules.setup(2, {option.key: option.values[0] for option in rules.options}, number).state
    judged: dict[Seat, list[float]] = {0: [], 1: []}
    proposed: tuple[Seat, float] | None = None
    turn = rules.present_turn(state)
    while acting := rules.to_act(state):
        seat = acting[0]
        name, _, nodes = names[seat].partition(":")
        state = rules.apply(state, seat, computed(rules, state, seat, name, chance, Budget(int(nodes)) if nodes else None)).state
        before, turn = turn, rules.present_turn(state) or turn
        if proposed is None and before not in (None, turn) and rules.to_act(state):
            whose = before[0]
            judged[whose].append(share_of(rules, opponent_of(rules, names[whose].partition(":")[0]), state, whose, whose, seen))
            last = judged[whose][-TURNS:]
            if len(last) == TURNS and max(last) < HOPELESS:
                proposed = whose, max(last)
    outcome = rules.outcome(state)
    if proposed is None:
        return Game(key, number, names)
    return Game(key, number, names, proposed[1], outcome.shares[proposed[0]] == 0)


def recorded(path: Path) -> list[Game]:
    """The games in a file; none if it does not exist."""
    return [msgspec.json.decode(line, type=Game) for line in path.read_bytes().splitlines()] if path.exists() else []


def _deals(key: str, done: Sequence[Game]) -> Iterator[tuple[int, tuple[str, str]]]:
    """Deals that have not been played; who plays whom goes round, and seats are exchanged."""
    for number in count(sum(game.game == key for game in done)):
        first, second = PAIRS[number // 2 % len(PAIRS)]
        yield number, (first, second) if number % 2 == 0 else (second, first)


def record(path: Path, key: str, seconds: float) -> None:
    """Plays further deals for so many seconds, and appends each to the file as it ends."""
    until, deals = time.monotonic() + seconds, _deals(key, recorded(path))
    with path.open("ab") as file:
        while time.monotonic() < until:
            number, names = next(deals)
            file.write(msgspec.json.encode(played(key, number, names)) + b"\n")
            file.flush()


def table(found: Sequence[Game]) -> list[str]:
    """The lines of the table."""
    lines = ["| game | games played | given up | of these lost | should be |", "| --- | --- | --- | --- | --- |"]
    for key in games():
        own = [game for game in found if game.game == key]
        given = [game for game in own if game.share is not None]
        if given:
            lost = sum(game.lost for game in given) / len(given)
            low, high = wilson(lost, len(given), ERRORS)
        share = f"{100 * lost:.1f} % ({100 * low:.1f} to {100 * high:.1f})" if given else "not shown"
        lines.append(f"| {texts('en', key)('title')} | {len(own)} | {len(given)} | {share} | at least 98 |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.given_up", description=__doc__)
    parser.add_argument("file", type=Path, help="where games add up, a line of JSON each")
    parser.add_argument("game", nargs="*", help=", ".join(games()))
    parser.add_argument("--seconds", type=float, default=0, help="so long further games are played, of each game")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    asked = parser.parse_args()
    for key in asked.game or games():
        if asked.seconds:
            record(asked.file, key, asked.seconds)
    lines = table(recorded(asked.file))
    print("\n".join(lines))
    if asked.write:
        made = "\n".join(["<!-- given_up -->", *lines, "<!-- end given_up -->"])
        PAGE.write_text(MARK.sub(lambda _: made, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
