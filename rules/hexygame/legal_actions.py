"""The legal actions of a seat, word by word (HX-5, HX-6, HX-9, HX-11, HX-14).

Every action that costs energy may end with how it is paid. If the pool covers it, nothing more need be said; `pay crr` names the exact energies
(HX-5.8). If not, a word such as `e2x2+e3x1` first draws what is missing from these buildings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property

from rules.game import Action, Several, Word
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import COLORS, Activated, Cost, Slot
from rules.hexygame.content import Card
from rules.hexygame.energy import Well
from rules.hexygame.map import FLAGS, NEIGHBOURS, ORDER
from rules.hexygame.position import Field
from rules.hexygame.state import Item, Reality, Target
from rules.parts.multiple_choice import chosen_together, several

PAY = "pay"
NONE = "none"
MOVE_PRICE = Cost(generic=1)
ALONE = ("keep", "mulligan", "pass")
"""Verbs that are whole actions."""
PRICES = ("energy", "counter")


class Offers:
    """The legal actions of the asked seat, in a fixed position."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        self.state = field.state
        self.content = field.content
        self.seat = seat
        self.side = self.state.sides[seat]
        self._covered: dict[Cost, bool] = {}
        self._plans: dict[tuple[Cost, int], tuple[Well, ...]] = {}

    # Questions

    @cached_property
    def kind(self) -> str:
        """The kind of decision (HX-14)."""
        state = self.state
        if state.stage != "play":
            return state.stage
        if state.pick:
            return state.pick.kind
        return "main" if state.slow and self.seat == state.active else "respond"

    @property
    def slow(self) -> bool:
        """Whether the seat may take slow actions now (HX-6.1)."""
        return self.kind == "main"

    # Paying

    def wells(self, cost: Cost, spared: int = 0) -> tuple[Well, ...]:
        """The buildings that would pay what the pool lacks."""
        key = (cost, spared)
        if key not in self._plans:
            self._plans[key] = energy.plan(self.field, self.seat, cost, spared)
        return self._plans[key]

    def covers(self, cost: Cost) -> bool:
        """Whether the pool covers a cost as it is."""
        if cost not in self._covered:
            self._covered[cost] = not energy.missing(self.side.pool, cost)
        return self._covered[cost]

    def affords(self, cost: Cost, spared: int = 0) -> bool:
        """Whether the pool covers a cost, or would after drawing from buildings."""
        return self.covers(cost) or bool(self.wells(cost, spared))

    def payments(self, cost: Cost, spared: int = 0) -> list[Word]:
        """The words that may follow an action with this cost, to say how it is paid."""
        if not self.covers(cost):
            wells = self.wells(cost, spared)
            return [Word(energy.plan_word(wells), True)] if wells else []
        return [Word(PAY)] if energy.has_choice(self.side.pool, cost) else []

    def paying(self, rest: Action, cost: Cost, spared: int = 0) -> list[Word]:
        """The next words of the payment of an action, of which `rest` is said already.

        Where there is no choice `pay` is not offered, but may be said.
        """
        if not rest:
            return self.payments(cost, spared)
        return [Word(w, True) for w in energy.ways(self.side.pool, cost)] if rest == (PAY,) else []

    # The tree

    def words(self, prefix: Action) -> list[Word]:
        """The next words after a prefix (`rules.game.Rules.words`)."""
        if not prefix:
            return self._verbs
        return _TREE[prefix[0]](self, prefix[1:]) if prefix[0] in self._possible else []

    def ends(self, action: Action) -> bool:
        """Whether this is a complete legal action."""
        return any(w.text == action[-1] and w.end for w in self.words(action[:-1]))

    @cached_property
    def _possible(self) -> tuple[str, ...]:
        """The verbs of the decision, whether possible now or not; outside the Main Phase for fast actions alone (HX-7.9)."""
        if self.state.stage != "play" or self.state.pick:
            return {"deck": ("deck",), "mulligan": ("keep", "mulligan")}.get(self.state.stage, ("choose",))
        verbs = ("cast", "move", "attack", "activate") if self.slow else ("cast", "activate", "counterstrike")
        return (*verbs, "draw", "discard", "pass")

    @cached_property
    def _verbs(self) -> list[Word]:
        times = {"discard": max(1, len(self.side.hand))}
        return [Word(v, v in ALONE, times.get(v, 1)) for v in self._possible if v in ALONE or _TREE[v](self, ())]

    def _deck(self, rest: Action) -> list[Word]:
        return [Word(name, True) for name in self.content.presets] if not rest else []

    # Choices

    @cached_property
    def options(self) -> list[str]:
        """What may be chosen in a `pick_*` or `trigger_target`, with copies, in rising order."""
        pick = self.state.pick
        assert pick is not None
        if pick.kind in ("pick_discard", "pick_dig", "pick_search"):
            return self.content.sort(list(pick.options))
        return sorted(pick.options, key=lambda w: (ORDER.get(w.partition(".")[0], -1), w))

    def together(self, prefix: Action) -> Several | None:
        """The words after a prefix that are chosen together (`rules.game.Rules.together`)."""
        pick = self.state.pick
        if pick is None or pick.kind == "pick_search" or prefix != ("choose",):
            return None
        return chosen_together(self.options, pick.amount, pick.amount)

    def _choose(self, rest: Action) -> list[Word]:
        pick = self.state.pick
        assert pick is not None
        if pick.kind == "pick_search":
            return [*(Word(w, True) for w in self.options), Word(NONE, True)] if not rest else []
        return several(self.options, pick.amount, rest)

    # Casting (HX-6)

    def may_cast(self, card: Card) -> bool:
        """Whether a card can be cast at this time (HX-6.1)."""
        return card.type == "wizardry" or self.slow

    @cached_property
    def free(self) -> list[str]:
        """The empty hexes of the seat's Sphere."""
        return [h for h in self.field.sphere(self.seat) if h not in self.field.at]

    @cached_property
    def castable(self) -> list[str]:
        """The cards that may be cast now, each once, and as many buildings in a turn as can be paid for (HX-7.8)."""
        cards = self.content.cards
        hand = self.content.sort(list(dict.fromkeys(self.side.hand)))
        return [w for w in hand if self.may_cast(cards[w]) and self.affords(cards[w].cost) and self._has_targets(cards[w])]

    def _has_targets(self, card: Card) -> bool:
        return bool(self.free) if card.is_reality else self._feasible(card.slots, ())

    def _feasible(self, slots: tuple[Slot, ...], chosen: tuple[Target, ...], source: int = 0, place: str = "") -> bool:
        """Whether the slots after those chosen can be filled."""
        if len(chosen) >= len(slots):
            return True
        choices = self.field.choices(slots[len(chosen)], self.seat, source, place, chosen)
        return any(self._feasible(slots, (*chosen, t), source, place) for t in choices.values())

    def _cast(self, rest: Action) -> list[Word]:
        if not rest:
            cards = [(w, self.content.cards[w]) for w in self.castable]
            return [Word(w, not c.slots and not c.is_reality and self.covers(c.cost)) for w, c in cards]
        if rest[0] not in self.castable:
            return []
        card = self.content.cards[rest[0]]
        if card.is_reality:
            if len(rest) == 1:
                return [Word(h, self.covers(card.cost)) for h in self.free]
            return self.paying(rest[2:], card.cost) if rest[1] in self.free else []
        return self._aim(card.slots, rest[1:], card.cost)

    def _aim(self, slots: tuple[Slot, ...], rest: Action, cost: Cost, source: int = 0, place: str = "", spared: int = 0) -> list[Word]:
        """The next words for targets, then for the payment."""
        chosen: tuple[Target, ...] = ()
        for n, slot in enumerate(slots):
            choices = self.field.choices(slot, self.seat, source, place, chosen)
            if n == len(rest):
                last = n + 1 == len(slots)
                return [Word(w, last and self.covers(cost)) for w, t in choices.items() if self._feasible(slots, (*chosen, t), source, place)]
            if rest[n] not in choices:
                return []
            chosen = (*chosen, choices[rest[n]])
        return self.paying(rest[len(slots) :], cost, spared)

    def targets(self, slots: tuple[Slot, ...], words: Iterable[str], source: int = 0, place: str = "") -> tuple[Target, ...]:
        """The targets that words of a legal action mean."""
        chosen: tuple[Target, ...] = ()
        for slot, word in zip(slots, words, strict=False):
            chosen = (*chosen, self.field.choices(slot, self.seat, source, place, chosen)[word])
        return chosen

    # Activating (HX-11)

    def may_activate(self, r: Reality, name: str, ability: Activated) -> bool:
        """Whether an ability can be activated now, its targets aside (HX-11.2)."""
        cost = ability.cost
        return (
            (ability.speed == "wizardry" or self.slow)
            and r.points >= cost.remove_points
            and (not cost.spend_action or (r.has_action and r.die >= cost.spend_action))
            and (not ability.limit_per_turn or r.used.count(name) < ability.limit_per_turn)
            and self.affords(cost.energy, r.uid if cost.remove_points else 0)
        )

    @cached_property
    def activatable(self) -> dict[str, dict[str, Activated]]:
        """The abilities that can be activated, by hex and name."""
        found: dict[str, dict[str, Activated]] = {}
        for r in self.field.by_label(self.seat):
            for name, ability in self.content.activated[r.card]:
                if self.may_activate(r, name, ability) and self._feasible(ability.targets, (), r.uid, r.hex):
                    found.setdefault(r.hex, {})[name] = ability
        return found

    def _activate(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(h) for h in self.activatable]
        abilities = self.activatable.get(rest[0], {})
        if len(rest) == 1:
            return [Word(n, not a.targets and not a.names_color and self.covers(a.cost.energy)) for n, a in abilities.items()]
        ability = abilities.get(rest[1])
        if ability is None:
            return []
        r = self.field.at[rest[0]]
        spared = r.uid if ability.cost.remove_points else 0
        if ability.names_color:
            if len(rest) == 2:
                return [Word(c.lower(), self.covers(ability.cost.energy)) for c in COLORS]
            return self.paying(rest[3:], ability.cost.energy, spared) if rest[2].upper() in COLORS and len(rest[2]) == 1 else []
        return self._aim(ability.targets, rest[2:], ability.cost.energy, r.uid, r.hex, spared)

    # Moving and attacking (HX-9)

    def move_cost(self, r: Reality) -> Cost:
        """The energy that a move costs (HX-9.1)."""
        return Cost(generic=max(0, MOVE_PRICE.generic + self.field.numbers[r.uid].move_energy))

    @cached_property
    def movable(self) -> dict[str, list[str]]:
        """The hexes to which each reality may move, by its hex."""
        found = {}
        for r in self.field.by_label(self.seat):
            to = [n for n in NEIGHBOURS[r.hex] if n not in self.field.at]
            if to and r.has_action and "move" not in self.field.numbers[r.uid].cannot and self.affords(self.move_cost(r)):
                found[r.hex] = to
        return found

    def _move(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(h) for h in self.movable]
        to = self.movable.get(rest[0], [])
        cost = self.move_cost(self.field.at[rest[0]]) if to else MOVE_PRICE
        if len(rest) == 1:
            return [Word(h, self.covers(cost)) for h in to]
        return self.paying(rest[2:], cost) if rest[1] in to else []

    def may_attack(self, r: Reality) -> bool:
        """Whether a reality may attack at all (HX-9.2)."""
        return r.has_action and "attack" not in self.field.numbers[r.uid].cannot

    @cached_property
    def attackers(self) -> dict[str, list[str]]:
        """The targets that each possible lead attacker has, by hex. A lead needs attack of at least 1."""
        if not self.affords(MOVE_PRICE):
            return {}
        field = self.field
        enemies = field.by_label(1 - self.seat)
        found = {}
        for r in field.by_label(self.seat):
            targets = [e.hex for e in enemies if field.reaches(r, e)] if self.may_attack(r) else []
            if targets and field.numbers[r.uid].attack >= 1:
                found[r.hex] = targets
        return found

    def joiners(self, lead: str, target: str) -> list[str]:
        """The realities that may join an ambush (HX-9.3)."""
        field = self.field
        own = [r for r in field.own(self.seat) if r.hex != lead and self.may_attack(r) and field.reaches(r, field.at[target])]
        return sorted((r.hex for r in own), key=ORDER.__getitem__)

    def _attack(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(h) for h in self.attackers]
        targets = self.attackers.get(rest[0], [])
        if len(rest) == 1:
            return [Word(t, self.covers(MOVE_PRICE)) for t in targets]
        if rest[1] not in targets:
            return []
        joiners = self.joiners(rest[0], rest[1])
        joined = 0
        for word in rest[2:]:
            if word not in joiners:
                break
            joiners = joiners[joiners.index(word) + 1 :]
            joined += 1
        cost, more = Cost(generic=1 + joined), Cost(generic=2 + joined)
        found = self.paying(rest[2 + joined :], cost)
        if len(rest) == 2 + joined and self.affords(more):
            found = [*(Word(j, self.covers(more)) for j in joiners), *found]
        return found

    @cached_property
    def struck(self) -> tuple[Item, Reality] | None:
        """The attack on top of the stack against which the seat may declare a counterstrike, and its reality that would strike (HX-9.5)."""
        top = self.state.top
        if top is None or top.kind != "attack" or top.seat == self.seat:
            return None
        target = self.field.may_counter(top)
        return (top, target) if target else None

    def _counterstrike(self, rest: Action) -> list[Word]:
        if self.struck is None:
            return []
        top, target = self.struck
        attackers = [self.state.realities[u] for u in top.attackers if u in self.state.realities]
        named = sorted((a.hex for a in attackers if self.field.reaches(target, a)), key=ORDER.__getitem__)
        one = Cost(generic=1)
        prices = [Word("energy", self.covers(one))] if self.affords(one) else []
        prices += [Word("counter", True)] if target.points > 1 else []
        if not rest:
            return [Word(h) for h in named] if prices else []
        if rest[0] not in named:
            return []
        if len(rest) == 1:
            return prices
        return self.paying(rest[2:], one) if rest[1] == "energy" and self.affords(one) else []

    # Filling the pool (HX-5)

    def _draw(self, rest: Action) -> list[Word]:
        wells = {b.hex: b.points for b in sorted(self.field.wells(self.seat), key=lambda b: ORDER[b.hex])}
        if not rest:
            return [Word(h) for h in wells]
        return [Word(str(n), True) for n in range(1, wells.get(rest[0], 0) + 1)] if len(rest) == 1 else []

    def _discard(self, rest: Action) -> list[Word]:
        held = Counter(self.side.hand)
        return [Word(w, True, held[w]) for w in self.content.sort([*held])] if not rest else []

    def _nothing(self, rest: Action) -> list[Word]:
        return []


