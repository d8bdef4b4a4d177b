"""HexyGame: the preset decks against each other, with default stops; how games end, and how much there is to do and to answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from data.content import build
from rules.game import Action, Seat, Step
from rules.hexygame.map import CENTRE, FLAGS, NEIGHBOURS, distance
from rules.randomness import Chance
from tests.tools.balance.figures import Row, by_brought, by_plan, by_seat, cross, percent, plain
from tests.tools.balance.plans import first_of, passes
from tests.tools.balance.playing import Deal, Note, Played

RULES: Any = build("hexygame")
BRINGS = "deck"
PLAYER = "hard:30"
GAMES = 20
SELDOM, ENOUGH = 1 / 10, 20
"""Cards are hardly used that are cast so seldom; what has come to fewer hands says nothing."""


def first(state: Any) -> int:
    return 0


def _wall(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
    """A plan that builds towards the Centre and strengthens the buildings nearest to it with the potency of all others."""
    return first_of(rules, state, seat, [*_castings(rules, state, seat, ("building",)), *_feeding(state, seat), *_fuel(state, seat, "building")])


def _castings(rules: Any, state: Any, seat: Seat, kinds: tuple[str, ...]) -> Iterator[Action]:
    cards = rules.content.cards
    hand = [w for w in dict.fromkeys(state.sides[seat].hand) if cards[w].type in kinds]
    goal = CENTRE if "building" in kinds else FLAGS[1 - seat]
    for hex_ in sorted((h for h in NEIGHBOURS), key=lambda h: distance(h, goal)):
        yield from (("cast", word, hex_) for word in sorted(hand, key=lambda w: -cards[w].cost.total))


def _feeding(state: Any, seat: Seat) -> Iterator[Action]:
    own = sorted((r.hex for r in state.realities.values() if r.owner == seat), key=lambda h: -distance(h, CENTRE))
    for at in own:
        yield from (("activate", at, "i0", to) for to in own if distance(at, to) == 1 and distance(to, CENTRE) < distance(at, CENTRE))


def _fuel(state: Any, seat: Seat, kept: str) -> Iterator[Action]:
    """Casts energy cards, and discards cards of other types than `kept` while a card of that type is in hand."""
    hand = state.sides[seat].hand
    yield from (("cast", w) for w in hand if w.endswith("_energy"))
    if any(RULES.content.cards[w].type == kept for w in hand):
        yield from (("discard", w) for w in hand if RULES.content.cards[w].type != kept)


def _rush(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
    """A plan that moves everything that walks towards the opponent's Flag and attacks whatever stands in its way."""
    goal = FLAGS[1 - seat]
    own = sorted((r.hex for r in state.realities.values() if r.owner == seat), key=lambda h: distance(h, goal))
    moves = (("move", a, b) for a in own for b in sorted(NEIGHBOURS[a], key=lambda h: distance(h, goal)) if distance(b, goal) < distance(a, goal))
    attacks = (("attack", a, r.hex) for a in own for r in state.realities.values() if r.owner != seat)
    return first_of(rules, state, seat, [*moves, *attacks, *_castings(rules, state, seat, ("creature", "artifact")), *_home(rules, state, seat)])


def _home(rules: Any, state: Any, seat: Seat) -> Iterator[Action]:
    if sum(r.owner == seat and rules.content.types[r.card] == "building" for r in state.realities.values()) < 3:
        yield from _castings(rules, state, seat, ("building",))
        yield from _fuel(state, seat, "building")


PLANS = {"wall": _wall, "rush": _rush, "pass": passes}


