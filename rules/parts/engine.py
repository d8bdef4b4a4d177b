"""The base of every engine: loads content and options, walks the tree of words, serialises states as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from rules.game import Action, Word
from rules.parts.lazy import converted, decoder

S = TypeVar("S")


class Faults(ValueError):
    """Invalid game content; lists all faults at once."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def shaped(content: Mapping[str, Any], shapes: Mapping[str, type]) -> list[Any]:
    """A game's content files converted to the types `shapes`, in that order. Raises Faults naming every file that does not fit."""
    found: list[Any] = []
    faults = []
    for name, shape in shapes.items():
        try:
            found.append(converted(content.get(name), shape))
        except msgspec.ValidationError as error:
            faults.append(f"{name}: {error}")
    if faults:
        raise Faults(faults)
    return found


def walked(words: Callable[[Action], list[Word]], action: Action) -> tuple[int, bool]:
    """How many words of an action are legal in sequence, and whether the action may end there."""
    ends = False
    for n, word in enumerate(action):
        found = next((w for w in words(action[:n]) if w.text == word), None)
        if found is None:
            return n, ends
        ends = found.end
    return len(action), ends


class Codec(Generic[S]):
    """Serialises states of one type as JSON. Their structs forbid unknown fields, lest a default silently replace a renamed one."""

    def __init__(self, kind: type[S]) -> None:
        self.dump: Callable[[S], bytes] = msgspec.json.Encoder().encode
        self._decode = decoder(kind).decode

    def load(self, snapshot: bytes) -> S:
        """The state from `dump`. Raises ValueError for anything else."""
        try:
            return self._decode(snapshot)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ValueError(str(error)) from error
