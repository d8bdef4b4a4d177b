"""The public message of a table that has not begun: who sits there, what is played, and how to join."""

from __future__ import annotations

from typing import Any

from cogs.showing.buttons import Press, joining, panel
from cogs.showing.clockface import clock_words
from cogs.showing.intro import intro, learning
from cogs.showing.terms import terms
from data.language import Texts, texts
from data.rulebook import rulebook
from data.store.values import SeatRow, TableRow


def lobby_message(row: TableRow, seats: list[SeatRow]) -> dict[str, Any]:
    """The arguments of a lobby's message, with *Join*, *Leave*, *Start*, and *Learn* and *Rules* for those who do not know the game."""
    say = texts(row.language, row.game)
    lines = [*intro(say), say("lobby.title", host=next((s.name for s in seats if s.player == row.host), "?"))]
    lines += [f"{i + 1}. {s.name}" for i, s in enumerate(seats)]
    lines += [f"{i + 1}. —" for i in range(len(seats), row.options["seats"])]
    chosen = [words for k, v in row.chosen.items() if (words := say.find(f"option.{k}.{v}"))]
    if chosen:
        lines.append(say("lobby.options", options=", ".join(chosen)))
    lines += terms(row, seats, say)
    if row.rated:
        lines.append(say("lobby.rated"))
    if row.clock:
        lines.append(clock_words(row.clock, say))
    lines.append(say("lobby.how"))
    return {"content": "\n".join(lines), "view": panel([*joining(str(row.id), say), *learning(row.game, say), *_rulebook(row.game, say)])}


def _rulebook(game: str, say: Texts) -> list[Press]:
    """*Rules*: the rulebook from its beginning."""
    first = next(iter(rulebook(game, say.language)), None)
    return [Press("ruleopen", first, say("button.rules"))] if first else []
