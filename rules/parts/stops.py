"""Standing orders, and stops: which reaction windows a seat is asked in, for games in which the others may answer everything.

An order is given at any time, asked or not, by an action of its own: STOPS and all the orders that stand from then on. Nobody else knows of
such a *sealed* action, and it answers nothing; it is a row of the record like any other, and what it says is kept in the state, so that a
replay, an undo and a snapshot know the orders too. What a seat says ahead in another way is one more word in SEALED.

A *window* is a place where a seat may react, by name. Each has a default: ask, or pass. A seat's orders change it: `ask_spell` asks where the
default passes, `pass_spell` passes where it asks, and a *hold* such as `until_turn` passes everything until it ends by itself. Whether somebody
is asked depends on public facts and on the seat's own orders alone, never on what a hand holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from rules.game import Action, Plain, Refused, Seat, Step

STOPS = "stops"
"""The word that begins an action by which a seat gives its orders."""
SEALED = (STOPS,)
"""The words that begin actions of which nobody else knows, and which answer nothing."""
Given = dict[Seat, tuple[str, ...]]
"""The orders of the seats: the field `orders` of a state. It is never changed, but replaced."""


def sealed(action: Action) -> bool:
    """Whether an action says something ahead: nobody else may know of it, and all questions stand as they were."""
    return bool(action) and action[0] in SEALED


def giving(names: Sequence[str], orders: frozenset[str]) -> Action:
    """The action that gives these orders, spelled in the order of a game's names; without orders it withdraws all of them."""
    return (STOPS, *(name for name in names if name in orders))


def known_to(given: Given, seat: Seat | None) -> Given:
    """What a seat knows of all orders: its own."""
    return {s: orders for s, orders in given.items() if s == seat}


def lifted(given: Given, seat: Seat, ended: Iterable[str]) -> Given:
    """All orders after some of a seat's have ended."""
    ended = set(ended)
    return {**given, seat: tuple(o for o in given[seat] if o not in ended)} if ended.intersection(given.get(seat, ())) else given


class WithOrders(Plain):
    """A game whose seats may give orders. Its states have them in a field `orders` (Given), its `verbs` the rule behind STOPS."""

    orders: tuple[str, ...]

    def given(self, state: Any, seat: Seat) -> frozenset[str]:
        return frozenset(state.orders.get(seat, ()))

    def take_orders(self, state: Any, seat: Seat, action: Action) -> Step:
        """Carries a sealed action out. Raises Refused for orders that there are not, and for one that is named twice."""
        orders = action[1:]
        if len(set(orders)) != len(orders) or not set(orders) <= set(self.orders):
            raise Refused("unknown_order", self.verbs[STOPS], self.orders)
        return Step(msgspec.structs.replace(state, orders={**state.orders, seat: orders}), ())


# Windows


class Window(NamedTuple):
    """Where a seat stands: the window's name, whether it is asked here by default, and whether no order may pass for it.

    `idle` says that everybody can see that the seat can do nothing but pass.
    """

    name: str
    ask: bool
    must: bool = False
    idle: bool = False


def orders(asks: Iterable[str], passes: Iterable[str], until: Iterable[str]) -> tuple[str, ...]:
    """The names of all stops: for windows that pass by default, for windows that ask, and holds."""
    return (*(f"until_{w}" for w in until), *(f"pass_{w}" for w in passes), *(f"ask_{w}" for w in asks))


def is_hold(order: str) -> bool:
    """Whether an order passes everything until it ends by itself."""
    return order.startswith("until_")


def passes(window: Window, given: frozenset[str]) -> bool:
    """Whether a seat passes here without being asked."""
    if window.idle:
        return True
    if window.must:
        return False
    if any(map(is_hold, given)):
        return True
    if f"pass_{window.name}" in given:
        return True
    return not window.ask and f"ask_{window.name}" not in given