def deals(count: int, player: str) -> Iterable[Deal]:
    """Every pairing so often, half of the games with seats swapped, and as many of each plan with each deck against another."""
    presets = list(RULES.presets)
    for one, other in combinations(presets, 2):
        for decks in ((one, other), (other, one)):
            yield from (Deal("hexygame", (), decks, (player, player), n) for n in range(count // 2))
    for plan in PLANS:
        for n in range(count):
            decks = (presets[n % len(presets)], presets[(n // len(presets) + 1) % len(presets)])
            yield Deal("hexygame", (), decks, (plan, player) if n % 2 == 0 else (player, plan), n)


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Decisions that default stops leave to a seat, by turn; cards that came to hand and that were cast; who stood on the Centre in which turn."""
    if state.stage == "play":
        yield seat, ("turn", state.turn)
        if rules.standing(state, seat, frozenset()) is None:
            yield seat, ("own" if seat == state.active else "other", state.turn)
    if action[0] == "cast":
        yield seat, ("card", action[1])
    for r in step.state.realities.values():
        if r.hex == CENTRE:
            yield r.owner, ("centre", step.state.turn)
    if step.state.over:
        for n, side in enumerate(step.state.sides):
            yield n, ("dice", side.dice)
            yield from ((n, ("held", word)) for word in (Counter(side.deck) - Counter(side.library)).elements())


def _first_on_centre(game: Played) -> int | None:
    stood = [(what[1], seat) for seat, what in game.notes if isinstance(what, tuple) and what[0] == "centre"]
    return min(stood)[1] if stood else None


def _turns(game: Played) -> int:
    return max((what[1] for _, what in game.notes if isinstance(what, tuple) and what[0] == "turn"), default=0)


def _decisions(game: Played, seat: Seat) -> int:
    return sum(n for (s, what), n in game.notes.items() if s == seat and isinstance(what, tuple) and what[0] in ("own", "other"))


def _use(played: Sequence[Played]) -> dict[str, tuple[int, int]]:
    """How often each card was cast, and how often it came to somebody's hand."""
    cards = RULES.content.cards
    return {word: (sum(g.sum(("card", word)) for g in played), sum(g.sum(("held", word)) for g in played)) for word in cards}


def _pool(played: Sequence[Played]) -> list[Row]:
    """Whether there is a deck for each card and no card for every deck, and whether whoever has a card casts it."""
    decks = list(RULES.presets.values())
    among = [sum(word in deck for deck in decks) for word in RULES.content.cards]
    idle = [word for word, (cast, held) in _use(played).items() if held >= ENOUGH and cast < SELDOM * held]
    return [
        plain("cards in no preset", among.count(0), (0, 0)),
        plain("cards in every preset", among.count(len(decks)), (0, 0)),
        plain(f"cards cast less than once in {round(1 / SELDOM)} times in hand", len(idle), (0, 0)),
    ]


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Decks, seats, ends, the Centre, what there is to do, and the plans."""
    found = [g for g in played if set(g.deal.players) == {player}]
    stood = [(g, seat) for g in found if (seat := _first_on_centre(g)) is not None]
    scored = [any(what == ("dice", 1) and g.shares[seat] == 0 for seat, what in g.notes) for g in found]
    turns = [_turns(g) for g in found]
    decided = [_decisions(g, seat) for g in found for seat in (0, 1)]
    made = [
        *by_brought(found),
        *by_seat(found),
        percent("games that end at a Flag", [g.reason == "flag" for g in found], (20, float("inf"))),
        *([percent("first on the Centre wins", [g.shares[seat] for g, seat in stood], (0, 60))] if stood else []),
        percent("games in which the loser never scored", scored, (0, 40)),
        plain("turns of a seat, median", median(turns) / 2, (8, 16)),
        plain("decisions of a seat, median", median(decided), (45, 90)),
        plain("decisions in an own turn, median", median(n for g in found for n in g.each("own")), (0, 6)),
        *_pool(found),
    ]
    return made + by_plan(played, PLANS)


def remarks(played: Sequence[Played]) -> Iterable[str]:
    """What wins against what, how games end, and how often cards are cast."""
    found = [g for g in played if not set(g.deal.players) & set(PLANS)]
    yield from cross(found)
    yield "ends: " + ", ".join(f"{reason} {100 * n / len(found):.0f} %" for reason, n in Counter(g.reason for g in found).most_common())
    used = sorted((cast / held, word) for word, (cast, held) in _use(found).items() if held)
    yield "casts for each time in hand: " + ", ".join(f"{word} {rate:.2f}" for rate, word in used)
