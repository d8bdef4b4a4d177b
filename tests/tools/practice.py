"""Makes positions to solve: `python -m tests.tools.practice [GAME ...] [--most 24] [--minutes 60] [--first SEED]`.

Computers play games from fresh seeds, with preset decks. A position is kept if the search is sure of one answer (`data/practice.py` says by how
much): it glances at every decision of the solver, and looks longer only where one action stands out, in worlds that it has not seen, and holds every
other legal action against that one. What it finds is written to `data/<game>/practice.json` at once, beside what the present rules lead to there;
what is of earlier rules is looked at anew. What is dull is deleted there by hand, and does not come again: the first seed is the one after the last.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from data.content import build, games
from data.language import DATA, texts
from data.practice import GAP, SEATS, SOLVER, WHOLE, Puzzle, answered, dealt, packed, stored, wins
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.computers.reasons import OVER, Done, Named, Reason, ShownLine
from rules.computers.tree_search import Search
from rules.game import Action, Budget, Refused
from rules.legal_actions import legal
from rules.notation import SEPARATOR, write
from rules.randomness import Chance

LEAST, MOST = 4, 200
"""So many legal actions there are at least and at most."""
ANSWERS = ("easy", "normal")
PLAYERS = (ANSWERS[::-1], ANSWERS, ("normal", "normal"))
"""Who answers, and who plays: somebody who misses much shows where there was much to find, and between equals a game is open for long."""
HOPE = 0.35
"""What the solution is worth at least, of the victory: to lose less is no task."""
QUICK = 0.12
"""By so much an answer is better at the first look, and at the second."""
PARTS = (48, 12, 4, 2)
"""The four looks at a position have one of so many parts of a table's positions."""
OPEN = (0.1, 0.9)
"""What the solver expects at first sight where it is worth looking."""
RIVALS = 3
"""So many actions that come nearest to the solution are looked at a second time."""
OFTEN = 4
"""An action counts at the first look that has been looked at so often, or as often as any."""
A_THEME, HALF = 1 / 4, 1 / 2
"""Such a part of the positions has the same theme at most; such a part are whole turns."""
PASSING = ("leads", "level", "overtakes", "nears", "centre", "advances", "goes", "explores", "played", "enters", "blocked")
"""Facts that may soon be otherwise: a task is rather named by what stays, such as points."""
LATE, TRIES, MISSED, WORLDS = 2, 10, 1 / 2, 3
"""So many of the last turns are tried by a beginner so often; such a part of the tries misses it at least, and it wins in so many worlds, too."""
FEWEST, LONGEST = 2, 10
"""So many actions the solution of a whole turn has."""


class Asked(NamedTuple):
    """A decision of the solver: the position, and the number of actions before it."""

    state: Any
    before: int


class Game(NamedTuple):
    """A game between easy and normal computers: its seed and options, all actions, each with its seat, the decisions of the solver once it
    has begun, and the last position."""

    seed: int
    options: dict[str, str]
    rows: list[str]
    asked: list[Asked]
    end: Any


def played(game: str, seed: int) -> Game:
    """The game of a seed. What is chosen before it begins is drawn by lot."""
    rules: Any = build(game)
    found = Game(seed, {option.key: option.values[0] for option in rules.options}, [], [], None)
    chance, players = Chance.of(seed, "practice"), PLAYERS[seed % len(PLAYERS)]
    state = rules.setup(SEATS, found.options, seed).state
    while acting := rules.to_act(state):
        seat, begun = acting[0], rules.present_turn(state) is not None
        if begun and acting == (SOLVER,):
            found.asked.append(Asked(state, len(found.rows)))
        few = [*islice(legal(rules, state, seat), 2 if begun else None)]
        action = computed(rules, state, seat, players[seat], chance) if begun and len(few) > 1 else chance.choice(few)
        found.rows.append(f"{seat} {write(action)}")
        state = rules.apply(state, seat, action).state
    return found._replace(end=state)


