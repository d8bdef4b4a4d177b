"""Cards against dice: the value of a round if both sides play their cards as well as they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, combinations, product
from typing import NamedTuple

from rules.hockey_game.computer.dice import DICE
from rules.hockey_game.computer.evaluation import Pack, Then, sigmoid
from rules.hockey_game.content import Content

LOWEST, HIGHEST = -6, 25
"""How much may be missing to a defender, from one end to the other."""
SPAN = HIGHEST - LOWEST + 1
UNABLE = 2.0
"""More than any share: what cannot be had."""

Dice = Sequence[tuple[int, float]]
Swing = Sequence[tuple[int, float]]
"""What turning a referee card may do to the difference of the values, and how likely."""


class Chances(NamedTuple):
    """What winning and losing a round adds to the attacker's share of the victory: `won[n]`, `lost[n]` if the defender lacks LOWEST + n."""

    won: list[float]
    lost: list[float]

    def at(self, missing: int) -> tuple[float, float]:
        """What winning and losing add if the defender lacks `missing`; beyond either end as at the end."""
        n = min(SPAN - 1, max(0, missing - LOWEST))
        return self.won[n], self.lost[n]

    def share(self, missing: int) -> float:
        """The attacker's share of the victory."""
        return sum(self.at(missing))


class Held(NamedTuple):
    """A set of cards played together, with what they add."""

    cards: tuple[str, ...]
    value: int


def together(content: Content, cards: Iterable[str]) -> list[Held]:
    """All sets of cards, the empty one first."""
    known = content.cards
    kept = sorted(cards)
    found = {chosen: None for n in range(len(kept) + 1) for chosen in combinations(kept, n)}
    return [Held(chosen, sum(known[w].value for w in chosen)) for chosen in found]


class Stakes:
    """The stakes of a round: what follows from the attacker's victory or defeat, by the number of referee cards turned in it.

    `spent`: cards that the defender will have played in any case.
    """

    def __init__(self, after: Callable[[bool, int], tuple[Then, ...]], attacker: Pack, defender: Pack, spent: tuple[str, ...] = ()) -> None:
        self.after, self.attacker, self.defender, self.spent = after, attacker, defender, spent
        self._ways: dict[tuple[bool, int], list[tuple[float, dict[str, float]]]] = {}

    def odds(self, won: bool, turned: int, cards: Sequence[str] = ()) -> float:
        """The attacker's share once the defender has played these cards, too; the defender chooses how play goes on (HG-6.4)."""
        ways = self._ways.get((won, turned))
        if ways is None:
            ways = self._ways[won, turned] = [self._way(then) for then in self.after(won, turned)]
        return sigmoid(min(odds + sum([costs[w] for w in cards]) for odds, costs in ways))

    def _way(self, then: Then) -> tuple[float, dict[str, float]]:
        """The log odds after a result, and the cost of each of the defender's cards there."""
        costs = {word: self.defender.cost(then, False, word) for word in self.defender.hand}
        odds = then.logit + self.attacker.value(then, True) - self.defender.value(then, False)
        return odds + sum(costs[w] for w in self.spent), costs

    def cost(self, won: bool, turned: int, word: str) -> float:
        """The attacker's cost of playing a card, in log odds."""
        thens = self.after(won, turned)
        return sum(self.attacker.cost(then, True, word) for then in thens) / len(thens)


def answered(content: Content, stakes: Stakes, cards: Sequence[str], turned: int, swing: Swing) -> Chances:
    """The chances after the defender's dice: the best cards against whatever is lacking."""
    plain = together(content, [w for w in cards if not content.cards[w].referee])
    found = _against([(p.value, stakes.odds(True, turned, p.cards), stakes.odds(False, turned, p.cards)) for p in plain])
    for word in dict.fromkeys(w for w in cards if content.cards[w].referee):
        value = content.cards[word].value
        with_it = _against(
            [(p.value, stakes.odds(True, turned + 1, (*p.cards, word)), stakes.odds(False, turned + 1, (*p.cards, word))) for p in plain]
        )
        found = least(found, _shifted(with_it, [(value + by, likely) for by, likely in swing]))
    return found


def _against(held: Sequence[tuple[int, float, float]]) -> Chances:
    """The best cards by value, and the attacker's share with them after victory and defeat."""
    fails, stops = [UNABLE] * SPAN, [UNABLE] * SPAN
    for value, beaten, held_up in held:
        n = value - LOWEST
        fails[n + 1] = min(fails[n + 1], beaten)
        stops[n] = min(stops[n], held_up)
    fails = list(accumulate(fails, min))
    stops = list(accumulate(reversed(stops), min))[::-1]
    won = [a if a < b else 0.0 for a, b in zip(fails, stops, strict=True)]
    return Chances(won, [0.0 if a < b else b for a, b in zip(fails, stops, strict=True)])


