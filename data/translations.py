"""Catalogues of texts in gettext's `.po` format: reads them, and finds the plural form that suits a number.

Catalogues are read without compiling them first, which would take most of the start-up time.

A comment is a line of its own; a text is `msgid`, perhaps `msgid_plural`, then `msgstr` or its plurals in order, each as quoted lines.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from rules.parts.halves import Half

_LINE = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_LINES = rf"{_LINE}(?:\n{_LINE})*"
_ENTRY = re.compile(rf"msgid ({_LINES})(?:\nmsgstr ({_LINES})|\nmsgid_plural {_LINES}((?:\nmsgstr\[\d\] {_LINES})+))(?:\n+|$)|(?:#.*)?\n")
_FORM = re.compile(rf"\nmsgstr\[\d\] ({_LINES})")
_PLURAL = re.compile(r"plural=(.+);")
WHOLE = 3
"""So many plurals the languages that have most of them have for whole numbers."""


class Catalogue(NamedTuple):
    """Texts by key, with their plural forms, and which form suits a number."""

    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]

    def find(self, key: str, n: int | None = None) -> str | None:
        """The text of a key, in the plural form for `n`; None if there is none. A further form is for halves (Czech: *2½ bodu*); in a language in
        which nothing is singular, so is all that is less than two (French: *1½ point*)."""
        forms = self.texts.get(key)
        if forms is None:
            return None
        if isinstance(n, Half) and len(forms) > WHOLE:
            return forms[WHOLE]
        if isinstance(n, Half) and self.plural(0) == 0:
            n -= 1
        return forms[0 if n is None or len(forms) == 1 else self.plural(n)]


EMPTY = Catalogue({}, lambda n: 0)


def read_catalogue(path: Path) -> Catalogue:
    """Parses a file. Raises ValueError with the line that can't be read."""
    source, at = path.read_text(encoding="utf-8"), 0
    found: dict[str, tuple[str, ...]] = {}
    for entry in _ENTRY.finditer(source):
        if entry.start() != at:
            break
        at = entry.end()
        key, form, plurals = entry.groups()
        if key is not None:
            forms = (_said(form),) if form else tuple(map(_said, _FORM.findall(plurals)))
            if all(forms):
                found[_said(key)] = forms
    if at < len(source):
        raise ValueError(f"{path}, line {source.count(chr(10), 0, at) + 1}")
    rule = _PLURAL.search("".join(found.pop("", ())))
    return Catalogue(found, gettext.c2py(rule[1]) if rule else lambda n: 0)


def _said(lines: str) -> str:
    """The text of quoted lines, with escapes as in JSON."""
    if "\n" in lines:
        lines = lines.replace('"\n"', "")
    text: str = json.loads(lines) if "\\" in lines else lines[1:-1]
    return text
