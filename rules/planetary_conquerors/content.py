"""Cards and preset decks: the content of the game, checked (PC-1, PC-3, PC-13, PC-17).

In which words cards are written: `card_vocabulary`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from rules.competition.card_drafts.packs import Limited, Written, read_limited
from rules.decks import DeckRules, Presets
from rules.parts.cards import Vocabulary, read_cards, shape
from rules.parts.engine import Faults, shaped
from rules.parts.handicaps import SIZES
from rules.planetary_conquerors.card_vocabulary import (
    IMMEDIATE,
    KEYWORD_ABILITIES,
    AnyAbility,
    CopyAsIllusion,
    Cost,
    Costs,
    Create,
    Damage,
    Destroy,
    Doable,
    GainControl,
    Group,
    Keyword,
    Kind,
    LoseHp,
    Modify,
    Paid,
    PutIntoPlay,
    Ready,
    Replacement,
    Spell,
    Static,
    Trait,
    TrapEffect,
    Triggered,
)
from rules.printed_cards import AbilityLine, Face

LIMITS = (6, 6, 3)
"""How much of each material a storage holds without further help (PC-2.2)."""
SEATS = range(2, 5)
"""How many can play (PC-R57)."""
MINE_HP = 15
"""The HP of a mine (PC-1.6)."""
PHASES = ("start", "mining", "kuk", "main", "attack", "trap", "end")
"""The phases of a turn (PC-5.1)."""


class Card(Vocabulary, frozen=True):
    """A card (PC-17a). `no`: its permanent number."""

    id: str
    no: int
    type: Kind
    rarity: Literal[1, 2, 3]
    cost: Cost | None = None
    attack: int | None = None
    hp: int | None = None
    keywords: tuple[Keyword, ...] = ()
    traits: tuple[Trait, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()

    @property
    def price(self) -> Cost:
        """The cost; nothing for a trap."""
        return self.cost or Cost()

    @property
    def reacts(self) -> bool:
        """Whether it may be played as a reaction (PC-6.1)."""
        return self.type == "spell" or (self.type != "trap" and self.price.electricity > 0)


def _face(card: Card) -> Face:
    numbers = tuple((name, n) for name, n in (("attack", card.attack), ("hp", card.hp)) if n is not None)
    keywords = tuple(f"{k.kw}:{k.x}" if k.x else k.kw for k in card.keywords)
    lines = [AbilityLine("trait", shape({"kind": t})) for t in card.traits] + [AbilityLine("printed", shape(a)) for a in card.abilities]
    cost = "" if card.type == "trap" else str(card.price)
    return Face(card.id, f"{card.no:03}", card.type, (), card.type, str(card.rarity), cost, numbers, keywords, tuple(lines))


class _Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    copies: dict[str, int | None]
    least: int
    most: int
    start: tuple[str, ...]
    limited: Written
    cards: list[Any]
    tokens: list[Any]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the seats of a table begin with in their storages, in the order of play (PC-4.6)."""

    stores: tuple[Cost, ...]


class _Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a handicap brings in turns: in the first, the third, and so on; and in those between them (PC-4.7)."""

    stores: tuple[Cost, Cost]


class _Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What seats begin with, by the order of play, and what each size of a handicap brings."""

    compensation: tuple[_Table, ...]
    handicaps: tuple[_Turns, ...]


class _Files(NamedTuple):
    """The content as it is read, file by file."""

    cards: _Cards
    decks: Presets
    seats: _Seats


