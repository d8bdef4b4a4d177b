"""Teams, cards, the referee deck and the rink: the content of the game, checked (HG-2, HG-3, HG-10, HG-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import msgspec

from rules.parts.engine import Faults, shaped
from rules.printed_cards import Face

MOVES = ("speed", "strength", "pass", "shot")
ATTRIBUTES = ("attack", "defence", *MOVES, "goalie")
ROLES = ("attack", "defend")
SYMBOLS = 5
"""How many bonus cards of a deck carry the referee symbol (HG-11.3)."""


class Bonus(msgspec.Struct, frozen=True):
    """An attribute and how much it adds."""

    attribute: str
    value: int


class Effect(msgspec.Struct, frozen=True):
    """What a special card does (HG-10): `op` names it, the others are its parameters."""

    op: str
    value: int = 0
    move: str = ""
    otherwise: int = msgspec.field(default=0, name="else")


class Card(msgspec.Struct, frozen=True):
    """A card of a team deck. `kind` is bonus, hero, special or injury; fields of other kinds stay empty.

    Bonus cards that look alike are one kind of card, so they share their `word`, such as `+2` or `shot+3r` (HG-11.5).
    """

    id: str
    kind: str
    word: str = ""
    attribute: str | None = None
    value: int = 0
    referee: bool = False
    attributes: dict[str, int] = {}
    when: str = ""
    effect: Effect | None = None

    @property
    def op(self) -> str:
        """The name of the effect; "" for a card without one."""
        return self.effect.op if self.effect else ""


class Team(msgspec.Struct, frozen=True):
    """A team card: its seven attributes."""

    id: str
    attributes: dict[str, int]


class Deck(msgspec.Struct, frozen=True):
    """The twenty cards of a team, by id."""

    team: str
    cards: tuple[str, ...]


class RefereeEffect(msgspec.Struct, frozen=True):
    """What a referee card does (HG-7.2, HG-7.3): `own` and `opponent` are added to the values of this round."""

    op: str
    own: int = 0
    opponent: int = 0


class RefereeCard(msgspec.Struct, frozen=True):
    """A card of the referee deck; cards with the same `code` do the same."""

    id: str
    code: str
    effect: RefereeEffect


class Line(msgspec.Struct, frozen=True):
    """A line of the rink and the column it runs through."""

    id: str
    col: int


class Goal(msgspec.Struct, frozen=True):
    """A goal and the fields before it. The first one is seat 0's own, the second seat 1's (HG-1.1)."""

    crease: str
    circles: tuple[str, str]
    point: str

    @property
    def third(self) -> tuple[str, ...]:
        """The attacking third of the seat that shoots at this goal (HG-2.3)."""
        return (self.point, *self.circles, self.crease)


class Field(msgspec.Struct, frozen=True):
    """A field: its column, where it is drawn (x 0-16, y 0-4), its bonus, and whether it is a crease (HG-2.8)."""

    id: str
    col: int
    lane: str
    x: int
    y: int
    bonus: Bonus | None
    crease: bool


class Rink(msgspec.Struct, frozen=True):
    """The rink as in the data: `lanes` for Speed (HG-2.5), `diagonals` for Strength (HG-2.4)."""

    lines: tuple[Line, ...]
    goals: tuple[Goal, Goal]
    fields: tuple[Field, ...]
    lanes: dict[str, tuple[str, ...]]
    diagonals: dict[str, tuple[str, ...]]


class _Cards(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]


class _Teams(msgspec.Struct, frozen=True):
    teams: tuple[Team, ...]


class _Decks(msgspec.Struct, frozen=True):
    decks: tuple[Deck, ...]


class _Referee(msgspec.Struct, frozen=True):
    referee: tuple[RefereeCard, ...]


class Content:
    """All content. `cards` holds every kind of card by word, in the order of the data; `order` is that order, for ties (HG-5.9)."""

    def __init__(self, cards: _Cards, teams: _Teams, decks: _Decks, referee: _Referee, rink: Rink) -> None:
        self.ids = {c.id: c if c.word else _named(c) for c in cards.cards}
        self.cards: dict[str, Card] = {}
        for card in self.ids.values():
            self.cards.setdefault(card.word, card)
        self.order = {word: i for i, word in enumerate(self.cards)}
        self.stock = Counter(card.word for card in self.ids.values())
        self.teams = {t.id: t for t in teams.teams}
        self.decks = {d.team: tuple(self.ids[i].word for i in d.cards if i in self.ids) for d in decks.decks}
        self.listed = {d.team: d.cards for d in decks.decks}
        self.codes = {r.code: r.effect for r in referee.referee}
        self.referee = tuple(r.code for r in referee.referee)
        self.rink = rink
        self.by_kind = {kind: tuple(w for w, c in self.cards.items() if c.kind == kind) for kind in ("bonus", "hero", "special", "injury")}

    def faces(self) -> dict[str, Face]:
        """Teams, cards and referee cards as what can be looked up; cards of one kind are one."""
        found = [Face(t.id, "", "team", (), t.id, "", "", tuple(t.attributes.items()), (), ()) for t in self.teams.values()]
        for card in self.cards.values():
            numbers = tuple(card.attributes.items()) or ((("value", card.value),) if card.kind == "bonus" else ())
            marks = ("referee",) if card.referee else ()
            found.append(Face(card.word, "", card.kind, (card.attribute,) if card.attribute else (), "", card.when, "", numbers, marks, ()))
        for code, effect in self.codes.items():
            found.append(Face(code, "", "referee", (effect.op,), "", "", "", (("own", effect.own), ("opponent", effect.opponent)), (), ()))
        return {face.word: face for face in found}

    def effect(self, word: str) -> Effect | None:
        """The effect of a special card; None without a card."""
        return self.cards[word].effect if word else None

    def op(self, word: str) -> str:
        """The name of a special card's effect; "" without a card."""
        return self.cards[word].op if word else ""

    def sort(self, words: list[str]) -> list[str]:
        """Cards in the order of the data."""
        return sorted(words, key=self.order.__getitem__)


