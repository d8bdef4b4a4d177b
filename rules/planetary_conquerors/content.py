"""Cards, effects and preset decks: the content of the game, checked (sections 1, 3, 13, 17).

The structs below are the whole vocabulary in which cards are written; a word that is not here is a fault of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from rules.competition.card_drafts.packs import Limited, Written, read_limited
from rules.decks import DeckRules, Presets
from rules.parts.cards import Vocabulary, read_cards, shape
from rules.parts.engine import Faults, shaped
from rules.printed_cards import AbilityLine, Face

MATERIALS = ("gold", "cosmium", "electricity")
LIMITS = (6, 6, 3)
"""How much of each material a storage holds without further help (PC-2.2)."""
SEATS = range(2, 5)
"""How many can play (PC-R57)."""
MINE_HP = 15
"""The HP of a mine (PC-1.6)."""
PHASES = ("start", "mining", "kuk", "main", "attack", "trap", "end")
"""The phases of a turn (PC-5.1)."""

Costs: TypeAlias = tuple[tuple[int, int, int], ...]
"""Costs of several cards, each in the order of MATERIALS."""
Kind: TypeAlias = Literal["miner", "building", "warrior", "trap", "spell"]
Material: TypeAlias = Literal["gold", "cosmium", "electricity"]
Word: TypeAlias = Literal["shielding", "selfheal", "selfdestroy", "final_hit", "illusion"]
Trait: TypeAlias = Literal["cannot_attack", "enters_exhausted", "ignores_traps", "unblockable"]
Who: TypeAlias = Literal["you", "opponents", "any"]
Whom: TypeAlias = Literal["you", "each_player", "attacker.controller", "event.player", "p"]
Name: TypeAlias = Literal["t", "p", "h", "self", "attacker", "attack_target", "event.subject", "event.source"]
"""What a single thing is called: a slot (`t`, `p`), something just created (`h`), or a part of what happened."""


class Keyword(Vocabulary, frozen=True):
    """A keyword with its number (section 13)."""

    kw: Word
    x: int = 0


class Filter(Vocabulary, frozen=True):
    """A description of things: all given parts must hold (section 17a)."""

    kind: tuple[Literal["miner", "building", "warrior", "mine", "trap"], ...] = ()
    controller: Who | None = None
    not_self: bool = False
    ready: bool = False
    attacking: bool = False
    attack_max: int | None = None
    hp_max: int | None = None
    cost_max: int | None = None
    card: str | None = None
    player: Literal["opponents"] | None = None
    pending: tuple[Literal["miner", "building", "warrior", "spell", "paid"], ...] = ()


class Group(Vocabulary, frozen=True):
    """Several things that fit a filter, or one's own mine."""

    all: Filter | None = None
    mine: Literal["you"] | None = None


class Amount(Vocabulary, frozen=True):
    """A number: a count, a thing's attack, or the amount of an event."""

    count: Filter | None = None
    stat: Literal["attack"] | None = None
    of: Name | None = None
    event: Literal["amount"] | None = None


class Condition(Vocabulary, frozen=True):
    """A condition on a storage, or on a thing's attack."""

    material: Material | None = None
    who: Literal["you"] | None = None
    stat: Literal["attack"] | None = None
    of: Name | None = None
    at_least: int | None = None
    at_most: int | None = None
    full: bool = False


Ref: TypeAlias = Name | Group
Number: TypeAlias = int | Amount


class Slot(Vocabulary, frozen=True):
    """A target to choose as an effect begins (PC-6.5)."""

    id: Literal["t", "p"]
    zone: Literal["planet", "junkyard", "player", "pending"]
    filter: Filter
    count: int = 1
    up_to: bool = False


class Amounts:
    """The base of what has an amount of each material."""

    gold: Any
    cosmium: Any
    electricity: Any

    @property
    def parts(self) -> tuple[Any, Any, Any]:
        """The amounts in the order of MATERIALS."""
        return self.gold, self.cosmium, self.electricity


class Effect(Vocabulary, tag_field="op", frozen=True):
    """The base of all instructions of a card."""


class Add(Effect, Amounts, tag="add", frozen=True):
    who: Literal["you"]
    gold: Number = 0
    cosmium: Number = 0
    electricity: Number = 0


