"""Computer opponents. They see imagined states only (`rules.game.Opponent`), and look at no card that their seat may not see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.chance import Chance
from rules.computers.levels import Casual, Scripted
from rules.game import Action, Glimpse, Opponent, Seat
from rules.hockey_game import advice, draft, specials
from rules.hockey_game.computer.guide import GUIDE, Expectant
from rules.hockey_game.computer.judging import DICE, PRICE, SPECIAL_PRICE, Judge, Pocket, beats, rating, wins
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.ground import Ground
from rules.hockey_game.offers import bonuses, fitting, heroes_in_hand, may_reroll
from rules.hockey_game.state import State
from rules.hockey_game.values import counted

_GO_ON: Action = ("go_on",)
_FINISH: Action = ("finish",)
GOOD_TEAMS = 4
"""So many teams are good enough to be drafted."""


class Plan(NamedTuple):
    """What is to be declared, and what the round is then worth to the attacker."""

    worth: float
    move: str
    target: str


class Coach:
    """Plays one decision from what its seat may know: there is a method for each stage, with its name."""

    def __init__(self, judge: Judge, state: State, seat: Seat, chance: Chance) -> None:
        self.judge = judge
        self.content: Content = judge.content
        self.ground: Ground = judge.ground
        self.state = state
        self.seat = seat
        self.side = state.sides[seat]
        self.other = state.sides[1 - seat]
        self.chance = chance

    # Attack

    def plan(self, special: str = "", hero: str = "", cards: bool = True) -> Plan:
        """The best move to declare, with a special card or a new hero."""
        judge, state, seat = self.judge, self.state, self.seat
        teams = (state.sides[0].team, state.sides[1].team)
        op = self.content.op(special)
        extra = (hero,) if hero else ()
        best = Plan(-9.0, "shot", "")
        for move in MOVES:
            pockets = judge.pockets(state, seat, fitting(self.content, self.side.hand, move)) if cards and not hero else [Pocket((), 0, 0.0, False)]
            for target in ("",) if move == "shot" else self.ground.targets(seat, move, state.puck, op == "pass_free"):
                own = judge.base(teams, state.puck, seat, move, target, seat) + judge.heroes(state, seat, move, target, extra)
                base = judge.base(teams, state.puck, seat, move, target, 1 - seat) + judge.heroes(state, 1 - seat, move, target)
                boost = judge.boost(state, seat, special, move, target) if special else 0
                won, lost = judge.stakes(state, move, target)
                lead = own - base + round(boost)
                worth = lost
                for total, likely in DICE:
                    worth += likely * max(beats(lead + total + p.value, len(self.other.hand)) * (won - lost) - p.price for p in pockets)
                if worth > best.worth:
                    best = Plan(worth, move, target)
        return best

    def attack_open(self) -> Action:
        """The best of a hero, a special card, and going on."""
        choices: list[tuple[float, Action]] = [(self.plan().worth, _GO_ON)]
        for hero in heroes_in_hand(self.content, self.state):
            gain = self.judge.hero(self.state, hero, self.side.heroes)
            choices.append((self.plan("", hero).worth + gain, ("deploy", hero)))
        for word in specials.playable(self.content, self.state):
            gain = self.judge.aside(self.state, self.seat, word) - SPECIAL_PRICE
            choices.append((self.plan(word).worth + gain, ("special", word)))
        return max(choices, key=lambda c: c[0])[1]

    def attack_declare(self) -> Action:
        turn = self.state.turn
        plan = self.plan(turn.special, "", not turn.deployed)
        return (plan.move, plan.target) if plan.target else (plan.move,)

    def attack_play(self) -> Action:
        """Cards as far as they are worth it; the dice again if they are poor."""
        state, judge, round_ = self.state, self.judge, self.state.present
        won, lost = judge.stakes(state, round_.move, round_.target)
        teams = (state.sides[0].team, state.sides[1].team)
        base = judge.base(teams, round_.puck, self.seat, round_.move, round_.target, 1 - self.seat)
        base += judge.heroes(state, 1 - self.seat, round_.move, round_.target)
        base += sum(p.n for p in round_.turns[1 - self.seat].parts)
        lead = state.turn.total - base
        cards = bonuses(self.content, self.state)
        pockets = judge.pockets(state, self.seat, cards, state.turn.symbol)

        def best(lead: int) -> tuple[float, Pocket]:
            return max(((self._holds(lead, p) * (won - lost) - p.price, p) for p in pockets), key=lambda found: found[0])

        now, pocket = best(lead)
        if may_reroll(self.content, self.state):
            dice = sum(counted(self.content, state.turn.special, state.turn.dice))
            if sum(likely * best(lead - dice + total)[0] for total, likely in DICE) > now:
                return ("reroll",)
        return ("bonus", self._first(pocket)) if pocket.cards else _FINISH

    def _holds(self, lead: int, pocket: Pocket) -> float:
        cards = len(self.other.hand)
        if not pocket.symbol:
            return beats(lead + pocket.value, cards)
        return sum(likely * beats(lead + pocket.value + by, cards) for by, likely in self.judge.referee(self.state))

    def _first(self, pocket: Pocket) -> str:
        """The card to begin with: one that turns a referee card, since the rest may then be needless."""
        return max(pocket.cards, key=lambda w: (self.content.cards[w].referee, self.content.cards[w].value))

    # Defence

    def _defending(self) -> tuple[int, float]:
        """The attacker's value, and what the round is worth to who wins it."""
        state, judge, round_ = self.state, self.judge, self.state.present
        won, lost = judge.stakes(state, round_.move, round_.target)
        return round_.turns[round_.attacker].total, won - lost

    def _stops(self, need: int, stake: float, pockets: list[Pocket]) -> float:
        """What the defence is worth when so much is missing before the dice."""
        found = 0.0
        for total, likely in DICE:
            missing = need - total
            found += likely * max(self._reaches(missing, p) * stake - p.price for p in pockets)
        return found

    def _reaches(self, missing: int, pocket: Pocket) -> float:
        if not pocket.symbol:
            return 1.0 if pocket.value >= missing else 0.0
        return sum(likely for by, likely in self.judge.referee(self.state) if pocket.value + by >= missing)

    def defend_open(self) -> Action:
        """A hero when cards would not help or are not needed; a special card where it turns the round."""
        state, judge, round_ = self.state, self.judge, self.state.present
        total, stake = self._defending()
        teams = (state.sides[0].team, state.sides[1].team)
        move, target = round_.move, round_.target
        base = judge.base(teams, round_.puck, round_.attacker, move, target, self.seat) + sum(p.n for p in state.turn.parts)
        pockets = judge.pockets(state, self.seat, fitting(self.content, self.side.hand, move))
        nothing = [Pocket((), 0, 0.0, False)]
        heroes = judge.heroes(state, self.seat, move, target)
        choices: list[tuple[float, Action]] = [(self._stops(total - base - heroes, stake, pockets), _GO_ON)]
        for hero in heroes_in_hand(self.content, self.state):
            with_him = judge.heroes(state, self.seat, move, target, (hero,))
            gain = judge.hero(state, hero, self.side.heroes)
            choices.append((self._stops(total - base - with_him, stake, nothing) + gain, ("deploy", hero)))
        for word in specials.playable(self.content, state):
            gain = judge.aside(state, self.seat, word) - SPECIAL_PRICE
            boost = judge.boost(state, self.seat, word, move, target)
            if self.content.cards[word].op == "injure":
                used = round_.turns[round_.attacker].parts
                boost = max((p.n for p in used if p.source == "hero"), default=0)
            choices.append((self._stops(total - base - heroes - round(boost), stake, pockets) + gain, ("special", word)))
        return max(choices, key=lambda c: c[0])[1]

    def defend_play(self) -> Action:
        """The cheapest cards that reach the attacker's value, if the round is worth them."""
        state, judge = self.state, self.judge
        total, stake = self._defending()
        missing = total - state.turn.total
        if missing <= 0:
            return _FINISH
        pockets = judge.pockets(state, self.seat, bonuses(self.content, self.state), state.turn.symbol)
        now, pocket = max(((self._reaches(missing, p) * stake - p.price, p) for p in pockets), key=lambda found: found[0])
        if may_reroll(self.content, self.state):
            dice = sum(counted(self.content, state.turn.special, state.turn.dice))
            if self._stops(missing + dice, stake, pockets) > now:
                return ("reroll",)
        if not pocket.cards and self._time_helps(missing, stake):
            return self._swap()
        return ("bonus", self._first(pocket)) if pocket.cards else _FINISH

    # TIME and side decisions

    def _time_helps(self, missing: int, stake: float) -> bool:
        """Whether two fresh cards may well save what is lost otherwise; only for shots and the like."""
        if not self.side.time or not self.side.hand or self.state.turn.deployed or stake < 0.5:
            return False
        mine = sum(self.content.cards[w].value for w in bonuses(self.content, self.state))
        return 0 < missing - mine <= 3

    def _swap(self) -> Action:
        """The cards of least use now."""
        move = self.state.present.move
        cards = self.content.cards

        def use(word: str) -> float:
            card = cards[word]
            return card.value if card.kind == "bonus" and card.attribute in (None, move) else 0.0

        worst = sorted(self.side.hand, key=lambda w: (use(w), self.content.order[w]))[:2]
        return ("time", *worst)

    def restart_choice(self) -> Action:
        """From the crease, or a faceoff on the circle that is worth more."""
        state, judge, seat = self.state, self.judge, self.seat
        goal = self.ground.own_goal(seat)
        choices = [(judge.field(state, goal.crease, seat), goal.crease)]
        strength = [self.content.teams[s.team].attributes["strength"] for s in state.sides]
        for s, side in enumerate(state.sides):
            strength[s] += max((self.content.cards[h].attributes.get("strength", 0) for h in side.heroes), default=0)
        lead = strength[seat] - strength[1 - seat]
        tie = wins(lead + 1) - wins(lead)
        likely = wins(lead) / max(0.01, 1 - tie)
        for circle in goal.circles:
            choices.append((likely * judge.field(state, circle, seat) - (1 - likely) * judge.field(state, circle, 1 - seat), circle))
        return ("restart", max(choices, key=lambda c: c[0])[1])

    def injury_target(self) -> Action:
        """The hero whose loss hurts most: in this round if he decides it, else for the rest of the period."""
        state, judge = self.state, self.judge
        turn = state.present.turns[1 - self.seat]
        added = {p.name: p.n for p in turn.parts if p.source == "hero"}

        def loss(hero: str) -> float:
            rest = [h for h in self.other.heroes if h != hero]
            return judge.hero(state, hero, rest) + 0.05 * added.get(hero, 0)

        return ("injure", max(self.content.sort(self.other.heroes), key=loss))

    def recover_pick(self) -> Action:
        def worth(word: str) -> float:
            card = self.content.cards[word]
            if card.kind == "hero":
                return self.judge.hero(self.state, word, self.side.heroes)
            return PRICE * card.value * (1.5 if card.attribute is None else 1.0)

        return ("recover", max(specials.recoverable(self.content, self.state), key=worth))

    # Before the game

    def choose_team(self) -> Action:
        return ("team", self.chance.choice(list(draft.left(self.content, self.state, "team"))))

    def draft_pick(self) -> Action:
        offered = sorted(draft.offered(self.content, self.state), key=lambda word: rating(self.content, word), reverse=True)
        # Any of the better teams will do, so that not every draft begins alike.
        return ("pick", self.chance.choice(offered[:GOOD_TEAMS]) if offered[0] in self.content.teams else offered[0])


