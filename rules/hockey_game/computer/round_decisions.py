"""What all decisions of a round are based on: heroes, hands, dice, referee cards, and the possible beginnings of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules.computers.weighed import Weighed
from rules.game import Action, Seat
from rules.hockey_game import special_cards
from rules.hockey_game.attack_and_defence_values import attributes, hero_value, lines, special_value
from rules.hockey_game.computer.cards_against_dice import Dice, Stakes, Swing, two_dice
from rules.hockey_game.computer.dice import DICE
from rules.hockey_game.computer.evaluation import FULL, Pack, Results, logit, scene, sigmoid
from rules.hockey_game.computer.expected_goals import Heroes, Place
from rules.hockey_game.legal_actions import bonuses, heroes_in_hand
from rules.hockey_game.rink import COST
from rules.hockey_game.state import HAND, Round, State, Turn
from rules.randomness import Chance

FINALISTS = 6
"""So many moves are weighed with all cards; the others look worse without."""
DRAWS = 4
"""So many draws are tried where a card or TIME brings new cards."""
CHOSEN = ("injure", "recover")
"""What special cards do where the seat chooses a card."""
GO_ON: Action = ("go_on",)
FINISH: Action = ("finish",)


class Opening(NamedTuple):
    """A possible beginning of a turn: the action, its special card and hero, and the hands of both seats after it."""

    action: Action
    special: str = ""
    hero: str = ""
    injured: str = ""
    hand: tuple[str, ...] = ()
    forechecks: bool = False


class Decider:
    """A seat's decision in worlds that it can't tell apart; `wide`: how many moves are evaluated with all cards.

    `news`: what a look ahead has found (`evaluation.Results`).
    """

    def __init__(
        self, rules: Any, worlds: Sequence[State], seat: Seat, chance: Chance, news: Mapping[Place, float] | None = None, wide: int = FINALISTS
    ) -> None:
        self.rules = rules
        self.content, self.ground, self.prospects, self.worth = rules.content, rules.ground, rules.prospects, rules.worth
        self.worlds = worlds
        self.state = state = worlds[0]
        self.seat = seat
        self.chance = chance
        self.news = news or {}
        self.wide = wide
        self.side, self.other = state.sides[seat], state.sides[1 - seat]
        self.now = scene(state) if state.round else None
        self.swing = lru_cache(None)(self._swing)
        self._results: dict[Heroes, Results] = {}

    def weighed(self, share: float, action: Action) -> Weighed:
        """An action with the share of the victory that the seat may expect."""
        return Weighed(action, share, len(self.worlds))

    def heroes(self, seat: Seat, hero: str = "", injured: str = "") -> Heroes:
        """The heroes on the table, with one more of the seat and one fewer of the other."""
        found = [list(side.heroes) for side in self.state.sides]
        if hero:
            found[seat].append(hero)
        if injured:
            found[1 - seat].remove(injured)
        return tuple(sorted(found[0])), tuple(sorted(found[1]))

    def results(self, heroes: Heroes) -> Results:
        """The results that this round may have, with these heroes on the table."""
        if heroes not in self._results:
            assert self.now
            now = self.now._replace(heroes=heroes)
            self._results[heroes] = Results(self.worth, now, self.state.present.attacker, self.news)
        return self._results[heroes]

    def pack(self, state: State, seat: Seat, hand: Sequence[str] | None = None) -> Pack:
        """A seat's hand, another one where it is given. What it draws comes from its draw pile, or from the discard pile made new."""
        side = state.sides[seat]
        return Pack(self.worth, side.hand if hand is None else hand, side.deck or side.discard)

    def stakes(self, heroes: Heroes, puck: str, target: str, attacker: Pack, defender: Pack) -> Stakes:
        """The stakes of a move, with these heroes and hands."""
        results = self.results(heroes)
        return Stakes(lambda won, turned: results.of(won, puck, target, turned), attacker, defender)

    def _swing(self, seat: Seat, heroes: Heroes, move: str, puck: str) -> Swing:
        """What turning a referee card adds for a seat; an injured hero no longer adds anything."""
        attacker = self.state.present.attacker
        names = attributes(self.ground, Round(attacker, puck, [], move), 1 - seat)
        hurt = max((hero_value(self.content, h, names) for h in heroes[1 - seat]), default=0)
        left = self.state.referee or list(self.content.referee)
        found: Counter[int] = Counter()
        for code in left:
            effect = self.content.codes[code]
            found[effect.own - effect.opponent + (hurt if effect.op == "injure" else 0)] += 1
        return [(by, n / len(left)) for by, n in sorted(found.items())]

    def best_hero(self, seat: Seat, heroes: Sequence[str], move: str, puck: str, count: int = 1) -> int:
        """What the best of some heroes add to a seat's value in a move, as many as may be used."""
        names = attributes(self.ground, Round(self.state.present.attacker, puck, [], move), seat)
        return sum(sorted((hero_value(self.content, h, names) for h in heroes), reverse=True)[:count])

    def dice(self, special: str) -> Dice:
        """The probabilities of the sum of the dice with a special card."""
        effect = self.content.effect(special)
        return two_dice(effect.op, effect.value) if effect else DICE

    def added(self, seat: Seat, special: str, move: str, target: str, puck: str) -> int:
        """What a special card certainly adds to a value, including lines crossed for free."""
        if not special:
            return 0
        round_ = self.state.present
        turns = [Turn(), Turn()]
        turns[seat].special = special
        trial = Round(round_.attacker, puck, turns, move, target)
        sure = special_value(self.content, self.ground, trial, seat, self.content.teams[self.state.sides[seat].team].attributes)
        if seat != round_.attacker:
            return sure
        crossed, price = lines(self.content, self.ground, trial)
        return sure + crossed * COST[move] - price

    def without(self, pack: Pack, word: str) -> Pack:
        """A hand without a card."""
        hand = pack.hand[:]
        hand.remove(word)
        new = Pack(self.worth, hand, ())
        new.drawn = pack.drawn
        return new

    # How a turn may begin

    def openings(self) -> list[Opening]:
        """The possible beginnings of a turn. A card that draws others is tried with several draws."""
        content, side = self.content, self.side
        hand = tuple(side.hand)
        found = [Opening(GO_ON, hand=hand)]
        for hero in heroes_in_hand(content, self.state):
            found.append(Opening(("deploy", hero), hero=hero, hand=less(hand, hero)))
        for word in special_cards.playable(content, self.state):
            op = content.cards[word].op
            rest = less(hand, word)
            begun = Opening(("special", word), special=word, hand=rest)
            if op == "injure":
                found += [begun._replace(injured=h) for h in dict.fromkeys(self.other.heroes)]
            elif op == "draw":
                found += [begun._replace(hand=(*rest, *drawn)) for drawn in self.draws(min(2, HAND - len(rest)))]
            elif op == "recover":
                found += [begun._replace(hand=(*rest, card)) for card in special_cards.recoverable(content, self.state)]
            elif op == "opp_discard":
                found.append(begun._replace(forechecks=True))
            else:
                found.append(begun)
        return found

    def draws(self, n: int, discarded: Sequence[str] = ()) -> list[tuple[str, ...]]:
        """Some possible draws of `n` cards."""
        found = []
        for _ in range(DRAWS):
            deck = self.side.deck[:]
            self.chance.shuffle(deck)
            if len(deck) < n:
                rest = [*self.side.discard, *discarded]
                self.chance.shuffle(rest)
                deck += rest
            found.append(tuple(deck[:n]))
        return found

    def gathered(self, found: Sequence[tuple[Opening, float]]) -> list[Weighed]:
        """The shares by action: the mean over draws, the best over what the seat can choose itself."""
        by: dict[tuple[Action, bool], list[float]] = {}
        for opening, share in found:
            by.setdefault((opening.action, self.content.op(opening.special) in CHOSEN), []).append(share)
        return [self.weighed(max(shares) if chosen else sum(shares) / len(shares), action) for (action, chosen), shares in by.items()]

    # TIME

    def without_time(self, share: float) -> float:
        """A share of the victory without the right to call TIME."""
        assert self.now
        return sigmoid(logit(share) - self.worth.public[-1] * self.now.left / FULL)

    def swap(self) -> tuple[str, ...]:
        """The two least useful cards, for calling TIME; none if that is not possible."""
        if not self.side.time or not self.side.hand:
            return ()
        usable = Counter(bonuses(self.content, self.state))

        def use(word: str) -> float:
            return sum(self.worth.of[word]) + (self.content.cards[word].value if usable[word] else 0)

        return tuple(sorted(self.side.hand, key=lambda w: (use(w), self.content.order[w]))[:2])

    def swapped(self, swap: Sequence[str]) -> list[tuple[str, ...]]:
        """The hands that the seat may hold after TIME."""
        rest = tuple(self.side.hand)
        for word in swap:
            rest = less(rest, word)
        return [(*rest, *drawn) for drawn in self.draws(len(swap), swap)]

    def base(self, move: str, heroes: Heroes) -> int:
        """The defender's value without dice and cards, as far as the attacker knows."""
        state, round_ = self.state, self.state.present
        defender = 1 - round_.attacker
        names = attributes(self.ground, Round(round_.attacker, round_.puck, [], move), defender)
        team = self.content.teams[state.sides[defender].team].attributes
        base = sum(team[n] for n in names) + self.best_hero(defender, heroes[defender], move, round_.puck)
        return base + sum(p.n for p in round_.turns[defender].parts if p.source == "referee")


def less(hand: tuple[str, ...], word: str) -> tuple[str, ...]:
    """A hand without a card."""
    n = hand.index(word)
    return hand[:n] + hand[n + 1 :]
