"""The move picker: private menus that build an action word by word from the legal ones, with a picture of the choices. Its presses: `cogs/move.py`.

It keeps nothing: every button says the table, the mark of the question, and the words chosen so far. What is confirmed is one
whole action; before that nothing is stored or shown to anybody else (MH-7.1). What is said ahead is chosen in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.messages.buttons import BRIEF, LONGEST_LABEL, Choose, Press, fits, panel, with_room
from cogs.messages.drawing import look_of, narrate, panel_files, rule_text
from cogs.messages.moves.button_colours import BLUE, GREEN, coloured, loses
from cogs.messages.moves.choice_labels import ANSWERED, about_of, labelled
from cogs.messages.moves.choice_menus import chosen_word, menu_in_pages, menu_of_several, side_by_side
from cogs.messages.moves.ended_panel import ended_message
from cogs.messages.moves.panel_news import NOTHING, Own, within_room
from cogs.messages.moves.picker_context import (
    Picking,
    Place,
    answer_in_words,
    capital,
    check,
    draft_in_words,
    picking_at,
    prompt,
    sentence,
)
from cogs.messages.moves.undo_button import undo_press
from cogs.messages.moves.waiting_panel import answered_message, plans, stopped_lines, stopped_presses
from cogs.messages.reply import theme_of, voice
from cogs.messages.table.clocks import own_line
from cogs.messages.table.eliminated_panel import out_message
from cogs.messages.truncation import cut
from cogs.play.history.since_you_acted import News, news
from cogs.play.only_answers import PASS
from cogs.play.table import Table
from data.language import Texts
from rules.game import Action, Seat, Word
from rules.legal_actions import unchosen
from rules.parts.ahead import DRAFT, ELSE, READY
from rules.parts.planned_turns import ILLEGAL, kept

BUTTONS = 20
"""At most so many choices are shown as buttons, five in a row."""
ROW, LAST = 5, 4
"""Buttons of a row, and the number of the last one, which is for orders and ways out."""
ANY_ORDER = "any"
"""In the place of an order where that is chosen from a menu."""
LABEL = 80
"""So many letters Discord takes on a button."""
BESIDE = 10
"""At most so many shortcuts stand below a menu with its pages."""


class ShownChoices(NamedTuple):
    """A picker's buttons and menus, the place that they belong to, the words to choose from, and whether any word before was chosen."""

    items: list[Press | Choose]
    place: Place
    words: list[Word]
    chosen: bool


def _choices(picking: Picking, prefix: Action) -> tuple[Action, list[Word]]:
    """The first prefix from `prefix` on that has several next words, and these words."""
    return unchosen(picking.words, prefix)


def _buttons(picking: Picking, place: Place, words: list[Word]) -> list[Press]:
    """A button for each choice: green where it plays, and its label says what it plays; blue where it leads on."""
    say, found = picking.say, []
    for word in words:
        action = (*place.prefix, word.text)
        name = capital(picking.name_of(place.prefix, word.text))
        here = place._replace(prefix=action, page=0).write()
        further = picking.words(action)
        if word.end:
            found.append(Press("do", here, _deed(picking, action), GREEN))
        if len(further) == 1 and further[0].end:
            both = (*action, further[0].text)
            found.append(Press("do", place._replace(prefix=both).write(), _deed(picking, both), GREEN))
        elif further:
            # Where the action might end here as well, the button says that it goes on.
            found.append(Press("step", here, say(_more(picking, further), what=name) if word.end else name, BLUE))
    return found


def _more(picking: Picking, further: list[Word]) -> str:
    """The text key for an action that may end or go on: where only one word follows, the game may say what that asks for (`pick.more.<word>`)."""
    if picking.verb == READY and all(w.text == ELSE for w in further):
        return "pick.or_else"
    own = f"pick.more.{further[0].text}"
    return own if len(further) == 1 and picking.say.find(own) else "pick.more"


def _deed(picking: Picking, action: Action) -> str:
    """The label of a button that plays an action."""
    say, plain = picking.say, picking.plain(action)
    begins = len(action) - len(plain)
    own = say.find(f"do.{picking.kind(action[:-1])}.{plain[0]}") if len(plain) == 1 else None
    if own and picking.verb != READY:
        return own
    label = own or sentence(say, [picking.name_of(action[:n], action[n]) for n in range(begins, len(action))])
    if about := about_of(picking, action):
        label = f"{about}{ANSWERED}{label}"
    return label if not picking.verb else say("pick.keep", what=label)


