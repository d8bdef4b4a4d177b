"""Cards and preset decks: the content of the game, checked (HX-3, HX-4, HX-17, HX-18).

In which words cards are written: `card_vocabulary`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rules.competition.card_drafts.packs import Limited, Written, read_limited
from rules.decks import DeckRules, Presets
from rules.hexygame.card_vocabulary import (
    COLORS,
    NOTIONS,
    POOL,
    REALITIES,
    Activated,
    AnyAbility,
    Cost,
    Filter,
    Keyword,
    Kind,
    Slot,
    Spell,
    Static,
    Triggered,
)
from rules.parts.cards import Vocabulary, read_cards, shape, word_of
from rules.parts.engine import Faults, shaped
from rules.printed_cards import AbilityLine, Face

DRAWN_PER_TURN = 1
"""Cards that a seat draws when its turn begins (HX-7.3)."""
BUILDINGS = 4
"""Basic buildings for one energy in a limited deck made by computer."""


class Card(Vocabulary, frozen=True):
    """A card (HX-4). `points` is the fourth number: hitpoints, or potency of a building."""

    id: str
    name: str
    color: Literal["R", "B", "G", "Y", "V", "C"]
    type: Kind
    rarity: Literal["basic", "common", "uncommon", "rare"]
    subtypes: tuple[str, ...] = ()
    cost: Cost = Cost()
    attack: int | None = None
    defense: int | None = None
    actions: int | None = None
    points: int | None = None
    range: int = 1
    keywords: tuple[Keyword, ...] = ()
    produces: Literal["R", "B", "G", "Y", "V"] | None = None
    enchant: Filter | None = None
    abilities: tuple[AnyAbility, ...] = ()

    @property
    def word(self) -> str:
        """The card as a word of an action."""
        return word_of(self.name)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The targets of the card as a spell; a reality's hex is none of them."""
        if self.type == "enchantment":
            return (Slot("t1", "reality", self.enchant or Filter()),)
        return self.spell.targets if self.type in NOTIONS else ()

    @property
    def spell(self) -> Spell:
        """The effects of a notion."""
        return next(a for a in self.abilities if isinstance(a, Spell))

    @property
    def is_reality(self) -> bool:
        """Whether the card is placed on a hex."""
        return self.type in REALITIES

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """The four printed numbers (HX-4.2); zeros where there are none."""
        return self.attack or 0, self.defense or 0, self.actions or 0, self.points or 0


def _face(card: Card, innate: tuple[Activated, ...]) -> Face:
    points = "potency" if card.type == "building" else "hitpoints"
    numbers: tuple[tuple[str, int], ...] = ()
    if card.is_reality:
        numbers = tuple(zip(("attack", "defense", "actions", points), card.numbers, strict=True))
        numbers += (("range", card.range),) if card.range > 1 else ()
    lines = [AbilityLine("printed", shape(a)) for a in card.abilities]
    if card.enchant:
        lines.insert(0, AbilityLine("enchant", shape(card.enchant)))
    lines += [AbilityLine("innate", shape(a)) for a in innate]
    return Face(card.word, card.id, card.type, card.subtypes, card.color, card.rarity, str(card.cost), numbers, card.keywords, tuple(lines))


class _Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    copies: dict[str, int]
    least: int
    most: int
    innate: dict[Kind, tuple[Activated, ...]]
    limited: Written
    cards: list[Any]