def coach(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """Chooses moves by expected success over dice and known cards, and keeps its cards for rounds that matter."""
    opponent = Coach(rules.judge, glimpse(chance), seat, chance)
    return getattr(opponent, opponent.state.stage)()


def rookie(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """Plays the most likely move forward, every hero at once, and all the cards that make a difference now."""
    state = glimpse(chance)
    content, ground = rules.content, rules.ground
    opponent = Coach(rules.judge, state, seat, chance)
    stage = state.stage
    if stage in ("attack_open", "defend_open") and (heroes := heroes_in_hand(content, state)):
        return ("deploy", heroes[0])
    if stage in ("choose_team", "draft_pick"):
        return getattr(opponent, stage)()
    if stage == "defend_play":
        missing = state.present.turns[1 - seat].total - state.turn.total
        pockets = [p for p in rules.judge.pockets(state, seat, bonuses(content, state), state.turn.symbol) if p.value >= missing > 0]
        if pockets:
            return ("bonus", min(pockets, key=lambda p: p.value).cards[0])
    if stage == "attack_play" and (cards := bonuses(content, state)):
        return ("bonus", max(cards, key=lambda w: content.cards[w].value))
    return advice.default(content, ground, state)


OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, 0.3, 1.3),
    "normal": Scripted(coach),
    "hard": Expectant(GUIDE, 128),
    "coach": Scripted(coach),
    "rookie": Scripted(rookie),
}
