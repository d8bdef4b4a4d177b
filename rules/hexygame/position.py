"""What follows from a position: current numbers (HX-1.6), Spheres (HX-6.3), what fits a filter, who may attack or
strike back at whom (HX-9.2, HX-9.5, HX-10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from rules.hexygame.card_vocabulary import Changes, Filter, Slot
from rules.hexygame.content import Content
from rules.hexygame.map import FLAGS, NEIGHBOURS, ORDER, PLACES, distance
from rules.hexygame.state import Item, Reality, State, Target

_NOTHING: frozenset[str] = frozenset()
MOST_ACTIONS = 5
"""Actions of a reality at most (HX-1.6)."""


class Numbers:
    """The current numbers of a reality (HX-1.6): `gain` is its potency gain, `move_energy` a change to the price of its moves."""

    __slots__ = ("actions", "attack", "cannot", "defense", "gain", "keywords", "move_energy", "range")

    def __init__(self, attack: int, defense: int, actions: int, reach: int, keywords: frozenset[str], cannot: frozenset[str]) -> None:
        self.attack = attack
        self.defense = defense
        self.actions = actions
        self.range = reach
        self.keywords = keywords
        self.cannot = cannot
        self.gain = 1
        self.move_energy = 0

    def add(self, change: Changes) -> None:
        """Adds the changes of an effect, except for keywords."""
        self.attack += change.attack
        self.defense += change.defense
        self.actions += change.actions
        self.gain += change.potency_gain
        self.move_energy += change.move_energy
        if change.cannot:
            self.cannot = self.cannot.union(change.cannot)

    def clamp(self) -> None:
        """Raises negative numbers to 0, and limits actions to their maximum."""
        self.attack, self.defense, self.gain = max(0, self.attack), max(0, self.defense), max(0, self.gain)
        self.actions = max(0, min(MOST_ACTIONS, self.actions))


class Field:
    """A state that isn't changed while questions are asked of it; answers are kept."""

    def __init__(self, content: Content, state: State) -> None:
        self.content = content
        self.state = state

    @cached_property
    def at(self) -> dict[str, Reality]:
        """The realities by hex."""
        return {r.hex: r for r in self.state.realities.values()}

    @cached_property
    def numbers(self) -> dict[int, Numbers]:
        """The current numbers of all realities, by uid. Keywords are settled first: no effect gives keywords to all that fit a filter."""
        content = self.content
        found: dict[int, Numbers] = {}
        wide: list[tuple[Reality, int, Filter, Changes]] = []
        for r in self.state.realities.values():
            attack, defense, actions, _ = content.printed[r.card]
            cannot = frozenset(r.forbidden) if r.forbidden else _NOTHING
            new = Numbers(attack + r.attack, defense + r.defense, actions, content.cards[r.card].range, content.keywords[r.card], cannot)
            found[r.uid] = new
            if r.keywords:
                new.keywords = new.keywords.union(r.keywords)
            if r.under or content.statics[r.card]:
                wide += self._own_changes(r, new)
        self.__dict__["numbers"] = found
        for source, owner, scope, change in wide:
            for r in self.state.realities.values():
                if self.fits(r, scope, owner, source.uid, source.hex):
                    found[r.uid].add(change)
        for numbers in found.values():
            numbers.clamp()
        return found

    def _own_changes(self, r: Reality, numbers: Numbers) -> list[tuple[Reality, int, Filter, Changes]]:
        """Adds what a reality and the enchantments under it change on itself; returns what they change on all that fit a filter."""
        wide = []
        for owner, name in ((r.owner, r.card), *((e.owner, e.card) for e in r.under)):
            for static in self.content.statics[name]:
                change = static.modify
                if isinstance(static.scope, Filter):
                    wide.append((r, owner, static.scope, change))
                    continue
                numbers.keywords = numbers.keywords.union(change.keywords)
                numbers.add(change)
        return wide

    def has(self, reality: Reality, keyword: str) -> bool:
        """Whether a reality has a keyword now; to have it twice does nothing more (HX-10.5)."""
        return keyword in self.numbers[reality.uid].keywords

    def own(self, seat: int) -> Iterator[Reality]:
        """A seat's realities in the order of their arrival."""
        return (r for r in self.state.realities.values() if r.owner == seat)

    def by_label(self, seat: int) -> list[Reality]:
        """A seat's realities in the order of their hexes."""
        return sorted(self.own(seat), key=lambda r: ORDER[r.hex])

    def buildings(self, seat: int) -> list[Reality]:
        """A seat's buildings."""
        return [r for r in self.own(seat) if self.content.types[r.card] == "building"]

    def sphere(self, seat: int) -> list[str]:
        """The hexes next to a seat's buildings, its Sphere (HX-6.3), in the order of their labels; its Flag's hex while it has none."""
        buildings = self.buildings(seat)
        if not buildings:
            return [FLAGS[seat]]
        return sorted({n for b in buildings for n in NEIGHBOURS[b.hex]}, key=ORDER.__getitem__)

    def settles(self, reality: Reality) -> bool:
        """Whether a building is too new to give energy (HX-5.9, HX-10.6)."""
        return reality.turn == self.state.turn and "settling" in self.numbers[reality.uid].keywords

    def wells(self, seat: int) -> list[Reality]:
        """The buildings that a seat can draw energy from now (HX-5.2)."""
        return [b for b in self.buildings(seat) if b.points > 0 and not self.settles(b)]

    # Filters

    def fits(self, r: Reality, f: Filter, seat: int, source: int = 0, place: str = "", refs: Mapping[str, str] | None = None) -> bool:
        """Whether a reality fits a filter of something that `seat` controls; `source` is the reality whose ability it is and `place` its
        hex, `refs` are the hexes of the targets chosen so far."""
        if f.type and self.content.types[r.card] not in f.type:
            return False
        if f.controller and (r.owner == seat) != (f.controller == "you"):
            return False
        if f.exclude_self and r.uid == source:
            return False
        if f.subtype and not set(f.subtype) & set(self.content.cards[r.card].subtypes):
            return False
        if f.keyword and f.keyword not in self.numbers[r.uid].keywords:
            return False
        if f.near and not self._near(r.hex, f, place, refs):
            return False
        if f.damaged and r.points >= self.content.printed[r.card][3]:
            return False
        if f.attack_min is not None and self.numbers[r.uid].attack < f.attack_min:
            return False
        if f.on_flag is not None and (r.hex in FLAGS) != f.on_flag:
            return False
        if f.near_any:
            near = f.near_any
            others = self.state.realities.values()
            return any(distance(o.hex, r.hex) <= near.max and self.fits(o, near.filter, seat, source, place, refs) for o in others)
        return True

    def _near(self, at: str, f: Filter, place: str, refs: Mapping[str, str] | None) -> bool:
        assert f.near
        other = place if f.near.of == "self" else (refs or {}).get(f.near.of, "")
        return bool(other) and f.near.min <= distance(at, other) <= f.near.max

    def fits_hex(self, at: str, f: Filter, place: str, refs: Mapping[str, str]) -> bool:
        """Whether a hex fits a filter."""
        if f.empty and at in self.at:
            return False
        if f.flag is not None and (at in FLAGS) != f.flag:
            return False
        return not f.near or self._near(at, f, place, refs)

    def fits_item(self, item: Item, f: Filter, seat: int) -> bool:
        """Whether an item of the stack fits a filter."""
        if f.item and item.kind not in f.item:
            return False
        if f.type and (item.kind != "spell" or self.content.types[item.card] not in f.type):
            return False
        return not f.controller or (item.seat == seat) == (f.controller == "you")

    def fits_card(self, card: str, f: Filter) -> bool:
        """Whether a card fits a filter for cards that are not on the battlefield."""
        found = self.content.cards[card]
        return (not f.type or found.type in f.type) and (not f.rarity or found.rarity == f.rarity)

    # Targets

    def choices(self, slot: Slot, seat: int, source: int = 0, place: str = "", chosen: tuple[Target, ...] = ()) -> dict[str, Target]:
        """What may be chosen for a slot, by word: hexes, `e4.1` for the first enchantment under E4, `s7` for an item, a card's word."""
        f = slot.filter
        refs = self.refs(chosen)
        found: dict[str, Target] = {}
        if slot.what == "hex":
            found = {h: Target("hex", 0, h) for h in PLACES if self.fits_hex(h, f, place, refs)}
        elif slot.what == "stack":
            found = {f"s{i.id}": Target("item", i.id) for i in reversed(self.state.stack) if self.fits_item(i, f, seat)}
        elif slot.what == "graveyard_card":
            cards = self.content.sort(list(dict.fromkeys(self.state.sides[seat].graveyard)))
            found = {c: Target("card", seat, c) for c in cards if self.fits_card(c, f)}
        else:
            for at in sorted(self.at, key=ORDER.__getitem__):
                r = self.at[at]
                if self.fits(r, f, seat, source, place, refs):
                    found[at] = Target("reality", r.uid, at)
                if "enchantment" in f.type:
                    found |= {f"{at}.{n}": Target("enchantment", e.uid, at) for n, e in enumerate(r.under, 1)}
        return {word: target for word, target in found.items() if target not in chosen}

    def refs(self, chosen: tuple[Target, ...]) -> dict[str, str]:
        """The hexes of chosen targets by slot; a reality that has gone keeps its last one."""
        return {f"t{n}": self.place(t) for n, t in enumerate(chosen, 1)}

    def place(self, target: Target) -> str:
        """The hex of a target, or its last one; "" if it isn't on the map."""
        if target.what == "reality":
            return self.where(target.uid)
        return target.name if target.what == "hex" else ""

    def where(self, uid: int) -> str:
        """The hex of a reality, or its last one."""
        found = self.state.realities.get(uid)
        return found.hex if found else self.state.lost.get(uid, "")

    def matching(self, item: Item, f: Filter) -> list[Reality]:
        """All realities that fit a filter of an item's effect (`for_each`)."""
        refs, place = self.refs(item.targets), self.where(item.source)
        return [r for r in self.state.realities.values() if self.fits(r, f, item.seat, item.source, place, refs)]

    def enchanted(self, uid: int) -> Reality | None:
        """The reality over an enchantment."""
        return next((r for r in self.state.realities.values() if any(e.uid == uid for e in r.under)), None)

    def is_good(self, slot: Slot, target: Target, seat: int, source: int, place: str, before: tuple[Target, ...]) -> bool:
        """Whether a chosen target is still a legal one (HX-8.6)."""
        f, refs = slot.filter, self.refs(before)
        if target.what == "hex":
            return self.fits_hex(target.name, f, place, refs)
        if target.what == "item":
            return any(i.id == target.uid for i in self.state.stack)
        if target.what == "card":
            return target.name in self.state.sides[target.uid].graveyard
        if target.what == "enchantment":
            return self.enchanted(target.uid) is not None
        r = self.state.realities.get(target.uid)
        return r is not None and self.fits(r, f, seat, source, place, refs)

    # Combat

    def reaches(self, attacker: Reality, target: Reality) -> bool:
        """Whether an attacker's attack distance (HX-10.5) and Flying allow it to attack a target (HX-9.2, HX-10.1)."""
        mine = self.numbers[attacker.uid]
        return distance(attacker.hex, target.hex) <= mine.range and self.may_meet(attacker, target)

    def may_meet(self, attacker: Reality, target: Reality) -> bool:
        """Whether the target's Flying allows this attacker (HX-10.1): one with Reach, too (HX-10.5)."""
        mine = self.numbers[attacker.uid]
        return "flying" not in self.numbers[target.uid].keywords or mine.range >= 2 or bool(mine.keywords & {"flying", "reach"})

    def may_counter(self, item: Item) -> Reality | None:
        """The reality that could still counterstrike against this attack, apart from whom and how (HX-9.5)."""
        target = self.state.realities.get(item.victim)
        if item.kind != "attack" or item.against or target is None or target.die:
            return None
        numbers = self.numbers[target.uid]
        return target if numbers.attack >= 1 and "counterstrike" not in numbers.cannot else None
