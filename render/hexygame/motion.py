"""Finds what a message of HexyGame animates: units and buildings that have just been destroyed (HX-11.5), and the end of a game.

A blow or a spell that destroyed them is shown before, as if it still lay on the stack: who strikes whom, with which sums.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from render.canvas import Scene
from render.hexygame.hexes import Figures, Marks, Standing
from render.hexygame.scenes import board_scene
from render.look import Look
from render.motion import ROCKETS, Blow
from rules.game import Event, View
from rules.hexygame.view import BoardView, ItemView

Facts = Mapping[str, Any]


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the hexes where `events` destroyed something, after what struck it; fireworks over the map at the end; None if nothing was
    destroyed."""
    if view.outcome:
        return Blow(("frame",), rockets=ROCKETS)
    fallen = {event.facts["hex"]: event.facts for event in events if event.kind == "destroyed" and "hex" in event.facts}
    if not fallen:
        return None
    found = Blow(tuple(("hex", at) for at in fallen))
    losses = {event.facts["hex"]: event.facts for event in events if event.kind in ("combat", "counters_changed") and event.facts["hex"] in fallen}
    strikes = [_strike(facts) for facts in losses.values() if "hexes" in facts]
    spells = [_spell(event.facts, fallen) for event in events if event.kind == "resolved" and event.facts["what"] == "spell"]
    if not (struck := strikes or spells[-1:]):
        return found
    before = _before(view, look.in_pictures, struck, fallen, losses)
    sources = tuple(("hex", at) for item in strikes for at in item.attackers) or (("head", struck[0].seat),)
    return found._replace(before=(before, before), sources=sources)


def _strike(facts: Facts) -> ItemView:
    """A blow of a combat as an item of the stack."""
    sums = facts["attack"], facts["defense"]
    return ItemView(0, "strike_attack", facts["seat"], "", facts["hex"], "", (), tuple(facts["hexes"]), "", sums, None)


def _spell(facts: Facts, targets: Iterable[str]) -> ItemView:
    """A spell that destroyed what stood on its targets as an item of the stack."""
    return ItemView(0, "spell", facts["seat"], facts["card"], "", "", tuple(targets), (), "", None, None)


def _before(view: View[BoardView], look: Look, struck: Sequence[ItemView], fallen: Mapping[str, Facts], losses: Mapping[str, Facts]) -> Scene:
    """The stage with what struck on its stack, and what it destroyed as it still stood, with the numbers that are told of that."""
    scene = board_scene(view._replace(board=view.board._replace(stack=(*view.board.stack, *struck))), look)
    items: dict[Hashable, Any] = dict(scene.items)
    for at, facts in fallen.items():
        if (item := items.get(("hex", at))) and item.key[0] == "hex":
            _, tile, ground, marks = item.key
            stood = Standing(facts["seat"], facts["card"], 0), _figures(losses.get(at, {})), Marks(marks.arrows, spells=marks.spells)
            items["hex", at] = item._replace(key=("reality", tile, ground._replace(spheres=(), borders=()), *stood))
    return Scene(scene.size, items)


def _figures(loss: Facts) -> Figures:
    """The numbers that something had before the loss that destroyed it."""
    points = loss["left"] + loss["n"] if "left" in loss else loss["n"] - loss["by"] if loss else None
    return Figures(None, loss.get("defense"), points, 0, 0)
