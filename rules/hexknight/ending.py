"""The end of the game, and of a phase in which nothing happens: the final score, line by line, and who has won (HK-12)."""

from __future__ import annotations

from typing import Any

from rules.game import Outcome
from rules.hexknight.changes import Run
from rules.hexknight.content import Content
from rules.hexknight.state import Hero, State

IDLE_LIMIT = 2
"""So many turns in which nobody does anything end a phase (HK-12.4)."""
TURN_LIMIT = 30
"""How many turns a phase may last (HK-12.4)."""
IDLE, LONG = "idle", "long"
"""Why a phase ends although somebody is not finished."""


def stagnation(state: State) -> str:
    """Why the phase ends now (HK-12.4): nobody does anything any more, or it has been LONG enough; nothing if it goes on."""
    playing = [hero for seat, hero in enumerate(state.heroes) if seat not in state.resigned]
    if all(hero.idle >= IDLE_LIMIT for hero in playing):
        return IDLE
    return LONG if all(hero.turns >= TURN_LIMIT for hero in playing) else ""


def finish(run: Run) -> None:
    """Ends the game and tells the score, line by line (HK-12.1, HK-12.5)."""
    state = run.state
    state.step = "over"
    found = outcome(state)
    lines = [_score_line(hero, run.content) for hero in state.heroes]
    facts: dict[str, Any] = {"places": [list(group) for group in found.places], "reason": found.reason, "scores": list(found.scores)}
    run.tell("over", found.rule, lines=lines, **facts)


def _score_line(hero: Hero, content: Content) -> dict[str, int]:
    """The parts of a score (HK-12.1, HK-12.5, HK-12.6), and the level."""
    parts = {"experience": hero.experience, "ruins": hero.ruins, "cards": hero.cards, "wounds": hero.wounds, "compensation": hero.compensation}
    handicap = {"handicap": hero.handicap} if hero.handicap else {}
    return {**parts, **handicap, "score": hero.score, "level": content.level(hero.experience).level}


def outcome(state: State) -> Outcome:
    """Who won (HK-12.2): the highest score; equal scores share the victory, seats that resigned come last."""
    playing = [seat for seat in range(len(state.heroes)) if seat not in state.resigned]
    gone = tuple((seat,) for seat in reversed(state.resigned))
    scores = tuple(hero.score for hero in state.heroes)
    order = tuple((h.experience, -h.wounds, h.ruins) for h in state.heroes)  # For tables of results alone (HK-12.3).
    if len(playing) == 1:
        return Outcome(((playing[0],), *gone), "resigned", "HK-12.2", scores, order)
    ranks = sorted({scores[seat] for seat in playing}, reverse=True)
    groups = [tuple(seat for seat in playing if scores[seat] == score) for score in ranks]
    reason = "shared" if len(groups[0]) > 1 else "score"
    return Outcome((*groups, *gone), reason, "HK-12.2", scores, order)