class Lose(Effect, Amounts, tag="lose", frozen=True):
    who: Whom
    gold: int = 0
    cosmium: int = 0
    electricity: int = 0


class Steal(Effect, tag="steal", rename={"whom": "from"}, frozen=True):
    whom: Whom
    material: Material
    amount: int


class Damage(Effect, tag="damage", frozen=True):
    source: Literal["self", "event.source"]
    to: Ref
    amount: Number


class Heal(Effect, tag="heal", frozen=True):
    to: Ref
    amount: Number


class LoseHp(Effect, tag="lose_hp", frozen=True):
    to: Ref
    amount: Number


class SetHp(Effect, tag="set_hp", frozen=True):
    what: Name
    amount: int


class Destroy(Effect, tag="destroy", frozen=True):
    what: Ref


class Sacrifice(Effect, tag="sacrifice", frozen=True):
    what: Name


class EachSacrifices(Effect, tag="each_sacrifices", frozen=True):
    who: Literal["each_player"]
    filter: Filter


class Draw(Effect, tag="draw", frozen=True):
    who: Literal["you"]
    amount: int


class Kuk(Effect, tag="kuk", frozen=True):
    amount: int


class Take(Vocabulary, frozen=True):
    """What may be taken from among the cards looked at."""

    filter: Filter
    to: Literal["hand"]
    count: Literal[1] = 1
    up_to: Literal[True] = True


class Look(Effect, tag="look", frozen=True):
    amount: int
    rest: Literal["bottom", "top_or_bottom"]
    take: Take | None = None


class Trapback(Effect, tag="trapback", frozen=True):
    amount: int
    not_self: bool = False


class Move(Effect, tag="move", frozen=True):
    what: Name
    to: Literal["hand", "deck_top", "deck_bottom", "junkyard"]


class PutIntoPlay(Effect, tag="put_into_play", frozen=True):
    what: Name
    controller: Literal["you"]
    exhausted: bool = False


class Create(Effect, tag="create", rename={"name": "as"}, frozen=True):
    token: str
    who: Literal["you"]
    count: int = 1
    name: Literal["h"] | None = None


class CopyAsIllusion(Effect, tag="copy_as_illusion", frozen=True):
    what: Name
    who: Literal["you"]


class Ready(Effect, tag="ready", frozen=True):
    what: Ref


class Recharge(Effect, tag="recharge", frozen=True):
    what: Ref


class Modify(Effect, tag="modify", frozen=True):
    """Changes a thing until the next start phase (PC-5.3)."""

    what: Ref
    attack: int = 0
    keywords: tuple[Keyword, ...] = ()


class RemoveFromAttack(Effect, tag="remove_from_attack", frozen=True):
    what: Ref


class Block(Effect, tag="block", frozen=True):
    blocker: Name
    attacker: Name


class Cancel(Effect, tag="cancel", frozen=True):
    what: Name


class GainControl(Effect, tag="gain_control", frozen=True):
    what: Name
    by: Literal["you"]


class LookAtTraps(Effect, tag="look_at_traps", frozen=True):
    at: Name


class ChangeAmount(Effect, tag="change_amount", frozen=True):
    times: int


class Cost(Vocabulary, Amounts, frozen=True):
    """A cost in materials (PC-2.5)."""

    gold: int = 0
    cosmium: int = 0
    electricity: int = 0

    @property
    def total(self) -> int:
        """How many units of material it takes in all."""
        return self.gold + self.cosmium + self.electricity

    def __str__(self) -> str:
        """The cost as text, such as `2g1c`; `0` for none."""
        return "".join(f"{n}{m[0]}" for m, n in zip(MATERIALS, self.parts, strict=True) if n) or "0"


Simple: TypeAlias = (
    Add | Lose | Steal | Damage | Heal | LoseHp | SetHp | Destroy | Sacrifice | EachSacrifices | Draw | Kuk | Look | Trapback | Move
    | PutIntoPlay | Create | CopyAsIllusion | Ready | Recharge | Modify | RemoveFromAttack | Block | Cancel | GainControl | LookAtTraps
    | ChangeAmount
)  # fmt: skip


