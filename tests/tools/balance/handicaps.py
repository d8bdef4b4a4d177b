"""What sizes of a handicap make neighbouring levels even: `python -m tests.tools.balance.handicaps FILE [GAME ...] [--seconds N] [--write]`.

The weaker of two computers has a handicap of one of a few sizes; seats are exchanged from deal to deal. Each game adds a line to FILE, so that games
add up over runs. `--write` puts the table into docs/fairness.md, where games that FILE has none of keep their rows, and what sizes are worth into
data/handicaps.json, by which they are offered.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

import msgspec

from data.content import build, games
from data.handicaps import FILE
from data.language import texts
from rules.computer_levels import computed, opponent_of
from rules.game import Budget
from rules.parts.handicaps import HANDICAP, NONE, SIZES, handicap_word
from rules.randomness import Chance
from tests.tools.balance.figures import EVEN, Row, wilson

PAGE = Path(__file__).parents[3] / "docs" / "fairness.md"
"""Where the table stands."""
MARK = re.compile(r"<!-- handicaps -->.*<!-- end handicaps -->", re.DOTALL)
PAIRS = (("easy", "normal"), ("normal", "hard"))
"""Neighbouring levels, the weaker first."""
PART = 10
"""Hard looks at one in so many of the positions that it looks at at a table."""
HEAD = ("| game | the weaker | size | games | wins | should be | shown |", "| --- | --- | --- | --- | --- | --- | --- |")
LEAST, ENOUGH = 20, 400
"""Games of a size from which on it has a row, and from which on it is offered."""


class Game(msgspec.Struct, frozen=True):
    """A finished game: its deal, the weaker level and the size of its handicap, and the share of the victory that the weaker one won."""

    game: str
    weaker: str
    size: int
    number: int
    share: float


def played(key: str, pair: tuple[str, str], size: int, number: int) -> Game:
    """Plays a deal to its end; the weaker one has the first seat in games with an even number."""
    rules, names = build(key), pair if number % 2 == 0 else pair[::-1]
    weaker = names.index(pair[0])
    options = {option.key: option.values[0] for option in rules.options}
    state = rules.setup(2, options | {HANDICAP: handicap_word(weaker, size) if size else NONE}, number // 2).state
    chance, budget = Chance.of(number, *pair), Budget(max(1, opponent_of(rules, "hard").nodes // PART))
    while acting := rules.to_act(state):
        name = names[acting[0]]
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], name, chance, budget if name == "hard" else None)).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return Game(key, pair[0], size, number, outcome.shares[weaker])


def recorded(path: Path) -> list[Game]:
    """The games in a file; none if it does not exist."""
    return [msgspec.json.decode(line, type=Game) for line in path.read_bytes().splitlines()] if path.exists() else []


def record(path: Path, key: str, pair: tuple[str, str], sizes: Sequence[int], seconds: float) -> None:
    """Plays further deals for so many seconds, each with all sizes, and appends each game to the file as it ends."""
    until, done = time.monotonic() + seconds, [game for game in recorded(path) if (game.game, game.weaker) == (key, pair[0])]
    before = {size: sum(game.size == size for game in done) for size in sizes}
    with path.open("ab") as file:
        while time.monotonic() < until:
            size = min(before, key=lambda one: before[one])
            file.write(msgspec.json.encode(played(key, pair, size, before[size])) + b"\n")
            file.flush()
            before[size] += 1


def rows(found: Iterable[Game]) -> list[str]:
    """The lines of the table, without its head."""
    lines = []
    games_by = dict[tuple[str, str, int], list[float]]()
    for game in found:
        games_by.setdefault((game.game, game.weaker, game.size), []).append(game.share)
    shown = {one: shares for one, shares in games_by.items() if len(shares) >= LEAST}
    for (key, weaker, size), shares in sorted(shown.items(), key=lambda one: (games().index(one[0][0]), one[0][1:])):
        low, high = wilson(mean(shares), len(shares), 1.96)
        row = Row("", 100 * mean(shares), *EVEN, interval=(100 * low, 100 * high))
        title = texts("en", key)("title")
        lines.append(f"| {title} | {weaker} | {size or '–'} | {len(shares)} | " + " | ".join((row.cells[1], *row.cells[2:])) + " |")
    return lines


def whole(lines: Sequence[str], page: str) -> list[str]:
    """The table with these lines, and with those of the page for other games, in the order of the games."""
    titles = [texts("en", key)("title") for key in games()]
    new, old = {_title(line) for line in lines}, [line for line in page.splitlines() if _title(line) in titles]
    return [*HEAD, *sorted([*lines, *(line for line in old if _title(line) not in new)], key=lambda line: titles.index(_title(line)))]


def _title(line: str) -> str:
    return line.removeprefix("| ").partition(" |")[0]


def worth(found: Iterable[Game]) -> dict[str, dict[str, float]]:
    """Of each game that has been played enough between the first two levels, how often the weaker one won with each size."""
    shares = dict[str, dict[int, list[float]]]()
    for game in found:
        if game.weaker == PAIRS[0][0]:
            shares.setdefault(game.game, {}).setdefault(game.size, []).append(game.share)
    enough = {key: {size: won for size, won in sizes.items() if len(won) >= ENOUGH} for key, sizes in shares.items()}
    told = {key: {str(size): round(mean(won), 3) for size, won in sorted(sizes.items())} for key, sizes in enough.items()}
    return {key: sizes for key, sizes in told.items() if "0" in sizes and len(sizes) > 1}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance.handicaps", description=__doc__)
    parser.add_argument("file", type=Path, help="where games add up, a line of JSON each")
    parser.add_argument("game", nargs="*", help=", ".join(games()))
    parser.add_argument("--weaker", choices=[pair[0] for pair in PAIRS])
    parser.add_argument("--sizes", type=int, nargs="*", default=[0, *SIZES])
    parser.add_argument("--seconds", type=float, default=0, help="so long further games are played, of each game and pair")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}, and what is offered into {FILE.name}")
    asked = parser.parse_args()
    for key in (asked.game or games()) if asked.seconds else ():
        for pair in PAIRS:
            if asked.weaker in (None, pair[0]):
                record(asked.file, key, pair, asked.sizes, asked.seconds)
    lines = rows(recorded(asked.file))
    print("\n".join([*HEAD, *lines]))
    if asked.write:
        page = PAGE.read_text(encoding="utf-8")
        kept = json.loads(FILE.read_text(encoding="utf-8")) | worth(recorded(asked.file))
        FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
        (before,) = MARK.findall(page)
        made = "\n".join(["<!-- handicaps -->", *whole(lines, before), "<!-- end handicaps -->"])
        PAGE.write_text(MARK.sub(lambda _: made, page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
