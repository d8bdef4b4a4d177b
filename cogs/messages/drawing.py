"""Draws a table and tells what happened: asks the game's painter for pictures and sentences (undone actions, too), off the event loop."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ParamSpec, TypeVar

import discord

from cogs.messages.refusals import quoted
from cogs.messages.table.after_restore import put_back_words
from cogs.messages.table.intro import intro
from cogs.play.fair_share import in_thread
from cogs.play.table import Table
from data.content import build
from data.duration_listeners import timed
from data.language import Texts, texts
from data.rulebook import Rule, rulebook
from data.sketch import Sketch, sketch_for
from data.store.changes import BACK_AT
from data.user_text import Reader, called_of, escaped, set_apart, typed
from render.look import Look, Name, Say
from render.painter import Painter, painter
from render.picture_cache import Picture
from render.text import fitting, legible, shortened
from render.theme import known_theme
from rules.computer_levels import USUAL_LEVEL
from rules.game import Action, Event, Seat, View
from rules.printed_cards import Face

log = logging.getLogger("referee.picture")
P = ParamSpec("P")
T = TypeVar("T")
TABLE = "table."
"""How the kinds of events begin that are no game's own."""


def look_of(table: Table, say: Texts | None = None, theme: str | None = None) -> Look:
    """How a table's messages show it: theme, texts, and names with markup escaped; by default as for all at it. For pictures and alt texts see
    `unescaped`."""
    say = say or texts(table.row.language, table.rules.key)
    return Look(known_theme(theme or table.row.theme), say, tuple(escaped(name) for name in table.names))


def unescaped(table: Table, look: Look) -> Look:
    """The same `look` with names that are not escaped: for pictures, alt texts, buttons and menus."""
    return look._replace(names=plain(table.names))


def addressing(look: Look, seat: Seat) -> Look:
    """The same `look` for a message that only a seat's own person reads: sentences that can say *you* do so."""
    return look._replace(names=tuple(Reader(name) if n == seat else name for n, name in enumerate(look.names)))


def plain(names: Iterable[str]) -> tuple[Name, ...]:
    """Names without escaping."""
    return tuple(Name(set_apart(name), in_picture(name)) for name in names)


def in_picture(name: str) -> str:
    """A person's name in a picture: their account's name, if known, where the font lacks too much of the name they chose."""
    person = called_of(name)
    return person.account if person.account and not legible(person) else person.pictured


def label_of(say: Say, words: Sequence[str], word: str) -> str:
    """A word on a button: its text if it has one, such as an order's; else the word in capitals."""
    verb = words[0] if words else ""
    return say.find(f"word.{verb}.{word}") or say.find(f"word.{word}") or say.find(f"order.{word}") or word.upper()


Namer = Callable[[Action, str], str]
"""How a word after others is shown."""


def namer(paint: Painter[Any], view: View[Any], look: Look, say: Say) -> Namer:
    """Names words as the game's painter does; where it doesn't, as `label_of`."""
    return lambda words, word: paint.label(view, look, words, word) or label_of(say, words, word)


