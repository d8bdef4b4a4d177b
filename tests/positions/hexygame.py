"""Positions of HexyGame: a few realities close together, hurt or whole, with or without means, and something on the stack now and then."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.hexygame import energy
from rules.hexygame.card_vocabulary import NOTIONS, POOL, Cost, Dig, Discard, Sacrifice, Search
from rules.hexygame.content import Content
from rules.hexygame.legal_actions import Offers
from rules.hexygame.map import FLAGS, NEIGHBOURS, PLACES
from rules.hexygame.position import Field
from rules.hexygame.state import COUNTERSTRUCK, Enchantment, Item, Reality, State, Target
from rules.randomness import Chance
from tests.positions import played_on

GROUND = ("e5", "e4", "d5", "e6", "f4", "e2", "e3", "d3", "e8", "e7", "f6")
"""Most stand here: the Centre and the Flags with what is around, so that there is something to fight about."""
CHOICES = (Discard, Dig, Search, Sacrifice)
"""What makes somebody choose when it is carried out."""
PHASES = ("main",) * 8 + ("draw", "end")


def position(rules: Any, chance: Chance) -> State:
    rng = Random(chance.below(1 << 62))
    before = rng.random()
    if before < 0.06:
        return _before(rules, rng)
    state = _board(rules.content, rng)
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        _stacked(rules.content, state, rng)
    if rng.random() < 0.2 and _fight(rules.content, state, rng):
        return played_on(rules, state, rng, rng.choice((0, 0, 0, 1)), ("counterstrike", "activate", "cast"), 0.7)
    if state.top and state.top.kind == "attack" and rng.random() < 0.7:
        state.priority, state.passes = 1 - state.top.seat, 1
    if not state.stack:
        state.phase = "main"
        if rng.random() < 0.5:
            state.priority, state.passes, state.after_combat = state.active, 0, False
    if rng.random() < 0.3:
        return _asking(rules, state, rng)
    return played_on(rules, state, rng, rng.choice((0, 0, 0, 1, 2, 4, 8)), ("cast", "activate", "pass", "attack"), 0.7)


def _before(rules: Any, rng: Random) -> State:
    """While decks are chosen and hands are kept."""
    state = rules.setup(2, {}, rng.getrandbits(60)).state
    return played_on(rules, state, rng, rng.randint(0, 4), ("mulligan",), 0.5)


def _board(content: Content, rng: Random) -> State:
    """Everything but the stack."""
    state = State(f"{rng.getrandbits(60):064x}", [])
    state.stage, state.turn, state.active = "play", rng.choice((1, 2, 3, 9, 40, 158)), rng.randrange(2)
    state.phase, state.priority, state.passes = rng.choice(PHASES), rng.randrange(2), rng.choice((0, 0, 1))
    state.after_combat = state.phase == "main" and rng.random() < 0.1
    state.quiet, state.offer = rng.choice((0, 0, 1, 8)), rng.choice((-1, -1, -1, 0, 1))
    for seat in (0, 1):
        _realities(content, state, seat, rng)
    cards = list(content.cards)
    for seat in (0, 1):
        side = rules_side(rng, cards)
        state.sides.append(side)
        placed = [r.card for r in state.realities.values() if r.owner == seat]
        placed += [e.card for r in state.realities.values() for e in r.under if e.owner == seat]
        side.deck = dict(Counter([*side.hand, *side.library, *side.graveyard, *placed]))
    return state


def rules_side(rng: Random, cards: list[str]) -> Any:
    """A seat's zones: full, bare, or anything between."""
    from rules.hexygame.state import Side

    def some(*sizes: int) -> list[str]:
        return rng.choices(cards, k=rng.choice(sizes))

    hand, library = some(0, 0, 1, 3, 8, 14), some(0, 0, 1, 2, 12, 30)
    side = Side(library=library, hand=hand, graveyard=some(0, 0, 2, 9), ready=True, dice=rng.choice((1, 1, 5, 11)))
    side.shown = rng.sample(hand, rng.randint(0, len(hand))) if rng.random() < 0.3 else []
    side.topped = rng.randint(0, min(2, len(library))) if rng.random() < 0.2 else 0
    side.peeked = max(side.topped, rng.randint(0, min(3, len(library))) if rng.random() < 0.2 else 0)
    side.sunk = rng.randint(0, len(library) - side.peeked) if rng.random() < 0.2 else 0
    side.pool = rng.choice(((0,) * 6, (0,) * 6, (1, 0, 0, 0, 0, 0), tuple(rng.choice((0, 0, 1, 2)) for _ in POOL), (9,) * 6))
    side.shuffles, side.mulligans = 1, 0
    return side


