"""The colours of buttons, and what each is certain to bring (in words: `render/<game>/action_effects`).

Green plays an action, blue leads to the next word, grey is beside the game, red plays an action that no undo takes back without the others' consent.

A button is red if its action ends the game, or if its effect differs among some imagined states that the seat cannot tell from the true one. The true
state is never tried, so the colour reveals nothing hidden. Nothing is red in a sealed question, whose answer can still be changed. Where one person
plays computers, who never object to an undo, only the end is red: all else is taken back by one press, and what chance has shown is drawn anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import LONGEST_LABEL, Choose, Press
from cogs.messages.moves.picker_context import Picking, Place
from cogs.messages.truncation import shortened
from cogs.play.only_answers import PASS
from cogs.play.worker_threads import apart
from rules.game import Action, Event, Refused, Rules, Seat, View
from rules.parts.ahead import DRAFT, sealed
from rules.randomness import Chance

GREEN, BLUE, GREY, RED = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.secondary, discord.ButtonStyle.danger
WORLDS = 4
"""In so many worlds it is tried what an action would show."""


class Brings(NamedTuple):
    """The effect of a button: `final` if no undo takes it back without consent; `words` for what it changes, "" where that depends on what the seat
    can't know."""

    final: bool
    words: str = ""


async def coloured(picking: Picking, items: Sequence[Press | Choose]) -> dict[Press | Choose, str]:
    """Colours the buttons that play an action. Returns the effect of each item in words, as far as the seat can know it; options of menus get theirs
    as description.

    Drafting shows nobody anything, so draft buttons aren't red; their effects are given only if the expected position rests on no supposition.
    """
    rules, state, seat = picking.table.rules, picking.state, picking.seat
    ahead = picking.verb == DRAFT
    supposed = state is None or (ahead and rules.supposes(picking.table.state, seat))
    if supposed or seat not in rules.to_act(state) or rules.decision(state, seat).sealed:
        return {}
    playing = {item: row for item in items if isinstance(item, Press) and (row := plays(picking, item))}
    options = [(option, action) for item in items if isinstance(item, Choose) for option, action in options_that_play(picking, item)]
    if not playing and not options:
        return {}
    rows = [*playing.values(), *([action] for _, action in options)]
    looking = Looking(seat, picking.table.sight(seat), not picking.table.others(seat))
    found = await apart(tried, rules, state, looking, rows, partial(told, picking))
    for item, brings in zip(playing, found, strict=False):
        if not ahead:
            item.item.style = RED if brings.final else GREEN
    for (option, _), brings in zip(options, found[len(playing) :], strict=True):
        option.description = shortened(beside(brings.words, option.description or ""), LONGEST_LABEL) or None
    return {item: brings.words for item, brings in zip(playing, found, strict=False)}


def options_that_play(picking: Picking, item: Choose) -> list[tuple[discord.SelectOption, Action]]:
    """The options of a menu that carry out an action at once, each with its action."""
    if item.verb != "pick":
        return []
    prefix = Place.read(item.rest).prefix
    if picking.together(prefix) is not None:
        return []
    found = [(option, (*prefix, option.value.partition(":")[0])) for option in item.item.options]
    return [(option, picking.plain(action)) for option, action in found if picking.ends(action) and not picking.words(action)]


def beside(effect: str, hint: str) -> str:
    """An effect and a hint in one line, without parts of the hint that the effect already says."""
    said = {effect, *effect.split(" · "), *re.split("[,;] | · ", effect)}
    return " · ".join(filter(None, (effect, *(part for part in hint.split(" · ") if part not in said and not said.issuperset(part.split(", "))))))


def told(picking: Picking, before: View[Any], after: View[Any], action: Action) -> str:
    """What an action has changed between two views of whoever chooses, in words; first of all how the game ends, if it does."""
    return " · ".join(filter(None, (_ending(picking, after), picking.paint.brings(before, after, picking.look, action))))


def _ending(picking: Picking, after: View[Any]) -> str:
    """How the game has ended for whoever chooses; "" while it goes on."""
    if after.outcome is None:
        return ""
    winners = after.outcome.winners
    return picking.say("brings.lost" if picking.seat not in winners else "brings.won" if len(winners) == 1 else "brings.shared")


def loses(picking: Picking, brings: Mapping[Press | Choose, str]) -> bool:
    """Whether the game is lost at once for somebody who passes, whatever they do not know."""
    lost = picking.say("brings.lost")
    return any(isinstance(item, Press) and words.startswith(lost) and plays(picking, item) == [(PASS,)] for item, words in brings.items())


def plays(picking: Picking, item: Press) -> Sequence[Action]:
    """The actions that a button carries out at once, or adds to a draft; none for one that leads on, or that keeps another thing said ahead."""
    if item.verb == "do" and (not sealed(prefix := Place.read(item.rest).prefix) or picking.verb == DRAFT):
        return [picking.plain(prefix)]
    if item.verb == "go":
        rows = picking.table.rules.shortcuts(picking.state, picking.seat)
        return rows[int(item.rest.split(":")[2])]
    return []


Telling = Callable[[View[Any], View[Any], Action], str]
"""What an action has changed between two views, in words."""


class Looking(NamedTuple):
    """Who looks at buttons: the seat, the number of what it sees (`Position.sight`), and whether it is `alone` among computers, which consent to
    every undo."""

    seat: Seat
    sight: int
    alone: bool = False


def tried(rules: Rules[Any], state: Any, looking: Looking, rows: Sequence[Sequence[Action]], tell: Telling) -> list[Brings]:
    """The effects of rows of actions, tried in imagined states that the seat can't tell from the true one, never in the true one; words only where
    all agree."""
    seat, sight, alone = looking
    worlds = [rules.imagine(state, seat, Chance.of(sight, "colours", n)) for n in range(WORLDS)]
    before = rules.view(worlds[0], seat)
    found = []
    for row in rows:
        shown = [_imagined(rules, world, seat, row) for world in worlds]
        first = shown[0]
        said = {tell(before, one.own, row[-1]) if one is not None else "" for one in shown}
        ends = any(one is None or one.ended for one in shown)
        final = ends or (not alone and any(one != first for one in shown))
        found.append(Brings(final, said.pop() if len(said) == 1 else ""))
    return found


def finals(rules: Rules[Any], state: Any, seat: Seat, sight: int, rows: Sequence[Sequence[Action]]) -> list[bool]:
    """For each row of actions, whether it ends the game or shows anybody something that the seat could not know."""
    return [brings.final for brings in tried(rules, state, Looking(seat, sight), rows, lambda *_: "")]


class ImaginedResult(NamedTuple):
    """The result of actions in one imagined state: events, the seat's view and the public one, and whether the game has ended."""

    events: tuple[Event, ...]
    own: View[Any]
    public: View[Any]
    ended: bool


def _imagined(rules: Rules[Any], state: Any, seat: Seat, row: Sequence[Action]) -> ImaginedResult | None:
    """Applies actions to an imagined state; None if one of them is refused there."""
    events: list[Event] = []
    try:
        for action in row:
            step = rules.apply(state, seat, action)
            state, events = step.state, [*events, *step.events]
    except Refused:
        return None
    return ImaginedResult(tuple(events), rules.view(state, seat), rules.view(state, None), rules.outcome(state) is not None)
