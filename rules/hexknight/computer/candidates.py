"""Plans for a turn: what a seat could do with its hand, how good that looks before any search, and the actions that carry it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.game import Action
from rules.hexknight import game_flow
from rules.hexknight.card_costs import gains, towards, worth
from rules.hexknight.changes import Run
from rules.hexknight.combat import wounds_from
from rules.hexknight.computer import hidden_hexes
from rules.hexknight.computer.affordable import hand
from rules.hexknight.computer.distances import approaches, compass, walks
from rules.hexknight.content import WOUND
from rules.hexknight.island import Grid, bits
from rules.parts.lazy import once

CARD = 0.2
"""Points that a card is worth while the deck, the clock of the phase, still lasts."""
SURPLUS = 6
"""How many cards more than a rival's a deck must hold for cards to be of little worth."""
WOUND_COST = 1.0
"""Points that a wound costs: two at the end, less while there is time to heal."""
SELECTION = 1.8
"""Points for a card of the offer: one for the score, the rest for its strength."""
STRONGER = 0.8
"""Points for more armour or a larger hand."""
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
CHOICE = (0.5, 0.2, 0.1)
"""What the best, the second and the third of the hopes at a place are worth."""
HOMES = {"village": 0.3, "castle": 0.5, "magic_circle": 0.1, "tomb": -2.0}
PLACES = 5
"""So many places without a fight are thought about."""
PLANS = 16


class Plan(NamedTuple):
    """What to do in the rest of a turn, as far as it can be foreseen.

    `lay` are cards for an exchange, a preparation or the rest, whichever the plan was made in; then where to go with which cards, whom to fight
    (-1 for nobody), the cards for the block (none where wounds are taken) and the strike, and the card to pick from an offer.
    """

    value: float
    step: str
    at: int
    lay: tuple[str, ...] = ()
    move: tuple[str, ...] = ()
    fight: int = -1
    block: tuple[str, ...] = ()
    strike: tuple[str, ...] = ()
    pick: str = ""


@once
def around_twice(ground: Grid) -> tuple[int, ...]:
    """For each hex, all that are at most two steps away."""
    found = []
    for near in ground.beside:
        wide = near
        for n in bits(near):
            wide |= ground.beside[n]
        found.append(wide)
    return tuple(found)


