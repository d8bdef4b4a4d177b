"""The layout of a private panel: what has happened, the board, the hand, the question, what there is to press.

Board and hand are galleries of one picture each: side by side Discord crops them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from cogs.messages.truncation import MAX_CONTENT, cut

MOST_PARTS, MOST_LETTERS = 40, 4000
"""So many components with all that are in others, and so many letters, Discord takes in a layout."""
NO_PICTURES = (403, 413)
"""Statuses with which Discord says that it takes no files here, or none so large."""


def in_words(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message with the alt texts of its pictures in their place."""
    words = [message.get("content") or "", *(file.description or "" for file in message.get("attachments") or ())]
    return {**message, "content": cut("\n".join(words)), "attachments": []}


def laid_out(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the arguments of an edit that makes it a layout, whatever it was: its `content`, a gallery for each of its `attachments`, its
    `question`, and the rows of its `view`.

    A layout has no content or embeds, and stays one, so that every further edit of it goes through here.
    """
    files = [*(message.get("attachments") or ())]
    view = ui.LayoutView(timeout=None)
    question: str = message.get("question") or ""
    for part in _text(cut(message.get("content") or "", MOST_LETTERS - min(len(question), MAX_CONTENT))):
        view.add_item(part)
    for file in files:
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(file)))
        file.description = None  # Its words are those of the gallery.
    for part in [*_text(cut(question)), *_rows(message.get("view"))]:
        view.add_item(part)
    return {"content": None, "attachments": files, "view": view}


def _text(words: str) -> list[ui.Item[Any]]:
    """Words as an item of a layout; no item for no words."""
    return [ui.TextDisplay(words)] if words.strip() else []


def _rows(view: ui.View | None) -> list[ui.Item[Any]]:
    """A view's buttons and menus in their rows, below those that have a line of text beside them."""
    if view is None:
        return []
    items: dict[str, Any] = {_name(item.to_component_dict()): item for item in view.children}
    rows = [[items[_name(part)] for part in row["components"]] for row in view.to_components()]
    lines = [ui.Section(ui.TextDisplay(words), accessory=item) for row in rows for item in row if (words := _beside(item))]
    rows = [[item for item in row if not _beside(item)] for row in rows]
    return [*lines, *(ui.ActionRow(*row) for row in rows if row)]


def _beside(item: ui.Item[Any]) -> str:
    """The line of text beside a button; "" for one in a row."""
    return getattr(item, "beside", "")


def _name(component: Mapping[str, Any]) -> str:
    """The custom id of a button or menu, or what else identifies it in its message."""
    return str(component.get("custom_id") or component["url"])
