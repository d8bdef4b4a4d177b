"""A seat's score, and what it is made of, for pictures and descriptions."""

from __future__ import annotations

from render.look import Look
from rules.hexknight.state import STARTING_CARDS
from rules.hexknight.view import BoardView, HeroView


def widest(board: BoardView) -> str:
    """Zeros as many as the longest score of a table has digits."""
    return "0" * max(2, *(len(score(other)) for other in board.heroes))


def score(hero: HeroView) -> str:
    """A seat's score with a true minus."""
    return str(hero.score).replace("-", "−")


def summed(hero: HeroView) -> tuple[tuple[str, str], ...]:
    """What a seat's score is made of, each with its sign; what is nothing is left out."""
    started = hero.compensation + hero.handicap
    parts = {"ruins": hero.ruins, "start": started, "deck": hero.cards - STARTING_CARDS, "wound": -2 * hero.wounds}
    return ("experience", str(hero.experience)), *((what, f"{n:+d}".replace("-", "−")) for what, n in parts.items() if n)


def score_lines(hero: HeroView, look: Look) -> tuple[str, str, str]:
    """The figures of a seat as text, which picture and description share."""
    say = look.say
    if hero.resigned:
        return say("hk.resigned"), "", ""
    following = say("hk.line.next", level=hero.level, n=hero.next_level) if hero.next_level else say("hk.line.highest", level=hero.level)
    one = f"{say('hk.line.experience', n=hero.experience)} · {following}"
    two = say("hk.line.zones", armour=hero.armour, hand=hero.hand, size=hero.hand_size, deck=hero.deck)
    if hero.compensation:
        two += f" · {say('hk.line.seat', n=hero.compensation)}"
    if hero.handicap:
        two += f" · {say('hk.line.handicap', n=hero.handicap)}"
    three = say("hk.line.score", ruins=hero.ruins, cards=hero.cards, wounds=hero.wounds)
    return one, two, three


def started_with(compensation: int, handicap: int, look: Look) -> str:
    """The points of a seat from the beginning, those of a handicap named (HK-12.5, HK-12.6)."""
    return f"{compensation} {look.say('hk.sum.handicap', n=handicap)}" if handicap else str(compensation)


def sum_lines(hero: HeroView, look: Look) -> tuple[str, str, str]:
    """The lines of a seat's score (HK-12.1, HK-12.5, HK-12.6), unless it has resigned."""
    gained = look.say("hk.line.gained", experience=hero.experience, ruins=hero.ruins, seat=started_with(hero.compensation, hero.handicap, look))
    changed = look.say("hk.line.changed", cards=hero.cards - STARTING_CARDS, wounds=2 * hero.wounds)
    return gained, changed, look.say("hk.line.level", n=hero.level)
