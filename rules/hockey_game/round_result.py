"""Which result a round has: goal, move, miss or loss (HG-5.16). What follows from it: `game_flow`."""

from __future__ import annotations

from rules.hockey_game.rink import Ground
from rules.hockey_game.state import Round


def result(round_: Round, ground: Ground) -> tuple[str, str]:
    """The result of a round, by the values of both sides (HG-5.16), and the rule: a `goal`, `moved`, a shot that has `missed`, or the puck `lost`.

    The attacker needs the higher value. A shot misses from the attacking third only (HG-6.4); from elsewhere the puck is lost.
    """
    attacker = round_.attacker
    if round_.turns[attacker].total > round_.turns[1 - attacker].total:
        return ("goal", "HG-6.2") if round_.move == "shot" else ("moved", "HG-6.1")
    missed = round_.move == "shot" and ground.in_third(attacker, round_.puck)
    return ("missed", "HG-6.4") if missed else ("lost", "HG-6.3")