def _named(card: Card) -> Card:
    word = f"{card.attribute or ''}+{card.value}{'r' if card.referee else ''}"
    return msgspec.structs.replace(card, word=word)


def read_content(content: Mapping[str, Any]) -> Content:
    """The content from JSON values by file. Raises Faults naming everything that is wrong."""
    made = Content(*shaped(content, {"cards": _Cards, "teams": _Teams, "decks": _Decks, "referee": _Referee, "rink": Rink}))
    faults = [*_card_faults(made), *_team_faults(made), *_rink_faults(made.rink)]
    if faults:
        raise Faults(faults)
    return made


def _card_faults(c: Content) -> list[str]:
    faults = []
    for card in c.ids.values():
        named = [*card.attributes, *([card.attribute] if card.attribute else [])]
        faults += [f"cards: {card.id} names {name}, which is no attribute" for name in named if name not in ATTRIBUTES]
        if card.kind == "bonus" and card.attribute and card.attribute not in MOVES:
            faults.append(f"cards: {card.id} is for {card.attribute}, which is no move")
        if card.kind == "hero" and (sum(card.attributes.values()) != 4 or len(card.attributes) > 2):
            faults.append(f"cards: {card.id} needs four points on one or two attributes")
        if card.kind in ("special", "injury") and (not card.effect or card.when not in (*ROLES, "any")):
            faults.append(f"cards: {card.id} needs an effect and when it is played")
        if card.kind != "bonus" and c.stock[card.word] > 1:
            faults.append(f"cards: {card.id} shares the word {card.word}")
    return faults


def _team_faults(c: Content) -> list[str]:
    """The faults of teams against HG-12."""
    faults = []
    for one, other in permutations(c.teams.values(), 2):
        if all(one.attributes.get(a, -1) >= other.attributes.get(a, -1) for a in ATTRIBUTES):
            faults.append(f"teams: {one.id} is better or equal in everything than {other.id}")
    for team in c.teams.values():
        if set(team.attributes) != set(ATTRIBUTES) or not all(0 <= n <= 5 for n in team.attributes.values()):
            faults.append(f"teams: {team.id} needs seven attributes from 0 to 5")
        cards = [c.ids[i] for i in c.listed.get(team.id, ()) if i in c.ids]
        kinds = Counter(card.kind for card in cards)
        if kinds != {"bonus": 12, "hero": 5, "special": 2, "injury": 1} or sum(card.referee for card in cards) != SYMBOLS:
            faults.append(f"decks: {team.id} needs 12 bonus cards, {SYMBOLS} with the symbol, 5 heroes, 2 specials, 1 injury")
    if len(c.referee) != 18:
        faults.append(f"referee: 18 cards are needed, there are {len(c.referee)}")
    return faults


def _rink_faults(rink: Rink) -> list[str]:
    faults = []
    names = {f.id for f in rink.fields}
    lanes = {f.id: lane for lane, fields in rink.lanes.items() for f in rink.fields if f.id in fields}
    for field in rink.fields:
        if lanes.get(field.id) != field.lane:
            faults.append(f"rink: {field.id} is not in its lane")
        for other in rink.diagonals.get(field.id, ()):
            if other not in names or field.id not in rink.diagonals.get(other, ()):
                faults.append(f"rink: the diagonal {field.id}-{other} goes one way only")
    if set(rink.diagonals) != names:
        faults.append("rink: every field needs its diagonals")
    faults += [f"rink: {f} does not exist" for goal in rink.goals for f in goal.third if f not in names]
    return faults
