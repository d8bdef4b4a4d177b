"""How card drafts come out: `python -m tests.tools.card_drafts [GAME ...] [--drafts N] [--seats N] [--player NAME] [--cores N]`.

Computers draft with fresh seeds, build decks, and play a round robin of single games (none with `--picks-only`). A card first in most packs that
hold it is too strong, and decks of a colour, or with more of a type than the median, are to win about as often as others.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import combinations
from statistics import median
from typing import Any, NamedTuple

from data.content import build, limited_of
from rules.competition.card_drafts import PACKS, Pick, chosen, dealt, packs_of
from rules.competition.card_drafts import built as built_by_computer
from rules.computer_levels import computed
from rules.randomness import Chance

GAMES = ("hexygame", "planetary_conquerors")
LEAST, MOST = 42, 58
"""Percents of games that decks of each kind should win."""
DECKED = ("deck_out", "exhaustion")
"""Why games end whose decks ran out."""


class Drafted(NamedTuple):
    """A draft that is over: which packs hold each card, in how many of them it was first, and the decks."""

    game: str
    held: Counter[str]
    first: Counter[str]
    decks: list[dict[str, int]]
    seed: int


class Match(NamedTuple):
    """A game to be played by two decks."""

    game: str
    decks: tuple[dict[str, int], dict[str, int]]
    seed: int
    player: str


def drafted(game: str, seats: int, number: int) -> Drafted:
    """A whole draft by computers, seat by seat, since nobody waits for anybody else."""
    seed = int(sha256(f"{game} {seats} {number}".encode()).hexdigest(), 16)
    limited = limited_of(game)
    draft = dealt(limited, "draft", seed, packs_of(limited, "draft", seed, seats))
    first: Counter[str] = Counter()
    while not draft.over:
        seat = draft.asked[0]
        card = chosen(draft, seat)
        first[card] += len(draft.queues[seat][0]) == limited.size
        draft = draft.picked(Pick(seat, card))
    held = Counter(card for own in draft.packs for cards in own[:PACKS] for card in cards)
    return Drafted(game, held, first, [built_by_computer(limited, draft.pool(seat), seed) for seat in draft.seats], seed)


def played(match: Match) -> tuple[float, str]:
    """The share of the first deck, and why the game ended."""
    rules: Any = build(match.game)
    state = rules.setup(2, {"decks": "limited"}, match.seed).state
    for seat, deck in enumerate(match.decks):
        state = rules.apply(state, seat, ("deck", rules.decks.code(deck))).state
    chance = Chance.of(match.seed, "draft")
    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], match.player, chance)).state
    outcome = rules.outcome(state)
    return outcome.shares[0], outcome.reason


def kinds(draft: Drafted) -> Iterator[tuple[int, str]]:
    """The kinds of each deck: its colours; or where there are none, of which types it has more than the median of its table, and of which fewer."""
    limited = limited_of(draft.game)
    counted = [Counter(limited.faces[card].color for card, n in deck.items() for _ in range(n) if card not in limited.free) for deck in draft.decks]
    for seat, colors in enumerate(counted):
        if limited.colored:
            yield from ((seat, color) for color in limited.basics if any(card in draft.decks[seat] for card in limited.basics[color]))
            continue
        for kind in limited.written.mixed:
            middle = median(other[kind] for other in counted)
            if colors[kind] != middle:
                yield seat, f"{kind} {'above' if colors[kind] > middle else 'below'}"


def matches(draft: Drafted, player: str) -> Iterator[tuple[tuple[int, int], Match]]:
    """The round robin of a table: who begins is drawn by the number of the game."""
    for n, pair in enumerate(combinations(range(len(draft.decks)), 2)):
        a, b = pair if n % 2 else pair[::-1]
        yield (a, b), Match(draft.game, (draft.decks[a], draft.decks[b]), draft.seed + n, player)


def report(game: str, drafts: Sequence[Drafted], results: Sequence[tuple[Drafted, tuple[int, int], float, str]]) -> list[str]:
    """The results in lines; those outside the limits are marked."""
    held: Counter[str] = sum((draft.held for draft in drafts), Counter())
    first: Counter[str] = sum((draft.first for draft in drafts), Counter())
    often = sorted(((first[card] / n, card) for card, n in held.items()), reverse=True)
    lines = [f"{game}: {len(drafts)} drafts, {len(results)} games"]
    lines += [f"  first in {share:.0%} of its {held[card]} packs: {card}{'  OUTSIDE' if share > 1 / 2 else ''}" for share, card in often[:5]]
    if not results:
        return lines
    wins: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for draft, (a, b), share, _ in results:
        mine: dict[int, set[str]] = {seat: set() for seat in range(len(draft.decks))}
        for seat, kind in kinds(draft):
            mine[seat].add(kind)
        for seat, other, won in ((a, b, share), (b, a, 1 - share)):
            for kind in mine[seat] - mine[other]:
                wins[kind] += won
                games[kind] += 1
    for kind in sorted(games):
        percent = 100 * wins[kind] / games[kind]
        lines.append(f"  {kind:16} wins {percent:3.0f} % of {games[kind]}{'' if LEAST <= percent <= MOST else '  OUTSIDE'}")
    decked = sum(reason in DECKED for *_, reason in results) / len(results)
    lines.append(f"  decked out: {decked:.0%}{'  OUTSIDE' if decked > 0.15 else ''}; reasons {dict(Counter(reason for *_, reason in results))}")
    return lines


def main() -> None:
    """Drafts, plays, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--drafts", type=int, default=100)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--player", default="normal")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--picks-only", action="store_true")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.cores) as pool:
        for game in asked.games:
            drafts = [drafted(game, asked.seats, number) for number in range(asked.drafts)]
            rows = [(draft, *row) for draft in drafts for row in matches(draft, asked.player)] if not asked.picks_only else []
            outcomes = pool.map(played, [match for *_, match in rows], chunksize=2)
            results = [(draft, pair, share, reason) for (draft, pair, _), (share, reason) in zip(rows, outcomes, strict=True)]
            print("\n".join(report(game, drafts, results)), flush=True)


if __name__ == "__main__":
    main()
