"""Cards as data: a reader that reports all faults at once, and the shape of an ability, which decides its printed text.

An ability is a frozen struct of other structs. Its *shape* is its data without the numbers: two abilities of one shape read alike but for
their numbers, so a text is written once for each shape and cannot say anything else than the data does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from rules.parts.lazy import converted
from rules.printed_cards import Shape

C = TypeVar("C")
_PLACE = re.compile(r" - at `\$\.?(.*)`$")


def word_of(name: str) -> str:
    """A card's name as a word of an action: `Spark Lance` is `spark_lance`."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def read_cards(file: str, rows: Iterable[Any], card: type[C], lists: Mapping[str, Any]) -> tuple[list[C], list[str]]:
    """Cards from JSON values, and everything that is wrong with them as `file: card: field: fault`.

    `lists` maps fields that hold several things to the type of one of them: each of those is read by itself, so that one fault does not
    hide another.
    """
    found: list[C] = []
    faults: list[str] = []
    for number, row in enumerate(rows):
        name = str(row.get("id", number)) if isinstance(row, dict) else str(number)
        parts = [(field, i, kind, one) for field, kind in lists.items() for i, one in enumerate(_listed(row, field))]
        wrong = [_fault(f"{file}: {name}", f"{field}[{i}]", one, kind) for field, i, kind, one in parts]
        own = {k: v for k, v in row.items() if k not in lists} if isinstance(row, dict) else row
        wrong.append(_fault(f"{file}: {name}", "", own, card))
        faults += [w for w in wrong if w]
        if not any(wrong):
            found.append(converted(row, card))
    return found, faults


def _listed(row: Any, field: str) -> list[Any]:
    listed = row.get(field, []) if isinstance(row, dict) else []
    return listed if isinstance(listed, list) else [listed]


def _fault(where: str, field: str, value: Any, kind: Any) -> str:
    try:
        converted(value, kind)
    except msgspec.ValidationError as error:
        text = str(error)
        inside = _PLACE.search(text)
        at = ".".join(p for p in (field, inside.group(1) if inside else "") if p)
        return f"{where}: {at or 'card'}: {_PLACE.sub('', text)}"
    return ""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all words of the language in which a game's cards are written."""


def shape(ability: Any) -> Shape:
    """The shape of an ability, as the key of its text.

    `{"op": "damage", "to": "t1", "amount": 2}` has the key `damage(to=t1,amount=#)` and the number 2. The number 1 is kept apart in
    `near`, where it says "next to", and so are the signs of numbers.
    """
    numbers: list[int] = []
    return Shape(_shape(msgspec.to_builtins(ability), numbers, False), tuple(numbers))


def _shape(value: Any, numbers: list[int], exact: bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        if exact and value in (0, 1):
            return str(value)
        numbers.append(abs(value))
        return "#" if value >= 0 else "-#"
    if isinstance(value, dict):
        tags = [k for k in ("op", "kind") if isinstance(value.get(k), str)]
        head = value[tags[0]] if tags else ""
        parts = [f"{k}={_shape(v, numbers, k in ('near', 'min', 'max'))}" for k, v in value.items() if k not in tags]
        return f"{head}({','.join(parts)})"
    if isinstance(value, list | tuple):
        return "[" + ",".join(_shape(v, numbers, exact) for v in value) + "]"
    return str(value)
