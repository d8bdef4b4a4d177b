"""As much of a table as is looked at when what somebody types is read and explained: a position, without a database or a chat."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rules.game import Rules


def desk(rules: Rules[Any], state: Any, seats: int = 2) -> Any:
    """A table at a position, its people called A, B, C, D."""
    names = tuple("ABCD"[:seats])
    return SimpleNamespace(
        rules=rules,
        state=state,
        names=names,
        seats=tuple(SimpleNamespace(name=name) for name in names),
        row=SimpleNamespace(language="en", theme="light"),
        view=lambda seat: rules.view(state, seat),
        acting=rules.to_act(state),
        over=False,
        late=None,
    )