def own_turns(rules: Any, game: Game) -> list[Asked]:
    """The solver's first decision in each turn of its own."""
    begins = dict[Any, Asked]()
    for asked in game.asked:
        if rules.turn(asked.state) == SOLVER:
            begins.setdefault(rules.present_turn(asked.state), asked)
    return [*begins.values()]


def has_choice(rules: Any, state: Any) -> bool:
    """Whether the solver has something to choose, and not too much."""
    return LEAST <= len([*islice(legal(rules, state, SOLVER), MOST + 1)]) <= MOST


def sharp(rules: Any, game: Game) -> Iterator[Asked]:
    """The decisions with something to choose after the first third of a game, where most is at stake, as long as it is open."""
    guide, chance = rules.opponents["hard"].guide, Chance.of(game.seed, "sharp")
    for asked in game.asked[len(game.asked) // 3 :]:
        if has_choice(rules, asked.state) and OPEN[0] <= guide.expected(rules, asked.state, chance)[SOLVER] <= OPEN[1]:
            yield asked


class Look:
    """The search in one position, each time in other worlds."""

    def __init__(self, rules: Any, state: Any, seed: int) -> None:
        self.rules, self.state, self.seed = rules, state, seed
        self.search: Search[Any] = rules.opponents["hard"]
        self.glimpse = partial(rules.imagine, state, SOLVER)

    def shares(self, nodes: int, occasion: str, other: Action | None = None) -> dict[Action, float]:
        """What the actions are worth that were looked at often enough, and `other` in any case; the best first."""
        chance = Chance.of(self.seed, occasion)
        found = self.search.weigh(self.rules, self.glimpse, SOLVER, chance, Budget(max(nodes, 1)), other)
        enough = min(OFTEN, max(one.looks for one in found))
        return {one.action: one.share for one in found if one.looks >= enough or one.proven or one.action == other}

    def gap(self, best: Action, other: Action, nodes: int, occasion: str) -> float:
        """By how much the best action is better than another; below 0 if it is not the best at all, or not worth looking for."""
        shares = self.shares(nodes, occasion, other)
        leads = best in shares and shares[best] == max(shares.values()) >= HOPE
        return shares[best] - max(share for action, share in shares.items() if action != best and self.apart(action, best)) if leads else -1.0

    def apart(self, one: Action, other: Action) -> bool:
        """Whether two actions lead to different positions."""
        return self._after(one) != self._after(other)

    def _after(self, action: Action) -> bytes:
        after: bytes = self.rules.dump(self.rules.apply(self.state, SOLVER, action).state)
        return after


# Whole turns


def won_by(rules: Any, state: Any, row: Sequence[Action], level: str, chance: Chance) -> bool:
    """Whether a row of actions wins within the turn, if the other answers as a computer of a level."""
    turn = rules.present_turn(state)
    try:
        for action in row:
            state = answered(rules, rules.apply(state, SOLVER, action).state, turn, chance, level)
    except Refused:
        return False
    return wins(rules, state)


def tried(rules: Any, state: Any, level: str, chance: Chance) -> tuple[list[Action], Any]:
    """The solver's turn as a computer of a level plays it: its actions, and what comes of it."""
    turn, row = rules.present_turn(state), list[Action]()
    while rules.present_turn(state) == turn and rules.to_act(state):
        row.append(computed(rules, state, SOLVER, level, chance))
        state = answered(rules, rules.apply(state, SOLVER, row[-1]).state, turn, chance)
    return row, state


def forced(rules: Any, state: Any, row: Sequence[Action], chance: Chance) -> bool:
    """Whether a row of actions wins whatever the other holds, and whether it answers badly or better."""
    worlds = [state, *(rules.imagine(state, SOLVER, chance) for _ in range(WORLDS))]
    return all(won_by(rules, world, row, level, chance) for world in worlds for level in ANSWERS)


def shortest(rules: Any, state: Any, row: Sequence[Action], chance: Chance) -> list[Action]:
    """A winning row without what it can do without: single actions, and pairs and triples, such as a card and what makes it count."""
    kept = [*row]
    for size in (3, 2, 1):
        for n in reversed(range(len(row))):
            if kept[n : n + size] and won_by(rules, state, kept[:n] + kept[n + size :], USUAL_LEVEL, chance):
                del kept[n : n + size]
    return kept


def won_turn(rules: Any, game: Game) -> tuple[Asked, list[Action], Reason] | None:
    """The beginning of one of the solver's last turns, whoever won in the end, what wins there at once, and why; None if there is no such task.

    It has to win whatever the other holds and answers, a beginner must miss it mostly, and whatever does not win must leave the other a chance.
    """
    guide, chance = rules.opponents["hard"].guide, Chance.of(game.seed, "turn")
    for asked in own_turns(rules, game)[-LATE:]:
        if guide.expected(rules, asked.state, chance)[SOLVER] < OPEN[0]:
            continue
        tries, rows = list[tuple[list[Action], Any]](), list[list[Action]]()
        while len(tries) < TRIES and len(rows) <= (1 - MISSED) * TRIES:
            tries.append(tried(rules, asked.state, LEVELS[0], chance))
            rows += [row for row, end in tries[-1:] if wins(rules, end)]
        if not 0 < len(rows) <= (1 - MISSED) * TRIES:
            continue
        most = max(guide.expected(rules, end, chance)[SOLVER] for _, end in tries if not wins(rules, end))
        row = shortest(rules, asked.state, min(rows, key=len), chance)
        if most <= 1 - GAP and FEWEST <= len(row) <= LONGEST and forced(rules, asked.state, row, chance):
            return asked, row, won(rules, asked.state, row, most)
    return None


def won(rules: Any, state: Any, row: Sequence[Action], others: float) -> Reason:
    """The reason for a turn that wins: that it does, and what is to be shown of it. `others`: what anything else is worth at most."""
    end = Named(OVER, {"seats": [SOLVER]}, 1, 0)
    return Reason((), 1.0, others, 1, (end,), (), (), _shown(rules, state, row))


def _shown(rules: Any, state: Any, row: Sequence[Action]) -> ShownLine:
    """The turn to be shown: all actions of both seats, the solver's first ones for sure."""
    done, world, turn, chance = list[Done](), rules.dump(state), rules.present_turn(state), Chance.of(0)
    for action in row:
        done.append((SOLVER, action))
        state = rules.apply(state, SOLVER, action).state
        while rules.present_turn(state) == turn and (asked := rules.to_act(state)) and SOLVER not in asked:
            done.append((asked[0], computed(rules, state, asked[0], USUAL_LEVEL, chance)))
            state = rules.apply(state, *done[-1]).state
    return ShownLine(world, tuple(done), next((n for n, (seat, _) in enumerate(done) if seat != SOLVER), len(done)))


# Single actions


def solved(rules: Any, state: Any, seed: int) -> tuple[Action, Reason] | None:
    """The one right answer to a position and why; None if the search is not sure of one.

    The best action at a glance is held against every other legal one that does not lead to the same position: first as quickly as can be, then
    those that come nearest longer, and the nearest of all twice more, longer each time, and each time in other worlds.
    """
    look = Look(rules, state, seed)
    first = look.shares(look.search.nodes // PARTS[0], "first")
    best = next(iter(first), rules.decision(state, SOLVER).default)
    if best == rules.decision(state, SOLVER).default or first[best] < HOPE:  # What goes by itself is no task.
        return None
    if any(first[best] - share < QUICK and look.apart(action, best) for action, share in first.items() if action != best):
        return None
    others = {a: first[best] - look.shares(0, "each", a)[a] for a in legal(rules, state, SOLVER) if a != best and look.apart(a, best)}
    if len(others) < LEAST - 1 or min(others.values()) < QUICK:
        return None
    nearest = sorted(others, key=lambda action: others[action])[:RIVALS]
    gaps = dict[Action, float]()
    for action in nearest:
        gaps[action] = look.gap(best, action, look.search.nodes // PARTS[1], "second")
        if gaps[action] < QUICK:
            return None
    second = min(gaps, key=lambda action: gaps[action])
    if look.gap(best, second, look.search.nodes // PARTS[2], "third") < GAP:
        return None
    budget = Budget(look.search.nodes // PARTS[3])
    found, why = look.search.explained(rules, look.glimpse, SOLVER, Chance.of(seed, "again"), budget, second)
    sure = found[0].action == best and why is not None and why.share >= HOPE and why.share - why.others >= GAP
    return (best, why) if sure and why is not None else None


def theme(game: str, why: Reason) -> str | None:
    """What a solution does, as a key of texts: that it wins or saves the game, or what it brings or prevents; None if there are no words for it."""
    for facts, word in ((why.brings, "wins"), (why.prevents, "saves")):
        if any(fact.kind == OVER for fact in facts):
            return word
    told = [(fact.kind in PASSING, f"{word}.{fact.kind}") for facts, word in ((why.brings, "brings"), (why.prevents, "prevents")) for fact in facts]
    return next((word for _, word in sorted(told, key=lambda one: one[0]) if texts("en", game).find(f"practice.{word}")), None)


def of_present_rules(rules: Any, puzzle: Puzzle) -> Puzzle | None:
    """A position by the present rules; one of earlier rules only where its actions are legal yet, and the answer is the same."""
    if puzzle.version == rules.version:
        return puzzle
    try:
        state = dealt(rules, puzzle)
    except Refused:
        return None
    if rules.to_act(state) != (SOLVER,):
        return None
    if puzzle.whole:
        same = forced(rules, state, puzzle.row, Chance.of(puzzle.seed, "again"))
        return msgspec.structs.replace(puzzle, version=rules.version, why=packed(won(rules, state, puzzle.row, puzzle.why.others))) if same else None
    found = solved(rules, state, puzzle.seed)
    if found is None or [found[0]] != puzzle.row or (word := theme(rules.key, found[1])) is None:
        return None
    return msgspec.structs.replace(puzzle, version=rules.version, theme=word, why=packed(found[1]))


def write_down(path: Path, found: list[Puzzle]) -> None:
    """Writes positions, one a line; no new file for none."""
    if found or path.exists():
        path.write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, found)) + b"\n]\n")


def puzzle_of(game: str, seed: int, words: Collection[str]) -> Puzzle | None:
    """A position out of the game of a seed whose theme is not one of `words`; None if there is none to be kept."""
    rules: Any = build(game)
    found = played(game, seed)

    def puzzle(asked: Asked, row: Sequence[Action], word: str, why: Reason) -> Puzzle:
        rows, solution = tuple(found.rows[: asked.before]), SEPARATOR.join(map(write, row))
        return Puzzle(rules.version, found.options, seed, rows, solution, word, packed(why))

    if WHOLE not in words and (won := won_turn(rules, found)):
        return puzzle(won[0], won[1], WHOLE, won[2])
    for asked in sharp(rules, found):
        if one := solved(rules, asked.state, seed):
            word = theme(game, one[1])
            if word is not None and word not in words:
                return puzzle(asked, [one[0]], word, one[1])
    return None


def hunt(game: str, most: int, minutes: float, first: int, path: Path) -> None:
    """Looks for positions of a game, from a seed on, until there are so many or the time is over; those that the present rules lead to are kept."""
    rules = build(game)
    kept = [renewed for puzzle in stored(game) if (renewed := of_present_rules(rules, puzzle)) is not None]
    write_down(path, kept)
    until, seed = time.monotonic() + 60 * minutes, first or max((puzzle.seed for puzzle in kept), default=0) + 1
    while len(kept) < most and time.monotonic() < until:
        often = [word for word, n in Counter(puzzle.theme for puzzle in kept).items() if n >= most * (HALF if word == WHOLE else A_THEME)]
        if puzzle := puzzle_of(game, seed, often):
            kept.append(puzzle)
            write_down(path, kept)
            print(f"{game} {len(kept)}: seed {seed}, {len(puzzle.rows)} actions, {puzzle.theme}: {puzzle.solution}", flush=True)
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--most", type=int, default=24, help="positions of a game")
    parser.add_argument("--minutes", type=float, default=60, help="for each game")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    for game in given.games or games():
        hunt(game, given.most, given.minutes, given.first, DATA / game / "practice.json")


if __name__ == "__main__":
    main()
