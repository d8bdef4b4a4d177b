"""The strategist: it tries the engine's own actions on a state it imagines, and judges what comes of them one line ahead."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from typing import Any

from rules.chance import Chance
from rules.game import Action, Glimpse, Seat
from rules.parts.cardgame import Actions, Thinker
from rules.planetary_conquerors import advice
from rules.planetary_conquerors.computer.judging import Judge
from rules.planetary_conquerors.field import Field
from rules.planetary_conquerors.offers import NONE, THROWN, Offers
from rules.planetary_conquerors.polling import PASS
from rules.planetary_conquerors.state import State, Thing

STEPS = 80
"""A line of play is followed so far, at most."""
AIMS = 10
"""So many ways to aim or to pay are tried."""
GOALS, FORCES = 5, 4
"""So many targets and attackers are tried for the next attack."""
RESTING = ("main", "attack", "trap", "kuk")
"""Decisions at which a line of play is judged."""
MARGIN, REACTION = 0.2, 0.8
"""An action must be worth so much more than doing nothing, in one's own turn and in a window."""
END: Actions = (("end",),)
"""The end of the main phase is judged as the position is: the card drawn later on comes anyway."""


class Mind(Thinker[State]):
    """One decision of a seat in a state it imagines."""

    def __init__(self, rules: Any, state: State, seat: Seat) -> None:
        super().__init__(rules, state, seat)
        self.judge = Judge(rules.content, seat)
        self.offers = Offers(Field(rules.content, state), seat)

    # Following a line of play

    def follow(self, row: Actions) -> float:
        """What a row of actions is worth once everything it started has been played out."""
        state = self.state
        for action in row if row != END else ():
            state = self.rules.apply(state, self.seat, action).state
        return self.judge.value(self._settle(state))

    def _settle(self, state: State) -> State:
        """Everybody passes and answers in a simple way until the active seat goes on with its turn."""
        for _ in range(STEPS):
            if state.over or state.ask is None or state.ask.kind in RESTING:
                break
            state = self.rules.apply(state, state.ask.seat, self._simple(state)).state
        return state

    def _simple(self, state: State) -> Action:
        """An answer without much thought."""
        ask = state.ask
        assert ask is not None
        offers = Offers(Field(self.rules.content, state), ask.seat)
        if ask.kind == "block":
            return blocking(offers)
        if ask.kind == "optional":
            return ("yes",)
        if ask.kind == "target" and not ask.up_to:
            return self._aimed(state, offers)
        return advice.default(offers)

    def _aimed(self, state: State, offers: Offers) -> Action:
        """The target that looks best to whoever chooses."""
        judge = Judge(self.rules.content, offers.seat)
        best, found = advice.first(offers), -1e9
        for word in offers.options[:AIMS]:
            action = ("choose", word)
            if not any(w.text == word and w.end for w in offers.words(("choose",))):
                continue
            value = judge.value(self._passed(self.rules.apply(state, offers.seat, action).state))
            if value > found:
                best, found = action, value
        return best

    def _passed(self, state: State) -> State:
        """Passes only, until anything else is asked."""
        for _ in range(STEPS):
            if state.ask is None or state.over or state.ask.kind != "react":
                break
            state = self.rules.apply(state, state.ask.seat, PASS).state
        return state

    # Candidates

    def plays(self) -> Iterator[Actions]:
        """Cards and paid effects, each way to pay for them."""
        offers = self.offers
        for word in offers.playable:
            yield (("play", word),)
        for word, names in offers.usable.items():
            for name in names:
                victims = offers.victims(word, name)
                if victims:
                    yield from ((("activate", word, name, v),) for v in victims[:AIMS])
                else:
                    yield (("activate", word, name),)

    def attacks(self) -> Iterator[Actions]:
        """One more attacker, or all that are left against one target."""
        offers, field = self.offers, self.offers.field
        able = sorted((t for t in offers.attackers if field.attack(t)), key=lambda t: -field.attack(t))
        lead = {s: field.building_hp(s) for s in field.state.living()}
        goals = sorted(offers.goals, key=lambda t: (t.hp - (6 if t.is_mine else lead[t.controller] / 3), t.uid))[:GOALS]
        for goal in goals:
            for t in able[:FORCES]:
                yield (self._on(t, goal), ("confirm",))
            if len(able) > 1:
                yield (*(self._on(t, goal) for t in able), ("confirm",))

    def _on(self, t: Thing, goal: Thing) -> Action:
        return ("attack", self.offers.field.word(t.uid), self.offers.field.word(goal.uid))

    # Decisions

    def mulligan(self) -> Action:
        """Three dear cards for three others, where nothing can be begun with the hand."""
        content, hand = self.rules.content, self.offers.side.hand
        cheap = [w for w in hand if content.types[w] != "trap" and content.cards[w].price.total <= 2]
        miners = [w for w in hand if content.types[w] == "miner"]
        if len(cheap) >= 2 or (cheap and miners):
            return ("keep",)
        rest = sorted((w for w in hand if w not in miners), key=lambda w: -content.cards[w].price.total)[:THROWN]
        return ("mulligan", *content.sort(rest)) if len(rest) == THROWN else ("keep",)

    def kuk(self) -> Action:
        """Cards that are worth less than what follows go to the bottom."""
        state = self.state
        deck = state.sides[self.seat].library[len(state.looked) :]
        usual = mean(self.judge.card(state, w) for w in deck) if deck else 0.0
        poor = [w for w in state.looked if self.judge.card(state, w) < usual - 0.5]
        return ("bottom", *poor) if poor and deck else ("keep",)

    def look(self) -> Action:
        """The best card is taken; what is poor goes to the bottom."""
        offers = self.offers
        action: Action = ("look",)
        while words := [w for w in offers.words(action) if w.text != NONE or len(offers.words(action)) == 1]:
            ends = {w.text for w in words} & {"top", "bottom"}
            if ends:
                word = "top" if self.judge.card(self.state, action[-1]) > 3.0 else "bottom"
            else:
                word = max((w.text for w in words), key=lambda w: self.judge.card(self.state, w) if w != NONE else 0.0)
            action = (*action, word)
        return action

    def trap(self) -> Action:
        """A trap in front of what is worth most to others."""
        offers = self.offers
        if not offers.traps:
            return ("end",)
        content = self.rules.content
        card = max(offers.traps, key=lambda w: (content.cards[w].rarity, w))
        guarded = min(offers.columns, key=lambda t: len(offers.field.column(t.uid)) * 4 - (5 if t.is_mine else t.hp / 2))
        return ("place", card, offers.field.word(guarded.uid), "1")

    def trapback(self) -> Action:
        card = max(self.offers.traps, key=lambda w: (self.rules.content.cards[w].rarity, w))
        return ("place", card, self.offers.field.word(self.offers.columns[0].uid), "1")

    def choices(self) -> list[Actions]:
        """Every answer to a small question."""
        rows: list[Actions] = []
        for verb in self.offers.words(()):
            if verb.end:
                rows.append(((verb.text,),))
            rows += [((verb.text, w.text),) for w in self.offers.words((verb.text,))[: 2 * AIMS] if w.end]
        return rows or [(advice.first(self.offers),)]