def _realities(content: Content, state: State, seat: int, rng: Random) -> None:
    """The realities of a seat; never on the other's Flag, where they would have won."""
    kinds = [w for w, c in content.cards.items() if c.is_reality]
    enchantments = [w for w, kind in content.types.items() if kind == "enchantment"]
    for _ in range(rng.choice((0, 1, 2, 3, 5, 10))):
        ground = list(GROUND) if rng.random() < 0.8 else list(PLACES)
        taken = {r.hex for r in state.realities.values()} | {FLAGS[1 - seat]}
        if not (free := [at for at in ground if at not in taken]):
            continue
        card, at = rng.choice(kinds), rng.choice(free)
        if rng.random() < 0.2:
            card = rng.choice(content.basics)
        printed = content.printed[card]
        under = tuple(
            Enchantment(_count(state), rng.choice(enchantments), rng.randrange(2))
            for _ in range(rng.choice((0, 0, 0, 0, 1, 3)) if enchantments else 0)
        )
        die = rng.choice((0, 1, printed[2])) if seat == state.active else rng.choice((0, 0, 0, 0, COUNTERSTRUCK))
        uid = _count(state)
        state.realities[uid] = Reality(
            uid,
            card,
            seat,
            at,
            points=rng.choice((1, 1, 2, max(1, printed[3]), printed[3] + 3)),
            turn=rng.choice((0, state.turn)),
            die=die,
            under=under,
        )
        if rng.random() < 0.15:
            changed = rng.choice(({"attack": -2}, {"attack": 3}, {"defense": 2}, {"keywords": ("flying",)}, {"forbidden": ("attack",)}))
            state.realities[uid] = replace(state.realities[uid], **changed)


def _count(state: State) -> int:
    state.count += 1
    return state.count


def _stacked(content: Content, state: State, rng: Random) -> None:
    """One thing more on the stack, whose source may have gone since; most of all attacks."""
    field, seat = Field(content, state), rng.randrange(2)
    own, enemies = list(field.own(state.active)), list(field.own(1 - state.active))
    kind = rng.choice((*("attack",) * 8, "move", "cast", "cast", "reality", "ability", "draw", "centre"))
    if kind == "attack" and own and enemies:
        able = [e for e in enemies if field.numbers[e.uid].attack]
        victim, attackers = rng.choice(able if able and rng.random() < 0.7 else enemies), rng.sample(own, min(len(own), rng.choice((1, 1, 1, 2, 3))))
        item = Item(_count(state), "attack", state.active, attackers[0].card, attackers=tuple(a.uid for a in attackers), victim=victim.uid)
        state.stack.append(replace(item, against=attackers[0].uid) if rng.random() < 0.1 else item)
        free = [at for at in NEIGHBOURS[victim.hex] if at not in field.at and at != FLAGS[1 - state.active]]
        if free and rng.random() < 0.7:  # Near enough to strike.
            state.realities[attackers[0].uid] = replace(attackers[0], hex=free[0])
    elif kind == "move" and own:
        r = rng.choice(own)
        state.stack.append(Item(_count(state), "move", r.owner, r.card, r.uid, hex=rng.choice(NEIGHBOURS[r.hex]), origin=r.hex))
    elif kind in ("cast", "reality"):
        word = rng.choice([w for w, c in content.cards.items() if c.is_reality == (kind == "reality")])
        targets = _targets(field, content.cards[word].slots, seat, rng)
        if targets is None:
            return
        at = rng.choice(field.sphere(seat)) if kind == "reality" else ""
        state.stack.append(Item(_count(state), "spell", seat, card=word, targets=targets, hex=at))
        state.sides[seat].deck = {**state.sides[seat].deck, word: state.sides[seat].deck.get(word, 0) + 1}
    elif kind == "ability":
        able = [(r, name, a) for r in state.realities.values() for name, a in content.activated[r.card] if not a.energy_only and not a.names_color]
        if not able:
            return
        r, name, ability = rng.choice(able)
        targets = _targets(field, ability.targets, r.owner, rng, r.uid, r.hex)
        if targets is not None:
            state.stack.append(Item(_count(state), "ability", r.owner, r.card, r.uid, name, targets, hex=r.hex))
    elif kind in ("draw", "centre") and state.phase in ("draw", "end"):
        state.stack.insert(0, Item(_count(state), "draw" if state.phase == "draw" else "centre", state.active))


