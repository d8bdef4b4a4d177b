"""A person's default standing orders for a game, with which they begin at each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data.store.personal_settings import PersonalSettings
from rules.game import Action, Rules
from rules.parts.ahead import giving
from rules.parts.stops import is_hold


def lasting(rules: Rules[Any]) -> Sequence[str]:
    """The orders of a game that can be given permanently, as they don't end by themselves."""
    return [order for order in rules.orders if not is_hold(order)]


async def usual_orders(people: PersonalSettings, rules: Rules[Any], player: int | None) -> Action:
    """The action that gives a player's usual orders; () for none."""
    if player is None:
        return ()
    wanted = (await people.stops(player, rules.key)).intersection(lasting(rules))
    return giving(rules.orders, wanted) if wanted else ()