class PayOrElse(Effect, tag="pay_or_else", rename={"otherwise": "else"}, frozen=True):
    who: Whom
    pay: Cost
    otherwise: tuple[Simple, ...]


class If(Effect, tag="if", rename={"otherwise": "else"}, frozen=True):
    cond: Condition
    then: tuple[Simple, ...]
    otherwise: tuple[Simple, ...] = ()


Instruction: TypeAlias = Simple | PayOrElse | If


class Pay(Cost, frozen=True):
    """What a paid effect costs (PC-6.3)."""

    sacrifice: Literal["self"] | Filter | None = None


class Occasion(Vocabulary, frozen=True):
    """An event that triggers an ability, or is replaced by one (section 17a)."""

    event: Literal["phase", "enters", "dies", "destroyed", "attacks", "damage", "add"]
    phase: Literal["start", "mining", "kuk", "main", "attack", "trap", "end"] | None = None
    whose: Who | None = None
    what: Literal["self"] | Filter | None = None
    target: Literal["self"] | None = None
    source: Literal["self"] | None = None
    to: Literal["self"] | Filter | None = None
    who: Literal["you"] | None = None
    material: Material | None = None


class Ability(Vocabulary, tag_field="kind", frozen=True):
    """The base of all abilities of a card."""


class Spell(Ability, tag="spell", frozen=True):
    do: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()


class TrapEffect(Ability, tag="trap", frozen=True):
    do: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()


class Triggered(Ability, tag="triggered", rename={"cond": "if"}, frozen=True):
    on: Occasion
    do: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()
    cond: Condition | None = None
    optional: bool = False


class Paid(Ability, tag="paid", rename={"cond": "if"}, frozen=True):
    """A paid effect, usable once until it is recharged (PC-5.3)."""

    pay: Pay
    timing: Literal["any", "main"]
    do: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()
    cond: Condition | None = None


class Replacement(Ability, tag="replacement", rename={"cond": "if"}, frozen=True):
    would: Occasion
    do: tuple[Simple, ...]
    cond: Condition | None = None
    optional: bool = False
    pay: Cost | None = None


class Static(Ability, tag="static", frozen=True):
    affects: Filter | None = None
    attack: int = 0
    keywords: tuple[Keyword, ...] = ()
    caps: Cost | None = None


AnyAbility: TypeAlias = Spell | TrapEffect | Triggered | Paid | Replacement | Static
Doable: TypeAlias = Spell | TrapEffect | Triggered | Paid

_IMMEDIATE = (Add, Lose, Damage, Heal, LoseHp, SetHp, Draw, Move, Ready, Recharge, Modify, RemoveFromAttack, ChangeAmount)
"""Instructions that need no choice, so that a replacement may use them."""

KEYWORD_ABILITIES: Mapping[str, Triggered] = {
    "selfheal": Triggered(Occasion("phase", phase="end", whose="you"), (Heal("self", Amount(event="amount")),)),
    "selfdestroy": Triggered(Occasion("phase", phase="end", whose="you"), (LoseHp("self", Amount(event="amount")),)),
    "final_hit": Triggered(Occasion("dies", what="self"), (Damage("self", "event.subject", Amount(event="amount")),)),
}
"""What keywords do, as abilities (PC-13.6 to PC-13.8); the number is the event's."""


class Card(Vocabulary, frozen=True):
    """A card (section 17a). `no`: its permanent number."""

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


class _Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    compensation: tuple[_Table, ...]


class _Files(NamedTuple):
    """The content as it is read, file by file."""

    cards: _Cards
    decks: Presets
    seats: _Seats


class Content:
    """All content. `cards` holds every card and token by word, in the order of the data; `start` the cards that begin on the planet, `stores` what
    the players begin with in their storages, in the order of play, by how many they are."""

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
    """The faults in what later players begin with (PC-4.6)."""
    if sorted(len(table.stores) for table in seats.compensation) != list(SEATS):
        yield "seats: one table for each number of players, two to four"
    stores = [store.parts for table in seats.compensation for store in table.stores]
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
        if not all(isinstance(d, _IMMEDIATE) for d in ability.do):
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
