"""An entry of a rulebook as a private message: its text, what refers to it, and buttons to other entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import LONGEST_LABEL, Choose, Press, panel
from cogs.messages.refusals import quoted
from cogs.messages.truncation import MAX_CONTENT, cut, shortened
from data.commands import with_mentions, without_mentions
from data.language import LANGUAGES, NAMES, Texts, texts
from data.rulebook import NUMBER, Rule, chapters, children, neighbours, rulebook, touching

_BEHIND = re.compile(rf" ?\((?:{NUMBER.pattern}[, ]*)+\)")
"""The numbers on which an answer rests, between brackets."""
ASKED = 80
"""How many letters of a question a button carries."""
LINKS = 25
"""The most entries that a menu takes."""
CONTENTS = "☰"


def entry_title(rule: Rule, say: Texts) -> str:
    """The title above an entry: its game, and its chapter unless it is one."""
    game = texts(say.language, rule.game)("title")
    chapter = rulebook(rule.game, say.language).get(rule.chapter)
    return game if chapter is None or chapter == rule else f"{game} · {chapter.number} {chapter.heading}"


def content_of(rule: Rule, say: Texts, head: str = "", second: Rule | None = None) -> str:
    """The entry below a head, with its rulings and an example, as many as a message holds; of a chapter the headings of its entries.

    A second entry that answers the same question stands below it, with an example of both.
    """
    book = rulebook(rule.game, say.language)
    lines = [*([head] if head else []), f"*{entry_title(rule, say)}*"]
    if rule.kind == "chapter" and not rule.text:
        return cut("\n".join([*lines, f"**{rule.number} {rule.heading}**", *(f"`{r.number}` {r.heading}" for r in children(book, rule.number))]))
    lines.append(quoted(rule, say))
    if second:
        lines += [f"**{say('rules.together')}**", quoted(second, say)]
    related = touching(book, rule.number) if rule.kind == "rule" else [book[n] for n in rule.cited]
    if second:
        related = sorted((r for r in related if r != second), key=lambda r: second.number not in r.cited)
    parts = {
        "rules.rulings": [r for r in related if r.kind == "ruling"],
        "rules.rules": [r for r in related if r.kind == "rule"],
        "rules.example": [r for r in related if r.kind == "example"][:1],
    }
    for heading, entries in parts.items():
        for n, entry in enumerate(entries):
            part = ([f"**{say(heading)}**"] if n == 0 else []) + [quoted(entry, say)]
            if len("\n".join([*lines, *part])) > MAX_CONTENT:
                break
            lines += part
    return cut("\n".join(lines))


class Beside(NamedTuple):
    """What is shown around an entry that answers a question: a `head`, `others` that may answer it, the first of them together with the entry if
    `both`, and the question as `unanswered`, to ask the channel."""

    head: str = ""
    others: Sequence[Rule] = ()
    both: bool = False
    unanswered: str = ""


ALONE = Beside()


def ask(question: str, say: Texts) -> Press:
    """The button *Ask the channel* with a question."""
    return Press("ruleask", f"{say.language}:{question[:ASKED]}", say("rules.ask"), row=2)


def everywhere(rules: Sequence[Rule], say: Texts, others: Iterable[Rule] = ()) -> dict[str, Any]:
    """The arguments of a private message with what is asked of every game, and other answers in its menu."""
    lines = [f"**{texts(say.language, rule.game)('title')}** {unnumbered(rule, say)}" for rule in rules]
    options = [discord.SelectOption(label=texts(say.language, rule.game)("title"), value=rule.number, description=rule.heading) for rule in rules]
    options += [entry_option(rule, say) for rule in others]
    return {
        "content": cut("\n".join([say("rules.everywhere"), *lines])),
        "view": panel([Choose("rule", say.language, options, say("rules.more")), to_contents(None, say)]),
    }


def unnumbered(rule: Rule, say: Texts) -> str:
    """The text of an answer to a basic question, without the rule numbers on which it rests."""
    return f"{_BEHIND.sub('', with_mentions(rule.text, say.find)).rstrip('. ')}."


def to_contents(game: str | None, say: Texts, row: int | None = None) -> Press:
    """The button *Contents*: the chapters of a game's book, or all books."""
    return Press("book", f"{game}:{say.language}" if game else say.language, f"{CONTENTS} {say('book.contents')}", row=row)


def chapter_menu(game: str, say: Texts, row: int | None = None) -> Choose:
    """A menu of the chapters of a book, each with a line on what it holds."""
    book = rulebook(game, say.language)
    options = [
        discord.SelectOption(
            label=f"{rule.number} {rule.heading}"[:100],
            value=rule.number,
            description=cut(", ".join(entry.heading for entry in children(book, rule.number)), 100) or None,
        )
        for rule in chapters(book)[:LINKS]
    ]
    return Choose("leaf", say.language, options, say("book.chapters"), row=row)


def entry_message(rule: Rule, say: Texts, beside: Beside = ALONE) -> dict[str, Any]:
    """The arguments of a private message that shows an entry."""
    book = rulebook(rule.game, say.language)
    before, after = neighbours(book, rule.number)
    items: list[Press | Choose] = []
    for arrow, other in (("◀", before), ("▶", after)):
        if other:
            items.append(Press("rule", f"{other.number}:{say.language}", f"{arrow} {other.number}", row=0))
    if rule.kind != "chapter" and rule.chapter in book:
        items.append(Press("rule", f"{rule.chapter}:{say.language}", f"▲ {rule.chapter}", row=0))
    items.append(to_contents(rule.game, say, 0))
    items += [Press("rule", f"{rule.number}:{other}", NAMES[other], row=1) for other in LANGUAGES if other != say.language]
    items.append(Press("ruleshow", f"{rule.number}:{say.language}", say("rules.show"), row=1))
    if beside.unanswered:
        items.append(ask(beside.unanswered, say))
    linked = [*beside.others, *children(book, rule.number), *touching(book, rule.number), *(book[n] for n in rule.cited)]
    menu = links(linked, rule, say)
    menus = [*([menu] if menu else []), *([chapter_menu(rule.game, say)] if rule.kind == "chapter" else [])]
    second = beside.others[0] if beside.both else None
    return {"content": content_of(rule, say, beside.head, second), "view": panel([*items, *menus])}


def links(rules: Iterable[Rule], here: Rule, say: Texts) -> Choose | None:
    """A menu that opens the entries `rules`, but for `here`; None if there are none."""
    found = [r for r in dict.fromkeys(rules) if r.number != here.number][:LINKS]
    return Choose("rule", say.language, [entry_option(r, say) for r in found], say("rules.more")) if found else None


def open_menu(game: str, numbers: Iterable[str], say: Texts) -> Choose | None:
    """A menu that opens entries, for a message about something else; None if no book has any of them."""
    book = rulebook(game, say.language)
    found = [book[n] for n in dict.fromkeys(numbers) if n in book][:LINKS]
    return Choose("ruleopen", "", [entry_option(r, say) for r in found], say("rules.open")) if found else None


def entry_option(rule: Rule, say: Texts) -> discord.SelectOption:
    """An entry in a menu."""
    text = shortened(without_mentions(rule.text, say.find), LONGEST_LABEL)
    return discord.SelectOption(label=shortened(f"{rule.number} {rule.heading}", LONGEST_LABEL), value=rule.number, description=text or None)
