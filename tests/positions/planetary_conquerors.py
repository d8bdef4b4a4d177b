"""Positions of Planetary Conquerors: planets bare, crowded or hurt, with or without material, traps and players who have gone, then played on."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.planetary_conquerors import game_flow, leaving
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.position import Field, free_letter
from rules.planetary_conquerors.reaction_windows import SILENT
from rules.planetary_conquerors.state import State, Thing, Trap, mine_uid
from rules.randomness import Chance
from tests.positions import played_on

BEFORE = 0.08
"""How often decks and hands are still being chosen."""
FIGHTING, DOING = ("attack", "confirm", "pass", "block", "advance"), ("play", "activate", "attack", "confirm", "block", "place")
"""What is done rather than anything else, so that something goes on."""
PHASES = ("main", "main", "main", "attack", "attack", "attack", "trap", "start", "mining", "kuk", "end")


def position(rules: Any, chance: Chance) -> State:
    rng = Random(chance.below(1 << 62))
    seats = rng.choice((2, 2, 3, 4))
    if rng.random() < BEFORE:
        state = rules.setup(seats, {"quick": rng.choice(("off", "on"))}, rng.getrandbits(60)).state
        return played_on(rules, state, rng, rng.randint(0, 2 * seats), ("mulligan",))
    state = None
    war = rng.random() < 0.3
    while state is None:  # Now and then what is built is over at once.
        state = _board(rules, seats, rng, war)
    if war:
        return played_on(rules, state, rng, rng.choice((2, 4, 8, 12)), FIGHTING, 1.0)
    return played_on(rules, state, rng, rng.choice((0, 0, 1, 2, 4, 8, 16, 30)), rng.choice((FIGHTING, DOING)), 0.9)


@lru_cache
def _begun(rules: Any, seats: int, quick: str) -> State:
    """A game whose first turn has begun."""
    state = rules.setup(seats, {"quick": quick}, 1).state
    for seat in range(seats):
        state = rules.apply(state, seat, ("deck", "first_settlers")).state
    for seat in range(seats):
        state = rules.apply(state, seat, ("keep",)).state
    found: State = state
    return found


def _board(rules: Any, seats: int, rng: Random, war: bool) -> State | None:
    """A phase that has just begun on planets as chance will have them, in a `war` with warriors on all; None where the game is over by that."""
    content: Content = rules.content
    state = _begun(rules, seats, rng.choice(("off", "off", "on"))).copy()
    state.chance = Chance.of(rng.getrandbits(60))
    state.ask, state.frames, state.looked, state.fired, state.attack, state.picks, state.news = None, [], (), [], None, (), ()
    state.turn, state.active, state.count, state.former = rng.choice((1, 2, 5, 30)), rng.randrange(seats), 0, ()
    state.things = {uid: t for uid, t in state.things.items() if t.is_mine}
    if seats > 2 and rng.random() < 0.4:
        run = Run(content, state)
        leaving.eliminate(run, rng.sample(range(seats), rng.choice((1, seats - 2))))
        state.active = rng.choice(state.living(0))
        state.ask, state.frames, state.todo, state.fired = None, [], [], []
    for seat in state.living(0):
        _planet(content, state, seat, rng, ("warrior",) if war else (None, None, "miner", "building", "warrior"))
    for seat in state.living(0):
        _zones(content, state, seat, rng)
    for seat in state.living(0):
        side = state.sides[seat]
        traps = [t.card for uid, column in state.columns.items() for t in column if _thing(state, uid).controller == seat]
        own = [t.card for t in state.things.values() if t.owner == seat and not t.is_mine and not t.illusion and t.card not in content.tokens]
        side.deck = dict(Counter([*side.hand, *side.library, *side.junkyard, *side.vanished, *own, *traps]))
    loud = [f"ask_{w}" for w in SILENT]
    state.orders = {seat: tuple(loud) for seat in state.living(0) if rng.random() < 0.5}
    state.phase = "attack" if war else rng.choice(PHASES)
    state.todo = ["decide"] if rng.random() < 0.5 else ["enter"]
    run = Run(content, state)
    game_flow.go_on(run)
    return None if state.over else state


def _thing(state: State, uid: int) -> Thing:
    return state.things[uid]


def _planet(content: Content, state: State, seat: int, rng: Random, kind: tuple[str | None, ...]) -> None:
    """What stands on a seat's planet, and the traps before it."""
    kinds = [w for w, kind in content.types.items() if kind in ("miner", "building", "warrior")]
    asking = rng.random()  # Those that ask about something.
    if asking < 0.3:
        kinds = [w for w in kinds if content.triggers[w]]
    elif asking < 0.5:
        kinds = [w for w in kinds if content.replacements[w] or content.types[w] == "warrior"]
    state.things[mine_uid(seat)] = replace(state.things[mine_uid(seat)], hp=rng.choice((1, 3, 15)))
    only = rng.choice(kind)
    for _ in range(rng.choice((0, 0, 1, 2, 4, 7))):
        card = rng.choice([w for w in kinds if only in (None, content.types[w])] or kinds)
        state.count += 1
        owner = seat if rng.random() < 0.9 or card in content.tokens else rng.choice(state.living(0))
        hp = content.hp[card]
        thing = Thing(
            state.count, card, owner, seat, hp=rng.choice((1, hp, hp)) if hp else 0, exhausted=rng.random() < 0.2, letter=_letter(state, card)
        )
        if hp and rng.random() < 0.15:
            thing = replace(thing, attack=rng.choice((-1, 2)), shielding=rng.choice((0, 1)))
        state.things[thing.uid] = thing
    traps = [w for w, kind in content.types.items() if kind == "trap"]
    for thing in Field(content, state).columns(seat):
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            state.count += 1
            seen = tuple(s for s in state.living(0) if s != seat and rng.random() < 0.2)
            state.columns[thing.uid] = (*state.columns.get(thing.uid, ()), Trap(state.count, rng.choice(traps), seen))


