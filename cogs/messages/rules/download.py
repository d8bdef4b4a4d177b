"""Exports a rulebook as one self-contained HTML file with its sketches, to read, search and print.

It is light or dark like the screen.
"""

from __future__ import annotations

import base64
import re
from html import escape
from string import Template

from cogs.messages.drawing import SKETCHED, sketched
from cogs.messages.rules.chapters import book_title
from data.commands import without_mentions
from data.language import DATA, Texts, texts
from data.rulebook import NUMBER, Rule, chapters, children, rulebook, touching
from data.sketch import sketch
from render.look import Look
from rules.parts.lazy import once

SCREENS = ("light", "dark")
"""The themes in which each sketch is drawn: the first on paper and light screens, the second on dark ones."""
_MARKUP = re.compile(rf"`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|({NUMBER.pattern})")


@once
def _page() -> Template:
    return Template((DATA / "booklet.html").read_text(encoding="utf-8"))


def booklet(game: str, language: str) -> bytes:
    """The file of a game's rulebook. It draws all sketches, which takes a second or two."""
    say, book = texts(language, game), rulebook(game, language)
    rows = "".join(f'<li><a href="#{rule.number}"><b>{rule.number}</b> {escape(rule.heading)}</a></li>' for rule in chapters(book))
    body = "".join(_chapter(book, rule, say) for rule in chapters(book))
    words = {"title": escape(book_title(game, say)), "contents": escape(say("book.contents")), "credits": escape(say("book.credits"))}
    return _page().substitute(words, language=language, chapters=rows, body=body).encode()


def _chapter(book: dict[str, Rule], chapter: Rule, say: Texts) -> str:
    entries = "".join(_entry(book, rule, say) for rule in children(book, chapter.number))
    heading = f'<h2 id="{chapter.number}"><b>{chapter.number}</b> {escape(chapter.heading)}</h2>'
    return f"<section>{heading}{_paragraphs(book, chapter, say)}{entries}</section>"


def _entry(book: dict[str, Rule], rule: Rule, say: Texts) -> str:
    """An entry with its own sketch, and links to the rulings and examples about it."""
    links = ", ".join(_link(other.number) for other in touching(book, rule.number)) if rule.kind == "rule" else ""
    also = f'<p class="also">{escape(say("book.see", rules="{}")).format(links)}</p>' if links else ""
    heading = f'<h3 id="{rule.number}"><b>{rule.number}</b> {escape(rule.heading)}</h3>'
    return f"<article>{heading}{_paragraphs(book, rule, say)}{_figure(rule, say)}{also}</article>"


def _paragraphs(book: dict[str, Rule], rule: Rule, say: Texts) -> str:
    """A book's text as HTML: Discord's markup turned into tags, commands shown by their localized names, and numbers of rules as links."""

    def shown(found: re.Match[str]) -> str:
        code, bold, slanted, number = found.groups()
        if code:
            return f"<code>{without_mentions(code, say.find)}</code>"
        if number:
            return _link(number) if number in book else number
        return f"<strong>{bold}</strong>" if bold else f"<em>{slanted}</em>"

    return "".join(f"<p>{_MARKUP.sub(shown, escape(line, quote=False))}</p>" for line in rule.text.splitlines() if line)


def _link(number: str) -> str:
    return f'<a href="#{number}">{number}</a>'


def _figure(rule: Rule, say: Texts) -> str:
    """The sketch of an entry, for light screens and for dark ones."""
    found = sketch(rule.game, rule.number)
    if found is None:
        return ""
    drawn = [sketched(rule.game, found, Look(theme, say, SKETCHED)) for theme in SCREENS]
    (light, words), (dark, _) = [(f"data:image/png;base64,{base64.b64encode(picture.png).decode()}", words) for picture, words in drawn]
    source = f'<source media="screen and (prefers-color-scheme: dark)" srcset="{dark}">'
    kind = ' class="card"' if found.card else ""
    return f'<figure{kind}><picture>{source}<img src="{light}" alt="{escape(words)}"></picture></figure>'
