"""The labels of choices: what a button does and its effect, on the button or in a line of text beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cogs.messages.buttons import BRIEF, Choose, Press
from cogs.messages.moves.button_colours import BLUE, beside
from cogs.messages.moves.picker_context import Picking, Place, capital, sentence
from cogs.messages.truncation import cut
from cogs.play.only_answers import PASS
from rules.game import Action
from rules.parts.ahead import DRAFT, READY

PLACE = re.compile(r"[A-Z]{1,2}\d{1,2}")
"""How a place of a board is called."""
ANSWERED = " → "
"""What stands between what a question is about and the answer to it."""
FEW = 8
"""At most so many choices stand in lines of text."""
LINE = 250
"""So many letters such a line has at most."""


def labelled(picking: Picking, items: Sequence[Press | Choose], brings: Mapping[Press | Choose, str]) -> None:
    """Sets the labels of choices; where few choices need long ones, as lines of text beside them. `brings` holds the effect of each in words."""
    choices = [item for item in items if isinstance(item, Press) and (item.verb in ("do", "go") or _leads_on(item))]
    found = {item: _label(picking, item, brings.get(item, ""), bare=len(choices) > FEW) for item in choices}
    if None in found.values() and len(choices) <= FEW and picking.verb in ("", DRAFT) and not any(item.verb == "pick" for item in items):
        for item in choices:
            if (label := found[item]) and _by_itself(picking, item):
                item.item.label = label
            else:
                _in_a_line(picking, item, brings.get(item, ""))
        return
    taken: set[str] = set()
    lines = FEW
    for item, label in found.items():
        whole = item.item.label or ""
        short = label or _label(picking, item, "", bare=len(choices) > FEW) or cut(whole, BRIEF)
        unsaid = label is None and item in brings and brings[item] and len(choices) <= FEW  # In a row there is no room for what it brings.
        if lines and item.verb != "step" and (short.endswith("…") or unsaid):
            lines -= 1
            _in_a_line(picking, item, brings.get(item, ""))
            continue
        item.item.label = whole if short in taken else short
        taken.add(short)


def _in_a_line(picking: Picking, item: Press, effect: str) -> None:
    """Puts the full description of a choice into a line of text beside its button, which gets a short label."""
    item.beside = cut(_line(picking, item, effect), LINE)
    passes = item.verb == "do" and not picking.verb and Place.read(item.rest).prefix[0] == PASS
    if (passes or _by_itself(picking, item)) and (short := _label(picking, item, "", bare=False)):
        item.item.label = short
    elif passes:
        item.item.label = capital(picking.name_of((), PASS))
    else:
        item.item.label = picking.say("pick.further" if item.verb == "step" else "pick.plan" if picking.verb else "pick.play")


def _by_itself(picking: Picking, item: Press) -> bool:
    """Whether a button plays an action of one word, such as to pass."""
    return item.verb == "do" and not picking.verb and len(Place.read(item.rest).prefix) == 1


def _leads_on(item: Press) -> bool:
    """Whether a button chooses a word that others follow; not *Back*, nor a page of a menu."""
    return item.verb == "step" and item.item.style is BLUE


def _label(picking: Picking, item: Press, effect: str, bare: bool) -> str | None:
    """The label of a button in a row, with its effect, the verb first (without the verb if `bare` and too long with it); None if it is too long."""
    whole = item.item.label or ""
    about = picking.verb == READY and item.verb == "step" and len(Place.read(item.rest).prefix) == 3  # It says which one a question is about.
    if PLACE.fullmatch(whole) and not about:  # A place is where something goes, and no name that says anything by itself.
        whole = picking.say("pick.to", what=whole)
    ways = [whole, *_shorter(picking, item, bare)]
    if effect:
        ways = [f"{way} · {effect}" for way in ways]
    return next((way for way in ways if len(way) <= BRIEF), None)


def _shorter(picking: Picking, item: Press, bare: bool) -> list[str]:
    """Shorter labels: the verb with the words that this button chooses, without those chosen before; and if `bare`, those words alone."""
    if item.verb != "do":
        return []
    action = Place.read(item.rest).prefix
    if about := about_of(picking, action):
        return [f"{about}{ANSWERED}{item.item.label.partition(ANSWERED)[2]}"] if item.item.label else []
    names = _names(picking, action)
    new = names[max(1, len(names) - (1 if len(picking.words(action[:-1])) > 1 else 2)) :]
    if not new:
        return []
    found = [sentence(picking.say, [names[0], *new]), *([capital(", ".join(new))] if bare else [])]
    return found if not picking.verb else [picking.say("pick.keep", what=short) for short in found]


def about_of(picking: Picking, action: Action) -> str:
    """The thing that an answer to lay ready is about, if one button chooses thing and answer together; else ""."""
    both = picking.verb == READY and len(action) == 4 and len(picking.words(action[:3])) == 1
    return capital(picking.name_of(action[:2], action[2])) if both else ""


def _names(picking: Picking, action: Action) -> list[str]:
    begins = len(action) - len(picking.plain(action))
    return [picking.name_of(action[:n], action[n]) for n in range(begins, len(action))]


def _line(picking: Picking, item: Press, effect: str) -> str:
    """The full description of a choice: action, effect, and hint."""
    table, shown = picking.table, picking.in_text
    if item.verb == "go":
        row = table.rules.shortcuts(picking.state, picking.seat)[int(item.rest.split(":")[2])]
        return f"**{shown.paint.shortcut(shown.view, shown.look, row)}**" + (f" · {effect}" if effect else "")
    action = Place.read(item.rest).prefix
    names = _names(shown, action)
    whole = item.item.label if item.verb == "step" or len(names) < 2 else sentence(picking.say, names)
    return " · ".join(filter(None, (f"**{capital(whole or '')}**", beside(effect, shown.hint_of(action[:-1], action[-1])))))
