"""Commands that need no table, where there is none: in a direct message."""

from __future__ import annotations

from typing import Any

from playground.world import World
from tests.chat import ANNA, Chat

GIVEN: dict[str, Any] = {
    "question": "MH-1", "card": "m04", "name": "crimson", "deck": "x", "game": "monster_hex", "days": "0", "language": "en", "theme": "dark",
    "order": "pass_all",
}  # fmt: skip
"""Values of options that must be given."""


def leaves(node: dict[str, Any], path: tuple[str, ...] = ()) -> list[tuple[str, dict[str, str]]]:
    """The commands below a command, with values for what they must be given."""
    options = node.get("options") or []
    if any(o["type"] in (1, 2) for o in options):
        return [leaf for o in options for leaf in leaves(o, (*path, node["name"]))]
    needed = {o["name"]: "True" if o["type"] == 5 else GIVEN[o["name"]] for o in options if o.get("required")}
    return [(" ".join((*path, node["name"])), needed)]


async def test_every_command_that_may_be_used_without_a_table_answers_there(chat: Chat):
    direct = World.direct(ANNA)
    able = [leaf for node in chat.world.commands if 1 in node["contexts"] for leaf in leaves(node)]
    assert len(able) > 15
    for command, options in able:
        answer = await chat.use(ANNA, command, direct, **options)
        assert answer, command
        assert "our side" not in answer, command
        if command == "deck use":
            assert "no such table here" in answer
