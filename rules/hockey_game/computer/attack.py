"""The attacker's decisions: hero or special card, the move, cards after the dice (HG-6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.computers.weighed import Weighed
from rules.game import Action, Seat
from rules.hockey_game.attack_and_defence_values import counted
from rules.hockey_game.computer.cards_against_dice import Cards, Chances, Stakes, answered, least, mean, thrown
from rules.hockey_game.computer.dice import DICE
from rules.hockey_game.computer.evaluation import Pack, logit, sigmoid
from rules.hockey_game.computer.expected_goals import Heroes, curve
from rules.hockey_game.computer.round_decisions import FINISH, Decider, Opening
from rules.hockey_game.content import MOVES
from rules.hockey_game.legal_actions import bonuses, fitting, may_reroll


class Plan(NamedTuple):
    """A move to declare, and the share of the victory that it promises."""

    share: float
    move: str
    target: str

    @property
    def action(self) -> Action:
        return (self.move, self.target) if self.target else (self.move,)


class Declared(NamedTuple):
    """A move that is or might be declared, and the heroes on the table then."""

    move: str
    target: str
    heroes: Heroes


class Attack(Decider):
    """Evaluates the attacker's options over all hands and dice of the defender."""

    def attack_open(self) -> list[Weighed]:
        return self.gathered([(opening, self.plans(opening)[0].share) for opening in self.openings()])

    def attack_declare(self) -> list[Weighed]:
        turn = self.state.turn
        opening = Opening((), turn.special, "", "", tuple(self.side.hand))
        return [self.weighed(plan.share, plan.action) for plan in self.plans(opening, bool(turn.deployed))]

    def targets(self) -> list[str]:
        """The fields where the puck may go next, if the seat attacks."""
        turn = self.state.turn
        hands = self.openings() if self.state.stage == "attack_open" else [Opening((), turn.special, "", "", tuple(self.side.hand))]
        plans = [plan for opening in hands for plan in self.plans(opening)[:3]]
        return list(dict.fromkeys(plan.target for plan in sorted(plans, key=lambda p: -p.share) if plan.target))

    def plans(self, opening: Opening, deployed: bool = False) -> list[Plan]:
        """The moves possible after an opening, the best first."""
        seat, puck = self.seat, self.state.puck
        heroes = self.heroes(seat, opening.hero, opening.injured)
        mine = self.pack(self.state, seat, opening.hand)
        theirs = self.pack(self.state, 1 - seat)
        op = self.content.op(opening.special)
        found = []
        for move in MOVES:
            for target in ("",) if move == "shot" else self.ground.targets(seat, move, puck, op == "pass_free"):
                if self.news and target and (target, seat) not in self.news:
                    continue
                stakes = self.stakes(heroes, puck, target, mine, theirs)
                likely = curve(self._lead(Declared(move, target, heroes), opening.special))
                found.append((likely * stakes.odds(True, 0) + (1 - likely) * stakes.odds(False, 0), Declared(move, target, heroes)))
        found.sort(key=lambda f: -f[0])
        bare = deployed or bool(opening.hero)
        plans = [Plan(self._promise(opening, mine, declared, bare), declared.move, declared.target) for _, declared in found[: self.wide]]
        return sorted(plans, key=lambda p: -p.share)

    def _lead(self, declared: Declared, special: str) -> int:
        """By how much the seat is ahead without dice and cards."""
        assert self.now
        puck, (move, target, heroes) = self.state.puck, declared
        lead = self.prospects.lead(self.now.teams, heroes, (puck, self.seat), move, target)
        lead += self.added(self.seat, special, move, target, puck)
        if self.content.op(special) == "two_heroes":
            mine = heroes[self.seat]
            lead += self.best_hero(self.seat, mine, move, puck, 2) - self.best_hero(self.seat, mine, move, puck)
        return lead

    def _cards(self, mine: Pack, declared: Declared, cards: Sequence[str], forechecks: bool = False) -> Cards:
        """The seat's cards in an attack, against all the hands that the other may hold."""
        move, target, heroes = declared
        puck = self.state.puck
        every = []
        for world in self.worlds:
            hand = self.content.sort(world.sides[1 - self.seat].hand)
            if forechecks and hand:
                hand.remove(self.chance.choice(hand))
            every.append(self.stakes(heroes, puck, target, mine, self.pack(world, 1 - self.seat, hand)))

        @lru_cache(None)
        def answers(turned: int) -> Chances:
            return mean([self._answers(stakes, declared, turned) for stakes in every])

        return Cards(self.content, every[0], cards, answers, self.swing(self.seat, heroes, move, puck))

    def _promise(self, opening: Opening, mine: Pack, declared: Declared, bare: bool) -> float:
        """The expected share of the victory with a move, before the dice; `bare`: without cards (HG-5.2)."""
        hand = () if bare else fitting(self.content, list(opening.hand), declared.move)
        cards = self._cards(mine, declared, hand, opening.forechecks)
        lead = self._lead(declared, opening.special)
        shares = [(cards.best(lead + total).share, likely) for total, likely in self.dice(opening.special)]
        before = sum(share * likely for share, likely in shares)
        if self.content.op(opening.special) == "reroll":
            return sum(max(share, before) * likely for share, likely in shares)
        return before

    def attack_play(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        turn = state.turn
        heroes = self.heroes(self.seat)
        lead = turn.total - self.base(round_.move, heroes)
        mine = self.pack(state, self.seat)
        usable = bonuses(self.content, state)
        cards = self._cards(mine, Declared(round_.move, round_.target, heroes), usable)
        play = cards.best(lead)
        found = [self.weighed(cards.none(lead), FINISH)]
        if play.first:
            found.append(self.weighed(play.share, ("bonus", play.first)))
        if may_reroll(self.content, state):
            dice = sum(counted(self.content, turn.special, turn.dice))
            found.append(self.weighed(sum(p * cards.best(lead - dice + total).share for total, p in DICE), ("reroll",)))
        if (swap := self.swap()) and not turn.deployed:
            results = self.results(heroes)
            shares = []
            for hand in self.swapped(swap):
                new = self.pack(state, self.seat, hand)
                usable = [w for w in fitting(self.content, list(hand), round_.move) if not (turn.symbol and self.content.cards[w].referee)]
                better = sum(
                    new.value(then, True) - mine.value(then, True)
                    for won in (True, False)
                    for then in results.of(won, round_.puck, round_.target, 0)[:1]
                )
                share = cards.holding(new, usable).best(lead).share
                shares.append(sigmoid(logit(share) + better / 2))
            found.append(self.weighed(self.without_time(sum(shares) / len(shares)), ("time", *swap)))
        return found

    # What the defender may answer

    def _answers(self, stakes: Stakes, declared: Declared, turned: int) -> Chances:
        """The chances of a round before the defender's turn, by what the defender lacks: the best of a hero, a special card, and neither."""
        content, seat = self.content, 1 - self.seat
        move, target, heroes = declared
        hand, puck = stakes.defender.hand, self.state.puck
        swing = self.swing(seat, heroes, move, puck)
        cards = fitting(content, hand, move)
        best = thrown(answered(content, stakes, cards, turned, swing))
        here = self.best_hero(seat, heroes[seat], move, puck)
        for hero in dict.fromkeys(w for w in hand if content.cards[w].kind == "hero"):
            more = max(0, self.best_hero(seat, [hero], move, puck) - here)
            then = self.stakes(self.heroes_with(heroes, seat, hero), puck, target, stakes.attacker, self.without(stakes.defender, hero))
            best = least(best, thrown(answered(content, then, (), turned, ()), DICE, more))
        for word in dict.fromkeys(w for w in hand if content.cards[w].kind == "special" and content.cards[w].when != "attack"):
            dice, more = self.dice(word), self.added(seat, word, move, target, puck)
            if content.op(word) == "mute_hero":
                more += self.best_hero(self.seat, heroes[self.seat], move, puck)
            if dice is DICE and not more:
                continue
            then = Stakes(stakes.after, stakes.attacker, self.without(stakes.defender, word))
            best = least(best, thrown(answered(content, then, cards, turned, swing), dice, more))
        return best

    @staticmethod
    def heroes_with(heroes: Heroes, seat: Seat, hero: str) -> Heroes:
        """The heroes on the table with one more."""
        mine = tuple(sorted((*heroes[seat], hero)))
        return (mine, heroes[1]) if seat == 0 else (heroes[0], mine)
