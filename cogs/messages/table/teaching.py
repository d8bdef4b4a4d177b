"""What a teacher says of its latest turn, in words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.buttons import Press
from cogs.messages.moves.picker_context import decapitalized
from cogs.messages.moves.reason import ARTICLE, fact_words
from cogs.play.restore_stamps import numbered
from cogs.play.table import Table
from cogs.play.thinking.teaching import Explained, teachers
from data.language import Texts
from render.look import Look
from render.painter import painter
from rules.computers.reasons import Named


def teaching_press(table: Table, say: Texts) -> list[Press]:
    """The button *Explain the move* below a board at which a teacher plays."""
    return [Press("teach", numbered(table.row), say("button.teach"), row=0)] if teachers(table) else []


def teaching_words(table: Table, found: Explained | None, look: Look) -> str:
    """What a teacher says, for everybody who asks; that it has not moved yet."""
    say = look.say
    if found is None:
        return say("teach.not_yet")
    brings, fears = _told(table, found.taught.brings, look), _told(table, found.taught.fears, look, found.taught.worlds)
    lines = [say("teach.title", name=look.names[found.seat])]
    lines += [say("hint.certain", what=sums)] if (sums := _told(table, found.taught.certain, look)) else []
    lines += [say("teach.brings", what=brings)] if brings else []
    lines += [say("teach.costs", what=costs)] if (costs := _told(table, found.taught.costs, look)) else []
    lines += [] if sums or brings or costs else [say("teach.quiet")]
    lines += [say("teach.fears", what=fears)] if fears else []
    return "\n".join(lines)


def _told(table: Table, named: Sequence[Named], look: Look, worlds: int = 0) -> str:
    """Facts in words; with a number of worlds, in how many of them each comes."""
    paint, found = painter(table.rules.key), []
    for fact in named:
        if words := fact_words(paint, fact, look):
            words = (decapitalized(words) if ARTICLE.match(words) else words).rstrip(".")
            found.append(f"{words} ({look.say('hint.in_own', n=fact.better, of=worlds)})" if worlds else words)
    return " · ".join(found)
