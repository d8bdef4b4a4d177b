"""Carries out legal actions: walks, and what a step does with the cards laid out when it ends (HK-5 to HK-9)."""

from __future__ import annotations

from rules.game import Action, Event, Refused
from rules.hexknight import combat, game_flow, movement
from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND

_WITHIN = frozenset({"play", "take_back", "heal", "step", "travel"})
"""Verbs that end no step."""
_ENDS = {
    "decline": game_flow.move_on,
    "block": combat.block,
    "take_wounds": combat.take_wounds,
    "strike": combat.strike,
    "give_up": combat.give_up,
}


def perform(run: Run, action: Action) -> None:
    """Carries out a legal action in place, with everything that follows."""
    _do(run, action)
    # A step once entered goes on until it is ended, even when nothing is left to play.
    if action[0] not in _WITHIN:
        game_flow.go_on(run)


def _do(run: Run, action: Action) -> None:
    verb, hero = action[0], run.hero
    if verb == "play":
        hero.hand.remove(action[1])
        hero.play.append(action[1])
    elif verb == "heal":
        hero.hand.remove(WOUND)
        hero.play.append(WOUND)
    elif verb == "take_back":
        at = len(hero.play) - 1 - hero.play[::-1].index(action[1])
        hero.hand.append(hero.play.pop(at))
    elif verb in ("step", "travel"):
        _walk(run, run.island.grid.index[action[1]])
    elif verb == "provoke":
        combat.provoke(run, run.island.grid.index[action[1]])
    elif verb == "select":
        combat.select(run, action[1])
    elif verb in _ENDS:
        _ENDS[verb](run)
    else:
        _confirm(run)
        game_flow.move_on(run)


def _walk(run: Run, target: int) -> None:
    """Walks to a hex, step by step; stops early when a monster comes into sight, or the way is closed (HK-6.7, HK-6.8)."""
    state, hero, speed = run.state, run.hero, run.content.speed
    path = movement.cheapest_path(run.island, state, target, movement.points(state, speed))
    start, paid, cards, walked = hero.at, 0, [], []
    at_first = len(run.events)
    if not state.acted:
        state.trail = [start]
    for at in path:
        try:
            movement.check_step(run.island, state, at, movement.points(state, speed))
        except Refused:
            break
        cost = run.island.cost[state.day][at]
        cards += movement.pay(state, cost, run.content)
        paid += cost
        walked.append(run.label(at))
        state.trail.append(at)
        state.acted = True
        if run.arrive(at):
            break
    state.spent = state.spent or bool(cards)
    facts = {"seat": state.active, "from": run.label(start), "path": walked, "cost": paid, "cards": cards}
    run.events.insert(at_first, Event("moved", facts, rule="HK-6.2"))


def _confirm(run: Run) -> None:
    """Ends exchange, preparation, movement or rest, with the cards laid out. An exchange is no acting (HK-5.3)."""
    state, hero, seat = run.state, run.hero, run.state.active
    cards, step = hero.play[:], state.step
    hero.play.clear()
    state.spent = state.spent or bool(cards)
    if step == "exchange" and cards:
        hero.deck += cards
        hero.bottom += len(cards)
        drawn = hero.draw(len(cards))
        run.tell("exchanged", "HK-5.2", seat=seat, n=len(cards))
        run.tell("drew", "HK-5.2", to=seat, seat=seat, cards=drawn)
    elif step == "preparation" and cards:
        hero.discard += cards
        drawn = hero.draw(sum(run.content.meditation[kind] for kind in cards))
        run.tell("prepared", "HK-5.4", seat=seat, cards=cards, n=len(drawn))
        run.tell("drew", "HK-5.4", to=seat, seat=seat, cards=drawn)
    elif step == "movement":
        hero.discard += cards
        state.residue = 0
        if cards:
            run.tell("dropped", "HK-6.5", seat=seat, cards=cards)
    elif step == "rest" and cards:
        kept = [kind for kind in cards if kind != WOUND]
        hero.discard += kept
        run.tell("rested", "HK-9.3", seat=seat, cards=kept, n=len(cards) - len(kept))
