"""Removes the buttons from an earlier message, and leaves everything else. From which message, and when: `_board` and `_retire` in
`table_messages`.

An ordinary message loses its components. A layout consists of components: it is rebuilt from the message as Discord returns it, so nothing of it
needs to be stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from discord import ComponentType, MessageFlags

Json = Mapping[str, Any]
LAYOUT = MessageFlags(components_v2=True).value
PRESSED = frozenset({ComponentType.action_row.value, ComponentType.button.value})


def without_buttons(message: Json) -> dict[str, Any]:
    """The body of an edit that removes a message's buttons and menus, and changes nothing else. Files are kept, those shown by components are
    named again, and nobody is pinged again."""
    if not message["flags"] & LAYOUT:
        return {"components": []}
    files = dict.fromkeys([*(file["id"] for file in message["attachments"]), *_files(message["components"])])
    kept = [{"id": file} for file in files]  # Each once, whether Discord lists it beside the components or not.
    return {"components": [*_still(message["components"])], "attachments": kept, "allowed_mentions": {"parse": []}}


def _still(components: Iterable[Json]) -> Iterator[dict[str, Any]]:
    """The components without buttons and menus; of a text with a button beside it, the text."""
    for one in components:
        if one["type"] in PRESSED:
            continue
        accessory = one.get("accessory")
        if accessory is not None and accessory["type"] in PRESSED:
            yield from _still(one["components"])
        else:
            yield _again(one)


def _again(component: Json) -> dict[str, Any]:
    """A received component in the form in which it is sent."""
    found = {key: value for key, value in component.items() if key != "id" and value is not None}
    if "components" in found:
        found["components"] = [*_still(found["components"])]
    if "accessory" in found:
        found["accessory"] = _again(found["accessory"])
    if "items" in found:
        found["items"] = [_again(item) for item in found["items"]]
    return found | {key: {"url": _name(found[key])} for key in ("media", "file") if key in found}


def _name(media: Json) -> str:
    """The URL by which a component shows media: `attachment://` for a file of the message, its address for anything else."""
    url: str = media["url"]
    return f"attachment://{unquote(urlsplit(url).path.rpartition('/')[2])}" if media.get("attachment_id") else url


def _files(components: Iterable[Json]) -> Iterator[str]:
    """The ids of a message's files that components show."""
    for one in components:
        shown = [*(item["media"] for item in one.get("items", ())), *(one[key] for key in ("media", "file") if key in one)]
        yield from (media["attachment_id"] for media in shown if media.get("attachment_id"))
        yield from _files([*one.get("components", ()), *([one["accessory"]] if one.get("accessory") else [])])
