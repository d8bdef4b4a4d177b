"""The private picker: menus word by word, made from the engine's own words, with a picture of what is to be chosen.

It keeps nothing: every button says the table, the mark of the question, and the words chosen so far. What is confirmed is one
whole action; before that nothing is stored or shown to anybody else (MH-7.1).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.playing.position import Stale
from cogs.playing.table import Table
from cogs.showing.buttons import Choose, Press, fits, panel
from cogs.showing.clockface import own_line
from cogs.showing.drawing import Namer, choice_file, label_of, look_of, namer, rule_text, unescaped
from cogs.showing.reply import cut, theme_of, voice
from data.language import Texts
from render.look import Look
from render.painting import Painter, painter
from rules.game import Action, Seat, View, Word, closing
from rules.notation import write

PAGE = 25
BUTTONS = 20
"""At most so many choices are shown as buttons, five in a row."""
ORDERS = 4
"""At most so many standing orders are offered; one button of their row is left for *Back*."""
MENUS = 3
"""At most so many menus stand side by side; two of five rows are left for buttons."""
LABEL = 80
"""So many letters Discord takes on a button."""
BESIDE = 10
"""At most so many shortcuts stand below a menu with its pages."""
GREEN = discord.ButtonStyle.success


class Place(NamedTuple):
    """Where a picker stands: which table, which question by its mark, which words so far, which page."""

    table: int
    question: int
    page: int
    prefix: Action

    def write(self) -> str:
        """As it stands in a custom id."""
        return f"{self.table}:{self.question}:{self.page}:{' '.join(self.prefix)}"

    @classmethod
    def read(cls, text: str) -> Place:
        """The place from `write`. Raises ValueError for anything else."""
        table, question, page, prefix = text.split(":", 3)
        return cls(int(table), int(question), int(page), tuple(prefix.split()))


class Picking(NamedTuple):
    """Who is to choose: a seat at a table, with what it sees, in its words and colours."""

    table: Table
    seat: Seat
    view: View[Any]
    look: Look
    say: Texts

    @property
    def paint(self) -> Painter[Any]:
        return painter(self.table.rules.key)

    @property
    def name_of(self) -> Namer:
        """How words are shown."""
        return namer(self.paint, self.view, self.look, self.say)

    def words(self, prefix: Action) -> list[Word]:
        """The next words of an action."""
        return self.table.rules.words(self.table.state, self.seat, prefix)


def capital(name: str) -> str:
    """A name as it stands alone on a button or a menu."""
    return name[:1].upper() + name[1:]


def prompt(say: Texts, kind: str, words: int) -> str:
    """The question that a decision asks when so many words are chosen."""
    return say.find(f"pick.{kind}.{words}") or say.find(f"pick.{kind}") or say("pick.next")


def _choices(table: Table, seat: Seat, prefix: Action) -> tuple[Action, list[Word]]:
    """The first place from `prefix` on where there is something to choose, and what."""
    words = table.rules.words(table.state, seat, prefix)
    while len(words) == 1 and not words[0].end:
        prefix = (*prefix, words[0].text)
        words = table.rules.words(table.state, seat, prefix)
    return prefix, words


def _buttons(picking: Picking, place: Place, words: list[Word]) -> list[Press]:
    """A button for each choice: the last word of an action confirms it, any other goes on."""
    assert picking.view.decision is not None
    kind, say, name_of = picking.view.decision.kind, picking.say, picking.name_of
    found = []
    for word in words:
        action = (*place.prefix, word.text)
        name = name_of(place.prefix, word.text)
        here = place._replace(prefix=action, page=0).write()
        further = picking.words(action)
        if word.end:
            own = say.find(f"do.{kind}.{word.text}") if not place.prefix else None
            found.append(Press("do", here, own or say("pick.confirm", what=name), discord.ButtonStyle.secondary if own else GREEN))
        if len(further) == 1 and further[0].end:
            both = (*action, further[0].text)
            label = f"{name} {name_of(action, further[0].text)}"
            found.append(Press("do", place._replace(prefix=both).write(), say("pick.confirm", what=label)))
        elif further:
            # Where the action might end here as well, the button says that it goes on.
            found.append(Press("step", here, f"{name} + …" if word.end else capital(name), discord.ButtonStyle.primary))
    return found


def _shortcuts(picking: Picking, place: Place) -> list[Press]:
    """A button for each row of actions; green where it leads further than any single action could."""
    table, seat, found = picking.table, picking.seat, []
    for number, row in enumerate(table.rules.shortcuts(table.state, seat)):
        plain = closing(table.rules, table.state, seat, row[-1])
        style = discord.ButtonStyle.secondary if plain else GREEN
        found.append(Press("go", f"{table.id}:{place.question}:{number}", picking.paint.shortcut(picking.view, picking.look, row)[:80], style))
    return found


def _option(picking: Picking, prefix: Action, word: Word, value: str) -> discord.SelectOption:
    hint = picking.paint.hint(picking.view, picking.look, prefix, word.text) or ""
    return discord.SelectOption(label=picking.name_of(prefix, word.text)[:100], value=value, description=hint[:100] or None)


def _menu(picking: Picking, place: Place, words: list[Word]) -> list[Press | Choose]:
    """A menu of one page, with buttons to the others."""
    say = picking.say
    pages = -(-len(words) // PAGE)
    page = min(place.page, pages - 1)
    shown = words[page * PAGE : (page + 1) * PAGE]
    options = [_option(picking, place.prefix, w, w.text) for w in shown]
    number = say("pick.page", page=page + 1, pages=pages) if pages > 1 else say("pick.choose")
    items: list[Press | Choose] = [Choose("pick", place._replace(page=page).write(), options, number, row=0)]
    if pages > 1:
        name_of = picking.name_of
        for other in range(pages):
            first, last = words[other * PAGE], words[min(len(words), (other + 1) * PAGE) - 1]
            name = f"{name_of(place.prefix, first.text)} – {name_of(place.prefix, last.text)}"
            items.append(Press("step", place._replace(page=other).write(), name, disabled=other == page, row=1))
    return items


def _side_by_side(picking: Picking, place: Place, words: list[Word], room: bool) -> dict[str, Choose]:
    """Menus in the place of buttons, by verb.

    Verbs whose next word is the last have one each; what may be repeated is chosen several at once. Where most verbs lead further, a menu
    that acts at once would only be in the way: there those that lead further have menus, if there is `room` for them.
    """
    if place.prefix or len(words) < 2:
        return {}
    last: dict[str, Choose] = {}
    further: dict[str, Choose] = {}
    for verb in words:
        inner = [] if verb.end else picking.words((verb.text,))
        ends = all(w.end and not picking.words((verb.text, w.text)) for w in inner)
        copies = [(w, n) for w in inner for n in range(w.times if verb.times > 1 and ends else 1)]
        found = last if ends else further
        if not copies or len(copies) > PAGE or len(found) == MENUS:
            continue
        options = [_option(picking, (verb.text,), w, f"{w.text}:{n}") for w, n in copies]
        most = min(verb.times, len(options)) if ends else 1
        name = label_of(picking.say, (), verb.text)
        here = place._replace(prefix=(verb.text,), page=0).write()
        found[verb.text] = Choose("pick", here, options, capital(name), row=len(found), most=most)
    if 2 * len(last) >= sum(not verb.end for verb in words):
        return last
    return further if room and len(further) == MENUS else {}


def chosen_word(value: str) -> str:
    """The word that a menu's value stands for: copies of a word are numbered, since values must differ."""
    return value.partition(":")[0]


