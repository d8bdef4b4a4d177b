"""Makes positions to solve: `python -m tests.tools.practice [GAME ...] [--most 24] [--minutes 60] [--first 1]`.

Computers play games from fresh seeds, with preset decks. A position is kept if the search is sure of one answer (`data/practice.py` says by how
much): it looks quickly, then long, in worlds that it has not seen, and holds every other legal action against that one. What it finds is written to
`data/<game>/practice.json` at once, beside what the present rules lead to there; what is of earlier rules is looked at anew.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from data.content import build, games
from data.language import DATA
from data.practice import GAP, SEATS, SOLVER, Puzzle, dealt, packed, stored
from rules.computer_levels import computed
from rules.computers.reasons import OVER, Reason
from rules.computers.tree_search import Search
from rules.game import Action, Budget, Refused
from rules.legal_actions import legal
from rules.notation import write
from rules.randomness import Chance

LEAST, MOST = 3, 80
"""So many legal actions there are at least and at most."""
PLAYERS = ("easy", "normal")
"""Who plays: somebody who misses much shows where there was much to find."""
SOON, LOOKED = 3, 5
"""So many positions of a game are looked at longer: those where what is expected at first sight changes most, within so many decisions."""
HOPE = 0.35
"""What the solution is worth at least, of the victory: to lose less is no task."""
QUICK = 0.12
"""By so much an answer is better at the first look."""
PARTS = (32, 8)
"""The first look, and the second, have one of so many parts of a table's positions."""
A_THEME = 3
"""One in so many positions has the same theme at most."""


class Asked(NamedTuple):
    """A decision of the solver: the position, the number of actions before it, and the share of the victory expected there at first sight."""

    state: Any
    before: int
    share: float


def candidates(game: str, seed: int) -> Iterator[tuple[Any, dict[str, str], list[str]]]:
    """The positions of a game between an easy computer and a normal one in which most was at stake for the solver, as what followed shows; with the
    options, and the actions before."""
    rules: Any = build(game)
    options = {option.key: option.values[0] for option in rules.options}
    chance, rows, asked = Chance.of(seed, "practice"), list[str](), list[Asked]()
    state, guide = rules.setup(SEATS, options, seed).state, rules.opponents["hard"].guide
    while acting := rules.to_act(state):
        seat = acting[0]
        if rules.present_turn(state) is None:
            action = chance.choice([*legal(rules, state, seat)])
        else:
            if acting == (SOLVER,):
                asked.append(Asked(state, len(rows), guide.expected(rules, state, chance)[SOLVER]))
            action = computed(rules, state, seat, PLAYERS[seat], chance)
        rows.append(f"{seat} {write(action)}")
        state = rules.apply(state, seat, action).state
    shares = [*(one.share for one in asked), rules.outcome(state).shares[SOLVER]]

    def at_stake(n: int) -> float:
        return max(abs(share - asked[n].share) for share in shares[n + 1 : n + 1 + SOON])

    found = 0
    for n in sorted(range(len(asked)), key=at_stake, reverse=True):
        one = asked[n]
        if found < LOOKED and LEAST <= len([*islice(legal(rules, one.state, SOLVER), MOST + 1)]) <= MOST:
            found += 1
            yield one.state, options, rows[: one.before]


