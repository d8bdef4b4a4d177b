"""How true is what people are told in per cent: `python -m tests.tools.calibration [GAME ...] [--hours N] [--fit] [--write]`.

Games are begun by weaker computers, so that somebody may be far ahead, and played on from some moment by hard with little time. At some decisions
what hard says there is noted, and in the end who has won. Games add up in `FOLDER`. `--fit` chooses each game's `Calibration` by half of them,
and puts it into `data/<game>/judgement.json`; the other half shows whether it holds, in bins of ten per cent, each with its interval by games, since
positions of one game end alike. `--write` puts the table into docs/fairness.md.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from data.content import DATA, build, games
from data.language import texts
from rules.computer_levels import LEVELS, computed
from rules.computers.evaluation import Calibration
from rules.computers.tree_search import Search
from rules.game import Budget, Seat
from rules.randomness import Chance
from tests.tools.balance.figures import OPEN, Row, wilson
from tests.tools.fairness_page import put
from tests.tools.training import begun

FOLDER = Path(__file__).parents[1] / "rules" / "computers" / "calibration"
"""Where positions are stored, a file a game."""
NOTED = 4
"""So many decisions of a game are noted at most."""
JUDGED, PLAYED = 10, 40
"""By how much less than at a table positions are judged here, and are played on."""
LATEST = 0.9
"""By when the weaker computers have stopped at the latest, as a part of a game of theirs."""
OFF, BINS, ENOUGH = 7.0, 10, 200
"""By how many points a bin may be off, how many there are, and the games with which one should be shown."""
SLOPES = [math.exp(n / 50) for n in range(-50, 76)]
WIDER = [math.exp(n / 25) for n in range(-60, 61)]
"""Slopes among which one is sought, and among which a span."""
LIKELY = 1.92
"""By how much the log likelihood of a slope may be below that of the likeliest one."""
DOUBT = 4.0
"""How much a slope far from 1 has to explain: as much as so many games."""


class Position(NamedTuple):
    """A position that hard has judged: the number of its game, the seats, the share that it says of the seat that decides, and the one at the end."""

    game: int
    seats: int
    share: float
    end: float


# Playing


def play(key: str, number: int) -> list[Position]:
    """One game."""
    rules: Any = build(key)
    search = rules.opponents[LEVELS[-1]]
    assert isinstance(search, Search)
    rng, chance = random.Random(f"{key} {number}"), Chance.of(number, "calibration")
    seats = rng.choice((rules.seats[0], *rules.seats))
    state = begun(rules, seats, getattr(search.guide, "varied", ()), number, rng)
    weak = [rng.choice(LEVELS[:-1]) for _ in range(seats)]
    opening = [state]
    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], weak[acting[0]], chance)).state
        opening.append(state)
    state = opening[int(rng.random() * LATEST * len(opening))]
    decided = list[tuple[Any, Seat]]()
    while acting := rules.to_act(state):
        decided.append((state, acting[0]))
        action = computed(rules, state, acting[0], LEVELS[-1], chance, Budget(max(2, search.nodes // PLAYED)))
        state = rules.apply(state, acting[0], action).state
    ends = rules.outcome(state).shares
    rng.shuffle(decided)
    judged = ((seat, _judged(rules, search, state, seat, chance)) for state, seat in decided)
    return list(islice((Position(number, seats, share, ends[seat]) for seat, share in judged if share is not None), NOTED))


def _judged(rules: Any, search: Search[Any], state: Any, seat: Seat, chance: Chance) -> float | None:
    """What hard says of a position, not calibrated; None where it has nothing to choose, or knows the end."""
    glimpse = partial(rules.imagine, state, seat)
    if len(search.guide.candidates(rules, search.guide.reached(rules, glimpse(chance), seat), seat)) < 2:
        return None
    best = search.advise(rules, glimpse, seat, chance, Budget(search.nodes // JUDGED))
    return None if best.proven or not best.looks else best.share


def generated(keys: Sequence[str], seconds: float) -> Iterator[tuple[str, list[Position]]]:
    """Games of all kinds for so many seconds of a processor, each kind for as long as it is named."""
    numbers = {key: 1 + max((position.game for position in stored(key)), default=-1) for key in keys}
    spent, start = Counter(dict.fromkeys(keys, 0.0)), time.process_time()
    while time.process_time() - start < seconds:
        key = min(spent, key=lambda key: spent[key])
        before = time.process_time()
        yield key, play(key, numbers[key])
        numbers[key] += 1
        spent[key] += (time.process_time() - before) / keys.count(key)


# What is stored


def judge(key: str) -> str:
    """What says by which judgement positions were judged: another one says something else of them."""
    rules: Any = build(key)
    return sha256(json.dumps(rules.judgement.weights).encode()).hexdigest()[:12]


def stored(key: str) -> list[Position]:
    """The positions of a game that its present judgement has judged."""
    path = FOLDER / f"{key}.csv"
    first, *lines = path.read_text("utf-8").splitlines() if path.exists() else [""]
    rows = [line.split(",") for line in lines] if first == judge(key) else []
    return [Position(int(game), int(seats), float(share), float(end)) for game, seats, share, end in rows]


def add(key: str, positions: Iterable[Position]) -> None:
    """Adds positions to those of a game, in the place of those of an earlier judgement."""
    old = stored(key)
    with (FOLDER / f"{key}.csv").open("a" if old else "w", encoding="utf-8") as file:
        file.writelines([] if old else [f"{judge(key)}\n"])
        file.writelines(f"{game},{seats},{share:.4g},{end:.3g}\n" for game, seats, share, end in positions)


# What it says


def fitting(key: str) -> list[Position]:
    """The half of the stored positions, by games, to which the calibration is fitted."""
    return [position for position in stored(key) if position.game % 2 == 0]


def fitted(positions: Iterable[Position]) -> Calibration:
    """The calibration by which ends are least surprising, each game counted once."""
    surprises = _surprises(positions, SLOPES)
    return Calibration(round(min(SLOPES, key=lambda slope: DOUBT * math.log(slope) ** 2 + surprises[slope]), 2))


def span(positions: Iterable[Position]) -> tuple[float, float]:
    """The least and the largest slope that these games cannot tell from the likeliest one (at 95 %, by their likelihood)."""
    surprises = _surprises(positions, WIDER)
    likely = [slope for slope, surprise in surprises.items() if surprise <= min(surprises.values()) + LIKELY]
    return min(likely), max(likely)


def _surprises(positions: Iterable[Position], slopes: Iterable[float]) -> dict[float, float]:
    """How surprising ends are by each slope, each game counted once."""
    by_game = defaultdict[int, list[Position]](list)
    for position in positions:
        by_game[position.game].append(position)

    def of(calibration: Calibration) -> float:
        return sum(mean(_surprise(calibration, position) for position in found) for found in by_game.values())

    return {slope: of(Calibration(slope)) for slope in slopes}


def _surprise(calibration: Calibration, position: Position) -> float:
    share = min(max(calibration.of(position.share, position.seats), 0.001), 0.999)
    return -position.end * math.log(share) - (1 - position.end) * math.log(1 - share)


def bins(positions: Iterable[Position], calibration: Calibration) -> list[tuple[Row, int] | None]:
    """For each bin how often it was won, between limits around what was told there, and by how many games; None without any."""
    found = [defaultdict[int, list[tuple[float, float]]](list) for _ in range(BINS)]
    for position in positions:
        told = calibration.of(position.share, position.seats)
        found[min(int(BINS * told), BINS - 1)][position.game].append((100 * told, position.end))
    return [_bin(n, list(by_game.values())) if by_game else None for n, by_game in enumerate(found)]


def _bin(number: int, by_game: Sequence[Sequence[tuple[float, float]]]) -> tuple[Row, int]:
    told = mean(mean(told for told, _ in found) for found in by_game)
    won = mean(mean(end for _, end in found) for found in by_game)
    low, high = wilson(won, len(by_game))
    what = f"told {100 // BINS * number} to {100 // BINS * (number + 1)}"
    return Row(what, 100 * won, max(0.0, told - OFF), min(100.0, told + OFF), interval=(100 * low, 100 * high)), len(by_game)


def shown(key: str) -> list[tuple[Row, int] | None]:
    """The bins of the half of the stored games by which nothing was fitted."""
    rules: Any = build(key)
    return bins((position for position in stored(key) if position.game % 2), rules.judgement.calibration)


def fit(key: str) -> None:
    """Puts a game's calibration beside its weights."""
    path = Path(DATA) / key / "judgement.json"
    content = json.loads(path.read_text("utf-8"))
    content["calibration"] = {"slope": fitted(fitting(key)).slope}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def table() -> list[str]:
    """The bins of all games, as lines of a page."""
    found = {key: shown(key) for key in games()}
    lines = ["| told | " + " | ".join(texts("en", key)("title") for key in found) + " |", "| --- |" + " --- |" * len(found)]
    for n in range(BINS):
        cells = [_cell(rows[n]) for rows in found.values()]
        lines.append(f"| {100 // BINS * n} to {100 // BINS * (n + 1)} % | " + " | ".join(cells) + " |")
    return [*lines, "| slope, by all games | " + " | ".join(_spanned(stored(key)) for key in found) + " |"]


