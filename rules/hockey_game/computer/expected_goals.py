"""The value of the puck for given teams and heroes: the goals to be expected in the next rounds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.hockey_game.attack_and_defence_values import attributes, hero_value
from rules.hockey_game.computer.dice import DIFFERENCE, wins
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.rink import CENTRE, COST, Ground
from rules.hockey_game.state import Round

ROUNDS = 16
"""So many rounds are foreseen."""
SLOPE, EVEN = 0.22, 2.0
"""How often rounds are won, as seen over many games: with so much more than the defender before dice and cards they are even."""

Heroes = tuple[tuple[str, ...], tuple[str, ...]]
Place = tuple[str, Seat]
"""Where the puck is, and who attacks."""


class _Try(NamedTuple):
    """A foreseen move: its probability of success, and where the puck is then (None after a shot)."""

    likely: float
    target: str


class Prospects:
    """Expected goals, computed once for each pair of teams and heroes."""

    def __init__(self, content: Content, ground: Ground) -> None:
        self.content = content
        self.ground = ground
        self._goals = lru_cache(4096)(self._work_out)
        self._faceoff = lru_cache(4096)(self._strengths)

    def goals(self, teams: tuple[str, str], heroes: Heroes, place: Place, rounds: int) -> float:
        """The attacker's expected lead in goals over the next `rounds`."""
        return self._goals(teams, heroes)[min(rounds, ROUNDS)][place]

    def faceoff(self, teams: tuple[str, str], heroes: Heroes) -> float:
        """The probability that seat 0 wins a faceoff (HG-4.3)."""
        return self._faceoff(teams, heroes)

    def _strengths(self, teams: tuple[str, str], heroes: Heroes) -> float:
        one, other = (self._attribute(teams[s], heroes[s], "strength") for s in (0, 1))
        return wins(one - other) / (1 - _likely(other - one))

    def _attribute(self, team: str, heroes: Iterable[str], name: str) -> int:
        best = max((self.content.cards[h].attributes.get(name, 0) for h in heroes), default=0)
        return self.content.teams[team].attributes[name] + best

    def lead(self, teams: tuple[str, str], heroes: Heroes, place: Place, move: str, target: str) -> int:
        """By how much the attacker is ahead without dice and cards."""
        puck, attacker = place
        found = self.ground.bonus(puck, move) - COST[move] * self.ground.crossed(attacker, move, puck, target)
        round_ = Round(attacker, puck, [], move, target)
        for seat in (attacker, 1 - attacker):
            names = attributes(self.ground, round_, seat)
            team = self.content.teams[teams[seat]].attributes
            value = sum(team[n] for n in names) + max((hero_value(self.content, h, names) for h in heroes[seat]), default=0)
            found += value if seat == attacker else -value
        return found

    def _tries(self, teams: tuple[str, str], heroes: Heroes, place: Place) -> list[_Try]:
        """The likeliest move to each field, and the shot."""
        puck, attacker = place
        best: dict[str, float] = {}
        for move in MOVES:
            # The values of a move differ by the lines it crosses only.
            level = self.lead(teams, heroes, place, move, puck) if move != "shot" else 0
            for target in ("",) if move == "shot" else self.ground.targets(attacker, move, puck):
                lead = level - COST[move] * self.ground.crossed(attacker, move, puck, target) if target else self.lead(teams, heroes, place, move, "")
                best[target] = max(best.get(target, 0.0), curve(lead))
        return [_Try(likely, target) for target, likely in best.items()]

    def _work_out(self, teams: tuple[str, str], heroes: Heroes) -> list[dict[Place, float]]:
        """Computes expected goals by value iteration. The first entry is for no rounds."""
        ground = self.ground
        tries = {(puck, seat): self._tries(teams, heroes, (puck, seat)) for puck in ground.fields for seat in (0, 1)}
        first = self.faceoff(teams, heroes)
        first_wins = (first, 1 - first)
        now = dict.fromkeys(tries, 0.0)
        found = [now]
        for _ in range(ROUNDS):
            before, now = now, {}
            faced = {
                (circle, seat): first_wins[seat] * before[circle, seat] - first_wins[1 - seat] * before[circle, 1 - seat]
                for circle in (CENTRE, *ground.own_goal(0).circles, *ground.own_goal(1).circles)
                for seat in (0, 1)
            }
            for place, of in tries.items():
                puck, seat = place
                lost = -before[puck, 1 - seat]
                missed = lost
                if ground.in_third(seat, puck):
                    goal = ground.own_goal(1 - seat)
                    missed = min(-before[goal.crease, 1 - seat], *(faced[circle, seat] for circle in goal.circles))
                scored = 1 + faced[CENTRE, seat]
                now[place] = max(
                    t.likely * before[t.target, seat] + (1 - t.likely) * lost if t.target else t.likely * scored + (1 - t.likely) * missed for t in of
                )
            found.append(now)
        return found


def curve(lead: int) -> float:
    """The approximate probability that a move succeeds."""
    return 1 / (1 + math.exp(-SLOPE * (lead - EVEN)))


def _likely(difference: int) -> float:
    """The probability of a difference between two throws."""
    return next((p for d, p in DIFFERENCE if d == difference), 0.0)
