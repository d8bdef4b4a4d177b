"""Validates layouts: messages with IS_COMPONENTS_V2, whose text, pictures and files are all components.

Such a message has no content and no embeds. Rows of buttons and menus, in layouts and elsewhere: `components.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from playground.components import ACTION_ROW, BUTTON, repeated_faults, row_faults
from playground.error_codes import EMPTY_MESSAGE, Rejected, counted, invalid, ranged
from playground.message_bodies import message_faults

Json = dict[str, Any]
COMPONENTS_V2 = 1 << 15
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
IN_CONTAINERS = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR})
MOST_COMPONENTS, MOST_LETTERS = 40, 4000
ATTACHED = "attachment://"


def is_layout(message: Mapping[str, Any]) -> bool:
    """Whether a message, or the body of a request, has the flag."""
    return bool((message.get("flags") or 0) & COMPONENTS_V2)


def parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All components of a message, nested ones too, from top to bottom."""
    for component in components:
        yield component
        yield from parts(component.get("components") or ())
        if component.get("accessory"):
            yield component["accessory"]


def words(message: Mapping[str, Any]) -> str:
    """The text of a message: its content or, of a layout, all text displays."""
    if not is_layout(message):
        return message.get("content") or ""
    return "\n".join(part["content"] for part in parts(message.get("components") or ()) if part["type"] == TEXT_DISPLAY)


def check_layout(body: Mapping[str, Any], files: Collection[str], before: Mapping[str, Any] | None = None) -> None:
    """Raises Rejected for a layout that Discord would refuse. `files`: the names of its files. `before`: the message to be edited, which loses
    content and embeds only if the body says so, and its flag never."""
    whole = {key: body.get(key, (before or {}).get(key)) for key in ("content", "embeds")}
    faults = [f"{key}: The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2" for key, value in whole.items() if value] + [
        *message_faults(body, len(files))
    ]
    if "components" in body or before is None or not is_layout(before):
        if not body.get("components"):
            raise Rejected(400, EMPTY_MESSAGE, "Cannot send an empty message")
        faults += _layout_faults(body["components"], files)
    if faults:
        raise invalid(faults)


def _layout_faults(components: Sequence[Mapping[str, Any]], files: Collection[str]) -> Iterator[str]:
    found = [*parts(components)]
    if len(found) > MOST_COMPONENTS:
        yield f"components: The total number of components cannot exceed {MOST_COMPONENTS}"
    if sum(len(part["content"]) for part in found if part["type"] == TEXT_DISPLAY) > MOST_LETTERS:
        yield f"components: The total displayable text size exceeds the maximum of {MOST_LETTERS}"
    if any(component["type"] not in IN_CONTAINERS | {CONTAINER} for component in components):
        yield "components.type: no component that may stand by itself"
    yield from repeated_faults(found)
    yield from row_faults([part for part in found if part["type"] == ACTION_ROW])
    for part in found:
        yield from _part_faults(part)
        for shown in _media(part):
            name = shown["url"].removeprefix(ATTACHED)
            if shown["url"] != name and name not in files:
                yield f"components.media.url: Referenced attachment not found: {name}"
            if shown["url"] == name and (part["type"] == FILE or not name.startswith(("https://", "http://"))):
                yield "components.media.url: Must be one of attachment://, http, https"


def _part_faults(part: Mapping[str, Any]) -> Iterator[str]:
    inner = part.get("components") or ()
    if part["type"] == TEXT_DISPLAY and not part["content"].strip():
        yield "content: Must be between 1 and 4000 in length."
    elif part["type"] == SECTION:
        if not 1 <= len(inner) <= 3 or any(child["type"] != TEXT_DISPLAY for child in inner):
            yield "components.components: a section has one to three text displays"
        if (part.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
            yield "accessory: This field is required"
        elif part["accessory"]["type"] == BUTTON:
            yield from row_faults([{"type": ACTION_ROW, "components": [part["accessory"]]}])
    elif part["type"] == MEDIA_GALLERY:
        yield from counted("items", part["items"], 1, 10)
    elif part["type"] == SEPARATOR:
        yield from ranged("spacing", part.get("spacing"), 1, 2)
    elif part["type"] == CONTAINER:
        if not inner or any(child["type"] not in IN_CONTAINERS for child in inner):
            yield "components.components: a container has something in it, and no container"
        yield from ranged("accent_color", part.get("accent_color"), 0, 0xFFFFFF)
    for described in (part, *(part.get("items") or ())):
        if described.get("description") is not None and not 1 <= len(described["description"]) <= 1024:
            yield "description: Must be between 1 and 1024 in length."


def _media(part: Mapping[str, Any]) -> list[Json]:
    """The media objects of a component: its pictures or its file."""
    if part["type"] == MEDIA_GALLERY:
        return [item["media"] for item in part["items"]]
    return [part[key] for key in ("media", "file") if isinstance(part.get(key), dict)]


def settled(components: list[Json], files: Sequence[Json]) -> list[Json]:
    """Numbers components as Discord does and links those with media to their files; returns the files that none of them shows."""
    named, shown = {file["filename"]: file for file in files}, set()
    numbers = count(1)
    for part in parts(components):
        assert isinstance(part, dict)
        part["id"] = next(numbers)
        for media in _media(part):
            if file := named.get(media["url"].removeprefix(ATTACHED)):
                media |= {"id": file["id"], "attachment_id": file["id"], "content_type": file["content_type"]}
                media["url"] = media["proxy_url"] = file["url"]
            shown.add(media.get("attachment_id"))
    return [file for file in files if file["id"] not in shown]
