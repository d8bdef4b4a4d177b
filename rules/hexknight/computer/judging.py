"""What places, fights and cards are worth to a computer player, from what its seat can see."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from rules.hexknight import fog, game_flow
from rules.hexknight.content import WOUND, Content
from rules.hexknight.fighting import wounds_from
from rules.hexknight.island import Island, bits
from rules.hexknight.plans import chosen, cost_of, covers, usable, worth
from rules.hexknight.state import State

CARD = 0.2
"""Points that a card is worth while the deck, the clock of the phase, still lasts."""
SURPLUS = 6
"""How many cards more than a rival's a deck must hold for cards to be of little worth."""
WOUND_COST = 1.7
"""Points that a wound costs: two at the end, less while there is time to heal."""
SELECTION = 1.8
"""Points for a card of the offer: one for the score, the rest for its strength."""
EXPLORE = 0.3
"""Points for each unexplored hex within two steps."""
FRONTIER = 1.6
"""Points hoped for behind an unexplored border."""
LEISURE = 4.0
"""The movement points after which a hope is worth half."""
SLIM = 0.2
"""What a monster is worth that is too strong: no reason to leave others unsought."""
ROAMING = 0.4
"""What part of their worth cards keep where all that they can be spent for is yet to be found."""
UNKNOWN_SOLDIER = (4, 4, 4.5)
"""Attack, defence and experience that a soldier face down is taken for."""


class Fight(NamedTuple):
    """A fight that the cards can pay: what it brings, less its wounds; `masks` are sets of cards (as bits) with their price."""

    value: float
    masks: tuple[tuple[float, int], ...]


class Plan(NamedTuple):
    """Where to go, with which cards, and whom to fight there (-1 for nobody)."""

    value: float
    at: int
    move: tuple[str, ...]
    fight: int


