"""Positions of Hockey Game: hands, decks and benches empty or full, late in a period or in overtime, with the referee deck at its end."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.hockey_game import game_flow, periods
from rules.hockey_game.changes import Run
from rules.hockey_game.legal_actions import bonuses
from rules.hockey_game.special_cards import recoverable
from rules.hockey_game.state import HAND, PERIODS, Goal, Part, Side, State
from rules.legal_actions import closing
from rules.randomness import Chance
from tests.positions import played_on

LIKED = ("special", "shot", "bonus", "deploy", "injure", "recover", "reroll", "restart")


def position(rules: Any, chance: Chance) -> State:
    rng = Random(chance.below(1 << 62))
    options = {"mode": rng.choice(("teams", "draft")), "period_cards": rng.choice(("5", "3")), "stall_guard": rng.choice(("on", "off"))}
    state = rules.setup(2, options, rng.getrandbits(60)).state
    if rng.random() < 0.06:
        return played_on(rules, state, rng, rng.randint(0, 44))
    while state.stage in ("choose_team", "draft_pick"):
        state = played_on(rules, state, rng, 1)
    state = state.copy()
    _score(rules, state, rng)
    for seat in (0, 1):
        _zones(rules, state, seat, rng)
    state.puck = rng.choice(sorted(rules.ground.fields))
    state.round, state.last, state.resume = None, None, ""
    run = Run(rules.content, rules.ground, state, [])
    attacker, near = rng.randrange(2), [f for f in rules.ground.fields if rules.ground.in_third(0, f)]
    if rng.random() < 0.4:
        state.puck = rng.choice([f for f in rules.ground.fields if rules.ground.in_third(attacker, f)] or near)
    game_flow.begin_round(run, attacker)
    if rng.random() < 0.4:
        state = rng.choice((_missed, _injuring, _recovering, _recovering))(rules, state, rng)
    found = played_on(rules, state, rng, rng.choice((0, 0, 1, 2, 3, 4, 6, 9)), LIKED, 0.8)
    return rules.concede(found, rng.randrange(2)).state if rng.random() < 0.02 and found.stage != "over" else found


def _score(rules: Any, state: State, rng: Random) -> None:
    """Any period, the clock at any card, so many goals as fit; in overtime the score is even."""
    state.period = rng.choice((1, 2, 3, 3, 4, 5, 9))
    state.clock = rng.choice((0, rng.randrange(state.period_cards), state.period_cards - 1))
    state.quiet = rng.choice((0, 3, periods.QUIET_LIMIT - 1 if state.guard else 40))
    state.rounds = 10 * state.period
    goals = [(rng.randint(1, min(state.period, PERIODS)), rng.randrange(2)) for _ in range(rng.choice((0, 0, 1, 4)))]
    if state.period > PERIODS:
        goals += [(period, 1 - seat) for period, seat in goals]
    state.goals = [Goal(period, seat, n + 1, "c", (8, 5)) for n, (period, seat) in enumerate(sorted(goals))]
    state.shots = sorted((goal.period, goal.seat) for goal in state.goals)
    deck = rng.sample(list(rules.content.referee), len(rules.content.referee))
    left = rng.choice((0, 1, len(deck) - state.clock, rng.randint(0, len(deck) - state.clock)))
    state.turned, state.referee = deck[left:], deck[:left]


def _zones(rules: Any, state: State, seat: int, rng: Random) -> None:
    """A seat's cards anew: what they are has been chosen, where they lie is drawn by lot."""
    content, side = rules.content, state.sides[seat]
    cards = [*side.hand, *side.deck, *side.heroes, *side.discard]
    rng.shuffle(cards)
    first = rng.choice(("special", "bonus", "injury", "hero", ""))
    cards.sort(key=lambda word: content.cards[word].kind != first if rng.random() < 0.8 else rng.random() < 0.5)
    hand = rng.choice((0, 0, 1, 2, HAND, HAND))
    side.hand, cards = cards[:hand], cards[hand:]
    heroes = [word for word in cards if content.cards[word].kind == "hero"]
    side.heroes = rng.sample(heroes, min(len(heroes), rng.choice((0, 0, 1, 2, 5))))
    rest = [word for word in cards if word not in side.heroes]
    deck = rng.choice((0, 0, 1, 3, len(rest)))
    side.deck, side.discard = rest[:deck], rest[deck:]
    side.shown = rng.sample(side.hand, rng.randint(0, len(side.hand))) if rng.random() < 0.3 else []
    side.time = rng.random() < 0.6


