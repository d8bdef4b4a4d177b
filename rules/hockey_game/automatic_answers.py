"""Answers given for a seat, and shortcuts for it: defaults, the standing order, useful rows of actions (HG-15)."""

from __future__ import annotations

from itertools import combinations

from rules.game import Action
from rules.hockey_game import all_stars_draft
from rules.hockey_game.content import Content
from rules.hockey_game.legal_actions import bonuses
from rules.hockey_game.rink import Ground
from rules.hockey_game.special_cards import recoverable
from rules.hockey_game.state import State

QUICK_DEFENCE = "quick_defence"
ORDERS = (QUICK_DEFENCE,)
SHOWN = 3
"""At most so many shortcuts."""


def default(content: Content, ground: Ground, state: State) -> Action:
    """The answer for a seat whose time is over (HG-15.8)."""
    stage, seat = state.stage, state.active
    if stage in ("attack_open", "defend_open"):
        return ("go_on",)
    if stage == "attack_declare":
        if ground.in_third(seat, state.puck):
            return ("shot",)
        forward = 1 if seat == 0 else -1
        here = ground.fields[state.puck]
        ahead = [ground.fields[f] for f in ground.targets(seat, "strength", state.puck) if (ground.fields[f].col - here.col) * forward > 0]
        return ("strength", min(ahead, key=lambda f: f.y).id)
    if stage == "restart_choice":
        return ("restart", ground.own_goal(seat).crease)
    if stage == "injury_target":
        used = state.present.turns[1 - seat].used
        heroes = state.sides[1 - seat].heroes
        return ("injure", content.sort([h for h in heroes if h in used] or heroes)[0])
    if stage == "recover_pick":
        return ("recover", recoverable(content, state)[0])
    if stage == "choose_team":
        return ("team", next(iter(all_stars_draft.left(content, state, "team"))))
    if stage == "draft_pick":
        return ("pick", next(iter(all_stars_draft.offered(content, state))))
    return ("finish",)


def standing(state: State, orders: frozenset[str]) -> Action | None:
    """The standing order of a defender: straight to the dice (HG-15.5)."""
    return ("go_on",) if state.stage == "defend_open" and QUICK_DEFENCE in orders else None


def shortcuts(content: Content, ground: Ground, state: State) -> list[tuple[Action, ...]]:
    """The defender's cheapest ways to reach the attacker's value; the shot, where it is near.

    A referee card may change both values, so cards that turn one are left to be played by hand.
    """
    if state.stage == "attack_open" and ground.in_third(state.active, state.puck):
        return [(("go_on",), ("shot",))]
    if state.stage != "defend_play":
        return []
    need = state.present.turns[1 - state.active].total - state.turn.total
    if need <= 0:
        return []
    cards = [w for w in bonuses(content, state) if not content.cards[w].referee]
    value = {w: content.cards[w].value for w in cards}
    found: dict[tuple[str, ...], int] = {}
    for n in range(1, len(cards) + 1):
        for chosen in combinations(cards, n):
            total = sum(value[w] for w in chosen)
            # Each card has to be needed.
            if total >= need and all(total - value[w] < need for w in chosen):
                found.setdefault(chosen, total)
    best = sorted(found, key=lambda chosen: (found[chosen], len(chosen)))[:SHOWN]
    return [(*(("bonus", w) for w in chosen), ("finish",)) for chosen in best]
