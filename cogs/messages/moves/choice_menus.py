"""The menus of a move picker: many choices in pages, several words chosen together, or one menu for each verb side by side."""

from __future__ import annotations

import discord

from cogs.messages.buttons import LONGEST_LABEL, Choose, Press
from cogs.messages.moves.picker_context import MOST_OPTIONS, Picking, Place, capital
from cogs.messages.truncation import shortened
from rules.game import Action, Word

MENUS = 3
"""At most so many menus stand side by side; two of five rows are left for buttons."""


def _option(picking: Picking, prefix: Action, word: Word, value: str) -> discord.SelectOption:
    name, hint = picking.name_of(prefix, word.text), picking.hint_of(prefix, word.text)
    return discord.SelectOption(label=shortened(name, LONGEST_LABEL), value=value, description=shortened(hint, LONGEST_LABEL) or None)


def _chosen_at_once(picking: Picking, what: str) -> str:
    """The placeholder of a menu whose choice is carried out at once, or, said ahead, noted at once."""
    return picking.say("pick.noted" if picking.verb else "pick.at_once", what=what.removesuffix(" …"))


def menu_in_pages(picking: Picking, place: Place, words: list[Word]) -> list[Press | Choose]:
    """A menu with one page of the choices, and buttons to the other pages."""
    say = picking.say
    pages = -(-len(words) // MOST_OPTIONS)
    page = min(place.page, pages - 1)
    shown = words[page * MOST_OPTIONS : (page + 1) * MOST_OPTIONS]
    options = [_option(picking, place.prefix, w, w.text) for w in shown]
    number = say("pick.page", page=page + 1, pages=pages) if pages > 1 else say("pick.choose")
    if any(w.end and not picking.words((*place.prefix, w.text)) for w in shown):
        number = _chosen_at_once(picking, number)
    items: list[Press | Choose] = [Choose("pick", place._replace(page=page).write(), options, number, row=0)]
    if pages > 1:
        name_of = picking.name_of
        for other in range(pages):
            first, last = words[other * MOST_OPTIONS], words[min(len(words), (other + 1) * MOST_OPTIONS) - 1]
            name = f"{name_of(place.prefix, first.text)} – {name_of(place.prefix, last.text)}"
            items.append(Press("step", place._replace(page=other).write(), name, disabled=other == page, row=1))
    return items


def menu_of_several(picking: Picking, place: Place, label: str = "") -> Choose | None:
    """A menu in which the next words of an action are chosen together; None where each is chosen after the one before."""
    found = picking.together(place.prefix)
    if found is None:
        return None
    options = [_option(picking, place.prefix, Word(word), f"{word}:{n}") for n, word in enumerate(found.options)]
    say, n = picking.say, found.most
    label = label or say("pick.exactly" if found.least == found.most else "pick.up_to", n=n)
    return Choose("pick", place._replace(page=0).write(), options, _chosen_at_once(picking, label), row=0, amount=(found.least, found.most))


def side_by_side(picking: Picking, place: Place, words: list[Word], room: bool) -> dict[str, Choose]:
    """Menus in the place of buttons, by verb.

    Verbs whose next word is the last have one each; what may be repeated is chosen several at once. Where most verbs lead further, a menu
    that acts at once would only be in the way: there those that lead further have menus, if there is `room` for them.
    """
    if place.prefix != picking.root or len(words) < 2:
        return {}
    last: dict[str, Choose] = {}
    further: dict[str, Choose] = {}
    for verb in words:
        several = menu_of_several(picking, place._replace(prefix=(*picking.root, verb.text)), _verb_of(picking, verb))
        if several is not None and len(last) < MENUS:
            several.item.row = len(last)
            last[verb.text] = several
            continue
        inner = [] if verb.end else picking.words((*picking.root, verb.text))
        ends = all(w.end and not picking.words((*picking.root, verb.text, w.text)) for w in inner)
        copies = [(w, n) for w in inner for n in range(w.times if verb.times > 1 and ends else 1)]
        found = last if ends else further
        if not copies or len(copies) > MOST_OPTIONS or len(found) == MENUS:
            continue
        here = (*picking.root, verb.text)
        options = [_option(picking, here, w, f"{w.text}:{n}") for w, n in copies]
        most = min(verb.times, len(options)) if ends else 1
        rest = place._replace(prefix=here, page=0).write()
        name = _verb_of(picking, verb)
        label = _chosen_at_once(picking, name) if ends else name
        found[verb.text] = Choose("pick", rest, options, label, row=len(found), amount=(1, most))
    if 2 * len(last) >= sum(not verb.end for verb in words):
        return last
    return further if room and len(further) == MENUS else {}


def _verb_of(picking: Picking, verb: Word) -> str:
    """The name of a verb above the menu of its next words."""
    own = picking.say.find(f"menu.{picking.kind(picking.root)}.{verb.text}")
    return own or capital(picking.name_of(picking.root, verb.text))


def chosen_word(value: str) -> str:
    """The word of a menu's value: copies of one word are numbered, since values must differ."""
    return value.partition(":")[0]
