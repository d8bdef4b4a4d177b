"""The button *Undo* of a private panel: takes back everything that the last press has done; its label says what."""

from __future__ import annotations

from collections import Counter
from functools import partial

from cogs.messages.buttons import Press
from cogs.messages.moves.choice_labels import BRIEF
from cogs.messages.moves.picker_context import Picking, capital, deed_in_words, named, sentence
from cogs.messages.truncation import shortened
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
    """The label of *Undo*: the action, with its effect if that fits; of several actions the label of their button, or all of them."""
    say, room = picking.say, BRIEF - len(picking.say("button.undo_what", what=""))
    state = pressed.before[0]
    if len(pressed.actions) == 1:
        told, effect = deed_in_words(picking, pressed.actions[0], state), _effect(picking, pressed)
        return say("button.undo_what", what=f"{told} · {effect}" if effect and len(told) + len(effect) + 3 <= room else shortened(told, room))
    if pressed.actions in map(tuple, picking.table.rules.shortcuts(state, picking.seat)):
        offered = picking.paint.shortcut(picking.table.rules.view(state, picking.seat), picking.look, pressed.actions)
        return say("button.undo_what", what=shortened(capital(offered), room))
    room, ways = BRIEF - len(say("button.undo_several", what="")), _several(picking, pressed)
    return say("button.undo_several", what=next((way for way in ways if len(way) <= room), shortened(ways[-1], room)))


def _several(picking: Picking, pressed: Pressed) -> list[str]:
    """Several actions in words: one verb with all objects if they share it, else one after the other."""
    rules, seat = picking.table.rules, picking.seat
    deeds = [
        named(picking, action, rules.view(state, seat), partial(rules.words, state, seat))
        for action, state in zip(pressed.actions, pressed.before, strict=True)
    ]
    if len({names[0] for names in deeds}) > 1 or any(len(names) < 2 for names in deeds):
        return [", ".join(dict.fromkeys(sentence(picking.say, names) for names in deeds))]
    objects = [f"{n}× {what}" if n > 1 else what for what, n in Counter(", ".join(names[1:]) for names in deeds).items()]
    return [sentence(picking.say, [deeds[0][0], *objects]), ", ".join(objects)]


def _effect(picking: Picking, pressed: Pressed) -> str:
    """What an action has changed, in the game's words."""
    rules, seat, (action,), (state,) = picking.table.rules, picking.seat, pressed.actions, pressed.before
    after = rules.view(rules.apply(state, seat, action).state, seat)
    return picking.paint.brings(rules.view(state, seat), after, picking.look, action)
