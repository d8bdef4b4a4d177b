"""Positions of HexKnight: heroes anywhere in the fog, without cards or full of wounds, among guards or with none left, at any time of the game."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.hexknight import combat, ending, game_flow
from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND, Content
from rules.hexknight.island import bits
from rules.hexknight.state import STEPS, Hero, State
from rules.randomness import Chance
from tests.positions import played_on

LIKED = ("provoke", "travel", "step", "play", "strike", "select", "take_wounds", "heal")
ENTERED = ("exchange", "preparation", "movement", "provocation", "provocation", "provocation", "selection", "rest")
"""The steps at which a turn may be; a fight follows where a monster is provoked."""


def position(rules: Any, chance: Chance) -> State:
    rng = Random(chance.below(1 << 62))
    options = {"map": rng.choice(("random", "fixed")), "days": rng.choice(("2", "3"))}
    state = rules.setup(rng.choice((2, 3)), options, rng.getrandbits(60)).state.copy()
    run: Run = rules.run(state, [])
    state.phase = rng.choice((1, 2, rng.randint(1, state.phases), state.phases))
    _clear(run, rng)
    _stand(run, rng)
    _deal(run, rng)
    _clock(run, rng)
    _turn(run, rng)
    game_flow.go_on(run)
    found = played_on(rules, state, rng, rng.choice((0, 0, 0, 1, 2, 5)), LIKED, 0.6)
    if found.step != "over" and len(found.heroes) > 2 and rng.random() < 0.3:
        found = rules.concede(found, rng.randrange(3)).state
    return rules.concede(found, rng.randrange(2)).state if rng.random() < 0.02 and found.step != "over" and not found.resigned else found


def _clear(run: Run, rng: Random) -> None:
    """Of the island something is known, and of the monsters that are seen some are beaten, or all."""
    state, island = run.state, run.island
    whole = sum(1 << at for at in range(len(island.grid.labels)) if island.terrain[at])
    for _ in range(rng.choice((0, 0, 1, 3, 10))):
        state.revealed |= island.sight(rng.choice(list(bits(whole))), True) & whole
    if rng.random() < 0.15:
        state.revealed = whole
    beaten = rng.choice((0.0, 0.2, 0.7, 1.0))
    for at in list(state.monsters):
        if state.revealed >> at & 1 and rng.random() < beaten:
            del state.monsters[at]
            state.down = [other for other in state.down if other != at]


def _stand(run: Run, rng: Random) -> None:
    """Each hero on a hex of its own where it could have come, mostly near guards."""
    state, island, cost = run.state, run.island, run.island.cost[run.state.day]
    for seat, hero in enumerate(state.heroes):
        taken = {other.at for other in state.heroes[:seat]}
        free = [at for at in bits(state.revealed) if cost[at] and at not in state.monsters and at not in taken]
        near = [at for at in free if island.grid.beside[at] & state.guards]
        special = [at for at in free if island.feature[at] != "none"]
        hero.at = rng.choice(rng.choice((near, special, free)) or free or [hero.at])
    for seat in range(len(state.heroes)):
        run.look(seat)
    run.check_castles()


def _deal(run: Run, rng: Random) -> None:
    """All cards anew: decks of none, hands of none or of nothing but wounds, piles of any size; special cards lie with somebody or in the box."""
    content, state = run.content, run.state
    special = rng.sample(list(content.special), len(content.special))
    for hero in state.heroes:
        gained = rng.choice((0, 0, 1, 4, 8))
        own = [*content.start, *special[:gained], *[WOUND] * rng.choice((0, 0, 1, 3, 12))]
        del special[:gained]
        hero.experience = rng.choice((0, 0, 5, 20, 60, rng.randint(0, 120)))
        hero.ruins = rng.choice((0, 1, 3))
        _zones(hero, rng.sample(own, len(own)), rng)
    left = rng.choice((len(special), 0, 1, 2, len(special)))
    offered = min(content.offer_size if left else rng.choice((0, 1, 2)), len(special))
    state.offer, state.special = special[:offered], special[offered:][:left]


def _zones(hero: Hero, cards: list[str], rng: Random) -> None:
    if rng.random() < 0.2:  # Wounds are what is left in the hand.
        cards.sort(key=lambda kind: kind != WOUND)
    hand = rng.choice((0, 1, 3, 5, 7, 12))
    deck = rng.choice((0, 0, 1, 5, len(cards)))
    hero.hand, cards = cards[:hand], cards[hand:]
    hero.deck, hero.discard = cards[:deck], cards[deck:]
    hero.play = []
    hero.top = rng.choice((0, 0, rng.randint(0, min(3, len(hero.deck)))))
    hero.bottom = rng.choice((0, 0, rng.randint(0, len(hero.deck) - hero.top)))


def _clock(run: Run, rng: Random) -> None:
    """Turns of the phase, idle ones, and the last round, in which somebody's deck has run out and some are through with the phase."""
    state = run.state
    turns = rng.choice((0, 1, 5, ending.TURN_LIMIT - 1))
    for hero in state.heroes:
        hero.turns, hero.idle = turns, rng.choice((0, 0, min(turns, 1)))
    state.active = rng.randrange(len(state.heroes))
    state.last_round = rng.random() < 0.25
    if state.last_round:
        for seat, hero in enumerate(state.heroes):
            hero.finished = seat != state.active and rng.random() < 0.5
        first = next((h for h in state.heroes if h.finished), None)
        if first is None:
            state.last_round = False
        else:
            first.discard += first.deck
            first.deck, first.top, first.bottom = [], 0, 0


