"""The public messages of a table: the lobby and the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.playing.table import Table
from cogs.playing.tasks import searching
from cogs.showing.answered import plans
from cogs.showing.buttons import Press, joining, panel
from cogs.showing.clockface import clock_words, due_words
from cogs.showing.drawing import board_file, look_of, told_by_rule
from cogs.showing.reply import cut
from cogs.showing.terms import terms
from data.language import texts
from data.store.values import SeatRow, TableRow
from render.painting import painter
from rules.game import Event

MOST_RULES = 9
"""The most rules that the custom id of *Why?* has room for."""
TEXT_LIMIT = 1700
"""Letters for what happened; the rest of a message's 2000 is for who is to act."""


def board_buttons(table: Table, rules: Sequence[str] = ()) -> discord.ui.View:
    """The buttons below a board: *Your move*, *Hand* and *Plan ahead* where there are any, *Rules*, *Log*; when it is over *Log*, the record,
    *Analysis* where there is one, and *Replay*.

    *Why?* opens the `rules` on which the lines of the message rest, where there are any.
    """
    say = texts(table.row.language, table.rules.key)
    number = str(table.id)
    if table.over:
        buttons = [Press("log", number, say("button.log")), Press("record", number, say("button.record"))]
        if searching(table.rules) is not None:
            buttons.append(Press("analysis", number, say("button.analysis")))
        buttons.append(Press("replay", number, say("button.replay")))
    else:
        buttons = [
            Press("move", number, say("button.move"), discord.ButtonStyle.primary, row=0),
            *([Press("hand", number, say("button.hand"), row=0)] if painter(table.rules.key).hand else []),
            *([Press("ahead", number, say("button.ahead"), row=0)] if plans(table.rules) else []),
            Press("rules", number, say("button.rules"), row=1),
            Press("log", number, say("button.log"), row=1),
        ]
        if any(s.offered for s in table.seats):
            buttons.append(Press("take", number, say("button.take"), discord.ButtonStyle.success, row=1))
    why = Press("why", " ".join([table.rules.key, *dict.fromkeys(rules)][: MOST_RULES + 1]), say("button.why"), row=None if table.over else 1)
    return panel([*buttons, why] if rules else buttons)


def lobby_message(row: TableRow, seats: list[SeatRow]) -> dict[str, Any]:
    """The arguments of a lobby's message, with *Join*, *Leave*, *Start*."""
    say = texts(row.language, row.game)
    lines = [say("lobby.title", game=say("title"), host=next((s.name for s in seats if s.player == row.host), "?"))]
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
    return {"content": "\n".join(lines), "view": panel(joining(str(row.id), texts(row.language)))}


def _whose(table: Table, by: int | None, pings: dict[int, bool]) -> tuple[str, list[int]]:
    """The line that says who is to act, and whom it pings: nobody who has just acted or wants no pings."""
    say = texts(table.row.language, table.rules.key)
    view = table.view(None)
    words, called = [], []
    for seat, kind in view.asked:
        who = table.seats[seat]
        mention = who.player is not None and seat != by and pings.get(who.player, True)
        if mention and who.player is not None:
            called.append(who.player)
        name = f"<@{who.player}>" if mention else f"**{who.name}**"
        due = due_words(table, seat, say)
        call = f"call.{kind}" if say.find(f"call.{kind}") else "board.asked"  # What is answered is nobody's turn.
        words.append(say(call, name=name, what=say(f"asked.{kind}")) + (f" · {due}" if due else ""))
    if table.row.paused:
        words.append(say("clock.paused", since=f"<t:{int(table.row.paused)}:R>"))
    return "\n".join(words), called


async def board_message(table: Table, events: list[Event], by: int | None, extra: list[str], pings: dict[int, bool]) -> dict[str, Any]:
    """The arguments of a board message."""
    look = look_of(table)
    happened = told_by_rule(table, events, look)
    lines = [line for line, _ in happened]
    # The hash of the seed opens a game, the seed itself closes it.
    lines = [*lines, *extra] if table.over else [*extra, *lines]
    shown: list[str] = []
    # The newest lines are the ones that matter when there are too many.
    for line in reversed(lines):
        if sum(map(len, shown)) + len(shown) + len(line) > TEXT_LIMIT:
            shown.append("…")
            break
        shown.append(line)
    whose, called = _whose(table, by, pings)
    paint = painter(table.rules.key)
    content = "\n".join([*reversed(shown), *paint.going_on(table.view(None), look), *([whose] if whose else [])])
    mentions = discord.AllowedMentions(users=[discord.Object(p) for p in called], everyone=False, roles=False, replied_user=False)
    return {
        "content": cut(content) or None,
        "file": await board_file(table, look),
        "view": board_buttons(table, [rule for _, rules in reversed(happened) for rule in rules]),
        "allowed_mentions": mentions,
    }
