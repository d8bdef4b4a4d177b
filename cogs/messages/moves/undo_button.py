"""The button *Undo* of a private panel: takes back everything that the last press has done; its label says what."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

from cogs.messages.buttons import BRIEF, Press
from cogs.messages.moves.picker_context import Picking, capital, deed_in_words, named, sentence
from cogs.play.history.recent_actions import Pressed


def undo_press(picking: Picking, unnamed: bool = False) -> list[Press]:
    """*Undo*, while the seat sees what it saw after its last press. Where no press is known (after a restart), the seat's last action is meant, if it
    may be `unnamed`."""
    table, seat, say = picking.table, picking.seat, picking.say
    pressed = table.lately.pressed(seat, table.view(seat))
    where = f"{table.id}:{seat}:{table.sight(seat)}"
    if pressed is not None:
        return [Press("undo", f"{where}:{pressed.interaction}", undo_label(picking, pressed))]
    return [Press("undo", where, say("button.undo"))] if unnamed else []


def undo_label(picking: Picking, pressed: Pressed) -> str:
    """The label of *Undo*: the action, with its effect if that fits; of several actions the label of their button, or all of them. One that is too
    long is cut to whole words, the verb among them."""
    key = "button.undo_what" if len(pressed.actions) == 1 or _offered(picking, pressed) else "button.undo_several"
    ways = _one(picking, pressed) if len(pressed.actions) == 1 else [*_offered(picking, pressed), *_several(picking, pressed)]
    labels = (picking.say(key, what=way) for way in ways)
    return next((label for label in labels if len(label) <= BRIEF), picking.say("button.undo"))


def _one(picking: Picking, pressed: Pressed) -> list[str]:
    """An action in words, the longest first: with its effect, without it, with what it is done with, by its name alone, and the verb."""
    told, effect, names = deed_in_words(picking, pressed.actions[0], pressed.before[0]), _effect(picking, pressed), _names(picking, pressed)[0]
    with_one = (
        [sentence(picking.say, [names[0], names[1]]), sentence(picking.say, [names[0], re.split(r" \(| – ", names[1])[0]])] if names[1:] else []
    )
    shorter = [*with_one, *_heads(names[0])]
    return [*([f"{told} · {effect}"] if effect else []), told, *map(capital, shorter)]


def _offered(picking: Picking, pressed: Pressed) -> list[str]:
    """The label under which several actions were offered as one, whole and without what it is done with; empty if they were not."""
    state, rules = pressed.before[0], picking.table.rules
    if pressed.actions not in map(tuple, rules.shortcuts(state, picking.seat)):
        return []
    whole = capital(picking.paint.shortcut(rules.view(state, picking.seat), picking.look, pressed.actions))
    return [whole, whole.split(":")[0].strip()]


def _several(picking: Picking, pressed: Pressed) -> list[str]:
    """Several actions in words: one verb with all objects if they share it, else one after the other, or what each is about; or the first of them,
    and how many more there are."""
    deeds, say = _names(picking, pressed), picking.say
    things = [", ".join(names[1:2]) or names[0] for names in deeds]
    firsts = [sentence(say, deeds[0]), things[0], *_heads(deeds[0][0])]
    more = [say("undo.more", what=capital(first), n=len(deeds) - 1) for first in firsts]
    if len({names[0] for names in deeds}) > 1 or any(len(names) < 2 for names in deeds):
        return [", ".join(dict.fromkeys(sentence(say, names) for names in deeds)), capital(", ".join(dict.fromkeys(things))), *more]
    objects = [f"{n}× {what}" if n > 1 else what for what, n in Counter(", ".join(names[1:]) for names in deeds).items()]
    return [sentence(say, [deeds[0][0], *objects]), ", ".join(objects), *more]


def _heads(verb: str) -> list[str]:
    """A verb by itself, and only its beginning."""
    verb = verb.removesuffix(" …")
    return [verb, re.split("[,:(]", verb)[0].strip()]


def _names(picking: Picking, pressed: Pressed) -> list[list[str]]:
    """The words of each action by their names."""
    rules, seat = picking.table.rules, picking.seat
    return [
        named(picking, action, rules.view(state, seat), partial(rules.words, state, seat))
        for action, state in zip(pressed.actions, pressed.before, strict=True)
    ]


def _effect(picking: Picking, pressed: Pressed) -> str:
    """What an action has changed, in the game's words."""
    rules, seat, (action,), (state,) = picking.table.rules, picking.seat, pressed.actions, pressed.before
    after = rules.view(rules.apply(state, seat, action).state, seat)
    return picking.paint.brings(rules.view(state, seat), after, picking.look, action)
