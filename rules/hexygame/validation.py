"""Checks a loaded state (HX-1 to HX-12)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.hexygame.card_vocabulary import COLORS, POOL
from rules.hexygame.content import Content
from rules.hexygame.game_flow import STEPS
from rules.hexygame.map import PLACES
from rules.hexygame.refusals import RULES
from rules.hexygame.state import COUNTERSTRUCK, WINNING, Item, Reality, Side, State
from rules.parts.validation import distinct, known, need, part_of, within

STAGES = ("deck", "mulligan", "play", "over")
PHASES = ("potency", "actions", "draw", "main", "cleanup", "end")
TARGETS = ("reality", "enchantment", "hex", "item", "card")
MOST_ENERGY = 200
"""More than anybody ever has of one colour."""


def check(content: Content, state: State) -> range:
    """The seats of a state, if it is possible in this game. Raises ValueError."""
    seats = range(2)
    need(len(state.sides) == len(seats), "seats")
    known([state.stage], STAGES, "stage")
    known([state.phase], PHASES, "phase")
    known([state.active, state.priority], seats, "seats")
    known([state.offer, state.winner], range(-1, 2), "seats")
    known(state.todo, STEPS, "steps")
    within(state.turn, 1, 1_000, "turn")
    within(state.passes, 0, 2, "passes")
    for side in state.sides:
        _side(content, side)
    for uid, reality in state.realities.items():
        need(uid == reality.uid and 0 < uid <= state.count, "uid")
        _reality(content, reality)
    distinct([r.hex for r in state.realities.values()], "hexes")
    known(state.lost.values(), PLACES, "hexes")
    items = [*state.stack, *state.fired, *state.held, *state.batch, *state.placed, *([state.resolving.item] if state.resolving else [])]
    _items(content, state, items)
    if state.pick:
        known([state.pick.kind], RULES, "choice")
        known([state.pick.seat, state.pick.owner], seats, "seats")
        within(state.pick.amount, 0, len(state.pick.options), "choice")
    return seats


def _side(content: Content, side: Side) -> None:
    known([*side.deck, *side.library, *side.hand, *side.graveyard], content.cards, "cards")
    part_of(side.shown, side.hand, "known cards")
    need(len(side.pool) == len(POOL), "energy")
    for n in side.pool:
        within(n, 0, MOST_ENERGY, "energy")
    need(min(side.peeked, side.topped, side.sunk) >= 0, "known cards")
    within(side.dice, 0, WINNING, "dice")
    need(side.shuffles >= 0 and side.mulligans >= 0 and all(n > 0 for n in side.deck.values()), "deck")


def _reality(content: Content, reality: Reality) -> None:
    known([reality.card, *(e.card for e in reality.under)], content.cards, "cards")
    need(content.cards[reality.card].is_reality, "a reality that is none")
    known([reality.owner, *(e.owner for e in reality.under)], range(2), "seats")
    known([reality.hex], PLACES, "hexes")
    within(reality.die, 0, COUNTERSTRUCK, "die")
    need(reality.points > 0, "hitpoints")


def _items(content: Content, state: State, items: Iterable[Item]) -> None:
    """Checks stack items: cards and abilities they name must exist, though what they speak of may have gone."""
    for item in items:
        known([item.seat], range(2), "seats")
        known([w for w in (item.card,) if w], content.cards, "cards")
        known([w for w in (item.hex, item.origin) if w], PLACES, "hexes")
        known([w for w in (item.color,) if w], COLORS, "colours")
        known([target.what for target in item.targets], TARGETS, "targets")
        need(item.kind != "attack" or item.attackers, "attackers")