def blocking(offers: Offers) -> Action:
    """A block that kills without loss, that costs nothing, or that saves a mine; else none."""
    field, state = offers.field, offers.state
    best: tuple[float, Action] = (0.0, ("done",))
    mine = state.mine(offers.seat)
    harm = sum(field.attack(field.by_word[a]) for a in offers.blocks if field.assaults[field.by_word[a].uid].target == mine.uid)
    for a, able in offers.blocks.items():
        attacker = field.by_word[a]
        power = field.attack(attacker)
        target = state.things[field.assaults[attacker.uid].target]
        saved = 0.9 * power + (8 if target.is_mine and harm >= mine.hp else 0) + (2 if not target.is_mine and power >= target.hp else 0)
        for b in able:
            blocker = field.by_word[b]
            dies = max(0, power - field.shielding(blocker)) >= blocker.hp
            kills = max(0, field.attack(blocker) - field.shielding(attacker)) >= attacker.hp
            worth = saved + (2.2 + 0.8 * power if kills else 0) - (0.9 * field.attack(blocker) + 0.6 * blocker.hp + 1.2 if dies else 0.25 * power)
            if worth > best[0]:
                best = (worth, ("block", a, b))
    return best[1]


def reached(rules: Any, state: State, seat: Seat) -> State:
    """A window in which those who are asked before have passed: what an answer is meant for (PC-19.8)."""
    while state.polling and (first := state.polled()[0]) != seat:
        state = rules.apply(state, first, PASS).state
    return state


def strategist(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """Tries what it could do, follows each line until its turn goes on, and takes the best."""
    mind = Mind(rules, reached(rules, glimpse(chance), seat), seat)
    kind = mind.offers.kind
    if kind == "deck":
        return ("deck", chance.choice(list(rules.content.presets)))
    if kind in ("mulligan", "kuk", "look", "trap", "trapback"):
        action: Action = getattr(mind, kind)()
        return action
    if kind == "block":
        return blocking(mind.offers)
    if kind == "main":
        rows: list[Actions] = [END, *mind.plays()]
        if mind.offers.may_convert and mind.offers.side.stock[2] == 0 and mind.offers.side.stock[1] >= 5:
            rows.append((("convert",),))
        return mind.best(rows, MARGIN)[1][0]
    if kind == "react":
        return mind.best([(PASS,), *mind.plays()], REACTION)[1][0]
    if kind == "attack":
        rest: Actions = (("confirm",),) if mind.state.picks else ((NONE,),)
        return mind.best([rest, *mind.attacks()], MARGIN)[1][0]
    return mind.best(mind.choices())[1][0]
