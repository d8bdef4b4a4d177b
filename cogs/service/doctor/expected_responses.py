"""The responses expected from Discord for each kind of request that the bot makes: some fields of each, by path.

Tests hold that the stand-in answers in the same way. Reports contain these fields alone, and no texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

SOME, NONE = "some text", None
"""What is expected of a field, where its value is not known."""
_MESSAGE = {"id": SOME, "channel_id": SOME, "timestamp": SOME, "type": 0, "tts": False, "mention_everyone": False, "pinned": False}
LAYOUT = 1 << 15
_BOARD = _MESSAGE | {
    "flags": LAYOUT,
    "components.0.type": 17,
    "components.0.components.0.type": 10,
    "components.0.components.1.type": 12,
    "components.0.components.1.items.0.description": SOME,
    "components.0.components.1.items.0.media.url": SOME,
    "components.0.components.2.type": 1,
    "components.0.components.2.components.0.custom_id": SOME,
}
_PRESS = {"type": 3, "context": 0, "member": True, "guild": True, "permissions": True, "message.flags": 64}
EXPECTED: dict[str, Mapping[str, Any]] = {
    "board": _BOARD | {"mentions.0.id": SOME, "edited_timestamp": NONE},
    "edit": _BOARD | {"edited_timestamp": SOME},
    "picture": _BOARD | {"edited_timestamp": SOME},
    "pin": {},
    "thread": {"id": SOME, "parent_id": SOME, "type": 11, "thread_metadata.archived": False, "thread_metadata.locked": False},
    "member": {},
    "in thread": _MESSAGE | {"flags": 0, "content": SOME},
    "channel": {"id": SOME, "type": 1},
    "direct": _MESSAGE | {"flags": 0, "content": SOME},
    "panel": _MESSAGE | {"type": 0, "flags": 64, "components.0.type": 1, "components.1.components.0.type": 3},
    "late": {"id": SOME, "flags": 64, "edited_timestamp": SOME},
    "press": _PRESS | {"component": 2, "values": 0},
    "choose": _PRESS | {"component": 3, "values": 1},
    "form": {"type": 5, "context": 0, "member": True, "guild": True, "permissions": True, "field": True},
    "delete": {},
    "delete thread": {},
}


class Difference(NamedTuple):
    """A field of a response that is not as expected."""

    field: str
    answered: str
    expected: str


_MISSING = object()


def _at(answer: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(answer, Mapping) and step in answer:
            answer = answer[step]
        elif isinstance(answer, list) and step.isdigit() and int(step) < len(answer):
            answer = answer[int(step)]
        else:
            return _MISSING
    return answer


def shown(value: Any) -> str:
    """A value without secrets: of a text only that it is one."""
    if value is _MISSING:
        return "absent"
    if value is None or isinstance(value, bool | int | float):
        return str(value)
    return ("some text" if value else "no text") if isinstance(value, str) else type(value).__name__


def _fits(found: Any, expected: Any) -> bool:
    if expected is SOME:
        return shown(found) == SOME
    return found is None if expected is None else type(found) is type(expected) and found == expected


def differences(step: str, answer: Any) -> Iterator[Difference]:
    """The differences between an answer and what is expected for its kind of request."""
    for path, expected in EXPECTED[step].items():
        if not _fits(found := _at(answer, path), expected):
            yield Difference(path, shown(found), str(expected))
