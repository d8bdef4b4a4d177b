"""The moderators' panel of a tournament that has not begun: its entrants, their order, and what can still be changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, Whom, panel
from cogs.messages.forms import TextForm
from cogs.messages.tournaments.desk import BLUE, FORM, GREEN, ORDER, RED, SAY
from cogs.messages.tournaments.public_messages import tournament_title
from cogs.messages.tournaments.shown_tournament import entrant_names
from cogs.messages.truncation import cut
from cogs.play.tournaments.preparation import HAND, RANDOM, RATING
from data.language import Texts
from data.store.rows import EntrantRow, Tournament
from data.user_text import escaped

A_PAGE = 20
"""Entrants of a page, which have a place in one menu."""
LONGEST_LIST, LONGEST_WORDS, NAME = 4000, 1000, 22
"""Letters of the form with the order, of what is told to all, and of a name in that form."""
_NUMBER = re.compile(r"\s*#?([0-9]{1,4})", re.ASCII)


def preparation(
    tournament: Tournament, entrants: Sequence[EntrantRow], page: int, say: Texts, note: str = "", picked: int | None = None
) -> dict[str, Any]:
    """A page of entrants in the order of their seeds, with the possible acts; *Up*, *Down* and *Take out* for the entrant `picked`, by number."""
    pages = max(1, -(-len(entrants) // A_PAGE))
    page = min(page, pages - 1)
    here, page_of = page * A_PAGE, entrants[page * A_PAGE : (page + 1) * A_PAGE]
    names = entrant_names(entrants)
    lines = [*([note] if note else []), f"**{tournament_title(tournament, say)}**", say("desk.panel.open", n=len(entrants))]
    lines.append(say(f"desk.seeds.{tournament.seeding}"))
    for n, p in enumerate(page_of, here + 1):
        mark = (" ✓" if p.here and tournament.checking is not None else "") + (" ◀" if p.entrant == picked else "")
        lines.append(f"{n}. {escaped(names[p.entrant])}{mark}")
    if pages > 1:
        lines.append(say("desk.panel.page", n=page + 1, of=pages))
    number = str(tournament.id)
    by_themselves = tournament.terms.decks or tournament.plan.boards
    items: list[Press | Choose | Whom] = [] if by_themselves else [Whom("tadd", number, say("desk.panel.add"), row=0)]
    if page_of:
        options = [
            discord.SelectOption(label=f"{n}. {names[p.entrant].shown}"[:100], value=str(p.entrant), default=p.entrant == picked)
            for n, p in enumerate(page_of, here + 1)
        ]
        items.append(Choose("tpick", f"{number}:{page}", options, say("desk.panel.pick"), row=1))
    items += _about_one(number, picked, say) if picked is not None else _about_all(tournament, say)
    turns = [(page - 1, say("list.before")), (page + 1, say("list.after"))]
    items += [Press("tdesk", f"{number}:{at}", label, row=4) for at, label in turns if 0 <= at < pages]
    items.append(Press("tdesk", f"{number}:{page}", say("button.look_again"), row=4))
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def _about_one(number: str, entrant: int, say: Texts) -> list[Press]:
    return [
        Press("tmove", f"{number}:{entrant}:up", say("button.up"), BLUE, row=2),
        Press("tmove", f"{number}:{entrant}:down", say("button.down"), BLUE, row=2),
        Press("tout", f"{number}:{entrant}", say("button.take_out"), RED, row=2),
        Press("tdesk", number, say("pick.back"), row=2),
    ]


def _about_all(tournament: Tournament, say: Texts) -> list[Press]:
    number = str(tournament.id)
    seeds = [Press("tseed", f"{number}:{how}", say(f"button.seed_{how}"), disabled=tournament.seeding == how, row=3) for how in (RANDOM, RATING)]
    return [
        Press("tstart", number, say("button.start"), GREEN, row=2),
        Press("tedit", number, say("button.edit"), BLUE, row=2),
        Press("tsay", number, say("button.announce"), row=2),
        *seeds,
        Press("torder", number, say(f"button.seed_{HAND}"), row=3),
    ]


def words_form(tournament: int, say: Texts) -> TextForm:
    """The form for a message to all entrants."""
    return TextForm(say("button.announce"), f"{FORM}{tournament}:{SAY}", [("reason", say("desk.panel.say"), "", LONGEST_WORDS)])


def order_form(tournament: int, entrants: Sequence[EntrantRow], say: Texts) -> TextForm:
    """The form with the list of seeds, whose lines the moderator reorders."""
    lines = "\n".join(f"{p.entrant + 1} {str(p.name)[:NAME]}" for p in entrants)
    return TextForm(say(f"button.seed_{HAND}"), f"{FORM}{tournament}:{ORDER}", [("reason", say("desk.panel.order"), lines, LONGEST_LIST)])


def read_order(text: str) -> list[int]:
    """The entrants' numbers at the beginning of each line of such a list."""
    return [int(found[1]) - 1 for line in text.splitlines() if (found := _NUMBER.match(line))]