def _spanned(positions: Sequence[Position]) -> str:
    low, high = span(positions)
    return f"{low:.2g} to {high:.2g}, by {len({position.game for position in positions})}"


def _cell(entry: tuple[Row, int] | None) -> str:
    if entry is None:
        return f"no games: {OPEN}"
    row, count = entry
    _, measured, _, verdict = row.cells
    return f"{measured} of {count}: {verdict}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.calibration")
    parser.add_argument("game", nargs="*", help=f"{', '.join(games())}; as often as named, as much time it has")
    parser.add_argument("--hours", type=float, default=0.0, help="of a processor, for more games")
    parser.add_argument("--fit", action="store_true", help="puts what is fitted into data/GAME/judgement.json")
    parser.add_argument("--write", action="store_true", help="puts the table into docs/fairness.md")
    asked = parser.parse_args()
    keys = asked.game or list(games())
    for key, positions in generated(keys, 3600 * asked.hours):
        add(key, positions)
    for key in dict.fromkeys(keys if asked.fit else ()):
        fit(key)
    if asked.write:
        put("calibration", table())
    for key in dict.fromkeys(keys):
        print(f"{key}: {len({position.game for position in stored(key)})} games, by half of them {fitted(fitting(key))}")


if __name__ == "__main__":
    main()
