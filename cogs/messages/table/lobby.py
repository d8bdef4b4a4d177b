"""The lobby: the public message of a table that has not begun, with its seats, the game, its options, and how to join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.messages.buttons import LONGEST_LABEL, Choose, Press, blocking, joining, panel
from cogs.messages.mentions import NOBODY, called_only, mention, mention_by_id
from cogs.messages.options import unusual_options
from cogs.messages.table.clocks import clock_words
from cogs.messages.table.intro import intro, learning
from cogs.messages.table.terms import terms
from cogs.messages.truncation import shortened
from cogs.play.handicap_offers import Offered
from cogs.play.notification_rules import Pinged
from cogs.play.open_tables import asked
from cogs.play.restore_stamps import numbered
from data.content import build
from data.language import Texts, texts
from data.rulebook import rulebook
from data.similar_names import told_apart
from data.store.rows import OPEN, SeatRow, TableRow
from data.timestamps import dated
from data.user_text import typed
from rules.parts.handicaps import HANDICAP, SIZES


def lobby_message(row: TableRow, seats: list[SeatRow], pinged: Pinged = NOBODY, until: float = 0) -> dict[str, Any]:
    """The arguments of a lobby's message, with *Join*, *Leave*, *Start* or, for those who are named, *Accept* and *Decline*; and *Learn* and *Rules*
    for those who do not know the game. Of its options it names those that are not as usual. Of those who have not accepted, `until` a moment, it
    calls whoever may be called, and they may block who names them."""
    say = texts(row.language, row.game)
    names, free = told_apart([s.name for s in seats]), row.options["seats"] - len(seats)
    host = next((name for s, name in zip(seats, names, strict=True) if s.player == row.host), "?")
    waits = asked(seats) if row.status == OPEN else []
    lines = [*intro(say), say("lobby.title", host=host)]
    if waits:
        who = ", ".join(mention_by_id(s.player or 0) for s in waits)
        lines = [*intro(say), say("challenge.asks", who=who, host=host, until=dated(until))]
    given = [f" · {say('handicap.given', n=s.handicap)}" if s.handicap else "" for s in seats]
    lines += [f"{i}. {name}{' …' if s in waits else ''}{more}" for i, (s, name, more) in enumerate(zip(seats, names, given, strict=True), 1)]
    lines += [f"{i + 1}. —" for i in range(len(seats), row.options["seats"])]
    if any(given):
        lines.append(f"{say('handicap.sizes')} {say('handicap.counts')}")
    if chosen := unusual_options(row, say):
        lines.append(say("lobby.options", options=", ".join(chosen)))
    lines += terms(row, seats, say)
    if row.rated:
        lines.append(say("lobby.rated"))
    if row.clock:
        lines.append(clock_words(row.clock, say))
    lines.append(say("lobby.begun" if row.status != OPEN else "challenge.how" if waits and not free else "lobby.how"))
    buttons = joining(numbered(row), say) if free or not waits else _answering(row, seats, say)
    if waits:
        buttons.append(blocking(row, row.host, say))
    if row.status == OPEN and not row.rated and has_handicaps(row.game):
        buttons.append(Press("handicap", numbered(row), say("button.handicap")))
    view = panel([*buttons, *learning(row.game, say), *_rulebook(row.game, say)])
    return {"content": "\n".join(lines), "view": view, "allowed_mentions": called_only(pinged)}


def has_handicaps(game: str) -> bool:
    """Whether players of a game may have a handicap."""
    return any(option.key == HANDICAP for option in build(game).options)


def handicap_panel(row: TableRow, seats: Sequence[SeatRow], say: Texts, offered: Offered | None, *, done: bool = False) -> dict[str, Any]:
    """The arguments of the private message in which somebody gives a player of a table a handicap: each player with each size in one menu, which
    shows what was chosen last, and what is `offered`. `done`: it says that what was chosen stands."""
    people = [(s, name) for s, name in zip(seats, told_apart([s.name for s in seats]), strict=True) if s.player is not None]
    none = discord.SelectOption(label=say("handicap.none"), value=f"{people[0][0].player}:0")
    options = [
        discord.SelectOption(
            label=shortened(f"{name.shown} · {say('handicap.given', n=size)}", LONGEST_LABEL), value=f"{s.player}:{size}", default=s.handicap == size
        )
        for s, name in people
        for size in SIZES
    ]
    menu = Choose("handicapped", str(row.id), [none, *options], say("handicap.choose"))
    lines = [say("handicap.done") if done else f"{say('handicap.about')} {say('handicap.sizes')}"]
    lines += [say("handicap.offer", name=name, n=offered.size) for s, name in people if offered is not None and s.player == offered.player]
    return {"content": "\n".join(lines), "view": panel([menu])}


def _answering(row: TableRow, seats: Sequence[SeatRow], say: Texts) -> list[Press]:
    """*Accept* and *Decline*; and *Start*, if the game can be played without those who have not accepted yet."""
    buttons = [
        Press("join", numbered(row), say("button.accept"), discord.ButtonStyle.success),
        Press("leave", numbered(row), say("button.decline")),
    ]
    fewer = any(n in build(row.game).seats for n in range(len(seats) - len(asked(seats)), len(seats)))
    return [*buttons, Press("start", numbered(row), say("button.start"))] if fewer else buttons


def closed_words(payload: Mapping[str, Any], say: Texts) -> str:
    """Why a table was closed before its game began."""
    return say(f"challenge.closed_{payload['why']}", **typed(payload["facts"]))


def closed_message(payload: Mapping[str, Any], pinged: Pinged, say: Texts) -> dict[str, Any]:
    """The message that a table was closed, which pings its host if `pinged` has them."""
    host = "".join(f"{mention(player, '', pinged)} " for player in pinged)
    return {"content": f"{host}**{say('title')}** · {closed_words(payload, say)}", "allowed_mentions": called_only(pinged)}


def _rulebook(game: str, say: Texts) -> list[Press]:
    """The button *Rules*, to the rulebook's first page."""
    first = next(iter(rulebook(game, say.language)), None)
    return [Press("ruleopen", first, say("button.rules"))] if first else []