def _shortcuts(picking: Picking, place: Place) -> list[Press]:
    """A button for each row of actions that the game offers at once."""
    table, seat, found = picking.table, picking.seat, []
    draft = f":{DRAFT}" if picking.verb == DRAFT else ""
    for number, row in enumerate(table.rules.shortcuts(picking.state, seat)):
        label = cut(picking.paint.shortcut(picking.view, picking.look, row), LABEL)
        found.append(Press("go", f"{table.id}:{place.question}:{number}{draft}", label, GREEN))
    return found


def _shown(picking: Picking, place: Place, opening: int, room: bool = True) -> ShownChoices:
    """The choices at a place. The first `opening` words of its prefix are not the player's choice, as no others are legal."""
    prefix, words = _choices(picking, place.prefix)
    place, chosen = place._replace(prefix=prefix), len(prefix) > opening
    menus = side_by_side(picking, place, words, room)
    buttons = _buttons(picking, place, [w for w in words if w.text not in menus])
    shortcuts = [] if chosen or picking.verb == READY or picking.state is None else _shortcuts(picking, place)
    items: list[Press | Choose]
    several = menu_of_several(picking, place)
    if several is not None:
        words = [Word(option) for option in dict.fromkeys(map(chosen_word, (option.value for option in several.item.options)))]
        items = [several, *shortcuts[:BESIDE]]
    elif menus:
        items = [*menus.values(), *shortcuts, *buttons]
    elif len(shortcuts) + len(buttons) <= BUTTONS and (len(words) <= 10 or any(w.end for w in words)):
        items = [*shortcuts, *buttons]
    else:
        items = [*menu_in_pages(picking, place, words), *shortcuts[:BESIDE]]
    if chosen:
        back = place._replace(prefix=_before(picking, prefix), page=0)
        items.append(Press("step", back.write(), picking.say("pick.back"), row=LAST))
    return ShownChoices(items, place, words, chosen)


def choices_at(picking: Picking, place: Place) -> ShownChoices:
    """The choices at a place of a position that belongs to no table, such as a lesson's."""
    opening, _ = _choices(picking, ())
    shown = _shown(picking, place, len(opening))
    labelled(picking, shown.items, {})
    return shown


class Lines(NamedTuple):
    """The lines above a panel's pictures, and the question below them."""

    told: list[str]
    question: list[str]


def _message(lines: Lines, items: Sequence[Press | Choose], say: Texts, files: list[discord.File], ahead: bool = False) -> dict[str, Any]:
    fitting, question = [item for item in items if fits(item.custom_id)], lines.question
    if len(fitting) < len(items):
        fitting, question = fitting if ahead else [], [*question, say("ahead.too_long" if ahead else "pick.too_long")]
    return {"content": cut("\n".join(lines.told)), "attachments": files, "question": cut("\n".join(question)), "view": panel(fitting)}


def _with_last(items: Sequence[Press | Choose], last: Sequence[Press]) -> list[Press | Choose]:
    """The items, and `last` as the last row. Shortcuts are dropped to make room; if that is not enough, the first of `last` are."""
    found = [*items]
    while _free(found) < len(last) and (short := next((i for i in reversed(found) if isinstance(i, Press) and i.verb == "go"), None)):
        found.remove(short)
    shown = last[max(0, len(last) - _free(found)) :]
    for press in shown:
        press.row = LAST
    return [*found, *shown]