class Turn:
    """Finds the plans of the seat whose turn it is."""

    def __init__(self, run: Run) -> None:
        content, state = self.content, self.state = run.content, run.state
        self.island = run.island
        hero = self.hero = state.hero
        self.level = content.level(hero.experience)
        self.guards = state.guards
        self.last = state.last_round or not hero.deck
        rivals = [len(h.deck) for n, h in enumerate(state.heroes) if n != state.active and not h.finished]
        ahead = len(hero.deck) - min(rivals, default=len(hero.deck))
        # The first deck to run out ends the phase: cards that would be left over then cost nothing.
        self.card = 0.0 if self.last else CARD * min(max(1 - ahead / SURPLUS, 0.1), 1.6)
        self.over = self.last and state.phase == state.phases
        self.wound = 2.0 if self.over else WOUND_COST
        self._hopes: dict[int, list[float]] = {}
        self._afar: dict[int, list[float]] = {}
        self.roams = False
        order = content.order.__getitem__
        self.hand = hand(content, tuple(sorted((k for k in hero.hand + hero.play if k != WOUND), key=order)))
        self.open = state.revealed & ~self.guards

    # What things are worth

    def figures(self, at: int) -> tuple[int, int, float]:
        """Attack, defence and experience of a monster in sight, a guess while it is face down."""
        if at in self.state.down:
            return UNKNOWN_SOLDIER
        monster = self.content.monsters[self.state.monsters[at]]
        return monster.attack, monster.defence, monster.experience

    def prize(self, at: int) -> float:
        """The value of beating a monster."""
        return self.gain(self.figures(at)[2], self.island.feature[at])

    def gain(self, experience: float, feature: str) -> float:
        """The value of beating a monster on a feature: experience, ruins, levels reached."""
        before = self.hero.experience
        gain = experience + (feature == "ruins") + (0.4 if feature == "castle" and not self.over else 0.0)
        for line in self.content.levels[self.level.level + 1 :]:
            if line.experience > before + experience:
                break
            gain += SELECTION if line.gain == "card" else 0 if self.over else STRONGER
        return gain

    def wounds(self, at: int) -> int:
        return wounds_from(self.figures(at)[0], self.level.armour)

    def strength(self) -> float:
        """The attack and defence together that a full hand of the seat's cards has on average."""
        hero, content = self.hero, self.content
        both = count = 0
        for zone in (hero.deck, hero.hand, hero.play, hero.discard):
            for k in zone:
                both += content.attack[k] + content.defence[k]
                count += k != WOUND
        return both / (2 * max(count, 1)) * self.level.hand_size * 0.9

    def hope(self, attack: int, defence: int, prize: float, strength: float) -> float:
        """The value of a monster far away."""
        hope = prize - CARD * (attack + defence) / 1.6
        if attack + defence > strength:
            hope = max(0.4 * hope, prize - 1.2 * self.wound * wounds_from(attack, self.level.armour)) if defence <= strength else SLIM
        return hope

    def unseen(self, hexes: int) -> dict[int, list[float]]:
        """For each of some hexes, the values of what may be found from there in the fog, the best first."""
        strength = self.strength()

        def hope(hidden: hidden_hexes.Hidden) -> float:
            return self.hope(hidden.attack, hidden.defence, self.gain(hidden.experience, hidden.feature), strength)

        return hidden_hexes.hopes(self.content, self.island, self.state, hexes, hope)

    def hopes(self, hexes: int) -> dict[int, list[float]]:
        """For each of some hexes, the values of what may be fought or found from there, less the farther away; the best first."""
        island, ground, day = self.island, self.island.grid, self.state.day
        found: dict[int, list[float]] = {at: [] for at in bits(hexes)}
        cost, closed, guards = island.cost[day], ~self.open, self.guards

        def add(hope: float, goals: int) -> None:
            for paid, there in approaches(island, day, closed, guards, goals):
                for at in bits(there & hexes):
                    found[at].append(hope / (1 + (paid - cost[at]) / LEISURE))

        strength, near = self.strength(), found[self.hero.at]
        self.roams = hidden_hexes.roamed(self.state)
        for monster in bits(guards):
            attack, defence, _ = self.figures(monster)
            hope = self.hope(attack, defence, self.prize(monster), strength)
            if hope > 0:
                count = len(near)
                add(hope, ground.beside[monster])
                self.roams = self.roams and (hope <= SLIM or count == len(near))
        if self.roams:
            self.card *= ROAMING
            self._afar = self.unseen(hexes)
            for at, values in self._afar.items():
                found[at] += values
        else:
            unseen = ~self.state.revealed & compass(ground).whole
            add(FRONTIER, compass(ground).near(unseen, (compass(ground).whole,) * 6))
        for values in found.values():
            values.sort(reverse=True)
        return found

    def place(self, at: int) -> float:
        """The value of ending a turn on a hex."""
        if self.over:
            return 0.0
        value = sum(hope * share for hope, share in zip(self._hopes[at], CHOICE, strict=False)) + HOMES.get(self.island.feature[at], 0.0)
        unknown = hidden_hexes.of(self.content, self.island, self.state).hexes if self.roams else ~self.state.revealed
        return value + EXPLORE * (around_twice(self.island.grid)[at] & unknown).bit_count()

    def stay(self, at: int, acted: bool) -> float:
        """The value of a rest step on a hex: wounds healed."""
        points = (self.island.feature[at] in game_flow.HEALING) + (not (acted or self.state.acted))
        return self.wound * min(points, self.hero.hand.count(WOUND) + self.hero.play.count(WOUND)) if points else 0.0

    # Plans

    def plans(self) -> list[Plan]:
        """Plans for the rest of the turn, the best first."""
        found = _PLANNERS[self.state.step](self)
        found.sort(key=_value, reverse=True)
        return found[:PLANS]

    def reach(self) -> list[tuple[int, int]]:
        """The hexes that the hand can pay for, with their costs; the hero's own first."""
        state, here = self.state, self.hero.at
        limit = state.residue + self.hand.speed
        if state.step == "provocation":
            return [(here, 0)]
        closed = ~self.open | state.standing(state.active)
        return [(at, paid) for paid, hexes in walks(self.island, state.day, closed, self.guards, here) if paid <= limit for at in bits(hexes)]

    def walks(self, step: str = "") -> list[Plan]:
        """Plans of where to go, and whom to fight there."""
        step = step or self.state.step
        cards, residue = self.hand, self.state.residue
        here = self.hero.at
        reach = self.reach()
        if not self.over:
            self._hopes = self.hopes(sum(1 << at for at, _ in reach))
        base = self.place(here)
        beside = self.island.grid.beside
        rests, fights = [], []
        known: dict[int, float] = {}
        for at, cost in reach:
            need = cost - residue if at != here else 0
            ways = cards.covers("speed", need)
            if not ways:
                continue
            place = self.place(at) - base
            spent, mask = ways[0]
            gain = place + self.stay(at, at != here) - self.card * spent
            rests.append(Plan(gain, step, at, move=cards.cards(mask)))
            for monster in bits(beside[at] & self.guards):
                attack, defence, _ = self.figures(monster)
                prize = known.get(monster)
                if prize is None:
                    prize = known[monster] = self.prize(monster)
                outlook = place + prize + self.stay(at, True)
                for block, wounds in ((attack, 0), (0, self.wounds(monster))):
                    best = cards.cheapest(need, block, defence)
                    if best:
                        way, fight = best
                        value = outlook - self.card * fight.price - self.wound * wounds
                        fights.append(Plan(value, step, at, (), cards.cards(way), monster, cards.cards(fight.block), cards.cards(fight.strike)))
        if self._afar and self.waiting():
            rests = [p for p in rests if self._afar[p.at][:1] > self._afar[here][:1]] or rests
        rests.sort(key=_value, reverse=True)
        stays = [p for p in rests[PLACES:] if p.at == here]
        return rests[:PLACES] + stays + fights

    def fights(self) -> list[Plan]:
        """Plans for the fight that has been provoked."""
        at, here, cards = self.state.target, self.hero.at, self.hand
        attack, defence, _ = self.figures(at)
        prize = self.prize(at)
        found = []
        for block, wounds in ((attack, 0), (0, self.wounds(at))):
            for fight in cards.fights(block, defence)[:4]:
                value = prize - self.wound * wounds - self.card * fight.price
                found.append(Plan(value, "defence", here, (), (), at, cards.cards(fight.block), cards.cards(fight.strike)))
        if not found:
            blocks = cards.covers("defence", attack)
            if blocks:
                found.append(Plan(-self.card * blocks[0][0], "defence", here, (), (), at, cards.cards(blocks[0][1])))
            found.append(Plan(-self.wound * self.wounds(at), "defence", here, fight=at))
        return found

    def strikes(self) -> list[Plan]:
        at, here, cards = self.state.target, self.hero.at, self.hand
        fights = cards.fights(0, self.figures(at)[1])[:4]
        prize = self.prize(at)
        found = [Plan(prize - self.card * f.price, "attack", here, (), (), at, (), cards.cards(f.strike)) for f in fights]
        return found or [Plan(0.0, "attack", here, fight=at)]

    def picks(self) -> list[Plan]:
        """Plans of which card of the offer to take."""
        return [Plan(value, "selection", self.hero.at, pick=k) for k, value in gains(self.content, self.hero, self.state.offer).items()]

    def rests(self) -> list[Plan]:
        """Plans of which cards to heal with or to discard, beside free healing."""
        content, state, hero = self.content, self.state, self.hero
        here, have = hero.at, list(self.hand.kinds)
        points = game_flow.healing(content, self.island, state) - sum(content.meditation[k] for k in hero.play) + hero.play.count(WOUND)
        wounds = hero.hand.count(WOUND) + hero.play.count(WOUND)
        healing: list[str] = []
        for kind in sorted((k for k in have if content.meditation[k]), key=lambda k: worth(content, k)):
            if wounds > points:
                healing.append(kind)
                points += content.meditation[kind]
        idle = not state.acted and not state.spent and not healing
        found = [] if idle and self.waiting() else [Plan(0.0, "rest", here, lay=tuple(healing))]
        if healing:
            found.append(Plan(-1.0, "rest", here))
        left = list(have)
        for kind in healing:
            left.remove(kind)
        near = bool(self.island.grid.beside[here] & self.guards)

        def use(kind: str) -> float:
            c = content.cards[kind]
            return c.attack + c.defence + 0.4 * c.speed if near else c.speed + 0.3 * (c.attack + c.defence)

        left.sort(key=use)
        for n in {1, 2, 3, len(left)}:
            if 0 < n <= len(left):
                value = (0.1 if n == 1 else -0.2 * n) if idle else -0.3 * n
                found.append(Plan(value if not self.over else -n, "rest", here, lay=(*healing, *left[:n])))
        return found

    def waiting(self) -> bool:
        """Whether one more idle turn of a seat that is behind could end the phase (HK-12.4), though there is something to win."""
        hero = self.hero
        best = max(h.score for n, h in enumerate(self.state.heroes) if n not in self.state.resigned)
        able = hero.idle and hero.deck and self.hand.kinds and WOUND not in hero.hand + hero.play
        return bool(able and hero.score < best and (self.guards or self.unseen(1 << hero.at)[hero.at]))

    def preparations(self) -> list[Plan]:
        """Plans that first use cards for meditation, or not."""
        content, hero = self.content, self.hero
        found = self.walks("preparation")
        best = max(p.value for p in found)
        able = sorted((k for k in self.hand.kinds if content.meditation[k]), key=content.order.__getitem__)
        for lay in dict.fromkeys([*((k,) for k in able), tuple(able)]):
            count = min(sum(content.meditation[k] for k in lay), len(hero.deck))
            found.append(Plan(best - 0.5 + 0.3 * (count - len(lay)), "preparation", hero.at, lay=lay))
        return found

    def exchanges(self) -> list[Plan]:
        """Plans that first put cards under the deck (wounds, and weak ones), or not."""
        content, hero = self.content, self.hero
        found = self.walks("exchange")
        best = max(p.value for p in found)
        wounds = (WOUND,) * (hero.hand.count(WOUND) + hero.play.count(WOUND))
        weak = sorted(self.hand.kinds, key=lambda k: worth(content, k))
        for n in range(min(4, len(weak) + 1)):
            lay = (*wounds, *weak[:n])
            if lay and len(hero.deck) > len(wounds):
                found.append(Plan(best + 0.5 * len(wounds) - 0.5 - 0.1 * n, "exchange", hero.at, lay=lay))
        return found


