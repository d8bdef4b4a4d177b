"""The context of log lines: the ids of interaction, table or tournament, and shard. Never who does something."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType

_NOTHING: Mapping[str, int] = MappingProxyType({})
_concerned: ContextVar[Mapping[str, int]] = ContextVar("concerned", default=_NOTHING)


def about(**ids: int) -> None:
    """Replaces the ids that log lines of the present task carry; tasks started from it inherit them."""
    _concerned.set(ids)


def also_about(**ids: int) -> None:
    """Adds ids to those that log lines of the present task carry."""
    _concerned.set({**_concerned.get(), **ids})


def concerned() -> Mapping[str, int]:
    """The log context of the present task, by name."""
    return _concerned.get()
