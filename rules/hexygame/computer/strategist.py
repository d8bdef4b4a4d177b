"""A computer opponent that tries each line of play on a state it imagines, follows it until the stack is empty, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from rules.chance import Chance
from rules.game import Action, Glimpse, Seat
from rules.hexygame import energy
from rules.hexygame.advice import counterstrikes, whole
from rules.hexygame.computer.judging import Judge
from rules.hexygame.content import GainEnergy
from rules.hexygame.field import Field
from rules.hexygame.ground import FLAGS, NEIGHBOURS, distance
from rules.hexygame.offers import NONE, Offers, is_payment
from rules.hexygame.refusing import PASS
from rules.hexygame.state import State
from rules.parts.cardgame import Actions, Thinker

PLACES = 2
"""So many hexes are tried for each reality that is cast or moved."""
AIMS = 10
"""So many ways to aim a spell or an ability are tried."""
STEPS = 60
"""A line of play is followed so far, at most."""


class Mind(Thinker[State]):
    """One decision of a seat in a state it imagines."""

    def __init__(self, rules: Any, state: State, seat: Seat) -> None:
        super().__init__(rules, state, seat)
        self.judge = Judge(rules.content, seat)
        self.offers = Offers(Field(rules.content, state), seat)
        self.field = self.offers.field

    # Following a line of play

    def follow(self, row: Actions) -> float:
        """What a row of actions is worth once everything it started has been played out."""
        state = self.state
        for n, action in enumerate(row):
            if n:
                offers = Offers(Field(self.rules.content, state), self.seat)
                if self.rules.to_act(state) != (self.seat,) or not may(offers, action):
                    break
                action = whole(offers, action)
            state = self._settle(self.rules.apply(state, self.seat, action).state)
        return self.judge.value(state)

    def _settle(self, state: State) -> State:
        """Everybody passes until the stack is empty, but for a counterstrike that helps the opponent."""
        for _ in range(STEPS):
            if state.over or not (state.stack or state.pick):
                break
            seat = self.rules.to_act(state)[0]
            if state.pick is None and seat != self.seat and (better := self._countered(state)) is not None:
                state = better
                continue
            action = PASS if state.pick is None else self.rules.decision(state, seat).default
            state = self.rules.apply(state, seat, action).state
        return state

    def _countered(self, state: State) -> State | None:
        """The state after the opponent's best counterstrike, if it is better for them than none."""
        offers = Offers(Field(self.rules.content, state), 1 - self.seat)
        if offers.struck is None:
            return None
        mind = Mind(self.rules, state, 1 - self.seat)
        _, row = mind.best([(PASS,), *mind.counterstrikes()], 0.0)
        return self.rules.apply(state, 1 - self.seat, row[0]).state if row[0] != PASS else None

    # Candidates

    def rows(self) -> Iterator[Actions]:
        """What is worth trying in the Main Phase."""
        yield from self._castings()
        yield from self._activations()
        yield from self._attacks()
        yield from self._moves()

    def answers(self) -> Iterator[Actions]:
        """What is worth trying in response."""
        yield from self.counterstrikes()
        yield from self._castings()
        yield from self._activations()

    def counterstrikes(self) -> list[Actions]:
        """Each counterstrike, paid either way."""
        return [(whole(self.offers, action),) for action in counterstrikes(self.offers)]

    def _castings(self) -> Iterator[Actions]:
        content, offers = self.rules.content, self.offers
        for word in dict.fromkeys(offers.side.hand):
            card = content.cards[word]
            if not offers.may_cast(card) or self._is_energy(word):
                continue
            fuel = self._fuel(word)
            if fuel is None:
                continue
            aims = self._places(word) if card.is_reality else None
            if not fuel:
                if word in offers.castable:
                    yield from self._wholes(("cast", word), aims)
            elif card.is_reality and aims:
                yield (*fuel, ("cast", word, aims[0]))

    def _is_energy(self, word: str) -> bool:
        card = self.rules.content.cards[word]
        return card.type == "wizardry" and all(isinstance(e, GainEnergy) for e in card.spell.effects)

    def _fuel(self, word: str) -> Actions | None:
        """The energy cards and discards without which neither pool nor buildings pay for a card; None if they do not suffice."""
        offers, content = self.offers, self.rules.content
        cost = content.cards[word].cost
        if offers.affords(cost):
            return ()
        if not offers.slow or cost.total > 3:
            return None
        pool = offers.side.pool
        rest = list(offers.side.hand)
        rest.remove(word)
        row: list[Action] = []
        for other in sorted(rest, key=lambda w: (not self._is_energy(w), self.judge.card(w, rest))):
            if not energy.missing(pool, cost):
                break
            if self._is_energy(other):
                effect = content.cards[other].spell.effects[0]
                row.append(("cast", other))
                pool = energy.more(pool, effect.color, effect.amount)
            else:
                row.append(("discard", other))
                pool = energy.more(pool, "C", 1)
        return tuple(row) if not energy.missing(pool, cost) else None

    def _places(self, word: str) -> list[str]:
        free = sorted(self.offers.free, key=lambda h: -self.judge.spot(self.field, word, h))
        return free[:PLACES]

    def _wholes(self, prefix: Action, aims: list[str] | None = None) -> Iterator[Actions]:
        """Whole actions from a prefix on, each paid for; not all where there are very many."""
        found = 0
        for action in self._walk(prefix):
            if aims is None or action[len(prefix)] in aims:
                yield (action,)
                found += 1
                if found >= AIMS:
                    return

    def _walk(self, prefix: Action) -> Iterator[Action]:
        """All actions from a prefix on that end where only their payment is left to say."""
        words = self.offers.words(prefix)
        if not words or is_payment(words[0].text):
            yield whole(self.offers, prefix)
            return
        for word in words:
            yield from self._walk((*prefix, word.text))

    def _activations(self) -> Iterator[Actions]:
        for at, abilities in self.offers.activatable.items():
            for name, ability in abilities.items():
                if not ability.energy_only:
                    yield from self._wholes(("activate", at, name))

    def _attacks(self) -> Iterator[Actions]:
        """Each attack alone, and with everybody who can join."""
        offers = self.offers
        tried = set()
        for lead, targets in offers.attackers.items():
            for at in targets:
                yield (whole(offers, ("attack", lead, at)),)
                joiners: list[str] = []
                for joiner in offers.joiners(lead, at):
                    if not any(w.text == joiner for w in offers.words(("attack", lead, at, *joiners))):
                        break
                    joiners.append(joiner)
                    if (at, frozenset([lead, *joiners])) not in tried:
                        tried.add((at, frozenset([lead, *joiners])))
                        yield (whole(offers, ("attack", lead, at, *joiners)),)

    def _moves(self) -> Iterator[Actions]:
        offers = self.offers
        for r in self.field.own(self.seat):
            if r.hex in offers.movable and (path := self._path(r.hex, FLAGS[1 - self.seat], r.die)):
                steps = [("move", a, b) for a, b in pairwise((r.hex, *path))]
                yield (whole(offers, steps[0]), *steps[1:])
        for at, hexes in offers.movable.items():
            card = self.field.at[at].card
            here = self.judge.spot(self.field, card, at)
            better = sorted((h for h in hexes if self.judge.spot(self.field, card, h) > here), key=lambda h: -self.judge.spot(self.field, card, h))
            for to in better[:PLACES]:
                yield (whole(offers, ("move", at, to)),)

    def _path(self, start: str, goal: str, steps: int) -> tuple[str, ...]:
        """A way over empty hexes in so many steps at most; empty without one."""
        if distance(start, goal) > steps:
            return ()
        for at in sorted(NEIGHBOURS[start], key=lambda h: distance(h, goal)):
            if at in self.field.at:
                continue
            if at == goal:
                return (at,)
            if rest := self._path(at, goal, steps - 1):
                return (at, *rest)
        return ()

    # Other decisions

    def keeps(self) -> bool:
        """Whether a hand can begin: something to build, and not fewer cards than five."""
        hand = self.offers.side.hand
        content = self.rules.content
        bases = sum(w in content.basics for w in hand)
        return len(hand) <= 6 or 2 <= bases <= len(hand) - 2

    def choice(self) -> Action:
        """The option that leads furthest; cards are taken or given away by their worth."""
        pick, offers = self.state.pick, self.offers
        assert pick is not None
        if pick.kind in ("pick_discard", "pick_dig", "pick_search"):
            keep = pick.kind != "pick_discard" or pick.owner != self.seat
            order = sorted(offers.options, key=lambda w: self.judge.card(w, []), reverse=keep)
            taken = order[: pick.amount]
            return ("choose", *self.rules.content.sort(taken)) if taken else ("choose", NONE)
        rows: list[Actions] = [(("choose", *self._first_of(word)),) for word in offers.options[: AIMS * 2]]
        return self.best([r for r in rows if self.offers.ends(r[0])], 0.0)[1][0]

    def _first_of(self, word: str) -> list[str]:
        """The least choice that begins with a word."""
        action: Action = ("choose", word)
        while not self.offers.ends(action):
            further = self.offers.words(action)
            if not further:
                break
            action = (*action, further[0].text)
        return list(action[1:])


def may(offers: Offers, action: Action) -> bool:
    """Whether an action is legal, once it is paid for."""
    return any(w.text == action[-1] for w in offers.words(action[:-1]))


MARGIN = 0.35
"""An action must be worth so much more than doing nothing."""


def strategist(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """Tries what it could do, follows each line until the stack is empty, and takes the best."""
    mind = Mind(rules, glimpse(chance), seat)
    kind = mind.offers.kind
    if kind == "deck":
        return ("deck", chance.choice(list(rules.content.presets)))
    if kind == "mulligan":
        return ("keep",) if mind.keeps() else ("mulligan",)
    if mind.state.pick:
        return mind.choice()
    rows = list(mind.rows() if kind == "main" else mind.answers())
    return mind.best([(PASS,), *rows], MARGIN)[1][0]
