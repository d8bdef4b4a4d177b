"""What follows from a position: present attack (PC-10.2), keywords, limits (PC-2.2), what fits a filter, who may attack what (PC-11.1, PC-11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import Any

from rules.planetary_conquerors.card_vocabulary import MATERIALS, Condition, Filter, Pay, Slot, Static
from rules.planetary_conquerors.content import LIMITS, Content
from rules.planetary_conquerors.state import Act, Assault, State, Thing, Trap, Window

_ORDER = {"mine": 0, "building": 1, "warrior": 2, "miner": 3}


class Field:
    """A state that isn't changed while questions are asked of it."""

    def __init__(self, content: Content, state: State) -> None:
        self.content = content
        self.state = state

    def remembered(self) -> Field:
        """The field with attack values and attackers computed once, from now on."""
        self._statics  # noqa: B018
        self.assaults  # noqa: B018
        return self

    # Numbers

    @cached_property
    def _statics(self) -> list[tuple[Thing, Static]]:
        """The static abilities on all planets."""
        found = self.content.statics
        return [(t, a) for t in self.state.things.values() if found[t.card] for _, a in found[t.card]]

    def attack(self, thing: Thing) -> int:
        """The present attack (PC-10.2)."""
        n = self.content.attack[thing.card] + thing.attack
        for source, static in self._statics:
            if static.attack and static.affects and self.fits(thing, static.affects, source.controller, source.uid):
                n += static.attack
        return max(0, n)

    def shielding(self, thing: Thing) -> int:
        """The sum of all Shielding (PC-13.5)."""
        n = self.content.keywords[thing.card].get("shielding", 0) + thing.shielding
        for source, static in self._statics:
            if static.keywords and static.affects and self.fits(thing, static.affects, source.controller, source.uid):
                n += sum(k.x for k in static.keywords if k.kw == "shielding")
        return n

    def limits(self, seat: int) -> tuple[int, int, int]:
        """The capacities of a seat's storages (PC-2.2)."""
        more = [a.caps.parts for t, a in self._statics if a.caps and t.controller == seat]
        if not more:
            return LIMITS
        gold, cosmium, electricity = (sum(n) for n in zip(LIMITS, *more, strict=True))
        return gold, cosmium, electricity

    def keyword(self, thing: Thing, word: str) -> int:
        """The number of a printed keyword; 0 for a thing without it."""
        return self.content.keywords[thing.card].get(word, 0)

    def is_illusion(self, thing: Thing) -> bool:
        """Whether a thing vanishes instead of leaving (PC-13.9)."""
        return thing.illusion or "illusion" in self.content.keywords[thing.card]

    def most_hp(self, thing: Thing) -> int:
        """The printed HP, which are never exceeded (PC-10.1)."""
        return self.content.hp[thing.card]

    def trait(self, thing: Thing, trait: str) -> bool:
        """Whether a thing has a trait by its card."""
        return trait in self.content.traits[thing.card]

    # Who is there

    def type(self, thing: Thing) -> str:
        """miner, building, warrior or mine."""
        return self.content.types[thing.card]

    def own(self, seat: int, kind: str | None = None) -> list[Thing]:
        """The things that a seat controls, in the order of arrival."""
        types = self.content.types
        return [t for t in self.state.things.values() if t.controller == seat and (kind is None or types[t.card] == kind)]

    def building_hp(self, seat: int) -> int:
        """The HP of a seat's buildings in all (PC-14.2)."""
        return sum(t.hp for t in self.own(seat, "building"))

    def in_order(self, things: list[Thing]) -> list[Thing]:
        """In turn order from the active player, within a player the mine, buildings, then warriors, in order of arrival (PC-9.4)."""
        turn = {seat: i for i, seat in enumerate(self.state.living())}
        return sorted(things, key=lambda t: (turn.get(t.controller, 9), _ORDER[self.type(t)], t.uid))

    def column(self, uid: int) -> tuple[Trap, ...]:
        """The traps in front of a thing, the first one first (PC-12.2)."""
        return self.state.columns.get(uid, ())

    # The attack

    @cached_property
    def assaults(self) -> dict[int, Assault]:
        """The attackers, by uid (PC-11.5)."""
        return {a.uid: a for a in self.state.attack.assaults} if self.state.attack else {}

    def attackers(self, seat: int) -> list[Thing]:
        """The warriors that may be chosen as attackers (PC-11.1)."""
        return [t for t in self.own(seat, "warrior") if not t.exhausted and not self.trait(t, "cannot_attack")]

    def can_attack(self, seat: int) -> bool:
        """Whether a seat has an attacker and something to attack (PC-11.1)."""
        return bool(self.attackers(seat) and self.goals(seat))

    def goals(self, seat: int) -> list[Thing]:
        """The things that may be attacked: the mines and buildings of all others, who are opponents (PC-11.2, PC-15.1), clockwise."""
        found = []
        for other in self.state.living(seat)[1:]:
            found += [self.state.mine(other), *self.own(other, "building")]
        return found

    # Filters

    def fits(self, t: Thing, f: Filter, seat: int, source: int = 0) -> bool:
        """Whether a thing on a planet fits a filter of something that `seat` controls; `source` is the uid of its card."""
        if f.kind and self.content.types[t.card] not in f.kind:
            return False
        if not _is_of(f, t.controller == seat):
            return False
        if f.not_self and t.uid == source:
            return False
        if (f.ready and t.exhausted) or (f.attacking and t.uid not in self.assaults):
            return False
        if f.hp_max is not None and t.hp > f.hp_max:
            return False
        if f.attack_max is not None and self.attack(t) > f.attack_max:
            return False
        return self._printed(t.card, f)

    def _printed(self, card: str, f: Filter) -> bool:
        if f.card is not None and card != f.card:
            return False
        return f.cost_max is None or (card in self.content.cards and self.content.cards[card].price.total <= f.cost_max)

    def fits_card(self, card: str, f: Filter) -> bool:
        """Whether a card that is on no planet fits a filter."""
        return (not f.kind or self.content.types[card] in f.kind) and self._printed(card, f)

    def matching(self, f: Filter, seat: int, source: int = 0) -> list[Thing]:
        """Everything on all planets that fits, in order of arrival."""
        return [t for t in self.state.things.values() if self.fits(t, f, seat, source)]

    # Names

    def word(self, uid: int) -> str:
        """A thing as a word of an action: `c17`, and `m1` for the mine of the first seat."""
        return f"m{-uid}" if uid < 0 else f"c{uid}"

    def letter(self, thing: Thing) -> str:
        """The letter that distinguishes a thing from others of its name: a, b, c; "" for the only one. One that was not the first keeps its letter
        when it is alone."""
        if thing.is_mine or not (thing.letter or any(t.card == thing.card and t.uid != thing.uid for t in self.state.things.values())):
            return ""
        return lettered(thing.letter)

    def letters(self, *things: Thing) -> dict[str, Any]:
        """The letters of those `things` that need one, by their words, as a fact of an event; empty if none does."""
        found = {self.word(t.uid): letter for t in things if (letter := self.letter(t))}
        return {"letters": found} if found else {}

    @cached_property
    def by_word(self) -> dict[str, Thing]:
        """All things by their words."""
        return {self.word(uid): t for uid, t in self.state.things.items()}

    def traps(self) -> Iterator[tuple[str, int, Trap]]:
        """All traps as (word, uid of the thing behind, trap): `m1.2` is the second one in front of the first seat's mine."""
        for uid in self.state.things:
            for n, trap in enumerate(self.state.columns.get(uid, ()), 1):
                yield f"{self.word(uid)}.{n}", uid, trap

    def choices(self, slot: Slot, act: Act) -> list[str]:
        """The possible choices for a slot now, as words."""
        f, seat = slot.filter, act.seat
        if slot.zone == "player":
            return [f"p{s + 1}" for s in self.state.living(seat)[1:]]
        if slot.zone == "pending":
            return [f"s{a.id}" for a in self.pending() if a.id != act.id and self._is_pending(a, f, seat)]
        if slot.zone == "junkyard":
            return self.content.sort([w for w in self.state.sides[seat].junkyard if self.fits_card(w, f)])
        if f.kind == ("trap",):
            owner = {word: self.state.things[uid].controller for word, uid, _ in self.traps()}
            return [w for w, s in owner.items() if _is_of(f, s == seat)]
        return [self.word(t.uid) for t in self.matching(f, seat, act.source)]

    def owners(self, zone: str, words: Iterable[str]) -> set[int]:
        """The owners of what was chosen, by the words of `choices`."""
        if zone == "player":
            return {int(w[1:]) - 1 for w in words}
        if zone == "pending":
            return {a.seat for a in self.pending() if f"s{a.id}" in words}
        if zone == "junkyard":
            return set()
        return {self.by_word[w.partition(".")[0]].controller for w in words}

    def pending(self) -> list[Act]:
        """Cards and paid effects whose own window is still open (PC-6.8)."""
        return [f for f in self.state.frames if isinstance(f, Act) and f.pending and not f.off]

    def _is_pending(self, act: Act, f: Filter, seat: int) -> bool:
        kind = "paid" if act.kind == "paid" else self.content.types[act.card]
        return kind in f.pending and _is_of(f, act.seat == seat)

    def holds(self, cond: Condition | None, seat: int) -> bool:
        """Whether a condition about a seat's storage holds (PC-8.1)."""
        if cond is None or cond.material is None:
            return True
        i = MATERIALS.index(cond.material)
        have = self.state.sides[seat].stock[i]
        if cond.full:
            return have >= self.limits(seat)[i]
        return (cond.at_least is None or have >= cond.at_least) and (cond.at_most is None or have <= cond.at_most)

    # Traps

    def columns(self, seat: int) -> list[Thing]:
        """The mine and the buildings of a seat, in front of which its traps may lie (PC-12.1)."""
        return [self.state.mine(seat), *self.own(seat, "building")]

    def movable(self, seat: int) -> dict[str, int]:
        """A seat's traps that may be moved, by place, with the thing they lie in front of (PC-12.3)."""
        columns = {t.uid for t in self.columns(seat)}
        if self.state.sides[seat].moved or len(columns) < 2:
            return {}
        return {word: at for word, at, _ in self.traps() if at in columns}

    # Paying

    def affords(self, seat: int, parts: tuple[int, int, int]) -> bool:
        """Whether a seat's storages hold so much (PC-2.5)."""
        gold, cosmium, electricity = self.state.sides[seat].stock
        return gold >= parts[0] and cosmium >= parts[1] and electricity >= parts[2]

    def sacrifices(self, seat: int, pay: Pay, source: int) -> list[Thing]:
        """The things that may be sacrificed for a paid effect."""
        if pay.sacrifice == "self":
            return [self.state.things[source]]
        assert pay.sacrifice is not None
        return [t for t in self.own(seat) if self.fits(t, pay.sacrifice, seat, source)]

    def window(self) -> Window | None:
        """The reaction window that is open."""
        top = self.state.frames[-1] if self.state.frames else None
        return top if isinstance(top, Window) else None

    def lacking(self, seat: int, parts: tuple[int, int, int]) -> tuple[str, int, int] | None:
        """The first material of which a seat has too little: its name, what is needed, what there is."""
        for material, need, have in zip(MATERIALS, parts, self.state.sides[seat].stock, strict=True):
            if need > have:
                return material, need, have
        return None


def _is_of(f: Filter, own: bool) -> bool:
    """Whether a filter accepts a thing that is the player's own (`own`), or an opponent's."""
    return f.controller in (None, "any") or (f.controller == "you") == own


def lettered(n: int) -> str:
    """The letters of a number: a to z, then aa."""
    return (lettered(n // 26 - 1) if n > 25 else "") + chr(ord("a") + n % 26)


def free_letter(things: Iterable[Thing], card: str) -> int:
    """The first letter that nothing of a name has."""
    taken = {t.letter for t in things if t.card == card}
    return next(n for n in count() if n not in taken)


def seat_of_mine(uid: int) -> int:
    """The seat of a mine's (negative) uid."""
    return -1 - uid
