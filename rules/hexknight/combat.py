"""Fights: provoking, defence, attack, and what a victory brings: experience, levels, a card of the offer (HK-7 and HK-8).

When nobody is asked, since a defence or an attack cannot succeed: `enterable` in `game_flow`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND, Content, Monster
from rules.hexknight.state import Fight, State, Victory


def opponent(content: Content, state: State) -> Monster:
    """The monster that was provoked."""
    return content.monsters[state.monsters[state.target]]


def wounds_from(attack: int, armour: int) -> int:
    """How many wounds a monster deals (HK-7.5)."""
    return -(-attack // armour)


def total(state: State, value: dict[str, int], hand: bool = False) -> int:
    """The sum of a value over the cards in play, and over those in hand as well."""
    return sum(value[kind] for kind in (state.hero.play + state.hero.hand if hand else state.hero.play))


def provoke(run: Run, at: int) -> None:
    """Provokes the monster on a hex, and goes on to the defence (HK-7.1)."""
    state = run.state
    if at in state.down:
        run.turn_up(at)
    if not state.acted:
        state.trail = [run.hero.at]
    state.target, state.acted, state.step = at, True, "defence"
    monster = opponent(run.content, run.state)
    state.fight = Fight(state.active, run.hero.turns, at, monster.id)
    facts: dict[str, Any] = {"monster": monster.id, "attack": monster.attack, "defence": monster.defence}
    run.tell("provoked", "HK-7.1", seat=state.active, hex=run.label(at), **facts)


def _now(state: State, **found: int) -> None:
    """Notes the results of the present fight; one begun in an earlier version is not kept."""
    if state.fight and (state.fight.seat, state.fight.at) == (state.active, state.target):
        state.fight = msgspec.structs.replace(state.fight, **found)


def _spend(run: Run, value: dict[str, int], need: int) -> tuple[list[str], int]:
    """Discards cards in play in their order until the need is met; the others go back into the hand (HK-7.4, HK-7.7). Returns those spent, and their
    sum."""
    hero = run.hero
    spent: list[str] = []
    found = 0
    while found < need:
        kind = hero.play.pop(0)
        found += value[kind]
        spent.append(kind)
    hero.discard += spent
    take_all_back(run)
    run.state.spent = run.state.spent or bool(spent)
    return spent, found


def take_all_back(run: Run) -> None:
    """Returns all cards in play to the hand."""
    run.hero.hand += run.hero.play
    run.hero.play.clear()


def block(run: Run) -> None:
    """Blocks the attack with cards in play (HK-7.4)."""
    cards, spent = _spend(run, run.content.defence, opponent(run.content, run.state).attack)
    _now(run.state, block=spent)
    run.tell("blocked", "HK-7.4", seat=run.state.active, cards=cards)
    run.state.step = "attack"


def take_wounds(run: Run) -> None:
    """Takes the attack's wounds into the hand (HK-7.5)."""
    hero = run.hero
    take_all_back(run)
    count = wounds_from(opponent(run.content, run.state).attack, run.content.level(hero.experience).armour)
    hero.hand += [WOUND] * count
    _now(run.state, wounds=count)
    run.tell("wounded", "HK-7.5", seat=run.state.active, n=count)
    run.state.step = "attack"


def give_up(run: Run) -> None:
    """Gives up the fight; the monster stays (HK-7.6). The words are the same whether it could have been beaten or not."""
    take_all_back(run)
    run.tell("stays", "HK-7.6", hex=run.label(run.state.target), monster=opponent(run.content, run.state).id)
    run.state.step = "selection"


def strike(run: Run) -> None:
    """Beats the monster: experience, ruins, a castle (HK-7.7 to HK-7.10)."""
    state, hero, monster = run.state, run.hero, opponent(run.content, run.state)
    at = state.target
    cards, spent = _spend(run, run.content.attack, monster.defence)
    del state.monsters[at]
    facts: dict[str, Any] = {"hex": run.label(at), "monster": monster.id, "experience": monster.experience}
    run.tell("beaten", "HK-7.7", seat=state.active, cards=cards, **facts)
    gain(run, monster.experience)
    feature = run.island.feature[at]
    if feature == "ruins":
        hero.ruins += 1
    points = monster.experience + (feature == "ruins")
    _now(state, points=points, strike=spent)
    state.victories.append(Victory(state.phase, state.active, at, monster.id, points, tuple(other.score for other in state.heroes)))
    if feature == "ruins":
        run.tell("ruins", "HK-7.8", seat=state.active, hex=run.label(at))
    elif feature == "castle":
        run.tell("castle", "HK-7.9", seat=state.active, hex=run.label(at))
        run.arrive(at)
    state.step = "selection"


def gain(run: Run, experience: int) -> None:
    """Adds experience, and all levels that it reaches (HK-8.1, HK-8.2), each with a card to select (HK-8.4) or larger numbers.

    Armour and hand size are those of the experience, and so change at once (HK-8.3).
    """
    hero, levels = run.hero, run.content.levels
    before = run.content.level(hero.experience).level
    hero.experience += experience
    for line in levels[before + 1 :]:
        if line.experience > hero.experience:
            break
        if line.gain == "card":
            hero.due += 1
        run.tell("level", "HK-8.1", seat=run.state.active, level=line.level, gain=line.gain, armour=line.armour, hand_size=line.hand_size)


def select(run: Run, kind: str) -> None:
    """Puts a card of the offer face down on the deck (HK-8.4, HK-8.5)."""
    state, hero = run.state, run.hero
    state.offer.remove(kind)
    hero.deck.insert(0, kind)
    hero.top += 1
    hero.due -= 1
    filled = state.special.pop(0) if state.special else None
    if filled:
        state.offer.append(filled)
    run.tell("selected", "HK-8.4", seat=state.active, card=kind, filled=filled)