def _fight(content: Content, state: State, rng: Random) -> bool:
    """An attack on somebody who could strike back comes on top, and the attacked seat is asked; says whether there is anybody."""
    field, active = Field(content, state), state.active
    fights = [
        (a, v) for v in field.own(1 - active) for a in field.own(active) if content.types[a.card] == "creature" and field.numbers[v.uid].attack > 0
    ]
    if not fights:
        return False
    attacker, victim = rng.choice(fights)
    free = [at for at in NEIGHBOURS[victim.hex] if at not in field.at and at != FLAGS[1 - active]]
    if free:
        state.realities[attacker.uid] = replace(attacker, hex=rng.choice(free))
    state.realities[victim.uid] = replace(victim, die=0, points=rng.choice((1, 1, victim.points)))
    state.stack.append(Item(_count(state), "attack", active, attacker.card, attackers=(attacker.uid,), victim=victim.uid))
    state.priority, state.passes = 1 - active, 1
    return True


def _asking(rules: Any, state: State, rng: Random) -> State:
    """The position once something has come to pass that asks somebody to choose, or might."""
    content, seat = rules.content, rng.randrange(2)
    field = Field(content, state)
    sought = rng.choice(CHOICES)  # So that what few cards ask is asked as often.
    spells = [w for w, c in content.cards.items() if c.type in NOTIONS and any(isinstance(e, sought) for e in c.spell.effects)]
    triggers = [
        (r, n, a)
        for r in state.realities.values()
        for n, a in content.triggers[r.card]
        if a.targets or any(isinstance(e, CHOICES) for e in a.effects)
    ]
    if triggers and rng.random() < 0.6:
        r, number, _ = rng.choice(triggers)
        state.held = [Item(_count(state), "trigger", r.owner, card=r.card, source=r.uid, ability=str(number), hex=r.hex)]
    else:
        word = rng.choice(spells)
        targets = _targets(field, content.cards[word].slots, seat, rng)
        if targets is None:
            return state
        state.stack.append(Item(_count(state), "spell", seat, card=word, targets=targets))
        state.sides[seat].deck = {**state.sides[seat].deck, word: state.sides[seat].deck.get(word, 0) + 1}
    for _ in range(4):
        if state.pick or rules.outcome(after := rules.apply(state, state.priority, ("pass",)).state):
            break
        state = after
    return state


def _targets(field: Field, slots: Any, seat: int, rng: Random, source: int = 0, place: str = "") -> tuple[Target, ...] | None:
    """Targets drawn by lot; None where there are none."""
    chosen: tuple[Target, ...] = ()
    for slot in slots:
        found = field.choices(slot, seat, source, place, chosen)
        if not found:
            return None
        chosen = (*chosen, found[rng.choice(list(found))])
    return chosen


def lacks(rules: Any, state: State, seat: int) -> frozenset[str]:
    side, field = state.sides[seat], Field(rules.content, state)
    own, others = list(field.own(seat)), list(field.own(1 - seat))
    found = {
        "energy": state.stage == "play" and not any(side.pool) and not energy.plan(field, seat, Cost(generic=1)),
        "cards in hand": not side.hand,
        "cards in library": not side.library,
        "realities": not own,
        "enemies": not others,
        "buildings": not any(rules.content.types[r.card] == "building" for r in own),
        "hitpoints": any(r.points == 1 for r in own),
        "a free Flag": FLAGS[seat] in field.at,
        "means in a fight": state.stage == "play" and seat in rules.to_act(state) and not state.pick and _outright(field, seat),
        "aims": state.stage == "play" and seat in rules.to_act(state) and not state.pick and _aimless(rules.content, field, seat),
    }
    return frozenset(name for name, true in found.items() if true)


def _outright(field: Field, seat: int) -> bool:
    """Whether who is attacked could strike back but for want of a price."""
    offers = Offers(field, seat)
    return offers.struck is not None and offers.struck[1].points < 2 and not offers.affords(Cost(generic=1))


def _aimless(content: Content, field: Field, seat: int) -> bool:
    """Whether something in hand could be paid for but has nothing to aim at."""
    offers = Offers(field, seat)
    cards = [content.cards[w] for w in dict.fromkeys(offers.side.hand)]
    return any(offers.may_cast(c) and offers.affords(c.cost) and c.word not in offers.castable for c in cards)