async def picker(interaction: discord.Interaction[Any], table: Table, seat: Seat, place: Place | None = None, note: str = "") -> dict[str, Any]:
    """The present question as a picker, or who is asked instead: arguments for an edit. Raises Stale where it stood at a place that is gone."""
    say = await voice(interaction, table.rules.key)
    look = look_of(table, say, await theme_of(interaction, table.row.theme))
    # From here to the picture nothing is waited for: the table stands still.
    if place is not None:
        _check(table, seat, place)
    view = table.view(seat)
    decision = view.decision
    if decision is None:
        return {"content": cut(f"{note}\n{waiting(table, say)}".strip()), "attachments": [], "view": None}
    prefix, page = (place.prefix, place.page) if place is not None else ((), 0)
    opening = not prefix
    start = _choices(table, seat, ())
    prefix, words = _choices(table, seat, prefix) if prefix else start
    chosen = prefix != start[0]  # Words that the engine left no choice of are nobody's.
    place = Place(table.id, table.mark(seat), page, prefix)
    paint = painter(table.rules.key)
    lines = [note] if note else []
    title = f"**{prompt(say, decision.kind, len(prefix))}**"
    lines.append(title if not prefix else f"{title}\n`{' '.join(prefix)} …`")
    if not chosen:
        lines += paint.notes(view, look)
    if opening and (time := own_line(table, seat, say)):
        lines.append(time)
    look = unescaped(table, look)
    if len(prefix) <= 1 and not note:
        lines.append(rule_text(table.rules.key, decision.rule, say.language))
    given = table.orders(seat)
    helpful = [o for o in table.rules.orders if not chosen and table.rules.standing(table.state, seat, given | {o})][:ORDERS]
    picking = Picking(table, seat, view, look, say)
    menus = _side_by_side(picking, place, words, room=not helpful)
    buttons = _buttons(picking, place, [w for w in words if w.text not in menus])
    shortcuts = [] if chosen else _shortcuts(picking, place)
    items: list[Press | Choose]
    if menus:
        items = [*menus.values(), *shortcuts, *buttons]
    elif len(shortcuts) + len(buttons) <= BUTTONS and (len(words) <= 10 or any(w.end for w in words)):
        items = [*shortcuts, *buttons]
    else:
        items = [*_menu(picking, place, words), *shortcuts[:BESIDE]]
    if chosen:
        items.append(Press("step", place._replace(prefix=_before(table, seat, prefix), page=0).write(), say("pick.back"), row=4))
    for order in helpful:
        items.append(Press("order", f"{table.id}:{order}:on", say(f"order.{order}"), row=4))
    if not all(fits(i.custom_id) for i in items):
        items, lines = [], [*lines, say("pick.too_long")]
    file = await choice_file(table, look, seat, prefix, [w.text for w in words])
    return {"content": cut("\n".join(lines)), "attachments": [file], "view": panel(items)}


