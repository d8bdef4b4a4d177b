"""A fallback for messages that Discord refuses as malformed: the same content in a plainer form, since such a refusal is the bot's own fault, and
the news must arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui

LONGEST = 2000
"""Letters of an ordinary message."""
MALFORMED = frozenset({50006, 50035, 50046, 50109})
"""Discord's codes for what is no message: empty, a form with a fault, a file that is none, no JSON; nothing of rights or of the channel."""
TOO_LARGE = 413


def malformed(error: BaseException | None) -> bool:
    """Whether Discord has refused a message for its content, not for its place or sender."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.status == TOO_LARGE or (error.status == 400 and error.code in MALFORMED)


def plainer(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Plainer forms of a message, the fuller first: words and alt texts, with buttons and menus, and without."""
    view = message.get("view")
    words = "\n".join(filter(None, [message.get("content"), *_words(message, view)])).strip()
    bare: dict[str, Any] = {"content": _cut(words) or "…"}
    if "allowed_mentions" in message:
        bare["allowed_mentions"] = message["allowed_mentions"]
    if view is not None and (pressed := _pressed(view)) is not None:
        yield bare | {"view": pressed}
    yield bare


def _words(message: Mapping[str, Any], view: ui.View | ui.LayoutView | None) -> Iterator[str]:
    for item in view.walk_children() if view is not None else ():
        if isinstance(item, ui.TextDisplay):
            yield item.content
        elif isinstance(item, ui.MediaGallery):
            yield from (picture.description for picture in item.items if picture.description)
    files = [message["file"]] if message.get("file") else message.get("files") or message.get("attachments") or []
    yield from (file.description for file in files if getattr(file, "description", None))


def _pressed(view: ui.View | ui.LayoutView) -> ui.View | None:
    """A message's buttons and menus in their rows, for an ordinary message."""
    found = ui.View(timeout=None)
    items: list[tuple[ui.Item[Any], int | None]]
    if isinstance(view, ui.LayoutView):
        rows = [child.children for child in view.walk_children() if isinstance(child, ui.ActionRow)]
        items = [(item, number) for number, children in enumerate(rows) for item in children]
    else:
        items = [(item, item.row) for item in view.children]
    for item, row in items:
        found.add_item(_anew(item, row))
    return found if items else None


def _anew(item: ui.Item[Any], row: int | None) -> ui.Item[Any]:
    inner = item.item if isinstance(item, ui.DynamicItem) else item
    if isinstance(inner, ui.Button):
        return ui.Button(
            style=inner.style, label=inner.label, disabled=inner.disabled, custom_id=inner.custom_id, url=inner.url, emoji=inner.emoji, row=row
        )
    assert isinstance(inner, ui.Select)
    return ui.Select(
        custom_id=inner.custom_id, placeholder=inner.placeholder, min_values=inner.min_values, max_values=inner.max_values, options=inner.options,
        disabled=inner.disabled, row=row,
    )  # fmt: skip


def _cut(words: str) -> str:
    """The last letters that fit, since they say who is asked."""
    return words if len(words) <= LONGEST else f"…{words[1 - LONGEST :]}"
