"""HexKnight: whoever begins has no better island than the others, as it is drawn or as it is printed; how long phases are, which cards are taken from
the offer, and what simple plans come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from rules.game import Action, Seat, Step
from rules.randomness import Chance
from tests.tools.balance.figures import Row, by_plan, by_seat, percent, plain
from tests.tools.balance.plans import first_of, passes
from tests.tools.balance.playing import Deal, Note, Played

PLAYER = "hard:60"
GAMES = 200
TABLES = (("random", "2", 2), ("fixed", "2", 2), ("random", "3", 2), ("random", "2", 3), ("fixed", "2", 3))
"""Islands with days and numbers of seats."""
IGNORED = 4.0
"""A special card that is taken less often, in percent of all that are taken, is as good as useless."""


def first(state: Any) -> int:
    return 0


def _rush(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
    """A plan that goes to the nearest monster, else as far as it can, and fights every monster beside it."""
    ends: list[Action] = [("heal",), ("provoke",), ("block",), ("strike",), ("select",)]
    if state.step == "movement":
        ends = list(_march(rules, state, seat))
    elif state.step in ("defence", "attack"):
        ends.append(("play",))
    return first_of(rules, state, seat, [*ends, ("take_wounds",), ("give_up",), ("confirm",)])


def _march(rules: Any, state: Any, seat: Seat) -> Iterator[Action]:
    grid = rules.island(state).grid
    if not grid.beside[state.hero.at] & state.guards:
        reach = [word.text for word in rules.words(state, seat, ("travel",))]
        yield from (("travel", label) for label in reach if grid.beside[grid.index[label]] & state.guards)
        yield ("play",)
        yield from (("travel", label) for label in reach[-1:])


PLANS = {"rush": _rush, "pass": passes}


def deals(count: int, player: str) -> Iterable[Deal]:
    """`count` games on each kind of island, and half as many of each plan against the computer."""
    for island, days, seats in TABLES:
        yield from (Deal("hexknight", (("map", island), ("days", days)), (), (player,) * seats, n) for n in range(count))
    for plan in PLANS:
        for n in range(count // 2):
            yield Deal("hexknight", (("map", ("random", "fixed")[n // 2 % 2]),), (), (plan, player) if n % 2 else (player, plan), n)


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Turns by phase, cards taken from the offer, phases, and those that ended early (HK-12.4) though a monster was left somewhere."""
    if (step.state.heroes[seat].turns, step.state.phase) != (state.heroes[seat].turns, state.phase):
        yield seat, ("turn", state.phase)
    if action[0] == "select":
        yield seat, ("card", action[1])
    for event in step.events:
        if event.kind in ("phase", "over"):
            yield seat, "phase"
        if event.kind == "stagnation" and step.state.monsters:
            yield seat, "early"


def _table(played: Played) -> tuple[str, str, int]:
    options = dict(played.deal.options)
    return options["map"], options["days"], len(played.shares)


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Each island's seats, phases, cards, and the plans."""
    found = [g for g in played if set(g.deal.players) == {player}]
    made = []
    for (island, days, _), games in groupby(found, _table):
        made += by_seat(list(games), f"{island} island, {days} days, seat")
    turns = [n for g in found for n in g.each("turn")]
    taken = Counter(what[1] for g in found for _, what in g.notes.elements() if isinstance(what, tuple) and what[0] == "card")
    made.append(plain("turns of a seat in a phase, median", median(turns), (4, 10)))
    early, phases = (sum(g.sum(what) for g in found) for what in ("early", "phase"))
    made.append(percent("phases that end early though a monster is left", [1] * early + [0] * (phases - early), (0, 1)))
    made += [plain(f"{card} of all cards taken", 100 * n / taken.total(), (IGNORED, 30), "%") for card, n in taken.most_common()]
    return made + by_plan(played, PLANS)


def remarks(played: Sequence[Played]) -> Iterable[str]:
    return ()