class Judge:
    """Looks at a state as the seat whose turn it is."""

    def __init__(self, content: Content, island: Island, state: State) -> None:
        self.content, self.island, self.state = content, island, state
        self.hero = state.hero
        self.level = content.level(self.hero.experience)
        self.guards = state.guards
        last_turn = state.last_round or not self.hero.deck
        rivals = [len(h.deck) for n, h in enumerate(state.heroes) if n != state.active and not h.finished]
        ahead = len(self.hero.deck) - min(rivals, default=len(self.hero.deck))
        # The first deck to run out ends the phase: cards that would be left over then cost nothing.
        self.card = 0.0 if last_turn else CARD * min(max(1 - ahead / SURPLUS, 0.1), 1.6)
        self.over = last_turn and state.phase == state.phases
        self.wound = 2.0 if self.over else WOUND_COST
        self._hopes: dict[int, list[float]] | None = None
        self.roams = True

    # Monsters

    def figures(self, at: int) -> tuple[int, int, float]:
        """Attack, defence and experience of a monster in sight, a guess while it is face down."""
        if at in self.state.down:
            return UNKNOWN_SOLDIER
        monster = self.content.monsters[self.state.monsters[at]]
        return monster.attack, monster.defence, monster.experience

    def prize(self, at: int) -> float:
        """The points that beating a monster brings."""
        return self.gain(self.figures(at)[2], self.island.feature[at])

    def gain(self, experience: float, feature: str) -> float:
        """The points that beating a monster there brings: experience, ruins, a selection, a castle to live in."""
        gain = experience
        if feature == "ruins":
            gain += 1
        if feature == "castle" and not self.over:
            gain += 0.4
        after = self.hero.experience + experience
        lines = [line for line in self.content.levels if self.hero.experience < line.experience <= after]
        gain += SELECTION * sum(line.gain == "card" for line in lines)
        if not self.over:
            gain += 0.8 * sum(line.gain != "card" for line in lines)
        return gain

    def wounds(self, at: int) -> int:
        """How many wounds the monster on a hex deals to the hero, if nothing is blocked."""
        return wounds_from(self.figures(at)[0], self.level.armour)

    def fights(self, at: int, cards: tuple[str, ...]) -> list[Fight]:
        """The ways to beat a monster: blocking, or taking its wounds."""
        attack, defence, _ = self.figures(at)
        blocks = covers(tuple(self.content.defence[k] for k in cards), attack)
        strikes = covers(tuple(self.content.attack[k] for k in cards), defence)
        price = self.prices(cards)
        prize = self.prize(at)
        both = {b | s for b in blocks for s in strikes if not b & s}
        found = []
        if both:
            found.append(Fight(prize, _priced(both, price)))
        if strikes:
            found.append(Fight(prize - self.wound * self.wounds(at), _priced(set(strikes), price)))
        return found

    def prices(self, cards: Iterable[str]) -> list[float]:
        """What each of some cards is worth to the hand that gives it up, in the judge's points."""
        return [self.card * worth(self.content, kind) for kind in cards]

    # Places

    def place(self, at: int) -> float:
        """What it is worth to end a turn on a hex: hopes around it, its feature, what can be explored."""
        if self.over:
            return 0.0
        hopes = self.hopes().get(at, [])
        value = sum(hope * share for hope, share in zip(hopes, (0.5, 0.2, 0.1), strict=False))
        feature = self.island.feature[at]
        value += {"village": 0.3, "castle": 0.5, "magic_circle": 0.1, "tomb": -2.0}.get(feature, 0.0)
        near = self.island.grid.beside[at]
        wide = near
        for n in bits(near):
            wide |= self.island.grid.beside[n]
        unknown = fog.of(self.content, self.island, self.state).hexes if self.roams else ~self.state.revealed
        return value + EXPLORE * (wide & unknown).bit_count()

    def hopes(self) -> dict[int, list[float]]:
        """For each hex, what could be fought or found from there, less the farther away; the best first."""
        if self._hopes is None:
            found: dict[int, list[float]] = {}
            strength = self._strength()
            for at in bits(self.guards):
                attack, defence, _ = self.figures(at)
                hope = self._hope(attack, defence, self.prize(at), strength)
                if hope > 0:
                    there = self._spread(found, [at], hope, beside=True)
                    self.roams = self.roams and (hope <= SLIM or self.hero.at not in there)
            self.roams = self.roams and fog.roamed(self.state)
            if self.roams:
                self.card *= ROAMING
                for at, far in self._unseen(strength).items():
                    found.setdefault(at, []).extend(far)
            else:
                border = [at for at in bits(self.state.revealed) if self.island.cost[1][at] and self.island.grid.beside[at] & ~self.state.revealed]
                self._spread(found, border, FRONTIER, beside=False)
            for hopes in found.values():
                hopes.sort(reverse=True)
            self._hopes = found
        return self._hopes

    def _hope(self, attack: int, defence: int, prize: float, strength: float) -> float:
        """What a monster is worth from afar."""
        hope = prize - CARD * (attack + defence) / 1.6
        if attack + defence > strength:
            hope = max(0.4 * hope, prize - 1.2 * self.wound * wounds_from(attack, self.level.armour)) if defence <= strength else SLIM
        return hope

    def _unseen(self, strength: float) -> dict[int, list[float]]:
        """For each hex that is revealed, what could be looked for from there in the fog."""

        def hope(hidden: fog.Hidden) -> float:
            return self._hope(hidden.attack, hidden.defence, self.gain(hidden.experience, hidden.feature), strength)

        return fog.hopes(self.content, self.island, self.state, self.state.revealed, hope)

    def _strength(self) -> float:
        """The attack and defence together that a full hand of the seat's cards has on average."""
        hero = self.hero
        kinds = [k for k in hero.deck + hero.hand + hero.play + hero.discard if k != WOUND]
        both = sum(self.content.attack[k] + self.content.defence[k] for k in kinds) / (2 * max(len(kinds), 1))
        return both * self.level.hand_size * 0.9

    def _spread(self, found: dict[int, list[float]], seeds: list[int], hope: float, beside: bool) -> Iterable[int]:
        """Adds a hope to all hexes from which one can walk there, by the cost of walking; these hexes."""
        ground, cost = self.island.grid, self.island.cost[self.state.day]
        best: dict[int, int] = {}
        queue: list[tuple[int, int]] = []
        for seed in seeds:
            for at in ground.around[seed] if beside else (seed,):
                if at >= 0 and cost[at] and self.state.revealed >> at & 1 and not self.guards >> at & 1:
                    best[at] = 0
                    queue.append((0, at))
        heapq.heapify(queue)
        while queue:
            paid, here = heapq.heappop(queue)
            if paid > best[here] or paid > 24:
                continue
            near = ground.beside[here] & self.guards
            total = paid + cost[here]
            for there in ground.around[here]:
                if there < 0 or not cost[there] or not self.state.revealed >> there & 1 or self.guards >> there & 1 or near & ground.beside[there]:
                    continue
                if total < best.get(there, 1000):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
        for at, paid in best.items():
            found.setdefault(at, []).append(hope / (1 + paid / LEISURE))
        return best

    # Plans

    def stay(self, at: int, moved: bool, fought: bool) -> float:
        """What the rest step gives on a hex: wounds healed."""
        points = (self.island.feature[at] in game_flow.HEALING) + (not (moved or fought or self.state.acted))
        return self.wound * min(points, self.hero.hand.count(WOUND))

    def best(self, reach: dict[int, int], residue: int, hand: list[str]) -> Plan:
        """The best plan for the rest of the turn: `reach` are the hexes that the hand can pay for, with their costs."""
        here = self.hero.at
        base = self.place(here)
        cards = usable(hand, self.content)
        speeds = tuple(self.content.speed[k] for k in cards)
        price = self.prices(cards)
        ways = {cost: _priced(set(covers(speeds, cost - residue)), price) for cost in {0, *reach.values()}}
        fights: dict[int, list[Fight]] = {}
        best = Plan(-1000.0, here, (), -1)
        for at, cost in [(here, 0), *reach.items()]:
            moved = at != here
            gain = self.place(at) - base + self.stay(at, moved, False)
            for spent, mask in ways[cost][:1]:
                best = max(best, Plan(gain - spent, at, chosen(cards, mask), -1), key=_value)
            for monster in bits(self.island.grid.beside[at] & self.guards):
                if monster not in fights:
                    fights[monster] = self.fights(monster, cards)
                for fight in fights[monster]:
                    outlook = fight.value + self.place(at) - base + self.stay(at, moved, True)
                    if outlook <= best.value:
                        continue
                    spent, mask = _cheapest(fight.masks, ways[cost])
                    if outlook - spent > best.value:
                        best = Plan(outlook - spent, at, chosen(cards, mask), monster)
        return best


def _value(plan: Plan) -> float:
    return plan.value


def _priced(masks: set[int], price: list[float]) -> tuple[tuple[float, int], ...]:
    """The sets with their prices, the cheapest first."""
    return tuple(sorted((cost_of(price, mask), mask) for mask in masks))


def _cheapest(fights: tuple[tuple[float, int], ...], ways: tuple[tuple[float, int], ...]) -> tuple[float, int]:
    """The price of the cheapest fight and way that share no card, and the cards of the way."""
    best = (1000.0, 0)
    for spent, mask in fights:
        if spent >= best[0]:
            break
        for more, way in ways:
            if spent + more >= best[0]:
                break
            if not mask & way:
                best = (spent + more, way)
                break
    return best
