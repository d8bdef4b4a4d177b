"""Planetary Conquerors: the preset decks against each other, with two, three and four seats; how games end, how much there is to do, and whether
each deck plays its own plan and each card is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from statistics import mean, median
from typing import Any

import msgspec

from data.content import build
from rules.game import Action, Seat, Step
from rules.randomness import Chance
from tests.tools.balance.figures import Row, by_brought, by_plan, by_seat, cross, plain, rates
from tests.tools.balance.plans import Plan, first_of, passes
from tests.tools.balance.playing import Deal, Note, Played

RULES: Any = build("planetary_conquerors")
BRINGS = "deck"
PLAYER = "hard:12"
GAMES = 80
"""Of each pairing: 480 with two, half as many with three and with four, for about ± 6 % of each deck."""
PLANNED = 40
"""So many games of each simple plan; none comes near its limit."""
MINERS = RULES.decks.code({"gold_miner": 59, "collector_of_cosmium": 1})
OWN = {
    "first_settlers": "buildings",
    "iron_tide": "attackers but illusions",
    "web_of_wires": "traps and electricity",
    "court_of_mirrors": "illusions and sacrifices",
}
"""What each preset does more of than any other: its own plan."""
MIRRORS = {"create", "copy_as_illusion", "sacrifice", "each_sacrifices", "put_into_play"}


def first(state: Any) -> int:
    found: int = state.first
    return found


def _playing(*kinds: str) -> Plan:
    """A plan that plays cards of these kinds alone, the most expensive first, and with warriors attacks the next player's mine."""

    def plan(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
        hand = sorted(dict.fromkeys(state.sides[seat].hand), key=lambda w: -rules.content.cards[w].price.total if w in rules.content.cards else 0)
        cards = [("play", w) for w in hand if rules.content.types[w] in kinds]
        attacks = _attacks(rules, state, seat) if "warrior" in kinds else ()
        return first_of(rules, state, seat, [*(cards if rules.decision(state, seat).kind == "main" else ()), *attacks, ("confirm",)])

    return plan


def _attacks(rules: Any, state: Any, seat: Seat) -> Iterator[Action]:
    if rules.decision(state, seat).kind == "attack":
        others = [(seat + n) % len(state.sides) for n in range(1, len(state.sides))]
        for attacker in rules.words(state, seat, ("attack",)):
            yield from (("attack", attacker.text, f"m{s + 1}") for s in others)


PLANS: dict[str, Callable[[Any, Any, Seat, Chance], Action]] = {
    "rush": _playing("miner", "warrior"),
    "build": _playing("miner", "building"),
    "pass": passes,
    "miners": _playing("miner"),
}


def deals(count: int, player: str) -> Iterable[Deal]:
    """Every pairing so often, half of the games with seats swapped; half as many with three and with four, orders by turns; and some of the plans."""
    game, presets = "planetary_conquerors", list(RULES.presets)
    for one, other in combinations(presets, 2):
        for decks in ((one, other), (other, one)):
            yield from (Deal(game, (), decks, (player, player), n) for n in range(count // 2))
    for seats in (3, 4):
        orders = list(permutations(presets, seats))
        yield from (Deal(game, (), orders[n % len(orders)], (player,) * seats, n) for n in range(3 * count))
    for plan in PLANS:
        for n in range(min(2 * count, PLANNED)):
            mine = MINERS if plan == "miners" else presets[n % len(presets)]
            other = presets[(n // len(presets) + n + 1) % len(presets)]
            decks, players = ((mine, other), (plan, player)) if n % 2 == 0 else ((other, mine), (player, plan))
            yield Deal(game, (), decks, players, n)


def _plans(card: Any, ability: Any = None) -> Iterator[str]:
    """The presets whose own plan it is to play a card, or to use an ability of it."""
    data = msgspec.to_builtins(ability or card)
    words = {*_values(data, "op"), *_values(data, "kw")}
    if card.type == "building" and not ability:
        yield "first_settlers"
    if (card.type == "trap" and not ability) or "trapback" in words or any(_values(data, "electricity")):
        yield "web_of_wires"
    if words & {*MIRRORS, "illusion"} or any(_values(data, "sacrifice")):
        yield "court_of_mirrors"


def _values(data: Any, key: str) -> Iterator[Any]:
    """All values of a key, however deep."""
    for name, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list | tuple) else ():
        if name == key:
            yield value
        yield from _values(value, key)


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Cards and effects that were used, and which presets' plans that was."""
    if action[0] in ("play", "place"):
        card = rules.content.cards[action[1]]
        yield seat, ("card", action[1])
        yield from ((seat, ("plan", preset)) for preset in _plans(card))
    elif action[0] == "activate":
        thing = next(t for t in state.things.values() if f"c{t.uid}" == action[1])
        yield seat, ("effect", f"{thing.card} {action[2]}")
        yield from ((seat, ("plan", preset)) for preset in _plans(rules.content.cards[thing.card], rules.content.ability(thing.card, action[2])))
    elif action[0] == "attack" and len(action) == 3:
        attacker = next(t for t in state.things.values() if f"c{t.uid}" == action[1])
        yield seat, ("plan", "court_of_mirrors" if attacker.illusion or "illusion" in rules.content.keywords[attacker.card] else "iron_tide")
    elif action[0] in ("convert", "block"):
        yield seat, ("verb", action[0])


def turns(clicks: Iterable[tuple[Any, Seat]]) -> Iterator[Note]:
    """Decisions by turn, in one's own and in others', as a person makes them: a shortcut (all against one target; a trap, and the end of the phase)
    is one where it leads to just what was done, since it is one click."""
    for state, seat in clicks:
        if state.stage == "play":
            yield seat, ("own" if seat == state.active else "other", state.turn)


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Decks and seats with two, three and four, how long it takes, decks' own plans, cards that are missed, and the simple plans."""
    made = []
    for seats in (2, 3, 4):
        found = [g for g in played if len(g.shares) == seats and set(g.deal.players) == {player}]
        made += by_brought(found) + by_seat(found)
        turns = [max(what[1] for _, what in g.notes if isinstance(what, tuple) and what[0] == "own") / seats for g in found]
        made.append(plain(f"own turns, median, of {seats}", median(turns), (8, 15) if seats == 2 else (5, 20)))
        made.append(plain(f"decisions in an own turn, median, of {seats}", median(n for g in found for n in g.each("own")), (0, 6)))
    found = [g for g in played if set(g.deal.players) == {player}]
    return made + _own(found) + _missed(found) + by_plan(played, PLANS)


def _own(played: Sequence[Played]) -> list[Row]:
    """How often in an own turn a preset does what its plan is, against the preset that does it most of the others."""
    rates: dict[tuple[str, str], list[float]] = {}
    for g in played:
        for seat, preset in enumerate(g.deal.brought):
            turns = sum(s == seat and isinstance(what, tuple) and what[0] == "own" for s, what in g.notes)
            for plan in OWN:
                rates.setdefault((plan, preset), []).append(g.notes[seat, ("plan", plan)] / max(1, turns))
    made = []
    for plan, what in OWN.items():
        others = max(mean(rates[plan, preset]) for preset in OWN if preset != plan)
        made.append(plain(f"{plan}: {what}, times those of any other", mean(rates[plan, plan]) / max(others, 0.01), (1.2, float("inf")), ""))
    return made


def _missed(played: Sequence[Played]) -> list[Row]:
    """Cards that no preset has, that all have though they need not, and that nobody plays."""
    content, presets = RULES.content, RULES.presets
    cards = [w for w in content.cards if w not in content.tokens]
    used = {what[1] for g in played for _, what in g.notes if isinstance(what, tuple) and what[0] == "card"}
    common = [w for w in cards if w not in content.start and all(w in deck for deck in presets.values())]
    absent = [w for w in cards if not any(w in deck for deck in presets.values())]
    counted = {"in no preset": absent, "in all presets": common, "in presets, never played": [w for w in cards if w not in used and w not in absent]}
    return [plain(f"cards {what}", len(found), (0, 0)) for what, found in counted.items()]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    """What wins against what, how games end, and how often cards are played."""
    found = [g for g in played if not set(g.deal.players) & set(PLANS)]
    yield from cross([g for g in found if len(g.shares) == 2])
    for seats in (2, 3, 4):
        games = [g for g in found if len(g.shares) == seats]
        ends = Counter(g.reason for g in games).most_common()
        yield f"ends of {seats}: " + ", ".join(f"{reason} {100 * n / len(games):.0f} %" for reason, n in ends)
    yield "plays for each game with the card: " + rates(found, "card", RULES.content.cards, RULES.presets)
    rest = Counter({what[1]: n for g in found for (_, what), n in g.notes.items() if isinstance(what, tuple) and what[0] in ("effect", "verb")})
    yield "effects: " + ", ".join(f"{what} {n}" for what, n in rest.most_common())
    absent = [w for w in RULES.content.cards if all(w not in deck for deck in RULES.presets.values())]
    yield "cards in no preset: " + (", ".join(absent) or "none")
