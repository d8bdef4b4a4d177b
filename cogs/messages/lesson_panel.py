"""The move picker of a lesson, or of a position to solve: like the panel of a real table, over a position that belongs to no table.

Its buttons hold the game, the page (or the number of the position), how many of the lesson's actions have been done on it, and the words chosen so
far.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, fits
from cogs.messages.drawing import namer
from cogs.messages.moves.choice_menus import chosen_word
from cogs.messages.moves.picker import choices_at
from cogs.messages.moves.picker_context import Picking, Place, capital, prompt, sentence
from cogs.messages.moves.typed_names import Namers, named_in, pointing_in
from cogs.messages.refusals import Pointing
from cogs.play.unfit import Unfit
from data.content import build
from data.language import Texts, texts
from data.lesson import LEARNER, asked_again
from render.look import Look
from rules.game import Action, Refused
from rules.parts.lazy import once

LINK = " · "
"""What stands between actions that one button does."""


class Verbs(NamedTuple):
    """The verbs of buttons and menus: one leads to further words, one plays, one plays several actions in a row, and a menu of choices."""

    walks: str
    plays: str
    rows: str
    menu: str


LESSON = Verbs("learnstep", "learndo", "learngo", "learnpick")


class Spot(NamedTuple):
    """Where a learner is: the page, how many of its actions are done, the page of a menu, the words chosen so far. Of a position to solve, `page` is
    its number."""

    game: str
    page: int
    done: int
    menu: int = 0
    prefix: Action = ()

    def write(self) -> str:
        """The spot as text for a custom id."""
        return f"{self.game}:{self.page}:{self.done}:{self.menu}:{' '.join(self.prefix)}"

    @classmethod
    def read(cls, text: str) -> Spot:
        """The spot from `write`."""
        game, page, done, menu, prefix = text.split(":", 4)
        return cls(game, int(page), int(done), int(menu), tuple(prefix.split()))


class LessonPicking(Picking):
    """The context of a move picker in a lesson, which has no table."""

    @property
    def in_text(self) -> Picking:
        return self


@once
def _no_table(game: str) -> Any:
    """A stand-in for the table of a picker: id 0, and the rules of the game."""
    return SimpleNamespace(id=0, rules=build(game))


def picking_of(game: str, state: Any, look: Look, say: Texts) -> LessonPicking:
    """The context of a choice in a position without a table."""
    return LessonPicking(_no_table(game), LEARNER, build(game).view(state, LEARNER), look, say, state)


class Choices(NamedTuple):
    """A lesson's buttons and menus, the question above them, the prefix chosen so far, and the words that the picture shows."""

    items: list[Press | Choose]
    question: list[str]
    prefix: Action
    words: list[str]


def choices_of(spot: Spot, state: Any, look: Look, say: Texts, verbs: Verbs = LESSON) -> Choices:
    """All choices at a spot, as buttons and menus with these `verbs`. Raises Unfit if its words lead nowhere, or the learner isn't asked anything."""
    picking = picking_of(spot.game, state, look, say)
    decision = picking.view.decision
    if decision is None or not _leads(picking, spot.prefix):
        raise Unfit("learn.gone")
    shown = choices_at(picking, Place(0, 0, spot.menu, spot.prefix))
    prefix = shown.place.prefix
    names = [capital(picking.name_of(prefix[:n], word).removesuffix(" …")) for n, word in enumerate(prefix)]
    question = [f"**{prompt(say, decision.kind, len(prefix), prefix)}**", *([" · ".join(names) + " …"] if shown.chosen else [])]
    items = [_at(spot, item, verbs) for item in shown.items]
    return Choices([item for item in items if fits(item.custom_id)], question, prefix, [word.text for word in shown.words])


def _leads(picking: Picking, prefix: Action) -> bool:
    """Whether each word of `prefix` may follow those before it."""
    return all(any(word.text == prefix[n] for word in picking.words(prefix[:n])) for n in range(len(prefix)))


def _at(spot: Spot, item: Press | Choose, verbs: Verbs) -> Press | Choose:
    """A panel's button or menu with the same label and look, and the custom id of a spot."""
    if isinstance(item, Press) and item.verb == "go":
        made = Press(verbs.rows, f"{spot.game}:{spot.page}:{spot.done}:{item.rest.split(':')[2]}")
    else:
        place = Place.read(item.rest)
        rest = spot._replace(menu=place.page, prefix=place.prefix).write()
        if isinstance(item, Choose):
            menu = item.item
            return Choose(verbs.menu, rest, [*menu.options], menu.placeholder, menu.row, (menu.min_values, menu.max_values))
        made = Press(verbs.plays if item.verb == "do" else verbs.walks, rest)
    was = item.item
    assert isinstance(was, discord.ui.Button)
    made.item.label, made.item.style, made.item.disabled, made.item.row = was.label, was.style, was.disabled, was.row
    made.beside = item.beside if isinstance(item, Press) else ""
    return made


def named_at(game: str, state: Any, look: Look) -> Namers:
    """Names of words in a position, as the painter shows them, in all languages."""
    rules = build(game)
    return named_in(rules, rules.view(state, LEARNER), lambda said: look._replace(say=said), texts(look.say.language, game))


def pointing_at(game: str, state: Any, text: str, look: Look) -> Pointing:
    """A function that writes words of a typed text in an explanation about a position."""
    return pointing_in(build(game), state, LEARNER, named_at(game, state, look), text)


def picked(spot: Spot, values: list[str], state: Any) -> list[Action]:
    """The actions chosen from a menu; the first words only, where the choice leads on. Raises Unfit for anything that it doesn't offer."""
    rules = build(spot.game)
    row = [(*spot.prefix, chosen_word(value)) for value in values]
    several = rules.together(state, LEARNER, spot.prefix)
    if several is not None and {action[-1] for action in row} <= {*several.options}:
        return [(*spot.prefix, *several.spelled([action[-1] for action in row]))]
    if not row or any(all(word.text != action[-1] for word in rules.words(state, LEARNER, spot.prefix)) for action in row):
        raise Unfit("learn.gone")
    return row


def is_complete(action: Action, state: Any, game: str) -> bool:
    """Whether the words of `action` are a complete action that no word can follow."""
    words = build(game).words(state, LEARNER, action[:-1])
    return any(word.text == action[-1] and word.end for word in words) and not build(game).words(state, LEARNER, action)


def row_in_words(game: str, state: Any, row: Sequence[Action], look: Look, say: Texts) -> str:
    """Actions of a learner in a row as one label, each named as the panel names it in the position that those before it lead to; consecutive ones
    of one verb name it once. What is not legal there has the names of the position before it."""
    rules, turn, told = build(game), build(game).turn(state), list[list[str]]()
    for action in row:
        picking = picking_of(game, state, look, say)
        own = say.find(f"do.{picking.kind()}.{action[0]}") if len(action) == 1 else None
        name_of = namer(picking.paint, picking.view, picking.look, say)
        told.append([own] if own else [name_of(action[:n], word) for n, word in enumerate(action)])
        with suppress(Refused):
            state = asked_again(rules, rules.apply(state, LEARNER, action).state, turn).state
    by_verb = groupby(told, key=lambda names: names[0])
    return LINK.join(sentence(say, [verb, *(name for names in same for name in names[1:])]) for verb, same in by_verb)
