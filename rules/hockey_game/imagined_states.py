"""Draws anew what a seat does not know (determinization): the basis of leak tests and of computer players (HG-13)."""

from __future__ import annotations

from collections import Counter

from rules.hockey_game.content import Content
from rules.hockey_game.state import State
from rules.parts.ahead import known_to
from rules.parts.known_cards import mixed
from rules.randomness import Chance


def redrawn(state: State, chance: Chance) -> State:
    """The state with all draw piles and future chance drawn anew, which nobody knows."""
    new = state.copy()
    if state.stage != "over":
        new.chance = Chance(f"{chance.key}:{chance.drawn}")
        new.referee = mixed(new.referee, chance)
        for side in new.sides:
            side.deck = mixed(side.deck, chance)
    return new


def imagined(content: Content, state: State, seat: int | None, chance: Chance) -> State:
    """A state that a seat can't tell from this one; None stands for a spectator.

    Unknown are the order of all draw piles and the other hands, but for cards that everybody has seen on their way there, or can tell by counting
    when a draw pile is made anew (HG-1.5).
    """
    new = state.copy()
    if state.stage == "over":
        return new
    new.chance = Chance(f"{chance.key}:{chance.drawn}")
    new.orders = known_to(state.orders, seat)
    new.ahead = known_to(state.ahead, seat)
    if state.stage in ("choose_team", "draft_pick"):
        return new
    new.referee = mixed(new.referee, chance)
    for other, side in enumerate(new.sides):
        if other == seat:
            side.deck = mixed(side.deck, chance)
            continue
        hidden = (Counter(side.hand) - Counter(side.shown)).elements()
        side.deck = side.imagine(mixed([*side.deck, *hidden], chance))
    return new