async def drawn(paint: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a painter's function off the event loop, in a fair queue, and returns its result."""
    with timed("picture"):
        return await in_thread(paint, *args, **kwargs)


def to_file(picture: Picture, alt: str, name: str = "board") -> discord.File:
    """A picture as an attachment with its alt text."""
    return discord.File(io.BytesIO(picture.png), f"{name}.png", description=shortened(alt))


def listing(words: str) -> str:
    """A list of cards for an alt text, one a line; only their names where room is short."""
    return fitting(lambda: words, lambda: ", ".join(_names(words.splitlines())))


def _names(lines: Sequence[str]) -> list[str]:
    """Only the card's name from each line about a card."""
    return [line.partition(" · ")[0].partition(": ")[0].rstrip() for line in lines]


def cover_file(game: str, theme: str | None, language: str) -> discord.File | None:
    """The cover picture of a game, shown to people who are new to it; None for a game without one. Takes a few milliseconds."""
    say = texts(language, game)
    picture = painter(game).paint_cover(Look(known_theme(theme), say, ()))
    return to_file(picture, intro(say)[0].replace("**", ""), "cover") if picture else None


async def covered(message: Mapping[str, Any], game: str, theme: str | None, language: str) -> dict[str, Any]:
    """A new message with a game's cover, or without a picture if that can't be drawn. Editing the message later keeps the picture."""
    try:
        file = await drawn(cover_file, game, theme, language)
    except Exception:
        log.exception("%s has no cover", game)
        file = None
    return {**message, "files": [file]} if file else dict(message)


async def board_file(table: Table, look: Look) -> discord.File:
    """The public picture of the board."""
    return await view_file(table.view(None), unescaped(table, look), (table.id, look.theme, look.say.language))


async def moving_file(table: Table, look: Look, events: Sequence[Event]) -> discord.File | None:
    """The public board with the moment that has just decided something in motion (a GIF); None if nothing has."""
    view, seen = table.view(None), unescaped(table, look)
    paint = painter(view.game)
    gif = await drawn(paint.paint_moving, view, seen, events)
    return discord.File(io.BytesIO(gif), "board.gif", description=shortened(paint.describe(view, seen, brief=True))) if gif else None


async def view_file(view: View[Any], look: Look, series: tuple[int, str, str] | None = None) -> discord.File:
    """The board of a view, which may belong to a `series` of pictures; nothing in `look` is escaped."""
    paint = painter(view.game)
    picture = await drawn(paint.paint, view, look, series)
    return to_file(picture, paint.describe(view, look, brief=True))


async def closer_files(view: View[Any], look: Look, faces: Mapping[str, Face]) -> list[discord.File]:
    """Parts of the board close up; the whole board where there are none. Nothing in `look` is escaped."""
    found = await drawn(painter(view.game).paint_closer, view, look, faces)
    return [to_file(picture, words, f"closer{n}") for n, (words, picture) in enumerate(found)] or [await view_file(view, look)]


async def hand_file(view: View[Any], look: Look) -> discord.File | None:
    """The picture of the viewer's hand; None for a game without hands, or an empty hand. Nothing in `look` is escaped."""
    paint = painter(view.game)
    picture = await drawn(paint.paint_hand, view, look)
    return to_file(picture, listing(paint.describe_hand(view, look)), "hand") if picture else None


async def panel_files(view: View[Any], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> list[discord.File]:
    """The pictures of a panel: the table with the choices for the next word of an action, and the viewer's hand if it is not on that.

    Nothing in `look` is escaped.
    """
    paint = painter(view.game)
    table, hand = await drawn(paint.paint_panel, view, look, prefix, words)
    found = [to_file(table, choice_words(paint, view, look, prefix, words, held=hand is None), "board")]
    return [*found, to_file(hand, listing(paint.describe_hand(view, look)), "hand")] if hand else found


def choice_words(paint: Painter[Any], view: View[Any], look: Look, prefix: tuple[str, ...], words: Sequence[str], held: bool = True) -> str:
    """Describes a choice for an alt text: the choices, with hints where room allows, the hand (`held`) before the first word, and as much of the
    table as fits."""
    name_of = namer(paint, view, look, look.say)
    kind = view.decision.kind if view.decision is not None else ""
    own = {} if prefix else {word: found for word in words if (found := look.say.find(f"do.{kind}.{word}"))}
    hints = [(own.get(word) or name_of(prefix, word), paint.hint(view, look, prefix, word)) for word in words]
    hand = [] if prefix or not held else paint.describe_hand(view, look).splitlines()

    def worded(with_hints: bool, with_cards: bool) -> str:
        names = dict.fromkeys(name for name, hint in hints if not (hint and with_hints))
        plain = [look.say("pick.choices", words=", ".join(names))] if names else []
        said = [f"{name}{look.say('colon')}{hint}" for name, hint in hints if hint and with_hints]
        cards = "; ".join(hand if with_cards else _names(hand))
        held = [look.say("pick.hand", cards=cards)] if cards else []
        return "\n".join([*plain, *said, *held, paint.describe(view, look, brief=True)])

    return fitting(partial(worded, True, True), partial(worded, True, False), partial(worded, False, False))


async def sketch_file(rule: Rule, say: Texts, theme: str) -> discord.File | None:
    """The sketch beside an entry of a rulebook, with an alt text; None where there is none."""
    found = sketch_for(rule)
    if found is None:
        return None
    return to_file(*await drawn(sketched, rule.game, found, Look(theme, texts(say.language, rule.game), SKETCHED)), "sketch")


SKETCHED = ("A", "B", "C", "D")
"""The names of players in sketches."""


def sketched(game: str, found: Sketch, look: Look) -> tuple[Picture, str]:
    """A sketch, and what can be seen in it."""
    paint, rules = painter(game), build(game)
    if found.card:
        face = rules.faces[found.card]
        assert paint.cards
        return paint.paint_card(face, look), paint.cards.words(face, look).replace("**", "")
    state = found.position(game)
    if not found.choice:
        view = rules.view(state, None)
        return paint.paint(view, look), paint.describe(view, look, brief=True)
    (seat, *_) = rules.to_act(state)
    view = rules.view(state, seat)
    words = [word.text for word in rules.words(state, seat, found.prefix)]
    return paint.paint_choice(view, look, found.prefix, words), paint.describe(view, look, brief=True)


def told_by_rule(table: Table, events: Sequence[Event], look: Look) -> list[tuple[str, list[str]]]:
    """Events as lines of text, each with the rules it rests on; events that say nothing to a reader are left out."""
    paint, found = painter(table.rules.key), []
    for event in events:
        house = event.kind.startswith(TABLE)
        line = _at_the_table(event, look, paint) if house else paint.narrate(event.kind, event.facts, look)
        own = [event.rule] if event.rule else []
        if line:
            found.append((line, own if house else [*own, *paint.rules_behind(event.kind, event.facts)]))
    return found


def _taken_back(facts: Mapping[str, Any], look: Look, paint: Painter[Any]) -> str:
    """Tells an undo: the events taken back as they were told, and whose answers went with them; "" where none of them was told."""
    lines = [next(filter(None, (paint.narrate(kind, told, look) for kind, told in events)), "") for events in facts.get("what", ())]
    if not any(lines):
        return ""
    line = look.say("table.undone_what", name=look.names[facts["seat"]], what=" ".join(filter(None, lines)))
    gone = ", ".join(look.names[seat] for seat in facts["gone"])
    return f"{line} {look.say('table.undone_gone', names=gone)}" if gone else line


def _at_the_table(event: Event, look: Look, paint: Painter[Any]) -> str:
    """Tells an event that any game may have: time over, a seat taken over, an undo, an end by agreement."""
    if line := _taken_back(event.facts, look, paint):
        return line
    facts = typed(event.facts)
    if event.kind == BACK_AT:
        return put_back_words(facts["at"], look.say)
    if "seat" in facts:
        facts["name"] = look.names[facts["seat"]]
    if "by" in facts:
        facts["by"] = look.names[facts["by"]]
    if "places" in facts:
        facts["places"] = " > ".join(_sharing([look.names[s] for s in group], look.say) for group in facts["places"])
    if event.kind in ("table.computer_takes", "table.computer_stands_in"):
        facts["level"] = look.say(f"level.{facts.get('level', USUAL_LEVEL)}")
    by = "_by_moderator" if facts.get("moderator") else "_by_agreement" if facts.get("agreed") else ""
    kind = event.kind + by
    return look.say(kind, **facts)


def _sharing(names: Sequence[str], say: Say) -> str:
    """Those who share a place, in words."""
    *others, last = names
    return say("names.both", one=", ".join(others), other=last) if others else last


def narrate(table: Table, events: Sequence[Event], look: Look) -> list[str]:
    """Events as lines of text."""
    return [line for line, _ in told_by_rule(table, events, look)]


def rule_text(game: str, number: str, language: str) -> str:
    """A rule as a quotation, or its number alone where the book has no such entry."""
    rule = rulebook(game, language).get(number)
    return quoted(rule, texts(language, game)) if rule else number


def events_of(payload: Any) -> list[Event]:
    """The events in an outbox row's payload."""
    return [Event(kind, facts, None, rule) for kind, facts, rule in payload.get("events", [])]
