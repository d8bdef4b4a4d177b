"""The vocabulary in which the abilities of cards are written in `data/planetary_conquerors/cards.json` (PC-17a). What each does: `effects`.

A word that is not here is a fault of the card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from rules.parts.cards import Vocabulary

MATERIALS = ("gold", "cosmium", "electricity")  # PC-2.1


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
    """A keyword with its number (PC-13)."""

    kw: Word
    x: int = 0


class Filter(Vocabulary, frozen=True):
    """A description of things: all given parts must hold (PC-17a)."""

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
    """An event that triggers an ability, or is replaced by one (PC-17a)."""

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


IMMEDIATE = (Add, Lose, Damage, Heal, LoseHp, SetHp, Draw, Move, Ready, Recharge, Modify, RemoveFromAttack, ChangeAmount)
"""Instructions that need no choice, so that a replacement may use them."""


KEYWORD_ABILITIES: Mapping[str, Triggered] = {
    "selfheal": Triggered(Occasion("phase", phase="end", whose="you"), (Heal("self", Amount(event="amount")),)),
    "selfdestroy": Triggered(Occasion("phase", phase="end", whose="you"), (LoseHp("self", Amount(event="amount")),)),
    "final_hit": Triggered(Occasion("dies", what="self"), (Damage("self", "event.subject", Amount(event="amount")),)),
}
"""What keywords do, as abilities (Final hit PC-13.6, Selfheal PC-13.7, Selfdestroy PC-13.8); the number is the event's."""