class Content:
    """All content. `cards` holds every card and token by word, in the order of the data; `start` the cards that begin on the planet, `stores` what
    the players begin with in their storages, in the order of play, by how many they are, `handicaps` what each size of a handicap brings in turns
    with odd and even numbers."""

    def __init__(self, cards: list[Card], tokens: list[Card], files: _Files) -> None:
        frame, decks = files.cards, files.decks
        self.cards = {c.id: c for c in [*cards, *tokens]}
        self.order = {word: i for i, word in enumerate(self.cards)}
        self.tokens = frozenset(t.id for t in tokens)
        self.start = frame.start
        self.rules = DeckRules(
            rule="PC-3.2",
            least=frame.least,
            most=frame.most,
            limits={c.id: frame.copies[str(c.rarity)] for c in cards},
            numbers={c.id: c.no for c in cards},
            musts=dict.fromkeys(frame.start, 1),
            rules={"deck_size": "PC-3.1", "deck_needs": "PC-3.3"},
        )
        self.presets = {d.id: d.cards for d in decks.decks}
        self.stores = {len(table.stores): tuple(store.parts for store in table.stores) for table in files.seats.compensation}
        self.handicaps = tuple(tuple(store.parts for store in turns.stores) for turns in files.seats.handicaps)
        # What every query asks of a card, worked out once.
        self.types: dict[str, str] = {w: c.type for w, c in self.cards.items()} | {MINE: MINE}
        self.hp = {w: c.hp or 0 for w, c in self.cards.items()} | {MINE: MINE_HP}
        self.attack = {w: c.attack or 0 for w, c in self.cards.items()} | {MINE: 0}
        self.keywords: dict[str, dict[str, int]] = {w: {str(k.kw): k.x for k in c.keywords} for w, c in self.cards.items()} | {MINE: {}}
        self.traits = {w: frozenset(c.traits) for w, c in self.cards.items()} | {MINE: frozenset()}
        self.statics = _by_kind(self.cards, Static)
        self.triggers = _by_kind(self.cards, Triggered)
        self.paid = _by_kind(self.cards, Paid)
        self.replacements = _by_kind(self.cards, Replacement)
        self.reactions = tuple(dict.fromkeys(c.price.parts for c in cards if c.reacts))
        """The costs of all cards of the pool that may be played as reactions (PC-19.2)."""
        self.cancelling = tuple((c.price.parts, kinds) for c in cards if c.reacts and (kinds := _cancels(c)))
        """The costs of cards that cancel, and what they cancel."""
        self.blockers = _costs(c for c in cards if c.type == "warrior" or _spells(c, brings_blocker))
        """The costs of reactions that may bring a warrior who can block."""
        self.lowering = _costs(c for c in cards if _spells(c, lowers_buildings))
        """The costs of reactions that may lower the HP of somebody else's buildings."""
        self.rallying = _costs(c for c in cards if _spells(c, gives_attack))
        """The costs of reactions that give a warrior more attack."""
        self.faces = {w: _face(c) for w, c in self.cards.items()}
        self.limited: Limited = read_limited(frame.limited, self.rules, self.faces, {"": self.start + self.start + self.start[:1]})
        """Drafts and sealed decks (PC-3.5, PC-3.6); of the miners a deck made by computer has three of the first kind to two of the second."""

    def handicap(self, size: int, turn: int) -> tuple[int, int, int]:
        """The materials that a handicap of a size brings in the owner's turn of a number (PC-4.7); size 0: none."""
        return self.handicaps[size - 1][1 - turn % 2] if size else (0, 0, 0)

    def ability(self, word: str, name: str) -> Any:
        """An ability of a card by its name: `a0`, `a1` ... as printed, or a keyword."""
        return KEYWORD_ABILITIES.get(name) or self.cards[word].abilities[int(name[1:])]

    def sort(self, words: list[str]) -> list[str]:
        """Cards in the order of the data."""
        return sorted(words, key=self.order.__getitem__)


def _cancels(card: Card) -> tuple[str, ...]:
    """What a spell cancels: kinds of cards, or paid effects."""
    return tuple(k for a in card.abilities if isinstance(a, Spell) for s in a.targets for k in s.filter.pending)


def _costs(cards: Iterable[Card]) -> Costs:
    """The different costs of those cards that can be played as reactions."""
    return tuple(dict.fromkeys(c.price.parts for c in cards if c.reacts))


def _spells(card: Card, does: Callable[[Spell | Paid], bool]) -> bool:
    return any(isinstance(a, Spell) and does(a) for a in card.abilities)


def brings_blocker(ability: Spell | Paid) -> bool:
    """Whether an ability may give somebody a warrior who is ready."""
    return any(isinstance(i, Create | CopyAsIllusion | PutIntoPlay | Ready | GainControl) for i in ability.do)


def lowers_buildings(ability: Spell | Paid) -> bool:
    """Whether an ability may lower the HP of somebody else's buildings."""
    aimed = [s.filter for s in ability.targets if s.zone == "planet"]
    grouped = [ref.all for i in ability.do if isinstance(ref := getattr(i, "to", None), Group) and ref.all]
    harms = any(isinstance(i, Damage | Destroy | LoseHp) for i in ability.do)
    return harms and any("building" in f.kind and f.controller != "you" for f in [*aimed, *grouped])


def gives_attack(ability: Spell | Paid) -> bool:
    """Whether an ability gives a warrior more attack."""
    return any(isinstance(i, Modify) and i.attack > 0 for i in ability.do)


MINE = "mine"
"""The word under which mines stand among the cards; they are none (PC-1.6)."""


def _by_kind(cards: Mapping[str, Card], kind: type) -> dict[str, tuple[tuple[str, Any], ...]]:
    """The abilities of one kind by card, each with its name."""
    return {w: tuple((f"a{i}", a) for i, a in enumerate(c.abilities) if isinstance(a, kind)) for w, c in cards.items()} | {MINE: ()}


