"""Formats the analysis of a finished game: its decisive moments in words, each with a picture of the public board."""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages.buttons import Press
from cogs.messages.drawing import drawn, look_of, to_file, unescaped
from cogs.messages.moves.picker_context import Picking, in_words
from cogs.messages.moves.reason import analysis_lines
from cogs.messages.table.ending import turning_point
from cogs.messages.table.rewind_points import noted, noted_words, point_words
from cogs.messages.truncation import cut
from cogs.play.history.earlier_positions import names_before
from cogs.play.history.rewind_points import points
from cogs.play.table import Table
from cogs.play.thinking.analysis import Analysis, Moment
from data.language import Texts
from data.user_text import escaped
from render.look import Look
from render.painter import painter
from rules.game import Action


async def analysis_message(table: Table, found: Analysis, say: Texts, theme: str) -> dict[str, Any]:
    """The arguments of an edit, without the buttons. The game is over, so all that was chosen secretly may be read."""
    look = look_of(table, say, theme)
    lines = [say("analysis.title" if found.moments else "analysis.nothing")]
    lines += turning_point(table, look)
    if not found.whole:
        lines.append(say("analysis.since_base"))
    known = await points(table) if found.moments else None
    sittings = await table.store.tables.sittings(table.id)
    files = []
    for n, moment in enumerate(found.moments, 1):
        name = names_before(sittings, moment.number).get(moment.seat, table.names[moment.seat])
        words, reasons, file = await drawn(_shown, table, moment, look, say)
        percents = {"before": round(100 * moment.before), "after": round(100 * moment.after)}
        assert known is not None
        point = known.holding(moment.number - 1)
        named = point.seat != moment.seat or (known.rebased and point == known.all[0])
        where = noted_words(noted(table, known, point), say) if named else point_words(point, "", say)
        lines.append(say("analysis.moment", place=n, number=moment.number, point=where, name=escaped(name), **words, **percents))
        if moment.proven:
            lines[-1] += f" {say('analysis.proven')}"
        lines += reasons
        files.append(file)
    return {"content": cut("\n".join(lines)), "attachments": files}


def film_buttons(table: Table, found: Analysis, say: Texts) -> list[Press]:
    """A button for each moment that can be watched; none in rated games."""
    watched = [n for n, moment in enumerate(found.moments) if moment.why is not None and moment.why.shown is not None]
    return [Press("moment", f"{table.id}:{n}", say("analysis.film", place=n + 1)) for n in watched if not table.row.rated]


def _shown(table: Table, moment: Moment, look: Look, say: Texts) -> tuple[dict[str, str], list[str], discord.File]:
    """A decisive moment: in words what was played, what was better and why, and a picture of the board before."""
    rules, paint = table.rules, painter(table.rules.key)
    state = rules.load(moment.snapshot)
    own, all_see, bare = rules.view(state, moment.seat), rules.view(state, None), unescaped(table, look)
    picking = Picking(table, moment.seat, own, bare, say, state)

    def worded(action: Action) -> str:
        return in_words(picking, action, own, lambda prefix: rules.words(state, moment.seat, prefix))

    words = {"played": worded(moment.played), "better": worded(moment.better)}
    reasons = analysis_lines(picking._replace(look=look), moment.why) if moment.why is not None else []
    return words, reasons, to_file(paint.paint(all_see, bare), paint.describe(all_see, bare, brief=True), f"moment{moment.number}")
