"""Validates embeds against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from playground.error_codes import counted, ranged, sized

MOST_EMBEDS, MOST_FIELDS, MOST_LETTERS = 10, 25, 6000
WEB = ("http://", "https://")
SHOWN = ("title", "description", "fields", "author", "footer", "image", "thumbnail")


def embed_faults(embeds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Discord's errors about the embeds of a message."""
    yield from counted("embeds", embeds, 0, MOST_EMBEDS)
    for embed in embeds:
        yield from _embed_faults(embed)
    if sum(len(text) for embed in embeds for text in _texts(embed)) > MOST_LETTERS:
        yield f"embeds: Embed size exceeds maximum size of {MOST_LETTERS}"


def _texts(embed: Mapping[str, Any]) -> Iterator[str]:
    """The texts that count for all embeds of a message together."""
    named = (embed, embed.get("footer") or {}, embed.get("author") or {}, *(embed.get("fields") or ()))
    for part, keys in zip(named, (("title", "description"), ("text",), ("name",), *[("name", "value")] * len(named)), strict=False):
        yield from (part.get(key) or "" for key in keys)


def _embed_faults(embed: Mapping[str, Any]) -> Iterator[str]:
    if not any(embed.get(key) for key in SHOWN):
        yield "embeds.description: This field is required"
    yield from sized("embeds.title", embed.get("title") or "", 0, 256)
    yield from sized("embeds.description", embed.get("description") or "", 0, 4096)
    yield from ranged("embeds.color", embed.get("color"), 0, 0xFFFFFF)
    if embed.get("footer"):
        yield from sized("embeds.footer.text", embed["footer"].get("text"), 1, 2048)
    if embed.get("author"):
        yield from sized("embeds.author.name", embed["author"].get("name"), 1, 256)
    yield from counted("embeds.fields", embed.get("fields") or (), 0, MOST_FIELDS)
    for field in embed.get("fields") or ():
        yield from sized("embeds.fields.name", field.get("name"), 1, 256)
        yield from sized("embeds.fields.value", field.get("value"), 1, 1024)
    yield from _address_faults(embed)
    if embed.get("timestamp") is not None and not _is_moment(embed["timestamp"]):
        yield "embeds.timestamp: Could not parse. Should be ISO8601."


def _address_faults(embed: Mapping[str, Any]) -> Iterator[str]:
    if not (embed.get("url") or WEB[0]).startswith(WEB):
        yield "embeds.url: Scheme must be one of http, https."
    for key in ("image", "thumbnail"):
        if embed.get(key) and not str(embed[key].get("url")).startswith((*WEB, "attachment://")):
            yield f"embeds.{key}.url: Scheme must be one of attachment, http, https."


def _is_moment(text: Any) -> bool:
    try:
        datetime.fromisoformat(str(text))
    except ValueError:
        return False
    return True