def read_content(content: Mapping[str, Any]) -> Content:
    """The content from JSON values by file. Raises Faults naming everything that is wrong."""
    files = _Files(*shaped(content, {"cards": _Cards, "decks": Presets, "seats": _Seats}))
    frame = files.cards
    lists = {"abilities": AnyAbility, "keywords": Keyword}
    cards, faults = read_cards("cards", frame.cards, Card, lists)
    tokens, wrong = read_cards("cards", frame.tokens, Card, lists)
    faults += wrong
    names = {c.id for c in tokens}
    for card in [*cards, *tokens]:
        faults += [f"cards: {card.id}: {fault}" for fault in _faults(card, names)]
    for key, taken in (("id", [c.id for c in [*cards, *tokens]]), ("no", [str(c.no) for c in [*cards, *tokens]])):
        faults += [f"cards: {one}: {key} is taken" for one in sorted({t for t in taken if taken.count(t) > 1})]
    faults += [f"cards: start: {one}: no such miner" for one in frame.start if all(c.id != one or c.type != "miner" for c in cards)]
    faults += _uneven(files.seats)
    if faults:
        raise Faults(faults)
    made = Content(cards, tokens, files)
    if faults := made.rules.faults_of(made.presets):
        raise Faults(faults)
    return made


def _uneven(seats: _Seats) -> Iterator[str]:
    """The faults in what players begin with (PC-4.6, PC-4.7)."""
    if sorted(len(table.stores) for table in seats.compensation) != list(SEATS):
        yield "seats: one table for each number of players, two to four"
    tables: list[_Table | _Turns] = [*seats.compensation, *seats.handicaps]
    stores = [store.parts for table in tables for store in table.stores]
    if len(seats.handicaps) != len(SIZES):
        yield "seats: what each size of a handicap is"
    if any(any(table.stores[0].parts) for table in seats.compensation if table.stores):
        yield "seats: whoever begins has nothing in store"
    if any(not 0 <= n <= most for parts in stores for n, most in zip(parts, LIMITS, strict=True)):
        yield "seats: less than nothing, or more than a storage holds"


def _faults(card: Card, tokens: set[str]) -> Iterator[str]:
    """The faults of a card whose types are right."""
    if (card.cost is None) != (card.type == "trap"):
        yield "cost: traps have none, all other cards have one"
    if any(n > most for n, most in zip(card.price.parts, LIMITS, strict=True)):
        yield "cost: more than a storage holds"
    if (card.hp is None) == (card.type in ("building", "warrior")):
        yield "hp: buildings and warriors have it, other cards do not"
    if (card.attack is None) == (card.type == "warrior"):
        yield "attack: warriors have it, other cards do not"
    for kind, types in ((Spell, "spell"), (TrapEffect, "trap")):
        if (card.type == types) != (sum(isinstance(a, kind) for a in card.abilities) == 1):
            yield f"abilities: each {types} has one {types} ability, other cards have none"
    for i, ability in enumerate(card.abilities):
        if isinstance(ability, Static):
            if any(k.kw != "shielding" for k in ability.keywords):
                yield f"abilities[{i}].keywords: only shielding is given to others"
            continue
        yield from (f"abilities[{i}].{fault}" for fault in _unsound(ability, tokens))


def _unsound(ability: Doable | Replacement, tokens: set[str]) -> Iterator[str]:
    """The faults of an ability that does something."""
    if isinstance(ability, Replacement):
        if not all(isinstance(d, IMMEDIATE) for d in ability.do):
            yield "do: a replacement holds only instructions without a choice"
        if ability.would.event not in ("dies", "destroyed", "damage", "add"):
            yield "would: cannot be replaced"
        slots: list[str] = []
    else:
        slots = [s.id for s in ability.targets]
    if isinstance(ability, Triggered) and ability.on.event == "add":
        yield "on: adding triggers nothing"
    if any(k.kw != "shielding" for e in ability.do if isinstance(e, Modify) for k in e.keywords):
        yield "do: only shielding is given to others"
    data = msgspec.to_builtins(ability.do)
    named = set(_strings(data, ("to", "what", "of", "at", "blocker", "attacker", "from", "who")))
    yield from (f"targets: {slot} is not used" for slot in slots if slot not in named)
    yield from (f"do: {name} is no target" for name in sorted(named & {"t", "p"} - set(slots)))
    if not isinstance(ability, TrapEffect) and named & {"attacker", "attack_target", "attacker.controller"}:
        yield "do: only traps know an attacker"
    yield from (f"do: {token} is no token" for token in _strings(data, ("token",)) if token not in tokens)


def _strings(value: Any, fields: tuple[str, ...]) -> Iterator[str]:
    """The words in some fields of an ability's data."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str):
                if key in fields:
                    yield inner
            else:
                yield from _strings(inner, fields)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner, fields)
