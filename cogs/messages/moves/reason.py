"""Words for a computer's reason: what an action brings, prevents and risks, and by how much it is better than another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cogs.messages.moves.picker_context import Picking, decapitalized
from render.look import Look
from render.painter import Painter
from rules.computers.reasons import OVER, Average, Named, Reason

ARTICLE = re.compile(r"(The|An?|Le|La|Les|Une?|L)\b")
"""With what a sentence may begin that has no capital after a colon."""


def reason_lines(picking: Picking, why: Reason, other: str, cheaper: bool = False) -> list[str]:
    """A reason with the other action in words, and how much less that is worth, or that it is as good and dearer. Names of people are escaped."""
    if not why.other:
        return named_lines(picking, why)
    if why.same:
        less = picking.say("hint.cheaper" if cheaper else "hint.same", other=other, n=round(100 * why.share))
    else:
        less = picking.say("hint.less", other=other, n=max(1, round(100 * (why.share - why.others))))
    named = [*_brought(picking, why), less, *_besides(picking, why)]
    return named if len(named) > 1 or why.same else [less, picking.say("hint.unnamed")]


def named_lines(picking: Picking, why: Reason) -> list[str]:
    """Only the facts of a reason, if the other action was named before. Names of people are escaped."""
    return [*_brought(picking, why), *_besides(picking, why)]


def analysis_lines(picking: Picking, why: Reason) -> list[str]:
    """The facts of a reason for everybody after a game, or that none can be named. Names of people are escaped."""
    return named_lines(picking, why) or [picking.say("analysis.unnamed")]


def _brought(picking: Picking, why: Reason) -> list[str]:
    """What is certain of it, and what it brings."""
    lines = {"hint.certain": _told(picking, why, why.certain, frequent=False), "hint.brings": _told(picking, why, why.brings)}
    return [picking.say(key, what=what) for key, what in lines.items() if what]


def _besides(picking: Picking, why: Reason) -> list[str]:
    """All but what it brings: what is certain of the other action, what that would bring, what this one prevents and risks; or what comes of both,
    which is said once."""
    lines = {
        "hint.others_certain": _told(picking, why, why.others_certain, frequent=False),
        "hint.instead": _told(picking, why, why.instead),
        "hint.prevents": _told(picking, why, why.prevents),
        "hint.fears": _told(picking, why, why.fears),
        "hint.left": " · ".join(_on_average(picking, average) for average in why.left),
        "hint.either": _told(picking, why, why.either, frequent=False),
    }
    return [picking.say(key, what=what) for key, what in lines.items() if what]


def _told(picking: Picking, why: Reason, named: Sequence[Named], *, frequent: bool = True) -> str:
    """Facts in words, each with its frequency if that is to be told."""
    found = []
    for fact in named:
        if words := _in_sentence(picking, fact):
            found.append(words.rstrip(".") + (_how_often(picking, why, fact) if frequent else ""))
    return " · ".join(found)


def _on_average(picking: Picking, average: Average) -> str:
    """What is left of something, after either action."""
    n, m = (_decimal(picking, number) for number in (average.better, average.other))
    return picking.say("hint.average", what=_in_sentence(picking, Named(average.kind, average.facts, 0, 0)), n=n, m=m)


def _decimal(picking: Picking, number: float) -> str:
    """A number with one decimal behind its point or comma, if that is no zero, and a minus sign."""
    return f"{number:.1f}".removesuffix(".0").replace(".", "." if picking.say.language == "en" else ",").replace("-", "−")


def _in_sentence(picking: Picking, fact: Named) -> str | None:
    """A fact in words, without a capital but for names: those of people, and what stands first whoever reads it."""
    looks = (picking.look, picking.look._replace(names=tuple(map(str, picking.look.names))))
    words, named = (fact_words(picking.paint, fact, look) for look in looks)
    if words and named and (ARTICLE.match(words) or words.split()[0] != named.split()[0]):
        return decapitalized(words)
    return words


def fact_words(paint: Painter[Any], fact: Named, look: Look) -> str | None:
    """A fact as a sentence; None if the game says nothing of it."""
    if fact.kind != OVER:
        return paint.narrate(fact.kind, fact.facts, look)
    winners = [look.names[seat] for seat in fact.facts["seats"]]
    return look.say(OVER, who=winners[0]) if len(winners) == 1 else look.say("hint.shared", who=" & ".join(winners))


def _how_often(picking: Picking, why: Reason, fact: Named) -> str:
    """In how many worlds a fact comes after either action; "" if always after one and never after the other."""
    if {fact.better, fact.other} == {0, why.worlds}:
        return ""
    if fact.better == fact.other:
        both = "hint.both" if fact.better == why.worlds else "hint.both_in"
        return f" ({picking.say(both, n=fact.better, of=why.worlds)})"
    key = "hint.in_other" if not fact.better else "hint.in" if fact.other else "hint.in_own"
    return f" ({picking.say(key, n=fact.better, of=why.worlds, m=fact.other)})"
