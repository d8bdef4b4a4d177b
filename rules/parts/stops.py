"""Stops: which reaction windows a seat is asked in, for games in which the others may answer everything.

A *window* is a place where a seat may react, by name. Each has a default: ask, or pass. A seat's orders (`rules.parts.ahead`) change it:
`ask_spell` asks where the default passes, `pass_spell` passes where it asks, and a *hold* such as `until_turn` passes everything until it ends by
itself. Whether somebody is asked depends on public facts and on the seat's own orders alone, never on what a hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Window(NamedTuple):
    """A reaction window of a seat: its name, whether the seat is asked here by default, and whether no order may pass it.

    `idle` says that everybody can see that the seat can do nothing but pass.
    """

    name: str
    ask: bool
    must: bool = False
    idle: bool = False


def orders(asks: Iterable[str], passes: Iterable[str], until: Iterable[str]) -> tuple[str, ...]:
    """The names of all stops: asking at windows that pass by default, passing at windows that ask, and holds."""
    return (*(f"until_{w}" for w in until), *(f"pass_{w}" for w in passes), *(f"ask_{w}" for w in asks))


def is_hold(order: str) -> bool:
    """Whether an order is a hold: it passes everything until it ends by itself."""
    return order.startswith("until_")


def passes(window: Window, given: frozenset[str]) -> bool:
    """Whether a seat passes a window without being asked."""
    if window.idle:
        return True
    if window.must:
        return False
    if any(map(is_hold, given)):
        return True
    if f"pass_{window.name}" in given:
        return True
    return not window.ask and f"ask_{window.name}" not in given
