"""What the puck, a hero and a card are worth to the computer opponents, in goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.ground import COST, Ground
from rules.hockey_game.state import PERIODS, Round, State, Turn
from rules.hockey_game.values import attributes, hero_value, lines, special_value

DICE = tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))
"""Sums of two dice and how likely they are."""
DIFFERENCE = tuple((d, sum(pa * pb for a, pa in DICE for b, pb in DICE if a - b == d)) for d in range(-10, 11))
EAGERNESS = ((0, 0.36), (1, 0.08), (2, 0.2), (3, 0.16), (4, 0.1), (5, 0.1))
"""What a defender with a full hand adds by cards, as seen over many games."""
FADING = 0.97
"""What a round costs: the period may end before the puck gets anywhere."""
SWEEPS = 16
PRICE = 0.05
"""What a point of a universal bonus card is worth in the hand."""
NARROW = 0.7
"""The share of that for a card which fits one kind of move only."""
SYMBOL_PRICE = 0.01
"""What one wants for turning a referee card beside its effect: a heavy card is gone."""
HERO = {"attack": 0.05, "defence": 0.055, "speed": 0.035, "strength": 0.035, "pass": 0.025, "shot": 0.035, "goalie": 0.035}
"""What an attribute point of a deployed hero is worth over a whole period."""
SPECIAL_PRICE = 0.06
BETTER_DICE = {"dice_best_two_of_three": 1.5, "reroll": 1.2, "die_floor": 1.0}
"""About how much a special that betters the dice adds."""


@lru_cache(4096)
def beats(lead: int, cards: int) -> float:
    """How likely a stated attacking value holds that is `lead` above what the defender has without dice and cards."""
    share = min(cards, 5) / 5
    found = 0.0
    for extra, likely in EAGERNESS:
        likely = likely * share + (1 - share if extra == 0 else 0)
        found += likely * sum(p for total, p in DICE if lead > total + extra)
    return found


def wins(lead: int) -> float:
    """How likely the attacker wins with so much more than the defender before any dice, no cards on either side."""
    return sum(p for d, p in DIFFERENCE if lead + d > 0)


class Pocket(NamedTuple):
    """Cards that could be played together: what they add, what they are worth, and whether one of them turns a referee card."""

    cards: tuple[str, ...]
    value: int
    price: float
    symbol: bool


class Judge:
    """Judges positions of one game. Everything it uses is known to both seats, but for the hand it is given."""

    def __init__(self, content: Content, ground: Ground) -> None:
        self.content = content
        self.ground = ground
        self._worth: dict[tuple[str, str], dict[tuple[str, int], float]] = {}

    # The rink

    def worth(self, state: State) -> dict[tuple[str, int], float]:
        """What it is worth to have the puck on a field, by field and seat, for these two teams without heroes and cards."""
        key = (state.sides[0].team, state.sides[1].team)
        if key not in self._worth:
            self._worth[key] = self._settle(key)
        return self._worth[key]

    def _settle(self, teams: tuple[str, str]) -> dict[tuple[str, int], float]:
        ground = self.ground
        moves: dict[tuple[str, int], list[tuple[float, str]]] = {}
        for seat in (0, 1):
            for puck in ground.fields:
                found = []
                for move in MOVES:
                    for target in ("",) if move == "shot" else ground.targets(seat, move, puck):
                        lead = self.base(teams, puck, seat, move, target, seat) - self.base(teams, puck, seat, move, target, 1 - seat)
                        found.append((wins(lead), target))
                moves[puck, seat] = found
        now = dict.fromkeys(moves, 0.1)
        for _ in range(SWEEPS):
            now = {
                (puck, seat): max(
                    p * (FADING * now[target, seat] if target else 1.0) + (1 - p) * self._failed(now, seat, puck, target) for p, target in found
                )
                for (puck, seat), found in moves.items()
            }
        return now

    def _failed(self, worth: dict[tuple[str, int], float], seat: int, puck: str, target: str) -> float:
        """What is left to a seat that failed (HG-6.3, HG-6.4)."""
        other = 1 - seat
        if not target and self.ground.in_third(seat, puck):
            puck = self.ground.own_goal(other).crease
        return -FADING * worth[puck, other]

    def base(self, teams: tuple[str, str], puck: str, attacker: int, move: str, target: str, seat: int) -> int:
        """A value without dice, heroes and cards."""
        team = self.content.teams[teams[seat]].attributes
        names = attributes(self.ground, Round(attacker, puck, [], move, target), seat)
        found = sum(team[name] for name in names)
        if seat == attacker:
            found += self.ground.bonus(puck, move) - COST[move] * self.ground.crossed(attacker, move, puck, target)
        return found

    def stakes(self, state: State, move: str, target: str) -> tuple[float, float]:
        """What success and failure of a declared move are worth to the attacker."""
        round_ = state.present
        worth = self.worth(state)
        seat = round_.attacker
        if move == "shot":
            return 1.0, self._failed(worth, seat, round_.puck, "")
        return FADING * worth[target, seat], self._failed(worth, seat, round_.puck, target)

    def field(self, state: State, puck: str, seat: int) -> float:
        """What it is worth to a seat to have the puck there."""
        return self.worth(state)[puck, seat]

    # Heroes

    def heroes(self, state: State, seat: int, move: str, target: str, extra: Iterable[str] = (), count: int = 1) -> int:
        """What the best heroes on the table, or these as well, would add."""
        round_ = state.present
        names = attributes(self.ground, Round(round_.attacker, round_.puck, [], move, target), seat)
        worth = sorted((hero_value(self.content, h, names) for h in (*state.sides[seat].heroes, *extra)), reverse=True)
        return sum(worth[:count])

    def time_left(self, state: State) -> float:
        """The share of the period that is still to be played, at least a little."""
        return max(0.1, 1 - (state.clock + 0.4) / state.period_cards)

    def hero(self, state: State, hero: str, others: Iterable[str]) -> float:
        """What a hero on the table is worth until the period ends, beside others who do the same."""
        mine = self.content.cards[hero].attributes
        rest: Counter[str] = Counter()
        for other in others:
            for name, n in self.content.cards[other].attributes.items():
                rest[name] = max(rest[name], n)
        full = sum(HERO[name] * n for name, n in mine.items())
        double = sum(HERO[name] * min(n, rest[name]) for name, n in mine.items())
        return (full - 0.8 * double) * self.time_left(state)

    # Cards

    def price(self, state: State, seat: int, word: str) -> float:
        """What a bonus card is worth in the hand. A full hand draws less when the puck is lost, so its cards are cheaper."""
        card = self.content.cards[word]
        each = PRICE * (NARROW if card.attribute else 1.0) * card.value
        crowded = 1.25 - 0.15 * len(state.sides[seat].hand)
        price = each * crowded
        if card.referee:
            price += SYMBOL_PRICE - self._hurry(state, seat)
        return price

    def _hurry(self, state: State, seat: int) -> float:
        """What it is worth to a seat that the clock goes on: something to who leads late, less than nothing to who is behind."""
        if state.period != PERIODS:
            return 0.0
        lead = state.score[seat] - state.score[1 - seat]
        return 0.05 * max(-2, min(2, lead))

    def pockets(self, state: State, seat: int, cards: list[str], symbol_played: bool = False) -> list[Pocket]:
        """The sensible sets of cards to play together: for each sum the cheapest, with and without a referee card."""
        best: dict[tuple[int, bool], Pocket] = {}
        known = self.content.cards
        priced = [(w, known[w].value, self.price(state, seat, w), known[w].referee) for w in cards]
        for n in range(len(priced) + 1):
            for chosen in combinations(priced, n):
                symbols = sum(c[3] for c in chosen)
                if symbols > (0 if symbol_played else 1):
                    continue
                value, price = sum(c[1] for c in chosen), sum(c[2] for c in chosen)
                key = (value, symbols > 0)
                if key not in best or price < best[key].price:
                    best[key] = Pocket(tuple(c[0] for c in chosen), value, price, symbols > 0)
        return list(best.values())

    def referee(self, state: State) -> list[tuple[int, float]]:
        """What turning a referee card may do to the difference of the values, and how likely; which cards are left is public."""
        left = state.referee or list(self.content.referee)
        counts = Counter(left)
        swing: Counter[int] = Counter()
        for code, n in counts.items():
            effect = self.content.codes[code]
            swing[effect.own - effect.opponent] += n
        return [(by, n / len(left)) for by, n in swing.items()]

    def boost(self, state: State, seat: int, word: str, move: str, target: str) -> float:
        """About how much a special card adds to a value, if this is the declared move."""
        round_, op = state.present, self.content.op(word)
        turns = [Turn(), Turn()]
        turns[seat].special = word
        trial = Round(round_.attacker, round_.puck, turns, move, target)
        sure = special_value(self.content, self.ground, trial, seat, self.content.teams[state.sides[seat].team].attributes)
        crossed, price = lines(self.content, self.ground, trial)
        saved = crossed * COST[move] - price
        if op == "two_heroes":
            return self.heroes(state, seat, move, target, (), 2) - self.heroes(state, seat, move, target)
        if op == "mute_hero":
            return sum(p.n for p in round_.turns[round_.attacker].parts if p.source == "hero")
        return sure + saved + BETTER_DICE.get(op, 0.0)

    def aside(self, state: State, seat: int, word: str) -> float:
        """What a special card is worth beside the value of this turn."""
        op = self.content.cards[word].op
        other = state.sides[1 - seat]
        if op == "injure":
            return max((self.hero(state, h, [o for o in other.heroes if o != h]) for h in other.heroes), default=0)
        if op == "opp_discard":
            return 0.06
        if op == "draw":
            return 0.03 * min(2, 6 - len(state.sides[seat].hand))
        return 0.07 if op == "recover" else 0.0


SPECIALS = {"add": 3.0, "add_if_lines": 2.5, "dice_best_two_of_three": 2.2, "goalie_double": 2.4, "mute_hero": 2.0, "add_if_move": 1.8}
"""How good special cards are in a draft, by what they do."""


def rating(content: Content, word: str) -> float:
    """How good a team or a card is in a draft."""
    if word in content.teams:
        return sum((2.0 if name in ("attack", "defence") else 1.0) * n for name, n in content.teams[word].attributes.items())
    card = content.cards[word]
    if card.kind == "hero":
        return sum(HERO[name] * n for name, n in card.attributes.items())
    if card.kind == "bonus":
        return card.value * (1.4 if card.attribute is None else 1.0)
    return SPECIALS.get(card.op, 0.0)
