"""The private panel of a player with nothing to choose now: their answer and how to change it, or whom the game waits for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from cogs.messages.buttons import Press, fits, panel, with_room
from cogs.messages.moves.picker_context import Picking, Place, answer_in_words, occasion_of, sentence, step_in_words, waiting
from cogs.messages.truncation import cut
from cogs.play.nudges import nudges
from cogs.play.table import Table
from data.language import Texts
from render.painter import painter
from rules.game import Action, Rules
from rules.legal_actions import closing
from rules.notation import write
from rules.parts.ahead import ANY, DRAFT, READY, SEAL, SEALED, STOPS, choices
from rules.parts.planned_turns import kept, sources, stopped

GREEN, BLUE, RED = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.danger


def plans(rules: Rules[Any]) -> bool:
    """Whether anything can be said ahead in a game."""
    return any(verb in rules.verbs for verb in SEALED)


def numbered(lines: Iterable[str]) -> list[str]:
    """Lines as a numbered list."""
    return [f"{n}. {line}" for n, line in enumerate(lines, 1)]


def answered_message(picking: Picking, note: str = "", since: float | None = None) -> dict[str, Any]:
    """The panel of a seat that has answered, with ways to change that; or of one that waits: for whom, `since` when, and what to do meanwhile."""
    table, say = picking.table, picking.say
    lines, presses = answered_lines(picking), answered_presses(picking)
    if not lines:
        lines = [waiting(table, say, since)]
        if not table.over:
            lines.append(say("waiting.meanwhile"))
            presses = looking_around(table, say, table.seats[picking.seat].player)
    elif others := waiting(table, say, since, picking.seat):
        lines = [*lines, others]
    if plans(table.rules) and not table.over:
        presses.append(Press("plan", str(table.id), say("button.ahead")))
    return {"content": cut("\n".join([*([note] if note else []), *lines])), "attachments": [], "view": panel(presses) if presses else None}


def looking_around(table: Table, say: Texts, player: int | None = None) -> list[Press]:
    """Buttons to look at hand, log and rules; and *Nudge*, if `player` may nudge the asked players."""
    number = str(table.id)
    hand = [Press("hand", number, say("button.hand"))] if painter(table.rules.key).hand else []
    nudge = [Press("nudge", number, say("button.nudge"))] if player and nudges(table, player) else []
    return [*hand, Press("log", number, say("button.log")), Press("rules", number, say("button.rules")), *nudge]


def answered_lines(picking: Picking) -> list[str]:
    """The seat's answer to its question, and which orders or plans gave it; none where the seat isn't asked or nothing has answered."""
    table, seat, say = picking.table, picking.seat, picking.say
    said = table.rules.said(table.state, seat) if seat in table.acting else None
    if said is None:
        return []
    answer = answer_in_words(picking.in_text, said.action)
    if not said.auto:
        return [say("ahead.sealed", action=answer)]
    found = list(sources(table.rules, table.state, seat))
    if found == [(SEAL,)]:
        return [say("ahead.sealed", action=answer)]
    if not found:
        return [say("ahead.public" if not said.ordered else "ahead.by_ready", action=answer)]
    kinds = dict.fromkeys(source[0] for source in found)
    names = " · ".join(_orders(picking, found))
    return [say({DRAFT: "ahead.by_draft", READY: "ahead.by_ready"}.get(kind, "ahead.by_order"), action=answer, orders=names) for kind in kinds]


def answered_presses(picking: Picking) -> list[Press]:
    """Buttons that change the seat's answer, or take it back."""
    table, seat, say = picking.table, picking.seat, picking.say
    said = table.rules.said(table.state, seat) if seat in table.acting else None
    if said is None:
        return []
    found = list(sources(table.rules, table.state, seat))
    own = [Press("step", Place(table.id, table.mark(seat), 0, ()).write(), say("ahead.otherwise" if said.auto else "ahead.change"), BLUE)]
    return own + [press for source in found if (press := _back(picking, source)) is not None][:3]


def _lost(picking: Picking, source: Action) -> list[str]:
    """The standing orders that a sealed action withdraws."""
    given = picking.table.orders(picking.seat)
    return [order for order in picking.table.rules.orders if order in given and order not in source]


def _orders(picking: Picking, found: Iterable[Action]) -> list[str]:
    return [picking.say(f"order.{order}") for source in found if source[0] == STOPS for order in _lost(picking, source)]


def _back(picking: Picking, source: Action) -> Press | None:
    """A button that takes back what has answered for the seat: an order, or something said ahead."""
    table, say = picking.table, picking.say
    if source[0] == STOPS:
        order = _lost(picking, source)[0]
        words = say("ahead.withdraw", what=say(f"order.{order}"))
        return with_room(Press("order", f"{table.id}:{order}:off", words), words, say("order.switch_off"))
    return take_back(picking, source, {SEAL: "ahead.take_back", DRAFT: "ahead.discard"}.get(source[0], "ahead.take_ready_back"))


def take_back(picking: Picking, words: Action, key: str, **facts: Any) -> Press | None:
    """A button that takes back something said ahead; None where its words are too long for a custom id."""
    table = picking.table
    style = RED if words[0] == DRAFT else discord.ButtonStyle.secondary
    found = Press("say", f"{table.id}:{table.sight(picking.seat)}:{write(words)}", picking.say(key, **facts), style)
    return found if fits(found.custom_id) else None


# A draft that has stopped


def stopped_lines(picking: Picking) -> list[str]:
    """The steps left of a draft that has stopped; none where none has."""
    table, seat = picking.table, picking.seat
    left = stopped(table.rules, table.state, seat)
    if not left:
        return []
    return [picking.say("ahead.stopped"), *numbered(step_in_words(picking, step, table.state) for step in left)]


def stopped_presses(picking: Picking) -> list[Press]:
    """*Go on*, if the draft's next step is possible, and *Discard*."""
    table, seat, say = picking.table, picking.seat, picking.say
    left = stopped(table.rules, table.state, seat)
    if not left:
        return []
    discard = take_back(picking, (DRAFT,), "ahead.discard")
    assert discard is not None
    goes = seat not in table.acting or any(closing(table.rules, table.state, seat, action) for action in choices(left[0]))
    return [*([Press("onward", f"{table.id}:{table.sight(seat)}", say("ahead.go_on"), GREEN)] if goes else []), discard]


# What lies ready


def ready_in_words(picking: Picking) -> list[str]:
    """The answers that a seat has laid ready, each with its question."""
    table, seat, say = picking.table, picking.seat, picking.say
    ready = picking._replace(root=(READY,), state=table.state, rehearsal=None)
    found = []
    for one in kept(table.rules, table.state, seat).ready:
        steps = [[_laid(ready, say, one.kind, one.about, action) for action in choices(step)] for step in one.actions]
        answers = [f" – {say('ahead.else')} – ".join(step) for step in steps]
        about = ready.name_of((READY, one.kind), one.about)
        found.append(
            say(
                "ahead.ready_any" if one.about == ANY else "ahead.ready_line",
                question=occasion_of(say, one.kind),
                about=about,
                answer=f" – {say('ahead.then')} – ".join(answers),
            )
        )
    return found


def _laid(ready: Picking, say: Texts, kind: str, about: str, action: Action) -> str:
    """An answer laid ready, in plain words."""
    if len(action) == 1 and (own := say.find(f"do.{kind}.{action[0]}")):
        return own
    named = [ready.name_of((READY, kind, about, *action[:n]), word) for n, word in enumerate(action)]
    return sentence(say, named)
