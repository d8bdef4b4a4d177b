"""The sums behind an action, for reasons: what it costs and leaves, income, hit points, who fells whom, and how safe the mine is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import FIRST, LAST, NEXT, Fact
from rules.game import Action, Seat, Step
from rules.planetary_conquerors.card_vocabulary import Add, Damage
from rules.planetary_conquerors.combat import of_line
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, Act, Blow, State, Thing

ENOUGH_FOR = 3
"""So many cards are named at most that can be paid for."""


def sums(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """What is certain of an action of the seat itself. What follows from its hand and its own traps is private, and untold where `action` is as the
    others may read it."""
    if acting != seat or not action:
        return
    kind, verb = before.ask.kind if before.ask is not None else "", action[0]
    if not kind and verb in ("keep", "mulligan"):
        yield _hand(rules, before, seat, action[1:])
    elif kind == "kuk":
        yield _drawn(rules, before, seat, [word for word in before.looked if word not in action[1:]])
    elif kind == "main" and verb == "play":
        yield from _played(rules, before, seat, action[1])
        if not step.state.over:
            yield _left(rules, step.state, seat)
    elif kind == "main" and verb == "end":
        yield _saved(rules, before, seat)
    elif kind == "main" and not step.state.over:
        yield _left(rules, step.state, seat)
    elif kind == "attack" and verb == "confirm":
        yield from _strikes(rules, before, step, seat)
    elif kind == "attack" and verb == "none":
        yield from _exposed(rules, step.state, seat)
    elif kind == "block" and verb == "block":
        yield _meets(rules, before, seat, action[1], action[2])
    elif kind in ("block", "react"):
        yield from _happens(rules, before, seat)
        yield from _comes(rules, before, seat)
    elif kind == "trap":
        yield from [_trap(rules, before, seat, action[1])] if verb == "place" and action[1] in rules.content.cards else []
        yield from _exposed(rules, before, seat)


def _hand(rules: Any, before: State, seat: Seat, away: Action) -> Fact:
    """What a hand without some cards can do: its miners, and what can be paid for in the first turn."""
    hand = [*before.sides[seat].hand]
    for card in away:
        hand.remove(card)
    means, types = before.sides[seat].stock, rules.content.types
    payable = sum(types[card] != "trap" and paid(rules, card, means) for card in hand)
    miners = sum(types[card] == "miner" for card in hand)
    return Fact("holds", {"seat": seat, "n": len(hand), "miners": miners, "payable": payable}, FIRST, True, True)


def _drawn(rules: Any, before: State, seat: Seat, seen: list[str]) -> Fact:
    """The card that is drawn, and whether it can be paid for in this turn; or of how many cards it is one, and how many of those can be."""
    means = before.sides[seat].stock
    if not seen:
        left = before.sides[seat].library[len(before.looked) :]
        usable = sum(rules.content.types[card] == "trap" or paid(rules, card, means) for card in left)
        return Fact("draws_unknown", {"seat": seat, "of": len(left), "n": usable, "stock": [*means]}, FIRST, True, True)
    facts = {"seat": seat, "card": seen[0], "stock": [*means], "enough": rules.content.types[seen[0]] == "trap" or paid(rules, seen[0], means)}
    return Fact("draws", facts, FIRST, True, True)


def _played(rules: Any, before: State, seat: Seat, card: str) -> Iterator[Fact]:
    """What a card brings that stays."""
    content, field = rules.content, Field(rules.content, before)
    kind = content.types[card]
    if kind == "miner":
        gains = gained(field, seat, card)
        if any(gains):
            turns = -(-content.cards[card].price.total // sum(gains))
            yield Fact("income", {"seat": seat, "card": card, "each": gains, "turns": turns}, FIRST, True)
    elif kind == "building":
        after = field.building_hp(seat) + content.hp[card]
        yield Fact("builds", {"seat": seat, "card": card, "n": content.hp[card], "total": after, "of": FEWEST_BUILDING_HP}, FIRST, True)
    elif kind == "warrior":
        attack, hp, others = content.attack[card], content.hp[card], warriors(field, before, seat)
        felled = sum(field.shielding(t) + t.hp <= attack for t in others)
        survived = sum(field.attack(t) - content.keywords[card].get("shielding", 0) < hp for t in others)
        facts = {"seat": seat, "card": card, "attack": attack, "hp": hp, "of": len(others), "felled": felled, "survived": survived}
        yield Fact("fighter", facts, FIRST, True)


def _left(rules: Any, state: State, seat: Seat) -> Fact:
    """The materials that are left, and what they are enough for."""
    stock = state.sides[seat].stock
    return Fact("left", {"seat": seat, "stock": [*stock], "cards": enough_for(rules, state, seat, stock)}, NEXT, True, True)


def _saved(rules: Any, before: State, seat: Seat) -> Fact:
    """The materials that are kept for the next turn, and what will be enough then that is not now."""
    stock, means = before.sides[seat].stock, next_means(rules, before, seat)
    now = enough_for(rules, before, seat, stock)
    later = [card for card in enough_for(rules, before, seat, means) if card not in now]
    return Fact("saved", {"seat": seat, "stock": [*stock], "next": [*means], "cards": later}, LAST, True, True)


def _strikes(rules: Any, before: State, step: Step, seat: Seat) -> Iterator[Fact]:
    """How strong an attack is, and what may stop it: ready warriors of those attacked, and traps before the targets."""
    field, told = Field(rules.content, before), next((e.facts for e in step.events if e.kind == "attack"), None)
    if told is None:
        return
    pairs = [(field.by_word[a["thing"]], field.by_word[a["target"]]) for a in told["attackers"]]
    targets = {target.uid: target for _, target in pairs}
    owners = {target.controller for target in targets.values()}
    blockers = sum(not t.exhausted for owner in owners for t in field.own(owner, "warrior"))
    traps = sum(len(field.column(uid)) for uid in targets)
    strength = sum(field.attack(attacker) for attacker, _ in pairs)
    facts = {"seat": seat, "n": strength, "hp": sum(t.hp for t in targets.values()), "blockers": blockers, "traps": traps}
    yield Fact("strikes", facts, NEXT, True)


def _exposed(rules: Any, state: State, seat: Seat) -> Iterator[Fact]:
    """How much the others can attack with, and who may stop it."""
    field = Field(rules.content, state)
    able = [t for t in warriors(field, state, seat) if not field.trait(t, "cannot_attack")]
    walls = sum(not t.exhausted for t in field.own(seat, "warrior"))
    if able:
        facts = {"seat": seat, "walls": walls, "of": len(able), "n": sum(map(field.attack, able)), "hp": state.mine(seat).hp}
        yield Fact("exposed", facts, NEXT, True)
    elif not state.over:
        yield Fact("unexposed", {"seat": seat}, NEXT, True)


def _meets(rules: Any, before: State, seat: Seat, attacker: str, blocker: str) -> Fact:
    """What a blocker and an attacker do to each other."""
    field = Field(rules.content, before)
    own, other = field.by_word[blocker], field.by_word[attacker]
    deals, takes = (max(0, field.attack(one) - field.shielding(two)) for one, two in ((own, other), (other, own)))
    who = {"attacker": other.card, "blocker": own.card, "things": [attacker, blocker], **field.letters(other, own)}
    return Fact("meets", {"seat": seat, **who, "deals": deals, "hp": other.hp, "takes": takes, "own": own.hp}, FIRST, True)


def _happens(rules: Any, before: State, seat: Seat) -> Iterator[Fact]:
    """The card, effect or trap that is being carried out, the innermost of them, and the most damage that is about to be dealt."""
    act = next((frame for frame in reversed(before.frames) if isinstance(frame, Act)), None)
    blow = before.frames[-2] if before.polling and len(before.frames) > 1 else None
    if isinstance(blow, Blow) and (packets := [packet for packet in blow.packets if packet.to in before.things]):
        hit = max(packets, key=lambda packet: packet.amount)
        struck, field = before.things[hit.to], Field(rules.content, before)
        facts = {"seat": seat, "card": hit.card, "on": struck.card, "at": field.word(hit.to), "n": hit.amount, "hp": struck.hp}
        yield Fact("about_to_hit", facts, FIRST, True)
    if act is not None and not act.off:
        yield Fact("happens", {"seat": act.seat, "card": act.card}, FIRST, True)


def _comes(rules: Any, before: State, seat: Seat) -> Iterator[Fact]:
    """What attacks of the present line nobody blocks, what it is aimed at, and the traps before that."""
    field = Field(rules.content, before)
    free = [a for a in (of_line(field) if before.attack else ()) if not (a.blocker or a.done) and before.things[a.target].controller == seat]
    if free:
        targets = {a.target for a in free}
        strength, hp = sum(field.attack(before.things[a.uid]) for a in free), sum(before.things[uid].hp for uid in targets)
        facts = {"seat": seat, "n": strength, "hp": hp, "traps": sum(len(field.column(uid)) for uid in targets)}
        yield Fact("comes", facts, FIRST, True)


def _trap(rules: Any, before: State, seat: Seat, card: str) -> Fact:
    """How many warriors of the others may run into a trap, and how many of them it fells."""
    field = Field(rules.content, before)
    able = [t for t in warriors(field, before, seat) if not field.trait(t, "cannot_attack") and not field.trait(t, "ignores_traps")]
    damage = sum(do.amount for do in rules.content.cards[card].abilities[0].do if strikes_attacker(do))
    felled = sum(t.hp + field.shielding(t) <= damage for t in able)
    return Fact("lies_in_wait", {"seat": seat, "card": card, "n": damage, "of": len(able), "felled": felled}, FIRST, True, True)


def strikes_attacker(do: Any) -> bool:
    """Whether an instruction of a trap does a certain damage to the attacker."""
    return isinstance(do, Damage) and do.to == "attacker" and isinstance(do.amount, int)


def warriors(field: Field, state: State, seat: Seat) -> list[Thing]:
    """The warriors of all other living seats."""
    return [t for other in state.living() if other != seat for t in field.own(other, "warrior")]


def next_means(rules: Any, state: State, seat: Seat) -> tuple[int, int, int]:
    """The materials that a seat has in its next main phase, by what its miners and its handicap are certain to bring."""
    field, side = Field(rules.content, state), state.sides[seat]
    stock, more = side.stock, rules.content.handicap(side.handicap, side.turns + 1)
    gains = [sum(n) for n in zip(more, *(gained(field, seat, t.card, t.uid) for t in field.own(seat)), strict=True)]
    gold, cosmium, electricity = (min(most, sum(n)) for most, *n in zip(field.limits(seat), stock, gains, strict=True))
    return gold, cosmium, electricity


def gained(field: Field, seat: Seat, card: str, uid: int = 0) -> list[int]:
    """What a card is certain to bring to its seat in each of its turns, with what is there now; `uid`: of a thing that is there itself."""
    gains = [0, 0, 0]
    for _, ability in field.content.triggers[card]:
        if ability.on.event == "phase" and ability.on.whose == "you" and not (ability.cond or ability.optional):
            for do in (do for do in ability.do if isinstance(do, Add)):
                more = [n if isinstance(n, int) else len(field.matching(n.count, seat, uid)) for n in do.parts]
                gains = [n + m for n, m in zip(gains, more, strict=True)]
    return gains


def enough_for(rules: Any, state: State, seat: Seat, means: tuple[int, int, int]) -> list[str]:
    """The dearest cards of a hand that some materials pay for, each by itself."""
    cards, hand = rules.content.cards, dict.fromkeys(rules.content.sort([*state.sides[seat].hand]))
    able = [word for word in hand if cards[word].type != "trap" and paid(rules, word, means)]
    return sorted(able, key=lambda word: -cards[word].price.total)[:ENOUGH_FOR]


def paid(rules: Any, card: str, means: tuple[int, int, int]) -> bool:
    """Whether some materials pay for a card."""
    return all(n <= have for n, have in zip(rules.content.cards[card].price.parts, means, strict=True))
