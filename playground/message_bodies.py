"""Validates the body of every message as Discord does: content, nonce, allowed mentions, and files.

Besides what is refused there is what discord.py sends and Discord's description allows, though Discord's published types (discord-api-types) do not.
What Discord does with it, as far as its description, its pages and reports tell:

- `content: null` and `embeds: []` in a new message: the description has both nullable; null counts as not given, so that a message with nothing else
  is refused as empty (50006). In an edit null takes the content away, which turns an older message into a layout.
- `default_member_permissions` as a number: the pages have a string of digits, the description an integer; Discord takes both and answers with a
  string.
- `type: null`, `auto_archive_duration: null`, `rate_limit_per_user: null` and `invitable: null` where a thread is made: nullable, and as if left
  out: a private thread, the channel's own time of silence, no slow mode.
- `description: null` and a number as `id` of an entry in `attachments`: nullable; ids are taken as numbers and as strings and answered as strings.
- `emoji: {"id": null, "name": "...", "animated": false}` in a button or an option: the description has no `animated`, and what a request has besides
  is ignored.
- `allowed_mentions.users` as numbers: as other ids.
- `tts: false`, `flags: 0` and `components: []` in a new message: the defaults in words.

What Discord takes and yet does otherwise than one would think: it renames uploaded files as werkzeug's `secure_filename` does (discord-api-docs
#7754, #8464), after which `attachment://` may name none (UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND). Here such a name is refused at once,
so that nothing depends on what becomes of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from playground.components import components_faults
from playground.embeds import embed_faults
from playground.error_codes import EMPTY_MESSAGE, Rejected, counted, invalid, repeated, sized

MOST_WORDS, MOST_FILES, MOST_NAMED = 2000, 10, 100
PINGED = ("roles", "users", "everyone")
_KEPT_NAME = re.compile(r"[A-Za-z0-9-][A-Za-z0-9._-]*")


def check_message(body: Mapping[str, Any], files: int, fresh: bool) -> None:
    """Raises Rejected for a message that Discord would refuse. `fresh`: it is new, not an edit."""
    faults = [
        *sized("content", body.get("content") or "", 0, MOST_WORDS),
        *message_faults(body, files),
        *components_faults(body.get("components") or ()),
    ]
    if faults:
        raise invalid(faults)
    if fresh and not ((body.get("content") or "").strip() or body.get("embeds") or files or body.get("components") or body.get("sticker_ids")):
        raise Rejected(400, EMPTY_MESSAGE, "Cannot send an empty message")


def message_faults(body: Mapping[str, Any], files: int) -> Iterator[str]:
    """Discord's errors about a message of any kind: the number of its files, its embeds, its nonce and whom it pings."""
    if files > MOST_FILES:
        yield f"files: at most {MOST_FILES}"
    yield from sized("nonce", str(body.get("nonce") or ""), 0, 25)
    yield from counted("sticker_ids", body.get("sticker_ids") or (), 0, 3)
    yield from embed_faults(body.get("embeds") or ())
    yield from _mention_faults(body.get("allowed_mentions") or {})


def _mention_faults(allowed: Mapping[str, Any]) -> Iterator[str]:
    parse = allowed.get("parse") or ()
    if not {*parse} <= {*PINGED}:
        yield f"allowed_mentions.parse: Value must be one of {PINGED}."
    yield from repeated("allowed_mentions.parse", parse)
    for kind in ("users", "roles"):
        named = allowed.get(kind) or ()
        if named and kind in parse:
            yield f"allowed_mentions.{kind}: parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive"
        yield from counted(f"allowed_mentions.{kind}", named, 0, MOST_NAMED)
        yield from repeated(f"allowed_mentions.{kind}", map(str, named))


def check_files(body: Mapping[str, Any], sent: Mapping[int, str], kept: Collection[str] = ()) -> None:
    """Raises Rejected for files that Discord would refuse. `sent`: the names of those in the request. `kept`: the ids of those that the message has
    already. Each entry of `attachments` is about one of either."""
    entries = body.get("attachments") or ()
    numbers = [str(entry.get("id")) for entry in entries]
    faults = [*counted("attachments", entries, 0, MOST_FILES), *repeated("attachments.id", numbers)]
    known = {*map(str, sent), *kept}
    faults += ["attachments: Attachment data not found" for number in dict.fromkeys(numbers) if number not in known]
    for entry in entries:
        faults += sized("attachments.description", entry.get("description") or "", 0, 1024)
    names = [*sent.values(), *(entry["filename"] for entry in entries if entry.get("filename") is not None)]
    faults += [
        f"attachments.filename: {name!r} would be renamed" for name in dict.fromkeys(names) if not _KEPT_NAME.fullmatch(name) or len(name) > 1024
    ]
    if faults:
        raise invalid(faults)
