"""The panel of decks as a member uses it."""

from __future__ import annotations

import json
import sqlite3

from tests.chat import ANNA, HERE

GAMES = ("hexygame", "planetary_conquerors")


def menu(chat, message, verb):
    """The menu of a verb on a message."""
    return next(m for m in chat.menus(message) if m["custom_id"].startswith(f"m:{verb}:"))


def chosen(found, *labels):
    """The values of a menu's options so called."""
    return [next(o["value"] for o in found["options"] if o["label"] == label) for label in labels]


async def choose(chat, verb, *labels, member=ANNA):
    """Chooses from a menu of the latest private message."""
    found = menu(chat, chat.private(member), verb)
    return await chat.choose(member, chat.private(member), found, chosen(found, *labels))


async def press(chat, label, member=ANNA):
    return await chat.press(member, chat.private(member), label)


async def decks(chat, member=ANNA, game="hexygame"):
    """As they are stored."""
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        rows = db.execute("SELECT name, cards FROM decks WHERE player = ? AND game = ?", (int(member), game)).fetchall()
    return {name: json.loads(cards) for name, cards in rows}


async def form(chat, custom_id, message=None, **fields):
    """Sends a form that was opened on a private message."""
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]} for name, value in fields.items()]
    body = {"member": ANNA, "channel": HERE, "custom_id": custom_id, "components": rows, "message": message and message["id"]}
    await chat.standin.play("modal", body)
    await chat.settle()
    return chat.private(ANNA)["content"]


async def opened(chat, label):
    """The custom id of the form that a button opens, and its first field."""
    shown = chat.private(ANNA)
    body = {"member": ANNA, "channel": HERE, "message": shown["id"], "custom_id": chat.button(shown, label)["custom_id"]}
    modal = (await chat.standin.play("component", body))["modal"]
    return modal["custom_id"], modal["components"][0]["components"][0]