def _turn(run: Run, rng: Random) -> None:
    """The turn of a seat has come to some step; there may be a fight, or cards to be selected."""
    state = run.state
    game_flow.begin_turn(run, state.active)
    state.step = rng.choice(ENTERED)
    hero = run.hero
    if STEPS.index(state.step) > STEPS.index("movement"):
        state.residue = rng.choice((0, 0, 1))
        state.acted, state.spent = rng.random() < 0.5, rng.random() < 0.5
    near = list(bits(run.island.grid.beside[hero.at] & state.guards))
    if state.step == "provocation" and near and rng.random() < 0.7:
        combat.provoke(run, rng.choice(near))
        state.step = rng.choice(("defence", "attack"))
    elif state.step == "selection":
        beside = list(bits(run.island.grid.beside[hero.at] & ~state.guards & state.revealed))
        state.target, hero.due, state.acted = rng.choice(beside or [hero.at]), rng.choice((1, 1, 2, 3)), True


LACKS = ("a deck", "a hand", "unhurt cards", "health", "guards", "monsters", "a larger offer", "a way", "another turn", "a seat", "sight")


def lacks(rules: Any, state: State, seat: int) -> frozenset[str]:
    hero, content, island = state.heroes[seat], rules.content, rules.island(state)
    beside = island.grid.beside[hero.at]
    met = {
        "a deck": not hero.deck,
        "a hand": len(hero.hand) + len(hero.play) < 2,
        "unhurt cards": hero.hand.count(WOUND) * 2 > len(hero.hand),
        "health": hero.wounds > 2,
        "guards": not beside & state.guards,
        "monsters": len(state.monsters) < 5,
        "a larger offer": len(state.offer) < content.offer_size,
        "a way": not _ways(content, rules, state, seat),
        "another turn": state.last_round or state.phase == state.phases,
        "a seat": bool(state.resigned),
        "sight": bin(state.revealed).count("1") < 60,
    }
    return frozenset(name for name in LACKS if met[name])


def _ways(content: Content, rules: Any, state: State, seat: int) -> bool:
    """Whether the hero could take a step with all the cards in its hand."""
    island, hero = rules.island(state), state.heroes[seat]
    speed = sum(content.speed[kind] for kind in hero.hand + hero.play)
    open_ = state.revealed & ~state.guards & ~state.standing(seat)
    return any(0 < island.cost[state.day][at] <= speed for at in bits(island.grid.beside[hero.at] & open_))
