"""The legal actions of a seat, word by word (PC-16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from rules.game import Action, Several, Word
from rules.parts.multiple_choice import chosen_together, several
from rules.planetary_conquerors import card_vocabulary, combat, effects, possible_reactions, reaction_windows
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act, Thing

NONE = "none"
THROWN = 3
"""A mulligan changes so many cards (PC-4.4)."""
CONVERSION = 4
"""So much cosmium makes one electricity (PC-2.4)."""
ENDS = ("top", "bottom")
"""Of a library, where a card that is looked at may go."""


class Offers:
    """The legal actions of the asked seat, in a fixed position."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        self.state = field.state
        self.content = field.content
        self.seat = seat
        self.side = self.state.sides[seat]

    @cached_property
    def kind(self) -> str:
        """The kind of decision (PC-16)."""
        ask = self.state.ask
        return ask.kind if ask else self.state.stage

    # The tree

    def words(self, prefix: Action) -> list[Word]:
        """The next words after a prefix (`rules.game.Rules.words`)."""
        if not prefix:
            return self._verbs
        return _TREE[prefix[0]](self, prefix[1:]) if prefix[0] in VERBS[self.kind] and prefix[0] in _TREE else []

    @cached_property
    def _verbs(self) -> list[Word]:
        return [w for v in VERBS[self.kind] for w in self._verb(v)]

    def _verb(self, verb: str) -> list[Word]:
        alone = _ALONE.get(verb)
        ends = alone is not None and alone(self)
        times = max(1, len(self._in_a_row)) if verb == "play" else 1
        return [Word(verb, ends, times)] if ends or (verb in _TREE and _TREE[verb](self, ())) else []

    def together(self, prefix: Action) -> Several | None:
        """The words after a prefix that are chosen together (`rules.game.Rules.together`)."""
        if self.kind == "mulligan" and prefix == ("mulligan",):
            return chosen_together(self.content.sort(self.side.hand), THROWN, THROWN)
        ask = self.state.ask
        if ask is None or self.kind != "target" or prefix != ("choose",):
            return None
        return chosen_together(sorted(ask.options, key=self.options.index), 1 if ask.up_to else ask.amount, ask.amount)

    # Before the game

    def _deck(self, rest: Action) -> list[Word]:
        return [Word(name, True) for name in self.content.presets] if not rest else []

    def _mulligan(self, rest: Action) -> list[Word]:
        return several(self.content.sort(self.side.hand), THROWN, rest)

    # Playing and activating (PC-6.1, PC-6.2)

    @property
    def is_main(self) -> bool:
        """Whether it is the seat's own main phase, in which it may do what it likes."""
        return self.kind == "main"

    @cached_property
    def playable(self) -> list[str]:
        """The cards that may be played now, each once."""
        return possible_reactions.playable(self.field, self.seat, self.is_main)

    @cached_property
    def usable(self) -> dict[str, list[str]]:
        """The paid effects that may be used now, by the word of their card."""
        return possible_reactions.usable(self.field, self.seat, self.is_main)

    def _play(self, rest: Action) -> list[Word]:
        return [Word(w, True, max(1, self._in_a_row.count(w))) for w in self.playable] if not rest else []

    @cached_property
    def _in_a_row(self) -> list[str]:
        """The cards that could be played in one go, the cheapest first; a spell ends the row, as it asks for its targets."""
        found: list[str] = []
        costs = (0, 0, 0)
        lasting = [w for w in self.playable if self.is_main and self.content.types[w] != "spell"]
        for word in sorted((w for w in self.side.hand if w in lasting), key=lambda w: self.content.cards[w].price.total):
            gold, cosmium, electricity = self.content.cards[word].price.parts
            more = (costs[0] + gold, costs[1] + cosmium, costs[2] + electricity)
            if self.field.affords(self.seat, more):
                costs = more
                found.append(word)
        return found

    def _activate(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(w) for w in self.usable]
        names = self.usable.get(rest[0], [])
        if len(rest) == 1:
            return [Word(n, not self.victims(rest[0], n)) for n in names]
        return [Word(w, True) for w in self.victims(rest[0], rest[1])] if len(rest) == 2 and rest[1] in names else []

    def victims(self, word: str, name: str) -> list[str]:
        """The words of what may be sacrificed to pay for an effect; none for effects without such a cost."""
        thing = self.field.by_word[word]
        pay = self.content.ability(thing.card, name).pay
        if pay.sacrifice is None or pay.sacrifice == "self":
            return []
        return [self.field.word(t.uid) for t in self.field.sacrifices(self.seat, pay, thing.uid)]

    @property
    def may_convert(self) -> bool:
        """Whether cosmium may become electricity (PC-2.4)."""
        full = self.side.stock[2] >= self.field.limits(self.seat)[2]
        return not self.side.converted and self.side.stock[1] >= CONVERSION and not full

    def _pass(self, rest: Action) -> list[Word]:
        return [Word(reaction_windows.WHATEVER, True)] if not rest else []

    # Looking at cards (PC-13.2, PC-13.3)

    def _left(self, taken: Sequence[str]) -> list[str] | None:
        """The looked-at cards without `taken`; None if those are not among them."""
        left = Counter(self.state.looked)
        left.subtract(taken)
        return None if min(left.values(), default=0) < 0 else self.content.sort(list(left.elements()))

    def _bottom(self, rest: Action) -> list[Word]:
        left = self._left([w for w in rest if w in self.content.cards])
        return [Word(w, True) for w in dict.fromkeys(left)] if left and all(w in self.content.cards for w in rest) else []

    @property
    def looking(self) -> card_vocabulary.Look:
        """The instruction that says what may be done with the looked-at cards."""
        act = self.state.frames[-1]
        assert isinstance(act, Act)
        look = effects.present(self.content, act)
        assert isinstance(look, card_vocabulary.Look)
        return look

    def _look(self, rest: Action) -> list[Word]:
        look = self.looking
        if look.rest == "top_or_bottom":
            return self._to_either_end(rest)
        if look.take and not rest:
            fit = [w for w in self.state.looked if self.field.fits_card(w, look.take.filter)]
            return [*(Word(w, len(self.state.looked) == 1) for w in dict.fromkeys(self.content.sort(fit))), Word(NONE)]
        laid = rest[1:] if look.take else rest
        if look.take and not any(w.text == rest[0] for w in self._look(())):
            return []
        left = self._left([w for w in rest if w != NONE])
        if not left or not all(w in self.content.cards for w in laid):
            return []
        return [Word(w, len(left) == 1) for w in dict.fromkeys(left)]

    def _to_either_end(self, rest: Action) -> list[Word]:
        """The next words of a choice, card by card: to the top or to the bottom."""
        cards, ends = rest[::2], rest[1::2]
        left = self._left(cards) if all(w in self.content.cards for w in cards) else None
        if left is None or not all(e in ENDS for e in ends):
            return []
        if len(cards) > len(ends):
            return [Word(end, not left) for end in ENDS]
        return [Word(w) for w in dict.fromkeys(left)]

    # The attack (PC-11)

    @cached_property
    def attackers(self) -> list[Thing]:
        """The warriors that can still be chosen as attackers."""
        picked = {p[0] for p in self.state.picks}
        return [t for t in self.field.attackers(self.seat) if t.uid not in picked]

    @cached_property
    def goals(self) -> list[Thing]:
        """The possible targets of an attack (PC-11.2)."""
        return self.field.goals(self.seat)

    def _attack(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(self.field.word(t.uid)) for t in self.attackers]
        if len(rest) == 1 and any(self.field.word(t.uid) == rest[0] for t in self.attackers):
            return [Word(self.field.word(t.uid), True) for t in self.goals]
        return []

    @cached_property
    def blocks(self) -> dict[str, list[str]]:
        """Attackers that may be blocked, with those who may block them (PC-11.4 a)."""
        word = self.field.word
        found = combat.blocks_of(self.field, self.seat)
        return {word(a.uid): [word(b.uid) for b in able] for a, able in found.items()}

    def _block(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(w) for w in self.blocks]
        return [Word(w, True) for w in self.blocks.get(rest[0], [])] if len(rest) == 1 else []

    # Choices

    @cached_property
    def options(self) -> list[str]:
        """The possible choices, each once."""
        ask = self.state.ask
        return list(dict.fromkeys(ask.options)) if ask else []

    def _one(self, rest: Action) -> list[Word]:
        return [Word(w, True) for w in self.options if w != "decline"] if not rest else []

    def _choose(self, rest: Action) -> list[Word]:
        ask = self.state.ask
        assert ask is not None
        options = sorted(ask.options, key=self.options.index)
        if not ask.up_to:
            return several(options, ask.amount, rest)
        left = Counter(options)
        left.subtract(rest)
        if len(rest) >= ask.amount or any(w not in self.options for w in rest):
            return []
        first = self.options.index(rest[-1]) if rest else 0
        return [Word(w, True) for i, w in enumerate(self.options) if i >= first and left[w] > 0]

    # Traps (PC-12)

    @cached_property
    def columns(self) -> list[Thing]:
        """The own mine and buildings, in front of which traps may lie (PC-12.1)."""
        return self.field.columns(self.seat)

    def places(self, rest: Action, without: int = 0) -> list[Word]:
        """The next words for a column and a position in it (PC-12.2); `without`: the column that a trap comes from."""
        if not rest:
            return [Word(self.field.word(t.uid)) for t in self.columns if t.uid != without]
        thing = next((t for t in self.columns if t.uid != without and self.field.word(t.uid) == rest[0]), None)
        if thing is None or len(rest) > 1:
            return []
        return [Word(str(n), True) for n in range(1, len(self.field.column(thing.uid)) + 2)]

    @cached_property
    def traps(self) -> list[str]:
        """The traps that may be laid: from the hand, or from the junkyard."""
        if self.kind == "trapback":
            return self.options
        if self.side.placed:
            return []
        return self.content.sort([w for w in dict.fromkeys(self.side.hand) if self.content.types[w] == "trap"])

    def _place(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(w) for w in self.traps]
        return self.places(rest[1:]) if rest[0] in self.traps else []

    @cached_property
    def movable(self) -> dict[str, int]:
        """The own traps that may be moved, by place, with the thing they lie in front of (PC-12.3)."""
        return self.field.movable(self.seat)

    def _move(self, rest: Action) -> list[Word]:
        if not rest:
            return [Word(w) for w in self.movable]
        return self.places(rest[1:], self.movable[rest[0]]) if rest[0] in self.movable else []


