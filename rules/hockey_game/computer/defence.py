"""The defender's decisions, with move and attack value known (HG-6.2)."""

from __future__ import annotations

from rules.computers.weighed import Weighed
from rules.hockey_game.attack_and_defence_values import counted
from rules.hockey_game.computer.cards_against_dice import Stakes, Swing, answered
from rules.hockey_game.computer.dice import DICE
from rules.hockey_game.computer.round_decisions import FINISH, Decider, less
from rules.hockey_game.legal_actions import bonuses, fitting, may_reroll


class Defence(Decider):
    """Evaluates the defender's options exactly, except for cards yet to be drawn."""

    def defend_open(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        seat, puck, move, target = self.seat, round_.puck, round_.move, round_.target
        attack = round_.turns[1 - seat]
        used = sum(p.n for p in attack.parts if p.source == "hero")
        found = []
        for opening in self.openings():
            heroes = self.heroes(seat, opening.hero, opening.injured)
            theirs = self.pack(state, 1 - seat)
            if opening.forechecks and theirs.hand:
                theirs = self.without(theirs, self.chance.choice(theirs.hand))
            stakes = self.stakes(heroes, puck, target, theirs, self.pack(state, seat, opening.hand))
            cards = () if opening.hero else fitting(self.content, list(opening.hand), move)
            chances = answered(self.content, stakes, cards, 0, self.swing(seat, heroes, move, puck))
            missing = attack.total - self.base(move, heroes)
            if opening.special:
                missing -= self.added(seat, opening.special, move, target, puck)
                if self.content.op(opening.special) == "mute_hero":
                    missing -= used
            if opening.injured:
                missing -= sum(p.n for p in attack.parts if p.source == "hero" and p.name == opening.injured)
            shares = [(chances.share(missing - total), p) for total, p in self.dice(opening.special)]
            before = sum(share * p for share, p in shares)
            if self.content.op(opening.special) == "reroll":
                before = sum(min(share, before) * p for share, p in shares)
            found.append((opening, 1 - before))
        return self.gathered(found)

    def defend_play(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        seat, puck, move, target = self.seat, round_.puck, round_.move, round_.target
        missing = round_.turns[1 - seat].total - state.turn.total
        heroes = self.heroes(seat)
        theirs = self.pack(state, 1 - seat)
        swing = self.swing(seat, heroes, move, puck)
        stakes = self.stakes(heroes, puck, target, theirs, self.pack(state, seat))
        usable = bonuses(self.content, state)
        known = self.content.cards
        found = [self.weighed(1 - stakes.odds(missing > 0, 0), FINISH)]
        for word in dict.fromkeys(usable):
            rest = list(less(tuple(usable), word))
            turned = int(known[word].referee)
            if turned:
                rest = [w for w in rest if not known[w].referee]
            chances = answered(self.content, Stakes(stakes.after, stakes.attacker, stakes.defender, (word,)), rest, turned, swing)
            ways: Swing = swing if turned else ((0, 1.0),)
            share = sum(p * chances.share(missing - known[word].value - by) for by, p in ways)
            found.append(self.weighed(1 - share, ("bonus", word)))
        chances = answered(self.content, stakes, usable, 0, swing)
        if may_reroll(self.content, state):
            dice = sum(counted(self.content, state.turn.special, state.turn.dice))
            found.append(self.weighed(1 - sum(p * chances.share(missing + dice - total) for total, p in DICE), ("reroll",)))
        if (swap := self.swap()) and not state.turn.deployed and missing > 0:
            shares = []
            for hand in self.swapped(swap):
                cards = [w for w in fitting(self.content, list(hand), move) if not (state.turn.symbol and known[w].referee)]
                then = Stakes(stakes.after, theirs, self.pack(state, seat, hand))
                shares.append(1 - answered(self.content, then, cards, 0, swing).share(missing))
            found.append(self.weighed(self.without_time(sum(shares) / len(shares)), ("time", *swap)))
        return found