class _Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The extra energy of a seat in its first turn (HX-3.5)."""

    energy: int = 0


class _Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    compensation: tuple[_Extra, _Extra]


class Content:
    """All content. `cards` holds every card by word, in the order of the data; `innate` the abilities of all realities of a type; `more` how much
    colourless energy each seat has besides in its first turn (HX-3.5)."""

    def __init__(self, cards: list[Card], frame: _Cards, decks: Presets, seats: _Seats) -> None:
        self.cards = {c.word: c for c in cards}
        self.order = {word: i for i, word in enumerate(self.cards)}
        self.innate = frame.innate  # Buildings: shifting potency (HX-5.7).
        self.more = tuple(seat.energy for seat in seats.compensation)
        self.by_id = {c.id: c.word for c in cards}
        self.rules = DeckRules(
            rule="HX-3.1",
            least=frame.least,
            most=frame.most,
            limits={c.word: frame.copies.get(c.rarity) for c in cards},
            numbers={c.word: 100 * (POOL.index(c.color) + 1) + int(c.id[1:]) for c in cards},
        )
        self.presets = {d.id: {self.by_id.get(i, i): n for i, n in d.cards.items()} for d in decks.decks}
        self.basics = tuple(c.word for c in cards if c.rarity == "basic" and c.type == "building")
        # What every query asks of a card, worked out once.
        self.types = {w: c.type for w, c in self.cards.items()}
        self.printed = {w: c.numbers for w, c in self.cards.items()}
        self.keywords = {w: frozenset(c.keywords) for w, c in self.cards.items()}
        self.statics = {w: tuple(a for a in c.abilities if isinstance(a, Static)) for w, c in self.cards.items()}
        self.triggers = {w: tuple((i, a) for i, a in enumerate(c.abilities) if isinstance(a, Triggered)) for w, c in self.cards.items()}
        own = {w: tuple((f"a{i}", a) for i, a in enumerate(c.abilities) if isinstance(a, Activated)) for w, c in self.cards.items()}
        self.activated = {w: (*own[w], *((f"i{i}", a) for i, a in enumerate(self.innate.get(c.type, ())))) for w, c in self.cards.items()}
        self.ability_lines = {w: {name: AbilityLine("printed", shape(a)) for name, a in found} for w, found in self.activated.items()}
        """Activated abilities by name: `a0`, `a1` ... are printed, `i0` is innate."""

        self.faces = {w: _face(c, self.innate.get(c.type, ())) for w, c in self.cards.items()}
        self.limited = self._limited(frame.limited)

    def _limited(self, written: Written) -> Limited:
        """Drafts and sealed decks (HX-3.6, HX-3.7); of the basics a deck made by computer has four buildings to one energy."""
        free = tuple(self.by_id.get(i, i) for i in written.free)
        colors = {c: [w for w in free if w in self.cards and self.cards[w].color == c] for c in COLORS}
        basics = {c: tuple(w for w in own for _ in range(BUILDINGS if self.types[w] == "building" else 1)) for c, own in colors.items()}
        return read_limited(msgspec.structs.replace(written, free=free), self.rules, self.faces, basics)

    def sort(self, words: list[str]) -> list[str]:
        """Cards in the order of the data."""
        return sorted(words, key=self.order.__getitem__)


def read_content(content: Mapping[str, Any]) -> Content:
    """The content from JSON values by file. Raises Faults naming everything that is wrong."""
    frame, decks, seats = shaped(content, {"cards": _Cards, "decks": Presets, "seats": _Seats})
    cards, faults = read_cards("cards", frame.cards, Card, {"abilities": AnyAbility})
    for card in cards:
        faults += [f"cards: {card.id}: {fault}" for fault in _faults(card)]
    words = [c.word for c in cards]
    faults += [f"cards: {c.id}: name: {c.name} is taken" for i, c in enumerate(cards) if c.word in words[:i]]
    if faults:
        raise Faults(faults)
    made = Content(cards, frame, decks, seats)
    if min(made.more) < 0 or made.more[0]:
        faults.append("seats: whoever begins has no energy more, nobody has less than none")
    faults += [f"decks: {deck.id}: {i}: no such card" for deck in decks.decks for i in deck.cards if i not in made.by_id]
    if faults := faults or made.rules.faults_of(made.presets):
        raise Faults(faults)
    return made


def _faults(card: Card) -> list[str]:
    """The faults of a card whose types are right."""
    faults = []
    if not (len(card.id) == 3 and card.id[0] == card.color and card.id[1:].isdigit()):
        faults.append("id: needs the colour and two digits")
    numbers = (card.attack, card.defense, card.actions, card.points)
    if card.is_reality != all(n is not None for n in numbers) or card.is_reality != any(n is not None for n in numbers):
        faults.append("attack, defense, actions, points: realities have all four, other cards none")
    if (card.type == "building") != (card.produces is not None):
        faults.append("produces: buildings and no other cards produce energy")
    if (card.type == "enchantment") != (card.enchant is not None):
        faults.append("enchant: enchantments and no other cards say what they enchant")
    if (card.type in NOTIONS) != (sum(isinstance(a, Spell) for a in card.abilities) == 1):
        faults.append("abilities: sorceries and wizardries have exactly one spell, other cards none")
    if card.type == "enchantment" and not all(isinstance(a, Static) for a in card.abilities):
        faults.append("abilities: enchantments have static ones only")
    for i, ability in enumerate(card.abilities):
        if isinstance(ability, Triggered) and not _concerns(ability):
            faults.append(f"abilities[{i}].who: does not fit the event {ability.event}")
        if isinstance(ability, Static):
            if isinstance(ability.scope, Filter) and ability.modify.keywords:
                faults.append(f"abilities[{i}].modify.keywords: only given to oneself or to what is enchanted")
            continue
        slots = [s.id for s in ability.targets]
        if slots != ["t1", "t2"][: len(slots)]:
            faults.append(f"abilities[{i}].targets: named t1, then t2")
        named = _named(msgspec.to_builtins(ability.effects), "it")
        faults += [f"abilities[{i}].effects: {ref} is no target" for ref in sorted(named - {"self", "it", *slots})]
        if "self" in named and isinstance(ability, Spell):
            faults.append(f"abilities[{i}].effects: a notion is no reality that could be named self")
        unused = {f for f in slots if f not in named and f not in _named(msgspec.to_builtins(ability.targets), "it")}
        faults += [f"abilities[{i}].targets: {slot} is not used" for slot in sorted(unused)]
    return faults


def _concerns(ability: Triggered) -> bool:
    """Whether a trigger's `who` suits its event: phases are the controller's, blows one's own, spells are described."""
    if ability.event.endswith("_phase"):
        return ability.who == "you"
    if ability.event in ("attack_declared", "combat_damage_dealt"):
        return ability.who == "self"
    if ability.event == "spell_cast":
        return isinstance(ability.who, Filter)
    return ability.who != "you"


def _named(value: Any, field: str) -> set[str]:
    """The references in an ability's data."""
    if isinstance(value, dict):
        found = {v for k, v in value.items() if k in ("to", "what", "a", "b", "of", "card") and v in ("self", "t1", "t2", "it")}
        return found.union(*(_named(v, k) for k, v in value.items()))
    if isinstance(value, list | tuple):
        return set().union(*(_named(v, field) for v in value))
    return set()
