"""Which plans can be played, and the order in which entrants are seeded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.competition import Entrant
from rules.competition.standings import rounds_needed
from rules.competition.tournament.state import CHAINS, FORMATS, GROUPS, LADDER, LEAGUE, PODS, ROBIN, SINGLE, SWISS, Plan, Unplayable
from rules.randomness import Chance

LARGEST, LARGEST_LASTING = 128, 640
"""The most entrants, and those of leagues and ladders."""


FEWEST_BOARDS, MOST_BOARDS, RESERVES = 2, 5, 2
"""Boards of a match of teams, and how many members more than boards a team may have."""


def most_entrants(plan: Plan) -> int:
    """The greatest number of entrants for a plan."""
    return LARGEST_LASTING if plan.format in (LEAGUE, LADDER) else LARGEST


def seeded(entrants: Sequence[Entrant], how: str, seed: int, ratings: Mapping[Entrant, int]) -> list[Entrant]:
    """Entrants in the order of their seeds: `random` draws them, `rating` sorts them (equal ones drawn), `hand` leaves them as they are."""
    order = list(entrants)
    if how != "hand":
        Chance.of(seed, "seeds").shuffle(order)
    return sorted(order, key=lambda e: -ratings.get(e, 0)) if how == "rating" else order


def check_plan(plan: Plan, most: int = LARGEST) -> None:
    """Raises Unplayable for a plan that can't be played as it says, whoever of at most `most` entrants comes."""
    most = next((n for n in range(most, 1, -1) if _fits(plan, n)), most)
    check_entrants(plan, most)
    if plan.groups and plan.format != GROUPS:
        raise Unplayable("no_groups")
    if plan.format == GROUPS and plan.groups * plan.cut > most:
        raise Unplayable("cut")
    # In a Swiss nobody need meet anybody twice; with an odd number everybody sits out once.
    rounds = {SWISS: most - 1 + most % 2, PODS: plan.rounds, ROBIN: 2, GROUPS: 2}.get(plan.format, 0)
    if plan.rounds > rounds:
        raise Unplayable("rounds" if rounds else "no_rounds")
    bracket = {SINGLE: most, SWISS: plan.cut, GROUPS: plan.groups * plan.cut}.get(plan.format, 0)
    if plan.third and bracket < 4:
        raise Unplayable("third")
    if plan.late > 1 and (plan.format not in (SWISS, PODS) or plan.late > (plan.rounds or rounds_needed(most))):
        raise Unplayable("late")
    unknown = "game_score" if plan.boards else "board_points"
    if plan.chain and (not CHAINS[plan.format] or unknown in plan.chain):
        raise Unplayable("breaks")


def sizes(plan: Plan) -> tuple[int, ...]:
    """The possible numbers of seats at a table."""
    return (plan.seats - 1, plan.seats) if plan.format == PODS else (plan.seats,)


def _fits(plan: Plan, entrants: int) -> bool:
    try:
        check_entrants(plan, entrants)
    except Unplayable:
        return False
    return True


def check_entrants(plan: Plan, entrants: int) -> None:
    """Raises Unplayable for a plan that this number of entrants can't play."""
    if plan.format not in FORMATS:
        raise Unplayable("format")
    if not (3 if plan.format == LEAGUE else 2) <= entrants <= most_entrants(plan):
        raise Unplayable("entrants")
    if (plan.format == LEAGUE) != (plan.division > 0) or 0 < plan.division < 3:
        raise Unplayable("division")
    if plan.boards and (plan.format not in (SWISS, ROBIN) or plan.cut or plan.late > 1 or not FEWEST_BOARDS <= plan.boards <= MOST_BOARDS):
        raise Unplayable("boards")
    ladder = (plan.reach, plan.answer, plan.idle, plan.at_once)
    if not all(ladder) if plan.format == LADDER else any(ladder):
        raise Unplayable("ladder")
    if plan.games < 1 or plan.games % 2 == 0 or (plan.games > 1 and plan.seats > 2):
        raise Unplayable("games")
    if (plan.format == PODS) != (plan.seats > 2) or plan.seats > 4:
        raise Unplayable("seats")
    if plan.format == GROUPS and not (plan.groups >= 1 and entrants >= 2 * plan.groups):
        raise Unplayable("groups")
    if plan.format == PODS and entrants in (1, 2, 5)[: 3 if plan.seats == 4 else 2]:
        raise Unplayable("entrants")
    if plan.cut == 1 or plan.cut > entrants or (plan.cut and plan.format not in (SWISS, GROUPS)):
        raise Unplayable("cut")