def solved(rules: Any, state: Any, seed: int) -> tuple[Action, Reason] | None:
    """The one right answer to a position and why; None if the search is not sure of one.

    The best action is held against every other legal one that does not lead to the same position: first quickly, so that most positions take
    little time, then longer; and against the second best one twice with all the positions that a table has, each time in other worlds.
    """
    search: Search[Any] = rules.opponents["hard"]
    glimpse = partial(rules.imagine, state, SOLVER)

    def gap(best: Action, other: Action, nodes: int, occasion: str) -> float:
        """By how much the best action is better than another; below 0 if it is not the best at all, or not worth looking for."""
        found = search.weigh(rules, glimpse, SOLVER, Chance.of(seed, occasion), Budget(nodes), other)
        shares = {weighed.action: weighed.share for weighed in found}
        return shares[best] - shares[other] if best in shares and shares[best] == max(shares.values()) >= HOPE else -1.0

    first = search.weigh(rules, glimpse, SOLVER, Chance.of(seed, "first"), Budget(search.nodes // PARTS[0]))
    best = first[0].action
    goal = rules.dump(rules.apply(state, SOLVER, best).state)
    looked = {weighed.action: weighed.looks for weighed in first}
    others = [a for a in legal(rules, state, SOLVER) if a != best and rules.dump(rules.apply(state, SOLVER, a).state) != goal]
    others.sort(key=lambda action: -looked.get(action, 0))
    if first[0].share < HOPE or len(others) < LEAST - 1 or best == rules.decision(state, SOLVER).default:  # What goes by itself is no task.
        return None
    for parts, least in zip(PARTS, (QUICK, GAP), strict=True):
        gaps = dict[Action, float]()
        for action in others:
            gaps[action] = gap(best, action, search.nodes // parts, f"each {parts}")
            if gaps[action] < least:
                return None
    second = min(gaps, key=lambda action: gaps[action])
    if gap(best, second, search.nodes, "long") < GAP:
        return None
    found, why = search.explained(rules, glimpse, SOLVER, Chance.of(seed, "again"), Budget(search.nodes), second)
    sure = found[0].action == best and why is not None and why.share >= HOPE and why.share - why.others >= GAP
    return (best, why) if sure and why is not None else None


def theme(why: Reason) -> str | None:
    """What a solution does, as a key of texts: that it wins or saves the game, or what it brings or prevents."""
    for facts, word in ((why.brings, "wins"), (why.prevents, "saves")):
        if any(fact.kind == OVER for fact in facts):
            return word
    for facts, word in ((why.brings, "brings"), (why.prevents, "prevents")):
        for fact in facts:
            return f"{word}.{fact.kind}"
    return None


def of_present_rules(rules: Any, puzzle: Puzzle) -> Puzzle | None:
    """A position by the present rules; one of earlier rules only where its actions are legal yet, and the answer is the same."""
    if puzzle.version == rules.version:
        return puzzle
    try:
        state = dealt(rules, puzzle)
    except Refused:
        return None
    found = solved(rules, state, puzzle.seed) if rules.to_act(state) == (SOLVER,) else None
    if found is None or found[0] != puzzle.action or (word := theme(found[1])) is None:
        return None
    return msgspec.structs.replace(puzzle, version=rules.version, theme=word, why=packed(found[1]))


def write_down(path: Path, found: list[Puzzle]) -> None:
    """Writes positions, one a line; no new file for none."""
    if found or path.exists():
        path.write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, found)) + b"\n]\n")


def hunt(game: str, most: int, minutes: float, first: int, path: Path) -> None:
    """Looks for positions of a game, from a seed on, until there are so many or the time is over; those that the present rules lead to are kept."""
    rules = build(game)
    kept = [renewed for puzzle in stored(game) if (renewed := of_present_rules(rules, puzzle)) is not None]
    write_down(path, kept)
    until, seed = time.monotonic() + 60 * minutes, first
    seen = {puzzle.seed for puzzle in kept}
    while len(kept) < most and time.monotonic() < until:
        for state, options, rows in candidates(game, seed) if seed not in seen else ():
            found = solved(rules, state, seed)
            word = None if found is None else theme(found[1])
            if found is None or word is None or Counter(puzzle.theme for puzzle in kept)[word] * A_THEME >= most:
                continue
            action, why = found
            kept.append(Puzzle(rules.version, options, seed, tuple(rows), write(action), word, packed(why)))
            write_down(path, kept)
            print(f"{game} {len(kept)}: seed {seed}, action {len(rows) + 1}, {word}, {why.share:.2f} to {why.others:.2f}", flush=True)
            break  # One position of a game.
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--most", type=int, default=24, help="positions of a game")
    parser.add_argument("--minutes", type=float, default=60, help="for each game")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    given = parser.parse_args()
    for game in given.games or games():
        hunt(game, given.most, given.minutes, given.first, DATA / game / "practice.json")


if __name__ == "__main__":
    main()
