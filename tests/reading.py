"""Messages as their readers have them, whether they are layouts or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from discord import ui

Json = dict[str, Any]
LAYOUT = 1 << 15
"""Discord's IS_COMPONENTS_V2."""


def read(message: Json) -> Json:
    """What somebody reads, sees and may press, in the shape of a message that is no layout: the text in `content`, pictures and files that are shown
    with their words in `attachments`, rows of buttons and menus in `components`, where a button beside a text has a row of its own. A message that
    is no layout is given as it is. What stands beside buttons is in `beside`, by their custom ids."""
    if not message["flags"] & LAYOUT:
        return message
    texts: list[str] = []
    pictures: list[Json] = []
    rows: list[Json] = []
    for one in _opened(message["components"]):
        if one["type"] == 10:
            texts.append(one["content"])
        elif one["type"] == 1:
            rows.append(one)
        elif one["type"] == 2:
            rows.append({"type": 1, "components": [one]})
        elif one["type"] == 12:
            pictures += [_attached(item["media"], item.get("description")) for item in one["items"]]
        elif one["type"] == 11:
            pictures.append(_attached(one["media"], one.get("description")))
        elif one["type"] == 13:
            pictures.append(_attached(one["file"], None))
    sections = [part for part in _parts(message["components"]) if part["type"] == 9]
    beside = {part["accessory"].get("custom_id", ""): "\n".join(text["content"] for text in part["components"]) for part in sections}
    return message | {"content": "\n".join(texts), "attachments": pictures, "components": rows, "beside": beside}


def chosen(menu: Mapping[str, Any], words: Sequence[str]) -> list[str]:
    """The values of a menu for the next words of an action, as many as are chosen together; nothing where it does not offer all of them."""
    left, found = [option["value"] for option in menu["options"]], []
    for word in words[: menu.get("max_values", 1)]:
        if (value := next((v for v in left if v.partition(":")[0] == word), None)) is None:
            return []
        left.remove(value)
        found.append(value)
    return found


def spoken(message: Mapping[str, Any]) -> str:
    """What a message says that is about to be sent, as the arguments of discord.py."""
    view = message.get("view")
    shown = [part["content"] for part in _opened(view.to_components()) if part["type"] == 10] if isinstance(view, ui.LayoutView) else []
    return message.get("content") or "\n".join(shown)


def _parts(components: Iterable[Json]) -> Iterator[Json]:
    """The components of a layout, and those of its containers."""
    for one in components:
        yield from one["components"] if one["type"] == 17 else (one,)


def _opened(components: Iterable[Json]) -> Iterator[Json]:
    """The components of a layout from top to bottom; containers and sections give what is in them."""
    for one in components:
        if one["type"] in (9, 17):
            yield from _opened(one["components"])
            if one["type"] == 9:
                yield one["accessory"]
        else:
            yield one


def _attached(media: Json, description: str | None) -> Json:
    name = media["url"].rpartition("/")[2]
    return {
        "id": media["attachment_id"], "filename": name, "url": media["url"], "description": description, "content_type": media["content_type"],
    }  # fmt: skip