_PLANNERS: dict[str, Callable[[Turn], list[Plan]]] = {
    "exchange": Turn.exchanges,
    "preparation": Turn.preparations,
    "movement": Turn.walks,
    "provocation": Turn.walks,
    "defence": Turn.fights,
    "attack": Turn.strikes,
    "selection": Turn.picks,
    "rest": Turn.rests,
}


def _value(plan: Plan) -> float:
    return plan.value


# Carrying out


def broken(run: Run, plan: Plan) -> bool:
    """Whether a plan says nothing for the present step: it is completed, or things have turned out differently."""
    step, state = run.state.step, run.state
    if step in ("selection", "rest", "exchange"):
        return plan.step != step
    if step == "preparation":
        return plan.step not in ("preparation", "exchange") or (plan.step == "exchange" and bool(plan.lay))
    if plan.lay:
        return True
    if step == "movement":
        if plan.at == run.hero.at:
            return False
        return not _holds(run.hero.hand + run.hero.play, plan.move)
    if step == "provocation":
        return plan.at != run.hero.at
    if step == "defence":
        monster = run.content.monsters[state.monsters[state.target]]
        have = run.hero.hand + run.hero.play
        return (
            not _holds(have, plan.block + plan.strike)
            or bool(plan.block and sum(run.content.defence[k] for k in plan.block) < monster.attack)
            or sum(run.content.attack[k] for k in plan.strike) < monster.defence
        ) and plan.step != "defence"
    return plan.step != "attack" and (
        not _holds(run.hero.hand + run.hero.play, plan.strike)
        or sum(run.content.attack[k] for k in plan.strike) < run.content.monsters[state.monsters[state.target]].defence
    )


