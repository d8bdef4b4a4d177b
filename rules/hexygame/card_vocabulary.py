"""The vocabulary in which the abilities of cards are written in `data/hexygame/cards.json` (HX-17, HX-18). What each does: `effects`.

A word that is not here is a fault of the card.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.parts.cards import Vocabulary

COLORS = "RBGYV"
"""The five colours in the order that breaks ties (HX-5.8)."""


POOL = "C" + COLORS
"""Kinds of energy, colourless first."""


REALITIES = ("creature", "building", "artifact")


NOTIONS = ("sorcery", "wizardry")
"""Types of cards: realities stand on hexes, notions do something once, an enchantment lies under a reality (HX-4.1)."""


Side: TypeAlias = Literal["you", "opponent"]


Kind: TypeAlias = Literal["creature", "building", "artifact", "enchantment", "sorcery", "wizardry"]


Keyword: TypeAlias = Literal["flying", "haste", "reach", "combat_priority", "regeneration", "settling"]


Declaration: TypeAlias = Literal["move", "attack", "counterstrike"]


Ref: TypeAlias = Literal["self", "t1", "t2", "it"]


class Near(Vocabulary, frozen=True):
    """A distance of `min` to `max` from a thing."""

    of: Ref
    max: int
    min: int = 0


class NearAny(Vocabulary, frozen=True):
    """At most a distance from any reality that fits a filter."""

    filter: Filter
    max: int


class Filter(Vocabulary, frozen=True):
    """A description of things: all given parts must hold (HX-11.1)."""

    type: tuple[Kind, ...] = ()
    controller: Side | None = None
    owner: Side | None = None
    subtype: tuple[str, ...] = ()
    keyword: Keyword | None = None
    exclude_self: bool = False
    near: Near | None = None
    near_any: NearAny | None = None
    damaged: bool = False
    attack_min: int | None = None
    on_flag: bool | None = None
    empty: bool = False
    flag: bool | None = None
    item: tuple[Literal["spell", "ability", "move", "attack"], ...] = ()
    rarity: str | None = None


class Slot(Vocabulary, frozen=True):
    """A target to choose for a spell or ability."""

    id: Literal["t1", "t2"]
    what: Literal["reality", "hex", "stack", "graveyard_card"]
    filter: Filter


class Effect(Vocabulary, tag_field="op", frozen=True):
    """The base of all instructions of a card."""


class Damage(Effect, tag="damage", frozen=True):
    to: Ref
    amount: int


class Heal(Effect, tag="heal", frozen=True):
    to: Ref
    amount: int


class AddPoints(Effect, tag="add_points", frozen=True):
    to: Ref
    amount: int


class RemovePoints(Effect, tag="remove_points", frozen=True):
    to: Ref
    amount: int


class Destroy(Effect, tag="destroy", frozen=True):
    what: Ref


class Bounce(Effect, tag="bounce", frozen=True):
    what: Ref


class Move(Effect, tag="move", frozen=True):
    what: Ref
    to: Ref


class Swap(Effect, tag="swap", frozen=True):
    a: Ref
    b: Ref


class Modify(Effect, tag="modify", frozen=True):
    to: Ref
    until: Literal["end_of_turn"]
    attack: int = 0
    defense: int = 0


class Grant(Effect, tag="grant", frozen=True):
    to: Ref
    keywords: tuple[Keyword, ...]
    until: Literal["end_of_turn"]


class AddActions(Effect, tag="add_actions", frozen=True):
    to: Ref
    amount: int


class Forbid(Effect, tag="forbid", frozen=True):
    to: Ref
    what: tuple[Declaration, ...]
    until: Literal["end_of_turn"]


class Draw(Effect, tag="draw", frozen=True):
    player: Side
    amount: int


class Discard(Effect, tag="discard", frozen=True):
    player: Side
    amount: int
    chooser: Side


class GainEnergy(Effect, tag="gain_energy", frozen=True):
    player: Side
    color: Literal["R", "B", "G", "Y", "V", "C", "choice"]
    amount: int


class Counter(Effect, tag="counter", frozen=True):
    what: Ref


class Raise(Effect, tag="raise", frozen=True):
    card: Ref


class Search(Effect, tag="search", frozen=True):
    filter: Filter


class Dig(Effect, tag="dig", frozen=True):
    look: int
    take: int


class RevealHand(Effect, tag="reveal_hand", frozen=True):
    player: Side
    to: Side


class Sacrifice(Effect, tag="sacrifice", frozen=True):
    player: Side
    filter: Filter
    amount: int


class WinningDice(Effect, tag="winning_dice", frozen=True):
    player: Side
    amount: int


Single: TypeAlias = (
    Damage | Heal | AddPoints | RemovePoints | Destroy | Bounce | Move | Swap | Modify | Grant | AddActions | Forbid | Draw | Discard
    | GainEnergy | Counter | Raise | Search | Dig | RevealHand | Sacrifice | WinningDice
)  # fmt: skip


class ForEach(Effect, tag="for_each", frozen=True):
    """Carries out the inner effects on everything that fits, in one step."""

    filter: Filter
    do: tuple[Single, ...]


Instruction: TypeAlias = Single | ForEach


class Cost(Vocabulary, frozen=True):
    """A cost: energy by colour, and `generic` of any kind (HX-4.4)."""

    generic: int = 0
    R: int = 0
    B: int = 0
    G: int = 0
    Y: int = 0
    V: int = 0

    @property
    def colors(self) -> tuple[int, int, int, int, int]:
        """The coloured parts in the order of COLORS."""
        return self.R, self.B, self.G, self.Y, self.V

    @property
    def total(self) -> int:
        """How much energy it takes in all."""
        return self.generic + sum(self.colors)

    def more(self, generic: int) -> Cost:
        """The cost with more generic energy."""
        return msgspec.structs.replace(self, generic=self.generic + generic)

    def __str__(self) -> str:
        coloured = "".join(c * n for c, n in zip(COLORS, self.colors, strict=True))
        return (str(self.generic) if self.generic or not coloured else "") + coloured


class AbilityCost(Vocabulary, frozen=True):
    """The cost of an activated ability, all parts together (HX-11.2)."""

    energy: Cost = Cost()
    remove_points: int = 0
    spend_action: int = 0
    destroy_self: bool = False


class Ability(Vocabulary, tag_field="kind", frozen=True):
    """The base of all abilities of a card."""


class Spell(Ability, tag="spell", frozen=True):
    """The effects of a notion when it resolves."""

    effects: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()


class Activated(Ability, tag="activated", frozen=True):
    """An activated ability: cost and effect (HX-11.2)."""

    speed: Literal["wizardry", "sorcery"]
    cost: AbilityCost
    effects: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()
    limit_per_turn: int = 0

    @property
    def energy_only(self) -> bool:
        """Whether it only gives energy, so that it resolves at once (HX-5.6)."""
        return all(isinstance(e, GainEnergy) for e in self.effects)

    @property
    def names_color(self) -> bool:
        """Whether a colour is named on activation."""
        return any(isinstance(e, GainEnergy) and e.color == "choice" for e in self.effects)


class Triggered(Ability, tag="triggered", frozen=True):
    """A triggered ability, which an event starts (HX-11.3)."""

    event: Literal[
        "enters", "destroyed", "attack_declared", "combat_damage_dealt", "spell_cast",
        "potency_phase", "actions_phase", "draw_phase", "end_phase", "cleanup_phase",
    ]  # fmt: skip
    who: Literal["self", "you"] | Filter
    effects: tuple[Instruction, ...]
    targets: tuple[Slot, ...] = ()


class Changes(Vocabulary, frozen=True):
    """What a static ability changes."""

    attack: int = 0
    defense: int = 0
    actions: int = 0
    potency_gain: int = 0
    keywords: tuple[Keyword, ...] = ()
    cannot: tuple[Declaration, ...] = ()
    move_energy: int = 0


class Static(Ability, tag="static", frozen=True):
    """A static ability, in force as long as its source is on the battlefield (HX-11.7)."""

    scope: Literal["self", "enchanted"] | Filter
    modify: Changes


AnyAbility: TypeAlias = Spell | Activated | Triggered | Static
