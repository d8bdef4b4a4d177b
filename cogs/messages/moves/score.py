"""Score lines in a private panel: how an action has changed the score, and the score now."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from cogs.play.table import Table
from data.language import Texts, unbracketed
from render.ending import signed
from render.painter import painter
from rules.game import Action, Refused, Seat
from rules.parts.halves import written


def score_changed(table: Table, seat: Seat, actions: Sequence[Action], before: Sequence[Any], say: Texts) -> list[str]:
    """A sentence on the points that the actions have won or cost their player; none where the score hasn't changed."""
    rules, counted = table.rules, painter(table.rules.key).counted
    if not actions:
        return []
    after = before[-1]
    if seat not in rules.to_act(after) or rules.decision(after, seat).sealed:  # What it brings depends on what others answer.
        return []
    with suppress(Refused):
        after = rules.apply(after, seat, actions[-1]).state
    then, now = (_scores(counted(rules.view(state, seat))) for state in (before[0], after))
    if len(then) != len(table.seats) or len(now) != len(table.seats) or then == now:
        return []
    gain = now[seat] - then[seat]
    key = "panel.gained" if gain > 0 else "panel.lost_some" if gain < 0 else "panel.against"
    gains = ", ".join(f"{table.names[other]} {signed(is_ - was)}" for other, (was, is_) in enumerate(zip(then, now, strict=True)) if is_ != was)
    return [say(key, n=written(abs(gain)), score=score(now, seat, table.names), gains=gains)]


def _scores(counts: Sequence[float | None]) -> Sequence[float]:
    """The score of each seat; empty unless all are known."""
    return [count for count in counts if count is not None] if None not in counts else []


def score(counts: Sequence[float], seat: Seat, names: Sequence[str]) -> str:
    """The score from the seat's side: its own first; of more than two seats the others' by name, since their order tells nobody whose is whose."""
    figures = [f"{'−' if count < 0 else ''}{written(abs(count))}" for count in counts]
    if len(figures) == 2:
        return f"{figures[seat]}:{figures[1 - seat]}"
    others = ", ".join(f"{unbracketed(f'{names[other]}')} {figure}" for other, figure in enumerate(figures) if other != seat)
    return f"{figures[seat]} ({others})"