def _holds(cards: list[str], wanted: tuple[str, ...]) -> bool:
    return all(cards.count(k) >= wanted.count(k) for k in wanted)


def next_action(run: Run, plan: Plan) -> Action:
    """The next action of a plan that is not broken."""
    state, hero = run.state, run.hero
    step = state.step
    if step in ("exchange", "preparation"):
        missing = list(plan.lay) if plan.step == step else []
        for kind in hero.play:
            if kind in missing:
                missing.remove(kind)
            else:
                return ("take_back", kind)
        return ("play", missing[0]) if missing else ("confirm",)
    if step == "movement":
        if plan.at == hero.at:
            return ("take_back", hero.play[-1]) if hero.play else ("confirm",)
        return towards(hero.play, plan.move, ("travel", run.label(plan.at)))
    if step == "provocation":
        return ("provoke", run.label(plan.fight)) if plan.fight >= 0 else ("decline",)
    if step == "defence":
        return towards(hero.play, plan.block, ("block",)) if plan.block else ("take_wounds",)
    if step == "attack":
        return towards(hero.play, plan.strike, ("strike",)) if plan.strike else ("give_up",)
    if step == "selection":
        return ("select", plan.pick)
    points = game_flow.healing(run.content, run.island, state)
    if WOUND in hero.hand and points > 0:
        return ("heal",)
    missing = list(plan.lay)
    for kind in hero.play:
        if kind in missing:
            missing.remove(kind)
    return ("play", missing[0]) if missing else ("confirm",)