async def picker(
    interaction: discord.Interaction[Any], table: Table, seat: Seat, place: Place | None = None, note: str = "", own: Own = NOTHING
) -> dict[str, Any]:
    """The present question as a picker, what has been answered to it, who is asked instead, or how the game has ended: arguments for an edit.

    It begins with a note, what the seat's own action has brought, and what others have done since. Raises Stale where it stood at a place that is
    gone.
    """
    if table.out(seat):
        return await out_message(interaction, table, seat, note)
    say = await voice(interaction, table.rules.key)
    look = look_of(table, say, await theme_of(interaction, table.row.theme))
    new = place is None and say.find("signs") is not None and not await table.store.tables.has_finished(interaction.user.id, table.rules.key)
    since = None if seat in table.acting else await table.store.tables.since(table.row)
    happened = await news(table, seat, interaction.user.id) if place is None and (seat in table.awaited or table.over) else None
    if table.over:
        return await ended_message(table, seat, [*([note] if note else []), *(narrate(table, happened.events, look) if happened else [])], say)
    # From here to the picture nothing is waited for: the table stands still.
    picking = picking_at(table, seat, look, say, place.prefix if place is not None else ())
    if place is not None:
        check(picking, place)
    if picking.verb:
        assert place is not None
        return await _ahead_picker(picking, place, note)
    decision = picking.view.decision
    if decision is None or (place is None and seat not in table.awaited):
        return answered_message(picking, "\n".join([*([note] if note else []), *own.head, *own.lines, *own.foot]), since)
    opening, _ = _choices(picking, ())
    room = not (helpful := [] if place is not None and len(place.prefix) > len(opening) else _helpful(table, seat))
    shown = _shown(picking, Place(table.id, table.mark(seat), *((place.page, place.prefix) if place is not None else (0, ()))), len(opening), room)
    prefix, chosen = shown.place.prefix, shown.chosen
    if not chosen and {w.text for w in shown.words} == {PASS}:
        only = [press for press in shown.items if isinstance(press, Press) and Place.read(press.rest).prefix == (PASS,)]
        shown = shown._replace(items=_going_on(only if not table.others(seat) else shown.items, say))
    lines = [f"**{_question(say, decision.kind, prefix, shown.words)}**"]
    if chosen:
        lines.append(_chosen_so_far(picking, prefix))
        lines += filter(None, [picking.paint.aside(picking.view, look, prefix, [w.text for w in shown.words])])
    if not chosen:
        lines += [*picking.paint.notes(picking.view, look), *stopped_lines(picking)]
    if (place is None or not place.prefix) and (time := own_line(table, seat, say)):
        lines.append(time)
    told, more = _told(table, note, own, happened, say, sum(map(len, lines)) + len(lines))
    if len(prefix) <= 1 and not note and not own.head:
        lines.append(rule_text(table.rules.key, decision.rule, say.language))
    last: list[Press] = []
    if not chosen:
        back = undo_press(picking, unnamed=place is not None and decision.goes_on)
        ways = [*more, *stopped_presses(picking), *back, *own.presses, *_ways_ahead(table, say)]
        orders = _orders(table, helpful, say, _rows(shown.items) < LAST)
        shown.items.extend(order for order in orders if isinstance(order, Choose))
        last = [*(order for order in orders if isinstance(order, Press)), *ways]
        if table.row.hints and _free(shown.items) > len(last):
            last.insert(0, Press("hint", str(table.id), say("button.hint")))
        if new and _free(shown.items) > len(last):
            last.insert(0, Press("signs", str(table.id), say("button.signs")))
    items = _with_last(shown.items, last)
    labelled(picking, items, brings := await coloured(picking, items))
    if loses(picking, brings):
        lines.insert(1, say("pick.losing"))
    files = await panel_files(picking.view, picking.look, prefix, [w.text for w in shown.words])
    return _message(Lines(told, lines), items, say, files)


def _question(say: Texts, kind: str, prefix: Action, words: Sequence[Word]) -> str:
    """What is asked for the next word of an action; at its beginning, where a single word is left, that there is no choice."""
    idle = say.find(f"pick.{kind}.idle") if not prefix and len(words) == 1 else None
    return idle or prompt(say, kind, len(prefix), prefix)


def _told(table: Table, note: str, own: Own, happened: News | None, say: Texts, taken: int) -> tuple[list[str], list[Press]]:
    """The beginning of a panel whose question has `taken` letters: a note, the effect of the seat's action, and what others have done."""
    since = [*own.since, *(narrate(table, happened.events, look_of(table, say)) if happened is not None else [])]
    head = [*([note] if note else []), *own.head]
    since = [say("pick.since" if own.since or (happened is not None and happened.ever) else "pick.so_far"), *since] if since else []
    return within_room(table, head, [*own.lines, *since], own.foot, say, taken)


def _going_on(items: Sequence[Press | Choose], say: Texts) -> list[Press | Choose]:
    """Labels the only button *Continue* if there is nothing to do but pass."""
    for item in items:
        if isinstance(item, Press) and item.verb == "do" and Place.read(item.rest).prefix == (PASS,):
            item.item.label = say("pick.continue")
    return [*items]


def _free(items: Sequence[Press | Choose]) -> int:
    """How many more buttons fit into the last row."""
    menus = sum(isinstance(item, Choose) for item in items)
    return ROW - max(0, len(items) - menus - ROW * (LAST - menus))