VERBS = {
    "deck": ("deck",),
    "mulligan": ("keep", "mulligan"),
    "main": ("play", "activate", "convert", "end"),
    "react": ("play", "activate", "pass"),
    "kuk": ("keep", "bottom"),
    "look": ("look",),
    "attack": ("attack", "reset", "confirm", NONE),
    "block": ("block", "done"),
    "advance": ("advance",),
    "target": ("choose", NONE),
    "order": ("next",),
    "optional": ("yes", "no"),
    "replace": ("replace", "decline"),
    "pay_or_else": ("pay", "refuse"),
    "sacrifice_choice": ("sacrifice",),
    "trap": ("place", "move", "end"),
    "trapback": ("place", "done"),
}
"""The verbs of each kind of decision."""


def _always(offers: Offers) -> bool:
    return True


_ALONE: dict[str, Callable[[Offers], bool]] = {
    **dict.fromkeys(("keep", "end", "pass", "done", "yes", "no", "pay", "refuse"), _always),
    "convert": lambda o: o.may_convert,
    "reset": lambda o: bool(o.state.picks),
    "confirm": lambda o: bool(o.state.picks),
    NONE: lambda o: not o.state.picks if o.kind == "attack" else bool(o.state.ask and o.state.ask.up_to),
    "decline": lambda o: "decline" in o.options,
}
"""Verbs that are whole actions, and when they may be said."""

_TREE: dict[str, Callable[[Offers, Action], list[Word]]] = {
    "deck": Offers._deck,
    "mulligan": Offers._mulligan,
    "play": Offers._play,
    "activate": Offers._activate,
    "pass": Offers._pass,
    "bottom": Offers._bottom,
    "look": Offers._look,
    "attack": Offers._attack,
    "block": Offers._block,
    "advance": Offers._one,
    "choose": Offers._choose,
    "next": Offers._one,
    "replace": Offers._one,
    "sacrifice": Offers._one,
    "place": Offers._place,
    "move": Offers._move,
}
"""The words after a verb."""
WORDS = frozenset({*_TREE, *_ALONE, *ENDS, reaction_windows.WHATEVER})
"""All words of actions but cards and decks."""
