"""Command names in texts, such as `/game new hints:True` between backticks: turned into mentions that can be clicked.

In a message the name becomes a mention, which readers can click and see in their Discord's language. Where there are no mentions (on buttons, in
alt texts, descriptions and choices) it is replaced by the command's localized name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_NAMED = re.compile(r"`/([^`]+)`")
_BARE = re.compile(r"(?<![\w/<:.`])/([a-z]+(?: [a-z]+)*)")
_MENTION = re.compile(r"</([^:>]+):\d+>")
_ids: dict[str, int] = {}
Find = Callable[[str], str | None]
"""The text of a key in one language."""


def make_known(ids: Mapping[str, int]) -> None:
    """Sets the commands that Discord knows, whole names with the ids of their first words; texts mention them from now on."""
    _ids.clear()
    _ids.update(ids)


def with_mentions(text: str, find: Find) -> str:
    """A text with commands as mentions; commands that Discord doesn't know get their localized names, and what is to be typed after one becomes
    code."""

    def shown(found: re.Match[str]) -> str:
        path, rest = _parted(found[1], find)
        if not path:
            return found[0]
        typed = " ".join(_option(path, word, find) for word in rest)
        number = _ids.get(" ".join(path))
        if number is None:
            return f"`{' '.join([_palette(path, find), *([typed] if typed else [])])}`"
        return f"</{' '.join(path)}:{number}>" + (f" `{typed}`" if typed else "")

    return _NAMED.sub(shown, text)


def without_mentions(text: str, find: Find) -> str:
    """A text with each command by its localized name, without mentions."""

    def shown(found: re.Match[str]) -> str:
        path, rest = _parted(found[1], find)
        return " ".join([_palette(path, find), *rest]) if path else found[0]

    return _BARE.sub(shown, _MENTION.sub(shown, _NAMED.sub(shown, text)))


def _parted(words: str, find: Find) -> tuple[list[str], list[str]]:
    """Splits words into those of a command, and the rest."""
    path, rest = list[str](), words.split(" ")
    while rest and rest[0].isalpha() and _name([*path, rest[0]], find) is not None:
        path.append(rest.pop(0))
    return path, rest


def _palette(path: list[str], find: Find) -> str:
    names = (_name(path[: n + 1], find) or word for n, word in enumerate(path))
    return "/" + " ".join(names)


def _name(path: list[str], find: Find) -> str | None:
    """The localized name of a command's last word; a group within a group uses the texts of the outer one."""
    return find(".".join(["cmd", *path])) or (find(f"cmd.{path[0]}.{path[-1]}") if len(path) == 3 else None)


def _option(path: list[str], word: str, find: Find) -> str:
    """An option of a command with its value, by its localized name."""
    name, sign, value = word.partition(":")
    return f"{find('.'.join(['cmd', *path, name])) or name}{sign}{value}" if sign else word
