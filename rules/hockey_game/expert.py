"""A computer that weighs each decision of a round exactly over the dice, and over hands that the other seat may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rules.game import Action, Seat
from rules.hockey_game import draft, specials
from rules.hockey_game.content import MOVES
from rules.hockey_game.ground import CENTRE
from rules.hockey_game.judging import DICE, rating
from rules.hockey_game.offers import bonuses, fitting, heroes_in_hand, may_reroll
from rules.hockey_game.prospects import Heroes, Place, curve
from rules.hockey_game.standing import FULL, Pack, Results, Scene, Then, logit, scene, sigmoid
from rules.hockey_game.state import HAND, Round, State, Turn
from rules.hockey_game.values import attributes, counted, hero_value, lines, special_value
from rules.hockey_game.weighing import Cards, Chances, Dice, Stakes, Swing, answered, least, mean, thrown, two_dice
from rules.parts.chance import Chance

FINALISTS = 6
"""So many moves are weighed with all cards; the others look worse without."""
DRAWS = 4
"""So many draws are tried where a card or TIME brings new cards."""
_GO_ON: Action = ("go_on",)
_FINISH: Action = ("finish",)


class Weighed(NamedTuple):
    """An action and the share of the game that its seat may expect."""

    share: float
    action: Action


class Opening(NamedTuple):
    """How a turn may begin: the action, the special card and the hero that it brings, and the hands that the seat and the other may then have."""

    action: Action
    special: str = ""
    hero: str = ""
    injured: str = ""
    hand: tuple[str, ...] = ()
    forechecks: bool = False


class Plan(NamedTuple):
    """What is to be declared, and the share of the game that it promises."""

    share: float
    move: str
    target: str

    @property
    def action(self) -> Action:
        return (self.move, self.target) if self.target else (self.move,)


class Expert:
    """Weighs the actions of one decision. There is a method for each stage, with its name; each gives what is worth thinking about."""

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
        self.swing = cache(self._swing)
        self._results: dict[Heroes, Results] = {}

    def weigh(self) -> list[Weighed]:
        """The actions, the best first."""
        found: list[Weighed] = getattr(self, self.state.stage)()
        return sorted(found, key=lambda w: -w.share)

    # What everything is made of

    def _heroes(self, seat: Seat, hero: str = "", injured: str = "") -> Heroes:
        """The heroes on the table, with one more of the seat and one fewer of the other."""
        found = [list(side.heroes) for side in self.state.sides]
        if hero:
            found[seat].append(hero)
        if injured:
            found[1 - seat].remove(injured)
        return tuple(sorted(found[0])), tuple(sorted(found[1]))

    def results(self, heroes: Heroes) -> Results:
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
        results = self.results(heroes)
        return Stakes(lambda won, turned: results.of(won, puck, target, turned), attacker, defender)

    def _swing(self, seat: Seat, heroes: Heroes, move: str, puck: str) -> Swing:
        """What turning a referee card does for a seat; a hero who is injured takes along what he adds."""
        attacker = self.state.present.attacker
        names = attributes(self.ground, Round(attacker, puck, [], move), 1 - seat)
        hurt = max((hero_value(self.content, h, names) for h in heroes[1 - seat]), default=0)
        left = self.state.referee or list(self.content.referee)
        found: Counter[int] = Counter()
        for code in left:
            effect = self.content.codes[code]
            found[effect.own - effect.opponent + (hurt if effect.op == "injure" else 0)] += 1
        return [(by, n / len(left)) for by, n in sorted(found.items())]

    def _best_hero(self, seat: Seat, heroes: Sequence[str], move: str, puck: str, count: int = 1) -> int:
        names = attributes(self.ground, Round(self.state.present.attacker, puck, [], move), seat)
        return sum(sorted((hero_value(self.content, h, names) for h in heroes), reverse=True)[:count])

    def _dice(self, special: str) -> Dice:
        effect = self.content.effect(special)
        return two_dice(effect.op, effect.value) if effect else DICE

    def _added(self, seat: Seat, special: str, move: str, target: str, puck: str) -> int:
        """What a special card surely adds to a value, lines that it crosses for nothing among it."""
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
        cost = {"speed": 1, "strength": 0, "pass": 1, "shot": 2}[move]
        return sure + crossed * cost - price

    # What the other seat may answer

    def answers(self, seat: Seat, state: State, stakes: Stakes, move: str, target: str, heroes: Heroes, turned: int) -> Chances:
        """A round before the defender's turn, by what is missing to it then; it holds the cards of this world."""
        content = self.content
        hand = stakes.defender.hand
        puck = state.puck
        swing = self.swing(seat, heroes, move, puck)
        cards = fitting(content, hand, move)
        best = thrown(answered(content, stakes, cards, turned, swing))
        here = self._best_hero(seat, heroes[seat], move, puck)
        for hero in dict.fromkeys(w for w in hand if content.cards[w].kind == "hero"):
            with_him = self._with(heroes, seat, hero)
            more = max(0, self._best_hero(seat, [hero], move, puck) - here)
            then = self.stakes(with_him, puck, target, stakes.attacker, self.without(stakes.defender, hero))
            alone = thrown(answered(content, then, (), turned, ()), DICE, more)
            best = least(best, alone)
        for word in dict.fromkeys(w for w in hand if content.cards[w].kind == "special" and content.cards[w].when != "attack"):
            op = content.cards[word].op
            dice = self._dice(word)
            more = self._added(seat, word, move, target, puck)
            if op == "mute_hero":
                more += self._best_hero(1 - seat, heroes[1 - seat], move, puck)
            if dice is DICE and not more:
                continue
            then = Stakes(stakes.after, stakes.attacker, self.without(stakes.defender, word))
            best = least(best, thrown(answered(content, then, cards, turned, swing), dice, more))
        return best

    @staticmethod
    def _with(heroes: Heroes, seat: Seat, hero: str) -> Heroes:
        mine = tuple(sorted((*heroes[seat], hero)))
        return (mine, heroes[1]) if seat == 0 else (heroes[0], mine)

    def without(self, pack: Pack, word: str) -> Pack:
        hand = pack.hand[:]
        hand.remove(word)
        new = Pack(self.worth, hand, ())
        new.drawn = pack.drawn
        return new

    # Attack

    def openings(self) -> list[Opening]:
        """What a turn may begin with. A card that brings others is tried with several draws."""
        content, side = self.content, self.side
        hand = tuple(side.hand)
        found = [Opening(_GO_ON, hand=hand)]
        for hero in heroes_in_hand(content, self.state):
            found.append(Opening(("deploy", hero), hero=hero, hand=_less(hand, hero)))
        for word in specials.playable(content, self.state):
            op = content.cards[word].op
            rest = _less(hand, word)
            begun = Opening(("special", word), special=word, hand=rest)
            if op == "injure":
                found += [begun._replace(injured=h) for h in dict.fromkeys(self.other.heroes)]
            elif op == "draw":
                found += [begun._replace(hand=(*rest, *drawn)) for drawn in self._draws(min(2, HAND - len(rest)))]
            elif op == "recover":
                found += [begun._replace(hand=(*rest, card)) for card in specials.recoverable(content, self.state)]
            elif op == "opp_discard":
                found.append(begun._replace(forechecks=True))
            else:
                found.append(begun)
        return found

    def _draws(self, n: int, discarded: Sequence[str] = ()) -> list[tuple[str, ...]]:
        """What the seat may draw."""
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

    def _gathered(self, found: Sequence[tuple[Opening, float]]) -> list[Weighed]:
        """The shares by action: the mean over draws, the best of what the seat may choose itself."""
        by: dict[Action, list[float]] = {}
        chosen = {"injure", "recover"}
        for opening, share in found:
            by.setdefault(opening.action, []).append(share)
        return [
            Weighed(max(shares) if action[-1] in self.content.cards and self.content.op(action[-1]) in chosen else sum(shares) / len(shares), action)
            for action, shares in by.items()
        ]

    def attack_open(self) -> list[Weighed]:
        return self._gathered([(opening, self.plans(opening)[0].share) for opening in self.openings()])

    def attack_declare(self) -> list[Weighed]:
        turn = self.state.turn
        opening = Opening((), turn.special, "", "", tuple(self.side.hand))
        return [Weighed(plan.share, plan.action) for plan in self.plans(opening, bool(turn.deployed))]

    def targets(self) -> list[str]:
        """Where the puck may well go next, if the seat attacks."""
        turn = self.state.turn
        hands = self.openings() if self.state.stage == "attack_open" else [Opening((), turn.special, "", "", tuple(self.side.hand))]
        plans = [plan for opening in hands for plan in self.plans(opening)[:3]]
        return list(dict.fromkeys(plan.target for plan in sorted(plans, key=lambda p: -p.share) if plan.target))

    def plans(self, opening: Opening, deployed: bool = False) -> list[Plan]:
        """The moves that an opening leads to, the best first."""
        seat, puck = self.seat, self.state.puck
        heroes = self._heroes(seat, opening.hero, opening.injured)
        mine = self.pack(self.state, seat, opening.hand)
        theirs = self.pack(self.state, 1 - seat)
        op = self.content.op(opening.special)
        found = []
        for move in MOVES:
            for target in ("",) if move == "shot" else self.ground.targets(seat, move, puck, op == "pass_free"):
                if self.news and target and (target, seat) not in self.news:
                    continue
                stakes = self.stakes(heroes, puck, target, mine, theirs)
                lead = self._lead(heroes, move, target, opening.special)
                likely = curve(lead)
                found.append((likely * stakes.odds(True, 0) + (1 - likely) * stakes.odds(False, 0), move, target, lead))
        found.sort(reverse=True)
        plans = [
            Plan(self._promise(opening, heroes, mine, move, target, lead, deployed or bool(opening.hero)), move, target)
            for _, move, target, lead in found[: self.wide]
        ]
        return sorted(plans, key=lambda p: -p.share)

    def _lead(self, heroes: Heroes, move: str, target: str, special: str) -> int:
        """By how much the seat is ahead without dice and cards."""
        assert self.now
        puck = self.state.puck
        lead = self.prospects.lead(self.now.teams, heroes, (puck, self.seat), move, target)
        lead += self._added(self.seat, special, move, target, puck)
        if self.content.op(special) == "two_heroes":
            mine = heroes[self.seat]
            lead += self._best_hero(self.seat, mine, move, puck, 2) - self._best_hero(self.seat, mine, move, puck)
        return lead

    def _cards(self, mine: Pack, heroes: Heroes, move: str, target: str, cards: Sequence[str], forechecks: bool = False) -> Cards:
        """The seat's cards in an attack, against all the hands that the other may hold."""
        puck = self.state.puck
        every = []
        for world in self.worlds:
            hand = self.content.sort(world.sides[1 - self.seat].hand)
            if forechecks and hand:
                hand.remove(self.chance.choice(hand))
            every.append((world, self.stakes(heroes, puck, target, mine, self.pack(world, 1 - self.seat, hand))))

        @cache
        def answers(turned: int) -> Chances:
            return mean([self.answers(1 - self.seat, world, stakes, move, target, heroes, turned) for world, stakes in every])

        return Cards(self.content, every[0][1], cards, answers, self.swing(self.seat, heroes, move, puck))

    def _promise(self, opening: Opening, heroes: Heroes, mine: Pack, move: str, target: str, lead: int, bare: bool) -> float:
        """The share of the game with a move that is to be declared, before the dice."""
        hand = () if bare else fitting(self.content, list(opening.hand), move)
        cards = self._cards(mine, heroes, move, target, hand, opening.forechecks)
        dice = self._dice(opening.special)
        shares = [(cards.best(lead + total).share, likely) for total, likely in dice]
        before = sum(share * likely for share, likely in shares)
        if self.content.op(opening.special) == "reroll":
            return sum(max(share, before) * likely for share, likely in shares)
        return before

    def attack_play(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        turn = state.turn
        heroes = self._heroes(self.seat)
        base = self._base(round_.move, heroes)
        lead = turn.total - base
        mine = self.pack(state, self.seat)
        usable = bonuses(self.content, state)
        cards = self._cards(mine, heroes, round_.move, round_.target, usable)
        play = cards.best(lead)
        finish = Weighed(cards.none(lead), _FINISH)
        found = [finish]
        if play.first:
            found.append(Weighed(play.share, ("bonus", play.first)))
        if may_reroll(self.content, state):
            dice = sum(counted(self.content, turn.special, turn.dice))
            found.append(Weighed(sum(p * cards.best(lead - dice + total).share for total, p in DICE), ("reroll",)))
        if (swap := self._swap()) and not turn.deployed:
            results = self.results(heroes)
            shares = []
            for hand in self._swapped(swap):
                new = self.pack(state, self.seat, hand)
                usable = [w for w in fitting(self.content, list(hand), round_.move) if not (turn.symbol and self.content.cards[w].referee)]
                better = sum(
                    new.value(then, True) - mine.value(then, True)
                    for won in (True, False)
                    for then in results.of(won, round_.puck, round_.target, 0)[:1]
                )
                share = cards.holding(new, usable).best(lead).share
                shares.append(sigmoid(logit(share) + better / 2))
            found.append(Weighed(self._without_time(sum(shares) / len(shares)), ("time", *swap)))
        return found

    def _without_time(self, share: float) -> float:
        """A share of the game once TIME has been called for it."""
        assert self.now
        return sigmoid(logit(share) - self.worth.public[-1] * self.now.left / FULL)

    def _swap(self) -> tuple[str, ...]:
        """The two cards of least use in this round and later, where TIME may be called; none where it may not."""
        if not self.side.time or not self.side.hand:
            return ()
        usable = Counter(bonuses(self.content, self.state))

        def use(word: str) -> float:
            return sum(self.worth.of[word]) + (self.content.cards[word].value if usable[word] else 0)

        return tuple(sorted(self.side.hand, key=lambda w: (use(w), self.content.order[w]))[:2])

    def _swapped(self, swap: Sequence[str]) -> list[tuple[str, ...]]:
        """The hands that the seat may hold after TIME."""
        rest = tuple(self.side.hand)
        for word in swap:
            rest = _less(rest, word)
        return [(*rest, *drawn) for drawn in self._draws(len(swap), swap)]

    def _base(self, move: str, heroes: Heroes) -> int:
        """The defender's value without dice and cards, as far as the attacker can tell."""
        state, round_ = self.state, self.state.present
        defender = 1 - round_.attacker
        names = attributes(self.ground, Round(round_.attacker, round_.puck, [], move), defender)
        team = self.content.teams[state.sides[defender].team].attributes
        base = sum(team[n] for n in names) + self._best_hero(defender, heroes[defender], move, round_.puck)
        return base + sum(p.n for p in round_.turns[defender].parts if p.source == "referee")

    # Defence

    def defend_open(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        seat, puck, move, target = self.seat, round_.puck, round_.move, round_.target
        attack = round_.turns[1 - seat]
        used = sum(p.n for p in attack.parts if p.source == "hero")
        found = []
        for opening in self.openings():
            heroes = self._heroes(seat, opening.hero, opening.injured)
            theirs = self.pack(state, 1 - seat)
            if opening.forechecks and theirs.hand:
                theirs = self.without(theirs, self.chance.choice(theirs.hand))
            stakes = self.stakes(heroes, puck, target, theirs, self.pack(state, seat, opening.hand))
            cards = () if opening.hero else fitting(self.content, list(opening.hand), move)
            chances = answered(self.content, stakes, cards, 0, self.swing(seat, heroes, move, puck))
            missing = attack.total - self._base(move, heroes)
            if opening.special:
                missing -= self._added(seat, opening.special, move, target, puck)
                if self.content.op(opening.special) == "mute_hero":
                    missing -= used
            if opening.injured:
                missing -= sum(p.n for p in attack.parts if p.source == "hero" and p.name == opening.injured)
            shares = [(chances.share(missing - total), p) for total, p in self._dice(opening.special)]
            before = sum(share * p for share, p in shares)
            if self.content.op(opening.special) == "reroll":
                before = sum(min(share, before) * p for share, p in shares)
            found.append((opening, 1 - before))
        return self._gathered(found)

    def defend_play(self) -> list[Weighed]:
        state, round_ = self.state, self.state.present
        seat, puck, move, target = self.seat, round_.puck, round_.move, round_.target
        missing = round_.turns[1 - seat].total - state.turn.total
        heroes = self._heroes(seat)
        theirs = self.pack(state, 1 - seat)
        swing = self.swing(seat, heroes, move, puck)
        stakes = self.stakes(heroes, puck, target, theirs, self.pack(state, seat))
        usable = bonuses(self.content, state)
        known = self.content.cards
        found = [Weighed(1 - stakes.odds(missing > 0, 0), _FINISH)]
        for word in dict.fromkeys(usable):
            rest = list(_less(tuple(usable), word))
            turned = int(known[word].referee)
            if turned:
                rest = [w for w in rest if not known[w].referee]
            chances = answered(self.content, Stakes(stakes.after, stakes.attacker, stakes.defender, (word,)), rest, turned, swing)
            ways: Swing = swing if turned else ((0, 1.0),)
            share = sum(p * chances.share(missing - known[word].value - by) for by, p in ways)
            found.append(Weighed(1 - share, ("bonus", word)))
        chances = answered(self.content, stakes, usable, 0, swing)
        if may_reroll(self.content, state):
            dice = sum(counted(self.content, state.turn.special, state.turn.dice))
            found.append(Weighed(1 - sum(p * chances.share(missing + dice - total) for total, p in DICE), ("reroll",)))
        if (swap := self._swap()) and not state.turn.deployed and missing > 0:
            shares = []
            for hand in self._swapped(swap):
                cards = [w for w in fitting(self.content, list(hand), move) if not (state.turn.symbol and known[w].referee)]
                then = Stakes(stakes.after, theirs, self.pack(state, seat, hand))
                shares.append(1 - answered(self.content, then, cards, 0, swing).share(missing))
            found.append(Weighed(self._without_time(sum(shares) / len(shares)), ("time", *swap)))
        return found

    # Side decisions, and before the game

    def restart_choice(self) -> list[Weighed]:
        """The seat has defended: it chooses what leaves least to the attacker."""
        seat, round_ = self.seat, self.state.present
        mine, theirs = self.pack(self.state, seat), self.pack(self.state, 1 - seat)
        thens: Sequence[Then] = self.results(self._heroes(seat)).of(False, round_.puck, "", 0)
        goal = self.ground.own_goal(seat)
        return [
            Weighed(1 - sigmoid(then.logit + theirs.value(then, True) - mine.value(then, False)), ("restart", field))
            for then, field in zip(thens, (goal.crease, *goal.circles), strict=True)
        ]

    def injury_target(self) -> list[Weighed]:
        """The hero whose loss hurts most: in this round, and until the period ends."""
        attacking = self.seat == self.state.present.attacker
        turn = self.state.present.turns[1 - self.seat]
        added = {p.name: p.n for p in turn.parts if p.source == "hero"}
        found = []
        for hero in self.content.sort(self.other.heroes):
            heroes = self._heroes(self.seat, "", hero)
            place = (self.state.puck, self.state.present.attacker)
            assert self.now
            goals = self.prospects.goals(self.now.teams, heroes, place, 8) * (1 if attacking else -1)
            found.append(Weighed(0.5 + 0.1 * goals + 0.02 * added.get(hero, 0), ("injure", hero)))
        return found

    def recover_pick(self) -> list[Weighed]:
        state = self.state
        found = []
        for word in specials.recoverable(self.content, state):
            one, other = self.worth.of[word]
            found.append(Weighed(0.5 + 0.01 * (one if state.attacking else other), ("recover", word)))
        return found

    def choose_team(self) -> list[Weighed]:
        return [Weighed(self._favoured(team), ("team", team)) for team in draft.left(self.content, self.state, "team")]

    def _favoured(self, team: str) -> float:
        """The share of the game with a team, against the other one or whichever that may be."""
        others = [self.other.team] if self.other.team else [t for t in self.content.teams if t != team]
        shares = []
        for other in others:
            teams = (team, other) if self.seat == 0 else (other, team)
            now = Scene(0, 1, 0, self.state.period_cards, teams, ((), ()), (True, True))
            odds = [self.worth.odds(now, CENTRE, attacker) for attacker in (0, 1)]
            shares.append(sigmoid(sum(odds) / 2 * (1 if self.seat == 0 else -1)))
        return sum(shares) / len(shares)

    def draft_pick(self) -> list[Weighed]:
        offered = draft.offered(self.content, self.state)
        if next(iter(offered)) in self.content.teams:
            return [Weighed(self._favoured(team), ("pick", team)) for team in offered]
        best = max(rating(self.content, word) for word in offered) or 1.0
        return [Weighed(0.5 * (1 + rating(self.content, word) / best) / 2, ("pick", word)) for word in offered]


def _less(hand: tuple[str, ...], word: str) -> tuple[str, ...]:
    """A hand without a card."""
    n = hand.index(word)
    return hand[:n] + hand[n + 1 :]
