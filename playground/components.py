"""Validates action rows, buttons and menus against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.emoji import is_emoji
from playground.error_codes import counted, crossed, ranged, repeated, sized

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
MENUS = (3, 5, 6, 7, 8)
"""Menus of words, people, roles, either, and channels."""
LINK_STYLE, PREMIUM_STYLE = 5, 6
LINKED = ("http://", "https://", "discord://")
MOST_NUMBER = 2**31 - 1


def components_faults(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Discord's errors about the components of a message that is no layout."""
    children = [child for row in rows for child in row.get("components") or ()]
    yield from counted("components", rows, 0, 5)
    yield from repeated_faults([*rows, *children])
    yield from row_faults(rows)


def repeated_faults(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Errors about what has to be unique among all components of a message or form: custom ids and numbers."""
    yield from repeated("components.custom_id", [c["custom_id"] for c in components if c.get("custom_id")])
    numbers = [c["id"] for c in components if c.get("id")]
    yield from repeated("components.id", numbers)
    for number in numbers:
        yield from ranged("components.id", number, 0, MOST_NUMBER)


def row_faults(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Discord's errors about rows of buttons and menus."""
    for row in rows:
        children = row.get("components") or ()
        if row.get("type") != ACTION_ROW:
            yield f"components.type: Value of field 'type' must be one of ({ACTION_ROW},)."
            continue
        yield from counted("components.components", children, 1, 5)
        if len(children) > 1 and any(child.get("type") in MENUS for child in children):
            yield "components.components: a menu fills its row"
        for child in children:
            if child.get("type") == BUTTON:
                yield from _button_faults(child)
            elif child.get("type") in MENUS:
                yield from menu_faults(child)
            else:
                yield f"components.type: Value of field 'type' must be one of {(BUTTON, *MENUS)}."


def _button_faults(button: Mapping[str, Any]) -> Iterator[str]:
    style = button.get("style")
    yield from sized("label", button.get("label") or "", 0, 80)
    yield from emoji_faults(button.get("emoji"))
    if style not in range(1, PREMIUM_STYLE + 1):
        yield "style: Value must be one of (1, 2, 3, 4, 5, 6)."
    elif style == PREMIUM_STYLE:
        if not button.get("sku_id") or any(button.get(key) for key in ("custom_id", "label", "emoji", "url")):
            yield "sku_id: a premium button has nothing else"
    elif not ((button.get("label") or "").strip() or button.get("emoji")):
        yield "label: A button must have a label or an emoji"
    if style == LINK_STYLE:
        yield from _link_faults(button)
    elif style != PREMIUM_STYLE:
        yield from sized("custom_id", button.get("custom_id"), 1, 100)
        if button.get("url"):
            yield "url: A url and custom id cannot both be specified"


def _link_faults(link: Mapping[str, Any]) -> Iterator[str]:
    url = link.get("url")
    if not url:
        yield "url: A url is required"
    elif not url.startswith(LINKED):
        yield "url: Scheme must be one of discord, http, https."
    elif len(url) > 512:
        yield "url: Must be 512 or fewer in length."
    if link.get("custom_id"):
        yield "custom_id: A custom id and url cannot both be specified"


def emoji_faults(emoji: Mapping[str, Any] | None) -> Iterator[str]:
    """An error if there is an emoji that neither is a Unicode one nor has a numeric id."""
    if emoji and not (str(emoji["id"]).isdigit() if emoji.get("id") else is_emoji(emoji.get("name") or "")):
        yield "emoji: Invalid emoji"


def menu_faults(menu: Mapping[str, Any]) -> Iterator[str]:
    """Discord's errors about a menu of a message or of a form."""
    yield from sized("custom_id", menu.get("custom_id"), 1, 100)
    yield from sized("placeholder", menu.get("placeholder") or "", 0, 150)
    yield from bounds_faults(menu, 25)
    if menu["type"] == STRING_SELECT:
        yield from _options_faults(menu, menu.get("options") or ())
    elif menu.get("options"):
        yield "options: only a menu of words has options"


def bounds_faults(menu: Mapping[str, Any], most: int) -> Iterator[str]:
    """Discord's errors about the least and the greatest number of values of a menu, or files of an upload."""
    yield from ranged("min_values", menu.get("min_values"), 0, most)
    yield from ranged("max_values", menu.get("max_values"), 1, most)
    yield from crossed("min_values", _least(menu), _most(menu))


def _least(menu: Mapping[str, Any]) -> int:
    return 1 if menu.get("min_values") is None else int(menu["min_values"])


def _most(menu: Mapping[str, Any]) -> int:
    return 1 if menu.get("max_values") is None else int(menu["max_values"])


def _options_faults(menu: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield from counted("options", options, 1, 25)
    yield from repeated("options.value", [option.get("value") for option in options])
    for option in options:
        yield from sized("options.label", option.get("label"), 1, 100)
        yield from sized("options.value", option.get("value"), 1, 100)
        yield from sized("options.description", option.get("description") or "", 0, 100)
        yield from emoji_faults(option.get("emoji"))
    if options and _most(menu) > len(options):
        yield f"max_values: Must be {len(options)} or less: there are no more options."
    if sum(bool(option.get("default")) for option in options) > _most(menu):
        yield "options: more defaults than max_values"