def is_payment(word: str) -> bool:
    """Whether a word says how an action is paid."""
    return word == PAY or (word[:1] in "abcdefghi" and word[1:2].isdigit() and word[2:3] == "x")


def warns(field: Field, seat: int, card: str, at: str) -> bool:
    """Whether casting a reality onto a hex closes the seat's own Sphere (HX-R54): on the own Flag, with no building of its own, and unable to
    leave."""
    content = field.content
    return (
        at == FLAGS[seat]
        and not field.buildings(seat)
        and content.types[card] != "building"
        and (not content.printed[card][2] or any("move" in s.modify.cannot for s in content.statics[card]))
    )


_TREE: dict[str, Callable[[Offers, Action], list[Word]]] = {
    "deck": Offers._deck,
    "keep": Offers._nothing,
    "mulligan": Offers._nothing,
    "choose": Offers._choose,
    "cast": Offers._cast,
    "activate": Offers._activate,
    "move": Offers._move,
    "attack": Offers._attack,
    "counterstrike": Offers._counterstrike,
    "draw": Offers._draw,
    "discard": Offers._discard,
    "pass": Offers._nothing,
}
"""The words after each verb."""
WORDS = frozenset({*_TREE, PAY, NONE, *PRICES})
"""All words of actions but cards, decks and energies."""