def _letter(state: State, card: str) -> int:
    return free_letter(state.things.values(), card)


def _zones(content: Content, state: State, seat: int, rng: Random) -> None:
    """A seat's hand, deck, junkyard and stock: full, bare, or anything between."""
    side, cards = state.sides[seat], [w for w in content.cards if w not in content.tokens]
    reacting = [w for w in cards if content.cards[w].reacts]

    def some(*sizes: int) -> list[str]:
        return rng.choices(reacting if rng.random() < 0.3 else cards, k=rng.choice(sizes))

    side.hand, side.library = some(0, 0, 1, 3, 7, 11), some(0, 1, 1, 2, 12, 30)
    side.junkyard, side.vanished = some(0, 0, 2, 8), some(0, 0, 0, 2)
    side.shown = rng.sample(side.hand, rng.randint(0, len(side.hand))) if rng.random() < 0.3 else []
    side.topped = rng.randint(0, min(2, len(side.library))) if rng.random() < 0.2 else 0
    side.peeked = max(side.topped, rng.randint(0, min(3, len(side.library))) if rng.random() < 0.2 else 0)
    side.sunk = rng.randint(0, len(side.library) - side.peeked) if rng.random() < 0.2 else 0
    limits = Field(content, state).limits(seat)
    side.stock = tuple(
        min(most, n) for most, n in zip(limits, rng.choice(((0, 0, 0), (0, 0, 0), (1, 0, 0), (2, 4, 0), (3, 2, 1), (9, 9, 9))), strict=True)
    )  # type: ignore[assignment]
    side.placed, side.moved, side.converted = rng.random() < 0.2, rng.random() < 0.2, rng.random() < 0.2


def lacks(rules: Any, state: State, seat: int) -> frozenset[str]:
    side, field = state.sides[seat], Field(rules.content, state)
    own = [t for t in field.own(seat) if not t.is_mine]
    mine = state.things.get(mine_uid(seat))
    others = [s for s in range(len(state.sides)) if s != seat]
    found = {
        "energy": not any(side.stock),
        "cards in hand": not side.hand,
        "cards in deck": not side.library,
        "cards in junkyard": not side.junkyard,
        "things": not own,
        "warriors": not any(field.type(t) == "warrior" for t in own),
        "buildings": not any(field.type(t) == "building" for t in own),
        "aims": not any(not t.is_mine for s in others for t in field.own(s)),
        "hitpoints": mine is not None and mine.hp == 1,
        "a seat": any(state.sides[s].out for s in others),
    }
    return frozenset(name for name, true in found.items() if true)
