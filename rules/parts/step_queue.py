"""A resumable queue of steps, which an engine takes between decisions; any step may need a choice.

A state keeps the names of the steps that are still to be taken, first one first. A step that needs a choice puts its own name back in front and
says that it waits; the answer goes on with the same list. So a choice in the middle of a phase, of an effect or of an order of triggers is no
special case, and a saved state goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

R = TypeVar("R")


class Stepping(Protocol):
    """A state with a queue of steps to take."""

    todo: list[str]

    @property
    def waits(self) -> bool:
        """Whether a choice must be made first, or the game is over."""
        ...


def go_on(run: R, state: Stepping, steps: Mapping[str, Callable[[R], None]]) -> None:
    """Takes steps until the state waits or none is left."""
    while state.todo and not state.waits:
        steps[state.todo.pop(0)](run)