def _check(table: Table, seat: Seat, place: Place) -> None:
    """Raises Stale for a picker of another question, or whose words no longer lead anywhere."""
    table.check_fresh(seat, place.question)
    if seat not in table.acting:
        raise Stale
    if place.prefix:
        before = table.rules.words(table.state, seat, place.prefix[:-1])
        if all(w.text != place.prefix[-1] for w in before):
            raise Stale


def waiting(table: Table, say: Texts) -> str:
    """Whose decision it is, without a ping."""
    if table.over:
        return say("refused.game_over")
    asked = table.view(None).asked
    return "\n".join(say("board.asked", name=table.seats[seat].name, what=say(f"asked.{kind}")) for seat, kind in asked)


def confirming(table: Table, seat: Seat, action: Action, say: Texts) -> ui.View | None:
    """One button that carries a whole action out; None for one that is too long for a button."""
    place = Place(table.id, table.mark(seat), 0, action)
    button = Press("do", place.write(), cut(say("pick.confirm", what=write(action)), LABEL), GREEN)
    return panel([button]) if fits(button.custom_id) else None


def _before(table: Table, seat: Seat, prefix: Action) -> Action:
    """The place to which *Back* leads: the last one before where there was something to choose."""
    for length in range(len(prefix) - 1, -1, -1):
        if len(table.rules.words(table.state, seat, prefix[:length])) > 1:
            return prefix[:length]
    return ()
