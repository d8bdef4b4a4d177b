"""What has just happened, as everybody has seen it: kept in a state, so that whoever looks at the board sees it there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from rules.game import Event

MOST = 40
"""So many stories are kept, the latest ones."""


class Story(msgspec.Struct, forbid_unknown_fields=True, frozen=True, array_like=True):
    """A public event, as a state remembers it."""

    kind: str
    facts: Mapping[str, Any]


Stories: TypeAlias = tuple[Story, ...]


def continued(before: Stories, events: Iterable[Event], kinds: Collection[str]) -> Stories:
    """What has happened before, and after it those of the events that everybody may know of and that are of such kinds."""
    return (*before, *(Story(e.kind, e.facts) for e in events if e.to is None and e.kind in kinds))[-MOST:]