def _rows(items: Sequence[Press | Choose]) -> int:
    """How many rows the items take above the last one."""
    menus = sum(isinstance(item, Choose) for item in items)
    return menus + -(-(len(items) - menus) // ROW)


def _orders(table: Table, orders: Sequence[str], say: Texts, room: bool) -> list[Press | Choose]:
    """A menu of standing orders; without `room` for one, a button for the first order."""
    if not orders:
        return []
    names = {order: say(f"order.{order}") for order in orders}
    if not room:
        name = names[orders[0]]
        return [with_room(Press("order", f"{table.id}:{orders[0]}:on", name, GREEN, row=LAST), name, say("order.switch_on"))]
    options = [discord.SelectOption(label=cut(name, LONGEST_LABEL), value=order) for order, name in names.items()]
    return [Choose("order", f"{table.id}:{ANY_ORDER}:on", options, say("pick.from_now"), row=LAST - 1)]


def _helpful(table: Table, seat: Seat) -> list[str]:
    """The standing orders that would answer the present question."""
    given = table.orders(seat)
    return [o for o in table.rules.orders if table.rules.standing(table.state, seat, given | {o})]


def _ways_ahead(table: Table, say: Texts) -> list[Press]:
    """The button *Plan ahead*, in games in which something can be said ahead."""
    return [Press("plan", str(table.id), say("button.ahead"))] if plans(table.rules) else []


async def _ahead_picker(picking: Picking, place: Place, note: str) -> dict[str, Any]:
    """The panel in which something is said ahead word by word: the next action of a draft, or an answer to lay ready."""
    say, table = picking.say, picking.table
    opening, _ = _choices(picking, picking.root)
    shown = _shown(picking, place._replace(question=table.sight(picking.seat)), len(opening))
    prefix, words = shown.place.prefix, [w.text for w in shown.words]
    lines, last = [note] if note else [], list[Press]()
    plain = picking.plain(prefix)
    if picking.verb == DRAFT:
        lines += _draft_lines(picking)
        instead = len(picking.root) > 1
        question = "" if not words else say("ahead.instead") if instead and not plain else prompt(say, picking.kind(), len(plain), plain)
        if not shown.chosen and instead:
            last.append(Press("step", shown.place._replace(prefix=(DRAFT,), page=0).write(), say("pick.back")))
        elif not shown.chosen:
            if picking.rehearsal is not None and picking.rehearsal.before and picking.rehearsal.ends != ILLEGAL:
                last.append(Press("step", shown.place._replace(prefix=(DRAFT, ELSE), page=0).write(), say("ahead.alternative")))
            if kept(table.rules, table.state, picking.seat).draft:
                last.append(Press("shorten", f"{table.id}:{shown.place.question}", say("ahead.last")))
            last.append(Press("plan", str(table.id), say("ahead.done"), BLUE))
        files = await panel_files(picking.view, picking.look, plain, words)
    else:
        question = _ready_question(say, prefix) if len(prefix) < 3 else prompt(say, prefix[1], len(plain), plain)
        if not shown.chosen:
            last.append(Press("plan", str(table.id), say("pick.back")))
        files = await panel_files(picking.view, picking.look, (), ())
    asking = [f"**{question}**"] if question else []
    if shown.chosen:
        asking.append(_chosen_so_far(picking, prefix))
    items = _with_last(shown.items, last)
    labelled(picking, items, await coloured(picking, items) if picking.verb == DRAFT else {})
    return _message(Lines(lines, asking), items, say, files, ahead=True)


def _ready_question(say: Texts, prefix: Action) -> str:
    """The question for the next word of an answer to lay ready: for which decision, about which thing, then the answer itself."""
    return (say.find(f"ahead.ready.{prefix[1]}") if len(prefix) == 2 else None) or say(f"ahead.ready.{len(prefix)}")


def _chosen_so_far(picking: Picking, prefix: Action) -> str:
    """The chosen words by their names."""
    names = (picking.in_text.name_of(prefix[:n], prefix[n]).removesuffix(" …") for n in range(len(picking.root), len(prefix)))
    return " · ".join(map(capital, names)) + " …"


def _draft_lines(picking: Picking) -> list[str]:
    """The steps of a draft so far, and whether it can go on."""
    assert picking.rehearsal is not None
    say, table = picking.say, picking.table
    draft = kept(table.rules, table.state, picking.seat).draft
    lines = [f"**{say('ahead.draft')}**", *draft_in_words(picking, draft, picking.rehearsal)]
    if not draft:
        lines.append(say("ahead.drafting"))
    if (picking.rehearsal.stops and not picking.rehearsal.ends) or table.rules.supposes(table.state, picking.seat):
        lines.append(say("ahead.imagined"))
    return lines


def confirming(table: Table, seat: Seat, action: Action, say: Texts) -> ui.View | None:
    """One button that carries out a whole action; None if it doesn't fit into a custom id."""
    place = Place(table.id, table.mark(seat), 0, action)
    what = answer_in_words(picking_at(table, seat, look_of(table, say), say), action)
    button = Press("do", place.write(), what if len(what) <= BRIEF else say("pick.play"), GREEN)
    return panel([button]) if fits(button.custom_id) else None


def _before(picking: Picking, prefix: Action) -> Action:
    """The prefix to which *Back* leads: the last one before with something to choose."""
    for length in range(len(prefix) - 1, len(picking.root) - 1, -1):
        if len(picking.words(prefix[:length])) > 1:
            return prefix[:length]
    return picking.root
