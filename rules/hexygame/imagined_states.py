"""Draws anew what a seat does not know (determinization): the basis of leak tests and of computer players (HX-13)."""

from __future__ import annotations

from collections import Counter

from rules.decks import stand_ins
from rules.hexygame.content import Content
from rules.hexygame.effects import ability_of
from rules.hexygame.position import Field
from rules.hexygame.state import Pick, State
from rules.parts import known_cards
from rules.parts.ahead import known_to
from rules.randomness import Chance


def imagined(content: Content, state: State, seat: int | None, chance: Chance) -> State:
    """A state that a seat can't tell from this one; None stands for a spectator.

    Unknown are the order of libraries and the other seats' decks: not only which of their cards are in hand, but which cards they brought at all,
    beyond those that have been seen.
    """
    new = state.copy()
    if state.over:
        return new
    new.seed = f"{chance.below(1 << 62):064x}"
    new.orders = known_to(state.orders, seat)
    new.ahead = known_to(state.ahead, seat)
    if state.stage == "deck":
        for other, side in enumerate(new.sides):
            if other != seat and side.deck:
                side.deck = content.presets[chance.choice(list(content.presets))]
        return new
    for other, side in enumerate(new.sides):
        if other == seat:
            side.library = known_cards.imagined(side.library, chance, _looked_at(state, other), side.sunk)
            continue
        if seat is None:
            side.shown = []
        pool = _stand_ins(content, state, other, side.shown, side.unseen + len(side.library), chance)
        side.library = side.imagine(pool)
        side.deck = dict(Counter([*side.hand, *side.library, *_seen(state, other)]))
        side.forget()
    pick = state.pick
    if pick and pick.seat != seat and pick.kind != "pick_sacrifice" and pick.kind != "trigger_target":
        new.pick = _other_pick(content, new, pick)
    return new


def redrawn(state: State, chance: Chance) -> State:
    """The state with future chance and the order of libraries drawn anew, except for what their owners know of it."""
    new = state.copy()
    if not state.over:
        new.seed = f"{int(chance.key, 16):064x}"
        for seat, side in enumerate(new.sides):
            side.library = known_cards.imagined(side.library, chance, _looked_at(state, seat), side.sunk)
    return new


def _looked_at(state: State, seat: int) -> int:
    """How many cards on top of its library a seat is looking at."""
    pick = state.pick
    return len(pick.options) if pick and pick.kind == "pick_dig" and pick.seat == seat else 0


def _seen(state: State, seat: int) -> list[str]:
    """A seat's cards that everybody has seen and that are in no hidden zone."""
    found = list(state.sides[seat].graveyard)
    found += [r.card for r in state.realities.values() if r.owner == seat]
    found += [e.card for r in state.realities.values() for e in r.under if e.owner == seat]
    found += [i.card for i in state.stack if i.seat == seat and i.kind == "spell"]
    if state.resolving and state.resolving.item.kind == "spell" and state.resolving.item.seat == seat:
        found.append(state.resolving.item.card)
    return found


def _stand_ins(content: Content, state: State, seat: int, shown: list[str], count: int, chance: Chance) -> list[str]:
    """Cards that replace those in a seat's hidden zones."""
    return stand_ins(content.presets, Counter([*_seen(state, seat), *shown]), content.basics[0], count, chance)


def _other_pick(content: Content, new: State, pick: Pick) -> Pick:
    """Another seat's choice among cards that this one can't see."""
    owner = new.sides[pick.owner]
    if pick.kind == "pick_discard":
        options = content.sort(owner.hand)
    elif pick.kind == "pick_dig":
        options = owner.library[: len(pick.options)]
    else:
        resolving = new.resolving
        assert resolving is not None
        effect = ability_of(content, resolving.item).effects[resolving.done - 1]
        found = content.sort(list(dict.fromkeys(owner.library)))
        options = [w for w in found if Field(content, new).fits_card(w, effect.filter)]
    return Pick(pick.kind, pick.seat, tuple(options), pick.amount, pick.owner)