def _shifted(of: Chances, by: Sequence[tuple[int, float]]) -> Chances:
    """The chances before something random: their mean over what it may add to the defender (`by`: amounts with probabilities)."""
    found: list[list[float]] = []
    for row in of:
        new = [0.0] * SPAN
        for n, likely in by:
            moved = [row[0]] * n + row[: SPAN - n] if n >= 0 else row[-n:] + [row[-1]] * -n
            new = [a + likely * b for a, b in zip(new, moved, strict=True)]
        found.append(new)
    return Chances(*found)


def least(one: Chances, other: Chances) -> Chances:
    """The chances that are better for the defender, at each entry."""
    rows = [a if a[0] + a[1] <= b[0] + b[1] else b for a, b in zip(zip(*one, strict=True), zip(*other, strict=True), strict=True)]
    return Chances(*(list(column) for column in zip(*rows, strict=True)))


def thrown(of: Chances, dice: Dice = DICE, more: int = 0) -> Chances:
    """The chances before the defender's dice, with `more` added to them."""
    if dice is not DICE:
        return _shifted(of, [(total + more, likely) for total, likely in dice])
    # Two dice, one after the other: each is the mean of six neighbours.
    found = []
    for row in of:
        for _ in range(2):
            sums = list(accumulate([0.0] + [row[0]] * 5 + row))
            row = [(b - a) / 6 for a, b in zip(sums, sums[6:], strict=False)]
        moved = more + 2
        found.append([row[0]] * moved + row[: SPAN - moved])
    return Chances(*found)


def mean(all_of: Sequence[Chances]) -> Chances:
    """The mean chances over several imagined states."""
    n = len(all_of)
    if n == 1:
        return all_of[0]
    return Chances(*([sum(column) / n for column in zip(*rows, strict=True)] for rows in zip(*all_of, strict=True)))


def two_dice(op: str, value: int = 0) -> Dice:
    """The probabilities of the sum of dice that a special card improves."""
    if op == "dice_best_two_of_three":
        throws = [sum(sorted(dice)[1:]) for dice in product(range(1, 7), repeat=3)]
    elif op == "die_floor":
        throws = [sum(max(die, value) for die in dice) for dice in product(range(1, 7), repeat=2)]
    else:
        return DICE
    return tuple((total, n / len(throws)) for total, n in sorted(Counter(throws).items()))


class Play(NamedTuple):
    """The attacker's best addition: the share of the victory, and the first card to play for it, if any."""

    share: float
    first: str = ""


class Cards:
    """The attacker's cards in a round, once the move is declared: finds the best to add to any throw."""

    def __init__(self, content: Content, stakes: Stakes, cards: Sequence[str], answers: Callable[[int], Chances], swing: Swing) -> None:
        self.content, self.swing, self._stakes, self._answers = content, swing, stakes, answers
        plain = together(content, [w for w in cards if not content.cards[w].referee])
        self._now = answers(0)
        self._plain = [(p, self._costs(0, p.cards)) for p in plain]
        self._symbols = [
            (word, content.cards[word].value, [(p, self._costs(1, (*p.cards, word))) for p in plain])
            for word in dict.fromkeys(w for w in sorted(cards) if content.cards[w].referee)
        ]
        self._next = answers(1) if self._symbols else self._now

    def holding(self, attacker: Pack, cards: Sequence[str]) -> Cards:
        """The same with other cards in hand."""
        return Cards(self.content, Stakes(self._stakes.after, attacker, self._stakes.defender), cards, self._answers, self.swing)

    def _costs(self, turned: int, cards: Sequence[str]) -> tuple[float, float]:
        """The parts of a share that the cards cost after victory and defeat."""
        stakes = self._stakes
        found = [sum(stakes.cost(won, turned, w) for w in cards) * (1 - stakes.odds(won, turned)) for won in (True, False)]
        return found[0], found[1]

    def best(self, lead: int) -> Play:
        """The best play if the attacker is ahead by `lead` before dice and cards."""
        found = self._best(self._now, self._plain, lead)
        for word, value, plain in self._symbols:
            share = sum(likely * self._best(self._next, plain, lead + value + by).share for by, likely in self.swing)
            if share > found.share:
                found = Play(share, word)
        return found

    def none(self, lead: int) -> float:
        """The share of the victory without another card."""
        return self._now.share(lead)

    def _best(self, chances: Chances, held: Sequence[tuple[Held, tuple[float, float]]], lead: int) -> Play:
        best = Play(-1.0)
        for p, (when_won, when_lost) in held:
            won, lost = chances.at(lead + p.value)
            share = won * (1 - when_won) + lost * (1 - when_lost)
            if share > best.share:
                best = Play(share, max(p.cards, key=lambda w: self.content.cards[w].value, default=""))
        return best
