"""Answers without asking, and advice for the seat whose turn it is: defaults, standing orders, shortcuts, warnings.

All of it follows from what the seat may know. See "Playing asynchronously" in the specification.
"""

from __future__ import annotations

from rules.game import Action
from rules.hexknight import combat, game_flow, movement
from rules.hexknight.card_costs import spending, usable
from rules.hexknight.content import WOUND, Content, Monster
from rules.hexknight.island import Island
from rules.hexknight.state import State

SKIP_EXCHANGE, SKIP_PREPARATION, DECLINE, QUICK_REST = "skip_exchange", "skip_preparation", "decline_fights", "quick_rest"
ORDERS = (SKIP_EXCHANGE, SKIP_PREPARATION, DECLINE, QUICK_REST)

_CONFIRM: Action = ("confirm",)


def figures(content: Content, island: Island, state: State) -> tuple[int, int, int]:
    """The sum of the cards in play for the present step, what a block or strike needs, and the wounds that threaten."""
    step, hero = state.step, state.hero
    if step == "exchange":
        return len(hero.play), 0, 0
    if step == "preparation":
        return min(combat.total(state, content.meditation), len(hero.deck)), 0, 0
    if step == "movement":
        return movement.points(state, content.speed), 0, 0
    if step == "rest":
        return game_flow.healing(content, island, state), 0, 0
    if step not in ("defence", "attack"):
        return 0, 0, 0
    monster = combat.opponent(content, state)
    if step == "defence":
        wounds = combat.wounds_from(monster.attack, content.level(hero.experience).armour)
        return combat.total(state, content.defence), monster.attack, wounds
    return combat.total(state, content.attack), monster.defence, 0


def default(content: Content, island: Island, state: State) -> Action:
    """The answer for a seat whose time is over: a fight goes on with the cards laid out, nothing else is spent that was not spent before.

    Wounds are healed as far as that is free.
    """
    step, hero = state.step, state.hero
    have, need, _ = figures(content, island, state)
    if step in ("exchange", "preparation", "movement"):
        return ("take_back", hero.play[-1]) if hero.play else _CONFIRM
    if step == "provocation":
        return ("decline",)
    if step == "defence":
        return ("block",) if have >= need else ("take_wounds",)
    if step == "attack":
        return ("strike",) if have >= need else ("give_up",)
    if step == "selection":
        return ("select", state.offer[0])
    if step == "rest":
        if have > 0 and WOUND in hero.hand:
            return ("heal",)
        unused = next((kind for kind in hero.play if kind != WOUND and content.meditation[kind] <= have), None)
        return ("take_back", unused) if unused else _CONFIRM
    return _CONFIRM


def standing(content: Content, island: Island, state: State, orders: frozenset[str]) -> Action | None:
    """The answer of standing orders; None once cards have been laid out."""
    step, hero = state.step, state.hero
    if hero.play:
        return None
    if (step == "exchange" and SKIP_EXCHANGE in orders) or (step == "preparation" and SKIP_PREPARATION in orders):
        return _CONFIRM
    if step == "provocation" and DECLINE in orders:
        return ("decline",)
    if step == "rest" and QUICK_REST in orders:
        possible = game_flow.healing(content, island, state) + sum(content.meditation[kind] for kind in hero.hand)
        if WOUND not in hero.hand or possible < 1:
            return _CONFIRM
    return None


def warnings(content: Content, island: Island, state: State) -> tuple[str, ...]:
    """The text keys of what a player may have overlooked before ending the step."""
    step, hero = state.step, state.hero
    have, need, _ = figures(content, island, state)
    found = []
    if step == "preparation" and combat.total(state, content.meditation) > len(hero.deck):
        found.append("more_than_deck")
    if step == "movement" and movement.steps(island, state, have):
        found.append("points_left")
    if step == "provocation" and not usable(hero.hand, content):
        found.append("nothing_to_fight_with")
    if step in ("defence", "attack") and have < need:
        found.append("block_possible" if step == "defence" else "strike_possible")
    if step == "rest":
        if have > 0 and WOUND in hero.hand:
            found.append("healing_left")
        if not hero.deck and not state.last_round and island.feature[hero.at] != "tomb":
            found.append("declares_last_round")
    return tuple(found)


def shortcuts(content: Content, island: Island, state: State) -> list[tuple[Action, ...]]:
    """Useful rows of actions: a whole fight, the cheapest block or strike, healing, the end of movement."""
    step, hero = state.step, state.hero
    have, need, _ = figures(content, island, state)
    back: tuple[Action, ...] = tuple(("take_back", kind) for kind in reversed(hero.play))
    if step in ("movement", "provocation"):
        leave: tuple[Action, ...] = (*back, _CONFIRM) if step == "movement" else ()
        found = _fights(content, island, state, leave)
        return [*found, leave] if back and step == "movement" else found
    if step in ("defence", "attack") and have < need:
        hand = usable(hero.hand, content)
        monster = combat.opponent(content, state)
        if step == "attack":
            plan = spending(content, hand, 0, need - have)
            cards, last = plan.strike if plan else (), "strike"
        else:
            plan = spending(content, hand, need - have, monster.defence) or spending(content, hand, need - have, 0)
            cards, last = plan.block if plan else (), "block"
        return [(*_plays(cards), (last,))] if cards else []
    if step == "rest" and have > 0 and WOUND in hero.hand:
        return [(*[("heal",)] * min(have, hero.hand.count(WOUND)), _CONFIRM)]
    return []


def _plays(cards: tuple[str, ...]) -> list[Action]:
    return [("play", kind) for kind in cards]


def _fights(content: Content, island: Island, state: State, leave: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """For each monster beside the hero that can be blocked and beaten, the whole fight. Others are only provoked, unless hopeless."""
    found: list[tuple[Action, ...]] = []
    cards = usable(state.hero.hand + state.hero.play, content)
    for at in _monsters_beside(island, state):
        provoke = ("provoke", island.grid.labels[at])
        monster = content.monsters[state.monsters[at]]
        plan = None if at in state.down else spending(content, cards, monster.attack, monster.defence)
        if plan:
            found.append((*leave, provoke, *_plays(plan.block), ("block",), *_plays(plan.strike), ("strike",)))
        elif leave and (at in state.down or spending(content, cards, 0, monster.defence)):
            found.append((*leave, provoke))
    return found[:4]


def prospects(content: Content, island: Island, state: State) -> tuple[tuple[str, str], ...]:
    """What the hand can do to each monster that may be provoked and whose face is seen, by its hex: `both` block and beat it, `either` of these but
    not both, one alone (`block`, `strike`), or `neither`."""
    if state.step != "provocation":
        return ()
    cards = usable(state.hero.hand, content)
    return tuple(
        [
            (island.grid.labels[at], _prospect(content, cards, content.monsters[state.monsters[at]]))
            for at in _monsters_beside(island, state)
            if at not in state.down
        ]
    )


def _prospect(content: Content, cards: tuple[str, ...], monster: Monster) -> str:
    if spending(content, cards, monster.attack, monster.defence):
        return "both"
    block, strike = (spending(content, cards, *needs) is not None for needs in ((monster.attack, 0), (0, monster.defence)))
    return ("either" if strike else "block") if block else "strike" if strike else "neither"


def _monsters_beside(island: Island, state: State) -> list[int]:
    """The places beside the hero on which a monster is seen, with its face or without."""
    return [at for at in island.grid.around[state.hero.at] if at >= 0 and at in state.monsters and state.revealed >> at & 1]
