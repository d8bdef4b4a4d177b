"""Compares the commands registered with Discord with the ones in the code."""

from __future__ import annotations

import hashlib
import importlib
import json
from typing import Any

from cogs.service.bot import Referee, Translator, cog_names
from cogs.service.doctor.client import Answer
from cogs.service.doctor.findings import Finding, right, untold, wrong
from data.store import Store
from data.store.sqlite import MEMORY

OURS = (
    "type", "name", "description", "name_localizations", "description_localizations", "required", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "nsfw", "default_member_permissions", "contexts", "integration_types", "channel_types", "value",
)  # fmt: skip
"""What is compared of a command, an option or a choice; whatever else Discord tells is its own."""
NAMED = 5
"""Commands that are named at most."""


async def ours() -> list[dict[str, Any]]:
    """The commands as this version of the bot would register them."""
    store = await Store.open(MEMORY)
    bot = Referee(store)
    try:
        await bot.tree.set_translator(Translator())
        for name in cog_names():
            await importlib.import_module(name).setup(bot)
        assert bot.tree.translator is not None
        return [await command.get_translated_payload(bot.tree, bot.tree.translator) for command in bot.tree.get_commands()]
    finally:
        await bot.close()
        await store.close()


def essence(described: dict[str, Any]) -> dict[str, Any]:
    """A command in a comparable form, since Discord drops empty fields and reorders unordered ones."""
    found: dict[str, Any] = {}
    for key in OURS:
        value = described.get(key)
        if key == "default_member_permissions" and value is not None:
            value = str(value)
        if key in ("contexts", "integration_types") and value is not None:
            value = sorted(value)
        if value or (key == "value" and value is not None) or (key in ("min_value", "max_value", "min_length") and value is not None):
            found[key] = value
    for key in ("options", "choices"):
        if described.get(key):
            found[key] = [essence(inner) for inner in described[key]]
    return found


def digest(commands: list[dict[str, Any]]) -> str:
    """A short hash of commands in any order."""
    plain = sorted((essence(command) for command in commands), key=lambda command: (command.get("type", 1), command["name"]))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:12]


def compared(answer: Answer, own: list[dict[str, Any]]) -> Finding:
    """Whether Discord has the commands of this version."""
    if answer.status != 200:
        return untold("commands", f"Discord answers {answer.status}.")
    theirs, mine = ({command["name"]: essence(command) for command in commands} for commands in (answer.body, own))
    for command in (*theirs.values(), *mine.values()):
        command.setdefault("type", 1)
    if theirs == mine:
        return right("commands", f"Discord knows all {len(mine)} as they are (hash {digest(own)}).")
    differ = [f"/{name}" for name in sorted({*theirs, *mine}) if theirs.get(name) != mine.get(name)]
    names = ", ".join(differ[:NAMED]) + (f" and {len(differ) - NAMED} more" if len(differ) > NAMED else "")
    remedy = "start the bot: it registers what has changed, and its log says what Discord refuses."
    return wrong("commands", f"{names} are not as Discord knows them (hash {digest(own)}, there {digest(answer.body)}).", remedy)