def _missed(rules: Any, state: State, rng: Random) -> State:
    """A shot has been missed: the defender says how play goes on (HG-6.4)."""
    round_, attacker = state.present, state.active
    round_.puck = state.puck = rng.choice([f for f in rules.ground.fields if rules.ground.in_third(attacker, f)])
    round_.move, round_.result = "shot", "missed"
    for turn in round_.turns:
        turn.finished, turn.dice = True, [rng.randint(1, 6), rng.randint(1, 6)]
        turn.parts = [Part("dice", "", sum(turn.dice), "HG-5.5")]
    state.stage, state.active = "restart_choice", 1 - attacker
    return state


def _injuring(rules: Any, state: State, rng: Random) -> State:
    """A card is played that injures one of several heroes (HG-7.3)."""
    side, other = state.sides[state.active], state.sides[1 - state.active]
    for zone in (other.deck, other.discard, other.hand):
        heroes = [word for word in zone if rules.content.cards[word].kind == "hero"]
        for word in heroes[: max(0, rng.choice((2, 3)) - len(other.heroes))]:
            zone.remove(word)
            other.heroes.append(word)
    other.shown = [word for word in other.shown if word in other.hand]
    return _plays(rules, state, [w for w in _cards(side) if rules.content.cards[w].op == "injure"])


def _recovering(rules: Any, state: State, rng: Random) -> State:
    """A card is played that brings another one back (HG-10.4)."""
    side = state.sides[state.active]
    side.discard, side.deck = [*side.discard, *side.deck[1:]], side.deck[:1]
    _picked(rules, state, "recover")
    return _plays(rules, state, [w for w in _cards(side) if rules.content.cards[w].op == "recover"])


def _picked(rules: Any, state: State, op: str) -> None:
    """In a draft, who attacks has picked a card that does something, in the place of another special one."""
    cards, side = rules.content.cards, state.sides[state.active]
    found = next((w for w in cards if cards[w].op == op and cards[w].kind == "special"), "")
    if not state.draft or not found or any(found in s.picks for s in state.sides):
        return
    other = next(w for w in side.picks if w in cards and cards[w].kind == "special")
    side.picks[side.picks.index(other)] = found
    for zone in (side.hand, side.deck, side.discard, side.shown):
        if other in zone:
            zone[zone.index(other)] = found


def _cards(side: Side) -> list[str]:
    return [*side.hand, *side.deck, *side.discard]


def _plays(rules: Any, state: State, words: list[str]) -> State:
    """The same once a card is played, out of whatever zone it lies in, if it can be."""
    side = state.side
    if state.stage != "attack_open" or not words:
        return state
    word = words[0]
    if word not in side.hand:
        zone = side.deck if word in side.deck else side.discard
        zone.remove(word)
        if len(side.hand) == HAND:
            zone.append(side.hand.pop())
            side.shown = []
        side.hand.append(word)
    return rules.apply(state, state.active, ("special", word)).state if closing(rules, state, state.active, ("special", word)) else state


LACKS = (
    "a hand",
    "a deck",
    "heroes",
    "opposing heroes",
    "time-out",
    "bonus cards",
    "referee cards",
    "cards to come back",
    "another period",
    "an opposing hand",
)


def lacks(rules: Any, state: State, seat: int) -> frozenset[str]:
    content, side, other = rules.content, state.sides[seat], state.sides[1 - seat]
    playing = state.round is not None and state.active == seat and state.present.move
    met = {
        "a hand": not side.hand,
        "a deck": not side.deck,
        "heroes": not side.heroes,
        "opposing heroes": not other.heroes,
        "time-out": not side.time,
        "bonus cards": bool(playing) and not bonuses(content, state),
        "referee cards": not state.referee,
        "cards to come back": state.active == seat and not recoverable(content, state),
        "another period": state.period >= PERIODS,
        "an opposing hand": not other.hand,
    }
    return frozenset(name for name in LACKS if met[name])
