"""An entry of a rulebook as a private message: the text, what touches it, and the ways to other entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from cogs.showing.buttons import Choose, Press, panel
from cogs.showing.reply import MAX_CONTENT, cut, quoted
from data.language import LANGUAGES, NAMES, Texts, texts
from data.rulebook import Rule, children, neighbours, rulebook, touching

LINKS = 25
"""The most entries that a menu takes."""


def entry_title(rule: Rule, say: Texts) -> str:
    """Where an entry stands: its game, and its chapter if it is none itself."""
    game = texts(say.language, rule.game)("title")
    chapter = rulebook(rule.game, say.language).get(rule.chapter)
    return game if chapter is None or chapter == rule else f"{game} · {chapter.number} {chapter.heading}"


def content_of(rule: Rule, say: Texts) -> str:
    """The entry with its rulings and an example, as many as a message holds; of a chapter the headings of its entries."""
    book = rulebook(rule.game, say.language)
    lines = [f"*{entry_title(rule, say)}*"]
    if rule.kind == "chapter" and not rule.text:
        return cut("\n".join([*lines, f"**{rule.number} {rule.heading}**", *(f"`{r.number}` {r.heading}" for r in children(book, rule.number))]))
    lines.append(quoted(rule))
    related = touching(book, rule.number) if rule.kind == "rule" else [book[n] for n in rule.cited]
    parts = {
        "rules.rulings": [r for r in related if r.kind == "ruling"],
        "rules.rules": [r for r in related if r.kind == "rule"],
        "rules.example": [r for r in related if r.kind == "example"][:1],
    }
    for heading, entries in parts.items():
        for n, entry in enumerate(entries):
            part = ([f"**{say(heading)}**"] if n == 0 else []) + [quoted(entry)]
            if len("\n".join([*lines, *part])) > MAX_CONTENT:
                break
            lines += part
    return cut("\n".join(lines))


def entry_message(rule: Rule, say: Texts, others: Sequence[Rule] = ()) -> dict[str, Any]:
    """The arguments of a private message that shows an entry; `others` are further answers to the same question."""
    book = rulebook(rule.game, say.language)
    before, after = neighbours(book, rule.number)
    items: list[Press | Choose] = []
    for arrow, other in (("◀", before), ("▶", after)):
        if other:
            items.append(Press("rule", f"{other.number}:{say.language}", f"{arrow} {other.number}", row=0))
    if rule.kind != "chapter" and rule.chapter in book:
        items.append(Press("rule", f"{rule.chapter}:{say.language}", f"▲ {rule.chapter}", row=0))
    items += [Press("rule", f"{rule.number}:{other}", NAMES[other], row=1) for other in LANGUAGES if other != say.language]
    items.append(Press("ruleshow", f"{rule.number}:{say.language}", say("rules.show"), row=1))
    linked = [*others, *children(book, rule.number), *touching(book, rule.number), *(book[n] for n in rule.cited)]
    menu = links(linked, rule, say)
    return {"content": content_of(rule, say), "view": panel([*items, *([menu] if menu else [])])}


def links(rules: Iterable[Rule], here: Rule, say: Texts) -> Choose | None:
    """A menu of the ways from one entry to others; None if there are none."""
    found = [r for r in dict.fromkeys(rules) if r.number != here.number][:LINKS]
    return Choose("rule", say.language, [_option(r) for r in found], say("rules.more")) if found else None


def open_menu(game: str, numbers: Iterable[str], say: Texts) -> Choose | None:
    """A menu that opens entries beside a message about something else; None if no book has them."""
    book = rulebook(game, say.language)
    found = [book[n] for n in dict.fromkeys(numbers) if n in book][:LINKS]
    return Choose("ruleopen", "", [_option(r) for r in found], say("rules.open")) if found else None


def _option(rule: Rule) -> discord.SelectOption:
    return discord.SelectOption(label=f"{rule.number} {rule.heading}"[:100], value=rule.number, description=rule.text[:100] or None)
